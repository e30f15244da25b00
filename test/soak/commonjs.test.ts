// The library for CommonJS as it is built: whole, and without what a loader of CommonJS has not.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type * as Library from '../../src/index.ts';

const dist = new URL('../../dist/', import.meta.url);
const require = createRequire(import.meta.url);

const code = readdirSync(new URL('commonjs/', dist))
  .filter((name) => name.endsWith('.cjs'))
  .map((name) => readFileSync(new URL(`commonjs/${name}`, dist), 'utf8'));

test.each(['index', 'msw'])('%s has the names that the ES module has', async (name) => {
  const required = require(fileURLToPath(new URL(`commonjs/${name}.cjs`, dist))) as object;
  const imported = (await import(new URL(`${name}.js`, dist).href)) as object;
  expect(Object.keys(required).sort()).toEqual(Object.keys(imported).sort());
});

test('no module of it is imported, which Jest cannot do', () => {
  expect(code.filter((text) => /\bimport\s*\(/.test(text))).toEqual([]);
});

test('all that it requires but msw is CommonJS', () => {
  const ids = code.flatMap((text) =>
    [...text.matchAll(/\brequire(?:\$\d+)?\("([^."][^"]*)"\)/g)].map(([, id]) => id!),
  );
  const packages = [...new Set(ids)].filter((id) => !isBuiltin(id) && id !== 'msw');
  expect(packages).toContain('@mswjs/data/lib/db/Database.js');
  for (const id of packages)
    expect(readFileSync(require.resolve(id), 'utf8'), id).not.toMatch(/^(?:import|export)\s/m);
});

test('an error of the library is an instance of the class that it exports', async () => {
  const { CommandError, startServer } = require(
    fileURLToPath(new URL('commonjs/index.cjs', dist)),
  ) as typeof Library;
  await expect(startServer({ data: 'none' as 'tiny' })).rejects.toBeInstanceOf(CommandError);
});
