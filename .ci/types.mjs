// types.mjs <tarball>: "are the types wrong?" asked of the packed package. We are ES modules alone, so that what
// CommonJS and the resolution of Node 10 would see does not count.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const [tarball] = process.argv.slice(2);
if (tarball === undefined) {
  console.error('usage: node .ci/types.mjs <tarball>');
  process.exit(2);
}
const words = ['--yes', '@arethetypeswrong/cli@0.18', '--profile', 'esm-only', resolve(tarball)];
try {
  execFileSync('npx', words, { stdio: 'inherit' });
} catch {
  process.exit(1);
}
