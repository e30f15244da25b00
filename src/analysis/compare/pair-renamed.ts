// Which of the fields that went and came are the same under another name.
import { groupedBy } from './grouped-by.ts';
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
  const parentOf = ({ part, own }: FieldShape) => fieldKey(part, own.slice(0, -1));
  const comeTo = groupedBy(come, parentOf);
  for (const [parent, old] of groupedBy(gone, parentOf)) {
    const now = comeTo.get(parent);
    if (now === undefined) continue;
    const [oldByName, nowByName] = [old, now].map(
      (fields) => new Map(fields.map((field) => [nameOf(field), field])),
    );
    // Shared fields stand for themselves, the others for their types.
    const view = (shape: AnswerShape, fields: ReadonlyMap<string, FieldShape>) => {
      const names = [...(shape.fields.get(parent)?.names ?? [])];
      const shared = (name: string) =>
        before.fields.get(parent)?.names.has(name) === true &&
        after.fields.get(parent)?.names.has(name) === true;
      return Object.fromEntries(
        names
          .filter((name) => fields.has(name) || shared(name))
          .map((name) => [name, fields.has(name) ? kindSample(fields.get(name)!) : null]),
      );
    };
    for (const { from, to } of pairNames(view(before, oldByName!), view(after, nowByName!)).renamed) {
      const [a, b] = [oldByName!.get(from), nowByName!.get(to)];
      if (a !== undefined && b !== undefined) pairs.set(a, b);
    }
    // One that went and one that came, of one kind.
    const [from, to] = [old[0]!, now[0]!];
    if (old.length === 1 && now.length === 1 && kindsOf(from) === kindsOf(to)) pairs.set(from, to);
  }
  return pairs;
}

/** A value of the kind that a field mostly has, which tells nothing more. */
function kindSample({ kinds }: FieldShape): unknown {
  const [kind] = [...kinds].filter(([name]) => name !== 'null').sort(([, a], [, b]) => b - a)[0] ?? ['null'];
  return { null: null, boolean: true, number: 0, string: '', list: [], object: {} }[kind];
}
