// The seller API of a supermarket chain's marketplace, in the way of a big Java house: a gateway in front of several small
// services. The catalogue answers with `ItemResponse` even for one item and says that nothing was found as a 404; pages go by a
// cursor that begins with `*`, or by offset. A price is acknowledged in a sentence, an assignment with the id of a feed. Errors
// are lists under `errors.error`, those of the gateway under `error` alone, their codes end in the name of the service. Each
// request carries a correlation id, moments are milliseconds, and each service gives out tokens of its own.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mkp_7Yq2hVd9XcR4tLw8sKe1';
const correlation = 'QOS.CORRELATION_ID';
const upper = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const largestPrice = 99_999.99;
const mostPerPage = 50;

/** The services behind the gateway: what their codes end in, and how many tokens they give out for how long. */
const apis = {
  listings: { name: 'GMP_ITEM_QUERY_API', tokens: 20, every: 5_000 },
  price: { name: 'GMP_PRICE_API', tokens: 10, every: 3_000 },
  strategies: { name: 'GMP_REPRICER_API', tokens: 10, every: 3_000 },
  reports: { name: 'GMP_REPORT_API', tokens: 4, every: 1_000 },
} as const;
type ApiName = keyof typeof apis;

const publishedStatuses = [
  'PUBLISHED',
  'READY_TO_PUBLISH',
  'IN_PROGRESS',
  'UNPUBLISHED',
  'STAGE',
  'SYSTEM_PROBLEM',
];
const lifecycleStatuses = ['ACTIVE', 'ARCHIVED', 'RETIRED'];
const sortFields = ['price', 'productName', 'lastUpdatedDate'];
const reportTypes: Readonly<Record<string, string>> = {
  ITEM: 'v6',
  BUYBOX: 'v1',
  ITEM_PERFORMANCE: 'v1',
  CPA: 'v1',
};
const requestStatuses = ['RECEIVED', 'INPROGRESS', 'READY', 'ERROR'];

interface Item {
  readonly sku: string;
  readonly wpid: string;
  readonly upc: string;
  readonly productName: string;
  readonly shelf: readonly string[];
  readonly productType: string;
  readonly amount: number;
  readonly publishedStatus: string;
  readonly lifecycleStatus: string;
  readonly variantGroupId: string | undefined;
  minimumPrice: number | null;
  maximumPrice: number | null;
  strategyId: string | null;
  lastUpdatedDate: number;
}

const strategies = [
  { name: 'Buy box match', enabled: true, rules: [['BUY_BOX_PRICE', 'UNIT', 0]] },
  { name: 'Buy box minus ten cents', enabled: true, rules: [['BUY_BOX_PRICE', 'UNIT', 0.1]] },
  {
    name: 'Two percent below competitors',
    enabled: true,
    rules: [
      ['COMPETITIVE_PRICE', 'PERCENTAGE', 2],
      ['EXTERNAL_PRICE', 'PERCENTAGE', 1.5],
    ],
  },
  { name: 'External price', enabled: true, rules: [['EXTERNAL_PRICE', 'UNIT', 0]] },
  { name: 'Holiday push', enabled: false, rules: [['BUY_BOX_PRICE', 'PERCENTAGE', 5]] },
].map(({ name, enabled, rules }, index) => ({
  strategyId: uuid(`item responses strategy ${index}`),
  strategyName: name,
  enabled,
  rules: rules.map(([strategyType, adjustmentType, adjustmentValue]) => ({
    strategyType,
    adjustmentType,
    adjustmentValue,
  })),
  createdDate: Date.UTC(2024, 1 + index, 5 + 3 * index, 14, 2, 11, 340 + 57 * index),
}));

/** Where goods stand, by the last word of their names. */
const shelves: Readonly<Record<string, readonly [productType: string, ...shelf: string[]]>> = {
  Kettle: ['Electric Kettles', 'Home', 'Kitchen & Dining', 'Kettles'],
  Tin: ['Food Storage', 'Home', 'Kitchen & Dining', 'Food Storage'],
  Lamp: ['Desk Lamps', 'Home', 'Lighting', 'Desk Lamps'],
  Rug: ['Area Rugs', 'Home', 'Decor', 'Rugs'],
  Rucksack: ['Backpacks', 'Sports & Outdoors', 'Camping', 'Backpacks'],
  Torch: ['Headlamps', 'Sports & Outdoors', 'Camping', 'Headlamps'],
  Pump: ['Bike Pumps', 'Sports & Outdoors', 'Bikes', 'Bike Pumps'],
  Set: ['Board Games', 'Toys', 'Games', 'Board Games'],
};

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function items(): Item[] {
  return Array.from({ length: 27 }, (_, index): Item => {
    const seed = `item responses ${index}`;
    const { maker, title, price } = ware(seed);
    const amount = price / 100;
    const [productType, ...shelf] = shelves[title.split(' ').at(-1)!]!;
    const lifecycleStatus = ['RETIRED', 'ARCHIVED'][chance(`${seed} life`, 9)] ?? 'ACTIVE';
    const [hasMin, hasMax] = [chance(`${seed} min`, 5) > 0, chance(`${seed} max`, 4) > 0];
    const isRuled = hasMin && hasMax && chance(`${seed} ruled`, 5) < 2;
    return {
      sku: `${maker.slice(0, 4).toUpperCase()}-${1_000 + chance(`${seed} sku`, 8_999)}-${oneOf(`${seed} colour`, ['BLK', 'WHT', 'RED', 'NAT'])}`,
      wpid: scrambled(`${seed} wpid`, 12, upper),
      upc: `8${String(chance(`${seed} upc`, 1e11)).padStart(11, '0')}`,
      productName: title,
      shelf: ['Home Page', ...shelf],
      productType,
      amount,
      publishedStatus:
        lifecycleStatus === 'ACTIVE'
          ? ([undefined, 'UNPUBLISHED', 'SYSTEM_PROBLEM', 'STAGE'][chance(`${seed} published`, 12)] ??
            'PUBLISHED')
          : 'UNPUBLISHED',
      lifecycleStatus,
      variantGroupId: chance(`${seed} variant`, 4) === 0 ? `${maker.toUpperCase()}_GROUP` : undefined,
      minimumPrice: hasMin ? cents(amount * 0.85) : null,
      maximumPrice: hasMax ? cents(amount * 1.3) : null,
      strategyId: isRuled ? strategies[chance(`${seed} strategy`, 4)]!.strategyId : null,
      lastUpdatedDate: pastMoment(seed) + chance(`${seed} ms`, 1_000),
    };
  }).sort((one, other) => (one.sku < other.sku ? -1 : 1));
}

interface Fault {
  readonly code: string;
  readonly field: string;
  readonly description: string;
}

const infos: Readonly<Record<string, string>> = {
  INVALID_REQUEST_PARAM: 'One or more request parameters are invalid.',
  INVALID_REQUEST_CONTENT: 'Request content is invalid.',
  INVALID_REQUEST_HEADER: 'One or more request headers are invalid.',
  CONTENT_NOT_FOUND: 'Requested content could not be found.',
  METHOD_NOT_ALLOWED: 'Request method is not supported.',
  REQUEST_THRESHOLD_VIOLATED:
    'Request threshold has been reached. Please retry after the time given in x-next-replenish-time.',
  UNAUTHORIZED:
    'Unauthorized token or incorrect authorization header. Please verify correct format: "X-API-KEY: <API_KEY>"',
};

const errorShown = (api: string, { code, field, description }: Fault): Row => ({
  code: `${code}.${api}`,
  field,
  description,
  info: infos[code],
  severity: 'ERROR',
  category: 'DATA',
  causes: [],
  errorIdentifiers: {},
});

/** What a service refuses; a gateway's refusal is made by `turnedAway`. */
class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[]) {
    super(faults.map(({ description }) => description).join(', '));
    this.status = status;
    this.faults = faults;
  }
}

const turnedAway = (status: number, fault: Fault, headers: Headers = []): Answered =>
  json(status, { error: [errorShown('GMP_GATEWAY_API', fault)] }, headers);

const nowhere = (): Answered =>
  turnedAway(404, { code: 'CONTENT_NOT_FOUND', field: 'uri', description: 'Resource not found' });

const badParam = (field: string, description: string) =>
  new Refusal(400, [{ code: 'INVALID_REQUEST_PARAM', field, description }]);
const badContent = (field: string, description: string) =>
  new Refusal(400, [{ code: 'INVALID_REQUEST_CONTENT', field, description }]);
const notFound = (field: string, description: string) =>
  new Refusal(404, [{ code: 'CONTENT_NOT_FOUND', field, description }]);

function wholeParam(query: URLSearchParams, name: string, otherwise: number, least: number, most: number) {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw badParam(name, `Invalid ${name}: ${text}. It should be a number`);
  const number = Number(text);
  if (number < least || number > most) {
    const wanted = most === Infinity ? `${least} or greater` : `between ${least} and ${most}`;
    throw badParam(name, `Invalid ${name}: ${text}. It should be ${wanted}`);
  }
  return number;
}

function enumParam(query: URLSearchParams, name: string, known: readonly string[]): string | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!known.includes(text)) {
    throw badParam(name, `Invalid ${name}: ${text}. Allowed values are ${known.join(', ')}`);
  }
  return text;
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const decoded = (text: string): string => Buffer.from(text, 'base64').toString();

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function bodyOf(request: Asked): Row {
  const sent = jsonOf(request);
  if (sent === 'bad' || !isObject(sent.json)) {
    throw badContent('data', 'Unable to parse the request. The content is not a valid JSON object');
  }
  return sent.json;
}

/** A bound of a price as it was sent: undefined for one that was not; adds to the faults what is wrong with it. */
function boundIn(body: Row, field: string, faults: Fault[]): number | null | undefined {
  const value = body[field];
  if (value === undefined || value === null) return value;
  const code = 'INVALID_REQUEST_CONTENT';
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    faults.push({ code, field, description: `Invalid ${field}: ${shown}. It should be a decimal number` });
    return undefined;
  }
  if (number < 0.01 || number > largestPrice) {
    const description = `Invalid ${field}: ${number}. It should be between 0.01 and ${largestPrice}`;
    faults.push({ code, field, description });
  } else if (cents(number) !== number) {
    const description = `Invalid ${field}: ${number}. It should not have more than 2 decimal places`;
    faults.push({ code, field, description });
  }
  return number;
}

interface ReportRequest {
  readonly requestId: string;
  readonly reportType: string;
  readonly submitted: number;
  readonly seconds: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = items();
  const types = Object.keys(reportTypes);
  const reports = Array.from({ length: 13 }, (_, index): ReportRequest => {
    const seed = `item responses report ${index}`;
    const ago = index === 0 ? 48_210 : index * 172_800_000 - chance(seed, 80_000_000);
    return {
      requestId: uuid(seed),
      reportType: types[index % types.length]!,
      submitted: opened - ago,
      seconds: 75 + chance(`${seed} seconds`, 1_200),
      fails: index === 3 || index === 10,
    };
  });
  const buckets = new Map<ApiName, { tokens: number; full: number }>();
  let feeds = 0;

  function itemShown(one: Item): Row {
    const { minimumPrice, maximumPrice, strategyId } = one;
    const reasons =
      one.publishedStatus === 'SYSTEM_PROBLEM'
        ? ['Your item has a system problem. Please resubmit the item.']
        : one.lifecycleStatus === 'ACTIVE'
          ? ['The primary image of your item is missing or could not be loaded.']
          : ['Your item has reached its end date.'];
    return {
      mart: 'MARKET_US',
      sku: one.sku,
      condition: 'New',
      wpid: one.wpid,
      upc: one.upc,
      gtin: `00${one.upc}`,
      productName: one.productName,
      shelf: JSON.stringify(one.shelf),
      productType: one.productType,
      price: { currency: 'USD', amount: one.amount },
      publishedStatus: one.publishedStatus,
      ...(['UNPUBLISHED', 'SYSTEM_PROBLEM'].includes(one.publishedStatus) && {
        unpublishedReasons: { reason: reasons },
      }),
      lifecycleStatus: one.lifecycleStatus,
      ...(one.variantGroupId !== undefined && { variantGroupId: one.variantGroupId }),
      pricingRules: {
        ...(minimumPrice !== null && { minimumPrice }),
        ...(maximumPrice !== null && { maximumPrice }),
        ...(strategyId !== null && { strategyId }),
      },
      lastUpdatedDate: one.lastUpdatedDate,
    };
  }

  function strategyShown({
    strategyId,
    strategyName,
    enabled,
    rules,
    createdDate,
  }: (typeof strategies)[number]) {
    const assignedCount = all.filter((one) => one.strategyId === strategyId).length;
    return { strategyId, strategyName, enabled, rules, assignedCount, createdDate };
  }

  function statusOf({ submitted, seconds, fails }: ReportRequest): string {
    const elapsed = (run.now() - submitted) / 1_000;
    return elapsed < 30 ? 'RECEIVED' : elapsed < seconds ? 'INPROGRESS' : fails ? 'ERROR' : 'READY';
  }

  function reportShown(one: ReportRequest): Row {
    const requestStatus = statusOf(one);
    return {
      requestId: one.requestId,
      requestStatus,
      requestSubmissionDate: one.submitted,
      reportType: one.reportType,
      reportVersion: reportTypes[one.reportType],
      ...(requestStatus === 'READY' && { reportGenerationDate: one.submitted + one.seconds * 1_000 }),
    };
  }

  /** A report that is read alone can be downloaded for the next hour, once it is ready. */
  function reportAlone(one: ReportRequest): Row {
    const shown = reportShown(one);
    if (shown.requestStatus !== 'READY') return shown;
    const signature = scrambled(`item responses ${run.run} ${one.requestId}`, 43, `${upper}abcdefghijklm`);
    return {
      ...shown,
      downloadURL: `https://seller-reports.example/${one.reportType.toLowerCase()}/${one.requestId}.zip?sig=${signature}`,
      downloadURLExpirationTime: run.now() + 3_600_000,
    };
  }

  function found(query: URLSearchParams): readonly Item[] {
    const published = enumParam(query, 'publishedStatus', publishedStatuses);
    const lifecycle = enumParam(query, 'lifecycleStatus', lifecycleStatuses);
    const sortBy = enumParam(query, 'sortBy', sortFields);
    const direction = enumParam(query, 'sortOrder', ['ASC', 'DESC']) === 'DESC' ? -1 : 1;
    const is = (name: string, value: string | null | undefined) =>
      !query.has(name) || query.get(name) === value;
    const valueOf = (one: Item): string | number =>
      sortBy === 'price' ? one.amount : sortBy === 'productName' ? one.productName : one.lastUpdatedDate;
    const rows = all.filter(
      (one) =>
        (published === undefined || one.publishedStatus === published) &&
        (lifecycle === undefined || one.lifecycleStatus === lifecycle) &&
        is('sku', one.sku) &&
        is('variantGroupId', one.variantGroupId) &&
        is('productType', one.productType) &&
        is('strategyId', one.strategyId),
    );
    if (sortBy === undefined) return direction === 1 ? rows : rows.reverse();
    return rows.sort((one, other) => {
      const [first, second] = [valueOf(one), valueOf(other)];
      return first === second ? 0 : first < second ? -direction : direction;
    });
  }

  function listedItems(query: URLSearchParams): Answered {
    const limit = wholeParam(query, 'limit', 20, 1, mostPerPage);
    const offset = wholeParam(query, 'offset', 0, 0, Infinity);
    const rows = found(query);
    const cursor = query.get('nextCursor');
    let from = offset;
    if (cursor !== null) {
      // The mark of the item that a page ended with.
      const last = rows.findIndex(({ wpid }) => cursor === `AoE/${encoded(wpid)}`);
      if (cursor !== '*' && last < 0) throw badParam('nextCursor', `Invalid nextCursor: ${cursor}`);
      from = last + 1;
    }
    const page = rows.slice(from, from + limit);
    if (page.length === 0) throw notFound('data', 'No item found');
    return json(200, {
      ItemResponse: page.map(itemShown),
      totalItems: rows.length,
      ...(cursor !== null &&
        from + limit < rows.length && { nextCursor: `AoE/${encoded(page.at(-1)!.wpid)}` }),
    });
  }

  function listedReports(query: URLSearchParams): Answered {
    const type = enumParam(query, 'reportType', types);
    const status = enumParam(query, 'requestStatus', requestStatuses);
    let limit = wholeParam(query, 'limit', 10, 1, mostPerPage);
    let page = 1;
    const cursor = query.get('nextCursor');
    if (cursor !== null) {
      const [, number, size] = /^page=(\d+)&limit=(\d+)$/.exec(decoded(cursor)) ?? [];
      if (number === undefined) throw badParam('nextCursor', `Invalid nextCursor: ${cursor}`);
      [page, limit] = [Number(number), Number(size)];
    }
    const rows = reports.filter(
      (one) =>
        (type === undefined || one.reportType === type) && (status === undefined || statusOf(one) === status),
    );
    const requests = rows.slice((page - 1) * limit, page * limit).map(reportShown);
    return json(200, {
      page,
      totalCount: rows.length,
      limit,
      ...(page * limit < rows.length && { nextCursor: encoded(`page=${page + 1}&limit=${limit}`) }),
      requests,
    });
  }

  function requested(query: URLSearchParams): Answered {
    if (!query.has('reportType')) throw badParam('reportType', 'reportType is required');
    const reportType = enumParam(query, 'reportType', types)!;
    const version = query.get('reportVersion') ?? reportTypes[reportType]!;
    if (version !== reportTypes[reportType]) {
      throw badParam('reportVersion', `Invalid reportVersion: ${version} for reportType ${reportType}`);
    }
    const submitted = run.now();
    if (reports.some((one) => one.reportType === reportType && submitted - one.submitted < 3_600_000)) {
      throw badParam(
        'reportType',
        `A report of type ${reportType} was already requested within the last hour`,
      );
    }
    const requestId = uuid(`item responses ${run.run} report ${reports.length}`);
    const one = { requestId, reportType, submitted, seconds: 90, fails: false };
    reports.unshift(one);
    return json(200, reportShown(one));
  }

  function itemOf(sku: string): Item {
    if (sku.length > 50) throw badParam('sku', 'Invalid sku. Length should be between 1 and 50 characters');
    const one = all.find((each) => each.sku === sku);
    if (one === undefined) throw notFound('sku', `No item found for sku ${sku}`);
    return one;
  }

  function refuseRetired({ sku, lifecycleStatus }: Item): void {
    if (lifecycleStatus === 'RETIRED') throw badContent('sku', `Item with sku ${sku} is in RETIRED status`);
  }

  function priced(sku: string, body: Row): Answered {
    const faults: Fault[] = [];
    const sentMin = boundIn(body, 'minimumPrice', faults);
    const sentMax = boundIn(body, 'maximumPrice', faults);
    if (faults.length > 0) throw new Refusal(400, faults);
    if (sentMin === undefined && sentMax === undefined) {
      throw badContent('data', 'Either minimumPrice or maximumPrice is required');
    }
    const one = itemOf(sku);
    refuseRetired(one);
    const min = sentMin === undefined ? one.minimumPrice : sentMin;
    const max = sentMax === undefined ? one.maximumPrice : sentMax;
    if (min !== null && max !== null && min > max) {
      const description = `minimumPrice ${min.toFixed(2)} should not be greater than maximumPrice ${max.toFixed(2)}`;
      throw badContent('minimumPrice', description);
    }
    if (one.strategyId !== null && (min === null || max === null)) {
      throw badContent(
        min === null ? 'minimumPrice' : 'maximumPrice',
        `Item with sku ${sku} is assigned to a strategy and needs both minimumPrice and maximumPrice`,
      );
    }
    [one.minimumPrice, one.maximumPrice, one.lastUpdatedDate] = [min, max, run.now()];
    return json(200, {
      statusCode: 200,
      sku,
      message:
        'Thank you. Your price has been updated. Please allow up to five minutes for this change to be reflected on the site.',
    });
  }

  function assigned(sku: string, { strategyId: sent }: Row): Answered {
    if (sent === undefined) throw badContent('strategyId', 'strategyId is required');
    if (sent !== null && (typeof sent !== 'string' || !isUuid(sent))) {
      const shown = typeof sent === 'string' ? sent : JSON.stringify(sent);
      throw badContent('strategyId', `Invalid strategyId: ${shown}`);
    }
    const one = itemOf(sku);
    refuseRetired(one);
    if (sent !== null) {
      const strategy = strategies.find(({ strategyId }) => strategyId === sent);
      if (strategy === undefined) throw badContent('strategyId', `No strategy found for strategyId ${sent}`);
      if (!strategy.enabled) {
        throw badContent('strategyId', `Strategy ${strategy.strategyName} is not enabled`);
      }
      if (one.minimumPrice === null || one.maximumPrice === null) {
        throw badContent(
          one.minimumPrice === null ? 'minimumPrice' : 'maximumPrice',
          `Item with sku ${sku} needs both minimumPrice and maximumPrice to be assigned to a strategy`,
        );
      }
    }
    [one.strategyId, one.lastUpdatedDate] = [sent, run.now()];
    feeds += 1;
    return json(200, {
      feedId: `${scrambled(`item responses ${run.run} feed ${feeds}`, 32, '0123456789ABCDEF')}@AXkBCgA`,
    });
  }

  function strategyAlone(id: string): Answered {
    if (!isUuid(id)) throw badParam('strategyId', `Invalid strategyId: ${id}`);
    const strategy = strategies.find(({ strategyId }) => strategyId === id);
    if (strategy === undefined) throw notFound('strategyId', `No strategy found for strategyId ${id}`);
    return json(200, strategyShown(strategy));
  }

  function reportRead(id: string): Answered {
    if (!isUuid(id)) throw badParam('requestId', `Invalid requestId: ${id}`);
    const one = reports.find(({ requestId }) => requestId === id);
    if (one === undefined) throw notFound('requestId', `No report request found for requestId ${id}`);
    return json(200, reportAlone(one));
  }

  type Handler = () => Answered;

  /** The service that a request is for, and what it does by each method; undefined where there is none. */
  function routeOf(request: Asked): readonly [ApiName, Readonly<Record<string, Handler>>] | undefined {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0 || id === '') return undefined;
    if (kind === 'listings' && id === undefined) return ['listings', { GET: () => listedItems(query) }];
    if (kind === 'listings' && id !== undefined) {
      if (part === 'price') return ['price', { PATCH: () => priced(id, bodyOf(request)) }];
      if (part === 'strategy') return ['strategies', { PATCH: () => assigned(id, bodyOf(request)) }];
      const alone = () => json(200, { ItemResponse: [itemShown(itemOf(id))], totalItems: 1 });
      return part === undefined ? ['listings', { GET: alone }] : undefined;
    }
    if (part !== undefined) return undefined;
    if (kind === 'strategies') {
      const whole = () =>
        json(200, { strategies: strategies.map(strategyShown), totalCount: strategies.length });
      return ['strategies', { GET: id === undefined ? whole : () => strategyAlone(id) }];
    }
    if (kind !== 'reports') return undefined;
    return [
      'reports',
      id === undefined
        ? { GET: () => listedReports(query), POST: () => requested(query) }
        : { GET: () => reportRead(id) },
    ];
  }

  /** Takes a token from the bucket of a service; says whether there was one. */
  function admit(name: ApiName): { readonly isAdmitted: boolean; readonly told: Headers } {
    const { tokens, every } = apis[name];
    const now = run.now();
    let bucket = buckets.get(name);
    if (bucket === undefined || now >= bucket.full) bucket = { tokens, full: now + every };
    const isAdmitted = bucket.tokens > 0;
    bucket.tokens = Math.max(0, bucket.tokens - 1);
    buckets.set(name, bucket);
    const told: Headers = [
      ['x-current-token-count', String(bucket.tokens)],
      ['x-next-replenish-time', String(bucket.full)],
    ];
    return { isAdmitted, told };
  }

  function answer(request: Asked): Answered {
    const { headers, method } = request;
    if (headers['x-api-key'] !== key) {
      return turnedAway(401, { code: 'UNAUTHORIZED', field: 'UNAUTHORIZED', description: 'Unauthorized' });
    }
    if ((headers[correlation.toLowerCase()] ?? '') === '') {
      const description = `${correlation} set blank or null`;
      return turnedAway(400, { code: 'INVALID_REQUEST_HEADER', field: correlation, description });
    }
    const route = routeOf(request);
    if (route === undefined) return nowhere();
    const [name, handlers] = route;
    const handler = handlers[method];
    if (handler === undefined) {
      const description = `Method ${method} is not allowed`;
      return turnedAway(405, { code: 'METHOD_NOT_ALLOWED', field: 'method', description }, [
        ['Allow', Object.keys(handlers).join(', ')],
      ]);
    }
    const { isAdmitted, told } = admit(name);
    if (!isAdmitted) {
      const code = 'REQUEST_THRESHOLD_VIOLATED';
      return turnedAway(429, { code, field: code, description: 'Request threshold violated' }, told);
    }
    try {
      const { status, headers: own, body } = handler();
      return { status, headers: [...own, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const faults = error.faults.map((fault) => errorShown(apis[name].name, fault));
      return json(error.status, { errors: { error: faults } }, told);
    }
  }

  return (request) => {
    const { status, headers, body } = answer(request);
    const sent = request.headers[correlation.toLowerCase()];
    return { status, headers: [...headers, ...(sent ? [[correlation, sent] as const] : [])], body };
  };
}

/** A program that names each of its requests. */
function named(api: Api, seed: string): Api {
  let count = 0;
  return {
    ask: (method, target, sending: Sending = {}) => {
      count += 1;
      const headers = { [correlation]: uuid(`${seed} ${count}`), ...sending.headers };
      return api.ask(method, target, { ...sending, headers });
    },
    wait: (milliseconds) => {
      api.wait(milliseconds);
    },
  };
}

/** Follows the cursor, which a list of items gives only to those who begin with an asterisk. */
async function follow(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path = '', text = ''] = target.split('?');
  const query = new URLSearchParams(text);
  if (path === '/v1/listings') query.set('nextCursor', '*');
  for (let next: string | undefined = ''; next !== undefined;) {
    const received: Received = await api.ask('GET', query.size === 0 ? path : `${path}?${query.toString()}`);
    for (const list of ['ItemResponse', 'strategies', 'requests']) rows.push(...rowsAt(received, list));
    next = textIfAny(received, 'nextCursor');
    if (next !== undefined) query.set('nextCursor', next);
  }
  return rows;
}

/** Asks until there are no tokens left, waits for new ones, and asks once more. */
async function hurryOn(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(apis.reports.every);
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, sku: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(sku)}/price`, { json: body });
const assign = (api: Api, sku: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(sku)}/strategy`, { json: { strategyId } });

interface Skus {
  /** Items that are not retired: with both bounds and no strategy, with a strategy, without a lower bound; and retired ones. */
  readonly free: readonly unknown[];
  readonly ruled: readonly unknown[];
  readonly open: readonly unknown[];
  readonly retired: readonly unknown[];
  readonly amountOf: (sku: unknown) => number;
}

function skusOf(rows: readonly Row[]): Skus {
  const rules = ({ pricingRules }: Row): Row => (isObject(pricingRules) ? pricingRules : {});
  const on = rows.filter(({ lifecycleStatus }) => lifecycleStatus !== 'RETIRED');
  const skus = (some: readonly Row[]) => some.map(({ sku }) => sku);
  const isWhole = (row: Row) => 'minimumPrice' in rules(row) && 'maximumPrice' in rules(row);
  return {
    free: skus(on.filter((row) => isWhole(row) && !('strategyId' in rules(row)))),
    ruled: skus(on.filter((row) => 'strategyId' in rules(row))),
    open: skus(on.filter((row) => !('minimumPrice' in rules(row)))),
    retired: skus(rows.filter(({ lifecycleStatus }) => lifecycleStatus === 'RETIRED')),
    amountOf: (sku) => {
      const own = rows.find((row) => row.sku === sku)?.price;
      return isObject(own) ? Number(own.amount) : 50;
    },
  };
}

const tooLong = (sku: unknown): string => `${String(sku)}-${'COPY-'.repeat(9)}OF`;

async function recorded(plain: Api): Promise<void> {
  const api = named(plain, 'item responses recorded');
  const { free, ruled, open, retired, amountOf } = skusOf(await follow(api, '/v1/listings?limit=10'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await follow(api, '/v1/strategies')).map(({ strategyId }) => strategyId);
  const runs = await follow(api, '/v1/reports?limit=5');
  // On another day none may be under way.
  const runIn = (status: string) =>
    (runs.find(({ requestStatus }) => requestStatus === status) ?? runs[0])?.requestId;
  await api.ask('GET', '/v1/listings');
  await get('limit=6&offset=24');
  await get('limit=10&offset=60');
  await get('publishedStatus=UNPUBLISHED');
  await get('lifecycleStatus=RETIRED');
  await get('lifecycleStatus=ACTIVE&publishedStatus=PUBLISHED&nextCursor=*&limit=15');
  await get(`strategyId=${String(plans[1])}`);
  await get(`sku=${String(free[1])}`);
  await get('sortBy=price&sortOrder=DESC&limit=6');
  await get('sortBy=productName&limit=8');
  await api.ask('GET', '/v1/reports?reportType=ITEM');
  await api.ask('GET', '/v1/reports?requestStatus=ERROR&limit=4');
  for (const sku of [free[0], free[3], ruled[0], open[0], retired[0]]) await read(api, 'listings', sku);
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runIn('INPROGRESS'));
  await read(api, 'reports', runIn('READY'));
  await read(api, 'reports', runIn('ERROR'));

  await price(api, free[0], {
    minimumPrice: cents(amountOf(free[0]) * 0.9),
    maximumPrice: cents(amountOf(free[0]) * 1.2),
  });
  await read(api, 'listings', free[0]);
  await price(api, ruled[0], { minimumPrice: 4.49 });
  await read(api, 'listings', ruled[0]);
  await price(api, free[1], { maximumPrice: null });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { minimumPrice: 3.75, maximumPrice: 420 });
  await assign(api, free[0], plans[2]);
  await read(api, 'listings', free[0]);
  await assign(api, ruled[1], null);
  await read(api, 'listings', ruled[1]);
  await read(api, 'strategies', plans[2]);
  const made = await api.ask('POST', '/v1/reports?reportType=BUYBOX&reportVersion=v1');
  api.wait(120_000);
  await read(api, 'reports', textIfAny(made, 'requestId'));
  await api.ask('GET', '/v1/reports?limit=3');

  await read(api, 'listings', 'KETTLE-0001-BLK');
  await read(api, 'listings', tooLong(free[2]));
  await read(api, 'strategies', uuid('item responses nobody 1'));
  await read(api, 'strategies', 'lowest');
  await read(api, 'reports', uuid('item responses nobody 2'));
  await api.ask('POST', '/v1/reports?reportType=BUYBOX&reportVersion=v1');
  await price(api, 'KETTLE-0001-BLK', { minimumPrice: 5 });
  await price(api, free[2], { minimumPrice: 60, maximumPrice: 45.5 });
  await price(api, free[2], { minimumPrice: 'cheap' });
  await price(api, free[2], { minimumPrice: -1, maximumPrice: true });
  await price(api, free[2], { maximumPrice: 19.999 });
  await price(api, free[2], {});
  await price(api, retired[0], { minimumPrice: 5, maximumPrice: 300 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"minimumPrice": ' });
  await assign(api, free[2], uuid('item responses nobody 1'));
  await assign(api, free[2], plans[4]);
  await assign(api, free[2], 17);
  await assign(api, open[1], plans[0]);
  await get('limit=0');
  await get('limit=many');
  await get('publishedStatus=SOLD');
  await get('sortBy=weight&limit=4');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { [correlation]: null } });
  api.wait(2_000);
  await hurryOn(api, '/v1/reports?limit=1', 6);
}

async function another(plain: Api): Promise<void> {
  const api = named(plain, 'item responses another');
  const { free, ruled, open, retired, amountOf } = skusOf(await follow(api, '/v1/listings?limit=14'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await follow(api, '/v1/strategies')).map(({ strategyId }) => strategyId);
  const runs = await follow(api, '/v1/reports?limit=7');
  await get('limit=5&offset=11');
  await get('limit=20&offset=100');
  await get('publishedStatus=PUBLISHED&limit=4');
  await get('lifecycleStatus=ARCHIVED');
  await get('lifecycleStatus=ACTIVE&publishedStatus=UNPUBLISHED&nextCursor=*&limit=3');
  await get(`strategyId=${String(plans[3])}`);
  await get(`sku=${String(free[4])}`);
  await get('productType=Backpacks');
  await get('sortBy=price&limit=7');
  await get('sortBy=productName&sortOrder=DESC&limit=3');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?reportType=CPA&limit=2');
  for (const sku of [free[4], ruled[2], open[1]]) await read(api, 'listings', sku);
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[6]?.requestId);

  await price(api, free[4], {
    minimumPrice: cents(amountOf(free[4]) * 0.75),
    maximumPrice: cents(amountOf(free[4]) * 1.4),
  });
  await read(api, 'listings', free[4]);
  await price(api, ruled[2], { maximumPrice: 512.25 });
  await read(api, 'listings', ruled[2]);
  await price(api, free[3], { minimumPrice: null });
  await price(api, open[1], { minimumPrice: 2.1, maximumPrice: 380 });
  await assign(api, free[4], plans[3]);
  await read(api, 'listings', free[4]);
  await assign(api, ruled[2], null);
  await read(api, 'strategies', plans[3]);
  await api.ask('POST', '/v1/reports?reportType=CPA&reportVersion=v1');

  await read(api, 'listings', 'TEAPOT-77-RED');
  await read(api, 'listings', tooLong(free[5]));
  await read(api, 'strategies', uuid('item responses nobody 3'));
  await read(api, 'reports', uuid('item responses nobody 4'));
  await read(api, 'reports', 'latest');
  await price(api, 'TEAPOT-77-RED', { maximumPrice: 31.5 });
  await price(api, free[5], { minimumPrice: 88.25, maximumPrice: 12 });
  await price(api, free[5], { maximumPrice: 'much' });
  await price(api, free[5], { minimumPrice: 0, maximumPrice: 250_000 });
  await price(api, ruled[0], { minimumPrice: null });
  await price(api, retired[1], { maximumPrice: 75 });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: 'maximumPrice=9' });
  await assign(api, free[5], uuid('item responses nobody 3'));
  await assign(api, free[5], 'cheapest');
  await assign(api, retired[1], plans[0]);
  await get('limit=500');
  await get('publishedStatus=LIVE');
  await get('offset=last');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const itemResponses: WalkedService = {
  name: 'item-responses',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk: (api, target) => follow(named(api, 'item responses walk'), target),
};
