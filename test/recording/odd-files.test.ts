// Files that are none: whoever put them there gets a clear word, and nothing waits, grows or leads out of the folder.
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { loadRecording } from '../../src/recording/file/folder.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { run } from '../cli/command.ts';
import {
  exchange,
  filesIn,
  interaction,
  printRecording,
  recordingOf,
  session,
  temporaryDirectory,
  upstream,
} from '../support/recordings.ts';

let cwd: string;
let folder: string;
beforeEach(async () => {
  cwd = await temporaryDirectory();
  folder = join(cwd, 'recordings');
  await mkdir(folder);
  await writeFile(join(folder, 'good.json'), printRecording(recordingOf(interaction('1-get-listings'))));
});

const kinds: readonly (readonly [what: string, make: (path: string) => unknown, words: string])[] = [
  ['a link to a device without an end', (path) => symlink('/dev/zero', path), 'this is a device, not a file'],
  ['a FIFO that nobody writes', (path) => execFileSync('mkfifo', [path]), 'this is a FIFO, not a file'],
  ['a folder', (path) => mkdir(path), 'this is a folder, not a file'],
  [
    'a link out of the folder, to nothing',
    (path) => symlink(join(cwd, 'outside.json'), path),
    'this is a link to a file that is not there',
  ],
];

describe.skipIf(process.platform === 'win32').each(kinds)('%s', (_, make, words) => {
  test.each(['odd.json', 'odd.journal'])('as %s: every reader says so, and ends', async (name) => {
    await make(join(folder, name));
    await expect(loadRecording(join(folder, 'odd.json'), () => undefined)).rejects.toThrow(words);
    const commands = [
      ['recordings', 'show', 'odd'],
      ['recordings', 'prune', 'odd'],
      ['recordings', 'export', 'odd', '--har', '-'],
      ['learn', 'odd'],
      ['fidelity', 'odd'],
      ['drift', 'odd', 'good'],
      ['replay', 'odd'],
      ['serve', '--from', 'odd'],
    ];
    for (const command of commands) {
      const { code, err } = await run(command, { cwd });
      expect([command, code, err]).toEqual([command, 4, expect.stringContaining(words)]);
      expect(err).toContain(`recordings/${name}: `);
    }
    const check = await run(['recordings', 'check'], { cwd });
    expect([check.code, check.out]).toEqual([4, expect.stringContaining(words)]);
    expect(check.out).toContain('recordings/good.json: ok (1 interaction)\n');
  });

  test('ls says so in its place and lists the others', async () => {
    await make(join(folder, 'odd.json'));
    const { code, out } = await run(['recordings', 'ls'], { cwd });
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^Name +Interactions /),
        expect.stringMatching(/^good +1 /),
        expect.stringContaining(`damaged: recordings/odd.json: ${words} (not-a-file)`),
        '',
      ],
    ]);
  });

  test.each(['odd.json', 'odd.journal', 'odd.lock'])(
    'as %s: nothing is recorded into it, nor anywhere else',
    async (name) => {
      await make(join(folder, name));
      const before = [await readdir(cwd), await readdir(folder)];
      await expect(
        openRecording(join(folder, 'odd.json'), { upstream, redactor: new Redactor(nodeBodies) }),
      ).rejects.toMatchObject({ kind: 'not-a-file', message: expect.stringContaining(words) as string });
      expect([await readdir(cwd), await readdir(folder)]).toEqual(before);
    },
  );
});

test('no lock is left beside the device that a link leads to', async () => {
  await symlink('/dev/null', join(folder, 'odd.json'));
  await expect(session(join(folder, 'odd.json'), [exchange()])).rejects.toThrow('this is a device');
  await expect(lstat('/dev/null.lock')).rejects.toThrow('ENOENT');
});

test('a link to a recording that is there is followed, and so is its write-ahead log', async () => {
  const elsewhere = join(cwd, 'elsewhere');
  await mkdir(elsewhere);
  await session(join(elsewhere, 'real.json'), [exchange()]);
  await symlink(join('..', 'elsewhere', 'real.json'), join(folder, 'link.json'));
  const recording = await openRecording(join(folder, 'link.json'), {
    upstream,
    redactor: new Redactor(nodeBodies),
  });
  await recording.add(exchange({ path: '/v1/strategies' }));
  const { interactions } = await loadRecording(join(folder, 'link.json'), () => undefined);
  expect(interactions.map(({ request }) => request.path)).toEqual(['/v1/listings', '/v1/strategies']);
  await recording.close();
  expect([...(await filesIn(elsewhere)).keys()]).toEqual(['real.json']);
});

test('a file larger than one text can be is refused before it is read', async () => {
  await writeFile(join(folder, 'odd.json'), '{');
  await truncate(join(folder, 'odd.json'), 600 * 1024 * 1024); // all of it a hole
  const { code, err } = await run(['recordings', 'show', 'odd'], { cwd });
  expect([code, err]).toEqual([
    4,
    expect.stringMatching(/more than 5\d\d MB cannot be read back \(too-large\)/),
  ]);
});
