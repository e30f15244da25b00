// An open world: what belongs to one API key, as an account of the real service belongs to one: records, limits, clock,
// faults and request log. It lives until it is dropped.
import type { Limits } from '../../spec/endpoints.ts';
import { anonymous, isTestKey } from '../../spec/authenticate.ts';
import type { Settings } from '../../spec/settings.ts';
import type { DataSet } from '../models/resources.ts';
import type { Clock } from '../../http/clock.ts';
import type { ApiRequest, RequestWorld } from '../../http/message.ts';
import type { Audit, AuditReport } from '../audit/audit.ts';
import { FaultPlan } from './fault-plan.ts';
import type { FaultRule, Latency } from './faults.ts';
import { RecordChanges } from './record-changes.ts';
import { RequestLog } from './request-log.ts';
import type { Traffic } from './world-traffic.ts';
import { Limiter } from './limiter.ts';
import type { Logged } from './request-log.ts';
import { Account } from './account.ts';
import type { AccountState } from './account.ts';

/** How worlds begin; all begin alike. */
export interface WorldPlan {
  readonly settings: Settings;
  readonly data: DataSet;
  readonly limitsOf: (key: string) => Limits;
  /** A clock for a world that opens now. */
  readonly createClock: () => Clock;
  readonly faults: readonly FaultRule[];
  readonly latency: Latency | null;
  /** Given, clients are audited; the world is null for requests that were let into none. */
  readonly createAudit?: (world: string | null, limits: Limits) => Audit;
  /** Gets what the audit of a world has found, when the world is dropped. */
  readonly keepReport?: (report: AuditReport) => void;
  /** Of the faults; 0 to 4294967295. */
  readonly seed: number;
  /** Whether keys of the form of test keys are secret, too, because they are those of another service. */
  readonly testKeysAreSecret?: boolean;
}

/** The world that a request was let into, or whose file it asks for; undefined for any other request. */
export function findWorld({ context }: Pick<ApiRequest, 'context'>): OpenWorld | undefined {
  return context.world instanceof OpenWorld ? context.world : undefined;
}

/** The world of a request that `authenticate` has let pass. */
export function worldOf(request: ApiRequest): OpenWorld {
  const world = findWorld(request);
  if (world === undefined) throw new Error('the request has no world: authenticate must stand in front');
  return world;
}

export class OpenWorld implements Logged, RequestWorld {
  /** Names the world for people: its test key, or a name such as `w1` where the key is a secret. */
  readonly id: string;
  /** The API key that opened it. Secret unless it is a test key: never log it, log the id. */
  readonly key: string;
  /**
   * Names the world in links, which must not show a key (§5), such as `w1`: another name each time it opens, so that the
   * links of a world that was dropped lead nowhere.
   */
  readonly linkName: string;
  readonly log: RequestLog;
  readonly #plan: WorldPlan;
  readonly #traffic: Traffic;
  #clock: Clock;
  #limiter: Limiter;
  #limiterSince = 0;
  #changes: RecordChanges;
  #faults: FaultPlan;
  readonly #audit: Audit | undefined;
  #account: Account | undefined;
  #given = { ids: 0 };

  constructor(linkName: string, key: string, plan: WorldPlan, traffic: Traffic) {
    const isShown = isTestKey(key) && plan.testKeysAreSecret !== true;
    this.id = isShown ? key : key === anonymous ? 'anonymous' : linkName;
    this.linkName = linkName;
    this.key = key;
    this.log = new RequestLog(traffic, this.id);
    this.#plan = plan;
    this.#traffic = traffic;
    this.#clock = plan.createClock();
    this.#limiter = this.#createLimiter();
    this.#changes = this.#createChanges();
    this.#faults = this.#createFaults();
    this.#audit = plan.createAudit?.(this.id, this.#limiter.limits);
    this.#watchClock();
  }

  get clock(): Clock {
    return this.#clock;
  }

  get limiter(): Limiter {
    return this.#limiter;
  }

  /** The number of the last request that was logged before the limits began to count. */
  get limiterSince(): number {
    return this.#limiterSince;
  }

  get settings(): Settings {
    return this.#plan.settings;
  }

  /** What became of the records. */
  get changes(): RecordChanges {
    return this.#changes;
  }

  get faults(): FaultPlan {
    return this.#faults;
  }

  /** What the client did; undefined where no audit was asked for. */
  get audit(): Audit | undefined {
    return this.#audit;
  }

  /** Made on first use, because a replay or a recorder does not need it. */
  get account(): Account {
    return (this.#account ??= this.#createAccount(this.#plan.data));
  }

  /** Takes everything back to where a world begins. A clock or faults taken from it before are then out of date. */
  reset(): void {
    this.#audit?.beginAnew(this.#clock.now());
    this.#clock = this.#plan.createClock();
    this.#limiter = this.#createLimiter();
    this.#changes = this.#createChanges();
    this.#faults = this.#createFaults();
    this.#watchClock();
    this.#account = undefined;
    this.#given = { ids: 0 };
    this.log.clear();
    this.#tellReset();
  }

  /** Lets the records begin anew, because the plan has changed. */
  forgetRecords(): void {
    this.#account = undefined;
  }

  /** Takes the records and the clock back to an earlier state; the limits count anew. */
  restore(state: AccountState): void {
    this.#clock.set(state.at);
    this.#audit?.recordsChanged();
    this.#limiter = this.#createLimiter();
    this.#account = this.#createAccount(state.data, state);
    this.#tellReset();
  }

  #tellReset(): void {
    this.#traffic.news.tell({ type: 'world', world: this.id, state: 'reset' });
  }

  #createChanges(): RecordChanges {
    const { news } = this.#traffic;
    return new RecordChanges(this.#clock, (change) => {
      if (news.isHeard) news.tell({ type: 'record', world: this.id, change });
    });
  }

  #createLimiter(): Limiter {
    this.#limiterSince = this.log.last;
    return new Limiter(this.#plan.limitsOf(this.key), this.#plan.settings);
  }

  #createFaults(): FaultPlan {
    const { seed, faults, latency } = this.#plan;
    const plan = new FaultPlan(seed, faults, latency);
    const { news } = this.#traffic;
    plan.watch(() => {
      if (news.isHeard) news.tell({ type: 'faults', world: this.id });
    });
    return plan;
  }

  #watchClock(): void {
    this.#clock.watch((by) => {
      this.#audit?.clockMoved(by);
      // A request counted at a time that is now in the future would count until then.
      if (by < 0) this.#limiter = this.#createLimiter();
      this.#traffic.news.tell({ type: 'clock', world: this.id });
    });
  }

  #createAccount(data: DataSet, state?: AccountState): Account {
    const { settings } = this.#plan;
    return new Account({
      linkName: this.linkName,
      clock: this.#clock,
      data,
      settings,
      given: this.#given,
      changes: this.#changes,
      ...(state && { state }),
    });
  }
}
