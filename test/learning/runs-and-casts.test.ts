// What a marketplace on a document database taught: report runs that begin while the session goes on, refusals of a part of a
// parameter, a null that a list refuses, and sentences with full stops of their own.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const begin = Date.UTC(2026, 2, 3, 9);
const moment = (seconds: number) => new Date(begin + seconds * 1000).toISOString();

test('a report run that began while the session went on is not there before', async () => {
  const run = (id: number, began: number) => ({ id: `r${id}`, kind: 'stock', begunAt: moment(began) });
  const old = Array.from({ length: 12 }, (_, at) => run(12 - at, -400 - at * 7_200));
  const later = run(13, 4);
  const page = (from: number, size: number, all: readonly unknown[] = old) => ({
    runs: all.slice(from, from + size),
    total: all.length,
    size,
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/reports', told: page(0, 5) },
    { asked: 'GET /v1/reports?from=5', told: page(5, 5) },
    { asked: 'GET /v1/reports?from=10', told: page(10, 5) },
    { asked: 'GET /v1/reports?size=4', told: page(0, 4) },
    { asked: 'GET /v1/reports/r4', told: old[8] },
    { asked: 'GET /v1/reports?size=2', told: page(0, 2, [later, ...old]) },
    { asked: 'GET /v1/reports/r13', told: later },
  ]);
  expect(await ask('GET /v1/reports?size=3')).toEqual([200, page(0, 3)]);
  expect(await ask('GET /v1/reports?from=11')).toEqual([200, page(11, 5)]);
  expect((await ask.answer('GET /v1/reports/r13')).status).toBe(404);
  ask.wait(4);
  expect(await ask('GET /v1/reports?size=3')).toEqual([200, page(0, 3, [later, ...old])]);
  expect(await ask('GET /v1/reports/r13')).toEqual([200, later]);
});

const owners = [1, 2, 3, 4, 5].map((at) => ({ id: `65a1b2c${at * 3}d4e5f60718293a4${at}b`, isOn: at < 4 }));
const pots = Array.from({ length: 14 }, (_, at) => ({
  id: `c0ffee${String(at + 10).padStart(4, '0')}`,
  weight: ((at * 29) % 97) + 3,
  owner: at % 3 === 0 ? null : owners[at % 4]!.id,
  low: at + 1,
  high: at + 90,
}));
const list = (found: readonly unknown[] = pots) => ({ pots: found, total: found.length });
const refused = (message: string) => ({ status: 400, told: { name: 'CastError', message } });

test('what tells the part of a parameter in brackets is told of no parameter without brackets', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list() },
    { asked: 'GET /v1/listings?weight[gte]=40', told: list(pots.filter(({ weight }) => weight >= 40)) },
    { asked: 'GET /v1/listings?weight[lte]=30', told: list(pots.filter(({ weight }) => weight <= 30)) },
    { asked: 'GET /v1/listings?glaze=red', told: list() },
    { asked: 'GET /v1/listings?weight[near]=20', ...refused('No operator near: "20"') },
  ]);
  expect(await ask('GET /v1/listings?lid=round')).toEqual([200, list()]);
  expect(await ask('GET /v1/listings?weight[like]=7')).toEqual([400, refused('No operator like: "7"').told]);
});

test('sentences that are joined keep their full stops where one of them has none alone, either', async () => {
  const price = (at: number) => `PATCH /v1/listings/${pots[at]!.id}/price`;
  const faulty = (...faults: readonly string[]): Pick<Said, 'status' | 'told'> =>
    refused(`Pot is invalid: ${faults.join(', ')}`);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: list() },
    { asked: price(0), sent: { low: 3, high: 50 }, told: { ...pots[0], low: 3, high: 50 } },
    { asked: price(3), sent: { low: 2 }, told: { ...pots[3], low: 2 } },
    { asked: price(4), sent: { high: 70 }, told: { ...pots[4], high: 70 } },
    { asked: price(1), sent: { low: -4 }, ...faulty('low: -4 is less than the least (0).') },
    { asked: price(1), sent: { low: 'much' }, ...faulty('low: no number is in "much"') },
    {
      asked: price(1),
      sent: { low: 'little', high: -3 },
      ...faulty('low: no number is in "little"', 'high: -3 is less than the least (0).'),
    },
  ]);
  expect(await ask(price(2), { low: -1, high: -2 })).toEqual([
    400,
    faulty('low: -1 is less than the least (0).', 'high: -2 is less than the least (0).').told,
  ]);
});

test('who refuses null for the strategy that is followed refuses what is no id so', async () => {
  const told = (value: string) => refused(`"${value}" is no id of an owner`);
  const [, first = '', second = ''] = owners.map(({ id }) => id);
  const session: readonly Said[] = [
    { asked: 'GET /v1/listings', told: list() },
    { asked: 'GET /v1/strategies', told: owners },
    { asked: 'GET /v1/strategies?isOn=true', told: owners.filter(({ isOn }) => isOn) },
    { asked: 'GET /v1/strategies?isOn=maybe', ...refused('"maybe" is no boolean') },
    { asked: `GET /v1/listings?owner=${first}`, told: list(pots.filter(({ owner }) => owner === first)) },
  ];
  const strategy = (at: number, id: string): Said => ({
    asked: `PATCH /v1/listings/${pots[at]!.id}/strategy`,
    sent: { owner: id },
    told: { ...pots[at], owner: id },
  });
  const writes = [strategy(0, first), strategy(3, second)];
  const refuses = learnedFrom([
    ...session,
    { asked: 'GET /v1/listings?owner=null', ...told('null') },
    ...writes,
  ]);
  expect(await refuses('GET /v1/listings?owner=nobody-at-all')).toEqual([400, told('nobody-at-all').told]);
  expect(await refuses('GET /v1/listings?owner=null')).toEqual([400, told('null').told]);
  const none = list(pots.filter(({ owner }) => owner === null));
  const takes = learnedFrom([
    ...session,
    { asked: 'GET /v1/listings?owner=nobody-at-all', ...told('nobody-at-all') },
    ...writes,
  ]);
  expect(await takes('GET /v1/listings?owner=null')).toEqual([200, none]);
});
