// `pricing-mock fixtures`: generated data as a file that people can read, change and load again.
import { writeFixtures } from '../service/models/fixtures.ts';
import { chooseSettings } from '../app/options/choose-settings.ts';
import { createData } from '../app/data/create-data.ts';
import { exitCodes } from '../app/options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { fixturesOptions } from '../app/options/print-options.ts';
import { writeOut } from './write-out.ts';

export async function fixtures(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(fixturesOptions, { flags, env: io.env, file: {}, fileName: '' });
  const settings = chooseSettings(options.profile, options.assume, io.cwd);
  const text = writeFixtures(await createData(options, settings, io.cwd));
  writeOut(text, options.out, io);
  return exitCodes.ok;
}
