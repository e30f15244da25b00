import { expect, test } from 'vitest';

import { errorKinds, fineCode } from '../../src/spec/errors.ts';
import type { ErrorName } from '../../src/spec/errors.ts';
import { createTestApp, ids, origin } from '../support/app.ts';
import type { Answer, CallOptions, TestOptions } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';

interface Case {
  readonly title: string;
  readonly status: number;
  readonly coarse: string;
  readonly fine: string;
  readonly param?: string;
  readonly request: readonly [method: string, target: string, options?: CallOptions];
  readonly options?: TestOptions;
  /** How many good requests come before. */
  readonly after?: number;
}

const price = `/v1/listings/${ids.board}/price`;
const strategy = `/v1/listings/${ids.board}/strategy`;
const fault = (value: string) => ({ headers: { 'X-Mock-Fault': value } });

// The rows of domain.md section 12.
// prettier-ignore
const cases: readonly Case[] = [
  { title: 'a field that is missing', status: 400, coarse: 'invalid_request', fine: 'parameter_missing', param: 'minPrice', request: ['PATCH', price, { json: {} }] },
  { title: 'a missing strategyId', status: 400, coarse: 'invalid_request', fine: 'parameter_missing', param: 'strategyId', request: ['PATCH', strategy, { json: {} }] },
  { title: 'a field of the wrong type', status: 400, coarse: 'invalid_request', fine: 'parameter_invalid', param: 'maxPrice', request: ['PATCH', price, { json: { maxPrice: 'x' } }] },
  { title: 'an id that is no UUID', status: 400, coarse: 'invalid_request', fine: 'parameter_invalid', param: 'id', request: ['GET', '/v1/listings/abc'] },
  { title: 'a price below the range', status: 400, coarse: 'invalid_request', fine: 'parameter_out_of_range', param: 'minPrice', request: ['PATCH', price, { json: { minPrice: 0 } }] },
  { title: 'a price far above the range', status: 400, coarse: 'invalid_request', fine: 'parameter_out_of_range', param: 'maxPrice', request: ['PATCH', price, { json: { maxPrice: 1e308 } }] },
  { title: 'a limit above the range', status: 400, coarse: 'invalid_request', fine: 'parameter_out_of_range', param: 'limit', request: ['GET', '/v1/listings?limit=101'] },
  { title: 'an unknown field', status: 400, coarse: 'invalid_request', fine: 'parameter_unknown', param: 'extra', request: ['PATCH', price, { json: { minPrice: 16, extra: 1 } }], options: { assume: { 'unknown-body-field': 'reject' } } },
  { title: 'an unknown query parameter', status: 400, coarse: 'invalid_request', fine: 'parameter_unknown', param: 'offset', request: ['GET', '/v1/listings?offset=1'], options: { assume: { 'unknown-query': 'reject' } } },
  { title: 'min above max', status: 400, coarse: 'invalid_request', fine: 'parameters_conflict', param: 'minPrice', request: ['PATCH', price, { json: { minPrice: 2, maxPrice: 1 } }] },
  { title: 'both cursors', status: 400, coarse: 'invalid_request', fine: 'parameters_conflict', param: 'ending_before', request: ['GET', `/v1/listings?starting_after=${ids.board}&ending_before=${ids.board}`] },
  { title: 'an unknown strategy', status: 400, coarse: 'invalid_request', fine: 'resource_missing', param: 'strategyId', request: ['PATCH', strategy, { json: { strategyId: 'x' } }] },
  { title: 'an unknown cursor', status: 400, coarse: 'invalid_request', fine: 'resource_missing', param: 'starting_after', request: ['GET', '/v1/listings?starting_after=x'] },
  { title: 'bad JSON', status: 400, coarse: 'invalid_request', fine: 'invalid_json', request: ['PATCH', price, { body: '{' }] },
  { title: 'no key', status: 401, coarse: 'unauthorized', fine: 'api_key_missing', request: ['GET', '/v1/listings', { key: null }] },
  { title: 'a wrong key', status: 401, coarse: 'unauthorized', fine: 'api_key_invalid', request: ['GET', '/v1/listings', { key: 'x' }] },
  { title: 'a listing that does not exist', status: 404, coarse: 'not_found', fine: 'resource_missing', param: 'id', request: ['GET', `/v1/listings/${ids.nowhere}`] },
  { title: 'a path that does not exist', status: 404, coarse: 'not_found', fine: 'route_not_found', request: ['GET', '/v1/nothing'] },
  { title: 'a wrong method', status: 405, coarse: 'method_not_allowed', fine: 'method_not_allowed', request: ['DELETE', '/v1/listings'] },
  { title: 'a body that is too large', status: 413, coarse: 'payload_too_large', fine: 'payload_too_large', request: ['PATCH', price, { body: ' '.repeat(102_401) }] },
  { title: 'a wrong media type', status: 415, coarse: 'unsupported_media_type', fine: 'unsupported_media_type', request: ['PATCH', price, { body: '{}', type: 'text/plain' }] },
  { title: 'too many in a second', status: 429, coarse: 'rate_limited', fine: 'rate_limit_per_second', request: ['GET', '/v1/listings'], after: 1, options: { limits: { perSecond: 1, perMinute: Infinity } } },
  { title: 'too many in a minute', status: 429, coarse: 'rate_limited', fine: 'rate_limit_per_minute', request: ['GET', '/v1/listings'], after: 1, options: { limits: { perSecond: Infinity, perMinute: 1 } } },
  { title: 'a failure', status: 500, coarse: 'server_error', fine: 'server_error', request: ['GET', '/v1/listings', fault('status=500')] },
  { title: 'a bad gateway', status: 502, coarse: 'server_error', fine: 'bad_gateway', request: ['GET', '/v1/listings', fault('status=502')] },
  { title: 'unavailable', status: 503, coarse: 'server_error', fine: 'unavailable', request: ['GET', '/v1/listings', fault('status=503')] },
  { title: 'a gateway timeout', status: 504, coarse: 'server_error', fine: 'timeout', request: ['GET', '/v1/listings', fault('status=504')] },
];

async function ask({ options, request, after = 0 }: Case, more: TestOptions = {}): Promise<Answer> {
  const app = createTestApp({ ...options, ...more, assume: { ...options?.assume, ...more.assume } });
  for (let at = 0; at < after; at += 1) await app.reports();
  return app.call(...request);
}

test.each(cases)('§7 $title: $status $coarse, whole error object', async (row) => {
  expectError(await ask(row), { status: row.status, code: row.coarse, param: row.param });
});

test.each(cases)('A13 $title is $fine where codes are fine', async (row) => {
  const answer = await ask(row, { assume: { 'error-codes': 'fine' } });
  expectError(answer, { status: row.status, code: row.fine, param: row.param });
});

test('§7 a 2xx answer is no error object', async () => {
  const app = createTestApp();
  expect((await app.get('/v1/listings')).text).not.toContain('"error":{"code"');
});

test('§7 every doc_url, <doc_url>/errors/<code>, opens a page of this mock, in text and in HTML', async () => {
  const app = createTestApp();
  const kinds = (Object.keys(errorKinds) as ErrorName[]).map(fineCode);
  const codes = new Set([...kinds, ...cases.flatMap(({ coarse, fine }) => [coarse, fine])]);
  for (const code of codes) {
    const path = `/__mock/errors/${code}`;
    const text = await app.get(path, { key: null });
    expect(text.status, code).toBe(200);
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text.text).toContain(`Error ${code}`);
    const html = await app.get(path, { key: null, headers: { Accept: 'text/html,*/*' } });
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html.text).toContain(`<title>Error ${code}</title>`);
  }
});

test.each([...cases])('A15 the doc_url of "$title" opens', async (row) => {
  for (const assume of [{}, { 'error-codes': 'fine' }] as const) {
    const { error } = (await ask(row, { assume })).json as { error: { doc_url: string } };
    const page = await createTestApp().get(error.doc_url.slice(origin.length), { key: null });
    expect(page.status).toBe(200);
  }
});

test.each(['403', '404', '410'] as const)(
  'A25 the doc_url of an expired link in JSON opens: %s',
  async (value) => {
    for (const codes of ['coarse', 'fine'] as const) {
      const app = createTestApp({ form: { files: { expired: value, errors: 'json' }, errors: { codes } } });
      const link = (await app.reports()).data[1]!.downloadLinks[0]!.url.slice(origin.length);
      app.clock.advance(300_000);
      const answer = await app.get(link, { key: null });
      expect(answer.status).toBe(Number(value));
      const { error } = answer.json as { error: { doc_url: string } };
      expect((await app.get(error.doc_url.slice(origin.length))).status, error.doc_url).toBe(200);
    }
  },
);

test('A15 a page names the rule and the assumption that decided, and how to change it', async () => {
  const page = await createTestApp().get('/__mock/errors/not_found');
  expect(page.text).toContain('§4 rule 2');
  expect(page.text).toContain('pricing-mock serve --assume malformed-id=');
});

test.each([
  ['unauthorized', '--key', '--no-auth'],
  ['rate_limited', '--per-second', '--per-minute', '--no-limits'],
  ['host_forbidden', '--allow-host'],
  ['origin_forbidden', '--cors-origin'],
  ['server_error', '--fault', 'X-Mock-Fault'],
])('A15 the page of %s names the options that change it', async (code, ...options) => {
  const page = await createTestApp().get(`/__mock/errors/${code}`);
  for (const option of options) expect(page.text).toContain(option);
});

test('a method that only an assumption takes away is not offered in its own refusal', async () => {
  const app = createTestApp({ profile: 'spec-only' });
  const { json } = await app.call('OPTIONS', '/v1/listings');
  const { error } = json as { error: { message: string } };
  expect(error.message).toBe('This endpoint takes GET, HEAD, not OPTIONS.');
});

test('§7 an unknown page, another path of the mock and another method get the error object, with fine codes', async () => {
  const app = createTestApp();
  for (const path of ['/__mock/errors/nothing', '/__mock/errors/', '/__mock/errors/Not_Found', '/__mock/x']) {
    expectError(await app.get(path, { key: null }), { status: 404, code: 'route_not_found' });
  }
  const posted = await app.call('POST', '/__mock/errors/not_found', { key: null });
  expectError(posted, { status: 405, code: 'method_not_allowed' });
  expect(posted.headers.allow).toBe('GET, HEAD');
});

test('§7 what nobody expected is 500 server_error that tells nothing, and the watcher learns of it', async () => {
  const app = createTestApp();
  const secret = new TypeError('secret of /home/somebody');
  const onRead = () => {
    throw secret;
  };
  const answer = await app.patch(price, { minPrice: 16 }, { onRead });
  expectError(answer, 500);
  expect(answer.text).not.toContain('secret');
  expect(app.failures).toEqual([secret]);
  expect(await app.listing(ids.board)).toMatchObject({ minPrice: 15.99 });
});

test('§7 words of the client come back short and escaped', async () => {
  const app = createTestApp();
  const answer = await app.patch(strategy, { strategyId: `"\u0000${'x'.repeat(5000)}` });
  expectError(answer, 400, 'strategyId');
  expect(answer.length).toBeLessThan(400);
});
