// Names of members as requests state them, and which member one of them calls.
import { isList, isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { pointerTo, valueAt, withValueAt } from '../http/pointer.ts';

/** The names in what is stated, such as those of `["id","title"]` or `-price`. */
export const namesIn = (stated: string): readonly string[] =>
  stated.match(/[\p{L}_$@][\p{L}\d_$@-]*/gu) ?? [];

/** The members that a parameter asks for by their names, which may have spaces in them: `Title,Lowest price`. */
export function membersNamed(stated: string): readonly string[] {
  const parts = stated.split(',').map((part) => part.trim());
  return parts.some((part) => part.includes(' ')) ? parts : namesIn(stated);
}

/** Whether a part of a list of names leaves its member out: `-title`. */
export const isLeftOut = (part: string): boolean => /^\s*-/.test(part);

/** The members that such a list asks for, and those that it leaves out. */
export function membersChosen(stated: string): {
  readonly names: readonly string[];
  readonly leftOut: readonly string[];
} {
  const leftOut = stated.split(',').flatMap((part) => (isLeftOut(part) ? [part.trim().slice(1)] : []));
  return { names: membersNamed(stated).filter((name) => !leftOut.includes(name)), leftOut };
}

/** Whether a name calls a member; one with a capital does however that is written: `SHELF_MARK` calls `shelfMark`. */
export const isCalled = (name: string, member: string): boolean =>
  name === member || (/^[A-Z]\w+$/.test(name) && isCalledAlike(name, member));

/** Whether two names are the same but for case and signs between their words. */
export const isCalledAlike = (name: string, other: string): boolean =>
  /^\w+$/.test(name) && /^\w+$/.test(other) && lettersIn(name) === lettersIn(other);

/** The letters and digits of a name, whatever its case and the signs between its words. */
export const lettersIn = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Whether a member, or one that it stands in, has one of these names. */
export const isNamedBy = (names: readonly string[], member: string): boolean =>
  names.some((name) => member.split('/').some((step) => isCalled(name, step)));

// Writes may tell by a mask which members they change: one that it names and that was not sent is taken away, as null would.
const isMask = (name: string) => /mask$/i.test(name);

/** The paths of a mask: a list of them, one text, or an object that holds either. */
function pathsIn(mask: Json | undefined): readonly string[] {
  if (typeof mask === 'string') return mask.split(',').map((path) => path.trim());
  if (isList(mask)) return mask.every((path) => typeof path === 'string') ? mask : [];
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
