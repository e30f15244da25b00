import { spawnSync } from 'node:child_process';
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { omittedReasons } from '../../src/recording/format.ts';
import type { HeaderPair, Interaction, RecordedBody, Recording } from '../../src/recording/format.ts';
import { HarError, openHar } from '../../src/recording/har/har-files.ts';
import { fromHar } from '../../src/recording/har/har-in.ts';
import { toHar } from '../../src/recording/har/har-out.ts';
import { temporaryFiles } from '../cli/files.ts';
import { recordingOf } from './timeline.support.ts';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

interface Entry {
  request?: object;
  response?: object;
  [name: string]: unknown;
}

/** An entry as a browser writes it. */
function foreign(url: string, change: Entry = {}): Entry {
  const { request, response, ...rest } = change;
  return {
    startedDateTime: '2026-01-01T12:00:00.5+01:00',
    time: 12.34,
    request: { method: 'GET', url, httpVersion: 'h2', headers: [], cookies: [], queryString: [], ...request },
    response: {
      status: 200,
      statusText: '',
      headers: [],
      content: { size: 2, mimeType: 'application/json', text: '{}' },
      ...response,
    },
    ...rest,
  };
}

const har = (...entries: readonly Entry[]): unknown => ({ log: { version: '1.2', entries } });
const api = 'https://api.example.com/v1/listings';

test('the parts that HAR readers need are there', () => {
  const recording = recordingOf({
    method: 'PATCH',
    path: '/v1/listings/1/price',
    query: 'dry=1&dry=2',
    sent: { minPrice: 1 },
    answer: { id: '1' },
  });
  const { log } = throughJson(toHar({ ...recording, note: 'by hand' }, '1.2.3')) as {
    log: Record<string, unknown>;
  };
  expect(log).toMatchObject({
    version: '1.2',
    creator: { name: 'pricing-mock', version: '1.2.3' },
    comment: 'by hand',
  });
  expect(log.entries).toMatchObject([
    {
      startedDateTime: recording.interactions[0]!.at,
      time: 5,
      request: {
        method: 'PATCH',
        url: 'https://api.example.com/v1/listings/1/price?dry=1&dry=2',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        queryString: [
          { name: 'dry', value: '1' },
          { name: 'dry', value: '2' },
        ],
        postData: { mimeType: 'application/json', text: '{"minPrice":1}' },
        headersSize: -1,
        bodySize: 14,
      },
      response: {
        status: 200,
        statusText: 'OK',
        content: { size: 10, mimeType: 'application/json', text: '{"id":"1"}' },
        redirectURL: '',
      },
      cache: {},
      timings: { send: 0, wait: 5, receive: 0 },
    },
  ]);
});

const base64 = fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const truth = fc.record({ wire: base64, hash: digest }, { requiredKeys: [] });
const body: fc.Arbitrary<RecordedBody> = fc.oneof(
  fc.constant(null),
  fc
    .tuple(fc.jsonValue({ maxDepth: 3 }), truth)
    .map(([json, more]) => ({ json: throughJson(json), ...more })),
  fc.tuple(fc.string({ unit: 'grapheme' }), truth).map(([text, more]) => ({ text, ...more })),
  fc.tuple(base64, truth).map(([bytes, more]) => ({ base64: bytes, ...more })),
  fc.record({
    omitted: fc.record(
      { bytes: fc.nat(), reason: fc.constantFrom(...omittedReasons), hash: digest },
      { requiredKeys: ['bytes', 'reason'] },
    ),
  }),
);
const headers: fc.Arbitrary<HeaderPair[]> = fc.array(
  fc.tuple(
    fc.constantFrom('Content-Type', 'content-type', 'X-A', 'Set-Cookie', 'Content-Encoding'),
    fc.stringMatching(/^[ -~]*$/),
  ),
  { maxLength: 4 },
);
const interactions: fc.Arbitrary<Interaction[]> = fc.array(
  fc.record({
    id: fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/),
    at: fc
      .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    milliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
    request: fc.record({
      method: fc.constantFrom('GET', 'PATCH', 'HEAD', 'M-SEARCH'),
      path: fc.constantFrom('/', '//x', '/v1/listings/é', '/a%2Fb/../c', '*', '/__mock/files/1.csv'),
      query: fc.stringMatching(/^[a-z=&%+?/]{0,12}$/),
      headers,
      body,
    }),
    response: fc.record({
      status: fc.integer({ min: 200, max: 999 }),
      reason: fc.stringMatching(/^[ -~]{0,10}$/),
      headers,
      body,
    }),
  }),
  { maxLength: 4 },
);

test('property: export and import give back the recording exactly', () => {
  fc.assert(
    fc.property(interactions, fc.option(fc.string(), { nil: undefined }), (list, note) => {
      const recording: Recording = {
        format: 'pricing-mock-recording',
        version: 1,
        upstream: 'https://api.example.com',
        ...(note !== undefined && { note }),
        interactions: list,
      };
      const back = fromHar(throughJson(toHar(recording, '1')));
      expect(throughJson(back)).toEqual(throughJson(recording));
    }),
  );
});

test('a body whose headers a HAR leaves out has the media type that stands beside it', () => {
  const text = '{"minPrice":1}';
  const write = { method: 'PATCH', postData: { mimeType: 'application/json; charset=utf-8', text } };
  const headersOf = (change: Entry) => {
    const [{ request, response } = expect.fail()] = fromHar(har(foreign(api, change))).interactions;
    return [request.headers, response.headers];
  };
  const json = [['Content-Type', 'application/json']];
  expect(headersOf({ request: write })).toEqual([
    [['Content-Type', 'application/json; charset=utf-8']],
    json,
  ]);
  const headers = [{ name: 'content-type', value: 'text/csv' }];
  expect(headersOf({ request: { ...write, headers } })).toEqual([[['content-type', 'text/csv']], json]);
  expect(headersOf({ response: { content: { mimeType: 'x-unknown', text: '{}' } } })).toEqual([[], []]);
  expect(headersOf({ response: { status: 204, content: { mimeType: 'text/plain', text: '' } } })).toEqual([
    [],
    [],
  ]);
});

test('a recording of a base URL with a path comes back, too, and its requests have whole URLs', () => {
  const recording = { ...recordingOf({ path: '/v1/x' }), upstream: 'https://example.com/api' };
  const exported = toHar(recording, '1');
  expect(exported).toHaveProperty('log.entries[0].request.url', 'https://example.com/api/v1/x');
  expect(fromHar(throughJson(exported))).toEqual(recording);
});

test('what a browser wrote comes in as it would have been recorded', () => {
  const skipped: string[] = [];
  const late = foreign(`${api}?limit=2#top`, {
    startedDateTime: '2026-01-01T11:00:01.000Z',
    response: {
      headers: [
        { name: 'content-encoding', value: 'br' },
        { name: 'Content-Length', value: '4' },
        { name: 'set-cookie', value: 'a=1\nb=2' },
      ],
      content: { text: '{ "a": 1 }' },
    },
  });
  const early = foreign(api, {
    request: { method: 'POST', headers: [{ name: ':authority', value: 'x' }], postData: { text: '{"b":2}' } },
    response: { content: { text: 'iVBORw0K/w==', encoding: 'base64' } },
  });
  const recording = fromHar(
    har(
      late,
      early,
      foreign('https://cdn.example.com/app.js'),
      foreign('data:image/png;base64,AAAA'),
      foreign(api, { response: { status: 0 } }),
    ),
    { upstream: 'https://api.example.com', onSkip: (place, reason) => skipped.push(`${place} ${reason}`) },
  );
  expect(recording).toEqual({
    format: 'pricing-mock-recording',
    version: 1,
    upstream: 'https://api.example.com',
    interactions: [
      {
        id: '1-post-listings',
        at: '2026-01-01T11:00:00.500Z',
        milliseconds: 12,
        request: { method: 'POST', path: '/v1/listings', query: '', headers: [], body: { json: { b: 2 } } },
        response: {
          status: 200,
          reason: '',
          headers: [],
          body: nodeBodies.recordBody(Buffer.from('iVBORw0K/w==', 'base64'), []),
        },
      },
      {
        id: '2-get-listings',
        at: '2026-01-01T11:00:01.000Z',
        milliseconds: 12,
        request: { method: 'GET', path: '/v1/listings', query: 'limit=2', headers: [], body: null },
        response: {
          status: 200,
          reason: '',
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
          body: { text: '{ "a": 1 }' },
        },
      },
    ],
  });
  expect(skipped).toEqual([
    'log.entries[2] its origin is not https://api.example.com',
    'log.entries[3] its origin is not https://api.example.com',
    'log.entries[4] it has no answer',
  ]);
});

test('the upstream is taken from the HAR when there is only one', () => {
  expect(fromHar(har(foreign(api))).upstream).toBe('https://api.example.com');
  expect(() => fromHar(har(foreign(api), foreign('https://cdn.example.com/')))).toThrow(
    'needs one origin to take as upstream, but it holds https://api.example.com, https://cdn.example.com',
  );
});

test.each<[string, unknown]>([
  ['log must be an object', {}],
  ['the HAR must be an object', []],
  ['log.entries must be an array', { log: {} }],
  ['log.entries[0].request must be an object', har({})],
  ['log.entries[0].response.status must be a number', har(foreign(api, { response: { status: '200' } }))],
  [
    'log.entries[0].startedDateTime must be a date in ISO 8601',
    har(foreign(api, { startedDateTime: 'today' })),
  ],
  [
    'log.entries[0].response.headers[0].value must be a string',
    har(foreign(api, { response: { headers: [{ name: 'a' }] } })),
  ],
  [
    'log.entries[0] makes no interaction: its response.headers[0][1] is not a header value',
    har(foreign(api, { response: { headers: [{ name: 'a', value: '\u2028' }] } })),
  ],
  [
    'log._recording.version must be 1',
    { log: { entries: [], _recording: { format: 'pricing-mock-recording', version: 2 } } },
  ],
])('a HAR is refused by its place: %s', (message, value) => {
  expect(() => fromHar(value)).toThrow(HarError);
  expect(() => fromHar(value)).toThrow(message);
});

test('an entry that is not taken may be anything beside its URL and status', () => {
  const other = { request: { url: 'https://cdn.example.com/' }, response: { status: 200, content: 7 } };
  const taken = fromHar(har(foreign(api), other), { upstream: 'https://api.example.com' });
  expect(taken.interactions).toHaveLength(1);
});

test('an entry of ours that was edited to another origin is refused', () => {
  const exported = throughJson(toHar(recordingOf({ path: '/v1/x' }), '1')) as {
    log: { entries: { request: { url: string } }[] };
  };
  exported.log.entries[0]!.request.url = 'https://elsewhere.example/v1/x';
  expect(() => fromHar(exported)).toThrow(
    'log.entries[0].request.url must begin with https://api.example.com',
  );
});

describe('bodies that a HAR does not hold', () => {
  const get = (response: object): RecordedBody =>
    fromHar(har(foreign(api, { response }))).interactions[0]!.response.body;
  const omitted = (bytes: number): RecordedBody => ({ omitted: { bytes, reason: 'not-in-har' } });
  const location = [{ name: 'Location', value: '/v1/other' }];

  test.each<[string, object, RecordedBody]>([
    ['a size and no text', { content: { size: 512 } }, omitted(512)],
    ['a size and an empty text', { content: { size: 512, text: '' } }, omitted(512)],
    ['no size at all', { content: { size: -1, mimeType: 'application/json' }, bodySize: -1 }, omitted(0)],
    [
      'a length among the headers',
      { content: { size: -1 }, bodySize: 0, headers: [{ name: 'content-length', value: '7' }] },
      omitted(7),
    ],
    ['a size on the wire', { content: { size: -1 }, bodySize: 9 }, omitted(9)],
    [
      'a size with its head',
      { content: {}, bodySize: -1, _transferSize: 120, headersSize: 100 },
      omitted(20),
    ],
    ['sizes that are no numbers', { content: { size: '512', mimeType: 7 }, bodySize: null }, omitted(0)],
    ['a file that nobody may read', { content: { size: 2, _file: 'a.json' } }, omitted(2)],
    ['size 0', { content: { size: 0 }, _transferSize: 120, headersSize: 100 }, null],
    ['an empty text and no size', { content: { size: -1, text: '' } }, null],
    ['204', { status: 204, content: { size: -1 } }, null],
    ['304', { status: 304, content: { size: 512 } }, null],
    ['a redirect', { status: 302, headers: location, content: { size: -1 }, bodySize: 154 }, null],
  ])('an answer with %s', (_, response, body) => {
    expect(get(response)).toEqual(body);
  });

  test('an answer to HEAD has none, whatever length it tells', () => {
    const answer = { content: { size: -1 }, headers: [{ name: 'Content-Length', value: '512' }] };
    const entry = foreign(api, { request: { method: 'HEAD' }, response: answer });
    expect(fromHar(har(entry)).interactions[0]!.response.body).toBeNull();
  });

  const form = 'application/x-www-form-urlencoded';
  const params = [
    { name: 'q', value: 'a b' },
    { name: 'é', value: '&' },
  ];
  test.each<[string, object, RecordedBody]>([
    ['nothing', {}, null],
    ['a size of 0', { postData: { mimeType: 'text/plain', text: '' }, bodySize: 0 }, null],
    ['a size and nothing else', { bodySize: 3 }, omitted(3)],
    ['an empty text and a size', { postData: { mimeType: 'text/plain', text: '' }, bodySize: 3 }, omitted(3)],
    ['an empty text and a type', { postData: { mimeType: 'text/plain', text: '' } }, omitted(0)],
    ['an empty text', { postData: { mimeType: '', text: '' } }, null],
    ['a form', { postData: { mimeType: form, params } }, { text: 'q=a+b&%C3%A9=%26' }],
    [
      'a form beside its text',
      { postData: { mimeType: form, params, text: 'q=a%20b' } },
      { text: 'q=a%20b' },
    ],
    ['a form in parts', { postData: { mimeType: 'multipart/form-data; boundary=x', params } }, omitted(0)],
    ['bytes', { postData: { mimeType: '', text: 'AP8=', encoding: 'base64' } }, { base64: 'AP8=' }],
  ])('a request with %s', (_, request, body) => {
    const entry = foreign(api, { request: { method: 'POST', ...request } });
    expect(fromHar(har(entry)).interactions[0]!.request.body).toEqual(body);
  });

  test('each is told with its place', () => {
    const told: string[] = [];
    const entries = [
      foreign(api, { request: { method: 'POST', bodySize: 3 }, response: { content: { size: 9 } } }),
      foreign(api),
    ];
    fromHar(har(...entries), { onOmitted: (place, reason) => told.push(`${place}: ${reason}`) });
    expect(told).toEqual([
      'log.entries[0].request: the HAR does not hold it',
      'log.entries[0].response: the HAR does not hold it',
    ]);
  });

  test('an exported body that is left out tells others why, by its size and without a text', () => {
    const recording = recordingOf({ path: '/v1/x' });
    const body = { omitted: { bytes: 300, reason: 'too-long', hash: 'a'.repeat(64) } } as const;
    const { request, response, ...rest } = recording.interactions[0]!;
    const left = { ...recording, interactions: [{ ...rest, request, response: { ...response, body } }] };
    const { log } = throughJson(toHar(left, '1')) as {
      log: { entries: { response: { content: Record<string, unknown> } }[] };
    };
    const { content } = log.entries[0]!.response;
    expect(content).toMatchObject({
      size: 300,
      comment:
        'The body is not in the recording: it is longer than --max-body. Record it again with a larger --max-body.',
    });
    expect(content).not.toHaveProperty('text');
    // Another tool may drop what it does not know; then all that is left is the size.
    const plain = Object.fromEntries(Object.entries(content).filter(([name]) => !name.startsWith('_')));
    expect(get({ content: plain })).toEqual(omitted(300));
  });

  test('the comment of a HAR is the note of its recording', () => {
    const { log } = har(foreign(api)) as { log: object };
    expect(fromHar({ log: { ...log, comment: 'from the shop' } }).note).toBe('from the shop');
  });
});

describe('files that a HAR names', () => {
  const secret = 'not to be read';

  /** Why the contents of a file are not had, or their text. */
  const readIn = async (files: Record<string, string | Uint8Array>, name: string, source = 'hars/a.har') => {
    const folder = await temporaryFiles({ 'outside.txt': secret, ...files });
    await symlink(join(folder, 'outside.txt'), join(folder, 'hars/link.txt'));
    await symlink('body.json', join(folder, 'hars/inner.json'));
    spawnSync('mkfifo', [join(folder, 'hars/pipe.json')]);
    await mkdir(join(folder, 'hars/folder.json'));
    await truncate(join(folder, 'hars/huge.json'), 513 * 1024 * 1024);
    const found = openHar(join(folder, source)).attached(name);
    return 'bytes' in found ? Buffer.from(found.bytes).toString() : found.missing;
  };
  const beside = {
    'hars/a.har': '{}',
    'hars/body.json': '{"a":1}',
    'hars/.hidden': secret,
    'hars/huge.json': '',
    'hars/resources/b.json': '[]',
  };

  test.each([
    ['body.json', '{"a":1}'],
    ['resources/b.json', '[]'],
    ['inner.json', '{"a":1}'],
    ['gone.json', 'its file gone.json: there is no such file'],
    ['../outside.txt', 'its file is not one in the folder of the HAR'],
    ['resources/../../outside.txt', 'its file is not one in the folder of the HAR'],
    ['..\\outside.txt', 'its file is not one in the folder of the HAR'],
    ['/etc/hostname', 'its file is not one in the folder of the HAR'],
    ['C:x.json', 'its file is not one in the folder of the HAR'],
    ['.hidden', 'its file is not one in the folder of the HAR'],
    ['a\u0000.json', 'its file is not one in the folder of the HAR'],
    ['\u001b[31m.json', 'its file is not one in the folder of the HAR'],
    ['link.txt', 'its file link.txt is a link out of the folder of the HAR'],
    ['pipe.json', 'its file pipe.json is not a regular file'],
    ['folder.json', 'its file folder.json is not a regular file'],
    ['huge.json', 'its file huge.json is too long: at most 512 MB are read'],
  ])('%j beside a HAR', async (name, expected) => {
    expect(await readIn(beside, name)).toBe(expected);
  });

  const zip = (files: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

  test.each([
    ['body.json', '{"a":1}'],
    ['../outside.txt', 'its file is not one in the folder of the HAR'],
    ['link.txt', 'its file link.txt is not in the archive'],
  ])('%j in an archive', async (name, expected) => {
    const archive = zip({ 'in/har.har': '{}', 'in/body.json': '{"a":1}', '../outside.txt': secret });
    expect(await readIn({ ...beside, 'hars/a.har.zip': archive }, name, 'hars/a.har.zip')).toBe(expected);
  });

  test('an archive that would not fit, is damaged or holds no HAR is refused', async () => {
    const archive = Buffer.from(zip({ 'har.har': '{}', 'body.json': 'x'.repeat(1000) }));
    const claims = Buffer.from(archive);
    // The size that the central directory claims for the last file.
    claims.writeUInt32LE(0x7fffffff, claims.lastIndexOf(Buffer.from('PK\u0001\u0002')) + 24);
    const folder = await temporaryFiles({
      'bomb.har.zip': claims,
      'cut.har.zip': archive.subarray(0, 60),
      'other.zip': zip({ 'a.txt': '' }),
    });
    const opened = (name: string) => openHar(join(folder, name));
    expect(() => opened('.')).toThrow('is not a regular file');
    expect(() => opened('bomb.har.zip')).toThrow('is too long: at most 512 MB are read');
    expect(() => opened('cut.har.zip')).toThrow('is a ZIP archive that cannot be unpacked');
    expect(() => opened('other.zip')).toThrow('is a ZIP archive without a .har file in it');
  });

  test('no more is read altogether than a recording can hold', async () => {
    const folder = await temporaryFiles({ 'a.har': '{}', 'body.dat': 'x'.repeat(30) });
    const { attached } = openHar(join(folder, 'a.har'), 50);
    expect('bytes' in attached('body.dat')).toBe(true);
    expect(attached('body.dat')).toEqual({
      missing: 'its file body.dat is too long: at most 512 MB are read',
    });
  });
});
