// The options that say what the mock is, wherever it is reached. Browser-safe.
import { parseOverride } from '../../spec/settings.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import { parseFaultRule, parseLatency } from '../../service/filters/faults.ts';
import type { Latency } from '../../service/filters/faults.ts';
import { dataSetNames, maxListings, maxSeed } from '../../service/data/data-sets.ts';
import { many, option } from './options.ts';
import type { Values } from './options.ts';
import { apiKey, clock, flag, limit, oneOf, text, wholeNumber } from './parsers.ts';
import type { ClockOption } from './parsers.ts';

/** What it holds. */
export const dataOptions = {
  seed: option('--seed <n>', 'seed of the generated data and of random faults', wholeNumber(0, maxSeed), 1),
  data: option('--data <set>', `data set: ${dataSetNames.join(', ')}`, oneOf(dataSetNames), 'default'),
  listings: option<number | undefined>(
    '--listings <n>',
    'number of generated listings, instead of the data set’s own',
    wholeNumber(0, maxListings),
    undefined,
  ),
};

export const assumptionOptions = {
  assume: many(
    '--assume <id=value>',
    'answer a question that the specification leaves open',
    parseOverride,
    '=',
  ),
  profile: option(
    '--profile <p>',
    'answers to start from: default, spec-only, strict or a JSON file',
    text,
    'default',
  ),
};

/** Who may ask how often. */
export const accessOptions = {
  key: many(
    '--key <key[:s/m]>',
    'valid API key, with its limits per second and minute; test_<something> is always valid',
    apiKey,
    ':',
  ),
  noAuth: option('--no-auth', 'ask for no API key', flag, false),
  noLimits: option('--no-limits', 'switch both limits off', flag, false),
  perSecond: option('--per-second <n|off>', 'requests per second and key', limit, standardLimits.perSecond),
  perMinute: option('--per-minute <n|off>', 'requests per minute and key', limit, standardLimits.perMinute),
};

/** What goes wrong, and when it is. */
export const conditionOptions = {
  latency: option<Latency | null>(
    '--latency <ms>',
    'delay of every answer but 401 and 429, such as 200 or 200..800',
    parseLatency,
    null,
    'none',
  ),
  fault: many('--fault <f[@p]>', 'fault with a probability, such as status=500@0.1 or reset', parseFaultRule),
  clock: option<ClockOption>(
    '--clock <c>',
    'clock of a world: real, a time to start at, or <time>,frozen',
    clock,
    'real',
  ),
};

export const mockOptions = { ...dataOptions, ...accessOptions, ...assumptionOptions, ...conditionOptions };

export type MockValues = Values<typeof mockOptions>;
