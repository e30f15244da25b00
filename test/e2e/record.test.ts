// `pricing-mock record` as its users meet it: over real sockets, with the recording on a real disk.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readRecording } from '../../src/recording/document.ts';
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
    await writeFile(file, '{\n
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

