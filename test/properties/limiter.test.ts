import type { Limits } from '../../src/spec/endpoints.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createSettings } from '../../src/spec/settings.ts';
import { retryAfter } from '../../src/service/filters/limit-rate.ts';
import { Limiter } from '../../src/service/worlds/limiter.ts';
import { createWindow } from '../../src/service/worlds/rate-windows.ts';
import { createTestApp } from '../support/app.ts';
import { amount } from '../support/soak.ts';

const algorithms = [
  'sliding-log',
  'fixed-window',
  'first-request-window',
  'sliding-counter',
  'token-bucket',
] as const;

const limits = fc.record({
  perSecond: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(Infinity)),
  perMinute: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity), fc.constant(300)),
});

/** Waits between requests: bursts, the edges of both windows, and long pauses. */
const gaps = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 250 }) },
  { weight: 2, arbitrary: fc.constantFrom(199, 200, 201, 999, 1000, 1001) },
  { weight: 1, arbitrary: fc.constantFrom(30_000, 59_999, 60_000, 60_001) },
);
const arrivals = (maxLength: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 2e12 }), fc.array(gaps, { minLength: 1, maxLength, size: 'max' }))
    .map(([start, waits]) => waits.reduce((times, wait) => [...times, times.at(-1)! + wait], [start]));

function countWithin(times: readonly number[], now: number, width: number): number {
  let count = 0;
  for (let at = times.length - 1; at >= 0 && times[at]! > now - width; at -= 1) count += 1;
  return count;
}

/** §8 in two lines: what the exact count must say. */
function fits(passed: readonly number[], now: number, { perSecond, perMinute }: Limits): boolean {
  return countWithin(passed, now, 1000) < perSecond && countWithin(passed, now, 60_000) < perMinute;
}

const runs = amount(100, 1_000);

/** Every stretch of so many and one more requests is at least as long as the window. */
function expectNoFullWindow(passed: readonly number[], limit: number, width: number): void {
  for (let at = limit; at < passed.length; at += 1) {
    if (passed[at]! - passed[at - limit]! < width) expect.fail(`${limit + 1} within ${width} ms at ${at}`);
  }
}

test('§8 no window ever holds more than its limit, and nothing that would fit is refused', () => {
  const settings = createSettings();
  let requests = 0;
  fc.assert(
    fc.property(limits, arrivals(200), (limit, times) => {
      const limiter = new Limiter(limit, settings);
      const passed: number[] = [];
      for (const now of times) {
        const { refusedBy, wait } = limiter.take(now);
        expect(refusedBy === null).toBe(fits(passed, now, limit));
        if (refusedBy === null) {
          expect(wait).toBe(0);
          passed.push(now);
        } else {
          // Enough, and not a millisecond too long.
          expect(fits(passed, now + wait, limit)).toBe(true);
          expect(fits(passed, now + wait - 1, limit)).toBe(false);
        }
      }
      if (limit.perSecond !== Infinity) expectNoFullWindow(passed, limit.perSecond, 1000);
      if (limit.perMinute !== Infinity) expectNoFullWindow(passed, limit.perMinute, 60_000);
      requests += times.length;
    }),
    { numRuns: runs },
  );
  expect(requests).toBeGreaterThan(50 * runs);
});

type Model = (passed: readonly number[], now: number, limit: number, width: number) => boolean;

const windowOf = (time: number, width: number) => Math.floor(time / width);
const inWindow = (passed: readonly number[], width: number, which: number) =>
  passed.filter((time) => windowOf(time, width) === which).length;

/** What each algorithm is, in whole numbers: whether a request passes after those that did. */
const models: Readonly<Record<(typeof algorithms)[number], Model>> = {
  'sliding-log': (passed, now, limit, width) => countWithin(passed, now, width) < limit,
  'fixed-window': (passed, now, limit, width) => inWindow(passed, width, windowOf(now, width)) < limit,
  'first-request-window': (passed, now, limit, width) => {
    let [start, count] = [-Infinity, 0];
    for (const time of passed) {
      if (time >= start + width) [start, count] = [time, 0];
      count += 1;
    }
    return now >= start + width || count < limit;
  },
  'sliding-counter': (passed, now, limit, width) => {
    const here = windowOf(now, width);
    const older = inWindow(passed, width, here - 1) * (width - (now % width));
    return inWindow(passed, width, here) * width + older < limit * width;
  },
  'token-bucket': (passed, now, limit, width) => {
    let [level, since] = [limit * width, passed[0] ?? now];
    const fill = (time: number) => {
      level = Math.min(limit * width, level + (time - since) * limit);
      since = time;
    };
    for (const time of passed) {
      fill(time);
      level -= width;
    }
    fill(now);
    return level >= width;
  },
};

test.each(algorithms)('A17 %s passes what its definition says, and waits to the millisecond', (algorithm) => {
  const settings = createSettings('default', { 'rate-algorithm': algorithm });
  const model = models[algorithm];
  fc.assert(
    fc.property(limits, arrivals(60), (limit, times) => {
      const limiter = new Limiter(limit, settings);
      const passed: number[] = [];
      const passes = (now: number) =>
        (limit.perSecond === Infinity || model(passed, now, limit.perSecond, 1000)) &&
        (limit.perMinute === Infinity || model(passed, now, limit.perMinute, 60_000));
      for (const now of times) {
        const { refusedBy, wait } = limiter.take(now);
        expect(refusedBy === null).toBe(passes(now));
        if (refusedBy === null) passed.push(now);
        else expect([passes(now + wait - 1), passes(now + wait)]).toEqual([false, true]);
      }
    }),
    { numRuns: runs / 2 },
  );
});

test.each(algorithms.flatMap((algorithm) => [[algorithm, 'no'] as const, [algorithm, 'yes'] as const]))(
  'A17 %s, rejected counted: %s: waits are never negative, Retry-After is whole, at least 1, and enough',
  (algorithm, counted) => {
    const settings = createSettings('default', { 'rate-algorithm': algorithm, 'rejected-counted': counted });
    fc.assert(
      fc.property(limits, arrivals(60), (limit, times) => {
        const limiter = new Limiter(limit, settings);
        for (const [at, now] of times.entries()) {
          const { refusedBy, wait } = limiter.take(now);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait === 0).toBe(refusedBy === null);
          if (refusedBy === null) continue;
          const seconds = retryAfter(wait, now, settings);
          expect(seconds).toMatch(/^[1-9]\d*$/);
          for (const pause of [Math.ceil(wait), Number(seconds) * 1000]) {
            const same = new Limiter(limit, settings);
            for (const earlier of times.slice(0, at + 1)) same.take(earlier);
            expect(same.take(now + pause).refusedBy).toBe(null);
          }
        }
      }),
      { numRuns: runs / 4 },
    );
  },
);

test.each(algorithms)('A17 %s: what is said to remain does pass, and one more does not', (algorithm) => {
  const settings = createSettings('default', { 'rate-algorithm': algorithm });
  fc.assert(
    fc.property(limits, arrivals(60), gaps, (limit, times, pause) => {
      const limiter = new Limiter(limit, settings);
      for (const now of times) limiter.take(now);
      const now = times.at(-1)! + pause;
      const states = limiter.states(now);
      if (states.length === 0) return;
      const remaining = Math.min(...states.map((state) => state.remaining));
      expect(remaining).toBeGreaterThanOrEqual(0);
      for (let left = remaining; left > 0; left -= 1) expect(limiter.take(now).refusedBy).toBe(null);
      expect(limiter.take(now).refusedBy).not.toBe(null);
    }),
    { numRuns: runs / 2 },
  );
});

test('§8 the whole service, 20,000 requests at drawn times: no window holds more than 5 or 300', async () => {
  const app = createTestApp({ limits: { perSecond: 5, perMinute: 300 }, data: 'empty' });
  const [waits] = fc.sample(fc.array(gaps, { minLength: 20_000, maxLength: 20_000, size: 'max' }), {
    numRuns: 1,
    seed: 8,
  });
  const passed: number[] = [];
  for (const wait of waits!) {
    app.clock.advance(wait);
    const now = app.clock.now();
    const { status, headers } = await app.get('/v1/strategies');
    const fit = fits(passed, now, { perSecond: 5, perMinute: 300 });
    if ((status === 200) !== fit)
      expect.fail(`${status} at ${now}, where a request ${fit ? 'fits' : 'does not'}`);
    if (status === 200) passed.push(now);
    else if (!fits(passed, now + Number(headers['retry-after']) * 1000, { perSecond: 5, perMinute: 300 })) {
      expect.fail(`Retry-After ${headers['retry-after']} is not enough at ${now}`);
    }
  }
  expectNoFullWindow(passed, 5, 1000);
  expectNoFullWindow(passed, 300, 60_000);
  expect(passed.length).toBeGreaterThan(5000);
});

test.each(algorithms)(
  '%s tells when more could pass: nothing changes before that, and in the end all may',
  (algorithm) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), arrivals(60), (limit, times) => {
        const width = 1000;
        const opened = () => {
          const window = createWindow(algorithm, limit, width);
          for (const at of times) window.add(at);
          return window;
        };
        let now = times.at(-1)!;
        const end = now + 3 * width * Math.ceil(times.length / limit + 1);
        for (let at = opened().next(now); at !== Infinity; at = opened().next(now)) {
          expect(at).toBeGreaterThan(now);
          expect(at).toBeLessThanOrEqual(end);
          const left = opened().remaining(now);
          expect([opened().remaining(Math.floor((now + at) / 2)), opened().remaining(at - 1)]).toEqual([
            left,
            left,
          ]);
          now = at;
        }
        expect(opened().remaining(now)).toBe(limit);
      }),
      { numRuns: runs / 4 },
    );
  },
);
