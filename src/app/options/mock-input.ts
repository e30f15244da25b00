// The options of the mock as a program gives them: the same names, values and defaults as on the command line and in
// a configuration file. Browser-safe.
import type { Settings } from '../../spec/assumptions.ts';
import type { Listing, ReportRun, Strategy } from '../../service/models/resources.ts';
import type { PresetName } from '../../spec/settings.ts';
import type { DataSetName } from '../../service/data/data-sets.ts';
import { usageError } from './command-error.ts';
import { resolveOptions } from './options.ts';
import type { Options, Values } from './options.ts';

/** A record to begin with; what is left out has a default, and fields that nobody knows are kept. */
type Begun<T> = Partial<T> | (Partial<T> & Readonly<Record<string, unknown>>);

/** Records to begin with, in the form of a fixture file. */
export interface FixtureInput {
  /** Each needs `id`, `minPrice`, `maxPrice` and `strategyId` (§2). */
  readonly listings?: readonly Begun<Listing>[];
  readonly strategies?: readonly Begun<Strategy>[];
  readonly reportRuns?: readonly Begun<ReportRun>[];
}

/** Requests per window (§8); `off`: not limited. */
export type LimitInput = number | 'off';

/** What the mock is, wherever it is reached. */
export interface MockInput {
  /** Of the generated data and of random faults, 0 to 4294967295; 1 unless given. */
  readonly seed?: number;
  /** `default` unless given. */
  readonly data?: DataSetName;
  /** Number of generated listings, instead of the data set's own. */
  readonly listings?: number;
  /** Records instead of a data set. */
  readonly fixtures?: FixtureInput;
  /** Valid keys besides `test_<something>`: `my_key`, `my_key:20/1200`, several, or an object of keys and limits. */
  readonly key?: string | readonly string[] | Readonly<Record<string, string>>;
  /** Whether to ask for no API key (§5); false unless given. */
  readonly noAuth?: boolean;
  /** Whether to switch both limits off (§8); false unless given. */
  readonly noLimits?: boolean;
  /** Requests per second and key (§8); 5 unless given. */
  readonly perSecond?: LimitInput;
  /** Requests per minute and key (§8); 300 unless given. */
  readonly perMinute?: LimitInput;
  /** Answers to questions that the specification leaves open, by assumption id. */
  readonly assume?: Partial<Settings>;
  /** Answers to start from; `default` unless given. */
  readonly profile?: PresetName;
  /** Delay of every answer but 401 and 429: milliseconds, or `200..800`; none unless given. */
  readonly latency?: number | `${number}..${number}`;
  /** Faults with their probability, such as `status=500@0.1` or `reset`. */
  readonly fault?: string | readonly string[];
  /** Clock of a world: `real`, a time to start at, or `<time>,frozen`; `real` unless given. */
  readonly clock?: string;
}

/** How a recording is replayed, wherever it is reached. */
export interface AnswerReplayInput extends Pick<
  MockInput,
  'key' | 'noAuth' | 'perSecond' | 'perMinute' | 'assume'
> {
  /** Lays writes that were not recorded over the recorded answers. */
  readonly overlay?: boolean;
  /** What a request that was not recorded gets: `error` (501, the default) or `mock` (the simulator). */
  readonly onMiss?: 'error' | 'mock';
  /** How long answers take: `none` (the default), or `recorded` (as they took then). */
  readonly timing?: 'none' | 'recorded';
  /** The rules that the recording was made with: a JSON path, `header:<name>`, `query:<name>`. */
  readonly redact?: string | readonly string[];
  /** Whether to take any key, each with a world of its own; a request without one is refused. False unless given. */
  readonly anyKey?: boolean;
  /** Whether to apply the limits per second and minute (§8); false unless given. */
  readonly limits?: boolean;
}

/** Who reads options, and which. */
export interface Caller {
  /** In errors, such as `startServer`. */
  readonly name: string;
  /** What it takes besides the options, and has read already. */
  readonly besides?: readonly string[];
}

/** Options that only a terminal has a use for. */
export const terminalOptions: readonly string[] = ['config', 'log'];

/**
 * The values of options that a program gives.
 * @throws CommandError that names the option, the value and what would be valid
 */
export function resolveInput<O extends Options>(options: O, input: object, caller: Caller): Values<O> {
  const { name, besides = [] } = caller;
  const known = [...Object.keys(options).filter((option) => !terminalOptions.includes(option)), ...besides];
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const unknown = given.find(([option]) => !known.includes(option));
  if (unknown !== undefined) {
    const message = `${name}: there is no option '${unknown[0]}'; the options are ${known.join(', ')}`;
    throw usageError(message);
  }
  const words = Object.fromEntries(given.filter(([option]) => !besides.includes(option)));
  return resolveOptions(options, { flags: {}, env: {}, file: words, fileName: name });
}
