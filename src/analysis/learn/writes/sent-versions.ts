// The version of a record that bodies are for.
import { textOf } from '../../../http/exact-json.ts';
import { valueAt } from '../../../http/pointer.ts';
import type { Reference } from '../../../dialect/profile-form.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { leavesOf, sentLeaves } from '../../../dialect/known-facts.ts';
import { grouped } from '../../groups.ts';
import { sentAgain } from './once-keys.ts';
import type { Write } from '../records/sightings.ts';
import type { States } from '../records/states.ts';

/** A value of so many characters hardly stands in two places by chance. */
const telling = 8;

/** By these a write is told that it knows an older record. */
const tellsStale: ReadonlySet<number> = new Set([409, 412]);

/**
 * The version that bodies are for: in each of them what the record showed before, and not by chance; at least one write made
 * another of it, while what bodies set is what the record shows afterwards.
 */
export function versionIn(
  writes: readonly Write[],
  endpoint: EndpointName,
  { exchanges, before: recordBefore }: States,
): Reference | undefined {
  const stale = exchanges.flatMap((by, step) =>
    tellsStale.has(by.status) && by.endpoint?.name === endpoint
      ? [{ sent: by.sent, record: recordBefore(step, 'listing', by.recordId) }]
      : [],
  );
  /** Whether a write was refused that told there what the record did not show by then. */
  const isRefused = (at: string, is: string) =>
    stale.some(({ sent, record }) => {
      const [value, shown] = [valueAt(sent, at), valueAt(record, is)];
      return value !== undefined && shown !== undefined && !sameValue(shown, value);
    });
  const again = sentAgain(exchanges);
  const leaves = writes.flatMap((write) =>
    again.has(write.by)
      ? []
      : sentLeaves(write.by.sent).flatMap(([at, value]) => {
          const { before } = write;
          const isScalar = typeof value !== 'object' && typeof value !== 'boolean';
          return before !== undefined && isScalar ? [{ at, write, before, value }] : [];
        }),
  );
  for (const [at, cases] of grouped(leaves, (one) => one.at)) {
    const values = new Set(cases.map(({ value }) => textOf(value)));
    const isTelling = values.size > 1 || [...values].some((value) => value.length >= telling);
    for (const [is] of leavesOf(cases[0]!.before)) {
      if (!isTelling && !isRefused(at, is)) continue;
      const isTold = cases.every(({ before, value }) => sameValue(valueAt(before, is), value));
      const isMade = ({ write, value }: (typeof cases)[0]) => {
        const last = write.after.at(-1);
        return last !== undefined && !sameValue(valueAt(last.record, is) ?? value, value);
      };
      if (isTold && cases.some(isMade)) return { at, is };
    }
  }
  return undefined;
}
