// The faults of a world, which a test adds and removes.
import type { FaultPlan, PlannedFault } from '../worlds/fault-plan.ts';
import { FaultSyntaxError, parseFault } from '../worlds/faults.ts';
import type { FaultKind, FaultRule } from '../worlds/faults.ts';
import type { RequestMatch } from '../worlds/match.ts';
import { isObject } from '../../http/exact-json.ts';
import { unknownMember, valueText } from '../../http/schema.ts';

/** A fault, and which requests it strikes. */
export interface FaultSpec {
  readonly kind: FaultKind;
  /** Which requests it strikes, by method, path and query; left out: all that pass authentication and the limits. */
  readonly match?: Pick<RequestMatch, 'method' | 'path' | 'query'>;
  /** How many requests it strikes at most; left out: no bound. */
  readonly times?: number;
  /** It strikes every n-th request that it matches; left out: each. */
  readonly every?: number;
  /** The share of those that it strikes, 0 to 1, drawn from the seed; left out: 1. */
  readonly probability?: number;
}

const specNames: readonly string[] = ['kind', 'match', 'times', 'every', 'probability'];

/** A fault that is active. */
export interface AddedFault {
  readonly id: string;
  /** The fault as it was added. */
  readonly rule: FaultSpec;
  /** How many requests it has struck so far. */
  readonly struck: number;
  /** Removes it. */
  remove(): void;
}

/** The faults of one world. They strike requests that have passed authentication and the limits (A33). */
export class Faults {
  readonly #plan: () => FaultPlan;

  constructor(plan: () => FaultPlan) {
    this.#plan = plan;
  }

  /**
   * Adds a fault. When several match a request, the one that was added first strikes it.
   * @example world.faults.add({ match: { method: 'PATCH' }, kind: 'status=503', times: 2 })
   * @throws FaultSyntaxError, MatchError or RangeError for a bad rule
   */
  add(spec: FaultSpec): AddedFault {
    // Programs without types may give anything.
    if (!isObject(spec)) {
      throw new FaultSyntaxError(`a fault is an object such as { kind: 'reset' }, not ${valueText(spec)}`);
    }
    const { kind, match, times, every, probability = 1 } = spec;
    const unknown = Object.keys(spec).filter((name) => !specNames.includes(name));
    if (unknown.length > 0) {
      // A part that is misspelt would silently be ignored, and the fault would strike too many requests.
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

  /** The active faults, in the order in which they were added. */
  list(): AddedFault[] {
    const plan = this.#plan();
    return plan.list().map((planned) => added(planned, plan));
  }

  /** Removes all faults, including those that the mock was started with. */
  clear(): void {
    this.#plan().clear();
  }
}

/** Words for any value, so that `parseFault` refuses a value of the wrong type and names it. */
const wordsOf = (kind: unknown) => (typeof kind === 'string' ? kind : valueText(kind));

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

function within(value: unknown, name: string, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw new RangeError(`${name}: ${valueText(value)} is not between ${min} and ${max}`);
}

function whole(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new RangeError(`${name}: ${valueText(value)} is not a whole number from 1 up`);
}
