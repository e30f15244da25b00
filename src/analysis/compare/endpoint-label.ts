// How a recorded request is labelled: by its endpoint, or by the shape of its path where §4 has none for it.
import { endpointOf } from '../../spec/router.ts';
import { mayHoldPlaceholder } from '../../recording/placeholders.ts';

export interface EndpointLabel {
  /** Such as `GET /v1/listings/{id}`. */
  readonly endpoint: string;
  /** What its records are, such as `listings`; the first segment behind the version. */
  readonly resource: string;
  /** Whether it answers several records. */
  readonly lists: boolean;
  /** The id in the path, as sent. */
  readonly id: string | undefined;
  /** Whether §4 has it. */
  readonly specified: boolean;
}

/** The label of a method and a path. */
export function labelOf(method: string, path: string): EndpointLabel {
  const [, version = '', rest = path] = /^(\/v\d+)(\/.*)$/.exec(path) ?? [];
  const segments = rest
    .replace(/(.)\/$/, '$1')
    .split('/')
    .slice(1);
  const template = segments.map((segment, at) => (isId(segment, segments[at - 1]) ? '{id}' : segment));
  const shape = `/${template.join('/')}`;
  const file = version === '' && /^\/__mock\/(files|downloads)\//.test(path);
  const shown = file ? '/__mock/files/{file}' : `${version}${shape}`;
  return {
    endpoint: `${method} ${shown}`,
    resource: file ? 'files' : (template[0] ?? ''),
    lists: template.length === 1,
    id: template.includes('{id}') ? segments[template.indexOf('{id}')] : undefined,
    specified: endpointOf(method, path) !== undefined,
  };
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
