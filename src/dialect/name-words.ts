// The words that names are made of.

/** The words of a name or a code, such as `ListingEnded` and `listing-ended`, in small letters. */
export const wordsInName = (name: string): readonly string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
