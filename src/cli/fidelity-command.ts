// `pricing-mock fidelity`: how faithful a mock is to a recording.
import { measureFidelity, percentOf } from '../analysis/fidelity/fidelity.ts';
import type { FidelityOptions as Measure } from '../analysis/fidelity/fidelity.ts';
import {
  jsonReport,
  junitFidelity,
  markdownReport,
  textReport,
} from '../analysis/fidelity/fidelity-report.ts';
import { load, recordingFile } from '../app/data/recording-files.ts';
import { fidelityOptions } from '../app/options/analysis-options.ts';
import { chooseProfile } from '../app/options/choose-settings.ts';
import { CommandError, exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags, Values } from '../app/options/options.ts';
import { noteTo } from './io.ts';
import { withProgress } from './progress.ts';
import type { Io } from './io.ts';
import { checkReportFiles, writeReports } from './write-out.ts';

/** Ends with 1 when a smaller share of the answers agrees than `--fail-under` says. */
export async function fidelity(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(fidelityOptions, { flags, env: io.env, file: {}, fileName: '' });
  const speech = chooseSpeech(options, io.cwd);
  if (speech !== undefined && options.split !== undefined) {
    throw usageError('--split learns from the recording: it excludes --profile and --assume');
  }
  checkReportFiles(options, io);
  const file = recordingFile(given, options.dir, io.cwd);
  const recording = await load(file, noteTo(io));
  const least = options.split === undefined ? 1 : 2;
  if (recording.interactions.length < least) {
    throw inputError(
      `${file.shown}: holds ${least === 1 ? 'no interaction to compare' : 'too few interactions to split them'}`,
    );
  }
  const { perSecond, perMinute } = options;
  const compared: Measure = {
    name: file.name,
    ...(speech && { speech }),
    split: options.split,
    limits: { ...(perSecond !== undefined && { perSecond }), ...(perMinute !== undefined && { perMinute }) },
    ignored: options.ignore,
  };
  const report = await withProgress(io, (onStep) => measureFidelity(recording, { ...compared, onStep }));
  io.out((options.json ? jsonReport : textReport)(report));
  writeReports(options, { junit: () => junitFidelity(report), markdown: () => markdownReport(report) }, io);
  const score = percentOf(report.answers);
  if (options.failUnder !== undefined && score < options.failUnder) {
    throw new CommandError(exitCodes.missed, `the fidelity is ${score} %, below ${options.failUnder} %`);
  }
  return exitCodes.ok;
}

/** Undefined: as the recording itself teaches. */
function chooseSpeech({ profile, assume }: Values<typeof fidelityOptions>, cwd: string): Measure['speech'] {
  if (profile === undefined && assume.length === 0) return undefined;
  const { settings, profile: learned } = chooseProfile(profile ?? 'default', assume, cwd);
  return learned?.service === undefined ? { settings } : { form: learned.service };
}
