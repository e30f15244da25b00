// The one text of an exchange must be the very text that printing the entry anew would give.
import { expect, test } from 'vitest';
import { passingBody } from '../../src/recording/bodies.ts';
import type { RecordedBody } from '../../src/recording/format.ts';
import { journalLine } from '../../src/recording/journal.ts';
import { printExchange, printedLine } from '../../src/recording/print-exchange.ts';
import { createRedactor } from '../../src/recording/create-redactor.ts';
import { interaction } from '../support/recordings.ts';

const bodies: [string, RecordedBody][] = [
  ['none', null],
  ['JSON as it came', passingBody(Buffer.from('{"a":[1,"é\u2028"],"__proto__":{"b":0.5}}'), [])],
  ['JSON with escapes', passingBody(Buffer.from('{"a":[1,"\\ud800"],"b":1e21}'), [])],
  ['JSON of ours', { json: { a: '}}', b: null } }],
  ['a JSON text', passingBody(Buffer.from('"}}"'), [])],
  ['text', passingBody(Buffer.from('{ "a": 1 }\n'), [])],
  ['bytes', passingBody(Buffer.from([0xff, 0x00]), [])],
  ['omitted', { omitted: { bytes: 3, hash: 'abc' } }],
];

test.each(bodies)('an exchange is printed once, as its journal line: %s', (_, body) => {
  const stored = interaction('1-get-listings');
  const { id, ...exchange } = { ...stored, response: { ...stored.response, body } };
  const printed = printExchange(exchange);
  expect(printed.text).toBe(JSON.stringify(exchange));
  const entry = { before: 'a"b', interaction: { id, ...exchange } };
  expect(printedLine(entry, printed.text)).toBe(journalLine(entry));
});

test('what was redacted is not printed as it came', () => {
  const key = 'live_4f9c2b7d81';
  const stored = interaction('1-get-listings');
  const body = passingBody(Buffer.from(JSON.stringify({ note: key })), []);
  const exchange = { ...stored, response: { ...stored.response, body } };
  const { text, refused } = createRedactor({ secrets: [key] }).print(exchange);
  expect(refused).toBe(false);
  expect(text).not.toContain(key);
  expect(text).toContain('__redacted.api-key.1__');
});
