// The part of a logged request that the audit needs.
import type { ErrorName } from '../../spec/errors.ts';

export interface AuditedRequest {
  /** 1, 2, 3... within its world. */
  readonly number: number;
  /** When it arrived, in milliseconds since 1970 by the world's clock. */
  readonly at: number;
  /** From its arrival to the answer's head; left out: 0. */
  readonly milliseconds?: number | undefined;
  readonly method: string;
  /** As sent, without the query. Reports show it, so that it must not contain a key. */
  readonly path: string;
  readonly query: string;
  /** The name of the endpoint (`spec/endpoints.ts`); undefined where there is none. */
  readonly endpoint?: string | undefined;
  /** What stands for `{id}` in its path. */
  readonly id?: string | undefined;
  /** Null when the body was not read, as with most requests that are refused. */
  readonly body: Uint8Array | null;
  readonly status: number;
  readonly kind?: ErrorName | undefined;
  /** The header of the answer, as sent. */
  readonly retryAfter?: string | undefined;
  /** Whether there is such an endpoint. */
  readonly matched: boolean;
  /** Whether the answer was broken on purpose, so that the client cannot have read it. */
  readonly broken?: boolean | undefined;
  /** Whether the world's clock was frozen: the times then say nothing about the client's pace. */
  readonly frozen?: boolean | undefined;
  /** The result of `runStates` for the answer, if that is a list of report runs. */
  readonly runs?: string | undefined;
}

/** A request as a report shows it. */
export interface RequestBehind {
  readonly world: string | null;
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** When the head of the answer left, by the world's clock. */
export function answeredAt({ at, milliseconds = 0, frozen }: AuditedRequest): number {
  return frozen === true ? at : at + milliseconds;
}

/** Requests with one signature count as the same. The body is left out: that of a refused request is rarely read. */
export function signatureOf({ method, path, query }: AuditedRequest): string {
  return `${method} ${path}?${query}`;
}

/** In bytes, far more than any endpoint takes. A longer body is not compared. */
const longestBody = 1024;
const utf8 = new TextDecoder();

/** The body as text; undefined for one that is not known or too long to be kept for a comparison. */
export function bodyText({ body }: AuditedRequest): string | undefined {
  return body === null || body.length > longestBody ? undefined : utf8.decode(body);
}
