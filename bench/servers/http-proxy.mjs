// The yardstick for the recorder: http-proxy with a keep-alive agent, which passes everything on and keeps nothing.
//
//   node http-proxy.mjs <port> <upstream>

import { Agent, createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import httpProxy from 'http-proxy';
import { listingPath } from '../traffic.mjs';

/** The plan to launch this very file; see `processes.mjs`. */
export function plainProxy(upstream, headers) {
  return {
    name: 'http-proxy',
    script: fileURLToPath(import.meta.url),
    args: (port) => [String(port), upstream],
    probe: listingPath(0),
    headers,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, target] = process.argv.slice(2);
  // The same agent as the recorder's.
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, scheduling: 'lifo' });
  const proxy = httpProxy.createProxyServer({ target, agent, changeOrigin: true });
  proxy.on('error', (_error, _request, response) => response.destroy());
  createServer((request, response) => proxy.web(request, response)).listen(Number(port), '127.0.0.1');
}
