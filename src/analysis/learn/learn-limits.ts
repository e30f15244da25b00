// How many requests pass (§8) and how they are counted: of all the ways that we know, the one that lets through what
// was let through and refuses what was refused.
import type { Settings } from '../../spec/assumptions.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import { createSettings } from '../../spec/settings.ts';
import { Limiter } from '../../service/worlds/limiter.ts';
import type { LimitsWire } from '../../dialect/wire.ts';
import type { Finding } from './findings.ts';
import type { Observation } from './observations.ts';

export interface LimitsLearned {
  readonly limits: LimitsWire | undefined;
  readonly findings: readonly Finding[];
}

const algorithms = ['sliding-log', 'fixed-window', 'sliding-counter', 'token-bucket'] as const;

interface Guess {
  readonly perSecond: number;
  readonly perMinute: number;
  readonly algorithm: (typeof algorithms)[number];
  readonly counted: 'no' | 'yes';
  readonly scope: Settings['minute-scope'];
}

export function learnLimits(observations: readonly Observation[]): LimitsLearned {
  const counted = observations.filter(({ status, isFile }) => !isFile && status !== 401 && status !== 403);
  const refused = counted.filter(({ status }) => status === 429);
  const told = toldLimits(counted);
  if (refused.length === 0) return { limits: told, findings: [] };
  const around = nearRefusals([...counted].sort((a, b) => a.session - b.session || a.at - b.at));
  let best: { guess: Guess; misses: number } | undefined;
  const rivals: Guess[] = [];
  for (const guess of guesses(told, around)) {
    const misses = mismatches(around, guess, best?.misses ?? Infinity);
    if (best === undefined || misses < best.misses) {
      best = { guess, misses };
      rivals.length = 0;
    }
    if (misses === best.misses) rivals.push(guess);
  }
  const { guess, misses } = best!;
  // What cannot tell two ways apart settles neither.
  const sure = (name: keyof Guess) => misses === 0 && rivals.every((rival) => rival[name] === guess[name]);

  const say = (id: Finding['id'], value: string): Finding[] => refused.map((by) => ({ id, value, by }));
  const limits = {
    ...(sure('perSecond') && guess.perSecond !== Infinity && { perSecond: guess.perSecond }),
    ...(sure('perMinute') && guess.perMinute !== Infinity && { perMinute: guess.perMinute }),
    ...told,
  };
  return {
    limits: Object.keys(limits).length > 0 ? limits : undefined,
    findings: [
      ...(sure('algorithm') ? say('rate-algorithm', guess.algorithm) : []),
      ...(sure('counted') ? say('rejected-counted', guess.counted) : []),
      ...(sure('scope') ? say('minute-scope', guess.scope) : []),
    ],
  };
}

/** Limits that headers tell: a number that stays, by the window its name or its policy speaks of. */
function toldLimits(observations: readonly Observation[]): LimitsWire | undefined {
  let perSecond: number | undefined;
  let perMinute: number | undefined;
  const take = (limit: number, seconds: number | undefined) => {
    if (seconds === 1) perSecond = limit;
    else if (seconds === 60) perMinute = limit;
  };
  for (const { headers } of observations.slice(0, 50)) {
    for (const [name, value] of headers) {
      const lower = name.toLowerCase();
      if (!/rate-?limit/.test(lower) || /remaining|reset|used|after/.test(lower)) continue;
      for (const [, plain, quota, width] of value.matchAll(
        /(?:^|[,\s])(?:(\d+)|"?\w+"?;q=(\d+));\s*w=(\d+)/g,
      )) {
        take(Number(plain ?? quota), Number(width));
      }
      if (/^\d+$/.test(value))
        take(Number(value), lower.includes('minute') ? 60 : lower.includes('second') ? 1 : undefined);
    }
  }
  if (perSecond === undefined && perMinute === undefined) return undefined;
  return { ...(perSecond !== undefined && { perSecond }), ...(perMinute !== undefined && { perMinute }) };
}

/** What lies within a minute of a refusal, before it and behind: the rest decides nothing. */
function nearRefusals(counted: readonly Observation[]): readonly Observation[] {
  const refusals = counted.filter(({ status }) => status === 429);
  let next = 0;
  const near = counted.filter(({ at, session }) => {
    while (
      next < refusals.length &&
      (refusals[next]!.session < session || (refusals[next]!.session === session && refusals[next]!.at < at))
    )
      next += 1;
    return [refusals[next - 1], refusals[next]].some(
      (refusal) => refusal?.session === session && Math.abs(refusal.at - at) <= 61_000,
    );
  });
  return near.slice(0, 4000);
}

function guesses(told: LimitsWire | undefined, observations: readonly Observation[]): Guess[] {
  const bursts = burstsOf(observations, 1000);
  const seconds =
    told?.perSecond === undefined ? [standardLimits.perSecond, ...bursts, Infinity] : [told.perSecond];
  const minutes =
    told?.perMinute === undefined
      ? [standardLimits.perMinute, ...burstsOf(observations, 60_000), Infinity]
      : [told.perMinute];
  const all: Guess[] = [];
  for (const perSecond of new Set(seconds)) {
    for (const perMinute of new Set(minutes)) {
      if (perSecond === Infinity && perMinute === Infinity) continue;
      for (const algorithm of algorithms) {
        for (const counted of ['no', 'yes'] as const) {
          for (const scope of ['all-endpoints', 'per-endpoint'] as const) {
            if (scope === 'per-endpoint' && perMinute === Infinity) continue;
            all.push({ perSecond, perMinute, algorithm, counted, scope });
          }
        }
      }
    }
  }
  return all;
}

/** How many requests had passed within the window before each refusal: one of them may be the limit. */
function burstsOf(observations: readonly Observation[], width: number): number[] {
  const found = new Set<number>();
  let first = 0;
  for (const [at, { status, session, at: time }] of observations.entries()) {
    while (
      first < at &&
      (observations[first]!.session !== session || observations[first]!.at <= time - width)
    )
      first += 1;
    if (status !== 429) continue;
    const passed = observations.slice(first, at).filter((other) => other.status !== 429).length;
    if (passed > 0) found.add(passed);
    if (found.size >= 6) break;
  }
  return [...found];
}

/**
 * How many answers a guess has wrong. Requests of one moment may stand in any order, as a recording has them in the
 * order of their answers: of them only the numbers count.
 */
function mismatches(observations: readonly Observation[], guess: Guess, most: number): number {
  const settings = createSettings('default', {
    'rate-algorithm': guess.algorithm,
    'rejected-counted': guess.counted,
    'minute-scope': guess.scope,
  });
  let limiter = new Limiter(guess, settings);
  let session: number | undefined;
  let misses = 0;
  for (let at = 0; at < observations.length;) {
    const { session: own, at: time } = observations[at]!;
    if (own !== session) {
      limiter = new Limiter(guess, settings);
      session = own;
    }
    let surplus = 0;
    for (
      ;
      at < observations.length && observations[at]!.at === time && observations[at]!.session === own;
      at += 1
    ) {
      const { route, status } = observations[at]!;
      const refuses = limiter.take(time, route?.endpoint ?? '').refusedBy !== null;
      surplus += Number(refuses) - Number(status === 429);
    }
    misses += Math.abs(surplus);
    if (misses > most) return misses;
  }
  return misses;
}
