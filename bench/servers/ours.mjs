// How the product is started for a measurement.

import { fileURLToPath } from 'node:url';

export const ownBin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

const headers = { 'X-API-KEY': 'test_key' };
// Both limits count every request and never refuse one.
const highLimits = ['--per-second', '1000000', '--per-minute', '60000000'];

/** As a load needs it: authentication, journal and both limits at work, no line logged per request. */
export function ours(bin, ...more) {
  return plan('pricing-mock', bin, [...highLimits, ...more]);
}

/** As a user starts it. */
export function oursAsShipped(bin) {
  return plan('pricing-mock', bin, []);
}

function plan(name, bin, options) {
  return {
    name,
    script: bin,
    args: (port) => ['serve', '--port', String(port), '--log', 'silent', ...options],
    probe: '/v1/listings?limit=50',
    headers,
  };
}
