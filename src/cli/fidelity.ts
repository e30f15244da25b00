// `pricing-mock fidelity`: how faithful the simulator is to a recording.
import { jsonReport } from '../fidelity/report-json.ts';
import { markdownReport } from '../fidelity/report-markdown.ts';
import { textReport } from '../fidelity/report-text.ts';
import { scoreOf } from '../fidelity/score.ts';
import { measureFidelity } from '../measure-fidelity.ts';
import { loadRecording } from '../recording/folder.ts';
import { chooseSettings } from './choose-settings.ts';
import { CommandError, exitCodes, inputError, usageError } from './io.ts';
import type { Io } from './io.ts';
import { fidelityOptions } from './fidelity-options.ts';
import { resolveOptions } from './options.ts';
import type { Flags } from './options.ts';
import { reading, recordingFile } from './recording-files.ts';

/** Ends with 1 when the score is below `--fail-under`. */
export async function fidelity(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(fidelityOptions, { flags, env: io.env, file: {}, fileName: '' });
  if (options.json && options.markdown) throw usageError('--json and --markdown exclude each other');
  const settings = chooseSettings(options.profile, options.assume, io.cwd);
  const file = recordingFile(given, options.dir, io);
  const recording = await reading(file, () => loadRecording(file.path));
  if (recording.interactions.length === 0) throw inputError(`${file.shown}: holds no interaction to compare`);
  const report = await measureFidelity(recording, {
    name: file.name,
    settings,
    limits: { perSecond: options.perSecond, perMinute: options.perMinute },
    ignored: options.ignore,
    onFailure: (error) => {
      throw error;
    },
  });
  const print = options.json ? jsonReport : options.markdown ? markdownReport : textReport;
  io.out(print(report));
  const score = scoreOf(report);
  if (options.failUnder !== undefined && score < options.failUnder) {
    throw new CommandError(exitCodes.missed, `the fidelity is ${score} %, below ${options.failUnder} %`);
  }
  return exitCodes.ok;
}
