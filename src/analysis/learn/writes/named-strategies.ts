// Where bodies name a strategy: by its id, or by another member that no two strategies share.
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import type { Reference } from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { leavesOf, scalarsSent, sentLeaves } from '../../../dialect/known-facts.ts';
import type { Exchange } from '../../exchanges.ts';
import type { Effects } from './learn-effects.ts';
import type { States } from '../records/states.ts';

/** The place of accepted bodies that names a strategy. */
export function strategyIn(
  accepted: readonly Exchange[],
  { strategyNamed }: Pick<States, 'strategyNamed'>,
): string | undefined {
  const counts = new Map<string, number>();
  for (const { sent } of accepted) {
    for (const [at, leaf] of scalarsSent(sent)) {
      if (typeof leaf !== 'string' && typeof leaf !== 'number') continue;
      counts.set(at, (counts.get(at) ?? 0) + (strategyNamed(textOf(leaf)) === undefined ? 1 : 10));
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The place of accepted bodies without an id that names a strategy by another member, which no two strategies share. */
export function otherNameIn(
  accepted: readonly Exchange[],
  strategy: string,
  strategies: readonly Json[],
): Reference | undefined {
  const others = accepted.flatMap(({ sent }) =>
    sent === undefined || valueAt(sent, strategy) !== undefined ? [] : [sentLeaves(sent)],
  );
  const members = leavesOf(strategies[0] ?? null).map(([place]) => place);
  for (const [at] of others.flat()) {
    const names = others.flatMap((leaves) => leaves.flatMap(([own, leaf]) => (own === at ? [leaf] : [])));
    if (names.some((name) => typeof name !== 'string')) continue;
    const is = members.find((place) => {
      const known = strategies.map((record) => valueAt(record, place));
      return new Set(known).size === known.length && names.every((name) => known.includes(name));
    });
    if (is !== undefined) return { at, is };
  }
  return undefined;
}

/** What a write makes of a record that names a strategy by its id: however the body has named it. */
export function namedInAnyWay(
  sets: Effects['sets'],
  strategy: string,
  { strategyPlace, places, all, strategyOf }: States,
): Effects['sets'] {
  const at = places.ids.strategy?.at;
  const isId = (record: Json) => {
    const named = strategyOf(record);
    return named === undefined || sameValue(valueAt(named, at!), valueAt(record, strategyPlace!));
  };
  const isSent = strategyPlace !== undefined && sets[strategyPlace] === `{sent${strategy}}`;
  return isSent && at !== undefined && all('listing').every(isId)
    ? { ...sets, [strategyPlace]: `{strategy${at}}` }
    : sets;
}
