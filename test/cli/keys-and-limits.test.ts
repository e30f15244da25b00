// Who is let in, how often, and by which clock: seen from outside of the command.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/recordings.ts';
import { run, startCommand } from './command.ts';
import { requestRaw } from './wire.ts';

const frozen = ['--port', '0', '--data', 'tiny', '--clock', '2026-03-01T12:00:00Z,frozen'];
const root = new URL('../../', import.meta.url).pathname;
const one = '11111111-1111-4111-8111-111111111111';

/** The statuses of so many requests with a key; the clock stands still, so no window ever passes. */
async function statuses(argv: readonly string[], key: string | null, count: number): Promise<number[]> {
  await using served = await startCommand([...frozen, ...argv]);
  const found: number[] = [];
  for (let at = 0; at < count; at += 1) {
    found.push((await requestRaw(served.url, { line: 'GET /v1/strategies', key })).status);
  }
  return found;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

test.each([
  ['the specification’s limits hold for every key', [], 'test_x', [...times(5, 200), 429]],
  ['a listed key has the limits of every key', ['--key', 'mine'], 'mine', [...times(5, 200), 429]],
  ['a key can have limits of its own', ['--key', 'k:2/100'], 'k', [200, 200, 429]],
  ['the limit per minute of a key counts too', ['--key', 'k:9/3'], 'k', [...times(3, 200), 429]],
  ['a key can be free of limits', ['--key', 'k:off/off'], 'k', times(8, 200)],
  [
    'a key with its own limits does not change those of others',
    ['--key', 'k:2/100'],
    'test_x',
    times(5, 200),
  ],
  ['--per-second changes the limit', ['--per-second', '2'], 'test_x', [200, 200, 429]],
  [
    '--per-second off leaves the one per minute',
    ['--per-second', 'off', '--per-minute', '7'],
    'test_x',
    [...times(7, 200), 429],
  ],
  ['--per-minute off leaves the one per second', ['--per-minute', 'off'], 'test_x', [...times(5, 200), 429]],
  ['--no-limits switches both off', ['--no-limits'], 'test_x', times(8, 200)],
  ['--no-limits goes before the limits of a key', ['--no-limits', '--key', 'k:1/1'], 'k', times(4, 200)],
  ['an unknown key is refused, and never limited', [], 'nobody', times(8, 401)],
  ['no key is refused', [], null, [401]],
  ['--no-auth asks for no key, and still limits', ['--no-auth'], null, [...times(5, 200), 429]],
  ['--no-auth takes any key', ['--no-auth'], 'nobody', [200]],
  [
    'the last of two --key with the same key counts',
    ['--key', 'k:1/9', '--key', 'k:2/9'],
    'k',
    [200, 200, 429],
  ],
] as const)('%s', async (_, argv, key, expected) => {
  expect(await statuses(argv, key, expected.length)).toEqual(expected);
});

test('limits are counted for each key by itself, and a 401 counts for nobody', async () => {
  await using served = await startCommand([...frozen, '--per-second', '1']);
  const found = [];
  for (const key of ['nobody', 'test_a', 'test_b', 'test_a', 'nobody', 'test_c']) {
    found.push((await requestRaw(served.url, { line: 'GET /v1/reports', key })).status);
  }
  expect(found).toEqual([401, 200, 200, 429, 401, 200]);
});

async function updatedAt(clock: string): Promise<string> {
  await using served = await startCommand([...frozen, '--clock', clock]);
  const line = `PATCH /v1/listings/${one}/price`;
  const { body } = await requestRaw(served.url, { line, body: '{"minPrice":16}' });
  return (JSON.parse(body) as { updatedAt: string }).updatedAt;
}

test('a frozen clock dates every change alike', async () => {
  expect(await updatedAt('2026-03-01T12:00:00Z,frozen')).toBe('2026-03-01T12:00:00.000Z');
  expect(await updatedAt('2026-03-02,frozen')).toBe('2026-03-02T00:00:00.000Z');
});

test('a clock that starts at a time goes on from there, and the real one follows the system', async () => {
  expect(await updatedAt('2027-01-01T00:00:00Z')).toMatch(/^2027-01-01T00:00:/);
  const real = Date.parse(await updatedAt('real'));
  expect(Math.abs(Date.now() - real)).toBeLessThan(60_000);
});

test('worlds do not see each other’s changes', async () => {
  await using served = await startCommand(frozen);
  const line = `PATCH /v1/listings/${one}/price`;
  await requestRaw(served.url, { line, key: 'test_a', body: '{"minPrice":16}' });
  const seen = [];
  for (const key of ['test_a', 'test_b']) {
    const { body } = await requestRaw(served.url, { line: `GET /v1/listings/${one}`, key });
    seen.push((JSON.parse(body) as { minPrice: number }).minPrice);
  }
  expect(seen).toEqual([16, 15.99]);
});

test('a limit that is named goes before the learned one, though it is the one of the specification', async () => {
  const cwd = await temporaryDirectory();
  expect(
    (await run(['learn', join(root, 'recordings/sample.json'), '--out', 'learned.json'], { cwd })).code,
  ).toBe(0);
  const file = join(cwd, 'learned.json');
  const profile = JSON.parse(await readFile(file, 'utf8')) as { service: { limits: { second: object } } };
  profile.service.limits.second = { limit: 2, accepted: 2 };
  await writeFile(file, JSON.stringify(profile));
  expect(await statuses(['--profile', file], 'test_x', 3)).toEqual([200, 200, 429]);
  const named = ['--profile', file, '--per-second', '5'];
  expect(await statuses(named, 'test_x', 6)).toEqual([...times(5, 200), 429]);
});
