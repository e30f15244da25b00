// How services write moments: read, and written again in the same way.
import { expect, test } from 'vitest';
import { isTimeForm, readMoment, writeMoment } from '../../src/dialect/time-forms.ts';

const at = Date.UTC(2026, 4, 12, 8, 30, 7);

test.each([
  ['20260512083007', 'YYYYMMDDhhmmss'],
  ['20260512T083007Z', 'YYYYMMDDThhmmssZ'],
  ['2026-05-12T10:30:07+02:00', 'YYYY-MM-DDThh:mm:ss+02:00'],
  ['12.05.2026 08:30:07', 'DD.MM.YYYY hh:mm:ss'],
  [1_778_574_607, 's'],
])('%s is a moment', (value, form) => {
  expect(readMoment(value)).toEqual({ at, form });
  expect(isTimeForm(form)).toBe(true);
  expect(writeMoment(at, form)).toBe(value);
});

test.each(['20261312083007', '20260512243007', '19870512083007', '00004711083007'])('%s is none', (value) => {
  expect(readMoment(value)).toBeUndefined();
});
