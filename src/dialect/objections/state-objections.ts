// What a service may object to because of what a record or a strategy is, and not because of what was sent.
import { textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { isWithin, valueAt, withValueAt } from '../../http/pointer.ts';
import { isAt } from '../conditions.ts';
import type { DialectForm, StateCondition } from '../profile-form.ts';
import { wholeSent } from '../recorded-record.ts';
import type { Objection, AskedRequest, KnownRecords } from './objection.ts';
import { requestDigest } from './request-digest.ts';
import { isNullAt } from './sent-leaves.ts';

/** What the errors of the service say of states, and of requests that nothing else explains. */
export function stateObjections(
  request: AskedRequest,
  form: DialectForm,
  known: KnownRecords,
  record: Json | undefined,
): Objection[] {
  const { endpoint, sent } = request;
  const named = form.writes[endpoint]?.strategy;
  const found = form.errors.flatMap(({ cause, param, on, when }): Objection[] => {
    if (when === undefined || (on !== undefined && !on.includes(endpoint))) return [];
    const name = named === undefined ? undefined : valueAt(sent, named);
    if (when.and !== undefined && record !== undefined) {
      const left = leftBeside(request, when, record, form);
      const strategy = strategyAt(left.of, left.at, known);
      const isSo = isAt(left.record, when) && isAt(strategy ?? null, when.and);
      return isSo ? [{ cause, when, param, value: name }] : [];
    }
    const subject =
      when.of === 'request'
        ? { digest: requestDigest(request) }
        : when.of === 'record'
          ? record
          : strategyAt(sent, named, known);
    return subject !== undefined && isInState(subject, when) ? [{ cause, when, param, value: name }] : [];
  });
  // What a record is, is told before what it would lack beside a strategy.
  return found.sort((a, b) => Number(a.when?.and !== undefined) - Number(b.when?.and !== undefined));
}

/**
 * What a condition on a listing beside a strategy is about, and where that names the strategy: a write of bounds leaves the
 * listing without those that it takes away, and the strategy is the one that it follows; any other write finds it as it is.
 */
export function leftBeside(
  { endpoint, sent }: Pick<AskedRequest, 'endpoint' | 'sent'>,
  { at }: StateCondition,
  record: Json,
  { writes, records: { listing } }: Pick<DialectForm, 'writes' | 'records'>,
): { readonly record: Json; readonly of: Json | undefined; readonly at: string | undefined } {
  const write = writes[endpoint];
  if (endpoint !== 'updatePrice' || write === undefined) return { record, of: sent, at: write?.strategy };
  const whole = wholeSent(sent, write) ?? null;
  const isTaken = (['min', 'max'] as const).some(
    (bound) =>
      write[bound] !== undefined &&
      listing?.[bound] !== undefined &&
      isWithin(listing[bound].at, at) &&
      isNullAt(whole, write[bound].at),
  );
  return { record: isTaken ? withValueAt(record, at, null) : record, of: record, at: listing?.strategy };
}

/** Whether a record is in a state in which the service refuses a write. */
export const isInState = (record: Json, { at, is, isNot }: StateCondition): boolean =>
  isNot === undefined ? isAt(record, { at, is }) : !isAt(record, { at, is: isNot });

/** The strategy that a body or a record names at a place. */
export function strategyAt(
  value: Json | undefined,
  place: string | undefined,
  known: Pick<KnownRecords, 'strategy'>,
): Json | undefined {
  const name = place === undefined ? undefined : valueAt(value, place);
  return name === undefined || name === null ? undefined : known.strategy(textOf(name));
}
