// The mode `replay` of a server. It follows the recording's file, so that it replays new interactions at once.
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import { followRecording } from '../../recording/file/watch-recording.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Recording } from '../../recording/format.ts';
import { Redactor } from '../../recording/redact/redactor.ts';
import type { ReplaySummary } from '../../recording/replay/replay-worlds.ts';
import { replay, replayPositions } from './replay.ts';
import type { Service } from '../../service/service.ts';
import { backgroundSleep } from '../../http/sleep.ts';
import { counted } from '../../http/plain-text.ts';
import type { Mode } from './mode-switch.ts';
import { asWritten, reading, recordingFile } from '../data/recording-files.ts';
import type { ReplayCommandOptions } from '../options/replay-options.ts';

interface ReplaySetup {
  readonly service: Service;
  readonly values: Pick<ReplayCommandOptions, 'dir'> & Partial<Pick<ReplayCommandOptions, RecordedOption>>;
  readonly cwd: string;
  /** Gets lines for the log that are about no request. */
  readonly note: (line: string) => void;
  /** How the recorded service speaks, where a profile says so. */
  readonly form?: DialectForm | undefined;
  /** Also masks what is printed; the replay makes one where none is given. */
  readonly redactor?: Redactor | undefined;
}

type RecordedOption = 'at' | 'redact' | 'allowUnrecordedWrites' | 'onMiss' | 'timing' | 'limits';

/** The options of a replay to which a server changes while it runs. */
const usual = {
  at: undefined,
  redact: [],
  allowUnrecordedWrites: false,
  onMiss: 'error',
  timing: 'none',
  limits: false,
} as const;

export interface ReplayMode extends Mode {
  readonly recording: string;
  /** The recording as it is now. */
  readonly current: () => Recording;
  readonly summary: () => ReplaySummary;
}

/**
 * @param given the recording's name or file
 * @throws CommandError (4) for a recording that is missing or damaged, (2) for a write that it does not have
 */
export async function replayMode(given: string, setup: ReplaySetup): Promise<ReplayMode> {
  const { service, cwd, note } = setup;
  const values = { ...usual, ...setup.values };
  const file = recordingFile(given, values.dir, cwd);
  const followed = await reading(file, () =>
    followRecording(file.path, {
      onTaken: ({ interactions }) => {
        note(`The recording has changed: ${counted(interactions.length, 'interaction')} from now on.`);
      },
      onNote: (line) => {
        note(asWritten(line, file));
      },
      onKept: (reason) => {
        note(asWritten(reason, file));
      },
    }),
  );
  try {
    const secrets = [...service.keyRules.keys];
    const redactor =
      setup.redactor ?? new Redactor(nodeBodies, { secrets, rules: values.redact, compares: true });
    const positions = replayPositions(service, followed.current, redactor, values);
    const handler = await replay(service, positions, {
      values,
      name: file.name,
      form: setup.form,
      bodies: nodeBodies,
      sleep: values.timing === 'recorded' ? backgroundSleep : undefined,
    });
    return {
      mode: 'replay',
      recording: file.name,
      upstream: null,
      handler,
      positions,
      limits: values.limits,
      recorded: followed.current,
      current: followed.current,
      summary: () => positions.summary(),
      reset: (key) => {
        positions.reset(key);
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
