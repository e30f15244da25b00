// One contract over four doors: what is asked at the port and what is answered there is asked and answered alike by
// the function and by msw, in Node and as its worker asks.
//
// What the platform forces, and therefore is not in the table:
// - Only the port sees what `fetch` cannot say: raw targets (`fetch` resolves `..` and drops fragments), TRACE and
//   CONNECT, repeated headers, `Host`, `Expect`, framing. Its guards against foreign pages concern it alone.
// - `Date`, `Connection` and the like belong to a connection.
// - The control API below `/__mock` is the port's; at the other doors the program holds the mock itself. The open
//   pages (`errors`, `assumptions`, `openapi.json`, downloads) are everywhere, `health`, the page at `/__mock/` and the
//   index at `/__mock` are a server's.
// - Without a base URL, msw leaves what is neither of a version nor below `/__mock/` to other handlers.
import { expect, test } from 'vitest';
import type { MockInput } from '../../src/index.ts';
import { ids } from '../support/app.ts';
import { baseUrlOf, doorNames, through } from './doors.ts';
import type { Answer, Door, Outcome } from './doors.ts';

interface Scenario {
  readonly title: string;
  readonly input?: MockInput;
  /** What else has to be alike besides the answers. */
  readonly run: (door: Door) => Promise<unknown>;
}

const frozen = { clock: '2026-01-05T00:00:00Z,frozen' } as const;
const { board, lamp, mug, nowhere, guard } = ids;

const jsonOf = (outcome: Outcome) => JSON.parse((outcome as Answer).body) as never;

/** The links of the first completed run, as the door gave them. */
async function links(door: Door): Promise<string[]> {
  const { data } = jsonOf(await door.ask('GET', '/v1/reports')) as {
    data: { status: string; downloads?: { url: string }[]; downloadUrl?: string }[];
  };
  return [...JSON.stringify(data).matchAll(/<base>(\/__mock\/downloads\/[^"\\]+)/g)].map(
    ([, path]) => `${door.base}${path}`,
  );
}

const scenarios: readonly Scenario[] = [
  {
    title: 'every endpoint answers',
    run: async (door) => {
      await door.ask('GET', '/v1/listings');
      await door.ask('GET', `/v1/listings/${board}`);
      await door.ask('GET', '/v1/strategies');
      await door.ask('GET', '/v1/reports');
      await door.ask('PATCH', `/v1/listings/${board}/price`, { json: { minPrice: 16 } });
      await door.ask('PATCH', `/v1/listings/${board}/strategy`, { json: { strategyId: guard } });
    },
  },
  {
    title: 'what is written is read, in the world of its key alone',
    run: async (door) => {
      await door.ask('PATCH', `/v1/listings/${lamp}/price`, { json: { minPrice: 30.5, maxPrice: 40 } });
      await door.ask('GET', `/v1/listings/${lamp}`);
      await door.ask('GET', `/v1/listings/${lamp}`, { key: 'test_b' });
      return [
        door.world('test_a').listings.get(lamp)?.minPrice,
        door.world('test_b').listings.get(lamp)?.minPrice,
      ];
    },
  },
  {
    title: 'keys are asked for',
    input: { key: 'my_key:2/300' },
    run: async (door) => {
      for (const key of [null, '', 'wrong', 'my_key', ' my_key ', 'test_', 'test_a']) {
        await door.ask('GET', '/v1/strategies', { key });
      }
      await door.ask('GET', '/v1/strategies', { key: null, headers: { Authorization: 'Bearer test_a' } });
    },
  },
  {
    title: 'no key is asked for where there is none to ask for',
    input: { noAuth: true },
    run: async (door) => {
      await door.ask('GET', '/v1/strategies', { key: null });
      await door.ask('GET', '/v1/strategies', { key: 'anything' });
      return door.world(door.key).requests.total;
    },
  },
  {
    title: 'errors are the same objects',
    run: async (door) => {
      await door.ask('GET', `/v1/listings/${nowhere}`);
      await door.ask('GET', '/v1/nothing');
      await door.ask('GET', '/v2/listings');
      await door.ask('GET', '/listings');
      await door.ask('GET', '/');
      await door.ask('POST', '/v1/listings', { json: {} });
      await door.ask('DELETE', `/v1/listings/${mug}`);
      await door.ask('PUT', `/v1/listings/${mug}/price`, { json: {} });
      const price = `/v1/listings/${mug}/price`;
      await door.ask('PATCH', price, { json: { minPrice: -1 } });
      await door.ask('PATCH', price, { json: { minPrice: 50, maxPrice: 5 } });
      await door.ask('PATCH', price, { json: { minPrice: '5' } });
      await door.ask('PATCH', price, { json: [] });
      await door.ask('PATCH', price, { json: {} });
      await door.ask('PATCH', price, {
        body: '{"minPrice":',
        headers: { 'Content-Type': 'application/json' },
      });
      await door.ask('PATCH', price, { body: '{}', headers: { 'Content-Type': 'text/plain' } });
      await door.ask('PATCH', price, {
        body: new Uint8Array([0xff]),
        headers: { 'Content-Type': 'application/json' },
      });
      await door.ask('PATCH', price, { headers: { 'Content-Type': 'application/json' } });
      await door.ask('PATCH', price, { body: new Uint8Array(2) });
      await door.ask('PATCH', `/v1/listings/${mug}/strategy`, { json: { strategyId: nowhere } });
      await door.ask('GET', '/v1/listings?limit=0');
      await door.ask('GET', '/v1/listings?limit=abc&colour=red');
      await door.ask('GET', `/v1/listings?starting_after=${nowhere}`);
    },
  },
  {
    title: 'HEAD and OPTIONS',
    run: async (door) => {
      await door.ask('HEAD', '/v1/listings');
      await door.ask('HEAD', `/v1/listings/${nowhere}`);
      await door.ask('HEAD', '/v1/listings', { key: null });
      await door.ask('OPTIONS', '/v1/listings', { key: null });
      await door.ask('OPTIONS', `/v1/listings/${board}/price`, { key: null });
      await door.ask('OPTIONS', '/v1/nothing', { key: null });
    },
  },
  {
    title: 'pages follow each other',
    run: async (door) => {
      await door.ask('GET', '/v1/listings?limit=2');
      await door.ask('GET', `/v1/listings?limit=2&starting_after=${lamp}`);
      await door.ask('GET', `/v1/listings?limit=1&ending_before=${mug}`);
      await door.ask('GET', '/v1/strategies?limit=1');
      await door.ask('GET', '/v1/listings?limit=1&limit=2');
    },
  },
  {
    title: 'both limits hold, and the clock lets go of them',
    input: { perSecond: 3, perMinute: 5, assume: { 'rate-headers': 'x-ratelimit' } },
    run: async (door) => {
      for (let at = 0; at < 4; at += 1) await door.ask('GET', '/v1/strategies');
      await door.ask('GET', '/v1/strategies', { key: 'test_b' });
      door.world('test_a').clock.advance('1s');
      for (let at = 0; at < 3; at += 1) await door.ask('GET', '/v1/strategies');
      door.world('test_a').clock.advance('60s');
      await door.ask('GET', '/v1/strategies');
    },
  },
  {
    title: 'a key has its own limits',
    input: { key: { mine: '1/2' } },
    run: async (door) => {
      await door.ask('GET', '/v1/strategies', { key: 'mine' });
      await door.ask('GET', '/v1/strategies', { key: 'mine' });
    },
  },
  {
    title: 'downloads lead to the door, whole and in part, until they expire',
    run: async (door) => {
      const [plain, zipped] = await links(door);
      expect(plain, 'a completed run has links').toBeDefined();
      await door.follow(plain!);
      await door.follow(zipped!);
      await door.follow(plain!, { headers: { Range: 'bytes=0-9' } });
      await door.follow(plain!, { headers: { Range: 'bytes=999999-' } });
      await door.follow(`${plain!}0`);
      await door.ask('HEAD', plain!.slice(door.base.length), { key: null });
      await door.ask('POST', plain!.slice(door.base.length), { key: null });
      door.world('test_a').clock.advance('2h');
      await door.follow(plain!);
    },
  },
  {
    title: 'a report that a test arranges completes as the clock moves, and can be fetched',
    run: async (door) => {
      const { clock, reports } = door.world('test_a');
      const run = reports.create({ type: 'inventory', queuedMs: 1000, runningMs: 1000 });
      await door.ask('GET', '/v1/reports?limit=100');
      clock.advance('1s');
      await door.ask('GET', '/v1/reports?limit=100');
      clock.advance('1s');
      await door.ask('GET', '/v1/reports?limit=100');
      const links = [...(door.log.at(-1)!.outcome as Answer).body.matchAll(/<base>([^"]+)/g)].map(
        ([, path]) => path!,
      );
      const own = links.find((link) => link.includes(encodeURIComponent(run.id)))!;
      await door.follow(`${door.base}${own}`);
    },
  },
  {
    title: 'the mock’s own pages',
    run: async (door) => {
      await door.ask('GET', '/__mock/errors/invalid_request', { key: null });
      await door.ask('GET', '/__mock/errors/rate_limited', { key: null, headers: { Accept: 'text/html' } });
      await door.ask('GET', '/__mock/errors/nothing', { key: null });
      await door.ask('GET', '/__mock/assumptions', { key: null });
      await door.ask('GET', '/__mock/openapi.json', { key: null });
      await door.ask('POST', '/__mock/assumptions', { key: null });
      return door.world('test_a').requests.total;
    },
  },
  {
    title: 'odd paths are told apart letter by letter',
    run: async (door) => {
      for (const path of [
        '/v1/listings/',
        '/v1/listings//price',
        '//v1/listings',
        '/v1//listings',
        '/V1/listings',
        '/v1/Listings',
        '/v1',
        '/v1/',
        '/v1/listings%2F',
        `/v1/listings%2F${board}`,
        `/v1/listings/${board}%20`,
        `/v1/listings/${board.toUpperCase()}`,
        `/v1/listings/${board}/price/`,
        '/v1/listings/%E0%A4%A',
        '/v1/listings/%',
        '/v1/listings/*',
        '/v1/listings/:id',
        '/v1/listings/a;b=c',
        '/v1/listings/a+b',
        '/v1/listings/☃',
        '/v1/./listings',
        '/v1/strategies/../listings',
        '/v1/listings?',
        '/v1/listings?#fragment',
        '/v1/listings?limit=1&x=%E0%A4%A',
        '/v1/listings?limit=%31',
        '/__mock/downloads/',
        '/__mock/downloads/w1/nothing.csv?expires=1&signature=x',
      ]) {
        await door.ask('GET', path);
      }
    },
  },
  {
    title: 'other versions and trailing slashes, where an assumption lets them',
    input: { assume: { versions: 'any', 'trailing-slash': 'ignore' } },
    run: async (door) => {
      await door.ask('GET', '/v2/listings/');
      await door.ask('GET', '/v17/strategies');
    },
  },
  {
    title: 'text in every script comes through, both ways',
    input: {
      fixtures: {
        listings: [
          {
            id: board,
            title: 'Käse – 奶酪 – 🧀 \u2028',
            minPrice: 1,
            maxPrice: null,
            strategyId: 'stratégie-✓',
          },
        ],
        strategies: [{ id: 'stratégie-✓', name: 'Отступ' }],
      },
    },
    run: async (door) => {
      await door.ask('GET', '/v1/listings');
      await door.ask('HEAD', '/v1/listings');
      await door.ask('PATCH', `/v1/listings/${board}/strategy`, { json: { strategyId: 'stratégie-✓' } });
      await door.ask('PATCH', `/v1/listings/${board}/strategy`, { json: { strategyId: '🧀' } });
      await door.ask('PATCH', `/v1/listings/${board}/price`, { json: { цена: 1 } });
      return door
        .world('test_a')
        .requests.all()
        .map(({ json }) => json);
    },
  },
  {
    title: 'a body that is too large is refused, declared or not',
    input: { assume: { 'max-body': 1000 } },
    run: async (door) => {
      const price = `/v1/listings/${board}/price`;
      const type = { 'Content-Type': 'application/json' };
      const body = (length: number) => `{"minPrice":16${' '.repeat(length - 15)}}`;
      await door.ask('PATCH', price, { body: body(1000), headers: type });
      await door.ask('PATCH', price, { body: body(1001), headers: type });
      await door.ask('PATCH', price, { body: body(30_000), headers: type });
      await door.ask('PATCH', price, { body: pieces(body(900), 100), headers: type });
      await door.ask('PATCH', price, { body: pieces(body(1100), 100), headers: type });
    },
  },
  {
    title: 'an entity tag guards a write',
    input: { assume: { etag: 'on' } },
    run: async (door) => {
      const listing = await door.ask('GET', `/v1/listings/${board}`);
      const { etag } = (listing as Answer).headers;
      await door.ask('GET', `/v1/listings/${board}`, { headers: { 'If-None-Match': etag! } });
      await door.ask('PATCH', `/v1/listings/${board}/price`, {
        json: { minPrice: 16 },
        headers: { 'If-Match': etag! },
      });
      await door.ask('PATCH', `/v1/listings/${board}/price`, {
        json: { minPrice: 17 },
        headers: { 'If-Match': etag! },
      });
    },
  },
  {
    title: 'request ids are echoed or made',
    run: async (door) => {
      await door.ask('GET', '/v1/strategies', { headers: { 'X-Request-Id': 'mine-1' } });
      await door.ask('GET', '/v1/strategies', { headers: { 'X-Request-Id': 'ünfit' } });
      await door.ask('GET', '/v1/strategies');
    },
  },
  {
    title: 'all data sets and seeds',
    input: { data: 'edge', seed: 7 },
    run: async (door) => {
      await door.ask('GET', '/v1/listings?limit=100');
      await door.ask('GET', '/v1/reports?limit=100');
    },
  },
  {
    title: 'a world goes back to an earlier state, and to its beginning',
    run: async (door) => {
      const world = door.world('test_a');
      const before = world.snapshot();
      await door.ask('PATCH', `/v1/listings/${board}/price`, { json: { minPrice: 16 } });
      world.restore(before);
      await door.ask('GET', `/v1/listings/${board}`);
      world.reset();
      await door.ask('GET', `/v1/listings/${board}`);
      return [world.requests.total, door.world('test_a').key];
    },
  },
];

/** A body of unknown length. */
function pieces(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
      if (at >= bytes.length) controller.close();
    },
  });
}

/** All that the doors have to agree on. */
async function seenThrough(name: (typeof doorNames)[number], { input = {}, run }: Scenario, prefix = '') {
  return through(
    name,
    { ...frozen, ...(!('fixtures' in input) && { data: 'tiny' as const }), ...input },
    async (door) => {
      const result = await run(door);
      const journal = door.world('test_a').requests.all().map(shown);
      return { result, log: door.log, journal };
    },
    prefix,
  );
}

/** An entry without what `fetch` adds on its way to a port. */
function shown(entry: { toJSON(): Readonly<Record<string, unknown>> }) {
  const { headers, milliseconds, error, ...rest } = entry.toJSON();
  const { 'x-api-key': key } = headers as Record<string, string>;
  const { doc_url, ...said } = (error ?? {}) as { doc_url?: string };
  return { ...rest, key, timed: typeof milliseconds, said, documented: doc_url !== undefined };
}

test.each(scenarios)('at every door alike: $title', async (scenario) => {
  const atPort = await seenThrough('port', scenario);
  expect(atPort.log.length).toBeGreaterThan(0);
  for (const name of doorNames.slice(1)) {
    expect(await seenThrough(name, scenario), name).toEqual(atPort);
  }
});

test.each(scenarios)('below a path prefix alike: $title', async (scenario) => {
  const plain = await seenThrough('function', scenario);
  for (const name of doorNames.slice(1)) {
    const { result, log, journal } = await seenThrough(name, scenario, '/pri.c(e');
    expect({ result, log, journal }, name).toEqual(plain);
  }
});

test('the base URL of a door is the one given, without the slash at its end', async () => {
  await through('function', frozen, (door) => {
    expect(door.base).toBe(baseUrlOf());
    return Promise.resolve();
  });
});
