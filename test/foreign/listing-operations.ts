// A resale exchange for sneakers and collectibles with an API for power sellers, whose changes are operations: a change of the bounds
// or of the strategy is accepted (202) and done by a worker two seconds later, which may still refuse it by a rule of the trade; the
// operation is read under the listing until and after it is SUCCEEDED or FAILED, the last one stands in a single read of the listing
// too, and nobody changes a listing that has one in progress. Amounts are texts of whole units, filters are comma lists, pages are
// numbered; an error is one sentence about the first fault, some with a code. A listing that is matched with a buyer stays as it is.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'hQ2vXw8Lr5Tz0KcB7nYpJd3mGfA9sEu6';
const callsPerSecond = 6;
const operationTime = 2_000;
const largestSize = 100;
const largestAmount = 100_000;

const statuses = ['ACTIVE', 'INACTIVE', 'MATCHED', 'COMPLETED'];
const reportTypes = ['SALES', 'LISTINGS', 'PAYOUTS'];
const reportStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'];

const moment = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const isUuid = (text: string) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);

const products = [
  { name: 'Halvik Court Low Sail', styleCode: 'HC4102-100', price: 140, isWorn: true },
  { name: 'Halvik Court High Ember', styleCode: 'HC4310-600', price: 210, isWorn: true },
  { name: 'Norrast Runner 90 Fog Grey', styleCode: 'NR9021-004', price: 165, isWorn: true },
  { name: 'Norrast Trail GT Moss', styleCode: 'NT7714-310', price: 185, isWorn: true },
  { name: 'Zembro Slide Bone', styleCode: 'ZS1190', price: 95, isWorn: true },
  { name: 'Zembro 350 Pebble', styleCode: 'ZB3508', price: 320, isWorn: true },
  { name: 'Oskelby Bear 400% Tide', styleCode: 'OB400-TDE', price: 260, isWorn: false },
  { name: 'Tarnwick Trading Cards Booster Box', styleCode: 'TTC-BB-03', price: 480, isWorn: false },
].map((product) => ({ ...product, id: uuid(`operations product ${product.styleCode}`) }));

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly step: number | null;
  readonly enabled: boolean;
  readonly created: number;
}

const strategies = [
  { name: 'Beat lowest ask by 1', type: 'BEAT_LOWEST_ASK', step: 1, enabled: true },
  { name: 'Match lowest ask', type: 'MATCH_LOWEST_ASK', step: null, enabled: true },
  { name: 'Weekly markdown', type: 'MARKDOWN', step: 5, enabled: true },
  { name: 'Last sale', type: 'FOLLOW_LAST_SALE', step: null, enabled: true },
  { name: 'Holiday markdown', type: 'MARKDOWN', step: 15, enabled: false },
].map((strategy, index): Strategy => ({
  ...strategy,
  id: uuid(`operations strategy ${index}`),
  created: Date.UTC(2024, 1, 5 + 9 * index, 14, 3 * index, 21),
}));

interface Changes {
  readonly additions: Row;
  readonly updates: Row;
  readonly removals: Row;
}

interface Operation {
  readonly id: string;
  readonly listing: string;
  readonly by: 'USER' | 'SYSTEM';
  readonly created: number;
  readonly changes: Changes;
  readonly bounds: Bounds;
  readonly strategy: string | null;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  updated: number;
  error: string | null;
}

interface Bounds {
  readonly floor: number | null;
  readonly ceiling: number | null;
}

interface Listing {
  readonly id: string;
  readonly status: string;
  readonly inventoryType: string;
  readonly amount: number;
  readonly product: (typeof products)[number];
  readonly variant: { readonly id: string; readonly size: string | null };
  readonly order: Row | null;
  readonly created: number;
  bounds: Bounds;
  strategy: string | null;
  updated: number;
  last: Operation | undefined;
}

const text = (amount: number | null): string | null => (amount === null ? null : String(amount));

/** What becomes another by a change, by the names that lead to it; what is taken away is told as it was. */
function changesOf(before: Row, after: Row): Changes {
  const some = (chosen: (from: unknown, to: unknown) => boolean, shown: Row): Row =>
    Object.fromEntries(
      Object.keys(after)
        .filter((name) => chosen(before[name], after[name]))
        .map((name) => [name, shown[name]]),
    );
  return {
    additions: some((from, to) => from === null && to !== null, after),
    updates: some((from, to) => from !== null && to !== null && from !== to, after),
    removals: some((from, to) => from !== null && to === null, before),
  };
}

function listings(): Listing[] {
  return Array.from({ length: 38 }, (_, index): Listing => {
    const seed = `operations ${index}`;
    const id = uuid(`${seed} id`);
    const product = oneOf(`${seed} product`, products);
    const size = product.isWorn ? oneOf(`${seed} size`, ['8', '8.5', '9', '10', '10.5', '11', '12']) : null;
    const amount = product.price + chance(`${seed} amount`, 90) - 25;
    const status = statuses[[0, 0, 0, 0, 0, 1, 2, 3][chance(`${seed} status`, 8)]!]!;
    const created = pastMoment(seed);
    const updated = created + (3_600 + chance(`${seed} updated`, 70 * 86_400)) * 1_000;
    const isOpen = chance(`${seed} open`, 4) === 0;
    const floor = isOpen ? null : Math.round(amount * 0.85);
    const ceiling = isOpen || chance(`${seed} ceiling`, 6) === 0 ? null : Math.round(amount * 1.4);
    const bounds = { floor, ceiling };
    const strategy =
      !isOpen && chance(`${seed} strategy`, 5) < 2 ? strategies[chance(`${seed} which`, 4)]!.id : null;
    const isSold = status === 'MATCHED' || status === 'COMPLETED';
    const order = {
      orderNumber: `${71_000_000 + chance(`${seed} order`, 900_000)}-${70_900_000 + chance(`${seed} buyer`, 90_000)}`,
      orderStatus: status === 'MATCHED' ? 'CREATED' : 'COMPLETED',
      createdAt: moment(updated),
    };
    const isRepriced = strategy !== null;
    const changed = isRepriced ? { amount: String(amount) } : { 'bounds.floor': text(floor) };
    const last: Operation = {
      id: uuid(`${seed} operation`),
      listing: id,
      by: isRepriced ? 'SYSTEM' : 'USER',
      created: updated - operationTime,
      changes: { additions: {}, updates: changed, removals: {} },
      bounds,
      strategy,
      state: 'SUCCEEDED',
      updated,
      error: null,
    };
    return {
      id,
      status,
      inventoryType: chance(`${seed} inventory`, 5) === 0 ? 'FLEX' : 'STANDARD',
      amount,
      product,
      variant: { id: uuid(`operations variant ${product.id} ${size}`), size },
      order: isSold ? order : null,
      created,
      bounds,
      strategy,
      updated,
      last: isRepriced || (floor !== null && chance(`${seed} past`, 3) === 0) ? last : undefined,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Headers;

  constructor(status: number, message: string, code?: string, headers: Headers = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const invalid = (words: string) => new Refusal(400, `The request is invalid: ${words}`);
const notFound = (what: string) => new Refusal(404, `${what} not found`);

function idIn(name: string, value: string): string {
  if (!isUuid(value)) throw invalid(`${name} must be a valid UUID`);
  return value.toLowerCase();
}

/** Reads parameters of a query, each as what it must be; undefined for what is not sent. */
class Params {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  #text(name: string): string | undefined {
    const sent = this.#query.get(name) ?? undefined;
    if (sent === '') throw invalid(`${name} must not be empty`);
    return sent;
  }

  whole(name: string, otherwise: number, most: number): number {
    const sent = this.#text(name) ?? String(otherwise);
    if (!/^-?\d+$/.test(sent)) throw invalid(`${name} must be a whole number`);
    if (Number(sent) < 1) throw invalid(`${name} must be greater than or equal to 1`);
    if (Number(sent) > most) throw invalid(`${name} must be less than or equal to ${most}`);
    return Number(sent);
  }

  ids(name: string): readonly string[] | undefined {
    const sent = this.#text(name)?.split(',');
    if (sent?.every(isUuid) === false) throw invalid(`${name} must be a comma separated list of UUIDs`);
    return sent?.map((id) => id.toLowerCase());
  }

  words(name: string, known: readonly string[]): readonly string[] | undefined {
    const sent = this.#text(name)?.split(',');
    if (sent?.every((word) => known.includes(word)) === false)
      throw invalid(`${name} must only contain ${known.join(', ')}`);
    return sent;
  }

  word(name: string, known: readonly string[]): string | undefined {
    const sent = this.#text(name);
    if (sent !== undefined && !known.includes(sent))
      throw invalid(`${name} must be one of ${known.join(', ')}`);
    return sent;
  }

  flag(name: string): boolean | undefined {
    const sent = this.#text(name);
    if (sent !== undefined && sent !== 'true' && sent !== 'false')
      throw invalid(`${name} must be true or false`);
    return sent === undefined ? undefined : sent === 'true';
  }

  /** Days of the calendar, from the start of the one to the end of the other. */
  days(): { readonly from: number; readonly to: number } {
    const [from, to] = ['fromDate', 'toDate'].map((name) => {
      const sent = this.#text(name);
      const time = sent === undefined ? undefined : Date.parse(`${sent}T00:00:00Z`);
      if (sent !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(sent) || Number.isNaN(time)))
        throw invalid(`${name} must be a date in the format YYYY-MM-DD`);
      return time;
    });
    if (from !== undefined && to !== undefined && to < from)
      throw invalid('toDate must not be before fromDate');
    return { from: from ?? -Infinity, to: to === undefined ? Infinity : to + 86_400_000 };
  }
}

function bodyIn(request: Asked): Row {
  if (request.body === '') throw invalid('a request body is required');
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal(415, 'Content-Type must be application/json');
  const sent = jsonOf(request);
  if (sent === 'bad') throw new Refusal(400, 'The request body is not valid JSON');
  if (!isObject(sent.json)) throw invalid('the request body must be an object');
  return sent.json;
}

function refuseOthers(body: Row, known: readonly string[]): void {
  const other = Object.keys(body).find((name) => !known.includes(name));
  if (other !== undefined) throw invalid(`${other} is not allowed`);
}

/** A bound as it is sent: a text of whole units, null to take it away, undefined to leave it. */
function boundIn(body: Row, name: string): number | null | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null) return sent;
  if (typeof sent !== 'string') throw invalid(`${name} must be a string`);
  if (!/^-?\d+$/.test(sent)) throw invalid(`${name} must be a whole number`);
  if (Number(sent) <= 0) throw invalid(`${name} must be greater than 0`);
  if (Number(sent) > largestAmount) throw invalid(`${name} must be less than or equal to ${largestAmount}`);
  return Number(sent);
}

/** Why the worker cannot do what was accepted. */
function objection({ bounds: { floor, ceiling }, strategy, changes }: Operation): string | null {
  if (floor !== null && ceiling !== null && floor > ceiling) return 'Floor cannot be greater than ceiling';
  if (strategy === null || floor !== null) return null;
  return 'bounds.floor' in changes.removals
    ? 'Floor cannot be removed while a strategy is assigned'
    : 'A floor is required to assign a strategy';
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const operations = all.flatMap(({ last }) => (last === undefined ? [] : [last]));
  const reports = Array.from({ length: 13 }, (_, index) => {
    const ago =
      index < 2 ? 25_000 * (index + 1) : index * 61_200_000 + chance(`operations run ${index}`, 9e6);
    return {
      id: uuid(`operations report ${index}`),
      type: reportTypes[index % 3]!,
      created: opened - ago,
      seconds: 80 + 9 * index,
      rows: 12 + chance(`operations rows ${index}`, 900),
      fails: index === 5 || index === 8,
    };
  });
  type Report = (typeof reports)[number];
  let window = { from: -Infinity, calls: 0 };
  let count = 0;

  /** The worker: does what is due. */
  function work(): void {
    for (const operation of operations) {
      if (operation.state !== 'PENDING' || run.now() < operation.created + operationTime) continue;
      operation.error = objection(operation);
      operation.state = operation.error === null ? 'SUCCEEDED' : 'FAILED';
      operation.updated = operation.created + operationTime;
      if (operation.error !== null) continue;
      const listing = all.find(({ id }) => id === operation.listing)!;
      [listing.bounds, listing.strategy] = [operation.bounds, operation.strategy];
      listing.updated = operation.updated;
    }
  }

  const operationShown = (one: Operation): Row => ({
    operationId: one.id,
    operationType: 'UPDATE',
    operationStatus: one.state,
    operationInitiatedBy: one.by,
    createdAt: moment(one.created),
    updatedAt: moment(one.updated),
    changes: one.changes,
    error: one.error,
  });

  function listingShown(one: Listing): Row {
    const { floor, ceiling } = one.bounds;
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      listingId: one.id,
      status: one.status,
      inventoryType: one.inventoryType,
      amount: String(one.amount),
      currencyCode: 'USD',
      product: { productId: one.product.id, name: one.product.name, styleCode: one.product.styleCode },
      variant: { variantId: one.variant.id, size: one.variant.size },
      bounds: floor === null && ceiling === null ? null : { floor: text(floor), ceiling: text(ceiling) },
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name },
      createdAt: moment(one.created),
      updatedAt: moment(one.updated),
    };
  }

  const listingAlone = (one: Listing): Row => ({
    ...listingShown(one),
    order: one.order,
    lastOperation: one.last === undefined ? null : operationShown(one.last),
  });

  const strategyShown = (one: Strategy): Row => ({
    id: one.id,
    name: one.name,
    type: one.type,
    step: text(one.step),
    enabled: one.enabled,
    createdAt: moment(one.created),
  });

  function statusOf({ created, seconds, fails }: Report): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 40 ? 'QUEUED' : elapsed < seconds ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isOver = status === 'COMPLETED' || status === 'FAILED';
    const expires = Math.floor(run.now() / 1_000) + 3_600;
    const signature = scrambled(`operations ${run.run} ${one.id} ${expires}`, 48, '0123456789abcdef');
    return {
      reportId: one.id,
      reportType: one.type,
      status,
      rowCount: status === 'COMPLETED' ? one.rows : null,
      downloadUrl:
        status === 'COMPLETED'
          ? `https://reports.solebourse.example/${one.type.toLowerCase()}/${one.id}.csv?Expires=${expires}&Signature=${signature}`
          : null,
      error: status === 'FAILED' ? 'The report took too long to generate' : null,
      createdAt: moment(one.created),
      completedAt: isOver ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  function paged(name: string, rows: readonly Row[], number: number, size: number): Answered {
    return json(200, {
      count: rows.length,
      pageSize: size,
      pageNumber: number,
      hasNextPage: number * size < rows.length,
      [name]: rows.slice((number - 1) * size, number * size),
    });
  }

  function listed(params: Params): Answered {
    const number = params.whole('pageNumber', 1, Number.MAX_SAFE_INTEGER);
    const size = params.whole('pageSize', 10, largestSize);
    const productIds = params.ids('productIds');
    const variantIds = params.ids('variantIds');
    const chosen = params.words('listingStatuses', statuses);
    const strategyIds = params.ids('strategyIds');
    const hasStrategy = params.flag('hasStrategy');
    const { from, to } = params.days();
    const sortBy = params.word('sortBy', ['createdAt', 'updatedAt', 'amount']) ?? 'createdAt';
    const sign = params.word('sortOrder', ['ASC', 'DESC']) === 'ASC' ? 1 : -1;
    const placeOf = ({ amount, updated, created }: Listing) =>
      sortBy === 'amount' ? amount : Math.floor((sortBy === 'updatedAt' ? updated : created) / 1_000);
    const found = all
      .filter(
        (one) =>
          productIds?.includes(one.product.id) !== false &&
          variantIds?.includes(one.variant.id) !== false &&
          chosen?.includes(one.status) !== false &&
          strategyIds?.includes(one.strategy ?? '') !== false &&
          (hasStrategy === undefined || hasStrategy === (one.strategy !== null)) &&
          one.created >= from &&
          one.created < to,
      )
      .sort((one, other) => sign * (placeOf(one) - placeOf(other)) || (one.id < other.id ? -1 : 1));
    return paged('listings', found.map(listingShown), number, size);
  }

  function listedStrategies(params: Params): Answered {
    const number = params.whole('pageNumber', 1, Number.MAX_SAFE_INTEGER);
    const size = params.whole('pageSize', 10, largestSize);
    const enabled = params.flag('enabled');
    const found = strategies.filter((one) => enabled === undefined || one.enabled === enabled);
    return paged('strategies', found.map(strategyShown), number, size);
  }

  function listedReports(params: Params): Answered {
    const number = params.whole('pageNumber', 1, Number.MAX_SAFE_INTEGER);
    const size = params.whole('pageSize', 10, largestSize);
    const types = params.words('reportTypes', reportTypes);
    const chosen = params.words('reportStatuses', reportStatuses);
    const found = reports.filter(
      (one) => types?.includes(one.type) !== false && chosen?.includes(statusOf(one)) !== false,
    );
    return paged('reports', found.map(reportShown), number, size);
  }

  function found<One extends { readonly id: string }>(what: string, id: string, some: readonly One[]): One {
    const one = some.find((each) => each.id === id);
    if (one === undefined) throw notFound(what);
    return one;
  }

  /** A listing that may be changed now. */
  function changeable(id: string): Listing {
    const listing = found('Listing', id, all);
    if (listing.order !== null) {
      const words = `Listing cannot be updated in status ${listing.status}`;
      throw new Refusal(409, words, 'LISTING_NOT_UPDATABLE');
    }
    if (listing.last?.state === 'PENDING')
      throw new Refusal(409, 'Listing has an operation in progress', 'OPERATION_IN_PROGRESS');
    return listing;
  }

  function accepted(listing: Listing, bounds: Bounds, strategy: string | null): Answered {
    const flat = (floor: number | null, ceiling: number | null, id: string | null): Row => ({
      'bounds.floor': text(floor),
      'bounds.ceiling': text(ceiling),
      'strategy.id': id,
    });
    const before = flat(listing.bounds.floor, listing.bounds.ceiling, listing.strategy);
    const operation: Operation = {
      id: uuid(`operations ${run.run} operation ${count}`),
      listing: listing.id,
      by: 'USER',
      created: run.now(),
      changes: changesOf(before, flat(bounds.floor, bounds.ceiling, strategy)),
      bounds,
      strategy,
      state: 'PENDING',
      updated: run.now(),
      error: null,
    };
    operations.push(operation);
    listing.last = operation;
    return json(202, { listingId: listing.id, ...operationShown(operation) });
  }

  function priced(id: string, request: Asked): Answered {
    const body = bodyIn(request);
    const [floor, ceiling] = [boundIn(body, 'floor'), boundIn(body, 'ceiling')];
    refuseOthers(body, ['floor', 'ceiling']);
    if (floor === undefined && ceiling === undefined)
      throw invalid('at least one of floor and ceiling is required');
    if (typeof floor === 'number' && typeof ceiling === 'number' && floor > ceiling)
      throw invalid('floor must not be greater than ceiling');
    const listing = changeable(id);
    const { bounds } = listing;
    return accepted(
      listing,
      {
        floor: floor === undefined ? bounds.floor : floor,
        ceiling: ceiling === undefined ? bounds.ceiling : ceiling,
      },
      listing.strategy,
    );
  }

  function assigned(id: string, request: Asked): Answered {
    const body = bodyIn(request);
    const { strategyId } = body;
    if (strategyId === undefined) throw invalid('strategyId is required');
    if (strategyId !== null && typeof strategyId !== 'string') throw invalid('strategyId must be a string');
    const wanted = strategyId === null ? null : idIn('strategyId', strategyId);
    refuseOthers(body, ['strategyId']);
    const listing = changeable(id);
    if (wanted !== null && !found('Strategy', wanted, strategies).enabled)
      throw new Refusal(400, 'Strategy is not enabled', 'STRATEGY_DISABLED');
    return accepted(listing, listing.bounds, wanted);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, operationId, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined ||
        (kind === 'listings' &&
          (part === 'operations') === (operationId !== undefined) &&
          ['price', 'strategy', 'operations'].includes(part)));
    if (!isKnown) throw new Refusal(404, 'Resource not found');
    const method = part === 'price' || part === 'strategy' ? 'PATCH' : 'GET';
    if (request.method !== method)
      throw new Refusal(405, `Method ${request.method} is not allowed`, undefined, [['Allow', method]]);
    const params = new Params(query);
    if (kind === 'strategies') {
      if (id === undefined) return listedStrategies(params);
      return json(200, strategyShown(found('Strategy', idIn('strategyId', id), strategies)));
    }
    if (kind === 'reports') {
      if (id === undefined) return listedReports(params);
      return json(200, reportShown(found('Report', idIn('reportId', id), reports)));
    }
    if (id === undefined) return listed(params);
    const listingId = idIn('listingId', id);
    if (part === 'price') return priced(listingId, request);
    if (part === 'strategy') return assigned(listingId, request);
    const wanted = operationId === undefined ? undefined : idIn('operationId', operationId);
    const listing = found('Listing', listingId, all);
    if (wanted === undefined) return json(200, listingAlone(listing));
    const own = operations.filter((one) => one.listing === listingId);
    return json(200, { listingId, ...operationShown(found('Operation', wanted, own)) });
  }

  /** Knows the caller, and counts the calls of a second from its first one. */
  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) throw new Refusal(401, 'Unauthorized');
    if (run.now() >= window.from + 1_000) window = { from: run.now(), calls: 0 };
    window.calls += 1;
    if (window.calls > callsPerSecond)
      throw new Refusal(429, 'Too many requests', undefined, [['Retry-After', '1']]);
  }

  return (request) => {
    count += 1;
    const always: Headers = [['X-Request-Id', uuid(`operations ${run.run} ${count}`)]];
    const type = 'application/json; charset=utf-8';
    try {
      work();
      admit(request);
      const { status, body } = answer(request);
      return { status, headers: [['Content-Type', type], ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, code, headers } = error;
      const shown = { errorMessage: message, ...(code !== undefined && { errorCode: code }) };
      return json(status, shown, [...headers, ...always], type);
    }
  };
}

/** Asks for the next page as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const list = /^\/v1\/(\w+)/.exec(target)![1]!;
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, list));
    const number = Number(at(received, 'pageNumber') ?? 0) + 1;
    next =
      at(received, 'hasNextPage') === true
        ? `${target}${target.includes('?') ? '&' : '?'}pageNumber=${number}`
        : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });
const operation = (api: Api, id: unknown, operationId: unknown): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}/operations/${String(operationId)}`);

/** Reads the operation that a change was answered with. */
const check = (api: Api, received: Received): Promise<Received> =>
  operation(api, at(received, 'listingId') ?? 'missing', at(received, 'operationId') ?? 'missing');

/** Waits for a change, then reads the listing. */
async function reread(api: Api, received: Received): Promise<void> {
  api.wait(2_500);
  await read(api, 'listings', at(received, 'listingId') ?? 'missing');
}

/** Waits for a change, then reads its operation and the listing. */
async function follow(api: Api, received: Received): Promise<void> {
  api.wait(2_500);
  await check(api, received);
  await read(api, 'listings', at(received, 'listingId') ?? 'missing');
}

interface Ids {
  /** Listings that may be changed: with both bounds and no strategy, with both and a strategy, without bounds; and those that may not. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const isSold = ({ status }: Row) => status === 'MATCHED' || status === 'COMPLETED';
  const hasBoth = ({ bounds }: Row) => isObject(bounds) && bounds.floor !== null && bounds.ceiling !== null;
  const ids = (chosen: (row: Row) => boolean) => rows.filter(chosen).map(({ listingId }) => listingId);
  return {
    free: ids((row) => !isSold(row) && hasBoth(row) && row.strategy === null),
    bound: ids((row) => !isSold(row) && hasBoth(row) && row.strategy !== null),
    open: ids((row) => !isSold(row) && row.bounds === null),
    sold: ids(isSold),
  };
}

const nobody = (seed: string): string => uuid(`operations nobody ${digest(seed)}`);

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, sold } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => String(id));
  for (const id of plans) await read(api, 'strategies', id);
  const reports = (await walk(api, '/v1/reports')).map(({ reportId }) => reportId);
  await read(api, 'reports', reports[0]);
  await read(api, 'reports', reports[5]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', free[6]);
  const { body: repriced } = await read(api, 'listings', bound[1]);
  await operation(api, bound[1], textAt(repriced, 'lastOperation', 'operationId'));
  for (const id of [bound[4], open[0], open[3], sold[0], sold[3]]) await read(api, 'listings', id);
  await get('pageSize=5&pageNumber=3');
  await get('listingStatuses=INACTIVE');
  await get('listingStatuses=MATCHED,COMPLETED&pageSize=4');
  await get(`productIds=${textAt(rows[1], 'product', 'productId')}`);
  await get(
    `productIds=${textAt(rows[2], 'product', 'productId')},${textAt(rows[3], 'product', 'productId')}&pageSize=20`,
  );
  await get(`variantIds=${textAt(rows[5], 'variant', 'variantId')}`);
  await get(`strategyIds=${plans[0]!}`);
  await get(`strategyIds=${plans[1]!},${plans[3]!}&pageSize=3`);
  await get('hasStrategy=false&listingStatuses=ACTIVE&pageSize=6');
  await get('fromDate=2025-04-01&toDate=2025-06-30');
  await get('toDate=2024-07-05&pageSize=7');
  await get('sortBy=amount&sortOrder=DESC&pageSize=5');
  await get('sortBy=amount&sortOrder=ASC&pageSize=8&listingStatuses=ACTIVE');
  await get('pageNumber=12');
  await api.ask('GET', '/v1/strategies?enabled=true');
  await api.ask('GET', '/v1/reports?reportTypes=SALES&pageSize=3');
  await api.ask('GET', '/v1/reports?reportStatuses=FAILED,RUNNING');

  const both = await price(api, free[0], { floor: '150', ceiling: '320' });
  await check(api, both);
  await read(api, 'listings', free[0]);
  await follow(api, both);
  await follow(api, await price(api, bound[0], { floor: '95' }));
  await reread(api, await price(api, free[1], { ceiling: '410' }));
  await follow(api, await price(api, open[0], { floor: '80', ceiling: '290' }));
  await reread(api, await price(api, bound[1], { ceiling: null }));
  await reread(api, await price(api, free[2], { floor: null, ceiling: null }));
  await price(api, free[3], { floor: '200', ceiling: '200' });
  await price(api, free[3], { ceiling: '240' });
  const first = await assign(api, free[0], plans[0]);
  await check(api, first);
  await follow(api, first);
  await reread(api, await assign(api, bound[2], plans[3]));
  await reread(api, await assign(api, bound[3], null));
  await follow(api, await price(api, free[4], { ceiling: '10' }));
  await follow(api, await assign(api, open[2], plans[1]));
  const kept = await price(api, bound[4], { floor: null });
  api.wait(2_500);
  await check(api, kept);
  await get('sortBy=updatedAt&pageSize=4');
  await read(api, 'reports', reports[0]);

  await price(api, sold[0], { floor: '100' });
  await price(api, free[5], { floor: '300', ceiling: '250' });
  await price(api, free[5], { floor: '-20' });
  await price(api, free[5], { ceiling: '0' });
  await price(api, free[5], { floor: '120.50' });
  await price(api, free[5], { floor: '100', ceiling: 'high' });
  await price(api, free[5], { floor: 120 });
  await price(api, free[5], { price: '120' });
  await price(api, free[5], {});
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`);
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: '{"floor": "12' });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, {
    text: 'floor=120',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  await assign(api, sold[3], plans[0]);
  await assign(api, free[5], nobody('plan'));
  await assign(api, free[5], plans[4]);
  await assign(api, free[5], 'lowest');
  await assign(api, free[5], undefined);
  await assign(api, free[5], 3);
  await read(api, 'listings', nobody('one'));
  await price(api, nobody('two'), { floor: '100' });
  await read(api, 'listings', '4711');
  await read(api, 'strategies', nobody('three'));
  await read(api, 'strategies', 'lowest');
  await read(api, 'reports', nobody('four'));
  await operation(api, free[0], nobody('five'));
  await get('pageSize=101');
  await get('pageSize=0');
  await get('pageSize=ten');
  await get('pageNumber=0');
  await get('listingStatuses=SOLD');
  await get('fromDate=yesterday');
  await get('fromDate=2025-06-01&toDate=2025-05-01');
  await get('hasStrategy=maybe');
  await get('productIds=sneakers');
  await get('sortBy=size');
  await get('colour=red&pageSize=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[5])}`);
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?pageSize=1', 8);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?pageSize=25');
  const { free, bound, open, sold } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?pageSize=50')).map(({ id }) => String(id));
  const reports = (await walk(api, '/v1/reports?pageSize=7')).map(({ reportId }) => reportId);
  await read(api, 'reports', reports[1]);
  await read(api, 'reports', reports[8]);
  await read(api, 'listings', free[7]);
  const { body: repriced } = await read(api, 'listings', bound[5]);
  await operation(api, bound[5], textAt(repriced, 'lastOperation', 'operationId'));
  await read(api, 'listings', open[4]);
  await read(api, 'listings', sold[1]);
  await get('pageSize=8&pageNumber=4');
  await get('listingStatuses=ACTIVE,INACTIVE&pageSize=9');
  await get(`productIds=${textAt(rows[5], 'product', 'productId')}&pageSize=4`);
  await get(
    `variantIds=${textAt(rows[7], 'variant', 'variantId')},${textAt(rows[8], 'variant', 'variantId')}`,
  );
  await get(`strategyIds=${plans[2]!},${plans[0]!}&pageSize=5`);
  await get('hasStrategy=true&pageSize=4');
  await get('fromDate=2024-11-01&toDate=2025-01-31&pageSize=20');
  await get('sortBy=amount&sortOrder=ASC&pageSize=6');
  await get('sortBy=updatedAt&sortOrder=DESC&pageSize=3');
  await get('pageNumber=30');
  await api.ask('GET', '/v1/strategies?enabled=false');
  await api.ask('GET', '/v1/reports?reportTypes=PAYOUTS,LISTINGS&pageSize=4');

  const both = await price(api, free[7], { floor: '135', ceiling: '365' });
  await check(api, both);
  await follow(api, both);
  await follow(api, await price(api, bound[6], { floor: '88' }));
  await reread(api, await price(api, open[4], { floor: '70', ceiling: '260' }));
  await reread(api, await price(api, bound[7], { ceiling: null }));
  await reread(api, await price(api, free[8], { floor: null, ceiling: null }));
  await follow(api, await assign(api, free[7], plans[2]));
  await reread(api, await assign(api, bound[8], null));
  await follow(api, await price(api, free[9], { ceiling: '15' }));
  await price(api, bound[9], { ceiling: '990' });
  await assign(api, bound[9], plans[1]);

  await price(api, sold[1], { ceiling: '400' });
  await price(api, free[6], { floor: '275', ceiling: '225' });
  await price(api, free[6], { ceiling: '-5' });
  await price(api, free[6], { floor: '99.9' });
  await price(api, free[6], { ceiling: 340 });
  await price(api, free[6], { amount: '200' });
  await api.ask('PATCH', `/v1/listings/${String(free[6])}/price`, { text: '{"ceiling": ' });
  await assign(api, sold[4], plans[2]);
  await assign(api, free[6], nobody('other plan'));
  await assign(api, free[6], plans[4]);
  await assign(api, free[6], 'markdown');
  await read(api, 'listings', nobody('six'));
  await price(api, nobody('seven'), { ceiling: '180' });
  await read(api, 'listings', 'court-low');
  await read(api, 'strategies', nobody('eight'));
  await operation(api, free[7], nobody('nine'));
  await get('pageSize=500');
  await get('pageNumber=-1');
  await get('listingStatuses=ACTIVE,GONE');
  await get('toDate=2025/06/01');
  await get('sortBy=name');
  await get('shape=round&pageSize=3');
  await api.ask('GET', '/v1/payouts');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const listingOperations: WalkedService = {
  name: 'listing-operations',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
