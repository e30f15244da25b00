// The clock of a world, in a test's hand: it rules limits, Retry-After, report progress, link expiry and timestamps.
import { parseRealTime } from '../api/real-time.ts';
import type { Clock } from '../clock.ts';
import { milliseconds } from './duration.ts';
import type { Duration } from './duration.ts';

export class ClockHandle {
  readonly #clock: () => Clock;

  constructor(clock: () => Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock().now();
  }

  get frozen(): boolean {
    return this.#clock().frozen;
  }

  /**
   * Stops the clock, so that only `advance` moves it.
   * @param at the time to stop at: milliseconds since 1970, an ISO 8601 time with its zone, or a Date
   * @throws RangeError for what is no time
   */
  freeze(at?: number | string | Date): void {
    const clock = this.#clock();
    if (at !== undefined) clock.set(timeOf(at));
    clock.freeze();
  }

  /**
   * Moves the clock forward, frozen or not.
   * @param by milliseconds, or words such as `61s`
   * @throws RangeError for what is no duration
   */
  advance(by: Duration): void {
    this.#clock().advance(milliseconds(by));
  }

  /** Lets a frozen clock go on from where it stands. */
  resume(): void {
    this.#clock().resume();
  }
}

function timeOf(at: number | string | Date): number {
  const time = typeof at === 'string' ? parseRealTime(at) : Number(at);
  if (Math.abs(time) <= 8.64e15) return time;
  throw new RangeError(`${JSON.stringify(at)} is no time; write one such as 2026-01-01T00:00:00.000Z`);
}
