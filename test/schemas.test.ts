// The JSON Schemas that are shipped: they say what the program reads, and its own files keep to them.
// `UPDATE_SCHEMAS=1 npx vitest run --project tests test/schemas.test.ts` writes them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { learnProfile } from '../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile } from '../src/dialect/profile.ts';
import { parseRecording } from '../src/recording/file/read.ts';
import { generate } from '../src/service/data/generate.ts';
import { readFixtures, writeFixtures } from '../src/service/models/fixtures.ts';
import { fileSchemas } from './support/file-schemas.ts';
import { violations } from './support/schema.ts';
import { printRecording } from './support/recordings.ts';

type Json = Readonly<Record<string, unknown>>;

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const schemaPath = (name: string) => `schemas/${name}.schema.json`;

test.each(Object.keys(fileSchemas))('the schema of a %s file says what the program reads', async (name) => {
  const text = await format(JSON.stringify(fileSchemas[name]!()), { parser: 'json', printWidth: 110 });
  if (process.env.UPDATE_SCHEMAS === '1') writeFileSync(new URL(schemaPath(name), root), text);
  expect(read(schemaPath(name))).toBe(text);
});

/** What a shipped schema has against a file. */
function wrongIn(text: string, name: string): string[] {
  const schema = JSON.parse(read(schemaPath(name))) as Json;
  return violations(JSON.parse(text), schema, schema);
}

const recordings = readdirSync(new URL('recordings/', root)).filter((name) => name.endsWith('.json'));

/** A learned profile as its file has it. */
function learned(recording: string): string {
  const text = read(`recordings/${recording}`);
  return printProfile(learnProfile([{ name: recording, recording: parseRecording(text, recording) }]));
}

test.each([
  ...['tiny', 'edge'].map(
    (set) => [`fixtures/${set}.json`, 'fixtures', () => read(`fixtures/${set}.json`)] as const,
  ),
  ['generated fixtures', 'fixtures', () => writeFixtures(generate({ seed: 7, set: 'default' }))] as const,
  ...recordings.map((name) => [`recordings/${name}`, 'recording', () => read(`recordings/${name}`)] as const),
  ...recordings.map((name) => [`the profile of ${name}`, 'profile', () => learned(name)] as const),
])('%s keeps to the schema of a %s file', (_, name, text) => {
  expect(wrongIn(text(), name)).toEqual([]);
});

test.each([
  [
    'a name that is no field',
    'fixtures',
    { listings: [{ id: '1', titel: 'x' }] },
    /listings\[0\]: should not have titel/,
  ],
  ['a field that is missing', 'fixtures', { listings: [{}] }, /listings\[0\]: should have minPrice/],
  [
    'a value of another kind',
    'fixtures',
    { strategies: [{ id: 's', enabled: 'yes' }] },
    /enabled: should be boolean/,
  ],
  [
    'a header that is no pair',
    'recording',
    { interactions: [{ request: { headers: [['Accept']] } }] },
    /headers\[0\]: has too few/,
  ],
  [
    'an assumption that nobody knows',
    'profile',
    { assumptions: { 'error-code': 'fine' } },
    /should not have error-code/,
  ],
  [
    'a value that an assumption has not',
    'profile',
    { assumptions: { 'error-codes': 'finer' } },
    /should be one of coarse, fine/,
  ],
  [
    'a value that a place of the form has not',
    'profile',
    { form: { headers: { limits: 'all' } } },
    /limits: should be one of retry-after, none/,
  ],
  ['a place that the form has not', 'profile', { form: { price: 'cents' } }, /should not have price/],
] as const)('editors are told of %s in a %s file', (_, name, value, words) => {
  expect(wrongIn(JSON.stringify(value), name).join('\n')).toMatch(words);
});

test('a file may name its schema, and the programs that write it anew keep that name', () => {
  const $schema = './node_modules/pricing-mock/schemas/any.schema.json';
  const tiny = { ...(JSON.parse(read('fixtures/tiny.json')) as Json), $schema };
  expect(readFixtures([{ file: 'tiny.json', value: tiny }]).listings).toHaveLength(3);
  const profile = { ...(JSON.parse(learned('sample.json')) as Json), $schema };
  expect(parseProfile(profile)).toEqual(parseProfile(JSON.parse(learned('sample.json'))));
  const sample = read('recordings/sample.json').replace('{', `{\n  "$schema": ${JSON.stringify($schema)},`);
  expect(printRecording(parseRecording(sample, 'sample.json'))).toBe(sample);
});
