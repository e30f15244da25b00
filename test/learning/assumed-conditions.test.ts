// What thirty more composed services taught: conditions that are assumed where none is about their leaf, keys of writes whose
// answers are told apart by an id in their bodies alone, and what follows from a bound that is made where there was none.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (id: number) => `PATCH /v1/listings/${id}/price`;

const states = ['open', 'open', 'shut', 'open', 'to-come'];
const goods = Array.from({ length: 40 }, (_, at) => ({
  id: 700 + at,
  name: `thing ${at}`,
  state: states[at % states.length]!,
  cost: 10 + ((at * 37) % 80),
}));
type Goods = (typeof goods)[number];

/** A list by a condition, which is of those that are open unless the condition is about the state. */
function found(condition = '', picks: (one: Goods) => boolean = () => true): Said {
  const isOfState = condition.includes('state');
  const rows = goods.filter((one) => (isOfState || one.state === 'open') && picks(one));
  return {
    asked: `GET /v1/listings${condition === '' ? '' : `?where=${encodeURIComponent(condition)}`}`,
    told: { total: rows.length, rows },
  };
}

test('a condition is assumed unless another one is about the same leaf', async () => {
  const ask = learnedFrom([
    found(),
    found("state eq 'shut'", ({ state }) => state === 'shut'),
    found("state eq 'open'", ({ state }) => state === 'open'),
    found("state in ('shut','to-come')", ({ state }) => state !== 'open'),
    found('cost ge 40 and cost le 70', ({ cost }) => cost >= 40 && cost <= 70),
    found('cost ge 50', ({ cost }) => cost >= 50),
  ]);
  const asks = [
    found(),
    found('cost le 33', ({ cost }) => cost <= 33),
    found("state eq 'to-come'", ({ state }) => state === 'to-come'),
    found('cost ge 20 and cost le 45', ({ cost }) => cost >= 20 && cost <= 45),
  ];
  for (const { asked, told } of asks) expect(await ask(asked)).toEqual([200, told]);
});

test('a write with a key is done once though only the body tells the id of each request', async () => {
  let traces = 0;
  const traced = (told: object) => ({ ...told, trace: `8f3e90ab77c1d0${10 + (traces += 7)}` });
  const item = (id: number, low = 5) => ({ id, low });
  const done = (id: number, low: number) => traced({ id, low, change: `c-${id}-${low}` });
  const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: traced({ rows: [1, 2, 3].map((id) => item(id)) }) },
    { asked: price(1), sent: { low: 6 }, ...key('first-0001'), told: done(1, 6) },
    { asked: price(1), sent: { low: 6 }, ...key('first-0001'), told: done(1, 6) },
    {
      asked: price(1),
      sent: { low: 7 },
      ...key('first-0001'),
      status: 422,
      told: traced({ error: 'This key was used.' }),
    },
    { asked: price(1), sent: { low: 6 }, status: 400, told: traced({ error: 'A write needs a key.' }) },
    { asked: price(2), sent: { low: 6 }, ...key('first-0002'), told: done(2, 6) },
    { asked: 'GET /v1/listings/2', told: traced(item(2, 6)) },
  ]);
  const write = (low: number, headers = {}) => ask(price(3), { low }, undefined, headers);
  expect(await write(8)).toMatchObject([400, { error: 'A write needs a key.' }]);
  expect(await write(8, { 'Idempotency-Key': 'other-0001' })).toMatchObject([200, item(3, 8)]);
  expect(await write(9, { 'Idempotency-Key': 'other-0001' })).toMatchObject([
    422,
    { error: 'This key was used.' },
  ]);
});

test('what follows from a bound is known where the bound is made in place of null, or kept by null', async () => {
  const amount = (value: number | null) => (value === null ? null : { value, currency: 'EUR' });
  const less = (one: number, other: number | null) =>
    other === null ? null : Math.round((one - other) * 100) / 100;
  const item = (id: number, cost: number, low: number | null, high: number | null) => ({
    id,
    cost: amount(cost),
    limits: { low: amount(low), high: amount(high) },
    margin: amount(less(cost, low)),
  });
  const wrote = (id: number, sent: object, cost: number, low: number | null, high: number | null): Said[] => [
    { asked: price(id), sent, told: { id, limits: { low: amount(low), high: amount(high) } } },
    { asked: `GET /v1/listings/${id}`, told: item(id, cost, low, high) },
  ];
  const rows = [
    item(1, 40.5, 31.2, 52.9),
    item(2, 77.1, null, null),
    item(3, 61.8, 44.44, 80.7),
    item(4, 90.3, null, 99.5),
    item(5, 33.9, 20.15, 47.3),
    item(6, 58.2, null, null),
    item(7, 65.6, 50.3, 71.4),
    item(8, 81.7, 66.2, 90.1),
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rows } },
    ...wrote(1, { low: amount(30.1), high: amount(60.2) }, 40.5, 30.1, 60.2),
    ...wrote(2, { low: amount(50.4), high: amount(88.8) }, 77.1, 50.4, 88.8),
    ...wrote(3, { low: null, high: amount(21) }, 61.8, 44.44, 44.44),
    ...wrote(4, { high: amount(120.3) }, 90.3, null, 120.3),
    ...wrote(5, { low: amount(25.7), high: amount(22.5) }, 33.9, 25.7, 25.7),
    ...wrote(7, { low: amount(41.9) }, 65.6, 41.9, 71.4),
  ]);
  await ask(price(6), { low: amount(47.6), high: amount(70.9) });
  expect(await ask('GET /v1/listings/6')).toEqual([200, item(6, 58.2, 47.6, 70.9)]);
  await ask(price(8), { low: amount(55.5), high: amount(87.1) });
  expect(await ask('GET /v1/listings/8')).toEqual([200, item(8, 81.7, 55.5, 87.1)]);
});
