// Status monitors (RFC 7240 §4.1): where the answer to a write, such as a 202, links to what becomes of what was asked for.
import { jsonIn, mapMembers, printExactly } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { linkedPath } from '../http/parse-url.ts';
import { valueAt } from '../http/pointer.ts';
import type { MonitorForm } from './profile-form.ts';
import { applyChange } from './recorded-record.ts';
import type { Written } from './render.ts';
import type { Resolve } from './template-filters.ts';
import { fill } from './templates.ts';

/** The path at which the write that was answered so is monitored; undefined where the answer tells none. */
export function monitoredAt({ at }: MonitorForm, { body }: Written): string | undefined {
  const link = valueAt(jsonIn(body ?? ''), at);
  return typeof link === 'string' && link !== '' ? linkedPath(link) : undefined;
}

/**
 * What a status monitor answers.
 * @param told what the write was answered with
 * @param headers of an answer to such a write by now
 * @param by when the write was done, in milliseconds since 1970, and what its answer was told by
 * @param now in milliseconds since 1970
 */
export function monitorAnswer(
  { status, steps = [] }: MonitorForm,
  told: string,
  headers: Written['headers'],
  by: { readonly now: number; readonly origin: string; readonly answer: string },
  now: number,
): Written {
  const done = steps.filter(({ seconds }) => now - by.now >= seconds * 1000);
  if (done.length === 0) return { status, headers, body: told };
  const known: Resolve = (name) =>
    name === 'now' || name === 'origin' || name === 'answer' ? by[name] : undefined;
  const body = done.reduce<Json>(
    (before, { sets }) =>
      applyChange(before, { sets: mapMembers(sets, (template) => fill(template, known)) }),
    jsonIn(told)!,
  );
  return { status, headers, body: printExactly(body) };
}
