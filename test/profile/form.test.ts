// A profile file with a form of answers of one's own: what it changes is seen, and what is wrong in it is refused with its place.
import { expect, test } from 'vitest';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { parseProfile, printProfile, ProfileError } from '../../src/dialect/profile.ts';
import { defaultForm, presetNames, presets } from '../../src/spec/presets.ts';
import { createSettings } from '../../src/spec/settings.ts';

const file = (parts: object) => ({ format: 'pricing-mock-profile', version: 3, ...parts });

test.each(presetNames)('the preset %s, written as a profile file, is the same preset', (name) => {
  const profile = parseProfile(file(presets[name]));
  expect(applyProfile(profile).settings).toEqual(createSettings(name));
  expect(parseProfile(JSON.parse(printProfile(profile)))).toEqual(profile);
});

test('a file changes the places that it names and leaves the others as they were', () => {
  const form = { list: { items: '{records}' }, files: { expired: 410 }, paging: { most: 50 } };
  const { settings } = applyProfile(parseProfile(file({ form })), [{ 'page-max-limit': '20' }]);
  expect(settings.form).toEqual({
    ...defaultForm,
    list: { items: '{records}' },
    files: { ...defaultForm.files, expired: '410' },
    paging: { ...defaultForm.paging, most: 20 },
  });
});

test.each<[form: unknown, at: string, words: RegExp]>([
  [[], '/form', /is not an object/],
  [{ lists: '{records}' }, '/form/lists', /did you mean 'list'\?/],
  [{ prices: 'euro' }, '/form/prices', /"euro" is not number \| fixed2/],
  [{ prices: { as: 'number' } }, '/form/prices', /an object is not number/],
  [{ paging: 'page' }, '/form/paging', /is not an object with by, default, most, excess/],
  [{ paging: { limit: 5 } }, '/form/paging/limit', /is unknown; known are by, default, most, excess/],
  [{ paging: { most: 0 } }, '/form/paging/most', /0 is not a whole number from 1/],
  [{ paging: { most: 1.5 } }, '/form/paging/most', /1\.5 is not a whole number/],
  [{ files: { expired: 500 } }, '/form/files/expired', /500 is not 403 \| 404 \| 410/],
  [{ headers: { requestId: true } }, '/form/headers/requestId', /true is not on \| off/],
  [{ states: { queued: '' } }, '/form/states/queued', /a name of up to 40/],
  [{ record: {} }, '/form/record', /has to hold the text "\{record\}" once/],
  [{ record: 'a {record}' }, '/form/record', /has to hold the text "\{record\}" once/],
  [{ list: { a: '{records}', b: '{records}' } }, '/form/list', /has to hold the text "\{records\}" once/],
  [{ list: { a: '{records}', b: '{totl}' } }, '/form/list', /\{totl\} is unknown; did you mean 'total'\?/],
  [{ list: { a: '{records}', b: '{total | text}' } }, '/form/list', /takes no filter/],
  [{ list: { a: '{records}', '{b}': 1 } }, '/form/list', /must not have a brace in its name/],
])('%j is refused at %s', (form, at, words) => {
  let error: unknown;
  try {
    parseProfile(file({ form }));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ProfileError);
  const { path, message } = error as ProfileError;
  expect(path).toBe(at);
  expect(message).toMatch(words);
});

test('a form beside a learned service is refused: the service says how it writes', () => {
  expect(() => parseProfile(file({ form: { prices: 'cents' }, service: {} }))).toThrow(ProfileError);
});
