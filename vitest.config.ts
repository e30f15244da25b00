import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// TEST_BUILT=1 runs the suite against the build: every import of `../src/x.ts` in a test loads `dist/x.js`.
const built = process.env.TEST_BUILT === '1';
const root = fileURLToPath(new URL('./', import.meta.url));

/** They come in two sizes, see test/support/soak.ts. */
const inBothSizes = [
  'test/e2e/fuzz.test.ts',
  'test/e2e/record-kill.test.ts',
  'test/forward/streaming.test.ts',
  'test/recording/kill.test.ts',
  'test/recording/parse.test.ts',
  'test/recording/redact.test.ts',
  'test/server/fuzz.test.ts',
];

export default defineConfig({
  resolve: {
    alias: built ? [{ find: /^(?:\.\.\/)+src\/(.+)\.ts$/, replacement: `${root}dist/$1.js` }] : [],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: ['test/soak/**'] },
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
    // Some tests start programs of their own: more workers than cores would only make them wait for each other.
    maxWorkers: 2,
    maxConcurrency: 12,
    testTimeout: 15_000,
    hookTimeout: 20_000,
    slowTestThreshold: 2_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
