// Opens a HAR on the disk: one file, with bodies in files beside it, or a ZIP of them all; Playwright writes both. A HAR
// comes from another program and names those files, so only files inside the folder of the HAR are read.
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, posix, resolve, sep } from 'node:path';
import { compression } from '../../http/compression.ts';
import { whyNotRead } from '../../http/system-error.ts';

/** A HAR that cannot be read; the message says why, and where in it. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

/** More than a recording can hold. The same file may be the body of many entries, so each reading of it counts. */
const mostBytes = 512 * 1024 * 1024;

const tooLong = `is too long: at most ${mostBytes / 1024 / 1024} MB are read`;

/** Contents that a HAR keeps outside itself, or why they cannot be had, as the end of a sentence. */
export type Attached = { readonly bytes: Uint8Array } | { readonly missing: string };

export interface HarFiles {
  /** The HAR itself. */
  readonly text: string;
  /** The contents of a file that the HAR names, such as `0e83ecc6.json`. */
  readonly attached: (name: string) => Attached;
}

/**
 * @param path a HAR, or a ZIP with one in it
 * @param limit the most bytes to read of the HAR, and of all files that it names
 * @throws HarError for what cannot be one; the error of the system for what cannot be read
 */
export function openHar(path: string, limit = mostBytes): HarFiles {
  const bytes = readRegular(path, limit);
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  const { har, read } = isZip ? inZip(bytes, limit) : { har: bytes, read: besides(path) };
  let left = limit;
  return {
    text: Buffer.from(har.buffer, har.byteOffset, har.byteLength)
      .toString()
      .replace(/^\ufeff/, ''),
    attached: (name) => {
      if (!isPlain(name)) return { missing: 'its file is not one in the folder of the HAR' };
      const found = read(name, left);
      if ('bytes' in found) left -= found.bytes.length;
      return found;
    },
  };
}

type Read = (name: string, limit: number) => Attached;

/** Whether a name is a plain relative path: no `..`, no root, no hidden file, no character with a meaning to a system. */
function isPlain(name: string): boolean {
  return name.length <= 255 && name.split('/').every((step) => /^\w[\w. -]*$/.test(step));
}

function besides(path: string): Read {
  const folder = dirname(resolve(path));
  return (name, limit) => {
    try {
      const file = realpathSync(resolve(folder, name));
      if (!file.startsWith(realpathSync(folder) + sep)) {
        return { missing: `its file ${name} is a link out of the folder of the HAR` };
      }
      return { bytes: readRegular(file, limit) };
    } catch (error) {
      if (error instanceof HarError) return { missing: `its file ${name} ${error.message}` };
      return { missing: `its file ${name}: ${whyNotRead(error)}` };
    }
  };
}

function inZip(bytes: Uint8Array, most: number): { readonly har: Uint8Array; readonly read: Read } {
  let files;
  try {
    files = compression.unzip(bytes, most);
  } catch (error) {
    if (error instanceof RangeError) throw new HarError(tooLong);
    throw new HarError('is a ZIP archive that cannot be unpacked');
  }
  const name = [...files.keys()].find((each) => /\.har$/i.test(each));
  if (name === undefined) throw new HarError('is a ZIP archive without a .har file in it');
  const folder = posix.dirname(name);
  return {
    har: files.get(name)!,
    read: (attached, limit) => {
      const found = files.get(posix.join(folder, attached));
      if (found === undefined) return { missing: `its file ${attached} is not in the archive` };
      return found.length > limit ? { missing: `its file ${attached} ${tooLong}` } : { bytes: found };
    },
  };
}

/** Reads regular files only: a pipe may never answer, and a device may never end. */
function readRegular(path: string, limit: number): Buffer {
  // Without O_NONBLOCK, which Windows lacks, opening a pipe waits for its writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new HarError('is not a regular file');
    if (facts.size > limit) throw new HarError(tooLong);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
