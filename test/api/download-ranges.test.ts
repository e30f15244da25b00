import { expect, test } from 'vitest';

import { createTestApp, ids, origin } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestOptions } from '../support/app.ts';

/** A way to ask for parts of the plain file of a completed run, and the whole of it. */
async function opened(options: TestOptions = {}) {
  const app = createTestApp(options);
  const report = (await app.reports()).data.find(({ id }) => id === ids.doneRun)!;
  const target = report.downloadLinks[0]!.url.slice(origin.length);
  const get = (headers: Record<string, string>, method = 'GET') =>
    app.call(method, target, { key: null, headers });
  return { get, whole: await get({}) };
}

test.each<[range: string, slice: (size: number) => [from: number, to: number]]>([
  ['bytes=0-0', () => [0, 1]],
  ['bytes=0-9', () => [0, 10]],
  ['bytes=10-', (size) => [10, size]],
  ['bytes=0-', (size) => [0, size]],
  ['bytes=5-999999', (size) => [5, size]],
  ['bytes=-1', (size) => [size - 1, size]],
  ['bytes=-20', (size) => [size - 20, size]],
  ['bytes=-999999', (size) => [0, size]],
  ['bytes=0-999999999999999999999', (size) => [0, size]],
])('a download answers Range: %s with 206 and that part (RFC 9110 §14)', async (range, slice) => {
  const { get, whole } = await opened();
  const [from, to] = slice(whole.length);
  const answer = await get({ Range: range });
  expect(answer.status).toBe(206);
  expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${whole.length}`);
  expect(answer.length).toBe(to - from);
  expect(Buffer.from(answer.raw)).toEqual(Buffer.from(whole.raw).subarray(from, to));
  expect(answer.headers.etag).toBe(whole.headers.etag);
  expect(answer.headers['content-type']).toBe(whole.headers['content-type']);
});

test('parts put together are the whole file', async () => {
  const { get, whole } = await opened();
  let text = '';
  for (let from = 0; from < whole.length; from += 37) {
    text += (await get({ Range: `bytes=${from}-${from + 36}` })).text;
  }
  expect(text).toBe(whole.text);
});

test.each(['bytes=99999-', 'bytes=99999-100000', 'bytes=-0'])(
  'a download answers Range: %s, which names nothing of the file, with 416 and the size',
  async (range) => {
    const { get, whole } = await opened();
    const answer = await get({ Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${whole.length}`);
    expect(answer.headers['content-type']).toBe('application/xml');
    expect(answer.text).toContain('<Code>InvalidRange</Code>');
  },
);

test('the first byte behind the file is already 416, the last one in it is not', async () => {
  const { get, whole } = await opened();
  expect((await get({ Range: `bytes=${whole.length}-` })).status).toBe(416);
  expect((await get({ Range: `bytes=${whole.length - 1}-` })).status).toBe(206);
});

test.each(['bytes=9-0', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=0-1', 'bytes 0-1', '0-1', ''])(
  'a download ignores Range: "%s", which is no range or several, and answers the whole',
  async (range) => {
    const { get, whole } = await opened();
    const answer = await get({ Range: range });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(whole.text);
    expect(answer.headers['content-range']).toBeUndefined();
    expect(answer.headers['accept-ranges']).toBe('bytes');
  },
);

test('If-Range with the entity tag gives the part, with anything else the whole', async () => {
  const { get, whole } = await opened();
  const { etag } = whole.headers;
  expect(etag).toMatch(/^"[^"]+"$/);
  expect((await get({ Range: 'bytes=0-4', 'If-Range': etag! })).status).toBe(206);
  for (const other of ['"other"', `W/${etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT']) {
    expect((await get({ Range: 'bytes=0-4', 'If-Range': other })).status).toBe(200);
    expect((await get({ Range: 'bytes=99999-', 'If-Range': other })).status).toBe(200);
  }
});

test('HEAD takes no range: Range is defined for GET alone (RFC 9110 §14.2)', async () => {
  const { get, whole } = await opened();
  const answer = await get({ Range: 'bytes=0-4' }, 'HEAD');
  expect(answer.status).toBe(200);
  expect(answer.length).toBe(whole.length);
});

test('A25 where links answer in JSON, each refusal is the error object of §7', async () => {
  const { get } = await opened({ form: { files: { errors: 'json' } } });
  const answer = await get({ Range: 'bytes=99999-' });
  expectError(answer, { status: 416, code: 'range_not_satisfiable' });
  expect(answer.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
});
