// What the mock knows when it answers a request.
import type { Json } from '../http/exact-json.ts';
import type { EndpointName } from '../spec/endpoints.ts';
import type { RequestKnown } from './known-facts.ts';
import type { Objectionable } from './objections/objection.ts';
import type { RecordKind } from './profile-form.ts';

/** A request, and what the mock knows when it answers it. */
export interface Situation extends RequestKnown, Objectionable {
  readonly endpoint: EndpointName | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
  /** Counts the answers, so that request ids differ. */
  readonly answer: string;
  /** What the limits tell. */
  readonly limits: ReadonlyMap<string, Json>;
  /** How many writes have changed something, this one among them if it is one; undefined where nothing tells it. */
  readonly writes?: number;
}

/** What else is known when a record is shown. */
export interface Kin {
  readonly strategies: readonly Json[];
  /** Left out: none are known. */
  readonly listings?: () => readonly Json[];
  /**
   * What an answer showed for a name at a place of records, such as a brand in place of its number, or beside the records; left
   * out: nothing.
   */
  readonly object?: (kind: RecordKind, place: string, name: string) => Json | undefined;
}
