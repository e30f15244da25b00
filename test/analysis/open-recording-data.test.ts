// A recording opened for a mock: its records as of its start or end, raw and whole, its files, and what it does not show.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { openRecordingData } from '../../src/analysis/open-recording-data.ts';
import type { OpenedRecording } from '../../src/analysis/open-recording-data.ts';
import { applyForm } from '../../src/dialect/apply-profile.ts';
import { Clock } from '../../src/http/clock.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { Recording } from '../../src/recording/format.ts';
import { World } from '../../src/service/handles/world.ts';
import { createTestApp, origin } from '../support/app.ts';
import { interaction, recordingOf, upstream } from '../support/recordings.ts';

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
  interaction('1-list', { body: { items: [listing(ids[1]), listing(ids[0])], total: 2 } }),
  interaction('2-get', { path: `/v1/listings/${ids[0]}`, body: listing(ids[0], { notes: 'fragile' }) }),
  interaction('3-patch', {
    method: 'PATCH',
    path: `/v1/listings/${ids[0]}/price`,
    requestHeaders: json,
    requestBody: { min_price: '12.50', max_price: '25.00' },
    body: listing(ids[0], { min_price: '12.50', max_price: '25.00' }),
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

function appOf(
  { form, data, beside }: OpenedRecording,
  clock = new Clock(0, { frozen: true, source: () => 0 }),
) {
  const { settings, dialect } = applyForm(form!);
  const answers = beside(nodeBodies, () => clock.now());
  return createTestApp({ data, settings, dialect, beside: answers, createClock: () => clock });
}

const bounds = (recording: Recording, asOf: 'start' | 'end') =>
  openRecordingData(recording, asOf).data.listings.map(({ id, minPrice, maxPrice, strategyId }) => [
    id,
    minPrice,
    maxPrice,
    strategyId,
  ]);

test('as of the end the later words and the writes count', () => {
  expect(bounds(session, 'end')).toEqual([
    [ids[1], 10, 20, 's-2'],
    [ids[0], 12.5, 25, 's-1'],
  ]);
});

test('as of the start no write counts', () => {
  expect(bounds(session, 'start')).toEqual([
    [ids[1], 10, 20, 's-1'],
    [ids[0], 10, 20, 's-1'],
  ]);
});

test('records are shown as they were seen, to the order of their members', async () => {
  const app = appOf(openRecordingData(session, 'start'));
  expect((await app.get(`/v1/listings/${ids[0]}`)).text).toBe(
    JSON.stringify(listing(ids[0], { notes: 'fragile' })),
  );
});

test('a write works on recorded records, and answers as the service does', async () => {
  const app = appOf(openRecordingData(session, 'end'));
  const { status, json: answer } = await app.patch(`/v1/listings/${ids[0]}/strategy`, { strategy_id: 's-1' });
  expect(status).toBe(200);
  expect(answer).toMatchObject({ strategy_id: 's-1', warehouse: { bay: 'B7', shelf: { level: 3 } } });
});

test('a profile says how to speak, where there is one', () => {
  const form = learnProfile([{ name: 'session', recording: session }]).service!;
  expect(openRecordingData(session, 'end', form).form).toBe(form);
});

test('what is missing is told: strategies that are named alone, lists that were not recorded', () => {
  expect(openRecordingData(session, 'end').notes).toEqual([
    'GET /v1/reports was not recorded: it is answered as the other lists are',
    'the recording shows no report runs',
    'strategy s-2 is assigned and shown nowhere',
  ]);
});

/** A list asked for in ways that no rule is known for: which of its records are meant, only these answers tell. */
const riddles = recordingOf(
  interaction('1-list', {
    body: { items: ids.map((id) => listing(id)), total: 3 },
  }),
  interaction('2-two', { query: 'q=xyzzy', body: { items: [listing(ids[2]), listing(ids[0])], total: 2 } }),
  interaction('3-none', { query: 'q=plugh', body: { items: [], total: 0 } }),
  interaction('4-patch', {
    method: 'PATCH',
    path: `/v1/listings/${ids[0]}/price`,
    requestHeaders: json,
    requestBody: { min_price: '12.50', max_price: '25.00' },
    body: listing(ids[0], { min_price: '12.50', max_price: '25.00' }),
  }),
);

test('a list whose conditions no rule explains has the records that were recorded, as they stand now', async () => {
  const opened = openRecordingData(riddles, 'start');
  const app = appOf(opened);
  const asked = async (query: string) => (await app.get(`/v1/listings?${query}`)).json;
  expect(await asked('q=xyzzy')).toEqual({ items: [listing(ids[2]), listing(ids[0])], total: 2 });
  expect(await asked('q=plugh')).toEqual({ items: [], total: 0 });
  await app.patch(`/v1/listings/${ids[0]}/price`, { min_price: '12.50', max_price: '25.00' });
  const changed = listing(ids[0], { min_price: '12.50', max_price: '25.00' });
  expect(await asked('q=xyzzy')).toEqual({ items: [listing(ids[2]), changed], total: 2 });
  expect(opened.notes).toContain('GET /v1/listings: 2 lists that no rule explains are shown as recorded');
});

test('what a part was not learned from is not remembered', async () => {
  const { form } = openRecordingData(riddles, 'start');
  const opened = openRecordingData(riddles, 'start', form, false);
  const { json: answer } = await appOf(opened).get('/v1/listings?q=xyzzy');
  expect(answer).not.toMatchObject({ total: 2 });
});

test('a recording without an answer of the service is told, and teaches nothing', () => {
  const { form, notes } = openRecordingData(
    recordingOf(interaction('1-x', { path: '/robots.txt', body: 'x' })),
    'end',
  );
  expect(form).toBeUndefined();
  expect(notes).toEqual(['the recording holds no answer of an endpoint of the service']);
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
  interaction('5-export', {
    path: '/files/export.csv',
    headers: [['Content-Type', 'text/csv']],
    body: Buffer.from('c,d\n'),
    at: '2026-01-31T12:00:32.000Z',
  }),
);

test('a report run moves through the states in which it was seen, at the times at which it was, to its file', async () => {
  const clock = new Clock(Date.parse('2026-01-31T12:00:00.000Z'), { frozen: true, source: () => 0 });
  const app = appOf(openRecordingData(reports, 'start'), clock);
  const state = async () => ((await app.get('/v1/reports')).json as { state: string }[])[0]!.state;
  expect(await state()).toBe('PENDING');
  clock.advance(10_000);
  expect(await state()).toBe('WORKING');
  clock.advance(20_000);
  expect(await state()).toBe('READY');
  const [{ file_url: url = '' } = {}] = (await app.get('/v1/reports')).json as { file_url?: string }[];
  const { origin, pathname, search } = new URL(url);
  expect(origin).toBe('http://127.0.0.1:5300');
  expect((await app.get(pathname + search, { key: null })).text).toBe('a,b\n');
});

test('whatever else was read is answered as it was recorded', async () => {
  const app = appOf(openRecordingData(reports, 'end'));
  const answer = await app.get('/files/export.csv');
  expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'text/csv', 'c,d\n']);
  expect((await app.get('/__mock/files/nothing.csv')).status).toBe(404);
});

test.each([
  ['absolute', upstream],
  ['relative', ''],
])(
  'a file that an %s link of a run leads to and nobody fetched is missing, and no unknown path',
  async (_, start) => {
    const linked = (name: string) => ({ id: name, state: 'READY', file_url: `${start}/exports/${name}.csv` });
    const recording = recordingOf(
      interaction('1-reports', { path: '/v1/reports', body: [linked('r1'), linked('r2')] }),
      interaction('2-export', {
        path: '/exports/r1.csv',
        headers: [['Content-Type', 'text/csv']],
        body: Buffer.from('a,b\n'),
      }),
      interaction('3-strange', { path: '/strange', status: 404, body: { error: 'no such path' } }),
    );
    const app = appOf(openRecordingData(recording, 'end'));
    expect((await app.get('/exports/r1.csv')).text).toBe('a,b\n');
    expect((await app.get('/exports/r2.csv')).text).toBe('The recording does not hold this file.\n');
    expect((await app.get('/exports/r3.csv')).json).toEqual({ error: 'no such path' });
  },
);

test('what is answered as it was recorded leads to the mock, and not to the recorded service', async () => {
  const receipt = interaction('2-receipt', {
    path: '/receipts/1',
    headers: [
      ['Content-Type', 'application/json'],
      ['Link', `<${upstream}/receipts/2>; rel="next"`],
    ],
    body: { look: `${upstream}/receipts/1` },
  });
  const app = appOf(openRecordingData(recordingOf(...session.interactions, receipt), 'end'));
  const { json: told, headers } = await app.get('/receipts/1');
  expect(told).toEqual({ look: `${origin}/receipts/1` });
  expect(headers.link).toBe(`<${origin}/receipts/2>; rel="next"`);
});

test('a listing that a test adds is shown in the form of the service, and can be written to', async () => {
  const app = appOf(openRecordingData(session, 'start'));
  const id = '90000000-0000-4000-8000-000000000000';
  const { listings } = new World(() => app.service.worlds.of('test_key'));
  listings.create({ id, minPrice: 5, maxPrice: 9, strategyId: 's-1' });
  const shown = (await app.get(`/v1/listings/${id}`)).json;
  expect(shown).toMatchObject({ id, min_price: '5.00', max_price: '9.00', strategy_id: 's-1' });
  expect(shown).toHaveProperty('warehouse.bay');
  const listed = (await app.get('/v1/listings')).json as { items: readonly { id: string }[] };
  expect(listed.items.map((one) => one.id)).toEqual([ids[1], ids[0], id]);
  const sent = { json: { min_price: '6.00', max_price: '8.00' } };
  expect((await app.call('PATCH', `/v1/listings/${id}/price`, sent)).status).toBe(200);
  expect((await app.get(`/v1/listings/${id}`)).json).toMatchObject({ min_price: '6.00', max_price: '8.00' });
});
