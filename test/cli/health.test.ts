// `health` and `wait`: whether a pricing-mock answers at an address, as one line and an exit code.
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/index.ts';
import { freePort } from '../support/real-server.ts';
import { run } from './command.ts';

/** Another server than ours. */
async function otherServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(['health', 'wait'])('%s finds a mock, whatever stands behind its origin', async (command) => {
  await using server = await startServer();
  const { code, out, err } = await run([command, `${server.url}/v1/listings?limit=2`]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(new RegExp(`^${server.url}: pricing-mock \\S+ answers, in the mode mock\n$`));
});

test.each<[string, RequestListener, RegExp]>([
  [
    'answers nothing known',
    (_, response) => response.writeHead(404).end('{}'),
    /answers 404, but is no pricing-mock/,
  ],
  [
    'answers 200 to everything',
    (_, response) => response.end('<html>'),
    /answers 200, but is no pricing-mock/,
  ],
  [
    'has a health of its own',
    (_, response) => response.end('{"status":"ok"}'),
    /answers 200, but is no pricing-mock/,
  ],
  [
    'claims more than it may',
    (_, response) => response.end('{"status":"ok","mode":"mock","version":"1\\u001b[31m\\n"}'),
    /answers 200, but is no pricing-mock/,
  ],
  [
    'leads elsewhere',
    (_, response) => response.writeHead(302, { Location: 'http://example.com/' }).end(),
    /answers 302, but is no pricing-mock/,
  ],
  [
    'takes no requests for this name',
    (_, response) => response.writeHead(403, { 'X-Mock-Error': 'host_forbidden' }).end('{}'),
    /a pricing-mock that takes no requests for 127\.0\.0\.1; see its --allow-host/,
  ],
  ['never answers', () => undefined, /no answer in time/],
  ['never ends', (_, response) => void response.write('{"status":'), /no answer in time/],
  ['breaks off', (_, response) => response.socket?.destroy(), /no answer \(ECONNRESET\)/],
])('a server that %s is no healthy mock', async (_, answer, words) => {
  const url = await otherServer(answer);
  const { code, out, err } = await run(['health', url, '--timeout', '200ms']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^pricing-mock: [^\n]+\n$/);
  expect(err).toMatch(words);
});

test('health says that nobody listens', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect(await run(['health', url])).toEqual({
    code: 1,
    out: '',
    err: `pricing-mock: ${url}: nobody listens there (ECONNREFUSED)\n`,
  });
});

test('wait gives up in time, and says what was there last', async () => {
  const url = await otherServer((_, response) => response.writeHead(502).end());
  expect(await run(['wait', url, '--timeout', '200ms'])).toEqual({
    code: 1,
    out: '',
    err: `pricing-mock: ${url}: no pricing-mock within 0.2 s (answers 502, but is no pricing-mock)\n`,
  });
});

test('wait lasts until the mock is there', async () => {
  let asked = 0;
  const health = '{"status":"ok","mode":"replay","version":"0.1.0"}';
  const url = await otherServer((_, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 200).end(health);
  });
  expect(await run(['wait', url])).toEqual({
    code: 0,
    out: `${url}: pricing-mock 0.1.0 answers, in the mode replay\n`,
    err: '',
  });
  expect(asked).toBe(3);
});

test.each([
  [['health', 'localhost:5300'], /^pricing-mock: health: <url> takes the address of a mock, such as http:/],
  [['wait', 'ftp://x'], /^pricing-mock: wait: <url> takes/],
  [['health', 'http://name:word@x'], /<url> takes (?!.*word)/],
  [['wait', 'http://x', '--timeout', '30'], /--timeout: '30' is no time of at most a day, such as 500ms/],
  [['wait', 'http://x', '--timeout', '0s'], /--timeout: '0s'/],
  [['health'], /missing required argument 'url'/],
])('%j is a wrong usage', async (argv, words) => {
  const { code, out, err } = await run(argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(words);
});
