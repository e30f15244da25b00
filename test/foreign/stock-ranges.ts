// A warehouse program's API on a Java framework: bare arrays whose place is told by the headers Content-Range and
// X-Total-Count, `from` counted from one, whole numbers as ids, members left out while they are unset, writes that answer
// only what changed, the framework's own error object, and no limit.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'whs-9be1c3f07d5a42e8b6';
const largestCount = 200;

interface Listing {
  readonly id: number;
  readonly sku: string;
  readonly description: string;
  readonly aisle: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly unitPrice: number;
  readonly countedAt: number | undefined;
  minPrice: number | undefined;
  maxPrice: number | undefined;
  strategyId: number | undefined;
  version: number;
  modifiedAt: number;
}

interface Job {
  readonly id: number;
  readonly type: string;
  readonly submitted: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  416: 'Requested Range Not Satisfiable',
};

const time = (moment: number): string => new Date(moment).toISOString().replace('Z', '+00:00');

/** A number as Java prints a double. */
const double = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'NONE',
    'FOLLOW',
    'UNDERCUT',
    'CLEAROUT',
    'FLOOR',
    'CEILING',
    'STEPWISE',
    'NIGHTLY',
    'MANUAL',
  ].map((code, index) => ({
    id: index + 1,
    code,
    ...(index === 0 ? {} : { stepPercent: (5 + chance(`stock ${code}`, 95)) / 10 }),
    enabled: index !== 6,
    modifiedAt: time(pastMoment(`stock strategy ${code}`) + chance(code, 1_000)),
  }));
  const listings = Array.from({ length: 60 }, (_, index): Listing => {
    const name = `stock ${index}`;
    const { title, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const modified = pastMoment(name) + chance(`${name} ms`, 1_000);
    return {
      id: index + 1,
      sku,
      description: title,
      aisle: oneOf(`${name} aisle`, ['A', 'B', 'C', 'D']),
      onHand: stock,
      reserved: Math.floor(stock / (3 + chance(`${name} reserved`, 9))),
      unitPrice: price / 100,
      countedAt: chance(`${name} counted`, 3) === 0 ? modified - 7_200_000 : undefined,
      minPrice: bounded ? Math.round(price * 0.9) / 100 : undefined,
      maxPrice: bounded ? Math.round(price * 1.15) / 100 : undefined,
      strategyId: bounded ? oneOf(`${name} strategy`, strategies).id : undefined,
      version: chance(`${name} version`, 15),
      modifiedAt: modified,
    };
  });
  const jobs = Array.from({ length: 11 }, (_, index): Job => ({
    id: index + 1,
    type: oneOf(`stock job ${index}`, ['STOCK_LIST', 'PRICE_AUDIT', 'MOVEMENTS']),
    submitted:
      index < 9 ? pastMoment('stock jobs') + index * 172_800_000 : opened - 30_000 + (index - 9) * 25_000,
    seconds: 55 + index * 9,
    fails: index === 4 || index === 7,
  }));

  const view = ({ countedAt, ...listing }: Listing): Row => ({
    id: listing.id,
    sku: listing.sku,
    description: listing.description,
    location: { aisle: listing.aisle, bin: `${listing.aisle}-${String(listing.id * 7).padStart(3, '0')}` },
    quantity: { onHand: listing.onHand, reserved: listing.reserved, free: listing.onHand - listing.reserved },
    unitPrice: listing.unitPrice,
    ...(listing.minPrice === undefined ? {} : { minPrice: listing.minPrice }),
    ...(listing.maxPrice === undefined ? {} : { maxPrice: listing.maxPrice }),
    ...(listing.strategyId === undefined ? {} : { strategyId: listing.strategyId }),
    ...(countedAt === undefined ? {} : { countedAt: time(countedAt) }),
    version: listing.version,
    modifiedAt: time(listing.modifiedAt),
  });
  const jobView = (job: Job): Row => {
    const elapsed = (run.now() - job.submitted) / 1_000;
    const ended = elapsed >= job.seconds;
    const state = elapsed < 10 ? 'SUBMITTED' : !ended ? 'RUNNING' : job.fails ? 'FAILED' : 'FINISHED';
    return {
      id: job.id,
      type: job.type,
      state,
      ...(state === 'FINISHED' ? { resultUrl: `${run.origin}/files/jobs/${job.id}/result.csv` } : {}),
      ...(state === 'FAILED' ? { failure: { code: 'DB_LOCK', attempts: 3 } } : {}),
      submittedAt: time(job.submitted),
      ...(ended ? { finishedAt: time(job.submitted + job.seconds * 1_000) } : {}),
    };
  };

  const refusal =
    (path: string) =>
    (status: number, message: string, headers: [string, string][] = []): Answered =>
      json(status, { timestamp: time(run.now()), status, error: reasons[status], message, path }, headers);
  type Refuse = ReturnType<typeof refusal>;

  /** A whole number of the query, or the answer that refuses it. */
  function whole(query: URLSearchParams, name: string, fallback: number, refuse: Refuse): number | Answered {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^-?\d+$/.test(text)) {
      return refuse(
        400,
        `Method parameter '${name}': Failed to convert value of type 'String' to required type 'int'; For input string: "${text}"`,
      );
    }
    return Number(text) >= 1 ? Number(text) : refuse(400, `${name}: must be greater than or equal to 1`);
  }

  function range(rows: readonly Row[], query: URLSearchParams, refuse: Refuse): Answered {
    const from = whole(query, 'from', 1, refuse);
    if (typeof from !== 'number') return from;
    const count = whole(query, 'count', 25, refuse);
    if (typeof count !== 'number') return count;
    if (count > largestCount) return refuse(400, `count: must be less than or equal to ${largestCount}`);
    const total: [string, string] = ['X-Total-Count', String(rows.length)];
    if (rows.length === 0) return json(200, [], [['Content-Range', 'items */0'], total]);
    if (from > rows.length) {
      const message = `The range starts at ${from}, but there are only ${rows.length} items`;
      return refuse(416, message, [['Content-Range', `items */${rows.length}`], total]);
    }
    const shown = rows.slice(from - 1, from - 1 + count);
    const place = `items ${from}-${from + shown.length - 1}/${rows.length}`;
    return json(shown.length < rows.length ? 206 : 200, shown, [['Content-Range', place], total]);
  }

  function listingsRange(query: URLSearchParams, refuse: Refuse): Answered {
    const aisle = query.get('aisle');
    const minimum = query.get('minFree');
    if (minimum !== null && !/^-?\d+$/.test(minimum)) {
      return refuse(
        400,
        `Method parameter 'minFree': Failed to convert value of type 'String' to required type 'int'; For input string: "${minimum}"`,
      );
    }
    const found = listings.filter(
      (listing) =>
        (aisle === null || listing.aisle === aisle) &&
        (minimum === null || listing.onHand - listing.reserved >= Number(minimum)),
    );
    return range(found.map(view), query, refuse);
  }

  function priced(listing: Listing, body: Row, refuse: Refuse): Answered {
    let violations = 0;
    for (const field of ['minPrice', 'maxPrice']) {
      const value = body[field];
      if (value === undefined || value === null) violations += 1;
      else if (typeof value !== 'number' && (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value))) {
        const shown =
          typeof value === 'string'
            ? `String "${value}"`
            : `${Array.isArray(value) ? 'Array' : isObject(value) ? 'Object' : 'Boolean'} value`;
        return refuse(
          400,
          `JSON parse error: Cannot deserialize value of type \`java.math.BigDecimal\` from ${shown} (field "${field}")`,
        );
      } else if (Number(value) <= 0) violations += 1;
    }
    if (violations > 0) {
      return refuse(400, `Validation failed for object='priceBounds'. Error count: ${violations}`);
    }
    const [min, max] = [Number(body.minPrice), Number(body.maxPrice)];
    if (min > max) return refuse(409, `minPrice ${double(min)} exceeds maxPrice ${double(max)}`);
    listing.minPrice = min;
    listing.maxPrice = max;
    return changed(listing, { minPrice: min, maxPrice: max });
  }

  function assigned(listing: Listing, body: Row, refuse: Refuse): Answered {
    const { strategyId } = body;
    if (strategyId === undefined || strategyId === null) {
      return refuse(400, "Validation failed for object='strategyAssignment'. Error count: 1");
    }
    if (typeof strategyId !== 'number') {
      const shown = typeof strategyId === 'string' ? `String "${strategyId}"` : 'Boolean value';
      return refuse(
        400,
        `JSON parse error: Cannot deserialize value of type \`int\` from ${shown} (field "strategyId")`,
      );
    }
    if (!strategies.some(({ id }) => id === strategyId))
      return refuse(404, `Strategy ${strategyId} does not exist`);
    listing.strategyId = strategyId;
    return changed(listing, { strategyId });
  }

  function changed(listing: Listing, values: Row): Answered {
    listing.version += 1;
    listing.modifiedAt = run.now();
    return json(
      200,
      { id: listing.id, ...values, version: listing.version, modifiedAt: time(listing.modifiedAt) },
      [['ETag', `"${listing.version}"`]],
    );
  }

  function answer(request: Asked, url: URL): Answered {
    const refuse = refusal(url.pathname);
    const job = jobs.find(({ id }) => url.pathname === `/files/jobs/${id}/result.csv`);
    if (job !== undefined) {
      const lines = listings.slice(0, 10).map(({ id, sku, onHand }) => `${id},${sku},${onHand}`);
      const headers: [string, string][] = [
        ['Content-Type', 'text/csv;charset=UTF-8'],
        ['Content-Disposition', `attachment; filename="job-${job.id}.csv"`],
      ];
      return { status: 200, headers, body: `id,sku,on_hand\n${lines.join('\n')}\n` };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known) return refuse(404, `No static resource ${url.pathname.slice(1)}.`);
    const allowed = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== allowed) {
      return refuse(405, `Request method '${request.method}' is not supported.`, [['Allow', allowed]]);
    }
    if (id === undefined) {
      if (name === 'listings') return listingsRange(url.searchParams, refuse);
      return range(name === 'reports' ? jobs.map(jobView) : strategies, url.searchParams, refuse);
    }
    if (!/^-?\d+$/.test(id)) {
      return refuse(
        400,
        `Method parameter 'id': Failed to convert value of type 'String' to required type 'int'; For input string: "${id}"`,
      );
    }
    const listing = listings.find((candidate) => candidate.id === Number(id));
    if (listing === undefined) return refuse(404, `Listing ${id} does not exist`);
    if (part === undefined) return json(200, view(listing), [['ETag', `"${listing.version}"`]]);
    const type = request.headers['content-type'];
    if (type?.startsWith('application/json') !== true) {
      return refuse(415, `Content-Type '${type ?? 'application/octet-stream'}' is not supported.`);
    }
    const body = parsed(request.body);
    if (!isObject(body)) return refuse(400, 'JSON parse error: Unexpected end-of-input or token');
    return part === 'price' ? priced(listing, body, refuse) : assigned(listing, body, refuse);
  }

  return (request) => {
    const url = new URL(request.target, run.origin);
    const refuse = refusal(url.pathname);
    const given = request.headers['x-api-key'];
    if (given !== key) {
      return refuse(401, given === undefined ? 'Full authentication is required' : 'Unknown API key', [
        ['WWW-Authenticate', 'ApiKey realm="warehouse"'],
      ]);
    }
    return answer(request, url);
  };
}

/** Asks for range after range until the header says that the last item was shown. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let from = 1; ;) {
    const joint = target.includes('?') ? '&' : '?';
    const received: Received = await api.ask('GET', from === 1 ? target : `${target}${joint}from=${from}`);
    rows.push(...rowsAt(received));
    const [, last, total] = /^items \d+-(\d+)\/(\d+)$/.exec(header(received, 'Content-Range') ?? '') ?? [];
    if (last === undefined || Number(last) >= Number(total)) return rows;
    from = Number(last) + 1;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, minPrice: unknown, maxPrice?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { minPrice, maxPrice } });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?count=20');
  await walk(api, '/v1/listings?count=100');
  await walk(api, '/v1/strategies?count=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?count=5');
  await walk(api, '/v1/listings?aisle=B');
  await walk(api, '/v1/listings?aisle=C&count=7');
  await walk(api, '/v1/listings?aisle=Z');
  await walk(api, '/v1/listings?minFree=100');
  for (const index of [0, 7, 18, 34, 59]) await read(api, ids[index]);
  await price(api, ids[0], 14.5, 29.9);
  await read(api, ids[0]);
  await price(api, ids[7], 8, 9.25);
  await read(api, ids[7]);
  await price(api, ids[18], 210, 380.5);
  await read(api, ids[18]);
  await price(api, ids[30], 0.99, 999.9);
  await price(api, ids[7], 7.5, 7.5);
  await price(api, ids[31], '12.50', '20.00');
  await read(api, ids[31]);
  await api.ask('GET', '/v1/listings?count=40');
  await assign(api, ids[0], strategies[1]!.id);
  await read(api, ids[0]);
  await assign(api, ids[34], strategies[4]!.id);
  await read(api, ids[34]);
  await api.ask('GET', '/v1/listings?from=31&count=12');
  api.wait(25_000);
  await api.ask('GET', '/v1/reports');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?from=9');
  await read(api, 0);
  await read(api, 61);
  await read(api, 4_711);
  await read(api, 'lamp');
  await price(api, 99, 10, 20);
  await price(api, 'kettle', 10, 20);
  await price(api, ids[9], 30, 20);
  await price(api, ids[10], 8.4, 8.39);
  await price(api, ids[9], undefined, 20);
  await price(api, ids[9], 20);
  await price(api, ids[9], undefined);
  await price(api, ids[9], null, 20);
  await price(api, ids[9], 'cheap', 20);
  await price(api, ids[9], 4, true);
  await price(api, ids[9], [4], 12);
  await price(api, ids[9], -4, 12);
  await price(api, ids[9], 4, 0);
  await price(api, ids[9], -1, -2);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"minPrice": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    text: '{"minPrice": 4, "maxPrice": 5}',
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, ids[9], 17);
  await assign(api, ids[9], 600);
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, 98, 1);
  await api.ask('GET', '/v1/listings?count=0');
  await api.ask('GET', '/v1/listings?count=201');
  await api.ask('GET', '/v1/listings?count=lots');
  await api.ask('GET', '/v1/strategies?count=500');
  await api.ask('GET', '/v1/listings?from=0');
  await api.ask('GET', '/v1/listings?from=61');
  await api.ask('GET', '/v1/reports?count=3&from=40');
  await api.ask('GET', '/v1/listings?minFree=some');
  await api.ask('GET', '/v1/listings?count=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?count=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?count=2', { headers: { 'X-API-KEY': 'whs-000000000000000000' } });
  for (let sent = 0; sent < 6; sent += 1) await api.ask('GET', `/v1/strategies?count=1`, { atOnce: true });
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 10]) {
    const url = at(last, index, 'resultUrl');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?count=22')).map((row) => row.id);
  const strategies = await walk(api, '/v1/strategies?count=5');
  await walk(api, '/v1/listings?count=35');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?count=4');
  await walk(api, '/v1/listings?aisle=A');
  await walk(api, '/v1/listings?aisle=D&count=6');
  await walk(api, '/v1/listings?minFree=140');
  for (const index of [3, 12, 47]) await read(api, ids[index]);
  await price(api, ids[3], 11.25, 63);
  await read(api, ids[3]);
  await price(api, ids[12], 500, 640.75);
  await read(api, ids[12]);
  await price(api, ids[47], '2.00', '3.50');
  await read(api, ids[47]);
  await api.ask('GET', '/v1/listings?count=55');
  await assign(api, ids[3], strategies[3]!.id);
  await read(api, ids[3]);
  await assign(api, ids[48], strategies[6]!.id);
  await api.ask('GET', '/v1/listings?from=17&count=9');
  api.wait(120_000);
  await read(api, 8_125);
  await read(api, 'tin');
  await price(api, 77, 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[21], undefined, 15);
  await price(api, ids[21], 7, null);
  await price(api, ids[21], 5, 'dear');
  await price(api, ids[21], false, 9);
  await price(api, ids[21], -0.5, 15);
  await price(api, ids[21], 6, -1);
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"maxPrice": ' });
  await assign(api, ids[21], 44);
  await assign(api, ids[21], 'soft');
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?count=-3');
  await api.ask('GET', '/v1/listings?count=1000');
  await api.ask('GET', '/v1/reports?count=all');
  await api.ask('GET', '/v1/listings?from=-1');
  await api.ask('GET', '/v1/listings?from=75');
  await api.ask('GET', '/v1/strategies?count=4&from=10');
  await api.ask('GET', '/v1/listings?minFree=many');
  await api.ask('GET', '/v1/listings?count=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?count=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?count=4', { headers: { 'X-API-KEY': 'whs-111111111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await price(api, ids[23], { amount: 5 }, 15);
  await api.ask('GET', '/v1/listings?aisle=B&minFree=50&count=30');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const stockRanges: WalkedService = {
  name: 'stock-ranges',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['count=3', 'count=7', 'count=200'],
  walk,
};
