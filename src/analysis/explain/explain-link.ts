// Links, each parameter explained by itself.
import type { Json } from '../../http/exact-json.ts';
import type { Sample } from './sample.ts';

/** Whether a text is a link with parameters. */
export const isLink = (text: string) => /^(https?:\/\/[^\s?#]+|\/[^\s?#]*)\?[^\s]*=/.test(text);

/** Whether a text is a link, with parameters or without. */
export const isAddress = (text: string) => isLink(text) || /^(https?:\/)?\/[^\s?#]+$/.test(text);

/** @returns undefined where the links have nothing in common */
export function explainLink(
  samples: readonly Sample[],
  leaf: (samples: readonly Sample[], isThere: boolean) => Json | undefined,
): Json | undefined {
  const links = samples.map(({ value }) => {
    const [before = '', query = ''] = (value as string).split(/\?(.*)/s);
    return { before, query: new URLSearchParams(query) };
  });
  const start = leaf(
    samples.map(({ facts }, at) => ({ value: links[at]!.before, facts })),
    false,
  );
  if (typeof start !== 'string') return undefined;
  const names = new Set(links.flatMap(({ query }) => [...query.keys()]));
  if (names.size === 0) return start;
  const query: Record<string, Json> = {};
  for (const name of names) {
    const own = samples.map(({ facts }, at) => ({ value: links[at]!.query.get(name) ?? undefined, facts }));
    const isThere = own.every(({ value }) => value !== undefined);
    const template = leaf(own, isThere);
    if (template === undefined || typeof template === 'object') return undefined;
    query[name] = typeof template === 'string' ? template : String(template);
  }
  const keeps = keepsOthers(
    samples,
    links.map((link) => link.query),
    query,
  );
  return { '{url}': start, query: keeps ? { ...query, '*': '{query}' } : query };
}

/** Whether links keep every parameter of the request that they do not set themselves. */
function keepsOthers(
  samples: readonly Sample[],
  links: readonly URLSearchParams[],
  query: Readonly<Record<string, Json>>,
): boolean {
  const isOwn = (name: string) => query[name] !== undefined && query[name] !== `{query.${name}?}`;
  const others = samples.map(({ facts }) =>
    [...facts.keys()].flatMap((name) =>
      name.startsWith('query.') && !isOwn(name.slice(6)) ? [name.slice(6)] : [],
    ),
  );
  return (
    others.some((names) => names.length > 0) &&
    others.every((names, at) => names.every((name) => links[at]!.has(name)))
  );
}
