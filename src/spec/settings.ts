// Turns a user's input (`--assume id=value`, a preset, a profile file) into the settings: how the mock behaves, and how it
// writes its answers.
import { meantBy, nearestName } from '../http/nearest-name.ts';
import { parseValue, validValues } from './assumption.ts';
import type { Assumption } from './assumption.ts';
import { assumptionIds, assumptions } from './assumptions.ts';
import type { AssumptionId, Behaviours } from './assumptions.ts';
import { changeForm } from './form.ts';
import type { Form, FormPatch, FormPlace } from './form.ts';
import { defaultForm, presetNames, presets } from './presets.ts';
import type { PresetName } from './presets.ts';
import { shorthandIds, shorthands } from './shorthands.ts';
import type { ShorthandId, ShorthandValues } from './shorthands.ts';

/** What options say of answers and of generated records, and no service decides. */
export interface MockSettings {
  /** What stands in front of `/errors/<code>` in a `doc_url`; null: the pages of this mock. */
  readonly docBase: string | null;
  /** Whether records carry a field that nobody announced. */
  readonly extraFields: boolean;
  /** The share, 0 to 1, of generated listings without a bound or their strategy. */
  readonly incomplete: number;
  /** Whether some generated listings are archived. */
  readonly archived: boolean;
}

/** The answer to each assumption, the form of answers, and what options add. */
export interface Settings extends Behaviours {
  readonly form: Form;
  readonly mock: MockSettings;
}

/** What `--assume` takes: assumptions, and the shorthands for the form of answers. */
export type AnswerId = AssumptionId | ShorthandId;

/** What a part of an answer rests on that the specification does not show: an assumption, or a place of the form. */
export type Mark = AnswerId | `form.${FormPlace}` | '--incomplete';

/** Answers by id. */
export type Answers = Partial<Behaviours & ShorthandValues>;

/** A setting that is not valid. Its message says what is. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** Answers by id, not checked yet: they come from a flag, a file or a caller. */
export type Overrides = Readonly<Record<string, unknown>>;

/** What settings begin with: a preset by its name, or the parts of a profile file laid over the default. */
export type Start =
  PresetName | { readonly assumptions?: Overrides | undefined; readonly form?: FormPatch | undefined };

const noOptions: MockSettings = { docBase: null, extraFields: false, incomplete: 0, archived: false };

/**
 * The settings of a preset with single answers laid over it.
 * @throws SettingError for an unknown preset, id or value
 */
export function createSettings(start: Start = 'default', ...overrides: readonly Overrides[]): Settings {
  const { assumptions: own = {}, form: patch = {} } = typeof start === 'string' ? presetOf(start) : start;
  const given: Record<string, string | number> = {};
  for (const answers of [own, ...overrides]) {
    for (const [id, value] of Object.entries(answers)) given[id] = checkOverride(id, value);
  }
  const behaviours = assumptionIds.map((id) => [id, given[id] ?? assumptions[id].default]);
  return {
    ...(Object.fromEntries(behaviours) as Behaviours),
    form: shorthandIds.reduce((form, id) => apply(form, id, given[id]), changeForm(defaultForm, patch)),
    mock: noOptions,
  };
}

function presetOf(name: PresetName): { readonly assumptions?: Overrides; readonly form?: FormPatch } {
  if (presetNames.includes(name)) return presets[name];
  const given: unknown = name; // a program without types may give anything
  const meant = meantBy(String(given), presetNames);
  throw new SettingError(`profile: '${String(given)}' is none of ${presetNames.join(', ')}${meant}`);
}

function apply(form: Form, id: ShorthandId, value: string | number | undefined): Form {
  if (value === undefined) return form;
  try {
    return shorthands[id].change(form, value);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new SettingError(`'${id}' cannot be ${JSON.stringify(value)}: ${error.message}`);
  }
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

export function isShorthandId(id: string): id is ShorthandId {
  return Object.hasOwn(shorthands, id);
}

/** @throws SettingError for an id or a value that is not known */
export function checkOverride(id: string, value: unknown): string | number {
  const entry: Assumption | undefined = isAssumptionId(id)
    ? assumptions[id]
    : isShorthandId(id)
      ? shorthands[id].entry
      : undefined;
  if (entry === undefined) {
    const nearest = nearestName(id, [...assumptionIds, ...shorthandIds]);
    const hint = nearest === undefined ? '' : `did you mean '${nearest}'? `;
    throw new SettingError(`there is no assumption '${id}'; ${hint}\`pricing-mock assumptions\` lists them`);
  }
  const words = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const parsed = words === undefined ? undefined : parseValue(entry, words);
  if (parsed === undefined) {
    throw new SettingError(`'${id}' cannot be ${JSON.stringify(value)}; it takes ${validValues(entry)}`);
  }
  return parsed;
}
