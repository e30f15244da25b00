// Our port with nothing behind it: what a request costs before and after any handler.
//
//   node port.mjs <port> <bin> <file>   answers the file's bytes, held in memory, with the headers of the mock's answers

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromBuild } from '../recordings.mjs';

/** The plan to launch this very file; see `processes.mjs`. */
export function emptyPort(bin, file) {
  return {
    name: 'the port alone',
    script: fileURLToPath(import.meta.url),
    args: (port) => [String(port), bin, file],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, bin, file] = process.argv.slice(2);
  const { listen } = await fromBuild(bin, 'doors/port/listen.js');
  const { createSettings } = await fromBuild(bin, 'spec/settings.js');
  const body = readFileSync(file);
  const headers = ['Content-Type', 'application/json', 'X-Request-Id', 'req_00000001'];
  const options = { host: '127.0.0.1', port: Number(port), settings: createSettings() };
  await listen(() => ({ status: 200, headers, body }), options);
}
