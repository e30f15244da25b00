// The most requests within any second and any minute, compared with the limits of §8. The windows slide, so that no
// second and no minute holds more than the peak. Refused requests count, because the client sent them.
import type { AuditedRequest } from './audited-request.ts';
import { Tally } from './tally.ts';
import type { Finding, Part } from './tally.ts';

/** Requests per window; Infinity: not limited. */
export interface AuditLimits {
  readonly perSecond: number;
  readonly perMinute: number;
}

const minute = 60_000;

/** In milliseconds: a request that is answered now may have arrived so much earlier than the latest one. */
export const mostLate = minute;

interface Window {
  readonly id: 'peak-second' | 'peak-minute';
  readonly width: number;
  readonly limit: number;
  /** Requests that made a window hold more than its limit. */
  readonly beyond: Tally;
  peak: number;
  peakAt: number | null;
}

export class Peaks implements Part {
  readonly #windows: readonly Window[];
  /**
   * The milliseconds in which requests arrived, in order, and for each the total of requests by its end. At most two
   * minutes of them are kept: one for the window, and one for requests that are answered late.
   */
  readonly #times: number[] = [];
  readonly #totals: number[] = [];
  /** The first index that still counts; those before it are removed from time to time. */
  #first = 0;
  /** How many had arrived before the first. */
  #before = 0;

  constructor({ perSecond, perMinute }: AuditLimits) {
    const fresh = () => ({ beyond: new Tally(), peak: 0, peakAt: null });
    this.#windows = [
      { id: 'peak-second', width: 1000, limit: perSecond, ...fresh() },
      { id: 'peak-minute', width: minute, limit: perMinute, ...fresh() },
    ];
  }

  take(request: AuditedRequest): void {
    if (request.frozen === true) return;
    const index = this.#insert(request.at);
    for (const window of this.#windows) this.#measure(window, index, request);
    this.#forget();
  }

  clockMoved(by: number): void {
    if (by >= 0) return;
    this.#times.length = 0;
    this.#totals.length = 0;
    this.#first = 0;
    this.#before = 0;
  }

  findings(): Finding[] {
    return this.#windows.map(({ id, limit, beyond, peak, peakAt }) => ({
      id,
      tally: beyond,
      limit: limit === Infinity ? null : limit,
      detail: { peak, peakAt },
    }));
  }

  /** Counts a request and returns the index of its millisecond, nearly always the last. */
  #insert(at: number): number {
    const times = this.#times;
    const totals = this.#totals;
    let index = times.length - 1;
    while (index >= this.#first && times[index]! > at) index -= 1;
    if (index < this.#first || times[index]! < at) {
      const total = index < this.#first ? this.#before : totals[index]!;
      index += 1;
      times.splice(index, 0, at);
      totals.splice(index, 0, total);
    }
    for (let later = index; later < totals.length; later += 1) totals[later]! += 1;
    return index;
  }

  /** Looks at the windows that hold the request that has just been inserted, each ending with a request. */
  #measure(window: Window, inserted: number, request: AuditedRequest): void {
    const { width, limit } = window;
    for (let index = inserted; index < this.#times.length; index += 1) {
      const time = this.#times[index]!;
      if (time >= request.at + width) return;
      const held = this.#totals[index]! - this.#totalAt(time - width);
      if (held > window.peak) {
        window.peak = held;
        window.peakAt = time;
      }
      // This request adds one beyond the limit, unless all requests of this millisecond were beyond it already.
      const own = this.#totals[index]! - this.#totalBefore(index);
      if (held > limit && (index === inserted || held - limit <= own)) window.beyond.add(request);
    }
  }

  /** How many requests had arrived by a time. */
  #totalAt(time: number): number {
    let low = this.#first;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#times[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return this.#totalBefore(low);
  }

  #totalBefore(index: number): number {
    return index === this.#first ? this.#before : this.#totals[index - 1]!;
  }

  #forget(): void {
    const horizon = this.#times.at(-1)! - minute - mostLate;
    while (this.#times[this.#first]! <= horizon) {
      this.#before = this.#totals[this.#first]!;
      this.#first += 1;
    }
    if (this.#first < 1000 || this.#first * 2 < this.#times.length) return;
    this.#times.splice(0, this.#first);
    this.#totals.splice(0, this.#first);
    this.#first = 0;
  }
}
