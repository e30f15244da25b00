// Five ways to count requests in a window of time (A17). The caller hands in the time, so no timer is needed.
import type { Settings } from '../../spec/settings.ts';

/** Times are whole milliseconds of one clock; they never run backwards. */
export interface RateWindow {
  /** How long a request at this time would have to wait; 0: it may pass. */
  wait(now: number): number;
  /** Counts a request. */
  add(now: number): void;
  /** How many requests could pass at this time. */
  remaining(now: number): number;
  /** When more requests could pass, if none came meanwhile; Infinity: all may already. */
  next(now: number): number;
}

export function createWindow(
  algorithm: Settings['rate-algorithm'],
  limit: number,
  width: number,
): RateWindow {
  switch (algorithm) {
    case 'sliding-log':
      return new SlidingLog(limit, width);
    case 'fixed-window':
      return new FixedWindow(limit, width, (now) => Math.floor(now / width) * width);
    case 'first-request-window':
      return new FixedWindow(limit, width, (now) => now);
    case 'sliding-counter':
      return new SlidingCounter(limit, width);
    case 'token-bucket':
      return new TokenBucket(limit, width);
  }
}

/** Counts exactly: no period as long as the window ever holds more requests than the limit. */
class SlidingLog implements RateWindow {
  readonly #limit: number;
  readonly #width: number;
  /** The times of the requests that are still in the window, as a ring. */
  #times = new Float64Array(16);
  #first = 0;
  #count = 0;

  constructor(limit: number, width: number) {
    this.#limit = limit;
    this.#width = width;
  }

  wait(now: number): number {
    this.#forget(now);
    // The request may pass when enough older ones have left the window to free one place.
    const leaving = this.#count - this.#limit;
    return leaving < 0 ? 0 : this.#timeAt(leaving) + this.#width - now;
  }

  add(now: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[(this.#first + this.#count) & (this.#times.length - 1)] = now;
    this.#count += 1;
  }

  remaining(now: number): number {
    this.#forget(now);
    return Math.max(0, this.#limit - this.#count);
  }

  next(now: number): number {
    this.#forget(now);
    const leaving = Math.max(0, this.#count - this.#limit);
    return this.#count === 0 ? Infinity : this.#timeAt(leaving) + this.#width;
  }

  #forget(now: number): void {
    while (this.#count > 0 && this.#timeAt(0) <= now - this.#width) {
      this.#first = (this.#first + 1) & (this.#times.length - 1);
      this.#count -= 1;
    }
  }

  #timeAt(index: number): number {
    return this.#times[(this.#first + index) & (this.#times.length - 1)]!;
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2);
    for (let index = 0; index < this.#count; index += 1) larger[index] = this.#timeAt(index);
    this.#times = larger;
    this.#first = 0;
  }
}

/** Counts in one window after the other, so that twice the limit fits around a boundary. */
class FixedWindow implements RateWindow {
  readonly #limit: number;
  readonly #width: number;
  /** When the window begins that a request opens: at a round time, or with that request. */
  readonly #startOf: (now: number) => number;
  #start = -Infinity;
  #count = 0;

  constructor(limit: number, width: number, startOf: (now: number) => number) {
    this.#limit = limit;
    this.#width = width;
    this.#startOf = startOf;
  }

  wait(now: number): number {
    this.#turn(now);
    return this.#count < this.#limit ? 0 : this.#start + this.#width - now;
  }

  add(now: number): void {
    this.#turn(now);
    if (this.#count === 0) this.#start = this.#startOf(now);
    this.#count += 1;
  }

  remaining(now: number): number {
    this.#turn(now);
    return Math.max(0, this.#limit - this.#count);
  }

  next(now: number): number {
    this.#turn(now);
    return this.#count === 0 ? Infinity : this.#start + this.#width;
  }

  #turn(now: number): void {
    if (now >= this.#start + this.#width) this.#count = 0;
  }
}

/** Two fixed windows, the older one weighed by how much of it is still in view. */
class SlidingCounter implements RateWindow {
  readonly #limit: number;
  readonly #width: number;
  #start = -Infinity;
  #count = 0;
  #before = 0;

  constructor(limit: number, width: number) {
    this.#limit = limit;
    this.#width = width;
  }

  wait(now: number): number {
    if (this.#room(now) > 0) return 0;
    const width = this.#width;
    const surplus = this.#count - this.#limit;
    // If this window has room, the request waits until the older one weighs less. If it is full, the request waits for the
    // next window, in which this one is the older.
    const passesAt =
      surplus < 0
        ? this.#start + Math.floor(((surplus + this.#before) * width) / this.#before)
        : this.#start + width + Math.floor((surplus * width) / this.#count);
    return passesAt + 1 - now;
  }

  add(now: number): void {
    this.#turn(now);
    this.#count += 1;
  }

  remaining(now: number): number {
    return Math.max(0, Math.ceil(this.#room(now) / this.#width));
  }

  next(now: number): number {
    const before = Math.max(0, Math.ceil(this.#room(now) / this.#width));
    if (before === this.#limit) return Infinity;
    const [width, end] = [this.#width, this.#start + this.#width];
    // More than so much room is the room for one request more.
    const lacking = before * width - this.#room(now);
    const at = this.#before === 0 ? Infinity : now + Math.floor(lacking / this.#before) + 1;
    return Math.min(at, Math.max(end, now + 1));
  }

  /** What is left, times the width of the window: whole numbers have no rounding errors. */
  #room(now: number): number {
    this.#turn(now);
    const older = this.#before * (this.#width - (now - this.#start));
    return (this.#limit - this.#count) * this.#width - older;
  }

  #turn(now: number): void {
    const start = Math.floor(now / this.#width) * this.#width;
    if (start === this.#start) return;
    this.#before = start - this.#start === this.#width ? this.#count : 0;
    this.#start = start;
    this.#count = 0;
  }
}

/** Fills evenly up to the limit; a full bucket lets a burst through. */
class TokenBucket implements RateWindow {
  readonly #limit: number;
  readonly #width: number;
  /** Tokens times the width of the window: whole numbers have no rounding errors. */
  #level: number;
  #since = -Infinity;

  constructor(limit: number, width: number) {
    this.#limit = limit;
    this.#width = width;
    this.#level = limit * width;
  }

  wait(now: number): number {
    this.#fill(now);
    return this.#level >= this.#width ? 0 : Math.ceil((this.#width - this.#level) / this.#limit);
  }

  add(now: number): void {
    this.#fill(now);
    this.#level = Math.max(0, this.#level - this.#width);
  }

  remaining(now: number): number {
    this.#fill(now);
    return Math.floor(this.#level / this.#width);
  }

  next(now: number): number {
    this.#fill(now);
    const whole = Math.floor(this.#level / this.#width);
    return whole >= this.#limit
      ? Infinity
      : now + Math.ceil(((whole + 1) * this.#width - this.#level) / this.#limit);
  }

  #fill(now: number): void {
    if (this.#since !== -Infinity) {
      this.#level = Math.min(this.#limit * this.#width, this.#level + (now - this.#since) * this.#limit);
    }
    this.#since = now;
  }
}
