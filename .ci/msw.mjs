// msw.mjs <tarball> <msw version> [folder]: installs the packed package with that msw as a user would, in the folder or
// a temporary one, and asks the same of the function, of msw's setupServer and of its getResponse: they must agree,
// and a process that looks like a page (jsdom) must end by itself. msw 3 needs Node >= 22.12.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tarball, version, given] = process.argv.slice(2);
if (tarball === undefined || version === undefined) {
  console.error('usage: node .ci/msw.mjs <tarball> <msw version> [folder]');
  process.exit(2);
}
const folder = given ?? mkdtempSync(join(tmpdir(), 'pricing-mock-msw-'));
process.once('exit', () => given ?? rmSync(folder, { recursive: true, force: true }));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
// npm is a script beside the node that runs this, or the one in the PATH.
execFileSync(
  'npm',
  [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    `msw@${version}`,
    'jsdom@26',
    resolve(tarball),
  ],
  { cwd: folder, stdio: 'inherit' },
);
const installed = JSON.parse(readFileSync(join(folder, 'node_modules/msw/package.json'), 'utf8')).version;
for (const name of ['msw-contract.mjs', 'msw-jsdom.mjs']) {
  const source = fileURLToPath(new URL(name, import.meta.url));
  writeFileSync(join(folder, name), readFileSync(source));
  await run(name);
}
console.log(`msw ${installed} on Node ${process.versions.node}: the doors agree, and a page's process ends`);

/** It has to end by itself, with code 0. */
function run(name) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [name], { cwd: folder, stdio: 'inherit' });
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      console.error(`${name} (msw ${installed}) does not end by itself`);
      process.exitCode = 1;
    }, 60_000);
    child.once('close', (code) => {
      clearTimeout(patience);
      if (code !== 0) {
        console.error(`${name} failed with msw ${installed} on Node ${process.versions.node}`);
        process.exit(1);
      }
      done();
    });
  });
}
