// What a shop for teas taught of refusals: several faults for fields of one name in two objects, bounds that are named together
// with their amounts, values that are told as texts, and words that say nothing of an amount.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const tin = (at: number) => `tin-${[14, 71, 32, 55, 90, 28, 63, 47, 86][at]!}`;
const price = (at: number) => `PATCH /v1/listings/${tin(at)}/price`;

interface Fault {
  readonly where: string;
  readonly why: string;
}
const faults = (...wrong: readonly Fault[]) => ({ title: 'This can not be taken', wrong });
const positive = (where: string): Fault => ({ where, why: 'must be above nothing' });
const lacking = (where: string): Fault => ({ where, why: 'has to be told' });
const strange = (where: string): Fault => ({ where, why: 'must be the coin of the shop' });
const sum = (amount: number, coin = 'SEK') => ({ sum: amount, coin });

test.each([
  ['a negative amount', { top: sum(-9) }, positive('top.sum')],
  ['an amount of zero', { bottom: sum(0) }, positive('bottom.sum')],
  ['a coin that is left out', { top: { sum: 70 } }, lacking('top.coin')],
  ['another coin', { bottom: sum(7, 'NOK') }, strange('bottom.coin')],
])('of several faults in fields of one name, that of %s is told alone', async (_, sent, fault) => {
  const own = Array.from({ length: 8 }, (_unused, at) => ({
    id: tin(at),
    bottom: sum(6 + at),
    top: sum(50 + ((at * 3) % 8)),
  }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { teas: own } },
    {
      asked: price(0),
      sent: { bottom: sum(8), top: sum(61) },
      told: { ...own[0], bottom: sum(8), top: sum(61) },
    },
    { asked: price(1), sent: { bottom: sum(9) }, told: { ...own[1], bottom: sum(9) } },
    { asked: price(2), sent: { top: sum(64) }, told: { ...own[2], top: sum(64) } },
    {
      asked: price(3),
      sent: { bottom: { sum: -5 }, top: { sum: 0, coin: 'NOK' } },
      status: 422,
      told: faults(lacking('bottom.coin'), positive('bottom.sum'), strange('top.coin'), positive('top.sum')),
    },
  ]);
  expect(await ask(price(5), sent)).toEqual([422, faults(fault)]);
});

const teas = Array.from({ length: 9 }, (_, at) => ({
  id: tin(at),
  min_cost: 311 + at,
  max_cost: 640 + ((at * 5) % 9),
}));
const list: Said = { asked: 'GET /v1/listings', told: { teas } };

test('a sentence with both bounds and both amounts is told of the upper one with the amounts in their places', async () => {
  const crossed = (at: number, min: number, max: number) => ({
    message: `The minimum cost ${min} exceeds the maximum cost ${max} of ${tin(at)}.`,
  });
  const ask = learnedFrom([
    list,
    {
      asked: price(0),
      sent: { min_cost: 215, max_cost: 851 },
      told: { ...teas[0], min_cost: 215, max_cost: 851 },
    },
    { asked: price(1), sent: { min_cost: 216 }, told: { ...teas[1], min_cost: 216 } },
    { asked: price(2), sent: { max_cost: 855 }, told: { ...teas[2], max_cost: 855 } },
    { asked: price(3), sent: { min_cost: 973 }, status: 409, told: crossed(3, 973, teas[3]!.max_cost) },
    { asked: price(7), sent: { min_cost: 982 }, status: 409, told: crossed(7, 982, teas[7]!.max_cost) },
  ]);
  expect(await ask(price(6), { min_cost: 991 })).toEqual([409, crossed(6, 991, teas[6]!.max_cost)]);
  expect(await ask(price(6), { max_cost: 205 })).toEqual([409, crossed(6, teas[6]!.min_cost, 205)]);
});

test('a short number that was refused and told as a text is told as the text of the next one', async () => {
  const blends = ['calm', 'bold', 'dawn'].map((name) => ({ id: `blend-${name}`, name }));
  const blended = teas.map((one, at) => ({ ...one, blend: at % 2 === 0 ? null : 'blend-calm' }));
  const blend = (at: number) => `PATCH /v1/listings/${tin(at)}/strategy`;
  const unread = (value: string) => ({ problems: [{ member: 'blend', says: 'This is no text', value }] });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { teas: blended } },
    { asked: 'GET /v1/strategies', told: { blends } },
    { asked: blend(0), sent: { blend: 'blend-dawn' }, told: { ...blended[0], blend: 'blend-dawn' } },
    { asked: blend(1), sent: { blend: 'blend-bold' }, told: { ...blended[1], blend: 'blend-bold' } },
    { asked: blend(2), sent: { blend: 7 }, status: 400, told: unread('7') },
  ]);
  expect(await ask(blend(4), { blend: false })).toEqual([400, unread('false')]);
  expect(await ask(blend(4), { blend: 12 })).toEqual([400, unread('12')]);
});

test('words about a value that can not be read make no limit of what else holds a value', async () => {
  const owned = teas.map((one) => ({ ...one, owner: { value: '79' } }));
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { teas: owned } },
    {
      asked: price(0),
      sent: { min_cost: 90, max_cost: 251 },
      told: { ...owned[0], min_cost: 90, max_cost: 251 },
    },
    { asked: price(1), sent: { min_cost: 96 }, told: { ...owned[1], min_cost: 96 } },
    { asked: price(2), sent: { max_cost: 255 }, told: { ...owned[2], max_cost: 255 } },
    {
      asked: price(3),
      sent: { min_cost: 20, max_cost: 'plenty' },
      status: 400,
      told: { message: 'Can not read value of type text' },
    },
    { asked: price(4), sent: { min_cost: 2 }, status: 400, told: { message: 'This is not worth the work' } },
  ]);
  expect(await ask(price(5), { min_cost: 31 })).toEqual([200, { ...owned[5], min_cost: 31 }]);
});
