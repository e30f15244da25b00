// Which of the fields that went and came are the same under another name.
import { pairNames } from './renamed.ts';
import { fieldKey, kindsOf, nameOf, type AnswerShape, type FieldShape } from './shapes.ts';

/** Fields that went and came at one place: the same under another name. */
export function pairRenamed(
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
