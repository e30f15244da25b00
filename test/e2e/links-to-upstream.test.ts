// Links and redirects to the recorded service: they must lead a client neither past the recorder nor out of a replay.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import type { BrotliCompress, Gzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import type { Interaction } from '../../src/recording/format.ts';
import { run, startCommand } from '../cli/command.ts';
import type { Started } from '../cli/command.ts';
import { temporaryDirectory } from '../support/recordings.ts';

interface Origin extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Each request, such as `GET /a?b`. */
  readonly seen: string[];
  /** Each request's body, in the same order. */
  readonly bodies: string[];
}

/** A service that knows its own address, as most do by `Host` or by their settings. */
async function origin(
  answer: (request: IncomingMessage, response: ServerResponse, self: string) => void,
): Promise<Origin> {
  const seen: string[] = [];
  const bodies: string[] = [];
  let self = '';
  const listener: RequestListener = (request, response) => {
    const at = seen.push(`${request.method!} ${request.url!}`) - 1;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      bodies[at] = Buffer.concat(pieces).toString();
      answer(request, response, self);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  self = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: self, port, seen, bodies, [Symbol.asyncDispose]: close };
}

const json = (response: ServerResponse, value: unknown, ...headers: string[]): void => {
  response.writeHead(200, ['Content-Type', 'application/json', ...headers]).end(JSON.stringify(value));
};

const recorder = (upstream: string, folder: string, ...flags: string[]): Promise<Started> =>
  startCommand(['record', upstream, '--port', '0', '--dir', folder, '--pace', 'off', ...flags], {
    cwd: folder,
  });

const replayer = (folder: string, ...flags: string[]): Promise<Started> =>
  startCommand(['replay', 'session', '--port', '0', '--dir', folder, ...flags], { cwd: folder });

async function end(started: Started): Promise<string> {
  started.signal();
  await started.code;
  return started.out();
}

async function recorded(folder: string): Promise<readonly Interaction[]> {
  return (await readRecording(join(folder, 'session.json'))).interactions;
}

const key = { 'X-API-KEY': 'test_pages' };

/** Every page, by the `Link` header. */
async function pages(first: string): Promise<{ ids: string[]; urls: string[] }> {
  const found = { ids: [] as string[], urls: [] as string[] };
  for (let url: string | undefined = first; url !== undefined;) {
    const answer: Response = await fetch(url, { headers: key });
    found.urls.push(url);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    found.ids.push(...data.map(({ id }) => id));
    url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('links of the service lead through the recorder, and into the replay (clients F1)', () => {
  test('all pages of a listing by its Link header are recorded, and replayed without a request to the service', async () => {
    await using service = await startCommand([
      '--port',
      '0',
      '--data',
      'tiny',
      '--no-limits',
      '--assume',
      'pagination=link',
      '--log',
      'json',
    ]);
    const asked = (): number => service.lines().filter((line) => line.includes('"request"')).length;
    const folder = await temporaryDirectory();
    const direct = await pages(`${service.url}/v1/listings?limit=1`);
    expect(direct.urls.length).toBeGreaterThan(2);

    const recording = await recorder(service.url, folder);
    const through = await pages(`${recording.url}/v1/listings?limit=1`);
    expect(through.ids).toEqual(direct.ids);
    expect(through.urls.every((url) => url.startsWith(`${recording.url}/`))).toBe(true);
    await end(recording);
    expect(await recorded(folder)).toHaveLength(direct.urls.length);

    const before = asked();
    await using replay = await replayer(folder);
    const again = await pages(`${replay.url}/v1/listings?limit=1`);
    expect(again.ids).toEqual(direct.ids);
    expect(again.urls.every((url) => url.startsWith(`${replay.url}/`))).toBe(true);
    expect(asked()).toBe(before);

    await service[Symbol.asyncDispose]();
    expect((await pages(`${replay.url}/v1/listings?limit=1`)).ids).toEqual(direct.ids);
  });

  test('a package’s tarball, as npm finds it', async () => {
    await using upstream = await origin((request, response, self) => {
      if (request.url === '/pkg') {
        json(response, { versions: { '1.0.0': { dist: { tarball: `${self}/pkg/-/pkg-1.0.0.tgz` } } } });
      } else
        response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(gzipSync('a package'));
    });
    const folder = await temporaryDirectory();
    const install = async (registry: string): Promise<string> => {
      const metadata = (await (await fetch(`${registry}/pkg`)).json()) as {
        versions: Record<string, { dist: { tarball: string } }>;
      };
      const { tarball } = metadata.versions['1.0.0']!.dist;
      expect(tarball).toBe(`${registry}/pkg/-/pkg-1.0.0.tgz`);
      return Buffer.from(await (await fetch(tarball)).arrayBuffer()).toString('base64');
    };
    const recording = await recorder(upstream.url, folder);
    const tarball = await install(recording.url);
    await end(recording);
    const asked = upstream.seen.length;
    await using replay = await replayer(folder, '--no-auth');
    expect(await install(replay.url)).toBe(tarball);
    expect(upstream.seen).toHaveLength(asked);
  });

  test('a directory without its slash, as nginx answers for it; a creation; a redirect that keeps the method', async () => {
    await using upstream = await origin((request, response, self) => {
      if (request.url === '/docs') response.writeHead(301, ['Location', `${self}/docs/`]).end();
      else if (request.url === '/items' && request.method === 'POST') {
        response.writeHead(201, ['Location', `${self}/items/7`, 'Content-Location', `${self}/items/7`]).end();
      } else if (request.url === '/moved') response.writeHead(307, ['Location', `${self}/items`]).end();
      else json(response, { at: request.url });
    });
    const folder = await temporaryDirectory();
    const session = async (url: string): Promise<unknown[]> => {
      const directory = await fetch(`${url}/docs`);
      const made = await fetch(`${url}/items`, { method: 'POST', body: '{}' });
      const item = await fetch(made.headers.get('location')!);
      const moved = await fetch(`${url}/moved`, { method: 'POST', body: '{"a":1}' });
      return [
        directory.url,
        made.headers.get('location'),
        made.headers.get('content-location'),
        moved.url,
        await directory.json(),
        await item.json(),
        moved.status,
      ];
    };
    const expected = (url: string): unknown[] => [
      `${url}/docs/`,
      `${url}/items/7`,
      `${url}/items/7`,
      `${url}/items`,
      { at: '/docs/' },
      { at: '/items/7' },
      201,
    ];
    const recording = await recorder(upstream.url, folder);
    expect(await session(recording.url)).toEqual(expected(recording.url));
    const out = await end(recording);
    expect(out).not.toContain('leads');
    const asked = upstream.seen.length;
    await using replay = await replayer(folder, '--no-auth');
    expect(await session(replay.url)).toEqual(expected(replay.url));
    expect(upstream.seen).toHaveLength(asked);
    // The recording itself keeps what the service gave.
    expect(JSON.stringify(await recorded(folder))).toContain(`"Location","${upstream.url}/items/7"`);
  });

  test('a redirect to another host stays, and is told while recording, in check and in the replay', async () => {
    await using upstream = await origin((request, response, self) => {
      const location =
        request.url === '/out' ? 'https://login.example.net/in?x=1' : `https${self.slice(4)}/tls`;
      response.writeHead(302, ['Location', location]).end();
    });
    const secure = `https${upstream.url.slice(4)}`;
    const folder = await temporaryDirectory();
    const recording = await recorder(upstream.url, folder);
    const ask = async (url: string): Promise<string | null> =>
      (await fetch(url, { redirect: 'manual' })).headers.get('location');
    expect(await ask(`${recording.url}/out`)).toBe('https://login.example.net/in?x=1');
    expect(await ask(`${recording.url}/tls`)).toBe(`${secure}/tls`);
    const out = await end(recording);
    expect(out).toMatch(/GET \/out {2}302 .* leads to https:\/\/login\.example\.net\n/);
    expect(out).toContain(`2 answers lead past the recorder, to https://login.example.net, ${secure}: `);
    const checked = await run(['recordings', 'check', 'session', '--dir', folder], { cwd: folder });
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.out).toContain(
      'note: interactions[0].response leads to https://login.example.net, in a replay as well',
    );
    const replay = await replayer(folder, '--no-auth');
    expect(await ask(`${replay.url}/out`)).toBe('https://login.example.net/in?x=1');
    expect(await end(replay)).toMatch(/GET \/out {2}302 .* leads to https:\/\/login\.example\.net\n/);
  });

  test('what a recorder lets pass as it is, such as plain text, is told; the replay leads it to itself', async () => {
    await using upstream = await origin((_, response, self) => {
      response.writeHead(200, ['Content-Type', 'text/plain', 'Content-MD5', 'x']).end(`next: ${self}/2\n`);
    });
    const folder = await temporaryDirectory();
    const recording = await recorder(upstream.url, folder);
    const direct = await fetch(`${recording.url}/1`);
    expect(await direct.text()).toBe(`next: ${upstream.url}/2\n`);
    expect(await end(recording)).toContain(`One answer leads past the recorder, to ${upstream.url}: `);
    await using replay = await replayer(folder, '--no-auth');
    const replayed = await fetch(`${replay.url}/1`);
    expect(await replayed.text()).toBe(`next: ${replay.url}/2\n`);
    expect([direct.headers.get('content-md5'), replayed.headers.get('content-md5')]).toEqual(['x', null]);
  });

  test('an event stream and chunked JSON arrive as they go, a link cut in two pieces among it', async () => {
    const steps: (() => void)[] = [];
    await using upstream = await origin((_, response, self) => {
      response.writeHead(200, ['Content-Type', 'text/event-stream']);
      const url = `data: {"url":"${self}/next"}\n\n`;
      steps.push(
        () => response.write('data: 1\n\n'),
        () => response.write(url.slice(0, 20)),
        () => response.end(url.slice(20)),
      );
      steps[0]!();
    });
    const folder = await temporaryDirectory();
    const recording = await recorder(upstream.url, folder);
    const reader = (await fetch(`${recording.url}/events`)).body!.getReader();
    const text = async (): Promise<string> => Buffer.from((await reader.read()).value ?? []).toString();
    expect(await text()).toBe('data: 1\n\n');
    steps[1]!();
    expect(await text()).toBe('data: {"url":"');
    steps[2]!();
    let rest = '';
    for (let piece = await text(); piece !== ''; piece = await text()) rest += piece;
    expect(rest).toBe(`${recording.url}/next"}\n\n`);
    await end(recording);
    expect(JSON.stringify(await recorded(folder))).toContain(`${upstream.url}/next`);
  });

  test.each([
    ['text/event-stream', 'gzip'],
    ['text/event-stream', 'br'],
    ['application/x-ndjson', 'gzip'],
    ['application/jsonl; charset=utf-8', 'br'],
    ['application/json-seq', 'gzip'],
    ['application/stream+json', 'gzip'],
  ])(
    'a compressed stream of pieces arrives as it goes, with its links, and ends with the client: %s in %s',
    async (type, coding) => {
      const streams: (Gzip | BrotliCompress)[] = [];
      const closed: Promise<unknown>[] = [];
      await using upstream = await origin((_, response) => {
        response.writeHead(200, ['Content-Type', type, 'Content-Encoding', coding]);
        response.flushHeaders();
        closed.push(once(response, 'close'));
        const stream = coding === 'br' ? createBrotliCompress() : createGzip();
        stream.pipe(response);
        streams.push(stream);
      });
      const folder = await temporaryDirectory();
      const recording = await recorder(upstream.url, folder);
      const open = async (path: string) => {
        const reader = (await fetch(`${recording.url}${path}`)).body!.getReader();
        const stream = streams.at(-1)!;
        const send = (text: string): void => {
          stream.write(text);
          stream.flush();
        };
        const read = async () => Buffer.from((await reader.read()).value ?? []).toString();
        return { send, end: () => stream.end(), read, leave: () => reader.cancel() };
      };
      const whole = await open('/whole');
      whole.send('data: 1\n\n');
      expect(await whole.read()).toBe('data: 1\n\n');
      whole.send(`data: {"url":"${upstream.url}/next"}\n\n`);
      let text = '';
      while (!text.endsWith('\n\n')) text += await whole.read();
      expect(text).toBe(`data: {"url":"${recording.url}/next"}\n\n`);
      whole.end();
      expect(await whole.read()).toBe('');
      const endless = await open('/endless');
      endless.send('data: 1\n\n');
      expect(await endless.read()).toBe('data: 1\n\n');
      await endless.leave();
      await closed[1];
      expect(await end(recording)).not.toContain('leads');
      const interactions = await recorded(folder);
      expect(interactions.map(({ request }) => request.path)).toEqual(['/whole']);
      expect(JSON.stringify(interactions)).toContain(`${upstream.url}/next`);
    },
  );

  test('a link that a client sends back reaches the service as the service gave it, and finds its answer in a replay', async () => {
    await using upstream = await origin((request, response, self) => {
      json(response, { self: `${self}/items/1`, asked: request.url!.length });
    });
    const folder = await temporaryDirectory();
    const session = async (url: string): Promise<number[]> => {
      const link = ((await (await fetch(`${url}/items/1`)).json()) as { self: string }).self;
      expect(link).toBe(`${url}/items/1`);
      const asked = await fetch(`${url}/jobs?of=${encodeURIComponent(link)}&plain=${link}`);
      const changed = await fetch(`${url}/items/1`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ link, price: 1 }),
      });
      return [asked.status, changed.status];
    };
    const recording = await recorder(upstream.url, folder);
    expect(await session(recording.url)).toEqual([200, 200]);
    await end(recording);
    const own = `${upstream.url}/items/1`;
    expect(upstream.seen[1]).toBe(`GET /jobs?of=${encodeURIComponent(own)}&plain=${own}`);
    expect(upstream.bodies[2]).toBe(JSON.stringify({ link: own, price: 1 }));
    await using replay = await replayer(folder, '--no-auth');
    expect(await session(replay.url)).toEqual([200, 200]);
  });

  test('a base URL with a path: links below it lead through, others are told, and the replay knows the path', async () => {
    await using upstream = await origin((request, response, self) => {
      if (request.url === '/api/moved') response.writeHead(302, ['Location', '/api/items']).end();
      else if (request.url === '/api/out') response.writeHead(302, ['Location', '/login']).end();
      else {
        const link = `<${self}/api/items?page=2>; rel="next", </api/items?page=9>; rel="last"`;
        json(response, { items: `${self}/api/items`, docs: `${self}/apis` }, 'Link', link);
      }
    });
    const folder = await temporaryDirectory();
    const session = async (url: string): Promise<void> => {
      const moved = await fetch(`${url}/moved`);
      expect(moved.url).toBe(`${url}/items`);
      expect(moved.headers.get('link')).toBe(
        `<${url}/items?page=2>; rel="next", <${url}/items?page=9>; rel="last"`,
      );
      expect(await moved.json()).toEqual({ items: `${url}/items`, docs: `${upstream.url}/apis` });
      const out = await fetch(`${url}/out`, { redirect: 'manual' });
      expect(out.headers.get('location')).toBe(`${upstream.url}/login`);
    };
    const recording = await recorder(`${upstream.url}/api/`, folder);
    await session(recording.url);
    const told = await end(recording);
    expect(told).toContain(`2 answers lead past the recorder, to ${upstream.url}: `);
    expect((await readRecording(join(folder, 'session.json'))).upstream).toBe(`${upstream.url}/api`);
    await using replay = await replayer(folder, '--no-auth');
    await session(replay.url);
  });

  test('recording again from another port of this machine leaves the file as it is', async () => {
    const folder = await temporaryDirectory();
    const files: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await using upstream = await origin((request, response, self) => {
        const other = self.replace('127.0.0.1', 'localhost');
        const headers = ['Content-Type', 'application/json', 'Link', `<${self}/2>; rel="next"`];
        const body = JSON.stringify({ self: `${self}/1`, other: `${other}/1` });
        const isZipped = request.url === '/zipped';
        response.writeHead(200, isZipped ? [...headers, 'Content-Encoding', 'gzip'] : headers);
        response.end(isZipped ? gzipSync(body) : body);
      });
      const recording = await recorder(upstream.url, folder);
      for (const path of ['/1', '/zipped']) {
        const { self, other } = (await (await fetch(recording.url + path)).json()) as Record<string, string>;
        expect([self, other]).toEqual([`${recording.url}/1`, `${recording.url}/1`]);
      }
      await fetch(`${recording.url}/echo?of=${recording.url}/1`);
      await end(recording);
      files.push(await readFile(join(folder, 'session.json'), 'utf8'));
    }
    expect(files[1]).toBe(files[0]);
  });

  test('what follows a link is guarded as any other request: with --key-env the service gets the real key', async () => {
    const keys: unknown[] = [];
    await using upstream = await origin((request, response, self) => {
      keys.push(request.headers['x-api-key']);
      json(response, { next: `${self}/2` });
    });
    const folder = await temporaryDirectory();
    const flags = ['--port', '0', '--dir', folder, '--key-env', 'REAL_KEY'];
    const env = { REAL_KEY: 'a-real-key-0123456789' };
    const recording = await startCommand(['record', upstream.url, ...flags], { cwd: folder, env });
    const first = (await (await fetch(`${recording.url}/1`, { headers: key })).json()) as { next: string };
    expect((await fetch(first.next, { headers: key })).status).toBe(200);
    expect((await fetch(first.next)).status).toBe(401);
    await end(recording);
    expect(keys).toEqual([env.REAL_KEY, env.REAL_KEY]);
  });
});
