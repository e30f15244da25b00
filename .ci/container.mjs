// container.mjs <tarball>: does without Docker what the Dockerfile says. Its last RUN of the first stage fills a folder, which
// becomes the root of a read-only file system with Node and a shell alone; the entry point, the health check and a
// recording run in it as a user without rights, with the environment of the image. Needs Linux, root and unshare.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const [tarball] = process.argv.slice(2);
if (tarball === undefined) {
  console.error('usage: node .ci/container.mjs <tarball>');
  process.exit(2);
}
const isPossible = process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/unshare');
if (!isPossible) {
  console.log('Not Linux, not root or no unshare: the image is NOT tried.');
  process.exit();
}

/** The Dockerfile's instructions, each with its words, continued lines joined. */
const instructions = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => /^(\w+) (.*)$/.exec(line).slice(1));
const at = instructions.findLastIndex(([name]) => name === 'FROM');
const [building, running] = [instructions.slice(0, at), instructions.slice(at)];
const said = (name) => running.findLast(([each]) => each === name)[1];

const root = mkdtempSync(join(tmpdir(), 'pricing-mock-root-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
chmodSync(root, 0o755);

// What the build stage leaves in /opt/pricing-mock.
const home = join(root, 'opt/pricing-mock');
mkdirSync(home, { recursive: true });
const install = building
  .findLast(([name]) => name === 'RUN')[1]
  .replace('/tmp/pricing-mock-*.tgz', resolve(tarball));
execFileSync('sh', ['-ec', install], { cwd: home, stdio: 'inherit' });
const size = Number(execFileSync('du', ['-sm', home], { encoding: 'utf8' }).split('\t')[0]);
assert.ok(size < 60, `/opt/pricing-mock has ${size} MB`);

// What the base image has: Node, a shell and env, with their libraries.
for (const [program, path] of [
  [process.execPath, 'usr/local/bin/node'],
  ...['sh', 'env', 'mkdir', 'chown'].map(found),
]) {
  copyInto(program, path);
  for (const [library] of execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/\/\S+\.so\S*/g))
    copyInto(realpathSync(library), library);
}
function found(name) {
  const path = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
  return [realpathSync(path), `usr/bin/${name}`];
}
function copyInto(from, path) {
  const to = join(root, path);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
mkdirSync(join(root, 'etc'));
mkdirSync(join(root, 'dev'));
mkdirSync(join(root, 'bin'));
symlinkSync('/usr/bin/sh', join(root, 'bin/sh'));
writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n');
writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin' };
for (const [, name, value] of said('ENV').matchAll(/(\w+)=(\S+)/g))
  environment[name] = value.replace('$PATH', environment.PATH);
assert.equal(said('USER'), 'node');

// The image's own RUN, as root, in the file system before it is read-only.
execFileSync('/usr/sbin/chroot', [root, 'sh', '-ec', said('RUN')], { env: environment, stdio: 'inherit' });

const given = mkdtempSync(join(tmpdir(), 'pricing-mock-volume-'));
process.once('exit', () => rmSync(given, { recursive: true, force: true }));
execFileSync('chown', ['1000:1000', given]);

const children = [];
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** A command in the container: its root read-only but for a volume at /data/recordings, as the user of the image. */
function inContainer(words, more = {}) {
  const script = [
    `mount --bind ${root} ${root}`,
    `mount --bind ${given} ${root}/data/recordings`,
    `mount -o remount,bind,ro ${root}`,
    `touch ${root}/data/x 2>/dev/null && exit 99`,
    `exec /usr/sbin/chroot --userspec=1000:1000 ${root} sh -c 'cd ${said('WORKDIR')} && exec "$@"' sh "$@"`,
  ].join('\n');
  const options = { env: { ...environment, ...more }, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn('unshare', ['--mount', 'bash', '-c', script, 'bash', ...words], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((done) => child.once('close', (code) => done({ code, output })));
  children.push(child);
  return { child, ended, output: () => output };
}

const entry = JSON.parse(said('ENTRYPOINT'));
const check = JSON.parse(/CMD (\[.*\])$/.exec(said('HEALTHCHECK'))[1]);
const url = `http://localhost:${environment.PRICING_MOCK_PORT}`;
const headers = { 'X-API-KEY': 'test_container', 'Content-Type': 'application/json' };

async function healthy(of, more) {
  for (let tries = 0; tries < 60; tries += 1) {
    const { code, output } = await inContainer(check, more).ended;
    if (code === 0) return output;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`it does not become healthy: ${of.output()}`);
}

async function ending({ child, ended }) {
  child.kill('SIGTERM');
  const { code, output } = await ended;
  assert.equal(code, 0, output);
}

// Without a server the check says so.
assert.equal((await inContainer(check).ended).code, 1);

const mock = inContainer([...entry, ...JSON.parse(said('CMD'))]);
assert.match(await healthy(mock), /mock/);
assert.equal((await (await fetch(`${url}/v1/listings`, { headers })).json()).data.length, 50);
const reports = await (await fetch(`${url}/v1/reports`, { headers })).text();
const files = [...reports.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => file);
for (const file of files.slice(0, 2)) assert.equal((await fetch(file)).status, 200);
assert.equal((await (await fetch(`${url}/__mock/openapi.json`)).json()).openapi, '3.1.0');
await ending(mock);

// The name of a service in a compose file is refused, and let in by the variable that the compose file sets.
const named = async (more) => {
  const server = inContainer([...entry, 'serve'], more);
  await healthy(server, more);
  const { request } = await import('node:http');
  const status = await new Promise((done) => {
    const host = { Host: 'pricing-mock:5300', 'X-API-KEY': 'test_a' };
    request(`${url}/v1/strategies`, { headers: host }, (answer) => done(answer.resume().statusCode)).end();
  });
  await ending(server);
  return status;
};
assert.equal(await named({}), 403);
const compose = readFileSync(new URL('../examples/container/compose.yaml', import.meta.url), 'utf8');
const [, allowed] = /PRICING_MOCK_ALLOW_HOST: (\S+)/.exec(compose);
assert.equal(await named({ PRICING_MOCK_ALLOW_HOST: allowed }), 200);

// A recording is made on the volume, and replayed from it.
const upstream = inContainer([...entry, 'serve'], { PRICING_MOCK_PORT: '5311' });
await healthy(upstream, { PRICING_MOCK_PORT: '5311' });
const recorder = inContainer([...entry, 'record', 'http://127.0.0.1:5311', '--name', 'session']);
await healthy(recorder);
const recorded = await (await fetch(`${url}/v1/strategies`, { headers })).text();
await ending(recorder);
await ending(upstream);
const replay = inContainer([...entry, 'replay', 'session']);
await healthy(replay);
assert.equal(await (await fetch(`${url}/v1/strategies`, { headers })).text(), recorded);
await ending(replay);
assert.ok(existsSync(join(given, 'session.json')));
console.log(
  `the image's commands work on a read-only file system, as user 1000; /opt/pricing-mock has ${size} MB`,
);
