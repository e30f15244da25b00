// What writes tell of what they changed: the names of what became another, an operation that is read under its record, a code that
// every answer says; and a forbidden write is refused for what its record is.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const kites = Array.from({ length: 12 }, (_, at) => ({
  id: `k-${at + 41}`,
  label: `Kite of the ${['north', 'south', 'west', 'east'][at % 4]!} ${at + 1}`,
  state: at % 4 === 3 ? 'held_by_shop' : ['ready', 'sewn', 'torn'][at % 3]!,
  least: at % 5 === 0 ? null : at + 3,
  most: at % 3 === 0 ? null : at + 60,
}));
type Kite = (typeof kites)[number];
const free = kites.filter(({ state }) => state !== 'held_by_shop');
const held = kites.filter(({ state }) => state === 'held_by_shop');
const list: Said = { asked: 'GET /v1/listings', told: { kites, total: kites.length } };
const price = ({ id }: Kite) => `PATCH /v1/listings/${id}/price`;
const way = ({ id }: Kite) => `PATCH /v1/listings/${id}/strategy`;

test('a write tells the names of what it changed, and of nothing else', async () => {
  const written = (kite: Kite, sent: Partial<Kite>): Said => {
    const names = (['least', 'most'] as const).filter((name) => name in sent && sent[name] !== kite[name]);
    return { asked: price(kite), sent, told: { kite: { ...kite, ...sent }, changed: names } };
  };
  const [a, b, c, d, e, f, g, h] = free as [Kite, Kite, Kite, Kite, Kite, Kite, Kite, Kite];
  const ask = learnedFrom([
    list,
    written(a, { least: 9, most: 80 }),
    written(b, { least: 12 }),
    written(c, { most: 71 }),
    written(d, { least: d.least, most: d.most }),
    written(e, { least: 7, most: 90 }),
  ]);
  const changed = async (kite: Kite, sent: object) => (await ask.answer(price(kite), sent)).json;
  expect(await changed(f, { most: 55 })).toMatchObject({ changed: ['most'] });
  expect(await changed(g, { least: 2, most: 56 })).toMatchObject({ changed: ['least', 'most'] });
  expect(await changed(h, { least: h.least })).toMatchObject({ changed: [] });
});

const steps = ['PENDING', 'DONE'] as const;
const job = (at: number, kite: Kite, step: 0 | 1) => ({
  kite: kite.id,
  job: `5f0c7d1e-${String(at).padStart(4, '0')}-4b1a-9c3d-aa10bb20cc3${at}`,
  stage: steps[step],
});

test('an operation is read under the record that it is of, and what every write says is no text of a record', async () => {
  const session = free.slice(0, 4).flatMap((kite, at): readonly Said[] => [
    { asked: price(kite), sent: { most: 70 + at }, status: 202, told: job(at, kite, 0) },
    { asked: `GET /v1/listings/${kite.id}/jobs/${job(at, kite, 0).job}`, told: job(at, kite, 0) },
    { asked: 'GET /v1/listings?size=1', told: { kites: kites.slice(0, 1), total: kites.length } },
    { asked: `GET /v1/listings/${kite.id}/jobs/${job(at, kite, 0).job}`, told: job(at, kite, 1) },
    {
      asked: `GET /v1/listings/${kite.id}`,
      told: {
        ...kite,
        most: 70 + at,
        latest: { job: job(at, kite, 0).job, stage: at < 2 ? 'DONE' : 'PENDING' },
      },
    },
  ]);
  const ask = learnedFrom([list, ...session]);
  const kite = free[5]!;
  const { status, json } = await ask.answer(price(kite), { most: 99 });
  const told = json as { readonly job: string };
  expect([status, told]).toMatchObject([202, { kite: kite.id, stage: 'PENDING' }]);
  const path = `GET /v1/listings/${kite.id}/jobs/${told.job}`;
  expect(await ask(path)).toEqual([200, told]);
  ask.wait(3);
  expect(await ask(path)).toEqual([200, { ...told, stage: 'DONE' }]);
  const other = `GET /v1/listings/${free[6]!.id}/jobs/${told.job}`;
  expect((await ask.answer(other)).status).not.toBe(200);
});

test('a forbidden write is refused for the state that the answer tells, and not for its key, and so is the other write', async () => {
  const locked = { fault: 'Kites that are held by the shop cannot be changed' };
  const ask = learnedFrom([
    list,
    { asked: price(free[0]!), sent: { most: 70 }, told: { ...free[0]!, most: 70 } },
    { asked: price(free[1]!), sent: { most: 71 }, told: { ...free[1]!, most: 71 } },
    { asked: price(free[2]!), sent: { most: 72 }, told: { ...free[2]!, most: 72 } },
    { asked: price(held[0]!), sent: { most: 73 }, status: 403, told: locked },
    {
      asked: 'GET /v1/strategies',
      told: {
        ways: [
          { id: 'w-7', title: 'Up' },
          { id: 'w-8', title: 'Down' },
        ],
      },
    },
    { asked: way(free[0]!), sent: { way: 'w-7' }, told: { ...free[0]!, most: 70, way: 'w-7' } },
    { asked: way(free[1]!), sent: { way: 'w-8' }, told: { ...free[1]!, most: 71, way: 'w-8' } },
  ]);
  expect(await ask(price(held[1]!), { most: 50 })).toEqual([403, locked]);
  expect(await ask(way(held[2]!), { way: 'w-7' })).toEqual([403, locked]);
  expect((await ask.answer(way(free[5]!), { way: 'w-7' })).status).toBe(200);
  expect((await ask.answer(price(free[4]!), { most: 50 })).status).toBe(200);
});
