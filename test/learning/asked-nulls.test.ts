// What a billing suite's and a shipping platform's services taught: null that only a parameter has shown, tokens that tell an
// order nobody walked, names of strategies beside their ids, reads that show too little to know the record by, and what stands
// around several faults.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Ware {
  readonly number: number;
  readonly label: string;
  readonly low: number | null;
  readonly note: string | null;
  readonly plan: string | null;
}

const plans = [
  { key: 'p-10', code: 'ten', title: 'Ten less', hint: null },
  { key: 'p-20', code: 'twenty', title: 'Twenty less', hint: 'Not below cost.' },
  { key: 'p-30', code: 'thirty', title: 'Thirty less', hint: null },
];
const wares = Array.from({ length: 9 }, (_, at): Ware => ({
  number: 5003 + 17 * at,
  label: `Ware ${'CAGEBHDFI'[at]!}`,
  low: at % 3 === 1 ? null : 4 + at,
  note: at % 4 === 2 ? 'fragile' : null,
  plan: at % 2 === 0 ? plans[at % 3]!.key : null,
}));
const bare = (one: object) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null));
const get = (query: string, told: unknown): Said => ({ asked: `GET /v1/listings${query}`, told });
const strategies: Said = { asked: 'GET /v1/strategies', told: { rows: plans.map(bare) } };
const rows = (all: readonly object[]) => ({ rows: all });
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const assign = (number: number, plan: string | null): Said => ({
  asked: `PATCH /v1/listings/${number}/strategy`,
  sent: { plan },
  told: { done: true },
});

describe('null that is shown where a parameter asks for it', () => {
  const withPlan = (one: Ware) => {
    const plan = plans.find(({ key }) => key === one.plan);
    return { ...bare(one), ...(plan !== undefined && { planned: bare(plan) }) };
  };
  const session: readonly Said[] = [
    get('', rows(wares.map(bare))),
    strategies,
    { asked: 'GET /v1/strategies?nulls=yes', told: { rows: plans } },
    get('?nulls=yes&most=4', rows(wares.slice(0, 4))),
    get('?most=4', rows(wares.slice(0, 4).map(bare))),
    get('?with=planned&most=3', rows(wares.slice(0, 3).map(withPlan))),
    get('/5003', bare(wares[0]!)),
    get('/5020', bare(wares[1]!)),
    get('/5037?nulls=yes', wares[2]),
    { asked: price(5003), sent: { low: 7 }, told: { done: true } },
    get('/5003', bare({ ...wares[0]!, low: 7 })),
  ];

  test('is left out of lists and reads that do not ask', async () => {
    for (const asOf of ['start', 'end'] as const) {
      const ask = learnedFrom(session, asOf);
      const now = wares.map((one, at) => (at === 0 && asOf === 'end' ? { ...one, low: 7 } : one));
      expect(await ask('GET /v1/listings')).toEqual([200, rows(now.map(bare))]);
      expect(await ask('GET /v1/listings/5071')).toEqual([200, bare(now[4]!)]);
      expect(await ask('GET /v1/listings?nulls=yes')).toEqual([200, rows(now)]);
      expect(await ask('GET /v1/listings/5088?nulls=yes')).toEqual([200, now[5]]);
      expect(await ask('GET /v1/strategies')).toEqual([200, rows(plans.map(bare))]);
    }
  });

  test('is left out of what a record names, too', async () => {
    const ask = learnedFrom(session);
    expect(await ask('GET /v1/listings?with=planned&most=9')).toEqual([200, rows(wares.map(withPlan))]);
  });
});

test('a token tells the order of its list, though only a list without one was walked', async () => {
  const token = (order: string, { number }: Ware) =>
    Buffer.from(JSON.stringify([{ order, last: number }])).toString('base64');
  const page = (order: string, all: readonly Ware[], from = 0) => ({
    ...(all.length > from + 3 && { next: token(order, all[from + 2]!) }),
    rows: all.slice(from, from + 3),
  });
  const sorted = (by: (one: Ware) => string | number) => wares.toSorted((a, b) => (by(a) < by(b) ? -1 : 1));
  const on = (at: number) => encodeURIComponent(token('number', wares[at]!));
  const byLabel = sorted(({ label }) => label);
  const ask = learnedFrom([
    get('', page('number', wares)),
    get(`?after=${on(2)}`, page('number', wares, 3)),
    get(`?after=${on(5)}`, page('number', wares, 6)),
    get('?order=label', page('label', byLabel)),
    get('?order=-label', page('-label', byLabel.toReversed())),
    get('?order=-number', page('-number', wares.toReversed())),
  ]);
  expect(await ask('GET /v1/listings?order=label')).toEqual([200, page('label', byLabel)]);
  const next = encodeURIComponent(token('-label', byLabel[6]!));
  expect(await ask(`GET /v1/listings?order=-label&after=${next}`)).toEqual([
    200,
    page('-label', byLabel.toReversed(), 3),
  ]);
});

describe('strategies that are named by another leaf beside their ids', () => {
  const ask = learnedFrom([
    get('', rows(wares)),
    { asked: 'GET /v1/strategies', told: { rows: plans } },
    { asked: 'GET /v1/strategies/p-10', told: plans[0] },
    { asked: 'GET /v1/strategies/twenty', told: plans[1] },
    assign(5003, 'p-20'),
    get('/5003', { ...wares[0], plan: 'p-20' }),
    assign(5020, 'thirty'),
    get('/5020', { ...wares[1], plan: 'p-30' }),
  ]);

  test('are read and assigned by it', async () => {
    expect(await ask('GET /v1/strategies/thirty')).toEqual([200, plans[2]]);
    expect(await ask('PATCH /v1/listings/5054/strategy', { plan: 'ten' })).toEqual([200, { done: true }]);
    expect(await ask('GET /v1/listings/5054')).toEqual([200, { ...wares[3], plan: 'p-10' }]);
  });
});

test('a read of one leaves null out as others did, and shows what several show alike', async () => {
  const ask = learnedFrom([
    get('', rows(wares)),
    { asked: 'GET /v1/strategies?nulls=yes', told: { rows: plans } },
    { asked: 'GET /v1/strategies/p-10', told: { fine: true, ...bare(plans[0]!) } },
    { asked: 'GET /v1/strategies/p-30', told: { fine: true, ...bare(plans[2]!) } },
  ]);
  expect(await ask('GET /v1/strategies/p-20')).toEqual([200, { fine: true, ...plans[1] }]);
});

test('members are chosen where one is read as where many are, though the answer does not tell its id', async () => {
  const chosen = ({ label, low }: Ware) => ({ label, low });
  const ask = learnedFrom([
    get('', rows(wares)),
    get('?only=label,low', rows(wares.map(({ number, label, low }) => ({ number, label, low })))),
    get('?only=label,note', rows(wares.map(({ number, label, note }) => ({ number, label, note })))),
    get('/5003', wares[0]),
    get('/5020', wares[1]),
    get('/5037?only=label,low', chosen(wares[2]!)),
  ]);
  expect(await ask('GET /v1/listings/5054?only=label,note')).toMatchObject([
    200,
    { label: wares[3]!.label, note: null },
  ]);
  expect(await ask('GET /v1/listings/5054?only=label,note')).not.toMatchObject([200, { low: wares[3]!.low }]);
});

test('a condition whose operator is sw asks for a beginning', async () => {
  const named = ['Tea tin', 'Tea pot', 'Iced tea', 'Lamp'].map((label, at) => ({ number: 40 + at, label }));
  const ask = learnedFrom([
    get('', rows(named)),
    get('?where=label.sw:Lam', rows([named[3]!])),
    get('?where=label.sw:Iced', rows([named[2]!])),
  ]);
  expect(await ask('GET /v1/listings?where=label.sw:Tea')).toEqual([200, rows(named.slice(0, 2))]);
});

test('what stands around several faults is what stands around one', async () => {
  const fault = (name: string, words: string) => ({ field: name, words });
  const refused = (sent: object, ...faults: readonly object[]): Said => ({
    asked: price(5020),
    sent,
    status: 400,
    told: { fine: false, faults },
  });
  const ask = learnedFrom([
    get('', rows(wares)),
    { asked: price(5003), sent: { low: 7, high: 9 }, told: { done: true } },
    refused({ low: 'cheap', high: 9 }, fault('low', 'is no number')),
    refused({ low: -1, high: 9 }, fault('low', 'is negative')),
    refused({ low: 6, high: -2 }, fault('high', 'is negative')),
    refused({ low: true, high: 'dear' }, fault('low', 'is no number'), fault('high', 'is no number')),
  ]);
  expect(await ask(price(5037), { low: -3, high: 'dear' })).toEqual([
    400,
    { fine: false, faults: [fault('low', 'is negative'), fault('high', 'is no number')] },
  ]);
});

test('faults within members are told in the order of these', async () => {
  const amount = (value: unknown) => ({ amount: value });
  const fault = (field: string, words: string) => ({ field, words });
  const refused = (sent: object, ...faults: readonly object[]): Said => ({
    asked: price(5020),
    sent,
    status: 400,
    told: { faults },
  });
  const ask = learnedFrom([
    get('', rows(wares)),
    { asked: price(5003), sent: { low: amount(7), high: amount(9) }, told: { done: true } },
    refused({}, fault('low', 'is missing'), fault('high', 'is missing')),
    refused(
      { low: 5, high: amount(true) },
      fault('low', 'is no amount'),
      fault('high.amount', 'is no number'),
    ),
    refused({ low: amount(-1), high: amount(9) }, fault('low.amount', 'is out of range')),
    refused({ low: amount(6), high: amount(900_000) }, fault('high.amount', 'is out of range')),
  ]);
  expect(await ask(price(5037), { low: amount(-3), high: amount(950_000) })).toEqual([
    400,
    { faults: [fault('low.amount', 'is out of range'), fault('high.amount', 'is out of range')] },
  ]);
});

test('what a record is after a write is not taken for what a parameter shows of it', async () => {
  const ware = (one: Ware) => ({ ...one, low: one.low === null ? null : { amount: one.low } });
  const ask = learnedFrom([
    get('', rows(wares.map(ware))),
    get('?label=Ware%20A', rows([ware(wares[1]!)])),
    { asked: price(5020), sent: { low: { amount: 7 } }, told: { done: true } },
    get('/5020', ware({ ...wares[1]!, low: 7 })),
    get('', rows(wares.map((one, at) => ware(at === 1 ? { ...one, low: 7 } : one)))),
  ]);
  expect(await ask('GET /v1/listings?label=Ware%20E')).toEqual([200, rows([ware(wares[3]!)])]);
});

test('a member that lists show of some report runs alone is not shown of one that lacks it', async () => {
  const run = (id: number, scope?: string) => ({ id, kind: 'prices', ...(scope !== undefined && { scope }) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: [{ id: 700 }] } },
    { asked: 'GET /v1/reports', told: { rows: [run(71, 'live'), run(72, 'live'), run(73)] } },
    { asked: 'GET /v1/reports/71', told: { ...run(71, 'live'), format: 'csv' } },
    { asked: 'GET /v1/reports/72', told: { ...run(72, 'live'), format: 'csv' } },
  ]);
  expect(await ask('GET /v1/reports/73')).toEqual([200, { ...run(73), format: 'csv' }]);
});
