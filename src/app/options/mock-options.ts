// The options of the mock that both `serve` and `createMock` take: as a table for the command line, the environment and a
// configuration file, and as a type for a program. Browser-safe.
import type { Listing, Strategy, ReportRun } from '../../service/models/resources.ts';
import { dataSetNames, maxListings, maxSeed, usualDataSet } from '../../service/data/data-sets.ts';
import type { DataSetName } from '../../service/data/data-sets.ts';
import type { Answers } from '../../spec/settings.ts';
import { parseOverride } from '../../spec/settings.ts';
import type { PresetName } from '../../spec/presets.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import { parseFaultRule, parseLatency } from '../../service/worlds/faults.ts';
import type { Latency } from '../../service/worlds/faults.ts';
import type { WindowName } from '../../service/worlds/limiter.ts';
import { grouped, many, option } from './options.ts';
import type { Option, Values } from './options.ts';
import {
  apiKey,
  clock,
  documentation,
  flag,
  limit,
  oneOf,
  onOff,
  share,
  text,
  wholeNumber,
} from './parsers.ts';
import type { ClockOption } from './parsers.ts';

/** The data of the mock. */
export const dataOptions = grouped('Data', {
  seed: option('--seed <n>', 'seed of the generated data and of random faults', wholeNumber(0, maxSeed), 1),
  data: option<DataSetName | undefined>(
    '--data <set>',
    `data set: ${dataSetNames.join(', ')}`,
    oneOf(dataSetNames),
    undefined,
    usualDataSet,
  ),
  listings: option<number | undefined>(
    '--listings <n>',
    'number of generated listings, instead of the data set’s own',
    wholeNumber(0, maxListings),
    undefined,
  ),
  incomplete: option(
    '--incomplete <share>',
    'share of the generated listings, 0 to 1, that lack a bound or their strategy',
    share,
    0,
  ),
  archived: option('--archived', 'generate archived listings, too', flag, false),
});

/** What the mock adds to answers, whatever service it stands for. */
export const answerOptions = grouped('Answers', {
  docBase: option<string | null>(
    '--doc-base <url>',
    'what stands in front of /errors/<code> in a doc_url, instead of the pages of the mock',
    documentation,
    null,
    'the mock',
  ),
  extraFields: option(
    '--extra-fields',
    'add a field that nobody announced to every record, to see that clients ignore it',
    flag,
    false,
  ),
  noRequestId: option('--no-request-id', 'leave X-Request-Id out of answers', flag, false),
});

export const assumptionOptions = grouped('Where the specification is silent', {
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
});

/** Undefined where the user names no limit. */
export function limitOption(
  window: WindowName,
  help: string,
  defaultText?: string,
): Option<number | undefined> {
  return option<number | undefined>(`--per-${window} <n|off>`, help, limit, undefined, defaultText);
}

/** Keys and limits. */
export const accessOptions = grouped('Keys and limits', {
  key: many(
    '--key <key[:s/m]>',
    'valid API key, with its limits per second and minute; test_<something> is always valid',
    apiKey,
    ':',
  ),
  anyKey: option('--any-key', 'take any API key, each with a world of its own', flag, false),
  noAuth: option('--no-auth', 'ask for no API key', flag, false),
  noLimits: option('--no-limits', 'switch both limits off', flag, false),
  perSecond: limitOption(
    'second',
    'requests per second and key',
    `${standardLimits.perSecond}, or what was learned`,
  ),
  perMinute: limitOption(
    'minute',
    'requests per minute and key',
    `${standardLimits.perMinute}, or what was learned`,
  ),
});

/** Faults, latency and the clock. */
export const conditionOptions = grouped('Faults and time', {
  latency: option<Latency | null>(
    '--latency <ms>',
    'delay of every answer but 401 and 429, such as 200 or 200..800',
    parseLatency,
    null,
    'none',
  ),
  fault: many('--fault <f[@p]>', 'fault with a probability, such as status=500@0.1 or reset', parseFaultRule),
  faultsFirst: option(
    '--faults-first',
    'let faults strike before a request is let in and counted, and not behind the limits',
    flag,
    false,
  ),
  clock: option<ClockOption>(
    '--clock <c>',
    'clock of a world: real, a time to start at, or <time>,frozen',
    clock,
    'real',
  ),
});

/** What the request logs keep. */
export const requestLogOptions = grouped('Control and output', {
  keepAnswers: option(
    '--keep-answers <on|off>',
    'keep answers of up to 64 KB in the request log, 2 MB in all: on or off',
    onOff,
    true,
    'on',
  ),
});

export const mockOptions = {
  ...dataOptions,
  ...accessOptions,
  ...assumptionOptions,
  ...answerOptions,
  ...conditionOptions,
  ...requestLogOptions,
};

export type MockValues = Values<typeof mockOptions>;

/** Records to begin with, in the form of a fixture file. */
export interface FixtureInput {
  /** Each needs `id`, `minPrice`, `maxPrice` and `strategyId` (§2); other fields have defaults. */
  readonly listings?: readonly Partial<Listing>[];
  readonly strategies?: readonly Partial<Strategy>[];
  readonly reportRuns?: readonly Partial<ReportRun>[];
}

/** Requests per window (§8); `off`: not limited. */
export type LimitInput = number | 'off';

/** The options of the mock that `startServer` and `createMock` take. */
export interface MockInput {
  /** Of the generated data and of random faults, 0 to 4294967295; 1 unless given. */
  readonly seed?: number;
  /** `default` unless given. */
  readonly data?: DataSetName;
  /** Number of generated listings, instead of the data set's own. */
  readonly listings?: number;
  /** Share of the generated listings, 0 to 1, that lack a bound or their strategy; 0 unless given. */
  readonly incomplete?: number;
  /** Whether to generate archived listings, too; false unless given. */
  readonly archived?: boolean;
  /** Records instead of a data set. */
  readonly fixtures?: FixtureInput;
  /** Valid keys besides `test_<something>`: `my_key`, `my_key:20/1200`, several, or an object of keys and limits. */
  readonly key?: string | readonly string[] | Readonly<Record<string, string>>;
  /** Whether any key is valid and opens a separate world; a request without a key is refused. False unless given. */
  readonly anyKey?: boolean;
  /** Whether to ask for no API key (§5); false unless given. */
  readonly noAuth?: boolean;
  /** Whether to switch both limits off (§8); false unless given. */
  readonly noLimits?: boolean;
  /** Requests per second and key (§8); 5 unless given or learned. */
  readonly perSecond?: LimitInput;
  /** Requests per minute and key (§8); 300 unless given or learned. */
  readonly perMinute?: LimitInput;
  /** Answers to questions that the specification leaves open, by assumption id. */
  readonly assume?: Answers;
  /** Answers to start from; `default` unless given. */
  readonly profile?: PresetName;
  /** What stands in front of `/errors/<code>` in a `doc_url`; the pages of the mock unless given. */
  readonly docBase?: string;
  /** Whether every record carries a field that nobody announced; false unless given. */
  readonly extraFields?: boolean;
  /** Whether to leave X-Request-Id out of answers; false unless given. */
  readonly noRequestId?: boolean;
  /** Delay of every answer but 401 and 429: milliseconds, or `200..800`; none unless given. */
  readonly latency?: number | `${number}..${number}`;
  /** Faults with their probability, such as `status=500@0.1` or `reset`. */
  readonly fault?: string | readonly string[];
  /** Whether faults strike before a request is let in and counted; false unless given. */
  readonly faultsFirst?: boolean;
  /** Clock of a world: `real`, a time to start at, or `<time>,frozen`; `real` unless given. */
  readonly clock?: string;
  /** Whether the request log keeps answers, of up to 64 KB each and 2 MB in all; true unless given. */
  readonly keepAnswers?: boolean;
}
