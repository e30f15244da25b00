// What changed in one kind of answer: one endpoint with one status.
import type { Change, Severity } from './change.ts';
import { changesOfField } from './drift-field.ts';
import { driftOfHeaders } from './drift-headers.ts';
import { isChance } from '../compare/chance.ts';
import { printPath } from '../compare/json-path.ts';
import { pairRenamed } from '../compare/pair-renamed.ts';
import {
  fieldKey,
  kindsOf,
  nameOf,
  parentsOf,
  type AnswerShape,
  type FieldShape,
} from '../compare/shapes.ts';

export function* driftOfAnswer(before: AnswerShape, after: AnswerShape): Generator<Change> {
  const { endpoint, resource, status } = after;
  const change = (field: FieldShape, severity: Severity, what: string, old: string, now: string): Change => {
    const own = fieldKey(field.part, field.own);
    const group = { record: `${resource} ${own}`, error: own, rest: `${endpoint} ${status} ${own}` }[
      field.part
    ];
    return { severity, what, path: printPath(field.path), old, new: now, group, endpoint };
  };
  const [known, place] = [[...before.places].join(), [...after.places].join()];
  if (place !== known && place !== '' && known !== '') {
    const group = `place ${endpoint} ${status}`;
    yield { severity: 'breaking', what: 'moved', path: known, old: known, new: place, group, endpoint };
  }

  const gone = [...before.fields.values()].filter((field) => isMissed(field, before, after));
  const come = [...after.fields.values()].filter((field) => isNew(field, before, after));
  const renamed = pairRenamed(gone, come, before, after);
  for (const [from, to] of renamed) {
    yield change(from, 'breaking', 'renamed', nameOf(from), nameOf(to));
  }
  for (const field of gone) {
    if (!renamed.has(field)) yield change(field, 'breaking', 'removed', kindsOf(field), '');
  }
  const names = new Set(renamed.values());
  for (const field of come) {
    if (!names.has(field)) yield change(field, 'additive', 'added', '', kindsOf(field));
  }
  for (const [key, field] of after.fields) {
    const old = before.fields.get(key);
    if (old === undefined) continue;
    const [had, has] = [parentsOf(before, old), parentsOf(after, field)];
    const isSure = !isChance((has - field.seen) / has, had);
    if (old.own.length > 0 && had === old.seen && has > field.seen && isSure) {
      yield change(field, 'breaking', 'sometimes missing', 'always there', 'not always there');
    }
    for (const { severity, what, from, to } of changesOfField(old, field)) {
      yield change(field, severity, what, from, to);
    }
  }
  yield* driftOfHeaders(before, after);
}

/** Whether a field that was there would have been seen again. */
function isMissed(field: FieldShape, before: AnswerShape, after: AnswerShape): boolean {
  if (after.fields.has(fieldKey(field.part, field.own))) return false;
  const [had, has] = [parentsOf(before, field), parentsOf(after, field)];
  if (had === 0 || has === 0) return false;
  return !isChance(field.seen / had, has);
}

/** Whether a field is new rather than rare. */
function isNew(field: FieldShape, before: AnswerShape, after: AnswerShape): boolean {
  if (before.fields.has(fieldKey(field.part, field.own))) return false;
  const [had, has] = [parentsOf(before, field), parentsOf(after, field)];
  return had > 0 && !isChance(field.seen / has, had);
}
