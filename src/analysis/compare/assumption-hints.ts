// Which entry of the ledger, or which sentence of the specification, decides where a difference stands, and what would
// change it.
import { assumptions } from '../../spec/assumptions.ts';
import { parseValue } from '../../spec/assumption.ts';
import { fieldHint } from './field-hints.ts';
import type { Difference } from './differences.ts';
import { headerHint } from './header-hints.ts';
import { statusHint } from './status-hints.ts';
import type { Answer, Hint } from './hint.ts';

export function hintFor(difference: Difference): Hint {
  const hint = rough(difference);
  return { ...hint, answers: hint.answers.filter(isValid) };
}

/** A hint after its answers were tried. */
export function triedHint(hint: Hint, settledBy: readonly Answer[]): Hint {
  if (settledBy.length === 0) return { ...hint, ...hint.ifNone };
  return { ...hint, decidedBy: [...new Set(settledBy.map(({ id }) => id))], specified: false };
}

function rough(difference: Difference): Hint {
  switch (difference.aspect) {
    case 'limit':
      return {
        decidedBy: ['§8', 'rate-algorithm', 'minute-scope', 'rejected-counted'],
        specified: true,
        answers: [],
        otherwise: '--per-second and --per-minute, if the key has other limits',
      };
    case 'status':
      return statusHint(difference);
    case 'header':
      return headerHint(difference);
    default:
      return fieldHint(difference);
  }
}

function isValid({ id, value }: Answer): boolean {
  return parseValue(assumptions[id], value) !== undefined;
}
