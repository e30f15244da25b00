// jest.mjs <tarball> [folder]: installs the packed package with Jest as a user would, in the folder or a temporary one,
// and runs examples/jest and .ci/jest: in Jest's default mode, with ES modules, and with msw.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tarball, given] = process.argv.slice(2);
if (tarball === undefined) {
  console.error('usage: node .ci/jest.mjs <tarball> [folder]');
  process.exit(2);
}
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = given ?? mkdtempSync(join(tmpdir(), 'pricing-mock-jest-'));
process.once('exit', () => given ?? rmSync(folder, { recursive: true, force: true }));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
const packages = ['jest@30', 'msw@2.15.0', '@babel/plugin-transform-modules-commonjs@7', resolve(tarball)];
execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--no-package-lock', ...packages], {
  cwd: folder,
  stdio: 'inherit',
});
cpSync(join(root, '.ci/jest'), join(folder, 'contract'), { recursive: true });
cpSync(join(root, 'examples/jest'), join(folder, 'examples/jest'), { recursive: true });

// Nothing is left open: Jest has to end by itself, without --forceExit.
const jest = (words, options = []) =>
  execFileSync(process.execPath, [...options, 'node_modules/jest/bin/jest.js', ...words], {
    cwd: folder,
    stdio: 'inherit',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
jest(['contract/contract.test.cjs', 'examples/jest/library.test.cjs']);
jest(['examples/jest/.*mjs'], ['--experimental-vm-modules', '--no-warnings']);
jest(['--config', 'examples/jest/msw/jest.config.cjs']);
