// Texts that a command writes into the files that its options name.
import { accessSync, closeSync, constants, existsSync, openSync, writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { inputError } from '../app/options/command-error.ts';
import { flagNames } from '../app/options/options.ts';
import { outOption } from '../app/options/print-options.ts';
import { whyNotWritten } from '../http/system-error.ts';
import type { Io } from './io.ts';

/**
 * `--out`: to standard output where it names no file.
 * @throws CommandError for a file that cannot be written
 */
export function writeOut(text: string, file: string | undefined, io: Io): void {
  if (file === undefined) io.out(text);
  else writeFileOf(flagNames(outOption), file, text, io);
}

/**
 * A JSON document that names its schema, so that editors complete it: by the way from its file to the package, where that is
 * installed in a folder above. Another way would hold on this machine alone.
 */
export function namingSchema(
  text: string,
  schema: 'fixtures' | 'profile',
  file: string | undefined,
  io: Io,
): string {
  if (file === undefined) return text;
  const folder = dirname(resolve(io.cwd, file));
  const steps = folder.split(sep).length;
  const ways = Array.from({ length: steps }, (_, up) => {
    const start = up === 0 ? '.' : Array(up).fill('..').join('/');
    return `${start}/node_modules/pricing-mock/schemas/${schema}.schema.json`;
  });
  const way = ways.find((each) => existsSync(resolve(folder, each)));
  return way === undefined ? text : text.replace('{', `{\n  "$schema": ${JSON.stringify(way)},`);
}

/** The files that `--junit` and `--markdown` name. */
interface ReportFiles {
  readonly junit: string | undefined;
  readonly markdown: string | undefined;
}

/**
 * Reports are written at the end of a long run, so what is wrong with a file or its folder is told at the start.
 * @throws CommandError
 */
export function checkReportFiles({ junit, markdown }: ReportFiles, io: Io): void {
  const check = (option: string, file: string | undefined) => {
    if (file === undefined) return;
    trying(option, file, () => {
      const path = resolve(io.cwd, file);
      if (existsSync(path)) closeSync(openSync(path, 'r+'));
      else accessSync(dirname(path), constants.W_OK);
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
    throw inputError(`${option} ${file}: ${whyNotWritten(error)}`);
  }
}
