// What a query states, one thing after the other, however it is written: a parameter that is sent twice states two things, so
// does a list of lists in JSON, and what a family of parameters says of one index is one thing.

/** The name and the value of what a query states. */
export type Stated = readonly [name: string, value: string];

/** @param query the parameters in their order */
export function statedIn(query: Iterable<Stated>): readonly Stated[] {
  const families = new Map<string, { readonly name: string; readonly members: Stated[] }>();
  const stated: (Stated | { readonly name: string; readonly members: Stated[] })[] = [];
  for (const [name, value] of query) {
    const [, family, member] = /^(.+\[\d+\])\[(\D[^[\]]*)\]$/.exec(name) ?? [];
    if (family === undefined) {
      for (const item of listedIn(value)) stated.push([name, item]);
      continue;
    }
    const known = families.get(family) ?? { name: family.replace(/\[\d+\]/g, '[]'), members: [] };
    if (!families.has(family)) stated.push(known);
    families.set(family, known);
    known.members.push([member!, value]);
  }
  return stated.map((one) => ('members' in one ? [one.name, togetherOf(one.members)] : one));
}

/** What a family says of one index, as a query in itself. */
const togetherOf = (members: readonly Stated[]): string =>
  [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((member) => member.join('='))
    .join('&');

/** The items of a list of lists, each as it would be written alone. */
function listedIn(value: string): readonly string[] {
  if (!value.startsWith('[[')) return [value];
  try {
    const list = JSON.parse(value) as unknown[];
    return list.every(Array.isArray) ? list.map((item) => JSON.stringify(item)) : [value];
  } catch {
    return [value];
  }
}
