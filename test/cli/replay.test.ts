// The command line of `replay`: where its options come from, what it says at the start, how it ends.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logLine } from '../../src/recording/file/write-ahead-log.ts';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import { run, startCommand } from './command.ts';
import type { Started } from './command.ts';

const listings = { path: '/v1/listings', query: 'limit=2', body: { data: [] } };

async function folder(): Promise<string> {
  const cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'recordings'));
  const recording = { ...recordingOf(interaction('1-get-listings', listings)), note: 'by hand' };
  await writeFile(join(cwd, 'recordings', 'session.json'), printRecording(recording));
  return cwd;
}

const status = async ({ url }: Started, target: string, key = 'test_a'): Promise<number> => {
  const answer = await fetch(url + target, { headers: { 'X-API-KEY': key } });
  await answer.arrayBuffer();
  return answer.status;
};

/** The request that the greeting suggests. */
const curlOf = (served: Started) => /\nTry:\n {2}(curl .*)\n/.exec(served.out())?.[1];

test('an empty recording is served with a warning', async () => {
  const cwd = await folder();
  await writeFile(join(cwd, 'recordings', 'session.json'), printRecording(recordingOf()));
  await using served = await startCommand(['replay', 'session', '--port', '0'], { cwd });
  expect(served.lines()).toContain('Warning: the recording is empty, so every request will be a miss (501)');
});

test('the methods of what is replayed stand in a column, however long they are', async () => {
  const cwd = await folder();
  const recorded = ['OPTIONS', 'GET', 'PUT'].map((method, at) => interaction(`${at + 1}-x`, { method }));
  await writeFile(join(cwd, 'recordings', 'session.json'), printRecording(recordingOf(...recorded)));
  await using served = await startCommand(['replay', 'session', '--port', '0'], { cwd });
  expect(served.out()).toContain('\n  OPTIONS  /v1/listings\n  GET      /v1/listings\n  PUT      /v1/');
});

test('it says at the start what is replayed, and at the end what was used', async () => {
  const cwd = await folder();
  await using served = await startCommand(['replay', 'session', '--port', '0'], { cwd });
  const [first, second] = served.lines();
  expect(first).toMatch(
    /^pricing-mock \S+ serves the recording session \(1 interaction of https:\/\/api\.example\.com, recorded 2026-01-31\): by hand$/,
  );
  expect(second).toBe(`Listening on ${served.url}`);
  expect(served.out()).toContain('\nEndpoints:\n  GET    /v1/listings\n\nTry:\n');
  expect(curlOf(served)).toBe(`curl -H 'X-API-KEY: test_key' '${served.url}/v1/listings?limit=2'`);
  expect(await status(served, '/v1/listings?limit=2')).toBe(200);
  expect(await status(served, '/v1/listings')).toBe(501);
  served.signal();
  expect(await served.code).toBe(0);
  expect(served.lines().slice(-2)).toEqual([
    'Answered 1 request from the recording, missed 1; 0 of 1 interaction unused.',
    'Missed: GET /v1/listings',
  ]);
});

test.each([
  ['of any path', [{ path: '/api/items', query: '' }], '/api/items'],
  [
    'that went well',
    [
      { path: '/v1/gone', status: 404 },
      { path: '/items', query: 'page=1' },
    ],
    '/items?page=1',
  ],
  ['that a shell takes as one word', [{ path: "/it's", query: "a='b'" }], "/it's?a='b'"],
])('the request to try is one of the recording, %s', async (_, requests, target) => {
  const cwd = await temporaryDirectory();
  const path = join(cwd, 'session.json');
  const recorded = requests.map((request, at) => interaction(`${at + 1}-get`, request));
  await writeFile(path, printRecording(recordingOf(...recorded)));
  await using served = await startCommand(['replay', path, '--port', '0'], { cwd });
  expect(curlOf(served)).toBe(
    `curl -H 'X-API-KEY: test_key' '${served.url}${target.replaceAll("'", `'\\''`)}'`,
  );
  expect(await status(served, target)).toBe(200);
});

test('options come from the environment and the configuration file, which may hold those of other commands', async () => {
  const cwd = await folder();
  await writeFile(
    join(cwd, 'pricing-mock.config.json'),
    '{"seed": 7, "pace": "off", "noAuth": true, "failOnMiss": true}',
  );
  const env = { PRICING_MOCK_LIMITS: 'true', PRICING_MOCK_PER_SECOND: '1', PRICING_MOCK_PORT: '0' };
  await using served = await startCommand(['replay', 'session'], { cwd, env });
  expect(await status(served, '/v1/listings?limit=2', 'any')).toBe(200);
  expect(await status(served, '/v1/listings?limit=2', 'any')).toBe(429);
  expect(await status(served, '/v1/nothing', 'other')).toBe(501);
  served.signal();
  expect(await served.code).toBe(1);
});

test('options of other commands in the configuration file are named in a note, as they are not read', async () => {
  const cwd = await folder();
  const note = (values: object) =>
    writeFile(
      join(cwd, 'pricing-mock.config.json'),
      JSON.stringify({ port: 0, log: 'silent', ...values }),
    ).then(async () => (await run(['replay', 'session'], { cwd })).err);
  expect(await note({ seed: 7, pace: 'off', noAuth: true })).toBe(
    'pricing-mock: pricing-mock.config.json: not read here, as options of other commands: seed, pace\n',
  );
  expect(await note({ noAuth: true })).toBe('');
  expect(await note({ seed: 7, tolerate: 'none' })).toContain("there is no option 'tolerate'");
});

test.each([
  [
    ['session', '--timing', 'slow'],
    2,
    /^pricing-mock: --timing: 'slow' is none of none, recorded; see pricing-mock replay --help\n$/,
  ],
  [
    ['session', '--on-miss', 'x'],
    2,
    /^pricing-mock: --on-miss: 'x' is none of error, mock; see pricing-mock replay --help\n$/,
  ],
  [['session', '--redact', 'x'], 2, /^pricing-mock: --redact: "x" is not a rule for redaction\./],
  [['session', 'other'], 2, /too many arguments/],
  [[], 2, /missing required argument 'recording'/],
  [
    ['sesion'],
    4,
    /^pricing-mock: recordings\/sesion\.json: there is no such recording \(missing\)\. Did you mean session\?\n$/,
  ],
  [
    ['session.json'],
    4,
    /^pricing-mock: session\.json: there is no such recording \(missing\)\. Did you mean session, which is recordings\/session\.json\?\n$/,
  ],
  [
    ['.'],
    4,
    /^pricing-mock: \.: this is a folder, not a file \(not-a-file\)\. Name a recording or its file\.\n$/,
  ],
  [['recordings/'], 4, /^pricing-mock: recordings\/: this is a folder, .* Name a recording or its file\.\n$/],
  [['./session'], 4, /\. Did you mean session, which is recordings\/session\.json\?\n$/],
  [['recordings/session'], 4, /\. Did you mean recordings\/session\.json\?\n$/],
  [['./recordings/session.jsonl'], 4, /\. Did you mean \.\/recordings\/session\.json\?\n$/],
  [['./recordings/sesion.json'], 4, /\. Did you mean \.\/recordings\/session\.json\?\n$/],
  [
    ['x', '--dir', 'none'],
    4,
    /^pricing-mock: none\/x\.json: there is no such recording \(missing\)\. [^\n]*\n$/,
  ],
])('replay %j ends with %i and one line', async (argv, code, words) => {
  const outcome = await run(['replay', ...argv, '--port', '0'], { cwd: await folder() });
  expect(outcome).toMatchObject({ code, out: '' });
  expect(outcome.err).toMatch(words);
});

test('what a recorder that was killed has left is replayed, too, and nothing is written', async () => {
  const cwd = await folder();
  const more = logLine({
    before: null,
    interaction: interaction('2-get-reports', { path: '/v1/reports', body: {} }),
  });
  await writeFile(join(cwd, 'recordings', 'session.journal'), `${more}\n{"before":nu`);
  await using served = await startCommand(['replay', 'session', '--port', '0'], { cwd });
  expect(await status(served, '/v1/reports')).toBe(200);
});

test('the log says which interaction answered, and why a request missed', async () => {
  const cwd = await folder();
  for (const form of ['pretty', 'json']) {
    const argv = ['replay', 'session', '--port', '0', '--log', form];
    await using served = await startCommand(argv, { cwd });
    await status(served, '/v1/listings?limit=2');
    await status(served, '/v1/listings?limit=3');
    const [hit, miss] = served.lines().slice(-2);
    if (form === 'pretty') {
      expect(hit).toMatch(
        / test_a {2}GET \/v1\/listings\?limit=2 {2}200 {2}\S+ ms {2}replayed 1-get-listings$/,
      );
      expect(miss).toMatch(/ {2}501 {2}\S+ ms {2}miss {2}Not recorded: GET \/v1\/listings\?limit=3\.$/);
      continue;
    }
    expect(JSON.parse(hit!)).toMatchObject({ outcome: 'replayed', id: '1-get-listings', key: 'test_a' });
    const message = expect.stringContaining('The nearest recorded requests:\n') as string;
    expect(JSON.parse(miss!)).toMatchObject({ outcome: 'miss', code: 'replay_miss', message });
  }
});

test('what --redact calls a secret stands in no line of the log', async () => {
  const cwd = await folder();
  const argv = ['replay', 'session', '--port', '0', '--redact', 'query:email'];
  await using served = await startCommand(argv, { cwd });
  await status(served, '/v1/listings?email=ada@example.com');
  expect(served.out()).toContain('/v1/listings?email=');
  expect(served.out()).not.toContain('ada@example.com');
});

test('no key and no secret of a request stands in what it prints', async () => {
  const cwd = await folder();
  const key = 'sk_live_4f9a1c77b2d84e6a';
  const argv = ['replay', 'session', '--port', '0', '--key', key, '--log', 'json'];
  await using served = await startCommand(argv, { cwd });
  await status(served, `/v1/${key}?api_key=${key}`, key);
  await status(served, '/v1/files?X-Amz-Signature=0123456789abcdef0123456789abcdef', key);
  served.signal();
  await served.code;
  expect(served.out()).toContain('missed 2');
  for (const secret of [key, '0123456789abcdef']) expect(served.out() + served.err()).not.toContain(secret);
});
