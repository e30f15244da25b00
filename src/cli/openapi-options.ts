// The options of `openapi`, each declared once.
import { oneOf } from '../options/parsers.ts';
import { assumptionOptions } from '../options/mock-options.ts';
import { option } from '../options/options.ts';
import { fixturesOptions } from '../start/serve-options.ts';

export const openapiOptions = {
  of: option('--of <what>', 'what to describe: service, control', oneOf(['service', 'control']), 'service'),
  out: fixturesOptions.out,
  ...assumptionOptions,
};
