// The headers of an answer as the service sends them.
import { textOf } from '../http/exact-json.ts';
import { headerValue } from '../http/message.ts';
import type { ApiResponse } from '../http/message.ts';
import type { Resolve } from './template.ts';
import { fillText } from './template.ts';
import type { HeaderWire } from './wire.ts';

/** What our own wire adds: the service has its own, or none. */
const ours = new Set([
  'x-request-id',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'www-authenticate',
  'link',
  'etag',
]);

/**
 * @param on the endpoint of a good answer, or the status of an error
 * @param known whether the service was seen answering so; what else our wire adds stands only where it was not
 */
export function speakHeaders(
  { headers }: ApiResponse,
  on: string,
  wire: readonly HeaderWire[],
  known: boolean,
  resolve: Resolve,
): string[] {
  const group = /^\d+$/.test(on) ? 'errors' : 'success';
  const spoken: string[] = [];
  const type = headerValue(headers, 'content-type');
  for (const header of wire) {
    if (!applies(header, on, group)) continue;
    const value = fillText(header.value, resolve);
    if (value !== undefined) spoken.push(header.name, value);
  }
  const has = (name: string) => headerValue(spoken, name) !== undefined;
  if (type !== undefined && !has('content-type')) spoken.unshift('Content-Type', type);
  // Where Retry-After is a date, clients count from this one; the simulator's clock may not be the computer's.
  if (!has('date')) spoken.push('Date', textOf(resolve('now:http')));
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]!.toLowerCase();
    if (!known && !ours.has(name) && !has(name)) spoken.push(headers[at]!, headers[at + 1]!);
  }
  return spoken;
}

function applies({ on }: HeaderWire, answer: string, group: string): boolean {
  return on.includes('all') || on.includes(group) || on.includes(answer);
}
