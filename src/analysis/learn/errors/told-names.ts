// Names that refusals tell in their sentences and codes.
import { leafTexts, leavesOf } from '../../../dialect/known-facts.ts';
import { wordsInName, wordsTelling } from '../../../dialect/name-words.ts';
import { toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';

/** The words of the sentences and of the codes of a refusal that the request did not bring, in small letters. */
export function wordsOf(by: Exchange): ReadonlySet<string> {
  const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}[\p{L}\d_-]*/gu) ?? [];
  const asked = new Set(wordsIn(`${by.path} ${JSON.stringify(by.sent ?? null)}`));
  const isCode = (text: string) => /^\p{L}[\p{L}_.-]+$/u.test(text) && !asked.has(text.toLowerCase());
  return new Set(
    leafTexts(toldBy(by))
      .flatMap((text) => (/\s/.test(text) ? wordsIn(text) : isCode(text) ? wordsInName(text) : []))
      .filter((word) => !asked.has(word)),
  );
}

/** What the members of a refusal are called that hold sentences, such as the field that is at fault. */
export const toldMembers = (by: Exchange): ReadonlySet<string> =>
  new Set(
    leavesOf(toldBy(by) ?? null).flatMap(([at, leaf]) =>
      JSON.stringify(leaf).includes(' ') ? at.split('/').filter((step) => !/^\d*$/.test(step)) : [],
    ),
  );

/** Whether words tell of a member by its name, `done` for `isDone`, or by each word of it or a longer one that begins so. */
export function tellName(told: ReadonlySet<string>, name: string): boolean {
  const own = name.replace(/^(?:[Ii]s|[Hh]as)(?:[_-]|(?=\p{Lu}))/u, '');
  const parts = wordsInName(own);
  // A short word, such as the first one of `inCart`, has to stand there itself.
  const isTold = (part: string) =>
    part.length > 2 ? [...told].some((word) => word.startsWith(part)) : told.has(part);
  return told.has(own.toLowerCase()) || (parts.length > 1 && parts.every(isTold));
}

/** Flags that are told by a word for their opposite. */
const opposites: Readonly<Record<string, string>> = {
  enabled: 'disabled',
  active: 'inactive',
  available: 'unavailable',
  published: 'unpublished',
  open: 'closed',
  valid: 'invalid',
};

/** Whether words tell that what a member says is not so. */
export const tellOpposite = (told: ReadonlySet<string>, name: string): boolean =>
  wordsInName(name).some((word) => told.has(opposites[word] ?? ''));

/** Whether words tell of a bound by those of its name that the other has not got, `a lowest price` of `low_shop_price`. */
export function tellBound(told: ReadonlySet<string>, at: string, bounds: readonly string[]): boolean {
  const other = bounds.find((bound) => bound !== at);
  if (other === undefined || !bounds.includes(at)) return false;
  const own = wordsTelling(at, other);
  return (
    own.length > 0 && own.every((part) => part.length > 2 && [...told].some((word) => word.startsWith(part)))
  );
}
