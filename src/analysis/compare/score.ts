// The score of a played session: how many points of the recording the simulator gets right, by endpoint.
import type { Exchange } from './answer.ts';
import { labelOf } from './endpoint-label.ts';
import type { Difference, Findings } from './differences.ts';
import { hintFor, triedHint } from './assumption-hints.ts';
import { type Answer, type Hint } from './hint.ts';

/** Points are places of answers, such as a status or a field, counted once for each endpoint and recorded status. */
export interface Counts {
  readonly agreeing: number;
  /** Those on which the specification speaks. */
  readonly differing: number;
  /** Those that differ where the specification is silent, so that an assumption decided. */
  readonly silent: number;
}

export interface EndpointScore extends Counts {
  readonly endpoint: string;
  readonly interactions: number;
}

export interface ReportedDifference {
  readonly difference: Difference;
  readonly hint: Hint;
  /** The answers of the ledger that made it go away when they were tried; null: none was tried. */
  readonly settledBy: readonly Answer[] | null;
}

export interface FidelityReport extends Counts {
  readonly name: string;
  readonly upstream: string;
  readonly interactions: number;
  readonly compared: number;
  readonly endpoints: readonly EndpointScore[];
  readonly differences: readonly ReportedDifference[];
  /** Differences in the wording of messages, which no program reads; they are not scored. */
  readonly cosmetic: readonly ReportedDifference[];
  readonly setAside: readonly { readonly reason: string; readonly count: number }[];
}

/** Percent with one decimal, never rounded up to 100; 100 where there is nothing to compare. */
export function scoreOf({ agreeing, differing, silent }: Counts): number {
  const all = agreeing + differing + silent;
  return all === 0 ? 100 : Math.floor((agreeing / all) * 1000) / 10;
}

export function createReport(
  recording: { readonly name: string; readonly upstream: string },
  exchanges: readonly Exchange[],
  findings: Findings,
  settled: ReadonlyMap<Difference, readonly Answer[]>,
): FidelityReport {
  const all = [...findings.differences.values()].map((difference) => {
    const settledBy = settled.get(difference) ?? null;
    const hint = hintFor(difference);
    return { difference, hint: settledBy === null ? hint : triedHint(hint, settledBy), settledBy };
  });
  const hints = new Map(all.map(({ difference, hint }) => [difference, hint]));
  const asked = countBy(exchanges, ({ interaction: { request } }) => {
    return labelOf(request.method, request.path).endpoint;
  });
  const endpoints = Array.from(asked, ([endpoint, interactions]) => {
    const points = findings.points.get(endpoint)?.values() ?? [];
    return { endpoint, interactions, ...countPoints(points, hints) };
  });
  const aside = exchanges.flatMap(({ setAside }) => setAside ?? []);
  return {
    ...recording,
    interactions: exchanges.length,
    compared: exchanges.filter(({ simulated }) => simulated !== undefined).length,
    ...sum(endpoints),
    endpoints: endpoints.sort((a, b) => (a.endpoint < b.endpoint ? -1 : 1)),
    differences: all.filter(({ difference }) => !difference.cosmetic),
    cosmetic: all.filter(({ difference }) => difference.cosmetic),
    setAside: Array.from(
      countBy(aside, (reason) => reason),
      ([reason, count]) => ({ reason, count }),
    ),
  };
}

function countPoints(points: Iterable<Difference | null>, hints: ReadonlyMap<Difference, Hint>): Counts {
  const counts = { agreeing: 0, differing: 0, silent: 0 };
  for (const difference of points) {
    if (difference === null) counts.agreeing += 1;
    else if (hints.get(difference)?.specified === true) counts.differing += 1;
    else counts.silent += 1;
  }
  return counts;
}

function sum(rows: readonly Counts[]): Counts {
  const of = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0);
  return { agreeing: of('agreeing'), differing: of('differing'), silent: of('silent') };
}

function countBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
