// What is decided about a request, and what writes it. Our own rules (`reads.ts`, `writes.ts`) go with the plain renderer, the rules of
// a recorded service (`recorded-rules.ts`) with the renderer of its dialect.
import type { Kin, Situation } from '../../dialect/request-situation.ts';
import type { KnownRecords, Objection } from '../../dialect/objections/objection.ts';
import type { RecordKind } from '../../dialect/profile-form.ts';
import type { Page } from '../../dialect/select-page.ts';
import type { Json } from '../../http/exact-json.ts';
import type { ApiResponse } from '../../http/message.ts';
import type { Subject } from '../../spec/endpoints.ts';
import type { Listing, Strategy } from '../models/resources.ts';
import type { ReportState } from '../worlds/serializer.ts';
import type { Call } from './call.ts';
import type { CollectionPage } from './list-query.ts';

/** The fields of a listing that a write sets, or that follow from it. */
export type Changes = Partial<
  Pick<Listing, 'minPrice' | 'maxPrice' | 'strategyId' | 'currentPrice' | 'buyBox'>
>;

/** What our own rules decide. What is wrong with a request is thrown as an `ApiError`, which every door can write. */
export type Outcome =
  | { [S in Subject]: { readonly kind: 'record'; readonly of: S; readonly record: Shown[S] } }[Subject]
  | { readonly kind: 'written'; readonly record: Listing; readonly update: Changes }
  | {
      [S in Subject]: { readonly kind: 'page'; readonly of: S; readonly page: CollectionPage<Shown[S]> };
    }[Subject];

/** What the serializer writes of each subject. */
export interface Shown {
  readonly listing: Listing;
  readonly strategy: Strategy;
  readonly reportRun: ReportState;
}

/** What was known when the rules of a recorded service decided: templates tell of it. */
interface Asked {
  readonly situation: Situation;
  readonly kin: Kin;
  readonly known: KnownRecords;
}

/** What the rules of a recorded service decide, about records as they were recorded. */
export type RecordedOutcome = { readonly asked: Asked } & (
  | { readonly kind: 'record'; readonly record: Json }
  | { readonly kind: 'written'; readonly record: Json; readonly before: Json }
  | { readonly kind: 'page'; readonly of: RecordKind; readonly page: Page }
  | { readonly kind: 'refused'; readonly objections: readonly Objection[]; readonly record: Json | undefined }
);

/** Decides about a call. */
export type Decide<O = Outcome> = (call: Call) => O | Promise<O>;

/** Writes what was decided. */
export type Render<O = Outcome> = (outcome: O, call: Call) => ApiResponse;
