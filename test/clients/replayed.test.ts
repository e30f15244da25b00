// A recording of the mock satisfies the clients as the mock does. A recording is one account's way through the service
// and tells no keys apart, so each client's worlds are recorded one by one, each into a file of its own. All clients do so in
// the soak, two in `npm test`.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCommand } from '../cli/command.ts';
import type { Started } from '../cli/command.ts';
import { serve } from '../support/serve.ts';
import type { Served } from '../support/serve.ts';
import { first } from '../support/soak.ts';
import { clients } from './all.ts';
import { clientContract, keyOf, worlds } from './contract.ts';

const recorded = first(2, clients);
const keys = recorded.flatMap(([name]) => worlds.map((world) => keyOf(name, world)));
let mock: Served;
let dir: string;
let servers = new Map<string, Started>();
const url = (key: string): string => servers.get(key)!.url;

async function startAll(words: (key: string) => readonly string[]): Promise<void> {
  const started = keys.map(async (key) => {
    const options = ['--dir', dir, '--port', '0', '--log', 'json'];
    return [key, await startCommand([...words(key), ...options])] as const;
  });
  servers = new Map(await Promise.all(started));
}

/** @returns what is not well about the ways in which they ended */
async function stopAll(): Promise<unknown[]> {
  const codes = Array.from(servers, async ([key, server]) => {
    server.signal();
    const code = await server.code;
    return code === 0 ? [] : [key, code, server.err()];
  });
  return (await Promise.all(codes)).flat();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pricing-mock-clients-'));
  mock = await serve('--data', 'tiny');
});
afterAll(async () => {
  await mock.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('through a recorder', () => {
  beforeAll(() => startAll((key) => ['record', mock.url, '--name', key, '--pace', 'off']));
  afterAll(async () => {
    expect(await stopAll()).toEqual([]);
    await mock.stop();
  });
  for (const [name, open] of recorded) {
    describe.concurrent(name, () => {
      clientContract(name, open, url);
    });
  }
});

describe('replayed, with the mock gone and no miss', () => {
  beforeAll(() => startAll((key) => ['replay', key, '--fail-on-miss']));
  afterAll(async () => {
    expect(await stopAll()).toEqual([]);
  });
  test('there is a recording for each client and world', async () => {
    expect((await readdir(dir)).sort()).toEqual(keys.map((key) => `${key}.json`).sort());
    await expect(fetch(mock.url)).rejects.toThrow();
  });
  for (const [name, open] of recorded) {
    describe.concurrent(name, () => {
      clientContract(name, open, url);
    });
  }
});
