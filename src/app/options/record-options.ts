// The options of `record`: for the command line, the environment and a configuration file as a table, for a program as a
// type (`RecorderInput`); a test holds the two to the same names. What it shares with `serve` is taken from there, and
// `app/modes/record.ts` puts them to use.
import type { Limits } from '../../spec/endpoints.ts';
import { checkOptions, serveOptions } from './serve-options.ts';
import type { CheckInput, NetworkInput } from './serve-options.ts';
import type { MockInput } from './mock-options.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import { parseRedactRule } from '../../recording/redact/rules.ts';
import { grouped, many, option } from './options.ts';
import type { Values } from './options.ts';
import { byteSize, flag, pacing, recordingName, text } from './parsers.ts';

const { port, host, allowHost, corsOrigin, key, dir, keepAnswers, controlToken, config, log } = serveOptions;

export const recordOptions = {
  ...grouped('Recording', {
    name: option('--name <name>', 'name of the recording', recordingName, 'session'),
    dir,
    missing: option('--missing', 'answer what is recorded already, and record only the rest', flag, false),
    fetchLinks: option('--fetch-links', 'fetch the files behind download links at once', flag, false),
    maxBody: option(
      '--max-body <size>',
      'longest body that is kept; a longer one is passed on and recorded as omitted',
      byteSize,
      10 * 1024 ** 2,
      '10mb',
    ),
    redact: many(
      '--redact <rule>',
      'what else must not be stored: a JSON path such as $..email, header:<name> or query:<name>',
      parseRedactRule,
    ),
    keepUndecoded: option(
      '--keep-undecoded',
      'store bodies that cannot be decoded here (zstd, xz and the like) unseen: a secret in them is on the disk',
      flag,
      false,
    ),
  }),
  ...grouped('Upstream', {
    allowWrites: option(
      '--allow-writes',
      'pass writes on to an upstream that is not on this machine: they change real data',
      flag,
      false,
    ),
    keyEnv: option<string | undefined>(
      '--key-env <name>',
      'environment variable with the real API key; clients then use test_<something> or a --key',
      text,
      undefined,
    ),
    key: {
      ...key,
      flags: '--key <key>',
      help: 'key that clients may use beside test_<something>, with --key-env',
    },
    ca: option<string | undefined>(
      '--ca <file>',
      'certificates (PEM) of the authorities to trust for the upstream, instead of the usual ones',
      text,
      undefined,
    ),
    insecure: option('--insecure', 'trust any certificate of the upstream, for this run', flag, false),
    pace: option<Limits | undefined>(
      '--pace <s/m>',
      'most requests passed on per second and minute, or off; what comes on top waits',
      pacing,
      standardLimits,
      `${standardLimits.perSecond}/${standardLimits.perMinute}`,
    ),
  }),
  port,
  host,
  allowHost,
  corsOrigin,
  ...checkOptions,
  keepAnswers,
  controlToken,
  config,
  log,
};

export type RecordOptions = Values<typeof recordOptions>;

/** The options of `startRecorder`: those of `record`. */
export interface RecorderInput extends NetworkInput, CheckInput, Pick<MockInput, 'key' | 'keepAnswers'> {
  /** Base URL of the real service. */
  readonly upstream: string;
  /** Name of the recording; `session` unless given. */
  readonly name?: string;
  /** Answers what is recorded already, and records only the rest. */
  readonly missing?: boolean;
  /** Passes writes on to an upstream that is not on this machine: they change real data. */
  readonly allowWrites?: boolean;
  /** Environment variable with the real API key; clients then use `test_<something>` or a `key`. */
  readonly keyEnv?: string;
  /** File with the certificates (PEM) of the authorities to trust for the upstream. */
  readonly ca?: string;
  /** Trusts any certificate of the upstream. */
  readonly insecure?: boolean;
  /** Longest body that is kept, such as `10mb` (the default), or in bytes. */
  readonly maxBody?: number | string;
  /** Most requests passed on per second and minute: `5/300` unless given, or `off`. */
  readonly pace?: string;
  /** Fetches the files behind download links at once. */
  readonly fetchLinks?: boolean;
  /** What else must not be stored: a JSON path such as `$..email`, `header:<name>` or `query:<name>`. */
  readonly redact?: string | readonly string[];
  /** Stores bodies that cannot be decoded here unseen: a secret in them is on the disk. */
  readonly keepUndecoded?: boolean;
}
