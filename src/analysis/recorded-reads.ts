// Reads of one strategy or one report run, for which §4 has no endpoint and a service may have one: where a recording holds some,
// others are answered as those were, with the record as it is by then.
import { isList, isObject, jsonIn, nameIn, printExactly } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { plainEnd } from '../http/parse-url.ts';
import { literalPattern } from '../http/literal-pattern.ts';
import { parentOf, valueAt, withValueAt } from '../http/pointer.ts';
import { changedBy, isThereBy } from '../dialect/recorded-record.ts';
import type { RecordedRecord } from '../dialect/recorded-record.ts';
import { leavesOf } from '../dialect/known-facts.ts';
import { isNamedSo } from '../dialect/profile-form.ts';
import { isCodeWord } from '../dialect/name-words.ts';
import { sameValue } from '../dialect/templates.ts';
import type { AnswerForm, OtherName, RecordKind } from '../dialect/profile-form.ts';
import { countOfListings } from '../dialect/render.ts';
import type { ListingsOf } from '../service/service.ts';
import { isReadBeside, toldBy } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import { namesIn } from './find-other-names.ts';
import { recordShownIn } from './find-records.ts';
import { grouped, parted } from './groups.ts';
import type { HydratedRecords } from './hydrate.ts';
import { haveSameForm, membersOf } from './learn/records/sightings.ts';
import type { States } from './learn/records/states.ts';
import { countPlaces } from './learn/records/views.ts';

/** A read as it was recorded. */
interface Read {
  readonly by: Exchange;
  /** As its path names it. */
  readonly id: string;
  /** The id of the record, which a path may name by another leaf, too. */
  readonly of: string;
  /** Where its answer holds the record; undefined where it was refused. */
  readonly at: string | undefined;
  /** Milliseconds after the mock's begin at which it was answered so; before that as of the end of a session. */
  readonly after: number;
}

type ReadKind = Exclude<RecordKind, 'listing'>;

/** The reads of one kind of record, at paths that differ in the id at their end. */
interface Reads {
  readonly kind: ReadKind;
  readonly records: ReadonlyMap<string, RecordedRecord>;
  /** The leaves by which paths named records beside their ids. */
  readonly names: readonly OtherName[];
  readonly shown: readonly Read[];
  readonly refused: readonly Read[];
  /** Refused reads of listings, and whether they named what may be one. */
  readonly others: readonly (Read & { readonly isLike: boolean })[];
  /** The members of a strategy that count the listings which name it. */
  readonly counts: readonly string[];
}

/** Whether such reads are refused as those of listings are, but for the word for what they are of. */
function areToldAsListings({ kind, refused, others }: Reads): boolean {
  const told = new Set(
    others.map((one) => `${one.by.status} ${wordsOf(aboutKind(kind, bodyLike(one, '')))}`),
  );
  return refused.some((one) => told.has(`${one.by.status} ${wordsOf(bodyLike(one, ''))}`));
}

/** @param elapsed milliseconds since the mock's begin */
type AnswerTo = (query: string, elapsed: number, listingsOf: ListingsOf) => ReadAnswer | undefined;

/** The recorded answer to go by, and the body in its place. */
interface ReadAnswer {
  readonly like: Exchange;
  readonly body: string;
}

const isNumber = (text: string) => /^\d+$/.test(text);

/** Whether a text has the form of one of these ids: it is as long, or a number as they are. */
const isLikeOne = (ids: readonly string[]) => (text: string) =>
  ids.length > 0 && ids.every(isNumber) ? isNumber(text) : ids.some(({ length }) => length === text.length);
const isRefused = ({ ok, status, isLimited }: Exchange) =>
  !ok && (status < 300 || status >= 400) && status !== 401 && !isLimited;
const before = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * @param shows what lists show of strategies beside what is kept
 * @returns undefined for a path at which no record stands, or one that no list shows; otherwise what answers there, which is
 * nothing where no recording shows how such a request is refused
 */
export function recordedReads(
  states: States,
  { records }: Pick<HydratedRecords, 'records'>,
  asOf: 'start' | 'end',
  shows: AnswerForm['shows'],
): (path: string) => AnswerTo | undefined {
  const { exchanges, places } = states;
  const beside = exchanges.filter((by) => isReadBeside(by) && !by.isFile && !by.isLimited);
  const began = (asOf === 'start' ? exchanges[0] : exchanges.at(-1))?.at ?? 0;
  const afterOf = ({ at }: Exchange) => at - began;
  const isListing = isLikeOne(records.listing.map(({ id }) => id));
  const others = exchanges.flatMap((by) => {
    const id = plainEnd(by.path);
    return by.endpoint?.name === 'getListing' && isRefused(by)
      ? [{ by, id, of: id, at: undefined, isLike: isListing(id), after: afterOf(by) }]
      : [];
  });
  const byPlace = new Map<string, Reads>();
  const withoutRecord = new Set<string>();
  for (const [place, own] of grouped(beside, ({ path }) => before(path))) {
    for (const kind of ['strategy', 'reportRun'] as const) {
      const reads = readsOf(own, kind);
      if (reads !== undefined) byPlace.set(place, reads);
    }
  }

  function readsOf(own: readonly Exchange[], kind: ReadKind): Reads | undefined {
    const known = new Map(records[kind].map((one) => [one.id, one]));
    const names: OtherName[] = [];
    const all = own.map((by): Read => {
      const id = plainEnd(by.path);
      const shownAt = (one: string) =>
        by.ok ? recordShownIn(by.body, one, places, new Set(), kind)?.at : undefined;
      for (const { id: of, record } of known.has(id) ? [] : known.values()) {
        const called = namesIn(record, id);
        const at = called.length > 0 ? shownAt(of) : undefined;
        if (at === undefined) continue;
        names.push(...called);
        return { by, id, of, at, after: afterOf(by) };
      }
      return { by, id, of: id, at: shownAt(id), after: afterOf(by) };
    });
    const [shown, left] = parted(all, ({ at, of }) => at !== undefined && known.has(of));
    if (shown.length > 0) for (const { by } of left) if (by.ok) withoutRecord.add(by.path);
    return shown.length === 0
      ? undefined
      : {
          kind,
          records: known,
          names,
          shown,
          refused: all.filter(({ by }) => isRefused(by)),
          others,
          counts: kind === 'strategy' ? countsIn(shown) : [],
        };
  }

  function countsIn(shown: readonly Read[]): string[] {
    const steps = new Map(exchanges.map((by, step) => [by, step]));
    const sightings = shown.flatMap(({ by, of, at }) => {
      const record = valueAt(by.body, at!)!;
      return isObject(record) ? [{ id: of, record, step: steps.get(by)! }] : [];
    });
    const listed = Object.entries(shows ?? {}).flatMap(([place, template]) =>
      template === countOfListings ? [place] : [],
    );
    return [...listed, ...countPlaces(sightings, states)];
  }

  let areAlike: boolean | undefined;
  return (path) => {
    const reads = withoutRecord.has(path) ? undefined : byPlace.get(before(path));
    if (reads === undefined) return undefined;
    const id = plainEnd(path);
    return (query, elapsed, listingsOf) => {
      const answer = answerTo(id, query, elapsed, listingsOf, reads);
      if (answer !== undefined) return answer;
      areAlike ??= [...byPlace.values()].some(areToldAsListings);
      return areAlike ? refusedAsListing(id, reads) : undefined;
    };
  };
}

function answerTo(
  id: string,
  query: string,
  elapsed: number,
  listingsOf: ListingsOf,
  { kind, records, names, shown, refused, others, counts }: Reads,
): ReadAnswer | undefined {
  const named = records.get(id) ?? [...records.values()].find(({ record }) => isNamedSo(record, names, id));
  const own = named !== undefined && isThereBy(elapsed, named) ? named : undefined;
  const queryOf = ({ by }: Read) => by.interaction.request.query;
  const nearness = (one: Read) => Number(queryOf(one) === query) * 2 - Number(queryOf(one) !== '');
  if (own !== undefined) {
    const near = firstsBy(shown, nearness);
    const same = near.filter((one) => one.id === id);
    const isRead = shown.some((one) => one.id === id);
    // Of what was read again, the newest that was answered by then; else another one rather that is in the same state.
    const [like] =
      same.length > 0
        ? firstsBy(same, ({ after }) => (after <= elapsed ? after : -Infinity))
        : isRead
          ? near
          : firstsBy(near, likenessTo(changedBy(own.record, own.changes, elapsed)));
    // What a record lacked by then is no less shown where others had it.
    const views = shown.filter((one) => queryOf(one) === queryOf(like!));
    const record = shownLike(like!, views, { other: records.get(like!.of)!, own, elapsed });
    const count = counts.length === 0 ? undefined : listingsOf(own.record);
    const told = valueAt(like!.by.body, like!.at!);
    const counted = counts.reduce(
      (whole, place) =>
        count === undefined || valueAt(told, place) === undefined ? whole : withValueAt(whole, place, count),
      record,
    );
    return { like: like!.by, body: bodyLike(like!, id, counted) };
  }
  // What has the form of an id is rather refused as another such one was.
  const isLike = isLikeOne([...records.keys()]);
  const [like] = [...refused].sort(
    (a, b) =>
      Number(b.id === id) - Number(a.id === id) ||
      Number(isLike(b.id) === isLike(id)) - Number(isLike(a.id) === isLike(id)),
  );
  if (like === undefined) return undefined;
  // Who refuses the one as for a listing refuses the other so, too.
  const told = bodyLike(like, '');
  const [sister] = others
    .filter((one) => one.isLike === isLike(like.id) && one.by.status === like.by.status)
    .flatMap((one) => {
      const toldOf = renamedAs(told, bodyLike(one, ''), kind);
      return toldOf === undefined ? [] : [{ words: wordsOf(bodyLike(one, '')), toldOf }];
    });
  const other = isLike(like.id) === isLike(id) ? undefined : others.find((one) => one.isLike === isLike(id));
  // Where both are told in the same words, the codes beside them are those of this kind.
  if (sister === undefined || other === undefined || wordsOf(bodyLike(other, '')) === sister.words)
    return { like: like.by, body: bodyLike(like, id) };
  return { like: other.by, body: sister.toldOf(bodyLike(other, id)) };
}

/** How a read is refused of which no refusal was recorded, as those of listings are. */
function refusedAsListing(id: string, { kind, records, others }: Reads): ReadAnswer | undefined {
  const isLike = isLikeOne([...records.keys()])(id);
  const like = others.find((one) => one.isLike === isLike);
  return like && { like: like.by, body: aboutKind(kind, bodyLike(like, id)) };
}

/** Those of which most is counted, in their order. */
function firstsBy(reads: readonly Read[], count: (one: Read) => number): readonly Read[] {
  const counts = reads.map(count);
  const most = Math.max(...counts);
  return reads.filter((_, at) => counts[at] === most);
}

/** In how many words, such as its state, a record that was read is as another one. */
function likenessTo(record: Json): (one: Read) => number {
  const words = leavesOf(record).filter(([, leaf]) => isCodeWord(nameIn(leaf) ?? ''));
  return ({ by, at }) => {
    const told = valueAt(by.body, at!);
    return words.filter(([place, leaf]) => sameValue(leaf, valueAt(told, place))).length;
  };
}

/**
 * What makes of a text about listings one about records of another kind, where that makes `one` of `listings`: the word for these
 * in place of that for listings, or one word in place of another, whatever the service calls them; undefined where none does.
 */
function renamedAs(one: string, listings: string, kind: ReadKind): ((text: string) => string) | undefined {
  const aboutOwn = (text: string) => aboutKind(kind, text);
  if ([listings, aboutOwn(listings)].map(wordsOf).includes(wordsOf(one))) return aboutOwn;
  const parts = (text: string) => wordsOf(text).split(/(?<![\p{L}_])|(?![\p{L}_])/u);
  const [own, others] = [parts(one), parts(listings)];
  const places = own.flatMap((part, at) => (part === others[at] ? [] : [at]));
  const [from, to] = [others, own].map((all) => all[places[0] ?? -1] ?? '') as [string, string];
  const isOneWord = own.length === others.length && places.length === 1 && /^[\p{L}_]+$/u.test(from + to);
  return isOneWord
    ? (text) => text.replace(new RegExp(`(?<![\\p{L}_])${from}(?![\\p{L}_])`, 'gu'), to)
    : undefined;
}

const kindNames: Readonly<Record<ReadKind, readonly [one: string, several: string]>> = {
  strategy: ['strategy', 'strategies'],
  reportRun: ['report', 'reports'],
};

/** A text without what has digits in it, which may be the answer's own. */
const wordsOf = (text: string): string => text.replace(/[\w-]*\d[\w-]*/g, '#');

/** What is said of listings as it would be said of records of another kind. */
const aboutKind = (kind: ReadKind, text: string): string =>
  text.replace(/(?<![A-Za-z])(?:[Ll]isting|LISTING)([sS]?)(?![a-z])/g, (found, several: string) => {
    const name = kindNames[kind][several === '' ? 0 : 1];
    if (found === found.toUpperCase()) return name.toUpperCase();
    return found.startsWith('L') ? name[0]!.toUpperCase() + name.slice(1) : name;
  });

/**
 * Of a record what an answer showed of another one.
 * @param views answers to the same query
 */
function shownLike(
  { by, at }: Read,
  views: readonly Read[],
  {
    other,
    own,
    elapsed,
  }: { readonly other: RecordedRecord; readonly own: RecordedRecord; readonly elapsed: number },
): Json {
  const record = changedBy(own.record, own.changes, elapsed);
  const told = valueAt(by.body, at!);
  if (!isObject(told) || !isObject(record) || !isObject(other.record)) return record;
  const shown = views.map((one) => valueAt(one.by.body, one.at!)).filter(isObject);
  const names = new Set(shown.flatMap((one) => Object.keys(one)));
  const isWhole = Object.entries(other.record).every(([name, value]) => names.has(name) || value === null);
  const leavesNullOut = Object.entries(other.record).some(
    ([name, value]) => value === null && !names.has(name),
  );
  const members = Object.entries(record).filter(
    ([name, value]) => names.has(name) || (isWhole && (value !== null || !leavesNullOut)),
  );
  // What only reads show is known of the records that were read, and of all where several records had the same.
  const known = other.record;
  const isConstant = (place: string) =>
    valueAt(known, place) === undefined &&
    new Set(views.map(({ of }) => of)).size > 1 &&
    shown.every((one) => sameValue(valueAt(one, place), valueAt(told, place)));
  // Lists, of links for instance, that reads show otherwise than lists do are those of any record, but for its id.
  const asOwn = (list: Json) => jsonIn(printExactly(list).replace(idAlone(other.id), () => own.id)) ?? list;
  return membersOf(told).reduce<Json>((whole, place) => {
    const list = valueAt(told, place)!;
    const [listed, listedOfOther] = [valueAt(whole, place), valueAt(other.record, place)];
    if (isList(list) && isList(listed) && isList(listedOfOther) && !haveSameForm(list, listedOfOther))
      return withValueAt(whole, place, own === other ? list : asOwn(list));
    const isLacking = valueAt(record, place) === undefined && isObject(valueAt(whole, parentOf(place)));
    return isLacking && (own === other || isConstant(place))
      ? withValueAt(whole, place, valueAt(told, place)!)
      : whole;
  }, Object.fromEntries(members));
}

/**
 * Where an id stands by itself, or behind a word or a letter for its kind, as `s_12`.
 * @param notBehind what it does not stand behind
 */
const idAlone = (id: string, notBehind?: string): RegExp => {
  const alone = `(?<![\\w-]${notBehind === undefined ? '' : `|${notBehind}`})`;
  return new RegExp(`(?<=${alone}(?:[A-Za-z]{1,8}_)?)${literalPattern(id)}(?![\\w-])`, 'g');
};

/** The body of a recorded answer, as it is told of another id. */
function bodyLike({ by, id: told, at }: Read, id: string, record?: Json): string {
  // A number that is that of the status is no id.
  const isStatus = told === String(by.status);
  const mark = idAlone(told, isStatus ? ': ?' : undefined);
  if (by.body === undefined) return (by.text ?? '').replace(mark, () => id);
  const around = at === undefined ? toldBy(by) : withValueAt(by.body, at, null);
  const text = printExactly(around).replace(mark, () => JSON.stringify(id).slice(1, -1));
  return at === undefined ? text : printExactly(withValueAt(jsonIn(text)!, at, record ?? null));
}
