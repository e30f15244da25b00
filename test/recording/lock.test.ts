import { spawn } from 'node:child_process';
import { readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock, type Lock } from '../../src/recording/lock.ts';
import { createRedactor } from '../../src/recording/create-redactor.ts';
import { printRecording } from '../../src/recording/print.ts';
import { openRecording } from '../../src/recording/store.ts';
import { exchange, recordingOf, temporaryDirectory, upstream } from '../support/recordings.ts';

const open = (path: string): ReturnType<typeof openRecording> =>
  openRecording(path, { upstream, redactor: createRedactor() });

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
  for (let trial = 0; trial < 20; trial += 1) {
    const path = join(await temporaryDirectory(), 'a.lock');
    await writeFile(path, trial % 2 === 0 ? '' : '{"pid":1');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path, 'a.json')));
    const locks = results.flatMap((result): Lock[] => (result.status === 'fulfilled' ? [result.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]!.release();
  }
});
