// The options that say what a replay answers, wherever it is reached. Browser-safe.
import type { Overrides } from '../../spec/settings.ts';
import { parseRedactRule } from '../../recording/redact/rules.ts';
import { accessOptions, assumptionOptions } from './mock-options.ts';
import { many, option } from './options.ts';
import type { Values } from './options.ts';
import { flag, oneOf } from './parsers.ts';

export const recordedOptions = {
  overlay: option('--overlay', 'lay writes that were not recorded over the recorded answers', flag, false),
  onMiss: option(
    '--on-miss <what>',
    'what a request that was not recorded gets: error (501), or mock (the simulator; implies --overlay)',
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
  anyKey: option('--any-key', 'take any API key, each with a world of its own', flag, false),
  limits: option('--limits', 'apply the limits per second and minute', flag, false),
};

/** The assumptions under these options: `--any-key` answers one of them. */
export function assumedBy({
  anyKey,
  assume,
}: {
  anyKey: boolean;
  assume: readonly Overrides[];
}): Overrides[] {
  return anyKey ? [...assume, { 'valid-keys': 'any' }] : [...assume];
}

const { key, noAuth, perSecond, perMinute } = accessOptions;

export const answerReplayOptions = {
  ...recordedOptions,
  ...{ key, noAuth, perSecond, perMinute },
  ...assumptionOptions,
};

export type AnswerReplayValues = Values<typeof answerReplayOptions>;
