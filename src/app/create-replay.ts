// A recording replayed without a port: a function from a Fetch API request to its answer, for Node and browsers.
import { createSettings } from '../spec/settings.ts';
import type { ProfileName } from '../spec/settings.ts';
import { keepJournal } from '../service/service.ts';
import { ownPages } from './own-pages.ts';
import { Clock } from '../http/clock.ts';
import { WorldHandle } from '../service/handles/world-handle.ts';
import type { Handler } from '../http/message.ts';
import { answerReplayOptions, assumedBy } from './options/answer-replay.ts';
import type { AnswerReplayInput } from './options/answer-replay.ts';
import { inputError } from './options/command-error.ts';
import { resolveInput } from './options/options.ts';
import { keyCheck, noSuchKey, planWorlds, usualKey } from './options/plan-worlds.ts';
import type { Recording } from '../recording/format.ts';
import { readRecordingValue } from '../recording/file/read.ts';
import { RecordingError } from '../recording/file/recording-error.ts';
import type { ReplaySummary } from '../recording/replay/replay-worlds.ts';
import { fetchBodies } from '../recording/body/fetch-bodies.ts';
import { Redactor } from '../recording/redact/redactor.ts';
import { noRecords, replayPositions, replayRecording } from './modes/replay-app.ts';
import { Worlds } from '../service/worlds/worlds.ts';
import { fetchDoor } from '../doors/fetch/fetch-door.ts';
import type { FetchDoor } from '../doors/fetch/fetch-door.ts';
import { sleep } from '../http/sleep.ts';

/** The options of `replayHandlers`: those of `replay` that concern what is answered. */
export interface ReplayDoorInput extends AnswerReplayInput {
  /** Where the client believes the service to be, such as `https://api.example.test`; any unless given. */
  readonly baseUrl?: string;
  /** How the recording is called in messages, such as the command that would record what is missing. */
  readonly name?: string;
  /** Answers to start from; `default` unless given. */
  readonly profile?: ProfileName;
}

/** A recording as a function, with the worlds of its keys. */
export interface Replay extends FetchDoor {
  /** An API key that is valid, and that `world()` means. */
  readonly key: string;
  /** What an API key was answered, and its way through the recording; without one, that of `key`. */
  readonly world: (key?: string) => WorldHandle;
  /** The worlds that are open, the least recently used first. */
  readonly worlds: () => WorldHandle[];
  /** How many requests were answered and missed so far. */
  readonly summary: () => ReplaySummary;
}

/**
 * @param document the parsed JSON of a recording
 * @throws CommandError for a recording that is damaged, with the place, and for options that cannot be; SettingError
 */
export function createReplay(document: unknown, input: ReplayDoorInput = {}): Replay {
  const { baseUrl, name = 'session', profile = 'default', assume = {} } = input;
  const caller = { name: 'replayHandlers', besides: ['baseUrl', 'name'] };
  const values = resolveInput(answerReplayOptions, input, caller);
  const settings = createSettings(profile, ...assumedBy({ anyKey: values.anyKey, assume: [assume] }));
  const recording = readDocument(document, input.name);
  const plan = { ...values, noLimits: false, fault: [], latency: null, seed: 1, clock: 'real' } as const;
  const worlds = new Worlds({ ...planWorlds(plan, settings, noRecords), onDrop: () => undefined });
  const keys = values.key.map((given) => given.key);
  const onFailure = (error: unknown): void => {
    console.error('pricing-mock itself failed:', error);
  };
  const options = {
    ...{ settings, name, onFailure, keys: new Set(keys) },
    source: () => recording,
    redactor: new Redactor(fetchBodies, { secrets: keys, rules: values.redact, compares: true }),
    auth: !values.noAuth,
    limited: values.limits,
    allowUnrecordedWrites: values.allowUnrecordedWrites,
    simulateMisses: values.onMiss === 'mock',
    sleep: values.timing === 'recorded' ? sleep : null,
    createClock: () => new Clock(Date.now()),
  };
  const positions = replayPositions(options);
  const open = async (): Promise<Handler> =>
    (await replayRecording(worlds, { ...options, bodies: fetchBodies }, positions)).handler;
  // What it needs is loaded with the first request.
  let opened: Promise<Handler> | undefined;
  const mode: Handler = async (request) => (await (opened ??= open()))(request);
  const watcher = { request: () => undefined, worldDropped: () => undefined, failure: onFailure };
  const key = usualKey(values);
  const isKey = keyCheck(values, settings);
  const world = (account = key): WorldHandle => {
    if (!isKey(account)) throw new RangeError(noSuchKey);
    return new WorldHandle(() => worlds.of(account), {
      mayHoldRecords: () => {
        throw new Error('a replay has no records of its own: what it answers stands in the recording');
      },
      onReset: () => {
        positions.reset(account);
      },
    });
  };
  return {
    ...fetchDoor(keepJournal(worlds, ownPages(settings), { settings, watcher })(mode), baseUrl, sleep),
    key,
    world,
    worlds: () => worlds.all().map(({ account }) => world(account)),
    summary: () => positions.summary(),
  };
}

function readDocument(document: unknown, name = 'the recording'): Recording {
  try {
    return readRecordingValue(document, name);
  } catch (error) {
    if (error instanceof RecordingError) throw inputError(error.message);
    throw error;
  }
}
