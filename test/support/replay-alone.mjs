// Runs in a network namespace of its own: replays a recording there, asks for all of it and for one thing more.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const recording = process.argv[2];
const bin = new URL('../../dist/bin.cjs', import.meta.url).pathname;
const { interactions } = JSON.parse(readFileSync(recording, 'utf8'));
const child = spawn(process.execPath, [bin, 'replay', recording, '--port', '0', '--log', 'json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const { url } = JSON.parse((await lines.next()).value);
const statuses = [];
const wanted = [
  ...interactions.map(({ request }) => request),
  { method: 'GET', path: '/v1/nothing', body: null },
];
for (const { method, path, body } of wanted) {
  const headers = { 'X-API-KEY': 'test_alone', ...(body && { 'Content-Type': 'application/json' }) };
  const answer = await fetch(url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body.json) }),
  });
  await answer.arrayBuffer();
  statuses.push(answer.status);
}
const outside = await new Promise((resolve) => {
  connect(443, '192.0.2.1')
    .on('error', ({ code }) => resolve(code))
    .on('connect', () => resolve('connected'));
});
child.kill('SIGTERM');
process.stdout.write(JSON.stringify({ outside, statuses }));
