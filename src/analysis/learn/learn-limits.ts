// How many requests a service takes, and how it counts them. Where it refused some, each limit near what was met is played
// in each way of counting, and the one that refuses the same requests is kept. Where it refused none, what it took and what
// its headers tell must do.
import { Limiter, windowWidths } from '../../service/worlds/limiter.ts';
import type { Limits } from '../../service/worlds/limiter.ts';
import { createSettings } from '../../spec/settings.ts';
import type { DialectForm, LimitForm } from '../../dialect/profile-form.ts';
import type { Exchange } from '../exchanges.ts';
import { grouped } from '../groups.ts';

type LimitsForm = DialectForm['limits'];

/** The ways of counting that are tried, the simplest first. */
const algorithms = ['sliding-log', 'fixed-window', 'token-bucket', 'sliding-counter'] as const;
type Algorithm = (typeof algorithms)[number];

export function learnLimits(exchanges: readonly Exchange[]): LimitsForm {
  // A recording keeps a refused write beside its repetition; what counts is when each came,
  // and of those that came at once the refused one was the last.
  const counted = exchanges
    // Files behind links are not counted, nor is what was not let in.
    .filter(
      ({ status, isFile, ok, endpoint }) => status !== 401 && !isFile && !(ok && endpoint === undefined),
    )
    .sort((a, b) => a.session - b.session || a.at - b.at || Number(a.isLimited) - Number(b.isLimited));
  const told = toldNumbers(exchanges);
  const [second, minute] = [boundsOf(counted, windowWidths.second), boundsOf(counted, windowWidths.minute)];
  if (!counted.some(({ isLimited }) => isLimited)) {
    return {
      second: unmet(second, told, 5),
      minute: unmet(minute, told, 300),
      algorithm: 'sliding-log',
      countsRefused: false,
    };
  }
  return decide(counted, second, minute, told);
}

interface Way {
  readonly limits: Limits;
  readonly algorithm: Algorithm;
  readonly countsRefused: boolean;
}

/**
 * What is counted, and how, is decided by play: by the limits that refuse the same requests as the service did. Of several
 * that do, the one that counts in the simplest way.
 */
function decide(
  counted: readonly Exchange[],
  second: Bounds,
  minute: Bounds,
  told: ReadonlySet<number>,
): LimitsForm {
  const played = aroundRefusals(counted);
  let best: (Way & { readonly wrong: number }) | undefined;
  const tryAll = (ways: Iterable<Way>) => {
    for (const way of ways) {
      if (best?.wrong === 0) return;
      const wrong = disagreements(played, way, best?.wrong ?? Infinity);
      if (best === undefined || wrong < best.wrong) best = { ...way, wrong };
    }
  };
  tryAll(windows(candidates(second, told), candidates(minute, told)));
  tryAll(buckets(second, told));
  const { limits, algorithm, countsRefused } = best!;
  const limitOf = (limit: number, bounds: Bounds): LimitForm => ({
    limit: limit === Infinity ? null : limit,
    accepted: bounds.accepted,
  });
  const { refill, perEndpoint } = limits;
  return {
    second: {
      ...limitOf(limits.perSecond, second),
      refill,
      perEndpoint,
    },
    minute: limitOf(limits.perMinute, minute),
    algorithm,
    countsRefused,
  };
}

/** So many requests before a refusal may have led to it. */
const before = 400;

/** The requests that refusals can depend on, in their order. */
function aroundRefusals(counted: readonly Exchange[]): readonly Exchange[] {
  const near = new Set<Exchange>();
  counted.forEach(({ isLimited }, at) => {
    if (!isLimited) return;
    for (const one of counted.slice(Math.max(0, at - before), at + 20)) near.add(one);
  });
  return [...near].slice(0, 4000);
}

/** Windows of a second or a minute. */
function* windows(perSecond: readonly number[], perMinute: readonly number[]): Generator<Way> {
  const all = [
    ...perSecond.map((limit) => ({ perSecond: limit, perMinute: Infinity })),
    ...perMinute.map((limit) => ({ perSecond: Infinity, perMinute: limit })),
  ];
  for (const perEndpoint of [false, true])
    for (const algorithm of algorithms)
      for (const limits of all)
        for (const countsRefused of [false, true])
          yield { limits: perEndpoint ? { ...limits, perEndpoint } : limits, algorithm, countsRefused };
}

/** How many requests services usually let through in a second in the long run. */
const usualRefills = [1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100];
/** How many they let through at once. */
const usualSizes = [20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200];

/** Buckets that hold some requests and fill at another pace than once a second. */
function* buckets({ accepted, refusedAt }: Bounds, told: ReadonlySet<number>): Generator<Way> {
  const most = Math.max(accepted, refusedAt === Infinity ? 0 : refusedAt);
  const sizes = new Set([
    ...[...told].filter((number) => number > 0 && number <= 1000),
    ...Array.from({ length: Math.min(60, most) }, (_, at) => most - at),
    ...usualSizes,
  ]);
  for (const perEndpoint of [false, true])
    for (const refill of usualRefills)
      for (const size of sizes)
        yield {
          limits: { perSecond: size, perMinute: Infinity, refill, ...(perEndpoint && { perEndpoint }) },
          algorithm: 'token-bucket',
          countsRefused: false,
        };
}

/** Limits that are told come first, then those around what was met. */
function candidates({ accepted, refusedAt }: Bounds, told: ReadonlySet<number>): number[] {
  const low = Math.max(1, Math.min(accepted, refusedAt === Infinity ? accepted : refusedAt) - 3);
  const high = Math.max(accepted, refusedAt === Infinity ? accepted : refusedAt) + 2;
  const near = Array.from({ length: Math.min(40, high - low + 1) }, (_, at) => low + at);
  return [...new Set([...[...told].filter((number) => number >= low && number <= high), ...near])];
}

/** How many requests are refused in one and not in the other; no more are counted than another way has wrong. */
function disagreements(
  played: readonly Exchange[],
  { limits, algorithm, countsRefused }: Way,
  most: number,
): number {
  const settings = createSettings('default', {
    'rate-algorithm': algorithm,
    'rejected-counted': countsRefused ? 'yes' : 'no',
  });
  const limiters = new Map<number, Limiter>();
  let wrong = 0;
  for (const { at, isLimited, session, endpoint } of played) {
    const limiter = limiters.get(session) ?? new Limiter(limits, settings);
    limiters.set(session, limiter);
    if ((limiter.take(at, endpoint?.name ?? '').refusedBy !== null) !== isLimited) wrong += 1;
    if (wrong >= most) return wrong;
  }
  return wrong;
}

interface Bounds {
  /** The most requests that were taken within a window. */
  readonly accepted: number;
  /** The fewest that were within it when one was refused. */
  readonly refusedAt: number;
}

function boundsOf(exchanges: readonly Exchange[], width: number): Bounds {
  const passed: number[] = [];
  let [accepted, refusedAt, start, current] = [0, Infinity, 0, -1];
  for (const { at, isLimited, session } of exchanges) {
    if (session !== current) start = passed.length;
    current = session;
    while (start < passed.length && passed[start]! <= at - width) start += 1;
    const within = passed.length - start;
    if (isLimited) refusedAt = Math.min(refusedAt, within);
    else {
      passed.push(at);
      accepted = Math.max(accepted, within + 1);
    }
  }
  return { accepted, refusedAt };
}

/** Numbers that headers told in the same way throughout. */
function toldNumbers(exchanges: readonly Exchange[]): ReadonlySet<number> {
  const byName = grouped(
    exchanges.flatMap(({ headers }) => headers),
    ([name]) => name.toLowerCase(),
  );
  const constant = [...byName.values()].flatMap(([first, ...others]) =>
    others.every(([, value]) => value === first![1]) ? [first![1]] : [],
  );
  const varying = exchanges
    .slice(0, 50)
    .flatMap(({ headers }) =>
      headers.flatMap(([, value]) =>
        [...value.matchAll(/(?:^|[/=, ])(\d{1,6})(?=$|[;, ])/g)].map(([, number]) => Number(number)),
      ),
    );
  return new Set([
    ...constant.flatMap((text) => [...text.matchAll(/\d{1,6}/g)].map(([number]) => Number(number))),
    ...[...grouped(varying, (number) => number)].flatMap(([number, { length }]) =>
      length > 20 ? [number] : [],
    ),
  ]);
}

/** @param usual what §8 says, where nothing contradicts it */
function unmet({ accepted }: Bounds, told: ReadonlySet<number>, usual: number): LimitForm {
  if (accepted <= usual) return { limit: usual, accepted };
  const [higher] = [...told].filter((number) => number > accepted).sort((a, b) => a - b);
  return { limit: higher ?? null, accepted };
}
