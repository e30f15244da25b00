// Reads the options of `serve`, `record` and `replay` from flags, the environment and their common configuration file.
import { inputError, usageError } from '../app/options/command-error.ts';
import { envName, resolveOptions } from '../app/options/options.ts';
import type { Flags, Options, Values } from '../app/options/options.ts';
import { readConfig } from '../app/options/config-file.ts';
import type { ConfigFile } from '../app/options/config-file.ts';
import type { Io } from './io.ts';

/** @throws CommandError (2) for a wrong flag or variable, (4) for a wrong file */
export async function readOptions<O extends Options>(options: O, flags: Flags, io: Io): Promise<Values<O>> {
  const fromEnv = io.env[envName('config')];
  const named = flags.config ?? (fromEnv === '' ? undefined : fromEnv);
  if (named === '') throw usageError('--config: must not be empty');
  const { name, values } = readConfig(typeof named === 'string' ? named : undefined, io.cwd);
  if (Object.hasOwn(values, 'config'))
    throw inputError(`${name}: config: a configuration file cannot name another`);
  const file = await withoutForeign(values, options);
  return resolveOptions(options, { flags, env: io.env, file, fileName: name });
}

/** Removes the options of other commands. Unknown names stay, so that they are refused. */
async function withoutForeign(values: ConfigFile['values'], own: Options): Promise<ConfigFile['values']> {
  const keys = Object.keys(values);
  if (keys.every((key) => Object.hasOwn(own, key))) return values;
  const others = await everyOption(); // loaded only for a file that names other options
  const kept = keys.filter((key) => Object.hasOwn(own, key) || !others.has(key));
  return Object.fromEntries(kept.map((key) => [key, values[key]]));
}

async function everyOption(): Promise<ReadonlySet<string>> {
  const { serveOptions } = await import('../app/options/serve-options.ts');
  const { recordOptions } = await import('../app/options/record-options.ts');
  const { replayOptions } = await import('../app/options/replay-options.ts');
  return new Set(Object.keys({ ...serveOptions, ...recordOptions, ...replayOptions }));
}
