// What was known when a list was answered: its request, its page, the records at both ends, the tokens that it gave.
import { nameIn } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { linksIn } from '../../../http/http-semantics.ts';
import { valueAt } from '../../../http/pointer.ts';
import { allowedSize, cutTo, isCut, pageFact } from '../../../dialect/select-page.ts';
import type { Page } from '../../../dialect/select-page.ts';
import type { QueryForm } from '../../../dialect/profile-form.ts';
import { addLeaves, textsAndNumbers } from '../../../dialect/known-facts.ts';
import { pageFactNames } from '../../../dialect/page-facts.ts';
import { commonest } from '../../groups.ts';
import { onceFor } from '../../once-for.ts';
import { requestFacts } from '../records/request-facts.ts';
import type { Listed, Placed, Walk } from './walks.ts';

/** Where tokens stand in answers: a leaf of the body or a header, as it is or as a parameter of a link. */
export interface TokenPlace {
  readonly in: 'body' | 'header';
  readonly at: string;
  readonly isLink: boolean;
}

/** The page that an answer showed, as the renderer will see it; undefined where nobody can tell. */
export function pageOf(
  { listed, from: begin, size, isSized, isBeyond: isAgain, told = 0 }: Placed,
  walk: Walk,
  query: Pick<QueryForm, 'pageSize' | 'size' | 'lastAsItself'>,
): Page | undefined {
  const isItself = isAgain && query.lastAsItself === true;
  const from = isItself ? walk.places.get(listed.ids[0]!) : begin;
  if (from === undefined) return undefined;
  const isBeyond = isAgain && !isItself;
  const known = recordsOf(walk);
  const count = listed.ids.length;
  // A page that is not full ends the list as it was then, unless another one follows it; what stood in place of an empty one
  // stood there at another time.
  const isEnd =
    !isBeyond &&
    (count > 0 || from === 0) &&
    size !== undefined &&
    count < size &&
    told <= from + count &&
    (count === 0 || !walk.pages.some((other) => other.from === from + count && other.listed.ids.length > 0));
  const end = isBeyond ? 0 : from + count;
  const asked = isSized ? size : undefined;
  const total = isEnd ? end : (walk.total ?? Math.max(walk.order.length, end));
  const seen = Math.min(total, Math.max(known.length, end));
  const page: Page = {
    records: listed.records,
    from,
    count,
    to: from + count,
    total,
    size: asked === undefined ? (query.pageSize ?? Infinity) : allowedSize(asked, query),
    asked: asked ?? Infinity,
    query: listed.by.query,
    all: Array.from({ length: seen }, (_, at) => listed.records[at - from] ?? known[at] ?? null),
    gaps: total > seen ? [[seen, total]] : undefined,
  };
  return isCut(listed.by.query, query.size) ? cutTo(page) : page;
}

const recordsOf = onceFor(({ pages }: Walk): Json[] => {
  const records: Json[] = [];
  for (const { listed, from, isBeyond } of pages) {
    if (from !== undefined && !isBeyond)
      listed.records.forEach((record, at) => (records[from + at] ??= record));
  }
  return records;
});

/** @param token what this answer gave for the page behind it, where that cannot be made from anything */
export function listFacts(
  listed: Listed,
  page: Page | undefined,
  positions: QueryForm['positions'],
  isTotalKnown: boolean,
  token: string | undefined,
): Map<string, Json> {
  const facts = requestFacts(listed.by);
  if (page === undefined) return facts;
  for (const name of pageFactNames) {
    if (!isTotalKnown && /total|pages|last|left/.test(name)) continue;
    const value = pageFact(name, page, positions);
    if (value !== undefined) facts.set(name, value);
  }
  if (token !== undefined) facts.set('page.next', token);
  addLeaves(facts, 'first', page.records[0]);
  addLeaves(facts, 'last', page.records.at(-1));
  return facts;
}

/** The token at a place of an answer. */
export function tokenAtPlace({ by }: Listed, place: TokenPlace, name: string): string | undefined {
  const values =
    place.in === 'body'
      ? [valueAt(by.body, place.at)]
      : by.headers.filter(([header]) => header.toLowerCase() === place.at).map(([, value]) => value);
  for (const value of values) {
    const text = nameIn(value);
    if (text === null || text === '') continue;
    if (!place.isLink) return text;
    const found = tokenInLink(text, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The parameter of a link; of several in a `Link` header, of the next one. */
function tokenInLink(text: string, name: string): string | undefined {
  const links = [...linksIn(text)];
  const [, link = text] = links.find(([rest]) => /rel="?next"?/.test(rest)) ?? links[0] ?? [];
  return parameterOf(link, name);
}

function parameterOf(link: string, name: string): string | undefined {
  const query = link.split(/\?(.*)/s)[1];
  return query === undefined ? undefined : (new URLSearchParams(query).get(name) ?? undefined);
}

/**
 * The tokens in an answer but for its items, as they are or as parameters of links, by their places; those of links in headers by
 * what these links are.
 */
export const tokensBeside = ({ by }: Listed, name: string): { at: string; token: string }[] =>
  [
    ...textsAndNumbers(by.body ?? null, 6).map(([at, leaf]) => ({
      at,
      token: leaf.includes('?') ? tokenInLink(leaf, name) : leaf,
    })),
    ...by.headers.flatMap(([header, text]) =>
      [...linksIn(text)].map(([rest, link]) => ({ at: `${header} ${rest}`, token: parameterOf(link, name) })),
    ),
  ].flatMap(({ at, token }) => (token === undefined || /\/\d+(?:\/|$)/.test(at) ? [] : [{ at, token }]));

/** Where the tokens that were used stand in the answers that gave them, by the commonest place. */
export function tokenPlace(
  used: readonly (readonly [giver: Listed, token: string])[],
  name: string,
): TokenPlace | undefined {
  const places = used.flatMap(([giver, token]) => {
    const texts = [
      ...Array.from(textsAndNumbers(giver.by.body ?? null, 6), ([at, text]) => ['body', at, text] as const),
      ...giver.by.headers.map(([header, text]) => ['header', header.toLowerCase(), text] as const),
    ];
    return texts.flatMap(([within, at, text]): TokenPlace[] => {
      const isLink = text !== token;
      return !isLink || (text.includes('?') && tokenInLink(text, name) === token)
        ? [{ in: within, at, isLink }]
        : [];
    });
  });
  return commonest(places, (place) => JSON.stringify(place));
}
