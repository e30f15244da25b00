// Records whose ids a client may write by their beginning alone, while answers write them whole.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const ids = ['K7f2Qx9L-aa4', 'K7f2Qx9M-bb5', 'K7f2Qx9N-cc6', 'K7f2Qx9P-dd7'] as const;
const plans = ['R3m8Tz1A-ee1', 'R3m8Tz1B-ff2'] as const;
const thing = (id: string, low = 10, plan: string | null = null) => ({ id, low, high: 50, plan });
const short = (id: string) => id.slice(0, 8);
const missing = (id: string) => ({ error: `Nothing is called ${id}` });

const session: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: ids.map((id) => thing(id)) } },
  { asked: 'GET /v1/strategies', told: { items: plans.map((id) => ({ id, name: `Plan ${id}` })) } },
  { asked: `GET /v1/listings/${ids[0]}`, told: thing(ids[0]) },
  { asked: `GET /v1/listings/${short(ids[0])}`, told: thing(ids[0]) },
  { asked: `PATCH /v1/listings/${ids[0]}/price`, sent: { low: 12, high: 50 }, told: thing(ids[0], 12) },
  {
    asked: `PATCH /v1/listings/${short(ids[0])}/price`,
    sent: { low: 13, high: 50 },
    told: thing(ids[0], 13),
  },
  { asked: `PATCH /v1/listings/${ids[1]}/price`, sent: { low: 14, high: 50 }, told: thing(ids[1], 14) },
  {
    asked: 'PATCH /v1/listings/K7f2Qx0Z/price',
    sent: { low: 1, high: 50 },
    status: 404,
    told: missing('K7f2Qx0Z'),
  },
  {
    asked: `PATCH /v1/listings/${ids[1]}/strategy`,
    sent: { plan: plans[0] },
    told: thing(ids[1], 14, plans[0]),
  },
  {
    asked: `PATCH /v1/listings/${ids[0]}/strategy`,
    sent: { plan: short(plans[1]) },
    told: thing(ids[0], 13, plans[1]),
  },
];

test('a record is found by the beginning of its id, and answers write the whole one', async () => {
  const ask = learnedFrom(session);
  expect(await ask(`GET /v1/listings/${short(ids[3])}`)).toEqual([200, thing(ids[3])]);
  expect(await ask(`PATCH /v1/listings/${short(ids[3])}/price`, { low: 7, high: 50 })).toEqual([
    200,
    thing(ids[3], 7),
  ]);
  expect(await ask('PATCH /v1/listings/K7f2Qx8Y/price', { low: 1, high: 50 })).toEqual([
    404,
    missing('K7f2Qx8Y'),
  ]);
});

test('so is a strategy that a body names', async () => {
  const ask = learnedFrom(session);
  expect(await ask(`PATCH /v1/listings/${ids[2]}/strategy`, { plan: short(plans[0]) })).toEqual([
    200,
    thing(ids[2], 10, plans[0]),
  ]);
});

test('where no short id was answered, none is found', async () => {
  const ask = learnedFrom(
    session.filter(({ asked }) => !asked.includes(short(ids[0])) || asked.includes(ids[0])),
  );
  expect(await ask(`PATCH /v1/listings/${short(ids[3])}/price`, { low: 7, high: 50 })).toEqual([
    404,
    missing(short(ids[3])),
  ]);
});

test('a body names a strategy by a UUID without its dashes where a path names records so', async () => {
  const uuid = (at: number) => `0${at}1cb9a1-69a2-4c85-9e24-b9${at}1e5a2f00${at}`;
  const plain = (id: string) => id.replaceAll('-', '');
  const [one, two] = [uuid(6), uuid(7)];
  const records = [1, 2, 3, 4].map(uuid);
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: records.map((id) => thing(id)) } },
    { asked: 'GET /v1/strategies', told: { items: [one, two].map((id) => ({ id, name: `Plan ${id}` })) } },
    { asked: `GET /v1/listings/${plain(records[0]!)}`, told: thing(records[0]!) },
    {
      asked: `PATCH /v1/listings/${records[0]!}/strategy`,
      sent: { plan: one },
      told: thing(records[0]!, 10, one),
    },
    {
      asked: `PATCH /v1/listings/${records[1]!}/strategy`,
      sent: { plan: plain(two) },
      told: thing(records[1]!, 10, two),
    },
  ]);
  expect(await ask(`PATCH /v1/listings/${records[2]!}/strategy`, { plan: plain(one) })).toEqual([
    200,
    thing(records[2]!, 10, one),
  ]);
});

test('so is one of which a short id was only ever written to, and nothing was answered', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: ids.map((id) => thing(id)) } },
    { asked: `GET /v1/listings/${ids[0]}`, told: thing(ids[0]) },
    { asked: `PATCH /v1/listings/${ids[0]}/price`, sent: { low: 12, high: 50 }, status: 204, told: '' },
    { asked: `GET /v1/listings/${ids[0]}`, told: thing(ids[0], 12) },
    {
      asked: `PATCH /v1/listings/${short(ids[1])}/price`,
      sent: { low: 13, high: 50 },
      status: 204,
      told: '',
    },
    { asked: `GET /v1/listings/${ids[1]}`, told: thing(ids[1], 13) },
  ]);
  expect(await ask(`GET /v1/listings/${short(ids[2])}`)).toEqual([200, thing(ids[2])]);
});
