// The mode `replay` from its options: the recording that is followed, and where each key stands in it.
import type { Settings } from '../../spec/assumptions.ts';
import { Clock } from '../../http/clock.ts';
import { followRecording } from '../../recording/file/watch-recording.ts';
import type { Recording } from '../../recording/format.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import { Redactor } from '../../recording/redact/redactor.ts';
import type { ReplaySummary } from '../../recording/replay/replay-worlds.ts';
import { replayRecording } from './replay-app.ts';
import type { Worlds } from '../../service/worlds/worlds.ts';
import type { ServerHooks } from '../hooks.ts';
import { sleep } from '../../http/sleep.ts';
import type { Mode } from './modes.ts';
import { asWritten, count, reading, recordingFile } from '../data/recording-files.ts';
import type { ReplayCommandOptions } from '../options/replay-options.ts';

export interface ReplaySetup {
  readonly values: Pick<
    ReplayCommandOptions,
    'dir' | 'key' | 'noAuth' | 'redact' | 'allowUnrecordedWrites' | 'onMiss' | 'timing' | 'limits'
  >;
  readonly settings: Settings;
  readonly worlds: Worlds;
  readonly cwd: string;
  readonly hooks: ServerHooks;
  /** Masks what is printed as well; one of its own unless given. */
  readonly redactor?: Redactor | undefined;
}

export interface ReplayMode extends Mode {
  readonly recording: string;
  /** The recording as it is now. */
  readonly current: () => Recording;
  readonly summary: () => ReplaySummary;
}

/**
 * @param given the recording's name or file
 * @throws CommandError (4) for a recording that is missing or damaged
 */
export async function replayMode(given: string, setup: ReplaySetup): Promise<ReplayMode> {
  const { values, settings, worlds, cwd, hooks } = setup;
  const keys = values.key.map(({ key }) => key);
  const file = recordingFile(given, values.dir, cwd);
  const followed = await reading(file, () =>
    followRecording(file.path, {
      onTaken: ({ interactions }) => {
        hooks.note(`The recording has changed: ${count(interactions.length, 'interaction')} from now on.`);
      },
      onNote: (line) => {
        hooks.note(asWritten(line, file));
      },
      onKept: (reason) => {
        hooks.note(asWritten(reason, file));
      },
    }),
  );
  try {
    const { handler, positions } = await replayRecording(worlds, {
      settings,
      source: followed.current,
      name: file.name,
      bodies: nodeBodies,
      redactor:
        setup.redactor ?? new Redactor(nodeBodies, { secrets: keys, rules: values.redact, compares: true }),
      keys: new Set(keys),
      auth: !values.noAuth,
      limited: values.limits,
      allowUnrecordedWrites: values.allowUnrecordedWrites,
      simulateMisses: values.onMiss === 'mock',
      sleep: values.timing === 'recorded' ? sleep : null,
      createClock: () => new Clock(Date.now()),
      onFailure: hooks.failure,
    });
    return {
      ...{ mode: 'replay', recording: file.name, upstream: null, handler },
      current: followed.current,
      summary: () => positions.summary(),
      reset: (account) => {
        positions.reset(account);
      },
      close: () => {
        followed.close();
      },
    };
  } catch (error) {
    followed.close();
    throw error;
  }
}
