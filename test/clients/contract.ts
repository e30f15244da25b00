// What every HTTP client must be able to do with the server, whatever its habits.

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** A client set up as one of its users would do it: it sends the key, and it tries again after a 429. */
export interface Client {
  readonly get: (path: string) => Promise<Answer>;
  readonly patch: (path: string, body: object) => Promise<Answer>;
  /** @param url absolute; the request carries no key */
  readonly download: (url: string) => Promise<Uint8Array>;
  /** How many 429 answers the client has met and repeated the request for. */
  readonly retries: () => number;
}

/** What the client itself made of an answer, also of one that it throws as an error. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type OpenClient = (url: string, key: string) => Client;

interface Listing {
  readonly id: string;
  readonly minPrice: number;
  readonly maxPrice: number;
  readonly strategyId: string;
}

interface Link {
  readonly format: string;
  readonly url: string;
  readonly sizeBytes: number;
  readonly compression: string | null;
}

const first = '11111111-1111-4111-8111-111111111111';
const nowhere = '99999999-9999-4999-8999-999999999999';

/** What the keys of a client stand for: a world for each test. */
export const worlds = ['list', 'price', 'strategy', 'errors', 'limit', 'report'] as const;
type World = (typeof worlds)[number];

export function keyOf(name: string, world: World): string {
  return `test_${name}_${world}`;
}

/**
 * Declares the tests of one client.
 * @param name also a part of the keys: each test has a world, and so limits, of its own
 * @param url of a server with the data set `tiny`, for a key
 */
export function clientContract(name: string, open: OpenClient, url: (key: string) => string): void {
  const client = (world: World): Client => open(url(keyOf(name, world)), keyOf(name, world));

  test.concurrent('lists the listings and reads one', async () => {
    const api = client('list');
    const list = await api.get('/v1/listings');
    expect(list).toMatchObject({ status: 200, body: { has_more: false } });
    expect(records(list)).toHaveLength(3);

    const listing = (records(list) as readonly Listing[]).find(({ id }) => id === first);
    expect(await api.get(`/v1/listings/${first}`)).toEqual({ status: 200, body: listing });
  });

  test.concurrent('changes a price, and later reads show it', async () => {
    const api = client('price');
    const bounds = { minPrice: 12.34, maxPrice: 56.78 };
    const changed = await api.patch(`/v1/listings/${first}/price`, bounds);
    expect(changed).toMatchObject({ status: 200, body: { id: first, ...bounds } });
    expect(await api.get(`/v1/listings/${first}`)).toEqual(changed);
    expect(records(await api.get('/v1/listings'))).toContainEqual(changed.body);
  });

  test.concurrent('assigns another strategy, and later reads show it', async () => {
    const api = client('strategy');
    const before = (await api.get(`/v1/listings/${first}`)).body as Listing;
    const strategies = records(await api.get('/v1/strategies')) as readonly { readonly id: string }[];
    const strategyId = strategies.find(({ id }) => id !== before.strategyId)!.id;
    const changed = await api.patch(`/v1/listings/${first}/strategy`, { strategyId });
    expect(changed).toMatchObject({ status: 200, body: { id: first, strategyId } });
    expect(await api.get(`/v1/listings/${first}`)).toEqual(changed);
  });

  test.concurrent('reads the error object of a 404 and of a 400', async () => {
    const api = client('errors');
    expect(await api.get(`/v1/listings/${nowhere}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: expect.any(String) as string, param: 'id' } },
    });
    expect(await api.patch(`/v1/listings/${first}/price`, { minPrice: 'cheap' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', message: expect.any(String) as string, param: 'minPrice' } },
    });
    expect(api.retries()).toBe(0);
  });

  test.concurrent('waits after a 429 as Retry-After says, then succeeds', async () => {
    const api = client('limit');
    const bounds = { minPrice: 20, maxPrice: 30 };
    let started: number;
    let answer: Answer;
    do {
      // On a busy machine a second may pass between the five reads and the write: then once more, as often as it takes.
      const key = keyOf(name, 'limit');
      await spendSecond(url(key), key);
      started = performance.now();
      answer = await api.patch(`/v1/listings/${first}/price`, bounds);
    } while (api.retries() === 0);
    expect(answer).toMatchObject({ status: 200, body: { id: first, ...bounds } });
    expect(api.retries()).toBe(1);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  test.concurrent("downloads a report's file, plain and compressed", async () => {
    const api = client('report');
    const runs = records(await api.get('/v1/reports')) as readonly {
      readonly downloadLinks: readonly Link[];
    }[];
    const links = runs.flatMap((run) => run.downloadLinks).filter(({ format }) => format === 'csv');
    const plain = links.find(({ compression }) => compression === null)!;
    const packed = links.find(({ compression }) => compression === 'gzip')!;

    const text = await api.download(plain.url);
    expect(text).toHaveLength(plain.sizeBytes);
    expect(new TextDecoder().decode(text)).toMatch(/^SKU,/);

    const archive = await api.download(packed.url);
    expect(archive).toHaveLength(packed.sizeBytes);
    expect(Buffer.from(gunzipSync(archive))).toEqual(Buffer.from(text));
  });
}

function records(answer: Answer): readonly unknown[] {
  return (answer.body as { readonly data: readonly unknown[] }).data;
}

/** Uses up the five requests that a key has in a second (§8). */
async function spendSecond(url: string, key: string): Promise<void> {
  const read = async (): Promise<unknown> => {
    const response = await fetch(`${url}/v1/strategies`, { headers: { 'X-API-KEY': key } });
    return response.arrayBuffer();
  };
  await Promise.all(Array.from({ length: 5 }, read));
}
