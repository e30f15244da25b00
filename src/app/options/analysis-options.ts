// The options of the commands that look into recordings: `learn`, `fidelity` and `drift`.
import { assumptionOptions, limitOption } from './mock-options.ts';
import { many, option } from './options.ts';
import { parseIgnored } from '../../analysis/fidelity/places.ts';
import type { Split } from '../../analysis/fidelity/fidelity.ts';
import { flag, oneOf, text } from './parsers.ts';
import { severities } from '../../analysis/fidelity/changes.ts';
import type { WindowName } from '../../service/worlds/limiter.ts';
import { outOption, reportOptions } from './print-options.ts';
import { dirOption } from './serve-options.ts';

/** The options of `learn`. */
export const learnOptions = {
  out: outOption,
  dir: dirOption,
};

/** The options of `fidelity`. */
export const fidelityOptions = {
  dir: dirOption,
  assume: assumptionOptions.assume,
  profile: option<string | undefined>(
    '--profile <p>',
    'how the mock speaks: default, spec-only, strict or a JSON file; without it as the recording itself teaches',
    text,
    undefined,
  ),
  split: option<Split | undefined>(
    '--split <part>',
    'learn from one part of the interactions and score the other: a share to learn from, such as 0.7, then the later ones are scored; earlier:0.7 scores the earlier ones, third every third one',
    split,
    undefined,
  ),
  perSecond: recordedLimit('second'),
  perMinute: recordedLimit('minute'),
  ignore: many(
    '--ignore <path>',
    'place that is not compared: a JSON path such as $..updatedAt, header:<name>, status or body',
    parseIgnored,
  ),
  failUnder: option<number | undefined>(
    '--fail-under <percent>',
    'end with code 1 where a smaller share of the answers agrees',
    percentage,
    undefined,
  ),
  json: option('--json', 'print JSON', flag, false),
  ...reportOptions('the changes'),
};

function percentage(words: string): number {
  const number = /^\d{1,3}(\.\d+)?$/.test(words) ? Number(words) : NaN;
  if (number >= 0 && number <= 100) return number;
  throw new Error(`'${words}' is not a number from 0 to 100`);
}

function split(words: string): Split {
  if (words === 'third') return { scored: 'third', share: 2 / 3 };
  const [, scored = 'later', digits] = /^(?:(later|earlier):)?(0?\.\d{1,6})$/.exec(words) ?? [];
  const share = Number(digits);
  if (share > 0 && share < 1) return { scored: scored === 'earlier' ? 'earlier' : 'later', share };
  throw new Error(`'${words}' is neither a share between 0 and 1, such as 0.7 or earlier:0.7, nor third`);
}

function recordedLimit(window: WindowName) {
  return limitOption(
    window,
    `requests per ${window} of the key that was recorded, instead of those of the profile or of §8`,
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
  ...reportOptions('the changes'),
};
