// The facts that an audit can find, one row for each: what is counted, the highest count that passes `--fail-on audit`,
// and the figures that belong to it.
import type { RequestBehind } from './audited-request.ts';

/** How a figure of several worlds is merged into one; `chosen`: the figure of one world is taken, see `mergeFacts`. */
type Merge = 'sum' | 'min' | 'max' | 'chosen';

interface FactRow {
  readonly id: string;
  readonly title: string;
  /** The highest count that passes by default; Infinity: any count passes. */
  readonly threshold: number;
  /** The figures. Those named `...Ms` are in milliseconds. A sum begins at 0, any other figure at null. */
  readonly detail: Readonly<Record<string, Merge>>;
}

// A 429 alone is no fault of the client: the service sends them (§8), and only the reaction to one can be wrong. A client
// may also send other requests within the limits while one waits.
// prettier-ignore
const rows = [
  { id: 'peak-second', title: 'requests beyond the limit per second', threshold: 0, detail: { peak: 'chosen', peakAt: 'chosen' } },
  { id: 'peak-minute', title: 'requests beyond the limit per minute', threshold: 0, detail: { peak: 'chosen', peakAt: 'chosen' } },
  { id: '429', title: 'answers 429', threshold: Infinity, detail: { waited: 'sum', retriedEarly: 'sum', retriedAtOnce: 'sum', gaveUp: 'sum', untimed: 'sum', waiting: 'sum', withoutRetryAfter: 'sum' } },
  { id: 'retried-early', title: 'retries before Retry-After was over', threshold: 0, detail: { leastEarlyMs: 'min', mostEarlyMs: 'max' } },
  { id: 'retried-at-once', title: 'retries at once after a 429', threshold: 0, detail: {} },
  { id: 'gave-up', title: 'requests given up after a 429', threshold: 0, detail: {} },
  { id: 'carried-on', title: 'other requests while a 429 asked to wait', threshold: Infinity, detail: { refused: 'sum' } },
  { id: 'identical-patches', title: 'PATCHes sent again as they were', threshold: 0, detail: {} },
  { id: 'unchanged-patches', title: 'PATCHes to the values that were set already', threshold: 0, detail: {} },
  { id: 'min-above-max', title: 'attempts to set minPrice above maxPrice', threshold: 0, detail: {} },
  { id: 'report-polls', title: 'polls of the reports within 5 s of the last, for nothing new', threshold: 0, detail: { polls: 'sum', unchanged: 'sum', intervals: 'sum', intervalsMs: 'sum', shortestMs: 'min', longestMs: 'max' } },
  { id: 'hopeless-retries', title: 'repeats of a request that got the same 4xx again', threshold: 0, detail: {} },
  { id: 'no-backoff', title: 'PATCHes sent again at once after a 5xx', threshold: 0, detail: {} },
  { id: 'unmatched', title: 'requests that no endpoint takes', threshold: 0, detail: {} },
  { id: 'no-key', title: 'requests without an API key', threshold: 0, detail: {} },
  { id: 'wrong-key', title: 'requests with a wrong API key', threshold: 0, detail: {} },
] as const satisfies readonly FactRow[];

/** docs/how-to/client-checks.md lists them with their thresholds. */
export type FactId = (typeof rows)[number]['id'];

/** In the order of the reports. */
export const factRows: readonly (FactRow & { readonly id: FactId })[] = rows;

/** One fact of a report. A report has all facts, including those with a count of 0. */
export interface AuditFact {
  readonly id: FactId;
  readonly title: string;
  /** How often. */
  readonly count: number;
  /** Only for the peaks of a world: how many requests are allowed; null: any number. */
  readonly limit?: number | null;
  /** The first requests behind it, at most five. */
  readonly requests: readonly RequestBehind[];
  readonly detail: Readonly<Record<string, number | null>>;
}

/** How many requests stand behind a fact at most. */
export const mostRequests = 5;

/** The fact with a count of 0. */
export function noFact({ id, title, detail }: (typeof factRows)[number]): AuditFact {
  const figures = Object.entries(detail).map(([name, merge]) => [name, merge === 'sum' ? 0 : null]);
  return { id, title, count: 0, requests: [], detail: Object.fromEntries(figures) as AuditFact['detail'] };
}

/** Merges the same fact of two worlds, or of one before and after it began anew. */
export function mergeFacts(one: AuditFact, other: AuditFact): AuditFact {
  const count = one.count + other.count;
  const requests = [...one.requests, ...other.requests].slice(0, mostRequests);
  const { detail } = factRows.find(({ id }) => id === one.id)!;
  // Each key can have its own limits, so that a peak, its time and its limit must come from the same world. Worlds that
  // exceeded their limit go first; among equals, the greatest peak is taken.
  const chosen = rank(other) > rank(one) ? other : one;
  const figures = Object.entries(detail).map(([name, merge]) => [
    name,
    merge === 'chosen'
      ? chosen.detail[name]
      : mergeFigures(merge, one.detail[name] ?? null, other.detail[name] ?? null),
  ]);
  return { ...chosen, count, requests, detail: Object.fromEntries(figures) as AuditFact['detail'] };
}

/** The number added is far above any peak. */
const rank = ({ count, detail }: AuditFact) =>
  (count > 0 ? Number.MAX_SAFE_INTEGER / 2 : 0) + (detail.peak ?? 0);

export function mergeFigures(
  merge: Exclude<Merge, 'chosen'>,
  one: number | null,
  other: number | null,
): number | null {
  if (one === null || other === null) return one ?? other;
  if (merge === 'sum') return one + other;
  return merge === 'min' ? Math.min(one, other) : Math.max(one, other);
}
