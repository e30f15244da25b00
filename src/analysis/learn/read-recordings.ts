// Recordings read for whoever learns from them or goes on from them: the exchanges, where records stand in them, what was known
// of each record when. Services may refuse a write with a good status and say so in the body: then the record never shows what
// was sent, while writes that were answered with another status show it.
import { numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import { withLists } from '../../dialect/pair-lists.ts';
import { readExchanges } from '../exchanges.ts';
import type { Exchange, NamedRecording } from '../exchanges.ts';
import { findPlaces } from '../find-records.ts';
import { withPairLists } from '../find-pair-lists.ts';
import type { Places } from '../find-records.ts';
import { grouped } from '../groups.ts';
import { isWorth } from './learn-effects.ts';
import { followStates } from './states.ts';
import type { States } from './states.ts';

export interface Followed {
  readonly exchanges: readonly Exchange[];
  readonly places: Places;
  readonly states: States;
}

export function readRecordings(recordings: readonly NamedRecording[]): Followed {
  const read = readExchanges(recordings);
  const places = withPairLists(findPlaces(read), read);
  const states = followStates(read, places);
  const exchanges = withRefusals(read, states, places);
  return exchanges === undefined
    ? { exchanges: read, places, states }
    : { exchanges, places, states: followStates(exchanges, places) };
}

/** The exchanges, those that are refusals all the same marked as such; undefined where there are none. */
function withRefusals(
  exchanges: readonly Exchange[],
  { writes, sightings }: States,
  { pairs }: Places,
): Exchange[] | undefined {
  const groups = new Map<string, { status: number; endpoint: string; done: number; undone: number }>();
  const shown = grouped(
    sightings.filter(({ kind }) => kind === 'listing'),
    ({ by, id }) => `${by.session} ${id}`,
  );
  const written = grouped(writes, ({ id }) => id);
  for (const { by, step, id } of writes) {
    // Up to the next write that was answered in another way.
    const next = written.get(id)!.find((other) => other.step > step && other.by.status !== by.status);
    const later = (shown.get(`${by.session} ${id}`) ?? []).filter(
      (one) => one.step > step && one.step < (next?.step ?? Infinity),
    );
    if (later.length === 0) continue;
    const key = `${by.endpoint!.name} ${by.status}`;
    const known = groups.get(key) ?? { status: by.status, endpoint: by.endpoint!.name, done: 0, undone: 0 };
    if (later.some(({ record }) => showsSent(withLists(record, pairs), by.sent))) known.done += 1;
    else known.undone += 1;
    groups.set(key, known);
  }
  const all = [...groups.values()];
  const refused = all.filter(
    ({ status, endpoint, done, undone }) =>
      done === 0 &&
      undone > 0 &&
      all.some((other) => other.endpoint === endpoint && other.status !== status && other.done > 0),
  );
  if (refused.length === 0) return undefined;
  return exchanges.map((by) => {
    const isRefused =
      by.ok &&
      by.method === 'PATCH' &&
      refused.some(({ status, endpoint }) => by.status === status && by.endpoint?.name === endpoint);
    return isRefused ? { ...by, ok: false } : by;
  });
}

function showsSent(record: Json, sent: Json | undefined): boolean {
  const leaves = leavesOf(record).map(([, leaf]) => leaf);
  const wanted = leavesOf(sent ?? null).flatMap(([, leaf]) =>
    typeof leaf === 'string' || numberOf(leaf) !== undefined ? [leaf] : [],
  );
  return wanted.length > 0 && wanted.every((value) => leaves.some((leaf) => isWorth(leaf, value)));
}
