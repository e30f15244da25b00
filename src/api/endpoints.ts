// Which endpoint a path leads to, under the assumptions in force.
import type { Settings } from './assumptions.ts';
import { endpoints } from './spec.ts';
import type { Endpoint, EndpointName } from './spec.ts';

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
function assumedEndpoints(settings: Settings): Endpoint[] {
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
  const prefix = settings.versions === 'any' ? /^\/v\d+(?=\/)/ : /^\/v1(?=\/)/;
  const lenient = settings['trailing-slash'] === 'ignore';
  const fixed = new Map([...shapes].map(([path, shape]) => [path, { ...shape, id: undefined }]));

  return function findResource(path) {
    const version = prefix.exec(path);
    if (version === null) return undefined;
    const end = lenient && path.endsWith('/') ? path.length - 1 : path.length;
    const rest = path.slice(version[0].length, end);
    const plain = fixed.get(rest);
    if (plain !== undefined) return rest.includes('{') ? undefined : plain;
    const start = '/listings/'.length;
    if (!rest.startsWith('/listings/') || rest.length === start) return undefined;
    const slash = rest.indexOf('/', start);
    const id = rest.slice(start, slash === -1 ? undefined : slash);
    const shape = shapes.get(`/listings/{id}${slash === -1 ? '' : rest.slice(slash)}`);
    return shape === undefined || id === '' ? undefined : { ...shape, id };
  };
}
