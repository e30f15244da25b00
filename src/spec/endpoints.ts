// The endpoints that the specification lists (§4). An endpoint is declared here once; the router, `Allow`, OPTIONS and the
// OpenAPI document follow from it.

/** The header that carries the API key (§5), in lower case, as in `ApiRequest.headers`. */
export const keyHeader = 'x-api-key';

/** What may be counted by itself: each endpoint; listings, strategies and report runs; or what reads and what writes. */
export const countedApart = ['endpoint', 'subject', 'method'] as const;
export type CountedApart = (typeof countedApart)[number];

/** Requests per window; Infinity: not limited. */
export interface Limits {
  readonly perSecond: number;
  readonly perMinute: number;
  /** Tokens that come back in a second, where a bucket of `perSecond` fills slower or faster than once a second. */
  readonly refill?: number | undefined;
  /** What is counted by itself; undefined: all requests are counted together. */
  readonly per?: CountedApart | undefined;
  /** Whether files behind links are counted, too, where they are asked for with the key. */
  readonly files?: true | undefined;
}

/** Limits of an API key over all endpoints (§8). */
export const standardLimits = { perSecond: 5, perMinute: 300 } as const;

/** What an endpoint reads or writes. */
export type Subject = 'listing' | 'strategy' | 'reportRun';

/** How a service may be written to; §4 says PATCH. */
export const writeMethods = ['PATCH', 'PUT', 'POST'] as const;

interface Declared {
  readonly name: string;
  readonly method: 'GET' | (typeof writeMethods)[number];
  /** Below the version prefix (§9); `{id}` stands for one segment. */
  readonly path: string;
  readonly of: Subject;
  /** What it does, in a few words and in a sentence, for the OpenAPI document. */
  readonly summary: string;
  readonly description: string;
}

// One row an endpoint, so that the whole reads as the table it is.
// prettier-ignore
const declared = [
  { name: 'listListings', method: 'GET', path: '/listings', of: 'listing', summary: 'List all listings', description: 'A collection of listings.' },
  { name: 'getListing', method: 'GET', path: '/listings/{id}', of: 'listing', summary: 'Get one listing', description: 'One listing.' },
  { name: 'updatePrice', method: 'PATCH', path: '/listings/{id}/price', of: 'listing', summary: 'Update the price bounds of a listing', description: 'Sets the bounds that are sent. minPrice must not exceed maxPrice (assumed: bounds-order).' },
  { name: 'updateStrategy', method: 'PATCH', path: '/listings/{id}/strategy', of: 'listing', summary: 'Assign a strategy to a listing', description: 'The strategy must exist.' },
  { name: 'listReports', method: 'GET', path: '/reports', of: 'reportRun', summary: 'List report runs', description: 'Report runs with their status, download links where applicable, and metadata.' },
  { name: 'listStrategies', method: 'GET', path: '/strategies', of: 'strategy', summary: 'List the configured strategies', description: 'A collection of strategies.' },
] as const satisfies readonly Declared[];

export type EndpointName = (typeof declared)[number]['name'];

export interface Endpoint extends Declared {
  readonly name: EndpointName;
}

/** The endpoints of §4. */
export const endpoints: readonly Endpoint[] = declared;

/** The methods of writes where they are others than those of §4. */
export type OtherMethods = Partial<Record<EndpointName, Endpoint['method']>>;

/** The endpoints of a service that is written to by other methods. */
export const endpointsBy = (methods: OtherMethods): readonly Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, method: methods[endpoint.name] ?? endpoint.method }));

const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));

/** The path of an endpoint with its version (§9): `/v1/listings/{id}`. */
export const fullPath = (name: EndpointName): string => `/v1${byName.get(name)!.path}`;

/** What an endpoint reads or writes. */
export const subjectOf = (name: EndpointName): Subject => byName.get(name)!.of;

/** An endpoint as the specification writes it: `GET /v1/listings/{id}`. */
export const endpointText = (name: EndpointName): string => `${byName.get(name)!.method} ${fullPath(name)}`;
