// A strategy that answers show beside a listing is no part of it: it is shown as it stands, wherever the listing names it.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const rules = ['Floor', 'Ceiling', 'Even'].map((title, at) => ({
  id: `rule-30${at}`,
  title,
  width: 5 + at,
}));
const [floor, ceiling, even] = rules as [object, object, object];
const item = (number: number, rule: string | null, more = {}) => ({ id: `item-${number}`, rule, ...more });
const part = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
const read = (number: number) => `GET /v1/listings/item-${number}`;
const lists: readonly Said[] = [
  {
    asked: 'GET /v1/listings',
    told: { items: [item(1, 'rule-300'), item(2, 'rule-301'), item(3, 'rule-302'), item(4, null)] },
  },
  { asked: 'GET /v1/strategies', told: { items: rules } },
];

test('it stands beside listings that were never read alone, and another one where that was assigned', async () => {
  const ask = learnedFrom([
    ...lists,
    { asked: read(1), told: item(1, 'rule-300', { shown: floor }) },
    { asked: read(2), told: item(2, 'rule-301', { shown: ceiling }) },
    { asked: read(4), told: item(4, null) },
    { asked: part(1), sent: { rule: 'rule-302' }, told: item(1, 'rule-302', { shown: even }) },
    { asked: part(2), sent: { rule: 'rule-300' }, told: item(2, 'rule-300', { shown: floor }) },
  ]);
  expect(await ask(read(3))).toEqual([200, item(3, 'rule-302', { shown: even })]);
  expect(await ask(read(4))).toEqual([200, item(4, null)]);
  expect(await ask(part(3), { rule: 'rule-301' })).toEqual([200, item(3, 'rule-301', { shown: ceiling })]);
  expect(await ask(read(3))).toEqual([200, item(3, 'rule-301', { shown: ceiling })]);
});

test('it is shown where the query asks for it, and null where there is none', async () => {
  const ask = learnedFrom([
    ...lists,
    { asked: read(1), told: item(1, 'rule-300') },
    { asked: `${read(1)}?with=rule`, told: item(1, 'rule-300', { shown: floor }) },
    { asked: `${read(2)}?with=rule`, told: item(2, 'rule-301', { shown: ceiling }) },
    { asked: `${read(4)}?with=rule`, told: item(4, null, { shown: null }) },
    { asked: part(1), sent: { rule: 'rule-302' }, told: item(1, 'rule-302') },
    { asked: part(2), sent: { rule: 'rule-300' }, told: item(2, 'rule-300') },
  ]);
  expect(await ask(read(3))).toEqual([200, item(3, 'rule-302')]);
  expect(await ask(`${read(3)}?with=rule`)).toEqual([200, item(3, 'rule-302', { shown: even })]);
  expect(await ask(part(4), { rule: 'rule-301' })).toEqual([200, item(4, 'rule-301')]);
  expect(await ask(`${read(4)}?with=rule`)).toEqual([200, item(4, 'rule-301', { shown: ceiling })]);
});

describe('where the query asks for more of a strategy than stands there otherwise', () => {
  const short = (rule: object | null) =>
    rule && { id: (rule as { id: string }).id, title: (rule as { title: string }).title };
  const listing = (number: number, rule: object | null, isWhole = false) => ({
    id: `item-${number}`,
    rule: isWhole ? rule : short(rule),
  });
  const all = [floor, ceiling, null, even, floor];
  const listed = (isWhole: boolean, from: readonly (object | null)[] = all) => ({
    items: from.map((rule, at) => listing(at + 1, rule, isWhole)),
  });
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: listed(false) },
    { asked: 'GET /v1/strategies', told: { items: rules } },
    { asked: read(1), told: listing(1, floor) },
    { asked: part(2), sent: { rule: 'rule-302' }, told: listing(2, even) },
    { asked: 'GET /v1/listings?with=rule', told: listed(true, [floor, even, null, even, floor]) },
    { asked: `${read(2)}?with=rule`, told: listing(2, even, true) },
    { asked: 'GET /v1/listings', told: listed(false, [floor, even, null, even, floor]) },
  ];

  test('it is whole there, and nowhere else', async () => {
    const ask = learnedFrom(session, 'end');
    expect(await ask('GET /v1/listings')).toEqual([200, listed(false, [floor, even, null, even, floor])]);
    expect(await ask(`${read(5)}?with=rule`)).toEqual([200, listing(5, floor, true)]);
    expect(await ask(read(5))).toEqual([200, listing(5, floor)]);
  });

  test('it is whole where its name is asked for and not where another one is, in one answer as in many', async () => {
    const asks = { asked: 'GET /v1/listings?with=rule', told: listed(true) };
    const ask = learnedFrom([...session.slice(0, 3), asks]);
    expect(await ask('GET /v1/listings?with=owner')).toEqual([200, listed(false)]);
    expect(await ask('GET /v1/listings?with=owner,rule')).toEqual([200, listed(true)]);
    expect(await ask(`${read(2)}?with=rule`)).toEqual([200, listing(2, ceiling, true)]);
    expect(await ask(`${read(2)}?with=owner`)).toEqual([200, listing(2, ceiling)]);
  });

  test('it is whole there after a write, too', async () => {
    const ask = learnedFrom(session);
    expect(await ask(part(4), { rule: 'rule-301' })).toEqual([200, listing(4, ceiling)]);
    expect(await ask(`${read(4)}?with=rule`)).toEqual([200, listing(4, ceiling, true)]);
  });
});

test('it is shown where a list was asked for it late, after many that were not', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const named = (number: number) => item(number, `rule-30${number % 3}`);
  const ask = learnedFrom([
    { asked: 'GET /v1/strategies', told: { items: rules } },
    ...Array.from({ length: 9 }, (): Said => ({
      asked: 'GET /v1/listings',
      told: { items: numbers.map(named) },
    })),
    {
      asked: 'GET /v1/listings?with=rule',
      told: { items: numbers.map((number) => ({ ...named(number), shown: rules[number % 3]! })) },
    },
  ]);
  expect(await ask('GET /v1/listings')).toEqual([200, { items: numbers.map(named) }]);
  expect(await ask('GET /v1/listings?with=rule')).toEqual([
    200,
    { items: numbers.map((number) => ({ ...named(number), shown: rules[number % 3]! })) },
  ]);
});

test('the name beside the id of a strategy is that of the strategy, though one write alone was seen, to where there was none', async () => {
  const plans = ['Hold', 'Follow', 'Beat'].map((name, at) => ({ code: 71 + at, name: `${name} them` }));
  const item = (number: number, plan: (typeof plans)[number] | null) => ({ id: `item-${number}`, plan });
  const steps = plans.map((plan, at) => ({ ...plan, step: 5 + at }));
  const all = [item(301, null), item(302, plans[0]!), item(303, plans[1]!), item(304, null)];
  const set = (number: number) => `PATCH /v1/listings/item-${number}/strategy`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: all } },
    { asked: 'GET /v1/strategies', told: { items: steps } },
    { asked: set(301), sent: { plan: 73 }, told: { done: true } },
    { asked: 'GET /v1/listings/item-301', told: item(301, plans[2]!) },
  ]);
  await ask(set(304), { plan: 72 });
  expect(await ask('GET /v1/listings/item-304')).toEqual([200, item(304, plans[1]!)]);
});

test('a number of a strategy that counts its listings goes on counting them', async () => {
  const counted = (...used: readonly number[]) => ({
    items: rules.map((rule, at) => ({ ...rule, used: used[at]! })),
  });
  const named = [1, 1, 1, 2, 2, 3].map((rule, at) => item(at + 1, `rule-30${rule - 1}`));
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: { items: named } },
    { asked: 'GET /v1/strategies', told: counted(3, 2, 1) },
    { asked: part(1), sent: { rule: 'rule-302' }, told: item(1, 'rule-302') },
    { asked: 'GET /v1/strategies', told: counted(2, 2, 2) },
    { asked: part(4), sent: { rule: 'rule-300' }, told: item(4, 'rule-300') },
  ];
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/strategies')).toEqual([200, counted(3, 2, 1)]);
  await ask(part(6), { rule: 'rule-300' });
  expect(await ask('GET /v1/strategies')).toEqual([200, counted(4, 2, 0)]);
  expect(await learnedFrom(session, 'end')('GET /v1/strategies')).toEqual([200, counted(3, 1, 2)]);
});

test('a number of a strategy that is as many as its listings by chance stays as it is', async () => {
  const ask = learnedFrom([
    ...lists,
    { asked: part(4), sent: { rule: 'rule-302' }, told: item(4, 'rule-302') },
  ]);
  expect(await ask('GET /v1/strategies')).toEqual([200, { items: rules }]);
});

test('an object that shows a part of a strategy comes and goes with it, though it was only seen to become another', async () => {
  const plans = ['Hold fast', 'Follow closely', 'Beat everyone', 'Lead slowly'].map((name, at) => {
    const Id = `plan-30${at}`;
    return { about: { type: 'Plan', url: `/v1/strategies/${Id}` }, Id, Name: name, Step: at + 0.5 };
  });
  const shown = (number: number, plan: string | null, revision = 1): object => {
    const named = plans.find(({ Id }) => Id === plan);
    return {
      about: { type: 'Thing', url: `/v1/listings/thing-${number}` },
      Id: `thing-${number}`,
      Plan: plan,
      Revision: revision,
      PlanShown: named === undefined ? null : { about: named.about, Name: named.Name },
    };
  };
  const named = [0, 1, null, 2, 1, null, 3, 0].map((at) => (at === null ? null : `plan-30${at}`));
  const set = (number: number) => `PATCH /v1/listings/thing-${number}/strategy`;
  const one = (number: number) => `GET /v1/listings/thing-${number}`;
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: named.map((plan, at) => shown(at + 1, plan)) } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    { asked: set(1), sent: { Plan: 'plan-301' }, status: 204, told: '' },
    { asked: one(1), told: shown(1, 'plan-301', 2) },
    { asked: set(4), sent: { Plan: 'plan-302' }, status: 204, told: '' },
    { asked: one(4), told: shown(4, 'plan-302', 2) },
    { asked: set(6), sent: { Plan: null }, status: 204, told: '' },
    { asked: one(6), told: shown(6, null, 2) },
  ]);
  await ask(set(3), { Plan: 'plan-303' });
  expect(await ask(one(3))).toEqual([200, shown(3, 'plan-303', 2)]);
  await ask(set(5), { Plan: null });
  expect(await ask(one(5))).toEqual([200, shown(5, null, 2)]);
});

test('a part of a strategy beside its id is that of the strategy which is named, though few were seen there', async () => {
  const beside = (rule: object) => {
    const { id, title } = rule as { id: string; title: string };
    return { shown: { id, title, note: 'held' } };
  };
  const held = rules.map((rule, at) => ({ ...rule, note: at === 2 ? 'free' : 'held' }));
  const free = { shown: { id: 'rule-302', title: 'Even', note: 'free' } };
  const price = (number: number) => `PATCH /v1/listings/item-${number}/price`;
  const ask = learnedFrom([
    lists[0]!,
    { asked: 'GET /v1/strategies', told: { items: held } },
    { asked: read(1), told: item(1, 'rule-300', beside(floor)) },
    { asked: price(1), sent: { low: 4 }, told: item(1, 'rule-300', { low: 4, ...beside(floor) }) },
    { asked: price(1), sent: { low: 5 }, told: item(1, 'rule-300', { low: 5, ...beside(floor) }) },
    { asked: price(4), sent: { low: 6 }, told: item(4, null, { low: 6, shown: null }) },
    { asked: part(1), sent: { rule: 'rule-301' }, told: item(1, 'rule-301', { low: 5, ...beside(ceiling) }) },
    { asked: part(1), sent: { rule: null }, told: item(1, null, { low: 5, shown: null }) },
  ]);
  expect(await ask(price(3), { low: 7 })).toMatchObject([200, item(3, 'rule-302', { low: 7, ...free })]);
  expect(await ask(part(2), { rule: 'rule-302' })).toMatchObject([200, item(2, 'rule-302', free)]);
  expect(await ask(read(3))).toMatchObject([200, free]);
});
