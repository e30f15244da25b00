import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

// TEST_BUILT=1 runs the suite against the build: every import of `../src/x.ts` in a test loads `dist/x.js`.
const built = process.env.TEST_BUILT === '1';
const root = fileURLToPath(new URL('./', import.meta.url));

/** Tests that come in two sizes: those that import test/support/soak.ts. */
const inBothSizes = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('soak'))
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => readFileSync(`${root}${file}`, 'utf8').includes("/support/soak.ts'"));

/** Files of the soak that take minutes, the longest first. */
const longest = ['foreign-a-to-m', 'foreign-n-to-z', 'composed-services', 'typed-clients', 'page'];

/** They begin before all others, so that none is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/soak/${name}.test.ts`));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: {
    alias: built ? [{ find: /^(?:\.\.\/)+src\/(.+)\.ts$/, replacement: `${root}dist/$1.js` }] : [],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: ['test/soak/**'],
          // One process runs many files and loads the program once: half the processor time. A test leaves nothing behind.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: ['test/soak/**/*.test.ts', ...inBothSizes],
          env: { SOAK: '1' },
          testTimeout: 600_000,
        },
      },
    ],
    // Node itself loads the build, as it does for a user.
    server: { deps: { external: built ? [/\/dist\/.*\.js$/] : [] } },
    sequence: { sequencer: LongestFirst },
    // One more than the cores of a small machine: some tests wait for a clock, or for programs that they started.
    maxWorkers: 3,
    maxConcurrency: 12,
    // A test ends because of what it sees, never because the machine is busy: this is for what would never end.
    testTimeout: 120_000,
    hookTimeout: 600_000,
    slowTestThreshold: 2_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
