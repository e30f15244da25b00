// What thirty more composed services taught: bounds that are rounded and drawn to each other, lists of actions that must name
// both, records that the usual list hides, and searches that are too short.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const list = (query: string, told: unknown): Said => ({ asked: `GET /v1/listings${query}`, told });
const price = (id: number) => `PATCH /v1/listings/${id}/price`;

test('a bound that is an amount of money is rounded, and drawn to the other one where they cross', async () => {
  const amount = (value: number) => ({ amount: value, currency: 'EUR' });
  const item = (id: number, low: number, high: number) => ({ id, low: amount(low), high: amount(high) });
  const nearest = (value: number) => Math.round(value / 10) * 10;
  const wrote = (id: number, low: number, high: number): Said => ({
    asked: price(id),
    sent: { low: amount(low), high: amount(high) },
    told: item(id, nearest(low), Math.max(nearest(low), nearest(high))),
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4, 5, 6].map((id) => item(id, 30 * id, 900 + id)) }),
    wrote(1, 204, 707),
    wrote(2, 258, 812),
    wrote(3, 641, 553),
    wrote(4, 311, 640),
    wrote(5, 488, 475),
  ]);
  const crossed = { low: amount(363), high: amount(222) };
  expect(await ask(price(6), crossed)).toEqual([200, item(6, 360, 360)]);
  expect(await ask(price(6), { low: amount(113), high: amount(457) })).toEqual([200, item(6, 110, 460)]);
});

test('a bound is drawn to the other one, though it is read only after two writes', async () => {
  const item = (id: number, low: string, high: string) => ({ id, low, high });
  const wrote = (id: number, low: unknown, high: unknown): Said => ({
    asked: price(id),
    sent: { low, high },
    status: 202,
    told: { accepted: true },
  });
  const read = (id: number, low: string, high: string): Said => ({
    asked: `GET /v1/listings/${id}`,
    told: item(id, low, high),
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4].map((id) => item(id, `${id}100`, `${id}900`)) }),
    wrote(1, '1200', '1800'),
    read(1, '1200', '1800'),
    wrote(2, '2300', '2700'),
    wrote(2, '2900', '2150'),
    read(2, '2900', '2900'),
  ]);
  await ask(price(3), { low: '3600', high: '3400' });
  expect(await ask('GET /v1/listings/3')).toEqual([200, item(3, '3600', '3600')]);
  // Whole amounts that are shown as texts stay texts.
  await ask(price(4), { low: 4200, high: '4700' });
  expect(await ask('GET /v1/listings/4')).toEqual([200, item(4, '4200', '4700')]);
});

test('what an object is made of must be sent before it is made in place of null', async () => {
  const amount = (value: number | null) => (value === null ? null : { value, currency: 'EUR' });
  const item = (id: number, low: number | null, high: number | null) => ({
    id,
    low: amount(low),
    high: amount(high),
  });
  const wrote = (id: number, sent: object, low: number | null, high: number | null): Said => ({
    asked: price(id),
    sent,
    told: item(id, low, high),
  });
  const ask = learnedFrom([
    list('', {
      rows: [item(1, 3, 9), item(2, null, 8), item(3, null, null), item(4, 2, 7), item(5, null, 6)],
    }),
    wrote(1, { low: amount(4), high: amount(10) }, 4, 10),
    wrote(2, { low: amount(5), high: amount(11) }, 5, 11),
    wrote(3, { high: amount(12) }, null, 12),
    wrote(4, { low: null, high: amount(13) }, 2, 13),
  ]);
  expect(await ask(price(5), { high: amount(14) })).toEqual([200, item(5, null, 14)]);
});

test('what follows in an object lacks with the object where a number stands for no bound', async () => {
  const item = (id: number, low: number, high: number) => ({
    id,
    low,
    high,
    range: low === -1 || high === -1 ? null : { value: high - low, currency: 'EUR' },
  });
  const wrote = (id: number, sent: object, low: number, high: number): readonly Said[] => [
    { asked: price(id), sent, told: { done: true } },
    { asked: `GET /v1/listings/${id}`, told: item(id, low, high) },
  ];
  const ask = learnedFrom([
    list('', { rows: [item(1, 20, 50), item(2, 31, 90), item(3, -1, -1), item(4, -1, 66), item(5, 12, 40)] }),
    ...wrote(1, { low: 25, high: 61 }, 25, 61),
    ...wrote(2, { low: 33, high: 85 }, 33, 85),
    ...wrote(3, { low: 14, high: 52 }, 14, 52),
    ...wrote(4, { high: 70 }, -1, 70),
  ]);
  await ask(price(5), { low: 11, high: 44 });
  expect(await ask('GET /v1/listings/5')).toEqual([200, item(5, 11, 44)]);
});

const set = (name: string, value: unknown, op = 'replace') => ({ op, path: `/${name}`, value });

test('a list of actions may have to name both bounds', async () => {
  const told = (id: number, low: number, high: number) => ({ id, low, high });
  const lacking = (id: number, name: string, sent: unknown): Said => ({
    asked: price(id),
    sent,
    status: 400,
    told: { field: name, error: `${name} is required` },
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4].map((id) => told(id, 5, 50)) }),
    { asked: price(1), sent: [set('low', 6), set('high', 60)], told: told(1, 6, 60) },
    { asked: price(2), sent: [set('low', 7), set('high', 70)], told: told(2, 7, 70) },
    lacking(3, 'low', [set('high', 80)]),
    lacking(3, 'high', [set('low', 8)]),
  ]);
  expect(await ask(price(4), [set('high', 90)])).toEqual([400, { field: 'low', error: 'low is required' }]);
  expect(await ask(price(4), [set('low', 9), set('high', 90)])).toEqual([200, told(4, 9, 90)]);
});

test('an amount that is too high is told of the action that sends it, and no other action is an unknown field', async () => {
  const told = (id: number, low: number, high: number) => ({ id, low, high });
  const refused = (id: number, sent: unknown, answer: unknown): Said => ({
    asked: price(id),
    sent,
    status: 422,
    told: answer,
  });
  const tooHigh = (name: string) => ({ field: name, error: `${name} may not be greater than 1000` });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4].map((id) => told(id, 25, 50)) }),
    { asked: price(1), sent: [set('low', 26), set('high', 60)], told: told(1, 26, 60) },
    { asked: price(2), sent: [set('low', 27), set('high', 70), set('note', 'sale')], told: told(2, 27, 70) },
    refused(3, [set('low', 11), set('high', 75_000)], tooHigh('high')),
    refused(3, [set('low', 1, 'increase')], { error: 'only replace is taken' }),
    refused(3, [set('price', 1, 'increase')], { error: 'only replace is taken' }),
  ]);
  expect(await ask(price(4), [set('low', 12), set('high', 55)])).toEqual([200, told(4, 12, 55)]);
  expect(await ask(price(4), [set('low', 12), set('high', 82_000)])).toEqual([422, tooHigh('high')]);
  expect(await ask(price(4), [set('stock', 1, 'append')])).toEqual([422, { error: 'only replace is taken' }]);
  // A field that nobody knows is no such action.
  expect(await ask(price(4), [set('low', 13), set('high', 56), set('reason', 'season')])).toEqual([
    200,
    told(4, 13, 56),
  ]);
});

const items = Array.from({ length: 20 }, (_, at) => ({
  id: 500 + at * 3,
  name: `${['Oak', 'Elm', 'Ash'][at % 3]} table`,
}));

test('records that the usual list hides are refused when they are asked for alone, by whatever id', async () => {
  const isShown = (_: unknown, at: number) => at % 5 !== 3;
  const hidden = items.filter((one, at) => !isShown(one, at));
  const refused = (asked: string, sent?: object): Said => ({
    asked,
    ...(sent && { sent }),
    status: 404,
    told: { error: 'there is no such listing' },
  });
  const ask = learnedFrom([
    list('', { rows: items.filter(isShown) }),
    list('?deleted=yes', { rows: items }),
    { asked: `GET /v1/listings/${items[0]!.id}`, told: items[0] },
    refused(`GET /v1/listings/${hidden[0]!.id}`),
    refused(price(hidden[0]!.id), { low: 3 }),
    refused('GET /v1/listings/9000'),
  ]);
  expect(await ask(`GET /v1/listings/${hidden[2]!.id}`)).toEqual([
    404,
    { error: 'there is no such listing' },
  ]);
  expect(await ask(`GET /v1/listings/${items[1]!.id}`)).toEqual([200, items[1]]);
});

test('a text that is searched for must have as many characters as a refusal tells', async () => {
  const holding = (text: string) => ({ rows: items.filter(({ name }) => name.includes(text)) });
  const short = (text: string): Said => ({
    ...list(`?q=${text}`, { error: 'q needs 3 characters' }),
    status: 400,
  });
  const ask = learnedFrom([
    list('', { rows: items }),
    list('?q=table', holding('table')),
    list('?q=Oak%20t', holding('Oak t')),
    list('?q=Elm%20t', holding('Elm t')),
    short('a'),
    short('le'),
  ]);
  expect(await ask('GET /v1/listings?q=z')).toEqual([400, { error: 'q needs 3 characters' }]);
  expect(await ask('GET /v1/listings?q=Ash')).toEqual([200, holding('Ash')]);
});

test('an amount in a sentence is told as the service has rounded it', async () => {
  const told = (id: number, low: number, high: number) => ({ id, low, high });
  const nearest = (value: number) => Math.round(value / 50) * 50;
  const crossed = (id: number, low: number, high: number): Said => ({
    asked: price(id),
    sent: { low, high },
    status: 409,
    told: { error: `must be less than or equal to ${nearest(high)}` },
  });
  const wrote = (id: number, low: number, high: number): Said => ({
    asked: price(id),
    sent: { low, high },
    told: told(id, nearest(low), nearest(high)),
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3, 4, 5].map((id) => told(id, 1000, 9000)) }),
    wrote(1, 1210, 4440),
    wrote(2, 1320, 5130),
    crossed(3, 4990, 4000),
    crossed(3, 6410, 3310),
    crossed(4, 7130, 2870),
  ]);
  expect(await ask(price(5), { low: 5230, high: 2570 })).toEqual([
    409,
    { error: 'must be less than or equal to 2550' },
  ]);
});

test('an id that each answer makes up is no member of the record that it stands beside', async () => {
  const traces = ['9f1c3b7a', '07be42d8', 'c4a95e13', 'e2d80f6b', '3a7719cc', 'b85d2e04'];
  let sent = 0;
  const traced = (told: object) => ({ ...told, trace: traces[sent++] });
  const ask = learnedFrom([
    list('', traced({ rows: items })),
    list('?size=5', traced({ rows: items.slice(0, 5) })),
    { asked: `GET /v1/listings/${items[0]!.id}`, told: traced(items[0]!) },
    { asked: `GET /v1/listings/${items[1]!.id}`, told: traced(items[1]!) },
    { asked: 'GET /v1/listings/9000', status: 404, told: traced({ error: 'unknown' }) },
  ]);
  expect(await ask(`GET /v1/listings/${items[7]!.id}`)).toEqual([
    200,
    { ...items[7], trace: expect.stringMatching(/^[\da-f]{8}$/) as string },
  ]);
});

test('the time of the day is told apart from the day, each as it is when it is told', async () => {
  const wrote = (id: number, at: number): Said => ({
    asked: price(id),
    sent: { low: 30 + id },
    told: { id, changedOn: '2026-03-03', changedAt: `09:00:0${at}` },
  });
  const ask = learnedFrom([
    list('', { rows: [1, 2, 3].map((id) => ({ id, changedOn: '2025-01-07', changedAt: '11:12:13' })) }),
    wrote(1, 1),
    wrote(2, 2),
  ]);
  ask.wait(29 * 3600);
  expect(await ask(price(3), { low: 38 })).toEqual([
    200,
    { id: 3, changedOn: '2026-01-02', changedAt: '05:00:00' },
  ]);
});
