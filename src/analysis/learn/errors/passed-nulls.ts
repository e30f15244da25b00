// Nulls for bounds that were passed over: who tells that the other bound is beyond the one that stands has left that as it was.
import type { Accepted } from '../../../dialect/profile-form.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import type { Refusal } from './record-states.ts';

/** What refusals for other reasons show to be taken, where no null was refused as such. */
export function passedNulls(refusals: readonly Refusal[]): readonly Accepted[] {
  const nulls = (isSo: (refusal: Refusal, one: Objection) => boolean) =>
    refusals.flatMap((refusal) =>
      refusal.candidates.flatMap((one) =>
        one.cause === 'field-null' && isSo(refusal, one)
          ? [{ cause: one.cause, on: refusal.by.endpoint!.name, param: one.param, seen: 1 }]
          : [],
      ),
    );
  const refused = nulls(({ blamed }, one) => blamed === one);
  const passed = nulls(({ blamed }) => blamed?.cause === 'bound-beyond-null');
  return [...new Map(passed.map((one) => [one.param, one])).values()].filter(
    ({ on }) => !refused.some((one) => one.on === on),
  );
}
