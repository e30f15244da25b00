// Reads of one strategy or one report run, for which §4 has no endpoint and a service may have one: where a recording holds some,
// others are answered as those were, with the record as it is by then.
import { isObject, jsonIn, printExactly } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { lastSegment, plainPath } from '../http/parse-url.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { valueAt, withValueAt } from '../http/pointer.ts';
import { changedBy } from '../dialect/recorded-record.ts';
import type { RecordedRecord } from '../dialect/recorded-record.ts';
import type { RecordKind } from '../dialect/profile-form.ts';
import { isKeyless, toldBy } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import { recordShownIn } from './find-records.ts';
import { grouped } from './groups.ts';
import type { HydratedRecords } from './hydrate.ts';
import type { States } from './learn/states.ts';

/** A read as it was recorded. */
interface Read {
  readonly by: Exchange;
  readonly id: string;
  /** Where its answer holds the record; undefined where it was refused. */
  readonly at: string | undefined;
}

/** A read that was refused. */
interface Refused extends Read {
  readonly kind: RecordKind;
  /** Whether it named what has the form of an id. */
  readonly isLike: boolean;
}

/** The reads of one kind of record, at paths that differ in the id at their end. */
interface Reads {
  readonly records: ReadonlyMap<string, RecordedRecord>;
  readonly shown: readonly Read[];
  readonly kind: RecordKind;
}

/** The recorded answer to go by, and the body in its place. */
export interface ReadAnswer {
  readonly like: Exchange;
  readonly body: string;
}

const before = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const idIn = (path: string) => plainPath(lastSegment(path));

/**
 * @returns undefined for a path at which no record stands; otherwise what answers there, which is nothing where no recording shows
 * how such a request is refused
 */
export function recordedReads(
  { exchanges, places }: Pick<States, 'exchanges' | 'places'>,
  { records }: Pick<HydratedRecords, 'records'>,
): (path: string) => ((query: string, elapsed: number) => ReadAnswer | undefined) | undefined {
  const beside = exchanges.filter(
    ({ endpoint, method, isFile, isLimited }) =>
      endpoint === undefined && method === 'GET' && !isFile && !isLimited,
  );
  const byPlace = new Map<string, Reads>();
  for (const [place, own] of grouped(beside, ({ path }) => before(path))) {
    for (const kind of ['strategy', 'reportRun'] as const) {
      const reads = readsOf(own, kind);
      if (reads !== undefined) byPlace.set(place, reads);
    }
  }

  const refused = exchanges.flatMap((by): Refused[] => {
    const kind = kindOfPlace(by);
    const isRead = by.method === 'GET' && by.status >= 400 && !by.isLimited && !isKeyless(by);
    if (kind === undefined || !isRead) return [];
    const id = idIn(by.path);
    return [{ by, id, at: undefined, kind, isLike: isLike(id, records[kind]) }];
  });

  function readsOf(own: readonly Exchange[], kind: RecordKind): Reads | undefined {
    const known = new Map(records[kind].map((one) => [one.id, one]));
    const all = own.map((by): Read => {
      const id = idIn(by.path);
      return { by, id, at: by.ok ? recordShownIn(by.body, id, places, new Set(), kind)?.at : undefined };
    });
    const shown = all.filter(({ at, id }) => at !== undefined && known.has(id));
    return shown.length === 0 ? undefined : { records: known, shown, kind };
  }

  /** What kind of record a read asked for. */
  function kindOfPlace({ endpoint, path }: Exchange): RecordKind | undefined {
    return endpoint?.name === 'getListing' ? 'listing' : byPlace.get(before(path))?.kind;
  }

  return (path) => {
    const reads = byPlace.get(before(path));
    return reads && ((query, elapsed) => answerTo(idIn(path), query, elapsed, reads, refused));
  };
}

function answerTo(
  id: string,
  query: string,
  elapsed: number,
  { records, shown, kind }: Reads,
  refused: readonly Refused[],
): ReadAnswer | undefined {
  const own = records.get(id);
  const queryOf = ({ by }: Read) => by.interaction.request.query;
  const nearness = (one: Read) => Number(queryOf(one) === query) * 2 - Number(queryOf(one) !== '');
  if (own !== undefined) {
    const like = [...shown].sort(
      (a, b) => nearness(b) - nearness(a) || Number(b.id === id) - Number(a.id === id),
    )[0]!;
    const alike = shown.filter((one) => queryOf(one) === queryOf(like));
    return {
      like: like.by,
      body: bodyLike(like, id, shownLike(alike, like, records.get(like.id)!, own, elapsed)),
    };
  }
  // What has the form of an id is rather refused as another such one was, though it be one of another kind of record.
  const isOfId = isLike(id, [...records.values()]);
  const likeness = (one: Refused) => Number(one.id === id) * 2 + Number(one.isLike === isOfId);
  const likeliest = (some: readonly Refused[]) => [...some].sort((a, b) => likeness(b) - likeness(a))[0];
  const like = likeliest(refused.filter((one) => one.kind === kind));
  const other = likeliest(refused.filter((one) => one.isLike === isOfId));
  const isOther = other !== undefined && like?.isLike !== isOfId && like?.by.status !== other.by.status;
  const told = isOther ? other : like;
  return told && { like: told.by, body: calledAs(kind, told.kind, bodyLike(told, id)) };
}

/** Whether a text is as long as an id of these records. */
const isLike = (text: string, records: readonly Pick<RecordedRecord, 'id'>[]) =>
  records.some(({ id }) => id.length === text.length);

/** What one of a kind is called, and several of them, as paths call them. */
const kindNames: Readonly<Record<RecordKind, readonly [one: string, several: string]>> = {
  listing: ['listing', 'listings'],
  strategy: ['strategy', 'strategies'],
  reportRun: ['report', 'reports'],
};

/** A text about one kind of record as it would be about another one. */
function calledAs(kind: RecordKind, other: RecordKind, text: string): string {
  if (kind === other) return text;
  const cases = [
    (name: string) => name,
    (name: string) => name[0]!.toUpperCase() + name.slice(1),
    (name: string) => name.toUpperCase(),
  ];
  return [1, 0].reduce(
    (all, which) =>
      cases.reduce((own, inCase) => {
        const name = inCase(kindNames[other][which]!);
        const end = name === name.toUpperCase() ? 'A-Z' : 'a-z';
        return own.replace(
          new RegExp(`(?<![${end}])${name}(?![${end}])`, 'g'),
          inCase(kindNames[kind][which]!),
        );
      }, all),
    text,
  );
}

/** Of a record what answers of one kind show of records, one of them of another one. */
function shownLike(
  alike: readonly Read[],
  { by, at }: Read,
  other: RecordedRecord,
  own: RecordedRecord,
  elapsed: number,
): Json {
  const record = changedBy(own.record, own.changes, elapsed);
  const told = valueAt(by.body, at!);
  if (!isObject(told) || !isObject(record) || !isObject(other.record)) return record;
  const names = new Set(alike.flatMap((one) => Object.keys(valueAt(one.by.body, one.at!) ?? {})));
  const isWhole = Object.keys(other.record).every((name) => names.has(name));
  const members = Object.entries(record).filter(([name]) => isWhole || names.has(name));
  // What only reads show is known of the records that were read.
  const more = own === other ? Object.entries(told).filter(([name]) => !Object.hasOwn(record, name)) : [];
  return Object.fromEntries([...members, ...more]);
}

/** The body of a recorded answer, as it is told of another id. */
function bodyLike({ by, id: told, at }: Read, id: string, record?: Json): string {
  const mark = new RegExp(`(?<![\\w-])${literalPattern(told)}(?![\\w-])`, 'g');
  if (by.body === undefined) return (by.text ?? '').replace(mark, () => id);
  const around = at === undefined ? toldBy(by) : withValueAt(by.body, at, null);
  const text = printExactly(around).replace(mark, () => JSON.stringify(id).slice(1, -1));
  return at === undefined ? text : printExactly(withValueAt(jsonIn(text)!, at, record ?? null));
}
