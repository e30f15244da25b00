// The files of the page at /__mock/, as the build has left them beside the program. They are read when they are asked for.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PageFile, PageFileName } from './control/route.ts';

/** Where the build puts them: below package.json, which stands two folders up from here, built or not. */
const folder = new URL('../../dist/page/', import.meta.url);

/** Undefined where the page was not built. */
export async function readPageFile(name: PageFileName): Promise<PageFile | undefined> {
  try {
    const bytes = await readFile(new URL(name, folder));
    const digest = createHash('sha256').update(bytes).digest('base64url');
    return { bytes, entityTag: `"${digest.slice(0, 22)}"` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
