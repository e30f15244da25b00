// Fixtures from the disk: one file, or a directory whose JSON files make one data set.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DataSet } from '../../service/models/resources.ts';
import { FixtureError, mergeFixtures, parseFixtures } from '../../service/models/fixtures.ts';
import type { FixturePart } from '../../service/models/fixtures.ts';
import { fileLimits, scanJson, textPlace } from '../../http/json-text.ts';

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  EACCES: 'permission to read it is denied',
  EPERM: 'permission to read it is denied',
  ELOOP: 'its symbolic links lead in a circle',
};

/**
 * @param path a file, or a directory: its `*.json` files are read in the order of their names, those in
 *   subdirectories and those whose name begins with a dot are not
 * @param cwd what a relative path is relative to
 * @throws FixtureError
 */
export async function readFixtures(path: string, cwd = '.'): Promise<DataSet> {
  const parts: FixturePart[] = [];
  for (const file of await fixtureFiles(path, cwd)) parts.push(await readPart(file, cwd));
  return mergeFixtures(parts);
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

async function readPart(file: string, cwd: string): Promise<FixturePart> {
  const text = decode(file, await reading(file, () => readFile(resolve(cwd, file))));
  return parseFixtures(parseJson(file, text), file);
}

/** UTF-8, with or without a byte order mark. */
function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw wholeFile(file, 'is not UTF-8 text', cause);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { fault } = scanJson(text, fileLimits);
    if (fault === null) throw wholeFile(file, 'is not JSON', cause);
    const { line, column } = textPlace(text, fault.at);
    throw new FixtureError({ file, path: `line ${line}, column ${column}` }, fault.reason, { cause });
  }
}

async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw wholeFile(path, causes[code] ?? `cannot be read (${code})`, cause);
  }
}

function wholeFile(file: string, reason: string, cause?: unknown): FixtureError {
  return new FixtureError({ file, path: '' }, reason, { cause });
}
