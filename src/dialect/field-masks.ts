// Writes that tell by a mask which members they change: one that it names and that was not sent is taken away, as null would.
import { isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { pointerTo, valueAt, withValueAt } from '../http/pointer.ts';

const isMask = (name: string) => /mask$/i.test(name);

/** The paths of a mask: a list of them, one text, or an object that holds either. */
function pathsIn(mask: Json | undefined): readonly string[] {
  if (typeof mask === 'string') return mask.split(',').map((path) => path.trim());
  if (Array.isArray(mask)) return mask.every((path) => typeof path === 'string') ? mask : [];
  const [only, ...others] = isObject(mask) ? Object.values(mask) : [];
  return only === undefined || others.length > 0 || isObject(only) ? [] : pathsIn(only);
}

/** A body with null for each member that a mask names and that was not sent; the mask stands in it, or in the query. */
export function withMasked(sent: Json | undefined, query: URLSearchParams): Json | undefined {
  if (!isObject(sent)) return sent;
  const [name = '', mask] = [...Object.entries(sent), ...query].find(([own]) => isMask(own)) ?? [];
  const wrapped = Object.keys(sent).filter((own) => own !== name && isObject(sent[own]));
  // The mask stands beside the record that it is about, or the body is that.
  const outer = Object.hasOwn(sent, name) && wrapped.length === 1 ? pointerTo('', wrapped[0]!) : '';
  return pathsIn(mask).reduce<Json>((body, path) => {
    const place = path.split('.').reduce(pointerTo, outer);
    return !/^\w+(?:\.\w+)*$/.test(path) || valueAt(body, place) !== undefined
      ? body
      : withValueAt(body, place, null);
  }, sent);
}
