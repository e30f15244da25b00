// What can be made to go wrong, and how a user says it: `status=500@0.1`, `slow-body=3000`, `reset`.
import { printable } from '../../spec/read-body.ts';
import type { RequestMatch } from './match.ts';

/** Faults that are said by their name alone. */
const plainKinds = ['reset', 'lost-reply', 'timeout', 'truncate', 'malformed'] as const;
type PlainKind = (typeof plainKinds)[number];

export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  | { [Kind in PlainKind]: { readonly kind: Kind } }[PlainKind]
  | { readonly kind: 'slow-body'; readonly milliseconds: number };

/** A fault as on the command line: `status=503`, `reset`, `slow-body=3000` and so on. */
export type FaultKind = `status=${number}` | PlainKind | 'slow-body' | `slow-body=${number}`;

/** A fault and the requests that it strikes. */
export interface FaultRule {
  readonly fault: Fault;
  /** The share of requests that it strikes, 0 to 1. */
  readonly probability: number;
  /** Which requests; left out: all. */
  readonly match?: RequestMatch;
  /** It strikes every n-th request that it matches. */
  readonly every?: number;
  /** It strikes so many times at most. */
  readonly times?: number;
}

/** A delay before every answer, in milliseconds, drawn evenly between two bounds. */
export interface Latency {
  readonly min: number;
  readonly max: number;
}

/** All faults, as a user says them. */
export const faultForms = ['status=<400-599>', ...plainKinds, 'slow-body[=<milliseconds>]'].join(', ');

/** A fault or latency that cannot be; its message says what can. */
export class FaultSyntaxError extends Error {
  override readonly name = 'FaultSyntaxError';
}

/**
 * Reads `<fault>[@<probability>]`.
 * @throws FaultSyntaxError
 */
export function parseFaultRule(words: string): FaultRule {
  const at = words.indexOf('@');
  const fault = parseFault(at === -1 ? words : words.slice(0, at));
  if (at === -1) return { fault, probability: 1 };
  const share = words.slice(at + 1);
  const probability = /^(?:0|1|0?\.\d+|1\.0+)$/.test(share) ? Number(share) : NaN;
  if (probability >= 0 && probability <= 1) return { fault, probability };
  throw new FaultSyntaxError(
    `the probability in '${printable(words)}' must be between 0 and 1, such as ${printable(words.slice(0, at))}@0.1`,
  );
}

/**
 * Reads a fault without a probability.
 * @throws FaultSyntaxError
 */
export function parseFault(words: string): Fault {
  const [kind = '', value, ...rest] = words.trim().split('=');
  if (rest.length === 0) {
    if (kind === 'status' && value !== undefined && /^[45]\d\d$/.test(value)) {
      return { kind, status: Number(value) };
    }
    if (kind === 'slow-body' && (value === undefined || /^\d{1,6}$/.test(value))) {
      return { kind, milliseconds: Number(value ?? 3000) };
    }
    if (value === undefined && isPlain(kind)) return { kind };
  }
  throw new FaultSyntaxError(`'${printable(words)}' is not a fault; the faults are ${faultForms}`);
}

function isPlain(kind: string): kind is PlainKind {
  return (plainKinds as readonly string[]).includes(kind);
}

/**
 * Reads `200` or `200..800`, in milliseconds.
 * @throws FaultSyntaxError
 */
export function parseLatency(words: string): Latency {
  const found = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(words.trim());
  const min = Number(found?.[1]);
  const max = Number(found?.[2] ?? found?.[1]);
  if (found !== null && min <= max) return { min, max };
  throw new FaultSyntaxError(
    `'${printable(words)}' is not a latency; write milliseconds from 0 to 999999, such as 200, or the least and the most, such as 200..800`,
  );
}
