// A gateway that was generated over a relational database: lists are bare arrays, filters are written as an operator
// before the value (`price=gte.100`), columns and related tables are chosen by `select`, the order by `order=price.desc`.
// A list is whole or part by Content-Range, its total stands there only if `Prefer: count=exact` asks for it; a write
// shows its row only if `Prefer: return=representation` does. A row comes as a list of one, or as an object to those who
// accept that type. Amounts are JSON numbers of two digits, refusals have the codes of the database.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { header, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rowkey_9fT3vQ8sLm2Zc6Wd';
const callsPerSecond = 5;
/** More rows than this are never in an answer. */
const mostRows = 25;
const objectType = 'application/vnd.rows.object+json';

const enums: Readonly<Record<string, readonly string[]>> = {
  listing_status: ['active', 'inactive', 'archived'],
  strategy_kind: ['match', 'undercut', 'fixed_margin'],
  report_status: ['queued', 'running', 'finished', 'failed'],
};

/** A value as the database has it: amounts in cents, moments in microseconds since 1970. */
type Cell = string | number | boolean | null | readonly string[];
type Cells = Readonly<Record<string, Cell>>;

interface Embed {
  readonly table: string;
  readonly many: boolean;
  readonly of: (cells: Cells) => readonly Cells[];
}

interface Table {
  readonly name: string;
  /** The types of the columns. */
  readonly columns: Readonly<Record<string, string>>;
  readonly embeds: Readonly<Record<string, Embed>>;
  readonly rows: () => readonly Cells[];
}

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly country: string;
  readonly status: string;
  readonly price: number;
  readonly quantity: number;
  readonly featured: boolean;
  readonly tags: readonly string[];
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
  readonly active: boolean;
  readonly needsBounds: boolean;
  readonly step: number;
  readonly minutes: number;
  readonly created: number;
}

interface ReportRun {
  readonly id: number;
  readonly type: string;
  readonly by: string;
  readonly requested: number;
  readonly seconds: number;
  readonly rows: number;
  readonly fails: boolean;
}

interface Told {
  readonly details?: string;
  readonly hint?: string;
  readonly headers?: Headers;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly told: Told;

  constructor(status: number, code: string, message: string, told: Told = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.told = told;
  }
}

/** A refusal of the gateway's own parser. */
function unparsed(what: string, text: string, column: number, expecting: string): Refusal {
  const unexpected = column > text.length ? 'end of input' : `"${text[column - 1]!}"`;
  return new Refusal(400, 'GW100', `"failed to parse ${what} (${text})" (line 1, column ${column})`, {
    details: `unexpected ${unexpected} expecting ${expecting}`,
  });
}

const invalid = (type: string, text: string): Refusal =>
  new Refusal(400, '22P02', `invalid input syntax for type ${type}: "${text}"`);

/** An amount as it is written into JSON: `149.90`. */
class Numeric {
  readonly text: string;

  constructor(cents: number) {
    this.text = (cents / 100).toFixed(2);
  }
}

/** JSON in which amounts keep their two digits. */
function printed(value: unknown): string {
  const mark = '\uE000';
  const text = JSON.stringify(value, (_, each: unknown) =>
    each instanceof Numeric ? mark + each.text : each,
  );
  return text.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** A moment with as many digits behind the second as it needs. */
function moment(micros: number): string {
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19);
  const rest = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${seconds}${rest === '' ? '' : `.${rest}`}+00:00`;
}

function shown(type: string, cell: Cell): unknown {
  if (typeof cell !== 'number') return cell;
  if (type === 'numeric') return new Numeric(cell);
  return type === 'timestamp with time zone' ? moment(cell) : cell;
}

function wholeOf(type: string, text: string): number {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) throw invalid(type, text);
  const value = Number(text);
  if (Math.abs(value) > (type === 'integer' ? 2_147_483_647 : Number.MAX_SAFE_INTEGER)) {
    throw new Refusal(400, '22003', `value "${text}" is out of range for type ${type}`);
  }
  return value;
}

function uuidOf(text: string): string {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(digits)) throw invalid('uuid', text);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function flagOf(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (['t', 'true', 'y', 'yes', 'on', '1'].includes(word)) return true;
  if (['f', 'false', 'n', 'no', 'off', '0'].includes(word)) return false;
  throw invalid('boolean', text);
}

function momentOf(type: string, text: string): number {
  const match = /^\d{4}-(\d{1,2})-(\d{1,2})([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+ -]\d{2}(:\d{2})?)?$/.exec(
    text,
  );
  if (match === null) throw new Refusal(400, '22007', `invalid input syntax for type ${type}: "${text}"`);
  const isZoned = match[6] !== undefined;
  const value = Date.parse(
    match[3] === undefined ? text : `${text.replace(' ', 'T').replace(' ', '+')}${isZoned ? '' : 'Z'}`,
  );
  if (Number.isNaN(value)) {
    throw new Refusal(400, '22008', `date/time field value out of range: "${text}"`, {
      hint: 'Perhaps you need a different "datestyle" setting.',
    });
  }
  return value * 1_000;
}

function wordsOf(text: string): readonly string[] {
  if (!/^\{.*\}$/.test(text)) {
    throw new Refusal(400, '22P02', `malformed array literal: "${text}"`, {
      details: 'Array value must start with "{" or dimension information.',
    });
  }
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** The value of a text in a column's type. */
function cast(type: string, text: string): Cell {
  if (type === 'numeric') {
    if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) throw invalid(type, text);
    return Number((Number(text) * 100).toPrecision(14));
  }
  if (type === 'integer' || type === 'bigint') return wholeOf(type, text);
  if (type === 'uuid') return uuidOf(text);
  if (type === 'boolean') return flagOf(text);
  if (type === 'timestamp with time zone') return momentOf(type, text);
  if (type === 'text[]') return wordsOf(text);
  if (enums[type]?.includes(text) === false) {
    throw new Refusal(400, '22P02', `invalid input value for enum ${type}: "${text}"`);
  }
  return text;
}

/** One of the columns, or related tables, that an answer shows. */
interface Item {
  readonly name: string;
  readonly as: string;
  readonly inner: readonly Item[] | undefined;
}

/** Cuts a text at the commas that stand in no parentheses. */
function pieces(text: string): readonly string[] {
  const found = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) found.push('');
    else found.push(`${found.pop() ?? ''}${letter}`);
  }
  return found;
}

function itemsOf(text: string): readonly Item[] {
  let column = 1;
  return pieces(text).map((piece): Item => {
    const match = /^(?:([a-z_]\w*):)?(\*|[a-z_]\w*)(?:\((.*)\))?$/i.exec(piece);
    if (match === null) throw unparsed('select parameter', text, column, 'field name (* or [a..z0..9_$])');
    column += piece.length + 1;
    const [, as, name = '', inner] = match;
    return { name, as: as ?? name, inner: inner === undefined ? undefined : itemsOf(inner) };
  });
}

const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is', 'cs'] as const;
type Operator = (typeof operators)[number];
const isOperator = (text: string): text is Operator => operators.some((each) => each === text);

interface Filter {
  readonly column: string;
  readonly isNot: boolean;
  readonly operator: Operator;
  readonly operand: string;
}

function filterOf(column: string, text: string): Filter {
  const isNot = text.startsWith('not.');
  const from = isNot ? 4 : 0;
  const [, operator = '', operand] = /^([a-z]*)(?:\.(.*))?$/s.exec(text.slice(from)) ?? [];
  if (!isOperator(operator) || operand === undefined) {
    const expecting = `${isNot ? '' : '"not" or '}operator (eq, gt, ...)`;
    throw unparsed('filter', text, from + 1, expecting);
  }
  const place = from + operator.length + 2;
  if (operator === 'in' && !/^\(.*\)$/.test(operand)) throw unparsed('filter', text, place, '"("');
  if (operator === 'is' && !/^(null|not_null|true|false)$/.test(operand)) {
    throw unparsed('filter', text, place, 'null, not_null, true or false');
  }
  return { column, isNot, operator, operand };
}

/** The alternatives of `or=(status.eq.archived,quantity.eq.0)`. */
function alternativesOf(text: string): readonly Filter[] {
  if (!/^\(.*\)$/.test(text)) throw unparsed('logic tree', text, 1, '"("');
  return pieces(text.slice(1, -1)).map((piece) => {
    const [, column, rest] = /^(\w+)\.(.*)$/s.exec(piece) ?? [];
    if (column === undefined) throw unparsed('logic tree', text, 2, 'field name, "and" or "or"');
    return filterOf(column, rest!);
  });
}

/** Whether a row is meant; null is neither yes nor no, as in SQL. */
type Test = (cells: Cells) => boolean | null;

function typeOf({ name, columns }: Table, column: string): string {
  if (Object.hasOwn(columns, column)) return columns[column]!;
  throw new Refusal(400, '42703', `column ${name}.${column} does not exist`);
}

const order = (one: Cell, other: Cell): number => (one! < other! ? -1 : Number(one! > other!));

function patternOf(operand: string, flags: string): RegExp {
  const escaped = operand.replace(/[$()+.?[\\\]^{|}]/g, '\\$&').replace(/[%*]/g, '.*');
  return new RegExp(`^${escaped.replaceAll('_', '.')}$`, flags);
}

/** What an operator tells of a cell that is not null. */
function telling({ operator, operand }: Filter, type: string): (cell: Cell) => boolean {
  const missing = (sign: string): Refusal =>
    new Refusal(404, '42883', `operator does not exist: ${type} ${sign} unknown`, {
      hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
    });
  if (operator === 'like' || operator === 'ilike') {
    if (type !== 'text') throw missing(operator === 'like' ? '~~' : '~~*');
    const pattern = patternOf(operand, operator === 'like' ? 's' : 'is');
    return (cell) => pattern.test(String(cell));
  }
  if (operator === 'in') {
    const values = operand === '()' ? [] : operand.slice(1, -1).split(',');
    const wanted = values.map((text) => cast(type, text.replace(/^"(.*)"$/, '$1')));
    return (cell) => wanted.includes(cell);
  }
  if (operator === 'cs') {
    if (type !== 'text[]') throw missing('@>');
    const wanted = wordsOf(operand);
    return (cell) => wanted.every((word) => Array.isArray(cell) && cell.includes(word));
  }
  const value = cast(type, operand);
  const by: Readonly<Record<string, (difference: number) => boolean>> = {
    eq: (difference) => difference === 0,
    neq: (difference) => difference !== 0,
    gt: (difference) => difference > 0,
    gte: (difference) => difference >= 0,
    lt: (difference) => difference < 0,
    lte: (difference) => difference <= 0,
  };
  return (cell) => by[operator]!(order(cell, value));
}

function testOf(table: Table, filter: Filter): Test {
  const { column, isNot, operator, operand } = filter;
  const type = typeOf(table, column);
  if (operator === 'is') {
    if (!operand.endsWith('null') && type !== 'boolean') {
      const message = `argument of IS ${operand.toUpperCase()} must be type boolean, not type ${type}`;
      throw new Refusal(400, '42804', message);
    }
    const wanted = operand.endsWith('null') ? null : operand === 'true';
    const isTurned = isNot !== (operand === 'not_null');
    return (cells) => (cells[column] === wanted) !== isTurned;
  }
  const tell = telling(filter, type);
  return (cells) => {
    const cell = cells[column] ?? null;
    return cell === null ? null : tell(cell) !== isNot;
  };
}

interface Sort {
  readonly column: string;
  readonly isDown: boolean;
  readonly isNullFirst: boolean;
}

function sortsOf(text: string): readonly Sort[] {
  let place = 1;
  return text.split(',').map((piece): Sort => {
    const [column = '', ...words] = piece.split('.');
    let at = place + column.length + 1;
    for (const word of words) {
      if (!['asc', 'desc', 'nullsfirst', 'nullslast'].includes(word)) {
        throw unparsed('order', text, at, '"asc", "desc", "nullsfirst" or "nullslast"');
      }
      at += word.length + 1;
    }
    if (column === '') throw unparsed('order', text, place, 'field name');
    place += piece.length + 1;
    const isDown = words.includes('desc');
    const isNullFirst = words.includes('nullsfirst') || (isDown && !words.includes('nullslast'));
    return { column, isDown, isNullFirst };
  });
}

function sorted(rows: readonly Cells[], sorts: readonly Sort[]): readonly Cells[] {
  return rows.toSorted((one, other) => {
    for (const { column, isDown, isNullFirst } of sorts) {
      const [left, right] = [one[column] ?? null, other[column] ?? null];
      if (left === null && right === null) continue;
      if (left === null || right === null) return (left === null) === isNullFirst ? -1 : 1;
      const found = order(left, right);
      if (found !== 0) return isDown ? -found : found;
    }
    return 0;
  });
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

const unsatisfiable = (details: string, headers: Headers = []): Refusal =>
  new Refusal(416, 'GW103', 'Requested range not satisfiable', { details, headers });

/** Which rows are asked for, by the query or by the header Range. */
function rangeOf(query: URLSearchParams, range: string | undefined): Range {
  const [limit, offset] = ['limit', 'offset'].map((name) => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^-?\d+$/.test(text)) throw unparsed(name, text, 1, 'integer');
    if (Number(text) >= 0) return Number(text);
    const Name = name === 'limit' ? 'Limit' : 'Offset';
    throw unsatisfiable(`${Name} should be greater than or equal to zero.`);
  });
  const [, from, to] = /^(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined || limit !== undefined || offset !== undefined) {
    return { offset: offset ?? 0, limit: Math.min(limit ?? mostRows, mostRows) };
  }
  const last = to === '' ? Infinity : Number(to);
  if (last < Number(from)) throw unsatisfiable('The lower boundary must be lower than the upper boundary.');
  return { offset: Number(from), limit: Math.min(last - Number(from) + 1, mostRows) };
}

/** What a request prefers, and refuses with `handling=strict` what nobody knows. */
function preferencesOf({ headers }: Asked): readonly string[] {
  const known =
    /^(count=exact|return=(minimal|headers-only|representation)|handling=(strict|lenient)|missing=default)$/;
  const all = (headers.prefer ?? '').split(',').map((text) => text.trim());
  const strange = all.filter((text) => text !== '' && !known.test(text));
  if (strange.length > 0 && all.includes('handling=strict')) {
    throw new Refusal(400, 'GW122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${strange.join(', ')}`,
    });
  }
  return all.filter((text) => known.test(text));
}

type Format = 'array' | 'object' | 'csv';

function formatOf({ headers }: Asked): Format {
  const accept = headers.accept ?? '*/*';
  const types = accept.split(',').map((text) => text.split(';')[0]!.trim());
  for (const type of types) {
    if (type === objectType) return 'object';
    if (type === 'text/csv') return 'csv';
    if (['application/json', 'application/*', '*/*'].includes(type)) return 'array';
  }
  const message = `None of these media types are available: ${types.join(', ')}`;
  throw new Refusal(406, 'GW107', message);
}

const typesOf: Readonly<Record<Format, string>> = {
  array: 'application/json; charset=utf-8',
  object: `${objectType}; charset=utf-8`,
  csv: 'text/csv; charset=utf-8',
};

function csvCell(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Numeric) return value.text;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  const text = typeof value === 'string' ? value : printed(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => csvCell(row[name])))]
    .map((line) => line.join(','))
    .join('\n');
}

/** Rows in the form that was asked for. */
function printedRows(format: Format, rows: readonly Row[]): string {
  if (format === 'csv') return csvOf(rows);
  if (format === 'array') return printed(rows);
  if (rows.length === 1) return printed(rows[0]);
  throw new Refusal(406, 'GW116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows.length} rows`,
  });
}

/** What a value of JSON is as a text, as the database takes it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Match lowest offer',
    'Undercut by a little',
    'Keep the margin',
    'Weekend clearance',
    'Winter season',
    'Slow climb',
    'Follow the buy box',
  ].map((name, index): Strategy => ({
    id: 3 + index * 4,
    name,
    kind: oneOf(`rows kind ${name}`, enums.strategy_kind!),
    active: index !== 4,
    needsBounds: index === 0 || index === 3,
    step: 1 + chance(`rows step ${name}`, 120),
    minutes: oneOf(`rows minutes ${name}`, [10, 30, 60]),
    created: pastMoment(`rows strategy ${name}`) * 1_000 + 40_125 * (index + 1),
  }));
  const listings = Array.from({ length: 57 }, (_, index): Listing => {
    const name = `rows ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const isBounded = chance(`${name} bounded`, 5) > 0;
    const created =
      (Date.UTC(2024, 4, 13, 7) + index * 31_000_000 + chance(name, 25_000_000)) * 1_000 +
      chance(`${name} micros`, 1_000);
    return {
      id: uuid(name),
      sku,
      title,
      brand: maker,
      country: oneOf(`${name} country`, ['DE', 'ES', 'PL']),
      status: index % 8 === 6 ? 'archived' : oneOf(`${name} status`, ['active', 'active', 'inactive']),
      price,
      quantity: stock,
      featured: chance(`${name} featured`, 4) === 0,
      tags: ['clearance', 'gift', 'fragile'].filter((tag) => chance(`${name} ${tag}`, 3) === 0),
      created,
      min: isBounded ? Math.round(price * 0.85) : null,
      max: isBounded ? Math.round(price * 1.3) : null,
      strategy:
        isBounded && chance(`${name} assigned`, 4) > 0
          ? oneOf(
              `${name} strategy`,
              strategies.filter(({ active }) => active),
            ).id
          : null,
      updated: created + chance(`${name} updated`, 8_000_000_000_000),
    };
  });
  const reports = Array.from({ length: 14 }, (_, index): ReportRun => {
    const name = `rows report ${index}`;
    const isNew = index >= 12;
    return {
      id: 4_101 + index * 3,
      type: ['price_history', 'stock_levels', 'margins'][index % 3]!,
      by: oneOf(`${name} by`, ['anna.kowal', 'scheduler', 'luis.prado']),
      requested: isNew
        ? opened - 15_000 + (index - 12) * 12_000
        : Date.UTC(2025, 3, 7, 5, 15) + index * 216_000_000 + chance(name, 900_000),
      seconds: isNew ? 80 + (index - 12) * 25 : 35 + chance(`${name} seconds`, 180),
      rows: 30 + chance(`${name} rows`, 4_000),
      fails: index === 2 || index === 9,
    };
  }).reverse();

  const listingCells = (listing: Listing): Cells => ({
    id: listing.id,
    sku: listing.sku,
    title: listing.title,
    brand: listing.brand,
    country: listing.country,
    status: listing.status,
    currency: listing.country === 'PL' ? 'PLN' : 'EUR',
    price: listing.price,
    min_price: listing.min,
    max_price: listing.max,
    quantity: listing.quantity,
    strategy_id: listing.strategy,
    is_featured: listing.featured,
    tags: listing.tags,
    created_at: listing.created,
    updated_at: listing.updated,
  });
  const strategyCells = (strategy: Strategy): Cells => ({
    id: strategy.id,
    name: strategy.name,
    kind: strategy.kind,
    is_active: strategy.active,
    requires_bounds: strategy.needsBounds,
    step: strategy.step,
    interval_minutes: strategy.minutes,
    created_at: strategy.created,
  });
  function statusOf({ requested, seconds, fails }: ReportRun): string {
    const elapsed = (run.now() - requested) / 1_000;
    if (elapsed < 8) return 'queued';
    if (elapsed < seconds) return 'running';
    return fails ? 'failed' : 'finished';
  }
  function reportCells(report: ReportRun): Cells {
    const status = statusOf(report);
    const isOver = status === 'finished' || status === 'failed';
    return {
      id: report.id,
      report_type: report.type,
      status,
      requested_by: report.by,
      requested_at: report.requested * 1_000,
      started_at: status === 'queued' ? null : (report.requested + 8_000) * 1_000 + 310,
      finished_at: isOver ? (report.requested + report.seconds * 1_000) * 1_000 + 2_046 : null,
      row_count: status === 'finished' ? report.rows : null,
      file_url: status === 'finished' ? `https://storage.rows.example/exports/${report.id}.csv` : null,
      error_message: status === 'failed' ? 'canceling statement due to statement timeout' : null,
    };
  }

  const time = 'timestamp with time zone';
  const tables: Readonly<Record<string, Table>> = {
    listings: {
      name: 'listings',
      columns: {
        id: 'uuid',
        sku: 'text',
        title: 'text',
        brand: 'text',
        country: 'text',
        status: 'listing_status',
        currency: 'text',
        price: 'numeric',
        min_price: 'numeric',
        max_price: 'numeric',
        quantity: 'integer',
        strategy_id: 'bigint',
        is_featured: 'boolean',
        tags: 'text[]',
        created_at: time,
        updated_at: time,
      },
      embeds: {
        strategies: {
          table: 'strategies',
          many: false,
          of: ({ strategy_id: id }) => strategies.filter((each) => each.id === id).map(strategyCells),
        },
      },
      rows: () => listings.map(listingCells),
    },
    strategies: {
      name: 'strategies',
      columns: {
        id: 'bigint',
        name: 'text',
        kind: 'strategy_kind',
        is_active: 'boolean',
        requires_bounds: 'boolean',
        step: 'numeric',
        interval_minutes: 'integer',
        created_at: time,
      },
      embeds: {
        listings: {
          table: 'listings',
          many: true,
          of: ({ id }) => listings.filter(({ strategy }) => strategy === id).map(listingCells),
        },
      },
      rows: () => strategies.map(strategyCells),
    },
    reports: {
      name: 'reports',
      columns: {
        id: 'bigint',
        report_type: 'text',
        status: 'report_status',
        requested_by: 'text',
        requested_at: time,
        started_at: time,
        finished_at: time,
        row_count: 'integer',
        file_url: 'text',
        error_message: 'text',
      },
      embeds: {},
      rows: () => reports.map(reportCells),
    },
  };

  /** The related tables are known to the gateway; the columns only to the database, which is asked later. */
  function checkEmbeds(table: Table, items: readonly Item[]): void {
    for (const { name, inner } of items) {
      if (inner === undefined) continue;
      const embed = Object.hasOwn(table.embeds, name) ? table.embeds[name] : undefined;
      if (embed === undefined) {
        const between = `between '${table.name}' and '${name}' in the schema`;
        throw new Refusal(400, 'GW200', `Could not find a relationship ${between} cache`, {
          details: `Searched for a foreign key relationship ${between} 'public', but no matches were found.`,
        });
      }
      checkEmbeds(tables[embed.table]!, inner);
    }
  }
  const isCount = ({ name, inner }: Item): boolean => name === 'count' && inner === undefined;
  function checkColumns(table: Table, items: readonly Item[], isInner: boolean): void {
    for (const item of items) {
      if (item.inner !== undefined) checkColumns(tables[table.embeds[item.name]!.table]!, item.inner, true);
      else if (item.name !== '*' && !(isInner && isCount(item))) typeOf(table, item.name);
    }
  }
  function shaped(table: Table, cells: Cells, items: readonly Item[]): Row {
    const members = items.flatMap(({ name, as, inner }): readonly (readonly [string, unknown])[] => {
      if (name === '*') {
        return Object.entries(table.columns).map(([each, type]) => [each, shown(type, cells[each]!)]);
      }
      if (inner === undefined) return [[as, shown(table.columns[name]!, cells[name]!)]];
      const { table: other, many, of } = table.embeds[name]!;
      const found = of(cells);
      if (many && inner.every(isCount)) return [[as, [{ count: found.length }]]];
      const rows = found.map((each) => shaped(tables[other]!, each, inner));
      return [[as, many ? rows : (rows[0] ?? null)]];
    });
    return Object.fromEntries(members);
  }

  interface Plan {
    readonly matched: readonly Cells[];
    readonly show: (cells: Cells) => Row;
  }

  /** What the query asks of a table: the gateway reads all of it before the database looks at any. */
  function planOf(table: Table, query: URLSearchParams, id?: string): Plan {
    const items = itemsOf(query.get('select') ?? '*');
    const sorts = query.has('order') ? sortsOf(query.get('order')!) : [];
    const groups = [...query].flatMap(([name, text]): readonly (readonly Filter[])[] => {
      if (['select', 'order', 'limit', 'offset'].includes(name)) return [];
      return [name === 'or' ? alternativesOf(text) : [filterOf(name, text)]];
    });
    checkEmbeds(table, items);
    checkColumns(table, items, false);
    const key = id === undefined ? undefined : cast('uuid', id);
    const tests = groups.map((group) => group.map((filter) => testOf(table, filter)));
    for (const { column } of sorts) typeOf(table, column);
    const rows = table
      .rows()
      .filter(
        (cells) =>
          (key === undefined || cells.id === key) &&
          tests.every((group) => group.some((test) => test(cells) === true)),
      );
    return { matched: sorted(rows, sorts), show: (cells) => shaped(table, cells, items) };
  }

  const applied = (preferences: readonly string[], pattern: RegExp): Headers => {
    const used = preferences.filter((text) => pattern.test(text));
    return used.length === 0 ? [] : [['Preference-Applied', used.join(', ')]];
  };

  function listed(table: Table, request: Asked, query: URLSearchParams): Answered {
    const preferences = preferencesOf(request);
    const format = formatOf(request);
    const { offset, limit } = rangeOf(query, request.headers.range);
    const { matched, show } = planOf(table, query);
    const isCounted = preferences.includes('count=exact');
    const total = matched.length;
    if (isCounted && offset > total) {
      const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
      throw unsatisfiable(details, [['Content-Range', `*/${total}`]]);
    }
    const rows = matched.slice(offset, offset + limit).map(show);
    const extent = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`;
    return {
      status: isCounted && rows.length < total ? 206 : 200,
      headers: [
        ['Content-Type', typesOf[format]],
        ['Content-Range', `${extent}/${isCounted ? total : '*'}`],
        ...applied(preferences, /^(count|handling)=/),
      ],
      body: printedRows(format, rows),
    };
  }

  /** No row of a key is told by its status, whatever form was asked for. */
  function only({ matched }: Plan): Cells {
    const [cells] = matched;
    if (cells !== undefined) return cells;
    throw new Refusal(404, 'GW116', 'Cannot coerce the result to a single JSON object', {
      details: 'The result contains 0 rows',
    });
  }

  function readOne(request: Asked, query: URLSearchParams, id: string): Answered {
    const preferences = preferencesOf(request);
    const format = formatOf(request);
    const plan = planOf(tables.listings!, query, id);
    const count = preferences.includes('count=exact') ? '1' : '*';
    return {
      status: 200,
      headers: [
        ['Content-Type', typesOf[format]],
        ['Content-Range', `0-0/${count}`],
        ...applied(preferences, /^(count|handling)=/),
      ],
      body: printedRows(format, [plan.show(only(plan))]),
    };
  }

  /** The columns that a body sets; a list of one object is as good as the object. */
  function payloadOf({ body, headers }: Asked): Row {
    const type = (headers['content-type'] ?? 'application/json').split(';')[0]!.trim();
    if (type !== 'application/json' && body !== '') {
      throw new Refusal(415, 'GW108', `Content-Type not acceptable: ${type}`);
    }
    const value = parsed(body);
    const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (isObject(object)) return object;
    if (value === undefined) throw new Refusal(400, 'GW102', 'Empty or invalid json');
    throw new Refusal(400, '22023', 'argument of json_to_recordset must be an array of objects');
  }

  /** An amount as its column has it: rounded, and not too great for it. */
  function storedAmount(cents: Cell): number | null {
    if (typeof cents !== 'number') return null;
    const whole = Math.sign(cents) * Math.round(Math.abs(cents));
    if (Math.abs(whole) < 100_000_000) return whole;
    throw new Refusal(400, '22003', 'numeric field overflow', {
      details: 'A field with precision 8, scale 2 must round to an absolute value less than 10^6.',
    });
  }

  const raised = (message: string, hint?: string): Refusal =>
    new Refusal(400, 'P0001', message, hint === undefined ? {} : { hint });

  /** What the triggers of the table look at before a row is written. */
  function trigger(listing: Listing, set: Pick<Listing, 'min' | 'max' | 'strategy'>): void {
    if (listing.status === 'archived') {
      throw raised(`listing ${listing.sku} is archived`, 'Set the listing to inactive or active first.');
    }
    const strategy = strategies.find(({ id }) => id === set.strategy);
    if (strategy === undefined) return;
    if (set.strategy !== listing.strategy && !strategy.active) {
      throw raised(`strategy "${strategy.name}" is not active`);
    }
    if (strategy.needsBounds && (set.min === null || set.max === null)) {
      throw raised(`strategy "${strategy.name}" requires min_price and max_price`);
    }
  }

  /** The constraints of the table, in the order of their names. */
  function constrain(
    { min, max, strategy }: Pick<Listing, 'min' | 'max' | 'strategy'>,
    changed: Cells,
  ): void {
    const names = Object.keys(changed);
    const values = Object.values(changed).map((cell) =>
      cell === null ? 'null' : new Numeric(cell as number).text,
    );
    const violated = (constraint: string): Refusal =>
      new Refusal(400, '23514', `new row for relation "listings" violates check constraint "${constraint}"`, {
        details: `Failing row contains (${names.join(', ')}) = (${values.join(', ')}).`,
      });
    if (max !== null && max <= 0) throw violated('listings_max_price_positive');
    if (min !== null && min <= 0) throw violated('listings_min_price_positive');
    if (min !== null && max !== null && min > max) throw violated('listings_price_bounds_ordered');
    if (strategy === null || strategies.some(({ id }) => id === strategy)) return;
    const constraint = 'insert or update on table "listings" violates foreign key constraint';
    throw new Refusal(409, '23503', `${constraint} "listings_strategy_id_fkey"`, {
      details: `Key (strategy_id)=(${strategy}) is not present in table "strategies".`,
    });
  }

  /** The views through which a listing is written, and the types of their columns. */
  const views: Readonly<Record<string, Pick<Table, 'name' | 'columns'>>> = {
    price: { name: 'listing_prices', columns: { max_price: 'numeric', min_price: 'numeric' } },
    strategy: { name: 'listing_strategies', columns: { strategy_id: 'bigint' } },
  };

  function written(request: Asked, query: URLSearchParams, id: string, part: string): Answered {
    const preferences = preferencesOf(request);
    const format = formatOf(request);
    const { name, columns } = views[part]!;
    const payload = payloadOf(request);
    const strange = Object.keys(payload).find((each) => !Object.hasOwn(columns, each));
    if (strange !== undefined) {
      const message = `Could not find the '${strange}' column of '${name}' in the schema cache`;
      throw new Refusal(400, 'GW204', message);
    }
    const isShown = preferences.includes('return=representation');
    const respond = (rows: readonly Row[]): Answered => {
      const headers: Headers = [
        ['Content-Range', rows.length === 0 ? '*/*' : '0-0/*'],
        ...applied(preferences, /^(return|handling)=/),
      ];
      if (!isShown) return { status: 204, headers, body: '' };
      const body = printedRows(format, rows);
      return { status: 200, headers: [['Content-Type', typesOf[format]], ...headers], body };
    };
    // Nothing to set sets nothing in no row.
    if (Object.keys(payload).length === 0) return respond([]);
    const plan = planOf(tables.listings!, query, id);
    const given = Object.entries(columns)
      .filter(([each]) => payload[each] !== undefined)
      .map(([each, type]) => {
        const value = payload[each];
        return [each, value === null ? null : cast(type, textOf(value))] as const;
      });
    const cells = only(plan);
    const listing = listings.find((each) => each.id === cells.id)!;
    const changed: Cells = Object.fromEntries(
      given.map(([each, cell]) => [each, part === 'price' ? storedAmount(cell) : cell]),
    );
    const valueOf = (column: string, before: number | null): number | null =>
      Object.hasOwn(changed, column) ? (changed[column] as number | null) : before;
    const set = {
      min: valueOf('min_price', listing.min),
      max: valueOf('max_price', listing.max),
      strategy: valueOf('strategy_id', listing.strategy),
    };
    trigger(listing, set);
    constrain(set, changed);
    Object.assign(listing, set);
    listing.updated = run.now() * 1_000 + chance(`${listing.id} ${run.now()}`, 1_000);
    return respond([plan.show(listingCells(listing))]);
  }

  let windowEnds = 0;
  let calls = 0;
  /** Counts the calls of a second; the headers tell how many are left. */
  function admit({ headers }: Asked): Headers {
    const sent = headers['x-api-key'];
    if (sent === undefined || sent === '') {
      throw new Refusal(401, 'GW301', 'No API key found in request', {
        hint: 'Send your key in the header X-API-KEY.',
        headers: [['WWW-Authenticate', 'Key realm="rows"']],
      });
    }
    if (sent !== key) {
      throw new Refusal(401, 'GW302', 'Invalid API key', {
        hint: 'Double check the key in your account settings.',
        headers: [['WWW-Authenticate', 'Key realm="rows", error="invalid_key"']],
      });
    }
    if (run.now() >= windowEnds) [windowEnds, calls] = [run.now() + 1_000, 0];
    calls += 1;
    const seconds = String(Math.ceil((windowEnds - run.now()) / 1_000));
    const told: Headers = [
      ['RateLimit-Limit', String(callsPerSecond)],
      ['RateLimit-Remaining', String(Math.max(0, callsPerSecond - calls))],
      ['RateLimit-Reset', seconds],
    ];
    if (calls <= callsPerSecond) return told;
    throw new Refusal(429, 'GW429', 'API rate limit exceeded', {
      details: `${callsPerSecond} requests per second are allowed`,
      headers: [...told, ['Retry-After', seconds]],
    });
  }

  function routed(request: Asked): Answered {
    const { method } = request;
    const { steps, query } = targetOf(request);
    const [version, name = '', id, part] = steps;
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
    const isPart = part === undefined || Object.hasOwn(views, part);
    if (version !== 'v1' || steps.length > 4 || !isPart || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, 'GW125', 'Invalid path specified in request URL');
    }
    if (table === undefined) {
      throw new Refusal(404, 'GW205', `Could not find the table 'public.${name}' in the schema cache`);
    }
    if (!['GET', 'HEAD', 'PATCH', 'POST', 'DELETE'].includes(method)) {
      throw new Refusal(405, 'GW117', `Unsupported HTTP method: ${method}`);
    }
    const isRead = method === 'GET' || method === 'HEAD';
    if (part === undefined ? !isRead : method !== 'PATCH') {
      const target = part === undefined ? `table ${table.name}` : `view ${views[part]!.name}`;
      throw new Refusal(403, '42501', `permission denied for ${target}`);
    }
    if (id === undefined) return listed(table, request, query);
    return part === undefined ? readOne(request, query, id) : written(request, query, id, part);
  }

  function refused({ status, code, message, told }: Refusal): Answered {
    const { details = null, hint = null, headers = [] } = told;
    return {
      status,
      headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
      body: printed({ code, details, hint, message }),
    };
  }

  function attempt(act: () => Answered): Answered {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refused(error);
    }
  }

  let requests = 0;
  return (request) => {
    requests += 1;
    const traced: Headers = [['X-Request-Id', uuid(`rows request ${run.run} ${requests}`)]];
    const { status, headers, body } = attempt(() => {
      const told = admit(request);
      const answer = attempt(() => routed(request));
      return { ...answer, headers: [...answer.headers, ...told] };
    });
    return { status, headers: [...headers, ...traced], body: request.method === 'HEAD' ? '' : body };
  };
}

const counted: Sending = { headers: { Prefer: 'count=exact' } };

/** The rows of an answer that is a bare list. */
const rowsOf = ({ body }: Received): readonly Row[] => (Array.isArray(body) ? body.filter(isObject) : []);

/** How many rows there are, as the header Content-Range tells. */
function totalOf(received: Received): number {
  const total = Number((header(received, 'Content-Range') ?? '').split('/')[1]);
  return Number.isInteger(total) ? total : 0;
}

/** Asks for the rows after those that came, until the total is reached. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const more = target.includes('?') ? '&' : '?';
  for (;;) {
    const from = rows.length === 0 ? '' : `${more}offset=${rows.length}`;
    const received = await api.ask('GET', target + from, counted);
    const page = rowsOf(received);
    rows.push(...page);
    if (page.length === 0 || rows.length >= totalOf(received)) return rows;
  }
}

const asObject = { Accept: objectType };
const read = (api: Api, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}${query}`, { headers: asObject });
const list = (api: Api, query: string): Promise<Received> => api.ask('GET', `/v1/listings?${query}`);
const count = (api: Api, query: string): Promise<Received> =>
  api.ask('GET', `/v1/listings?${query}`, counted);

/** What is sent with a write that wants to see its row. */
const seen = { Prefer: 'return=representation' };
const price = (api: Api, id: unknown, body: unknown, headers: Sending['headers'] = seen): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body, headers });
const assign = (
  api: Api,
  id: unknown,
  body: unknown,
  headers: Sending['headers'] = seen,
): Promise<Received> => api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body, headers });
const quiet = { Prefer: 'return=minimal' };
const seenAlone = { ...seen, ...asObject };

interface Found {
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly archived: readonly unknown[];
}

/** The ids of the listings that can be priced or cannot. */
function sortedOut(rows: readonly Row[]): Found {
  const idsOf = (isWanted: (row: Row) => boolean) => rows.filter(isWanted).map(({ id }) => id);
  return {
    bounded: idsOf(({ status, min_price: min }) => status !== 'archived' && min !== null),
    unbounded: idsOf(({ status, min_price: min }) => status !== 'archived' && min === null),
    archived: idsOf(({ status }) => status === 'archived'),
  };
}

/** The ids of the strategies by what they need and whether they can be used. */
function rulesOf(rows: readonly Row[]): Record<'free' | 'strict' | 'off', readonly unknown[]> {
  const idsOf = (isWanted: (row: Row) => boolean) => rows.filter(isWanted).map(({ id }) => id);
  return {
    free: idsOf((row) => row.is_active === true && row.requires_bounds === false),
    strict: idsOf((row) => row.is_active === true && row.requires_bounds === true),
    off: idsOf((row) => row.is_active === false),
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { bounded, unbounded, archived } = sortedOut(rows);
  const { free, strict, off } = rulesOf(await walk(api, '/v1/strategies'));
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?limit=22');
  await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/reports?limit=6');
  await list(api, 'limit=10');
  await list(api, 'limit=10&offset=10');
  await list(api, 'limit=100');
  await list(api, 'status=eq.inactive');
  await count(api, 'status=eq.active');
  await count(api, 'status=in.(inactive,archived)&limit=15');
  await list(api, 'brand=eq.Halvik');
  await list(api, 'title=ilike.*lamp*');
  await list(api, 'sku=like.VEL-*&limit=5');
  await list(api, 'price=gte.120');
  await list(api, 'price=lt.60.50&order=price');
  await count(api, 'price=gte.50&price=lte.90&order=price.asc');
  await list(api, 'strategy_id=is.null');
  await list(api, 'min_price=not.is.null&limit=8');
  await list(api, 'is_featured=is.true');
  await list(api, 'tags=cs.{clearance}');
  await list(api, 'or=(status.eq.archived,quantity.lt.20)');
  await list(api, 'order=price.desc&limit=20');
  await list(api, 'order=brand.asc,price.desc&limit=12');
  await list(api, 'order=min_price.desc.nullslast&limit=6');
  await list(api, 'select=id,sku,price&limit=7');
  await list(api, 'select=id,name:title,strategies(id,name)&limit=6');
  await api.ask('GET', `/v1/listings?sku=eq.${String(rows[3]?.sku)}`, { headers: asObject });
  await api.ask('GET', '/v1/listings', { headers: { 'Range-Unit': 'items', Range: '30-39' } });
  await api.ask('HEAD', '/v1/listings?status=eq.archived', counted);
  await api.ask('GET', '/v1/listings?select=sku,price,quantity&limit=4', { headers: { Accept: 'text/csv' } });
  await api.ask('GET', '/v1/strategies?is_active=eq.true');
  await api.ask('GET', '/v1/strategies?select=id,name,listings(count)&order=name');
  await api.ask('GET', '/v1/reports?status=eq.failed');
  await api.ask('GET', '/v1/reports?report_type=eq.stock_levels&order=requested_at.desc');
  await api.ask('GET', '/v1/reports?requested_at=gte.2025-05-01', counted);
  for (const id of [bounded[0], bounded[6], bounded[17], unbounded[0], archived[0]]) await read(api, id);
  await api.ask('GET', `/v1/listings/${String(bounded[2])}`);
  await read(api, bounded[6], '?select=id,min_price,max_price,updated_at');
  await price(api, bounded[0], { min_price: 14.5, max_price: 29.9 });
  await read(api, bounded[0]);
  await price(api, bounded[0], { min_price: 16 }, quiet);
  await read(api, bounded[0]);
  await price(api, bounded[6], { min_price: '210.00', max_price: 380.255 }, seenAlone);
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price?select=id,min_price,max_price`, {
    json: { max_price: 400 },
    headers: seen,
  });
  await price(api, unbounded[1], { min_price: 8 }, {});
  await price(api, unbounded[1], { max_price: 8 });
  await price(api, unbounded[1], { min_price: null });
  await read(api, unbounded[1]);
  await assign(api, bounded[0], { strategy_id: free[1] });
  await assign(api, bounded[0], { strategy_id: String(strict[0]) }, seenAlone);
  await price(api, bounded[0], { max_price: null });
  await assign(api, bounded[0], { strategy_id: null }, quiet);
  await read(api, bounded[0], '?select=id,strategy_id,strategies(name,kind)');
  await assign(api, bounded[8], { strategy_id: off[0] });
  await assign(api, unbounded[2], { strategy_id: strict[1] });
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?status=in.(queued,running)');
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?limit=5');
  await read(api, '3c7e0d19-84b2-4f6a-9a5d-e1720b6c48f3');
  await read(api, 'teapot');
  await price(api, '9b15d6e2-0f38-4c7b-8d41-57a2c93e6f08', { min_price: 10, max_price: 20 });
  await assign(api, '9b15d6e2-0f38-4c7b-8d41-57a2c93e6f08', { strategy_id: free[0] });
  await price(api, 'kettle', { min_price: 10 });
  await price(api, archived[0], { min_price: 10, max_price: 20 });
  await assign(api, archived[1], { strategy_id: free[0] });
  await price(api, bounded[4], { min_price: 30, max_price: 20 });
  await price(api, bounded[0], { min_price: 55 });
  await price(api, bounded[4], { min_price: -4, max_price: 12 });
  await price(api, bounded[4], { max_price: 0 });
  await price(api, bounded[4], { min_price: 'cheap' });
  await price(api, bounded[4], { min_price: 12, max_price: true });
  await price(api, bounded[4], { max_price: 1_234_567 });
  await price(api, bounded[4], {});
  await price(api, bounded[4], { min_price: 5, margin: 2 });
  await price(api, bounded[4], { minPrice: 5 });
  await price(api, bounded[4], [5, 12]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[4])}/price`, { text: '{"min_price": ' });
  await assign(api, bounded[4], { strategy_id: 900 });
  await assign(api, bounded[4], { strategy_id: 'bold' });
  await assign(api, bounded[4], { strategy: free[0] });
  await list(api, 'status=eq.sold');
  await list(api, 'status=active');
  await list(api, 'price=gte.cheap');
  await list(api, 'price=over.20');
  await list(api, 'price=like.1*');
  await list(api, 'quantity=eq.few');
  await list(api, 'is_featured=eq.maybe');
  await list(api, 'colour=eq.red');
  await list(api, 'select=id,weight');
  await list(api, 'select=id,sellers(name)');
  await list(api, 'order=colour.desc');
  await list(api, 'order=price.down');
  await list(api, 'limit=lots');
  await list(api, 'limit=-5');
  await list(api, 'offset=200');
  await count(api, 'offset=300');
  await api.ask('GET', '/v1/listings?brand=eq.Oskelby', { headers: asObject });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { Prefer: 'handling=strict, count=all' } });
  await api.ask('GET', '/v1/reports?requested_at=gte.May');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[4])}`);
  await api.ask('POST', '/v1/reports', { json: { report_type: 'margins' } });
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': 'rowkey_nothing' } });
  api.wait(3_000);
  for (let sent = 0; sent < 7; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(5_000);
  await api.ask('GET', '/v1/reports?limit=3');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?limit=18');
  const { bounded, unbounded, archived } = sortedOut(rows);
  const { free, strict, off } = rulesOf(await walk(api, '/v1/strategies?limit=5'));
  await walk(api, '/v1/reports?limit=9');
  await list(api, 'limit=12&offset=24');
  await count(api, 'status=eq.inactive&limit=9');
  await list(api, 'brand=eq.Velmora');
  await list(api, 'title=ilike.*kettle*');
  await list(api, 'price=gte.99.99');
  await count(api, 'price=gt.30&price=lte.110&order=price.desc');
  await list(api, 'strategy_id=not.is.null&limit=14');
  await list(api, 'tags=cs.{gift}&order=title');
  await list(api, 'or=(status.eq.inactive,price.gte.150)');
  await list(api, 'order=quantity.desc&limit=16');
  await list(api, 'select=id,title,min_price,max_price&limit=5&offset=5');
  await api.ask('GET', `/v1/listings?sku=eq.${String(rows[11]?.sku)}`, { headers: asObject });
  await api.ask('HEAD', '/v1/listings?status=eq.inactive', counted);
  await api.ask('GET', '/v1/strategies?is_active=eq.false');
  await api.ask('GET', '/v1/reports?report_type=eq.margins');
  for (const id of [bounded[3], bounded[10], unbounded[3], archived[2]]) await read(api, id);
  await api.ask('GET', `/v1/listings/${String(bounded[5])}`);
  await price(api, bounded[3], { min_price: 11.25, max_price: 63 });
  await read(api, bounded[3]);
  await price(api, bounded[3], { max_price: '70.4' }, seenAlone);
  await price(api, bounded[10], { min_price: 2.5 }, quiet);
  await read(api, bounded[10], '?select=id,min_price,max_price');
  await price(api, unbounded[3], { max_price: 44.75 });
  await assign(api, bounded[3], { strategy_id: free[2] });
  await assign(api, bounded[3], { strategy_id: null }, seenAlone);
  await assign(api, bounded[10], { strategy_id: strict[0] }, quiet);
  await read(api, bounded[10]);
  await assign(api, bounded[12], { strategy_id: off[0] });
  await assign(api, unbounded[4], { strategy_id: strict[0] });
  api.wait(180_000);
  await api.ask('GET', '/v1/reports?limit=4');
  await read(api, 'e84a2c60-19d7-4b5f-a3c8-0d6f7b92e154');
  await read(api, 'rug');
  await price(api, '61f0b8d4-7c2e-4a93-b5e6-28d9a04c7f13', { min_price: 3, max_price: 4 });
  await price(api, archived[3], { max_price: 44 });
  await price(api, bounded[13], { min_price: 71.2, max_price: 70 });
  await price(api, bounded[3], { min_price: 90.5 });
  await price(api, bounded[14], { min_price: -0.5, max_price: 15 });
  await price(api, bounded[14], { max_price: 'dear' });
  await price(api, bounded[14], { min_price: 7, note: 'sale' });
  await price(api, bounded[14], {});
  await price(api, bounded[14], { min_price: 5, max_price: 2_500_000 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[14])}/price`, { text: '{"max_price": ' });
  await assign(api, bounded[14], { strategy_id: 1_444 });
  await assign(api, bounded[14], { strategy_id: 'swift' });
  await list(api, 'status=eq.lost');
  await list(api, 'price=lte.dear');
  await list(api, 'brand=Halvik');
  await list(api, 'weight=gt.2');
  await list(api, 'order=size');
  await list(api, 'select=id,volume');
  await list(api, 'limit=many');
  await count(api, 'offset=150');
  await api.ask('GET', '/v1/invoices');
  await api.ask('DELETE', `/v1/listings/${String(bounded[15])}`);
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': 'rowkey_none' } });
  // Of a kind that was not recorded.
  await list(api, 'quantity=is.true');
  await api.ask('GET', '/v1/listings?limit=6', { headers: { Accept: 'application/xml' } });
  await api.ask('GET', '/v1/reports?requested_at=gte.2025-13-01');
}

export const rowFilters: WalkedService = {
  name: 'row-filters',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
