// A catalogue of furniture whose API is made as the standard for identity provisioning has it: each record and each message
// names its schemas by URN, and what belongs to one sales channel stands under the URN of an extension. Lists go by `startIndex`
// (from 1) and `count`, with expressions as filters, `sortBy` and `sortOrder`, and the attributes that one wants or does not
// want. What is not set is left out, a null unsets it; a record has a weak version that a write may ask for. Names of
// attributes do not depend on their case; an error has a kind where its status is 400, and its status as a text.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, header, json, jsonOf, listAt, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'cat_7Qh2vXn94LbTzR0cWk3yJ8dM';
const callsPerSecond = 5;
const [usualCount, largestCount] = [10, 50];
const largestPrice = 99_999.99;

const messages = 'urn:ietf:params:scim:api:messages:2.0';
const core = 'urn:oakfold:params:scim:schemas:catalog:2.0';
const channelUrn = 'urn:oakfold:params:scim:schemas:extension:channel:2.0:Listing';

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

interface Piece {
  readonly id: string;
  readonly status: string;
  /** What is shown before and behind the bounds, and never changes. */
  readonly before: Row;
  readonly behind: Row;
  readonly created: number;
  minPrice: number | undefined;
  maxPrice: number | undefined;
  strategy: string | undefined;
  modified: number;
}

interface Strategy {
  readonly id: string;
  readonly displayName: string;
  readonly type: string;
  readonly step?: number;
  readonly marginPercent?: number;
  readonly description?: string;
  readonly active: boolean;
}

const strategies: readonly Strategy[] = (
  [
    ['Match lowest offer', 'match', true, {}],
    ['Undercut by 1 euro', 'undercut', true, { step: 1 }],
    ['Undercut by 5 euros', 'undercut', true, { step: 5, description: 'For bulky goods only' }],
    ['Showroom margin', 'margin', true, { marginPercent: 32.5 }],
    ['Spring clearance', 'margin', false, { marginPercent: 4 }],
    ['Trade margin', 'margin', true, { marginPercent: 18, description: 'Agreed with resellers' }],
  ] as const
).map(([displayName, type, active, more], index) => {
  return { id: uuid(`urns strategy ${index}`), displayName, type, ...more, active };
});

const kinds = [
  { value: 'desks', display: 'Desks', goods: ['Standing Desk 140', 'Corner Desk', 'Writing Desk Oak'] },
  { value: 'seating', display: 'Seating', goods: ['Lounge Chair', 'Bar Stool 65', 'Bench Ash'] },
  { value: 'lighting', display: 'Lighting', goods: ['Desk Lamp', 'Floor Lamp Brass', 'Pendant 40'] },
  { value: 'storage', display: 'Storage', goods: ['Shelf 5 Tiers', 'Sideboard Walnut', 'Desk Drawer Unit'] },
];

/** To the cent. */
const cents = (amount: number): number => Math.round(amount * 100) / 100;

function pieces(): Piece[] {
  return Array.from({ length: 28 }, (_, index): Piece => {
    const seed = `urns piece ${index}`;
    const [id, brand] = [uuid(seed), oneOf(`${seed} brand`, ['Oskelby', 'Norrast', 'Halvik', 'Pruvento'])];
    const { goods, ...kind } = oneOf(`${seed} kind`, kinds);
    const status = oneOf(`${seed} status`, ['active', 'active', 'active', 'active', 'paused', 'retired']);
    const price = cents(19 + chance(`${seed} price`, 68_000) / 100);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const minPrice = chance(`${seed} min`, 4) === 0 ? undefined : cents(price * 0.8);
    const isNew = chance(`${seed} new`, 4) === 0;
    const isManaged = minPrice !== undefined && chance(`${seed} managed`, 3) === 0;
    const channel = {
      channel: oneOf(`${seed} which`, ['north', 'south']),
      offerId: `O${chance(`${seed} offer`, 1e9)}`,
      eligible: chance(`${seed} eligible`, 4) > 0,
    };
    return {
      id,
      status,
      before: {
        id,
        ...(chance(`${seed} external`, 5) > 0 && { externalId: `FUR-${10_000 + chance(seed, 89_999)}` }),
        title: `${brand} ${oneOf(`${seed} good`, goods)}`,
        brand,
        status,
        price,
        currency: 'EUR',
      },
      behind: {
        quantity: chance(`${seed} quantity`, 60),
        categories: [
          { ...kind, primary: true },
          ...(isNew ? [{ value: 'new', display: 'New arrivals' }] : []),
        ],
        ...(chance(`${seed} channel`, 3) > 0 && { [channelUrn]: channel }),
      },
      created,
      minPrice,
      maxPrice: chance(`${seed} max`, 3) === 0 ? undefined : cents(price * 1.4),
      strategy: isManaged ? strategies[[0, 1, 2, 3, 5][chance(`${seed} strategy`, 5)]!]!.id : undefined,
      modified: created + chance(`${seed} modified`, 90 * 86_400) * 1_000,
    };
  });
}

type Kind = 'invalidFilter' | 'invalidValue' | 'invalidSyntax' | 'mutability' | undefined;

class Refusal extends Error {
  readonly status: number;
  readonly kind: Kind;
  readonly headers: Headers;

  constructor(status: number, kind: Kind, detail: string, headers: Headers = []) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.headers = headers;
  }
}

const bad = (kind: Kind, detail: string) => new Refusal(400, kind, detail);
const invalidFilter = (detail: string) => bad('invalidFilter', detail);
const invalidValue = (detail: string) => bad('invalidValue', detail);
const invalidSyntax = (detail: string) => bad('invalidSyntax', detail);

type Type = 'string' | 'exact' | 'decimal' | 'boolean' | 'dateTime' | 'complex';
type Schema = Readonly<Record<string, Type>>;

const common = {
  exact: 'schemas id meta.resourceType meta.location meta.version',
  complex: 'meta',
  dateTime: 'meta.created meta.lastModified',
};
/** A schema of the attributes that all records have, and of those that are named by their types. */
const schemaOf = (names: Partial<Record<Type, string>>): Schema =>
  Object.fromEntries(
    [...Object.entries(common), ...Object.entries(names)].flatMap(([type, all]) =>
      all.split(' ').map((name) => [name, type as Type]),
    ),
  );
const listingSchema = schemaOf({
  exact: `externalId strategy.value ${channelUrn}:offerId`,
  string: `title brand status currency categories.value categories.display strategy.display ${channelUrn}:channel`,
  decimal: 'price minPrice maxPrice quantity',
  complex: 'categories strategy',
  boolean: `categories.primary ${channelUrn}:eligible`,
});
const strategySchema = schemaOf({
  string: 'displayName type description',
  decimal: 'step marginPercent',
  boolean: 'active',
});
const reportSchema = schemaOf({
  exact: 'period.start period.end requestedBy.value',
  string: 'type status requestedBy.display',
  dateTime: 'startedAt completedAt',
  decimal: 'rowCount',
});

/** The name of an attribute as the schema has it, whatever its case. */
const nameIn = (schema: Schema, path: string): string | undefined =>
  Object.keys(schema).find((name) => name.toLowerCase() === path.toLowerCase());

/** All values that a record has at a path. */
function valuesAt(row: Row, path: string): readonly unknown[] {
  const steps = path.startsWith(`${channelUrn}:`)
    ? [channelUrn, path.slice(channelUrn.length + 1)]
    : path.split('.');
  let values: readonly unknown[] = [row];
  for (const step of steps) {
    values = values.flatMap((value) => (isObject(value) ? (value[step] ?? []) : []) as unknown[]);
  }
  return values;
}

type Test = (row: Row) => boolean;
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'pr', 'gt', 'ge', 'lt', 'le'];

/** Reads the expression of a filter; positions are told from 0. */
class FilterReader {
  readonly #text: string;
  readonly #schema: Schema;
  #at = 0;

  constructor(text: string, schema: Schema) {
    this.#text = text;
    this.#schema = schema;
  }

  read(): Test {
    const test = this.#any('');
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return test;
  }

  #skip(): void {
    while (this.#text[this.#at] === ' ') this.#at += 1;
  }

  #unexpected(): Refusal {
    if (this.#at >= this.#text.length) return invalidFilter('Unexpected end of filter string');
    return invalidFilter(`Unexpected character '${this.#text[this.#at]!}' at position ${this.#at}`);
  }

  /** Takes what comes next, where it is of that form. */
  #take(form: RegExp): string | undefined {
    this.#skip();
    const [found] = new RegExp(form.source, 'iy').exec(this.#text.slice(this.#at)) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #need(form: RegExp): string {
    const found = this.#take(form);
    if (found === undefined) throw this.#unexpected();
    return found;
  }

  #any(within: string): Test {
    const tests = [this.#all(within)];
    while (this.#take(/or\b/) !== undefined) tests.push(this.#all(within));
    return (row) => tests.some((holds) => holds(row));
  }

  #all(within: string): Test {
    const tests = [this.#one(within)];
    while (this.#take(/and\b/) !== undefined) tests.push(this.#one(within));
    return (row) => tests.every((holds) => holds(row));
  }

  #one(within: string): Test {
    const isNot = this.#take(/not(?= *\()/) !== undefined;
    if (this.#take(/\(/) !== undefined) {
      const holds = this.#any(within);
      this.#need(/\)/);
      return (row) => holds(row) !== isNot;
    }
    const given = this.#need(/[a-z$][\w$.:-]*/);
    const name = nameIn(this.#schema, within + given);
    if (name === undefined) throw invalidFilter(`Attribute ${within}${given} in filter is undefined`);
    if (this.#take(/\[/) !== undefined) {
      const holds = this.#any(`${name}.`);
      this.#need(/\]/);
      return (row) => valuesAt(row, name).some((each) => holds({ [name]: each }));
    }
    return this.#compared(name);
  }

  #compared(given: string): Test {
    this.#skip();
    const [start, word] = [this.#at, this.#need(/[^ ()[\]]+/)];
    const operator = word.toLowerCase();
    if (!operators.includes(operator)) {
      throw invalidFilter(
        `Unrecognized attribute operator '${word}' at position ${start}. Expected: ${operators.join(',')}`,
      );
    }
    if (operator === 'pr') return (row) => valuesAt(row, given).length > 0;
    // That of a complex attribute is its value.
    const name =
      this.#schema[given] === 'complex' ? (nameIn(this.#schema, `${given}.value`) ?? given) : given;
    const type = this.#schema[name]!;
    this.#skip();
    const [valueStart, text] = [this.#at, this.#need(/"(?:[^"\\]|\\.)*"|[^ ()[\]]+/)];
    const invalid = (why: string) =>
      invalidFilter(`Invalid comparison value at position ${valueStart}: ${why}`);
    const sent = jsonOf({ method: '', target: '', headers: {}, body: text });
    if (sent === 'bad') throw invalid(`Unrecognized token '${text}'`);
    const wanted = plain(type, sent.json);
    if (wanted === undefined || type === 'complex') {
      throw invalid(`Value for attribute ${name} must be of type ${type === 'exact' ? 'string' : type}`);
    }
    const isText = type === 'string' || type === 'exact';
    if (
      (['co', 'sw', 'ew'].includes(operator) && !isText) ||
      (/^[gl]/.test(operator) && type === 'boolean')
    ) {
      throw invalidFilter(`Operator '${operator}' is not supported for attribute ${name} of type ${type}`);
    }
    return (row) => {
      const values = valuesAt(row, name).map((value) => plain(type, value));
      if (operator === 'ne') return !values.includes(wanted) && !(wanted === null && values.length === 0);
      if (wanted === null) return operator === 'eq' && values.length === 0;
      return values.some((value) => compares(operator, value!, wanted));
    };
  }
}

type Plain = string | number | boolean | null;

/** A value as it is compared; undefined for one of another type. */
function plain(type: Type, value: unknown): Plain | undefined {
  if (value === null) return null;
  if (type === 'decimal') return typeof value === 'number' ? value : undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (typeof value !== 'string') return undefined;
  if (type === 'string') return value.toLowerCase();
  if (type !== 'dateTime') return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function compares(operator: string, value: NonNullable<Plain>, wanted: NonNullable<Plain>): boolean {
  if (operator === 'eq') return value === wanted;
  if (operator === 'gt') return value > wanted;
  if (operator === 'ge') return value >= wanted;
  if (operator === 'lt') return value < wanted;
  if (operator === 'le') return value <= wanted;
  const [text, part] = [String(value), String(wanted)];
  if (operator === 'sw') return text.startsWith(part);
  return operator === 'ew' ? text.endsWith(part) : text.includes(part);
}

/** Only the attributes that are asked for, beside those that are always there; or all but some. */
function projected(row: Row, query: URLSearchParams): Row {
  const named = (name: string) =>
    query
      .get(name)
      ?.split(',')
      .map((path) => path.trim().toLowerCase())
      .filter((path) => path !== '');
  const [wanted, unwanted] = [named('attributes'), named('excludedAttributes')];
  if (wanted !== undefined && unwanted !== undefined) {
    throw invalidSyntax("'attributes' and 'excludedAttributes' may not be specified simultaneously");
  }
  if (wanted === undefined && unwanted === undefined) return row;
  const isShown = (path: string) =>
    wanted !== undefined ? wanted.includes(path) : !unwanted!.includes(path);
  const members = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    const path = name.toLowerCase();
    if (path === 'schemas' || path === 'id') return [[name, value]];
    if (wanted?.includes(path) === true) return [[name, value]];
    if (unwanted?.includes(path) === true) return [];
    const part = (each: Row) =>
      Object.fromEntries(Object.entries(each).filter(([inner]) => isShown(`${path}.${inner.toLowerCase()}`)));
    const left = Array.isArray(value) ? value.map(part) : isObject(value) ? part(value) : undefined;
    if (left === undefined) return wanted === undefined ? [[name, value]] : [];
    const isEmpty = [left].flat().every((each) => Object.keys(each as Row).length === 0);
    return isEmpty ? [] : [[name, left]];
  });
  return Object.fromEntries(members);
}

/** A whole number that a list is asked with. */
function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^[+-]?\d{1,9}$/.test(text)) {
    throw invalidValue(`'${text}' is not a valid value for '${name}' parameter: must be an integer`);
  }
  return Number(text);
}

function sorted(rows: readonly Row[], query: URLSearchParams, schema: Schema): readonly Row[] {
  const [sortBy, order = 'ascending'] = [query.get('sortBy'), query.get('sortOrder') ?? undefined];
  if (!['ascending', 'descending'].includes(order.toLowerCase())) {
    const why = 'must be one of ascending, descending';
    throw invalidValue(`'${order}' is not a valid value for 'sortOrder' parameter: ${why}`);
  }
  if (sortBy === null) return rows;
  const name = nameIn(schema, sortBy);
  if (name === undefined) {
    const why = `Attribute ${sortBy} is undefined`;
    throw invalidValue(`'${sortBy}' is not a valid value for 'sortBy' parameter: ${why}`);
  }
  const path = schema[name] === 'complex' ? `${name}.value` : name;
  const valueOf = (row: Row) => plain(schema[path] ?? 'exact', valuesAt(row, path)[0]) ?? undefined;
  const sign = order.toLowerCase() === 'descending' ? -1 : 1;
  // What has no value is last in ascending order.
  return [...rows].sort((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)];
    if (first === second) return 0;
    if (first === undefined) return sign;
    if (second === undefined) return -sign;
    return first < second ? -sign : sign;
  });
}

function bodyIn(request: Asked, writable: string): Row {
  if (request.body === '') throw invalidSyntax('Request body is required');
  const sent = jsonOf(request);
  if (sent === 'bad') {
    const [word = ''] = /^\w*/.exec(request.body.trim()) ?? [];
    const why = word === '' ? 'Unexpected end-of-input' : `Unrecognized token '${word}'`;
    throw invalidSyntax(`Request body is not valid JSON: ${why}`);
  }
  if (!isObject(sent.json)) throw invalidSyntax('Request body must be a JSON object');
  const known = (name: string) => nameIn(listingSchema, name);
  const names = Object.keys(sent.json);
  const strange = names.filter((name) => known(name) === undefined && name !== channelUrn);
  if (strange.length > 0) {
    throw invalidSyntax(strange.map((name) => `Core attribute ${name} is undefined`).join(', '));
  }
  const fixed = names.filter((name) => !['schemas', ...writable.split(' ')].includes(known(name) ?? name));
  if (fixed.length > 0) {
    throw bad('mutability', fixed.map((name) => `Attribute ${name} is read-only`).join(', '));
  }
  return Object.fromEntries(Object.entries(sent.json).map(([name, value]) => [known(name) ?? name, value]));
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = pieces();
  const reports = Array.from({ length: 13 }, (_, index) => {
    const ago = 12 - index;
    const created =
      opened - (ago < 2 ? 9_000 + 30_000 * ago : ago * 43_200_000) - chance(`urns ${index}`, 999);
    return {
      id: uuid(`urns report ${index}`),
      type: ['priceChanges', 'margins', 'stock'][index % 3]!,
      day: Math.floor(created / 86_400_000) - 1,
      created,
      seconds: 45 + chance(`urns seconds ${index}`, 40),
      fails: index === 3 || index === 8,
    };
  });
  let window = { second: 0, count: 0 };
  let count = 0;

  /** A record with what all of them have: its schemas first, its meta with a version of all of it last. */
  function whole(kind: string, path: string, row: Row, created: number, modified: number): Row {
    const isExtended = row[channelUrn] !== undefined;
    return {
      schemas: [`${core}:${kind}`, ...(isExtended ? [channelUrn] : [])],
      ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
      meta: {
        resourceType: kind,
        created: moment(created),
        lastModified: moment(modified),
        location: `${run.origin}/v1/${path}/${String(row.id)}`,
        version: `W/"${digest(`${String(row.id)} ${modified}`).slice(0, 15)}"`,
      },
    };
  }

  function pieceShown({ before, behind, minPrice, maxPrice, created, modified, ...one }: Piece): Row {
    const found = strategies.find(({ id }) => id === one.strategy);
    const strategy = found && {
      value: found.id,
      $ref: `${run.origin}/v1/strategies/${found.id}`,
      display: found.displayName,
    };
    const row = { ...before, minPrice, maxPrice, strategy, ...behind };
    return whole('Listing', 'listings', row, created, modified);
  }

  function strategyShown(strategy: Strategy): Row {
    const created = Date.UTC(2023, 10, 6, 8, 15) + chance(strategy.displayName, 9_000_000) * 1_000;
    return whole('Strategy', 'strategies', { ...strategy }, created, created + 86_400_000);
  }

  function reportShown({ id, type, day, created, seconds, fails }: (typeof reports)[number]): Row {
    const began = created + 15_000;
    const ended = began + seconds * 1_000;
    const now = run.now();
    const status = now < began ? 'queued' : now < ended ? 'running' : fails ? 'failed' : 'completed';
    const signature = scrambled(`urns ${run.run} ${id}`, 32, base62);
    const file = `https://files.oakfold.example/reports/${id}.csv?signature=${signature}`;
    const person = chance(`urns person ${id}`, 2);
    const row = {
      id,
      type,
      status,
      period: {
        start: moment((day - 6) * 86_400_000).slice(0, 10),
        end: moment(day * 86_400_000).slice(0, 10),
      },
      requestedBy: {
        value: uuid(`urns person ${person}`),
        display: ['Marit Lund', 'Jonas Brandt'][person],
      },
      startedAt: status === 'queued' ? undefined : moment(began),
      completedAt: now < ended ? undefined : moment(ended),
      rowCount: status === 'completed' ? 30 + chance(`urns rows ${id}`, 4_000) : undefined,
      downloads: status === 'completed' ? [{ value: file, type: 'csv' }] : undefined,
      failure:
        status === 'failed' ? { code: 'sourceTimeout', display: 'A price source did not answer' } : undefined,
    };
    const modified = now < began ? created : now < ended ? began : ended;
    return whole('ReportRun', 'reports', row, created, modified);
  }

  function listed(rows: readonly Row[], query: URLSearchParams, schema: Schema): Answered {
    const filter = query.get('filter');
    const first = Math.max(1, numberIn(query, 'startIndex', 1));
    const most = Math.min(largestCount, Math.max(0, numberIn(query, 'count', usualCount)));
    const holds = filter === null ? () => true : new FilterReader(filter, schema).read();
    const found = sorted(rows.filter(holds), query, schema);
    const page = found.slice(first - 1, first - 1 + most).map((row) => projected(row, query));
    return json(200, {
      schemas: [`${messages}:ListResponse`],
      totalResults: found.length,
      startIndex: first,
      itemsPerPage: page.length,
      Resources: page,
    });
  }

  function shown(row: Row, { headers, method }: Asked, query: URLSearchParams): Answered {
    const [version, location] = [textAt(row, 'meta', 'version'), textAt(row, 'meta', 'location')];
    const tags = Object.entries({ ETag: version, Location: location });
    if (method === 'GET' && headers['if-none-match'] === version) {
      return { status: 304, headers: tags, body: '' };
    }
    return json(200, projected(row, query), tags);
  }

  const notFound = (id: string) => new Refusal(404, undefined, `Resource ${id} not found`);

  function pieceOf(id: string): Piece {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notFound(id);
    return one;
  }

  function assertWritable(one: Piece, { headers }: Asked): void {
    const version = headers['if-match'];
    if (version !== undefined && version !== '*' && version !== textAt(pieceShown(one), 'meta', 'version')) {
      throw new Refusal(412, undefined, 'Failed to update. Resource changed on the server.');
    }
    if (one.status === 'retired') {
      throw bad('mutability', `Listing ${one.id} is retired and may not be modified`);
    }
  }

  function priced(one: Piece, request: Asked): void {
    const body = bodyIn(request, 'minPrice maxPrice');
    assertWritable(one, request);
    const names = (['minPrice', 'maxPrice'] as const).filter((name) => body[name] !== undefined);
    if (names.length === 0) {
      throw invalidValue('At least one of the attributes minPrice, maxPrice must be specified');
    }
    const faults: string[] = [];
    const bounds = { minPrice: one.minPrice, maxPrice: one.maxPrice };
    for (const name of names) {
      const value = body[name];
      const say = (what: string) => faults.push(`Value for attribute ${name} must ${what}`);
      if (value === null) bounds[name] = undefined;
      else if (typeof value !== 'number') say('be a JSON number');
      else if (value <= 0) say('be greater than 0');
      else if (value > largestPrice) say(`not be greater than ${largestPrice}`);
      else if (cents(value) !== value) say('have at most 2 decimal places');
      else bounds[name] = value;
    }
    if (faults.length > 0) throw invalidValue(faults.join(', '));
    const { minPrice, maxPrice } = bounds;
    if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice) {
      throw invalidValue(
        `Value for attribute minPrice (${minPrice}) must not be greater than maxPrice (${maxPrice})`,
      );
    }
    if (minPrice === undefined && one.strategy !== undefined) {
      throw invalidValue('Attribute minPrice is required while a strategy is assigned');
    }
    if (minPrice !== one.minPrice || maxPrice !== one.maxPrice) one.modified = run.now();
    [one.minPrice, one.maxPrice] = [minPrice, maxPrice];
  }

  function assigned(one: Piece, request: Asked): void {
    const { strategy: sent } = bodyIn(request, 'strategy');
    assertWritable(one, request);
    if (sent === undefined) throw invalidValue('Attribute strategy is required');
    if (sent !== null && !isObject(sent)) {
      throw invalidValue('Value for attribute strategy must be a JSON object');
    }
    const id = sent === null ? undefined : sent.value;
    if (sent !== null) {
      if (id === undefined) throw invalidValue('Attribute strategy.value is required');
      if (typeof id !== 'string') {
        throw invalidValue('Value for attribute strategy.value must be a JSON string');
      }
      const strategy = strategies.find((each) => each.id === id);
      if (strategy === undefined) {
        throw invalidValue(`Strategy ${id} referenced by attribute strategy does not exist`);
      }
      if (!strategy.active) throw invalidValue(`Strategy ${strategy.displayName} is not active`);
      if (one.minPrice === undefined) {
        throw invalidValue('Attribute minPrice is required while a strategy is assigned');
      }
    }
    if (id !== one.strategy) one.modified = run.now();
    one.strategy = id as string | undefined;
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isKnown =
      root === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw new Refusal(404, undefined, `Endpoint ${path} does not exist`);
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, undefined, `Method ${request.method} is not allowed for ${path}`, [
        ['Allow', method],
      ]);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(all.map(pieceShown), query, listingSchema);
      const one = pieceOf(id);
      if (part === 'price') priced(one, request);
      if (part === 'strategy') assigned(one, request);
      return shown(pieceShown(one), request, query);
    }
    const isStrategy = kind === 'strategies';
    const rows = isStrategy ? strategies.map(strategyShown) : reports.map(reportShown);
    if (id === undefined) return listed(rows, query, isStrategy ? strategySchema : reportSchema);
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw notFound(id);
    return shown(row, request, query);
  }

  /** Counts the calls of each second of the clock. */
  function admit({ headers }: Asked): Headers {
    const sent = headers['x-api-key'];
    if (sent !== key) {
      const what = sent === undefined ? 'missing' : 'invalid';
      throw new Refusal(401, undefined, `Authorization failure. The X-API-KEY header is ${what}.`);
    }
    const second = Math.floor(run.now() / 1_000);
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    const told: Headers = [
      ['X-RateLimit-Limit', String(callsPerSecond)],
      ['X-RateLimit-Remaining', String(Math.max(0, callsPerSecond - window.count))],
      ['X-RateLimit-Reset', String(second + 1)],
    ];
    if (window.count > callsPerSecond) {
      const detail = `Too many requests. No more than ${callsPerSecond} requests per second are allowed.`;
      throw new Refusal(429, undefined, detail, [...told, ['Retry-After', '1']]);
    }
    return told;
  }

  return (request) => {
    count += 1;
    let answered: Answered;
    let told: Headers = [];
    try {
      told = admit(request);
      answered = answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, kind, message, headers } = error;
      const body = {
        schemas: [`${messages}:Error`],
        ...(kind !== undefined && { scimType: kind }),
        detail: message,
        status: String(status),
      };
      answered = json(status, body, headers);
    }
    const { status, body } = answered;
    const headers: Headers = [
      ...(body === '' ? [] : [['Content-Type', 'application/scim+json;charset=utf-8'] as const]),
      ...answered.headers.filter(([name]) => name !== 'Content-Type'),
      ...told,
      ['X-Request-Id', uuid(`urns ${run.run} ${count}`)],
    ];
    return { status, headers, body };
  };
}

/** Goes on behind what it has as long as there is more in all. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'Resources'));
    const items = Number(at(received, 'itemsPerPage') ?? 0);
    const after = Number(at(received, 'startIndex') ?? 1) + items;
    const hasMore = items > 0 && after <= Number(at(received, 'totalResults') ?? 0);
    next = hasMore ? `${target}${target.includes('?') ? '&' : '?'}startIndex=${after}` : undefined;
  }
  return rows;
}

const queryOf = (params: Readonly<Record<string, string | number>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** What the sessions ask for, each in one line. */
function callsOf(api: Api) {
  return {
    find: (params: Readonly<Record<string, string | number>>, list = 'listings') =>
      api.ask('GET', `/v1/${list}?${queryOf(params)}`),
    read: (kind: string, id: unknown) => api.ask('GET', `/v1/${kind}/${String(id)}`),
    price: (id: unknown, body: unknown, version?: string) =>
      api.ask('PATCH', `/v1/listings/${String(id)}/price`, {
        json: body,
        ...(version !== undefined && { headers: { 'If-Match': version } }),
      }),
    assign: (id: unknown, strategy: unknown) =>
      api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy } }),
  };
}

interface Ids {
  /** On sale: with both bounds and no strategy, with a strategy, and without a lower bound; and the retired. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly retired: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const onSale = rows.filter(({ status }) => status !== 'retired');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(onSale.filter((row) => row.minPrice && row.maxPrice && row.strategy === undefined)),
    bound: ids(onSale.filter((row) => row.strategy !== undefined)),
    open: ids(onSale.filter((row) => row.minPrice === undefined)),
    retired: ids(rows.filter(({ status }) => status === 'retired')),
  };
}

const nobody = (seed: string): string => uuid(`urns nobody ${seed}`);

async function recorded(api: Api): Promise<void> {
  const { find, read, price, assign } = callsOf(api);
  const { free, bound, open, retired } = idsOf(await walk(api, '/v1/listings'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const plans = await walk(api, '/v1/strategies');
  const [plan, otherPlan] = plans.filter(({ active }) => active === true).map(({ id }) => id);
  const stopped = plans.find(({ active }) => active === false)?.id;
  await walk(api, '/v1/listings?count=12&sortBy=price');
  await find({ sortBy: 'title', sortOrder: 'descending', count: 5 });
  await find({ filter: 'status eq "active"', count: 5 });
  await find({ filter: 'price gt 400' });
  await find({ filter: 'price gt 20 and title co "desk"' });
  await find({ filter: 'title sw "Oskelby"', sortBy: 'price', sortOrder: 'descending' });
  await find({ filter: 'strategy pr', count: 4 });
  await find({ filter: 'brand eq "Zembro"' });
  await find({ attributes: 'title,price', count: 4 });
  await find({ excludedAttributes: 'meta,categories', count: 3 });
  await find({ filter: 'active eq true' }, 'strategies');
  await find({ filter: 'status eq "failed"' }, 'reports');
  await find({ sortBy: 'meta.created', sortOrder: 'descending', count: 3 }, 'reports');
  const alone = await read('listings', free[0]);
  await api.ask('GET', `/v1/listings/${String(free[0])}`, {
    headers: { 'If-None-Match': header(alone, 'ETag') ?? '*' },
  });
  await read('listings', bound[0]);
  await read('listings', bound[1]);
  await read('listings', open[0]);
  await read('listings', retired[0]);
  await read('strategies', plan);
  await read('strategies', stopped);
  await read('reports', runs[0]);
  await read('reports', runs[3]);
  await read('reports', runs[12]);

  await price(free[0], { minPrice: 24.9, maxPrice: 899 });
  await read('listings', free[0]);
  await price(free[0], { maxPrice: 949.5 }, header(alone, 'ETag'));
  await price(bound[0], { maxPrice: 1_250 });
  await read('listings', bound[0]);
  const cleared = await price(free[1], { maxPrice: null });
  await price(free[1], { minPrice: 15.75 }, textAt(cleared.body, 'meta', 'version'));
  await assign(free[0], { value: plan });
  await read('listings', free[0]);
  await assign(bound[0], null);
  await read('listings', bound[0]);
  await assign(bound[1], { value: otherPlan });
  await find({ sortBy: 'meta.lastModified', sortOrder: 'descending', count: 4 });

  await read('listings', nobody('one'));
  await read('listings', 'oak-desk');
  await price(nobody('one'), { minPrice: 20 });
  await price(free[2], { minPrice: 300, maxPrice: 120.5 });
  await price(free[2], { minPrice: 'cheap' });
  await price(free[2], { minPrice: -5 });
  await price(free[2], {});
  await price(free[2], { title: 'New title', minPrice: 10 });
  await price(open[0], { colour: 'red' });
  await price(retired[0], { minPrice: 30 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"minPrice": ' });
  await assign(free[2], { value: nobody('three') });
  await assign(free[2], { value: stopped });
  await assign(free[2], 17);
  await assign(open[0], { value: plan });
  await find({ filter: 'price above 20' });
  await find({ filter: 'status eq active' });
  await find({ filter: 'colour eq "red"' });
  await find({ sortBy: 'colour' });
  await find({ count: 'many' });
  await api.ask('GET', '/v1/listings?count=2', { headers: { 'X-API-KEY': null } });
  await hurry(api, '/v1/listings?count=1', 12);
  await read('reports', runs[12]);
}

async function another(api: Api): Promise<void> {
  const { find, read, price, assign } = callsOf(api);
  const { free, bound, open, retired } = idsOf(await walk(api, '/v1/listings?count=15'));
  const runs = (await walk(api, '/v1/reports?count=8')).map(({ id }) => id);
  const plans = await walk(api, '/v1/strategies?sortBy=displayName');
  const [, plan, otherPlan] = plans.filter(({ active }) => active === true).map(({ id }) => id);
  const stopped = plans.find(({ active }) => active === false)?.id;
  await find({ startIndex: 41, count: 10 });
  await find({ sortBy: 'brand', count: 6 });
  await find({ sortBy: 'price', sortOrder: 'descending', startIndex: 4, count: 3 });
  await find({ filter: 'status eq "paused"' });
  await find({ filter: 'price gt 250', count: 7 });
  await find({ filter: 'price gt 60 and title co "lamp"' });
  await find({ filter: 'title sw "Halvik"' });
  await find({ filter: 'maxPrice pr', count: 5 });
  // Not of a kind that is recorded.
  await find({ filter: 'quantity le 12 or not (brand eq "Norrast")', count: 4 });
  await find({ filter: `${channelUrn}:channel eq "north"`, count: 3 });
  await find({ attributes: 'brand,strategy', count: 3 });
  await find({ excludedAttributes: 'categories', count: 2 });
  await find({ filter: 'active eq false' }, 'strategies');
  await find({ filter: 'status eq "completed"', count: 4 }, 'reports');
  await read('listings', free[4]);
  await read('listings', bound[2]);
  await read('listings', retired[1]);
  await read('strategies', otherPlan);
  await read('reports', runs[5]);
  await read('reports', runs[8]);

  const written = await price(free[4], { minPrice: 31.4, maxPrice: 1_075 });
  await price(free[4], { maxPrice: 1_100.25 }, header(written, 'ETag'));
  await read('listings', free[4]);
  await price(free[4], { minPrice: 29 }, header(written, 'ETag'));
  await price(bound[2], { maxPrice: null });
  await price(open[1], { minPrice: 18.2 });
  await assign(free[4], { value: plan });
  await read('listings', free[4]);
  await assign(bound[2], null);
  await find({ sortBy: 'meta.lastModified', sortOrder: 'descending', count: 3 });

  await read('listings', nobody('four'));
  await read('listings', 'lamp');
  await read('reports', nobody('five'));
  await price(free[5], { minPrice: 812.6, maxPrice: 400 });
  await price(free[5], { maxPrice: 'lots' });
  await price(free[5], { maxPrice: -12.5 });
  await price(free[5], { brand: 'Oskelby', maxPrice: 300 });
  await price(free[5], { shape: 'round' });
  await price(retired[1], { maxPrice: 90 });
  await assign(free[5], { value: nobody('six') });
  await assign(free[5], { value: stopped });
  await assign(free[5], 'cheapest');
  await find({ filter: 'quantity over 5' });
  await find({ filter: 'shape eq "round"' });
  await find({ sortBy: 'weight', count: 4 });
  await find({ startIndex: 'last' });
  await api.ask('GET', '/v1/reports?count=2', { headers: { 'X-API-KEY': null } });
}

export const schemaUrns: WalkedService = {
  name: 'schema-urns',
  key,
  start,
  recordsIn: (body) => listAt(body, 'Resources'),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['count=3', 'count=7', 'count=50'],
  walk,
};
