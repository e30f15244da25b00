// What an everyday framework taught that answers as it does out of the box: details by field beside one sentence with all of them,
// what a kind of strategy needs, and lists of values in brackets.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;
const strategy = (number: number) => `PATCH /v1/listings/${number}/strategy`;

test('a sentence tells each fault by the name of its field as people write it, beside a member for each field', async () => {
  const item = (number: number) => ({ id: number, low_price: 5, high_price: 90 });
  const refused = (sentences: readonly string[], faults: Readonly<Record<string, string>>) => ({
    status: 422,
    told: { error: `Not saved: ${sentences.join(', ')}`, faults },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    {
      asked: price(101),
      sent: { low_price: 6, high_price: 80 },
      told: { ...item(101), low_price: 6, high_price: 80 },
    },
    {
      asked: price(102),
      sent: { low_price: 'few', high_price: 80 },
      ...refused(['Low price is no number'], { low_price: 'no_number' }),
    },
    {
      asked: price(102),
      sent: { low_price: -1, high_price: 900000 },
      ...refused(['Low price is below 0', 'High price is above 5000'], {
        low_price: 'low',
        high_price: 'high',
      }),
    },
  ]);
  const high = refused(['High price is above 5000'], { high_price: 'high' });
  expect(await ask(price(103), { low_price: 7, high_price: 700000 })).toEqual([422, high.told]);
  const low = refused(['Low price is below 0'], { low_price: 'low' });
  expect(await ask(price(103), { low_price: -4, high_price: 70 })).toEqual([422, low.told]);
});
