// Endpoints, and places in their answers, as reports tell them: `status`, `header:Retry-After`, `$.data[*].minPrice`. All items of a list share
// one place, and of what is alike in many places only a few are told by name.
import { stepsOf } from '../../http/pointer.ts';
import { mayHoldPlaceholder } from '../../recording/placeholders.ts';
import { endpointOf } from '../../spec/router.ts';
import { grouped } from '../groups.ts';

/** A pointer (RFC 6901) whose step `*` stands for every item, as a JSON path. */
export function pathOf(pointer: string): string {
  return stepsOf(pointer).reduce((text, step) => {
    if (step === '*') return `${text}[*]`;
    return /^[\w-]+$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, '$');
}

/**
 * Whether a place is one that the user wants left out (`--ignore`): the place itself or what lies above it; `$..name`
 * is that name at any depth. Header names are compared without case.
 */
export function isIgnored(place: string, ignored: readonly string[]): boolean {
  return ignored.some((given) => {
    if (given === 'body') return place.startsWith('$');
    if (/^header:/i.test(given)) return given.toLowerCase() === place.toLowerCase();
    if (given.startsWith('$..')) {
      const name = given.slice(3);
      return `${place}.`.includes(`.${name}.`) || `${place}.`.includes(`.${name}[`);
    }
    return place === given || place.startsWith(`${given}.`) || place.startsWith(`${given}[`);
  });
}

/** @throws RangeError with the forms that are known */
export function parseIgnored(words: string): string {
  if (words === 'status' || words === 'body' || /^header:[!#$%&'*+\-.^`|~\w]+$/i.test(words)) return words;
  if (/^\$(\.\.?[\w-]+|\[\*\]|\["[^"]+"\])+$/.test(words)) return words;
  throw new RangeError(
    `'${words}' is no place in an answer; it takes a JSON path such as $.data[*].updatedAt or $..updatedAt, header:<name>, status, or body`,
  );
}

/** An endpoint such as `GET /v1/listings/{id}`, or the shape of a path where §4 has none for it. */
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

/** So many findings of one kind at one endpoint are told by name; those beyond are counted. */
const mostOfAKind = 50;

interface FewOfEach<T> {
  /** In the order in which they were given. */
  readonly shown: readonly T[];
  /** The kinds of which there are more, and how many more. */
  readonly more: readonly { readonly what: string; readonly endpoint: string; readonly count: number }[];
}

export function fewOfEach<T>(
  findings: readonly T[],
  kindOf: (finding: T) => { readonly what: string; readonly endpoint: string },
): FewOfEach<T> {
  const kinds = [...grouped(findings, (one) => JSON.stringify(Object.values(kindOf(one)))).values()];
  const named = new Set(kinds.flatMap((alike) => alike.slice(0, mostOfAKind)));
  return {
    shown: findings.filter((finding) => named.has(finding)),
    more: kinds.flatMap((alike) => {
      const count = alike.length - mostOfAKind;
      return count > 0 ? [{ ...kindOf(alike[0]!), count }] : [];
    }),
  };
}

/** `and 19,950 more: removed, at GET /v1/listings`. */
export const printMore = ({ what, endpoint, count }: FewOfEach<unknown>['more'][number]) =>
  `and ${count.toLocaleString('en-US')} more: ${what}, at ${endpoint}`;
