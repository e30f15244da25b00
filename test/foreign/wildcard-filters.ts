// A domain registrar's API for resellers: lists of entities beside a pagination with limit, offset and a total that may be
// declined, 0 as a limit that only counts, a whole export of ids, filters by a member with an operator after a colon
// (`price:gte`, `product:like=%shop%`, `strategy:null`, `status:in`), orders that may be repeated, members that are chosen
// while the id always stays; whole cents, moments in UTC, states as a list, what has no value left out. Writes answer no
// body and a process id, or the process alone (202) that is done two seconds later, and a record with a process pending
// can not be changed; a bound below cost wants a billable acknowledged. Refusals have a type that is named after an
// exception, a message, and what belongs to the type: violations by field, known properties, billables.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rsl-7f3kq0vd2mxa91tz';
const perSecond = 10;
const largestLimit = 250;
const largestPrice = 5_000_000;
const processMilliseconds = 2_000;

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const endings = (
  'academy amsterdam app art bar beer bike bio blog boutique cab cafe camp care cash center chat city clinic cloud club codes ' +
  'coffee community company dance deals dental design digital direct dog earth energy events expert family farm fashion finance ' +
  'fish fit florist fund gallery garden gifts golf green guide guru haus health hockey'
).split(' ');

const groups = ['GENERIC', 'GEOGRAPHIC', 'COMMUNITY'] as const;
const states = ['OK', 'PROMOTION', 'PENDING_UPDATE', 'CLIENT_UPDATE_PROHIBITED'] as const;
const reportTypes = ['PRICE_CHANGES', 'MARGINS', 'EXPIRY'] as const;
const reportStates = ['NEW', 'RUNNING', 'COMPLETED', 'FAILED'] as const;

interface Listing {
  readonly id: number;
  readonly product: string;
  readonly group: (typeof groups)[number];
  readonly registry: string;
  readonly cost: number;
  readonly price: number;
  readonly renewal: number;
  readonly privacy: boolean;
  readonly promoted: boolean;
  readonly locked: boolean;
  readonly created: number;
  minimum: number | undefined;
  maximum: number | undefined;
  strategy: string | undefined;
  updated: number | undefined;
  /** A strategy that is assigned at a moment, or none, as soon as its process is done. */
  pending: { readonly strategy: string | undefined; readonly done: number } | undefined;
}

const strategies = [
  { handle: 'cost-plus-20', name: 'Cost plus 20 %', type: 'MARKUP', minimum: false, enabled: true },
  { handle: 'follow-market', name: 'Follow the market', type: 'COMPETITIVE', minimum: true, enabled: true },
  { handle: 'lowest', name: 'Lowest of all', type: 'COMPETITIVE', minimum: true, enabled: true },
  { handle: 'promo-spring', name: 'Spring promotion', type: 'PROMOTION', minimum: false, enabled: false },
  { handle: 'renewals', name: 'Renewals first', type: 'MARKUP', minimum: false, enabled: true },
  { handle: 'round-99', name: 'Round to 99', type: 'ROUNDING', minimum: false, enabled: true },
].map((one) => ({ ...one, created: pastMoment(`wildcard ${one.handle}`) }));

function listings(): Listing[] {
  return endings.map((ending, index): Listing => {
    const seed = `wildcard ${ending}`;
    const cost = 300 + chance(`${seed} cost`, 60) * 50;
    const price = Math.round(cost * (1.1 + chance(`${seed} markup`, 40) / 100));
    const created = pastMoment(seed);
    const hasMinimum = chance(`${seed} minimum`, 4) > 0;
    return {
      id: 40_120 + index * 3 + chance(`${seed} id`, 3),
      product: `domain_${ending}`,
      group: oneOf(`${seed} group`, groups),
      registry: oneOf(`${seed} registry`, ['northroot', 'openzone', 'tldworks', 'veridian']),
      cost,
      price,
      renewal: price + 100 * chance(`${seed} renewal`, 5),
      privacy: chance(`${seed} privacy`, 3) > 0,
      promoted: chance(`${seed} promoted`, 5) === 0,
      locked: chance(`${seed} locked`, 9) === 0,
      created,
      minimum: hasMinimum ? cost : undefined,
      maximum: chance(`${seed} maximum`, 3) > 0 ? price * 2 : undefined,
      strategy:
        hasMinimum && chance(`${seed} strategy`, 2) > 0
          ? oneOf(`${seed} which`, strategies.slice(0, 3)).handle
          : undefined,
      updated:
        chance(`${seed} updated`, 3) > 0
          ? created + chance(`${seed} later`, 200 * 86_400) * 1_000
          : undefined,
      pending: undefined,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly more: Row;
  readonly headers: Answered['headers'];

  constructor(
    status: number,
    type: string,
    message: string,
    more: Row = {},
    headers: Answered['headers'] = [],
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.more = more;
    this.headers = headers;
  }
}

const badParameter = (message: string) => new Refusal(400, 'InvalidParameter', message);

type Kind = 'String' | 'Integer' | 'Date' | 'Enum' | 'Boolean' | 'List';

/** A member by which a list is filtered and ordered. */
interface Field {
  readonly kind: Kind;
  readonly values?: readonly string[];
}

const everyKind = ['eq', 'null', 'not_null'];
const operators: Readonly<Record<Kind, readonly string[]>> = {
  String: [...everyKind, 'ne', 'like', 'not_like', 'gt', 'lt', 'gte', 'lte', 'in', 'not_in'],
  Integer: [...everyKind, 'ne', 'gt', 'lt', 'gte', 'lte', 'in', 'not_in'],
  Date: [...everyKind, 'ne', 'gt', 'lt', 'gte', 'lte'],
  Enum: [...everyKind, 'ne', 'like', 'not_like', 'in', 'not_in'],
  List: [...everyKind, 'ne', 'like', 'not_like', 'in', 'not_in'],
  Boolean: [...everyKind, 'ne'],
};
const knownOperators = new Set(Object.values(operators).flat());

const listingFields: Readonly<Record<string, Field>> = {
  id: { kind: 'Integer' },
  product: { kind: 'String' },
  group: { kind: 'Enum', values: groups },
  registry: { kind: 'String' },
  status: { kind: 'List', values: states },
  cost: { kind: 'Integer' },
  price: { kind: 'Integer' },
  renewalPrice: { kind: 'Integer' },
  privacyProtect: { kind: 'Boolean' },
  minPrice: { kind: 'Integer' },
  maxPrice: { kind: 'Integer' },
  strategy: { kind: 'String' },
  createdDate: { kind: 'Date' },
  updatedDate: { kind: 'Date' },
};
const strategyFields: Readonly<Record<string, Field>> = {
  handle: { kind: 'String' },
  name: { kind: 'String' },
  type: { kind: 'Enum', values: ['MARKUP', 'COMPETITIVE', 'PROMOTION', 'ROUNDING'] },
  minPriceRequired: { kind: 'Boolean' },
  enabled: { kind: 'Boolean' },
  createdDate: { kind: 'Date' },
};
const reportFields: Readonly<Record<string, Field>> = {
  id: { kind: 'Integer' },
  type: { kind: 'Enum', values: reportTypes },
  status: { kind: 'Enum', values: reportStates },
  createdDate: { kind: 'Date' },
  startedDate: { kind: 'Date' },
  finishedDate: { kind: 'Date' },
};
/** Members that are shown and chosen, and not filtered by. */
const shownOnly = ['currency', 'rows', 'downloadUrl', 'error'];

const general = ['limit', 'offset', 'order', 'total', 'q', 'fields', 'export'];

/** Whether a text matches a pattern in which a percent sign stands for anything. */
const isLike = (text: string, pattern: string) =>
  new RegExp(
    `^${pattern
      .split('%')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  ).test(text);

type Comparable = string | number;

function valueIn(name: string, { kind, values }: Field, text: string): Comparable {
  const bad = badParameter(`Invalid value '${text}' for filter '${name}'`);
  if (kind === 'Integer') {
    if (!/^-?\d+$/.test(text)) throw bad;
    return Number(text);
  }
  if (kind === 'Date') {
    if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(Date.parse(text))) throw bad;
    return Date.parse(text);
  }
  if (kind === 'Boolean' && text !== 'true' && text !== 'false') throw bad;
  if (values?.includes(text) === false) throw bad;
  return text;
}

const comparable = (kind: Kind, value: unknown): Comparable =>
  kind === 'Integer' ? Number(value) : kind === 'Date' ? Date.parse(String(value)) : String(value);

function filterOf(name: string, sent: string, fields: Readonly<Record<string, Field>>) {
  const [member = '', operator = 'eq'] = name.split(/:(.*)/s);
  const field = fields[member];
  if (field === undefined) throw badParameter(`Unknown filter field '${member}'`);
  if (!knownOperators.has(operator)) throw badParameter(`Unknown filter operator '${operator}'`);
  if (!operators[field.kind].includes(operator)) {
    throw badParameter(`Filter operator '${operator}' is not supported for field '${member}'`);
  }
  const { kind } = field;
  const valuesOf = (row: Row): readonly unknown[] => {
    const value = row[member];
    return value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  };
  const some = (holds: (value: Comparable) => boolean) => (row: Row) =>
    valuesOf(row).some((value) => holds(comparable(kind, value)));
  if (operator === 'null') return (row: Row) => valuesOf(row).length === 0;
  if (operator === 'not_null') return (row: Row) => valuesOf(row).length > 0;
  if (operator === 'like') return some((value) => isLike(String(value), sent));
  if (operator === 'not_like') return (row: Row) => !some((value) => isLike(String(value), sent))(row);
  if (operator === 'in' || operator === 'not_in') {
    const wanted = sent.split(',').map((text) => valueIn(name, field, text));
    const isIn = some((value) => wanted.includes(value));
    return operator === 'in' ? isIn : (row: Row) => !isIn(row);
  }
  const wanted = valueIn(name, field, sent);
  if (operator === 'ne') return (row: Row) => !some((value) => value === wanted)(row);
  if (operator === 'gt') return some((value) => value > wanted);
  if (operator === 'lt') return some((value) => value < wanted);
  if (operator === 'gte') return some((value) => value >= wanted);
  if (operator === 'lte') return some((value) => value <= wanted);
  return some((value) => value === wanted);
}

function flagIn(query: URLSearchParams, name: string, otherwise: boolean): boolean {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (text !== 'true' && text !== 'false') {
    throw badParameter(`Invalid value '${text}' for parameter '${name}'`);
  }
  return text === 'true';
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^-?\d+$/.test(text)) throw badParameter(`Invalid value '${text}' for parameter '${name}'`);
  if (Number(text) < 0) throw badParameter(`Parameter '${name}' must be greater than or equal to 0`);
  return Number(text);
}

function chosenIn(query: URLSearchParams, fields: Readonly<Record<string, Field>>): readonly string[] | null {
  const text = query.get('fields');
  if (text === null || text === '') return null;
  const names = text.split(',');
  for (const name of names) {
    if (fields[name] === undefined && !shownOnly.includes(name))
      throw badParameter(`Unknown field '${name}'`);
  }
  return names;
}

const only = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

/** @param id the member that tells the entities apart */
function listed(
  query: URLSearchParams,
  rows: readonly Row[],
  fields: Readonly<Record<string, Field>>,
  id: string,
): Answered {
  const isExport = flagIn(query, 'export', false);
  if (isExport && (query.has('limit') || query.has('offset'))) {
    throw badParameter("Parameter 'export' can not be combined with 'limit' or 'offset'");
  }
  const limit = numberIn(query, 'limit', 10);
  if (limit > largestLimit)
    throw badParameter(`Parameter 'limit' must be less than or equal to ${largestLimit}`);
  const offset = numberIn(query, 'offset', 0);
  const isCounted = flagIn(query, 'total', true);
  const chosen = chosenIn(query, fields);
  const filters = [...query]
    .filter(([name]) => !general.includes(name))
    .map(([name, sent]) => filterOf(name, sent, fields));
  const text = (query.get('q') ?? '').toLowerCase();
  const found = rows.filter(
    (row) =>
      filters.every((holds) => holds(row)) &&
      Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(text)),
  );
  const orders = query.getAll('order').map((order) => {
    const name = order.replace(/^-/, '');
    const field = fields[name];
    if (field === undefined || field.kind === 'List') throw badParameter(`Can not order by '${name}'`);
    return { name, kind: field.kind, sign: order.startsWith('-') ? -1 : 1 };
  });
  const sorted = [...found].sort((first, other) => {
    for (const { name, kind, sign } of orders) {
      const [one, two] = [first[name], other[name]];
      if (one === undefined || two === undefined) {
        if (one !== two) return one === undefined ? 1 : -1;
        continue;
      }
      const [left, right] = [comparable(kind, one), comparable(kind, two)];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
  const shownMembers = isExport ? [id, ...(chosen ?? [])] : chosen === null ? null : [id, ...chosen];
  const shown = (isExport ? sorted : sorted.slice(offset, offset + limit)).map((row) =>
    shownMembers === null ? row : only(row, shownMembers),
  );
  const total = isCounted ? { total: found.length } : {};
  const pagination = isExport ? { limit: found.length, offset: 0, ...total } : { limit, offset, ...total };
  return json(200, query.get('limit') === '0' ? { pagination } : { entities: shown, pagination });
}

const strategyRow = ({
  handle,
  name,
  type,
  minimum,
  enabled,
  created,
}: (typeof strategies)[number]): Row => ({
  handle,
  name,
  type,
  minPriceRequired: minimum,
  enabled,
  createdDate: moment(created),
});

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: 88_410 - index * 7,
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 50_400_000 - chance(`wildcard report ${index}`, 15_000) * 1_000,
    seconds: 90 + index * 20,
    fails: index === 4 || index === 9,
    rows: 20 + chance(`wildcard rows ${index}`, 700),
  }));
  const recent: number[] = [];
  let count = 0;
  let processes = 700_300 + (run.run % 50) * 1_000;

  function nextProcess(): number {
    processes += 1;
    return processes;
  }

  /** Lets a process come to its end whose time has come. */
  function settle(listing: Listing): void {
    const { pending } = listing;
    if (pending === undefined || pending.done > run.now()) return;
    listing.strategy = pending.strategy;
    listing.updated = pending.done;
    listing.pending = undefined;
  }

  function listingRow(listing: Listing): Row {
    settle(listing);
    const { minimum, maximum, strategy, updated } = listing;
    const status = [
      ...(listing.promoted ? ['PROMOTION'] : []),
      ...(listing.locked ? ['CLIENT_UPDATE_PROHIBITED'] : []),
      ...(listing.pending === undefined ? [] : ['PENDING_UPDATE']),
    ];
    return {
      id: listing.id,
      product: listing.product,
      group: listing.group,
      registry: listing.registry,
      status: status.length === 0 ? ['OK'] : status,
      currency: 'EUR',
      cost: listing.cost,
      price: listing.price,
      renewalPrice: listing.renewal,
      privacyProtect: listing.privacy,
      ...(minimum === undefined ? {} : { minPrice: minimum }),
      ...(maximum === undefined ? {} : { maxPrice: maximum }),
      ...(strategy === undefined ? {} : { strategy }),
      createdDate: moment(listing.created),
      ...(updated === undefined ? {} : { updatedDate: moment(updated) }),
    };
  }

  function reportRow({ id, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 30 ? 'NEW' : !isOver ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
    return {
      id,
      type,
      status,
      createdDate: moment(created),
      ...(elapsed < 30 ? {} : { startedDate: moment(created + 30_000) }),
      ...(isOver ? { finishedDate: moment(created + seconds * 1_000) } : {}),
      ...(status === 'COMPLETED'
        ? {
            rows,
            downloadUrl: `${run.origin}/exports/${id}.csv?token=${scrambled(`wildcard ${run.run} ${id}`, 32, hex)}`,
          }
        : {}),
      ...(status === 'FAILED' ? { error: 'The registry did not answer in time' } : {}),
    };
  }

  const absent = (what: string, id: string) =>
    new Refusal(404, 'ObjectDoesNotExist', `${what} '${id}' does not exist`, {
      objectType: what.toLowerCase(),
    });

  function numbered(id: string): number {
    if (!/^\d+$/.test(id)) throw badParameter(`Invalid value '${id}' for parameter 'id'`);
    return Number(id);
  }

  function listingAt(id: string): Listing {
    const listing = all.find((one) => one.id === numbered(id));
    if (listing === undefined) throw absent('Listing', id);
    settle(listing);
    return listing;
  }

  function one(
    query: URLSearchParams,
    row: Row,
    fields: Readonly<Record<string, Field>>,
    id: string,
  ): Answered {
    const unknown = [...query.keys()].find((name) => name !== 'fields');
    if (unknown !== undefined) throw badParameter(`Unknown parameter '${unknown}'`);
    const chosen = chosenIn(query, fields);
    return json(200, chosen === null ? row : only(row, [id, ...chosen]));
  }

  function bodyIn(request: Asked, known: readonly string[]): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'JsonParseException', 'The request body is not valid JSON');
    if (!isObject(sent.json)) {
      throw new Refusal(400, 'MismatchedInputException', 'The request body must be a JSON object');
    }
    const unknown = Object.keys(sent.json).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new Refusal(400, 'UnrecognizedPropertyException', `Unrecognized property '${unknown}'`, {
        property: unknown,
        knownProperties: known,
      });
    }
    return sent.json;
  }

  const misfit = (field: string, type: string, from: string) =>
    new Refusal(400, 'InvalidFormatException', `Can not deserialize value of type ${type} from ${from}`, {
      field,
    });

  const jsonKind = (value: unknown) =>
    Array.isArray(value)
      ? 'Array'
      : value === null
        ? 'null'
        : typeof value === 'boolean'
          ? 'Boolean'
          : 'Object';

  function wholeIn(body: Row, name: string): number | null | undefined {
    const value = body[name];
    if (value === undefined || value === null) return value;
    if (typeof value === 'number') {
      if (!Number.isInteger(value)) throw misfit(name, 'Integer', `Float ${value}`);
      return value;
    }
    if (typeof value === 'string') {
      if (!/^-?\d+$/.test(value)) throw misfit(name, 'Integer', `String '${value}'`);
      return Number(value);
    }
    throw misfit(name, 'Integer', jsonKind(value));
  }

  function changeable(listing: Listing): void {
    const status = listing.locked
      ? 'CLIENT_UPDATE_PROHIBITED'
      : listing.pending
        ? 'PENDING_UPDATE'
        : undefined;
    if (status !== undefined) {
      throw new Refusal(400, 'ObjectStatusProhibitsOperation', `Status ${status} prohibits this operation`, {
        status: [status],
      });
    }
  }

  interface Violation {
    readonly field: string;
    readonly message: string;
  }

  const invalid = (violations: readonly Violation[]) =>
    new Refusal(400, 'ConstraintViolationException', 'Validation failed', { violations });

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request, ['minPrice', 'maxPrice', 'billables']);
    const [least, most] = [wholeIn(body, 'minPrice'), wholeIn(body, 'maxPrice')];
    const violations: Violation[] = [];
    for (const [field, value] of [
      ['minPrice', least],
      ['maxPrice', most],
    ] as const) {
      if (typeof value !== 'number') continue;
      if (value < 1) violations.push({ field, message: 'must be greater than or equal to 1' });
      if (value > largestPrice) {
        violations.push({ field, message: `must be less than or equal to ${largestPrice}` });
      }
    }
    if (least === undefined && most === undefined) {
      violations.push({ field: 'minPrice', message: 'at least one of minPrice and maxPrice is required' });
    }
    const minimum = least === undefined ? listing.minimum : (least ?? undefined);
    const maximum = most === undefined ? listing.maximum : (most ?? undefined);
    if (violations.length === 0 && minimum !== undefined && maximum !== undefined && minimum > maximum) {
      violations.push({ field: 'maxPrice', message: 'must not be less than minPrice' });
    }
    if (violations.length > 0) throw invalid(violations);
    changeable(listing);
    const plan = strategies.find(({ handle }) => handle === listing.strategy);
    if (minimum === undefined && plan?.minimum === true) {
      throw invalid([{ field: 'minPrice', message: `is required by strategy '${plan.handle}'` }]);
    }
    const acknowledged =
      Array.isArray(body.billables) &&
      body.billables.some(
        (one) => isObject(one) && one.product === listing.product && one.action === 'NEGATIVE_MARKUP',
      );
    if (typeof least === 'number' && least < listing.cost && !acknowledged) {
      throw new Refusal(
        400,
        'BillableAcknowledgmentNeededException',
        'The operation is billable and needs to be acknowledged',
        { billables: [{ product: listing.product, action: 'NEGATIVE_MARKUP', quantity: 1 }] },
      );
    }
    listing.minimum = minimum;
    listing.maximum = maximum;
    listing.updated = run.now();
    return { status: 200, headers: [['X-Process-Id', String(nextProcess())]], body: '' };
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy } = bodyIn(request, ['strategy']);
    if (strategy === undefined) throw invalid([{ field: 'strategy', message: 'must be present' }]);
    if (strategy !== null && typeof strategy !== 'string') {
      throw misfit(
        'strategy',
        'String',
        typeof strategy === 'number'
          ? `${Number.isInteger(strategy) ? 'Integer' : 'Float'} ${strategy}`
          : jsonKind(strategy),
      );
    }
    const plan = strategies.find(({ handle }) => handle === strategy);
    if (strategy !== null && plan === undefined) throw absent('Strategy', strategy);
    changeable(listing);
    if (plan?.enabled === false) {
      throw new Refusal(400, 'StrategyDisabled', `Strategy '${plan.handle}' is disabled`);
    }
    if (plan?.minimum === true && listing.minimum === undefined) {
      throw invalid([{ field: 'minPrice', message: `is required by strategy '${plan.handle}'` }]);
    }
    listing.pending = { strategy: plan?.handle, done: run.now() + processMilliseconds };
    const processId = nextProcess();
    return json(202, { processId }, [['X-Process-Id', String(processId)]]);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = new Refusal(404, 'NotFound', 'No resource at this path');
    if (version !== 'v1' || more.length > 0 || !['listings', 'strategies', 'reports'].includes(kind))
      throw nowhere;
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) throw nowhere;
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, 'MethodNotAllowed', `Method ${request.method} is not supported here`, {}, [
        ['Allow', method],
      ]);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query, all.map(listingRow), listingFields, 'id');
      const listing = listingAt(id);
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      return one(query, listingRow(listing), listingFields, 'id');
    }
    if (kind === 'strategies') {
      if (id === undefined) return listed(query, strategies.map(strategyRow), strategyFields, 'handle');
      const plan = strategies.find(({ handle }) => handle === id);
      if (plan === undefined) throw absent('Strategy', id);
      return one(query, strategyRow(plan), strategyFields, 'handle');
    }
    if (id === undefined) return listed(query, reports.map(reportRow), reportFields, 'id');
    const report = reports.find((each) => each.id === numbered(id));
    if (report === undefined) throw absent('Report', id);
    return one(query, reportRow(report), reportFields, 'id');
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] === undefined) {
      throw new Refusal(401, 'AuthenticationFailed', 'No API key was provided');
    }
    if (headers['x-api-key'] !== key)
      throw new Refusal(401, 'AuthenticationFailed', 'The API key is not valid');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(429, 'RateLimitExceeded', 'Too many requests, slow down', {}, [['Retry-After', '1']]);
    }
    recent.push(now);
  }

  return (request) => {
    count += 1;
    const id: Answered['headers'] = [['X-Request-Id', scrambled(`wildcard ${run.run} ${count}`, 24, hex)]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...id], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, message, more } = error;
      return json(status, { type, message, ...more }, [...error.headers, ...id]);
    }
  };
}

/** Goes on by the limit until the total is reached, or until a list without a total comes to an end. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const mark = target.includes('?') ? '&' : '?';
    const next = rows.length === 0 ? target : `${target}${mark}offset=${rows.length}`;
    const received: Received = await api.ask('GET', next);
    const entities = rowsAt(received, 'entities');
    rows.push(...entities);
    const total = at(received, 'pagination', 'total');
    const limit = Number(at(received, 'pagination', 'limit') ?? 0);
    const isOver = typeof total === 'number' ? rows.length >= total : entities.length < limit;
    if (isOver || entities.length === 0) return rows;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy } });

interface Picked {
  /** Listings that can be changed, with and without a lower bound, and one that can not be changed. */
  readonly bounded: readonly Row[];
  readonly unbounded: readonly Row[];
  readonly locked: unknown;
}

function picked(rows: readonly Row[]): Picked {
  const isLocked = ({ status }: Row) => Array.isArray(status) && status.includes('CLIENT_UPDATE_PROHIBITED');
  const free = rows.filter((row) => !isLocked(row));
  return {
    bounded: free.filter(({ minPrice }) => minPrice !== undefined),
    unbounded: free.filter(({ minPrice }) => minPrice === undefined),
    locked: rows.find(isLocked)?.id,
  };
}

/** Sets a lower bound below cost, and acknowledges what that costs. */
async function below(api: Api, id: unknown, minPrice: number): Promise<void> {
  const { body } = await price(api, id, { minPrice });
  if (isObject(body) && body.billables !== undefined) {
    await price(api, id, { minPrice, billables: body.billables });
  }
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, locked } = picked(await walk(api, '/v1/listings'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await api.ask('GET', '/v1/strategies');
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const idAt = (index: number) => bounded[index]!.id;
  const costAt = (index: number) => Number(bounded[index]!.cost);
  await get('limit=5&offset=12');
  await get('offset=500');
  await get('limit=0');
  await get('limit=3&total=false');
  await get('export=true');
  await get('export=true&fields=product,price');
  await get('group=GENERIC');
  await get('group:in=GEOGRAPHIC,COMMUNITY&limit=15');
  await get('status=PROMOTION');
  await get('status:ne=OK&limit=20');
  await get('product:like=%25ca%25');
  await get('product=domain_cafe');
  await get('registry=openzone&order=price');
  await get('registry:not_in=openzone,veridian&limit=5');
  await get('price:gte=2500&limit=30');
  await get('price:gt=800&price:lt=1200');
  await get('cost:lte=700&order=-cost');
  await get('minPrice:null');
  await get('strategy:not_null&limit=4');
  await get('strategy=lowest');
  await get('privacyProtect=false&limit=6');
  await get('createdDate:gte=2025-01-01T00:00:00Z&order=createdDate');
  await get('updatedDate:lt=2024-09-01');
  await get('q=gold');
  await get('q=veridian&limit=3');
  await get('order=-price&limit=8');
  await get('order=group&order=-product&limit=12');
  await get('fields=product,minPrice,maxPrice&limit=4');
  await api.ask('GET', '/v1/strategies?type=COMPETITIVE');
  await api.ask('GET', '/v1/strategies?enabled=true&order=-name');
  await api.ask('GET', '/v1/reports?status=COMPLETED&limit=3');
  await api.ask('GET', '/v1/reports?type:in=MARGINS,EXPIRY&order=id');
  for (const index of [0, 4, 9, 15, 20]) await read(api, 'listings', idAt(index));
  await read(api, 'listings', unbounded[0]!.id);
  await api.ask('GET', `/v1/listings/${String(idAt(2))}?fields=product,price`);
  await read(api, 'strategies', 'follow-market');
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, idAt(0), { minPrice: costAt(0) + 50, maxPrice: 9_900 });
  await read(api, 'listings', idAt(0));
  await price(api, idAt(4), { maxPrice: 12_500 });
  await read(api, 'listings', idAt(4));
  await price(api, idAt(9), { maxPrice: null });
  await read(api, 'listings', idAt(9));
  await price(api, unbounded[0]!.id, { minPrice: String(Number(unbounded[0]!.cost) + 10) });
  await read(api, 'listings', unbounded[0]!.id);
  await below(api, idAt(15), 199);
  await read(api, 'listings', idAt(15));
  await assign(api, idAt(0), 'lowest');
  await read(api, 'listings', idAt(0));
  await price(api, idAt(0), { maxPrice: 9_000 });
  api.wait(3_000);
  await read(api, 'listings', idAt(0));
  await assign(api, idAt(4), 'round-99');
  await assign(api, idAt(9), null);
  api.wait(3_000);
  await read(api, 'listings', idAt(4));
  await read(api, 'listings', idAt(9));
  await get('order=-updatedDate&limit=6');
  await get('strategy=round-99');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=3');

  await read(api, 'listings', 99_999);
  await read(api, 'listings', 'cafe');
  await read(api, 'strategies', 'highest');
  await read(api, 'reports', 12);
  await price(api, idAt(6), { minPrice: 9_000, maxPrice: 8_000 });
  await price(api, idAt(6), { minPrice: 'cheap' });
  await price(api, idAt(6), { minPrice: 12.5 });
  await price(api, idAt(6), { maxPrice: true });
  await price(api, idAt(6), { minPrice: 0 });
  await price(api, idAt(6), { minPrice: -5, maxPrice: 6_000_000 });
  await price(api, idAt(6), {});
  await price(api, idAt(6), { colour: 'red' });
  await price(api, idAt(7), { minPrice: 20 });
  await price(api, locked, { maxPrice: 7_000 });
  await api.ask('PATCH', `/v1/listings/${String(idAt(6))}/price`, { text: '{"minPrice": ' });
  await assign(api, idAt(6), 'highest');
  await assign(api, idAt(6), 'promo-spring');
  await assign(api, idAt(6), 17);
  await assign(api, unbounded[1]!.id, 'follow-market');
  await assign(api, locked, 'renewals');
  await api.ask('PATCH', `/v1/listings/${String(idAt(6))}/strategy`, { json: {} });
  await get('limit=-1');
  await get('limit=many');
  await get('limit=1000');
  await get('colour=red');
  await get('price:like=9%25');
  await get('price:above=9');
  await get('price:gte=cheap');
  await get('group=LOCAL');
  await get('createdDate:gt=monday');
  await get('order=colour');
  await get('fields=product,colour');
  await get('export=true&limit=5');
  await get('total=maybe');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(idAt(6))}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=1', { headers: { 'X-API-KEY': 'rsl-0000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=2', 12);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, locked } = picked(await walk(api, '/v1/listings?limit=30'));
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const idAt = (index: number) => bounded[index]!.id;
  const costAt = (index: number) => Number(bounded[index]!.cost);
  await get('limit=9&offset=27');
  await get('limit=15&offset=300');
  await get('limit=6&total=false&offset=6');
  await get('export=true&fields=cost,registry');
  await get('group=COMMUNITY&limit=7');
  await get('group:ne=GENERIC&limit=5');
  await get('status:in=PROMOTION,CLIENT_UPDATE_PROHIBITED');
  await get('product:like=%25en%25');
  await get('product:not_like=%25a%25&limit=6');
  await get('registry:in=northroot,tldworks&limit=8');
  await get('price:lte=900');
  await get('renewalPrice:gt=3000&order=renewalPrice');
  await get('maxPrice:null&limit=5');
  await get('strategy=follow-market&order=-price');
  await get('privacyProtect=true&group=GEOGRAPHIC');
  await get('createdDate:lt=2024-06-01T12:00:00Z');
  await get('q=club');
  await get('order=-cost&order=product&limit=7');
  await get('fields=registry,updatedDate&limit=3&offset=3');
  await api.ask('GET', '/v1/strategies?type=MARKUP&fields=name');
  await api.ask('GET', '/v1/strategies?minPriceRequired=false');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?type=PRICE_CHANGES&limit=2');
  for (const index of [1, 5, 12]) await read(api, 'listings', idAt(index));
  await read(api, 'strategies', 'cost-plus-20');
  await read(api, 'reports', runs[9]);

  await price(api, idAt(1), { minPrice: costAt(1) + 75, maxPrice: 8_450 });
  await read(api, 'listings', idAt(1));
  await price(api, idAt(5), { maxPrice: '15100' });
  await read(api, 'listings', idAt(5));
  await price(api, unbounded[2]!.id, { minPrice: Number(unbounded[2]!.cost) + 5, maxPrice: null });
  await read(api, 'listings', unbounded[2]!.id);
  await below(api, idAt(12), 249);
  await assign(api, idAt(1), 'renewals');
  await read(api, 'listings', idAt(1));
  await assign(api, idAt(1), 'lowest');
  api.wait(2_500);
  await read(api, 'listings', idAt(1));
  await get('strategy=renewals&limit=5');

  await read(api, 'listings', 12_345);
  await read(api, 'listings', 'domain_fit');
  await read(api, 'strategies', 'none-such');
  await price(api, idAt(8), { minPrice: 7_100, maxPrice: 7_000 });
  await price(api, idAt(8), { maxPrice: 'lots' });
  await price(api, idAt(8), { maxPrice: 99.5 });
  await price(api, idAt(8), { minPrice: -20 });
  await price(api, idAt(8), { maxPrice: 5_000_001 });
  await price(api, idAt(8), { shape: 'round' });
  await price(api, locked, { minPrice: 4_000 });
  await assign(api, idAt(8), 'cheapest');
  await assign(api, idAt(8), 4.5);
  await assign(api, unbounded[3]!.id, 'lowest');
  await api.ask('PATCH', `/v1/listings/${String(idAt(8))}/strategy`, { text: '{"strategy"' });
  await get('offset=-3');
  await get('limit=500');
  await get('shape=round');
  await get('cost:within=3');
  await get('cost:lt=low');
  await get('order=-shape');
  await get('fields=shape');
  await api.ask('GET', '/v1/strategies?enabled=perhaps');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const wildcardFilters: WalkedService = {
  name: 'wildcard-filters',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=4', 'limit=11&total=false', 'limit=250'],
  walk,
};
