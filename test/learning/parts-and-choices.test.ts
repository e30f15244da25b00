// What a card marketplace and a booking platform taught: lists that are told in parts or not at all, members that go with others,
// sentences that are joined, what is told again of what was sent.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
const read = (number: number) => `GET /v1/listings/${number}`;

test('what is asked for beyond what is found has no body (204), though a part of a list is told by 206', async () => {
  const items = numbers.slice(0, 6).map((number) => ({ id: `${number}`, low: 5, high: 9 }));
  const part = (from: number, size: number): Said => ({
    asked: `GET /v1/listings?start=${from}&size=${size}`,
    status: 206,
    told: { items: items.slice(from, from + size) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    part(0, 2),
    part(2, 2),
    part(4, 2),
    { asked: 'GET /v1/listings?start=40&size=2', status: 204, told: undefined },
  ]);
  expect(await ask('GET /v1/listings?start=1&size=3')).toEqual([206, { items: items.slice(1, 4) }]);
  expect((await ask.answer('GET /v1/listings?start=60&size=3')).status).toBe(204);
});

test('a member that only reads show goes with a leaf of few values that lists show, too', async () => {
  const zones = ['Pacific', 'Tropic', 'Arctic'];
  const cities = ['Honiara', 'Cairns', 'Tromsö'];
  const item = (number: number) => ({ id: `${number}`, zone: zones[number % 3]!, low: 5, high: 9 });
  const whole = (number: number) => ({ ...item(number), city: cities[number % 3]! });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    ...numbers.slice(0, 7).map((number): Said => ({ asked: read(number), told: whole(number) })),
  ]);
  for (const number of numbers.slice(7)) expect(await ask(read(number))).toEqual([200, whole(number)]);
});

test('an object that some records have is not that of another record with the same count', async () => {
  const item = (number: number) => ({ id: `${number}`, most: number % 5, low: 5, high: 9 });
  const session = (number: number) => ({ seats: number % 5, begins: `0${number % 7}:30` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    ...[101, 102, 104].map((number): Said => ({
      asked: read(number),
      told: { ...item(number), next: session(number) },
    })),
    { asked: read(106), told: item(106) },
  ]);
  expect(await ask(read(106))).toEqual([200, item(106)]);
});

test('of sentences that are joined, the last one has the full stop that each has alone', async () => {
  const refused = (message: string) => ({ status: 400, told: { code: 12, message } });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { items: numbers.map((number) => ({ id: `${number}`, low: 5, high: 9 })) },
    },
    { asked: price(101), sent: { low: 4, high: 8 }, told: { id: '101', low: 4, high: 8 } },
    { asked: price(102), sent: { low: -4 }, ...refused('low must be greater than 0.') },
    {
      asked: price(103),
      sent: { low: 0, high: 90_000 },
      ...refused('low must be greater than 0; high must be at most 5000.'),
    },
  ]);
  expect(await ask(price(104), { high: 0 })).toEqual([400, refused('high must be greater than 0.').told]);
  expect(await ask(price(104), { low: -1, high: 70_000 })).toEqual([
    400,
    refused('low must be greater than 0; high must be at most 5000.').told,
  ]);
});

test('a warning is told wherever more was asked for than a page may have', async () => {
  const all = Array.from({ length: 30 }, (_, at) => ({ id: `${101 + at}`, low: 5, high: 9 }));
  const page = (from: number, size: number) => ({ done: { ok: true }, items: all.slice(from, from + size) });
  const warned = (size: number, from = 0) => ({
    done: { ok: true, warning: { code: '7', message: `${size} is too many, 10 are shown.` } },
    items: all.slice(from, from + 10),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(0, 5) },
    ...[5, 10, 15, 20, 25].map((from): Said => ({
      asked: `GET /v1/listings?offset=${from}`,
      told: page(from, 5),
    })),
    { asked: 'GET /v1/listings?size=8', told: page(0, 8) },
    { asked: 'GET /v1/listings?size=7&offset=7', told: page(7, 7) },
    { asked: 'GET /v1/listings?size=200', told: warned(200) },
  ]);
  expect(await ask('GET /v1/listings?size=70&offset=3')).toEqual([200, warned(70, 3)]);
  expect(await ask('GET /v1/listings?size=6&offset=3')).toEqual([200, page(3, 6)]);
});

const failed = (number: number, tried: object, error: string) => ({
  done: [],
  failed: [{ ok: false, tried: { id: `${number}`, ...tried }, error }],
});
const article = (number: number, low: number, high: number, isInCart = false) => ({
  id: `${number}`,
  low,
  high,
  rule: null,
  inCart: isInCart,
});
const receipts: readonly Said[] = [
  {
    asked: 'GET /v1/listings',
    told: { items: numbers.map((number) => article(number, 5, 9, number > 109)) },
  },
  { asked: 'GET /v1/strategies', told: { items: [{ id: 'hold' }, { id: 'beat' }] } },
  { asked: price(101), sent: { low: 4, high: 8 }, told: { done: [article(101, 4, 8)], failed: [] } },
  { asked: price(102), sent: { high: 7 }, told: { done: [article(102, 5, 7)], failed: [] } },
  { asked: price(106), sent: { low: 3 }, told: { done: [article(106, 3, 9)], failed: [] } },
  {
    asked: price(103),
    sent: { low: -4 },
    status: 422,
    told: failed(103, { low: -4 }, 'low must be at least 0.02.'),
  },
  {
    asked: price(103),
    sent: { low: 8, high: 6 },
    status: 422,
    told: failed(103, { low: 8, high: 6 }, 'The bounds cross.'),
  },
  {
    asked: price(110),
    sent: { low: 4 },
    status: 422,
    told: failed(110, { low: 4 }, 'The article is in a cart.'),
  },
  {
    asked: strategy(101),
    sent: { rule: 'beat' },
    told: { done: [{ ...article(101, 4, 8), rule: 'beat' }], failed: [] },
  },
  {
    asked: strategy(110),
    sent: { rule: 'hold' },
    status: 422,
    told: failed(110, { rule: 'hold' }, 'The article is in a cart.'),
  },
];

test('a state is told by the words of its name, the short ones among them', async () => {
  const ask = learnedFrom(receipts);
  expect(await ask(price(111), { low: 3 })).toEqual([
    422,
    failed(111, { low: 3 }, 'The article is in a cart.'),
  ]);
  expect(await ask(price(104), { low: 3 })).toEqual([200, { done: [article(104, 3, 9)], failed: [] }]);
});

test('what stands under the name of the field at fault and is what was sent is told again', async () => {
  const ask = learnedFrom(receipts);
  expect(await ask(price(105), { high: -2 })).toEqual([
    422,
    failed(105, { high: -2 }, 'high must be at least 0.02.'),
  ]);
});

test('whoever takes one word for true and another for false takes their counterparts', async () => {
  const item = (number: number) => ({ id: `${number}`, foil: number % 3 === 0, low: 5, high: 9 });
  const all = numbers.map(item);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    { asked: 'GET /v1/listings?foil=true', told: { items: all.filter(({ foil }) => foil) } },
    { asked: 'GET /v1/listings?foil=0', told: { items: all.filter(({ foil }) => !foil) } },
  ]);
  expect(await ask('GET /v1/listings?foil=1')).toEqual([200, { items: all.filter(({ foil }) => foil) }]);
  expect(await ask('GET /v1/listings?foil=false')).toEqual([200, { items: all.filter(({ foil }) => !foil) }]);
});

test('a list that was only seen whole tells the place of a part as its sister does, under its own name', async () => {
  const items = numbers.map((number) => ({ id: `${number}`, low: number < 109 ? 5 : 6, high: 9 }));
  const rules = ['hold', 'beat', 'match', 'lead', 'wait'].map((id) => ({ id }));
  const part = (from: number, size: number): Said => ({
    asked: `GET /v1/listings?start=${from}&size=${size}`,
    status: 206,
    answered: { 'Content-Range': `cards ${from}-${Math.min(12, from + size) - 1}/12` },
    told: { cards: items.slice(from, from + size) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { cards: items } },
    { asked: 'GET /v1/strategies', told: { rules } },
    ...[5, 6].flatMap((low): Said[] => {
      const cards = items.filter((one) => one.low === low);
      return [1, 2].map(() => ({ asked: `GET /v1/listings?low=${low}`, told: { cards } }));
    }),
    ...[0, 5, 10].map((from) => part(from, 5)),
    part(3, 3),
    {
      asked: 'GET /v1/listings?low=5&size=7',
      status: 206,
      answered: { 'Content-Range': 'cards 0-6/8' },
      told: { cards: items.slice(0, 7) },
    },
    {
      asked: 'GET /v1/listings?low=5&size=7&start=7',
      status: 206,
      answered: { 'Content-Range': 'cards 7-7/8' },
      told: { cards: items.slice(7, 8) },
    },
  ]);
  const answer = await ask.answer('GET /v1/strategies?start=2&size=2');
  expect(answer.status).toBe(206);
  expect(answer.headers['content-range']).toBe('rules 2-3/5');
});

test('what no write changes does not go with the bounds because the same few records were shown again and again', async () => {
  const item = (number: number, low = 5, high = 9) => ({
    id: `${number}`,
    weight: number % 2 === 0 ? 3 : 7,
    low,
    high,
  });
  const whole = (number: number, low = 5, high = 9) => ({
    ...item(number, low, high),
    colour: number % 2 === 0 ? 'red' : 'blue',
  });
  const again = (number: number, low: number): Said[] => [
    { asked: price(number), sent: { low, high: 9 }, told: whole(number, low) },
    { asked: read(number), told: whole(number, low) },
    { asked: price(number), sent: { low: 5, high: 9 }, told: whole(number) },
    { asked: read(number), told: whole(number) },
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    ...[101, 102].flatMap((number) => [...again(number, 4), ...again(number, 6)]),
  ]);
  expect(await ask(price(101), { low: 8, high: 9 })).toEqual([200, whole(101, 8)]);
});

test('a flag that is off in a refusal is not that of the record that happens to be off, too', async () => {
  const item = (number: number, low = 5, high = 9) => ({ id: `${number}`, sale: number > 106, low, high });
  const refused = (error: string) => ({ status: 422, told: { ok: false, error } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    { asked: price(101), sent: { low: 4, high: 8 }, told: item(101, 4, 8) },
    { asked: price(102), sent: { low: 'x' }, ...refused('low is no number.') },
    { asked: price(103), sent: { low: 8, high: 6 }, ...refused('The bounds cross.') },
  ]);
  expect(await ask(price(110), { low: 8, high: 6 })).toEqual([422, refused('The bounds cross.').told]);
});

test('what is searched for in a name and is a code elsewhere is looked for in both', async () => {
  const names = ['Night Kayak', 'Reef Walk', 'Kayak Tour', 'Food Trail'];
  const all = numbers.map((number) => ({ id: `P${number}X`, name: names[number % 4]!, low: 5, high: 9 }));
  const found = (word: string) => all.filter(({ id, name }) => id === word || name.includes(word));
  const search = (word: string): Said => ({
    asked: `GET /v1/listings?search=${word}`,
    told: { items: found(word) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    search('Kayak'),
    search('P104X'),
    search('nothing'),
  ]);
  expect(await ask('GET /v1/listings?search=Walk')).toEqual([200, { items: found('Walk') }]);
  expect(await ask('GET /v1/listings?search=P107X')).toEqual([200, { items: found('P107X') }]);
});

test('records that show the same second stand in the order in which they were written', async () => {
  const moment = (second: number) => `2026-03-03T09:00:${String(second).padStart(2, '0')}Z`;
  const item = (number: number, changed = `2025-01-${number - 90}T00:00:00Z`, low = 5) => ({
    id: `${number}`,
    changed,
    low,
    high: 9,
  });
  const all = numbers.map((number) => item(number));
  const written = [item(106, moment(2), 3), item(110, moment(2), 4), item(103, moment(2), 4)];
  const newest = [...written, ...all.toReversed()].filter(
    (one, at, list) => list.findIndex(({ id }) => id === one.id) === at,
  );
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    { asked: 'GET /v1/listings?sort=-changed', told: { items: all.toReversed() } },
    { asked: price(103), sent: { low: 4, high: 9 }, told: item(103, moment(2), 4) },
    { asked: price(110), sent: { low: 4, high: 9 }, told: item(110, moment(2), 4) },
    { asked: price(106), sent: { low: 3, high: 9 }, told: item(106, moment(2), 3) },
    { asked: 'GET /v1/listings?sort=-changed', told: { items: newest } },
  ]);
  for (const number of [108, 110, 102]) {
    await ask(price(number), { low: 3, high: 9 });
    ask.wait(0.2);
  }
  const { json } = await ask.answer('GET /v1/listings?sort=-changed');
  const shown = (json as { items: { id: string }[] }).items.map(({ id }) => id);
  expect(shown.slice(0, 3)).toEqual(['102', '110', '108']);
});

test('of a flag, what is none is told in the words for another flag', async () => {
  const item = (number: number) => ({
    id: `${number}`,
    foil: number % 3 === 0,
    signed: number % 4 === 0,
    language: number % 5,
    low: 5,
    high: 9,
  });
  const all = numbers.map(item);
  const told = (is: (one: (typeof all)[0]) => boolean) => ({ items: all.filter(is) });
  const refused = (name: string, what: string) => ({
    status: 400,
    told: { error: `${name} must be ${what}.` },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    { asked: 'GET /v1/listings?foil=true', told: told(({ foil }) => foil) },
    { asked: 'GET /v1/listings?foil=0', told: told(({ foil }) => !foil) },
    { asked: 'GET /v1/listings?signed=true', told: told(({ signed }) => signed) },
    { asked: 'GET /v1/listings?language=3', told: told(({ language }) => language === 3) },
    { asked: 'GET /v1/listings?language=german', ...refused('language', 'a whole number') },
    { asked: 'GET /v1/listings?foil=maybe', ...refused('foil', 'true or false') },
  ]);
  expect(await ask('GET /v1/listings?signed=perhaps')).toEqual([
    400,
    refused('signed', 'true or false').told,
  ]);
  expect(await ask('GET /v1/listings?signed=false')).toEqual([200, told(({ signed }) => !signed)]);
});

test('an item of a list that is not always as long is left out where it lacks', async () => {
  const id = (number: number) => `P${number}X`;
  const rule = (name: string, own: readonly number[]) => ({
    name,
    items: own.map((number) => ({ code: id(number) })),
  });
  const item = (number: number, rule: string | null = null) => ({ id: id(number), low: 5, high: 9, rule });
  const assigned = (number: number, to: string, own: readonly number[]): Said[] => [
    {
      asked: `PATCH /v1/listings/${id(number)}/strategy`,
      sent: { rule: to },
      told: { ok: true, rule: rule(to, [number, ...own]) },
    },
    { asked: `GET /v1/listings/${id(number)}`, told: item(number, to) },
  ];
  const [first, second, third, last] = [
    [11, 12, 13, 14],
    [21, 22, 23, 24],
    [31, 32, 33, 34],
    [41, 42],
  ] as const;
  const ask = learnedFrom([
    {
      asked: 'GET /v1/strategies',
      told: { rules: [rule('A1', first), rule('B2', second), rule('C3', third), rule('D4', last)] },
    },
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    ...assigned(101, 'A1', first),
    ...assigned(102, 'B2', second),
    ...assigned(103, 'D4', last),
  ]);
  expect(await ask(`PATCH /v1/listings/${id(104)}/strategy`, { rule: 'D4' })).toEqual([
    200,
    { ok: true, rule: rule('D4', [104, ...last]) },
  ]);
});
