// How faults of a request are told: members called after the field, places in the text of the body, the kind of value that
// a field takes, what is asked for, and what each answer makes anew.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const item = (number: number) => ({
  id: `item-${number}`,
  name: `Cup ${number}`,
  low: 5,
  high: 90.25 + number,
  rule: 'r-1',
});
const items = [101, 102, 103, 104, 105].map(item);
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const rule = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
const rules = [
  { id: 'r-1', label: 'Bold' },
  { id: 'r-2', label: 'Calm' },
];
const reads: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items } },
  { asked: 'GET /v1/strategies', told: { items: rules } },
  { asked: price(101), sent: { low: 6.5, high: 70.25 }, told: { ...item(101), low: 6.5, high: 70.25 } },
  { asked: rule(102), sent: { rule: 'r-2' }, told: { ...item(102), rule: 'r-2' } },
];
const learned = (...refused: readonly Said[]) => learnedFrom([...reads, ...refused]);
const refusal = (asked: string, sent: unknown, told: unknown, status = 400): Said => ({
  asked,
  sent,
  status,
  told,
});
const undecided: unknown = expect.objectContaining({
  error: expect.objectContaining({ code: 'undecided' }) as unknown,
});

describe('a member that is called after the field at fault', () => {
  test('is called so in another case, too', async () => {
    const ask = learned(
      refusal(price(103), { low: null, high: 9 }, { errors: { Low: ['The Low field is required.'] } }),
    );
    expect(await ask(price(104), { low: 7, high: null })).toEqual([
      400,
      { errors: { High: ['The High field is required.'] } },
    ]);
  });

  test('is called so behind signs of its own, among others', async () => {
    const told = (name: string) => ({
      errors: { [`$.${name}`]: ['cannot be read'], request: ['is required'] },
    });
    const ask = learned(refusal(price(103), { low: 'cheap', high: 9 }, told('low')));
    expect(await ask(price(104), { low: 7, high: 'dear' })).toEqual([400, told('high')]);
  });

  test('stands by itself where it was only told beside another', async () => {
    const told = (...names: string[]) => ({
      errors: Object.fromEntries(names.map((name) => [name, [`${name} must be positive.`]])),
    });
    const ask = learned(refusal(price(103), { low: -2, high: -1 }, told('Low', 'High')));
    expect(await ask(price(104), { low: -7, high: 9 })).toEqual([400, told('Low')]);
    expect(await ask(price(104), { low: -7, high: -6 })).toEqual([400, told('Low', 'High')]);
  });
});

describe('where a body cannot be read', () => {
  test('the text breaks off is told', async () => {
    const told = (at: number) => ({ fault: `Expecting value: line 1 column ${at + 1} (char ${at})` });
    const ask = learned(refusal(price(103), '{"low": 5, "high": ', told(19)));
    expect(await ask(price(104), '{"low": ')).toEqual([400, told(8)]);
  });

  test('the value at fault ends is told', async () => {
    const told = (field: string, at: number) => ({ fault: `No number. Path: $.${field} | Position: ${at}.` });
    const ask = learned(refusal(price(103), '{"low":"cheap","high":9}', told('low', 14)));
    expect(await ask(price(104), '{"low":7,"high":"dear"}')).toEqual([400, told('high', 22)]);
  });
});

test('the kind of value that a field takes is told of another field as its own', async () => {
  const told = (field: string, kind: string) => ({ fault: `${field} must be ${kind}` });
  const ask = learned(refusal(price(103), { low: true, high: 9 }, told('low', 'a number')));
  expect(await ask(rule(104), { rule: 5.5 })).toEqual([400, told('rule', 'a string')]);
});

test('what is told of a field that holds others is told of no other, and by chance calls no kind of value', async () => {
  const noted = { ...item(101), low: 6, notes: { shelf: 'B12' } };
  const told = (field: string, wanted: string) => ({ fault: `${field} must be ${wanted}` });
  const ask = learned(
    { asked: price(101), sent: { low: 6, notes: { shelf: 'B12' } }, told: noted },
    refusal(price(103), { notes: 'none' }, told('notes', 'an object of strings')),
    refusal(price(103), { low: true }, told('low', 'a number')),
  );
  expect(await ask(price(104), { high: false })).toEqual([400, told('high', 'a number')]);
  expect(await ask(price(104), { notes: 17 })).toEqual([400, told('notes', 'an object of strings')]);
});

test('what another list is of is told in its own words', async () => {
  const page = (from: number) => ({ items: items.slice(from, from + 2), more: from + 2 < items.length });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?count=2', told: page(0) },
    { asked: 'GET /v1/listings?count=2&after=item-102', told: page(2) },
    { asked: 'GET /v1/listings?count=2&after=item-104', told: page(4) },
    { asked: 'GET /v1/strategies?count=1', told: { items: rules.slice(0, 1), more: true } },
    { asked: 'GET /v1/strategies?count=1&after=r-1', told: { items: rules.slice(1), more: false } },
    refusal('GET /v1/listings?after=lost', undefined, { fault: "No such listing: 'lost'" }),
  ]);
  expect(await ask('GET /v1/strategies?after=gone')).toEqual([400, { fault: "No such strategy: 'gone'" }]);
});

describe('an order that nothing is known of', () => {
  const sorted: readonly Said[] = [
    { asked: 'GET /v1/listings?sort=high', told: { items } },
    { asked: 'GET /v1/listings?sort=-high', told: { items: [...items].reverse() } },
  ];

  test('is told by its name alone in a sentence', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { items } },
      ...sorted,
      refusal('GET /v1/listings?sort=weight', undefined, { fault: 'Field weight is unknown' }),
    ]);
    expect(await ask('GET /v1/listings?sort=-size')).toEqual([400, { fault: 'Field size is unknown' }]);
  });

  test('is told as it was sent where it is quoted', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { items } },
      ...sorted,
      refusal('GET /v1/listings?sort=weight', undefined, { fault: "No order by 'weight'" }),
    ]);
    expect(await ask('GET /v1/listings?sort=-size')).toEqual([400, { fault: "No order by '-size'" }]);
  });
});

test('what each answer makes anew has the form that it has in all of them, though each error was seen once', async () => {
  const trace = (hex: string) => `00-${hex.repeat(16)}-01`;
  const ask = learned(
    refusal(price(999), { low: 5, high: 9 }, { fault: 'not found', trace: trace('a3') }, 404),
    refusal('GET /v1/listings/item-998', undefined, { fault: 'not found', trace: trace('9c') }, 404),
    refusal(price(103), { low: 'cheap', high: 9 }, { fault: 'low is bad', trace: trace('7e') }),
    refusal(rule(103), { rule: 'r-9' }, { fault: 'no such rule', trace: trace('5b') }, 422),
  );
  const anew: unknown = expect.stringMatching(/^00-[0-9a-f]{32}-01$/);
  expect(await ask(price(104), { low: 'dear', high: 9 })).toEqual([
    400,
    { fault: 'low is bad', trace: anew },
  ]);
  expect(await ask(rule(104), { rule: 'r-8' })).toEqual([422, { fault: 'no such rule', trace: anew }]);
});

test('a bound that crosses the one that stands is told otherwise than two that cross', async () => {
  const both = { fault: 'low must not be above high' };
  const stored = (low: number, high: number) => ({ fault: `low ${low} is greater than high ${high}` });
  const ask = learned(
    { asked: price(105), sent: { low: 7 }, told: { ...item(105), low: 7 } },
    refusal(price(103), { low: 20, high: 10 }, both, 422),
    refusal(price(103), { low: 500 }, stored(500, 193.25), 409),
  );
  expect(await ask(price(104), { low: 30, high: 10 })).toEqual([422, both]);
  expect(await ask(price(104), { low: 300 })).toEqual([409, stored(300, 194.25)]);
});

test('a bound below an amount that the record shows is refused with its number', async () => {
  const listing = (number: number) => ({ ...item(number), cost: number / 10 });
  const told = (low: number, cost: number) => ({ fault: `${low} is below the cost of ${cost}.` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: items.map(({ id }) => listing(Number(id.slice(5)))) } },
    ...[
      [101, 10.5],
      [102, 10.2],
    ].map(([number, low]): Said => {
      return { asked: price(number!), sent: { low, high: 80 }, told: { ...listing(number!), low, high: 80 } };
    }),
    refusal(price(103), { low: 4, high: 80 }, told(4, 10.3), 422),
  ]);
  expect(await ask(price(105), { low: 10.4, high: 80 })).toEqual([422, told(10.4, 10.5)]);
  expect(await ask(price(104), { low: 10.4, high: 80 })).toEqual([
    200,
    { ...listing(104), low: 10.4, high: 80 },
  ]);
  expect(await ask(price(104), { low: 10.4, high: 9 })).toEqual([422, told(9, 10.4)]);
});

describe('of several faults, the one that is told', () => {
  const told = (type: string, field: string, input: unknown) => ({
    detail: [{ type, loc: ['body', field], input }],
  });

  test('is no list of words that happens to be as long', async () => {
    const ask = learned(refusal(price(103), { low: 3, high: 9, unit: 'EUR' }, told('extra', 'unit', 'EUR')));
    expect(await ask(price(104), { low: 4, high: 9, colour: 'red' })).toEqual([
      400,
      told('extra', 'colour', 'red'),
    ]);
    expect(await ask(price(104), { low: 4, high: 9 })).toEqual([200, { ...item(104), low: 4, high: 9 }]);
  });

  test('is not named by the body that is told again', async () => {
    const ask = learned(refusal(rule(103), { ruleId: 'r-2' }, told('missing', 'rule', { ruleId: 'r-2' })));
    expect(await ask(rule(104), { regel: 'r-2' })).toEqual([400, told('missing', 'rule', { regel: 'r-2' })]);
  });
});

describe('ids in any case', () => {
  const found: Said = { asked: 'GET /v1/listings/ITEM-103', told: item(103) };

  test('name the record where one was found so', async () => {
    const ask = learned(found, {
      asked: price(104),
      sent: { low: 6, high: 7 },
      told: { ...item(104), low: 6, high: 7 },
    });
    expect(await ask('GET /v1/listings/Item-105')).toEqual([200, item(105)]);
    expect(await ask('PATCH /v1/listings/ITEM-105/price', { low: 6, high: 7 })).toEqual([
      200,
      { ...item(105), low: 6, high: 7 },
    ]);
  });

  test('do not make up a record that is not there', async () => {
    expect(await learned(found)('GET /v1/listings/item-999')).toEqual([404, undecided]);
  });
});

test('ids that are UUIDs name the record without their dashes, too, where one was found so', async () => {
  const id = (at: number) => `5b1f6f1d-2a33-4c77-9a0e-0b7f4a526d${10 + at}`;
  const bare = (at: number) => id(at).replaceAll('-', '');
  const items = Array.from({ length: 5 }, (_, at) => ({ id: id(at), low: at, high: 20 + at }));
  const missing = (at: number) => ({ fault: `There is no ${id(at)}.` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: `GET /v1/listings/${bare(1)}`, told: items[1] },
    { asked: `GET /v1/listings/${bare(70)}`, status: 404, told: missing(70) },
    { asked: `PATCH /v1/listings/${id(1)}/price`, sent: { low: 6 }, told: { ...items[1], low: 6 } },
  ]);
  expect(await ask(`GET /v1/listings/${bare(2)}`)).toEqual([200, items[2]]);
  expect(await ask(`PATCH /v1/listings/${bare(3)}/price`, { low: 7 })).toEqual([
    200,
    { ...items[3], low: 7 },
  ]);
  expect(await ask(`GET /v1/listings/${bare(71)}`)).toEqual([404, missing(71)]);
});

describe('what was refused and accepted later', () => {
  test('was refused for what the record lacked then', async () => {
    const bare = (number: number) => ({ ...item(number), low: null, high: null });
    const told = { fault: 'No bounds yet.' };
    const whole = { ...bare(103), low: 6, high: 7 };
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { items: [item(101), item(102), bare(103), bare(104), item(105)] } },
      { asked: 'GET /v1/strategies', told: { items: rules } },
      { asked: rule(101), sent: { rule: 'r-2' }, told: { ...item(101), rule: 'r-2' } },
      { asked: rule(102), sent: { rule: 'r-2' }, told: { ...item(102), rule: 'r-2' } },
      refusal(rule(103), { rule: 'r-2' }, told, 409),
      { asked: price(103), sent: { low: 6, high: 7 }, told: whole },
      { asked: rule(103), sent: { rule: 'r-2' }, told: { ...whole, rule: 'r-2' } },
    ]);
    expect(await ask(rule(104), { rule: 'r-2' })).toEqual([409, told]);
    expect(await ask(rule(105), { rule: 'r-2' })).toEqual([200, { ...item(105), rule: 'r-2' }]);
    await ask(price(104), { low: 8, high: 9 });
    expect(await ask(rule(104), { rule: 'r-2' })).toEqual([
      200,
      { ...bare(104), low: 8, high: 9, rule: 'r-2' },
    ]);
  });
});

describe('results of a write, of which some tell faults though its status is good,', () => {
  const batch = (digits: string) => `${digits}C7FAD4471B43AE9012F3D5567ABC0${digits}@B`;
  const results = (digits: string, ...done: readonly (readonly [string, string?])[]) => ({
    batch: batch(digits),
    done: done.filter(([, fault]) => fault === undefined).length,
    results: done.map(([field, fault]) => ({
      field,
      state: fault === undefined ? 'TAKEN' : 'LEFT',
      fault: fault === undefined ? null : { name: field, text: fault },
    })),
  });
  const both = (low: unknown, high: unknown, told: unknown, more = {}): Said => {
    return { asked: price(101), sent: { low, high, ...more }, told };
  };
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    both(6.5, 70.25, results('A1', ['low'], ['high'])),
    { asked: 'GET /v1/listings/item-101', told: { ...item(101), low: 6.5, high: 70.25 } },
    both(7, 71, results('B2', ['low'], ['high'])),
    both('x', 72, results('C3', ['low', 'low is no number'], ['high'])),
    both(8, -2, results('D4', ['low'], ['high', 'high must be above 0'])),
  ];

  test('are refusals, and those without faults are none', async () => {
    const ask = learnedFrom(session);
    expect(await ask(price(102), { low: 'y', high: 70 })).toMatchObject([
      200,
      { done: 1, results: results('', ['low', 'low is no number'], ['high']).results },
    ]);
    expect(await ask(price(102), { low: 7, high: 70 })).toMatchObject([
      200,
      { done: 2, results: results('', ['low'], ['high']).results },
    ]);
    expect(await ask('GET /v1/listings/item-102')).toEqual([200, { ...item(102), low: 7, high: 70 }]);
  });

  test('make anew what those without faults do, in the same form', async () => {
    const [, told] = (await learnedFrom(session)(price(102), { low: 'y', high: 70 })) as [number, object];
    expect(told).toHaveProperty('batch', expect.stringMatching(/^[0-9A-F]{33}@B$/));
  });

  test('are not told of an amount that only was never seen, where they name another field', async () => {
    const told = results('E5', ['since', 'since is no day']);
    const ask = learnedFrom([
      ...session,
      both(9, 70, results('F6', ['low'], ['high'], ['since']), { since: 'May' }),
      both(2, 70, told, { since: 'soon' }),
    ]);
    expect(await ask(price(102), { low: 2, high: 70 })).toMatchObject([
      200,
      { results: [{ state: 'TAKEN' }, { state: 'TAKEN' }] },
    ]);
  });
});

test('a write is done that tells more where something was sent than where null was', async () => {
  const set = (number: number, id: string | null): Said => ({
    asked: rule(number),
    sent: { rule: id },
    told: { state: id === null ? 'OFF' : 'ON', rule: id && { id, text: 'A rule of two words' } },
  });
  const ask = learnedFrom([
    ...reads.slice(0, 2),
    set(101, 'r-2'),
    set(102, 'r-2'),
    set(103, null),
    set(104, null),
    { asked: 'GET /v1/listings/item-101', told: { ...item(101), rule: 'r-2' } },
  ]);
  expect(await ask(rule(105), { rule: 'r-2' })).toMatchObject([200, { state: 'ON' }]);
  expect(await ask('GET /v1/listings/item-105')).toEqual([200, { ...item(105), rule: 'r-2' }]);
});

describe('the text of an error', () => {
  test('calls a token after the flag that was sent', async () => {
    const told = (token: string) => ({ fault: `Current token (${token}) is no number` });
    const ask = learned(refusal(price(103), { low: true, high: 9 }, told('VALUE_TRUE')));
    expect(await ask(price(104), { low: 7, high: false })).toEqual([400, told('VALUE_FALSE')]);
    expect(await ask(price(104), { low: true })).toEqual([400, told('VALUE_TRUE')]);
  });

  test('tells no number that is one off from how many members were sent', async () => {
    const told = { fault: '1 fault: a price must be above 0' };
    const sent = { prices: { low: 6.5, high: 70.25 } };
    const ask = learnedFrom([
      ...reads.slice(0, 2),
      { asked: price(101), sent, told: { ...item(101), ...sent.prices } },
      { asked: price(102), sent, told: { ...item(102), ...sent.prices } },
      refusal(price(103), { prices: { low: -5, high: 9 } }, told),
    ]);
    expect(await ask(price(104), { prices: { low: -7 } })).toEqual([400, told]);
  });
});

test('a field that records show and no write takes is told otherwise than one that they do not have', async () => {
  const told = (text: string) => ({ message: text });
  const ask = learned(
    refusal(price(103), { colour: 'red' }, told('No column colour')),
    refusal(price(103), { name: 'Mug' }, told('Column name is read only')),
  );
  expect(await ask(price(104), { rule: 'r-1' })).toEqual([400, told('Column rule is read only')]);
  expect(await ask(price(104), { shape: 'round' })).toEqual([400, told('No column shape')]);
});

test('a number told as a text is what was sent, and no JSON of it', async () => {
  const told = (text: string) => ({ error: 'low must be an object', rejected: text });
  const ask = learned(refusal(price(103), { low: true, high: 9 }, told('true')));
  expect(await ask(price(104), { low: 'dear', high: 9 })).toEqual([400, told('dear')]);
});

test('a long id is malformed where it is shorter, which may be told in other words than that it is unknown', async () => {
  const ids = ['Qx7f2Zt9Lm4Kp8Rw', 'Ab3Wq8Yn5Vt2Hs6J', 'Ur9Dk1Xe4Gz7Po2M'];
  const missing = { error: 'There is no such listing' };
  const odd = (id: string) => ({ error: `${id} is no id` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: ids.map((id) => ({ id })) } },
    { asked: `GET /v1/listings/${ids[0]}`, told: { id: ids[0] } },
    { asked: 'GET /v1/listings/Zz9Zz9Zz9Zz9Zz9Z', status: 404, told: missing },
    { asked: 'GET /v1/listings/lamp', status: 404, told: odd('lamp') },
  ]);
  expect(await ask('GET /v1/listings/tin')).toEqual([404, odd('tin')]);
  expect(await ask('GET /v1/listings/Yy8Yy8Yy8Yy8Yy8Y')).toEqual([404, missing]);
});

test('amounts in a sentence have their thousands told apart, whether or not they have any', async () => {
  const crossed = (low: string, high: string) => ({ error: `Low ($${low}) is above high ($${high}).` });
  const ask = learned(
    { asked: price(102), sent: { low: 6.5, high: 9900.25 }, told: { ...item(102), low: 6.5, high: 9900.25 } },
    refusal(price(103), { low: 300, high: 200 }, crossed('300.00', '200.00')),
    refusal(price(104), { low: 1250.5, high: 1250 }, crossed('1,250.50', '1,250.00')),
  );
  expect(await ask(price(105), { low: 8000, high: 17.5 })).toEqual([400, crossed('8,000.00', '17.50')]);
});

test('a refusal for a key tells the key that was sent', async () => {
  const refused = (key: string) => ({ wrong: `The key ${key} is not known.` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: [{ id: 'item-1' }] } },
    { asked: 'GET /v1/listings?take=2', status: 401, told: refused('__redacted.api-key.2__') },
  ]);
  const { status, json } = await ask.answer('GET /v1/listings', undefined, undefined, {
    'X-API-KEY': 'no-such',
  });
  expect([status, json]).toEqual([401, refused('no-such')]);
});
