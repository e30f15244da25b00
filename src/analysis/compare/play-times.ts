// When each recorded request is played, by the simulator's clock.
import { endpointOf } from '../../spec/router.ts';
import type { Interaction } from '../../recording/format.ts';
import { listingWrite } from '../../recording/replay/overlay.ts';
import { recordedAnswer } from './answer.ts';
import { momentOf } from './formats.ts';

const minute = 60_000;

/**
 * The time of each interaction, in milliseconds since 1970. Requests under way together may stand in another order than
 * they began, so that times may run back; what is older than that was recorded in another session, which begins a
 * minute later, so that no limit counts across both.
 */
export function playTimes(interactions: readonly Interaction[]): number[] {
  const offset = clockOffset(interactions);
  let shift = offset;
  let latest = -Infinity;
  return interactions.map((interaction) => {
    const at = Date.parse(interaction.at);
    if (at + shift < latest - minute) shift = latest + minute - at;
    latest = Math.max(latest, at + shift);
    return at + shift;
  });
}

/** Clocks this near to each other count as one. */
const near = 2000;

/**
 * By how many milliseconds the service's clock is before that of the recorder: a write leaves the time in its record.
 * 0 where no write tells.
 */
export function clockOffset(interactions: readonly Interaction[]): number {
  const known = new Map<string, ReadonlySet<number>>();
  const offsets: number[] = [];
  for (const { at, request, response } of interactions) {
    const written = listingWrite(request.method, request.path);
    const id = written?.listing ?? endpointOf('GET', request.path)?.id;
    if (id === undefined || response.status < 200 || response.status >= 300) continue;
    const times = momentsIn(recordedAnswer(response).json);
    const before = known.get(id);
    known.set(id, new Set(times));
    if (written === undefined) continue;
    const fresh = times.filter((time) => before?.has(time) !== true).map((time) => time - Date.parse(at));
    const nearest = fresh.sort((a, b) => Math.abs(a) - Math.abs(b))[0];
    if (nearest !== undefined) offsets.push(nearest);
  }
  const median = offsets.sort((a, b) => a - b)[offsets.length >> 1] ?? 0;
  return Math.abs(median) < near ? 0 : median;
}

function momentsIn(value: unknown): number[] {
  const moment = momentOf(value);
  if (moment !== undefined) return [moment.at];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(momentsIn) : [];
}
