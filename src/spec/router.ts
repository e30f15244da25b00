// Which endpoint a path leads to, under the assumptions in force.
import type { Settings } from './assumptions.ts';
import { endpoints } from './endpoints.ts';
import type { Endpoint, EndpointName } from './endpoints.ts';

/** A path that exists: what each of its methods does, and the segment that stands for `{id}`. */
export interface Resource {
  readonly methods: ReadonlyMap<string, EndpointName>;
  /** What `Allow` says. */
  readonly allow: string;
  /** Undecoded; undefined where the path has no `{id}`. */
  readonly id: string | undefined;
}

type FindResource = (path: string) => Resource | undefined;

/** Endpoints that only assumptions add (A26, A27). */
export function assumedEndpoints(settings: Settings): Endpoint[] {
  const more: Endpoint[] = [];
  if (settings['create-endpoints'] === 'post') {
    more.push({ name: 'createListing', method: 'POST', path: '/listings' });
    more.push({ name: 'createStrategy', method: 'POST', path: '/strategies' });
  }
  if (settings.events === 'list') more.push({ name: 'listEvents', method: 'GET', path: '/events' });
  return more;
}

/** The lookup of a path's resource; paths are compared as sent, letter by letter. */
export function createResources(settings: Settings): FindResource {
  const shapes = new Map<string, Omit<Resource, 'id'>>();
  for (const { name, method, path } of [...endpoints, ...assumedEndpoints(settings)]) {
    const methods = new Map([...(shapes.get(path)?.methods ?? []), [method, name] as const]);
    if (method === 'GET') methods.set('HEAD', name);
    shapes.set(path, { methods, allow: [...methods.keys(), 'OPTIONS'].join(', ') });
  }
  const lenient = settings['trailing-slash'] === 'ignore';
  const versionEnd = settings.versions === 'any' ? endOfAnyVersion : endOfVersion1;
  const resources = new Map([...shapes].filter(([path]) => !path.includes('{')));
  const ofOneListing = new Map(
    [...shapes]
      .filter(([path]) => path.includes('{'))
      .map(([path, shape]) => [path.slice(idEnd(path)), shape]),
  );

  return function findResource(path) {
    const from = versionEnd(path);
    if (from === -1) return undefined;
    const rest = path.slice(from, lenient && path.endsWith('/') ? -1 : undefined);
    const end = idEnd(rest);
    const shape = end === -1 ? resources.get(rest) : ofOneListing.get(rest.slice(end));
    if (shape === undefined) return undefined;
    const id = end === -1 ? undefined : rest.slice(listings.length, end);
    return { methods: shape.methods, allow: shape.allow, id };
  };
}

const listings = '/listings/';

/** Where the id in the path of one listing ends; -1 for any other path. */
function idEnd(path: string): number {
  if (!path.startsWith(listings) || path.length === listings.length) return -1;
  const slash = path.indexOf('/', listings.length);
  if (slash === -1) return path.length;
  return slash === listings.length ? -1 : slash;
}

const endOfVersion1 = (path: string) => (path.startsWith('/v1/') ? '/v1'.length : -1);
const endOfAnyVersion = (path: string) => /^\/v\d+(?=\/)/.exec(path)?.[0].length ?? -1;
