// `pricing-mock drift`: what changed in the real service between two recordings, or since a profile was learned.
import { severities } from '../analysis/fidelity/changes.ts';
import type { Severity } from '../analysis/fidelity/changes.ts';
import { findDrift } from '../analysis/fidelity/drift.ts';
import type { Known } from '../analysis/fidelity/drift.ts';
import {
  jsonDrift,
  junitDrift,
  markdownDrift,
  textDrift,
  worstOf,
} from '../analysis/fidelity/drift-report.ts';
import { load, recordingFile } from '../app/data/recording-files.ts';
import type { RecordingFile } from '../app/data/recording-files.ts';
import { driftOptions } from '../app/options/analysis-options.ts';
import { parseObject } from '../app/options/config-file.ts';
import { exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { parseProfile, ProfileError, profileFormat } from '../dialect/profile.ts';
import { longestText, readRegularFile } from '../recording/file/regular-file.ts';
import { noteTo } from './io.ts';
import { withProgress } from './progress.ts';
import type { Io } from './io.ts';
import { checkReportFiles, writeReports } from './write-out.ts';

const codes = {
  breaking: exitCodes.missed,
  additive: exitCodes.additive,
  cosmetic: exitCodes.cosmetic,
} as const;

/** Ends with 1 for a breaking change, 5 where the worst is additive, 6 where it is cosmetic; see `--tolerate`. */
export async function drift(flags: Flags, io: Io, [old = '', now = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(driftOptions, { flags, env: io.env, file: {}, fileName: '' });
  checkReportFiles(options, io);
  const files = [old, now].map((given) => recordingFile(given, options.dir, io.cwd));
  const services = await Promise.all(files.map((file) => readService(file, io)));
  if (services.every((service) => 'form' in service)) {
    throw usageError('drift compares recordings: one of the two may be a profile, not both');
  }
  // A profile is the older side, whichever argument names it.
  const turned = 'form' in services[1]!;
  const [before, after] = turned ? services.toReversed() : services;
  const names = turned ? { old: now, new: old } : { old, new: now };
  const changes = await withProgress(io, (onStep) => findDrift(before!, after!, onStep));
  const report = { ...names, changes };
  const isTolerated = (severity: Severity) => isTakenFor(severity, options.tolerate);
  io.out((options.json ? jsonDrift : textDrift)(report));
  writeReports(
    options,
    { junit: () => junitDrift(report, isTolerated), markdown: () => markdownDrift(report) },
    io,
  );
  const worst = worstOf(report);
  return worst === undefined || isTolerated(worst) ? exitCodes.ok : codes[worst];
}

/** Whether a severity is the tolerated one or a lesser one. They are in order, the worst first. */
function isTakenFor(severity: Severity, tolerated: string): boolean {
  const from = severities.findIndex((one) => one === tolerated);
  return from !== -1 && severities.indexOf(severity) >= from;
}

async function readService(file: RecordingFile, io: Io): Promise<Known> {
  const profile = await readProfile(file);
  if (profile !== undefined) return profile;
  const recording = await load(file, noteTo(io));
  if (recording.interactions.length > 0) return { recording };
  throw inputError(`${file.shown}: holds no interaction to compare`);
}

/** Undefined for a file that is no profile. */
async function readProfile({ path, shown }: RecordingFile): Promise<Known | undefined> {
  const bytes = await readRegularFile(path, longestText).catch(() => undefined);
  if (bytes?.subarray(0, 1000).includes(`"${profileFormat}"`) !== true) return undefined;
  try {
    const { service } = parseProfile(parseObject(bytes, shown));
    if (service === undefined)
      throw inputError(`${shown}: says nothing of how a service speaks; learn one from a recording`);
    return { form: service };
  } catch (error) {
    if (error instanceof ProfileError) throw inputError(`${shown}: ${error.message}`);
    throw error;
  }
}
