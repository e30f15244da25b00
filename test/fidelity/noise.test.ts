// What a real service changes by itself: none of it is a difference.
import { expect, test } from 'vitest';
import { scoreOf } from '../../src/analysis/compare/score.ts';
import { ids } from '../support/app.ts';
import { measure, recordMock, told, withAnswers, withJson, withListings, wholeSession } from './sessions.ts';

const session = await recordMock(wholeSession);
const listing = `/v1/listings/${ids.board}`;

test('prices that move between two reads of one state are no differences, nor is what comes and goes', async () => {
  let cents = 0;
  const often = await recordMock([...wholeSession, { path: listing }, { path: listing }, { path: listing }]);
  const moving = withListings(often, (record) => ({
    ...record,
    currentPrice: Number(record.currentPrice) + (cents += 1) / 100,
    buyBox: cents % 2 === 0 ? null : { winning: true, price: cents },
  }));
  expect(told(await measure(moving))).toEqual([]);
});

test('a value that no repeat has moved counts, and the ledger has what decides it', async () => {
  const other = await recordMock(wholeSession, { assume: { 'bounds-effect': 'none' } });
  const report = await measure(other);
  expect(told(report)).toEqual(['value $.currentPrice', 'value $.buyBox.price']);
  // Within the session, "some time later" comes to the same.
  const answers = ['none', 'delayed'].map((value) => ({ id: 'bounds-effect', value }));
  expect(report.differences.map(({ settledBy }) => settledBy)).toEqual([answers, answers]);
});

test('ids and times of answers are no differences, wherever they stand', async () => {
  let count = 100;
  const named = withJson(session, (json, { response }) => {
    count += 1;
    if (response.status >= 400) return { error: { ...(json.error as object), doc_url: undefined } };
    return json;
  });
  const traced = withAnswers(named, ({ response }) => ({
    headers: response.headers.map(([name, value]) => [
      name,
      name === 'X-Request-Id' ? `abc-${(count += 1)}` : value,
    ]),
  }));
  expect(told(await measure(traced, { ignored: ['$..doc_url'] }))).toEqual([]);
});

test('a service whose clock is wrong tells the same times', async () => {
  const hour = 3_600_000;
  const session = await recordMock(wholeSession);
  const skewed = {
    ...session,
    interactions: session.interactions.map((each) => ({
      ...each,
      at: new Date(Date.parse(each.at) - hour).toISOString(),
    })),
  };
  expect(told(await measure(skewed))).toEqual([]);
});

test('placeholders for secrets are equal to anything of their kind', async () => {
  const redacted = withJson(session, (json, { request }) => {
    if (!request.path.startsWith('/v1/reports')) return json;
    const text = JSON.stringify(json).replaceAll(/signature=\w+/g, 'signature=__redacted.signature__');
    return JSON.parse(text.replaceAll('"dashboard"', '"__redacted.requestedBy.1__"')) as unknown;
  });
  expect(told(await measure(redacted))).toEqual([]);
});

test('a message in other words is told and not scored', async () => {
  const worded = withJson(session, (json, { response }) => {
    return response.status < 400
      ? json
      : { error: { ...(json.error as object), message: `Wrong: ${response.status} it is.` } };
  });
  const report = await measure(worded);
  expect(told(report)).toEqual([]);
  expect(report.cosmetic.length).toBeGreaterThan(2);
  expect(scoreOf(report)).toBe(100);
});

test('the recorded 5xx is set aside, and what was written in it says nothing any more', async () => {
  const broken = withAnswers(session, ({ id }) => (id.startsWith('3-') ? { status: 503, body: null } : {}));
  const stale = withJson(broken, (json, { id }) => (/^[45]-/.test(id) ? json : json));
  const report = await measure(stale);
  expect(report.setAside).toEqual([{ reason: 'trouble of the service (5xx)', count: 1 }]);
  expect(told(report)).toEqual([]);
});

test('a request that the limits let through by a hair is no difference', async () => {
  const burst = Array.from({ length: 9 }, () => ({ path: listing, after: 200 }));
  const recording = await recordMock(burst);
  const early = {
    ...recording,
    interactions: recording.interactions.map((each, at) => ({
      ...each,
      at: new Date(Date.parse(each.at) - (at === 5 ? 30 : 0)).toISOString(),
      milliseconds: 40,
    })),
  };
  expect(told(await measure(early))).toEqual([]);
});

test('a 429 comes where the recorded requests explain it, and is otherwise compared by its form', async () => {
  const burst = Array.from({ length: 7 }, () => ({ path: listing, after: 20 }));
  const limited = await recordMock(burst, { limits: { perSecond: 5, perMinute: 300 } });
  expect(limited.interactions.map(({ response }) => response.status)).toEqual([
    200, 200, 200, 200, 200, 429, 429,
  ]);
  expect(told(await measure(limited))).toEqual([]);

  const alone = { ...limited, interactions: limited.interactions.slice(5) };
  const report = await measure(alone);
  expect(told(report)).toEqual([]);
  expect(report.setAside.map(({ count }) => count)).toEqual([2]);

  const bare = withAnswers(alone, ({ response }) => ({
    headers: response.headers.filter(([name]) => name !== 'Retry-After'),
  }));
  expect(told(await measure(bare))).toEqual(['header header:Retry-After']);
});

test('a service with other limits is told by what it lets through and what it refuses', async () => {
  const burst = Array.from({ length: 9 }, () => ({ path: listing, after: 20 }));
  const generous = await recordMock(burst);
  expect(told(await measure(generous))).toEqual(['limit status']);
  expect(told(await measure(generous, { limits: { perSecond: 20, perMinute: 1200 } }))).toEqual([]);
});

test('a recording that was made in two sessions is played with time between them', async () => {
  const first = await recordMock([1, 2, 3, 4].map(() => ({ path: listing, after: 10 })));
  const again = {
    ...first,
    interactions: [
      ...first.interactions.map((each) => ({ ...each, at: '2026-02-01T00:00:00.000Z' })),
      ...first.interactions.map((each) => ({ ...each, id: `9${each.id}` })),
    ],
  };
  expect(told(await measure(again))).toEqual([]);
});

test('a listing that only the recorded service changed says nothing of values afterwards', async () => {
  const path = `/v1/listings/${ids.board}`;
  const lenient = await recordMock(
    [{ path }, { method: 'PATCH', path: `${path}/price`, json: { minPrice: 9, maxPrice: 5 } }, { path }],
    { assume: { 'bounds-order': 'ignore' } },
  );
  const report = await measure(lenient);
  expect(told(report)).toEqual(['status status']);
  expect(report.differences[0]!.settledBy).toEqual([{ id: 'bounds-order', value: 'ignore' }]);
});
