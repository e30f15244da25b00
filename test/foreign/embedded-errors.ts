// A reseller of refurbished tools for building sites, on a microframework for a widespread virtual machine that injects at compile
// time: pages of its data module (from 0, `sort=price,desc` several times, too large a size is cut), amounts as JSON numbers with
// their scale, enums in capitals, moments with as much of a fraction as there is, ISO 8601 durations, nulls left out. Errors embed
// a list: each violation has a sentence of its own, sorted, while what cannot be converted is told alone, in the words of the
// platform or of its JSON mapper. Records have a version that a write may name; the limit is a bucket of tokens.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { jsonOf, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'swt_7Kc2vN5qYx0dRb8LmE4h';
const bucketSize = 6;
const tokensPerSecond = 5;
const defaultSize = 10;
const largestSize = 100;
const home = 'dev.siteworn';

const listingStatuses = ['ACTIVE', 'PAUSED', 'IN_WORKSHOP', 'SOLD'];
const categories = ['DRILLING', 'CUTTING', 'COMPACTING', 'LIFTING', 'MEASURING', 'POWER'];
const strategyTypes = ['MATCH_LOWEST', 'UNDERCUT', 'TARGET_MARGIN', 'MARKDOWN'];
const strategyStates = ['ACTIVE', 'RETIRED'];
const reportTypes = ['PRICE_CHANGES', 'MARGINS', 'UNSOLD_STOCK'];
const reportStates = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED'];

/** An amount of cents, as a text that becomes a number with two decimals in the JSON. */
const amount = (cents: number): string => `@decimal ${(cents / 100).toFixed(2)}`;

const written = (body: unknown): string => JSON.stringify(body).replace(/"@decimal (-?[\d.]+)"/g, '$1');

/** A moment in microseconds since 1970, with none, three or six digits of its second's fraction. */
function instant(micros: number): string {
  const fraction = String(micros % 1_000_000).padStart(6, '0');
  const shown = fraction === '000000' ? '' : `.${fraction.endsWith('000') ? fraction.slice(0, 3) : fraction}`;
  return `${new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19)}${shown}Z`;
}

/** The clock of the machine, which tells microseconds. */
const microsAt = (milliseconds: number): number =>
  milliseconds * 1_000 + chance(`embedded micros ${milliseconds}`, 1_000);

function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [hours, rest, seconds] = [Math.floor(minutes / 60), minutes % 60, (milliseconds % 60_000) / 1_000];
  const parts = [`${hours}H`, `${rest}M`, `${seconds}S`].filter(
    (part) => !part.startsWith('0') || part[1] === '.',
  );
  return `PT${parts.length === 0 ? '0S' : parts.join('')}`;
}

const strategies = (
  [
    ['match-lowest', 'Match lowest offer', 'MATCH_LOWEST', 'ACTIVE', {}, 'PT30M'],
    ['undercut-150', 'Undercut by 1.50', 'UNDERCUT', 'ACTIVE', { undercutBy: amount(150) }, 'PT1H'],
    ['undercut-500', 'Undercut by five', 'UNDERCUT', 'ACTIVE', { undercutBy: amount(500) }, 'PT6H'],
    ['dealer-margin', 'Dealer margin', 'TARGET_MARGIN', 'ACTIVE', { marginPercent: 22.5 }, 'PT24H'],
    ['yard-clearance', 'Yard clearance', 'MARKDOWN', 'ACTIVE', {}, 'PT1H30M'],
    ['winter-stock', 'Winter stock', 'MARKDOWN', 'RETIRED', { marginPercent: 4 }, 'PT12H'],
  ] as const
).map(([id, name, type, state, more, interval], index) => {
  const created = Date.UTC(2023, 10, 6 + index * 9, 8, 30, index * 11) + index * 125;
  const createdAt = instant(created * 1_000);
  return { id, name, type, state, ...more, interval, createdAt, version: index % 3 };
});
type Strategy = (typeof strategies)[number];

const goods: Readonly<Record<string, readonly string[]>> = {
  DRILLING: ['Rotary Hammer 26', 'Core Drill 162', 'Cordless Drill 18V'],
  CUTTING: ['Angle Grinder 230', 'Cut-off Saw 350', 'Tile Cutter 900'],
  COMPACTING: ['Plate Compactor 80', 'Trench Rammer', 'Poker Vibrator'],
  LIFTING: ['Chain Hoist 1t', 'Slab Lifter', 'Cable Winch 500'],
  MEASURING: ['Rotating Laser', 'Optical Level', 'Distance Meter 100'],
  POWER: ['Generator 3.5 kVA', 'Site Distributor', 'Compressor 50 l'],
};

function tools() {
  return Array.from({ length: 37 }, (_, index) => {
    const seed = `embedded tool ${index}`;
    const brand = oneOf(`${seed} brand`, ['Halvik', 'Zembro', 'Pruvento', 'Tarnwick', 'Oskelby']);
    const category = oneOf(`${seed} category`, categories);
    const good = oneOf(`${seed} good`, goods[category]!);
    const price = 3_900 + chance(`${seed} price`, 118_000);
    const min = chance(`${seed} min`, 4) === 0 ? undefined : Math.round(price * 0.82);
    const fraction = [0, chance(`${seed} ms`, 1_000) * 1_000, chance(`${seed} micros`, 1_000_000)];
    const created = pastMoment(seed) * 1_000 + fraction[chance(`${seed} fraction`, 3)]!;
    const version = chance(`${seed} version`, 7);
    const isTested = chance(`${seed} tested`, 3) > 0;
    const technician = oneOf(`${seed} technician`, ['M. Aalto', 'R. Brandt', 'S. Ilves']);
    const spent = 900_000 * (1 + chance(`${seed} spent`, 20));
    return {
      id: uuid(seed),
      sku: `${category.slice(0, 2)}-${brand.slice(0, 3).toUpperCase()}-${1_000 + chance(`${seed} sku`, 8_999)}`,
      title: `${brand} ${good}`,
      brand,
      category,
      grade: oneOf(`${seed} grade`, ['LIKE_NEW', 'GOOD', 'WORN']),
      status: listingStatuses[[0, 0, 0, 0, 0, 2, 1, 2, 3][chance(`${seed} status`, 9)]!]!,
      channel: oneOf(`${seed} channel`, ['TOOLBAY', 'SITEMARKT']),
      price,
      quantity: 1 + chance(`${seed} quantity`, 6),
      warranty: oneOf(`${seed} warranty`, [undefined, 'P6M', 'P1Y', 'P2Y']),
      workshop: isTested
        ? { technician, testedAt: instant(created - 7_200_000_000), spent: duration(spent) }
        : undefined,
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? undefined : Math.round(price * 1.35),
      strategy:
        min !== undefined && chance(`${seed} strategy`, 5) < 2
          ? strategies[chance(`${seed} which`, 5)]!.id
          : undefined,
      updated:
        created + (version === 0 ? 0 : 3_600_000_000 + chance(`${seed} updated`, 90 * 86_400) * 1_000_123),
      version,
    };
  });
}

type Tool = ReturnType<typeof tools>[number];

interface Told {
  readonly message: string;
  readonly path?: string;
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Told[];
  readonly headers: Headers;

  constructor(status: number, errors: string | readonly Told[], headers: Headers = []) {
    super(reasons[status]);
    this.status = status;
    this.errors = typeof errors === 'string' ? [{ message: errors }] : errors;
    this.headers = headers;
  }
}

const notConverted = (argument: string, value: string, why: string) =>
  new Refusal(400, [
    {
      message: `Failed to convert argument [${argument}] for value [${value}] due to: ${why}`,
      path: `/${argument}`,
    },
  ]);

/** Refuses what violates constraints, all of it at once. */
function assertValid(
  violations: readonly (readonly [path: string, message: string, isViolated: boolean])[],
): void {
  const messages = violations.flatMap(([path, message, is]) => (is ? [`${path}: ${message}`] : [])).sort();
  if (messages.length > 0)
    throw new Refusal(
      400,
      messages.map((message) => ({ message })),
    );
}

/** The parameters of a query as the arguments of a controller's method, each converted by its type. */
class Arguments {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    const value = this.#query.get(name);
    return value === null || value === '' ? undefined : value;
  }

  texts(name: string): readonly string[] {
    return this.#query.getAll(name).filter((value) => value !== '');
  }

  int(name: string, otherwise: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const isInt = /^[+-]?\d+$/.test(value) && Math.abs(Number(value)) < 2 ** 31;
    if (!isInt) throw notConverted(name, value, `For input string: "${value}"`);
    return Number(value);
  }

  /** In cents. */
  decimal(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const odd = /[^\d.eE+-]/.exec(value)?.[0];
    if (odd !== undefined) {
      const mark = 'is neither a decimal digit number, decimal point, nor "e" notation exponential mark.';
      throw notConverted(name, value, `Character ${odd} ${mark}`);
    }
    return Math.round(Number(value) * 100);
  }

  enums(name: string, type: string, constants: readonly string[]): readonly string[] {
    return this.texts(name)
      .flatMap((value) => value.split(','))
      .map((value) => {
        const constant = value.toUpperCase().replaceAll('-', '_');
        if (constants.includes(constant)) return constant;
        throw notConverted(name, value, `No enum constant ${home}.${type}.${value}`);
      });
  }

  /** In microseconds. */
  instant(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.test(value)) return Date.parse(value) * 1_000;
    const index = /^\d{4}-\d\d-\d\d/.test(value) ? 10 : 0;
    throw notConverted(name, value, `Text '${value}' could not be parsed at index ${index}`);
  }
}

interface Order {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
  readonly ignoreCase: boolean;
}

interface Pageable {
  readonly number: number;
  readonly size: number;
  readonly orders: readonly Order[];
}

/** What the arguments say of the page; a direction that is none is ascending. */
function pageableOf(given: Arguments): Pageable {
  const [number, size] = [given.int('page', 0), given.int('size', defaultSize)];
  const orders = given.texts('sort').map((text): Order => {
    const [property = '', direction = ''] = text.split(',');
    return { property, direction: direction.toUpperCase() === 'DESC' ? 'DESC' : 'ASC', ignoreCase: false };
  });
  return { number, size, orders };
}

const pageViolations = ({ number, size }: Pageable) =>
  [
    ['page', 'must be greater than or equal to 0', number < 0],
    ['size', 'must be greater than 0', size < 1],
  ] as const;

interface Sorting<One> {
  /** The members of records by the names of their properties. */
  readonly by: Readonly<Record<string, keyof One>>;
  readonly order: readonly [property: string, direction: 'ASC' | 'DESC'];
}

function paged<One>(
  rows: readonly One[],
  { number, size: wanted, orders: given }: Pageable,
  { by, order: [property, direction] }: Sorting<One>,
  show: (one: One) => Row,
): Row {
  const orders = given.length === 0 ? [{ property, direction, ignoreCase: false }] : given;
  const size = Math.min(wanted, largestSize);
  const unknown = orders.find((one) => !Object.hasOwn(by, one.property));
  if (unknown !== undefined) {
    throw new Refusal(400, `Cannot sort on non-existent property path: ${unknown.property}`);
  }
  const sorted = [...rows].sort((one, other) => {
    for (const order of orders) {
      const name = by[order.property]!;
      if (one[name] !== other[name]) return one[name] < other[name] === (order.direction === 'ASC') ? -1 : 1;
    }
    return 0;
  });
  const content = sorted.slice(number * size, (number + 1) * size).map(show);
  return {
    content,
    pageable: { number, size, sort: { orderBy: orders } },
    totalSize: rows.length,
    totalPages: Math.ceil(rows.length / size),
    empty: content.length === 0,
    size,
    offset: number * size,
    numberOfElements: content.length,
    pageNumber: number,
  };
}

/** What a filter demands of a record; nothing where it is not given. */
const filter =
  <Wanted>(wanted: Wanted | undefined, holds: (one: Tool, wanted: Wanted) => boolean) =>
  (one: Tool): boolean =>
    wanted === undefined || holds(one, wanted);
const isAmong = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);

type Kind =
  'java.math.BigDecimal' | 'java.lang.Long' | 'java.lang.String' | 'java.time.LocalDate' | readonly string[];

/** A class that bodies are read into. */
interface Target {
  readonly argument: string;
  readonly type: string;
  readonly kinds: Readonly<Record<string, Kind>>;
  /** Members that must be there. */
  readonly required?: readonly string[];
}

const boundsUpdate: Target = {
  argument: 'bounds',
  type: 'pricing.BoundsUpdate',
  kinds: { maxPrice: 'java.math.BigDecimal', minPrice: 'java.math.BigDecimal', version: 'java.lang.Long' },
};
const assignment: Target = {
  argument: 'assignment',
  type: 'pricing.StrategyAssignment',
  kinds: { strategyId: 'java.lang.String', version: 'java.lang.Long' },
  required: ['strategyId'],
};
const reportOrder: Target = {
  argument: 'order',
  type: 'reports.ReportOrder',
  kinds: { from: 'java.time.LocalDate', to: 'java.time.LocalDate', type: reportTypes },
  required: ['type', 'from', 'to'],
};

const redacted = 'Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';

/** What the JSON mapper says of a text that is no JSON. */
function syntaxError(body: string): Refusal {
  const [word = ''] = /^\s*[A-Za-z]+/.exec(body) ?? [];
  const column = (word === '' ? body.length : word.length) + 1;
  const said =
    word !== ''
      ? `Unrecognized token '${word.trim()}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`
      : /[:,]\s*$/.test(body)
        ? 'Unexpected end-of-input within/between Object entries'
        : `Unexpected end-of-input: expected close marker for Object (start marker at [${redacted}; line: 1, column: 1])`;
  return new Refusal(400, `Invalid JSON: ${said}\n at [${redacted}; line: 1, column: ${column}]`);
}

/** A member's value as the mapper reads it; null and absent ones stay what they are. */
function deserialized(value: unknown, kind: Kind): { readonly value: unknown } | { readonly fault: string } {
  if (value === null) return { value };
  const type = typeof kind === 'string' ? kind : `${home}.reports.ReportType`;
  const fault = (words: string) => ({ fault: `Cannot deserialize value of type \`${type}\` from ${words}` });
  if (Array.isArray(value)) return fault('Array value (token `JsonToken.START_ARRAY`)');
  if (isObject(value)) return fault('Object value (token `JsonToken.START_OBJECT`)');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'java.lang.String') return { value: text };
  if (typeof value === 'boolean') {
    return fault(`Boolean value (token \`JsonToken.VALUE_${text.toUpperCase()}\`)`);
  }
  const from = (why: string) => fault(`${typeof value === 'number' ? 'Number' : 'String'} "${text}": ${why}`);
  if (kind === 'java.math.BigDecimal') {
    if (text.trim() === '') return { value: null };
    return Number.isNaN(Number(text)) ? from('not a valid representation') : { value: Number(text) };
  }
  if (kind === 'java.lang.Long') {
    return /^-?\d+$/.test(text) ? { value: Number(text) } : from('not a valid `java.lang.Long` value');
  }
  if (kind === 'java.time.LocalDate') {
    if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return { value: text };
    const said = `(java.time.format.DateTimeParseException) Text '${text}' could not be parsed at index 0`;
    return from(`Failed to deserialize ${kind}: ${said}`);
  }
  if (kind.includes(text)) return { value: text };
  return from(`not one of the values accepted for Enum class: [${[...kind].sort().join(', ')}]`);
}

/** A body as an instance of a class. */
function bodyAs(request: Asked, { argument, type, kinds, required = [] }: Target): Row {
  const [content = ''] = (request.headers['content-type'] ?? '').split(';');
  if (request.body !== '' && content !== 'application/json') {
    throw new Refusal(415, `Content Type [${content}] not allowed. Allowed types: [application/json]`);
  }
  const parsed = request.body === '' ? { json: null } : jsonOf(request);
  if (parsed === 'bad') throw syntaxError(request.body);
  if (parsed.json === null) {
    throw new Refusal(400, [{ message: `Required Body [${argument}] not specified`, path: `/${argument}` }]);
  }
  const where = '\n at [Source: UNKNOWN; byte offset: #UNKNOWN]';
  const chain = (name: string) => `${where} (through reference chain: ${home}.${type}["${name}"])`;
  const refuse = (words: string) => notConverted(argument, 'null', words);
  if (!isObject(parsed.json)) {
    throw refuse(
      `Cannot deserialize value of type \`${home}.${type}\` from Array value (token \`JsonToken.START_ARRAY\`)${where}`,
    );
  }
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parsed.json)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const names = Object.keys(kinds);
      const known = `${names.length} known properties: ${names.map((each) => `"${each}"`).join(', ')}`;
      throw refuse(
        `Unrecognized field "${name}" (class ${home}.${type}), not marked as ignorable (${known}])${chain(name)}`,
      );
    }
    const found = deserialized(value, kind);
    if ('fault' in found) throw refuse(found.fault + chain(name));
    read[name] = found.value;
  }
  const missing = required.find((name) => !Object.hasOwn(read, name));
  if (missing !== undefined) {
    const index = required.indexOf(missing);
    throw refuse(`Missing required creator property '${missing}' (index ${index})${chain(missing)}`);
  }
  return read;
}

const queued = 8_000;
const date = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

function pastReports(opened: number) {
  return Array.from({ length: 12 }, (_, index) => {
    const seed = `embedded report ${index}`;
    const ago = index === 0 ? 3_000 : index === 1 ? 31_000 : index * 50_400_000 - chance(seed, 9_000_000);
    const week = Date.UTC(2025, 8, 1) - index * 7 * 86_400_000;
    return {
      id: uuid(seed),
      type: reportTypes[index % 3]!,
      from: date(week),
      to: date(week + 6 * 86_400_000),
      requested: microsAt(opened - ago),
      takes: index < 2 ? 45_250 : 1_500 + chance(`${seed} takes`, 900) * 250,
      fails: index === 4 || index === 8,
    };
  });
}
type Report = ReturnType<typeof pastReports>[number];

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = tools();
  const reports = pastReports(opened);
  let bucket = { tokens: bucketSize, at: opened };

  function summary(one: Tool): Row {
    const { id, sku, title, brand, category, grade, status, channel, quantity, version } = one;
    const what = { id, sku, title, brand, category, grade, status, channel };
    const bounds = {
      ...(one.min !== undefined && { minPrice: amount(one.min) }),
      ...(one.max !== undefined && { maxPrice: amount(one.max) }),
    };
    return {
      ...what,
      price: amount(one.price),
      currency: 'EUR',
      ...((one.min ?? one.max) !== undefined && { bounds }),
      ...(one.strategy !== undefined && { strategyId: one.strategy }),
      quantity,
      ...(one.warranty !== undefined && { warranty: one.warranty }),
      createdAt: instant(one.created),
      updatedAt: instant(one.updated),
      version,
    };
  }

  function whole(one: Tool): Row {
    const { strategyId, ...rest } = summary(one);
    const strategy = strategies.find(({ id }) => id === strategyId);
    return {
      ...rest,
      ...(one.workshop !== undefined && { workshop: one.workshop }),
      ...(strategy !== undefined && {
        strategyId: strategy.id,
        strategy: { id: strategy.id, name: strategy.name, type: strategy.type },
      }),
    };
  }

  function stateOf({ requested, takes, fails }: Report): string {
    const elapsed = run.now() - requested / 1_000;
    if (elapsed < queued) return 'QUEUED';
    if (elapsed < queued + takes) return 'RUNNING';
    return fails ? 'FAILED' : 'COMPLETED';
  }

  function reportShown(one: Report): Row {
    const state = stateOf(one);
    const started = one.requested + queued * 1_000;
    const isOver = state === 'COMPLETED' || state === 'FAILED';
    return {
      id: one.id,
      type: one.type,
      state,
      period: { from: one.from, to: one.to },
      requestedAt: instant(one.requested),
      ...(state !== 'QUEUED' && { startedAt: instant(started) }),
      ...(isOver && { finishedAt: instant(started + one.takes * 1_000), duration: duration(one.takes) }),
      ...(state === 'COMPLETED' && {
        rowCount: 25 + chance(`embedded rows ${one.type} ${one.from}`, 4_000),
        downloads: ['CSV', 'XLSX'].map((format) => ({
          format,
          href: `https://files.siteworn.example/reports/${one.id}.${format.toLowerCase()}`,
        })),
      }),
      ...(state === 'FAILED' && {
        failure: { code: 'SOURCE_TIMEOUT', message: 'Read timed out after PT30S' },
      }),
    };
  }

  function findListings(given: Arguments): Row {
    const pageable = pageableOf(given);
    const statuses = given.enums('status', 'listing.ListingStatus', listingStatuses);
    const kinds = given.enums('category', 'listing.Category', categories);
    const search = given.text('q')?.toLowerCase();
    const filters = [
      filter(given.text('sku'), ({ sku }, wanted) => sku === wanted),
      filter(given.text('brand'), ({ brand }, wanted) => brand === wanted),
      filter(given.text('strategyId'), ({ strategy }, wanted) => strategy === wanted),
      filter(given.decimal('priceFrom'), ({ price }, from) => price >= from),
      filter(given.decimal('priceTo'), ({ price }, to) => price <= to),
      filter(given.decimal('minPriceFrom'), ({ min }, from) => min !== undefined && min >= from),
      filter(given.instant('updatedSince'), ({ updated }, since) => updated >= since),
      filter(search, ({ title }, text) => title.toLowerCase().includes(text)),
    ];
    const isSearch = search === undefined || (search.length >= 3 && search.length <= 60);
    assertValid([...pageViolations(pageable), ['q', 'size must be between 3 and 60', !isSearch]]);
    const rows = all.filter(
      (one) =>
        isAmong(statuses, one.status) && isAmong(kinds, one.category) && filters.every((holds) => holds(one)),
    );
    const same = {
      sku: 'sku',
      title: 'title',
      brand: 'brand',
      price: 'price',
      quantity: 'quantity',
    } as const;
    const by = { ...same, createdAt: 'created', updatedAt: 'updated' } as const;
    return paged(rows, pageable, { by, order: ['createdAt', 'DESC'] }, summary);
  }

  function findStrategies(given: Arguments): Row {
    const pageable = pageableOf(given);
    const types = given.enums('type', 'pricing.StrategyType', strategyTypes);
    const states = given.enums('state', 'pricing.StrategyState', strategyStates);
    assertValid(pageViolations(pageable));
    const rows = strategies.filter(({ type, state }) => isAmong(types, type) && isAmong(states, state));
    const by = { id: 'id', name: 'name', createdAt: 'createdAt' } as const;
    return paged(rows, pageable, { by, order: ['name', 'ASC'] }, (one) => ({ ...one }));
  }

  function findReports(given: Arguments): Row {
    const pageable = pageableOf(given);
    const types = given.enums('type', 'reports.ReportType', reportTypes);
    const states = given.enums('state', 'reports.ReportState', reportStates);
    assertValid(pageViolations(pageable));
    const rows = reports.filter((one) => isAmong(types, one.type) && isAmong(states, stateOf(one)));
    const by = { type: 'type', requestedAt: 'requested' } as const;
    return paged(rows, pageable, { by, order: ['requestedAt', 'DESC'] }, reportShown);
  }

  function uuidOf(id: string): string {
    if (/^[0-9a-f]+(?:-[0-9a-f]+){4}$/i.test(id)) return id.toLowerCase();
    throw notConverted('id', id, id.length > 36 ? 'UUID string too large' : `Invalid UUID string: ${id}`);
  }

  function found<Found extends { readonly id: string }>(
    rows: readonly Found[],
    what: string,
    id: string,
  ): Found {
    const one = rows.find((row) => row.id === id);
    if (one === undefined) throw new Refusal(404, `${what} [${id}] not found`);
    return one;
  }

  function assertWritable({ id, status, version }: Tool, given: unknown): void {
    if (status === 'SOLD') throw new Refusal(409, `Listing [${id}] is SOLD and can no longer be changed`);
    if (typeof given === 'number' && given !== version) {
      throw new Refusal(409, `Listing [${id}] has version ${version}, the update expects ${given}`);
    }
  }

  function saved(one: Tool): Row {
    one.updated = microsAt(run.now());
    one.version += 1;
    return whole(one);
  }

  function priced(id: string, body: Row): Row {
    const given = (['minPrice', 'maxPrice'] as const).filter((name) => Object.hasOwn(body, name));
    assertValid([
      ['bounds', 'at least one of minPrice and maxPrice must be present', given.length === 0],
      ...given.flatMap((name) => {
        const value = body[name];
        if (typeof value !== 'number') return [];
        const [whole = '', fraction = ''] = String(Math.abs(value)).split('.');
        const digits = 'numeric value out of bounds (<6 digits>.<2 digits> expected)';
        return [
          [`bounds.${name}`, 'must be greater than 0', value <= 0] as const,
          [`bounds.${name}`, digits, whole.length > 6 || fraction.length > 2] as const,
        ];
      }),
    ]);
    const tool = found(all, 'Listing', id);
    assertWritable(tool, body.version);
    const cents = (name: 'minPrice' | 'maxPrice', before: number | undefined) => {
      const value = body[name];
      return value === undefined ? before : typeof value === 'number' ? Math.round(value * 100) : undefined;
    };
    const [min, max] = [cents('minPrice', tool.min), cents('maxPrice', tool.max)];
    if (min !== undefined && max !== undefined && min > max) {
      const [low, high] = [(min / 100).toFixed(2), (max / 100).toFixed(2)];
      throw new Refusal(422, `minPrice ${low} must not be greater than maxPrice ${high}`);
    }
    if (min === undefined && tool.strategy !== undefined) {
      throw new Refusal(409, `Strategy [${tool.strategy}] requires a minPrice`);
    }
    [tool.min, tool.max] = [min, max];
    return saved(tool);
  }

  function assigned(tool: Tool, { strategyId, version }: Row): Row {
    assertWritable(tool, version);
    const strategy =
      typeof strategyId === 'string' ? strategies.find(({ id }) => id === strategyId) : undefined;
    if (typeof strategyId === 'string') {
      if (strategy === undefined) throw new Refusal(422, `Strategy [${strategyId}] does not exist`);
      if (strategy.state === 'RETIRED') throw new Refusal(409, `Strategy [${strategyId}] is RETIRED`);
      if (tool.min === undefined) throw new Refusal(409, `Strategy [${strategyId}] requires a minPrice`);
    }
    tool.strategy = strategy?.id;
    return saved(tool);
  }

  function ordered(body: Row): Answered {
    const [type, from, to] = [body.type, body.from, body.to].map(String) as [string, string, string];
    assertValid([
      ['order.type', 'must not be null', body.type === null],
      ['order.from', 'must not be null', body.from === null],
      ['order.to', 'must not be null', body.to === null],
      ['order', 'from must not be after to', body.from !== null && body.to !== null && from > to],
    ]);
    if (reports.some((one) => one.type === type && ['QUEUED', 'RUNNING'].includes(stateOf(one)))) {
      throw new Refusal(409, `A report of type ${type} is already in progress`);
    }
    const id = uuid(`embedded run ${run.run} ${reports.length}`);
    const report = { id, type, from, to, requested: microsAt(run.now()), takes: 12_500, fails: false };
    reports.push(report);
    return {
      status: 202,
      headers: [['Location', `/v1/reports/${id}`]],
      body: written(reportShown(report)),
    };
  }

  const ok = (body: Row): Answered => ({ status: 200, headers: [], body: written(body) });

  /** The methods that a path has, and what each does. */
  function routesOf(request: Asked): Readonly<Record<string, () => Answered>> | undefined {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const given = new Arguments(query);
    if (version !== 'v1' || more.length > 0) return undefined;
    if (part !== undefined) {
      if (kind !== 'listings' || id === undefined) return undefined;
      if (part !== 'price' && part !== 'strategy') return undefined;
      const patch = () => {
        const uuid = uuidOf(id);
        if (part === 'price') return ok(priced(uuid, bodyAs(request, boundsUpdate)));
        const body = bodyAs(request, assignment);
        return ok(assigned(found(all, 'Listing', uuid), body));
      };
      return { PATCH: patch };
    }
    if (kind === 'listings') {
      const one = () => whole(found(all, 'Listing', uuidOf(id!)));
      return { GET: () => ok(id === undefined ? findListings(given) : one()) };
    }
    if (kind === 'strategies') {
      const one = () => ({ ...found<Strategy>(strategies, 'Strategy', id!) });
      return { GET: () => ok(id === undefined ? findStrategies(given) : one()) };
    }
    if (kind !== 'reports') return undefined;
    if (id !== undefined) return { GET: () => ok(reportShown(found(reports, 'Report', uuidOf(id)))) };
    return { GET: () => ok(findReports(given)), POST: () => ordered(bodyAs(request, reportOrder)) };
  }

  function answer(request: Asked): Answered {
    const routes = routesOf(request);
    if (routes === undefined) throw new Refusal(404, 'Page Not Found');
    const found = routes[request.method === 'HEAD' ? 'GET' : request.method];
    if (found !== undefined) return found();
    const allowed = Object.keys(routes).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const { path } = targetOf(request);
    throw new Refusal(
      405,
      `Method [${request.method}] not allowed for URI [${path}]. Allowed methods: [${allowed.join(', ')}]`,
      [['Allow', allowed.join(',')]],
    );
  }

  /** Takes a token; says how many are left. */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] !== key) throw new Refusal(401, 'Unauthorized');
    const now = run.now();
    const refilled = bucket.tokens + ((now - bucket.at) * tokensPerSecond) / 1_000;
    bucket = { tokens: Math.min(refilled, bucketSize), at: now };
    if (bucket.tokens < 1) {
      const seconds = String(Math.ceil((1 - bucket.tokens) / tokensPerSecond));
      throw new Refusal(429, `Rate limit exceeded, retry after PT${seconds}S`, [['Retry-After', seconds]]);
    }
    bucket.tokens -= 1;
    return [['X-Rate-Limit-Remaining', String(Math.floor(bucket.tokens))]];
  }

  return (request) => {
    const sent = ({ status, headers, body }: Answered): Answered => ({
      status,
      headers: [...headers, ['Content-Type', 'application/json']],
      body: request.method === 'HEAD' ? '' : body,
    });
    try {
      const told = admit(request);
      const answered = answer(request);
      return sent({ ...answered, headers: [...answered.headers, ...told] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, errors, headers } = error;
      const _links = { self: { href: request.target, templated: false } };
      return sent({ status, headers, body: written({ message, _links, _embedded: { errors } }) });
    }
  };
}

/** Asks for page after page, as many as the first says there are. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'content'));
    const [page, pages] = [Number(at(received, 'pageNumber')), Number(at(received, 'totalPages'))];
    next = page + 1 < pages ? `${target}${target.includes('?') ? '&' : '?'}page=${page + 1}` : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const assign = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json });
const order = (api: Api, json: unknown): Promise<Received> => api.ask('POST', '/v1/reports', { json });

interface Ids {
  /** Listings that are not sold: with a lower bound and no strategy, with both, without a lower bound; and sold ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly sold: readonly unknown[];
  readonly of: (id: unknown, name: string) => unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'SOLD');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const hasMin = ({ bounds }: Row) => isObject(bounds) && bounds.minPrice !== undefined;
  return {
    free: ids(on.filter((row) => hasMin(row) && row.strategyId === undefined)),
    bound: ids(on.filter((row) => hasMin(row) && row.strategyId !== undefined)),
    open: ids(on.filter((row) => !hasMin(row))),
    sold: ids(rows.filter(({ status }) => status === 'SOLD')),
    of: (id, name) => rows.find((row) => row.id === id)?.[name],
  };
}

const nobody = (seed: string): string => uuid(`embedded nobody ${digest(seed)}`);

/** Asks a list for each of the queries, which blanks keep apart. */
async function query(api: Api, kind: string, queries: string): Promise<void> {
  for (const each of queries.split(' ')) await api.ask('GET', `/v1/${kind}?${each}`);
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, sold, of } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies?size=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?size=6')).map(({ id }) => id);
  for (const queries of [
    'size=15&page=1 size=150 page=9 sort=price,desc&size=6 sort=brand&sort=price,desc sort=price&size=4',
    'status=PAUSED status=active&size=3 status=SOLD&status=IN_WORKSHOP&size=20 category=DRILLING',
    'category=LIFTING&size=2 brand=Halvik&sort=sku brand=Zembro&status=ACTIVE strategyId=match-lowest',
    `strategyId=dealer-margin&size=3 sku=${String(of(free[2], 'sku'))} sku=NONE-1 minPriceFrom=400&size=5`,
    'minPriceFrom=812.50&priceTo=1100 q=laser priceFrom=150&priceTo=420.99 q=grinder&sort=title',
    'updatedSince=2025-06-01T00:00:00Z&size=4 updatedSince=2025-09-20T08:15:00Z',
  ]) {
    await query(api, 'listings', queries);
  }
  await query(api, 'strategies', 'type=MARKDOWN state=RETIRED');
  await query(api, 'reports', 'state=COMPLETED&size=3 state=FAILED type=MARGINS type=UNSOLD_STOCK');
  for (const id of [free[0], free[1], free[2], bound[0], bound[1], bound[4], open[0], sold[0]]) {
    await read(api, 'listings', id);
  }
  for (const id of plans) await read(api, 'strategies', id);
  for (const id of [runs[0], runs[3]]) await read(api, 'reports', id);

  await price(api, free[0], { minPrice: 89.5, maxPrice: 1499 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: 120, maxPrice: 1350.75, version: of(bound[0], 'version') });
  await price(api, free[1], { maxPrice: 1899.9 });
  await price(api, open[0], { minPrice: 35 });
  await price(api, bound[0], { maxPrice: null });
  await price(api, free[1], { minPrice: null });
  await price(api, bound[1], { minPrice: 249, maxPrice: 249 });
  await assign(api, free[0], { strategyId: 'undercut-150' });
  await read(api, 'listings', free[0]);
  await assign(api, open[0], { strategyId: 'dealer-margin' });
  await assign(api, bound[0], { strategyId: null });
  await read(api, 'listings', bound[0]);
  await query(api, 'listings', 'sort=updatedAt,desc&size=4');
  await order(api, { type: 'UNSOLD_STOCK', from: '2025-09-01', to: '2025-09-30' });
  await query(api, 'reports', 'size=2');
  await order(api, { type: 'UNSOLD_STOCK', from: '2025-08-01', to: '2025-08-31' });
  api.wait(60_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', nobody('one'));
  await read(api, 'listings', 'hammer');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', nobody('two'));
  await price(api, nobody('three'), { minPrice: 12 });
  await price(api, free[3], { minPrice: 600, maxPrice: 599.5 });
  await price(api, free[3], { maxPrice: 2 });
  await price(api, free[3], { minPrice: -4 });
  await price(api, free[3], { minPrice: 0, maxPrice: -1.5 });
  await price(api, free[3], { maxPrice: 700.125 });
  await price(api, free[3], { minPrice: 'cheap' });
  await price(api, free[3], { minPrice: 80, colour: 'red' });
  await price(api, free[3], { minPrice: 80, version: 99 });
  await price(api, free[3], {});
  await price(api, bound[4], { minPrice: null });
  await price(api, sold[0], { minPrice: 80 });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`);
  for (const text of ['{"minPrice": ', 'oops']) {
    await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text });
  }
  const plain = { 'Content-Type': 'text/plain' };
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: 'minPrice=80', headers: plain });
  await assign(api, free[3], { strategyId: 'cheapest' });
  await assign(api, free[3], { strategyId: 'winter-stock' });
  await assign(api, free[3], {});
  await assign(api, open[1], { strategyId: 'match-lowest' });
  await assign(api, sold[0], { strategyId: 'match-lowest' });
  await order(api, { type: 'MARGINS', from: '2025-09-30', to: '2025-09-01' });
  await order(api, { type: 'TAXES', from: '2025-09-01', to: '2025-09-30' });
  await query(api, 'listings', 'size=x page=-1&size=-5 status=LOST sort=weight');
  await query(api, 'listings', 'minPriceFrom=cheap updatedSince=yesterday q=ab colour=red&size=3');
  await query(api, 'reports', 'state=DONE');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', '/v1/listings');
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?size=1', 20);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, sold, of } = idsOf(await walk(api, '/v1/listings?size=14'));
  const runs = (await walk(api, '/v1/reports?size=8')).map(({ id }) => id);
  await query(api, 'listings', 'size=9&page=2 size=400 page=12&size=5 sort=price,desc&size=3');
  await query(
    api,
    'listings',
    'sort=brand,desc&sort=price&size=5 status=IN_WORKSHOP status=ACTIVE&status=PAUSED&size=4',
  );
  await query(api, 'listings', `category=CUTTING brand=Oskelby&sort=sku sku=${String(of(bound[3], 'sku'))}`);
  await query(
    api,
    'listings',
    'strategyId=undercut-150 minPriceFrom=655&size=3 priceFrom=300&priceTo=700 q=drill',
  );
  await query(api, 'listings', 'updatedSince=2025-04-10T06:30:00Z&size=6');
  await query(api, 'strategies', 'type=UNDERCUT');
  await query(api, 'reports', 'state=COMPLETED&size=2 type=PRICE_CHANGES');
  for (const id of [free[4], bound[2], open[2]]) await read(api, 'listings', id);
  await read(api, 'reports', runs[3]);

  await price(api, free[4], { minPrice: 64.25, maxPrice: 1720 });
  await read(api, 'listings', free[4]);
  await price(api, bound[2], { minPrice: 19.9, version: of(bound[2], 'version') });
  await read(api, 'listings', bound[2]);
  await price(api, open[2], { maxPrice: 1999.5 });
  await price(api, free[5], { maxPrice: null });
  await assign(api, free[4], { strategyId: 'yard-clearance' });
  await read(api, 'listings', free[4]);
  await assign(api, bound[2], { strategyId: null });
  await query(api, 'listings', 'sort=updatedAt,desc&size=3');
  await order(api, { type: 'UNSOLD_STOCK', from: '2025-07-01', to: '2025-07-31' });

  await read(api, 'listings', nobody('four'));
  await read(api, 'listings', 'rammer');
  await read(api, 'strategies', 'fastest');
  await read(api, 'reports', nobody('five'));
  await price(api, nobody('six'), { maxPrice: 77 });
  await price(api, free[6], { minPrice: 812.4, maxPrice: 705 });
  await price(api, free[6], { maxPrice: -12 });
  await price(api, free[6], { minPrice: -3, maxPrice: 0 });
  await price(api, free[6], { minPrice: 41.999 });
  await price(api, free[6], { maxPrice: 'lots' });
  await price(api, free[6], { maxPrice: 810, shape: 'round' });
  await price(api, free[6], { maxPrice: 810, version: 42 });
  await price(api, free[6], {});
  await price(api, bound[3], { minPrice: null });
  await price(api, sold[1], { maxPrice: 455 });
  await api.ask('PATCH', `/v1/listings/${String(free[6])}/price`, { text: '{"maxPrice": ' });
  await assign(api, free[6], { strategyId: 'fastest' });
  await assign(api, free[6], { strategyId: 'winter-stock' });
  await assign(api, open[3], { strategyId: 'undercut-500' });
  await assign(api, sold[1], { strategyId: 'undercut-500' });
  await order(api, { type: 'REFUNDS', from: '2025-07-01', to: '2025-07-31' });
  await query(
    api,
    'listings',
    'size=many page=-2 status=GONE sort=colour minPriceFrom=much q=yz shape=round&size=4',
  );
  await api.ask('GET', '/v1/invoices');
  await api.ask('DELETE', '/v1/strategies');
  await api.ask('GET', '/v1/reports?size=3', { headers: { 'X-API-KEY': null } });
}

export const embeddedErrors: WalkedService = {
  name: 'embedded-errors',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['size=3', 'size=7', 'size=50'],
  walk,
};
