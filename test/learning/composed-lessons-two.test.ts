// More of what services that were composed at random taught: sizes that are too large, nothing that stands as something, errors
// that are told in one sentence behind the other.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const read = (number: number) => `GET /v1/listings/${number}`;

test('a link leads on from a page that is too large, and so of the usual size, as from any other', async () => {
  const items = Array.from({ length: 12 }, (_, at) => ({ id: `${301 + at}` }));
  const page = (number: number, size: number) => ({
    rows: items.slice((number - 1) * size, number * size),
    links: {
      ...(number * size < items.length && {
        next: { href: `/v1/listings?size=${size}&page=${number + 1}` },
      }),
    },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(1, 4) },
    { asked: 'GET /v1/listings?size=4&page=2', told: page(2, 4) },
    { asked: 'GET /v1/listings?size=4&page=3', told: page(3, 4) },
    { asked: 'GET /v1/listings?size=7', told: page(1, 7) },
    { asked: 'GET /v1/listings?size=7&page=2', told: page(2, 7) },
    { asked: 'GET /v1/listings?size=6', told: page(1, 6) },
    { asked: 'GET /v1/listings?size=5', told: page(1, 5) },
    { asked: 'GET /v1/listings?size=90', told: page(1, 4) },
  ]);
  expect(await ask('GET /v1/listings?size=5&page=2')).toEqual([200, page(2, 5)]);
  expect(await ask('GET /v1/listings?size=3&page=3')).toEqual([200, page(3, 3)]);
});

describe('a bound that is taken away', () => {
  const after = async (none: unknown, low: unknown, sent: object) => {
    const item = (number: number, own: unknown = number > 103 ? none : low) => ({
      id: `${number}`,
      low: own,
      high: own,
    });
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
      { asked: price(101), sent: { low: 7, high: 9 }, told: { done: true } },
      { asked: read(101), told: { id: '101', low: 7, high: 9 } },
      { asked: price(102), sent: { low: null, high: 8 }, told: { done: true } },
    ]);
    await ask(price(103), sent);
    return ask(read(103));
  };

  test.each([-1, 0, ''])('is shown as other records show that they have none: as %j', async (none) => {
    expect(await after(none, 5, { low: null, high: 6 })).toEqual([200, { id: '103', low: none, high: 6 }]);
  });

  test('is null where others have null', async () => {
    expect(await after(null, 5, { low: null, high: 6 })).toEqual([200, { id: '103', low: null, high: 6 }]);
  });
});

test('on which side of its bounds a price lies is not told where 0 stands for none', async () => {
  const item = (number: number, [low, high, side]: readonly [number, number, string]) => ({
    id: `${number}`,
    price: 50,
    low,
    high,
    side,
  });
  const ways = [
    [10, 90, 'in'],
    [10, 40, 'over'],
    [60, 90, 'under'],
    [0, 0, 'free'],
  ] as const;
  const all = Array.from({ length: 16 }, (_, at) => item(201 + at, ways[at % 4]!));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: all } },
    { asked: price(201), sent: { low: 20, high: 30 }, told: item(201, [20, 30, 'over']) },
    { asked: price(202), sent: { low: 55, high: 70 }, told: item(202, [55, 70, 'under']) },
    { asked: price(203), sent: { low: 45, high: 70 }, told: item(203, [45, 70, 'in']) },
  ]);
  expect(await ask(price(204), { low: 15, high: 35 })).toEqual([200, item(204, [15, 35, 'over'])]);
  expect(await ask(price(205), { low: 0, high: 0 })).toEqual([200, item(205, [0, 0, 'free'])]);
});

test('an amount that is sent as a text is shown as a number, though it may be raised to the other bound', async () => {
  const item = (number: number, low = 5, high = 90) => ({ id: `${number}`, low, high });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: { low: 6, high: 80 }, told: item(101, 6, 80) },
    { asked: price(102), sent: { low: 70, high: 60 }, told: item(102, 60, 70) },
    { asked: price(103), sent: { low: '7', high: 75 }, told: item(103, 7, 75) },
  ]);
  expect(await ask(price(104), { low: 8, high: '66' })).toEqual([200, item(104, 8, 66)]);
});

test('a member of every error is called after no field, though its name ends as one does', async () => {
  const item = (number: number) => ({ id: number, low: 5, high: 90 });
  const refused = (fault: string, id: string) => ({ fault, 'request-id': id });
  const said = (asked: string, status: number, fault: string, id: string, sent?: unknown): Said => ({
    asked,
    ...(sent !== undefined && { sent }),
    status,
    told: refused(fault, id),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: read(101), told: item(101) },
    { asked: price(101), sent: { low: 6, high: 80 }, told: { ...item(101), low: 6, high: 80 } },
    said('GET /v1/offers', 404, 'no such route', 'aa01bc'),
    said(read(901), 404, 'no listing 901', 'bc02de'),
    said(read(902), 404, 'no listing 902', 'de03fa'),
    said(price(903), 404, 'no listing 903', 'fa04ab', { low: 6, high: 80 }),
    said(price(102), 400, 'low must be a number', 'ab05cd', { low: 'cheap', high: 80 }),
    said(price(102), 400, 'high must be a number', 'cd06ef', { low: 6, high: true }),
    said('GET /v1/listings?size=many', 400, 'size is no number', 'ef07ab'),
  ]);
  const fault = async (asked: string) => {
    const [status, { fault: own }] = (await ask(asked)) as [number, { fault: string }];
    return [status, own];
  };
  expect(await fault(read(777))).toEqual([404, 'no listing 777']);
});

test('a size below 0 is taken where 0 and a word are, though a range is told of one that is too large', async () => {
  const rows = numbers.map((number) => ({ id: `${number}` }));
  const first = { rows: rows.slice(0, 4) };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: first },
    { asked: 'GET /v1/listings?size=4&page=2', told: { rows: rows.slice(4) } },
    { asked: 'GET /v1/listings?size=2', told: { rows: rows.slice(0, 2) } },
    { asked: 'GET /v1/listings?size=2&page=2', told: { rows: rows.slice(2, 4) } },
    { asked: 'GET /v1/listings?size=3&page=2', told: { rows: rows.slice(3) } },
    { asked: 'GET /v1/listings?size=0', told: first },
    { asked: 'GET /v1/listings?size=many', told: first },
    { asked: 'GET /v1/listings?size=90', status: 400, told: { error: 'size must be between 1 and 50' } },
  ]);
  expect(await ask('GET /v1/listings?size=-3')).toEqual([200, first]);
});

test('a strategy that is shown whole where it is asked for is null where a listing has none', async () => {
  const rules = [7, 8].map((number) => ({ kind: 'rule', id: `R${number}`, title: `Rule ${number}` }));
  const plain = (number: number) => ({
    id: `${number}`,
    ruleId: number > 104 ? null : `R${(number % 2) + 7}`,
  });
  const whole = (number: number) => {
    const found = rules.find(({ id }) => id === plain(number).ruleId);
    return { ...plain(number), rule: found === undefined ? null : { id: found.id, title: found.title } };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: rules } },
    { asked: 'GET /v1/listings', told: { rows: numbers.map(plain) } },
    { asked: 'GET /v1/listings?embed=rule&size=2', told: { rows: [101, 102].map(whole) } },
    { asked: 'GET /v1/listings?size=3', told: { rows: [101, 102, 103].map(plain) } },
    { asked: read(101), told: plain(101) },
    { asked: `${read(102)}?embed=rule`, told: whole(102) },
    { asked: read(103), told: plain(103) },
  ]);
  expect(await ask('GET /v1/listings?embed=rule&size=5')).toEqual([
    200,
    { rows: [101, 102, 103, 104, 105].map(whole) },
  ]);
});

test('the direction of an order that nobody knows changes nothing', async () => {
  const rows = [5, 3, 9, 1, 7].map((cost, at) => ({ id: `${201 + at}`, cost, title: `Cup ${9 - at}` }));
  const by = (order: (a: (typeof rows)[0], b: (typeof rows)[0]) => number) => ({
    rows: rows.toSorted(order),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows } },
    { asked: 'GET /v1/listings?sort=cost&direction=asc', told: by((a, b) => a.cost - b.cost) },
    { asked: 'GET /v1/listings?sort=cost&direction=desc', told: by((a, b) => b.cost - a.cost) },
    { asked: 'GET /v1/listings?sort=title&direction=asc', told: { rows: rows.toReversed() } },
    { asked: 'GET /v1/listings?sort=hue&direction=asc', told: { rows } },
  ]);
  expect(await ask('GET /v1/listings?sort=taste&direction=desc')).toEqual([200, { rows }]);
});

test.each(['; ', '\n', ' | ', ', '])('errors that one text joins with %j are told so', async (between) => {
  const item = (number: number) => ({ id: `${number}`, low: 5, high: 90 });
  const wrong = (field: string, value: string) => `${field}: '${value}' is no number`;
  const told = (...faults: readonly string[]) => ({ status: 400, message: faults.join(between) });
  const refused = (sent: object, ...faults: readonly string[]): Said => ({
    asked: price(103),
    sent,
    status: 400,
    told: told(...faults),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: numbers.map(item) } },
    { asked: price(101), sent: { low: 6, high: 80 }, told: { ...item(101), low: 6, high: 80 } },
    { asked: price(102), sent: { low: 7, high: 70 }, told: { ...item(102), low: 7, high: 70 } },
    refused({ low: 'cheap', high: 70 }, wrong('low', 'cheap')),
    refused({ low: 'least', high: 'most' }, wrong('low', 'least'), wrong('high', 'most')),
  ]);
  expect(await ask(price(104), { low: 'much', high: 'more' })).toEqual([
    400,
    told(wrong('low', 'much'), wrong('high', 'more')),
  ]);
  expect(await ask(price(104), { low: 6, high: 'more' })).toEqual([400, told(wrong('high', 'more'))]);
});

test('a word is searched for in each language in which a title is told', async () => {
  const rows = ['Red Cup', 'Blue Lamp', 'Green Cup', 'Red Lamp', 'White Rug', 'Black Rug'].map(
    (title, at) => ({
      id: `${201 + at}`,
      title: [
        { language: 'en', text: title },
        { language: 'de', text: `${title.replace('Rug', 'Teppich')} neu` },
      ],
    }),
  );
  const shown = (...places: readonly number[]) => ({ rows: places.map((place) => rows[place]) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows } },
    { asked: 'GET /v1/listings?q=lamp', told: shown(1, 3) },
    { asked: 'GET /v1/listings?q=Red', told: shown(0, 3) },
  ]);
  expect(await ask('GET /v1/listings?q=cup')).toEqual([200, shown(0, 2)]);
  expect(await ask('GET /v1/listings?q=teppich')).toEqual([200, shown(4, 5)]);
});

test.each([null, ''])(
  'the name of a strategy goes with it, as listings without one show: %j',
  async (none) => {
    const rules = [7, 8].map((number) => ({ id: `R${number}`, title: `Rule ${number}` }));
    const item = (number: number, rule: number | null = number > 103 ? null : 7) => ({
      id: `${number}`,
      ruleId: rule === null ? none : `R${rule}`,
      ruleTitle: rule === null ? none : `Rule ${rule}`,
    });
    const assigned = (number: number, rule: number): Said => ({
      asked: `PATCH /v1/listings/${number}/strategy`,
      sent: { rule: `R${rule}` },
      told: item(number, rule),
    });
    const ask = learnedFrom([
      { asked: 'GET /v1/strategies', told: { rows: rules } },
      { asked: 'GET /v1/listings', told: { rows: numbers.map((number) => item(number)) } },
      assigned(101, 8),
      assigned(104, 7),
      assigned(105, 8),
      { asked: 'PATCH /v1/listings/106/strategy', sent: { rule: null }, told: item(106, null) },
    ]);
    expect(await ask('PATCH /v1/listings/102/strategy', { rule: null })).toEqual([200, item(102, null)]);
  },
);

test('a text that is a number of the record behind a sign is known of those that were never read alone', async () => {
  const item = (at: number) => ({ id: 5000 + at * 37, place: 11 + at, low: 5 });
  const whole = (at: number) => ({ ...item(at), mark: `%${item(at).place}` });
  const all = Array.from({ length: 9 }, (_, at) => at);
  const one = (at: number) => ({ asked: `GET /v1/listings/${item(at).id}`, told: whole(at) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: all.map(item) } },
    one(0),
    one(3),
    one(4),
    one(7),
  ]);
  expect(await ask(one(5).asked)).toEqual([200, whole(5)]);
});
