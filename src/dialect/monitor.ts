// Status monitors (RFC 7240 §4.1): where the answer to a write, such as a 202, links to what becomes of what was asked for.
import { jsonIn, printExactly } from '../http/exact-json.ts';
import { valueAt } from '../http/pointer.ts';
import type { MonitorForm } from './profile-form.ts';
import { applyChange } from './recorded-record.ts';
import type { Written } from './render.ts';
import { fill } from './templates.ts';

/** The path of a link to a service, which may leave out the origin. */
export const linkedPath = (link: string): string =>
  link.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '');

/** The path at which the write that was answered so is monitored; undefined where the answer tells none. */
export function monitoredAt({ at }: MonitorForm, { body }: Written): string | undefined {
  const link = valueAt(jsonIn(body ?? ''), at);
  return typeof link === 'string' && link !== '' ? linkedPath(link) : undefined;
}

/**
 * What a status monitor answers.
 * @param told what the write was answered with
 * @param headers of an answer to such a write by now
 * @param seconds since the write
 */
export function monitorAnswer(
  { status, later }: MonitorForm,
  told: string,
  headers: Written['headers'],
  seconds: number,
): Written {
  if (later === undefined || seconds < later.seconds) return { status, headers, body: told };
  const sets = Object.entries(later.sets).map(
    ([at, template]) => [at, fill(template, () => undefined)] as const,
  );
  const body = printExactly(applyChange(jsonIn(told)!, { sets: Object.fromEntries(sets) }));
  return { status, headers, body };
}
