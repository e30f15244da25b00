// Small recordings, written as a test would say them.
import type { HeaderPair, Interaction, RecordedBody, Recording } from '../../src/recording/format.ts';
import { requestKey } from '../../src/recording/request-key.ts';

export const listingA = '11111111-1111-4111-8111-111111111111';
export const listingB = '22222222-2222-4222-8222-222222222222';
export const upstream = 'https://api.example.com';

export interface Said {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly sent?: unknown;
  readonly requestHeaders?: readonly HeaderPair[];
  readonly status?: number;
  readonly answer?: unknown;
  readonly body?: RecordedBody;
  readonly headers?: readonly HeaderPair[];
  readonly milliseconds?: number;
}

export function recordingOf(...said: readonly Said[]): Recording {
  return {
    format: 'pricing-mock-recording',
    version: 1,
    upstream,
    interactions: said.map((one, at) => interactionOf(one, at)),
  };
}

export function interactionOf(said: Said, at: number): Interaction {
  const { method = 'GET', path, query = '', sent, status = 200, answer, headers } = said;
  const typed: HeaderPair[] = sent === undefined ? [] : [['Content-Type', 'application/json']];
  const { requestHeaders = typed } = said;
  return {
    id: `${at + 1}-${method.toLowerCase()}`,
    at: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    milliseconds: said.milliseconds ?? 5,
    request: {
      method,
      path,
      query,
      headers: requestHeaders,
      body: sent === undefined ? null : { json: sent },
    },
    response: {
      status,
      reason: status === 200 ? 'OK' : '',
      headers: headers ?? [['Content-Type', 'application/json']],
      body: said.body ?? (answer === undefined ? null : { json: answer }),
    },
  };
}

export function keyOf(said: Said): string {
  return requestKey(interactionOf(said, 0).request);
}

export const readListing = (id: string, minPrice?: number): Said => ({
  path: `/v1/listings/${id}`,
  answer: { id, minPrice, maxPrice: 20, strategyId: 's1' },
});

export const patchPrice = (id: string, minPrice: number, status = 200): Said => ({
  method: 'PATCH',
  path: `/v1/listings/${id}/price`,
  sent: { minPrice, maxPrice: 30 },
  status,
  answer:
    status === 200
      ? { id, minPrice, maxPrice: 30, strategyId: 's1' }
      : { error: { code: 'rate_limited', message: 'Too many requests.' } },
});

export const readList = (...prices: readonly number[]): Said => ({
  path: '/v1/listings',
  answer: {
    data: prices.map((minPrice, at) => ({ id: [listingA, listingB][at], minPrice })),
    has_more: false,
  },
});

export const readReports: Said = {
  path: '/v1/reports',
  answer: {
    data: [
      {
        id: 'r1',
        status: 'completed',
        downloadLinks: [{ url: 'http://recording.invalid/__mock/files/abc.csv' }],
      },
    ],
  },
};
