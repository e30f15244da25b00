// What a recorded error was about, and what must be known to tell.
import type { Route } from '../../dialect/core-fields.ts';
import type { JsonObject } from '../../http/exact-json.ts';
import type { IdForm, RequestWire } from '../../dialect/wire.ts';
import type { Role } from './list-answer.ts';

export interface Classified {
  readonly kind: string;
  readonly param?: string;
  readonly about?: string;
  /** What else the request says, for the words of the answer. */
  readonly unknown?: string;
}

export interface ErrorContext {
  readonly requests: RequestWire;
  readonly listingForm: IdForm | undefined;
  readonly roles: (route: Route) => ReadonlyMap<string, Role>;
  /** The listing as last seen, by id in lower case. */
  readonly known: (session: number, id: string) => JsonObject | undefined;
  /** Its bounds. */
  readonly boundOf: (record: JsonObject, bound: 'minPrice' | 'maxPrice') => number | undefined;
}
