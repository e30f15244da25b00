// Turns `--profile` and `--assume` into the settings and, for a learned profile, its response format.
import type { Settings } from '../../spec/assumptions.ts';
import { createSettings, presetNames, SettingError } from '../../spec/settings.ts';
import type { Overrides, PresetName } from '../../spec/settings.ts';
import type { AppliedProfile } from '../../dialect/apply-profile.ts';
import { parseProfile } from '../../dialect/profile.ts';
import type { Profile } from '../../dialect/profile.ts';
import { ProfileError } from '../../dialect/profile-error.ts';
import { readObject } from './config-file.ts';
import { inputError, usageError } from './command-error.ts';

/**
 * The settings of a profile, by name or from a file, with single answers over it.
 * @throws CommandError for a profile that does not exist, or a file that is none
 */
export function chooseSettings(profile: string, assume: readonly Overrides[], cwd: string): Settings {
  if (isPresetName(profile)) return createSettings(profile, ...assume);
  const { assumptions } = readProfileFile(profile, cwd);
  return createSettings('default', assumptions, ...assume);
}

/** The settings and response format, with the profile if it comes from a file. */
export interface ChosenProfile extends AppliedProfile {
  readonly profile?: Profile;
}

/**
 * The same, with the response format of a learned profile.
 * @param now the time that answers tell, in milliseconds since 1970
 * @throws CommandError for a profile that does not exist, a file that is none, or an answer that it has decided
 */
export async function chooseProfile(
  profile: string,
  assume: readonly Overrides[],
  cwd: string,
  now: () => number = Date.now,
): Promise<ChosenProfile> {
  if (isPresetName(profile)) return { settings: createSettings(profile, ...assume) };
  const read = readProfileFile(profile, cwd);
  const { applyProfile } = await import('../../dialect/apply-profile.ts');
  try {
    return { ...applyProfile(read, assume, now), profile: read };
  } catch (error) {
    if (error instanceof SettingError) throw usageError(`--assume: ${error.message}`);
    throw error;
  }
}

/** @throws CommandError */
export function readProfileFile(profile: string, cwd: string): Profile {
  if (!/\.json$/i.test(profile)) {
    throw usageError(`--profile: '${profile}' is none of ${presetNames.join(', ')}, nor a JSON file`);
  }
  const file = readObject(profile, cwd);
  try {
    return parseProfile(file);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw inputError(`${profile}: ${error.message}`);
  }
}

export function isPresetName(name: string): name is PresetName {
  return (presetNames as readonly string[]).includes(name);
}
