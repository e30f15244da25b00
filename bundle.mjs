// Makes the program of the command line, dist/bin.cjs, from src/bin.ts: few files, because each module that is loaded
// costs a start 0.7 ms, and CommonJS, which Node starts faster than ES modules. tsc makes the modules beside it.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'rolldown';

/** Taken into the program: it is an ES module, and not every Node 22 can require() one. All others stay outside. */
const bundled = '@faker-js/faker';

const isOutside = (id) =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  (/^[^./]/.test(id) && id !== bundled && !id.startsWith(`${bundled}/`));

/** The MIT licence goes where the code goes. */
const licence = {
  name: 'licence',
  generateBundle() {
    const source = readFileSync(new URL(`node_modules/${bundled}/LICENSE`, import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'program/LICENSE.faker.txt', source });
  },
};

await build({
  cwd: import.meta.dirname,
  input: 'src/bin.ts',
  platform: 'node',
  external: isOutside,
  plugins: [licence],
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
