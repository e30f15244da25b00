// The endpoints: those that the specification lists (§4), and those that an assumption adds. An endpoint is declared
// here once; the router, `Allow`, OPTIONS and the OpenAPI document follow from it.
import type { AssumptionId, Settings } from './assumptions.ts';

/** The header that carries the API key (§5), in lower case, as in `ApiRequest.headers`. */
export const keyHeader = 'x-api-key';

/** Limits of an API key over all endpoints (§8). */
export const standardLimits = { perSecond: 5, perMinute: 300 } as const;

/** What an endpoint reads or writes. */
export type Subject = 'listing' | 'strategy' | 'reportRun' | 'change';

interface Declared {
  readonly name: string;
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** Below the version prefix (§9); `{id}` stands for one segment. */
  readonly path: string;
  readonly of: Subject;
  /** What it does, in a few words and in a sentence, for the OpenAPI document. */
  readonly summary: string;
  readonly description: string;
  /** The answer to an assumption under which the endpoint exists; left out for those of §4. */
  readonly assumedBy?: { readonly id: AssumptionId; readonly value: string };
}

/** A26 */
const creation = { id: 'create-endpoints', value: 'post' } as const;
/** A27 */
const events = { id: 'events', value: 'list' } as const;

// One row an endpoint, so that the whole reads as the table it is.
// prettier-ignore
const declared = [
  { name: 'listListings', method: 'GET', path: '/listings', of: 'listing', summary: 'List all listings', description: 'A collection of listings.' },
  { name: 'getListing', method: 'GET', path: '/listings/{id}', of: 'listing', summary: 'Get one listing', description: 'One listing.' },
  { name: 'updatePrice', method: 'PATCH', path: '/listings/{id}/price', of: 'listing', summary: 'Update the price bounds of a listing', description: 'Sets the bounds that are sent. minPrice must not exceed maxPrice (assumed: bounds-order).' },
  { name: 'updateStrategy', method: 'PATCH', path: '/listings/{id}/strategy', of: 'listing', summary: 'Assign a strategy to a listing', description: 'The strategy must exist.' },
  { name: 'listReports', method: 'GET', path: '/reports', of: 'reportRun', summary: 'List report runs', description: 'Report runs with their status, download links where applicable, and metadata.' },
  { name: 'listStrategies', method: 'GET', path: '/strategies', of: 'strategy', summary: 'List the configured strategies', description: 'A collection of strategies.' },
  { name: 'createListing', method: 'POST', path: '/listings', of: 'listing', assumedBy: creation, summary: 'Create a listing', description: 'Adds a listing.' },
  { name: 'createStrategy', method: 'POST', path: '/strategies', of: 'strategy', assumedBy: creation, summary: 'Create a strategy', description: 'Adds a strategy.' },
  { name: 'listEvents', method: 'GET', path: '/events', of: 'change', assumedBy: events, summary: 'List events', description: 'The changes made through the API.' },
] as const satisfies readonly Declared[];

export type EndpointName = (typeof declared)[number]['name'];

export interface Endpoint extends Declared {
  readonly name: EndpointName;
}

const all: readonly Endpoint[] = declared;

/** The endpoints of §4. */
export const endpoints: readonly Endpoint[] = all.filter(({ assumedBy }) => assumedBy === undefined);

const byName = new Map(all.map((endpoint) => [endpoint.name, endpoint]));

/** The path of an endpoint with its version (§9): `/v1/listings/{id}`. */
export const fullPath = (name: EndpointName): string => `/v1${byName.get(name)!.path}`;

/** An endpoint as the specification writes it: `GET /v1/listings/{id}`. */
export const endpointText = (name: EndpointName): string => `${byName.get(name)!.method} ${fullPath(name)}`;

/** The endpoints of §4 and those that the settings add. */
export function endpointsUnder(settings: Settings): Endpoint[] {
  return all.filter(({ assumedBy }) => assumedBy === undefined || settings[assumedBy.id] === assumedBy.value);
}
