// The records of one account, and the changes that fall due as its clock moves on.
import type { Settings } from '../../spec/settings.ts';
import type { DataSet, Listing, Strategy } from '../models/resources.ts';
import type { Clock } from '../../http/clock.ts';
import { contentKey, reportSizes } from './report-files.ts';
import type { ReportSizes } from './report-files.ts';
import type { RecordChanges } from './record-changes.ts';
import { endOf } from './report-runs.ts';
import { Serializer } from './serializer.ts';
import { Store } from './store.ts';
import type { DatedRun } from './store.ts';

interface AccountParts {
  /** Names the account in links, in place of its key, which is secret. */
  readonly linkName: string;
  readonly clock: Clock;
  readonly data: DataSet;
  readonly settings: Settings;
  /** How many ids the account has made up; it outlives the records, which may be taken back. */
  readonly given: { ids: number };
  /** Where changes of records are noted. */
  readonly changes: RecordChanges;
  /** Given, it goes on from there; `data` is then the state's. */
  readonly state?: AccountState;
}

/** An account's service at a moment, as plain JSON. */
export interface AccountState {
  /** Milliseconds since 1970, by the world's clock. */
  readonly at: number;
  readonly data: DataSet;
  /** The listings that completed runs report on, each list once. */
  readonly reported: readonly { readonly runs: readonly string[]; readonly listings: readonly Listing[] }[];
  readonly clamps: readonly PendingClamp[];
}

/** New bounds that have not reached the current price yet (A8, `delayed`). */
interface PendingClamp {
  readonly listingId: string;
  readonly due: number;
}

export class Account {
  readonly linkName: string;
  readonly clock: Clock;
  readonly store: Store;
  readonly serializer: Serializer;
  readonly settings: Settings;
  readonly given: { ids: number };
  /** The listings as they stood when a run completed. */
  readonly #reported = new Map<string, readonly Listing[]>();
  readonly #sizes = new WeakMap<readonly Listing[], Map<string, Promise<ReportSizes>>>();
  #pendingRuns: DatedRun[];
  #pendingClamps: PendingClamp[] = [];
  #nextDue: number;

  constructor({ linkName, clock, data, settings, state, given, changes }: AccountParts) {
    this.linkName = linkName;
    this.clock = clock;
    this.settings = settings;
    this.given = given;
    this.store = new Store(data, clock.isoNow(), settings, changes);
    this.serializer = new Serializer(this.store, settings);
    for (const { runs, listings } of state?.reported ?? []) {
      for (const run of runs) this.#reported.set(run, listings);
    }
    this.#pendingClamps = [...(state?.clamps ?? [])];
    this.#pendingRuns = this.#unreportedRuns();
    this.#nextDue = this.#findNextDue();
  }

  /** The state at this moment, from which another account can go on. */
  state(): AccountState {
    this.settle();
    const { listings, strategies, reportRuns } = this.store;
    const runsOf = new Map<readonly Listing[], string[]>();
    for (const [run, reported] of this.#reported) {
      runsOf.set(reported, [...(runsOf.get(reported) ?? []), run]);
    }
    return {
      at: this.clock.now(),
      data: { listings: listings.all(), strategies: strategies.all(), reportRuns: reportRuns.all() },
      reported: Array.from(runsOf, ([reported, runs]) => ({ runs, listings: reported })),
      clamps: this.#pendingClamps,
    };
  }

  /**
   * Does what has fallen due, in the order in which it fell due. Every read and write calls it first, so no timer is
   * needed.
   */
  settle(): void {
    if (this.#nextDue === Infinity) return;
    const now = this.clock.now();
    if (now < this.#nextDue) return;
    const moments = [
      ...this.#pendingRuns.map((run) => ({ due: endOf(run), run, clamp: null })),
      ...this.#pendingClamps.map((clamp) => ({ due: clamp.due, run: null, clamp })),
    ];
    const past = moments.filter(({ due }) => due <= now).sort((a, b) => a.due - b.due);
    for (const { run, clamp } of past) {
      if (run !== null) this.#reported.set(run.id, this.store.listings.all());
      else this.#clamp(clamp);
    }
    this.#pendingRuns = this.#pendingRuns.filter((run) => endOf(run) > now);
    this.#pendingClamps = this.#pendingClamps.filter(({ due }) => due > now);
    this.#nextDue = this.#findNextDue();
  }

  /** @param delay in milliseconds */
  clampLater(listingId: string, delay: number): void {
    const due = this.clock.now() + delay;
    this.#pendingClamps.push({ listingId, due });
    this.#nextDue = Math.min(this.#nextDue, due);
  }

  deleteListing(id: string): boolean {
    this.serializer.forgetListing(id);
    return this.store.deleteListing(id);
  }

  /** Adds a run or replaces the one with its id; a run whose end has changed reports anew. */
  putRun(run: DatedRun): void {
    const previous = this.store.reportRuns.get(run.id);
    if (previous !== undefined && endOf(previous) !== endOf(run)) this.#reported.delete(run.id);
    this.store.putRun(run);
    this.#planRuns();
  }

  deleteRun(id: string): boolean {
    this.#reported.delete(id);
    const found = this.store.deleteRun(id);
    this.#planRuns();
    return found;
  }

  /** Adds a strategy or replaces the one with its id. */
  putStrategy(strategy: Strategy): void {
    this.store.putStrategy(strategy);
    this.serializer.forget();
  }

  deleteStrategy(id: string): boolean {
    this.serializer.forget();
    return this.store.deleteStrategy(id);
  }

  /** The listings that a completed run reports on; undefined while it is not completed. */
  reportedListings(run: DatedRun): readonly Listing[] | undefined {
    this.settle();
    return this.#reported.get(run.id);
  }

  /** Sizes of a completed run's files; undefined while it is not completed. Made once for each state of the listings. */
  reportSizes(run: DatedRun): Promise<ReportSizes> | undefined {
    const listings = this.reportedListings(run);
    if (listings === undefined) return undefined;
    const known = this.#sizes.get(listings) ?? new Map<string, Promise<ReportSizes>>();
    this.#sizes.set(listings, known);
    const key = contentKey(run);
    const sizes = known.get(key) ?? reportSizes(run, listings);
    known.set(key, sizes);
    return sizes;
  }

  #unreportedRuns(): DatedRun[] {
    const runs = this.store.reportRuns.all();
    return runs.filter((run) => run.outcome === 'completed' && !this.#reported.has(run.id));
  }

  #planRuns(): void {
    this.#pendingRuns = this.#unreportedRuns();
    this.#nextDue = this.#findNextDue();
  }

  #findNextDue(): number {
    return Math.min(...this.#pendingRuns.map(endOf), ...this.#pendingClamps.map(({ due }) => due));
  }

  #clamp({ listingId, due }: PendingClamp): void {
    const listing = this.store.listings.get(listingId);
    if (listing === undefined) return;
    const changes = clampedPrice(listing, listing);
    if (changes.currentPrice === undefined) return;
    const updatedAt = new Date(due).toISOString();
    this.store.putListing({ ...listing, ...changes, updatedAt }, updatedAt);
  }
}

/**
 * The changes that bring a listing's current price inside its bounds; none where it is (A8).
 * @param bounds those that are new; one that is left out stays
 */
export function clampedPrice(
  listing: Listing,
  bounds: Partial<Pick<Listing, 'minPrice' | 'maxPrice'>>,
): Partial<Pick<Listing, 'currentPrice' | 'buyBox'>> {
  const { minPrice = listing.minPrice, maxPrice = listing.maxPrice } = bounds;
  // Bounds that exclude every price leave the price as it is.
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) return {};
  const currentPrice = Math.max(minPrice ?? -Infinity, Math.min(maxPrice ?? Infinity, listing.currentPrice));
  if (currentPrice === listing.currentPrice) return {};
  return listing.buyBox?.winning === true
    ? { currentPrice, buyBox: { ...listing.buyBox, price: currentPrice } }
    : { currentPrice };
}
