// Nothing in replay ever opens an outbound connection: not by what it imports, and not by what it does.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../cli/command.ts';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';

const root = fileURLToPath(new URL('../../src/', import.meta.url));

/** Every file that a file loads, at once or later, with what it imports from elsewhere. */
function graphOf(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file)) return seen;
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^import type [^;]*;/gm, '');
  const modules = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map(
    ([, module]) => module!,
  );
  seen.set(
    file,
    modules.filter((module) => !module.startsWith('.')),
  );
  for (const module of modules.filter((name) => name.startsWith('.'))) {
    graphOf(normalize(join(dirname(file), module)), seen);
  }
  return seen;
}

test('its import graph holds neither http-proxy nor what forwards, and of node:http only what serves', () => {
  const graph = graphOf('cli/replay-command.ts');
  expect(graph.size).toBeGreaterThan(60);
  expect([...graph.keys()]).toEqual(
    expect.arrayContaining([
      'app/modes/simulate-misses.ts',
      'app/control/control.ts',
      'doors/port/listen.ts',
    ]),
  );
  expect([...graph.keys()].filter((file) => /^proxy\/|(^|\/)record(-to)?\.ts$/.test(file))).toEqual([]);
  const outside = new Set([...graph.values()].flat());
  for (const module of [
    'http-proxy',
    'undici',
    'msw',
    'node:dns',
    'node:http2',
    'node:child_process',
    'node:dgram',
  ]) {
    expect(outside).not.toContain(module);
  }
  const speakers = [...graph].filter(([, modules]) =>
    modules.some((module) => /^node:(https?|net|tls)$/.test(module)),
  );
  expect(speakers.map(([file]) => dirname(file)).filter((folder) => folder !== 'doors/port')).toEqual([]);
  const calls = /\b(?:fetch|connect|createConnection|https?\.(?:request|get))\(/;
  const callers = [...graph.keys()].filter((file) => calls.test(readFileSync(join(root, file), 'utf8')));
  expect(callers).toEqual([]);
});

test('it answers, misses and simulates while every connection out is refused', async () => {
  const dir = await temporaryDirectory();
  const recording = recordingOf(interaction('1-get-listings', { body: { data: [] } }));
  await writeFile(join(dir, 'session.json'), printRecording(recording));
  const tried: unknown[] = [];
  let port = '';
  type Connect = (this: net.Socket, ...words: unknown[]) => net.Socket;
  const socket = net.Socket.prototype as { connect: Connect };
  const { connect } = socket;
  socket.connect = function refuse(...words) {
    const [options] = [words[0]].flat() as [{ readonly port?: unknown } | undefined];
    if (String(options?.port) === port) return connect.apply(this, words); // the test's own client
    tried.push(options);
    throw new Error('refused by the test');
  };
  onTestFinished(() => {
    socket.connect = connect;
  });
  for (const flags of [[], ['--allow-unrecorded-writes'], ['--on-miss', 'mock']]) {
    await using served = await startCommand(['replay', 'session', '--dir', dir, '--port', '0', ...flags]);
    port = new URL(served.url).port;
    const statuses = [];
    for (const path of ['/v1/listings', '/v1/reports', '/__mock/errors/replay_miss']) {
      const answer = await fetch(served.url + path, { headers: { 'X-API-KEY': 'test_a' } });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, flags.includes('mock') ? 200 : 501, 200]);
  }
  expect(tried).toEqual([]);
});
