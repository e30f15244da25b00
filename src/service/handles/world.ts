// A world as a test reads and changes it: its records, clock, faults and requests.
import type { AuditReport } from '../audit/audit.ts';
import type { Listing, ReportRun, Strategy } from '../models/resources.ts';
import type { Account } from '../worlds/account.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import { WorldClock } from './world-clock.ts';
import { Faults } from './world-faults.ts';
import { listingRecords, reportRecords, strategyRecords } from './records.ts';
import type { Records, ReportRunState } from './records.ts';
import { Requests } from './requests.ts';
import { readSnapshot, takeSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** What the server's mode allows in a world, and what it does when the world is reset. */
export interface WorldHooks {
  /** Throws in a mode without records: a replay, a recorder. */
  readonly mayHoldRecords?: () => void;
  /** Throws in a mode without faults: a recorder. */
  readonly mayFail?: () => void;
  readonly onReset?: () => void;
}

/** The server keeps no audit, because it was started without one. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}

/** One account of the service, as a test reads and changes it. It stays valid after the world is dropped: the world then begins anew. */
export class World {
  readonly #world: () => OpenWorld;
  readonly #account: () => Account;
  readonly #onReset: (() => void) | undefined;
  readonly listings: Records<Listing>;
  readonly strategies: Records<Strategy>;
  readonly reports: Records<ReportRun, ReportRunState>;
  readonly clock: WorldClock;
  readonly faults: Faults;

  /** @param world the world of one account, opened anew if it has been dropped meanwhile */
  constructor(world: () => OpenWorld, { mayHoldRecords, mayFail, onReset }: WorldHooks = {}) {
    const account = (): Account => {
      mayHoldRecords?.();
      return this.#world().account;
    };
    const onChange = (): void => {
      this.#world().audit?.recordsChanged();
    };
    this.#world = world;
    this.#account = account;
    this.#onReset = onReset;
    this.listings = listingRecords(account, onChange);
    this.strategies = strategyRecords(account, onChange);
    this.reports = reportRecords(account, onChange);
    this.clock = new WorldClock(() => this.#world().clock);
    this.faults = new Faults(() => {
      mayFail?.();
      return this.#world().faults;
    });
  }

  /** The API key that opens the world. */
  get key(): string {
    return this.#world().key;
  }

  /** The name of the world in links and logs, such as `w1`. */
  get id(): string {
    return this.#world().id;
  }

  /** The requests that the world was asked. */
  get requests(): Requests {
    return new Requests(this.#world().log);
  }

  /**
   * What the client did: its pace, how it answered refusals, what it asked in vain.
   * @throws AuditError where the server was started without an audit
   */
  report(): AuditReport {
    const { audit, clock } = this.#world();
    if (audit === undefined) throw new AuditError('there is no audit: start the server with --audit');
    return audit.report(clock.now());
  }

  /** Takes records, clock, limits, faults and request log back to where the world began. */
  reset(): void {
    this.#world().reset();
    this.#onReset?.();
  }

  /** The records and the clock as they are now, for `restore`. */
  snapshot(): Snapshot {
    return takeSnapshot(this.#account().state());
  }

  /**
   * Takes records, report files and the clock back; the limits count anew, faults and request log stay.
   * @throws RecordError for what is no snapshot
   */
  restore(snapshot: Snapshot): void {
    this.#account();
    this.#world().restore(readSnapshot(snapshot));
  }
}
