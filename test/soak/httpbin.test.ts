// The main job on real input: what a client gets through the recorder is what it gets from the server itself, but for
// links to the server, which lead through the recorder.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import type { RealServer } from '../support/real-server.ts';
import { exchangeRaw } from '../support/raw-exchange.ts';
import { startRecording } from '../support/record-process.ts';
import type { RecordProcess } from '../support/record-process.ts';
import { readRecording } from '../../src/recording/file/document.ts';

const missing = whatIsMissing();
if (missing !== undefined) {
  console.warn(`SKIPPED: there is no ${missing} here, so nothing was compared with real servers.`);
}

const servers = [
  ['httpbin under gunicorn', startHttpbin, httpbinCatalogue],
  ['nginx', startNginx, nginxCatalogue],
] as const;

test('the catalogue has at least 80 requests of httpbin', () => {
  expect(httpbinCatalogue.length).toBeGreaterThanOrEqual(80);
});

describe.skipIf(missing !== undefined).each(servers)(
  '%s, directly and through the recorder',
  (_, start, catalogue) => {
    let server: RealServer;
    let recorder: RecordProcess;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pricing-mock-'));
      server = await start();
      recorder = await startRecording(`http://${server.host}`, ['--dir', folder, '--pace', 'off']);
    });
    afterAll(async () => {
      await recorder.kill();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    test.each(catalogue)('$name', async (request) => {
      const direct = await exchangeRaw(server.port, server.host, request);
      const recorded = await exchangeRaw(recorder.port, `localhost:${recorder.port}`, request);
      const expected = ledTo(direct, `http://${server.host}`, `http://localhost:${recorder.port}`);
      expect(comparable(recorded)).toEqual(comparable(expected));
    });

    test('all of it is in the recording at the end', async () => {
      expect(await recorder.stop()).toBe(0);
      expect(recorder.stderr()).toBe('');
      const { interactions } = await readRecording(join(folder, 'session.json'));
      const recorded = new Set(interactions.map(({ request: { method, path } }) => `${method} ${path}`));
      const asked = catalogue.map(({ line }) => line.replace(/\?.*/, ''));
      expect(asked.filter((line) => !recorded.has(line))).toEqual([]);
      expect(await readFile(join(folder, 'session.json'), 'utf8')).not.toContain('dXNlcjpwYXNz');
    });
  },
);
