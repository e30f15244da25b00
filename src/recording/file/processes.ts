// Tells whether a process on this computer is still alive, and with it whether its lock or temporary file is in use.
import { readFile } from 'node:fs/promises';
import { codeOf } from '../../http/system-error.ts';

interface ProcessState {
  readonly alive: boolean;
  /** When it started, in the kernel's ticks, where `/proc` tells it. A process number is used again; the pair is not. */
  readonly started: string | null;
}

/** The 22nd field of `/proc/<pid>/stat`; the 2nd, a name, may hold spaces and brackets (proc(5)). */
export async function processState(pid: number): Promise<ProcessState> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, ...others] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { alive: state !== 'Z' && state !== 'X', started: others[18] ?? null };
  } catch {
    return { alive: isAlive(pid), started: null };
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
