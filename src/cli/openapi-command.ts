// `pricing-mock openapi`: the OpenAPI documents as a file, for linters, generators and readers.
import { openapiDocument } from '../app/control/openapi-documents.ts';
import { chooseSettings } from '../app/options/choose-settings.ts';
import { exitCodes } from '../app/options/command-error.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { openapiOptions } from '../app/options/print-options.ts';
import { writeOut } from './write-out.ts';

/** Where `serve` listens unless it is told otherwise. */
const usualOrigin = 'http://127.0.0.1:5300';

export function openapi(flags: Flags, io: Io): Promise<number> {
  const options = resolveOptions(openapiOptions, { flags, env: io.env, file: {}, fileName: '' });
  const settings = chooseSettings(options.profile, options.assume, io.cwd);
  const document = openapiDocument(options.of, settings, usualOrigin);
  writeOut(`${JSON.stringify(document, null, 2)}\n`, options.out, io);
  return Promise.resolve(exitCodes.ok);
}
