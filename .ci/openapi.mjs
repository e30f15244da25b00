// openapi.mjs: the OpenAPI documents against tools that nobody here wrote. Redocly's and Spectral's linters must find
// nothing in them, and Prism's validating proxy must find nothing wrong with any answer of the built mock: each
// response that a document names is asked for, at each endpoint. The tools are installed in a temporary folder; where
// they cannot be, this fails in CI and says so elsewhere. Needs `npm run build` before.
// `node .ci/openapi.mjs [folder with the tools]`

import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { controlCalls, unaskable } from './openapi-control.mjs';
import { serviceCalls } from './openapi-service.mjs';

/** The newest that run on Node 20: Prism from 5.15 on needs Node 24. */
const tools = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3', '@stoplight/prism-cli@5.14.2'];
const profiles = ['default', 'spec-only', 'strict'];
const token = 'a-token-for-the-tests-of-the-control-api';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const bin = join(root, manifest.bin['pricing-mock']);
const inCi = !['', 'false'].includes(process.env.CI ?? '');
const scratch = await mkdtemp(join(tmpdir(), 'pricing-mock-openapi-'));
const children = new Set();
const failures = [];

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });
}

try {
  const folder = process.argv[2] ?? (await install());
  if (folder !== undefined) await check(folder);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await rm(scratch, { recursive: true, force: true });
}
for (const failure of failures) console.error(`FAILED: ${failure}`);
if (failures.length > 0) process.exitCode = 1;

async function install() {
  await writeFile(join(scratch, 'package.json'), '{ "private": true }');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent', '--fetch-retries=1'];
  try {
    await run('npm', ['install', ...options, ...tools], { cwd: scratch, timeout: 300_000 });
    return scratch;
  } catch (error) {
    console.log(`The tools cannot be installed, so the OpenAPI documents are NOT checked: ${error.message}`);
    if (inCi) failures.push('in CI the tools must be there');
    return undefined;
  }
}

async function check(folder) {
  const tool = (name) => join(folder, 'node_modules', '.bin', name);
  await writeFile(join(scratch, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const control = await documentOf('control', 'default');
  await lint(control, tool);
  for (const profile of profiles) {
    const service = await documentOf('service', profile);
    await lint(service, tool);
    await driveService(service, profile, tool('prism'));
  }
  await driveControl(control, tool('prism'));
  await doubt(tool('prism'));
}

async function documentOf(of, profile) {
  const file = join(scratch, `${of}-${profile}.json`);
  await run(process.execPath, [bin, 'openapi', '--of', of, '--profile', profile, '--out', file]);
  return file;
}

async function lint(file, tool) {
  const name = file.slice(scratch.length + 1);
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const redocly = ['lint', '--extends=recommended', '--format=json', file];
  const spectral = ['lint', '--ruleset', join(scratch, 'spectral.yaml'), '--format=json', '--quiet', file];
  const found = [];
  // Both print what they found on stdout, and nothing but that; a warning is no failure to them, but to us.
  const words = async (name, args) =>
    (await run(tool(name), args, { env, cwd: scratch, timeout: 120_000 }).catch((error) => error)).stdout ??
    '';
  const { problems } = JSON.parse(await words('redocly', redocly));
  found.push(...problems.map(({ ruleId, message }) => `redocly ${ruleId}: ${message}`));
  const results = JSON.parse((await words('spectral', spectral)) || '[]');
  found.push(
    ...results.map(({ code, message, path }) => `spectral ${code} at ${path.join('.')}: ${message}`),
  );
  failures.push(...found.map((line) => `${name}: ${line}`));
  console.log(`${name}: ${found.length} findings of Redocly and Spectral`);
}

async function driveService(file, profile, prism) {
  const limited = ['--per-second', 'off', '--per-minute', 'off', '--key', 'limited_key:off/1'];
  const mock = await serve('--profile', profile, '--data', 'default', ...limited);
  await drive(file, mock, prism, serviceCalls(JSON.parse(await readFile(file, 'utf8')), mock.url));
}

async function driveControl(file, prism) {
  const mock = await serve('--data', 'tiny', '--audit', '--coverage', '--control-token', token);
  const document = JSON.parse(await readFile(file, 'utf8'));
  const has404 = (operation) => hasResponse(document, operation, '404');
  await drive(file, mock, prism, controlCalls(mock.url, token, 'sample', has404), unaskable);
}

/** Every call goes through Prism; afterwards each response in the document must have been seen, but for those excepted. */
async function drive(file, mock, prism, calls, excepted = []) {
  const name = file.slice(scratch.length + 1);
  const document = JSON.parse(await readFile(file, 'utf8'));
  // Prism itself would refuse what a document forbids, so bad requests go through one that looks at answers alone.
  const withoutSecurity = join(scratch, 'without-security.json');
  await writeFile(withoutSecurity, JSON.stringify({ ...document, security: [] }));
  const strict = await startPrism(prism, file, mock.url, true);
  const lenient = await startPrism(prism, withoutSecurity, mock.url, false);
  const unseen = new Set(responsesIn(document));
  let count = 0;
  for await (const call of calls) {
    const { operation, method, target, status, headers = {}, body, bad = false, repeat = 1 } = call;
    const url = `${bad ? lenient.url : strict.url}${target}`;
    const ask = () => fetch(url, { method, headers, body, redirect: 'manual' });
    let response;
    for (let at = 0; at < repeat; at += 1) response = await ask();
    let text = await response.text();
    // A body that is too large is answered before it is read whole: Prism, which still writes, may not see the answer.
    for (let again = 0; again < 20 && /write EPIPE|ECONNRESET/.test(text); again += 1) {
      response = await ask();
      text = await response.text();
    }
    const label = `${name}: ${method} ${target} (${operation} ${status})`;
    const type = response.headers.get('content-type') ?? '';
    const violations = response.headers.get('sl-violations');
    if (violations !== null) failures.push(`${label}: ${violations}`);
    if (type.includes('problem+json')) failures.push(`${label}: Prism says ${text}`);
    else if (status >= 400 && !text.includes('"doc_url"'))
      failures.push(`${label}: not the mock’s answer: ${text}`);
    else if (response.status !== status) failures.push(`${label}: the answer is ${response.status} ${text}`);
    unseen.delete(`${operation} ${status}`);
    if (!hasResponse(document, operation, status)) unseen.delete(`${operation} default`);
    count += 1;
  }
  for (const response of excepted) unseen.delete(response);
  failures.push(...[...unseen].map((response) => `${name}: nobody has seen ${response}`));
  console.log(
    `${name}: ${count} answers through Prism, ${responsesIn(document).length} responses in the document`,
  );
  for (const { child } of [strict, lenient, mock]) child.kill('SIGTERM');
}

/** A mock that does not do as the document says must be found out, or nothing above means anything. */
async function doubt(prism) {
  const file = join(scratch, 'service-default.json');
  const mock = await serve('--assume', 'price-form=string');
  const proxy = await startPrism(prism, file, mock.url, true);
  const response = await fetch(`${proxy.url}/v1/listings`, { headers: { 'X-API-KEY': 'test_key' } });
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('problem+json')) failures.push('Prism has not found prices that are strings');
  for (const { child } of [proxy, mock]) child.kill('SIGTERM');
}

function operationsIn(document) {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

function responsesIn(document) {
  return operationsIn(document).flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );
}

function hasResponse(document, operation, status) {
  return responsesIn(document).includes(`${operation} ${status}`);
}

async function serve(...flags) {
  const child = start(process.execPath, [bin, 'serve', '--port', '0', '--log', 'json', ...flags]);
  const line = await firstLine(child, (text) => text.includes('"listening"'));
  return { child, url: JSON.parse(line).url };
}

async function startPrism(prism, file, upstream, validateRequest) {
  const port = await freePort();
  const options = ['--errors', `--validate-request=${validateRequest}`, '--port', String(port)];
  const child = start(prism, ['proxy', file, upstream, ...options]);
  await firstLine(child, (text) => text.includes('Prism is listening'));
  return { child, url: `http://127.0.0.1:${port}` };
}

function start(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function firstLine(child, isIt) {
  const found = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isIt(line)) resolve(line);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  });
  const late = delay(60_000, undefined, { ref: false }).then(() => {
    throw new Error(`${child.spawnargs.join(' ')} did not start within a minute`);
  });
  return Promise.race([found, late]);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
