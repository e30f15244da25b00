// node build.mjs <folder>: the page for a browser, with msw's service worker beside it.
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const here = (name) => join(import.meta.dirname, name);

export async function buildPage(folder) {
  await build({
    input: here('page.mjs'),
    platform: 'browser',
    output: { dir: folder, cleanDir: true, entryFileNames: '[name].mjs' },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  copyFileSync(here('index.html'), join(folder, 'index.html'));
  const msw = dirname(createRequire(import.meta.url).resolve('msw/package.json'));
  copyFileSync(join(msw, 'lib/mockServiceWorker.js'), join(folder, 'mockServiceWorker.js'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage(process.argv[2]);
