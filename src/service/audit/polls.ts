// How often the client asks for the report runs, and whether it learns anything by it.
import type { AuditedRequest } from './audited-request.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** Report runs take minutes with the services that are known: asking more often than every 5 s only costs requests. */
const hastyMs = 5000;
/** Different queries that are followed; the oldest are forgotten first. */
const mostQueries = 100;

interface Look {
  readonly at: number;
  readonly runs: string | undefined;
  readonly isTimed: boolean;
}

/**
 * The states of the runs in a list of report runs, whatever wraps them; the rest of the answer differs each time, as
 * its links do.
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
    // 304: the client has been told that nothing has changed.
    const runs = status === 304 ? before?.runs : request.runs;
    this.#last.delete(query);
    this.#last.set(query, { at: request.at, runs, isTimed });
    if (this.#last.size > mostQueries) this.#last.delete(this.#last.keys().next().value!);
    if (before === undefined) return;
    const isUnchanged = runs !== undefined && runs === before.runs;
    if (isUnchanged) this.#figures.unchanged += 1;
    // Two that were under way at once are no poll after each other.
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
