// The amounts that a service takes for price bounds, as what it accepted, refused and showed tells.
import { valueAt } from '../../http/pointer.ts';
import type { Cause } from '../../dialect/causes.ts';
import { meantDecimals, worthOf } from '../../dialect/template-filters.ts';
import { amountIn } from '../../dialect/objections/bound-objections.ts';
import type { AmountForm, AmountRange, RecordForm, WriteForm } from '../../dialect/profile-form.ts';
import { unitBetween } from './writes/sent-values.ts';
import { refusedFor } from './errors/learn-errors.ts';
import type { LearnedErrors } from './errors/learn-errors.ts';
import type { States } from './records/states.ts';
import { boundPlace } from './writes/sent-bounds.ts';
import type { LearnedWrite } from './writes/learn-writes.ts';
import { toldFor, toldBetween, nextAbove, nextBelow } from './told-numbers.ts';

/** Where a listing shows its bounds, in the measure of what is sent. */
export function withBounds(form: RecordForm, price: LearnedWrite | undefined): RecordForm {
  if (price === undefined) return form;
  const shown = (bound: AmountForm | undefined): AmountForm | undefined => {
    const at = bound && boundPlace(price.writes, bound);
    if (at === undefined) return undefined;
    const [scale = 1] = price.writes.flatMap(
      ({ by, after }) => unitBetween(valueAt(after.at(-1)?.record, at), valueAt(by.sent, bound!.at)) ?? [],
    );
    return { at, as: bound!.as, scale };
  };
  return { ...form, min: shown(price.form.min), max: shown(price.form.max) };
}

const powers = [10, 100, 1000, 10_000, 100_000, 1_000_000];

/** The bounds that listings had, in the measure of what is sent: whoever set them, the service took them. */
export const storedAmounts = (
  { min, max }: Partial<RecordForm> = {},
  { sightings }: States,
): readonly number[] =>
  sightings
    .flatMap(({ kind, record }) =>
      kind === 'listing' ? [amountIn(record, min) ?? 0, amountIn(record, max) ?? 0] : [],
    )
    .filter((amount) => amount > 0);

/** A write whose bodies had whole amounts alone takes others, too, where listings have such. */
export function withFractions(form: WriteForm, stored: readonly number[]): WriteForm {
  if (stored.every(Number.isInteger)) return form;
  const taken = (bound: AmountForm | undefined): AmountForm | undefined =>
    bound?.whole === true
      ? { ...bound, as: bound.as === 'integer' ? 'number' : bound.as, whole: undefined }
      : bound;
  return { ...form, min: taken(form.min), max: taken(form.max) };
}

/** What was accepted: objections to less or to more can only come from outside of it. */
export function acceptedAmounts(price: LearnedWrite | undefined, stored: readonly number[]): AmountRange {
  if (price === undefined) return {};
  const { min, max } = price.form;
  const sent = price.writes.flatMap(({ by }) =>
    [min, max].flatMap((bound) => (bound === undefined ? [] : (worthOf(valueAt(by.sent, bound.at)) ?? []))),
  );
  if (sent.length === 0) return {};
  const numbers = [...sent, ...stored];
  const decimals = Math.max(...numbers.map((number) => meantDecimals(String(number))));
  const step = [...powers]
    .reverse()
    .find((one) => numbers.length > 2 && numbers.every((number) => number % one === 0));
  return {
    step,
    // Who may not go below its cost or above a limit of its own has bounds that others may not.
    low: Math.min(...sent),
    high: Math.max(...sent),
    decimals: Math.max(decimals, min?.as === 'integer' ? 0 : 2),
  };
}

/** The range in force: from what was refused for being outside, as far as a number that the answer tells lies between. */
export function amountRange(
  { low, high, decimals, step, ...beside }: AmountRange,
  learned: LearnedErrors,
): AmountRange {
  const worths = (cause: Cause) =>
    refusedFor(cause, learned).flatMap(({ blamed }) => worthOf(blamed.value) ?? []);
  const [below, above] = [Math.max(...worths('amount-low')), Math.min(...worths('amount-high'))];
  const least =
    low === undefined || below === -Infinity
      ? undefined
      : (toldBetween('amount-low', low, below, learned, decimals === 0) ?? nextAbove(below));
  const most =
    high === undefined || above === Infinity
      ? undefined
      : (toldBetween('amount-high', high, above, learned, decimals === 0) ?? nextBelow(above));
  const isStepped = refusedFor('amount-step', learned).length > 0;
  const excess = refusedFor('amount-decimals', learned).length > 0;
  return {
    ...beside,
    low: least,
    high: most,
    decimals: excess ? decimals : undefined,
    step:
      isStepped && step !== undefined
        ? (toldFor('amount-step', learned).find((number) => number > 1 && step % number === 0) ??
          powers.find((one) => worths('amount-step').every((number) => number % one !== 0)) ??
          step)
        : undefined,
  };
}
