// From the words of a user (`--assume id=value`, a profile) to the settings in force.
import { parseValue, validValues } from './assumption.ts';
import { assumptionIds, assumptions } from './assumptions.ts';
import type { AssumptionId, Settings } from './assumptions.ts';

export const profileNames = ['default', 'spec-only', 'strict'] as const;
/** Answers to all open questions at once: the likely ones, none beyond the specification, or the least forgiving. */
export type ProfileName = (typeof profileNames)[number];

/** A setting that cannot be: its message says what is valid. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** Answers by assumption id; unchecked, as they come from a flag, a file or a caller. */
export type Overrides = Readonly<Record<string, unknown>>;

/**
 * The settings of a profile with single answers laid over it.
 * @throws SettingError for an unknown profile, id or value
 */
export function createSettings(
  profile: ProfileName = 'default',
  ...overrides: readonly Overrides[]
): Settings {
  if (!profileNames.includes(profile)) {
    throw new SettingError(`profile: ${JSON.stringify(profile)} is none of ${profileNames.join(', ')}`);
  }
  const settings: Record<string, string | number> = {};
  for (const id of assumptionIds) {
    const entry = assumptions[id];
    const special = profile === 'default' ? undefined : entry.profiles[profile];
    settings[id] = special === undefined ? entry.default : checkAnswer(id, special);
  }
  for (const answers of overrides) {
    for (const [id, value] of Object.entries(answers)) settings[id] = checkAnswer(id, value);
  }
  return settings as Settings;
}

/**
 * Reads `id=value`.
 * @throws SettingError when it has no `=`, or the id or value is not known
 */
export function parseAnswer(words: string): Overrides {
  const equals = words.indexOf('=');
  if (equals < 1)
    throw new SettingError(`'${words}' is not of the form <id>=<value>, such as error-codes=fine`);
  const id = words.slice(0, equals);
  return { [id]: checkAnswer(id, words.slice(equals + 1)) };
}

export function isAssumptionId(id: string): id is AssumptionId {
  return Object.hasOwn(assumptions, id);
}

/** @throws SettingError for an id or a value that is not known */
export function checkAnswer(id: string, value: unknown): string | number {
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
