// Whatever an upstream sends: a client of the recorder gets what it would have got from the upstream, or a marked
// error; and what was recorded can be read, and is replayed byte for byte.
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { run } from '../cli/command.ts';
import { inLanes } from '../support/in-lanes.ts';
import { RawClient, UnfinishedAnswer } from '../support/raw-http.ts';
import { startRecording } from '../support/record-process.ts';
import { temporaryDirectory } from '../support/recordings.ts';
import { start } from '../support/serve.ts';
import { soakSeed } from '../support/soak.ts';
import { rawUpstream } from '../support/upstreams.ts';
import { oddAnswers } from './odd-answers.ts';
import type { OddAnswer } from './odd-answers.ts';

const corpus = oddAnswers(soakSeed);
const lanes = 16;

/** What became of the answers: `replayed to the byte`, `not recorded`, `left out (undecoded)` and so on. */
const tally = new Map<string, number>();
const count = (fate: string, number = 1): void => void tally.set(fate, (tally.get(fate) ?? 0) + number);
afterAll(() => {
  console.log(`odd answers: ${[...tally].map(([fate, number]) => `${number} ${fate}`).join(', ')}`);
});

/** As a client has it; characters stand for bytes. */
interface Answer {
  readonly status: number;
  readonly reason: string;
  /** Lines, less what belongs to one connection (RFC 9110 §7.6.1). */
  readonly headers: readonly string[];
  readonly body: string;
  /** Told by us: why there is no answer of the upstream. */
  readonly error?: string | undefined;
  /** Told by us: it is not in the recording. */
  readonly unrecorded?: boolean;
}

const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
];

function endToEnd(rawHeaders: readonly string[], status: number): string[] {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1]!] as const] : [],
  );
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()))
    .filter((name) => name !== 'content-length');
  // A 204 must not have one (RFC 9110 §8.6).
  const dropped = new Set([...hopByHop, ...named, ...(status === 204 ? ['content-length'] : [])]);
  return pairs
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`);
}

/** What Node's own client gets from the upstream; undefined when it takes the answer for broken. */
function askDirectly(port: number, method: string, path: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let answer: IncomingMessage | undefined;
    const broken = (): void => {
      if (answer?.complete !== true) resolve(undefined);
    };
    const request = httpRequest({ host: '127.0.0.1', port, method, path, agent: false }, (response) => {
      answer = response;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', broken);
      response.on('end', () => {
        const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = response;
        const body = Buffer.concat(pieces).toString('latin1');
        resolve({ status, reason, headers: endToEnd(rawHeaders, status), body });
        request.destroy();
      });
    });
    request.maxHeadersCount = 0; // all of them
    request.on('error', broken).on('close', broken).end();
  });
}

/** What a client without any tolerance gets; undefined when the answer is broken off. @throws MalformedAnswer */
async function ask(port: number, method: string, path: string): Promise<Answer | undefined> {
  const client = await RawClient.connect(port);
  const framing = ['POST', 'DELETE'].includes(method) ? ['Content-Length: 0'] : [];
  const lines = [
    `Host: localhost:${port}`,
    'X-API-KEY: test_odd',
    'Accept-Encoding: *',
    ...framing,
    'Connection: close',
  ];
  client.send([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  try {
    const { status, reason, headers, rawHeaders, bytes } = await client.response(method);
    const marks = endToEnd(rawHeaders, status);
    return {
      status,
      reason,
      headers: marks.filter((line) => line !== 'X-Mock-Recorded: no'),
      body: bytes.toString('latin1'),
      error: headers['x-mock-error'],
      unrecorded: headers['x-mock-recorded'] === 'no',
    };
  } catch (error) {
    if (error instanceof UnfinishedAnswer) return undefined;
    throw error;
  } finally {
    client.leave();
  }
}

async function send(socket: Socket, { pieces, ending }: OddAnswer): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await new Promise(setImmediate);
    socket.write(piece, 'latin1');
  }
  if (ending === 'ends') socket.end();
  if (ending === 'breaks') socket.write('', () => socket.resetAndDestroy());
}

const shown = (answer: Answer | undefined): string =>
  answer === undefined
    ? 'nothing whole'
    : JSON.stringify({ ...answer, body: `${answer.body.length}: ${answer.body.slice(0, 60)}` }).slice(0, 600);

/** Without our marks, and with a length as HTTP writes it: no zeros before it. */
const comparable = ({ status, reason, headers, body }: Answer): Answer => ({
  status,
  reason,
  headers: headers.map((line) => line.replace(/^(content-length: )0+(?=\d)/i, '$1')),
  body,
});

const isSame = (one: Answer, other: Answer): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** A reason that Node reads and nobody may write (RFC 9112 §4): any other may stand in its place. */
const isUnspeakable = (reason: string): boolean => /[^\t\x20-\x7e\x80-\xff]/.test(reason);

/** What is wrong with what a client got through the recorder; undefined when nothing is. */
function faultOf({ ending }: OddAnswer, direct: Answer | undefined, passed: Answer | undefined | Error) {
  if (passed instanceof Error) return `${passed.name}: ${passed.message}`;
  if (passed?.error !== undefined) return passed.status >= 500 ? undefined : `marked, but ${shown(passed)}`;
  // What a reset leaves to be read is a matter of luck.
  if (ending === 'breaks' && (direct === undefined || passed === undefined)) return undefined;
  if (direct === undefined) return passed === undefined ? undefined : `broken directly, but ${shown(passed)}`;
  if (passed === undefined) return `whole directly, but broken off: ${shown(direct)}`;
  const expected = isUnspeakable(direct.reason) ? { ...direct, reason: passed.reason } : direct;
  return isSame(expected, passed) ? undefined : `directly ${shown(direct)}, but ${shown(passed)}`;
}

test('the corpus has at least 1,500 answers', () => {
  expect(Object.values(corpus).flat().length).toBeGreaterThanOrEqual(1_500);
});

test.each(Object.entries(corpus))(
  `odd %s pass as they are or as a marked error, and what is recorded is replayed to the byte (seed ${soakSeed})`,
  async (kind, answers) => {
    const folder = await temporaryDirectory();
    const pathOf = (at: number): string => `/odd/${at}`;
    await using upstream = await rawUpstream((socket, request) => {
      void send(socket, answers[Number(/ \/odd\/(\d+) /.exec(request)![1])]!);
    });
    const flags = ['--dir', folder, '--name', kind, '--pace', 'off'];
    const recorder = await startRecording(upstream.url.origin, flags);
    const faults: string[] = [];
    const passed = await inLanes(lanes, answers, async (answer, at) => {
      const direct = await askDirectly(Number(upstream.url.port), answer.method, pathOf(at));
      const got = await ask(recorder.port, answer.method, pathOf(at)).catch(
        (error: unknown) => error as Error,
      );
      const fault = faultOf(answer, direct, got);
      if (fault !== undefined) faults.push(`${answer.name}: ${fault}`);
      if (got === undefined) count('broken off');
      else if (!(got instanceof Error) && got.error !== undefined) count('answered with a marked error');
      return got instanceof Error ? undefined : got;
    });
    expect.soft(faults).toEqual([]);
    const code = await recorder.stop();
    const { problem } = JSON.parse(recorder.lines.at(-1)!) as { problem?: string };
    expect.soft([code, problem, recorder.stderr()]).toEqual([0, undefined, '']);
    expect.soft(recorder.lines.filter((line) => line.includes('"event":"failure"'))).toEqual([]);

    const checked = await run(['recordings', 'check', kind, '--dir', folder]);
    expect.soft([checked.code, checked.err]).toEqual([0, '']);
    const { interactions } = await readRecording(join(folder, `${kind}.json`));
    const stored = new Map(interactions.map(({ request, response }) => [request.path, response.body]));
    const shouldBe = answers.flatMap((_, at) =>
      passed[at] !== undefined && passed[at].error === undefined && passed[at].unrecorded !== true
        ? [pathOf(at)]
        : [],
    );
    expect.soft([...stored.keys()].sort()).toEqual(shouldBe.sort());

    await using replay = await start('replay', kind, '--dir', folder);
    const port = Number(new URL(replay.url).port);
    const unlike: string[] = [];
    await inLanes(lanes, answers, async ({ name, method }, at) => {
      const body = stored.get(pathOf(at));
      const before = passed[at];
      if (before?.unrecorded === true) count('passed on and marked as not recorded');
      if (body === undefined || before === undefined) return;
      const again = await ask(port, method, pathOf(at));
      const omitted = body !== null && 'omitted' in body ? body.omitted : undefined;
      const isRight =
        again !== undefined && (omitted ? again.error === 'unreplayable' : isSame(again, before));
      count(omitted ? `left out (${omitted.reason})` : 'replayed to the byte');
      if (omitted === undefined) count('bytes of their bodies', before.body.length);
      if (!isRight) unlike.push(`${name}: recorded ${shown(before)}, but replayed ${shown(again)}`);
    });
    expect(unlike).toEqual([]);
  },
);
