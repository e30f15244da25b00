import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isConditional, requestKey, unconditionalKey } from '../../src/recording/request-key.ts';
import type { KeyedRequest } from '../../src/recording/request-key.ts';

const request = (change: Partial<KeyedRequest> = {}): KeyedRequest => ({
  method: 'PATCH',
  path: '/v1/listings/1/price',
  query: '',
  headers: [],
  body: null,
  ...change,
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sent = (text: string): string => requestKey(request({ body: bytes(text) }));

test('numbers count by value, however they are written', () => {
  for (const other of ['19.90', '1.99e1', '199E-1', '0.199e+2', '19.900000']) {
    expect(sent(`{"minPrice":${other}}`)).toBe(sent('{"minPrice":19.9}'));
  }
  expect(sent('[0, -0, 0.0, 0e9]')).toBe(sent('[0,0,0,0]'));
  expect(sent('[-19.9]')).not.toBe(sent('[19.9]'));
});

test('numbers beyond the precision of a double still differ', () => {
  expect(sent('[9007199254740993]')).not.toBe(sent('[9007199254740992]'));
  expect(sent('[19.900000000000000000001]')).not.toBe(sent('[19.9]'));
  expect(sent('[1e400]')).not.toBe(sent('[1e401]'));
  expect(sent('[1e400]')).toBe(sent('[10e399]'));
});

test('a number is not the string that looks like it', () => {
  expect(sent('{"a":"19.9"}')).not.toBe(sent('{"a":19.9}'));
  expect(sent('{"a":"n199e-1"}')).not.toBe(sent('{"a":19.9}'));
  expect(sent('{"a":null}')).not.toBe(sent('{"a":"null"}'));
  expect(sent('{"a":null}')).not.toBe(sent('{}'));
});

test('what is no JSON counts by its bytes', () => {
  expect(sent('{"a":1')).not.toBe(sent('{"a": 1'));
  expect(sent('{1:2}')).not.toBe(sent('{"1":2}'));
  const binary = (...values: number[]): string => requestKey(request({ body: Uint8Array.of(...values) }));
  expect(binary(255, 1)).not.toBe(binary(255, 2));
  expect(requestKey(request({ body: { base64: 'AAD/' } }))).toBe(binary(0, 0, 255));
});

test('nesting past any sense is compared as text, not walked', () => {
  const deep = (inside: string): string => '['.repeat(20_000) + inside + ']'.repeat(20_000);
  expect(sent(deep('1'))).not.toBe(sent(deep('2')));
});

test('every form of a recorded body has the key of the live bytes', () => {
  const text = '{ "b": [1.50, "x\\u0041"], "a": {"__proto__": 1} }';
  const json = JSON.parse(text) as unknown;
  expect(requestKey(request({ body: { json } }))).toBe(sent(text));
  expect(requestKey(request({ body: { text } }))).toBe(sent(text));
  expect(requestKey(request({ body: null }))).toBe(sent(''));
});

test('a large body is a short key, and still counts by what it says', () => {
  const items = Array.from({ length: 20_000 }, (_, at) => `"item ${at}":1.50`);
  const json = `{${items.join()}}`;
  expect(sent(json).length).toBeLessThan(200);
  expect(sent(json)).toBe(sent(`{${items.toReversed().join(' , ').replaceAll('1.50', '1.5')}}`));
  expect(sent(json)).not.toBe(sent(json.replace('1.50', '1.51')));
  const binary = new Uint8Array(2 ** 20).fill(255);
  expect(requestKey(request({ body: binary })).length).toBeLessThan(200);
});

test('bytes that were omitted from the recording count by their hash', () => {
  const binary = Uint8Array.of(255, 0, 1);
  const hash = createHash('sha256').update(binary).digest('hex');
  const omitted = (of: { hash?: string }): string =>
    requestKey(request({ body: { omitted: { bytes: 3, reason: 'too-long', ...of } } }));
  expect(omitted({ hash })).toBe(requestKey(request({ body: binary })));
  expect(omitted({ hash: hash.replace(/^./, 'x') })).not.toBe(omitted({ hash }));
  expect(omitted({})).not.toBe(omitted({ hash }));
});

test('a string of millions of characters and escapes in JSON does not overflow the stack', () => {
  const long = '\\\\'.repeat(1_000_000) + '\\"';
  expect(sent(`{"a": "${long}", "b": 1.0}`)).toBe(sent(`{"b":1,"a":"${long}"}`));
  expect(sent(`["\\\\", 1]`)).not.toBe(sent(`["\\\\\\\\", 1]`));
});

test('a number of many digits takes no longer than it is', () => {
  const zeros = '0'.repeat(30_000);
  expect(sent(`[1${zeros}1]`)).not.toBe(sent(`[1${zeros}2]`));
  expect(sent(`[1${zeros}1.${zeros}]`)).toBe(sent(`[1${zeros}1]`));
  expect(sent(`[1e1${zeros}]`)).not.toBe(sent(`[1e2${zeros}]`));
});

describe('multipart bodies', () => {
  const form = (boundary: string, ...parts: readonly string[]): string =>
    [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
  const field = (name: string, value: string): string =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const ofForm = (boundary: string, text: string | Uint8Array, type = 'multipart/form-data'): string =>
    requestKey(
      request({
        headers: [['Content-Type', `${type}; boundary=${boundary}`]],
        body: typeof text === 'string' ? bytes(text) : text,
      }),
    );

  test('the boundary, which is another one in every request, does not matter', () => {
    const [one, other] = ['----x1', '----WebKitFormBoundaryAbC'].map((boundary) =>
      ofForm(boundary, form(boundary, field('a', '1'), field('file', '{"b":\r\n2}'))),
    );
    expect(one).toBe(other);
    const quoted = ofForm('"a b"', form('a b', field('a', '1')));
    expect(quoted).toBe(ofForm('x', `preamble\r\n${form('x', field('a', '1'))}epilogue`));
  });

  test('parts, their headers and their order do', () => {
    const key = (...parts: readonly string[]): string => ofForm('x', form('x', ...parts));
    const same = key(field('a', '1'), field('b', '2'));
    expect(key(field('a', '1'), field('b', '3'))).not.toBe(same);
    expect(key(field('a', '1'), field('c', '2'))).not.toBe(same);
    expect(key(field('b', '2'), field('a', '1'))).not.toBe(same);
    expect(key(field('a', '1\r\n'), field('b', '2'))).not.toBe(same);
    expect(key(field('a', '1'), field('b', '2'), field('b', '2'))).not.toBe(same);
    const lowerCase = field('a', '1').replace('Content-Disposition:', 'content-disposition:  ');
    expect(key(lowerCase, field('b', '2'))).toBe(same);
  });

  test('bytes are compared as bytes', () => {
    const png = (boundary: string, last: number): Uint8Array =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Type: image/png\r\n\r\n`),
        Uint8Array.of(0x89, 0x50, 0x0d, 0x0a, 0xff, last),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
    expect(ofForm('one', png('one', 1))).toBe(ofForm('two', png('two', 1)));
    expect(ofForm('one', png('one', 1))).not.toBe(ofForm('two', png('two', 2)));
  });

  test('a boundary within a part is content', () => {
    const key = (boundary: string, value: string): string =>
      ofForm(boundary, form(boundary, field('a', value)));
    expect(key('x', 'see --x there')).not.toBe(key('y', 'see --y there'));
    expect(key('x', '\r\n--xyz\r\nmore')).not.toBe(key('w', '\r\n--wyz\r\nmore'));
    expect(key('x', '--other')).toBe(key('y', '--other'));
  });

  test('a form in a part has a boundary of its own', () => {
    const nested = (outer: string, inner: string, value: string): string =>
      ofForm(
        outer,
        form(
          outer,
          `Content-Type: multipart/mixed; boundary=${inner}\r\n\r\n${form(inner, field('a', value))}`,
        ),
      );
    expect(nested('o1', 'i1', '1')).toBe(nested('o2', 'i2', '1'));
    expect(nested('o1', 'i1', '1')).not.toBe(nested('o2', 'i2', '2'));
  });

  test('what is not as its boundary says is compared as it is', () => {
    const whole = form('x', field('a', '1'));
    const broken = [
      whole.slice(0, -6),
      whole.replaceAll('\r\n', '\n'),
      '--x\r\nno colon\r\n\r\n\r\n--x--',
      '',
    ];
    const asItIs = (text: string, type = 'multipart/form-data'): string =>
      requestKey(request({ headers: [['Content-Type', type]], body: bytes(text) }));
    for (const text of broken) expect(ofForm('x', text)).toBe(asItIs(text));
    expect(ofForm('y', whole)).toBe(asItIs(whole));
    expect(ofForm('x', whole, 'text/plain')).toBe(asItIs(whole, 'text/plain'));
  });
});

test('the media type of a body counts, without its parameters, and where there is a body', () => {
  const typed = (type: string, body: Uint8Array | null = bytes('{"a":1}')): string =>
    requestKey(request({ headers: [['content-type', type]], body }));
  expect(typed('Application/JSON;charset=utf-8')).toBe(typed('application/json'));
  expect(typed('text/plain')).not.toBe(typed('application/json'));
  expect(sent('{"a":1}')).not.toBe(typed('application/json'));
  expect(typed('application/json', null)).toBe(requestKey(request()));
  expect(typed('application/json', bytes(''))).toBe(requestKey(request()));
  const long = bytes(`"${'x'.repeat(100_000)}"`);
  expect(typed('text/plain', long)).not.toBe(typed('application/json', long));
});

test('parameters count in any order, but repeats of one name in theirs', () => {
  const query = (text: string): string => requestKey(request({ query: text }));
  expect(query('b=2&a=1')).toBe(query('a=1&b=2'));
  expect(query('q=a+b%21')).toBe(query('q=a%20b!'));
  expect(query('a=1&a=2')).not.toBe(query('a=2&a=1'));
  expect(query('a=1%26b=2')).not.toBe(query('a=1&b=2'));
  expect(query('a=%ff')).not.toBe(query('a=%fe'));
});

test('escapes that mean nothing special do not matter, all others do', () => {
  const path = (text: string): string => requestKey(request({ path: text }));
  expect(path('/v1/%7ea%2f')).toBe(path('/v1/~a%2F'));
  expect(path('/v1/a%2Fb')).not.toBe(path('/v1/a/b'));
  expect(path('/v1/listings/')).not.toBe(path('/v1/listings'));
});

test('HEAD is not GET, and no ordinary header takes part', () => {
  expect(requestKey(request({ method: 'HEAD' }))).not.toBe(requestKey(request({ method: 'GET' })));
  const named = (key: string): KeyedRequest => request({ headers: [['X-API-KEY', key]] });
  expect(requestKey(named('one'))).toBe(requestKey(named('two')));
});

test('a range or a condition asks for something else', () => {
  const ranged = request({ method: 'GET', headers: [['Range', 'bytes=0-4']] });
  expect(isConditional(ranged.headers)).toBe(true);
  expect(requestKey(ranged)).not.toBe(requestKey(request({ method: 'GET' })));
  expect(unconditionalKey(ranged)).toBe(requestKey(request({ method: 'GET' })));
  const cached = (...headers: KeyedRequest['headers']): string => requestKey(request({ headers }));
  expect(cached(['If-None-Match', '"a"'])).not.toBe(cached(['If-None-Match', '"b"']));
  expect(cached(['Range', 'bytes=0-'], ['If-Range', '"a"'])).toBe(
    cached(['if-range', '"a"'], ['range', 'bytes=0-']),
  );
});

test('a live request is redacted as the recorded one was', () => {
  const stored = request({ query: 'sig=REDACTED&a=1' });
  const live = request({ query: 'a=1&sig=secret' });
  const redact = (asked: KeyedRequest): KeyedRequest => ({
    ...asked,
    query: asked.query.replace(/sig=\w+/, 'sig=REDACTED'),
  });
  expect(requestKey(live, redact)).toBe(requestKey(stored, redact));
});

test('property: the order of keys and the spacing never matter', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.infiniteStream(fc.nat(1000)),
      fc.nat(3),
      (value, order, indent) => {
        const shuffled = JSON.stringify(reorder(value, order), null, indent);
        expect(sent(shuffled)).toBe(requestKey(request({ body: { json: value } })));
      },
    ),
  );
});

test('property: a changed value always matters', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (one, other) => {
      const same = JSON.stringify(reorder(one, sorted)) === JSON.stringify(reorder(other, sorted));
      expect(sent(JSON.stringify(one)) === sent(JSON.stringify(other))).toBe(same);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.nat(), (value, where, seed) => {
      const leaves = count(value);
      const changed = changeLeaf(value, { left: where % leaves }, `changed ${seed}`);
      expect(sent(JSON.stringify(changed))).not.toBe(sent(JSON.stringify(value)));
    }),
  );
});

const sorted = undefined;

function reorder(value: unknown, order: Iterator<number> | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => reorder(item, order));
  const ranked = Object.entries(value).map(([key, item]) => {
    return { rank: order === undefined ? key : String(order.next().value), key, item: reorder(item, order) };
  });
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return Object.fromEntries(ranked.map(({ key, item }) => [key, item]));
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const items = Object.values(value);
  return items.length === 0 ? 1 : items.map(count).reduce((sum, one) => sum + one, 0);
}

function changeLeaf(value: unknown, state: { left: number }, to: string): unknown {
  const isLeaf = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isLeaf) return state.left-- === 0 ? { was: to, not: typeof value } : value;
  if (Array.isArray(value)) return value.map((item: unknown) => changeLeaf(item, state, to));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changeLeaf(item, state, to)]));
}
