// The two limits of one API key (§8). A request passes both or is counted in neither.
import type { Settings } from '../../spec/assumptions.ts';
import { createWindow } from './rate-windows.ts';
import type { RateWindow } from './rate-windows.ts';

type WindowName = 'second' | 'minute';

/** Requests per window; Infinity: not limited. */
export interface Limits {
  readonly perSecond: number;
  readonly perMinute: number;
}

/** What is left of one window, for headers. */
export interface WindowState {
  readonly name: WindowName;
  readonly limit: number;
  readonly remaining: number;
  readonly widthSeconds: number;
  /** Until more requests may pass, in milliseconds; 0: some may now. */
  readonly wait: number;
}

interface Verdict {
  /** The window that refuses the request; null: it passes. */
  readonly refusedBy: WindowName | null;
  /** Until a request would pass, in milliseconds. */
  readonly wait: number;
}

const widths: Readonly<Record<WindowName, number>> = { second: 1000, minute: 60_000 };

export class Limiter {
  readonly limits: Limits;
  readonly #settings: Settings;
  readonly #second: RateWindow | null;
  /** One for all endpoints, or one for each (A17, `minute-scope`). */
  readonly #minutes = new Map<string, RateWindow>();

  constructor(limits: Limits, settings: Settings) {
    this.limits = limits;
    this.#settings = settings;
    this.#second = this.#create('second');
  }

  /** Decides on a request and counts it if it passes. */
  take(now: number, endpoint: string): Verdict {
    const minute = this.#minute(endpoint);
    const second = this.#second;
    const waits = () => ({ second: second?.wait(now) ?? 0, minute: minute?.wait(now) ?? 0 });
    const before = waits();
    const passes = before.second === 0 && before.minute === 0;
    const counts = passes || this.#settings['rejected-counted'] === 'yes';
    if (counts) {
      second?.add(now);
      minute?.add(now);
    }
    if (passes) return { refusedBy: null, wait: 0 };
    // A request that counts although it is refused makes the wait longer.
    const after = counts ? waits() : before;
    const refusedBy = before.minute > before.second ? 'minute' : 'second';
    return { refusedBy, wait: Math.max(after.second, after.minute) };
  }

  /** The windows in force, the shorter first. */
  states(now: number, endpoint: string): WindowState[] {
    const windows = [
      { name: 'second', window: this.#second, limit: this.limits.perSecond },
      { name: 'minute', window: this.#minute(endpoint), limit: this.limits.perMinute },
    ] as const;
    return windows.flatMap(({ name, window, limit }) => {
      if (window === null) return [];
      const [remaining, wait] = [window.remaining(now), window.wait(now)];
      return [{ name, limit, remaining, widthSeconds: widths[name] / 1000, wait }];
    });
  }

  #minute(endpoint: string): RateWindow | null {
    const scope = this.#settings['minute-scope'] === 'all-endpoints' ? '' : endpoint;
    const known = this.#minutes.get(scope);
    if (known !== undefined) return known;
    const created = this.#create('minute');
    if (created !== null) this.#minutes.set(scope, created);
    return created;
  }

  #create(name: WindowName): RateWindow | null {
    const limit = name === 'second' ? this.limits.perSecond : this.limits.perMinute;
    return limit === Infinity ? null : createWindow(this.#settings['rate-algorithm'], limit, widths[name]);
  }
}
