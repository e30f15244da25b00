// A request without a key is marked as such where its answer may be due to that: many a service says so with other statuses.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import type { Exchange } from '../../src/recording/format.ts';
import { exchange, session, temporaryDirectory } from '../support/recordings.ts';

const withoutKey = (path: string, status: number): Exchange =>
  exchange({ path, status, requestHeaders: [['Accept', 'application/json']], body: { ok: false } });

async function marked(exchanges: readonly Exchange[]): Promise<readonly unknown[]> {
  const file = join(await temporaryDirectory(), 'session.json');
  await session(file, exchanges);
  const { interactions } = await readRecording(file);
  return interactions.map(({ request: { path, keyless = false } }) => [path, keyless]);
}

test('where others had a key, a request without one is marked whatever its status', async () => {
  expect(
    await marked([
      exchange({ path: '/v1/listings', body: { ok: true } }),
      withoutKey('/v1/strategies', 200),
      withoutKey('/v1/reports', 400),
    ]),
  ).toEqual([
    ['/v1/listings', false],
    ['/v1/strategies', true],
    ['/v1/reports', true],
  ]);
});

test('where no request has a key, only refusals of who asks are marked', async () => {
  expect(await marked([withoutKey('/v1/strategies', 200), withoutKey('/v1/reports', 401)])).toEqual([
    ['/v1/strategies', false],
    ['/v1/reports', true],
  ]);
});
