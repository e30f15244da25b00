// What a shop for umbrellas taught: orders that are asked for member by member, told again as a list, and by other words for up and
// down; and report runs that a whole list lacked before they were ordered.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const shades = Array.from({ length: 14 }, (_, at) => ({
  id: `shade-${501 + at}`,
  title: `Shade ${'HDNAKCLBMFJEGI'[at]!}`,
  price: 12 + ((at * 37) % 83),
  maker: ['Ulm', 'Ost', 'Ivo'][(at * 5) % 3]!,
  ribs: 6 + ((at * 11) % 14),
  createdAt: `2026-01-${String(10 + ((at * 3) % 14)).padStart(2, '0')}T08:00:00Z`,
}));
type Shade = (typeof shades)[number];
type Order = readonly [by: Exclude<keyof Shade, 'id'>, way: 'ASC' | 'DESC'];

const sorted = (orders: readonly Order[]): readonly Shade[] =>
  [...shades].sort((one, other) => {
    for (const [by, way] of orders)
      if (one[by] !== other[by]) return one[by] < other[by] === (way === 'ASC') ? -1 : 1;
    return 0;
  });
const inOrder = (query: string, ...orders: readonly Order[]): Said => ({
  asked: `GET /v1/listings${query}`,
  told: { shades: orders.length === 0 ? shades : sorted(orders), total: shades.length },
});

test('an order that is asked of one member in brackets by 1 or -1 is asked so of others, and refused of what is none', async () => {
  const refused = (member: string): Said => ({
    asked: `GET /v1/listings?sort[${member}]=1`,
    status: 400,
    told: { fault: `${member} orders nothing` },
  });
  const ask = learnedFrom([
    inOrder(''),
    inOrder('?sort[price]=-1', ['price', 'DESC']),
    inOrder('?sort[price]=1', ['price', 'ASC']),
    inOrder('?sort[title]=1', ['title', 'ASC']),
    inOrder('?sort[maker]=1&sort[price]=-1', ['maker', 'ASC'], ['price', 'DESC']),
    refused('weight'),
  ]);
  for (const other of [
    inOrder('?sort[ribs]=-1', ['ribs', 'DESC']),
    inOrder('?sort[createdAt]=1', ['createdAt', 'ASC']),
    inOrder('?sort[maker]=-1&sort[title]=-1', ['maker', 'DESC'], ['title', 'DESC']),
  ])
    expect(await ask(other.asked)).toEqual([200, other.told]);
  const strange = refused('colour');
  expect(await ask(strange.asked)).toEqual([400, strange.told]);
});

test('a list tells each order that was asked for, and its own where none was', async () => {
  const told = (query: string, ...orders: readonly Order[]): Said => ({
    asked: `GET /v1/listings${query}`,
    told: { shades: sorted(orders), orders: orders.map(([by, way]) => ({ by, way })) },
  });
  const ask = learnedFrom([
    told('', ['createdAt', 'DESC']),
    told('?sort=price,desc', ['price', 'DESC']),
    told('?sort=title', ['title', 'ASC']),
    told('?sort=maker&sort=price,desc', ['maker', 'ASC'], ['price', 'DESC']),
  ]);
  for (const other of [
    told('?sort=ribs,desc', ['ribs', 'DESC']),
    told('?sort=maker,desc&sort=title', ['maker', 'DESC'], ['title', 'ASC']),
    told('', ['createdAt', 'DESC']),
  ])
    expect(await ask(other.asked)).toEqual([200, other.told]);
});

test('down turns an order as desc does, and up leaves it as asc does', async () => {
  const ask = learnedFrom([
    inOrder('', ['createdAt', 'DESC']),
    inOrder('?by=price&order=asc', ['price', 'ASC']),
    inOrder('?by=price&order=desc', ['price', 'DESC']),
    inOrder('?by=title&order=up', ['title', 'ASC']),
    inOrder('?by=ribs&order=down', ['ribs', 'DESC']),
  ]);
  for (const other of [
    inOrder('?by=title&order=down', ['title', 'DESC']),
    inOrder('?by=title&order=desc', ['title', 'DESC']),
    inOrder('?by=ribs&order=asc', ['ribs', 'ASC']),
    inOrder('?by=price&order=up', ['price', 'ASC']),
  ])
    expect(await ask(other.asked)).toEqual([200, other.told]);
});

test('a report run that a whole list lacked is not there before, though it tells of older days', async () => {
  const begin = Date.UTC(2026, 2, 3, 9);
  const moment = (seconds: number) => new Date(begin + seconds * 1000).toISOString();
  const run = (id: number, began: number, from: string) => ({
    id: `r${id}`,
    period: { from },
    begunAt: moment(began),
  });
  const old = Array.from({ length: 6 }, (_, at) => run(6 - at, -400 - at * 7_200, `2025-0${8 - at}-01`));
  const later = run(7, 4, '2025-09-01');
  const runs = (all: readonly object[], size = all.length) => ({
    runs: all.slice(0, size),
    total: all.length,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/reports', told: runs(old) },
    { asked: 'GET /v1/reports?size=3', told: runs(old, 3) },
    { asked: 'GET /v1/reports/r4', told: old[2] },
    { asked: 'GET /v1/reports?size=2', told: runs(old, 2) },
    { asked: 'GET /v1/reports', told: runs([later, ...old]) },
    { asked: 'GET /v1/reports/r7', told: later },
  ]);
  expect(await ask('GET /v1/reports')).toEqual([200, runs(old)]);
  expect(await ask('GET /v1/reports?size=4')).toEqual([200, runs(old, 4)]);
  expect((await ask.answer('GET /v1/reports/r7')).status).toBe(404);
  ask.wait(4);
  expect(await ask('GET /v1/reports')).toEqual([200, runs([later, ...old])]);
  expect(await ask('GET /v1/reports/r7')).toEqual([200, later]);
});
