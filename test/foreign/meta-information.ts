// A Nordic accounting and order system's API: names in PascalCase, each list under the name of its resource beside a
// MetaInformation whose members begin with an at sign, each record with its own address, a list with less of a record than
// the record alone; numbers of the catalog as ids, codes for what is named, numbers with decimals, days for moments, null for
// what is not set; `filter` with a word for what is active, `lastmodified` to the minute, sortby and sortorder, parameters
// that are refused if they are unknown; one error alone, in small letters or, from what stands before the service, in capitals,
// with a number for each kind; wrapped writes that answer the wrapped record; so many requests in five seconds.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '8d3f6a90-nordic-books';
const perFiveSeconds = 18;
const hexadecimal = '0123456789abcdef';

const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

interface Listing {
  readonly number: string;
  readonly description: string;
  readonly maker: string;
  readonly ean: string;
  readonly active: boolean;
  readonly type: 'STOCK' | 'SERVICE';
  readonly unit: string;
  readonly price: number;
  readonly purchase: number;
  readonly stock: number;
  readonly note: string | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  modified: number;
}

const strategies = [
  {
    code: 'LOW',
    name: 'Lowest in the market',
    type: 'COMPETITION',
    active: true,
    needsMin: true,
    margin: null,
  },
  {
    code: 'MATCH',
    name: 'Match the market',
    type: 'COMPETITION',
    active: true,
    needsMin: false,
    margin: null,
  },
  { code: 'M20', name: 'Margin of 20 %', type: 'MARGIN', active: true, needsMin: false, margin: 20 },
  { code: 'SALE', name: 'Midsummer sale', type: 'PERIOD', active: false, needsMin: false, margin: 7.5 },
  { code: 'M35', name: 'Margin of 35 %', type: 'MARGIN', active: true, needsMin: true, margin: 35 },
  { code: 'OLD', name: 'Old price list', type: 'PERIOD', active: false, needsMin: false, margin: null },
  { code: 'HOLD', name: 'Price by hand', type: 'FIXED', active: true, needsMin: false, margin: null },
];

const reportTypes = ['PRICES', 'STOCK', 'COMPETITION'] as const;
const reportStates = ['QUEUED', 'RUNNING', 'READY', 'ERROR'] as const;

function listings(): Listing[] {
  return Array.from({ length: 56 }, (_, index): Listing => {
    const seed = `nordic ${index}`;
    const { maker, title, price, stock } = ware(seed);
    const created = pastMoment(seed);
    return {
      number: String(1_000 + index * 7 + chance(`${seed} number`, 5)),
      description: title,
      maker,
      ean:
        chance(`${seed} ean`, 3) > 0 ? `73${String(chance(`${seed} digits`, 1e11)).padStart(11, '0')}` : '',
      active: chance(`${seed} active`, 6) > 0,
      type: chance(`${seed} type`, 5) > 0 ? 'STOCK' : 'SERVICE',
      unit: oneOf(`${seed} unit`, ['st', 'st', 'kg', 'm', 'h']),
      price: price / 100,
      purchase: Math.round(price * 0.55) / 100,
      stock: chance(`${seed} none`, 6) === 0 ? 0 : stock / 2,
      note: chance(`${seed} note`, 4) === 0 ? `Ordered from ${maker}.` : null,
      created,
      min: chance(`${seed} min`, 4) > 0 ? Math.round(price * 0.78) / 100 : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) / 100 : null,
      strategy: chance(`${seed} strategy`, 2) > 0 ? oneOf(seed, ['MATCH', 'M20', 'HOLD']) : null,
      modified: created + chance(`${seed} modified`, 120 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  /** Whether it comes from what stands before the service. */
  readonly isOuter: boolean;

  constructor(status: number, code: number, message: string, isOuter = false) {
    super(message);
    this.status = status;
    this.code = code;
    this.isOuter = isOuter;
  }
}

const wrongParameter = (message: string) => new Refusal(400, 2_000_588, message);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    number: 480 - index * 3,
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 50_000_000 - chance(`nordic report ${index}`, 9e6),
    seconds: 130 + index * 20,
    fails: index === 5,
    rows: 12 + chance(`nordic rows ${index}`, 700),
  }));
  const recent: number[] = [];

  const summary = (one: Listing): Row => ({
    '@url': `${run.origin}/v1/listings/${one.number}`,
    ListingNumber: one.number,
    Description: one.description,
    Active: one.active,
    SalesPrice: one.price,
    MinPrice: one.min,
    MaxPrice: one.max,
    StrategyCode: one.strategy,
    QuantityInStock: one.stock,
    Unit: one.unit,
    EAN: one.ean,
    Modified: day(one.modified),
  });

  const whole = (one: Listing): Row => ({
    ...summary(one),
    Created: day(one.created),
    Manufacturer: one.maker,
    Note: one.note,
    PurchasePrice: one.purchase,
    Type: one.type,
    VAT: 25,
  });

  const strategyShown = (one: (typeof strategies)[number]): Row => ({
    '@url': `${run.origin}/v1/strategies/${one.code}`,
    Active: one.active,
    Code: one.code,
    Margin: one.margin,
    MinPriceRequired: one.needsMin,
    Name: one.name,
    Type: one.type,
  });

  function reportShown({ number, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 35 ? 'QUEUED' : !isOver ? 'RUNNING' : fails ? 'ERROR' : 'READY';
    const file = uuid(`nordic file ${number}`);
    return {
      '@url': `${run.origin}/v1/reports/${number}`,
      ReportNumber: number,
      Type: type,
      Status: status,
      Rows: status === 'READY' ? rows : null,
      FileUrl:
        status === 'READY'
          ? `${run.origin}/archive/${file}?sign=${scrambled(`nordic ${run.run} ${file}`, 32, hexadecimal)}`
          : null,
      Message: status === 'ERROR' ? 'The supplier did not answer.' : null,
      Ordered: day(created),
      Finished: isOver ? day(created + seconds * 1_000) : null,
    };
  }

  type Column<Found> = Readonly<Record<string, (one: Found) => string | number>>;

  function listed<Found>(
    query: URLSearchParams,
    {
      name,
      found,
      taken,
      sorts,
      show,
    }: {
      readonly name: string;
      readonly found: (query: URLSearchParams) => readonly Found[];
      readonly taken: readonly string[];
      readonly sorts: Column<Found>;
      readonly show: (one: Found) => Row;
    },
  ): Answered {
    const known = ['page', 'limit', 'sortby', 'sortorder', ...taken];
    const strange = [...query.keys()].find((own) => !known.includes(own));
    if (strange !== undefined) throw wrongParameter(`Invalid parameter (${strange}).`);
    const whole = (own: string, usual: number, most: number) => {
      const text = query.get(own);
      if (text === null) return usual;
      if (!/^-?\d+$/.test(text)) throw wrongParameter(`The value must be an integer (${own}).`);
      if (Number(text) < 1 || Number(text) > most) {
        throw wrongParameter(`The value must be between 1 and ${most} (${own}).`);
      }
      return Number(text);
    };
    const limit = whole('limit', 20, 500);
    const page = whole('page', 1, 100_000);
    const records = [...found(query)];
    const [by, order] = [query.get('sortby'), query.get('sortorder')];
    if (by !== null && !Object.hasOwn(sorts, by)) throw wrongParameter(`Can not sort by ${by}.`);
    if (order !== null && order !== 'ascending' && order !== 'descending') {
      throw wrongParameter('The order must be ascending or descending (sortorder).');
    }
    if (by !== null) {
      const of = sorts[by]!;
      const sign = order === 'descending' ? -1 : 1;
      records.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    return json(200, {
      MetaInformation: {
        '@TotalResources': records.length,
        '@TotalPages': Math.ceil(records.length / limit),
        '@CurrentPage': page,
      },
      [name]: records.slice((page - 1) * limit, page * limit).map(show),
    });
  }

  /** What is wanted by a word, of those that there are. */
  function word(query: URLSearchParams, name: string, words: readonly string[]): string | undefined {
    const sent = query.get(name) ?? undefined;
    if (sent !== undefined && !words.includes(sent))
      throw wrongParameter(`Invalid value for ${name} (${sent}).`);
    return sent;
  }

  function modifiedSince(query: URLSearchParams): number {
    const sent = query.get('lastmodified');
    if (sent === null) return 0;
    const time = /^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/.test(sent) ? Date.parse(`${sent.replace(' ', 'T')}Z`) : NaN;
    if (Number.isNaN(time)) {
      throw wrongParameter('The value must be a date in the format YYYY-MM-DD HH:MM (lastmodified).');
    }
    return time;
  }

  const holds = (text: string, sent: string | null) =>
    sent === null || text.toLowerCase().includes(sent.toLowerCase());

  function number(query: URLSearchParams, name: string): number | undefined {
    const sent = query.get(name);
    if (sent === null) return undefined;
    if (!/^\d+(\.\d+)?$/.test(sent)) throw wrongParameter(`The value must be numeric (${name}).`);
    return Number(sent);
  }

  const listingList = (query: URLSearchParams) =>
    listed<Listing>(query, {
      name: 'Listings',
      taken: ['filter', 'lastmodified', 'description', 'strategycode', 'ean', 'pricefrom', 'priceto', 'unit'],
      sorts: {
        listingnumber: (one) => Number(one.number),
        description: (one) => one.description,
        salesprice: (one) => one.price,
        quantityinstock: (one) => one.stock,
        modified: (one) => one.modified,
      },
      show: summary,
      found: () => {
        const filter = word(query, 'filter', ['active', 'inactive']);
        const since = modifiedSince(query);
        const [from, to] = [number(query, 'pricefrom'), number(query, 'priceto')];
        const [strategy, ean, unit] = [query.get('strategycode'), query.get('ean'), query.get('unit')];
        return all.filter(
          (one) =>
            (filter === undefined || one.active === (filter === 'active')) &&
            one.modified >= since &&
            holds(one.description, query.get('description')) &&
            (strategy === null || one.strategy === strategy) &&
            (ean === null || one.ean === ean) &&
            (unit === null || one.unit === unit) &&
            (from === undefined || one.price >= from) &&
            (to === undefined || one.price <= to),
        );
      },
    });

  const strategyList = (query: URLSearchParams) =>
    listed<(typeof strategies)[number]>(query, {
      name: 'Strategies',
      taken: ['filter', 'type'],
      sorts: { code: (one) => one.code, name: (one) => one.name },
      show: strategyShown,
      found: () => {
        const filter = word(query, 'filter', ['active', 'inactive']);
        const type = query.get('type');
        return strategies.filter(
          (one) =>
            (filter === undefined || one.active === (filter === 'active')) &&
            (type === null || one.type === type),
        );
      },
    });

  const reportList = (query: URLSearchParams) =>
    listed<(typeof reports)[number]>(query, {
      name: 'Reports',
      taken: ['status', 'type'],
      sorts: { reportnumber: (one) => one.number },
      show: reportShown,
      found: () => {
        const status = word(query, 'status', reportStates);
        const type = word(query, 'type', reportTypes);
        return reports.filter(
          (one) =>
            (status === undefined || reportShown(one).Status === status) &&
            (type === undefined || one.type === type),
        );
      },
    });

  function listingOf(id: string): Listing {
    const found = all.find((one) => one.number === id);
    if (found === undefined) throw new Refusal(404, 2_000_428, 'Can not find the listing.');
    return found;
  }

  /** The members of a wrapped write, all of which are known and may be written. */
  function sentIn(request: Asked, writable: readonly string[]): Row {
    const read = jsonOf(request);
    if (read === 'bad') throw new Refusal(400, 2_000_106, 'Invalid JSON in the request body.');
    const sent = isObject(read.json) ? read.json.Listing : undefined;
    if (!isObject(sent))
      throw new Refusal(400, 2_001_392, 'The request body must contain the element Listing.');
    const shown = Object.keys(whole(all[0]!));
    for (const name of Object.keys(sent)) {
      if (writable.includes(name)) continue;
      throw shown.includes(name)
        ? new Refusal(400, 2_001_304, `The field can not be written here (${name}).`)
        : new Refusal(400, 2_001_399, `Invalid field name (${name}).`);
    }
    return sent;
  }

  function amountIn(sent: Row, name: string): number | null | undefined {
    const value = sent[name];
    if (value === undefined || value === null) return value;
    const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof amount !== 'number' || Number.isNaN(amount)) {
      throw new Refusal(400, 2_000_108, `The value must be numeric (${name}).`);
    }
    if (amount < 0) throw new Refusal(400, 2_000_109, `The value must be at least 0 (${name}).`);
    if (amount > 999_999) throw new Refusal(400, 2_000_110, `The value may be at most 999999 (${name}).`);
    return Math.round(amount * 100) / 100;
  }

  function checkActive({ active, number: own }: Listing): void {
    if (!active) throw new Refusal(400, 2_002_115, `The listing is inactive (${own}).`);
  }

  const minRequired = (code: string) =>
    new Refusal(400, 2_002_121, `MinPrice is required by the strategy (${code}).`);

  function changed(listing: Listing): Answered {
    listing.modified = run.now();
    return json(200, { Listing: whole(listing) });
  }

  function priced(id: string, request: Asked): Answered {
    const listing = listingOf(id);
    const sent = sentIn(request, ['MinPrice', 'MaxPrice']);
    const [low, high] = [amountIn(sent, 'MinPrice'), amountIn(sent, 'MaxPrice')];
    checkActive(listing);
    const min = low === undefined ? listing.min : low;
    const max = high === undefined ? listing.max : high;
    if (min !== null && max !== null && min > max) {
      throw new Refusal(400, 2_002_101, 'MinPrice can not be greater than MaxPrice.');
    }
    const strategy = strategies.find(({ code }) => code === listing.strategy);
    if (min === null && strategy?.needsMin === true) throw minRequired(strategy.code);
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  function assigned(id: string, request: Asked): Answered {
    const listing = listingOf(id);
    const sent = sentIn(request, ['StrategyCode']);
    const { StrategyCode: code } = sent;
    if (code === undefined) throw new Refusal(400, 2_000_357, 'A required field is missing (StrategyCode).');
    if (code !== null && typeof code !== 'string') {
      throw new Refusal(400, 2_000_134, 'The value must be alphanumeric (StrategyCode).');
    }
    checkActive(listing);
    const named = code === null || code === '' ? undefined : code;
    const strategy = strategies.find((one) => one.code === named);
    if (named !== undefined && strategy === undefined) {
      throw new Refusal(400, 2_000_430, `Can not find the strategy (${named}).`);
    }
    if (strategy?.active === false)
      throw new Refusal(400, 2_002_120, `The strategy is not active (${strategy.code}).`);
    if (strategy?.needsMin === true && listing.min === null) throw minRequired(strategy.code);
    listing.strategy = strategy?.code ?? null;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const nowhere = new Refusal(404, 2_000_001, 'The route does not exist.', true);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part === 'price') return priced(id, request);
      if (part === 'strategy') return assigned(id, request);
    }
    if (method !== 'GET' || part !== undefined) throw nowhere;
    if (kind === 'listings') {
      return id === undefined ? listingList(query) : json(200, { Listing: whole(listingOf(id)) });
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategyList(query);
      const strategy = strategies.find(({ code }) => code === id);
      if (strategy === undefined) throw new Refusal(404, 2_000_428, 'Can not find the strategy.');
      return json(200, { Strategy: strategyShown(strategy) });
    }
    if (kind !== 'reports') throw nowhere;
    if (id === undefined) return reportList(query);
    const report = reports.find(({ number: own }) => String(own) === id);
    if (report === undefined) throw new Refusal(404, 2_000_428, 'Can not find the report.');
    return json(200, { Report: reportShown(report) });
  }

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 2_000_310, 'No access token was given.', true);
    if (given !== key) throw new Refusal(403, 2_000_311, 'The access token is not valid.', true);
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 5_000) recent.shift();
    if (recent.length >= perFiveSeconds) throw new Refusal(429, 2_000_429, 'Too many requests.', true);
    recent.push(now);
  }

  return (request) => {
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, isOuter } = error;
      return json(status, {
        ErrorInformation: isOuter ? { Error: 1, Message: message, Code: code } : { error: 1, message, code },
      });
    }
  };
}

const names: Readonly<Record<string, string>> = {
  listings: 'Listings',
  strategies: 'Strategies',
  reports: 'Reports',
};

/** Goes through as many pages as there are. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const name = names[/\/v1\/(\w+)/.exec(target)?.[1] ?? ''] ?? '';
  for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
    const next = page === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, name));
    pages = Number(at(received, 'MetaInformation', '@TotalPages') ?? 0);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const patch = (api: Api, part: string, id: unknown, sent: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: { Listing: sent } });

function idsOf(rows: readonly Row[]) {
  const ids = (found: (row: Row) => boolean) => rows.filter(found).map(({ ListingNumber: own }) => own);
  return {
    bounded: ids((row) => row.Active === true && row.MinPrice !== null),
    unbounded: ids((row) => row.Active === true && row.MinPrice === null),
    inactive: ids((row) => row.Active === false),
    ean: rows.find((row) => row.EAN !== '')?.EAN,
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, inactive, ean } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies?limit=5')).map(({ Code }) => Code);
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ ReportNumber: own }) => own);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=10&page=3');
  await get('limit=500');
  await get('page=9');
  await get('filter=active&limit=15');
  await get('filter=inactive');
  await get('strategycode=MATCH');
  await get(`ean=${String(ean)}`);
  await get('unit=kg&limit=4');
  await get('description=lamp');
  await get('description=Velmora&sortby=salesprice');
  await get('description=nothinglikethis');
  await get('pricefrom=100&limit=12');
  await get('pricefrom=50&priceto=80.5');
  await get('lastmodified=2025-05-01%2000:00');
  await get('sortby=salesprice&sortorder=descending&limit=10');
  await get('sortby=description&sortorder=ascending&limit=7');
  await get('sortby=quantityinstock&limit=6');
  await get('sortby=modified&sortorder=descending&limit=5');
  await get('filter=active&sortby=listingnumber&sortorder=descending&limit=4&page=2');
  await api.ask('GET', '/v1/strategies?filter=active');
  await api.ask('GET', '/v1/strategies?type=MARGIN&sortby=code');
  await api.ask('GET', '/v1/reports?status=READY&limit=5');
  await api.ask('GET', '/v1/reports?type=STOCK');
  for (const index of [0, 3, 7, 12, 20]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', inactive[0]);
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await patch(api, 'price', bounded[0], { MinPrice: 19.9, MaxPrice: 249 });
  await read(api, 'listings', bounded[0]);
  await patch(api, 'price', bounded[3], { MinPrice: 12.505, MaxPrice: 310.25 });
  await read(api, 'listings', bounded[3]);
  await patch(api, 'price', bounded[7], { MaxPrice: '420.15' });
  await patch(api, 'price', bounded[12], { MaxPrice: null });
  await read(api, 'listings', bounded[12]);
  await patch(api, 'price', unbounded[0], { MinPrice: 4.05 });
  await patch(api, 'strategy', bounded[0], { StrategyCode: 'LOW' });
  await read(api, 'listings', bounded[0]);
  await patch(api, 'strategy', bounded[3], { StrategyCode: 'M20' });
  await patch(api, 'strategy', bounded[7], { StrategyCode: '' });
  await read(api, 'listings', bounded[7]);
  await patch(api, 'strategy', bounded[20], { StrategyCode: null });
  await get('sortby=modified&sortorder=descending&limit=4');
  await get('strategycode=LOW');
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?limit=3');

  await read(api, 'listings', 99_001);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'NOPE');
  await read(api, 'reports', 9_001);
  const [one, other] = [bounded[5], bounded[6]];
  await patch(api, 'price', 99_002, { MinPrice: 3 });
  await patch(api, 'price', one, { MinPrice: 30, MaxPrice: 20 });
  await patch(api, 'price', other, { MinPrice: 99.99, MaxPrice: 99.98 });
  await patch(api, 'price', one, { MinPrice: 9_999 });
  await patch(api, 'price', one, { MinPrice: 'cheap' });
  await patch(api, 'price', one, { MinPrice: true, MaxPrice: 'dear' });
  await patch(api, 'price', one, { MaxPrice: -4 });
  await patch(api, 'price', one, { MinPrice: 5, MaxPrice: 2_000_000 });
  await patch(api, 'price', one, { Colour: 'red' });
  await patch(api, 'price', one, { MinPrice: 5, Description: 'New' });
  await api.ask('PATCH', `/v1/listings/${String(one)}/price`, { json: { MinPrice: 5 } });
  await api.ask('PATCH', `/v1/listings/${String(one)}/price`, { text: '{"Listing": ' });
  await patch(api, 'price', bounded[0], { MinPrice: null });
  await patch(api, 'price', inactive[0], { MinPrice: 5 });
  await patch(api, 'strategy', one, { StrategyCode: 'NOPE' });
  await patch(api, 'strategy', one, { StrategyCode: 'SALE' });
  await patch(api, 'strategy', one, { StrategyCode: 17 });
  await patch(api, 'strategy', one, {});
  await patch(api, 'strategy', unbounded[1], { StrategyCode: 'LOW' });
  await patch(api, 'strategy', inactive[1], { StrategyCode: 'HOLD' });
  await get('page=0');
  await get('limit=501');
  await get('limit=two');
  await get('filter=gone');
  await get('sortby=colour');
  await get('sortby=salesprice&sortorder=up');
  await get('pricefrom=cheap');
  await get('lastmodified=monday');
  await get('colour=red');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/strategies?colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(one)}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'nobody' } });
  api.wait(6_000);
  await haste(api, '/v1/reports?limit=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=4');
  await read(api, 'reports', runs[0]);
}

/** Asks until it is too much, and again five seconds later. */
async function haste(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 22; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(5_000);
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, inactive, ean } = idsOf(await walk(api, '/v1/listings?limit=35'));
  const plans = (await walk(api, '/v1/strategies')).map(({ Code }) => Code);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ ReportNumber: own }) => own);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=7&page=4');
  await get('limit=12&page=20');
  await get('filter=inactive&limit=3');
  await get('strategycode=HOLD&limit=5');
  await get(`ean=${String(ean)}&limit=2`);
  await get('unit=m');
  await get('description=rug');
  await get('description=ZEMBRO&sortby=salesprice&sortorder=descending');
  await get('priceto=45');
  await get('pricefrom=120.25&sortby=salesprice&limit=9');
  await get('lastmodified=2025-08-15%2012:30&limit=5');
  await get('sortby=listingnumber&sortorder=descending&limit=4');
  await get('sortby=quantityinstock&sortorder=descending&limit=8');
  await api.ask('GET', '/v1/strategies?filter=inactive');
  await api.ask('GET', '/v1/strategies?sortby=name&sortorder=descending');
  await api.ask('GET', '/v1/reports?status=ERROR');
  await api.ask('GET', '/v1/reports?type=PRICES&limit=2');
  for (const index of [1, 4, 9, 15]) await read(api, 'listings', bounded[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[4]);

  await patch(api, 'price', bounded[1], { MinPrice: 9.75, MaxPrice: 333 });
  await read(api, 'listings', bounded[1]);
  await patch(api, 'price', bounded[4], { MaxPrice: 601.2 });
  await read(api, 'listings', bounded[4]);
  await patch(api, 'price', bounded[9], { MinPrice: '4.5', MaxPrice: null });
  await read(api, 'listings', bounded[9]);
  await patch(api, 'strategy', bounded[1], { StrategyCode: 'M35' });
  await read(api, 'listings', bounded[1]);
  await patch(api, 'strategy', bounded[4], { StrategyCode: null });
  await get('sortby=modified&sortorder=descending&limit=3');
  await get('strategycode=M35');

  await read(api, 'listings', 99_011);
  await read(api, 'strategies', 'CHEAP');
  await read(api, 'reports', 'last');
  const one = bounded[8];
  await patch(api, 'price', 'teapot', { MaxPrice: 30 });
  await patch(api, 'price', one, { MinPrice: 71.2, MaxPrice: 70 });
  await patch(api, 'price', one, { MaxPrice: 'lots' });
  await patch(api, 'price', one, { MinPrice: -0.5 });
  await patch(api, 'price', one, { MaxPrice: 1_000_000 });
  await patch(api, 'price', one, { Size: 4 });
  await patch(api, 'price', one, { SalesPrice: 12 });
  await patch(api, 'price', inactive[2], { MaxPrice: 800 });
  await patch(api, 'strategy', one, { StrategyCode: 'CHEAP' });
  await patch(api, 'strategy', bounded[10], { StrategyCode: 'OLD' });
  await patch(api, 'strategy', one, { StrategyCode: 4.5 });
  await patch(api, 'strategy', unbounded[2], { StrategyCode: 'M35' });
  await patch(api, 'strategy', inactive[0], { StrategyCode: 'MATCH' });
  await get('page=-3');
  await get('limit=0');
  await get('page=lots');
  await get('filter=sold');
  await get('sortby=size');
  await get('priceto=dear');
  await get('lastmodified=2025-13-40');
  await get('shape=round&limit=2');
  await api.ask('GET', '/v1/reports?type=WEATHER');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const metaInformation: WalkedService = {
  name: 'meta-information',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
