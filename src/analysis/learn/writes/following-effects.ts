// What follows from other leaves of a record, or from the strategy that it names, whenever one of them changes.
import { isNothing, isObject, numberOf, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isWithin, pointerTo, valueAt } from '../../../http/pointer.ts';
import {
  amountFilter,
  decimalsIn,
  bothSet,
  inBinary,
  mostMeant,
  worthOf,
} from '../../../dialect/template-filters.ts';
import { holesIn, literalValue, sameValue, withMark } from '../../../dialect/templates.ts';
import { explainLeaf } from '../../explain/explain-leaf.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { parted } from '../../groups.ts';
import { markFor, nothingOf } from '../../explain/sample.ts';
import { amountFilterOf } from './as-seen.ts';
import { ratesIn } from './rates.ts';
import { gives } from './write-changes.ts';
import type { Change } from './write-changes.ts';

/**
 * A number that is another one of the record after each write, or what others make together, such as a price with what comes to
 * it, or what is earned of it in percent; or an object with such a number and members that never change. It may lack where what
 * it is made of does.
 * @param isKnown whether it is known what becomes of a leaf: from others nothing follows
 */
export function followingFrom(
  place: string,
  changes: readonly Change[],
  isKnown: (place: string) => boolean,
): Json | undefined {
  const [there, lacking] = parted(changes, ({ value }) => !isNothing(value));
  const mark = markFor(nothingOf(lacking));
  const [{ value, after } = { value: undefined, after: null }] = there;
  if (isObject(value)) {
    let condition: Json | undefined;
    const members = Object.keys(value).flatMap((name): [string, Json][] => {
      const valueIn = (one: Change) => valueAt(one.value, pointerTo('', name));
      const isFixed = there.every((one) => sameValue(valueIn(one), valueIn(there[0]!)));
      // Where the object lacks, nothing follows for what stands in it, and nothing stays.
      const inner = changes.map((one) => ({ ...one, value: valueIn(one), before: undefined }));
      const found = isFixed ? undefined : followingFrom(pointerTo(place, name), inner, isKnown);
      const given = isObject(found) ? found['{if}'] : found;
      const made = isObject(found) ? (found['{then}'] ?? found) : found;
      const template = typeof made === 'string' ? withMark(made, '') : made;
      condition ??= given;
      const own = template ?? (isFixed ? literalValue(valueIn(there[0]!)!) : undefined);
      return own === undefined ? [] : [[name, own]];
    });
    if (typeof condition !== 'string') return undefined;
    const whole = { '{if}': withMark(condition, mark), ...Object.fromEntries(members) };
    return changes.every((change) => gives(whole, change)) ? whole : undefined;
  }
  const isTelling = new Set(there.map((one) => textOf(one.value))).size > 2;
  if (!isTelling) return undefined;
  if (worthOf(value) === undefined) return ofStrategy(changes, there, mark);
  const others = leavesOf(after).flatMap(([at, leaf]) =>
    isWithin(at, place) || /[|{}]/.test(at) || worthOf(leaf) === undefined || !isKnown(at)
      ? []
      : [`record${at}`],
  );
  const written =
    typeof value === 'string' && numberOf(value) === undefined
      ? ` | ${amountFilterOf(there.map((one) => one.value!)) ?? amountFilter(value)}`
      : '';
  const isDusty = there.some((one) => decimalsIn(textOf(one.value)) > mostMeant);
  const asCounted = (way: string) =>
    isDusty ? way.replace(/ \| (plus|less|times|per) /g, (filter) => `${filter}${inBinary}`) : way;
  const thatGives = (ways: readonly string[]) =>
    ways
      .map((way) => `{${asCounted(way)}${written}${mark}}`)
      .find((template) => changes.every((change) => gives(template, change)));
  const sums = others.flatMap((one) => [
    one,
    ...others.flatMap((other) => [`${one} | plus ${other}`, `${one} | less ${other}`]),
  ]);
  const ways = [sums, countedOf(others, there)];
  // Where a bound lacks, nothing may follow from it, though something stands for none.
  const ofSet = ways.map((own) =>
    own.map((way) => way.replace(/ \| (plus|less|times|per) /g, `$&${bothSet}`)),
  );
  for (const own of [...ways, ...ofSet]) {
    const found = thatGives(own);
    if (found !== undefined) return found;
  }
  return ratedFrom(others, changes, { there, written, mark });
}

/** What follows from the strategy is, without one, what stands there in records that name none. */
export function withoutStrategy(place: string, template: Json, records: readonly Change[]): Json {
  const [, name = ''] = /^\{(strategy\/[^{}|?]+)\?\}$/.exec(textOf(template)) ?? [];
  const none = records
    .filter(({ facts }) => !facts.has(name))
    .map((one) => ({ ...one, value: valueAt(one.after, place) }));
  if (name === '' || none.length === 0 || !none.every(({ value }) => isNothing(value))) return template;
  const nothing = nothingOf(none);
  return nothing === undefined
    ? { '{if}': `{${name}?}`, '{then}': `{${name}}` }
    : withMark(`{${name}}`, markFor(nothing));
}

/** A text that the strategy tells which the record names, as in an object that shows that strategy. */
function ofStrategy(
  changes: readonly Change[],
  there: readonly Change[],
  mark: Parameters<typeof withMark>[1],
): Json | undefined {
  const samples = there.map(({ value, facts }) => ({
    value: value!,
    facts: new Map([...facts].filter(([name]) => name.startsWith('strategy/'))),
  }));
  const { template } = explainLeaf(samples);
  if (typeof template !== 'string' || holesIn(template).length === 0) return undefined;
  const whole = withMark(template, mark);
  return changes.every((change) => gives(whole, change)) ? whole : undefined;
}

/** What numbers of a record are counted from: a product, a share or a percentage, a multiple such as a price with its tax. */
function countedOf(others: readonly string[], changes: readonly Change[]): string[] {
  const numbers = changes.map(({ value }) => worthOf(value) ?? 0);
  const rounded = roundedAs(changes);
  const shares = others.flatMap((one) =>
    others.flatMap((other) =>
      other === one
        ? []
        : [
            `${one} | per ${other}`,
            `${one} | less ${other} | per ${one}`,
            `${one} | less ${other} | per ${other}`,
          ],
    ),
  );
  const [number] = numbers;
  const multiples = others.flatMap((one) => {
    const of = worthOf(valueAt(changes[0]!.after, one.slice('record'.length)));
    const factors =
      of === undefined || of === 0 ? [] : [1, 2, 3, 4].map((digits) => (number! / of).toFixed(digits));
    return factors.flatMap((factor) =>
      Number(factor) === 0 ? [] : `${one} | times ${Number(factor)}${rounded}`,
    );
  });
  return [
    ...others.flatMap((one, at) => others.slice(at + 1).map((other) => `${one} | times ${other}`)),
    ...shares.flatMap((share) => [`${share}${rounded}`, `${share} | times 100${rounded}`]),
    ...multiples,
  ];
}

/** The filter that rounds numbers to as many decimals as these have. */
function roundedAs(changes: readonly Change[]): string {
  const decimals = Math.max(...changes.map(({ value }) => decimalsIn(textOf(worthOf(value) ?? 0))));
  return decimals > 6 ? '' : ` | nearest ${Number((0.1 ** decimals).toFixed(decimals))}`;
}

/** How a number is written, and what stands there without it. */
interface Written {
  readonly written: string;
  readonly mark: Parameters<typeof withMark>[1];
}

/** A number that is another one of the record at a rate of its own for each of a few words. */
function ratedFrom(
  others: readonly string[],
  changes: readonly Change[],
  { there, written, mark }: Written & { readonly there: readonly Change[] },
): Json | undefined {
  const rounded = roundedAs(there);
  for (const { at, byWord } of ratesIn(changes.map(({ after }) => after))) {
    for (const one of others) {
      const rated = (rate: number) => `{${one} | times ${rate}${rounded}${written}}`;
      const template = {
        '{if}': `{${one}${mark}}`,
        '{then}': {
          '{case}': `{record${at}}`,
          ...Object.fromEntries(byWord.map(([word, rate]) => [word, rated(rate)])),
        },
      };
      if (changes.every((change) => gives(template, change))) return template;
    }
  }
  return undefined;
}
