// Version 2 of OData as an older gateway in front of an enterprise backend speaks it: bodies wrapped in `d`, counts and
// decimals as texts, moments as /Date(…)/, metadata and deferred links in each record, a next link with a skip token, query
// options with a grammar of their own, numbers with leading zeros for keys, writes that need If-Match and answer nothing
// or the entity, warnings in a header, errors with transaction, timestamp and details, a page of HTML for a wrong key.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, member, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  hurry,
  at,
  chance,
  digest,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'tR4vXq81LmZ0kWc7PbYd2HsN';
const perSecond = 6;
const perMinute = 280;
const day = 86_400_000;
const jsonType = 'application/json;charset=utf-8';

type Kind =
  'String' | 'Decimal' | 'Quantity' | 'Int32' | 'Int64' | 'Boolean' | 'DateTime' | 'DateTimeOffset' | 'Time';
type Value = string | number | boolean | null;
type Values = Readonly<Record<string, Value>>;
type SetName = 'Listings' | 'Strategies' | 'ReportRuns';

interface EntityType {
  readonly type: string;
  readonly key: string;
  readonly page: number;
  readonly kinds: Readonly<Record<string, Kind>>;
  /** The sets that relations lead to. */
  readonly relations: Readonly<Record<string, SetName>>;
}

const entityTypes: Readonly<Record<SetName, EntityType>> = {
  Listings: {
    type: 'Listing',
    key: 'ListingId',
    page: 15,
    kinds: {
      ListingId: 'String',
      Sku: 'String',
      Title: 'String',
      Vendor: 'String',
      Price: 'Decimal',
      MinPrice: 'Decimal',
      MaxPrice: 'Decimal',
      CurrencyCode: 'String',
      StrategyId: 'String',
      Status: 'String',
      StatusText: 'String',
      StockQuantity: 'Quantity',
      BaseUnit: 'String',
      IsRepriced: 'Boolean',
      CreatedOn: 'DateTime',
      ChangedAt: 'DateTimeOffset',
      ChangedBy: 'String',
    },
    relations: { ToStrategy: 'Strategies' },
  },
  Strategies: {
    type: 'Strategy',
    key: 'StrategyId',
    page: 15,
    kinds: {
      StrategyId: 'String',
      Description: 'String',
      StrategyType: 'String',
      StepPercent: 'Decimal',
      Priority: 'Int32',
      IsActive: 'Boolean',
      ValidFrom: 'DateTime',
      ValidTo: 'DateTime',
      ChangedAt: 'DateTimeOffset',
    },
    relations: { ToListings: 'Listings' },
  },
  ReportRuns: {
    type: 'ReportRun',
    key: 'RunId',
    page: 10,
    kinds: {
      RunId: 'String',
      ReportType: 'String',
      Status: 'String',
      StatusText: 'String',
      StartedAt: 'DateTimeOffset',
      FinishedAt: 'DateTimeOffset',
      RunTime: 'Time',
      RecordCount: 'Int32',
      FileSize: 'Int64',
      ChangedAt: 'DateTimeOffset',
    },
    relations: {},
  },
};

/** The sets by the paths of the specification. */
const setsByPath: Readonly<Record<string, SetName>> = {
  listings: 'Listings',
  strategies: 'Strategies',
  reports: 'ReportRuns',
};

const two = (number: number): string => String(number).padStart(2, '0');

/** A value as the format has it: decimals and long numbers as texts. */
function written(kind: Kind, value: Value): Value {
  if (typeof value !== 'number') return value;
  if (kind === 'Decimal') return value.toFixed(2);
  if (kind === 'Quantity') return value.toFixed(3);
  if (kind === 'Int64') return String(value);
  if (kind === 'DateTime') return `/Date(${value})/`;
  if (kind === 'DateTimeOffset') return `/Date(${value}+0000)/`;
  if (kind !== 'Time') return value;
  const seconds = Math.floor(value / 1_000);
  return `PT${two(Math.floor(seconds / 3_600))}H${two(Math.floor(seconds / 60) % 60)}M${two(seconds % 60)}S`;
}

/** The weak version of a record: when it was changed. */
const versionOf = ({ ChangedAt }: Values): string => {
  const moment = new Date(Number(ChangedAt)).toISOString().replace('Z', '0000');
  return `W/"datetime'${moment.replaceAll(':', '%3A')}'"`;
};

/** An amount in the text of a message. */
const amount = (value: number): string =>
  `${value.toFixed(2).replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',')} EUR`;

interface Message {
  readonly code: string;
  readonly message: string;
  readonly target: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Row[];
  readonly headers: Headers;

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly Row[] = [],
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

const exceptionCode = 'GW/CX_BUSINESS_EXCEPTION';

const detail = ({ code, message, target }: Message): Row => ({
  code,
  message,
  propertyref: target,
  severity: 'error',
  target,
});

/** What the gateway itself refuses; it names its errors with digits only. */
const technical = (status: number, number: string, message: string, headers: Headers = []): Refusal =>
  new Refusal(status, `00163E0A72C41ED5B3D0A14F${number}D78E`, message, [], headers);

/** What the backend refuses: all its messages, and the exception that brought them. */
function business(messages: readonly Message[]): Refusal {
  const [{ code, message }] = messages as readonly [Message];
  const exception = detail({ code: exceptionCode, message: '', target: '' });
  return new Refusal(400, code, message, [...messages.map(detail), exception]);
}

function notFound(segment: string): Refusal {
  const message = `Resource not found for segment '${segment}'`;
  return new Refusal(404, 'GW/CM_RT/020', message, [detail({ code: exceptionCode, message, target: '' })]);
}

const noSegment = (segment: string): Refusal =>
  technical(404, '21D7', `Resource not found for the segment '${segment}'`);
const noProperty = (name: string, type: string): Refusal =>
  technical(400, '2157', `Property ${name} not found in type ${type}`);
const badToken = (position: number): Refusal =>
  technical(400, '2155', `Invalid token detected at position ${position}`);
const badOption = (name: string, value: string): Refusal =>
  technical(400, '2159', `Invalid value '${value}' for system query option '${name}'`);

type Group = 'text' | 'number' | 'truth' | 'moment' | 'offset' | 'time' | 'null';

const groups: Readonly<Record<Kind, Group>> = {
  String: 'text',
  Decimal: 'number',
  Quantity: 'number',
  Int32: 'number',
  Int64: 'number',
  Boolean: 'truth',
  DateTime: 'moment',
  DateTimeOffset: 'offset',
  Time: 'time',
};

interface Operand {
  readonly group: Group;
  readonly of: (values: Values) => Value;
}

interface Token {
  readonly text: string;
  readonly position: number;
}

const tokenPattern =
  /\s*((?:datetimeoffset|datetime|time)'[^']*'|'(?:[^']|'')*'|-?\d+(?:\.\d+)?[mMdDfFlL]?\b|[A-Za-z_]\w*|[(),])/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  for (let from = 0; text.slice(from).trim() !== '';) {
    const found = tokenPattern.exec(text);
    if (found === null)
      throw badToken(from + (text.slice(from).length - text.slice(from).trimStart().length));
    from = tokenPattern.lastIndex;
    tokens.push({ text: found[1]!, position: from - found[1]!.length });
  }
  return tokens;
}

/** A literal of a filter; undefined for what is none. */
function literalOf({ text, position }: Token): Operand | undefined {
  const fixed = (group: Group, value: Value): Operand => ({ group, of: () => value });
  if (text === 'null') return fixed('null', null);
  if (text === 'true' || text === 'false') return fixed('truth', text === 'true');
  if (/^-?\d/.test(text)) return fixed('number', Number(text.replace(/[a-z]$/i, '')));
  if (text.startsWith("'")) return fixed('text', text.slice(1, -1).replaceAll("''", "'"));
  const [name, inner] = text.split("'");
  if (inner === undefined) return undefined;
  const isOffset = name === 'datetimeoffset';
  const pattern = isOffset ? /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/ : /^\d{4}-\d\d-\d\dT[\d:.]+$/;
  const moment = pattern.test(inner) ? Date.parse(isOffset ? inner : `${inner}Z`) : Number.NaN;
  if (name === 'time' || Number.isNaN(moment)) {
    throw technical(400, '2161', `Invalid literal for type Edm.${edmNames[name!]!} (Position: ${position})`);
  }
  return fixed(isOffset ? 'offset' : 'moment', moment);
}

const edmNames: Readonly<Record<string, string>> = {
  datetime: 'DateTime',
  datetimeoffset: 'DateTimeOffset',
  time: 'Time',
};

const order = (one: Value, other: Value): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};

const comparisons: Readonly<Record<string, (one: Value, other: Value) => boolean>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  gt: (one, other) => one !== null && other !== null && one > other,
  ge: (one, other) => one !== null && other !== null && one >= other,
  lt: (one, other) => one !== null && other !== null && one < other,
  le: (one, other) => one !== null && other !== null && one <= other,
};

interface TextFunction {
  readonly takes: number;
  readonly gives: Group;
  readonly of: (...texts: readonly string[]) => Value;
}

const textFunctions: Readonly<Record<string, TextFunction>> = {
  substringof: { takes: 2, gives: 'truth', of: (part = '', whole = '') => whole.includes(part) },
  startswith: { takes: 2, gives: 'truth', of: (whole = '', part = '') => whole.startsWith(part) },
  endswith: { takes: 2, gives: 'truth', of: (whole = '', part = '') => whole.endsWith(part) },
  tolower: { takes: 1, gives: 'text', of: (text = '') => text.toLowerCase() },
  toupper: { takes: 1, gives: 'text', of: (text = '') => text.toUpperCase() },
  length: { takes: 1, gives: 'number', of: (text = '') => text.length },
};

/** Reads the expression of a filter. */
function filterOf(text: string, { type, kinds }: EntityType): (values: Values) => boolean {
  const tokens = tokensOf(text);
  let next = 0;
  const peek = (): string | undefined => tokens[next]?.text;
  const unexpected = (): Refusal => badToken(tokens[next]?.position ?? text.length);

  function take(expected?: string): Token {
    const token = tokens[next];
    if (token === undefined || (expected !== undefined && token.text !== expected)) throw unexpected();
    next += 1;
    return token;
  }

  function called({ text: name, position }: Token): Operand {
    const known = textFunctions[name];
    if (known === undefined) throw technical(400, '2163', `Unknown function called at position ${position}`);
    take('(');
    const given: Operand[] = [];
    while (given.length < known.takes) {
      if (given.length > 0) take(',');
      given.push(operand());
    }
    take(')');
    if (given.some(({ group }) => group !== 'text')) throw mismatch({ text: name, position });
    return { group: known.gives, of: (values) => known.of(...given.map((one) => String(one.of(values)))) };
  }

  const mismatch = (token: Token): Refusal =>
    technical(
      400,
      '2165',
      `Invalid parametertype used at function '${token.text}' (Position: ${token.position})`,
    );

  function operand(): Operand {
    if (!/^['\w-]/.test(peek() ?? '')) throw unexpected();
    const token = take();
    const literal = literalOf(token);
    if (literal !== undefined) return literal;
    if (peek() === '(') return called(token);
    const kind = kinds[token.text];
    if (kind === undefined) throw noProperty(token.text, type);
    return { group: groups[kind], of: (values) => values[token.text]! };
  }

  function compared(): Operand {
    if (peek() === '(') {
      take();
      const inner = anyOf();
      take(')');
      return inner;
    }
    const left = operand();
    const compare = comparisons[peek() ?? ''];
    if (compare === undefined) {
      if (left.group !== 'truth') throw unexpected();
      return left;
    }
    const token = take();
    const right = operand();
    if (left.group !== right.group && left.group !== 'null' && right.group !== 'null') throw mismatch(token);
    return { group: 'truth', of: (values) => compare(left.of(values), right.of(values)) };
  }

  function negated(): Operand {
    if (peek() !== 'not') return compared();
    take();
    const inner = negated();
    return { group: 'truth', of: (values) => inner.of(values) !== true };
  }

  function joined(word: string, part: () => Operand): Operand {
    const parts = [part()];
    while (peek() === word) {
      take();
      parts.push(part());
    }
    const holds = (values: Values) => (one: Operand) => one.of(values) === true;
    return {
      group: 'truth',
      of: (values) => (word === 'and' ? parts.every(holds(values)) : parts.some(holds(values))),
    };
  }

  const allOf = (): Operand => joined('and', negated);
  const anyOf = (): Operand => joined('or', allOf);
  const found = anyOf();
  if (next < tokens.length) throw unexpected();
  return (values) => found.of(values) === true;
}

function sorterOf(text: string, { type, kinds }: EntityType): (one: Values, other: Values) => number {
  let from = 0;
  const rules = text.split(',').map((part) => {
    const [, lead = '', name = '', gap = '', way = ''] = /^(\s*)(\S*)(\s*)(.*?)\s*$/.exec(part)!;
    const position = from + lead.length + name.length + gap.length;
    from += part.length + 1;
    if (kinds[name] === undefined) throw noProperty(name, type);
    if (!['', 'asc', 'desc'].includes(way)) throw badToken(position);
    return { name, sign: way === 'desc' ? -1 : 1 };
  });
  return (one, other) => {
    for (const { name, sign } of rules) {
      const found = order(one[name]!, other[name]!);
      if (found !== 0) return sign * found;
    }
    return 0;
  };
}

const optionsOfSets = ['$filter', '$orderby', '$top', '$skip', '$skiptoken', '$inlinecount'];
const optionsOfAll = ['$select', '$expand', '$format'];

/** Which members and relations a record is shown with. */
interface Shown {
  readonly select: readonly string[];
  readonly expand: readonly string[];
}

const pathsOf = (query: URLSearchParams, name: string): readonly string[] =>
  query.get(name)?.split(',') ?? [];
const below = (paths: readonly string[], name: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`${name}/`)).map((path) => path.slice(name.length + 1));

function shownOf(set: SetName, query: URLSearchParams): Shown {
  const select = pathsOf(query, '$select').map((path) => path.trim());
  const expand = pathsOf(query, '$expand').map((path) => path.trim());
  for (const path of select) {
    let type = entityTypes[set];
    for (const step of path.split('/')) {
      const related = type.relations[step];
      if (related !== undefined) type = entityTypes[related];
      else if (step !== '*' && type.kinds[step] === undefined) throw noProperty(step, type.type);
    }
  }
  for (const path of expand) {
    let at = set;
    for (const step of path.split('/')) {
      const related = entityTypes[at].relations[step];
      if (related === undefined) throw noSegment(step);
      at = related;
    }
  }
  return { select, expand };
}

/** A whole number from 0 of a query; undefined where it is not asked for. */
function numberOf(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw badOption(name, value);
  return Number(value);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = [
    'Stay below the lowest offer',
    'Keep the margin',
    'Weekend surcharge',
    'Clear old stock',
    'Match the market leader',
    'Season end',
  ].map((description, index): Values => {
    const name = `entities strategy ${index}`;
    const since = Math.floor(pastMoment(name) / day) * day;
    return {
      StrategyId: `S${String(index + 1).padStart(3, '0')}`,
      Description: description,
      StrategyType: ['COMP', 'MARG', 'TIME', 'STCK', 'COMP', 'TIME'][index]!,
      StepPercent: (2 + chance(`${name} step`, 30)) / 4,
      Priority: 10 * (1 + chance(`${name} priority`, 9)),
      IsActive: index !== 4,
      ValidFrom: since,
      ValidTo: index === 4 || index === 5 ? since + (200 + 30 * index) * day : null,
      ChangedAt: since + chance(`${name} changed`, 90 * day),
    };
  });
  const statusTexts: Readonly<Record<string, string>> = {
    '01': 'In preparation',
    '02': 'Active',
    '03': 'Marked for deletion',
  };
  const listings = Array.from({ length: 46 }, (_, index): Values => {
    const name = `entities ${index}`;
    const { maker, title, sku, price, stock } = ware(name);
    const created = Date.UTC(2025, 0, 13) + index * 6 * day + chance(`${name} created`, 6) * day;
    const status =
      chance(`${name} status`, 8) > 1 ? '02' : chance(`${name} end`, 3) === 0 || index === 9 ? '03' : '01';
    const cents = (factor: number, isSet: boolean): number => (isSet ? Math.round(price * factor) / 100 : 0);
    return {
      ListingId: String(10_004_013 + index * 17 + chance(`${name} id`, 16)).padStart(10, '0'),
      Sku: sku,
      Title: title,
      Vendor: maker,
      Price: price / 100,
      // Nothing is written as zero.
      MinPrice: cents(0.8, chance(`${name} minimum`, 5) > 0),
      MaxPrice: cents(1.3, chance(`${name} maximum`, 4) > 0),
      CurrencyCode: 'EUR',
      StrategyId:
        chance(`${name} none`, 4) === 0
          ? ''
          : String(oneOf(`${name} strategy`, strategies.slice(0, 4)).StrategyId),
      Status: status,
      StatusText: statusTexts[status]!,
      StockQuantity: stock,
      BaseUnit: chance(`${name} unit`, 7) === 0 ? 'PAC' : 'EA',
      IsRepriced: chance(`${name} repriced`, 3) > 0,
      CreatedOn: created,
      ChangedAt: created + 30_000_000 + chance(`${name} changed`, 40 * day),
      ChangedBy: oneOf(`${name} by`, ['BATCH01', 'BATCH02', 'KOWALSKAM', 'LINDQVISTP']),
    };
  });
  const reports = Array.from({ length: 14 }, (_, index) => {
    const id = String(8_812 + index * 3).padStart(10, '0');
    return {
      id,
      type: oneOf(`entities report ${index}`, ['ZPRICES', 'ZSTOCK', 'ZCOMPETITORS']),
      started:
        index < 11
          ? Date.UTC(2026, 1, 2) + index * 5 * day + chance(`entities started ${index}`, day)
          : opened - 45_000 + (index - 11) * 38_500,
      takes: 64_000 + chance(`entities takes ${index}`, 30) * 1_000 + (index - 10) * 2_000,
      fails: index === 3 || index === 8,
      records: 60 + chance(`entities records ${id}`, 4_000),
    };
  });

  function reportRow({ id, type, started, takes, fails, records }: (typeof reports)[number]): Values {
    const now = run.now();
    const isBegun = now >= started;
    const isEnded = now >= started + takes;
    const isDone = isEnded && !fails;
    const status = isDone ? 'F' : isEnded ? 'A' : isBegun ? 'P' : 'S';
    return {
      RunId: id,
      ReportType: type,
      Status: status,
      StatusText: { F: 'Finished', A: 'Canceled', P: 'In process', S: 'Scheduled' }[status],
      StartedAt: isBegun ? started : null,
      FinishedAt: isEnded ? started + takes : null,
      RunTime: isEnded ? takes : 0,
      RecordCount: isDone ? records : 0,
      FileSize: isDone ? 128 + records * 61 : 0,
      ChangedAt: isEnded ? started + takes : isBegun ? started : opened - 3_600_000,
    };
  }

  const rowsOf = (set: SetName): readonly Values[] => {
    if (set === 'Listings') return listings;
    return set === 'Strategies' ? strategies : reports.map(reportRow);
  };

  /** The records of a relation: one at most where it leads to one. */
  const related = (values: Values, relation: string): readonly Values[] => {
    const rows = relation === 'ToStrategy' ? strategies : listings;
    return rows.filter(({ StrategyId }) => StrategyId === values.StrategyId);
  };

  function view(set: SetName, values: Values, { select, expand }: Shown): Row {
    const { type, key: keyName, kinds, relations } = entityTypes[set];
    const uri = `${run.origin}/v1/${set}('${String(values[keyName])}')`;
    const isChosen = (name: string): boolean =>
      select.length === 0 || select.some((path) => path === '*' || path.split('/')[0] === name);
    const members = Object.entries(kinds)
      .filter(([name]) => isChosen(name))
      .map(([name, kind]) => [name, written(kind, values[name]!)] as const);
    const links = Object.entries(relations)
      .filter(([name]) => isChosen(name))
      .map(([name, other]) => {
        if (!expand.some((path) => path.split('/')[0] === name)) {
          return [name, { __deferred: { uri: `${uri}/${name}` } }] as const;
        }
        const shown = { select: below(select, name), expand: below(expand, name) };
        const found = related(values, name).map((one) => view(other, one, shown));
        return [name, name === 'ToStrategy' ? (found[0] ?? null) : { results: found }] as const;
      });
    const media =
      set === 'ReportRuns' && values.Status === 'F'
        ? { content_type: 'text/csv', media_src: `${uri}/$value` }
        : {};
    return {
      __metadata: { id: uri, uri, type: `PRICING_SRV.${type}`, ...media, etag: versionOf(values) },
      ...Object.fromEntries<unknown>([...members, ...links]),
    };
  }

  function checkOptions(query: URLSearchParams, isSet: boolean): void {
    for (const [name, value] of query) {
      if (!name.startsWith('$') || optionsOfAll.includes(name)) {
        if (name === '$format' && value !== 'json') throw badOption(name, value);
        continue;
      }
      if (!optionsOfSets.includes(name)) {
        throw technical(400, '2171', `System query option '${name}' is not supported`);
      }
      if (!isSet) {
        const message =
          'The Data Services Request contains SystemQueryOptions that are not allowed for this Request Type';
        throw technical(400, '2173', message);
      }
    }
  }

  /** The link to what a page leaves over; it asks for what the page was asked for. */
  function nextLink(path: string, query: URLSearchParams, from: number, left: number | undefined): string {
    const kept = [...query]
      .filter(([name]) => name !== '$skip' && name !== '$skiptoken')
      .map(([name, value]) => `${name}=${encodeURIComponent(name === '$top' ? String(left) : value)}`);
    return `${run.origin}${path}?${[...kept, `$skiptoken=${from}`].join('&')}`;
  }

  function collection(set: SetName, rows: readonly Values[], path: string, query: URLSearchParams): Answered {
    const type = entityTypes[set];
    checkOptions(query, true);
    const top = numberOf(query, '$top');
    const skip = numberOf(query, '$skip') ?? 0;
    const count = query.get('$inlinecount') ?? 'none';
    if (count !== 'none' && count !== 'allpages') throw badOption('$inlinecount', count);
    const begin = numberOf(query, '$skiptoken') ?? skip;
    const filter = query.get('$filter');
    const sorting = query.get('$orderby');
    const found = filter === null ? [...rows] : rows.filter(filterOf(filter, type));
    if (sorting !== null) found.sort(sorterOf(sorting, type));
    const shown = shownOf(set, query);
    const size = Math.min(top ?? type.page, type.page);
    const end = begin + size;
    const left = top === undefined ? undefined : top - size;
    const isMore = end < found.length && left !== 0;
    return json(
      200,
      {
        d: {
          ...(count === 'allpages' ? { __count: String(found.length) } : {}),
          results: found.slice(begin, end).map((values) => view(set, values, shown)),
          ...(isMore ? { __next: nextLink(path, query, end, left) } : {}),
        },
      },
      [],
      jsonType,
    );
  }

  function single(
    set: SetName,
    values: Values,
    query: URLSearchParams,
    headers: Asked['headers'] = {},
  ): Answered {
    checkOptions(query, false);
    const shown = shownOf(set, query);
    const version = versionOf(values);
    if (headers['if-none-match'] === version) return { status: 304, headers: [['ETag', version]], body: '' };
    return json(200, { d: view(set, values, shown) }, [['ETag', version]], jsonType);
  }

  function entityOf(set: SetName, id: string): Values {
    const found = rowsOf(set).find((values) => values[entityTypes[set].key] === id);
    if (found === undefined) throw notFound(set);
    return found;
  }

  /** The members of a body that may be written; others of the type are left alone. */
  function given(body: string, writable: readonly string[]): Values {
    const { kinds, relations } = entityTypes.Listings;
    const whole = parsed(body);
    const entity = isObject(whole) && isObject(whole.d) ? whole.d : whole;
    if (!isObject(entity)) {
      const message =
        'The Data Services Request could not be understood or was missing required parameters due to malformed syntax';
      throw technical(400, '2117', message);
    }
    const values: Record<string, Value> = {};
    for (const [name, value] of Object.entries(entity)) {
      if (name === '__metadata' || relations[name] !== undefined) continue;
      const kind = kinds[name];
      if (kind === undefined) throw technical(400, '2119', `Property '${name}' is invalid`);
      if (!writable.includes(name)) continue;
      const isText = typeof value === 'string';
      const isDecimal = /^-?\d{1,7}(?:\.\d{1,2})?$/.test(
        isText || typeof value === 'number' ? String(value) : '',
      );
      if (kind === 'Decimal' && (isDecimal || value === null)) values[name] = Number(value);
      else if (kind === 'String' && isText && value.length <= 4) values[name] = value;
      else {
        // The reader stops where the value begins.
        const before = new RegExp(`"${name}"\\s*:\\s*`).exec(body)!;
        const found = isText ? value : JSON.stringify(value).replace(/^([[{]).*$/s, '$1');
        const offset = before.index + before[0].length;
        const message = `Property '${name}' at offset '${offset}' has invalid value '${found}'`;
        throw technical(400, '2121', message);
      }
    }
    return values;
  }

  function checkPrices(values: Values, sent: Values): void {
    const messages: Message[] = [];
    const minimum = Number(values.MinPrice);
    const maximum = Number(values.MaxPrice);
    if (Object.keys(sent).length === 0) {
      messages.push({ code: 'PRC/011', message: 'Enter at least one price limit', target: '' });
    }
    if (minimum < 0) {
      const message = `Minimum price ${amount(minimum)} must not be negative`;
      messages.push({ code: 'PRC/020', message, target: 'MinPrice' });
    }
    if (maximum < 0) {
      const message = `Maximum price ${amount(maximum)} must not be negative`;
      messages.push({ code: 'PRC/020', message, target: 'MaxPrice' });
    }
    if (minimum > 0 && maximum > 0 && minimum > maximum) {
      const message = `Minimum price ${amount(minimum)} exceeds maximum price ${amount(maximum)}`;
      messages.push({ code: 'PRC/021', message, target: 'MinPrice' });
    }
    if (messages.length > 0) throw business(messages);
  }

  function checkStrategy({ StrategyId: id }: Values): void {
    const target = 'StrategyId';
    if (id === undefined) throw business([{ code: 'PRC/040', message: 'Enter a strategy', target }]);
    const found = strategies.find(({ StrategyId }) => StrategyId === id);
    if (id !== '' && found === undefined) {
      throw business([{ code: 'PRC/041', message: `Strategy ${String(id)} does not exist`, target }]);
    }
    if (found?.IsActive === false) {
      const message = `Strategy ${String(id)} is not active; assignment not possible`;
      throw business([{ code: 'PRC/042', message, target }]);
    }
  }

  /** What the backend warns of when it has written. */
  function warning({ Price, MinPrice, MaxPrice }: Values): Headers {
    const [current, minimum, maximum] = [Number(Price), Number(MinPrice), Number(MaxPrice)];
    if (current >= minimum && (maximum === 0 || current <= maximum)) return [];
    const message = `Current price ${amount(current)} lies outside the price limits`;
    const text = { code: 'PRC/031', message, severity: 'warning', target: 'Price', details: [] };
    return [['service-message', JSON.stringify(text)]];
  }

  function write({ headers, body }: Asked, id: string, part: 'price' | 'strategy'): Answered {
    const type = headers['content-type'] ?? '';
    if (type.split(';')[0]!.trim() !== 'application/json') {
      throw technical(415, '2131', `Unsupported media type requested: '${type}'`);
    }
    const match = headers['if-match'];
    if (match === undefined) {
      throw technical(428, '2143', 'Conditional request required. Try using the "If-Match" header.');
    }
    const before = entityOf('Listings', id);
    if (match !== '*' && match !== versionOf(before)) {
      throw technical(412, '2145', 'Precondition failed. The data was changed in the meantime.');
    }
    const sent = given(body, part === 'price' ? ['MinPrice', 'MaxPrice'] : ['StrategyId']);
    if (before.Status === '03') {
      const message = `Listing ${id} is marked for deletion; changes not possible`;
      throw business([{ code: 'PRC/060', message, target: '' }]);
    }
    const after: Values = { ...before, ...sent, ChangedAt: run.now(), ChangedBy: 'APIUSER' };
    if (part === 'price') checkPrices(after, sent);
    else checkStrategy(sent);
    listings[listings.indexOf(before)] = after;
    if (part === 'strategy') return single('Listings', after, new URLSearchParams());
    return { status: 204, headers: [['ETag', versionOf(after)], ...warning(after)], body: '' };
  }

  /** What stands behind the links: a set's name with a key, and a relation or a file. */
  function linked(segment: string, relation: string | undefined, request: Asked): Answered {
    const { path, query } = targetOf(request);
    const [, set = '', id = ''] = /^(Listings|Strategies|ReportRuns)\('([^']*)'\)$/.exec(segment) ?? [];
    if (set === '') throw noSegment(segment);
    const name = set as SetName;
    const values = entityOf(name, id);
    if (relation === undefined) return single(name, values, query, request.headers);
    if (relation === '$value' && values.Status === 'F' && name === 'ReportRuns') {
      const lines = listings
        .slice(0, 6)
        .map(({ Sku, Price }) => `${String(Sku)};${Number(Price).toFixed(2)}`);
      const file: Headers = [['Content-Disposition', `attachment; filename="${id}.csv"`]];
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv;charset=utf-8'], ...file],
        body: `SKU;PRICE\r\n${lines.join('\r\n')}\r\n`,
      };
    }
    const other = entityTypes[name].relations[relation];
    if (other === undefined) throw noSegment(relation);
    const found = related(values, relation);
    if (relation === 'ToListings') return collection(other, found, path, query);
    if (found[0] === undefined) throw notFound(other);
    return single(other, found[0], query, request.headers);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, name = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw noSegment(more[0] ?? version ?? '');
    const tunnelled = request.headers['x-http-method'];
    const method = request.method === 'POST' && tunnelled !== undefined ? tunnelled : request.method;
    const notAllowed = (allowed: string): Refusal =>
      technical(405, '2151', `Method '${method}' is not allowed for this resource`, [['Allow', allowed]]);
    const set = setsByPath[name];
    if (set === undefined) {
      if (method !== 'GET') throw notAllowed('GET');
      return linked(name, id, request);
    }
    if (set !== 'Listings' && id !== undefined) throw noSegment(id);
    if (part === 'price' || part === 'strategy') {
      if (method !== 'PATCH' && method !== 'MERGE') throw notAllowed('PATCH, MERGE');
      return write(request, id!, part);
    }
    if (part !== undefined) throw noSegment(part);
    if (method !== 'GET') throw notAllowed('GET');
    if (id === undefined) return collection(set, rowsOf(set), path, query);
    return single(set, entityOf(set, id), query, request.headers);
  }

  let count = 0;
  let recent: number[] = [];
  const ofRun = (name: string): string => digest(`entities ${run.run} ${count} ${name}`).toUpperCase();

  function limit(): void {
    const now = run.now();
    recent = recent.filter((moment) => moment > now - 60_000);
    const inSecond = recent.filter((moment) => moment > now - 1_000).length;
    const isBusy = inSecond >= perSecond;
    if (!isBusy && recent.length < perMinute) {
      recent.push(now);
      return;
    }
    const wait = isBusy ? 1 : Math.ceil((recent[0]! + 60_000 - now) / 1_000);
    const message = 'Too many requests. The quota of this consumer is exhausted.';
    throw new Refusal(429, 'GW/CM_QUOTA/003', message, [], [['Retry-After', String(wait)]]);
  }

  function refused({ status, code, message, details, headers }: Refusal): Answered {
    const moment = new Date(run.now()).toISOString().replace(/[-:TZ]/g, '');
    const error = {
      code,
      message: { lang: 'en', value: message },
      innererror: {
        application: { component_id: 'PRC-LST', service_id: 'PRICING_SRV', service_version: '0001' },
        transactionid: ofRun('transaction').slice(0, 32),
        timestamp: `${moment}${String(chance(ofRun('moment'), 1_000)).padStart(3, '0')}0`,
        Error_Resolution: {
          Administrators: 'Search the error log of the gateway hub for the timestamp above',
        },
        errordetails: details,
      },
    };
    return json(status, { error }, headers, jsonType);
  }

  return (request) => {
    count += 1;
    const version: Headers = [['DataServiceVersion', '2.0']];
    const total = 18 + chance(ofRun('total'), 140);
    const traced: Headers = [
      ['x-correlation-id', ofRun('correlation').slice(0, 32)],
      ['gateway-statistics', `total=${total},hub=${4 + chance(ofRun('hub'), 9)}`],
    ];
    if (request.headers['x-api-key'] !== key) {
      // The server answers before the gateway does, with a page for a browser.
      return {
        status: 401,
        headers: [['Content-Type', 'text/html;charset=utf-8'], ...traced],
        body: '<html><head><title>Logon Error Message</title></head><body><h1>Anmeldung fehlgeschlagen / Logon failed</h1><p>What has happened?</p><p>The call was terminated because the API key is missing or not valid.</p></body></html>',
      };
    }
    try {
      limit();
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...version, ...traced], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, headers, body } = refused(error);
      return { status, headers: [...headers, ...version, ...traced], body };
    }
  };
}

/** A target with query options. */
const options = (path: string, given: Readonly<Record<string, string | number>>): string =>
  `${path}?${Object.entries(given)
    .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

const list = (api: Api, given: Readonly<Record<string, string | number>>): Promise<Received> =>
  api.ask('GET', options('/v1/listings', given));

/** Follows the next links; with $top, goes on with $skip until less than that many come. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const top = /[?&]\$top=(\d+)/.exec(target)?.[1];
  const rows: Row[] = [];
  for (let skip = 0; ;) {
    let next: string | undefined = skip === 0 ? target : `${target}&$skip=${skip}`;
    while (next !== undefined) {
      const received: Received = await api.ask('GET', next);
      rows.push(...rowsAt(received, 'd', 'results'));
      next = textIfAny(received, 'd', '__next');
    }
    if (top === undefined || rows.length < skip + Number(top)) return rows;
    skip += Number(top);
  }
}

const read = (api: Api, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}${query}`);

/** The version that a record shows. */
const version = (row: unknown): string => {
  const found = member(row, '__metadata', 'etag');
  return typeof found === 'string' ? found : '*';
};

/** Where a relation of a record leads. */
const link = (row: unknown, relation: string): string => {
  const found = member(row, relation, '__deferred', 'uri');
  return typeof found === 'string' ? found : '/v1/missing';
};

/** Writes to a record in hand, if it still has the version that is given. */
const write = (
  api: Api,
  row: Row | undefined,
  part: string,
  body: unknown,
  match: string | null = version(row),
): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(row?.ListingId)}/${part}`, {
    json: body,
    headers: { 'If-Match': match },
  });

/** Reads a record after a write. */
async function again(api: Api, row: Row | undefined): Promise<Row> {
  const found = at(await read(api, row?.ListingId), 'd');
  return isObject(found) ? found : {};
}

const isOpen = (row: Row): boolean => row.Status !== '03';

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?$inlinecount=allpages');
  const open = all.filter(isOpen);
  const closed = all.find((row) => !isOpen(row));
  const strategies = await walk(api, '/v1/strategies');
  const named = strategies.map((row) => row.StrategyId);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?$top=20');
  await walk(api, '/v1/strategies?$top=4&$inlinecount=allpages');
  await list(api, { top: 8, skip: 4, inlinecount: 'allpages' });
  await list(api, { top: 0, inlinecount: 'allpages' });
  await list(api, { skip: 90 });
  await list(api, { filter: "Status eq '02'", top: 6, inlinecount: 'allpages' });
  await list(api, { filter: 'Price gt 100m and Price le 150m' });
  await list(api, { filter: "substringof('Kettle',Title)", inlinecount: 'allpages' });
  await list(api, { filter: `StrategyId eq '${String(named[1])}' or IsRepriced eq false`, top: 5 });
  await list(api, { filter: "CreatedOn ge datetime'2025-07-01T00:00:00'", top: 5 });
  await list(api, { orderby: 'Price desc', top: 7 });
  await list(api, { orderby: 'Vendor,Price desc', select: 'ListingId,Vendor,Price', top: 9 });
  await list(api, { expand: 'ToStrategy', top: 3 });
  await api.ask('GET', options('/v1/strategies', { filter: 'IsActive eq true' }));
  await api.ask('GET', options('/v1/strategies', { expand: 'ToListings', top: 1 }));
  await api.ask('GET', options('/v1/reports', { filter: "Status eq 'F'", orderby: 'RunId desc', top: 3 }));
  await api.ask('GET', options('/v1/reports', { filter: "Status eq 'P'" }));
  for (const index of [0, 5, 14, 23, 37]) await read(api, all[index]?.ListingId);
  await read(api, all[8]?.ListingId, '?$select=ListingId,MinPrice,MaxPrice');
  await read(api, all[12]?.ListingId, '?$expand=ToStrategy');
  await api.ask('GET', `/v1/listings/${String(all[5]?.ListingId)}`, {
    headers: { 'If-None-Match': version(all[5]) },
  });
  await api.ask(
    'GET',
    link(
      all.find(({ StrategyId }) => StrategyId !== '')!,
      'ToStrategy',
    ),
  );
  await api.ask('GET', link(strategies[0], 'ToListings'));

  await write(api, open[0], 'price', { MinPrice: '12.50', MaxPrice: '249.90' });
  const changed = await again(api, open[0]);
  await write(api, open[4], 'price', { MinPrice: '1.05' });
  await again(api, open[4]);
  await write(api, open[13], 'price', { MaxPrice: 420.5 });
  await again(api, open[13]);
  await write(api, open[20], 'price', { MinPrice: null, MaxPrice: null });
  await again(api, open[20]);
  await write(api, open[26], 'price', { MinPrice: '1500', MaxPrice: '2310.25' }, '*');
  await again(api, open[26]);
  await api.ask('MERGE', `/v1/listings/${String(open[31]?.ListingId)}/price`, {
    json: { d: { MinPrice: '3.20', MaxPrice: '300.00' } },
    headers: { 'If-Match': version(open[31]) },
  });
  await api.ask('POST', `/v1/listings/${String(open[34]?.ListingId)}/price`, {
    json: { MaxPrice: '515.00', Title: 'Renamed' },
    headers: { 'If-Match': version(open[34]), 'X-HTTP-Method': 'MERGE' },
  });
  await again(api, open[34]);
  await write(api, changed, 'strategy', { StrategyId: named[2] });
  await again(api, open[0]);
  await write(api, open[17], 'strategy', { StrategyId: named[3] });
  await write(api, open[22], 'strategy', { StrategyId: '' });
  await again(api, open[22]);

  const row = open[9];
  await write(api, open[0], 'price', { MinPrice: '20.00' });
  await write(api, open[17], 'strategy', { StrategyId: named[0] });
  await write(api, row, 'price', { MinPrice: '20.00' }, null);
  await write(api, row, 'strategy', { StrategyId: named[0] }, null);
  await write(api, row, 'price', { MinPrice: '30.00', MaxPrice: '20.00' });
  await write(api, open[10], 'price', { MinPrice: '1299.99', MaxPrice: '99.98' });
  await write(api, row, 'price', { MinPrice: '-4.00' });
  await write(api, row, 'price', { MinPrice: '-1.00', MaxPrice: '-2.50' });
  await write(api, row, 'price', {});
  await write(api, row, 'price', { MinPrice: 'cheap' });
  await write(api, row, 'price', { MinPrice: '5.00', MaxPrice: true });
  await write(api, row, 'price', { MinPrice: { Amount: '5.00' } });
  await write(api, row, 'price', { MinPrice: '12.345', MaxPrice: '20.00' });
  await write(api, row, 'price', { Colour: 'red', MaxPrice: '20.00' });
  await write(api, row, 'price', [1, 2]);
  await api.ask('PATCH', `/v1/listings/${String(row?.ListingId)}/price`, {
    text: '{"MinPrice": ',
    headers: { 'If-Match': version(row) },
  });
  await api.ask('PATCH', `/v1/listings/${String(row?.ListingId)}/price`, {
    json: { MinPrice: '3.00' },
    headers: { 'If-Match': version(row), 'Content-Type': 'text/plain' },
  });
  await write(api, row, 'strategy', { StrategyId: 'S099' });
  await write(api, row, 'strategy', { StrategyId: named[4] });
  await write(api, row, 'strategy', { StrategyId: 17 });
  await write(api, row, 'strategy', { StrategyId: null });
  await write(api, row, 'strategy', {});
  await write(api, closed, 'price', { MaxPrice: '80.00' });
  await write(api, { ListingId: '0010009998' }, 'price', { MaxPrice: '80.00' });
  await read(api, '0010009999');
  await read(api, 'lamp');
  await read(api, all[2]?.ListingId, '?$top=2');
  await list(api, { top: -1 });
  await list(api, { skip: 'few' });
  await list(api, { inlinecount: 'all' });
  await list(api, { skiptoken: 'garbage' });
  await list(api, { filter: "Colour eq 'red'" });
  await list(api, { filter: "Price gt '100'" });
  await list(api, { filter: "Status = '02'" });
  await list(api, { filter: "Status eq '02' and" });
  await list(api, { filter: "contains(Title,'Lamp')" });
  await list(api, { filter: "CreatedOn ge datetime'yesterday'" });
  await list(api, { orderby: 'Weight' });
  await list(api, { orderby: 'Price sideways' });
  await list(api, { select: 'ListingId,Colour' });
  await list(api, { expand: 'ToOffers' });
  await list(api, { search: 'lamp' });
  await api.ask('GET', '/v1/listings?colour=red&$top=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(row?.ListingId)}`);
  await api.ask('GET', '/v1/listings?$top=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?$top=3', { headers: { 'X-API-KEY': 'tR4vXq81LmZ0kWc7' } });
  await api.ask('GET', options('/v1/reports', { orderby: 'RunId desc', top: 4 }));
  api.wait(60_000);
  const last = await api.ask('GET', options('/v1/reports', { orderby: 'RunId desc', top: 5 }));
  const file = rowsAt(last, 'd', 'results').find(({ Status }) => Status === 'F');
  const source = member(file, '__metadata', 'media_src');
  if (typeof source === 'string') await api.ask('GET', source);
  await hurry(api, '/v1/strategies?$top=1', 8);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?$top=18&$inlinecount=allpages');
  const open = all.filter(isOpen);
  const closed = all.filter((row) => !isOpen(row)).at(-1);
  const strategies = await walk(api, '/v1/strategies?$top=5');
  const named = strategies.map((row) => row.StrategyId);
  await walk(api, '/v1/reports?$inlinecount=allpages');
  await list(api, { top: 6, skip: 9, inlinecount: 'allpages' });
  await list(api, { skip: 120, inlinecount: 'allpages' });
  await list(api, { filter: "Status eq '01'", inlinecount: 'allpages' });
  await list(api, { filter: 'Price gt 60m and Price le 90m', top: 4 });
  await list(api, { filter: "substringof('Lamp',Title)" });
  await list(api, { filter: "CreatedOn ge datetime'2025-08-15T00:00:00'", top: 3 });
  await list(api, { orderby: 'Price desc', top: 5 });
  await list(api, { orderby: 'Vendor,Price desc', select: 'ListingId,Vendor,MinPrice', top: 6 });
  await list(api, { expand: 'ToStrategy', top: 2, skip: 11 });
  await api.ask('GET', options('/v1/reports', { filter: "Status eq 'A'" }));
  for (const index of [3, 11, 42]) await read(api, all[index]?.ListingId);
  await read(api, all[15]?.ListingId, '?$select=ListingId,Price,StrategyId');
  await read(api, all[27]?.ListingId, '?$expand=ToStrategy');
  await api.ask('GET', link(strategies[1], 'ToListings'));

  await write(api, open[2], 'price', { MinPrice: '9.75', MaxPrice: '333.00' });
  const changed = await again(api, open[2]);
  await write(api, open[11], 'price', { MaxPrice: '601.20' });
  await again(api, open[11]);
  await write(api, open[24], 'price', { MinPrice: null });
  await again(api, open[24]);
  await write(api, open[29], 'price', { MinPrice: 1250, MaxPrice: '1980.40' }, '*');
  await api.ask('MERGE', `/v1/listings/${String(open[33]?.ListingId)}/price`, {
    json: { MinPrice: '4.40' },
    headers: { 'If-Match': version(open[33]) },
  });
  await write(api, changed, 'strategy', { StrategyId: named[3] });
  await again(api, open[2]);
  await write(api, open[35], 'strategy', { StrategyId: '' });

  const row = open[19];
  await write(api, open[2], 'price', { MaxPrice: '77.00' });
  await write(api, row, 'price', { MaxPrice: '77.00' }, null);
  await write(api, row, 'price', { MinPrice: '71.20', MaxPrice: '70.00' });
  await write(api, row, 'price', { MaxPrice: '-0.50' });
  await write(api, row, 'price', {});
  await write(api, row, 'price', { MinPrice: 'dear', MaxPrice: '15.00' });
  await write(api, row, 'price', { MinPrice: false });
  await write(api, row, 'price', { Size: 'large' });
  await api.ask('PATCH', `/v1/listings/${String(row?.ListingId)}/strategy`, {
    text: '{"StrategyId"',
    headers: { 'If-Match': version(row) },
  });
  await write(api, row, 'strategy', { StrategyId: 'S077' });
  await write(api, row, 'strategy', { StrategyId: named[4] });
  await write(api, row, 'strategy', { StrategyId: 4.5 });
  await write(api, open[21], 'strategy', { StrategyId: null });
  await write(api, open[21], 'strategy', {});
  await write(api, closed, 'strategy', { StrategyId: named[0] });
  await read(api, '0010008888');
  await read(api, 'tin');
  await list(api, { top: 'many' });
  await list(api, { inlinecount: 'total' });
  await list(api, { filter: "Weight gt 3 and Status eq '02'" });
  await list(api, { filter: "MinPrice le '40'" });
  await list(api, { filter: "Vendor == 'Halvik'" });
  await list(api, { orderby: 'Size desc' });
  await list(api, { select: 'Weight' });
  await list(api, { expand: 'ToVendor', top: 4 });
  await api.ask('GET', '/v1/listings?size=large&$top=3');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?$top=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?$top=4', { headers: { 'X-API-KEY': 'wQ2nnB50' } });
  api.wait(300_000);
  await api.ask('GET', options('/v1/reports', { orderby: 'RunId desc', top: 6 }));
  // Of a kind that was not recorded.
  await list(api, { filter: "not startswith(Sku,'VEL') and StockQuantity lt 60", top: 5 });
}

export const legacyEntities: WalkedService = {
  name: 'legacy-entities',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['$top=3', '$top=7', '$top=50'],
  walk,
};
