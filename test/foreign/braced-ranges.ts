// The selling APIs of an auction house, here for used cameras and audio gear: a list knows its own address with the whole query
// and those of the pages beside it, one parameter `filter` holds sets in braces and ranges in brackets, amounts are texts with a
// currency, what is not set is absent. Bounds of a price are answered with nothing (204), or with warnings where the price lies
// outside; a strategy with the listing. Errors are lists with a number, a domain and parameters; each part of the API has its own
// domain. A write has to say its language. Who asks too fast is told so, but not how long to wait.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, scrambled, targetOf, uuid } from './kit.ts';
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

const key = 'Lothouse-PRD-8e5c3f9a1-77d02b46';
const callsPerSecond = 5;
const usualLimit = 10;
const largestLimit = 100;
const largestAmount = 9_999_999;
const languages = ['en-US', 'en-GB'];

const currencies = { SITE_US: 'USD', SITE_GB: 'GBP' } as const;
type Marketplace = keyof typeof currencies;
const marketplaces: readonly string[] = Object.keys(currencies);

const statuses = ['ACTIVE', 'OUT_OF_STOCK', 'SCHEDULED', 'ENDED'] as const;
const formats = ['FIXED_PRICE', 'AUCTION'] as const;
const conditions = ['NEW', 'LIKE_NEW', 'USED_EXCELLENT', 'USED_GOOD', 'FOR_PARTS_OR_NOT_WORKING'] as const;
const fieldGroups = ['COMPACT', 'FULL'] as const;
const strategyStatuses = ['ACTIVE', 'INACTIVE'] as const;
const reportTypes = ['PRICE_CHANGE_REPORT', 'ACTIVE_INVENTORY_REPORT', 'COMPETITION_REPORT'] as const;
const reportStatuses = ['QUEUED', 'IN_PROCESS', 'COMPLETED', 'FAILED'] as const;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const digits = (seed: string, length: number): string => scrambled(`braced ${seed}`, length, '0123456789');

interface Listing {
  readonly listingId: string;
  readonly sku: string;
  readonly marketplaceId: Marketplace;
  readonly format: (typeof formats)[number];
  readonly title: string;
  readonly brand: string;
  readonly condition: (typeof conditions)[number];
  readonly conditionDescription: string | undefined;
  readonly categoryId: string;
  readonly status: (typeof statuses)[number];
  readonly availableQuantity: number;
  readonly soldQuantity: number;
  readonly quantityLimitPerBuyer: number | undefined;
  readonly retail: number | undefined;
  readonly created: number;
  price: number;
  min: number | undefined;
  max: number | undefined;
  strategyId: string | undefined;
  modified: number;
}

const strategies = [
  { name: 'Match lowest price', type: 'MATCH_LOWEST', site: 'SITE_US', isOn: true },
  { name: 'Beat lowest by 25 cents', type: 'BEAT_LOWEST', site: 'SITE_US', isOn: true, cents: 25 },
  { name: 'Beat lowest by 2 percent', type: 'BEAT_LOWEST', site: 'SITE_US', isOn: true, percentage: '2.0' },
  { name: 'Hold a margin', type: 'TARGET_MARGIN', site: 'SITE_US', isOn: true, percentage: '18.5' },
  { name: 'Summer markdown', type: 'TIMED_MARKDOWN', site: 'SITE_US', isOn: false, percentage: '15.0' },
  { name: 'Match lowest UK', type: 'MATCH_LOWEST', site: 'SITE_GB', isOn: true },
  { name: 'Beat lowest UK', type: 'BEAT_LOWEST', site: 'SITE_GB', isOn: true, cents: 50 },
].map(({ name, type, site, isOn, cents, percentage }, index) => {
  const marketplaceId = site as Marketplace;
  const created = pastMoment(`braced strategy ${index}`) + chance(`braced strategy ms ${index}`, 1_000);
  const adjustment =
    cents === undefined
      ? percentage && { percentage }
      : { amount: { value: decimal(cents), currency: currencies[marketplaceId] } };
  return {
    strategyId: `61${digits(`strategy ${index}`, 7)}0`,
    name,
    description: index % 3 === 0 ? `Applies to ${index === 0 ? 'most' : 'some'} used items.` : undefined,
    marketplaceId,
    strategyType: type,
    adjustment,
    status: isOn ? 'ACTIVE' : 'INACTIVE',
    creationDate: moment(created),
    lastModifiedDate: moment(created + chance(`braced strategy later ${index}`, 5_000_000) * 1_000),
  };
});
type Strategy = (typeof strategies)[number];

const reports = Array.from({ length: 12 }, (_, index) => {
  const created =
    Date.UTC(2025, 8, 26, 6) - index * 86_400_000 + chance(`braced report ${index}`, 40_000_000);
  const status = index < 2 ? reportStatuses[index]! : index === 4 || index === 9 ? 'FAILED' : 'COMPLETED';
  return {
    reportId: `report-${10 + (index % 3)}-${digits(`report ${index}`, 10)}`,
    reportType: reportTypes[index % 3]!,
    status,
    created,
    completed: index < 2 ? undefined : created + 31_000 + chance(`braced report took ${index}`, 400_000),
    recordCount: status === 'COMPLETED' ? 20 + chance(`braced report rows ${index}`, 1_800) : undefined,
    failureReason: status === 'FAILED' ? 'REPORT_GENERATION_TIMED_OUT' : undefined,
  };
});

function stockOf(seed: string, status: Listing['status'], format: Listing['format']): number {
  if (status === 'ENDED' || status === 'OUT_OF_STOCK') return 0;
  return format === 'AUCTION' ? 1 : 1 + chance(`${seed} quantity`, 40);
}

function listing(index: number): Listing {
  const seed = `braced ${index}`;
  const { maker, sku, price } = ware(seed);
  const status = statuses[[0, 0, 0, 0, 0, 0, 1, 2, 3][chance(`${seed} status`, 9)]!]!;
  const format = chance(`${seed} format`, 6) === 0 ? 'AUCTION' : 'FIXED_PRICE';
  const marketplaceId = chance(`${seed} site`, 5) === 0 ? 'SITE_GB' : 'SITE_US';
  const good = oneOf(`${seed} good`, ['Film Camera', 'Turntable', 'Lens 50mm', 'Tape Deck', 'Headphones']);
  const condition = oneOf(`${seed} condition`, conditions);
  const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
  const min = chance(`${seed} min`, 6) === 0 ? undefined : Math.round(price * 0.85);
  const usable = strategies.filter((one) => one.status === 'ACTIVE' && one.marketplaceId === marketplaceId);
  return {
    listingId: `1${digits(seed, 11)}`,
    sku,
    marketplaceId,
    format,
    title: `${maker} ${good} ${oneOf(`${seed} year`, ['1974', '1981', '1988', 'Mark II', 'Black'])}`,
    brand: maker,
    condition,
    conditionDescription: condition === 'USED_GOOD' ? 'Light marks on the case, works well.' : undefined,
    categoryId: oneOf(`${seed} category`, ['15230', '48647', '3323', '67807']),
    status,
    availableQuantity: stockOf(seed, status, format),
    soldQuantity: status === 'SCHEDULED' ? 0 : chance(`${seed} sold`, 30),
    quantityLimitPerBuyer: chance(`${seed} limit`, 4) === 0 ? 2 : undefined,
    retail: chance(`${seed} retail`, 4) === 0 ? Math.round(price * 1.25) : undefined,
    created,
    price,
    min,
    max: chance(`${seed} max`, 6) === 0 ? undefined : Math.round(price * 1.3),
    strategyId:
      min !== undefined && chance(`${seed} has`, 5) < 2
        ? oneOf(`${seed} which`, usable).strategyId
        : undefined,
    modified: created + chance(`${seed} modified`, 45 * 86_400) * 1_000 + chance(`${seed} later`, 1_000),
  };
}

type FieldGroup = (typeof fieldGroups)[number] | undefined;

/** What stands in every answer about a listing, whatever the field group. */
function basis(one: Listing): Row {
  const amount = (cents: number | undefined): Row | undefined =>
    cents === undefined ? undefined : { value: decimal(cents), currency: currencies[one.marketplaceId] };
  return {
    listingId: one.listingId,
    sku: one.sku,
    marketplaceId: one.marketplaceId,
    status: one.status,
    pricingSummary: {
      price: amount(one.price),
      originalRetailPrice: amount(one.retail),
      minimumPrice: amount(one.min),
      maximumPrice: amount(one.max),
    },
    lastModifiedDate: moment(one.modified),
  };
}

function extension({ listingId, brand, marketplaceId, condition }: Listing): Row {
  const policy = (kind: string) => `59${digits(`${marketplaceId} ${kind}`, 7)}0`;
  return {
    product: {
      brand,
      mpn: chance(`${listingId} mpn`, 3) === 0 ? undefined : digest(listingId).slice(0, 8).toUpperCase(),
      aspects: { Brand: [brand], Color: [oneOf(`${listingId} color`, ['Black', 'Silver', 'Brown'])] },
    },
    listingPolicies: {
      fulfillmentPolicyId: policy('fulfillment'),
      paymentPolicyId: policy('payment'),
      returnPolicyId: condition === 'FOR_PARTS_OR_NOT_WORKING' ? undefined : policy('return'),
    },
  };
}

function listingShown(one: Listing, group?: FieldGroup): Row {
  if (group === 'COMPACT') return basis(one);
  return {
    ...basis(one),
    format: one.format,
    title: one.title,
    condition: one.condition,
    conditionDescription: one.conditionDescription,
    categoryId: one.categoryId,
    availableQuantity: one.availableQuantity,
    soldQuantity: one.soldQuantity,
    quantityLimitPerBuyer: one.quantityLimitPerBuyer,
    strategyId: one.strategyId,
    creationDate: moment(one.created),
    ...(group === 'FULL' && extension(one)),
  };
}

/** An error, or a warning beside a good answer. */
interface Fault {
  readonly errorId: number;
  readonly domain: string;
  readonly subdomain?: string;
  readonly category: 'REQUEST' | 'BUSINESS';
  readonly message: string;
  readonly longMessage?: string;
  readonly inputRefIds?: readonly string[];
  readonly parameters?: readonly Row[];
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Fault[];

  constructor(status: number, ...errors: readonly Fault[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.status = status;
    this.errors = errors;
  }
}

const parameters = (values: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

type More = Pick<Fault, 'longMessage' | 'inputRefIds'> & {
  readonly values?: Readonly<Record<string, string>>;
};

function inventory(
  errorId: number,
  category: Fault['category'],
  message: string,
  { values, ...more }: More = {},
): Fault {
  return {
    errorId,
    domain: 'API_INVENTORY',
    subdomain: 'Selling',
    category,
    message,
    ...more,
    ...(values && { parameters: parameters(values) }),
  };
}

const badValue = (fieldName: string, additionalInfo: string): Fault =>
  inventory(25709, 'REQUEST', `Invalid value for ${fieldName}. ${additionalInfo}`, {
    values: { fieldName, additionalInfo },
  });

const userError = (additionalInfo: string): Fault =>
  inventory(25002, 'REQUEST', `A user error has occurred. ${additionalInfo}`, { values: { additionalInfo } });

const badFilter = (filterName: string, longMessage: string): Refusal =>
  new Refusal(
    400,
    inventory(25760, 'REQUEST', `The filter ${filterName} is invalid.`, {
      longMessage,
      values: { filterName },
    }),
  );

function account(errorId: number, message: string, longMessage: string, fieldName: string): Fault {
  return {
    errorId,
    domain: 'API_ACCOUNT',
    category: 'REQUEST',
    message,
    longMessage,
    parameters: parameters({ fieldName }),
  };
}

const feed = (errorId: number, message: string, longMessage: string): Fault => ({
  errorId,
  domain: 'API_FEED',
  category: 'REQUEST',
  message,
  longMessage,
});

function gate(errorId: number, message: string, longMessage: string, reason?: string): Fault {
  return {
    errorId,
    domain: errorId < 2_000 ? 'OAuth' : 'ACCESS',
    category: 'REQUEST',
    message,
    longMessage,
    ...(reason !== undefined && { parameters: parameters({ reason }) }),
  };
}

const badRequest = (reason: string, status = 400): Refusal =>
  new Refusal(
    status,
    gate(
      2004,
      'Invalid request',
      'The request has errors. For help, see the documentation for this API.',
      reason,
    ),
  );

const notResolved = (): Refusal =>
  new Refusal(
    404,
    gate(
      2002,
      'Resource not resolved',
      'The resource path in the request did not resolve to a valid resource.',
    ),
  );

/** How one part of the API refuses a value of its query. */
type Complaint = (name: string, value: string, rule: string) => Refusal;

const listingComplaint: Complaint = (name, _value, rule) => new Refusal(400, badValue(name, rule));
const strategyComplaint: Complaint = (name, value, rule) =>
  new Refusal(400, account(20403, `Invalid ${name}.`, `The ${name} '${value}' is invalid. ${rule}`, name));
const reportComplaint: Complaint = (name, value, rule) =>
  new Refusal(
    400,
    feed(160_021, `The '${name}' is invalid.`, `The '${name}' value '${value}' is invalid. ${rule}`),
  );

function oneWord<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
  complain: Complaint,
): Word | undefined {
  const value = query.get(name);
  const word = words.find((one) => one === value);
  if (value !== null && word === undefined) {
    throw complain(name, value, `Supported values are: ${words.join(', ')}.`);
  }
  return word;
}

function whole(
  query: URLSearchParams,
  name: string,
  usual: number,
  most: number,
  complain: Complaint,
): number {
  const value = query.get(name);
  if (value === null) return usual;
  if (!/^-?\d+$/.test(value)) throw complain(name, value, 'The value should be an integer.');
  const least = name === 'limit' ? 1 : 0;
  if (Number(value) < least || Number(value) > most) {
    throw complain(name, value, `The value should be between ${least} and ${most}.`);
  }
  return Number(value);
}

/** The parts of a filter: what stands between the commas outside of brackets and braces. */
function clausesOf(filter: string): readonly (readonly [name: string, value: string])[] {
  const parts = filter.match(/(?:[^,[{]|\[[^\]]*\]|\{[^}]*\})+/g) ?? [];
  return parts.map((part) => {
    const [name = '', value = ''] = part.split(/:(.*)/s);
    return [name, value];
  });
}

function setOf(name: string, value: string, words?: readonly string[]): readonly string[] {
  const inner = /^\{([^{}]+)\}$/.exec(value)?.[1];
  if (inner === undefined) {
    throw badFilter(name, 'The values must be enclosed in braces and separated by a pipe, e.g. {A|B}.');
  }
  const wanted = inner.split('|');
  const wrong = wanted.find((word) => words?.includes(word) === false);
  if (wrong !== undefined) throw badFilter(name, `The value '${wrong}' is not supported.`);
  return wanted;
}

/** Both ends of a range are within; an end that is left out is open. */
function rangeOf(name: string, value: string, read: (text: string) => number): readonly [number, number] {
  const [, from, to] = /^\[(.*?)\.\.(.*)\]$/.exec(value) ?? [];
  if (from === undefined || to === undefined || from + to === '') {
    throw badFilter(name, 'The range must be enclosed in brackets, e.g. [from..to], [from..] or [..to].');
  }
  const range = [from === '' ? -Infinity : read(from), to === '' ? Infinity : read(to)] as const;
  if (range.some(Number.isNaN)) throw badFilter(name, `The range ${value} has a value that can not be read.`);
  if (range[0] > range[1]) throw badFilter(name, 'The start of the range must not be greater than its end.');
  return range;
}

const centsOf = (text: string): number =>
  /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : NaN;
const timeOf = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : NaN;

type Test = (one: Listing) => boolean;

const among =
  (name: string, words: readonly string[] | undefined, get: (one: Listing) => string | undefined) =>
  (value: string): Test => {
    const wanted = setOf(name, value, words);
    return (one) => wanted.includes(get(one) ?? '');
  };

const within =
  (name: string, read: (text: string) => number, get: (one: Listing) => number) =>
  (value: string): Test => {
    const [from, to] = rangeOf(name, value, read);
    return (one) => get(one) >= from && get(one) <= to;
  };

function inCurrency(value: string): Test {
  if (!Object.values<string>(currencies).includes(value)) {
    throw badFilter('priceCurrency', `The value '${value}' is not supported.`);
  }
  return ({ marketplaceId }) => currencies[marketplaceId] === value;
}

const filters: Readonly<Record<string, (value: string) => Test>> = {
  status: among('status', statuses, ({ status }) => status),
  format: among('format', formats, ({ format }) => format),
  conditions: among('conditions', conditions, ({ condition }) => condition),
  marketplaceIds: among('marketplaceIds', marketplaces, ({ marketplaceId }) => marketplaceId),
  strategyIds: among('strategyIds', undefined, ({ strategyId }) => strategyId),
  price: within('price', centsOf, ({ price }) => price),
  priceCurrency: inCurrency,
  creationDate: within('creationDate', timeOf, ({ created }) => created),
  lastModifiedDate: within('lastModifiedDate', timeOf, ({ modified }) => modified),
};

/** What a filter asks for; filters that nobody knows are passed over with a warning. */
function filterOf(text: string | null): {
  readonly tests: readonly Test[];
  readonly warnings: readonly Fault[];
} {
  const clauses = text === null ? [] : clausesOf(text);
  const names = clauses.map(([name]) => name);
  if (names.includes('price') && !names.includes('priceCurrency')) {
    throw badFilter('price', 'The price filter must be used together with the priceCurrency filter.');
  }
  const isKnown = (name: string) => Object.hasOwn(filters, name);
  return {
    tests: clauses.filter(([name]) => isKnown(name)).map(([name, value]) => filters[name]!(value)),
    warnings: names
      .filter((name) => !isKnown(name))
      .map((filterName) =>
        inventory(25761, 'REQUEST', `The filter ${filterName} is not supported and was ignored.`, {
          values: { filterName },
        }),
      ),
  };
}

const sorts: Readonly<Record<string, (one: Listing) => number | string>> = {
  price: ({ price }) => price,
  title: ({ title }) => title,
  availableQuantity: ({ availableQuantity }) => availableQuantity,
  creationDate: ({ created }) => created,
  lastModifiedDate: ({ modified }) => modified,
};

function orderOf(sort: string): (one: Listing, other: Listing) => number {
  const [, minus, name = ''] = /^(-?)(.*)$/.exec(sort) ?? [];
  if (!Object.hasOwn(sorts, name)) {
    throw new Refusal(
      400,
      badValue('sort', `The sort field ${name} is not one of ${Object.keys(sorts).join(', ')}.`),
    );
  }
  const by = sorts[name]!;
  const sign = minus === '-' ? -1 : 1;
  return (one, other) => {
    const [left, right] = [by(one), by(other)];
    if (left === right) return one.listingId < other.listingId ? -1 : 1;
    return left < right ? -sign : sign;
  };
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');

/** The amount that a body sends, in cents, or what is wrong with it. */
function amountIn(body: Row, name: string, currency: string): number | Fault | undefined {
  const sent = body[name];
  if (!isObject(sent)) return undefined;
  const wrong = (member: string, additionalInfo: string): Fault =>
    inventory(25003, 'REQUEST', `Invalid price. ${additionalInfo}`, {
      inputRefIds: [`$.${name}.${member}`],
      values: { additionalInfo },
    });
  const value = typeof sent.value === 'string' || typeof sent.value === 'number' ? String(sent.value) : '';
  if (value === '') return wrong('value', `The value of ${name} is missing.`);
  if (typeof sent.currency !== 'string') return wrong('currency', `The currency of ${name} is missing.`);
  if (sent.currency !== currency) {
    return wrong('currency', `The currency ${sent.currency} does not match the currency of the marketplace.`);
  }
  if (!/^-?\d+(?:\.\d+)?$/.test(value))
    return wrong('value', `The value '${value}' is not a decimal number.`);
  if (/\.\d{3}/.test(value)) return wrong('value', `The value of ${name} has more than 2 decimal places.`);
  const cents = Math.round(Number(value) * 100);
  if (cents <= 0) return wrong('value', `The value of ${name} must be greater than 0.`);
  if (cents > largestAmount)
    return wrong('value', `The value of ${name} must not exceed ${decimal(largestAmount)}.`);
  return cents;
}

function bodyOf({ headers, body }: Asked): Row {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    throw badRequest('Unsupported media type', 415);
  }
  if (!languages.includes(headers['content-language'] ?? '')) {
    throw new Refusal(400, inventory(25709, 'REQUEST', 'Invalid value for header Content-Language.'));
  }
  const sent = parsed(body);
  if (!isObject(sent)) throw badRequest('Could not parse the request body');
  return sent;
}

/** Members that have to be objects; one that is null counts as left out. */
function checkObjects(body: Row, names: readonly string[]): void {
  const wrong = names.find((name) => (body[name] ?? undefined) !== undefined && !isObject(body[name]));
  if (wrong !== undefined) throw badRequest(`Could not serialize field [${wrong}]`);
}

function start(run: Run): (request: Asked) => Answered {
  const all = Array.from({ length: 28 }, (_, index) => listing(index));
  let calls: readonly number[] = [];
  let count = 0;

  function strategyShown({ strategyId, ...more }: Strategy): Row {
    const listingCount = all.filter((one) => one.strategyId === strategyId).length;
    return { strategyId, ...more, listingCount };
  }

  function reportShown({
    reportId,
    reportType,
    status,
    created,
    completed,
    ...more
  }: (typeof reports)[number]): Row {
    const signature = scrambled(`braced ${run.run} ${reportId}`, 40, hex);
    return {
      reportId,
      reportType,
      status,
      schemaVersion: '1.2',
      creationDate: moment(created),
      completionDate: completed === undefined ? undefined : moment(completed),
      ...more,
      detailHref: `${run.origin}/v1/reports/${reportId}`,
      downloadHref:
        status === 'COMPLETED'
          ? `https://results.lothouse-files.example/${reportId}.csv.gz?sig=${signature}`
          : undefined,
    };
  }

  /** A page of a list, with the addresses of itself and of its neighbours. */
  function paged(
    list: string,
    query: URLSearchParams,
    found: readonly Row[],
    complain: Complaint,
    warnings: readonly Fault[] = [],
  ): Answered {
    const limit = whole(query, 'limit', usualLimit, largestLimit, complain);
    const offset = whole(query, 'offset', 0, 10_000, complain);
    if (offset % limit !== 0) {
      throw complain(
        'offset',
        String(offset),
        'The value should be either 0 or a multiple of the limit value.',
      );
    }
    const kept = [...query].filter(([name]) => name !== 'limit' && name !== 'offset');
    const href = (from: number): string =>
      `${run.origin}/v1/${list}?${[...kept, ['limit', String(limit)], ['offset', String(from)]]
        .map(([name = '', value = '']) => `${name}=${encoded(value)}`)
        .join('&')}`;
    const rows = found.slice(offset, offset + limit);
    return json(200, {
      href: href(offset),
      total: found.length,
      size: rows.length,
      limit,
      offset,
      next: offset + limit < found.length ? href(offset + limit) : undefined,
      prev: offset > 0 ? href(offset - limit) : undefined,
      [list]: rows,
      warnings: warnings.length > 0 ? warnings : undefined,
    });
  }

  function listListings(query: URLSearchParams): Answered {
    const group = oneWord(query, 'fieldgroups', fieldGroups, listingComplaint);
    const { tests, warnings } = filterOf(query.get('filter'));
    const found = all
      .filter((one) => tests.every((test) => test(one)))
      .sort(orderOf(query.get('sort') ?? '-creationDate'))
      .map((one) => listingShown(one, group));
    return paged('listings', query, found, listingComplaint, warnings);
  }

  /** There are few strategies: they are all in one answer. */
  function listStrategies(query: URLSearchParams): Answered {
    const site = oneWord(query, 'marketplace_id', marketplaces, strategyComplaint);
    const status = oneWord(query, 'status', strategyStatuses, strategyComplaint);
    const found = strategies
      .filter(
        (one) =>
          (site === undefined || one.marketplaceId === site) &&
          (status === undefined || one.status === status),
      )
      .map(strategyShown);
    return json(200, { total: found.length, strategies: found });
  }

  function listReports(query: URLSearchParams): Answered {
    const type = oneWord(query, 'report_type', reportTypes, reportComplaint);
    const status = oneWord(query, 'status', reportStatuses, reportComplaint);
    const found = reports
      .filter(
        (one) =>
          (type === undefined || one.reportType === type) && (status === undefined || one.status === status),
      )
      .map(reportShown);
    return paged('reports', query, found, reportComplaint);
  }

  function listingOf(id: string): Listing {
    if (!/^\d{12}$/.test(id)) {
      throw new Refusal(400, badValue('listingId', 'The value should be a number of 12 digits.'));
    }
    const found = all.find(({ listingId }) => listingId === id);
    if (found === undefined) {
      throw new Refusal(404, inventory(25713, 'REQUEST', 'This listing is not available.'));
    }
    return found;
  }

  function readStrategy(id: string): Answered {
    const found = strategies.find(({ strategyId }) => strategyId === id);
    if (found !== undefined) return json(200, strategyShown(found));
    if (!/^\d+$/.test(id)) throw strategyComplaint('strategyId', id, 'The ID should be a number.');
    throw new Refusal(
      404,
      account(20404, 'strategyId not found.', `No strategy was found for the ID ${id}.`, 'strategyId'),
    );
  }

  function readReport(id: string): Answered {
    const found = reports.find(({ reportId }) => reportId === id);
    if (found !== undefined) return json(200, reportShown(found));
    if (!/^report-\d+-\d+$/.test(id)) throw reportComplaint('report_id', id, 'The ID is malformed.');
    throw new Refusal(
      404,
      feed(160_015, 'The report was not found.', `The report '${id}' does not exist or has been removed.`),
    );
  }

  function changeable(id: string): Listing {
    const found = listingOf(id);
    if (found.status !== 'ENDED') return found;
    const additionalInfo = 'The listing has ended.';
    throw new Refusal(
      400,
      inventory(25019, 'BUSINESS', `Cannot revise listing. ${additionalInfo}`, {
        values: { additionalInfo },
      }),
    );
  }

  /** Where the price lies outside of its bounds: a strategy moves it, and without one it stays. */
  function outside(one: Listing): readonly Fault[] {
    const nearest = Math.min(Math.max(one.price, one.min ?? 0), one.max ?? Infinity);
    if (nearest === one.price) return [];
    const values = { listingId: one.listingId, price: decimal(nearest) };
    if (one.strategyId === undefined) {
      return [
        inventory(25746, 'BUSINESS', 'The current price is outside the minimum and maximum price.', {
          values: { ...values, price: decimal(one.price) },
        }),
      ];
    }
    one.price = nearest;
    return [
      inventory(25747, 'BUSINESS', 'The current price was adjusted to the minimum and maximum price.', {
        values,
      }),
    ];
  }

  function priced(id: string, body: Row): Answered {
    checkObjects(body, ['minimumPrice', 'maximumPrice']);
    const one = changeable(id);
    const currency = currencies[one.marketplaceId];
    const amounts = ['minimumPrice', 'maximumPrice'].map((name) => amountIn(body, name, currency));
    const faults = amounts.filter((amount) => typeof amount === 'object');
    if (faults.length > 0) throw new Refusal(400, ...faults);
    const [min, max] = amounts.map((amount) => (typeof amount === 'number' ? amount : undefined));
    if (min === undefined && max === undefined) {
      throw new Refusal(400, userError('Provide at least one of minimumPrice and maximumPrice.'));
    }
    const [low, high] = [min ?? one.min, max ?? one.max];
    if (low !== undefined && high !== undefined && low > high) {
      throw new Refusal(
        400,
        inventory(25741, 'BUSINESS', 'The minimum price must not be greater than the maximum price.', {
          values: { minimumPrice: decimal(low), maximumPrice: decimal(high) },
        }),
      );
    }
    [one.min, one.max, one.modified] = [low, high, run.now()];
    const warnings = outside(one);
    return warnings.length > 0
      ? json(200, { listingId: one.listingId, warnings })
      : { status: 204, headers: [], body: '' };
  }

  /** The strategy that a listing may have; numbers are as good as texts. */
  function strategyFor(one: Listing, strategyId: string): Strategy {
    const found = strategies.find((strategy) => strategy.strategyId === strategyId);
    const values = { strategyId };
    const inputRefIds = ['$.strategyId'];
    if (found === undefined) {
      throw new Refusal(
        400,
        inventory(25766, 'REQUEST', 'The strategy is invalid.', { inputRefIds, values }),
      );
    }
    if (found.status === 'INACTIVE') {
      throw new Refusal(
        409,
        inventory(25767, 'BUSINESS', 'The strategy is inactive.', { inputRefIds, values }),
      );
    }
    if (found.marketplaceId !== one.marketplaceId) {
      const { marketplaceId } = one;
      throw new Refusal(
        400,
        inventory(25768, 'BUSINESS', `The strategy cannot be used on ${marketplaceId}.`, {
          inputRefIds,
          values: { strategyId, marketplaceId },
        }),
      );
    }
    return found;
  }

  function assigned(id: string, { strategyId }: Row): Answered {
    if (typeof strategyId === 'object' && strategyId !== null) {
      throw badRequest('Could not serialize field [strategyId]');
    }
    const one = changeable(id);
    const text = typeof strategyId === 'string' || typeof strategyId === 'number' ? String(strategyId) : '';
    if (text === '') throw new Refusal(400, userError('The field strategyId is required.'));
    const found = strategyFor(one, text);
    if (one.min === undefined) {
      const longMessage = 'Set a minimum price before you assign a strategy.';
      throw new Refusal(400, inventory(25769, 'BUSINESS', 'The minimum price is missing.', { longMessage }));
    }
    [one.strategyId, one.modified] = [found.strategyId, run.now()];
    return json(200, listingShown(one));
  }

  function listed(list: string, query: URLSearchParams): Answered {
    if (list === 'listings') return listListings(query);
    return list === 'strategies' ? listStrategies(query) : listReports(query);
  }

  function single(list: string, id: string, query: URLSearchParams): Answered {
    if (list === 'strategies') return readStrategy(id);
    if (list === 'reports') return readReport(id);
    const group = oneWord(query, 'fieldgroups', fieldGroups, listingComplaint);
    return json(200, listingShown(listingOf(id), group));
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, list = '', id, part, ...more] = steps;
    const isPart = list === 'listings' && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || more.length > 0 || !['listings', 'strategies', 'reports'].includes(list)) {
      throw notResolved();
    }
    if (part !== undefined && !isPart) throw notResolved();
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw badRequest(`Method ${request.method} is not supported`, 405);
    }
    if (id === undefined) return listed(list, query);
    if (part === undefined) return single(list, id, query);
    const body = bodyOf(request);
    return part === 'price' ? priced(id, body) : assigned(id, body);
  }

  function admit({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) {
      const long = 'Access key is missing in the X-API-KEY HTTP request header.';
      throw new Refusal(401, gate(1002, 'Missing access key', long));
    }
    if (sent !== key) {
      const long = 'Invalid access key. Check the value of the X-API-KEY HTTP request header.';
      throw new Refusal(401, gate(1001, 'Invalid access key', long));
    }
    const now = run.now();
    calls = calls.filter((time) => time > now - 1_000);
    if (calls.length >= callsPerSecond) {
      const long = 'The request limit has been reached for the resource.';
      throw new Refusal(429, gate(2001, 'Too many requests.', long));
    }
    calls = [...calls, now];
  }

  return (request) => {
    count += 1;
    const seed = `braced request ${run.run} ${count}`;
    const always: Headers = [
      ['X-C-Request-Id', `ri=${scrambled(seed, 12, hex)},rci=${scrambled(`${seed} rci`, 16, hex)}`],
      ['rlogid', `t6${uuid(seed).slice(0, 23)}`],
      ['Cache-Control', 'private'],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { errors: error.errors }, always);
    }
  };
}

/** Follows the addresses of the next pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [, list = ''] = /^\/v1\/(\w+)/.exec(target) ?? [];
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, list));
    next = textIfAny(received, 'next');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
/** Listings by a filter, and by more of a query. */
const find = (api: Api, filter: string, more = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings?filter=${encodeURIComponent(filter)}${more === '' ? '' : `&${more}`}`);
const language = { 'Content-Language': 'en-US' };
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body, headers: language });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId }, headers: language });
const dollars = (cents: number): Row => ({ value: decimal(cents), currency: 'USD' });

interface Ids {
  /** In dollars and not ended: with both bounds and no strategy, with a strategy, and without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  /** In pounds and not ended; and what has ended. */
  readonly british: readonly unknown[];
  readonly ended: readonly unknown[];
  /** The price, in cents. */
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const pricing = (row: Row | undefined): Row => (isObject(row?.pricingSummary) ? row.pricingSummary : {});
  const live = rows.filter(({ status }) => status !== 'ENDED');
  const american = live.filter(({ marketplaceId }) => marketplaceId === 'SITE_US');
  const ids = (some: readonly Row[]) => some.map(({ listingId }) => listingId);
  return {
    free: ids(
      american.filter((row) => {
        const { minimumPrice, maximumPrice } = pricing(row);
        return isObject(minimumPrice) && isObject(maximumPrice) && row.strategyId === undefined;
      }),
    ),
    bound: ids(american.filter(({ strategyId }) => strategyId !== undefined)),
    open: ids(american.filter((row) => pricing(row).minimumPrice === undefined)),
    british: ids(live.filter(({ marketplaceId }) => marketplaceId === 'SITE_GB')),
    ended: ids(rows.filter(({ status }) => status === 'ENDED')),
    priceOf: (id) => {
      const amount = pricing(rows.find(({ listingId }) => listingId === id)).price;
      return Math.round(Number(isObject(amount) ? amount.value : '40.00') * 100);
    },
  };
}

interface Plans {
  /** Those in use on the marketplace in dollars, one of them by its place; one of the other marketplace; one not in use. */
  readonly plan: (index: number) => unknown;
  readonly foreign: unknown;
  readonly off: unknown;
}

function plansOf(rows: readonly Row[]): Plans {
  const active = rows.filter(({ status }) => status === 'ACTIVE');
  return {
    plan: (index) => active.filter(({ marketplaceId }) => marketplaceId === 'SITE_US')[index]?.strategyId,
    foreign: active.find(({ marketplaceId }) => marketplaceId === 'SITE_GB')?.strategyId,
    off: rows.find(({ status }) => status === 'INACTIVE')?.strategyId,
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, british, ended, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { plan, foreign, off } = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ reportId }) => reportId);
  await walk(api, '/v1/listings?limit=20');
  await find(api, 'status:{ENDED}');
  await find(api, 'status:{ACTIVE|OUT_OF_STOCK}', 'limit=5');
  await find(api, 'price:[50..120],priceCurrency:USD');
  await find(api, 'price:[..60],priceCurrency:USD,status:{ACTIVE}', 'sort=price');
  await find(api, 'lastModifiedDate:[2025-01-01T00:00:00.000Z..]', 'limit=4');
  await find(api, 'conditions:{NEW|LIKE_NEW}');
  await find(api, 'format:{AUCTION}', 'fieldgroups=COMPACT');
  await find(api, `strategyIds:{${String(plan(3))}}`);
  await find(api, 'marketplaceIds:{SITE_GB}', 'limit=3');
  await find(api, 'shippingCost:[..5],status:{SCHEDULED}');
  await get('sort=-price&limit=6');
  await get('sort=title&limit=4');
  await get('sort=-lastModifiedDate&limit=3');
  await get('fieldgroups=FULL&limit=2');
  await api.ask('GET', '/v1/strategies?marketplace_id=SITE_GB');
  await api.ask('GET', '/v1/reports?status=COMPLETED&limit=3');
  await api.ask('GET', '/v1/reports?report_type=COMPETITION_REPORT');
  for (const id of [free[0], free[2], bound[0], open[0], ended[0], british[0]])
    await read(api, 'listings', id);
  await read(api, 'listings', `${String(free[1])}?fieldgroups=FULL`);
  await read(api, 'strategies', plan(1));
  await read(api, 'strategies', off);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], {
    minimumPrice: dollars(priceOf(free[0]) - 250),
    maximumPrice: dollars(priceOf(free[0]) + 1_900),
  });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minimumPrice: dollars(priceOf(bound[0]) - 125) });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { minimumPrice: dollars(priceOf(free[1]) + 200) });
  await price(api, bound[1], { maximumPrice: dollars(priceOf(bound[1]) - 300) });
  await read(api, 'listings', bound[1]);
  await price(api, open[0], { minimumPrice: { value: 4.5, currency: 'USD' } });
  await assign(api, free[0], plan(1));
  await read(api, 'listings', free[0]);
  await assign(api, open[0], plan(3));
  await assign(api, bound[0], plan(2));
  await read(api, 'strategies', plan(1));
  await get('sort=-lastModifiedDate&limit=5');

  await read(api, 'listings', '100000000017');
  await read(api, 'listings', 'turntable-1974');
  await read(api, 'strategies', '6100000010');
  await read(api, 'strategies', 'lowest');
  await read(api, 'reports', 'report-10-4400001234');
  await price(api, '100000000025', { minimumPrice: dollars(1_000) });
  await price(api, free[3], { minimumPrice: dollars(8_000), maximumPrice: dollars(7_500) });
  await price(api, free[3], { minimumPrice: dollars(priceOf(free[3]) * 2) });
  await price(api, free[3], { minimumPrice: 19.9 });
  await price(api, free[3], { maximumPrice: dollars(-500) });
  await price(api, free[3], { maximumPrice: { value: '80.00', currency: 'EUR' } });
  await price(api, free[3], {
    minimumPrice: { value: 'low', currency: 'USD' },
    maximumPrice: { value: '9.00' },
  });
  await price(api, free[3], {});
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, {
    text: '{"minimumPrice": {"value": ',
    headers: language,
  });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { minimumPrice: dollars(2_000) } });
  await price(api, ended[0], { minimumPrice: dollars(1_200) });
  await assign(api, free[3], '6100000020');
  await assign(api, free[3], off);
  await assign(api, free[3], foreign);
  await assign(api, free[3], null);
  await find(api, 'status:{SOLD}');
  await find(api, 'price:[10..50]');
  await get('limit=500');
  await get('sort=-profit');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/reports?limit=1', 8);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, ended, priceOf } = idsOf(await walk(api, '/v1/listings?limit=14'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { plan, foreign, off } = plansOf(rowsAt(await api.ask('GET', '/v1/strategies'), 'strategies'));
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ reportId }) => reportId);
  await find(api, 'status:{OUT_OF_STOCK}');
  await find(api, 'status:{ENDED|SCHEDULED}', 'limit=4');
  await find(api, 'price:[100..160],priceCurrency:USD');
  await find(api, 'price:[80..],priceCurrency:GBP', 'sort=-price');
  await find(api, 'lastModifiedDate:[2024-05-01T00:00:00.000Z..2025-02-01T00:00:00.000Z]', 'limit=6');
  await find(api, 'conditions:{USED_GOOD}', 'sort=title&limit=3');
  await find(api, 'format:{FIXED_PRICE},status:{ACTIVE}', 'limit=7&offset=7');
  await find(api, `strategyIds:{${String(plan(1))}|${String(plan(2))}}`);
  await find(api, 'price:[500..900],priceCurrency:USD');
  await find(api, 'colour:{RED},status:{ENDED}');
  await get('sort=price&limit=5');
  await get('sort=-title&limit=6&offset=6');
  await get('sort=lastModifiedDate&limit=4');
  await get('fieldgroups=COMPACT&limit=3');
  await api.ask('GET', '/v1/strategies?status=ACTIVE');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?report_type=PRICE_CHANGE_REPORT&limit=2');
  for (const id of [free[4], bound[2], open[1]]) await read(api, 'listings', id);
  await read(api, 'listings', `${String(free[5])}?fieldgroups=COMPACT`);
  await read(api, 'strategies', plan(3));
  await read(api, 'reports', runs[4]);

  await price(api, free[4], {
    minimumPrice: dollars(priceOf(free[4]) - 175),
    maximumPrice: dollars(priceOf(free[4]) + 2_650),
  });
  await read(api, 'listings', free[4]);
  await price(api, bound[2], { minimumPrice: dollars(priceOf(bound[2]) + 150) });
  await read(api, 'listings', bound[2]);
  await price(api, free[5], { maximumPrice: dollars(priceOf(free[5]) - 90) });
  await price(api, open[1], { minimumPrice: dollars(399) });
  await assign(api, free[4], plan(2));
  await read(api, 'listings', free[4]);
  await assign(api, bound[2], plan(0));
  await read(api, 'strategies', plan(2));
  await get('sort=-lastModifiedDate&limit=7');

  await read(api, 'listings', '100000000033');
  await read(api, 'strategies', 'margin');
  await read(api, 'reports', 'latest');
  await price(api, free[6], { minimumPrice: dollars(15_000), maximumPrice: dollars(12_550) });
  await price(api, free[6], { maximumPrice: dollars(120) });
  await price(api, free[6], { maximumPrice: '25.00' });
  await price(api, free[6], { minimumPrice: { value: '5.00', currency: 'GBP' } });
  await price(api, free[6], { minimumPrice: { value: '12.345', currency: 'USD' } });
  await price(api, ended[1], { maximumPrice: dollars(7_700) });
  await assign(api, free[6], '6100000030');
  await assign(api, free[6], off);
  await assign(api, free[6], foreign);
  await assign(api, '100000000041', plan(0));
  await find(api, 'conditions:{BROKEN}');
  await find(api, 'lastModifiedDate:[yesterday..]');
  await get('limit=0');
  await get('limit=10&offset=5');
  await get('sort=rank');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': 'wrong' } });
}

export const bracedRanges: WalkedService = {
  name: 'braced-ranges',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
