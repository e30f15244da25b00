// A file that is replaced as a whole or not at all, and is on the disk when `write` resolves. lowdb's own adapter
// promises neither: it does not sync, uses one fixed temporary name, and loses the file's mode and a symbolic link.
import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../http/system-error.ts';
import { isAlive } from './processes.ts';
import { longestText, readRegularFile } from './regular-file.ts';

const pieceSize = 1024 * 1024;

interface DurableFormat<Data> {
  parse(bytes: Buffer): Data;
  /** The text in pieces; one that throws leaves the old file as it is. */
  print(data: Data): Iterable<string>;
}

/** A lowdb `Adapter`. One at a time may write: see `lock.ts`. */
export class DurableFile<Data> {
  readonly #path: string;
  readonly #format: DurableFormat<Data>;

  /** @param path a real one, see `realTarget` */
  constructor(path: string, format: DurableFormat<Data>) {
    this.#path = path;
    this.#format = format;
  }

  /** Null when there is no file. @throws RecordingError for what is no regular file, or too large */
  async read(): Promise<Data | null> {
    const bytes = await readRegularFile(this.#path, longestText);
    return bytes === undefined ? null : this.#format.parse(bytes);
  }

  async write(data: Data): Promise<void> {
    const temporary = join(dirname(this.#path), temporaryName(basename(this.#path)));
    try {
      await this.#fill(temporary, data);
      await rename(temporary, this.#path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncDirectory(dirname(this.#path));
  }

  async #fill(temporary: string, data: Data): Promise<void> {
    const old = await stat(this.#path).catch(() => undefined);
    const file = await open(temporary, 'wx', 0o600);
    try {
      if (old !== undefined) {
        await file.chmod(old.mode & 0o7777);
        // Only root can change the owner; a file of any other user has the right one already.
        await file.chown(old.uid, old.gid).catch(() => undefined);
      }
      let pieces: string[] = [];
      let length = 0;
      for (const piece of this.#format.print(data)) {
        pieces.push(piece);
        length += piece.length;
        if (length < pieceSize) continue;
        await file.appendFile(pieces.join(''));
        pieces = [];
        length = 0;
      }
      await file.appendFile(pieces.join(''));
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** Removes what killed writers left beside a file. */
export async function sweepTemporaryFiles(path: string): Promise<void> {
  const prefix = `.${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const [, writer] = /^(\d+)-[0-9a-f]{16}\.tmp$/.exec(name.slice(prefix.length)) ?? [];
    if (writer !== undefined && !isAlive(Number(writer)))
      await rm(join(dirname(path), name), { force: true });
  }
}

/** Without it a new name may not outlive a power loss, even if the file's content would. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'EISDIR' || codeOf(error) === 'EPERM') return undefined; // Windows
    throw error;
  });
  if (directory === undefined) return;
  try {
    await directory.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error; // some network file systems
  } finally {
    await directory.close();
  }
}

/** Git ignores it in `recordings/`. */
export function temporaryName(name: string): string {
  return `.${name}.${process.pid}-${randomBytes(8).toString('hex')}.tmp`;
}
