// npx vitest run --config examples/vitest.config.mjs
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { root: import.meta.dirname, include: ['{repricing,ways}/*.test.mjs'] },
});
