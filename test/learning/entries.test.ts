// What entries of a content platform taught: lists in the order of a leaf that writes change, states since a moment, parts of a
// body that are left out to take something away, members of objects that queries select, faults told by lists of steps.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

interface Entry {
  readonly id: string;
  readonly changed: string;
  readonly archivedAt?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110];
const text = (value: unknown) => ({ en: value });
const entry = (number: number, fields: Entry['fields'] = {}, more: Partial<Entry> = {}): Entry => ({
  id: `${number}`,
  changed: `2025-02-${130 - number}T08:00:00.000Z`,
  ...more,
  fields: { title: text(`Thing ${number}`), cost: text(number * 2), low: text(number - 90), ...fields },
});
const entries = numbers.map((number) => entry(number));
const list = (query: string, rows: readonly unknown[], total = rows.length): Said => ({
  asked: `GET /v1/listings${query}`,
  told: { rows, total },
});
const price = (number: number) => `PUT /v1/listings/${number}/price`;
const strategy = (number: number) => `PUT /v1/listings/${number}/strategy`;
/** When the n-th of a session was answered. */
const moment = (at: number) => new Date(Date.UTC(2026, 2, 3, 9) + at * 1000).toISOString();
const low = (value: unknown) => ({ fields: { low: text(value) } });

test('a list stands in the order of the leaf by which writes were seen to move its records', async () => {
  const written = (number: number, value: number, at: number) =>
    entry(number, { low: text(value) }, { changed: moment(at) });
  const [first, second] = [written(104, 3, 2), written(107, 4, 3)];
  const moved = [second, first, ...entries.filter(({ id }) => id !== '104' && id !== '107')];
  const session: Said[] = [
    list('', entries),
    list('?size=4', entries.slice(0, 4), 10),
    { asked: price(104), sent: low(3), told: first },
    { asked: price(107), sent: low(4), told: second },
    list('?size=5', moved.slice(0, 5), 10),
  ];
  const ended = learnedFrom(session, 'end');
  expect(await ended('GET /v1/listings')).toEqual([200, { rows: moved, total: 10 }]);
  const ask = learnedFrom(session);
  await ask(price(109), low(5));
  const [, told] = (await ask('GET /v1/listings?size=2')) as [number, { rows: Entry[] }];
  expect(told.rows.map(({ id }) => id)).toEqual(['109', '101']);
});

test('what is so since a moment is refused, whichever moment that is', async () => {
  const archived = (number: number) =>
    entry(number, {}, { archivedAt: `2025-03-0${number - 100}T07:30:00Z` });
  const all = numbers.map((number) => (number > 106 ? entry(number) : archived(number)));
  const refused = (number: number, sent: unknown): Said => ({
    asked: price(number),
    sent,
    status: 400,
    told: { message: 'An archived entry cannot be changed.' },
  });
  const ask = learnedFrom([
    list('', all),
    { asked: price(108), sent: low(9), told: entry(108, { low: text(9) }) },
    { asked: price(109), sent: low(8), told: entry(109, { low: text(8) }) },
    refused(101, low(5)),
    refused(102, low(6)),
  ]);
  expect(await ask(price(104), low(9))).toEqual([400, { message: 'An archived entry cannot be changed.' }]);
  expect(await ask(price(110), low(4))).toEqual([200, entry(110, { low: text(4) })]);
});

const rule = (number: number) => ({ id: `R${number}`, fields: { name: text(`Rule ${number}`) } });
const link = (number: number) => text({ kind: 'Link', id: `R${number}` });
const assigned = (number: number): unknown => ({ fields: { rule: link(number) } });

test('a strategy that is left out of what is put is taken away, in whatever it stands', async () => {
  const following = (number: number, of: number | undefined) =>
    entry(number, of === undefined ? {} : { rule: link(of) });
  const all = numbers.map((number, at) => following(number, at < 5 ? (at % 3) + 1 : undefined));
  const selected = all.map(({ id, fields: { rule: own } }) =>
    own === undefined ? { id } : { id, fields: { rule: own } },
  );
  const session: Said[] = [
    { asked: 'GET /v1/strategies', told: { rows: [1, 2, 3].map(rule), total: 3 } },
    list('', all),
    list('?select=id,fields.rule', selected),
    list(
      '?select=id,fields.title',
      all.map(({ id, fields: { title } }) => ({ id, fields: { title } })),
    ),
    { asked: strategy(106), sent: assigned(2), told: following(106, 2) },
    { asked: strategy(107), sent: assigned(1), told: following(107, 1) },
    { asked: strategy(101), sent: { fields: {} }, told: following(101, undefined) },
  ];
  const ask = learnedFrom(session);
  expect(await ask(strategy(108), assigned(3))).toEqual([200, following(108, 3)]);
  expect(await ask(strategy(102), { fields: {} })).toEqual([200, following(102, undefined)]);
  expect(await ask('GET /v1/listings?select=id,fields.title')).toEqual([
    200,
    { rows: all.map(({ id, fields: { title } }) => ({ id, fields: { title } })), total: 10 },
  ]);
});

test('of two things that could be wrong the one is to blame whose steps an answer lists', async () => {
  const bounded = (number: number, least: number, most: number) => ({
    id: `${number}`,
    least: text(least),
    most: text(most),
  });
  const both = (least: unknown, most: unknown) => ({ least: text(least), most: text(most) });
  const range = (value: number, name: string): unknown => ({
    errors: [{ value, text: 'Must be between 0 and 500.', path: [name, 'en'] }],
  });
  const ask = learnedFrom([
    list(
      '',
      numbers.map((number) => bounded(number, 5, 90)),
    ),
    { asked: price(101), sent: both(12, 80), told: bounded(101, 12, 80) },
    { asked: price(102), sent: both(14, 70), told: bounded(102, 14, 70) },
    { asked: price(103), sent: both(3, 600), status: 422, told: range(600, 'most') },
  ]);
  expect(await ask(price(105), both(4, 60))).toEqual([200, bounded(105, 4, 60)]);
  expect(await ask(price(105), both(4, 700))).toEqual([422, range(700, 'most')]);
});

test('a leaf that has another name within it is asked for as others are', async () => {
  const having = (holds: (number: number) => boolean) => entries.filter((_, at) => holds(numbers[at]!));
  const ask = learnedFrom([
    list('', entries),
    list(
      '?fields.cost[gte]=210',
      having((number) => number * 2 >= 210),
    ),
    list(
      '?fields.cost[lt]=206',
      having((number) => number * 2 < 206),
    ),
  ]);
  const rows = having((number) => number - 90 >= 15);
  expect(await ask('GET /v1/listings?fields.low[gte]=15')).toEqual([200, { rows, total: rows.length }]);
});

test('of two ends of a range that only came together each is taken as its name tells', async () => {
  const between = (holds: (cost: number) => boolean) => entries.filter((_, at) => holds(numbers[at]! * 2));
  const ask = learnedFrom([
    list('', entries),
    list(
      '?cost[gt]=205&cost[lte]=213',
      between((cost) => cost > 205 && cost <= 213),
    ),
  ]);
  const rows = between((cost) => cost > 206 && cost <= 212);
  expect(await ask('GET /v1/listings?cost[gt]=206&cost[lte]=212')).toEqual([200, { rows, total: 3 }]);
});

test('what shows the usual list where it is asked for alone picks nothing beside other things', async () => {
  const all = numbers.map((number) => entry(number, number % 4 === 0 ? { note: text('new') } : {}));
  const ask = learnedFrom([
    list('', all),
    list('?size=3', all.slice(0, 3), 10),
    list('?size=4', all.slice(0, 4), 10),
    list('?fields.title=Thing%20103', all.slice(2, 3)),
    list('?include=true&size=2', all.slice(0, 2), 10),
    list('?fields.title=Thing%20105&include=true', all.slice(4, 5)),
  ]);
  expect(await ask('GET /v1/listings?include=true')).toEqual([200, { rows: all, total: 10 }]);
});

test('a word that a write tells by what stands beside it is not told by what other records refute', async () => {
  const goods = (number: number, least: number, state?: string) => {
    const isOut = number % 2 === 1;
    return {
      id: `${number}`,
      least,
      most: 500,
      stock: number === 102 || number === 104 ? 3 : 200,
      ...(isOut && { since: `2025-01-0${number - 100}` }),
      state: state ?? (isOut ? 'live' : 'draft'),
    };
  };
  const some = numbers.slice(0, 9);
  const ask = learnedFrom([
    list(
      '',
      some.map((number) => goods(number, 9)),
    ),
    { asked: price(101), sent: { least: 11 }, told: goods(101, 11, 'changed') },
    { asked: price(103), sent: { least: 12 }, told: goods(103, 12, 'changed') },
    { asked: price(102), sent: { least: 13 }, told: goods(102, 13, 'draft') },
    { asked: price(104), sent: { least: 14 }, told: goods(104, 14, 'draft') },
  ]);
  expect(await ask(price(106), { least: 21 })).toEqual([200, goods(106, 21, 'draft')]);
  expect(await ask(price(107), { least: 22 })).toEqual([200, goods(107, 22, 'changed')]);
});
