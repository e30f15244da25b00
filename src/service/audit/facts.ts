// The facts that an audit can find, one row each: what is counted, from which count on it fails a run that is
// gated (`--fail-on audit`), and the figures that go with it.
import type { RequestBehind } from './audited-request.ts';

/** How the figures of several worlds become one; `chosen`: those of one world stand, see `mergeFacts`. */
type Merge = 'sum' | 'min' | 'max' | 'chosen';

interface FactRow {
  readonly id: string;
  readonly title: string;
  /** The highest count that passes by default; Infinity: never fails a run unless told to. */
  readonly threshold: number;
  /** The figures; those in `Ms` are milliseconds, and all but sums are null before there is one. */
  readonly detail: Readonly<Record<string, Merge>>;
}

// A 429 alone is no fault: the service sends them (§8), and what counts is what the client makes of one. Nor is it one
// to carry on within the limits while a single request waits.
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

/** What the audit tells of; the README lists them with their thresholds. */
export type FactId = (typeof rows)[number]['id'];

/** In the order in which reports name them. */
export const factRows: readonly (FactRow & { readonly id: FactId })[] = rows;

/** One fact of a report. All are there, also those that were not found. */
export interface AuditFact {
  readonly id: FactId;
  readonly title: string;
  /** How often. */
  readonly count: number;
  /** Of the peaks of a world: what is allowed; null: everything. */
  readonly limit?: number | null;
  /** The first requests behind it, at most five. */
  readonly requests: readonly RequestBehind[];
  readonly detail: Readonly<Record<string, number | null>>;
}

/** How many requests stand behind a fact at most. */
export const mostRequests = 5;

/** The fact as nobody has found it. */
export function noFact({ id, title, detail }: (typeof factRows)[number]): AuditFact {
  const figures = Object.entries(detail).map(([name, merge]) => [name, merge === 'sum' ? 0 : null]);
  return { id, title, count: 0, requests: [], detail: Object.fromEntries(figures) as AuditFact['detail'] };
}

/** The same fact of two worlds as one. */
export function mergeFacts(one: AuditFact, other: AuditFact): AuditFact {
  const count = one.count + other.count;
  const requests = [...one.requests, ...other.requests].slice(0, mostRequests);
  const { detail } = factRows.find(({ id }) => id === one.id)!;
  // Keys can have limits of their own, so that a peak, its time and its limit belong together: those of the greatest
  // peak of the worlds beyond their limit, if any is.
  const chosen = rank(other) > rank(one) ? other : one;
  const figures = Object.entries(detail).map(([name, merge]) => [
    name,
    merge === 'chosen'
      ? chosen.detail[name]
      : mergeFigures(merge, one.detail[name] ?? null, other.detail[name] ?? null),
  ]);
  return { ...chosen, count, requests, detail: Object.fromEntries(figures) as AuditFact['detail'] };
}

/** Counts and peaks are whole and far below the number added. */
const rank = ({ count, detail }: AuditFact) =>
  (count > 0 ? Number.MAX_SAFE_INTEGER / 2 : 0) + (detail.peak ?? 0);

function mergeFigures(
  merge: Exclude<Merge, 'chosen'>,
  one: number | null,
  other: number | null,
): number | null {
  if (one === null || other === null) return one ?? other;
  if (merge === 'sum') return one + other;
  return merge === 'min' ? Math.min(one, other) : Math.max(one, other);
}
