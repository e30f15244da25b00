// A pricing service of a newer make: names in camelCase, items beside a cursor and whether there is more, the next page also
// in the header Link, prices as whole cents, moments with the offset of the office (of report runs in milliseconds), what
// belongs to a record where it is asked for (`expand`), the members that are asked for (`fields`), a version as ETag that a
// write must name (428, 412) and a read may (304), a key that makes a repeated write harmless, parameters refused by name
// with the list of those that are known, report runs that are accepted (202), and problems (RFC 9457) with a trace id and a
// map of errors by field.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { base62, header, hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  chance,
  digest,
  hurry,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pk_7Hs2mQx94TbVn0Lw';
const perSecond = 8;
const largestPage = 100;
const largestPrice = 50_000_000;

/** RFC 3339 in the zone of the office, an hour ahead of UTC. */
const moment = (milliseconds: number) =>
  `${new Date(milliseconds + 3_600_000).toISOString().slice(0, 23)}+01:00`;
const idOf = (prefix: string, seed: string) => `${prefix}_${scrambled(`camel ${seed}`, 14, base62)}`;

const states = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const;
const channels = ['WEB', 'STORE', 'PARTNER'] as const;
const reportTypes = ['MARGIN', 'BUY_BOX', 'PRICE_HISTORY'] as const;
const reportStates = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly state: (typeof states)[number];
  readonly channel: (typeof channels)[number];
  readonly price: number;
  readonly stock: number;
  readonly tags: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  version: number;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly enabled: boolean;
  readonly settings: Row;
  readonly created: number;
}

const strategies = [
  { name: 'Beat the lowest', kind: 'COMPETITOR', enabled: true, settings: { undercutBy: 5, unit: 'CENTS' } },
  { name: 'Target margin', kind: 'MARGIN', enabled: true, settings: { targetPercent: 18.5 } },
  { name: 'Clear old stock', kind: 'AGE', enabled: true, settings: { afterDays: 90, reduceByPercent: 10 } },
  { name: 'Manual only', kind: 'NONE', enabled: true, settings: {} },
  { name: 'Holiday peaks', kind: 'CALENDAR', enabled: false, settings: { raiseByPercent: 4 } },
].map((one, index): Strategy => ({
  ...one,
  id: idOf('str', `strategy ${index}`),
  created: pastMoment(`camel strategy ${index}`),
}));

const strategyShown = ({ id, name, kind, enabled, settings, created }: Strategy): Row => ({
  id,
  name,
  kind,
  enabled,
  settings,
  createdAt: moment(created),
});

function listings(): Listing[] {
  return Array.from({ length: 47 }, (_, index): Listing => {
    const seed = `camel ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    const tagged = chance(`${seed} tags`, 4);
    return {
      id: idOf('lst', `listing ${index}`),
      sku,
      name: title,
      state: oneOf(`${seed} state`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'SUSPENDED']),
      channel: oneOf(`${seed} channel`, channels),
      price,
      stock,
      tags: ['new', 'bulky', 'fragile'].slice(0, tagged),
      created,
      min: chance(`${seed} min`, 5) > 0 ? Math.round(price * 0.82) : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) : null,
      strategy: chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 4)]!.id : null,
      version: 1 + chance(`${seed} version`, 9),
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

type Errors = Readonly<Record<string, readonly string[]>>;

class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly errors: Errors | undefined;
  readonly headers: Headers;

  constructor(
    status: number,
    type: string,
    title: string,
    detail: string,
    { errors, headers = [] }: { readonly errors?: Errors; readonly headers?: Headers } = {},
  ) {
    super(detail);
    this.status = status;
    this.type = type;
    this.title = title;
    this.errors = errors;
    this.headers = headers;
  }
}

const invalid = (errors: Errors) =>
  new Problem(400, 'validation', 'Validation failed', 'One or more values are invalid.', { errors });
const notFound = (detail: string) => new Problem(404, 'not-found', 'Not found', detail);

const quoted = (version: number) => `"${version}"`;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 8 }, (_, index) => ({
    id: idOf('run', `report ${index}`),
    type: reportTypes[index % 3] as string,
    created: index > 5 ? opened - 12_000 * (8 - index) : opened - (9 - index) * 50_000_000,
    seconds: 100 + index * 15,
    fails: index === 2,
  }));
  const written = new Map<string, { readonly of: string; readonly answer: Answered }>();
  const recent: number[] = [];
  let count = 0;

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    sku: one.sku,
    name: one.name,
    state: one.state,
    channel: one.channel,
    price: one.price,
    minPrice: one.min,
    maxPrice: one.max,
    currency: 'EUR',
    stock: one.stock,
    tags: one.tags,
    strategyId: one.strategy,
    version: one.version,
    createdAt: moment(one.created),
    updatedAt: moment(one.updated),
  });
  const names = Object.keys(listingShown(all[0]!));

  function reportShown({ id, type, created, seconds, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status =
      elapsed < 30 ? 'PENDING' : elapsed < seconds ? 'PROCESSING' : fails ? 'FAILED' : 'COMPLETED';
    const isOver = elapsed >= seconds;
    return {
      id,
      type,
      status,
      progress: isOver ? 100 : Math.floor(Math.max(0, elapsed - 30) / 30) * 20,
      requestedAt: created,
      completedAt: isOver ? created + seconds * 1_000 : null,
      result:
        status === 'COMPLETED'
          ? {
              format: 'csv',
              sizeBytes: 2_000 + chance(`camel report ${id}`, 90_000),
              downloadUrl: `${run.origin}/downloads/${id}?token=${scrambled(`camel ${run.run} ${id}`, 32, base62)}`,
            }
          : null,
      failureReason: status === 'FAILED' ? 'SOURCE_UNAVAILABLE' : null,
    };
  }

  function refuseUnknown(query: URLSearchParams, known: readonly string[]): void {
    const unknown = [...new Set(query.keys())].filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    throw new Problem(
      400,
      'unknown-parameter',
      'Unknown parameter',
      `Unknown query parameter '${unknown[0]!}'. Known parameters: ${[...known].sort().join(', ')}.`,
    );
  }

  /** What a program wants to see of a listing. */
  function shape(query: URLSearchParams): (listing: Listing) => Row {
    const [fields, expand] = [query.get('fields')?.split(','), query.get('expand')?.split(',') ?? []];
    const errors: Record<string, readonly string[]> = {};
    const strange = fields?.filter((name) => !names.includes(name)) ?? [];
    if (strange.length > 0) errors.fields = strange.map((name) => `Unknown field '${name}'.`);
    const far = expand.filter((name) => name !== 'strategy');
    if (far.length > 0) errors.expand = far.map((name) => `Cannot expand '${name}'.`);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return (listing) => {
      const strategy = strategies.find(({ id }) => id === listing.strategy);
      const shown = Object.entries(listingShown(listing)).filter(
        ([name]) => fields === undefined || name === 'id' || fields.includes(name),
      );
      return {
        ...Object.fromEntries(shown),
        ...(expand.length > 0 && { strategy: strategy === undefined ? null : strategyShown(strategy) }),
      };
    };
  }

  interface Identified {
    readonly id: string;
  }

  function paged<One extends Identified>(
    request: Asked,
    records: readonly One[],
    shown: (one: One) => Row,
  ): Answered {
    const { path, query } = targetOf(request);
    const asked = query.get('limit') ?? '25';
    const limit = Number(asked);
    if (!/^-?\d+$/.test(asked)) throw invalid({ limit: ['Must be an integer.'] });
    if (limit < 1 || limit > largestPage) {
      throw invalid({ limit: [`Must be between 1 and ${largestPage}.`] });
    }
    const cursor = query.get('cursor');
    const known = cursor === null ? undefined : parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
    const last = isObject(known) ? records.findIndex(({ id }) => id === known.after) : -1;
    if (cursor !== null && last === -1) throw invalid({ cursor: ['The cursor is invalid or has expired.'] });
    const found = records.slice(last + 1, last + 1 + limit);
    const hasMore = last + 1 + limit < records.length;
    const next = hasMore
      ? Buffer.from(JSON.stringify({ after: found.at(-1)!.id })).toString('base64url')
      : null;
    if (next !== null) query.set('cursor', next);
    const link: Headers =
      next === null ? [] : [['Link', `<${run.origin}${path}?${query.toString()}>; rel="next"`]];
    return json(200, { items: found.map(shown), nextCursor: next, hasMore }, link);
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    price: ({ price }) => price,
    name: ({ name }) => name,
    stock: ({ stock }) => stock,
    updatedAt: ({ updated }) => updated,
  };

  function listed(request: Asked): Answered {
    const { query } = targetOf(request);
    refuseUnknown(query, [
      'limit',
      'cursor',
      'expand',
      'fields',
      'state',
      'channel',
      'strategyId',
      'search',
      'minStock',
      'updatedAfter',
      'sortBy',
      'sortOrder',
    ]);
    const errors: Record<string, readonly string[]> = {};
    const among = (name: string, values: readonly string[]): string | undefined => {
      const value = query.get(name) ?? undefined;
      if (value !== undefined && !values.includes(value)) {
        errors[name] = [`Must be one of ${values.join(', ')}.`];
      }
      return value;
    };
    const state = among('state', states);
    const channel = among('channel', channels);
    const sortBy = among('sortBy', Object.keys(orders));
    const sortOrder = among('sortOrder', ['asc', 'desc']);
    const stock = query.get('minStock');
    if (stock !== null && !/^\d+$/.test(stock)) errors.minStock = ['Must be a non-negative integer.'];
    const after = query.get('updatedAfter');
    if (after !== null && Number.isNaN(Date.parse(after))) {
      errors.updatedAfter = ['Must be an RFC 3339 date-time.'];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const search = query.get('search')?.toLowerCase() ?? '';
    const strategy = query.get('strategyId');
    const found = all.filter(
      (one) =>
        (state === undefined || one.state === state) &&
        (channel === undefined || one.channel === channel) &&
        (strategy === null || one.strategy === strategy) &&
        (stock === null || one.stock >= Number(stock)) &&
        (after === null || one.updated > Date.parse(after)) &&
        `${one.name} ${one.sku}`.toLowerCase().includes(search),
    );
    if (sortBy !== undefined) {
      const of = orders[sortBy]!;
      const sign = sortOrder === 'desc' ? -1 : 1;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    return paged(request, found, shape(query));
  }

  function listingOf(id: string): Listing {
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw notFound(`No listing with id '${id}' exists.`);
    return listing;
  }

  function readListing(request: Asked, id: string): Answered {
    const { query } = targetOf(request);
    refuseUnknown(query, ['expand', 'fields']);
    const listing = listingOf(id);
    const tag: Headers = [['ETag', quoted(listing.version)]];
    if (request.headers['if-none-match'] === quoted(listing.version)) {
      return { status: 304, headers: tag, body: '' };
    }
    return json(200, shape(query)(listing), tag);
  }

  /** What a write says: an object of which nothing is unknown. */
  function bodyIn(request: Asked, known: readonly string[]): Row {
    if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
      throw new Problem(
        415,
        'unsupported-media-type',
        'Unsupported media type',
        'The content type must be application/json.',
      );
    }
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      throw new Problem(400, 'malformed-body', 'Malformed body', 'The body is not a valid JSON object.');
    }
    const unknown = Object.keys(sent.json).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw invalid(Object.fromEntries(unknown.map((name) => [name, ['Unknown property.']])));
    }
    return sent.json;
  }

  function matched(request: Asked, listing: Listing): void {
    const tag = request.headers['if-match'];
    if (tag === undefined) {
      throw new Problem(
        428,
        'precondition-required',
        'Precondition required',
        'This request requires an If-Match header.',
      );
    }
    if (tag !== '*' && tag !== quoted(listing.version)) {
      throw new Problem(
        412,
        'precondition-failed',
        'Precondition failed',
        `The listing has changed: its version is ${listing.version}.`,
      );
    }
  }

  function changed(listing: Listing): Answered {
    listing.version += 1;
    listing.updated = run.now();
    return json(200, listingShown(listing), [['ETag', quoted(listing.version)]]);
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request, ['minPrice', 'maxPrice']);
    const errors: Record<string, readonly string[]> = {};
    const boundOf = (name: 'minPrice' | 'maxPrice', now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        errors[name] = ['Must be an integer amount in cents.'];
        return null;
      }
      if (value < 1) errors[name] = ['Must be greater than 0.'];
      if (value > largestPrice) errors[name] = [`Must not exceed ${largestPrice}.`];
      return value;
    };
    const [min, max] = [boundOf('minPrice', listing.min), boundOf('maxPrice', listing.max)];
    if (Object.keys(body).length === 0) {
      errors.body = ['At least one of minPrice, maxPrice is required.'];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (min !== null && max !== null && min > max) {
      throw new Problem(
        409,
        'price-bounds-conflict',
        'Price bounds conflict',
        `minPrice (${min}) must not exceed maxPrice (${max}).`,
      );
    }
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategyId: id } = bodyIn(request, ['strategyId']);
    if (id === undefined) throw invalid({ strategyId: ['Is required.'] });
    if (id !== null) {
      if (typeof id !== 'string') throw invalid({ strategyId: ['Must be a string or null.'] });
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw invalid({ strategyId: [`Strategy '${id}' does not exist.`] });
      if (!strategy.enabled) {
        throw new Problem(
          409,
          'strategy-disabled',
          'Strategy disabled',
          `Strategy '${id}' is disabled and cannot be assigned.`,
        );
      }
    }
    listing.strategy = id;
    return changed(listing);
  }

  /** A write that is repeated with its key is answered as it was at first. */
  function once(request: Asked, write: () => Answered): Answered {
    const named = request.headers['idempotency-key'];
    if (named === undefined) return write();
    const of = digest(`${request.method} ${request.target} ${request.body}`);
    const before = written.get(named);
    if (before === undefined) {
      const answer = write();
      written.set(named, { of, answer });
      return answer;
    }
    if (before.of !== of) {
      throw new Problem(
        422,
        'idempotency-key-reused',
        'Idempotency key reused',
        'The Idempotency-Key was used with a different request.',
      );
    }
    const { status, headers, body } = before.answer;
    return { status, headers: [...headers, ['Idempotency-Replayed', 'true']], body };
  }

  function ordered(request: Asked): Answered {
    const { type } = bodyIn(request, ['type']);
    if (typeof type !== 'string' || !(reportTypes as readonly string[]).includes(type)) {
      throw invalid({ type: [`Must be one of ${reportTypes.join(', ')}.`] });
    }
    const id = idOf('run', `report ${run.run} ${reports.length}`);
    const report = { id, type, created: run.now(), seconds: 90, fails: false };
    reports.unshift(report);
    return json(202, reportShown(report), [['Location', `/v1/reports/${id}`]]);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = notFound(`No resource matches ${path}.`);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    const { method } = request;
    if (kind === 'listings') {
      if (id === undefined && method === 'GET') return listed(request);
      if (id !== undefined && part === undefined && method === 'GET') return readListing(request, id);
      if (id !== undefined && method === 'PATCH' && (part === 'price' || part === 'strategy')) {
        const listing = listingOf(id);
        return once(request, () => {
          matched(request, listing);
          return part === 'price' ? priced(listing, request) : assigned(listing, request);
        });
      }
    }
    if (kind === 'strategies' && part === undefined && method === 'GET') {
      if (id === undefined) {
        refuseUnknown(query, ['limit', 'cursor', 'enabled', 'kind']);
        const [enabled, ofKind] = [query.get('enabled'), query.get('kind')];
        if (enabled !== null && !['true', 'false'].includes(enabled)) {
          throw invalid({ enabled: ['Must be true or false.'] });
        }
        const found = strategies.filter(
          (one) =>
            (enabled === null || String(one.enabled) === enabled) && (ofKind === null || one.kind === ofKind),
        );
        return paged(request, found, strategyShown);
      }
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound(`Strategy ${id} was not found.`);
      return json(200, strategyShown(strategy));
    }
    if (kind === 'reports' && part === undefined) {
      if (id === undefined && method === 'POST') return ordered(request);
      if (id === undefined && method === 'GET') {
        refuseUnknown(query, ['limit', 'cursor', 'status', 'type']);
        const [status, type] = [query.get('status'), query.get('type')];
        if (status !== null && !(reportStates as readonly string[]).includes(status)) {
          throw invalid({ status: [`Must be one of ${reportStates.join(', ')}.`] });
        }
        const found = reports.filter(
          (one) =>
            (status === null || reportShown(one).status === status) && (type === null || one.type === type),
        );
        return paged(request, found, reportShown);
      }
      if (id !== undefined && method === 'GET') {
        const report = reports.find((one) => one.id === id);
        if (report === undefined) throw notFound(`There is no report run ${id}.`);
        return json(200, reportShown(report));
      }
    }
    if (['listings', 'strategies', 'reports'].includes(kind)) {
      throw new Problem(405, 'method-not-allowed', 'Method not allowed', `${method} is not supported here.`);
    }
    throw nowhere;
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      throw new Problem(
        401,
        'unauthorized',
        'Unauthorized',
        headers['x-api-key'] === undefined ? 'No API key was provided.' : 'The API key is invalid.',
        { headers: [['WWW-Authenticate', 'ApiKey realm="pricing"']] },
      );
    }
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Problem(
        429,
        'rate-limit-exceeded',
        'Too many requests',
        `The limit of ${perSecond} requests per second is exceeded.`,
        { headers: [['Retry-After', '1']] },
      );
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, type, title, message, errors, headers } = error;
      const problem = {
        type: `https://developers.example.test/problems/${type}`,
        title,
        status,
        detail: message,
        instance: targetOf(request).path,
        ...(errors !== undefined && { errors }),
        traceId: scrambled(`camel trace ${run.run} ${count}`, 32, hex),
      };
      return json(status, problem, headers, 'application/problem+json');
    }
  };
}

/** Goes on with the cursor as long as there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    const cursor = textIfAny(received, 'nextCursor');
    next = cursor === undefined ? undefined : `${target}${target.includes('?') ? '&' : '?'}cursor=${cursor}`;
  }
  return rows;
}

/** Goes on by the header alone. */
async function follow(api: Api, target: string): Promise<void> {
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    next = /<([^>]+)>; rel="next"/.exec(header(received, 'link') ?? '')?.[1];
  }
}

const read = (api: Api, kind: string, id: unknown, query = '', sending?: Sending): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`, sending);

/** A write of a listing as it was read. */
function write(
  api: Api,
  [part, id]: readonly ['price' | 'strategy', unknown],
  body: unknown,
  headers: Sending['headers'] = {},
): Promise<Received> {
  return api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body, headers });
}

const tagOf = (received: Received) => ({ 'If-Match': header(received, 'etag') ?? '' });
const any = { 'If-Match': '*' };

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const ids = rows.map(({ id }) => id);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await follow(api, '/v1/listings?limit=20&state=ACTIVE');
  await walk(api, '/v1/reports?limit=3');
  await get('limit=5');
  await get('limit=10&expand=strategy');
  await get('limit=6&fields=id,sku,price');
  await get('limit=4&fields=name,minPrice,maxPrice&expand=strategy');
  await get('state=SUSPENDED');
  await get('channel=STORE&limit=8');
  await get(`strategyId=${String(plans[1])}`);
  await get('search=lamp');
  await get('search=Velmora&sortBy=price');
  await get('search=nothinglikethis');
  await get('minStock=200');
  await get('updatedAfter=2025-06-01T00:00:00Z');
  await get('sortBy=price&sortOrder=desc&limit=12');
  await get('sortBy=name&limit=7');
  await get('sortBy=updatedAt&sortOrder=desc&limit=5');
  await api.ask('GET', '/v1/strategies?enabled=false');
  await api.ask('GET', '/v1/strategies?kind=MARGIN');
  await api.ask('GET', '/v1/reports?status=COMPLETED');
  await api.ask('GET', '/v1/reports?type=BUY_BOX');
  for (const index of [0, 6, 13, 22, 31]) await read(api, 'listings', ids[index]);
  const tag = header(await read(api, 'listings', ids[2], '?expand=strategy'), 'etag') ?? '';
  await read(api, 'listings', ids[2], '', { headers: { 'If-None-Match': tag } });
  await read(api, 'listings', ids[3], '?fields=sku,state');
  await read(api, 'strategies', plans[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[7]);

  const first = await write(
    api,
    ['price', ids[0]],
    { minPrice: 1_250, maxPrice: 24_990 },
    tagOf(await read(api, 'listings', ids[0])),
  );
  await read(api, 'listings', ids[0]);
  await write(api, ['price', ids[0]], { maxPrice: 26_000 }, tagOf(first));
  await write(api, ['price', ids[0]], { maxPrice: 27_000 }, tagOf(first));
  await write(api, ['price', ids[6]], { minPrice: 999 }, any);
  await read(api, 'listings', ids[6]);
  await write(api, ['price', ids[13]], { maxPrice: null }, any);
  await read(api, 'listings', ids[13]);
  const named = { ...any, 'Idempotency-Key': 'b0a1-price-22' };
  await write(api, ['price', ids[22]], { minPrice: 700, maxPrice: 44_000 }, named);
  await write(api, ['price', ids[22]], { minPrice: 700, maxPrice: 44_000 }, named);
  await write(api, ['price', ids[22]], { minPrice: 800, maxPrice: 44_000 }, named);
  await write(api, ['strategy', ids[0]], { strategyId: plans[2] }, any);
  await read(api, 'listings', ids[0], '?expand=strategy');
  await write(api, ['strategy', ids[6]], { strategyId: null }, any);
  await read(api, 'listings', ids[6]);
  await write(
    api,
    ['strategy', ids[31]],
    { strategyId: plans[0] },
    tagOf(await read(api, 'listings', ids[31])),
  );
  await get('sortBy=updatedAt&sortOrder=desc&limit=6');
  await get(`strategyId=${String(plans[2])}&limit=50`);
  const asked = await api.ask('POST', '/v1/reports', { json: { type: 'MARGIN' } });
  await api.ask('GET', header(asked, 'location') ?? '/v1/reports');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=4');

  await read(api, 'listings', 'lst_0000000000000A');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'str_0000000000000A');
  await read(api, 'reports', 'run_0000000000000A');
  await write(api, ['price', 'lst_0000000000000B'], { minPrice: 300 }, any);
  await write(api, ['price', ids[9]], { minPrice: 500 });
  await write(api, ['price', ids[9]], { minPrice: 500 }, { 'If-Match': '"99"' });
  await write(api, ['price', ids[9]], { minPrice: 3_000, maxPrice: 2_000 }, any);
  await write(api, ['price', ids[10]], { minPrice: 9_999, maxPrice: 9_998 }, any);
  await write(api, ['price', ids[9]], { minPrice: 'cheap' }, any);
  await write(api, ['price', ids[9]], { minPrice: true, maxPrice: 12.5 }, any);
  await write(api, ['price', ids[9]], { minPrice: -4 }, any);
  await write(api, ['price', ids[9]], { minPrice: 0, maxPrice: 60_000_000 }, any);
  await write(api, ['price', ids[9]], { colour: 'red' }, any);
  await write(api, ['price', ids[9]], {}, any);
  await write(api, ['price', ids[9]], [1], any);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"minPrice": ', headers: any });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    text: 'minPrice=5',
    headers: { ...any, 'Content-Type': 'text/plain' },
  });
  await write(api, ['strategy', ids[9]], { strategyId: 'str_0000000000000B' }, any);
  await write(api, ['strategy', ids[9]], { strategyId: plans[4] }, any);
  await write(api, ['strategy', ids[9]], { strategyId: 17 }, any);
  await write(api, ['strategy', ids[9]], {}, any);
  await write(api, ['strategy', ids[9]], { strategyId: plans[0] });
  await api.ask('POST', '/v1/reports', { json: { type: 'WEATHER' } });
  await get('limit=0');
  await get('limit=101');
  await get('limit=many');
  await get('cursor=abc');
  await get('state=GONE');
  await get('sortBy=colour');
  await get('minStock=few');
  await get('updatedAfter=monday');
  await get('colour=red');
  await get('fields=id,size');
  await get('expand=seller');
  await api.ask('GET', '/v1/strategies?page=2');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'pk_0000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 10);
  api.wait(600_000);
  await read(api, 'reports', runs[7]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?limit=30');
  const ids = rows.map(({ id }) => id);
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await follow(api, '/v1/listings?limit=6&channel=WEB');
  await get('limit=7&expand=strategy');
  await get('limit=5&fields=stock,strategyId');
  await get('state=INACTIVE&limit=3');
  await get('channel=PARTNER&state=ACTIVE');
  await get(`strategyId=${String(plans[3])}`);
  await get('search=rug');
  await get('search=TAR-&fields=sku');
  await get('minStock=150&sortBy=stock');
  await get('updatedAfter=2025-02-15T12:00:00%2B01:00&limit=9');
  await get('sortBy=stock&sortOrder=desc&limit=8');
  await get('sortBy=name&sortOrder=asc&limit=4&fields=name');
  await api.ask('GET', '/v1/strategies?enabled=true');
  await api.ask('GET', '/v1/strategies?kind=AGE');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?type=PRICE_HISTORY&limit=1');
  for (const index of [1, 8, 25]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', ids[5], '?expand=strategy&fields=name');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[3]);

  const first = await write(
    api,
    ['price', ids[1]],
    { minPrice: 975, maxPrice: 33_300 },
    tagOf(await read(api, 'listings', ids[1])),
  );
  await read(api, 'listings', ids[1]);
  await write(api, ['price', ids[1]], { minPrice: 980 }, tagOf(first));
  await write(api, ['price', ids[1]], { minPrice: 990 }, tagOf(first));
  await write(api, ['price', ids[8]], { maxPrice: null, minPrice: 150 }, any);
  await read(api, 'listings', ids[8]);
  await write(api, ['strategy', ids[1]], { strategyId: plans[1] }, any);
  await write(api, ['strategy', ids[25]], { strategyId: null }, any);
  await read(api, 'listings', ids[25], '?expand=strategy');
  await get('sortBy=updatedAt&sortOrder=desc&limit=4');
  const named = { ...any, 'Idempotency-Key': 'c7d2-plan-30' };
  await write(api, ['strategy', ids[30]], { strategyId: plans[0] }, named);
  await write(api, ['strategy', ids[30]], { strategyId: plans[0] }, named);

  await read(api, 'listings', 'lst_zzzzzzzzzzzzz1');
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', 'run_zzzzzzzzzzzzz1');
  await write(api, ['price', 'lst_zzzzzzzzzzzzz2'], { maxPrice: 3_000 }, any);
  await write(api, ['price', ids[20]], { maxPrice: 3_000 });
  await write(api, ['price', ids[20]], { minPrice: 7_120, maxPrice: 7_000 }, any);
  await write(api, ['price', ids[20]], { maxPrice: 'lots' }, any);
  await write(api, ['price', ids[20]], { minPrice: 0.5, maxPrice: false }, any);
  await write(api, ['price', ids[20]], { maxPrice: 50_000_001 }, any);
  await write(api, ['price', ids[20]], { size: 4, weight: 2 }, any);
  await write(api, ['strategy', ids[20]], { strategyId: 'str_zzzzzzzzzzzzz1' }, any);
  await write(api, ['strategy', ids[20]], { strategyId: plans[4] }, any);
  await write(api, ['strategy', ids[20]], { strategyId: 4.5 }, any);
  await get('limit=-3');
  await get('limit=1000');
  await get('channel=SHOP');
  await get('sortOrder=up');
  await get('updatedAfter=soon');
  await get('size=4&limit=2');
  await get('fields=colour');
  await api.ask('GET', '/v1/reports?state=FAILED');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const camelProblem: WalkedService = {
  name: 'camel-problem',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
