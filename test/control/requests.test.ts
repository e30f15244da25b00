// The request log by the control API: paged, counted, verified, and as it happens.
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventStream } from '../../src/app/control/event-stream.ts';
import { requestEvents } from '../../src/app/control/request-events.ts';
import type { ByteStream } from '../../src/http/message.ts';
import { createMock } from '../../src/index.ts';
import { ids } from '../support/app.ts';
import { expectControlError } from './expect.ts';
import { openEvents } from './events.ts';
import { startControlled } from './server.ts';
import type { ControlledServer } from './server.ts';

async function startWithRequests() {
  const controlled = await startControlled();
  const { ask } = controlled;
  const statuses = [
    await ask('GET', '/v1/listings'),
    await ask('GET', '/v1/nothing'),
    await ask('PATCH', `/v1/listings/${ids.board}/price`, { json: { minPrice: -1 } }),
    await ask('GET', '/v1/listings'),
    await ask('GET', '/v1/listings', { key: 'nobody' }),
  ];
  expect(statuses).toEqual([200, 404, 400, 200, 401]);
  return controlled;
}

const numbers = (json: unknown) => (json as { data: { number: number }[] }).data.map(({ number }) => number);

test.each([
  ['', [1, 2, 3, 4], 4],
  ['?method=GET', [1, 2, 4], 3],
  ['?path=/v1/listings&status=200', [1, 4], 2],
  ['?unmatched=true', [2], 1],
  ['?unmatched=false', [1, 3, 4], 3],
  ['?limit=2', [1, 2], 4],
  ['?limit=2&after=2', [3, 4], 4],
  ['?after=4', [], 4],
  ['?unauthenticated=true', [1], 1],
])('the requests that fit %j are listed, oldest first', async (query, expected, total) => {
  const { call } = await startWithRequests();
  const { json } = await call('GET', `/__mock/requests${query}`);
  expect(numbers(json)).toEqual(expected);
  expect(json).toMatchObject({ total });
});

test.each([
  ['limit=0', 'parameter_invalid', 'limit'],
  ['limit=x', 'parameter_invalid', 'limit'],
  ['limit=1001', 'parameter_invalid', 'limit'],
  ['after=-1', 'parameter_invalid', 'after'],
  ['status=OK', 'parameter_invalid', 'status'],
  ['unmatched=yes', 'parameter_invalid', 'unmatched'],
  ['path=v1/listings', 'parameter_invalid', 'path'],
  ['method=', 'parameter_invalid', 'method'],
  ['methods=GET', 'parameter_unknown', 'methods'],
])('the query %s is refused', async (query, code, param) => {
  const { call } = await startWithRequests();
  expectControlError(await call('GET', `/__mock/requests?${query}`), 400, code, param);
});

test('requests are counted, and forgotten', async () => {
  const { call, server } = await startWithRequests();
  expect((await call('GET', '/__mock/requests/count?method=GET')).json).toEqual({ count: 3 });
  expect((await call('DELETE', '/__mock/requests')).status).toBe(204);
  expect((await call('GET', '/__mock/requests/count')).json).toEqual({ count: 0 });
  expect(server.unauthenticated.total).toBe(1);
  await call('DELETE', '/__mock/requests?unauthenticated=true');
  expect(server.unauthenticated.total).toBe(0);
});

test.each([
  [{}, true, 4],
  [{ match: { method: 'GET' }, exactly: 3 }, true, 3],
  [{ match: { method: 'GET' }, exactly: 2 }, false, 3],
  [{ match: { method: 'GET' }, atLeast: 3 }, true, 3],
  [{ match: { method: 'GET' }, atLeast: 4 }, false, 3],
  [{ match: { method: 'GET' }, atMost: 2 }, false, 3],
  [{ match: { method: 'GET' }, atLeast: 1, atMost: 3 }, true, 3],
  [{ match: { method: 'DELETE' } }, false, 0],
  [{ match: { method: 'DELETE' }, exactly: 0 }, true, 0],
  [{ match: { method: 'DELETE' }, atMost: 0 }, true, 0],
])('%j is verified: %j', async (json, verified, count) => {
  const { call } = await startWithRequests();
  const answer = (await call('POST', '/__mock/requests/verify', { json })).json as { requests: unknown[] };
  expect(answer).toMatchObject({ verified, count });
  expect(answer.requests).toHaveLength(count);
});

test.each([
  [{ exactly: 1, atLeast: 1 }, 'parameters_conflict', 'exactly'],
  [{ exactly: 1, atMost: 0 }, 'parameters_conflict', 'exactly'],
  [{ atLeast: -1 }, 'parameter_invalid', 'atLeast'],
  [{ match: { status: '200' } }, 'parameter_invalid', 'match.status'],
  [{ matches: {} }, 'parameter_unknown', 'matches'],
])('to verify %j is refused', async (json, code, param) => {
  const { call } = await startWithRequests();
  expectControlError(await call('POST', '/__mock/requests/verify', { json }), 400, code, param);
});

test('what is wrong with a query is told in one answer: the values, and the names that are unknown', async () => {
  const { call } = await startControlled();
  const { json } = await call('GET', '/__mock/requests?limit=x&colour=blue');
  expect(json).toMatchObject({
    error: {
      message: expect.stringMatching(
        /^limit: "x" is not a whole .*; colour: is unknown; known are .*after\.$/,
      ) as unknown,
    },
  });
});

const open = ({ server }: ControlledServer, query = '', headers: Readonly<Record<string, string>> = {}) =>
  openEvents(server, `/__mock/requests/stream${query}`, headers);

test('each request is an event as it happens, with its number as the id', async () => {
  const controlled = await startControlled();
  const { response, next } = await open(controlled);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const waiting = next();
  await controlled.ask('GET', '/v1/listings');
  const [id, event, data, ...rest] = (await waiting)!.split('\n');
  expect([id, event, rest]).toEqual(['id: 1', 'event: request', ['', '']]);
  expect(JSON.parse(data!.replace('data: ', ''))).toMatchObject({
    number: 1,
    path: '/v1/listings',
    status: 200,
  });
});

test('a client that comes back is told what it has missed', async () => {
  const controlled = await startWithRequests();
  const again = await open(controlled, '', { 'last-event-id': '2' });
  expect(await again.next()).toContain('id: 3\n');
  expect(await again.next()).toContain('id: 4\n');
  const behind = await open(controlled, '?after=3');
  expect(await behind.next()).toContain('id: 4\n');
});

test('a comment keeps a silent stream alive every 15 seconds, until its client leaves', async () => {
  const controlled = await startControlled();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { next, leave } = await open(controlled);
  vi.advanceTimersByTime(14_999);
  await controlled.ask('GET', '/v1/listings');
  expect(await next()).toContain('id: 1\n');
  vi.advanceTimersByTime(1);
  expect(await next()).toBe(':\n\n');
  expect(vi.getTimerCount()).toBe(1);
  leave();
  // A client may end its side and still read, so that it has left shows when the next comments cannot be sent.
  while (vi.getTimerCount() > 0) {
    vi.advanceTimersByTime(15_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test('a client that does not read is let go', async () => {
  const mock = createMock({ data: 'tiny', perSecond: 'off', perMinute: 'off' });
  const { body } = eventStream(requestEvents(mock.world().requests, undefined));
  const events = (body as ByteStream)[Symbol.asyncIterator]();
  const headers = { 'X-API-KEY': mock.key };
  for (let at = 0; at < 1001; at += 1) await mock.fetch('https://x.test/v1/strategies', { headers });
  expect(await events.next()).toMatchObject({ done: true });
});

test('a server that closes does not wait for the stream', async () => {
  const controlled = await startControlled();
  const { next } = await open(controlled);
  const ended = next().then(
    () => 'ended',
    () => 'ended',
  );
  await controlled.server.close();
  expect(await ended).toBe('ended');
});

test('a request that is not kept is told by what numbers there are', async () => {
  const { call } = await startControlled();
  for (const number of ['x', '0', '1.5', '7']) {
    const answer = await call('GET', `/__mock/requests/${number}`);
    expectControlError(answer, 404, 'resource_missing', 'number');
    expect(answer.text).toContain(
      `No request '${number}' is kept: a world counts its requests from 1 and keeps the last 1,000.`,
    );
  }
});
