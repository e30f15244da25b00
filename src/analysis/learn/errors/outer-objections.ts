// What of a request is wrong before it has found its endpoint.
import { endpointOf } from '../../../spec/router.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import { isKeyless, placeAsked } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import type { States } from '../records/states.ts';

/** What of a request is wrong before it has found its endpoint. */
export function outerObjections(by: Exchange, served: ReadonlySet<string>): Objection[] {
  if (by.isLimited) return [{ cause: 'rate' }];
  if (by.status >= 500) return [{ cause: 'server' }];
  if (isKeyless(by)) return [{ cause: 'key-missing' }];
  if (by.status === 401) return [{ cause: 'key-wrong' }];
  if (by.endpoint !== undefined)
    return by.status === 404 && !served.has(waysOf(by.path)) ? [{ cause: 'path-unknown' }] : [];
  const others = ['GET', 'PATCH', 'POST', 'PUT', 'DELETE'].some(
    (method) => endpointOf(method, by.path) !== undefined,
  );
  return [{ cause: others ? 'method-unknown' : 'path-unknown' }];
}

/** Whether a request went to an endpoint that the service has beside those of the specification: it took others there. */
export function isBeside({ exchanges }: States): (by: Exchange) => boolean {
  const taken = new Set(
    exchanges.flatMap((by) => (by.ok && by.endpoint === undefined ? [placeAsked(by)] : [])),
  );
  return (by) => by.endpoint === undefined && taken.has(placeAsked(by));
}

/** The version that a path begins with, and whether it ends with a slash: not every service takes each (§9). */
const waysOf = (path: string) => `${path.split('/')[1]} ${path.endsWith('/')}`;

/** The ways of the paths at which endpoints were found. */
export const servedWays = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ ok, endpoint, path }) => (ok && endpoint !== undefined ? [waysOf(path)] : [])),
  );
