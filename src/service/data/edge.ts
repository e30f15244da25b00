// Records that break hasty clients, hand-written with fixed ids. The title of a listing says what is odd about it.
import type { Listing, PartialDataSet, ReportRun, Strategy } from '../models/resources.ts';

/** Long enough that no test sees the end of it. */
const forEver = 10 * 365 * 24 * 60 * 60 * 1000;

const created = '2025-06-01T00:00:00.000Z';

const strategies = {
  standard: edgeId('5', 1),
  disabled: edgeId('5', 2),
  ai: edgeId('5', 3),
  /** §2 gives a strategy's id no form. */
  opaque: 'legacy/42 ä+%',
  unassigned: edgeId('5', 5),
} as const;

export function edgeRecords(): PartialDataSet {
  return { listings: edgeListings(), strategies: edgeStrategies(), reportRuns: edgeReportRuns() };
}

/** Ids of the groups 1 (listings), 5 (strategies) and 9 (report runs): `e0000000-0000-4000-8001-000000000001`. */
function edgeId(group: '1' | '5' | '9', number: number): string {
  return `e0000000-0000-4000-800${group}-${`${number}`.padStart(12, '0')}`;
}

function edgeListings(): Partial<Listing>[] {
  const named: readonly (readonly [title: string, changes: Partial<Listing>])[] = [
    [
      'Every nullable field is null',
      { upc: null, cost: null, minPrice: null, maxPrice: null, strategyId: null, buyBox: null },
    ],
    ['No lower bound', { minPrice: null }],
    ['No strategy', { strategyId: null }],
    ['All three prices equal', { minPrice: 20, maxPrice: 20, currentPrice: 20 }],
    ['Out of stock', { quantity: 0, status: 'inactive', buyBox: null }],
    ['Inactive with stock', { status: 'inactive', buyBox: null }],
    ['Repricing switched off', { repricingEnabled: false }],
    ['Disabled strategy', { strategyId: strategies.disabled }],
    ['Strategy id without the form of a UUID', { strategyId: strategies.opaque }],
    ['Unknown condition', { condition: 'collectible_like_new' }],
    [
      'Currency without decimals',
      { currency: 'JPY', cost: 1500, minPrice: 1800, maxPrice: 3000, currentPrice: 1980, shippingPrice: 0 },
    ],
    ['Smallest price', { cost: null, minPrice: 0.01, maxPrice: 0.01, currentPrice: 0.01 }],
    [
      'Largest price',
      { cost: 800_000, minPrice: 999_999.98, maxPrice: 999_999.99, currentPrice: 999_999.99 },
    ],
    // Times 100, these are 114.99999999999999 and 434.99999999999994 in floating point.
    ['Prices that are no binary fractions', { cost: 1, minPrice: 1.15, maxPrice: 4.35, currentPrice: 2.3 }],
    ['مصباح مكتبي \u202bRTL\u202c 👩‍👩‍👧 e\u0301 🇨🇭 ﷽', { sku: 'Größe-é-商品-👟' }],
    ['X', { sku: '0' }],
    [`${'Very long title '.repeat(12)}endings.`, { sku: 'SKU-OF-EXACTLY-FORTY-CHARACTERS-1234567X' }],
    ['Quotes "and", commas;\nand\ta line break', { sku: '=1+1,"A"' }],
    ['SKU with a space and a slash', { sku: 'A B/C' }],
    ['SKU with a plus and a percent sign', { sku: '100%+20&x=y#z?' }],
    ['SKU that looks encoded', { sku: '%2F..%2F' }],
    ['SKU with leading zeros', { sku: '0000123' }],
    ['SKU that looks like a float', { sku: '1E5' }],
    ['SKU that names a built-in property', { sku: '__proto__' }],
    [
      'The same SKU on the other marketplace',
      { sku: '0000123', marketplace: 'walmart', fulfillment: 'wfs', externalId: '999999999' },
    ],
    ['Version 7 id', { id: '0198b3f0-7c00-7abc-9def-0123456789ab' }],
    ['Version 1 id', { id: 'c232ab00-9414-11ec-b3c8-9f6bdeced846' }],
    [
      'Changed in the moment of its creation, at the reference time',
      { createdAt: '2026-01-01T00:00:00.000Z' },
    ],
  ];
  return named.map(([title, changes], at) => edgeListing(at + 1, { title, ...changes }));
}

function edgeListing(number: number, changes: Partial<Listing>): Partial<Listing> {
  const twoDigits = `${number}`.padStart(2, '0');
  const currentPrice = changes.currentPrice ?? 24.99;
  return {
    id: edgeId('1', number),
    sku: `EDGE-${twoDigits}`,
    externalId: `B0MOCKZZ${twoDigits}`,
    upc: '499999999998',
    fulfillment: 'fbm',
    cost: 15,
    currentPrice,
    shippingPrice: 3.99,
    minPrice: 19.95,
    maxPrice: 29.99,
    strategyId: strategies.standard,
    quantity: 1,
    buyBox: { winning: true, price: currentPrice },
    createdAt: created,
    updatedAt: changes.createdAt ?? '2025-07-01T00:00:00.000Z',
    ...changes,
  };
}

function edgeStrategies(): Partial<Strategy>[] {
  const strategy = { createdAt: created };
  const match = { kind: 'unit', direction: 'match', value: 0 };
  const half = { kind: 'percentage', direction: 'below', value: 0.5 };
  return [
    {
      ...strategy,
      id: strategies.standard,
      name: 'Standard',
      type: 'buy_box',
      isDefault: true,
      adjustment: match,
    },
    {
      ...strategy,
      id: strategies.disabled,
      name: 'Disabled',
      type: 'competitive',
      marketplace: 'amazon',
      enabled: false,
      adjustment: half,
    },
    {
      ...strategy,
      id: strategies.ai,
      name: 'No adjustment',
      type: 'ai',
      marketplace: 'walmart',
    },
    {
      ...strategy,
      id: strategies.opaque,
      name: 'Opaque id – “Größe”',
      type: 'external',
      adjustment: { kind: 'unit', direction: 'above', value: 0.01 },
    },
    {
      ...strategy,
      id: strategies.unassigned,
      name: 'Assigned to nothing',
      type: 'unheard_of',
      adjustment: { ...match },
    },
  ];
}

function edgeReportRuns(): Partial<ReportRun>[] {
  const past: Partial<ReportRun> = { createdAt: '2025-12-31T12:00:00.000Z' };
  const error = { code: 'marketplace_timeout', message: 'The marketplace did not answer in time.' };
  const changes: readonly Partial<ReportRun>[] = [
    { queuedMs: forEver },
    { queuedMs: 0, runningMs: forEver },
    { queuedMs: 0, runningMs: 0 },
    { ...past, type: 'listings_without_min_price' },
    { ...past, kept: false },
    { ...past, outcome: 'failed', error },
    { ...past, outcome: 'cancelled', runningMs: 0 },
    { ...past, type: 'unheard_of', marketplace: 'walmart', dateFrom: created, dateTo: created },
  ];
  return changes.map((change, at) => edgeReportRun(at + 1, change));
}

function edgeReportRun(number: number, changes: Partial<ReportRun>): Partial<ReportRun> {
  return {
    id: edgeId('9', number),
    queuedMs: 1000,
    runningMs: 1000,
    dateFrom: '2025-12-01T00:00:00.000Z',
    dateTo: '2025-12-31T00:00:00.000Z',
    ...changes,
  };
}
