// The REST API of a customer-relations cloud: records with attributes, PascalCase names and own fields that end in __c or
// __r, ids of 15 or 18 signs with a prefix and a check suffix, null where there is nothing, queries put together from
// parameters and answered in batches behind a locator, a batch size asked by a header, mistakes shown with their place in
// the query, errors as a bare array, writes that answer 204 or little, conditions on the time of the last change, and the
// use of the day's requests in a header.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { base62, header, hex, json, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '00D5g0000047QzX!AQ4AQFkV9sTbR2mWq7Lh0cZe';
const perSecond = 7;
const perDay = 5_000;
const smallestBatch = 5;
const largestBatch = 20;
const farthestOffset = 2_000;
const mostPrice = 100_000;

type Kind = 'id' | 'string' | 'double' | 'boolean' | 'dateTime';

interface ObjectType {
  readonly name: string;
  readonly path: string;
  readonly columns: Readonly<Record<string, Kind>>;
  /** The columns of a list that is asked for without any. */
  readonly shown: string;
  readonly rows: () => readonly Row[];
  readonly parent?: { readonly name: string; readonly by: string; readonly type: ObjectType };
}

interface Column {
  readonly name: string;
  /** Through the record that the column belongs to. */
  readonly through: string | undefined;
  readonly kind: Kind;
  readonly of: (row: Row) => unknown;
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Row[];
  readonly headers: Headers;

  constructor(status: number, errors: readonly Row[], headers: Headers = []) {
    super();
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

const refusal = (errorCode: string, message: string, status = 400): Refusal =>
  new Refusal(status, [{ message, errorCode }]);
const refusedWrite = (errorCode: string, message: string, fields: readonly string[], status = 400): Refusal =>
  new Refusal(status, [{ message, errorCode, fields }]);
const reply = (status: number, body: unknown, headers: Headers = []): Answered =>
  json(status, body, headers, 'application/json;charset=UTF-8');
/** These name the code before the message. */
const notFound = (message = 'The requested resource does not exist'): Refusal =>
  new Refusal(404, [{ errorCode: 'NOT_FOUND', message }]);

/** The 18 signs of an id of 15: the suffix tells which of them are capitals. */
function whole(id: string): string {
  const suffix = [0, 5, 10].map((from) => {
    const capitals = [0, 1, 2, 3, 4].filter((place) => /[A-Z]/.test(id[from + place]!));
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'[capitals.reduce((sum, place) => sum + 2 ** place, 0)]!;
  });
  return id + suffix.join('');
}

/** The 18 signs of an id as somebody wrote it; undefined where it is none. */
function idOf(text: string): string | undefined {
  if (!/^[\dA-Za-z]{15}(?:[A-Z0-5]{3})?$/.test(text)) return undefined;
  const id = whole(text.slice(0, 15));
  return text.length === 15 || text === id ? id : undefined;
}

function numbered(prefix: string, number: number): string {
  let rest = number;
  let digits = '';
  while (digits.length < 10) {
    digits = base62[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return whole(`${prefix}5g${digits}`);
}

const user = numbered('005', 81_403_177);
const integration = numbered('005', 81_926_450);

const toSecond = (milliseconds: number): number => Math.floor(milliseconds / 1_000) * 1_000;
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '+0000');
/** A number as the service writes it: with a point. */
const pointed = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

function columnOf(type: ObjectType, path: string): Column | undefined {
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const [first = '', second, ...more] = path.split('.');
  const { parent } = type;
  if (second !== undefined) {
    if (parent === undefined || !same(first, parent.name) || more.length > 0) return undefined;
    const found = columnOf(parent.type, second);
    const parentOf = (row: Row): Row | undefined =>
      parent.type.rows().find(({ Id }) => Id === row[parent.by]);
    return (
      found && {
        ...found,
        through: parent.name,
        of: (row) => parentOf(row)?.[found.name] ?? null,
      }
    );
  }
  const entry = Object.entries(type.columns).find(([name]) => same(name, first));
  if (entry === undefined) return undefined;
  const [name, kind] = entry;
  return { name, through: undefined, kind, of: (row) => row[name] ?? null };
}

const attributesOf = ({ name, path }: ObjectType, { Id }: Row): Row => ({
  type: name,
  url: `/v1/${path}/${String(Id)}`,
});

function view(type: ObjectType, row: Row, columns: readonly Column[]): Row {
  const record: Record<string, unknown> = { attributes: attributesOf(type, row) };
  for (const { name, through, kind, of } of columns) {
    const value = of(row);
    const shown = kind === 'dateTime' && typeof value === 'number' ? moment(value) : value;
    const { parent } = type;
    if (through === undefined || parent === undefined) {
      record[name] = shown;
      continue;
    }
    const above = parent.type.rows().find(({ Id }) => Id === row[parent.by]);
    const begun = record[through];
    const nested = isObject(begun) ? begun : { attributes: above && attributesOf(parent.type, above) };
    record[through] = above === undefined ? null : { ...nested, [name]: shown };
  }
  return record;
}

// Queries.

interface Token {
  readonly kind: string;
  readonly text: string;
  readonly from: number;
}

interface Condition {
  readonly field: Token;
  readonly sign: string;
  readonly values: readonly Token[];
}

interface Order {
  readonly field: Token;
  readonly descends: boolean;
  readonly nullsLast: boolean;
}

interface Query {
  readonly fields: readonly Token[];
  readonly joint: string;
  readonly conditions: readonly Condition[];
  readonly orders: readonly Order[];
  readonly limit: Token | undefined;
  readonly offset: Token | undefined;
}

/** A mistake with the words of the query around it, and a mark under its place. */
function misplaced(query: string, { from }: Token, message: string, code = 'MALFORMED_QUERY'): Refusal {
  const start = from <= 30 ? 0 : Math.min(query.indexOf(' ', from - 31) + 1, from);
  const last = query.length <= from + 30 ? -1 : query.lastIndexOf(' ', from + 30);
  const shown = query.slice(start, last > from ? last : query.length);
  const mark = `${' '.repeat(from - start)}^`;
  return refusal(code, `\n${shown}\n${mark}\nERROR at Row:1:Column:${from + 1}\n${message}`);
}

function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern =
    /\s+|(?<text>'(?:[^'\\]|\\.)*')|(?<moment>\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d))?)|(?<number>[+-]?\d+(?:\.\d+)?)|(?<word>[A-Za-z_][\w.]*)|(?<sign><=|>=|!=|<>|[=<>(),])/y;
  while (pattern.lastIndex < query.length) {
    const from = pattern.lastIndex;
    const found = pattern.exec(query);
    if (found === null) {
      const sign = query[from]!;
      const wrong =
        sign === "'"
          ? `line 1:${query.length} mismatched character '<EOF>' expecting '''`
          : `line 1:${from} no viable alternative at character '${sign}'`;
      throw refusal('MALFORMED_QUERY', wrong);
    }
    const [text] = found;
    const kind = Object.entries(found.groups ?? {}).find(([, part]) => (part as unknown) !== undefined)?.[0];
    if (kind !== undefined) tokens.push({ kind, text, from });
  }
  return [...tokens, { kind: 'end', text: '<EOF>', from: query.length }];
}

const reserved = /^(?:select|from|where|order|by|limit|offset|and|or|not|in|like|null|true|false|asc|desc)$/i;

function queryOf(text: string): Query {
  const tokens = tokensOf(text);
  let place = 0;
  const next = (): Token => tokens[place]!;
  const isNext = (word: string): boolean => next().text.toLowerCase() === word;
  const unexpected = (token = next()): Refusal =>
    misplaced(text, token, `unexpected token: '${token.text.replaceAll("'", '')}'`);
  const skipIf = (word: string): boolean => {
    if (!isNext(word)) return false;
    place += 1;
    return true;
  };
  const skip = (word: string): void => {
    if (!skipIf(word)) throw unexpected();
  };
  const take = (fits: (token: Token) => boolean): Token => {
    const token = next();
    if (!fits(token)) throw unexpected(token);
    place += 1;
    return token;
  };
  const name = (): Token => take(({ kind, text: word }) => kind === 'word' && !reserved.test(word));
  const value = (): Token =>
    take(({ kind, text: word }) => /text|moment|number/.test(kind) || /^(?:null|true|false)$/i.test(word));
  const many = <Part>(part: () => Part): readonly Part[] => {
    const parts = [part()];
    while (skipIf(',')) parts.push(part());
    return parts;
  };
  const condition = (): Condition => {
    const field = name();
    const { text: sign } = take(
      ({ kind, text: word }) => /^(?:[=<>!]+|like|in)$/i.test(word) && kind !== 'text',
    );
    if (sign.toLowerCase() !== 'in') return { field, sign: sign.toLowerCase(), values: [value()] };
    skip('(');
    const values = many(value);
    if (!isNext(')')) throw misplaced(text, next(), `expecting right parentheses, found '${next().text}'`);
    skip(')');
    return { field, sign: 'in', values };
  };
  const order = (): Order => {
    const field = name();
    const descends = skipIf('desc');
    if (!descends) skipIf('asc');
    const hasNulls = skipIf('nulls');
    const nullsLast = hasNulls && skipIf('last');
    if (hasNulls && !nullsLast) skip('first');
    return { field, descends, nullsLast };
  };
  const count = (): Token => take(({ text: digits }) => /^\d+$/.test(digits));

  skip('select');
  const fields = many(name);
  skip('from');
  name();
  const conditions: Condition[] = [];
  let joint = 'and';
  if (skipIf('where')) {
    conditions.push(condition());
    if (isNext('or')) joint = 'or';
    while (skipIf(joint)) conditions.push(condition());
  }
  let orders: readonly Order[] = [];
  if (skipIf('order')) {
    skip('by');
    orders = many(order);
  }
  const limit = skipIf('limit') ? count() : undefined;
  const offset = skipIf('offset') ? count() : undefined;
  if (next().kind !== 'end') throw unexpected();
  return { fields, joint, conditions, orders, limit, offset };
}

const isNull = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === 'null';

/** What is compared: texts without their case. */
function comparable(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.toLowerCase() : value === true ? 1 : value === false ? 0 : null;
}

function compare(one: unknown, other: unknown): number {
  const [left, right] = [comparable(one), comparable(other)];
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  return left < right ? -1 : 1;
}

function valueOf(token: Token, kind: Kind): unknown {
  if (isNull(token)) return null;
  if (token.kind !== 'text') return kind === 'dateTime' ? Date.parse(token.text) : parsed(token.text);
  const text = token.text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  return kind === 'id' ? idOf(text) : text;
}

function isLike(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replaceAll('%', '.*').replaceAll('_', '.');
  return new RegExp(`^${pattern}$`, 'i').test(value);
}

function meets(found: unknown, sign: string, wanted: readonly unknown[]): boolean {
  const [first] = wanted;
  const order = compare(found, first);
  if (sign === 'in') return wanted.some((one) => compare(found, one) === 0);
  if (sign === 'like') return isLike(found, first);
  if (sign === '=') return order === 0;
  if (sign === '!=' || sign === '<>') return order !== 0;
  if (found === null) return false;
  return (sign.startsWith('<') ? order < 0 : order > 0) || (sign.endsWith('=') && order === 0);
}

/** The rows that a query finds, and the columns that it wants of them. */
function found(
  type: ObjectType,
  text: string,
): { readonly rows: readonly Row[]; readonly columns: Column[] } {
  const query = queryOf(text);
  const column = (token: Token): Column => {
    const known = columnOf(type, token.text);
    if (known !== undefined) return known;
    const [first, second] = token.text.split('.');
    const above = second === undefined || first!.toLowerCase() !== type.parent?.name.toLowerCase();
    const hint = (what: string, end: string): string =>
      `If you are attempting to use a custom ${what}, be sure to append the '${end}' after the custom ${what} name. Please reference your WSDL or the describe call for the appropriate names.`;
    const message =
      second !== undefined && above
        ? `Didn't understand relationship '${first!}' in field path. ${hint('relationship', '__r')}`
        : `No such column '${second ?? first!}' on entity '${above ? type.name : type.parent.type.name}'. ${hint('field', '__c')}`;
    throw misplaced(text, token, message, 'INVALID_FIELD');
  };
  const columns = query.fields.map(column);
  const names = query.fields.map((token) => token.text.toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice >= 0) throw refusal('INVALID_FIELD', `duplicate field selected: ${query.fields[twice]!.text}`);

  const tests = query.conditions.map(({ field, sign, values }) => {
    const { kind, name, of } = column(field);
    for (const token of values.filter((one) => !isNull(one))) {
      const isText = kind === 'id' || kind === 'string';
      const fits = {
        id: token.kind === 'text',
        string: token.kind === 'text',
        double: token.kind === 'number',
        boolean: token.kind === 'word',
        dateTime: token.kind === 'moment' && token.text.includes('T'),
      }[kind];
      if (!fits) {
        const must = `must be of type ${isText ? 'string' : kind} and should ${isText ? '' : 'not '}be enclosed in quotes`;
        const message = `value of filter criterion for field '${name}' ${must}`;
        throw misplaced(text, field, message, 'INVALID_FIELD');
      }
      if (kind === 'id' && valueOf(token, kind) === undefined) {
        const message = `invalid ID field: ${token.text.slice(1, -1)}`;
        throw misplaced(text, field, message, 'INVALID_QUERY_FILTER_OPERATOR');
      }
    }
    const isOrdered = !['=', '!=', '<>', 'in', 'like'].includes(sign);
    if ((sign === 'like' && kind !== 'string') || (isOrdered && (kind === 'id' || kind === 'boolean'))) {
      throw misplaced(text, field, `invalid operator on ${kind} field`, 'INVALID_QUERY_FILTER_OPERATOR');
    }
    const wanted = values.map((token) => valueOf(token, kind));
    return (row: Row) => meets(of(row), sign, wanted);
  });
  const orders = query.orders.map((order) => ({ ...order, of: column(order.field).of }));
  const offset = Number(query.offset?.text ?? 0);
  if (query.offset !== undefined && offset > farthestOffset) {
    const message = `Maximum query offset allowed is ${farthestOffset}`;
    throw misplaced(text, query.offset, message, 'NUMBER_OUTSIDE_VALID_RANGE');
  }

  const kept = type.rows().filter((row) => {
    if (tests.length === 0) return true;
    return query.joint === 'or' ? tests.some((test) => test(row)) : tests.every((test) => test(row));
  });
  const sorted = kept.sort((one, other) => {
    for (const { of, descends, nullsLast } of orders) {
      const [left, right] = [of(one), of(other)];
      const order = compare(left, right);
      if (order === 0) continue;
      // Null comes first in both directions.
      if (left === null || right === null) return nullsLast ? -order : order;
      return descends ? -order : order;
    }
    return 0;
  });
  const end = query.limit === undefined ? sorted.length : offset + Number(query.limit.text);
  return { rows: sorted.slice(offset, end), columns };
}

// Bodies.

const positionIn = (body: string, at: number): string => {
  const lines = body.slice(0, at).split('\n');
  return `[line:${lines.length}, column:${lines.at(-1)!.length + 1}]`;
};

/** The fault of a text that is no JSON. */
function unparsed(body: string): Refusal {
  const bare = /^\s*([A-Za-z]\w*)/.exec(body);
  const unquoted = /[{,]\s*([A-Za-z])/.exec(body);
  let message = `Unexpected end-of-input within/between Object entries at ${positionIn(body, body.length)}`;
  if (bare !== null) {
    const place = positionIn(body, bare[0].length);
    message = `Unrecognized token '${bare[1]!}': was expecting 'null', 'true', 'false' or NaN at ${place}`;
  } else if (unquoted !== null) {
    const sign = unquoted[1]!;
    const place = positionIn(body, unquoted.index + unquoted[0].length - 1);
    message = `Unexpected character ('${sign}' (code ${sign.charCodeAt(0)})): was expecting double-quote to start field name at ${place}`;
  }
  return refusal('JSON_PARSER_ERROR', message);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fault of a value of a wrong type. */
function undeserialized(body: string, name: string, value: unknown, type: string): Refusal {
  const kinds: Readonly<Record<string, string>> = {
    string: 'VALUE_STRING',
    number: Number.isInteger(value) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT',
    boolean: value === true ? 'VALUE_TRUE' : 'VALUE_FALSE',
    object: Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT',
  };
  const shown = Array.isArray(value) ? '[' : isObject(value) ? '{' : textOf(value);
  const before = new RegExp(`"${name}"\\s*:\\s*`).exec(body);
  const place = positionIn(body, before === null ? 0 : before.index + before[0].length);
  const message = `Cannot deserialize instance of ${type} from ${kinds[typeof value]!} value ${shown} or request may be missing a required field at ${place}`;
  return refusal('JSON_PARSER_ERROR', message);
}

const system: Readonly<Record<string, Kind>> = {
  Id: 'id',
  OwnerId: 'id',
  IsDeleted: 'boolean',
  Name: 'string',
  CreatedDate: 'dateTime',
  CreatedById: 'id',
  LastModifiedDate: 'dateTime',
  LastModifiedById: 'id',
  SystemModstamp: 'dateTime',
};

/** The columns that the service itself fills. */
const systemRow = (id: string, name: string, created: number, modified = created): Row => ({
  Id: id,
  OwnerId: user,
  IsDeleted: false,
  Name: name,
  CreatedDate: toSecond(created),
  CreatedById: user,
  LastModifiedDate: toSecond(modified),
  LastModifiedById: modified === created ? user : integration,
  SystemModstamp: toSecond(modified),
});

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Beat Lowest Offer',
    'Keep Margin',
    'Weekend Uplift',
    'Clear Stock',
    'Old Matching',
  ].map((name, index): Row => ({
    ...systemRow(numbered('a0S', 310_400 + index * 23), name, pastMoment(`objects strategy ${index}`)),
    Code__c: name.toLowerCase().replaceAll(' ', '-'),
    Kind__c: ['Competitive', 'Margin', 'Scheduled', 'Inventory', 'Competitive'][index],
    StepPercent__c: (2 + chance(`objects step ${name}`, 18)) / 4,
    Description__c: index % 2 === 0 ? null : `Agreed with ${oneOf(`objects ${name}`, ['sales', 'buying'])}`,
    IsActive__c: index < 4,
  }));
  let listings = Array.from({ length: 43 }, (_, index): Row => {
    const name = `objects ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = Date.UTC(2025, 0, 13) + index * 5 * 86_400_000 + chance(`${name} created`, 86_400_000);
    const isChanged = chance(`${name} changed`, 3) > 0;
    const id = numbered('a0L', 488_210_300 + index * 67 + chance(`${name} id`, 60));
    return {
      ...systemRow(id, title, created, created + (isChanged ? chance(`${name} later`, 40 * 86_400_000) : 0)),
      LastActivityDate: null,
      Sku__c: sku,
      Marketplace__c: oneOf(`${name} market`, ['Northern', 'Southern']),
      Status__c: oneOf(`${name} status`, ['Active', 'Active', 'Active', 'Paused', 'Ended']),
      Price__c: price / 100,
      MinPrice__c: chance(`${name} minimum`, 5) === 0 ? null : Math.round(price * 0.85) / 100,
      MaxPrice__c: chance(`${name} maximum`, 6) === 0 ? null : Math.round(price * 1.25) / 100,
      Stock__c: stock,
      Strategy__c: chance(`${name} free`, 4) === 0 ? null : oneOf(`${name} by`, strategies.slice(0, 4)).Id,
    };
  });
  const runs = Array.from({ length: 11 }, (_, index) => ({
    number: 2_140 + index,
    id: numbered('a0R', 7_730_000 + index * 41),
    file: numbered('068', 52_118_000 + index * 19),
    kind: oneOf(`objects report ${index}`, ['Price History', 'Competition', 'Stock']),
    requested: toSecond(
      index < 8
        ? Date.UTC(2026, 0, 12) + index * 9 * 86_400_000 + chance(`objects report at ${index}`, 70_000_000)
        : opened - 62_000 + (index - 8) * 29_000,
    ),
    takes: 74_000 + index * 11_000,
    fails: index === 3 || index === 9,
  }));

  const strategyType: ObjectType = {
    name: 'Strategy__c',
    path: 'strategies',
    columns: {
      ...system,
      Code__c: 'string',
      Kind__c: 'string',
      StepPercent__c: 'double',
      Description__c: 'string',
      IsActive__c: 'boolean',
      ListingCount__c: 'double',
    },
    shown:
      'Id, Name, Code__c, Kind__c, StepPercent__c, Description__c, IsActive__c, ListingCount__c, CreatedDate',
    rows: () =>
      strategies.map((strategy) => ({
        ...strategy,
        ListingCount__c: listings.filter(({ Strategy__c }) => Strategy__c === strategy.Id).length,
      })),
  };
  const listingType: ObjectType = {
    name: 'Listing__c',
    path: 'listings',
    columns: {
      ...system,
      LastActivityDate: 'dateTime',
      Sku__c: 'string',
      Marketplace__c: 'string',
      Status__c: 'string',
      Price__c: 'double',
      MinPrice__c: 'double',
      MaxPrice__c: 'double',
      Stock__c: 'double',
      Strategy__c: 'id',
    },
    shown:
      'Id, Name, Sku__c, Marketplace__c, Status__c, Price__c, MinPrice__c, MaxPrice__c, Stock__c, Strategy__c, Strategy__r.Name, LastModifiedDate',
    rows: () => listings,
    parent: { name: 'Strategy__r', by: 'Strategy__c', type: strategyType },
  };
  const reportType: ObjectType = {
    name: 'ReportRun__c',
    path: 'reports',
    columns: {
      ...system,
      Kind__c: 'string',
      Status__c: 'string',
      CompletedDate__c: 'dateTime',
      RowCount__c: 'double',
      FileUrl__c: 'string',
      ErrorMessage__c: 'string',
    },
    shown:
      'Id, Name, Kind__c, Status__c, CreatedDate, CompletedDate__c, RowCount__c, FileUrl__c, ErrorMessage__c',
    rows: () =>
      runs.map(({ number, id, file, kind, requested, takes, fails }) => {
        const past = run.now() - requested;
        const ended = past >= takes;
        const succeeded = ended && !fails;
        return {
          ...systemRow(id, `RR-${String(number).padStart(6, '0')}`, requested),
          Kind__c: kind,
          Status__c: succeeded ? 'Success' : ended ? 'Error' : past < 30_000 ? 'New' : 'Running',
          CompletedDate__c: ended ? requested + takes : null,
          RowCount__c: succeeded ? 30 + chance(`objects rows ${id}`, 800) : null,
          FileUrl__c: succeeded ? `/v1/files/${file}/VersionData` : null,
          ErrorMessage__c: ended && fails ? 'The report exceeded its time limit.' : null,
        };
      }),
  };
  const types = [listingType, strategyType, reportType];

  let count = 0;
  const locators = new Map<
    string,
    { readonly type: ObjectType; readonly ids: readonly unknown[]; readonly columns: readonly Column[] }
  >();

  /** How many records an answer may show: what is too small or too large becomes the nearest allowed size. */
  function batchSize({ headers }: Asked): number {
    const options = headers['query-options'];
    if (options === undefined) return largestBatch;
    const size = /^\s*batchSize\s*=\s*(\d+)\s*$/i.exec(options)?.[1];
    if (size === undefined) throw refusal('MALFORMED_HEADER', `Malformed header: Query-Options: ${options}`);
    return Math.max(smallestBatch, Math.min(largestBatch, Number(size)));
  }

  function batch(request: Asked, locator: string, from: number): Answered {
    const { type, ids, columns } = locators.get(locator)!;
    const end = from + batchSize(request);
    const done = end >= ids.length;
    const shown = ids.slice(from, end).map((id) => type.rows().find(({ Id }) => Id === id)!);
    return reply(200, {
      totalSize: ids.length,
      done,
      ...(done ? {} : { nextRecordsUrl: `/v1/${type.path}?queryLocator=${locator}-${end}` }),
      records: shown.map((row) => view(type, row, columns)),
    });
  }

  function listed(type: ObjectType, request: Asked, query: URLSearchParams): Answered {
    const given = query.get('queryLocator');
    if (given !== null) {
      const [, locator = '', from = ''] = /^(\w{18})-(\d+)$/.exec(given) ?? [];
      const known = locators.get(locator);
      if (known?.type !== type || Number(from) >= known.ids.length) {
        throw refusal('INVALID_QUERY_LOCATOR', 'invalid query locator');
      }
      return batch(request, locator, Number(from));
    }
    const parts = [
      ['WHERE', 'where'],
      ['ORDER BY', 'orderBy'],
      ['LIMIT', 'limit'],
      ['OFFSET', 'offset'],
    ] as const;
    const rest = parts.flatMap(([word, name]) => {
      const value = query.get(name);
      return value === null ? [] : [` ${word} ${value}`];
    });
    const fields = query.get('fields') ?? type.shown;
    const { rows, columns } = found(type, `SELECT ${fields} FROM ${type.name}${rest.join('')}`);
    const locator = whole(`01g5g0${scrambled(`objects locator ${run.run} ${count}`, 9, base62)}`);
    locators.set(locator, { type, ids: rows.map(({ Id }) => Id), columns });
    return batch(request, locator, 0);
  }

  /** Whether a record was changed after the moment of a header; a header that names no moment counts as none. */
  function isChangedSince({ LastModifiedDate }: Row, since: string | undefined): boolean | undefined {
    const time = since === undefined ? Number.NaN : Date.parse(since);
    return Number.isNaN(time) ? undefined : Number(LastModifiedDate) > time;
  }

  function checkUnchanged(row: Row, { headers }: Asked): void {
    if (isChangedSince(row, headers['if-unmodified-since']) !== true) return;
    const message = `The record has been modified since ${headers['if-unmodified-since']!}`;
    throw refusal('PRECONDITION_FAILED', message, 412);
  }

  const wellFormed = (text: string): string => {
    const id = idOf(text);
    if (id !== undefined) return id;
    throw notFound(`Provided external ID field does not exist or is not accessible: ${text}`);
  };

  function single(text: string, request: Asked, query: URLSearchParams): Answered {
    const id = wellFormed(text);
    const row = listings.find(({ Id }) => Id === id);
    if (row === undefined) throw notFound();
    checkUnchanged(row, request);
    const changed: Headers = [['Last-Modified', new Date(Number(row.LastModifiedDate)).toUTCString()]];
    if (isChangedSince(row, request.headers['if-modified-since']) === false) {
      return { status: 304, headers: changed, body: '' };
    }
    const wanted = query.get('fields')?.split(',') ?? Object.keys(listingType.columns);
    const columns = wanted.map((name) => {
      const column = columnOf(listingType, name.trim());
      if (column !== undefined) return column;
      throw refusal('INVALID_FIELD', `No such column '${name.trim()}' on sobject of type Listing__c`);
    });
    // The id is there, wanted or not.
    const hasId = columns.some(({ name, through }) => name === 'Id' && through === undefined);
    const all = hasId ? columns : [...columns, columnOf(listingType, 'Id')!];
    return reply(200, view(listingType, row, all), changed);
  }

  function bodyOf({ headers, body }: Asked): Row {
    const type = headers['content-type'];
    if (body === '') {
      const message = 'The HTTP entity body is required, but this request has no entity body.';
      throw refusal('JSON_PARSER_ERROR', message);
    }
    if (type?.split(';')[0]!.trim() !== 'application/json') {
      const message = `Content-Type header specified in HTTP request is not supported: ${type ?? 'null'}`;
      throw refusal('UNSUPPORTED_MEDIA_TYPE', message, 415);
    }
    const value = parsed(body);
    if (value === undefined) throw unparsed(body);
    if (!isObject(value)) throw undeserialized(body, '', value ?? '', 'Listing__c');
    return value;
  }

  /** A price as it is kept: with two decimals, also where a text gives it. */
  function priceOf(body: string, name: string, value: unknown): number | null {
    if (value === null) return null;
    const isNumeric = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
    if (typeof value !== 'number' && !isNumeric) throw undeserialized(body, name, value, 'currency');
    return Math.round(Number(value) * 100) / 100;
  }

  function strategyOf(body: string, name: string, value: unknown): unknown {
    if (name === 'Strategy__r') {
      if (!isObject(value)) throw undeserialized(body, name, value ?? '', 'Strategy__c');
      const [column = '', code] = Object.entries(value)[0] ?? [];
      if (column !== 'Code__c') {
        throw refusal('INVALID_FIELD', `${column} is not an External ID or indexed field for Strategy__c`);
      }
      const coded = strategies.find(({ Code__c }) => Code__c === code);
      if (coded !== undefined) return coded.Id;
      const message = `Foreign key external ID: ${String(code)} not found for field Code__c in entity Strategy__c`;
      throw refusal('INVALID_FIELD', message);
    }
    if (value === null || value === '') return null;
    if (typeof value !== 'string') throw undeserialized(body, name, value, 'reference');
    return value;
  }

  /** What a body changes, by the names of the columns. */
  function changesOf(request: Asked, writable: readonly string[]): Row {
    const changes: Record<string, unknown> = {};
    const fixed: string[] = [];
    for (const [given, value] of Object.entries(bodyOf(request))) {
      if (given === 'attributes') continue;
      const name = given === 'Strategy__r' ? given : columnOf(listingType, given)?.name;
      if (name === undefined || given.includes('.')) {
        throw refusal('INVALID_FIELD', `No such column '${given}' on sobject of type Listing__c`);
      }
      if (name === 'Id') {
        throw refusal('INVALID_FIELD', 'The Id field should not be specified in the sobject data.');
      }
      if (!writable.includes(name)) fixed.push(name);
      else if (name.startsWith('Strategy')) {
        changes.Strategy__c = strategyOf(request.body, given, value);
      } else changes[name] = priceOf(request.body, given, value);
    }
    if (fixed.length > 0) {
      const message = `Unable to create/update fields: ${fixed.join(', ')}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`;
      throw refusedWrite('INVALID_FIELD_FOR_INSERT_UPDATE', message, fixed);
    }
    return changes;
  }

  function checkPrices(changes: Row, changed: Row): void {
    const labels = { MinPrice__c: 'Minimum Price', MaxPrice__c: 'Maximum Price' };
    const broken: Row[] = [];
    const breaks = (message: string, fields: readonly string[]): void => {
      broken.push({ message, errorCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', fields });
    };
    for (const [name, label] of Object.entries(labels)) {
      const value = changes[name];
      if (typeof value !== 'number') continue;
      if (Math.abs(value) >= mostPrice) {
        const message = `${label}: value outside of valid range on numeric field: ${pointed(value)}`;
        throw refusedWrite('NUMBER_OUTSIDE_VALID_RANGE', message, [name]);
      }
      if (value <= 0) breaks(`${label} must be greater than zero.`, [name]);
    }
    const { MinPrice__c: least, MaxPrice__c: most } = changed;
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      breaks('The minimum price cannot be higher than the maximum price.', []);
    }
    if (broken.length > 0) throw new Refusal(400, broken);
  }

  function checkStrategy(given: unknown): void {
    if (typeof given !== 'string') return;
    const id = idOf(given);
    if (id?.startsWith('a0S') !== true) {
      throw refusedWrite('MALFORMED_ID', `Strategy: id value of incorrect type: ${given}`, ['Strategy__c']);
    }
    const strategy = strategies.find(({ Id }) => Id === id);
    if (strategy === undefined) {
      throw refusedWrite('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', []);
    }
    if (strategy.IsActive__c === false) {
      const message = 'Value does not exist or does not match filter criteria.';
      throw refusedWrite('FIELD_FILTER_VALIDATION_EXCEPTION', message, ['Strategy__c']);
    }
  }

  function written(text: string, part: string, request: Asked): Answered {
    const id = wellFormed(text);
    const isPrice = part === 'price';
    const changes = changesOf(
      request,
      isPrice ? ['MinPrice__c', 'MaxPrice__c'] : ['Strategy__c', 'Strategy__r'],
    );
    if (!id.startsWith('a0L')) {
      throw refusedWrite('MALFORMED_ID', `Record ID: id value of incorrect type: ${text}`, ['Id']);
    }
    const row = listings.find(({ Id }) => Id === id);
    if (row === undefined) {
      throw refusedWrite('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', [], 404);
    }
    checkUnchanged(row, request);
    const now = toSecond(run.now());
    const { Strategy__c: strategy } = changes;
    checkPrices(changes, { ...row, ...changes });
    checkStrategy(strategy);
    const changed: Row = {
      ...row,
      ...changes,
      ...(typeof strategy === 'string' ? { Strategy__c: idOf(strategy) } : {}),
      LastModifiedDate: now,
      LastModifiedById: integration,
      SystemModstamp: now,
    };
    listings = listings.map((one) => (one === row ? changed : one));
    return isPrice ? { status: 204, headers: [], body: '' } : reply(200, { id, success: true, errors: [] });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, name = '', id, part, ...more] = steps;
    const type = types.find(({ path }) => path === name);
    if (version !== 'v1' || more.length > 0) throw notFound();
    const file = runs.find(({ file: one }) => name === 'files' && one === id && part === 'VersionData');
    const isWrite = type === listingType && (part === 'price' || part === 'strategy');
    const isKnown = part === undefined && type !== undefined && (id === undefined || type === listingType);
    if (file === undefined && !isWrite && !isKnown) throw notFound();
    const allowed = isWrite ? ['PATCH'] : ['GET', 'HEAD'];
    if (!allowed.includes(request.method)) {
      const message = `HTTP Method '${request.method}' not allowed. Allowed are ${allowed.join(',')}`;
      const error = { errorCode: 'METHOD_NOT_ALLOWED', message };
      throw new Refusal(405, [error], [['Allow', allowed.join(',')]]);
    }
    if (file !== undefined) {
      const lines = listings
        .slice(0, 6)
        .map((row) => `${String(row.Sku__c)},${Number(row.Price__c).toFixed(2)}`);
      return {
        status: 200,
        headers: [['Content-Type', 'application/octet-stream']],
        body: `Sku,Price\n${lines.join('\n')}\n`,
      };
    }
    if (isWrite) return written(id!, part, request);
    return id === undefined ? listed(type!, request, query) : single(id, request, query);
  }

  let used = 17;
  let recent: number[] = [];

  function authenticate({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === key) return;
    const error =
      given === undefined
        ? { message: 'INVALID_HEADER_TYPE', errorCode: 'INVALID_AUTH_HEADER' }
        : { message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' };
    throw new Refusal(401, [error], [['WWW-Authenticate', 'Token']]);
  }

  function admit(): void {
    const now = run.now();
    recent = recent.filter((time) => time > now - 1_000);
    const limit =
      used >= perDay
        ? 'TotalRequests'
        : recent.length >= perSecond
          ? 'ConcurrentRequests (Concurrent API Requests)'
          : undefined;
    if (limit !== undefined) throw refusal('REQUEST_LIMIT_EXCEEDED', `${limit} Limit exceeded.`, 403);
    recent.push(now);
    used += 1;
  }

  function settled(work: () => Answered): Answered {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return reply(error.status, error.errors, error.headers);
    }
  }

  const usage = (): Headers => [['Limit-Info', `api-usage=${used}/${perDay}`]];
  const browser = scrambled(`objects browser ${run.run}`, 22, base62);

  return (request) => {
    count += 1;
    const { status, headers, body } = settled(() => {
      authenticate(request);
      const inside = settled(() => {
        admit();
        return answer(request);
      });
      return { ...inside, headers: [...inside.headers, ...usage()] };
    });
    const fixed: Headers = [
      ['Cache-Control', 'no-cache,must-revalidate,max-age=0,no-store,private'],
      ['Set-Cookie', `BrowserId=${browser}; path=/; Max-Age=31536000`],
      ['X-Request-Id', scrambled(`objects request ${run.run} ${count}`, 32, hex)],
    ];
    const decimals = /("(?:\w*Price|Stock|StepPercent|ListingCount|RowCount)__c":-?\d+)(?=[,}])/g;
    return {
      status,
      headers: [...headers, ...fixed],
      body: body.replaceAll(decimals, '$1.0'),
    };
  };
}

// The user's program.

const inBatches = (size: unknown): Sending => ({ headers: { 'Query-Options': `batchSize=${String(size)}` } });

/** Follows the next URL of each answer until it is done; `batchSize` in the target goes into the header. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path = '', text = ''] = target.split(/\?(.*)/s);
  const query = new URLSearchParams(text);
  const size = query.get('batchSize');
  query.delete('batchSize');
  const rows: Row[] = [];
  const first = query.size === 0 ? path : `${path}?${query.toString()}`;
  for (let next: string | undefined = first; next !== undefined;) {
    const received: Received = await api.ask('GET', next, size === null ? {} : inBatches(size));
    rows.push(...rowsAt(received, 'records'));
    next = textIfAny(received, 'nextRecordsUrl');
  }
  return rows;
}

/** Asks for a list, with parameters that are still to be encoded. */
const find = (api: Api, target: string): Promise<Received> => {
  const [path = '', text = ''] = target.split(/\?(.*)/s);
  return api.ask('GET', `/v1/${path}?${new URLSearchParams(text).toString()}`);
};
const read = (api: Api, id: unknown, sending: Sending = {}): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}`, sending);
const patch = (
  api: Api,
  id: unknown,
  part: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Received> => api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body, headers });
const price = (api: Api, id: unknown, MinPrice__c?: unknown, MaxPrice__c?: unknown): Promise<Received> =>
  patch(api, id, 'price', { MinPrice__c, MaxPrice__c });
const assign = (api: Api, id: unknown, Strategy__c?: unknown): Promise<Received> =>
  patch(api, id, 'strategy', { Strategy__c });
const priceText = (api: Api, id: unknown, text: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { text });

const short = (id: unknown): string => String(id).slice(0, 15);
const lastModified = (received: Received): string => header(received, 'Last-Modified') ?? 'missing';

/** Asks until it is refused for the limit, waits, and asks once more. */
async function hurry(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const received = await api.ask('GET', target, { atOnce: true });
    if (textIfAny(received, 0, 'errorCode') !== 'REQUEST_LIMIT_EXCEEDED') continue;
    api.wait(1_500);
    await api.ask('GET', target);
    return;
  }
}

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const ids = all.map(({ Id }) => Id);
  const rules = (await walk(api, '/v1/strategies')).map(({ Id }) => Id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?batchSize=12');
  await api.ask('GET', '/v1/listings', inBatches(2));
  await api.ask('GET', '/v1/listings', inBatches(200));
  await walk(api, '/v1/reports?batchSize=6');
  await find(api, 'listings?fields=Id,Name,Price__c&limit=4');
  await find(api, 'listings?fields=Name, Strategy__r.Name, Strategy__r.Code__c&limit=6');
  await find(api, "listings?where=Status__c = 'Paused'");
  await find(api, "listings?fields=Id,Status__c,Stock__c&where=Status__c = 'Active' AND Stock__c < 60");
  await find(api, 'listings?fields=Id,Price__c&where=Price__c >= 150&orderBy=Price__c DESC');
  await find(api, 'listings?fields=Id,MinPrice__c&orderBy=MinPrice__c&limit=9');
  await find(api, 'listings?fields=Name,MaxPrice__c&orderBy=MaxPrice__c DESC NULLS LAST&limit=5');
  await find(api, 'listings?fields=Id&where=Strategy__c = null');
  await find(api, `listings?fields=Id,Name&where=Strategy__c = '${short(rules[1])}'`);
  await find(api, "listings?fields=Id,Name&where=Name LIKE 'Velmora%'");
  await find(api, 'listings?fields=Id&limit=5&offset=40');
  await find(api, 'listings?fields=Id&offset=60');
  await find(api, 'listings?fields=Id,CreatedDate&where=CreatedDate > 2025-07-01T00:00:00Z');
  await find(api, 'strategies?where=IsActive__c = false');
  await find(api, 'strategies?fields=Name,ListingCount__c&orderBy=Name');
  await find(api, "reports?where=Status__c = 'Error'");
  await find(api, 'reports?fields=Name,Status__c,CompletedDate__c&orderBy=CreatedDate DESC&limit=3');

  for (const index of [0, 4, 13, 21, 38]) await read(api, ids[index]);
  await api.ask('GET', `/v1/listings/${String(ids[42])}?fields=Name,Price__c`);
  const seen = await read(api, ids[30]);
  await read(api, short(ids[30]), { headers: { 'If-Modified-Since': lastModified(seen) } });

  await price(api, ids[0], 12.5, 249.9);
  await read(api, ids[0]);
  await price(api, ids[4], 20, 310);
  await read(api, ids[4]);
  await price(api, ids[13], undefined, 420.156);
  await read(api, ids[13]);
  await price(api, short(ids[21]), 3.05, null);
  await read(api, ids[21]);
  await price(api, ids[38], '14.75', '300');
  await read(api, ids[38]);
  const since = { 'If-Unmodified-Since': lastModified(seen) };
  await patch(api, ids[30], 'price', { MinPrice__c: 7, MaxPrice__c: 400 }, since);
  await patch(api, ids[30], 'price', { MinPrice__c: 8, MaxPrice__c: 410 }, since);
  await read(api, ids[30], { headers: { 'If-Modified-Since': lastModified(seen) } });
  await assign(api, ids[0], rules[0]);
  await read(api, ids[0]);
  await assign(api, short(ids[13]), short(rules[3]));
  await read(api, ids[13]);
  await assign(api, ids[4], null);
  await patch(api, ids[21], 'strategy', { Strategy__r: { Code__c: 'keep-margin' } });
  await find(api, 'listings?fields=Id,Strategy__c,Strategy__r.Name,LastModifiedDate&limit=5');
  await find(api, 'strategies?fields=Id,ListingCount__c');
  api.wait(45_000);
  await find(api, 'reports?fields=Name,Status__c,FileUrl__c&orderBy=CreatedDate DESC&limit=4');

  await read(api, 'a0L5g00000zzZZ1');
  await read(api, 'lamp');
  await api.ask('GET', `/v1/listings/${String(ids[9])}?fields=Name,Colour__c`);
  await price(api, 'a0L5g00000zzZZ2', 10, 20);
  await price(api, 'kettle', 10, 20);
  await price(api, rules[0], 10, 20);
  await price(api, ids[9], 30, 20);
  await price(api, ids[10], 99.99, 99.98);
  await price(api, ids[9], 'cheap', 20);
  await price(api, ids[9], 5, true);
  await price(api, ids[9], { amount: 5 }, 20);
  await price(api, ids[9], -4, 20);
  await price(api, ids[9], 0, -1);
  await price(api, ids[9], 5, 250_000);
  await patch(api, ids[9], 'price', {});
  await patch(api, ids[9], 'price', { MinPrise__c: 5 });
  await patch(api, ids[9], 'price', { MinPrice__c: 5, Price__c: 9, Name: 'Lamp' });
  await priceText(api, ids[9], '{"MinPrice__c": ');
  await priceText(api, ids[9], '{MinPrice__c: 5}');
  await priceText(api, ids[9], '');
  await patch(api, ids[9], 'price', { MinPrice__c: 3 }, { 'Content-Type': 'text/plain' });
  await assign(api, ids[9], 'BoldMoves');
  await assign(api, ids[9], ids[8]);
  await assign(api, ids[9], 'a0S5g00000zzZZ3');
  await assign(api, ids[9], rules[4]);
  await assign(api, ids[9], 17);
  await patch(api, ids[9], 'strategy', { Strategy__r: { Code__c: 'bold-moves' } });
  await find(api, 'listings?fields=Id,Colour__c');
  await find(api, "listings?where=Colour__c = 'red'");
  await find(api, "listings?fields=Id,Name&where=Price__c > '20'");
  await find(api, 'listings?fields=Id&where=Status__c = Active');
  await find(api, 'listings?fields=Id&where=Price__c == 20');
  await find(api, "listings?fields=Id&where=Status__c = 'Active");
  await find(api, 'listings?fields=Id,Name&orderBy=Colour__c');
  await find(api, 'listings?fields=Id&limit=many');
  await find(api, "listings?fields=Id&where=Strategy__c = 'keep'");
  await find(api, 'listings?queryLocator=garbage');
  await find(api, 'strategies?colour=red&limit=2');
  await api.ask('GET', '/v1/strategies', inBatches('lots'));
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=3', { headers: { 'X-API-KEY': '00D000000000000!wrong' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 9);
  api.wait(900_000);
  const last = await find(api, "reports?where=Status__c = 'Success'&orderBy=CreatedDate DESC&limit=2");
  await api.ask('GET', textIfAny(last, 'records', 0, 'FileUrl__c') ?? '/missing');
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?batchSize=16');
  const ids = all.map(({ Id }) => Id);
  const rules = (await walk(api, '/v1/strategies?batchSize=10')).map(({ Id }) => Id);
  await walk(api, '/v1/reports?batchSize=8');
  await walk(api, "/v1/listings?where=Status__c = 'Active'&batchSize=9");
  await find(api, 'listings?fields=Id,Sku__c,Price__c&limit=7');
  await find(api, 'listings?fields=Name, Strategy__r.Code__c&limit=8');
  await find(api, "listings?fields=Id,Stock__c&where=Status__c = 'Ended' AND Stock__c < 120");
  await find(api, 'listings?fields=Id,Price__c&where=Price__c >= 120&orderBy=Price__c DESC');
  await find(api, 'listings?fields=Id,MaxPrice__c&orderBy=MaxPrice__c&limit=7');
  await find(api, `listings?fields=Id,Name&where=Strategy__c = '${String(rules[2])}'`);
  await find(api, "listings?fields=Id,Name&where=Name LIKE 'Halvik%'");
  await find(api, 'listings?fields=Id,CreatedDate&where=CreatedDate > 2025-06-10T12:30:00Z');
  await find(api, 'listings?fields=Id&limit=6&offset=39');
  await find(api, 'listings?fields=Id&offset=300');
  await find(api, 'strategies?where=IsActive__c = true&fields=Id,Name');
  await find(api, "reports?where=Status__c = 'Success'");

  for (const index of [3, 11, 33]) await read(api, ids[index]);
  await read(api, short(ids[36]));
  const seen = await read(api, ids[25]);
  await read(api, ids[25], { headers: { 'If-Modified-Since': lastModified(seen) } });
  await price(api, ids[3], 9.75, 333);
  await read(api, ids[3]);
  await price(api, ids[11], undefined, 601.2);
  await read(api, ids[11]);
  await price(api, short(ids[33]), 1.5, null);
  await read(api, ids[33]);
  const since = { 'If-Unmodified-Since': lastModified(seen) };
  await patch(api, ids[25], 'price', { MinPrice__c: 6.4, MaxPrice__c: 390 }, since);
  await patch(api, ids[25], 'price', { MinPrice__c: 6.5 }, since);
  await assign(api, ids[3], rules[1]);
  await read(api, ids[3]);
  await patch(api, ids[35], 'strategy', { Strategy__r: { Code__c: 'clear-stock' } });
  await find(api, 'strategies?fields=Name,ListingCount__c');
  api.wait(180_000);
  await find(api, 'reports?fields=Name,Status__c&orderBy=CreatedDate DESC&limit=5');

  await read(api, 'a0L5g00000zzYY1');
  await read(api, 'tin');
  await price(api, 'a0L5g00000zzYY2', 3, 4);
  await price(api, rules[3], 3, 4);
  await price(api, ids[20], 71.2, 70);
  await price(api, ids[20], 'dear', 15);
  await price(api, ids[20], 5, false);
  await price(api, ids[20], 7, -0.5);
  await price(api, ids[20], 7, 320_000.5);
  await patch(api, ids[22], 'price', { HighestPrice__c: 4 });
  await patch(api, ids[22], 'price', { MaxPrice__c: 640, Stock__c: 3 });
  await priceText(api, ids[20], '{"MaxPrice__c"');
  await patch(api, ids[20], 'price', { MaxPrice__c: 88 }, { 'Content-Type': 'application/xml' });
  await assign(api, ids[20], 'SoftLanding');
  await assign(api, ids[20], 'a0S5g00000zzYY3');
  await assign(api, ids[18], rules[4]);
  await assign(api, ids[18], 45);
  await assign(api, ids[22], null);
  await find(api, 'listings?fields=Name,Weight__c');
  await find(api, "listings?where=Weight__c = 'heavy'");
  await find(api, "listings?fields=Id,Sku__c&where=Stock__c > '3'");
  await find(api, 'listings?fields=Name&where=Status__c = Paused');
  await find(api, 'listings?fields=Id&limit=all');
  await find(api, 'listings?queryLocator=nothing');
  await find(api, 'listings?fields=Name&size=large&limit=3');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': '00D111111111111!other' } });
  // Of a kind that was not recorded.
  await find(api, 'listings?fields=Id,Strategy__x.Name');
  await find(api, "listings?fields=Id&where=Marketplace__c IN ('Northern'&limit=2");
}

export const customObjects: WalkedService = {
  name: 'custom-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['batchSize=5', 'batchSize=8', 'batchSize=19'],
  walk,
};
