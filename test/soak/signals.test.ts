// SIGINT and SIGTERM at the real program, at any moment of its life: nothing that was sent before is cut off, and what
// `record` has taken is given back. It runs what `npm run build` left in dist.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { RawClient } from '../support/raw-http.ts';
import { filesIn, temporaryDirectory } from '../support/recordings.ts';
import { freePort } from '../support/real-server.ts';

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));
const sample = fileURLToPath(new URL('../../recordings/sample.json', import.meta.url));

const commands = ['serve', 'record', 'replay'] as const;
const signals = ['SIGINT', 'SIGTERM'] as const;
const cases = commands.flatMap((command) => signals.map((signal) => [command, signal] as const));

interface Program {
  readonly child: ChildProcess;
  readonly port: number;
  readonly folder: string;
  readonly firstLine: Promise<unknown>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly stderr: () => string;
}

async function begin(command: (typeof commands)[number], upstream: string): Promise<Program> {
  const [folder, port] = [await temporaryDirectory(), await freePort()];
  const words = {
    serve: ['serve', '--no-limits'],
    record: ['record', upstream, '--dir', folder, '--pace', 'off'],
    replay: ['replay', sample],
  }[command];
  const child = spawn(process.execPath, [bin, ...words, '--port', String(port), '--log', 'json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }));
  return { child, port, folder, firstLine, ended, stderr: () => stderr };
}

async function startUpstream(): Promise<string> {
  const upstream = createServer((_, response) => response.end('{"data":[]}')).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  onTestFinished(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
}

const request = (port: number, id: number): string =>
  `GET /v1/strategies?${id} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-KEY: test_key\r\n\r\n`;

test.each(cases)('%s answers what was sent before %s', async (command, signal) => {
  const { child, port, folder, firstLine, ended, stderr } = await begin(command, await startUpstream());
  await firstLine;
  const client = async (): Promise<RawClient> => {
    const raw = await RawClient.connect(port);
    onTestFinished(() => {
      raw.leave();
    });
    return raw;
  };
  const kept: RawClient[] = [];
  for (let count = 0; count < 10; count += 1) {
    const raw = await client();
    await raw.send(request(port, count)).response();
    kept.push(raw);
  }
  // A program that stands still has accepted nothing of this, but the kernel has.
  child.kill('SIGSTOP');
  for (const [at, raw] of kept.entries()) raw.send(request(port, 100 + at) + request(port, 200 + at));
  const fresh: RawClient[] = [];
  for (let count = 0; count < 20; count += 1) fresh.push((await client()).send(request(port, 300 + count)));
  child.kill(signal);
  child.kill('SIGCONT');
  const twice = await Promise.all(kept.map(async (raw) => [await raw.response(), await raw.response()]));
  const once = await Promise.all(fresh.map((raw) => raw.response()));
  const statuses = [...twice.flat(), ...once].map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([command === 'replay' ? 501 : 200])); // none of this is in the sample
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(stderr()).toBe('');
  if (command !== 'record') return;
  expect([...(await filesIn(folder)).keys()]).toEqual(['session.json']);
  expect((await readRecording(join(folder, 'session.json'))).interactions).toHaveLength(50);
});

/** Each resolves at one moment of a start, at the same one however fast the machine is. */
const moments: Readonly<Record<string, (program: Program) => Promise<unknown>>> = {
  'as soon as it runs': ({ child }) => once(child, 'spawn'),
  'once the recording is taken': ({ folder }) => until(() => existsSync(join(folder, 'session.lock'))),
  'once the port is open': ({ port }) => until(() => isOpen(port)),
  'once it says so': ({ firstLine }) => firstLine,
};

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(setImmediate);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

const rounds = 3;

test.each(
  cases.flatMap(([command, signal]) =>
    Object.keys(moments)
      .filter((moment) => command === 'record' || moment !== 'once the recording is taken')
      .map((moment) => [command, signal, moment] as const),
  ),
)('%s that gets %s %s leaves nothing behind', async (command, signal, moment) => {
  const upstream = await startUpstream();
  for (let round = 0; round < rounds; round += 1) {
    const program = await begin(command, upstream);
    await moments[moment]!(program);
    program.child.kill(signal);
    const end = await program.ended;
    // Before its first line of code runs, the system ends it: then it has taken nothing.
    if (moment !== 'as soon as it runs' || end.signal === null)
      expect(end).toEqual({ code: 0, signal: null });
    expect(program.stderr()).toBe('');
    expect([...(await filesIn(program.folder)).keys()]).toEqual([]);
  }
});
