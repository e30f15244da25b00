// What recorded records tell of one another: members that say the same in all that show them, or in all that name the same.
import { isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { pointerTo, valueAt, withValueAt } from '../http/pointer.ts';
import type { RecordForm } from '../dialect/profile-form.ts';
import { lackingAt } from '../dialect/recorded-record.ts';
import type { RecordedRecord } from '../dialect/recorded-record.ts';
import { sameValue } from '../dialect/templates.ts';
import { grouped } from './groups.ts';

/** So many records say the same by no chance. */
const fewestAlike = 3;

/**
 * The records, each with the ids that all say which show them, such as that of the account that owns them: a profile says only how
 * such an id looks, as it holds no text of records.
 */
export function withSameMembers(
  records: readonly RecordedRecord[],
  form: Pick<RecordForm, 'fields'> | undefined,
): readonly RecordedRecord[] {
  return Object.entries(form?.fields ?? {}).reduce((all, [place, { seen, of, shape, values, template }]) => {
    if (seen < of || shape === undefined || values !== undefined || template !== undefined) return all;
    const [told, ...others] = all.flatMap(({ record }) => valueAt(record, place) ?? []);
    const isSame = others.length + 1 >= fewestAlike && others.every((other) => sameValue(other, told));
    if (told === undefined || !isSame) return all;
    return all.map((one) =>
      lackingAt(one.record, place) === place ? { ...one, record: withValueAt(one.record, place, told) } : one,
    );
  }, records);
}

/**
 * The records, each with what others show that name the same in a leaf beside it: what an answer shows whole where that is asked
 * for, such as the event of a ticket, is the same for all that are of it.
 */
export function withNamed(records: RecordedRecord[]): RecordedRecord[] {
  const membersIn = (record: Json) => (isObject(record) ? Object.entries(record) : []);
  const scalarsIn = (record: Json) =>
    membersIn(record).filter(([, item]) => typeof item === 'string' || typeof item === 'number');
  const names = new Set(
    records.flatMap(({ record }) =>
      membersIn(record).flatMap(([name, item]) => (isObject(item) ? [name] : [])),
    ),
  );
  return [...names].reduce((all, name) => {
    const at = pointerTo('', name);
    const there = all.filter(({ record }) => isObject(valueAt(record, at)));
    if (there.length === all.length) return all;
    const [first] = there;
    const leaf = scalarsIn(first!.record).find(([own]) =>
      scalarsIn(valueAt(first!.record, at)!).some(([inner]) =>
        there.every(({ record }) => {
          const value = valueAt(record, pointerTo('', own));
          return value !== undefined && sameValue(value, valueAt(record, pointerTo(at, inner)));
        }),
      ),
    );
    if (leaf === undefined) return all;
    const keyOf = ({ record }: RecordedRecord) => JSON.stringify(valueAt(record, pointerTo('', leaf[0])));
    const whole = grouped(there, keyOf);
    const isAlike = [...whole.values()].every(([one, ...others]) =>
      others.every(({ record }) => sameValue(valueAt(record, at), valueAt(one!.record, at))),
    );
    // Numbers that are another one in each record may be the same by chance, such as two counts.
    const isSeenAgain = whole.size < there.length;
    if (!isAlike || (typeof leaf[1] === 'number' && !isSeenAgain)) return all;
    return all.map((one) => {
      const [known] = whole.get(keyOf(one)) ?? [];
      return known === undefined || valueAt(one.record, at) !== undefined
        ? one
        : { ...one, record: withValueAt(one.record, at, valueAt(known.record, at)!) };
    });
  }, records);
}
