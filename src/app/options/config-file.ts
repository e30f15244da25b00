// Reads the JSON files of a user: the configuration and profiles.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describePosition, fileLimits, scanJson } from '../../http/json-text.ts';
import { isObject } from '../../http/exact-json.ts';
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
  const text = readText(cwd, name, named === undefined);
  return { name, values: text === undefined ? {} : parseObject(text, name) };
}

/**
 * A JSON object from a file.
 * @throws CommandError (4)
 */
export function readObject(name: string, cwd: string): Readonly<Record<string, unknown>> {
  return parseObject(readText(cwd, name, false)!, name);
}

function readText(cwd: string, name: string, optional: boolean): string | undefined {
  try {
    return readFileSync(resolve(cwd, name), 'utf8').replace(/^\ufeff/, ''); // Windows editors write it
  } catch (error) {
    if (isMissing(error) && optional) return undefined;
    throw inputError(`${name}: ${whyNotRead(error)}`);
  }
}

function parseObject(text: string, name: string): Readonly<Record<string, unknown>> {
  const { fault } = scanJson(text, fileLimits);
  if (fault !== null) throw inputError(`${name}: ${fault.reason}, at ${describePosition(text, fault.at)}`);
  const value: unknown = JSON.parse(text);
  if (isObject(value)) return { ...value };
  throw inputError(`${name}: holds no JSON object`);
}
