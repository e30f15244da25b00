// How many requests a service takes, and how it counts them. Where it refused some, each limit near what was met is played
// in each way of counting, and the one that refuses the same requests is kept. Where it refused none, what it took and what
// its headers tell must do.
import { Limiter } from '../../service/worlds/limiter.ts';
import type { Limits } from '../../service/worlds/limiter.ts';
import { createSettings } from '../../spec/settings.ts';
import type { DialectForm, LimitForm } from '../../dialect/profile-form.ts';
import type { Exchange } from '../exchanges.ts';

type LimitsForm = DialectForm['limits'];

const widths = { second: 1000, minute: 60_000 } as const;

/** The ways of counting that are tried, the simplest first. */
const algorithms = ['sliding-log', 'fixed-window', 'token-bucket', 'sliding-counter'] as const;
type Algorithm = (typeof algorithms)[number];

export function learnLimits(exchanges: readonly Exchange[]): LimitsForm {
  // A recording keeps a refused write beside its repetition; what counts is when each came.
  const counted = exchanges
    .filter(({ status, isFile }) => status !== 401 && !isFile)
    .sort((a, b) => a.session - b.session || a.at - b.at);
  const told = toldNumbers(exchanges);
  const [second, minute] = [boundsOf(counted, widths.second), boundsOf(counted, widths.minute)];
  if (!counted.some(({ status }) => status === 429)) {
    return {
      second: unmet(second, told, 5),
      minute: unmet(minute, told, 300),
      algorithm: 'sliding-log',
      countsRefused: false,
    };
  }
  return decide(counted, second, minute, told);
}

/** What is counted, and how, is decided by play: by the limits that refuse the same requests as the service did. */
function decide(
  counted: readonly Exchange[],
  second: Bounds,
  minute: Bounds,
  told: ReadonlySet<number>,
): LimitsForm {
  const perSecond = candidates(second, told).map((limit) => ({ perSecond: limit, perMinute: Infinity }));
  const perMinute = candidates(minute, told).map((limit) => ({ perSecond: Infinity, perMinute: limit }));
  let best: { limits: Limits; algorithm: Algorithm; countsRefused: boolean; wrong: number } | undefined;
  for (const limits of [...perSecond, ...perMinute]) {
    for (const algorithm of algorithms) {
      for (const countsRefused of [false, true]) {
        const wrong = disagreements(counted, limits, algorithm, countsRefused);
        if (best === undefined || wrong < best.wrong) best = { limits, algorithm, countsRefused, wrong };
      }
    }
  }
  const { limits, algorithm, countsRefused } = best!;
  const limitOf = (limit: number, bounds: Bounds): LimitForm => ({
    limit: limit === Infinity ? null : limit,
    accepted: bounds.accepted,
  });
  return {
    second: limitOf(limits.perSecond, second),
    minute: limitOf(limits.perMinute, minute),
    algorithm,
    countsRefused,
  };
}

/** Limits that are told come first, then those around what was met. */
function candidates({ accepted, refusedAt }: Bounds, told: ReadonlySet<number>): number[] {
  const low = Math.max(1, Math.min(accepted, refusedAt === Infinity ? accepted : refusedAt) - 3);
  const high = Math.max(accepted, refusedAt === Infinity ? accepted : refusedAt) + 2;
  const near = Array.from({ length: Math.min(40, high - low + 1) }, (_, at) => low + at);
  return [...new Set([...[...told].filter((number) => number >= low && number <= high), ...near])];
}

/** How many requests are refused in one and not in the other. */
function disagreements(
  counted: readonly Exchange[],
  limits: Limits,
  algorithm: Algorithm,
  countsRefused: boolean,
): number {
  const settings = createSettings('default', {
    'rate-algorithm': algorithm,
    'rejected-counted': countsRefused ? 'yes' : 'no',
  });
  const limiters = new Map<number, Limiter>();
  return counted.filter(({ at, status, session }) => {
    const limiter = limiters.get(session) ?? new Limiter(limits, settings);
    limiters.set(session, limiter);
    return (limiter.take(at, '').refusedBy !== null) !== (status === 429);
  }).length;
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
  for (const { at, status, session } of exchanges) {
    if (session !== current) start = passed.length;
    current = session;
    while (start < passed.length && passed[start]! <= at - width) start += 1;
    const within = passed.length - start;
    if (status === 429) refusedAt = Math.min(refusedAt, within);
    else {
      passed.push(at);
      accepted = Math.max(accepted, within + 1);
    }
  }
  return { accepted, refusedAt };
}

/** Numbers that headers told in the same way throughout. */
function toldNumbers(exchanges: readonly Exchange[]): ReadonlySet<number> {
  const values = new Map<string, Set<string>>();
  for (const { headers } of exchanges) {
    for (const [name, value] of headers) {
      const lower = name.toLowerCase();
      const known = values.get(lower);
      if (known === undefined) values.set(lower, new Set([value]));
      else if (known.size < 2) known.add(value);
    }
  }
  const constant = [...values].flatMap(([, texts]) => (texts.size === 1 ? [...texts] : []));
  const varying = exchanges
    .slice(0, 50)
    .flatMap(({ headers }) =>
      headers.flatMap(([, value]) =>
        [...value.matchAll(/(?:^|[/=, ])(\d{1,6})(?=$|[;, ])/g)].map(([, number]) => Number(number)),
      ),
    );
  const often = new Map<number, number>();
  for (const number of varying) often.set(number, (often.get(number) ?? 0) + 1);
  return new Set([
    ...constant.flatMap((text) => [...text.matchAll(/\d{1,6}/g)].map(([number]) => Number(number))),
    ...[...often].filter(([, count]) => count > 20).map(([number]) => number),
  ]);
}

/** @param usual what §8 says, where nothing contradicts it */
function unmet({ accepted }: Bounds, told: ReadonlySet<number>, usual: number): LimitForm {
  if (accepted <= usual) return { limit: usual, accepted };
  const [higher] = [...told].filter((number) => number > accepted).sort((a, b) => a - b);
  return { limit: higher ?? null, accepted };
}
