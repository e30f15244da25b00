// `pricing-mock recordings`: what it prints, what it refuses, what it writes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { request as playwright } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Recording } from '../../src/recording/format.ts';
import { logLine } from '../../src/recording/file/write-ahead-log.ts';
import { interaction, printRecording, recordingOf } from '../support/recordings.ts';
import { run } from './command.ts';
import type { Outcome } from './command.ts';

const id = '11111111-1111-4111-8111-111111111111';
const listing = { path: `/v1/listings/${id}`, body: { id, minPrice: 10, maxPrice: 20, strategyId: 's1' } };
const session = recordingOf(
  interaction('1-get-listing', listing),
  interaction('2-patch-price', {
    ...listing,
    method: 'PATCH',
    path: `/v1/listings/${id}/price`,
    requestBody: { minPrice: 11 },
  }),
  interaction('3-get-reports', { path: '/v1/reports', query: 'limit=2', body: { data: [] } }),
);
const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

let cwd: string;
const recordings = (...argv: readonly string[]): Promise<Outcome> => run(['recordings', ...argv], { cwd });
const file = (name: string) => join(cwd, 'recordings', name);
const write = (name: string, text: string | Uint8Array) => writeFile(file(name), text);

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pricing-mock-recordings-'));
  await mkdir(join(cwd, 'recordings'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await write('session.json', printRecording(session));
});

test('ls names each recording, its size and its origin, and the damaged ones in their place', async () => {
  await write('broken.json', '{');
  await write('.hidden.json', '{');
  const { code, out } = await recordings('ls');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^Name +Interactions +Upstream +Recorded +Size$/),
    expect.stringMatching(/^broken +damaged: recordings\/broken\.json:1: .* \(truncated\)\./),
    expect.stringMatching(/^session +3 +https:\/\/api\.example\.com +2026-01-31 +\d\.\d kB$/),
    '',
  ]);
  const { out: json } = await recordings('ls', '--json');
  expect(JSON.parse(json)).toMatchObject([
    { name: 'broken', file: 'recordings/broken.json', error: { kind: 'truncated' } },
    { name: 'session', interactions: 3, upstream: 'https://api.example.com' },
  ]);
});

test('an empty folder is no mistake, nor that the usual one is not there yet', async () => {
  await mkdir(join(cwd, 'none'));
  const none = { code: 0, out: 'There are no recordings in none.\n', err: '' };
  expect(await recordings('ls', '--dir', 'none')).toEqual(none);
  expect(await recordings('check', '--dir', 'none')).toEqual(none);
  await rm(join(cwd, 'recordings'), { recursive: true });
  expect(await recordings('check')).toEqual({ ...none, out: 'There are no recordings in recordings.\n' });
});

test('another folder that is not there is refused: a typo would pass the check', async () => {
  const refused = { code: 4, out: '', err: 'pricing-mock: --dir recrodings: there is no such folder\n' };
  expect(await recordings('ls', '--dir', 'recrodings')).toEqual(refused);
  expect(await recordings('check', '--dir', 'recrodings')).toEqual(refused);
});

test('a folder that is a file is refused', async () => {
  await writeFile(join(cwd, 'notes'), '');
  const refused = {
    code: 4,
    out: '',
    err: expect.stringMatching(/^pricing-mock: --dir notes: .*ENOTDIR\)\n$/) as string,
  };
  expect(await recordings('ls', '--dir', 'notes')).toEqual(refused);
  expect(await recordings('check', '--dir', 'notes')).toEqual(refused);
});

test('show lists the interactions, and prints one whole by its id', async () => {
  const { out } = await recordings('show', 'session');
  expect(out).toBe(
    [
      '3 interactions of https://api.example.com',
      `Id             Method  ${'Path'.padEnd(55)}  Status  Size`,
      `1-get-listing  GET     /v1/listings/${id}           200  91 B`,
      `2-patch-price  PATCH   /v1/listings/${id}/price     200  91 B`,
      `3-get-reports  GET     ${'/v1/reports?limit=2'.padEnd(55)}     200  11 B`,
      '',
    ].join('\n'),
  );
  const { out: one } = await recordings('show', 'recordings/session.json', '2-patch-price');
  expect(JSON.parse(one)).toEqual(session.interactions[1]);
  expect(one).toMatch(/^\{\n {2}"id": "2-patch-price",\n/);
  expect(JSON.parse((await recordings('show', 'session', '--json')).out)).toMatchObject([
    { id: '1-get-listing', method: 'GET', status: 200, bytes: 91 },
    { id: '2-patch-price' },
    { id: '3-get-reports', query: 'limit=2' },
  ]);
});

const manyAnswers = recordingOf(
  ...[200, 429, 500, 404, 429].map((status, at) =>
    interaction(`${at + 1}-get-listing`, {
      path: `/v1/listings/${at + 1}`,
      status,
      body: { note: `Nr ${at + 1}` },
    }),
  ),
);

test.each([
  [['--status', '429'], '2 of 5 interactions', ['2', '5']],
  [['--status', '4xx', '--status', '500'], '4 of 5 interactions', ['2', '3', '4', '5']],
  [['--status', '4XX', '--last', '2'], '2 of 5 interactions', ['4', '5']],
  [['--last', '9'], '5 of 5 interactions', ['1', '2', '3', '4', '5']],
  [['--grep', 'get /V1/listings/3'], '1 of 5 interactions', ['3']],
  [['--grep', 'nr 4'], '1 of 5 interactions', ['4']],
  [['--grep', 'nowhere'], '0 of 5 interactions', []],
])('show %j lists those that fit', async (argv, head, ids) => {
  await write('session.json', printRecording(manyAnswers));
  const { out, code } = await recordings('show', 'session', ...argv);
  const [first, ...lines] = out.trimEnd().split('\n');
  expect([code, first]).toEqual([0, `${head} of https://api.example.com`]);
  expect(lines.slice(1).map((line) => line.split('-')[0])).toEqual(ids);
  const json = JSON.parse((await recordings('show', 'session', ...argv, '--json')).out) as { id: string }[];
  expect(json.map(({ id }) => id.split('-')[0])).toEqual(ids);
});

test.each([
  [['--status', '600'], /--status: '600' is neither a status, such as 429, nor a class of them, such as 4xx/],
  [['--last', '0'], /--last: '0' is not a whole number from 1/],
  [
    ['1-get-listing', '--last', '1'],
    /an id names one interaction; --grep, --status and --last choose among all/,
  ],
])('show %j is refused', async (argv, words) => {
  const { code, err } = await recordings('show', 'session', ...argv);
  expect(code).toBe(2);
  expect(err).toMatch(words);
});

test('what is not there is told with what is', async () => {
  await write('other.json', printRecording(session));
  expect(await recordings('show', 'sesion')).toEqual({
    code: 4,
    out: '',
    err: 'pricing-mock: recordings/sesion.json: there is no such recording (missing). Did you mean session?\n',
  });
  expect((await recordings('show', 'nothing-alike')).err).toContain('There are: other, session.');
  expect(await recordings('show', 'session', '9-x')).toMatchObject({
    code: 2,
    err: 'pricing-mock: recordings/session.json has no interaction 9-x; `pricing-mock recordings show session` lists them; see pricing-mock recordings show --help\n',
  });
  expect(await recordings('show', 'session', `${session.interactions[0]!.id}s`)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`; did you mean ${session.interactions[0]!.id}? See `) as string,
  });
  for (const start of ['1', session.interactions[0]!.id.slice(0, -1).replace(/-[^-]*$/, '')])
    expect((await recordings('show', 'session', start)).err).toContain(
      `; did you mean ${session.interactions[0]!.id}? See `,
    );
  expect(await recordings('shw')).toMatchObject({
    code: 2,
    err: "pricing-mock: recordings: there is no command 'shw'; did you mean show? See pricing-mock recordings --help\n",
  });
  expect((await recordings()).code).toBe(2);
  expect(await run(['replay'], { cwd })).toMatchObject({
    code: 2,
    err: expect.stringContaining('recording') as string,
  });
});

test('a list that is cut short by its reader is no failure', async () => {
  const many = Array.from({ length: 5000 }, (_, at) => interaction(`${at + 1}-get-listing`, listing));
  await write('many.json', printRecording(recordingOf(...many)));
  const bin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));
  const child = spawn('sh', ['-c', `"$0" "$1" recordings show many | head -2`, process.execPath, bin], {
    cwd,
  });
  let out = '';
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  for await (const piece of child.stdout.setEncoding('utf8')) out += piece as string;
  expect([out.split('\n')[0], err]).toEqual(['5000 interactions of https://api.example.com', '']);
});

test('check says ok for each good file, and 0', async () => {
  await write('other.json', printRecording(recordingOf()));
  expect(await recordings('check')).toEqual({
    code: 0,
    out: 'recordings/other.json: ok (0 interactions)\nrecordings/session.json: ok (3 interactions)\n',
    err: '',
  });
});

test('check finds secrets with file, line and kind, never shows them, and ends with 4', async () => {
  const leaking = recordingOf(
    interaction('1-get-listing', { ...listing, body: { id, note: secret } }),
    interaction('2-get-listing', { ...listing, headers: [['X-Api-Key', 'k_4f9a1c77b2d84e6a']] }),
  );
  const text = printRecording(leaking);
  await write('leaking.json', text);
  const { code, out } = await recordings('check', 'session', 'recordings/leaking.json');
  expect(code).toBe(4);
  const lines = text.split('\n');
  const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
  expect(out.split('\n')).toEqual([
    'recordings/session.json: ok (3 interactions)',
    `recordings/leaking.json:${lineOf(secret)}: interactions[0].response.body.json.note looks like a secret (jwt)`,
    expect.stringMatching(
      new RegExp(
        `^recordings/leaking\\.json:${lineOf('X-Api-Key')}: interactions\\[1\\]\\.response\\.headers\\[0\\] .*\\(x-api-key\\)$`,
      ),
    ),
    '',
  ]);
  expect(out).not.toContain(secret);
  const json = JSON.parse((await recordings('check', 'leaking', '--json')).out) as unknown;
  expect(json).toMatchObject([
    { file: 'recordings/leaking.json', findings: [{ kind: 'jwt', line: lineOf(secret) }, {}] },
  ]);
});

test('check looks into what a recorder that was killed has left', async () => {
  const entry = {
    before: null,
    interaction: interaction('4-get-listing', { ...listing, body: { note: secret } }),
  };
  await write('session.journal', `${logLine(entry)}\n`);
  const { code, out } = await recordings('check');
  expect([code, out]).toEqual([
    4,
    'recordings/session.journal:1: interactions[0].response.body.json.note looks like a secret (jwt)\n',
  ]);
});

const leftOut = recordingOf(
  session.interactions[0]!,
  {
    ...session.interactions[1]!,
    response: {
      ...session.interactions[1]!.response,
      body: { omitted: { bytes: 2048, reason: 'too-long' } },
    },
  },
  {
    ...interaction('3-post-x', { method: 'POST', path: '/v1/x', body: {} }),
    request: {
      ...interaction('3-post-x', { method: 'POST', path: '/v1/x' }).request,
      body: { omitted: { bytes: 9, reason: 'not-in-har' } },
    },
  },
);
/** A secret was taken out of the body, so the bytes that were sent are not kept. */
const encodedAnew = interaction('4-get-me', {
  path: '/v1/me',
  headers: [['Content-Encoding', 'gzip']],
  body: gzipSync('{"token":"__redacted.token.1__"}'),
});
const { json, hash } = encodedAnew.response.body as { json: unknown; hash: string };
const withNotes = recordingOf(...leftOut.interactions, {
  ...encodedAnew,
  response: { ...encodedAnew.response, body: { json, hash } },
});

test('ls, show and check tell which bodies are left out and why, and that is no finding', async () => {
  await write('session.json', printRecording(withNotes));
  const lines = printRecording(withNotes).split('\n');
  /** Of the body in which a part stands, which begins two lines before it. */
  const lineOf = (part: string) => lines.findIndex((each) => each.includes(part)) - 1;
  expect((await recordings('ls')).out).toMatch(/ kB +bodies left out: 2\n$/);
  expect(JSON.parse((await recordings('ls', '--json')).out)).toMatchObject([
    { name: 'session', omitted: { 'too-long': 1, 'not-in-har': 1 } },
  ]);
  const shown = (await recordings('show', 'session')).out.split('\n').slice(2);
  expect(shown).toEqual([
    expect.stringMatching(/^1-get-listing .* 91 B$/),
    expect.stringMatching(/^2-patch-price .* 2\.0 kB +body left out: it is longer than --max-body$/),
    expect.stringMatching(/^3-post-x .* 2 B +request body left out: the HAR does not hold it$/),
    expect.stringMatching(/^4-get-me .* 32 B +body encoded anew: a secret was taken out of it$/),
    '',
  ]);
  expect(JSON.parse((await recordings('show', 'session', '--json')).out)).toMatchObject([
    {},
    { omitted: { response: 'too-long' } },
    { omitted: { request: 'not-in-har' } },
    { encodedAnew: true },
  ]);
  const place = (part: string) => `recordings/session.json:${lineOf(part)}: note: interactions`;
  expect(await recordings('check')).toEqual({
    code: 0,
    out: [
      'recordings/session.json: ok (4 interactions)',
      `${place('"bytes": 2048')}[1].response.body is left out: it is longer than --max-body. Record it again with a larger --max-body.`,
      `${place('"bytes": 9')}[2].request.body is left out: the HAR does not hold it. Export the HAR with its contents, or record the answer.`,
      `recordings/session.json:${lineOf('"token"')}: note: interactions[3].response.body is encoded anew by a replay, as a secret was taken out of it`,
      '',
    ].join('\n'),
    err: '',
  });
  expect(JSON.parse((await recordings('check', '--json')).out)).toMatchObject([
    { findings: [], notes: [{ kind: 'too-long' }, { kind: 'not-in-har' }, { kind: 'encoded-anew' }] },
  ]);
});

const good = printRecording(session);
const line = (part: string) => good.slice(0, good.indexOf(part)).split('\n').length;
const conflict = good.replace(
  /^ +"status": 200,\n/m,
  (status) => `<<<<<<< HEAD\n${status}=======\n${status}>>>>>>> theirs\n`,
);
const damages: readonly (readonly [what: string, bytes: string | Uint8Array, kind: string, words: RegExp])[] =
  [
    ['conflict markers', conflict, 'conflict', new RegExp(`:${line('"status"')}: Git left a conflict`)],
    ['a file that was cut off', good.slice(0, 500), 'truncated', /:\d+: the file ends in the middle/],
    ['an empty file', '', 'truncated', /the file is empty/],
    [
      'a newer version',
      good.replace('"version": 1', '"version": 2'),
      'newer-version',
      /version 2, this program reads version 1/,
    ],
    [
      'a wrong type',
      good.replace('"status": 200', '"status": "200"'),
      'shape',
      new RegExp(`:${line('"status"')}: interactions\\[0\\]\\.response\\.status is another text`),
    ],
    ['NUL bytes', '\0'.repeat(good.length), 'syntax', /:1: this is not valid JSON/],
    [
      'a byte that is no UTF-8',
      Buffer.from(good.replace('"OK"', '"\u00ff"'), 'latin1'),
      'not-utf8',
      new RegExp(`:${line('"OK"')}: the file is not UTF-8`),
    ],
    [
      'a missing comma',
      good.replace('"query": "",\n', '"query": ""\n'),
      'syntax',
      new RegExp(`:${line('"query"') + 1}: this is not valid JSON`),
    ],
    [
      'a field that nobody knows',
      good.replace('"milliseconds"', '"millis"'),
      'shape',
      /interactions\[0\]\.millis is not a known field/,
    ],
    [
      'an id that stands twice',
      good.replace('3-get-reports', '1-get-listing'),
      'shape',
      /interactions\[2\]\.id is the id of interactions\[0\], too/,
    ],
    ['another JSON file', '{"listings": []}', 'not-a-recording', /there is no "format"/],
  ];

test.each(damages)(
  '%s: every command refuses the file in one line and leaves it alone',
  async (_, bytes, kind, words) => {
    await write('session.json', bytes);
    const before = await readFile(file('session.json'));
    for (const argv of [
      ['show', 'session'],
      ['check', 'session'],
      ['prune', 'session'],
      ['export', 'session', '--har', 'out.har'],
      ['replay', 'session', '--port', '0'],
    ]) {
      const { code, out, err } = argv[0] === 'replay' ? await run(argv, { cwd }) : await recordings(...argv);
      const told = argv[0] === 'check' ? out : err;
      expect([argv[0], code]).toEqual([argv[0], 4]);
      expect(told).toMatch(/^[^\n]+\n$/);
      expect(told).toMatch(words);
      expect(told).toContain('recordings/session.json');
      expect(told).toContain(`(${kind})`);
    }
    expect(await readFile(file('session.json'))).toEqual(before);
    expect(await readdir(cwd)).toEqual(['recordings']);
  },
);

test('a byte order mark and Windows line ends are no damage', async () => {
  await write('session.json', `\ufeff${good.replaceAll('\n', '\r\n')}`);
  expect(await recordings('check')).toMatchObject({ code: 0 });
});

test('prune drops what a replay does not need, says so first when asked, and nothing the second time', async () => {
  const repeated = recordingOf(
    interaction('1-get-listing', listing),
    interaction('2-get-listing', listing),
    interaction('3-get-files', { path: '/__mock/files/abc.csv', body: Buffer.from('a') }),
    interaction('4-get-listing', listing),
  );
  await write('session.json', printRecording(repeated));
  const lines = [
    `2-get-listing  GET /v1/listings/${id}  repeat`,
    `4-get-listing  GET /v1/listings/${id}  repeat`,
    '3-get-files  GET /__mock/files/abc.csv  file without a link',
  ];
  expect((await recordings('prune', 'session', '--dry-run')).out.split('\n')).toEqual([
    ...lines,
    'recordings/session.json: 3 would be dropped, 1 interaction left',
    '',
  ]);
  expect(await readFile(file('session.json'), 'utf8')).toBe(printRecording(repeated));
  expect((await recordings('prune', 'session')).out).toContain('3 dropped, 1 interaction left');
  expect(await readFile(file('session.json'), 'utf8')).toBe(
    printRecording(recordingOf(repeated.interactions[0]!)),
  );
  expect((await recordings('prune', 'session')).out).toContain('nothing dropped');
  expect(await readdir(join(cwd, 'recordings'))).toEqual(['session.json']);
});

test('prune keeps away from a recording that somebody is recording', async () => {
  await write(
    'session.json',
    printRecording(recordingOf(interaction('1-get-x', listing), interaction('2-get-x', listing))),
  );
  const holder = {
    pid: process.ppid,
    host: `not-${hostname()}`,
    since: '2026-01-01T00:00:00.000Z',
    started: null,
  };
  await write('session.lock', `${JSON.stringify(holder)}\n`);
  expect(await recordings('prune', 'session')).toMatchObject({
    code: 4,
    err: expect.stringContaining('(locked)') as string,
  });
});

test('a recording goes out as HAR and comes back the same to the byte', async () => {
  const packed = gzipSync('{"data":[]}');
  const more = recordingOf(
    ...session.interactions,
    interaction('x-own.id', {
      headers: [
        ['Content-Encoding', 'gzip'],
        ['Set-Cookie', 'a=__redacted.cookie.1__'],
        ['set-cookie', 'b='],
      ],
      body: packed,
    }),
    interaction('5-get-listing', { path: '/v1/a%2Fb', query: 'a=1&a=2', status: 204 }),
  );
  const noted: Recording = { ...more, note: 'by hand' };
  await write('session.json', printRecording(noted));
  expect(await recordings('export', 'session', '--har', 'out.har')).toEqual({
    code: 0,
    out: 'out.har: 5 entries\n',
    err: '',
  });
  expect(await recordings('import', 'out.har', '--name', 'back')).toMatchObject({ code: 0, err: '' });
  expect(await readFile(file('back.json'), 'utf8')).toBe(printRecording(noted));
});

test('which refusals had no API key, and which a wrong one, is the same after a HAR', async () => {
  const refused = interaction('1-get-listings', { status: 401 });
  const keyless = { ...refused.request, keyless: true } as const;
  const both = recordingOf(refused, { ...refused, id: '2-get-listings', request: keyless });
  await write('session.json', printRecording(both));
  await recordings('export', 'session', '--har', 'out.har');
  await recordings('import', 'out.har', '--name', 'back');
  expect(await readFile(file('back.json'), 'utf8')).toBe(printRecording(both));
});

test('a body that is left out goes out as HAR and comes back whole', async () => {
  await write('session.json', printRecording(withNotes));
  await recordings('export', 'session', '--har', 'out.har');
  const { code, err } = await recordings('import', 'out.har', '--name', 'back');
  expect([code, err.split('\n').length]).toEqual([0, 3]);
  expect(err).toContain(
    'recordings/back.json: One body is left out (too-long): it is longer than --max-body.',
  );
  expect(await readFile(file('back.json'), 'utf8')).toBe(printRecording(withNotes));
});

test('neither export nor import replaces what is there', async () => {
  await recordings('export', 'session', '--har', 'session.har');
  expect(await recordings('export', 'session', '--har', 'session.har')).toMatchObject({
    code: 4,
    err: 'pricing-mock: session.har is there already; --force replaces it\n',
  });
  expect(await recordings('export', 'session', '--har', 'session.har', '--force')).toMatchObject({ code: 0 });
  expect(await recordings('import', 'session.har')).toMatchObject({
    code: 4,
    err: 'pricing-mock: recordings/session.json is there already; choose another name with --name\n',
  });
  expect(await recordings('export', 'session')).toMatchObject({ code: 2 });
});

test.each([
  ['My Session (1).har', 'my-session-1-'],
  [`${'a'.repeat(80)}.har`, 'a'.repeat(64)],
  ['_.har', 'imported'],
  ['nul.har', 'imported'],
])('%s becomes a recording of a name that `record` takes, too', async (name, expected) => {
  await recordings('export', 'session', '--har', name);
  expect(await recordings('import', name)).toMatchObject({ code: 0 });
  expect(await readdir(join(cwd, 'recordings'))).toContain(`${expected}.json`);
});

test.each(['../outside', 'x.json', 'A b', ''])(
  'import takes no --name "%s", as record does not',
  async (name) => {
    await recordings('export', 'session', '--har', 'out.har');
    const before = await readdir(cwd);
    const { code, err } = await recordings('import', 'out.har', '--name', name);
    expect([code, err]).toEqual([2, expect.stringContaining(`--name: '${name}' is no name for a recording`)]);
    expect(await readdir(cwd)).toEqual(before);
  },
);

test('import takes no recording of another upstream than the named one', async () => {
  await recordings('export', 'session', '--har', 'out.har');
  const from = (upstream: string) => recordings('import', 'out.har', '--name', 'x', '--upstream', upstream);
  expect(await from('https://other.example.com')).toMatchObject({
    code: 4,
    err: 'pricing-mock: out.har: the HAR is a recording of https://api.example.com, not of https://other.example.com\n',
  });
  expect(await from('https://api.example.com')).toMatchObject({ code: 0 });
});

test('an imported HAR loses its secrets wherever they stand, in ids too', async () => {
  const key = 'sk_live_4f9a1c77b2d84e6a';
  const entry = (path: string, extra: object = {}) => ({
    startedDateTime: '2026-01-01T12:00:00.000Z',
    time: 1,
    request: { method: 'GET', url: `https://api.example.com${path}`, headers: [], ...extra },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [{ name: 'Set-Cookie', value: 'sid=c2Vzc2lvbi1zZWNyZXQ' }],
      content: { text: `{"echo":"${key}"}` },
    },
  });
  const har = {
    log: {
      entries: [
        entry(`/v1/${key}`),
        entry('/v1/x', {
          headers: [
            { name: 'X-API-KEY', value: key },
            { name: 'Cookie', value: 'sid=c2Vzc2lvbi1zZWNyZXQ' },
          ],
        }),
        entry(`/v1/y?api_key=${key}`),
        { ...entry('/'), request: { method: 'GET', url: `https://cdn.example.com/${key}`, headers: [] } },
      ],
    },
  };
  await writeFile(join(cwd, 'shop session.har'), JSON.stringify(har));
  const outcome = await recordings('import', 'shop session.har', '--upstream', 'https://api.example.com');
  expect(outcome).toMatchObject({ code: 0, err: '' });
  expect(outcome.out).toContain(
    'shop session.har: log.entries[3] is left out: its origin is not https://api.example.com',
  );
  const text = await readFile(file('shop-session.json'), 'utf8');
  expect(text).toContain('__redacted.');
  for (const hidden of [key, key.toLowerCase(), key.replaceAll('_', '-'), 'c2Vzc2lvbi1zZWNyZXQ'])
    expect(text).not.toContain(hidden);
  expect(outcome.out).not.toContain(key);
  expect(await recordings('check', 'shop-session')).toMatchObject({ code: 0 });
});

/** What Playwright has seen of a service, kept as a HAR in one of its ways. */
async function playwrightHar(name: string, options: object): Promise<void> {
  const service = createServer((asked, answer) => {
    asked.resume();
    if (asked.url === '/v1/none') answer.writeHead(204).end();
    else if (asked.url === '/v1/moved') answer.writeHead(302, { Location: '/v1/none' }).end('moved');
    else
      answer
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"token":"sk_live_4f9a1c77b2d84e6a"}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const context = await playwright.newContext({
    baseURL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  });
  try {
    await context.tracing.startHar(join(cwd, name), options);
    for (const path of ['/v1/token', '/v1/none', '/v1/moved']) await context.get(path);
    await context.head('/v1/token');
    await context.post('/v1/json', { data: { key: 'sk_live_4f9a1c77b2d84e6a' } });
    await context.post('/v1/form', { form: { q: 'a b' } });
    await context.post('/v1/bytes', { data: Buffer.from([0, 255]) });
    await context.tracing.stopHar();
  } finally {
    await context.dispose();
    service.close();
  }
}

const bodiesOf = ({ interactions }: Recording) =>
  interactions.map(({ request, response }) => [
    `${request.method} ${request.path}`,
    request.body,
    response.body,
  ]);

test.each([
  ['beside it', 'shop.har', { content: 'attach' }],
  ['beside it, without sizes', 'shop.har', { content: 'attach', mode: 'minimal' }],
  ['in an archive', 'shop.har.zip', {}],
  ['within it', 'shop.har', { content: 'embed' }],
])('a HAR of Playwright with its bodies %s comes in with them, redacted', async (how, name, options) => {
  await playwrightHar(name, options);
  const omitted = { omitted: { bytes: 2, reason: 'not-in-har' } };
  const { code, err } = await recordings('import', name);
  const text = await readFile(file('shop.json'), 'utf8');
  expect(text).not.toContain('sk_live_4f9a1c77b2d84e6a');
  const secret = '__redacted.token.1__';
  expect(bodiesOf(JSON.parse(text) as Recording)).toEqual([
    ['GET /v1/token', null, { json: { token: secret } }],
    ['GET /v1/none', null, null],
    ['GET /v1/moved', null, null],
    ['GET /v1/none', null, null],
    ['HEAD /v1/token', null, null],
    ['POST /v1/json', { json: { key: secret } }, { json: { token: secret } }],
    ['POST /v1/form', { text: 'q=a+b' }, { json: { token: secret } }],
    // Playwright does not embed the bytes of a request.
    ['POST /v1/bytes', how === 'within it' ? omitted : { base64: 'AP8=' }, { json: { token: secret } }],
  ]);
  expect([code, err === '']).toEqual([0, how !== 'within it']);
});

test.each([
  ['with sizes', {}],
  ['without sizes', { mode: 'minimal' }],
])(
  'a HAR of Playwright without its bodies (%s) comes in with bodies left out, and says so',
  async (how, mode) => {
    await playwrightHar('shop.har', { content: 'omit', ...mode });
    const { code, err } = await recordings('import', 'shop.har');
    expect(code).toBe(0);
    expect(err.split('\n')).toEqual([
      ...[0, 5].map(
        (at) =>
          `pricing-mock: shop.har: the body of log.entries[${at}].${at === 0 ? 'response' : 'request'} is left out: the HAR does not hold it`,
      ),
      'pricing-mock: shop.har: the body of log.entries[5].response is left out: the HAR does not hold it',
      'pricing-mock: shop.har: the body of log.entries[6].response is left out: the HAR does not hold it',
      'pricing-mock: shop.har: the body of log.entries[7].request is left out: the HAR does not hold it',
      'pricing-mock: shop.har: and 1 more',
      'pricing-mock: recordings/shop.json: 6 bodies are left out (not-in-har): the HAR does not hold it. Export the HAR with its contents, or record the answer.',
      '',
    ]);
    // The length of a request stands among its headers as well.
    const sent = (bytes: number) => ({ omitted: { bytes, reason: 'not-in-har' } });
    const left = (bytes: number) => sent(how === 'with sizes' ? bytes : 0);
    const length = '{"token":"sk_live_4f9a1c77b2d84e6a"}'.length;
    expect(bodiesOf(JSON.parse(await readFile(file('shop.json'), 'utf8')) as Recording)).toEqual([
      ['GET /v1/token', null, left(length)],
      ['GET /v1/none', null, null],
      ['GET /v1/moved', null, null],
      ['GET /v1/none', null, null],
      ['HEAD /v1/token', null, null],
      ['POST /v1/json', sent(34), left(length)],
      ['POST /v1/form', { text: 'q=a+b' }, left(length)],
      ['POST /v1/bytes', sent(2), left(length)],
    ]);
  },
);

test.each([
  ['no such file', undefined, /^pricing-mock: in\.har: there is no such file\n$/],
  ['no JSON', '{"log": {', /^pricing-mock: in\.har: is not JSON: .*line 1/],
  ['no HAR', '{"log": {}}', /^pricing-mock: in\.har: log\.entries must be an array\n$/],
  ['any JSON', '{"a": 1}', /^pricing-mock: in\.har: is no HAR: log must be an object\n$/],
  [
    'a recording',
    printRecording(session),
    /^pricing-mock: in\.har: is a recording already, and no HAR: move it into the folder recordings\n$/,
  ],
])('import refuses %s in one line and writes nothing', async (_, text, words) => {
  if (text !== undefined) await writeFile(join(cwd, 'in.har'), text);
  const { code, err } = await recordings('import', 'in.har');
  expect(code).toBe(4);
  expect(err).toMatch(words);
  expect(await readdir(join(cwd, 'recordings'))).toEqual(['session.json']);
});
