// Numbers and truth as older systems write them: decimals behind a comma, digits of a fixed width, Y and N.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import { learnedFrom, recordingOf } from './said.ts';

const price = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
const wide = (number: number) => String(number).padStart(6, '0');
const item = (at: number) => ({
  ID: wide(at * 7),
  NAME: `Thing ${at}`,
  LOW: price(at * 150),
  HIGH: price(at * 310),
  COUNT: wide(at + 8),
});
const all = Array.from({ length: 7 }, (_, at) => item(at + 1));
const page = (from: number, to: number) => ({ MORE: to < 7 ? 'Y' : 'N', ITEMS: all.slice(from, to) });
const told = (at: number, low: string, high: string) => ({
  ...item(at),
  LOW: low,
  HIGH: high,
  COUNT: wide(at + 9),
});
const write = (at: number) => `PATCH /v1/listings/${wide(at * 7)}/price`;

const learned = () =>
  learnedFrom([
    { asked: 'GET /v1/listings?rows=3', told: page(0, 3) },
    { asked: 'GET /v1/listings?rows=3&page=1', told: page(3, 6) },
    { asked: 'GET /v1/listings?rows=3&page=2', told: page(6, 7) },
    ...[1, 2, 3].map((at) => ({ asked: `GET /v1/listings/${wide(at * 7)}`, told: item(at) })),
    { asked: write(1), sent: { LOW: '4,50', HIGH: '9,5' }, told: told(1, '4,50', '9,50') },
    { asked: write(2), sent: { LOW: '6,25', HIGH: '8' }, told: told(2, '6,25', '8,00') },
    { asked: write(3), sent: { LOW: '3,1', HIGH: '12,75' }, told: told(3, '3,10', '12,75') },
    { asked: 'GET /v1/listings/99', status: 404, told: { TEXT: 'No item 000099' } },
    { asked: 'GET /v1/listings/85', status: 404, told: { TEXT: 'No item 000085' } },
    {
      asked: write(4),
      sent: { LOW: '4.50', HIGH: '9,00' },
      status: 400,
      told: { TEXT: '4.50 is no amount' },
    },
    { asked: write(4), sent: { LOW: 'low', HIGH: '9,00' }, status: 400, told: { TEXT: 'low is no amount' } },
  ]);

test('a word says whether there is more', async () => {
  const ask = learned();
  expect(await ask('GET /v1/listings?rows=4')).toEqual([200, page(0, 4)]);
  expect(await ask('GET /v1/listings?rows=4&page=1')).toEqual([200, page(4, 7)]);
});

test('1 and 0 say whether there is more, where they are numbers', async () => {
  const flagged = (from: number, to: number) => ({ MORE: to < 7 ? 1 : 0, ITEMS: all.slice(from, to) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?rows=3', told: flagged(0, 3) },
    { asked: 'GET /v1/listings?rows=3&page=1', told: flagged(3, 6) },
    { asked: 'GET /v1/listings?rows=3&page=2', told: flagged(6, 7) },
  ]);
  expect(await ask('GET /v1/listings?rows=4')).toEqual([200, flagged(0, 4)]);
  expect(await ask('GET /v1/listings?rows=4&page=1')).toEqual([200, flagged(4, 7)]);
});

test('an amount with a comma is one, and is told in two decimals; one with a point is none', async () => {
  const ask = learned();
  expect(await ask(write(5), { LOW: '5,5', HIGH: '7' })).toEqual([200, told(5, '5,50', '7,00')]);
  expect(await ask(write(5), { LOW: '7.25', HIGH: '9,00' })).toEqual([400, { TEXT: '7.25 is no amount' }]);
});

test('a counter and an id keep their width', async () => {
  const ask = learned();
  expect(await ask(write(6), { LOW: '5,00', HIGH: '7,00' })).toMatchObject([200, { COUNT: '000015' }]);
  expect(await ask('GET /v1/listings/77')).toEqual([404, { TEXT: 'No item 000077' }]);
});

test('a number that was added up in binary, and a bound sent so, have the decimals that were meant', () => {
  const tail = 0.1 + 0.2;
  const items = [1, 2, 3, 4].map((at) => ({ id: `lst-${at}`, spread: at === 1 ? tail : at + 0.5, min: at }));
  const session = [
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'PATCH /v1/listings/lst-2/price', sent: { min: tail }, told: { ...items[1], min: tail } },
    { asked: 'GET /v1/listings/lst-2', told: { ...items[1], min: tail } },
  ];
  const learned = learnProfile([{ name: 'sums', recording: recordingOf(session) }]);
  const { service } = parseProfile(JSON.parse(printProfile(learned)));
  expect(service!.records.listing!.fields).toMatchObject({
    '/spread': { decimals: 1 },
    '/min': { decimals: 1 },
  });
});

test('an amount with a fraction is taken where listings have such, though only whole ones were sent', async () => {
  const goods = [19.5, 22.25, 30].map((price, at) => ({
    id: `tin-${at + 31}`,
    low: price,
    high: price + 20,
  }));
  const priced = (at: number, low: number, high: number) => ({ ...goods[at]!, low, high });
  const set = (at: number, low: number, high: number) => ({
    asked: `PATCH /v1/listings/${goods[at]!.id}/price`,
    sent: { low, high },
    told: priced(at, low, high),
  });
  const ask = learnedFrom([{ asked: 'GET /v1/listings', told: { goods } }, set(0, 12, 44), set(1, 15, 61)]);
  expect(await ask(`PATCH /v1/listings/${goods[2]!.id}/price`, { low: 12.75, high: 40.5 })).toEqual([
    200,
    priced(2, 12.75, 40.5),
  ]);
});
