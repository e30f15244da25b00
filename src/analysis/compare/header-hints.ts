// What decides a header.
import type { AssumptionId } from '../../spec/assumptions.ts';
import { absent, type Difference } from './differences.ts';
import { formatOf } from './formats.ts';
import type { Hint } from './hint.ts';

export function headerHint({ path, recorded, simulated }: Difference): Hint {
  const name = path.slice('header:'.length).toLowerCase();
  const isThere = recorded !== absent;
  const settle = (id: AssumptionId, ...values: readonly string[]): Hint => ({
    decidedBy: [id],
    specified: false,
    answers: values.map((value) => ({ id, value })),
  });
  if (name === 'x-request-id') return settle('request-id', isThere ? 'on' : 'off');
  if (name === 'www-authenticate' && (recorded === absent || simulated === absent)) {
    return settle('www-authenticate', isThere ? 'on' : 'off');
  }
  if (name === 'retry-after') {
    if (recorded === absent) return settle('rate-headers', 'none');
    if (simulated === absent) return settle('rate-headers', 'retry-after');
    return settle('retry-after-form', formatOf(String(recorded)) === 'HTTP date' ? 'date' : 'seconds');
  }
  if (/^(x-)?ratelimit/.test(name)) {
    const forms = isThere ? ['x-ratelimit', 'draft-10', 'draft-7'] : ['retry-after', 'none'];
    return settle('rate-headers', ...forms);
  }
  if (name === 'etag') return settle('etag', isThere ? 'on' : 'off');
  if (name === 'link') return settle('pagination', ...(isThere ? ['link'] : ['cursor', 'page', 'none']));
  if (name === 'content-type') return { decidedBy: ['§4'], specified: true, answers: [] };
  return { decidedBy: [], specified: false, answers: [] };
}
