// The one router: which endpoint a path leads to. `route` asks it once for a request and puts the answer into the
// request's context; what reads recordings asks `endpointOf`.
import { ApiError } from './errors.ts';
import type { Settings } from './settings.ts';
import { endpointsBy } from './endpoints.ts';
import type { Endpoint, OtherMethods, Subject } from './endpoints.ts';
import type { Filter } from '../http/message.ts';
import { canonicalPath } from '../http/parse-url.ts';

/** A path that exists: what each of its methods does, and the segment that stands for `{id}`. */
interface Resource {
  readonly methods: ReadonlyMap<string, Endpoint>;
  /** The value of the header `Allow`. */
  readonly allow: string;
  /** As it stands in the canonical path, not decoded; undefined where the path has no `{id}`. */
  readonly id: string | undefined;
}

/** Finds what stands at a path; undefined where nothing does. */
export type Router = (path: string) => Resource | undefined;

interface RouterOptions {
  /** Whether any version prefix leads to the endpoints, or `/v1` alone (§9). */
  readonly anyVersion: boolean;
  /** Whether a slash at the end is ignored. */
  readonly trailingSlash: boolean;
}

type Shape = Omit<Resource, 'id'>;

/** Paths with an `{id}` that begin and end alike. */
interface WithId {
  readonly before: string;
  readonly after: string;
  readonly shape: Shape;
}

/** Compares paths letter by letter; two that are the same by RFC 3986 §6.2.2 lead to one endpoint. */
export function createRouter(
  served: readonly Endpoint[],
  { anyVersion, trailingSlash }: RouterOptions,
): Router {
  const shapes = new Map<string, Shape>();
  for (const endpoint of served) {
    const methods = new Map(shapes.get(endpoint.path)?.methods).set(endpoint.method, endpoint);
    if (endpoint.method === 'GET') methods.set('HEAD', endpoint);
    shapes.set(endpoint.path, { methods, allow: [...methods.keys(), 'OPTIONS'].join(', ') });
  }
  const withId: WithId[] = [];
  for (const [path, shape] of shapes) {
    const [before, after] = path.split('{id}');
    if (after !== undefined) withId.push({ before: before!, after, shape });
  }
  const versionEnd = anyVersion ? endOfAnyVersion : endOfVersion1;

  return function find(sent) {
    const path = canonicalPath(sent);
    const from = versionEnd(path);
    if (from === -1) return undefined;
    const rest = path.slice(from, trailingSlash && path.endsWith('/') ? -1 : undefined);
    const shape = shapes.get(rest);
    if (shape !== undefined) return { methods: shape.methods, allow: shape.allow, id: undefined };
    for (const { before, after, shape } of withId) {
      if (!rest.startsWith(before) || !rest.endsWith(after)) continue;
      const id = rest.slice(before.length, rest.length - after.length);
      if (id !== '' && !id.includes('/')) return { methods: shape.methods, allow: shape.allow, id };
    }
    return undefined;
  };
}

/** The router of a service under these settings. */
export function routerUnder(settings: Settings, methods: OtherMethods = {}): Router {
  return createRouter(endpointsBy(methods), {
    anyVersion: settings.versions === 'any',
    trailingSlash: settings['trailing-slash'] === 'ignore',
  });
}

const endOfVersion1 = (path: string) => (path.startsWith('/v1/') ? '/v1'.length : -1);
const endOfAnyVersion = (path: string) => /^\/v\d+(?=\/)/.exec(path)?.[0].length ?? -1;

/** Puts the endpoint that a request is for into its context. Paths and methods without one pass as they are. */
export function route(find: Router): Filter {
  return (next) =>
    function route(request) {
      const resource = find(request.path);
      const endpoint = resource?.methods.get(request.method);
      request.context.endpoint = endpoint?.name;
      request.context.id = endpoint && resource?.id;
      return next(request);
    };
}

/**
 * Answers OPTIONS with the methods of a path. It asks for no key, because a browser's preflight carries none (§5), and the
 * limits do not count it.
 */
export function answerOptions(find: Router, settings: Settings): Filter {
  // §7 lists no 204. Where only the statuses of §7 are used (A16), OPTIONS is refused like any unknown method.
  if (settings.form.errors.statuses === 'documented') return (next) => next;
  return (next) =>
    function answerOptions(request) {
      if (request.method !== 'OPTIONS') return next(request);
      const resource = find(request.path);
      if (resource === undefined) throw new ApiError('route_not_found', 'There is no such endpoint.');
      return { status: 204, headers: ['Allow', resource.allow], body: null };
    };
}

/** Routes the paths in recordings of a service: the endpoints of §4, in any version, with or without a slash at the end. */
export const routerOfRecordings = (methods: OtherMethods = {}): Router =>
  createRouter(endpointsBy(methods), { anyVersion: true, trailingSlash: true });

const resourceAt = routerOfRecordings();

/** The endpoint of §4 that a recorded request was for, with the id in its path. */
interface EndpointAsked {
  readonly endpoint: Endpoint;
  /** See `Resource`. */
  readonly id: string | undefined;
}

export function endpointOf(method: string, path: string, find = resourceAt): EndpointAsked | undefined {
  const resource = find(path);
  const endpoint = resource?.methods.get(method);
  return endpoint === undefined ? undefined : { endpoint, id: resource?.id };
}

/** The segment of a recorded path that stands for `{id}`. */
export const idIn = (path: string): string | undefined => resourceAt(path)?.id;

/** The collection of §4 that a path names, or the record in it, whether or not an endpoint answers there. */
export function subjectOf(path: string): Subject | undefined {
  const [, collection] = /^\/v\d+(\/[^/]+)(?:\/[^/]+)?\/?$/.exec(canonicalPath(path)) ?? [];
  return collection === undefined ? undefined : endpointOf('GET', `/v1${collection}`)?.endpoint.of;
}
