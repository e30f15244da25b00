// Things that have something in common, together.

/** In the order in which each group's first one comes. */
export function grouped<One, Key>(all: Iterable<One>, key: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const name = key(one);
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [one]);
    else own.push(one);
  }
  return groups;
}

/** Groups of those that are alike, the largest first; of two that are as large, the one that came first. */
export const byFrequency = <One>(all: Iterable<One>, key: (one: One) => unknown = (one) => one): One[][] =>
  [...grouped(all, key).values()].sort((a, b) => b.length - a.length);

/** The one that there is most of. */
export const commonest = <One>(all: Iterable<One>, key?: (one: One) => unknown): One | undefined =>
  byFrequency(all, key)[0]?.[0];

/** Those of which something is so, and the others. */
export function parted<One>(
  all: readonly One[],
  isSo: (one: One) => boolean,
): readonly [those: One[], others: One[]] {
  const [those, others]: [One[], One[]] = [[], []];
  for (const one of all) (isSo(one) ? those : others).push(one);
  return [those, others];
}

/** At most so many, from all over. */
export function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = all.length / most;
  return Array.from({ length: most }, (_, at) => all[Math.floor(at * step)]!);
}

/** The names of all lists, in an order that is that of each. */
export function inOrder(lists: readonly (readonly string[])[]): string[] {
  const left = new Set(lists.flat());
  const order: string[] = [];
  while (left.size > 0) {
    const isNext = (name: string) =>
      lists.every((own) => own.slice(0, Math.max(0, own.indexOf(name))).every((before) => !left.has(before)));
    const [first] = left;
    const next = [...left].find(isNext) ?? first!;
    left.delete(next);
    order.push(next);
  }
  return order;
}
