// Drift between recorded sessions: what is a change, how severe it is, and what is none.
import { expect, test } from 'vitest';
import { findDrift } from '../../src/analysis/fidelity/drift.ts';
import type { Recording } from '../../src/recording/format.ts';
import { generate } from '../../src/service/data/generate.ts';
import { recordingOf as said } from '../learning/said.ts';
import { interaction, recordingOf } from '../support/recordings.ts';
import { recordMock, wholeSession, withAnswers, withJson, withListings, without } from './sessions.ts';
import type { Ask } from './sessions.ts';

const session = await recordMock(wholeSession);
const manyListings = await recordMock([{ path: '/v1/listings' }], { data: 'default' });

const changes = (before: Recording, after: Recording) =>
  findDrift({ recording: before }, { recording: after }).map(
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

test('a field that some records of the list lack is not missed where others were read one by one', () => {
  const things = Array.from({ length: 20 }, (_, at) => ({
    id: `t-${at + 10}`,
    title: `Thing ${at}`,
    ...(at % 2 === 0 && { stock: at }),
  }));
  const read = (ids: readonly number[]) =>
    said([
      { asked: 'GET /v1/listings', told: { data: things } },
      ...ids.map((at) => ({ asked: `GET /v1/listings/${things[at]!.id}`, told: { data: [things[at]] } })),
    ]);
  const [having, lacking] = [read([0, 2, 4, 6, 8, 10]), read([1, 3, 5, 7])];
  expect(changes(having, lacking)).toEqual([]);
  expect(changes(lacking, having)).toEqual([]);
});

test('a field that a parameter asks for is missed only where enough records were asked for it', () => {
  const goods = Array.from({ length: 30 }, (_, at) => ({ id: `g-${at + 10}`, title: `Good ${at}` }));
  const withRule = (at: number) => ({ ...goods[at], ...(at % 4 > 0 && { rule: { name: `Rule ${at}` } }) });
  const usual = { asked: 'GET /v1/listings', told: { data: goods } };
  const asked = (all: readonly object[]) => ({ asked: 'GET /v1/listings?with=rule', told: { data: all } });
  const shown = said([usual, asked(goods.map((_, at) => withRule(at)))]);
  expect(changes(shown, said([usual, asked([goods[0]!, goods[4]!])]))).toEqual([]);
  expect(changes(shown, said([usual, asked(goods)]))).toEqual(['breaking $.data[*].rule removed']);
});

test('a field of an object that was asked for without it is not missed, though others have null in place of the object', () => {
  const rule = (at: number) => (at % 4 === 0 ? null : { name: `Rule ${at}`, code: `r-${at}` });
  const goods = Array.from({ length: 24 }, (_, at) => ({ id: `g-${at + 10}`, rule: rule(at) }));
  const usual = { asked: 'GET /v1/listings', told: { data: goods } };
  const codes = goods.slice(0, 9).map(({ rule: own }) => ({ rule: own && { code: own.code } }));
  const chosen = { asked: 'GET /v1/listings?show=rule.code', told: { data: codes } };
  expect(changes(said([usual]), said([usual, chosen]))).toEqual([]);
});

test('a field that was always there and now is sometimes is breaking', () => {
  let at = 0;
  const after = withListings(manyListings, (listing) => {
    if (at++ % 2 === 0) delete listing.cost;
    return listing;
  });
  expect(changes(manyListings, after)).toEqual(['breaking $.data[*].cost is sometimes missing']);
});

test('another type and a first null are breaking; a number without decimals is no other type', () => {
  const texts = withListings(session, (listing) => ({ ...listing, minPrice: String(listing.minPrice) }));
  expect(changes(session, texts)).toEqual(['breaking $.data[*].minPrice has another type']);
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
  expect(changes(session, after)).toEqual(['breaking $.data[*].createdAt has another format']);
});

test('a new value of an enumeration is additive, a new value of a free text is nothing', () => {
  let at = 0;
  const after = withListings(manyListings, (listing) => ({
    ...listing,
    sku: `NEW${at}`,
    status: at++ === 0 ? 'suspended' : listing.status,
  }));
  expect(changes(manyListings, after)).toEqual(['additive $.data[*].status has a new value']);
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
    'breaking $.data[*] records stand elsewhere',
    'breaking $.data[*] records stand elsewhere',
    'breaking $.data[*] records stand elsewhere',
  ]);
});

test('another order of names is cosmetic', () => {
  const after = withListings(session, (listing) => Object.fromEntries(Object.entries(listing).reverse()));
  expect(changes(session, after)).toEqual(['cosmetic $.data[*] has its members in another order']);
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
    'breaking header:X-RateLimit-Limit tells a lower limit',
  ]);
  expect(changes(limited('300'), limited('600'))).toEqual([
    'additive header:X-RateLimit-Limit tells a higher limit',
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

test('the answer to who prefers something is compared with the answers to who prefers the same', () => {
  const get = (at: number, accept: string, status = 200) => ({
    asked: `GET /v1/reports?at=${at}`,
    headers: { Accept: accept },
    status,
    told: status === 200 ? { reports: [] } : { error: 'Not offered.' },
  });
  const own = 'application/vnd.goods+json';
  const usual = [get(1, own), get(2, own), get(3, own)];
  const other = [get(1, own), get(2, own), get(3, 'text/html', 406)];
  expect(changes(said(usual), said(other))).toEqual([]);
  expect(changes(said(other), said(usual))).toEqual([]);
  const refused = [get(1, own), get(2, own), get(3, own, 406)];
  expect(changes(said(usual), said(refused))).toEqual(['breaking status status changed']);
  // Another client prefers other things throughout.
  const ofAnother = [1, 2, 3].map((at) => get(at, 'application/json', 406));
  expect(changes(said(usual), said(ofAnother))).toEqual(['breaking status status changed']);
  const either = [get(1, own), get(2, own), get(3, own), get(3, 'text/html', 406)];
  const gone = [get(1, own), get(2, own), get(3, own), get(3, 'text/html', 410)];
  expect(changes(said(either), said(gone))).toEqual(['breaking status status changed']);
});

test('a write that is refused for what stood there then is no change, where such a one was refused before, too', () => {
  const items = ['a1', 'b2'].map((id) => ({ id, low: 3, high: 9 }));
  const lift = (id: string, told: { readonly status?: number; readonly told: unknown }) => ({
    asked: `PATCH /v1/listings/${id}/price`,
    sent: { high: null },
    ...told,
  });
  const taken = (id: string) => lift(id, { told: { id, low: 3, high: null } });
  const refused = (id: string, by: string, words = 'needs both bounds') =>
    lift(id, { status: 422, told: { fault: `The strategy '${by}' ${words}` } });
  const list = { asked: 'GET /v1/listings', told: { items } };
  const before = said([list, taken('a1'), refused('b2', 'Bold')]);
  expect(changes(before, said([list, refused('a1', 'Calm'), taken('b2')]))).toEqual([]);
  const other = said([list, refused('a1', 'Calm', 'is locked'), refused('b2', 'Bold')]);
  expect(changes(before, other)).toEqual(['breaking status status changed']);
});

test('a value that only stands where it was asked for, in place of another of the same record, is no new one', () => {
  const things = (currency: string) =>
    Array.from({ length: 24 }, (_, at) => ({ id: `t-${at + 10}`, price: { amount: at, currency } }));
  const asked = (currency: string, shown = currency) => ({
    asked: `GET /v1/listings?currency=${currency}`,
    told: { data: things(shown) },
  });
  const listed = { asked: 'GET /v1/listings', told: { data: things('USD') } };
  const before = said([listed, asked('EUR')]);
  expect(changes(before, said([listed, asked('CAD')]))).toEqual([]);
  expect(changes(before, said([listed, asked('CAD', 'CHF')]))).toEqual([
    'additive $.data[*].price.currency has a new value',
  ]);
});

test('a format that a member of a record had in one kind of answer is none that is new in another', () => {
  const sizes = ['8', '9', '10', '11', 'M', 'L', 'XL', '12', '7', 'S', '13', '6'];
  const item = (at: number) => ({ id: `t-${at + 10}`, size: sizes[at]!, low: 3, high: 9 });
  const list = { asked: 'GET /v1/listings', told: { data: sizes.map((_, at) => item(at)) } };
  const lift = (at: number) => ({
    asked: `PATCH /v1/listings/t-${at + 10}/price`,
    sent: { low: 4 },
    told: { ...item(at), low: 4 },
  });
  const written = [0, 1, 2, 3, 7].map(lift);
  const before = said([list, ...written]);
  expect(changes(before, said([list, ...[4, 5, 6, 9].map(lift)]))).toEqual([]);
  const strangers = ['a', 'b', 'c', 'd'].map((size, at) => ({
    ...lift(at),
    told: { ...item(at), low: 4, size },
  }));
  expect(changes(said(written), said(strangers))).toEqual(['breaking $.size has another format']);
});

test('a field that lists show only where a parameter names it, and one that they leave out then, are not missed elsewhere', () => {
  const things = Array.from({ length: 24 }, (_, at) => ({
    id: `t-${at + 10}`,
    sort: 'thing',
    title: `Thing ${at}`,
    cost: at,
  }));
  const brief = things.map(({ id, sort, title }) => ({ id, sort, title }));
  const usual = (from: number) => ({
    asked: 'GET /v1/listings?size=12',
    told: { data: brief.slice(from, from + 12) },
  });
  const naming = (names: string, all: readonly object[]) => ({
    asked: `GET /v1/listings?show=${names}`,
    told: { data: all },
  });
  const costs = things.map(({ id, cost }) => ({ id, cost }));
  const titles = things.map(({ id, title }) => ({ id, title }));
  const before = said([usual(0), naming('cost', costs)]);
  const after = said([usual(12), naming('cost', costs.slice(0, 15)), naming('title', titles)]);
  expect(changes(before, after)).toEqual([]);
  expect(changes(after, before)).toEqual([]);
});
