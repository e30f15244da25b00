// The assumptions as a list: each question that the specification leaves open, with its current answer.
import { validValues } from './assumption.ts';
import { assumptionIds, assumptions } from './assumptions.ts';
import type { Settings } from './assumptions.ts';

export function listAnswers(settings: Settings) {
  return assumptionIds.map((id) => {
    const entry = assumptions[id];
    const { gap, section, question, reason, evidence } = entry;
    const values = validValues(entry);
    return {
      id,
      gap,
      section,
      question,
      value: settings[id],
      default: entry.default,
      values,
      reason,
      evidence,
    };
  });
}

export type AssumptionAnswer = ReturnType<typeof listAnswers>[number];
