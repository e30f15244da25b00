// What a shop for clocks taught: what a strategy needs, strategies that are shown whole where they are asked for, states and methods
// in words of their own, and links of records that are made up.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import { learnedFrom, recordingOf } from './said.ts';

const price = (id: number) => `PATCH /v1/listings/${id}/price`;
const plan = (id: number) => `PATCH /v1/listings/${id}/strategy`;
const read = (id: number) => `GET /v1/listings/${id}`;

test('a lower bound is not taken away from any listing that follows a strategy', async () => {
  const plans = ['even-keel', 'slow-walk', 'last-call'];
  const clock = (
    id: number,
    floor: number | null = 20 + (id % 7),
    ceiling: number | null = 90 + (id % 5),
  ) => ({
    id,
    floor,
    ceiling,
    plan: id % 3 === 0 ? null : plans[(id >> 1) % 3]!,
  });
  const clocks = Array.from({ length: 12 }, (_, at) => clock(7300 + at));
  const needs = (of: string) => ({ status: 409, told: { fault: `Strategy [${of}] needs a lowPrice` } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { clocks } },
    { asked: 'GET /v1/strategies', told: { plans: plans.map((id, at) => ({ id, step: 3 + at })) } },
    { asked: price(7301), sent: { lowPrice: 15, highPrice: 80 }, told: clock(7301, 15, 80) },
    { asked: price(7304), sent: { lowPrice: 17 }, told: clock(7304, 17) },
    { asked: price(7306), sent: { highPrice: 75 }, told: clock(7306, undefined, 75) },
    { asked: price(7302), sent: { lowPrice: null }, told: clock(7302, null) },
    { asked: price(7303), sent: { lowPrice: null }, ...needs(clock(7303).plan!) },
  ]);
  const others = clocks.filter(({ plan }) => plan !== null && plan !== clock(7303).plan);
  expect(others.length).toBeGreaterThan(1);
  for (const other of others)
    expect(await ask(price(other.id), { lowPrice: null })).toEqual([409, needs(other.plan!).told]);
  expect(await ask(price(7308), { lowPrice: null })).toEqual([200, clock(7308, null)]);
});

test('a strategy is shown whole where its member is asked for by a capital, though it has counted on meanwhile', async () => {
  const rule = (id: number, listingCount = 3) => ({ id, name: `Rule ${id}`, step: id % 10, listingCount });
  const clock = (id: number, ruleId: number | null = id % 3 === 0 ? null : 41 + (id % 2)) => ({
    id,
    price: 30 + (id % 11),
    ruleId,
  });
  const whole = (id: number, shown: object | null, ruleId?: number | null) => ({
    ...clock(id, ruleId),
    rule: shown,
  });
  const ids = Array.from({ length: 12 }, (_, at) => 7200 + at);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { clocks: ids.map((id) => clock(id)) } },
    { asked: 'GET /v1/strategies', told: { rules: [41, 42, 43].map((id) => rule(id)) } },
    { asked: read(7201), told: clock(7201) },
    { asked: 'GET /v1/listings?include=Rule&size=1', told: { clocks: [whole(7200, null)] } },
    { asked: `${read(7201)}?include=Rule`, told: whole(7201, rule(42)) },
    { asked: plan(7206), sent: { ruleId: 41 }, told: clock(7206, 41) },
    { asked: `${read(7202)}?include=Rule`, told: whole(7202, rule(41, 4)) },
    { asked: `${read(7203)}?include=Rule`, told: whole(7203, null) },
  ]);
  expect(await ask(`${read(7205)}?include=Rule`)).toEqual([200, whole(7205, rule(42))]);
  expect(await ask(`${read(7209)}?include=Rule`)).toEqual([200, whole(7209, null)]);
  expect(await ask(read(7205))).toEqual([200, clock(7205)]);
  expect(await ask('GET /v1/listings?include=Rule&size=3')).toEqual([
    200,
    { clocks: [whole(7200, null), whole(7201, rule(42)), whole(7202, rule(41))] },
  ]);
});

test('a state of several words is to blame for what tells it in these', async () => {
  const states = ['on_show', 'in_repair', 'put_by', 'ordered', 'given_away', 'stored'];
  const clock = (id: number, changed: object = {}) => ({
    id,
    low: 20 + (id % 7),
    high: 90,
    state: states[[0, 1, 0, 2, 3, 0, 4, 5, 0, 2][id % 10]!]!,
    rule: 'even-keel',
    ...changed,
  });
  const refused = { status: 409, told: { fault: 'A put by clock cannot be changed' } };
  const ids = Array.from({ length: 20 }, (_, at) => 7400 + at);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { clocks: ids.map((id) => clock(id)) } },
    { asked: 'GET /v1/strategies', told: { rules: [{ id: 'even-keel' }, { id: 'slow-walk' }] } },
    { asked: price(7400), sent: { low: 15, high: 80 }, told: clock(7400, { low: 15, high: 80 }) },
    { asked: price(7402), sent: { low: 17 }, told: clock(7402, { low: 17 }) },
    { asked: plan(7405), sent: { rule: 'slow-walk' }, told: clock(7405, { rule: 'slow-walk' }) },
    { asked: price(7403), sent: { low: 12 }, ...refused },
    { asked: plan(7403), sent: { rule: 'slow-walk' }, ...refused },
  ]);
  expect(await ask(price(7409), { high: 88 })).toEqual([409, refused.told]);
  expect(await ask(plan(7413), { rule: 'slow-walk' })).toEqual([409, refused.told]);
  expect(await ask(price(7404), { low: 13 })).toEqual([200, clock(7404, { low: 13 })]);
});

test('what is said to a method that is not taken is told by the method', async () => {
  const clocks = [7501, 7502, 7503, 7504, 7505, 7506, 7507, 7508].map((id) => ({ id, low: 20, high: 90 }));
  const refused = (name: string) => ({ status: 405, told: { fault: `Method ${name} is not there` } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { clocks } },
    { asked: 'GET /v1/strategies', told: { rules: [{ id: 'even-keel' }] } },
    { asked: read(7502), told: clocks[1] },
    { asked: 'DELETE /v1/listings/7501', ...refused('remove') },
    { asked: 'POST /v1/listings', sent: { low: 5 }, ...refused('create') },
    { asked: 'DELETE /v1/listings/7504', ...refused('remove') },
    { asked: 'POST /v1/strategies', sent: { id: 'slow-walk' }, ...refused('create') },
  ]);
  expect(await ask('DELETE /v1/strategies')).toEqual([405, refused('remove').told]);
  expect(await ask('DELETE /v1/listings/7507')).toEqual([405, refused('remove').told]);
  expect(await ask('POST /v1/listings/7505', { low: 4 })).toEqual([405, refused('create').told]);
});

test('a link that was seen once is made up as a link, and a further item follows from what the first one does', () => {
  const photo = (of: number, rank: number) => ({
    of,
    rank,
    href: `https://clocks.example/p/${((of * 7919 + rank * 104_729) % 90_000) + 10_000}.jpg`,
  });
  const clocks = Array.from({ length: 12 }, (_, at) => ({
    id: 7601 + at,
    low: 5 + at,
    photos: Array.from({ length: at === 4 ? 2 : at % 4 === 0 ? 0 : 1 }, (_, own) =>
      photo(7601 + at, own + 1),
    ),
  }));
  const recording = recordingOf([{ asked: 'GET /v1/listings', told: { clocks } }]);
  const { service } = learnProfile([{ name: 'clocks', recording }]);
  const made = generateRecords(service!, 1, { listing: 80, strategy: 0, reportRun: 0 });
  const photos = made.listing.map(({ record }) => record as unknown as (typeof clocks)[number]);
  const further = photos.flatMap(({ id, photos: [, second] }) =>
    second === undefined ? [] : [{ id, second }],
  );
  expect(further.length).toBeGreaterThan(0);
  for (const { id, second } of further) {
    expect(second).toMatchObject({ of: id, rank: 2 });
    expect(second.href).toMatch(/^https:\/\/\w+\.\w+\/\w\/\d{5}\.\w{3}$/);
  }
});
