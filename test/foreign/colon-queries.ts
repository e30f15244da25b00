// The web service of a large Java shop suite. Listings are found by one query text, `free text:sort:facet:value`, which the
// answer tells back beside the sorts that there are and the pages, counted from 0; `fields` chooses members by level (BASIC,
// DEFAULT, FULL) or by name, nested in brackets, and what is not set is left out. Prices are objects with a formatted text.
// Faults come as a list with message, type and often reason, subject and its type; most types are named after an exception.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pk_9d41b7c2e86f4a05b3d1';
const perSecond = 6;
const largestPage = 100;
const largestPrice = 99_999.99;

const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+0000');

const euros = (value: number): string =>
  `€${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const priceShown = (value: number | undefined): Row | undefined =>
  value === undefined
    ? undefined
    : { currencyIso: 'EUR', formattedValue: euros(value), priceType: 'BUY', value };

const strategy = (code: string, name: string, strategyType: string, about: string, step?: number): Row => ({
  active: code !== 'season-end',
  code,
  description: about,
  name,
  step: priceShown(step),
  strategyType,
});

const strategies: readonly Row[] = [
  strategy('match-lowest', 'Match lowest offer', 'MATCH', 'Follows the lowest comparable offer.'),
  strategy('undercut-cents', 'Undercut by cents', 'UNDERCUT', 'Stays cents below the lowest offer.', 0.05),
  strategy('undercut-euro', 'Undercut by one euro', 'UNDERCUT', 'Stays a euro below the lowest offer.', 1),
  strategy('target-margin', 'Target margin', 'MARGIN', 'Keeps the planned margin, whatever others ask.'),
  strategy('season-end', 'End of season', 'MARGIN', 'Gives up margin to empty the shelves.'),
];

interface Listing {
  readonly code: string;
  readonly name: string;
  readonly brand: string;
  readonly ean: string;
  readonly channel: Row;
  readonly status: string;
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  min: number | undefined;
  max: number | undefined;
  strategy: Row | undefined;
  modified: number;
}

const channels: readonly Row[] = [
  { code: 'north', name: 'Northern Marketplace' },
  { code: 'harbour', name: 'Harbour Marketplace' },
];

const cents = (value: number): number => Math.round(value * 100) / 100;

function listings(): Listing[] {
  return Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `colon listing ${index}`;
    const { maker, title, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const isOpen = chance(`${seed} open`, 5) === 0;
    const min = isOpen ? undefined : cents(price / 125);
    return {
      code: String(1_930_000 + index * 211 + chance(`${seed} code`, 200)),
      name: title,
      brand: maker,
      ean: `40${String(chance(`${seed} ean`, 1e11)).padStart(11, '0')}`,
      channel: channels[chance(`${seed} channel`, 2)]!,
      status: oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED', 'ARCHIVED']),
      price: price / 100,
      stock: chance(`${seed} none`, 6) === 0 ? 0 : stock,
      created,
      min,
      max: chance(`${seed} max`, 4) === 0 ? undefined : cents(price / 70),
      strategy:
        min !== undefined && chance(`${seed} strategy`, 5) < 2
          ? strategies[chance(`${seed} which`, 4)]
          : undefined,
      modified: created + chance(`${seed} modified`, 60 * 86_400) * 1_000,
    };
  });
}

const stockShown = (stockLevel: number): Row => ({
  stockLevel,
  stockLevelStatus: stockLevel === 0 ? 'outOfStock' : stockLevel < 20 ? 'lowStock' : 'inStock',
});

const listingShown = (one: Listing): Row => ({
  brand: one.brand,
  channel: one.channel,
  code: one.code,
  creationTime: moment(one.created),
  ean: one.ean,
  maxPrice: priceShown(one.max),
  minPrice: priceShown(one.min),
  modifiedTime: moment(one.modified),
  name: one.name,
  price: priceShown(one.price),
  status: one.status,
  stock: stockShown(one.stock),
  strategy: one.strategy,
  summary: `${one.name} by ${one.brand}, offered at the ${String(one.channel.name)}.`,
  url: `/listings/${one.code}`,
});

class Refusal extends Error {
  readonly answer: Answered;

  constructor(status: number, errors: readonly Row[], headers: Headers = []) {
    super('refused');
    this.answer = json(status, { errors }, headers);
  }
}

/** A fault of what is named. */
const fault = (type: string, subjectType: string, subject: string, reason: string, message: string): Row => ({
  message,
  reason,
  subject,
  subjectType,
  type,
});

const unknown = (kind: string, subjectType: string, code: string): Refusal => {
  const message = `${kind} with code '${code}' not found!`;
  return new Refusal(404, [fault('UnknownIdentifierError', subjectType, code, 'notFound', message)]);
};

const plain = (status: number, type: string, message: string, headers: Headers = []): Refusal =>
  new Refusal(status, [{ message, type }], headers);

const unreadable = (message: string): Refusal =>
  plain(400, 'HttpMessageNotReadableError', `JSON parse error: ${message}`);

const mismatch = (type: string, cause: string): Refusal =>
  plain(
    400,
    'MethodArgumentTypeMismatchError',
    `Failed to convert value of type 'java.lang.String' to required type '${type}'; ${cause}`,
  );

const invalid = (subject: string, message: string, reason = 'invalid'): Row =>
  fault('ValidationError', 'parameter', subject, reason, message);

const required = (subject: string): Row => invalid(subject, 'This field is required.', 'missing');

const ofListing = ({ code }: Listing, type: string, reason: string, message: string): Refusal =>
  new Refusal(400, [fault(type, 'listing', code, reason, message)]);

// The members that an answer may have, and which of them each level has.

interface Shape {
  /** The names of the members, each with the shape of what it holds. */
  readonly members: Readonly<Record<string, Shape | undefined>>;
  readonly levels: Readonly<Record<'BASIC' | 'DEFAULT' | 'FULL', string>>;
}

type Members = Shape['members'];

const shape = (members: Members, BASIC: string, DEFAULT: string, FULL: string): Shape => ({
  members,
  levels: { BASIC, DEFAULT, FULL },
});

const plainMembers = (names: string): Members =>
  Object.fromEntries(names.split(',').map((name) => [name, undefined]));

/** A shape that has all of its members in each level. */
const whole = (names: string): Shape => shape(plainMembers(names), names, names, names);

const priceShape = whole('currencyIso,formattedValue,priceType,value');

const strategyShape = shape(
  { ...plainMembers('active,code,description,name,strategyType'), step: priceShape },
  'code,name',
  'BASIC,active,step,strategyType',
  'DEFAULT,description',
);

const listingShape = shape(
  {
    ...plainMembers('brand,code,creationTime,ean,modifiedTime,name,status,summary,url'),
    channel: whole('code,name'),
    maxPrice: priceShape,
    minPrice: priceShape,
    price: priceShape,
    stock: whole('stockLevel,stockLevelStatus'),
    strategy: strategyShape,
  },
  'code,name,price,status',
  'BASIC,brand,channel,maxPrice,minPrice,modifiedTime,stock,strategy',
  'DEFAULT,creationTime,ean,strategy(DEFAULT),summary,url',
);

const reportShape = shape(
  plainMembers('code,downloadUrl,endTime,fileSize,reportType,result,rowCount,startTime,status'),
  'code,downloadUrl,endTime,reportType,result,startTime,status',
  'BASIC,fileSize,rowCount',
  'DEFAULT',
);

const pages: Members = {
  pagination: whole('currentPage,pageSize,sort,totalPages,totalResults'),
  sorts: whole('code,name,selected'),
};

const searchShape = shape(
  {
    ...pages,
    currentQuery: whole('query,url'),
    facets: whole('category,multiSelect,name,priority,values'),
    freeTextSearch: undefined,
    listings: listingShape,
  },
  'listings,pagination,sorts',
  'currentQuery,freeTextSearch,listings(DEFAULT),pagination,sorts',
  'currentQuery,facets,freeTextSearch,listings(FULL),pagination,sorts',
);

const historyShape = shape(
  { ...pages, reportRuns: reportShape },
  'pagination,reportRuns',
  'BASIC,sorts',
  'DEFAULT,reportRuns(FULL)',
);

const strategiesShape = shape(
  { strategies: strategyShape },
  'strategies',
  'strategies(DEFAULT)',
  'strategies(FULL)',
);

type Chosen = Map<string, Chosen | undefined>;

/** The parts of a list that stand at its top level, each with what stands in its brackets. */
function partsOf(fields: string): readonly (readonly [name: string, inner: string | undefined])[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of fields) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + sign);
  }
  if (depth !== 0) {
    throw plain(400, 'ConversionError', `Incorrect configuration: brackets do not match in '${fields}'`);
  }
  return parts.map((part) => {
    const [, name = part, inner] = /^([^(]*)\((.*)\)$/s.exec(part) ?? [];
    return [name.trim(), inner];
  });
}

function chosen({ members, levels }: Shape, fields: string): Chosen {
  const found: Chosen = new Map();
  for (const [name, inner] of partsOf(fields)) {
    if (name === 'BASIC' || name === 'DEFAULT' || name === 'FULL') {
      for (const [each, choice] of chosen({ members, levels }, levels[name])) found.set(each, choice);
    } else if (!Object.hasOwn(members, name)) {
      throw plain(400, 'ConversionError', `Incorrect field:'${name}'`);
    } else {
      const held = members[name];
      found.set(name, held && chosen(held, inner ?? 'BASIC'));
    }
  }
  return found;
}

/** What was chosen of a value, with its members in the order of the alphabet. */
function mapped(value: unknown, choice: Chosen | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, choice));
  if (choice === undefined || !isObject(value)) return value;
  const names = [...choice.keys()].filter((name) => value[name] !== undefined).sort();
  return Object.fromEntries(names.map((name) => [name, mapped(value[name], choice.get(name))]));
}

// Queries: a free text, the code of a sort, then names and values of facets.

interface Search {
  readonly text: string;
  readonly sort: string;
  readonly terms: readonly (readonly [facet: string, value: string])[];
}

const listingSorts: Readonly<Record<string, string>> = {
  relevance: 'Relevance',
  'name-asc': 'Name (ascending)',
  'name-desc': 'Name (descending)',
  'price-asc': 'Price (lowest first)',
  'price-desc': 'Price (highest first)',
};

const reportSorts: Readonly<Record<string, string>> = { byDate: 'Date', byCode: 'Report run number' };

const known = (sorts: Readonly<Record<string, string>>, code: string | null | undefined): string =>
  code !== null && code !== undefined && Object.hasOwn(sorts, code) ? code : Object.keys(sorts)[0]!;

const sortsShown = (sorts: Readonly<Record<string, string>>, sort: string): readonly Row[] =>
  Object.entries(sorts).map(([code, name]) => ({ code, name, selected: code === sort }));

/** A text that is no longer encoded, with a sign in place of what cannot be read. */
const decoded = (text: string): string =>
  new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text')!;

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

function searchOf(query: URLSearchParams): Search {
  const [text = '', sort, ...rest] = (query.get('query') ?? '').split(':');
  const terms: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    terms.push([rest[index]!, decoded(rest[index + 1]!)]);
  }
  return { text: text.trim(), sort: known(listingSorts, query.get('sort') ?? sort), terms };
}

function stateOf({ text, sort, terms }: Search): Row {
  const value = [text, sort, ...terms.flatMap(([facet, term]) => [facet, encoded(term)])].join(':');
  return { query: { value }, url: `/listings?query=${encoded(value)}` };
}

/** The fifty euros that a price is in. */
const bandOf = ({ price }: Listing): string => {
  const from = Math.floor(price / 50) * 50;
  return `€${from}-€${from + 49}.99`;
};

const facets: Readonly<Record<string, { name: string; of: (one: Listing) => string }>> = {
  status: { name: 'Status', of: ({ status }) => status },
  brand: { name: 'Brand', of: ({ brand }) => brand },
  price: { name: 'Price', of: bandOf },
  channel: { name: 'Channel', of: ({ channel }) => String(channel.code) },
};

/** Whether a listing is among those that are searched; a facet that there is not changes nothing. */
function isFound(one: Listing, { text, terms }: Search, except?: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = `${one.name} ${one.code}`.toLowerCase();
  return (
    words.every((word) => all.includes(word)) &&
    Object.entries(facets).every(([facet, { of }]) => {
      const values = terms.filter(([name]) => name === facet).map(([, value]) => value);
      return facet === except || values.length === 0 || values.includes(of(one));
    })
  );
}

function facetsShown(all: readonly Listing[], search: Search): readonly Row[] {
  return Object.entries(facets).map(([facet, { name, of }], index) => {
    const counts = new Map<string, number>();
    for (const one of all.filter((each) => isFound(each, search, facet))) {
      counts.set(of(one), (counts.get(of(one)) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
    const values = sorted.map(([value, count]): Row => {
      const rest = search.terms.filter(([term, other]) => term !== facet || other !== value);
      const selected = rest.length < search.terms.length;
      const terms = selected ? rest : [...rest, [facet, value] as const];
      return { count, name: value, query: stateOf({ ...search, terms }), selected };
    });
    return { category: false, multiSelect: true, name, priority: 9_000 - index * 1_000, values };
  });
}

function number(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) ?? '';
  if (text === '') return otherwise;
  if (/^[+-]?\d{1,9}$/.test(text)) return Number(text);
  throw mismatch('int', `For input string: "${text}"`);
}

function paged<One>(
  rows: readonly One[],
  query: URLSearchParams,
  sort: string,
): { readonly page: readonly One[]; readonly pagination: Row } {
  const currentPage = number(query, 'currentPage', 0);
  const asked = number(query, 'pageSize', 20);
  const refuse = (message: string) => plain(400, 'IllegalArgumentError', message);
  if (currentPage < 0) throw refuse('Current page must be zero or greater');
  if (asked < 1) throw refuse('Page size must be greater than zero');
  const pageSize = Math.min(asked, largestPage);
  const totalPages = Math.ceil(rows.length / pageSize);
  return {
    page: rows.slice(currentPage * pageSize, (currentPage + 1) * pageSize),
    pagination: { currentPage, pageSize, sort, totalPages, totalResults: rows.length },
  };
}

// Bodies, as they are bound to classes.

const dto = (name: string): string => `com.tarnmarkt.pricing.dto.${name}WsDTO`;

/** What the parser says of a text that is no JSON. */
function syntaxOf(text: string): string {
  const token = /^\s*(\w+)/.exec(text)?.[1];
  return token === undefined
    ? 'Unexpected end-of-input within/between Object entries'
    : `Unrecognized token '${token}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`;
}

const refusedToken = (type: string, from: string, token: string): Refusal =>
  unreadable(
    `Cannot deserialize value of type \`${type}\` from ${from} value (token \`JsonToken.${token}\`)`,
  );

/** An object that is bound to a class; undefined for none. */
function bound(value: unknown, type: string): Row | undefined {
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return value;
  if (Array.isArray(value)) throw refusedToken(type, 'Array', 'START_ARRAY');
  const [argument, from] =
    typeof value === 'string'
      ? ['String', `String value ('${value}')`]
      : typeof value === 'number'
        ? [Number.isInteger(value) ? 'int/Int' : 'double/Double', `Number value (${value})`]
        : ['boolean/Boolean', `boolean value (${value === true})`];
  throw unreadable(
    `Cannot construct instance of \`${type}\` (although at least one Creator exists): no ${argument}-argument constructor/factory method to deserialize from ${from}`,
  );
}

/** A text or a number; where a text is expected a flag becomes one. */
function scalar(value: unknown, type: string): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value)) throw refusedToken(type, 'Array', 'START_ARRAY');
  if (isObject(value)) throw refusedToken(type, 'Object', 'START_OBJECT');
  if (type === 'java.lang.String') return value === true ? 'true' : 'false';
  throw refusedToken(type, 'Boolean', value === true ? 'VALUE_TRUE' : 'VALUE_FALSE');
}

function text(value: unknown): string | undefined {
  const given = scalar(value, 'java.lang.String');
  return given === undefined ? undefined : String(given);
}

/** A decimal number; a text becomes one. */
function decimal(value: unknown): number | undefined {
  const given = scalar(value, 'java.math.BigDecimal');
  if (given === undefined || given === '') return undefined;
  if (typeof given === 'number') return given;
  if (/^-?\d+(?:\.\d+)?$/.test(given)) return Number(given);
  throw unreadable(
    `Cannot deserialize value of type \`java.math.BigDecimal\` from String "${given}": not a valid representation`,
  );
}

function bodyOf({ body }: Asked, type: string): Row {
  const value = parsed(body);
  if (body.trim() === '' || value === null) {
    throw plain(400, 'HttpMessageNotReadableError', 'Required request body is missing');
  }
  if (value === undefined) throw unreadable(syntaxOf(body));
  return bound(value, type)!;
}

function boundPrice(
  sent: unknown,
): { value?: number | undefined; currency?: string | undefined } | undefined {
  const price = bound(sent, dto('Price'));
  return price && { value: decimal(price.value), currency: text(price.currencyIso) };
}

function faultsOf(name: string, price: ReturnType<typeof boundPrice>): readonly Row[] {
  if (price === undefined) return [];
  const { value, currency } = price;
  const faults: Row[] = [];
  if (currency !== undefined && currency !== 'EUR') {
    faults.push(invalid(`${name}.currencyIso`, `Currency '${currency}' is not supported.`));
  }
  const subject = `${name}.value`;
  if (value === undefined) faults.push(required(subject));
  else if (value <= 0) faults.push(invalid(subject, 'This field must be greater than 0.'));
  else if (value > largestPrice) {
    faults.push(invalid(subject, `This field must not be greater than ${largestPrice}.`));
  } else if (cents(value) !== value) {
    faults.push(invalid(subject, 'This field must not have more than 2 decimal places.'));
  }
  return faults;
}

const refuseFaults = (faults: readonly Row[]): void => {
  if (faults.length > 0) throw new Refusal(400, faults);
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    code: String(4_210 - index).padStart(8, '0'),
    type: ['PRICE_CHANGES', 'MARGINS', 'STOCK'][index % 3]!,
    started:
      opened - 40_000 - index * 86_400_000 - chance(`colon report ${index}`, 1 + index * 3_600) * 1_000,
    seconds: 95 + chance(`colon takes ${index}`, 400),
    rows: 40 + chance(`colon rows ${index}`, 3_000),
    fails: index === 3 || index === 7,
  }));
  let asked: number[] = [];

  function reportShown(one: (typeof reports)[number]): Row {
    const ended = one.started + one.seconds * 1_000;
    if (run.now() < ended) {
      return { code: one.code, reportType: one.type, startTime: moment(one.started), status: 'RUNNING' };
    }
    const context = scrambled(`colon ${run.run} ${one.code}`, 48, base62);
    return {
      code: one.code,
      endTime: moment(ended),
      reportType: one.type,
      result: one.fails ? 'ERROR' : 'SUCCESS',
      startTime: moment(one.started),
      status: 'FINISHED',
      ...(!one.fails && {
        downloadUrl: `/medias/report-${one.code}.csv?context=${context}`,
        fileSize: one.rows * 61 + 84,
        rowCount: one.rows,
      }),
    };
  }

  const shown = (of: Shape, value: Row, query: URLSearchParams, type?: string): Answered => {
    const body = mapped(value, chosen(of, query.get('fields') ?? 'DEFAULT')) as Row;
    return json(200, type === undefined ? body : { type, ...body });
  };

  function searched(query: URLSearchParams): Answered {
    const search = searchOf(query);
    const [by, order] = search.sort.split('-');
    const found = all.filter((one) => isFound(one, search));
    const sign = order === 'asc' ? 1 : -1;
    if (by === 'price') found.sort((one, other) => sign * (one.price - other.price));
    if (by === 'name') found.sort((one, other) => sign * one.name.localeCompare(other.name, 'en'));
    const { page, pagination } = paged(found, query, search.sort);
    const value = {
      currentQuery: stateOf(search),
      facets: facetsShown(all, search),
      freeTextSearch: search.text,
      listings: page.map(listingShown),
      pagination,
      sorts: sortsShown(listingSorts, search.sort),
    };
    return shown(searchShape, value, query, 'listingSearchPageWsDTO');
  }

  function history(query: URLSearchParams): Answered {
    const sort = known(reportSorts, query.get('sort'));
    const statuses = query.get('statuses')?.split(',');
    const rows = reports.map(reportShown).filter(({ status }) => statuses?.includes(String(status)) ?? true);
    if (sort === 'byCode') rows.reverse();
    const { page, pagination } = paged(rows, query, sort);
    const value = { pagination, reportRuns: page, sorts: sortsShown(reportSorts, sort) };
    return shown(historyShape, value, query, 'reportRunHistoryListWsDTO');
  }

  function listed(query: URLSearchParams): Answered {
    const active = query.get('active') ?? '';
    if (!['', 'true', 'false'].includes(active)) {
      throw mismatch('java.lang.Boolean', `Invalid boolean value [${active}]`);
    }
    const rows = strategies.filter((one) => active === '' || String(one.active) === active);
    return shown(strategiesShape, { strategies: rows }, query, 'strategyListWsDTO');
  }

  function listingOf(code: string): Listing {
    const one = all.find((each) => each.code === code);
    if (one === undefined) throw unknown('Listing', 'listing', code);
    return one;
  }

  function writable(code: string): Listing {
    const one = listingOf(code);
    if (one.status === 'ARCHIVED') {
      throw ofListing(
        one,
        'ListingError',
        'archived',
        `Listing '${code}' is archived and cannot be changed.`,
      );
    }
    return one;
  }

  /** A strategy that looks at other offers needs a lower bound. */
  function refuseBoundless(one: Listing, strategy: Row | undefined, min: number | undefined): void {
    if (strategy === undefined || strategy.strategyType === 'MARGIN' || min !== undefined) return;
    const message = `Strategy '${String(strategy.code)}' requires a minimum price.`;
    throw ofListing(one, 'ListingStrategyError', 'minPriceMissing', message);
  }

  function priced(code: string, request: Asked, query: URLSearchParams): Answered {
    const body = bodyOf(request, dto('PriceBounds'));
    const [min, max] = [boundPrice(body.minPrice), boundPrice(body.maxPrice)];
    const [setsMin, setsMax] = [Object.hasOwn(body, 'minPrice'), Object.hasOwn(body, 'maxPrice')];
    refuseFaults([
      ...faultsOf('minPrice', min),
      ...faultsOf('maxPrice', max),
      ...(setsMin || setsMax ? [] : [required('minPrice'), required('maxPrice')]),
    ]);
    const one = writable(code);
    const [low, high] = [setsMin ? min?.value : one.min, setsMax ? max?.value : one.max];
    if (low !== undefined && high !== undefined && low > high) {
      const message = 'The minimum price must not be greater than the maximum price.';
      refuseFaults([invalid(setsMin ? 'minPrice.value' : 'maxPrice.value', message)]);
    }
    refuseBoundless(one, one.strategy, low);
    [one.min, one.max, one.modified] = [low, high, run.now()];
    return shown(listingShape, listingShown(one), query);
  }

  function assigned(code: string, request: Asked, query: URLSearchParams): Answered {
    const body = bodyOf(request, dto('StrategyAssignment'));
    const reference = bound(body.strategy, dto('Strategy'));
    const wanted = text(reference?.code);
    if (!Object.hasOwn(body, 'strategy')) refuseFaults([required('strategy')]);
    if (reference !== undefined && wanted === undefined) refuseFaults([required('strategy.code')]);
    const one = writable(code);
    const strategy = strategies.find((each) => each.code === wanted);
    if (wanted !== undefined && strategy === undefined) {
      refuseFaults([invalid('strategy.code', `No strategy with code '${wanted}' exists.`)]);
    }
    if (strategy?.active === false) {
      const message = `Strategy '${String(strategy.code)}' is not active.`;
      throw ofListing(one, 'ListingStrategyError', 'inactive', message);
    }
    refuseBoundless(one, strategy, one.min);
    [one.strategy, one.modified] = [strategy, run.now()];
    return shown(listingShape, listingShown(one), query);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', code, part, ...more] = steps;
    const isKnown =
      root === 'v1' &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      more.length === 0 &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw plain(404, 'UnknownResourceError', `There is no resource for path ${path}`);
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      const message = `Request method '${request.method}' is not supported`;
      throw plain(405, 'HttpRequestMethodNotSupportedError', message, [['Allow', method]]);
    }
    if (kind === 'listings') {
      if (code === undefined) return searched(query);
      if (part === undefined) return shown(listingShape, listingShown(listingOf(code)), query);
      return part === 'price' ? priced(code, request, query) : assigned(code, request, query);
    }
    if (kind === 'strategies') {
      if (code === undefined) return listed(query);
      const one = strategies.find((each) => each.code === code);
      if (one === undefined) throw unknown('Strategy', 'strategy', code);
      return shown(strategyShape, one, query);
    }
    if (code === undefined) return history(query);
    const one = reports.find((each) => each.code === code);
    if (one === undefined) throw unknown('Report run', 'reportRun', code);
    return shown(reportShape, reportShown(one), query);
  }

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) {
      throw plain(401, 'UnauthorizedError', 'Full authentication is required to access this resource');
    }
    if (given !== key) throw plain(401, 'InvalidTokenError', 'Invalid API key');
    const now = run.now();
    asked = asked.filter((moment) => moment > now - 1_000);
    if (asked.length >= perSecond) {
      const message = `Rate limit of ${perSecond} requests per second exceeded`;
      throw plain(429, 'TooManyRequestsError', message, [['Retry-After', '1']]);
    }
    asked.push(now);
  }

  const sent = ({ status, headers, body }: Answered): Answered => ({
    status,
    headers: [...headers, ['Cache-Control', 'no-cache, no-store'], ['X-Content-Type-Options', 'nosniff']],
    body,
  });

  return (request) => {
    try {
      admit(request);
      return sent(answer(request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(error.answer);
    }
  };
}

/** Goes on until the last page; a list without pages is whole. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const next = `${target}${target.includes('?') ? '&' : '?'}currentPage=${page}`;
    const received: Received = await api.ask('GET', page === 0 ? target : next);
    for (const list of ['listings', 'strategies', 'reportRuns']) rows.push(...rowsAt(received, list));
    pages = Number(at(received, 'pagination', 'totalPages') ?? 1);
  }
  return rows;
}

const read = (api: Api, kind: string, code: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(code)}${query}`);
const price = (api: Api, code: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(code)}/price`, { json: body });
const assign = (api: Api, code: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(code)}/strategy`, { json: { strategy } });
const find = (api: Api, query: string, more = ''): Promise<Received> =>
  api.ask('GET', `/v1/listings?query=${encodeURIComponent(query)}${more}`);
const euro = (value: unknown): Row => ({ currencyIso: 'EUR', value });

interface Codes {
  /** Listings that may be written: with a lower bound and no strategy, with both, without a lower bound; and archived ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
}

function codesOf(rows: readonly Row[]): Codes {
  const on = rows.filter(({ status }) => status !== 'ARCHIVED');
  const codes = (some: readonly Row[]) => some.map(({ code }) => code);
  return {
    free: codes(on.filter((row) => row.minPrice !== undefined && row.strategy === undefined)),
    bound: codes(on.filter((row) => row.strategy !== undefined)),
    open: codes(on.filter((row) => row.minPrice === undefined)),
    gone: codes(rows.filter(({ status }) => status === 'ARCHIVED')),
  };
}

/** The query that an answer gives for a value of a facet. */
function queryOf(received: Received, facet: string, index: number): string {
  const values = rowsAt(received, 'facets').find(({ name }) => name === facet)?.values;
  const value = Array.isArray(values) ? (values as unknown[])[index] : undefined;
  const query = isObject(value) && isObject(value.query) ? value.query.query : undefined;
  return isObject(query) ? String(query.value) : 'missing';
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, gone } = codesOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ code }) => code);
  const runs = (await walk(api, '/v1/reports?pageSize=6')).map(({ code }) => code);
  await get('pageSize=10&currentPage=1');
  await get('pageSize=100');
  await get('sort=price-asc&pageSize=5');
  await get('sort=name-desc&pageSize=8');
  await find(api, ':relevance:status:ACTIVE', '&pageSize=6');
  await find(api, ':name-asc:status:PAUSED');
  await find(api, ':relevance:brand:Halvik');
  await find(api, ':price-desc:status:ACTIVE:channel:north');
  await find(api, 'lamp');
  await get('fields=BASIC&pageSize=3');
  await get('fields=listings(code,name,price(FULL)),pagination&pageSize=4');
  const full = await get('fields=FULL&pageSize=2');
  await find(api, queryOf(full, 'Price', 1), '&pageSize=5');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?statuses=FINISHED&pageSize=3');
  for (const code of [free[0], free[1], bound[0], open[0], gone[0]]) await read(api, 'listings', code);
  await read(api, 'listings', bound[1], '?fields=FULL');
  for (const code of [plans[1], plans[4]]) await read(api, 'strategies', code);
  for (const code of [runs[0], runs[2]]) await read(api, 'reports', code);

  await price(api, free[0], { minPrice: euro(4.5), maxPrice: euro(289.9) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: euro(3.25) });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { maxPrice: null });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { maxPrice: euro(1_249) });
  await assign(api, free[0], { code: plans[1] });
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, open[0], { code: plans[3] });
  api.wait(480_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '1800042');
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', '00000007');
  await price(api, '1800042', { minPrice: euro(12) });
  await price(api, free[2], { minPrice: euro(80), maxPrice: euro(60.5) });
  await price(api, free[2], { minPrice: euro(-1) });
  await price(api, free[2], { minPrice: euro(0), maxPrice: { currencyIso: 'EUR' } });
  await price(api, free[2], { minPrice: euro('cheap') });
  await price(api, free[2], { minPrice: 20 });
  await price(api, free[2], {});
  await price(api, gone[0], { minPrice: euro(9) });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"minPrice": {"value": ' });
  await assign(api, free[2], { code: 'cheapest' });
  await assign(api, free[2], { code: plans[4] });
  await assign(api, open[1], { code: plans[0] });
  await assign(api, free[2], 'match-lowest');
  await get('pageSize=many');
  await get('pageSize=0');
  await get('fields=listings(code,weight)');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/listings?pageSize=1', 9);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, gone } = codesOf(await walk(api, '/v1/listings?pageSize=15'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?fields=DEFAULT')).map(({ code }) => code);
  const runs = (await walk(api, '/v1/reports?pageSize=8')).map(({ code }) => code);
  await get('pageSize=7&currentPage=2');
  await get('pageSize=10&currentPage=6');
  await get('sort=price-desc&pageSize=6');
  await get('sort=name-asc&pageSize=4');
  await find(api, ':relevance:status:PAUSED', '&pageSize=3');
  await find(api, ':price-asc:status:ACTIVE', '&pageSize=5');
  await find(api, ':relevance:brand:Zembro');
  await find(api, ':name-desc:status:ACTIVE:channel:harbour');
  await find(api, 'rucksack');
  await find(api, ':relevance:colour:red', '&pageSize=4');
  await get('fields=BASIC&pageSize=6');
  await get('fields=listings(code,status,stock(FULL)),pagination&pageSize=3');
  const full = await get('fields=FULL&pageSize=3');
  await find(api, queryOf(full, 'Price', 2), '&pageSize=4');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?statuses=FINISHED&pageSize=4');
  for (const code of [free[3], bound[2], open[2]]) await read(api, 'listings', code);
  await read(api, 'listings', free[4], '?fields=FULL');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[3]);

  await price(api, free[3], { minPrice: euro(6.75), maxPrice: euro(310) });
  await read(api, 'listings', free[3]);
  await price(api, bound[2], { minPrice: euro(2.1) });
  await price(api, free[4], { maxPrice: null });
  await read(api, 'listings', free[4]);
  await assign(api, free[3], { code: plans[2] });
  await read(api, 'listings', free[3]);
  await assign(api, bound[2], null);
  await read(api, 'listings', bound[2]);

  await read(api, 'listings', '1700311');
  await read(api, 'strategies', 'dearest');
  await read(api, 'reports', '00000912');
  await price(api, '1700311', { maxPrice: euro(44) });
  await price(api, free[5], { minPrice: euro(95.5), maxPrice: euro(70) });
  await price(api, free[5], { maxPrice: euro(-3) });
  await price(api, free[5], { maxPrice: euro('much') });
  await price(api, free[5], { maxPrice: 35 });
  await price(api, free[5], { minPrice: euro(120_000) });
  await price(api, gone[1], { maxPrice: euro(90) });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: '{"maxPrice": {"value": ' });
  await assign(api, free[5], { code: 'dearest' });
  await assign(api, open[2], { code: plans[1] });
  await assign(api, free[5], {});
  await get('pageSize=some');
  await get('fields=listings(code,shape)');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const colonQueries: WalkedService = {
  name: 'colon-queries',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=50'],
  walk,
};
