// The options of `openapi`, each declared once.
import { oneOf } from './parsers.ts';
import { assumptionOptions } from './mock-options.ts';
import { option } from './options.ts';
import { fixturesOptions } from './serve-options.ts';

export const openapiOptions = {
  of: option('--of <what>', 'what to describe: service, control', oneOf(['service', 'control']), 'service'),
  out: fixturesOptions.out,
  ...assumptionOptions,
};
