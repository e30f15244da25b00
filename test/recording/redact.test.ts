import fc from 'fast-check';
import { mayHoldSecrets } from '../../src/recording/redact/find-secrets.ts';
import { nameVerdict } from '../../src/recording/redact/find-secrets.ts';
import { join } from 'node:path';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import type { HeaderPair, RecordedBody } from '../../src/recording/format.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { holdsSecret } from '../../src/recording/redact/leak-check.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import type { Exchange } from '../../src/recording/format.ts';
import { parseRedactRule } from '../../src/recording/redact/rules.ts';
import { requestKey } from '../../src/recording/request-key.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { heldMemory } from '../support/memory.ts';
import {
  exchange,
  filesIn,
  interaction,
  temporaryDirectory,
  upstream,
  type ExchangeParts,
} from '../support/recordings.ts';
import { amount } from '../support/soak.ts';

const key = 'KEY-SECRET-123';
const signed = `https://files.example.com/r1.csv?X-Amz-Date=20260131T120000Z&X-Amz-Signature=${'ab12'.repeat(16)}&part=1`;

function redacted(parts: ExchangeParts, redactor = new Redactor(nodeBodies)): Exchange {
  const result = redactor.exchange(exchange({ requestHeaders: [['X-API-KEY', key]], ...parts }));
  expect(holdsSecret(result, redactor.secrets)).toBe(false);
  return result;
}

function json(parts: ExchangeParts, redactor?: Redactor): unknown {
  const { body } = redacted(parts, redactor).response;
  return body !== null && 'json' in body ? body.json : body;
}

// The forms in which a program may pass a secret on, each into a text that can stand in a header.
const percent = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string): string =>
  Array.from(text, (character) => String.raw`\u00` + character.charCodeAt(0).toString(16)).join('');
const encodings: Readonly<Record<string, (secret: string) => string>> = {
  raw: (secret) => secret,
  'JSON-escaped': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  'JSON-escaped by number': unicode,
  'percent-encoded': (secret) => encodeURIComponent(secret),
  'percent-encoded throughout, lower case': percent,
  'percent-encoded throughout, upper case': (secret) => percent(secret).toUpperCase(),
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'form-encoded': (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 behind one byte': (secret) => Buffer.from(`a${secret}bc`).toString('base64'),
  'base64 behind two bytes': (secret) => Buffer.from(`ab${secret}c`).toString('base64'),
  base64url: (secret) => Buffer.from(`~?${secret}`).toString('base64url'),
  'hexadecimal, lower case': (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal, upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  HTML: (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('/', '&#x2F;')
      .replaceAll("'", '&#39;'),
};

function decompressions(bytes: Buffer): Buffer[] {
  return [gunzipSync, inflateSync, brotliDecompressSync].flatMap((decode) => {
    try {
      return [decode(bytes)];
    } catch {
      return [];
    }
  });
}

/** Everything a file says, to whoever decodes its base64 and what is compressed in it. */
function contents(file: Buffer): string {
  const texts = [file.toString('latin1')];
  for (const [, base64] of texts[0]!.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)) {
    const bytes = Buffer.from(base64!, 'base64');
    texts.push(...[bytes, ...decompressions(bytes)].map((each) => each.toString('latin1')));
  }
  return texts.join('\n');
}

/** As many as are planted: 200 in the soak. */
const plantedSecrets = amount(60, 200);

test(`${plantedSecrets} planted secrets in every encoding and place: none in the log, the document, the lock or a message`, async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  const secrets = Array.from({ length: plantedSecrets }, (_, at) => {
    const odd = ['/', '+', '=', '"', '&', '%', "'", ':', '<', '\\'][at % 10]!;
    return `sk${at}${odd}Zq${(at * 7919).toString(36)}${odd}x9_${at}-Kv`;
  });
  const messages: string[] = [];
  const redactor = new Redactor(nodeBodies, { secrets: [secrets[0]!] });
  const recording = await openRecording(path, { upstream, redactor });
  const planted: string[] = [];
  for (const [at, secret] of secrets.entries()) {
    const carriers: HeaderPair[][] = [
      [['X-API-KEY', secret]],
      [['Authorization', `Bearer ${secret}`]],
      [['Authorization', `Basic ${Buffer.from(`user:${secret}`).toString('base64')}`]],
      [['X-Auth-Token', secret]],
    ];
    const requestHeaders: HeaderPair[] = [...carriers[at % 4]!, ['Accept', `text/${percent(secret)}`]];
    const forms = Object.values(encodings).map((encode) => encode(secret));
    planted.push(secret, ...forms);
    const text = `begin ${forms.join(' then ')} end`;
    const coding = (['gzip', 'br', 'deflate', undefined] as const)[at % 4];
    const encode = {
      gzip: gzipSync,
      br: brotliCompressSync,
      deflate: deflateSync,
      none: (bytes: Buffer) => bytes,
    }[coding ?? 'none'];
    const bodies = [
      Buffer.from(
        JSON.stringify({
          [`key ${secret}`]: text,
          secret,
          nested: [{ text, pretty: JSON.stringify({ secret }) }],
        }),
      ),
      Buffer.from(JSON.stringify({ text, secret }, null, 2)),
      Buffer.from(text),
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(`utf-16 ${secret}`, 'utf16le'),
        Buffer.from(` ${secret} `),
      ]),
      gzipSync(text),
    ];
    const header = forms.filter((form) => /^[\x20-\x7e]*$/.test(form)).join(' ');
    const added = await recording.add(
      exchange({
        method: 'POST',
        path: `/v1/${percent(secret)}/${encodeURIComponent(secret)}`,
        query: `q=${encodeURIComponent(secret)}&form=${encodings['form-encoded']!(secret)}&token=${percent(secret)}`,
        requestHeaders,
        requestBody: { secret, text },
        status: at % 3 === 0 ? 400 : 200,
        headers: [
          ...(coding === undefined ? [] : [['Content-Encoding', coding] as const]),
          ['Location', `https://x.example.com/?sig=${encodeURIComponent(secret)}`],
          ['Set-Cookie', `s=${encodeURIComponent(secret)}; Path=/`],
          ['X-Echo', header],
        ],
        body: encode(bodies[at % 5]!),
      }),
    );
    expect(added.recorded, `secret ${at}`).toBe(true);
    messages.push(redactor.text(`connect failed: ${text}`), redactor.text(JSON.stringify({ error: text })));
  }
  const before = await filesIn(directory);
  expect([...before.keys()]).toEqual(['a.journal', 'a.lock']);
  await recording.close();
  const after = await filesIn(directory);
  expect([...after.keys()]).toEqual(['a.json']);

  const said = [...before.values(), ...after.values()].map(contents).join('\n') + messages.join('\n');
  expect(planted.filter((form) => said.includes(form))).toEqual([]);
  const wide = secrets.map((secret) => Buffer.from(secret, 'utf16le').toString('latin1').slice(0, -1));
  expect(wide.filter((form) => said.includes(form))).toEqual([]);
  expect((await readRecording(path)).interactions).toHaveLength(plantedSecrets);
});

test('1,000 benign exchanges pass without a change', () => {
  const redactor = new Redactor(nodeBodies, { secrets: [key] });
  for (let at = 0; at < 1000; at += 1) {
    const id = `${String(at).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const benign = exchange({
      path: `/v1/listings/${id}`,
      query: `limit=100&cursor=b2Zmc2V0PTEwMA&pageToken=abc${at}&sort=-price&design=wide&assigned=${at}`,
      requestHeaders: [
        ['Accept', 'application/json'],
        ['If-None-Match', '"5f3c"'],
      ],
      requestBody: { minPrice: at / 100, maxPrice: 200, strategyId: 'str_0001' },
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['ETag', 'W/"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
        ['Link', `<https://api.example.com/v1/listings?cursor=b2Zmc2V0PTEwMA&page=2>; rel="next"`],
        ['Location', `/v1/listings/${id}`],
        ['WWW-Authenticate', 'ApiKey realm="api"'],
        ['Access-Control-Allow-Headers', 'X-API-KEY, Authorization'],
      ],
      body: {
        id,
        title: `Token ring, key fob & signature pen no. ${at}: 100% cotton`,
        description: 'Sign in <b>"here"</b> \\ there; the key = the lock?token',
        nextToken: 'eyJvIjoxMDB9',
        nextPageToken: `abc${at}def456ghi789`,
        keyFeatures: ['secret garden', 'basic dress', 'bearer bond'],
        token: 'required',
        eligibility: { eligible: true, reasons: [] },
        image: `https://img.example.com/${id}.jpg?width=200&expires=never`,
        minPrice: at / 100,
        updatedAt: '2026-01-31T12:00:00.000Z',
        note: 'a=b&c=d',
      },
    });
    expect(redactor.exchange(benign)).toEqual(benign);
    expect(holdsSecret(benign, redactor.secrets)).toBe(false);
  }
});

test('the same secret becomes the same placeholder, so links between interactions survive', () => {
  const redactor = new Redactor(nodeBodies);
  const token = 'f81d4fae7dec11d0a765';
  const listed = json({ body: { files: [{ token }, { token: 'other-token-000111' }] } }, redactor);
  expect(listed).toEqual({ files: [{ token: '__redacted.token.1__' }, { token: '__redacted.token.2__' }] });
  expect(redacted({ path: `/v1/files/${token}` }, redactor).request.path).toBe(
    '/v1/files/__redacted.token.1__',
  );
});

test('a code beside a message is no secret, unless it is one that was met elsewhere', () => {
  const code = '005056A509B11EE1B9A8FEC11C21D78E';
  const body = { known: { code: key, message: 'No' }, told: { code, message: 'No' } };
  expect(redacted({ body }).response.body).toMatchObject({
    json: { known: { code: '__redacted.api-key.1__' }, told: { code } },
  });
  expect(redacted({ body: { code } }).response.body).toMatchObject({ json: { code: '__redacted.code.1__' } });
});

test('a link signed anew is the same link, in a body, in Location and as a request', () => {
  const redactor = new Redactor(nodeBodies);
  const other = signed.replaceAll('ab12', 'cd34').replace('T12', 'T13');
  const clean =
    'https://files.example.com/r1.csv?X-Amz-Date=__redacted.X-Amz-Date__&X-Amz-Signature=__redacted.X-Amz-Signature__&part=1';
  for (const link of [signed, other]) {
    expect(json({ body: { link, html: `<a href="${link.replaceAll('&', '&amp;')}">` } }, redactor)).toEqual({
      link: clean,
      html: `<a href="${clean.replaceAll('&', '&amp;')}">`,
    });
    const { request, response } = redacted(
      { path: '/r1.csv', query: link.split('?')[1]!, headers: [['Location', link]] },
      redactor,
    );
    expect(request.query).toBe(clean.split('?')[1]);
    expect(response.headers).toEqual([['Location', clean]]);
  }
});

test('what a signed link says in a few characters is no secret, and stays', () => {
  const link = (sig: string) => `https://files.example.com/r1.csv?sr=b&sp=rl&sig=${sig}&se=2026-01-31`;
  const amazon = (sig: string) => `https://files.example.com/r1.csv?X-Amz-Expires=900&X-Amz-Signature=${sig}`;
  const body = { link: link('ab12'.repeat(16)), other: amazon('cd34'.repeat(16)) };
  expect(json({ body }, new Redactor(nodeBodies))).toEqual({
    link: link('__redacted.sig__').replace('2026-01-31', '__redacted.se__'),
    other: amazon('__redacted.X-Amz-Signature__'),
  });
});

test.each([
  'expires=1767182400&signature=0123456789abcdef',
  'sv=2024-11-04&se=2026-01-31T12%3A00%3A00Z&sr=b&sp=r&sig=a%2Fb%2Bc%3D12345678',
  'Expires=1767182400&Signature=abcdefgh~ABC-_&Key-Pair-Id=APKAEXAMPLE1',
  'AWSAccessKeyId=AKIDEXAMPLE12345&Signature=abcdefgh%3D&Expires=1767182400',
  'Policy=eyJTdGF0ZW1lbnQi&Signature=abcdefgh__&Key-Pair-Id=K2JCJMDEHXQW5F',
  'X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=a%40b%2F20260131&X-Goog-Signature=0123abcd',
  'X-Sig=SECRETSIG',
  'token=abcdef0123456789&key=abcdef0123456789',
])('no parameter of %s is stored', (query) => {
  const values = query
    .split('&')
    .map((parameter) => parameter.slice(parameter.indexOf('=') + 1))
    .filter((value) => value.length > 1);
  const text = JSON.stringify(redacted({ query, body: { url: `https://x.example.com/a?${query}` } }));
  expect(values.filter((value) => text.includes(value))).toEqual([]);
});

test('a request with another key and another signature is the same request', () => {
  const recorder = new Redactor(nodeBodies);
  const body = { key, minPrice: 10 };
  const { request } = redacted({ query: 'a=1&X-Sig=FIRSTSIG', requestBody: body }, recorder);
  const live = new Redactor(nodeBodies).request({
    method: 'GET',
    path: '/v1/listings',
    query: 'a=1&X-Sig=another-signature',
    headers: [['x-api-key', 'OTHER-KEY']],
    body: Buffer.from(JSON.stringify({ key: 'OTHER-KEY', minPrice: 10 })),
  });
  expect(requestKey(live)).toBe(requestKey(request));
  // A client that follows a replayed link sends the placeholder itself.
  expect(requestKey(new Redactor(nodeBodies).request(request))).toBe(requestKey(request));
});

test('a compressed body with a secret keeps its readable copy only, and goes out compressed and clean', () => {
  const headers: HeaderPair[] = [
    ['Content-Encoding', 'gzip'],
    ['Content-Length', '999'],
  ];
  const { response } = redacted({ headers, body: gzipSync(JSON.stringify({ echo: key })) });
  expect(response.body).toMatchObject({ json: { echo: '__redacted.api-key.1__' } });
  expect(response.body).not.toHaveProperty('wire');
  const sent = nodeBodies.wireBody(response)!;
  expect(gunzipSync(sent.bytes).toString()).toBe('{"echo":"__redacted.api-key.1__"}');
  expect(sent.headers).toContainEqual(['Content-Length', String(sent.bytes.length)]);
});

test('a compressed body without a secret keeps its bytes', () => {
  const bytes = gzipSync('{"a":1}');
  expect(redacted({ headers: [['Content-Encoding', 'gzip']], body: bytes }).response.body).toMatchObject({
    wire: bytes.toString('base64'),
  });
});

test('request headers are stored by allow-list; those of the connection not at all', () => {
  const { request, response } = redacted({
    requestHeaders: [
      ['Host', 'x'],
      ['X-API-KEY', key],
      ['Cookie', 'a=b'],
      ['X-Unknown-Credential', 'c'],
      ['accept', '*/*'],
      ['Range', 'bytes=0-1'],
      ['Idempotency-Key', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ],
    headers: [
      ['Connection', 'close, X-Hop'],
      ['X-Hop', '1'],
      ['Transfer-Encoding', 'chunked'],
      ['X-Two', '1'],
      ['x-two', '2'],
    ],
  });
  expect(request.headers).toEqual([
    ['accept', '*/*'],
    ['Range', 'bytes=0-1'],
    ['Idempotency-Key', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ]);
  expect(response.headers).toEqual([
    ['X-Two', '1'],
    ['x-two', '2'],
  ]);
});

test('cookies that open a session lose their values; preferences stay', () => {
  const { response } = redacted({
    headers: [
      ['Set-Cookie', 'theme=dark; Path=/'],
      ['Set-Cookie', 'sid=s%3A0a1b2c3d4e5f.sig; HttpOnly'],
      ['Set-Cookie', 'gone=; Max-Age=0'],
    ],
    body: { theme: 'dark', session: 's:0a1b2c3d4e5f.sig' },
  });
  expect(response.headers.map(([, value]) => value)).toEqual([
    'theme=dark; Path=/',
    'sid=__redacted.cookie.1__; HttpOnly',
    'gone=; Max-Age=0',
  ]);
  expect(response.body).toEqual({ json: { theme: 'dark', session: '__redacted.cookie.1__' } });
});

test.each([
  ['a JSON Web Token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N`],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE'],
  ['a bearer token', 'Bearer abcdef0123456789abcdef'],
])('%s is taken out by its shape', (_, secret) => {
  const text = JSON.stringify(json({ body: { note: `see ${secret} there` } }));
  expect(text).toMatch(/see (?:Bearer )?__redacted\.[a-z-]+\.1__ there/);
});

test('the user adds rules for JSON, headers and queries', () => {
  const rules = ['$.customer.email', '$..phone', '$.items[*].cost', 'header:X-Shop', 'query:customer'].map(
    parseRedactRule,
  );
  const redactor = new Redactor(nodeBodies, { rules });
  const body = {
    customer: { email: 'bob@example.com', phone: '030-1234567' },
    items: [{ cost: 5, at: 1 }],
    log: 'to bob@example.com',
  };
  const result = redacted({ query: 'customer=bob&a=1', headers: [['X-Shop', 'my-shop']], body }, redactor);
  expect(result.response.body).toEqual({
    json: {
      customer: { email: '__redacted.email.1__', phone: '__redacted.phone.1__' },
      items: [{ cost: 0, at: 1 }],
      log: 'to __redacted.email.1__',
    },
  });
  expect(result.response.headers).toEqual([['X-Shop', '__redacted.x-shop.1__']]);
  expect(result.request.query).toBe('customer=__redacted.customer.1__&a=1');
  expect(json({ body: Buffer.from('{ "customer": { "email": "eve@example.com" } }') }, redactor)).toEqual({
    customer: { email: '__redacted.email.2__' },
  });
});

test.each(['customer', '$', '$.', '$[', 'header:', 'header:a b', 'body:x'])('%o is no rule', (text) => {
  expect(() => parseRedactRule(text)).toThrow(/is not a rule for redaction/);
});

test('a redacted exchange stays as it is when it is redacted again', () => {
  const redactor = new Redactor(nodeBodies);
  const once = redacted(
    {
      query: `token=${key}&sig=abcdefgh`,
      headers: [['Set-Cookie', 'a=b']],
      body: { key, signed, token: 'abcdef123456' },
    },
    redactor,
  );
  const again = redactor.interaction({ id: '1-get-listings', ...once });
  expect(again).toEqual({ id: '1-get-listings', ...once });
  expect(new Redactor(nodeBodies, { secrets: [key] }).interaction(again)).toEqual(again);
});

test('keys such as __proto__ survive redaction as keys', () => {
  const body = Buffer.from(`{"__proto__":{"a":"${key}"},"constructor":"${key}"}`);
  const { response } = redacted({ body });
  expect(JSON.stringify(response.body)).toContain('"__proto__":{"a":"__redacted.api-key.1__"}');
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});

const leaks: readonly (readonly [string, RecordedBody])[] = [
  ['as it is', { text: key }],
  ['in base64', { base64: Buffer.from(`\xff${key}`, 'latin1').toString('base64') }],
  ['in hexadecimal in base64', { base64: Buffer.from(Buffer.from(key).toString('hex')).toString('base64') }],
  ...[gzipSync, brotliCompressSync, deflateSync].map(
    (encode) => [`in ${encode.name}`, { text: 'a', wire: encode(key).toString('base64') }] as const,
  ),
  ['in gzip in gzip', { base64: gzipSync(gzipSync(key)).toString('base64') }],
];

test.each(leaks)('the last gate refuses a secret %s', (_, body) => {
  const redactor = new Redactor(nodeBodies, { secrets: [key] });
  const stored = interaction('1-get-listings');
  const leaking = { ...stored, response: { ...stored.response, body } };
  expect(holdsSecret(leaking, redactor.secrets)).toBe(true);
});

test('an interaction that the gate refuses is not written, and named without its secret', async () => {
  const directory = await temporaryDirectory();
  // A redactor that overlooks everything.
  const blind = Object.assign(new Redactor(nodeBodies, { secrets: [key] }), {
    exchange: (each: Exchange) => each,
  });
  const recording = await openRecording(join(directory, 'a.json'), {
    upstream,
    redactor: blind,
  });
  const added = await recording.add(exchange({ requestHeaders: [], body: { key } }));
  expect(added).toMatchObject({ recorded: false, error: { kind: 'leak', path: '1-get-listings' } });
  expect(added.recorded ? '' : added.error.message).not.toContain(key);
  await recording.close();
  expect([...(await filesIn(directory)).keys()]).toEqual([]);
});

test('what was stored before its secret was known is redacted when the recording is closed', async () => {
  const path = join(await temporaryDirectory(), 'a.json');
  const recording = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
  await recording.add(exchange({ requestHeaders: [], body: { note: 'abcdef-654321' } }));
  await recording.add(
    exchange({ path: '/v1/strategies', requestHeaders: [['Authorization', 'abcdef-654321']] }),
  );
  await recording.close();
  expect((await readRecording(path)).interactions[0]!.response.body).toEqual({
    json: { note: '__redacted.authorization.1__' },
  });
});

test('links that are signed anew for days do not fill the memory', () => {
  const redactor = new Redactor(nodeBodies);
  const before = heldMemory().heapUsed;
  for (let at = 0; at < amount(5_000, 20_000); at += 1)
    redactor.text(`https://x.example.com/a?X-Amz-Signature=${String(at).padStart(64, 'a')}`);
  expect(heldMemory().heapUsed - before).toBeLessThan(60 * 1024 * 1024);
  expect(redactor.text('https://x.example.com/a')).toBe('https://x.example.com/a'); // it is alive until here
});

test('a body that is no text at all passes untouched', () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256));
  const { response } = redacted({ headers: [], body: bytes });
  expect(response.body).toEqual(nodeBodies.recordBody(bytes, []));
});

const megabytes = amount(2, 20);

test.each([
  ['one long word', 'eyJ'.padEnd(megabytes * 1e6, 'a')],
  ['one long field', `{"token": "${'a1'.repeat(megabytes * 5e5)}`],
  ['nothing but escapes', String.raw`{"a": "` + String.raw`\n`.repeat(megabytes * 1e5) + '"}'],
  ['bytes', Buffer.alloc(megabytes * 1e6, 0xff)],
])(`a body of ${megabytes} MB that is %s is recorded in time`, async (_, body) => {
  const path = join(await temporaryDirectory(), 'a.json');
  const recording = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
  const added = await recording.add(exchange({ body: Buffer.from(body as string) }));
  expect(added.recorded).toBe(true);
  await recording.close();
  expect(recording.failed).toBeUndefined();
  expect((await readRecording(path)).interactions).toHaveLength(1);
});

test('property: no name that is judged secret is passed over at the first look', () => {
  const words =
    'user|db|app|pw|pwd|pass|word|api|key|access|token|amz|goog|x|sig|hmac|otp|id|sess|connect|sid|value|dsn|code|mfa|bearer|signature|response|saml|aws|google|credentials|jwt|cookie'.split(
      '|',
    );
  const style = fc.constantFrom('_', '-', ' ', '.', '');
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
      style,
      fc.boolean(),
      (parts, between, capital) => {
        const name = parts
          .map((part, at) => (capital && at > 0 ? part[0]!.toUpperCase() + part.slice(1) : part))
          .join(between);
        fc.pre(nameVerdict(name) !== 'ordinary');
        expect(mayHoldSecrets(JSON.stringify({ [name]: 1 }))).toBe(true);
      },
    ),
    { numRuns: amount(500, 2000) },
  );
});

test.each(['user_pw', 'x_amz_key_part', 'xGoogCredential'])(
  'a compact JSON body loses the secret under %s',
  (name) => {
    const value = 'Tr0ub4dor3xyzQ';
    const stored = redacted({ body: { [name]: value, plain: 1 } });
    expect(JSON.stringify(stored)).not.toContain(value);
  },
);
