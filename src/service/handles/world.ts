// A world in the hand of a test: its records, clock, faults and requests.
import type { AuditReport } from '../audit/audit.ts';
import type { Listing, ReportRun, Strategy } from '../models/resources.ts';
import { downloadLinks } from '../endpoints/downloads.ts';
import type { Account } from '../worlds/account.ts';
import { limitLines } from '../worlds/limit-lines.ts';
import type { LimitLines } from '../worlds/limit-lines.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { RecordChange } from '../worlds/record-changes.ts';
import type { DownloadLink } from '../worlds/serializer.ts';
import { WorldClock } from './world-clock.ts';
import { Faults } from './world-faults.ts';
import { listingRecords, reportRecords, strategyRecords } from './records.ts';
import type { Records, ReportRunState } from './records.ts';
import { Requests } from './requests.ts';
import { readSnapshot, takeSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** What whoever keeps the worlds knows of them. */
export interface WorldHooks {
  /** Throws where the mode has no records of its own. */
  readonly mayHoldRecords?: () => void;
  /** Throws where the mode makes no faults. */
  readonly mayFail?: () => void;
  /** Whether the limits refuse requests in this mode; they do unless given. */
  readonly mayRefuse?: () => boolean;
  readonly onReset?: () => void;
}

/** What the client did was not kept, because the server was started without an audit. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}

export const noAudit = () => new AuditError('there is no audit: start the server with --audit');

/** One account of the service, as a test reads and changes it. It stays valid after the world is dropped: the world then begins anew. */
export class World {
  readonly #world: () => OpenWorld;
  readonly #account: () => Account;
  readonly #onReset: (() => void) | undefined;
  readonly #mayRefuse: () => boolean;
  readonly listings: Records<Listing>;
  readonly strategies: Records<Strategy>;
  readonly reports: Records<ReportRun, ReportRunState>;
  readonly clock: WorldClock;
  readonly faults: Faults;

  /** @param world the world of one account, opened anew if it has been dropped meanwhile */
  constructor(world: () => OpenWorld, { mayHoldRecords, mayFail, mayRefuse, onReset }: WorldHooks = {}) {
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
    this.#mayRefuse = mayRefuse ?? (() => true);
    this.listings = listingRecords(account, onChange);
    this.strategies = strategyRecords(account, onChange);
    this.reports = reportRecords(account, onChange);
    this.clock = new WorldClock(() => this.#world().clock);
    this.faults = new Faults(() => {
      mayFail?.();
      return this.#world().faults;
    });
  }

  /** The API key that opens it. */
  get key(): string {
    return this.#world().key;
  }

  /** Names it in logs: its test key, or a name such as `w1` where the key is a secret. */
  get id(): string {
    return this.#world().id;
  }

  /** What it was asked. */
  get requests(): Requests {
    return new Requests(this.#world().log);
  }

  /**
   * What the client did: the pace it kept, what it made of refusals, what it asked in vain.
   * @throws AuditError where the server was started without an audit
   */
  report(): AuditReport {
    const { audit, clock } = this.#world();
    if (audit === undefined) throw noAudit();
    return audit.report(clock.now());
  }

  /** How full the windows of the limits were in the last minutes, counted as the limits count (§8). */
  limits(): LimitLines {
    return limitLines(this.#world(), this.#mayRefuse());
  }

  /** The last 200 changes of records, oldest first: by requests, by tests and by the clock. */
  changes(): readonly RecordChange[] {
    const account = this.#account();
    account.settle();
    return this.#world().changes.all();
  }

  /** The links to the files of a report run; none unless it is completed. @param origin where they lead */
  async reportLinks(id: string, origin: string): Promise<readonly DownloadLink[]> {
    const account = this.#account();
    const run = account.store.reportRuns.get(id);
    return run === undefined ? [] : downloadLinks(run, account, origin);
  }

  /** Takes records, clock, limits, faults and request log back to where the world began. */
  reset(): void {
    this.#world().reset();
    this.#onReset?.();
  }

  /** What `restore` takes the world back to. */
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
