// `pricing-mock fidelity`: how faithful the simulator is to a recording.
import { jsonReport } from '../analysis/compare/fidelity-json.ts';
import { markdownReport } from '../analysis/compare/fidelity-markdown.ts';
import { textReport } from '../analysis/compare/fidelity-text.ts';
import { scoreOf } from '../analysis/compare/score.ts';
import { measureFidelity } from '../analysis/measure-fidelity.ts';
import { createSettings, SettingError } from '../spec/settings.ts';
import type { Overrides } from '../spec/settings.ts';
import { standardLimits } from '../spec/endpoints.ts';
import { applyProfile } from '../dialect/apply-profile.ts';
import type { AppliedProfile } from '../dialect/apply-profile.ts';
import { parseProfile } from '../dialect/profile.ts';
import type { Profile } from '../dialect/profile.ts';
import { ProfileError } from '../dialect/profile-error.ts';
import { readObject } from '../app/options/config-file.ts';
import { chooseSettings } from '../app/options/choose-settings.ts';
import { CommandError, exitCodes, inputError, usageError } from '../app/options/command-error.ts';
import { noteTo } from './io.ts';
import type { Io } from './io.ts';
import { fidelityOptions } from '../app/options/analysis-options.ts';
import { resolveOptions } from '../app/options/options.ts';
import type { Flags } from '../app/options/options.ts';
import { load, recordingFile } from '../app/data/recording-files.ts';

/** Ends with 1 when the score is below `--fail-under`. */
export async function fidelity(flags: Flags, io: Io, [given = '']: readonly string[]): Promise<number> {
  const options = resolveOptions(fidelityOptions, { flags, env: io.env, file: {}, fileName: '' });
  if (options.json && options.markdown) throw usageError('--json and --markdown exclude each other');
  const profile = readProfile(options.profile, io.cwd);
  const inForce = (over: Overrides, now: () => number): AppliedProfile => {
    if (profile !== undefined) return applyProfile(profile, [...options.assume, over], now);
    return {
      settings: createSettings('default', chooseSettings(options.profile, options.assume, io.cwd), over),
    };
  };
  const { limits = {} } = checked(options.profile, () => inForce({}, Date.now));
  const file = recordingFile(given, options.dir, io.cwd);
  const recording = await load(file, noteTo(io));
  if (recording.interactions.length === 0) throw inputError(`${file.shown}: holds no interaction to compare`);
  const report = await measureFidelity(recording, {
    name: file.name,
    ...(profile && { profile }),
    inForce,
    limits: {
      perSecond: options.perSecond ?? limits.perSecond ?? standardLimits.perSecond,
      perMinute: options.perMinute ?? limits.perMinute ?? standardLimits.perMinute,
    },
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

/** The profile in a file; undefined for one that has a name. */
function readProfile(given: string, cwd: string): Profile | undefined {
  if (!/\.json$/i.test(given)) return undefined;
  return checked(given, () => parseProfile(readObject(given, cwd)));
}

/** @throws CommandError (4) that names the profile */
function checked<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProfileError || error instanceof SettingError)
      throw inputError(`${name}: ${error.message}`);
    throw error;
  }
}
