// How records look on the wire: which fields, and the forms of prices and times (A7, A21 to A24, A29, A30).
import type { Settings } from '../../spec/assumptions.ts';
import { seenFields } from '../models/resources.ts';
import type { Listing, Strategy } from '../models/resources.ts';
import { ListingText } from './listing-text.ts';
import { stateNames } from './report-runs.ts';
import type { ReportProgress } from './report-runs.ts';
import type { Change, DatedRun, Store } from './store.ts';

/** A link to a run's file, before its time is put into form. */
export interface DownloadLink {
  readonly format: 'csv';
  readonly url: string;
  readonly expiresAt: number;
  readonly sizeBytes: number;
  readonly compression: 'gzip' | null;
}

// JSON has no way to ask for 19.90, so the text is marked and the quotes are taken off afterwards.
const mark = '\u0001';
const marked = /"\\u0001(-?\d+\.\d+)"/g;

export class Presenter {
  readonly #store: Store;
  readonly #settings: Settings;
  /** Whether a listing is shown with all the fields that it is kept with, and in the very same forms. */
  readonly #asKept: boolean;
  /** By id: the text of a state that is gone makes room for the next one. */
  readonly #listingTexts = new Map<string, ListingText>();

  constructor(store: Store, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
    this.#asKept =
      settings['listing-fields'] === 'full' &&
      settings['price-form'] === 'number' &&
      settings['time-format'] === 'iso';
  }

  /** A listing as JSON text. Records are immutable, so the text of one is made once. */
  listing(listing: Listing): string {
    const known = this.#listingTexts.get(listing.id)?.of(listing);
    if (known !== undefined) return known;
    const text = this.#printListing(listing);
    this.#listingTexts.set(listing.id, new ListingText(listing, text, this.#asKept));
    return text;
  }

  /** A listing's id and those of its fields that an update names, as JSON text. */
  partOf(listing: Listing, update: Partial<Listing>): string {
    const view = this.#listingView(listing);
    const fields = ['id', ...Object.keys(update)] as (keyof Listing)[];
    return this.#print(Object.fromEntries(fields.map((field) => [field, view[field]])));
  }

  strategy(strategy: Strategy): string {
    if (this.#settings['strategy-fields'] === 'spec') return this.#print({ id: strategy.id });
    const { adjustment } = strategy;
    const view = {
      ...strategy,
      adjustment:
        adjustment?.kind === 'unit' ? { ...adjustment, value: this.#price(adjustment.value) } : adjustment,
      assignedCount: this.#store.assignedCount(strategy.id),
      createdAt: this.time(Date.parse(strategy.createdAt)),
      updatedAt: this.time(Date.parse(strategy.updatedAt)),
    };
    return this.#print(asSeen(view, strategy));
  }

  reportRun(
    run: DatedRun,
    progress: ReportProgress,
    rowCount: number | null,
    links: readonly DownloadLink[],
  ): string {
    const view = {
      id: run.id,
      type: run.type,
      status: stateNames[this.#settings['report-states']][progress.status],
      createdAt: this.time(Date.parse(run.createdAt)),
      startedAt: this.time(progress.startedAt),
      completedAt: this.time(progress.completedAt),
      ...this.#links(links),
      error: progress.status === 'failed' ? run.error : null,
      metadata: {
        marketplace: run.marketplace,
        rowCount,
        dateFrom: this.time(Date.parse(run.dateFrom)),
        dateTo: this.time(Date.parse(run.dateTo)),
        requestedBy: run.requestedBy,
      },
      ...othersOf(run),
    };
    if (this.#settings['report-fields'] === 'full') return this.#print(asSeen(view, run));
    const { id, status, metadata } = view;
    return this.#print({ id, status, ...this.#links(links), metadata });
  }

  change({ createdAt, ...change }: Change): string {
    return this.#print({ ...change, createdAt: this.time(Date.parse(createdAt)) });
  }

  /** A time in milliseconds since 1970, in the form of A29. */
  time(milliseconds: number | null): string | number | null {
    if (milliseconds === null) return null;
    const iso = new Date(milliseconds).toISOString();
    switch (this.#settings['time-format']) {
      case 'iso':
        return iso;
      case 'iso-seconds':
        return `${iso.slice(0, 19)}Z`;
      case 'unix':
        return Math.floor(milliseconds / 1000);
    }
  }

  /** Forgets texts that depend on more than the listing itself, after a strategy has changed. */
  forget(): void {
    this.#listingTexts.clear();
  }

  #printListing(listing: Listing): string {
    const [kept, derived] = [this.#listingView(listing), this.#derivedView(listing)];
    return seenFields in listing
      ? this.#print(asSeen({ ...kept, ...derived }, listing))
      : this.#print(kept, derived);
  }

  /** The fields that a listing is kept with. */
  #listingView(listing: Listing): Partial<Record<keyof Listing, unknown>> {
    if (this.#asKept) return listing;
    const { id, strategyId } = listing;
    const minPrice = this.#price(listing.minPrice);
    const maxPrice = this.#price(listing.maxPrice);
    if (this.#settings['listing-fields'] === 'spec') return { id, minPrice, maxPrice, strategyId };
    return {
      ...listing,
      cost: this.#price(listing.cost),
      currentPrice: this.#price(listing.currentPrice),
      shippingPrice: this.#price(listing.shippingPrice),
      minPrice,
      maxPrice,
      buyBox:
        listing.buyBox === null ? null : { ...listing.buyBox, price: this.#price(listing.buyBox.price) },
      createdAt: this.time(Date.parse(listing.createdAt)),
      updatedAt: this.time(Date.parse(listing.updatedAt)),
    };
  }

  /** What follows from them: eligible is a listing when nothing speaks against repricing it (assumed, A30). */
  #derivedView(listing: Listing): object {
    if (this.#settings['listing-fields'] === 'spec') return {};
    const strategy = listing.strategyId === null ? undefined : this.#store.strategies.get(listing.strategyId);
    const reasons = [
      listing.quantity === 0 && 'out_of_stock',
      listing.status !== 'active' && 'inactive',
      !listing.repricingEnabled && 'repricing_disabled',
      (listing.minPrice === null || listing.maxPrice === null) && 'missing_bounds',
      listing.strategyId === null && 'missing_strategy',
      strategy?.enabled === false && 'strategy_disabled',
    ].filter((reason) => reason !== false);
    return { eligibility: { eligible: reasons.length === 0, reasons } };
  }

  #links(links: readonly DownloadLink[]) {
    if (this.#settings['report-links'] === 'single') return { downloadUrl: links[0]?.url ?? null };
    return { downloadLinks: links.map((link) => ({ ...link, expiresAt: this.time(link.expiresAt) })) };
  }

  #price(value: number | null): number | string | null {
    if (value === null) return null;
    switch (this.#settings['price-form']) {
      case 'number':
        return value;
      case 'fixed2':
        return mark + decimal(value);
      case 'string':
        return decimal(value);
      case 'cents':
        return Math.round(value * 100);
    }
  }

  /**
   * The JSON text of one object with the fields of both views. They are joined as texts, because to copy a record and
   * add a field to the copy takes as long as to print it.
   */
  #print(view: object, more: object = {}): string {
    const extra =
      this.#settings['extra-fields'] === 'on' ? { ...more, unannounced: { since: 'today' } } : more;
    const [first, second] = [JSON.stringify(view), JSON.stringify(extra)];
    const text = second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`;
    return this.#settings['price-form'] === 'fixed2' ? text.replace(marked, '$1') : text;
  }
}

/** What the plan of a run has no room for: fields of a fixture, or of a recording, that we do not know. */
function othersOf(run: DatedRun): object {
  return Object.fromEntries(Object.entries(run).filter(([name]) => !planFields.has(name)));
}

const planFields = new Set([
  ...['id', 'type', 'createdAt', 'queuedMs', 'runningMs', 'outcome', 'error', 'kept'],
  ...['marketplace', 'dateFrom', 'dateTo', 'requestedBy'],
]);

/** The fields that a recorded record was seen with; all of any other record. */
function asSeen(view: object, record: object): object {
  const names = (record as { readonly [seenFields]?: ReadonlySet<string> })[seenFields];
  if (names === undefined) return view;
  return Object.fromEntries(Object.entries(view).filter(([name]) => names.has(name)));
}

/** At least two places; more where the value has more (A6, `max-decimals`). */
function decimal(value: number): string {
  const places = String(value).split('.')[1]?.length ?? 0;
  return value.toFixed(Math.max(2, places));
}
