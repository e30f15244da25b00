// A secret hides under one kind of escape at a time; each kind alone has to be undone.
import { expect, test } from 'vitest';
import { hasEscapes, layersOf } from '../../src/recording/redact/unescape-layers.ts';
import { KnownSecrets } from '../../src/recording/redact/known-secrets.ts';

const secret = 'KEYSECRET';

test.each([
  ['JSON by number', 'KEYS\\u0045CRET'],
  ['percent', 'KEYS%45CRET'],
  ['HTML, decimal', 'KEYS&#69;CRET'],
  ['HTML, hexadecimal', 'KEYS&#x45;CRET'],
  ['percent in percent', 'KEYS%2545CRET'],
  ['quoted-printable', 'KEYS=\r\nECRET'],
])('what stands under escapes of one kind is seen: %s', (_, text) => {
  expect(hasEscapes(text)).toBe(true);
  expect(Array.from(layersOf(text), (layer) => layer.text)).toContain(secret);
  const secrets = new KnownSecrets();
  secrets.placeholderFor('key', secret);
  expect(secrets.isIn(text)).toBe(true);
});

test.each([
  ['JSON', String.raw`a\"secret`, 'a"secret'],
  ['HTML by name', 'a&amp;secret', 'a&secret'],
])('what is a secret with its special character is found under its escape: %s', (_, text, hidden) => {
  const secrets = new KnownSecrets();
  secrets.placeholderFor('key', hidden);
  expect(secrets.isIn(text)).toBe(true);
});

test.each([9, 100])(
  'an escape is seen behind %i characters that only look like the start of one',
  (count) => {
    for (const first of ['& ', '% ', '\\x', '&x%y\\z']) {
      expect(hasEscapes(first.repeat(count))).toBe(false);
      for (const escape of ['&amp;', '%41', String.raw`\n`])
        expect(hasEscapes(first.repeat(count) + escape)).toBe(true);
    }
  },
);

test.each(['a & b', '5 % of', String.raw`C:\xyz`, 'nothing special'])('%s is its own only layer', (text) => {
  expect(hasEscapes(text)).toBe(false);
  expect(Array.from(layersOf(text), (layer) => layer.text)).toEqual([text]);
});
