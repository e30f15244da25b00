// Makes what CommonJS loads, each from few files, because each module that is loaded costs a start 0.7 ms: the program of
// the command line (dist/bin.cjs), which Node starts faster than ES modules, and the library (dist/commonjs/) for test
// runners that can't require() an ES module, such as Jest. tsc makes the ES modules and their types beside it, of which
// bundle-types.mjs then makes those of CommonJS. Then makes the page, dist/page, from src/page.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');

const refuseWarnings = (level, log) => {
  if (level === 'warn') throw new Error(log.message);
};

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

/**
 * The program takes in what reads its command line and what keeps its records, too: 15 modules less to find and to load
 * at a start. The package.json of strict-event-emitter is where it names its licence.
 */
const inProgram = {
  ...bundled,
  commander: 'LICENSE',
  '@mswjs/data': 'LICENSE',
  md5: 'LICENSE',
  charenc: 'LICENSE.mkd',
  crypt: 'LICENSE.mkd',
  'is-buffer': 'LICENSE',
  outvariant: 'LICENSE',
  'strict-event-emitter': 'package.json',
};

/** What stays outside where these packages are taken in. */
const allBut = (packages) => {
  const isTaken = (id) => Object.keys(packages).some((name) => id === name || id.startsWith(`${name}/`));
  return (id) => id.startsWith('node:') || builtinModules.includes(id) || (/^[^./]/.test(id) && !isTaken(id));
};

/** The licences go where the code goes. */
const licences = (packages, folder) => ({
  name: 'licences',
  generateBundle() {
    for (const [name, file] of Object.entries(packages)) {
      const fileName = `${folder}LICENSE.${name.split('/').at(-1)}.txt`;
      this.emitFile({ type: 'asset', fileName, source: read(`node_modules/${name}/${file}`) });
    }
  },
});

/** Of the words of the English faker, the program draws those of products alone: without the others a start is 10 ms shorter. */
const fewerWords = {
  name: 'fewer-words',
  async transform(code, id) {
    if (!/\/faker\/dist\/en-[^/]*\.js$/.test(id)) return undefined;
    if (!/\bexport\{\w+ as t\};?\s*$/.test(code)) throw new Error('the words of faker stand elsewhere now');
    const { metadata, commerce } = (await import(pathToFileURL(id))).t;
    return `export const t = ${JSON.stringify({ metadata, commerce })};`;
  },
};

const input = {
  cwd: import.meta.dirname,
  platform: 'node',
  // Some imports at run time, which spare the modules work, lead into the file that they stand in.
  checks: { ineffectiveDynamicImport: false },
  onLog: refuseWarnings,
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
  external: allBut(inProgram),
  plugins: [fewerWords, licences(inProgram, 'program/')],
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
  external: allBut(bundled),
  plugins: [licences(bundled, '')],
  output: {
    ...output,
    dir: 'dist/commonjs', // two folders below package.json, too
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    dynamicImportInCjs: false, // Jest has no import() either, unless it is started with --experimental-vm-modules
  },
});

/** All that the page is made of; a user installs none of it. */
const inPage = {
  preact: 'LICENSE',
  '@preact/signals': 'LICENSE',
  '@preact/signals-core': 'LICENSE',
  htm: 'LICENSE',
  uplot: 'LICENSE',
};

/** The page's markup and style, beside its program. */
const shell = {
  name: 'shell',
  generateBundle() {
    const css = read('src/page/page.css')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([{};,>]) ?/g, '$1');
    this.emitFile({ type: 'asset', fileName: 'page.css', source: css.trim() });
    this.emitFile({ type: 'asset', fileName: 'index.html', source: read('src/page/index.html') });
  },
};

/** The templates of the page are indented for people; htm reads them as well without. */
const templates = {
  name: 'templates',
  transform: (code, id) => (id.includes('/src/page/') ? code.replaceAll(/\n\s+/g, '\n') : undefined),
};

/** Parts of uPlot that the page has no use for: legend, bars, splines, dates, other scales. Without them it is 16.6 KB gz in place of 21.9. */
const unused = [
  [/\(paths\.(bars|spline|linear) *= \w+\);/g, ''],
  [
    /uPlot\.(fmtDate|tzDate|addGap|clipGaps|join|rangeNum|rangeLog|rangeAsinh|orient|pxRatio|assign) *= \w+;/g,
    '',
  ],
  [/\bmode == 2|\w+\.distr == (2|3|4|100)/g, 'false'],
  [/\blet isTime = .+;/g, 'const isTime = false;'],
  [/\bconst (_(tzDate|fmtDate|time\w+) +=|\[ timeIncrs).+;/g, ''],
  [/(?<!self\.)\blegend\.(show|live)\b/g, 'false'],
];
const slimChart = {
  name: 'slim-chart',
  transform(code, id) {
    if (!id.includes('/uplot/')) return;
    for (const [part] of unused) if (!part.test(code)) throw new Error(`uPlot has no ${part} any more`);
    return unused.reduce((text, [part, instead]) => text.replaceAll(part, instead), code);
  },
};

await build({
  cwd: import.meta.dirname,
  input: 'src/page/open-page.ts',
  platform: 'browser',
  plugins: [templates, slimChart, licences(inPage, ''), shell],
  onLog: refuseWarnings,
  output: { dir: 'dist/page', entryFileNames: 'page.js', minify: true, comments: false },
});
