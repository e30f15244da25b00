// The assumptions as a list: each question that the specification leaves open, with its current answer. Behind those about
// behaviour stand the shorthands for the form of answers.
import { validValues } from './assumption.ts';
import type { Assumption } from './assumption.ts';
import { assumptionIds, assumptions } from './assumptions.ts';
import type { FormPlace } from './form.ts';
import type { AnswerId, Settings } from './settings.ts';
import { shorthandIds, shorthands } from './shorthands.ts';

export interface ListedAssumption extends Pick<
  Assumption,
  'gap' | 'section' | 'question' | 'default' | 'reason' | 'evidence'
> {
  readonly id: AnswerId;
  /** Null where the form of answers says what no word of the shorthand does. */
  readonly value: string | number | null;
  /** The valid values in words. */
  readonly values: string;
  /** The place of the form that a shorthand changes. */
  readonly form?: FormPlace;
}

export function assumptionList(settings: Settings): ListedAssumption[] {
  return [
    ...assumptionIds.map((id) => answerOf(id, assumptions[id], settings[id])),
    ...shorthandIds.map((id) => {
      const { entry, place, read } = shorthands[id];
      return { ...answerOf(id, entry, read(settings.form) ?? null), form: place };
    }),
  ];
}

function answerOf(id: AnswerId, entry: Assumption, value: string | number | null): ListedAssumption {
  const { gap, section, question, reason, evidence } = entry;
  return {
    id,
    gap,
    section,
    question,
    value,
    default: entry.default,
    values: validValues(entry),
    reason,
    evidence,
  };
}
