// Texts that a command writes into the files that its options name.
import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inputError } from '../app/options/command-error.ts';
import type { Io } from './io.ts';

/**
 * `--out`: to standard output where it names no file.
 * @throws CommandError for a file that cannot be written
 */
export function writeOut(text: string, file: string | undefined, io: Io): void {
  if (file === undefined) io.out(text);
  else writeFileOf('--out', file, text, io);
}

/** The files that `--junit` and `--markdown` name. */
interface ReportFiles {
  readonly junit: string | undefined;
  readonly markdown: string | undefined;
}

/**
 * Reports are written at the end of a long run, so what is wrong with a folder is told at the start.
 * @throws CommandError
 */
export function checkReportFolders({ junit, markdown }: ReportFiles, io: Io): void {
  const check = (option: string, file: string | undefined) => {
    if (file === undefined) return;
    trying(option, file, () => {
      accessSync(dirname(resolve(io.cwd, file)), constants.W_OK);
    });
  };
  check('--junit', junit);
  check('--markdown', markdown);
}

/**
 * Writes the reports that are asked for.
 * @throws CommandError for a file that cannot be written
 */
export function writeReports(
  { junit, markdown }: ReportFiles,
  print: { readonly junit: () => string; readonly markdown: () => string },
  io: Io,
): void {
  if (junit !== undefined) writeFileOf('--junit', junit, print.junit(), io);
  if (markdown !== undefined) writeFileOf('--markdown', markdown, print.markdown(), io);
}

function writeFileOf(option: string, file: string, text: string, io: Io): void {
  trying(option, file, () => {
    writeFileSync(resolve(io.cwd, file), text);
  });
}

function trying(option: string, file: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw inputError(`${option} ${file}: cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
