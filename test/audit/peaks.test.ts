// Peaks against the limits of §8, compared with a count by brute force.
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createSettings } from '../../src/spec/settings.ts';
import { createAudit } from '../../src/service/audit/audit.ts';
import { Limiter } from '../../src/service/worlds/limiter.ts';
import { factOf, foundIn, opening, reportOf, request, standard } from './requests.ts';

/** Waits between requests: bursts, the edges of both windows, and long pauses. */
const gaps = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 250 }) },
  { weight: 2, arbitrary: fc.constantFrom(199, 200, 201, 999, 1000, 1001) },
  { weight: 1, arbitrary: fc.constantFrom(30_000, 59_999, 60_000, 60_001, 119_999, 120_001, 3_600_000) },
);
/** How much later than it arrived a request is answered. */
const delays = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 59_999 }) },
);
const limits = fc.record({
  perSecond: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(Infinity)),
  perMinute: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity)),
});

/** Times of arrival in the order in which the requests are answered. */
const arrivals = (maxLength: number) =>
  fc.array(fc.tuple(gaps, delays), { minLength: 1, maxLength, size: 'max' }).map((steps) => {
    let now = 0;
    return steps
      .map(([gap, delay]) => ({ at: (now += gap), answered: now + delay }))
      .sort((a, b) => a.answered - b.answered)
      .map(({ at }) => at);
  });

/** §8 read literally: every window that ends with a request, and whether that request is one too many in it. */
function count(times: readonly number[], width: number, limit: number): { peak: number; beyond: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const held = sorted.map(
    (now, index) => sorted.slice(0, index + 1).filter((time) => time > now - width).length,
  );
  return { peak: Math.max(...held), beyond: held.filter((number) => number > limit).length };
}

test('§8 the peaks and what is beyond the limits are those of a count by brute force, whenever answers leave', () => {
  let beyond = 0;
  fc.assert(
    fc.property(limits, arrivals(150), (limit, times) => {
      const report = reportOf(
        times.map((at) => request({ at })),
        { limits: limit },
      );
      for (const [id, width, most] of [
        ['peak-second', 1000, limit.perSecond],
        ['peak-minute', 60_000, limit.perMinute],
      ] as const) {
        const expected = count(times, width, most);
        const { count: found, detail } = factOf(report, id);
        expect({ peak: detail.peak, beyond: found }).toEqual(expected);
        beyond += found;
      }
    }),
    { numRuns: 400 },
  );
  expect(beyond).toBeGreaterThan(1000);
});

test('§8 a run of hours is counted as exactly as a short one, although only minutes of it are kept', () => {
  const steps = fc.sample(gaps, { numRuns: 6000, seed: 8 });
  let now = 0;
  const times = steps.map((gap) => (now += Math.min(gap, 60_001)));
  const report = reportOf(times.map((at) => request({ at })));
  const lately = (at: number, width: number) =>
    times.filter((time) => time > at - width && time <= at).length;
  expect(now).toBeGreaterThan(3_600_000);
  expect(factOf(report, 'peak-second').detail.peak).toBe(Math.max(...times.map((at) => lately(at, 1000))));
  expect(factOf(report, 'peak-minute').detail.peak).toBe(Math.max(...times.map((at) => lately(at, 60_000))));
});

test('§8 requests are beyond the limits exactly where the exact limiter refuses some', () => {
  fc.assert(
    fc.property(limits, fc.array(gaps, { minLength: 1, maxLength: 60 }), (limit, waits) => {
      const limiter = new Limiter(limit, createSettings());
      let now = 0;
      const times = waits.map((wait) => (now += wait));
      const refused = times.filter((at) => limiter.take(opening + at).refusedBy !== null).length;
      const report = reportOf(
        times.map((at) => request({ at })),
        { limits: limit },
      );
      const beyond = factOf(report, 'peak-second').count + factOf(report, 'peak-minute').count;
      expect(beyond > 0).toBe(refused > 0);
    }),
  );
});

test('a peak names its time, its limit and the first requests that were too many', () => {
  const report = reportOf(
    [0, 0, 100, 200, 300, 400, 999, 1000].map((at, index) => request({ at, number: index + 1 })),
  );
  expect(factOf(report, 'peak-second')).toMatchObject({
    count: 3,
    limit: 5,
    detail: { peak: 7, peakAt: opening + 999 },
    requests: [{ world: 'w1', number: 6, at: opening + 400 }, { number: 7 }, { number: 8 }],
  });
});

test('without a limit there is a peak and nothing beyond it', () => {
  const requests = Array.from({ length: 50 }, () => request());
  const report = reportOf(requests, { limits: { perSecond: Infinity, perMinute: Infinity } });
  expect(factOf(report, 'peak-second')).toMatchObject({ count: 0, limit: null, detail: { peak: 50 } });
  expect(foundIn(report)).toEqual({});
});

test.each([
  ['requests while the clock stands still', { frozen: true }],
  ['preflights, which no limit counts', { method: 'OPTIONS' }],
  ['downloads and the control API, which no limit counts', { path: '/__mock/files/a.csv' }],
])('%s are no peak', (_, told) => {
  const requests = Array.from({ length: 50 }, () => request(told));
  expect(factOf(reportOf(requests), 'peak-second')).toMatchObject({ count: 0, detail: { peak: 0 } });
});

test('a report says how many requests came while the clock stood still', () => {
  const report = reportOf([request(), request({ frozen: true }), request({ frozen: true })]);
  expect(report).toMatchObject({ requests: 3, untimed: 2 });
});

test.each([
  ['said', true, 1000],
  ['not said, but seen by more than a minute', false, 61_001],
])('a clock that was set back counts windows anew (%s)', (_, isSaid, by) => {
  const audit = createAudit({ world: 'w1', limits: { perSecond: 5, perMinute: 5 } });
  for (let round = 0; round < 10; round += 1) {
    for (const at of [0, 0, 0, by]) audit.take(request({ at }));
    if (isSaid) audit.clockMoved(-by);
  }
  expect(foundIn(audit.report())).toEqual({});
  expect(audit.report()).toMatchObject({ from: opening, to: opening + by });
});

test('a clock that was advanced leaves the requests before in their own windows', () => {
  const audit = createAudit({ world: 'w1', limits: { perSecond: 5, perMinute: 5 } });
  for (let minute = 0; minute < 10; minute += 1) {
    for (let round = 0; round < 5; round += 1) audit.take(request({ at: minute * 60_000 }));
    audit.clockMoved(60_000);
  }
  expect(factOf(audit.report(), 'peak-minute')).toMatchObject({ count: 0, detail: { peak: 5 } });
});

test('a clock that was advanced a little is still in the same window', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  for (let round = 0; round < 3; round += 1) audit.take(request());
  audit.clockMoved(500);
  for (let round = 0; round < 3; round += 1) audit.take(request({ at: 500 }));
  expect(factOf(audit.report(), 'peak-second')).toMatchObject({ count: 1, detail: { peak: 6 } });
});

test('after a clock was set back by an hour, windows are counted as ever', () => {
  const audit = createAudit({ world: 'w1', limits: standard });
  audit.take(request({ at: 3_600_000 }));
  audit.clockMoved(-3_600_000);
  for (let round = 0; round < 6; round += 1) audit.take(request());
  expect(factOf(audit.report(), 'peak-second')).toMatchObject({ count: 1, detail: { peak: 6 } });
});

test('the first request of a report is the one that arrived first, whenever it was answered', () => {
  expect(reportOf([request({ at: 1000 }), request({ at: 0, milliseconds: 2000 })])).toMatchObject({
    from: opening,
    to: opening + 1000,
  });
});
