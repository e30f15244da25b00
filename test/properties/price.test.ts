import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createSettings } from '../../src/spec/settings.ts';
import { ApiError } from '../../src/spec/errors.ts';
import { parsePriceUpdate } from '../../src/service/endpoints/updates.ts';
import { createTestApp, ids } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';
import { amount } from '../support/soak.ts';

const settings = createSettings();
const open = { minPrice: null, maxPrice: null };
const highest = 99_999_999;

/** What a PATCH makes of a number as it stands in JSON; the words of the refusal, if it is refused. */
function read(text: string): number | string {
  try {
    return parsePriceUpdate({ minPrice: JSON.parse(text) as unknown }, open, settings).minPrice!;
  } catch (error) {
    if (error instanceof ApiError) return error.kind;
    throw error;
  }
}

const decimal = (hundredths: number) => (hundredths / 100).toFixed(2);

/** Fails by the first that is wrong, as a million expectations would take long. */
function expectAccepted(from: number, to: number, step = 1): void {
  for (let hundredths = from; hundredths <= to; hundredths += step) {
    const text = decimal(hundredths);
    const price = read(text);
    if (price !== Number(text)) expect.fail(`${text} became ${price}`);
  }
}

test.each([
  [1, 200_000],
  [999_900, 1_100_000],
  [9_999_000, 10_001_000],
  [highest - 200_000, highest],
])('A6 every price of two decimals is accepted as that number: from %i to %i hundredths', (from, to) => {
  expectAccepted(from, to);
});

test('A6 prices of two decimals are accepted all over the range', () => {
  expectAccepted(1, highest, 997);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: highest }), (hundredths) => {
      expect(read(decimal(hundredths))).toBe(Number(decimal(hundredths)));
    }),
    { numRuns: amount(250, 20_000) },
  );
});

test('A6 no price with a third decimal is accepted', () => {
  const refuse = (thousandths: number) => {
    const text = (thousandths / 1000).toFixed(3);
    const seen = read(text);
    if (seen !== 'parameter_invalid') expect.fail(`${text} became ${seen}`);
  };
  for (const start of [1, 1_000_001, 99_999_001, 999_800_001]) {
    for (let thousandths = start; thousandths < start + amount(1_000, 50_000); thousandths += 1) {
      if (thousandths % 10 !== 0) refuse(thousandths);
    }
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: highest }), fc.integer({ min: 1, max: 9 }), (hundredths, third) => {
      refuse(hundredths * 10 + third);
    }),
    { numRuns: amount(250, 20_000) },
  );
});

test('A6 whatever is accepted has at most two decimals and lies in the range; all else is refused', () => {
  const numbers = fc.oneof(
    fc.double(),
    fc.double({ min: 0, max: 1_000_000 }),
    fc.integer(),
    fc.constantFrom(0, -0, 0.01, 0.009, 999_999.99, 1_000_000, 5e-324, 1.7976931348623157e308, Infinity),
  );
  fc.assert(
    fc.property(numbers, (number) => {
      const text = Number.isFinite(number) ? (Object.is(number, -0) ? '-0' : String(number)) : '1e400';
      const seen = read(text);
      const good = /^\d{1,6}(\.\d{1,2})?$/.test(text) && number >= 0.01 && number <= 999_999.99;
      expect(seen).toEqual(good ? number : expect.stringMatching(/^parameter_/));
    }),
    { numRuns: amount(250, 20_000) },
  );
});

test('A6 a number of JSON is taken by its value, however it is written', () => {
  for (const text of ['19.990', '1999e-2', '0.1999E+2', '19.989999999999998', '1.999e1']) {
    expect(read(text)).toBe(19.99);
  }
});

test('§4 a price goes through PATCH and GET as the same number, in the answer and in every read', async () => {
  const app = createTestApp();
  const path = `/v1/listings/${ids.board}`;
  const prices = fc.tuple(fc.integer({ min: 1, max: highest }), fc.integer({ min: 1, max: highest }));
  await fc.assert(
    fc.asyncProperty(prices, async ([one, other]) => {
      const [minPrice, maxPrice] = [decimal(Math.min(one, other)), decimal(Math.max(one, other))];
      const body = `{"minPrice":${minPrice},"maxPrice":${maxPrice}}`;
      const patched = await app.call('PATCH', `${path}/price`, { body });
      expect(patched.json).toMatchObject({ minPrice: Number(minPrice), maxPrice: Number(maxPrice) });
      expect((await app.get(path)).text).toBe(patched.text);
      expect((await app.listings()).data[0]).toEqual(patched.json);
    }),
    { numRuns: 300 },
  );
});

test('domain 13: whatever bounds are accepted, minPrice <= currentPrice <= maxPrice holds afterwards', async () => {
  const app = createTestApp();
  const path = `/v1/listings/${ids.board}`;
  const bound = fc.option(fc.integer({ min: -1, max: 5000 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(bound, bound, async (min, max) => {
      const before = await app.get(path);
      const json = {
        ...(min !== undefined && { minPrice: min / 100 }),
        ...(max !== undefined && { maxPrice: max / 100 }),
      };
      const answer = await app.patch(`${path}/price`, json);
      const { minPrice, currentPrice, maxPrice } = await app.listing(ids.board);
      expect(minPrice).toBeLessThanOrEqual(currentPrice);
      expect(currentPrice).toBeLessThanOrEqual(maxPrice);
      if (answer.status === 200) expect(await app.listing(ids.board)).toMatchObject(json);
      else {
        expectError(answer, 400, (answer.json as { error: { param: string } }).error.param);
        expect((await app.get(path)).text).toBe(before.text);
      }
    }),
    { numRuns: 500 },
  );
});
