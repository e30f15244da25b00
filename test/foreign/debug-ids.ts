// A catalogue in the older REST manner of a large payment house: lists are `items` with links of what comes next, and tell their
// totals only to who asks for them; each record carries links with `href`, `rel` and `method`. Amounts are objects of a currency and
// a text, states are in capitals, times in whole seconds. A write is answered by nothing (204) unless the caller prefers the
// representation. An error has a name, a set message, the id by which support finds the call, which is a header too, and details
// with field, value, location, issue and description: what breaks the schema is 400, what breaks a rule of the trade is 422.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, member, scrambled, targetOf, textAt } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'A21AAFkq7Zt0c5nVYw3eLxJ9uRb2HsMdPgTi8';
const window = 1_000;
const perWindow = 5;
const usualSize = 10;
const largestSize = 20;
const largestPage = 100_000;
const largestCents = 99_999_999;

const letters = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
const idForms = {
  listing: /^PROD-[A-Z0-9]{17}$/,
  strategy: /^P-[A-Z0-9]{24}$/,
  report: /^RPT-[A-Z0-9]{17}$/,
} as const;
type Kind = keyof typeof idForms;

const productId = (seed: string) => `PROD-${scrambled(`debug ${seed}`, 17, letters)}`;
const strategyIdOf = (seed: string) => `P-${scrambled(`debug ${seed}`, 24, letters)}`;
const reportIdOf = (seed: string) => `RPT-${scrambled(`debug ${seed}`, 17, letters)}`;

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const currencies = ['EUR', 'GBP', 'USD', 'CHF', 'SEK', 'PLN', 'CAD', 'AUD', 'JPY'];
const amountOf = (cents: number) => (cents / 100).toFixed(2);
const money = (currency: string, cents: number): Row => ({ currency_code: currency, value: amountOf(cents) });

const listingStatuses = ['ACTIVE', 'INACTIVE', 'ENDED'] as const;
const categories = ['HOME_AND_GARDEN', 'SPORTS_AND_OUTDOORS', 'TOYS_AND_HOBBIES', 'FOOD_RETAIL'] as const;
const strategyStatuses = ['ACTIVE', 'INACTIVE'] as const;
const reportStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
const reportTypes = ['SALES', 'PRICE_CHANGES', 'STOCK'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly category: (typeof categories)[number];
  readonly status: (typeof listingStatuses)[number];
  readonly currency: string;
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  min: number | undefined;
  max: number | undefined;
  strategy: string | undefined;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly status: (typeof strategyStatuses)[number];
  readonly adjustment: Row | undefined;
  readonly created: number;
  readonly updated: number;
}

const strategies: readonly Strategy[] = (
  [
    ['Match the lowest offer', 'MATCH_LOWEST', 'ACTIVE', undefined],
    ['Five cents below', 'UNDERCUT', 'ACTIVE', { fixed_amount: money('EUR', 5) }],
    ['Two percent below', 'UNDERCUT', 'ACTIVE', { percentage: '2' }],
    ['Keep a quarter', 'TARGET_MARGIN', 'ACTIVE', { percentage: '25' }],
    ['Autumn clearance', 'UNDERCUT', 'INACTIVE', { percentage: '15' }],
    ['Premium over market', 'OVERPRICE', 'ACTIVE', { fixed_amount: money('EUR', 150) }],
  ] as const
).map(([name, type, status, adjustment], index): Strategy => {
  const created = Date.UTC(2023, 4, 3 + 17 * index, 9, 14 + index, 8 + 3 * index);
  return {
    id: strategyIdOf(`strategy ${index}`),
    name,
    description: `${name}, within the bounds of the listing`,
    type,
    status,
    adjustment,
    created,
    updated: created + chance(`debug strategy ${index}`, 200 * 86_400) * 1_000,
  };
});

function listings(): Listing[] {
  const created = Array.from({ length: 27 }, (_, index) => pastMoment(`debug ${index}`)).sort(
    (one, other) => other - one,
  );
  return created.map((time, index): Listing => {
    const seed = `debug listing ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const min = index % 5 === 3 ? undefined : Math.round(price * 0.85);
    const isTied = min !== undefined && chance(`${seed} tied`, 5) < 2;
    return {
      id: productId(`listing ${index}`),
      sku,
      name: title,
      description: index % 4 === 2 ? undefined : `${title}, new, in its original box`,
      category: oneOf(`${seed} category`, categories),
      status: index % 9 === 7 ? 'ENDED' : index % 6 === 4 ? 'INACTIVE' : 'ACTIVE',
      currency: index % 5 === 1 ? 'GBP' : 'EUR',
      price,
      quantity: stock,
      created: time,
      min,
      max: index % 4 === 1 ? undefined : Math.round(price * 1.4),
      strategy: isTied ? strategies[[0, 1, 2, 3, 5][chance(`${seed} strategy`, 5)]!]!.id : undefined,
      updated: time + chance(`${seed} updated`, 120 * 86_400) * 1_000,
    };
  });
}

interface Detail {
  readonly field?: string;
  readonly value?: string;
  readonly location?: 'body' | 'path' | 'query';
  readonly issue: string;
  readonly description: string;
}

const descriptions = {
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  INVALID_INTEGER_MIN_VALUE: 'The integer value of a field is too small.',
  INVALID_INTEGER_MAX_VALUE: 'The integer value of a field is too large.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long.',
  MISSING_REQUIRED_PARAMETER: 'A required field is missing.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  MAX_VALUE_EXCEEDED: `Should be less than or equal to ${amountOf(largestCents)}.`,
  INVALID_CURRENCY_CODE: 'Currency code is invalid or is not currently supported.',
  CURRENCY_MISMATCH: "The currency code is different from the listing's currency code.",
  MIN_PRICE_EXCEEDS_MAX_PRICE: 'The minimum price must be less than or equal to the maximum price.',
  MIN_PRICE_REQUIRED: 'A listing with a strategy must have a minimum price.',
  LISTING_STATUS_INVALID:
    'Invalid listing status for this action; listing status should be ACTIVE or INACTIVE.',
  STRATEGY_STATUS_INVALID: 'Invalid strategy status for this action; strategy status should be ACTIVE.',
  INVALID_DATE_RANGE: 'The start date must be on or before the end date.',
  INVALID_RESOURCE_ID: 'Requested resource ID was not found.',
} as const;
type Issue = keyof typeof descriptions;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const bare = (issue: Issue): Detail => ({ issue, description: descriptions[issue] });

/** @param value undefined for a field that is not there */
function detail(location: 'body' | 'path' | 'query', field: string, issue: Issue, value?: unknown): Detail {
  return { field, ...(value !== undefined && { value: textOf(value) }), location, ...bare(issue) };
}

const messages = {
  INVALID_REQUEST: [400, 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  AUTHENTICATION_FAILURE: [
    401,
    'Authentication failed due to invalid authentication credentials or a missing X-API-KEY header.',
  ],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  METHOD_NOT_SUPPORTED: [405, 'The server does not implement the requested HTTP method.'],
  UNSUPPORTED_MEDIA_TYPE: [415, "The server does not support the request payload's media type."],
  UNPROCESSABLE_ENTITY: [
    422,
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  RATE_LIMIT_REACHED: [429, 'Too many requests. Blocked due to rate limiting.'],
} as const;

class Refusal extends Error {
  readonly named: keyof typeof messages;
  readonly details: readonly Detail[] | undefined;

  constructor(named: keyof typeof messages, details?: readonly Detail[]) {
    super(named);
    this.named = named;
    this.details = details;
  }
}

const malformed = (...details: readonly Detail[]) => new Refusal('INVALID_REQUEST', details);
const unprocessable = (...details: readonly Detail[]) => new Refusal('UNPROCESSABLE_ENTITY', details);
const notFound = () => new Refusal('RESOURCE_NOT_FOUND', [bare('INVALID_RESOURCE_ID')]);

/** What a list may be asked for beside its pages. */
interface Asking {
  /** A filter by equality: what it may be, by a list or a form. */
  readonly filters: Readonly<Record<string, readonly string[] | RegExp>>;
  readonly sorts: readonly string[];
  /** What `fields` may name. */
  readonly fields: readonly string[];
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

function assertQuery(query: URLSearchParams, { filters, sorts, fields }: Asking): void {
  const faults: Detail[] = [];
  const check = (name: string, issueOf: (value: string) => Issue | undefined) => {
    const value = query.get(name);
    const issue = value === null ? undefined : issueOf(value);
    if (issue !== undefined) faults.push(detail('query', name, issue, value));
  };
  const whole = (largest: number) => (value: string) => {
    if (!/^-?\d{1,9}$/.test(value)) return 'INVALID_PARAMETER_SYNTAX';
    if (Number(value) < 1) return 'INVALID_INTEGER_MIN_VALUE';
    return Number(value) > largest ? 'INVALID_INTEGER_MAX_VALUE' : undefined;
  };
  const among = (values: readonly string[]) => (value: string) =>
    values.includes(value) ? undefined : 'INVALID_PARAMETER_VALUE';
  const formed = (form: RegExp) => (value: string) =>
    form.test(value) ? undefined : 'INVALID_PARAMETER_SYNTAX';
  check('page', whole(largestPage));
  check('page_size', whole(largestSize));
  check('total_required', among(['true', 'false']));
  for (const [name, values] of Object.entries(filters)) {
    check(name, values instanceof RegExp ? formed(values) : among(values));
  }
  check('sort_by', among(sorts));
  check('sort_order', among(['asc', 'desc']));
  check('start_time', formed(time));
  check('end_time', formed(time));
  check('fields', (value) =>
    value === 'all' || value.split(',').every((field) => fields.includes(field))
      ? undefined
      : 'INVALID_PARAMETER_VALUE',
  );
  if (faults.length > 0) throw malformed(...faults);
}

interface Report {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const words = (text: string): readonly string[] => text.split(' ');

const listingAsking: Asking = {
  filters: { status: listingStatuses, category: categories, strategy_id: idForms.strategy },
  sorts: ['create_time', 'update_time', 'name'],
  fields: words(
    'id sku name description category status price min_price max_price quantity strategy_id create_time update_time links',
  ),
};
const strategyAsking: Asking = {
  filters: { status: strategyStatuses },
  sorts: ['create_time', 'name'],
  fields: words('id name description type status adjustment create_time update_time links'),
};
const reportAsking: Asking = {
  filters: { status: reportStatuses, report_type: reportTypes },
  sorts: ['create_time'],
  fields: words('id report_type status start_date end_date row_count create_time update_time links'),
};

const briefListing = words('id sku name status price min_price max_price strategy_id create_time links');
const briefStrategy = ['id', 'name', 'type', 'status', 'create_time', 'links'];

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index): Report => {
    const created =
      opened - (index === 0 ? 6_000 : index * 86_400_000 + chance(`debug run ${index}`, 40_000));
    const day = (ago: number) => moment(created - ago * 86_400_000).slice(0, 10);
    return {
      id: reportIdOf(`report ${index}`),
      type: reportTypes[index % 3]!,
      from: day(7),
      to: day(1),
      created,
      seconds: index === 0 ? 55 : 30 + chance(`debug seconds ${index}`, 240),
      fails: index === 3 || index === 8,
    };
  });
  let [begun, asked, count] = [-Infinity, 0, 0];

  const link = (path: string, rel: string, method = 'GET'): Row => ({
    href: `${run.origin}/v1/${path}`,
    rel,
    method,
  });

  function listingShown(one: Listing): Row {
    const { id, currency, status } = one;
    const isOpen = status !== 'ENDED';
    return {
      id,
      sku: one.sku,
      name: one.name,
      ...(one.description !== undefined && { description: one.description }),
      category: one.category,
      status,
      price: money(currency, one.price),
      ...(one.min !== undefined && { min_price: money(currency, one.min) }),
      ...(one.max !== undefined && { max_price: money(currency, one.max) }),
      quantity: one.quantity,
      ...(one.strategy !== undefined && { strategy_id: one.strategy }),
      create_time: moment(one.created),
      update_time: moment(one.updated),
      links: [
        link(`listings/${id}`, 'self'),
        ...(isOpen ? [link(`listings/${id}/price`, 'edit_price', 'PATCH')] : []),
        ...(isOpen ? [link(`listings/${id}/strategy`, 'edit_strategy', 'PATCH')] : []),
      ],
    };
  }

  const strategyShown = (one: Strategy): Row => ({
    id: one.id,
    name: one.name,
    description: one.description,
    type: one.type,
    status: one.status,
    ...(one.adjustment !== undefined && { adjustment: one.adjustment }),
    create_time: moment(one.created),
    update_time: moment(one.updated),
    links: [link(`strategies/${one.id}`, 'self')],
  });

  function reportShown({ id, type, from, to, created, seconds, fails }: Report): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status =
      elapsed < 15 ? 'PENDING' : !isOver ? 'PROCESSING' : fails ? 'FAILED' : ('COMPLETED' as const);
    const updated = isOver ? created + seconds * 1_000 : elapsed < 15 ? created : created + 15_000;
    return {
      id,
      report_type: type,
      status,
      start_date: from,
      end_date: to,
      ...(status === 'COMPLETED' && { row_count: 30 + chance(`debug rows ${type} ${from} ${to}`, 4_000) }),
      create_time: moment(created),
      update_time: moment(updated),
      links: [
        link(`reports/${id}`, 'self'),
        ...(status === 'COMPLETED' ? [link(`reports/${id}/download`, 'download')] : []),
      ],
    };
  }

  /** A page of a list: the records in order, with the members that are asked for. */
  function list(
    path: string,
    query: URLSearchParams,
    asking: Asking,
    [rows, brief]: readonly [readonly Row[], readonly string[] | undefined],
  ): Answered {
    assertQuery(query, asking);
    const filters = Object.keys(asking.filters).filter((name) => query.has(name));
    const [from, to] = ['start_time', 'end_time'].map((name) => Date.parse(query.get(name) ?? ''));
    const found = rows.filter((row) => {
      const created = Date.parse(textOf(row.create_time));
      const isIn = !(created < from!) && !(created > to!);
      return isIn && filters.every((name) => row[name] === query.get(name));
    });
    const by = query.get('sort_by') ?? 'create_time';
    const sign = query.get('sort_order') === 'asc' ? 1 : -1;
    const sorted = [...found].sort((one, other) => {
      const [first, second] = [textOf(one[by]), textOf(other[by])];
      return first === second ? 0 : first < second ? -sign : sign;
    });
    const size = Number(query.get('page_size') ?? usualSize);
    const page = Number(query.get('page') ?? 1);
    const pages = Math.ceil(sorted.length / size);
    const isTotal = query.get('total_required') === 'true';
    const kept = [...filters, 'sort_by', 'sort_order', 'start_time', 'end_time', 'fields'];
    const toPage = (number: number, rel: string) => {
      const parameters = new URLSearchParams();
      for (const name of kept) if (query.has(name)) parameters.set(name, query.get(name)!);
      parameters.set('page_size', String(size));
      parameters.set('page', String(number));
      if (isTotal) parameters.set('total_required', 'true');
      return link(`${path}?${String(parameters)}`, rel);
    };
    const fields = query.get('fields');
    const names =
      fields === null ? brief : fields === 'all' ? undefined : ['id', ...fields.split(','), 'links'];
    const shown = (row: Row): Row => {
      if (names === undefined) return row;
      const own = Object.entries(row).filter(([name]) => names.includes(name));
      return { ...Object.fromEntries(own), links: [(row.links as Row[])[0]] };
    };
    return json(200, {
      ...(isTotal && { total_items: sorted.length, total_pages: pages }),
      items: sorted.slice((page - 1) * size, page * size).map(shown),
      links: [
        toPage(page, 'self'),
        ...(page > 1 ? [toPage(1, 'first')] : []),
        ...(page > 1 && pages > 0 ? [toPage(Math.min(page - 1, pages), 'prev')] : []),
        ...(page < pages ? [toPage(page + 1, 'next')] : []),
        ...(isTotal && page < pages ? [toPage(pages, 'last')] : []),
      ],
    });
  }

  function one<Found extends { readonly id: string }>(
    kind: Kind,
    id: string,
    records: readonly Found[],
  ): Found {
    if (!idForms[kind].test(id))
      throw malformed(detail('path', `${kind}_id`, 'INVALID_PARAMETER_SYNTAX', id));
    const found = records.find((record) => record.id === id);
    if (found === undefined) throw notFound();
    return found;
  }

  function bodyIn(request: Asked): Row {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
    }
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      throw malformed(detail('body', '/', 'MALFORMED_REQUEST_JSON'));
    }
    return sent.json;
  }

  const prefersWhole = ({ headers }: Asked) => /\breturn=representation\b/.test(headers.prefer ?? '');

  const written = (request: Asked, record: Row): Answered =>
    prefersWhole(request) ? json(200, record) : { status: 204, headers: [], body: '' };

  /** What of an amount breaks the schema. */
  function faultsOf(field: string, sent: unknown): readonly Detail[] {
    if (sent === undefined || sent === null) return [];
    if (!isObject(sent)) return [detail('body', field, 'INVALID_PARAMETER_SYNTAX', sent)];
    const { currency_code: currency, value } = sent;
    const part = (name: string, given: unknown, issue: Issue | undefined): readonly Detail[] =>
      issue === undefined ? [] : [detail('body', `${field}/${name}`, issue, given)];
    const currencyIssue =
      currency === undefined
        ? 'MISSING_REQUIRED_PARAMETER'
        : typeof currency !== 'string'
          ? 'INVALID_PARAMETER_SYNTAX'
          : currency.length === 3
            ? undefined
            : 'INVALID_STRING_LENGTH';
    const valueIssue =
      value === undefined
        ? 'MISSING_REQUIRED_PARAMETER'
        : typeof value !== 'string' || !/^-?(?:\d+|\d*\.\d+)$/.test(value)
          ? 'INVALID_PARAMETER_SYNTAX'
          : value.length > 32
            ? 'INVALID_STRING_LENGTH'
            : undefined;
    return [...part('currency_code', currency, currencyIssue), ...part('value', value, valueIssue)];
  }

  /** What of an amount breaks a rule. */
  function issuesOf(field: string, sent: unknown, { currency }: Listing): readonly Detail[] {
    if (!isObject(sent)) return [];
    const [code, value] = [textOf(sent.currency_code), textOf(sent.value)];
    const at = (name: string, given: string, issue: Issue) => [
      detail('body', `${field}/${name}`, issue, given),
    ];
    if (!currencies.includes(code)) return at('currency_code', code, 'INVALID_CURRENCY_CODE');
    if (code !== currency) return at('currency_code', code, 'CURRENCY_MISMATCH');
    if (Number(value) <= 0) return at('value', value, 'CANNOT_BE_ZERO_OR_NEGATIVE');
    if (/\.\d{3,}$/.test(value)) return at('value', value, 'DECIMAL_PRECISION');
    return Number(value) * 100 > largestCents ? at('value', value, 'MAX_VALUE_EXCEEDED') : [];
  }

  function assertOpen({ status }: Listing): void {
    if (status === 'ENDED') throw unprocessable(bare('LISTING_STATUS_INVALID'));
  }

  function priced(listing: Listing, request: Asked): Answered {
    const { min_price: lower, max_price: upper } = bodyIn(request);
    if (lower === undefined && upper === undefined) {
      throw malformed(detail('body', '/', 'MISSING_REQUIRED_PARAMETER'));
    }
    const faults = [...faultsOf('/min_price', lower), ...faultsOf('/max_price', upper)];
    if (faults.length > 0) throw malformed(...faults);
    assertOpen(listing);
    const issues = [...issuesOf('/min_price', lower, listing), ...issuesOf('/max_price', upper, listing)];
    if (issues.length > 0) throw unprocessable(...issues);
    const centsOf = (sent: unknown, before: number | undefined) =>
      sent === undefined ? before : isObject(sent) ? Math.round(Number(sent.value) * 100) : undefined;
    const [min, max] = [centsOf(lower, listing.min), centsOf(upper, listing.max)];
    if (min !== undefined && max !== undefined && min > max) {
      const [field, sent] = isObject(lower) ? ['/min_price/value', lower] : ['/max_price/value', upper];
      throw unprocessable(detail('body', field, 'MIN_PRICE_EXCEEDS_MAX_PRICE', member(sent, 'value')));
    }
    if (min === undefined && listing.strategy !== undefined) {
      throw unprocessable(detail('body', '/min_price', 'MIN_PRICE_REQUIRED'));
    }
    [listing.min, listing.max, listing.updated] = [min, max, run.now()];
    return written(request, listingShown(listing));
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request);
    if (id === undefined) throw malformed(detail('body', '/strategy_id', 'MISSING_REQUIRED_PARAMETER'));
    if (id !== null && (typeof id !== 'string' || !idForms.strategy.test(id))) {
      throw malformed(detail('body', '/strategy_id', 'INVALID_PARAMETER_SYNTAX', id));
    }
    assertOpen(listing);
    if (id !== null) {
      const strategy = one('strategy', id, strategies);
      if (strategy.status === 'INACTIVE') throw unprocessable(bare('STRATEGY_STATUS_INVALID'));
      if (listing.min === undefined) throw unprocessable(bare('MIN_PRICE_REQUIRED'));
    }
    [listing.strategy, listing.updated] = [id ?? undefined, run.now()];
    return written(request, listingShown(listing));
  }

  function ordered(request: Asked): Answered {
    const { report_type: type, start_date: from, end_date: to } = bodyIn(request);
    const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
    const isType = (reportTypes as readonly unknown[]).includes(type);
    const faults = (
      [
        ['report_type', type, isType ? undefined : 'INVALID_PARAMETER_VALUE'],
        ['start_date', from, isDay(from) ? undefined : 'INVALID_PARAMETER_SYNTAX'],
        ['end_date', to, isDay(to) ? undefined : 'INVALID_PARAMETER_SYNTAX'],
      ] as const
    ).flatMap(([name, value, issue]) => {
      const told = value === undefined ? 'MISSING_REQUIRED_PARAMETER' : issue;
      return told === undefined ? [] : [detail('body', `/${name}`, told, value)];
    });
    if (faults.length > 0) throw malformed(...faults);
    if (textOf(from) > textOf(to)) {
      throw unprocessable(detail('body', '/start_date', 'INVALID_DATE_RANGE', from));
    }
    const report: Report = {
      id: reportIdOf(`run ${run.run} ${reports.length}`),
      type: textOf(type),
      from: textOf(from),
      to: textOf(to),
      created: run.now(),
      seconds: 35,
      fails: false,
    };
    reports.unshift(report);
    const { id, status, links, ...rest } = reportShown(report);
    const location: Headers = [['Location', `${run.origin}/v1/reports/${report.id}`]];
    return json(
      201,
      prefersWhole(request) ? { id, status, ...rest, links } : { id, status, links },
      location,
    );
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const known = kind === 'listings' || kind === 'strategies' || kind === 'reports';
    const isPart = part === undefined || (kind === 'listings' && (part === 'price' || part === 'strategy'));
    if (version !== 'v1' || !known || !isPart || more.length > 0) throw new Refusal('RESOURCE_NOT_FOUND');
    if (part !== undefined) {
      if (method !== 'PATCH') throw new Refusal('METHOD_NOT_SUPPORTED');
      const listing = one('listing', id!, all);
      return part === 'price' ? priced(listing, request) : assigned(listing, request);
    }
    if (method === 'POST' && kind === 'reports' && id === undefined) return ordered(request);
    if (method !== 'GET') throw new Refusal('METHOD_NOT_SUPPORTED');
    if (kind === 'listings') {
      return id === undefined
        ? list(kind, query, listingAsking, [all.map(listingShown), briefListing])
        : json(200, listingShown(one('listing', id, all)));
    }
    if (kind === 'strategies') {
      return id === undefined
        ? list(kind, query, strategyAsking, [strategies.map(strategyShown), briefStrategy])
        : json(200, strategyShown(one('strategy', id, strategies)));
    }
    return id === undefined
      ? list(kind, query, reportAsking, [reports.map(reportShown), undefined])
      : json(200, reportShown(one('report', id, reports)));
  }

  function admit({ headers }: Asked): void {
    const now = run.now();
    if (now >= begun + window) [begun, asked] = [now, 0];
    asked += 1;
    if (asked > perWindow) throw new Refusal('RATE_LIMIT_REACHED');
    if (headers['x-api-key'] !== key) throw new Refusal('AUTHENTICATION_FAILURE');
  }

  return (request) => {
    count += 1;
    const id = scrambled(`debug id ${run.run} ${count}`, 13, hex);
    const always: Headers = [
      ['Cache-Control', 'max-age=0, no-cache, no-store, must-revalidate'],
      ['Debug-Id', id],
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { named, details } = error;
      const [status, message] = messages[named];
      const href = `https://developer.orlapay.example/docs/api/catalog/v1/#error-${named}`;
      const links = [{ href, rel: 'information_link', method: 'GET' }];
      return json(
        status,
        { name: named, message, debug_id: id, ...(details !== undefined && { details }), links },
        always,
      );
    }
  };
}

/** Follows the links to the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    const link = rowsAt(received, 'links').find(({ rel }) => rel === 'next');
    next = link === undefined ? undefined : textAt(link, 'href');
  }
  return rows;
}

const whole = { Prefer: 'return=representation' };

const read = (api: Api, kind: string, { id }: Row): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, { id }: Row, body: unknown, headers: Record<string, string> = {}) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body, headers });
const assign = (api: Api, { id }: Row, strategy: unknown, headers: Record<string, string> = {}) =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy }, headers });

/** An amount in the currency of a listing: so many cents more than its price. */
function near(row: Row, more: number): Row {
  const cents = Math.round(Number(textAt(row, 'price', 'value')) * 100);
  return money(textAt(row, 'price', 'currency_code'), cents + more);
}

const inCurrency = (row: Row, value: unknown): Row => ({
  currency_code: textAt(row, 'price', 'currency_code'),
  value,
});

interface Found {
  /** Listings that can be changed: with a lower bound and no strategy, with a strategy, without a lower bound; and the ended ones. */
  readonly free: readonly Row[];
  readonly tied: readonly Row[];
  readonly open: readonly Row[];
  readonly ended: readonly Row[];
}

function sortedOut(rows: readonly Row[]): Found {
  const going = rows.filter(({ status }) => status !== 'ENDED');
  return {
    free: going.filter((row) => row.min_price !== undefined && row.strategy_id === undefined),
    tied: going.filter((row) => row.strategy_id !== undefined),
    open: going.filter((row) => row.min_price === undefined),
    ended: rows.filter(({ status }) => status === 'ENDED'),
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, tied, open, ended } = sortedOut(
    await walk(api, '/v1/listings?page_size=10&total_required=true'),
  );
  const plans = await walk(api, '/v1/strategies?page_size=4&total_required=true');
  const runs = await walk(api, '/v1/reports?page_size=10&total_required=true');
  const active = plans.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);
  const inactive = plans.find(({ status }) => status === 'INACTIVE')?.id;
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page_size=5');
  await get('page_size=20&page=2&total_required=true');
  await get('status=INACTIVE&total_required=true');
  await get('status=ACTIVE&page_size=6&total_required=true');
  await get('category=TOYS_AND_HOBBIES&total_required=true');
  await get(`strategy_id=${String(tied[0]!.strategy_id)}`);
  await get('sort_by=name&sort_order=asc&page_size=6');
  await get('sort_by=update_time&page_size=4');
  await get('fields=name,price&page_size=3');
  await get('page_size=10&page=8&total_required=true');
  await api.ask('GET', '/v1/strategies?status=ACTIVE&total_required=true');
  await api.ask('GET', '/v1/reports?status=FAILED');
  for (const row of [free[0]!, free[3]!, tied[1]!, open[0]!, ended[0]!]) await read(api, 'listings', row);
  await read(api, 'strategies', plans[1]!);
  await read(api, 'strategies', plans[4]!);
  await read(api, 'reports', runs[0]!);
  await read(api, 'reports', runs[3]!);

  const [one, two, three] = [free[0]!, free[1]!, free[2]!];
  await price(api, one, { min_price: near(one, -200), max_price: near(one, 1_500) });
  await read(api, 'listings', one);
  await price(api, two, { min_price: near(two, -350), max_price: near(two, 900) }, whole);
  await price(api, three, { max_price: near(three, 2_450) });
  await read(api, 'listings', three);
  await price(api, three, { max_price: null }, whole);
  await price(api, two, { min_price: null });
  await read(api, 'listings', two);
  await price(api, open[0]!, { min_price: inCurrency(open[0]!, '4.5') }, whole);
  await assign(api, one, active[0]);
  await read(api, 'listings', one);
  await assign(api, three, active[2], whole);
  await assign(api, tied[0]!, null);
  await read(api, 'listings', tied[0]!);
  await get('sort_by=update_time&page_size=3');
  const order = { report_type: 'SALES', start_date: '2026-05-01', end_date: '2026-05-10' };
  const made = { id: textIfAny(await api.ask('POST', '/v1/reports', { json: order }), 'id') };
  await read(api, 'reports', made);
  api.wait(50_000);
  await read(api, 'reports', made);
  await api.ask('GET', '/v1/reports?page_size=3');

  const four = free[4]!;
  await api.ask('GET', '/v1/listings/kettle-12');
  await api.ask('GET', `/v1/listings/${productId('nobody one')}`);
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await price(api, four, { min_price: inCurrency(four, 'cheap') });
  await price(api, four, { min_price: 12.5 });
  await price(api, four, { max_price: { value: '30.00' } });
  await price(api, four, { min_price: near(four, 800), max_price: near(four, 100) });
  await price(api, four, { min_price: inCurrency(four, '-3.00') });
  await price(api, four, { max_price: inCurrency(four, '49.999') });
  await price(api, four, { max_price: { currency_code: 'USD', value: '80.00' } });
  await price(api, four, {});
  await price(api, ended[0]!, { min_price: near(ended[0]!, -100) });
  await api.ask('PATCH', `/v1/listings/${String(four.id)}/price`, { text: '{"min_price": {"value": ' });
  await assign(api, four, strategyIdOf('nobody two'));
  await assign(api, four, 'lowest');
  await assign(api, four, inactive);
  await assign(api, open[1]!, active[1]);
  await get('page_size=0');
  await get('page=two');
  await get('total_required=1');
  await get('status=SOLD');
  api.wait(2_000);
  await hurry(api, '/v1/strategies?page_size=1', 8);
}

async function another(api: Api): Promise<void> {
  const { free, tied, open, ended } = sortedOut(
    await walk(api, '/v1/listings?page_size=15&total_required=true'),
  );
  const plans = await walk(api, '/v1/strategies?page_size=5');
  const runs = await walk(api, '/v1/reports?page_size=8&total_required=true');
  const active = plans.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page_size=7');
  await get('status=ENDED&total_required=true');
  await get('category=HOME_AND_GARDEN&page_size=5&total_required=true');
  await get(`strategy_id=${String(active[3])}&total_required=true`);
  await get('sort_by=name&sort_order=desc&page_size=4');
  await get('sort_by=update_time&sort_order=asc&page_size=5');
  await get('fields=sku,status,price&page_size=4');
  await get('page_size=12&page=5&total_required=true');
  await get('colour=red&page_size=3');
  await api.ask('GET', '/v1/strategies?status=INACTIVE');
  await api.ask('GET', '/v1/reports?status=COMPLETED&page_size=4');
  for (const row of [free[5]!, tied[2]!, open[2]!, ended[1]!]) await read(api, 'listings', row);
  await read(api, 'strategies', plans[2]!);
  await read(api, 'reports', runs[5]!);

  const [one, two, three] = [free[5]!, free[6]!, free[7]!];
  await price(api, one, { min_price: near(one, -125), max_price: near(one, 2_100) });
  await read(api, 'listings', one);
  await price(api, two, { min_price: near(two, -80) }, whole);
  await price(api, three, { max_price: null });
  await read(api, 'listings', three);
  await price(api, open[2]!, { min_price: inCurrency(open[2]!, '3.20'), max_price: null }, whole);
  await assign(api, one, active[1]);
  await read(api, 'listings', one);
  await assign(api, tied[2]!, null, whole);
  await get('sort_by=update_time&page_size=2');
  const order = { report_type: 'STOCK', start_date: '2026-04-01', end_date: '2026-04-30' };
  const made = { id: textIfAny(await api.ask('POST', '/v1/reports', { json: order }), 'id') };
  await read(api, 'reports', made);

  const four = free[8]!;
  await api.ask('GET', '/v1/listings/lamp');
  await api.ask('GET', `/v1/listings/${productId('nobody three')}`);
  await price(api, { id: productId('nobody four') }, { max_price: money('EUR', 4_000) });
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
  await price(api, four, { max_price: inCurrency(four, 'lots') });
  await price(api, four, { max_price: true });
  await price(api, four, { min_price: { value: '11.00' } });
  await price(api, four, { min_price: near(four, 1_250), max_price: near(four, 375) });
  await price(api, four, { max_price: inCurrency(four, '-12.40') });
  await price(api, four, { min_price: { currency_code: 'CHF', value: '15.00' } });
  await price(api, tied[3]!, { min_price: null });
  await api.ask('PATCH', `/v1/listings/${String(four.id)}/price`, { text: '{"max_price": [' });
  await assign(api, four, strategyIdOf('nobody five'));
  await assign(api, four, 7);
  await get('page_size=50');
  await get('page=last');
  await get('sort_by=colour');
  await api.ask('GET', '/v1/strategies?status=PAUSED');
}

export const debugIds: WalkedService = {
  name: 'debug-ids',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=4&total_required=true', 'page_size=20'],
  walk,
};
