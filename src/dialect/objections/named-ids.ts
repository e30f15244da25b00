// How a text names a record.
import type { FieldForm, RecordForm } from '../profile-form.ts';
import type { Objection } from './objection.ts';

/** Whether a text has the shape of a record's id, or is a number where numbers name records, too. */
export function isIdLike(id: string, form: RecordForm | undefined): boolean {
  const { shape, signs, others = [] } = form?.id ?? {};
  const isNumber =
    /^\d+$/.test(id) && others.some(({ at, sign }) => sign === '' && isWhole(form?.fields[at]));
  return shape === undefined || isNumber || id.length === signs || new RegExp(`^(?:${shape})$`).test(id);
}

const isWhole = (field: FieldForm | undefined) => field?.kinds.every((kind) => kind === 'integer') === true;

/** The name behind the sign that tells it from an id, as in `code-lamp`. */
export function behindSign(asked: string, form: RecordForm | undefined): Pick<Objection, 'named'> {
  const sign = form?.id.others?.find((one) => one.sign !== '' && asked.startsWith(one.sign))?.sign;
  return sign === undefined ? {} : { named: asked.slice(sign.length) };
}
