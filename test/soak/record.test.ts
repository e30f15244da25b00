// `pricing-mock record` as its users meet it: over real sockets, with the recording on a real disk.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import type { Interaction } from '../../src/recording/format.ts';
import { run, startCommand } from '../cli/command.ts';
import type { Started } from '../cli/command.ts';
import { csv, listing, priceOrigin, secretKey, signature } from '../support/price-origin.ts';
import { filesIn, temporaryDirectory } from '../support/recordings.ts';
import { RawClient } from '../support/raw-http.ts';
import { eventually, rawUpstream } from '../support/upstreams.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** As the client of the scripts: the real key, gzip, a new connection. */
async function ask(
  url: string,
  line: string,
  body?: object,
  key: string | null = secretKey,
): Promise<Answer> {
  const [method, path] = line.split(' ') as [string, string];
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      'Accept-Encoding': 'gzip',
      ...(key !== null && { 'X-API-KEY': key }),
      ...(text !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      }),
    };
    const sent = httpRequest(new URL(path, url), { method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const bytes = Buffer.concat(pieces);
        const isZipped = answer.headers['content-encoding'] === 'gzip';
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          text: (isZipped ? gunzipSync(bytes) : bytes).toString(),
        });
      });
    });
    sent.once('error', reject).end(text);
  });
}

async function recorder(origin: string, folder: string, ...flags: string[]): Promise<Started> {
  return startCommand(['record', origin, '--port', '0', '--dir', folder, '--pace', 'off', ...flags], {
    cwd: folder,
  });
}

async function end(started: Started): Promise<number> {
  started.signal();
  return started.code;
}

async function recorded(folder: string, name = 'session'): Promise<readonly Interaction[]> {
  return (await readRecording(join(folder, `${name}.json`))).interactions;
}

const minPrice = ({ text }: Answer): unknown => (JSON.parse(text) as { minPrice: unknown }).minPrice;

function jsonOf({ response: { body } }: Interaction): Record<string, unknown> {
  if (body === null || !('json' in body)) throw new Error('no JSON');
  return body.json as Record<string, unknown>;
}

/** The session of peers.md, section 3: what the client sees. */
async function script(url: string, number: number): Promise<unknown[]> {
  const path = listing(number);
  const seen = [minPrice(await ask(url, `GET ${path}`))];
  seen.push(minPrice(await ask(url, `PATCH ${path}/price`, { minPrice: 11, maxPrice: 30 })));
  seen.push(minPrice(await ask(url, `GET ${path}`)));
  const report = JSON.parse((await ask(url, 'GET /v1/reports')).text) as {
    data: { downloadLinks: { url: string }[] }[];
  };
  seen.push(report.data[0]!.downloadLinks[0]!.url);
  return seen;
}

async function expectNoSecret(folder: string, ...others: readonly string[]): Promise<void> {
  const texts = [...(await filesIn(folder)).values()].map((bytes) => bytes.toString('latin1'));
  for (const text of [...texts, ...others]) {
    for (const secret of [secretKey, signature]) expect(text.includes(secret)).toBe(false);
    for (const [encoded] of text.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)) {
      let bytes = Buffer.from(encoded, 'base64');
      if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes);
      expect(bytes.includes(secretKey) || bytes.includes(signature)).toBe(false);
    }
  }
}

describe('the scripts A to E of peers.md, while recording', () => {
  test.each([1, 8])('%i clients at once', async (clients) => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    const numbers = Array.from({ length: clients }, (_, at) => at + 1);
    const seen = await Promise.all(numbers.map((number) => script(started.url, number)));
    for (const [before, patched, after, link] of seen) {
      expect([before, patched, after]).toEqual([10, 11, 11]);
      expect(link).toMatch(new RegExp(`^${started.url}/__mock/files/[0-9a-f]{16}\\.csv$`));
    }
    await expectNoSecret(folder, started.out(), started.err()); // the journal, too
    expect(await end(started)).toBe(0);
    await expectNoSecret(folder, started.out(), started.err());
    const interactions = await recorded(folder);
    for (const number of numbers) {
      const own = interactions.filter(({ request: { path } }) => path.startsWith(listing(number)));
      expect(own.map(({ request: { method } }) => method)).toEqual(['GET', 'PATCH', 'GET']);
      expect(own.map((each) => jsonOf(each).minPrice)).toEqual([10, 11, 11]);
    }
    const reports = interactions.filter(({ request: { path } }) => path === '/v1/reports');
    expect(JSON.stringify(reports)).toContain('http://recording.invalid/__mock/files/');
    expect([...(await filesIn(folder)).keys()]).toEqual(['session.json']);
  });
});

describe('download links', () => {
  test('a file is fetched through the recorder without the API key, and recorded', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    const link = String((await script(started.url, 1))[3]);
    expect((await ask(started.url, `GET ${new URL(link).pathname}`)).text).toBe(csv);
    expect(origin.seen.at(-1)).toMatchObject({
      line: `GET /files/r1.csv?X-Sig=${signature}`,
      key: undefined,
    });
    const post = await ask(started.url, `POST ${new URL(link).pathname}`, {});
    expect(post.status).toBe(405);
    const unknown = await ask(started.url, 'GET /__mock/files/0000000000000000.csv');
    expect([unknown.status, unknown.headers['x-mock-error']]).toEqual([404, 'link_unknown']);
    expect(await end(started)).toBe(0);
    expect((await recorded(folder)).at(-1)).toMatchObject({
      request: { method: 'GET', path: new URL(link).pathname, query: '' },
      response: { status: 200, body: { text: csv } },
    });
    await expectNoSecret(folder, started.out());
  });

  test('--fetch-links fetches them at once, behind their report', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder, '--fetch-links');
    await ask(started.url, 'GET /v1/reports');
    await ask(started.url, 'GET /v1/reports');
    expect(await end(started)).toBe(0);
    const paths = (await recorded(folder)).map(({ request: { path } }) =>
      path.replace(/[0-9a-f]{16}/, '<id>'),
    );
    expect(paths).toEqual(['/v1/reports', '/__mock/files/<id>.csv']);
    expect(origin.seen.filter(({ line }) => line.startsWith('GET /files/'))).toMatchObject([
      { key: undefined },
    ]);
  });
});

describe('what touches the real service', () => {
  test('writes towards another machine are refused before they reach it, and say what to do', async () => {
    const folder = await temporaryDirectory();
    const started = await recorder('http://pricing.invalid', folder);
    const write = await ask(started.url, `PATCH ${listing()}/price`, { minPrice: 1 });
    expect([write.status, write.headers['x-mock-error']]).toEqual([403, 'writes_refused']);
    expect(write.text).toContain('--allow-writes');
    const read = await ask(started.url, `GET ${listing()}`);
    expect([read.status, read.headers['x-mock-error']]).toEqual([502, 'upstream_unreachable']);
    expect(await end(started)).toBe(0);
    expect(started.out()).toContain('0 recorded, 0 repeated, 1 refused, 1 failed');
    expect(existsSync(join(folder, 'session.json'))).toBe(false);
  });

  test('--allow-writes lets them through, with a warning', async () => {
    const folder = await temporaryDirectory();
    const started = await recorder('http://pricing.invalid', folder, '--allow-writes');
    expect(started.out()).toContain('Warning: --allow-writes: writes change real data at pricing.invalid');
    const write = await ask(started.url, `PATCH ${listing()}/price`, { minPrice: 1 });
    expect(write.headers['x-mock-error']).toBe('upstream_unreachable');
    await end(started);
  });

  test('--key-env: the upstream gets the real key and never the client’s; a wrong one ends here', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await startCommand(
      ['record', origin.url, '--port', '0', '--dir', folder, '--key-env', 'REAL', '--key', 'mine'],
      { env: { REAL: secretKey } },
    );
    for (const key of ['test_a', 'mine']) {
      expect((await ask(started.url, `GET ${listing()}`, undefined, key)).status).toBe(200);
    }
    for (const key of ['wrong', null, secretKey]) {
      const answer = await ask(started.url, `GET ${listing()}`, undefined, key);
      expect([answer.status, answer.headers['x-mock-error']]).toEqual([401, 'unauthorized']);
    }
    expect(origin.seen.map(({ key }) => key)).toEqual([secretKey, secretKey]);
    expect(await end(started)).toBe(0);
    await expectNoSecret(folder, started.out());
  });

  test('the requests of a burst reach the upstream five a second', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await startCommand(['record', origin.url, '--port', '0', '--dir', folder]);
    const began = performance.now();
    await Promise.all(Array.from({ length: 11 }, (_, at) => ask(started.url, `GET /n/${at}`)));
    expect(performance.now() - began).toBeGreaterThan(2_000);
    expect(await end(started)).toBe(0);
    expect(await recorded(folder)).toHaveLength(11);
  });
});

describe('what is refused at the start', () => {
  test.each([
    ['no base URL', [], /base-url/],
    ['a base URL that is none', ['pricing'], /an upstream is an http or https URL/],
    ['a password', ['http://a:secret@x.example'], /no user name and no password/],
    ['a metadata address', ['http://169.254.169.254'], /link-local or metadata/],
    ['itself', ['http://localhost:5399', '--port', '5399'], /is this recorder itself/],
    ['itself by another name', ['http://127.0.0.1:5399', '--port', '5399', '--host', '0.0.0.0'], /itself/],
    ['a path as a name', ['http://x.example', '--name', '../x'], /no name for a recording/],
    ['a capital letter', ['http://x.example', '--name', 'Session'], /no name for a recording/],
    ['a name that Windows keeps', ['http://x.example', '--name', 'con.v1'], /no name for a recording/],
    ['a size that is none', ['http://x.example', '--max-body', '10tb'], /not a size/],
    ['a pace that is none', ['http://x.example', '--pace', '5'], /neither/],
    ['a rule that is none', ['http://x.example', '--redact', 'email'], /not a rule for redaction/],
    ['a key that nobody would check', ['http://x.example', '--key', 'mine'], /goes with --key-env/],
    ['a variable that is not there', ['http://x.example', '--key-env', 'NOWHERE'], /no such variable/],
    ['a variable that is empty', ['http://x.example', '--key-env', 'EMPTY'], /or it is empty/],
    ['--insecure in CI', ['https://x.example', '--insecure'], /refused where CI is set/],
  ])('%s: exit code 2 and one line', async (_, argv, message) => {
    const { code, err, out } = await run(['record', ...argv], { env: { EMPTY: ' ', CI: 'true' } });
    expect(err).toMatch(message);
    expect([code, out, err.split('\n').length]).toEqual([2, '', 2]);
    expect(err).not.toContain('secret');
  });

  test('a recording that somebody else is making: exit code 4, with the process', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    const second = await run(['record', origin.url, '--port', '0', '--dir', folder]);
    expect([second.code, second.err]).toEqual([4, expect.stringContaining(`process ${process.pid} on `)]);
    expect(await end(started)).toBe(0);
  });

  test('a damaged recording is left as it is: exit code 4, with file and line', async () => {
    const folder = await temporaryDirectory();
    const file = join(folder, 'session.json');
    await writeFile(file, '{\n<<<<<<< HEAD\n');
    const { code, err } = await run(['record', 'http://x.example', '--port', '0', '--dir', folder]);
    expect([code, err]).toEqual([4, expect.stringMatching(/session\.json:2: .*conflict/)]);
    expect(await readFile(file, 'utf8')).toBe('{\n<<<<<<< HEAD\n');
    expect([...(await filesIn(folder)).keys()]).toEqual(['session.json']);
  });

  test('a folder that cannot be written: exit code 4, before anything is served', async () => {
    const folder = await temporaryDirectory();
    await writeFile(join(folder, 'file'), '');
    const { code, err } = await run(['record', 'http://x.example', '--dir', join(folder, 'file', 'x')]);
    expect([code, err]).toEqual([4, expect.stringContaining('cannot be written')]);
  });

  test.skipIf(process.platform !== 'linux')(
    'a folder that the system refuses to make for no reason it tells: exit code 4, at once',
    async () => {
      const { code, err } = await run(['record', 'http://x.example', '--dir', '/proc/nothing/x']);
      expect([code, err]).toEqual([4, expect.stringContaining('cannot be written')]);
    },
  );

  test('a port in use: exit code 3, and the recording is free again', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const port = new URL(origin.url).port;
    const { code } = await run(['record', 'http://x.example', '--port', port, '--dir', folder]);
    expect([code, [...(await filesIn(folder)).keys()]]).toEqual([3, []]);
  });
});

describe('odd answers of the upstream', () => {
  test.each([
    ['999', 'HTTP/1.1 999 Request denied', 999, 'Request denied'],
    ['600', 'HTTP/1.1 600 Odd', 600, 'Odd'],
    [
      'an error under 999',
      'HTTP/1.1 999 Denied',
      999,
      'Denied',
      '{"error":{"code":"denied","message":"no"}}',
    ],
    ['a reason with a control byte', 'HTTP/1.1 200 a\u0001b', 200, ''],
    ['a reason with DEL', 'HTTP/1.1 200 a\u007fb', 200, ''],
    ['a header name of 5,001 characters', `HTTP/1.1 200 OK\r\n${'x'.repeat(5001)}: 1`, 200, 'OK'],
  ])(
    '%s: passed on, recorded, read by every command and replayed',
    async (_, head, status, reason, body = 'ok') => {
      await using origin = await rawUpstream(
        Buffer.from(
          `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          'latin1',
        ),
      );
      const folder = await temporaryDirectory();
      const started = await recorder(origin.url.href, folder);
      const live = await ask(started.url, 'GET /v1/listings/odd');
      expect([live.status, live.text, live.headers['x-mock-recorded']]).toEqual([status, body, undefined]);
      expect(await end(started)).toBe(0);
      expect((await recorded(folder))[0]!.response).toMatchObject({ status, reason });
      for (const argv of [
        ['recordings', 'check', '--dir', folder],
        ['recordings', 'show', 'session', '--dir', folder],
        ['recordings', 'export', 'session', '--dir', folder, '--har', join(folder, 'a.har')],
        ['recordings', 'import', join(folder, 'a.har'), '--dir', folder, '--name', 'again'],
        ['learn', 'session', '--dir', folder, '--out', join(folder, 'profile.json')],
        ['assumptions', '--profile', join(folder, 'profile.json')],
        ['fidelity', 'session', '--dir', folder, '--profile', join(folder, 'profile.json')],
        ['drift', 'session', 'again', '--dir', folder],
      ]) {
        const { code, err } = await run(argv, { cwd: folder });
        expect([argv, code, err]).toEqual([argv, 0, '']);
      }
      await using replaying = await startCommand(
        ['replay', 'session', '--dir', folder, '--port', '0', '--no-auth'],
        { cwd: folder },
      );
      const again = await ask(replaying.url, 'GET /v1/listings/odd');
      expect([again.status, again.text]).toEqual([status, body]);
    },
  );

  test('a status that ends no request is a 502 of the recorder, and the recording goes on', async () => {
    await using origin = await rawUpstream((socket, request) => {
      const status = request.includes('/odd') ? '099 Odd' : '200 OK';
      socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nok`);
    });
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url.href, folder);
    expect(await ask(started.url, 'GET /v1/odd')).toMatchObject({
      status: 502,
      headers: { 'x-mock-error': 'upstream_broke' },
    });
    expect(await ask(started.url, 'GET /v1/even')).toMatchObject({ status: 200 });
    expect(await end(started)).toBe(0);
    expect((await recorded(folder)).map(({ request }) => request.path)).toEqual(['/v1/even']);
  });
});

describe('files that somebody takes away', () => {
  test.each([
    ['the folder, as git clean -fdx does', (folder: string) => rm(folder, { recursive: true })],
    ['the journal alone', (folder: string) => rm(join(folder, 'session.journal'))],
  ])('%s: later answers say so, one loud line, exit code 4', async (_, take) => {
    await using origin = await priceOrigin();
    const folder = join(await temporaryDirectory(), 'recordings');
    const cwd = join(folder, '..');
    const started = await startCommand(
      ['record', origin.url, '--port', '0', '--dir', folder, '--pace', 'off'],
      { cwd },
    );
    expect((await ask(started.url, 'GET /bytes/10')).headers['x-mock-recorded']).toBeUndefined();
    await take(folder);
    for (const size of [11, 12]) {
      expect(await ask(started.url, `GET /bytes/${size}`)).toMatchObject({
        status: 200,
        headers: { 'x-mock-recorded': 'no' },
      });
    }
    expect(started.out().match(/NOTHING MORE IS RECORDED/g)).toHaveLength(1);
    expect(started.out()).toContain(
      'session.journal: the file was removed while it was recorded into (vanished)',
    );
    expect(await end(started)).toBe(4);
    expect(started.out()).not.toContain('Replay it with');
  });
});

describe('the recording', () => {
  test('its folder is made for the owner alone', async () => {
    await using origin = await priceOrigin();
    const folder = join(await temporaryDirectory(), 'new', 'recordings');
    const started = await startCommand(['record', origin.url, '--port', '0', '--dir', folder]);
    await ask(started.url, 'GET /n/1');
    await end(started);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'session.json'))).mode & 0o777).toBe(0o600);
  });

  test('recording again what did not change leaves the file byte-identical', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const session = async (): Promise<string> => {
      const started = await recorder(origin.url, folder);
      const link = String((await script(started.url, 1))[3]);
      await ask(started.url, `GET ${new URL(link).pathname}`);
      await ask(started.url, `PATCH ${listing()}/price`, { minPrice: 10, maxPrice: 20 });
      expect(await end(started)).toBe(0);
      return started.out();
    };
    await session();
    const first = await readFile(join(folder, 'session.json'));
    expect(await session()).toContain('0 recorded, 6 repeated');
    expect((await readFile(join(folder, 'session.json'))).equals(first)).toBe(true);
  });

  test('--missing answers what is recorded and records only what is not', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const first = await recorder(origin.url, folder);
    const link = new URL(String((await script(first.url, 1))[3])).pathname;
    await ask(first.url, `GET ${link}`);
    await end(first);
    origin.seen.length = 0;
    const second = await recorder(origin.url, folder, '--missing');
    expect((await script(second.url, 1)).slice(0, 3)).toEqual([10, 11, 11]);
    expect((await ask(second.url, `GET ${link}`)).text).toBe(csv);
    expect(origin.seen).toEqual([]);
    expect((await ask(second.url, 'PATCH /n/new', { a: 1 })).status).toBe(200);
    expect(origin.seen).toMatchObject([{ line: 'PATCH /n/new' }]);
    expect(await end(second)).toBe(0);
    expect((await recorded(folder)).map(({ request: { path } }) => path)).toContain('/n/new');
    expect(await recorded(folder)).toHaveLength(6);
  });

  test('a body over --max-body is passed on whole and recorded as omitted', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder, '--max-body', '100kb');
    expect((await ask(started.url, 'GET /bytes/300000')).text).toHaveLength(300_000);
    await end(started);
    const hash = createHash('sha256').update('x'.repeat(300_000)).digest('hex');
    expect((await recorded(folder))[0]!.response.body).toEqual({
      omitted: { bytes: 300_000, reason: 'too-long', hash },
    });
  });

  test('what the user says is secret is not stored', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder, '--redact', '$..strategyId');
    await ask(started.url, `GET ${listing()}`);
    await end(started);
    expect(jsonOf((await recorded(folder))[0]!).strategyId).toMatch(/^__redacted\./);
  });
});

describe('what breaks off', () => {
  test('an upstream that dies in the middle ends the client’s connection, and nothing is stored', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    await expect(ask(started.url, 'GET /truncated')).rejects.toThrow();
    expect(await end(started)).toBe(0);
    expect(started.out()).toContain('broken off by the upstream');
    expect(started.out()).toContain('0 recorded, 0 repeated, 0 refused, 1 failed');
    expect(existsSync(join(folder, 'session.json'))).toBe(false);
  });

  test('an event stream arrives as it goes, is stored when it ends, and not when its client leaves', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    const open = async (): Promise<{ text: () => string; leave: () => void; ended: Promise<unknown> }> => {
      let text = '';
      let ended = Promise.resolve<unknown>(undefined);
      const sent = httpRequest(`${started.url}/events`, {
        headers: { 'X-API-KEY': secretKey },
        agent: false,
      }).end();
      sent.on('error', () => undefined);
      await new Promise<void>((resolve) =>
        sent.once('response', (answer) => {
          answer.on('data', (piece: Buffer) => (text += piece.toString())).on('error', () => undefined);
          ended = new Promise((done) => answer.once('close', done));
          resolve();
        }),
      );
      return { text: () => text, leave: () => sent.destroy(), ended };
    };
    const leaving = await open();
    await eventually(() => leaving.text() === 'data: 1\n\n');
    leaving.leave();
    await eventually(() => origin.streams.size === 0);
    const staying = await open();
    await eventually(() => staying.text() === 'data: 1\n\n');
    for (const stream of origin.streams) stream.end('data: 2\n\n');
    await staying.ended;
    expect(staying.text()).toBe('data: 1\n\ndata: 2\n\n');
    expect(await end(started)).toBe(0);
    expect((await recorded(folder)).map(({ response: { body } }) => body)).toEqual([
      { text: 'data: 1\n\ndata: 2\n\n' },
    ]);
  });

  test('Ctrl-C finishes what is in flight, folds and unlocks', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    const answer = ask(started.url, 'GET /bytes/20000000');
    await eventually(() => origin.seen.length === 1);
    started.signal();
    expect((await answer).text).toHaveLength(20_000_000);
    expect(await started.code).toBe(0);
    expect([...(await filesIn(folder)).keys()]).toEqual(['session.json']);
  });
});

describe('what it prints', () => {
  test('a live line with the counts on a terminal, and at the end how to replay', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await startCommand(
      ['record', origin.url, '--port', '0', '--dir', folder, '--name', 'demo'],
      {
        isTerminal: true,
        env: { NO_COLOR: '1' },
      },
    );
    await ask(started.url, 'GET /n/1');
    await ask(started.url, 'GET /n/1');
    await end(started);
    const [overwritten = ''] = started.out().split('GET /n/1').slice(0, 1);
    expect(overwritten.split('\r\u001b[2K').at(-1)).toMatch(/^\d\d:\d\d:\d\d {2}<key> {2}$/);
    expect(started.out()).toContain('ms  recorded 1-get-n\n1 recorded, 0 repeated, 0 refused, 0 failed');
    expect(started.out()).toContain('ms  repeated 1-get-n\n1 recorded, 1 repeated, 0 refused, 0 failed');
    expect(started.out()).toMatch(
      new RegExp(`Replay it with:\n  pricing-mock replay demo --dir ${folder}\n$`),
    );
  });

  test('a body that is left out is told in the line of its request, and at the end with what to do', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const pretty = await recorder(origin.url, folder, '--max-body', '100');
    await ask(pretty.url, 'GET /bytes/300');
    await ask(pretty.url, 'GET /bytes/300');
    await ask(pretty.url, 'PATCH /n/1', { note: 'x'.repeat(200) });
    await end(pretty);
    const left = 'body left out: it is longer than --max-body';
    expect(pretty.out()).toMatch(new RegExp(`GET /bytes/300  200  .* ms  recorded 1-get-byte  ${left}\n`));
    expect(pretty.out()).toMatch(new RegExp(`GET /bytes/300  200  .* ms  repeated 1-get-byte  ${left}\n`));
    expect(pretty.out()).toMatch(new RegExp(`PATCH /n/1  200  .* ms  recorded 3-patch-n  request ${left}`));
    // What was asked twice is in the recording once.
    expect(pretty.out()).toMatch(
      /\.\n2 bodies are left out \(too-long\): it is longer than --max-body\. Record it again with a larger --max-body\.\nReplay it with:/,
    );

    const json = await recorder(origin.url, folder, '--max-body', '100', '--log', 'json', '--name', 'other');
    await ask(json.url, 'GET /bytes/300');
    await ask(json.url, 'GET /n/1');
    await end(json);
    const events = json.lines().map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      events.filter(({ event }) => event === 'request').map(({ path, omitted }) => [path, omitted]),
    ).toEqual([
      ['/bytes/300', { response: 'too-long' }],
      ['/n/1', undefined],
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'stopped', omitted: { 'too-long': 1 } });
  });

  test('no live line where there is no terminal, and nothing at all when silent', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder);
    await ask(started.url, 'GET /n/1');
    await end(started);
    expect(started.out()).not.toContain('\r');
    const silent = await run(['record', origin.url, '--port', '0', '--dir', folder, '--log', 'silent']);
    expect([silent.code, silent.out, silent.err]).toEqual([0, '', '']);
  });

  test('a key that went astray into a path is in no line', async () => {
    await using origin = await priceOrigin();
    const folder = await temporaryDirectory();
    const started = await recorder(origin.url, folder, '--log', 'json');
    await ask(started.url, `GET /n/${secretKey}?key=${secretKey}`);
    await end(started);
    await expectNoSecret(folder, started.out());
    const lines = started.lines().map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ event }) => event)).toEqual(['listening', 'request', 'stopping', 'stopped']);
    expect(lines[1]).toMatchObject({ method: 'GET', status: 200, outcome: 'recorded' });
    expect(lines[3]).toMatchObject({
      recorded: 1,
      failed: 0,
      replay: expect.stringContaining('replay session') as string,
    });
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mounts();
if (!canMount) console.warn('SKIPPED: a full disk needs root and mount(8).');

function mounts(): boolean {
  try {
    execFileSync('mount', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!canMount)('a disk that refuses in the middle', () => {
  async function smallDisk(...options: string[]): Promise<string> {
    const folder = join(await temporaryDirectory(), 'disk');
    await mkdir(folder);
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      ['size=64k', 'mode=700', ...options].join(','),
      'tmpfs',
      folder,
    ]);
    onTestFinished(() => {
      execFileSync('umount', ['-l', folder]);
    });
    return folder;
  }

  async function expectGoesOn(started: Started, folder: string, before: Buffer): Promise<void> {
    let refused = 0;
    for (let count = 0; count < 80 && refused < 3; count += 1) {
      const answer = await ask(started.url, `GET /bytes/${2_000 + count}`);
      expect([answer.status, answer.text.length]).toEqual([200, 2_000 + count]);
      if (answer.headers['x-mock-recorded'] === 'no') refused += 1;
      else expect([refused, answer.headers['x-mock-recorded']]).toEqual([0, undefined]);
    }
    expect(refused).toBe(3);
    expect(started.out().match(/NOTHING MORE IS RECORDED/g)).toHaveLength(1);
    expect(await end(started)).toBe(4);
    expect((await readFile(join(folder, 'session.json'))).equals(before)).toBe(true);
  }

  test('full: proxying goes on, each answer says so, one loud line, exit code 4, the old file intact', async () => {
    await using origin = await priceOrigin();
    const folder = await smallDisk();
    const first = await recorder(origin.url, folder);
    await ask(first.url, 'GET /bytes/8000');
    expect(await end(first)).toBe(0);
    const before = await readFile(join(folder, 'session.json'));
    await expectGoesOn(await recorder(origin.url, folder), folder, before);
  });

  test('full before there is a document: the advice that is printed works', async () => {
    await using origin = await priceOrigin();
    const folder = await smallDisk();
    const started = await recorder(origin.url, folder);
    let kept = 0;
    for (let refused = 0; refused < 3;) {
      const { headers } = await ask(started.url, `GET /bytes/${2_000 + kept}`);
      if (headers['x-mock-recorded'] === 'no') refused += 1;
      else kept += 1;
    }
    expect(await end(started)).toBe(4);
    expect([...(await filesIn(folder)).keys()]).toEqual(['session.journal']);
    const [, advice = ''] = /Replay it with:\n {2}pricing-mock (.+)\n/.exec(started.out()) ?? [];
    await using replaying = await startCommand([...advice.split(' '), '--port', '0', '--no-auth'], {
      cwd: folder,
    });
    expect(await ask(replaying.url, `GET /bytes/${2_000 + kept - 1}`)).toMatchObject({ status: 200 });
    expect(replaying.out()).toContain('session.journal: read alone');
  });

  test('read-only all of a sudden: the same', async () => {
    await using origin = await priceOrigin();
    const folder = await smallDisk();
    const first = await recorder(origin.url, folder);
    await ask(first.url, 'GET /bytes/3000');
    expect(await end(first)).toBe(0);
    const before = await readFile(join(folder, 'session.json'));
    const started = await recorder(origin.url, folder);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    await expectGoesOn(started, folder, before);
  });

  test('read-only from the start: exit code 4 at once', async () => {
    const folder = await smallDisk('ro');
    const { code, err } = await run(['record', 'http://x.example', '--port', '0', '--dir', folder]);
    expect([code, err]).toEqual([4, expect.stringContaining('read-only')]);
  });
});

test('three hundred streams that stay open hold up no other request', async () => {
  await using upstream = await rawUpstream((socket, request) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n: begun\n\n',
    );
    if (!request.includes('/endless')) socket.end();
  });
  const started = await recorder(upstream.url.origin, await temporaryDirectory());
  const { host, port } = new URL(started.url);
  const open = await Promise.all(Array.from({ length: 300 }, () => RawClient.connect(Number(port))));
  onTestFinished(() => {
    for (const client of open) client.leave();
  });
  await Promise.all(
    open.map(async (client) => {
      client.send(`GET /endless HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      await client.received('begun');
    }),
  );
  expect((await ask(started.url, 'GET /other')).status).toBe(200);
  for (const client of open) client.leave();
  expect(await end(started)).toBe(0);
});
