// A plain script that waits for an answer which never comes, in a process of its own, from the build.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const built = new URL('../../dist/index.js', import.meta.url);

const start = `
import { createMock } from ${JSON.stringify(built.href)};
const mock = createMock({ data: 'tiny', fault: ['timeout'] });
const url = 'https://api.example.test/v1/strategies';
const headers = { 'X-API-KEY': mock.key };
`;

async function run(program: string): Promise<string> {
  const flags = ['--input-type=module', '--eval', start + program];
  const env = { ...process.env, NODE_OPTIONS: '' };
  return (await promisify(execFile)(process.execPath, flags, { env, timeout: 100_000 })).stdout;
}

test.each([
  ['an option', 'mock.fetch(url, { headers, signal: AbortSignal.timeout(500) })'],
  ['a request', 'mock.fetch(new Request(url, { headers, signal: AbortSignal.timeout(500) }))'],
])('a script whose signal (%s) ends an answer that never comes goes on and ends well', async (_, call) => {
  expect(await run(`console.log(await ${call}.catch((error) => error.name));`)).toBe('TimeoutError\n');
});

test('a script that has stopped waiting, and gave no signal, ends by itself', async () => {
  const program = `
    const patience = new Promise((resolve) => setTimeout(resolve, 20, 'went on'));
    console.log(await Promise.race([mock.fetch(url, { headers }), patience]));
  `;
  expect(await run(program)).toBe('went on\n');
});

test('a signal keeps no process alive behind the answer', async () => {
  const program = `
    mock.world().faults.clear();
    const { status } = await mock.fetch(url, { headers, signal: new AbortController().signal });
    console.log(status);
  `;
  expect(await run(program)).toBe('200\n');
});

test.each(['slow-body=50', 'a latency'])(
  'a script waits for an answer that is slow on purpose (%s)',
  async (slow) => {
    const program = `
    const slow = createMock({ data: 'tiny', ${slow === 'a latency' ? 'latency: 50' : `fault: ['${slow}']`} });
    const response = await slow.fetch(url, { headers });
    console.log(response.status, (await response.text()).length > 0);
  `;
    expect(await run(program)).toBe('200 true\n');
  },
);
