// A graph query service behind plain paths: connections with edges, nodes and opaque cursors, global ids, money as
// {amount, currencyCode}, an array of errors with a code under `extensions`, and no limit at all.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { at, chance, digest, isObject, oneOf, parsed, pastMoment, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'gk_7f21d3c80a9b4e65';
const pageSize = 12;
const largestPage = 50;
const states = ['ACTIVE', 'PAUSED', 'SOLD_OUT'];

interface Listing {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly sku: string;
  readonly state: string;
  readonly price: number;
  readonly highlights: readonly string[];
  floor: number | null;
  ceiling: number | null;
  strategy: string | null;
  version: number;
  readonly created: number;
  updated: number;
}

interface Report {
  readonly id: string;
  readonly kind: string;
  readonly created: number;
  readonly runs: number;
  readonly errorCode: string | null;
}

interface Problem {
  readonly message: string;
  readonly path?: readonly string[];
  readonly extensions: Row;
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const decoded = (text: string): string => Buffer.from(text, 'base64').toString();
const globalId = (type: string, number: number): string => encoded(`${type}:${number}`);
const time = (moment: number): string => new Date(moment).toISOString();
const money = (cents: number | null): Row | null =>
  cents === null ? null : { amount: (cents / 100).toFixed(2), currencyCode: 'SEK' };

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Follow the leader',
    'Early bird',
    'Safe margin',
    'Sell through',
    'Premium',
    'Bundle',
    'Evening',
    'Outlet',
  ].map((name, index) => ({
    __typename: 'Strategy',
    id: globalId('Strategy', 61 + index),
    name,
    mode: oneOf(`connections ${name}`, ['COMPETE', 'HOLD', 'CLEAR']),
    step: money(5 + chance(`connections step ${name}`, 90)),
    createdAt: time(pastMoment(`connections strategy ${name}`)),
  }));
  const listings = Array.from({ length: 41 }, (_, index): Listing => {
    const name = `connections ${index}`;
    const { title, sku, price } = ware(name);
    const number = 90_417 + index * 3;
    const bounded = chance(`${name} bounded`, 6) > 0;
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    return {
      id: globalId('Listing', number),
      number,
      title,
      sku,
      state: oneOf(`${name} state`, ['ACTIVE', 'ACTIVE', ...states]),
      price,
      highlights: ['free shipping', 'gift wrap', 'two years warranty'].filter(
        (text) => chance(name + text, 3) === 0,
      ),
      floor: bounded ? Math.round(price * 0.7) : null,
      ceiling: bounded ? Math.round(price * 1.25) : null,
      strategy: chance(`${name} none`, 4) === 0 ? null : oneOf(`${name} strategy`, strategies).id,
      version: 1 + chance(`${name} version`, 20),
      created,
      updated: created + chance(`${name} updated`, 86_400_000),
    };
  });
  const reports = Array.from({ length: 7 }, (_, index): Report => ({
    id: globalId('ReportRun', 700 + index),
    kind: oneOf(`connections report ${index}`, ['PRICE_HISTORY', 'COMPETITORS', 'MARGINS']),
    created:
      index < 5
        ? pastMoment('connections reports') + index * 43_200_000
        : opened - 30_000 + (index - 5) * 20_000,
    runs: 90_000 + index * 30_000,
    errorCode: index === 2 ? 'TIMEOUT' : null,
  }));

  const strategyOf = (id: string | null): Row | null => {
    const found = strategies.find((strategy) => strategy.id === id);
    return found === undefined ? null : { __typename: found.__typename, id: found.id, name: found.name };
  };
  const listingNode = (listing: Listing): Row => ({
    __typename: 'Listing',
    id: listing.id,
    legacyId: listing.number,
    title: listing.title,
    sku: listing.sku,
    state: listing.state,
    price: money(listing.price),
    bounds: { floor: money(listing.floor), ceiling: money(listing.ceiling) },
    strategy: strategyOf(listing.strategy),
    highlights: listing.highlights,
    version: listing.version,
    createdAt: time(listing.created),
    updatedAt: time(listing.updated),
  });
  const reportNode = (report: Report): Row => {
    const now = run.now();
    const ended = report.created + report.runs;
    const state =
      now < report.created + 15_000
        ? 'CREATED'
        : now < ended
          ? 'RUNNING'
          : report.errorCode === null
            ? 'COMPLETED'
            : 'FAILED';
    const expires = Math.floor(now / 1_000) + 3_600;
    const token = digest(`connections ${report.id} ${run.run}`).slice(0, 32);
    return {
      __typename: 'ReportRun',
      id: report.id,
      kind: report.kind,
      state,
      errorCode: state === 'FAILED' ? report.errorCode : null,
      objectCount: state === 'COMPLETED' ? String(listings.length) : '0',
      url:
        state === 'COMPLETED'
          ? `${run.origin}/exports/${decoded(report.id).replace(':', '-')}.jsonl?expires=${expires}&token=${token}`
          : null,
      createdAt: time(report.created),
      completedAt: now < ended ? null : time(ended),
    };
  };

  let asked = 0;
  const extensions = (): Row => ({ requestId: uuid(`connections ${run.run} ${asked}`) });
  const data = (value: Row): Answered => json(200, { data: value, extensions: extensions() });
  const failed = (status: number, ...errors: readonly Problem[]): Answered =>
    json(status, { data: null, errors, extensions: extensions() });
  const argument = (message: string, code: string): Answered =>
    failed(400, { message, extensions: { code } });

  function connection(name: string, query: URLSearchParams, nodes: readonly Row[]): Answered {
    const known = [
      'first',
      'last',
      'after',
      'before',
      ...(name === 'listings' ? ['state', 'strategyId'] : []),
    ];
    for (const given of query.keys()) {
      if (known.includes(given)) continue;
      return argument(`Unknown argument "${given}" on field "Query.${name}".`, 'GRAPHQL_VALIDATION_FAILED');
    }
    const state = query.get('state');
    if (state !== null && !states.includes(state)) {
      return argument(`Value "${state}" does not exist in "ListingState" enum.`, 'GRAPHQL_VALIDATION_FAILED');
    }
    const strategy = query.get('strategyId');
    const meant = nodes.filter(
      (node) =>
        (state === null || node.state === state) &&
        (strategy === null || (isObject(node.strategy) && node.strategy.id === strategy)),
    );
    for (const edge of ['first', 'last']) {
      const text = query.get(edge);
      if (text === null) continue;
      if (!/^-?\d+$/.test(text))
        return argument(`Int cannot represent non-integer value: "${text}"`, 'BAD_USER_INPUT');
      if (Number(text) < 0) {
        return argument(
          `\`${edge}\` on the \`${name}\` connection cannot be less than zero.`,
          'INVALID_PAGINATION',
        );
      }
      if (Number(text) > largestPage) {
        const message = `Requesting ${text} records on the \`${name}\` connection exceeds the \`${edge}\` limit of ${largestPage} records.`;
        return argument(message, 'EXCESSIVE_PAGINATION');
      }
    }
    const positions = { after: -1, before: meant.length };
    for (const side of ['after', 'before'] as const) {
      const cursor = query.get(side);
      if (cursor === null) continue;
      const position = /^arrayconnection:(\d+)$/.exec(decoded(cursor))?.[1];
      if (position === undefined) {
        return argument(`\`${cursor}\` does not appear to be a valid cursor.`, 'INVALID_CURSOR_ARGUMENTS');
      }
      positions[side] = Number(position);
    }
    const last = query.get('last');
    const first = query.get('first') ?? (last === null ? String(pageSize) : null);
    let from = positions.after + 1;
    let to = Math.min(positions.before, meant.length);
    if (first !== null) to = Math.min(to, from + Number(first));
    if (last !== null) from = Math.max(from, to - Number(last));
    const edges = meant
      .slice(from, Math.max(from, to))
      .map((node, index) => ({ cursor: encoded(`arrayconnection:${from + index}`), node }));
    return data({
      [name]: {
        totalCount: meant.length,
        edges,
        pageInfo: {
          hasNextPage: to < meant.length,
          hasPreviousPage: from > 0,
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        },
      },
    });
  }

  /** The cents of a bound, or what is wrong with the value that was given. */
  function bound(given: Row, field: string): number | Problem {
    const value = given[field];
    const wrong = (what: string): Problem => ({
      message: `Variable "$bounds" got invalid value ${what}`,
      extensions: { code: 'BAD_USER_INPUT', argumentName: `bounds.${field}` },
    });
    if (value === undefined) {
      return wrong(
        `${JSON.stringify(given)}; Field "${field}" of required type "Decimal!" was not provided.`,
      );
    }
    if (value === null)
      return wrong(`null at "bounds.${field}"; Expected non-nullable type "Decimal!" not to be null.`);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (!/^-?\d+(\.\d+)?$/.test(text)) {
      const shown = JSON.stringify(value);
      return wrong(`${shown} at "bounds.${field}"; Decimal cannot represent value: ${shown}`);
    }
    return Math.round(Number(text) * 100);
  }

  function priced(listing: Listing, body: Row): Answered {
    const path = ['listingPriceUpdate'];
    if (!isObject(body.bounds)) {
      const message = 'Variable "$bounds" of required type "PriceBoundsInput!" was not provided.';
      return failed(400, { message, extensions: { code: 'BAD_USER_INPUT', argumentName: 'bounds' } });
    }
    const [floor, ceiling] = [bound(body.bounds, 'floor'), bound(body.bounds, 'ceiling')];
    if (typeof floor !== 'number' || typeof ceiling !== 'number') {
      return failed(400, ...[floor, ceiling].filter((value): value is Problem => typeof value !== 'number'));
    }
    if (floor <= 0) {
      return failed(422, {
        message: 'Floor must be greater than zero.',
        path,
        extensions: { code: 'NOT_POSITIVE' },
      });
    }
    if (floor > ceiling) {
      const [low, high] = [(floor / 100).toFixed(2), (ceiling / 100).toFixed(2)];
      const message = `Floor ${low} must not be greater than ceiling ${high}.`;
      return failed(422, {
        message,
        path,
        extensions: { code: 'BOUNDS_CROSSED', floor: low, ceiling: high },
      });
    }
    listing.floor = floor;
    listing.ceiling = ceiling;
    touch(listing);
    const { id, bounds, version, updatedAt } = listingNode(listing);
    return data({
      listingPriceUpdate: { listing: { __typename: 'Listing', id, bounds, version, updatedAt } },
    });
  }

  function assigned(listing: Listing, body: Row): Answered {
    const wanted = body.strategyId;
    if (typeof wanted !== 'string') {
      const shown = wanted === undefined ? 'was not provided.' : `must not be ${JSON.stringify(wanted)}.`;
      const message = `Variable "$strategyId" of required type "ID!" ${shown}`;
      return failed(400, { message, extensions: { code: 'BAD_USER_INPUT', argumentName: 'strategyId' } });
    }
    if (strategyOf(wanted) === null) return unresolved(wanted, ['listingStrategyAssign', 'strategy']);
    listing.strategy = wanted;
    touch(listing);
    const { id, strategy, version, updatedAt } = listingNode(listing);
    return data({
      listingStrategyAssign: { listing: { __typename: 'Listing', id, strategy, version, updatedAt } },
    });
  }

  function touch(listing: Listing): void {
    listing.version += 1;
    listing.updated = run.now();
  }

  const unresolved = (id: string, path: readonly string[]): Answered =>
    failed(404, {
      message: `Could not resolve to a node with the global id of "${id}".`,
      path,
      extensions: { code: 'NOT_FOUND' },
    });

  function answer(request: Asked, url: URL): Answered {
    const report = reports.find(
      ({ id }) => url.pathname === `/exports/${decoded(id).replace(':', '-')}.jsonl`,
    );
    if (report !== undefined) {
      const lines = listings
        .slice(0, 8)
        .map(({ id, floor, ceiling }) => JSON.stringify({ id, floor, ceiling }));
      return {
        status: 200,
        headers: [['Content-Type', 'text/plain; charset=utf-8']],
        body: `${lines.join('\n')}\n`,
      };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (request.method === 'GET' && id === undefined) {
      if (name === 'listings') return connection(name, url.searchParams, listings.map(listingNode));
      if (name === 'strategies') return connection(name, url.searchParams, strategies);
      if (name === 'reports') return connection(name, url.searchParams, reports.map(reportNode));
    }
    if (
      name !== 'listings' ||
      id === undefined ||
      request.method !== (part === undefined ? 'GET' : 'PATCH')
    ) {
      const message = `No operation is mapped to ${request.method} ${url.pathname}.`;
      return failed(404, { message, extensions: { code: 'OPERATION_NOT_FOUND' } });
    }
    const global = decodeURIComponent(id);
    if (!/^[A-Z][A-Za-z]+:\d+$/.test(decoded(global))) {
      const message = `Could not decode the global id "${global}".`;
      return failed(400, { message, path: ['listing'], extensions: { code: 'INVALID_ID' } });
    }
    const listing = listings.find((candidate) => candidate.id === global);
    if (listing === undefined) return unresolved(global, ['listing']);
    if (part === undefined) return data({ listing: listingNode(listing) });
    const body = parsed(request.body);
    if (!isObject(body)) {
      const message = 'The request body must be a JSON object.';
      return failed(400, { message, extensions: { code: 'BAD_REQUEST' } });
    }
    return part === 'price' ? priced(listing, body) : assigned(listing, body);
  }

  return (request) => {
    asked += 1;
    const url = new URL(request.target, run.origin);
    const given = request.headers['x-api-key'];
    if (given !== key && !url.pathname.startsWith('/exports/')) {
      const message = given === undefined ? 'The header X-API-KEY is missing.' : 'The API key is not valid.';
      return failed(401, { message, extensions: { code: 'UNAUTHENTICATED' } });
    }
    return answer(request, url);
  };
}

const nodesOf = (received: Received, name: string): readonly Row[] => {
  const edges = at(received, 'data', name, 'edges');
  if (!Array.isArray(edges)) return [];
  return (edges as unknown[]).flatMap((edge) => (isObject(edge) && isObject(edge.node) ? [edge.node] : []));
};

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = target.split(/[/?]/)[2]!;
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...nodesOf(received, name));
    const cursor = textIfAny(received, 'data', name, 'pageInfo', 'endCursor');
    const more = at(received, 'data', name, 'pageInfo', 'hasNextPage') === true;
    const joint = target.includes('?') ? '&' : '?';
    next = more && cursor !== undefined ? `${target}${joint}after=${encodeURIComponent(cursor)}` : undefined;
  }
  return rows;
}

const pathOf = (id: unknown): string => `/v1/listings/${encodeURIComponent(String(id))}`;
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', pathOf(id));
const bounds = (api: Api, id: unknown, floor: unknown, ceiling?: unknown): Promise<Received> =>
  api.ask('PATCH', `${pathOf(id)}/price`, { json: { bounds: { floor, ceiling } } });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `${pathOf(id)}/strategy`, { json: { strategyId } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?first=20');
  await walk(api, '/v1/listings?first=16');
  await walk(api, '/v1/strategies?first=3');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?first=4');
  await walk(api, '/v1/listings?state=PAUSED');
  await walk(api, '/v1/listings?state=ACTIVE&first=10');
  await walk(api, `/v1/listings?strategyId=${encodeURIComponent(String(strategies[1]!.id))}`);
  const tail = await api.ask('GET', '/v1/listings?last=5');
  const before = textIfAny(tail, 'data', 'listings', 'pageInfo', 'startCursor') ?? '';
  await api.ask('GET', `/v1/listings?last=5&before=${encodeURIComponent(before)}`);
  for (const index of [0, 6, 18, 29, 40]) await read(api, ids[index]);
  await bounds(api, ids[0], '149.50', '299.00');
  await read(api, ids[0]);
  await bounds(api, ids[6], '80.00', '92.50');
  await read(api, ids[6]);
  await bounds(api, ids[18], 210, 380.5);
  await read(api, ids[18]);
  await bounds(api, ids[25], '1', '999.9');
  await bounds(api, ids[6], '75.00', '75.00');
  await api.ask('GET', '/v1/listings?first=24');
  await assign(api, ids[0], strategies[1]!.id);
  await read(api, ids[0]);
  await assign(api, ids[29], strategies[5]!.id);
  await read(api, ids[29]);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports');
  await read(api, globalId('Listing', 5));
  await read(api, globalId('Listing', 90_418));
  await read(api, 'lamp');
  await bounds(api, globalId('Listing', 77), '10.00', '20.00');
  await bounds(api, 'kettle', '10.00', '20.00');
  await bounds(api, ids[9], '30.00', '20.00');
  await bounds(api, ids[10], '8.40', '8.39');
  await bounds(api, ids[9], undefined, '20.00');
  await bounds(api, ids[9], '20.00');
  await bounds(api, ids[9], null, '20.00');
  await bounds(api, ids[9], 'cheap', '20.00');
  await bounds(api, ids[9], '4.00', true);
  await bounds(api, ids[9], 'low', 'high');
  await bounds(api, ids[9], '-4.00', '12.00');
  await bounds(api, ids[9], '0', '12.00');
  await api.ask('PATCH', `${pathOf(ids[9])}/price`, { json: { floor: '1.00' } });
  await api.ask('PATCH', `${pathOf(ids[9])}/price`, { text: '{"bounds": {' });
  await assign(api, ids[9], globalId('Strategy', 5));
  await assign(api, ids[9], 'aggressive');
  await assign(api, ids[9], 17);
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, globalId('Listing', 78), strategies[0]!.id);
  await api.ask('GET', '/v1/listings?first=0');
  await api.ask('GET', '/v1/listings?first=-2');
  await api.ask('GET', '/v1/listings?first=51');
  await api.ask('GET', '/v1/strategies?first=200');
  await api.ask('GET', '/v1/listings?first=lots');
  await api.ask('GET', '/v1/listings?after=bm9uc2Vuc2U%3D');
  await api.ask('GET', `/v1/listings?first=10&after=${encodeURIComponent(encoded('arrayconnection:70'))}`);
  await api.ask('GET', '/v1/listings?colour=red');
  await api.ask('GET', '/v1/listings?state=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?first=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?first=2', { headers: { 'X-API-KEY': 'gk_0000000000000000' } });
  api.wait(2_400_000);
  const last = await api.ask('GET', '/v1/reports');
  const url = textIfAny(last, 'data', 'reports', 'edges', 0, 'node', 'url');
  if (url !== undefined) await api.ask('GET', url);
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?first=15')).map((row) => row.id);
  await walk(api, '/v1/listings?first=28');
  await api.ask('GET', '/v1/listings');
  const strategies = await walk(api, '/v1/strategies?first=5');
  await walk(api, '/v1/reports?first=3');
  await walk(api, '/v1/listings?state=SOLD_OUT');
  await walk(api, '/v1/listings?state=ACTIVE&first=8');
  await walk(api, `/v1/listings?strategyId=${encodeURIComponent(String(strategies[4]!.id))}`);
  await api.ask('GET', '/v1/listings?last=7');
  for (const index of [3, 14, 33]) await read(api, ids[index]);
  await bounds(api, ids[3], '112.50', '163.00');
  await read(api, ids[3]);
  await bounds(api, ids[14], '500.00', '640.75');
  await read(api, ids[14]);
  await bounds(api, ids[33], 20, 35.5);
  await api.ask('GET', '/v1/listings?first=37');
  await assign(api, ids[3], strategies[2]!.id);
  await read(api, ids[3]);
  await assign(api, ids[34], strategies[7]!.id);
  await read(api, ids[34]);
  api.wait(120_000);
  await read(api, globalId('Listing', 90_500));
  await read(api, 'tea-tin');
  await bounds(api, globalId('Listing', 12), '3.00', '4.00');
  await bounds(api, ids[20], '71.20', '70.00');
  await bounds(api, ids[21], undefined, '15.00');
  await bounds(api, ids[21], '7.00', null);
  await bounds(api, ids[21], '5.00', 'dear');
  await bounds(api, ids[21], 'free', '9.00');
  await bounds(api, ids[21], '-0.50', '15.00');
  await api.ask('PATCH', `${pathOf(ids[21])}/price`, { text: '{"bounds": [' });
  await assign(api, ids[21], globalId('Strategy', 812));
  await assign(api, ids[22], null);
  await assign(api, ids[22], 4);
  await api.ask('GET', '/v1/listings?first=-7');
  await api.ask('GET', '/v1/listings?first=80');
  await api.ask('GET', '/v1/reports?first=500');
  await api.ask('GET', '/v1/strategies?first=all');
  await api.ask('GET', '/v1/listings?after=c29tZXRoaW5n');
  await api.ask('GET', `/v1/listings?first=9&after=${encodeURIComponent(encoded('arrayconnection:55'))}`);
  await api.ask('GET', '/v1/listings?size=large');
  await api.ask('GET', '/v1/listings?state=GONE');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?first=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?first=3', { headers: { 'X-API-KEY': 'gk_1111111111111111' } });
  // Of a kind that was not recorded.
  await read(api, strategies[0]!.id);
  await api.ask('GET', '/v1/reports?state=FAILED');
  await bounds(api, ids[23], ['1.00'], '2.00');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const connections: WalkedService = {
  name: 'connections',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['first=4', 'first=7', 'first=50'],
  walk,
};
