import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/spec/errors.ts';
import { withOptions } from '../../src/app/options/service-options.ts';
import type { FormPatch } from '../../src/spec/form.ts';
import { createSettings } from '../../src/spec/settings.ts';
import type { Settings } from '../../src/spec/settings.ts';
import { catchErrors } from '../../src/spec/catch-errors.ts';
import { headerValue, pipeline, requestWith } from '../../src/http/message.ts';
import type { ApiRequest, ApiResponse, Handler, RequestBody } from '../../src/http/message.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { HeaderPair, Recording } from '../../src/recording/format.ts';
import type { ValidateWrite } from '../../src/recording/replay/overlay.ts';
import { answerMiss } from '../../src/recording/replay/miss.ts';
import { replayFrom } from '../../src/recording/replay/replay-from.ts';
import type { ReplayFromOptions } from '../../src/recording/replay/replay-from.ts';
import { ReplayWorlds } from '../../src/recording/replay/replay-worlds.ts';
import type { WorldsOptions } from '../../src/recording/replay/replay-worlds.ts';
import {
  listingA,
  listingB,
  patchPrice,
  readList,
  readListing,
  readReports,
  recordingOf,
} from './timeline.support.ts';
import type { Said } from './timeline.support.ts';

const origin = 'http://127.0.0.1:5300';
const bodies = nodeBodies;
const peers = recordingOf(
  readListing(listingA, 10),
  patchPrice(listingA, 11),
  readListing(listingA, 11),
  readReports,
);

/** The mock's own validators stand behind this interface; here one rule is enough. */
const validate: ValidateWrite = ({ body, current, kind, strategyIds }) => {
  const fields = body as Record<string, unknown>;
  const known =
    kind === 'price' ? Number(fields.minPrice) <= Number(fields.maxPrice ?? current.maxPrice) : true;
  if (!known) return { ok: false, error: new ApiError('parameters_conflict', 'minPrice is above maxPrice.') };
  if (kind === 'strategy' && !strategyIds.has(String(fields.strategyId))) {
    return { ok: false, error: new ApiError('reference_missing', 'There is no such strategy.') };
  }
  return { ok: true, fields };
};
const unrecordedWrites = { validate, settings: createSettings() };

interface Replayed {
  readonly worlds: ReplayWorlds;
  readonly ask: (
    said: Said,
    client?: { readonly key?: string; readonly headers?: readonly HeaderPair[] },
  ) => Promise<ApiResponse>;
}

function open(
  recording: Recording | (() => Recording),
  {
    settings = createSettings(),
    ...options
  }: Partial<ReplayFromOptions> & WorldsOptions & { settings?: Settings } = {},
  handler?: Handler,
): Replayed {
  const worlds = new ReplayWorlds(typeof recording === 'function' ? recording : () => recording, options);
  const fail = (error: unknown): never => {
    throw error;
  };
  const app = pipeline(
    catchErrors(settings, fail),
    replayFrom(worlds, { bodies, ...options }),
  )(handler ?? answerMiss(worlds, { name: 'session' }));
  return {
    worlds,
    ask: async (said, { key = 'test_a', headers = [] } = {}) => {
      const answer = await app(requestOf(said, key, headers));
      return { ...answer, body: await whole(answer.body) };
    },
  };
}

function requestOf(
  { method = 'GET', path, query = '', sent }: Said,
  key: string,
  more: readonly HeaderPair[],
): ApiRequest {
  const bytes = sent === undefined ? undefined : new TextEncoder().encode(JSON.stringify(sent, null, 1));
  const own: readonly HeaderPair[] =
    bytes === undefined
      ? []
      : [
          ['Content-Type', 'application/json'],
          ['Content-Length', String(bytes.length)],
        ];
  const headers = [...more, ...own];
  return {
    method,
    path,
    query,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
    body: {
      bytes: async () => {
        await Promise.resolve();
        return bytes ?? new Uint8Array();
      },
      stream: () => {
        throw new Error('unused');
      },
    },
    origin,
    context: { world: { id: 'w1', key } },
    onAbort: (callback) => {
      callback();
    },
  };
}

/** A body that came without a length comes in pieces. */
async function whole(body: ApiResponse['body']): Promise<string | Uint8Array | null> {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

function textOf({ body }: ApiResponse): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : ((body ?? '') as string);
}

function jsonOf(response: ApiResponse): Record<string, unknown> {
  return JSON.parse(textOf(response)) as Record<string, unknown>;
}

const price = async (response: Promise<ApiResponse>): Promise<unknown> => {
  const answer = await response;
  return answer.status === 200 ? jsonOf(answer).minPrice : answer.status;
};

const read = readListing(listingA);
const synthesized = (response: ApiResponse): string | undefined =>
  headerValue(response.headers, 'x-mock-synthesized');

test('scripts A and B, by eight clients at once, each with a key of its own', async () => {
  const { ask } = open(peers);
  const client = async (key: string): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (const said of [read, read, patchPrice(listingA, 11), read, read]) {
      answers.push(await price(ask(said, { key })));
    }
    return answers;
  };
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => client(`test_${at}`)));
  for (const answers of all) expect(answers).toEqual([10, 10, 11, 11, 11]);
});

test('script B with two readers of one account: neither sees 11 before the write is sent', async () => {
  const { ask } = open(peers);
  const poll = (): Promise<unknown[]> => Promise.all(Array.from({ length: 5 }, () => price(ask(read))));
  expect(await Promise.all([poll(), poll()])).toEqual([Array(5).fill(10), Array(5).fill(10)]);
  await ask(patchPrice(listingA, 11));
  expect(await Promise.all([poll(), poll()])).toEqual([Array(5).fill(11), Array(5).fill(11)]);
});

test('one write sent by two clients of one account at once is done once', async () => {
  const recording = recordingOf(
    patchPrice(listingA, 11),
    readListing(listingA, 11),
    patchPrice(listingA, 11),
    { ...read, answer: { minPrice: 'second' } },
  );
  const { ask } = open(recording);
  await Promise.all([ask(patchPrice(listingA, 11)), ask(patchPrice(listingA, 11))]);
  expect(await price(ask(read))).toBe('second');
});

test('script C, strict: a value that was never recorded is a marked miss and moves nothing', async () => {
  const { ask } = open(peers);
  expect(await price(ask(read))).toBe(10);
  const answer = await ask(patchPrice(listingA, 12));
  expect(answer.status).toBe(501);
  expect(headerValue(answer.headers, 'x-mock-error')).toBe('replay_miss');
  expect(await price(ask(read))).toBe(10);
});

test('script C with unrecorded writes: the write shows in what was recorded, and every answer says so', async () => {
  const { ask } = open(peers, { unrecordedWrites });
  const before = await ask(read);
  expect([jsonOf(before).minPrice, synthesized(before)]).toEqual([10, undefined]);
  for (const said of [patchPrice(listingA, 12), read]) {
    const answer = await ask(said);
    expect(answer.status).toBe(200);
    expect(jsonOf(answer)).toMatchObject({ id: listingA, minPrice: 12, maxPrice: 30 });
    expect(synthesized(answer)).toBe('unrecorded-write');
  }
});

test('script D: another key finds what was recorded', async () => {
  expect(await price(open(peers).ask(read, { key: 'OTHER-KEY' }))).toBe(10);
});

test('script E: links lead to the replayer, and their files are there', async () => {
  const file: Said = {
    path: '/__mock/files/abc.csv',
    body: { text: 'SKU,PRICE\n' },
    headers: [['Content-Type', 'text/csv']],
  };
  const { ask } = open(recordingOf(readReports, file));
  const link = /"url":"([^"]+)"/.exec(textOf(await ask(readReports)))![1]!;
  expect(link).toBe(`${origin}/__mock/files/abc.csv`);
  const answer = await ask({ path: new URL(link).pathname });
  expect([answer.status, textOf(answer)]).toEqual([200, 'SKU,PRICE\n']);
});

test('a miss explains itself and says how to record what is missing', async () => {
  const { ask, worlds } = open(peers);
  const answer = await ask(patchPrice(listingA, 12));
  const { error } = jsonOf(answer) as { error: { code: string; message: string; doc_url: string } };
  expect(error).toEqual({
    code: 'replay_miss',
    message: expect.any(String) as string,
    doc_url: `${origin}/__mock/errors/replay_miss`,
  });
  expect(error.message.split('\n')).toEqual([
    `Not recorded: PATCH /v1/listings/${listingA}/price.`,
    'The nearest recorded requests:',
    `  1. 2-patch: PATCH /v1/listings/${listingA}/price`,
    '       body minPrice  asked 12  recorded 11',
    `  2. 1-get: GET /v1/listings/${listingA}`,
    expect.stringMatching(/^ {7}method +asked PATCH +recorded GET$/),
    expect.stringMatching(/^ {7}path segment 4 +asked price +recorded \(none\)$/),
    expect.stringMatching(/^ {7}body minPrice +asked 12 +recorded \(none\)$/),
    expect.stringMatching(/^ {7}body maxPrice +asked 30 +recorded \(none\)$/),
    '  3. 4-get: GET /v1/reports',
    ...(Array(5).fill(expect.any(String)) as string[]),
    '       and 1 more',
    'To record it: pricing-mock record https://api.example.com --name session --missing --allow-writes',
  ]);
  await ask(patchPrice(listingA, 12));
  expect(worlds.summary()).toEqual({
    answered: 0,
    misses: 2,
    missed: [{ request: `PATCH /v1/listings/${listingA}/price`, count: 2 }],
    interactions: 4,
    unused: ['1-get', '2-patch', '3-get', '4-get'],
  });
});

test.each<[FormPatch, string | null]>([
  [{ errors: { codes: 'fine' } }, null],
  [{ errors: { statuses: 'documented' } }, null],
  [{ errors: { codes: 'fine', statuses: 'documented' } }, 'https://docs.example.com'],
])('a miss keeps its code, status and page, whatever the form of answers: %j', async (form, docBase) => {
  const settings = withOptions(createSettings({ form }), { docBase });
  const answer = await open(peers, { settings }).ask({ path: '/v1/nothing' });
  expect([answer.status, headerValue(answer.headers, 'x-mock-error')]).toEqual([501, 'replay_miss']);
  expect(jsonOf(answer)).toMatchObject({
    error: { code: 'replay_miss', doc_url: `${origin}/__mock/errors/replay_miss` },
  });
});

test('a miss says when the request is recorded, but for another moment', async () => {
  const { ask } = open(
    recordingOf(patchPrice(listingA, 11), readListing(listingA, 11), patchPrice(listingA, 12)),
  );
  expect(textOf(await ask(read))).toContain('It was recorded after 1-patch');
  await ask(patchPrice(listingA, 12));
  expect(textOf(await ask(patchPrice(listingA, 11)))).toContain(
    'It is 1-patch, and the writes done have left',
  );
});

test('secrets in a missed request are not printed', async () => {
  const redact: WorldsOptions['redact'] = (request) => ({
    ...request,
    query: request.query.replace(/sig=\w+/, 'sig=***'),
  });
  const { ask, worlds } = open(peers, { redact });
  expect(textOf(await ask({ path: '/v1/x', query: 'sig=secret' }))).not.toContain('secret');
  expect(JSON.stringify(worlds.summary())).not.toContain('secret');
});

test('a live request is matched as redacted', async () => {
  const redact: WorldsOptions['redact'] = (request) => ({
    ...request,
    query: request.query.replace(/sig=\w+/, 'sig=***'),
  });
  const { ask } = open(recordingOf({ path: '/file', query: 'sig=***', answer: { minPrice: 1 } }), { redact });
  expect(await price(ask({ path: '/file', query: 'sig=secret' }))).toBe(1);
});

test('what is handed on still has its body', async () => {
  const { ask } = open(peers, {}, async (request) => ({
    status: 200,
    headers: [],
    body: await request.body.bytes(1000),
  }));
  expect(jsonOf(await ask(patchPrice(listingA, 12)))).toEqual({ minPrice: 12, maxPrice: 30 });
});

test('in front of an upstream, a body that is too long goes on as it comes, and none of it is lost', async () => {
  const got: string[] = [];
  const upstream: Handler = async ({ body }) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body.stream()) pieces.push(piece);
    got.push(Buffer.concat(pieces).toString());
    return { status: 201, headers: [], body: null };
  };
  const app = replayFrom(new ReplayWorlds(() => recordingOf(read)), { bodies, maxBody: 3 })(upstream);
  for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': '8' }]) {
    const body: RequestBody = {
      bytes: () => Promise.reject(new Error('unused')),
      // eslint-disable-next-line @typescript-eslint/require-await -- as a socket gives it
      stream: async function* pieces() {
        for (const piece of ['ab', 'cd', 'ef', 'gh']) yield Buffer.from(piece);
      },
    };
    const request = requestOf({ method: 'POST', path: '/v1/uploads' }, 'test_a', []);
    expect(await app(requestWith(request, { headers, body }))).toMatchObject({ status: 201 });
  }
  expect(got).toEqual(['abcdefgh', 'abcdefgh']);
});

test('what is handed on with its body can still tell that the client has gone', async () => {
  let gone = 0;
  const { ask } = open(peers, {}, (request) => {
    request.onAbort(() => (gone += 1));
    return { status: 200, headers: [], body: null };
  });
  await ask(patchPrice(listingA, 12));
  expect(gone).toBe(1);
});

test('headers come back in their order, case and number, with the reason', async () => {
  const headers: HeaderPair[] = [
    ['X-B', '1'],
    ['x-a', '2'],
    ['Set-Cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ];
  const recording = recordingOf({ ...read, headers });
  const answer = await open(recording).ask(read);
  expect(answer.headers).toEqual(headers.flat());
  expect(answer).toMatchObject({ reason: 'OK', verbatim: true });
});

test('an encoded body goes out as it came, or decoded to a client that does not take it', async () => {
  const wire = gzipSync('{"minPrice":10}');
  const headers: HeaderPair[] = [
    ['Content-Encoding', 'gzip'],
    ['Content-Length', String(wire.length)],
  ];
  const { ask } = open(recordingOf({ ...read, headers, body: nodeBodies.recordBody(wire, headers) }));
  const packed = await ask(read, { headers: [['Accept-Encoding', 'gzip, br']] });
  expect(Buffer.from(packed.body as Uint8Array)).toEqual(wire);
  const plain = await ask(read, { headers: [['Accept-Encoding', 'identity']] });
  expect(textOf(plain)).toBe('{"minPrice":10}');
  expect(plain.headers).toEqual(['Content-Length', '15']);
  expect(await ask(read), 'names no encoding').toEqual(plain);
});

test('links in an encoded answer are rewritten, and its length is right', async () => {
  const headers: HeaderPair[] = [
    ['Content-Encoding', 'gzip'],
    ['Content-Length', '9999'],
  ];
  const { ask } = open(recordingOf({ ...readReports, headers }));
  const answer = await ask(readReports, { headers: [['Accept-Encoding', 'gzip']] });
  expect(gunzipSync(answer.body as Uint8Array).toString()).toContain(`${origin}/__mock/files/abc.csv`);
  expect(headerValue(answer.headers, 'content-length')).toBe(String((answer.body as Uint8Array).length));
});

test('an answer that was recorded without a length gets none, as often as it is asked for', async () => {
  const replay = replayFrom(new ReplayWorlds(() => recordingOf(read)), { bodies });
  const app = replay(() => ({ status: 501, headers: [], body: null }));
  for (let at = 0; at < 2; at += 1) {
    const { body } = await app(requestOf(readListing(listingA, 10), 'test_a', []));
    expect(body).not.toBeInstanceOf(Uint8Array);
    expect(await whole(body)).toEqual(Buffer.from(JSON.stringify(read.answer)));
  }
});

test('an answer to HEAD keeps the length of what it speaks of', async () => {
  const said: Said = { method: 'HEAD', path: '/v1/listings', headers: [['Content-Length', '123']] };
  const answer = await open(recordingOf(said)).ask(said);
  expect(answer).toMatchObject({ headers: ['Content-Length', '123'], body: null });
});

test('a body that was left out is an error that names the interaction', async () => {
  const omitted = { omitted: { bytes: 5, reason: 'too-long', hash: '0'.repeat(64) } } as const;
  const answer = await open(recordingOf({ ...read, body: omitted })).ask(read);
  expect(answer.status).toBe(500);
  expect(headerValue(answer.headers, 'x-mock-error')).toBe('unreplayable');
  expect(textOf(answer)).toContain('The body of 1-get was left out');
});

test('a range is answered in part only where it was recorded, else whole', async () => {
  const range: HeaderPair = ['Range', 'bytes=0-1'];
  const part: Said = { path: '/file', requestHeaders: [range], status: 206, body: { text: 'ab' } };
  const whole: Said = { path: '/file', body: { text: 'abc' } };
  const { ask } = open(recordingOf(part, whole));
  expect((await ask(whole)).status).toBe(200);
  expect((await ask(whole, { headers: [range] })).status).toBe(206);
  expect(textOf(await ask(whole, { headers: [['range', 'bytes=1-2']] }))).toBe('abc');
  expect((await open(recordingOf(part)).ask(whole)).status).toBe(501);
});

test('an answer older than the writes done is marked', async () => {
  const recording = recordingOf(readList(10, 50), patchPrice(listingA, 11), patchPrice(listingB, 51));
  const { ask } = open(recording);
  expect(headerValue((await ask(readList())).headers, 'x-mock-replay')).toBeUndefined();
  await ask(patchPrice(listingB, 51));
  expect(headerValue((await ask(readList())).headers, 'x-mock-replay')).toBe('stale');
});

test('with recorded timing an answer takes as long as it took', async () => {
  const slept: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds);
    return Promise.resolve();
  };
  await open(recordingOf({ ...read, milliseconds: 250 }), { sleep }).ask(read);
  expect(slept).toEqual([250]);
});

test('an edited recording is taken over between two requests, and the position stays', async () => {
  let recording = peers;
  const { ask } = open(() => recording);
  await ask(read);
  await ask(patchPrice(listingA, 11));
  recording = recordingOf(readListing(listingA, 10), patchPrice(listingA, 11), readListing(listingA, 11.5));
  expect(await price(ask(read))).toBe(11.5);
});

test('a new key is shown to the redaction once, so that it is known wherever it stands', async () => {
  const shown: unknown[] = [];
  const redact: WorldsOptions['redact'] = (request) => {
    if (request.headers.length > 0) shown.push(request.headers);
    return request;
  };
  const { ask } = open(peers, { redact });
  await ask(read, { key: 'one' });
  await ask(read, { key: 'one' });
  expect(shown).toEqual([[['x-api-key', 'one']]]);
});

test('the least recently used world is dropped past the capacity, and one world can be reset', async () => {
  const { ask, worlds } = open(peers, { capacity: 2 });
  const write = patchPrice(listingA, 11);
  for (const key of ['a', 'b']) await ask(write, { key });
  expect(await price(ask(read, { key: 'a' }))).toBe(11);
  await ask(read, { key: 'c' });
  expect(await price(ask(read, { key: 'a' }))).toBe(11);
  expect(await price(ask(read, { key: 'b' }))).toBe(10);
  await ask(write, { key: 'b' });
  worlds.reset('b');
  expect(await price(ask(read, { key: 'b' }))).toBe(10);
  expect(worlds.summary().unused).toEqual(['4-get']);
});

test('an unrecorded write shows in lists, keeps the rest, and makes way for a recorded write of the same fields', async () => {
  const recording = recordingOf(
    readListing(listingA, 10),
    readList(10, 50),
    patchPrice(listingA, 11),
    { method: 'PATCH', path: `/v1/listings/${listingB}/strategy`, sent: { strategyId: 's2' }, answer: {} },
    { path: '/v1/strategies', answer: { data: [{ id: 's3' }] } },
  );
  const { ask } = open(recording, { unrecordedWrites });
  const strategy = (strategyId: string): Said => ({
    method: 'PATCH',
    path: `/v1/listings/${listingA}/strategy`,
    sent: { strategyId },
  });
  expect((await ask(strategy('s9'))).status).toBe(400);
  expect(synthesized(await ask(strategy('s9')))).toBe('unrecorded-write');
  expect(jsonOf(await ask(strategy('s3')))).toMatchObject({ minPrice: 10, strategyId: 's3' });
  expect(await price(ask(patchPrice(listingA, 12)))).toBe(12);
  const list = await ask(readList());
  expect(jsonOf(list).data).toEqual([
    { id: listingA, minPrice: 12, maxPrice: 30, strategyId: 's3' },
    { id: listingB, minPrice: 50 },
  ]);
  const written = await ask(patchPrice(listingA, 11));
  expect(jsonOf(written)).toMatchObject({ minPrice: 11, strategyId: 's3' });
  // The recording never read the listing after that write: what it wrote is laid over what was read before.
  expect(jsonOf(await ask(read))).toMatchObject({ minPrice: 11, maxPrice: 30, strategyId: 's3' });
  expect((await ask(patchPrice('99999999-9999-4999-8999-999999999999', 12))).status).toBe(501);
});
