// The management API of a payment platform, here of what shops sell on marketplaces: a list has `_links` to its first, next,
// previous and last page and to itself, beside the totals of items and pages; what is empty or not set is absent. Amounts count
// minor units, moments are those of Amsterdam, further data are maps of texts. All invalid fields are named at once (422), broken
// JSON and unknown members are a bad request (400), a rule that is broken has its own code. Null counts as not sent, an empty
// text takes a strategy away, and an idempotency key is echoed and gives the first answer again.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  at,
  chance,
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

const key = 'AQEyhmfxK4vPaBZDw0m7n3Q5gEJzRtUcLsYi-T8kQ2xVd';
const documentation = 'https://docs.ledgerquay.example';
const upperCase = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const callsAtOnce = 8;
const atOnce = 2_000;
const usualSize = 10;
const largestSize = 100;
const largestValue = 99_999_999;

const listingStatuses = ['active', 'inactive', 'closed'] as const;
const switches = ['enabled', 'disabled'] as const;
const countries = ['NL', 'DE', 'GB', 'SE'] as const;
const currencies = { NL: 'EUR', DE: 'EUR', GB: 'GBP', SE: 'SEK' } as const;
const sortFields = ['createdAt', 'modifiedAt', 'description', 'listPrice'] as const;
const orders = ['asc', 'desc'] as const;
const reportTypes = ['price_changes', 'listing_overview', 'strategy_results'] as const;
const reportStatuses = ['pending', 'processing', 'available', 'failed'] as const;

/** When the clocks of Amsterdam change in March (2) or October (9). */
const clockChange = (year: number, month: 2 | 9): number =>
  Date.UTC(year, month, 31 - new Date(Date.UTC(year, month, 31)).getUTCDay(), 1);

/** A moment on the clocks of Amsterdam. */
function moment(time: number): string {
  const year = new Date(time).getUTCFullYear();
  const hours = time >= clockChange(year, 2) && time < clockChange(year, 9) ? 2 : 1;
  return `${new Date(time + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}

const idOf = (prefix: string, seed: string): string =>
  `${prefix}32${scrambled(`linked ${prefix} ${seed}`, 21, upperCase)}`;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Without what is empty or not set. */
const present = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));

interface Listing {
  readonly id: string;
  readonly reference: string;
  readonly description: string;
  readonly brand: string;
  readonly country: (typeof countries)[number];
  readonly status: (typeof listingStatuses)[number];
  readonly listPrice: number;
  readonly quantity: number;
  readonly additionalData: Row;
  readonly created: number;
  min: number | undefined;
  max: number | undefined;
  strategy: string | undefined;
  modified: number;
}

const strategies = [
  { description: 'Match the lowest offer', type: 'matchLowest', events: ['COMPETITOR_PRICE', 'STOCK'] },
  { description: 'Stay 25 below', type: 'undercut', fixedAmount: 25, events: ['COMPETITOR_PRICE'] },
  {
    description: 'Stay 2 percent below',
    type: 'undercut',
    variablePercentage: 200,
    events: ['COMPETITOR_PRICE'],
  },
  { description: 'Featured offer', type: 'featuredOffer', events: ['FEATURED_OFFER_LOST', 'STOCK'] },
  { description: 'Summer clearance', type: 'markdown', variablePercentage: 3_000, isOff: true, events: [] },
  { description: 'Margin first', type: 'premium', variablePercentage: 750, events: ['COST_CHANGED'] },
  { description: 'Night prices', type: 'premium', fixedAmount: 150, events: [] },
].map((one, index) => ({
  ...one,
  id: idOf('SY', `strategy ${index}`),
  status: one.isOff === true ? switches[1] : switches[0],
  created: pastMoment(`linked strategy ${index}`),
}));

type Strategy = (typeof strategies)[number];

const reports = Array.from({ length: 13 }, (_, index) => {
  const id = idOf('RR', `report ${index}`);
  const created =
    Date.UTC(2025, 7, 4, 5) + index * 259_200_000 + chance(`linked report ${index}`, 14_400) * 1_000;
  return {
    id,
    type: reportTypes[index % reportTypes.length]!,
    status: reportStatuses[{ 2: 3, 7: 3, 11: 1, 12: 0 }[index] ?? 2]!,
    created,
    ended: created + 1_000 * (40 + chance(`linked report time ${index}`, 500)),
    rows: 20 + chance(`linked report rows ${index}`, 1_900),
  };
});

/** What the seller keeps with a listing: texts by their names. */
function additionalData(seed: string): Row {
  return present({
    condition: chance(`${seed} condition`, 4) === 0 ? 'refurbished' : undefined,
    'fulfilment.channel':
      chance(`${seed} channel`, 3) > 0 ? oneOf(`${seed} by`, ['merchant', 'marketplace']) : undefined,
    'metadata.shelf': chance(`${seed} shelf`, 2) === 0 ? `B${10 + chance(`${seed} place`, 80)}` : undefined,
    fragile: chance(`${seed} fragile`, 5) === 0 ? 'true' : undefined,
  });
}

function listings(): Listing[] {
  return Array.from({ length: 29 }, (_, index): Listing => {
    const seed = `linked ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const country = countries[[0, 0, 1, 1, 2, 3][chance(`${seed} country`, 6)]!]!;
    const listPrice = country === 'SE' ? price * 11 : price;
    const created = pastMoment(seed);
    const bounds = chance(`${seed} bounds`, 6);
    const min = bounds === 0 ? undefined : Math.round(listPrice * 0.85);
    const max = bounds === 0 || bounds === 1 ? undefined : Math.round(listPrice * 1.3);
    const isAssigned = max !== undefined && chance(`${seed} assigned`, 5) < 2;
    return {
      id: idOf('LI', seed),
      reference: sku,
      description: title,
      brand: maker,
      country,
      status: listingStatuses[[0, 0, 0, 0, 0, 1, 2][chance(`${seed} status`, 7)]!]!,
      listPrice,
      quantity: stock,
      additionalData: additionalData(seed),
      created,
      min,
      max,
      strategy: isAssigned ? strategies[chance(`${seed} which`, 4)]!.id : undefined,
      modified: created + chance(`${seed} modified`, 50 * 86_400) * 1_000,
    };
  });
}

/** A field of a request that is not as it should be; the value is absent where none was sent. */
interface InvalidField {
  readonly name: string;
  readonly value?: string;
  readonly message: string;
}

const invalid = (name: string, value: unknown, message: string): InvalidField => ({
  name,
  ...(value !== undefined && { value: typeof value === 'string' ? value : JSON.stringify(value) }),
  message,
});
const required = (name: string): InvalidField => invalid(name, undefined, 'Required field is not provided');

class Refusal extends Error {
  readonly status: number;
  /** Where the documentation tells of it. */
  readonly kind: string;
  readonly code: string;
  readonly title: string;
  readonly headers: Headers;
  readonly invalidFields: readonly InvalidField[];

  constructor(
    status: number,
    kind: string,
    code: string,
    title: string,
    detail: string,
    headers: Headers = [],
    invalidFields: readonly InvalidField[] = [],
  ) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.code = code;
    this.title = title;
    this.headers = headers;
    this.invalidFields = invalidFields;
  }
}

const badRequest = (detail: string) =>
  new Refusal(400, 'general/bad-request', '00_400', 'Bad request', detail);
const notFound = (detail: string) =>
  new Refusal(404, 'general/not-found', '00_404', 'Resource not found', detail);
const broken = (code: string, detail: string) =>
  new Refusal(422, 'unprocessable-entity', code, 'Unprocessable entity', detail);

const invalidData = (...fields: readonly InvalidField[]) => {
  const detail = 'The request is missing required fields or contains invalid data.';
  return new Refusal(422, 'validation', '30_010', 'Invalid fields', detail, [], fields);
};

/** Refuses what has invalid fields. */
function refuse(fields: readonly InvalidField[]): void {
  if (fields.length > 0) throw invalidData(...fields);
}

/** The parameters of a query: what is read of them, and what is wrong with it. */
class Query {
  readonly #params: URLSearchParams;
  readonly wrong: InvalidField[] = [];
  /** What was read, in the order of reading. */
  readonly read = new URLSearchParams();

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  text(name: string): string | undefined {
    const value = this.#params.get(name);
    if (value === null || value === '') return undefined;
    this.read.set(name, value);
    return value;
  }

  words<Word extends string>(name: string, all: readonly Word[]): readonly Word[] | undefined {
    const words = this.text(name)?.split(',');
    const known = words?.filter((word): word is Word => (all as readonly string[]).includes(word));
    if (words !== undefined && known?.length !== words.length) {
      this.#fail(name, `Must contain only the following values: ${all.join(', ')}`);
    }
    return known;
  }

  word<Word extends string>(name: string, all: readonly Word[]): Word | undefined {
    const text = this.text(name);
    const word = all.find((one) => one === text);
    if (text !== undefined && word === undefined) this.#fail(name, `Must be one of: ${all.join(', ')}`);
    return word;
  }

  whole(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^-?\d+$/.test(text)) this.#fail(name, 'Must be an integer');
    else if (Number(text) < least) this.#fail(name, `Must be greater than or equal to ${least}`);
    else if (Number(text) > most) this.#fail(name, `Must be less than or equal to ${most}`);
    return Number(text);
  }

  time(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
    const time = isMoment ? Date.parse(text) : NaN;
    if (Number.isNaN(time)) this.#fail(name, 'Must be in ISO 8601 format, for example 2025-03-21T13:39:32Z');
    return time;
  }

  /** Whether a value is from the one parameter to the other, both included. */
  range(from: string, to: string, read: (name: string) => number | undefined): (value: number) => boolean {
    const least = read(from) ?? -Infinity;
    const most = read(to) ?? Infinity;
    if (least > most) this.#fail(from, `Must not be greater than ${to}`);
    return (value) => value >= least && value <= most;
  }

  #fail(name: string, message: string): void {
    this.wrong.push(invalid(name, this.#params.get(name) ?? undefined, message));
  }
}

const createdIn = (query: Query) => query.range('createdSince', 'createdUntil', (name) => query.time(name));

/** Something in a list, with what it is sorted by. */
interface Entry {
  readonly id: string;
  readonly by: number | string;
  readonly row: Row;
}

const compared = (one: Entry, other: Entry): number =>
  one.by < other.by ? -1 : one.by > other.by ? 1 : one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

const sorted = (entries: readonly Entry[], order: (typeof orders)[number] = 'asc'): readonly Entry[] =>
  [...entries].sort((one, other) => (order === 'asc' ? compared(one, other) : compared(other, one)));

interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Refuses a structure with members that it does not have. */
function onlyKnown(sent: Row, structure: string, names: readonly string[]): void {
  const unknown = Object.keys(sent).filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  throw badRequest(
    `Structure of ${structure} contains the following unknown fields: [${unknown.join(', ')}]`,
  );
}

const currencyProblem = (name: string, currency: unknown): readonly InvalidField[] =>
  currency === undefined || currency === null
    ? [required(name)]
    : typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
      ? []
      : [invalid(name, currency, 'Must be a three-character ISO 4217 currency code')];

function valueProblem(name: string, value: unknown): readonly InvalidField[] {
  if (value === undefined || value === null) return [required(name)];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return [invalid(name, value, 'Must be a whole number of minor units')];
  }
  if (value <= 0) return [invalid(name, value, 'Must be greater than 0')];
  return value > largestValue ? [invalid(name, value, `Must be less than or equal to ${largestValue}`)] : [];
}

/** The amount that a body sends, if any; adds what is wrong with it. */
function amountIn(body: Row, name: string, wrong: InvalidField[]): Amount | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null) return undefined;
  if (!isObject(sent)) {
    wrong.push(invalid(name, sent, 'Must be an object with currency and value'));
    return undefined;
  }
  onlyKnown(sent, 'Amount', ['currency', 'value']);
  const { currency, value } = sent;
  const problems = [
    ...currencyProblem(`${name}.currency`, currency),
    ...valueProblem(`${name}.value`, value),
  ];
  wrong.push(...problems);
  return problems.length === 0 ? { currency: String(currency), value: Number(value) } : undefined;
}

function bodyOf({ headers, body }: Asked): Row {
  const type = headers['content-type'] ?? '';
  if (body !== '' && !type.startsWith('application/json')) {
    throw new Refusal(
      415,
      'general/unsupported-media-type',
      '00_415',
      'Unsupported media type',
      `Content type '${type}' is not supported`,
    );
  }
  if (body.trim() === '') throw badRequest('Empty input which would have resulted in a null result.');
  const sent = parsed(body);
  if (sent === undefined) throw badRequest('The request body could not be parsed as JSON.');
  if (!isObject(sent)) throw badRequest('Unexpected input, expected: {');
  return sent;
}

/** The lists of the service: how a record is called, and how its ids begin. */
const kinds = {
  listings: { word: 'Listing', parameter: 'listingId', prefix: 'LI' },
  strategies: { word: 'Strategy', parameter: 'strategyId', prefix: 'SY' },
  reports: { word: 'Report', parameter: 'reportId', prefix: 'RR' },
} as const;
type Kind = keyof typeof kinds;

const isIdOf = (kind: Kind, id: string): boolean =>
  id.startsWith(kinds[kind].prefix) && /^[A-Z]{2}[0-9A-Z]{23}$/.test(id);

function start(run: Run): (request: Asked) => Answered {
  const all = listings();
  const done = new Map<string, { readonly asked: string; readonly answered: Answered }>();
  let calls: readonly number[] = [];
  let count = 0;

  const href = (path: string) => ({ href: `${run.origin}/v1/${path}` });

  function listingShown(one: Listing): Row {
    const currency = currencies[one.country];
    const amount = (value: number | undefined) => (value === undefined ? undefined : { currency, value });
    return present({
      id: one.id,
      description: one.description,
      reference: one.reference,
      merchantId: `QuayGoods${one.country}`,
      status: one.status,
      brand: one.brand,
      country: one.country,
      quantity: one.quantity,
      listPrice: amount(one.listPrice),
      minPrice: amount(one.min),
      maxPrice: amount(one.max),
      repricingStatus: switches[one.strategy === undefined ? 1 : 0],
      strategyId: one.strategy,
      additionalData: one.additionalData,
      createdAt: moment(one.created),
      modifiedAt: moment(one.modified),
      _links: present({
        self: href(`listings/${one.id}`),
        strategy: one.strategy === undefined ? undefined : href(`strategies/${one.strategy}`),
      }),
    });
  }

  function strategyShown(one: Strategy): Row {
    const { id, description, type, status, fixedAmount, variablePercentage, events, created } = one;
    return present({
      id,
      description,
      type,
      status,
      adjustment: present({ fixedAmount, variablePercentage }),
      events,
      listingsTotal: all.filter(({ strategy }) => strategy === id).length,
      createdAt: moment(created),
      _links: { self: href(`strategies/${id}`), listings: href(`listings?strategyIds=${id}`) },
    });
  }

  function reportShown({ id, type, status, created, ended, rows }: (typeof reports)[number]): Row {
    const isThere = status === 'available';
    const day = new Date(created).toISOString().slice(0, 10).replaceAll('-', '_');
    return present({
      id,
      type,
      status,
      createdAt: moment(created),
      completedAt: isThere || status === 'failed' ? moment(ended) : undefined,
      rowsTotal: isThere ? rows : undefined,
      downloadUrl: isThere
        ? `https://reports.ledgerquay.example/download/QuayGoods/${type}_${day}.csv`
        : undefined,
      failure:
        status === 'failed' ? { errorCode: '20_007', message: 'The report took too long.' } : undefined,
      _links: { self: href(`reports/${id}`) },
    });
  }

  function findListings(query: Query): readonly Entry[] {
    const search = query.text('searchQuery')?.toLowerCase();
    if (search !== undefined && search.length < 3) {
      query.wrong.push(invalid('searchQuery', search, 'Must have at least 3 characters'));
    }
    const status = query.word('status', listingStatuses);
    const repricing = query.word('repricingStatus', switches);
    const lands = query.words('countries', countries);
    const brands = query.text('brands')?.split(',');
    const plans = query.text('strategyIds')?.split(',');
    const isPriced = query.range('listPriceFrom', 'listPriceTo', (name) =>
      query.whole(name, 0, largestValue),
    );
    const isCreated = createdIn(query);
    const sort = query.word('sortBy', sortFields);
    const order = query.word('sortOrder', orders);
    const by = (one: Listing): number | string =>
      sort === 'description'
        ? one.description
        : sort === 'listPrice'
          ? one.listPrice
          : sort === 'modifiedAt'
            ? one.modified
            : one.created;
    const found = all.filter(
      (one) =>
        (search === undefined || `${one.description}\n${one.reference}`.toLowerCase().includes(search)) &&
        (status === undefined || one.status === status) &&
        (repricing === undefined || (repricing === 'enabled') === (one.strategy !== undefined)) &&
        (lands?.includes(one.country) ?? true) &&
        (brands?.includes(one.brand) ?? true) &&
        (plans?.includes(one.strategy ?? '') ?? true) &&
        isPriced(one.listPrice) &&
        isCreated(one.created),
    );
    return sorted(
      found.map((one) => ({ id: one.id, by: by(one), row: listingShown(one) })),
      order,
    );
  }

  function findStrategies(query: Query): readonly Entry[] {
    const status = query.word('status', switches);
    const found = strategies.filter((one) => status === undefined || one.status === status);
    return sorted(found.map((one) => ({ id: one.id, by: one.description, row: strategyShown(one) })));
  }

  function findReports(query: Query): readonly Entry[] {
    const status = query.word('status', reportStatuses);
    const types = query.words('types', reportTypes);
    const isCreated = createdIn(query);
    const order = query.word('sortOrder', orders) ?? 'desc';
    const found = reports.filter(
      (one) =>
        (status === undefined || one.status === status) &&
        (types?.includes(one.type) ?? true) &&
        isCreated(one.created),
    );
    return sorted(
      found.map((one) => ({ id: one.id, by: one.created, row: reportShown(one) })),
      order,
    );
  }

  const finds = { listings: findListings, strategies: findStrategies, reports: findReports };

  function listed(kind: Kind, params: URLSearchParams): Answered {
    const query = new Query(params);
    const entries = finds[kind](query);
    const filters = query.read.toString();
    const page = query.whole('pageNumber', 1, largestValue) ?? 1;
    const size = query.whole('pageSize', 1, largestSize) ?? usualSize;
    refuse(query.wrong);
    const pagesTotal = Math.ceil(entries.length / size);
    const link = (number: number) =>
      href(`${kind}?${filters === '' ? '' : `${filters}&`}pageNumber=${number}&pageSize=${size}`);
    const body = present({
      _links: present({
        first: link(1),
        last: link(Math.max(1, pagesTotal)),
        next: page < pagesTotal ? link(page + 1) : undefined,
        prev: page > 1 ? link(page - 1) : undefined,
        self: link(page),
      }),
      itemsTotal: entries.length,
      pagesTotal,
      data: entries.slice((page - 1) * size, page * size).map(({ row }) => row),
    });
    return answered(body);
  }

  /** The one of a list that has an id. */
  function found<One extends { readonly id: string }>(kind: Kind, some: readonly One[], id: string): One {
    const { word, parameter } = kinds[kind];
    if (!isIdOf(kind, id)) throw invalidData(invalid(parameter, id, `Not a valid ${word.toLowerCase()} ID`));
    const one = some.find((each) => each.id === id);
    if (one === undefined) throw notFound(`${word} with ID ${id} was not found`);
    return one;
  }

  function single(kind: Kind, id: string): Row {
    if (kind === 'listings') return listingShown(found(kind, all, id));
    if (kind === 'strategies') return strategyShown(found(kind, strategies, id));
    return reportShown(found(kind, reports, id));
  }

  /** A listing that may be changed. */
  function changeable(id: string): Listing {
    const listing = found('listings', all, id);
    if (listing.status === 'closed') {
      throw broken('30_021', `Listing ${id} is closed and can no longer be updated`);
    }
    return listing;
  }

  function priced(id: string, body: Row): Answered {
    onlyKnown(body, 'UpdateListingPriceRequest', ['minPrice', 'maxPrice']);
    const wrong: InvalidField[] = [];
    const min = amountIn(body, 'minPrice', wrong);
    const max = amountIn(body, 'maxPrice', wrong);
    refuse(wrong);
    if (min === undefined && max === undefined) throw invalidData(required('minPrice'), required('maxPrice'));
    const listing = changeable(id);
    const currency = currencies[listing.country];
    const bounds = Object.entries({ minPrice: min, maxPrice: max });
    refuse(
      bounds
        .filter(([, amount]) => amount !== undefined && amount.currency !== currency)
        .map(([name, amount]) =>
          invalid(`${name}.currency`, amount?.currency, `Must be the currency of the listing, ${currency}`),
        ),
    );
    if (min !== undefined && max !== undefined && min.value > max.value) {
      throw invalidData(invalid('minPrice.value', min.value, 'Must not be greater than maxPrice.value'));
    }
    const low = min?.value ?? listing.min;
    const high = max?.value ?? listing.max;
    if (low !== undefined && high !== undefined && low > high) {
      throw broken('30_022', `The minimum price ${low} exceeds the maximum price ${high} of the listing`);
    }
    [listing.min, listing.max, listing.modified] = [low, high, run.now()];
    return answered(listingShown(listing));
  }

  function assigned(id: string, body: Row): Answered {
    onlyKnown(body, 'UpdateListingStrategyRequest', ['strategyId']);
    const { strategyId } = body;
    if (strategyId === undefined || strategyId === null) throw invalidData(required('strategyId'));
    if (typeof strategyId !== 'string') {
      throw invalidData(invalid('strategyId', strategyId, 'Must be a string'));
    }
    const listing = changeable(id);
    if (strategyId !== '') {
      const strategy = strategies.find((one) => one.id === strategyId);
      if (strategy === undefined) {
        throw invalidData(invalid('strategyId', strategyId, 'Strategy does not exist'));
      }
      if (strategy.status === 'disabled') throw broken('30_023', `Strategy ${strategyId} is disabled`);
      if (listing.min === undefined || listing.max === undefined) {
        throw broken('30_024', `Listing ${id} needs a minimum and a maximum price to have a strategy`);
      }
    }
    listing.strategy = strategyId === '' ? undefined : strategyId;
    listing.modified = run.now();
    return answered(listingShown(listing));
  }

  /** Writes once: a key that was used already gives the answer of then. */
  function written(request: Asked, write: (body: Row) => Answered): Answered {
    const once = request.headers['idempotency-key'];
    const asked = `${request.target} ${request.body}`;
    const before = once === undefined ? undefined : done.get(once);
    if (before !== undefined && before.asked !== asked) {
      throw broken('00_704', 'Request already processed or in progress');
    }
    if (before !== undefined) return before.answered;
    const answer = write(bodyOf(request));
    if (once !== undefined) done.set(once, { asked, answered: answer });
    return answer;
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isPart = kind === 'listings' && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || !isKind(kind) || more.length > 0 || (part !== undefined && !isPart)) {
      throw notFound(`No resource at ${path}`);
    }
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      const detail = `Request method '${request.method}' is not supported`;
      throw new Refusal(405, 'general/method-not-allowed', '00_405', 'Method not allowed', detail, [
        ['Allow', method],
      ]);
    }
    if (id === undefined) return listed(kind, query);
    if (part === undefined) return answered(single(kind, id));
    return written(request, (body) => (part === 'price' ? priced(id, body) : assigned(id, body)));
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      const detail = 'HTTP Status Response - Unauthorized';
      throw new Refusal(401, 'security/unauthorized', '00_401', 'Unauthorized', detail, [
        ['WWW-Authenticate', 'BASIC realm="Management API Authentication"'],
      ]);
    }
    const now = run.now();
    calls = calls.filter((time) => time > now - atOnce);
    if (calls.length >= callsAtOnce) {
      const left = String(Math.ceil((calls[0]! + atOnce - now) / 1_000));
      const detail = 'The rate limit for this API credential has been exceeded. Retry the request later.';
      throw new Refusal(429, 'general/too-many-requests', '00_429', 'Too many requests', detail, [
        ['Retry-After', left],
      ]);
    }
    calls = [...calls, now];
  }

  return (request) => {
    count += 1;
    const seed = `linked request ${run.run} ${count}`;
    const requestId = scrambled(seed, 16, upperCase);
    const once = request.headers['idempotency-key'];
    const always: Headers = [
      ['pspReference', requestId],
      ['traceparent', `00-${scrambled(`${seed} trace`, 32, hex)}-${scrambled(`${seed} span`, 16, hex)}-01`],
      ...(once === undefined ? [] : [['idempotency-key', once] as const]),
    ];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refused(error, requestId, always);
    }
  };
}

const isKind = (word: string): word is Kind => Object.hasOwn(kinds, word);

const answered = (body: Row): Answered => json(200, body, [], 'application/json;charset=UTF-8');

function refused(refusal: Refusal, requestId: string, always: Headers): Answered {
  const { status, kind, code, title, message, headers, invalidFields } = refusal;
  const body = present({
    type: `${documentation}/errors/${kind}`,
    errorCode: code,
    title,
    detail: message,
    requestId,
    invalidFields,
    status,
  });
  return json(status, body, [...headers, ...always], 'application/problem+json;charset=UTF-8');
}

/** Follows the links to the next pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, '_links', 'next', 'href');
  }
  return rows;
}

const read = (api: Api, kind: Kind, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown, once?: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, {
    json: body,
    ...(once !== undefined && { headers: { 'idempotency-key': once } }),
  });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Not closed: with both bounds and no strategy, with a strategy, and without one of the bounds; and what is closed. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly closed: readonly unknown[];
  /** The list price, in minor units, with so much added; in the currency of the listing. */
  readonly near: (id: unknown, more: number) => Row;
}

function idsOf(rows: readonly Row[]): Ids {
  const live = rows.filter(({ status }) => status !== 'closed');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const hasBounds = ({ minPrice, maxPrice }: Row) => isObject(minPrice) && isObject(maxPrice);
  return {
    free: ids(live.filter((row) => hasBounds(row) && row.strategyId === undefined)),
    bound: ids(live.filter((row) => row.strategyId !== undefined)),
    open: ids(live.filter((row) => !hasBounds(row))),
    closed: ids(rows.filter(({ status }) => status === 'closed')),
    near: (id, more) => {
      const listPrice = rows.find((row) => row.id === id)?.listPrice;
      return isObject(listPrice)
        ? { currency: listPrice.currency, value: Number(listPrice.value) + more }
        : { currency: 'EUR', value: 5_000 + more };
    },
  };
}

/** The strategies that are on, in their order, and one that is off. */
function plansOf(rows: readonly Row[]): { readonly on: readonly unknown[]; readonly off: unknown } {
  return {
    on: rows.filter(({ status }) => status === 'enabled').map(({ id }) => id),
    off: rows.find(({ status }) => status === 'disabled')?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, closed, near } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { on, off } = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?pageSize=20');
  await get('status=inactive');
  await get('repricingStatus=enabled&pageSize=5');
  await get('countries=GB');
  const lands = await get('countries=NL,DE&pageSize=4');
  await api.ask('GET', String(at(lands, '_links', 'last', 'href')));
  await get(`strategyIds=${String(on[0])}`);
  await get('listPriceFrom=5000&listPriceTo=15000');
  await get('createdSince=2024-07-01T00:00:00Z&createdUntil=2024-12-31T23:59:59Z');
  await get('searchQuery=kettle');
  await get('sortBy=listPrice&pageSize=6');
  await get('sortBy=description&sortOrder=desc&pageSize=5');
  await get('sortOrder=desc&pageSize=3');
  await get('pageNumber=9');
  await api.ask('GET', '/v1/reports?status=available&pageSize=3');
  await api.ask('GET', '/v1/reports?types=price_changes');
  for (const id of [free[0], free[2], bound[0], open[0], closed[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', on[0]);
  await read(api, 'strategies', off);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { minPrice: near(free[0], -120), maxPrice: near(free[0], 2_400) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: near(bound[0], -75) });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { minPrice: near(open[0], -90), maxPrice: near(open[0], 3_100) });
  const once = uuid('linked once recorded');
  await price(api, free[1], { maxPrice: near(free[1], 1_995) }, once);
  await price(api, free[1], { maxPrice: near(free[1], 1_995) }, once);
  await price(api, free[1], { maxPrice: near(free[1], 2_995) }, once);
  await assign(api, free[0], on[1]);
  await read(api, 'listings', free[0]);
  await read(api, 'strategies', on[1]);
  await assign(api, bound[0], '');
  await read(api, 'listings', bound[0]);
  await get('sortBy=modifiedAt&sortOrder=desc&pageSize=4');

  await read(api, 'listings', idOf('LI', 'nobody one'));
  await read(api, 'listings', 'blue-teapot');
  await read(api, 'strategies', idOf('SY', 'nobody one'));
  await read(api, 'reports', 'latest');
  await price(api, idOf('LI', 'nobody two'), { minPrice: { currency: 'EUR', value: 900 } });
  await price(api, free[3], { minPrice: near(free[3], 900), maxPrice: near(free[3], 400) });
  await price(api, free[3], { minPrice: near(free[3], 90_000) });
  await price(api, free[3], { minPrice: { ...near(free[3], 0), value: '19.90' } });
  await price(api, free[3], { minPrice: 1_990 });
  await price(api, free[3], { minPrice: { value: -500 }, maxPrice: { currency: 'euro', value: 0 } });
  await price(api, free[3], { maxPrice: { currency: 'USD', value: 8_000 } });
  await price(api, free[3], {});
  await price(api, free[3], { minimum: near(free[3], -100) });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"minPrice": {"value": ' });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`);
  await price(api, closed[0], { maxPrice: near(closed[0], 1_200) });
  await assign(api, free[3], idOf('SY', 'nobody two'));
  await assign(api, free[3], off);
  await assign(api, free[3], 7);
  await assign(api, open[1], on[0]);
  await get('pageSize=500');
  await get('status=sold');
  await get('pageNumber=0&sortBy=colour');
  await get('createdSince=yesterday');
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/strategies?pageSize=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, closed, near } = idsOf(await walk(api, '/v1/listings?pageSize=12'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { on, off } = plansOf(await walk(api, '/v1/strategies?pageSize=25'));
  const runs = (await walk(api, '/v1/reports?pageSize=7')).map(({ id }) => id);
  await get('status=active&pageSize=6');
  await get('repricingStatus=disabled&sortBy=listPrice');
  await get('countries=SE');
  const lands = await get('countries=GB,SE&pageSize=3');
  await api.ask('GET', String(at(lands, '_links', 'next', 'href')));
  await get(`strategyIds=${String(on[1])},${String(on[2])}`);
  await get('listPriceFrom=8000&listPriceTo=20000&countries=NL');
  await get('createdSince=2025-01-01T00:00:00Z&pageSize=5');
  await get('searchQuery=lamp');
  await get('searchQuery=submarine');
  await get('sortBy=listPrice&sortOrder=desc&pageSize=4');
  await get('sortBy=description&pageSize=7&pageNumber=2');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?types=listing_overview,strategy_results&sortOrder=asc&pageSize=4');
  await api.ask('GET', '/v1/strategies?status=enabled');
  for (const id of [free[4], bound[1], open[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', on[3]);
  await read(api, 'reports', runs[6]);

  await price(api, free[4], { minPrice: near(free[4], -210), maxPrice: near(free[4], 1_750) });
  await read(api, 'listings', free[4]);
  await price(api, bound[1], { maxPrice: near(bound[1], 4_200) });
  await read(api, 'listings', bound[1]);
  const once = uuid('linked once another');
  await price(api, free[5], { minPrice: near(free[5], -335) }, once);
  await price(api, free[5], { minPrice: near(free[5], -335) }, once);
  await assign(api, free[4], on[2]);
  await read(api, 'strategies', on[2]);
  await assign(api, bound[1], '');
  await assign(api, bound[2], on[4]);
  await get('sortBy=modifiedAt&sortOrder=desc&pageSize=5');

  await read(api, 'listings', idOf('LI', 'nobody three'));
  await read(api, 'listings', 'LI12');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', idOf('RR', 'nobody four'));
  await price(api, free[2], { minPrice: near(free[2], 2_000), maxPrice: near(free[2], 1_500) });
  await price(api, free[2], { maxPrice: { ...near(free[2], 0), value: 35 } });
  await price(api, free[2], { maxPrice: { ...near(free[2], 0), value: 45.5 } });
  await price(api, free[2], { minPrice: { currency: 'JPY', value: 4_100 } });
  await price(api, free[2], { maxPrice: { value: 6_400 } });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/strategy`, { text: '{"strategyId": SY32' });
  await price(api, closed[1], { minPrice: near(closed[1], -150) });
  await assign(api, free[2], idOf('SY', 'nobody three'));
  await assign(api, free[5], off);
  await assign(api, free[2], false);
  await assign(api, open[2], on[3]);
  await get('pageSize=250');
  await get('status=lost');
  await get('listPriceFrom=9000&listPriceTo=2000');
  await api.ask('GET', '/v1/reports?pageSize=4', { headers: { 'X-API-KEY': null } });
}

export const linkedTotals: WalkedService = {
  name: 'linked-totals',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=9', 'pageSize=100'],
  walk,
};
