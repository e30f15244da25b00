// `--profile` and `--assume`: from their words to the settings in force.
import type { Settings } from '../api/assumptions.ts';
import { createSettings, profileNames, SettingError } from '../api/settings.ts';
import type { Answers, ProfileName } from '../api/settings.ts';
import { readObject } from './config-file.ts';
import { inputError, usageError } from '../options/command-error.ts';

const profileFormat = 'pricing-mock-profile';
const profileVersion = 1;

/**
 * The settings of a profile, by name or from a file, with single answers over it.
 * @throws CommandError for a profile that does not exist, or a file that is none
 */
export function chooseSettings(profile: string, assume: readonly Answers[], cwd: string): Settings {
  if (isProfileName(profile)) return createSettings(profile, ...assume);
  if (!/\.json$/i.test(profile)) {
    throw usageError(`--profile: '${profile}' is none of ${profileNames.join(', ')}, nor a JSON file`);
  }
  const file = readObject(profile, cwd);
  try {
    return createSettings('default', readProfile(file), ...assume);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw inputError(`${profile}: ${error.message}`);
  }
}

/** @throws SettingError for what is no profile of a version that we know */
function readProfile(file: Readonly<Record<string, unknown>>): Answers {
  if (file.format !== profileFormat) {
    throw new SettingError(
      `is no profile: it needs "format": "${profileFormat}" and "version": ${profileVersion}`,
    );
  }
  if (file.version !== profileVersion) {
    throw new SettingError(
      `has version ${JSON.stringify(file.version)}; this program reads version ${profileVersion}`,
    );
  }
  const { assumptions } = file;
  if (typeof assumptions !== 'object' || assumptions === null || Array.isArray(assumptions)) {
    throw new SettingError('assumptions must be an object of ids and values');
  }
  return assumptions as Answers;
}

function isProfileName(name: string): name is ProfileName {
  return (profileNames as readonly string[]).includes(name);
}
