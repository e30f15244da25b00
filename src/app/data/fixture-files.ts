// Reads fixtures from the disk: one file, or a directory whose JSON files make one data set.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DataSet } from '../../service/models/resources.ts';
import { FixtureError, readFixtures } from '../../service/models/fixtures.ts';
import type { FixtureProblem } from '../../service/models/fixtures.ts';
import { placesOf } from '../../http/json-places.ts';
import { JsonFileError, readJsonFile } from '../../http/json-file.ts';
import { textPlace } from '../../http/json-text.ts';
import { whyNotRead } from '../../http/system-error.ts';

/**
 * @param path a file, or a directory: its `*.json` files are read in the order of their names, those in
 *   subdirectories and those whose name begins with a dot are not
 * @param cwd what a relative path is relative to
 * @throws FixtureError
 */
export async function readFixtureFiles(path: string, cwd = '.'): Promise<DataSet> {
  const texts = new Map<string, string>();
  const sources: { readonly file: string; readonly value: unknown }[] = [];
  for (const file of await fixtureFiles(path, cwd)) {
    const { text, value } = readJson(file, await reading(file, () => readFile(resolve(cwd, file))));
    texts.set(file, text);
    sources.push({ file, value });
  }
  try {
    return readFixtures(sources);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    throw new FixtureError(withPlaces(error.problems, texts), { cause: error });
  }
}

/** The problems with their places in the files, in the order in which they stand there. */
function withPlaces(
  problems: readonly FixtureProblem[],
  texts: ReadonlyMap<string, string>,
): FixtureProblem[] {
  return [...new Set(problems.map(({ file }) => file))].flatMap((file) => {
    const own = problems.filter((problem) => problem.file === file);
    const places = placesOf(
      texts.get(file)!,
      own.map(({ path, kind }) => ({ path, name: kind === 'unknown' })),
    );
    return own
      .map((problem, at) => ({ ...problem, place: places[at]! }))
      .sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  });
}

async function fixtureFiles(path: string, cwd: string): Promise<readonly string[]> {
  const found = await reading(path, () => stat(resolve(cwd, path)));
  if (found.isFile()) return [path];
  if (!found.isDirectory()) throw wholeFile(path, 'is neither a file nor a directory');
  const names = await reading(path, () => readdir(resolve(cwd, path)));
  const files: string[] = [];
  for (const name of names.sort()) {
    const file = join(path, name);
    if (!name.endsWith('.json') || name.startsWith('.')) continue;
    if ((await reading(file, () => stat(resolve(cwd, file)))).isFile()) files.push(file);
  }
  if (files.length === 0) throw wholeFile(path, 'has no *.json file');
  return files;
}

function readJson(file: string, bytes: Uint8Array): ReturnType<typeof readJsonFile> {
  try {
    return readJsonFile(bytes);
  } catch (error) {
    if (!(error instanceof JsonFileError)) throw error;
    const { message: reason, at, text } = error;
    const place = at === undefined ? {} : { place: textPlace(text, at) };
    throw new FixtureError([{ file, path: [], reason, kind: 'invalid', ...place }], { cause: error });
  }
}

async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw wholeFile(path, whyNotRead(cause), cause);
  }
}

function wholeFile(file: string, reason: string, cause?: unknown): FixtureError {
  return new FixtureError([{ file, path: [], reason, kind: 'invalid' }], { cause });
}
