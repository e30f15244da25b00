// What composed services that answer writes with a bare receipt taught: what such an answer does not show has not changed, and
// what a record shows later follows from what it is.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const list = (rows: unknown): Said => ({ asked: 'GET /v1/listings', told: { rows } });
const read = (id: number, told: object): Said => ({ asked: `GET /v1/listings/${id}`, told });
const price = (id: number) => `PATCH /v1/listings/${id}/price`;
const assign = (id: number) => `PATCH /v1/listings/${id}/strategy`;
const done = { done: true };
const plans = ['slow', 'fast', 'calm'];
const strategies: Said = {
  asked: 'GET /v1/strategies',
  told: { rows: plans.map((id) => ({ id, name: `Go ${id}` })) },
};

test('a strategy is assigned where a write of what stands there already leaves all as it is', async () => {
  const row = (id: number, plan: string, by: string) => ({ id, plan, planName: `Go ${plan}`, low: 5, by });
  const change = (value: string) => [{ op: 'replace', path: '/plan', value }];
  const ask = learnedFrom(
    [
      strategies,
      list([1, 2, 3, 4, 5].map((id) => row(id, 'slow', 'import'))),
      { asked: assign(1), sent: change('fast'), told: done },
      read(1, row(1, 'fast', 'api')),
      { asked: assign(2), sent: change('calm'), told: done },
      read(2, row(2, 'calm', 'api')),
      { asked: assign(3), sent: change('slow'), told: done },
      read(3, row(3, 'slow', 'import')),
      { asked: assign(4), sent: change('calm'), told: done },
    ],
    'end',
    // It says of the strategy alone what becomes of the listing.
    (printed) => printed.replace('"{sent/path=~1plan/value}"', '"{strategy/id}"'),
  );
  expect(await ask('GET /v1/listings/4')).toEqual([200, row(4, 'calm', 'api')]);
  expect(await ask(assign(5), change('slow'))).toEqual([200, done]);
  expect(await ask('GET /v1/listings/5')).toEqual([200, row(5, 'slow', 'import')]);
  expect(await ask(assign(5), change('fast'))).toEqual([200, done]);
  expect(await ask('GET /v1/listings/5')).toEqual([200, row(5, 'fast', 'api')]);
});

test('a receipt that shows no bounds does not tell that the one which was left out is gone', async () => {
  const row = (id: number, low: number | null, high: number | null) => ({
    id,
    name: `Lamp ${id}`,
    low,
    high,
  });
  const receipt = (id: number) => ({ id, done: true });
  const ask = learnedFrom([
    list([row(1, 5, 90), row(2, 6, 80), row(3, 7, 70), row(4, 8, 60)]),
    { asked: price(1), sent: { low: 11, high: 95 }, told: receipt(1) },
    read(1, { ...row(1, 11, 95), done: true }),
    { asked: price(2), sent: { low: 12, high: 85 }, told: receipt(2) },
    read(2, { ...row(2, 12, 85), done: true }),
    { asked: price(3), sent: { high: 75 }, told: receipt(3) },
  ]);
  expect(await ask(price(4), { low: 13 })).toEqual([200, receipt(4)]);
  expect(await ask('GET /v1/listings/4')).toEqual([200, { ...row(4, 13, 60), done: true }]);
});

test('a flag that goes with the strategy in many records follows it, though no write has changed the flag', async () => {
  const row = (id: number, plan: string | null, low: number, high: number) => ({
    id,
    plan,
    price: 50,
    low,
    high,
    runs: plan !== null,
  });
  const rows = Array.from({ length: 20 }, (_, at) =>
    row(at + 1, at % 3 === 0 ? null : plans[at % 2]!, at === 1 ? 60 : 20, at === 2 ? 40 : 80),
  );
  const ask = learnedFrom([
    strategies,
    list(rows),
    { asked: price(2), sent: { low: 21, high: 81 }, told: done },
    read(2, row(2, rows[1]!.plan, 21, 81)),
    { asked: price(4), sent: { low: 22, high: 42 }, told: done },
    read(4, row(4, null, 22, 42)),
    { asked: assign(3), sent: { plan: 'calm' }, told: done },
    read(3, row(3, 'calm', 20, 40)),
  ]);
  expect(await ask(assign(7), { plan: 'calm' })).toEqual([200, done]);
  expect(await ask('GET /v1/listings/7')).toEqual([200, row(7, 'calm', 20, 80)]);
});

test('a write of what stands there leaves all as it is, though what the one before it changed was shown only later', async () => {
  const versions = [3, 8, 5, 2, 9, 4];
  const receipt = (id: number, low: number, high: number) => ({
    id,
    low,
    high,
    version: versions[id - 1]! + 1,
  });
  const moved = (id: number, low: number, high: number) => ({ ...receipt(id, low, high), price: low });
  const ask = learnedFrom(
    [
      list(versions.map((version, at) => ({ id: at + 1, low: 5, high: 9, version, price: 6 }))),
      { asked: price(1), sent: { low: 20, high: 40 }, told: receipt(1, 20, 40) },
      read(1, moved(1, 20, 40)),
      { asked: price(2), sent: { low: 30, high: 60 }, told: receipt(2, 30, 60) },
      { asked: price(2), sent: { low: 30, high: 60 }, told: receipt(2, 30, 60) },
      read(2, moved(2, 30, 60)),
      { asked: price(3), sent: { low: 50, high: 70 }, told: receipt(3, 50, 70) },
      read(3, moved(3, 50, 70)),
    ],
    'end',
  );
  expect(await ask(price(4), { low: 25, high: 35 })).toEqual([200, receipt(4, 25, 35)]);
  expect(await ask(price(4), { low: 25, high: 35 })).toEqual([200, receipt(4, 25, 35)]);
  expect(await ask('GET /v1/listings/4')).toEqual([200, moved(4, 25, 35)]);
});

test('what one write alone sent for a place stands there, short as it is', async () => {
  const row = (id: number, plan: string) => ({ id, plan, low: 5 });
  const ask = learnedFrom([
    strategies,
    list([row(1, 'slow'), row(2, 'slow')]),
    { asked: assign(1), sent: { plan: 'fast' }, told: row(1, 'fast') },
  ]);
  expect(await ask(assign(2), { plan: 'calm' })).toEqual([200, row(2, 'calm')]);
});

test('a case in which no write has left a record is told as records were shown in it', async () => {
  const row = (id: number, low: number | null, high: number | null, fit: string) => ({
    id,
    price: 50,
    low,
    high,
    fit,
  });
  const ask = learnedFrom([
    list([
      ...[1, 2, 3, 4, 5, 6].map((id) => row(id, 20 + id, 80 + id, 'in')),
      row(7, null, null, 'free'),
      row(8, null, null, 'free'),
    ]),
    { asked: price(1), sent: { low: 30, high: 90 }, told: row(1, 30, 90, 'in') },
    { asked: price(2), sent: { low: 60, high: 95 }, told: row(2, 60, 95, 'low') },
    { asked: price(3), sent: { low: 62, high: 96 }, told: row(3, 62, 96, 'low') },
    { asked: price(4), sent: { low: 32, high: 97 }, told: row(4, 32, 97, 'in') },
  ]);
  expect(await ask(price(5), { low: 61, high: 99 })).toEqual([200, row(5, 61, 99, 'low')]);
  expect(await ask(price(6), { low: 33, high: null })).toEqual([200, row(6, 33, null, 'free')]);
});
