// side-by-side.mjs <script>...: runs npm scripts at the same time. The last one is shown as it runs; what the others
// said stands behind it. One that fails makes the whole fail, and the others still end: one run shows all that is wrong.
import { spawn } from 'node:child_process';

const scripts = process.argv.slice(2);
if (scripts.length === 0) {
  console.error('usage: node .ci/side-by-side.mjs <npm script>...');
  process.exit(2);
}

const shown = scripts.at(-1);
const results = await Promise.all(scripts.map(run));
for (const { said } of results) process.stderr.write(said);
const failed = scripts.filter((_, at) => results[at].code !== 0);
for (const script of failed) console.error(`FAILED: npm run ${script}`);
process.exit(failed.length === 0 ? 0 : 1);

function run(script) {
  const output = script === shown ? 'inherit' : 'pipe';
  const options = { stdio: ['ignore', output, output], shell: process.platform === 'win32' };
  const child = spawn('npm', ['run', '--silent', script], options);
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, said: `${script}: ${error.message}\n` }));
    child.once('close', (code) => resolve({ code, said: Buffer.concat(pieces) }));
  });
}
