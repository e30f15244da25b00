// How ids are written.
import type { IdForm } from '../../dialect/wire.ts';

const forms: readonly (readonly [IdForm['form'], RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ['UUID', /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/],
  ['hex', /^[0-9a-f]{32}$/],
  ['HEX', /^[0-9A-F]{32}$/],
  ['digits', /^\d{1,15}$/],
];

/** @param ids as they are written: numbers or texts */
export function idFormOf(ids: readonly (string | number)[]): IdForm {
  if (ids.length === 0) return { form: 'uuid', prefix: '' };
  if (ids.every((id) => typeof id === 'number')) return { form: 'integer', prefix: '' };
  const texts = ids.map(String);
  const prefix = prefixOf(texts);
  const rest = texts.map((id) => id.slice(prefix.length));
  const form = forms.find(([, pattern]) => rest.every((id) => pattern.test(id)))?.[0] ?? 'text';
  const lengths = new Set(rest.map((id) => id.length));
  // A few short ids say nothing of the next ones.
  const isFixed = lengths.size === 1 && (ids.length >= 10 || rest[0]!.length >= 6) && ids.length > 1;
  return {
    form,
    prefix,
    ...(isFixed && (form === 'digits' || form === 'text') && { length: rest[0]!.length }),
  };
}

/** What stands in front of all ids and ends in a separator, such as `lst_`. */
function prefixOf(ids: readonly string[]): string {
  const first = /^[A-Za-z]+[_:.-]/.exec(ids[0]!)?.[0] ?? '';
  return first !== '' && ids.length > 1 && ids.every((id) => id.startsWith(first)) ? first : '';
}
