import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonIn, printExactly } from '../../src/http/exact-json.ts';

test('property: numbers are printed again as they were written, and texts as they are', () => {
  const number = fc.stringMatching(/^-?(0|[1-9]\d{0,3})\.\d{1,4}$/);
  fc.assert(
    fc.property(number, fc.string({ unit: 'binary' }), (written, text) => {
      const json = `{"price":${written},"text":${JSON.stringify(text)},"list":[${written},1]}`;
      expect(printExactly(jsonIn(json))).toBe(json);
    }),
  );
});

test('a number beside a text of many megabytes is read as it was written', () => {
  const json = `{"text":"${'x'.repeat(10_000_000)}","price":1.50}`;
  expect(printExactly(jsonIn(json)) === json).toBe(true);
});
