// Numbers that go up with each write or request of the whole service, and amounts that are rounded as they are written.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const numbers = [101, 102, 103, 104];

describe('a receipt', () => {
  const item = (number: number) => ({ id: `item-${number}`, name: `Cup ${number}`, low: 5, high: 90 });
  const receipt = (count: number) => ({ receipt: `R0${2040 + count}` });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    ...[101, 102, 101].map((number, at): Said => {
      return { asked: price(number), sent: { low: 6 + at, high: 80 }, told: receipt(at + 1) };
    }),
    { asked: 'GET /v1/listings/item-102', told: { ...item(102), low: 7, high: 80 } },
    { asked: 'GET /v1/listings/item-101', told: { ...item(101), low: 8, high: 80 } },
  ];

  test('is counted from the first one of the session', async () => {
    const ask = learnedFrom(session);
    expect(await ask(price(103), { low: 6, high: 80 })).toEqual([200, receipt(1)]);
    expect(await ask(price(104), { low: 6, high: 80 })).toEqual([200, receipt(2)]);
  });

  test('goes on behind the last one where the mock begins at the end', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask(price(103), { low: 6, high: 80 })).toEqual([200, receipt(4)]);
  });
});

test('a write that is sent again with its key gets the receipt that it had', async () => {
  const item = (number: number) => ({ id: `item-${number}`, low: 5, high: 90 });
  const sent = (low: number, key: number) => ({ once: `0f6c-once-${key}`, low, high: 80 });
  const receipt = (count: number) => ({ receipt: `R0${2040 + count}` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(101), sent: sent(6, 1), told: receipt(1) },
    { asked: price(102), sent: sent(7, 2), told: receipt(2) },
    { asked: price(102), sent: sent(7, 2), told: receipt(2) },
    {
      asked: price(102),
      sent: sent(9, 2),
      status: 422,
      told: { error: 'This key was used.' },
    },
    { asked: price(101), sent: sent(8, 3), told: receipt(3) },
    { asked: 'GET /v1/listings/item-101', told: { ...item(101), low: 8, high: 80 } },
    { asked: 'GET /v1/listings/item-102', told: { ...item(102), low: 7, high: 80 } },
  ]);
  expect(await ask(price(103), sent(6, 7))).toEqual([200, receipt(1)]);
  expect(await ask(price(104), sent(6, 8))).toEqual([200, receipt(2)]);
  expect(await ask(price(103), sent(6, 7))).toEqual([200, receipt(1)]);
  expect(await ask(price(103), sent(6, 9))).toEqual([200, receipt(3)]);
});

test('the version of a row is one number for all rows, and stays where a write changes nothing', async () => {
  const version = (number: number) => Buffer.from([0, 0, 0, 0, 0, 0, 8, number]).toString('base64');
  const item = (number: number) => ({ id: `item-${number}`, low: 5, high: 90, row: version(number - 100) });
  const written = (number: number, low: number, row: number) => ({ ...item(number), low, row: version(row) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(101), sent: { low: 6 }, told: written(101, 6, 200) },
    { asked: price(101), sent: { low: 6 }, told: written(101, 6, 200) },
    { asked: price(102), sent: { low: 7 }, told: written(102, 7, 201) },
    { asked: price(101), sent: { low: 8 }, told: written(101, 8, 202) },
  ]);
  expect(await ask(price(103), { low: 6 })).toEqual([200, written(103, 6, 200)]);
  expect(await ask(price(103), { low: 6 })).toEqual([200, written(103, 6, 200)]);
  expect(await ask(price(104), { low: 9 })).toEqual([200, written(104, 9, 201)]);
});

test('an amount that is rounded to what stands there already tells how amounts are rounded', async () => {
  const item = (number: number) => ({ id: `item-${number}`, low: 5, high: 90 });
  const written = (number: number, high: number) => ({ ...item(number), high });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(101), sent: { high: 80.25 }, told: written(101, 80.25) },
    { asked: price(101), sent: { high: 80.251 }, told: written(101, 80.25) },
    { asked: price(102), sent: { high: 70.5 }, told: written(102, 70.5) },
    { asked: price(102), sent: { high: 60 }, told: written(102, 60) },
  ]);
  expect(await ask(price(103), { high: 50.256 })).toEqual([200, written(103, 50.26)]);
});

describe('a version, where several writes came between two reads,', () => {
  const rule = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  interface Item {
    readonly id: string;
    readonly low: number;
    readonly high: number;
    readonly rule: string;
    readonly version: number;
  }
  const item = (number: number): Item => ({
    id: `item-${number}`,
    low: 5,
    high: 90,
    rule: 'r-one',
    version: number - 90,
  });
  const none = { done: true };

  /** A session with a service that counts its writes: all of them, or those that change something. */
  function sessionWith(countsAll: boolean): readonly Said[] {
    const known = new Map(numbers.map((number) => [number, item(number)]));
    const write = (asked: (number: number) => string, number: number, sent: Partial<Item>): Said => {
      const before = known.get(number)!;
      const isSame = Object.entries(sent).every(([name, value]) => before[name as keyof Item] === value);
      const version = before.version + (isSame && !countsAll ? 0 : 1);
      known.set(number, { ...before, ...sent, version });
      return { asked: asked(number), sent, told: none };
    };
    const read = (number: number): Said => ({
      asked: `GET /v1/listings/item-${number}`,
      told: known.get(number)!,
    });
    return [
      { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
      { asked: 'GET /v1/strategies', told: { items: [{ id: 'r-one' }, { id: 'r-two' }] } },
      write(price, 101, { low: 6, high: 80 }),
      read(101),
      write(rule, 102, { rule: 'r-two' }),
      read(102),
      write(price, 103, { low: 7, high: 70 }),
      write(price, 103, { high: 70 }),
      write(rule, 103, { rule: 'r-two' }),
      read(103),
    ];
  }

  test.each([
    ['counts no write of what stands there already', false, 0],
    ['counts all', true, 1],
  ] as const)('tells whether the service %s, of both kinds', async (_, countsAll, growth) => {
    const ask = learnedFrom(sessionWith(countsAll));
    await ask(price(104), { low: 5, high: 90 });
    expect(await ask('GET /v1/listings/item-104')).toEqual([200, { ...item(104), version: 14 + growth }]);
    await ask(rule(104), { rule: 'r-one' });
    expect(await ask('GET /v1/listings/item-104')).toEqual([200, { ...item(104), version: 14 + 2 * growth }]);
    await ask(price(104), { low: 5, high: 91 });
    expect(await ask('GET /v1/listings/item-104')).toEqual([
      200,
      { ...item(104), high: 91, version: 15 + 2 * growth },
    ]);
  });

  test('tells nothing of a write that was sent again as it was, perhaps with a key in its headers', async () => {
    const counted = sessionWith(true).filter(({ asked }) => asked !== rule(103));
    const again = counted.map((said) => {
      const isShort = JSON.stringify(said.sent) === '{"high":70}';
      const told = said.told as Item;
      return isShort
        ? { ...said, sent: { low: 7, high: 70 } }
        : said.asked === 'GET /v1/listings/item-103'
          ? { ...said, told: { ...told, rule: 'r-one', version: 14 } }
          : said;
    });
    const ask = learnedFrom(again);
    await ask(price(104), { low: 5, high: 90 });
    expect(await ask('GET /v1/listings/item-104')).toEqual([200, { ...item(104), version: 15 }]);
  });
});

describe('lists that tell the edition of all there is', () => {
  const item = (number: number, low = 5) => ({ id: `item-${number}`, low, high: 90 });
  const list = (edition: number, ...changed: readonly (readonly [number: number, low: number])[]) => ({
    edition: `${edition}`,
    items: numbers.map((number) => item(number, changed.findLast(([one]) => one === number)?.[1])),
  });
  const rules = (edition: number) => ({ edition: `${edition}`, items: [{ id: 'r-one' }, { id: 'r-two' }] });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: list(8214) },
    { asked: 'GET /v1/strategies', told: rules(8214) },
    { asked: price(101), sent: { low: 6 }, told: item(101, 6) },
    { asked: 'GET /v1/listings', told: list(8215, [101, 6]) },
    { asked: price(102), sent: { low: 7 }, told: item(102, 7) },
    { asked: price(102), sent: { low: 7 }, told: item(102, 7) },
    { asked: 'GET /v1/strategies', told: rules(8216) },
    { asked: 'GET /v1/listings', told: list(8216, [101, 6], [102, 7]) },
  ];

  test('count the writes that changed something', async () => {
    const ask = learnedFrom(session);
    expect(await ask('GET /v1/listings')).toEqual([200, list(8214)]);
    await ask(price(103), { low: 8 });
    await ask(price(104), { low: 9 });
    expect(await ask('GET /v1/listings')).toEqual([200, list(8216, [103, 8], [104, 9])]);
    expect(await ask('GET /v1/strategies')).toEqual([200, rules(8216)]);
  });

  test('go on from the last one where the mock begins at the end', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask('GET /v1/strategies')).toEqual([200, rules(8216)]);
    await ask(price(103), { low: 8 });
    expect(await ask('GET /v1/strategies')).toEqual([200, rules(8217)]);
  });
});

test('a version that one write named is asked for where another one was refused for an older one', async () => {
  const item = (number: number, low: number, edition: number) => ({
    id: `item-${number}`,
    low,
    about: { edition },
  });
  const items = numbers.map((number) => item(number, 5, number - 90));
  const stale = { error: 'The item has changed.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: price(101), sent: { low: 6 }, told: item(101, 6, 12) },
    { asked: price(102), sent: { low: 7, about: { edition: 12 } }, told: item(102, 7, 13) },
    { asked: price(102), sent: { low: 8, about: { edition: 12 } }, status: 409, told: stale },
    { asked: price(103), sent: { low: 9 }, told: item(103, 9, 14) },
  ]);
  expect(await ask(price(104), { low: 8, about: { edition: 13 } })).toEqual([409, stale]);
  expect(await ask(price(104), { low: 8, about: { edition: 14 } })).toEqual([200, item(104, 8, 15)]);
  expect(await ask(price(104), { low: 9 })).toEqual([200, item(104, 9, 16)]);
});

describe('an answer that is counted', () => {
  const item = (number: number) => ({ id: `item-${number}`, name: `Cup ${number}`, low: 5, high: 90 });
  const trace = (count: number) => `8F2K:${String(count).padStart(6, '0')}`;
  const session = [
    { asked: 'GET /v1/listings', shown: { items: numbers.map(item) } },
    ...[104, 102, 103].map((number) => ({
      asked: `GET /v1/listings/item-${number}`,
      shown: { item: item(number) },
    })),
    { asked: 'GET /v1/listings', shown: { items: numbers.map(item) } },
    { asked: 'GET /v1/listings/item-101', shown: { item: item(101) } },
  ].map(({ asked, shown }, at): Said => ({ asked, told: { ...shown, trace: trace(at + 1) } }));

  test('is counted from the first request', async () => {
    const ask = learnedFrom(session);
    expect(await ask('GET /v1/listings/item-101')).toEqual([200, { item: item(101), trace: trace(1) }]);
    expect(await ask('GET /v1/listings')).toEqual([200, { items: numbers.map(item), trace: trace(2) }]);
  });

  test('goes on behind the recorded ones where the mock begins at the end', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask('GET /v1/listings/item-101')).toEqual([200, { item: item(101), trace: trace(7) }]);
  });
});
