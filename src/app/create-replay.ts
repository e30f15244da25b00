// A recording replayed without a port: a function from a Fetch API request to its answer, for Node and browsers.
import { createSettings } from '../spec/settings.ts';
import type { PresetName } from '../spec/presets.ts';
import { openService } from '../service/service.ts';
import { quiet } from './modes/hooks.ts';
import { replay, replayPositions } from './modes/replay.ts';
import { accessFrom, withOptions } from './options/service-options.ts';
import { ownPages } from './control/own-pages.ts';
import { worldsByKey } from './worlds-by-key.ts';
import type { WorldsByKey } from './worlds-by-key.ts';
import type { Handler } from '../http/message.ts';
import { answerReplayOptions } from './options/shared-replay-options.ts';
import type { AnswerReplayInput } from './options/shared-replay-options.ts';
import { inputError, usageError } from './options/command-error.ts';
import { givenOptions, inProgramWords, resolveInput } from './options/options.ts';
import type { Recording } from '../recording/format.ts';
import { readRecordingValue } from '../recording/file/read.ts';
import { RecordingError } from '../recording/file/recording-error.ts';
import type { ReplaySummary, ReplayWorlds } from '../recording/replay/replay-worlds.ts';
import { fetchBodies } from '../recording/body/fetch-bodies.ts';
import { Redactor } from '../recording/redact/redactor.ts';
import { fetchService } from '../doors/fetch/fetch-service.ts';
import type { FetchService } from '../doors/fetch/fetch-service.ts';
import { sleep } from '../http/sleep.ts';

/** The options of `replayHandlers`: those of `replay` that concern what is answered. */
export interface CreateReplayInput extends AnswerReplayInput {
  /** Where the client believes the service to be, such as `https://api.example.test`; any unless given. */
  readonly baseUrl?: string;
  /** The recording's name in messages, such as the command that would record a missing request. */
  readonly name?: string;
  /** Answers to start from; `default` unless given. */
  readonly profile?: PresetName;
}

/** A recording as a function, with the worlds of its keys. */
export interface Replay extends FetchService, WorldsByKey {
  /** An API key that is valid, and that `world()` means. */
  readonly key: string;
  /** How many requests were answered and missed so far. */
  readonly summary: () => ReplaySummary;
}

/**
 * @param document the parsed JSON of a recording
 * @throws CommandError for a recording that is damaged, with the place, and for options that cannot be; SettingError
 */
export function createReplay(document: unknown, input: CreateReplayInput = {}): Replay {
  const caller = { name: 'replayHandlers', besides: ['baseUrl', 'name'] };
  const { baseUrl, name = 'session', profile = 'default' } = givenOptions(input, caller.name);
  const values = resolveInput(answerReplayOptions, input, caller);
  const settings = withOptions(createSettings(profile, ...values.assume), values);
  if (typeof document === 'string')
    throw usageError(`${caller.name}: takes the parsed JSON of a recording, not a text`);
  const recording = readDocument(document, input.name);
  const service = openService({
    ...accessFrom(values),
    settings,
    watcher: quiet,
    keepAnswers: values.keepAnswers,
  });
  const secrets = [...service.keyRules.keys];
  const redactor = new Redactor(fetchBodies, { secrets, rules: values.redact, compares: true });
  const positions = openPositions(() => replayPositions(service, () => recording, redactor, values));
  // The mode is opened with the first request; with the next one, where that could not load its files.
  let opened: Promise<Handler> | undefined;
  const mode: Handler = async (request) => {
    opened ??= replay(service, positions, {
      values,
      name,
      bodies: fetchBodies,
      sleep: values.timing === 'recorded' ? sleep : undefined,
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return (await opened)(request);
  };
  const handles = worldsByKey(service, (key) => ({
    mayHoldRecords: () => {
      throw new Error('a replay has no records of its own: what it answers stands in the recording');
    },
    onReset: () => {
      positions.reset(key);
    },
  }));
  return {
    ...fetchService(service.serve(mode, ownPages(settings)), baseUrl, sleep),
    key: service.key,
    ...handles,
    summary: () => positions.summary(),
  };
}

/** @throws CommandError for a write that is not in the recording */
function openPositions(open: () => ReplayWorlds): ReplayWorlds {
  try {
    return open();
  } catch (error) {
    throw inProgramWords(error, answerReplayOptions);
  }
}

function readDocument(document: unknown, name = 'the recording'): Recording {
  try {
    return readRecordingValue(document, name);
  } catch (error) {
    if (error instanceof RecordingError) throw inputError(error.message);
    throw error;
  }
}
