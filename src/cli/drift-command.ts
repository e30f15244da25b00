// `pricing-mock drift`: what changed in the real service between two recordings, or since a profile was learned.
import { jsonDrift, markdownDrift, textDrift, worstOf } from '../analysis/drift/drift-report.ts';
import { findDrift, shapeOfRecording } from '../analysis/drift/drift.ts';
import { severities } from '../analysis/drift/change.ts';
import type { ServiceShape, Severity } from '../analysis/drift/change.ts';
import { shapesOfProfile } from '../analysis/drift/profile-shapes.ts';
import { parseProfile, profileFormat } from '../dialect/profile.ts';
import { ProfileError } from '../dialect/profile-error.ts';
import { longestText, readRegularFile } from '../recording/file/regular-file.ts';
import { driftOptions } from '../app/options/analysis-options.ts';
import { exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { load, recordingFile } from '../app/data/recording-files.ts';
import type { RecordingFile } from '../app/data/recording-files.ts';

const codes = {
  breaking: exitCodes.missed,
  additive: exitCodes.additive,
  cosmetic: exitCodes.cosmetic,
} as const;

/** Ends with 1 for a breaking change, 5 where the worst is additive, 6 where it is cosmetic; see `--tolerate`. */
export async function drift(flags: Flags, io: Io, [old = '', now = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(driftOptions, { flags, env: io.env, file: {}, fileName: '' });
  if (options.json && options.markdown) throw usageError('--json and --markdown exclude each other');
  const files = [old, now].map((given) => recordingFile(given, options.dir, io.cwd));
  const services = await Promise.all(files.map((file) => readService(file, io)));
  if (services.every(({ interactions }) => interactions === undefined)) {
    throw usageError('drift compares recordings: one of the two may be a profile, not both');
  }
  // A profile is the older side, whichever argument names it.
  const turned = services[1]!.interactions === undefined;
  const [before, after] = turned ? services.toReversed() : services;
  const names = turned ? { old: now, new: old } : { old, new: now };
  const report = { ...names, changes: findDrift(before!, after!) };
  const print = options.json ? jsonDrift : options.markdown ? markdownDrift : textDrift;
  io.out(print(report));
  const worst = worstOf(report);
  return worst === undefined || isTolerated(worst, options.tolerate) ? exitCodes.ok : codes[worst];
}

/** The severities are in order, the worst first. */
function isTolerated(worst: Severity, tolerated: string): boolean {
  const from = severities.findIndex((severity) => severity === tolerated);
  return from !== -1 && severities.indexOf(worst) >= from;
}

async function readService(file: RecordingFile, io: Io): Promise<ServiceShape> {
  const profile = await readProfile(file);
  if (profile !== undefined) return profile;
  return shapeOfRecording(await load(file, noteTo(io)));
}

/** Undefined for a file that is no profile. */
async function readProfile({ path, shown }: RecordingFile): Promise<ServiceShape | undefined> {
  const bytes = await readRegularFile(path, longestText).catch(() => undefined);
  const text = bytes?.toString() ?? '';
  if (!text.slice(0, 1000).includes(`"${profileFormat}"`)) return undefined;
  try {
    return shapesOfProfile(parseProfile(JSON.parse(text)));
  } catch (error) {
    if (error instanceof ProfileError) throw inputError(`${shown}: ${error.message}`);
    if (error instanceof SyntaxError) throw inputError(`${shown}: this is not valid JSON`);
    throw error;
  }
}
