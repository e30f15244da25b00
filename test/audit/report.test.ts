// The report as data and as text, the summary of a run, and the gate (`--fail-on`).
import { expect, test } from 'vitest';

import { createAudit } from '../../src/service/audit/audit.ts';
import type { AuditedRequest } from '../../src/service/audit/audited-request.ts';
import { factRows } from '../../src/service/audit/facts.ts';
import { defaultThresholds, judge, parseFailOn } from '../../src/service/audit/fail-on.ts';
import { auditLines, failureLines } from '../../src/service/audit/audit-text.ts';
import { createSummary } from '../../src/service/audit/summary.ts';
import { board, factOf, foundIn, opening, patch, reportOf, request, standard } from './requests.ts';
import type { Told } from './requests.ts';

const burst = (length: number, told: Told = {}) =>
  Array.from({ length }, (_, index) => request({ number: index + 1, at: index, ...told }));

const repeat = (times: number) =>
  Array.from({ length: times + 1 }, (_, at) => patch({ minPrice: 1 }, { at: at * 1000 }));

function summaryOf(...worlds: readonly (readonly AuditedRequest[] | null)[]) {
  const summary = createSummary();
  for (const [index, requests] of worlds.entries()) {
    summary.add(
      reportOf(requests ?? [request({ status: 401, kind: 'api_key_missing' })], {
        world: requests === null ? null : `w${index + 1}`,
      }),
    );
  }
  return summary.result();
}

test('a report names every fact in one order, found or not, and survives JSON as it is', () => {
  for (const report of [reportOf([]), reportOf(burst(9)), reportOf([], { world: null })]) {
    expect(report.facts.map(({ id }) => id)).toEqual(factRows.map(({ id }) => id));
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  }
});

test('the figures of a fact are those that its row names, found or not', () => {
  const busy = reportOf([...burst(9, { status: 429 }), ...repeat(3)]);
  for (const { id, detail } of [...reportOf([]).facts, ...busy.facts]) {
    expect(Object.keys(detail)).toEqual(Object.keys(factRows.find((row) => row.id === id)!.detail));
  }
});

test('a report without requests has no times', () => {
  expect(reportOf([])).toMatchObject({ world: 'w1', requests: 0, untimed: 0, from: null, to: null });
});

test('a path of any length stands in a report in part', () => {
  const report = reportOf([request({ path: `/${'x'.repeat(9000)}`, matched: false })]);
  expect(factOf(report, 'unmatched').requests[0]!.path).toHaveLength(200);
});

test('a quiet run is one line', () => {
  expect(auditLines(summaryOf([]))).toEqual(['audit: no requests']);
  expect(auditLines(summaryOf([request()]))).toEqual(['audit: nothing to remark (1 request)']);
  expect(auditLines(summaryOf([request()], [request(), request({ frozen: true })]))).toEqual([
    'audit: nothing to remark (3 requests in 2 worlds)',
  ]);
});

test('what there is to remark is a line each, with the requests behind it', () => {
  const requests = [
    ...burst(6),
    request({ number: 7, at: 100, path: `${board}/price`, method: 'PATCH', status: 429, retryAfter: '1' }),
    patch({ minPrice: 1 }, { number: 8, at: 600 }),
    patch({ minPrice: 1 }, { number: 9, at: 2000, frozen: true }),
  ];
  expect(auditLines(summaryOf(requests))).toEqual([
    'audit: 9 requests',
    '  1 of them while the clock stood still, which count for no rate, wait or interval',
    '  peak-second           3  requests beyond the limit per second: 8 at most, 5 allowed',
    '                           #6 GET /v1/strategies 200, #7 PATCH ' +
      `${board}/price 429, #8 PATCH ${board}/price 200`,
    '  429                   1  answers 429: 1 retried too early',
    `                           #7 PATCH ${board}/price 429`,
    '  retried-early         1  retries before Retry-After was over: by up to 500 ms',
    `                           #8 PATCH ${board}/price 200`,
    '  identical-patches     1  PATCHes sent again as they were',
    `                           #9 PATCH ${board}/price 200`,
  ]);
});

test('polls are told with their pace', () => {
  const polls = [0, 1000, 3000, 4000, 5000].map((at) => request({ at, path: '/v1/reports', runs: 'queued' }));
  expect(auditLines(summaryOf(polls))[1]).toBe(
    '  report-polls          4  polls of the reports within 5 s of the last, for nothing new: ' +
      '5 polls, 1.3 s apart, 1 s at the shortest, 4 unchanged',
  );
});

test('several worlds are added up, and the peak is that of the world furthest beyond its limit', () => {
  const summary = createSummary();
  const fast = { perSecond: 100, perMinute: 1000 };
  summary.add(reportOf(burst(50), { world: 'w1', limits: fast }));
  summary.add(reportOf(burst(7), { world: 'w2' }));
  summary.add(reportOf(burst(9), { world: 'w3' }));
  summary.add(reportOf([], { world: 'w4' }));
  const { worlds, requests, facts } = summary.result();
  expect({ worlds, requests }).toEqual({ worlds: 3, requests: 66 });
  expect(factOf({ facts }, 'peak-second')).toMatchObject({
    count: 6,
    limit: 5,
    detail: { peak: 9 },
    requests: [{ world: 'w2' }, { world: 'w2' }, { world: 'w3' }, { world: 'w3' }, { world: 'w3' }],
  });
});

test('an audit that begins anew reports what came since, and still knows the whole', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  for (const one of burst(7)) audit.take(one);
  audit.beginAnew();
  expect(audit.report()).toMatchObject({ requests: 0, from: null, to: null });
  for (const one of burst(6, { status: 404, matched: false })) audit.take(one);
  audit.beginAnew();
  expect(foundIn(audit.report())).toEqual({});
  const whole = audit.wholeReport();
  expect(whole).toMatchObject({ world: 'w1', requests: 13, from: opening, to: opening + 6 });
  expect(foundIn(whole)).toMatchObject({ 'peak-second': 3, unmatched: 6 });
  expect(factOf(whole, 'peak-second').detail.peak).toBe(7);
});

test('figures of several worlds are added up, or the least or greatest of them', () => {
  const polls = (pause: number) =>
    [0, 1, 2].map((n) => request({ at: n * pause, path: '/v1/reports', runs: 'a' }));
  expect(factOf(summaryOf(polls(1000), polls(6000), [request()]), 'report-polls')).toMatchObject({
    count: 2,
    detail: { polls: 6, unchanged: 4, intervals: 4, intervalsMs: 14_000, shortestMs: 1000, longestMs: 6000 },
  });
});

test('of a thousand worlds those with the most to remark are named, and the others counted', () => {
  const worlds = Array.from({ length: 1000 }, (_, index) =>
    index % 50 === 7 ? repeat(index + 1) : [request()],
  );
  const summary = summaryOf(...worlds, null);
  expect(summary).toMatchObject({ worlds: 1000, more: 11 });
  expect(summary.remarked).toHaveLength(10);
  expect(summary.remarked[0]).toEqual({
    world: 'w958',
    requests: 959,
    counts: [{ id: 'identical-patches', count: 958 }],
  });
  const lines = auditLines(summary);
  expect(lines[0]).toBe('audit: 10661 requests in 1000 worlds');
  expect(lines[2]).toMatch(/^ {27}w8 #\d+ PATCH /);
  expect(lines).toContain('  w958 (959 requests): identical-patches 958');
  expect(lines.at(-1)).toBe('  and 11 more worlds with something to remark');
  expect(lines).toHaveLength(16);
});

test('requests that were let into no world are named so beside a world', () => {
  expect(auditLines(summaryOf(repeat(1), null)).slice(-2)).toEqual([
    '  w1 (2 requests): identical-patches 1',
    '  no world (1 request): no-key 1',
  ]);
});

test('the gate fails on what is above its threshold, and says so', () => {
  const summary = summaryOf(repeat(2), repeat(2));
  const [failure, ...more] = judge(summary, defaultThresholds);
  expect(more).toEqual([]);
  expect(failure).toMatchObject({ id: 'identical-patches', count: 4, threshold: 0 });
  expect(failureLines([failure!])).toEqual([
    'audit failed: identical-patches=4, at most 0 (PATCHes sent again as they were)',
  ]);
  expect(judge(summary, parseFailOn('audit:identical-patches=3').audit!)).toHaveLength(1);
  expect(judge(summary, parseFailOn('audit:identical-patches=4').audit!)).toEqual([]);
});

test('a 429 alone fails nothing, unless it is asked for', () => {
  const report = reportOf([request({ status: 429, retryAfter: '1' }), request({ at: 1000 })]);
  expect(judge(report, defaultThresholds)).toEqual([]);
  expect(judge(report, parseFailOn('audit:429=0').audit!)).toMatchObject([{ id: '429', count: 1 }]);
});

test.each([
  ['audit', {}],
  ['audit:429=0,identical-patches=3', { '429': 0, 'identical-patches': 3 }],
  ['audit: gave-up=off , peak-second=12', { 'gave-up': Infinity, 'peak-second': 12 }],
])('--fail-on %s changes the thresholds that it names', (words, changes) => {
  expect(parseFailOn(words)).toEqual({ audit: { ...defaultThresholds, ...changes }, coverage: null });
});

test.each([
  ['coverage=80', { audit: null, coverage: 80 }],
  ['audit, coverage=0.5', { audit: defaultThresholds, coverage: 0.5 }],
  ['coverage=100,audit:429=0', { audit: { ...defaultThresholds, '429': 0 }, coverage: 100 }],
  [
    'audit:429=0,coverage=80,no-key=1',
    { audit: { ...defaultThresholds, '429': 0, 'no-key': 1 }, coverage: 80 },
  ],
])('--fail-on %s names gates side by side', (words, gates) => {
  expect(parseFailOn(words)).toEqual(gates);
});

test('`all` stands for every fact, and what is named stands over it', () => {
  const only = parseFailOn('audit:all=off,429=2').audit;
  expect(only).toMatchObject({ '429': 2, 'no-key': Infinity, 'peak-second': Infinity });
  expect(parseFailOn('audit:429=2,all=off').audit!['429']).toBe(Infinity);
});

test.each([
  ['', "'' is no gate; it takes audit, audit:<fact>=<count>"],
  ['miss', "'miss' is no gate"],
  ['audit:', "'audit:' is no gate"],
  ['audit:429', "'429' is not <fact>=<count>; the facts are peak-second, peak-minute, 429,"],
  ['audit:429=1=2', "'429=1=2' is not <fact>=<count>"],
  ['audit:gaveup=1', "there is no fact 'gaveup'; did you mean 'gave-up'?"],
  ['audit:toString=1', "there is no fact 'toString'"],
  ['audit:429=-1', "the count of '429' must be a whole number of at least 0, or off"],
  ['audit:429=', "the count of '429' must be"],
  ['audit:429=1.5', "the count of '429' must be"],
  ['audit:429=0,', "'' is not <fact>=<count>"],
])('--fail-on %s is refused in words that say what is valid', (words, message) => {
  expect(() => parseFailOn(words)).toThrow(message);
});
