// `--out`: a text into a file, or to standard output where none is named.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inputError } from '../app/options/command-error.ts';
import type { Io } from './io.ts';

/** @throws CommandError for a file that cannot be written */
export function writeOut(text: string, file: string | undefined, io: Io): void {
  if (file === undefined) {
    io.out(text);
    return;
  }
  try {
    writeFileSync(resolve(io.cwd, file), text);
  } catch (error) {
    throw inputError(`--out ${file}: cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
