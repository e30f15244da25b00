// The changes between two forms of a service, where one of them stands in a profile: its recording is not at hand, so what
// was learned from it is compared. It says less than a recording: only what was learned on both sides.
import { listed, listNames } from '../../dialect/profile-form.ts';
import type { DialectForm, FieldForm } from '../../dialect/profile-form.ts';
import { zoneless } from '../../dialect/time-forms.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { parentOf, pointerTo } from '../../http/pointer.ts';
import { endpointText } from '../../spec/endpoints.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { changesAt, isUnlikely } from './changes.ts';
import type { Change } from './changes.ts';
import { pathOf } from './places.ts';

export function* formChanges(before: DialectForm, after: DialectForm): Generator<Change> {
  for (const name of listNames) {
    const [old, now] = [before, after].map(({ records }) => records[listed[name]]);
    if (old !== undefined && now !== undefined)
      yield* fieldChanges(old.fields, now.fields, endpointText(name));
  }
  const answers = (form: DialectForm) => ({ ...form.lists, ...form.reads, ...form.writes });
  const [olds, news] = [answers(before), answers(after)];
  for (const [name, old] of Object.entries(olds)) {
    const now = news[name as EndpointName];
    if (now === undefined) continue;
    const label = endpointText(name as EndpointName);
    if (old.status !== now.status)
      yield changesAt(label, 'status')('breaking', 'status changed', String(old.status), String(now.status));
    yield* templateChanges(old.body, now.body, '', label);
  }
}

function* fieldChanges(
  old: Readonly<Record<string, FieldForm>>,
  now: Readonly<Record<string, FieldForm>>,
  endpoint: string,
): Generator<Change> {
  const parentIn = (fields: typeof old, at: string) => {
    const parent = parentOf(at);
    const siblings = Object.entries(fields).filter(([other]) => parentOf(other) === parent);
    return Math.max(0, ...siblings.map(([, { of }]) => of));
  };
  for (const [at, field] of Object.entries(old)) {
    const next = now[at];
    const told = changesAt(endpoint, pathOf(at));
    if (next === undefined) {
      if (isUnlikely(field, parentIn(now, at))) yield told('breaking', 'removed', field.kinds.join(', '));
      continue;
    }
    const kindsOf = ({ kinds }: FieldForm) =>
      kinds.filter((kind) => kind !== 'null').map((kind) => (kind === 'integer' ? 'number' : kind));
    const [kinds, others] = [kindsOf(field), kindsOf(next)];
    if (kinds.length > 0 && others.length > 0 && !others.some((kind) => kinds.includes(kind))) {
      yield told('breaking', 'has another type', kinds.join(', '), others.join(', '));
    } else if (
      field.time !== undefined &&
      next.time !== undefined &&
      zoneless(field.time) !== zoneless(next.time)
    ) {
      yield told('breaking', 'has another format', field.time, next.time);
    } else if (
      (field.nulls ?? 0) === 0 &&
      (next.nulls ?? 0) > 0 &&
      isUnlikely({ ...next, seen: next.nulls! - 1, of: next.seen }, field.seen)
    ) {
      yield told('breaking', 'may be null', 'never null', `null in ${next.nulls!} of ${next.seen}`);
    }
  }
  for (const [at, field] of Object.entries(now)) {
    if (old[at] === undefined && isUnlikely(field, parentIn(old, at))) {
      yield changesAt(endpoint, pathOf(at))('additive', 'added', '', field.kinds.join(', '));
    }
  }
}

/** Envelopes: where the records stand, and the members around them that are always there. */
function* templateChanges(old: Json, now: Json, at: string, endpoint: string): Generator<Change> {
  const [place, other] = [placeOfRecords(old, ''), placeOfRecords(now, '')];
  if (place !== undefined && other !== undefined && place !== other) {
    const told = changesAt(endpoint, pathOf(place));
    yield told('breaking', 'records stand elsewhere', pathOf(place), pathOf(other));
    return;
  }
  yield* membersChanged(old, now, at, endpoint);
}

function placeOfRecords(template: Json, at: string): string | undefined {
  if (typeof template === 'string') return /^\{records?\}$/.test(template) ? at : undefined;
  if (!isObject(template)) return undefined;
  for (const [name, item] of Object.entries(template)) {
    const found = placeOfRecords(item, pointerTo(at, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function* membersChanged(old: Json, now: Json, at: string, endpoint: string): Generator<Change> {
  if (!isObject(old) || !isObject(now)) return;
  if ([old, now].some((template) => Object.keys(template).some((name) => name.startsWith('{')))) return;
  for (const [name, item] of Object.entries(old)) {
    const own = pointerTo(at, name);
    if (Object.hasOwn(now, name)) yield* membersChanged(item, now[name]!, own, endpoint);
    else if (isAlways(item)) yield changesAt(endpoint, pathOf(own))('breaking', 'removed');
  }
  for (const [name, item] of Object.entries(now)) {
    if (!Object.hasOwn(old, name) && isAlways(item))
      yield changesAt(endpoint, pathOf(pointerTo(at, name)))('additive', 'added');
  }
}

/** Whether a member is there whatever was asked, as far as its template tells. */
function isAlways(template: Json): boolean {
  if (typeof template === 'string') return !/[?]\}$/.test(template);
  return !isObject(template) || !Object.keys(template).some((name) => name.startsWith('{'));
}
