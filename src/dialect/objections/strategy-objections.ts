// What a service may object to in the strategy that was sent.
import { textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { textAt, valueAt } from '../../http/pointer.ts';
import { lastPart } from '../../http/parse-url.ts';
import type { DialectForm, RecordKind, Reference, WriteForm } from '../profile-form.ts';
import { leavesOf } from '../known-facts.ts';
import type { Objection, KnownRecords } from './objection.ts';
import { isIdLike, behindSign } from './named-ids.ts';
import { readLeaf } from './sent-leaves.ts';

/** Where a body names its strategy: by its id, unless it names it in another way alone. */
export function strategyPlaceIn(
  sent: Json | undefined,
  { strategy, strategyBy }: Pick<WriteForm, 'strategy' | 'strategyBy'>,
): Partial<Reference> {
  const isById =
    strategyBy === undefined || (strategy !== undefined && valueAt(sent, strategy) !== undefined);
  return isById || valueAt(sent, strategyBy.at) === undefined
    ? { ...(strategy !== undefined && { at: strategy }) }
    : strategyBy;
}

export function addStrategyObjections(
  sent: Json,
  write: WriteForm,
  known: KnownRecords,
  { listing, strategy: strategies }: DialectForm['records'],
  record: Json | undefined,
  found: Objection[],
): void {
  const { at, is } = strategyPlaceIn(sent, write);
  if (at === undefined) return;
  const as = is !== undefined ? 'any' : write.namesByNumber === true ? 'number' : 'text';
  const value = readLeaf(sent, at, as, found);
  if (value === undefined) return;
  const name = textOf(value);
  const isAlone = leavesOf(sent).every(([place]) => write.fields.includes(place));
  const followed = listing?.strategy === undefined ? undefined : valueAt(record, listing.strategy);
  if (isAlone && textOf(followed ?? null) === name) found.push({ cause: 'change-none', param: at, value });
  const isIn = (kind: RecordKind, place: string) =>
    known.all(kind).some((record) => textAt(record, place) === name);
  // What listings show that follow no strategy, such as 0, takes a listing's away.
  const isKnown =
    is !== undefined
      ? isIn('strategy', is)
      : known.all('strategy').length === 0 ||
        known.strategy(name) !== undefined ||
        (listing?.strategy !== undefined && isIn('listing', listing.strategy));
  if (isKnown) return;
  const isLike = is !== undefined || isIdLike(name, strategies) || isIdLike(lastPart(name), strategies);
  const cause = isLike ? 'strategy-unknown' : 'strategy-malformed';
  found.push({ cause, param: at, value, ...behindSign(name, strategies) });
}
