// A refusal that lists by what a list may be sorted tells of all else, though records have it, that it may not.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const goods = Array.from({ length: 12 }, (_, at) => ({
  id: `${701 + at}`,
  grade: ['B', 'A', 'C'][at % 3]!,
  unit_cost: 10 + ((at * 37) % 80),
  weight: 3 + ((at * 5) % 12),
}));

const sorted = (by: 'unit_cost' | 'weight' | 'grade', down = false): Said => {
  const rows = [...goods].sort((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0));
  return {
    asked: `GET /v1/listings?sort=${down ? '-' : ''}${by}`,
    told: { rows: down ? rows.reverse() : rows },
  };
};
const refused = (text: string) => ({ status: 400, told: { code: 'bad_sort', text } });
const list: Said = { asked: 'GET /v1/listings', told: { rows: goods } };

test('a list is not sorted by a member that a refusal does not name among those it may be sorted by', async () => {
  const told = refused('sort must be one of: unit_cost, weight, id');
  const ask = learnedFrom([
    list,
    sorted('unit_cost'),
    sorted('unit_cost', true),
    { asked: 'GET /v1/listings?sort=colour', ...told },
  ]);
  expect(await ask('GET /v1/listings?sort=grade')).toEqual([400, told.told]);
  expect(await ask('GET /v1/listings?sort=-grade')).toEqual([400, told.told]);
  expect(await ask(sorted('weight').asked)).toEqual([200, sorted('weight').told]);
  expect(await ask(sorted('weight', true).asked)).toEqual([200, sorted('weight', true).told]);
});

test('a list is sorted by any member where the refusal of an unknown one lists none', async () => {
  const ask = learnedFrom([
    list,
    sorted('unit_cost'),
    sorted('unit_cost', true),
    { asked: 'GET /v1/listings?sort=colour', ...refused('colour is no field') },
  ]);
  expect(await ask(sorted('weight').asked)).toEqual([200, sorted('weight').told]);
});
