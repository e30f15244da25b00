// `pricing-mock fixtures` and `pricing-mock openapi`: they print one text, or write it to a file.
import { writeFixtures } from '../service/models/fixtures.ts';
import { openapiDocument } from '../app/control/openapi-documents.ts';
import { withOptions } from '../app/options/service-options.ts';
import { chooseProfile, chooseSettings } from '../app/options/choose-settings.ts';
import { createData } from '../app/data/create-data.ts';
import { exitCodes } from '../app/options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { fixturesOptions, openapiOptions } from '../app/options/print-options.ts';
import { namingSchema, writeOut } from './write-out.ts';

/** Generated data as a file that people can read, change and load again. */
export async function fixtures(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(fixturesOptions, { flags, env: io.env, file: {}, fileName: '' });
  const settings = withOptions(chooseSettings(options.profile, options.assume, io.cwd), options);
  const text = writeFixtures(await createData(options, settings, io.cwd));
  writeOut(namingSchema(text, 'fixtures', options.out, io), options.out, io);
  return exitCodes.ok;
}

/** The port on which `serve` listens by default. */
const usualOrigin = 'http://127.0.0.1:5300';

/** An OpenAPI document as a file, for linters, generators and readers. */
export function openapi(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(openapiOptions, { flags, env: io.env, file: {}, fileName: '' });
  const { settings, profile } = chooseProfile(options.profile, options.assume, io.cwd);
  const document = openapiDocument(options.of, withOptions(settings, options), usualOrigin, profile);
  writeOut(`${JSON.stringify(document, null, 2)}\n`, options.out, io);
  return Promise.resolve(exitCodes.ok);
}
