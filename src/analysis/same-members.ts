// Members that say the same in all records that show them, such as the id of the account that owns them. A profile says only how
// such an id looks, as it holds no text of records; a recording that is at hand has it.
import { isObject } from '../http/exact-json.ts';
import { parentOf, valueAt, withValueAt } from '../http/pointer.ts';
import type { RecordForm } from '../dialect/profile-form.ts';
import type { RecordedRecord } from '../dialect/recorded-record.ts';
import { sameValue } from '../dialect/templates.ts';

/** So many records say the same by no chance. */
const fewestAlike = 3;

/** The records, those that were never seen with such a member with what all others say in it. */
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
      valueAt(one.record, place) === undefined && isObject(valueAt(one.record, parentOf(place)))
        ? { ...one, record: withValueAt(one.record, place, told) }
        : one,
    );
  }, records);
}
