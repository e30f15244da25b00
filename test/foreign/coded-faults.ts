// A wholesale of bicycle parts, in Rust with axum, serde, the validator crate and sqlx: listings by limit and offset beside a
// total, report runs by a cursor that is left out at the end, strategies as a bare array. UUIDs as ids, small numbers for
// strategies; amounts are whole cents, enums in snake_case, moments in UTC with a fraction only where there is one; some of what
// is not set is null, the rest is left out. A listing that is read alone tells its strategy as well; a write is answered by the
// row as it now stands, and what it sends as null stays as it was. What does not parse is refused in serde's words, with line and
// column (400 for syntax, 422 for types), queries and paths in those of axum; faults of validation stand by field, each with its
// code, message and params, those of the whole under `__all__`; the rules of the trade are conflicts.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'tcp_live_9fK2mVq7RzX4bLw8';
const callsPerSecond = 8;
const largestAmount = 5_000_000;

const statuses = ['active', 'paused', 'discontinued'] as const;
const categories = ['drivetrain', 'brakes', 'wheels', 'cockpit', 'bottom_bracket', 'lighting'] as const;
const sorts = ['created_at', 'updated_at', 'name', 'price_cents'] as const;
const runStatuses = ['queued', 'running', 'succeeded', 'failed'] as const;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

interface Part {
  readonly id: string;
  readonly partNumber: string;
  readonly ean: string | undefined;
  readonly name: string;
  readonly brand: string;
  readonly category: (typeof categories)[number];
  readonly status: (typeof statuses)[number];
  readonly price: number;
  readonly stock: number;
  readonly weight: number | undefined;
  readonly description: string | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly undercut_cents?: number;
  readonly margin_percent: number | null;
  readonly is_active: boolean;
}

const strategies: readonly Strategy[] = [
  { id: 1, name: 'Match lowest', kind: 'match_lowest', margin_percent: null, is_active: true },
  {
    id: 2,
    name: 'Undercut by 20',
    kind: 'undercut',
    undercut_cents: 20,
    margin_percent: null,
    is_active: true,
  },
  { id: 3, name: 'Dealer margin', kind: 'cost_plus', margin_percent: 32.5, is_active: true },
  { id: 4, name: 'Workshop margin', kind: 'cost_plus', margin_percent: 18, is_active: true },
  { id: 5, name: 'Winter clearance', kind: 'cost_plus', margin_percent: 5, is_active: false },
  {
    id: 6,
    name: 'Undercut by 150',
    kind: 'undercut',
    undercut_cents: 150,
    margin_percent: null,
    is_active: true,
  },
];

const goods: Readonly<Record<(typeof categories)[number], readonly string[]>> = {
  drivetrain: ['Chain 11s', 'Cassette 11-34', 'Derailleur', 'Chainring 42T'],
  brakes: ['Disc Rotor 160', 'Brake Pads', 'Brake Lever'],
  wheels: ['Rim 622', 'Front Hub', 'Spoke Set', 'Tyre 700x32'],
  cockpit: ['Handlebar 420', 'Stem 90', 'Bar Tape'],
  bottom_bracket: ['Bottom Bracket BSA', 'Press Fit Cups'],
  lighting: ['Headlight 70 lx', 'Rear Light', 'Hub Dynamo'],
};

function parts(): Part[] {
  return Array.from({ length: 58 }, (_, index): Part => {
    const seed = `faults ${index}`;
    const brand = oneOf(`${seed} brand`, ['Velmora', 'Tarnwick', 'Halvik', 'Zembro', 'Norrast']);
    const category = oneOf(`${seed} category`, categories);
    const price = 690 + chance(`${seed} price`, 21_000);
    const created = pastMoment(seed);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.8);
    const hasEan = chance(`${seed} ean`, 4) > 0;
    return {
      id: uuid(seed),
      partNumber: `${brand.slice(0, 2).toUpperCase()}-${String(10_000 + chance(`${seed} number`, 89_999))}`,
      ean: hasEan ? `40${String(chance(`${seed} ean digits`, 1e11)).padStart(11, '0')}` : undefined,
      name: `${brand} ${oneOf(`${seed} good`, goods[category])}`,
      brand,
      category,
      status: statuses[[0, 0, 0, 0, 1, 2][chance(`${seed} status`, 6)]!]!,
      price,
      stock: chance(`${seed} stock none`, 5) === 0 ? 0 : chance(`${seed} stock`, 160),
      weight: chance(`${seed} weighs`, 3) === 0 ? undefined : 20 + chance(`${seed} weight`, 900),
      description: chance(`${seed} text`, 3) === 0 ? null : `${category.replace('_', ' ')} part by ${brand}`,
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.5),
      strategy:
        min !== null && chance(`${seed} strategy`, 3) === 0
          ? [1, 2, 3, 4, 6][chance(`${seed} which`, 5)]!
          : null,
      updated: created + chance(`${seed} updated`, 80 * 86_400) * 1_000 + chance(`${seed} ms`, 1_000),
    };
  });
}

interface Fault {
  readonly code: string;
  readonly message: string | null;
  readonly params: Row;
}
type Faults = Record<string, Fault[]>;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Faults | undefined;

  constructor(status: number, code: string, message: string, fields?: Faults) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const conflict = (code: string, message: string) => new Refusal(409, code, message);
const notFound = (what: string, id: string | number) =>
  new Refusal(404, 'not_found', `${what} ${id} not found`);
const badQuery = (message: string) =>
  new Refusal(400, 'invalid_query', `Failed to deserialize query string: ${message}`);
const badPath = (message: string) => new Refusal(400, 'invalid_path', `Invalid URL: ${message}`);

function refuseFaults(fields: Faults): void {
  if (Object.keys(fields).length > 0)
    throw new Refusal(422, 'validation_failed', 'request validation failed', fields);
}

/** The validator's `range`. */
function checkRange(
  fields: Faults,
  name: string,
  value: number | null | undefined,
  [min, max]: readonly [number, number],
  message: string | null = null,
): void {
  if (typeof value === 'number' && (value < min || value > max)) {
    fields[name] = [{ code: 'range', message, params: { min, max, value } }];
  }
}

const whole = (code: string, message: string): Faults => ({ __all__: [{ code, message, params: {} }] });

/** What a struct of optional whole numbers is: serde knows no other body here. */
interface Struct {
  readonly name: string;
  readonly type: 'i64' | 'i32';
  readonly fields: readonly string[];
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' or ');

/** Reads a body as serde_json does: stops at the first fault and says where. */
function deserialized(text: string, { name: struct, type, fields }: Struct): Row {
  let index = 0;
  const place = (to: number) => {
    const lines = text.slice(0, to).split('\n');
    return ` at line ${lines.length} column ${lines.at(-1)!.length}`;
  };
  const syntax = (path: string, words: string, to = index): never => {
    throw new Refusal(
      400,
      'invalid_json',
      `Failed to parse the request body as JSON: ${path}${words}${place(to)}`,
    );
  };
  const data = (path: string, words: string): never => {
    throw new Refusal(
      422,
      'invalid_json',
      `Failed to deserialize the JSON body into the target type: ${path}${words}${place(index)}`,
    );
  };
  const skip = () => {
    while (/\s/.test(text[index] ?? '')) index += 1;
  };
  /** Takes what the text goes on with. */
  const take = (pattern: RegExp): string | undefined => {
    const [found] = pattern.exec(text.slice(index)) ?? [];
    index += found?.length ?? 0;
    return found;
  };

  /** A scalar, told as serde tells it; a number is returned where one is expected, null where it may be none. */
  function scalar(path: string, expected: string): number | null {
    skip();
    if (index === text.length) syntax(path, 'EOF while parsing a value');
    if (text[index] === '[') data(path, `invalid type: sequence, expected ${expected}`);
    if (text[index] === '{') data(path, `invalid type: map, expected ${expected}`);
    if (text[index] === '"') {
      const string = take(/^"(?:[^"\\]|\\.)*"/);
      if (string === undefined) syntax(path, 'EOF while parsing a string', text.length);
      data(path, `invalid type: string ${string}, expected ${expected}`);
    }
    const flag = take(/^(?:true|false)/);
    if (flag !== undefined) data(path, `invalid type: boolean \`${flag}\`, expected ${expected}`);
    if (take(/^null/) !== undefined) {
      return path === '' ? data('', `invalid type: null, expected ${expected}`) : null;
    }
    const number = take(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/);
    if (number === undefined) return syntax(path, 'expected value', index + 1);
    if (!/^-?\d+$/.test(number))
      data(path, `invalid type: floating point \`${number}\`, expected ${expected}`);
    if (path === '') data('', `invalid type: integer \`${number}\`, expected ${expected}`);
    const most = type === 'i32' ? 2 ** 31 : 2 ** 63;
    if (Math.abs(Number(number)) >= most)
      data(path, `invalid value: integer \`${number}\`, expected ${expected}`);
    return Number(number);
  }

  skip();
  if (text[index] === '[') {
    index = text.length;
    const count = (JSON.parse(text) as unknown[]).length;
    const elements = fields.length === 1 ? '1 element' : `${fields.length} elements`;
    data('', `invalid length ${count}, expected struct ${struct} with ${elements}`);
  }
  if (text[index] !== '{') scalar('', `struct ${struct}`);
  index += 1;
  const read: Record<string, number | null> = {};
  for (let isFirst = true; ; isFirst = false) {
    skip();
    if (index === text.length) syntax('', 'EOF while parsing an object');
    if (take(/^\}/) !== undefined) break;
    if (!isFirst && take(/^,/) === undefined) syntax('', 'expected `,` or `}`', index + 1);
    skip();
    const name = take(/^"(?:[^"\\]|\\.)*"/)?.slice(1, -1) ?? syntax('', 'key must be a string', index + 1);
    const path = `${name}: `;
    if (!fields.includes(name)) data(path, `unknown field \`${name}\`, expected ${quoted(fields)}`);
    skip();
    if (take(/^:/) === undefined) syntax(path, 'expected `:`', index + 1);
    read[name] = scalar(path, type);
  }
  skip();
  if (index < text.length) syntax('', 'trailing characters', index + 1);
  return read;
}

function bodyOf({ headers, body }: Asked, struct: Struct): Row {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    throw new Refusal(415, 'invalid_json', 'Expected request with `Content-Type: application/json`');
  }
  return deserialized(body, struct);
}

/** The parameters of a query as the struct of a handler has them; strangers are passed over. */
type Kind = 'text' | 'u32' | 'i64' | 'bool' | 'moment' | readonly string[];

function parsedParam(name: string, text: string, kind: Kind): unknown {
  const refuse = (words: string): never => {
    throw badQuery(`${name}: ${words}`);
  };
  if (kind === 'text') return text;
  if (kind === 'bool') {
    return ['true', 'false'].includes(text)
      ? text === 'true'
      : refuse('provided string was not `true` or `false`');
  }
  if (kind === 'moment') {
    if (!/^\d/.test(text)) refuse('input contains invalid characters');
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : refuse('premature end of input');
  }
  if (typeof kind === 'object') {
    const known = kind.map((word) => `\`${word}\``);
    const expected = known.length === 2 ? known.join(' or ') : `one of ${known.join(', ')}`;
    return kind.includes(text) ? text : refuse(`unknown variant \`${text}\`, expected ${expected}`);
  }
  if (text === '') refuse('cannot parse integer from empty string');
  if (!(kind === 'u32' ? /^\d+$/ : /^-?\d+$/).test(text)) refuse('invalid digit found in string');
  return Number(text) < 2 ** 32 ? Number(text) : refuse('number too large to fit in target type');
}

function paramsOf<Name extends string>(
  query: URLSearchParams,
  kinds: Readonly<Record<Name, Kind>>,
): Readonly<Partial<Record<Name, unknown>>> {
  const read: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const kind = (kinds as Readonly<Record<string, Kind>>)[name];
    if (kind !== undefined) read[name] = parsedParam(name, text, kind);
  }
  return read as Partial<Record<Name, unknown>>;
}

const listingParams = {
  limit: 'u32',
  offset: 'u32',
  sort: sorts,
  order: ['asc', 'desc'],
  status: statuses,
  category: categories,
  brand: 'text',
  strategy_id: 'i64',
  in_stock: 'bool',
  price_from: 'i64',
  price_to: 'i64',
  updated_since: 'moment',
  search: 'text',
} as const;

/** A UUID of a path, as the crate reads it. */
function uuidOf(text: string): string {
  const odd = text.search(/[^0-9a-f-]/i);
  if (odd >= 0) {
    throw badPath(
      `UUID parsing failed: invalid character: expected an optional prefix of \`urn:uuid:\` followed by [0-9a-fA-F-], found \`${text[odd]!}\` at ${odd + 1}`,
    );
  }
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw badPath(
      `UUID parsing failed: invalid length: expected length 32 for simple format, found ${text.length}`,
    );
  }
  return text.toLowerCase();
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = parts();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: uuid(`faults report ${index}`),
    kind: ['price_changes', 'stock_levels', 'margins'][index % 3]!,
    requested:
      index < 2
        ? opened - 30_000 * (index + 1) - 250
        : opened - index * 39_600_000 - chance(`faults report ${index}`, 9_000_000),
    seconds: 75 + index * 12,
    rows: 40 + chance(`faults rows ${index}`, 6_000),
    fails: index === 4 || index === 9,
  }));
  type Report = (typeof reports)[number];
  let window = { second: 0, count: 0 };
  let count = 0;

  const partShown = (one: Part): Row => ({
    id: one.id,
    part_number: one.partNumber,
    ...(one.ean !== undefined && { ean: one.ean }),
    name: one.name,
    brand: one.brand,
    category: one.category,
    status: one.status,
    price_cents: one.price,
    currency: 'EUR',
    min_price_cents: one.min,
    max_price_cents: one.max,
    strategy_id: one.strategy,
    stock_quantity: one.stock,
    ...(one.weight !== undefined && { weight_grams: one.weight }),
    created_at: moment(one.created),
    updated_at: moment(one.updated),
  });

  const partAlone = (one: Part): Row => {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      ...partShown(one),
      description: one.description,
      strategy: strategy === undefined ? null : { id: strategy.id, name: strategy.name, kind: strategy.kind },
    };
  };

  const statusOf = ({ requested, seconds, fails }: Report): (typeof runStatuses)[number] => {
    const elapsed = (run.now() - requested) / 1_000;
    return elapsed < 20 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'succeeded';
  };

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isOver = status === 'succeeded' || status === 'failed';
    return {
      id: one.id,
      kind: one.kind,
      status,
      row_count: status === 'succeeded' ? one.rows : null,
      requested_at: moment(one.requested),
      finished_at: isOver ? moment(one.requested + one.seconds * 1_000) : null,
      ...(status === 'failed' && { error_message: `worker gave up after ${one.seconds} s` }),
      ...(status === 'succeeded' && {
        download_url: `https://exports.tarnwick-parts.example/${one.kind}/${one.id}.csv?token=${scrambled(`faults ${run.run} ${one.id}`, 40, 'abcdef0123456789')}`,
      }),
    };
  }

  function listed(query: URLSearchParams): Answered {
    const asked = paramsOf(query, listingParams);
    const limit = Number(asked.limit ?? 25);
    const offset = Number(asked.offset ?? 0);
    const fields: Faults = {};
    checkRange(fields, 'limit', limit, [1, 100]);
    const [from, to] = [Number(asked.price_from ?? 0), Number(asked.price_to ?? Infinity)];
    refuseFaults(fields);
    if (from > to) refuseFaults(whole('price_range', 'price_from must not be greater than price_to'));
    const sort = (asked.sort ?? 'created_at') as (typeof sorts)[number];
    const direction = asked.order === 'asc' ? 1 : -1;
    const word = ((asked.search ?? '') as string).toLowerCase();
    const valueOf = (one: Part): number | string =>
      sort === 'name'
        ? one.name
        : sort === 'price_cents'
          ? one.price
          : sort === 'updated_at'
            ? one.updated
            : one.created;
    const compared = (left: number | string, right: number | string) =>
      left < right ? -1 : left > right ? 1 : 0;
    const found = all
      .filter(
        (one) =>
          (asked.status === undefined || one.status === asked.status) &&
          (asked.category === undefined || one.category === asked.category) &&
          (asked.brand === undefined || one.brand === asked.brand) &&
          (asked.strategy_id === undefined || one.strategy === asked.strategy_id) &&
          (asked.in_stock === undefined || one.stock > 0 === asked.in_stock) &&
          (asked.updated_since === undefined || one.updated >= Number(asked.updated_since)) &&
          one.price >= from &&
          one.price <= to &&
          [one.name, one.partNumber].some((text) => text.toLowerCase().includes(word)),
      )
      .sort((one, other) => direction * compared(valueOf(one), valueOf(other)) || compared(one.id, other.id));
    const items = found.slice(offset, offset + limit).map(partShown);
    return json(200, { items, total: found.length, limit, offset });
  }

  function listedReports(query: URLSearchParams): Answered {
    const asked = paramsOf(query, { limit: 'u32', cursor: 'text', status: runStatuses, kind: 'text' });
    const limit = Number(asked.limit ?? 10);
    const fields: Faults = {};
    checkRange(fields, 'limit', limit, [1, 50]);
    refuseFaults(fields);
    const cursorOf = ({ requested, id }: Report) =>
      Buffer.from(`${moment(requested)}|${id}`).toString('base64url');
    const found = reports.filter(
      (one) =>
        (asked.status === undefined || statusOf(one) === asked.status) &&
        (asked.kind === undefined || one.kind === asked.kind),
    );
    const last = asked.cursor === undefined ? -1 : reports.findIndex((one) => cursorOf(one) === asked.cursor);
    if (asked.cursor !== undefined && last < 0) {
      throw new Refusal(400, 'invalid_cursor', 'cursor could not be decoded');
    }
    const left = found.filter((one) => reports.indexOf(one) > last);
    const page = left.slice(0, limit);
    return json(200, {
      items: page.map(reportShown),
      ...(left.length > limit && { next_cursor: cursorOf(page.at(-1)!) }),
    });
  }

  function partOf(id: string): Part {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notFound('listing', id);
    return one;
  }

  function refuseDiscontinued({ id, status }: Part): void {
    if (status === 'discontinued') {
      throw conflict('listing_discontinued', `listing ${id} is discontinued and cannot be changed`);
    }
  }

  function priced(id: string, request: Asked): Answered {
    const sent = bodyOf(request, {
      name: 'UpdatePriceBounds',
      type: 'i64',
      fields: ['min_price_cents', 'max_price_cents'],
    });
    const min = sent.min_price_cents as number | null | undefined;
    const max = sent.max_price_cents as number | null | undefined;
    const fields: Faults = {};
    const words = `must be between 1 and ${largestAmount}`;
    checkRange(fields, 'min_price_cents', min, [1, largestAmount], words);
    checkRange(fields, 'max_price_cents', max, [1, largestAmount], words);
    refuseFaults(fields);
    if (typeof min !== 'number' && typeof max !== 'number') {
      refuseFaults(
        whole('bounds_required', 'at least one of min_price_cents and max_price_cents is required'),
      );
    }
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      refuseFaults(whole('bounds_order', 'min_price_cents must not be greater than max_price_cents'));
    }
    const part = partOf(id);
    refuseDiscontinued(part);
    const [low, high] = [min ?? part.min, max ?? part.max];
    if (low !== null && high !== null && low > high) {
      throw conflict(
        'bounds_conflict',
        typeof min === 'number'
          ? `min_price_cents ${low} is above the current max_price_cents ${high}`
          : `max_price_cents ${high} is below the current min_price_cents ${low}`,
      );
    }
    [part.min, part.max, part.updated] = [low, high, run.now()];
    return json(200, partShown(part));
  }

  function assigned(id: string, request: Asked): Answered {
    const sent = bodyOf(request, { name: 'AssignStrategy', type: 'i32', fields: ['strategy_id'] });
    const number = (sent.strategy_id ?? null) as number | null;
    const part = partOf(id);
    refuseDiscontinued(part);
    if (number !== null) {
      const strategy = strategies.find((one) => one.id === number);
      if (strategy === undefined)
        throw new Refusal(422, 'unknown_strategy', `strategy ${number} does not exist`);
      if (!strategy.is_active) throw conflict('strategy_inactive', `strategy ${number} is not active`);
      if (strategy.kind !== 'cost_plus' && part.min === null) {
        throw conflict(
          'min_price_required',
          `strategy ${number} (${strategy.kind}) needs a min_price_cents on the listing`,
        );
      }
    }
    [part.strategy, part.updated] = [number, run.now()];
    return json(200, partShown(part));
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isKnown =
      root === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404, 'not_found', `no route for ${request.method} ${path}`);
    const method = part === undefined ? 'GET' : part === 'price' ? 'PATCH' : 'PUT';
    if (request.method !== method) {
      return { status: 405, headers: [['Allow', method === 'GET' ? 'GET,HEAD' : method]], body: '' };
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      if (part === undefined) return json(200, partAlone(partOf(uuidOf(id))));
      return part === 'price' ? priced(uuidOf(id), request) : assigned(uuidOf(id), request);
    }
    if (kind === 'reports') {
      if (id === undefined) return listedReports(query);
      const report = reports.find((one) => one.id === uuidOf(id));
      if (report === undefined) throw notFound('report', id);
      return json(200, reportShown(report));
    }
    if (id === undefined) {
      const { active } = paramsOf(query, { active: 'bool' });
      return json(
        200,
        strategies.filter((one) => active === undefined || one.is_active === active),
      );
    }
    if (!/^-?\d{1,9}$/.test(id)) throw badPath(`Cannot parse \`id\` with value \`${id}\` to a \`i32\``);
    const strategy = strategies.find((one) => one.id === Number(id));
    if (strategy === undefined) throw notFound('strategy', Number(id));
    return json(200, strategy);
  }

  /** Counts the calls of each second of the clock. */
  function admit({ headers }: Asked): Headers {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Refusal(401, 'unauthorized', 'missing `x-api-key` header');
    if (sent !== key) throw new Refusal(401, 'unauthorized', 'unknown API key');
    const second = Math.floor(run.now() / 1_000);
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    return [
      ['x-ratelimit-limit', String(callsPerSecond)],
      ['x-ratelimit-remaining', String(Math.max(0, callsPerSecond - window.count))],
    ];
  }

  return (request) => {
    count += 1;
    const always: Headers = [['x-request-id', uuid(`faults ${run.run} ${count}`)]];
    let told: Headers = [];
    try {
      told = admit(request);
      if (window.count > callsPerSecond) {
        told = [...told, ['retry-after', '1']];
        throw new Refusal(429, 'rate_limited', 'too many requests, retry in a second');
      }
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, fields } = error;
      return json(status, { error: { code, message, ...(fields !== undefined && { fields }) } }, [
        ...told,
        ...always,
      ]);
    }
  };
}

/** Goes on by the cursor, else by the total. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const on = (name: string, value: string) =>
    `${target}${target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    if (Array.isArray(received.body)) return (received.body as unknown[]).filter(isObject);
    const items = rowsAt(received, 'items');
    rows.push(...items);
    const cursor = textIfAny(received, 'next_cursor');
    const reachedTo = Number(at(received, 'offset') ?? 0) + items.length;
    const hasMore = items.length > 0 && reachedTo < Number(at(received, 'total') ?? 0);
    next =
      cursor !== undefined ? on('cursor', cursor) : hasMore ? on('offset', String(reachedTo)) : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const priceText = (api: Api, id: unknown, text: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { text });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Parts on sale: with both bounds and no strategy, with a lower bound and a strategy, and without a lower bound; and the rest. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ status }) => status !== 'discontinued');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(
      onSale.filter(
        (row) => row.min_price_cents !== null && row.max_price_cents !== null && row.strategy_id === null,
      ),
    ),
    bound: ids(onSale.filter((row) => row.min_price_cents !== null && row.strategy_id !== null)),
    open: ids(onSale.filter((row) => row.min_price_cents === null)),
    gone: ids(rows.filter(({ status }) => status === 'discontinued')),
    priceOf: (id) => Number(rows.find((row) => row.id === id)?.price_cents ?? 9_000),
  };
}

const nobody = (seed: string): string => uuid(`faults nobody ${digest(seed)}`);

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, gone, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?limit=30&sort=price_cents&order=asc');
  await get('limit=5&sort=price_cents&order=desc');
  await get('limit=4&sort=updated_at');
  await get('limit=6&sort=name&order=asc');
  await get('offset=40&limit=10');
  await get('status=discontinued');
  await get('status=paused&limit=3');
  await get('category=drivetrain&limit=50');
  await get('category=bottom_bracket&status=active&sort=price_cents&order=asc');
  await get('brand=Halvik&limit=5');
  await get('strategy_id=2');
  await get('in_stock=false');
  await get('price_from=15000&limit=6');
  await get('price_from=4000&price_to=9000&sort=price_cents&order=asc&limit=20');
  await get('search=light&limit=4');
  await get('search=hub&sort=name&order=asc');
  await get('updated_since=2025-06-01T00:00:00Z&limit=6');
  await get('offset=200&limit=25');
  await get('brand=Unknown');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?limit=3');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?kind=margins&limit=2');
  for (const index of [0, 2, 5]) await read(api, 'listings', free[index]);
  for (const index of [1, 4]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', gone[0]);
  await read(api, 'strategies', 2);
  await read(api, 'strategies', 5);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[7]);

  await price(api, free[0], {
    min_price_cents: priceOf(free[0]) - 150,
    max_price_cents: priceOf(free[0]) + 4_000,
  });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price_cents: 2_490, max_price_cents: 39_900 });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_price_cents: 51_900 });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { min_price_cents: 590 });
  await price(api, free[2], { min_price_cents: null, max_price_cents: 48_000 });
  await price(api, bound[2], { min_price_cents: 1, max_price_cents: null });
  await assign(api, free[0], 1);
  await read(api, 'listings', free[0]);
  await assign(api, open[0], 3);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, bound[1], 4);
  await assign(api, free[3], 6);
  await get('sort=updated_at&limit=5');
  await get('strategy_id=3&limit=4');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', nobody('one'));
  await read(api, 'listings', 'pedal');
  await read(api, 'strategies', 77);
  await read(api, 'strategies', 'lowest');
  await read(api, 'reports', nobody('two'));
  await read(api, 'reports', 'latest');
  await price(api, nobody('three'), { min_price_cents: 900 });
  await assign(api, nobody('three'), 1);
  await price(api, free[4], { min_price_cents: 12_000, max_price_cents: 9_000 });
  await price(api, free[4], { min_price_cents: 4_000_000 });
  await price(api, free[5], { max_price_cents: 2 });
  await price(api, free[4], { min_price_cents: 'cheap' });
  await price(api, free[4], { min_price_cents: 900, max_price_cents: true });
  await price(api, free[4], { max_price_cents: 19.99 });
  await price(api, free[4], { max_price_cents: [1_200] });
  await price(api, free[4], { min_price_cents: -3 });
  await price(api, free[4], { min_price_cents: 0, max_price_cents: 6_000_000 });
  await price(api, free[4], {});
  await price(api, free[4], { colour: 'red' });
  await price(api, free[4], [900]);
  await price(api, gone[0], { min_price_cents: 900 });
  await priceText(api, free[4], '{"min_price_cents": ');
  await priceText(api, free[4], 'oops');
  await assign(api, free[4], 42);
  await assign(api, free[4], 5);
  await assign(api, free[4], 'lowest');
  await assign(api, free[4], 1.5);
  await assign(api, open[2], 1);
  await assign(api, gone[1], 3);
  await get('limit=0');
  await get('limit=500');
  await get('limit=many');
  await get('offset=-1');
  await get('status=sold');
  await get('category=saddles&limit=3');
  await get('sort=colour');
  await get('order=up');
  await get('in_stock=maybe');
  await get('price_from=cheap');
  await get('price_from=9000&price_to=100');
  await get('strategy_id=best');
  await get('updated_since=yesterday');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/strategies?active=yes');
  await api.ask('GET', '/v1/reports?limit=80');
  await api.ask('GET', '/v1/reports?cursor=next');
  await api.ask('GET', '/v1/reports?status=done');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[4])}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?limit=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, gone, priceOf } = idsOf(await walk(api, '/v1/listings?limit=45'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await walk(api, '/v1/listings?status=active&limit=20&sort=price_cents');
  await get('limit=7&sort=updated_at&order=asc');
  await get('limit=3&sort=name&order=desc');
  await get('offset=12&limit=6&sort=price_cents&order=asc');
  await get('category=wheels&limit=4');
  await get('brand=Zembro&status=active');
  await get('strategy_id=4&limit=10');
  await get('in_stock=true&limit=5&sort=name&order=asc');
  await get('price_to=5000&limit=5');
  await get('price_from=7500&price_to=16000&sort=price_cents');
  await get('search=brake');
  await get('updated_since=2025-03-15T12:00:00Z&sort=updated_at&order=asc&limit=3');
  await get('offset=90&limit=10');
  await get('search=zeppelin');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status=succeeded&limit=4');
  await read(api, 'listings', free[6]);
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', open[1]);
  await read(api, 'strategies', 3);
  await read(api, 'reports', runs[2]);
  await read(api, 'reports', runs[9]);

  await price(api, free[6], {
    min_price_cents: priceOf(free[6]) - 75,
    max_price_cents: priceOf(free[6]) + 2_500,
  });
  await read(api, 'listings', free[6]);
  await price(api, bound[5], { min_price_cents: 315 });
  await read(api, 'listings', bound[5]);
  await price(api, open[3], { max_price_cents: 28_800 });
  await price(api, free[7], { min_price_cents: 410, max_price_cents: null });
  await assign(api, free[6], 4);
  await read(api, 'listings', free[6]);
  await assign(api, bound[6], null);
  await assign(api, bound[7], 2);
  await get('sort=updated_at&limit=3');

  await read(api, 'listings', nobody('four'));
  await read(api, 'listings', 'saddle');
  await read(api, 'strategies', 31);
  await read(api, 'reports', nobody('five'));
  await price(api, nobody('six'), { max_price_cents: 8_000 });
  await assign(api, nobody('six'), 2);
  await price(api, free[8], { min_price_cents: 18_050, max_price_cents: 15_100 });
  await price(api, free[8], { min_price_cents: 3_500_000 });
  await price(api, free[8], { max_price_cents: 'lots' });
  await price(api, free[8], { min_price_cents: false });
  await price(api, free[8], { max_price_cents: -12 });
  await price(api, free[8], { min_price_cents: -1, max_price_cents: 0 });
  await price(api, free[8], { min_price_cents: 7_250_000 });
  await price(api, free[8], { min_price_cents: null });
  await price(api, free[8], { shape: 'round' });
  await price(api, gone[2], { max_price_cents: 12_000 });
  await priceText(api, free[8], '{"max_price_cents": 9');
  await assign(api, free[8], 64);
  await assign(api, free[8], true);
  await assign(api, open[4], 6);
  await assign(api, gone[0], 4);
  await get('limit=250');
  await get('offset=last');
  await get('status=lost');
  await get('sort=weight');
  await get('price_to=much');
  await get('shape=round&limit=4');
  await api.ask('GET', '/v1/reports?limit=0');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const codedFaults: WalkedService = {
  name: 'coded-faults',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
