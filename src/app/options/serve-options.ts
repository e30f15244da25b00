// The options of `serve`: for the command line, the environment and a configuration file as a table, for a program as a
// type. A test holds the two to the same names; only the port is a free one for a program, and what a terminal alone
// needs (`config`, `log`) is missing there.
import { parseUrl } from '../../http/parse-url.ts';
import type { Observation } from '../../http/observe.ts';
import {
  accessOptions,
  answerOptions,
  assumptionOptions,
  conditionOptions,
  dataOptions,
  requestLogOptions,
} from './mock-options.ts';
import type { MockInput, FixtureInput } from './mock-options.ts';
import { parseAuthority } from '../../doors/port/host-check.ts';
import { parseFailOn } from '../../service/audit/fail-on.ts';
import type { Gates } from '../../service/audit/fail-on.ts';
import { grouped, many, option } from './options.ts';
import type { Values } from './options.ts';
import { reportOptions } from './print-options.ts';
import { bearerToken, flag, folder, oneOf, text, wholeNumber } from './parsers.ts';

/** Where recordings are kept. */
export const dirOption = option('--dir <folder>', 'folder of the recordings', folder, 'recordings');

const controlToken = option<string | undefined>(
  '--control-token <token>',
  'bearer token of the control API below /__mock, instead of a random one',
  bearerToken,
  undefined,
);

export const serveOptions = {
  ...grouped('Listen', {
    port: option(
      '--port <n>',
      'port to listen on; 0 takes a free one, as is the default beside a command',
      wholeNumber(0, 65_535),
      5300,
    ),
    host: option('--host <name>', 'address to listen on', hostAddress, '127.0.0.1'),
    allowHost: many('--allow-host <name>', 'further host name that requests may name', hostName),
    corsOrigin: option<string | undefined>(
      '--cors-origin <origin>',
      'origin whose pages may call the mock',
      origin,
      undefined,
    ),
    tlsCert: option<string | undefined>(
      '--tls-cert <file>',
      'certificate (PEM); the mock is then served over https',
      text,
      undefined,
    ),
    tlsKey: option<string | undefined>('--tls-key <file>', 'its private key (PEM)', text, undefined),
  }),
  ...dataOptions,
  ...grouped('Data', {
    fixtures: option<string | undefined>(
      '--fixtures <path>',
      'JSON file or folder with the data, instead of a data set',
      text,
      undefined,
    ),
    from: option<string | undefined>(
      '--from <recording>',
      'recording to go on from, by its name or file: its records, served as its service speaks',
      text,
      undefined,
    ),
    asOf: option<'start' | 'end' | undefined>(
      '--as-of <moment>',
      'moment of the recorded session whose records --from opens with: start or end',
      oneOf(['start', 'end']),
      undefined,
      'end',
    ),
    dir: dirOption,
  }),
  ...accessOptions,
  ...assumptionOptions,
  ...answerOptions,
  ...conditionOptions,
  ...grouped('Client checks', {
    audit: option(
      '--audit',
      'tell at the end what the clients did, such as their pace and retries',
      flag,
      false,
    ),
    coverage: option(
      '--coverage',
      'tell at the end which answers of the specification the clients have met, as a table',
      flag,
      false,
    ),
    failOn: option<Gates | null>(
      '--fail-on <what>',
      'end with code 1 if the audit finds something (audit, or audit:<fact>=<n|off>,...), or too few answers were met (coverage=<percent>)',
      parseFailOn,
      null,
      'nothing',
    ),
    ...reportOptions('the audit'),
  }),
  ...requestLogOptions,
  ...grouped('Control and output', {
    controlToken,
    config: option<string | undefined>(
      '--config <file>',
      'JSON file with options by name (default: pricing-mock.config.json, if there is one)',
      text,
      undefined,
    ),
    log: option(
      '--log <form>',
      'log: pretty, brief (no line for a request; the default beside a command), json or silent',
      oneOf(['pretty', 'brief', 'json', 'silent']),
      'pretty',
    ),
  }),
};

export type ServeOptions = Values<typeof serveOptions>;

const { audit, coverage, failOn, junit, markdown } = serveOptions;
/** What each server takes that tells what its clients did. */
export const checkOptions = { audit, coverage, failOn, junit, markdown };
export type CheckValues = Values<typeof checkOptions>;

/** The same for a program. */
export interface CheckInput {
  /** Whether worlds can `report()` what the client did; true unless given, as a program may want to know. */
  readonly audit?: boolean;
  /**
   * Whether `close()` rejects if the audit finds something or too few answers were met, as `--fail-on` says it: `audit`,
   * `audit:<fact>=<n|off>,...`, `coverage=<percent>`; it does not unless given.
   */
  readonly failOn?: string;
}

/** The options of every server. */
export interface NetworkInput {
  /** 0, a free one, unless given. */
  readonly port?: number;
  /** Address to listen on; 127.0.0.1 unless given. */
  readonly host?: string;
  /** Further host names that requests may name. */
  readonly allowHost?: string | readonly string[];
  /** The one foreign origin whose pages may call the server. */
  readonly corsOrigin?: string;
  /** Folder of the recordings; `recordings` unless given. */
  readonly dir?: string;
  /** Bearer token of the control API below `/__mock`, instead of a random one; 8 to 200 characters. Secret. */
  readonly controlToken?: string;
  /** What relative paths are relative to; the working directory unless given. */
  readonly cwd?: string;
  /** Told of each request and its answer, as they pass. */
  readonly onRequest?: (observation: Observation) => void;
}

/** The options of `startServer`: those of `serve`. */
export interface ServerInput extends NetworkInput, CheckInput, Omit<MockInput, 'fixtures' | 'profile'> {
  /** Records, or a JSON file or folder with them, instead of a data set. */
  readonly fixtures?: string | FixtureInput;
  /** Answers to start from: default, spec-only, strict or a JSON file. */
  readonly profile?: string;
  /** Recording to go on from, by its name or file: its records, served as its service speaks. */
  readonly from?: string;
  /** The moment of the recorded session whose records `from` opens with; `end` unless given. */
  readonly asOf?: 'start' | 'end';
  /** Certificate (PEM file); the mock is then served over https. */
  readonly tlsCert?: string;
  /** Its private key (PEM file). */
  readonly tlsKey?: string;
}

/** An address or a name to listen on; an IPv6 address may stand in the brackets that it has in a URL. */
function hostAddress(words: string): string {
  return text(words).replace(/^\[(.*:.*)\]$/, '$1');
}

/** `name` or `name:port`. */
function hostName(words: string): string {
  const isBareAddress = /^[0-9a-f:]*:[0-9a-f:]*:/i.test(words); // IPv6 without its brackets
  if (parseAuthority(isBareAddress ? `[${words}]` : words) !== undefined) return words;
  throw new Error(`'${words}' is no host name, such as mock.test or mock.test:5300`);
}

export function origin(words: string): string {
  const url = parseUrl(words);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.origin === words) return words;
  throw new Error(`'${words}' is not an origin, such as http://localhost:3000`);
}
