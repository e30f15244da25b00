// The options of a replay that both `replay` and `replayHandlers` take. Browser-safe.
import { accessOptions, answerOptions, assumptionOptions, requestLogOptions } from './mock-options.ts';
import type { MockInput } from './mock-options.ts';
import { parseRedactRule } from '../../recording/redact/rules.ts';
import { many, option } from './options.ts';
import type { Values } from './options.ts';
import { flag, oneOf, text } from './parsers.ts';

export const recordedOptions = {
  at: option<string | undefined>(
    '--at <write>',
    'begin at the state after a recorded write: its number among those that went through, counted from 1, or its id',
    text,
    undefined,
  ),
  allowUnrecordedWrites: option(
    '--allow-unrecorded-writes',
    'answer writes that were not recorded by the rules of the mock, and show them in recorded answers',
    flag,
    false,
  ),
  onMiss: option(
    '--on-miss <what>',
    'what a request that was not recorded gets: error (501), or mock (the simulator; implies --allow-unrecorded-writes)',
    oneOf(['error', 'mock']),
    'error',
  ),
  timing: option(
    '--timing <t>',
    'how long answers take: none, or recorded (as they took then)',
    oneOf(['none', 'recorded']),
    'none',
  ),
  redact: many(
    '--redact <rule>',
    'the rules that the recording was made with, so that requests match: a JSON path, header:<name>, query:<name>',
    parseRedactRule,
  ),
  limits: option('--limits', 'apply the limits per second and minute', flag, false),
};

const { key, anyKey, noAuth, perSecond, perMinute } = accessOptions;
const { docBase } = answerOptions;

export const answerReplayOptions = {
  ...recordedOptions,
  key,
  anyKey,
  noAuth,
  perSecond,
  perMinute,
  ...assumptionOptions,
  ...requestLogOptions,
  docBase,
};

export type AnswerReplayValues = Values<typeof answerReplayOptions>;

/** The options of a replay that `startReplay` and `replayHandlers` take. */
export interface AnswerReplayInput extends Pick<
  MockInput,
  'key' | 'anyKey' | 'noAuth' | 'perSecond' | 'perMinute' | 'assume' | 'docBase' | 'keepAnswers'
> {
  /** Begin at the state after a recorded write: its number among those that went through, counted from 1, or its id. */
  readonly at?: number | string;
  /** Answers writes that were not recorded by the rules of the mock, and shows them in recorded answers. */
  readonly allowUnrecordedWrites?: boolean;
  /** What a request that was not recorded gets: `error` (501, the default) or `mock` (the simulator). */
  readonly onMiss?: 'error' | 'mock';
  /** How long answers take: `none` (the default), or `recorded` (as they took then). */
  readonly timing?: 'none' | 'recorded';
  /** The rules that the recording was made with: a JSON path, `header:<name>`, `query:<name>`. */
  readonly redact?: string | readonly string[];
  /** Whether to apply the limits per second and minute (§8); false unless given. */
  readonly limits?: boolean;
}
