// A route of the mock's own, beside those of the service.
import { jsonResponse } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { ControlOperation } from './control-operations.ts';

export interface Route<P> {
  /** As the OpenAPI document calls it. */
  readonly name: ControlOperation;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one segment. */
  readonly path: string;
  readonly answer: (call: Call<P>) => ApiResponse | Promise<ApiResponse>;
}

/** A request that has found its route. */
export interface Call<P> {
  readonly request: ApiRequest;
  readonly parts: P;
  /** The segment that stands for the name in the path, decoded; empty where there is none. */
  readonly id: string;
}

export const done: ApiResponse = { status: 204, headers: [], body: null };

/** An answer that no cache keeps: the next one may be another. */
export function answerJson(value: unknown, status = 200, ...headers: readonly string[]): ApiResponse {
  return jsonResponse(status, JSON.stringify(value), 'Cache-Control', 'no-store', ...headers);
}
