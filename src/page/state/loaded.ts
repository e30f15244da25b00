// What is asked of the server beside the event stream, and asked again when that tells of a change.
import { useEffect, useRef, useSignal } from '../parts/ui.ts';
import type { Signal } from '../parts/ui.ts';

export interface Loaded<T> {
  readonly value?: T;
  /** Why there is no newer value. */
  readonly problem?: string;
}

/** No question is asked more often, however fast what it depends on changes; one that takes long is asked less often. */
const leastPause = 200;

/**
 * @param load asks; undefined: there is nothing to ask for
 * @param subject what is asked for: with another one the value is gone at once
 * @param version counts up when the value may be another
 */
export function useLoaded<T>(
  load: (() => Promise<T>) | undefined,
  subject: string,
  version: number,
): Signal<Loaded<T>> {
  const state = useSignal<Loaded<T>>({});
  const asked = useRef({ subject, isBusy: false, isStale: false });
  const latest = useRef(load);
  latest.current = load;

  const ask = async () => {
    const now = asked.current;
    now.isStale = now.isBusy;
    if (now.isBusy || latest.current === undefined) return;
    now.isBusy = true;
    const started = performance.now();
    let loaded: Loaded<T>;
    try {
      loaded = { value: await latest.current() };
    } catch (error) {
      loaded = { problem: (error as Error).message };
    }
    if (asked.current === now) state.value = loaded;
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(leastPause, 3 * (performance.now() - started))),
    );
    now.isBusy = false;
    if (now.isStale && asked.current === now) void ask();
  };
  useEffect(() => {
    asked.current = { subject, isBusy: false, isStale: false };
    state.value = {};
    return () => {
      asked.current = { subject: '', isBusy: false, isStale: false };
    };
  }, [subject]);
  useEffect(() => void ask(), [subject, version]);
  return state;
}
