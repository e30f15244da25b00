// How often the client asks for the report runs, and whether the answers tell it anything new.
import type { AuditedRequest } from './audited-request.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** Report runs take minutes at known services, so that asking more often than every 5 s only costs requests. */
const hastyMs = 5000;
/** How many different queries are followed; the oldest are forgotten first. */
const mostQueries = 100;

interface Look {
  readonly at: number;
  readonly runs: string | undefined;
  readonly isTimed: boolean;
}

/**
 * The states of the runs in an answer with report runs, whatever its envelope. The answer as a whole can't be compared,
 * because its links differ each time.
 */
export function runStates(answer: string): string {
  return Array.from(answer.matchAll(/"status":\s*"([^"]{0,40})"/g), ([, status]) => status).join();
}

export class Polls implements Part {
  readonly #last = new Map<string, Look>();
  readonly #hasty = new Tally();
  readonly #figures = { polls: 0, unchanged: 0, intervals: 0, intervalsMs: 0 };
  #shortestMs: number | null = null;
  #longestMs: number | null = null;

  take(request: AuditedRequest): void {
    const { method, query, status, broken } = request;
    const isAnswered = (status < 300 || status === 304) && broken !== true;
    if (method !== 'GET' || !isAnswered || request.endpoint !== 'listReports') return;
    this.#figures.polls += 1;
    const before = this.#last.get(query);
    const isTimed = request.frozen !== true;
    // A 304 tells the client that nothing has changed.
    const runs = status === 304 ? before?.runs : request.runs;
    this.#last.delete(query);
    this.#last.set(query, { at: request.at, runs, isTimed });
    if (this.#last.size > mostQueries) this.#last.delete(this.#last.keys().next().value!);
    if (before === undefined) return;
    const isUnchanged = runs !== undefined && runs === before.runs;
    if (isUnchanged) this.#figures.unchanged += 1;
    // Below 0: the two requests were under way at the same time, so that there is no interval.
    const interval = request.at - before.at;
    if (!isTimed || !before.isTimed || interval < 0) return;
    this.#measure(interval);
    const isNews = runs !== undefined && before.runs !== undefined && !isUnchanged;
    if (interval < hastyMs && !isNews) this.#hasty.add(request);
  }

  clockMoved(): void {
    for (const [query, look] of this.#last) this.#last.set(query, { ...look, isTimed: false });
  }

  findings(): Finding[] {
    const detail = { ...this.#figures, shortestMs: this.#shortestMs, longestMs: this.#longestMs };
    return [{ id: 'report-polls', tally: this.#hasty, detail }];
  }

  #measure(interval: number): void {
    this.#figures.intervals += 1;
    this.#figures.intervalsMs += interval;
    this.#shortestMs = Math.min(this.#shortestMs ?? Infinity, interval);
    this.#longestMs = Math.max(this.#longestMs ?? 0, interval);
  }
}
