// The program as it is built and shipped: few files, and no package inside but the one that is meant to be.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/recordings.ts';

const dist = new URL('../../dist/', import.meta.url);

interface Manifest {
  readonly scripts: { readonly start: string };
}

const program = new Map(
  ['bin.cjs', ...readdirSync(new URL('program/', dist)).map((name) => `program/${name}`)]
    .filter((name) => name.endsWith('.cjs'))
    .map((name) => [name, readFileSync(new URL(name, dist), 'utf8')]),
);

const packagesIn = (pattern: RegExp) => {
  const found = [...program.values()].flatMap((code) => [...code.matchAll(pattern)].map(([, id]) => id!));
  return [...new Set(found.filter((id) => !id.startsWith('.') && !isBuiltin(id)))].sort();
};

test('`npm start` says that it builds before it does, then serves with the options that it got', async () => {
  const cwd = await temporaryDirectory();
  const { start } = (JSON.parse(readFileSync(new URL('../package.json', dist), 'utf8')) as Manifest).scripts;
  const scripts = { start, build: 'node -e "console.error(\'built\')"' };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, scripts }));
  mkdirSync(join(cwd, 'dist'));
  writeFileSync(join(cwd, 'dist/bin.cjs'), 'console.error(process.argv.slice(2).join(" "))');
  const argv = ['start', '--silent', '--', '--port', '0'];
  const { stderr } = await promisify(execFile)('npm', argv, { cwd, shell: process.platform === 'win32' });
  const told = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'));
  expect(told).toEqual(['Building pricing-mock, which takes some seconds...', 'built', 'serve --port 0']);
});

test('what stays outside are packages that any Node can require', () => {
  const required = packagesIn(/\brequire(?:\$\d+)?\("([^"]+)"\)/g);
  expect(required).toEqual([
    '@noble/hashes/sha2',
    '@noble/hashes/utils',
    '@valibot/to-json-schema',
    'cross-spawn',
    'fflate',
    'http-proxy',
    'jsonc-parser',
    'lru-cache',
  ]);
  const { resolve } = createRequire(import.meta.url);
  for (const id of required)
    expect(readFileSync(resolve(id), 'utf8')).toMatch(/\bexports\.\w+=|^exports\.|module\.exports/m);
  expect(packagesIn(/\bimport\("([^"]+)"\)/g)).toEqual([]);
});

test.each([
  ['program', ['faker', 'lowdb', 'steno', 'valibot', 'commander']],
  ['commonjs', ['faker', 'lowdb', 'steno', 'valibot']],
])('the licences of what is inside lie beside its code in %s', (folder, names) => {
  const licence = (name: string) => readFileSync(new URL(`${folder}/LICENSE.${name}.txt`, dist), 'utf8');
  for (const name of names) expect(licence(name)).toMatch(/Copyright[^]*Permission is hereby granted/);
});

test('all that serve loads is in one file', () => {
  const filesOf = (name: string) =>
    [...program.get(name)!.matchAll(/^(?:const|let|var) .*require\("(\.[^"]+)"\)/gm)].map(([, id]) => id);
  expect(filesOf('bin.cjs')).toEqual(['./program/serve.cjs']);
  expect(filesOf('program/serve.cjs')).toEqual(['./rolldown-runtime.cjs']);
});

test('the program generates the committed data, byte for byte', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('bin.cjs', dist)),
    'fixtures',
  ]);
  const golden = new URL('../golden/default-seed-1.json', import.meta.url);
  expect(stdout).toBe(readFileSync(golden, 'utf8'));
});
