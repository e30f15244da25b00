// A list as a table: its columns by name, and the cells of each record in their order.
import { expect, test } from 'vitest';
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
