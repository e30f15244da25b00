// A count of requests that keeps the first few of them.
import type { AuditedRequest, RequestBehind } from './audited-request.ts';
import { mostRequests } from './facts.ts';
import type { FactId } from './facts.ts';

/** In characters; enough to tell requests apart. A path can have thousands of them. */
const longestPath = 200;

/** A request as the audit keeps it. It leaves out the world, which is the same for the whole audit. */
export type Shown = Omit<RequestBehind, 'world'>;

/** Takes from a request what is kept: no body, and a path of bounded length. */
export function shownOf({ number, at, method, path, status }: Shown): Shown {
  return { number, at, method, path: path.slice(0, longestPath), status };
}

export class Tally {
  readonly #requests: Shown[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get requests(): readonly Shown[] {
    return this.#requests;
  }

  add(request: Shown): void {
    this.#count += 1;
    if (this.#requests.length < mostRequests) this.#requests.push(shownOf(request));
  }
}

/** What a part of the audit has found about one fact. */
export interface Finding {
  readonly id: FactId;
  readonly tally: Pick<Tally, 'count' | 'requests'>;
  readonly limit?: number | null;
  readonly detail?: Readonly<Record<string, number | null>>;
}

/** A part of the audit. It sees the requests of one world in the order in which they were answered. */
export interface Part {
  take(request: AuditedRequest): void;
  /** The clock was frozen, resumed or moved by so many milliseconds; below 0: back. */
  clockMoved?(by: number): void;
  /** @param now the world's time, in milliseconds since 1970 */
  findings(now: number): readonly Finding[];
}
