// The smallest world worth showing: hand-written, with ids and values that read well in documentation.
import type { PartialDataSet } from '../models/resources.ts';

const strategyA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const listingA = '11111111-1111-4111-8111-111111111111';
const strategyB = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const reportRunA = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';

/** Records of this set for the examples of documents; the strategy is one that the listing does not have. */
export const exampleIds = { listing: listingA, strategy: strategyB, reportRun: reportRunA } as const;

export function tinyRecords(): PartialDataSet {
  return {
    listings: [
      {
        id: listingA,
        marketplace: 'amazon',
        sku: 'KB-1001-BLUE',
        externalId: 'B0MOCK0001',
        upc: '400000000015',
        title: 'Bamboo Cutting Board',
        fulfillment: 'fba',
        cost: 12.5,
        currentPrice: 19.99,
        shippingPrice: 0,
        minPrice: 15.99,
        maxPrice: 24.99,
        strategyId: strategyA,
        quantity: 120,
        status: 'active',
        buyBox: { winning: true, price: 19.99 },
        createdAt: '2025-12-01T09:00:00.000Z',
        updatedAt: '2025-12-20T12:00:00.000Z',
      },
      {
        id: '22222222-2222-4222-8222-222222222222',
        marketplace: 'walmart',
        sku: 'LM-2002-DESK',
        externalId: '100000002',
        upc: '400000000022',
        title: 'Desk Lamp',
        fulfillment: 'seller',
        cost: 20,
        currentPrice: 34.95,
        shippingPrice: 4.99,
        minPrice: 26.49,
        maxPrice: 44.95,
        strategyId: strategyB,
        quantity: 8,
        status: 'active',
        buyBox: { winning: false, price: 33.49 },
        createdAt: '2025-11-01T09:00:00.000Z',
        updatedAt: '2025-12-18T08:30:00.000Z',
      },
      {
        id: '33333333-3333-4333-8333-333333333333',
        marketplace: 'amazon',
        sku: 'MG-3003-RED',
        externalId: 'B0MOCK0003',
        upc: null,
        title: 'Travel Mug',
        condition: 'used_good',
        fulfillment: 'fbm',
        cost: 6,
        currentPrice: 9.95,
        shippingPrice: 2.99,
        minPrice: 7.49,
        maxPrice: 12.99,
        strategyId: strategyA,
        quantity: 0,
        status: 'inactive',
        buyBox: null,
        createdAt: '2025-10-01T09:00:00.000Z',
        updatedAt: '2025-12-15T17:45:00.000Z',
      },
    ],
    strategies: [
      {
        id: strategyA,
        name: 'Buy Box Chaser',
        type: 'buy_box',
        marketplace: null,
        isDefault: true,
        adjustment: { kind: 'unit', direction: 'match', value: 0 },
        createdAt: '2025-09-01T09:00:00.000Z',
        updatedAt: '2025-09-01T09:00:00.000Z',
      },
      {
        id: strategyB,
        name: 'Profit Guard',
        type: 'competitive',
        marketplace: 'walmart',
        isDefault: false,
        adjustment: { kind: 'percentage', direction: 'above', value: 2.5 },
        createdAt: '2025-09-02T09:00:00.000Z',
        updatedAt: '2025-09-15T10:00:00.000Z',
      },
    ],
    reportRuns: [
      {
        id: reportRunA,
        type: 'inventory',
        createdAt: null,
        runningMs: 10_000,
        marketplace: null,
        dateFrom: '2025-12-01T00:00:00.000Z',
        dateTo: '2026-01-01T00:00:00.000Z',
        requestedBy: 'dashboard',
      },
      {
        id: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
        type: 'pricing_activity',
        createdAt: '2025-12-31T06:00:00.000Z',
        runningMs: 25_000,
        marketplace: 'amazon',
        dateFrom: '2025-12-01T00:00:00.000Z',
        dateTo: '2025-12-31T00:00:00.000Z',
        requestedBy: 'schedule',
      },
    ],
  };
}
