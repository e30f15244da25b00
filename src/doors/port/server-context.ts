// What the files of this folder share while a server runs: its handler, its address and whom it reports to.
import type { Socket } from 'node:net';
import type { Settings } from '../../spec/settings.ts';
import { errorResponse, markError } from '../../spec/errors.ts';
import type { ApiError } from '../../spec/errors.ts';
import type { ApiResponse, Handler } from '../../http/message.ts';
import type { HostCheck } from './host-check.ts';

/** A request that was answered before the handler saw it. */
export interface Refusal {
  readonly method: string;
  /** As sent, without its query. */
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  readonly rawHeaders: readonly string[];
  readonly response: ApiResponse;
}

export interface ServerContext {
  readonly handler: Handler;
  readonly settings: Settings;
  /** Whether answers stand for another service's at the moment: our own errors then carry a mark. */
  readonly marksErrors: () => boolean;
  /** Our own address, for answers to requests whose Host is not known or not trusted. */
  readonly url: string;
  readonly hosts: HostCheck;
  /** The one foreign origin that may read answers and change state; undefined for none. */
  readonly corsOrigin: string | undefined;
  /** Sockets that a fault or an endless answer keeps busy forever; a shutdown does not wait for them. */
  readonly held: Set<Socket>;
  /** Tells the operator, in one line, of a client that does not speak our protocol. */
  readonly report: (message: string) => void;
  /** Tells the operator of a request that was refused before the handler saw it. */
  readonly onRefusal: (refusal: Refusal) => void;
  /** Tells the operator of a defect: a handler that threw, or an answer that cannot be sent. */
  readonly onDefect: (error: unknown) => void;
  /** Whether the server is shutting down: every answer then closes its connection. */
  closing: boolean;
}

/** The answer to an error that was found before the handler saw the request. */
export function errorAnswer(context: ServerContext, error: ApiError): ApiResponse {
  const answer = errorResponse(error, context.settings, context.url);
  return context.marksErrors() ? markError(answer) : answer;
}
