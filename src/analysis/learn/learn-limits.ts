// How many requests a service takes, and how it counts them. Where it refused some, each limit near what was met is played
// in each way of counting, and the one that refuses the same requests is kept; of several, the one that counts as the
// headers tell. Where it refused none, what it took and what its headers tell must do.
import { countedWith, Limiter, windowWidths } from '../../service/worlds/limiter.ts';
import { countedApart } from '../../spec/endpoints.ts';
import type { CountedApart, Limits } from '../../spec/endpoints.ts';
import { limitFacts } from '../../service/worlds/limit-facts.ts';
import type { Json } from '../../http/exact-json.ts';
import { createSettings } from '../../spec/settings.ts';
import type { DialectForm, LimitForm } from '../../dialect/profile-form.ts';
import type { Exchange } from '../exchanges.ts';
import { grouped, parted } from '../groups.ts';

type LimitsForm = DialectForm['limits'];

interface LearnedLimits {
  readonly form: LimitsForm;
  /** What the limits told with an answer, where its headers count or it was refused for them. */
  readonly told: ReadonlyMap<Exchange, ReadonlyMap<string, Json>>;
}

/** The ways of counting that are tried, the simplest first. */
const algorithms = [
  'sliding-log',
  'fixed-window',
  'first-request-window',
  'token-bucket',
  'sliding-counter',
] as const;
type Algorithm = (typeof algorithms)[number];

/** What may be counted by itself, the commonest first. */
const scopes: readonly (CountedApart | undefined)[] = [undefined, ...countedApart];

export function learnLimits(exchanges: readonly Exchange[]): LearnedLimits {
  const letIn = exchanges.filter(({ status }) => status !== 401);
  const [linked, others] = parted(letIn, isLinkedIn(exchanges));
  const counters = countersIn(others);
  // Files behind links are counted where the headers count on with them.
  const files =
    linked.length > 0 && linked.every((by) => counters.some((one) => toldBy(by, one) !== undefined))
      ? true
      : undefined;
  // A recording keeps a refused write beside its repetition; what counts is when each came,
  // and of those that came at once the refused one was the last.
  const counted = (files === true ? letIn : others).toSorted(
    (a, b) => a.session - b.session || a.at - b.at || Number(a.isLimited) - Number(b.isLimited),
  );
  const told = toldNumbers(exchanges);
  const [second, minute] = [boundsOf(counted, windowWidths.second), boundsOf(counted, windowWidths.minute)];
  const way = decide(counted, second, minute, told);
  if (way === undefined) {
    const form: LimitsForm = {
      second: unmet(second, told, 5),
      minute: unmet(minute, told, 300),
      algorithm: 'sliding-log',
      countsRefused: false,
      files,
    };
    return { form, told: new Map() };
  }
  const { limits, algorithm, countsRefused, counter } = way;
  const { refill, per } = limits;
  const limitOf = (limit: number, { accepted }: Bounds): LimitForm => ({
    limit: limit === Infinity ? null : limit,
    accepted,
  });
  return {
    form: {
      second: { ...limitOf(limits.perSecond, second), refill, per },
      minute: limitOf(limits.perMinute, minute),
      algorithm,
      countsRefused,
      files,
    },
    told: factsOf(counted, way, counter),
  };
}

/** What was found beside the endpoints, and is no record of their lists: files behind links. */
function isLinkedIn(exchanges: readonly Exchange[]): (by: Exchange) => boolean {
  const lists = new Set(exchanges.flatMap(({ endpoint, path }) => (endpoint === undefined ? [] : [path])));
  const listOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
  return ({ isFile, ok, endpoint, path }) =>
    isFile || (ok && endpoint === undefined && !lists.has(listOf(path)));
}

interface Way {
  readonly limits: Limits;
  readonly algorithm: Algorithm;
  readonly countsRefused: boolean;
}

interface DecidedWay extends Way {
  /** What counts with it; undefined: nothing. */
  readonly counter: Counter | undefined;
}

/**
 * What is counted, and how, is decided by play: by the limits that count as headers tell, or else by those that refuse the
 * same requests as the service did. Of several that do, the one that counts in the simplest way. Undefined where nothing
 * was refused, and nothing is counted.
 */
function decide(
  counted: readonly Exchange[],
  second: Bounds,
  minute: Bounds,
  told: ReadonlySet<number>,
): DecidedWay | undefined {
  const counting = asCounted(counted, told, minute);
  if (counting !== undefined) return counting;
  if (!counted.some(({ isLimited }) => isLimited)) return undefined;
  const around = aroundRefusals(counted);
  const [perSecond, perMinute] = [candidates(second, told), candidates(minute, told)];
  // What is told is rather the limit than what is near.
  const ways = [
    windows(perSecond.told, perMinute.told),
    buckets(perSecond.told),
    windows(perSecond.near, perMinute.near),
    buckets(sizes(second, told)),
  ];
  const best = leastWrong(ways, (way, most) => disagreements(around, way, most));
  // What is amiss as often as no limit at all would be explains nothing.
  const limited = around.filter(({ isLimited }) => isLimited).length;
  if (best === undefined || best.wrong >= limited) return undefined;
  const way = asTimed(best, around, undefined, (other, most) => disagreements(around, other, most));
  return { ...way, counter: undefined };
}

/** Of the ways to count that have as little wrong, the one that ends when headers tell; the one that is given, where none does. */
function asTimed(
  { way, wrong }: { readonly way: Way; readonly wrong: number },
  answers: readonly Exchange[],
  counter: Counter | undefined,
  wrongOf: (way: Way, most: number) => number,
): Way {
  const alike = algorithms
    .map((algorithm) => ({ ...way, algorithm }))
    .filter((other) => wrongOf(other, wrong + 1) <= wrong);
  const timed = [way, ...alike].map((one) => ({ one, told: endsTold(answers, one, counter) }));
  return timed.sort((a, b) => b.told - a.told)[0]!.one;
}

/** With how many answers a header tells when more requests may pass. */
function endsTold(answers: readonly Exchange[], way: Way, counter: Counter | undefined): number {
  let told = 0;
  for (const { by, limiter } of played(answers, way, counter)) {
    const ends = [...limitFacts(limiter, by.at, scopeOf(by, way))].flatMap(([name, value]) =>
      name.endsWith('.reset') || name === 'limit.wait'
        ? [String(value)]
        : name.endsWith('.ends')
          ? [String(Math.ceil(value / 1000))]
          : [],
    );
    if (by.headers.some(([, value]) => (value.match(/\d+/g) ?? []).some((number) => ends.includes(number))))
      told += 1;
  }
  return told;
}

/** Tries ways until one has nothing wrong; `wrongOf` need not count on beyond `most`. */
function leastWrong(
  ways: readonly Iterable<Way>[],
  wrongOf: (way: Way, most: number) => number,
): { readonly way: Way; readonly wrong: number } | undefined {
  let best: { way: Way; wrong: number } | undefined;
  for (const some of ways)
    for (const way of some) {
      const wrong = wrongOf(way, best?.wrong ?? Infinity);
      if (best === undefined || wrong < best.wrong) best = { way, wrong };
      if (wrong === 0) return best;
    }
  return best;
}

/**
 * The limits that count as a header tells with three answers of four at least. Where requests were refused, one that they
 * cannot have met, or that refuses none of them, such as that of a day, is not the one.
 */
function asCounted(
  counted: readonly Exchange[],
  told: ReadonlySet<number>,
  { accepted }: Bounds,
): DecidedWay | undefined {
  const answers = counted.slice(0, before);
  const most = counted.some(({ isLimited }) => isLimited) ? accepted + mostUnknown : 10_000;
  const ways = countersIn(answers).flatMap((counter) => {
    const highest = Math.max(...answers.map((by) => toldBy(by, counter) ?? 0));
    // Whoever is told what is left after the first request is not told of that one.
    const limits = [...new Set([...told, highest + 1])].filter(
      (limit) => limit > 1 && limit >= highest && limit <= most,
    );
    const best = leastWrong([windows(limits, limits), buckets(limits)], (way, enough) =>
      misfitsOf(answers, way, counter, enough),
    );
    const isMeant =
      best !== undefined && best.wrong <= answers.length / 4 && explainsRefusals(answers, best.way, counter);
    if (!isMeant) return [];
    const way = asTimed(best, answers, counter, (other, enough) =>
      misfitsOf(answers, other, counter, enough),
    );
    return [{ way, wrong: best.wrong, counter }];
  });
  const [best] = ways.sort((a, b) => a.wrong - b.wrong);
  return best && { ...best.way, counter: best.counter };
}

/** Whether some of what was refused for a limit is refused in this way, too, if anything was. */
function explainsRefusals(answers: readonly Exchange[], way: Way, counter: Counter): boolean {
  const limited = [...played(answers, way, counter)].filter(({ by }) => by.isLimited);
  return limited.length === 0 || limited.some(({ isRefused }) => isRefused);
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
  for (const per of scopes)
    for (const algorithm of algorithms)
      for (const limits of all)
        for (const countsRefused of [false, true])
          yield { limits: per === undefined ? limits : { ...limits, per }, algorithm, countsRefused };
}

/** How many requests services usually let through in a second in the long run; some say in what time a bucket fills. */
const paces: readonly ((size: number) => number)[] = [
  ...[1, 2, 4, 5, 8, 10, 20, 25, 40, 50, 100].map((pace) => () => pace),
  ...[2, 10].map((seconds) => (size: number) => size / seconds),
];
/** How many they let through at once. */
const usualSizes = [20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200];

/** How many requests a bucket may hold. */
function sizes({ accepted, refusedAt }: Bounds, told: ReadonlySet<number>): ReadonlySet<number> {
  const most = Math.max(accepted, refusedAt === Infinity ? 0 : refusedAt);
  return new Set([
    ...[...told].filter((number) => number > 0 && number <= 1000),
    ...Array.from({ length: Math.min(60, most) }, (_, at) => most - at),
    ...usualSizes,
  ]);
}

/** Buckets that hold some requests and fill at another pace than once a second. */
function* buckets(sizes: Iterable<number>): Generator<Way> {
  for (const per of scopes)
    for (const paceOf of paces)
      for (const size of sizes) {
        const refill = paceOf(size);
        // One that fills within less than a second is none.
        if (refill > size) continue;
        const limits: Limits = { perSecond: size, perMinute: Infinity, refill, ...(per && { per }) };
        yield { limits, algorithm: 'token-bucket', countsRefused: false };
      }
}

/** Limits around what was met: those that are told, and all. */
function candidates(
  { accepted, refusedAt }: Bounds,
  told: ReadonlySet<number>,
): { readonly told: readonly number[]; readonly near: readonly number[] } {
  const low = Math.max(1, Math.min(accepted, refusedAt === Infinity ? accepted : refusedAt) - 3);
  const high = Math.max(accepted, refusedAt === Infinity ? accepted : refusedAt) + 2;
  const near = Array.from({ length: Math.min(40, high - low + 1) }, (_, at) => low + at);
  return { told: [...told].filter((number) => number >= low && number <= high), near };
}

/** How many requests are refused in one and not in the other; no more are counted than another way has wrong. */
function disagreements(played: readonly Exchange[], way: Way, most: number): number {
  const limiterOf = limitersOf(way);
  let wrong = 0;
  for (const by of played) {
    const isRefused = limiterOf(by).take(by.at, scopeOf(by, way)).refusedBy !== null;
    if (isRefused !== by.isLimited) wrong += 1;
    if (wrong >= most) return wrong;
  }
  return wrong;
}

const scopeOf = ({ method, endpoint }: Exchange, { limits }: Way) =>
  countedWith(limits.per, method, endpoint?.name);

/** A limiter for each session. */
function limitersOf({ limits, algorithm, countsRefused }: Way): (by: Exchange) => Limiter {
  const settings = createSettings('default', {
    'rate-algorithm': algorithm,
    'rejected-counted': countsRefused ? 'yes' : 'no',
  });
  const limiters = new Map<number, Limiter>();
  return ({ session }) => {
    const limiter = limiters.get(session) ?? new Limiter(limits, settings);
    limiters.set(session, limiter);
    return limiter;
  };
}

/** A number in a header that tells how many requests are left, or were used. */
interface Counter {
  readonly header: string;
  /** Which of the numbers in it. */
  readonly place: number;
  readonly tells: 'left' | 'used';
}

/** Numbers in headers that may count requests: they are told with most of what is accepted, and vary. */
function countersIn(answers: readonly Exchange[]): Counter[] {
  const accepted = answers.filter(({ ok }) => ok);
  const values = grouped(
    accepted.flatMap(({ headers }) =>
      headers.flatMap(([name, value]) =>
        standingNumbers(value).map((number, place) => ({ header: name.toLowerCase(), place, number })),
      ),
    ),
    ({ header, place }) => `${place} ${header}`,
  );
  return [...values.values()].flatMap((told): Counter[] => {
    const { header, place } = told[0]!;
    const isTold = told.length >= accepted.length * 0.8 && !/^(content-length|age|date)$/.test(header);
    const distinct = new Set(told.map(({ number }) => number)).size;
    // That one request was used, and rarely another, is told of much.
    return !isTold || distinct < 2
      ? []
      : (['left', 'used'] as const).slice(0, distinct > 2 ? 2 : 1).map((tells) => ({ header, place, tells }));
  });
}

const toldBy = ({ headers }: Exchange, { header, place }: Counter): number | undefined => {
  const value = headers.find(([name]) => name.toLowerCase() === header)?.[1];
  return value === undefined ? undefined : standingNumbers(value)[place];
};

/** At how many answers the service told or did something else than the limits of this way; no more are counted than `most`. */
function misfitsOf(answers: readonly Exchange[], way: Way, counter: Counter, most: number): number {
  let misfits = 0;
  for (const { fits } of played(answers, way, counter)) {
    if (!fits) misfits += 1;
    if (misfits >= most) return misfits;
  }
  return misfits;
}

/** So many requests may have come before one that a recording does not have. */
const mostUnknown = 100;

/**
 * Plays the limits over answers. A recording leaves out the same answer again, so where more requests were counted than are
 * known, the others are taken to have come before.
 */
function* played(
  answers: readonly Exchange[],
  way: Way,
  counter: Counter | undefined,
): Generator<{
  readonly by: Exchange;
  readonly limiter: Limiter;
  readonly isRefused: boolean;
  readonly fits: boolean;
}> {
  const limiterOf = limitersOf(way);
  const limit = Math.min(way.limits.perSecond, way.limits.perMinute);
  for (const by of answers) {
    const [limiter, scope] = [limiterOf(by), scopeOf(by, way)];
    const left = () => limiter.states(by.at, scope)[0]?.remaining ?? Infinity;
    const isRefused = limiter.take(by.at, scope).refusedBy !== null;
    const number = counter && toldBy(by, counter);
    const told = number === undefined ? undefined : counter!.tells === 'left' ? number : limit - number;
    const fits = isRefused === by.isLimited && (told === undefined || left() === told);
    const unknown = told === undefined ? 0 : left() - told;
    for (let more = 0; more < unknown && unknown <= mostUnknown; more += 1) limiter.take(by.at, scope);
    yield { by, limiter, isRefused, fits };
  }
}

/** What the limits tell with answers; without a counter, with those that were refused. */
function factsOf(
  counted: readonly Exchange[],
  way: Way,
  counter: Counter | undefined,
): Map<Exchange, ReadonlyMap<string, Json>> {
  const facts = new Map<Exchange, ReadonlyMap<string, Json>>();
  for (const { by, limiter } of played(counted, way, counter)) {
    if (counter !== undefined || by.isLimited) facts.set(by, limitFacts(limiter, by.at, scopeOf(by, way)));
  }
  return facts;
}

/** Whole numbers of a header that stand by themselves. */
const standingNumbers = (value: string): number[] =>
  [...value.matchAll(/(?:^|[/=, ])(\d{1,6})(?=$|[;,/ ])/g)].map(([, number]) => Number(number));

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

/** Numbers that headers told in the same way throughout; the digits of an id are none. */
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
    .flatMap(({ headers }) => headers.flatMap(([, value]) => standingNumbers(value)));
  return new Set([
    ...constant.flatMap((text) =>
      [...text.matchAll(/(?<![\p{L}\d_-])\d{1,6}/gu)].map(([number]) => Number(number)),
    ),
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
