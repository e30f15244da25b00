// What an answer tells again of the conditions that a list was asked for.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const goods = Array.from({ length: 12 }, (_, at) => ({
  ref: `g-${at + 10}`,
  kind: ['box', 'bag', 'tin', 'jar'][at % 4]!,
  more: { grade: `${at % 3}` },
  cost: 3 + ((at * 5) % 12),
}));
type Goods = (typeof goods)[number];

const valueOf = (one: Goods, name: string) =>
  name === 'grade' ? one.more.grade : String(one[name as 'ref' | 'kind' | 'cost']);

/** A list that tells its conditions, each of which may lack the word for how it compares. */
function told(conditions: readonly (readonly [name: string, value: string, how?: string])[], size = 12) {
  const found = goods.filter((one) =>
    conditions.every(([name, value, how]) =>
      how === 'from' ? Number(valueOf(one, name)) >= Number(value) : valueOf(one, name) === value,
    ),
  );
  const asked = conditions.map(([field, value, how = 'same']) => ({ field, value, how }));
  return { goods: found.slice(0, size), asked, found: found.length };
}

const query = (conditions: Parameters<typeof told>[0]) =>
  conditions
    .flatMap(([name, value, how], at) => [
      `where[${at}][field]=${name}&where[${at}][value]=${value}`,
      ...(how === undefined ? [] : [`where[${at}][how]=${how}`]),
    ])
    .join('&');

const listing = (conditions: Parameters<typeof told>[0], size?: number): Said => ({
  asked: `GET /v1/listings?${query(conditions)}${size === undefined ? '' : `&size=${size}`}`,
  told: told(conditions, size),
});

const ask = learnedFrom([
  { asked: 'GET /v1/listings', told: told([]) },
  { asked: 'GET /v1/listings?size=5', told: told([], 5) },
  { asked: 'GET /v1/listings/g-12', told: goods[2] },
  listing([['kind', 'bag']]),
  listing([['grade', '2']]),
  listing([['cost', '6', 'from']]),
  listing([['cost', '4', 'from']], 3),
  listing([
    ['cost', '5', 'from'],
    ['kind', 'tin'],
  ]),
  listing([
    ['cost', '6', 'from'],
    ['kind', 'box'],
  ]),
]);

test('tells each condition that is asked for, with the usual word where none was said', async () => {
  const one = [['kind', 'tin']] as const;
  expect(await ask(`GET /v1/listings?${query(one)}`)).toEqual([200, told(one)]);
  const two = [
    ['cost', '9', 'from'],
    ['kind', 'jar'],
  ] as const;
  expect(await ask(`GET /v1/listings?${query(two)}`)).toEqual([200, told(two)]);
});

test('finds the leaf that a condition names, be it in the record or in an object of it', async () => {
  expect(await ask(`GET /v1/listings?${query([['grade', '1']])}`)).toEqual([200, told([['grade', '1']])]);
  expect(await ask(`GET /v1/listings?${query([['ref', 'g-15']])}`)).toEqual([200, told([['ref', 'g-15']])]);
});

test('tells how long a list is of which no page was the last', async () => {
  expect(await ask(`GET /v1/listings?${query([['cost', '4', 'from']])}&size=3`)).toEqual([
    200,
    told([['cost', '4', 'from']], 3),
  ]);
});

test('a comma in brackets joins the values of one condition, and no two conditions', async () => {
  const rows = goods.map(({ ref, kind, more }) => ({ ref, kind, grade: more.grade }));
  type Row = (typeof rows)[number];
  const pick = (test: (one: Row) => boolean, size = 12) => {
    const found = rows.filter(test);
    return { goods: found.slice(0, size), found: found.length };
  };
  const picked = (condition: string, test: (one: Row) => boolean, size?: number) => ({
    asked: `GET /v1/listings?pick=${encodeURIComponent(condition)}${size === undefined ? '' : `&size=${size}`}`,
    told: pick(test, size),
  });
  const among =
    (...kinds: readonly string[]) =>
    (one: Row) =>
      kinds.includes(one.kind);
  const find = learnedFrom([
    { asked: 'GET /v1/listings', told: pick(() => true) },
    { asked: 'GET /v1/listings?size=5', told: pick(() => true, 5) },
    picked('kind=box', among('box')),
    picked('grade=2,kind=jar', (one) => one.grade === '2' && one.kind === 'jar'),
    picked('kind in (box,tin)', among('box', 'tin'), 2),
  ]);
  for (const { asked, told: page } of [
    picked('kind in (bag,jar)', among('bag', 'jar')),
    picked('kind in (bag,tin,jar)', among('bag', 'tin', 'jar'), 7),
    picked('kind in (bag,tin),grade=1', (one) => among('bag', 'tin')(one) && one.grade === '1'),
  ])
    expect(await find(asked)).toEqual([200, page]);
});

test('conditions that parameters called after the leaves ask for are told one by one', async () => {
  const words: Readonly<Record<string, string>> = { '': 'equals', startingwith: 'starts_with' };
  const rows = goods.map(({ ref, kind, cost }) => ({ ref, kind, cost }));
  const meets: Readonly<Record<string, (found: string | number, asked: string) => boolean>> = {
    '': (found, asked) => String(found) === asked,
    startingwith: (found, asked) => String(found).startsWith(asked),
    below: (found, asked) => Number(found) < Number(asked),
    from: (found, asked) => Number(found) >= Number(asked),
  };
  const listed = (query: string) => {
    const conditions = [...new URLSearchParams(query)].map(([name, value]) => {
      const [leaf = '', behind = ''] = name.split('_');
      return { leaf: leaf as 'kind', behind, value };
    });
    const found = rows.filter((row) =>
      conditions.every(({ leaf, behind, value }) => meets[behind]!(row[leaf], value)),
    );
    const criteria = conditions.map(({ leaf, behind, value }) => ({
      column: leaf,
      text: value,
      compared: words[behind] ?? behind,
    }));
    return { goods: found, context: { title: 'Goods', ...(criteria.length > 0 && { criteria }) } };
  };
  const find = learnedFrom(
    [
      '',
      'kind=tin',
      'kind_startingwith=b',
      'cost_below=9',
      'ref=g-14',
      'cost_from=6&cost_below=10',
      'kind=bag&cost_below=11',
    ].map((query) => ({ asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`, told: listed(query) })),
  );
  for (const query of [
    'kind=jar',
    'cost_from=5&kind=box',
    'kind_startingwith=j&cost_from=4&cost_below=13',
    'ref_startingwith=g-1',
  ])
    expect(await find(`GET /v1/listings?${query}`)).toEqual([200, listed(query)]);
});

test('what lists tell of their conditions is told though the end of none of them was seen', async () => {
  const rows = Array.from({ length: 17 }, (_, at) => ({
    ref: `n-${at + 10}`,
    kind: ['box', 'bag', 'tin'][at % 3]!,
  }));
  const listed = (query: string) => {
    const asked = new URLSearchParams(query);
    const kind = asked.get('kind');
    const found = rows.filter((one) => kind === null || one.kind === kind);
    const [size, page] = [Number(asked.get('size') ?? 8), Number(asked.get('page') ?? 1)];
    const more = found.length > size * page;
    return { rows: found.slice(size * page - size, size * page), more, ...(kind !== null && { only: kind }) };
  };
  const find = learnedFrom(
    ['', 'page=2', 'page=3', 'kind=tin&size=3', 'kind=box&size=4'].map((query) => ({
      asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
      told: listed(query),
    })),
  );
  for (const query of ['kind=bag&size=5', 'kind=bag&size=5&page=2', 'kind=tin'])
    expect(await find(`GET /v1/listings?${query}`)).toEqual([200, listed(query)]);
});
