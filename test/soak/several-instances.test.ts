// Several mocks behind nginx, by the configuration of examples/nginx: each key's world lives in one of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nginx, startNginxWith } from '../support/nginx.ts';
import { freePort } from '../support/real-server.ts';
import type { RealServer } from '../support/real-server.ts';
import { userEnvironment } from '../support/serve.ts';
import { root } from './run.ts';

const example = join(root, 'examples/nginx/mocks.conf');
const token = 'a-token-for-all';
const keys = Array.from({ length: 200 }, (_, at) => `test_key-${at}`);
const listing = '/v1/listings/11111111-1111-4111-8111-111111111111';

const isHere = existsSync(nginx);
if (!isHere) console.warn('SKIPPED: there is no nginx here, so nothing was spread over several mocks.');

interface Instance {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** How many worlds it has open. */
  worlds(): Promise<number>;
}

/** A mock as the head of the example starts it. */
function instance(port: number): Instance {
  const url = `http://127.0.0.1:${port}`;
  const words = [
    join(root, 'dist/bin.cjs'),
    'serve',
    '--port',
    String(port),
    '--allow-host',
    '127.0.0.1',
    '--allow-host',
    'localhost',
  ];
  let end: (() => Promise<void>) | undefined;
  return {
    port,
    async start() {
      const child = spawn(
        process.execPath,
        [...words, '--data', 'tiny', '--log', 'json', '--control-token', token],
        { env: userEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const kill = (): void => {
        child.kill('SIGKILL');
      };
      process.once('exit', kill);
      const closed = once(child, 'close');
      end = async () => {
        child.kill('SIGTERM');
        await closed;
        process.off('exit', kill);
      };
      await Promise.race([once(child.stdout, 'data'), closed]);
      expect(child.exitCode).toBe(null);
      child.stdout.resume();
    },
    async stop() {
      await end?.();
      end = undefined;
    },
    async worlds() {
      const response = await fetch(`${url}/__mock/worlds`, { headers: { Authorization: `Bearer ${token}` } });
      return ((await response.json()) as unknown[]).length;
    },
  };
}

describe.skipIf(!isHere)('three mocks behind nginx', () => {
  let folder: string;
  let server: RealServer;
  let instances: Instance[];
  let gate: string;
  /** The instances as nginx names them. */
  let order: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pricing-mock-nginx-'));
    const ports = new Map<string, number>();
    for (const port of ['5300', '5301', '5302', '5303', '5311', '5312', '5313'])
      ports.set(port, await freePort());
    const config = (await readFile(example, 'utf8')).replaceAll(/\b53\d\d\b/g, (port) =>
      String(ports.get(port)),
    );
    instances = ['5311', '5312', '5313'].map((port) => instance(ports.get(port)!));
    for (const each of instances) await each.start();
    server = await startNginxWith(folder, ports.get('5300')!, config);
    gate = `http://${server.host}`;
    order = ['5301', '5302', '5303'].map((port) => `127.0.0.1:${ports.get(port)}`);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    for (const each of instances) await each.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The lower bound that a key reads, or the status that is not 200; and which instance has answered. */
  const ask = async (key: string) => {
    const response = await fetch(gate + listing, { headers: { 'X-API-KEY': key } });
    const { minPrice } = (await response.json().catch(() => ({}))) as { readonly minPrice?: number };
    return { read: minPrice ?? response.status, by: response.headers.get('x-mock-instance') ?? '' };
  };
  const readBy = async (home: readonly string[]) =>
    Promise.all(home.map(async (key) => (await ask(key)).read));
  const bound = (key: string) => (100 + keys.indexOf(key)) / 100;
  const worlds = async (of: readonly Instance[]) => Promise.all(of.map(async (each) => each.worlds()));

  /** The keys of each instance, in the order of their numbers. */
  let homes: string[][];

  test('each of 200 keys reads its own writes back, and none is in two instances', async () => {
    const found = new Map<string, string[]>();
    for (const key of keys) {
      const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ minPrice: bound(key) });
      const written = await fetch(`${gate}${listing}/price`, { method: 'PATCH', headers, body });
      expect(written.status).toBe(200);
      const by = written.headers.get('x-mock-instance')!;
      found.set(by, [...(found.get(by) ?? []), key]);
    }
    for (const [by, home] of found) {
      for (const key of home) expect(await ask(key)).toEqual({ read: bound(key), by });
    }
    homes = [...found]
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([, home]) => home);
    expect(homes).toHaveLength(3);
    for (const home of homes) expect(home.length).toBeGreaterThan(20);
    expect(await worlds(instances)).toEqual(homes.map((home) => home.length));
  });

  test('the links to report files lead to the instance that has them', async () => {
    for (const home of homes) {
      const response = await fetch(`${gate}/v1/reports`, { headers: { 'X-API-KEY': home[0]! } });
      const links = [...(await response.text()).matchAll(/"url":"([^"]+\.csv\?[^"]+)"/g)].map(
        ([, url]) => url!,
      );
      expect(links).not.toEqual([]);
      for (const link of links) expect(await (await fetch(link)).text()).toMatch(/^SKU,/);
    }
  });

  test('an instance that starts again has new worlds; those of the others stay', async () => {
    await instances[0]!.stop();
    expect(await readBy(homes[0]!)).toEqual(homes[0]!.map(() => 502));
    await instances[0]!.start();
    expect(await readBy(homes[0]!)).toEqual(homes[0]!.map(() => 15.99));
    expect(await readBy(homes.slice(1).flat())).toEqual(homes.slice(1).flat().map(bound));
  });

  test('an instance that is taken out gives its keys to the others, where they begin anew', async () => {
    const file = join(folder, 'nginx.conf');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^(.*) max_fails=0;$/m, '$1 down;'));
    process.kill(Number(await readFile(join(folder, 'nginx.pid'), 'utf8')), 'SIGHUP');
    await instances[0]!.stop();
    // nginx takes its new configuration a moment later.
    await expect.poll(async () => (await ask(homes[0]![0]!)).read, { timeout: 100_000 }).toBe(15.99);
    expect(await readBy(homes[0]!)).toEqual(homes[0]!.map(() => 15.99));
    expect(await readBy(homes.slice(1).flat())).toEqual(homes.slice(1).flat().map(bound));
    const [second = 0, third = 0] = await worlds(instances.slice(1));
    expect(second + third).toBe(keys.length);
  });
});
