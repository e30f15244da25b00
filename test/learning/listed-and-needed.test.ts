// What a consignment add-on of today taught: refusals that list what there is, bounds that are told by their own words, what is
// shown of those who are behind several listings.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;

test('a bound that any strategy needs is told by the word of its name that the other bound has not got', async () => {
  const listing = (id: number, min: number | null, rule: number | null) => ({
    id,
    floorPrice: min,
    ceilingPrice: 90,
    ruleId: rule,
  });
  const needed = {
    status: 422,
    told: { code: 'NEEDED', message: 'A listing with a rule needs a floor price' },
  };
  const ask = learnedFrom([
    {
      asked: 'GET /v1/listings',
      told: {
        data: numbers.map((id) =>
          listing(id, id > 109 ? null : 5, id % 2 === 0 && id < 110 ? 1 + (id % 3) : null),
        ),
      },
    },
    {
      asked: 'GET /v1/strategies',
      told: { data: ['Low', 'High', 'Late'].map((name, at) => ({ id: at + 1, name, on: at < 2 })) },
    },
    { asked: price(102), sent: { floorPrice: 7 }, told: listing(102, 7, 1) },
    { asked: price(101), sent: { floorPrice: null }, told: listing(101, null, null) },
    { asked: price(103), sent: { ceilingPrice: 80 }, told: { ...listing(103, 5, null), ceilingPrice: 80 } },
    { asked: strategy(105), sent: { ruleId: 2 }, told: listing(105, 5, 2) },
    { asked: strategy(106), sent: { ruleId: null }, told: listing(106, 5, null) },
    { asked: price(104), sent: { floorPrice: null }, ...needed },
    { asked: strategy(111), sent: { ruleId: 2 }, ...needed },
  ]);
  expect(await ask(price(108), { floorPrice: null })).toEqual([422, needed.told]);
  expect(await ask(strategy(112), { ruleId: 1 })).toEqual([422, needed.told]);
  expect(await ask(price(107), { floorPrice: null })).toEqual([200, listing(107, null, null)]);
  expect(await ask(strategy(109), { ruleId: 1 })).toEqual([200, listing(109, 5, 1)]);
});

test.each([
  (value: string) => `Invalid enum value. Expected 'createdAt' | 'price' | 'title', received '${value}'`,
  () => 'Invalid option: expected one of "createdAt"|"price"|"title"',
  (value: string) => `Input should be 'createdAt', 'price' or 'title', not '${value}'`,
  (value: string) => `sort must be one of [createdAt, price, title] but is ${value}`,
])(
  'an order by a member that a refusal does not list among all orders is refused as an unknown one',
  async (words) => {
    const data = numbers.map((id) => ({
      id,
      title: `Pair ${(id * 7) % 12}`,
      size: (id * 5) % 12,
      price: (id * 11) % 13,
      createdAt: `2026-01-${10 + ((id * 3) % 17)}T10:00:00Z`,
    }));
    const by = (name: 'title' | 'price') => [...data].sort((a, b) => (a[name] < b[name] ? -1 : 1));
    const refused = (value: string) => ({ status: 400, told: { fieldErrors: { sort: [words(value)] } } });
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { data } },
      { asked: 'GET /v1/listings?sort=price', told: { data: by('price') } },
      { asked: 'GET /v1/listings?sort=colour', ...refused('colour') },
    ]);
    expect(await ask('GET /v1/listings?sort=size')).toEqual([400, refused('size').told]);
    expect(await ask('GET /v1/listings?sort=title')).toEqual([200, { data: by('title') }]);
  },
);
