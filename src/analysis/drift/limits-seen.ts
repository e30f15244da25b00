// What a recording shows of the limits (§8): how many requests had passed when the service refused one.
import type { Interaction } from '../../recording/format.ts';

export interface LimitsSeen {
  /** The fewest requests within a second, and within a minute, that came before a refusal; undefined: no refusal. */
  readonly second: number | undefined;
  readonly minute: number | undefined;
}

/** Requests may bunch up on their way, in milliseconds. */
const margin = 50;

/** Below this many requests in a minute it is the limit per second that refuses. */
const fewest = 30;

export function limitsSeen(interactions: readonly Interaction[]): LimitsSeen {
  const passed: number[] = [];
  const seen: { second: number[]; minute: number[] } = { second: [], minute: [] };
  for (const { at, request, response } of interactions) {
    const time = Date.parse(at);
    if (response.status === 429) {
      const within = (width: number) => passed.filter((moment) => moment > time - width - margin).length;
      const [second, minute] = [within(1000), within(60_000)];
      if (minute < fewest) seen.second.push(second);
      else if (second === 0) seen.minute.push(minute);
    } else if (response.status !== 401 && !request.path.startsWith('/__mock/')) passed.push(time);
  }
  const fewestOf = (counts: readonly number[]) => {
    const known = counts.filter((count) => count > 0);
    return known.length === 0 ? undefined : Math.min(...known);
  };
  return { second: fewestOf(seen.second), minute: fewestOf(seen.minute) };
}
