// `pricing-mock drift`: what it prints and how it ends.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Recording } from '../../src/recording/format.ts';
import { run } from '../cli/command.ts';
import { printRecording, temporaryDirectory } from '../support/recordings.ts';
import { recordMock, wholeSession, withAnswers, withJson, withListings, without } from './sessions.ts';

const session = await recordMock(wholeSession);
const more = withListings(session, (listing) => ({ ...listing, colour: 'red' }));
const less = withListings(session, (listing) => without(listing, 'sku'));
const turned = withJson(session, (json, { request, response }) =>
  request.path === '/v1/strategies' && response.status === 200
    ? { ...json, data: (json.data as unknown[]).toReversed() }
    : json,
);

async function drift(now: Recording, ...argv: string[]) {
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'old.json'), printRecording(session));
  await writeFile(join(cwd, 'now.json'), printRecording(now));
  const ended = await run(['drift', 'old', 'now', '--dir', '.', ...argv], { cwd });
  return { ...ended, cwd, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

test('the exit code tells the severity, and --tolerate what is let pass', async () => {
  expect((await drift(session)).code).toBe(0);
  expect((await drift(less)).code).toBe(1);
  expect((await drift(more)).code).toBe(5);
  expect((await drift(turned)).code).toBe(0);
  expect((await drift(turned, '--tolerate', 'none')).code).toBe(6);
  expect((await drift(more, '--tolerate', 'additive')).code).toBe(0);
  expect((await drift(less, '--tolerate', 'breaking')).code).toBe(0);
});

test('a change is told once over all endpoints, as text and JSON', async () => {
  const { out } = await drift(less);
  expect(out).toContain('From old to now: 1 breaking, 0 additive, 0 cosmetic');
  expect(out).toMatch(/^breaking: \$\.data\[\*\]\.sku removed$/m);
  expect(out).toMatch(/^ {3}at {7}GET \/v1\/listings$/m);
  expect(out).toMatch(/^ {3}also at {2}GET \/v1\/listings\/\{id\} {2}\$\.sku$/m);
  const report = JSON.parse((await drift(less, '--json')).out) as Record<string, unknown>;
  expect(report).toMatchObject({
    counts: { breaking: 1 },
    changes: [{ path: '$.data[*].sku', what: 'removed' }],
  });
  expect((await drift(session)).out).toBe('Nothing has changed from old to now\n');
});

test('Markdown and JUnit go into files; what is tolerated is skipped', async () => {
  const { read } = await drift(
    more,
    '--markdown',
    'drift.md',
    '--junit',
    'drift.xml',
    '--tolerate',
    'additive',
  );
  expect(await read('drift.md')).toMatch(/^\| additive \| `\$\.data\[\*\]\.colour` added \|/m);
  expect(await read('drift.xml')).toMatch(
    /<testcase classname="GET \/v1\/listings" name="\$\.data\[\*\]\.colour added" time="0"><skipped /,
  );
  const failed = await drift(more, '--junit', 'drift.xml');
  expect(await failed.read('drift.xml')).toContain('<failure message="additive: $.data[*].colour added">');
  const none = await drift(session, '--junit', 'drift.xml');
  expect(await none.read('drift.xml')).toContain('tests="1" failures="0"');
});

test('a header that tells a lower limit is breaking, and a higher one additive', async () => {
  const limited = (limit: number) =>
    withAnswers(session, ({ response }) => ({
      headers: [...response.headers, ['X-RateLimit-Limit', String(limit)]],
    }));
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'five.json'), printRecording(limited(5)));
  await writeFile(join(cwd, 'three.json'), printRecording(limited(3)));
  const lower = await run(['drift', 'five', 'three', '--dir', '.'], { cwd });
  expect(lower.out).toMatch(/^breaking: header:X-RateLimit-Limit tells a lower limit$/m);
  const higher = await run(['drift', 'three', 'five', '--dir', '.'], { cwd });
  expect(higher.out).toMatch(/^additive: header:X-RateLimit-Limit tells a higher limit$/m);
});

test('a recording without interactions is nothing to compare with, on either side', async () => {
  const { cwd } = await drift(session);
  await writeFile(join(cwd, 'empty.json'), printRecording({ ...session, interactions: [] }));
  await run(['learn', 'old', '--dir', '.', '-o', 'profile.json'], { cwd });
  for (const sides of [
    ['old', 'empty'],
    ['empty', 'old'],
    ['profile.json', 'empty'],
  ])
    expect(await run(['drift', ...sides, '--dir', '.', '--json'], { cwd })).toEqual({
      code: 4,
      out: '',
      err: 'pricing-mock: empty.json: holds no interaction to compare\n',
    });
});

test('a profile stands for what was known before, wherever it is named', async () => {
  const { cwd } = await drift(less);
  await run(['learn', 'old', '--dir', '.', '-o', 'profile.json'], { cwd });
  const own = await run(['drift', 'profile.json', 'old', '--dir', '.'], { cwd });
  expect(own.out).toBe('Nothing has changed from profile.json to old\n');
  const changed = await run(['drift', 'now', 'profile.json', '--dir', '.'], { cwd });
  expect(changed.code).toBe(1);
  expect(changed.out).toMatch(/^breaking: \$\.data\[\*\]\.sku removed$/m);
  expect(changed.out).toMatch(/^ {3}also at {2}GET \/v1\/listings\/\{id\} {2}\$\.sku$/m);
  expect((await run(['drift', 'profile.json', 'profile.json', '--dir', '.'], { cwd })).code).toBe(2);
});

test('a profile is read as strictly as elsewhere: in UTF-8', async () => {
  const { cwd } = await drift(session);
  await run(['learn', 'old', '--dir', '.', '-o', 'profile.json'], { cwd });
  const text = await readFile(join(cwd, 'profile.json'), 'utf8');
  const latin1 = Buffer.from(text.replace('"about": [', '"about": ["caf\u00e9",'), 'latin1');
  await writeFile(join(cwd, 'profile.json'), latin1);
  const { code, err } = await run(['drift', 'profile.json', 'old', '--dir', '.'], { cwd });
  expect(code).toBe(4);
  expect(err).toMatch(/^pricing-mock: profile\.json: is not UTF-8 in line \d+, perhaps Latin-1; save it as/);
});
