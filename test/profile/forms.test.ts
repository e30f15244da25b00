// The forms in which services write amounts, times and ids, there and back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberOf, parseExactly, printExactly } from '../../src/http/exact-json.ts';
import {
  readId,
  readMoney,
  readTime,
  timeFormOf,
  writeId,
  writeMoney,
  writeTime,
} from '../../src/dialect/forms.ts';
import type { IdForm, MoneyForm, TimeForm } from '../../src/dialect/wire.ts';

const moneyForms: readonly MoneyForm[] = (['number', 'string', 'cents', 'cents-string'] as const).map(
  (as) => ({ as, decimals: 2 }),
);

test.each(moneyForms)('every price survives being written and read as %o', (form) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      const price = cents / 100;
      expect(readMoney(writeMoney(price, form), form)).toBe(price);
    }),
  );
});

test('a number keeps the way it was written', () => {
  for (const text of ['{"a":19.90}', '[1.0,2.50,3]', '{"a":"19.90"}', '{"a":1e3}', '{"a":-0.10}']) {
    expect(printExactly(parseExactly(text))).toBe(text);
  }
  expect(numberOf((parseExactly('{"a":19.90}') as { a: unknown }).a)).toBe(19.9);
});

const timeForms: readonly TimeForm[] = [
  'iso',
  'iso-seconds',
  'iso-micros',
  'iso-offset',
  'iso-offset-ms',
  'spaced',
  'http',
  'unix',
  'unix-ms',
];

test.each(timeForms)('a time of the form %s is known as one, and survives to the second', (form) => {
  const time = Date.UTC(2026, 2, 2, 9, 30, 15);
  const written = writeTime(time, form);
  expect(timeFormOf(written, 'createdAt')).toBe(form);
  expect(readTime(written, form)).toBe(time);
});

test('a number is a time only where its name says so', () => {
  expect(timeFormOf(1_772_442_000, 'quantity')).toBeUndefined();
  expect(timeFormOf(1_772_442_000, 'updated_at')).toBe('unix');
});

const uuid = '0aa7fa44-e9c5-40be-9aca-5f955dc7f706';

test.each<[string, IdForm]>([
  [uuid, { form: 'uuid', prefix: '' }],
  [uuid.toUpperCase(), { form: 'UUID', prefix: '' }],
  [`lst_${uuid.replaceAll('-', '')}`, { form: 'hex', prefix: 'lst_' }],
  ['4100014', { form: 'digits', prefix: '', length: 7 }],
  ['0000014', { form: 'digits', prefix: '', length: 7 }],
])('the id %s becomes a UUID and comes back', (id, form) => {
  const own = readId(id, form, true);
  expect(own).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(writeId(own!, form)).toBe(id);
});

test.each<[string, IdForm]>([
  ['twelve', { form: 'uuid', prefix: '' }],
  [uuid.toUpperCase(), { form: 'uuid', prefix: '', strict: true }],
  ['41', { form: 'digits', prefix: '', length: 7 }],
  ['abc', { form: 'text', prefix: 'lst_' }],
])('%s is no id of the form %o', (id, form) => {
  expect(readId(id, form, true)).toBeUndefined();
});
