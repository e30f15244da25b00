// Which endpoint a recorded request is for, by its path alone: the recording may know more than the specification.
import { endpoints } from '../../spec/endpoints.ts';
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
export function endpointOf(method: string, path: string): EndpointLabel {
  const [, version = '', rest = path] = /^(\/v\d+)(\/.*)$/.exec(path) ?? [];
  const segments = rest
    .replace(/(.)\/$/, '$1')
    .split('/')
    .slice(1);
  const template = segments.map((segment, at) => (isId(segment, segments[at - 1]) ? '{id}' : segment));
  const shape = `/${template.join('/')}`;
  const file = version === '' && /^\/__mock\/(files|downloads)\//.test(path);
  const shown = file ? '/__mock/files/{file}' : `${version}${shape}`;
  const asked = method === 'HEAD' ? 'GET' : method;
  return {
    endpoint: `${method} ${shown}`,
    resource: file ? 'files' : (template[0] ?? ''),
    lists: template.length === 1,
    id: template.includes('{id}') ? segments[template.indexOf('{id}')] : undefined,
    specified: endpoints.some((known) => known.method === asked && known.path === shape),
  };
}

/** Whatever stands behind a collection's name, and what looks like an id anywhere. */
function isId(segment: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  return before === 'listings' || /\d.*\d.*\d|^\d+$|%/.test(segment) || mayHoldPlaceholder(segment);
}
