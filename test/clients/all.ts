// The clients under test; curl where it is there.
import { axiosClient } from './axios.ts';
import type { OpenClient } from './contract.ts';
import { curlClient, curlIsThere } from './curl.ts';
import { gotClient } from './got.ts';
import { kyClient } from './ky.ts';
import { undiciClient } from './undici.ts';

if (!curlIsThere) process.stderr.write('There is no curl on this machine: its tests are skipped.\n');

export const clients: readonly (readonly [name: string, open: OpenClient])[] = [
  ['undici', undiciClient],
  ['got', gotClient],
  ['ky', kyClient],
  ['axios', axiosClient],
  ...(curlIsThere ? ([['curl', curlClient]] as const) : []),
];
