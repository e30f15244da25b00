import { expect, test } from 'vitest';
import { fill } from '../../src/dialect/templates.ts';

const written = (value: number | string, filter: string) => fill(`{value | ${filter}}`, () => value);

test('a number of milliseconds is written as a moment', () => {
  expect(written(1_767_225_600_000, 'time YYYY-MM-DDThh:mm:ssZ')).toBe('2026-01-01T00:00:00Z');
});

test.each([1e300, -1e300, 8.64e15 + 1, 253_402_300_800_000, -62_200_000_000_000])(
  'a number that no year of four digits reaches, such as %d, is written as null',
  (value) => {
    for (const form of ['YYYY-MM-DD', 'DD MMM YYYY', 'http', 's', 'ms'])
      expect(written(value, `time ${form}`)).toBeNull();
  },
);

test('a moment whose zone leads out of the years of four digits stays as it is', () => {
  const last = '9999-12-31T23:59:59-05:00';
  expect(written(last, 'moment YYYY-MM-DDThh:mm:ssZ')).toBe(last);
});
