// Reads the options of `serve`, `record` and `replay` from flags, the environment and their common configuration file.
import { inputError, usageError } from '../app/options/command-error.ts';
import { envName, resolveOptions } from '../app/options/options.ts';
import type { Flags, Options, Values } from '../app/options/options.ts';
import { readConfig } from '../app/options/config-file.ts';
import type { ConfigFile } from '../app/options/config-file.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';

/** @throws CommandError (2) for a wrong flag or variable, (4) for a wrong file */
export async function readOptions<O extends Options>(options: O, flags: Flags, io: Io): Promise<Values<O>> {
  const fromEnv = io.env[envName('config')];
  const named = flags.config ?? (fromEnv === '' ? undefined : fromEnv);
  if (named === '') throw usageError('--config: must not be empty');
  const config = readConfig(typeof named === 'string' ? named : undefined, io.cwd);
  const { name, values } = config;
  if (Object.hasOwn(values, 'config'))
    throw inputError(`${name}: config: a configuration file cannot name another`);
  const file = await withoutForeign(config, options, io);
  return resolveOptions(options, { flags, env: io.env, file, fileName: name });
}

/** Removes the options of other commands, and says so. Unknown names stay, so that they are refused. */
async function withoutForeign(
  { name, values }: ConfigFile,
  own: Options,
  io: Io,
): Promise<ConfigFile['values']> {
  const keys = Object.keys(values);
  if (keys.every((key) => Object.hasOwn(own, key))) return values;
  const others = await everyOption(); // loaded only for a file that names other options
  const isForeign = (key: string) => !Object.hasOwn(own, key) && others.has(key);
  const foreign = keys.filter(isForeign);
  if (foreign.length > 0)
    noteTo(io)(`${name}: not read here, as options of other commands: ${foreign.join(', ')}`);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isForeign(key)));
}

async function everyOption(): Promise<ReadonlySet<string>> {
  const { serveOptions } = await import('../app/options/serve-options.ts');
  const { recordOptions } = await import('../app/options/record-options.ts');
  const { replayOptions } = await import('../app/options/replay-options.ts');
  return new Set(Object.keys({ ...serveOptions, ...recordOptions, ...replayOptions }));
}
