// A world's records in the hand of a test: arranged past the API, read back through it.
import { expect, test } from 'vitest';
import { createMock } from '../../src/msw.ts';
import type { Mock, Records, World } from '../../src/msw.ts';
import { RecordError } from '../../src/msw.ts';
import { ids } from '../support/app.ts';

const moment = '2026-01-05T00:00:00.000Z';
const open = (): Mock =>
  createMock({ data: 'tiny', clock: `${moment.slice(0, 19)}Z,frozen`, noLimits: true });

async function read(mock: Mock, path: string): Promise<never> {
  const response = await mock.fetch(`https://api.test${path}`, { headers: { 'X-API-KEY': mock.key } });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as never;
}

type Anything = Records<object, { readonly id: string }>;
const kinds: readonly (readonly [name: string, path: string, of: (world: World) => Anything])[] = [
  ['listings', '/v1/listings', (world) => world.listings],
  ['strategies', '/v1/strategies', (world) => world.strategies],
  ['reports', '/v1/reports', (world) => world.reports],
];

test.each(kinds)('%s: all, get, create, update and remove', async (_, path, of) => {
  const mock = open();
  const records = of(mock.world());
  const before = records.all().length;
  const created = records.create();
  expect(records.get(created.id)).toEqual(created);
  expect(records.all()).toHaveLength(before + 1);
  const updated = records.update(created.id, { extra: { colour: 'red' } });
  expect(updated).toMatchObject({ id: created.id, extra: { colour: 'red' } });
  expect(records.get(created.id)).toEqual(updated);
  expect(created).not.toHaveProperty('extra');
  const { data } = (await read(mock, `${path}?limit=100`)) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual(records.all().map(({ id }) => id));
  expect(records.remove(created.id)).toBe(true);
  expect(records.remove(created.id)).toBe(false);
  expect(records.get(created.id)).toBeUndefined();
  expect(records.all()).toHaveLength(before);
});

test('a listing with nothing said is an ordinary one that begins now', async () => {
  const mock = open();
  const listing = mock.world().listings.create();
  expect(listing).toMatchObject({
    minPrice: null,
    maxPrice: null,
    strategyId: null,
    currency: 'USD',
    status: 'active',
    createdAt: moment,
    updatedAt: moment,
  });
  expect(listing.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
  expect(await read(mock, `/v1/listings/${listing.id}`)).toMatchObject(listing);
});

test('fields of one’s own are kept under extra, and shown by the API beside the others', async () => {
  const mock = open();
  const { id } = mock.world().listings.create({
    title: 'mine',
    extra: { vendor: { name: 'x' } },
    buyBox: { winning: true, price: 5, extra: { seller: 'S' } },
  });
  const shown = await read(mock, `/v1/listings/${id}`);
  expect(shown).not.toHaveProperty('extra');
  expect(shown).toMatchObject({ buyBox: { seller: 'S' } });
  expect(await read(mock, `/v1/listings/${id}`)).toMatchObject({ title: 'mine', vendor: { name: 'x' } });
});

test('a typing error does not compile, and is refused with all others where it is not compiled', () => {
  const { listings, strategies, reports } = open().world();
  // @ts-expect-error -- there is no such field
  expect(() => listings.create({ titel: 'x' })).toThrow(/^titel: is unknown; did you mean 'title'\?/);
  // @ts-expect-error -- there is no such field
  expect(() => listings.update(ids.board, { minprice: 1 })).toThrow(
    /^minprice: .* did you mean 'minPrice'\?/,
  );
  // @ts-expect-error -- there is no such field
  expect(() => strategies.create({ nmae: 'x' })).toThrow(/^nmae: .* did you mean 'name'\?/);
  // @ts-expect-error -- there is no such field
  expect(() => reports.create({ outcom: 'failed' })).toThrow(/^outcom: .* did you mean 'outcome'\?/);
  // @ts-expect-error -- there is no such field
  expect(() => createMock({ fixtures: { strategies: [{ id: 's', nmae: 'x' }] } })).toThrow(
    /^fixtures: strategies\[0\]\.nmae: is unknown; did you mean 'name'\?/,
  );
  const several = { titel: 'x', minPrice: -1, currency: 'dollars' } as object;
  expect(() => listings.create(several)).toThrow(
    /^currency: .*; minPrice: -1 is not a number from 0; titel: is unknown/,
  );
});

test('an update moves updatedAt to the clock’s time, unless it is given', () => {
  const { clock, listings } = open().world();
  clock.advance('1h');
  expect(listings.update(ids.board, { minPrice: 16 }).updatedAt).toBe('2026-01-05T01:00:00.000Z');
  expect(listings.update(ids.board, { updatedAt: '2026-01-02' }).updatedAt).toBe('2026-01-02T00:00:00.000Z');
});

test('a record can be changed while the clock stands before its beginning', () => {
  const { clock, listings, strategies } = open().world();
  clock.freeze('2020-01-01T00:00:00Z');
  const { createdAt } = listings.get(ids.board)!;
  expect(listings.update(ids.board, { minPrice: 16 })).toMatchObject({ minPrice: 16, updatedAt: createdAt });
  expect(strategies.update(ids.guard, { name: 'x' })).toMatchObject({ name: 'x' });
});

test.each([
  [
    { createdAt: '2030-01-01' },
    { createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' },
  ],
  [
    { updatedAt: '2020-01-01' },
    { createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.000Z' },
  ],
])('one date of a new record brings the other: %j', (fields, dates) => {
  expect(open().world().listings.create(fields)).toMatchObject(dates);
});

test('a field left undefined is as if it were not there', () => {
  const { listings } = open().world();
  const { title } = listings.get(ids.board)!;
  const nothing = { title: undefined, minPrice: undefined, id: undefined } as never;
  expect(listings.update(ids.board, nothing)).toMatchObject({ title, minPrice: 15.99 });
  expect(listings.create(nothing)).toMatchObject({ minPrice: null });
});

test.each<[string, object, string]>([
  ['a price that is none', { minPrice: -1 }, 'minPrice'],
  ['three decimals', { currentPrice: 1.005 }, 'currentPrice'],
  ['bounds in the wrong order', { minPrice: 5, maxPrice: 4 }, 'minPrice'],
  ['a strategy that is not there', { strategyId: 'nothing' }, 'strategyId'],
  ['an id that is none', { id: 'x' }, 'id'],
  ['an id that is taken', { id: ids.board }, 'id'],
  ['an id that is taken, in capitals', { id: 'AAAAAAAA-1111-4111-8111-111111111111' }, 'id'],
  ['a place in a field', { buyBox: { winning: 1, price: 1 } }, 'buyBox.winning'],
  ['no flag', { repricingEnabled: 'yes' }, 'repricingEnabled'],
  ['no time', { createdAt: 'yesterday' }, 'createdAt'],
])('a listing that cannot be is refused by the field at fault: %s', (_, fields, param) => {
  const { listings } = open().world();
  listings.create({ id: 'aaaaaaaa-1111-4111-8111-111111111111' });
  const before = listings.all();
  const refused = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const error = refused(() => listings.create(fields));
  expect(error).toBeInstanceOf(RecordError);
  expect(error).toMatchObject({ param });
  expect((error as Error).message).toMatch(new RegExp(`^${param.replace('.', '\\.')}: `));
  expect(refused(() => listings.update(ids.lamp, fields))).toBeInstanceOf(RecordError);
  expect(listings.all()).toEqual(before);
});

test.each([null, 5, 'x', [1]])('a record is no %j', (fields) => {
  expect(() =>
    open()
      .world()
      .listings.create(fields as never),
  ).toThrow(RecordError);
});

test('what is not there cannot be changed', () => {
  const { listings, strategies, reports } = open().world();
  for (const records of [listings, strategies, reports]) {
    expect(() => records.update(ids.nowhere, {})).toThrow(
      /there is no (listing|strategy|report run) with this id/,
    );
  }
});

test('a strategy that listings have stays', () => {
  const { listings, strategies } = open().world();
  listings.update(ids.mug, { strategyId: ids.guard });
  expect(() => strategies.remove(ids.guard)).toThrow('2 listings have this strategy; unassign it first');
  listings.update(ids.mug, { strategyId: null });
  expect(() => strategies.remove(ids.guard)).toThrow('1 listing has this strategy; unassign it first');
  listings.remove(ids.lamp);
  expect(strategies.remove(ids.guard)).toBe(true);
});

test('a new strategy can be assigned, through the API too', async () => {
  const mock = open();
  const { id } = mock
    .world()
    .strategies.create({ name: 'Mine', adjustment: { kind: 'unit', direction: 'below', value: 1 } });
  const response = await mock.fetch(`https://api.test/v1/listings/${ids.mug}/strategy`, {
    method: 'PATCH',
    headers: { 'X-API-KEY': mock.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ strategyId: id }),
  });
  expect(response.status).toBe(200);
  expect(mock.world().listings.get(ids.mug)?.strategyId).toBe(id);
});

interface Shown {
  readonly id: string;
  readonly status: string;
}

test('a report run moves by the clock, and reports on the listings as they were when it completed', async () => {
  const mock = open();
  const { clock, listings, reports } = mock.world();
  const { id } = reports.create({ queuedMs: 1000, runningMs: 2000 });
  const shown = async () => {
    const { data } = (await read(mock, '/v1/reports?limit=100')) as { data: Shown[] };
    const run = data.find((report) => report.id === id)!;
    expect(reports.get(id)?.status).toBe(run.status);
    return {
      status: run.status,
      links: [...JSON.stringify(run).matchAll(/https:[^"]+/g)].map(([link]) => link),
    };
  };
  const states = [await shown()];
  clock.advance('1s');
  states.push(await shown());
  clock.advance('2s');
  listings.update(ids.board, { title: 'after the report' });
  states.push(await shown());
  expect(new Set(states.map(({ status }) => status)).size).toBe(3);
  expect(states.map(({ links }) => links.length)).toEqual([0, 0, 2]);
  const file = await (await mock.fetch(states[2]!.links[0]!)).text();
  expect(file).toContain('Bamboo Cutting Board');
  expect(file).not.toContain('after the report');
});

test('a run whose end is moved reports anew; one that failed has no links', async () => {
  const mock = open();
  const { clock, reports, listings } = mock.world();
  const { id } = reports.create({ queuedMs: 0, runningMs: 1000 });
  clock.advance('1s');
  expect(reports.get(id)?.status).toBe('completed');
  expect(reports.update(id, { runningMs: 5000 }).status).not.toBe('completed');
  listings.update(ids.board, { title: 'in the second report' });
  clock.advance('4s');
  const text = async () => JSON.stringify(await read(mock, '/v1/reports?limit=100'));
  const links = [...(await text()).matchAll(/https:[^"]+/g)].map(([link]) => link);
  const file = await (await mock.fetch(links.find((link) => link.includes(id))!)).text();
  expect(file).toContain('in the second report');
  reports.update(id, { outcome: 'failed', kept: false, error: { code: 'x', message: 'y' } });
  expect(await text()).not.toContain(`/${id}.csv`);
  expect(reports.get(id)?.status).toBe('failed');
});
