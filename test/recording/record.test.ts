import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ApiRequest, ApiResponse, ByteStream } from '../../src/http/message.ts';
import { DownloadLinks } from '../../src/recording/record/download-links.ts';
import { recordTo } from '../../src/recording/record/record-to.ts';
import { linksTo } from '../../src/recording/links/rebase-links.ts';
import type { ExchangeStore, Outcome, RecordOptions } from '../../src/recording/record/record-to.ts';
import type { Exchange } from '../../src/recording/format.ts';
import { RecordingError } from '../../src/recording/file/recording-error.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import type { Added } from '../../src/recording/record/open-recording.ts';
import { temporaryDirectory, upstream } from '../support/recordings.ts';
import { apiRequest, bodyText, pieces } from '../support/upstreams.ts';

const maxBody = 1000;
const failure = new RecordingError('unwritable', 'session.json', 'the disk is full', 'Make room.');

/** A recording that is on the disk only when the test says so. */
class FakeRecording implements ExchangeStore {
  failed: RecordingError | undefined;
  readonly exchanges: Exchange[] = [];
  readonly waiting: ((added: Added) => void)[] = [];
  readonly #waits: boolean;

  constructor(waits = false) {
    this.#waits = waits;
  }

  add(exchange: Exchange): Promise<Added> {
    this.exchanges.push(exchange);
    if (this.failed !== undefined) return Promise.resolve({ recorded: false, error: this.failed });
    const added = { recorded: true, id: `${this.exchanges.length}-x`, repeated: false } as const;
    return this.#waits ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(added);
  }

  sync(): void {
    this.waiting.shift()!({ recorded: true, id: '1-x', repeated: false });
  }
}

interface Case {
  readonly answer: Partial<ApiResponse>;
  readonly request?: Parameters<typeof apiRequest>[0];
  readonly recording?: FakeRecording;
  readonly options?: Partial<RecordOptions>;
}

function send({ answer, request = {}, recording = new FakeRecording(), options = {} }: Case) {
  const outcomes: Outcome[] = [];
  const filter = recordTo(recording, { maxBody, onOutcome: (outcome) => outcomes.push(outcome), ...options });
  const next = async (given: ApiRequest): Promise<ApiResponse> => {
    const pieces = given.body.stream()[Symbol.asyncIterator]();
    while ((await pieces.next()).done !== true);
    return { status: 200, reason: 'Fine', headers: [], body: null, verbatim: true, ...answer };
  };
  const response = Promise.resolve(filter(next)(apiRequest(request)));
  return { response, recording, outcomes };
}

/** Whether a promise is still open when everything that can happen has happened. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(open)])) === open;
}

const iterator = ({ body }: ApiResponse): AsyncIterator<Uint8Array> =>
  (body as ByteStream)[Symbol.asyncIterator]();

/** Pieces that the test lets come one by one. */
function slow() {
  const gates: (() => void)[] = [];
  const opened: Promise<void>[] = [];
  const gate = (at: number): Promise<void> => (opened[at] ??= new Promise((open) => (gates[at] = open)));
  for (let at = 0; at < 4; at += 1) void gate(at);
  const body = async function* (...texts: string[]): ByteStream {
    for (const [at, text] of texts.entries()) {
      await gate(at);
      yield Buffer.from(text);
    }
    await gate(texts.length);
  };
  return {
    body,
    release: (at: number) => {
      gates[at]!();
    },
  };
}

describe('what a client has whole is on the disk', () => {
  test('an answer without a body leaves when it is synced', async () => {
    const { response, recording } = send({ answer: { status: 204 }, recording: new FakeRecording(true) });
    expect(await isOpen(response)).toBe(true);
    recording.sync();
    expect(await response).toMatchObject({ status: 204, reason: 'Fine', body: null, headers: [] });
  });

  test('a small body under a length leaves as a whole when it is synced', async () => {
    const answer = { headers: ['Content-Length', '2'], body: pieces('a', 'b') };
    const { response, recording } = send({ answer, recording: new FakeRecording(true) });
    expect(await isOpen(response)).toBe(true);
    recording.sync();
    expect(Buffer.from((await response).body as Uint8Array).toString()).toBe('ab');
  });

  test('the last piece of a slow body under a length waits for the sync, the ones before do not', async () => {
    const upstream = slow();
    const answer = { headers: ['Content-Length', '4'], body: upstream.body('ab', 'cd') };
    const { response, recording } = send({ answer, recording: new FakeRecording(true) });
    const body = iterator(await response);
    const first = body.next();
    expect(await isOpen(first)).toBe(true);
    upstream.release(0);
    expect(Buffer.from((await first).value as Uint8Array).toString()).toBe('ab');
    const second = body.next();
    upstream.release(1);
    expect(await isOpen(second)).toBe(true);
    expect(recording.exchanges).toHaveLength(0); // the upstream may still break off
    upstream.release(2);
    expect(await isOpen(second)).toBe(true);
    expect(recording.exchanges).toHaveLength(1);
    recording.sync();
    expect(Buffer.from((await second).value as Uint8Array).toString()).toBe('cd');
    expect((await body.next()).done).toBe(true);
  });

  test('an event stream arrives as it goes; only its end waits for the sync', async () => {
    const upstream = slow();
    const { response, recording } = send({
      answer: {
        headers: ['Content-Type', 'text/event-stream'],
        body: upstream.body('data: 1\n\n', 'data: 2\n\n'),
      },
      recording: new FakeRecording(true),
    });
    const body = iterator(await response);
    for (const at of [0, 1]) {
      const event = body.next();
      upstream.release(at);
      expect(Buffer.from((await event).value as Uint8Array).toString()).toBe(`data: ${at + 1}\n\n`);
    }
    const end = body.next();
    upstream.release(2);
    expect(await isOpen(end)).toBe(true);
    recording.sync();
    expect((await end).done).toBe(true);
    expect(recording.exchanges[0]!.response.body).toEqual({ text: 'data: 1\n\ndata: 2\n\n' });
  });

  test('an empty body under a length leaves when it is synced', async () => {
    const answer = { headers: ['Content-Length', '0'], body: pieces() };
    const { response, recording } = send({ answer, recording: new FakeRecording(true) });
    expect(await isOpen(response)).toBe(true);
    recording.sync();
    expect(await bodyText(await response)).toBe('');
  });
});

describe('what did not arrive whole is not stored', () => {
  async function* broken(...texts: string[]): ByteStream {
    yield* pieces(...texts);
    throw new Error('the upstream broke off');
  }

  test.each([
    ['under a length', ['Content-Length', '10']],
    ['chunked', []],
    ['in a report', ['Content-Type', 'application/json', 'Content-Length', '10']],
  ])('%s', async (_, headers) => {
    const { response, recording, outcomes } = send({
      answer: { headers, body: broken('ab', 'cd') },
      request: { target: '/v1/reports' },
      options: { downloads: new DownloadLinks({ upstream: 'http://u', learn: () => undefined }) },
    });
    await expect(bodyText(await response)).rejects.toThrow('the upstream broke off');
    expect(recording.exchanges).toEqual([]);
    expect(outcomes).toMatchObject([{ status: 200, result: { brokenBy: 'upstream' } }]);
  });

  test('a client that leaves before the end', async () => {
    const { response, recording, outcomes } = send({ answer: { body: slow().body('a') } });
    await iterator(await response).return!();
    expect(recording.exchanges).toEqual([]);
    expect(outcomes).toMatchObject([{ result: { brokenBy: 'client' } }]);
  });

  test('a client that leaves while the last piece is on its way is told of once, and nothing is stored', async () => {
    const upstream = slow();
    const answer = { headers: ['Content-Length', '2'], body: upstream.body('ab') };
    const { response, recording, outcomes } = send({ answer });
    const body = iterator(await response);
    const read = body.next();
    await body.return!();
    for (const at of [0, 1]) upstream.release(at);
    await read;
    expect(recording.exchanges).toEqual([]);
    expect(outcomes).toMatchObject([{ result: { brokenBy: 'client' } }]);
  });

  test('a client that left while its answer was on the way', async () => {
    let leave = (): void => undefined;
    const { response, recording } = send({
      answer: { headers: ['Content-Length', '1'], body: slow().body('a') },
      request: { onAbort: (callback) => (leave = callback) },
    });
    leave();
    void iterator(await response).next();
    expect(recording.exchanges).toEqual([]);
  });
});

test('an answer that could not be replayed is passed on and says that it is not recorded; the next one is', async () => {
  const path = join(await temporaryDirectory(), 'a.json');
  const recording = await openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
  const outcomes: Outcome[] = [];
  const answers = [{ reason: 'a\u0001b' }, {}];
  const handler = recordTo(recording, { maxBody, onOutcome: (outcome) => outcomes.push(outcome) })(() => ({
    status: 200,
    headers: [],
    body: null,
    ...answers.shift(),
  }));
  expect(await handler(apiRequest())).toMatchObject({ headers: ['X-Mock-Recorded', 'no'] });
  expect(await handler(apiRequest())).toMatchObject({ headers: [] });
  await recording.close();
  expect(outcomes.map(({ result }) => 'recorded' in result && result.recorded)).toEqual([false, true]);
  expect(recording.failed).toBeUndefined();
});

describe('what is stored', () => {
  test('the request and the answer, with all that the redactor has to know', async () => {
    const { response, recording } = send({
      answer: {
        status: 200,
        headers: ['X-A', '1', 'x-a', '2', 'Content-Type', 'application/json', 'Content-Length', '7'],
        body: pieces('{"a":1}'),
      },
      request: {
        method: 'PATCH',
        target: '/v1/x?q=1',
        rawHeaders: ['X-API-KEY', 'k', 'Content-Length', '9'],
        body: pieces('{"b":', '2.0}'),
      },
    });
    await response;
    expect(recording.exchanges).toMatchObject([
      {
        request: {
          method: 'PATCH',
          path: '/v1/x',
          query: 'q=1',
          headers: [
            ['X-API-KEY', 'k'],
            ['Content-Length', '9'],
          ],
          body: { text: '{"b":2.0}' },
        },
        response: {
          status: 200,
          reason: 'Fine',
          headers: [
            ['X-A', '1'],
            ['x-a', '2'],
            ['Content-Type', 'application/json'],
            ['Content-Length', '7'],
          ],
          body: { json: { a: 1 } },
        },
      },
    ]);
    expect(recording.exchanges[0]!.at).toMatch(/^\d{4}-.*\.\d{3}Z$/);
  });

  test('a body over the limit is passed on whole and stored as its size and hash, in both directions', async () => {
    const text = 'x'.repeat(400);
    const hash = createHash('sha256').update(text.repeat(3)).digest('hex');
    for (const headers of [[], ['Content-Length', '1200']]) {
      const { response, recording } = send({
        answer: { headers, body: pieces(text, text, text) },
        request: { method: 'POST', body: pieces(text, text, text) },
      });
      expect(await bodyText(await response)).toBe(text.repeat(3));
      const omitted = { omitted: { bytes: 1200, reason: 'too-long', hash } };
      expect(recording.exchanges).toMatchObject([
        { request: { body: omitted }, response: { body: omitted } },
      ]);
    }
  });

  test('an answer that is recorded gets no header from us', async () => {
    const { response } = send({ answer: { headers: ['A', 'b'], body: pieces('x') } });
    expect((await response).headers).toEqual(['A', 'b']);
  });

  test.each([
    ['whole', { headers: ['Content-Length', '1'], body: pieces('x') }],
    ['streamed', { headers: [], body: pieces('x') }],
    ['without a body', { status: 304 }],
  ])('when the disk refuses, the answer passes and says so: %s', async (_, answer) => {
    const recording = new FakeRecording();
    recording.failed = failure;
    const { response, outcomes } = send({ answer, recording });
    const { headers, body } = await response;
    expect(headers.slice(-2)).toEqual(['X-Mock-Recorded', 'no']);
    if (body !== null) expect(await bodyText(await response)).toBe('x');
    expect(outcomes).toMatchObject([{ result: { recorded: false } }]);
  });
});

describe('download links in reports', () => {
  const url = 'https://files.example.com/r1.csv?X-Amz-Signature=SECRETSIG0123456789abcdef';
  const report = { data: [{ id: 'r', downloadLinks: [{ url }] }], has_more: false };
  const jsonType = ['Content-Type', 'application/json'];

  async function record(body: Uint8Array, headers: readonly string[], target = '/v1/reports') {
    const learned: string[] = [];
    const downloads = new DownloadLinks({ upstream: 'http://u', learn: (link) => learned.push(link) });
    const { response, recording } = send({
      answer: {
        headers: [...headers, 'Content-Length', String(body.length), 'Content-MD5', 'x'],
        body: one(body),
      },
      request: { target },
      options: { downloads, maxBody: 100_000 },
    });
    const { body: served, headers: servedHeaders } = await response;
    return {
      served: Buffer.from(served as Uint8Array),
      servedHeaders,
      stored: recording.exchanges[0]!,
      downloads,
      learned,
    };
  }

  test.each([
    ['plain', (text: string) => Buffer.from(text), (bytes: Buffer) => bytes.toString(), []],
    [
      'gzip',
      (text: string) => gzipSync(text),
      (bytes: Buffer) => gunzipSync(bytes).toString(),
      ['Content-Encoding', 'gzip'],
    ],
  ])('lead through the recorder (%s), and no signature is stored', async (_, encode, decode, headers) => {
    const found = await record(encode(JSON.stringify(report)), [...jsonType, ...headers]);
    const served = JSON.parse(decode(found.served)) as typeof report;
    const link = new URL(served.data[0]!.downloadLinks[0]!.url);
    expect(link.href).toMatch(/^http:\/\/127\.0\.0\.1:5300\/__mock\/files\/[0-9a-f]{16}\.csv$/);
    expect(found.downloads.find(link.pathname)?.href).toBe(url);
    expect(found.learned).toEqual([url]);
    expect(found.servedHeaders).not.toContain('Content-MD5');
    const text = JSON.stringify(found.stored);
    expect(text).toContain('http://recording.invalid/__mock/files/');
    expect(text).not.toContain('SECRETSIG');
    expect(found.stored.response.body).not.toHaveProperty('wire');
  });

  test('a report without links passes byte for byte', async () => {
    const bytes = gzipSync(JSON.stringify({ data: [] }), { level: 1 });
    const found = await record(bytes, [...jsonType, 'Content-Encoding', 'gzip']);
    expect(found.served.equals(bytes)).toBe(true);
    expect(found.servedHeaders).toContain('Content-MD5');
    expect(found.stored.response.body).toHaveProperty('wire', bytes.toString('base64'));
  });

  test('a report in an encoding that nobody here reads passes and is stored without its body', async () => {
    const bytes = brotliCompressSync(JSON.stringify(report));
    const found = await (async () => {
      const downloads = new DownloadLinks({ upstream: 'http://u', learn: () => undefined });
      const { response, recording } = send({
        answer: { headers: [...jsonType, 'Content-Encoding', 'zstd'], body: one(bytes) },
        request: { target: '/v1/reports' },
        options: { downloads, maxBody: 100_000 },
      });
      return { text: await bodyText(await response), recording };
    })();
    expect(Buffer.from(found.text, 'latin1').equals(bytes)).toBe(true);
    expect(found.recording.exchanges[0]!.response.body).toHaveProperty('omitted');
  });

  test('links anywhere else are left alone', async () => {
    const bytes = Buffer.from(JSON.stringify({ url: 'http://example.com/get' }));
    expect((await record(bytes, jsonType, '/get')).served.equals(bytes)).toBe(true);
    expect((await record(bytes, ['Content-Type', 'text/plain'])).served.equals(bytes)).toBe(true);
  });
});

describe('links to the service', () => {
  const api = 'https://api.example.com';
  const here = 'http://127.0.0.1:5300';
  const links = linksTo(api);
  const text = (base: string, filler = '') => JSON.stringify({ self: `${base}/x`, filler });
  const json = ['Content-Type', 'application/json'];
  const digests = ['Content-MD5', 'x', 'Repr-Digest', 'y', 'ETag', '"1"'];

  const lead = (given: Case) => send({ ...given, options: { links, maxBody: 100_000, ...given.options } });
  /** Pieces of which each keeps whoever reads waiting. */
  async function* later(...texts: (string | Uint8Array)[]): ByteStream {
    for (const piece of texts) {
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      yield typeof piece === 'string' ? Buffer.from(piece) : piece;
    }
  }
  const bytesOf = async (answer: ApiResponse) => Buffer.from(await bodyText(answer), 'latin1');

  const events = (coding: string) => ['Content-Type', 'text/event-stream', 'Content-Encoding', coding];
  test.each([
    ['gzip', gzipSync, gunzipSync, { finishFlush: constants.Z_SYNC_FLUSH }],
    ['br', brotliCompressSync, brotliDecompressSync, { finishFlush: constants.BROTLI_OPERATION_FLUSH }],
  ] as const)(
    'of an event stream that is damaged or breaks off, all that came before leaves; the damaged one is recorded: %s',
    async (coding, encode, decode, unended) => {
      const begun = encode(`data: ${api}/x\n\n`, unended);
      async function* broken(): ByteStream {
        yield* later(begun);
        throw new Error('reset');
      }
      const damage = Buffer.alloc(64, 0xff);
      for (const [body, kept] of [
        [later(begun, damage, 'more'), Buffer.concat([begun, damage, Buffer.from('more')])],
        [broken(), undefined],
      ] as const) {
        const { response, outcomes, recording } = lead({ answer: { headers: events(coding), body } });
        const left: Uint8Array[] = [];
        const pass = async () => {
          for await (const piece of (await response).body as ByteStream) left.push(piece);
        };
        await expect(pass()).rejects.toThrow();
        expect(decode(Buffer.concat(left), unended).toString()).toBe(`data: ${here}/x\n\n`);
        expect(outcomes.map(({ result }) => result)).toMatchObject([
          kept === undefined ? { brokenBy: 'upstream' } : { recorded: true },
        ]);
        expect(recording.exchanges.map((exchange) => exchange.response.body)).toEqual(
          kept === undefined ? [] : [{ base64: kept.toString('base64') }],
        );
      }
    },
  );

  test('an event stream that is not in the encoding that it names passes as it is, and is recorded', async () => {
    const { response, recording } = lead({
      answer: { headers: events('gzip'), body: later('data: 1\n\n', `data: ${api}/x\n\n`) },
    });
    const passed = `data: 1\n\ndata: ${api}/x\n\n`;
    expect(await bodyText(await response)).toBe(passed);
    expect(recording.exchanges).toHaveLength(1);
    expect(recording.exchanges[0]!.response.body).toEqual({ base64: Buffer.from(passed).toString('base64') });
  });

  test.each([
    ['plain', [], (body: string) => Buffer.from(body), (bytes: Buffer) => bytes],
    [
      'gzip',
      ['Content-Encoding', 'gzip'],
      (body: string) => gzipSync(body),
      (bytes: Buffer) => gunzipSync(bytes),
    ],
    [
      'br',
      ['Content-Encoding', 'br'],
      (body: string) => brotliCompressSync(body),
      (bytes: Buffer) => brotliDecompressSync(bytes),
    ],
  ])(
    'in JSON (%s) lead through the recorder; the recording has them as they came',
    async (_, coding, encode, decode) => {
      const wire = encode(text(api));
      for (const body of [wire, one(wire)]) {
        const headers = [...json, ...coding, 'Content-Length', String(wire.length), ...digests];
        const { response, recording, outcomes } = lead({ answer: { headers, body } });
        const answer = await response;
        const bytes = await bytesOf(answer);
        expect(decode(bytes).toString()).toBe(text(here));
        const length = ['Content-Length', String(bytes.length)];
        expect(answer.headers).toEqual([...json, ...coding, ...length, 'ETag', '"1"']);
        expect(recording.exchanges[0]!.response.body).toMatchObject({
          json: JSON.parse(text(api)) as object,
        });
        expect(headers).toEqual(recording.exchanges[0]!.response.headers.flat());
        expect(outcomes[0]).not.toHaveProperty('leadsTo');
      }
    },
  );

  test('JSON without one passes byte for byte, under any encoding', async () => {
    const wire = gzipSync(text('https://other.example'), { level: 1 });
    const headers = [...json, 'Content-Encoding', 'gzip', 'Content-Length', String(wire.length), ...digests];
    const answer = await lead({ answer: { headers, body: one(wire) } }).response;
    expect(answer.headers).toEqual(headers);
    expect((await bytesOf(answer)).equals(wire)).toBe(true);
  });

  test('what came without a length leaves without one', async () => {
    for (const [headers, body] of [
      [json, pieces(text(api))],
      [[...json, 'Content-Encoding', 'gzip'], one(gzipSync(text(api)))],
    ] as const) {
      const answer = await lead({ answer: { headers, body } }).response;
      expect(answer.headers).toEqual(headers);
      expect(answer.body).not.toBeInstanceOf(Uint8Array);
      const bytes = await bytesOf(answer);
      expect((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()).toBe(text(here));
    }
  });

  test('text over the limit leaves without its length, encoded text as it is', async () => {
    const long = text(api, 'x'.repeat(2000));
    const headers = [...json, 'Content-Length', String(long.length)];
    const options = { maxBody: 1000 };
    const plain = await lead({
      answer: { headers, body: later(long.slice(0, 1500), long.slice(1500)) },
      options,
    }).response;
    expect(plain.headers).toEqual(json);
    expect(await bodyText(plain)).toBe(text(here, 'x'.repeat(2000)));

    const zipped = gzipSync(text(api, randomBytes(2000).toString('hex')));
    const coded = [...json, 'Content-Encoding', 'gzip', 'Content-Length', String(zipped.length)];
    const answer = await lead({
      answer: { headers: coded, body: later(zipped.subarray(0, 1500), zipped.subarray(1500)) },
      options,
    }).response;
    expect(answer.headers).toEqual(coded);
    expect((await bytesOf(answer)).equals(zipped)).toBe(true);
  });

  test('a body without a type is JSON if it begins so', async () => {
    for (const [body, led] of [
      [` ${text(api)}`, ` ${text(here)}`],
      [`at ${api}/x`, `at ${api}/x`],
    ] as const) {
      const { response, outcomes } = lead({ answer: { headers: [], body: pieces(body) } });
      expect(await bodyText(await response)).toBe(led);
      expect(outcomes[0]!.leadsTo).toBe(led === body ? api : undefined);
    }
  });

  test('a part of a body, CSV and other headers than links are looked through, and told', async () => {
    const csvType = ['Content-Type', 'text/csv'];
    for (const answer of [
      { status: 206, headers: json, body: text(api) },
      { headers: csvType, body: `url\n${api}/x\n` },
      { headers: csvType, body: pieces(`url\n${api}`, '/x\n') },
    ]) {
      const { response, outcomes } = lead({ answer });
      expect(await bodyText(await response)).toContain(`${api}/x`);
      expect(outcomes[0]!.leadsTo).toBe(api);
    }
  });

  test('answers without a body have their headers led, and their length is the service’s', async () => {
    for (const [status, method] of [
      [200, 'HEAD'],
      [304, 'GET'],
      [204, 'GET'],
      [302, 'GET'],
    ] as const) {
      const headers = [...json, 'Content-Length', '77', 'Location', `${api}/x`];
      const { response } = lead({ answer: { status, headers }, request: { method } });
      expect((await response).headers).toEqual([...json, 'Content-Length', '77', 'Location', `${here}/x`]);
    }
  });

  test.each([
    ['under a length', ['Content-Length', '100']],
    ['chunked', []],
    ['zipped', ['Content-Encoding', 'gzip']],
  ])('JSON that breaks off is broken for the client, too, and is not stored: %s', async (_, headers) => {
    async function* broken(): ByteStream {
      yield* pieces('{"a":', '1');
      throw new Error('the upstream broke off');
    }
    const { response, recording, outcomes } = lead({
      answer: { headers: [...json, ...headers], body: broken() },
    });
    await expect(response.then(bodyText)).rejects.toThrow('the upstream broke off');
    expect(recording.exchanges).toEqual([]);
    expect(outcomes).toMatchObject([{ result: { brokenBy: 'upstream' } }]);
  });

  test('a client that leaves chunked JSON ends it at the service', async () => {
    const { response, outcomes } = lead({ answer: { headers: json, body: slow().body('a') } });
    await iterator(await response).return!();
    expect(outcomes).toMatchObject([{ result: { brokenBy: 'client' } }]);
  });
});

// eslint-disable-next-line @typescript-eslint/require-await
async function* one(bytes: Uint8Array): ByteStream {
  yield bytes;
}
