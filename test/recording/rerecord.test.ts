import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { readRecording } from '../../src/recording/file/document.ts';
import { loadRecording } from '../../src/recording/file/folder.ts';
import type { HeaderPair } from '../../src/recording/format.ts';
import type { Exchange } from '../../src/recording/format.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { exchange, fates, session, temporaryDirectory, upstream } from '../support/recordings.ts';

const path = '/v1/listings/11111111-1111-4111-8111-111111111111';
const get = (minPrice: number): Exchange => exchange({ path, body: { minPrice } });
const poll = (status: string): Exchange => exchange({ path: '/v1/reports', body: { status } });
const patch = (minPrice: number, parts = {}): Exchange =>
  exchange({
    method: 'PATCH',
    path: `${path}/price`,
    requestBody: { minPrice },
    body: { minPrice },
    ...parts,
  });

/** What a recording holds, short: id and the answer's body. */
async function held(file: string): Promise<string[]> {
  const { interactions } = await readRecording(file);
  return interactions.map(({ id, response: { body } }) => {
    const json = body !== null && 'json' in body ? (body.json as Record<string, unknown>) : {};
    return `${id} ${String(json.minPrice ?? json.status)}`;
  });
}

async function recorded(...sessions: readonly (readonly Exchange[])[]): Promise<string[]> {
  const file = join(await temporaryDirectory(), 'session.json');
  for (const exchanges of sessions) await session(file, exchanges);
  return held(file);
}

test('recording an unchanged API again leaves the file as it is, byte for byte and untouched', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  const run = (number: number): Exchange[] => {
    const headers: HeaderPair[] = [
      ['Content-Type', 'application/json'],
      ['Date', `Sat, 31 Jan 2026 12:00:0${number} GMT`],
      ['X-Request-Id', `req_${number}`],
      ['X-RateLimit-Remaining', String(300 - number)],
      ['Server-Timing', `total;dur=${number}`],
      ['Age', String(number)],
      [
        'Set-Cookie',
        `session=0123456789abcdef${number}; Path=/; Expires=Sat, 31 Jan 2026 12:00:0${number} GMT`,
      ],
      ['ETag', '"same"'],
    ];
    const zipped = Buffer.from(gzipSync(JSON.stringify({ minPrice: 10 }), { level: number }));
    const link = `https://files.example.com/r1.csv?X-Amz-Date=2026013${number}&X-Amz-Signature=${'0123456789abcdef'.repeat(4).slice(number)}`;
    return [
      exchange({ path, body: { minPrice: 10 }, headers, at: `2026-01-31T12:00:0${number}.000Z` }),
      exchange({
        path,
        body: zipped,
        headers: [...headers, ['Content-Encoding', 'gzip'], ['Content-Length', String(zipped.length)]],
      }),
      patch(11, { headers, requestHeaders: [['Idempotency-Key', `write-${number}`]] }),
      exchange({ path: '/v1/reports', body: { status: 'completed', url: link }, headers }),
      exchange({ path: '/r1.csv', query: link.split('?')[1]!, body: Buffer.from('a,b\r\n'), headers }),
    ];
  };
  await session(file, run(1));
  const first = await readFile(file);
  const { mtimeMs, ino } = await stat(file);
  const again = await session(file, run(2));
  expect(fates(again.added)).toEqual(Array(5).fill('repeated'));
  expect((await readFile(file)).equals(first)).toBe(true);
  expect(await stat(file)).toMatchObject({ mtimeMs, ino });
});

test('answers that were told as repeated are told once they are stored after all', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  const { added } = await session(file, [
    poll('queued'),
    poll('queued'),
    poll('queued'),
    poll('done'),
    poll('done'),
  ]);
  expect(await held(file)).toHaveLength(4);
  expect(fates(added)).toEqual(['recorded', 'repeated', 'repeated', 'recorded', 'repeated']);
  expect(added.map((one) => one.recorded && one.repeatsStored)).toEqual([
    undefined,
    undefined,
    undefined,
    2,
    undefined,
  ]);
});

test('a changed ETag is a changed answer', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  await session(file, [exchange({ headers: [['ETag', '"a"']] })]);
  const again = await session(file, [exchange({ headers: [['ETag', '"b"']] })]);
  expect(fates(again.added)).toEqual(['recorded']);
  expect((await readRecording(file)).interactions).toHaveLength(1);
});

test('a changed answer takes the place and the id of the old one', async () => {
  expect(await recorded([get(10), patch(11), get(11)], [get(10), patch(11), get(12)])).toEqual([
    '1-get-listing 10',
    '2-patch-price 11',
    '3-get-listing 12',
  ]);
});

test('a read more before a write does not take the place of the read behind it', async () => {
  expect(
    await recorded([get(10), patch(11), get(11)], [get(10), get(10), get(9), patch(11), get(11)]),
  ).toEqual([
    '1-get-listing 10',
    '4-get-listing 10',
    '5-get-listing 9',
    '2-patch-price 11',
    '3-get-listing 11',
  ]);
});

test('a shorter session removes nothing', async () => {
  expect(await recorded([get(10), patch(11), get(11), poll('queued')], [get(10)])).toHaveLength(4);
  expect(await recorded([get(10), patch(11), get(11)], [patch(11), get(11)])).toHaveLength(3);
});

test('a write that is not recorded goes on from the end, and is found there the next time', async () => {
  const first = [get(10), patch(11), get(11)];
  const other = [get(10), patch(12), get(12)];
  const expected = [
    '1-get-listing 10',
    '2-patch-price 11',
    '3-get-listing 11',
    '4-patch-price 12',
    '5-get-listing 12',
  ];
  expect(await recorded(first, other)).toEqual(expected);
  expect(await recorded(first, other, other, first)).toEqual(expected);
});

test('a refused write and its repetition are both kept', async () => {
  const refused = patch(11, { status: 429, body: { minPrice: 'limited' } });
  expect(await recorded([refused, refused, patch(11)], [refused, refused, patch(11)])).toEqual([
    '1-patch-price limited',
    '2-patch-price limited',
    '3-patch-price 11',
  ]);
});

test('polling keeps its rhythm while the answer still changes, and nothing of it once it stays', async () => {
  const polls = ['queued', 'running', 'running', 'running', 'completed', 'completed', 'completed'].map(poll);
  const expected = [
    '1-get-reports queued',
    '2-get-reports running',
    '3-get-reports running',
    '4-get-reports running',
    '5-get-reports completed',
  ];
  expect(await recorded(polls)).toEqual(expected);
  expect(await recorded(polls, polls)).toEqual(expected);
});

test('polling across a write keeps its rhythm, too', async () => {
  const polls = [poll('running'), poll('running'), patch(11), poll('running'), poll('completed')];
  const expected = ['running', 'running', '11', 'running', 'completed'];
  expect((await recorded(polls)).map((line) => line.split(' ')[1])).toEqual(expected);
  expect((await recorded(polls, polls)).map((line) => line.split(' ')[1])).toEqual(expected);
});

test('trouble that lasts is kept answer by answer', async () => {
  const trouble = exchange({ path, status: 503, body: { status: 'down' } });
  expect(await recorded([trouble, trouble, get(10)])).toHaveLength(3);
});

test('a thousand equal reads are one interaction', async () => {
  expect(await recorded(Array.from({ length: 1000 }, () => get(10)))).toEqual(['1-get-listing 10']);
});

test('a form sent again under another boundary leaves the file as it is', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  const upload = (boundary: string): Exchange =>
    exchange({
      method: 'POST',
      path: '/v1/uploads',
      requestHeaders: [
        ['X-API-KEY', 'test_key_4f9a1c77'],
        ['Content-Type', `multipart/form-data; boundary=${boundary}`],
      ],
      requestBody: Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="token"\r\n\r\nkey=test_key_4f9a1c77\r\n--${boundary}--\r\n`,
      ),
      body: { stored: true },
    });
  // As curl, Chromium, Python's requests and Node's fetch make them.
  const boundaries = [
    '------------------------d74496d66958873e',
    '----WebKitFormBoundary7MA4YWxkTrZu0gW',
    '0123456789abcdef0123456789abcdef',
    '----formdata-undici-034922487661',
  ];
  await session(file, [upload(boundaries[0]!)]);
  const first = await readFile(file, 'utf8');
  expect(first).not.toContain('test_key_4f9a1c77');
  for (const boundary of boundaries) {
    await session(file, [upload(boundary)]);
    expect(await readFile(file, 'utf8')).toBe(first);
  }
});

test('another range or condition is another request', async () => {
  const ranged = (range: string): Exchange =>
    exchange({ path, requestHeaders: [['Range', range]], status: 206, body: { range } });
  expect(await recorded([get(10), ranged('bytes=0-1'), ranged('bytes=2-3')])).toHaveLength(3);
});

test('while it is made, a recording is told as its files have it, which are not read again for that', async () => {
  const file = join(await temporaryDirectory(), 'session.json');
  await session(file, [get(1), patch(2), get(2)]);
  const open = await openRecording(file, { upstream, redactor: new Redactor(nodeBodies) });
  onTestFinished(() => open.close());
  const before = await open.recorded();
  expect(await open.recorded()).toBe(before);
  // Answers that stand there, one that takes the place of another, repeats that are stored later, and new ones.
  for (const one of [get(1), poll('queued'), poll('queued'), poll('done'), patch(2), get(3), patch(4)]) {
    await open.add(one);
  }
  const [told, again] = await Promise.all([open.recorded(), open.recorded()]);
  const stored = await loadRecording(file, () => undefined);
  expect(told).toEqual(stored);
  expect(again).toBe(told);
  expect(told.interactions).toHaveLength(7);
  await open.add(get(4));
  expect(await open.recorded()).toEqual(await loadRecording(file, () => undefined));
});
