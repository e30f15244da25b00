// Whether one of some words stands in a text, in either case: asked of every text that is recorded, so it looks at
// each character once, without a copy in lower case.

/** By the first three letters of a word, five bits each: few others fall together with them. */
const tableSize = 1 << 15;
const mask = tableSize - 1;

/** The one character outside of ASCII that becomes an ASCII one in lower case: a k. */
const kelvin = '\u212a';

/**
 * @param words of three ASCII characters or more, in lower case
 * @returns whether one of them stands in a text; sometimes true when none does
 */
export function wordFinder(words: readonly string[]): (text: string) => boolean {
  const groups: string[][] = [[]];
  /** By mark, the group of words that begin so; the first group has none. */
  const table = new Uint8Array(tableSize);
  for (const word of words) {
    const mark = markAt(word);
    if (table[mark] === 0) table[mark] = groups.push([]) - 1;
    groups[table[mark]!]!.push(word);
  }
  return (text) => {
    let mark = 0;
    for (let at = 0; at < text.length; at += 1) {
      mark = ((mark << 5) | (text.charCodeAt(at) & 31)) & mask;
      const group = table[mark]!;
      if (group !== 0 && beginsWithOne(text, at - 2, groups[group]!)) return true;
    }
    return text.includes(kelvin);
  };
}

/** Of the first three characters. */
function markAt(word: string): number {
  let mark = 0;
  for (let at = 0; at < 3; at += 1) mark = (mark << 5) | (word.charCodeAt(at) & 31);
  return mark;
}

function beginsWithOne(text: string, at: number, words: readonly string[]): boolean {
  return words.some((word) => at >= 0 && text.slice(at, at + word.length).toLowerCase() === word);
}
