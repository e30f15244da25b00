// The requests that a world has received, for tests to look at.
import type { LoggedRequest } from '../worlds/logged-request.ts';
import type { RequestLog } from '../worlds/request-log.ts';
import { compileMatch } from '../worlds/match.ts';
import type { RequestMatch } from '../worlds/match.ts';
import { milliseconds } from '../../http/duration.ts';
import type { Duration } from '../../http/duration.ts';
import { suggestion } from '../../http/nearest-name.ts';

/** In milliseconds; setTimeout fires at once when it is given more. */
const longestTimer = 2 ** 31 - 1;

/** How `waitFor` waits. */
export interface WaitOptions {
  /** How many requests must match, counting those before the call; a whole number from 1 up. Default: 1. */
  readonly count?: number;
  /** How long to wait in real time. Default: 5 s. */
  readonly timeout?: Duration;
}

/** Holds the last 1,000 requests of a world, those refused by auth or limits among them. */
export class Requests {
  readonly #log: RequestLog;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  /** How many requests there have been since the log was cleared, including those that are no longer kept. */
  get total(): number {
    return this.#log.total;
  }

  /** The requests kept, oldest first. */
  all(): readonly LoggedRequest[] {
    return this.#log.entries();
  }

  /**
   * The requests that match, oldest first.
   * @throws MatchError for a match that cannot be
   */
  find(match?: RequestMatch): LoggedRequest[] {
    return this.#log.entries().filter(compileMatch(match));
  }

  /** How many requests match. @throws MatchError */
  count(match?: RequestMatch): number {
    return this.find(match).length;
  }

  /** The latest request that matches. @throws MatchError */
  last(match?: RequestMatch): LoggedRequest | undefined {
    return this.find(match).at(-1);
  }

  /** Requests for which there is no endpoint, or in a replay no recorded answer. */
  unmatched(): LoggedRequest[] {
    return this.#log.entries().filter((entry) => !entry.matched);
  }

  /**
   * Resolves with the request that completes the count, at once if it came before the call. A request counts as soon as
   * its answer is on its way.
   * @throws MatchError or RangeError for bad arguments; Error when the time is up, with the last requests
   */
  async waitFor(match: RequestMatch, options: WaitOptions = {}): Promise<LoggedRequest> {
    const { count = 1, timeout = 5000 } = checkedOptions(options);
    if (!Number.isInteger(count) || count < 1) {
      throw new RangeError(`count: ${count} is not a whole number from 1 up`);
    }
    const patience = Math.min(milliseconds(timeout), longestTimer);
    const matches = compileMatch(match);
    const found = this.find(match);
    if (found.length >= count) return found[count - 1]!;
    let left = count - found.length;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        forget();
        reject(new Error(this.#describeWait(match, count, count - left)));
      }, patience);
      const forget = this.#log.subscribe((entry) => {
        if (!matches(entry)) return;
        left -= 1;
        if (left > 0) return;
        clearTimeout(timer);
        forget();
        resolve(entry);
      });
    });
  }

  /** Calls the listener for each request from now on. @returns a function that ends this */
  subscribe(listener: (entry: LoggedRequest) => void): () => void {
    return this.#log.subscribe(listener);
  }

  /** Forgets all requests so far. */
  clear(): void {
    this.#log.clear();
  }

  #describeWait(match: RequestMatch, wanted: number, came: number): string {
    const last = this.all().slice(-5);
    const seen = last.length === 0 ? 'there were no requests' : `the last were:\n  ${last.join('\n  ')}`;
    const requests = wanted === 1 ? 'a request' : `${wanted} requests`;
    return `waited for ${requests} like ${JSON.stringify(match)}, and ${came} came; ${seen}`;
  }
}

/** A program without types may give anything; what is misspelt would be left out of account in silence. */
function checkedOptions(options: WaitOptions): WaitOptions {
  if (typeof options !== 'object' || (options as WaitOptions | null) === null)
    throw new RangeError(
      `waitFor takes its options as an object, such as { timeout: '1s' }, not ${JSON.stringify(options)}`,
    );
  const unknown = Object.keys(options).find((name) => !waitOptions.includes(name));
  if (unknown === undefined) return options;
  throw new RangeError(`waitFor has no option '${unknown}'; ${suggestion(unknown, waitOptions)}`);
}

const waitOptions: readonly string[] = ['count', 'timeout'];
