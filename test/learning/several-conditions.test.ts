// What a shop for prints taught: conditions that only came together in one parameter, and bounds that are objects with a currency.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const prints = Array.from({ length: 16 }, (_, at) => ({
  id: `print-${501 + at}`,
  title: `Print ${501 + at}`,
  state: ['ON', 'OFF', 'ON', 'SOLD'][at % 4]!,
  copies: 1 + ((at * 3) % 11),
  cost: { price: { amount: `${20 + ((at * 37) % 131)}.50`, coin: ['EUR', 'GBP', 'EUR'][at % 3]! } },
}));
type Print = (typeof prints)[number];

test('conditions that only came together are told from each other by what they call', async () => {
  const filtered = (filter: string, picks: (one: Print) => boolean): Said => {
    const shown = prints.filter(picks);
    return { asked: `GET /v1/listings?filter=${filter}`, told: { prints: shown, total: shown.length } };
  };
  const between = (from: number, to: number, coin?: string) => (one: Print) => {
    const amount = Number(one.cost.price.amount);
    return amount >= from && amount <= to && (coin === undefined || one.cost.price.coin === coin);
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { prints, total: prints.length } },
    filtered('price:[50..120],priceCoin:EUR', between(50, 120, 'EUR')),
    filtered('price:[..90],priceCoin:GBP', between(0, 90, 'GBP')),
    filtered('state:{ON|OFF}', ({ state }) => state !== 'SOLD'),
    filtered('state:{SOLD}', ({ state }) => state === 'SOLD'),
  ]);
  for (const other of [
    filtered('price:[40..100],priceCoin:GBP', between(40, 100, 'GBP')),
    filtered('price:[..75],priceCoin:EUR', between(0, 75, 'EUR')),
    filtered('price:[60..130],priceCoin:EUR', between(60, 130, 'EUR')),
    filtered('state:{OFF|SOLD}', ({ state }) => state !== 'ON'),
    filtered(
      'price:[30..140],priceCoin:EUR,state:{ON|OFF}',
      (one) => between(30, 140, 'EUR')(one) && one.state !== 'SOLD',
    ),
  ]) {
    expect(await ask(other.asked)).toEqual([200, other.told]);
  }
});

test('a bound that was set once is written with the currency that is sent, as the other bound is', async () => {
  const money = (value: number, currency: string) => ({ value: value.toFixed(2), currency });
  type Bound = readonly [value: number, currency: string] | null;
  type Bounds = Partial<Record<'low' | 'high', Bound>>;
  const currencyOf = (number: number) => (number % 4 === 2 ? 'GBP' : 'EUR');
  // A bound that is not set is left out.
  const print = (number: number, changed: Bounds = {}) => {
    const bounds: Bounds = {
      low: number % 4 === 0 ? null : [20 + (number % 7), currencyOf(number)],
      high: number % 3 === 0 ? null : [90 + (number % 5), currencyOf(number)],
      ...changed,
    };
    const set = Object.entries(bounds).flatMap(([name, bound]) =>
      bound === null ? [] : [[name, money(...bound)] as const],
    );
    return { id: `print-${number}`, title: `Print ${number}`, ...Object.fromEntries(set) };
  };
  const ids = Array.from({ length: 12 }, (_, at) => 601 + at);
  const write = (number: number, bounds: Bounds): readonly [Said, Said] => [
    {
      asked: `PATCH /v1/listings/print-${number}/price`,
      sent: Object.fromEntries(
        Object.entries(bounds).map(([name, bound]) => [name, bound && money(...bound)]),
      ),
      status: 204,
      told: '',
    },
    { asked: `GET /v1/listings/print-${number}`, told: print(number, bounds) },
  ];
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { prints: ids.map((id) => print(id)) } },
    ...write(601, { low: [12.5, 'EUR'], high: [70.25, 'EUR'] }),
    ...write(603, { low: [13.75, 'EUR'] }),
    ...write(604, { high: null }),
  ]);
  for (const [sent, read] of [
    write(610, { high: [75.6, 'GBP'] }),
    write(602, { low: [15.15, 'GBP'], high: [77.35, 'GBP'] }),
    write(606, { high: [79.4, 'GBP'] }),
    write(605, { low: [16.45, 'EUR'], high: [71.3, 'EUR'] }),
  ]) {
    expect((await ask.answer(sent.asked, sent.sent)).status).toBe(204);
    expect(await ask(read.asked)).toEqual([200, read.told]);
  }
});
