// One recorder a recording. The lock is a file beside it that says who holds it: process, computer, start time.
// A process that is gone, or another one under the same number, holds nothing.
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryName } from './durable-file.ts';
import { codeOf, isMissing } from './error-code.ts';
import { processState } from './processes.ts';
import { RecordingError } from './recording-error.ts';

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When it took the lock, ISO 8601. */
  readonly since: string;
  /** The start of the process in the kernel's ticks, where `/proc` tells it. */
  readonly started: string | null;
}

export interface Lock {
  release(): Promise<void>;
}

/** How long a process may take to clear a stale lock away. */
const takeoverPatience = 5_000;

/**
 * @param lockFile its path
 * @param recording for the message
 * @throws RecordingError `locked`; whatever the disk says
 */
export async function takeLock(lockFile: string, recording: string): Promise<Lock> {
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    started: (await processState(process.pid)).started,
  };
  const text = `${JSON.stringify(holder)}\n`;
  for (;;) {
    if (await create(lockFile, text)) break;
    const found = await readLock(lockFile);
    if (found === undefined) continue; // released in between
    if (found.holder !== undefined && (await isHeld(found.holder)))
      throw refusal(found.holder, lockFile, recording);
    await clearStale(lockFile, found.text);
  }
  return {
    release: async () => {
      const now = await readLock(lockFile).catch(() => undefined);
      if (now?.text === text) await rm(lockFile, { force: true });
    },
  };
}

/** A link makes the lock appear whole, so that nobody ever reads half of one. */
async function create(lockFile: string, text: string): Promise<boolean> {
  const temporary = join(dirname(lockFile), temporaryName(basename(lockFile)));
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
    await link(temporary, lockFile);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // A file system without hard links.
    if (codeOf(error) === 'EPERM' || codeOf(error) === 'ENOTSUP') return await createInPlace(lockFile, text);
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function createInPlace(lockFile: string, text: string): Promise<boolean> {
  try {
    await writeFile(lockFile, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Two processes may find the same stale lock. Without a turn, the slower one would remove the lock that the faster one
 * has taken meanwhile; so the lock is removed in turn, and only if it still says the same.
 */
async function clearStale(lockFile: string, text: string): Promise<void> {
  const turn = join(dirname(lockFile), `.${basename(lockFile)}.turn.tmp`);
  if (!(await createInPlace(turn, ''))) {
    const begun = await stat(turn).catch(() => undefined);
    if (begun !== undefined && Date.now() - begun.mtimeMs > takeoverPatience) await rm(turn, { force: true });
    await delay(10);
    return;
  }
  try {
    if ((await readLock(lockFile))?.text === text) await rm(lockFile, { force: true });
  } finally {
    await rm(turn, { force: true });
  }
}

async function readLock(
  lockFile: string,
): Promise<{ text: string; holder: LockHolder | undefined } | undefined> {
  try {
    const text = await readFile(lockFile, 'utf8');
    return { text, holder: parseHolder(text) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined for a text that no recorder wrote, or wrote only in part: it holds nothing. */
function parseHolder(text: string): LockHolder | undefined {
  try {
    const { pid, host, since, started } = JSON.parse(text) as Partial<Record<keyof LockHolder, unknown>>;
    if (!Number.isSafeInteger(pid) || typeof host !== 'string' || typeof since !== 'string') return undefined;
    return { pid: pid as number, host, since, started: typeof started === 'string' ? started : null };
  } catch {
    return undefined;
  }
}

async function isHeld({ pid, host, started }: LockHolder): Promise<boolean> {
  if (host !== hostname()) return true; // nobody here can tell
  const now = await processState(pid);
  return now.alive && (started === null || now.started === null || now.started === started);
}

function refusal({ pid, host, since }: LockHolder, lockFile: string, recording: string): RecordingError {
  const remedy =
    host === hostname()
      ? 'Stop it first, or record under another name.'
      : `Stop it there; if it is gone, delete ${lockFile}.`;
  const cause = `process ${pid} on ${host} has been recording into it since ${since}`;
  return new RecordingError('locked', recording, cause, remedy);
}
