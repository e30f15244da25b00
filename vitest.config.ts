import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// TEST_BUILT=1 runs the suite against the build: every import of `../src/x.ts` in a test loads `dist/x.js`.
const built = process.env.TEST_BUILT === '1';
const root = fileURLToPath(new URL('./', import.meta.url));

export default defineConfig({
  resolve: {
    alias: built ? [{ find: /^(?:\.\.\/)+src\/(.+)\.ts$/, replacement: `${root}dist/$1.js` }] : [],
  },
  test: {
    include: ['test/**/*.test.ts'],
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
