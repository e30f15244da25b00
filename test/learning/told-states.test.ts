// What a shop for lamps taught: writes that are refused by a word with a good status, states that a refusal names with others, what
// strategies need and which are off, and requests that are bad for what nobody knows.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const lampOf = (
  number: number,
  state: string,
  low: number | null,
  high: number | null,
  plan: string | null = null,
) => ({ id: `lamp-${number}`, title: `Lamp ${number}`, state, low, high, plan });
const price = (number: number) => `PATCH /v1/listings/lamp-${number}/price`;
const assign = (number: number) => `PATCH /v1/listings/lamp-${number}/strategy`;

test('a write that is told to be invalid by a word is a refusal, though its status is a good one', async () => {
  const lamps = Array.from({ length: 10 }, (_, at) => lampOf(301 + at, 'live', 20 + at, 90 + at));
  const list: Said = { asked: 'GET /v1/listings', told: { lamps } };
  const answer = (number: number, status: string, ...issues: readonly object[]) => ({
    id: `lamp-${number}`,
    status,
    issues,
  });
  const issue = (code: string, message: string, severity: string) => ({ code, message, severity });
  const taken = (number: number, low: number, high: number): Said => ({
    asked: price(number),
    sent: { low, high },
    told: answer(number, 'ACCEPTED'),
  });
  const crossed = (number: number, low: number, high: number): Said => ({
    asked: price(number),
    sent: { low, high },
    told: answer(
      number,
      'INVALID',
      issue('90057', `The low of ${low} is above the high of ${high}.`, 'ERROR'),
    ),
  });
  const ask = learnedFrom([
    list,
    taken(301, 12, 70),
    { asked: 'GET /v1/listings/lamp-301', told: { ...lamps[0], low: 12, high: 70 } },
    taken(302, 14, 75),
    { asked: 'GET /v1/listings/lamp-302', told: { ...lamps[1], low: 14, high: 75 } },
    {
      asked: price(303),
      sent: { low: 1, high: 76 },
      told: answer(303, 'ACCEPTED', issue('90099', 'Such a low is seldom wanted.', 'WARNING')),
    },
    crossed(304, 60, 9),
    taken(305, 13, 77),
    crossed(306, 55, 7),
  ]);
  const refused = crossed(307, 81, 33);
  expect(await ask(refused.asked, refused.sent)).toEqual([200, refused.told]);
  expect(await ask('GET /v1/listings/lamp-307')).toEqual([200, lamps[6]]);
  const accepted = taken(308, 15, 78);
  expect(await ask(accepted.asked, accepted.sent)).toEqual([200, accepted.told]);
  expect(await ask('GET /v1/listings/lamp-308')).toEqual([200, { ...lamps[7], low: 15, high: 78 }]);
});

test('a code of digits that a fault tells stays as it is, though a record has the same number', async () => {
  const lamps = Array.from({ length: 10 }, (_, at) => ({
    ...lampOf(321 + at, 'live', 20 + at, 90 + at),
    issues: at === 4 ? [{ code: '90220' }] : [],
  }));
  const fault = (low: number, high: number) => ({
    code: '90220',
    message: `The low of ${low} is above the high of ${high}.`,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps } },
    { asked: price(321), sent: { low: 12, high: 70 }, told: { ...lamps[0], low: 12, high: 70 } },
    { asked: price(322), sent: { low: 13, high: 71 }, told: { ...lamps[1], low: 13, high: 71 } },
    { asked: price(323), sent: { low: 60, high: 9 }, status: 422, told: { issues: [fault(60, 9)] } },
  ]);
  expect(await ask(price(324), { low: 44, high: 8 })).toEqual([422, { issues: [fault(44, 8)] }]);
});

test('of the states that a refusal names the one that the record has is refused', async () => {
  const states = ['active', 'resting', 'retired', 'active', 'active', 'retired'];
  const lamps = Array.from({ length: 12 }, (_, at) => lampOf(341 + at, states[at % 6]!, 20 + at, 90 + at));
  const refused = {
    status: 409,
    told: { fault: 'It has a state of retired; only active, resting ones may be changed.' },
  };
  const set = (at: number, low: number, high: number): Said => ({
    asked: price(341 + at),
    sent: { low, high },
    told: { ...lamps[at], low, high },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps } },
    set(0, 12, 70),
    set(3, 13, 71),
    set(4, 14, 72),
    { asked: price(343), sent: { low: 15, high: 73 }, ...refused },
  ]);
  const resting = set(7, 16, 74);
  expect(await ask(resting.asked, resting.sent)).toEqual([200, resting.told]);
  expect(await ask(price(346), { low: 17, high: 75 })).toEqual([409, refused.told]);
});

test('a state that is told is to blame, though one bound alone was sent as no accepted write did', async () => {
  const states = ['live', 'live', 'retired', 'live', 'dimmed', 'retired'];
  const lamps = Array.from({ length: 12 }, (_, at) => lampOf(361 + at, states[at % 6]!, 20 + at, 90 + at));
  const refused = { status: 409, told: { fault: 'Retired lamps cannot be changed.' } };
  const set = (at: number, sent: object): Said => ({
    asked: price(361 + at),
    sent,
    told: { ...lamps[at], ...sent },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps } },
    set(0, { low: 12, high: 70 }),
    set(1, { low: 13, high: 71 }),
    set(3, { low: 14, high: 72 }),
    { asked: price(363), sent: { high: 60 }, ...refused },
  ]);
  expect(await ask(price(366), { high: 61 })).toEqual([409, refused.told]);
  expect(await ask(price(367), { high: 62 })).not.toEqual([409, refused.told]);
});

test('a strategy that is off is refused as one that is disabled, though one alone was ever taken', async () => {
  const plans = Array.from({ length: 5 }, (_, at) => ({
    id: `plan-${at + 1}`,
    step: 3 + at,
    enabled: at !== 1 && at !== 3,
  }));
  const lamps = Array.from({ length: 8 }, (_, at) => lampOf(381 + at, 'live', 20 + at, 90 + at));
  const refused = { status: 422, told: { errors: { plan: ['is disabled'] } } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps } },
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: assign(381), sent: { plan: 'plan-1' }, told: { ...lamps[0], plan: 'plan-1' } },
    { asked: assign(382), sent: { plan: 'plan-2' }, ...refused },
  ]);
  expect(await ask(assign(383), { plan: 'plan-4' })).toEqual([422, refused.told]);
  expect(await ask(assign(384), { plan: 'plan-5' })).toEqual([200, { ...lamps[3], plan: 'plan-5' }]);
});

test('a strategy needs the bound whose member holds the sentence, also where that is taken away', async () => {
  const plans = Array.from({ length: 4 }, (_, at) => ({ id: `plan-${at + 1}`, step: 3 + at }));
  const lamps = Array.from({ length: 12 }, (_, at) =>
    lampOf(
      401 + at,
      'live',
      at % 3 === 2 ? null : 20 + at,
      90 + at,
      at % 3 === 0 ? `plan-${1 + (at % 4)}` : null,
    ),
  );
  const refused = { status: 422, told: { errors: { low: ["can't be blank"] } } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps } },
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: price(402), sent: { low: 12, high: 70 }, told: { ...lamps[1], low: 12, high: 70 } },
    { asked: price(405), sent: { low: 13 }, told: { ...lamps[4], low: 13 } },
    {
      asked: assign(402),
      sent: { plan: 'plan-2' },
      told: { ...lamps[1], low: 12, high: 70, plan: 'plan-2' },
    },
    { asked: assign(403), sent: { plan: 'plan-1' }, ...refused },
  ]);
  expect(await ask(assign(406), { plan: 'plan-3' })).toEqual([422, refused.told]);
  expect(await ask(price(404), { low: null })).toEqual([422, refused.told]);
  expect(await ask(assign(408), { plan: 'plan-3' })).toEqual([200, { ...lamps[7], plan: 'plan-3' }]);
});

test('a kind of strategies that is told as it is written is the reason rather than a name of the same word', async () => {
  const plans = [
    { id: 'plan-1', name: 'Undercut', type: 'undercut' },
    { id: 'plan-2', name: 'Evenly', type: 'match' },
    { id: 'plan-3', name: 'A cent less', type: 'undercut' },
    { id: 'plan-4', name: 'Level', type: 'match' },
    { id: 'plan-5', name: 'Ten less', type: 'undercut' },
  ];
  const lamps = Array.from({ length: 10 }, (_, at) =>
    lampOf(421 + at, 'live', at % 2 === 1 ? null : 20 + at, 90 + at),
  );
  const refused = {
    status: 400,
    told: { fault: 'You must set low on the lamp to use a strategy with type=undercut.' },
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps } },
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: assign(421), sent: { plan: 'plan-1' }, told: { ...lamps[0], plan: 'plan-1' } },
    { asked: assign(422), sent: { plan: 'plan-2' }, told: { ...lamps[1], plan: 'plan-2' } },
    { asked: assign(424), sent: { plan: 'plan-1' }, ...refused },
  ]);
  expect(await ask(assign(426), { plan: 'plan-3' })).toEqual([400, refused.told]);
  expect(await ask(assign(428), { plan: 'plan-4' })).toEqual([200, { ...lamps[7], plan: 'plan-4' }]);
  expect(await ask(assign(423), { plan: 'plan-5' })).toEqual([200, { ...lamps[2], plan: 'plan-5' }]);
});

test('a bad request with nothing wrong that is known is refused again and tells nothing of keys', async () => {
  const lamp = (number: number) => ({ id: `lamp-${number}`, title: `Lamp ${number}` });
  const ids = Array.from({ length: 8 }, (_, at) => 441 + at);
  const parts = {
    names: (number: number) => ({ names: [{ shop: 'attic', name: `Name of ${number}` }] }),
    bounds: (number: number) => ({ bounds: [{ shop: 'attic', low: number % 50 }] }),
  };
  const read = (number: number, ...shown: readonly (keyof typeof parts)[]): Said => ({
    asked: `GET /v1/listings/lamp-${number}${shown.length === 0 ? '' : `?show=${shown.join(',')}`}`,
    told: Object.assign({}, lamp(number), ...shown.map((part) => parts[part](number))) as object,
  });
  const bad = { status: 400, told: { fault: "Value '[names, prices]' at 'show' is none of ours" } };
  const closed = { status: 403, told: { fault: 'You may not come in.' } };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { lamps: ids.map(lamp) } },
    read(441),
    read(442, 'names'),
    read(443, 'bounds'),
    read(444, 'names', 'bounds'),
    { asked: 'GET /v1/listings/lamp-442?show=names,prices', ...bad },
    { asked: 'GET /v1/listings', keyless: true, ...closed },
  ]);
  expect(await ask('GET /v1/listings/lamp-442?show=names,prices')).toEqual([400, bad.told]);
  expect(await ask(read(443).asked)).toEqual([200, read(443).told]);
  const keyless = await ask.answer(read(442).asked, undefined, undefined, { 'X-API-KEY': '' });
  expect([keyless.status, keyless.json]).toEqual([403, closed.told]);
  const stranger = await ask.answer(read(442).asked, undefined, undefined, { 'X-API-KEY': 'another' });
  expect(stranger.json).not.toEqual(bad.told);
});
