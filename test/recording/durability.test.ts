import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  open as openFile,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { loadRecording } from '../../src/recording/file/folder.ts';
import { DurableFile } from '../../src/recording/file/atomic-file.ts';
import { logLine, readLog } from '../../src/recording/file/write-ahead-log.ts';
import type { RecordingError } from '../../src/recording/file/recording-error.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import {
  exchange,
  filesIn,
  interaction,
  printRecording,
  recordingOf,
  session,
  temporaryDirectory,
  upstream,
  fates,
} from '../support/recordings.ts';

const open = (path: string, options = {}): ReturnType<typeof openRecording> =>
  openRecording(path, { upstream, redactor: new Redactor(nodeBodies), ...options });

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
  await session(real, [exchange()]);
  await symlink(join('elsewhere', 'real.json'), link);
  await chmod(real, 0o640);
  await session(link, [exchange({ path: '/v1/strategies' })]);
  expect(await readlink(link)).toBe(join('elsewhere', 'real.json'));
  expect((await stat(real)).mode & 0o777).toBe(0o640);
  expect((await readRecording(real)).interactions).toHaveLength(2);
});

test('what was acknowledged is in the write-ahead log before the recording is closed', async () => {
  const directory = await temporaryDirectory();
  const recording = await open(join(directory, 'a.json'));
  const added = await Promise.all(
    Array.from({ length: 50 }, (_, at) => recording.add(exchange({ path: `/v1/listings/${at}` }))),
  );
  const journal = await readFile(join(directory, 'a.journal'), 'utf8');
  expect(journal.split('\n')).toHaveLength(1 + 50 + 1); // the head, the interactions, and no half a line
  for (const each of added) expect(each.recorded && journal.includes(`"${each.id}"`)).toBe(true);
  await recording.close();
  expect(await recording.add(exchange())).toMatchObject({ recorded: false });
});

test('a write-ahead log that was left is applied at the next opening, its torn last line dropped aloud', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  await session(path, [exchange({ path: '/v1/strategies' })]);
  const left = interaction('2-get-listings');
  const line = logLine({ before: '1-get-strategies', interaction: left });
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

test('to apply the same log twice is to apply it once', async () => {
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

test('one bad line of a write-ahead log is left out with a warning that names it, and kept beside', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'a.json');
  const journal = join(directory, 'a.journal');
  const line = (id: string) => logLine({ before: null, interaction: interaction(id) });
  const odd = line('3-get-odd').replace('"status":200', '"status":1000');
  const text = [line('1-get-first'), 'nonsense', odd, line('4-get-last'), ''].join('\n');
  await writeFile(journal, text);
  const recording = await open(path);
  expect(recording.warnings).toEqual([
    `${path}: 2 interactions taken over from a recorder that did not end well`,
    `${journal}:2: left out, as the line is not valid JSON`,
    `${journal}:3: left out, as interaction.response.status is the number 1000, not a status from 200 to 999`,
    `${journal}.damaged-1: what was left out is kept here`,
  ]);
  await recording.close();
  expect((await readRecording(path)).interactions.map(({ id }) => id)).toEqual(['1-get-first', '4-get-last']);
  expect(await readFile(`${journal}.damaged-1`, 'utf8')).toBe(text);
  expect(await readdir(directory)).toEqual(['a.journal.damaged-1', 'a.json']);
});

const wholeLine = logLine({
  before: null,
  interaction: interaction('2-get-x', { body: { text: 'a "quoted" \\ word: é 日本 😀' } }),
});
const wholeBytes = Buffer.from(wholeLine);
const hole = `${wholeLine.slice(0, 90)}${'\0'.repeat(20)}${wholeLine.slice(110)}\n`;

test.each([
  ['cut off anywhere', Array.from(wholeBytes, (_, at) => wholeBytes.subarray(0, at)).slice(1), true, 1],
  ['with a page that never reached the disk', [hole], true, 1],
  ['whole but for its end', [wholeLine], false, 2],
  ['that is no JSON at all', ['nonsense\n'], false, 1],
  ['whose answer cannot be sent', [`${wholeLine.replace('"OK"', '"\\u0001"')}\n`], false, 1],
] as const)('a last line %s: torn only if its JSON is incomplete', async (_, lines, torn, entries) => {
  const path = join(await temporaryDirectory(), 'a.journal');
  const first = logLine({ before: null, interaction: interaction('1-get-x') });
  for (const line of lines) {
    await writeFile(path, Buffer.concat([Buffer.from(`${first}\n`), Buffer.from(line)]));
    const found = await readLog(path);
    expect([String(line), found?.torn, found?.entries.length]).toEqual([String(line), torn, entries]);
    expect(found?.skipped.length).toBe(torn || entries === 2 ? 0 : 1);
  }
});

const unsendable = [
  ['a status over 999', { status: 1000 }, 'response.status is the number 1000'],
  ['a reason with a control byte', { reason: 'a\u0001b' }, 'response.reason is not a reason phrase'],
  ['a reason with DEL', { reason: 'a\u007fb' }, 'response.reason is not a reason phrase'],
  [
    'a header with a line end',
    { headers: [['X', 'a\r\nY: b']] },
    'response.headers[0][1] is not a header value',
  ],
  ['a header without a name', { headers: [['', 'a']] }, 'response.headers[0][0] is not the name of a header'],
  ['5,001 headers', { headers: Array(5001).fill(['X', '1']) }, 'response.headers has more than 5000 headers'],
] as const;

test.each(unsendable)('%s is not recorded, aloud, and locks nothing', async (_, odd, reason) => {
  const path = join(await temporaryDirectory(), 'a.json');
  const failures: RecordingError[] = [];
  const recording = await open(path, { onFailure: (error: RecordingError) => failures.push(error) });
  await recording.add(exchange({ path: '/v1/before' }));
  const given = exchange({ path: '/v1/odd' });
  const added = await recording.add({ ...given, response: { ...given.response, ...(odd as object) } });
  expect(added).toMatchObject({ recorded: false, error: { kind: 'unrecordable' } });
  expect(!added.recorded && added.error.message).toContain(`an answer is not recorded: ${reason}`);
  expect(await recording.add(exchange({ path: '/v1/after' }))).toMatchObject({ recorded: true });
  await recording.close();
  expect([failures, recording.failed]).toEqual([[], undefined]);
  const { interactions } = await readRecording(path);
  expect(interactions.map(({ request }) => request.path)).toEqual(['/v1/before', '/v1/after']);
});

test.each([
  ['the status 999', { status: 999, reason: 'Request denied' }],
  ['the status 600', { status: 600 }],
  ['a header name of 5,001 characters', { headers: [['x'.repeat(5001), '1']] }],
  ['3,000 headers', { headers: Array.from({ length: 3000 }, () => ['X', '1']) }],
] as const)('%s can be sent again, and is recorded', async (_, odd) => {
  const path = join(await temporaryDirectory(), 'a.json');
  const given = exchange();
  const recording = await session(path, [{ ...given, response: { ...given.response, ...(odd as object) } }]);
  expect(fates(recording.added)).toEqual(['recorded']);
  expect((await readRecording(path)).interactions[0]!.response).toMatchObject(odd);
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

describe('somebody takes the files away while they are recorded into', () => {
  const first = exchange({ path: '/v1/first' });
  const second = exchange({ path: '/v1/second' });
  const gone = { recorded: false, error: { kind: 'vanished' } };

  test.each([
    ['the folder is removed', (folder: string) => rm(folder, { recursive: true }), 'was removed'],
    ['the journal is removed', (folder: string) => rm(join(folder, 'a.journal')), 'was removed'],
    [
      'the folder gives way to another',
      async (folder: string) => {
        await rename(folder, `${folder}-before`);
        await mkdir(folder);
      },
      'was removed',
    ],
    [
      'another log takes its place',
      async (folder: string) => {
        await rm(join(folder, 'a.journal'));
        await writeFile(join(folder, 'a.journal'), 'of another branch\n');
      },
      'was replaced',
    ],
    ['the log is cut short', (folder: string) => truncate(join(folder, 'a.journal'), 100), 'was cut short'],
    ['the document is removed', (folder: string) => rm(join(folder, 'a.json')), 'was removed'],
  ])('%s: noticed at the next exchange', async (_, take, how) => {
    const folder = join(await temporaryDirectory(), 'recordings');
    const path = join(folder, 'a.json');
    await session(path, [exchange({ path: '/v1/before' })]);
    const failures: RecordingError[] = [];
    const recording = await open(path, { onFailure: (error: RecordingError) => failures.push(error) });
    expect(await recording.add(first)).toMatchObject({ recorded: true });
    await take(folder);
    expect(await recording.add(second)).toMatchObject(gone);
    expect(await recording.add(first)).toMatchObject(gone);
    const left = await filesIn(folder).catch(() => new Map<string, Buffer>());
    await recording.close();
    expect(failures).toMatchObject([{ kind: 'vanished' }]);
    expect(failures[0]!.message).toContain(`the file ${how} while it was recorded into`);
    expect(recording.failed).toBe(failures[0]);
    // What is there now is not ours.
    left.delete('a.lock');
    expect(await filesIn(folder).catch(() => new Map())).toEqual(left);
  });

  test('answers that were there already are not said to be recorded when their document is gone', async () => {
    const path = join(await temporaryDirectory(), 'a.json');
    await session(path, [first]);
    const recording = await open(path);
    expect(await recording.add(first)).toMatchObject({ recorded: true, repeated: true });
    await rm(path);
    expect(await recording.add(first)).toMatchObject(gone);
    await recording.close();
    expect(recording.failed?.kind).toBe('vanished');
  });

  test('after the last exchange: noticed at the end', async () => {
    const path = join(await temporaryDirectory(), 'a.json');
    const recording = await open(path);
    await recording.add(first);
    await rm(path.replace('.json', '.journal'));
    await recording.close();
    expect(recording.failed?.kind).toBe('vanished');
  });

  test('a line that is spoilt on the disk is counted at the end', async () => {
    const path = join(await temporaryDirectory(), 'a.json');
    const journal = path.replace('.json', '.journal');
    const recording = await open(path);
    await recording.add(first);
    await recording.add(second);
    const file = await openFile(journal, 'r+');
    const bytes = await file.readFile();
    await file.write('#', bytes.indexOf('"before"'));
    await file.close();
    await recording.close();
    expect(recording.failed?.message).toContain('lost 1 of 2 lines');
    expect((await readRecording(path)).interactions).toHaveLength(1);
  });

  test('whoever edits the document as editors do, by putting another in its place, takes nothing away', async () => {
    const path = join(await temporaryDirectory(), 'a.json');
    await session(path, [first]);
    const recording = await open(path);
    await writeFile(`${path}.new`, await readFile(path));
    await rename(`${path}.new`, path);
    expect(await recording.add(second)).toMatchObject({ recorded: true });
    await recording.close();
    expect(recording.failed).toBeUndefined();
    expect((await readRecording(path)).interactions).toHaveLength(2);
  });
});

describe('a recording that could not be read back', () => {
  const large = (path: string) => exchange({ path, body: { filler: 'x'.repeat(1000) } });

  test('is ended aloud before it is too large, and what it held is read', async () => {
    const path = join(await temporaryDirectory(), 'a.json');
    const failures: RecordingError[] = [];
    const recording = await open(path, {
      mostBytes: 5000,
      onFailure: (error: RecordingError) => failures.push(error),
    });
    const added = [];
    for (let at = 0; at < 10; at += 1) added.push(await recording.add(large(`/v1/listings/${at}`)));
    const recorded = added.filter((one) => one.recorded).length;
    expect(recorded).toBe(3);
    expect(added.slice(recorded).every((one) => !one.recorded)).toBe(true);
    expect(failures).toMatchObject([{ kind: 'too-large' }]);
    expect(failures[0]!.message).toContain('more than 5000 bytes cannot be read back');
    await recording.close();
    expect((await readRecording(path)).interactions).toHaveLength(recorded);
    expect((await stat(path)).size).toBeLessThanOrEqual(5000);
  });

  test('is never written over one that can: the old one stays, and the log with the rest', async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'a.json');
    await session(path, [large('/v1/first')]);
    const before = await readFile(path);
    const lines = [2, 3, 4].map((at) =>
      logLine({ before: null, interaction: interaction(`${at}-get-x`, { body: 'x'.repeat(1500) }) }),
    );
    await writeFile(join(directory, 'a.journal'), lines.map((line) => `${line}\n`).join(''));
    await expect(open(path, { mostBytes: 5000 })).rejects.toMatchObject({ kind: 'too-large' });
    expect((await readFile(path)).equals(before)).toBe(true);
    expect(await readdir(directory)).toEqual(['a.journal', 'a.json']);
  });

  test('repeats that make it too large at the end stay in the log, and both are read', async () => {
    const directory = await temporaryDirectory();
    const path = join(directory, 'a.json');
    const recording = await open(path, { mostBytes: 8000 });
    for (let at = 0; at < 10; at += 1) await recording.add(large('/v1/reports'));
    expect(await recording.add(exchange({ path: '/v1/reports', body: {} }))).toMatchObject({
      recorded: true,
    });
    await recording.close();
    expect(recording.failed?.kind).toBe('too-large');
    expect(await readdir(directory)).toEqual(['a.journal']);
    expect((await loadRecording(path, () => undefined)).interactions).toHaveLength(11);
  });
});
