// The commands below `recordings` and their options, each declared once.
import { many, option } from './options.ts';
import type { Options } from './options.ts';
import { flag, recordingName, text, wholeNumber } from './parsers.ts';
import { dirOption, origin } from './serve-options.ts';

const dir = dirOption;
const json = option('--json', 'print JSON', flag, false);

export const listOptions = { dir, json };
export const showOptions = {
  dir,
  grep: option<string | undefined>(
    '--grep <text>',
    'only interactions that hold this text: in the request, the answer or the id; capitals do not matter',
    text,
    undefined,
  ),
  status: many('--status <code>', 'only answers with this status, such as 429 or 4xx', statusPattern),
  last: option<number | undefined>(
    '--last <n>',
    'only the last ones, of those that fit',
    wholeNumber(1, 1_000_000),
    undefined,
  ),
  json,
};
export const checkOptions = { dir, json };
export const pruneOptions = {
  dir,
  dryRun: option('--dry-run', 'only say what would be dropped', flag, false),
};
export const importOptions = {
  dir,
  name: option<string | undefined>(
    '--name <name>',
    'name of the recording, instead of the file’s',
    recordingName,
    undefined,
  ),
  upstream: option<string | undefined>(
    '--upstream <origin>',
    'origin whose entries to take, where a HAR holds several',
    origin,
    undefined,
  ),
};
export const exportOptions = {
  dir,
  har: option<string | undefined>(
    '--har <file>',
    'HAR file to write; - for standard output',
    text,
    undefined,
  ),
  force: option('--force', 'replace the file if there is one', flag, false),
};

/** A status or a class of them, as a pattern for a status. */
function statusPattern(words: string): RegExp {
  if (/^[1-5](?:\d\d|xx)$/i.test(words)) return new RegExp(`^${words.replace(/x/gi, '\\d')}$`);
  throw new Error(`'${words}' is neither a status, such as 429, nor a class of them, such as 4xx`);
}

/** Each with the function of `cli/recordings-command.ts` that runs it. */
export const recordingsCommands = [
  {
    name: 'ls',
    description: 'list the recordings',
    examples: [['pricing-mock recordings ls --dir other', 'those of another folder']],
    options: listOptions,
    run: 'list',
  },
  {
    name: 'show <name> [id]',
    description: 'list the interactions of a recording, or print one',
    examples: [
      ['pricing-mock recordings show session', 'every interaction in a line'],
      ['pricing-mock recordings show session --status 4xx --last 5', 'the last five refusals'],
      ['pricing-mock recordings show session 1-get-listings', 'one whole'],
    ],
    options: showOptions,
    run: 'show',
  },
  {
    name: 'check [name...]',
    description: 'check format and look for secrets; ends with code 4 on a finding',
    examples: [['pricing-mock recordings check', 'all recordings, for a hook before a commit']],
    options: checkOptions,
    run: 'check',
  },
  {
    name: 'prune <name>',
    description: 'drop interactions without which a replay answers the same',
    examples: [['pricing-mock recordings prune session --dry-run', 'only say which']],
    options: pruneOptions,
    run: 'prune',
  },
  {
    name: 'import <file>',
    description: 'make a recording from a HAR file, or a ZIP with one, without its secrets',
    examples: [
      [
        'pricing-mock recordings import browser.har --upstream https://api.example.com',
        'what a browser has saved of one service',
      ],
    ],
    options: importOptions,
    run: 'importHar',
  },
  {
    name: 'export <name>',
    description: 'write a recording as HAR',
    examples: [['pricing-mock recordings export session --har session.har', 'for a browser or another tool']],
    options: exportOptions,
    run: 'exportHar',
  },
] as const satisfies readonly {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  readonly options: Options;
  readonly run: string;
}[];
