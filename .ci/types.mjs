// types.mjs <tarball>: "are the types wrong?" asked of the packed package, from the resolution of Node 10 to that of
// bundlers. `pricing-mock/vitest` is an ES module alone, as vitest is, and has nothing to say to CommonJS.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const [tarball] = process.argv.slice(2);
if (tarball === undefined) {
  console.error('usage: node .ci/types.mjs <tarball>');
  process.exit(2);
}
ask('--profile', 'strict', '--entrypoints', '.', 'msw');
ask('--profile', 'esm-only', '--entrypoints', 'vitest');

function ask(...words) {
  try {
    execFileSync('npx', ['--yes', '@arethetypeswrong/cli@0.18', resolve(tarball), ...words], {
      stdio: 'inherit',
    });
  } catch {
    process.exit(1);
  }
}
