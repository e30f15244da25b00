import fc from 'fast-check';
import { expect, test } from 'vitest';
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
