// Where in the text of a body it was that a service could not read on, as errors of parsers tell it.
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import type { Json } from '../http/exact-json.ts';
import { indexedPlace, stepsOf } from '../http/pointer.ts';
import type { Objection } from './objections.ts';

/** What is found while a body is read; numbers in other errors are limits. */
const isOfReading =
  /^(?:body-(?:malformed|other)|field-(?:type|text|number|numeric-text)|strategy-malformed)$/;

/** Adds how long a body is, where its JSON breaks off, and where the value at fault begins and ends: characters from 0 on. */
export function addSentPlaces(
  facts: Map<string, Json>,
  { cause, param }: Objection,
  text: string | undefined,
  sent: Json | undefined,
): void {
  if (text === undefined || text === '' || !isOfReading.test(cause)) return;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const steps = param?.startsWith('/') === true ? stepsOf(indexedPlace(sent ?? null, param)) : [];
  const path = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const node = tree === undefined || path.length === 0 ? undefined : findNodeAtLocation(tree, path);
  if (node !== undefined) {
    facts.set('value.start', node.offset);
    facts.set('value.end', node.offset + node.length);
  }
  const [fault] = errors;
  if (fault !== undefined) facts.set('sent.fault', fault.offset);
  facts.set('sent.length', text.length);
}
