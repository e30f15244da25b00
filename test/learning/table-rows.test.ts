// A list as a table: its columns by name, and the cells of each record in their order.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const columns = ['run', 'state', 'rows', 'file'].map((name) => ({ name, width: name.length }));
const row = (at: number) => [
  `R-${100 + at * 3}`,
  at % 2 === 0 ? 'done' : 'broken',
  at * 40,
  at % 2 === 0 ? `/f/${at}` : null,
];
const rows = Array.from({ length: 5 }, (_, at) => row(at));
const table = (from: number, to: number) => ({ total: 5, table: { columns, rows: rows.slice(from, to) } });

test('is known by its rows, which are told as they were in pages of any size', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/reports', told: table(0, 5) },
    { asked: 'GET /v1/reports?limit=2', told: table(0, 2) },
    { asked: 'GET /v1/reports?limit=2&skip=2', told: table(2, 4) },
    { asked: 'GET /v1/reports?limit=2&skip=4', told: table(4, 5) },
  ]);
  expect(await ask('GET /v1/reports?limit=3')).toEqual([200, table(0, 3)]);
  expect(await ask('GET /v1/reports?limit=3&skip=1')).toEqual([200, table(1, 4)]);
});

describe('whose columns are named once beside the rows', () => {
  const goods = Array.from({ length: 6 }, (_, at) => ({
    ref: 500 + at * 3,
    label: `Thing ${at}`,
    cost: at * 7 + 2,
    weight: 40 + at,
  }));
  const asked = (names: readonly (keyof (typeof goods)[number])[], from = 0, to = goods.length) => ({
    columns: names,
    lines: goods.slice(from, to).map((one) => names.map((name) => one[name])),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: asked(['ref', 'label', 'cost']) },
    { asked: 'GET /v1/listings?limit=4', told: asked(['ref', 'label', 'cost'], 0, 4) },
    { asked: 'GET /v1/listings?limit=4&skip=4', told: asked(['ref', 'label', 'cost'], 4, 6) },
    { asked: 'GET /v1/listings?show=ref,weight', told: asked(['ref', 'weight']) },
    { asked: 'GET /v1/listings?show=weight,cost,ref', told: asked(['weight', 'cost', 'ref']) },
    { asked: `GET /v1/listings/${goods[2]!.ref}`, told: goods[2] },
  ]);

  test('is told with the columns that are asked for, in that order', async () => {
    expect(await ask('GET /v1/listings?show=cost,label')).toEqual([200, asked(['cost', 'label'])]);
    expect(await ask('GET /v1/listings?limit=3')).toEqual([200, asked(['ref', 'label', 'cost'], 0, 3)]);
  });

  test('and shows of a record alone what its columns show in any list', async () => {
    expect(await ask(`GET /v1/listings/${goods[4]!.ref}`)).toEqual([200, goods[4]]);
  });
});

test('is told with a legend of the columns that it shows', async () => {
  const kinds = { kind: { 1: 'new', 2: 'used' } };
  const goods = Array.from({ length: 6 }, (_, at) => ({
    ref: 700 + at,
    kind: 1 + (at % 2),
    cost: 9 * at + 4,
  }));
  const asked = (names: readonly ('ref' | 'kind' | 'cost')[], to = goods.length) => ({
    columns: names,
    lines: goods.slice(0, to).map((one) => names.map((name) => one[name])),
    legend: names.includes('kind') ? kinds : {},
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: asked(['ref', 'kind', 'cost']) },
    { asked: 'GET /v1/listings?limit=4', told: asked(['ref', 'kind', 'cost'], 4) },
    { asked: 'GET /v1/listings?show=ref,cost', told: asked(['ref', 'cost']) },
    { asked: 'GET /v1/listings?show=ref,kind', told: asked(['ref', 'kind']) },
    { asked: 'GET /v1/listings?show=cost,ref', told: asked(['cost', 'ref']) },
  ]);
  expect(await ask('GET /v1/listings?show=kind,ref')).toEqual([200, asked(['kind', 'ref'])]);
  expect(await ask('GET /v1/listings?show=cost')).toEqual([200, asked(['cost'])]);
});
