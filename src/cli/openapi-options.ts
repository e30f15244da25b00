// The options of `openapi`, each declared once.
import { oneOf } from './parsers.ts';
import { assumptionOptions, fixturesOptions, option } from './serve-options.ts';

export const openapiOptions = {
  of: option('--of <what>', 'what to describe: service, control', oneOf(['service', 'control']), 'service'),
  out: fixturesOptions.out,
  ...assumptionOptions,
};
