// What a shop for chisels taught: refusals show the strategy or the listing that they are about as a whole, and the version of a
// listing stands in the quotes of its tag, in reads and in refusals of what is stale.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (id: string) => `GET /v1/listings/${id}`;
const price = (id: string) => `PATCH /v1/listings/${id}/price`;
const strategy = (id: string) => `PATCH /v1/listings/${id}/strategy`;

const plans = Array.from({ length: 6 }, (_, at) => ({
  id: `plan-${41 + at * 3}`,
  name: `${['Calm', 'Bold', 'Slow', 'Wild', 'Shy', 'Late'][at]!} plan`,
  active: at % 3 !== 2,
  weight: 5 + ((at * 7) % 9),
  step: { amount: 0.5 + at, unit: at % 2 === 0 ? 'percent' : 'euro' },
  ended: at === 2 ? '2026-01-05' : null,
  note: at === 1 ? 'For large ones' : null,
}));

const chisels = Array.from({ length: 12 }, (_, at) => ({
  id: `c-${301 + at * 7}`,
  title: `Chisel ${'HBFADCIEGKJM'[at]!}`,
  version: 2 + ((at * 5) % 7),
  state: at % 4 === 3 ? 'ended' : 'open',
  bounds: { floor: 10 + ((at * 7) % 23), cap: at % 5 === 2 ? null : 60 + ((at * 5) % 19) },
  plan: at % 3 === 0 ? plans[at % 2]!.id : null,
  sizes: [6, 12, 18].slice(at % 3),
}));
type Chisel = (typeof chisels)[number];

const lists: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { chisels } },
  { asked: 'GET /v1/strategies', told: { plans } },
];

/** A write of a chisel that shows it afterwards. */
const done = (at: number, asked: (id: string) => string, sent: object, change: Partial<Chisel>): Said => {
  const one = chisels[at]!;
  return { asked: asked(one.id), sent, told: { ...one, ...change, version: one.version + 1 } };
};
const bounded = (at: number, floor: number): Said =>
  done(at, price, { floor }, { bounds: { ...chisels[at]!.bounds, floor } });
const assigned = (at: number, plan: number): Said =>
  done(at, strategy, { plan: plans[plan]!.id }, { plan: plans[plan]!.id });

test('a refusal for an inactive strategy shows all of that, with its numbers, its objects and what is null', async () => {
  const inactive = (at: number, plan: number): Said => ({
    ...assigned(at, plan),
    status: 402,
    told: { error: { code: 'inactive', message: 'This one cannot be used.', plan: plans[plan]! } },
  });
  const ask = learnedFrom([...lists, assigned(0, 1), assigned(1, 3), inactive(2, 2)]);
  for (const { asked, sent, told } of [inactive(8, 5), inactive(9, 2)])
    expect(await ask(asked, sent)).toEqual([402, told]);
});

test('a refusal for a listing that has ended shows all of that, with its lists', async () => {
  const ended = (at: number, floor: number): Said => ({
    ...bounded(at, floor),
    status: 409,
    told: { error: { code: 'ended', message: 'It has ended.', chisel: chisels[at]! } },
  });
  const ask = learnedFrom([...lists, bounded(4, 15), bounded(5, 17), ended(3, 18)]);
  for (const { asked, sent, told } of [ended(7, 21), ended(11, 12)])
    expect(await ask(asked, sent)).toEqual([409, told]);
});

const stale = (at: number, condition: string, name: string): Said => ({
  ...bounded(at, 33),
  headers: { 'If-Match': condition },
  status: 412,
  told: { error: `It was changed: expected version ${name} but was ${chisels[at]!.version}` },
});

test.each([
  [4, '"4"', '4'],
  [5, '"1"', '1'],
  [6, 'W/"5"', '5'],
  [8, '"11"', '11'],
] as const)(
  'listing %i is refused if it is to match %s, with version %s and its own',
  async (at, condition, name) => {
    const alone = (at: number): Said => ({
      asked: read(chisels[at]!.id),
      answered: { ETag: `"${chisels[at]!.version}"` },
      told: chisels[at]!,
    });
    const taken: Said = { ...bounded(0, 15), headers: { 'If-Match': '"2"' }, answered: { ETag: '"3"' } };
    const ask = learnedFrom([...lists, alone(0), alone(1), alone(2), taken, stale(1, '"6"', '6')]);
    const { asked, sent, headers, told } = stale(at, condition, name);
    expect(await ask(asked, sent, undefined, headers)).toEqual([412, told]);
  },
);

test.each([
  ['a number', ({ version }: Chisel) => version],
  ['a short text', ({ version }: Chisel) => `v${version}`],
])(
  'reads of what was only listed have its version in the quotes of their tag, as %s',
  async (_, versionOf) => {
    const all = chisels.map((one) => ({ ...one, version: versionOf(one) }));
    const tagOf = ({ version }: (typeof all)[number]) => `W/"${version}"`;
    const alone = (at: number): Said => ({
      asked: read(all[at]!.id),
      answered: { ETag: tagOf(all[at]!) },
      told: all[at]!,
    });
    const ask = learnedFrom([{ asked: 'GET /v1/listings', told: { chisels: all } }, ...[0, 1, 4].map(alone)]);
    for (const at of [5, 7, 9, 10]) {
      const { status, json, headers } = await ask.answer(read(all[at]!.id));
      expect([status, json, headers.etag]).toEqual([200, all[at]!, tagOf(all[at]!)]);
    }
  },
);
