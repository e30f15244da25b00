// An auction house's API for sellers: collections with href, total, limit, offset, next, prev and items; money as
// {value, currency}; errors with a number, a domain, a category and parameters; 409 for bounds that cross; a quota of
// requests that is told by headers.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, textAt } from './kit.ts';
import { at, chance, digest, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'v2.aX9qT3mK.77c0e1f4d2';
const quota = 8;
const largestLimit = 100;
const conditions = ['NEW', 'USED', 'CERTIFIED'];

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly condition: string;
  readonly format: 'FIXED_PRICE' | 'AUCTION';
  readonly watchers: number;
  readonly categories: readonly Row[];
  price: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  status: 'PUBLISHED' | 'UNPUBLISHED';
  revision: number;
  readonly created: number;
  modified: number;
}

interface Task {
  readonly id: string;
  readonly feed: string;
  readonly created: number;
  readonly seconds: number;
  readonly errors: number;
}

interface Problem {
  readonly errorId: number;
  readonly category?: 'REQUEST' | 'APPLICATION' | 'BUSINESS';
  readonly message: string;
  readonly parameters?: readonly { readonly name: string; readonly value: string }[];
}

const time = (moment: number): string => new Date(moment).toISOString();
const amount = (cents: number): Row => ({ value: (cents / 100).toFixed(2), currency: 'GBP' });

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['Best offer', 'Quick sale', 'Keep margin', 'Follow market', 'Reserve'].map(
    (name, index) => ({
      strategyId: `ST-${4_100 + index * 9}`,
      name,
      marketplaceIds: index % 2 === 0 ? ['AUC_GB'] : ['AUC_GB', 'AUC_IE'],
      adjustment: {
        type: index === 2 ? 'PERCENT' : 'ABSOLUTE',
        amount: amount(5 + chance(`auctions ${name}`, 200)),
      },
      createdDate: time(pastMoment(`auctions strategy ${name}`)),
    }),
  );
  const listings = Array.from({ length: 44 }, (_, index): Listing => {
    const name = `auctions ${index}`;
    const { title, sku, price } = ware(name);
    const bounded = chance(`${name} bounded`, 5) > 0;
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    return {
      id: `1105${String(53_420_031 + index * 7_919)}`,
      title,
      sku,
      condition: oneOf(`${name} condition`, conditions),
      format: chance(`${name} format`, 6) === 0 ? 'AUCTION' : 'FIXED_PRICE',
      watchers: chance(`${name} watchers`, 40),
      categories: [
        { categoryId: String(2_000 + chance(`${name} category`, 60)), primary: true },
        ...(chance(`${name} second`, 3) === 0 ? [{ categoryId: '9100', primary: false }] : []),
      ],
      price,
      min: bounded ? Math.round(price * 0.85) : null,
      max: bounded ? Math.round(price * 1.3) : null,
      strategy: chance(`${name} none`, 4) === 0 ? null : oneOf(`${name} strategy`, strategies).strategyId,
      status: chance(`${name} status`, 6) === 0 ? 'UNPUBLISHED' : 'PUBLISHED',
      revision: 1 + chance(`${name} revision`, 14),
      created,
      modified: created + chance(`${name} modified`, 86_400_000),
    };
  });
  const tasks = Array.from({ length: 9 }, (_, index): Task => ({
    id: `task-${11 + index}-${digest(`auctions task ${index}`).slice(0, 8)}`,
    feed: oneOf(`auctions feed ${index}`, ['ACTIVE_INVENTORY', 'PRICE_HISTORY', 'OFFERS']),
    created:
      index < 7 ? pastMoment('auctions tasks') + index * 129_600_000 : opened - 35_000 + (index - 7) * 30_000,
    seconds: 80 + index * 14,
    errors: index === 2 ? 3 : 0,
  })).reverse();

  const summary = (listing: Listing): Row => ({
    listingId: listing.id,
    sku: listing.sku,
    title: listing.title,
    condition: listing.condition,
    format: listing.format,
    listingStatus: listing.status,
    pricingSummary: {
      price: amount(listing.price),
      ...(listing.min === null ? {} : { minimumPrice: amount(listing.min) }),
      ...(listing.max === null ? {} : { maximumPrice: amount(listing.max) }),
    },
    ...(listing.strategy === null ? {} : { strategyId: listing.strategy }),
    href: `${run.origin}/v1/listings/${listing.id}`,
  });
  const detail = (listing: Listing): Row => ({
    ...summary(listing),
    categories: listing.categories,
    watchCount: listing.watchers,
    revision: String(listing.revision),
    creationDate: time(listing.created),
    lastModifiedDate: time(listing.modified),
  });
  const taskView = (task: Task): Row => {
    const elapsed = (run.now() - task.created) / 1_000;
    const done = elapsed >= task.seconds;
    const status =
      elapsed < 12 ? 'QUEUED' : !done ? 'IN_PROCESS' : task.errors > 0 ? 'COMPLETED_WITH_ERROR' : 'COMPLETED';
    return {
      taskId: task.id,
      feedType: task.feed,
      status,
      schemaVersion: '1.0',
      creationDate: time(task.created),
      ...(done
        ? {
            completionDate: time(task.created + task.seconds * 1_000),
            uploadSummary: { successCount: listings.length - task.errors, failureCount: task.errors },
            detailHref: `${run.origin}/v1/reports/${task.id}/download_result_file`,
          }
        : {}),
    };
  };

  const failed = (
    status: number,
    domain: string,
    problems: readonly Problem[],
    headers: [string, string][] = [],
  ): Answered =>
    json(
      status,
      {
        errors: problems.map(({ errorId, category = 'REQUEST', ...rest }) => ({
          errorId,
          domain,
          category,
          ...rest,
        })),
      },
      headers,
    );
  const invalid = (errorId: number, message: string, name: string, value: string): Answered =>
    failed(400, 'API_PRICING', [{ errorId, message, parameters: [{ name, value }] }]);

  function page(url: URL, rows: readonly Row[]): Answered {
    const query = url.searchParams;
    const numbers = { limit: 20, offset: 0 };
    for (const name of ['limit', 'offset'] as const) {
      const text = query.get(name);
      if (text === null) continue;
      if (!/^\d+$/.test(text))
        return invalid(25_706, `The ${name} value should be a whole number.`, name, text);
      numbers[name] = Number(text);
    }
    const { limit, offset } = numbers;
    if (limit < 1 || limit > largestLimit) {
      return invalid(
        25_707,
        `The limit value should be between 1 and ${largestLimit}.`,
        'limit',
        String(limit),
      );
    }
    const filter = query.get('filter');
    const [, wanted] = /^condition:\{([A-Z|]+)\}$/.exec(filter ?? '') ?? [];
    if (filter !== null && !wanted?.split('|').every((each) => conditions.includes(each))) {
      return invalid(25_712, 'The filter value is not valid.', 'filter', filter);
    }
    const meant =
      wanted === undefined
        ? rows
        : rows.filter(({ condition }) => wanted.split('|').includes(String(condition)));
    const kept = filter === null ? '' : `filter=${encodeURIComponent(filter)}&`;
    const link = (to: number): string => `${run.origin}${url.pathname}?${kept}limit=${limit}&offset=${to}`;
    return json(200, {
      href: link(offset),
      total: meant.length,
      limit,
      offset,
      ...(offset + limit < meant.length ? { next: link(offset + limit) } : {}),
      ...(offset > 0 ? { prev: link(Math.max(0, offset - limit)) } : {}),
      items: meant.slice(offset, offset + limit),
    });
  }

  /** The pence of a bound, or what is wrong with it. */
  function bound(given: Row, name: string): number | Problem {
    const money = given[name];
    const wrong = (errorId: number, message: string, field: string, value: unknown): Problem => ({
      errorId,
      message,
      parameters: [{ name: field, value: typeof value === 'string' ? value : JSON.stringify(value) }],
    });
    if (money === undefined || money === null) {
      return {
        errorId: 25_002,
        message: `The field ${name} is required.`,
        parameters: [{ name: 'field', value: name }],
      };
    }
    if (!isObject(money)) return wrong(25_003, 'The amount is not an object.', name, money);
    if (money.currency !== 'GBP') {
      const shown = money.currency === undefined ? '' : money.currency;
      return wrong(25_004, 'The currency does not match the marketplace.', `${name}.currency`, shown);
    }
    const { value } = money;
    if (typeof value !== 'string' || !/^-?\d+(\.\d{1,2})?$/.test(value)) {
      return wrong(25_005, 'The amount is not a decimal number.', `${name}.value`, value ?? '');
    }
    return Number(value) > 0
      ? Math.round(Number(value) * 100)
      : wrong(25_006, 'The amount must be positive.', `${name}.value`, value);
  }

  function priced(listing: Listing, given: Row): Answered {
    const bounds = [bound(given, 'minimumPrice'), bound(given, 'maximumPrice')];
    const problems = bounds.filter((each): each is Problem => typeof each !== 'number');
    if (problems.length > 0) return failed(400, 'API_PRICING', problems);
    const [min, max] = bounds as [number, number];
    if (min > max) {
      return failed(409, 'API_PRICING', [
        {
          errorId: 25_011,
          category: 'BUSINESS',
          message: 'The minimum price is above the maximum price.',
          parameters: [
            { name: 'minimumPrice', value: (min / 100).toFixed(2) },
            { name: 'maximumPrice', value: (max / 100).toFixed(2) },
          ],
        },
      ]);
    }
    listing.min = min;
    listing.max = max;
    listing.price = Math.min(Math.max(listing.price, min), max);
    return written(listing);
  }

  function assigned(listing: Listing, given: Row): Answered {
    const { strategyId } = given;
    if (strategyId === undefined || strategyId === null) {
      const parameters = [{ name: 'field', value: 'strategyId' }];
      return failed(400, 'API_PRICING', [
        { errorId: 25_002, message: 'The field strategyId is required.', parameters },
      ]);
    }
    if (typeof strategyId !== 'string') {
      return invalid(25_007, 'The strategy id is not a text.', 'strategyId', JSON.stringify(strategyId));
    }
    if (!strategies.some((strategy) => strategy.strategyId === strategyId)) {
      const parameters = [{ name: 'strategyId', value: strategyId }];
      return failed(404, 'API_PRICING', [
        { errorId: 25_714, message: 'The strategy is not available.', parameters },
      ]);
    }
    listing.strategy = strategyId;
    return written(listing);
  }

  /** A write publishes a listing that was not yet. */
  function written(listing: Listing): Answered {
    listing.status = 'PUBLISHED';
    listing.revision += 1;
    listing.modified = run.now();
    return json(200, { listing: detail(listing), warnings: [] });
  }

  function answer(request: Asked, url: URL): Answered {
    const task = tasks.find(({ id }) => url.pathname === `/v1/reports/${id}/download_result_file`);
    if (task !== undefined) {
      const lines = listings
        .slice(0, 9)
        .map(({ id, sku, price }) => `${id}\t${sku}\t${(price / 100).toFixed(2)}`);
      const headers: [string, string][] = [
        ['Content-Type', 'text/tab-separated-values'],
        ['Content-Disposition', `attachment; filename=${task.id}.tsv`],
      ];
      return { status: 200, headers, body: `listing\tsku\tprice\n${lines.join('\n')}\n` };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (request.method === 'GET' && id === undefined) {
      if (name === 'listings') return page(url, listings.map(summary));
      if (name === 'strategies') return page(url, strategies);
      if (name === 'reports') return page(url, tasks.map(taskView));
    }
    if (
      name !== 'listings' ||
      id === undefined ||
      request.method !== (part === undefined ? 'GET' : 'PATCH')
    ) {
      return failed(404, 'ACCESS', [{ errorId: 2_002, message: 'Resource not found.' }]);
    }
    if (!/^\d{12}$/.test(id)) return invalid(25_708, 'The listing id is not valid.', 'listingId', id);
    const listing = listings.find((candidate) => candidate.id === id);
    if (listing === undefined) {
      const parameters = [{ name: 'listingId', value: id }];
      return failed(404, 'API_PRICING', [
        { errorId: 25_713, message: 'The listing is not available.', parameters },
      ]);
    }
    if (part === undefined) return json(200, detail(listing));
    const given = parsed(request.body);
    if (!isObject(given)) {
      return failed(400, 'API_PRICING', [
        { errorId: 2_004, message: 'Could not serialize field [requestBody].' },
      ]);
    }
    return part === 'price' ? priced(listing, given) : assigned(listing, given);
  }

  let asked = 0;
  let second = 0;
  let used = 0;
  return (request) => {
    asked += 1;
    const correlation = digest(`auctions ${run.run} ${asked}`).slice(0, 20);
    const common: [string, string][] = [['X-Correlation-Id', correlation]];
    const given = request.headers['x-api-key'];
    if (given !== key) {
      const [errorId, message] =
        given === undefined ? [1_002, 'Missing access token'] : [1_001, 'Invalid access token'];
      return failed(401, 'OAuth', [{ errorId, message }], common);
    }
    const now = Math.floor(run.now() / 1_000);
    if (now !== second) [second, used] = [now, 0];
    used += 1;
    const limits: [string, string][] = [
      ['RateLimit-Limit', String(quota)],
      ['RateLimit-Remaining', String(Math.max(0, quota - used))],
      ['RateLimit-Reset', '1'],
    ];
    if (used > quota) {
      const problem = {
        errorId: 2_001,
        category: 'APPLICATION' as const,
        message: 'The request limit has been reached.',
      };
      return failed(429, 'ACCESS', [problem], [...common, ...limits, ['Retry-After', '1']]);
    }
    const answered = answer(request, new URL(request.target, run.origin));
    return { ...answered, headers: [...answered.headers, ...common, ...limits] };
  };
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    next = at(received, 'next');
  }
  return rows;
}

const gbp = (value: unknown): Row => ({ value, currency: 'GBP' });
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const priceJson = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const price = (api: Api, id: unknown, min: unknown, max: unknown): Promise<Received> =>
  priceJson(api, id, { minimumPrice: gbp(min), maximumPrice: gbp(max) });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });
const inCondition = (condition: string, more = ''): string =>
  `/v1/listings?filter=${encodeURIComponent(`condition:{${condition}}`)}${more}`;

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = all.map((row) => row.listingId);
  const hidden = all.filter((row) => row.listingStatus === 'UNPUBLISHED').map((row) => row.listingId);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?limit=15');
  await walk(api, '/v1/strategies?limit=2');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=4');
  await walk(api, inCondition('USED'));
  await walk(api, inCondition('NEW', '&limit=6'));
  await walk(api, inCondition('USED|CERTIFIED', '&limit=25'));
  for (const index of [0, 4, 17, 28, 43]) await read(api, ids[index]);
  await price(api, ids[0], '14.50', '29.90');
  await read(api, ids[0]);
  await price(api, ids[4], '8.00', '9.25');
  await read(api, ids[4]);
  await price(api, ids[17], '210.00', '380.50');
  await read(api, ids[17]);
  await price(api, ids[23], '0.99', '999.9');
  await price(api, ids[4], '7.50', '7.50');
  await price(api, hidden[0], '21.00', '42.00');
  await read(api, hidden[0]);
  await api.ask('GET', '/v1/listings?limit=30');
  await assign(api, ids[0], strategies[1]!.strategyId);
  await read(api, ids[0]);
  await assign(api, ids[28], strategies[4]!.strategyId);
  await assign(api, hidden[1], strategies[2]!.strategyId);
  await read(api, hidden[1]);
  await api.ask('GET', '/v1/listings?limit=50');
  api.wait(20_000);
  await api.ask('GET', '/v1/reports');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports');
  await read(api, '110500000001');
  await read(api, '999999999999');
  await read(api, 'lamp');
  await price(api, '110500000002', '10.00', '20.00');
  await price(api, 'kettle', '10.00', '20.00');
  await price(api, ids[9], '30.00', '20.00');
  await price(api, ids[10], '8.40', '8.39');
  await priceJson(api, ids[9], { maximumPrice: gbp('20.00') });
  await priceJson(api, ids[9], { minimumPrice: gbp('20.00') });
  await priceJson(api, ids[9], {});
  await priceJson(api, ids[9], { minimumPrice: null, maximumPrice: gbp('20.00') });
  await priceJson(api, ids[9], { minimumPrice: '4.00', maximumPrice: gbp('20.00') });
  await priceJson(api, ids[9], { minimumPrice: gbp('4.00'), maximumPrice: 20 });
  await priceJson(api, ids[9], {
    minimumPrice: gbp('4.00'),
    maximumPrice: { value: '20.00', currency: 'EUR' },
  });
  await price(api, ids[9], 'cheap', '20.00');
  await price(api, ids[9], '4.00', true);
  await price(api, ids[9], 'low', 'high');
  await price(api, ids[9], '-4.00', '12.00');
  await price(api, ids[9], '4.00', '0');
  await price(api, ids[9], '4.005', '12.00');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"minimumPrice": ' });
  await assign(api, ids[9], 'ST-1');
  await assign(api, ids[9], 'aggressive');
  await assign(api, ids[9], 17);
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, '110500000003', strategies[0]!.strategyId);
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=101');
  await api.ask('GET', '/v1/listings?limit=lots');
  await api.ask('GET', '/v1/strategies?limit=500');
  await api.ask('GET', '/v1/listings?offset=-5');
  await api.ask('GET', '/v1/listings?limit=10&offset=100');
  await api.ask('GET', '/v1/listings?limit=5&offset=3');
  await api.ask('GET', inCondition('BROKEN'));
  await api.ask('GET', '/v1/listings?limit=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=3', { headers: { 'X-API-KEY': 'v2.00000000.0000000000' } });
  api.wait(2_000);
  for (let sent = 0; sent < 14; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(2_100_000);
  const last = await api.ask('GET', '/v1/reports');
  await api.ask('GET', textAt(last.body, 'items', 0, 'detailHref'));
  await api.ask('GET', textAt(last.body, 'items', 6, 'detailHref'));
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=18');
  const ids = all.map((row) => row.listingId);
  const hidden = all.filter((row) => row.listingStatus === 'UNPUBLISHED').map((row) => row.listingId);
  const strategies = await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/listings?limit=32');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, inCondition('CERTIFIED'));
  await walk(api, inCondition('NEW', '&limit=9'));
  for (const index of [2, 11, 31]) await read(api, ids[index]);
  await price(api, ids[2], '11.25', '63.00');
  await read(api, ids[2]);
  await price(api, ids[11], '500.00', '640.75');
  await read(api, ids[11]);
  await price(api, hidden[2], '2.00', '3.50');
  await read(api, hidden[2]);
  await api.ask('GET', '/v1/listings?limit=40');
  await assign(api, ids[2], strategies[3]!.strategyId);
  await read(api, ids[2]);
  await assign(api, ids[32], strategies[1]!.strategyId);
  api.wait(120_000);
  await read(api, '110512345678');
  await read(api, 'tea-tin');
  await price(api, '110512345679', '3.00', '4.00');
  await price(api, ids[20], '71.20', '70.00');
  await priceJson(api, ids[21], { maximumPrice: gbp('15.00') });
  await priceJson(api, ids[21], { minimumPrice: gbp('7.00'), maximumPrice: null });
  await priceJson(api, ids[21], { minimumPrice: 7, maximumPrice: gbp('9.00') });
  await priceJson(api, ids[21], {
    minimumPrice: { value: '4.00', currency: 'USD' },
    maximumPrice: gbp('9.00'),
  });
  await price(api, ids[21], '5.00', 'dear');
  await price(api, ids[21], false, '9.00');
  await price(api, ids[21], '-0.50', '15.00');
  await price(api, ids[21], '5.00', '9.999');
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"maximumPrice": ' });
  await assign(api, ids[21], 'ST-88');
  await assign(api, ids[21], 42);
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/reports?limit=0');
  await api.ask('GET', '/v1/listings?limit=500');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/listings?offset=-1');
  await api.ask('GET', '/v1/listings?limit=8&offset=64');
  await api.ask('GET', '/v1/listings?limit=7&offset=5');
  await api.ask('GET', inCondition('LOST'));
  await api.ask('GET', '/v1/listings?limit=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': 'v2.11111111.1111111111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await api.ask('GET', inCondition('NEW|USED', '&limit=12&offset=6'));
  await priceJson(api, ids[23], { minimumPrice: { value: '4.00' }, maximumPrice: gbp('9.00') });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const auctions: WalkedService = {
  name: 'auctions',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
