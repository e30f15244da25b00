// How a recorded request is labelled in reports: by its endpoint, or by the shape of its path where §4 has none for it.
import { mayHoldPlaceholder } from '../../recording/placeholders.ts';
import { endpointOf } from '../../spec/router.ts';

/** Such as `GET /v1/listings/{id}`. */
export function labelOf(method: string, path: string): string {
  if (/^\/__mock\/(files|downloads)\//.test(path)) return `${method} /__mock/files/{file}`;
  const [, version = '', rest = path] = /^(\/v\d+)(\/.*)$/.exec(path) ?? [];
  const segments = rest
    .replace(/(.)\/$/, '$1')
    .split('/')
    .slice(1);
  const shape = segments.map((segment, at) => (isId(segment, segments[at - 1]) ? '{id}' : segment));
  return `${method} ${version}/${shape.join('/')}`;
}

/** Whatever stands behind a collection's name, and what looks like an id anywhere. */
function isId(segment: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  return (
    endpointOf('GET', `/v1/${before}/${segment}`)?.id !== undefined ||
    /\d.*\d.*\d|^\d+$|%/.test(segment) ||
    mayHoldPlaceholder(segment)
  );
}
