// What a catalog of records that refer to others taught: versions that count at their end, references in lists that are whole
// where that is asked for, members that some records lack, and parts of lists that have a status of their own.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Item {
  readonly id: string;
  readonly version: string;
  readonly price: number;
  readonly low?: number;
  readonly unit?: { readonly amount: number };
  readonly ends?: string;
  readonly rule?: readonly unknown[];
}

const numbers = [101, 102, 103, 104, 105, 106, 107, 108];
const rule = (number: number) => ({
  id: `R${number}`,
  name: `Rule ${number}`,
  ...(number !== 2 && { about: `What rule ${number} does` }),
});
const brief = (number: number) => ({ id: `R${number}`, name: `Rule ${number}`, kind: 'Rule' });
const item = (number: number, more: Partial<Item> = {}): Item => ({
  id: `${number}`,
  version: '1.8',
  price: number - 90,
  low: number - 95,
  ...more,
});
const items = numbers.map((number) => item(number));
const list = (query: string, rows: readonly unknown[]): Said => ({
  asked: `GET /v1/listings${query}`,
  told: { rows },
});
const price = (number: number) => `PATCH /v1/listings/${number}/price`;

test('a version counts up at its end, where it is no number of its own', async () => {
  const written = (number: number, low: number, version: string): Said => ({
    asked: price(number),
    sent: { low },
    told: item(number, { low, version }),
  });
  const ask = learnedFrom([
    list('', items),
    written(101, 3, '1.9'),
    written(101, 2, '1.10'),
    written(102, 4, '1.9'),
    written(103, 7, '1.9'),
  ]);
  expect(await ask(price(105), { low: 6 })).toEqual([200, item(105, { low: 6, version: '1.9' })]);
  expect(await ask(price(105), { low: 8 })).toEqual([200, item(105, { low: 8, version: '1.10' })]);
});

test('who sorts by a member that some records lack does not choose the members that are shown', async () => {
  const all = numbers.map((number) => {
    const { low, ...others } = item(number);
    return { ...others, ...(number % 2 === 0 && { low }), ...(number > 106 && { ends: 'soon' }) };
  });
  const byLow = all.filter(({ low }) => low !== undefined && low < 10);
  const byPrice = all.toSorted((a, b) => b.price - a.price);
  const ask = learnedFrom([
    list('', all),
    list('?sort=low&below=10', byLow.slice(0, 3)),
    list('?sort=-price&size=3', byPrice.slice(0, 3)),
    list('?sort=-low&size=3', byLow.toReversed()),
    list('?size=5', all.slice(0, 5)),
  ]);
  expect(await ask('GET /v1/listings?sort=-price')).toEqual([200, { rows: byPrice }]);
  expect(await ask('GET /v1/listings?sort=price')).toEqual([200, { rows: all }]);
});

test('a reference in a list is shown whole where that is asked for, and nowhere else', async () => {
  const named = (show: (number: number) => unknown) =>
    numbers.map((number, at) => item(number, at % 4 === 3 ? {} : { rule: [show((at % 4) + 1)] }));
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/strategies', told: { rows: [1, 2, 3].map(rule) } },
      list('', named(brief)),
      list('?size=6', named(brief).slice(0, 6)),
      list('?expand=rule&size=2', named(rule).slice(0, 2)),
      { asked: 'GET /v1/listings/101', told: named(brief)[0] },
      { asked: 'GET /v1/listings/101?expand=rule', told: named(rule)[0] },
      { asked: 'GET /v1/listings/102', told: named(brief)[1] },
    ],
    'end',
  );
  expect(await ask('GET /v1/listings')).toEqual([200, { rows: named(brief) }]);
  expect(await ask('GET /v1/listings?expand=rule')).toEqual([200, { rows: named(rule) }]);
  expect(await ask('GET /v1/listings/103?expand=rule')).toEqual([200, named(rule)[2]]);
});

test('a member that each record of a chosen kind has is not hidden elsewhere', async () => {
  const all = numbers.map((number) => item(number, number % 3 === 0 ? { unit: { amount: 1 } } : {}));
  const chosen = all.flatMap(({ id, unit }) => (unit === undefined ? [] : [{ id, unit }]));
  const ask = learnedFrom([
    list('', all),
    list('?fields=id,unit&kind=measured', chosen),
    list(
      '?fields=id,price',
      all.map(({ id, price: own }) => ({ id, price: own })),
    ),
    { asked: 'PATCH /v1/listings/101/price', sent: { low: 3 }, told: item(101, { low: 3 }) },
    { asked: 'PATCH /v1/listings/103/price', sent: { low: 4 }, told: item(103, { low: 4 }) },
  ]);
  expect(await ask(price(105), { low: 7 })).toEqual([200, item(105, { low: 7, unit: { amount: 1 } })]);
});

test('a part of a list has the status that it has in most lists', async () => {
  const part = (asked: string, rows: readonly unknown[], total: number): Said => ({
    asked,
    status: rows.length < total ? 206 : 200,
    told: { rows, total },
  });
  const rules = [1, 2, 3, 4].map(rule);
  const ask = learnedFrom([
    part('GET /v1/listings?size=3', items.slice(0, 3), 8),
    part('GET /v1/listings?size=3&from=3', items.slice(3, 6), 8),
    part('GET /v1/listings?size=3&from=6', items.slice(6), 8),
    part('GET /v1/listings', items, 8),
    part('GET /v1/strategies', rules, 4),
    part('GET /v1/strategies?size=2', rules.slice(0, 2), 4),
    part('GET /v1/strategies?size=1', rules.slice(0, 1), 4),
  ]);
  expect(await ask('GET /v1/strategies?size=3&from=3')).toEqual([206, { rows: rules.slice(3), total: 4 }]);
});

test('what was asked of some leaves by their paths can be asked of all', async () => {
  const all = numbers.map((number, at) => ({
    id: `${number}`,
    price: { value: ((at * 5) % 8) + 10 },
    low: { value: ((at * 3) % 8) + 2 },
    ...(at > 0 && { high: { value: ((at * 7) % 8) + 30 } }),
    seen: `2026-01-0${((at * 5 + 2) % 8) + 1}T08:00:00Z`,
  }));
  const having = (holds: (one: (typeof all)[number]) => boolean) => all.filter(holds);
  const ask = learnedFrom([
    list('', all),
    list(
      '?price.value.gte=14',
      having(({ price: { value } }) => value >= 14),
    ),
    list(
      '?price.value.lt=12',
      having(({ price: { value } }) => value < 12),
    ),
    list(
      '?low.value.lt=7',
      having(({ low }) => low.value < 7),
    ),
    list(
      '?seen.gte=2026-01-04T00:00:00Z',
      having(({ seen }) => seen > '2026-01-04'),
    ),
  ]);
  for (const [query, rows] of [
    ['high.value.gte=34', having(({ high }) => (high?.value ?? 0) >= 34)],
    ['seen.lt=2026-01-04T00:00:00Z', having(({ seen }) => seen < '2026-01-04')],
    ['low.value.gte=5', having(({ low }) => low.value >= 5)],
  ] as const)
    expect(await ask(`GET /v1/listings?${query}`)).toEqual([200, { rows }]);
});

const bounded = (number: number, low: number, high: number) => ({
  id: `${number}`,
  low: { unit: 'EUR', value: low },
  high: { unit: 'EUR', value: high },
});
const refused = (asked: string, sent: unknown, message: string): Said => ({
  asked,
  sent,
  status: 400,
  told: { message },
});

test('a member that the service does not know is refused beside either bound, where each is an object of its own', async () => {
  const said: Said[] = [
    list(
      '',
      numbers.map((number) => bounded(number, 5, 9)),
    ),
    { asked: price(101), sent: { low: { unit: 'EUR', value: 4 } }, told: bounded(101, 4, 9) },
    { asked: price(102), sent: { high: { unit: 'EUR', value: 8 } }, told: bounded(102, 5, 8) },
    refused(price(103), { low: { unit: 'EUR', value: 3 }, colour: 'red' }, 'colour is unknown'),
  ];
  const ask = learnedFrom(said);
  const sent = { shape: 'round', high: { unit: 'EUR', value: 7 } };
  expect(await ask(price(104), sent)).toEqual([400, { message: 'shape is unknown' }]);
});

test('how many members an object has is not told in a sentence', async () => {
  const ask = learnedFrom([
    list(
      '',
      numbers.map((number) => bounded(number, 5, 9)),
    ),
    { asked: price(101), sent: { low: { unit: 'EUR', value: 4.25 } }, told: bounded(101, 4.25, 9) },
    { asked: price(102), sent: { high: { unit: 'EUR', value: 8 } }, told: bounded(102, 5, 8) },
    refused(price(103), { low: { unit: 'EUR', value: 3.125 } }, 'low.value has more than 2 decimals'),
  ]);
  const sent = { high: { unit: 'EUR', value: 7.375 } };
  expect(await ask(price(104), sent)).toEqual([400, { message: 'high.value has more than 2 decimals' }]);
});

test('an id in a list of references that is no text is refused, whatever else it is, and so is what is no list', async () => {
  const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
  const named = (number: number, of: number | undefined): Item =>
    item(number, of === undefined ? {} : { rule: [brief(of)] });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { rows: [1, 2, 3].map(rule) } },
    list(
      '',
      numbers.map((number, at) => named(number, at < 3 ? at + 1 : undefined)),
    ),
    { asked: strategy(104), sent: { rule: [{ id: 'R1' }] }, told: named(104, 1) },
    { asked: strategy(105), sent: { rule: [{ id: 'R2' }] }, told: named(105, 2) },
    { asked: strategy(101), sent: { rule: [] }, told: named(101, undefined) },
    refused(strategy(106), { rule: [{ id: 17 }] }, 'rule[0].id must be a string'),
    refused(strategy(106), { rule: 'R1' }, 'rule must be an array'),
  ]);
  expect(await ask(strategy(107), { rule: [{ id: false }] })).toEqual([
    400,
    { message: 'rule[0].id must be a string' },
  ]);
  expect(await ask(strategy(107), { rule: 'R3' })).toEqual([400, { message: 'rule must be an array' }]);
});
