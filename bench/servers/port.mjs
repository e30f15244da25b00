// Our port with nothing behind it: what a request costs before and after any handler.
//
//   node port.mjs <port> <file>   answers the file's bytes, held in memory, with the headers of the mock's answers

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listen } from '../../dist/doors/port/listen.js';
import { createSettings } from '../../dist/spec/settings.js';

/** The plan to launch this very file; see `processes.mjs`. */
export function emptyPort(file) {
  return {
    name: 'the port alone',
    script: fileURLToPath(import.meta.url),
    args: (port) => [String(port), file],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, file] = process.argv.slice(2);
  const body = readFileSync(file);
  const headers = ['Content-Type', 'application/json', 'X-Request-Id', 'req_00000001'];
  const options = { host: '127.0.0.1', port: Number(port), settings: createSettings() };
  await listen(() => ({ status: 200, headers, body }), options);
}
