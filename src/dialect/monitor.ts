// Status monitors (RFC 7240 §4.1): where the answer to a write, such as a 202 with a Location, tells what becomes of what was asked
// for. `analysis/learn/writes/learn-monitors.ts` learns them, `service/endpoints/monitors.ts` serves them.
import { mapMembers, textOf } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { lastSegment, linkedPath, percentEncoded } from '../http/parse-url.ts';
import { valueAt } from '../http/pointer.ts';
import { addLeaves } from './known-facts.ts';
import type { Facts } from './known-facts.ts';
import type { AnswerForm, MonitorForm } from './profile-form.ts';
import { applyChange } from './recorded-record.ts';
import { fill } from './templates.ts';

/** What the answer to a write tells of its monitor: a link or a name; undefined where it tells nothing. */
export function toldIn(
  { at, header }: Pick<MonitorForm, 'at' | 'header'>,
  body: Json | undefined,
  headerOf: (name: string) => string | undefined,
): string | undefined {
  const told = header === undefined ? valueAt(body, at!) : headerOf(header);
  if (told === undefined || told === null || typeof told === 'object' || told === '') return undefined;
  return textOf(told);
}

/** The path of the monitor that is told so of a write of a record. */
export const monitorPath = ({ path }: Pick<MonitorForm, 'path'>, told: string, recordId: string): string =>
  path === undefined
    ? linkedPath(told)
    : path.replace('{id}', () => percentEncoded(recordId)).replace('{told}', () => percentEncoded(told));

/**
 * What is known where a monitor is read: all that was known of the write, what it was answered with, and the monitor's path.
 * @param told the body of that answer
 */
export function monitorFacts(ofWrite: Facts, told: Json | undefined, path: string): Map<string, Json> {
  const facts = new Map([['link.end', lastSegment(path)], ...ofWrite]);
  addLeaves(facts, 'told', told);
  return facts;
}

/**
 * How a status monitor answers: its form by then, and the body.
 * @param told what the write was answered with
 * @param facts see `monitorFacts`
 * @param since milliseconds after the write
 */
export function monitorAnswer(
  { status, headers, body, steps = [] }: MonitorForm,
  told: Json | undefined,
  facts: Facts,
  since: number,
): { readonly form: Pick<AnswerForm, 'status' | 'headers'>; readonly body: Json } {
  const done = steps.filter(({ seconds }) => since >= seconds * 1000);
  const first = body === undefined ? told : fill(body, (name) => facts.get(name));
  return {
    form: {
      status: done.findLast((step) => step.status !== undefined)?.status ?? status,
      headers: done.findLast((step) => step.headers !== undefined)?.headers ?? headers,
    },
    body: done.reduce<Json>(
      (before, { sets }) =>
        applyChange(before, { sets: mapMembers(sets, (own) => fill(own, (name) => facts.get(name))) }),
      first ?? null,
    ),
  };
}
