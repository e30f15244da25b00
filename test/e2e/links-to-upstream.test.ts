// Links and redirects to the recorded service: they must lead a client neither past the recorder nor out of a replay.
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRecording } from '../../src/recording/document.ts';
import type { Interaction } from '../../src/recording/format.ts';
import { startCommand } from '../cli/command.ts';
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
});
