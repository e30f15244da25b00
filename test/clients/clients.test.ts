// Real clients against the real program: their parsing, their retries, their downloads.

import { beforeAll, describe } from 'vitest';
import { serve, type Served } from '../support/serve.ts';
import { clients } from './all.ts';
import { clientContract } from './contract.ts';

let server: Served;
beforeAll(async () => {
  server = await serve('--data', 'tiny');
  return () => server.stop();
});

const url = () => server.url;

for (const [name, open] of clients) {
  describe.concurrent(name, () => {
    clientContract(name, open, url);
  });
}
