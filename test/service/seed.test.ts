import { faker } from '@faker-js/faker/locale/en';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { DataSet, Listing, ReportRun } from '../../src/service/models/resources.ts';
import { writeFixtures } from '../../src/service/models/fixtures.ts';
import { dataSetNames } from '../../src/service/data/data-sets.ts';
import { generate, type SeedOptions } from '../../src/service/data/generate.ts';
import { amount } from '../support/soak.ts';

const reference = Date.parse('2026-01-01T00:00:00.000Z');
const earliest = reference - 400 * 24 * 60 * 60 * 1000;
const regenerate =
  'The generated data changed. If that is meant: npx vitest run -u test/service/seed.test.ts';

const conditions = ['new', 'used_like_new', 'used_very_good', 'used_good', 'used_acceptable', 'refurbished'];
const currencies = { amazon: ['USD', 'CAD', 'MXN', 'GBP', 'EUR', 'JPY'], walmart: ['USD', 'CAD', 'MXN'] };
const fulfillments = { amazon: ['fba', 'fbm'], walmart: ['wfs', 'seller'] };
const externalIds = { amazon: /^B0MOCK[A-Z0-9]{4}$/, walmart: /^\d{9}$/ };

const plainSku = /^[A-Z]{2}-\d{4}-[A-Z]{4}$/;
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const drawnOptions = fc.record({
  seed: fc.integer({ min: 0, max: 0xffff_ffff }),
  set: fc.constantFrom('default', 'large'),
  listings: fc.integer({ min: 0, max: 150 }),
});

function forDrawnData(check: (data: DataSet, options: SeedOptions) => void): void {
  fc.assert(
    fc.property(drawnOptions, (options) => {
      check(generate(options), options);
    }),
    { numRuns: amount(4, 100) },
  );
}

/** Hundredths, whole: the comparison of money in this file is exact. */
function hundredths(amount: number): number {
  const whole = Math.round(amount * 100);
  expect(whole / 100).toBe(amount);
  return whole;
}

function time(text: string): number {
  const parsed = Date.parse(text);
  expect(new Date(parsed).toISOString()).toBe(text);
  expect(parsed).toBeGreaterThanOrEqual(earliest);
  expect(parsed).toBeLessThanOrEqual(reference);
  return parsed;
}

function unique(values: readonly string[]): void {
  expect(new Set(values).size).toBe(values.length);
}

function share(listings: readonly Listing[], has: (listing: Listing) => boolean): number {
  return listings.filter(has).length / listings.length;
}

test('each set has the number of records that it promises', () => {
  const counts = dataSetNames.map((set) => {
    const { listings, strategies, reportRuns } = generate({ seed: 1, set });
    return [set, listings.length, strategies.length, reportRuns.length];
  });
  expect(counts).toEqual([
    ['tiny', 3, 2, 2],
    ['default', 50, 5, 8],
    ['large', 5000, 10, 12],
    ['edge', 28, 5, 8],
    ['empty', 0, 0, 0],
  ]);
});

test('a number of listings of one’s own leaves strategies and report runs as they were', () => {
  const standard = generate({ seed: 7, set: 'default' });
  for (const listings of [0, 1, 51, 1000]) {
    const data = generate({ seed: 7, set: 'default', listings });
    expect(data.listings).toHaveLength(listings);
    expect(data.strategies).toEqual(standard.strategies);
    expect(data.reportRuns).toEqual(standard.reportRuns);
  }
});

test('the same options give the same bytes, other seeds give others', () => {
  forDrawnData((data, options) => {
    expect(JSON.stringify(generate(options))).toBe(JSON.stringify(data));
    const other = generate({ ...options, seed: (options.seed + 1) % 0xffff_ffff });
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(data));
  });
});

test('a data set shares nothing with the one before it', () => {
  for (const set of dataSetNames) {
    const first = generate({ seed: 1, set });
    const before = JSON.stringify(first);
    for (const record of [...first.listings, ...first.strategies, ...first.reportRuns]) {
      for (const value of Object.values(record)) {
        if (typeof value === 'object' && value !== null) Object.assign(value as object, { spoilt: true });
      }
      Object.assign(record, { spoilt: true });
    }
    expect(JSON.stringify(generate({ seed: 1, set }))).toBe(before);
  }
});

test('the faker instance that users share is neither drawn from nor reseeded', () => {
  faker.seed(5);
  const undisturbed = [faker.number.int(), faker.number.int()];
  faker.seed(5);
  const first = faker.number.int();
  generate({ seed: 9, set: 'default' });
  expect([first, faker.number.int()]).toEqual(undisturbed);
  expect(faker.defaultRefDate().getTime()).toBeGreaterThan(reference);
});

test('listing ids are version 7, lower-case, unique and begin with the creation time; the newest comes first', () => {
  forDrawnData(({ listings }) => {
    unique(listings.map(({ id }) => id));
    for (const { id, createdAt, updatedAt } of listings) {
      expect(id).toMatch(uuidV7);
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time(createdAt));
      expect(time(updatedAt)).toBeGreaterThanOrEqual(time(createdAt));
    }
    const created = listings.map(({ createdAt }) => createdAt);
    expect(created).toEqual(created.toSorted().reverse());
  });
});

test('marketplace, identifiers, fulfillment and currency of a listing agree', () => {
  forDrawnData(({ listings }) => {
    unique(listings.map(({ marketplace, sku }) => `${marketplace} ${sku}`));
    unique(listings.map(({ externalId }) => externalId));
    for (const listing of listings) {
      const marketplace = listing.marketplace as 'amazon' | 'walmart';
      expect(listing.externalId).toMatch(externalIds[marketplace]);
      expect(fulfillments[marketplace]).toContain(listing.fulfillment);
      expect(currencies[marketplace]).toContain(listing.currency);
      expect(conditions).toContain(listing.condition);
      expect(listing.sku.length).toBeGreaterThan(0);
      expect(listing.sku.length).toBeLessThanOrEqual(40);
      expect(listing.title.length).toBeGreaterThan(0);
      expect(listing.title.length).toBeLessThanOrEqual(200);
    }
  });
});

/** GS1's mod-10 check digit: weights 3 and 1 in turn, from the right. */
function checkDigit(body: string): string {
  const digits = Array.from(body, Number).reverse();
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return `${(10 - (sum % 10)) % 10}`;
}

test('the check digit of a UPC is right', () => {
  expect(['03600024145', '890400021003'].map(checkDigit)).toEqual(['7', '7']);
  forDrawnData(({ listings }) => {
    for (const { upc } of listings) {
      if (upc === null) continue;
      expect(upc).toMatch(/^4\d{11}$/);
      expect(checkDigit(upc.slice(0, 11))).toBe(upc.slice(11));
    }
  });
});

test('prices have at most two decimals, and the bounds hold cost and price', () => {
  forDrawnData(({ listings }) => {
    for (const { cost, minPrice, maxPrice, currentPrice, shippingPrice, fulfillment } of listings) {
      const min = hundredths(minPrice!);
      const max = hundredths(maxPrice!);
      const current = hundredths(currentPrice);
      if (cost !== null) {
        expect(hundredths(cost)).toBeGreaterThan(0);
        expect(min * 100).toBeGreaterThanOrEqual(hundredths(cost) * 115);
        expect(min * 100).toBeLessThanOrEqual(hundredths(cost) * 140);
      }
      expect(min).toBeGreaterThanOrEqual(1);
      expect(max * 10).toBeGreaterThanOrEqual(min * 12);
      expect(max * 10).toBeLessThanOrEqual(min * 25);
      expect(current).toBeGreaterThanOrEqual(min);
      expect(current).toBeLessThanOrEqual(max);
      expect(hundredths(shippingPrice)).toBeGreaterThanOrEqual(0);
      if (fulfillment === 'fba' || fulfillment === 'wfs') expect(shippingPrice).toBe(0);
    }
  });
});

test('prices in yen have no decimals', () => {
  const yen = generate({ seed: 3, set: 'large' }).listings.filter(({ currency }) => currency === 'JPY');
  expect(yen.length).toBeGreaterThan(20);
  for (const { cost, minPrice, maxPrice, currentPrice, shippingPrice, buyBox } of yen) {
    for (const amount of [cost, minPrice, maxPrice, currentPrice, shippingPrice, buyBox?.price ?? 0]) {
      expect(Number.isInteger(amount ?? 0)).toBe(true);
    }
  }
});

test('a listing without stock is inactive, and only an active listing can hold the buy box', () => {
  forDrawnData(({ listings }) => {
    for (const { quantity, status, buyBox, currentPrice } of listings) {
      expect(Number.isInteger(quantity) && quantity >= 0 && quantity <= 500).toBe(true);
      expect(['active', 'inactive']).toContain(status);
      if (quantity === 0) expect(status).toBe('inactive');
      if (status === 'inactive') expect(buyBox).toBeNull();
      if (buyBox === null) continue;
      expect(hundredths(buyBox.price)).toBeGreaterThan(0);
      if (buyBox.winning) expect(buyBox.price).toBe(currentPrice);
    }
  });
});

test('a listing’s strategy exists and fits its marketplace', () => {
  forDrawnData(({ listings, strategies }) => {
    const marketplaces = new Map(strategies.map(({ id, marketplace }) => [id, marketplace]));
    for (const { strategyId, marketplace } of listings) {
      expect([marketplace, null]).toContain(marketplaces.get(strategyId!));
    }
  });
});

test('strategies have names of their own, one default and an adjustment that fits', () => {
  forDrawnData(({ strategies }) => {
    unique(strategies.map(({ id }) => id));
    unique(strategies.map(({ name }) => name));
    expect(strategies.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(strategies.filter(({ isDefault, enabled }) => isDefault && !enabled)).toHaveLength(0);
    for (const { id, type, marketplace, adjustment, createdAt, updatedAt } of strategies) {
      expect(id).toMatch(uuidV4);
      expect(['buy_box', 'competitive', 'external', 'ai']).toContain(type);
      expect(['amazon', 'walmart', null]).toContain(marketplace);
      expect(time(updatedAt)).toBeGreaterThanOrEqual(time(createdAt));
      expect(adjustment === null).toBe(type === 'ai');
      if (adjustment === null) continue;
      expect(['unit', 'percentage']).toContain(adjustment.kind);
      expect(['below', 'match', 'above']).toContain(adjustment.direction);
      expect(hundredths(adjustment.value) === 0).toBe(adjustment.direction === 'match');
      expect(adjustment.value).toBeGreaterThanOrEqual(0);
    }
  });
});

test('report runs have an error exactly when they fail, and their period ends before they begin', () => {
  forDrawnData(({ reportRuns }) => {
    unique(reportRuns.map(({ id }) => id));
    for (const run of reportRuns) {
      expect(run.id).toMatch(uuidV7);
      expect(run.error !== null).toBe(run.outcome === 'failed');
      expect(time(run.dateFrom)).toBeLessThanOrEqual(time(run.dateTo));
      if (run.createdAt !== null) {
        expect(time(run.dateTo)).toBeLessThanOrEqual(time(run.createdAt));
        expect(time(run.createdAt) + run.queuedMs + run.runningMs).toBeLessThanOrEqual(reference);
      }
    }
  });
});

test('three report runs begin with the world, and past ones have ended in every way', () => {
  forDrawnData(({ reportRuns }) => {
    const live = reportRuns.filter(({ createdAt }) => createdAt === null);
    const course = ({ outcome, queuedMs, runningMs }: ReportRun) => [outcome, queuedMs, runningMs];
    expect(live.map(course)).toEqual([
      ['completed', 5000, 15_000],
      ['failed', 10_000, 30_000],
      ['cancelled', 30_000, 0],
    ]);
    const past = reportRuns.filter(({ createdAt }) => createdAt !== null);
    expect(new Set(past.map(({ outcome }) => outcome))).toEqual(
      new Set(['completed', 'failed', 'cancelled']),
    );
    const completed = past.filter(({ outcome }) => outcome === 'completed');
    expect(new Set(completed.map(({ kept }) => kept))).toEqual(new Set([true, false]));
  });
});

test('the share of each trait is about what it should be', () => {
  const { listings } = generate({ seed: 2, set: 'large', listings: 20_000 });
  expect(Math.abs(share(listings, ({ marketplace }) => marketplace === 'amazon') - 0.7)).toBeLessThan(0.02);
  expect(share(listings, ({ sku }) => !plainSku.test(sku))).toBeCloseTo(0.02, 3);
  expect(Math.abs(share(listings, ({ condition }) => condition === 'new') - 0.85)).toBeLessThan(0.02);
  expect(Math.abs(share(listings, ({ repricingEnabled }) => repricingEnabled) - 0.92)).toBeLessThan(0.02);
  expect(Math.abs(share(listings, ({ quantity }) => quantity === 0) - 0.06)).toBeLessThan(0.02);
  expect(share(listings, ({ status, quantity }) => status === 'inactive' && quantity > 0)).toBeCloseTo(
    0.03,
    1,
  );
  const dollars = listings.filter(({ currency }) => currency === 'USD');
  expect(share(dollars, ({ currentPrice }) => currentPrice >= 8 && currentPrice <= 60)).toBeGreaterThan(0.7);
  expect(share(dollars, ({ currentPrice }) => currentPrice > 999)).toBe(0);
  expect(share(dollars, ({ currentPrice }) => /\.(?:99|95|49)$/.test(`${currentPrice}`))).toBeGreaterThan(
    0.8,
  );
  for (const nasty of [/ /, /\//, /\+/, /%/, /[^ -~]/, /^0/]) {
    expect(share(listings, ({ sku }) => nasty.test(sku))).toBeGreaterThan(0);
  }
});

const many = amount(10_000, 100_000);

test(`${many.toLocaleString('en')} listings have identifiers of their own`, () => {
  const { listings } = generate({ seed: 4, set: 'large', listings: many });
  unique(listings.map(({ id }) => id));
  unique(listings.map(({ externalId }) => externalId));
  unique(listings.map(({ marketplace, sku }) => `${marketplace} ${sku}`));
});

test('incomplete takes bounds or strategy from its share of listings and changes nothing else', () => {
  const complete = generate({ seed: 6, set: 'large' });
  const some = generate({ seed: 6, set: 'large', incomplete: 0.08 });
  const all = generate({ seed: 6, set: 'large', incomplete: 1 });
  const isIncomplete = ({ minPrice, maxPrice, strategyId }: Listing) =>
    minPrice === null || maxPrice === null || strategyId === null;
  expect(share(complete.listings, isIncomplete)).toBe(0);
  expect(Math.abs(share(some.listings, isIncomplete) - 0.08)).toBeLessThan(0.02);
  expect(share(all.listings, isIncomplete)).toBe(1);
  const restored = some.listings.map((listing, at) => {
    const { minPrice, maxPrice, strategyId } = complete.listings[at]!;
    return { ...listing, minPrice, maxPrice, strategyId };
  });
  expect(restored).toEqual(complete.listings);
});

test('archived archives some listings and leaves the others as they were', () => {
  const without = generate({ seed: 6, set: 'large' });
  const { listings } = generate({ seed: 6, set: 'large', archived: true });
  const archived = listings.filter(({ status }) => status === 'archived');
  expect(archived.length).toBeGreaterThan(100);
  expect(archived.every((listing) => !listing.repricingEnabled && listing.buyBox === null)).toBe(true);
  for (const [at, listing] of listings.entries()) {
    if (listing.status !== 'archived') expect(listing).toEqual(without.listings[at]);
  }
});

test('tiny and edge are the same for every seed and setting, with ids that never clash', () => {
  const tiny = generate({ seed: 1, set: 'tiny' });
  const edge = generate({ seed: 1, set: 'edge' });
  const settings = { seed: 99, incomplete: 1, archived: true } as const;
  expect(generate({ ...settings, set: 'tiny' })).toEqual(tiny);
  expect(generate({ ...settings, set: 'edge' })).toEqual(edge);
  unique(
    [tiny, edge].flatMap((data) =>
      [...data.listings, ...data.strategies, ...data.reportRuns].map(({ id }) => id),
    ),
  );
});

test('edge holds what breaks hasty clients', () => {
  const { listings, strategies, reportRuns } = generate({ seed: 1, set: 'edge' });
  const has = (trait: (listing: Listing) => boolean) => {
    expect(listings.some(trait)).toBe(true);
  };
  has(({ minPrice, maxPrice, strategyId }) => minPrice === null && maxPrice === null && strategyId === null);
  has(({ minPrice, maxPrice, currentPrice }) => minPrice === maxPrice && minPrice === currentPrice);
  has(({ quantity }) => quantity === 0);
  has(({ currency }) => currency === 'JPY');
  has(({ sku }) => sku.length === 40);
  has(({ title }) => title.length === 200);
  has(({ currentPrice }) => currentPrice === 0.01);
  has(({ currentPrice }) => currentPrice === 999_999.99);
  has(({ condition }) => !conditions.includes(condition));
  has(({ title }) => /\p{Script=Arabic}/u.test(title) && /\p{Emoji_Presentation}/u.test(title));
  has(({ strategyId }) => strategies.some(({ id, enabled }) => id === strategyId && !enabled));
  unique(listings.map(({ marketplace, sku }) => `${marketplace} ${sku}`));
  expect(strategies.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(new Set(reportRuns.map(({ outcome }) => outcome)).size).toBe(3);
  expect(reportRuns.filter(({ outcome, kept }) => outcome === 'completed' && !kept)).toHaveLength(1);
});

const refusals: readonly (readonly [options: SeedOptions, message: string])[] = [
  [{ seed: 1.5, set: 'default' }, 'seed: 1.5 is not a whole number from 0 to 4294967295'],
  [{ seed: -1, set: 'tiny' }, 'seed: -1 is not a whole number from 0 to 4294967295'],
  [
    { seed: 1, set: 'tiny', listings: 3 },
    'listings: the data set "tiny" has a fixed number of listings; choose the set default or large',
  ],
  [{ seed: 1, set: 'default', listings: 100_001 }, 'listings: 100001 is not a whole number from 0 to 100000'],
  [{ seed: 1, set: 'default', incomplete: Number.NaN }, 'incomplete: NaN is not a number from 0 to 1'],
  [
    { seed: 1, set: 'huge' as 'large' },
    'set: there is no data set "huge"; choose tiny, default, large, edge, empty',
  ],
];

test.each(refusals)('%o is refused', (options, message) => {
  expect(() => generate(options)).toThrow(new RangeError(message));
});

test('seed 1 gives the committed data, byte for byte', async () => {
  const text = writeFixtures(generate({ seed: 1, set: 'default' }));
  await expect(text, regenerate).toMatchFileSnapshot('../golden/default-seed-1.json');
});

test.each(['tiny', 'edge'] as const)('fixtures/%s.json is the set of that name', async (set) => {
  const text = writeFixtures(generate({ seed: 1, set }));
  await expect(text, regenerate).toMatchFileSnapshot(`../../fixtures/${set}.json`);
});
