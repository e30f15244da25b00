// The options of `replay`, each declared once; what it shares with `serve` is taken from there.
import { checkOptions, serveOptions } from './serve-options.ts';
import type { CheckInput, NetworkInput, ServerInput } from './serve-options.ts';
import { recordedOptions } from './shared-replay-options.ts';
import type { AnswerReplayInput } from './shared-replay-options.ts';
import { assumptionOptions } from './mock-options.ts';
import { grouped, option } from './options.ts';
import type { Values } from './options.ts';
import { flag } from './parsers.ts';

const { port, host, allowHost, corsOrigin, key, anyKey, noAuth, perSecond, perMinute, docBase } =
  serveOptions;
const { keepAnswers, dir, controlToken, config, log } = serveOptions;
const { at, allowUnrecordedWrites, onMiss, timing, redact, limits } = recordedOptions;

export const replayOptions = {
  ...grouped('Recording', {
    dir,
    at,
    allowUnrecordedWrites,
    onMiss,
    failOnMiss: option('--fail-on-miss', 'end with code 1 if a request was not recorded', flag, false),
    timing,
    redact,
  }),
  port,
  host,
  allowHost,
  corsOrigin,
  ...grouped('Keys and limits', { key, noAuth, anyKey, limits, perSecond, perMinute }),
  ...assumptionOptions,
  ...checkOptions,
  keepAnswers,
  docBase,
  controlToken,
  config,
  log,
};

export type ReplayCommandOptions = Values<typeof replayOptions>;

/** The options of `startReplay`: those of `replay`. */
export interface ReplayInput
  extends NetworkInput, AnswerReplayInput, CheckInput, Pick<ServerInput, 'profile'> {
  /** The recording's name in `dir`, or its file. */
  readonly recording: string;
  /** Whether `close()` rejects if a request was not recorded; false unless given. */
  readonly failOnMiss?: boolean;
}
