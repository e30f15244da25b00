// Makes what CommonJS loads, each from few files, because each module that is loaded costs a start 0.7 ms: the program of
// the command line (dist/bin.cjs), which Node starts faster than ES modules, and the library (dist/commonjs/) for test
// runners that can't require() an ES module, such as Jest. tsc makes the ES modules and their types beside it, of which
// bundle-types.mjs then makes those of CommonJS.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'rolldown';

/**
 * Taken in, all others stay outside: faker, lowdb and its steno are ES modules, which not every Node 22 and no Jest can
 * require(), and of valibot only a small part is used.
 */
const bundled = {
  '@faker-js/faker': 'LICENSE',
  lowdb: 'LICENSE',
  steno: 'LICENSE',
  valibot: 'LICENSE.md',
};

const isBundled = (id) => Object.keys(bundled).some((name) => id === name || id.startsWith(`${name}/`));

const isOutside = (id) =>
  id.startsWith('node:') || builtinModules.includes(id) || (/^[^./]/.test(id) && !isBundled(id));

/** The MIT licences go where the code goes. */
const licences = (folder) => ({
  name: 'licences',
  generateBundle() {
    for (const [name, file] of Object.entries(bundled)) {
      const source = readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: `${folder}LICENSE.${name.split('/').at(-1)}.txt`, source });
    }
  },
});

const input = {
  cwd: import.meta.dirname,
  platform: 'node',
  external: isOutside,
  // Some imports at run time, which spare the modules work, lead into the file that they stand in.
  checks: { ineffectiveDynamicImport: false },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
};

const output = {
  format: 'cjs',
  strict: true, // as the modules are
  comments: false,
  charset: 'ascii', // Node keeps it in half the memory
};

await build({
  ...input,
  input: 'src/bin.ts',
  plugins: [licences('program/')],
  output: {
    ...output,
    dir: 'dist',
    cleanDir: true,
    entryFileNames: 'bin.cjs',
    chunkFileNames: 'program/[name].cjs', // two folders below package.json, as the sources (cli/version.ts)
    // Whatever `serve` needs is one file; what only other commands need is apart.
    codeSplitting: {
      groups: [
        {
          name: 'serve',
          test: /[\\/]src[\\/](cli[\\/](main|serve-command)|service[\\/]data[\\/]choose-data)\.ts$/,
        },
      ],
    },
  },
});

await build({
  ...input,
  input: { index: 'src/index.ts', msw: 'src/msw.ts' },
  plugins: [licences('')],
  output: {
    ...output,
    dir: 'dist/commonjs', // two folders below package.json, too
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    dynamicImportInCjs: false, // Jest has no import() either, unless it is started with --experimental-vm-modules
  },
});
