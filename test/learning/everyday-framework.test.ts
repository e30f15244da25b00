// What an everyday framework taught that answers as it does out of the box: details by field beside one sentence with all of them,
// pages that tell the place of their first record, values in brackets.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const numbers = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
const price = (number: number) => `PATCH /v1/listings/${number}/price`;

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

test('what is told of the first record of a page is nothing where the page has none', async () => {
  const items = numbers.map((id) => ({ id, mood: id % 2 === 0 ? 'calm' : 'glad', low: 5, high: 9 }));
  const page = (asked: string, found: typeof items, from: number, size: number): Said => {
    const shown = found.slice(from, from + size);
    const count = found.length;
    const first = shown.length === 0 ? 0 : from + 1;
    return { asked, told: { items: shown, range: { count, first, last: from + shown.length } } };
  };
  const of = (mood: string) => items.filter((one) => one.mood === mood);
  const ask = learnedFrom([
    page('GET /v1/listings', items, 0, 5),
    page('GET /v1/listings?page=2', items, 5, 5),
    page('GET /v1/listings?page=3', items, 10, 5),
    page('GET /v1/listings?mood=calm', of('calm'), 0, 5),
    page('GET /v1/listings?mood=loud', of('loud'), 0, 5),
  ]);
  for (const [mood, first] of [
    ['glad', 1],
    ['wild', 0],
  ] as const)
    expect(await ask(`GET /v1/listings?mood=${mood}`)).toMatchObject([200, { range: { first } }]);
  expect(await ask('GET /v1/listings?page=2&mood=glad')).toMatchObject([200, { range: { first: 6 } }]);
});

test('who takes several values of one leaf under a name with brackets takes them of another', async () => {
  const items = numbers.map((id) => ({
    id,
    mood: ['calm', 'glad', 'wild'][id % 3]!,
    tone: ['high', 'deep', 'soft', 'loud'][id % 4]!,
    low: 5,
    high: 9,
  }));
  type Item = (typeof items)[number];
  const found = (isSo: (one: Item) => boolean) => ({ items: items.filter(isSo) });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items } },
    { asked: 'GET /v1/listings?mood=calm', told: found(({ mood }) => mood === 'calm') },
    { asked: 'GET /v1/listings?mood[]=calm&mood[]=wild', told: found(({ mood }) => mood !== 'glad') },
    { asked: 'GET /v1/listings?tone=deep', told: found(({ tone }) => tone === 'deep') },
  ]);
  expect(await ask('GET /v1/listings?tone[]=soft&tone[]=loud')).toEqual([
    200,
    found(({ tone }) => tone === 'soft' || tone === 'loud'),
  ]);
});

test('a value of -1 that a refusal tells is the one that was sent', async () => {
  const item = (number: number) => ({ id: number, low: 5, high: 90 });
  const refused = (value: number) => ({
    status: 422,
    told: { faults: { low: [{ kind: 'greater_than', value, count: 0 }] } },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { items: numbers.map(item) } },
    { asked: price(101), sent: { low: 6 }, told: { ...item(101), low: 6 } },
    { asked: price(102), sent: { low: -1 }, ...refused(-1) },
  ]);
  expect(await ask(price(103), { low: -3 })).toEqual([422, refused(-3).told]);
});
