// The faults of a world, added and taken back by a test.
import type { FaultPlan, PlannedFault } from '../worlds/fault-plan.ts';
import { FaultSyntaxError, parseFault } from '../worlds/faults.ts';
import type { FaultKind, FaultRule } from '../worlds/faults.ts';
import type { RequestMatch } from '../worlds/match.ts';
import { unknownMember } from '../../http/schema.ts';

/** A fault, and which requests it strikes. */
export interface FaultSpec {
  readonly kind: FaultKind;
  /** Which requests; left out: all that are let in. By method, path and query. */
  readonly match?: Pick<RequestMatch, 'method' | 'path' | 'query'>;
  /** How many requests it strikes at most; left out: no bound. */
  readonly times?: number;
  /** It strikes every n-th request that it matches; left out: each. */
  readonly every?: number;
  /** The share of those that it strikes, 0 to 1, drawn from the seed; left out: 1. */
  readonly probability?: number;
}

const specNames: readonly string[] = ['kind', 'match', 'times', 'every', 'probability'];

/** A fault that is in force. */
export interface AddedFault {
  readonly id: string;
  /** As it was added. */
  readonly rule: FaultSpec;
  /** How many requests it has struck so far. */
  readonly struck: number;
  /** Takes it back. */
  remove(): void;
}

/** The faults of one world. They strike after authentication and the limits, as a service fails that has let a request in (A33). */
export class Faults {
  readonly #plan: () => FaultPlan;

  constructor(plan: () => FaultPlan) {
    this.#plan = plan;
  }

  /**
   * Adds a fault behind those in force; of several that strike a request, the first does.
   * @example world.faults.add({ match: { method: 'PATCH' }, kind: 'status=503', times: 2 })
   * @throws FaultSyntaxError, MatchError or RangeError for what cannot be
   */
  add(spec: FaultSpec): AddedFault {
    const { kind, match, times, every, probability = 1 } = spec;
    const unknown = Object.keys(spec).filter((name) => !specNames.includes(name));
    if (unknown.length > 0) {
      // Left alone, it would silently strike too much.
      const texts = unknown.map((name) => `${name}: ${unknownMember(name, specNames)}`);
      throw new FaultSyntaxError(texts.join('; '));
    }
    const plan = this.#plan();
    const planned = plan.add({
      fault: parseFault(wordsOf(kind)),
      probability: within(probability, 'probability', 0, 1),
      ...(match !== undefined && { match }),
      ...(times !== undefined && { times: whole(times, 'times') }),
      ...(every !== undefined && { every: whole(every, 'every') }),
    });
    return added(planned, plan);
  }

  /** Those in force, in the order in which they were added. */
  list(): AddedFault[] {
    const plan = this.#plan();
    return plan.list().map((planned) => added(planned, plan));
  }

  /** Takes all back, those that the mock was started with among them. */
  clear(): void {
    this.#plan().clear();
  }
}

/** What is no text is no fault, and named as such. */
const wordsOf = (kind: unknown) => String(kind);

function added(planned: PlannedFault, plan: FaultPlan): AddedFault {
  return {
    id: planned.id,
    rule: specOf(planned.rule),
    get struck() {
      return planned.struck;
    },
    remove: () => {
      plan.remove(planned.id);
    },
  };
}

function specOf({ fault, ...others }: FaultRule): FaultSpec {
  const words =
    fault.kind === 'status'
      ? `status=${fault.status}`
      : fault.kind === 'slow-body'
        ? `slow-body=${fault.milliseconds}`
        : fault.kind;
  return { kind: words as FaultKind, ...others };
}

function within(value: number, name: string, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw new RangeError(`${name}: ${value} is not between ${min} and ${max}`);
}

function whole(value: number, name: string): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new RangeError(`${name}: ${value} is not a whole number from 1 up`);
}
