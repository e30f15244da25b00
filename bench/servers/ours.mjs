// How the product is started for a measurement.

import { fileURLToPath } from 'node:url';
import { listingPath } from '../traffic.mjs';

export const ownBin = fileURLToPath(new URL('../../dist/bin.cjs', import.meta.url));

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

/** As a user records a service on this machine, but without the pause between requests. */
export function recorder(bin, upstream, folder) {
  const options = [upstream, '--dir', folder, '--name', recordingName, '--pace', 'off'];
  return { ...plan('pricing-mock record', bin, options, 'record'), probe: listingPath(0) };
}

/** Of what `recorder` records. */
export const recordingName = 'bench';

/** As a user replays a recording of `bench/recordings.mjs` or of `recorder`. */
export function replayer(bin, file) {
  return { ...plan('pricing-mock replay', bin, [file], 'replay'), probe: listingPath(0) };
}

function plan(name, bin, options, command = 'serve') {
  return {
    name,
    script: bin,
    args: (port) => [command, '--port', String(port), '--log', 'silent', ...options],
    probe: '/v1/listings?limit=50',
    headers,
  };
}
