// The profile document: what is read, what is refused and where, and that printing it is stable.
import { expect, test } from 'vitest';
import { learn } from '../../src/analysis/learn/learn.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import { recordEverything } from '../learning/recorded-app.ts';

const head = { format: 'pricing-mock-profile', version: 2 };
const learned = learn([{ name: 'own', recording: await recordEverything({}) }]);
const document = JSON.parse(printProfile(learned)) as Record<string, unknown>;

test('a learned profile is the same after it was printed and read', () => {
  expect(parseProfile(document)).toEqual(learned);
  expect(printProfile(parseProfile(document))).toBe(printProfile(learned));
});

test('the same recordings give the same text', async () => {
  const again = learn([{ name: 'own', recording: await recordEverything({}) }]);
  expect(printProfile(again)).toBe(printProfile(learned));
});

test('its lines are short enough to review, and a changed answer changes few of them', async () => {
  const lines = printProfile(learned).split('\n');
  expect(lines.filter((line) => line.length > 150)).toEqual([]);
  const other = learn([{ name: 'own', recording: await recordEverything({ 'malformed-id': '404' }) }]);
  const known = new Set(lines);
  const changed = printProfile(other)
    .split('\n')
    .filter((line) => !known.has(line));
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThan(lines.length / 10);
});

test('version 1, which people write, is read as it ever was', () => {
  const profile = parseProfile({ ...head, version: 1, assumptions: { sort: 'oldest' } });
  expect(profile).toEqual({ assumptions: { sort: 'oldest' }, evidence: {} });
});

test('version 2 takes plain answers beside those with evidence', () => {
  const seen = [{ value: 'cents', count: 3, interactions: ['a/1-get'] }];
  const profile = parseProfile({
    ...head,
    assumptions: { sort: 'oldest', 'price-form': { evidence: 'observed', value: 'cents', seen } },
  });
  expect(profile.assumptions).toEqual({ sort: 'oldest', 'price-form': 'cents' });
  expect(profile.evidence).toEqual({ 'price-form': { evidence: 'observed', value: 'cents', seen } });
});

const wire = document.wire as Record<string, unknown>;
const withWire = (change: Record<string, unknown>) => ({
  ...head,
  assumptions: {},
  wire: { ...wire, ...change },
});

test.each([
  [null, '', /must be an object/],
  [{ ...head, format: 'x' }, '', /is no profile/],
  [{ ...head, version: 9 }, '/version', /9 is none of 1 and 2/],
  [{ ...head, assumptions: [] }, '/assumptions', /must be an object/],
  [{ ...head, assumptions: { nothing: 1 } }, '/assumptions/nothing', /there is no assumption 'nothing'/],
  [{ ...head, assumptions: { sort: 'up' } }, '/assumptions/sort', /it takes newest/],
  [
    { ...head, assumptions: { sort: { evidence: 'guessed' } } },
    '/assumptions/sort/evidence',
    /neither "observed"/,
  ],
  [{ ...head, assumptions: { sort: { evidence: 'observed' } } }, '/assumptions/sort/seen', /must be a list/],
  [{ ...head, assumptions: {}, wire: { records: {} } }, '/wire/answers', /is missing/],
  [withWire({ colour: 1 }), '/wire/colour', /is not known here/],
  [
    withWire({ headers: [{ name: 'X', value: 1, on: [], seen: 0 }] }),
    '/wire/headers/0/value',
    /1 is not a string/,
  ],
  [withWire({ limits: { perSecond: -1 } }), '/wire/limits/perSecond', /-1 is not a whole number from 0/],
  [withWire({ requests: { minPrice: 'min' } }), '/wire/requests/minPrice', /is not a JSON pointer/],
  [
    withWire({ records: { listing: { seen: 1, id: '/id', idForm: { form: 'x', prefix: '' }, fields: [] } } }),
    '/wire/records/listing/idForm/form',
    /is not one of uuid/,
  ],
  [
    withWire({ errors: [{ kind: 'x', status: 99, body: null, seen: 1, interactions: [] }] }),
    '/wire/errors/0/status',
    /99 is not a status/,
  ],
])('%j is refused with its place and the reason', (value, path, words) => {
  expect(() => parseProfile(value)).toThrow(expect.objectContaining({ name: 'ProfileError', path }) as Error);
  expect(() => parseProfile(value)).toThrow(words);
});

test('no text of a record stands in a profile, only the values of enumerations', () => {
  const text = printProfile(learned);
  for (const words of [
    'Bamboo',
    'Desk Lamp',
    'KB-1001',
    '400000000015',
    'B0MOCK0001',
    '11111111-1111',
    'aaaaaaaa-aaaa',
  ])
    expect(text).not.toContain(words);
  expect(text).toContain('"amazon"');
});
