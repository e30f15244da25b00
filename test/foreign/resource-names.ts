// A cloud platform's API in the way of its public design guide: resource names, page tokens, money in micros written as
// strings, members left out where they are empty, errors with a canonical status and typed details, a quota per second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json } from './kit.ts';
import {
  at,
  chance,
  digest,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'AKp3-Zx81nQe7RtV0mBw5YcL';
const account = 'accounts/7140';
const domain = 'pricing.cloud.example';
const perSecond = 10;
const largestPage = 100;

interface Listing {
  readonly id: number;
  readonly title: string;
  readonly sku: string;
  readonly state: 'ACTIVE' | 'PAUSED' | 'ENDED';
  readonly price: number;
  readonly labels: Row;
  readonly featured: boolean;
  min: bigint | undefined;
  max: bigint | undefined;
  strategy: string | undefined;
  generation: number;
  readonly created: string;
  updated: string;
}

interface Report {
  readonly id: string;
  readonly kind: string;
  readonly created: number;
  readonly runs: number;
  readonly failure: string | undefined;
}

/** RFC 3339 in UTC, with no more than the digits that are needed: none, three, six or nine. */
const time = (milliseconds: number, nanos = 0): string => {
  const [seconds, fraction] = new Date(milliseconds).toISOString().slice(0, -1).split('.');
  const digits = `${fraction!}${String(nanos).padStart(6, '0')}`.replace(/(?:000)+$/, '');
  return digits === '' ? `${seconds!}Z` : `${seconds!}.${digits}Z`;
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const micros = (cents: number): bigint => BigInt(cents) * 10_000n;

/** Leaves out what JSON of protocol buffers leaves out: nothing, false, zero and empty. */
const lean = (value: Row): Row =>
  Object.fromEntries(
    Object.entries(value).filter(([, member]) => {
      if (Array.isArray(member)) return member.length > 0;
      if (isObject(member)) return Object.keys(member).length > 0;
      return member !== undefined && member !== '' && member !== false && member !== 0;
    }),
  );

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['Lowest offer', 'Featured offer', 'Guarded', 'Clearance', 'Seasonal', 'Manual'].map(
    (title, index) =>
      lean({
        name: `${account}/strategies/${301 + index * 7}`,
        displayName: title,
        kind: ['COMPETITIVE', 'COMPETITIVE', 'MARGIN', 'INVENTORY', 'SCHEDULED', 'NONE'][index],
        stepMicros: index === 5 ? undefined : String(micros(5 + chance(`names step ${title}`, 80))),
        isDefault: index === 0,
        createTime: time(pastMoment(`names strategy ${title}`), 120_000 * index),
      }),
  );
  const listings = Array.from({ length: 53 }, (_, index): Listing => {
    const name = `names ${index}`;
    const { title, sku, price } = ware(name);
    const bounded = chance(`${name} bounded`, 6) > 0;
    const created = pastMoment(name);
    return {
      id: 60_001_200 + index * 17 + chance(`${name} id`, 16),
      title,
      sku,
      state: oneOf(`${name} state`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED', 'ENDED']),
      price,
      labels: lean({
        season: oneOf(`${name} season`, ['', '', 'summer', 'winter']),
        tier: oneOf(`${name} tier`, ['', 'gold', 'silver']),
      }),
      featured: chance(`${name} featured`, 5) === 0,
      min: bounded ? micros(Math.round(price * 0.8)) : undefined,
      max: bounded ? micros(Math.round(price * 1.2)) : undefined,
      strategy:
        chance(`${name} none`, 4) === 0 ? undefined : String(oneOf(`${name} strategy`, strategies).name),
      generation: 1 + chance(`${name} generation`, 12),
      created: time(created, chance(`${name} nanos`, 1_000) * 1_000),
      updated: time(created + chance(`${name} updated`, 86_400_000)),
    };
  });
  const reports = Array.from({ length: 10 }, (_, index): Report => ({
    id: digest(`names report ${index}`).slice(0, 16),
    kind: oneOf(`names report kind ${index}`, ['PRICE_CHANGES', 'COMPETITORS', 'INVENTORY']),
    created:
      index < 8 ? pastMoment('names reports') + index * 259_200_000 : opened - 45_000 + (index - 8) * 25_000,
    runs: 75_000 + index * 20_000,
    failure: index === 5 ? 'Source feed was not reachable.' : undefined,
  }));

  const view = (listing: Listing): Row => {
    const etag = digest(`names ${run.run} ${listing.id} ${listing.generation}`).slice(0, 24);
    return lean({
      name: `${account}/listings/${listing.id}`,
      displayName: listing.title,
      sku: listing.sku,
      state: listing.state,
      currencyCode: 'EUR',
      priceMicros: String(micros(listing.price)),
      minPriceMicros: listing.min?.toString(),
      maxPriceMicros: listing.max?.toString(),
      strategy: listing.strategy,
      labels: listing.labels,
      featured: listing.featured,
      etag: `"${etag}"`,
      generation: String(listing.generation),
      createTime: listing.created,
      updateTime: listing.updated,
    });
  };
  const reportView = (report: Report): Row => {
    const now = run.now();
    const ended = report.created + report.runs;
    const done = now >= ended;
    const failed = done && report.failure !== undefined;
    const signature = digest(`names ${report.id} ${run.run}`).slice(0, 43);
    return lean({
      name: `${account}/reports/${report.id}`,
      kind: report.kind,
      state: !done ? 'RUNNING' : failed ? 'FAILED' : 'SUCCEEDED',
      rowCount: done && !failed ? String(listings.length) : undefined,
      downloadUris:
        done && !failed
          ? ['csv', 'json'].map(
              (type) => `${run.origin}/download/${report.id}.${type}?alt=media&sig=${signature}`,
            )
          : [],
      error: failed ? { code: 14, message: report.failure } : undefined,
      createTime: time(report.created),
      endTime: done ? time(ended) : undefined,
    });
  };

  const failed = (code: number, status: string, message: string, details: readonly Row[] = []): Answered =>
    json(
      code,
      { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } },
      [],
      'application/json; charset=UTF-8',
    );
  const info = (reason: string, metadata: Row): Row => ({
    '@type': 'types.cloud.example/rpc.ErrorInfo',
    reason,
    domain,
    metadata,
  });
  const violations = (fieldViolations: readonly { field: string; description: string }[]): Answered => {
    const [first] = fieldViolations;
    const message =
      fieldViolations.length === 1
        ? `Invalid value at '${first!.field}': ${first!.description}`
        : `${fieldViolations.length} fields are invalid.`;
    return failed(400, 'INVALID_ARGUMENT', message, [
      { '@type': 'types.cloud.example/rpc.BadRequest', fieldViolations },
    ]);
  };
  const notFound = (type: string, name: string): Answered =>
    failed(404, 'NOT_FOUND', `Requested entity was not found: ${name}.`, [
      {
        '@type': 'types.cloud.example/rpc.ResourceInfo',
        resourceType: `${domain}/${type}`,
        resourceName: name,
      },
    ]);

  function page(name: string, rows: readonly Row[], query: URLSearchParams): Answered {
    for (const given of query.keys()) {
      if (['pageSize', 'pageToken', 'filter'].includes(given)) continue;
      const text = `Unknown name "${given}": Cannot bind query parameter. Field '${given}' could not be found in request message.`;
      return failed(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. ${text}`, [
        {
          '@type': 'types.cloud.example/rpc.BadRequest',
          fieldViolations: [{ description: `Invalid JSON payload received. ${text}` }],
        },
      ]);
    }
    const sizeText = query.get('pageSize') ?? '0';
    if (!/^-?\d+$/.test(sizeText)) {
      return violations([{ field: 'page_size', description: `(TYPE_INT32), "${sizeText}"` }]);
    }
    if (Number(sizeText) < 0) {
      return violations([{ field: 'page_size', description: `must not be negative, got ${sizeText}` }]);
    }
    const size = Number(sizeText) === 0 ? 25 : Math.min(Number(sizeText), largestPage);
    const filter = query.get('filter') ?? '';
    const [, field, wanted] = /^(state|kind|strategy)\s*=\s*"?([^"]*)"?$/.exec(filter) ?? [];
    if (filter !== '' && field === undefined) {
      return violations([{ field: 'filter', description: `could not parse "${filter}"` }]);
    }
    const meant = field === undefined ? rows : rows.filter((row) => row[field] === wanted);
    const token = query.get('pageToken') ?? '';
    const [, from, of] = /^(\d+)\|(.*)$/s.exec(Buffer.from(token, 'base64url').toString()) ?? [];
    if (token !== '' && (from === undefined || of !== filter)) {
      return violations([{ field: 'page_token', description: 'the token is not valid for this request' }]);
    }
    const first = Number(from ?? 0);
    const last = first + size;
    const next = last < meant.length ? Buffer.from(`${last}|${filter}`).toString('base64url') : undefined;
    return json(
      200,
      lean({ [name]: meant.slice(first, last), nextPageToken: next, totalSize: meant.length }),
      [],
      'application/json; charset=UTF-8',
    );
  }

  /** A bound in micros, or what is wrong with it. */
  function bound(value: unknown): bigint | string {
    if (value === undefined || value === null) return 'Required field is not set.';
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (!/^-?\d+$/.test(text)) return `(TYPE_INT64), ${JSON.stringify(value)}`;
    if (BigInt(text) <= 0n) return 'Must be greater than 0.';
    return BigInt(text) % 10_000n === 0n ? BigInt(text) : 'Must be a multiple of 10000.';
  }

  function priced(listing: Listing, body: Row): Answered {
    const [min, max] = [bound(body.minPriceMicros), bound(body.maxPriceMicros)];
    const wrong = [
      { field: snake('minPriceMicros'), description: min },
      { field: snake('maxPriceMicros'), description: max },
    ].filter((each): each is { field: string; description: string } => typeof each.description === 'string');
    if (typeof min === 'string' || typeof max === 'string') return violations(wrong);
    if (min > max) {
      return failed(400, 'INVALID_ARGUMENT', 'The minimum price is above the maximum price.', [
        info('BOUNDS_CROSSED', { minPriceMicros: min.toString(), maxPriceMicros: max.toString() }),
      ]);
    }
    listing.min = min;
    listing.max = max;
    return written(listing);
  }

  function assigned(listing: Listing, body: Row): Answered {
    const { strategy } = body;
    if (typeof strategy !== 'string') {
      const description =
        strategy === undefined || strategy === null
          ? 'Required field is not set.'
          : `(TYPE_STRING), ${JSON.stringify(strategy)}`;
      return violations([{ field: 'strategy', description }]);
    }
    if (!/^accounts\/\d+\/strategies\/\d+$/.test(strategy)) {
      return violations([{ field: 'strategy', description: `"${strategy}" is not the name of a strategy.` }]);
    }
    if (!strategies.some(({ name }) => name === strategy)) return notFound('Strategy', strategy);
    listing.strategy = strategy;
    return written(listing);
  }

  function written(listing: Listing): Answered {
    listing.generation += 1;
    listing.updated = time(run.now());
    return json(200, view(listing), [], 'application/json; charset=UTF-8');
  }

  function answer(request: Asked, url: URL): Answered {
    const file = /^\/download\/([\da-f]{16})\.(csv|json)$/.exec(url.pathname);
    if (file !== null) {
      const rows = listings
        .slice(0, 9)
        .map(({ sku, price }) => ({ sku, priceMicros: String(micros(price)) }));
      if (file[2] === 'json') return json(200, rows);
      const body = ['sku,price_micros', ...rows.map(({ sku, priceMicros }) => `${sku},${priceMicros}`)].join(
        '\n',
      );
      return { status: 200, headers: [['Content-Type', 'text/csv']], body };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (request.method === 'GET' && id === undefined) {
      if (name === 'listings') return page(name, listings.map(view), url.searchParams);
      if (name === 'strategies') return page(name, strategies, url.searchParams);
      if (name === 'reports') return page(name, reports.map(reportView), url.searchParams);
    }
    if (
      name !== 'listings' ||
      id === undefined ||
      request.method !== (part === undefined ? 'GET' : 'PATCH')
    ) {
      return failed(404, 'NOT_FOUND', 'Method not found.');
    }
    if (!/^\d+$/.test(id)) {
      return violations([
        { field: 'name', description: `"${account}/listings/${id}" is not the name of a listing.` },
      ]);
    }
    const listing = listings.find((candidate) => candidate.id === Number(id));
    if (listing === undefined) return notFound('Listing', `${account}/listings/${id}`);
    if (part === undefined) return json(200, view(listing), [], 'application/json; charset=UTF-8');
    const body = parsed(request.body);
    if (!isObject(body)) {
      return failed(
        400,
        'INVALID_ARGUMENT',
        'Invalid JSON payload received. Unexpected end of string. Expected a value.',
      );
    }
    if (listing.state === 'ENDED') {
      return failed(400, 'FAILED_PRECONDITION', 'The listing has ended and can no longer be changed.', [
        info('LISTING_ENDED', { listing: `${account}/listings/${id}` }),
      ]);
    }
    return part === 'price' ? priced(listing, body) : assigned(listing, body);
  }

  let accepted: readonly number[] = [];
  return (request) => {
    const url = new URL(request.target, run.origin);
    const given = request.headers['x-api-key'];
    if (given === undefined) {
      const message = 'Callers without an established identity are not allowed. Please send an API key.';
      return failed(403, 'PERMISSION_DENIED', message);
    }
    if (given !== key) {
      return failed(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        info('API_KEY_INVALID', { service: domain }),
      ]);
    }
    const now = run.now();
    accepted = accepted.filter((each) => each > now - 1_000);
    if (accepted.length >= perSecond) {
      const message = `Quota exceeded for quota metric 'Requests' and limit 'Requests per second' of service '${domain}' for consumer '${account}'.`;
      return failed(429, 'RESOURCE_EXHAUSTED', message, [
        info('RATE_LIMIT_EXCEEDED', {
          consumer: account,
          quota_limit_value: String(perSecond),
          service: domain,
        }),
      ]);
    }
    accepted = [...accepted, now];
    const answered = answer(request, url);
    return {
      ...answered,
      headers: [...answered.headers, ['Vary', 'X-Origin, Referer'], ['Server-Timing', 'total;dur=12']],
    };
  };
}

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = target.split(/[/?]/)[2]!;
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    const token = textIfAny(received, 'nextPageToken');
    const joint = target.includes('?') ? '&' : '?';
    next = token === undefined ? undefined : `${target}${joint}pageToken=${encodeURIComponent(token)}`;
  }
  return rows;
}

/** The last part of a resource name. */
const idOf = (row: Row | undefined): string => String(row?.name).split('/').at(-1)!;
const read = (api: Api, id: string): Promise<Received> => api.ask('GET', `/v1/listings/${id}`);
const price = (api: Api, id: string, minPriceMicros: unknown, maxPriceMicros?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${id}/price`, { json: { minPriceMicros, maxPriceMicros } });
const assign = (api: Api, id: string, strategy?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${id}/strategy`, { json: { strategy } });
const filtered = (filter: string, size = ''): string =>
  `/v1/listings?filter=${encodeURIComponent(filter)}${size}`;

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const strategies = await walk(api, '/v1/strategies');
  const open = all.filter((row) => row.state !== 'ENDED').map(idOf);
  const ended = all.filter((row) => row.state === 'ENDED').map(idOf);
  await walk(api, '/v1/listings?pageSize=20');
  await walk(api, '/v1/strategies?pageSize=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?pageSize=4');
  await walk(api, filtered('state=PAUSED'));
  await walk(api, filtered('state=ACTIVE', '&pageSize=12'));
  await walk(api, filtered('state=ARCHIVED'));
  await walk(api, filtered(`strategy="${String(strategies[1]!.name)}"`));
  for (const index of [0, 4, 15, 26, 33]) await read(api, open[index]!);
  await read(api, ended[0]!);
  await price(api, open[0]!, '14500000', '29900000');
  await read(api, open[0]!);
  await price(api, open[4]!, '8000000', '9250000');
  await read(api, open[4]!);
  await price(api, open[15]!, 210_000_000, 380_500_000);
  await read(api, open[15]!);
  await price(api, open[20]!, '990000', '999900000');
  await price(api, open[4]!, '7500000', '7500000');
  await walk(api, '/v1/listings?pageSize=30');
  await assign(api, open[0]!, strategies[1]!.name);
  await read(api, open[0]!);
  await assign(api, open[26]!, strategies[4]!.name);
  await read(api, open[26]!);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?pageSize=100');
  await read(api, '99');
  await read(api, '60001199');
  await read(api, 'lamp');
  await price(api, '77', '10000000', '20000000');
  await price(api, 'kettle', '10000000', '20000000');
  await price(api, ended[0]!, '10000000', '20000000');
  await price(api, ended[1]!, '15000000', '25000000');
  await assign(api, ended[1]!, strategies[0]!.name);
  await price(api, open[9]!, '30000000', '20000000');
  await price(api, open[10]!, '8400000', '8390000');
  await price(api, open[9]!, undefined, '20000000');
  await price(api, open[9]!, '20000000');
  await price(api, open[9]!, undefined);
  await price(api, open[9]!, null, '20000000');
  await price(api, open[9]!, 'cheap', '20000000');
  await price(api, open[9]!, '4000000', true);
  await price(api, open[9]!, '-4000000', '12000000');
  await price(api, open[9]!, '0', '12000000');
  await price(api, open[9]!, '4005000', '12000000');
  await price(api, open[9]!, 12.5, '12000000');
  await api.ask('PATCH', `/v1/listings/${open[9]!}/price`, { text: '{"minPriceMicros": ' });
  await assign(api, open[9]!, `${account}/strategies/5`);
  await assign(api, open[9]!, `${account}/strategies/999`);
  await assign(api, open[9]!, 'aggressive');
  await assign(api, open[9]!, 17);
  await assign(api, open[9]!, null);
  await assign(api, open[9]!);
  await assign(api, '78', strategies[0]!.name);
  await api.ask('GET', '/v1/listings?pageSize=0');
  await api.ask('GET', '/v1/listings?pageSize=-2');
  await api.ask('GET', '/v1/listings?pageSize=1000');
  await api.ask('GET', '/v1/listings?pageSize=lots');
  await api.ask('GET', '/v1/strategies?pageSize=-5');
  await api.ask('GET', '/v1/listings?pageToken=bm9uc2Vuc2U');
  await api.ask('GET', filtered('cheap'));
  await api.ask('GET', '/v1/listings?colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?pageSize=2', { headers: { 'X-API-KEY': 'AKp3-0000000000000000000' } });
  api.wait(2_000);
  for (let sent = 0; sent < 12; sent += 1)
    await api.ask('GET', '/v1/strategies?pageSize=1', { atOnce: true });
  api.wait(1_800_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 1]) {
    const uri = at(last, 'reports', 9, 'downloadUris', index);
    if (typeof uri === 'string') await api.ask('GET', uri);
  }
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?pageSize=18');
  const strategies = await walk(api, '/v1/strategies?pageSize=5');
  const open = all.filter((row) => row.state !== 'ENDED').map(idOf);
  const ended = all.filter((row) => row.state === 'ENDED').map(idOf);
  await walk(api, '/v1/listings?pageSize=40');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?pageSize=6');
  await walk(api, filtered('state=ENDED'));
  await walk(api, filtered('state=ACTIVE', '&pageSize=14'));
  await walk(api, filtered(`strategy="${String(strategies[2]!.name)}"`));
  for (const index of [2, 11, 29]) await read(api, open[index]!);
  await price(api, open[2]!, '11250000', '63000000');
  await read(api, open[2]!);
  await price(api, open[11]!, '500000000', '640750000');
  await read(api, open[11]!);
  await price(api, open[29]!, 2_000_000, 3_500_000);
  await walk(api, '/v1/listings?pageSize=35');
  await assign(api, open[2]!, strategies[3]!.name);
  await read(api, open[2]!);
  await assign(api, open[30]!, strategies[5]!.name);
  await read(api, open[30]!);
  api.wait(120_000);
  await read(api, '4711');
  await read(api, 'tea-tin');
  await price(api, '4712', '3000000', '4000000');
  await price(api, ended[2]!, '12000000', '21000000');
  await price(api, open[18]!, '71200000', '70000000');
  await price(api, open[19]!, undefined, '15000000');
  await price(api, open[19]!, '7000000', null);
  await price(api, open[19]!, '5000000', 'dear');
  await price(api, open[19]!, false, '9000000');
  await price(api, open[19]!, '-500000', '15000000');
  await price(api, open[19]!, '5000000', '9999000');
  await api.ask('PATCH', `/v1/listings/${open[19]!}/price`, { text: '{"maxPriceMicros": ' });
  await assign(api, open[19]!, `${account}/strategies/8125`);
  await assign(api, open[19]!, 'gentle');
  await assign(api, open[21]!, null);
  await api.ask('GET', '/v1/listings?pageSize=-7');
  await api.ask('GET', '/v1/listings?pageSize=5000');
  await api.ask('GET', '/v1/reports?pageSize=all');
  await api.ask('GET', '/v1/listings?pageToken=c29tZXRoaW5n');
  await api.ask('GET', filtered('dear'));
  await api.ask('GET', '/v1/listings?size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?pageSize=3', { headers: { 'X-API-KEY': 'AKp3-1111111111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/reports?filter=state%3DFAILED');
  await price(api, open[22]!, ['1000000'], '2000000');
  await api.ask('PATCH', `/v1/listings/${open[22]!}/price`, {
    json: { minPriceMicros: '0', maxPriceMicros: '0' },
  });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const resourceNames: WalkedService = {
  name: 'resource-names',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=8', 'pageSize=100'],
  walk,
};
