// The words that names are made of.

/** The words of a name or a code, such as `ListingEnded` and `listing-ended`, in small letters. */
export const wordsInName = (name: string): readonly string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);

/** Whether a text is written as codes and states are, and not as names: `put_off`, `OPEN`. */
export const isCodeWord = (text: string): boolean =>
  /^(?:\p{Ll}+(?:[_-]\p{Ll}+)*|\p{Lu}+(?:[_-]\p{Lu}+)*)$/u.test(text);

/** The words of a name that another one has not got: `min` of `minPrice` beside `maxPrice`. */
export function wordsTelling(name: string, other: string): readonly string[] {
  const shared = new Set(wordsInName(other));
  return wordsInName(name).filter((word) => word !== '' && !shared.has(word));
}
