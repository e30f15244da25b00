// The faults of one world: which strikes a request is drawn from a seed, so that the same requests in the same order
// fare alike in every run.
import type { ApiRequest } from '../../http/message.ts';
import { createFaker } from '../models/faker.ts';
import type { Faker } from '../models/faker.ts';
import type { Fault, FaultRule, Latency } from './faults.ts';
import { compileMatch, MatchError } from './match.ts';

/** A rule in force. */
export interface PlannedFault {
  /** `f1`, `f2` and so on within the world. */
  readonly id: string;
  readonly rule: FaultRule;
  /** How many requests it has struck. */
  readonly struck: number;
}

interface Planned {
  readonly id: string;
  readonly rule: FaultRule;
  readonly matches: (request: ApiRequest) => boolean;
  /** Requests that it matched. */
  seen: number;
  struck: number;
}

/** Tells the draws of faults from those of the generated data with the same seed. */
const stream = 6;

export class FaultPlan {
  readonly #seed: number;
  #faker: Faker | undefined;
  readonly #latency: Latency | null;
  #planned: Planned[] = [];
  #added = 0;
  #onChange: () => void = () => undefined;

  /** @param seed 0 to 4294967295 */
  constructor(seed: number, rules: readonly FaultRule[] = [], latency: Latency | null = null) {
    this.#seed = seed;
    this.#latency = latency;
    for (const rule of rules) this.add(rule);
  }

  /** @throws MatchError for a match that cannot be */
  add(rule: FaultRule): PlannedFault {
    if (rule.match?.status !== undefined || rule.match?.body !== undefined) {
      throw new MatchError(
        'a fault strikes before there is a status or a body; match by method, path and query',
      );
    }
    const matches = compileMatch(rule.match);
    this.#added += 1;
    const planned = { id: `f${this.#added}`, rule, matches, seen: 0, struck: 0 };
    this.#planned.push(planned);
    this.#onChange();
    return planned;
  }

  /** Calls back when a rule is added, removed, or has struck. */
  watch(onChange: () => void): void {
    this.#onChange = onChange;
  }

  /** @returns whether there was such a rule */
  remove(id: string): boolean {
    const before = this.#planned.length;
    this.#planned = this.#planned.filter((planned) => planned.id !== id);
    this.#onChange();
    return this.#planned.length < before;
  }

  clear(): void {
    this.#planned = [];
    this.#onChange();
  }

  list(): readonly PlannedFault[] {
    return this.#planned;
  }

  /** The first rule that strikes; each rule draws for each request it matches, so that one does not shift another. */
  draw(request: ApiRequest): Fault | undefined {
    let struck: Planned | undefined;
    for (const planned of this.#planned) {
      if (planned.matches(request) && this.#strikes(planned)) struck ??= planned;
    }
    if (struck === undefined) return undefined;
    struck.struck += 1;
    this.#onChange();
    return struck.rule.fault;
  }

  /** A delay in milliseconds; null where there is none. */
  drawDelay(): number | null {
    if (this.#latency === null) return null;
    const { min, max } = this.#latency;
    return min + Math.round(this.#random() * (max - min));
  }

  /** From 0 up to but not including 1. The source is made by the first draw, because most worlds have no faults. */
  #random(): number {
    this.#faker ??= createFaker(this.#seed, stream);
    return this.#faker.number.float();
  }

  #strikes(planned: Planned): boolean {
    const { probability, times = Infinity, every = 1 } = planned.rule;
    planned.seen += 1;
    const drawn = this.#random() < probability;
    return drawn && planned.seen % every === 0 && planned.struck < times;
  }
}
