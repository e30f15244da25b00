// The leaf of listings that conditions name as their entity tag (RFC 9110 §13.1), where no header of an answer tells one.
import type { Json } from '../../../http/exact-json.ts';
import { textOf } from '../../../http/exact-json.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import { leavesOf } from '../../../dialect/known-facts.ts';
import { bareTag } from '../../../dialect/shown-tags.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import { isAcceptedWrite, isWrite } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import type { States } from './states.ts';

/** A tag that a request named, and the record as it was known then. */
interface Named {
  readonly tag: string;
  readonly record: Json;
}

/** Accepted writes and those who have a record already name what stands at the leaf; who names another tag is refused with 412. */
export function learnTag(states: States): string | undefined {
  const { exchanges, before } = states;
  const isTold = ({ ok, endpoint, headers }: Exchange) =>
    ok && endpoint?.of === 'listing' && headerIn(headers, 'etag') !== undefined;
  if (exchanges.some(isTold)) return undefined;
  const named = (header: string, isMeant: (by: Exchange) => boolean): Named[] =>
    exchanges.flatMap((by, step) => {
      const tag = isMeant(by) ? headerIn(by.requestHeaders, header) : undefined;
      const record = tag === undefined ? undefined : before(step, 'listing', by.recordId);
      return record === undefined ? [] : [{ tag: bareTag(tag!), record }];
    });
  const right = [
    ...named('if-match', isAcceptedWrite),
    ...named('if-none-match', ({ status, recordId }) => status === 304 && recordId !== ''),
  ];
  const wrong = named('if-match', (by) => isWrite(by) && by.status === 412);
  const [first] = right;
  if (first === undefined) return undefined;
  const showsAt =
    (at: string) =>
    ({ tag, record }: Named) =>
      leavesOf(record).some(([own, leaf]) => own === at && textOf(leaf) === tag);
  const [found] = leavesOf(first.record)
    .map(([at]) => at)
    .filter((at) => right.every(showsAt(at)) && !wrong.some(showsAt(at)))
    .sort((a, b) => Number(isCalledSo(b)) - Number(isCalledSo(a)));
  return found;
}

const isCalledSo = (at: string): boolean => /tag|version|revision/i.test(lastSegment(at));
