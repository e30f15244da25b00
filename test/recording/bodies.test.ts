import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { acceptedCodings } from '../../src/recording/body/coding-names.ts';
import type { HeaderPair, RecordedBody, RecordedResponse } from '../../src/recording/format.ts';

const utf8 = (text: string): Buffer => Buffer.from(text);

function response(headers: readonly HeaderPair[], body: RecordedBody, status = 200): RecordedResponse {
  return { status, reason: 'OK', headers, body };
}

test.each([
  ['a compact object', '{"minPrice":19.9,"tags":["a",null]}', 'json'],
  ['an empty string', '""', 'json'],
  ['a key called __proto__', '{"__proto__":{"a":1}}', 'json'],
  ['a lone surrogate, escaped', String.raw`"\ud800"`, 'json'],
  ['spaces between', '{"a": 1}', 'text'],
  ['a number beyond a double', '{"a":1e400}', 'text'],
  ['a big integer', '{"a":12345678901234567890}', 'text'],
  ['trailing zeros', '{"minPrice":19.90}', 'text'],
  ['a negative zero', '[-0]', 'text'],
  ['a repeated key', '{"a":1,"a":2}', 'text'],
  ['integer keys out of order', '{"2":1,"1":2}', 'text'],
  ['an escaped slash', String.raw`"a\/b"`, 'text'],
  ['nesting of 100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'text'],
  ['a byte order mark', '\ufeff{}', 'text'],
  ['words', 'no JSON here', 'text'],
])('%s is stored so that not a byte changes', (_, text, form) => {
  const body = nodeBodies.recordBody(utf8(text), []);
  expect(Object.keys(body!)).toEqual([form]);
  expect(Buffer.from(nodeBodies.wireBody(response([], body))!.bytes).toString()).toBe(text);
});

test('bytes that are not UTF-8 are stored as base64', () => {
  const bytes = Buffer.from([0xff, 0x00, 0xc3]);
  const body = nodeBodies.recordBody(bytes, []);
  expect(body).toEqual({ base64: '/wDD' });
  expect(Buffer.from(nodeBodies.wireBody(response([], body))!.bytes)).toEqual(bytes);
});

test.each([
  ['gzip', gzipSync(utf8('{"a":1}'))],
  ['X-GZip', gzipSync(utf8('{"a":1}'))],
  ['br', brotliCompressSync(utf8('{"a":1}'))],
  ['deflate', deflateSync(utf8('{"a":1}'))],
  ['deflate', deflateRawSync(utf8('{"a":1}'))],
  ['gzip, br', brotliCompressSync(gzipSync(utf8('{"a":1}')))],
  ['identity, gzip', gzipSync(utf8('{"a":1}'))],
])('a body under %s stands readable and leaves as it came', (coding, wire) => {
  const headers: HeaderPair[] = [
    ['content-encoding', coding],
    ['content-length', String(wire.length)],
    ['vary', 'accept-encoding'],
  ];
  const body = nodeBodies.recordBody(wire, headers);
  expect(body).toMatchObject({ json: { a: 1 } });
  expect(nodeBodies.wireBody(response(headers, body))).toEqual({ headers, bytes: wire });

  const plain = nodeBodies.wireBody(response(headers, body), { accepts: acceptedCodings('identity') })!;
  expect(Buffer.from(plain.bytes).toString()).toBe('{"a":1}');
  expect(plain.headers).toEqual([
    ['content-length', '7'],
    ['vary', 'accept-encoding'],
  ]);
});

test('an edited body goes out under the recorded encoding with a right length', () => {
  const wire = gzipSync(utf8('{"a":1}'));
  const headers: HeaderPair[] = [
    ['Content-Encoding', 'gzip'],
    ['Content-Length', String(wire.length)],
    ['content-length', '9'],
  ];
  const edited = {
    ...nodeBodies.recordBody(wire, headers),
    json: { a: 'much longer than before' },
  } as RecordedBody;
  const sent = nodeBodies.wireBody(response(headers, edited))!;
  expect(gunzipSync(sent.bytes).toString()).toBe('{"a":"much longer than before"}');
  expect(sent.headers).toEqual([
    ['Content-Encoding', 'gzip'],
    ['Content-Length', String(sent.bytes.length)],
  ]);
});

test('a length edited by hand is put right, and none is added where none was', () => {
  expect(nodeBodies.wireBody(response([['Content-Length', '3']], { text: 'four' }))!.headers).toEqual([
    ['Content-Length', '4'],
  ]);
  expect(nodeBodies.wireBody(response([], { text: 'four' }))!.headers).toEqual([]);
});

test.each([
  ['an unknown encoding', 'zstd', utf8('??')],
  ['three layers', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(utf8('a'))))],
  ['a damaged stream', 'gzip', utf8('not gzip')],
  ['a stream that was cut', 'gzip', gzipSync(utf8('abcdefgh')).subarray(0, 15)],
  ['a bomb of gzip', 'gzip', gzipSync(Buffer.alloc(11 * 1024 * 1024))],
  ['a bomb of brotli', 'br', brotliCompressSync(Buffer.alloc(11 * 1024 * 1024))],
])('%s is stored as its bytes alone', (_, coding, wire) => {
  const headers: HeaderPair[] = [['Content-Encoding', coding]];
  const body = nodeBodies.recordBody(wire, headers);
  expect(body).toEqual({ base64: wire.toString('base64') });
  const sent = nodeBodies.wireBody(response(headers, body), { accepts: acceptedCodings('identity') })!;
  expect(Buffer.from(sent.bytes).equals(wire)).toBe(true);
  expect(sent.headers).toEqual(headers);
});

test('an answer to HEAD keeps the length of the body that it does not have', () => {
  const headers: HeaderPair[] = [['Content-Length', '500']];
  expect(nodeBodies.wireBody(response(headers, null), { method: 'HEAD' })!.headers).toEqual(headers);
  expect(nodeBodies.wireBody(response(headers, null, 304))!.headers).toEqual(headers);
  expect(nodeBodies.wireBody(response(headers, null), { method: 'GET' })!.headers).toEqual([
    ['Content-Length', '0'],
  ]);
});

test('a body that was omitted cannot be sent', () => {
  expect(
    nodeBodies.wireBody(response([], { omitted: { bytes: 5, reason: 'too-long', hash: 'a'.repeat(64) } })),
  ).toBeUndefined();
});

test.each([
  [undefined, 'gzip', false],
  ['', 'gzip', false],
  ['gzip, br', 'br', true],
  ['GZIP;q=0.5', 'gzip', true],
  ['gzip;q=0', 'gzip', false],
  ['*', 'br', true],
  ['gzip;q=0, *', 'gzip', false],
  ['*;q=0', 'br', false],
  ['x-gzip', 'gzip', true],
])('Accept-Encoding %o and %s: %s', (header, coding, accepted) => {
  expect(acceptedCodings(header)(coding)).toBe(accepted);
});

test('a readable copy and its bytes are the same thing', () => {
  expect(Buffer.from(nodeBodies.readableBytes({ json: { a: 1 } })).toString()).toBe('{"a":1}');
});
