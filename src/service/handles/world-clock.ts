// The clock of a world, for tests to control. Limits, Retry-After, report progress, link expiry and timestamps follow it.
import { parseIsoTime } from '../../http/iso-time.ts';
import type { Clock } from '../../http/clock.ts';
import { milliseconds } from '../../http/duration.ts';
import type { Duration } from '../../http/duration.ts';

/** The clock of one world. Times are in milliseconds since 1970. */
export class WorldClock {
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
    const time = at === undefined ? undefined : timeOf(at);
    clock.freeze(); // before `set`: a running clock would go on from the time that is set
    if (time !== undefined) clock.set(time);
  }

  /**
   * Moves the clock forward, frozen or not.
   * @param by milliseconds, or words such as `61s`
   * @throws RangeError for what is no duration, and past the last time that there is (the year 275760)
   */
  advance(by: Duration): void {
    const clock = this.#clock();
    const span = milliseconds(by);
    if (clock.now() + span > lastTime) throw new RangeError(`${JSON.stringify(by)} is past the end of time`);
    clock.advance(span);
  }

  /** Lets a frozen clock go on from where it stands. */
  resume(): void {
    this.#clock().resume();
  }
}

/** The last time that a Date can hold, in milliseconds since 1970; the first is as long before 1970. */
const lastTime = 8.64e15;

function timeOf(at: number | string | Date): number {
  const time = typeof at === 'string' ? parseIsoTime(at) : typeof at === 'number' ? at : timeOfDate(at);
  if (Math.abs(time) <= lastTime) return time;
  throw new RangeError(`${JSON.stringify(at)} is no time; write one such as 2026-01-01T00:00:00.000Z`);
}

/** NaN for what is no Date. It looks for `getTime`, because a Date of another realm has another class. */
function timeOfDate(at: unknown): number {
  return typeof at === 'object' && at !== null && 'getTime' in at ? Number(at) : NaN;
}
