// Links from one page of a list to another: whether they keep what else the request asked for. Lists that were not walked to
// their end tell this, too, though they explain nothing that depends on how long the list is.
import { isList, isObject, mapMembers, textOf } from '../../../http/exact-json.ts';
import type { Json, JsonObject } from '../../../http/exact-json.ts';
import { linksIn } from '../../../http/http-semantics.ts';
import { leafTexts } from '../../../dialect/known-facts.ts';
import { besidePaging } from '../../../dialect/select-page.ts';
import type { DialectForm, QueryForm } from '../../../dialect/profile-form.ts';
import { fill, sameValue } from '../../../dialect/templates.ts';
import { storedOrigin } from '../../../spec/mock-paths.ts';
import { withOthers } from '../../explain/explain-leaf.ts';
import type { Sample } from '../../explain/sample.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import type { Exchange } from '../../exchanges.ts';

/** Whether all links of pages to pages of their list keep every parameter but those of place and size. */
export function keepsParameters(
  pages: readonly Exchange[],
  form: Pick<QueryForm, 'size' | 'positions'>,
): boolean {
  const told = pages.flatMap((by) => {
    const others = besidePaging(by.query, form);
    return others.length === 0 ? [] : linksFrom(by).map((link) => ({ link, others }));
  });
  return (
    told.length > 0 &&
    told.every(({ link, others }) =>
      others.every(([name]) => {
        const asked = others.flatMap(([own, value]) => (own === name ? [value] : []));
        return sameValue(link.getAll(name), asked);
      }),
    )
  );
}

/** The texts of an answer with a question mark in them: what stands before it, without the service's origin, and behind it. */
function queriesIn({ body, headers }: Exchange): { text: string; start: string; query: string }[] {
  const texts = [...leafTexts(body), ...linksIn(headerIn(headers, 'link') ?? '').values()];
  return texts.flatMap((text) => {
    const [start, query] = text.replace(storedOrigin, '').split(/\?(.*)/s);
    return query === undefined ? [] : [{ text, start: start!, query }];
  });
}

/** The queries of the links that lead to the list itself. */
export const linksFrom = (by: Exchange): URLSearchParams[] =>
  queriesIn(by).flatMap(({ text, start, query }) =>
    start === by.path || text.startsWith('?') ? [new URLSearchParams(query)] : [],
  );

/** What links leave as it is unless a service encodes all that may be, and the space. */
const mayStand = [':', ',', '/', '@', '$', '[', ']', ' '];

/** Which of these the links of a service to itself write encoded, and never as they are; a space as `+`. */
export function escapedIn(exchanges: readonly Exchange[]): string {
  const queries = new Set(
    exchanges
      .flatMap(queriesIn)
      .flatMap(({ start, query }) =>
        /^(?:\/[^\s?]*|[\w.-]*)$/.test(start) && /^[^\s=]+=\S*$/.test(query) ? [query] : [],
      ),
  );
  const isWritten = (sign: string) => [...queries].some((query) => query.includes(sign));
  return mayStand
    .filter((sign) => {
      const encoded = encodeURIComponent(sign);
      return sign === ' ' ? isWritten('+') && !isWritten(encoded) : isWritten(encoded) && !isWritten(sign);
    })
    .join('');
}

/** How a service speaks, with links that encode these characters. */
export const withEscapes = (form: DialectForm, escapes: string): DialectForm =>
  escapes === ''
    ? form
    : (withLinks(form as unknown as Json, (link) => ({ ...link, escapes })) as unknown as DialectForm);

/** A template with its links changed; undefined: a link stays as it is. */
function withLinks(template: Json, change: (link: JsonObject, query: JsonObject) => Json | undefined): Json {
  if (isList(template)) return template.map((item) => withLinks(item, change));
  if (!isObject(template)) return template;
  const { query } = template;
  const isLink = Object.hasOwn(template, '{url}') && isObject(query);
  return (
    (isLink ? change(template, query) : undefined) ?? mapMembers(template, (item) => withLinks(item, change))
  );
}

/**
 * A template whose links keep the parameters that they do not set themselves; one that leads to a place names it in one way. What
 * was asked of pages, and no link of its kind tells again, these leave out.
 * @param asked what requests for lists asked for
 */
export const withKeptParameters = (
  template: Json,
  { size, positions = [] }: Pick<QueryForm, 'size' | 'positions'>,
  asked: readonly URLSearchParams[],
): Json =>
  withLinks(template, (link, query) => {
    if (link['{url}'] !== '' && !textOf(link['{url}']).includes('{path')) return undefined;
    const others = positions.flatMap(({ name }) => (Object.hasOwn(query, name) ? [] : [name]));
    const isPlaced = others.length > 0 && others.length < positions.length;
    const paging = [...(size === undefined ? [] : [size.name]), ...positions.map(({ name }) => name)];
    const isLeftOut = (name: string) =>
      !Object.hasOwn(query, name) &&
      ((isPlaced && others.includes(name)) ||
        (!Object.hasOwn(query, '*') && asked.some((own) => own.has(name))));
    const left = paging.filter(isLeftOut);
    const kept = left.length > 0 ? `{query | without ${left.join(' ')}}` : '{query}';
    return { ...link, query: withOthers(query, kept) };
  });

/** Links that say the size of their pages say that of any page, though it was the usual one in all that were seen. */
export const withSizes = (template: Json, { size, pageSize }: Pick<QueryForm, 'size' | 'pageSize'>): Json =>
  withLinks(template, (link, query) =>
    size !== undefined && pageSize !== null && query[size.name] === String(pageSize)
      ? { ...link, query: { ...query, [size.name]: '{page.size | text}' } }
      : undefined,
  );

/**
 * Links that were never followed lead on by the parameter that was found in them, and are not there where no page follows:
 * what they say else, such as the size of the page, would lead to the same page for ever.
 */
export const leadingOn = (template: Json, name: string, samples: readonly Sample[]): Json =>
  withLinks(template, (link, query) => {
    const own = query[name];
    const next = '{page.next | text}';
    const isSame = ({ facts }: Sample) => {
      const [a, b] = [own!, next].map((one) => fill(one, (fact) => facts.get(fact)));
      return b === undefined || sameValue(a, b);
    };
    return own !== undefined && samples.every(isSame)
      ? { otherwise: 'absent', ...link, query: { ...query, [name]: next } }
      : undefined;
  });
