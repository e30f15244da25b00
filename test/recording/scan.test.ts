import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/recording/format.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { scanRecording } from '../../src/recording/file/scan.ts';
import { exchange, interaction, recordingOf, type ExchangeParts } from '../support/recordings.ts';

const scan = (parts: ExchangeParts): string[] =>
  scanRecording(recordingOf(interaction('1-get-listings', parts))).map(
    ({ path, kind }) => `${path}: ${kind}`,
  );
const at = 'interactions[0].response';

test.each<[string, ExchangeParts, string]>([
  [
    'a key header',
    { requestHeaders: [['X-API-KEY', 'abc']] },
    'interactions[0].request.headers[0]: x-api-key',
  ],
  ['a cookie', { headers: [['Set-Cookie', 'sid=b; Path=/']] }, `${at}.headers[0]: cookie`],
  ['a bearer token', { body: { log: 'Bearer abcdef0123456789' } }, `${at}.body.json.log: bearer`],
  ['a JWT', { body: { a: ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig'] } }, `${at}.body.json.a[0]: jwt`],
  ['a key of AWS', { path: '/AKIAIOSFODNN7EXAMPLE' }, 'interactions[0].request.path: aws-key'],
  [
    'a private key',
    { body: { pem: '-----BEGIN PRIVATE KEY-----\nMIIE' } },
    `${at}.body.json.pem: private-key`,
  ],
  ['a field', { body: { api_key: 'live0123456789ab' } }, `${at}.body.json.api_key: api-key`],
  ['a password', { body: { password: 'short' } }, `${at}.body.json.password: password`],
  ['a signed link', { query: 'X-Amz-Signature=abc' }, 'interactions[0].request.query: X-Amz-Signature'],
  [
    'a signed link in a link',
    { body: { to: 'https://a/?u=https%3A%2F%2Fb%2F%3Fsig%3Dabc' } },
    `${at}.body.json.to: sig`,
  ],
  ['a field in a text', { body: Buffer.from('{ "token": "live0123456789ab" }') }, `${at}.body.text: token`],
  ['bytes', { body: Buffer.from('\xff Bearer abcdef0123456789', 'latin1') }, `${at}.body: secret`],
])('%s is found', (_, parts, finding) => {
  expect(scan(parts)).toEqual([finding]);
});

test('a secret is found beside members that are called as the parts of a recorded body are', () => {
  const body = { hash: 'a', wire: 'b', password: 'hunter2', inner: { wire: 'Bearer abcdef0123456789' } };
  expect(scan({ body })).toEqual([
    `${at}.body.json.password: password`,
    `${at}.body.json.inner.wire: bearer`,
  ]);
});

test('a secret is found in a file whose members stand in another order, as a tool may have sorted them', () => {
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
  };
  const stored = interaction('1-get-listings', {
    query: 'token=live0123456789ab',
    headers: [['Content-Encoding', 'gzip']],
    body: gzipSync('{"password":"hunter2"}'),
  });
  const found = scanRecording(recordingOf(sorted(stored) as Interaction));
  expect(found.map(({ path }) => path)).toEqual([
    'interactions[0].request.query',
    `${at}.body.json.password`,
  ]);
});

test('a wire that is not what the readable copy says is found, and so is a secret in it', () => {
  const stored = interaction('1-get-listings', {
    headers: [['Content-Encoding', 'gzip']],
    body: gzipSync('{"a":1}'),
  });
  const forged = { ...stored.response.body, wire: gzipSync('Bearer abcdef0123456789').toString('base64') };
  const recording = recordingOf({ ...stored, response: { ...stored.response, body: forged } } as Interaction);
  expect(scanRecording(recording)).toMatchObject([
    { path: `${at}.body.wire`, kind: 'wire differs' },
    { path: `${at}.body.wire`, kind: 'bearer' },
  ]);
  expect(scanRecording(recordingOf(stored))).toEqual([]);
});

test('UUIDs, placeholders, page tokens and words are no findings', () => {
  expect(
    scan({
      path: '/v1/listings/11111111-1111-4111-8111-111111111111',
      query: 'token=__redacted.token.1__&pageToken=abc123def456',
      headers: [
        ['Set-Cookie', 'a=__redacted.cookie.1__; Path=/'],
        ['Set-Cookie', 'a=; Max-Age=0'],
        ['ETag', '"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
      ],
      body: {
        id: '11111111-1111-4111-8111-111111111111',
        token: 'required',
        apiKey: '__redacted.api-key.1__',
        nextToken: 'abcdef0123456789',
        link: 'https://x/a?sig=__redacted.sig__&expires=__redacted.expires__',
        secret: 'of the garden',
      },
    }),
  ).toEqual([]);
});

test('what the redactor lets through is no finding', () => {
  const redactor = new Redactor(nodeBodies);
  const redacted = redactor.exchange(
    exchange({
      query: 'token=abcdef0123456789&X-Amz-Signature=00ff00ff',
      requestHeaders: [['Authorization', 'Bearer abcdef0123456789']],
      headers: [
        ['Set-Cookie', 'sid=abcdef0123456789; Path=/'],
        ['X-Auth-Token', 'abcdef0123456789'],
      ],
      body: {
        password: 'hunter2',
        accessToken: 'abcdef0123456789xyz',
        jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig',
        text: 'AKIAIOSFODNN7EXAMPLE and Basic dXNlcjpwYXNzd29yZA==',
        link: 'https://a/?u=https%3A%2F%2Fb%2F%3Fsig%3Dabc',
      },
    }),
  );
  expect(scanRecording(recordingOf({ id: '1-get-listings', ...redacted }))).toEqual([]);
});

test('a key that is a secret is told of, and stands in no path', () => {
  const secret = 'sk_live_4f9a1c77b2d84e6a';
  const found = scan({ body: { accounts: { [secret]: { token: `${secret}99` } } } });
  expect(found).toEqual([
    `${at}.body.json.accounts["(secret)"]: vendor-key`,
    `${at}.body.json.accounts["(secret)"].token: token`,
  ]);
});
