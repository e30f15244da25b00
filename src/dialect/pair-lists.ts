// Lists of names and values, such as `[{name: 'colour', value: 'red'}]` or `[{id: 'colour', shown: 'Red', code: 7}]`: within,
// records hold them as objects, so that a member is known by its name wherever it stands; answers show the list.
import { isList, isObject } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { pointerTo, valueAt, withoutValueAt, withValueAt } from '../http/pointer.ts';
import type { RecordForm } from './profile-form.ts';

export type PairLists = NonNullable<RecordForm['pairs']>;

/** The record with objects in place of its lists of names and values. */
export function withObjects<R extends Json>(record: R, pairs: PairLists = {}): R {
  return Object.entries(pairs).reduce<Json>((known, [at, { name, value }]) => {
    const list = valueAt(known, at);
    if (!isList(list)) return known;
    const members = (list as readonly JsonObject[]).map(
      (item) =>
        [
          item[name] as string,
          value === undefined ? withoutValueAt(item, pointerTo('', name)) : item[value]!,
        ] as const,
    );
    return withValueAt(known, at, Object.fromEntries(members));
  }, record) as R;
}

/** The record as answers show it. */
export function withLists(record: Json, pairs: PairLists = {}): Json {
  return Object.entries(pairs).reduce((known, [at, { name, value, order }]) => {
    const members = valueAt(known, at);
    if (!isObject(members)) return known;
    const place = (own: string) => (order.includes(own) ? order.indexOf(own) : order.length);
    const list = Object.entries(members)
      .sort(([a], [b]) => place(a) - place(b))
      .map(([own, item]) =>
        value === undefined ? { [name]: own, ...(item as JsonObject) } : { [name]: own, [value]: item },
      );
    return withValueAt(known, at, list);
  }, record);
}
