// Our port with nothing behind it: what a request costs before and after any handler.
//
//   node port.mjs <port> <bin> bytes <file>    answers the file's bytes, held in memory, with the headers of the mock's answers
//   node port.mjs <port> <bin> update <file>   reads each body, puts it into the listing of the path and answers that, as
//                                              bare.mjs does: the least that a PATCH can cost behind this port

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromBuild } from '../recordings.mjs';
import { updating } from './bare.mjs';

/** The plan to launch this very file; see `processes.mjs`. */
export function emptyPort(bin, task, file) {
  return {
    name: `the port alone (${task})`,
    script: fileURLToPath(import.meta.url),
    args: (port) => [String(port), bin, task, file],
  };
}

const headers = ['Content-Type', 'application/json', 'X-Request-Id', 'req_00000001'];

const tasks = {
  bytes(file) {
    const body = readFileSync(file);
    return () => ({ status: 200, headers, body });
  },
  update(file) {
    const update = updating(file);
    return async (request) => {
      const sent = Buffer.from(await request.body.bytes(10_000)).toString();
      const fields = sent === '' ? {} : JSON.parse(sent);
      return { status: 200, headers, body: JSON.stringify(update(fields, request.path)) };
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, bin, task, file] = process.argv.slice(2);
  const { listen } = await fromBuild(bin, 'doors/port/listen.js');
  const { createSettings } = await fromBuild(bin, 'spec/settings.js');
  const options = { host: '127.0.0.1', port: Number(port), settings: createSettings() };
  await listen(tasks[task](file), options);
}
