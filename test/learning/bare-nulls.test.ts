// A list that leaves out what is not set, while a read of one record shows null; and reads of one that is not there, which are
// refused by the form of what they name, whatever kind of record that is.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Ware {
  readonly number: number;
  readonly label: string;
  readonly low: number | null;
  readonly high: number | null;
  readonly note: string | null;
}

const wares = Array.from({ length: 12 }, (_, at): Ware => ({
  number: 7001 + 13 * at,
  label: `Ware ${at}`,
  low: at % 3 === 1 ? null : 5 + at,
  high: at % 4 === 2 ? null : 60 + at,
  note: at % 5 === 4 ? 'fragile' : null,
}));
const ware = (at: number) => wares[at]!;
const bare = (one: Ware) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null));
const plans = [3, 7, 12].map((number) => ({ number, name: `Plan ${number}` }));
const runs = [901, 902, 903].map((number) => ({ number, state: 'over' }));
const lists: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: wares.map(bare) } },
  { asked: 'GET /v1/strategies', told: { items: plans } },
  { asked: 'GET /v1/reports', told: { items: runs } },
];
const read = (at: number): Said => ({ asked: `GET /v1/listings/${ware(at).number}`, told: ware(at) });
const price = (at: number, sent: Partial<Ware>): Said => ({
  asked: `PATCH /v1/listings/${ware(at).number}/price`,
  sent,
  told: { done: true },
});

describe('a list that leaves null out', () => {
  const session: readonly Said[] = [
    ...lists,
    read(0),
    read(1),
    read(3),
    price(0, { low: 6, high: 70 }),
    { asked: 'GET /v1/listings/7001', told: { ...ware(0), low: 6, high: 70 } },
    price(3, { low: null }),
    { asked: 'GET /v1/listings/7040', told: { ...ware(3), low: null } },
  ];

  test('goes with reads that show it, of those that nobody read, too', async () => {
    const ask = learnedFrom(session);
    expect(await ask('GET /v1/listings/7014')).toEqual([200, ware(1)]);
    expect(await ask('GET /v1/listings/7027')).toEqual([200, ware(2)]);
    expect(await ask('GET /v1/listings')).toEqual([200, { items: wares.map(bare) }]);
  });

  test('leaves out what was read as null before, and what a write takes away', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask('GET /v1/listings/7014')).toEqual([200, ware(1)]);
    await ask('PATCH /v1/listings/7066/price', { low: null });
    expect(await ask('GET /v1/listings/7066')).toEqual([200, { ...ware(5), low: null }]);
    const changed = wares.map((one, at) =>
      bare(at === 0 ? { ...one, low: 6, high: 70 } : at === 3 || at === 5 ? { ...one, low: null } : one),
    );
    expect(await ask('GET /v1/listings')).toEqual([200, { items: changed }]);
  });
});

test('what a list leaves out though a read shows something there is no null', async () => {
  const noted = wares.map((one, at) => ({ ...one, note: `Note ${at}` }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: [...wares.slice(0, 11).map(bare), bare(noted[11]!)] } },
    ...lists.slice(1),
    ...[0, 1, 3, 6].map((at): Said => ({ asked: `GET /v1/listings/${ware(at).number}`, told: noted[at] })),
  ]);
  const [, record] = (await ask('GET /v1/listings/7014')) as [number, unknown];
  expect(record).not.toMatchObject({ note: null });
});

test('a read of one that is not there is refused by its form, as one of another kind was', async () => {
  const refused = (kind: string, text: string, status: number, about: string): Said => ({
    asked: `GET /v1/${kind}/${text}`,
    status,
    told: { wrong: about, trace: `4f0c${text}81aa02` },
  });
  const ask = learnedFrom([
    ...lists,
    read(0),
    { asked: 'GET /v1/strategies/7', told: plans[1] },
    { asked: 'GET /v1/reports/902', told: runs[1] },
    refused('listings', '9999', 404, 'listing 9999 is not there'),
    refused('listings', 'lamp', 400, 'listingNumber is a number'),
    refused('strategies', '55', 404, 'strategy 55 is not there'),
    refused('reports', 'last', 400, 'reportNumber is a number'),
  ]);
  const [strategy, report] = [await ask('GET /v1/strategies/cheap'), await ask('GET /v1/reports/66')];
  expect(strategy).toMatchObject([400, { wrong: 'strategyNumber is a number' }]);
  expect(report).toMatchObject([404, { wrong: 'report 66 is not there' }]);
});
