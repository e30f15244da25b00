// Defects of redaction that were measured, each under the name that its review gave it.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import type { HeaderPair } from '../../src/recording/format.ts';
import { toHar } from '../../src/recording/har/har-out.ts';
import { importHar } from '../../src/recording/har/har-in.ts';
import { requestKey } from '../../src/recording/request-key.ts';
import { scanRecording } from '../../src/recording/file/scan.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { run, startCommand } from '../cli/command.ts';
import { sqliteOf, tarOf, zipOf } from '../support/archives.ts';
import {
  exchange,
  filesIn,
  interaction,
  printRecording,
  recordingOf,
  session,
  temporaryDirectory,
  upstream,
  type ExchangeParts,
  fates,
} from '../support/recordings.ts';
import { first } from '../support/soak.ts';
import { vendorSecrets } from '../support/vendor-secrets.ts';

/** A key of the session, which the service also writes into its answers. */
const key = ['live', '9fK2mQz7Xw4Rt9Lb3Nc6'].join('_');
const withKey = (parts: ExchangeParts = {}): ReturnType<typeof exchange> =>
  exchange({ requestHeaders: [['X-API-KEY', key]], ...parts });
const typed = (type: string, body: string | Uint8Array, more: readonly HeaderPair[] = []): ExchangeParts => ({
  headers: [['Content-Type', type], ...more],
  body: Buffer.from(body as string),
});
const text = (body: string): ExchangeParts => typed('text/plain', body);

/** A run that repeats nothing, in which compression finds little. */
const filler = (length: number): string => {
  let content = '';
  for (let at = 0; content.length < length; at += 1) content += `SKU-${at},${at % 97}.99\n`;
  return content;
};

describe('hardening 2: a flat object of 20,000 keys takes no quadratic time', () => {
  const flat = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field-${at}`, `value ${at}`]));

  test('in an answer that is recorded', () => {
    const stored = new Redactor(nodeBodies).exchange(withKey({ body: { ...flat, password: 'hunter2' } }));
    expect(stored.response.body).toEqual({ json: { ...flat, password: '__redacted.password.1__' } });
  });

  test('in a request that a replay matches', () => {
    const redactor = new Redactor(nodeBodies);
    const request = {
      method: 'PATCH',
      path: '/v1/a',
      query: '',
      headers: [],
      body: Buffer.from(JSON.stringify(flat)),
    };
    expect(requestKey(request, (each) => redactor.request(each))).toBe(requestKey(request));
  });

  test('in a HAR that is imported', () => {
    const har = toHar(
      recordingOf(interaction('1-get-listings', { body: { ...flat, password: 'hunter2' } })),
      '0.1.0',
    );
    const recording = importHar(har, 'a.har', new Redactor(nodeBodies), {});
    expect(recording.interactions[0]!.response.body).toEqual({
      json: { ...flat, password: '__redacted.password.1__' },
    });
  });
});

describe('hardening 5: what cannot be decoded is left out, never stored unseen', () => {
  const zstd = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from(`raw ${key}`)]);
  const xz = Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), Buffer.from('raw block')]);
  const link = `https://files.example.com/a?X-Amz-Signature=${'ab12'.repeat(16)}`;

  const bodies: readonly (readonly [string, () => ExchangeParts, reason: string])[] = [
    ['zstd as an encoding', () => typed('text/csv', zstd, [['Content-Encoding', 'zstd']]), 'undecoded'],
    ['a file of xz', () => typed('application/x-xz', xz), 'undecoded'],
    ['a file of zstd', () => typed('application/zstd', xz), 'undecoded'],
    ['a file of xz without a type', () => ({ headers: [], body: xz }), 'undecoded'],
    [
      'a deflated ZIP with a key',
      () => typed('application/zip', zipOf('a.txt', `${filler(900)}${key}`)),
      'secret',
    ],
    [
      'a deflated ZIP with a signed link',
      () => typed('application/zip', zipOf('a.txt', `to ${link}`)),
      'secret',
    ],
    ['a gzip file with a signed link', () => typed('application/gzip', gzipSync(`to ${link}`)), 'secret'],
    [
      'a ZIP in a gzip file',
      () => typed('application/gzip', gzipSync(zipOf('a.txt', `${filler(900)}${key}`))),
      'secret',
    ],
  ];
  const long = () => `${filler(12_000_000)}key=${key}\n`;
  const large: typeof bodies = [
    [
      '12 MB under gzip',
      () => typed('text/csv', gzipSync(long()), [['Content-Encoding', 'gzip']]),
      'undecoded',
    ],
    ['12 MB under br', () => typed('text/csv', brotliOf(long()), [['Content-Encoding', 'br']]), 'undecoded'],
    ['12 MB in a gzip file', () => typed('application/gzip', gzipSync(long())), 'secret'],
    [
      '40 MB in a gzip file',
      () => typed('application/gzip', gzipSync(Buffer.alloc(40_000_000, `a ${key} `))),
      'undecoded',
    ],
  ];

  test.each(first(bodies.length, [...bodies, ...large]))('%s', async (_, made, reason) => {
    const parts = made();
    const path = join(await temporaryDirectory(), 'a.json');
    const sent = withKey(parts);
    const recording = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
    const side = reason === 'secret' ? 'secret' : 'undecoded';
    expect(await recording.add(sent)).toMatchObject({ recorded: true, omitted: { response: side } });
    await recording.close();
    const bytes = Buffer.from(parts.body as Uint8Array);
    expect((await readRecording(path)).interactions[0]!.response.body).toMatchObject({
      omitted: { bytes: bytes.length, reason },
    });
    const file = await readFile(path, 'utf8');
    expect(file).not.toContain(bytes.toString('base64').slice(0, 200));
    expect(file).not.toContain(key);

    const kept = new Redactor(nodeBodies, { keepUndecoded: true }).exchange(sent).response;
    if (reason === 'secret') expect(kept.body).toMatchObject({ omitted: { reason } });
    else if (bytes.includes(key)) expect(kept.body).not.toBeNull();
    else expect(Buffer.compare(nodeBodies.wireBody(kept)!.bytes, bytes)).toBe(0);
  });
});

function brotliOf(content: string): Buffer {
  return brotliCompressSync(content, { params: { 1: 4 } });
}

describe('hardening 10: ordinary data is not destroyed', () => {
  const stored = (sent: string, body: string): string => {
    const each = exchange({ requestHeaders: [['X-API-KEY', sent]], ...typed('application/json', body) });
    return Buffer.from(
      nodeBodies.wireBody(new Redactor(nodeBodies).exchange(each).response)!.bytes,
    ).toString();
  };

  test.each([
    ['123456', '{"id":9123456,"other":"9123456"}'],
    ['123456', '{"id":123456}'],
    ['test_key', '{"name":"latest_keyboard"}'],
    ['test_key', '{"latest_keyboard":1,"my-test_key-2":true}'],
    ['status', '{"status":"active","note":"status"}'],
    ['listings', '{"listings":[],"path":"/v1/listings"}'],
    ['2026-11', '{"month":"2026-11","at":"2026-11-22T04:00:00.000Z"}'],
    ['sesame', '{"sesame":1,"seeds":"sesameseeds"}'],
    ['sesame', '{"message":"No key is given (as in `X-API-KEY: YOUR_SECRET_KEY`)"}'],
  ])('the key %j spoils nothing in %s', (sent, body) => {
    expect(stored(sent, body)).toBe(body);
  });

  test('what only begins as an example of a key does is redacted', () => {
    expect(stored('sesame', '{"message":"X-API-KEY: YOUR_k8Fj2Lq9"}')).not.toContain('k8Fj2Lq9');
  });

  test.each([undefined, 2])('the password "listing" renames no JSON key (indent %j)', (indent) => {
    const body = { password: 'listing', listing: { 'listing-id': 1 }, title: 'a listing' };
    const expected = { ...body, password: '__redacted.password.1__' };
    const sent = JSON.stringify(body, null, indent);
    expect(stored('x', sent)).toBe(JSON.stringify(expected, null, indent));
    // The password in the credentials of a request.
    const basic = [['Authorization', `Basic ${Buffer.from('bob:listing').toString('base64')}`]] as const;
    const said = exchange({ requestHeaders: basic, ...text(JSON.stringify({ listing: 1 }, null, indent)) });
    expect(new Redactor(nodeBodies).exchange(said).response.body).toEqual(said.response.body);
  });

  test.each(['status', 'listings', '2026-11'])(
    'a key equal to the word %j records, closes and opens again, and refuses nothing',
    async (word) => {
      const path = join(await temporaryDirectory(), 'a.json');
      const sent = exchange({
        requestHeaders: [['X-API-KEY', word]],
        at: '2026-11-22T04:00:00.000Z',
        body: { status: 'active', listings: [{ month: '2026-11' }] },
      });
      for (const round of [0, 1]) {
        const recording = await session(path, [sent]);
        expect(recording.failed).toBeUndefined();
        expect(fates(recording.added)).toEqual([round === 0 ? 'recorded' : 'repeated']);
      }
      const [stored] = (await readRecording(path)).interactions;
      expect(stored!.response.body).toEqual(sent.response.body);
      expect(scanRecording(await readRecording(path))).toEqual([]);
    },
  );
});

describe('hardening 13: what was found on the disk', () => {
  const secret = ['Zk9QwErTy42', 'LmNoPq7'].join('');
  const uuid = '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a';
  const base32 = (content: string): string => {
    const bits = Array.from(Buffer.from(content), (byte) => byte.toString(2).padStart(8, '0')).join('');
    return bits.replace(/.{1,5}/g, (five) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(five.padEnd(5, '0'), 2)),
    );
  };
  const base64 = (content: string | Uint8Array): string => Buffer.from(content as string).toString('base64');

  const fields = [
    'pwd',
    'pass',
    'passphrase',
    'sessionId',
    'session_id',
    'bearer',
    'cookie',
    'otp',
    'signing_key',
    'encryptionKey',
    'masterKey',
    'connectionString',
    'dsn',
    'consumerKey',
    'licenseKey',
    'secrets',
    'apiKey',
    'password',
    'access_token',
    'private_key',
    'client_secret',
  ];
  const parameters = [
    'pass',
    'code',
    'session',
    'sid',
    'private_key',
    'app_secret',
    'webhook_secret',
    'secret_key',
    'x-functions-key',
    'assertion',
    'api_key',
    'access_token',
    'password',
    'jwt',
    'auth',
  ];
  const requestHeaders = [
    'Private-Token',
    'X-Vault-Token',
    'X-Token',
    'X-Session',
    'X-Session-Id',
    'X-Auth',
    'X-Signature',
    'X-Credential',
    'X-API-KEY',
    'Authorization',
    'Cookie',
  ];
  const answerHeaders = ['X-Vault-Token', 'X-Hub-Signature-256', 'Authentication-Info', 'X-Auth-Token'];

  const planted: readonly (readonly [what: string, parts: ExchangeParts, gone: string])[] = [
    ...fields.map((name) => [`the field ${name}`, { body: { [name]: secret } }, secret] as const),
    ...['apiKey', 'password', 'sessionId', 'client_secret'].flatMap((name) =>
      [uuid, 'correcthorse', 'hunter2', 'p@ss!w0rd$1'].map(
        (value) => [`${value} under ${name}`, { body: { [name]: value } }, value] as const,
      ),
    ),
    ...parameters.map(
      (name) => [`the parameter ${name}`, { query: `a=1&${name}=${secret}` }, secret] as const,
    ),
    ...requestHeaders.map(
      (name) =>
        [
          `the request header ${name}, said again in the answer`,
          {
            requestHeaders: [[name, name === 'Cookie' ? `sid=${secret}` : secret]] as HeaderPair[],
            body: { note: secret },
          },
          secret,
        ] as const,
    ),
    ...answerHeaders.map(
      (name) => [`the header ${name}`, { headers: [[name, secret]] as HeaderPair[] }, secret] as const,
    ),
    ['Location with user info', { headers: [['Location', `https://bob:${secret}@x.example.com/`]] }, secret],
    ['user info in a link', { body: { to: `https://bob:${secret}@x.example.com/` } }, secret],
    ['user info in a DSN', { body: { db: `postgres://bob:${secret}@db.example.com:5432/a` } }, secret],
    [
      'a field of a multipart form',
      text(`--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--\r\n`),
      secret,
    ],
    ['a line of YAML', text(`user: bob\npassword: ${secret}\n`), secret],
    ['an element of XML', text(`<a><password>${secret}</password></a>`), secret],
    ['a name and a value', { body: [{ name: 'password', value: secret }] }, secret],
    ['a value within a token', { body: { token: { value: secret } } }, secret],
    ['a file of settings', text(`USER=bob\nAPI_KEY=${secret}\n`), secret],
    [
      'base64 of gzip',
      { body: { data: base64(gzipSync(`{"password":"${secret}"}`)) } },
      base64(gzipSync(`{"password":"${secret}"}`)),
    ],
    [
      'base64 twice',
      { body: { data: base64(base64(`{"password":"${secret}"}`)) } },
      base64(base64(`{"password":"${secret}"}`)),
    ],
    [
      'base64 with line ends as in mail',
      { body: { data: base64(`${'x'.repeat(120)}{"password":"${secret}"}`).replace(/.{76}/g, '$&\r\n') } },
      base64(`${'x'.repeat(120)}{"password":"${secret}"}`).slice(-24),
    ],
    ['base32', { body: { data: base32(`{"password":"${secret}"}`) } }, base32(`{"password":"${secret}"}`)],
    ['quoted-printable', text(`password=3D${secret.slice(0, 10)}=\r\n${secret.slice(10)}`), secret.slice(10)],
  ];

  test.each(planted)('%s', (_, parts, gone) => {
    const stored = new Redactor(nodeBodies).exchange(withKey(parts));
    expect(JSON.stringify(stored)).not.toContain(gone);
  });

  test('5,000 keys are all remembered', () => {
    const redactor = new Redactor(nodeBodies);
    const keys = Array.from({ length: 5000 }, (_, at) => `${secret}-${String(at).padStart(5, '0')}`);
    for (const each of keys) redactor.exchange(exchange({ requestHeaders: [['X-API-KEY', each]] }));
    const told = JSON.stringify(redactor.exchange(exchange({ requestHeaders: [], body: { notes: keys } })));
    expect(keys.filter((each) => told.includes(each))).toEqual([]);
  });

  test('a secret first met under a neutral name is gone from the file at the end', async () => {
    const path = join(await temporaryDirectory(), 'a.json');
    await session(path, [
      exchange({ requestHeaders: [], body: { note: secret } }),
      exchange({ path: '/v1/reports', requestHeaders: [['X-API-KEY', secret]] }),
    ]);
    for (const [, bytes] of await filesIn(join(path, '..'))) expect(bytes.toString()).not.toContain(secret);
  });

  test('and, where the recorder was killed, at the next opening at which it is met again', async () => {
    const directory = await temporaryDirectory();
    const killed = join(directory, 'killed.json');
    const recording = await openRecording(killed, { upstream, redactor: new Redactor(nodeBodies) });
    await recording.add(exchange({ requestHeaders: [], body: { note: secret } }));
    await recording.add(exchange({ path: '/v1/reports', requestHeaders: [['X-API-KEY', secret]] }));
    // What a killed recorder leaves is its journal.
    await mkdir(join(directory, 'next'));
    const path = join(directory, 'next', 'killed.json');
    await copyFile(join(directory, 'killed.journal'), join(directory, 'next', 'killed.journal'));
    await recording.close();
    await session(path, [exchange({ path: '/v1/reports', requestHeaders: [['X-API-KEY', secret]] })]);
    const files = await filesIn(join(directory, 'next'));
    expect([...files.keys()]).toEqual(['killed.json']);
    expect(files.get('killed.json')!.toString()).not.toContain(secret);
  });

  test('serve logs paths masked', async () => {
    const [shaped] = vendorSecrets['Stripe live']!;
    for (const form of ['pretty', 'json']) {
      await using served = await startCommand(['--port', '0', '--data', 'tiny', '--log', form]);
      await fetch(`${served.url}/v1/x/${shaped}?api_key=${secret}`);
      expect(served.out()).toContain('/v1/x/');
      expect(served.out()).not.toContain(shaped);
      expect(served.out()).not.toContain(secret);
    }
  });
});

describe('clients F2: a download of bytes is byte-true, or left out aloud', () => {
  const files: readonly (readonly [what: string, file: (content: string) => ExchangeParts])[] = [
    ['a stored ZIP', (content) => typed('application/zip', zipOf('a.sh', content, 0))],
    ['a deflated ZIP', (content) => typed('application/zip', zipOf('a.sh', content))],
    ['a tar', (content) => typed('application/x-tar', tarOf('a.sh', content))],
    ['a tar without a type', (content) => ({ headers: [], body: tarOf('a.sh', content) })],
    [
      'an npm tarball',
      (content) => typed('application/octet-stream', gzipSync(tarOf('package/a.js', content))),
    ],
    ['an SQLite database', (content) => typed('application/vnd.sqlite3', sqliteOf(content))],
    ['a .csv.gz', (content) => typed('application/gzip', gzipSync(content))],
    ['an image', (content) => typed('image/png', Buffer.from(`\x89PNG\r\n\x1a\n\0${content}`, 'latin1'))],
  ];

  test.each(files)('%s with names of secrets in it is byte-true', (_, file) => {
    const parts = file(
      'curl "https://x.example.com/?token=mySecretToken&key=value"; a="?token=${wsToken}"\n',
    );
    const { response } = new Redactor(nodeBodies).exchange(withKey(parts));
    expect(Buffer.compare(nodeBodies.wireBody(response)!.bytes, parts.body as Uint8Array)).toBe(0);
  });

  test.each(files)('%s with the key of the session in it is left out, and told', async (_, file) => {
    const directory = await temporaryDirectory();
    const parts = file(`curl -H "X-API-KEY: ${key}" https://x.example.com/\n`);
    const path = join(directory, 'a.json');
    const recording = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
    expect(await recording.add(withKey(parts))).toMatchObject({
      recorded: true,
      omitted: { response: 'secret' },
    });
    await recording.close();
    const [stored] = (await readRecording(path)).interactions;
    expect(stored!.response.body).toMatchObject({
      omitted: { bytes: (parts.body as Uint8Array).length, reason: 'secret' },
    });
    const why = 'it is binary and holds a secret';
    expect((await run(['recordings', 'show', path], { cwd: directory })).out).toContain(why);
    expect(await run(['recordings', 'check', path], { cwd: directory })).toMatchObject({
      code: 0,
      out: expect.stringContaining(why) as string,
    });
  });
});

describe('ecosystem, leak found: ten credentials under a neutral name', () => {
  const ten = [
    'npm',
    'SendGrid',
    'Slack hook',
    'basic auth in a URL',
    'PostgreSQL',
    'Shopify app',
    'Linear',
    'Hugging Face',
    'Anthropic',
    'OpenAI project',
  ].map((name) => [name, ...vendorSecrets[name]!] as const);
  const raw = recordingOf(
    ...ten.map(([, value], at) =>
      interaction(`${at + 1}-get-notes`, { path: `/v1/notes/${at}`, body: { value } }),
    ),
  );

  test('check finds all ten in a recording that holds them', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'raw.json'), printRecording(raw));
    const { code, out } = await run(['recordings', 'check', join(directory, 'raw.json')], { cwd: directory });
    expect(code).toBe(4);
    const at = ten.filter((_, index) => !out.includes(`interactions[${index}].response.body.json.value`));
    expect(at).toEqual([]);
    for (const [, value, secret = value] of ten) expect(out).not.toContain(secret);
  });

  test('import leaves none of them, and check has nothing to say', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'a.har'), JSON.stringify(toHar(raw, '0.1.0')));
    const surroundings = { cwd: directory };
    const imported = await run(
      ['recordings', 'import', 'a.har', '--name', 'clean', '--dir', directory],
      surroundings,
    );
    expect(imported).toMatchObject({ code: 0 });
    const file = await readFile(join(directory, 'clean.json'), 'utf8');
    expect(ten.filter(([, value, secret = value]) => file.includes(secret))).toEqual([]);
    expect(await run(['recordings', 'check', 'clean', '--dir', directory], surroundings)).toMatchObject({
      code: 0,
    });
  });
});
