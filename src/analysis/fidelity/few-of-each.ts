// How much a report tells by name: an answer may be a map of thousands, and nobody reads them all.
import { grouped } from '../groups.ts';

/** So many findings of one kind at one endpoint are told by name; those beyond are counted. */
const mostOfAKind = 50;

export interface FewOfEach<T> {
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
