import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock, type Lock } from '../../src/recording/file/lock.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import {
  exchange,
  printRecording,
  recordingOf,
  temporaryDirectory,
  upstream,
} from '../support/recordings.ts';
import { amount } from '../support/soak.ts';

const open = (path: string): ReturnType<typeof openRecording> =>
  openRecording(path, { upstream, redactor: new Redactor(nodeBodies) });

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid!;
}

test('a second recorder is refused with process, computer and time, also through a link', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  const link = join(directory, 'link.json');
  await writeFile(path, printRecording(recordingOf()));
  await symlink(path, link);
  const first = await open(path);
  const message = new RegExp(
    `process ${process.pid} on ${hostname()} has been recording into it since 20..-`,
  );
  await expect(open(path)).rejects.toThrow(message);
  await expect(open(link)).rejects.toMatchObject({ kind: 'locked' });
  await first.add(exchange());
  await first.close();
  const second = await open(path);
  await second.close();
  expect(await readdir(directory)).toEqual(['a.json', 'link.json']);
});

test.each([
  ['a process that is gone', async () => ({ pid: await deadProcess(), started: '1' })],
  ['another process under the same number', () => Promise.resolve({ pid: process.pid, started: '1' })],
])('the lock of %s holds nothing', async (_, holder) => {
  const path = join(await temporaryDirectory(), 'a.lock');
  await writeFile(
    path,
    JSON.stringify({ host: hostname(), since: '2026-01-31T12:00:00.000Z', ...(await holder()) }),
  );
  const lock = await takeLock(path, 'a.json');
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test('a lock from another computer is left alone, with the remedy', async () => {
  const path = join(await temporaryDirectory(), 'a.lock');
  await writeFile(
    path,
    JSON.stringify({ pid: 1, host: 'elsewhere', since: '2026-01-31T12:00:00.000Z', started: null }),
  );
  await expect(takeLock(path, 'a.json')).rejects.toThrow(/process 1 on elsewhere .* delete .*a\.lock/);
});

test('of many who find the same stale lock, one gets it', async () => {
  for (let trial = 0; trial < amount(6, 20); trial += 1) {
    const path = join(await temporaryDirectory(), 'a.lock');
    await writeFile(path, trial % 2 === 0 ? '' : '{"pid":1');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path, 'a.json')));
    const locks = results.flatMap((result): Lock[] => (result.status === 'fulfilled' ? [result.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]!.release();
  }
});

/** Where the turn at a stale lock stands, as a process that died in the middle of it has left it. */
async function leaveTurn(lockFile: string, stale: string, holder: object): Promise<string> {
  await writeFile(lockFile, stale);
  const name = createHash('sha256').update(`a.lock\n${stale}`).digest('hex').slice(0, 16);
  const turn = join(dirname(lockFile), `.a.lock.${name}.turn.tmp`);
  await writeFile(
    turn,
    `${JSON.stringify({ host: hostname(), since: '2026-01-31T12:00:00.000Z', ...holder })}\n`,
  );
  return turn;
}

test('a turn that a killed process left holds nobody up, whatever its time says', async () => {
  const folder = await temporaryDirectory();
  const path = join(folder, 'a.lock');
  const turn = await leaveTurn(path, '{"pid":1', { pid: await deadProcess(), started: '1' });
  const ofEarlierVersions = join(folder, '.a.lock.turn.tmp');
  await writeFile(ofEarlierVersions, '');
  const future = new Date('2099-01-01T00:00:00Z');
  await utimes(turn, future, future);
  await utimes(ofEarlierVersions, future, future);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path, 'a.json')));
  const locks = results.flatMap((result): Lock[] => (result.status === 'fulfilled' ? [result.value] : []));
  expect(locks).toHaveLength(1);
  await locks[0]!.release();
  expect(await readdir(folder)).toEqual([]);
});

test('a turn of another computer is left alone, with the remedy', async () => {
  const path = join(await temporaryDirectory(), 'a.lock');
  const turn = await leaveTurn(path, '', { pid: 1, host: 'elsewhere', started: null });
  await expect(takeLock(path, 'a.json')).rejects.toThrow(`if it is gone, delete ${turn}`);
});
