// How full the two windows of a world's limits were (§8), as lines over time: the requests in its log are counted once more, by
// the algorithm in force. Made when asked for, so that counting costs a request no memory.
import type { Limits } from '../../spec/endpoints.ts';
import type { Settings } from '../../spec/settings.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import type { LoggedRequest } from './logged-request.ts';
import { countedWith, limitOf, widthOf, windowNames } from './limiter.ts';
import type { WindowName } from './limiter.ts';
import type { OpenWorld } from './open-world.ts';
import { createWindow } from './rate-windows.ts';
import type { RateWindow } from './rate-windows.ts';

/** From a time on, in milliseconds since 1970 by the world's clock, so many requests are counted. */
type LimitPoint = readonly [at: number, used: number];

interface LimitLine {
  readonly name: WindowName;
  /** The requests that it counts (see `countedWith`); null: all. */
  readonly scope: string | null;
  readonly limit: number;
  readonly widthMs: number;
  /** Now. */
  readonly used: number;
  /** Since when the line is known. */
  readonly from: number;
  readonly points: readonly LimitPoint[];
  /** How it goes on if no request comes. */
  readonly ahead: readonly LimitPoint[];
}

export interface LimitLines {
  /** Whether requests are refused by the limits; else they are counted against 5 and 300 (§8) all the same. */
  readonly applied: boolean;
  readonly algorithm: Settings['rate-algorithm'];
  /** Which requests are counted. */
  readonly counts: 'passed' | 'all';
  readonly now: number;
  readonly windows: readonly LimitLine[];
  /** Requests that a limit refused. */
  readonly refused: readonly {
    readonly number: number;
    readonly serial: number;
    readonly at: number;
    readonly window: WindowName;
  }[];
}

/** A line goes back so far, in milliseconds, and has so many points at most. */
const longest = 5 * 60_000;
const mostPoints = 4000;

interface Taken {
  readonly request: LoggedRequest;
  readonly at: number;
  readonly refusedBy: WindowName | null;
}

/** @param mayApply whether the mode in force has limits */
export function limitLines(world: OpenWorld, mayApply: boolean): LimitLines {
  const { limiter, settings, clock } = world;
  const now = clock.now();
  const isLimited = limiter.limits.perSecond !== Infinity || limiter.limits.perMinute !== Infinity;
  const applied = mayApply && isLimited;
  const countsAll = settings['rejected-counted'] === 'yes';
  const taken = takenIn(world, applied);
  const counted = taken.filter(({ refusedBy }) => countsAll || refusedBy === null);
  const limits = applied ? limiter.limits : standardLimits;
  const firstKept = world.log.last - world.log.entries().length + 1;
  const isCut = firstKept > world.limiterSince + 1;
  const complete = isCut ? (taken[0]?.at ?? now) : -Infinity;
  return {
    applied,
    algorithm: settings['rate-algorithm'],
    counts: countsAll ? 'all' : 'passed',
    now,
    windows: windowsOf(limits, counted).map(({ name, scope, limit, times }) => {
      const widthMs = widthOf(name, limits);
      const from = Math.max(complete + widthMs, now - longest);
      const window = createWindow(settings['rate-algorithm'], limit, widthMs);
      return {
        name,
        scope,
        limit,
        widthMs,
        from,
        ...lineOf(window, limit, times, from, now),
      };
    }),
    refused: taken.flatMap(({ request: { number, serial }, at, refusedBy }) =>
      refusedBy === null || at < now - longest ? [] : [{ number, serial, at, window: refusedBy }],
    ),
  };
}

/** The requests that the limits have looked at since they began to count, in the order in which they did. */
function takenIn({ log, limiterSince }: OpenWorld, applied: boolean): Taken[] {
  return log
    .entries()
    .flatMap((request): Taken[] => {
      if (request.number <= limiterSince) return [];
      const { countedAt, kind, injected } = request;
      const at = applied ? countedAt : request.at;
      if (at === undefined) return [];
      const refusedBy =
        injected !== undefined || !applied
          ? null
          : kind === 'rate_limit_per_second'
            ? 'second'
            : kind === 'rate_limit_per_minute'
              ? 'minute'
              : null;
      return [{ request, at, refusedBy }];
    })
    .sort((a, b) => a.at - b.at);
}

interface Counted {
  readonly name: WindowName;
  readonly scope: string | null;
  readonly limit: number;
  readonly times: readonly number[];
}

/** The windows that the limiter has: one of each name for all requests, or one for each kind that is counted by itself. */
function windowsOf(limits: Limits, taken: readonly Taken[]): Counted[] {
  const together = new Map<string | null, number[]>();
  if (limits.per === undefined) together.set(null, []);
  for (const { request, at } of taken) {
    const scope = countedWith(limits.per, request.method, request.endpoint);
    const times = together.get(scope);
    if (times === undefined) together.set(scope, [at]);
    else times.push(at);
  }
  return windowNames.flatMap((name) => {
    const limit = limitOf(name, limits);
    if (limit === Infinity) return [];
    return Array.from(together, ([scope, times]) => ({ name, scope, limit, times }));
  });
}

/** @param times of the requests that count, ascending */
function lineOf(
  window: RateWindow,
  limit: number,
  times: readonly number[],
  from: number,
  now: number,
): Pick<LimitLine, 'used' | 'points' | 'ahead'> {
  const points: LimitPoint[] = [];
  const usedAt = (at: number) => limit - window.remaining(at);
  const add = (at: number): void => {
    const used = usedAt(at);
    const last = points.at(-1);
    if (last?.[0] === at) points.pop();
    if (points.at(-1)?.[1] !== used) points.push([at, used]);
  };
  /** The line falls by itself up to a time, but not at it. */
  const fall = (begin: number, end: number): void => {
    for (let at = window.next(begin); at < end; at = window.next(at)) add(at);
  };
  let last = times[0] ?? from;
  for (const at of times) {
    fall(last, at);
    window.add(at);
    add(at);
    last = at;
  }
  fall(last, now + 1);
  const past = clipped(points, from);
  const used = usedAt(now);
  points.length = 0;
  fall(now, Infinity);
  return { used, points: past, ahead: points.slice(0, mostPoints) };
}

/** The line from a time on, and no more of it than its last points. */
function clipped(points: readonly LimitPoint[], from: number): LimitPoint[] {
  const kept = points.filter(([at]) => at > from).slice(-mostPoints);
  const before = points.findLast(([at]) => at <= from);
  return kept.length < points.length && before !== undefined ? [[from, before[1]], ...kept] : kept;
}
