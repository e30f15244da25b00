// Reads the bytes of a file that people write: UTF-8, with or without the byte order mark of Windows editors. Another
// encoding is refused by its name, as a text that was read in a wrong one is garbled, or no JSON for no visible reason.

/** The bytes are no UTF-8. Its message goes on behind the name of the file and says how to mend it. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** @throws EncodingError */
export function readUtf8(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) throw new EncodingError(`is ${wide}, not UTF-8; ${remedy(wide)}`);
  try {
    return strict.decode(bytes);
  } catch (cause) {
    const line = firstWrongLine(bytes);
    const message = `is not UTF-8 in line ${line}, perhaps Latin-1; ${remedy('LATIN1')}`;
    throw new EncodingError(message, { cause });
  }
}

const remedy = (from: string) =>
  `save it as UTF-8 in an editor, or with: iconv -f ${from} -t UTF-8 <file> > <new file>`;

/** Two bytes for a character: by the byte order mark, or by the half of the first character that is zero (RFC 4627 §3). */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  const start = `${first} ${second}`;
  if (start === '255 254' || start === '254 255') return 'UTF-16';
  if (second === 0 && first !== 0) return 'UTF-16LE';
  return first === 0 && second !== 0 ? 'UTF-16BE' : undefined;
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
