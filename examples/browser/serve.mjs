// node serve.mjs <folder> [port]: the files of a folder over http, and nothing else of the disk.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** @returns a server that listens on this machine only; port 0 is a free one */
export function serveFolder(folder, port = 0) {
  const server = createServer(async ({ url }, response) => {
    const name = basename(new URL(url, 'http://localhost').pathname) || 'index.html';
    const file = await readFile(join(folder, name)).catch(() => undefined);
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': types[extname(name)] ?? 'text/plain',
    });
    response.end(file);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serveFolder(process.argv[2], Number(process.argv[3] ?? 8080));
  console.log(`http://localhost:${server.address().port}`);
}
