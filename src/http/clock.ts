// One clock a world: it rules limits, Retry-After, report progress, link expiry and timestamps.
// It follows a monotonic source, so that a jump of the system's clock changes no decision.

/** Milliseconds, monotonic, from any origin. */
type MonotonicSource = () => number;

export class Clock {
  readonly #source: MonotonicSource;
  #time: number;
  #since: number;
  #frozen: boolean;
  #onMove: (by: number) => void = () => undefined;
  #told = { time: NaN, text: '' };

  /** @param start the first time shown, in milliseconds since 1970 */
  constructor(start: number, options: { readonly frozen?: boolean; readonly source?: MonotonicSource } = {}) {
    this.#source = options.source ?? (() => performance.now());
    this.#time = start;
    this.#since = this.#source();
    this.#frozen = options.frozen ?? false;
  }

  /** Milliseconds since 1970, whole. */
  now(): number {
    return Math.floor(this.#frozen ? this.#time : this.#time + this.#source() - this.#since);
  }

  /** The same as ISO 8601. Its text is made once a millisecond, in which a busy world does many writes. */
  isoNow(): string {
    const now = this.now();
    if (now !== this.#told.time) this.#told = { time: now, text: new Date(now).toISOString() };
    return this.#told.text;
  }

  freeze(): void {
    this.#settle();
    this.#frozen = true;
    this.#onMove(0);
  }

  resume(): void {
    this.#settle();
    this.#frozen = false;
    this.#onMove(0);
  }

  /** Moves the clock forward, frozen or not. */
  advance(milliseconds: number): void {
    if (!(milliseconds >= 0)) throw new RangeError('a clock only moves forward');
    this.#time += milliseconds;
    this.#onMove(milliseconds);
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  /** Sets the time, in milliseconds since 1970; frozen or not, it stays so. Only a test has reason to go back. */
  set(time: number): void {
    const before = this.now();
    this.#since = this.#source();
    this.#time = time;
    this.#onMove(time - before);
  }

  /** Calls back when a test moves the clock: with the number of milliseconds, 0 if it was frozen or resumed. */
  watch(onMove: (by: number) => void): void {
    this.#onMove = onMove;
  }

  /** Brings `#time` up to date, so that freezing and resuming lose nothing. */
  #settle(): void {
    const source = this.#source();
    if (!this.#frozen) this.#time += source - this.#since;
    this.#since = source;
  }
}
