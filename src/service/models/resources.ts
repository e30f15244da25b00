// The three resources (§2) as the store keeps them. `id`, `minPrice`, `maxPrice` and `strategyId` are the
// specification's; every other field is assumed (A21 to A24, A30). How a record looks on the wire is `service/worlds/present.ts`.

/**
 * On a record that comes from a recording: the names of the fields that it was seen with. What it was not seen with is
 * not shown. A symbol, so that it is never printed and stays when the record is copied.
 */
export const seenFields: unique symbol = Symbol('seen fields');

/** Amounts are decimal numbers in the listing's currency; times are ISO 8601 in UTC with milliseconds. */
export interface Listing {
  readonly id: string;
  readonly marketplace: string;
  readonly sku: string;
  readonly externalId: string;
  readonly upc: string | null;
  readonly title: string;
  readonly condition: string;
  readonly fulfillment: string;
  readonly currency: string;
  readonly cost: number | null;
  readonly currentPrice: number;
  readonly shippingPrice: number;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly strategyId: string | null;
  readonly repricingEnabled: boolean;
  readonly quantity: number;
  readonly status: string;
  /** Whether the listing holds the buy box; its price is then the current price. Null: nobody knows. */
  readonly buyBox: { readonly winning: boolean; readonly price: number } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** How a price is found (§2, A22). Times are ISO 8601 in UTC with milliseconds; a value is an amount or a percentage, by its kind. */
export interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Null: for every marketplace. */
  readonly marketplace: string | null;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  readonly adjustment: {
    readonly kind: string;
    readonly direction: string;
    readonly value: number;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** How a run ends; until then its status follows from the clock (A23). */
export type ReportOutcome = 'completed' | 'failed' | 'cancelled';

/** A report run as planned. Its status at any moment is a pure function of this plan and the clock. */
export interface ReportRun {
  readonly id: string;
  readonly type: string;
  /** Null: the moment at which the world opens, so that the run is seen moving. */
  readonly createdAt: string | null;
  /** Time spent queued; a cancelled run is cancelled at its end. */
  readonly queuedMs: number;
  /** Time spent running; unused for a cancelled run. */
  readonly runningMs: number;
  readonly outcome: ReportOutcome;
  /** Set exactly when the outcome is `failed`. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Whether a completed run's files can still be downloaded. */
  readonly kept: boolean;
  readonly marketplace: string | null;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly requestedBy: string;
}

/** A saved store: what a fixture file holds and what a world is opened with. */
export interface DataSet {
  readonly listings: readonly Listing[];
  readonly strategies: readonly Strategy[];
  readonly reportRuns: readonly ReportRun[];
}
