// The endpoints of §4, and the fields that their bodies carry.
import { endpointOf } from '../spec/router.ts';
import type { RecordKind, SpokenEndpoint } from './wire.ts';

export interface Route {
  readonly endpoint: SpokenEndpoint;
  readonly kind: RecordKind;
  /** The segment that stands for the id, as sent; empty where there is none. */
  readonly id: string;
}

/** What a request is for; undefined for what §4 does not know. */
export function routeOf(method: string, path: string): Route | undefined {
  const asked = endpointOf(method, path);
  if (asked === undefined) return undefined;
  const { name, of } = asked.endpoint;
  return { endpoint: name as SpokenEndpoint, kind: of as RecordKind, id: asked.id ?? '' };
}

/** The fields that a write carries (§4). */
export function coreFields(endpoint: SpokenEndpoint): readonly ('minPrice' | 'maxPrice' | 'strategyId')[] {
  if (endpoint === 'updatePrice') return ['minPrice', 'maxPrice'];
  return endpoint === 'updateStrategy' ? ['strategyId'] : [];
}

export function isList(endpoint: SpokenEndpoint): boolean {
  return endpoint === 'listListings' || endpoint === 'listStrategies' || endpoint === 'listReports';
}
