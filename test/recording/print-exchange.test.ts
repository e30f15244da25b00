// The one text of an exchange must be the very text that printing the entry anew would give.
import fc from 'fast-check';
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
  ['omitted', { omitted: { bytes: 3, reason: 'too-long', hash: 'abc' } }],
];

test.each(bodies)('an exchange is printed once, as its journal line: %s', (_, body) => {
  const stored = interaction('1-get-listings');
  const { id, ...exchange } = { ...stored, response: { ...stored.response, body } };
  const printed = printExchange(exchange);
  expect(printed.text).toBe(JSON.stringify(exchange));
  const entry = { before: 'a"b', interaction: { id, ...exchange } };
  expect(printedLine(entry, printed.text)).toBe(journalLine(entry));
});

test('whatever a client and an upstream send, the text is that of JSON.stringify', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('"', '\\', '\u007f', '\ud800', 'é', ''),
  );
  const headers = fc.array(fc.tuple(text, text), { maxLength: 3 });
  const exact = passingBody(Buffer.from('{"a":[1,"é"]}'), []);
  const body = fc.constantFrom<RecordedBody>(null, exact, { text: '"' }, { json: { a: [] } });
  const request = fc.record({ method: text, path: text, query: text, headers, body });
  const response = fc.record({ status: fc.integer({ min: 100, max: 999 }), reason: text, headers, body });
  const at = fc.constant('2026-01-31T12:00:00.000Z');
  fc.assert(
    fc.property(fc.record({ at, milliseconds: fc.nat(), request, response }), (exchange) => {
      expect(printExchange(exchange).text).toBe(JSON.stringify(exchange));
    }),
  );
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
