// Answers to clients that have already what they ask for (RFC 9110 §13).
import { namesTagWeakly } from '../http/http-semantics.ts';
import { headerValue } from '../http/message.ts';
import { headersBut } from './render.ts';
import type { Written } from './render.ts';
import type { Situation } from './request-situation.ts';
import { namesShownTag } from './shown-tags.ts';
import { readMoment } from './time-forms.ts';

/**
 * An answer, or 304 for whom it tells nothing new (RFC 9110 §15.4.5).
 * @param shown the entity tag that the record shows, where no header tells one
 */
export function unlessKnown(
  form: { readonly revalidates?: true | undefined; readonly revalidatesSince?: true | undefined },
  situation: Situation,
  answer: Written,
  shown?: string,
): Written {
  const { headers } = answer;
  const isKnown =
    form.revalidates === true &&
    (hasTag(situation, headerValue(headers, 'etag')) ||
      (shown !== undefined && namesShownTag(situation.ifNoneMatch, shown)));
  const isAsOld =
    form.revalidatesSince === true && isNoOlder(situation, headerValue(headers, 'last-modified'));
  if (!isKnown && !isAsOld) return answer;
  return { status: 304, headers: headersBut(headers, /^content-/i), body: null };
}

const hasTag = ({ ifNoneMatch }: Situation, tag: string | undefined): boolean =>
  tag !== undefined && namesTagWeakly(ifNoneMatch, tag);

/** Whether what a client has is no older than what was last changed then; tags tell more than moments do. */
function isNoOlder({ ifNoneMatch, ifModifiedSince }: Situation, changed: string | undefined): boolean {
  const [then, since] = [readMoment(changed), readMoment(ifModifiedSince)];
  return ifNoneMatch === undefined && then !== undefined && since !== undefined && then.at <= since.at;
}
