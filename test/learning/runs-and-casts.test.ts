// What a marketplace on a document database taught: report runs that begin while the session goes on, refusals of a part of a
// parameter, a null that a list refuses, and sentences with full stops of their own.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const begin = Date.UTC(2026, 2, 3, 9);
const moment = (seconds: number) => new Date(begin + seconds * 1000).toISOString();

test('a report run that began while the session went on is not there before', async () => {
  const run = (id: number, began: number) => ({ id: `r${id}`, kind: 'stock', begunAt: moment(began) });
  const old = Array.from({ length: 12 }, (_, at) => run(12 - at, -400 - at * 7_200));
  const later = run(13, 4);
  const page = (from: number, size: number, all: readonly unknown[] = old) => ({
    runs: all.slice(from, from + size),
    total: all.length,
    size,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/reports', told: page(0, 5) },
    { asked: 'GET /v1/reports?from=5', told: page(5, 5) },
    { asked: 'GET /v1/reports?from=10', told: page(10, 5) },
    { asked: 'GET /v1/reports?size=4', told: page(0, 4) },
    { asked: 'GET /v1/reports/r4', told: old[8] },
    { asked: 'GET /v1/reports?size=2', told: page(0, 2, [later, ...old]) },
    { asked: 'GET /v1/reports/r13', told: later },
  ]);
  expect(await ask('GET /v1/reports?size=3')).toEqual([200, page(0, 3)]);
  expect(await ask('GET /v1/reports?from=11')).toEqual([200, page(11, 5)]);
  expect((await ask.answer('GET /v1/reports/r13')).status).toBe(404);
  ask.wait(4);
  expect(await ask('GET /v1/reports?size=3')).toEqual([200, page(0, 3, [later, ...old])]);
  expect(await ask('GET /v1/reports/r13')).toEqual([200, later]);
});
