// Turns `--profile` and `--assume` into the settings and, where a profile was learned, the dialect.
import { meantBy } from '../../http/nearest-name.ts';
import type { Settings, Overrides } from '../../spec/settings.ts';
import { createSettings, SettingError } from '../../spec/settings.ts';
import { presetNames } from '../../spec/presets.ts';
import type { PresetName } from '../../spec/presets.ts';
import { applyForm, applyProfile } from '../../dialect/apply-profile.ts';
import type { AppliedProfile } from '../../dialect/apply-profile.ts';
import { parseProfile, ProfileError } from '../../dialect/profile.ts';
import type { Profile } from '../../dialect/profile.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import { readObject } from './config-file.ts';
import { inputError, usageError } from './command-error.ts';

/**
 * The settings of a profile, by name or from a file, with single answers over it.
 * @throws CommandError for a profile that does not exist, or a file that is none
 */
export function chooseSettings(profile: string, assume: readonly Overrides[], cwd: string): Settings {
  return chooseProfile(profile, assume, cwd).settings;
}

/** The settings and the dialect, with the profile if it comes from a file. */
export interface ChosenProfile extends AppliedProfile {
  readonly profile?: Profile;
}

/**
 * The same, with the dialect of a learned profile.
 * @throws CommandError for a profile that does not exist, a file that is none, or an answer that it has decided
 */
export function chooseProfile(profile: string, assume: readonly Overrides[], cwd: string): ChosenProfile {
  if (isPresetName(profile)) return { settings: applying(() => createSettings(profile, ...assume)) };
  const read = readProfileFile(profile, cwd);
  return { ...applying(() => applyProfile(read, assume)), profile: read };
}

/**
 * What a form that was learned from a recording just now puts in force.
 * @throws CommandError for an answer that it has decided
 */
export function chooseForm(form: DialectForm, assume: readonly Overrides[]): ReturnType<typeof applyForm> {
  return applying(() => applyForm(form, assume));
}

function applying<Applied>(apply: () => Applied): Applied {
  try {
    return apply();
  } catch (error) {
    if (error instanceof SettingError) throw usageError(`--assume: ${error.message}`);
    throw error;
  }
}

/** @throws CommandError */
export function readProfileFile(profile: string, cwd: string): Profile {
  if (!/\.json$/i.test(profile)) {
    const meant = meantBy(profile, presetNames);
    throw usageError(`--profile: '${profile}' is none of ${presetNames.join(', ')}, nor a JSON file${meant}`);
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
