// The two limits of one API key (§8). A request passes both or is counted in neither.
import { isSafe } from '../../http/http-semantics.ts';
import { subjectOf } from '../../spec/endpoints.ts';
import type { CountedApart, EndpointName, Limits } from '../../spec/endpoints.ts';
import type { Settings } from '../../spec/settings.ts';
import { createWindow } from './rate-windows.ts';
import type { RateWindow } from './rate-windows.ts';

export type WindowName = 'second' | 'minute';

export const windowNames: readonly WindowName[] = ['second', 'minute'];

/** With which requests one is counted; null: with all. */
export function countedWith(
  per: CountedApart | undefined,
  method: string,
  endpoint: string | undefined,
): string | null {
  switch (per) {
    case undefined:
      return null;
    case 'endpoint':
      return endpoint ?? '';
    case 'subject':
      return endpoint === undefined ? '' : subjectOf(endpoint as EndpointName);
    case 'method':
      return isSafe(method) ? 'reads' : 'writes';
  }
}

/** What is left of one window, for headers. */
export interface WindowState {
  readonly name: WindowName;
  readonly limit: number;
  readonly remaining: number;
  readonly widthSeconds: number;
  /** When more of it is free than now, if no request comes, in milliseconds since 1970. */
  readonly ends: number;
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
  name === 'second' && refill !== undefined ? Math.round((perSecond / refill) * 1000) : windowWidths[name];

const passes: Verdict = { refusedBy: null, wait: 0 };

const waitOf = (window: RateWindow | null, now: number): number => window?.wait(now) ?? 0;

export class Limiter {
  readonly limits: Limits;
  readonly #settings: Settings;
  /** Windows by name and by what they count. */
  readonly #windows = new Map<string, RateWindow>();

  constructor(limits: Limits, settings: Settings) {
    this.limits = limits;
    this.#settings = settings;
  }

  /**
   * Decides on a request and counts it if it passes.
   * @param scope see `countedWith`
   */
  take(now: number, scope: string | null = null): Verdict {
    const [second, minute] = [this.#window('second', scope), this.#window('minute', scope)];
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
  states(now: number, scope: string | null = null): WindowState[] {
    return windowNames.flatMap((name) => {
      const window = this.#window(name, scope);
      if (window === null) return [];
      const [remaining, wait] = [window.remaining(now), window.wait(now)];
      const width = widthOf(name, this.limits);
      const ends = Math.min(window.next(now), now + width);
      return [{ name, limit: limitOf(name, this.limits), remaining, widthSeconds: width / 1000, ends, wait }];
    });
  }

  #window(name: WindowName, scope: string | null): RateWindow | null {
    const limit = limitOf(name, this.limits);
    if (limit === Infinity) return null;
    const key = scope === null ? name : `${name} ${scope}`;
    let window = this.#windows.get(key);
    if (window === undefined) {
      window = createWindow(this.#settings['rate-algorithm'], limit, widthOf(name, this.limits));
      this.#windows.set(key, window);
    }
    return window;
  }
}
