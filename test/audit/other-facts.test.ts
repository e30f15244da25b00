// Polling, keys, paths, and what a client makes of errors other than 429.
import { expect, test } from 'vitest';

import { createAudit } from '../../src/service/audit/audit.ts';
import type { AuditedRequest } from '../../src/service/audit/audited-request.ts';
import { runStates } from '../../src/service/audit/polls.ts';
import { createTestApp } from '../support/app.ts';
import { board, factOf, foundIn, lamp, patch, reportOf, request, standard } from './requests.ts';
import type { Told } from './requests.ts';

const poll = (at: number, told: Told = {}) => request({ at, path: '/v1/reports', runs: 'queued', ...told });

const polls: readonly (readonly [string, readonly AuditedRequest[], number, Record<string, number>])[] = [
  ['one', [poll(0)], 0, { polls: 1, intervals: 0 }],
  [
    'every second',
    [poll(0), poll(1000), poll(2000)],
    2,
    { polls: 3, unchanged: 2, intervals: 2, intervalsMs: 2000 },
  ],
  [
    'every five seconds',
    [poll(0), poll(5000), poll(10_000)],
    0,
    { unchanged: 2, shortestMs: 5000, longestMs: 5000 },
  ],
  ['soon, but for news', [poll(0), poll(1000, { runs: 'running' })], 0, { polls: 2, unchanged: 0 }],
  ['soon, for what nobody knows', [poll(0, { runs: undefined }), poll(1000)], 1, { unchanged: 0 }],
  ['soon, for 304', [poll(0), poll(1000, { status: 304, runs: undefined })], 1, { unchanged: 1 }],
  ['two under way at once', [poll(3000), poll(0, { milliseconds: 4000 })], 0, { polls: 2, intervals: 0 }],
  [
    'two queries in turn',
    [poll(0, { query: 'a' }), poll(500), poll(5500, { query: 'a' }), poll(6000)],
    0,
    { unchanged: 2 },
  ],
  ['after an error', [poll(0, { status: 500 }), poll(500)], 0, { polls: 1 }],
  ['after a broken answer', [poll(0, { broken: true }), poll(500)], 0, { polls: 1 }],
  [
    'while the clock stands still',
    [poll(0, { frozen: true }), poll(0, { frozen: true })],
    0,
    { polls: 2, unchanged: 1, intervals: 0 },
  ],
];

test.each(polls)('polling the reports: %s', (_, requests, count, detail) => {
  expect(factOf(reportOf(requests), 'report-polls')).toMatchObject({ count, detail });
});

test('no interval reaches over a clock that was moved', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(poll(0));
  audit.clockMoved(60_000);
  audit.take(poll(60_010));
  audit.take(poll(61_010));
  expect(factOf(audit.report(), 'report-polls').detail).toMatchObject({
    polls: 3,
    intervals: 1,
    longestMs: 1000,
  });
});

test('the states of the runs are read from the mock’s own answer, and change when a run does', async () => {
  const app = createTestApp({ data: 'tiny' });
  const { text } = await app.get('/v1/reports');
  app.clock.advance(1000);
  const { text: later } = await app.get('/v1/reports');
  expect(runStates(text).split(',')).toHaveLength((await app.reports()).data.length);
  expect(runStates(later)).toBe(runStates(text));
  app.clock.advance(86_400_000);
  expect(runStates((await app.get('/v1/reports')).text)).not.toBe(runStates(text));
});

test('requests without a key and with a wrong one are told apart, and nothing else is said of them', () => {
  const stranger = (kind: 'api_key_missing' | 'api_key_invalid') => request({ status: 401, kind });
  const requests = [
    ...Array.from({ length: 7 }, () => stranger('api_key_missing')),
    stranger('api_key_invalid'),
    request({ status: 401 }),
    request({ status: 403, kind: 'host_forbidden' }),
  ];
  const report = reportOf(requests, { world: null });
  expect(report).toMatchObject({ world: null, requests: 10 });
  expect(foundIn(report)).toEqual({ 'no-key': 7, 'wrong-key': 2 });
  expect(factOf(report, 'no-key').requests).toHaveLength(5);
});

test('requests that no endpoint takes are counted', () => {
  const report = reportOf([request({ path: '/v1/listing', status: 404, matched: false }), request()]);
  expect(foundIn(report)).toEqual({ unmatched: 1 });
});

const missing: Told = { path: lamp, status: 404, kind: 'resource_missing' };
const bad = (body: unknown, told: Told = {}) =>
  patch(body, { status: 400, kind: 'parameter_invalid', ...told });

test.each([
  ['once', [request(missing)], 0],
  ['again', [request(missing), request(missing)], 1],
  ['again after something else', [request(missing), request(), request(missing)], 1],
  ['again, and it is there', [request(missing), request({ ...missing, status: 200 })], 0],
  ['again after it was there', [request(missing), request({ path: lamp }), request(missing)], 0],
  ['another error', [request(missing), request({ ...missing, status: 400 })], 0],
  ['with another query', [request(missing), request({ ...missing, query: 'a=1' })], 0],
  ['a write as it was', [bad({ minPrice: 'x' }), bad({ minPrice: 'x' })], 1],
  ['a write put right in part', [bad({ minPrice: 'x' }), bad({ minPrice: 'y' })], 0],
  ['with a key revoked on purpose', [request({ status: 401 }), request({ status: 401 })], 1],
  ['a conflict, which passes', [patch({}, { status: 412 }), patch({}, { status: 412 })], 0],
  [
    'a miss of a replay',
    [request({ status: 501, kind: 'replay_miss' }), request({ status: 501, kind: 'replay_miss' })],
    0,
  ],
  [
    'a write that the recorder refuses',
    [patch({}, { status: 403, kind: 'writes_refused' }), patch({}, { status: 403, kind: 'writes_refused' })],
    0,
  ],
])('an error that stays is repeated: %s', (_, requests, count) => {
  expect(factOf(reportOf(requests), 'hopeless-retries').count).toBe(count);
});

const failed: Told = { status: 503, kind: 'unavailable' };
const change = { minPrice: 12 };

test.each([
  ['at once', [patch(change, failed), patch(change, { at: 100 })], 1],
  [
    'at once, and once more when it had passed',
    [patch(change, failed), patch(change, { at: 10 }), patch(change, { at: 20 })],
    1,
  ],
  ['again and again', [0, 10, 20].map((at) => patch(change, { ...failed, at })), 2],
  ['after a pause', [patch(change, failed), patch(change, { at: 101 })], 0],
  [
    'at once after a slow failure',
    [patch(change, { ...failed, milliseconds: 3000 }), patch(change, { at: 3050 })],
    1,
  ],
  ['to another listing', [patch(change, failed), patch(change, { at: 10, path: `${lamp}/price` })], 0],
  [
    'at once after a broken connection',
    [patch(change, { ...failed, broken: true }), patch(change, { at: 10 })],
    0,
  ],
  [
    'while the clock stands still',
    [patch(change, { ...failed, frozen: true }), patch(change, { frozen: true })],
    0,
  ],
  ['as a read', [request({ ...failed, path: board }), request({ at: 10, path: board })], 0],
])('a write is sent again after a 5xx: %s', (_, requests, count) => {
  expect(factOf(reportOf(requests), 'no-backoff').count).toBe(count);
});

test('no pause is measured over a clock that was frozen in between', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(patch(change, failed));
  audit.clockMoved(0);
  audit.take(patch(change, { at: 10 }));
  expect(factOf(audit.report(), 'no-backoff').count).toBe(0);
});
