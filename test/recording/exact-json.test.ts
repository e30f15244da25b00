// JSON that is stored without being parsed must be the JSON that printing its value would give.
import { expect, test } from 'vitest';
import { ExactJson, isSurelyExact } from '../../src/recording/exact-json.ts';

function isExact(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

test.each([
  '{"id":"lst_1","price":19.9,"list":[1,-2.5,0,true,false,null,{}],"é":"日本","__proto__":{"a":[]}}',
  '"text"',
  '[0.000001,123456789012345,-0.5]',
  `${'['.repeat(64)}${']'.repeat(64)}`,
])('is told without parsing: %s', (text) => {
  expect(isExact(text)).toBe(true);
  expect(isSurelyExact(Buffer.from(text))).toBe(true);
});

test.each([
  '',
  ' {}',
  '{}\n',
  '{"a": 1}',
  '{"a":1,}',
  '{"a":1,"a":2}',
  '{"b":1,"1":2}',
  '[1,]',
  '[1 ]',
  '19.90',
  '1.',
  '.5',
  '-',
  '-0',
  '01',
  '1e5',
  '1E400',
  '0.0000001',
  '12345678901234567890',
  '0.1234567890123456789',
  '"a\\/b"',
  '"a\nb"',
  '"open',
  'tru',
  'nullx',
  '\ufeff{}',
  'no JSON',
])('is never told of what printing would change: %j', (text) => {
  expect(isExact(text)).toBe(false);
  expect(isSurelyExact(Buffer.from(text))).toBe(false);
});

test.each([
  [
    'more keys than are compared',
    JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`x${at}`, 0]))),
  ],
  ['nested too deep', `${'['.repeat(65)}${']'.repeat(65)}`],
  ['keys that look alike to the comparison', '{"Aa":1,"BB":2}'],
  ['escapes', '"a\\"b"'],
])('leaves to the parser what it cannot tell: %s', (_, text) => {
  expect(isExact(text)).toBe(true);
  expect(isSurelyExact(Buffer.from(text))).toBe(false);
});

test('says yes to no text that printing would change, of many that are nearly JSON', () => {
  const pieces = [
    ...Array.from('{}[]":,01-.5ea\\ '),
    'true',
    'null',
    '"a"',
    '"b":',
    '"a":1',
    '0.000001',
    '1.10',
    '""',
    'é',
    '😀',
  ];
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  let told = 0;
  for (let round = 0; round < 100_000; round += 1) {
    let text = '';
    for (let length = 1 + next(8); length > 0; length -= 1) text += pieces[next(pieces.length)]!;
    if (!isSurelyExact(Buffer.from(text))) continue;
    told += 1;
    if (!isExact(text)) expect.fail(text);
  }
  expect(told).toBeGreaterThan(1000);
});

test('its value is there for whoever asks', () => {
  const body = new ExactJson('{"a":[1]}', Buffer.from('{"a":[1]}'));
  expect(body.json).toEqual({ a: [1] });
  expect(body.json).toBe(body.json); // one value, so that a change can be told
  expect(JSON.stringify(body)).toBe(body.printed);
});
