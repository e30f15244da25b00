// json-server: a db.json, and rewrite rules that lead our paths to it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../processes.mjs';
import { pricePath } from '../traffic.mjs';

export const jsonServer = {
  name: 'json-server',
  packageName: 'json-server',
  commandName: 'json-server',
  remarks: [
    'PATCH price by a rewrite rule onto its own PATCH /listings/{id}; it merges any body without a check, and writes db.json',
    'run with `--quiet`',
  ],
  patchPath: pricePath,
  plan(script, listings) {
    const folder = temporaryFolder();
    const [data, routes] = [join(folder, 'db.json'), join(folder, 'routes.json')];
    writeFileSync(data, JSON.stringify({ listings }));
    writeFileSync(routes, JSON.stringify({ '/v1/listings/:id/price': '/listings/:id', '/v1/*': '/$1' }));
    const options = ['--host', '127.0.0.1', '--routes', routes, '--quiet'];
    return { script, cwd: folder, args: (port) => [data, '--port', String(port), ...options] };
  },
};
