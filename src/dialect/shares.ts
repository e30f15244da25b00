// Amounts that are always the same share of another amount of their record, such as a net price: who knows the one knows the other.
import type { Json } from '../http/exact-json.ts';
import { valueAt, withValueAt } from '../http/pointer.ts';
import type { RecordForm } from './profile-form.ts';
import { lackingAt } from './recorded-record.ts';
import { fill, holeAlone, parseHole } from './templates.ts';

/** Whether a template makes an amount of another one of the record by a factor. */
export function isShare(template: Json | undefined): boolean {
  const hole = typeof template === 'string' ? holeAlone(template) : undefined;
  if (hole === undefined) return false;
  const { name, filters } = parseHole(hole);
  return name.startsWith('record/') && /^(?:times|per) [\d.]+$/.test(filters[0] ?? '');
}

/** A record with the amounts that it was never seen with, but that follow so from those that it was. */
export function withShares<Known extends Json | undefined>(
  record: Known,
  form: Pick<RecordForm, 'fields'> | undefined,
): Known | Json {
  if (record === undefined) return record;
  return Object.entries(form?.fields ?? {}).reduce<Json>((whole, [place, { template, seen, of }]) => {
    if (seen < of || !isShare(template) || lackingAt(whole, place) !== place) return whole;
    const value = fill(template!, (name) => valueAt(whole, name.slice('record'.length)));
    return value === undefined ? whole : withValueAt(whole, place, value);
  }, record);
}
