// The options of a command that listens, from its flags, the environment and the one file that configures all such
// commands.
import { readConfig } from '../start/config-file.ts';
import { inputError, usageError } from '../options/command-error.ts';
import type { Io } from './io.ts';
import { envName, resolveOptions } from '../options/options.ts';
import type { Flags, Options, Values } from '../options/options.ts';
import { recordOptions } from '../start/record-options.ts';
import { replayOptions } from '../start/replay-options.ts';
import { serveOptions } from '../start/serve-options.ts';

const everyOption: Options = { ...serveOptions, ...recordOptions, ...replayOptions };

/** @throws CommandError (2) for a wrong flag or variable, (4) for a wrong file */
export function readOptions<O extends Options>(options: O, flags: Flags, io: Io): Values<O> {
  const fromEnv = io.env[envName('config')];
  const named = flags.config ?? (fromEnv === '' ? undefined : fromEnv);
  if (named === '') throw usageError('--config: must not be empty');
  const { name, values } = readConfig(typeof named === 'string' ? named : undefined, io.cwd);
  if (Object.hasOwn(values, 'config'))
    throw inputError(`${name}: config: a configuration file cannot name another`);
  // What only other commands know is theirs; what nobody knows is left in, to be refused.
  const own = Object.entries(values).filter(
    ([key]) => Object.hasOwn(options, key) || !Object.hasOwn(everyOption, key),
  );
  return resolveOptions(options, { flags, env: io.env, file: Object.fromEntries(own), fileName: name });
}
