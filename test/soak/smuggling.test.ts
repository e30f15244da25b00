// No request becomes two on its way through the recorder, whatever bytes it is made of; and no door breaks on them.
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { converse } from '../support/fuzz.ts';
import { inLanes } from '../support/in-lanes.ts';
import { Random } from '../support/random.ts';
import { startRecording } from '../support/record-process.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { start } from '../support/serve.ts';
import { soakSeed } from '../support/soak.ts';
import { tcpUpstream } from '../support/upstreams.ts';
import { conversation } from './smuggling.ts';
import type { Conversation } from './smuggling.ts';

const count = 6_000;
const lanes = 8;
const random = new Random(soakSeed);
const conversations = Array.from({ length: count }, (_, at) => conversation(random, at));

/** A request that is nothing but what it should be (RFC 9112), and where it ends; undefined while it is not whole. */
interface Parsed {
  readonly target: string;
  readonly method: string;
  readonly names: readonly string[];
  readonly length: number;
}

/** @throws Error with what is wrong */
function parseStrictly(text: string, host: string): Parsed | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [, method, target] = /^([A-Z-]+) (\/[\x21-\x7e\x80-\xff]*) HTTP\/1\.1$/.exec(first) ?? [];
  if (method === undefined || target === undefined)
    throw new Error(`the first line ${JSON.stringify(first)}`);
  const fields = lines.map((line) => {
    const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)$/.exec(line);
    if (field === null) throw new Error(`the line ${JSON.stringify(line)}`);
    return [field[1]!.toLowerCase(), field[2]!] as const;
  });
  const valuesOf = (name: string): string[] =>
    fields.filter((field) => field[0] === name).map((field) => field[1]);
  const [hosts, lengths, codings] = [
    valuesOf('host'),
    valuesOf('content-length'),
    valuesOf('transfer-encoding'),
  ];
  if (hosts.length !== 1 || hosts[0] !== host) throw new Error(`the hosts ${JSON.stringify(hosts)}`);
  if (lengths.length + codings.length > 1) throw new Error(`${lengths.join()} and ${codings.join()}`);
  if (lengths.length === 1 && !/^\d{1,15}$/.test(lengths[0]!)) throw new Error(`the length ${lengths[0]!}`);
  if (codings.length === 1 && codings[0]!.toLowerCase() !== 'chunked')
    throw new Error(`the coding ${codings[0]!}`);
  const start = end + 4;
  const parsed = (length: number): Parsed => ({
    target,
    method,
    names: fields.map(([name]) => name),
    length,
  });
  if (codings.length === 0) {
    const length = start + Number(lengths[0] ?? 0);
    return text.length < length ? undefined : parsed(length);
  }
  for (let at = start; ;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = text.slice(at, lineEnd);
    if (!/^[0-9a-f]{1,8}$/i.test(size)) throw new Error(`the chunk size ${JSON.stringify(size)}`);
    const next = lineEnd + 2 + parseInt(size, 16);
    if (text.length < next + 2) return undefined;
    if (text.slice(next, next + 2) !== '\r\n') throw new Error(`the end of a chunk, or a trailer`);
    at = next + 2;
    if (next === lineEnd + 2) return parsed(at);
  }
}

/** Answers every request, and keeps what it saw and what it would not have taken. */
async function strictUpstream() {
  const seen: Parsed[] = [];
  const wrong: string[] = [];
  const read = (socket: Socket, host: () => string): void => {
    let pending = '';
    socket.on('data', (data) => {
      pending += data.toString('latin1');
      try {
        for (
          let one = parseStrictly(pending, host());
          one !== undefined;
          one = parseStrictly(pending, host())
        ) {
          pending = pending.slice(one.length);
          seen.push(one);
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${one.method === 'HEAD' ? '' : 'ok'}`);
        }
      } catch (error) {
        wrong.push(`${String(error)} in ${JSON.stringify(pending.slice(0, 300))}`);
        socket.destroy();
      }
    });
  };
  const upstream = await tcpUpstream((socket, { host }) => {
    read(socket, () => host);
  });
  return {
    seen,
    wrong,
    url: upstream.url.origin,
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}

/** Holds every conversation; what is wrong with an answer, a connection that hangs included. */
async function holdAll(url: string): Promise<string[]> {
  const { port } = new URL(url);
  const faults: string[] = [];
  await inLanes(lanes, conversations, async ({ name, text, legit }: Conversation) => {
    const bytes = Buffer.from(text.replaceAll('HOST', `localhost:${port}`), 'latin1');
    try {
      const { answers } = await converse(Number(port), [bytes], 60_000);
      if (answers.length > legit.length + 1) faults.push(`${name}: ${answers.length} answers`);
    } catch (error) {
      faults.push(`${name}: ${String(error)}; sent: ${JSON.stringify(text.slice(0, 600))}`);
    }
  });
  return faults;
}

test(`${count} conversations with the recorder: nothing reaches the upstream that was not asked for (seed ${soakSeed})`, async () => {
  await using upstream = await strictUpstream();
  const folder = await temporaryDirectory();
  const recorder = await startRecording(upstream.url, ['--dir', folder, '--pace', 'off']);
  expect(await holdAll(recorder.url)).toEqual([]);
  expect([await recorder.stop(), recorder.stderr()]).toEqual([0, '']);
  expect(recorder.lines.filter((line) => line.includes('"event":"failure"'))).toEqual([]);

  expect(upstream.wrong).toEqual([]);
  expect(
    upstream.seen.filter(({ target, names }) => target.includes('/smuggled') || names.includes('x-smuggled')),
  ).toEqual([]);
  const allowed = new Set(conversations.flatMap(({ legit }) => legit));
  const unknown = upstream.seen.filter(({ target }) => /^\/legit\/\d/.test(target) && !allowed.has(target));
  expect(unknown).toEqual([]);
  const numbered = upstream.seen.map(({ target }) => target).filter((target) => allowed.has(target));
  expect(numbered.filter((target, at) => numbered.indexOf(target) !== at)).toEqual([]);
  expect(numbered.length).toBeGreaterThan(count / 4);
});

test.each([
  ['serve', ['serve']],
  ['replay', ['replay', 'sample', '--dir', 'recordings']],
])(
  `${count} conversations with %s: every answer is well-formed, and none hangs (seed ${soakSeed})`,
  async (_, words) => {
    await using served = await start(...words);
    expect(await holdAll(served.url)).toEqual([]);
    expect([await served.stop(), served.stderr()]).toEqual([0, '']);
    expect(served.lines().filter((line) => line.includes('"event":"failure"'))).toEqual([]);
  },
);
