// How a request is known again: by all that is its own, or by the key that makes it be done once.
import { mediaType, onceHeader } from '../../http/http-semantics.ts';
import { valueAt } from '../../http/pointer.ts';
import type { DialectForm } from '../profile-form.ts';
import { digest } from '../drawn-texts.ts';
import type { AskedRequest } from './objection.ts';

/**
 * Tells requests apart that differ in anything of their own; what they ask for cannot be read from it. Entity tags are the
 * service's: it is one whether a request names this or that. In which language it is answered makes it no other request.
 */
export const requestDigest = ({
  endpoint,
  recordId,
  query,
  contentType = '',
  ifMatch,
  prefers,
  sentText = '',
}: AskedRequest): string =>
  digest(
    JSON.stringify([
      endpoint,
      recordId,
      query.toString(),
      mediaType(contentType),
      ifMatch !== undefined,
      prefers.get('prefer'),
      prefers.get('accept')?.replace(/^application\/json$/, ''),
      sentText,
    ]),
  );

/** The key by which a write is done once; undefined where it carries none. */
export function onceKey(asked: AskedRequest, writes: DialectForm['writes']): string | undefined {
  const at = writes[asked.endpoint]?.once;
  const key = at === undefined ? undefined : keyAt(at, asked);
  return key === '' ? undefined : key;
}

/** What a write carries as its key: in the header, in a parameter such as `?writeKey`, or at a place of its body. */
export function keyAt(
  at: string,
  { sent, query, onceKey: told }: Pick<AskedRequest, 'sent' | 'query' | 'onceKey'>,
): string | undefined {
  const key = at === onceHeader ? told : at.startsWith('?') ? query.get(at.slice(1)) : valueAt(sent, at);
  return typeof key === 'string' ? key : undefined;
}
