// The request log by the control API: paged, counted, verified, and as it happens.
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ByteStream } from '../../src/http/message.ts';
import { control } from '../../src/app/control/control.ts';
import { start } from '../server/start.ts';
import { expectControlError } from './expect.ts';
import { createControl, token } from './fake.ts';
import type { FakeRequests } from './fake.ts';

function createWithRequests() {
  const made = createControl();
  const { requests } = made.world();
  requests.note('GET', '/v1/listings', 200);
  requests.note('GET', '/v1/nothing', 404);
  requests.note('PATCH', '/v1/listings/x/price', 400, { json: { minPrice: 1 } });
  requests.note('GET', '/v1/listings', 200);
  made.unauthenticated.note('GET', '/v1/listings', 401);
  return made;
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
  const { call } = createWithRequests();
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
  ['methods=GET', 'parameter_unknown', 'methods'],
])('the query %s is refused', async (query, code, param) => {
  const { call } = createWithRequests();
  expectControlError(await call('GET', `/__mock/requests?${query}`), 400, code, param);
});

test('requests are counted, and forgotten', async () => {
  const { call, unauthenticated } = createWithRequests();
  expect((await call('GET', '/__mock/requests/count?method=GET')).json).toEqual({ count: 3 });
  expect((await call('DELETE', '/__mock/requests')).status).toBe(204);
  expect((await call('GET', '/__mock/requests/count')).json).toEqual({ count: 0 });
  expect(unauthenticated.entries).toHaveLength(1);
  await call('DELETE', '/__mock/requests?unauthenticated=true');
  expect(unauthenticated.entries).toHaveLength(0);
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
  const { call } = createWithRequests();
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
  const { call } = createWithRequests();
  expectControlError(await call('POST', '/__mock/requests/verify', { json }), 400, code, param);
});

async function open(
  made: ReturnType<typeof createControl>,
  query = '',
  headers: Record<string, string> = {},
) {
  const { response } = await made.call('GET', `/__mock/requests/stream${query}`, { headers });
  const iterator = (response.body as ByteStream)[Symbol.asyncIterator]();
  onTestFinished(async () => {
    await iterator.return?.();
  });
  const next = async () => {
    const piece = await iterator.next();
    return piece.done === true ? undefined : new TextDecoder().decode(piece.value);
  };
  expect(await next()).toBe(':\n\n');
  return { response, iterator, next };
}

test('each request is an event as it happens, with its number as the id', async () => {
  const made = createControl();
  const { response, next } = await open(made);
  expect(response.headers.slice(0, 2)).toEqual(['Content-Type', 'text/event-stream']);
  const waiting = next();
  made.world().requests.note('GET', '/v1/listings', 200);
  const [id, event, data, ...rest] = (await waiting)!.split('\n');
  expect([id, event, rest]).toEqual(['id: 1', 'event: request', ['', '']]);
  expect(JSON.parse(data!.replace('data: ', ''))).toMatchObject({
    number: 1,
    path: '/v1/listings',
    status: 200,
  });
});

test('a client that comes back is told what it has missed', async () => {
  const made = createWithRequests();
  const again = await open(made, '', { 'last-event-id': '2' });
  expect(await again.next()).toContain('id: 3\n');
  expect(await again.next()).toContain('id: 4\n');
  const behind = await open(made, '?after=3');
  expect(await behind.next()).toContain('id: 4\n');
});

test('a comment keeps a silent stream alive every 15 seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { next } = await open(createControl());
  const waiting = next();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(await Promise.race([waiting, Promise.resolve('silence')])).toBe('silence');
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBe(':\n\n');
});

test('a stream that is left holds nothing', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const made = createControl();
  const { iterator, next } = await open(made);
  const waiting = next();
  expect(made.world().requests.listeners.size).toBe(1);
  await iterator.return?.();
  expect(await waiting).toBeUndefined();
  expect([made.world().requests.listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
});

test('a client that does not read is let go', async () => {
  const made = createControl();
  const { next } = await open(made);
  const { requests }: { requests: FakeRequests } = made.world();
  for (let at = 0; at < 1001; at += 1) requests.note('GET', '/v1/listings', 200);
  expect(await next()).toBeUndefined();
  expect(requests.listeners.size).toBe(0);
});

test('over a socket events arrive one by one, and a server that closes does not wait for the stream', async () => {
  const made = createControl();
  const server = await start(control(made.parts));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/__mock/requests/stream`, { headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe(':\n\n');
  made.world().requests.note('GET', '/v1/listings', 200);
  expect((await reader.read()).value).toMatch(/^id: 1\n/);
  const ended = reader.read().then(
    () => 'ended',
    () => 'ended',
  );
  await server.close(60_000);
  expect(await ended).toBe('ended');
  expect(made.world().requests.listeners.size).toBe(0);
});
