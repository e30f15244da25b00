import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/recording/file/document.ts';
import { parseRecording } from '../../src/recording/file/read.ts';
import { RecordingError } from '../../src/recording/file/recording-error.ts';
import { anyText } from '../support/any-text.ts';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import { amount } from '../support/soak.ts';

const recording = recordingOf(
  interaction('1-get-listings', { body: { a: [1, 2] } }),
  interaction('2-patch-price', {
    method: 'PATCH',
    path: '/v1/listings/1/price',
    requestBody: { minPrice: 1 },
  }),
);
const text = printRecording(recording);

function refusal(damaged: string): RecordingError {
  try {
    parseRecording(damaged, 'a.json');
  } catch (error) {
    if (error instanceof RecordingError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

test('a recording reads as it was printed, also with a byte order mark and CRLF', () => {
  expect(parseRecording(text, 'a.json')).toEqual(recording);
  expect(parseRecording(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'a.json')).toEqual(recording);
});

test('a printed recording puts each header on a line and ends with a newline', () => {
  expect(text).toContain('\n          ["Content-Type", "application/json"]\n');
  expect(text.endsWith('}\n')).toBe(true);
  expect(printRecording(recordingOf())).toContain('"interactions": []');
});

test.each([
  ['empty', '', 'truncated', 1],
  ['cut after a comma', text.slice(0, text.indexOf('"upstream"')), 'truncated', 4],
  ['cut inside a string', text.slice(0, text.indexOf('application/json') + 5), 'truncated', 21],
  ['a comma too many', text.replace('"reason": "OK",', '"reason": "OK",,'), 'syntax', 19],
  ['a missing quote', text.replace('"note"', 'note').replace('"version"', 'version"'), 'syntax', 3],
  ['rest behind the end', `${text}}`, 'syntax', 61],
  [
    'a conflict of Git',
    text.replace('      "id": "1-get', '<<<<<<< HEAD\n      "id": "1-get'),
    'conflict',
    7,
  ],
  ['a conflict with CRLF', text.replace('  "upstream"', '=======\r\n  "upstream"'), 'conflict', 4],
])('%s: refused with kind and line', (_, damaged, kind, line) => {
  const error = refusal(damaged);
  expect({ kind: error.kind, line: error.line }).toEqual({ kind, line });
  expect(error.message).toMatch(/^a\.json:\d+: [^\n]+\. *[^\n]*$/);
});

test.each([
  ['[]', 'not-a-recording', undefined],
  ['null', 'not-a-recording', undefined],
  ['{"format":"har"}', 'not-a-recording', undefined],
])('%s is no recording', (damaged, kind) => {
  expect(refusal(damaged).kind).toBe(kind);
});

test('a newer format is refused with both versions', () => {
  const error = refusal(text.replace('"version": 1', '"version": 2'));
  expect(error.kind).toBe('newer-version');
  expect(error.message).toMatch(/version 2.*version 1/);
});

test.each<[string, string, string, string]>([
  ['"status": 200', '"status": "200"', 'interactions[0].response.status', 'another text'],
  ['"status": 200', '"status": 100', 'interactions[0].response.status', 'the number 100'],
  ['"status": 200', '"status": 1000', 'interactions[0].response.status', '200 to 999'],
  ['"status": 200', '"state": 200', 'interactions[0].response.state', 'not a known field'],
  ['"reason": "OK"', String.raw`"reason": "O\r\nK"`, 'interactions[0].response.reason', 'one line'],
  [
    '"application/json"',
    String.raw`"a\r\nX-Evil: 1"`,
    'interactions[0].response.headers[0][1]',
    'header value',
  ],
  ['"application/json"', '"\u20ac"', 'interactions[0].response.headers[0][1]', 'latin1'],
  ['"Content-Type"', '"Content Type"', 'interactions[0].response.headers[0][0]', 'name of a header'],
  ['"Content-Type", ', '', 'interactions[0].response.headers[0]', 'pair'],
  ['"2-patch-price"', '"1-get-listings"', 'interactions[1].id', 'unique'],
  ['"1-get-listings"', '"../../etc"', 'interactions[0].id', 'id'],
  ['"path": "/v1/listings"', '"path": "http://evil/"', 'interactions[0].request.path', 'begins with'],
  ['"path": "/v1/listings"', String.raw`"path": "/a\nb"`, 'interactions[0].request.path', 'begins with'],
  ['"query": ""', '"query": "a b"', 'interactions[0].request.query', 'query'],
  ['"method": "GET"', '"method": "GE T"', 'interactions[0].request.method', 'method'],
  ['"milliseconds": 3', '"milliseconds": -1', 'interactions[0].milliseconds', 'from 0 up'],
  ['"at": "2026', '"at": "26', 'interactions[0].at', 'a time'],
  [
    '"body": null',
    '"body": {"file":"/etc/passwd"}',
    'interactions[0].request.body.file',
    'not a known field',
  ],
  ['"body": null', '"body": {}', 'interactions[0].request.body', 'exactly one'],
  ['"body": null', '"body": {"text":"a","json":1}', 'interactions[0].request.body', 'exactly one'],
  ['"body": null', '"body": {"base64":"*"}', 'interactions[0].request.body.base64', 'base64'],
  ['"body": null', '"body": {"text":"a","hash":"1"}', 'interactions[0].request.body.hash', 'SHA-256'],
  ['"body": null', '"body": {"omitted":{"bytes":-1}}', 'interactions[0].request.body.omitted.bytes', 'bytes'],
  ['"upstream": "https://', '"upstream": "ftp://', 'upstream', 'base URL'],
  ['api.example.com"', 'api.example.com/"', 'upstream', 'base URL'],
  ['api.example.com"', 'api.example.com/api?x"', 'upstream', 'base URL'],
  ['"interactions": [', '"__proto__": {}, "interactions": [', '__proto__', 'not a known field'],
])('%s changed to %s is refused at %s', (from, to, path, words) => {
  const error = refusal(text.replace(from, to));
  expect(error).toMatchObject({ kind: 'shape', path });
  expect(error.message).toContain(words);
  expect(error.line).toBeGreaterThan(1);
});

test('the line of a wrong value is the line on which it stands', () => {
  const damaged = text.replace('"status": 200', '"status": 99');
  expect(refusal(damaged).line).toBe(damaged.slice(0, damaged.indexOf('"status": 99')).split('\n').length);
});

test.each<[string, string, number]>([
  ['of two values of one name the last counts', '{\n"upstream": "https://a",\n"upstream": 1', 3],
  ['behind 200,000 levels', `{\n"note": ${'['.repeat(200_000)}${']'.repeat(200_000)},\n"upstream": 1`, 3],
  ['behind brackets and commas in a string', '{\n"note": "]},{\\"upstream\\":",\n"upstream": 1', 3],
  ['with CRLF', '{\r\n"note": "",\r\n\r\n"upstream": 1', 4],
  ['not there at all', '{\n"note": ""', 1],
])('the line of a wrong value: %s', (_, start, line) => {
  const head = `"format": "${recording.format}", "version": 1, "interactions": []`;
  expect(refusal(`${start},\n${head}}`)).toMatchObject({ path: 'upstream', line });
});

test('a body that is nested too deep to be printed is refused', () => {
  const deep = `{"json":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  expect(refusal(text.replace('"body": null', `"body": ${deep}`)).path).toBe(
    'interactions[0].request.body.json',
  );
});

test('keys such as __proto__ in a body change nothing but the body', () => {
  const read = parseRecording(text.replace('"a": [', '"__proto__": {"polluted": true}, "a": ['), 'a.json');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(printRecording(read)).toContain('"__proto__"');
});

test('every cut of a recording is refused by kind and line', () => {
  for (let length = 0; length < text.length - 2; length += 7) {
    const error = refusal(text.slice(0, length));
    expect(['truncated', 'syntax', 'shape', 'not-a-recording'], String(length)).toContain(error.kind);
    expect(error.line).toBeGreaterThan(0);
  }
});

test('any damage is either harmless or refused by kind and line', () => {
  const damage = fc.array(
    fc.record({
      at: fc.nat(text.length - 1),
      length: fc.nat(20),
      by: fc.oneof(anyText(4), fc.constantFrom('"', '{', ']', ',', '\\', '-', 'null', '1e999')),
    }),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(damage, (damages) => {
      let damaged = text;
      for (const { at, length, by } of damages)
        damaged = damaged.slice(0, at) + by + damaged.slice(at + length);
      try {
        const printed = printRecording(parseRecording(damaged, 'a.json'));
        expect(printRecording(parseRecording(printed, 'a.json'))).toBe(printed);
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        expect(error.message).not.toContain('\n');
        if (error.path === undefined) expect(error.line).toBeGreaterThan(0);
      }
    }),
    { numRuns: amount(700, 3000) },
  );
});

test('a file that is missing or not UTF-8 is refused in words', async () => {
  const directory = await temporaryDirectory();
  await expect(readRecording(join(directory, 'none.json'))).rejects.toMatchObject({ kind: 'missing' });
  const latin1 = join(directory, 'latin1.json');
  await writeFile(latin1, Buffer.from('{\n"format": "\xe9"', 'latin1'));
  await expect(readRecording(latin1)).rejects.toMatchObject({ kind: 'not-utf8', line: 2 });
  await expect(readRecording(directory)).rejects.toMatchObject({ kind: 'not-a-file' });
});

const many = amount(2_000, 100_000);

test(`a recording of ${many.toLocaleString('en')} interactions loads`, async () => {
  const path = join(await temporaryDirectory(), 'large.json');
  const answers = Array.from({ length: many }, (_, at) =>
    interaction(`${at + 1}-get-listing`, {
      path: `/v1/listings/${at}`,
      body: {
        id: at,
        minPrice: at / 100,
        maxPrice: 200,
        strategyId: 'str_1',
        title: 'Something to be sold',
        tags: ['a'],
      },
    }),
  );
  await writeFile(path, printRecording(recordingOf(...answers)));
  expect((await readRecording(path)).interactions).toHaveLength(many);
});
