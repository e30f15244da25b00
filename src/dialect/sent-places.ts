// Where in the text of a body it was that a service could not read on, as errors of parsers tell it.
import type { Json } from '../http/exact-json.ts';
import { bodyLimits, scanJson } from '../http/json-text.ts';
import type { Span } from '../http/json-text.ts';
import { indexedPlace } from '../http/pointer.ts';
import type { Objection } from './objections.ts';

/** What is found while a body is read; numbers in other errors are limits. */
const isOfReading =
  /^(?:body-(?:malformed|other)|field-(?:type|text|number|numeric-text)|strategy-malformed)$/;

/** Adds where the value at fault begins and ends, where the JSON breaks off, and how long it is: characters from 0 on. */
export function addSentPlaces(
  facts: Map<string, Json>,
  { cause, param }: Objection,
  text: string | undefined,
  sent: Json | undefined,
): void {
  if (text === undefined || text === '' || !isOfReading.test(cause)) return;
  const spans = new Map<string, Span>();
  const { fault } = scanJson(text, bodyLimits, spans);
  const span = param?.startsWith('/') === true ? spans.get(indexedPlace(sent ?? null, param)) : undefined;
  if (span !== undefined) {
    facts.set('value.start', span.start);
    facts.set('value.end', span.end);
  }
  if (fault !== null) facts.set('sent.fault', fault.at);
  facts.set('sent.length', text.length);
}
