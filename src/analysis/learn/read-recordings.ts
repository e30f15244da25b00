// Recordings read for whoever learns from them or goes on from them: the exchanges, where records stand in them, what was known
// of each record when. Services may refuse a write with a good status and say so in the body: then the record never shows what
// was sent, while writes that were answered with another status show it.
import { numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Recording } from '../../recording/format.ts';
import { withLists } from '../../dialect/pair-lists.ts';
import { readExchanges } from '../read-exchanges.ts';
import { isAcceptedWrite } from '../exchanges.ts';
import type { Exchange, NamedRecording } from '../exchanges.ts';
import { findPlaces } from '../find-records.ts';
import { withOtherNames } from '../find-other-names.ts';
import { withPairLists } from '../find-pair-lists.ts';
import { grouped } from '../groups.ts';
import { onceFor } from '../once-for.ts';
import { withDryRuns } from './writes/dry-runs.ts';
import { isWorth } from './writes/sent-values.ts';
import { learnLimits } from './learn-limits.ts';
import { listingsByKey, recordKey } from './records/sightings.ts';
import { followStates } from './records/states.ts';
import type { States } from './records/states.ts';

/** The states of records, and how often the service lets itself be asked. */
export interface ReadRecordings extends States {
  readonly limits: DialectForm['limits'];
}

export function readRecordings(recordings: readonly NamedRecording[]): ReadRecordings {
  const all = readExchanges(recordings);
  const limits = learnLimits(all);
  const read = all.map((by) => ({ ...by, limits: limits.told.get(by) ?? by.limits }));
  const named = withOtherNames(read, findPlaces(read));
  const states = followStates(named.exchanges, withPairLists(named.places, named.exchanges));
  const done = followAnew(withDryRuns(states), states);
  return { ...followAnew(withRefusals(done), done), limits: limits.form };
}

/** One recording, which is read once, whoever asks for it. */
export const readRecording = onceFor((recording: Recording) =>
  readRecordings([{ name: 'recording', recording }]),
);

const followAnew = (exchanges: readonly Exchange[] | undefined, states: States): States =>
  exchanges === undefined ? states : followStates(exchanges, states.places);

/** The exchanges, those that are refusals all the same marked as such; undefined where there are none. */
function withRefusals({ exchanges, places, writes, sightings }: States): Exchange[] | undefined {
  const shown = listingsByKey(sightings);
  const written = grouped(writes, ({ id }) => id);
  const told = writes.flatMap(({ by, step, id }) => {
    // Up to the next write that was answered in another way.
    const next = written.get(id)!.find((other) => other.step > step && other.by.status !== by.status);
    const later = (shown.get(recordKey(by, id)) ?? []).filter(
      (one) => one.step > step && one.step < (next?.step ?? Infinity),
    );
    const wanted = wantedBy(by.sent);
    const isDone = later.some(({ record }) => showsAll(withLists(record, places.pairs), wanted));
    // What only takes something away is shown by nothing.
    return later.length === 0 || wanted.length === 0 ? [] : [{ by, isDone }];
  });
  const keyOf = ({ endpoint, status }: Exchange) => `${endpoint?.name} ${status}`;
  const done = told.flatMap(({ by, isDone }) => (isDone ? [by] : []));
  const [good, known] = [new Set(done.map(keyOf)), new Set(done.map(({ endpoint }) => endpoint))];
  const refused = new Set(
    told.flatMap(({ by }) => (known.has(by.endpoint) && !good.has(keyOf(by)) ? [keyOf(by)] : [])),
  );
  if (refused.size === 0) return undefined;
  return exchanges.map((by) => (isAcceptedWrite(by) && refused.has(keyOf(by)) ? { ...by, ok: false } : by));
}

/** The texts and numbers of a body. */
const wantedBy = (sent: Json | undefined): Json[] =>
  leavesOf(sent ?? null).flatMap(([, leaf]) =>
    typeof leaf === 'string' || numberOf(leaf) !== undefined ? [leaf] : [],
  );

function showsAll(record: Json, wanted: readonly Json[]): boolean {
  const leaves = leavesOf(record).map(([, leaf]) => leaf);
  return wanted.every((value) => leaves.some((leaf) => isWorth(leaf, value)));
}
