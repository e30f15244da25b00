// Entity tags that stand in records, where no header tells them (RFC 9110 §8.8.3): conditions name them with quotes or without.
import type { Json } from '../http/exact-json.ts';
import { isNothing, textOf } from '../http/exact-json.ts';
import { namesTagWeakly } from '../http/http-semantics.ts';
import { valueAt } from '../http/pointer.ts';
import type { RecordForm } from './profile-form.ts';

/** The tag that a record shows; undefined where it shows none. */
export function shownTag(record: Json | undefined, form: RecordForm | undefined): string | undefined {
  const tag = form?.tag === undefined ? undefined : valueAt(record, form.tag);
  return isNothing(tag) ? undefined : textOf(tag);
}

/** A tag without its quotes. */
export const bareTag = (tag: string): string => tag.replace(/(?:W\/)?"([^"]*)"/g, '$1');

/** Whether a condition names the tag that a record shows. */
export const namesShownTag = (condition: string | undefined, tag: string): boolean =>
  condition !== undefined && namesTagWeakly(bareTag(condition), tag);
