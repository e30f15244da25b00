// The service that is recorded: answers every GET with the listing of that path, another one for another path.
//
//   node upstream.mjs <port>

import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listingText } from '../recordings.mjs';

/** The plan to launch this very file; see `processes.mjs`. */
export const upstream = {
  name: 'upstream',
  script: fileURLToPath(import.meta.url),
  args: (port) => [String(port)],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = createServer((request, response) => {
    const body = listingText(request.url.slice(request.url.lastIndexOf('/') + 1));
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Request-Id': `req_${process.hrtime.bigint()}`,
    });
    response.end(body);
  });
  server.keepAliveTimeout = 60_000; // no proxy shall meet a connection that is just being closed
  server.listen(Number(process.argv[2]), '127.0.0.1');
}
