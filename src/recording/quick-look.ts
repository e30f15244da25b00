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
  const groups = new Map<number, string[]>();
  /** A bit for each mark with which a word begins: small, because it has to be fetched anew for nearly every text. */
  const marks = new Uint32Array(tableSize / 32);
  for (const word of words) {
    const mark = markAt(word);
    marks[mark >> 5]! |= 1 << (mark & 31);
    groups.set(mark, [...(groups.get(mark) ?? []), word]);
  }
  return (text) => {
    let mark = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at) & 31;
      mark = ((mark << 5) | letter) & mask;
      if (((marks[mark >> 5]! >> letter) & 1) === 1 && beginsWithOne(text, at - 2, groups.get(mark)!))
        return true;
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
