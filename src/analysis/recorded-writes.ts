// Requests that change something and have no endpoint in §4, such as the order of a report run: where a recording holds some
// that were taken, the same request is answered as it was. What another one would change nobody can tell.
import { jsonIn } from '../http/exact-json.ts';
import { sameValue } from '../dialect/templates.ts';
import { isReadBeside } from './exchanges.ts';
import type { Exchange } from './exchanges.ts';
import { grouped } from './groups.ts';

/**
 * @param query without `?`
 * @returns the recorded answers to a request of this body, in their order
 */
type AnswersTo = (query: string, sentText: string) => readonly Exchange[];

const placeOf = (method: string, path: string) => `${method} ${path}`;

/** @returns undefined for a method that was never taken at a path */
export function recordedWrites(
  exchanges: readonly Exchange[],
): (method: string, path: string) => AnswersTo | undefined {
  const beside = exchanges.filter((by) => by.endpoint === undefined && !isReadBeside(by));
  const taken = new Set(beside.filter(({ ok }) => ok).map(({ method, path }) => placeOf(method, path)));
  const byPlace = grouped(
    beside.filter(({ isLimited, status }) => !isLimited && status !== 401),
    ({ method, path }) => placeOf(method, path),
  );
  return (method, path) => {
    const place = placeOf(method, path);
    return taken.has(place)
      ? (query, sentText) => byPlace.get(place)!.filter(isSame(query, sentText))
      : undefined;
  };
}

/** Whether a request was this one, be its JSON written otherwise. */
function isSame(query: string, sentText: string): (by: Exchange) => boolean {
  const sent = jsonIn(sentText);
  return ({ interaction, ...by }) =>
    interaction.request.query === query &&
    (by.sentText === sentText || (sent !== undefined && by.sent !== undefined && sameValue(by.sent, sent)));
}
