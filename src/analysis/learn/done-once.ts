// The key by which a write is done once, however often it is sent: each write has its own, one that is sent again is answered
// as before, and another write with the same key is refused.
import { isObject, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt } from '../../http/pointer.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import { sameValue } from '../../dialect/templates.ts';
import type { Exchange } from '../exchanges.ts';

/** A key that clients make up is no shorter. */
const shortestKey = 8;

/** The place of bodies that carries such a key; undefined where no write was sent twice with one. */
export function onceIn(exchanges: readonly Exchange[]): string | undefined {
  const writes = exchanges.filter(({ method, sent }) => method === 'PATCH' && isObject(sent));
  const accepted = writes.filter(({ ok }) => ok);
  const places = leavesOf(accepted[0]?.sent ?? null).flatMap(([at]) => (at === '' ? [] : [at]));
  return places.find((at) => {
    const keyOf = ({ sent }: Exchange) => keyIn(sent, at);
    if (accepted.some((by) => keyOf(by) === undefined)) return false;
    let told = 0;
    const done = new Map<string, Exchange>();
    const isOnce = writes.every((by) => {
      const key = keyOf(by);
      if (key === undefined) return true;
      const before = done.get(key);
      if (before === undefined) {
        if (by.ok) done.set(key, by);
        return true;
      }
      const isSame = requestOf(before) === requestOf(by);
      if (by.path === before.path && by.ok === isSame) told += 1;
      return !by.ok || (isSame && sameValue(by.body, before.body) && by.text === before.text);
    });
    return isOnce && told > 0;
  });
}

function keyIn(sent: Json | undefined, at: string): string | undefined {
  const value = valueAt(sent, at);
  return typeof value === 'string' && textOf(value).length >= shortestKey ? value : undefined;
}

/** A write with its key: the same where it is sent again. */
const requestOf = ({ path, sentText }: Exchange): string => `${path} ${sentText}`;

/** The exchanges that did something: not those that were done before by their key. */
export function withoutRepeats<W extends { readonly by: Exchange }>(
  writes: readonly W[],
  once: string | undefined,
): readonly W[] {
  if (once === undefined) return writes;
  const done = new Set<string>();
  return writes.filter(({ by }) => {
    const request = requestOf(by);
    if (done.has(request)) return false;
    done.add(request);
    return true;
  });
}
