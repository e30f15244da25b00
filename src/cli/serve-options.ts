// The options of `serve`, each declared once.
import { parseAnswer } from '../api/settings.ts';
import { standardLimits } from '../api/spec.ts';
import { parseFaultRule, parseLatency } from '../filters/faults.ts';
import type { Latency } from '../filters/faults.ts';
import { dataSetNames, maxListings, maxSeed } from '../mock/seed/data-sets.ts';
import type { ManyOption, Option, Values } from './options.ts';
import {
  apiKey,
  clock,
  flag,
  hostAddress,
  hostName,
  limit,
  oneOf,
  origin,
  text,
  wholeNumber,
} from './parsers.ts';
import type { ClockOption } from './parsers.ts';

export const option = <T>(
  flags: string,
  help: string,
  parse: (words: string) => T,
  fallback: T,
  defaultText?: string,
): Option<T> => ({
  flags,
  help,
  parse,
  default: fallback,
  ...(defaultText !== undefined && { defaultText }),
});

export const many = <T>(
  flags: string,
  help: string,
  parse: (words: string) => T,
  joint?: string,
): ManyOption<T> => ({
  flags,
  help,
  parse,
  default: [],
  many: true,
  ...(joint !== undefined && { joint }),
});

/** Options that say what the mock is, wherever it is served. */
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
    parseAnswer,
    '=',
  ),
  profile: option(
    '--profile <p>',
    'answers to start from: default, spec-only, strict or a JSON file',
    text,
    'default',
  ),
};

export const serveOptions = {
  port: option('--port <n>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 5300),
  host: option('--host <name>', 'address to listen on', hostAddress, '127.0.0.1'),
  allowHost: many('--allow-host <name>', 'further host name that requests may name', hostName),
  corsOrigin: option<string | undefined>(
    '--cors-origin <origin>',
    'origin whose pages may call the mock',
    origin,
    undefined,
  ),
  ...dataOptions,
  fixtures: option<string | undefined>(
    '--fixtures <path>',
    'JSON file or folder with the data, instead of a data set',
    text,
    undefined,
  ),
  from: option<string | undefined>(
    '--from <recording>',
    'recording with the data, by its name or file, instead of a data set',
    text,
    undefined,
  ),
  dir: option('--dir <folder>', 'folder of the recordings that --from names', text, 'recordings'),
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
  ...assumptionOptions,
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
  tlsCert: option<string | undefined>(
    '--tls-cert <file>',
    'certificate (PEM), with --assume transport=https',
    text,
    undefined,
  ),
  tlsKey: option<string | undefined>('--tls-key <file>', 'its private key (PEM)', text, undefined),
  config: option<string | undefined>(
    '--config <file>',
    'JSON file with options by name (default: pricing-mock.config.json, if there is one)',
    text,
    undefined,
  ),
  log: option('--log <form>', 'log: pretty, json or silent', oneOf(['pretty', 'json', 'silent']), 'pretty'),
};

/** The options of `fixtures`. */
export const fixturesOptions = {
  ...dataOptions,
  ...assumptionOptions,
  out: option<string | undefined>(
    '--out <file>',
    'file to write, instead of standard output',
    text,
    undefined,
  ),
};

/** The options of `assumptions`. */
export const assumptionsOptions = {
  ...assumptionOptions,
  json: option('--json', 'print JSON', flag, false),
};

export type ServeOptions = Values<typeof serveOptions>;
