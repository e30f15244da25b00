// Ordinary data survives recording: every kind of value here looks a little like a secret, stands under a name that reminds
// of one, or is a file. What a replay sends is compared with what came, to the byte.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import type { HeaderPair } from '../../src/recording/format.ts';
import { sqliteOf, tarOf, zipOf } from '../support/archives.ts';
import { exchange, session, temporaryDirectory, type ExchangeParts } from '../support/recordings.ts';

type Parts = Omit<ExchangeParts, 'requestHeaders'>;

/** A key as services give them out. */
const key = ['pak', 'live', '8fK2mQz7Xw4Rt9Lb3Nc6Vd1Y'].join('_');

const typed = (type: string, body: string | Uint8Array): Parts => ({
  headers: [['Content-Type', type]],
  body: Buffer.from(body as string),
});
const headers = (...pairs: readonly HeaderPair[]): Parts => ({
  headers: [['Content-Type', 'application/json'], ...pairs],
  body: {},
});
/** JSON in one line, JSON for reading, and JSON as a text within JSON. */
const json = (value: unknown): Parts[] => [
  typed('application/json', JSON.stringify(value)),
  typed('application/json', JSON.stringify(value, null, 2)),
  typed('application/json', JSON.stringify({ log: JSON.stringify(value) })),
];
/** Values of one kind: under the names, and without one in a list, in lines, in paths and in queries. */
const values = (names: readonly string[], ...each: readonly string[]): Parts[] => [
  ...each.flatMap((value) => json(Object.fromEntries(names.map((name) => [name, value])))),
  ...json({ items: each }),
  typed('text/plain', each.join('\n')),
  typed('text/csv', [names.join(','), ...each.map((value) => names.map(() => value).join(','))].join('\r\n')),
  ...each.map((value) => ({
    path: `/v1/items/${encodeURIComponent(value)}`,
    query: `q=${encodeURIComponent(value)}&limit=20`,
    body: {},
  })),
];
const hash = (algorithm: string, text = 'ordinary'): string =>
  createHash(algorithm).update(text).digest('hex');
const hash64 = (algorithm: string): string => createHash(algorithm).update('ordinary').digest('base64');
const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');
/** Bytes as a picture or a font has them: the same in every run. */
const noise = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 12345; at < length; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
};
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), noise(900)]);
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), noise(1200)]);
const woff = Buffer.concat([Buffer.from('wOF2'), noise(600)]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const names = 'curl "https://x.example.com/?token=${wsToken}&key=value"\nfetch("/ws?token=mySecretToken")\n';
const csv = `sku,price,token_count\r\n${Array.from({ length: 200 }, (_, at) => `SKU-${at},${at}.99,${at}`).join('\r\n')}`;
const script =
  'function a(e){var t=e.token;this.token=t;this.password=e.value;return fetch("/login",{method:"POST",body:"password="+encodeURIComponent(e.password)})}' +
  'const n=e=>{password=e.value,o.apiKey=getApiKey(),secret=i(7)};export{n as login};';

const kinds: Readonly<Record<string, Parts | readonly Parts[]>> = {
  'UUIDs v4': values(
    ['id', 'strategyId', 'requestId'],
    '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a',
    '{7D444840-9DC0-4D3B-8F1A-1F2E3D4C5B6A}',
  ),
  'UUIDs v7': values(['id', 'cursor'], '019b1f9c-7a3e-7c1d-9f00-1234567890ab'),
  ULIDs: values(['id', 'event_id'], '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  KSUIDs: values(['id', 'trace'], '0ujtsYcgvSTl8PAuAdqWYSMnLOv'),
  nanoids: values(['id', 'slug'], 'V1StGXR8_Z5jdHi6B-myT'),
  ObjectIds: values(['_id', 'ref'], '507f1f77bcf86cd799439011'),
  'ids of Stripe': values(['id', 'customer'], 'cus_9s6XKzkNRiz8i3', 'pi_3MtwBwLkdIwHu7ix28a3tqPa'),
  SKUs: values(['sku', 'seller_sku', 'key'], 'SKU-12345', 'AB-1234-XL/RED', 'ABC.1234_56'),
  'SKUs that begin as keys do': values(
    ['sku', 'mpn'],
    'ASIAN-LAMP-12',
    'ASIABLUELAMPSHADEXXL',
    'AKIAROSEWOODDRESSERS',
    'AKIA-2',
    'sk-1042',
    'SG.12.34',
    'key-101',
    'key-chain-blue',
    'npm_42',
    'hf_cable_2',
    'pk_test',
    'EAA-10',
    'r8_green',
    'ghp_1',
  ),
  ASINs: values(['asin', 'parent_asin'], 'B08N5WRWNW', '0306406152'),
  'EAN, GTIN and ISBN': [
    ...values(['ean', 'gtin', 'isbn'], '4006381333931', '00012345600012', '978-3-16-148410-0'),
    ...json({ ean: 4006381333931 }),
  ],
  'order numbers': values(['orderId', 'number'], '026-1234567-1234567', 'INV-2026-00042', '14-08213-55512'),
  'tracking numbers': values(['tracking', 'tracking_number'], '1Z999AA10123456784', 'JJD000390007827482039'),
  hashes: values(
    ['sha256', 'checksum', 'etag', 'digest', 'commit', 'hash', 'md5'],
    ...['md5', 'sha1', 'sha256', 'sha512'].map((algorithm) => hash(algorithm)),
    hash64('md5'),
    `sha512-${hash64('sha512')}`,
    `sha256:${hash('sha256')}`,
  ),
  'commits in sentences': typed('text/plain', `merged on GitHub as "${hash('sha1')}" by bob`),
  'hash headers': headers(
    ['Digest', `SHA-256=${hash64('sha256')}`],
    ['Content-MD5', hash64('md5')],
    ['Repr-Digest', `sha-256=:${hash64('sha256')}:`],
    ['X-Goog-Hash', `crc32c=n03x6A==,md5=${hash64('md5')}`],
    ['X-Content-SHA256', hash('sha256')],
  ),
  ETags: [
    headers(['ETag', `"${hash('md5')}"`]),
    headers(['ETag', `W/"${hash('sha1')}"`]),
    headers(['ETag', '"33a64df551425fcc55e4d42a148795d9f25f89d4-gzip"']),
    headers(['ETag', 'W/"5-SKU12345678901234567890"']),
  ],
  'dates in headers': headers(
    ['Last-Modified', 'Sat, 31 Jan 2026 12:00:00 GMT'],
    ['Expires', '0'],
    ['Retry-After', 'Sat, 31 Jan 2026 12:00:10 GMT'],
    ['Age', '120'],
  ),
  'headers of limits and caches': headers(
    ['X-RateLimit-Limit', '5'],
    ['X-RateLimit-Reset', '1769860800'],
    ['Cache-Control', 'private, max-age=60, must-revalidate'],
    ['Surrogate-Key', 'listing-7d444840 listings'],
    ['X-Cache-Key', 'GET|api.example.com|/v1/listings?limit=20'],
    ['X-Request-Id', 'req_0123456789abcdef'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ),
  'headers of policies': headers(
    ['Content-Security-Policy', "default-src 'self'; script-src 'self' https://cdn.example.com"],
    ['Referrer-Policy', 'no-referrer'],
    ['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'],
    ['Access-Control-Allow-Headers', 'Authorization, X-API-KEY, X-CSRF-Token'],
    ['Vary', 'Authorization, Cookie, X-API-KEY'],
  ),
  prices: [
    ...values(['price', 'minPrice'], '12.50', '1,234.56', '1.234,56 €', '£0.99', '-5', '1e3', 'USD 10'),
    ...json({ price: 12.5, minPrice: 0.1, maxPrice: 1e21, cents: 129900, tiny: -0.000001, list: [1, 2.5] }),
    typed('application/json', '{"price":12.50,"max":1.0,"big":12345678901234567890,"e":1E5}'),
  ],
  currencies: values(['currency', 'marketplace'], 'EUR', 'USD', 'GBP', 'amazon.de', 'ebay'),
  'dates and times': values(
    ['updatedAt', 'createdAt', 'expires', 'key'],
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000+01:00',
    '2026-W05',
    '2026-11',
    '31.01.2026 12:00',
    '20260131T120000Z',
    'Sat, 31 Jan 2026 12:00:00 GMT',
    '1769860800',
    'P3DT12H',
  ),
  'time zones': values(['timezone', 'tz'], 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC+01:00'),
  'counts of tokens': [
    ...json({ token_count: 1520, max_tokens: 4096, tokenized: true, tokens: 12, total_tokens: 99 }),
    ...values(['token_count', 'max_tokens', 'tokenizer'], '4096', 'cl100k_base'),
    { query: 'max_tokens=4096&token_count=12&tokenized=true', body: {} },
  ],
  'flags called after secrets': [
    ...json({ signature_required: true, password_set: false, has_token: true, secret: false, auth: null }),
    ...json({ signature_required: 'yes', password: '', apiKey: null, requires_password: 'no' }),
    { query: 'signature_required=true&policy=strict&auth=none', body: {} },
  ],
  policies: values(['policy', 'return_policy'], '30-days-free', 'strict', 'no returns on opened items'),
  'words with key': [
    ...json({ key: 'listing.title', keys: ['a', 'b'], keyboard: 'de', keyword: 'lamp', monkey: 'banana' }),
    ...json({ keyFigures: 'revenue 2026', turnkey: 'yes', key: 7, hotkey: 'ctrl+shift+k' }),
    { query: 'key=red&keys=a,b&keyword=lamp&sort_key=price', body: {} },
  ],
  'words with pass': json({
    passport: 'C01X00T47',
    compass: 'north-north-west',
    pass_rate: '98.5 %',
    passenger: 'Ada Lovelace',
    bypass: 'A9-exit-12',
    passed: '12 of 14',
    encompass: 'all',
  }),
  'words with secret and author': json({
    secretary: 'Bob Cratchit',
    secretariat: 'Room 12-B',
    author: 'Mary Shelley',
    authority: 'city of Berlin 2026',
    authored: '2026-01-31',
    session_count: 12,
    sessions: 42,
    obsession: 'with details 100',
  }),
  codes: values(
    ['code', 'errorCode', 'postalCode', 'colorCode', 'country_code', 'statusCode'],
    'VALIDATION_ERROR',
    '404',
    'SW1A 1AA',
    '10115',
    '#ff8800',
    'DE',
    'rate_limit_exceeded',
    'E-1042',
  ),
  'codes of errors with digits': json({ code: 'ERR_HTTP2_INVALID_HEADER_VALUE', error: { code: 40401 } }),
  'codes of errors that look drawn': json({
    error: { code: '005056A509B11EE1B9A8FEC11C21D78E', message: { value: 'Resource not found' } },
  }),
  'maps of translations': json({
    'login.password.label': 'Password',
    'login.password.hint': 'At least 8 characters',
    'errors.token.expired': 'Your token has expired.',
    apiKey: { title: 'API key', help: 'You find your key in the settings.' },
    password: 'Please enter your password',
    forgot_password: 'Forgot your password?',
  }),
  'keys of objects in S3': values(
    ['Key', 'key', 's3_key', 'object_key'],
    'reports/2026/01/listings.csv',
    'tenant-42/exports/2026-01-31T12-00-00Z/part-00001.parquet',
  ),
  'keys of tables': values(
    ['primaryKey', 'foreign_key', 'sort_key', 'partitionKey', 'rowKey', 'cacheKey'],
    'LISTING#7d444840',
    'listing:1042:price',
    'accounts.id',
    '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a',
  ),
  'public keys': values(
    ['publicKey', 'public_key'],
    'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl bob@example.com',
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
  ),
  'keys of idempotency': [
    ...values(['idempotencyKey', 'idempotency_key'], '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a'),
    headers(['Idempotency-Key', '7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a']),
  ],
  cursors: values(
    ['cursor', 'nextCursor', 'starting_after', 'after'],
    base64('{"id":"7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a","at":"2026-01-31T12:00:00.000Z"}'),
    base64('{"offset":40,"sort":["price","asc"]}').replace(/=+$/, ''),
    'Y3Vyc29yOnYyOpHOAAr-Xg',
    'MTc2OTg2MDgwMDAwMHw3ZDQ0NDg0MA',
  ),
  'page tokens': [
    ...values(
      ['pageToken', 'next_page_token', 'nextToken', 'continuationToken', 'sync_token', 'resumeToken'],
      'CAUQAA9f3b7c2d1e4a5f6',
      'CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA',
    ),
    { query: 'pageToken=CAUQAA9f3b7c2d1e4a5f6&page_size=50', body: {} },
  ],
  'errors about secrets': [
    ...json({ errors: { password: 'is too short', token: 'has expired', api_key: ['is missing'] } }),
    ...json({ error: { type: 'authentication_error', message: 'Invalid API key: check X-API-KEY.' } }),
    ...json({ password: ['can’t be blank', 'must have 8 characters'], secret: 'required' }),
    typed('text/plain', 'Authentication failed: invalid token. Password: required. API key: missing.'),
  ],
  'JSON schemas': json({
    type: 'object',
    required: ['email', 'password', 'apiKey'],
    properties: {
      password: { type: 'string', format: 'password', minLength: 8, description: 'The password of the user' },
      apiKey: { type: 'string', pattern: '^[a-f0-9]{32}$' },
      token: 'string',
    },
  }),
  'documents of OpenAPI': [
    ...json({
      securitySchemes: {
        ApiKeyAuth: { in: 'header', name: 'X-API-KEY', type: 'apiKey' },
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        oauth: { flows: { password: { tokenUrl: 'https://auth.example.com/oauth/token', scopes: {} } } },
      },
      security: [{ ApiKeyAuth: [] }],
      parameters: [{ name: 'access_token', in: 'query', required: false, schema: { type: 'string' } }],
    }),
    typed(
      'application/yaml',
      'securitySchemes:\n  ApiKeyAuth:\n    type: apiKey\n    in: header\n    name: X-API-KEY\n  password:\n    type: string\n',
    ),
  ],
  masks: values(
    ['password', 'apiKey', 'card', 'token'],
    '****1234',
    'sk-***9f3a',
    '********',
    '••••••',
    '[REDACTED]',
    'xxxx',
  ),
  templates: [
    ...values(['password', 'api_key', 'token'], '${DB_PASSWORD}', '{{ secrets.token }}', '<your-api-key>'),
    typed(
      'text/x-shellscript',
      'export API_KEY=$API_KEY\nexport TOKEN="${TOKEN}"\ncurl -u "$USER:$PASS" "$URL"\n',
    ),
    typed('text/plain', 'postgres://${USER}:${PASSWORD}@db.example.com/app'),
  ],
  emails: values(['email', 'user', 'contact'], 'bob.smith+2026@example.co.uk', 'mailto:help@example.com'),
  'phone numbers': values(['phone', 'mobile'], '+49 30 1234567', '(555) 010-9999', '+15550109999'),
  addresses: json({ street: 'Keystone Road 12b', city: 'Passau', postal_code: 'D-94032', country: 'DE' }),
  URLs: values(
    ['url', 'href', 'callback'],
    'https://x.example.com:8443/a/b;v=1?a=1&b=c%20d#section-2',
    'https://user@x.example.com/',
    'http://[::1]:5300/v1/listings?starting_after=7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a',
    '//cdn.example.com/app.9f86d081884c7d65.js',
    'ssh://git@git.example.com:22/a/b.git',
    '/a/b/c?sort=-price&page[size]=20&filter[key]=red',
  ),
  'data URLs': values(
    ['src', 'logo', 'font'],
    `data:image/png;base64,${base64(png)}`,
    `data:image/svg+xml;base64,${base64(svg)}`,
    `data:font/woff2;base64,${base64(woff)}`,
    `data:image/svg+xml,${encodeURIComponent(svg)}`,
  ).filter(({ path }) => path === undefined),
  'images as texts of JSON': json({
    image: base64(png),
    thumbnail: base64(jpeg),
    url_safe: png.toString('base64url'),
  }),
  'base64 of texts': json({ content: base64('# Title\n\nSome text about lamps.\n'), encoding: 'base64' }),
  'CSV reports': typed('text/csv', csv),
  'CSV reports under gzip': [
    typed('application/gzip', gzipSync(csv)),
    {
      headers: [
        ['Content-Type', 'text/csv'],
        ['Content-Encoding', 'gzip'],
      ],
      body: gzipSync(csv),
    },
    {
      headers: [
        ['Content-Type', 'text/csv'],
        ['Content-Encoding', 'br'],
      ],
      body: brotliCompressSync(csv),
    },
    {
      headers: [
        ['Content-Type', 'text/csv'],
        ['Content-Encoding', 'deflate'],
      ],
      body: deflateSync(csv),
    },
  ],
  'tar files': [
    typed('application/x-tar', tarOf('report.csv', csv)),
    typed('application/x-tar', tarOf('ws.sh', names)),
    typed('application/gzip', gzipSync(tarOf('ws.sh', names))),
  ],
  'ZIP archives': [
    typed('application/zip', zipOf('report.csv', csv)),
    typed('application/zip', zipOf('report.csv', csv, 0)),
    typed('application/zip', zipOf('ws.sh', names)),
    typed('application/zip', zipOf('ws.sh', names, 0)),
  ],
  'gzip of texts with names': typed('application/gzip', gzipSync(names)),
  'databases of SQLite': typed('application/vnd.sqlite3', sqliteOf(names)),
  'bytes without a type': { headers: [], body: noise(5000) },
  PDFs: typed(
    'application/pdf',
    Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/URI(https://x.example.com/?token=abc&key=1)>>\nstream\n'),
      deflateSync('BT (Password: see below) Tj ET'),
      Buffer.from('\nendstream\n%%EOF'),
    ]),
  ),
  images: [
    typed('image/png', png),
    typed('image/jpeg', jpeg),
    typed('image/svg+xml', svg),
    typed('font/woff2', woff),
  ],
  'lines of git': typed(
    'application/x-git-upload-pack-advertisement',
    `001e# service=git-upload-pack\n0000010a${hash('sha1')} HEAD\0multi_ack side-band-64k symref=HEAD:refs/heads/token agent=git/2.47.3\n0000`,
  ),
  'scripts of browsers': typed('text/javascript', script),
  'pages of HTML': typed(
    'text/html',
    '<!doctype html><title>Keys</title><code>max_tokens</code><p>Key: listing.title</p><p>Code: <code>VALIDATION_ERROR</code></p>' +
      '<label for="password">Password:</label><input id="password" name="password" type="password" autocomplete="current-password" placeholder="Your password">' +
      '<a href="/reset?step=2&amp;lang=en">Forgot your password?</a>',
  ),
  'style sheets': typed(
    'text/css',
    '.token.key{color:#ff8800}#password:focus{outline:1px solid}.a{background:url(x.png?v=9f86d081)}',
  ),
  Markdown: typed(
    'text/markdown',
    '# Keys\n\nSet `X-API-KEY: <your key>` and `Authorization: Bearer <token>`.\n\n- password: the password of the user\n- token: a string\n',
  ),
  'cookies of preference': [
    ...['theme=dark', 'lang=en-GB', 'currency=USD', 'consent=analytics:0|ads:0', 'ab_checkout=variant-b'].map(
      (cookie) => headers(['Set-Cookie', `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax`]),
    ),
    headers(['Set-Cookie', '_ga=GA1.2.1234567890.1769860800; Path=/; Domain=.example.com']),
    headers(['Set-Cookie', 'theme=; Max-Age=0'], ['Set-Cookie', 'view=grid; HttpOnly']),
  ],
  'words that follow Basic and Bearer': values(
    ['title', 'topic'],
    'Basic Multifunctionality',
    'Bearer bonds',
    'Token ring',
    'Basic Internationalization of listings',
    'Bearer of good news',
    'Key fob & signature pen no. 7',
    'Basic understanding',
    'bearer/creditworthiness',
  ),
  'user agents': values(
    ['userAgent', 'agent'],
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'pricing-client/2.4.1 (node v20.20.2; linux-x64)',
  ),
  GeoJSON: json({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [13.404954, 52.520008] },
    properties: {},
  }),
  'lines of cron': values(['schedule', 'cron'], '*/15 0 1,15 * 1-5', '0 0 * * 0 /usr/bin/backup --all'),
  versions: values(['version', 'build'], '1.2.3-beta.4+build.567', 'v20.20.2', '2026.1.31', '1.0.0-rc.1'),
  'ranges of versions': values(
    ['range', 'dependency'],
    '^1.2.3 || >=2.0.0 <3',
    '~4.5',
    'npm:lodash@^4.17.21',
  ),
  'MIME types': values(
    ['contentType', 'accept'],
    'application/vnd.api+json; charset=utf-8',
    'text/html;q=0.8',
  ),
  'lists of languages': values(['languages', 'lang'], 'en-GB,en;q=0.9,de-DE;q=0.8', 'zh-Hant-TW'),
  'entities of HTML': values(['title', 'text'], 'Lamp &amp; shade &#8211; 12&quot; &euro;5', '&lt;token&gt;'),
  emoji: values(['title', 'mood'], '🔑 key fob 🔐', '👩‍👩‍👧‍👦 family pass', 'Schlüssel für Türen – 5 Stück'),
  'very long words': values(
    ['word', 'name'],
    'Donaudampfschifffahrtsgesellschaftskapitaen',
    'pneumonoultramicroscopicsilicovolcanoconiosis',
    'a'.repeat(500),
  ),
  'identifiers of programs': values(
    ['method', 'operationId', 'className'],
    'getAccessTokenFromRefreshTokenProvider',
    'com.example.auth.session.SessionTokenFactoryBean2',
    'listings_v2_backfill_2026_01_31',
  ),
  colours: values(['colour', 'background'], '#9f86d0', 'rgba(255, 136, 0, 0.5)', 'hsl(120deg 75% 25%)'),
  'numbers of all sizes': json({ id: 123456, big: 9007199254740991, negative: -1, pi: 3.141592653589793 }),
  'JSON that is no object': [
    ...json([]),
    ...json('text'),
    ...json(0),
    ...json(null),
    ...json([[], {}, '', 0]),
  ],
  'JSON with odd names': json({
    '': 1,
    ['__proto__']: 2,
    constructor: 'x',
    'a.b': 1,
    'a b': 2,
    'ä€': 3,
    '0': 4,
  }),
  'logs of servers': typed(
    'text/plain',
    '127.0.0.1 - - [31/Jan/2026:12:00:00 +0000] "GET /v1/listings?key=red HTTP/1.1" 200 1234 "-" "curl/8.0"\n2026-01-31 12:00:00 INFO token refreshed, session closed, 12 keys in cache\n',
  ),
  'settings without secrets': typed(
    'text/plain',
    'PORT=5300\nLOG_LEVEL=info\nTOKEN_TTL=3600\nSESSION_TIMEOUT=30m\nPASSWORD_MIN_LENGTH=12\nKEY_COUNT=4\n',
  ),
  'XML of feeds': typed(
    'application/xml',
    '<?xml version="1.0"?><feed><key>listing.title</key><code>10115</code><tokens>12</tokens><password/><item id="7d444840-9dc0-4d3b-8f1a-1f2e3d4c5b6a"/></feed>',
  ),
  'events of streams': typed(
    'text/event-stream',
    'id: 42\nevent: price\ndata: {"sku":"SKU-1","token_count":12}\n\n: keep-alive\n\n',
  ),
  'forms without secrets': typed(
    'application/x-www-form-urlencoded',
    'sku=SKU-1&price=12.50&key=red&code=DE&policy=strict',
  ),
  'names of hosts and nodes': values(
    ['host', 'node', 'pod'],
    'ip-10-0-12-34.eu-central-1.compute.internal',
    'api-gateway-7d9c6b8f5d-x2x4z',
  ),
  'names of resources': values(
    ['arn', 'resource'],
    'arn:aws:s3:::my-bucket/reports/2026/01/31',
    'projects/my-project-42/locations/europe-west1/services/api',
  ),
};

/** What differs between what came and what a replay of the file sends. */
async function damages(all: readonly Parts[]): Promise<string[]> {
  const path = join(await temporaryDirectory(), 'a.json');
  // Each has a place of its own in the recording.
  const placed = all.map((parts, at) => ({ ...parts, path: `/${at}${parts.path ?? '/v1/listings'}` }));
  const sent = placed.map((parts) => exchange({ ...parts, requestHeaders: [['X-API-KEY', key]] }));
  await session(path, sent);
  const { interactions } = await readRecording(path);
  expect(interactions).toHaveLength(all.length);
  return interactions.flatMap((stored, at) => {
    const came = sent[at]!;
    const replayed = nodeBodies.wireBody(stored.response);
    const expected = nodeBodies.wireBody(came.response)!;
    const where = { request: stored.request, body: stored.response.body };
    const isSame =
      stored.request.path === came.request.path &&
      stored.request.query === came.request.query &&
      JSON.stringify(stored.response.headers) === JSON.stringify(came.response.headers) &&
      replayed !== undefined &&
      Buffer.compare(replayed.bytes, expected.bytes) === 0 &&
      Buffer.compare(replayed.bytes, bytesOf(placed[at]!.body)) === 0;
    return isSame ? [] : [`${JSON.stringify(where)} ${JSON.stringify(stored.response.headers)}`];
  });
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
}

test('every kind of ordinary data is replayed to the byte', async () => {
  const damaged: Record<string, string[]> = {};
  for (const [kind, parts] of Object.entries(kinds)) {
    const found = await damages(Array.isArray(parts) ? (parts as Parts[]) : [parts as Parts]);
    if (found.length > 0) damaged[kind] = found;
  }
  const number = Object.keys(kinds).length;
  console.log(`${number} kinds of ordinary data, ${Object.keys(damaged).length} of them damaged`);
  expect(damaged).toEqual({});
  expect(number).toBeGreaterThanOrEqual(60);
});
