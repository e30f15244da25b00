// What changed in one kind of answer: one endpoint with one status.
import type { Change, Severity } from './drift.ts';
import { changesOfField } from './drift-field.ts';
import { driftOfHeaders } from './drift-headers.ts';
import { isChance } from './chance.ts';
import { printPath } from './json-path.ts';
import { pairNames } from './renamed.ts';
import { fieldKey, parentsOf, type AnswerShape, type FieldShape } from './shapes.ts';

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

/** Fields that went and came at one place: the same under another name. */
function pairRenamed(
  gone: readonly FieldShape[],
  come: readonly FieldShape[],
  before: AnswerShape,
  after: AnswerShape,
): Map<FieldShape, FieldShape> {
  const pairs = new Map<FieldShape, FieldShape>();
  const parents = new Set(gone.map((field) => fieldKey(field.part, field.own.slice(0, -1))));
  for (const parent of parents) {
    const here = ({ part, own }: FieldShape) => fieldKey(part, own.slice(0, -1)) === parent;
    const [old, now] = [gone.filter(here), come.filter(here)];
    // Shared fields stand for themselves, the others for their types.
    const view = (shape: AnswerShape, fields: readonly FieldShape[]) => {
      const own = new Map(fields.map((field) => [nameOf(field), kindSample(field)]));
      const names = [...(shape.fields.get(parent)?.names ?? [])];
      const shared = (name: string) =>
        before.fields.get(parent)?.names.has(name) === true &&
        after.fields.get(parent)?.names.has(name) === true;
      return Object.fromEntries(
        names.filter((name) => own.has(name) || shared(name)).map((name) => [name, own.get(name) ?? null]),
      );
    };
    for (const { from, to } of pairNames(view(before, old), view(after, now)).renamed) {
      const [a, b] = [old.find((field) => nameOf(field) === from), now.find((field) => nameOf(field) === to)];
      if (a !== undefined && b !== undefined) pairs.set(a, b);
    }
    // One that went and one that came, of one kind.
    const [from, to] = [old[0], now[0]];
    if (old.length === 1 && now.length === 1 && kindsOf(from!) === kindsOf(to!)) pairs.set(from!, to!);
  }
  return pairs;
}

/** A value of the kind that a field mostly has, which tells nothing more. */
function kindSample({ kinds }: FieldShape): unknown {
  const [kind] = [...kinds].filter(([name]) => name !== 'null').sort(([, a], [, b]) => b - a)[0] ?? ['null'];
  return { null: null, boolean: true, number: 0, string: '', list: [], object: {} }[kind];
}

const nameOf = ({ own }: FieldShape) => String(own.at(-1) ?? '');

export const kindsOf = ({ kinds }: FieldShape) => [...kinds.keys()].sort().join(' or ');
