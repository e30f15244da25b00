// What a shop for hammocks taught: bounds that may not be beyond what a listing is sold for, those that cross the one that stands, each
// in its own words, and amounts of money as texts, in the currency of their listing.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (id: string | number) => `PATCH /v1/listings/${id}/price`;

const nets = [11.9, 25.6, 8, 18.3, 40, 9.45, 31.2, 15.75, 14.2, 52.6].map((shown, at) => ({
  id: 4_100 + at * 13,
  title: `Net ${'HBFADCIEGK'[at]!}`,
  street_price: shown,
  floor: at % 3 === 1 ? null : Math.round(shown * 60) / 100,
  ceiling: at % 4 === 2 ? null : Math.round(shown * 180) / 100,
}));

test('a lower bound is refused above the price of its listing, whatever was taken of others', async () => {
  const taken = (at: number, floor: number): Said => ({
    asked: price(nets[at]!.id),
    sent: { floor },
    told: { ...nets[at]!, floor },
  });
  const refused = (at: number, floor: number): Said => ({
    ...taken(at, floor),
    status: 400,
    told: { errors: ['floor: must be lower than or equal to street_price'] },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { nets } },
    taken(1, 19.4),
    taken(3, 11.25),
    taken(6, 24.8),
    taken(7, 9.6),
    refused(0, 12.74),
  ]);
  for (const { asked, sent, told } of [refused(2, 8.5), refused(5, 9.5), refused(4, 40.25)])
    expect(await ask(asked, sent)).toEqual([400, told]);
  for (const { asked, sent, told } of [taken(2, 7.5), taken(4, 30), taken(9, 51.5)])
    expect(await ask(asked, sent)).toEqual([200, told]);
});

const euros = (value: string) => ({ value, currency: 'EUR' });
const slings = Array.from({ length: 10 }, (_, at) => ({
  id: `sling-${701 + at * 7}`,
  title: `Sling ${'HBFADCIEGK'[at]!}`,
  minPrice: euros((45.93 + ((at * 7) % 10) * 3.17).toFixed(2)),
  maxPrice: euros((112.59 + ((at * 3) % 10) * 9.43).toFixed(2)),
}));
type Sling = (typeof slings)[number];

test('that a bound is below the one that stands is told as that the other is above it, turned round', async () => {
  const taken = (at: number, bounds: Partial<Pick<Sling, 'minPrice' | 'maxPrice'>>): Said => ({
    asked: price(slings[at]!.id),
    sent: bounds,
    told: { ...slings[at]!, ...bounds },
  });
  const refused = (
    at: number,
    bounds: Partial<Pick<Sling, 'minPrice' | 'maxPrice'>>,
    message: string,
  ): Said => ({ ...taken(at, bounds), status: 409, told: { type: 'CONFLICT', message } });
  const above = (at: number, value: string) =>
    refused(
      at,
      { minPrice: euros(value) },
      `minPrice must not be greater than the current maxPrice of ${slings[at]!.maxPrice.value} EUR.`,
    );
  const below = (at: number, value: string) =>
    refused(
      at,
      { maxPrice: euros(value) },
      `maxPrice must not be less than the current minPrice of ${slings[at]!.minPrice.value} EUR.`,
    );
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { slings } },
    taken(1, { minPrice: euros('38.20'), maxPrice: euros('140.00') }),
    taken(2, { minPrice: euros('51.75') }),
    taken(3, { maxPrice: euros('162.30') }),
    above(5, '260.84'),
  ]);
  for (const { asked, sent, told } of [above(6, '231.10'), below(0, '41.20'), below(8, '30.05')])
    expect(await ask(asked, sent)).toEqual([409, told]);
});

const coins = ['GBP', 'EUR', 'GBP', 'USD', 'GBP', 'EUR', 'GBP', 'USD', 'EUR', 'GBP', 'GBP', 'GBP'];
const money = (amount: number | string, currency: string) => ({ amount: `${amount}`, currency });
const seats = coins.map((currency, at) => ({
  id: `seat-${210 + at * 9}`,
  title: `Seat ${'HBFADCIEGKJM'[at]!}`,
  price: money(2_450 + ((at * 731) % 1_900), currency),
  min: at > 9 ? null : money(1_450 + ((at * 331) % 700), currency),
  max: money(5_450 + ((at * 931) % 2_700), currency),
}));
const seatBounds = (at: number, sent: object): Said => ({
  asked: price(seats[at]!.id),
  sent,
  told: { ...seats[at]!, ...sent },
});
const seatRefused = (at: number, sent: object, field: string, message: string): Said => ({
  ...seatBounds(at, sent),
  status: 400,
  told: { errors: [{ field, message }] },
});
const otherCoin = (at: number, currency: string) =>
  seatRefused(
    at,
    { min: money(1_990, currency) },
    'min.currency',
    `must match currency of price: ${coins[at]!}`,
  );
const seatsTaken: readonly Said[] = [
  { asked: 'GET /v1/listings', told: { seats } },
  seatBounds(0, { min: money(1_990, 'GBP') }),
  seatBounds(2, { min: money(2_040, 'GBP'), max: money(6_300, 'GBP') }),
  seatBounds(4, { max: money(7_150, 'GBP') }),
];

test('what is refused for the bound that stands is taken where none does, however little it is', async () => {
  const below = (at: number, amount: number) =>
    seatRefused(
      at,
      { max: money(amount, coins[at]!) },
      'max.amount',
      'must be greater than or equal to min.amount',
    );
  const above = (at: number, amount: number, more: object = {}) =>
    seatRefused(
      at,
      { min: money(amount, coins[at]!), ...more },
      'min.amount',
      'must be less than or equal to max.amount',
    );
  const ask = learnedFrom([
    ...seatsTaken,
    above(6, 4_900, { max: money(3_300, 'GBP') }),
    above(6, 71_000),
    below(6, 10),
    seatRefused(6, { max: money(-5, 'GBP') }, 'max.amount', 'must be greater than 0'),
  ]);
  for (const { asked, sent, told } of [below(9, 20), above(9, 62_000)])
    expect(await ask(asked, sent)).toEqual([400, told]);
  for (const { asked, sent, told } of [
    seatBounds(10, { max: money(10, 'GBP') }),
    seatBounds(11, { max: money(20, 'GBP') }),
  ])
    expect(await ask(asked, sent)).toEqual([200, told]);
});

test('amounts are taken in the currency of their listing, though one alone was ever sent', async () => {
  const ask = learnedFrom([...seatsTaken, otherCoin(6, 'CHF')]);
  for (const { asked, sent, told } of [otherCoin(1, 'GBP'), otherCoin(3, 'EUR'), otherCoin(9, 'CHF')])
    expect(await ask(asked, sent)).toEqual([400, told]);
  for (const { asked, sent, told } of [
    seatBounds(5, { min: money(1_990, 'EUR') }),
    seatBounds(7, { min: money(2_015, 'USD'), max: money(6_125, 'USD') }),
    seatBounds(9, { min: money(2_015, 'GBP') }),
  ])
    expect(await ask(asked, sent)).toEqual([200, told]);
});

test('a text that is no number is told as one of a fraction is, and not as what is no text', async () => {
  const amount = (at: number, sent: unknown, message: string): Said =>
    seatRefused(at, { min: { amount: sent, currency: coins[at]! } }, 'min.amount', message);
  const noInteger = 'must be a valid integer';
  const ask = learnedFrom([
    ...seatsTaken,
    amount(6, '19.90', noInteger),
    amount(6, 1_990, 'invalid type, expected string but got number'),
  ]);
  for (const { asked, sent, told } of [
    amount(9, 'lots', noInteger),
    amount(0, '21.75', noInteger),
    amount(4, 2_450, 'invalid type, expected string but got number'),
  ])
    expect(await ask(asked, sent)).toEqual([400, told]);
});
