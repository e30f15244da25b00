// What a record that comes from a recording brings along, so that it can be shown as it was seen: its own text in the
// service's form, which a write changes only where it has to.
import { isObject } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';

/** The member under which a record carries it through the store; no service's own member begins like this. */
export const recordedMember = '@recorded';

export interface RecordedForm {
  /** Where the record stood among those of its kind; lists keep this order. */
  readonly at: number;
  /** The record as seen, by state (ours) for a report run, else under `''`. */
  readonly forms: Readonly<Record<string, Json>>;
  /** What our fields were when it was put into the store: those that differ by now were written. */
  readonly ours: JsonObject;
  /** The cursor that the service gave out for the page behind this record. */
  readonly cursor?: string;
}

export function recordedFormOf(record: JsonObject): RecordedForm | undefined {
  const found = record[recordedMember];
  return isObject(found) ? (found as unknown as RecordedForm) : undefined;
}

const order = ['queued', 'running', 'completed', 'failed', 'cancelled'];

/** The form for a state; where that was not seen, the nearest one before it, or the first. */
export function formIn({ forms }: RecordedForm, state: string): Json {
  const own = forms[state] ?? forms[''];
  if (own !== undefined) return own;
  const before = order.slice(0, order.indexOf(state)).reverse();
  const name = before.find((candidate) => Object.hasOwn(forms, candidate));
  return forms[name ?? Object.keys(forms)[0] ?? ''] ?? {};
}
