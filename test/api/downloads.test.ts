import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { createTestApp, ids, opening, origin } from '../support/app.ts';
import type { Answer, CallOptions, TestApp } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';
import type { LinkView } from '../support/views.ts';

const header =
  'SKU,EXTERNAL_ID,TITLE,MARKETPLACE,CURRENCY,CURRENT_PRICE,MIN_PRICE,MAX_PRICE,STRATEGY_ID,QUANTITY,STATUS';
const keyless: CallOptions = { key: null };

/** The plain and the compressed link of a run, from the report itself. */
async function linksOf(app: TestApp, id: string): Promise<[plain: LinkView, gzip: LinkView]> {
  const report = (await app.reports()).data.find((candidate) => candidate.id === id)!;
  expect(report.status).toBe('completed');
  return report.downloadLinks as [LinkView, LinkView];
}

const target = ({ url }: LinkView) => {
  expect(url.startsWith(`${origin}/`)).toBe(true);
  return url.slice(origin.length);
};

const open = (app: TestApp, link: LinkView, headers: Record<string, string> = {}) =>
  app.get(target(link), { ...keyless, headers });

const rows = ({ text }: Answer) => text.split('\r\n').slice(1, -1);

test('§2 a download link opens without a key and gives the CSV of the listings', async () => {
  const app = createTestApp();
  const [link] = await linksOf(app, ids.doneRun);
  const answer = await open(app, link);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${ids.doneRun}.csv"`);
  // The run is for one marketplace; the walmart lamp is not in it.
  expect(answer.text).toBe(
    `${header}\r\n` +
      `KB-1001-BLUE,B0MOCK0001,Bamboo Cutting Board,amazon,USD,19.99,15.99,24.99,${ids.chaser},120,active\r\n` +
      `MG-3003-RED,B0MOCK0003,Travel Mug,amazon,USD,9.95,7.49,12.99,${ids.chaser},0,inactive\r\n`,
  );
});

test('domain 13: sizeBytes is the real length, gzip unpacks to the CSV, and rowCount counts its rows', async () => {
  const app = createTestApp({ data: 'default' });
  app.clock.advance(3_600_000);
  const finished = (await app.reports()).data.filter(({ downloadLinks }) => downloadLinks.length > 0);
  expect(finished.length).toBeGreaterThan(0);
  for (const { id, metadata } of finished) {
    const [plain, gzip] = await linksOf(app, id);
    expect([plain.compression, gzip.compression]).toEqual([null, 'gzip']);
    const [csv, packed] = [await open(app, plain), await open(app, gzip)];
    expect(csv.length).toBe(plain.sizeBytes);
    expect(packed.length).toBe(gzip.sizeBytes);
    expect(packed.headers['content-type']).toBe('application/gzip');
    expect(packed.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.raw).equals(csv.raw)).toBe(true);
    expect(rows(csv)).toHaveLength(metadata.rowCount!);
  }
});

test('§2 a report holds the listings as they were at completion, whatever is patched later', async () => {
  const app = createTestApp();
  await app.listings();
  app.clock.advance(14_999);
  await app.patch(`/v1/listings/${ids.board}/price`, { minPrice: 16.01 });
  app.clock.advance(1);
  await app.patch(`/v1/listings/${ids.board}/price`, { minPrice: 17.02, maxPrice: 18.03 });
  await app.patch(`/v1/listings/${ids.mug}/strategy`, { strategyId: ids.guard });
  const [link, packed] = await linksOf(app, ids.newRun);
  const csv = await open(app, link);
  expect(csv.text).toContain('19.99,16.01,24.99');
  expect(csv.text).not.toContain('17.02');
  expect(csv.text).toContain(`12.99,${ids.chaser},0,inactive`);
  expect(gunzipSync((await open(app, packed)).raw).toString()).toBe(csv.text);
});

test('domain 3: values with quotes, commas, line ends and other scripts survive the CSV (RFC 4180)', async () => {
  const { listings, strategies, reportRuns } = dataOf(createTestApp());
  const sku = 'A,"B"\r\nC';
  const title = 'Tasse “größe” – 杯';
  const nasty = listings.map((listing) => ({ ...listing, sku, title }));
  const app = createTestApp({ data: { listings: nasty, strategies, reportRuns } });
  const [link] = await linksOf(app, ids.doneRun);
  const answer = await open(app, link);
  expect(answer.text.split(`"A,""B""\r\nC",`)).toHaveLength(3);
  expect(answer.text).toContain(title);
  expect(answer.length).toBe(link.sizeBytes);
});

function dataOf(app: TestApp) {
  const { store } = app.service.worlds.of('test_key').account;
  return {
    listings: store.listings.all(),
    strategies: store.strategies.all(),
    reportRuns: store.reportRuns.all(),
  };
}

test('A25 a link works up to its expiresAt, five minutes after it was given out, and is 403 from then on', async () => {
  const app = createTestApp();
  const [link] = await linksOf(app, ids.doneRun);
  expect(link.expiresAt).toBe(new Date(opening + 300_000).toISOString());
  app.clock.advance(299_999);
  expect((await open(app, link)).status).toBe(200);
  app.clock.advance(1);
  const expired = await open(app, link);
  expect(expired.status).toBe(403);
  expect(expired.headers['content-type']).toBe('application/xml');
  expect(expired.text).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Error><Code>AccessDenied<\/Code>/,
  );
  const [fresh] = await linksOf(app, ids.doneRun);
  expect((await open(app, fresh)).status).toBe(200);
});

test.each([0, 1, 500, 999])(
  'A25 a link lives no shorter than its time, given out at %i ms',
  async (offset) => {
    const app = createTestApp({ assume: { 'link-ttl': 1 } });
    app.clock.advance(offset);
    const [link] = await linksOf(app, ids.doneRun);
    app.clock.advance(999);
    expect((await open(app, link)).status).toBe(200);
    app.clock.advance(1000);
    expect((await open(app, link)).status).toBe(403);
  },
);

test.each([
  ['a later expiry', (url: string) => url.replace(/expires=\d/, 'expires=9')],
  ['no expiry', (url: string) => url.replace(/expires=\d+&/, '')],
  ['another run', (url: string) => url.replace(ids.doneRun, ids.newRun)],
  ['another file of the run', (url: string) => url.replace('.csv?', '.csv.gz?')],
  ['another world', (url: string) => url.replace('/w1/', '/w2/')],
  ['another signature', (url: string) => url.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
  ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
  ['no query', (url: string) => url.replace(/\?.*/, '')],
])('A25 a link with %s is refused with 403', async (_, tamper) => {
  const app = createTestApp();
  const [link] = await linksOf(app, ids.doneRun);
  const answer = await app.get(tamper(target(link)), keyless);
  expect(answer.status).toBe(403);
  expect(answer.text).toContain('<Code>SignatureDoesNotMatch</Code>');
});

test('§8 downloads are not counted, and the key is not needed but does no harm', async () => {
  const app = createTestApp({ limits: { perSecond: 1, perMinute: 1 } });
  const [link] = await linksOf(app, ids.doneRun);
  for (let round = 0; round < 10; round += 1) expect((await open(app, link)).status).toBe(200);
  expect((await app.get(target(link))).status).toBe(200);
  expect((await app.get(target(link), { key: 'wrong' })).status).toBe(200);
});

test('HEAD on a link tells the length and sends no body', async () => {
  const app = createTestApp();
  for (const link of await linksOf(app, ids.doneRun)) {
    const answer = await app.call('HEAD', target(link), keyless);
    const whole = await open(app, link);
    expect(answer.status).toBe(200);
    expect(answer.raw).toHaveLength(0);
    expect(answer.length).toBe(link.sizeBytes);
    expect(answer.headers).toEqual({ ...whole.headers, 'x-request-id': answer.headers['x-request-id'] });
  }
});

test('a link takes no other method: 405 with Allow', async () => {
  const app = createTestApp();
  const [link] = await linksOf(app, ids.doneRun);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await app.call(method, target(link), keyless);
    expectError(answer, 405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  }
});

test('§5 the key is in no link, and the same inputs give the same link', async () => {
  const [one, two] = [createTestApp(), createTestApp()];
  const links = await linksOf(one, ids.doneRun);
  expect(await linksOf(two, ids.doneRun)).toEqual(links);
  expect(JSON.stringify(links)).not.toContain('test_key');
});

test('a fixture may name a run as it likes: its links open all the same', async () => {
  const { listings, strategies, reportRuns } = dataOf(createTestApp());
  for (const id of ['run 1/2', 'größe?#%41', '../x', 'a"b\r\nc: d']) {
    const app = createTestApp({ data: { listings, strategies, reportRuns: [{ ...reportRuns[1]!, id }] } });
    for (const link of await linksOf(app, id)) {
      expect(new URL(link.url).href).toBe(link.url);
      const answer = await open(app, link);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.%-]+\.csv(\.gz)?"$/);
    }
  }
});
