// A repricing company's own service in Java, with controllers, records and one hand-written handler of faults: pages of `content`
// beside `page` with size, number and totals, counted from zero; `sort=price,desc`, repeatable; filters in camelCase, which may be
// repeated; sizes out of bounds are put right in silence. Prices and bounds are objects, enums in capitals, a version for each
// record that is its entity tag too. A fault has its code, message and trace id, and by field what was rejected and why; what is
// no JSON, or of a wrong type, is told in the words of the parser; rules of the trade are 409 and 422. A bucket of calls.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'prl_7c1e9a40b2d84f6f9d35';
const defaultSize = 20;
const largestSize = 100;
/** The bucket of a key: how much it holds, and what comes into it each second. */
const perSecond = 5;

const statuses = ['ACTIVE', 'PAUSED', 'ENDED'] as const;
const channels = ['MARKETPLACE_DE', 'MARKETPLACE_FR', 'MARKETPLACE_UK', 'WEBSHOP'] as const;
const reportStatuses = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
const reportTypes = ['PRICE_CHANGES', 'COMPETITOR_OVERVIEW', 'MARGIN_SUMMARY'] as const;

/** As instants are printed: without a fraction where there is none. */
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

const fixed = (amount: number): string => amount.toFixed(2);

/** A body whose amounts have two places, as decimals from the database do. */
function sent(status: number, body: unknown, headers: Headers = []): Answered {
  const answered = json(status, body, headers);
  const text = answered.body.replace(
    /"(value|min|max)":(-?\d+(?:\.\d+)?)/g,
    (_, name: string, amount: string) => `"${name}":${fixed(Number(amount))}`,
  );
  return { ...answered, body: text };
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly active: boolean;
  readonly requiresMinPrice: boolean;
  readonly adjustment: Row;
  readonly created: number;
}

const strategies: readonly Strategy[] = [
  { name: 'Win the Featured Offer', type: 'FEATURED_OFFER', unit: 'ABSOLUTE', value: -0.01, needs: true },
  { name: 'Cheapest by 1 %', type: 'LOWEST_PRICE', unit: 'PERCENT', value: -1, needs: true },
  { name: 'Keep 25 % margin', type: 'FIXED_MARGIN', unit: 'PERCENT', value: 25, needs: false },
  { name: 'Fast movers', type: 'SALES_VELOCITY', unit: 'PERCENT', value: 3.5, needs: false },
  { name: 'Match lowest', type: 'LOWEST_PRICE', unit: 'ABSOLUTE', value: 0, needs: true },
  { name: 'Summer sale 2025', type: 'FIXED_MARGIN', unit: 'PERCENT', value: 8, needs: false, off: true },
].map(({ name, type, unit, value, needs, off }, index) => ({
  id: uuid(`rejected strategy ${index}`),
  name,
  type,
  active: off !== true,
  requiresMinPrice: needs,
  adjustment: { unit, amount: value },
  created: Date.UTC(2024, 1 + index, 6 + index, 9, 20 + index, 14, 100 + 37 * index),
}));

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly channel: (typeof channels)[number];
  readonly status: (typeof statuses)[number];
  readonly price: number;
  readonly competitor: number | undefined;
  readonly stock: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: Strategy | null;
  updated: number;
  version: number;
}

function listings(): Listing[] {
  return Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `rejected ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.82) / 100;
    const strategy = strategies[chance(`${seed} strategy`, 13)];
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    return {
      id: uuid(seed),
      sku,
      title,
      channel: oneOf(`${seed} channel`, channels),
      status: oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED', 'ENDED']),
      price: price / 100,
      competitor:
        chance(`${seed} competitor`, 3) === 0
          ? undefined
          : Math.round(price * (0.9 + chance(seed, 20) / 100)) / 100,
      stock,
      created,
      min,
      max: chance(`${seed} max`, 4) === 0 ? null : Math.round(price * 1.35) / 100,
      strategy:
        strategy === undefined || !strategy.active || (strategy.requiresMinPrice && min === null)
          ? null
          : strategy,
      updated: created + chance(`${seed} updated`, 60 * 86_400) * 1_000,
      version: 1 + chance(`${seed} version`, 9),
    };
  });
}

interface FieldError {
  readonly field: string;
  readonly rejectedValue: unknown;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fieldErrors: readonly FieldError[];
  readonly headers: Headers;

  constructor(
    status: number,
    code: string,
    message: string,
    fieldErrors: readonly FieldError[] = [],
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.headers = headers;
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

function refuseFields(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const fields = new Set(errors.map(({ field }) => field)).size;
  const inOrder = [...errors].sort((one, other) =>
    compared(`${one.field} ${one.message}`, `${other.field} ${other.message}`),
  );
  const said = `Validation failed for ${fields} ${fields === 1 ? 'field' : 'fields'}`;
  throw new Refusal(400, 'VALIDATION_FAILED', said, inOrder);
}

const compared = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0;

const unreadable = (words: string) => new Refusal(400, 'MALFORMED_REQUEST', `JSON parse error: ${words}`);

/** What the parser says of a text that is no JSON: of the first sign or word that it did not want, else of the early end. */
function syntaxWords(text: string): string {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => `"${'_'.repeat(string.length - 2)}"`);
  const values = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
  const [, before = '', word = ''] =
    /^((?:"[^"]*"|[^"A-Za-z'}\]]|true|false|null|(?<!,\s*)[}\]])*)([A-Za-z_$][\w$]*|['}\]])/.exec(plain) ??
    [];
  if (word !== '') {
    const isName =
      word !== ']' && /[{,]\s*$/.test(before) && before.lastIndexOf('{') > before.lastIndexOf('[');
    if (!isName && /\w/.test(word)) return `Unrecognized token '${word}': was expecting ${values}`;
    const expecting = isName ? 'double-quote to start field name' : `a valid value ${values}`;
    return `Unexpected character ('${word[0]!}' (code ${word.charCodeAt(0)})): was expecting ${expecting}`;
  }
  if (/:\s*$/.test(plain)) return 'Unexpected end-of-input within/between Object entries';
  const open = [...plain.matchAll(/[{[]/g)].map(({ index }) => index);
  const closed = plain.replace(/[^}\]]/g, '').length;
  const at = open[Math.max(open.length - 1 - closed, 0)] ?? 0;
  const place = `[Source: REDACTED (\`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION\` disabled); line: 1, column: ${at + 1}]`;
  return `Unexpected end-of-input: expected close marker for ${plain[at] === '[' ? 'Array' : 'Object'} (start marker at ${place})`;
}

const dto = (name: string) => `eu.pricelane.api.listing.dto.${name}`;

function wrongType(type: string, value: unknown): Refusal {
  const [kind, token] = Array.isArray(value)
    ? ['Array', 'START_ARRAY']
    : isObject(value)
      ? ['Object', 'START_OBJECT']
      : typeof value === 'boolean'
        ? ['Boolean', value ? 'VALUE_TRUE' : 'VALUE_FALSE']
        : ['Null', 'VALUE_NULL'];
  return unreadable(
    `Cannot deserialize value of type \`${type}\` from ${kind} value (token \`JsonToken.${token}\`)`,
  );
}

const wrongText = (type: string, text: string, words: string) =>
  unreadable(`Cannot deserialize value of type \`${type}\` from String "${text}": ${words}`);

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value that is to be an object of a class; null is none. */
function objectOf(value: unknown, name: string): Row | null {
  if (value === null || isObject(value)) return value;
  if (Array.isArray(value)) throw wrongType(dto(name), value);
  const text = textOf(value);
  const [argument, from] =
    typeof value === 'string'
      ? ['String', `String value ('${text}')`]
      : typeof value === 'boolean'
        ? ['boolean/Boolean', `boolean value (${text})`]
        : ['int/Int', `Number value (${text})`];
  throw unreadable(
    `Cannot construct instance of \`${dto(name)}\` (although at least one Creator exists): no ${argument}-argument constructor/factory method to deserialize from ${from}`,
  );
}

function decimalOf(value: unknown): number | null {
  const type = 'java.math.BigDecimal';
  if (value === null || typeof value === 'number') return value;
  if (typeof value !== 'string') throw wrongType(type, value);
  const text = value.trim();
  if (text === '') return null;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    throw wrongText(type, value, 'not a valid representation');
  }
  return Number(text);
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function uuidOf(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'object') throw wrongType('java.util.UUID', value);
  const text = textOf(value);
  if (!isUuid(text)) {
    throw wrongText('java.util.UUID', text, 'UUID has to be represented by standard 36-char representation');
  }
  return text.toLowerCase();
}

function bodyOf({ headers, body }: Asked, name: string): Row {
  const type = headers['content-type'] ?? 'application/octet-stream';
  if (body.trim() === '') throw new Refusal(400, 'MALFORMED_REQUEST', 'Required request body is missing');
  if (!/^application\/(?:[\w.-]+\+)?json(?:;|$)/.test(type)) {
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type '${type}' is not supported`);
  }
  const value = parsed(body);
  if (value === undefined) throw unreadable(syntaxWords(body));
  const found = objectOf(value, name);
  if (found === null) throw new Refusal(400, 'MALFORMED_REQUEST', 'Required request body is missing');
  return found;
}

const mismatch = (name: string, text: string, words: string) =>
  new Refusal(400, 'INVALID_PARAMETER', `Parameter '${name}' ${words}`, [
    { field: name, rejectedValue: text, message: words },
  ]);

/** The parameters of a query as a controller declares them; strangers are passed over, and an empty text is none. */
class Params {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    const text = this.#query.get(name)?.trim();
    return text === '' ? undefined : text;
  }

  /** Those of an enum: repeated, or with commas. */
  words<Word extends string>(name: string, known: readonly Word[]): readonly Word[] {
    const texts = this.#query.getAll(name).flatMap((text) => text.split(','));
    return texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text) => {
        const word = known.find((each) => each === text);
        if (word === undefined) throw mismatch(name, text, `must be one of [${known.join(', ')}]`);
        return word;
      });
  }

  #converted<Value>(name: string, type: string, convert: (text: string) => Value | undefined) {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = convert(text);
    if (value === undefined) throw mismatch(name, text, `must be a valid ${type}`);
    return value;
  }

  decimal(name: string): number | undefined {
    return this.#converted(name, 'BigDecimal', (text) =>
      /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined,
    );
  }

  uuid(name: string): string | undefined {
    return this.#converted(name, 'UUID', (text) => (isUuid(text) ? text.toLowerCase() : undefined));
  }

  flag(name: string): boolean | undefined {
    const known: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
    return this.#converted(name, 'Boolean', (text) => known[text]);
  }

  moment(name: string): number | undefined {
    return this.#converted(name, 'OffsetDateTime', (text) => {
      const isFull = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
      const time = isFull ? Date.parse(text) : NaN;
      return Number.isNaN(time) ? undefined : time;
    });
  }

  /** A page and its size are put right where they are out of bounds, or no numbers. */
  page(): { readonly size: number; readonly number: number } {
    const whole = (name: string) => {
      const text = this.text(name) ?? '';
      return /^[+-]?\d{1,9}$/.test(text) ? Math.max(Number(text), 0) : 0;
    };
    const size = whole('size');
    return { size: size < 1 ? defaultSize : Math.min(size, largestSize), number: whole('page') };
  }

  /** Names by which to sort, each with 1 for upwards or -1. */
  orders(known: readonly string[]): readonly (readonly [name: string, sign: number])[] {
    return this.#query.getAll('sort').flatMap((text) => {
      const names = text.split(',').filter((name) => name.trim() !== '');
      const direction = /^(?:asc|desc)$/i.exec(names.at(-1) ?? '')?.[0].toLowerCase();
      if (direction !== undefined) names.pop();
      return names.map((name) => {
        if (!known.includes(name)) {
          const words = `Sorting by '${name}' is not supported, supported properties are [${known.join(', ')}]`;
          throw new Refusal(400, 'INVALID_SORT', words);
        }
        return [name, direction === 'desc' ? -1 : 1] as const;
      });
    });
  }
}

/** What a record sorts by. */
type Keys = Readonly<Record<string, string | number>>;

function paged<Each extends { readonly id: string }>(
  found: readonly Each[],
  params: Params,
  keysOf: (one: Each) => Keys,
  known: readonly string[],
  shown: (one: Each) => Row,
): Answered {
  const asked = params.orders(known);
  const orders = asked.length > 0 ? asked : [['createdAt', -1] as const];
  const { size, number } = params.page();
  const sorted = [...found].sort((one, other) => {
    for (const [name, sign] of orders) {
      const by = compared(keysOf(one)[name]!, keysOf(other)[name]!);
      if (by !== 0) return sign * by;
    }
    return compared(one.id, other.id);
  });
  return sent(200, {
    content: sorted.slice(number * size, (number + 1) * size).map(shown),
    page: {
      size,
      number,
      totalElements: found.length,
      totalPages: Math.ceil(found.length / size),
    },
  });
}

function strategyShown({ id, name, type, active, requiresMinPrice, adjustment, created }: Strategy): Row {
  const createdAt = moment(created);
  return { id, name, type, active, requiresMinPrice, adjustment, createdAt, updatedAt: createdAt };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 9 }, (_, index) => ({
    id: uuid(`rejected report ${index}`),
    type: reportTypes[index % 3]!,
    created: opened - (index === 0 ? 45_250 : index * 86_400_000 - chance(`rejected report ${index}`, 9e6)),
    seconds: 95 + 20 * index,
    rows: 18 + chance(`rejected rows ${index}`, 2_400),
    fails: index === 3,
    by: oneOf(`rejected by ${index}`, ['scheduler', 'mira.holm@pricelane.example']),
  }));
  type Report = (typeof reports)[number];
  let tokens: number = perSecond;
  let filled = opened;
  let count = 0;

  function listingShown(one: Listing): Row {
    const currency = one.channel === 'MARKETPLACE_UK' ? 'GBP' : 'EUR';
    return {
      id: one.id,
      sku: one.sku,
      title: one.title,
      channel: one.channel,
      status: one.status,
      price: { value: one.price, currency },
      competitorPrice: one.competitor === undefined ? null : { value: one.competitor, currency },
      bounds: { min: one.min, max: one.max },
      strategy: one.strategy === null ? null : { id: one.strategy.id, name: one.strategy.name },
      stock: one.stock,
      createdAt: moment(one.created),
      updatedAt: moment(one.updated),
      version: one.version,
    };
  }

  const tagOf = ({ version }: Listing) => `"${version}"`;
  const listingAlone = (one: Listing): Answered => sent(200, listingShown(one), [['ETag', tagOf(one)]]);

  function statusOf({ created, seconds, fails }: Report): (typeof reportStatuses)[number] {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 15 ? 'QUEUED' : elapsed < seconds ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isOver = status === 'COMPLETED' || status === 'FAILED';
    return {
      id: one.id,
      type: one.type,
      status,
      format: 'CSV',
      requestedBy: one.by,
      rowCount: status === 'COMPLETED' ? one.rows : null,
      downloadUrl: status === 'COMPLETED' ? `${run.origin}/v1/reports/${one.id}/download` : null,
      errorMessage: status === 'FAILED' ? 'Competitor data was not available in time' : null,
      createdAt: moment(one.created),
      startedAt: status === 'QUEUED' ? null : moment(one.created + 15_000),
      finishedAt: isOver ? moment(one.created + one.seconds * 1_000) : null,
    };
  }

  function listed(params: Params): Answered {
    const status = params.words('status', statuses);
    const channel = params.words('channel', channels);
    const strategyId = params.uuid('strategyId');
    const from = params.decimal('minPriceFrom') ?? -Infinity;
    const to = params.decimal('minPriceTo') ?? Infinity;
    const after = params.moment('updatedAfter') ?? -Infinity;
    const search = (params.text('search') ?? '').toLowerCase();
    const isBounded = Number.isFinite(from) || Number.isFinite(to);
    const found = all.filter(
      (one) =>
        (status.length === 0 || status.includes(one.status)) &&
        (channel.length === 0 || channel.includes(one.channel)) &&
        (strategyId === undefined || one.strategy?.id === strategyId) &&
        (!isBounded || (one.min !== null && one.min >= from && one.min <= to)) &&
        one.updated > after &&
        [one.title, one.sku].some((text) => text.toLowerCase().includes(search)),
    );
    const keysOf = (one: Listing): Keys => ({
      sku: one.sku,
      title: one.title,
      status: one.status,
      price: one.price,
      stock: one.stock,
      createdAt: one.created,
      updatedAt: one.updated,
    });
    const known = ['sku', 'title', 'status', 'price', 'stock', 'createdAt', 'updatedAt'];
    return paged(found, params, keysOf, known, listingShown);
  }

  function listedReports(params: Params): Answered {
    const status = params.words('status', reportStatuses);
    const type = params.words('type', reportTypes);
    const found = reports.filter(
      (one) =>
        (status.length === 0 || status.includes(statusOf(one))) &&
        (type.length === 0 || type.includes(one.type)),
    );
    const keysOf = (one: Report): Keys => ({ createdAt: one.created, type: one.type });
    return paged(found, params, keysOf, ['createdAt', 'type'], reportShown);
  }

  function listedStrategies(params: Params): Answered {
    const active = params.flag('active');
    const found = strategies.filter((one) => active === undefined || one.active === active);
    const keysOf = (one: Strategy): Keys => ({ name: one.name, createdAt: one.created });
    return paged(found, params, keysOf, ['name', 'createdAt'], strategyShown);
  }

  function byId<Each extends { readonly id: string }>(what: string, rows: readonly Each[], id: string): Each {
    const one = rows.find((each) => each.id === id);
    if (one === undefined) {
      throw new Refusal(404, `${what.toUpperCase()}_NOT_FOUND`, `${what} not found with id: ${id}`);
    }
    return one;
  }

  function pathId(text: string): string {
    if (!isUuid(text)) throw mismatch('id', text, 'must be a valid UUID');
    return text.toLowerCase();
  }

  /** The listing of a write, if it may be written. */
  function writable(id: string, { headers }: Asked): Listing {
    const one = byId('Listing', all, id);
    const match = headers['if-match'];
    if (match !== undefined && match !== '*' && match !== tagOf(one)) {
      const said = match.replace(/^(?:W\/)?"|"$/g, '');
      const words = `Listing was modified in the meantime: expected version ${said} but was ${one.version}`;
      throw new Refusal(412, 'VERSION_MISMATCH', words);
    }
    if (one.status === 'ENDED') {
      throw new Refusal(409, 'LISTING_ENDED', `Listing ${one.sku} has ended and cannot be changed`);
    }
    return one;
  }

  function minRequired(strategy: Strategy, { sku }: Listing): Refusal {
    const words = `Strategy '${strategy.name}' requires a minimum price, but listing ${sku} has none`;
    return new Refusal(422, 'MIN_PRICE_REQUIRED', words);
  }

  /** A new version, where anything is changed. */
  function save(one: Listing, changes: Partial<Pick<Listing, 'min' | 'max' | 'strategy'>>): Answered {
    const isChanged = Object.entries(changes).some(
      ([name, value]) => one[name as 'min' | 'max' | 'strategy'] !== value,
    );
    if (isChanged) Object.assign(one, changes, { updated: run.now(), version: one.version + 1 });
    return listingAlone(one);
  }

  function priced(id: string, request: Asked): Answered {
    const body = bodyOf(request, 'UpdatePriceRequest');
    const bounds = objectOf(body.bounds ?? null, 'PriceBoundsRequest');
    const sentBound = (name: 'min' | 'max') =>
      bounds?.[name] === undefined ? undefined : decimalOf(bounds[name]);
    const [min, max] = [sentBound('min'), sentBound('max')];
    const errors: FieldError[] = [];
    const refuse = (field: string, rejectedValue: unknown, message: string) =>
      errors.push({ field, rejectedValue, message });
    for (const [name, value] of [
      ['bounds.min', min],
      ['bounds.max', max],
    ] as const) {
      if (typeof value !== 'number') continue;
      if (value < 0.01) refuse(name, value, 'must be greater than or equal to 0.01');
      if (value > 99_999.99) refuse(name, value, 'must be less than or equal to 99999.99');
      if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) {
        refuse(name, value, 'numeric value out of bounds (<5 digits>.<2 digits> expected)');
      }
    }
    if (bounds === null) refuse('bounds', null, 'must not be null');
    else if (min === undefined && max === undefined)
      refuse('bounds', {}, 'at least one of min and max must be given');
    if (typeof min === 'number' && typeof max === 'number' && max < min) {
      refuse('bounds.max', max, 'must be greater than or equal to min');
    }
    refuseFields(errors);

    const one = writable(id, request);
    const low = min === undefined ? one.min : min;
    const high = max === undefined ? one.max : max;
    if (low !== null && high !== null && high < low) {
      const words =
        max === undefined
          ? `Minimum price ${fixed(low)} is above the current maximum price ${fixed(high)}`
          : `Maximum price ${fixed(high)} is below the current minimum price ${fixed(low)}`;
      throw new Refusal(422, 'BOUNDS_CONFLICT', words);
    }
    if (low === null && one.strategy?.requiresMinPrice === true) throw minRequired(one.strategy, one);
    return save(one, { min: low, max: high });
  }

  function assigned(id: string, request: Asked): Answered {
    const { strategyId } = bodyOf(request, 'AssignStrategyRequest');
    const chosen = strategyId === undefined ? null : uuidOf(strategyId);
    if (strategyId === undefined) {
      refuseFields([{ field: 'strategyId', rejectedValue: null, message: 'must be present' }]);
    }
    const one = writable(id, request);
    if (chosen === null) return save(one, { strategy: null });
    const strategy = strategies.find((each) => each.id === chosen);
    if (strategy === undefined) {
      throw new Refusal(422, 'UNKNOWN_STRATEGY', `Strategy ${chosen} does not exist`);
    }
    if (!strategy.active) {
      throw new Refusal(409, 'STRATEGY_INACTIVE', `Strategy '${strategy.name}' is not active`);
    }
    if (strategy.requiresMinPrice && one.min === null) throw minRequired(strategy, one);
    return save(one, { strategy });
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isKnown =
      root === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404, 'NOT_FOUND', `No static resource ${path.slice(1)}.`);
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      const words = `Request method '${request.method}' is not supported`;
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', words, [], [['Allow', method]]);
    }
    const params = new Params(query);
    if (kind === 'listings') {
      if (id === undefined) return listed(params);
      const asked = pathId(id);
      if (part === 'price') return priced(asked, request);
      if (part === 'strategy') return assigned(asked, request);
      const one = byId('Listing', all, asked);
      const isHeld = request.headers['if-none-match'] === tagOf(one);
      return isHeld ? { status: 304, headers: [['ETag', tagOf(one)]], body: '' } : listingAlone(one);
    }
    if (kind === 'reports') {
      return id === undefined
        ? listedReports(params)
        : sent(200, reportShown(byId('Report', reports, pathId(id))));
    }
    return id === undefined
      ? listedStrategies(params)
      : sent(200, strategyShown(byId('Strategy', strategies, pathId(id))));
  }

  /** Takes a call out of the bucket of the key; says what is left there. */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given !== key) {
      const words = given === undefined ? 'API key is missing' : 'API key is invalid';
      throw new Refusal(401, 'UNAUTHORIZED', words, [], [['WWW-Authenticate', 'ApiKey']]);
    }
    const now = run.now();
    tokens = Math.min(perSecond, tokens + ((now - filled) / 1_000) * perSecond);
    filled = now;
    const isLeft = tokens >= 1;
    if (isLeft) tokens -= 1;
    const told: Headers = [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(Math.floor(tokens))],
    ];
    if (isLeft) return told;
    const seconds = Math.ceil((1 - tokens) / perSecond);
    throw new Refusal(
      429,
      'RATE_LIMIT_EXCEEDED',
      `Rate limit of ${perSecond} requests per second exceeded`,
      [],
      [...told, ['Retry-After', String(seconds)]],
    );
  }

  return (request) => {
    count += 1;
    const traceId = digest(`rejected ${run.run} ${count}`).slice(0, 32);
    const always: Headers = [
      ['X-Trace-Id', traceId],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate'],
    ];
    let told: Headers = [];
    try {
      told = admit(request);
      const answered = answer(request);
      return { ...answered, headers: [...answered.headers, ...told, ...always] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, fieldErrors, headers } = error;
      const shown = {
        timestamp: moment(run.now()),
        status,
        error: reasons[status],
        code,
        message,
        path: targetOf(request).path,
        ...(fieldErrors.length > 0 && { fieldErrors }),
        traceId,
      };
      return json(status, shown, [...headers, ...told, ...always]);
    }
  };
}

/** Asks for the next page as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const sign = target.includes('?') ? '&' : '?';
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const received: Received = await api.ask('GET', page === 0 ? target : `${target}${sign}page=${page}`);
    rows.push(...rowsAt(received, 'content'));
    pages = Number(at(received, 'page', 'totalPages') ?? 0);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, bounds: unknown, tag?: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, {
    json: { bounds },
    ...(tag !== undefined && { headers: { 'If-Match': tag } }),
  });
const priceText = (api: Api, id: unknown, text: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { text });
const assign = (api: Api, id: unknown, strategyId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Listings that have not ended: with both bounds and no strategy, with a strategy, without a lower bound; and ended ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ended: readonly unknown[];
  /** So much above the upper bound of a listing. */
  readonly above: (id: unknown, by: number) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const ended = rows.filter(({ status }) => status === 'ENDED');
  const on = rows.filter(({ status }) => status !== 'ENDED');
  const boundsOf = ({ bounds }: Row) => (isObject(bounds) ? bounds : {});
  const hasBoth = (row: Row) => boundsOf(row).min !== null && boundsOf(row).max !== null;
  return {
    free: ids(on.filter((row) => hasBoth(row) && row.strategy === null)),
    bound: ids(on.filter((row) => hasBoth(row) && row.strategy !== null)),
    open: ids(on.filter((row) => boundsOf(row).min === null)),
    ended: ids(ended),
    above: (id, by) =>
      Math.round(100 * (by + Number(boundsOf(rows.find((row) => row.id === id) ?? {}).max))) / 100,
  };
}

/** Strategies that are active, and need a lower bound or none; and those that are not. */
function plansOf(rows: readonly Row[]) {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const active = rows.filter((row) => row.active === true);
  return {
    needing: ids(active.filter((row) => row.requiresMinPrice === true)),
    easy: ids(active.filter((row) => row.requiresMinPrice === false)),
    off: ids(rows.filter((row) => row.active === false)),
  };
}

const nobody = (seed: string): string => uuid(`rejected nobody ${seed}`);

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, ended, above } = idsOf(await walk(api, '/v1/listings'));
  const { needing, easy, off } = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?size=10');
  await get('sort=price,desc&size=5');
  await get('sort=status&sort=price,asc&size=6');
  await get('status=PAUSED');
  await get('status=ACTIVE&status=PAUSED&size=6');
  await get('minPriceFrom=60&size=8');
  await get('search=lamp');
  await get('updatedAfter=2025-03-01T00:00:00Z&size=3');
  await get(`strategyId=${String(needing[0])}`);
  await get('page=9');
  await api.ask('GET', '/v1/strategies?active=true&size=3');
  await api.ask('GET', '/v1/reports?status=COMPLETED&size=4');
  for (const id of [free[0], free[1], bound[0], open[0], ended[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', needing[0]);
  await read(api, 'strategies', off[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[2]);

  await price(api, free[0], { min: 12.5, max: 349.9 });
  const changed = await read(api, 'listings', free[0]);
  await price(api, free[1], { max: above(free[1], 20) });
  await read(api, 'listings', free[1]);
  await price(api, free[2], { max: null });
  await price(api, open[0], { min: 4.99 });
  await price(api, free[0], { min: 14, max: 320 }, header(changed, 'ETag'));
  await price(api, free[0], { min: 15, max: 310 }, header(changed, 'ETag'));
  await assign(api, free[0], needing[1]);
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, free[1], easy[0]);
  await get('sort=updatedAt,desc&size=4');

  await read(api, 'listings', 'lamp-1');
  await read(api, 'listings', nobody('one'));
  await read(api, 'strategies', nobody('two'));
  await read(api, 'reports', nobody('three'));
  await price(api, nobody('four'), { min: 9 });
  await price(api, free[3], { min: 40, max: 30.5 });
  await price(api, free[3], { min: 'cheap' });
  await price(api, free[3], { max: [25] });
  await price(api, free[3], { min: -1, max: 250_000 });
  await price(api, free[3], { min: 9.999 });
  await price(api, free[3], null);
  await price(api, free[3], { min: above(free[3], 10) });
  await price(api, ended[0], { min: 8 });
  await priceText(api, free[3], '{"bounds": {"min": 12.5');
  await assign(api, free[3], nobody('five'));
  await assign(api, free[3], off[0]);
  await assign(api, free[3], 'best');
  await assign(api, open[1], needing[0]);
  await get('sort=colour');
  await get('status=SOLD');
  await get('minPriceFrom=cheap');
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?size=1', 10);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, ended, above } = idsOf(await walk(api, '/v1/listings?size=12'));
  const { needing, easy, off } = plansOf(await walk(api, '/v1/strategies?size=4'));
  const runs = (await walk(api, '/v1/reports?size=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('sort=price,asc&size=7');
  await get('sort=title,desc&size=4');
  await get('status=ENDED');
  await get('status=ACTIVE&size=5&page=1');
  await get('minPriceFrom=35.5&size=5');
  await get('search=torch');
  await get('updatedAfter=2025-01-15T12:00:00Z&size=4');
  await get(`strategyId=${String(easy[0])}&size=10`);
  await get('page=6&size=15');
  await get('colour=red&size=3');
  await api.ask('GET', '/v1/reports?status=FAILED');
  for (const id of [free[3], bound[1], open[1], ended[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', easy[1]);
  await read(api, 'reports', runs[4]);

  await price(api, free[3], { min: 7.25, max: 411.4 });
  const changed = await read(api, 'listings', free[3]);
  await price(api, bound[1], { max: above(bound[1], 12.3) });
  await read(api, 'listings', bound[1]);
  await price(api, free[4], { min: null });
  await price(api, free[3], { min: 8.1 }, header(changed, 'ETag'));
  await price(api, free[3], { min: 9.2 }, header(changed, 'ETag'));
  await assign(api, free[3], needing[0]);
  await read(api, 'listings', free[3]);
  await assign(api, bound[2], null);
  await get('sort=updatedAt,desc&size=3');

  await read(api, 'listings', 'rucksack');
  await read(api, 'listings', nobody('six'));
  await read(api, 'strategies', nobody('seven'));
  await price(api, nobody('eight'), { max: 80 });
  await price(api, free[5], { min: 91.5, max: 17 });
  await price(api, free[5], { max: 'lots' });
  await price(api, free[5], { min: true });
  await price(api, free[5], { min: -20, max: -30 });
  await price(api, free[5], {});
  await price(api, free[5], { min: above(free[5], 3.4) });
  await price(api, ended[1], { max: 75 });
  await priceText(api, free[5], '{"bounds": {"max": 71');
  await assign(api, free[5], nobody('nine'));
  await assign(api, free[5], 17);
  await assign(api, free[5], off[0]);
  await get('status=LOST&size=4');
  await api.ask('GET', '/v1/reports?size=2', { headers: { 'X-API-KEY': null } });
}

export const rejectedValues: WalkedService = {
  name: 'rejected-values',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['size=3', 'size=7', 'size=50'],
  walk,
};
