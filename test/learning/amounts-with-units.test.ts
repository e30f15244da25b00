// Amounts that are texts with their unit, such as `12.50 EUR`.
import { expect, test } from 'vitest';
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
