// What changed between two versions of a service, by how much it hurts a client; and the changes between what their answers
// look like. A sample tells little of what is rare, so a change is told only where chance hardly explains it.
import { mediaType } from '../../http/http-semantics.ts';
import { parentOf, stepsOf } from '../../http/pointer.ts';
import { pathOf } from './places.ts';
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

export type Shapes = ReadonlyMap<string, AnswerShape>;

/** Below this, chance does not explain it. */
const significance = 0.01;

/** Whether chance hardly explains that something with this rate was never seen in so many. @param of none: nothing tells */
export function isUnlikely(
  { seen, of }: { readonly seen: number; readonly of: number },
  others: number,
): boolean {
  return (1 - (seen + 1) / (of + 2)) ** others < significance;
}

export function* shapeChanges(before: Shapes, after: Shapes): Generator<Change> {
  for (const [key, old] of before) {
    const now = after.get(key);
    if (now === undefined) continue;
    yield* placeChanges(old, now);
    yield* headerChanges(old, now);
  }
  yield* pooledHeaderChanges(before, after);
}

function* placeChanges(old: AnswerShape, now: AnswerShape): Generator<Change> {
  const { endpoint } = old;
  const gone = goneFrom(old, now);
  const fresh = goneFrom(now, old);
  const renamed = pairRenamed(gone, fresh);
  const names = new Set(renamed.values());
  for (const [at, { place, isWeak }] of gone) {
    const next = renamed.get(at);
    const told =
      next === undefined
        ? change('breaking', 'removed', at, place, endpoint, typeOf(place), '')
        : change('breaking', 'renamed', at, place, endpoint, nameOf(at), nameOf(next));
    yield { ...told, isWeak };
  }
  for (const [at, { place, isWeak }] of fresh) {
    if (!names.has(at))
      yield { ...change('additive', 'added', at, place, endpoint, '', typeOf(place)), isWeak };
  }
  for (const [at, place] of old.places) {
    const next = now.places.get(at);
    if (next !== undefined) yield* changesAt(at, place, next, endpoint);
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
function goneFrom(
  { places: own }: AnswerShape,
  { places, asked }: AnswerShape,
): [at: string, missed: Missed][] {
  const subjects = subjectsIn(places);
  return [...own].flatMap(([at, place]): [string, Missed][] => {
    if (place.askedBy !== undefined && !asked.has(place.askedBy)) return [];
    if (at === '' || places.has(at) || at.endsWith('/*')) return [];
    if (places.get(parentOf(at))?.kinds.has('object') !== true) return [];
    // What an envelope holds depends on the request; only what each one had is missed.
    const isAlways = place.seen === place.of;
    if (!place.isOfRecord && (!isAlways || place.of < 2)) return [];
    const isWeak = !isUnlikely(place, subjects.get(parentOf(at)) ?? 0);
    return isWeak && !(place.isOfRecord && isAlways) ? [] : [[at, { place, isWeak }]];
  });
}

/** How many objects were seen at each place that has any. */
function subjectsIn(places: AnswerShape['places']): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, { of }] of places) if (at !== '' && !at.endsWith('/*')) found.set(parentOf(at), of);
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

function* changesAt(at: string, old: PlaceShape, now: PlaceShape, endpoint: string): Generator<Change> {
  if (old.kinds.size > 0 && now.kinds.size > 0 && ![...now.kinds].some((kind) => old.kinds.has(kind))) {
    if (old.seen > 1 && now.seen > 1)
      yield change('breaking', 'has another type', at, old, endpoint, typeOf(old), typeOf(now));
    return;
  }
  if (
    old.isOfRecord &&
    old.seen === old.of &&
    now.seen < now.of &&
    isUnlikely({ seen: now.of - now.seen - 1, of: now.of }, old.of)
  ) {
    yield change(
      'breaking',
      'is sometimes missing',
      at,
      old,
      endpoint,
      'always there',
      `in ${now.seen} of ${now.of}`,
    );
  }
  if (
    old.isOfRecord &&
    old.nulls === 0 &&
    now.nulls > 0 &&
    isUnlikely({ seen: now.nulls, of: now.seen }, old.seen)
  ) {
    yield change(
      'breaking',
      'may be null',
      at,
      old,
      endpoint,
      'never null',
      `null in ${now.nulls} of ${now.seen}`,
    );
  }
  const [oldFormats, newFormats] = [list(old.formats), list(now.formats)];
  const isTold = !old.formats.has('text') && old.samples.size >= 3 && now.samples.size >= 3;
  if (
    isTold &&
    old.formats.size > 0 &&
    now.formats.size > 0 &&
    ![...now.formats].some((format) => old.formats.has(format))
  ) {
    yield change('breaking', 'has another format', at, old, endpoint, oldFormats, newFormats);
    return;
  }
  yield* valueChanges(at, old, now, endpoint);
  if (old.names.length > 0 && now.names.length > 0 && isReordered(old.names, now.names)) {
    yield change(
      'cosmetic',
      'has its members in another order',
      at,
      old,
      endpoint,
      old.names.join(', '),
      now.names.join(', '),
    );
  }
}

/** Of an enumeration: a place of many records with few values, words each. */
function* valueChanges(at: string, old: PlaceShape, now: PlaceShape, endpoint: string): Generator<Change> {
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
  const fresh = [...now.values].filter(([value]) => !old.values!.has(value));
  if (fresh.length === now.values.size) {
    yield change(
      'breaking',
      'has other values',
      at,
      old,
      endpoint,
      list(old.values.keys()),
      list(now.values.keys()),
    );
    return;
  }
  // Where no value was seen but once, hardly any is left that was not seen.
  if (old.seen < 20 || [...old.values.values()].some((seen) => seen < 2)) return;
  for (const [value] of fresh) {
    yield change('additive', 'has a new value', at, old, endpoint, list(old.values.keys()), value);
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

function change(
  severity: Severity,
  what: string,
  at: string,
  place: PlaceShape,
  endpoint: string,
  old: string,
  now: string,
): Change {
  const group = place.isOfRecord ? `record ${place.own}` : `${endpoint} ${at}`;
  return { severity, what, path: pathOf(at), old, new: now, group, endpoint };
}

function* headerChanges(old: AnswerShape, now: AnswerShape): Generator<Change> {
  const { endpoint } = old;
  const isMissed = (header: HeaderShape, others: AnswerShape) =>
    header.seen === header.of && header.of > 1 && isUnlikely(header, requestsOf(others));
  for (const [lower, header] of old.headers) {
    const next = now.headers.get(lower);
    if (next === undefined) {
      if (isMissed(header, now)) yield headerChange('breaking', 'removed', header.name, '', '', endpoint);
    } else if (header.of >= 3 && next.of >= 3)
      yield* headerValueChanges(header.name, header.constant, next.constant, endpoint);
  }
  for (const [lower, header] of now.headers) {
    if (!old.headers.has(lower) && isMissed(header, old))
      yield headerChange('additive', 'added', header.name, '', '', endpoint);
  }
}

function headerChange(
  severity: Severity,
  what: string,
  name: string,
  old: string,
  now: string,
  endpoint: string,
): Change {
  return {
    severity,
    what,
    path: `header:${name}`,
    old,
    new: now,
    group: `header ${name.toLowerCase()}`,
    endpoint,
  };
}

/** Of a header that always had one value, and always has another one now. */
function* headerValueChanges(
  name: string,
  was: string | undefined,
  is: string | undefined,
  endpoint: string,
): Generator<Change> {
  if (was === undefined || is === undefined || was === is) return;
  const [number, other] = [/\d+/.exec(was)?.[0], /\d+/.exec(is)?.[0]];
  const isAlike = was.replaceAll(/\d+/g, '') === is.replaceAll(/\d+/g, '');
  if (/limit/i.test(name) && number !== undefined && other !== undefined && isAlike) {
    const isLower = Number(other) < Number(number);
    yield headerChange(
      isLower ? 'breaking' : 'additive',
      isLower ? 'tells a lower limit' : 'tells a higher limit',
      name,
      was,
      is,
      endpoint,
    );
  } else if (/^content-type$/i.test(name) ? mediaType(was) !== mediaType(is) : !/\d/.test(was + is)) {
    yield headerChange('cosmetic', 'has another value', name, was, is, endpoint);
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
