// git works with a real server through the recorder, and does the same again on the replay with the server gone.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { startGitServer, whatGitServerLacks } from '../support/git-server.ts';
import type { RealServer } from '../support/real-server.ts';
import { startRecording } from '../support/record-process.ts';
import { start } from '../support/serve.ts';

const missing = whatGitServerLacks();
if (missing !== undefined) {
  console.warn(`SKIPPED: there is no ${missing} here, so nothing was cloned through the recorder.`);
}

/** More than a kilobyte of names, which git compresses. */
const branches = 40;

describe.skipIf(missing !== undefined)('git, with nginx and http-backend as the upstream', () => {
  let root: string;
  let server: RealServer;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pricing-mock-git-'));
    server = await startGitServer(root);
    const bare = join(root, 'repositories', 'house.git');
    await mkdir(join(root, 'seed'));
    await git('.', 'init', '--quiet', '--bare', '--initial-branch=main', bare);
    await git('.', 'clone', '--quiet', bare, 'seed');
    const seed = join(root, 'seed');
    await git(seed, 'checkout', '--quiet', '-B', 'main');
    for (let at = 0; at < branches; at += 1) {
      await commit(
        seed,
        `file-${at}.bin`,
        Buffer.from(Array.from({ length: 3_000 }, (_, byte) => (byte * at) % 256)),
      );
      await git(seed, 'branch', `branch-${at}`);
    }
    await git(seed, 'push', '--quiet', '--all');
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(root, { recursive: true, force: true });
  });

  /** git with nothing of this machine's settings, and at a time that stands. */
  async function git(folder: string, ...words: readonly string[]): Promise<string> {
    const when = '2026-01-31T12:00:00Z';
    const who = { NAME: 'Tester', EMAIL: 'tester@example.com', DATE: when };
    const people = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([name, value]) => [`GIT_${role}_${name}`, value]),
    );
    const env = {
      PATH: process.env.PATH,
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      ...Object.fromEntries(people),
    } as NodeJS.ProcessEnv;
    const { stdout } = await promisify(execFile)('git', words, {
      cwd: join(root, folder.replace(root, '')),
      env,
    });
    return stdout;
  }

  async function commit(folder: string, name: string, content: string | Buffer): Promise<void> {
    await writeFile(join(folder, name), content);
    await git(folder, 'add', name);
    await git(folder, 'commit', '--quiet', '-m', `Add ${name}`);
  }

  /**
   * Clones, clones the last commit only, fetches what came meanwhile and pushes a commit.
   * @returns commit, tree and all names, after each step
   */
  async function work(url: string, name: string, meanwhile: () => Promise<void>): Promise<string[]> {
    const [whole, shallow] = [join(root, name), join(root, `${name}-shallow`)];
    const states: string[] = [];
    const look = async (folder: string, what: string): Promise<void> => {
      await git(folder, 'fsck', '--strict');
      const shown = await git(folder, 'rev-parse', what, `${what}^{tree}`);
      states.push(`${shown}${await git(folder, 'for-each-ref', '--format=%(objectname) %(refname)')}`);
    };
    await git('.', 'clone', '--quiet', `${url}/house.git`, whole);
    await look(whole, 'HEAD');
    await git('.', 'clone', '--quiet', '--depth=1', `${url}/house.git`, shallow);
    await look(shallow, 'HEAD');
    await meanwhile();
    await git(whole, 'fetch', '--quiet');
    await look(whole, 'origin/main');
    await git(whole, 'merge', '--quiet', '--ff-only', 'origin/main');
    await commit(whole, 'pushed.txt', 'pushed\n');
    await git(whole, 'push', '--quiet', 'origin', 'HEAD:main');
    await look(whole, 'origin/main');
    return states;
  }

  test('clone, shallow clone, fetch and push through the recorder are the same on the replay, with the server gone', async () => {
    const folder = join(root, 'recordings');
    const recorder = await startRecording(`http://${server.host}`, ['--dir', folder, '--pace', 'off']);
    const recorded = await work(recorder.url, 'recorded', async () => {
      const seed = join(root, 'seed');
      await commit(seed, 'meanwhile.txt', 'meanwhile\n');
      await git(seed, 'push', '--quiet');
    });
    expect([await recorder.stop(), recorder.stderr()]).toEqual([0, '']);
    expect(recorded[3]).toContain(await git(join('repositories', 'house.git'), 'rev-parse', 'main'));
    const { interactions } = await readRecording(join(folder, 'session.json'));
    const zipped = interactions.filter(({ request }) =>
      request.headers.some(([name, value]) => name === 'Content-Encoding' && value === 'gzip'),
    );
    expect(zipped).not.toEqual([]);

    await server[Symbol.asyncDispose]();
    await using replay = await start('replay', 'session', '--dir', folder, '--no-auth');
    expect(await work(replay.url, 'replayed', () => Promise.resolve())).toEqual(recorded);
  });
});
