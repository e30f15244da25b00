// Which methods are safe, which fields are hop-by-hop and which hosts are this machine: the same for all who ask.
import { describe, expect, test } from 'vitest';
import { guardWrites } from '../../src/recording/record/guard-writes.ts';
import { answerHeaders, outgoingHead } from '../../src/proxy/message-head.ts';
import { hopByHop, isSafe } from '../../src/http/http-semantics.ts';
import { reasonPhrase } from '../../src/http/reason-phrase.ts';
import { parseUrl } from '../../src/http/parse-url.ts';
import { isLoopback } from '../../src/http/loopback.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { answerMiss } from '../../src/recording/replay/miss.ts';
import { ReplayWorlds } from '../../src/recording/replay/replay-worlds.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { headerPairs, withStoredHeaders } from '../../src/recording/recordable-headers.ts';
import { isWrite } from '../../src/recording/replay/timeline.ts';
import { refuseCrossSite } from '../../src/doors/port/cross-site.ts';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { interaction, recordingOf, session, exchange, temporaryDirectory } from '../support/recordings.ts';
import { apiRequest } from '../support/upstreams.ts';

const ok = { status: 200, headers: [], body: null };

/** Whether something that may refuse lets a request pass. */
function passes(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}

/** What a miss says to record it. */
function missed(upstream: string, method: string): string {
  const recording = { ...recordingOf(interaction('1-get-x', { path: '/v1/x' })), upstream };
  const redactor = new Redactor(nodeBodies);
  const worlds = new ReplayWorlds(() => recording, { redact: (request) => redactor.request(request) });
  try {
    void answerMiss(worlds, { name: 'a' })(apiRequest({ method, target: '/v1/y' }));
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('no miss');
}

test.each([
  ['GET', true],
  ['HEAD', true],
  ['OPTIONS', true],
  ['TRACE', true],
  ['QUERY', true],
  ['POST', false],
  ['PUT', false],
  ['PATCH', false],
  ['DELETE', false],
  ['CONNECT', false],
  ['PROPFIND', false], // is safe, but nobody here knows it
  ['get', false], // methods are case-sensitive (RFC 9110 §9.1)
])('%s is safe for everybody: %s', (method, safe) => {
  const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site' };
  expect({
    method: isSafe(method),
    'passes the guard of writes': passes(() =>
      guardWrites('https://api.example.com')(() => ok)(apiRequest({ method })),
    ),
    'opens no epoch': !isWrite(method),
    'may come from another site': passes(() => {
      refuseCrossSite({ ...apiRequest({ method }), headers }, undefined);
    }),
    'needs no --allow-writes': !missed('https://api.example.com', method).includes('--allow-writes'),
  }).toEqual({
    method: safe,
    'passes the guard of writes': safe,
    'opens no epoch': safe,
    'may come from another site': safe,
    'needs no --allow-writes': safe,
  });
});

test.each([
  ['http://localhost:4010', true],
  ['http://api.localhost:4010', true],
  ['http://LOCALHOST', true],
  ['http://127.0.0.1:4010', true],
  ['http://127.9.9.9', true],
  ['http://[::1]:4010', true],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://10.0.0.1', false],
  ['https://api.example.com', false],
])('%s is this machine for everybody: %s', async (upstream, local) => {
  const path = join(await temporaryDirectory(), 'a.json');
  await session(path, [exchange()], { upstream: 'http://127.0.0.1:4000' });
  const opened = openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });
  const isSame = await opened.then(
    (recording) => recording.close().then(() => true),
    () => false,
  );
  expect([
    isLoopback(new URL(upstream)),
    isSame,
    !missed(upstream, 'POST').includes('--allow-writes'),
  ]).toEqual([local, local, local]);
});

describe('a field of one connection', () => {
  const framing = ['transfer-encoding'];

  test.each([...hopByHop])('%s is neither passed on nor stored', (name) => {
    const value = name === 'transfer-encoding' ? 'chunked' : 'x';
    const raw = ['Content-Type', 'text/plain', name, value];
    expect(answerHeaders(raw)).toEqual(['Content-Type', 'text/plain']);
    const { response } = withStoredHeaders(exchange({ headers: headerPairs(raw) }));
    expect(response.headers).toEqual([['Content-Type', 'text/plain']]);
    const { headers } = outgoingHead(apiRequest({ method: 'POST', rawHeaders: raw }), '', 'api.example.com');
    expect(headers.map((text) => text.toLowerCase()).includes(name)).toBe(framing.includes(name));
  });
});

test('a URL with an umlaut stays one however often URLs were read before (Node 20 refuses it in URL.canParse)', () => {
  for (let at = 0; at < 200_000; at += 1) parseUrl('https://api.example.test/1');
  expect(parseUrl('https://bücher.example')?.origin).toBe('https://xn--bcher-kva.example');
  expect(parseUrl('no URL')).toBeUndefined();
});

test('the usual words for a status are those of Node, at the doors that do without it, too', () => {
  const statuses = Object.keys(STATUS_CODES)
    .map(Number)
    .filter((status) => status >= 200);
  expect(statuses.map(reasonPhrase)).toEqual(statuses.map((status) => STATUS_CODES[status]));
  expect(reasonPhrase(599)).toBe('unknown');
});
