// Requests that differ in a secret, which no recording holds: a replay must not answer one with the answer to another
// (hardening 3).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRecorder, startReplay } from '../../src/index.ts';
import { temporaryDirectory } from '../support/recordings.ts';

interface Asked {
  readonly method?: string;
  readonly target: string;
  readonly body?: string;
}

/** A service that tells each request apart by all that it says. */
async function echo(): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ letters: Array.from(`${request.url!} ${body}`).reverse().join('') }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(url: string, { method = 'GET', target, body }: Asked) {
  const answer = await fetch(`${url}${target}`, {
    method,
    headers: { 'X-API-KEY': 'test_key', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, mark: answer.headers.get('x-mock-replay'), text: await answer.text() };
}

/** Records some requests; the replay of them, and what was answered first. */
async function recorded(requests: readonly Asked[]) {
  const dir = await temporaryDirectory();
  const recorder = await startRecorder({ upstream: await echo(), dir, name: 'a', pace: 'off' });
  const first: string[] = [];
  for (const request of requests) first.push((await ask(recorder.url, request)).text);
  await recorder.close();
  const replay = await startReplay({ recording: join(dir, 'a.json') });
  onTestFinished(() => replay.close());
  return { first, ask: (request: Asked) => ask(replay.url, request) };
}

const ordinary = [
  'key',
  'max_tokens',
  'tokenized',
  'token_count',
  'auth',
  'credential',
  'policy',
  'signature_required',
  'code',
  'session',
  'accountKey',
];

test.each(ordinary)(
  '%s=red and %s=blue are different requests, in any order, and green is none',
  async (name) => {
    const target = (value: string) => ({ target: `/v1/x?${name}=${value}` });
    const { first, ask } = await recorded([target('red'), target('blue')]);
    expect(await ask(target('blue'))).toEqual({ status: 200, mark: null, text: first[1] });
    expect(await ask(target('red'))).toEqual({ status: 200, mark: null, text: first[0] });
    expect((await ask(target('green'))).status).toBe(501);
  },
);

test('so they are in JSON', async () => {
  const patch = (value: string) => ({
    method: 'PATCH',
    target: '/v1/x',
    body: JSON.stringify({ accountKey: value }),
  });
  const { first, ask } = await recorded([patch('red'), patch('blue')]);
  expect((await ask(patch('blue'))).text).toBe(first[1]);
  expect((await ask(patch('green'))).status).toBe(501);
});

test.each(['secret', 'api_key', 'password'])(
  'two requests that differ in %s alone cannot be told apart: each is a miss that says so',
  async (name) => {
    const target = (value: string) => ({ target: `/v1/x?${name}=${value}&a=1` });
    const { ask } = await recorded([target('hunter2-red'), target('hunter2-blue')]);
    for (const value of ['hunter2-blue', 'hunter2-red', 'hunter2-green']) {
      const { status, text } = await ask(target(value));
      expect([status, text]).toEqual([501, expect.stringContaining('differ in a secret alone')]);
      expect(text).not.toContain(value);
    }
    expect((await ask({ target: `/v1/x?${name}=hunter2-red&a=2` })).status).toBe(501);
  },
);

test('another secret still finds its answer where only one was recorded, and is marked', async () => {
  const { first, ask } = await recorded([{ target: '/v1/x?api_key=hunter2-red' }]);
  const found = { status: 200, mark: 'secret-not-compared', text: first[0] };
  expect(await ask({ target: '/v1/x?api_key=hunter2-red' })).toEqual(found);
  expect(await ask({ target: '/v1/x?api_key=hunter2-blue' })).toEqual(found);
});

test('a client that sends back what an answer gave it gets the answer to that, without a mark', async () => {
  const login = (user: string) => ({ method: 'POST', target: '/v1/login', body: JSON.stringify({ user }) });
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const said = /"user":"(\w+)"/.exec(body)?.[1];
      const token = (user: string) => `tok-${Array.from(user).reverse().join('')}-5f3c9a1e77b2`;
      const whose = ['anna', 'bert'].find((user) => request.url!.includes(token(user)));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(said === undefined ? { whose } : { access_token: token(said) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const dir = await temporaryDirectory();
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recorder = await startRecorder({ upstream, dir, name: 'a', pace: 'off' });
  const session = async (url: string, users: readonly string[]) => {
    const tokens: string[] = [];
    for (const user of users) {
      tokens.push((JSON.parse((await ask(url, login(user))).text) as { access_token: string }).access_token);
    }
    const answers = [];
    for (const token of tokens.reverse())
      answers.push(await ask(url, { target: `/v1/me?access_token=${token}` }));
    return answers;
  };
  expect((await session(recorder.url, ['anna', 'bert'])).map(({ text }) => text)).toEqual([
    '{"whose":"bert"}',
    '{"whose":"anna"}',
  ]);
  await recorder.close();
  const replay = await startReplay({ recording: join(dir, 'a.json') });
  onTestFinished(() => replay.close());
  expect(await session(replay.url, ['anna', 'bert'])).toEqual([
    { status: 200, mark: null, text: '{"whose":"bert"}' },
    { status: 200, mark: null, text: '{"whose":"anna"}' },
  ]);
});
