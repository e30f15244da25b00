// proxay: one YAML file for all, written anew with every request it records.

import { listingPath } from '../traffic.mjs';

export const proxay = {
  name: 'proxay',
  packageName: 'proxay',
  commandName: 'proxay',
  remarks: [
    'as it comes: replay looks for the most similar recorded request; with `--exact-request-matching` it would look for the same one',
    'it logs a line per request, which it has no option against: its output goes to the null device',
  ],
  plan({ script }, mode, upstream, folder) {
    const options = ['--mode', mode, '--tapes-dir', folder, '--host', upstream];
    return { script, args: (port) => ['--port', String(port), ...options], probe: listingPath(0) };
  },
};
