// A request that has found its endpoint.
import type { Settings } from '../../spec/settings.ts';
import type { ApiRequest } from '../../http/message.ts';
import type { Account } from '../worlds/account.ts';
import type { Outcome } from './outcome.ts';

/** A request that has found its endpoint. */
export interface Call {
  readonly request: ApiRequest;
  readonly account: Account;
  readonly settings: Settings;
  /** The segment of the path that stands for `{id}`, as sent; empty where there is none. */
  readonly id: string;
}

/** Decides what becomes of a call. */
export type Action = (call: Call) => Outcome | Promise<Outcome>;
