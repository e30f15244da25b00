// One recording behind three doors: what `pricing-mock replay` answers at its port, `replayHandlers` answers through msw,
// as `fetch` and as the worker asks.
//
// What the platform forces, and therefore differs: an answer leaves msw without a content encoding, so the table asks
// with `Accept-Encoding: identity`, with which a port answers the same.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CommandError, replayHandlers } from '../../src/msw.ts';
import type { HeaderPair, Interaction, Recording } from '../../src/recording/format.ts';
import { parseRecording } from '../../src/recording/file/read.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { parseRedactRule } from '../../src/recording/redact/rules.ts';
import { exchange, interaction, recordingOf } from '../support/recordings.ts';
import type { ExchangeParts } from '../support/recordings.ts';
import {
  listingA,
  listingB,
  patchPrice,
  readList,
  readListing,
  readReports,
  recordingOf as said,
} from '../recording/timeline.support.ts';
import type { Answer, Outcome } from './doors.ts';
import { replayDoors, throughReplay } from './replay-doors.ts';
import type { ReplayDoor, ReplayInput } from './replay-doors.ts';

const sample = parseRecording(
  readFileSync(new URL('../../recordings/sample.json', import.meta.url), 'utf8'),
  'sample.json',
);
const peers = said(
  readList(10, 50),
  readListing(listingA, 10),
  patchPrice(listingA, 11),
  readListing(listingA, 11),
  readReports,
);
const read = `/v1/listings/${listingA}`;
const write = (door: ReplayDoor, minPrice: number, key = 'test_a') =>
  door.ask('PATCH', `${read}/price`, { key, json: { minPrice, maxPrice: 30 } });

const json: HeaderPair = ['Content-Type', 'application/json'];
const form: HeaderPair = ['Content-Type', 'application/x-www-form-urlencoded'];
const made = (...parts: readonly ExchangeParts[]): Recording =>
  recordingOf(...parts.map((part, at) => interaction(`${at + 1}-x`, part)));

/** An answer under a content encoding, with its length. */
const encoded = (path: string, coding: string, body: Uint8Array): ExchangeParts => ({
  path,
  headers: [json, ['Content-Encoding', coding], ['Content-Length', String(body.length)]],
  body,
});

/** An interaction as the recorder would keep it, whatever secrets it holds. */
function redacted(parts: ExchangeParts, rules: readonly string[] = []): Recording {
  const redactor = new Redactor(nodeBodies, { rules: rules.map(parseRedactRule) });
  return recordingOf({ id: '1-x', ...redactor.exchange(exchange(parts)) });
}

interface Scenario {
  readonly title: string;
  readonly statuses: readonly number[];
  readonly recording: Recording;
  readonly input?: ReplayInput;
  /** What else has to be alike besides the answers. */
  readonly run: (door: ReplayDoor) => Promise<unknown>;
}

const scenarios: readonly Scenario[] = [
  {
    title: 'any key opens a world of its own, and none gets the recorded 401',
    statuses: [200, 200, 401, 200],
    recording: made(
      { path: '/v1/reports', status: 401, body: { error: 'no key' } },
      { path: '/v1/reports', body: { at: 1 } },
      { path: '/v1/reports', body: { at: 2 } },
    ),
    input: { anyKey: true },
    run: async (door) => {
      for (const key of ['sk_live_a', 'sk_live_a', null, 'sk_live_b'])
        await door.ask('GET', '/v1/reports', { key });
    },
  },
  {
    title: 'an answer chosen by Accept goes to those who accept it',
    statuses: [200, 200, 501],
    recording: made(
      ...['application/json', 'text/csv'].map((type): ExchangeParts => ({
        path: '/v1/reports',
        requestHeaders: [['Accept', type]],
        headers: [
          ['Content-Type', type],
          ['Vary', 'Accept'],
        ],
        body: Buffer.from(type),
      })),
    ),
    run: async (door) => {
      for (const type of ['text/csv', '*/*', 'image/png']) {
        await door.ask('GET', '/v1/reports', { headers: { Accept: type } });
      }
    },
  },
  {
    title: 'script A: the same order gives the same answers',
    statuses: [200, 200, 200],
    recording: peers,
    run: async (door) => {
      await door.ask('GET', read);
      await write(door, 11);
      await door.ask('GET', read);
    },
  },
  {
    title: 'script B: polling does not show a change before the write, for each of several keys',
    statuses: [200, 200, 200, 200, 200, 200, 200, 200],
    recording: peers,
    run: async (door) => {
      for (const key of ['test_a', 'test_b']) {
        await door.ask('GET', read, { key });
        await door.ask('GET', read, { key });
        await write(door, 11, key);
        await door.ask('GET', read, { key });
      }
    },
  },
  {
    title: 'script C: a write that was never recorded is a miss and moves nothing',
    statuses: [200, 501, 200, 501, 501],
    recording: peers,
    run: async (door) => {
      await door.ask('GET', read);
      await write(door, 12);
      await door.ask('GET', read);
      await door.ask('GET', '/v1/nothing?x=1');
      await door.ask('PATCH', `${read}/price`);
    },
  },
  {
    title: 'script C with unrecorded writes: the write shows in what was recorded',
    statuses: [200, 200, 200, 200, 400, 400],
    recording: peers,
    input: { allowUnrecordedWrites: true },
    run: async (door) => {
      await door.ask('GET', read);
      await write(door, 12);
      await door.ask('GET', read);
      await door.ask('GET', '/v1/listings');
      await door.ask('PATCH', `${read}/price`, { json: { minPrice: 99, maxPrice: 1 } });
      await door.ask('PATCH', `${read}/price`, {
        body: '{',
        headers: { 'Content-Type': 'application/json' },
      });
    },
  },
  {
    title: 'script D: another key finds what was recorded',
    statuses: [200, 401, 401],
    recording: sample,
    input: { key: { other: '1/1' } },
    run: async (door) => {
      await door.ask('GET', '/v1/listings', { key: 'other' });
      await door.ask('GET', '/v1/listings', { key: 'wrong' });
      await door.ask('GET', '/v1/listings', { key: null });
    },
  },
  {
    title: 'script E: links lead to the door, and their files are there without a key',
    statuses: [200, 200, 501],
    recording: sample,
    run: async (door) => {
      const reports = (await door.ask('GET', '/v1/reports')) as Answer;
      const [, file] = /<base>(\/__mock\/files\/[^"]+)/.exec(reports.body)!;
      await door.follow(`${door.base}${file!}`);
      await door.follow(`${door.base}/__mock/files/nothing.csv`);
    },
  },
  {
    title: 'trouble is served in its place, and a reset goes back to the start',
    statuses: [429, 200, 429],
    recording: sample,
    run: async (door) => {
      await door.ask('GET', '/v1/strategies');
      await door.ask('GET', '/v1/strategies');
      door.world('test_a').reset();
      await door.ask('GET', '/v1/strategies');
      return door.world('test_a').requests.total;
    },
  },
  {
    title: 'what was not recorded comes from the simulator, which follows the writes',
    statuses: [200, 200, 200, 200, 404, 200],
    recording: peers,
    input: { onMiss: 'mock' },
    run: async (door) => {
      await door.ask('GET', '/v1/listings?limit=1');
      await write(door, 12);
      await door.ask('GET', `/v1/listings?limit=1`);
      await door.ask('GET', `/v1/listings/${listingB}`);
      await door.ask('GET', '/v1/nothing');
      await door.ask('GET', '/v1/strategies');
    },
  },
  {
    title: 'no key is asked for where there is none to ask for',
    statuses: [200, 200, 200],
    recording: peers,
    input: { noAuth: true },
    run: async (door) => {
      await door.ask('GET', read, { key: null });
      await write(door, 11, '');
      await door.ask('GET', read, { key: null });
    },
  },
  {
    title: 'the limits hold where they are asked for',
    statuses: [200, 200, 429, 200],
    recording: peers,
    input: { limits: true, perSecond: 'off', perMinute: 2, assume: { 'rate-headers': 'x-ratelimit' } },
    run: async (door) => {
      door.world('test_a').clock.freeze('2026-01-05T00:00:00Z');
      for (let at = 0; at < 3; at += 1) await door.ask('GET', read);
      door.world('test_a').clock.advance('1m');
      await door.ask('GET', read);
    },
  },
  {
    title: 'JSON counts by its value, and every other body by its bytes',
    statuses: [200, 501, 200, 501, 200, 501, 501],
    recording: made(
      { method: 'POST', path: '/v1/a', requestBody: { b: 1, a: 'ü' }, body: { json: true } },
      {
        method: 'POST',
        path: '/v1/b',
        requestHeaders: [form],
        requestBody: Buffer.from('a=1&b=2'),
        body: { form: true },
      },
      { method: 'POST', path: '/v1/c', requestBody: Buffer.from([0xff, 0, 1]), body: { bytes: true } },
    ),
    run: async (door) => {
      const [asJson, asForm] = [json, form].map((header) => Object.fromEntries([header]));
      await door.ask('POST', '/v1/a', { headers: asJson!, body: '{ "a": "\\u00fc", "b": 1.0 }' });
      await door.ask('POST', '/v1/a', { headers: asJson!, body: '{ "a": "\\u00fc", "b": 2 }' });
      await door.ask('POST', '/v1/b', { headers: asForm!, body: 'a=1&b=2' });
      await door.ask('POST', '/v1/b', { headers: asForm!, body: 'a=1&b=3' });
      await door.ask('POST', '/v1/c', { body: new Uint8Array([0xff, 0, 1]) });
      await door.ask('POST', '/v1/c', { body: new Uint8Array([0xff, 0, 2]) });
      await door.ask('POST', '/v1/c');
    },
  },
  {
    title: 'a body of another media type is another request, whatever its parameters',
    statuses: [501, 501, 200],
    recording: made({ method: 'POST', path: '/v1/a', requestBody: { a: 1 }, body: {} }),
    run: async (door) => {
      const ask = (headers: Readonly<Record<string, string>>) =>
        door.ask('POST', '/v1/a', { headers, body: new TextEncoder().encode('{"a":1}') });
      expect(await ask({ 'Content-Type': 'text/plain' })).toHaveProperty(
        'body',
        expect.stringMatching(/header content-type +asked text\/plain +recorded application\/json\\n/),
      );
      await ask({});
      await ask({ 'Content-Type': 'Application/JSON; charset=utf-8' });
    },
  },
  {
    title: 'a request under gzip or deflate is the request inside',
    statuses: [200, 200, 200, 501],
    recording: made({ method: 'POST', path: '/v1/a', requestBody: { a: 1 }, body: {} }),
    run: async (door) => {
      for (const [coding, encode] of [
        ['gzip', gzipSync],
        ['deflate', deflateSync],
        ['deflate', deflateRawSync],
        ['x-unknown', gzipSync],
      ] as const) {
        await door.ask('POST', '/v1/a', {
          body: encode('{"a":1}'),
          headers: { 'Content-Encoding': coding, 'Content-Type': 'application/json' },
        });
        door.world('test_a').reset();
      }
    },
  },
  {
    title: 'answers under an encoding go out decoded to whoever takes none',
    statuses: [200, 200, 200, 200, 200],
    recording: made(
      encoded('/v1/gzip', 'gzip', gzipSync('{"a":"gzip"}')),
      encoded('/v1/br', 'br', brotliCompressSync('{"a":"br"}')),
      encoded('/v1/deflate', 'deflate', deflateSync('{ "a": "deflate" }')),
      encoded('/v1/twice', 'gzip, br', brotliCompressSync(gzipSync('{"a":2}'))),
      { ...encoded('/v1/zeros', 'gzip', gzipSync(Buffer.alloc(100_000, 0xff))) },
    ),
    run: async (door) => {
      for (const name of ['gzip', 'br', 'deflate', 'twice', 'zeros']) await door.ask('GET', `/v1/${name}`);
    },
  },
  {
    title: 'the bytes as sent are decoded where that is possible',
    statuses: [200, 200],
    recording: recordingOf(
      asSent('1-a', 'gzip', gzipSync('{"a":1}')),
      asSent('2-b', 'deflate', deflateRawSync('{"a":2}')),
    ),
    run: async (door) => {
      await door.ask('GET', '/v1/1-a');
      await door.ask('GET', '/v1/2-b');
    },
  },
  {
    title: 'odd answers keep their status, headers and bytes',
    statuses: [204, 304, 200, 410, 200, 200, 200, 501],
    recording: made(
      { path: '/v1/none', status: 204, headers: [['X-Odd', 'ü']] },
      { path: '/v1/same', status: 304, headers: [['ETag', '"a"']] },
      { path: '/v1/bytes', headers: [['Content-Type', 'image/png']], body: Buffer.from([0x89, 0xff, 0]) },
      { path: '/v1/gone', status: 410, headers: [json, ['X-A', '1'], ['X-A', '2']], body: { gone: true } },
      { path: '/v1/empty', headers: [json, ['Content-Length', '0']] },
      { path: '/v1/text', headers: [['Content-Type', 'text/plain']], body: Buffer.from('\ufeffKäse') },
      { method: 'HEAD', path: '/v1/head', headers: [json, ['Content-Length', '12345']] },
    ),
    run: async (door) => {
      for (const name of ['none', 'same', 'bytes', 'gone', 'empty', 'text']) {
        await door.ask('GET', `/v1/${name}`);
      }
      await door.ask('HEAD', '/v1/head');
      await door.ask('HEAD', '/v1/gone');
    },
  },
  {
    title: 'a body that was left out is an error that names the interaction',
    statuses: [500],
    recording: recordingOf(
      withBody('1-big', { omitted: { bytes: 9, reason: 'too-long', hash: '0'.repeat(64) } }),
    ),
    run: (door) => door.ask('GET', '/v1/1-big'),
  },
  {
    title: 'a range is answered in part only where it was recorded, else whole',
    statuses: [206, 200, 200],
    recording: made(
      {
        path: '/v1/file',
        requestHeaders: [['Range', 'bytes=0-1']],
        status: 206,
        body: Buffer.from('ab'),
        headers: [['Content-Type', 'text/csv']],
      },
      { path: '/v1/file', body: Buffer.from('abcd'), headers: [['Content-Type', 'text/csv']] },
    ),
    run: async (door) => {
      await door.ask('GET', '/v1/file', { headers: { Range: 'bytes=0-1' } });
      await door.ask('GET', '/v1/file', { headers: { Range: 'bytes=0-2' } });
      await door.ask('GET', '/v1/file');
    },
  },
  {
    title: 'a live request is matched as it was redacted',
    statuses: [200, 501],
    recording: redacted({
      method: 'POST',
      path: '/v1/login',
      query: 'X-Amz-Signature=abcdef1234567890&part=1',
      requestHeaders: [json, ['X-API-KEY', 'test_key_4f9a1c77']],
      requestBody: { password: 'password123', key: 'test_key_4f9a1c77', note: 'x' },
      body: { ok: true },
    }),
    run: async (door) => {
      const login = (key: string, password: string, note: string) =>
        door.ask('POST', `/v1/login?X-Amz-Signature=${'0123456789abcdef'.repeat(2)}&part=1`, {
          key,
          json: { password, key, note },
        });
      await login('test_other_77ab12cd', 'other-password', 'x');
      await login('test_other_77ab12cd', 'other-password', 'y');
    },
  },
  {
    title: 'the rules of the recording apply to live requests',
    statuses: [200, 501],
    recording: redacted(
      {
        method: 'POST',
        path: '/v1/a',
        query: 'shop=anna',
        requestHeaders: [json],
        requestBody: { email: 'a@b.test', n: 5 },
        body: {},
      },
      ['$.email', 'query:shop'],
    ),
    input: { redact: ['$.email', 'query:shop'] },
    run: async (door) => {
      await door.ask('POST', '/v1/a?shop=otto', { json: { email: 'c@d.test', n: 5 } });
      await door.ask('POST', '/v1/a?shop=otto', { json: { email: 'c@d.test', n: 6 } });
    },
  },
  {
    title: 'the mock’s own pages',
    statuses: [200, 404],
    recording: peers,
    run: async (door) => {
      await door.ask('GET', '/__mock/errors/replay_miss', { key: null });
      await door.ask('GET', '/__mock/nothing', { key: null });
    },
  },
];

function withBody(id: string, body: Interaction['response']['body'], headers = [json]): Interaction {
  const plain = interaction(id, { path: `/v1/${id}`, headers });
  return { ...plain, response: { ...plain.response, body } };
}

/** A body that the recorder could not decode, and that therefore stands as it was sent. */
function asSent(id: string, coding: string, bytes: Uint8Array): Interaction {
  return withBody(id, { base64: Buffer.from(bytes).toString('base64') }, [
    json,
    ['Content-Encoding', coding],
  ]);
}

/** All that the doors have to agree on. */
function seenThrough(name: (typeof replayDoors)[number], { recording, input = {}, run }: Scenario) {
  return throughReplay(name, recording, input, async (door) => {
    const result = await run(plain(door));
    const requests = door.world('test_a').requests.all();
    const journal = requests.map(({ method, path, query, status, kind, matched, json: body }) => {
      return { method, path, query, status, kind, matched, body };
    });
    return { result, log: door.log, journal, summary: door.summary() };
  });
}

/** The door for a client that takes no encoding. */
function plain(door: ReplayDoor): ReplayDoor {
  const headers = { 'Accept-Encoding': 'identity' };
  return {
    ...door,
    ask: (method, target, ask = {}) =>
      door.ask(method, target, { ...ask, headers: { ...headers, ...ask.headers } }),
    follow: (link, ask = {}) => door.follow(link, { ...ask, headers: { ...headers, ...ask.headers } }),
  };
}

test.each(scenarios)('at every door alike: $title', async (scenario) => {
  const atPort = await seenThrough('port', scenario);
  expect(atPort.log.map(({ outcome }) => (outcome as Answer).status)).toEqual(scenario.statuses);
  for (const name of replayDoors.slice(1)) {
    expect(await seenThrough(name, scenario), name).toEqual(atPort);
  }
});

const price = (outcome: Outcome) => /"minPrice":(\d+)/.exec((outcome as Answer).body)?.[1];

test.each(replayDoors)('what the scripts give, through the door: %s', async (name) => {
  await throughReplay(name, peers, {}, async (door) => {
    expect([price(await door.ask('GET', read)), price(await door.ask('GET', read))]).toEqual(['10', '10']);
    expect(await write(door, 12)).toMatchObject({ status: 501, headers: { 'x-mock-error': 'replay_miss' } });
    expect(price(await door.ask('GET', read))).toBe('10');
    expect(price(await write(door, 11))).toBe('11');
    expect(price(await door.ask('GET', read))).toBe('11');
    expect(price(await door.ask('GET', read, { key: 'test_b' }))).toBe('10');
    door.world('test_a').reset();
    expect(price(await door.ask('GET', read))).toBe('10');
    expect(door.world('test_b').requests.all().map(String)).toEqual([`GET ${read} 200`]);
    expect(door.summary()).toMatchObject({
      answered: 7,
      misses: 1,
      missed: [{ request: `PATCH ${read}/price`, count: 1 }],
      unused: ['1-get', '5-get'],
    });
    expect(() => door.world('test_a').listings.all()).toThrow(/no records of its own/);
  });
});

test.each(replayDoors)('many clients at once, each on its own way, through the door: %s', async (name) => {
  await throughReplay(name, peers, {}, async (door) => {
    const client = async (key: string) => {
      const prices = [price(await door.ask('GET', read, { key }))];
      prices.push(price(await write(door, 11, key)), price(await door.ask('GET', read, { key })));
      return prices;
    };
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => client(`test_${at}`)));
    for (const prices of all) expect(prices).toEqual(['10', '11', '11']);
  });
});

test.each(replayDoors)(
  'a client that takes encodings reads the same bodies, through the door: %s',
  async (name) => {
    const { recording } = scenarios.find(({ title }) => title.startsWith('answers under an encoding'))!;
    await throughReplay(name, recording, {}, async (door) => {
      for (const [path, body] of [
        ['/v1/gzip', '{"a":"gzip"}'],
        ['/v1/br', '{"a":"br"}'],
        ['/v1/deflate', '{ "a": "deflate" }'],
      ] as const) {
        const answer = (await door.ask('GET', path)) as Answer;
        expect(answer.body).toBe(body);
        if (name === 'port') continue;
        expect(answer.headers['content-encoding']).toBeUndefined();
        expect(answer.headers['content-length']).toBe(String(body.length));
      }
    });
  },
);

test.each(replayDoors)(
  'links to the recorded service lead to the door, and one that is sent back is found: %s',
  async (name) => {
    const service = 'https://api.example.com';
    const next = `${service}/v1/listings?starting_after=1`;
    const recording = made(
      { path: '/v1/listings', headers: [json, ['Link', `<${next}>; rel="next"`]], body: { next } },
      encoded('/v1/listings', 'gzip', gzipSync(JSON.stringify({ self: `${service}/v1` }))),
      {
        path: '/docs',
        headers: [['Content-Type', 'text/html']],
        body: Buffer.from(`<a href="${service}/x">`),
      },
      { path: '/jobs', query: `of=${encodeURIComponent(next)}`, body: { found: 'query' } },
      {
        method: 'POST',
        path: '/jobs',
        body: { found: 'body' },
        requestHeaders: [json],
        requestBody: { of: next },
      },
    );
    await throughReplay(name, recording, {}, async (door) => {
      const list = (await door.ask('GET', '/v1/listings')) as Answer;
      const own = `${door.base}/v1/listings?starting_after=1`;
      expect(list.headers.link).toBe(`<${own}>; rel="next"`);
      expect(list.body).toBe('{"next":"<base>/v1/listings?starting_after=1"}');
      expect(await door.ask('GET', '/v1/listings')).toMatchObject({ body: '{"self":"<base>/v1"}' });
      expect(await door.ask('GET', '/docs')).toMatchObject({ body: '<a href="<base>/x">' });
      const query = `of=${encodeURIComponent(own)}`;
      expect(await door.ask('GET', `/jobs?${query}`)).toMatchObject({ body: '{"found":"query"}' });
      const sent = await door.ask('POST', '/jobs', { json: { of: own } });
      expect(sent).toMatchObject({ body: '{"found":"body"}' });
    });
  },
);

test('what cannot be decoded behind msw says so, and what to do', async () => {
  const recording = recordingOf(
    asSent('1-br', 'br', brotliCompressSync('{}')),
    asSent('2-damaged', 'gzip', gzipSync('{"a":1}').subarray(0, 12)),
    asSent('3-bomb', 'gzip', gzipSync(Buffer.alloc(11 * 2 ** 20))),
    asSent('4-layers', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('{}')))),
    interaction('5-x', { method: 'POST', path: '/v1/a', requestBody: { a: 1 }, body: {} }),
  );
  await throughReplay('msw getResponse', recording, {}, async (door) => {
    for (const id of ['1-br', '2-damaged', '3-bomb', '4-layers']) {
      const answer = await door.ask('GET', `/v1/${id}`);
      expect(answer, id).toMatchObject({ status: 500, headers: { 'x-mock-error': 'unreplayable' } });
      expect((answer as Answer).body).toMatch(/encoded with [a-z, ]+, which .*Accept-Encoding: gzip/);
    }
    const asked = await door.ask('POST', '/v1/a', {
      body: brotliCompressSync('{"a":1}'),
      headers: { 'Content-Encoding': 'br' },
    });
    expect(asked).toMatchObject({ status: 500, headers: { 'x-mock-error': 'unreplayable' } });
    expect((asked as Answer).body).toContain('Send it in gzip');
  });
});

test('a status that no Response can have is replayed at the port; behind msw it says so', async () => {
  const { response, ...odd } = interaction('1-odd', { path: '/v1/odd' });
  const recording = recordingOf({ ...odd, response: { ...response, status: 999, reason: 'Request denied' } });
  await throughReplay('port', recording, {}, async (door) => {
    expect(await door.ask('GET', '/v1/odd')).toMatchObject({ status: 999 });
  });
  await throughReplay('msw getResponse', recording, {}, async (door) => {
    const answer = await door.ask('GET', '/v1/odd');
    expect(answer).toMatchObject({ status: 500, headers: { 'x-mock-error': 'unreplayable' } });
    expect((answer as Answer).body).toContain('the status 999');
  });
});

const first = sample.interactions[0]!;

test.each([
  ['nothing', undefined, /^the recording: there is no "format"/],
  ['a text', JSON.stringify(sample), /^replayHandlers: takes the parsed JSON of a recording, not a text$/],
  ['a name', 'sample', /^replayHandlers: takes the parsed JSON of a recording, not a text$/],
  ['a newer version', { ...sample, version: 2 }, /format version 2, this program reads version 1/],
  ['a field that nobody knows', { ...sample, extra: 1 }, /: extra is not a known field/],
  ['no interactions', { ...sample, interactions: null }, /: interactions is null, not a list/],
  [
    'an id twice',
    { ...sample, interactions: [first, first] },
    /interactions\[1\]\.id is the id of interactions\[0\]/,
  ],
  [
    'a status that is none',
    { ...sample, interactions: [{ ...first, response: { ...first.response, status: 99 } }] },
    /: interactions\[0\]\.response\.status is the number 99, not a status from 200 to 999 \(shape\)/,
  ],
])('a recording that is damaged is refused with the place: %s', (_, recording, message) => {
  expect(() => replayHandlers(recording)).toThrow(message);
  expect(() => replayHandlers(recording)).toThrow(CommandError);
});

test('options that cannot be are refused, and the recording is called by its name', () => {
  expect(() => replayHandlers(sample, { onMiss: 'ask' as 'mock' })).toThrow(/replayHandlers: onMiss/);
  expect(() => replayHandlers(sample, { redact: 'email' })).toThrow(/not a rule for redaction/);
  expect(() => replayHandlers(sample, { baseUrl: 'nowhere' })).toThrow(/no base URL/);
  expect(() => replayHandlers({}, { name: 'session.json' })).toThrow(/^session\.json: /);
});
