// Reads of one strategy and one report run, which §4 does not list: a service that has them was recorded with some.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const plans = [1, 2, 3, 4].map((at) => ({
  id: `plan-${at}0`,
  label: `Plan ${at}`,
  step: at * 5,
  notes: ['a', 'b'],
}));
const wares = [1, 2, 3, 4, 5].map((at) => ({
  id: `ware-${at}`,
  label: `Ware ${at}`,
  plan: `plan-${at % 4}0`,
}));
const run = (id: string, state: string) => ({ id, state, rows: state === 'over' ? 12 : null });
const shown = (plan: unknown, id: string) => ({ plan, self: `/v1/strategies/${id}` });
const lacks = (id: string) => ({ wrong: 'no such plan', about: id });

const session: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { items: wares } },
  { asked: 'GET /v1/strategies', told: { items: plans } },
  { asked: 'GET /v1/reports', told: { items: [run('run-1', 'over'), run('run-2', 'busy')] } },
  {
    asked: 'GET /v1/strategies/plan-20',
    told: shown(plans[1], 'plan-20'),
    answered: { ETag: '"plan-20"' },
  },
  { asked: 'GET /v1/strategies/plan-20?part=few', told: { plan: { id: 'plan-20', step: 10 }, self: 'few' } },
  { asked: 'GET /v1/strategies/plan-99', status: 404, told: lacks('plan-99') },
  { asked: 'GET /v1/strategies/none', status: 400, told: { wrong: 'no id', about: 'none' } },
  { asked: 'GET /v1/reports/run-2', told: run('run-2', 'busy') },
  { asked: 'GET /v1/reports', told: { items: [run('run-1', 'over'), run('run-2', 'over')] } },
  { asked: 'GET /v1/orders', status: 404, told: { wrong: 'nothing here' } },
];

describe('one record that was not read', () => {
  const ask = learnedFrom(session);

  test('is shown as another one was', async () => {
    expect(await ask('GET /v1/strategies/plan-40')).toEqual([200, shown(plans[3], 'plan-40')]);
    expect(await ask('GET /v1/strategies/plan-10?part=few')).toEqual([
      200,
      { plan: { id: 'plan-10', step: 5 }, self: 'few' },
    ]);
    expect(await ask('GET /v1/reports/run-1')).toEqual([200, run('run-1', 'over')]);
    const { headers } = await ask.answer('GET /v1/strategies/plan-30');
    expect(headers).not.toHaveProperty('etag');
  });

  test('is refused by its own id where there is none, in the words for such a text', async () => {
    expect(await ask('GET /v1/strategies/plan-77')).toEqual([404, lacks('plan-77')]);
    expect(await ask('GET /v1/strategies/whatever')).toEqual([400, { wrong: 'no id', about: 'whatever' }]);
  });
});

test('one record is as it has become by the time of the read', async () => {
  const ask = learnedFrom(session);
  expect(await ask('GET /v1/reports/run-2')).toEqual([200, run('run-2', 'busy')]);
  ask.wait(60);
  expect(await ask('GET /v1/reports/run-2')).toEqual([200, run('run-2', 'over')]);
});

test('a read of one record needs a key, as any other', async () => {
  const ask = learnedFrom([
    ...session,
    { asked: 'GET /v1/strategies', status: 401, told: { wrong: 'who are you?' } },
  ]);
  const { status } = await ask.answer('GET /v1/strategies/plan-40', undefined, 'application/json', {
    'X-API-KEY': '',
  });
  expect(status).toBe(401);
});

test('one record has become in lists by then what a read of it showed', async () => {
  const listed = (state: string) => ({ items: [run('run-1', 'over'), run('run-2', state)] });
  const whole = (state: string) => ({ ...run('run-2', state), log: `It is ${state}.` });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares } },
    { asked: 'GET /v1/reports', told: listed('new') },
    { asked: 'GET /v1/reports/run-2', told: whole('busy') },
    { asked: 'GET /v1/reports/run-2', told: whole('over') },
  ]);
  expect(await ask('GET /v1/reports')).toEqual([200, listed('new')]);
  ask.wait(2);
  expect(await ask('GET /v1/reports')).toEqual([200, listed('busy')]);
  ask.wait(1);
  expect(await ask('GET /v1/reports')).toEqual([200, listed('over')]);
  expect(await ask('GET /v1/reports/run-2')).toMatchObject([200, run('run-2', 'over')]);
});

test('what is no id, or none that is known, is refused as for a listing where the other of them is', async () => {
  const unknown = { wrong: 'The id does not exist.' };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    { asked: 'GET /v1/reports', told: { items: [run('run-1', 'over'), run('run-2', 'over')] } },
    { asked: 'GET /v1/listings/ware-9', status: 400, told: unknown },
    { asked: 'GET /v1/listings/whatever', status: 400, told: { wrong: 'whatever is no id.' } },
    { asked: 'GET /v1/strategies/plan-20', told: plans[1] },
    { asked: 'GET /v1/strategies/plan-99', status: 400, told: unknown },
    { asked: 'GET /v1/reports/run-1', told: run('run-1', 'over') },
    { asked: 'GET /v1/reports/last', status: 400, told: { wrong: 'last is no id.' } },
  ]);
  expect(await ask('GET /v1/strategies/best')).toEqual([400, { wrong: 'best is no id.' }]);
  expect(await ask('GET /v1/strategies/plan-77')).toEqual([400, unknown]);
  expect(await ask('GET /v1/reports/run-8')).toEqual([400, unknown]);
  expect(await ask('GET /v1/reports/newest')).toEqual([400, { wrong: 'newest is no id.' }]);
});

test('what is told of listings is told of report runs by their own name, where they are refused alike', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: wares } },
    { asked: 'GET /v1/reports', told: { items: [run('run-1', 'over'), run('run-2', 'over')] } },
    {
      asked: 'GET /v1/listings/ware-9',
      status: 404,
      told: { wrong: 'Listing ware-9 is not among your listings.' },
    },
    { asked: 'GET /v1/listings/whatever', status: 400, told: { wrong: 'whatever is no id.' } },
    { asked: 'GET /v1/reports/run-1', told: run('run-1', 'over') },
    { asked: 'GET /v1/reports/last', status: 400, told: { wrong: 'last is no id.' } },
  ]);
  expect(await ask('GET /v1/reports/run-8')).toEqual([
    404,
    { wrong: 'Report run-8 is not among your reports.' },
  ]);
});

test('a run shows by itself what it has become, though it was read when it had not begun', async () => {
  const waiting = { id: 'run-7', state: 'waiting' };
  const over = (id: string) => ({ id, state: 'over', begun: 1_772_528_400, rows: 4 });
  const ask = learnedFrom(
    [
      { asked: 'GET /v1/listings', told: { items: wares } },
      { asked: 'GET /v1/reports', told: { items: [waiting, over('run-6')] } },
      { asked: 'GET /v1/reports/run-7', told: waiting },
      { asked: 'GET /v1/reports/run-6', told: over('run-6') },
      { asked: 'GET /v1/reports', told: { items: [over('run-7'), over('run-6')] } },
    ],
    'end',
  );
  expect(await ask('GET /v1/reports/run-7')).toEqual([200, over('run-7')]);
});
