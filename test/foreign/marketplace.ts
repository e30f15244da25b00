// In the style of marketplaces' APIs for sellers: records under `payload` in parts that a request names, opaque tokens from
// page to page, and changes that are accepted as submissions, looked through, and seen a while later.
import type { Answered, Api, Asked, ForeignService, Run } from './contract.ts';
import { hex, json, jsonOf, listAt, member, productName, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';

const key = 'mpk-9f3b61d07c2e4a58b1ef';

const marketplaceId = 'NORTH1';

interface Listing {
  readonly sku: string;
  readonly productCode: string;
  readonly itemName: string;
  readonly productType: string;
  readonly status: readonly string[];
  readonly quantity: number;
  readonly created: number;
  updated: number;
  price: number;
  minimum: number;
  maximum: number;
  strategyId: string | null;
}

interface Strategy {
  readonly strategyId: string;
  readonly name: string;
  readonly ruleType: string;
  readonly isActive: boolean;
  readonly parameters?: { readonly beatBy: Money };
}

interface Money {
  readonly amount: number;
  readonly currencyCode: string;
}

interface ReportRun {
  readonly reportId: string;
  readonly reportType: string;
  readonly created: number;
  readonly takes: number;
  readonly outcome: 'DONE' | 'FATAL' | 'CANCELLED';
}

/** A change that was accepted. */
interface Submission {
  readonly listing: Listing;
  readonly changes: Partial<Listing>;
  /** When it takes effect. */
  readonly due: number;
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly severity: 'ERROR';
  readonly attributeNames: readonly string[];
}

const money = (amount: number): Money => ({ amount: Math.round(amount * 100) / 100, currencyCode: 'SEK' });

const allStrategies: readonly Strategy[] = [
  ['Competitive Featured', 'COMPETE_FEATURED'],
  ['Competitive Lowest', 'COMPETE_LOWEST'],
  ['Sales Based', 'SALES_VOLUME'],
  ['External', 'EXTERNAL_PRICE'],
  ['Business Match', 'COMPETE_FEATURED'],
  ['Winter Clearance', 'SCHEDULED'],
  ['Old Rules', 'SALES_VOLUME'],
].map(([name, ruleType], at) => ({
  strategyId: `PS-${String(3001 + at * 17)}`,
  name: name!,
  ruleType: ruleType!,
  isActive: at !== 6,
  ...(at % 3 === 0 && { parameters: { beatBy: money(1 + at / 2) } }),
}));

const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

function listings(): Listing[] {
  const types = ['KITCHEN', 'TOOLS', 'OUTDOOR', 'OFFICE_PRODUCTS'];
  return Array.from({ length: 44 }, (_, at) => {
    const price = 49 + ((at * 83.5) % 1900);
    const created = Date.UTC(2025, 8, 3 + at, (at * 7) % 24, (at * 17) % 60);
    return {
      sku: `${scrambled(`sku ${at}`, 2, upper)}-${scrambled(`sku ${at} a`, 4, upper)}-${scrambled(`sku ${at} b`, 4, upper)}`,
      productCode: `P0${scrambled(`product ${at}`, 8, upper)}`,
      itemName: productName(at * 2 + 5),
      productType: types[at % 4]!,
      status: at % 5 === 3 ? ['DISCOVERABLE'] : at % 11 === 7 ? [] : ['BUYABLE', 'DISCOVERABLE'],
      quantity: (at * 9) % 31,
      created,
      updated: created + 8_000_000_000 + at * 61_000,
      price,
      minimum: Math.round(price * 0.85),
      maximum: Math.round(price * 1.6),
      strategyId: at % 5 === 4 ? null : allStrategies[at % 6]!.strategyId,
    };
  });
}

const time = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** How long a submission is looked through, in milliseconds. */
const review = 45_000;

/** Requests that each operation may be asked at once, and that come back each second. */
const burst = 10;
const rate = 5;

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const begun = now();
  const allListings = listings();
  const types = ['GET_OPEN_LISTINGS', 'GET_PRICING_HEALTH', 'GET_SALES_TRAFFIC'];
  const runs: readonly ReportRun[] = Array.from({ length: 11 }, (_, at) => ({
    reportId: String(50_123_019_000 + at * 7919),
    reportType: types[at % 3]!,
    created: at < 2 ? begun - 20_000 - at * 15_000 : Date.UTC(2026, 4, 11 - at, 1, at * 5, at * 3),
    takes: 300_000 + at * 420_000,
    outcome: at === 5 ? 'FATAL' : at === 8 ? 'CANCELLED' : 'DONE',
  }));
  const submissions: Submission[] = [];
  const tokens = new Map<string, number>();
  const buckets = new Map<string, { left: number; at: number }>();
  let count = 0;

  const parts: Readonly<Record<string, (one: Listing) => unknown>> = {
    summaries: (one) => [
      {
        marketplaceId,
        productCode: one.productCode,
        productType: one.productType,
        status: one.status,
        itemName: one.itemName,
        createdDate: time(one.created),
        lastUpdatedDate: time(one.updated),
      },
    ],
    offers: (one) => [
      {
        marketplaceId,
        offerType: 'B2C',
        price: money(one.price),
        pricingRule: {
          minimumPrice: money(one.minimum),
          maximumPrice: money(one.maximum),
          ...(one.strategyId !== null && { strategyId: one.strategyId }),
        },
      },
    ],
    fulfillmentAvailability: (one) => [{ fulfillmentChannelCode: 'DEFAULT', quantity: one.quantity }],
  };
  const shown = (one: Listing, names: readonly string[]) => ({
    sku: one.sku,
    ...Object.fromEntries(
      Object.entries(parts).flatMap(([name, of]) => (names.includes(name) ? [[name, of(one)]] : [])),
    ),
  });
  const statusOf = ({ created, takes, outcome }: ReportRun) => {
    const passed = now() - created;
    return passed < 120_000 ? 'IN_QUEUE' : passed < takes ? 'IN_PROGRESS' : outcome;
  };
  const signatureOf = (path: string, date: string) => scrambled(`${run} ${path} ${date}`, 64, hex);
  const shownRun = (one: ReportRun) => {
    const status = statusOf(one);
    const hasBegun = status !== 'IN_QUEUE';
    const hasEnded = hasBegun && status !== 'IN_PROGRESS';
    const path = `/documents/${one.reportType.toLowerCase()}/${one.reportId}.tsv`;
    const date = time(now()).replace(/[-:]/g, '');
    return {
      reportId: one.reportId,
      reportType: one.reportType,
      marketplaceIds: [marketplaceId],
      createdTime: time(one.created),
      processingStatus: status,
      ...(hasBegun && { processingStartTime: time(one.created + 120_000) }),
      ...(hasEnded && { processingEndTime: time(one.created + one.takes) }),
      ...(status === 'DONE' && {
        reportDocument: {
          url: `${origin}${path}?X-Date=${date}&X-Expires=300&X-Signature=${signatureOf(path, date)}`,
        },
      }),
    };
  };

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === key) return;
    const details =
      sent === undefined ? 'The key is missing in the request header.' : 'The key is revoked or malformed.';
    throw new Refusal(403, 'Unauthorized', 'Access to requested resource is denied.', details);
  }

  /** Each operation has a bucket of its own. */
  function spend(operation: string): void {
    const bucket = buckets.get(operation) ?? { left: burst, at: now() };
    buckets.set(operation, bucket);
    bucket.left = Math.min(burst, bucket.left + ((now() - bucket.at) * rate) / 1000);
    bucket.at = now();
    if (bucket.left < 1) {
      throw new Refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
    }
    bucket.left -= 1;
  }

  function oneOf(name: string, given: string | null, allowed: readonly string[]): readonly string[] {
    const values = given?.split(',') ?? [];
    const wrong = values.find((value) => !allowed.includes(value));
    if (wrong === undefined) return values;
    const message = `Value '${wrong}' at '${name}' failed to satisfy constraint: must be one of ${allowed.join(', ')}.`;
    throw new Refusal(400, 'InvalidInput', message);
  }

  function page<Item>(
    query: URLSearchParams,
    all: readonly Item[],
    name: string,
    of: (item: Item) => unknown,
  ): Answered {
    const size = Number(query.get('pageSize') ?? '10');
    if (!Number.isInteger(size) || size < 1 || size > 20) {
      const message = `Value '${query.get('pageSize')!}' at 'pageSize' failed to satisfy constraint: must be a number from 1 to 20.`;
      throw new Refusal(400, 'InvalidInput', message);
    }
    const token = query.get('pageToken');
    const from = token === null ? 0 : tokens.get(token);
    if (from === undefined)
      throw new Refusal(400, 'InvalidInput', 'The provided page token is invalid or has expired.');
    const to = (offset: number): string => {
      const made = Buffer.from(scrambled(`${run} ${name} ${offset} ${query.toString()}`, 45, hex)).toString(
        'base64url',
      );
      tokens.set(made, offset);
      return made;
    };
    const pagination = {
      ...(from + size < all.length && { nextToken: to(from + size) }),
      ...(from > 0 && { previousToken: to(Math.max(0, from - size)) }),
    };
    const items = all.slice(from, from + size).map(of);
    return json(200, { payload: { numberOfResults: all.length, [name]: items }, pagination });
  }

  function listListings(query: URLSearchParams): Answered {
    const names = oneOf('includedData', query.get('includedData'), Object.keys(parts));
    const withStatus = oneOf('withStatus', query.get('withStatus'), ['BUYABLE', 'DISCOVERABLE']);
    const skus = query.get('identifiers')?.split(',');
    const type = query.get('productType');
    const found = allListings.filter(
      ({ sku, status, productType }) =>
        withStatus.every((one) => status.includes(one)) &&
        (skus === undefined || skus.includes(sku)) &&
        (type === null || productType === type),
    );
    if (query.get('sortBy') === 'sku') found.sort((a, b) => (a.sku < b.sku ? -1 : 1));
    if (query.get('sortOrder') === 'DESC') found.reverse();
    return page(query, found, 'listings', (one) => shown(one, names.length === 0 ? ['summaries'] : names));
  }

  function find(sku: string): Listing {
    if (sku.length > 40) {
      const message = `Value '${sku}' at 'sku' failed to satisfy constraint: must have at most 40 characters.`;
      throw new Refusal(400, 'InvalidInput', message);
    }
    const found = allListings.find((one) => one.sku === sku);
    if (found !== undefined) return found;
    throw new Refusal(404, 'NOT_FOUND', `SKU '${sku}' not found in marketplace ${marketplaceId}`);
  }

  function fieldsOf(request: Asked): Readonly<Record<string, unknown>> {
    const sent = jsonOf(request);
    if (sent !== 'bad' && typeof sent.json === 'object' && sent.json !== null && !Array.isArray(sent.json)) {
      return sent.json as Readonly<Record<string, unknown>>;
    }
    throw new Refusal(400, 'InvalidInput', 'Request body is malformed or cannot be parsed.');
  }

  const required = (name: string): Issue => ({
    code: '90220',
    message: `'${name}' is required but not supplied.`,
    severity: 'ERROR',
    attributeNames: [name],
  });

  /** The amount of a price, or what is wrong with it. */
  function amountOf(fields: Readonly<Record<string, unknown>>, name: string): number | Issue {
    const value = fields[name];
    if (value === undefined || value === null) return required(name);
    const [amount, currency] = [member(value, 'amount'), member(value, 'currencyCode')];
    if (typeof amount !== 'number' || typeof currency !== 'string') {
      throw new Refusal(
        400,
        'InvalidInput',
        `Invalid '${name}' provided.`,
        'Expected an object with amount and currencyCode.',
      );
    }
    if (currency !== 'SEK') {
      const message = `The currency '${currency}' is not valid for marketplace ${marketplaceId}.`;
      return { code: '90111', message, severity: 'ERROR', attributeNames: [name] };
    }
    if (amount > 0 && amount <= 100_000) return amount;
    const message = `The value '${amount}' for '${name}' is outside the allowed range of 0.01 to 100000.00.`;
    return { code: '90225', message, severity: 'ERROR', attributeNames: [name] };
  }

  function setPrice(request: Asked, listing: Listing): Answered {
    const fields = fieldsOf(request);
    const [minimum, maximum] = [amountOf(fields, 'minimumPrice'), amountOf(fields, 'maximumPrice')];
    const issues = [minimum, maximum].filter((one) => typeof one !== 'number');
    if (typeof minimum === 'number' && typeof maximum === 'number') {
      const price = Math.min(Math.max(listing.price, minimum), maximum);
      if (minimum <= maximum) return submit(listing, { minimum, maximum, price });
      const message = `The minimum price (${minimum.toFixed(2)}) must not exceed the maximum price (${maximum.toFixed(2)}).`;
      issues.push({
        code: '99042',
        message,
        severity: 'ERROR',
        attributeNames: ['minimumPrice', 'maximumPrice'],
      });
    }
    return invalid(listing, issues);
  }

  function setStrategy(request: Asked, listing: Listing): Answered {
    const { strategyId } = fieldsOf(request);
    if (strategyId === undefined || strategyId === null) return invalid(listing, [required('strategyId')]);
    if (typeof strategyId !== 'string')
      throw new Refusal(400, 'InvalidInput', `Invalid 'strategyId' provided.`);
    const found = allStrategies.find((one) => one.strategyId === strategyId);
    if (found?.isActive === true) return submit(listing, { strategyId });
    const [code, message] =
      found === undefined
        ? ['99301', `The strategy '${strategyId}' does not exist.`]
        : ['99302', `The strategy '${strategyId}' is not active.`];
    return invalid(listing, [{ code, message, severity: 'ERROR', attributeNames: ['strategyId'] }]);
  }

  const submissionId = () => scrambled(`${run} submission ${count}`, 32, hex);

  function submit(listing: Listing, changes: Partial<Listing>): Answered {
    submissions.push({ listing, changes, due: now() + review });
    return json(202, { sku: listing.sku, status: 'ACCEPTED', submissionId: submissionId(), issues: [] });
  }

  const invalid = ({ sku }: Listing, issues: readonly Issue[]): Answered =>
    json(200, { sku, status: 'INVALID', submissionId: submissionId(), issues });

  /** What is due takes effect. */
  function settle(): void {
    while (submissions[0] !== undefined && submissions[0].due <= now()) {
      const { listing, changes, due } = submissions.shift()!;
      Object.assign(listing, changes, { updated: due });
    }
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [first, second, third, fourth, ...more] = steps;
    settle();
    if (method === 'GET' && first === 'documents') {
      const found = runs.find(({ reportId }) => `${reportId}.tsv` === third);
      if (found === undefined || query.get('X-Signature') !== signatureOf(path, query.get('X-Date') ?? '')) {
        return { status: 403, headers: [['Content-Type', 'text/plain']], body: 'SignatureDoesNotMatch' };
      }
      const rows = allListings.slice(0, 5).map((one, at) => [one.sku, one.productCode, at * 4].join('\t'));
      const body = `${['sku', 'product-code', 'units', ''].join('\t').trimEnd()}\n${rows.join('\n')}\n`;
      return { status: 200, headers: [['Content-Type', 'text/tab-separated-values; charset=UTF-8']], body };
    }
    authenticate(request);
    if (first === 'v1' && more.length === 0) {
      if (method === 'GET' && fourth === undefined) {
        if (second === 'listings') {
          if (third === undefined) {
            spend('searchListings');
            return listListings(query);
          }
          spend('getListing');
          const names = oneOf('includedData', query.get('includedData'), Object.keys(parts));
          return json(200, { payload: shown(find(third), names.length === 0 ? Object.keys(parts) : names) });
        }
        if (path === '/v1/strategies') {
          spend('getStrategies');
          return json(200, { payload: { strategies: allStrategies }, pagination: {} });
        }
        if (path === '/v1/reports') {
          spend('getReports');
          const wanted = oneOf('reportTypes', query.get('reportTypes'), types);
          const states = query.get('processingStatuses')?.split(',');
          const found = runs.filter(
            (one) =>
              (wanted.length === 0 || wanted.includes(one.reportType)) &&
              (states === undefined || states.includes(statusOf(one))),
          );
          return page(query, found, 'reports', shownRun);
        }
      }
      if (method === 'PATCH' && second === 'listings' && (fourth === 'price' || fourth === 'strategy')) {
        spend('patchListing');
        return fourth === 'price' ? setPrice(request, find(third!)) : setStrategy(request, find(third!));
      }
    }
    throw new Refusal(404, 'ResourceNotFound', `The requested resource ${path} does not exist.`);
  }

  return function marketplace(request) {
    count += 1;
    const headers: Headers = [
      ['X-Request-Id', uuid(`${run} request ${count}`)],
      ['X-RateLimit-Limit', `${rate}.0`],
    ];
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, details } = error;
      return json(error.status, { errors: [{ code, message, details }] }, headers);
    }
  };
}

/** All of a list, from token to token. */
async function everything(api: Api, path: string, parameters: Readonly<Record<string, string>> = {}) {
  const all: unknown[] = [];
  for (let token: unknown = ''; typeof token === 'string';) {
    const query = new URLSearchParams({ ...parameters, ...(token !== '' && { pageToken: token }) });
    const { body } = await api.ask('GET', query.size === 0 ? path : `${path}?${query.toString()}`);
    all.push(...listAt(body, 'payload', path.slice('/v1/'.length)));
    token = member(body, 'pagination', 'nextToken');
  }
  return all;
}

const at = (sku: string, rest = '') => `/v1/listings/${sku}${rest}`;

/** Sends a change, and looks whether it is there. */
async function change(api: Api, sku: string, what: 'price' | 'strategy', json: unknown): Promise<void> {
  await api.ask('PATCH', at(sku, `/${what}`), { json });
  await api.ask('GET', at(sku));
  api.wait(50_000);
  await api.ask('GET', at(sku));
}

async function recorded(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings');
  const sku = (number: number) => textAt(all[number], 'sku');
  await api.ask('GET', '/v1/strategies');
  const whole = { includedData: 'summaries,offers,fulfillmentAvailability' };
  await everything(api, '/v1/listings', { pageSize: '20', ...whole });
  await everything(api, '/v1/reports');
  await everything(api, '/v1/reports', { pageSize: '4' });
  for (const number of [0, 3, 4, 17, 43]) await api.ask('GET', at(sku(number)));
  await api.ask('GET', `${at(sku(3))}?includedData=offers`);
  await api.ask('GET', `${at(sku(6))}?includedData=summaries`);
  await everything(api, '/v1/listings', { withStatus: 'BUYABLE', pageSize: '20' });
  await everything(api, '/v1/listings', { withStatus: 'DISCOVERABLE', pageSize: '15' });
  await everything(api, '/v1/listings', { productType: 'TOOLS' });
  await everything(api, '/v1/listings', { identifiers: [sku(1), sku(9)].join(), includedData: 'offers' });
  await api.ask('GET', '/v1/listings?sortBy=sku&pageSize=5');
  await api.ask('GET', '/v1/listings?sortBy=sku&sortOrder=DESC&pageSize=5');

  const prices = [
    [1, 120, 480],
    [5, 99.5, 99.5],
    [12, 1500, 2499.9],
    [40, 1, 60],
  ] as const;
  for (const [number, minimum, maximum] of prices) {
    await change(api, sku(number), 'price', { minimumPrice: money(minimum), maximumPrice: money(maximum) });
  }
  await change(api, sku(4), 'strategy', { strategyId: 'PS-3018' });
  await change(api, sku(7), 'strategy', { strategyId: 'PS-3069' });
  await everything(api, '/v1/listings', { includedData: 'summaries,offers' });

  const price = (json: unknown, number = 8) => api.ask('PATCH', at(sku(number), '/price'), { json });
  await price({ minimumPrice: money(300), maximumPrice: money(200) });
  await price({ minimumPrice: money(300) });
  await price({ maximumPrice: money(300) });
  await price({});
  await price({ minimumPrice: null, maximumPrice: money(300) });
  await price({ minimumPrice: 'cheap', maximumPrice: money(300) });
  await price({ minimumPrice: { amount: '100', currencyCode: 'SEK' }, maximumPrice: money(300) });
  await price({ minimumPrice: { amount: 100, currencyCode: 'USD' }, maximumPrice: money(300) });
  await price({ minimumPrice: money(0), maximumPrice: money(300) });
  await price({ minimumPrice: money(10), maximumPrice: money(200_000) });
  await api.ask('PATCH', at(sku(8), '/price'), { text: '{"minimumPrice"' });
  await api.ask('PATCH', at('ZZ-NONE-0000', '/price'), {
    json: { minimumPrice: money(1), maximumPrice: money(2) },
  });
  await api.ask('GET', at('ZZ-NONE-0000'));
  await api.ask('GET', at('A'.repeat(41)));
  await api.ask('PATCH', at(sku(8), '/strategy'), { json: { strategyId: 'PS-9999' } });
  await api.ask('PATCH', at(sku(8), '/strategy'), { json: { strategyId: 'PS-3103' } });
  await api.ask('PATCH', at(sku(8), '/strategy'), { json: { strategyId: 3018 } });
  await api.ask('PATCH', at(sku(8), '/strategy'), { json: { strategyId: null } });
  for (const query of [
    'pageSize=0',
    'pageSize=50',
    'pageSize=many',
    'pageToken=lost',
    'colour=red',
    'includedData=images',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/listings?withStatus=SOLD');
  await api.ask('GET', '/v1/inventory');
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': 'mpk-0000000000000wrong' } });

  for (let poll = 0; poll < 3; poll += 1) {
    api.wait(240_000);
    await api.ask('GET', '/v1/reports?processingStatuses=IN_QUEUE,IN_PROGRESS');
  }
  const runs = await everything(api, '/v1/reports', { reportTypes: 'GET_OPEN_LISTINGS' });
  await api.ask('GET', textAt(runs[0], 'reportDocument', 'url'));
  await api.ask('GET', textAt(runs[1], 'reportDocument', 'url'));
  for (let number = 0; number < 14; number += 1) await api.ask('GET', '/v1/strategies', { atOnce: true });
  api.wait(5000);
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const all = await everything(api, '/v1/listings', { pageSize: '12' });
  const sku = (number: number) => textAt(all[number], 'sku');
  await everything(api, '/v1/reports', { pageSize: '6' });
  for (const number of [2, 14, 23, 42]) await api.ask('GET', at(sku(number)));
  await api.ask('GET', `${at(sku(10))}?includedData=offers`);
  await everything(api, '/v1/listings', { productType: 'OUTDOOR', pageSize: '7' });
  await everything(api, '/v1/listings', {
    identifiers: [sku(20), sku(3), sku(31)].join(),
    includedData: 'offers',
  });
  await api.ask('GET', '/v1/listings?sortBy=sku&pageSize=3');

  const prices = [
    [16, 250, 799],
    [22, 75.25, 75.25],
    [35, 2, 40],
  ] as const;
  for (const [number, minimum, maximum] of prices) {
    await change(api, sku(number), 'price', { minimumPrice: money(minimum), maximumPrice: money(maximum) });
  }
  await change(api, sku(9), 'strategy', { strategyId: 'PS-3035' });
  await everything(api, '/v1/listings', { includedData: 'offers', pageSize: '18' });

  const price = (json: unknown) => api.ask('PATCH', at(sku(11), '/price'), { json });
  await price({ minimumPrice: money(512.5), maximumPrice: money(51.25) });
  await price({ maximumPrice: money(410) });
  await price({ minimumPrice: money(40), maximumPrice: null });
  await price({ minimumPrice: money(40), maximumPrice: 'dear' });
  await price({ minimumPrice: money(40), maximumPrice: { amount: 410, currencyCode: 'NOK' } });
  await price({ minimumPrice: money(-3), maximumPrice: money(410) });
  await price({ minimumPrice: money(40), maximumPrice: money(123_456) });
  await api.ask('PATCH', at(sku(13), '/price'), { text: 'minimumPrice' });
  await api.ask('PATCH', at('QQ-GONE-1111', '/price'), {
    json: { minimumPrice: money(3), maximumPrice: money(4) },
  });
  await api.ask('GET', at('QQ-GONE-1111'));
  await api.ask('GET', at('B'.repeat(52)));
  await api.ask('PATCH', at(sku(13), '/strategy'), { json: { strategyId: 'PS-1234' } });
  await api.ask('PATCH', at(sku(13), '/strategy'), { json: {} });
  for (const query of [
    'pageSize=-1',
    'pageSize=21',
    'pageSize=ten',
    'pageToken=gone',
    'includedData=reviews',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?pageSize=99');
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/reports?pageSize=3', { headers: { 'x-api-key': 'mpk-1111111111111bad' } });
  // Nothing of these was recorded.
  await price({ minimumPrice: { amount: 100, currencyCode: 'USD' }, maximumPrice: money(-4) });
  await api.ask('GET', '/v1/reports?reportTypes=GET_EVERYTHING');

  api.wait(1_500_000);
  const runs = await everything(api, '/v1/reports', { reportTypes: 'GET_PRICING_HEALTH' });
  await api.ask('GET', textAt(runs[0], 'reportDocument', 'url'));
}

export const marketplace: ForeignService = {
  name: 'marketplace',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
