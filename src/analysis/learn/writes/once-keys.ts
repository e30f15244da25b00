// Writes that are done once: the keys that their bodies or headers carry, and what was sent again.
import { textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { onceHeader } from '../../../http/http-semantics.ts';
import { valueAt } from '../../../http/pointer.ts';
import { isAcceptedWrite, isWrite, keyOf } from '../../exchanges.ts';
import { onceFor } from '../../once-for.ts';
import { inUnit } from '../../../dialect/template-filters.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { keyAt } from '../../../dialect/objections/request-digest.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import type { Exchange } from '../../exchanges.ts';

/** A key that clients make up is no shorter. */
const shortestKey = 8;

/**
 * The place of bodies that carries the key by which a write is done once, or the header or parameter that does: one that is sent
 * again is answered as before, another one with the same key is refused. Undefined where no write was sent twice with one.
 */
export function onceIn(exchanges: readonly Exchange[]): string | undefined {
  const writes = exchanges.filter((by) => isWrite(by) && typeof by.sent === 'object' && by.sent !== null);
  const accepted = writes.filter(({ ok }) => ok);
  const places = leavesOf(accepted[0]?.sent ?? null).flatMap(([at]) => (at === '' ? [] : [at]));
  const parameters = new Set(accepted.flatMap(({ query }) => [...query.keys()].map((name) => `?${name}`)));
  return [onceHeader, ...places, ...parameters].find((at) => {
    // A header may be left out, and so may a parameter.
    if (at.startsWith('/') && accepted.some((by) => keyIn(by, at) === undefined)) return false;
    let told = 0;
    const done = new Map<string, Exchange>();
    const isOnce = writes.every((by) => {
      const key = keyIn(by, at);
      if (key === undefined) return true;
      const before = done.get(key);
      if (before === undefined) {
        if (by.ok) done.set(key, by);
        return true;
      }
      const isSame = requestOf(before) === requestOf(by);
      if (by.path === before.path && by.ok === isSame) told += 1;
      return !by.ok || (isSame && isToldAgain(by, before, exchanges));
    });
    return isOnce && told > 0;
  });
}

/** Accepted writes that were accepted before as they are: they are answered as before, whatever the record has become. */
export const sentAgain = onceFor((exchanges: readonly Exchange[]): ReadonlySet<Exchange> => {
  const known = new Set<string>();
  const isKnown = (by: Exchange) => known.size === known.add(keyOf(by)).size;
  return new Set(exchanges.filter((by) => isAcceptedWrite(by) && isKnown(by)));
});

/** Whether an answer is that of another request, but for the ids of both, which their headers or all other answers tell, too. */
function isToldAgain(a: Exchange, b: Exchange, exchanges: readonly Exchange[]): boolean {
  const isOwn = ({ headers }: Exchange, leaf: Json) => headers.some(([, value]) => value === leaf);
  const [own, others] = [a, b].map((by) => leavesOf(by.body ?? null)) as [[string, Json][], [string, Json][]];
  return (
    a.text === b.text &&
    own.length === others.length &&
    own.every(([at, leaf], index) => {
      const [place, other] = others[index]!;
      const isOfAnswer = () => (isOwn(a, leaf) && isOwn(b, other)) || isNewEachTime(at, exchanges);
      return at === place && (sameValue(leaf, other) || isOfAnswer());
    })
  );
}

/** Whether writes and other requests are answered with a text in one place, each with another one. */
function isNewEachTime(at: string, exchanges: readonly Exchange[]): boolean {
  const telling = exchanges.filter(({ body }) => typeof valueAt(body, at) === 'string');
  const texts = new Set(telling.map(({ body }) => valueAt(body, at)));
  return texts.size === telling.length && telling.some((by) => !isWrite(by));
}

function keyIn({ sent, query, requestHeaders }: Exchange, at: string): string | undefined {
  const key = keyAt(at, { sent, query, onceKey: headerIn(requestHeaders, onceHeader.toLowerCase()) });
  if (key === undefined || at === onceHeader) return key;
  return textOf(key).length >= shortestKey && inUnit(key) === undefined ? key : undefined;
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
    const key = keyIn(by, once);
    if (key === undefined) return true;
    const request = `${key} ${requestOf(by)}`;
    if (done.has(request)) return false;
    done.add(request);
    return true;
  });
}
