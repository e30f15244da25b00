// What changed at one place that both recordings show: types, null, formats, values, the order of names.
import type { Severity } from './change.ts';
import { isChance } from '../compare/chance.ts';
import type { FieldShape } from '../compare/shapes.ts';

export interface FieldChange {
  readonly severity: Severity;
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

export function* changesOfField(before: FieldShape, after: FieldShape): Generator<FieldChange> {
  yield* kindChanges(before, after);
  yield* formatChanges(before, after);
  yield* wordChanges(before, after);
  const turned = turnedNames(before, after);
  if (turned !== undefined) {
    const [first, second] = turned;
    const [from, to] = [`${first} before ${second}`, `${second} before ${first}`];
    yield { severity: 'cosmetic', what: 'order of fields', from, to };
  }
}

/**
 * Two names that always came in one order and now always come in the other. Only neighbours are looked at, among the
 * names that both know: where one order became another, two of them have changed places, however many names there are.
 */
function turnedNames(before: FieldShape, after: FieldShape): readonly [string, string] | undefined {
  const [old, now] = [placesIn(before), placesIn(after)];
  for (const order of now) {
    const names = [...order.keys()].filter((name) => before.names.has(name));
    for (const [at, second] of names.entries()) {
      const first = names[at - 1];
      if (first !== undefined && isAlways(second, first, old) && isAlways(first, second, now))
        return [second, first];
    }
  }
  return undefined;
}

/** The places of the names in each order in which they came. */
const placesIn = ({ orders }: FieldShape) =>
  Array.from(orders.values(), (names) => new Map(names.map((name, at) => [name, at])));

/** Whether one name comes before another wherever both are, and both are somewhere. */
function isAlways(first: string, second: string, orders: readonly ReadonlyMap<string, number>[]): boolean {
  let isSeen = false;
  for (const order of orders) {
    const [one, other] = [order.get(first), order.get(second)];
    if (one === undefined || other === undefined) continue;
    if (one > other) return false;
    isSeen = true;
  }
  return isSeen;
}

function* kindChanges(before: FieldShape, after: FieldShape): Generator<FieldChange> {
  const known = [...before.kinds.keys()];
  // What was never anything but null tells nothing of its type.
  if (known.every((kind) => kind === 'null')) return;
  const fresh = Array.from(after.kinds)
    .filter(([kind, count]) => !before.kinds.has(kind) && !isChance(count / after.seen, before.seen))
    .map(([kind]) => kind);
  const others = fresh.filter((kind) => kind !== 'null');
  const [from, to] = [known.join(' or '), [...after.kinds.keys()].join(' or ')];
  if (others.length > 0) yield { severity: 'breaking', what: 'retyped', from, to };
  else if (fresh.length > 0) yield { severity: 'breaking', what: 'may be null', from, to };
}

function* formatChanges(
  { formats: before }: FieldShape,
  { formats: after }: FieldShape,
): Generator<FieldChange> {
  if (before.size === 0 || before.has('text') || before.has('redacted') || after.has('redacted')) return;
  const samples = [before, after].map((formats) =>
    [...formats.values()].reduce((sum, count) => sum + count, 0),
  );
  const fresh = Array.from(after).filter(([format, count]) => {
    return !before.has(format) && !isChance(count / samples[1]!, samples[0]!);
  });
  if (fresh.length === 0) return;
  const isGone = ![...before.keys()].some((format) => after.has(format));
  const [from, to] = [[...before.keys()].join(' or '), [...after.keys()].join(' or ')];
  yield { severity: isGone ? 'breaking' : 'additive', what: 'format changed', from, to };
}

/** The most values of an enumeration. */
const mostValues = 12;

function* wordChanges(before: FieldShape, after: FieldShape): Generator<FieldChange> {
  if (before.part === 'error' && (before.moves || after.moves)) return;
  if (before.words === undefined || after.words === undefined || before.words.size === 0) return;
  const known = before.words;
  const fresh = [...after.words.keys()].filter((word) => !known.has(word));
  if (fresh.length === 0) return;
  const [from, to] = [[...known.keys()].join(', '), fresh.join(', ')];
  if (before.part === 'error') {
    const isReplaced = ![...known.keys()].some((word) => after.words!.has(word));
    yield {
      severity: isReplaced ? 'breaking' : 'additive',
      what: isReplaced ? 'value changed' : 'new value',
      from,
      to,
    };
  } else if (isEnumeration(known)) yield { severity: 'additive', what: 'new value', from, to };
}

/** Few words, seen again and again. */
function isEnumeration(words: ReadonlyMap<string, number>): boolean {
  const samples = [...words.values()].reduce((sum, count) => sum + count, 0);
  return words.size <= mostValues && samples >= Math.max(4, 2 * words.size);
}
