// Turns a user's input (`--assume id=value`, a preset) into the settings.
import { parseValue, validValues } from './assumption.ts';
import { assumptionIds, assumptions } from './assumptions.ts';
import type { AssumptionId, Settings } from './assumptions.ts';

export const presetNames = ['default', 'spec-only', 'strict'] as const;
/** A preset answers all open questions: with the likely answers, with nothing beyond the specification, or with the least forgiving ones. */
export type PresetName = (typeof presetNames)[number];

/** A setting that is not valid. Its message says what is. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** Answers by assumption id, not checked yet: they come from a flag, a file or a caller. */
export type Overrides = Readonly<Record<string, unknown>>;

/**
 * The settings of a preset with single answers laid over it.
 * @throws SettingError for an unknown preset, id or value
 */
export function createSettings(preset: PresetName = 'default', ...overrides: readonly Overrides[]): Settings {
  if (!presetNames.includes(preset)) {
    throw new SettingError(`profile: ${JSON.stringify(preset)} is none of ${presetNames.join(', ')}`);
  }
  const settings: Record<string, string | number> = {};
  for (const id of assumptionIds) {
    const entry = assumptions[id];
    const special = preset === 'default' ? undefined : entry.presets[preset];
    settings[id] = special === undefined ? entry.default : checkOverride(id, special);
  }
  for (const answers of overrides) {
    for (const [id, value] of Object.entries(answers)) settings[id] = checkOverride(id, value);
  }
  return settings as Settings;
}

/**
 * Reads `id=value`.
 * @throws SettingError when it has no `=`, or the id or value is not known
 */
export function parseOverride(words: string): Overrides {
  const equals = words.indexOf('=');
  if (equals < 1)
    throw new SettingError(`'${words}' is not of the form <id>=<value>, such as error-codes=fine`);
  const id = words.slice(0, equals);
  return { [id]: checkOverride(id, words.slice(equals + 1)) };
}

export function isAssumptionId(id: string): id is AssumptionId {
  return Object.hasOwn(assumptions, id);
}

/** @throws SettingError for an id or a value that is not known */
export function checkOverride(id: string, value: unknown): string | number {
  if (!isAssumptionId(id)) {
    throw new SettingError(`there is no assumption '${id}'; the ids are ${assumptionIds.join(', ')}`);
  }
  const entry = assumptions[id];
  const words = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const parsed = words === undefined ? undefined : parseValue(entry, words);
  if (parsed === undefined) {
    throw new SettingError(`'${id}' cannot be ${JSON.stringify(value)}; it takes ${validValues(entry)}`);
  }
  return parsed;
}
