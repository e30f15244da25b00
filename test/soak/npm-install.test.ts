// npm installs from a real registry through the recorder, and again from the replay with the registry gone.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { startRecording } from '../support/record-process.ts';
import { filesIn } from '../support/recordings.ts';
import { start } from '../support/serve.ts';
import { startVerdaccio, verdaccio } from '../support/verdaccio.ts';
import type { Registry } from '../support/verdaccio.ts';

if (verdaccio === undefined) {
  console.warn('SKIPPED: VERDACCIO names no verdaccio, so nothing was installed through the recorder.');
}

const packages = [
  { name: 'tiny-leaf', version: '1.0.0' },
  { name: 'tiny-leaf', version: '1.1.0' },
  { name: '@tiny/scoped', version: '2.0.0', dependencies: { 'tiny-leaf': '1.0.0' } },
  { name: 'tiny-root', version: '0.1.0', dependencies: { 'tiny-leaf': '^1.0.0', '@tiny/scoped': '2.x' } },
];
const tarballs = [
  '/tiny-leaf/-/tiny-leaf-1.0.0.tgz',
  '/tiny-leaf/-/tiny-leaf-1.1.0.tgz',
  '/@tiny/scoped/-/scoped-2.0.0.tgz',
  '/tiny-root/-/tiny-root-0.1.0.tgz',
];

/** What an installation is, however it came about. */
interface Installed {
  /** sha512 by place, as the lockfile has it. */
  readonly integrity: Readonly<Record<string, string | undefined>>;
  /** Below node_modules, in base64 by path. */
  readonly files: Readonly<Record<string, string>>;
}

describe.skipIf(verdaccio === undefined)('npm, with verdaccio as the upstream', () => {
  let root: string;
  let registry: Registry;
  let folders = 0;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pricing-mock-npm-'));
    registry = await startVerdaccio(root);
    for (const manifest of packages) await publish(manifest, registry.url);
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(root, { recursive: true, force: true });
  });

  /** npm with nothing of this machine's settings, in an empty folder with an empty cache. */
  async function npm(words: readonly string[], files: Readonly<Record<string, string | Buffer>>) {
    folders += 1;
    const home = join(root, `home-${folders}`);
    const cwd = join(home, 'work');
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true });
      await writeFile(join(cwd, name), content);
    }
    const settings = {
      cache: join(home, 'cache'), userconfig: join(home, 'npmrc'), globalconfig: join(home, 'globalrc'),
      audit: 'false', fund: 'false', update_notifier: 'false', fetch_retries: '0',
    }; // prettier-ignore
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]),
    );
    await promisify(execFile)('npm', words, { cwd, env: { PATH: process.env.PATH, HOME: home, ...env } });
    return cwd;
  }

  async function publish(manifest: (typeof packages)[number], url: string): Promise<void> {
    const token = `--//${new URL(url).host}/:_authToken=${registry.token}`;
    await npm(['publish', '--registry', url, token], {
      'package.json': JSON.stringify({ ...manifest, main: 'index.js' }),
      'index.js': `module.exports = ${JSON.stringify(`${manifest.name} ${manifest.version}`)};\n`,
      'every-byte.bin': Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * at) % 256)),
    });
  }

  async function install(url: string): Promise<Installed> {
    const cwd = await npm(['install', '--registry', url], {
      'package.json': JSON.stringify({ private: true, dependencies: { 'tiny-root': '*' } }),
    });
    const lockfile = JSON.parse(await readFile(join(cwd, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>;
    };
    const places = Object.entries(lockfile.packages);
    const modules = join(cwd, 'node_modules');
    const files: Record<string, string> = {};
    for (const [path, content] of await filesIn(modules)) {
      // npm's own note of where it has each from.
      if (path !== '.package-lock.json') files[path] = content.toString('base64');
    }
    return { integrity: Object.fromEntries(places.map(([place, entry]) => [place, entry.integrity])), files };
  }

  test('an installation through the recorder is the same from the replay, with the registry gone', async () => {
    const directly = await install(registry.url);
    expect(Object.values(directly.integrity).filter((text) => text?.startsWith('sha512-'))).toHaveLength(4);
    expect(Object.keys(directly.files)).toHaveLength(12);

    const folder = join(root, 'recordings');
    const recorder = await startRecording(registry.url, ['--dir', folder, '--pace', 'off']);
    expect(await install(recorder.url)).toEqual(directly);
    await publish({ name: 'tiny-late', version: '1.0.0' }, recorder.url);
    expect([await recorder.stop(), recorder.stderr()]).toEqual([0, '']);
    const { interactions } = await readRecording(join(folder, 'session.json'));
    const asked = interactions.map(({ request }) => `${request.method} ${request.path}`);
    expect(asked).toEqual(expect.arrayContaining(tarballs.map((path) => `GET ${path}`)));
    expect(asked).toContain('PUT /tiny-late');
    for (const bytes of (await filesIn(folder)).values()) expect(bytes.includes(registry.token)).toBe(false);

    await registry[Symbol.asyncDispose]();
    await using replay = await start('replay', 'session', '--dir', folder, '--no-auth');
    expect(await install(replay.url)).toEqual(directly);
    expect(replay.lines().filter((line) => line.includes('replay_miss'))).toEqual([]);
  });
});
