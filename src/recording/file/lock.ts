// One recorder a recording. The lock is a file beside it that says who holds it: process, computer, start time.
// A process that is gone, or another one under the same number, holds nothing.
import { createHash } from 'node:crypto';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryName } from './atomic-file.ts';
import { codeOf } from '../../http/system-error.ts';
import { processState } from './processes.ts';
import { RecordingError } from './recording-error.ts';
import { readRegularFile } from './regular-file.ts';

interface LockHolder {
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

/** How often a lock is looked at that somebody is about to clear away, and how long between two looks, in milliseconds. */
const mostLooks = 500;
const pause = 10;

/** No recorder writes a longer one. */
const longestLock = 64 * 1024;

/**
 * @param lockFile its path
 * @param recording for the message
 * @throws RecordingError `locked`, `not-a-file`; whatever the disk says
 */
export async function takeLock(lockFile: string, recording: string): Promise<Lock> {
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    started: (await processState(process.pid)).started,
  };
  const text = `${JSON.stringify(holder)}\n`;
  await take(lockFile, text, recording);
  await sweepTurns(lockFile);
  return { release: () => release(lockFile, text) };
}

async function take(lockFile: string, text: string, recording: string): Promise<void> {
  for (let look = 1; !(await create(lockFile, text)); look += 1) {
    const found = await readLock(lockFile);
    if (found === undefined) continue; // released in between
    if (found.holder === undefined || !(await isHeld(found.holder))) {
      await clearStale(lockFile, found.text, { text, recording });
    } else if (!isTurn(lockFile) || found.holder.host !== hostname() || look === mostLooks) {
      throw refusal(found.holder, lockFile, recording);
    } else await delay(pause);
  }
}

async function release(lockFile: string, text: string): Promise<void> {
  const now = await readLock(lockFile).catch(() => undefined);
  if (now?.text === text) await rm(lockFile, { force: true });
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
 * has taken meanwhile. The turn is a lock, too, named after the stale one: only its holder may remove
 * that very lock, and one who comes late finds another. A turn that a killed process left is stale itself, and is cleared
 * in the same way; no clock is asked.
 */
async function clearStale(
  lockFile: string,
  stale: string,
  taker: { readonly text: string; readonly recording: string },
): Promise<void> {
  const turn = turnOf(lockFile, stale);
  await take(turn, taker.text, taker.recording);
  try {
    if ((await readLock(lockFile))?.text === stale) await rm(lockFile, { force: true });
  } finally {
    await release(turn, taker.text);
  }
}

const turnEnd = '.turn.tmp';
const isTurn = (lockFile: string) => lockFile.endsWith(turnEnd);

/** `a.lock` has turns such as `.a.lock.0123456789abcdef.turn.tmp`, and so do they. */
function turnOf(lockFile: string, stale: string): string {
  const name = basename(lockFile);
  const stem = isTurn(name) ? name.slice(0, -turnEnd.length - 17) : `.${name}`;
  const which = createHash('sha256').update(`${name}\n${stale}`).digest('hex').slice(0, 16);
  return join(dirname(lockFile), `${stem}.${which}${turnEnd}`);
}

/** Removes the turns at earlier locks, which killed processes have left: the holder of the lock needs none of them. */
async function sweepTurns(lockFile: string): Promise<void> {
  const prefix = `.${basename(lockFile)}.`;
  for (const name of await readdir(dirname(lockFile))) {
    if (name.startsWith(prefix) && isTurn(name)) await rm(join(dirname(lockFile), name), { force: true });
  }
}

async function readLock(
  lockFile: string,
): Promise<{ text: string; holder: LockHolder | undefined } | undefined> {
  const bytes = await readRegularFile(lockFile, longestLock);
  if (bytes === undefined) return undefined;
  const text = bytes.toString();
  return { text, holder: parseHolder(text) };
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
