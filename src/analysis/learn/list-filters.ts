// Query parameters of lists that do not page: filters, and those that mean nothing.
import { isObject, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { recordsIn } from './locate.ts';
import type { Places } from './locate.ts';
import { plain } from './match-fields.ts';
import type { ListAnswer, Role } from './list-answer.ts';

/** Parameters with which the very records come that come without them. */
export function ignoredIn(answers: readonly ListAnswer[], roles: ReadonlyMap<string, Role>): Set<string> {
  const plain = answers.filter(({ by }) => by.query.size === 0);
  const found = new Set<string>();
  for (const { by, ids } of answers) {
    const [name, ...others] = [...by.query.keys()].filter((key) => !roles.has(key));
    if (name === undefined || others.length > 0 || ids.length === 0) continue;
    const alike = plain.find((other) => other.by.session === by.session);
    if (alike?.ids.join() === ids.join()) found.add(name);
  }
  return found;
}

export function keepsOthers(answers: readonly ListAnswer[], ignored: ReadonlySet<string>): boolean {
  return answers.some(({ by }) => {
    const text = JSON.stringify(by.body) + by.headers.map(([, value]) => value).join(' ');
    return [...ignored].some((name) => by.query.has(name) && text.includes(`${name}=`));
  });
}

/** Parameters that let only those records through whose field has the value. */
export function filtersOf(
  answers: readonly ListAnswer[],
  others: ReadonlySet<string>,
  places: Places,
): Record<string, string> {
  const filters: Record<string, string> = {};
  const used = new Set(answers.flatMap(({ by }) => [...by.query.keys()]));
  for (const name of used) {
    if (others.has(name)) continue;
    const filtered = answers.filter(({ by, count }) => by.query.has(name) && count > 0).slice(0, 50);
    const [one] = filtered.flatMap(({ by }) => recordsIn(by, places).slice(0, 1));
    if (one === undefined) continue;
    const candidates = scalarPlaces(one, '').filter((place) =>
      filtered.every(({ by }) =>
        recordsIn(by, places).every((record) => textOf(valueAt(record, place)) === by.query.get(name)),
      ),
    );
    const best =
      candidates.find((place) => plain(place) === plain(name)) ??
      candidates.find((place) => plain(place).endsWith(plain(name))) ??
      candidates[0];
    if (best !== undefined) filters[name] = best;
  }
  return filters;
}

function scalarPlaces(value: Json, place: string): string[] {
  if (!isObject(value)) return [place];
  return Object.entries(value).flatMap(([name, item]) => scalarPlaces(item, `${place}/${name}`));
}
