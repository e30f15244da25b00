// http-proxy in a process of its own, from the build: no deprecation warning, and nothing of Node's is left changed.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const built = new URL('../../dist/proxy/forward.js', import.meta.url);

const program = `
import http from 'node:http';
import util from 'node:util';
import { forwardTo } from ${JSON.stringify(built.href)};
const original = util._extend;
const server = http.createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1', async () => {
  const handler = forwardTo(new URL('http://127.0.0.1:' + server.address().port));
  const answer = await handler({
    method: 'GET', path: '/', query: '', headers: {}, rawHeaders: ['Host', 'x'], body: {}, origin: '', context: {},
    onAbort() {},
  });
  console.log(answer.status, String(answer.body), util._extend === original);
  handler.close();
  server.close();
});
`;

test('a request goes through without a deprecation warning, and the process ends by itself', async () => {
  const flags = ['--throw-deprecation', '--input-type=module', '--eval', program];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, { env, timeout: 100_000 });
  expect(stderr).toBe('');
  expect(stdout).toBe('200 ok true\n');
});
