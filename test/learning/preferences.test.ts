// Services that choose among forms of an answer by what a request prefers: a language, a media type, what Prefer asks for.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const item = (number: number) => ({ id: `item-${number}`, name: `Cup ${number}`, low: 5, high: 90.25 });
const items = Array.from({ length: 7 }, (_, at) => item(101 + at));
const known: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items } },
  { asked: 'GET /v1/listings/item-101', told: item(101) },
];
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const json = 'application/json';

describe('an error in the language of the client', () => {
  const unknown = (number: number, message: string, language?: string): Said => ({
    asked: `GET /v1/listings/item-${number}`,
    headers: language === undefined ? {} : { 'Accept-Language': language },
    status: 404,
    answered: { 'Content-Language': language ?? 'en' },
    told: { code: 'not_found', message },
  });
  const ask = learnedFrom([
    ...known,
    unknown(900, 'There is no item item-900'),
    unknown(901, 'There is no item item-901', 'en'),
    unknown(902, 'Es gibt keine Ware item-902', 'de'),
  ]);
  const german = [404, { code: 'not_found', message: 'Es gibt keine Ware item-555' }];
  const english = [404, { code: 'not_found', message: 'There is no item item-555' }];

  test.each([
    ['de', german],
    ['de-DE,de;q=0.9,en;q=0.8', german],
    ['en;q=0.2, DE', german],
    ['en', english],
    ['fr', english],
    ['*', english],
    [undefined, english],
  ] as const)('is told to who prefers %s', async (language, told) => {
    const headers = language === undefined ? {} : { 'Accept-Language': language };
    expect(await ask('GET /v1/listings/item-555', undefined, json, headers)).toEqual(told);
  });
});

describe('a media type in which the service does not answer', () => {
  const ask = learnedFrom([
    ...known,
    {
      asked: 'GET /v1/listings',
      headers: { Accept: 'application/xml' },
      status: 406,
      told: { error: 'cannot write application/xml' },
    },
    {
      asked: 'GET /v1/listings/item-102',
      headers: { Accept: 'text/html' },
      status: 406,
      told: { error: 'cannot write text/html' },
    },
  ]);

  test.each(['GET /v1/listings/item-103', 'GET /v1/listings'])(
    'is refused as it was, whichever it is: %s',
    async (asked) => {
      const told = await ask(asked, undefined, json, { Accept: 'text/csv' });
      expect(told).toEqual([406, { error: 'cannot write text/csv' }]);
    },
  );

  test.each(['application/json', 'application/*', '*/*', 'text/html, application/xml;q=0.9, */*;q=0.1', ''])(
    'is none of those that a client takes: "%s"',
    async (Accept) => {
      expect(await ask('GET /v1/listings/item-103', undefined, json, { Accept })).toEqual([200, item(103)]);
    },
  );
});

test('a media type that no answer refused is taken', async () => {
  const ask = learnedFrom(known);
  const told = await ask('GET /v1/listings/item-103', undefined, json, { Accept: 'application/xml' });
  expect(told).toEqual([200, item(103)]);
});

describe('a write', () => {
  const write = (number: number, low: number, preference?: string): Said => {
    const told = { ...item(number), low };
    const headers = preference === undefined ? {} : { Prefer: preference };
    return preference === 'return=representation'
      ? { asked: price(number), sent: { low }, headers, told }
      : { asked: price(number), sent: { low }, headers, status: 204, told: '' };
  };
  const ask = learnedFrom([
    ...known,
    write(101, 6),
    { asked: 'GET /v1/listings/item-101', told: { ...item(101), low: 6 } },
    write(102, 7, 'return=representation'),
    write(103, 8, 'return=minimal'),
    write(104, 9, 'return=representation'),
  ]);

  test.each([
    ['return=representation', [200, { ...item(105), low: 12 }]],
    ['Return=Representation', [200, { ...item(105), low: 12 }]],
    ['return=minimal', [204, undefined]],
    ['', [204, undefined]],
  ])('is answered as Prefer asks for it: "%s"', async (Prefer, told) => {
    expect(await ask(price(105), { low: 12 }, json, { Prefer })).toEqual(told);
  });
});

describe('a record in a list of one, or by itself', () => {
  const whole = { Accept: 'application/vnd.items.one+json' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', headers: { Accept: json }, told: items },
    ...[101, 102, 103].map((number) => ({
      asked: `GET /v1/listings/item-${number}`,
      headers: whole,
      told: item(number),
    })),
    { asked: 'GET /v1/listings/item-104', headers: { Accept: json }, told: [item(104)] },
  ]);

  test('is read by the media type that the client takes', async () => {
    expect(await ask('GET /v1/listings/item-105', undefined, json, whole)).toEqual([200, item(105)]);
    expect(await ask('GET /v1/listings/item-105', undefined, json, { Accept: json })).toEqual([
      200,
      [item(105)],
    ]);
  });

  test('is in a list for who takes anything', async () => {
    expect(await ask('GET /v1/listings/item-105')).toEqual([200, [item(105)]]);
  });
});

describe('a list that is counted for those who prefer it', () => {
  const counted = { Prefer: 'count=exact' };
  const page = (from: number, size: number): readonly unknown[] => items.slice(from, from + size);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { total: null, items } },
    { asked: 'GET /v1/listings?limit=3', told: { total: null, items: page(0, 3) } },
    { asked: 'GET /v1/listings?limit=3&offset=3', told: { total: null, items: page(3, 3) } },
    { asked: 'GET /v1/listings?limit=3&offset=6', told: { total: null, items: page(6, 3) } },
    { asked: 'GET /v1/listings', headers: counted, told: { total: 7, items } },
    {
      asked: 'GET /v1/listings?limit=4',
      headers: counted,
      status: 206,
      told: { total: 7, items: page(0, 4) },
    },
    {
      asked: 'GET /v1/listings?limit=4&offset=4',
      headers: counted,
      status: 206,
      told: { total: 7, items: page(4, 4) },
    },
  ]);

  test('tells its length to them', async () => {
    const told = await ask('GET /v1/listings?limit=2', undefined, json, counted);
    expect(told).toEqual([206, { total: 7, items: page(0, 2) }]);
    const whole = await ask('GET /v1/listings', undefined, json, counted);
    expect(whole).toEqual([200, { total: 7, items }]);
  });

  test('tells it to nobody else', async () => {
    expect(await ask('GET /v1/listings?limit=2')).toEqual([200, { total: null, items: page(0, 2) }]);
  });
});

test('what is refused for a preference is not refused to who has none', async () => {
  const ask = learnedFrom([
    ...known,
    {
      asked: 'GET /v1/listings/item-103',
      headers: { Prefer: 'handling=strict, count=all' },
      status: 400,
      told: { error: 'unknown preference' },
    },
  ]);
  expect(await ask('GET /v1/listings/item-103')).toEqual([200, item(103)]);
  const strict = await ask('GET /v1/listings/item-103', undefined, json, {
    Prefer: 'handling=strict,count=all',
  });
  expect(strict).toEqual([400, { error: 'unknown preference' }]);
});
