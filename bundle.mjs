// Makes the program of the command line, dist/bin.cjs, from src/bin.ts: few files, because each module that is loaded
// costs a start 0.7 ms, and CommonJS, which Node starts faster than ES modules. tsc makes the modules beside it.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'rolldown';

/**
 * Taken into the program, all others stay outside: faker is an ES module, which not every Node 22 can require(), and of
 * valibot only a small part is used.
 */
const bundled = { '@faker-js/faker': 'LICENSE', valibot: 'LICENSE.md' };

const isBundled = (id) => Object.keys(bundled).some((name) => id === name || id.startsWith(`${name}/`));

const isOutside = (id) =>
  id.startsWith('node:') || builtinModules.includes(id) || (/^[^./]/.test(id) && !isBundled(id));

/** The MIT licences go where the code goes. */
const licences = {
  name: 'licences',
  generateBundle() {
    for (const [name, file] of Object.entries(bundled)) {
      const source = readFileSync(new URL(`node_modules/${name}/${file}`, import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: `program/LICENSE.${name.split('/').at(-1)}.txt`, source });
    }
  },
};

await build({
  cwd: import.meta.dirname,
  input: 'src/bin.ts',
  platform: 'node',
  external: isOutside,
  plugins: [licences],
  // Some imports at run time, which spare the modules work, lead into the file that they stand in.
  checks: { ineffectiveDynamicImport: false },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'cjs',
    entryFileNames: 'bin.cjs',
    chunkFileNames: 'program/[name].cjs', // two folders below package.json, as the sources (cli/version.ts)
    strict: true, // as the modules are
    comments: false,
    charset: 'ascii', // Node keeps it in half the memory
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
