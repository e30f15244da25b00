// The control plane of a cloud provider: members in PascalCase, an opaque token for the next page and MaxResults with a
// range, times as seconds with a fraction, resources named at length, tags as keys and values, members left out where there
// is nothing, writes that answer little or nothing, exceptions with a type in body and header, constraints told in one
// sentence, and throttling.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  hurry,
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

const key = 'CPK7Q2M5XN4T8ZB1RWVD';
const owner = 'crn:example:pricing:eu-north-2:482019375561';
const perSecond = 6;
const perMinute = 250;
const largestPage = 100;
const leastPrice = 0.01;
const mostPrice = 100_000;
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

type Bound = 'Minimum' | 'Maximum';
const bothBounds: readonly Bound[] = ['Minimum', 'Maximum'];

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly price: number;
  readonly status: string;
  readonly tags: readonly Row[];
  readonly created: number;
  bounds: Readonly<Partial<Record<Bound, number>>>;
  strategy: string | undefined;
  modified: number;
}

interface ReportRun {
  readonly id: string;
  readonly kind: string;
  readonly started: number;
  readonly takes: number;
  readonly fails: boolean;
}

class Exception extends Error {
  readonly status: number;
  readonly type: string;
  readonly more: Row;
  readonly headers: Headers;

  constructor(status: number, type: string, message = '', more: Row = {}, headers: Headers = []) {
    super(message);
    this.status = status;
    this.type = type;
    this.more = more;
    this.headers = headers;
  }
}

/** What is wrong with a value. */
const fault = (value: string | number | null, member: string, constraint: string): string =>
  `Value ${value === null ? 'null' : `'${String(value)}'`} at '${member}' failed to satisfy constraint: Member must ${constraint}`;

function check(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const detected = `${faults.length} validation error${faults.length === 1 ? '' : 's'} detected`;
  throw new Exception(400, 'ValidationException', `${detected}: ${faults.join('; ')}`);
}

const notFound = (kind: string, id: string): Exception =>
  new Exception(404, 'ResourceNotFoundException', `${kind} ${id} does not exist.`, {
    ResourceId: id,
    ResourceType: kind,
  });

/** What a value of JSON is not, as the parser says it. */
function unexpected(value: unknown, type: string): Exception {
  const refused = (message: string): Exception => new Exception(400, 'SerializationException', message);
  if (Array.isArray(value)) return refused('Start of list found where not expected');
  if (isObject(value)) return refused('Start of structure or map found where not expected');
  const found = value === null || typeof value === 'boolean' ? String(value) : typeof value;
  return refused(`${found.toUpperCase()}_VALUE can not be converted to ${type}`);
}

const seconds = (milliseconds: number): number => milliseconds / 1_000;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['OfferGuard', 'MarginFloor', 'WeekendUplift', 'StockClearance', 'LegacyMatch'].map(
    (name, index) => ({
      StrategyName: name,
      StrategyCrn: `${owner}:strategy/${name}`,
      ...(index === 2 ? {} : { Description: `${oneOf(`plane ${name}`, ['Standard', 'Shared'])} rule set` }),
      StrategyType: ['COMPETITIVE', 'MARGIN', 'SCHEDULED', 'INVENTORY', 'COMPETITIVE'][index],
      Status: index === 4 ? 'DISABLED' : 'ENABLED',
      StepPercentage: (1 + chance(`plane step ${name}`, 40)) / 4,
      CreatedAt: seconds(pastMoment(`plane strategy ${name}`) + chance(`plane fraction ${name}`, 1_000)),
    }),
  );
  const listings = Array.from({ length: 48 }, (_, index): Listing => {
    const name = `plane ${index}`;
    const { maker, title, sku, price } = ware(name);
    const created = Date.UTC(2025, 2, 4) + index * 6 * 86_400_000 + chance(`${name} created`, 5 * 86_400_000);
    const tags: Row[] = [{ Key: 'supplier', Value: maker }];
    if (chance(`${name} season`, 3) === 0) {
      tags.push({ Key: 'season', Value: oneOf(`${name} of`, ['spring', 'autumn', 'winter']) });
    }
    return {
      id: `lst-0${digest(`${name} id`).slice(0, 16)}`,
      title,
      sku,
      price,
      status: chance(`${name} status`, 9) < 2 ? 'SUSPENDED' : 'ACTIVE',
      tags: chance(`${name} tagged`, 6) === 0 ? [] : tags,
      created,
      bounds: {
        ...(chance(`${name} minimum`, 5) > 0 ? { Minimum: Math.round(price * 0.8) / 100 } : {}),
        ...(chance(`${name} maximum`, 4) > 0 ? { Maximum: Math.round(price * 1.3) / 100 } : {}),
      },
      strategy:
        chance(`${name} none`, 4) === 0
          ? undefined
          : oneOf(`${name} strategy`, strategies.slice(0, 4)).StrategyName,
      modified: created + chance(`${name} modified`, 50 * 86_400_000),
    };
  });
  const reports = Array.from({ length: 12 }, (_, index): ReportRun => ({
    id: `run-${digest(`plane report ${index}`).slice(0, 12)}`,
    kind: oneOf(`plane report kind ${index}`, ['PRICE_HISTORY', 'COMPETITION', 'INVENTORY']),
    started:
      index < 10
        ? Date.UTC(2026, 1, 9) + index * 7 * 86_400_000 + chance(`plane report ${index}`, 80_000_000)
        : opened - 40_250 + (index - 10) * 23_400,
    takes: 70_300 + index * 9_120,
    fails: index === 4 || index === 8,
  })).reverse();

  const boundsOf = ({ bounds: { Minimum, Maximum } }: Listing): Row =>
    Minimum === undefined && Maximum === undefined ? {} : { PriceBounds: { Minimum, Maximum } };
  const view = (listing: Listing): Row => ({
    ListingId: listing.id,
    ListingCrn: `${owner}:listing/${listing.id}`,
    Title: listing.title,
    Sku: listing.sku,
    Price: { Amount: listing.price / 100, CurrencyCode: 'EUR' },
    ...boundsOf(listing),
    StrategyName: listing.strategy,
    Status: listing.status,
    CreatedAt: seconds(listing.created),
    LastModifiedAt: seconds(listing.modified),
    Tags: listing.tags,
  });
  const strategyView = (strategy: (typeof strategies)[number]): Row => ({
    ...strategy,
    ListingCount: listings.filter((listing) => listing.strategy === strategy.StrategyName).length,
  });
  const reportView = ({ id, kind, started, takes, fails }: ReportRun): Row => {
    const ended = run.now() >= started + takes;
    const succeeded = ended && !fails;
    return {
      ReportRunId: id,
      ReportType: kind,
      Status: succeeded ? 'SUCCEEDED' : ended ? 'FAILED' : 'RUNNING',
      StatusReason: ended && fails ? 'The data source did not respond within 60 seconds.' : undefined,
      StartedAt: seconds(started),
      CompletedAt: ended ? seconds(started + takes) : undefined,
      RowCount: succeeded ? 40 + chance(`plane rows ${id}`, 900) : undefined,
      Location: succeeded
        ? `${run.origin}/exports/482019375561/${id}.csv?Signature=${digest(`plane ${run.run} ${id}`).slice(0, 40)}`
        : undefined,
    };
  };

  let count = 0;
  const tokens = new Map<string, { readonly scope: string; readonly from: number }>();

  /** A page of rows; `scope` tells which rows they are, for a token goes on only where it began. */
  function paged(member: string, rows: readonly Row[], query: URLSearchParams, usual: number): Answered {
    const token = query.get('NextToken');
    const scoped = ['Status', 'StrategyName', 'SortOrder', 'CreatedAfter'].map((name) => query.get(name));
    const scope = JSON.stringify([member, ...scoped]);
    const begun = token === null ? { scope, from: 0 } : tokens.get(token);
    if (begun?.scope !== scope) {
      throw new Exception(400, 'InvalidNextTokenException', 'The specified NextToken is not valid.');
    }
    const end = begun.from + Number(query.get('MaxResults') ?? usual);
    const shown = { [member]: rows.slice(begun.from, end) };
    if (end >= rows.length) return json(200, shown);
    const next = `${scrambled(`plane token ${run.run} ${count}`, 62, base64)}==`;
    tokens.set(next, { scope, from: end });
    return json(200, { ...shown, NextToken: next });
  }

  /** The faults of MaxResults and of the parameters that take one of some values. */
  function faultsOf(query: URLSearchParams, choices: Readonly<Record<string, readonly string[]>>): string[] {
    const faults: string[] = [];
    const size = query.get('MaxResults');
    if (size !== null) {
      if (!/^-?\d+$/.test(size)) throw unexpected(size, 'Integer');
      if (Number(size) < 1) faults.push(fault(size, 'maxResults', 'have value greater than or equal to 1'));
      if (Number(size) > largestPage) {
        faults.push(fault(size, 'maxResults', `have value less than or equal to ${largestPage}`));
      }
    }
    for (const [name, values] of Object.entries(choices)) {
      const value = query.get(name);
      if (value === null || values.includes(value)) continue;
      const member = name[0]!.toLowerCase() + name.slice(1);
      faults.push(fault(value, member, `satisfy enum value set: [${values.join(', ')}]`));
    }
    return faults;
  }

  function listed(query: URLSearchParams): Answered {
    check(faultsOf(query, { Status: ['ACTIVE', 'SUSPENDED'], SortOrder: ['Ascending', 'Descending'] }));
    const [status, strategy, after] = ['Status', 'StrategyName', 'CreatedAfter'].map((name) =>
      query.get(name),
    );
    if (typeof after === 'string' && !/^\d+(?:\.\d+)?$/.test(after)) throw unexpected(after, 'Timestamp');
    const found = listings.filter(
      (listing) =>
        (typeof status !== 'string' || listing.status === status) &&
        (typeof strategy !== 'string' || listing.strategy === strategy) &&
        (typeof after !== 'string' || seconds(listing.created) > Number(after)),
    );
    if (query.get('SortOrder') === 'Descending') found.reverse();
    return paged('Listings', found.map(view), query, 20);
  }

  function othersListed(name: string, query: URLSearchParams): Answered {
    if (name === 'strategies') {
      check(faultsOf(query, {}));
      const wanted = query.get('StrategyName');
      const found = strategies.filter(({ StrategyName }) => wanted === null || StrategyName === wanted);
      return paged('Strategies', found.map(strategyView), query, 20);
    }
    check(faultsOf(query, { Status: ['RUNNING', 'SUCCEEDED', 'FAILED'] }));
    const status = query.get('Status');
    const found = reports.map(reportView).filter((report) => status === null || report.Status === status);
    return paged('ReportRuns', found, query, 10);
  }

  function listingOf(id: string): Listing {
    const pattern = 'lst-[0-9a-f]{17}';
    check(
      new RegExp(`^${pattern}$`).test(id)
        ? []
        : [fault(id, 'listingId', `satisfy regular expression pattern: ${pattern}`)],
    );
    const found = listings.find((listing) => listing.id === id);
    if (found === undefined) throw notFound('Listing', id);
    return found;
  }

  function bodyOf({ headers, body }: Asked): Row {
    const type = headers['content-type'];
    if (body !== '' && type?.split(';')[0]!.trim() !== 'application/json') {
      const message = `Content-Type ${type ?? 'null'} is not supported.`;
      throw new Exception(415, 'UnsupportedMediaTypeException', message);
    }
    const value = body === '' ? {} : parsed(body);
    if (value === undefined) throw new Exception(400, 'SerializationException');
    if (!isObject(value)) throw unexpected(value, 'Structure');
    return value;
  }

  /** The bounds that a body gives; null is the same as nothing. */
  function boundsGiven(value: unknown): Listing['bounds'] {
    if (!isObject(value)) throw unexpected(value, 'PriceBounds');
    const given: Partial<Record<Bound, number>> = {};
    for (const name of bothBounds) {
      const bound = value[name] ?? undefined;
      if (bound === undefined) continue;
      if (typeof bound !== 'number') throw unexpected(bound, 'Double');
      given[name] = bound;
    }
    return given;
  }

  function boundsToRemove(value: unknown): readonly string[] {
    if (!Array.isArray(value)) throw unexpected(value, 'List');
    return value.map((name: unknown) => {
      if (typeof name !== 'string') throw unexpected(name, 'String');
      return name;
    });
  }

  function priced(listing: () => Listing, body: Row): Answered {
    const removed = boundsToRemove(body.BoundsToRemove ?? []);
    const given = body.PriceBounds ?? undefined;
    const bounds = given === undefined ? {} : boundsGiven(given);
    const faults =
      given === undefined && removed.length === 0 ? [fault(null, 'priceBounds', 'not be null')] : [];
    for (const name of bothBounds) {
      const bound = bounds[name];
      const member = `priceBounds.${name.toLowerCase()}`;
      if (bound !== undefined && bound < leastPrice) {
        faults.push(fault(bound, member, `have value greater than or equal to ${leastPrice}`));
      }
      if (bound !== undefined && bound > mostPrice) {
        faults.push(fault(bound, member, `have value less than or equal to ${mostPrice}`));
      }
    }
    removed.forEach((name, index) => {
      if (name === 'MINIMUM' || name === 'MAXIMUM') return;
      const constraint = 'satisfy enum value set: [MINIMUM, MAXIMUM]';
      faults.push(fault(name, `boundsToRemove.${index + 1}.member`, constraint));
    });
    check(faults);
    if (removed.length === 0 && Object.keys(bounds).length === 0) {
      const message = 'At least one of Minimum and Maximum must be specified in PriceBounds.';
      throw new Exception(400, 'InvalidParameterCombinationException', message);
    }
    const found = listing();
    const kept = Object.entries(found.bounds).filter(([name]) => !removed.includes(name.toUpperCase()));
    const changed: Listing['bounds'] = { ...Object.fromEntries(kept), ...bounds };
    const { Minimum: minimum, Maximum: maximum } = changed;
    if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      const message = `PriceBounds.Minimum ${minimum} must not be greater than PriceBounds.Maximum ${maximum}.`;
      throw new Exception(400, 'InvalidParameterCombinationException', message);
    }
    found.bounds = changed;
    found.modified = run.now();
    return json(200, {
      Listing: { ListingId: found.id, ...boundsOf(found), LastModifiedAt: seconds(found.modified) },
    });
  }

  function assigned(listing: () => Listing, body: Row): Answered {
    const name = body.StrategyName ?? '';
    if (typeof name !== 'string') throw unexpected(name, 'String');
    const isGiven = typeof body.StrategyName === 'string';
    const constraint = isGiven ? 'have length greater than or equal to 1' : 'not be null';
    check(name === '' ? [fault(isGiven ? name : null, 'strategyName', constraint)] : []);
    const found = listing();
    const strategy = strategies.find(({ StrategyName }) => StrategyName === name);
    if (strategy === undefined) throw notFound('Strategy', name);
    if (strategy.Status === 'DISABLED') {
      const message = `Strategy ${name} is in status DISABLED and cannot be attached.`;
      throw new Exception(409, 'ConflictException', message, { ResourceId: name, ResourceType: 'Strategy' });
    }
    found.strategy = name;
    found.modified = run.now();
    return json(200, {});
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, name = '', id, part, ...more] = steps;
    const unknown = new Exception(404, 'UnknownOperationException');
    if (version !== 'v1' || more.length > 0) throw unknown;
    if (request.method === 'GET' && part === undefined) {
      if (name === 'listings')
        return id === undefined ? listed(query) : json(200, { Listing: view(listingOf(id)) });
      if (id === undefined && (name === 'strategies' || name === 'reports')) return othersListed(name, query);
    }
    const isWrite = request.method === 'PATCH' && name === 'listings' && id !== undefined;
    if (!isWrite || (part !== 'price' && part !== 'strategy')) throw unknown;
    const body = bodyOf(request);
    return (part === 'price' ? priced : assigned)(() => listingOf(id), body);
  }

  let recent: number[] = [];

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) {
      const message = 'Request is missing Authentication Token';
      throw new Exception(403, 'MissingAuthenticationTokenException', message);
    }
    if (given !== key) {
      const message = 'The API key included in the request is invalid.';
      throw new Exception(403, 'UnrecognizedClientException', message);
    }
    const now = run.now();
    recent = recent.filter((moment) => moment > now - 60_000);
    const inSecond = recent.filter((moment) => moment > now - 1_000).length;
    const wait =
      recent.length >= perMinute
        ? Math.ceil((recent[0]! + 60_000 - now) / 1_000)
        : inSecond >= perSecond
          ? 1
          : 0;
    if (wait > 0) {
      throw new Exception(429, 'ThrottlingException', 'Rate exceeded', {}, [['Retry-After', String(wait)]]);
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const { path } = targetOf(request);
    const file = reports.find(({ id }) => path === `/exports/482019375561/${id}.csv`);
    if (file !== undefined) {
      const lines = listings.slice(0, 5).map(({ sku, price }) => `${sku},${(price / 100).toFixed(2)}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `Sku,Price\n${lines.join('\n')}\n`,
      };
    }
    const requestId: Headers = [['x-cpl-RequestId', uuid(`plane ${run.run} ${count}`)]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...requestId], body };
    } catch (error) {
      if (!(error instanceof Exception)) throw error;
      const { status, type, message, more, headers } = error;
      const body = {
        __type: `com.example.pricing#${type}`,
        ...(message === '' ? {} : { Message: message }),
        ...more,
      };
      return json(status, body, [['x-cpl-ErrorType', type], ...headers, ...requestId]);
    }
  };
}

/** The only list of an answer. */
const rowsIn = (received: Received): readonly Row[] =>
  ['Listings', 'Strategies', 'ReportRuns'].flatMap((name) => rowsAt(received, name));

/** Asks again with the token of each answer until one has none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsIn(received));
    const token = textIfAny(received, 'NextToken');
    const joint = target.includes('?') ? '&' : '?';
    next = token === undefined ? undefined : `${target}${joint}NextToken=${encodeURIComponent(token)}`;
  }
  return rows;
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const patch = (api: Api, id: unknown, part: string, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body });
const price = (api: Api, id: unknown, Minimum?: unknown, Maximum?: unknown): Promise<Received> =>
  patch(api, id, 'price', { PriceBounds: { Minimum, Maximum } });
const assign = (api: Api, id: unknown, StrategyName?: unknown): Promise<Received> =>
  patch(api, id, 'strategy', { StrategyName });

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = all.map((row) => row.ListingId);
  const names = (await walk(api, '/v1/strategies')).map((row) => row.StrategyName);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?MaxResults=15');
  await walk(api, '/v1/strategies?MaxResults=2');
  await walk(api, '/v1/reports?MaxResults=5');
  await api.ask('GET', '/v1/listings?MaxResults=100');
  await api.ask('GET', `/v1/strategies?StrategyName=${String(names[1])}`);
  await walk(api, '/v1/listings?Status=ACTIVE');
  await walk(api, '/v1/listings?Status=SUSPENDED&MaxResults=6');
  await api.ask('GET', `/v1/listings?StrategyName=${String(names[0])}`);
  await api.ask('GET', '/v1/listings?SortOrder=Descending&MaxResults=8');
  await api.ask('GET', '/v1/listings?CreatedAfter=1760000000&MaxResults=10');
  await api.ask('GET', '/v1/reports?Status=FAILED');
  await api.ask('GET', '/v1/reports?Status=RUNNING');
  for (const index of [0, 5, 14, 23, 40, 47]) await read(api, ids[index]);

  await price(api, ids[0], 12.5, 249.9);
  await read(api, ids[0]);
  await price(api, ids[5], 20, 310);
  await read(api, ids[5]);
  await price(api, ids[14], undefined, 420.15);
  await read(api, ids[14]);
  await price(api, ids[23], 2.05);
  await read(api, ids[23]);
  await price(api, ids[40], 64.99, 64.99);
  await price(api, ids[47], null, 510);
  await read(api, ids[47]);
  await patch(api, ids[40], 'price', { BoundsToRemove: ['MINIMUM'] });
  await read(api, ids[40]);
  await patch(api, ids[5], 'price', { BoundsToRemove: ['MINIMUM', 'MAXIMUM'] });
  await read(api, ids[5]);
  await assign(api, ids[0], names[2]);
  await read(api, ids[0]);
  await assign(api, ids[14], names[3]);
  await read(api, ids[14]);
  await assign(api, ids[31], names[0]);
  await api.ask('GET', '/v1/listings?MaxResults=50');
  await api.ask('GET', '/v1/strategies?MaxResults=5');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?MaxResults=3');

  await read(api, 'lst-00000000000000abc');
  await read(api, 'lamp');
  await price(api, 'lst-00000000000000abd', 10, 20);
  await price(api, 'kettle', 10, 20);
  await price(api, ids[9], 30, 20);
  await price(api, ids[10], 99.99, 99.98);
  await price(api, ids[9], '12.50', 20);
  await price(api, ids[9], 5, true);
  await price(api, ids[9], { Amount: 5 }, 20);
  await price(api, ids[9], -4, 20);
  await price(api, ids[9], 0, 250_000);
  await price(api, ids[9]);
  await patch(api, ids[9], 'price', {});
  await patch(api, ids[9], 'price', { PriceBounds: null });
  await patch(api, ids[9], 'price', { PriceBounds: 'wide' });
  await patch(api, ids[9], 'price', { BoundsToRemove: ['MEDIAN'] });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"PriceBounds": ' });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    json: { PriceBounds: { Minimum: 3 } },
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, ids[9], 'BoldMoves');
  await assign(api, ids[9], names[4]);
  await assign(api, ids[9], 17);
  await assign(api, ids[9], '');
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, 'lst-00000000000000abe', names[0]);
  await api.ask('GET', '/v1/listings?MaxResults=0');
  await api.ask('GET', '/v1/listings?MaxResults=101');
  await api.ask('GET', '/v1/strategies?MaxResults=lots');
  await api.ask('GET', '/v1/listings?NextToken=garbage');
  await api.ask('GET', '/v1/listings?Status=SOLD');
  await api.ask('GET', '/v1/listings?Status=active&MaxResults=-1');
  await api.ask('GET', '/v1/reports?Status=LOST');
  await api.ask('GET', '/v1/listings?SortOrder=Sideways');
  await api.ask('GET', '/v1/listings?Colour=red&MaxResults=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings?MaxResults=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?MaxResults=3', { headers: { 'X-API-KEY': 'CPK00000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?MaxResults=1', 9);
  api.wait(1_200_000);
  const last = await api.ask('GET', '/v1/reports?MaxResults=4');
  const location = at(last, 'ReportRuns', 0, 'Location');
  if (typeof location === 'string') await api.ask('GET', location);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?MaxResults=18');
  const ids = all.map((row) => row.ListingId);
  const names = (await walk(api, '/v1/strategies?MaxResults=3')).map((row) => row.StrategyName);
  await walk(api, '/v1/reports?MaxResults=7');
  await api.ask('GET', '/v1/listings?MaxResults=60');
  await api.ask('GET', `/v1/strategies?StrategyName=${String(names[2])}`);
  await walk(api, '/v1/listings?Status=SUSPENDED&MaxResults=9');
  await api.ask('GET', '/v1/listings?Status=ACTIVE&MaxResults=12');
  await api.ask('GET', `/v1/listings?StrategyName=${String(names[1])}`);
  await api.ask('GET', '/v1/listings?SortOrder=Descending&MaxResults=5');
  await api.ask('GET', '/v1/listings?CreatedAfter=1755000000.5&MaxResults=6');
  await api.ask('GET', '/v1/reports?Status=SUCCEEDED');
  for (const index of [3, 11, 26, 44]) await read(api, ids[index]);
  await price(api, ids[3], 9.75, 333);
  await read(api, ids[3]);
  await price(api, ids[11], undefined, 601.2);
  await read(api, ids[11]);
  await price(api, ids[26], 1.5, null);
  await read(api, ids[26]);
  await patch(api, ids[44], 'price', { BoundsToRemove: ['MAXIMUM'] });
  await read(api, ids[44]);
  await assign(api, ids[3], names[2]);
  await read(api, ids[3]);
  await assign(api, ids[35], names[3]);
  await api.ask('GET', '/v1/listings?MaxResults=40');
  await api.ask('GET', '/v1/strategies?MaxResults=10');
  api.wait(400_000);
  await api.ask('GET', '/v1/reports?MaxResults=6');

  await read(api, 'lst-00000000000000fed');
  await read(api, 'tin');
  await price(api, 'lst-00000000000000fee', 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[20], 'cheap', 15);
  await price(api, ids[20], 5, false);
  await price(api, ids[20], 7, -0.5);
  await price(api, ids[21]);
  await patch(api, ids[21], 'price', { PriceBounds: null });
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/strategy`, { text: '{"StrategyName"' });
  await api.ask('PATCH', `/v1/listings/${String(ids[20])}/price`, {
    json: { PriceBounds: { Maximum: 88 } },
    headers: { 'Content-Type': 'application/xml' },
  });
  await assign(api, ids[20], 'SoftLanding');
  await assign(api, ids[20], names[4]);
  await assign(api, ids[20], 4.5);
  await assign(api, ids[22], null);
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?MaxResults=-3');
  await api.ask('GET', '/v1/reports?MaxResults=1000');
  await api.ask('GET', '/v1/listings?MaxResults=all');
  await api.ask('GET', '/v1/strategies?NextToken=bm90LW9uZQ%3D%3D');
  await api.ask('GET', '/v1/listings?Status=GONE');
  await api.ask('GET', '/v1/reports?Status=DONE');
  await api.ask('GET', '/v1/listings?Size=large&MaxResults=3');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?MaxResults=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?MaxResults=4', { headers: { 'X-API-KEY': 'CPK11111111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/listings?CreatedAfter=monday');
  await patch(api, ids[22], 'price', { BoundsToRemove: ['MINIMUM'], PriceBounds: { Maximum: 700 } });
}

export const controlPlane: WalkedService = {
  name: 'control-plane',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['MaxResults=3', 'MaxResults=7', 'MaxResults=100'],
  walk,
};
