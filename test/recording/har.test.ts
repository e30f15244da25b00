import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordBody } from '../../src/recording/bodies.ts';
import type { HeaderPair, Interaction, RecordedBody, Recording } from '../../src/recording/format.ts';
import { fromHar } from '../../src/recording/har-in.ts';
import { toHar } from '../../src/recording/har-out.ts';
import { HarError } from '../../src/recording/har-place.ts';
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
        headers: [],
        queryString: [
          { name: 'dry', value: '1' },
          { name: 'dry', value: '2' },
        ],
        postData: { mimeType: '', text: '{"minPrice":1}' },
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
  fc.record({ omitted: fc.record({ bytes: fc.nat(), hash: digest }) }),
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
          body: recordBody(Buffer.from('iVBORw0K/w==', 'base64'), []),
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

test('an entry of ours that was edited to another origin is refused', () => {
  const exported = throughJson(toHar(recordingOf({ path: '/v1/x' }), '1')) as {
    log: { entries: { request: { url: string } }[] };
  };
  exported.log.entries[0]!.request.url = 'https://elsewhere.example/v1/x';
  expect(() => fromHar(exported)).toThrow(
    'log.entries[0].request.url must begin with https://api.example.com',
  );
});
