// A record as a recording shows it: raw and whole, in the service's own form.
import { isNothing, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import {
  allLeaves,
  isWithin,
  lackingPlace,
  parentOf,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../http/pointer.ts';
import type { Gap, RecordedToken } from './known-list.ts';
import type { WriteForm } from './profile-form.ts';
import { fill, holesIn, parseHole, sameValue } from './templates.ts';
import type { Resolve } from './template-filters.ts';

export interface RecordedRecord {
  /** As paths write it. */
  readonly id: string;
  /** Its place in the list. */
  readonly place: number;
  readonly record: Json;
  /** What becomes of it by itself, by milliseconds after the session began. */
  readonly changes: readonly RecordedChange[];
  /** By how many milliseconds after the session began it came to be, where it was not there from the start. */
  readonly comes?: number;
  /** What answers showed in place of names, by their places. */
  readonly objects?: Readonly<Record<string, Json>>;
  /** The writes that were done to it with keys of their own. */
  readonly done?: readonly DoneWrite[];
  /** How many writes have changed it. */
  readonly writes?: number;
  /** When a write last changed it, in milliseconds since 1970: its moments may tell no more than the second. */
  readonly writtenAt?: number;
  /**
   * Its places in lists that were asked for by conditions that no rule explains, by the conditions (`conditionsOf`). Null:
   * such a list was empty, which one record of all tells.
   */
  readonly picked?: Readonly<Record<string, number | null>>;
  /** Where lists have records that were not recorded, by the conditions; one record of all tells. */
  readonly gaps?: Readonly<Record<string, readonly Gap[]>>;
  /** The tokens that led to places of lists, by the conditions; one record of all tells. */
  readonly tokens?: Readonly<Record<string, readonly RecordedToken[]>>;
  /** Whether its list shows it only where that is asked for. */
  readonly isHidden?: boolean;
}

/** A write that was done with a key of its own: sent again, it is answered as it was. */
export interface DoneWrite {
  readonly key: string;
  /** Tells the request from others. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Names the answer. */
  readonly answer: string;
  /** How many writes had changed something by then, itself among them. */
  readonly writes?: number;
  readonly before: Json;
  readonly record: Json;
}

interface RecordedChange {
  readonly after: number;
  /** By pointer; undefined: the member goes. */
  readonly sets: Readonly<Record<string, Json | undefined>>;
}

export function applyChange(record: Json, { sets }: Pick<RecordedChange, 'sets'>): Json {
  return Object.entries(sets).reduce(
    (known, [place, value]) =>
      value === undefined ? withoutValueAt(known, place) : withValueAt(known, place, value),
    record,
  );
}

/** A record as it has become by so many milliseconds after its changes began. */
export const changedBy = (record: Json, changes: readonly RecordedChange[], elapsed: number): Json =>
  changes.reduce((known, change) => (change.after <= elapsed ? applyChange(known, change) : known), record);

/** Whether a record is there by so many milliseconds after its session began. */
export const isThereBy = (elapsed: number, { comes = 0 }: Pick<RecordedRecord, 'comes'>): boolean =>
  comes <= elapsed;

/**
 * A record as a write leaves it: first what was sent is set, then what follows from it.
 * @param resolve what names stand for that the record itself, as it is by then, does not tell
 */
export function leftBy(
  record: Json,
  { sets, makes, filled = [] }: Pick<WriteForm, 'sets' | 'makes' | 'filled'>,
  resolve: (name: string, record: Json) => Json | undefined,
): Json {
  let changed = record;
  for (const [place, template] of Object.entries(sets).sort(([, a], [, b]) => turnOf(a) - turnOf(b))) {
    const before = valueAt(changed, place);
    const known: Resolve = (name) => {
      if (name === 'was') return before;
      return name.startsWith('record/') ? valueAt(changed, name.slice(6)) : resolve(name, changed);
    };
    const value = effectOf(template, before, known);
    const outer = parentOf(place);
    const made = makes?.[outer];
    const isMade = made !== undefined && !isNothing(value) && isFilledBy(made, known);
    if (isMade && valueAt(changed, outer) === null)
      changed = applyChange(changed, { sets: { [outer]: fill(made, known) } });
    const holder = filled.find((at) => isWithin(outer, at));
    const isFilled =
      holder !== undefined &&
      !isNothing(value) &&
      valueAt(changed, holder) === undefined &&
      !isNothing(valueAt(changed, parentOf(holder)));
    if (isFilled || !isNothing(valueAt(changed, outer)))
      changed = applyChange(changed, { sets: { [place]: value } });
    if (holder !== undefined && isBare(valueAt(changed, holder))) changed = withoutValueAt(changed, holder);
  }
  return changed;
}

/** Whether a value is there in which no leaf stands. */
const isBare = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && allLeaves(value).length === 0;

/** Whether anything that an object is made of is there; one that is made of nothing always is. */
function isFilledBy(made: Json, resolve: Resolve): boolean {
  const names = holesIn(made).map((hole) => parseHole(hole).name);
  return names.length === 0 || names.some((name) => !isNothing(resolve(name)));
}

/** The outermost place that lacks in a body on the way to another; undefined where that, or something in place of it, is there. */
export function lackingAt(sent: Json | undefined, at: string): string | undefined {
  const lacking = lackingPlace(sent, at);
  return lacking !== undefined && isObject(valueAt(sent, parentOf(lacking))) ? lacking : undefined;
}

/**
 * A body as it is applied: with null for each bound, or the strategy, that is left out, where that takes it away; and without the
 * bounds for which null is sent, where that leaves them.
 */
export function wholeSent(
  sent: Json | undefined,
  {
    min,
    max,
    strategy,
    replaces,
    nullKeeps,
  }: Pick<WriteForm, 'min' | 'max' | 'strategy' | 'replaces' | 'nullKeeps'>,
): Json | undefined {
  if (nullKeeps === true)
    return [min?.at, max?.at].reduce(
      (whole, at) => (at !== undefined && valueAt(whole, at) === null ? withoutValueAt(whole!, at) : whole),
      sent,
    );
  if (!replacesBy(sent, replaces)) return sent;
  return [min?.at, max?.at, strategy].reduce((whole, at) => {
    const lacking = at === undefined ? undefined : lackingAt(whole, at);
    return lacking === undefined ? whole : withValueAt(whole!, lacking, null);
  }, sent);
}

/** Whether what a body leaves out is taken away. */
export const replacesBy = (sent: Json | undefined, replaces: WriteForm['replaces']): boolean =>
  replaces === true || (replaces !== undefined && sameValue(valueAt(sent, replaces.at), replaces.is));

/** When a change is done: what needs what another one has set comes after that, and a number made of others last. */
function turnOf(template: Json): number {
  const text = JSON.stringify(template);
  if (text.includes('{record/')) return 2;
  return /(within|side|least) record\/|names strategy|\{strategy/.test(text) ? 1 : 0;
}

/**
 * What a write makes of one place of a record; undefined: the member goes. What was not sent leaves the place as it was, and
 * so does what has no value for another reason.
 */
export function effectOf(template: Json, before: Json | undefined, resolve: Resolve): Json | undefined {
  const sent = holesIn(template)
    .map((hole) => parseHole(hole).name)
    .filter((name) => name.startsWith('sent/'));
  const isAsked = (name: string) => isSent(name, resolve);
  if (!sent.every(isAsked)) return before === null && sent.some(isAsked) ? inPart(template, resolve) : before;
  const value = fill(template, resolve);
  const mayGo = isObject(template) ? Object.hasOwn(template, '{if}') : sent.length > 0;
  return value === undefined && !mayGo ? before : value;
}

/** What a write makes of an object of which a part was sent where null stood: null is the rest. */
function inPart(template: Json, resolve: Resolve): Json {
  const isPlain =
    isObject(template) && Object.keys(template).every((name) => name === '{if}' || !name.includes('{'));
  if (!isPlain) return null;
  const members = Object.entries(template).filter(([name]) => name !== '{if}');
  return Object.fromEntries(
    members.map(([name, item]) => [name, effectOf(item, null, resolve) ?? null] as const),
  );
}

/**
 * Whether a place was sent, null in place of an object that holds it, or an item of a list that says what it is about, such as
 * an action without its value.
 */
function isSent(name: string, resolve: Resolve): boolean {
  if (resolve(name) !== undefined) return true;
  const [item, member] = /^.*\/([\w-]+)=[^/]*(?=\/)/.exec(name) ?? [];
  if (item !== undefined && resolve(`${item}/${member!}`) !== undefined) return true;
  const outer = name.slice(0, name.lastIndexOf('/'));
  return outer !== 'sent' && isSent(outer, resolve);
}

/** The key under which a record of the store carries it: a symbol, so that JSON never has it and copies keep it. */
export const recorded: unique symbol = Symbol('as recorded');

/** What a record of the store carries. */
export interface Carried extends Omit<RecordedRecord, 'id'> {
  /** What will become of it at a moment. */
  readonly due: readonly { readonly at: number; readonly change: (record: Json) => Json }[];
  /** The fields of ours that it was read from: where the store has others by now, they were written. */
  readonly ours: Readonly<Record<string, unknown>>;
}
