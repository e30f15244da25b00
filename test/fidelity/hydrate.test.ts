// The store filled from a recording: what it shows of records, before the first write or after the last one.
import { expect, test } from 'vitest';
import { hydrate } from '../../src/analysis/hydrate/hydrate.ts';
import { learn } from '../../src/analysis/learn/learn.ts';
import { createTestApp } from '../support/app.ts';
import { interaction, recordingOf } from '../support/recordings.ts';

const ids = ['0', '1', '2'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];
const listing = (id: string, more: object = {}) => ({
  id,
  min_price: '10.00',
  max_price: '20.00',
  strategy_id: 's-1',
  warehouse: { bay: 'B7', shelf: { level: 3 } },
  ...more,
});
const json: readonly (readonly [string, string])[] = [['Content-Type', 'application/json']];

const session = recordingOf(
  interaction('1-list', { body: { items: [listing(ids[1]), listing(ids[0])], total: 3 } }),
  interaction('2-get', { path: `/v1/listings/${ids[0]}`, body: listing(ids[0], { notes: 'fragile' }) }),
  interaction('3-patch', {
    method: 'PATCH',
    path: `/v1/listings/${ids[0]}/price`,
    requestHeaders: json,
    requestBody: { min_price: '12.50', max_price: '25.00' },
    status: 204,
  }),
  interaction('4-patch', {
    method: 'PATCH',
    path: `/v1/listings/${ids[1]}/strategy`,
    requestHeaders: json,
    requestBody: { strategy_id: 's-2' },
    body: listing(ids[1], { strategy_id: 's-2' }),
  }),
  interaction('5-strategies', {
    path: '/v1/strategies',
    body: { items: [{ id: 's-1', label: 'Win' }], total: 1 },
  }),
);

test('after the last write the later words and the writes count', () => {
  const { data } = hydrate(session);
  expect(
    data.listings.map(({ id, minPrice, maxPrice, strategyId }) => [id, minPrice, maxPrice, strategyId]),
  ).toEqual([
    [ids[1], 10, 20, 's-2'],
    [ids[0], 12.5, 25, 's-1'],
  ]);
});

test('before the first write none of them counts', () => {
  const { data } = hydrate(session, { asOf: 'start' });
  expect(data.listings.map(({ minPrice, strategyId }) => [minPrice, strategyId])).toEqual([
    [10, 's-1'],
    [10, 's-1'],
  ]);
});

test('fields that we do not know survive, nested ones too, and those of single reads', async () => {
  const { data } = hydrate(session);
  const app = createTestApp({ data });
  const shown = await app.listing(ids[0]);
  expect(shown).toMatchObject({
    warehouse: { bay: 'B7', shelf: { level: 3 } },
    notes: 'fragile',
    minPrice: 12.5,
  });
});

test('what a record was not seen with, it does not get', async () => {
  const app = createTestApp({ data: hydrate(session).data });
  expect(Object.keys(await app.listing(ids[1])).sort()).toEqual([
    'id',
    'maxPrice',
    'minPrice',
    'strategyId',
    'warehouse',
  ]);
});

test('a write works on hydrated data', async () => {
  const app = createTestApp({ data: hydrate(session).data });
  const answer = await app.patch(`/v1/listings/${ids[0]}/strategy`, { strategyId: 's-2' });
  expect(answer.json).toMatchObject({ strategyId: 's-2', warehouse: { bay: 'B7' } });
});

test('a strategy that is assigned and shown nowhere is a stub, and the log says so', () => {
  const { data, found } = hydrate(session);
  expect(data.strategies.map(({ id }) => id)).toEqual(['s-1', 's-2']);
  expect(found.filter(({ kind }) => kind === 'stub-strategy').map(({ text }) => text)).toEqual([
    'strategy s-2 is assigned and shown nowhere: it is a stub',
  ]);
});

test('a list that was seen in part is flagged, and what is not there is told', () => {
  const { found } = hydrate(session);
  expect(found).toContainEqual({
    kind: 'partial-page',
    path: '/v1/listings',
    text: '/v1/listings shows 2 of 3: the other pages were not recorded',
  });
  expect(found).toContainEqual({
    kind: 'nothing',
    path: '/v1/reports',
    text: 'the recording shows no report runs',
  });
  expect(found.filter(({ kind }) => kind === 'found').map(({ text }) => text)).toEqual([
    '2 listings',
    '1 strategies',
  ]);
});

test('with a profile records are shown as they were seen, to the order of their fields', async () => {
  const profile = learn([{ name: 'session', recording: session }]);
  const { applyProfile } = await import('../../src/dialect/apply-profile.ts');
  const { settings, dialect } = applyProfile(profile);
  const { data } = hydrate(session, { profile, asOf: 'start' });
  const app = createTestApp({ data, assume: settings, dialect: dialect! });
  const { text } = await app.get(`/v1/listings/${ids[0]}`);
  expect(text).toBe(JSON.stringify(listing(ids[0], { notes: 'fragile' })));
});

const run = (state: string, more: object = {}) => ({ id: 'r1', state, ...more });
const link = 'http://recording.invalid/__mock/files/0123456789abcdef.csv';
const reports = recordingOf(
  interaction('1-reports', { path: '/v1/reports', body: [run('PENDING')], at: '2026-01-31T12:00:00.000Z' }),
  interaction('2-reports', { path: '/v1/reports', body: [run('WORKING')], at: '2026-01-31T12:00:10.000Z' }),
  interaction('3-reports', {
    path: '/v1/reports',
    body: [run('READY', { file_url: link })],
    at: '2026-01-31T12:00:30.000Z',
  }),
  interaction('4-file', {
    path: '/__mock/files/0123456789abcdef.csv',
    headers: [['Content-Type', 'text/csv']],
    body: Buffer.from('a,b\n'),
    at: '2026-01-31T12:00:31.000Z',
  }),
);

test('a report run moves through the states in which it was seen, at the times at which it was', async () => {
  const { Clock } = await import('../../src/http/clock.ts');
  const { applyProfile } = await import('../../src/dialect/apply-profile.ts');
  const profile = learn([{ name: 'reports', recording: reports }]);
  const clock = new Clock(Date.parse('2026-01-31T12:00:00.000Z'), { frozen: true, source: () => 0 });
  const { settings, dialect } = applyProfile(profile, [], () => clock.now());
  const { data, files } = hydrate(reports, { profile, asOf: 'start' });
  const app = createTestApp({
    data,
    assume: settings,
    dialect: dialect!,
    createClock: () => clock,
    files: files(() => clock.now()),
  });
  const state = async () => ((await app.get('/v1/reports')).json as { state: string }[])[0]!.state;
  expect(await state()).toBe('PENDING');
  clock.advance(10_000);
  expect(await state()).toBe('WORKING');
  clock.advance(20_000);
  expect(await state()).toBe('READY');
  const [{ file_url: url = '' } = {}] = (await app.get('/v1/reports')).json as { file_url?: string }[];
  const { pathname, search } = new URL(url);
  expect((await app.get(pathname + search)).text).toBe('a,b\n');
});
