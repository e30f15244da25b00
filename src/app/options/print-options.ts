// The options of the commands that print one thing or write it to a file: `fixtures`, `assumptions`, `openapi`; and those
// of every command that writes reports.
import { dataOptions, assumptionOptions } from './mock-options.ts';
import { text, flag, oneOf } from './parsers.ts';
import { option } from './options.ts';

/** Of every command that writes one text. */
export const outOption = option<string | undefined>(
  '-o, --out <file>',
  'file to write, instead of standard output, for which - stands',
  (words) => (words === '-' ? undefined : text(words)),
  undefined,
);

/** The options of `fixtures`. */
export const fixturesOptions = {
  ...dataOptions,
  ...assumptionOptions,
  out: outOption,
};

/** @param what the reports are of */
export function reportOptions(what: string) {
  return {
    junit: option<string | undefined>(
      '--junit <file>',
      `JUnit report of ${what}, written at the end`,
      text,
      undefined,
    ),
    markdown: option<string | undefined>(
      '--markdown <file>',
      `${what} in Markdown, written at the end`,
      text,
      undefined,
    ),
  };
}

/** The options of `assumptions`. */
export const assumptionsOptions = {
  ...assumptionOptions,
  json: option('--json', 'print JSON', flag, false),
};

/** The options of `openapi`. */
export const openapiOptions = {
  of: option('--of <what>', 'what to describe: service, control', oneOf(['service', 'control']), 'service'),
  out: outOption,
  ...assumptionOptions,
  incomplete: dataOptions.incomplete,
  archived: dataOptions.archived,
};
