// The endpoints of §4 by path, and the fields that their bodies carry.
import type { RecordKind, SpokenEndpoint } from './wire.ts';

export interface Route {
  readonly endpoint: SpokenEndpoint;
  readonly kind: RecordKind;
  /** The segment that stands for the id, as sent; empty where there is none. */
  readonly id: string;
}

const lists = {
  listings: { endpoint: 'listListings', kind: 'listing' },
  strategies: { endpoint: 'listStrategies', kind: 'strategy' },
  reports: { endpoint: 'listReports', kind: 'reportRun' },
} as const;

/** What a request is for; undefined for what §4 does not know. */
export function routeOf(method: string, path: string): Route | undefined {
  const [, collection = '', id, action] =
    /^\/v\d+\/([a-z]+)(?:\/([^/]+))?(?:\/([a-z]+))?\/?$/.exec(path) ?? [];
  if (!Object.hasOwn(lists, collection)) return undefined;
  if (id === undefined) {
    return action === undefined && (method === 'GET' || method === 'HEAD')
      ? { ...lists[collection as keyof typeof lists], id: '' }
      : undefined;
  }
  if (collection !== 'listings') return undefined;
  if (action === undefined) {
    return method === 'GET' || method === 'HEAD'
      ? { endpoint: 'getListing', kind: 'listing', id }
      : undefined;
  }
  if (method !== 'PATCH') return undefined;
  if (action === 'price') return { endpoint: 'updatePrice', kind: 'listing', id };
  return action === 'strategy' ? { endpoint: 'updateStrategy', kind: 'listing', id } : undefined;
}

/** The fields that a write carries (§4). */
export function coreFields(endpoint: SpokenEndpoint): readonly ('minPrice' | 'maxPrice' | 'strategyId')[] {
  if (endpoint === 'updatePrice') return ['minPrice', 'maxPrice'];
  return endpoint === 'updateStrategy' ? ['strategyId'] : [];
}

export function isList(endpoint: SpokenEndpoint): boolean {
  return endpoint === 'listListings' || endpoint === 'listStrategies' || endpoint === 'listReports';
}
