// What writes ask for and do, learned from a few of them and done again for records and values that were never written.
import { describe, expect, test } from 'vitest';
import { without } from '../../src/http/exact-json.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { learnedFrom, recordingOf } from './said.ts';
import type { Said } from './said.ts';

interface Thing {
  readonly id: string;
  readonly edition: number;
  readonly low: number;
  readonly high: number;
}

const thing = (number: number, edition: number, low: number, high: number): Thing => ({
  id: `item-${number}`,
  edition,
  low,
  high,
});
const things = [
  thing(5001, 313, 10, 20),
  thing(5002, 411, 11, 22),
  thing(5003, 577, 12, 24),
  thing(5004, 601, 13, 26),
];
const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
const stale = (is: number) => ({ error: 'stale', message: `It stands at ${is} by now.` });

/** Bounds with the edition that they are for. */
const bounds = (edition: number, low: number, high: number) => ({ basis: { edition }, low, high });
const written = (number: number, edition: number, low: number, high: number): Said => ({
  asked: price(number),
  sent: bounds(edition, low, high),
  told: thing(number, edition + 1, low, high),
});

describe('a version that stands in the body', () => {
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: things } },
    written(5001, 313, 14, 21),
    written(5002, 411, 7.25, 30),
    written(5001, 314, 15, 22),
    { asked: price(5003), sent: bounds(900, 13, 21), status: 409, told: stale(577) },
    { asked: price(5001), sent: bounds(901, 13, 21), status: 409, told: stale(315) },
  ];

  test('must be that of the record, and a refused write changes nothing', async () => {
    const ask = learnedFrom(session);
    expect(await ask(price(5004), bounds(44, 2, 3))).toEqual([409, stale(601)]);
    expect(await ask(price(5004), bounds(601, 2, 3))).toEqual([200, thing(5004, 602, 2, 3)]);
    expect(await ask(price(5004), bounds(601, 4, 5))).toEqual([409, stale(602)]);
  });

  test('is no bound, though it is a number', async () => {
    const ask = learnedFrom([
      ...session,
      {
        asked: price(5003),
        sent: bounds(577, 30, 20),
        status: 400,
        told: { error: 'crossed' },
      },
    ]);
    expect(await ask(price(5002), bounds(411, 5, 6))).toMatchObject([200, {}]);
    expect(await ask(price(5002), bounds(412, 9, 8))).toEqual([400, { error: 'crossed' }]);
  });

  test('may be asked for', async () => {
    const lacks = { error: 'basis.edition is needed' };
    const ask = learnedFrom([
      ...session,
      { asked: price(5003), sent: { basis: {}, low: 30, high: 40 }, status: 400, told: lacks },
    ]);
    expect(await ask(price(5004), { basis: {}, low: 5, high: 6 })).toEqual([400, lacks]);
  });
});

describe('a key by which a write is done once', () => {
  const key = (at: number) => `0f6c-once-${at}`;
  const set = (number: number, edition: number, low: number, high: number, once: number): Said => ({
    asked: price(number),
    sent: { once: key(once), low, high },
    told: thing(number, edition + 1, low, high),
  });
  const reused = { error: 'This key was used.' };
  const session = [
    { asked: 'GET /v1/listings', told: { items: things } },
    set(5001, 313, 14, 21, 1),
    set(5002, 411, 7.25, 30, 2),
    set(5002, 411, 7.25, 30, 2),
    { asked: price(5002), sent: { once: key(2), low: 8, high: 30 }, status: 422, told: reused },
    set(5001, 314, 14, 21, 3),
  ];

  test('gets the same answer again, and the write is not done again', async () => {
    const ask = learnedFrom(session);
    const first = await ask(price(5004), { once: key(7), low: 3, high: 4 });
    expect(first).toEqual([200, thing(5004, 602, 3, 4)]);
    expect(await ask(price(5004), { once: key(8), low: 5, high: 6 })).toMatchObject([200, {}]);
    expect(await ask(price(5004), { once: key(7), low: 3, high: 4 })).toEqual(first);
    expect(await ask(price(5004), { once: key(9), low: 5, high: 6 })).toEqual([200, thing(5004, 604, 5, 6)]);
  });

  test('that was used in the recording is known at its end', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask(price(5001), { once: key(1), low: 14, high: 21 })).toEqual([
      200,
      thing(5001, 314, 14, 21),
    ]);
    expect(await ask(price(5001), { once: key(1), low: 15, high: 21 })).toEqual([422, reused]);
  });

  test('is not taken for another write', async () => {
    const ask = learnedFrom(session);
    await ask(price(5004), { once: key(7), low: 3, high: 4 });
    expect(await ask(price(5003), { once: key(7), low: 3, high: 4 })).toEqual([422, reused]);
    expect(await ask(price(5003), { once: key(8), low: 3, high: 4 })).toMatchObject([200, {}]);
  });
});

describe('a key in the header Idempotency-Key', () => {
  const keyed = (at: number) => ({ 'Idempotency-Key': `first-${at}` });
  const set = (number: number, edition: number, low: number, high: number, once?: number): Said => ({
    asked: price(number),
    sent: { low, high },
    ...(once !== undefined && { headers: keyed(once) }),
    told: thing(number, edition + 1, low, high),
  });
  const reused = { error: 'This key was used.' };
  const missing = { error: 'A key is needed.' };
  const session = [
    { asked: 'GET /v1/listings', told: { items: things } },
    set(5001, 313, 14, 21, 1),
    set(5002, 411, 7.25, 30, 2),
    set(5002, 411, 7.25, 30, 2),
    {
      asked: price(5002),
      sent: { low: 8, high: 30 },
      headers: keyed(2),
      status: 422,
      told: reused,
    },
    set(5001, 314, 15, 21, 3),
  ];
  const sent = (ask: ReturnType<typeof learnedFrom>) => (number: number, low: number, once?: number) =>
    ask(price(number), { low, high: 40 }, undefined, once === undefined ? {} : keyed(once));

  test('lets a write be done once, and is refused with another one', async () => {
    const write = sent(learnedFrom(session));
    const first = await write(5004, 3, 7);
    expect(first).toEqual([200, thing(5004, 602, 3, 40)]);
    expect(await write(5004, 5, 8)).toEqual([200, thing(5004, 603, 5, 40)]);
    expect(await write(5004, 3, 7)).toEqual(first);
    expect(await write(5004, 6, 7)).toEqual([422, reused]);
    expect(await write(5003, 3, 7)).toEqual([422, reused]);
  });

  test('that was used in the recording is known at its end', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask(price(5002), { low: 7.25, high: 30 }, undefined, keyed(2))).toEqual([
      200,
      thing(5002, 412, 7.25, 30),
    ]);
  });

  test('may be left out, unless a write without one was refused', async () => {
    const free = sent(learnedFrom(session));
    expect(await free(5004, 3)).toEqual([200, thing(5004, 602, 3, 40)]);
    expect(await free(5004, 3)).toMatchObject([200, {}]);
    const strict = sent(
      learnedFrom([
        ...session,
        { asked: price(5003), sent: { low: 5, high: 31 }, status: 400, told: missing },
      ]),
    );
    expect(await strict(5004, 3)).toEqual([400, missing]);
    expect(await strict(5004, 3, 9)).toEqual([200, thing(5004, 602, 3, 40)]);
  });
});

test('an object that a record lacks comes whole', async () => {
  const money = (cents: number) => ({ cents, unit: 'EUR' });
  const priced = (number: number, low?: number) => ({
    id: `item-${number}`,
    title: `Thing ${number}`,
    ...(low !== undefined && { low: money(low) }),
  });
  const items = [priced(7001, 1000), priced(7002, 1100), priced(7003, 1200), priced(7004)];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: price(7001), sent: { low: money(1450) }, told: priced(7001, 1450) },
    { asked: price(7002), sent: { low: money(725) }, told: priced(7002, 725) },
    { asked: price(7003), sent: { low: money(990) }, told: priced(7003, 990) },
  ]);
  expect(await ask(price(7004), { low: money(880) })).toEqual([200, priced(7004, 880)]);
});

test('what writes count up stood lower before, though no answer showed it then', async () => {
  const listed = things.map(({ id, low, high }) => ({ id, low, high }));
  const set = (number: number, edition: number, low: number, high: number): Said => ({
    ...written(number, edition, low, high),
    sent: { low, high },
  });
  const read = (number: number, edition: number, low: number, high: number): Said => ({
    asked: `GET /v1/listings/item-${number}`,
    told: thing(number, edition, low, high),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: listed } },
    read(5001, 313, 10, 20),
    set(5001, 313, 14, 21),
    read(5003, 577, 12, 24),
    set(5003, 577, 13, 23),
    set(5002, 411, 7.25, 30),
    set(5002, 412, 8.5, 31),
    read(5002, 413, 8.5, 31),
  ]);
  expect(await ask('GET /v1/listings/item-5002')).toEqual([200, thing(5002, 411, 11, 22)]);
});

describe('a list of actions', () => {
  interface Item {
    readonly id: string;
    readonly edition: number;
    readonly low?: number;
    readonly high?: number;
    readonly rule?: { readonly kind: string; readonly id: string };
  }
  const rules = ['steady', 'market', 'outlet'].map((code, at) => ({ id: `rule-${901 + at}`, code }));
  const of = (at: number) => ({ kind: 'rule', id: rules[at]!.id });
  const items: readonly Item[] = [
    { id: 'item-6001', edition: 311, low: 10, high: 20, rule: of(0) },
    { id: 'item-6002', edition: 421, low: 11, high: 22 },
    { id: 'item-6003', edition: 531, low: 12, high: 24, rule: of(1) },
    { id: 'item-6004', edition: 641, low: 13, high: 26, rule: of(2) },
  ];
  const part = (at: number, name: string) => `PATCH /v1/listings/${items[at]!.id}/${name}`;
  const after = (at: number, edition: number, { ...changes }: Partial<Item>): Item => ({
    ...items[at]!,
    edition,
    ...changes,
  });
  const less = (item: object, name: string) => without({ ...item }, name);
  const low = (value?: number) => ({ do: 'setLow', ...(value !== undefined && { to: { value } }) });
  const high = (value: number) => ({ do: 'setHigh', to: { value } });
  const assign = (rule?: object) => ({ do: 'assign', ...(rule && { rule }) });
  const unknown = (what: string) => ({ error: `There is nothing called ${what}.` });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    {
      asked: part(0, 'price'),
      sent: { basis: 311, actions: [low(14), high(21)] },
      told: after(0, 312, { low: 14, high: 21 }),
    },
    {
      asked: part(1, 'price'),
      sent: { basis: 421, actions: [high(30)] },
      told: after(1, 422, { high: 30 }),
    },
    {
      asked: part(0, 'price'),
      sent: { basis: 312, actions: [low(14), high(21)] },
      told: after(0, 312, { low: 14, high: 21 }),
    },
    {
      asked: part(2, 'price'),
      sent: { basis: 531, actions: [low()] },
      told: less(after(2, 532, {}), 'low'),
    },
    {
      asked: part(0, 'strategy'),
      sent: { basis: 312, actions: [assign({ kind: 'rule', id: 'rule-903' })] },
      told: after(0, 313, { low: 14, high: 21, rule: of(2) }),
    },
    {
      asked: part(1, 'strategy'),
      sent: { basis: 422, actions: [assign({ kind: 'rule', code: 'steady' })] },
      told: after(1, 423, { high: 30, rule: of(0) }),
    },
    {
      asked: part(2, 'strategy'),
      sent: { basis: 532, actions: [assign()] },
      told: less(less(after(2, 533, {}), 'low'), 'rule'),
    },
    ...['hasty', 'wavering'].map((code) => ({
      asked: part(1, 'strategy'),
      sent: { basis: 423, actions: [assign({ kind: 'rule', code })] },
      status: 404,
      told: unknown(code),
    })),
    {
      asked: part(1, 'price'),
      sent: { basis: 423, actions: [{ do: 'paint', colour: 'red' }] },
      status: 400,
      told: { error: "There is no action 'paint'." },
    },
  ];

  test('changes nothing where all that it sets stands there already', async () => {
    const ask = learnedFrom(session);
    expect(await ask(part(3, 'price'), { basis: 641, actions: [high(26)] })).toEqual([200, items[3]]);
    expect(await ask(part(3, 'price'), { basis: 641, actions: [high(27)] })).toEqual([
      200,
      after(3, 642, { high: 27 }),
    ]);
  });

  test('takes away what an action names without a value', async () => {
    const ask = learnedFrom(session);
    expect(await ask(part(3, 'price'), { basis: 641, actions: [low()] })).toEqual([
      200,
      less(after(3, 642, {}), 'low'),
    ]);
    expect(await ask(part(3, 'strategy'), { basis: 642, actions: [assign()] })).toEqual([
      200,
      less(less(after(3, 643, {}), 'low'), 'rule'),
    ]);
  });

  test('leaves alone what it does not name, though all that were accepted named both', async () => {
    const ask = learnedFrom([
      ...session.slice(0, 3),
      {
        asked: part(1, 'price'),
        sent: { basis: 421, actions: [low(12), high(30)] },
        told: after(1, 422, { low: 12, high: 30 }),
      },
    ]);
    expect(await ask(part(3, 'price'), { basis: 641, actions: [high(27)] })).toEqual([
      200,
      after(3, 642, { high: 27 }),
    ]);
  });

  test('may name a strategy by another member than its id', async () => {
    const ask = learnedFrom(session);
    const named = (code: string) => ({ basis: 641, actions: [assign({ kind: 'rule', code })] });
    expect(await ask(part(3, 'strategy'), named('market'))).toEqual([200, after(3, 642, { rule: of(1) })]);
    expect(await ask(part(2, 'strategy'), { ...named('gentle'), basis: 531 })).toEqual([
      404,
      unknown('gentle'),
    ]);
  });

  test('is refused with the place of the action at fault, however that is written', async () => {
    const wrong = (at: number) => ({
      error: `actions -> ${at} -> to -> value is no amount`,
      at: `actions[${at}].to.value`,
    });
    const refused = (actions: object[], at: number): Said => ({
      asked: part(1, 'price'),
      sent: { basis: 423, actions },
      status: 400,
      told: wrong(at),
    });
    const text = (what: object, value: string) => ({ ...what, to: { value } });
    const ask = learnedFrom([
      ...session,
      refused([text(low(), 'cheap'), high(30)], 0),
      refused([low(14), text(high(0), 'dear')], 1),
    ]);
    const sent = { basis: 641, actions: [high(30), text(low(), 'little')] };
    expect(await ask(part(3, 'price'), sent)).toEqual([400, wrong(1)]);
  });

  test('is refused in the words of an action that is unknown', async () => {
    const ask = learnedFrom(session);
    expect(await ask(part(3, 'price'), { basis: 641, actions: [{ do: 'wrap' }] })).toEqual([
      400,
      { error: "There is no action 'wrap'." },
    ]);
  });
});

describe('an amount that two others of the record make together', () => {
  const bare = [31, 44, 57, 68].map((fee, at) => ({
    id: `item-${6001 + at}`,
    low: 10 + at,
    high: 50 + 3 * at,
    fee,
    price: 40 + at,
  }));
  const drawn = ({ low, high, price: now }: (typeof bare)[number]) => Math.min(Math.max(now, low), high);
  const withSum = (one: (typeof bare)[number]) => ({
    ...one,
    price: drawn(one),
    total: drawn(one) + one.fee,
  });
  const spread = ({ low, high }: { low: number | null; high: number | null }) => ({
    span: low === null || high === null ? null : { value: (high - low).toFixed(2), currency: 'EUR' },
  });
  const sessionOf = (show: (one: (typeof bare)[number]) => object): readonly Said[] => {
    const items = bare.map((one) => ({ ...one }));
    const written = (
      [
        [0, 60, 70],
        [1, 12, 13],
        [2, 20, 30],
        [0, 5, 55],
      ] as const
    ).map(([at, low, high]) => ({
      asked: price(6001 + at),
      sent: { low, high },
      told: show(Object.assign(items[at]!, { low, high, price: drawn({ ...items[at]!, low, high }) })),
    }));
    return [{ asked: 'GET /v1/listings', told: { items: bare.map(show) } }, ...written];
  };

  test('follows them, also where the one that it is made of only follows from what was sent', async () => {
    const ask = learnedFrom(sessionOf(withSum));
    expect(await ask(price(6004), { low: 70, high: 80 })).toEqual([
      200,
      withSum({ ...bare[3]!, low: 70, high: 80 }),
    ]);
  });

  const inPercent = ({ low, high, ...one }: (typeof bare)[number]) => ({
    ...one,
    low,
    high,
    percent: Math.round((1000 * (high - low)) / high) / 10,
  });
  const asShare = ({ low, high, ...one }: (typeof bare)[number]) => ({
    ...one,
    low,
    high,
    share: (low / high).toFixed(4),
  });
  const withTax = ({ low, ...one }: (typeof bare)[number]) => ({
    ...one,
    low,
    gross: Math.round(low * 119) / 100,
  });
  const asProduct = ({ low, fee, ...one }: (typeof bare)[number]) => ({ ...one, low, fee, all: low * fee });

  test.each([
    ['a difference in percent', inPercent],
    ['a share with four decimals', asShare],
    ['a multiple, such as with a tax,', withTax],
    ['a product', asProduct],
  ] as const)('follows them as %s', async (_, show) => {
    const ask = learnedFrom(sessionOf(show));
    expect(await ask(price(6004), { low: 23, high: 83 })).toEqual([
      200,
      show({ ...bare[3]!, low: 23, high: 83, price: drawn({ ...bare[3]!, low: 23, high: 83 }) }),
    ]);
  });

  test('is told of nothing else where it only looks so in some writes', async () => {
    const odd = new Map([60, 12, 20, 5].map((low, at) => [low, [31, 7, 58, 12][at]]));
    const show = ({ low, ...one }: (typeof bare)[number]) => ({ ...one, low, odd: odd.get(low) ?? 77 });
    const ask = learnedFrom(sessionOf(show));
    expect(await ask(price(6004), { low: 23, high: 83 })).toMatchObject([200, { low: 23, odd: 77 }]);
  });

  test('stands in an object that lacks where one of them does', async () => {
    const open = (number: number) => {
      return { id: `item-${number}`, low: null, high: null, fee: 3, price: 8, span: null };
    };
    const bounded = (number: number, low: number, high: number) => {
      return { ...open(number), low, high, ...spread({ low, high }) };
    };
    const [list, ...others] = sessionOf((one) => ({ ...one, ...spread(one) }));
    const { items } = list!.told as { items: readonly object[] };
    const ask = learnedFrom([
      { ...list!, told: { items: [...items, open(6008), open(6009)] } },
      ...others,
      { asked: price(6008), sent: { low: 4, high: 22 }, told: bounded(6008, 4, 22) },
    ]);
    expect(await ask(price(6009), { low: 7, high: 9 })).toEqual([200, bounded(6009, 7, 9)]);
  });
});

test('a count with zeros in front goes up by one and keeps them', async () => {
  const counted = (number: number, count: string, low: number) => ({ id: `item-${number}`, count, low });
  const items = [counted(8001, '0018', 10), counted(8002, '0007', 11), counted(8003, '0099', 12)];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: price(8001), sent: { low: 14.5 }, told: counted(8001, '0019', 14.5) },
    { asked: price(8002), sent: { low: 7.25 }, told: counted(8002, '0008', 7.25) },
    { asked: price(8001), sent: { low: 15.5 }, told: counted(8001, '0020', 15.5) },
  ]);
  expect(await ask(price(8003), { low: 9 })).toEqual([200, counted(8003, '0100', 9)]);
});

test('a count with zeros in front keeps them where it stood lower before', async () => {
  const counted = (number: number, count: string, low: number) => ({ id: `item-${number}`, low, count });
  const items = [8001, 8002, 8003].map((number, at) => ({ id: `item-${number}`, low: 10 + at }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/listings/item-8001', told: counted(8001, '0018', 10) },
    { asked: price(8001), sent: { low: 14.5 }, told: counted(8001, '0019', 14.5) },
    { asked: 'GET /v1/listings/item-8002', told: counted(8002, '0007', 11) },
    { asked: price(8002), sent: { low: 7.25 }, told: counted(8002, '0008', 7.25) },
    { asked: price(8001), sent: { low: 15.5 }, told: counted(8001, '0020', 15.5) },
    { asked: price(8003), sent: { low: 9 }, told: counted(8003, '0100', 9) },
  ]);
  expect(await ask('GET /v1/listings/item-8003')).toEqual([200, counted(8003, '0099', 12)]);
});

test('a write that no answer showed later is done all the same in the records of the end', async () => {
  const item = (number: number, low: number) => ({ id: `item-${number}`, low, high: 90 });
  const read = (number: number) => `GET /v1/listings/item-${number}`;
  const set = (number: number, low: number): Said => ({
    asked: price(number),
    sent: { low },
    told: { done: true },
  });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: [item(8001, 10), item(8002, 11), item(8003, 12)] } },
    set(8001, 14.5),
    { asked: read(8001), told: item(8001, 14.5) },
    set(8002, 7.25),
    { asked: read(8002), told: item(8002, 7.25) },
    set(8003, 9),
    set(8003, 8.75),
    { asked: price(8003), sent: { low: 8.5 }, told: { done: false, because: ['It is too low.'] } },
  ];
  expect(await learnedFrom(session, 'end')(read(8003))).toEqual([200, item(8003, 8.75)]);
  expect(await learnedFrom(session, 'start')(read(8003))).toEqual([200, item(8003, 12)]);
});

test('a write is done a moment later where one answer showed so, though others came when it was done', () => {
  const money = (amount: number | null) => (amount === null ? null : { amount, unit: 'crown' });
  const item = (number: number, low: number | null, high: number) => ({
    id: `item-${number}`,
    low: money(low),
    high: money(high),
  });
  const read = (number: number) => `GET /v1/listings/item-${number}`;
  const set = (number: number, low: number, high: number): Said => ({
    asked: price(number),
    sent: { low: money(low), high: money(high) },
    status: 202,
    told: { accepted: true },
  });
  const items = [item(8001, null, 70), item(8002, 11, 80), item(8003, null, 90)];
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { items } },
    set(8001, 14.5, 71),
    { asked: read(8001), told: item(8001, null, 70) },
    { asked: read(8001), told: item(8001, 14.5, 71) },
    set(8002, 7.25, 72),
    { asked: read(8003), told: items[2] },
    { asked: read(8002), told: item(8002, 7.25, 72) },
  ]);
  const { writes } = learnProfile([{ name: 'session', recording }]).service!;
  expect(writes.updatePrice).toMatchObject({ sets: {}, later: { seconds: 2 } });
  expect(Object.keys(writes.updatePrice!.later!.sets)).toEqual(['/low', '/high/amount']);
});

test('what a write did later is not done once more after the next write', async () => {
  const item = (number: number, low: number, plan: string, by: number) => ({
    id: `item-${number}`,
    low,
    plan,
    by,
  });
  const read = (number: number) => `GET /v1/listings/item-${number}`;
  const set = (number: number, low: number): Said => ({
    asked: price(number),
    sent: { low },
    status: 202,
    told: { accepted: true },
  });
  const assign = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const items = [1, 2, 3, 4].map((number) => item(number, 10 + number, 'calm', 0));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/strategies', told: { items: [{ id: 'calm' }, { id: 'bold' }, { id: 'wild' }] } },
    set(1, 14.5),
    { asked: read(1), told: items[0] },
    { asked: read(1), told: item(1, 14.5, 'calm', 1) },
    set(2, 7.25),
    { asked: read(2), told: items[1] },
    { asked: read(2), told: item(2, 7.25, 'calm', 1) },
    { asked: assign(2), sent: { plan: 'bold' }, told: item(2, 7.25, 'bold', 2) },
    { asked: read(2), told: item(2, 7.25, 'bold', 2) },
    { asked: assign(1), sent: { plan: 'wild' }, told: item(1, 14.5, 'wild', 2) },
  ]);
  await ask(price(3), { low: 8 });
  expect(await ask(read(3))).toEqual([200, items[2]]);
  ask.wait(5);
  expect(await ask(read(3))).toEqual([200, item(3, 8, 'calm', 1)]);
  await ask(assign(3), { plan: 'bold' });
  ask.wait(5);
  expect(await ask(read(3))).toEqual([200, item(3, 8, 'bold', 2)]);
});

test('what becomes of one bound becomes of the other, though less was seen of it', async () => {
  const amount = (worth: number | string | null) => (worth === null ? null : { worth, unit: 'EUR' });
  const item = (number: number, low: number | null, high: number | null) => {
    return { id: `item-${number}`, low: amount(low), high: amount(high) };
  };
  const sent = (low: number | string, high: number | string) => ({ low: amount(low), high: amount(high) });
  const done = (number: number, low: number, high: number, text?: string): Said => ({
    asked: price(number),
    sent: sent(text ?? low, high),
    told: item(number, low, high),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: [item(7001, 10, 20), item(7002, null, 22), item(7003, 12, 24)] },
    done(7001, 11.5, 21.5),
    done(7002, 9.5, 31.25),
    done(7003, 7.25, 19.5, '7.25'),
    done(7001, 12.25, 33.5),
  ]);
  expect(await ask(price(7002), sent(5.5, '6.75'))).toEqual([200, item(7002, 5.5, 6.75)]);
});

test('what was sent is set, though each record had it before it was sent', async () => {
  const item = (number: number, rule: string | null, edition: number) => ({
    id: `item-${number}`,
    rule,
    edition,
  });
  const part = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const rules = ['rule-301', 'rule-302'].map((id) => ({ id }));
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: { items: [item(8001, 'rule-301', 3), item(8002, 'rule-302', 7), item(8003, null, 9)] },
    },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    { asked: part(8001), sent: { rule: 'rule-301' }, told: item(8001, 'rule-301', 4) },
    { asked: part(8002), sent: { rule: 'rule-302' }, told: item(8002, 'rule-302', 8) },
  ]);
  expect(await ask(part(8003), { rule: 'rule-301' })).toEqual([200, item(8003, 'rule-301', 10)]);
});

test('what counts the fields that were sent does so for any number of them', async () => {
  const told = (fields: number) => ({ done: true, fields });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: things } },
    { asked: price(5001), sent: { values: { low: 1, high: 9 } }, told: told(2) },
    { asked: price(5002), sent: { values: { low: 2, high: 8 } }, told: told(2) },
    { asked: price(5003), sent: { values: { high: 7 } }, told: told(1) },
  ]);
  expect(await ask(price(5004), { values: { low: 3 } })).toEqual([200, told(1)]);
  expect(await ask(price(5004), { values: { low: 3, high: 40 } })).toEqual([200, told(2)]);
});

describe('a strategy that stands beside a listing', () => {
  const rules = ['rule-901', 'rule-902', 'rule-903'].map((id) => ({ id, name: `Rule ${id}` }));
  const [first, second, third] = rules;
  const plain = things.slice(0, 3).map(({ id }, at) => ({ id, rule: at === 2 ? '' : rules[at]!.id }));
  const strategy = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: plain.map((listing) => ({ listing })) } },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    { asked: 'GET /v1/listings/item-5001', told: { listing: plain[0], strategy: first } },
    { asked: 'GET /v1/listings/item-5003', told: { listing: plain[2] } },
    {
      asked: strategy(5001),
      sent: { rule: 'rule-902' },
      told: { listing: { ...plain[0], rule: 'rule-902' }, strategy: second },
    },
    { asked: strategy(5001), sent: { rule: '' }, told: { listing: { ...plain[0], rule: '' } } },
  ]);

  test('is the one that the listing names by then', async () => {
    const given = { listing: { id: 'item-5002', rule: 'rule-903' }, strategy: third };
    expect(await ask(strategy(5002), { rule: 'rule-903' })).toEqual([200, given]);
    expect(await ask('GET /v1/listings/item-5002')).toEqual([200, given]);
  });

  test('is not there where the listing names none', async () => {
    expect(await ask('GET /v1/listings/item-5003')).toEqual([200, { listing: plain[2] }]);
    const taken = { listing: { id: 'item-5002', rule: '' } };
    expect(await ask(strategy(5002), { rule: '' })).toEqual([200, taken]);
    expect(await ask('GET /v1/listings/item-5002')).toEqual([200, taken]);
  });
});

test('a body of another media type than those that were taken is refused as one was', async () => {
  const set = (number: number, low: number): Said => ({
    asked: price(number),
    sent: { low },
    type: 'application/offers+json',
    told: { ...things[number - 5001], low },
  });
  const plain = { error: 'Send application/offers+json.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: things } },
    set(5001, 1),
    set(5002, 5),
    { asked: price(5003), sent: { low: 2 }, status: 415, told: plain },
  ]);
  expect(await ask(price(5004), { low: 4 })).toEqual([415, plain]);
});

describe('bounds that are objects, of which each may be left out or taken away', () => {
  const euros = (amount: string | null) => (amount === null ? null : { amount, currency: 'EUR' });
  const item = (number: number, lower: string | null, upper: string | null) => ({
    id: `item-${number}`,
    stock: number % 10,
    limits: { lower: euros(lower), upper: euros(upper) },
  });
  const patched = (number: number, sent: object, lower: string | null, upper: string | null): Said => ({
    asked: price(number),
    sent,
    told: item(number, lower, upper),
  });
  const both = (lower: string, upper: string) => ({ lower: euros(lower), upper: euros(upper) });
  const session: readonly Said[] = [
    {
      asked: 'GET /v1/listings',
      told: {
        items: [
          item(5001, '123.22', '171.14'),
          item(5002, null, null),
          item(5003, '158.41', '220.01'),
          item(5004, '132.27', '183.71'),
          item(5005, '8.00', '9.00'),
        ],
      },
    },
    patched(5001, both('14.50', '299.00'), '14.50', '299.00'),
    patched(5002, { upper: euros('980.00') }, null, '980.00'),
    patched(5002, { lower: null, upper: null }, null, null),
    patched(5003, both('3.25', '450.75'), '3.25', '450.75'),
    patched(5004, both('0.99', '0.99'), '0.99', '0.99'),
  ];

  test('are set where they are sent, stay where they are not, and go where null is sent', async () => {
    const ask = learnedFrom(session);
    const at = price(5005);
    expect(await ask(at, both('1.25', '3.50'))).toEqual([200, item(5005, '1.25', '3.50')]);
    expect(await ask(at, { upper: euros('4.50') })).toEqual([200, item(5005, '1.25', '4.50')]);
    expect(await ask(at, { lower: null })).toEqual([200, item(5005, null, '4.50')]);
    expect(await ask(at, { lower: euros('2.00') })).toEqual([200, item(5005, '2.00', '4.50')]);
  });
});

test('a counter goes up by one, though two writes came between two reads', async () => {
  const read = (number: number, edition: number, low: number, high: number): Said => ({
    asked: `GET /v1/listings/item-${number}`,
    told: thing(number, edition, low, high),
  });
  const set = (number: number, low: number, high: number): Said => ({
    asked: price(number),
    sent: { low, high },
    told: { done: true },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: things } },
    set(5001, 14, 21),
    read(5001, 314, 14, 21),
    set(5002, 2, 30),
    set(5002, 3, 31),
    read(5002, 413, 3, 31),
  ]);
  await ask(price(5004), { low: 5, high: 6 });
  expect(await ask('GET /v1/listings/item-5004')).toEqual([200, thing(5004, 602, 5, 6)]);
});

test('the name beside the id of a strategy goes where the strategy is taken away', async () => {
  const rules = ['bold', 'calm', 'keen'].map((id) => ({ id, label: `The ${id} one` }));
  const labelOf = (rule: string | null) => rules.find(({ id }) => id === rule)?.label ?? null;
  const offer = (number: number, rule: string | null) => ({
    id: `item-${number}`,
    rule,
    label: labelOf(rule),
  });
  const set = (number: number, rule: string | null): Said => ({
    asked: `PATCH /v1/listings/item-${number}/strategy`,
    sent: { rule },
    told: offer(number, rule),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { items: rules } },
    {
      asked: 'GET /v1/listings',
      told: { items: [offer(6001, 'bold'), offer(6002, 'calm'), offer(6003, null), offer(6004, 'keen')] },
    },
    set(6001, 'calm'),
    set(6002, null),
    set(6003, 'bold'),
  ]);
  const strategy = 'PATCH /v1/listings/item-6004/strategy';
  expect(await ask(strategy, { rule: 'bold' })).toEqual([200, offer(6004, 'bold')]);
  expect(await ask(strategy, { rule: null })).toEqual([200, offer(6004, null)]);
});

describe('an object that is null in some records', () => {
  const money = (text: string) => ({ amount: text, unit: 'EUR' });
  const offer = (number: number, low: string | null, high: string | null) => ({
    id: `item-${number}`,
    low: low === null ? null : money(low),
    high: high === null ? null : money(high),
  });
  const set = (number: number, low: string, high: string): Said => ({
    asked: price(number),
    sent: { low: money(low), high: money(high) },
    told: offer(number, low, high),
  });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: {
        items: [
          offer(8001, '10.00', '20.00'),
          offer(8002, '11.50', '22.00'),
          offer(8003, '12.00', '24.50'),
          offer(8004, null, null),
        ],
      },
    },
    set(8001, '14.00', '21.00'),
    set(8002, '7.25', '30.00'),
    set(8003, '8.00', '31.40'),
    { asked: price(8001), sent: { low: money('15.00') }, told: offer(8001, '15.00', '21.00') },
    { asked: price(8002), sent: { high: money('29.00') }, told: offer(8002, '7.25', '29.00') },
    { asked: price(8003), sent: { high: money('32.00') }, told: offer(8003, '8.00', '32.00') },
  ]);

  test('comes whole, of what was sent for it alone', async () => {
    expect(await ask(price(8004), { high: money('33.00') })).toEqual([200, offer(8004, null, '33.00')]);
  });

  test('goes where null is sent for it', async () => {
    expect(await ask(price(8001), { low: null })).toEqual([200, offer(8001, null, '20.00')]);
    expect(await ask(price(8001), { low: money('16.00') })).toEqual([200, offer(8001, '16.00', '20.00')]);
  });

  test('has its amount in the form in which all are written, whatever was sent', async () => {
    expect(await ask(price(8002), { low: { amount: 9.5, unit: 'EUR' }, high: money('40') })).toEqual([
      200,
      offer(8002, '9.50', '40.00'),
    ]);
  });
});

test('a number that is sent as a text stands in the record as a number, as all do', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: things } },
    ...[5001, 5002, 5003].map((number, at) => ({
      asked: price(number),
      sent: { low: 3.5 + at, high: 40 + at },
      told: { ...things[at], low: 3.5 + at, high: 40 + at },
    })),
  ]);
  expect(await ask(price(5004), { low: '4.5', high: 44 })).toEqual([200, thing(5004, 601, 4.5, 44)]);
});

test('what was sent is set, though no answer before could show it', async () => {
  const item = (number: number, more: object = {}) => ({
    id: `item-${number}`,
    name: `Item ${number}`,
    ...more,
  });
  const part = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: [9001, 9002, 9003].map((number) => item(number)) } },
    { asked: part(9001), sent: { rule: 'rule-501' }, told: item(9001, { rule: 'rule-501' }) },
    { asked: part(9002), sent: { rule: 'rule-502' }, told: item(9002, { rule: 'rule-502' }) },
  ]);
  expect(await ask(part(9003), { rule: 'rule-502' })).toEqual([200, item(9003, { rule: 'rule-502' })]);
});

test('a number that is written as short as it can be is not rounded, though whole ones alone were seen', async () => {
  const item = (number: number, top: string) => ({ id: `item-${number}`, top });
  const part = (number: number) => `PATCH /v1/listings/item-${number}/price`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: [item(9101, '17'), item(9102, '28'), item(9103, '39')] } },
    { asked: part(9101), sent: { top: '40.00' }, told: item(9101, '40') },
    { asked: part(9102), sent: { top: 60 }, told: item(9102, '60') },
    { asked: part(9102), sent: { top: '75' }, told: item(9102, '75') },
  ]);
  expect(await ask(part(9103), { top: '230.50' })).toEqual([200, item(9103, '230.5')]);
});

describe('bounds that become others than were sent', () => {
  const goods = [10, 11, 12, 13, 14, 15, 16].map((number) => thing(5000 + number, 1, number, 2 * number));
  const asWritten = (set: (low: number, high: number) => readonly [number, number]) => {
    const told = (number: number, low: number, high: number): Said => {
      const [least, most] = set(low, high);
      return { asked: price(number), sent: { low, high }, told: thing(number, 2, least, most) };
    };
    return learnedFrom([
      { asked: 'GET /v1/listings', told: { items: goods } },
      told(5010, 13.37, 24.18),
      told(5011, 14.41, 27.86),
      told(5012, 15.53, 29.09),
      told(5013, 41.2, 18.7),
      told(5014, 16.79, 33.33),
      told(5015, 52.6, 20.1),
    ]);
  };

  test('are rounded to a step', async () => {
    const ask = asWritten((...both) => {
      const [low, high] = both.map((one) => Math.round(one * 2) / 2) as [number, number];
      return [low, high];
    });
    expect(await ask(price(5016), { low: 20.3, high: 48.8 })).toEqual([200, thing(5016, 2, 20.5, 49)]);
  });

  test('are exchanged where they cross', async () => {
    const ask = asWritten((low, high) => [Math.min(low, high), Math.max(low, high)]);
    expect(await ask(price(5016), { low: 40.3, high: 28.8 })).toEqual([200, thing(5016, 2, 28.8, 40.3)]);
    expect(await ask(price(5010), { low: 4.5, high: 6.5 })).toEqual([200, thing(5010, 2, 4.5, 6.5)]);
  });

  test('are drawn to the lower one where they cross', async () => {
    const ask = asWritten((low, high) => [low, Math.max(low, high)]);
    expect(await ask(price(5016), { low: 40.3, high: 28.8 })).toEqual([200, thing(5016, 2, 40.3, 40.3)]);
  });
});

describe('a price that must lie within the bounds', () => {
  const offer = (number: number, cost: number, low: number, high: number, rule: string | null) => ({
    id: `item-${number}`,
    cost,
    low,
    high,
    rule,
  });
  const set = (number: number, sent: object, told: object): Said => ({ asked: price(number), sent, told });
  const strategies: Said = {
    asked: 'GET /v1/strategies',
    told: {
      items: [
        { id: 'bold', label: 'Bold' },
        { id: 'calm', label: 'Calm' },
      ],
    },
  };
  const listed = (...items: readonly object[]): Said => ({ asked: 'GET /v1/listings', told: { items } });

  test('is drawn to the nearest of them, of which 0 is none', async () => {
    const ask = learnedFrom([
      strategies,
      listed(
        offer(1, 40, 10, 90, 'bold'),
        offer(2, 55, 20, 80, null),
        offer(3, 71, 0, 0, 'calm'),
        offer(4, 33, 30, 60, 'bold'),
      ),
      set(1, { low: 50, high: 70 }, offer(1, 50, 50, 70, 'bold')),
      set(2, { low: 11, high: 44 }, offer(2, 44, 11, 44, null)),
      set(3, { low: 5, high: 0 }, offer(3, 71, 5, 0, 'calm')),
    ]);
    expect(await ask(price(4), { low: 35, high: 61 })).toEqual([200, offer(4, 35, 35, 61, 'bold')]);
    expect(await ask(price(4), { low: 2, high: 0 })).toEqual([200, offer(4, 35, 2, 0, 'bold')]);
  });

  test('is drawn only where a strategy is named, where those without one kept theirs', async () => {
    const ask = learnedFrom([
      strategies,
      listed(
        offer(1, 40, 10, 90, 'bold'),
        offer(2, 55, 20, 80, null),
        offer(3, 71, 6, 99, 'calm'),
        offer(4, 33, 30, 60, 'bold'),
        offer(5, 34, 31, 61, null),
      ),
      set(1, { low: 50, high: 70 }, offer(1, 50, 50, 70, 'bold')),
      set(2, { low: 11, high: 44 }, offer(2, 55, 11, 44, null)),
      set(3, { low: 7, high: 65 }, offer(3, 65, 7, 65, 'calm')),
    ]);
    expect(await ask(price(4), { low: 35, high: 61 })).toEqual([200, offer(4, 35, 35, 61, 'bold')]);
    expect(await ask(price(5), { low: 37, high: 61 })).toEqual([200, offer(5, 34, 37, 61, null)]);
  });
});

test('an object that is null is made of what was sent and what stood in one that was made before', async () => {
  const offer = (number: number, pricing: object | null) => ({
    id: `item-${number}`,
    label: `No ${number}`,
    pricing,
  });
  const pricing = (low: number, high: number, state = 'idle', rule: string | null = null) => ({
    state,
    rule,
    low,
    high,
  });
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: {
        items: [
          offer(1, null),
          offer(2, pricing(4, 9, 'on', 'bold')),
          offer(3, pricing(14, 29)),
          offer(4, null),
          offer(5, pricing(24, 31, 'on', 'calm')),
        ],
      },
    },
    { asked: price(1), sent: { low: 6, high: 13 }, told: offer(1, pricing(6, 13)) },
    { asked: price(2), sent: { low: 5, high: 12 }, told: offer(2, pricing(5, 12, 'on', 'bold')) },
    { asked: price(3), sent: { low: 15, high: 33 }, told: offer(3, pricing(15, 33)) },
    { asked: price(5), sent: { low: 17, high: 35 }, told: offer(5, pricing(17, 35, 'on', 'calm')) },
  ]);
  expect(await ask(price(4), { low: 8, high: 21 })).toEqual([200, offer(4, pricing(8, 21))]);
  expect(await ask(price(5), { low: 18, high: 36 })).toEqual([200, offer(5, pricing(18, 36, 'on', 'calm'))]);
});

describe('a bound that the other one draws with it', () => {
  const inTexts = (number: number, low: number, high: number) => ({
    id: `item-${number}`,
    low: low.toFixed(2),
    high: high.toFixed(2),
  });
  /** What becomes of bounds that are sent: the upper one is never below the lower. */
  const drawn = (number: number, low: number, high: number) => inTexts(number, low, Math.max(low, high));
  const bounds = (low: number, high: number) => ({ low: low.toFixed(2), high: high.toFixed(2) });
  const sent = (number: number, low: number, high: number): Said => ({
    asked: price(number),
    sent: bounds(low, high),
    told: drawn(number, low, high),
  });

  test('is no value made anew, though what was sent explains it only mostly', async () => {
    const ask = learnedFrom([
      {
        asked: 'GET /v1/listings',
        told: { items: [5001, 5002, 5003, 5004].map((one) => inTexts(one, 10, 20)) },
      },
      sent(5001, 12.5, 31.25),
      sent(5002, 48.75, 29.5),
      sent(5003, 17.25, 60.5),
      sent(5001, 66.5, 14.25),
      sent(5002, 19.75, 35.5),
      sent(5003, 71.25, 22.5),
    ]);
    expect(await ask(price(5004), bounds(21, 44.5))).toEqual([200, drawn(5004, 21, 44.5)]);
    expect(await ask(price(5004), bounds(39.5, 12))).toEqual([200, drawn(5004, 39.5, 12)]);
  });
});

describe('a strategy that is shown within a text', () => {
  const named = (number: number, rule: string | null, nothing: string | null) => ({
    ...thing(number, 7, 10, 20),
    rule: rule === null ? nothing : `urn:rule:${rule}`,
  });

  test.each([null, ''])('is shown as %j where none was sent', async (nothing) => {
    const way = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
    const set = (number: number, rule: string | null): Said => ({
      asked: way(number),
      sent: { rule },
      told: named(number, rule, nothing),
    });
    const items = things.map(({ id }, at) => named(Number(id.slice(5)), `r${at % 3}`, nothing));
    const rules = ['r0', 'r1', 'r2', 'r3'].map((id) => ({ id, title: `Rule ${id}` }));
    const ask = learnedFrom([
      { asked: 'GET /v1/strategies', told: { items: rules } },
      { asked: 'GET /v1/listings', told: { items } },
      set(5001, 'r3'),
      set(5002, 'r2'),
      set(5003, null),
      set(5001, 'r1'),
    ]);
    expect(await ask(way(5004), { rule: null })).toEqual([200, named(5004, null, nothing)]);
    expect(await ask(way(5004), { rule: 'r2' })).toEqual([200, named(5004, 'r2', nothing)]);
  });
});

test('a word for the side of the bounds on which a price lies is another one where they are below 0, and so none', async () => {
  const placed = (number: number, low: number, high: number) => {
    const price = number * 10;
    const place = low < 0 || high < 0 ? 'free' : price < low ? 'under' : price > high ? 'over' : 'inside';
    return { id: `p-${number}`, price, low, high, place };
  };
  const bounds = [
    [5, 20],
    [25, 50],
    [4, 22],
    [-1, -1],
  ] as const;
  const all = Array.from({ length: 16 }, (_, at) =>
    placed(at * 11 + 1, bounds[at % 4]![0], bounds[at % 4]![1]),
  );
  const price = (number: number, low: number, high: number) => ({
    asked: `PATCH /v1/listings/p-${number}/price`,
    sent: { low, high },
    told: placed(number, low, high),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    price(1, 12, 30),
    price(12, 11, 310),
    price(23, 14, 16),
    price(34, 350, 360),
    price(1, -1, -1),
  ]);
  const written = async (low: number, high: number) =>
    (await ask('PATCH /v1/listings/p-45/price', { low, high })) as [number, unknown];
  for (const [low, high] of [
    [460, 500],
    [440, 460],
    [400, 410],
    [-1, -1],
  ] as const)
    expect(await written(low, high)).toEqual([200, placed(45, low, high)]);
});

test('bounds that stand in an object are learned, though another write took the object away and nothing tells how', async () => {
  const good = (number: number, range?: object) => ({
    id: `p-${number}`,
    name: `Thing ${number}`,
    ...(range && { range }),
  });
  const all = Array.from({ length: 8 }, (_, at) => good(at + 1, { low: at + 10.5, high: at * 3 + 40 }));
  const price = (number: number, sent: object, range?: object) => ({
    asked: `PATCH /v1/listings/p-${number}/price`,
    sent,
    told: good(number, range),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    price(1, { range: { low: 12.25, high: 31 } }, { low: 12.25, high: 31 }),
    price(2, { range: { low: 7, high: 310 } }, { low: 7, high: 310 }),
    price(3, { range: { low: 8.5 } }, { low: 8.5, high: 46 }),
    price(2, { remove: ['LOWER', 'UPPER'] }),
  ]);
  const range = { low: 99.5, high: 120 };
  expect(await ask('PATCH /v1/listings/p-5/price', { range })).toEqual([200, good(5, range)]);
  expect(await ask('GET /v1/listings/p-5')).toEqual([200, good(5, range)]);
});

describe('a write that answers with the record where a parameter asks for it, and with nothing otherwise', () => {
  const thing = (at: number) => ({ id: `t-${at + 30}`, low: at + 2, high: at * 2 + 9, shelf: at % 2 });
  const things = Array.from({ length: 7 }, (_, at) => thing(at));
  const sent = { low: 1, high: 99 };
  const write = (at: number, query = '') => `PATCH /v1/listings/t-${at + 30}/price${query}`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { things } },
    { asked: 'GET /v1/listings/t-30', told: thing(0) },
    { asked: write(0), sent, status: 204, told: undefined },
    { asked: 'GET /v1/listings/t-30', told: { ...thing(0), ...sent } },
    { asked: write(1, '?tell=no'), sent, status: 204, told: undefined },
    { asked: write(2, '?tell=yes'), sent, told: { ...thing(2), ...sent } },
    { asked: write(3, '?loud=no&tell=yes'), sent, told: { ...thing(3), ...sent } },
  ]);

  test.each(['?tell=yes', '?tell=yes&loud=yes'])('answers with it: %s', async (query) => {
    expect(await ask(write(4, query), sent)).toEqual([200, { ...thing(4), ...sent }]);
  });

  test.each(['', '?tell=no', '?loud=no'])('answers with nothing: %s', async (query) => {
    expect(await ask(write(5, query), sent)).toEqual([204, undefined]);
  });
});

describe('a strategy that an object names by its id or its label, and null takes away', () => {
  const rules = ['Slow', 'Steady', 'Swift'].map((label, at) => ({ id: `r-${at + 1}`, label, kind: 'own' }));
  const rule = (at: number) => ({ id: rules[at]!.id, label: rules[at]!.label });
  // Those that are given one happen to be on sale.
  const thing = (at: number) => ({
    id: `t-${at + 30}`,
    isSold: at < 3,
    rule: at % 2 === 0 ? null : rule(at % 3),
    low: at + 2,
    high: at * 2 + 9,
  });
  const things = Array.from({ length: 9 }, (_, at) => thing(at));
  const write = (at: number) => `PATCH /v1/listings/t-${at + 30}/strategy`;
  const written = (at: number, to: unknown) => ({ ...thing(at), rule: to });
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { things } },
      { asked: 'GET /v1/strategies', told: { rules } },
      { asked: write(0), sent: { rule: { id: 'r-2' } }, told: written(0, rule(1)) },
      { asked: write(2), sent: { rule: { label: 'Swift' } }, told: written(2, rule(2)) },
      { asked: write(5), sent: { rule: null }, told: written(5, null) },
    ]);

  test('is that of the record afterwards, whatever else the record is', async () => {
    const ask = learned();
    expect(await ask(write(4), { rule: { id: 'r-3' } })).toEqual([200, written(4, rule(2))]);
    expect(await ask(write(6), { rule: { label: 'Slow' } })).toEqual([200, written(6, rule(0))]);
  });

  test('is gone where null was sent', async () => {
    const ask = learned();
    expect(await ask(write(1), { rule: null })).toEqual([200, written(1, null)]);
    expect(await ask(write(7), { rule: null })).toEqual([200, written(7, null)]);
  });
});

describe('a strategy that is sent in a list', () => {
  const names = ['Steady', 'Bold', 'Calm'];
  const plans = names.map((name, at) => ({ id: `plan-${at + 1}`, name }));
  const item = (at: number, held: readonly string[]) => ({
    id: `item-${at}`,
    title: `Thing ${at}`,
    ...(held.length > 0 && { plans: held, titles: held.map((id) => names[Number(id.slice(5)) - 1]) }),
  });
  const links = (at: number, held: readonly string[]) => ({
    id: `item-${at}`,
    links: { many: held.map((id) => ({ id })) },
  });
  const held = [[], ['plan-1'], ['plan-2'], ['plan-3'], ['plan-1'], []];
  const write = (at: number, sent: unknown, told: unknown): Said => ({
    asked: `PATCH /v1/listings/item-${at}/strategy`,
    sent,
    told,
  });
  const after = [
    [0, ['plan-2']],
    [1, ['plan-3']],
    [2, []],
  ] as const;
  const listed: Said = { asked: 'GET /v1/strategies', told: { items: plans } };

  test('stands in the record as it was sent, and is gone with the last of it', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { items: held.map((own, at) => item(at, own)) } },
      listed,
      ...after.map(([at, sent]) => write(at, { plans: sent }, item(at, sent))),
    ]);
    const sent = (at: number, own: readonly string[]) =>
      ask(`PATCH /v1/listings/item-${at}/strategy`, { plans: own });
    expect(await sent(5, ['plan-1'])).toEqual([200, item(5, ['plan-1'])]);
    expect(await sent(4, ['plan-3'])).toEqual([200, item(4, ['plan-3'])]);
    expect(await sent(3, [])).toEqual([200, item(3, [])]);
  });

  test('may be a list of objects, which an empty one empties', async () => {
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { items: held.map((own, at) => links(at, own)) } },
      listed,
      ...after.map(([at, sent]) => write(at, { links: links(at, sent).links }, links(at, sent))),
    ]);
    const sent = (at: number, own: readonly string[]) =>
      ask(`PATCH /v1/listings/item-${at}/strategy`, { links: links(at, own).links });
    expect(await sent(5, ['plan-1'])).toEqual([200, links(5, ['plan-1'])]);
    expect(await sent(4, ['plan-3'])).toEqual([200, links(4, ['plan-3'])]);
    expect(await sent(3, [])).toEqual([200, links(3, [])]);
  });
});

test('a strategy that a write names by its code is the one that the record names by its id', async () => {
  const plans = [1, 2, 3, 4].map((at) => ({ id: `p-${at}0`, code: `plan-${'abcd'[at - 1]!}` }));
  const good = (at: number, plan: string | null) => ({ id: `g-${at}`, low: 5, plan });
  const assign = (at: number, sent: object): Said => ({
    asked: `PATCH /v1/listings/g-${at}/strategy`,
    sent,
    told: { done: true },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { plans } },
    { asked: 'GET /v1/listings', told: { goods: [1, 2, 3, 4].map((at) => good(at, 'p-10')) } },
    assign(1, { plan: 'p-20' }),
    { asked: 'GET /v1/listings/g-1', told: good(1, 'p-20') },
    assign(2, { plan: null }),
    { asked: 'GET /v1/listings/g-2', told: good(2, null) },
    assign(3, { by: { code: 'plan-c' } }),
  ]);
  await ask('PATCH /v1/listings/g-4/strategy', { by: { code: 'plan-d' } });
  expect(await ask('GET /v1/listings/g-4')).toEqual([200, good(4, 'p-40')]);
  await ask('PATCH /v1/listings/g-4/strategy', { plan: null });
  expect(await ask('GET /v1/listings/g-4')).toEqual([200, good(4, null)]);
});

test('a write of nothing where nothing stood leaves the record as it was, and so does one of the other kind', async () => {
  const at = (second: number) => `2026-03-03T09:00:0${second}Z`;
  const item = (number: number, plan: string | null, second?: number) => ({
    id: `item-${number}`,
    low: 5,
    plan,
    touched: second === undefined ? '2025-01-01T00:00:00Z' : at(second),
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: [item(1, null), item(2, 'plan-1'), item(3, 'plan-2')] } },
    {
      asked: 'GET /v1/strategies',
      told: { items: ['plan-1', 'plan-2', 'plan-3'].map((id) => ({ id, label: id })) },
    },
    { asked: 'PATCH /v1/listings/item-1/strategy', sent: { plan: null }, told: item(1, null) },
    { asked: 'PATCH /v1/listings/item-2/strategy', sent: { plan: 'plan-2' }, told: item(2, 'plan-2', 3) },
    { asked: 'PATCH /v1/listings/item-2/price', sent: { low: 6 }, told: { ...item(2, 'plan-2', 4), low: 6 } },
    { asked: 'PATCH /v1/listings/item-3/price', sent: { low: 7 }, told: { ...item(3, 'plan-2', 5), low: 7 } },
  ]);
  const now = '2026-01-01T00:00:00Z';
  expect(await ask('PATCH /v1/listings/item-3/strategy', { plan: 'plan-2' })).toEqual([
    200,
    item(3, 'plan-2'),
  ]);
  expect(await ask('PATCH /v1/listings/item-3/price', { low: 5 })).toEqual([200, item(3, 'plan-2')]);
  expect(await ask('PATCH /v1/listings/item-3/strategy', { plan: 'plan-3' })).toEqual([
    200,
    { ...item(3, 'plan-3'), touched: now },
  ]);
});
