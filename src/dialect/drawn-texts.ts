// What services draw at random, drawn from a seed: ids, tokens, request ids, each of a shape whose signs stand for alphabets.

interface Alphabet {
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
    // base64 and base64url (RFC 4648 §4, §5)
    { sign: '+', source: '[0-9A-Za-z+/]', characters: `${digits}${lower}${upper}+/` },
    { sign: '~', source: '[0-9A-Za-z_-]', characters: `${digits}${lower}${upper}_-` },
  ].map((alphabet) => [alphabet.sign, alphabet]),
);

const patterns = Array.from(
  alphabets.values(),
  (alphabet) => [alphabet, new RegExp(`^${alphabet.source}+$`)] as const,
);

/**
 * The narrowest alphabet of a text of letters and digits; undefined for a text with other signs than one has.
 * @param among the signs of those that may be
 */
export function alphabetOf(text: string, among?: string): Alphabet | undefined {
  return patterns.find(([{ sign }, pattern]) => among?.includes(sign) !== false && pattern.test(text))?.[0];
}

/** 128 bits of a text in hexadecimal, from four lanes of FNV-1a: the same text gives the same digits on every machine. */
export function digest(text: string): string {
  const lanes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    for (let lane = 0; lane < 4; lane += 1) {
      lanes[lane] = Math.imul(lanes[lane]! ^ (text.charCodeAt(at) + lane * 131), 0x01000193 + 2 * lane);
    }
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A character of a shape, or the alphabet that it stands for. */
interface ShapeSign {
  readonly character: string;
  readonly alphabet: Alphabet | undefined;
}

/**
 * The signs of a shape: `9` stands for a digit, `f` for a hexadecimal one, `a`, `A` for a letter, `x`, `X` for a letter or digit,
 * `*` for any of these in either case, `+` and `~` for a sign of base64 and base64url; behind `\` stands a character that is itself.
 */
export const signsIn = (shape: string): readonly ShapeSign[] =>
  (shape.match(/\\[^]|[^]/gu) ?? []).map((sign) => ({
    character: sign.replace(/^\\/, ''),
    alphabet: alphabets.get(sign),
  }));

/** A text of a shape, drawn from a seed. */
export function shaped(seed: string, shape: string): string {
  let [at, pool] = [0, ''];
  const draw = ({ characters }: Alphabet) => {
    if (pool.length < 4) pool += digest(`${seed}/${(at += 1)}`);
    const number = Number.parseInt(pool.slice(0, 4), 16);
    pool = pool.slice(4);
    return characters[number % characters.length]!;
  };
  return signsIn(shape)
    .map(({ character, alphabet }) => (alphabet === undefined ? character : draw(alphabet)))
    .join('');
}
