// The alphabets of what services draw at random: ids, tokens, request ids. In a shape each stands for one character.

export interface Alphabet {
  /** What stands for it in a shape. */
  readonly sign: string;
  /** As a regular expression writes it: `[0-9a-f]`. */
  readonly source: string;
  /** All its characters, in the order in which they are drawn. */
  readonly characters: string;
}

const [digits, lower, upper] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** By their signs, from the narrowest to the widest. */
export const alphabets: ReadonlyMap<string, Alphabet> = new Map(
  [
    { sign: '9', source: '[0-9]', characters: digits },
    { sign: 'f', source: '[0-9a-f]', characters: `${digits}abcdef` },
    { sign: 'F', source: '[0-9A-F]', characters: `${digits}ABCDEF` },
    { sign: 'a', source: '[a-z]', characters: lower },
    { sign: 'A', source: '[A-Z]', characters: upper },
    { sign: 'x', source: '[0-9a-z]', characters: digits + lower },
    { sign: 'X', source: '[0-9A-Z]', characters: digits + upper },
    { sign: '*', source: '[0-9A-Za-z]', characters: digits + lower + upper },
  ].map((alphabet) => [alphabet.sign, alphabet]),
);

const patterns = Array.from(
  alphabets.values(),
  (alphabet) => [alphabet, new RegExp(`^${alphabet.source}+$`)] as const,
);

/** The narrowest alphabet of a text of letters and digits. */
export function alphabetOf(text: string): Alphabet {
  return patterns.find(([, pattern]) => pattern.test(text))![0];
}
