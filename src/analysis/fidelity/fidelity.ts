// How faithful a mock is to a recording: the recorded requests are played against a mock that is opened with what the
// recording shows of its start, and the answers are compared.
import type { Limits } from '../../spec/endpoints.ts';
import type { OnStep } from '../../http/on-step.ts';
import { applyForm } from '../../dialect/apply-profile.ts';
import { recorded } from '../../dialect/recorded-record.ts';
import type { Carried } from '../../dialect/recorded-record.ts';
import { isObject, numberOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Interaction, Recording } from '../../recording/format.ts';
import { listingModel } from '../../service/models/listing.ts';
import { reportRunModel } from '../../service/models/report-run.ts';
import type { DataSet } from '../../service/models/resources.ts';
import { strategyModel } from '../../service/models/strategy.ts';
import type { Settings } from '../../spec/settings.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import { createSettings } from '../../spec/settings.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import { grouped } from '../groups.ts';
import type { AsOf } from '../hydrate.ts';
import { readRecording } from '../learn/read-recordings.ts';
import { openRecordingData } from '../open-recording-data.ts';
import type { OpenedRecording } from '../open-recording-data.ts';
import { Anew } from './anew.ts';
import { aspects, Comparison } from './compare.ts';
import type { Aspect, Compared, Difference } from './compare.ts';
import { isIgnored, labelOf } from './places.ts';
import { play } from './play.ts';
import type { Aside, MockParts, Played } from './play.ts';

/**
 * A recording in two parts, of which one is learned from and the mock is scored on the other: the `later` or the `earlier`
 * interactions, or every `third` one.
 */
export interface Split {
  readonly scored: 'later' | 'earlier' | 'third';
  /** The share of the interactions that is learned from, between 0 and 1; of no account for `third`. */
  readonly share: number;
}

export interface FidelityOptions {
  /** How the user calls the recording. */
  readonly name: string;
  /** How the mock speaks: as a profile says, or under the settings of a preset; left out: as the recording teaches. */
  readonly speech?: { readonly form: DialectForm } | { readonly settings: Settings };
  readonly split?: Split | undefined;
  /** Instead of those of the profile. */
  readonly limits?: Partial<Limits>;
  /** Places that are not compared; see `parseIgnored`. */
  readonly ignored: readonly string[];
  readonly onStep?: OnStep;
}

export interface Share {
  readonly agreeing: number;
  readonly of: number;
}

/** One place at which answers of one endpoint differ. */
export interface DifferingPlace extends Difference {
  readonly endpoint: string;
  /** How many answers differ there; `recorded` and `mock` are those of the first. */
  readonly answers: number;
  /** The first of the interactions. */
  readonly interactions: readonly string[];
}

export interface FidelityReport {
  readonly recording: string;
  readonly upstream: string;
  readonly interactions: number;
  /** What the mock speaks by: a profile or preset, the recording itself, or a part of it. */
  readonly learnedFrom: 'given' | 'itself' | 'part';
  /** How many interactions were learned from, where it was a part. */
  readonly learnedInteractions?: number;
  /** Answers that are equal in status and body. */
  readonly answers: Share;
  /** Of the others, those that say that no recording shows the service's answer. */
  readonly undecided: number;
  /** Those of the same status whose headers are equal, too. */
  readonly headers: Share;
  readonly endpoints: readonly (Share & { readonly endpoint: string })[];
  readonly differences: readonly DifferingPlace[];
  readonly headerDifferences: readonly DifferingPlace[];
  readonly aside: readonly { readonly reason: Aside; readonly interactions: readonly string[] }[];
}

export async function measureFidelity(
  recording: Recording,
  options: FidelityOptions,
): Promise<FidelityReport> {
  const { learned, shown, played, scored, asOf } = partsOf(recording, options.split);
  options.onStep?.('Learning from the recording');
  const known = formIn(options) ?? (shown === learned ? undefined : openRecordingData(learned, asOf).form);
  // What a part was not learned from is to be told by rules.
  const opened = openRecordingData(shown, asOf, known, shown === learned);
  const states = readRecording(recording);
  const { exchanges, places } = states;
  // What is made anew for each answer, the whole recording tells best.
  const forms = [opened.form, options.split && openRecordingData(recording, 'start').form].filter(
    (form) => form !== undefined,
  );
  const comparison = new Comparison(new Anew(forms, states), places);
  const rows: Row[] = [];
  const before = exchanges.slice(0, played.from);
  let count = 0;
  await play(exchanges.slice(played.from, played.to), mockParts(options, opened), {
    upstream: recording.upstream,
    before: before.filter(({ at }) => at > (exchanges[played.from]?.at ?? 0) - aMinute),
    translate: comparison.translate,
    agrees: (one) => comparison.compare(one).differences.length === 0,
    onPlayed: (one) => {
      options.onStep?.('Playing interaction', (count += 1), played.to - played.from);
      const row = rowOf(one, comparison, options.ignored);
      if (scored(one.exchange.interaction)) rows.push(row);
    },
  });
  return {
    recording: options.name,
    upstream: recording.upstream,
    interactions: recording.interactions.slice(played.from, played.to).filter(scored).length,
    learnedFrom: options.split !== undefined ? 'part' : options.speech === undefined ? 'itself' : 'given',
    ...(options.split !== undefined && { learnedInteractions: learned.interactions.length }),
    ...counted(rows),
  };
}

const noLimits: Limits = { perSecond: Infinity, perMinute: Infinity };

function mockParts(
  { speech, limits, split }: FidelityOptions,
  { form, assumptions, data, beside }: OpenedRecording,
): MockParts {
  const own = { data, beside: (now: () => number) => beside(nodeBodies, now) };
  const given = speech !== undefined && 'settings' in speech ? speech.settings : undefined;
  if (given !== undefined || form === undefined) {
    return {
      ...own,
      data: ownFields(data),
      settings: given ?? createSettings('default'),
      dialect: undefined,
      limits: { ...standardLimits, ...limits },
    };
  }
  const { settings, dialect, limits: learned = standardLimits } = applyForm(form, [assumptions]);
  // Of a recording with a third left out nobody can tell how often a service lets itself be asked.
  const known = split?.scored === 'third' ? noLimits : learned;
  return { ...own, settings, dialect, limits: { ...known, ...limits } };
}

/** The records for a mock that speaks its own way: what they have in common with ours, by name and type. */
function ownFields({ listings, strategies, reportRuns }: DataSet): DataSet {
  return {
    listings: listings.map((one) => withRecorded(one, listingModel)),
    strategies: strategies.map((one) => withRecorded(one, strategyModel)),
    reportRuns: reportRuns.map((one) => withRecorded(one, reportRunModel)),
  };
}

interface Model<R> {
  readonly check: (value: unknown) => {
    readonly value: R | undefined;
    readonly problems: readonly { readonly path: readonly (string | number)[] }[];
  };
}

function withRecorded<R extends object>(record: R, model: Model<R>): R {
  const raw = (record as { readonly [recorded]?: Carried })[recorded]?.record;
  if (!isObject(raw)) return record;
  const named = new Set(Object.keys(raw));
  for (;;) {
    const shared = Object.entries(raw).flatMap(([name, value]) =>
      named.has(name) ? [[name, plainValue(value)] as const] : [],
    );
    const { value, problems } = model.check({ ...record, ...Object.fromEntries(shared) });
    if (value !== undefined) return value;
    const refused = problems.flatMap(({ path: [name] }) =>
      typeof name === 'string' && named.delete(name) ? [name] : [],
    );
    if (refused.length === 0) return record;
  }
}

/** A number as it counts, not as it was written. */
function plainValue(value: Json): unknown {
  return numberOf(value) ?? value;
}

const formIn = ({ speech }: FidelityOptions): DialectForm | undefined =>
  speech !== undefined && 'form' in speech ? speech.form : undefined;

const aMinute = 60_000;

interface Parts {
  readonly learned: Recording;
  /** What the mock is opened with. */
  readonly shown: Recording;
  readonly asOf: AsOf;
  /** The interactions that are played, and which of them count. */
  readonly played: { readonly from: number; readonly to: number };
  readonly scored: (interaction: Interaction) => boolean;
}

function partsOf(recording: Recording, split: Split | undefined): Parts {
  const { interactions } = recording;
  const all = { from: 0, to: interactions.length };
  const whole: Parts = {
    learned: recording,
    shown: recording,
    asOf: 'start',
    played: all,
    scored: () => true,
  };
  if (split === undefined) return whole;
  const part = (kept: readonly Interaction[]): Recording => ({ ...recording, interactions: kept });
  if (split.scored === 'third') {
    const kept = interactions.filter((_, at) => at % 3 !== 2);
    const ids = new Set(kept.map(({ id }) => id));
    // Every request is played, so that each finds the state that it found at the service.
    return { ...whole, learned: part(kept), scored: ({ id }) => !ids.has(id) };
  }
  const count = Math.min(interactions.length - 1, Math.max(1, Math.round(interactions.length * split.share)));
  const isLater = split.scored === 'later';
  const cut = isLater ? count : interactions.length - count;
  const [first, second] = [part(interactions.slice(0, cut)), part(interactions.slice(cut))];
  return isLater
    ? { ...whole, learned: first, shown: first, asOf: 'end', played: { from: cut, to: all.to } }
    : { ...whole, learned: second, shown: second, played: { from: 0, to: cut } };
}

/** An interaction that was played. */
interface Row {
  readonly id: string;
  readonly endpoint: string;
  /** Undefined where it was not answered by the mock. */
  readonly compared: Compared | undefined;
  readonly isSameStatus: boolean;
  readonly isOwn: boolean;
  readonly aside: Aside | undefined;
}

function rowOf(played: Played, comparison: Comparison, ignored: readonly string[]): Row {
  const { exchange, given, aside } = played;
  const { differences, headers } = comparison.compare(played);
  const kept = (all: readonly Difference[]) =>
    ignored.length === 0 ? all : all.filter(({ path }) => !isIgnored(path, ignored));
  return {
    id: exchange.interaction.id,
    endpoint: labelOf(exchange.method, exchange.path),
    compared: given && { differences: unique(kept(differences)), headers: kept(headers) },
    isSameStatus: given?.status === exchange.status,
    isOwn: given?.isOwn === true,
    aside,
  };
}

/** How many answers agree, and the places at which the others differ. */
function counted(rows: readonly Row[]) {
  const answered = rows.filter(({ compared }) => compared !== undefined);
  const alike = answered.filter(({ isSameStatus }) => isSameStatus);
  const agrees = ({ compared }: Row) => compared!.differences.length === 0;
  const endpoints = Array.from(
    grouped(answered, ({ endpoint }) => endpoint),
    ([endpoint, own]) => ({ endpoint, ...shareOf(own, agrees) }),
  );
  const asides = grouped(rows, ({ aside }) => aside);
  return {
    answers: shareOf(answered, agrees),
    undecided: answered.filter((row) => row.isOwn && !agrees(row)).length,
    headers: shareOf(alike, ({ compared }) => compared!.headers.length === 0),
    endpoints: endpoints.sort((a, b) => (a.endpoint < b.endpoint ? -1 : 1)),
    differences: placesOf(answered, ({ differences }) => differences),
    headerDifferences: placesOf(alike, ({ headers }) => headers),
    aside: [...asides].flatMap(([reason, own]) =>
      reason === undefined ? [] : [{ reason, interactions: own.map(({ id }) => id) }],
    ),
  };
}

const shareOf = (rows: readonly Row[], agrees: (row: Row) => boolean): Share => ({
  agreeing: rows.filter(agrees).length,
  of: rows.length,
});

/** One of each place: a list that lacks a field in every record differs in one place. */
function unique(differences: readonly Difference[]): Difference[] {
  return [
    ...new Map(differences.toReversed().map((one) => [`${one.aspect} ${one.path}`, one])).values(),
  ].reverse();
}

/** So many interactions are named at a place. */
const mostNamed = 5;

/** Those of an endpoint together, what most answers have first; a wrong status before what stands in bodies. */
function placesOf(
  rows: readonly Row[],
  differencesIn: (compared: Compared) => readonly Difference[],
): DifferingPlace[] {
  const all = rows.flatMap(({ id, endpoint, compared }) =>
    differencesIn(compared!).map((difference) => ({ id, difference, endpoint })),
  );
  const byPlace = grouped(
    all,
    ({ endpoint, difference: { aspect, path } }) => `${endpoint} ${aspect} ${path}`,
  );
  const places = Array.from(byPlace.values(), (own): DifferingPlace => {
    const [{ difference, endpoint }] = own as [(typeof own)[0]];
    const interactions = own.slice(0, mostNamed).map(({ id }) => id);
    return { ...difference, endpoint, answers: own.length, interactions };
  });
  const rank = (aspect: Aspect) => (aspect === 'status' ? 0 : 1);
  return places.sort(
    (a, b) =>
      (a.endpoint < b.endpoint ? -1 : a.endpoint > b.endpoint ? 1 : 0) ||
      rank(a.aspect) - rank(b.aspect) ||
      b.answers - a.answers ||
      aspects.indexOf(a.aspect) - aspects.indexOf(b.aspect),
  );
}

/** The share of answers that agree, in percent, rounded down; 100 only where all do. */
export function percentOf({ agreeing, of }: Share): number {
  return of === 0 ? 100 : Math.floor((1000 * agreeing) / of) / 10;
}
