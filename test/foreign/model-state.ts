// In the style of enterprise backends whose framework binds and validates each request before the program sees it: bare
// arrays with a paging header that holds JSON, names in any case, enums as words or numbers, moments with seven digits
// of a second, problem details with the errors of the model, row versions, and algorithms that answer 202 and end later.
import type { Answered, Api, Asked, ForeignService, Received, Run } from './contract.ts';
import { header, hex, json, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row } from './materials.ts';

const key = 'pk_7Qm2vXc9RtLw4ZsB8nHd1KfY';

const statuses = ['Active', 'Paused', 'OutOfStock', 'Archived'] as const;
const channels = ['NorthMarket', 'BazaarOne'] as const;
const kinds = ['Competitive', 'TimeBased', 'Algorithmic'] as const;
const reportTypes = ['PriceHistory', 'FeaturedOfferShare', 'StockLevels'] as const;
const reportStates = ['Queued', 'Running', 'Succeeded', 'Failed', 'Expired'] as const;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly channel: (typeof channels)[number];
  readonly status: (typeof statuses)[number];
  readonly stock: number;
  readonly cost: number;
  price: number;
  min: number | null;
  max: number | null;
  strategyId: string | null;
  rowVersion: number;
  updatedAt: string;
  /** When an algorithm began to look for the price. */
  repricing: number | undefined;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly isActive: boolean;
  readonly stepAmount: number | null;
  readonly createdAt: string;
}

interface ReportRun {
  readonly id: string;
  readonly type: (typeof reportTypes)[number];
  readonly created: number;
  /** After that many milliseconds it is done. */
  readonly takes: number;
  readonly end: 'Succeeded' | 'Failed' | 'Expired';
  readonly rows: number;
}

/** How long an algorithm needs, and a run waits before it begins, in milliseconds. */
const repricingTime = 45_000;
const queueTime = 60_000;

const cents = (value: number) => Math.round(value * 100) / 100;

/** A moment with seven digits of a second: the last four are below what a clock of milliseconds knows. */
function moment(time: number, seed: string): string {
  const ticks = String(chance(`${seed} ticks`, 10_000)).padStart(4, '0');
  return new Date(time).toISOString().replace('Z', `${ticks}+00:00`);
}

/** The eight bytes of the database's counter. */
function base64Of(rowVersion: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(rowVersion));
  return bytes.toString('base64');
}

const allStrategies: readonly Strategy[] = (
  [
    ['Lowest price wins', 'Competitive', true, 0.05],
    ['Match the featured offer', 'Competitive', true, 0],
    ['Sales velocity', 'Algorithmic', true, null],
    ['Weekend clearance', 'TimeBased', true, 0.5],
    ['Old summer plan', 'TimeBased', false, 1],
    ['Profit first', 'Algorithmic', true, null],
  ] as const
).map(([name, kind, isActive, stepAmount], at) => ({
  id: uuid(`model-state strategy ${at}`),
  name,
  kind,
  isActive,
  stepAmount,
  createdAt: moment(pastMoment(`model-state strategy ${at}`), `strategy ${at}`),
}));

const firstRowVersion = 2001;

function listings(): Listing[] {
  const turns = [0, 0, 1, 0, 2, 0, 0, 3];
  const used = [0, 1, 2, 3, 5];
  return Array.from({ length: 46 }, (_, at) => {
    const seed = `model-state listing ${at}`;
    const { sku, title, price, stock } = ware(seed);
    const hasBounds = at % 9 !== 4;
    const status = statuses[turns[at % turns.length]!]!;
    return {
      id: uuid(seed),
      sku,
      title,
      channel: channels[at % 3 === 1 ? 1 : 0],
      status,
      stock: status === 'OutOfStock' ? 0 : stock + 1,
      cost: cents(price * 0.0055),
      price: price / 100,
      min: hasBounds ? cents(price * 0.008) : null,
      max: hasBounds ? cents(price * 0.0135) : null,
      strategyId: hasBounds && at % 5 !== 3 ? allStrategies[used[at % used.length]!]!.id : null,
      rowVersion: firstRowVersion + at,
      updatedAt: moment(pastMoment(seed), seed),
      repricing: undefined,
    };
  });
}

type Errors = Readonly<Record<string, readonly string[]>>;

interface Problem {
  readonly detail?: string;
  readonly errors?: Errors;
}

/** The section of the standard and the title that the framework gives for a status. */
const sections: Readonly<Record<number, readonly [type: string, title: string]>> = {
  400: ['https://tools.ietf.org/html/rfc9110#section-15.5.1', 'Bad Request'],
  404: ['https://tools.ietf.org/html/rfc9110#section-15.5.5', 'Not Found'],
  409: ['https://tools.ietf.org/html/rfc9110#section-15.5.10', 'Conflict'],
  415: ['https://tools.ietf.org/html/rfc9110#section-15.5.16', 'Unsupported Media Type'],
  422: ['https://tools.ietf.org/html/rfc4918#section-11.2', 'Unprocessable Entity'],
  429: ['https://tools.ietf.org/html/rfc6585#section-4', 'Too Many Requests'],
};

class Refusal extends Error {
  readonly status: number;
  readonly problem: Problem;
  readonly headers: Headers;

  constructor(status: number, problem: Problem = {}, headers: Headers = []) {
    super(problem.detail);
    this.status = status;
    this.problem = problem;
    this.headers = headers;
  }
}

/** Is answered with a status and headers alone. */
class Bare extends Error {
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, headers: Headers = []) {
    super();
    this.status = status;
    this.headers = headers;
  }
}

const lower = (text: string) => text.toLowerCase();

const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A GUID of a path or a query, in any case, with hyphens or without. */
function guidOf(text: string): string | undefined {
  if (guid.test(text)) return lower(text);
  if (!/^[\da-f]{32}$/i.test(text)) return undefined;
  return lower(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const decimalOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined);

/** What was found wrong with a request; its names come back in their order. */
class ModelState {
  readonly #errors = new Map<string, string[]>();

  add(name: string, message: string): void {
    this.#errors.set(name, [...(this.#errors.get(name) ?? []), message]);
  }

  /** Refuses a request with errors. */
  check(): void {
    if (this.#errors.size === 0) return;
    const sorted = [...this.#errors].sort(([a], [b]) => (lower(a) < lower(b) ? -1 : 1));
    throw new Refusal(400, { errors: Object.fromEntries(sorted) });
  }
}

/** Binds the parameters of a query, whose names may be in any case. What is empty counts as not sent. */
class Query {
  readonly state = new ModelState();
  readonly #sent: readonly (readonly [name: string, value: string])[];

  constructor(query: URLSearchParams) {
    this.#sent = [...query].map(([name, value]) => [lower(name), value] as const);
  }

  all(name: string): readonly string[] {
    return this.#sent
      .filter(([sent, value]) => sent === lower(name) && value !== '')
      .map(([, value]) => value);
  }

  text(name: string): string | undefined {
    return this.all(name)[0];
  }

  value<Value>(name: string, read: (text: string) => Value | undefined): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = read(text);
    if (value === undefined) this.state.add(name, `The value '${text}' is not valid for ${name}.`);
    return value;
  }

  whole(name: string, least: number, most: number, usual: number): number {
    const value = this.value(name, (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : undefined)) ?? usual;
    if (value < least || value > most) {
      this.state.add(name, `The field ${name} must be between ${least} and ${most}.`);
    }
    return value;
  }

  flag(name: string): boolean | undefined {
    return this.value(name, (text) => ({ true: true, false: false })[lower(text)]);
  }

  moment(name: string): number | undefined {
    return this.value(name, (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)));
  }

  /** One or more words of an enum, in any case, or their numbers; undefined for all. */
  words<Word extends string>(name: string, words: readonly Word[]): readonly Word[] | undefined {
    const found = this.all(name).flatMap((text) => {
      const word = words.find((one, at) => lower(one) === lower(text) || String(at) === text);
      if (word !== undefined) return [word];
      this.state.add(name, `The value '${text}' is not valid.`);
      return [];
    });
    return found.length === 0 ? undefined : found;
  }
}

type Scalar = string | number | null;

const byNames: Readonly<Record<string, (one: Listing) => Scalar>> = {
  title: ({ title }) => title,
  sku: ({ sku }) => sku,
  price: ({ price }) => price,
  minprice: ({ min }) => min,
  maxprice: ({ max }) => max,
  stockquantity: ({ stock }) => stock,
  updatedat: ({ updatedAt }) => updatedAt,
};

/** What has no value comes first, as databases have it. */
function compared(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

/** Sorts by `price desc,title`. Unknown names are passed over; where none is left, the title is taken. */
function inOrder(found: readonly Listing[], orderBy: string | undefined): readonly Listing[] {
  const terms = (orderBy ?? '').split(',').flatMap((term) => {
    const [name = '', direction = ''] = term.trim().split(/\s+/);
    const read = byNames[lower(name)];
    return read === undefined ? [] : [{ read, sign: lower(direction) === 'desc' ? -1 : 1 }];
  });
  const used = terms.length === 0 ? [{ read: byNames.title!, sign: 1 }] : terms;
  return [...found].sort((a, b) => {
    for (const { read, sign } of used) {
      const difference = compared(read(a), read(b)) * sign;
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** A member of a body as the framework knows it. */
interface BodyMember {
  readonly name: string;
  /** What its value cannot be converted to, if it cannot. */
  readonly type: string;
  readonly read: (value: unknown) => unknown;
}

const decimal = (name: string): BodyMember => ({
  name,
  type: 'System.Nullable`1[System.Decimal]',
  // Numbers may come as texts.
  read: (value) =>
    typeof value === 'number' ? value : typeof value === 'string' ? decimalOf(value) : undefined,
});

const identifier = (name: string): BodyMember => ({
  name,
  type: 'System.Nullable`1[System.Guid]',
  // Other than in a path, the hyphens are needed.
  read: (value) => (typeof value === 'string' && guid.test(value) ? lower(value) : undefined),
});

const version: BodyMember = {
  name: 'rowVersion',
  type: 'System.Byte[]',
  read: (value) =>
    typeof value === 'string' && /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(value)
      ? value
      : undefined,
};

/** Where a reader stands that has read so much of a body. */
function positionAfter(text: string): string {
  const lines = text.split('\n');
  return `LineNumber: ${lines.length - 1} | BytePositionInLine: ${Buffer.byteLength(lines.at(-1)!)}.`;
}

/** Refuses a body that could not be read: the parameter that it stands for is then missing, too. */
function unreadable(path: string, message: string): never {
  const state = new ModelState();
  state.add(path, message);
  state.add('request', 'The request field is required.');
  state.check();
  throw new Error('not reached');
}

/** The members of a body by their names, in any case. What is not known is passed over. */
function bodyOf(request: Asked, contract: string, members: readonly BodyMember[]): Row {
  const type = request.headers['content-type']?.split(';')[0];
  if (type !== 'application/json' && type !== 'text/json') throw new Refusal(415);
  const text = request.body;
  if (text.trim() === '') return unreadable('', 'A non-empty request body is required.');
  const value = parsed(text);
  if (value === undefined) {
    const [start] = text.trimStart();
    const message = /^[\d{["tfn-]/.test(start!)
      ? `Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed. Path: $ | ${positionAfter(text)}`
      : `'${start!}' is an invalid start of a value. Path: $ | ${positionAfter(text.slice(0, text.indexOf(start!)))}`;
    return unreadable('$', message);
  }
  if (!isObject(value)) {
    const message = `The JSON value could not be converted to ${contract}. Path: $ | ${positionAfter(text.slice(0, 1))}`;
    return unreadable('$', message);
  }
  const read: Record<string, unknown> = {};
  for (const [sent, given] of Object.entries(value)) {
    const known = members.find(({ name }) => lower(name) === lower(sent));
    if (known === undefined) continue;
    const result = given === null ? null : known.read(given);
    if (result === undefined) {
      const found = new RegExp(`"${sent}"\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.)*"|[[{]|[^\\s,}\\]]+)`).exec(text)!;
      const position = positionAfter(text.slice(0, found.index + found[0].length));
      const path = `$.${sent}`;
      return unreadable(
        path,
        `The JSON value could not be converted to ${known.type}. Path: ${path} | ${position}`,
      );
    }
    read[known.name] = result;
  }
  return read;
}

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const begun = now();
  const allListings = listings();
  const runs: readonly ReportRun[] = Array.from({ length: 13 }, (_, at) => ({
    id: uuid(`model-state report ${at}`),
    type: reportTypes[at % reportTypes.length]!,
    created: at < 3 ? begun - 20_000 - at * 50_000 : Date.UTC(2026, 4, 12 - at, 5, at * 4, 9, at * 73),
    takes: 180_000 + at * 200_000,
    end: at === 1 || at === 5 ? 'Failed' : at > 9 ? 'Expired' : 'Succeeded',
    rows: 120 + chance(`model-state rows ${at}`, 4000),
  }));
  let lastRowVersion = firstRowVersion + allListings.length;
  let count = 0;
  let window = -1;
  let inWindow = 0;

  const problemJson = 'application/problem+json; charset=utf-8';
  const ok = (body: unknown, headers: Headers = [], status = 200) =>
    json(status, body, headers, 'application/json; charset=utf-8');

  const stateOf = ({ repricing }: Listing) => {
    if (repricing === undefined) return 'None';
    return now() - repricing < repricingTime ? 'Pending' : 'Completed';
  };
  const summary = (one: Listing) => ({
    id: one.id,
    sku: one.sku,
    title: one.title,
    channel: one.channel,
    status: one.status,
    stockQuantity: one.stock,
    price: one.price,
    minPrice: one.min,
    maxPrice: one.max,
    currency: 'EUR',
    strategyId: one.strategyId,
    updatedAt: one.updatedAt,
  });
  const whole = (one: Listing) => {
    const strategy = allStrategies.find(({ id }) => id === one.strategyId);
    return {
      ...summary(one),
      costPrice: one.cost,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name, kind: strategy.kind },
      repricingState: stateOf(one),
      rowVersion: base64Of(one.rowVersion),
    };
  };
  const reportState = ({ created, takes, end }: ReportRun) => {
    const passed = now() - created;
    return passed < queueTime ? 'Queued' : passed < takes ? 'Running' : end;
  };
  const shownRun = (one: ReportRun) => {
    const status = reportState(one);
    const isOver = status !== 'Queued' && status !== 'Running';
    const quarters = Math.floor(((now() - one.created - queueTime) / (one.takes - queueTime)) * 4);
    const expires = new Date(now() + 900_000).toISOString().replace(/\.\d+Z/, 'Z');
    const signature = scrambled(`${run} ${one.id} ${expires}`, 43, hex);
    const file = `https://exports.storage.example/runs/${one.id}.csv`;
    return {
      id: one.id,
      type: one.type,
      status,
      createdAt: moment(one.created, one.id),
      startedAt: status === 'Queued' ? null : moment(one.created + queueTime, `${one.id} start`),
      completedAt: isOver ? moment(one.created + one.takes, `${one.id} end`) : null,
      progressPercent: status === 'Queued' ? 0 : isOver ? 100 : quarters * 25,
      rowCount: status === 'Succeeded' || status === 'Expired' ? one.rows : null,
      downloadUrl:
        status === 'Succeeded' ? `${file}?se=${encodeURIComponent(expires)}&sp=r&sig=${signature}` : null,
      errorMessage: status === 'Failed' ? 'The export timed out after 3 attempts.' : null,
    };
  };

  function letIn({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined || sent === '') throw new Bare(401, [['WWW-Authenticate', 'ApiKey']]);
    if (sent !== key) throw new Bare(401, [['WWW-Authenticate', 'ApiKey error="invalid_key"']]);
    const current = Math.floor((now() - begun) / 1000);
    if (current !== window) [window, inWindow] = [current, 0];
    inWindow += 1;
    if (inWindow > 5) {
      throw new Refusal(429, { detail: 'The limit of 5 requests per second was exceeded.' }, [
        ['Retry-After', '1'],
      ]);
    }
  }

  /** The size and the number of the page that is asked for; too large a size is cut without a word. */
  function pageOf(query: Query): { readonly size: number; readonly number: number } {
    const most = 999_999_999;
    const number = query.whole('PageNumber', 1, most, 1);
    return { number, size: Math.min(query.whole('PageSize', 1, most, 10), 50) };
  }

  function paged<Item>(
    found: readonly Item[],
    { size, number }: { readonly size: number; readonly number: number },
  ): { readonly items: readonly Item[]; readonly headers: Headers } {
    const totalPages = Math.ceil(found.length / size);
    const paging = {
      TotalCount: found.length,
      PageSize: size,
      CurrentPage: number,
      TotalPages: totalPages,
      HasNext: number < totalPages,
      HasPrevious: number > 1,
    };
    return {
      items: found.slice((number - 1) * size, number * size),
      headers: [
        ['X-Pagination', JSON.stringify(paging)],
        ['Access-Control-Expose-Headers', 'X-Pagination'],
      ],
    };
  }

  function listListings(query: Query): Answered {
    const page = pageOf(query);
    const status = query.words('Status', statuses);
    const channel = query.words('Channel', channels);
    const strategyId = query.value('StrategyId', guidOf);
    const hasStrategy = query.flag('HasStrategy');
    const from = query.value('MinPriceFrom', decimalOf);
    const to = query.value('MinPriceTo', decimalOf);
    const since = query.moment('UpdatedSince');
    const term = query.text('SearchTerm');
    if (term !== undefined && (term.length < 2 || term.length > 40)) {
      query.state.add(
        'SearchTerm',
        'The field SearchTerm must be a string with a minimum length of 2 and a maximum length of 40.',
      );
    }
    query.state.check();
    if (from !== undefined && to !== undefined && from > to) {
      query.state.add('MinPriceFrom', 'MinPriceFrom must not be greater than MinPriceTo.');
      query.state.check();
    }
    // Archived listings are shown only to those who ask for them.
    const found = allListings.filter(
      (one) =>
        (status === undefined ? one.status !== 'Archived' : status.includes(one.status)) &&
        (channel === undefined || channel.includes(one.channel)) &&
        (strategyId === undefined || one.strategyId === strategyId) &&
        (hasStrategy === undefined || (one.strategyId !== null) === hasStrategy) &&
        (from === undefined || (one.min !== null && one.min >= from)) &&
        (to === undefined || (one.min !== null && one.min <= to)) &&
        (since === undefined || Date.parse(one.updatedAt) >= since) &&
        (term === undefined || lower(`${one.title}\n${one.sku}`).includes(lower(term))),
    );
    const { items, headers } = paged(inOrder(found, query.text('OrderBy')), page);
    const fields = query
      .text('Fields')
      ?.split(',')
      .map((name) => lower(name.trim()));
    const rows = items.map((one) => {
      const all = Object.entries(summary(one));
      const chosen = all.filter(([name]) => fields?.includes(lower(name)));
      return Object.fromEntries(chosen.length === 0 ? all : chosen);
    });
    return ok(rows, headers);
  }

  function listStrategies(query: Query): Answered {
    const includeInactive = query.flag('IncludeInactive') ?? false;
    const kind = query.words('Kind', kinds);
    query.state.check();
    const found = allStrategies.filter(
      (one) => (includeInactive || one.isActive) && (kind === undefined || kind.includes(one.kind)),
    );
    return ok(
      found.map((one) => ({
        ...one,
        listingCount: allListings.filter(({ strategyId }) => strategyId === one.id).length,
      })),
    );
  }

  function listReports(query: Query): Answered {
    const page = pageOf(query);
    const type = query.words('Type', reportTypes);
    const status = query.words('Status', reportStates);
    const from = query.moment('CreatedFrom');
    query.state.check();
    const found = runs.filter(
      (one) =>
        (type === undefined || type.includes(one.type)) &&
        (status === undefined || status.includes(reportState(one))) &&
        (from === undefined || one.created >= from),
    );
    const { items, headers } = paged(found, page);
    return ok({ items: items.map(shownRun) }, headers);
  }

  function find(text: string): Listing {
    const id = guidOf(text);
    if (id === undefined) throw new Refusal(400, { errors: { id: [`The value '${text}' is not valid.`] } });
    const found = allListings.find((one) => one.id === id);
    if (found === undefined) throw new Refusal(404);
    return found;
  }

  /** The listing, unless its state or a later write stands against a change. */
  function forChange(id: string, { rowVersion }: Row): Listing {
    const listing = find(id);
    if (listing.status === 'Archived') {
      throw new Refusal(409, { detail: `Listing '${listing.sku}' is archived and cannot be changed.` });
    }
    if (typeof rowVersion === 'string' && rowVersion !== base64Of(listing.rowVersion)) {
      throw new Refusal(409, {
        detail: 'The listing was changed by someone else. Read it again and repeat the change.',
      });
    }
    return listing;
  }

  /** What changes nothing is not written, and so leaves the version and the moment as they are. */
  function save(listing: Listing, changes: Partial<Listing>): void {
    const isSame = Object.entries(changes).every(([name, value]) => listing[name as keyof Listing] === value);
    if (isSame) return;
    lastRowVersion += 1;
    const updatedAt = moment(now(), `${run} ${count}`);
    Object.assign(listing, changes, { rowVersion: lastRowVersion, updatedAt });
  }

  function setPrice(request: Asked, id: string): Answered {
    const members = [decimal('minPrice'), decimal('maxPrice'), version];
    const sent = bodyOf(request, 'Repricing.Api.Contracts.UpdatePriceRequest', members);
    const state = new ModelState();
    for (const [name, shown] of [
      ['minPrice', 'MinPrice'],
      ['maxPrice', 'MaxPrice'],
    ] as const) {
      const value = sent[name];
      if (typeof value !== 'number') state.add(shown, `The ${shown} field is required.`);
      else if (value < 0.01 || value > 100_000) {
        state.add(shown, `The field ${shown} must be between 0.01 and 100000.`);
      }
    }
    state.check();
    const { minPrice, maxPrice } = sent as { readonly minPrice: number; readonly maxPrice: number };
    if (minPrice > maxPrice) state.add('MinPrice', 'MinPrice must be less than or equal to MaxPrice.');
    state.check();
    const listing = forChange(id, sent);
    if (minPrice < listing.cost) {
      const [asked, cost] = [minPrice.toFixed(2), listing.cost.toFixed(2)];
      throw new Refusal(422, { detail: `The minimum price ${asked} is below the cost price ${cost}.` });
    }
    // More decimals than two are rounded.
    const [min, max] = [cents(minPrice), cents(maxPrice)];
    save(listing, { min, max, price: Math.min(Math.max(listing.price, min), max) });
    return ok(whole(listing));
  }

  function setStrategy(request: Asked, id: string): Answered {
    const members = [identifier('strategyId'), version];
    const sent = bodyOf(request, 'Repricing.Api.Contracts.AssignStrategyRequest', members);
    const state = new ModelState();
    const { strategyId } = sent;
    if (typeof strategyId !== 'string') state.add('StrategyId', 'The StrategyId field is required.');
    state.check();
    const listing = forChange(id, sent);
    const strategy = allStrategies.find((one) => one.id === strategyId);
    if (strategy === undefined) {
      throw new Refusal(400, {
        errors: { strategyId: [`Strategy '${String(strategyId)}' does not exist.`] },
      });
    }
    if (!strategy.isActive) throw new Refusal(409, { detail: `Strategy '${strategy.name}' is not active.` });
    if (listing.min === null) {
      throw new Refusal(409, { detail: `Listing '${listing.sku}' has no price bounds yet.` });
    }
    if (stateOf(listing) === 'Pending') {
      throw new Refusal(409, { detail: `Listing '${listing.sku}' is being repriced.` });
    }
    const isLater = strategy.kind === 'Algorithmic' && listing.strategyId !== strategy.id;
    save(listing, { strategyId: strategy.id });
    if (!isLater) return ok(whole(listing));
    listing.repricing = now();
    return ok(whole(listing), [['Location', `${origin}/v1/listings/${listing.id}`]], 202);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [, , id = '', last] = steps;
    const sent = new Query(query);
    letIn(request);
    const endpoints: readonly (readonly [path: RegExp, method: string, serve: () => Answered])[] = [
      [/^\/v1\/listings$/, 'GET', () => listListings(sent)],
      [/^\/v1\/strategies$/, 'GET', () => listStrategies(sent)],
      [/^\/v1\/reports$/, 'GET', () => listReports(sent)],
      [/^\/v1\/listings\/[^/]+$/, 'GET', () => ok(whole(find(id)))],
      [
        /^\/v1\/listings\/[^/]+\/(?:price|strategy)$/,
        'PATCH',
        () => (last === 'price' ? setPrice(request, id) : setStrategy(request, id)),
      ],
    ];
    const endpoint = endpoints.find(([pattern]) => pattern.test(path));
    if (endpoint === undefined) throw new Bare(404);
    const [, allowed, serve] = endpoint;
    if (method !== allowed) throw new Bare(405, [['Allow', allowed]]);
    return serve();
  }

  /** An answer that refuses; some have no body. */
  function refused(error: unknown): Answered {
    if (error instanceof Bare) {
      return { status: error.status, headers: [['Content-Length', '0'], ...error.headers], body: '' };
    }
    if (!(error instanceof Refusal)) throw error;
    const { status, problem, headers } = error;
    const [type, title] = sections[status]!;
    const trace = digest(`${run} ${count} trace`);
    const body = {
      type,
      title: problem.errors === undefined ? title : 'One or more validation errors occurred.',
      status,
      ...problem,
      traceId: `00-${trace.slice(0, 32)}-${trace.slice(32, 48)}-00`,
    };
    return json(status, body, headers, problemJson);
  }

  return function modelState(request) {
    count += 1;
    let given: Answered;
    try {
      given = answer(request);
    } catch (error) {
      given = refused(error);
    }
    // The versions are told by what was reached, not by what stands before it.
    const isReached = given.status !== 401 && given.status !== 429 && given.body !== '';
    const versions: Headers = isReached ? [['api-supported-versions', '1.0']] : [];
    return { ...given, headers: [...given.headers, ...versions] };
  };
}

/** All of a list, page by page, as the paging header tells. */
async function everything(
  api: Api,
  path: string,
  parameters: Readonly<Record<string, string>>,
  ...items: readonly string[]
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let number = 1, hasNext = true; hasNext; number += 1) {
    const paging = number === 1 ? {} : { pageNumber: String(number) };
    const query = new URLSearchParams({ ...parameters, ...paging }).toString();
    const received = await api.ask('GET', query === '' ? path : `${path}?${query}`);
    all.push(...rowsAt(received, ...items));
    hasNext = nextIn(received);
  }
  return all;
}

function nextIn(received: Received): boolean {
  const paging = parsed(header(received, 'x-pagination') ?? '');
  return isObject(paging) && paging.HasNext === true;
}

const at = (id: string, rest = '') => `/v1/listings/${id}${rest}`;
const idOf = (row: Row | undefined) => textAt(row, 'id');
const priceOf = ({ price }: Row) => (typeof price === 'number' ? price : 0);

/** The listings by what a program may do with them. */
function sorted(all: readonly Row[]): {
  readonly ready: readonly Row[];
  readonly unbound: readonly Row[];
} {
  return {
    ready: all.filter(({ minPrice }) => typeof minPrice === 'number'),
    unbound: all.filter(({ minPrice }) => minPrice === null),
  };
}

async function recorded(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings', {});
  const { ready, unbound } = sorted(all);
  const strategies = rowsAt(await api.ask('GET', '/v1/strategies'));
  const every = rowsAt(await api.ask('GET', '/v1/strategies?includeInactive=true'));
  await api.ask('GET', '/v1/strategies?kind=Algorithmic');
  const [competitive, featured, velocity, clearance] = strategies.map(idOf);
  const inactive = idOf(every.find(({ isActive }) => isActive === false));
  await everything(api, '/v1/listings', { pageSize: '20' });
  await everything(api, '/v1/reports', {}, 'items');
  await everything(api, '/v1/reports', { pageSize: '5' }, 'items');
  for (const number of [0, 3, 8, 19, 31]) await api.ask('GET', at(idOf(ready[number])));
  await api.ask('GET', at(idOf(unbound[0])));

  for (const query of [
    'status=Active&pageSize=50',
    'status=paused',
    'status=Paused&status=OutOfStock',
    'channel=BazaarOne&pageSize=15',
    `strategyId=${velocity}`,
    `strategyId=${idOf(strategies[2]).toUpperCase()}&pageSize=3`,
    'hasStrategy=false',
    'minPriceFrom=60&minPriceTo=110',
    'minPriceFrom=120',
    'searchTerm=velmora',
    'orderBy=price%20desc,title&pageSize=12',
    'orderBy=minPrice&pageSize=8',
    'orderBy=stockQuantity%20desc',
    'fields=id,sku,price&pageSize=6',
    'updatedSince=2025-06-01T00:00:00Z',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  const archived = rowsAt(await api.ask('GET', '/v1/listings?status=Archived'));

  for (const [number, low, high] of [
    [1, 0.9, 1.2],
    [5, 1, 1],
    [12, 1.1, 1.6],
    [22, 0.7, 0.95],
  ] as const) {
    const price = priceOf(ready[number]!);
    const bounds = {
      minPrice: Number((price * low).toFixed(2)),
      maxPrice: Number((price * high).toFixed(2)),
    };
    await api.ask('PATCH', at(idOf(ready[number]), '/price'), { json: bounds });
    await api.ask('GET', at(idOf(ready[number])));
    api.wait(10_000);
  }
  const setPrice = (row: Row | undefined, body: unknown) =>
    api.ask('PATCH', at(idOf(row), '/price'), { json: body });
  const first = await setPrice(ready[6], { minPrice: 180.5, maxPrice: 240 });
  const stale = textAt(first.body, 'rowVersion');
  const second = await setPrice(ready[6], { minPrice: 181, maxPrice: 241.25, rowVersion: stale });
  await setPrice(ready[6], { minPrice: 182, maxPrice: 242, rowVersion: stale });
  await setPrice(ready[6], {
    minPrice: 181,
    maxPrice: 241.25,
    rowVersion: textAt(second.body, 'rowVersion'),
  });
  await setPrice(ready[7], { minPrice: '190.00', maxPrice: '250.75' });
  await setPrice(ready[7], { minPrice: 190.499, maxPrice: 250.751 });

  const assign = (row: Row | undefined, strategyId: unknown) =>
    api.ask('PATCH', at(idOf(row), '/strategy'), { json: { strategyId } });
  const others = ready.filter(({ strategyId }) => strategyId !== velocity && strategyId !== clearance);
  await assign(others[2], clearance);
  await assign(others[2], clearance);
  await assign(others[9], velocity);
  await assign(others[9], competitive);
  await api.ask('GET', at(idOf(others[9])));
  api.wait(60_000);
  await api.ask('GET', at(idOf(others[9])));
  await assign(others[9], featured);
  await assign(unbound[1], featured);
  await setPrice(unbound[1], { minPrice: 200, maxPrice: 260 });
  await assign(unbound[1], featured);
  await api.ask('GET', '/v1/strategies');

  await setPrice(ready[10], { minPrice: 90, maxPrice: 45.5 });
  await setPrice(ready[10], { minPrice: 90 });
  await setPrice(ready[10], {});
  await setPrice(ready[10], { minPrice: null, maxPrice: 45 });
  await setPrice(ready[10], { minPrice: 'cheap', maxPrice: 45 });
  await setPrice(ready[10], { minPrice: 20, maxPrice: true });
  await setPrice(ready[10], { minPrice: 0, maxPrice: 45 });
  await setPrice(ready[10], { minPrice: -3, maxPrice: 100_001 });
  await setPrice(ready[10], { minPrice: 0.01, maxPrice: 45 });
  await setPrice(ready[10], { minPrice: 20, maxPrice: 45, rowVersion: 7 });
  await setPrice(ready[10], [20, 45]);
  await setPrice(archived[0], { minPrice: 30, maxPrice: 45 });
  await api.ask('PATCH', at(idOf(ready[10]), '/price'), { text: '{"minPrice": 20,' });
  await api.ask('PATCH', at(idOf(ready[10]), '/price'), { headers: { 'content-type': 'application/json' } });
  await api.ask('PATCH', at(idOf(ready[10]), '/price'), {
    text: 'minPrice=20',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const nowhere = uuid('model-state nowhere');
  await setPrice({ id: nowhere }, { minPrice: 20, maxPrice: 45 });
  await api.ask('GET', at(nowhere));
  await api.ask('GET', at('1042'));
  await assign(ready[10], uuid('model-state no strategy'));
  await assign(ready[10], 'fastest');
  await assign(ready[10], null);
  await assign(ready[10], inactive);
  await assign(archived[1], competitive);
  for (const query of [
    'pageNumber=40',
    'pageNumber=0',
    'pageSize=500',
    'pageSize=many',
    'colour=red',
    'status=Lost',
    'minPriceFrom=50&minPriceTo=10',
    'searchTerm=v',
    'orderBy=colour',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('DELETE', at(idOf(ready[10])));
  await api.ask('GET', '/v1/inventory');
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': 'pk_wrong' } });

  for (let poll = 0; poll < 3; poll += 1) {
    api.wait(120_000);
    await api.ask('GET', '/v1/reports?pageSize=3');
  }
  await api.ask('GET', '/v1/reports?type=PriceHistory');
  await api.ask('GET', '/v1/reports?status=Succeeded');
  for (let number = 0; number < 7; number += 1) await api.ask('GET', '/v1/strategies', { atOnce: true });
  api.wait(2000);
  await api.ask('GET', '/v1/strategies');
}

async function another(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings', { pageSize: '16' });
  const { ready, unbound } = sorted(all);
  const strategies = rowsAt(await api.ask('GET', '/v1/strategies?includeInactive=false'));
  await api.ask('GET', '/v1/strategies?kind=Competitive');
  const [competitive, featured, , clearance, profit] = strategies.map(idOf);
  await everything(api, '/v1/reports', { pageSize: '6' }, 'items');
  for (const number of [2, 11, 25]) await api.ask('GET', at(idOf(ready[number])));
  await api.ask('GET', at(idOf(unbound[2])));

  for (const query of [
    'status=OutOfStock&pageSize=20',
    'status=active&pageSize=7',
    'channel=NorthMarket',
    `strategyId=${competitive}`,
    'hasStrategy=true&pageSize=14',
    'minPriceFrom=30&minPriceTo=75',
    'searchTerm=kettle',
    'orderBy=price,title&pageSize=9',
    'orderBy=minPrice%20desc',
    'fields=id,title,minPrice&pageSize=4',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  const archived = rowsAt(await api.ask('GET', '/v1/listings?status=Archived&pageSize=4'));

  for (const [number, low, high] of [
    [9, 0.85, 1.3],
    [17, 1.2, 1.2],
    [28, 0.65, 0.9],
  ] as const) {
    const price = priceOf(ready[number]!);
    const bounds = {
      minPrice: Number((price * low).toFixed(2)),
      maxPrice: Number((price * high).toFixed(2)),
    };
    await api.ask('PATCH', at(idOf(ready[number]), '/price'), { json: bounds });
    await api.ask('GET', at(idOf(ready[number])));
    api.wait(20_000);
  }
  const setPrice = (row: Row | undefined, body: unknown) =>
    api.ask('PATCH', at(idOf(row), '/price'), { json: body });
  const first = await setPrice(ready[13], { minPrice: 175, maxPrice: 222.2 });
  const stale = textAt(first.body, 'rowVersion');
  await setPrice(ready[13], { minPrice: 176.4, maxPrice: 223, rowVersion: stale });
  await setPrice(ready[13], { minPrice: 177, maxPrice: 224, rowVersion: stale });
  await setPrice(ready[14], { minPrice: '188.5', maxPrice: '210' });

  const assign = (row: Row | undefined, strategyId: unknown) =>
    api.ask('PATCH', at(idOf(row), '/strategy'), { json: { strategyId } });
  const others = ready.filter(({ strategyId }) => strategyId !== profit && strategyId !== featured);
  await assign(others[4], featured);
  await assign(others[6], profit);
  await assign(others[6], clearance);
  api.wait(70_000);
  await api.ask('GET', at(idOf(others[6])));
  await assign(unbound[0], clearance);

  await setPrice(ready[15], { minPrice: 71.25, maxPrice: 17 });
  await setPrice(ready[15], { maxPrice: 80 });
  await setPrice(ready[15], { minPrice: 12, maxPrice: null });
  await setPrice(ready[15], { minPrice: 'low', maxPrice: 99.5 });
  await setPrice(ready[15], { minPrice: -1.5, maxPrice: 60 });
  await setPrice(ready[15], { minPrice: 12, maxPrice: 250_000 });
  await setPrice(ready[15], { minPrice: 0.02, maxPrice: 88 });
  await setPrice(archived[2], { minPrice: 44, maxPrice: 66 });
  await api.ask('PATCH', at(idOf(ready[15]), '/price'), { text: '{"minPrice": 7, "maxPrice"' });
  await setPrice({ id: uuid('model-state elsewhere') }, { minPrice: 21, maxPrice: 34 });
  await api.ask('GET', at(uuid('model-state elsewhere')));
  await api.ask('GET', at('listing-7'));
  await assign(ready[15], uuid('model-state other strategy'));
  await assign(ready[15], 12);
  await assign(archived[0], featured);
  for (const query of [
    'pageNumber=71',
    'pageNumber=-2',
    'pageSize=900',
    'pageSize=ten',
    'shade=blue',
    'status=Gone',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/offers');
  await api.ask('POST', '/v1/strategies', { json: { name: 'Mine' } });
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'x-api-key': 'pk_old' } });
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?pageSize=4');
  await api.ask('GET', '/v1/reports?type=StockLevels');
}

export const modelState: ForeignService = {
  name: 'model-state',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
