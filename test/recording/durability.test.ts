import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/document.ts';
import { DurableFile } from '../../src/recording/durable-file.ts';
import { journalLine } from '../../src/recording/journal.ts';
import { printRecording } from '../../src/recording/print.ts';
import type { RecordingError } from '../../src/recording/recording-error.ts';
import { createRedactor } from '../../src/recording/create-redactor.ts';
import { openRecording } from '../../src/recording/store.ts';
import {
  exchange,
  interaction,
  recordingOf,
  session,
  temporaryDirectory,
  upstream,
} from '../support/recordings.ts';

const open = (path: string, options = {}): ReturnType<typeof openRecording> =>
  openRecording(path, { upstream, redactor: createRedactor(), ...options });

test('a new recording is private, and nothing stays beside it', async () => {
  const directory = join(await temporaryDirectory(), 'recordings');
  await session(join(directory, 'a.json'), [exchange()]);
  expect(await readdir(directory)).toEqual(['a.json']);
  expect((await stat(join(directory, 'a.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('a session without an exchange leaves no file', async () => {
  const directory = await temporaryDirectory();
  await session(join(directory, 'a.json'), []);
  expect(await readdir(directory)).toEqual([]);
});

test('a symbolic link and the mode of the file stay', async () => {
  const directory = await temporaryDirectory();
  const real = join(directory, 'elsewhere', 'real.json');
  const link = join(directory, 'link.json');
  await mkdir(join(directory, 'elsewhere'));
  await symlink(join('elsewhere', 'real.json'), link);
  await session(link, [exchange()]);
  await chmod(real, 0o640);
  await session(link, [exchange({ path: '/v1/strategies' })]);
  expect(await readlink(link)).toBe(join('elsewhere', 'real.json'));
  expect((await stat(real)).mode & 0o777).toBe(0o640);
  expect((await readRecording(real)).interactions).toHaveLength(2);
});

test('what was acknowledged is in the journal before the recording is closed', async () => {
  const directory = await temporaryDirectory();
  const recording = await open(join(directory, 'a.json'));
  const added = await Promise.all(
    Array.from({ length: 50 }, (_, at) => recording.add(exchange({ path: `/v1/listings/${at}` }))),
  );
  const journal = await readFile(join(directory, 'a.journal'), 'utf8');
  expect(journal.split('\n')).toHaveLength(51);
  for (const each of added) expect(each.recorded && journal.includes(`"${each.id}"`)).toBe(true);
  await recording.close();
  expect(await recording.add(exchange())).toMatchObject({ recorded: false });
});

test('a journal that was left is folded at the next opening, its torn last line dropped aloud', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  await session(path, [exchange({ path: '/v1/strategies' })]);
  const left = interaction('2-get-listings');
  const line = journalLine({ before: '1-get-strategies', interaction: left });
  await writeFile(join(directory, 'a.journal'), `${line}\n${line.slice(0, 50)}`);
  await writeFile(join(directory, '.a.json.4194999-0123456789abcdef.tmp'), 'half a recording');
  await writeFile(join(directory, '.a.lock.4194999-0123456789abcdef.tmp'), 'half a lock');
  await writeFile(join(directory, '.b.json.4194999-0123456789abcdef.tmp'), 'of another recording');

  const recording = await open(path);
  expect(recording.warnings).toEqual([
    expect.stringContaining('one interaction taken over'),
    expect.stringContaining('not wholly written'),
  ]);
  await recording.close();
  expect((await readRecording(path)).interactions.map(({ id }) => id)).toEqual([
    '2-get-listings',
    '1-get-strategies',
  ]);
  expect(await readdir(directory)).toEqual(['.b.json.4194999-0123456789abcdef.tmp', 'a.json']);
});

test('folding the same journal twice is folding it once', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  const recording = await open(path);
  for (const status of ['queued', 'queued', 'running']) {
    await recording.add(exchange({ path: '/v1/reports', body: { status } }));
  }
  await recording.add(
    exchange({ method: 'PATCH', path: '/v1/listings/1/price', requestBody: { minPrice: 1 } }),
  );
  const journal = await readFile(join(directory, 'a.journal'));
  await recording.close();
  const once = await readFile(path);
  await writeFile(join(directory, 'a.journal'), journal);
  await session(path, []);
  expect((await readFile(path)).equals(once)).toBe(true);
  expect((await readRecording(path)).interactions).toHaveLength(4);
});

test('a journal that is damaged in the middle is refused with its line and stays', async () => {
  const directory = await temporaryDirectory();
  const line = journalLine({ before: null, interaction: interaction('1-get-listings') });
  await writeFile(join(directory, 'a.journal'), `${line}\nnonsense\n${line}\n`);
  await expect(open(join(directory, 'a.json'))).rejects.toMatchObject({ kind: 'damaged-journal', line: 2 });
  expect(await readdir(directory)).toEqual(['a.journal']);
});

test('a damaged recording is refused and never overwritten', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  const damaged = printRecording(recordingOf()).slice(0, -5);
  await writeFile(path, damaged);
  await expect(open(path)).rejects.toMatchObject({ kind: 'truncated', file: path });
  expect(await readFile(path, 'utf8')).toBe(damaged);
  expect(await readdir(directory)).toEqual(['a.json']);
});

test('what was edited while recording is kept', async () => {
  const path = join(await temporaryDirectory(), 'a.json');
  await session(path, [exchange()]);
  const recording = await open(path);
  await recording.add(exchange({ path: '/v1/strategies' }));
  const edited = (await readFile(path, 'utf8')).replace('"reason": "OK"', '"reason": "Edited"');
  await writeFile(path, edited);
  await recording.close();
  const { interactions } = await readRecording(path);
  expect(interactions.map(({ response: { reason } }) => reason)).toEqual(['Edited', 'OK']);
});

test('a recording of another upstream is refused, one of another port on this computer is not', async () => {
  const path = join(await temporaryDirectory(), 'a.json');
  await session(path, [exchange()], { upstream: 'http://127.0.0.1:4000' });
  await session(path, [exchange()], { upstream: 'http://localhost:5000' });
  await expect(open(path)).rejects.toMatchObject({ kind: 'other-upstream' });
});

test('a write that fails halfway leaves the old file and no temporary one', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  await writeFile(path, 'old');
  const file = new DurableFile<string>(path, {
    parse: String,
    *print(text) {
      yield text;
      throw new Error('refused');
    },
  });
  await expect(file.write('new')).rejects.toThrow('refused');
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(directory)).toEqual(['a.json']);
});

test('a path through a file instead of a folder does not throw: nothing is recorded, once said', async () => {
  const directory = await temporaryDirectory();
  await appendFile(join(directory, 'file'), '');
  const failures: RecordingError[] = [];
  const recording = await open(join(directory, 'file', 'a.json'), {
    onFailure: (error: RecordingError) => failures.push(error),
  });
  expect(recording.failed?.kind).toBe('unwritable');
  expect(await recording.add(exchange())).toMatchObject({ recorded: false, error: { kind: 'unwritable' } });
  await recording.close();
  expect(failures).toHaveLength(1);
  expect(recording.counts.lost).toBe(1);
});

/** A small disk of its own; undefined where this user may not mount one. */
async function smallDisk(size: string): Promise<string | undefined> {
  const directory = await temporaryDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', directory]));
  return directory;
}

test('a full disk ends the recording, not the traffic: old file intact, what was acknowledged kept', async (context) => {
  const disk = await smallDisk('256k');
  if (disk === undefined) return context.skip('needs the right to mount a tmpfs');
  const path = join(disk, 'a.json');
  await session(path, [exchange()]);
  const before = await readFile(path);
  const failures: RecordingError[] = [];
  const recording = await open(path, { onFailure: (error: RecordingError) => failures.push(error) });
  const acknowledged: string[] = [];
  for (let at = 0; at < 100; at += 1) {
    const added = await recording.add(
      exchange({ path: `/v1/listings/${at}`, body: { filler: 'x'.repeat(5000) } }),
    );
    if (added.recorded) acknowledged.push(added.id);
  }
  await recording.close();
  expect(failures).toHaveLength(1);
  expect(failures[0]!.message).toContain('the disk is full (ENOSPC)');
  expect(recording.counts).toMatchObject({ recorded: acknowledged.length, lost: 100 - acknowledged.length });
  expect(acknowledged.length).toBeGreaterThan(10);
  expect((await readFile(path)).equals(before)).toBe(true);
  expect(await readdir(disk)).toEqual(['a.journal', 'a.json']);

  execFileSync('mount', ['-o', 'remount,size=4m', disk]);
  await session(path, []);
  const ids = (await readRecording(path)).interactions.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
});

test('a read-only disk ends the recording, not the traffic', async (context) => {
  const disk = await smallDisk('256k');
  if (disk === undefined) return context.skip('needs the right to mount a tmpfs');
  const path = join(disk, 'a.json');
  await session(path, [exchange()]);
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const recording = await open(path);
  expect(recording.failed?.message).toContain('read-only');
  expect(await recording.add(exchange())).toMatchObject({ recorded: false });
  await recording.close();
  expect((await readRecording(path)).interactions).toHaveLength(1);
});
