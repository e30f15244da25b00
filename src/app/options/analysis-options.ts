// The options of the commands that look into recordings: `learn`, `fidelity` and `drift`.
import { assumptionOptions } from './mock-options.ts';
import { many, option } from './options.ts';
import type { Values } from './options.ts';
import { parseIgnored } from '../../analysis/compare/json-path.ts';
import { flag, limit, oneOf, text } from './parsers.ts';
import { severities } from '../../analysis/drift/change.ts';
import { dirOption } from './serve-options.ts';

/** The options of `learn`. */
export const learnOptions = {
  out: option<string | undefined>(
    '-o, --out <file>',
    'file to write, instead of standard output',
    text,
    undefined,
  ),
  dir: dirOption,
};

/** The options of `fidelity`. */
export const fidelityOptions = {
  dir: dirOption,
  ...assumptionOptions,
  perSecond: limitOption('second'),
  perMinute: limitOption('minute'),
  ignore: many(
    '--ignore <path>',
    'place that is not compared: a JSON path such as $..updatedAt, header:<name>, status or body',
    parseIgnored,
  ),
  failUnder: option<number | undefined>(
    '--fail-under <percent>',
    'end with code 1 below this score',
    percentage,
    undefined,
  ),
  json: option('--json', 'print JSON', flag, false),
  markdown: option('--markdown', 'print Markdown', flag, false),
};

export type FidelityOptions = Values<typeof fidelityOptions>;

function percentage(words: string): number {
  const number = /^\d{1,3}(\.\d+)?$/.test(words) ? Number(words) : NaN;
  if (number >= 0 && number <= 100) return number;
  throw new Error(`'${words}' is not a number from 0 to 100`);
}

function limitOption(window: 'second' | 'minute') {
  return option<number | undefined>(
    `--per-${window} <n|off>`,
    `requests per ${window} of the key that was recorded, instead of those of the profile or of §8`,
    limit,
    undefined,
  );
}

/** The options of `drift`. */
export const driftOptions = {
  dir: dirOption,
  tolerate: option(
    '--tolerate <severity>',
    'changes of this severity, and less severe ones, end with code 0: none, cosmetic, additive or breaking',
    oneOf(['none', ...severities]),
    'cosmetic',
  ),
  json: option('--json', 'print JSON', flag, false),
  markdown: option('--markdown', 'print Markdown', flag, false),
};

export type DriftOptions = Values<typeof driftOptions>;
