// Reads the bytes of a JSON file that people write: UTF-8, with or without the byte order mark of Windows editors. Another
// encoding is refused by its name, as a text that was read in a wrong one is garbled, or no JSON for no visible reason.
import { fileFault } from './json-text.ts';

/** The bytes are no such file. Its message goes on behind the name of the file. */
export class JsonFileError extends Error {
  override readonly name = 'JsonFileError';
  /** Where the JSON is broken: an offset in the text; undefined for what is no text. */
  readonly at: number | undefined;
  readonly text: string;

  constructor(
    message: string,
    { at, text = '', ...options }: ErrorOptions & { at?: number; text?: string } = {},
  ) {
    super(message, options);
    this.at = at;
    this.text = text;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** @throws JsonFileError */
export function readJsonFile(bytes: Uint8Array): { readonly text: string; readonly value: unknown } {
  const text = readUtf8(bytes);
  const fault = fileFault(text);
  if (fault !== null) throw new JsonFileError(fault.reason, { at: fault.at, text });
  return { text, value: JSON.parse(text) };
}

function readUtf8(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) throw new JsonFileError(`is ${wide}, not UTF-8; ${remedy(wide)}`);
  try {
    return strict.decode(bytes);
  } catch (cause) {
    const line = firstWrongLine(bytes);
    const message = `is not UTF-8 in line ${line}, perhaps Latin-1; ${remedy('LATIN1')}`;
    throw new JsonFileError(message, { cause });
  }
}

const remedy = (from: string) =>
  `save it as UTF-8 in an editor, or with: iconv -f ${from} -t UTF-8 <file> > <new file>`;

/** How files in wider encodings begin: with the byte order mark, or else with a character of ASCII (RFC 4627 §3). */
const wideStarts: readonly (readonly [start: RegExp, encoding: string])[] = [
  [/^(?:fffe0000|0000feff)/, 'UTF-32'],
  [/^(?:fffe|feff)/, 'UTF-16'],
  [/^(?!00)..000000/, 'UTF-32LE'],
  [/^000000(?!00)../, 'UTF-32BE'],
  [/^(?!00)..00/, 'UTF-16LE'],
  [/^00(?!00)../, 'UTF-16BE'],
];

function wideEncoding(bytes: Uint8Array): string | undefined {
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return wideStarts.find(([pattern]) => pattern.test(start))?.[1];
}

function firstWrongLine(bytes: Uint8Array): number {
  const lineFeed = 0x0a;
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(lineFeed, start);
    try {
      strict.decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    start = end + 1;
  }
}
