// What changes something and has no endpoint in §4, such as the order of a report run: a recording that holds some answers them.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const begin = Date.UTC(2026, 2, 3, 9);
const moment = (seconds: number) => new Date(begin + seconds * 1000).toISOString();
const run = (id: number, seconds: number, kind = 'stock') => ({
  id: `r${id}`,
  kind,
  begunAt: moment(seconds),
});
const old = Array.from({ length: 4 }, (_, at) => run(4 - at, -400 - at * 7_200));
const ordered = run(5, 4, 'sales');
const list = (all: readonly unknown[]) => ({ runs: all, total: all.length });
const order = (sent: object, status: number, told: unknown): Said => ({
  asked: 'POST /v1/reports',
  sent,
  status,
  told,
});
const isOrdered = { code: 'duplicate', text: 'This report is ordered.' };
const isNoKind = { code: 'kind', text: 'No report is of the kind weather.' };
const isNoMethod = { code: 'method', text: 'Not here.' };

const session: readonly Said[] = [
  { asked: 'GET /v1/reports', told: list(old) },
  { asked: 'GET /v1/reports/r4', told: old[0] },
  { asked: 'DELETE /v1/listings/l1', status: 405, told: isNoMethod },
  { asked: 'GET /v1/reports?kind=none', told: list([]) },
  order({ kind: 'sales', days: 7 }, 202, ordered),
  { asked: 'GET /v1/reports', told: list([ordered, ...old]) },
  { asked: 'GET /v1/reports/r5', told: ordered },
  order({ kind: 'weather' }, 400, isNoKind),
  order({ kind: 'sales', days: 7 }, 409, isOrdered),
];

test('a report run that was ordered is ordered again, as of the start', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/reports')).toEqual([200, list(old)]);
  ask.wait(4);
  expect(await ask('POST /v1/reports', { days: 7, kind: 'sales' })).toEqual([202, ordered]);
  expect(await ask('GET /v1/reports')).toEqual([200, list([ordered, ...old])]);
  expect(await ask('GET /v1/reports/r5')).toEqual([200, ordered]);
  expect(await ask('POST /v1/reports', { kind: 'weather' })).toEqual([400, isNoKind]);
  ask.wait(4);
  expect(await ask('POST /v1/reports', { kind: 'sales', days: 7 })).toEqual([409, isOrdered]);
});

test('as of the end the last answer to an order is given', async () => {
  const ask = learnedFrom(session, 'end');
  expect(await ask('POST /v1/reports', { kind: 'sales', days: 7 })).toEqual([409, isOrdered]);
  expect(await ask('GET /v1/reports')).toEqual([200, list([ordered, ...old])]);
});

test('an order that was not recorded is undecided, and no method that is not allowed', async () => {
  const ask = learnedFrom(session);
  const { status, text } = await ask.answer('POST /v1/reports', { kind: 'prices' });
  expect(status).toBe(501);
  expect(text).toContain('POST /v1/reports');
  expect(text).toContain('undecided');
});

test('where a method was never taken, it is refused as it was', async () => {
  const ask = learnedFrom(session);
  expect(await ask('DELETE /v1/listings/l2')).toEqual([405, isNoMethod]);
  expect(await ask('DELETE /v1/reports')).toEqual([405, isNoMethod]);
});

test('an order without a key is refused as every request is', async () => {
  const ask = learnedFrom(session);
  const { status } = await ask.answer('POST /v1/reports', { kind: 'sales', days: 7 }, 'application/json', {
    'X-API-KEY': '',
  });
  expect(status).toBe(401);
});
