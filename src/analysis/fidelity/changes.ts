// What changed between two versions of a service, by how much it hurts a client; and the changes between what their answers
// look like. A sample tells little of what is rare, so a change is told only where chance hardly explains it.
import { mediaType } from '../../http/http-semantics.ts';
import { parentOf, stepsOf } from '../../http/pointer.ts';
import { pathOf } from './places.ts';
import type { Places } from '../find-records.ts';
import type { AnswerShape, HeaderShape, PlaceShape } from './answer-shapes.ts';

/** `breaking`: a client that worked may fail; `additive`: one that ignores the unknown works; `cosmetic`: neither. */
export const severities = ['breaking', 'additive', 'cosmetic'] as const;

export type Severity = (typeof severities)[number];

export interface Change {
  readonly severity: Severity;
  /** What changed, in words. */
  readonly what: string;
  /** `status`, `header:<name>`, `limits` or a JSON path. */
  readonly path: string;
  readonly old: string;
  readonly new: string;
  /** What belongs together over endpoints. */
  readonly group: string;
  readonly endpoint: string;
  /** Too few answers of this endpoint tell: it counts where the same has changed at another one. */
  readonly isWeak?: boolean;
}

/** Tells what changed at a place of an endpoint's answers. */
type Told = (severity: Severity, what: string, old?: string, now?: string) => Change;

/** @param group what belongs together over endpoints: this place of this endpoint alone, unless given */
export const changesAt =
  (endpoint: string, path: string, group = `${endpoint} ${path}`): Told =>
  (severity, what, old = '', now = '') => ({ severity, what, path, old, new: now, group, endpoint });

export const headerChangesAt = (endpoint: string, name: string): Told =>
  changesAt(endpoint, `header:${name}`, `header ${name.toLowerCase()}`);

type Shapes = ReadonlyMap<string, AnswerShape>;

/** What is known of the good answers of a service, and where its lists have their records. */
export interface KnownAnswers {
  readonly shapes: Shapes;
  readonly lists: Places['lists'];
}

/** Below this, chance does not explain it. */
const significance = 0.01;

/** Whether chance hardly explains that something with this rate was never seen in so many. @param of none: nothing tells */
function isUnlikely({ seen, of }: { readonly seen: number; readonly of: number }, others: number): boolean {
  return (1 - (seen + 1) / (of + 2)) ** others < significance;
}

export function* shapeChanges(before: Shapes, after: Shapes): Generator<Change> {
  const [known, fresh] = [membersIn(before), membersIn(after)];
  for (const [key, old] of before) {
    const now = after.get(key);
    if (now === undefined) continue;
    yield* placeChanges({ ...old, members: known }, { ...now, members: fresh });
    yield* headerChanges(old, now);
  }
  yield* pooledHeaderChanges(before, after);
}

/** What all kinds of answers show of a member of a record. */
interface Member {
  /** How often it was there where it was rarest. */
  readonly rarest: PlaceShape;
  readonly isEverNull: boolean;
  readonly formats: ReadonlySet<string>;
}

/** By the kind of record and the place in it. */
type Members = ReadonlyMap<string, Member>;

interface SeenWith extends AnswerShape {
  readonly members: Members;
}

const memberOf = ({ kind }: AnswerShape, { own }: PlaceShape) => `${kind ?? ''} ${own}`;

function membersIn(shapes: Shapes): Members {
  const found = new Map<string, Member>();
  for (const shape of shapes.values()) {
    for (const place of shape.places.values()) {
      if (!place.isOfRecord) continue;
      const key = memberOf(shape, place);
      const none: Member = { rarest: place, isEverNull: false, formats: new Set() };
      const { rarest, isEverNull, formats } = found.get(key) ?? none;
      found.set(key, {
        rarest: place.seen * rarest.of < rarest.seen * place.of ? place : rarest,
        isEverNull: isEverNull || place.nulls > 0,
        formats: new Set([...formats, ...place.formats]),
      });
    }
  }
  return found;
}

function* placeChanges(old: SeenWith, now: SeenWith): Generator<Change> {
  const { endpoint } = old;
  const gone = goneFrom(old, now);
  const fresh = goneFrom(now, old);
  const renamed = pairRenamed(gone, fresh);
  const names = new Set(renamed.values());
  for (const [at, { place, isWeak }] of gone) {
    const next = renamed.get(at);
    const told = changesOf(at, place, endpoint);
    const change =
      next === undefined
        ? told('breaking', 'removed', typeOf(place))
        : told('breaking', 'renamed', nameOf(at), nameOf(next));
    yield { ...change, isWeak };
  }
  for (const [at, { place, isWeak }] of fresh) {
    if (!names.has(at))
      yield { ...changesOf(at, place, endpoint)('additive', 'added', '', typeOf(place)), isWeak };
  }
  for (const [at, place] of old.places) {
    const next = now.places.get(at);
    if (next !== undefined && !isEmptied(at, old, now) && !isEmptied(at, now, old))
      yield* shapeChangesAt(at, place, next, old);
  }
}

/** What was likely renamed: below the same parent, with the same types and mostly the same values. */
function pairRenamed(
  gone: readonly [string, Missed][],
  fresh: readonly [string, Missed][],
): Map<string, string> {
  const marksOf = (at: string, { samples, names }: PlaceShape) =>
    (samples.size === 0 ? names : [...samples]).map((mark) => `${parentOf(at)} ${mark}`);
  const byMark = new Map<string, [string, Missed][]>();
  for (const missed of fresh) {
    for (const mark of marksOf(missed[0], missed[1].place))
      byMark.set(mark, [...(byMark.get(mark) ?? []), missed].slice(0, 20));
  }
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const [at, { place }] of gone) {
    const candidates = marksOf(at, place).flatMap((mark) => byMark.get(mark) ?? []);
    const found = candidates.find(([next, missed]) => !taken.has(next) && isSamePlace(place, missed.place));
    if (found === undefined) continue;
    renamed.set(at, found[0]);
    taken.add(found[0]);
  }
  return renamed;
}

interface Missed {
  readonly place: PlaceShape;
  /** Whether chance may explain that it was not seen. */
  readonly isWeak: boolean;
}

/** The places that should have been seen in other answers, and were not. */
function goneFrom(shape: SeenWith, { places, asked }: AnswerShape): [at: string, missed: Missed][] {
  const subjects = subjectsIn(places);
  return [...shape.places].flatMap(([at, place]): [string, Missed][] => {
    if (place.askedBy.some((part) => !asked.has(part))) return [];
    if (at === '' || places.has(at) || at.endsWith('/*')) return [];
    if (places.get(parentOf(at))?.kinds.has('object') !== true) return [];
    // What an envelope holds depends on the request; only what each one had is missed.
    const rarest =
      (place.isOfRecord ? shape.members.get(memberOf(shape, place))?.rarest : undefined) ?? place;
    const isAlways = rarest.seen === rarest.of;
    if (!place.isOfRecord && (!isAlways || place.of < 2)) return [];
    // Only records that were asked for it could have shown it.
    const couldShow = place.isOfRecord ? place.askedBy.map((part) => asked.get(part)!) : [];
    const isWeak = !isUnlikely(rarest, Math.min(subjects.get(parentOf(at)) ?? 0, ...couldShow));
    return isWeak && !(place.isOfRecord && isAlways) ? [] : [[at, { place, isWeak }]];
  });
}

/** How many objects were seen at each place that has any. */
function subjectsIn(places: AnswerShape['places']): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, { of }] of places) {
    const parent = parentOf(at);
    if (at !== '' && !at.endsWith('/*')) found.set(parent, Math.max(of, found.get(parent) ?? 0));
  }
  return found;
}

const nameOf = (at: string) => stepsOf(at).at(-1)!;

/** Whether a place is likely another one under a new name. */
function isSamePlace(a: PlaceShape, b: PlaceShape): boolean {
  if ([...a.kinds].join() !== [...b.kinds].join() || a.isOfRecord !== b.isOfRecord) return false;
  if (a.samples.size === 0)
    return a.names.length > 0 && a.names.filter((name) => b.names.includes(name)).length * 2 > a.names.length;
  return (
    [...a.samples].filter((text) => b.samples.has(text)).length * 2 >=
    Math.min(a.samples.size, b.samples.size)
  );
}

/** Whether lists without any item were seen where another one shows objects: some services write an object without members so. */
function isEmptied(at: string, one: AnswerShape, other: AnswerShape): boolean {
  const kindsAt = ({ places }: AnswerShape) => [...(places.get(at)?.kinds ?? [])].join();
  return kindsAt(one) === 'array' && !one.places.has(`${at}/*`) && kindsAt(other) === 'object';
}

function* shapeChangesAt(at: string, old: PlaceShape, now: PlaceShape, shape: SeenWith): Generator<Change> {
  const { endpoint, asked, members } = shape;
  const told = changesOf(at, old, endpoint);
  if (old.kinds.size > 0 && now.kinds.size > 0 && ![...now.kinds].some((kind) => old.kinds.has(kind))) {
    if (old.seen > 1 && now.seen > 1) yield told('breaking', 'has another type', typeOf(old), typeOf(now));
    return;
  }
  if (
    old.isOfRecord &&
    old.seen === old.of &&
    now.seen < now.of &&
    // What is only shown where it is asked for lacks elsewhere.
    now.askedBy.length === 0 &&
    now.missedBy.every((part) => asked.has(part)) &&
    isUnlikely({ seen: now.of - now.seen - 1, of: now.of }, old.of)
  ) {
    yield told('breaking', 'is sometimes missing', 'always there', `in ${now.seen} of ${now.of}`);
  }
  if (
    old.isOfRecord &&
    // A record that one kind of answer showed with null may come in any.
    members.get(memberOf(shape, old))?.isEverNull === false &&
    now.nulls > 0 &&
    isUnlikely({ seen: now.nulls, of: now.seen }, old.seen)
  ) {
    yield told('breaking', 'may be null', 'never null', `null in ${now.nulls} of ${now.seen}`);
  }
  // A record that one kind of answer showed in a format may come in any.
  const formats = (old.isOfRecord ? members.get(memberOf(shape, old)) : undefined)?.formats ?? old.formats;
  const isTold = !formats.has('text') && old.isVaried && now.isVaried;
  if (
    isTold &&
    old.formats.size > 0 &&
    now.formats.size > 0 &&
    ![...now.formats].some((format) => formats.has(format))
  ) {
    yield told('breaking', 'has another format', list(old.formats), list(now.formats));
    return;
  }
  yield* valueChanges(old, now, told);
  if (old.names.length > 0 && now.names.length > 0 && isReordered(old.names, now.names)) {
    const [was, is] = [old.names.join(', '), now.names.join(', ')];
    yield told('cosmetic', 'has its members in another order', was, is);
  }
}

/** Of an enumeration: a place of many records with few values, words each. */
function* valueChanges(old: PlaceShape, now: PlaceShape, told: Told): Generator<Change> {
  if (!old.isOfRecord || old.values === undefined || now.values === undefined || !old.kinds.has('string'))
    return;
  const isWords = [...old.values.keys(), ...now.values.keys()].every(isWord);
  if (
    !isWords ||
    old.values.size > 8 ||
    old.values.size * 3 > old.seen ||
    old.seen < 5 ||
    now.seen < 5 ||
    now.values.size * 3 > now.seen
  )
    return;
  const fresh = [...now.values].filter(
    ([value]) => !old.values!.has(value) && now.madeFor?.has(value) !== true,
  );
  if (fresh.length === now.values.size) {
    yield told('breaking', 'has other values', list(old.values.keys()), list(now.values.keys()));
    return;
  }
  // Where no value was seen but once, hardly any is left that was not seen.
  if (old.seen < 20 || [...old.values.values()].some((seen) => seen < 2)) return;
  for (const [value] of fresh) {
    yield told('additive', 'has a new value', list(old.values.keys()), value);
  }
}

/** A word that a program compares with, such as a state. */
export const isWord = (text: string) => /^[A-Za-z][A-Za-z._:/-]{0,59}$/.test(text);

function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const common = new Set(before.filter((name) => after.includes(name)));
  const [old, now] = [before.filter((name) => common.has(name)), after.filter((name) => common.has(name))];
  return old.join('\n') !== now.join('\n');
}

const list = (values: Iterable<string>) => [...values].sort().join(', ');

const typeOf = ({ kinds }: PlaceShape) => (kinds.size === 0 ? 'null' : list(kinds));

/** Changes at a place, of records at all endpoints that show it. */
const changesOf = (at: string, { isOfRecord, own }: PlaceShape, endpoint: string) =>
  changesAt(endpoint, pathOf(at), isOfRecord ? `record ${own}` : `${endpoint} ${at}`);

function* headerChanges(old: AnswerShape, now: AnswerShape): Generator<Change> {
  const { endpoint } = old;
  const isMissed = (header: HeaderShape, others: AnswerShape) =>
    header.seen === header.of && header.of > 1 && isUnlikely(header, requestsOf(others));
  for (const [lower, header] of old.headers) {
    const next = now.headers.get(lower);
    if (next === undefined) {
      if (isMissed(header, now)) yield headerChangesAt(endpoint, header.name)('breaking', 'removed');
    } else if (header.of >= 3 && next.of >= 3)
      yield* headerValueChanges(header.name, header.constant, next.constant, endpoint);
  }
  for (const [lower, header] of now.headers) {
    if (!old.headers.has(lower) && isMissed(header, old))
      yield headerChangesAt(endpoint, header.name)('additive', 'added');
  }
}

/** Of a header that always had one value, and always has another one now. */
function* headerValueChanges(
  name: string,
  was: string | undefined,
  is: string | undefined,
  endpoint: string,
): Generator<Change> {
  if (was === undefined || is === undefined || was === is) return;
  const told = headerChangesAt(endpoint, name);
  const [number, other] = [/\d+/.exec(was)?.[0], /\d+/.exec(is)?.[0]];
  const isAlike = was.replaceAll(/\d+/g, '') === is.replaceAll(/\d+/g, '');
  // Seconds since 1970 are no limit: they tell when one ends.
  const isMoment = Number(number) > 1e9 && Number(other) > 1e9;
  if (isMoment) return;
  if (/limit/i.test(name) && number !== undefined && other !== undefined && isAlike) {
    const isLower = Number(other) < Number(number);
    yield isLower
      ? told('breaking', 'tells a lower limit', was, is)
      : told('additive', 'tells a higher limit', was, is);
  } else if (/^content-type$/i.test(name) ? mediaType(was) !== mediaType(is) : !/\d/.test(was + is)) {
    yield told('cosmetic', 'has another value', was, is);
  }
}

/** Headers with one value in all answers, whatever was asked. */
function* pooledHeaderChanges(before: Shapes, after: Shapes): Generator<Change> {
  const [old, now] = [constantsOf(before), constantsOf(after)];
  for (const [lower, { header, endpoint, of }] of old) {
    const next = now.get(lower);
    if (next !== undefined && of >= 3 && next.of >= 3) {
      yield* headerValueChanges(header.name, header.constant, next.header.constant, endpoint);
    }
  }
}

function constantsOf(shapes: Shapes) {
  const found = new Map<
    string,
    { readonly header: HeaderShape; readonly endpoint: string; readonly of: number }
  >();
  const varying = new Set<string>();
  for (const { endpoint, headers } of shapes.values()) {
    for (const [lower, header] of headers) {
      const known = found.get(lower);
      if (header.constant === undefined || (known !== undefined && known.header.constant !== header.constant))
        varying.add(lower);
      found.set(lower, { header, endpoint: known?.endpoint ?? endpoint, of: (known?.of ?? 0) + header.of });
    }
  }
  for (const lower of varying) found.delete(lower);
  return found;
}

const requestsOf = ({ headers, places }: AnswerShape) =>
  [...headers.values()][0]?.of ?? places.get('')?.seen ?? 0;
