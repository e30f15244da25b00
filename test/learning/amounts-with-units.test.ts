// Amounts that are texts with their unit, such as `12.50 EUR` or `€1,250.00`.
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const wrong = (code: number, text: string) => ({ code, text });
const shown = (at: number, least: string, most: string) => ({
  id: `g-${at}`,
  cost: `${at * 7}.50 EUR`,
  least,
  most,
});
const all = [
  shown(1, '2.00 EUR', '9.00 EUR'),
  shown(2, '3.00 EUR', '19.00 EUR'),
  shown(12, '4.00 EUR', '99.00 EUR'),
];
const write = (asked: string, sent: unknown, status: number, told: unknown) => ({
  asked: `PATCH /v1/listings/${asked}/price`,
  sent,
  status,
  told,
});

const ask = learnedFrom([
  { asked: 'GET /v1/listings', told: { goods: all } },
  { asked: 'GET /v1/listings?sort=-cost', told: { goods: [all[2], all[1], all[0]] } },
  write('g-1', { least: '1.50 EUR', most: '8.00 EUR' }, 200, shown(1, '1.50 EUR', '8.00 EUR')),
  write('g-2', { least: '4 EUR', most: '20.5 EUR' }, 200, shown(2, '4.00 EUR', '20.50 EUR')),
  write('g-12', { least: null, most: '70.25 EUR' }, 200, { ...all[2], least: null, most: '70.25 EUR' }),
  write('g-1', { least: 'cheap', most: '9.00 EUR' }, 422, wrong(1, '"cheap" is no amount')),
  write('g-1', { least: '1.50 EUR', most: 'dear' }, 422, wrong(1, '"dear" is no amount')),
  write('g-1', { least: '1.50', most: '9.00 EUR' }, 422, wrong(2, '"1.50" has no unit')),
  write('g-1', { least: '1.50 EUR', most: '9.00 USD' }, 422, wrong(3, 'most is in EUR, not in USD')),
  write('g-1', { least: '-1.50 EUR', most: '9.00 EUR' }, 422, wrong(4, 'least is below nothing')),
]);

test('are compared by their numbers, in whatever order they are asked for', async () => {
  expect(await ask('GET /v1/listings?sort=cost')).toEqual([200, { goods: all }]);
});

test('are shown with their decimals and their unit, however they were sent', async () => {
  const sent = { least: '5.5 EUR', most: '60 EUR' };
  expect(await ask('PATCH /v1/listings/g-12/price', sent)).toEqual([200, shown(12, '5.50 EUR', '60.00 EUR')]);
});

test('are refused without a unit, in another one, or for what they are worth', async () => {
  const refusal = async (least: string, most: string) => {
    const [, told] = (await ask('PATCH /v1/listings/g-2/price', { least, most })) as [number, unknown];
    return told;
  };
  expect(await refusal('3', '7.00 EUR')).toEqual(wrong(2, '"3" has no unit'));
  expect(await refusal('3.00 GBP', '7.00 EUR')).toEqual(wrong(3, 'least is in EUR, not in GBP'));
  expect(await refusal('3.00 EUR', '-7.00 EUR')).toEqual(wrong(4, 'most is below nothing'));
  expect(await refusal('3.00 EUR', 'much')).toEqual(wrong(1, '"much" is no amount'));
});

describe('amounts behind their unit', () => {
  const written = (cents: number) =>
    `€${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const good = (at: number, least: number, most: number) => ({
    id: `g-${at}`,
    cost: written(at * 700 + 50),
    least: written(least),
    most: written(most),
    range: written(most - least),
  });
  const goods = [good(1, 200, 900), good(2, 300, 1900), good(12, 400, 189_900), good(30, 4000, 25_100)];
  const mock = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods } },
    { asked: 'GET /v1/listings?sort=-cost', told: { goods: goods.toReversed() } },
    { asked: 'GET /v1/listings?from=50', told: { goods: goods.slice(2) } },
    write('g-1', { least: '€1.50', most: '€8.00' }, 200, good(1, 150, 800)),
    write('g-2', { least: '€4', most: '€2,000.5' }, 200, good(2, 400, 200_050)),
    write('g-12', { least: '€70.25', most: '€1,120.00' }, 200, good(12, 7025, 112_000)),
    write('g-1', { least: 'cheap', most: '€9.00' }, 422, wrong(1, '"cheap" is no amount')),
    write('g-1', { least: '€5.00', most: '€4.00' }, 422, wrong(2, 'least €5.00 is above most €4.00')),
  ]);

  test('are compared by their numbers', async () => {
    expect(await mock('GET /v1/listings?sort=cost')).toEqual([200, { goods }]);
    expect(await mock('GET /v1/listings?from=100')).toEqual([200, { goods: goods.slice(3) }]);
  });

  test('are shown as the service writes them, and so is what two of them make', async () => {
    expect(await mock('PATCH /v1/listings/g-30/price', { least: '€3.5', most: '€14,000' })).toEqual([
      200,
      good(30, 350, 1_400_000),
    ]);
  });

  test('are refused for what they are, and told as they were sent', async () => {
    const refusal = async (least: string, most: string) =>
      (await mock('PATCH /v1/listings/g-30/price', { least, most })) as [number, unknown];
    expect(await refusal('dear', '€3.00')).toEqual([422, wrong(1, '"dear" is no amount')]);
    expect(await refusal('€1,200.00', '€9.00')).toEqual([
      422,
      wrong(2, 'least €1,200.00 is above most €9.00'),
    ]);
  });
});

describe('amounts behind the code of a currency that records show', () => {
  const signs: Readonly<Record<string, string>> = { USD: '$', GBP: '£' };
  const money = (currency: string, value: number | null) =>
    value === null
      ? null
      : {
          currency,
          value,
          major: (value / 100).toFixed(2),
          display: signs[currency]! + (value / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
        };
  const good = (at: number, currency: string, least: number | null, most: number | null) => ({
    id: `g-${at}`,
    cost: money(currency, at * 1000 + 51),
    least: money(currency, least),
    most: money(currency, most),
  });
  const goods = [
    good(1, 'USD', 551, null),
    good(2, 'USD', 661, 99_051),
    good(3, 'GBP', null, 88_051),
    good(4, 'GBP', 771, 77_051),
    good(5, 'GBP', null, 77_051),
  ];
  const mock = learnedFrom([
    { asked: 'GET /v1/listings', told: { goods } },
    write('g-1', { least: 'USD,1251', most: 'USD,123451' }, 200, good(1, 'USD', 1251, 123_451)),
    write('g-2', { most: 'USD,4551' }, 200, good(2, 'USD', 661, 4551)),
    write('g-3', { least: 'GBP,1351' }, 200, good(3, 'GBP', 1351, 88_051)),
    write('g-4', { most: null }, 200, good(4, 'GBP', 771, null)),
    write('g-2', { least: 'USD,5000', most: 'USD,4999' }, 422, wrong(1, 'least is above most')),
    write('g-2', { least: '12.50', most: 'USD,4999' }, 422, wrong(2, 'least is no amount')),
    write('g-2', { least: 'GBP,1000' }, 422, wrong(3, 'this is sold in USD')),
    write('g-4', { most: 'EUR,9000' }, 422, wrong(3, 'this is sold in GBP')),
  ]);

  test('are shown in each of the ways in which others of the record are', async () => {
    expect(await mock('PATCH /v1/listings/g-5/price', { least: 'GBP,2151', most: 'GBP,234551' })).toEqual([
      200,
      good(5, 'GBP', 2151, 234_551),
    ]);
  });

  test('are refused in another currency than that of the record, and for what they are worth', async () => {
    const refusal = (id: string, sent: unknown) => mock(`PATCH /v1/listings/${id}/price`, sent);
    expect(await refusal('g-5', { most: 'USD,9000' })).toEqual([422, wrong(3, 'this is sold in GBP')]);
    expect(await refusal('g-1', { most: 'GBP,9000' })).toEqual([422, wrong(3, 'this is sold in USD')]);
    expect(await refusal('g-5', { least: 'GBP,800', most: 'GBP,799' })).toEqual([
      422,
      wrong(1, 'least is above most'),
    ]);
    expect(await refusal('g-5', { most: 'dear' })).toEqual([422, wrong(2, 'most is no amount')]);
  });
});
