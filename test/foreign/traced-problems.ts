// The own listings API of a mid-size dealer in refurbished office furniture, on a large vendor's web framework: lists are bare
// arrays whose page is told as JSON in a header of the answer, a size above the largest is silently cut down, and `fields`
// shapes records. Mistakes are problem details with a trace id, keyed by the property in Pascal case when a validator or the
// binding of parameters found them and by a JSON path when the serializer did, with its line and byte; rules of the trade are
// 422 with a code. A missing key is told in a header alone, as is a path that leads nowhere; too many requests in plain text.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, header, hex, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, hurry, isObject, oneOf, parsed, pastMoment } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mrl_7Qd2xV9sKe4TnB1pWz6Yc3Lf';
const permitLimit = 5;
const window = 1_000;
const largestSize = 50;
const largestPrice = 50_000;

/** What stands in a text for a sign that the serializer writes as it is; before an amount, which is a number and no text. */
const plus = '\uE000';
const amountSign = '\uE001';

/** A moment with as much of its seven digits of fraction as there is; `rest` are the four behind the milliseconds. */
function moment(milliseconds: number, rest = 0): string {
  const iso = new Date(milliseconds).toISOString();
  const fraction = `${iso.slice(20, 23)}${String(rest).padStart(4, '0')}`.replace(/0+$/, '');
  return `${iso.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}${plus}00:00`;
}

const fixed = (cents: number): string => (cents / 100).toFixed(2);
const decimal = (cents: number | null): string | null => (cents === null ? null : amountSign + fixed(cents));

/** JSON as the serializer writes it: amounts with their two digits, and signs that could harm a page of HTML escaped. */
function serialized(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return JSON.stringify(value)
    .replace(/\\(.)/g, (pair, sign: string) => (sign === '"' ? '\\u0022' : pair))
    .replaceAll(new RegExp(`"${amountSign}([^"]*)"`, 'g'), '$1')
    .replace(/['+<>&`]|[\u0080-\uDFFF\uE002-\uFFFF]/g, escaped)
    .replaceAll(plus, '+');
}

const statuses = ['Draft', 'Active', 'Paused', 'Ended'] as const;
const reportTypes = ['PriceChanges', 'StockLevels', 'Competitors'] as const;
const reportStatuses = ['Queued', 'Running', 'Completed', 'Failed'] as const;
const goods: Readonly<Record<string, readonly string[]>> = {
  Seating: ['Task Chair', 'Visitor Chair', 'Saddle Stool', 'Lounge Sofa'],
  Desks: ['Standing Desk', 'Corner Desk', 'Bench Desk', 'Meeting Table'],
  Storage: ['Roller Cabinet', 'Filing Drawer', 'Locker Tower'],
  Lighting: ['Desk Lamp', 'Floor Lamp', 'Pendant Lamp'],
};

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly category: string;
  readonly condition: string;
  readonly status: (typeof statuses)[number];
  readonly price: number;
  readonly quantity: number;
  readonly created: string;
  min: number | null;
  max: number | null;
  strategy: string | null;
  modified: string | null;
}

const strategies = [
  { name: 'Match lowest offer', type: 'MatchLowest', value: null, archived: false },
  { name: 'Undercut by two', type: 'UndercutByAmount', value: 200, archived: false },
  { name: 'Undercut by 3 %', type: 'UndercutByPercent', value: 300, archived: false },
  { name: 'Steady margin', type: 'FixedMargin', value: 1_850, archived: false },
  { name: "Buyer's week", type: 'UndercutByPercent', value: 1_200, archived: true },
].map(({ name, type, value, archived }, index) => ({
  id: uuid(`traced strategy ${index}`),
  name,
  type,
  value: decimal(value),
  isArchived: archived,
  createdAt: moment(Date.UTC(2023, 10, 6 + index, 9, 0, 12)),
}));

const undercuts = (id: string | null): boolean =>
  strategies.find((one) => one.id === id)?.type.startsWith('Undercut') ?? false;

function listings(): Listing[] {
  return Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `traced ${index}`;
    const category = oneOf(`${seed} category`, Object.keys(goods));
    const maker = oneOf(`${seed} maker`, ['Halvik', 'Norrast', 'Oskelby', 'Tarnwick', 'Velmora']);
    const price = 3_900 + chance(`${seed} price`, 38_000);
    const created = pastMoment(seed);
    const min = index % 5 === 3 ? null : Math.round(price * 0.75);
    const isImported = index % 3 === 0;
    const fraction = (what: string) =>
      [chance(`${seed} ${what} ms`, 1_000), chance(seed + what, 1e4)] as const;
    const [createdMs, createdRest] = isImported ? [0, 0] : fraction('created');
    const [modifiedMs, modifiedRest] = fraction('modified');
    const later = (1 + chance(`${seed} later`, 90 * 86_400)) * 1_000;
    return {
      id: uuid(seed),
      sku: `${category.slice(0, 3).toUpperCase()}-${String(1_000 + chance(`${seed} sku`, 9_000))}`,
      title: `${maker} ${oneOf(`${seed} good`, goods[category]!)} ${10 + chance(`${seed} model`, 90)}`,
      category,
      condition: oneOf(`${seed} condition`, ['LikeNew', 'Refurbished', 'Used']),
      status: index % 9 === 4 ? 'Ended' : index % 9 === 7 ? 'Paused' : index % 18 === 2 ? 'Draft' : 'Active',
      price,
      quantity: chance(`${seed} quantity`, 40),
      created: moment(created + createdMs, createdRest),
      min,
      max: index % 7 === 6 ? null : Math.round(price * 1.4),
      strategy: min !== null && index % 3 === 1 ? strategies[chance(`${seed} which`, 4)]!.id : null,
      modified: index % 4 === 1 ? null : moment(created + later + modifiedMs, modifiedRest),
    };
  });
}

type Faults = Record<string, string[]>;

const addFault = (faults: Faults, name: string, message: string): void => {
  (faults[name] ??= []).push(message);
};

/** A refusal; without members it has no body. */
class Refusal extends Error {
  readonly status: number;
  readonly members: Row | undefined;
  readonly headers: Headers;

  constructor(status: number, members?: Row, headers: Headers = []) {
    super(`refused with ${status}`);
    this.status = status;
    this.members = members;
    this.headers = headers;
  }
}

const problem = (status: number, section: string, title: string, more: Row) =>
  new Refusal(status, { type: `https://tools.ietf.org/html/rfc${section}`, title, status, ...more });

function refuseFaults(errors: Faults): void {
  if (Object.keys(errors).length === 0) return;
  throw problem(400, '9110#section-15.5.1', 'One or more validation errors occurred.', { errors });
}

const notFound = (what: string, id: string) =>
  problem(404, '9110#section-15.5.5', 'The specified resource was not found.', {
    detail: `Entity "${what}" (${id}) was not found.`,
  });

const brokenRule = (errorCode: string, detail: string) =>
  problem(422, '4918#section-11.2', 'A business rule was violated.', { detail, errorCode });

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Kind = 'text' | 'int' | 'decimal' | 'bool' | 'guid' | readonly string[];

/** The value of a parameter, undefined for one that it cannot be. */
function converted(text: string, kind: Kind): unknown {
  if (kind === 'text') return text;
  if (kind === 'bool') return { true: true, false: false }[text.toLowerCase()];
  if (kind === 'guid') return guidForm.test(text) ? text.toLowerCase() : undefined;
  if (kind === 'int') {
    return /^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : undefined;
  }
  if (kind === 'decimal') {
    const plain = text.replaceAll(',', '');
    return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
  }
  if (/^\d+$/.test(text)) return kind[Number(text)];
  return kind.find((word) => word.toLowerCase() === text.toLowerCase());
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const spaced = (name: string): string => pascal(name).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** The parameters of a query that a record of the handler knows; the first of the same name counts, strangers are passed over. */
function bound<Name extends string>(
  query: URLSearchParams,
  kinds: Readonly<Record<Name, Kind>>,
): Readonly<Partial<Record<Name, unknown>>> {
  const faults: Faults = {};
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries<Kind>(kinds)) {
    const text = [...query].find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1].trim();
    if (text === undefined) continue;
    if (text === '') {
      if (kind === 'int') addFault(faults, pascal(name), `The value '' is invalid.`);
      continue;
    }
    const value = converted(text, kind);
    if (value !== undefined) read[name] = value;
    else if (typeof kind === 'object' && /^\d+$/.test(text)) {
      addFault(faults, pascal(name), `The value '${text}' is invalid.`);
    } else addFault(faults, pascal(name), `The value '${text}' is not valid for ${pascal(name)}.`);
  }
  refuseFaults(faults);
  return read as Partial<Record<Name, unknown>>;
}

/** What a body is read into. */
interface Command {
  readonly type: string;
  readonly members: Readonly<Record<string, 'Decimal' | 'Guid'>>;
  readonly required?: string;
}

const names = 'Marlow.Listings.Application.Listings.Commands';
const updatePrice: Command = {
  type: `${names}.UpdatePrice.UpdatePriceCommand`,
  members: { minPrice: 'Decimal', maxPrice: 'Decimal' },
};
const assignStrategy: Command = {
  type: `${names}.AssignStrategy.AssignStrategyCommand`,
  members: { strategyId: 'Guid' },
  required: 'strategyId',
};

class JsonFault extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Reads a body as the serializer does: it stops at the first fault and says where. Null where the body is null. */
function deserialized(text: string, { type, members, required }: Command): Row | null {
  let index = 0;
  let path = '$';
  const fail = (words: string, to = index): never => {
    const lines = text.slice(0, to).split('\n');
    const place = `LineNumber: ${lines.length - 1} | BytePositionInLine: ${Buffer.byteLength(lines.at(-1)!)}.`;
    throw new JsonFault(path, `${words} Path: ${path} | ${place}`);
  };
  const unconverted = (to: string) => fail(`The JSON value could not be converted to ${to}.`);
  const open =
    'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.';
  const trailing =
    'The JSON object contains a trailing comma at the end which is not supported in this mode. Change the reader options.';
  const sign = () => `'${text.charAt(index)}'`;
  /** The next sign that is no space. */
  const next = (): string => {
    while (/\s/.test(text[index] ?? '')) index += 1;
    return text[index] ?? fail(open);
  };
  const string = (): string => {
    const [found] = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(index)) ?? [];
    if (found === undefined) {
      return fail('Expected end of string, but instead reached end of data.', text.length);
    }
    index += found.length;
    return parsed(found) as string;
  };
  /** A value; of an object or a list no more than its bracket. */
  const token = (): { readonly value: unknown } | '{' | '[' => {
    const first = next();
    if (first === '{' || first === '[') {
      index += 1;
      return first;
    }
    if (first === '"') return { value: string() };
    const [number] = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(text.slice(index)) ?? [];
    if (number !== undefined) {
      index += number.length;
      const after = text[index];
      if (after === undefined && path !== '$') {
        fail(`'${number.at(-1)!}' is an invalid end of a number. Expected a delimiter.`);
      }
      if (after !== undefined && !/[\s,}\]]/.test(after)) {
        fail(`${sign()} is an invalid end of a number. Expected a delimiter.`);
      }
      return { value: Number(number) };
    }
    const [literal] = /^(?:true|false|null)/.exec(text.slice(index)) ?? [];
    if (literal === undefined) return fail(`${sign()} is an invalid start of a value.`);
    index += literal.length;
    return { value: parsed(literal) };
  };
  /** Passes over the rest of an object or a list that nobody asked for. */
  const pass = () => {
    for (let depth = 1; depth > 0;) {
      const sign = next();
      if (sign === '"') string();
      else {
        index += 1;
        depth += '{['.includes(sign) ? 1 : '}]'.includes(sign) ? -1 : 0;
      }
    }
  };

  const top = token();
  if (typeof top === 'object' && top.value === null) return null;
  if (top !== '{') unconverted(type);
  const read: Record<string, unknown> = {};
  for (let isFirst = true; ; isFirst = false) {
    let first = next();
    if (first === '}') break;
    if (!isFirst) {
      if (first !== ',') fail(`${sign()} is invalid after a value. Expected either ',', '}', or ']'.`);
      index += 1;
      first = next();
      if (first === '}') fail(trailing);
    }
    if (first !== '"') fail(`${sign()} is an invalid start of a property name. Expected a '"'.`);
    const name = string();
    if (next() !== ':') fail(`${sign()} is invalid after a property name. Expected a ':'.`);
    index += 1;
    path = `$.${name}`;
    const member = Object.keys(members).find((each) => each.toLowerCase() === name.toLowerCase());
    const found = token();
    if (member === undefined) {
      if (typeof found !== 'object') pass();
    } else {
      const value = typeof found === 'object' ? found.value : undefined;
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? found);
      const isDecimal = members[member] === 'Decimal';
      // A number may stand in quotes.
      const isIts = isDecimal
        ? /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
        : typeof value === 'string' && guidForm.test(text);
      if (value !== null && !isIts) {
        unconverted(`System.Nullable\`1[System.${isDecimal ? 'Decimal' : 'Guid'}]`);
      }
      read[member] = value === null ? null : isDecimal ? Number(text) : text.toLowerCase();
    }
    path = '$';
  }
  index += 1;
  if (text.slice(index).trim() !== '' && next() !== '') {
    fail(`${sign()} is invalid after a single JSON value. Expected end of data.`);
  }
  if (required !== undefined && read[required] === undefined) {
    const said = `JSON deserialization for type '${type}' was missing required properties, including the following:`;
    throw new JsonFault('$', `${said} ${required}`);
  }
  return read;
}

/** The id of the path and what the body holds; all that is wrong with either at once. */
function commandIn(id: string, { headers, body }: Asked, command: Command): Row {
  if (body !== '' && !/^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '')) {
    throw problem(415, '9110#section-15.5.16', 'Unsupported Media Type', {});
  }
  const faults: Faults = {};
  if (!guidForm.test(id)) addFault(faults, 'id', `The value '${id}' is not valid.`);
  let read: Row | null = null;
  try {
    read = body === '' ? null : deserialized(body, command);
    if (read === null) addFault(faults, '', 'A non-empty request body is required.');
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    addFault(faults, error.path, error.message);
  }
  if (read === null) addFault(faults, 'command', 'The command field is required.');
  refuseFaults(faults);
  return read!;
}

/** The validator's rules for one bound. */
function checkBound(faults: Faults, name: string, value: unknown): void {
  if (typeof value !== 'number') return;
  const said = `'${spaced(name)}' must`;
  if (value <= 0) addFault(faults, pascal(name), `${said} be greater than '0'.`);
  if (value > largestPrice) {
    addFault(faults, pascal(name), `${said} be less than or equal to '${largestPrice}'.`);
  }
  const [whole = '', fraction = ''] = String(Math.abs(value)).split('.');
  if (fraction.length > 2) {
    const found = `${whole.replace(/^0/, '').length} digits and ${fraction.length} decimals were found.`;
    const allowed = `${said} not be more than 9 digits in total, with allowance for 2 decimals.`;
    addFault(faults, pascal(name), `${allowed} ${found}`);
  }
}

function checkOrder(faults: Faults, min: unknown, max: unknown): void {
  if (typeof min === 'number' && typeof max === 'number' && min > max) {
    addFault(faults, 'MinPrice', "'Min Price' must be less than or equal to 'Max Price'.");
  }
}

const pageParams = { pageNumber: 'int', pageSize: 'int' } as const;

function checkPage(faults: Faults, asked: Row): void {
  for (const name of Object.keys(pageParams)) {
    if (Number(asked[name] ?? 1) >= 1) continue;
    addFault(faults, pascal(name), `'${spaced(name)}' must be greater than or equal to '1'.`);
  }
}

const listed = (value: unknown): readonly string[] =>
  (typeof value === 'string' ? value : '')
    .split(',')
    .flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));

/** Names of a record's members as they are asked for, whatever their case; a fault for each stranger. */
function checkNames(
  faults: Faults,
  name: string,
  words: readonly string[],
  known: readonly string[],
): string[] {
  const found = words.map((word) => [word, known.find((each) => each.toLowerCase() === word.toLowerCase())]);
  const strangers = found.flatMap(([word, each]) => (each === undefined ? [word!] : []));
  if (strangers.length > 0) {
    addFault(faults, pascal(name), `'${spaced(name)}' contains unknown fields: ${strangers.join(', ')}.`);
  }
  return found.flatMap(([, each]) => each ?? []);
}

const fieldNames = listed(
  'id,sku,title,category,condition,status,price,currency,minPrice,maxPrice,strategyId,strategyName,quantity,createdAt,modifiedAt',
);

type Sorting = (one: Listing) => string | number;
const sortings: Readonly<Record<string, Sorting>> = {
  title: ({ title }) => title.toLowerCase(),
  sku: ({ sku }) => sku,
  price: ({ price }) => price,
  quantity: ({ quantity }) => quantity,
  createdAt: ({ created }) => created,
  modifiedAt: ({ modified }) => modified ?? '',
};

const compared = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

const answered = (value: unknown, headers: Headers = []): Answered => ({
  status: 200,
  headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
  body: serialized(value),
});

/** A page of a list, which is told in a header. */
function paged<Item>(items: readonly Item[], asked: Row, shown: (item: Item) => Row): Answered {
  const currentPage = Number(asked.pageNumber ?? 1);
  const pageSize = Math.min(Number(asked.pageSize ?? 10), largestSize);
  const totalPages = Math.ceil(items.length / pageSize);
  const told = {
    totalCount: items.length,
    pageSize,
    currentPage,
    totalPages,
    hasNext: currentPage < totalPages,
    hasPrevious: currentPage > 1,
  };
  const page = items.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  return answered(page.map(shown), [['X-Pagination', JSON.stringify(told)]]);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => {
    const seed = `traced report ${index}`;
    const ago = index < 2 ? 12_000 + 33_000 * index : index * 93_600_000 + chance(`${seed} ago`, 30_000_000);
    return {
      id: uuid(seed),
      type: reportTypes[index % 3]!,
      requested: opened - ago - chance(`${seed} ms`, 1_000),
      rest: chance(`${seed} rest`, 10_000),
      seconds: 55 + index * 7,
      rows: 60 + chance(`${seed} rows`, 4_000),
      fails: index === 3 || index === 8,
    };
  });
  type Report = (typeof reports)[number];
  let begun = -Infinity;
  let permits = 0;
  let count = 0;

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    sku: one.sku,
    title: one.title,
    category: one.category,
    condition: one.condition,
    status: one.status,
    price: decimal(one.price),
    currency: 'EUR',
    minPrice: decimal(one.min),
    maxPrice: decimal(one.max),
    strategyId: one.strategy,
    strategyName: strategies.find(({ id }) => id === one.strategy)?.name ?? null,
    quantity: one.quantity,
    createdAt: one.created,
    modifiedAt: one.modified,
  });

  const shaped = (one: Listing, fields: readonly string[]): Row => {
    const whole = listingShown(one);
    return fields.length === 0 ? whole : Object.fromEntries(fields.map((name) => [name, whole[name]]));
  };

  const statusOf = ({ requested, seconds, fails }: Report): (typeof reportStatuses)[number] => {
    const elapsed = (run.now() - requested) / 1_000;
    return elapsed < 20 ? 'Queued' : elapsed < seconds ? 'Running' : fails ? 'Failed' : 'Completed';
  };

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isDone = status === 'Completed';
    const asked = new Date(one.requested);
    const day = (month: number, date: number) =>
      new Date(Date.UTC(asked.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
    const expiry = encodeURIComponent(`${new Date(run.now() + 900_000).toISOString().slice(0, 19)}Z`);
    const signature = encodeURIComponent(`${scrambled(`traced ${run.run} ${one.id}`, 43, base62)}=`);
    return {
      id: one.id,
      type: one.type,
      status,
      periodStart: day(asked.getUTCMonth() - 1, 1),
      periodEnd: day(asked.getUTCMonth(), 0),
      rowCount: isDone ? one.rows : null,
      requestedAt: moment(one.requested, one.rest),
      completedAt:
        isDone || status === 'Failed' ? moment(one.requested + one.seconds * 1_000, one.rest) : null,
      downloadUrl: isDone
        ? `https://marlowexports.blob.example/reports/${one.id}.csv?sv=2024-11-04&se=${expiry}&sr=b&sp=r&sig=${signature}`
        : null,
      failureReason: status === 'Failed' ? 'The operation has timed out.' : null,
    };
  }

  function listedListings(query: URLSearchParams): Answered {
    const asked = bound(query, {
      ...pageParams,
      orderBy: 'text',
      searchTerm: 'text',
      minPrice: 'decimal',
      maxPrice: 'decimal',
      status: statuses,
      strategyId: 'guid',
      fields: 'text',
    });
    const faults: Faults = {};
    checkPage(faults, asked);
    checkOrder(faults, asked.minPrice, asked.maxPrice);
    const orders = listed(asked.orderBy ?? 'createdAt desc').map((text) => text.split(/\s+/));
    const sorts = checkNames(
      faults,
      'orderBy',
      orders.map(([name = '']) => name),
      Object.keys(sortings),
    );
    const fields = checkNames(faults, 'fields', listed(asked.fields), fieldNames);
    refuseFaults(faults);
    const term = ((asked.searchTerm ?? '') as string).toLowerCase();
    const found = all
      .filter(
        (one) =>
          (asked.status === undefined || one.status === asked.status) &&
          (asked.strategyId === undefined || one.strategy === asked.strategyId) &&
          one.price >= Number(asked.minPrice ?? 0) * 100 &&
          one.price <= Number(asked.maxPrice ?? Infinity) * 100 &&
          [one.title, one.sku].some((text) => text.toLowerCase().includes(term)),
      )
      .sort((one, other) => {
        for (const [at, name] of sorts.entries()) {
          const value = sortings[name]!;
          const order = compared(value(one), value(other));
          if (order !== 0) return orders[at]![1]?.toLowerCase() === 'desc' ? -order : order;
        }
        return compared(one.id, other.id);
      });
    return paged(found, asked, (one) => shaped(one, fields));
  }

  function listedReports(query: URLSearchParams): Answered {
    const asked = bound(query, { ...pageParams, status: reportStatuses, type: reportTypes });
    const faults: Faults = {};
    checkPage(faults, asked);
    refuseFaults(faults);
    const found = reports.filter(
      (one) =>
        (asked.status === undefined || statusOf(one) === asked.status) &&
        (asked.type === undefined || one.type === asked.type),
    );
    return paged(found, asked, reportShown);
  }

  /** One of those that have an id, as the path names it. */
  function found<Item extends { readonly id: string }>(
    items: readonly Item[],
    what: string,
    id: string,
  ): Item {
    if (!guidForm.test(id)) refuseFaults({ id: [`The value '${id}' is not valid.`] });
    const one = items.find((each) => each.id === id.toLowerCase());
    if (one === undefined) throw notFound(what, id.toLowerCase());
    return one;
  }

  /** Writes what has changed; what has not leaves the moment as it was. */
  function saved(one: Listing, change: Partial<Pick<Listing, 'min' | 'max' | 'strategy'>>): Answered {
    const before = JSON.stringify(one);
    Object.assign(one, change);
    if (JSON.stringify(one) !== before) {
      // A last digit of zero would not be written, and the moments of two runs would differ in length.
      const ticks = `traced ${run.run} ticks ${count}`;
      one.modified = moment(run.now(), 10 * chance(ticks, 1_000) + 1 + chance(`${ticks} last`, 9));
    }
    return answered(listingShown(one));
  }

  function refuseEnded({ status }: Listing): void {
    if (status === 'Ended') {
      throw brokenRule('Listing.Ended', 'The listing has ended and can no longer be changed.');
    }
  }

  function priced(id: string, request: Asked): Answered {
    const { minPrice, maxPrice } = commandIn(id, request, updatePrice);
    const faults: Faults = {};
    if (minPrice === undefined && maxPrice === undefined) {
      addFault(faults, '', "At least one of 'Min Price' and 'Max Price' must be supplied.");
    }
    checkBound(faults, 'minPrice', minPrice);
    checkOrder(faults, minPrice, maxPrice);
    checkBound(faults, 'maxPrice', maxPrice);
    refuseFaults(faults);
    const one = found(all, 'Listing', id);
    refuseEnded(one);
    const cents = (sent: unknown, stored: number | null): number | null =>
      typeof sent === 'number' ? Math.round(sent * 100) : sent === null ? null : stored;
    const [min, max] = [cents(minPrice, one.min), cents(maxPrice, one.max)];
    if (min !== null && max !== null && min > max) {
      throw brokenRule(
        'Listing.PriceBoundsCrossed',
        `The minimum price ${fixed(min)} exceeds the maximum price ${fixed(max)}.`,
      );
    }
    if (min === null && undercuts(one.strategy)) {
      throw brokenRule('Listing.MinPriceRequired', 'An undercutting strategy requires a minimum price.');
    }
    return saved(one, { min, max });
  }

  function assigned(id: string, request: Asked): Answered {
    const strategyId = commandIn(id, request, assignStrategy).strategyId as string | null;
    const strategy = strategies.find((one) => one.id === strategyId);
    if (strategyId !== null && strategy === undefined) {
      refuseFaults({ StrategyId: ['The specified strategy does not exist.'] });
    }
    const one = found(all, 'Listing', id);
    refuseEnded(one);
    if (strategy?.isArchived === true) {
      throw brokenRule(
        'Strategy.Archived',
        `Strategy '${strategy.name}' is archived and cannot be assigned.`,
      );
    }
    if (one.min === null && undercuts(strategyId)) {
      throw brokenRule('Listing.MinPriceRequired', 'An undercutting strategy requires a minimum price.');
    }
    return saved(one, { strategy: strategyId });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isKnown =
      root === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404);
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) throw new Refusal(405, undefined, [['Allow', method]]);
    if (kind === 'listings') {
      if (id === undefined) return listedListings(query);
      if (part !== undefined) return part === 'price' ? priced(id, request) : assigned(id, request);
      const faults: Faults = {};
      const { fields } = bound(query, { fields: 'text' });
      const names = checkNames(faults, 'fields', listed(fields), fieldNames);
      if (guidForm.test(id)) refuseFaults(faults);
      return answered(shaped(found(all, 'Listing', id), names));
    }
    if (kind === 'reports') {
      return id === undefined ? listedReports(query) : answered(reportShown(found(reports, 'Report', id)));
    }
    if (id !== undefined) return answered(found(strategies, 'Strategy', id));
    const { isArchived } = bound(query, { isArchived: 'bool' });
    return answered(strategies.filter((one) => isArchived === undefined || one.isArchived === isArchived));
  }

  /** Takes a permit of the window; who has no key takes none. */
  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) throw new Refusal(401, undefined, [['WWW-Authenticate', 'ApiKey']]);
    const now = run.now();
    if (now >= begun + window) [begun, permits] = [now - ((now - opened) % window), 0];
    permits += 1;
  }

  return (request) => {
    count += 1;
    const always: Headers = [['Server', 'Kestrel']];
    try {
      admit(request);
      if (permits > permitLimit) {
        return {
          status: 429,
          headers: [['Content-Type', 'text/plain; charset=utf-8'], ['Retry-After', '1'], ...always],
          body: 'Too many requests. Please try again later.',
        };
      }
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ['api-supported-versions', '1.0'], ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, members, headers } = error;
      if (members === undefined) {
        return { status, headers: [['Content-Length', '0'], ...headers, ...always], body: '' };
      }
      const seed = `traced ${run.run} trace ${count}`;
      const traceId = `00-${scrambled(seed, 32, hex)}-${scrambled(`${seed} span`, 16, hex)}-00`;
      return {
        status,
        headers: [['Content-Type', 'application/problem+json; charset=utf-8'], ...headers, ...always],
        body: serialized({ ...members, traceId }),
      };
    }
  };
}

/** Goes on as long as the header of the page says that there is another one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    if (Array.isArray(received.body)) rows.push(...(received.body as unknown[]).filter(isObject));
    const page = parsed(header(received, 'X-Pagination') ?? 'null');
    const hasNext = isObject(page) && page.hasNext === true;
    next = hasNext
      ? `${target}${target.includes('?') ? '&' : '?'}pageNumber=${Number(page.currentPage) + 1}`
      : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const priceText = (api: Api, id: unknown, text: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { text });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

interface Ids {
  /** Listings that have not ended: with both bounds and no strategy, with both and a strategy, without a lower bound; and the rest. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ended: readonly unknown[];
  /** Part of a listing's price, to the cent. */
  readonly share: (id: unknown, percent: number) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const live = rows.filter(({ status }) => status !== 'Ended');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const hasBoth = (row: Row) => row.minPrice !== null && row.maxPrice !== null;
  return {
    free: ids(live.filter((row) => hasBoth(row) && row.strategyId === null)),
    bound: ids(live.filter((row) => hasBoth(row) && row.strategyId !== null)),
    open: ids(live.filter((row) => row.minPrice === null)),
    ended: ids(rows.filter(({ status }) => status === 'Ended')),
    share: (id, percent) =>
      Math.round(Number(rows.find((row) => row.id === id)?.price ?? 90) * percent) / 100,
  };
}

const nobody = (seed: string): string => uuid(`traced nobody ${digest(seed)}`);

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, ended, share } = idsOf(await walk(api, '/v1/listings'));
  const plans = await walk(api, '/v1/strategies');
  const plan = (at: number) => plans[at]?.id;
  const archived = plans.find(({ isArchived }) => isArchived === true)?.id;
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?pageSize=20&orderBy=price');
  await get('pageSize=5&orderBy=price%20desc,title');
  await get('status=Paused');
  await get('searchTerm=lamp');
  await get('minPrice=100&maxPrice=250&orderBy=price');
  await get(`strategyId=${String(plan(1))}`);
  await get('fields=id,title,price&pageSize=5');
  await get('pageSize=100');
  await get('pageNumber=9');
  await api.ask('GET', '/v1/reports?status=Failed');
  for (const id of [free[0], free[1], bound[0], open[0], ended[0]]) await read(api, 'listings', id);
  await read(api, 'listings', `${String(free[2])}?fields=id,title`);
  await read(api, 'strategies', plan(0));
  await read(api, 'strategies', plan(3));
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { minPrice: share(free[0], 70), maxPrice: share(free[0], 160) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { maxPrice: 899.5 });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { minPrice: 12.9 });
  await price(api, free[1], { minPrice: null });
  await read(api, 'listings', free[1]);
  await assign(api, free[0], { strategyId: plan(1) });
  await read(api, 'listings', free[0]);
  await assign(api, free[2], { strategyId: plan(3) });
  await assign(api, bound[1], { strategyId: null });
  await read(api, 'listings', bound[1]);
  await get('orderBy=modifiedAt%20desc&pageSize=4');
  api.wait(40_000);
  await read(api, 'reports', runs[0]);
  await api.ask('GET', '/v1/reports?pageSize=3');

  await read(api, 'listings', nobody('one'));
  await read(api, 'listings', '1042');
  await read(api, 'strategies', nobody('two'));
  await read(api, 'reports', nobody('three'));
  await price(api, nobody('four'), { minPrice: 20 });
  await price(api, free[3], { minPrice: 120, maxPrice: 80 });
  await price(api, free[3], { minPrice: -5 });
  await price(api, free[3], { maxPrice: 19.999 });
  await price(api, free[3], { minPrice: 'cheap' });
  await price(api, free[3], { minPrice: 25, maxPrice: true });
  await price(api, free[3], {});
  await priceText(api, free[3], '{"minPrice": ');
  await priceText(api, free[3], 'oops');
  await price(api, free[3], { minPrice: 4_500 });
  await price(api, ended[0], { minPrice: 30 });
  await assign(api, free[3], { strategyId: nobody('five') });
  await assign(api, free[3], { strategyId: archived });
  await assign(api, free[3], { strategyId: 'lowest' });
  await get('pageSize=many');
  await get('status=Sold');
  await get('orderBy=colour');
  await get('minPrice=300&maxPrice=100');
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?pageSize=1', 7);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, ended, share } = idsOf(await walk(api, '/v1/listings?pageSize=15'));
  const plans = await walk(api, '/v1/strategies');
  const plan = (at: number) => plans[at]?.id;
  const archived = plans.find(({ isArchived }) => isArchived === true)?.id;
  const runs = (await walk(api, '/v1/reports?pageSize=7')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('pageSize=8&orderBy=price');
  await get('pageSize=6&orderBy=title%20desc');
  await get('status=Active&pageSize=6');
  await get('status=Ended');
  await get('searchTerm=desk');
  await get('searchTerm=zeppelin');
  await get('minPrice=60&maxPrice=180&orderBy=price');
  await get('fields=id,sku,status&pageSize=3');
  await get('pageNumber=12');
  await get('pageNumber=2&pageSize=6');
  await get('colour=red&pageSize=4');
  await api.ask('GET', '/v1/strategies?isArchived=true');
  await api.ask('GET', '/v1/reports?status=Completed&pageSize=4');
  for (const id of [free[4], bound[2], open[1], ended[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', plan(2));
  await read(api, 'reports', runs[2]);
  await read(api, 'reports', runs[3]);

  await price(api, free[4], { minPrice: share(free[4], 65), maxPrice: share(free[4], 150) });
  await read(api, 'listings', free[4]);
  await price(api, bound[2], { maxPrice: 745.25 });
  await price(api, open[1], { minPrice: 9.75 });
  await price(api, free[5], { maxPrice: null });
  await read(api, 'listings', free[5]);
  await assign(api, free[4], { strategyId: plan(0) });
  await read(api, 'listings', free[4]);
  await assign(api, bound[3], { strategyId: null });
  await get('orderBy=modifiedAt%20desc&pageSize=3');

  await read(api, 'listings', nobody('six'));
  await read(api, 'listings', 'chair-7');
  await read(api, 'reports', nobody('seven'));
  await price(api, nobody('eight'), { maxPrice: 75 });
  await price(api, free[6], { minPrice: 64.5, maxPrice: 61.2 });
  await price(api, free[6], { maxPrice: -12 });
  await price(api, free[6], { minPrice: 'lots' });
  await price(api, free[6], { maxPrice: false });
  await priceText(api, free[6], '{"maxPrice": ');
  await price(api, ended[2], { maxPrice: 410 });
  await price(api, free[6], { minPrice: 5_200 });
  await assign(api, free[6], { strategyId: nobody('nine') });
  await assign(api, free[6], { strategyId: archived });
  await assign(api, free[6], { strategyId: 7 });
  await get('pageSize=0');
  await get('status=Lost');
  await get('orderBy=weight');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const tracedProblems: WalkedService = {
  name: 'traced-problems',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
