// How a text names a record.
import type { RecordForm } from '../profile-form.ts';
import type { Objection } from './objection.ts';

/** Whether a text has the shape of a listing's id. */
export function isIdLike(id: string, form: RecordForm | undefined): boolean {
  const { shape, signs } = form?.id ?? {};
  return shape === undefined || id.length === signs || new RegExp(`^(?:${shape})$`).test(id);
}

/** The name behind the sign that tells it from an id, as in `code-lamp`. */
export function behindSign(asked: string, form: RecordForm | undefined): Pick<Objection, 'named'> {
  const sign = form?.id.others?.find((one) => one.sign !== '' && asked.startsWith(one.sign))?.sign;
  return sign === undefined ? {} : { named: asked.slice(sign.length) };
}
