// Refusals that depend on what a record or a strategy is, each seen once or twice, and errors of which some stand beside the
// specification: what is to blame, and how it is told.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

const rules = [
  { id: 'rule-1', label: 'Bold', mode: 'live' },
  { id: 'rule-2', label: 'Calm', mode: 'live' },
  { id: 'rule-3', label: 'Old', mode: 'resting' },
  { id: 'rule-4', label: 'Trial', mode: 'draft' },
];
const offer = (number: number, state: string, low: number | null, rule: string) => ({
  id: `item-${number}`,
  code: `C${number}`,
  state,
  low,
  high: 90,
  rule,
});
const offers = [
  offer(101, 'open', 10, 'rule-1'),
  offer(102, 'paused', 11, 'rule-2'),
  offer(103, 'closed', 12, 'rule-1'),
  offer(104, 'open', null, 'rule-2'),
  offer(105, 'closed', 14, 'rule-2'),
  offer(106, 'open', null, 'rule-1'),
  offer(107, 'paused', 16, 'rule-1'),
];
const shown = (number: number) => offers.find(({ id }) => id === `item-${number}`)!;
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const rule = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
const assigned = (number: number, id: string): Said => ({
  asked: rule(number),
  sent: { rule: id },
  told: { ...shown(number), rule: id },
});
const reads: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: offers } },
  { asked: 'GET /v1/strategies', told: { items: rules } },
];
const priced = (number: number, low: number): Said => ({
  asked: price(number),
  sent: { low },
  told: { ...shown(number), low },
});

test('what lacks in a record is to blame where the answer names it', async () => {
  const refusal = { fault: 'No strategy without low: it is not set.' };
  const ask = learnedFrom([
    ...reads,
    assigned(101, 'rule-2'),
    assigned(102, 'rule-1'),
    assigned(107, 'rule-2'),
    { asked: rule(104), sent: { rule: 'rule-1' }, status: 422, told: refusal },
  ]);
  expect(await ask(rule(106), { rule: 'rule-2' })).toEqual([422, refusal]);
  expect(await ask(rule(103), { rule: 'rule-2' })).toEqual([200, { ...shown(103), rule: 'rule-2' }]);
});

test('what all that were accepted are is wanted where the answer says so, and it tells the name of what is not', async () => {
  const refusal = (label: string) => ({ fault: `The strategy "${label}" is not live.` });
  const ask = learnedFrom([
    ...reads,
    assigned(101, 'rule-2'),
    assigned(102, 'rule-1'),
    assigned(107, 'rule-2'),
    { asked: rule(101), sent: { rule: 'rule-3' }, status: 422, told: refusal('Old') },
  ]);
  expect(await ask(rule(102), { rule: 'rule-4' })).toEqual([422, refusal('Trial')]);
  expect(await ask(rule(102), { rule: 'rule-2' })).toEqual([200, { ...shown(102), rule: 'rule-2' }]);
});

test('a state that the answer tells is rather to blame than an amount of which nothing tells that it is too high', async () => {
  const refusal = (number: number) => ({ fault: `The listing C${number} is closed and stays as it is.` });
  const ask = learnedFrom([
    ...reads,
    priced(101, 20),
    priced(102, 22),
    priced(107, 24),
    { asked: price(103), sent: { low: 60 }, status: 409, told: refusal(103) },
  ]);
  expect(await ask(price(105), { low: 21 })).toEqual([409, refusal(105)]);
  expect(await ask(price(101), { low: 70 })).not.toEqual([409, refusal(101)]);
});

test('of several amounts that were never seen the one that the sentence names is to blame', async () => {
  const refusal = { fault: 'high: not above 5000' };
  const both = (number: number, low: number, high: number): Said => ({
    asked: price(number),
    sent: { low, high },
    told: { ...shown(number), low, high },
  });
  const ask = learnedFrom([
    ...reads,
    both(101, 20, 80),
    both(102, 22, 70),
    both(107, 24, 75),
    { asked: price(103), sent: { low: 2, high: 9000 }, status: 400, told: refusal },
  ]);
  expect(await ask(price(105), { low: 21, high: 9500 })).toEqual([400, refusal]);
  expect(await ask(price(105), { low: 3, high: 77 })).toEqual([200, { ...shown(105), low: 3, high: 77 }]);
});

test('what an endpoint beside those of the specification refuses is not how an unknown one is refused', async () => {
  const unknown = { fault: 'There is no such page.' };
  const ask = learnedFrom([
    ...reads,
    { asked: 'POST /v1/reports', sent: { kind: 'weekly' }, status: 202, told: { id: 'run-1' } },
    { asked: 'POST /v1/reports', sent: { kind: 'odd' }, status: 422, told: { fault: 'kind: no choice' } },
    { asked: 'GET /v1/reports/run-1', told: { id: 'run-1', state: 'done' } },
    { asked: 'GET /v1/reports/run-9', status: 404, told: { fault: 'There is no run run-9.' } },
    { asked: 'GET /v1/nothing', status: 404, told: unknown },
  ]);
  expect(await ask('GET /v1/orders')).toEqual([404, unknown]);
  expect(await ask('DELETE /v1/listings/item-101')).toMatchObject([404, { error: { code: 'undecided' } }]);
});

test('the code of an error is told again, though it looks like an id, and stays in the profile', async () => {
  const codes = ['5a1c7c1e-60d2-4a5d-9b0f-2f7c0e8d9b34', '778b7ae0-84d3-481a-9dec-35fdb64b1d78'] as const;
  const fault = (code: string, message: string, trace: string) => ({ code, message, trace });
  const traces = ['81', '93', '47'].map((end) => `4f0c2a6e-1b7d-4c39-8e55-90d2ab31c7${end}`);
  const session: readonly Said[] = [
    ...reads,
    priced(101, 20),
    priced(102, 22),
    { asked: price(101), sent: { low: -4 }, status: 400, told: fault(codes[1], 'Not below 0.', traces[0]!) },
    { asked: price(101), sent: { low: 'x' }, status: 400, told: fault(codes[0], 'No number.', traces[1]!) },
    { asked: price(102), sent: { low: -8 }, status: 400, told: fault(codes[1], 'Not below 0.', traces[2]!) },
  ];
  const ask = learnedFrom(session);
  expect(await ask(price(107), { low: 'y' })).toMatchObject([400, { code: codes[0], message: 'No number.' }]);
  expect(await ask(price(107), { low: -9 })).toMatchObject([400, { code: codes[1] }]);
  const profile = printProfile(learnProfile([{ name: 'session', recording: recordingOf(session) }]));
  for (const trace of traces) expect(profile).not.toContain(trace);
});

test('an empty body changes nothing where it was seen to leave a record wholly as it is', async () => {
  const dated = (number: number, low: number, changed: string) => ({ ...shown(number), low, changed });
  const all = offers.map((one, at) =>
    dated(Number(one.id.slice(5)), one.low ?? 1, `2026-01-1${at}T08:00:00Z`),
  );
  const told = (number: number) => all.find(({ id }) => id === `item-${number}`)!;
  const set = (number: number, low: number, second: string): Said => ({
    asked: price(number),
    sent: { low },
    told: { ...told(number), low, changed: `2026-03-03T09:00:0${second}Z` },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    set(101, 20, '1'),
    set(102, 22, '2'),
    { asked: price(103), sent: {}, told: told(103) },
    set(107, 24, '4'),
  ]);
  expect(await ask(price(105), {})).toEqual([200, told(105)]);
});

test('a strategy that is named by its whole path is one that a listing names', async () => {
  const path = (id: string | null) => id && `/v1/strategies/${id}`;
  const item = (number: number, cost: number, low: number, high: number, way: string | null) => ({
    id: `item-${number}`,
    cost,
    low,
    high,
    way: path(way),
  });
  const set = (number: number, sent: object, told: object): Said => ({ asked: price(number), sent, told });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/strategies',
      told: { items: [4, 7].map((id) => ({ ref: path(String(id)), id, label: `Way ${id}` })) },
    },
    {
      asked: 'GET /v1/listings',
      told: {
        items: [
          item(1, 40, 10, 90, '4'),
          item(2, 55, 20, 80, null),
          item(3, 71, 6, 99, '7'),
          item(4, 33, 30, 60, '4'),
          item(5, 34, 31, 61, null),
        ],
      },
    },
    set(1, { low: 50, high: 70 }, item(1, 50, 50, 70, '4')),
    set(2, { low: 11, high: 44 }, item(2, 55, 11, 44, null)),
    set(3, { low: 7, high: 65 }, item(3, 65, 7, 65, '7')),
    { asked: rule(1), sent: { way: path('7') }, told: item(1, 50, 50, 70, '7') },
    { asked: rule(3), sent: { way: path('4') }, told: item(3, 65, 7, 65, '4') },
  ]);
  expect(await ask(price(4), { low: 35, high: 61 })).toEqual([200, item(4, 35, 35, 61, '4')]);
  expect(await ask(price(5), { low: 37, high: 61 })).toEqual([200, item(5, 34, 37, 61, null)]);
});

test('what the answer says that a record is is to blame, rather than what the record lacks, though its name is in the answer, too', async () => {
  const item = (number: number, state: string, used: boolean) => ({
    id: `item-${number}`,
    state,
    ...(used && { rule: { id: 'rule-1', used } }),
  });
  const items = [
    ...[101, 102, 103].map((number) => item(number, 'open', true)),
    ...[104, 105].map((number) => item(number, 'closed', false)),
    item(106, 'paused', false),
  ];
  const set = (number: number): Said => ({
    asked: rule(number),
    sent: { rule: 'rule-1' },
    told: { done: true },
  });
  const refusal = { fault: 'A closed item is not used by rules.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    set(101),
    set(102),
    set(103),
    { asked: rule(104), sent: { rule: 'rule-1' }, status: 409, told: refusal },
  ]);
  expect(await ask(rule(105), { rule: 'rule-1' })).toEqual([409, refusal]);
  expect(await ask(rule(106), { rule: 'rule-1' })).toEqual([200, { done: true }]);
});

test('what is forbidden for a flag that it names is not for the key, where that is told by 401', async () => {
  const flagged = rules.map((one) => ({ ...one, suspended: one.id === 'rule-3' }));
  const refusal = (number: number, id: string) => ({
    fault: `item-${number} may not have ${id}: suspended.`,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: offers } },
    { asked: 'GET /v1/strategies', told: { items: flagged } },
    assigned(101, 'rule-2'),
    assigned(102, 'rule-1'),
    assigned(107, 'rule-4'),
    { asked: rule(104), sent: { rule: 'rule-3' }, status: 403, told: refusal(104, 'rule-3') },
    {
      asked: 'GET /v1/strategies',
      headers: { 'X-API-KEY': 'another' },
      status: 401,
      told: { fault: 'Who are you?' },
    },
  ]);
  expect(await ask(rule(106), { rule: 'rule-3' })).toEqual([403, refusal(106, 'rule-3')]);
  expect(await ask(rule(106), { rule: 'rule-4' })).toEqual([200, { ...shown(106), rule: 'rule-4' }]);
});

test('what was refused beside what an endpoint of its own found is refused again, and what it found is as last seen', async () => {
  const run = (state: string) => ({ id: 'run-1', state });
  const none = { fault: 'There is no run run-9.' };
  const session: readonly Said[] = [
    ...reads,
    { asked: 'GET /v1/reports/run-1', told: run('begun') },
    { asked: 'GET /v1/reports/run-9', status: 404, told: none },
    { asked: 'GET /v1/reports/run-1', told: run('done') },
    { asked: 'GET /v1/orders/run-9', status: 404, told: { fault: 'There is no such page.' } },
  ];
  const ask = learnedFrom(session, 'end');
  expect(await ask('GET /v1/reports/run-9')).toEqual([404, none]);
  expect(await ask('GET /v1/reports/run-1')).toEqual([200, run('done')]);
  expect(await ask('GET /v1/orders/run-8')).toEqual([404, { fault: 'There is no such page.' }]);
});

test('a bound beyond the one that stands is told after what the record is', async () => {
  const closed = { fault: 'It is closed.' };
  const crossed = { fault: 'The bounds cross.' };
  const session: readonly Said[] = [
    {
      asked: 'GET /v1/listings',
      told: {
        items: [1, 2, 3, 4, 5, 6].map((one) => ({
          id: `i-${one}`,
          state: one > 4 ? 'closed' : 'open',
          low: 5,
          high: 50,
        })),
      },
    },
    ...[1, 2, 3].map((one): Said => ({
      asked: `PATCH /v1/listings/i-${one}/price`,
      sent: { low: 5 + one, high: 40 },
      told: { id: `i-${one}`, state: 'open', low: 5 + one, high: 40 },
    })),
    {
      asked: 'PATCH /v1/listings/i-1/price',
      sent: { high: 30 },
      told: { id: 'i-1', state: 'open', low: 6, high: 30 },
    },
    { asked: 'PATCH /v1/listings/i-5/price', sent: { low: 7 }, status: 400, told: closed },
    { asked: 'PATCH /v1/listings/i-6/price', sent: { low: 8, high: 30 }, status: 400, told: closed },
    { asked: 'PATCH /v1/listings/i-2/price', sent: { low: 38, high: 31 }, status: 400, told: crossed },
  ];
  const ask = learnedFrom(session);
  expect(await ask('PATCH /v1/listings/i-6/price', { low: 60 })).toEqual([400, closed]);
  expect(await ask('PATCH /v1/listings/i-4/price', { low: 60 })).toEqual([400, crossed]);
});

test.each([
  ['a number', (low: number | null) => ({ low_end: low })],
  ['an object', (low: number | null) => (low === null ? {} : { low_end: { amount: low } })],
])('what a flag of the strategy wants is to blame where the answer names it: %s', async (_, bound) => {
  const wants = (id: string, wanted: boolean) => ({ id, label: `The ${id}`, fenced: wanted, open: true });
  const item = (number: number, low: number | null, followed: string | null = null) => ({
    id: `item-${number}`,
    code: `C${number}`,
    ...bound(low),
    follows: followed,
  });
  const sent = (id: string) => ({ follows: id });
  const refusal = (id: string) => ({ fault: `The ${id} wants a low end, and there is none.` });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { items: [item(201, 10), item(202, null), item(203, null), item(204, null), item(205, 9)] },
    },
    {
      asked: 'GET /v1/strategies',
      told: { items: [wants('rule-7', true), wants('rule-8', false), wants('rule-9', true)] },
    },
    { asked: rule(201), sent: sent('rule-7'), told: item(201, 10, 'rule-7') },
    { asked: rule(202), sent: sent('rule-8'), told: item(202, null, 'rule-8') },
    { asked: rule(203), sent: sent('rule-7'), status: 422, told: refusal('rule-7') },
  ]);
  expect(await ask(rule(204), sent('rule-9'))).toEqual([422, refusal('rule-9')]);
  expect(await ask(rule(204), sent('rule-8'))).toEqual([200, item(204, null, 'rule-8')]);
  expect(await ask(rule(205), sent('rule-9'))).toEqual([200, item(205, 9, 'rule-9')]);
});

test('a bound may not be taken away that the strategy needs which the listing follows, and others may', async () => {
  const wants = (id: string, wanted: boolean) => ({ id, label: `Rule of ${id}`, fenced: wanted, open: true });
  const item = (number: number, low: number | null, followed: string | null) => ({
    id: `item-${number}`,
    code: `C${number}`,
    low,
    follows: followed,
  });
  const told = (id: string) => ({ fault: `Rule of ${id} cannot do without it.` });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: {
        items: [
          item(201, 10, 'rule-7'),
          item(202, 11, 'rule-8'),
          item(203, 12, 'rule-9'),
          item(204, 13, 'rule-8'),
          item(205, 14, null),
          item(206, 15, null),
        ],
      },
    },
    {
      asked: 'GET /v1/strategies',
      told: { items: [wants('rule-7', true), wants('rule-8', false), wants('rule-9', true)] },
    },
    { asked: price(206), sent: { low: 16 }, told: item(206, 16, null) },
    { asked: price(202), sent: { low: null }, told: item(202, null, 'rule-8') },
    { asked: price(201), sent: { low: null }, status: 409, told: told('rule-7') },
    { asked: rule(205), sent: { follows: 'rule-8' }, told: item(205, 14, 'rule-8') },
  ]);
  expect(await ask(price(203), { low: null })).toEqual([409, told('rule-9')]);
  expect(await ask(price(203), { low: 17 })).toEqual([200, item(203, 17, 'rule-9')]);
  expect(await ask(price(204), { low: null })).toEqual([200, item(204, null, 'rule-8')]);
  expect(await ask(price(205), { low: null })).toEqual([200, item(205, null, null)]);
});
