// A command behind `--`: it runs while the server answers, as processes of their own. It runs what `npm run build` left in dist.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { freePort } from '../support/real-server.ts';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import { serve, userEnvironment } from '../support/serve.ts';
import { run, startCommand } from '../cli/command.ts';

const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));

/** A client program in few words; what it prints is all that stdout may hold. */
const node = (script: string) => [process.execPath, '-e', script];

/** Asks for a path with the key of the environment, and prints the status. */
const ask = (path: string, key = 'process.env.PRICING_MOCK_KEY') =>
  `fetch(process.env.PRICING_MOCK_URL + '${path}', { headers: { 'X-API-KEY': ${key} } }).then((answer) => answer.text().then(() => console.log(answer.status)))`;

interface Around {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the program with a command behind `--`. */
function start(argv: readonly string[], { cwd, env = {} }: Around = {}) {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd,
    env: { ...userEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.err += text));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    ...told,
  }));
  return { child, told, ended };
}

async function printed(program: ReturnType<typeof start>, text: string, since = 0): Promise<void> {
  while (!program.told.out.slice(since).includes(text)) await once(program.child.stdout, 'data');
}

/** A folder with a recording of one request. */
async function recorded(): Promise<string> {
  const cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'recordings'));
  const recording = recordingOf(interaction('1-get-listings', { path: '/v1/listings', body: { data: [] } }));
  await writeFile(join(cwd, 'recordings', 'session.json'), printRecording(recording));
  return cwd;
}

test('the command finds the mock that answers, a key and the control token, and stdout is its own', async () => {
  const script = `const { PRICING_MOCK_URL: url, PRICING_MOCK_KEY: key, PRICING_MOCK_CONTROL_TOKEN: token } = process.env;
    const ask = async (path, headers) => {
      const answer = await fetch(url + path, { headers });
      await answer.text();
      console.log(answer.status);
    };
    ask('/v1/listings', { 'X-API-KEY': key })
      .then(() => ask('/__mock/worlds', { Authorization: 'Bearer ' + token }));`;
  const { code, out, err } = await start(['serve', '--', ...node(script)]).ended;
  expect({ code, out }).toEqual({ code: 0, out: '200\n200\n' });
  expect(err).toMatch(/^pricing-mock \S+ serves data set default, .* on http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('without the name of a command of ours, serve answers', async () => {
  expect(await start(['--data', 'tiny', '--', ...node(ask('/v1/reports'))]).ended).toMatchObject({
    code: 0,
    out: '200\n',
  });
});

test('the command reads our stdin, and gets its words as they are', async () => {
  const script = `process.stdin.on('data', (text) => process.stdout.write(text)).on('end', () => console.log(process.argv.slice(1)))`;
  const program = start(['--', ...node(script), '--', '--port', 'x y', '--', '$HOME']);
  program.child.stdin.end('typed ');
  expect(await program.ended).toMatchObject({ code: 0, out: "typed [ '--port', 'x y', '--', '$HOME' ]\n" });
});

test.each([
  ['an exit code', 'process.exit(7)', 7],
  ['a signal', 'process.kill(process.pid, "SIGKILL")', 137],
  ['an exception', 'throw new Error()', 1],
])('%s of the command is told as a shell would', async (_, script, expected) => {
  expect(await start(['serve', '--', ...node(script)]).ended).toMatchObject({ code: expected, out: '' });
});

test.each([
  [['no-such-command', '--x'], 127, 'no-such-command: there is no such command'],
  [[fileURLToPath(import.meta.url)], 126, `${fileURLToPath(import.meta.url)}: cannot be run (EACCES)`],
])('%j is told in one line, and leaves nothing behind', async (command, code, words) => {
  const cwd = await temporaryDirectory();
  const silent = ['record', 'http://127.0.0.1:9', '--log', 'silent', '--', ...command];
  expect(await start(silent, { cwd }).ended).toMatchObject({
    code,
    out: '',
    err: `pricing-mock: ${words}\n`,
  });
  expect(existsSync(join(cwd, 'recordings', 'session.json'))).toBe(false);
});

test.each([
  [['serve', '--'], 'serve: behind -- stands a command to run; see pricing-mock serve --help'],
  [
    ['replay', 'session', '--', ''],
    'replay: behind -- stands a command to run; see pricing-mock replay --help',
  ],
])('%j is a wrong usage', async (argv, words) => {
  expect(await run(argv)).toEqual({ code: 2, out: '', err: `pricing-mock: ${words}\n` });
});

const gates = [
  ['serve', ['--fail-on', 'audit'], '/v1/nothing', '', /audit failed: no-key=1/],
  [
    'replay session',
    ['--fail-on-miss'],
    '/v1/nothing',
    'test_a',
    /not recorded \(--fail-on-miss\): GET \/v1\/nothing/,
  ],
  ['record', ['--fail-on', 'audit:all=off,429=0'], '/v1/listings', 'test_a', /audit failed: 429=1/],
  ['replay session', ['--fail-on', 'audit'], '/v1/listings', '', /audit failed: no-key=1/],
  [
    'replay session',
    ['--fail-on', 'coverage=50'],
    '/v1/listings',
    'test_a',
    /coverage failed: 1 of 24 answers/,
  ],
  ['record', ['--fail-on', 'audit'], '/v1/listings', '', /audit failed: no-key=1/],
  ['record', ['--fail-on', 'coverage=50'], '/v1/listings', 'test_a', /coverage failed: 2 of 30 answers/],
] as const;

test.each(gates)(
  'what %s %j finds makes the run fail, but the command is heard first',
  async (words, gate, path, key, message) => {
    const cwd = await recorded();
    const script = (code: number) =>
      `const ask = () => fetch(process.env.PRICING_MOCK_URL + '${path}', { headers: ${key === '' ? '{}' : `{ 'X-API-KEY': '${key}' }`} });
     ask().then(${words === 'record' && key !== '' ? 'ask' : '(answer) => answer'}).then(() => process.exit(${code}))`;
    for (const code of [0, 7]) {
      // Its clock stands still, so the second request is always one too many.
      await using upstream = await serve('--per-second', '1', '--clock', '2026-03-01T12:00:00Z,frozen');
      const command =
        words === 'record'
          ? ['record', upstream.url, '--pace', 'off', '--name', 'checked']
          : words.split(' ');
      const { ended } = start([...command, ...gate, '--', ...node(script(code))], { cwd });
      const { code: ours, out, err } = await ended;
      expect({ ours, out }, err).toEqual({ ours: code === 0 ? 1 : 7, out: '' });
      expect(err).toMatch(message);
    }
  },
);

test('without a gate the same is told, and no run fails', async () => {
  const cwd = await recorded();
  await using upstream = await serve();
  const script = ask('/v1/listings', "'test_a'");
  for (const command of [
    ['replay', 'session'],
    ['record', upstream.url, '--name', 'another'],
  ]) {
    const flags = ['--audit', '--coverage', '--junit', 'checks.xml'];
    const { code, out, err } = await start([...command, ...flags, '--', ...node(script)], { cwd }).ended;
    expect({ code, out }, err).toEqual({ code: 0, out: '200\n' });
    expect(err).toMatch(/audit: .*\n[^]*coverage: 1 of \d+ answers that the specification defines/);
    expect(await readFile(join(cwd, 'checks.xml'), 'utf8')).toContain('<testsuite');
  }
});

test('a recording is made around the command, against a mock around that', async () => {
  const cwd = await temporaryDirectory();
  const script = ask('/v1/strategies', "'test_a'");
  const recorder = ['sh', '-c', `exec "$0" "${bin}" record "$PRICING_MOCK_URL" -- "$@"`, process.execPath];
  const { code, out, err } = await start(['serve', '--', ...recorder, ...node(script)], { cwd }).ended;
  expect({ code, out }).toEqual({ code: 0, out: '200\n' });
  expect(err).toMatch(/records http:\S+ into \S+session\.json, on http/);
  expect((await readRecording(join(cwd, 'recordings', 'session.json'))).interactions).toHaveLength(1);
});

test('a recorder hands on no key unless it swaps keys', async () => {
  await using upstream = await serve();
  const script = 'console.log(process.env.PRICING_MOCK_KEY)';
  const key = async (...flags: readonly string[]) =>
    start(['record', upstream.url, ...flags, '--', ...node(script)], {
      cwd: await temporaryDirectory(),
      env: { REAL: 'test_real' },
    }).ended;
  expect(await key()).toMatchObject({ code: 0, out: 'undefined\n' });
  expect(await key('--key-env', 'REAL')).toMatchObject({ code: 0, out: 'test_key\n' });
});

test('a recording that could not be kept makes the run fail', async () => {
  await using upstream = await serve();
  const cwd = await temporaryDirectory();
  const script = `const fs = require('node:fs');
    const ask = () => fetch(process.env.PRICING_MOCK_URL + '/v1/strategies', { headers: { 'X-API-KEY': 'test_a' } });
    ask().then(() => fs.rmSync('recordings', { recursive: true })).then(ask).then(() => process.exit(CODE))`;
  for (const [own, expected] of [
    [0, 4],
    [7, 7],
  ] as const) {
    const program = start(['record', upstream.url, '--', ...node(script.replace('CODE', String(own)))], {
      cwd,
    });
    const { code, err } = await program.ended;
    expect(code).toBe(expected);
    expect(err).toContain('NOTHING MORE IS RECORDED');
  }
});

test('beside a command the port is a free one, unless one is named', async () => {
  await using other = await serve();
  const port = await freePort();
  const script = 'console.log(new URL(process.env.PRICING_MOCK_URL).port)';
  const portOf = async (flags: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { out } = await start([...flags, '--', ...node(script)], { env }).ended;
    return Number(out);
  };
  expect(await portOf([])).not.toBe(5300);
  expect(await portOf(['--port', String(port)])).toBe(port);
  expect(await portOf([], { PRICING_MOCK_PORT: String(port) })).toBe(port);
  const taken = start(['--port', new URL(other.url).port, '--', ...node(script)]);
  expect(await taken.ended).toMatchObject({ code: 3, out: '' });
});

test.each(['pretty', 'json'])('the whole log goes to stderr if it is asked for (%s)', async (form) => {
  const { out, err } = await start(['--log', form, '--', ...node(ask('/v1/strategies'))]).ended;
  expect(out).toBe('200\n');
  expect(err).toMatch(/strategies/);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
  '%s goes to the command, once',
  async (signal) => {
    const script = `let heard = 0;
    process.on('${signal}', () => { heard += 1; setImmediate(() => process.exit(40 + heard)); });
    setInterval(() => undefined, 1000); console.log('ready')`;
    const program = start(['serve', '--', ...node(script)]);
    await printed(program, 'ready');
    program.child.kill(signal);
    expect(await program.ended).toMatchObject({ code: 41, signal: null });
  },
);

test('a command that does not end is killed by the second signal', async () => {
  const script = `process.on('SIGINT', () => console.log('no')); setInterval(() => console.log('tick'), 50); console.log('ready')`;
  const program = start(['serve', '--', ...node(script)]);
  await printed(program, 'ready');
  program.child.kill('SIGINT');
  await printed(program, 'no');
  const since = program.told.out.length;
  await printed(program, 'tick\n'.repeat(8), since); // later than a quarter of a second by its own clock
  program.child.kill('SIGINT');
  const { code, out } = await program.ended;
  expect({ code, heard: out.match(/no/g) }).toEqual({ code: 137, heard: ['no'] });
});

test('one Ctrl-C that comes twice, as npm passes it on, is one', async () => {
  const words = ['serve', '--log', 'silent', '--', ...node('setInterval(() => 1, 1000)')];
  await using served = await startCommand(words);
  served.signal();
  served.signal();
  expect(await served.code).toBe(130); // of SIGINT; 137 would be that of SIGKILL
});

test('Ctrl-C of a terminal reaches the command without us, and is not passed on again', async () => {
  await using served = await startCommand(
    ['serve', '--log', 'silent', '--', ...node('setInterval(() => 1, 1000)')],
    {
      isTerminal: true,
    },
  );
  served.signal('SIGINT');
  served.signal('SIGHUP');
  expect(await served.code).toBe(129); // SIGHUP; a command that had got SIGINT would have ended with 130
});

test('a signal before the command was started keeps it from being started', async () => {
  const cwd = await temporaryDirectory();
  const command = node(`require('node:fs').writeFileSync('started', '')`);
  const program = start(['record', 'http://127.0.0.1:9', '--', ...command], { cwd });
  while (!existsSync(join(cwd, 'recordings', 'session.lock'))) await new Promise(setImmediate);
  program.child.kill('SIGTERM');
  const { code } = await program.ended;
  expect([143, 0]).toContain(code); // 0: the command had been started, and was over
  expect(existsSync(join(cwd, 'started'))).toBe(code === 0);
});

test('a reader that closes our stdout ends the command, as without us', async () => {
  const script = `process.stdout.on('error', () => process.exit(3)); setInterval(() => console.log('more'), 1)`;
  const program = start(['serve', '--', ...node(script)]);
  await printed(program, 'more');
  program.child.stdout.destroy();
  expect(await program.ended).toMatchObject({ code: 3 });
});

test('the help of a command that serves tells of the command beside it', async () => {
  for (const command of ['serve', 'record', 'replay']) {
    const { out } = await run([command, '--help']);
    expect(out).toMatch(/^Usage: pricing-mock \w+ \[options\].* \[-- <command>\]/);
    for (const name of ['URL', 'KEY', 'CONTROL_TOKEN']) expect(out).toContain(`PRICING_MOCK_${name}`);
  }
  expect((await run(['fixtures', '--help'])).out).not.toContain('--  <command>');
});
