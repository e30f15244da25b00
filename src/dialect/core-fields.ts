// The endpoints of §4, and the fields that their bodies carry.
import { endpoints } from '../spec/endpoints.ts';
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

/** The endpoints of §4 with what they answer. */
export const spokenEndpoints = endpoints.map(({ name, method, path, of }) => ({
  endpoint: name as SpokenEndpoint,
  kind: of as RecordKind,
  isList: method === 'GET' && !path.includes('{id}'),
}));

export function isList(endpoint: SpokenEndpoint): boolean {
  return spokenEndpoints.some((spoken) => spoken.endpoint === endpoint && spoken.isList);
}

/** What the records in the answers of an endpoint are. */
export function recordKindOf(endpoint: SpokenEndpoint): RecordKind {
  return spokenEndpoints.find((spoken) => spoken.endpoint === endpoint)!.kind;
}
