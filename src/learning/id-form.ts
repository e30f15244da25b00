// How ids are written.
import type { IdForm } from '../profile/wire.ts';

const forms: readonly (readonly [IdForm['form'], RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ['UUID', /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/],
  ['hex', /^[0-9a-f]{32}$/],
  ['HEX', /^[0-9A-F]{32}$/],
  ['integer', /^[1-9]\d{0,14}$/],
];

export function idFormOf(ids: readonly string[]): IdForm {
  if (ids.length === 0) return { form: 'uuid', prefix: '' };
  const prefix = prefixOf(ids);
  const rest = ids.map((id) => id.slice(prefix.length));
  const found = forms.find(([, pattern]) => rest.every((id) => pattern.test(id)));
  return found === undefined ? { form: 'text', prefix: '' } : { form: found[0], prefix };
}

/** What stands in front of all ids and ends in a separator, such as `lst_`. */
function prefixOf(ids: readonly string[]): string {
  const first = /^[A-Za-z]+[_:.-]/.exec(ids[0]!)?.[0] ?? '';
  return first !== '' && ids.every((id) => id.startsWith(first)) ? first : '';
}
