// `replay --at`: a replay that begins at the state after a recorded write. The program runs as a process of its own, from what
// `npm run build` left in dist.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReplay, startServer } from '../../src/index.ts';
import { replayHandlers } from '../../src/msw.ts';
import type { Recording } from '../../src/recording/format.ts';
import {
  exchange,
  interaction,
  printRecording,
  recordingOf,
  temporaryDirectory,
} from '../support/recordings.ts';
import { start } from '../support/serve.ts';
import { run } from './command.ts';

const path = '/v1/listings/11111111-1111-4111-8111-111111111111';
const price = `${path}/price`;
const headers = { 'X-API-KEY': 'test_a', 'Content-Type': 'application/json' };

const read = (id: string, minPrice: number) => interaction(id, { path, body: { minPrice } });
const write = (id: string, minPrice: number, status = 200) =>
  interaction(id, {
    method: 'PATCH',
    path: price,
    status,
    body: { minPrice },
    requestHeaders: [['Content-Type', 'application/json']],
    requestBody: { minPrice },
  });

/** The price is 1, then 2, then, after a try that is refused, 3. */
const recording: Recording = recordingOf(
  read('1-get-listing', 1),
  write('2-patch-price', 2),
  read('3-get-listing', 2),
  write('4-patch-price', 99, 400),
  write('5-patch-price', 3),
  read('6-get-listing', 3),
);

async function folder(): Promise<string> {
  const cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'recordings'));
  await writeFile(join(cwd, 'recordings', 'session.json'), printRecording(recording));
  return cwd;
}

async function minPrice(url: string, key = 'test_a'): Promise<number> {
  const answer = await fetch(url + path, { headers: { 'X-API-KEY': key } });
  return ((await answer.json()) as { minPrice: number }).minPrice;
}

async function patch(url: string, to: number): Promise<number> {
  const body = JSON.stringify({ minPrice: to });
  const answer = await fetch(url + price, { method: 'PATCH', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

test.each([
  ['0', 1],
  ['1', 2],
  ['2-patch-price', 2],
  ['2', 3],
  ['5-patch-price', 3],
])('--at %s begins where the price is %d, for each key', async (at, expected) => {
  const cwd = await folder();
  await using server = await start('replay', 'session', '--dir', join(cwd, 'recordings'), '--at', at);
  expect(await minPrice(server.url)).toBe(expected);
  expect(await minPrice(server.url, 'test_b')).toBe(expected);
});

test('from there the recording goes on, and what lies before is not answered', async () => {
  const cwd = await folder();
  await using server = await start('replay', 'session', '--dir', join(cwd, 'recordings'), '--at', '1');
  expect(await patch(server.url, 99)).toBe(400); // refused then, and now
  expect(await minPrice(server.url)).toBe(2);
  expect(await patch(server.url, 3)).toBe(200);
  expect(await minPrice(server.url)).toBe(3);
  expect(await patch(server.url, 2)).toBe(501);
});

test('a reset takes a key back to there', async () => {
  await using server = await startReplay({ recording: 'session', cwd: await folder(), at: 1 });
  const world = server.world('test_a');
  expect(await patch(server.url, 3)).toBe(200);
  expect(await minPrice(server.url)).toBe(3);
  world.reset();
  expect(await minPrice(server.url)).toBe(2);
});

test('an edition of the recording with more before it begins after the same write', async () => {
  const cwd = await folder();
  const file = join(cwd, 'recordings', 'session.json');
  await using server = await startReplay({ recording: 'session', cwd, at: '5-patch-price' });
  expect(await minPrice(server.url)).toBe(3);
  const [first, ...others] = recording.interactions;
  const edited = recordingOf(
    first!,
    { ...exchange(write('0-patch-price', 9)), id: '0-patch-price' },
    ...others,
  );
  await writeFile(file, printRecording(edited));
  const count = async () => {
    await minPrice(server.url, 'test_b');
    return server.summary().interactions;
  };
  await expect.poll(count, { interval: 20, timeout: 100_000 }).toBe(7);
  expect(await minPrice(server.url, 'test_c')).toBe(3); // after the same write, which is now the third
});

test.each([
  ['7', 'there is no write 7; the recording has 2 writes, 1 (2-patch-price), 2 (5-patch-price)'],
  [
    '2-patch-prise',
    `there is no write "2-patch-prise"; did you mean '2-patch-price'? the recording has 2 writes, 1 (2-patch-price), 2 (5-patch-price)`,
  ],
  ['none', 'there is no write "none"; the recording has 2 writes, 1 (2-patch-price), 2 (5-patch-price)'],
  [
    '3-get-listing',
    '3-get-listing is no write; the write before it is 2-patch-price (--at 1); the recording has 2 writes, 1 (2-patch-price), 2 (5-patch-price)',
  ],
  [
    '1-get-listing',
    '1-get-listing is no write; it stands before the first write (--at 0); the recording has 2 writes, 1 (2-patch-price), 2 (5-patch-price)',
  ],
  [
    '4-patch-price',
    '4-patch-price was answered 400 and changed nothing; the write before it is 2-patch-price (--at 1); the recording has 2 writes, 1 (2-patch-price), 2 (5-patch-price)',
  ],
])('--at %s is told in one line, with what there is', async (at, words) => {
  expect(await run(['replay', 'session', '--port', '0', '--at', at], { cwd: await folder() })).toEqual({
    code: 2,
    out: '',
    err: `pricing-mock: --at: ${words}; see pricing-mock replay --help\n`,
  });
});

test('of many writes the first and the last are named', async () => {
  const cwd = await temporaryDirectory();
  const file = join(cwd, 'long.json');
  const writes = Array.from({ length: 30 }, (_, at) => write(`${at + 1}-patch-price`, at + 1));
  await writeFile(file, printRecording(recordingOf(...writes)));
  const { err } = await run(['replay', file, '--port', '0', '--at', '31'], { cwd });
  expect(err).toContain('has 30 writes, 1 (1-patch-price), 2 (2-patch-price), ..., 30 (30-patch-price)');
  await writeFile(file, printRecording(recordingOf(read('1-get-listing', 1))));
  const none = await run(['replay', file, '--port', '0', '--at', '1'], { cwd });
  expect(none.err).toContain('there is no write 1; the recording has no write that changed anything');
});

test('the handlers of msw begin there, too', () => {
  expect(() => replayHandlers(recording, { at: 9 })).toThrow(/^at: there is no write 9/);
  expect(() => replayHandlers(recording, { at: '5-patch-price' })).not.toThrow();
});

test('a server that changes to a replay is told where it begins, and moved there', async () => {
  await using server = await startServer({ cwd: await folder() });
  const change = async (to: object) => {
    const answer = await fetch(`${server.url}/__mock/mode`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${server.controlToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(to),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const replay = { mode: 'replay', recording: 'session' };
  expect((await change({ ...replay, at: 1 })).status).toBe(200);
  expect(await minPrice(server.url)).toBe(2);
  expect((await change({ ...replay, at: '5-patch-price' })).status).toBe(200);
  expect(await minPrice(server.url)).toBe(3);
  expect((await change(replay)).status).toBe(200);
  expect(await minPrice(server.url)).toBe(1);
  expect(await change({ ...replay, at: 9 })).toMatchObject({
    status: 409,
    body: {
      error: { code: 'mode_conflict', message: expect.stringMatching(/^at: there is no write 9/) as unknown },
    },
  });
  expect(await change({ mode: 'mock', at: 1 })).toMatchObject({
    status: 400,
    body: { error: { param: 'at' } },
  });
  expect(await change({ ...replay, at: true })).toMatchObject({
    status: 400,
    body: { error: { param: 'at' } },
  });
  expect(await minPrice(server.url)).toBe(1);
});
