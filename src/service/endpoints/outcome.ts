// What the simulator decides about a request. A renderer writes it; what is wrong with a request is thrown as an `ApiError`.
import type { Listing, Strategy } from '../models/resources.ts';
import type { ReportState } from '../worlds/serializer.ts';
import type { Page } from './list-query.ts';

/** The fields of a listing that a write sets, or that follow from it. */
export type Changes = Partial<
  Pick<Listing, 'minPrice' | 'maxPrice' | 'strategyId' | 'currentPrice' | 'buyBox'>
>;

export type Outcome =
  | { readonly kind: 'listing'; readonly listing: Listing }
  | { readonly kind: 'written'; readonly listing: Listing; readonly update: Changes }
  | { readonly kind: 'listings'; readonly page: Page<Listing> }
  | { readonly kind: 'strategies'; readonly page: Page<Strategy> }
  | { readonly kind: 'reports'; readonly page: Page<ReportState> };
