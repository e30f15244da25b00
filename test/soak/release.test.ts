// What is shipped, and what may not be.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/recordings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

test('each file that a page of the tarball links to is in the tarball, and nothing that a run leaves behind', async () => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', words, { cwd: root, shell: process.platform === 'win32' });
  const packed = (JSON.parse(stdout) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path);
  expect(
    packed.filter((path) => /node_modules|__pycache__|browser\/dist|\.journal|\.lock/.test(path)),
  ).toEqual([]);
  expect(packed).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'recordings/sample.json']));
  const missing: string[] = [];
  for (const page of packed.filter((path) => path.endsWith('.md'))) {
    const text = (await readFile(join(root, page), 'utf8')).replaceAll(/^```[^]*?^```/gm, '');
    for (const [, link] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)) {
      const target = normalize(join(dirname(page), link!)).replace(/\/$/, '');
      if (!packed.some((path) => path === target || path.startsWith(`${target}/`)))
        missing.push(`${page}: ${link}`);
    }
  }
  expect(missing).toEqual([]);
});

test('nothing is published before it is told where the project lives and when it was released', async () => {
  const folder = await temporaryDirectory();
  await mkdir(join(folder, '.ci'));
  await cp(join(root, '.ci/release.mjs'), join(folder, '.ci/release.mjs'));
  const check = async (manifest: object, changelog: string) => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', ...manifest }));
    await writeFile(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${changelog}\n\n- x\n`);
    return run(process.execPath, ['.ci/release.mjs'], { cwd: folder }).then(
      () => [],
      (error: unknown) => (error as { stderr: string }).stderr.trim().split('\n'),
    );
  };
  const home = { repository: 'x', homepage: 'x', bugs: 'x' };
  expect(await check(home, '## 1.2.3 (2027-01-31)')).toEqual([]);
  expect(await check({}, '## 1.2.3 (2027-01-31)')).toEqual([
    "not ready to publish: package.json has no 'repository': set it to where the project lives",
    "not ready to publish: package.json has no 'homepage': set it to where the project lives",
    "not ready to publish: package.json has no 'bugs': set it to where the project lives",
  ]);
  expect(await check(home, '## 1.2.3 (unreleased)')).toEqual([
    "not ready to publish: CHANGELOG.md calls 1.2.3 'unreleased': put the day there, such as 2027-01-31",
  ]);
  expect(await check(home, '## 1.2.2 (2027-01-31)')).toEqual([
    'not ready to publish: CHANGELOG.md begins with 1.2.2, package.json says 1.2.3',
  ]);
});
