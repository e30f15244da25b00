// A list that says in what order it is tells the parts of the order that was asked for, and its usual one where none was.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const goods = Array.from({ length: 12 }, (_, at) => ({
  id: 801 + at,
  name: `Lamp ${'HDAKCLBFJEGI'[at]!}`,
  price: 10 + ((at * 37) % 80),
  made: `2026-01-${String(10 + at)}T08:00:00Z`,
}));
type Member = 'name' | 'price' | 'made';

function listed(query: string, by: Member, direction: 'ASC' | 'DESC'): Said {
  const rows = [...goods].sort((a, b) => (a[by] < b[by] ? -1 : 1));
  return {
    asked: `GET /v1/listings${query}`,
    told: { rows: direction === 'DESC' ? rows.reverse() : rows, order: [[by, direction]] },
  };
}

test('the member and the direction that were asked for in one word are told apart', async () => {
  const ask = learnedFrom([
    listed('', 'made', 'DESC'),
    listed('?sort=name:ASC', 'name', 'ASC'),
    listed('?sort=name:DESC', 'name', 'DESC'),
    listed('?sort=price:ASC', 'price', 'ASC'),
    listed('?sort=made:ASC', 'made', 'ASC'),
  ]);
  const other = listed('?sort=price:DESC', 'price', 'DESC');
  expect(await ask(other.asked)).toEqual([200, other.told]);
  expect(await ask('GET /v1/listings')).toEqual([200, listed('', 'made', 'DESC').told]);
});

test('a sign in front of what a list is sorted by is told as a direction', async () => {
  const ask = learnedFrom([
    listed('', 'made', 'DESC'),
    listed('?sort=-name', 'name', 'DESC'),
    listed('?sort=-made', 'made', 'DESC'),
    listed('?sort=%2Bname', 'name', 'ASC'),
    listed('?sort=%2Bmade', 'made', 'ASC'),
  ]);
  const other = listed('?sort=-price', 'price', 'DESC');
  expect(await ask(other.asked)).toEqual([200, other.told]);
});

test('what a list cannot be sorted by is told without the sign in front of it, and as it is where it has none', async () => {
  const refused = (by: string) => ({ status: 400, told: { fault: `"${by}" orders nothing` } });
  const ask = learnedFrom([
    listed('', 'made', 'DESC'),
    listed('?order=-name', 'name', 'DESC'),
    { asked: 'GET /v1/listings?order=-weight', ...refused('weight') },
    { asked: 'GET /v1/listings?order=-colour', ...refused('colour') },
  ]);
  expect(await ask('GET /v1/listings?order=-shape')).toEqual([400, refused('shape').told]);
  expect(await ask('GET /v1/listings?order=shape')).toEqual([400, refused('shape').told]);
});
