// What services that were composed at random taught: members that follow from others, bounds that are taken away, the many ways
// of writing one thing.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
const read = (number: number) => `GET /v1/listings/${number}`;

test('a list whose pages begin behind an id is told by it where the ids of other lists have another name', async () => {
  const items = numbers.map((number) => ({ ref: `${number}000`, title: `Cup ${number}` }));
  const rules = [7, 8, 9, 10, 11].map((number) => ({ id: `rule-${number}`, title: `Rule ${number}` }));
  const page = <Row extends object>(
    rows: readonly Row[],
    from: number,
    size: number,
    idOf: (row: Row) => string,
  ) => {
    const shown = rows.slice(from, from + size);
    return { rows: shown, ...(from + size < rows.length && { next: idOf(shown.at(-1)!) }) };
  };
  const listings = (from: number, size: number) => page(items, from, size, ({ ref }) => ref);
  const strategies = (from: number, size: number) => page(rules, from, size, ({ id }) => id);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?size=2', told: listings(0, 2) },
    { asked: 'GET /v1/listings?size=2&after=102000', told: listings(2, 2) },
    { asked: 'GET /v1/listings?size=2&after=104000', told: listings(4, 2) },
    { asked: 'GET /v1/listings?size=6', told: listings(0, 6) },
    { asked: 'GET /v1/listings/101000', told: items[0] },
    { asked: 'GET /v1/strategies?size=3', told: strategies(0, 3) },
    { asked: 'GET /v1/strategies?size=3&after=rule-9', told: strategies(3, 3) },
  ]);
  expect(await ask('GET /v1/strategies?size=2')).toEqual([200, strategies(0, 2)]);
  expect(await ask('GET /v1/strategies?size=2&after=rule-8')).toEqual([200, strategies(2, 2)]);
});

describe('a list of which nothing is left', () => {
  const items = numbers.map((number) => ({ id: `${number}`, state: number > 103 ? 'on' : 'off' }));
  const whole = (rows: readonly unknown[]) => ({ rows, total: rows.length });

  test('is no answer at all (204) where an empty page of another one is a page', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings?size=4&page=1', told: { rows: items.slice(0, 4), total: 6 } },
      { asked: 'GET /v1/listings?size=4&page=2', told: { rows: items.slice(4), total: 6 } },
      { asked: 'GET /v1/listings?size=4&page=9', told: { rows: [], total: 6 } },
      { asked: 'GET /v1/listings?state=on', told: whole(items.slice(3)) },
      { asked: 'GET /v1/listings?state=off', told: whole(items.slice(0, 3)) },
      { asked: 'GET /v1/listings?state=lost', status: 204, told: undefined },
    ]);
    const [status] = (await ask('GET /v1/listings?state=gone')) as readonly unknown[];
    expect(status).toBe(204);
    expect(await ask('GET /v1/listings?size=4&page=7')).toEqual([200, { rows: [], total: 6 }]);
  });
});

test('a listing whose receipt says what was done has its own state still, though both are called alike', async () => {
  const [live, held] = [
    { code: 'live', label: 'Live' },
    { code: 'held', label: 'Held' },
  ];
  const item = (number: number) => ({ id: `${number}`, low: 5, status: number > 103 ? held : live });
  const shown = (rows: readonly number[]) => ({ rows: rows.map(item) });
  const done = (number: number) => ({ done: [{ id: `${number}`, status: 'updated' }] });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: shown(numbers) },
    { asked: 'GET /v1/listings?status=live', told: shown([101, 102, 103]) },
    { asked: 'GET /v1/listings?status=lost', told: shown([]) },
    { asked: price(101), sent: { low: 6 }, told: done(101) },
    { asked: read(101), told: { ...item(101), low: 6 } },
    { asked: price(102), sent: { low: 7 }, told: done(102) },
    { asked: read(102), told: { ...item(102), low: 7 } },
  ]);
  expect(await ask('GET /v1/listings?status=held')).toEqual([200, shown([104, 105, 106])]);
  expect(await ask(read(103))).toEqual([200, item(103)]);
  expect(await ask(price(103), { low: 8 })).toEqual([200, done(103)]);
});

test('a strategy that is named by a URN stands there at the end, though answers also showed it whole', async () => {
  const rules = [7, 8].map((number) => ({ id: `R${number}`, title: `Rule ${number}` }));
  const names = new Map([
    [101, 'R7'],
    [102, 'R8'],
    [103, 'R7'],
  ]);
  const plain = (number: number) => {
    const name = names.get(number);
    return { id: `${number}`, rule: name === undefined ? '' : `urn:rule:${name}` };
  };
  const whole = (number: number) => ({
    id: `${number}`,
    rule: rules.find(({ id }) => id === names.get(number)) ?? null,
  });
  const session: readonly Said[] = [
    { asked: 'GET /v1/strategies', told: { rows: rules } },
    { asked: 'GET /v1/listings', told: { rows: numbers.map(plain) } },
    { asked: 'GET /v1/listings?include=rule', told: { rows: numbers.map(whole) } },
    { asked: `${read(102)}?include=rule`, told: whole(102) },
  ];
  const ask = learnedFrom(session, 'end');
  expect(await ask('GET /v1/listings')).toEqual([200, { rows: numbers.map(plain) }]);
  expect(await ask(`${read(103)}?include=rule`)).toEqual([200, whole(103)]);
});

describe('whether a listing is repriced', () => {
  interface Own {
    readonly low: number;
    readonly high: number;
    readonly rule: string;
  }
  const shown = (number: number, { low, high, rule }: Own) => ({
    id: `${number}`,
    low,
    high,
    rule,
    repriced: low > 0 && high > 0 && rule !== '',
  });
  const owns = new Map<number, Own>([
    [101, { low: 5, high: 9, rule: 'R7' }],
    [102, { low: 5, high: 9, rule: '' }],
    [103, { low: -1, high: -1, rule: 'R7' }],
    [104, { low: 4, high: 8, rule: 'R8' }],
    [105, { low: -1, high: -1, rule: '' }],
    [106, { low: 4, high: -1, rule: 'R8' }],
  ]);
  const of = (number: number, more: Partial<Own> = {}) => shown(number, { ...owns.get(number)!, ...more });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'R7' }, { id: 'R8' }] } },
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => of(number)) } },
    { asked: price(101), sent: { low: 6, high: 10 }, told: of(101, { low: 6, high: 10 }) },
    { asked: price(102), sent: { low: 3, high: 11 }, told: of(102, { low: 3, high: 11 }) },
    { asked: price(104), sent: { low: null, high: 7 }, told: of(104, { low: -1, high: 7 }) },
    { asked: strategy(104), sent: { rule: 'R7' }, told: of(104, { low: -1, high: 7, rule: 'R7' }) },
    { asked: strategy(102), sent: { rule: 'R8' }, told: of(102, { low: 3, high: 11, rule: 'R8' }) },
  ]);

  test('follows from its bounds and its strategy after either write', async () => {
    expect(await ask(price(103), { low: 2, high: 12 })).toEqual([200, of(103, { low: 2, high: 12 })]);
    expect(await ask(strategy(105), { rule: 'R7' })).toEqual([200, of(105, { rule: 'R7' })]);
  });

  test('follows from a bound that is taken away, be it the one of which nobody saw that or the other', async () => {
    expect(await ask(price(101), { low: 3, high: null })).toEqual([200, of(101, { low: 3, high: -1 })]);
    expect(await ask(price(101), { low: null, high: 8 })).toEqual([200, of(101, { low: -1, high: 8 })]);
  });
});

describe('amounts that are texts, of which one was sent as a number', () => {
  const item = (number: number) => ({ id: `${number}`, low: '€5.00', high: '€90.00' });
  const written = (number: number, low: string, high: string) => ({ ...item(number), low, high });
  const refused = (field: string, says: string) => ({ error: `${field} ${says}` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: price(101), sent: { low: '€6.00', high: '€80.00' }, told: written(101, '€6.00', '€80.00') },
    { asked: price(102), sent: { low: '€7.50', high: '€70.00' }, told: written(102, '€7.50', '€70.00') },
    { asked: price(103), sent: { low: 12.5, high: '€75.00' }, told: written(103, '€12.50', '€75.00') },
    {
      asked: price(104),
      sent: { low: [1], high: '€75.00' },
      status: 422,
      told: refused('low', 'must be a string'),
    },
    {
      asked: price(104),
      sent: { low: '€2.00', high: '€9999.00' },
      status: 422,
      told: refused('high', 'must not exceed €1000.00'),
    },
  ]);

  test('are taken as texts, and as numbers', async () => {
    expect(await ask(price(105), { low: '€8.00', high: '€60.00' })).toEqual([
      200,
      written(105, '€8.00', '€60.00'),
    ]);
    expect(await ask(price(105), { low: 9, high: 61.5 })).toEqual([200, written(105, '€9.00', '€61.50')]);
  });

  test('are refused as the field is told that is out of range', async () => {
    expect(await ask(price(106), { low: '€3.00', high: '€8000.00' })).toEqual([
      422,
      refused('high', 'must not exceed €1000.00'),
    ]);
  });
});

test('bounds in an object that may be empty come and go one by one', async () => {
  const item = (number: number, bounds: object = {}) => ({ id: `${number}`, bounds });
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  const full = { low: money(500), high: money(9000) };
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { rows: numbers.map((number) => item(number, number > 103 ? full : {})) },
    },
    { asked: price(104), sent: { low: money(600) }, told: item(104, { ...full, low: money(600) }) },
    { asked: price(101), sent: { low: money(700) }, told: item(101, { low: money(700) }) },
    { asked: price(105), sent: { low: null, high: money(8000) }, told: item(105, { high: money(8000) }) },
    {
      asked: price(102),
      sent: { low: money(1), high: money(2) },
      told: item(102, { low: money(1), high: money(2) }),
    },
  ]);
  expect(await ask(price(103), { low: money(650) })).toEqual([200, item(103, { low: money(650) })]);
  expect(await ask(price(106), { low: money(3), high: null })).toEqual([200, item(106, { low: money(3) })]);
});

test('a price in its currency is drawn to the bounds as one without is', async () => {
  const item = (number: number, more: object = {}) => ({
    id: `${number}`,
    price: '50.00 EUR',
    low: '10.00 EUR',
    high: '90.00 EUR',
    ...more,
  });
  const wrote = (number: number, low: string, high: string, own: string): Said => ({
    asked: price(number),
    sent: { low, high },
    told: item(number, { low, high, price: own }),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    wrote(101, '55.00 EUR', '80.00 EUR', '55.00 EUR'),
    wrote(102, '5.00 EUR', '45.50 EUR', '45.50 EUR'),
    wrote(103, '20.00 EUR', '70.00 EUR', '50.00 EUR'),
  ]);
  expect(await ask(price(104), { low: '52.25 EUR', high: '70.00 EUR' })).toEqual([
    200,
    item(104, { low: '52.25 EUR', high: '70.00 EUR', price: '52.25 EUR' }),
  ]);
});

test('a fault is told of the bound that has it by the end of its path, within the object that wraps all', async () => {
  const item = (number: number) => ({ id: `${number}`, low: { worth: 5 }, high: { worth: 90 } });
  const sent = (low: unknown, high: unknown) => ({ item: { low: { worth: low }, high: { worth: high } } });
  const wrote = (number: number, low: number, high: number) => ({
    ...item(number),
    low: { worth: low },
    high: { worth: high },
  });
  const told = (field: string, value: string) => ({ error: `${field}: no number '${value}' for ${field}` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: price(101), sent: sent(6, 80), told: wrote(101, 6, 80) },
    { asked: price(102), sent: sent(7, 70), told: wrote(102, 7, 70) },
    { asked: price(103), sent: sent('cheap', 70), status: 400, told: told('low.worth', 'cheap') },
  ]);
  expect(await ask(price(104), sent(6, 'dear'))).toEqual([400, told('high.worth', 'dear')]);
});

test('what is gone (410) is no reason to call gone what never was', async () => {
  const item = (number: number) => ({ id: `L${number}`, low: 5 });
  const none = { error: 'There is no such listing.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: 'GET /v1/listings/L101', told: item(101) },
    { asked: 'GET /v1/listings/L901', status: 410, told: { error: 'It is gone.' } },
    { asked: 'GET /v1/listings/L902', status: 410, told: { error: 'It is gone.' } },
    { asked: 'GET /v1/listings/L777', status: 404, told: none },
  ]);
  expect(await ask('GET /v1/listings/L778')).toEqual([404, none]);
  expect(await ask('GET /v1/listings/L901')).toEqual([410, { error: 'It is gone.' }]);
});

test('a list that tells what it was asked for tells it of parameters, too, that no recording had', async () => {
  const rows = numbers.map((number) => ({ id: `${number}` }));
  const list = (asked: Readonly<Record<string, string>>, shown = rows) => ({ asked, rows: shown });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list({}) },
    { asked: 'GET /v1/listings?size=2', told: list({ size: '2' }, rows.slice(0, 2)) },
    { asked: 'GET /v1/listings?size=3&hue=red', told: list({ size: '3', hue: 'red' }, rows.slice(0, 3)) },
    { asked: 'GET /v1/strategies', told: list({}, []) },
  ]);
  expect(await ask('GET /v1/listings?size=1&taste=sweet')).toEqual([
    200,
    list({ size: '1', taste: 'sweet' }, rows.slice(0, 1)),
  ]);
});

test('a token that names a place leads on in the list that was asked for, though another list gave it, too', async () => {
  const items = Array.from({ length: 9 }, (_, at) => ({
    id: `${201 + at}`,
    price: at % 3 === 0 ? 5 : 20 + at,
  }));
  const dear = items.filter(({ price: own }) => own > 10);
  const page = (rows: readonly unknown[], from: number) => ({
    rows: rows.slice(from, from + 4),
    ...(from + 4 < rows.length && { next: `cGxhY2U${from + 4}` }),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(items, 0) },
    { asked: 'GET /v1/listings?from_price=10', told: page(dear, 0) },
    { asked: 'GET /v1/listings?order=price', told: page([items[0], items[3], items[6], ...dear], 0) },
    { asked: 'GET /v1/listings?token=cGxhY2U4', told: page(items, 4) },
    { asked: 'GET /v1/listings?token=cGxhY2U8', told: page(items, 8) },
  ]);
  expect(await ask('GET /v1/listings?token=cGxhY2U4')).toEqual([200, page(items, 4)]);
  expect(await ask('GET /v1/listings?token=cGxhY2U8')).toEqual([200, page(items, 8)]);
});

test('a list that says of its last page that it is the last has no more than was seen', async () => {
  const items = numbers.map((number) => ({ id: `${number}` }));
  const runs = numbers.slice(0, 4).map((number) => ({ id: `run-${number}` }));
  const page = (rows: readonly unknown[], from: number, size = 5) => ({
    rows: rows.slice(from, from + size),
    from,
    last: from + size >= rows.length,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(items, 0) },
    { asked: 'GET /v1/listings?from=5', told: page(items, 5) },
    { asked: 'GET /v1/reports?size=2', told: page(runs, 0, 2) },
    { asked: 'GET /v1/reports?size=2&from=2', told: page(runs, 2, 2) },
    { asked: 'GET /v1/reports', told: page(runs, 0) },
  ]);
  expect(await ask('GET /v1/reports?size=2&from=2')).toEqual([200, page(runs, 2, 2)]);
  expect(await ask('GET /v1/reports')).toEqual([200, page(runs, 0)]);
});

test('who tells of the state of a record before a strategy that is none tells of it before all that is wrong in what was sent', async () => {
  const item = (number: number) => ({
    id: `${number}`,
    low: 5,
    plan: 'even',
    state: number > 103 ? 'shut' : 'open',
  });
  const fault = (code: string) => ({ status: code === 'SHUT' ? 409 : 400, told: { code } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'even' }, { id: 'fast' }] } },
    { asked: price(101), sent: { low: 9 }, told: { ...item(101), low: 9 } },
    { asked: price(103), sent: { low: 4 }, told: { ...item(103), low: 4 } },
    { asked: price(102), sent: { low: 'cheap' }, ...fault('TYPE') },
    { asked: strategy(102), sent: { plan: 'fast' }, told: { ...item(102), plan: 'fast' } },
    { asked: price(104), sent: { low: 6 }, ...fault('SHUT') },
    { asked: price(105), sent: { low: 7 }, ...fault('SHUT') },
    { asked: strategy(105), sent: { plan: 17 }, ...fault('SHUT') },
    { asked: strategy(103), sent: { plan: 17 }, ...fault('TYPE') },
  ]);
  expect(await ask(price(106), { low: 'cheap' })).toEqual([409, { code: 'SHUT' }]);
  expect(await ask(price(103), { low: 'cheap' })).toEqual([400, { code: 'TYPE' }]);
});

test('what a receipt says of a write is no state of the listing, though both are words', async () => {
  const item = (number: number, low = 5) => ({ id: `${number}`, low, state: number > 103 ? 'held' : 'live' });
  const done = (number: number) => ({ done: [{ id: `${number}`, state: 'updated' }] });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: 'GET /v1/listings?state=live', told: { rows: [101, 102, 103].map((number) => item(number)) } },
    { asked: 'GET /v1/listings?state=lost', told: { rows: [] } },
    { asked: price(101), sent: { low: 6 }, told: done(101) },
    { asked: read(101), told: item(101, 6) },
    { asked: price(104), sent: { low: 7 }, told: done(104) },
    { asked: price(102), sent: { low: 7 }, told: done(102) },
    { asked: read(102), told: item(102, 7) },
  ]);
  expect(await ask(price(105), { low: 8 })).toEqual([200, done(105)]);
  expect(await ask(read(105))).toEqual([200, item(105, 8)]);
  expect(await ask('GET /v1/listings?state=held')).toEqual([
    200,
    { rows: [item(104), item(105, 8), item(106)] },
  ]);
});

test('a link to the next page repeats a parameter that was asked for twice', async () => {
  const items = numbers.map((number) => ({ id: `${number}`, state: ['live', 'held', 'lost'][number % 3]! }));
  const page = (query: string, from = 0, rows = items) => ({
    rows: rows.slice(from, from + 2),
    next: from + 2 < rows.length ? `/v1/listings?${query}from=${from + 2}` : null,
  });
  const ofStates = (...states: readonly string[]) => items.filter(({ state }) => states.includes(state));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page('') },
    { asked: 'GET /v1/listings?from=2', told: page('', 2) },
    { asked: 'GET /v1/listings?from=4', told: page('', 4) },
    { asked: 'GET /v1/listings?state=live', told: page('state=live&', 0, ofStates('live')) },
    { asked: 'GET /v1/listings?state=held', told: page('state=held&', 0, ofStates('held')) },
    { asked: 'GET /v1/listings?state=lost', told: page('state=lost&', 0, ofStates('lost')) },
    { asked: 'GET /v1/listings?hue=red', told: page('hue=red&') },
    { asked: 'GET /v1/listings?hue=blue', told: page('hue=blue&') },
  ]);
  const { json } = await ask.answer('GET /v1/listings?hue=red&hue=blue');
  expect(new URL((json as { next: string }).next, 'http://mock').searchParams.getAll('hue')).toEqual([
    'red',
    'blue',
  ]);
});

test('null for one bound is no reason to refuse the other, where the bound that stood was crossed when that was refused', async () => {
  const euros = (value: number) => ({ value, currency: 'EUR' });
  const item = (number: number, low = 5, high = 90) => ({
    id: `${number}`,
    low: euros(low),
    high: euros(high),
  });
  const bounds = (low: unknown, high: unknown) => ({ min: low, max: high });
  const crossed = (low: number, high: number) => ({ error: `'min' (${low}) is above 'max' (${high})` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: bounds(euros(6), euros(80)), told: item(101, 6, 80) },
    { asked: price(102), sent: bounds(euros(7), euros(70)), told: item(102, 7, 70) },
    { asked: price(103), sent: bounds(euros(40), euros(30)), status: 422, told: crossed(40, 30) },
    { asked: price(104), sent: bounds(null, euros(3)), status: 422, told: crossed(5, 3) },
  ]);
  const { status } = await ask.answer(price(105), bounds(euros(4), null));
  expect(status).toBe(200);
  expect(await ask(price(106), bounds(null, euros(2)))).toEqual([422, crossed(5, 2)]);
});

test('a strategy that is shown as a link is gone where null was sent for it, and another one stands there in its place', async () => {
  const link = (name: string) => `https://upstream.example/v1/strategies/${name}`;
  const item = (number: number, plan: string | null = link('even')) => ({ id: `${number}`, low: 5, plan });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: 'GET /v1/strategies', told: { rows: [{ id: 'even' }, { id: 'fast' }, { id: 'slow' }] } },
    { asked: strategy(101), sent: { plan: 'fast' }, told: { done: true } },
    { asked: read(101), told: item(101, link('fast')) },
    { asked: strategy(104), sent: { plan: 'slow' }, told: { done: true } },
    { asked: read(104), told: item(104, link('slow')) },
    { asked: strategy(102), sent: { plan: null }, told: { done: true } },
    { asked: read(102), told: item(102, null) },
  ]);
  await ask(strategy(103), { plan: 'slow' });
  const [, { plan }] = (await ask(read(103))) as [number, { plan: string }];
  expect(new URL(plan).pathname).toBe('/v1/strategies/slow');
  await ask(strategy(103), { plan: null });
  expect(await ask(read(103))).toEqual([200, item(103, null)]);
});

test('a write with a key is done once though each answer tells the id of its request', async () => {
  const item = (number: number, low = 5) => ({ id: `${number}`, low });
  const traced = (trace: string, told: object) => ({
    answered: { 'X-Trace': `8f3e90ab77c1${trace}` },
    told: { ...told, trace: `8f3e90ab77c1${trace}` },
  });
  const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });
  const reused = { error: 'This key was used for another write.' };
  const missing = { error: 'A write needs a key.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: { low: 6 }, ...key('first-0001'), ...traced('d001', item(101, 6)) },
    { asked: price(101), sent: { low: 6 }, ...key('first-0001'), ...traced('e7f2', item(101, 6)) },
    { asked: price(101), sent: { low: 7 }, ...key('first-0001'), status: 422, ...traced('a9c3', reused) },
    { asked: price(101), sent: { low: 6 }, status: 400, ...traced('b14d', missing) },
    { asked: price(102), sent: { low: 6 }, ...key('first-0002'), ...traced('c555', item(102, 6)) },
  ]);
  const write = (low: number, headers = {}) => ask(price(103), { low }, undefined, headers);
  expect(await write(8)).toMatchObject([400, missing]);
  expect(await write(8, { 'Idempotency-Key': 'other-0001' })).toMatchObject([200, item(103, 8)]);
  expect(await write(9, { 'Idempotency-Key': 'other-0001' })).toMatchObject([422, reused]);
});

test('an amount that stands for none is written again as it was', async () => {
  const item = (number: number, low = '5.00 EUR', high = '90.00 EUR') => ({ id: `${number}`, low, high });
  const none = '-1.00 EUR';
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    {
      asked: price(101),
      sent: { low: '6.00 EUR', high: '80.00 EUR' },
      told: item(101, '6.00 EUR', '80.00 EUR'),
    },
    {
      asked: price(102),
      sent: { low: '7.00 EUR', high: '70.00 EUR' },
      told: item(102, '7.00 EUR', '70.00 EUR'),
    },
    { asked: price(103), sent: { low: null, high: '60.00 EUR' }, told: item(103, none, '60.00 EUR') },
    { asked: price(104), sent: { low: null, high: '50.00 EUR' }, told: item(104, none, '50.00 EUR') },
  ]);
  expect(await ask(price(105), { low: null, high: '40.00 EUR' })).toEqual([
    200,
    item(105, none, '40.00 EUR'),
  ]);
});
