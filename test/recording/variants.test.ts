// Replay holds to `Vary` (RFC 9111 §4.1): an answer that was chosen by what one client prefers is not given to another.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import type { HeaderPair } from '../../src/recording/format.ts';
import { ReplayCursor } from '../../src/recording/replay/replay-cursor.ts';
import { pruneRecording } from '../../src/recording/replay/prune.ts';
import { Timeline } from '../../src/recording/replay/timeline.ts';
import { exchange, session, temporaryDirectory } from '../support/recordings.ts';
import { keyOf, listingA, patchPrice, recordingOf } from './timeline.support.ts';
import type { Said } from './timeline.support.ts';

const path = `/v1/listings/${listingA}`;
const vary = (...names: readonly string[]): HeaderPair[] => names.map((name) => ['Vary', name]);

/** A read by which a client got an answer of a type. */
const got = (accept: string | undefined, type: string, text: string, more: Said | object = {}): Said => ({
  path,
  requestHeaders: accept === undefined ? [] : [['Accept', accept]],
  headers: [['Content-Type', type], ...vary('Accept')],
  body: { text },
  ...more,
});
const asJson = got('application/json', 'application/json', 'json');
const asCsv = got('text/csv', 'text/csv; charset=utf-8', 'csv');

function open(...said: readonly Said[]): (asked: Said, ...headers: readonly HeaderPair[]) => string {
  const cursor = new ReplayCursor(new Timeline(recordingOf(...said).interactions));
  return (asked, ...headers) => {
    const key = keyOf(asked);
    const found =
      asked.method === undefined ? cursor.read(key, () => headers) : cursor.write(key, () => headers);
    if ('missing' in found) {
      return found.missing === 'variant'
        ? `${found.header}: ${found.recorded.join(' | ')}`
        : `miss ${found.missing}`;
    }
    const { body, status } = found.interaction.response;
    return body !== null && 'text' in body ? body.text : String(status);
  };
}

test('F8: asked for CSV first, a replay of JSON and CSV gives CSV', () => {
  const ask = open(asJson, asCsv);
  expect(ask(asJson, ['Accept', 'text/csv'])).toBe('csv');
  expect(ask(asJson, ['accept', 'application/json'])).toBe('json');
  expect(ask(asJson, ['Accept', 'Text/CSV'])).toBe('csv');
});

test('a client with another default gets what it likes best of what was recorded, by its type', () => {
  const ask = open(asJson, asCsv);
  expect(ask(asJson)).toBe('json');
  expect(ask(asJson, ['Accept', '*/*'])).toBe('json');
  expect(ask(asJson, ['Accept', 'application/json, text/plain, */*'])).toBe('json');
  expect(ask(asJson, ['Accept', 'text/*, application/json;q=0.5'])).toBe('csv');
  expect(ask(asJson, ['Accept', '*/*, application/json;q=0'])).toBe('csv');
});

test('what no recorded answer is for is a miss that names the header and the recorded values', () => {
  const ask = open(asJson, asCsv);
  expect(ask(asJson, ['Accept', 'application/xml'])).toBe('accept: application/json | text/csv');
  expect(open(got(undefined, 'application/json', 'json'))(asJson, ['Accept', 'text/html'])).toBe(
    'accept: none',
  );
});

test('an answer without Vary, or with one that cannot be compared, is for everybody', () => {
  for (const name of ['*', 'Accept-Encoding', 'Cookie', 'Origin, User-Agent', '']) {
    const ask = open({ ...asJson, headers: [['Content-Type', 'application/json'], ...vary(name)] });
    expect(ask(asJson, ['Accept', 'text/csv'], ['Accept-Encoding', 'br'])).toBe('json');
  }
});

test('trouble that names no Vary belongs to the variant of its request', () => {
  const limited: Said = { ...asJson, status: 429, headers: [], body: { text: 'slow down' } };
  const ask = open(asCsv, limited, asJson);
  expect(ask(asCsv, ['Accept', 'text/csv'])).toBe('csv');
  const json: HeaderPair = ['Accept', 'application/json'];
  expect([ask(asJson, json), ask(asJson, json), ask(asJson, json)]).toEqual(['slow down', 'json', 'json']);
});

test('a language is compared with that of the answer, a preference with the recorded one', () => {
  const spoken = (asked: string | undefined, language: string | undefined, text: string): Said => ({
    path,
    requestHeaders: asked === undefined ? [] : [['Accept-Language', asked]],
    headers: [
      ...vary('accept-language'),
      ...(language === undefined ? [] : [['Content-Language', language] as const]),
    ],
    body: { text },
  });
  const language = open(spoken('de-DE,de;q=0.9', 'de', 'deutsch'), spoken('en', undefined, 'english'));
  expect(language(asJson, ['Accept-Language', 'de'])).toBe('deutsch');
  expect(language(asJson, ['Accept-Language', 'en-US,en;q=0.9,de;q=0.1'])).toBe('english');
  expect(language(asJson, ['Accept-Language', 'fr'])).toBe('accept-language: de-DE,de;q=0.9 | en');
  expect(open(spoken(undefined, undefined, 'usual'))(asJson, ['Accept-Language', 'fr'])).toBe('usual');

  const minimal: Said = {
    ...patchPrice(listingA, 11),
    requestHeaders: [['Prefer', 'return=minimal']],
    headers: vary('Prefer'),
    body: { text: 'minimal' },
  };
  const whole: Said = { ...minimal, requestHeaders: [], body: { text: 'whole' } };
  expect(open(minimal, whole)(whole)).toBe('whole');
  expect(open(whole, minimal)(whole, ['Prefer', 'return=minimal'])).toBe('minimal');
  expect(open(minimal)(whole)).toBe('minimal');
  expect(open(whole)(whole, ['Prefer', 'return=minimal'])).toBe('prefer: none');
});

test('a write moves all variants', () => {
  const write = patchPrice(listingA, 11);
  const later = [asJson, asCsv].map((said) => ({ ...said, body: { text: 'new' } }));
  const ask = open(asJson, asCsv, write, ...later);
  const all = (): string[] => ['application/json', 'text/csv'].map((type) => ask(asJson, ['Accept', type]));
  expect(all()).toEqual(['json', 'csv']);
  expect(ask(write)).toBe('200');
  expect(all()).toEqual(['new', 'new']);
});

test('prune keeps each variant', () => {
  const { dropped } = pruneRecording(recordingOf(asJson, asCsv, asJson, asCsv));
  expect(dropped.map(({ interaction }) => interaction.id)).toEqual(['3-get', '4-get']);
});

test('recording again keeps variants apart, whichever comes first, and leaves the file as it is', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  const as = (type: string, text: string, named = true) =>
    exchange({
      path,
      requestHeaders: [['Accept', type]],
      headers: [['Content-Type', type], ...(named ? vary('Accept') : [])],
      body: Buffer.from(text),
    });
  const held = async (): Promise<string[]> => {
    const { interactions } = await readRecording(file);
    return interactions.map(({ id, response: { body } }) => `${id} ${(body as { text: string }).text}`);
  };
  await session(file, [as('text/plain', 'plain'), as('text/csv', 'csv')]);
  const both = ['1-get-listing plain', '2-get-listing csv'];
  expect(await held()).toEqual(both);
  await session(file, [as('text/csv', 'csv'), as('text/plain', 'plain'), as('text/csv', 'csv')]);
  expect(await held()).toEqual(both);
  await session(file, [as('text/csv', 'csv 2')]);
  expect(await held()).toEqual(['1-get-listing plain', '2-get-listing csv 2']);
});

test('where a service begins to say Vary, the answer takes the place of the old one', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  const plain = (text: string, headers: HeaderPair[]) =>
    exchange({ path, requestHeaders: [['Accept', 'text/plain']], headers, body: Buffer.from(text) });
  await session(file, [plain('old', [])]);
  await session(file, [plain('new', vary('Accept')), plain('new', vary('Accept'))]);
  const { interactions } = await readRecording(file);
  expect(interactions.map(({ id, response: { body } }) => [id, body])).toEqual([
    ['1-get-listing', { text: 'new' }],
  ]);
});
