// Reads the JSON files of a user: the configuration and profiles.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describePosition, fileFault } from '../../http/json-text.ts';
import { isObject } from '../../http/exact-json.ts';
import { isMissing, whyNotRead } from '../../http/system-error.ts';
import { EncodingError, readUtf8 } from '../../http/utf8-file.ts';
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
  const text = decode(bytes, name);
  const fault = fileFault(text);
  if (fault !== null) throw inputError(`${name}: ${fault.reason}, at ${describePosition(text, fault.at)}`);
  const value: unknown = JSON.parse(text);
  if (isObject(value)) return { ...value };
  throw inputError(`${name}: holds no JSON object`);
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return readUtf8(bytes);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    throw inputError(`${name}: ${error.message}`);
  }
}
