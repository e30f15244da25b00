// Real clients against the real program: their parsing, their retries, their downloads.

import { beforeAll, describe } from 'vitest';
import { serve, type Served } from '../support/serve.ts';
import { axiosClient } from './axios.ts';
import { clientContract } from './contract.ts';
import { curlClient, curlIsThere } from './curl.ts';
import { gotClient } from './got.ts';
import { kyClient } from './ky.ts';
import { undiciClient } from './undici.ts';

let server: Served;
beforeAll(async () => {
  server = await serve('--data', 'tiny');
  return () => server.stop();
});

const url = () => server.url;

describe.concurrent('undici', () => {
  clientContract('undici', undiciClient, url);
});
describe.concurrent('got', () => {
  clientContract('got', gotClient, url);
});
describe.concurrent('ky', () => {
  clientContract('ky', kyClient, url);
});
describe.concurrent('axios', () => {
  clientContract('axios', axiosClient, url);
});

if (!curlIsThere) process.stderr.write('There is no curl on this machine: its tests are skipped.\n');
describe.skipIf(!curlIsThere).concurrent('curl', () => {
  clientContract('curl', curlClient, url);
});
