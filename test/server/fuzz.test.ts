// Goal G1 for the edge alone.
import { expect, test } from 'vitest';
import { ApiError, errorResponse } from '../../src/spec/errors.ts';
import { BodyTooLarge, jsonResponse } from '../../src/http/message.ts';
import type { ApiRequest, ApiResponse } from '../../src/http/message.ts';
import { fuzz } from '../support/fuzz.ts';
import { amount, soakSeed as seed } from '../support/soak.ts';
import { settings } from './start.ts';

const requests = amount(5_000, 50_000);

/** Reads some bodies, answers some at once and some later, and turns every error into an answer. */
async function handler(request: ApiRequest): Promise<ApiResponse> {
  const { method, path, origin } = request;
  try {
    if (method === 'DELETE') throw new ApiError('api_key_missing', 'No key.');
    if (method === 'OPTIONS') return { status: 204, headers: ['Allow', 'GET'], body: null };
    const bytes = await request.body.bytes(10_000);
    if (path === '/..') await new Promise(setImmediate);
    return jsonResponse(200, JSON.stringify({ method, path, size: bytes.length }));
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error, settings, origin);
    if (!(error instanceof BodyTooLarge)) throw error;
    const tooLarge = new ApiError('payload_too_large', 'Too large.', { close: true });
    return errorResponse(tooLarge, settings, origin);
  }
}

test(`no request breaks the server, and every answer is well-formed (seed ${seed})`, async () => {
  const report = await fuzz(handler, { settings }, { seed, requests });
  expect(report.requests).toBeGreaterThanOrEqual(requests);
  for (const status of [200, 204, 400, 401, 403, 405, 413, 414, 417, 431]) {
    expect([status, report.statuses[status] ?? 0]).not.toEqual([status, 0]);
  }
});
