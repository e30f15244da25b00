// Files for one test, gone when it is over.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory with files by name; a name may lead into a subdirectory. */
export async function temporaryFiles(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pricing-mock-cli-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return directory;
}
