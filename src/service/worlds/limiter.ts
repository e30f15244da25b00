// The two limits of one API key (§8). A request passes both or is counted in neither.
import type { Settings } from '../../spec/settings.ts';
import { createWindow } from './rate-windows.ts';
import type { RateWindow } from './rate-windows.ts';

export type WindowName = 'second' | 'minute';

export const windowNames: readonly WindowName[] = ['second', 'minute'];

/** Requests per window; Infinity: not limited. */
export interface Limits {
  readonly perSecond: number;
  readonly perMinute: number;
  /** Tokens that come back in a second, where a bucket of `perSecond` fills slower or faster than once a second. */
  readonly refill?: number | undefined;
  /** Whether each endpoint is counted by itself. */
  readonly perEndpoint?: boolean | undefined;
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

/** In milliseconds. */
export const windowWidths: Readonly<Record<WindowName, number>> = { second: 1000, minute: 60_000 };

/** How many requests a window takes; Infinity: it is none. */
export const limitOf = (name: WindowName, { perSecond, perMinute }: Limits): number =>
  name === 'second' ? perSecond : perMinute;

/** How wide a window is, in milliseconds: a bucket with a pace of its own is as wide as it takes to fill. */
export const widthOf = (name: WindowName, { perSecond, refill }: Limits): number =>
  name === 'second' && refill !== undefined ? (perSecond / refill) * 1000 : windowWidths[name];

const passes: Verdict = { refusedBy: null, wait: 0 };

const waitOf = (window: RateWindow | null, now: number): number => window?.wait(now) ?? 0;

export class Limiter {
  readonly limits: Limits;
  readonly #settings: Settings;
  /** Windows by name and scope: one for all endpoints, or one for each. */
  readonly #windows = new Map<string, RateWindow>();

  constructor(limits: Limits, settings: Settings) {
    this.limits = limits;
    this.#settings = settings;
  }

  /** Decides on a request and counts it if it passes. */
  take(now: number, endpoint = ''): Verdict {
    const [second, minute] = [this.#window('second', endpoint), this.#window('minute', endpoint)];
    const [forSecond, forMinute] = [waitOf(second, now), waitOf(minute, now)];
    const refusedBy = forSecond === 0 && forMinute === 0 ? null : forMinute > forSecond ? 'minute' : 'second';
    if (refusedBy === null || this.#settings['rejected-counted'] === 'yes') {
      second?.add(now);
      minute?.add(now);
    }
    if (refusedBy === null) return passes;
    // A request that counts although it is refused makes the wait longer.
    return { refusedBy, wait: Math.max(waitOf(second, now), waitOf(minute, now)) };
  }

  /** The windows in force, the shorter first. */
  states(now: number, endpoint = ''): WindowState[] {
    return windowNames.flatMap((name) => {
      const window = this.#window(name, endpoint);
      if (window === null) return [];
      const [remaining, wait] = [window.remaining(now), window.wait(now)];
      const widthSeconds = widthOf(name, this.limits) / 1000;
      return [{ name, limit: limitOf(name, this.limits), remaining, widthSeconds, wait }];
    });
  }

  #window(name: WindowName, endpoint: string): RateWindow | null {
    const limit = limitOf(name, this.limits);
    if (limit === Infinity) return null;
    const key = this.limits.perEndpoint !== true ? name : `${name} ${endpoint}`;
    let window = this.#windows.get(key);
    if (window === undefined) {
      window = createWindow(this.#settings['rate-algorithm'], limit, widthOf(name, this.limits));
      this.#windows.set(key, window);
    }
    return window;
  }
}
