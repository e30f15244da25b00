// The main job on real input, to its end: what a client gets from the replay, with the server gone, is what it got
// through the recorder and from the server itself, but for links to the server, which lead to the replay.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  comparable,
  httpbinCatalogue,
  ledTo,
  nginxCatalogue,
  startHttpbin,
  startNginx,
  whatIsMissing,
} from '../support/httpbin-catalogue.ts';
import { exchangeRaw } from '../support/raw-exchange.ts';
import type { RawAnswer } from '../support/raw-exchange.ts';
import { start } from '../support/serve.ts';
import type { Served } from '../support/serve.ts';

const missing = whatIsMissing();
if (missing !== undefined) {
  console.warn(`SKIPPED: there is no ${missing} here, so no real server was recorded and replayed.`);
}

const servers = [
  ['httpbin under gunicorn', startHttpbin, httpbinCatalogue],
  ['nginx', startNginx, nginxCatalogue],
] as const;

const withoutCookies = (answer: RawAnswer): RawAnswer => ({
  ...answer,
  headers: answer.headers.map((line) => line.replace(/^(set-cookie: [^=]+=)[^;]*/i, '$1<redacted>')),
});

/**
 * Where the replay differs on purpose, and what is then left out of the comparison: the values of secrets, which are
 * redacted; and an encoding that the server applied although the client did not take it, which the replay takes off.
 */
const exceptions: Readonly<Record<string, (answer: RawAnswer) => RawAnswer>> = {
  'GET /': ({ body, headers, ...rest }) => ({
    ...rest,
    headers: headers.filter((line) => !/^content-length:/i.test(line)),
    body: Buffer.from(body.toString().replace(/key=(val|__redacted\.\w+\.\d+__)/, 'key=<redacted>')),
  }),
  'GET /cookies/set/flavour/chocolate': withoutCookies,
  'GET /cookies/set?one=1&two=2': withoutCookies,
  'GET /twice': withoutCookies,
  'GET /gzip Accept-Encoding: identity': ({ statusLine, headers, body }) => ({
    statusLine,
    headers: headers.filter((line) => !/^content-(length|encoding):/i.test(line)),
    body: body[0] === 0x1f ? gunzipSync(body) : body,
  }),
};

describe.skipIf(missing !== undefined).each(servers)('%s, replayed', (_, startServer, catalogue) => {
  let folder: string;
  let replay: Served;
  /** Where the links in an answer lead to, on its way. */
  let links: { readonly direct: string; readonly recorded: string };
  /** What came directly and through the recorder, in the order of the catalogue. */
  const before: { readonly direct: RawAnswer; readonly recorded: RawAnswer }[] = [];
  const portOf = ({ url }: Served) => Number(new URL(url).port);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pricing-mock-httpbin-'));
    const server = await startServer();
    const recorder = await start('record', `http://${server.host}`, '--dir', folder, '--pace', 'off');
    links = { direct: `http://${server.host}`, recorded: `http://localhost:${portOf(recorder)}` };
    try {
      for (const request of catalogue) {
        const direct = await exchangeRaw(server.port, server.host, request);
        const port = portOf(recorder);
        before.push({ direct, recorded: await exchangeRaw(port, `localhost:${port}`, request) });
      }
    } finally {
      await recorder.stop();
      await server[Symbol.asyncDispose]();
    }
    replay = await start('replay', 'session', '--dir', folder, '--no-auth', '--fail-on-miss');
  });
  afterAll(async () => {
    expect([await replay.stop(), replay.stderr()]).toEqual([0, '']);
    await rm(folder, { recursive: true, force: true });
  });

  test.each(catalogue.map((request, at) => ({ ...request, at })))('$name', async ({ at, ...request }) => {
    const port = portOf(replay);
    const plain = exceptions[request.name] ?? ((answer: RawAnswer) => answer);
    const own = `http://localhost:${port}`;
    const shown = (answer: RawAnswer, from = own) => comparable(plain(ledTo(answer, from, own)));
    const replayed = shown(await exchangeRaw(port, `localhost:${port}`, request));
    const { direct, recorded } = before[at]!;
    expect(replayed).toEqual(shown(recorded, links.recorded));
    expect(replayed).toEqual(shown(direct, links.direct));
  });
});
