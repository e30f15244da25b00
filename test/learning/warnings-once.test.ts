// What a service says of a write beside the record is its own word, though it was said once.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108];
const plans = [
  { id: 'p1', on: true },
  { id: 'p2', on: false },
  { id: 'p3', on: true },
];
const item = (number: number, plan = 'p1') => ({ id: `${number}`, low: 40, high: 90, plan });
const warning = { code: 'PLAN_IS_OFF', text: 'The plan is switched off' };
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;
const told = (number: number, plan: string) => ({
  ...item(number, plan),
  warnings: plans.find(({ id }) => id === plan)!.on ? [] : [warning],
});
const assigned = (number: number, plan: string): Said[] => [
  { asked: strategy(number), sent: { plan }, told: told(number, plan) },
  { asked: `GET /v1/listings/${number}`, told: item(number, plan) },
];

test('a warning that one write told is told again in the same words', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map((number) => item(number)) } },
    { asked: 'GET /v1/strategies', told: { items: plans } },
    ...assigned(101, 'p3'),
    ...assigned(102, 'p2'),
    ...assigned(103, 'p1'),
    ...assigned(104, 'p3'),
  ]);
  expect(await ask(strategy(105), { plan: 'p2' })).toEqual([200, told(105, 'p2')]);
  expect(await ask(strategy(107), { plan: 'p3' })).toEqual([200, told(107, 'p3')]);
});
