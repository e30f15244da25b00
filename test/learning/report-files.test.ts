// The files of report runs, learned from one that was fetched: made of the listings as they stand.
import { expect, test } from 'vitest';
import { dataOf, openRecordingData } from '../../src/analysis/open-recording-data.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { createTestApp } from '../support/app.ts';
import { recordingOf } from './said.ts';

const goods = [1, 2, 3, 4, 5].map((at) => ({
  id: `g-${at}`,
  sku: `SKU "${at}"`,
  low: at === 3 ? 20 : 10.5 + at,
  state: at === 2 ? null : 'open',
}));
const jobs = [1, 2, 3].map((at) => ({ id: `j-${at}`, state: 'done', link: `/exports/j-${at}.csv` }));
const lines = goods.map(
  ({ id, sku, low, state }) => `${id};"${sku.replaceAll('"', '""')}";${low.toFixed(2)};${state ?? ''}`,
);

const recordingWith = (file: string) =>
  recordingOf([
    {
      asked: 'GET /v1/listings',
      told: { goods: goods.map((good) => (good.id === 'g-3' ? { ...good, low: 12 } : good)) },
    },
    { asked: 'PATCH /v1/listings/g-3/price', sent: { low: 20 }, told: goods[2] },
    { asked: 'GET /v1/reports', told: { jobs } },
    { asked: 'GET /exports/j-1.csv', told: file },
    { asked: 'GET /strange', status: 404, told: { error: 'no such path' } },
  ]);

const learned = (file: string) =>
  parseProfile(JSON.parse(printProfile(learnProfile([{ name: 'goods', recording: recordingWith(file) }]))));

function resumed(file: string) {
  const { form, data, beside } = openRecordingData(recordingWith(file), 'end');
  const { settings, dialect } = applyProfile({ ...learned(file), service: form! });
  return createTestApp({ data, settings, dialect, beside: beside(nodeBodies, () => 0) });
}

const whole = ['id;sku;floor;state', ...lines, ''].join('\n');

test('a file that nobody fetched has what the others have, as the listings stand now', async () => {
  const app = resumed(whole);
  await app.get('/v1/listings');
  expect((await app.get('/exports/j-2.csv', { key: null })).text).toBe(whole);
  await app.patch('/v1/listings/g-4/price', { low: 7 });
  const answer = await app.get('/exports/j-2.csv', { key: null });
  expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
    200,
    'text/plain',
    whole.replace(';14.50;', ';7.00;'),
  ]);
  expect((await app.get('/exports/j-1.csv', { key: null })).text).toBe(whole);
  expect((await app.get('/exports/j-4.csv')).json).toEqual({ error: 'no such path' });
});

test('a file that holds the first listings alone holds as many of them', async () => {
  const part = ['id;sku;floor;state', ...lines.slice(0, 3), ''].join('\n');
  const app = resumed(part);
  await app.get('/v1/listings');
  expect((await app.get('/exports/j-3.csv')).text).toBe(part);
});

test('a mock with made-up records has a file behind each link that its runs show', async () => {
  const profile = learned(whole);
  const { settings, dialect } = applyProfile(profile);
  const records = generateRecords(profile.service!, 3, { listing: 4, strategy: 0, reportRun: 3 });
  const app = createTestApp({ data: dataOf({ records }, profile.service!), settings, dialect });
  const { jobs: runs } = (await app.get('/v1/reports')).json as { jobs: { id: string; link: string }[] };
  const { goods: listed } = (await app.get('/v1/listings')).json as { goods: { id: string; low: number }[] };
  for (const { id, link } of runs) {
    expect(link).toBe(`/exports/${id}.csv`);
    const [head, ...rows] = (await app.get(link)).text.trim().split('\n');
    expect(head).toBe('id;sku;floor;state');
    expect(rows.map((row) => [row.split(';')[0], row.split(';')[2]])).toEqual(
      listed.map(({ id: own, low }) => [own, low.toFixed(2)]),
    );
  }
});

test('files that hold anything but lines of listings are missing where nobody fetched them', async () => {
  const app = resumed('total,12\nmean,4\n');
  await app.get('/v1/listings');
  expect((await app.get('/exports/j-2.csv')).text).toBe('The recording does not hold this file.\n');
});
