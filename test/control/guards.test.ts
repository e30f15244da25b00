// What keeps unauthenticated out of the control API: the token, the form of bodies, and at the edge Host, Origin and
// Sec-Fetch-Site (reliability.md §5 and §14).
import { expect, onTestFinished, test } from 'vitest';
import { downloadsPath, filesPath, isControlPath } from '../../src/spec/mock-paths.ts';
import { guardedRoutes, openRoutes } from '../../src/app/control/control-routes.ts';
import { createToken } from '../../src/app/control/token.ts';
import { ids } from '../support/app.ts';
import { errorOf, RawClient } from '../support/raw-http.ts';
import { start } from '../server/start.ts';
import { expectControlError } from './expect.ts';
import { startControlled, token } from './server.ts';

test('a token is 256 random bits that need no escaping', () => {
  const tokens = new Set(Array.from({ length: 100 }, createToken));
  expect(tokens.size).toBe(100);
  for (const one of tokens) expect(one).toMatch(/^[\w-]{43}$/);
});

test.each([
  `Bearer ${token}x`,
  `Bearer ${token.slice(1)}`,
  `Bearer ${token.toUpperCase()}`,
  `Bearer ${token}, Bearer ${token}`,
  'Bearer',
  'Bearer ',
  token,
  `Basic ${btoa(`:${token}`)}`,
  '',
])('the header Authorization: %s opens nothing', async (authorization) => {
  const { call } = await startControlled();
  const answer = await call('GET', '/__mock/state', { headers: { authorization } });
  expectControlError(answer, 401, 'control_token_invalid');
  expect(answer.header('www-authenticate')).toBe('Bearer realm="pricing-mock", error="invalid_token"');
  expect(answer.text).not.toContain(token);
});

test('the token counts in the header alone, never in a URL', async () => {
  const { call } = await startControlled();
  for (const name of ['token', 'access_token', 'authorization']) {
    const answer = await call('GET', `/__mock/clock?${name}=${token}`, { token: null });
    expectControlError(answer, 401, 'control_token_missing');
    expect(answer.header('www-authenticate')).toBe('Bearer realm="pricing-mock"');
  }
});

test('the scheme is read in any case', async () => {
  const { call } = await startControlled();
  expect((await call('GET', '/__mock/clock', { headers: { authorization: `bearer ${token}` } })).status).toBe(
    200,
  );
});

test('without the token no body is read', async () => {
  const { server } = await startControlled();
  const head = `PUT /__mock/state/snapshot HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 68157440\r\n\r\n`;
  const client = await RawClient.connect(server.port);
  onTestFinished(() => {
    client.leave();
  });
  const answer = await client.send(head).response('PUT');
  expect([answer.status, errorOf(answer).code]).toEqual([401, 'control_token_missing']);
});

test('a key that stands twice names no world', async () => {
  const { call } = await startControlled();
  const headers = { 'x-api-key': 'test_a', 'X-API-KEY': 'test_b' };
  expectControlError(await call('GET', '/__mock/clock', { headers }), 401, 'api_key_invalid');
});

test.each([
  ['text/plain', '{}', 415, 'unsupported_media_type'],
  ['application/x-www-form-urlencoded', 'a=1', 415, 'unsupported_media_type'],
  ['application/json', '{', 400, 'invalid_json'],
  ['application/json', '[]', 400, 'invalid_json'],
  ['application/json', '', 400, 'invalid_json'],
  ['application/json', `{"kind":"${'x'.repeat(1024 * 1024)}"}`, 413, 'payload_too_large'],
])('a body of %s that begins with %.20s is refused with %i', async (type, body, status, code) => {
  const { call } = await startControlled();
  const answer = await call('POST', '/__mock/faults', { body, headers: { 'content-type': type } });
  expectControlError(answer, status, code);
});

test('a body where none is needed has to be JSON, too', async () => {
  const { call, server } = await startControlled();
  server.world().listings.remove(ids.mug);
  for (const path of ['state/reset', 'clock/resume', 'clock/freeze']) {
    const form = { body: 'a=1', headers: { 'content-type': 'text/plain' } };
    expectControlError(await call('POST', `/__mock/${path}`, form), 415, 'unsupported_media_type');
    const unknown = await call('POST', `/__mock/${path}`, { json: { more: 1 } });
    expectControlError(unknown, 400, 'parameter_unknown', 'more');
    expect((await call('POST', `/__mock/${path}`, { body: '' })).status, path).toBeLessThan(300);
  }
  expect(server.world().listings.all()).toHaveLength(3);
});

test('every operation refuses query parameters that it does not know, and does nothing', async () => {
  const { call, server } = await startControlled({ audit: true });
  for (const { method, path, name } of [...openRoutes, ...guardedRoutes]) {
    const isFile = name.startsWith('readPage');
    const at = path.replace('{code}', 'not_found').replace(/\{.*\}/, ids.mug);
    const json = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
    const answer = await call(method, `${at}?limits=1`, json);
    if (isFile) expect(answer.status, name).not.toBe(400);
    else expectControlError(answer, 400, 'parameter_unknown', 'limits');
  }
  expect(server.world().listings.all()).toHaveLength(3);
});

test('a snapshot may be larger than other bodies, up to 64 MB', async () => {
  const { call, server } = await startControlled();
  const title = 'x'.repeat(2 * 1024 * 1024);
  server.world().listings.update(ids.mug, { title });
  const { json } = await call('GET', '/__mock/state/snapshot');
  await call('POST', '/__mock/state/reset');
  expect((await call('PUT', '/__mock/state/snapshot', { json })).status).toBe(204);
  expect(server.world().listings.get(ids.mug)?.title).toBe(title);
  const tooLarge = { body: ' '.repeat(64 * 1024 * 1024 + 1) };
  expectControlError(await call('PUT', '/__mock/state/snapshot', tooLarge), 413, 'payload_too_large');
});

test('the edge guards exactly the routes behind the token, and what is none of them', () => {
  const paths = (routes: readonly { readonly path: string }[]) =>
    routes.map(({ path }) => path.replace(/\{.*\}/, 'x'));
  expect(paths(guardedRoutes).filter((path) => !isControlPath(path))).toEqual([]);
  expect(paths(openRoutes).filter(isControlPath)).toEqual([]);
  expect([`${downloadsPath}w1/x.csv`, `${filesPath}x`, '/v1/listings', '/'].filter(isControlPath)).toEqual(
    [],
  );
  expect(
    ['/__mock/page', '/__mock/page.js/', '/__mock/new', '/__mock/errors', '/__mock/healthy'].filter(
      (path) => !isControlPath(path),
    ),
  ).toEqual([]);
});

const foreign = [
  { Origin: 'http://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' },
];

test.each(foreign)(
  'a page with %j gets nothing from the control API, not even by GET with the token',
  async (headers) => {
    const server = await start(okay);
    const client = await server.client();
    const head = Object.entries({
      Host: `127.0.0.1:${server.port}`,
      Authorization: `Bearer ${token}`,
      ...headers,
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    for (const path of ['/__mock/state', '/__mock/requests/stream', '/__mock/worlds', '/__mock/unknown']) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
        const answer = await client.send(`${method} ${path} HTTP/1.1\r\n${head}\r\n`).response(method);
        expect(answer.status, `${method} ${path}`).toBe(403);
      }
      const { code } = errorOf(await client.send(`GET ${path} HTTP/1.1\r\n${head}\r\n`).response());
      expect(code).toBe('origin_forbidden');
    }
    for (const path of [
      '/__mock/errors/not_found',
      '/__mock/health',
      '/__mock/downloads/w1/x.csv',
      '/v1/listings',
    ]) {
      expect((await client.send(`GET ${path} HTTP/1.1\r\n${head}\r\n`).response()).status, path).toBe(200);
    }
  },
);

const okay = () => ({ status: 200, headers: [], body: 'ok' });

test('a page of the origin that is let in may use the control API with the token', async () => {
  const page = 'http://page.test:3000';
  const server = await start(okay, { corsOrigin: page });
  const client = await server.client();
  const host = `Host: 127.0.0.1:${server.port}\r\nOrigin: ${page}\r\nSec-Fetch-Site: cross-site\r\n`;
  expect((await client.send(`GET /__mock/state HTTP/1.1\r\n${host}\r\n`).response()).status).toBe(200);
  const preflight = `OPTIONS /__mock/state HTTP/1.1\r\n${host}Access-Control-Request-Method: GET\r\n\r\n`;
  const { headers } = await client.send(preflight).response();
  expect(headers['access-control-allow-headers']).toContain('Authorization');
});

test('a rebound name is refused before the control API is asked', async () => {
  const server = await start(okay);
  const client = await server.client();
  const answer = await client.send('GET /__mock/health HTTP/1.1\r\nHost: evil.example\r\n\r\n').response();
  expect([answer.status, errorOf(answer).code]).toEqual([403, 'host_forbidden']);
});
