// The program as a process: exit codes, signals, closed pipes. It runs what `npm run build` left in dist.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './command.ts';
import { freePort } from '../support/real-server.ts';
import { requestRaw } from './wire.ts';

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));

/** The program with what it prints; killed when the test is over. */
function start(...argv: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.err += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done === true) throw new Error(`the program printed no more: ${told.err}`);
    return next.value;
  };
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  return { child, told, line, ended };
}

async function startServer(...argv: readonly string[]) {
  const program = start('--port', '0', '--log', 'json', ...argv);
  const { event, url } = JSON.parse(await program.line()) as { event: string; url: string };
  expect(event).toBe('listening');
  return { ...program, url };
}

/** Sends a request whose answer trickles, and waits for its head: it is then in flight. */
async function startAnswer(url: string, fault: string): Promise<IncomingMessage> {
  const headers = { 'X-API-KEY': 'test_key', 'X-Mock-Fault': fault };
  const outgoing = request(`${url}/v1/listings`, { headers, agent: false }).end();
  return ((await once(outgoing, 'response')) as [IncomingMessage])[0];
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece as string;
  return text;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s lets the request in flight finish, then ends with 0',
  async (signal) => {
    const { child, told, ended, url } = await startServer();
    const answer = await startAnswer(url, 'slow-body=600');
    child.kill(signal);
    expect((JSON.parse(await textOf(answer)) as { data: unknown[] }).data).toHaveLength(50);
    expect([await ended, told.err]).toEqual([[0, null], '']);
    expect(told.out.trimEnd().split('\n').at(-1)).toMatch(/^\{"event":"stopping",/);
    await expect(requestRaw(url, { line: 'GET /v1/listings' })).rejects.toThrow(/ECONNREFUSED/);
  },
);

test('a second signal ends at once what would take long', async () => {
  const { child, line, told, ended, url } = await startServer();
  const answer = await startAnswer(url, 'slow-body=60000');
  const cut = textOf(answer).catch(() => 'cut off');
  child.kill('SIGINT');
  while (!(await line()).includes('stopping'));
  const since = performance.now();
  child.kill('SIGINT');
  expect([await ended, await cut, told.err]).toEqual([[0, null], 'cut off', '']);
  expect(performance.now() - since).toBeLessThan(3000);
});

test('a delay that is still running does not keep a stopped program alive', async () => {
  const { child, line, ended, url } = await startServer('--latency', '60000');
  const waiting = requestRaw(url, { line: 'GET /v1/listings' }).catch(() => 'cut off');
  await requestRaw(url, { line: 'GET /v1/listings', key: 'wrong' }); // faults strike behind the key: no delay
  child.kill('SIGTERM');
  while (!(await line()).includes('stopping'));
  const since = performance.now();
  child.kill('SIGTERM');
  expect([await ended, await waiting]).toEqual([[0, null], 'cut off']);
  expect(performance.now() - since).toBeLessThan(3000);
});

test('an idle server ends at once, with connections open', async () => {
  const { child, ended, url } = await startServer();
  await requestRaw(url, { line: 'GET /v1/listings' });
  const idle = await fetch(`${url}/v1/listings`, { headers: { 'X-API-KEY': 'test_key' } }); // kept alive
  await idle.arrayBuffer();
  const since = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - since).toBeLessThan(3000);
});

test.each(['json', 'pretty'])('a reader that has seen enough does not end the server (%s)', async (form) => {
  const port = await freePort();
  const { child, told, line, ended } = start('--port', String(port), '--log', form, '--no-limits');
  while (!(await line()).includes(String(port)));
  child.stdout.destroy(); // as `| head -1` does
  const url = `http://127.0.0.1:${port}`;
  for (let at = 0; at < 20; at += 1) {
    expect((await requestRaw(url, { line: 'GET /v1/strategies' })).status).toBe(200);
  }
  child.kill('SIGTERM');
  expect([await ended, told.err]).toEqual([[0, null], '']);
});

test('a ledger that is cut short by its reader is no failure', async () => {
  const { child, told, ended } = start('assumptions', '--json');
  child.stdout.destroy();
  expect([await ended, told.err]).toEqual([[0, null], '']);
});

test('a port in use ends with 3 and the remedy, on one line and without a stack', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const { told, ended } = start('serve', '--port', String(port));
  expect(await ended).toEqual([3, null]);
  expect(told).toEqual({
    out: '',
    err: `pricing-mock: port ${port} on 127.0.0.1 is in use; choose another with --port, or --port 0 for a free one\n`,
  });
});

test.each([
  ['192.0.2.1', /is not an address of this machine; choose one with --host/],
  ['256.1.1.1', /--host/],
  ['nothing.invalid', /cannot be resolved.*--host/],
  ['a b', /--host/],
])('the host %j ends with 3 and the remedy', async (host, words) => {
  const { code, out, err } = await run(['--port', '0', '--host', host]);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(/^pricing-mock: [^\n]+\n$/);
  expect(err).toMatch(words);
});

test.each([
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  [['--port', 'x'], 2, /^$/, /^pricing-mock: --port: [^\n]+\n$/],
  [['--keys=secret'], 2, /^$/, /^pricing-mock: unknown option '--keys'; [^\n]+\n$/],
  [['--fixtures', 'none.json'], 4, /^$/, /^pricing-mock: none\.json: [^\n]+\n$/],
] as const)('the process ends as main does: %j', async (argv, code, out, err) => {
  const { told, ended } = start(...argv);
  expect(await ended).toEqual([code, null]);
  expect(told.out).toMatch(out);
  expect(told.err).toMatch(err);
});

test.skipIf(process.platform !== 'linux').each([['assumptions'], ['--port', '0', '--data', 'tiny']])(
  'a disk that is full under standard output is told in a line, with code 4: %s',
  async (...argv) => {
    const full = await open('/dev/full', 'w');
    const child = spawn(process.execPath, [bin, ...argv], { stdio: ['ignore', full.fd, 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (err += text));
    const [code] = (await once(child, 'close')) as [number | null];
    await full.close();
    expect([code, err]).toEqual([
      4,
      'pricing-mock: standard output cannot be written: the disk is full (ENOSPC)\n',
    ]);
  },
);
