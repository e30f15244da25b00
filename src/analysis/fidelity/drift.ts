// What changed in a service between two recordings, or since a profile was learned.
import type { OnStep } from '../../http/on-step.ts';
import { listNames } from '../../dialect/profile-form.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Recording } from '../../recording/format.ts';
import { endpointText } from '../../spec/endpoints.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { readExchanges } from '../read-exchanges.ts';
import { learnLimits } from '../learn/learn-limits.ts';
import { formOfRecording } from '../learn/learn.ts';
import { findPlaces } from '../find-records.ts';
import { grouped } from '../groups.ts';
import { learnShapes } from './answer-shapes.ts';
import { changesAt, severities, shapeChanges } from './changes.ts';
import type { Change, KnownAnswers } from './changes.ts';
import { answersIn } from './form-shapes.ts';
import { pathOf } from './places.ts';
import { sameRequestChanges } from './same-requests.ts';
import type { ReadRecording } from './same-requests.ts';

/** A change in all its places. */
export interface Drift extends Omit<Change, 'group' | 'endpoint'> {
  readonly places: readonly { readonly endpoint: string; readonly path: string }[];
}

/** What is known of a service: what was recorded, or what was learned from that. */
export type Known = { readonly recording: Recording } | { readonly form: DialectForm };

export function findDrift(before: Known, after: Known, onStep?: OnStep): Drift[] {
  onStep?.('Comparing what is known of the service');
  if ('recording' in before && 'recording' in after)
    return joined(recordingChanges(before.recording, after.recording, onStep));
  return joined(formChanges(formOf(before, onStep), formOf(after, onStep)));
}

const formOf = (known: Known, onStep: OnStep | undefined): DialectForm =>
  'form' in known ? known.form : formOfRecording(known.recording, onStep);

function read(recording: Recording): ReadRecording {
  const exchanges = readExchanges([{ name: 'recording', recording }]);
  return { exchanges, places: findPlaces(exchanges) };
}

function recordingChanges(old: Recording, now: Recording, onStep: OnStep | undefined): Change[] {
  const [before, after] = [read(old), read(now)];
  const known = ({ exchanges, places }: ReadRecording): KnownAnswers => ({
    shapes: learnShapes(exchanges, places),
    lists: places.lists,
  });
  onStep?.('Comparing answers to the same requests');
  return [
    ...answerChanges(known(before), known(after), sameRequestChanges(before, after)),
    ...limitChanges(before, after),
  ];
}

function formChanges(old: DialectForm, now: DialectForm): Change[] {
  const [before, after] = [old, now].map(({ lists, reads, writes }) => ({ ...lists, ...reads, ...writes }));
  const statuses = Object.entries(before!).flatMap(([name, { status }]): Change[] => {
    const next = after![name as EndpointName]?.status ?? status;
    const told = changesAt(endpointText(name as EndpointName), 'status');
    return next === status ? [] : [told('breaking', 'status changed', String(status), String(next))];
  });
  return answerChanges(answersIn(old), answersIn(now), statuses);
}

/** @param others that count as well; where the records of a list stand elsewhere, that is all that is told of its answers */
function answerChanges(before: KnownAnswers, after: KnownAnswers, others: Iterable<Change>): Change[] {
  const moved = [...movedLists(before, after)];
  const all = [...others, ...shapeChanges(before.shapes, after.shapes)];
  const isMoved = ({ endpoint, path }: Change) =>
    path.startsWith('$') && moved.some((change) => change.endpoint === endpoint);
  return [...moved, ...all.filter((change) => !isMoved(change))];
}

/** Lists whose records stand elsewhere. */
function* movedLists(before: KnownAnswers, after: KnownAnswers): Generator<Change> {
  for (const name of listNames) {
    const endpoint = endpointText(name);
    const [old, now] = [before, after].map(({ lists }) => lists[name]);
    if (old === undefined || now === undefined) continue;
    const [from, to] = [old, now].map(({ at, inItem }) => pathOf(`${at}/*${inItem}`)) as [string, string];
    if (from === to && old.isMap === now.isMap) continue;
    const told = changesAt(endpoint, from, `${endpoint} list`);
    const [was, is] = [from + (old.isMap ? ' (by id)' : ''), to + (now.isMap ? ' (by id)' : '')];
    yield told('breaking', 'records stand elsewhere', was, is);
  }
}

/** A limit is what was refused beyond it; one that was surely kept before and is refused now is lower, and the other way round. */
function* limitChanges(before: ReadRecording, after: ReadRecording): Generator<Change> {
  const [old, now] = [learnLimits(before.exchanges).form, learnLimits(after.exchanges).form];
  const isMet = ({ exchanges }: ReadRecording) => exchanges.some(({ status }) => status === 429);
  for (const window of ['second', 'minute'] as const) {
    const [was, is] = [old[window], now[window]];
    const isLower = isMet(after) && is.limit !== null && is.limit < was.accepted;
    const isHigher = isMet(before) && was.limit !== null && was.limit < is.accepted;
    if (isLower === isHigher) continue;
    const words = (limit: number | null, accepted: number) =>
      `${limit ?? `at least ${accepted}`} requests per ${window}`;
    const told = changesAt('all endpoints', 'limits', `limits ${window}`);
    const then = words(isMet(before) ? was.limit : null, was.accepted);
    const later = words(isMet(after) ? is.limit : null, is.accepted);
    yield isLower
      ? told('breaking', 'limit lowered', then, later)
      : told('additive', 'limit raised', then, later);
  }
}

/** The same change at several places is one. */
function joined(changes: readonly Change[]): Drift[] {
  const groups = grouped(changes, ({ severity, group, what, old, new: now }) =>
    JSON.stringify([severity, group, what, old, now]),
  );
  const strong = [...groups.values()].filter((alike) => alike.some(({ isWeak }) => isWeak !== true));
  return strong
    .map(([first, ...others]) => {
      const { severity, what, path, old, new: now } = first!;
      const places = new Map(
        [first!, ...others].map(({ endpoint, path: at }) => [`${endpoint} ${at}`, { endpoint, path: at }]),
      );
      return { severity, what, path, old, new: now, places: [...places.values()] };
    })
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
