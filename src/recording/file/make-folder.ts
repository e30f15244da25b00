// Makes the folder of a recording. Node 20's own way of making a path of folders never ends where the system says of a
// folder that it cannot be made because its parent, which is there, does not exist, as it does below /proc.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, isMissing } from '../../http/system-error.ts';

/**
 * Makes a folder and those above it that are missing, for their owner alone.
 * @throws the system's error
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (!isMissing(error) || parent === path || (await isThere(parent))) throw error;
    await makeFolder(parent);
    await makeFolder(path);
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
