// A request that has found its endpoint.
import type { Settings } from '../../spec/assumptions.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Account } from '../worlds/account.ts';

/** A request that has found its endpoint. */
export interface Call {
  readonly request: ApiRequest;
  readonly account: Account;
  readonly settings: Settings;
  /** The segment of the path that stands for `{id}`, as sent; empty where there is none. */
  readonly id: string;
}

export type Action = (call: Call) => ApiResponse | Promise<ApiResponse>;
