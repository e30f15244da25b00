// An accounting API for small businesses, here of a shop for household goods: a list stands in `QueryResponse` under the name of
// its entity, a record under that name alone, each answer says its time, all in Pacific time. Parameters are the clauses of a query
// language (where, orderby, startposition, maxresults), whose conditions only AND joins; inactive records show only to those who
// ask for them, and an empty page is an empty object. What is not set is absent. A write of a price sends back the token of the
// record that it changes, and is whole (what is left out is removed) unless it says that it is sparse. A fault is a 400 with
// codes, even for what does not exist; only the gateway before the API speaks in lower case.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, member, productName, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'bk_eyJhbGciOiJkaXIifQ_4h2Vw9QmTz';
const domain = 'BKS';
const callsPerSecond = 10;
const usualSize = 10;
const largestSize = 1_000;
const largestAmount = 99_999_999_999;

/** The first Sunday of a month from a day on, at an hour, in milliseconds since 1970. */
function sundayFrom(year: number, month: number, day: number, hour: number): number {
  const from = new Date(Date.UTC(year, month, day, hour));
  return from.getTime() + ((7 - from.getUTCDay()) % 7) * 86_400_000;
}

/** A moment in Pacific time, with its milliseconds. */
function exactMoment(milliseconds: number): string {
  const year = new Date(milliseconds).getUTCFullYear();
  const isSummer = milliseconds >= sundayFrom(year, 2, 8, 10) && milliseconds < sundayFrom(year, 10, 1, 9);
  const hours = isSummer ? 7 : 8;
  return new Date(milliseconds - hours * 3_600_000).toISOString().replace('Z', `-0${hours}:00`);
}

const moment = (milliseconds: number): string => exactMoment(milliseconds).replace(/\.\d{3}/, '');
const day = (milliseconds: number): string => exactMoment(milliseconds).slice(0, 10);

const itemTypes = ['Inventory', 'NonInventory', 'Service'] as const;
const ruleTypes = ['Match', 'Undercut', 'Markup', 'Clearance'] as const;
const reportTypes = ['PriceChanges', 'ItemMargins', 'InventoryValuation'] as const;
const reportStatuses = ['Queued', 'Running', 'Completed', 'Failed'] as const;

/** Members that a record has only where they are set. */
const set = (members: Row): Row =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const money = (cents: number | undefined): number | undefined =>
  cents === undefined ? undefined : cents / 100;

interface Reference {
  readonly value: string;
  readonly name: string;
}

interface Rule {
  readonly id: string;
  readonly name: string;
  readonly type: (typeof ruleTypes)[number];
  readonly adjustment: Row;
  readonly isActive: boolean;
  readonly created: number;
}

const rules: readonly Rule[] = (
  [
    ['2', 'Match the lowest', 'Match', {}, true],
    ['3', 'Half a dollar below', 'Undercut', { Amount: 0.5 }, true],
    ['5', 'Two percent below', 'Undercut', { Percent: 2 }, true],
    ['6', 'Cost plus 35', 'Markup', { Percent: 35 }, true],
    ['8', 'Spring clearance (deleted)', 'Clearance', { Percent: 40 }, false],
    ['9', 'Slow stock', 'Clearance', { Percent: 15 }, true],
    ['11', 'Dollar above cost', 'Markup', { Amount: 1 }, true],
  ] as const
).map(([id, name, type, adjustment, isActive]) => ({
  id,
  name,
  type,
  adjustment,
  isActive,
  created: pastMoment(`sync rule ${id}`),
}));

interface Item {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly category: Reference | undefined;
  readonly type: (typeof itemTypes)[number];
  readonly isActive: boolean;
  readonly isTaxable: boolean;
  readonly price: number;
  readonly cost: number;
  readonly stock: number;
  readonly created: number;
  min: number | undefined;
  max: number | undefined;
  rule: string | undefined;
  token: number;
  updated: number;
}

const categories: readonly Reference[] = [
  { value: '4', name: 'Kitchen' },
  { value: '7', name: 'Outdoors' },
  { value: '9', name: 'Studio' },
];

function items(): Item[] {
  const active = rules.filter(({ isActive }) => isActive);
  return Array.from({ length: 28 }, (_, index): Item => {
    const seed = `sync ${index}`;
    const { sku, price, stock } = ware(seed);
    const isActive = ![6, 13, 21].includes(index);
    const created = pastMoment(seed);
    const min = chance(`${seed} min`, 5) === 0 ? undefined : Math.round(price * 0.8);
    const hasRule = isActive && min !== undefined && chance(`${seed} has`, 5) < 2;
    return {
      id: String(11 + index + 2 * Math.floor(index / 4)),
      name: `${productName(index * 5 + 3)}${isActive ? '' : ' (deleted)'}`,
      sku,
      category: chance(`${seed} in`, 3) === 0 ? oneOf(`${seed} category`, categories) : undefined,
      type: itemTypes[[0, 0, 0, 1, 1, 2][chance(`${seed} type`, 6)]!]!,
      isActive,
      isTaxable: chance(`${seed} tax`, 4) > 0,
      price,
      cost: Math.round(price * 0.6),
      stock,
      created,
      min,
      max: chance(`${seed} max`, 5) === 0 ? undefined : Math.round(price * 1.4),
      rule: hasRule ? oneOf(`${seed} rule`, active).id : undefined,
      token: chance(`${seed} token`, 7),
      updated: created + chance(`${seed} updated`, 70 * 86_400) * 1_000,
    };
  });
}

const metaData = (created: number, updated: number): Row => ({
  CreateTime: moment(created),
  LastUpdatedTime: moment(updated),
});

function referenceTo(rule: string | undefined): Reference | undefined {
  const found = rules.find(({ id }) => id === rule);
  return found === undefined ? undefined : { value: found.id, name: found.name };
}

function itemShown(one: Item): Row {
  const isStock = one.type === 'Inventory';
  return set({
    Name: one.name,
    Sku: one.sku,
    Active: one.isActive,
    SubItem: one.category === undefined ? undefined : true,
    ParentRef: one.category,
    Level: one.category === undefined ? undefined : 1,
    FullyQualifiedName: one.category === undefined ? one.name : `${one.category.name}:${one.name}`,
    Taxable: one.isTaxable,
    UnitPrice: money(one.price),
    MinPrice: money(one.min),
    MaxPrice: money(one.max),
    StrategyRef: referenceTo(one.rule),
    Type: one.type,
    IncomeAccountRef:
      one.type === 'Service'
        ? { value: '1', name: 'Services' }
        : { value: '79', name: 'Sales of Product Income' },
    PurchaseCost: money(one.cost),
    ExpenseAccountRef: isStock ? { value: '80', name: 'Cost of Goods Sold' } : undefined,
    AssetAccountRef: isStock ? { value: '81', name: 'Inventory Asset' } : undefined,
    TrackQtyOnHand: isStock,
    QtyOnHand: isStock ? one.stock : undefined,
    InvStartDate: isStock ? day(one.created) : undefined,
    domain,
    sparse: false,
    Id: one.id,
    SyncToken: String(one.token),
    MetaData: metaData(one.created, one.updated),
  });
}

interface Fault {
  readonly Message: string;
  readonly Detail: string;
  readonly code: string;
  readonly element?: string;
}

/** Something refused by the API itself. */
class Refusal extends Error {
  readonly faults: readonly Fault[];

  constructor(...faults: readonly Fault[]) {
    super(faults[0]?.Message);
    this.faults = faults;
  }
}

const refused = (code: string, message: string, detail: string, element?: string): Refusal =>
  new Refusal({ Message: message, Detail: detail, code, ...(element !== undefined && { element }) });

const badProperty = (why: string) =>
  refused(
    '2010',
    'Request has invalid or unsupported property',
    `Property Name:${why} specified is unsupported or invalid`,
  );
const required = (name: string) =>
  refused(
    '2020',
    'Required param missing, need to supply the required value for the API',
    `Required parameter ${name} is missing in the request`,
    name,
  );
const badId = (text: string, element = 'Id') =>
  refused('2030', 'Invalid ID', `Invalid ID : Id should be a valid number. Supplied value:${text}`, element);
const notFound = () =>
  refused(
    '610',
    'Object Not Found',
    "Object Not Found : Something you're trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees.",
    '',
  );
const badReference = (why: string) =>
  refused('2500', 'Invalid Reference Id', `Invalid Reference Id : ${why}`, 'StrategyRef');
const stale = () =>
  refused(
    '5010',
    'Stale Object Error',
    'Stale Object Error : You and root were working on this at the same time. root finished before you did, so your work was not saved.',
  );
const business = (why: string) =>
  refused(
    '6000',
    'A business validation error has occurred while processing your request',
    `Business Validation Error: ${why}`,
  );
const unsupported = (what: string) =>
  refused('500', 'Unsupported Operation', `Operation ${what} is not supported.`);
const badQuery = (why: string) => refused('4001', 'Invalid query', `QueryValidationError: ${why}`);
const badSyntax = (why: string) => refused('4000', 'Error parsing query', `QueryParserError: ${why}`);
const encountered = (text: string, column: number) =>
  badSyntax(`Encountered "${text}" at line 1, column ${column}.`);

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);

/** What a member of a record holds: a list of words, or the kind of its values. */
type Kind = 'text' | 'number' | 'boolean' | 'time' | 'reference' | readonly string[];

interface Entity {
  readonly name: string;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly order: string;
  readonly rows: () => readonly Row[];
}

const always: Readonly<Record<string, Kind>> = {
  Id: 'number',
  'MetaData.CreateTime': 'time',
  'MetaData.LastUpdatedTime': 'time',
};
const itemKinds: Readonly<Record<string, Kind>> = {
  ...always,
  Name: 'text',
  Sku: 'text',
  Type: itemTypes,
  Active: 'boolean',
  UnitPrice: 'number',
  MinPrice: 'number',
  MaxPrice: 'number',
  QtyOnHand: 'number',
  StrategyRef: 'reference',
};
const ruleKinds: Readonly<Record<string, Kind>> = {
  ...always,
  Name: 'text',
  Type: ruleTypes,
  Active: 'boolean',
  ItemCount: 'number',
};
const reportKinds: Readonly<Record<string, Kind>> = {
  ...always,
  ReportType: reportTypes,
  Status: reportStatuses,
};

type Comparable = string | number | boolean | undefined;

/** What a record has under a name, as it is compared. */
function valueOf(row: Row, name: string, kind: Kind): Comparable {
  const found = member(row, ...name.split('.'), ...(kind === 'reference' ? ['value'] : []));
  if (typeof found === 'boolean' || typeof found === 'number') return found;
  if (typeof found !== 'string') return undefined;
  if (kind === 'number') return Number(found);
  if (kind === 'time') return Date.parse(found);
  return kind === 'text' ? found.toLowerCase() : found;
}

function timeIn(text: string): number {
  const [, date, time = 'T00:00:00', zone = '-08:00'] =
    /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  return date === undefined ? NaN : Date.parse(date + time + zone);
}

/** The value of a query's word, as it is compared. */
function wanted(text: string, name: string, kind: Kind): Comparable {
  const bad = (what: string) => badQuery(`Invalid ${what} value '${text}' for property ${name}`);
  if (kind === 'boolean') {
    if (!/^(?:true|false)$/i.test(text)) throw bad('boolean');
    return text.toLowerCase() === 'true';
  }
  if (kind === 'number') {
    if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw bad('number');
    return Number(text);
  }
  if (kind === 'time') {
    const time = timeIn(text);
    if (Number.isNaN(time)) throw bad('date');
    return time;
  }
  if (kind === 'text') return text.toLowerCase();
  if (kind !== 'reference' && !kind.includes(text)) throw bad('enum');
  return text;
}

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

interface Token {
  readonly text: string;
  readonly column: number;
}

function tokensOf(clause: string): Token[] {
  const found = [...clause.matchAll(/'(?:[^'\\]|\\.)*'|[<>]=?|[=(),]|[\w.]+|\S/g)];
  return found.map(({ 0: text, index }) => {
    if (/^[^\w.<>=(),]$/.test(text)) {
      throw badSyntax(
        `Invalid content. Lexical error at line 1, column ${index + 1}.  Encountered: "${text}"`,
      );
    }
    return { text, column: index + 1 };
  });
}

/** The conditions of a where clause; AND joins them, and nothing else does. */
function conditionsOf(clause: string): readonly Condition[] {
  const tokens = tokensOf(clause);
  const end: Token = { text: '<EOF>', column: clause.length + 1 };
  let place = 0;
  const take = (pattern: RegExp): string => {
    const { text, column } = tokens[place] ?? end;
    if (text === end.text || !pattern.test(text)) throw encountered(text, column);
    place += 1;
    return text;
  };
  const value = (): string => {
    const text = take(/^(?:'.*'|true|false)$/is);
    return text.startsWith("'") ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
  };
  const several = (): readonly string[] => {
    take(/^\($/);
    const values = [value()];
    while (take(/^[,)]$/) === ',') values.push(value());
    return values;
  };
  const condition = (): Condition => {
    const name = take(/^[A-Za-z][\w.]*$/);
    const operator = take(/^(?:[<>]=?|=|in|like)$/i).toUpperCase();
    return { name, operator, values: operator === 'IN' ? several() : [value()] };
  };
  const conditions = [condition()];
  while (place < tokens.length) {
    take(/^and$/i);
    conditions.push(condition());
  }
  return conditions;
}

const isLike = (text: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .split('%')
      .map((part) => part.replace(/[^\w ]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(text);

function kindOf({ name: entity, kinds }: Entity, name: string): Kind {
  if (!Object.hasOwn(kinds, name)) throw badQuery(`Property ${name} not found for Entity ${entity}`);
  return kinds[name]!;
}

/** Whether a record meets a condition. */
function testOf(entity: Entity, { name, operator, values }: Condition): (row: Row) => boolean {
  const kind = kindOf(entity, name);
  const hasOrder = kind === 'number' || kind === 'time' || kind === 'text';
  if (operator === 'LIKE' ? kind !== 'text' : /[<>]/.test(operator) && !hasOrder) {
    throw badQuery(`Operator ${operator} is not supported for property ${name}`);
  }
  const all = values.map((text) => wanted(text, name, kind));
  const first = all[0]!;
  const holds = (value: Exclude<Comparable, undefined>): boolean => {
    if (operator === 'LIKE') return isLike(String(value), String(first));
    if (operator === '<') return value < first;
    if (operator === '<=') return value <= first;
    if (operator === '>') return value > first;
    return operator === '>=' ? value >= first : all.includes(value);
  };
  return (row) => {
    const value = valueOf(row, name, kind);
    return value !== undefined && holds(value);
  };
}

const compared = (one: Comparable, other: Comparable): number => {
  if (one === other) return 0;
  if (one === undefined) return -1;
  return other === undefined || one > other ? 1 : -1;
};

/** How an orderby clause puts two records. */
function orderOf(entity: Entity, clause: string): (one: Row, other: Row) => number {
  const parts = clause.split(',').map((part) => {
    const [, name, direction = 'asc'] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    if (name === undefined) throw encountered(part.trim(), clause.indexOf(part) + 1);
    return { name, kind: kindOf(entity, name), sign: direction.toLowerCase() === 'asc' ? 1 : -1 };
  });
  return (one, other) => {
    for (const { name, kind, sign } of parts) {
      const order = compared(valueOf(one, name, kind), valueOf(other, name, kind));
      if (order !== 0) return sign * order;
    }
    return Number(one.Id) - Number(other.Id);
  };
}

function wholeNumber(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw encountered(text, 1);
  return Number(text);
}

/** Where a page begins and how many records it has at most. */
function pageOf(query: URLSearchParams): readonly [first: number, size: number] {
  const first = wholeNumber(query, 'startposition', 1);
  const size = wholeNumber(query, 'maxresults', usualSize);
  if (first < 1) throw badQuery(`value ${first} is too small. Min allowed value is 1.`);
  if (size < 1) throw badQuery(`value ${size} is too small. Min allowed value is 1.`);
  if (size > largestSize) {
    throw badQuery(`value ${size} is too large. Max allowed value is ${largestSize}.`);
  }
  return [first, size];
}

function found(entity: Entity, query: URLSearchParams): Row {
  const where = query.get('where');
  const conditions = where === null ? [] : conditionsOf(where);
  const usual: readonly Condition[] =
    Object.hasOwn(entity.kinds, 'Active') && !conditions.some(({ name }) => name === 'Active')
      ? [{ name: 'Active', operator: '=', values: ['true'] }]
      : [];
  const tests = [...conditions, ...usual].map((condition) => testOf(entity, condition));
  const order = orderOf(entity, query.get('orderby') ?? entity.order);
  const [first, size] = pageOf(query);
  const select = query.get('select') ?? '*';
  if (select !== '*' && select !== 'count(*)') throw encountered(select, 1);
  const all = entity.rows().filter((row) => tests.every((test) => test(row)));
  if (select === 'count(*)') return { totalCount: all.length };
  const page = [...all].sort(order).slice(first - 1, first - 1 + size);
  if (page.length === 0) return {};
  return {
    [entity.name]: page,
    startPosition: first,
    maxResults: page.length,
    totalCount: all.length,
  };
}

/** What a value looks like to the reader of bodies. */
function tokenName(value: unknown): string {
  if (typeof value === 'string') return 'VALUE_STRING';
  if (typeof value === 'boolean') return value ? 'VALUE_TRUE' : 'VALUE_FALSE';
  if (typeof value === 'number') return Number.isInteger(value) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT';
  if (value === null) return 'VALUE_NULL';
  return Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
}

const misread = (type: string, value: unknown) =>
  badProperty(`Can not deserialize instance of ${type} out of ${tokenName(value)} token`);

function bodyOf({ body }: Asked, names: readonly string[]): Row {
  if (body.trim() === '') throw badProperty('No content to map to Object due to end of input');
  const sent = parsed(body);
  if (sent === undefined) throw badProperty('Unexpected end-of-input or character in the JSON content');
  if (!isObject(sent)) throw misread('Item', sent);
  const unknown = Object.keys(sent).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw badProperty(`Unrecognized field "${unknown}" (class Item), not marked as ignorable`);
  }
  return sent;
}

/** A number, also of a text that is one; null and undefined as they are. */
function numberIn(body: Row, name: string): number | null | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null || typeof sent === 'number') return sent;
  if (typeof sent !== 'string') throw misread('java.math.BigDecimal', sent);
  if (!/^-?\d+(?:\.\d+)?$/.test(sent)) {
    throw badProperty(
      `Can not deserialize value of type java.math.BigDecimal from String "${sent}": not a valid representation`,
    );
  }
  return Number(sent);
}

/** A text, also of a number; undefined where there is none. */
function wordIn(body: Row, name: string): string | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== 'string' && typeof sent !== 'number') throw misread('java.lang.String', sent);
  return String(sent);
}

function isSparse({ sparse = false }: Row): boolean {
  if (typeof sparse !== 'boolean') throw misread('java.lang.Boolean', sparse);
  return sparse;
}

function outOfRange(name: string, sent: number | null | undefined): readonly Fault[] {
  if (typeof sent !== 'number' || (sent >= 0 && sent <= largestAmount)) return [];
  return [
    {
      Message: 'Invalid Number',
      Detail: `Invalid Number : Number should be between 0 and ${largestAmount}. Supplied value:${sent}`,
      code: '2040',
      element: name,
    },
  ];
}

/** The cents of a bound after a write; undefined of none. */
function boundAfter(
  sent: number | null | undefined,
  before: number | undefined,
  sparse: boolean,
): number | undefined {
  if (typeof sent === 'number') return Math.round(sent * 100);
  return sent === undefined && sparse ? before : undefined;
}

function start(run: Run): (request: Asked) => Answered {
  const all = items();
  const done = new Map<string, Answered>();
  let calls: readonly number[] = [];
  let count = 0;

  const ruleShown = (one: Rule): Row => ({
    Name: one.name,
    Active: one.isActive,
    Type: one.type,
    ...one.adjustment,
    ItemCount: all.filter(({ rule }) => rule === one.id).length,
    domain,
    sparse: false,
    Id: one.id,
    SyncToken: String(chance(`sync rule token ${one.id}`, 4)),
    MetaData: metaData(one.created, one.created + chance(`sync rule later ${one.id}`, 5_000_000) * 1_000),
  });

  const reportShown = (index: number): Row => {
    const status = reportStatuses[[2, 1, 0, 2, 2, 3, 2, 0, 2, 1, 3, 2][index]!]!;
    const created =
      Date.UTC(2025, 11, 29, 18) - index * 93_600_000 + chance(`sync run ${index}`, 40_000) * 1_000;
    const signature = scrambled(`sync signature ${run.run} ${index}`, 43, base62);
    const isDone = status === 'Completed';
    return set({
      ReportType: reportTypes[index % 3],
      StartPeriod: day(created - 31 * 86_400_000),
      EndPeriod: day(created),
      Status: status,
      RowCount: isDone ? 20 + chance(`sync run rows ${index}`, 1_900) : undefined,
      FileName: isDone ? `report-${day(created)}.csv` : undefined,
      TempDownloadUri: isDone
        ? `https://files.household-books.example/${digest(`sync run ${index}`).slice(0, 16)}.csv?Signature=${signature}`
        : undefined,
      FailureReason: status === 'Failed' ? 'The report is too large. Choose a shorter period.' : undefined,
      domain,
      sparse: false,
      Id: String(152 - index * 2 - Math.floor(index / 5)),
      SyncToken: isDone || status === 'Failed' ? '2' : status === 'Running' ? '1' : '0',
      MetaData: metaData(created, status === 'Queued' ? created : created + (40 + 17 * index) * 1_000),
    });
  };

  const entities: Readonly<Record<string, Entity>> = {
    listings: { name: 'Item', kinds: itemKinds, order: 'Name', rows: () => all.map(itemShown) },
    strategies: { name: 'PriceRule', kinds: ruleKinds, order: 'Name', rows: () => rules.map(ruleShown) },
    reports: {
      name: 'ReportRun',
      kinds: reportKinds,
      order: 'MetaData.CreateTime DESC',
      rows: () => Array.from({ length: 12 }, (_, index) => reportShown(index)),
    },
  };

  const answered = (status: number, members: Row): Answered =>
    json(status, { ...members, time: exactMoment(run.now()) }, [], 'application/json;charset=UTF-8');

  function single({ name, rows }: Entity, id: string): Answered {
    if (!isNumber(id)) throw badId(id);
    const row = rows().find(({ Id }) => Id === id);
    if (row === undefined) throw notFound();
    return answered(200, { [name]: row });
  }

  function itemOf(id: string): Item {
    if (!isNumber(id)) throw badId(id);
    const item = all.find((one) => one.id === id);
    if (item === undefined) throw notFound();
    return item;
  }

  /** Refuses a write to what has changed meanwhile, or is no longer active. */
  function admitWrite(item: Item, token: string | undefined): void {
    if (token !== undefined && token !== String(item.token)) throw stale();
    if (!item.isActive) throw notFound();
  }

  function changed(item: Item, changes: Partial<Pick<Item, 'min' | 'max' | 'rule'>>): Answered {
    Object.assign(item, changes, { token: item.token + 1, updated: run.now() });
    return answered(200, { Item: itemShown(item) });
  }

  function priced(item: Item, request: Asked): Answered {
    const body = bodyOf(request, ['SyncToken', 'sparse', 'MinPrice', 'MaxPrice']);
    const [minSent, maxSent] = [numberIn(body, 'MinPrice'), numberIn(body, 'MaxPrice')];
    const sparse = isSparse(body);
    const token = wordIn(body, 'SyncToken');
    if (token === undefined) throw required('SyncToken');
    if (minSent === undefined && maxSent === undefined) throw required('MinPrice');
    admitWrite(item, token);
    const faults = [...outOfRange('MinPrice', minSent), ...outOfRange('MaxPrice', maxSent)];
    if (faults.length > 0) throw new Refusal(...faults);
    const min = boundAfter(minSent, item.min, sparse);
    const max = boundAfter(maxSent, item.max, sparse);
    if (min !== undefined && max !== undefined && min > max) {
      throw business(
        `The MinPrice ${(min / 100).toFixed(2)} can't be greater than the MaxPrice ${(max / 100).toFixed(2)}.`,
      );
    }
    if (min === undefined && item.rule !== undefined) {
      throw business('You must keep a MinPrice on an item that uses a price rule.');
    }
    return changed(item, { min, max });
  }

  /** The id of the rule that a reference names; undefined of null, which removes it. */
  function ruleIn(body: Row): string | undefined {
    const { StrategyRef: sent } = body;
    if (sent === undefined) throw required('StrategyRef');
    if (sent === null) return undefined;
    if (!isObject(sent)) throw misread('ReferenceType', sent);
    const value = wordIn(sent, 'value');
    if (value === undefined) throw required('StrategyRef.value');
    if (!isNumber(value)) throw badId(value, 'StrategyRef');
    return value;
  }

  function assigned(item: Item, request: Asked): Answered {
    const body = bodyOf(request, ['SyncToken', 'sparse', 'StrategyRef']);
    isSparse(body);
    const token = wordIn(body, 'SyncToken');
    const id = ruleIn(body);
    admitWrite(item, token);
    if (id !== undefined) {
      const rule = rules.find((one) => one.id === id);
      if (rule === undefined) throw badReference(`PriceRule element id ${id} not found`);
      if (!rule.isActive) throw badReference(`PriceRule element id ${id} has been made inactive`);
      if (item.min === undefined) throw business('You must add a MinPrice before you choose a price rule.');
    }
    return changed(item, { rule: id });
  }

  /** Writes once: a request id that was used already gives the answer of then. */
  function written(request: Asked, id: string, part: string, once: string | null): Answered {
    const before = once === null ? undefined : done.get(once);
    if (before !== undefined) return before;
    const item = itemOf(id);
    const answer = part === 'price' ? priced(item, request) : assigned(item, request);
    if (once !== null) done.set(once, answer);
    return answer;
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, list = '', id, part, ...more] = steps;
    const isPart = list === 'listings' && (part === 'price' || part === 'strategy');
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      Object.hasOwn(entities, list) &&
      (part === undefined || isPart) &&
      request.method === (part === undefined ? 'GET' : 'PATCH');
    if (!isKnown) throw unsupported(`${request.method} ${path}`);
    const entity = entities[list]!;
    if (id === undefined) return answered(200, { QueryResponse: found(entity, query) });
    if (part === undefined) return single(entity, id);
    return written(request, id, part, query.get('requestid'));
  }

  /** What the gateway says to those whom it does not let in. */
  const unknownCaller = (): Answered =>
    json(401, {
      warnings: null,
      fault: {
        error: [
          {
            message: 'message=AuthenticationFailed; errorCode=003200; statusCode=401',
            detail: 'Missing or invalid key',
            code: '3200',
            element: null,
          },
        ],
        type: 'AUTHENTICATION',
      },
      requestId: null,
      time: run.now(),
      status: null,
    });

  const throttled = (): Answered =>
    answered(429, {
      Fault: {
        Error: [
          {
            Message: 'message=ThrottleExceeded; errorCode=003001; statusCode=429',
            Detail: 'You have exceeded the number of requests allowed. Wait and try again.',
            code: '3001',
          },
        ],
        type: 'THROTTLE',
      },
    });

  function admitted(request: Asked): Answered {
    if (request.headers['x-api-key'] !== key) return unknownCaller();
    const now = run.now();
    calls = calls.filter((time) => time > now - 1_000);
    if (calls.length >= callsPerSecond) return throttled();
    calls = [...calls, now];
    try {
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return answered(400, { Fault: { Error: error.faults, type: 'ValidationFault' } });
    }
  }

  return (request) => {
    count += 1;
    const second = Math.floor(run.now() / 1_000).toString(16);
    const common: Headers = [
      ['Cache-Control', 'max-age=0, no-cache, no-store, must-revalidate, private'],
      ['tid', `1-${second}-${scrambled(`sync tid ${run.run} ${count}`, 24, hex)}`],
    ];
    const { status, headers, body } = admitted(request);
    return { status, headers: [...headers, ...common], body };
  };
}

/** Goes on after the last position of each page, up to the total. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const response = at(received, 'QueryResponse');
    const name = isObject(response) ? Object.keys(response).find((one) => Array.isArray(response[one])) : '';
    rows.push(...rowsAt(received, 'QueryResponse', name ?? ''));
    const after =
      Number(at(received, 'QueryResponse', 'startPosition')) +
      Number(at(received, 'QueryResponse', 'maxResults'));
    const isLast = !(after <= Number(at(received, 'QueryResponse', 'totalCount')));
    next = isLast ? undefined : `${target}${target.includes('?') ? '&' : '?'}startposition=${after}`;
  }
  return rows;
}

/** A query of the program, with its clauses as parameters. */
const queryOf = (clauses: Readonly<Record<string, string | number>>): string =>
  Object.entries(clauses)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** The program's hand on the service: it sends back the token that it saw last of a listing. */
class Books {
  readonly #api: Api;
  readonly #rows: readonly Row[];
  readonly #tokens = new Map<string, string>();

  constructor(api: Api, rows: readonly Row[]) {
    this.#api = api;
    this.#rows = rows;
    for (const row of rows) this.#tokens.set(String(row.Id), String(row.SyncToken));
  }

  list(list: string, clauses: Readonly<Record<string, string | number>>): Promise<Received> {
    return this.#api.ask('GET', `/v1/${list}?${queryOf(clauses)}`);
  }

  async read(list: string, id: string): Promise<void> {
    this.#noticed(await this.#api.ask('GET', `/v1/${list}/${id}`));
  }

  token(id: string): string {
    return this.#tokens.get(id) ?? '0';
  }

  /** Sends bounds with the token; `query` may hold a request id. */
  async price(id: string, body: Row, query = ''): Promise<void> {
    const whole = { SyncToken: this.token(id), sparse: true, ...body };
    this.#noticed(await this.#api.ask('PATCH', `/v1/listings/${id}/price${query}`, { json: whole }));
  }

  async assign(id: string, reference: unknown, more: Row = {}): Promise<void> {
    const body = { ...more, StrategyRef: reference };
    this.#noticed(await this.#api.ask('PATCH', `/v1/listings/${id}/strategy`, { json: body }));
  }

  /** The price of a listing and some more, or less. */
  near(id: string, more: number): number {
    const price = Number(this.#rows.find((row) => row.Id === id)?.UnitPrice);
    return Math.round((price + more) * 100) / 100;
  }

  #noticed(received: Received): void {
    const item = at(received, 'Item');
    if (isObject(item)) this.#tokens.set(String(item.Id), String(item.SyncToken));
  }
}

interface Ids {
  /** Active: with both bounds and no strategy, with a strategy, without a lower bound; and what is inactive. */
  readonly free: readonly string[];
  readonly bound: readonly string[];
  readonly open: readonly string[];
  readonly gone: readonly string[];
}

function idsOf(rows: readonly Row[]): Ids {
  const live = rows.filter(({ Active }) => Active === true);
  const ids = (some: readonly Row[]) => some.map(({ Id }) => String(Id));
  return {
    free: ids(
      live.filter(({ MinPrice, MaxPrice, StrategyRef }) => MinPrice && MaxPrice && StrategyRef === undefined),
    ),
    bound: ids(live.filter(({ StrategyRef }) => StrategyRef !== undefined)),
    open: ids(live.filter(({ MinPrice }) => MinPrice === undefined)),
    gone: ids(rows.filter(({ Active }) => Active === false)),
  };
}

const inactive = queryOf({ where: 'Active = false' });

async function recorded(api: Api): Promise<void> {
  const rows = [...(await walk(api, '/v1/listings')), ...(await walk(api, `/v1/listings?${inactive}`))];
  const { free, bound, open, gone } = idsOf(rows);
  const books = new Books(api, rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ Id }) => String(Id));
  const off = (await walk(api, `/v1/strategies?${inactive}`)).map(({ Id }) => String(Id))[0]!;
  const runs = (await walk(api, '/v1/reports')).map(({ Id }) => String(Id));
  await walk(api, '/v1/listings?maxresults=20');
  const get = (clauses: Readonly<Record<string, string | number>>) => books.list('listings', clauses);
  await get({ where: "Type = 'Service'" });
  await get({ where: "Type IN ('Inventory', 'NonInventory')", maxresults: 5 });
  await get({ where: "UnitPrice > '120'" });
  await get({ where: "UnitPrice >= '40' AND UnitPrice <= '110'", orderby: 'UnitPrice' });
  await get({ where: "Name LIKE '%Lamp%'" });
  await get({ where: `StrategyRef = '${plans[0]!}'` });
  await get({
    where:
      "MetaData.LastUpdatedTime >= '2025-01-01T00:00:00-08:00' AND MetaData.LastUpdatedTime < '2025-06-01T00:00:00-07:00'",
  });
  await get({ orderby: 'UnitPrice DESC', maxresults: 4 });
  await get({ orderby: 'Name DESC', startposition: 6, maxresults: 5 });
  await get({ where: 'Active IN (true, false)', orderby: 'Id', maxresults: 8 });
  await get({ startposition: 200 });
  await get({ select: 'count(*)', where: "Type = 'Inventory'" });
  await books.list('reports', { where: "Status = 'Completed'", maxresults: 4 });
  for (const id of [free[0]!, free[2]!, bound[0]!, open[0]!, gone[0]!]) await books.read('listings', id);
  await books.read('strategies', plans[1]!);
  await books.read('strategies', off);
  await books.read('reports', runs[0]!);
  await books.read('reports', runs[5]!);

  await books.price(free[0]!, { MinPrice: books.near(free[0]!, -1.5), MaxPrice: books.near(free[0]!, 25) });
  await books.read('listings', free[0]!);
  await books.price(bound[0]!, { MinPrice: books.near(bound[0]!, -3.1) });
  await books.price(free[1]!, { MaxPrice: 249, sparse: false });
  await books.read('listings', free[1]!);
  await books.price(free[2]!, { MinPrice: '4.95' });
  const once = `?requestid=${uuid('sync once recorded')}`;
  const sent = { MinPrice: 3.5, SyncToken: books.token(open[0]!) };
  await books.price(open[0]!, sent, once);
  await books.price(open[0]!, sent, once);
  await books.assign(free[0]!, { value: plans[2]! }, { SyncToken: books.token(free[0]!) });
  await books.read('listings', free[0]!);
  await books.assign(bound[0]!, null);
  await books.read('listings', bound[0]!);
  await books.assign(open[0]!, { value: plans[0]! });
  await books.read('strategies', plans[0]!);
  await get({ orderby: 'MetaData.LastUpdatedTime DESC', maxresults: 4 });

  await books.read('listings', '9041');
  await books.read('listings', 'blue-teapot');
  await books.read('strategies', '77');
  await books.price('8123', { MinPrice: 9 });
  await books.price(free[3]!, { MinPrice: 90, MaxPrice: 85 });
  await books.price(free[3]!, { MinPrice: books.near(free[3]!, 900) });
  await books.price(free[3]!, { MinPrice: 'cheap' });
  await books.price(free[3]!, { MaxPrice: true });
  await books.price(free[3]!, { MinPrice: -5, MaxPrice: -2 });
  await books.price(free[0]!, { MaxPrice: 310, SyncToken: String(Number(books.token(free[0]!)) - 1) });
  const write = `/v1/listings/${free[3]!}/price`;
  await api.ask('PATCH', write, { json: { MinPrice: 12 } });
  await api.ask('PATCH', write, { json: {} });
  await api.ask('PATCH', write, { text: '{"MinPrice": ' });
  await books.price(free[3]!, { LowestPrice: 12 });
  await books.price(gone[0]!, { MinPrice: 12 });
  await books.assign(free[3]!, { value: '404' });
  await books.assign(free[3]!, { value: off });
  await books.assign(free[3]!, plans[0]);
  await books.assign(open[1]!, { value: plans[1]! });
  await get({ where: "Colour = 'red'" });
  await get({ where: "Type = 'Bundle'" });
  await get({ where: "Type = 'Service' OR UnitPrice > '90'" });
  await get({ maxresults: 2_000 });
  await api.ask('GET', '/v1/listings?maxresults=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/reports?maxresults=1', 14);
}

async function another(api: Api): Promise<void> {
  const all = queryOf({ where: 'Active IN (true, false)', maxresults: 15 });
  const rows = await walk(api, `/v1/listings?${all}`);
  const { free, bound, open, gone } = idsOf(rows);
  const books = new Books(api, rows);
  const plans = (await walk(api, '/v1/strategies?maxresults=25')).map(({ Id }) => String(Id));
  const off = (await walk(api, `/v1/strategies?${inactive}`)).map(({ Id }) => String(Id))[0]!;
  const runs = (await walk(api, '/v1/reports?maxresults=8')).map(({ Id }) => String(Id));
  const get = (clauses: Readonly<Record<string, string | number>>) => books.list('listings', clauses);
  await get({ where: "Type = 'NonInventory'", maxresults: 6 });
  await get({ where: "Type IN ('Service', 'NonInventory')", orderby: 'Name DESC' });
  await get({ where: "UnitPrice < '60'", maxresults: 7 });
  await get({ where: "UnitPrice > '75' AND UnitPrice <= '180' AND Type = 'Inventory'" });
  await get({ where: "Name LIKE 'Nordic%'" });
  await get({ where: `StrategyRef = '${plans[3]!}'` });
  await get({
    where:
      "MetaData.LastUpdatedTime >= '2024-06-01T00:00:00-07:00' AND MetaData.LastUpdatedTime < '2024-12-01T00:00:00-08:00'",
    maxresults: 5,
  });
  await get({ orderby: 'UnitPrice', startposition: 5, maxresults: 6 });
  await get({ orderby: 'MetaData.LastUpdatedTime', maxresults: 3 });
  await get({ startposition: 21, maxresults: 12 });
  await get({ select: 'count(*)', where: "UnitPrice > '100'" });
  await books.list('reports', { where: "Status = 'Failed'" });
  for (const id of [free[4]!, bound[1]!, gone[1]!]) await books.read('listings', id);
  await books.read('strategies', plans[4]!);
  await books.read('reports', runs[2]!);

  await books.price(free[4]!, { MinPrice: books.near(free[4]!, -0.75), MaxPrice: books.near(free[4]!, 18) });
  await books.read('listings', free[4]!);
  await books.price(bound[1]!, { MaxPrice: 399.5 });
  await books.read('listings', bound[1]!);
  await books.price(free[5]!, { MinPrice: 4.25, sparse: false });
  await books.price(open[1]!, { MinPrice: '3.80' });
  const once = `?requestid=${uuid('sync once another')}`;
  const sent = { MaxPrice: 415, SyncToken: books.token(free[0]!) };
  await books.price(free[0]!, sent, once);
  await books.price(free[0]!, sent, once);
  await books.assign(free[4]!, { value: plans[3]! }, { SyncToken: books.token(free[4]!) });
  await books.read('listings', free[4]!);
  await books.assign(bound[1]!, null);
  await books.assign(bound[2]!, { value: plans[4]! });
  await books.read('strategies', plans[3]!);
  await get({ orderby: 'MetaData.LastUpdatedTime DESC', maxresults: 5 });

  await books.read('listings', '7310');
  await books.read('listings', 'kettle');
  await books.read('reports', '99');
  await books.price(free[1]!, { MinPrice: 120.5, MaxPrice: 110 });
  await books.price(free[1]!, { MaxPrice: 0.5 });
  await books.price(free[1]!, { MaxPrice: 'a lot' });
  await books.price(free[1]!, { MinPrice: false });
  await books.price(free[1]!, { MaxPrice: -8 });
  await books.price(free[4]!, { MinPrice: 2, SyncToken: String(Number(books.token(free[4]!)) - 2) });
  await api.ask('PATCH', `/v1/listings/${free[1]!}/price`, { json: { MaxPrice: 88, sparse: true } });
  await books.price(gone[1]!, { MaxPrice: 77 });
  await books.price(free[1]!, { TopPrice: 60 });
  await books.assign(free[1]!, { value: '512' });
  await books.assign(free[2]!, { value: off });
  await books.assign(free[1]!, 'cheapest');
  await books.assign(open[2]!, { value: plans[2]! });
  await get({ where: "Weight > '3'" });
  await get({ where: "Type = 'Group'" });
  await get({ maxresults: 5_000 });
  await api.ask('GET', '/v1/reports?maxresults=2', { headers: { 'X-API-KEY': null } });
}

export const syncTokens: WalkedService = {
  name: 'sync-tokens',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['maxresults=3', 'maxresults=7', 'maxresults=50'],
  walk,
};
