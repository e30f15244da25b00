import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import type { DataSet } from '../../src/service/models/resources.ts';
import { readFixtureFiles } from '../../src/app/data/fixture-files.ts';
import { fileLimits, scanJson, textPlace } from '../../src/http/json-text.ts';
import { FixtureError, readFixtures, writeFixtures } from '../../src/service/models/fixtures.ts';
import { dataSetNames } from '../../src/service/data/data-sets.ts';
import { generate } from '../../src/service/data/generate.ts';
import { amount } from '../support/soak.ts';

const id = '11111111-1111-4111-8111-111111111111';
const otherId = '22222222-2222-4222-8222-222222222222';
const bare = { id, minPrice: 10, maxPrice: 20, strategyId: 's1' };
const strategies = [{ id: 's1' }];

function load(...values: readonly unknown[]): DataSet {
  return readFixtures(values.map((value, at) => ({ value, file: `${at === 0 ? 'a' : 'b'}.json` })));
}

function refusal(run: () => unknown): FixtureError {
  try {
    run();
  } catch (error) {
    if (error instanceof FixtureError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

async function refusalOf(path: string): Promise<string> {
  const error: unknown = await readFixtureFiles(path).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FixtureError);
  return (error as FixtureError).message.replaceAll(path, '<path>');
}

async function temporaryDirectory(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pricing-mock-fixtures-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  return directory;
}

const listingWith = (changes: object) => ({ listings: [{ ...bare, ...changes }], strategies });
const strategyWith = (changes: object) => ({ strategies: [{ id: 's1', ...changes }] });
const runWith = (changes: object) => ({ reportRuns: [{ id: 'r1', ...changes }] });
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

const refusals: readonly (readonly [value: unknown, message: string])[] = [
  [[], 'a.json: an array is not an object'],
  [null, 'a.json: null is not an object'],
  [{ listing: [] }, "a.json: listing: is unknown; did you mean 'listings'?"],
  [
    { format: 'pricing-mock-recording' },
    'a.json: format: "pricing-mock-recording" is not "pricing-mock-fixtures"',
  ],
  [{ version: 2 }, 'a.json: version: 2 is newer than 1, the newest version this program reads'],
  [{ version: '1' }, 'a.json: version: "1" is not 1'],
  [{ listings: {} }, 'a.json: listings: an object is not an array'],
  [{ listings: [7] }, 'a.json: listings[0]: 7 is not an object'],
  [{ listings: [{ minPrice: 2, maxPrice: 2, strategyId: null }] }, 'a.json: listings[0].id: is missing'],
  [{ listings: [{ id, maxPrice: 2, strategyId: null }] }, 'a.json: listings[0].minPrice: is missing'],
  [{ listings: [{ id, minPrice: 2, maxPrice: 2 }] }, 'a.json: listings[0].strategyId: is missing'],
  [
    listingWith({ id: '1' }),
    'a.json: listings[0].id: "1" is not a UUID, such as 11111111-1111-4111-8111-111111111111',
  ],
  [
    strategyWith({ id: 's\ud800' }),
    'a.json: strategies[0].id: "s\\ud800" is not whole text: half of a surrogate pair stands in it',
  ],
  [
    runWith({ id: '\udc00r' }),
    'a.json: reportRuns[0].id: "\\udc00r" is not whole text: half of a surrogate pair stands in it',
  ],
  [listingWith({ minPrice: 20.01 }), 'a.json: listings[0].minPrice: 20.01 is above maxPrice, 20'],
  [listingWith({ minPrice: '10' }), 'a.json: listings[0].minPrice: "10" is not a number from 0'],
  [listingWith({ minPrice: -1 }), 'a.json: listings[0].minPrice: -1 is not a number from 0'],
  [listingWith({ maxPrice: Infinity }), 'a.json: listings[0].maxPrice: Infinity is not a number from 0'],
  [
    listingWith({ maxPrice: 19.999 }),
    'a.json: listings[0].maxPrice: 19.999 is not a number with at most two decimals',
  ],
  [listingWith({ cost: 0 }), 'a.json: listings[0].cost: 0 is not a number above 0'],
  [listingWith({ currentPrice: null }), 'a.json: listings[0].currentPrice: null is not a number from 0'],
  [listingWith({ strategyId: 5 }), 'a.json: listings[0].strategyId: 5 is not a string that is not empty'],
  [
    listingWith({ strategyId: 's2' }),
    'a.json: listings[0].strategyId: there is no strategy "s2"; add it to "strategies" or use null',
  ],
  [listingWith({ title: '' }), 'a.json: listings[0].title: "" is not a string that is not empty'],
  [
    listingWith({ title: ['x'.repeat(99)] }),
    'a.json: listings[0].title: an array is not a string that is not empty',
  ],
  [
    listingWith({ currency: 'dollars' }),
    'a.json: listings[0].currency: "dollars" is not a currency code of three letters, such as USD',
  ],
  [listingWith({ quantity: 1.5 }), 'a.json: listings[0].quantity: 1.5 is not a whole number from 0'],
  [
    listingWith({ repricingEnabled: 'yes' }),
    'a.json: listings[0].repricingEnabled: "yes" is not true or false',
  ],
  [listingWith({ buyBox: { winning: true } }), 'a.json: listings[0].buyBox.price: is missing'],
  [
    listingWith({ createdAt: '2025-02-30' }),
    'a.json: listings[0].createdAt: "2025-02-30" is not a time with its zone, such as 2026-01-01T00:00:00.000Z',
  ],
  [
    listingWith({ createdAt: '2025-02-03T10:00:00' }),
    'a.json: listings[0].createdAt: "2025-02-03T10:00:00" is not a time with its zone, such as 2026-01-01T00:00:00.000Z',
  ],
  [
    listingWith({ createdAt: '2025-02-03', updatedAt: '2025-02-02' }),
    'a.json: listings[0].updatedAt: 2025-02-02T00:00:00.000Z is before createdAt, 2025-02-03T00:00:00.000Z',
  ],
  [
    listingWith({ extra: { 'my note': Number.NaN } }),
    'a.json: listings[0].extra["my note"]: NaN is not a JSON value',
  ],
  [listingWith({ extra: [] }), 'a.json: listings[0].extra: an array is not an object'],
  [
    listingWith({ extra: { note: nested(200) } }),
    `a.json: listings[0].extra.note${'[0]'.repeat(100)}: is nested more than 100 levels deep`,
  ],
  [
    { listings: [JSON.parse(`{"id":"${id}","minPrice":1,"maxPrice":1,"strategyId":null,"__proto__":{}}`)] },
    "a.json: listings[0].__proto__: is unknown; known are id, marketplace, sku, externalId, upc, title, condition, fulfillment, currency, cost, currentPrice, shippingPrice, minPrice, maxPrice, strategyId, repricingEnabled, quantity, status, buyBox, createdAt, updatedAt, extra (fields of your own go under 'extra')",
  ],
  [
    listingWith({ extra: { deep: [JSON.parse('{"__proto__":1}')] } }),
    'a.json: listings[0].extra.deep[0].__proto__: this name is not allowed',
  ],
  [
    listingWith({ titel: 'x' }),
    "a.json: listings[0].titel: is unknown; did you mean 'title'? (fields of your own go under 'extra')",
  ],
  [
    listingWith({ extra: { title: 'x' } }),
    "a.json: listings[0].extra.title: is a known field; set it beside 'extra', not in it",
  ],
  [
    listingWith({ eligibility: {} }),
    'a.json: listings[0].eligibility: follows from other fields and can not be set',
  ],
  [
    listingWith({ extra: { eligibility: {} } }),
    'a.json: listings[0].extra.eligibility: follows from other fields and can not be set',
  ],
  [
    listingWith({ buyBox: { winning: true, price: 1, pricee: 1 } }),
    "a.json: listings[0].buyBox.pricee: is unknown; did you mean 'price'? (fields of your own go under 'extra')",
  ],
  [
    { listings: [bare, { ...bare, id: id.toUpperCase() }], strategies },
    `a.json: listings[1].id: "${id}" stands already at a.json: listings[0].id`,
  ],
  [
    { strategies: [...strategies, ...strategies] },
    'a.json: strategies[1].id: "s1" stands already at a.json: strategies[0].id',
  ],
  [{ strategies: [{}] }, 'a.json: strategies[0].id: is missing'],
  [
    strategyWith({ adjustment: { kind: 'unit', direction: 'below' } }),
    'a.json: strategies[0].adjustment.value: is missing',
  ],
  [
    strategyWith({ adjustment: { kind: 'unit', direction: 'below', value: 0.001 } }),
    'a.json: strategies[0].adjustment.value: 0.001 is not a number with at most two decimals',
  ],
  [
    runWith({ outcome: 'done' }),
    'a.json: reportRuns[0].outcome: "done" is not one of completed, failed, cancelled',
  ],
  [
    runWith({ error: { code: 'a', message: 'b' } }),
    'a.json: reportRuns[0].error: a run has an error exactly when its outcome is failed',
  ],
  [
    runWith({ outcome: 'failed', error: null }),
    'a.json: reportRuns[0].error: a run has an error exactly when its outcome is failed',
  ],
  [runWith({ queuedMs: -1 }), 'a.json: reportRuns[0].queuedMs: -1 is not a whole number from 0'],
  [
    runWith({ dateFrom: '2026-02-01' }),
    'a.json: reportRuns[0].dateFrom: 2026-02-01T00:00:00.000Z is after dateTo, 2026-01-01T00:00:00.000Z',
  ],
  [
    runWith({ createdAt: '2025-05-01', dateTo: '2025-05-02' }),
    'a.json: reportRuns[0].dateTo: 2025-05-02T00:00:00.000Z is after createdAt, 2025-05-01T00:00:00.000Z',
  ],
];

test.each(refusals)('%o is refused with the place and the reason', (value, message) => {
  const error = refusal(() => load(value));
  expect(error.message).toBe(message);
  expect(error.problems).toHaveLength(1);
});

test('a long value is cut short in the message', () => {
  const { message } = refusal(() => load(listingWith({ minPrice: 'x'.repeat(5000) })));
  expect(message).toBe(`a.json: listings[0].minPrice: "${'x'.repeat(57)}..." is not a number from 0`);
});

test('a strategy may stand in another file, and an id that stands in two files is refused', () => {
  const data = load({ listings: [bare] }, { strategies });
  expect(data.listings[0]!.strategyId).toBe('s1');
  expect(refusal(() => load({ listings: [bare] }, { listings: [bare], strategies })).message).toBe(
    `b.json: listings[0].id: "${id}" stands already at a.json: listings[0].id`,
  );
});

test('a listing needs the four fields of §2, a strategy and a report run their id', () => {
  const data = load({
    listings: [bare, { id: otherId, minPrice: null, maxPrice: null, strategyId: null, quantity: 0 }],
    strategies,
    reportRuns: [{ id: 'r1' }, { id: 'r2', outcome: 'failed' }],
  });
  expect(data.listings[0]).toEqual({
    ...bare,
    marketplace: 'amazon',
    sku: 'SKU-11111111111141118111111111111111',
    externalId: expect.stringMatching(/^B0MOCK[A-Z0-9]{4}$/) as string,
    upc: null,
    title: `Listing ${id}`,
    condition: 'new',
    fulfillment: 'fba',
    currency: 'USD',
    cost: null,
    currentPrice: 10,
    shippingPrice: 0,
    repricingEnabled: true,
    quantity: 10,
    status: 'active',
    buyBox: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  expect(data.listings[1]).toMatchObject({ currentPrice: 9.99, status: 'inactive' });
  expect(data.strategies).toEqual([
    {
      id: 's1',
      name: 'Strategy s1',
      type: 'ai',
      marketplace: null,
      enabled: true,
      isDefault: false,
      adjustment: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
  ]);
  expect(data.reportRuns[0]).toEqual({
    id: 'r1',
    type: 'inventory',
    createdAt: null,
    queuedMs: 5000,
    runningMs: 15_000,
    outcome: 'completed',
    error: null,
    kept: true,
    marketplace: null,
    dateFrom: '2025-12-02T00:00:00.000Z',
    dateTo: '2026-01-01T00:00:00.000Z',
    requestedBy: 'dashboard',
  });
  expect(data.reportRuns[1]!.error).toEqual({
    code: 'report_failed',
    message: 'The report could not be made.',
  });
});

test('ids become lower-case, times UTC with milliseconds, and minus zero becomes zero', () => {
  const { listings } = load(
    listingWith({
      id: 'ABCDEFAB-CDEF-7BCD-AFAB-ABCDEFABCDEF',
      updatedAt: '2025-03-01T12:00:00+02:00',
      minPrice: -0,
    }),
  );
  expect(listings[0]).toMatchObject({
    id: 'abcdefab-cdef-7bcd-afab-abcdefabcdef',
    minPrice: 0,
    createdAt: '2025-03-01T10:00:00.000Z',
    updatedAt: '2025-03-01T10:00:00.000Z',
  });
});

test('fields of one’s own are kept under extra, in a record and in the objects inside it', () => {
  const extra = { asin: null, tags: ['a', { b: 1.005 }], constructor: 'x', hasOwnProperty: 1 };
  const adjustment = { kind: 'unit', direction: 'below', value: 1, extra: { floor: 2 } };
  const error = { code: 'c', message: 'm', extra: { retry: true } };
  const data = load({
    listings: [{ ...bare, extra, buyBox: { winning: false, price: 1, extra: { seller: 'S' } } }],
    strategies: [{ id: 's1', extra, adjustment }],
    reportRuns: [{ id: 'r1', extra, outcome: 'failed', error }],
  });
  expect(data.listings[0]).toMatchObject({ extra, buyBox: { extra: { seller: 'S' } } });
  expect(data.strategies[0]).toMatchObject({ extra, adjustment });
  expect(data.reportRuns[0]).toMatchObject({ extra, error });
  expect(load(JSON.parse(writeFixtures(data)))).toEqual(data);
});

test('all that is wrong is told at once, in all files', () => {
  const { message } = refusal(() =>
    load(
      { listings: [{ ...bare, titel: 'x', minPrice: '10' }, 7], strategy: [] },
      { strategies: [{ id: 's1', enabled: 1 }], reportRuns: [{}] },
    ),
  );
  expect(message.split('\n')).toEqual([
    "a.json: strategy: is unknown; did you mean 'strategies'?",
    'a.json: listings[0].minPrice: "10" is not a number from 0',
    "a.json: listings[0].titel: is unknown; did you mean 'title'? (fields of your own go under 'extra')",
    'a.json: listings[1]: 7 is not an object',
    'b.json: strategies[0].enabled: 1 is not true or false',
    'b.json: reportRuns[0].id: is missing',
  ]);
});

test('in files, each problem has its line and column, in their order', async () => {
  const text = [
    '{',
    '  "listings": [',
    `    { "id": "${id}", "minPrice": 5, "maxPrice": "4",`,
    '      "strategyId": null, "titel": "x" }',
    '  ],',
    '  "strategies": [{ "id": "s1" }, {',
    '    "id": "s1" }, {}]',
    '}',
  ];
  const directory = await temporaryDirectory({ 'a.json': text.join('\n') });
  expect((await refusalOf(directory)).split('\n')).toEqual([
    '<path>/a.json: line 3, column 80: listings[0].maxPrice: "4" is not a number from 0',
    "<path>/a.json: line 4, column 27: listings[0].titel: is unknown; did you mean 'title'? (fields of your own go under 'extra')",
    '<path>/a.json: line 7, column 19: strategies[2].id: is missing',
  ]);
  const twice = await temporaryDirectory({
    'a.json': text
      .join('\n')
      .replace(/, \{\}|"titel": "x"|"4"/g, (found) => ({ ', {}': '', '"4"': '6' })[found] ?? '"title": "x"'),
  });
  expect(await refusalOf(twice)).toBe(
    '<path>/a.json: line 7, column 11: strategies[1].id: "s1" stands already at <path>/a.json: strategies[0].id',
  );
});

test('what is written is read back equal, for every set', () => {
  for (const set of dataSetNames) {
    const data = generate({ seed: 11, set, incomplete: 0.2, archived: true });
    expect(load(JSON.parse(writeFixtures(data)))).toEqual(data);
  }
});

test('any JSON in a field of one’s own survives writing and reading', () => {
  const json = fc
    .jsonValue({ noUnicodeString: false })
    .filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(json, (extra) => {
      const value = JSON.parse(JSON.stringify(listingWith({ extra: { own: extra } }))) as unknown;
      const text = writeFixtures(load(value));
      expect(load(JSON.parse(text))).toEqual(load(value));
      expect(writeFixtures(load(JSON.parse(text)))).toBe(text);
    }),
  );
});

test('the order in which fields were set does not show in the file', () => {
  const data = generate({ seed: 1, set: 'default' });
  const reversed = <T extends object>(record: T) => Object.fromEntries(Object.entries(record).reverse()) as T;
  const shuffled = {
    reportRuns: data.reportRuns.map(reversed),
    strategies: data.strategies.map(reversed),
    listings: data.listings.map(reversed),
  };
  expect(writeFixtures(shuffled)).toBe(writeFixtures(data));
  expect(writeFixtures(data)).toMatch(/^\{\n {2}"format": "pricing-mock-fixtures",\n {2}"version": 1,\n/);
  expect(writeFixtures(data)).toMatch(/[^\n]\n$/);
});

test.each(['tiny', 'edge'] as const)('fixtures/%s.json opens the set of that name', async (set) => {
  expect(await readFixtureFiles(`fixtures/${set}.json`)).toEqual(generate({ seed: 1, set }));
});

test('the sample files can be read together', async () => {
  const { listings } = await readFixtureFiles('fixtures');
  expect(listings).toHaveLength(31);
});

test('the JSON files of a directory are merged in the order of their names', async () => {
  const directory = await temporaryDirectory({
    'b.json': JSON.stringify({ strategies }),
    'a.json': `\uFEFF${JSON.stringify({ listings: [bare] })}`,
    'B.json': JSON.stringify({ strategies: [{ id: 's0' }] }),
    '.hidden.json': 'no JSON',
    'notes.txt': 'no JSON',
  });
  await mkdir(join(directory, 'sub.json'));
  const data = await readFixtureFiles(directory);
  expect(data.strategies.map((strategy) => strategy.id)).toEqual(['s0', 's1']);
  expect(data.listings).toHaveLength(1);
});

test('a path that holds no fixtures is refused with its cause', async () => {
  const directory = await temporaryDirectory({
    'latin1.json': Uint8Array.of(0x22, 0xe9, 0x22),
    'empty.json': '',
  });
  await symlink('loop', join(directory, 'loop'));
  await mkdir(join(directory, 'empty'));
  expect(await refusalOf(join(directory, 'missing'))).toBe('<path>: there is no such file');
  expect(await refusalOf(join(directory, 'loop'))).toBe(
    '<path>: cannot be read: its symbolic links lead in a circle (ELOOP)',
  );
  expect(await refusalOf(join(directory, 'x'.repeat(300)))).toBe(
    '<path>: cannot be read: its name is too long (ENAMETOOLONG)',
  );
  expect(await refusalOf(join(directory, 'empty'))).toBe('<path>: has no *.json file');
  expect(await refusalOf('/dev/null')).toBe('<path>: is neither a file nor a directory');
  expect(await refusalOf(join(directory, 'latin1.json'))).toMatch(
    /^<path>: is not UTF-8 in line 1, perhaps Latin-1; save it as UTF-8/,
  );
  expect(await refusalOf(join(directory, 'empty.json'))).toBe(
    '<path>: line 1, column 1: expected a value, found the end of the text',
  );
});

test('a file in a directory is named in the message', async () => {
  const directory = await temporaryDirectory({ 'a.json': '{}', 'b.json': '{"listings": [{}]}' });
  expect(await refusalOf(directory)).toBe(
    [
      '<path>/b.json: line 1, column 15: listings[0].id: is missing',
      '<path>/b.json: line 1, column 15: listings[0].minPrice: is missing',
      '<path>/b.json: line 1, column 15: listings[0].maxPrice: is missing',
      '<path>/b.json: line 1, column 15: listings[0].strategyId: is missing',
    ].join('\n'),
  );
});

const syntaxFaults: readonly (readonly [text: string, line: number, column: number, reason: string])[] = [
  ['{\n  "listings": [\n    {,}\n  ]\n}', 3, 6, 'expected a property name or "}", found ","'],
  ['{"a": 1,}', 1, 9, 'expected a property name, found "}"'],
  ['[1, 2', 1, 6, 'expected "," or "]", found the end of the text'],
  ['[1 2]', 1, 4, 'expected "," or "]", found "2"'],
  ['[1,]', 1, 4, 'expected a value, found "]"'],
  ['[}', 1, 2, 'expected a value or "]", found "}"'],
  ['{"a" 1}', 1, 6, 'expected ":", found "1"'],
  ['{"a":}', 1, 6, 'expected a value, found "}"'],
  ['{"a":1\r\n"b":2}', 2, 1, 'expected "," or "}", found "\\"b\\""'],
  ["{'a': 1}", 1, 2, 'expected a property name or "}", found "\'a\'"'],
  ['{"a": 01}', 1, 7, 'expected a value, found "01"'],
  ['{"a": .5}', 1, 7, 'expected a value, found ".5"'],
  ['{"a": undefined}', 1, 7, 'expected a value, found "undefined"'],
  ['{"a": "b\nc"}', 1, 7, 'expected a value, found "\\"b"'],
  ['{} {}', 1, 4, 'expected the end of the text, found "{"'],
  ['// note\n{}', 1, 1, 'expected a value, found "//"'],
];

test.each(syntaxFaults)('the syntax fault of %j is found', async (text, line, column, reason) => {
  const { fault } = scanJson(text, fileLimits);
  expect({ ...textPlace(text, fault!.at), reason: fault!.reason }).toEqual({ line, column, reason });
  const directory = await temporaryDirectory({ 'bad.json': text });
  expect(await refusalOf(join(directory, 'bad.json'))).toBe(
    `<path>: line ${line}, column ${column}: ${reason}`,
  );
});

test('a syntax fault is found exactly where JSON.parse refuses the text', () => {
  const refused = (text: string) => {
    try {
      JSON.parse(text);
      return false;
    } catch {
      return true;
    }
  };
  const cut = fc.tuple(
    fc.json({ noUnicodeString: false }),
    fc.nat(),
    fc.constantFrom('', ',', '"', '}', '0', '\\', ' ', 'é'),
  );
  fc.assert(
    fc.property(cut, ([text, at, inserted]) => {
      const position = at % (text.length + 1);
      const spoilt = text.slice(0, position) + inserted + text.slice(position + 1);
      for (const candidate of [text, spoilt]) {
        expect(scanJson(candidate, fileLimits).fault !== null).toBe(refused(candidate));
      }
    }),
    { numRuns: amount(250, 1000) },
  );
});
