// Lists as they were walked, with what is known of their records.
import { lastSegment } from '../../../http/parse-url.ts';
import { valueOf } from '../../../dialect/conditions.ts';
import type { RecordKind } from '../../../dialect/profile-form.ts';
import { wordsInName } from '../../../dialect/name-words.ts';
import { lettersIn } from '../../../dialect/stated-names.ts';
import type { States } from '../records/states.ts';
import type { Walk } from './walks.ts';

/** A list as it was walked, and what is known of its records. */
export interface KnownWalks {
  readonly walks: readonly Walk[];
  /** The one that nothing else was asked of. */
  readonly usual: Walk | undefined;
  readonly kind: RecordKind;
  readonly states: States;
  /** The places of leaves in records. */
  readonly places: readonly string[];
}

/** Whether each record of a list was seen. */
export const isWhole = ({ order, total }: Walk): boolean =>
  total !== undefined && order.length >= total && !order.includes(undefined);

/** Whether a list was asked for by a parameter. */
export const asksFor = ({ rest }: Pick<Walk, 'rest'>, name: string): boolean =>
  rest.some(([other]) => other === name);

export const valueIn = ({ rest }: Walk, name: string) => valueOf(name, rest)!;
export const valuesIn = ({ rest }: Walk, name: string) =>
  rest.flatMap(([other, value]) => (other === name ? [value] : []));

/**
 * The places of leaves, first those that a text calls: by the longest name of a leaf in it, then by that of a member around it, then
 * by a word of either, as `price` does `shelfPrice`, where the text is a name.
 */
export function calledFirst(text: string, places: readonly string[]): readonly string[] {
  const called = lettersIn(text);
  const lengthIn = (name: string) => (called.includes(lettersIn(name)) ? lettersIn(name).length : 0);
  const words = [called, ...wordsInName(text)].filter(({ length }) => length > 2);
  const isName = /^[-+]?[\p{L}\d_.-]+$/u.test(text);
  // `updated` may be short for `updatedAt`, also in `updated[gte]` and before another word.
  const lengthOfShort = (at: string) =>
    Math.max(0, ...words.flatMap((word) => (lettersIn(lastSegment(at)).startsWith(word) ? word.length : [])));
  const nearness = (at: string): readonly [leaf: number, around: number, word: number] => {
    const steps = at.split('/');
    const lengths = steps.map(lengthIn);
    const around = Math.max(...lengths.map((length) => (length > 1 ? length : 0)));
    const isWord = isName && steps.some((step) => wordsInName(step).some((word) => words.includes(word)));
    return [Math.max(lengthOfShort(at), lengths.at(-1)!), around, Number(isWord)];
  };
  const all = places.map((at) => ({ at, near: nearness(at) }));
  return all
    .sort((a, b) => b.near[0] - a.near[0] || b.near[1] - a.near[1] || b.near[2] - a.near[2])
    .map(({ at }) => at);
}
