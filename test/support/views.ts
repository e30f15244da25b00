// The records as a client sees them, as far as the tests look.

export interface ListView<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

export interface ListingView {
  readonly id: string;
  readonly marketplace: string;
  readonly sku: string;
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly currentPrice: number;
  readonly strategyId: string;
  readonly status: string;
  readonly quantity: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface StrategyView {
  readonly id: string;
  readonly name: string;
  readonly assignedCount: number;
  readonly createdAt: string;
}

export interface LinkView {
  readonly format: string;
  readonly url: string;
  readonly expiresAt: string;
  readonly sizeBytes: number;
  readonly compression: string | null;
}

export interface ReportView {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly downloadLinks: readonly LinkView[];
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly metadata: { readonly rowCount: number | null; readonly marketplace: string | null };
}
