// What a distributor of parts and a billing platform taught: items of receipts that list their own errors, cursors made of the
// moment that a list is sorted by, links that say what was not asked for, words before codes, joined sentences and framed errors.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

describe('cursors that hold the moment by which a list is sorted', () => {
  const at = (day: number) =>
    `2024-0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}T08:00:00Z`;
  const plans = Array.from({ length: 23 }, (_, index) => ({
    id: `p${(index * 7919) % 1_000}x`,
    size: index % 3 === 0 ? 'large' : 'small',
    made_at: at(3 * index),
    changed_at: at(100 + ((index * 11) % 23)),
  }));
  type Plan = (typeof plans)[number];
  type Order = 'made_at' | 'changed_at';
  const cursorOf = (plan: Plan, sort: Order) => `${plan.id}:${Date.parse(plan[sort]) / 1_000}.0`;
  function page(query: string) {
    const asked = new URLSearchParams(query);
    const sort = (asked.get('sort') ?? 'made_at') as Order;
    const order = asked.get('order') ?? 'desc';
    const limit = Number(asked.get('limit') ?? 8);
    const found = plans
      .filter(({ size }) => asked.get('size') === null || asked.get('size') === size)
      .toSorted((a, b) => (a[sort] < b[sort] ? -1 : 1) * (order === 'asc' ? 1 : -1));
    const from = found.findIndex((plan) => cursorOf(plan, sort) === asked.get('cursor')) + 1;
    const rows = found.slice(from, from + limit);
    const more = from + limit < found.length;
    if (more) asked.set('cursor', cursorOf(rows.at(-1)!, sort));
    for (const [name, value] of Object.entries({ limit: String(limit), order, sort })) asked.set(name, value);
    asked.sort();
    return { more, next: more ? `/v1/listings?${asked.toString()}` : null, rows };
  }
  const list = (query: string): Said => ({
    asked: `GET /v1/listings${query === '' ? '' : '?'}${query}`,
    told: page(query),
  });
  const walked = (query: string): Said[] => {
    const said = list(query);
    const { next } = said.told as { next: string | null };
    return next === null ? [said] : [said, ...walked(next.split('?')[1]!)];
  };
  const learned = () =>
    learnedFrom([
      ...walked(''),
      ...walked('sort=changed_at&order=asc&limit=9'),
      list('order=asc&limit=6'),
      list('order=asc&limit=5&size=small'),
      list('sort=changed_at&limit=4'),
      list('size=large&limit=20'),
      list('size=small&limit=5'),
    ]);

  test('are made of that moment for each order, though links say orders that nobody asked for', async () => {
    const ask = learned();
    const queries = ['limit=7', 'sort=changed_at&limit=6', 'order=asc&limit=5', 'limit=3&size=large'];
    for (const query of queries.flatMap((first) => walked(first).map(({ asked }) => asked.split('?')[1]!))) {
      const [status, told] = (await ask(`GET /v1/listings?${query}`)) as [number, ReturnType<typeof page>];
      const { next, ...others } = page(query);
      expect([status, { ...told, next: undefined }]).toEqual([200, { ...others, next: undefined }]);
      expect(new URLSearchParams(told.next?.split('?')[1]).get('cursor')).toBe(
        new URLSearchParams(next?.split('?')[1]).get('cursor'),
      );
    }
  });
});

describe('receipts whose items list errors of their own', () => {
  const part = (number: number, low = 2) => ({
    id: `part-${number}`,
    price: `$${number}.50`,
    low,
    high: 40,
    rule: { id: 'r-1', label: 'Bold' },
  });
  const parts = [11, 12, 13, 14, 15, 16].map((number) => part(number));
  const receipt = (
    number: number,
    low: number,
    errors: readonly unknown[] = [],
    notes: readonly string[] = [],
  ): Said['told'] => ({
    errors: [],
    items: [{ errors, part: `part-${number}`, unitPrice: number + 0.5, low, notes }],
  });
  const crossed = (low: string) => [{ code: 'range', text: `The low ${low} is above the high.`, gap: low }];
  const write = (number: number, low: number, told: Said['told']): Said => ({
    asked: `POST /v1/listings/part-${number}/price`,
    sent: { low, high: 40 },
    told,
  });
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { rows: parts } },
      write(11, 5, receipt(11, 5)),
      write(12, 30, receipt(12, 30, [], ['The price is below the low one.'])),
      write(13, 7, receipt(13, 7)),
      write(14, 60, receipt(14, 2, crossed('$60.00'))),
      write(15, 70, receipt(15, 2, crossed('$70.00'))),
      { asked: 'GET /v1/listings/part-14', told: part(14) },
      { asked: 'GET /v1/listings/part-13', told: part(13, 7) },
    ]);

  test('refuse what they list errors for, and leave the record as it was', async () => {
    const ask = learned();
    expect(await ask('POST /v1/listings/part-16/price', { low: 80, high: 40 })).toEqual([
      200,
      receipt(16, 2, crossed('$80.00')),
    ]);
    expect(await ask('GET /v1/listings/part-16')).toEqual([200, part(16)]);
  });

  test('tell what the record writes with its unit as a number, and nothing of another object of the record', async () => {
    const ask = learned();
    expect(await ask('POST /v1/listings/part-16/price', { low: 9, high: 40 })).toEqual([200, receipt(16, 9)]);
  });
});

describe('codes behind a word', () => {
  const plan = (number: number, rule: string | null = null) => ({
    id: `x${number * 31 + 7}`,
    code: `plan-${number}`,
    rule,
  });
  const plans = Array.from({ length: 8 }, (_, number) => plan(number + 1));
  const rules = ['low', 'mirror', 'stair'].map((code, at) => ({ id: `r${at * 13 + 40}`, code }));
  const missing = (what: string, by: string) => ({ error: `There is no ${what} with ${by}` });
  const named = (number: number, name: string, rule: string): Said => ({
    asked: `PUT /v1/listings/${plan(number).id}/strategy`,
    sent: { rule: name },
    told: plan(number, rule),
  });
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { rows: plans } },
      { asked: 'GET /v1/strategies', told: { rows: rules } },
      { asked: 'GET /v1/listings/x38', told: plan(1) },
      { asked: 'GET /v1/listings/code-plan-3', told: plan(3) },
      { asked: 'GET /v1/strategies/r53', told: rules[1] },
      { asked: 'GET /v1/strategies/code-low', told: rules[0] },
      { asked: 'GET /v1/listings/x999', status: 404, told: missing('plan', 'id x999') },
      { asked: 'GET /v1/listings/code-lamp', status: 404, told: missing('plan', 'code lamp') },
      named(4, 'code-mirror', 'r53'),
      named(5, 'r40', 'r40'),
    ]);

  test('name listings in paths, and strategies in paths and bodies', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings/code-plan-7')).toEqual([200, plan(7)]);
    expect(await ask('GET /v1/strategies/code-stair')).toEqual([200, rules[2]]);
    expect(await ask('PUT /v1/listings/code-plan-6/strategy', { rule: 'code-stair' })).toEqual([
      200,
      plan(6, 'r66'),
    ]);
  });

  test('are told without it where nothing is called so', async () => {
    expect(await learned()('GET /v1/listings/code-sofa')).toEqual([404, missing('plan', 'code sofa')]);
  });
});

describe('faults of plans', () => {
  interface Bounds {
    readonly low?: number | string | null;
    readonly high?: number | string | null;
  }
  const plan = (number: number, bounds: Bounds = {}) => ({
    id: `plan-${number}`,
    kind: number % 5 === 0 ? 'ramp' : 'fixed',
    setup_fee: number % 5 === 0 ? 15 : 0,
    low_amount: number % 3 === 0 ? null : 4,
    high_amount: 90,
    rule: null as string | null,
    ...(bounds.low !== undefined && { low_amount: bounds.low }),
    ...(bounds.high !== undefined && { high_amount: bounds.high }),
  });
  const plans = Array.from({ length: 16 }, (_, index) => plan(index + 1));
  const rules = [
    { id: 'r-1', basis: 'competitive' },
    { id: 'r-2', basis: 'cost' },
    { id: 'r-3', basis: 'competitive' },
    { id: 'r-4', basis: 'cost' },
    { id: 'r-5', basis: 'competitive' },
    { id: 'r-6', basis: 'cost' },
    { id: 'r-7', basis: 'competitive' },
    { id: 'r-8', basis: 'cost' },
  ];
  const words = { low_amount: 'Low amount', high_amount: 'High amount' };
  type Field = keyof typeof words;
  const fault = (...all: readonly (readonly [Field, string])[]) => ({
    type: 'validation',
    message: all.map(([field, text]) => `${words[field]} ${text}`).join(', '),
    params: all.map(([param, message]) => ({ param, message })),
  });
  const price = (number: number, sent: unknown, status: number, told: unknown): Said => ({
    asked: `PATCH /v1/listings/plan-${number}/price`,
    sent,
    status,
    told,
  });
  const rule = (number: number, id: string, status: number, told: unknown): Said => ({
    asked: `PATCH /v1/listings/plan-${number}/strategy`,
    sent: { rule: id },
    status,
    told,
  });
  const ofRamp = { type: 'validation', message: 'Bounds are not allowed for ramp plans', params: [] };
  const needs = {
    type: 'validation',
    message: "Low amount can't be blank for a competitive rule",
    params: [{ param: 'low_amount', message: "can't be blank for a competitive rule" }],
  };
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: { rows: plans } },
      { asked: 'GET /v1/strategies', told: { rows: rules } },
      ...[1, 2, 4].map((number) =>
        price(number, { low_amount: 5, high_amount: 50 }, 200, plan(number, { low: 5, high: 50 })),
      ),
      price(11, { low_amount: 6 }, 200, plan(11, { low: 6 })),
      price(13, { high_amount: 70 }, 200, plan(13, { high: 70 })),
      rule(1, 'r-1', 200, { ...plan(1, { low: 5, high: 50 }), rule: 'r-1' }),
      rule(6, 'r-2', 200, { ...plan(6), rule: 'r-2' }),
      rule(9, 'r-1', 422, needs),
      price(7, { low_amount: -2 }, 422, fault(['low_amount', 'must be greater than 0'])),
      price(7, { low_amount: 'dear' }, 422, fault(['low_amount', 'is not a number'])),
      price(
        7,
        { low_amount: 0, high_amount: 2_000_000 },
        422,
        fault(['low_amount', 'must be greater than 0'], ['high_amount', 'must be at most 1000000.0']),
      ),
      price(5, { low_amount: 3 }, 422, ofRamp),
    ]);

  test('are joined, each with its field as sentences write it', async () => {
    const ask = learned();
    expect(await ask('PATCH /v1/listings/plan-8/price', { low_amount: 'few', high_amount: -3 })).toEqual([
      422,
      fault(['low_amount', 'is not a number'], ['high_amount', 'must be greater than 0']),
    ]);
    expect(await ask('PATCH /v1/listings/plan-8/price', { high_amount: 3_000_000 })).toEqual([
      422,
      fault(['high_amount', 'must be at most 1000000.0']),
    ]);
  });

  test('are those of what the sentence names, and not of a floor of 0', async () => {
    const ask = learned();
    expect(await ask('PATCH /v1/listings/plan-10/price', { low_amount: 20 })).toEqual([422, ofRamp]);
    expect(await ask('PATCH /v1/listings/plan-8/price', { low_amount: 8 })).toEqual([
      200,
      plan(8, { low: 8 }),
    ]);
  });

  test('are those of what a strategy needs, as a word of it says', async () => {
    const ask = learned();
    expect(await ask('PATCH /v1/listings/plan-12/strategy', { rule: 'r-3' })).toEqual([422, needs]);
    expect(await ask('PATCH /v1/listings/plan-12/strategy', { rule: 'r-2' })).toEqual([
      200,
      { ...plan(12), rule: 'r-2' },
    ]);
  });
});

describe('what lists are asked for', () => {
  const goods = ['Small Regulators', 'Large Regulators', 'MOSFETs', 'Headers'];
  const parts = Array.from({ length: 12 }, (_, at) => ({
    id: `part-${at + 21}`,
    family: goods[at % 4]!,
    made_at: `2024-0${1 + Math.floor(at / 2)}-11T10:00:00Z`,
  }));
  const shown = (rows: readonly unknown[]) => ({ count: rows.length, rows });
  const list = (query: string, rows: readonly unknown[]): Said => ({
    asked: `GET /v1/listings?${query}`,
    told: shown(rows),
  });
  const invalid = (name: string, value: string) => ({
    errors: [`The value '${value}' is not valid for ${name}.`],
  });
  const learned = () =>
    learnedFrom([
      { asked: 'GET /v1/listings', told: shown(parts) },
      list(
        'keyword=mosfets',
        parts.filter(({ family }) => family === 'MOSFETs'),
      ),
      list('keyword=valve', []),
      list('end=2024-03-20T00:00:00Z', parts.slice(0, 6)),
      list('end=2024-04-01T00:00:00Z', parts.slice(0, 6)),
      list('seen=2024-05-01T00:00:00Z&kind=ThisYear', parts),
      list('kind=alltime', parts),
      { asked: 'GET /v1/listings?seen=monday', status: 400, told: invalid('seen', 'monday') },
      { asked: 'GET /v1/listings?kind=Someday', status: 400, told: invalid('kind', 'Someday') },
    ]);

  test('a keyword may be a part of a text', async () => {
    const found = parts.filter(({ family }) => family.includes('Regulators'));
    expect(await learned()('GET /v1/listings?keyword=regulators')).toEqual([200, shown(found)]);
  });

  test('`start` is the other end of what `end` is', async () => {
    expect(await learned()('GET /v1/listings?start=2024-05-01T00:00:00Z')).toEqual([
      200,
      shown(parts.slice(8)),
    ]);
  });

  test('who takes one moment takes another, and a word in another case', async () => {
    const ask = learned();
    expect(await ask('GET /v1/listings?seen=2024-06-09')).toEqual([200, shown(parts)]);
    expect(await ask('GET /v1/listings?kind=AllTime')).toEqual([200, shown(parts)]);
    expect(await ask('GET /v1/listings?seen=friday')).toEqual([400, invalid('seen', 'friday')]);
    expect(await ask('GET /v1/listings?kind=Never')).toEqual([400, invalid('kind', 'Never')]);
  });
});

test('what stands around several faults at one endpoint stands nowhere at another', async () => {
  const things = [31, 32, 33, 34].map((number) => ({ id: `thing-${number}`, low: 2, high: 9 }));
  const bad = (name: string) => ({ code: 'invalid', text: `${name} cannot be read`, name });
  const ofList = (...names: readonly string[]) => ({ errors: names.map(bad), rows: null });
  const ofWrite = (...names: readonly string[]) => ({ errors: names.map(bad), items: null, count: 0 });
  const page = (from: number, size: number) => ({ errors: [], rows: things.slice(from, from + size) });
  const price = (sent: unknown, told: unknown): Said => ({
    asked: 'PATCH /v1/listings/thing-31/price',
    sent,
    status: 400,
    told,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: page(0, 4) },
    { asked: 'GET /v1/listings?size=2', told: page(0, 2) },
    { asked: 'GET /v1/listings?size=2&from=2', told: page(2, 2) },
    { asked: 'GET /v1/listings?size=3&from=1', told: page(1, 3) },
    { asked: 'GET /v1/listings?size=many', status: 400, told: ofList('size') },
    { asked: 'GET /v1/listings?size=few&from=there', status: 400, told: ofList('size', 'from') },
    {
      asked: 'PATCH /v1/listings/thing-32/price',
      sent: { low: 3, high: 8 },
      told: { errors: [], items: [{ id: 'thing-32', low: 3, high: 8 }], count: 1 },
    },
    price({ low: 'x', high: 8 }, ofWrite('low')),
    price({ low: 'x', high: 'y' }, ofWrite('low', 'high')),
  ]);
  expect(await ask('PATCH /v1/listings/thing-33/price', { low: 'a', high: 'b' })).toEqual([
    400,
    ofWrite('low', 'high'),
  ]);
  expect(await ask('GET /v1/listings?size=none&from=here')).toEqual([400, ofList('size', 'from')]);
});

test('amounts that are parted by thousands are so in both bounds, and those of one sentence have the same decimals', async () => {
  const thing = (number: number, low: number | null, high: number | null) => {
    const money = (amount: number | null) =>
      amount === null ? '' : `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    return { id: `thing-${number}`, low: money(low), high: money(high) };
  };
  const things = [41, 42, 43, 44, 45, 46].map((number) => thing(number, 3, 77.5));
  const above = (low: string, high: string) => ({
    error: `The low ${low} is above the high ${high}.`,
    low,
    high,
  });
  const write = (number: number, sent: { low: number | null; high: number | null }): Said[] => [
    { asked: `PATCH /v1/listings/thing-${number}/price`, sent, told: { done: true } },
    { asked: `GET /v1/listings/thing-${number}`, told: thing(number, sent.low, sent.high) },
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows: things } },
    ...write(41, { low: 12.4, high: 1_204.5 }),
    ...write(42, { low: null, high: 420.75 }),
    ...write(43, { low: 8, high: 95 }),
    {
      asked: 'PATCH /v1/listings/thing-44/price',
      sent: { low: 60, high: 59.99 },
      status: 400,
      told: above('$60.00', '$59.99'),
    },
  ]);
  await ask('PATCH /v1/listings/thing-45/price', { low: 2_000, high: null });
  expect(await ask('GET /v1/listings/thing-45')).toEqual([200, thing(45, 2_000, null)]);
  expect(await ask('PATCH /v1/listings/thing-46/price', { low: 71.2, high: 70 })).toEqual([
    400,
    above('$71.20', '$70.00'),
  ]);
});
