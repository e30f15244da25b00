// Reads the JSON files of a user: the configuration and profiles.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '../../http/exact-json.ts';
import { JsonFileError, readJsonFile } from '../../http/json-file.ts';
import { describePosition } from '../../http/json-text.ts';
import { isMissing, whyNotRead } from '../../http/system-error.ts';
import { inputError } from './command-error.ts';

/** The file in the working directory that is read when `--config` names no other. */
const configName = 'pricing-mock.config.json';

export interface ConfigFile {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The named configuration file, or the default one if it exists.
 * @throws CommandError (4) for a file that is missing, unreadable or no JSON object
 */
export function readConfig(named: string | undefined, cwd: string): ConfigFile {
  const name = named ?? configName;
  const bytes = readBytes(cwd, name, named === undefined);
  return { name, values: bytes === undefined ? {} : parseObject(bytes, name) };
}

/**
 * A JSON object from a file.
 * @throws CommandError (4)
 */
export function readObject(name: string, cwd: string): Readonly<Record<string, unknown>> {
  return parseObject(readBytes(cwd, name, false)!, name);
}

function readBytes(cwd: string, name: string, optional: boolean): Uint8Array | undefined {
  try {
    return readFileSync(resolve(cwd, name));
  } catch (error) {
    if (isMissing(error) && optional) return undefined;
    throw inputError(`${name}: ${whyNotRead(error)}`);
  }
}

/**
 * The JSON object that a file holds.
 * @throws CommandError (4)
 */
export function parseObject(bytes: Uint8Array, name: string): Readonly<Record<string, unknown>> {
  const value = readJson(bytes, name);
  if (isObject(value)) return { ...value };
  throw inputError(`${name}: holds no JSON object`);
}

function readJson(bytes: Uint8Array, name: string): unknown {
  try {
    return readJsonFile(bytes).value;
  } catch (error) {
    if (!(error instanceof JsonFileError)) throw error;
    const { message, at, text } = error;
    throw inputError(`${name}: ${message}${at === undefined ? '' : `, at ${describePosition(text, at)}`}`);
  }
}
