// smoke.mjs <command...>: starts the installed program, reads the listings once, ends it by SIGTERM.
// It must come up, answer, end with code 0 and leave nothing on stderr.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const [command, ...before] = process.argv.slice(2);
const child = spawn(command, [...before, 'serve', '--port', '0', '--log', 'json'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true, // a process group of its own, so that nothing that npx starts outlives us
});
process.once('exit', () => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone, as it should be.
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => fail(`interrupted by ${signal}`));
setTimeout(() => fail('it took more than 30 seconds'), 30_000).unref();

let stderr = '';
child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
const closed = once(child, 'close');
const stdout = createInterface({ input: child.stdout });
const line = await Promise.race([
  once(stdout, 'line').then(([first]) => first),
  closed.then(() => undefined),
]);
if (line === undefined) fail('it ended before it listened');
const { event, url } = line.startsWith('{') ? JSON.parse(line) : {};
if (event !== 'listening') fail(`its first line was ${line}`);
const response = await fetch(`${url}/v1/listings`, { headers: { 'X-API-KEY': 'test_key' } });
const body = await response.json();
if (response.status !== 200) fail(`it answered ${response.status}`);
if (!(body.data?.length > 0)) fail(`it answered no listing: ${JSON.stringify(body)}`);

child.kill('SIGTERM');
const [code, signal] = await closed;
if (code !== 0) fail(`after SIGTERM its exit code was ${code} (signal ${signal})`);
// npm's own complaint about a machine's npmrc is not the program's.
const complaints = stderr
  .split('\n')
  .filter((text) => text !== '' && !text.includes('Unknown user config "nodedir"'));
if (complaints.length > 0) fail('it wrote to stderr');
await fetch(url).then(
  () => fail('it still answers after its end'),
  () => console.log(`${[command, ...before].join(' ')}: ${body.data.length} listings, exit code 0`),
);

function fail(reason) {
  console.error(`${[command, ...before].join(' ')}: ${reason}\nstderr: ${stderr}`);
  process.exit(1);
}
