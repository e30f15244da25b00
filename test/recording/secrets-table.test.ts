// 60 names, 12 values, 14 ways to write them: what stands under the name of a secret is found wherever it stands.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { exchange, type ExchangeParts } from '../support/recordings.ts';

const names = [
  'password',
  'passwd',
  'pwd',
  'pass',
  'passphrase',
  'passcode',
  'user[password]',
  'db.password',
  'smtp_password',
  'secret',
  'client_secret',
  'clientSecret',
  'app_secret',
  'webhook_secret',
  'consumerSecret',
  'api_key',
  'apiKey',
  'API-KEY',
  'apikey',
  'x-api-key',
  'access_key',
  'secretAccessKey',
  'secret_key',
  'private_key',
  'privateKey',
  'signing_key',
  'encryptionKey',
  'masterKey',
  'sharedKey',
  'auth_key',
  'consumerKey',
  'licenseKey',
  'subscription-key',
  'session_key',
  'hmacKey',
  'x-functions-key',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'auth_token',
  'bearer_token',
  'csrf_token',
  'session_token',
  'privateToken',
  'vault_token',
  'deviceToken',
  'apiToken',
  'oauth_token',
  'reset_token',
  'sessionId',
  'session_id',
  'PHPSESSID',
  'otp',
  'totp',
  'verification_code',
  'mfaCode',
  'authorization',
  'connectionString',
  'dsn',
];

const values: Readonly<Record<string, string>> = {
  'a UUID': '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a',
  'hexadecimal digits': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  'letters alone': 'correcthorsebatterystaple',
  'a short one': 'hunter2',
  'a short word': 'sesame',
  'digits alone': '83921745',
  base64: 'q83vEjRWeJCrze8SNFZ4kA+/==',
  punctuation: 'p@ss!w0rd$1',
  'several words': 'correct horse battery',
  'mixed case': 'aB3dE5gH7jK9mN1p',
  'dots and dashes': 'v1.abcDEF-123_xyz',
  'a long one': 'k7'.repeat(100),
};

const json = (name: string, value: string): string => JSON.stringify({ user: 'bob', [name]: value });
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const text = (body: string): ExchangeParts => ({
  headers: [['Content-Type', 'text/plain']],
  body: Buffer.from(body),
});
const identifier = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '');

/** How a name and a value are written, and the form of the value that must be gone. */
const encodings: Readonly<
  Record<string, (name: string, value: string) => readonly [ExchangeParts, gone: string]>
> = {
  'a field of JSON': (name, value) => [{ body: JSON.parse(json(name, value)) }, value],
  'a field of JSON with spaces': (name, value) => [
    text(JSON.stringify({ user: 'bob', [name]: value }, null, 2).replaceAll('[', '[')),
    value,
  ],
  'JSON in a text of JSON': (name, value) => [{ body: { log: `sent ${json(name, value)}` } }, value],
  'a name and a value of JSON': (name, value) => [{ body: { fields: [{ name, value }] } }, value],
  'a parameter of a link': (name, value) => [
    { body: { to: `https://x.example.com/?a=1&${name}=${encodeURIComponent(value)}&b=2` } },
    encodeURIComponent(value),
  ],
  'a query': (name, value) => [
    { query: `a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}` },
    encodeURIComponent(value),
  ],
  'a form': (name, value) => [
    text(new URLSearchParams({ user: 'bob', [name]: value }).toString()),
    new URLSearchParams({ a: value }).toString().slice(2),
  ],
  'a form in parts': (name, value) => [
    {
      ...text(
        `--b0\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b0\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b0--\r\n`,
      ),
    },
    value,
  ],
  'an element of XML': (name, value) => [
    text(`<u><id>7</id><${identifier(name)}>${value}</${identifier(name)}></u>`),
    value,
  ],
  'a line of YAML': (name, value) => [text(`user: bob\n  ${identifier(name)}: ${value}\nid: 7\n`), value],
  'a setting of a shell': (name, value) => [
    text(`export USER=bob\nexport ${identifier(name).toUpperCase()}='${value}'\n`),
    value,
  ],
  'JSON in base64': (name, value) => [
    { body: { data: base64(json(name, value)) } },
    base64(json(name, value)),
  ],
  'JSON in base64 twice': (name, value) => [
    { body: { data: base64(base64(json(name, value))) } },
    base64(base64(json(name, value))),
  ],
  'JSON in gzip in base64': (name, value) => [
    { body: { data: base64(gzipSync(json(name, value))) } },
    base64(gzipSync(json(name, value))),
  ],
};

test('there are 60 names, 12 values and 14 encodings', () => {
  expect([new Set(names).size, Object.keys(values).length, Object.keys(encodings).length]).toEqual([
    60, 12, 14,
  ]);
});

test.each(Object.keys(encodings))('every secret is taken out of %s', (encoding) => {
  const left: string[] = [];
  for (const name of names) {
    for (const [kind, value] of Object.entries(values)) {
      const [parts, gone] = encodings[encoding]!(name, value);
      const stored = new Redactor(nodeBodies).exchange(exchange(parts));
      const said = JSON.stringify(stored);
      if (said.includes(gone) || said.includes(JSON.stringify(gone).slice(1, -1)))
        left.push(`${name}: ${kind}`);
    }
  }
  expect(left).toEqual([]);
});
