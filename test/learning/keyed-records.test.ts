// Records that are the members of an object, by their ids, and do not say their ids themselves.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const thing = (at: number) => ({ name: `Thing ${at}`, low: at, high: at + 5, shelf: at % 2 });
const ids = [801, 812, 823, 834, 845, 856, 867];
const things = (from: number, to: number) =>
  Object.fromEntries(ids.slice(from, to).map((id, at) => [id, thing(from + at + 1)]));

const learned = () =>
  learnedFrom([
    { asked: 'GET /v1/listings', told: { page: 1, of: 3, goods: things(0, 3) } },
    { asked: 'GET /v1/listings?page=2', told: { page: 2, of: 3, goods: things(3, 6) } },
    { asked: 'GET /v1/listings?page=3', told: { page: 3, of: 3, goods: things(6, 7) } },
    { asked: 'GET /v1/listings?page=9', told: { page: 9, of: 3, goods: [] } },
    { asked: 'GET /v1/listings/812', told: { goods: { 812: thing(2) } } },
    { asked: 'GET /v1/listings/856', told: { goods: { 856: thing(6) } } },
    { asked: 'PATCH /v1/listings/812/price', sent: { low: 7, high: 9 }, told: { ok: 1 } },
    { asked: 'GET /v1/listings/812', told: { goods: { 812: { ...thing(2), low: 7, high: 9 } } } },
  ]);

test('stand under their ids in lists and alone, whichever was asked for', async () => {
  const ask = learned();
  expect(await ask('GET /v1/listings?page=2')).toEqual([200, { page: 2, of: 3, goods: things(3, 6) }]);
  expect(await ask('GET /v1/listings/845')).toEqual([200, { goods: { 845: thing(5) } }]);
});

test('are written by their ids', async () => {
  const ask = learned();
  expect(await ask('PATCH /v1/listings/834/price', { low: 3, high: 30 })).toEqual([200, { ok: 1 }]);
  expect(await ask('GET /v1/listings/834')).toEqual([
    200,
    { goods: { 834: { ...thing(4), low: 3, high: 30 } } },
  ]);
});

test('are an empty list where there are none, if the service says so', async () => {
  expect(await learned()('GET /v1/listings?page=8')).toEqual([200, { page: 8, of: 3, goods: [] }]);
});
