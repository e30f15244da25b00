// What a shop for kites taught: its records have what a shop knows of them in lists, mostly of one, and are written, filtered and
// sorted by what stands there.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const begin = Date.UTC(2026, 2, 3, 9);
const second = (seconds: number) => new Date(begin + seconds * 1000).toISOString();
const assign = (number: number) => `PATCH /v1/listings/kite-${number}/strategy`;
const read = (number: number) => `GET /v1/listings/kite-${number}`;

test('null takes away what stands in an object in a list, and leaves the others there', async () => {
  const kite = (number: number, plan?: string | null) => {
    const own = plan === undefined ? [null, 'p1', 'p2', 'p3'][number % 4]! : plan;
    return {
      id: `kite-${number}`,
      title: `Kite ${number}`,
      rules: [{ shop: 'pier', low: 5 + (number % 9), ...(own !== null && { plan: own }) }],
    };
  };
  const ids = Array.from({ length: 12 }, (_, at) => 501 + at);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: ids.map((id) => kite(id)) } },
    {
      asked: 'GET /v1/strategies',
      told: { plans: ['p1', 'p2', 'p3'].map((id, at) => ({ id, step: at + 4 })) },
    },
    { asked: assign(501), sent: { plan: 'p2' }, told: { done: true } },
    { asked: read(501), told: kite(501, 'p2') },
    { asked: assign(502), sent: { plan: null }, told: { done: true } },
    { asked: read(502), told: kite(502, null) },
    { asked: assign(504), sent: { plan: 'p3' }, told: { done: true } },
    { asked: read(504), told: kite(504, 'p3') },
    { asked: assign(503), sent: { plan: null }, told: { done: true } },
    { asked: read(503), told: kite(503, null) },
  ]);
  for (const number of [505, 506, 507]) {
    expect(await ask(assign(number), { plan: null })).toEqual([200, { done: true }]);
    expect(await ask(read(number))).toEqual([200, kite(number, null)]);
  }
  expect(await ask(assign(508), { plan: 'p1' })).toEqual([200, { done: true }]);
  expect(await ask(read(508))).toEqual([200, kite(508, 'p1')]);
});

const day = (at: number) => `2025-${String(1 + ((at * 5) % 12)).padStart(2, '0')}-1${at % 8}T06:30:00Z`;
const dated = Array.from({ length: 14 }, (_, at) => ({
  id: `kite-${601 + at}`,
  facts: [{ shop: 'pier', made: day(at), weight: ((at * 29) % 97) + 3 }],
}));
const madeAfter = (moment: string): Said => {
  const kites = dated.filter(({ facts }) => Date.parse(facts[0]!.made) > Date.parse(moment));
  return { asked: `GET /v1/listings?madeAfter=${moment}`, told: { kites, total: kites.length } };
};

test('a moment in a list of one is compared with what was asked for, though it was asked for once', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites: dated, total: dated.length } },
    madeAfter('2025-03-01T00:00:00Z'),
  ]);
  for (const other of ['2025-06-20T00:00:00Z', '2025-10-01T00:00:00Z', '2025-01-01T00:00:00Z']) {
    const { asked, told } = madeAfter(other);
    expect(await ask(asked)).toEqual([200, told]);
  }
});

test('what was written comes first where lists stand by when something in a list of one was changed', async () => {
  interface Kite {
    readonly id: string;
    readonly title: string;
    readonly facts: readonly [{ readonly low: number; readonly high: number; readonly changed: string }];
  }
  const kites = Array.from({ length: 12 }, (_, at): Kite => ({
    id: `kite-${701 + ((at * 7) % 12)}`,
    title: `Kite ${701 + ((at * 7) % 12)}`,
    facts: [{ low: 20 + ((at * 5) % 11), high: 90, changed: second(-80 * 86_400 - at * 7_200) }],
  }));
  const all = (changed: readonly Kite[] = []) => [
    ...changed,
    ...kites.filter(({ id }) => !changed.some((one) => one.id === id)),
  ];
  const shown = (list: readonly Kite[], size = list.length) => ({
    kites: list.slice(0, size),
    total: list.length,
  });
  const set = (at: number, low: number, seconds: number): Kite => ({
    ...kites[at]!,
    facts: [{ ...kites[at]!.facts[0], low, changed: second(seconds) }],
  });
  const write = (at: number, low: number, seconds: number): Said => ({
    asked: `PATCH /v1/listings/${kites[at]!.id}/price`,
    sent: { low },
    told: set(at, low, seconds),
  });
  const withPrints = (list: readonly Kite[]) =>
    list.map((kite) => ({ ...kite, prints: [{ link: `https://kites.example/${kite.id}.png` }] }));
  const first = [set(7, 12, 3), set(4, 11, 1)];
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: shown(kites) },
    { asked: 'GET /v1/listings?size=4', told: shown(kites, 4) },
    write(4, 11, 1),
    { asked: 'GET /v1/listings?size=5', told: shown(all([set(4, 11, 1)]), 5) },
    write(7, 12, 3),
    { asked: 'GET /v1/listings?with=prints', told: { ...shown(all(first)), kites: withPrints(all(first)) } },
    { asked: 'GET /v1/listings', told: shown(all(first)) },
  ];
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/listings')).toEqual([200, shown(kites)]);
  expect(await ask('GET /v1/listings?with=prints')).toEqual([
    200,
    { ...shown(kites), kites: withPrints(kites) },
  ]);
  const { status, json } = await ask.answer(`PATCH /v1/listings/${kites[9]!.id}/price`, { low: 13 });
  expect(status).toBe(200);
  const changed = json as Kite;
  expect(changed).toMatchObject({ id: kites[9]!.id, facts: [{ low: 13, high: 90 }] });
  expect(await ask('GET /v1/listings')).toEqual([200, shown(all([changed]))]);
  const later = learnedFrom(session, 'end');
  expect(await later('GET /v1/listings?size=6')).toEqual([200, shown(all(first), 6)]);
  expect(await later('GET /v1/listings?with=prints')).toEqual([
    200,
    { ...shown(all(first)), kites: withPrints(all(first)) },
  ]);
});

test('an order is by the leaf that its value calls just so, though another one rises by chance', async () => {
  const kites = Array.from({ length: 12 }, (_, at) => ({
    id: `kite-${801 + at}`,
    weight: [40, 21, 53, 22, 18, 27, 61, 45, 12, 38, 57, 24][at]!,
    // One was never changed.
    ...(at !== 3 && { changed: second(-90_000 - ((at * 5) % 12) * 3_600) }),
  }));
  const sorted = (way: 1 | -1) =>
    [...kites].sort(({ changed: one = '' }, { changed: other = '' }) => (one < other ? -way : way));
  const oldest = sorted(1).slice(0, 3);
  const weights = oldest.map(({ weight }) => weight);
  expect(weights).toEqual([...weights].sort());
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { kites } },
    { asked: 'GET /v1/listings?by=changed&size=3', told: { kites: oldest } },
  ]);
  expect(await ask('GET /v1/listings?by=changed&size=5')).toEqual([200, { kites: sorted(1).slice(0, 5) }]);
});
