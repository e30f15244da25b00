// How faithful the mock is to a recording: identical services, and differences planted one by one.
import { expect, test } from 'vitest';
import { scoreOf } from '../../src/analysis/compare/score.ts';
import { ids } from '../support/app.ts';
import {
  found,
  measure,
  recordMock,
  told,
  wholeSession,
  withAnswers,
  withJson,
  withListings,
  without,
} from './sessions.ts';

const session = await recordMock(wholeSession);

test('an identical service scores 100 %', async () => {
  const report = await measure(session);
  expect(told(report)).toEqual([]);
  expect(scoreOf(report)).toBe(100);
  expect(report.compared).toBe(wholeSession.length);
  expect(report.agreeing).toBeGreaterThan(100);
});

test('a service with other answers to the ledger scores 100 % under the same answers', async () => {
  const assume = {
    'single-envelope': 'data',
    'list-envelope': 'stripe',
    'time-format': 'unix',
    'error-codes': 'fine',
    'price-form': 'string',
  } as const;
  const asks = wholeSession.filter(({ json }) => json === undefined || typeof json === 'string');
  const report = await measure(await recordMock(asks, { assume }), { assume });
  expect(told(report)).toEqual([]);
});

test('a renamed field is one difference over all endpoints', async () => {
  const renamed = withListings(session, ({ sku, ...rest }) => ({ ...rest, stockCode: sku }));
  const report = await measure(renamed);
  expect(told(report).filter((words) => /sku|stock/i.test(words))).toHaveLength(1);
  expect(found(report, '$.data[*].stockCode').difference.places.map(({ path }) => path)).toContain(
    '$.stockCode',
  );
});

test('a number as a string is another type, and the ledger has an answer for it', async () => {
  const texts = withListings(session, (listing) => ({ ...listing, minPrice: String(listing.minPrice) }));
  const report = await measure(texts);
  expect(told(report)).toEqual(['type $.data[*].minPrice']);
  expect(found(report, '$.data[*].minPrice').hint.decidedBy).toEqual(['§2', 'price-form', 'listing-fields']);
});

test('a missing field is named', async () => {
  const report = await measure(withListings(session, (listing) => without(listing, 'buyBox')));
  expect(told(report)).toEqual(['field $.data[*].buyBox']);
});

test('a wrong status is one difference, and the body behind it none', async () => {
  const gone = withAnswers(session, ({ request, response }) => {
    return request.path.endsWith(ids.nowhere) ? { status: 410 } : response;
  });
  const report = await measure(gone);
  expect(told(report)).toEqual(['status status']);
  const { difference, hint } = found(report, 'status');
  expect(difference).toMatchObject({ recorded: 410, simulated: 404, count: 1 });
  expect(hint.specified).toBe(true);
});

test('another error code is one difference, and its page none', async () => {
  const codes = withJson(session, (json, { response }) => {
    if (response.status !== 404) return json;
    return { error: { ...(json.error as object), code: 'no_such_listing' } };
  });
  const report = await measure(codes);
  expect(told(report)).toEqual(['value $.error.code']);
  expect(found(report, '$.error.code').hint.decidedBy).toEqual(['error-codes']);
});

test('null in the place of a value is named', async () => {
  const nulls = withJson(session, (json, { response }) => {
    return response.status === 404 ? { error: { ...(json.error as object), message: null } } : json;
  });
  expect(told(await measure(nulls))).toEqual(['null $.error.message']);
});

test('another order of the records is named, and one of fields is none', async () => {
  const reversed = withJson(session, (json) => {
    return Array.isArray(json.data) ? { ...json, data: json.data.toReversed() } : json;
  });
  expect(told(await measure(reversed))).toEqual(['order $.data', 'order $.data', 'order $.data']);
  const shuffled = withListings(session, (listing) => Object.fromEntries(Object.entries(listing).reverse()));
  expect(told(await measure(shuffled))).toEqual([]);
});

test('an extra header is named once, and one of the transport is none', async () => {
  const headers = withAnswers(session, ({ response }) => ({
    headers: [
      ...response.headers,
      ['X-Shard', '7'],
      ['Server', 'nginx'],
      ['Date', 'Mon, 02 Mar 2026 09:00:00 GMT'],
    ],
  }));
  expect(told(await measure(headers))).toEqual(['header header:X-Shard']);
});

test('what the ledger has an answer for is tried, and only what helps is recommended', async () => {
  const assume = {
    'malformed-id': '404',
    'www-authenticate': 'off',
    'error-codes': 'fine',
    'unknown-strategy': '404',
  } as const;
  const report = await measure(await recordMock(wholeSession, { assume }));
  const answers = report.differences.flatMap(({ settledBy }) => settledBy ?? []);
  expect(answers.map(({ id, value }) => [id, value])).toEqual(expect.arrayContaining(Object.entries(assume)));
  expect(answers.every(({ id, value }) => assume[id as keyof typeof assume] === value)).toBe(true);
  expect(report.differing).toBe(0);
});

test('an ignored place is compared with nothing', async () => {
  const texts = withListings(session, (listing) => ({ ...listing, minPrice: String(listing.minPrice) }));
  expect(told(await measure(texts, { ignored: ['$..minPrice'] }))).toEqual([]);
  expect(told(await measure(texts, { ignored: ['$.data[*].minPrice'] }))).toEqual(['type $.minPrice']);
});
