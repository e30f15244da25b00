// What the specification states, as data. What it leaves open is in `assumptions.ts`.

/** The header that carries the API key (§5), in the lower case in which doors hand headers on. */
export const keyHeader = 'x-api-key';

/** Limits of an API key over all endpoints (§8). */
export const standardLimits = { perSecond: 5, perMinute: 300 } as const;

export type EndpointName =
  | 'listListings'
  | 'getListing'
  | 'updatePrice'
  | 'updateStrategy'
  | 'listReports'
  | 'listStrategies'
  | 'createListing'
  | 'createStrategy'
  | 'listEvents';

export interface Endpoint {
  readonly name: EndpointName;
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** Below the version prefix (§9); `{id}` stands for one segment. */
  readonly path: string;
}

/** The endpoints of §4. */
export const endpoints: readonly Endpoint[] = [
  { name: 'listListings', method: 'GET', path: '/listings' },
  { name: 'getListing', method: 'GET', path: '/listings/{id}' },
  { name: 'updatePrice', method: 'PATCH', path: '/listings/{id}/price' },
  { name: 'updateStrategy', method: 'PATCH', path: '/listings/{id}/strategy' },
  { name: 'listReports', method: 'GET', path: '/reports' },
  { name: 'listStrategies', method: 'GET', path: '/strategies' },
];
