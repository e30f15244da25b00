// The options of `serve`, `record` and `replay` as a program gives them: the same names, values and defaults as on the
// command line, but for the port, which is a free one, and for what only a terminal needs (`config`, `log`).
import type { Observation } from '../../http/observe.ts';
import type { AnswerReplayInput, FixtureInput, MockInput } from './mock-input.ts';

/** What every server takes. */
interface NetworkInput {
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
export interface ServerInput extends NetworkInput, Omit<MockInput, 'fixtures' | 'profile'> {
  /** Records, or a JSON file or folder with them, instead of a data set. */
  readonly fixtures?: string | FixtureInput;
  /** Answers to start from: default, spec-only, strict or a JSON file. */
  readonly profile?: string;
  /** Recording with the data, by its name or file, instead of a data set. */
  readonly from?: string;
  /** Whether worlds can `report()` what the client did; true unless given, as a program may want to know. */
  readonly audit?: boolean;
  /**
   * Whether `close()` rejects if the audit finds something, as `--fail-on` says it: `audit`, or
   * `audit:<fact>=<n|off>,...`; it does not unless given.
   */
  readonly failOn?: string;
  /** Certificate (PEM file), with `assume: { transport: 'https' }`. */
  readonly tlsCert?: string;
  /** Its private key (PEM file). */
  readonly tlsKey?: string;
}

/** The options of `startReplay`: those of `replay`. */
export interface ReplayInput extends NetworkInput, AnswerReplayInput, Pick<ServerInput, 'profile'> {
  /** The recording's name in `dir`, or its file. */
  readonly recording: string;
  /** Whether `close()` rejects if a request was not recorded; false unless given. */
  readonly failOnMiss?: boolean;
}

/** The options of `startRecorder`: those of `record`. */
export interface RecorderInput extends NetworkInput, Pick<MockInput, 'key'> {
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
