// A request that has found its endpoint.
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Settings } from '../../spec/settings.ts';
import type { ApiRequest } from '../../http/message.ts';
import type { Account } from '../worlds/account.ts';

/** A request that has found its endpoint. */
export interface Call {
  readonly endpoint: EndpointName;
  readonly request: ApiRequest;
  readonly account: Account;
  readonly settings: Settings;
  /** The segment of the path that stands for `{id}`, as sent; empty where there is none. */
  readonly id: string;
}
