// What a service could object to in a request: every objection that there is, whether or not this service makes it. Learning
// asks which of them refused requests have and accepted ones have not; the mock asks which of them its profile refuses.
import type { Json } from '../../http/exact-json.ts';
import type { DialectForm } from '../profile-form.ts';
import type { Objection, AskedRequest, KnownRecords } from './objection.ts';
import { requestDigest, onceKey } from './request-digest.ts';
import { isIdLike, behindSign } from './named-ids.ts';
import { listObjections } from './list-objections.ts';
import { stateObjections } from './state-objections.ts';
import { writeObjections } from './write-objections.ts';

export function objectionsTo(request: AskedRequest, form: DialectForm, known: KnownRecords): Objection[] {
  const found: Objection[] = [];
  const accept = request.prefers.get('accept');
  if (accept !== undefined && form.types?.some((type) => isInRange(type, accept)) === false)
    found.push({ cause: 'accept-other', value: accept });
  const list = form.lists[request.endpoint];
  if (list !== undefined)
    return [
      ...found,
      ...listObjections(request, form, known),
      ...stateObjections(request, form, known, undefined),
    ];
  let record: Json | undefined;
  if (request.recordId !== '') {
    record = known.listing(request.recordId);
    if (record === undefined) {
      const isMalformed = !isIdLike(request.recordId, form.records.listing);
      found.push({
        cause: isMalformed ? 'id-malformed' : 'id-unknown',
        param: 'id',
        value: request.recordId,
        ...behindSign(request.recordId, form.records.listing),
      });
    } else if (known.isHidden?.(request.recordId) === true)
      found.push({ cause: 'record-hidden', param: 'id', value: request.recordId });
  }
  const write = form.writes[request.endpoint];
  if (write !== undefined) {
    const key = onceKey(request, form.writes);
    const done = key === undefined ? undefined : known.done(key);
    if (done !== undefined && done !== requestDigest(request))
      found.push({ cause: 'once-again', param: write.once!, value: key! });
    found.push(...writeObjections(request, write, form, known, record));
  }
  return [...found, ...stateObjections(request, form, known, record)];
}

/** Whether a media type falls under a range, such as `application/*` (RFC 9110 §12.5.1). */
const isInRange = (type: string, range: string): boolean =>
  range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;
