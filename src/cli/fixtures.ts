// `pricing-mock fixtures`: generated data as a file that people can read, change and load again.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeFixtures } from '../mock/fixtures.ts';
import { chooseSettings } from '../start/choose-settings.ts';
import { createData } from '../start/create-data.ts';
import { exitCodes, inputError } from '../options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../options/options.ts';
import type { Flags } from '../options/options.ts';
import { fixturesOptions } from '../start/serve-options.ts';

export async function fixtures(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(fixturesOptions, { flags, env: io.env, file: {}, fileName: '' });
  const settings = chooseSettings(options.profile, options.assume, io.cwd);
  const text = writeFixtures(await createData(options, settings, io.cwd));
  if (options.out === undefined) io.out(text);
  else write(resolve(io.cwd, options.out), options.out, text);
  return exitCodes.ok;
}

function write(path: string, name: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw inputError(`--out ${name}: cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
