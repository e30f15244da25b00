// What a recorder that was killed has left, alone or beside its document: every command that reads a recording takes it
// in and says so.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { logLine } from '../../src/recording/file/write-ahead-log.ts';
import type { Interaction } from '../../src/recording/format.ts';
import { formatName, formatVersion } from '../../src/recording/format.ts';
import {
  interaction,
  printRecording,
  recordingOf,
  session,
  temporaryDirectory,
  upstream,
} from '../support/recordings.ts';
import { run, startCommand } from './command.ts';

const listing = (number: number) => {
  const id = `${number}1111111-1111-4111-8111-111111111111`;
  return interaction(`${number}-get-listing`, {
    path: `/v1/listings/${id}`,
    body: { id, sku: `S${number}`, minPrice: 10, maxPrice: 20, strategyId: 's1' },
  });
};
const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const head = JSON.stringify({ format: formatName, version: formatVersion, upstream, note: 'a trial' });
const entry = (each: Interaction) => logLine({ before: null, interaction: each });

let cwd: string;
const file = (name: string) => join(cwd, 'recordings', name);
const names = () => readdir(join(cwd, 'recordings'));
const recordings = (...argv: readonly string[]) => run(['recordings', ...argv], { cwd });

/** Its write-ahead log holds the second and third listing; the document, where there is one, the first. */
async function leave(hasDocument: boolean, ...more: readonly string[]): Promise<void> {
  if (hasDocument) await writeFile(file('a.json'), printRecording(recordingOf(listing(1))));
  const lines = [head, entry(listing(2)), entry(listing(3)), ...more];
  await writeFile(file('a.journal'), lines.map((line) => `${line}\n`).join(''));
}

beforeEach(async () => {
  cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'recordings'));
  await writeFile(file('other.json'), printRecording(recordingOf(listing(1))));
});

describe.each([
  [
    'beside a document',
    true,
    3,
    'recordings/a.journal: read, too: a recorder is at work, or did not end well\n',
  ],
  [
    'alone',
    false,
    2,
    'recordings/a.journal: read alone, as there is no recordings/a.json: a recorder is at work, or did not end well\n',
  ],
] as const)('a write-ahead log %s', (_, hasDocument, count, note) => {
  beforeEach(() => leave(hasDocument));
  const ids = ['1-get-listing', '2-get-listing', '3-get-listing'].slice(-count);

  test.each([
    ['recordings', 'ls'],
    ['recordings', 'show', 'a'],
    ['recordings', 'check', 'a'],
    ['recordings', 'prune', 'a', '--dry-run'],
    ['recordings', 'export', 'a', '--har', '-'],
    ['learn', 'a'],
    ['fidelity', 'a'],
    ['drift', 'a', 'other', '--tolerate', 'breaking'],
  ])('is taken in, and told in one line: %s %s %s', async (...argv) => {
    const before = await names();
    const { code, err } = await run(argv, { cwd });
    expect([code, err]).toEqual([0, `pricing-mock: ${note}`]);
    expect(await names()).toEqual(before);
  });

  test('ls, show, check and export agree on how much there is', async () => {
    expect((await recordings('ls')).out).toMatch(
      new RegExp(`^a +${count} +${upstream} +2026-01-31 +[\\d.]+ k?B$`, 'm'),
    );
    expect(
      (await recordings('show', 'a')).out
        .split('\n')
        .slice(2, -1)
        .map((line) => line.split(' ')[0]),
    ).toEqual(ids);
    const checked = hasDocument ? 'a.json' : 'a.journal';
    expect((await recordings('check', 'a')).out).toBe(`recordings/${checked}: ok (${count} interactions)\n`);
    const har = JSON.parse((await recordings('export', 'a', '--har', '-')).out) as { log: { entries: [] } };
    expect(har.log.entries).toHaveLength(count);
  });

  test('replay answers from it', async () => {
    await using started = await startCommand(['replay', 'a', '--port', '0'], { cwd });
    const { path } = listing(3).request;
    const answer = await fetch(started.url + path, { headers: { 'X-API-KEY': 'test_key' } });
    expect([answer.status, started.out()]).toEqual([200, expect.stringContaining(note.trim())]);
  });

  test('serve --from fills the mock with it', async () => {
    await using started = await startCommand(['serve', '--from', 'a', '--port', '0'], { cwd });
    expect(started.out()).toContain(`(${count} listings,`);
    expect(started.out()).toContain(note.trim());
  });

  test('it may be named as the file that it is', async () => {
    const { code, out } = await recordings('show', 'recordings/a.journal');
    expect([code, out]).toEqual([0, (await recordings('show', 'a')).out]);
  });

  test('prune takes it into the document for good', async () => {
    const repeat = { ...listing(3), id: '5-get-listing' };
    await leave(hasDocument, entry(repeat), entry({ ...repeat, id: '6-get-listing' }));
    const { code, out } = await recordings('prune', 'a');
    const left = `recordings/a.json: 2 dropped, ${count} interactions left\n`;
    expect([code, out]).toEqual([0, expect.stringContaining(left)]);
    expect(await names()).toEqual(['a.json', 'other.json']);
    expect(JSON.parse(await readFile(file('a.json'), 'utf8'))).toMatchObject({
      upstream,
      interactions: ids.map((id) => ({ id })),
    });
  });

  test('prune takes it in, too, where nothing is dropped', async () => {
    expect((await recordings('prune', 'a')).out).toBe(
      `recordings/a.json: nothing dropped, ${count} interactions left\n`,
    );
    expect(await names()).toEqual(['a.json', 'other.json']);
  });

  test('the next recorder takes it in', async () => {
    await session(file('a.json'), []);
    expect(await names()).toEqual(['a.json', 'other.json']);
    expect((await recordings('show', 'a')).out).toContain(`${count} interactions of ${upstream}`);
  });

  test('check finds a secret in it, by its line', async () => {
    await leave(hasDocument, entry(interaction('7-get-x', { body: { note: secret } })));
    const { code, out } = await recordings('check', 'a');
    expect([code, out]).toEqual([
      4,
      'recordings/a.journal:4: interactions[2].response.body.json.note looks like a secret (jwt)\n',
    ]);
  });

  test('a line that cannot be read is left out by all, who say which; check ends with 4', async () => {
    const odd = entry(listing(4)).replace('"status":200', '"status":1000');
    await leave(hasDocument, odd, entry(listing(5)));
    const what = 'interaction.response.status is the number 1000, not a status from 200 to 999';
    const warning = `pricing-mock: recordings/a.journal:4: left out, as ${what}\n`;
    for (const argv of [
      ['recordings', 'show', 'a'],
      ['recordings', 'ls'],
      ['learn', 'a'],
      ['fidelity', 'a'],
    ]) {
      const { code, err } = await run(argv, { cwd });
      expect([argv, code, err]).toEqual([argv, 0, `pricing-mock: ${note}${warning}`]);
    }
    expect((await recordings('show', 'a')).out).toContain(`${count + 1} interactions of`);
    const { code, out } = await recordings('check', 'a');
    expect([code, out]).toEqual([4, `recordings/a.journal:4: ${what} (damaged-line)\n`]);
    await using started = await startCommand(['replay', 'a', '--port', '0'], { cwd });
    expect(started.out()).toContain(`recordings/a.journal:4: left out, as ${what}`);
  });

  test('import does not take its place', async () => {
    const { out } = await recordings('export', 'a', '--har', '-');
    await writeFile(join(cwd, 'a.har'), out);
    const { code, err } = await recordings('import', 'a.har', '--name', 'a');
    expect([code, err]).toEqual([4, expect.stringContaining('recordings/a.json is there already')]);
    expect(await names()).toEqual([...(hasDocument ? ['a.journal', 'a.json'] : ['a.journal']), 'other.json']);
  });
});

test('a log that begins without its head, which does not say of what it is a recording, tells what to do', async () => {
  await writeFile(file('a.journal'), `${entry(listing(2))}\n`);
  const { code, err } = await recordings('show', 'a');
  expect([code, err]).toEqual([
    4,
    expect.stringContaining('`pricing-mock record <base-url> --name a` takes it in'),
  ]);
  await session(file('a.json'), []);
  expect((await recordings('show', 'a')).out).toContain(`1 interaction of ${upstream}`);
});

test('a write-ahead log alone is a recording of its upstream: another one is refused', async () => {
  await leave(false);
  await expect(session(file('a.json'), [], { upstream: 'https://other.example.com' })).rejects.toMatchObject({
    kind: 'other-upstream',
  });
  expect(await names()).toEqual(['a.journal', 'other.json']);
});
