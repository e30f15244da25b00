// What changed in a service between two recordings: what counts, how severe it is, and what is noise.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDrift, shapeOfRecording } from '../../src/analysis/drift/drift.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import { printRecording } from '../../src/recording/file/print.ts';
import type { Recording } from '../../src/recording/format.ts';
import { run } from '../cli/command.ts';
import {
  recordMock,
  wholeSession,
  withAnswers,
  withJson,
  withListings,
  without,
  type Ask,
} from '../fidelity/sessions.ts';
import { learn } from '../../src/analysis/learn/learn.ts';
import { generate } from '../../src/service/data/generate.ts';
import { interaction, recordingOf, temporaryDirectory } from '../support/recordings.ts';

const session = await recordMock(wholeSession);
const manyListings = await recordMock([{ path: '/v1/listings' }], { data: 'default' });

const changes = (before: Recording, after: Recording) =>
  findDrift(shapeOfRecording(before), shapeOfRecording(after)).map(
    ({ severity, path, what }) => `${severity} ${path} ${what}`,
  );

test('a service that did not change has no drift, whatever its records are', async () => {
  expect(changes(session, session)).toEqual([]);
  const other = await recordMock(wholeSession, { data: generate({ seed: 5, set: 'default' }) });
  expect(changes(session, other).filter((change) => !/null|status/.test(change))).toEqual([]);
  // Of another seed, in whose listings no value of an enumeration stands that those of seed 1 lack.
  const more = await recordMock([{ path: '/v1/listings' }], { data: generate({ seed: 27, set: 'default' }) });
  expect(changes(manyListings, more)).toEqual([]);
});

test('a new field is additive, a nested one too, and each is told once over all endpoints', () => {
  const after = withListings(session, (listing) => ({
    ...listing,
    tier: 'gold',
    eligibility: { ...(listing.eligibility as object), since: null },
  }));
  expect(changes(session, after)).toEqual([
    'additive $.data[*].eligibility.since added',
    'additive $.data[*].tier added',
  ]);
});

test('a field that is gone is breaking, and one that was rare may just not have come', () => {
  expect(
    changes(
      session,
      withListings(session, (listing) => without(listing, 'cost')),
    ),
  ).toEqual(['breaking $.data[*].cost removed']);
  let at = 0;
  const rare = withListings(session, (listing) => (at++ === 0 ? { ...listing, note: 'fragile' } : listing));
  expect(changes(rare, session)).toEqual([]);
});

test('a field that was always there and now is sometimes is breaking', () => {
  let at = 0;
  const after = withListings(manyListings, (listing) => {
    if (at++ % 2 === 0) delete listing.cost;
    return listing;
  });
  expect(changes(manyListings, after)).toEqual(['breaking $.data[*].cost sometimes missing']);
});

test('another type and a first null are breaking; a number without decimals is no other type', () => {
  const texts = withListings(session, (listing) => ({ ...listing, minPrice: String(listing.minPrice) }));
  expect(changes(session, texts)).toEqual(['breaking $.data[*].minPrice retyped']);
  const nulls = withListings(session, (listing) => ({ ...listing, minPrice: null }));
  expect(changes(session, nulls)).toEqual(['breaking $.data[*].minPrice may be null']);
  const whole = withListings(session, (listing) => ({
    ...listing,
    minPrice: Math.round(Number(listing.minPrice)),
  }));
  expect(changes(session, whole)).toEqual([]);
});

test('another format of times is breaking', () => {
  const after = withListings(session, (listing) => ({
    ...listing,
    createdAt: String(listing.createdAt).replace(/\.\d+Z/, 'Z'),
  }));
  expect(changes(session, after)).toEqual(['breaking $.data[*].createdAt format changed']);
});

test('a new value of an enumeration is additive, a new value of a free text is nothing', () => {
  let at = 0;
  const after = withListings(manyListings, (listing) => ({
    ...listing,
    sku: `NEW${at}`,
    status: at++ === 0 ? 'suspended' : listing.status,
  }));
  expect(changes(manyListings, after)).toEqual(['additive $.data[*].status new value']);
});

test('another status for the same request is breaking', () => {
  const after = withAnswers(session, ({ response }) => (response.status === 404 ? { status: 410 } : {}));
  expect(changes(session, after)).toEqual(['breaking status status changed']);
});

test('records that stand elsewhere are breaking, and told once', () => {
  const after = withJson(session, (json) => {
    const { data, ...rest } = json;
    return Array.isArray(data) ? { ...rest, items: data } : json;
  });
  expect(changes(session, after)).toEqual([
    'breaking $.data moved',
    'breaking $.data moved',
    'breaking $.data moved',
  ]);
});

test('another order of names is cosmetic', () => {
  const after = withListings(session, (listing) => Object.fromEntries(Object.entries(listing).reverse()));
  expect(changes(session, after)).toEqual(['cosmetic $.data[*] order of fields']);
});

test('headers come and go', () => {
  const after = withAnswers(session, ({ response: { headers } }) => ({
    headers: [...headers.filter(([name]) => name !== 'X-Request-Id'), ['X-Edge', 'a'], ['Server', 'new']],
  }));
  expect(changes(session, after)).toEqual([
    'breaking header:X-Request-Id removed',
    'additive header:X-Edge added',
  ]);
});

test('a header that tells a lower limit is breaking, and a higher one additive', () => {
  const limited = (limit: string) =>
    withAnswers(session, ({ response: { headers } }) => ({
      headers: [...headers, ['X-RateLimit-Limit', limit]],
    }));
  expect(changes(limited('300'), limited('100'))).toEqual([
    'breaking header:X-RateLimit-Limit value changed',
  ]);
  expect(changes(limited('300'), limited('600'))).toEqual([
    'additive header:X-RateLimit-Limit value changed',
  ]);
});

test('the limits themselves are told by what was refused', async () => {
  const burst: Ask[] = Array.from({ length: 8 }, () => ({ path: '/v1/strategies', after: 20 }));
  const limitedTo = (perSecond: number) => recordMock(burst, { limits: { perSecond, perMinute: 300 } });
  expect(changes(await limitedTo(5), await limitedTo(3))).toEqual(['breaking limits limit lowered']);
  expect(changes(await limitedTo(3), await limitedTo(5))).toEqual(['additive limits limit raised']);
});

test('what moves by itself, and what names an answer, is no change', () => {
  const shop = (trace: string, price: number) =>
    recordingOf(
      ...[1, 2].flatMap((time) => [
        interaction(`${time}-get-listing`, {
          path: '/v1/listings/7',
          body: { id: '7', price: price + time, trace: `${trace}-${time}` },
        }),
        interaction(`${time}-get-nothing`, {
          path: '/v1/listings/8',
          status: 404,
          body: { error: { code: 'gone', trace: `${trace}4711x${time}` } },
        }),
      ]),
    );
  expect(changes(shop('aa', 10), shop('bb', 20))).toEqual([]);
});

async function folderWith(recordings: Readonly<Record<string, Recording>>): Promise<string> {
  const cwd = await temporaryDirectory();
  for (const [name, recording] of Object.entries(recordings)) {
    await writeFile(join(cwd, `${name}.json`), printRecording(recording));
  }
  return cwd;
}

test('the exit code tells the severity, and --tolerate what is let pass', async () => {
  const cwd = await folderWith({
    old: session,
    breaking: withListings(session, (listing) => without(listing, 'cost')),
    additive: withListings(session, (listing) => ({ ...listing, tier: 1 })),
    cosmetic: withListings(session, (listing) => Object.fromEntries(Object.entries(listing).reverse())),
  });
  const codeOf = async (...argv: string[]) => (await run(['drift', '--dir', '.', ...argv], { cwd })).code;
  expect(await codeOf('old', 'old')).toBe(0);
  expect(await codeOf('old', 'breaking')).toBe(1);
  expect(await codeOf('old', 'additive')).toBe(5);
  expect(await codeOf('old', 'cosmetic')).toBe(0);
  expect(await codeOf('old', 'cosmetic', '--tolerate', 'none')).toBe(6);
  expect(await codeOf('old', 'additive', '--tolerate', 'additive')).toBe(0);
  expect(await codeOf('old', 'breaking', '--tolerate', 'additive')).toBe(1);
  expect(await codeOf('old', 'nowhere')).toBe(4);
});

test('the report is text, JSON or Markdown', async () => {
  const cwd = await folderWith({
    old: session,
    new: withListings(session, (listing) => without(listing, 'cost')),
  });
  const outOf = async (...argv: string[]) =>
    (await run(['drift', 'old', 'new', '--dir', '.', ...argv], { cwd })).out;
  expect(await outOf()).toContain(
    'From old to new: 1 breaking, 0 additive, 0 cosmetic\n\nbreaking: $.data[*].cost removed\n',
  );
  expect(JSON.parse(await outOf('--json'))).toMatchObject({
    counts: { breaking: 1, additive: 0, cosmetic: 0 },
    changes: [{ severity: 'breaking', path: '$.data[*].cost', what: 'removed' }],
  });
  expect(await outOf('--markdown')).toContain(
    '| breaking | `$.data[*].cost` removed | `GET /v1/listings` and 3 more |',
  );
  expect((await run(['drift', 'old', 'new', '--dir', '.', '--json', '--markdown'], { cwd })).code).toBe(2);
});

test('a profile stands for what was known before, wherever it is named', async () => {
  const cwd = await folderWith({ now: withListings(session, (listing) => without(listing, 'cost')) });
  const profile = printProfile(learn([{ name: 'old', recording: session }]));
  await writeFile(join(cwd, 'profile.json'), profile);
  const told =
    'From profile.json to now: 1 breaking, 0 additive, 0 cosmetic\n\nbreaking: $.data[*].cost removed\n';
  const first = await run(['drift', 'profile.json', 'now', '--dir', '.'], { cwd });
  expect(first.out).toContain(told);
  expect(first.code).toBe(1);
  expect((await run(['drift', 'now', 'profile.json', '--dir', '.'], { cwd })).out).toContain(told);
  expect((await run(['drift', 'profile.json', 'profile.json', '--dir', '.'], { cwd })).code).toBe(2);
  await writeFile(join(cwd, 'profile.json'), profile.replace('"version": 2', '"version": 99'));
  const broken = await run(['drift', 'profile.json', 'now', '--dir', '.'], { cwd });
  expect(broken.code).toBe(4);
  expect(broken.err).toContain('profile.json: /version');
});
