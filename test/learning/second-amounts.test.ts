// What a shop for teapots taught that sells abroad: amounts stand twice in records, in the currency of the teapot and in that of
// the shop, at a rate that depends on the currency.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (id: number) => `GET /v1/listings/${id}`;
const price = (id: number) => `PATCH /v1/listings/${id}/price`;

const currencies = ['USD', 'GBP', 'EUR'] as const;
type Currency = (typeof currencies)[number];
/** Hundredths of what one is worth in the shop. */
const rates: Readonly<Record<Currency, number>> = { USD: 92, GBP: 117, EUR: 100 };
const inShop = (cents: number, currency: Currency) => Math.round((cents * rates[currency]) / 100);

const teapots = Array.from({ length: 15 }, (_, at) => {
  const cents = 1_990 + ((at * 1_637) % 5_003);
  return {
    id: 7_001 + at * 13,
    name: `Teapot ${'HBFADCIEGKJMLNO'[at]!}`,
    currency: currencies[(at * 2) % 3]!,
    price: cents,
    floor: at % 4 === 2 ? null : cents - 641,
    cap: at % 4 === 1 ? null : cents + 1_172,
  };
});
type Teapot = (typeof teapots)[number];
type Bounds = Partial<Pick<Teapot, 'floor' | 'cap'>>;

/**
 * What writes and reads were recorded, and what others are right.
 * @param shown a teapot as the service shows it
 * @param sent bounds as they are sent
 */
function sessionOf(shown: (one: Teapot) => object, sent: (bounds: Bounds) => object) {
  const write = (at: number, bounds: Bounds): Said => ({
    asked: price(teapots[at]!.id),
    sent: sent(bounds),
    told: shown({ ...teapots[at]!, ...bounds }),
  });
  const again = (at: number, bounds: Bounds = {}): Said => ({
    asked: read(teapots[at]!.id),
    told: shown({ ...teapots[at]!, ...bounds }),
  });
  const recorded = [
    { asked: 'GET /v1/listings', told: { teapots: teapots.map(shown) } },
    again(0),
    again(4),
    write(0, { floor: 1_150, cap: 9_975 }),
    again(0, { floor: 1_150, cap: 9_975 }),
    write(1, { floor: 899, cap: 7_425 }),
    again(1, { floor: 899, cap: 7_425 }),
    write(2, { floor: 1_430 }),
    write(3, { cap: 15_999 }),
    write(4, { floor: null }),
    again(4, { floor: null }),
    write(5, { floor: 2_010, cap: 12_140 }),
    write(6, { cap: null }),
  ];
  // Dollars, euros and pounds; teapots that had no cap or no floor; and bounds that are taken away.
  const others = (
    [
      [7, { floor: 1_180, cap: 24_990 }],
      [8, { floor: 1_250, cap: 24_990 }],
      [9, { floor: 1_250, cap: 24_990 }],
      [10, { floor: 733, cap: 8_001 }],
      [11, { floor: null, cap: 30_015 }],
      [12, { cap: null }],
      [13, { floor: 345, cap: 6_060 }],
      [14, { floor: 2_222, cap: null }],
    ] as const
  ).map(([at, bounds]) => ({ write: write(at, bounds), again: again(at, bounds) }));
  return { recorded, others };
}

test('bounds are told in the currency of the shop, too, at the rate of each currency', async () => {
  const text = (cents: number) => (cents / 100).toFixed(2);
  const amount = (cents: number | null, currency: string) =>
    cents === null ? null : { amount: text(cents), currency };
  const both = (name: string, cents: number | null, currency: Currency) => ({
    [name]: amount(cents, currency),
    [`shop_${name}`]: amount(cents === null ? null : inShop(cents, currency), 'EUR'),
  });
  const { recorded, others } = sessionOf(
    ({ id, name, currency, ...cents }) => ({
      id,
      name,
      ...both('price', cents.price, currency),
      ...both('floor', cents.floor, currency),
      ...both('cap', cents.cap, currency),
    }),
    (bounds) =>
      Object.fromEntries(
        Object.entries(bounds).map(([name, cents]) => [name, cents === null ? null : text(cents)]),
      ),
  );
  const ask = learnedFrom(recorded);
  for (const { write, again } of others) {
    expect(await ask(write.asked, write.sent)).toEqual([200, write.told]);
    expect(await ask(again.asked)).toEqual([200, again.told]);
  }
});

test('bounds that are whole cents beside one another are told at the rate of each currency', async () => {
  const both = (name: string, cents: number | null, currency: Currency) => ({
    [name]: cents,
    [`${name}_eur`]: cents === null ? null : inShop(cents, currency),
  });
  const { recorded, others } = sessionOf(
    ({ id, name, currency, ...cents }) => ({
      id,
      name,
      currency,
      ...both('price', cents.price, currency),
      ...both('floor', cents.floor, currency),
      ...both('cap', cents.cap, currency),
    }),
    (bounds) => bounds,
  );
  const ask = learnedFrom(recorded);
  for (const { write, again } of others) {
    expect(await ask(write.asked, write.sent)).toEqual([200, write.told]);
    expect(await ask(again.asked)).toEqual([200, again.told]);
  }
});
