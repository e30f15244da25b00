// What a service may object to in a request, and what that is judged by.
import type { Json } from '../../http/exact-json.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Cause } from '../causes.ts';
import type { Remember } from '../select-page.ts';
import type { RecordKind, StateCondition } from '../profile-form.ts';
import type { AskedFor, Objected } from '../known-facts.ts';

export interface Objection extends Objected {
  readonly cause: Cause;
  /** For what a record is, and not what was sent. */
  readonly when?: StateCondition;
}

/** What of the headers and the body of a request may be objected to. */
export interface Objectionable extends AskedFor {
  readonly contentType: string | undefined;
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
  /** The header Idempotency-Key. */
  readonly onceKey?: string | undefined;
  /** Undefined: the endpoint takes no body, or it cannot be read. */
  readonly sentText: string | undefined;
}

/** A request to an endpoint as far as objections go. */
export interface AskedRequest extends Objectionable {
  readonly endpoint: EndpointName;
  /** What is asked for: of a token that goes on alone, what its list was asked for, too. */
  readonly query: URLSearchParams;
  /** The query as it was sent. */
  readonly said: URLSearchParams;
}

/** The records that objections are about. */
export interface KnownRecords {
  readonly listing: (id: string) => Json | undefined;
  /** Whether the usual list leaves a listing out that another one shows. */
  readonly isHidden?: (id: string) => boolean;
  /** The entity tag of a listing; undefined where none was told. */
  readonly tag?: (id: string) => string | undefined;
  readonly strategy: (name: string) => Json | undefined;
  readonly all: (kind: RecordKind) => readonly Json[];
  /** What a recording showed of a list, where that is more than rules tell. */
  readonly remember?: (kind: RecordKind) => Remember;
  /** The digest of the write that was done with a key. */
  readonly done: (key: string) => string | undefined;
}
