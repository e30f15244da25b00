// A marketplace's service on a widespread server framework: pages as content beside a pageable, with totals and flags, from
// page 0 on, and sizes that are quietly cut down; orders as `sort=price,desc`, filters that are ignored if they are unknown
// and refused with a sentence on types if they cannot be converted; money as numbers with two decimals beside a currency;
// a version that counts the changes of a record, against which a write may be checked; refusals in two forms, the
// framework's own error with the broken constraints of each field, and a problem with a detail; report runs that proceed
// step by step; and a bucket of tokens that fills up again.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pk-5d0c1f7e9a3b4826b7f0c2d4e6a81935';
const usualSize = 20;
const largestSize = 50;
const bucketSize = 8;
const tokensPerSecond = 4;
const lowest = 1;
const highest = 9_999_999;
const wares = 57;

const listingStates = ['ACTIVE', 'PAUSED', 'OUT_OF_STOCK', 'ENDED'];
const marketplaces = ['NORTH', 'SOUTH'];
const strategyStates = ['ACTIVE', 'DRAFT', 'ARCHIVED'];
const strategyTypes = ['BUY_BOX', 'MATCH_LOWEST', 'MARGIN_TARGET', 'TIME_DECAY', 'MANUAL'];
const executionStates = ['STARTING', 'STARTED', 'COMPLETED', 'FAILED'];
const reportTypes: Readonly<Record<string, number>> = { PRICE_CHANGES: 40, COMPETITION: 75, STOCK_VALUE: 25 };
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

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly marketplace: string;
  readonly state: string;
  readonly condition: string;
  readonly currency: string;
  readonly quantity: number;
  readonly rivals: number;
  /** What the cheapest of the rivals asks, in cents as all amounts. */
  readonly lowest: number;
  readonly created: number;
  price: number;
  min: number | null;
  max: number | null;
  strategy: string;
  version: number;
  modified: number;
  modifiedBy: string;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly state: string;
  readonly needsRange: boolean;
  readonly settings: Row;
}

interface ReportRun {
  readonly id: number;
  readonly type: string;
  readonly parameters: Row;
  readonly created: number;
  readonly fails: boolean;
}

/** A constraint that a member of a body, or with no field the whole of it, does not keep. */
interface Broken {
  readonly code: string;
  readonly field?: string;
  readonly type?: string;
  readonly rejected?: unknown;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly form: 'error' | 'problem';
  readonly more: Row;
  readonly headers: Headers;

  constructor(
    status: number,
    form: 'error' | 'problem',
    message: string,
    more: Row = {},
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.form = form;
    this.more = more;
    this.headers = headers;
  }
}

const problem = (status: number, detail: string, more?: Row, headers?: Headers) =>
  new Refusal(status, 'problem', detail, more, headers);
const unreadable = (sentence: string) => problem(400, `JSON parse error: ${sentence}`);

function invalid(object: string, broken: readonly Broken[]): Refusal {
  const errors = broken.map(({ code, field, type, rejected, message }) => ({
    codes:
      field === undefined
        ? [`${code}.${object}`, code]
        : [`${code}.${object}.${field}`, `${code}.${field}`, `${code}.${type}`, code],
    defaultMessage: message,
    objectName: object,
    ...(field !== undefined && { field, rejectedValue: rejected ?? null, bindingFailure: false }),
    code,
  }));
  const sentence = `Validation failed for object='${object}'. Error count: ${errors.length}`;
  return new Refusal(400, 'error', sentence, { errors });
}

const unconverted = (type: string, why: string) =>
  new Refusal(
    400,
    'error',
    `Failed to convert value of type 'java.lang.String' to required type '${type}'; ${why}`,
  );

/** An amount is written with both of its decimals; the sign is taken away again where a body is written. */
const money = (amount: number | null) => (amount === null ? null : `¤${(amount / 100).toFixed(2)}`);
const plainMoney = (body: string) => body.replace(/"¤(-?\d+\.\d\d)"/g, '$1');
const zulu = (moment: number) => new Date(moment).toISOString();
const offset = (moment: number) => zulu(moment).replace('Z', '+00:00');

const strategyKinds: readonly (readonly [
  name: string,
  type: string,
  state: string,
  needsRange: boolean,
  settings: Row,
])[] = [
  [
    'Win the buy box',
    'BUY_BOX',
    'ACTIVE',
    true,
    {
      undercut: { type: 'PERCENT', value: money(100) },
      rivals: { fulfilledOnly: true, minimumRating: 90 },
      whenAlone: 'RAISE_TO_MAX',
    },
  ],
  [
    'Match the lowest',
    'MATCH_LOWEST',
    'ACTIVE',
    true,
    {
      undercut: { type: 'AMOUNT', value: money(5) },
      rivals: { fulfilledOnly: false, minimumRating: null },
      whenAlone: 'KEEP',
    },
  ],
  [
    'Keep fifteen percent',
    'MARGIN_TARGET',
    'ACTIVE',
    false,
    { margin: { type: 'PERCENT', value: money(1_500) }, fees: { included: true, rate: 0.15 } },
  ],
  [
    'Clear old stock',
    'TIME_DECAY',
    'ACTIVE',
    true,
    {
      stages: [
        { afterDays: 30, discountPercent: money(500) },
        { afterDays: 60, discountPercent: money(1_250) },
      ],
    },
  ],
  ['Fixed price', 'MANUAL', 'ACTIVE', false, {}],
  [
    'Weekend trial',
    'MATCH_LOWEST',
    'DRAFT',
    true,
    {
      undercut: { type: 'PERCENT', value: money(250) },
      rivals: { fulfilledOnly: false, minimumRating: 80 },
      whenAlone: 'KEEP',
    },
  ],
  [
    'Rules of last year',
    'MARGIN_TARGET',
    'ARCHIVED',
    false,
    { margin: { type: 'AMOUNT', value: money(300) }, fees: { included: false, rate: 0 } },
  ],
];

const strategies = strategyKinds.map(([name, type, state, needsRange, settings]): Strategy => ({
  id: uuid(`pageable strategy ${name}`),
  name,
  type,
  state,
  needsRange,
  settings,
}));

function listings(): readonly Listing[] {
  return Array.from({ length: wares }, (_, index): Listing => {
    const name = `pageable ${index}`;
    const { title, sku, price, stock } = ware(name);
    const state =
      index % 9 === 4 ? 'ENDED' : index % 7 === 2 ? 'PAUSED' : stock === 0 ? 'OUT_OF_STOCK' : 'ACTIVE';
    const marketplace = oneOf(`${name} marketplace`, marketplaces);
    const created = pastMoment(name) + chance(`${name} milliseconds`, 1_000);
    const hasRange = chance(`${name} range`, 4) > 0;
    const possible = strategies.filter((one) => one.state === 'ACTIVE' && (hasRange || !one.needsRange));
    return {
      id: uuid(name),
      sku: `${sku}-${String(index).padStart(2, '0')}`,
      title,
      marketplace,
      state,
      condition: oneOf(`${name} condition`, ['NEW', 'NEW', 'NEW', 'REFURBISHED', 'USED_GOOD']),
      currency: marketplace === 'NORTH' ? 'GBP' : 'EUR',
      quantity: state === 'ENDED' ? 0 : stock,
      rivals: chance(`${name} rivals`, 6),
      lowest: Math.round(price * (0.9 + chance(`${name} lowest`, 20) / 100)),
      created,
      price,
      min: hasRange ? Math.round(price * 0.82) : null,
      max: hasRange ? Math.round(price * 1.35) : null,
      strategy: oneOf(`${name} strategy`, possible).id,
      version: chance(`${name} version`, 9),
      modified: created + chance(`${name} modified`, 40 * 86_400_000),
      modifiedBy: oneOf(`${name} by`, ['import', 'dashboard', 'repricer']),
    };
  });
}

type Kind = 'text' | 'flag' | 'amount' | 'moment' | readonly [type: string, values: readonly string[]];

/** A parameter as the type that a method asks for; undefined for one that is missing or empty. */
function converted(text: string | null, kind: Kind): string | number | boolean | undefined {
  if (text === null || text === '') return undefined;
  if (kind === 'text') return text;
  if (kind === 'flag') {
    if (/^(?:true|on|yes|1)$/i.test(text)) return true;
    if (/^(?:false|off|no|0)$/i.test(text)) return false;
    throw unconverted('java.lang.Boolean', `Invalid boolean value [${text}]`);
  }
  if (kind === 'amount') {
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return Math.round(Number(text) * 100);
    const wrong = /[^\d.+-]/.exec(text)?.[0] ?? text[0]!;
    throw unconverted(
      'java.math.BigDecimal',
      `Character ${wrong} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    );
  }
  if (kind === 'moment') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
      return Date.parse(text);
    }
    throw unconverted('java.time.Instant', `Parse attempt failed for value [${text}]`);
  }
  const [type, values] = kind;
  if (values.includes(text)) return text;
  throw unconverted(`shop.pricing.${type}`, `No enum constant shop.pricing.${type}.${text}`);
}

function whole(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null || text === '') return usual;
  if (/^[+-]?\d{1,9}$/.test(text)) return Number(text);
  throw unconverted('int', `For input string: "${text}"`);
}

interface Order {
  readonly property: string;
  readonly sign: 1 | -1;
}

/** What a list can be asked for. */
interface Listed<One> {
  readonly type: string;
  readonly all: readonly One[];
  readonly show: (record: One) => Row;
  readonly sorts: Readonly<Record<string, (record: One) => string | number | null>>;
  readonly usual: readonly Order[];
  readonly filters: Readonly<
    Record<string, readonly [kind: Kind, keeps: (record: One, wanted: never) => boolean]>
  >;
}

/** `sort=status,price,desc`: names, and at the end of them a direction if there is one. */
function ordersOf<One>(query: URLSearchParams, { usual, sorts, type }: Listed<One>): readonly Order[] {
  const asked = query.getAll('sort').flatMap((text): readonly Order[] => {
    const parts = text.split(',').filter((part) => part !== '');
    const direction = /^(?:asc|desc)$/i.exec(parts.at(-1) ?? '')?.[0].toLowerCase();
    const names = direction === undefined ? parts : parts.slice(0, -1);
    return names.map((property) => ({ property, sign: direction === 'desc' ? -1 : 1 }));
  });
  const strange = asked.find(({ property }) => sorts[property] === undefined);
  if (strange !== undefined) {
    throw new Refusal(400, 'error', `No property '${strange.property}' found for type '${type}'`);
  }
  return asked.length > 0 ? asked : usual;
}

function paged<One>(query: URLSearchParams, list: Listed<One>): Answered {
  const page = whole(query, 'page', 0);
  const asked = whole(query, 'size', usualSize);
  if (page < 0) throw new Refusal(400, 'error', 'Page index must not be less than zero');
  if (asked < 1) throw new Refusal(400, 'error', 'Page size must not be less than one');
  const size = Math.min(asked, largestSize);
  let found = list.all;
  for (const [name, [kind, keeps]] of Object.entries(list.filters)) {
    const wanted = query
      .getAll(name)
      .flatMap((text) => (Array.isArray(kind) ? text.split(',') : [text]))
      .map((text) => converted(text, kind))
      .filter((value) => value !== undefined);
    if (wanted.length === 0) continue;
    found = found.filter((record) => wanted.some((value) => keeps(record, value as never)));
  }
  const orders = ordersOf(query, list);
  const sorted = [...found].sort((one, other) => {
    for (const { property, sign } of orders) {
      const [first, second] = [list.sorts[property]!(one), list.sorts[property]!(other)];
      if (first === second) continue;
      if (first === null || second === null) return first === null ? 1 : -1;
      return first < second ? -sign : sign;
    }
    return 0;
  });
  const isSorted = orders.length > 0;
  const sort = { sorted: isSorted, unsorted: !isSorted, empty: !isSorted };
  const content = sorted.slice(page * size, (page + 1) * size).map(list.show);
  const totalPages = Math.ceil(sorted.length / size);
  return json(200, {
    content,
    pageable: { pageNumber: page, pageSize: size, sort, offset: page * size, paged: true, unpaged: false },
    totalElements: sorted.length,
    totalPages,
    last: page + 1 >= totalPages,
    first: page === 0,
    numberOfElements: content.length,
    size,
    number: page,
    sort,
    empty: content.length === 0,
  });
}

/** What a parser says of a text that is no JSON. */
function complaint(text: string): string {
  const token = /^\s*([A-Za-z_$][\w$]*)/.exec(text)?.[1];
  if (token !== undefined) {
    return `Unrecognized token '${token}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`;
  }
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const wrong = /[{,]\s*([^"\s}[{\d])/.exec(bare)?.[1] ?? /,\s*([}\]])/.exec(bare)?.[1];
  if (wrong !== undefined) {
    return `Unexpected character ('${wrong}' (code ${wrong.charCodeAt(0)})): was expecting double-quote to start field name`;
  }
  const kind = bare.trimStart().startsWith('[') ? 'Array' : 'Object';
  return `Unexpected end-of-input: expected close marker for ${kind} (start marker at [Source: REDACTED; line: 1, column: 1])`;
}

const tokenOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'Array value (token `JsonToken.START_ARRAY`)';
  if (typeof value === 'object') return 'Object value (token `JsonToken.START_OBJECT`)';
  if (typeof value === 'boolean')
    return `Boolean value (token \`JsonToken.VALUE_${value ? 'TRUE' : 'FALSE'}\`)`;
  if (typeof value === 'string') return `String "${value}"`;
  return Number.isInteger(value)
    ? 'Integer value (token `JsonToken.VALUE_NUMBER_INT`)'
    : 'Floating-point value (token `JsonToken.VALUE_NUMBER_FLOAT`)';
};

/** A member of a body as the type that is declared for it; a text that holds a number is taken for the number. */
function number(sent: Row, name: string, type: string): number | null | undefined {
  const value = sent[name];
  if (value === undefined || value === null) return value;
  if (typeof value === 'number') return value;
  if (value === '') return null;
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  const why =
    typeof value !== 'string'
      ? ''
      : type.endsWith('BigDecimal')
        ? ': not a valid representation'
        : `: not a valid \`${type}\` value`;
  throw unreadable(`Cannot deserialize value of type \`${type}\` from ${tokenOf(value)}${why}`);
}

function text(
  sent: Row,
  name: string,
  type: string,
  isRight: (value: string) => boolean,
  why: (value: string) => string,
): string | undefined {
  const value = sent[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && isRight(value)) return value;
  const more = typeof value === 'string' ? `: ${why(value)}` : '';
  throw unreadable(`Cannot deserialize value of type \`${type}\` from ${tokenOf(value)}${more}`);
}

const isUuid = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

function sentIn({ body, headers }: Asked, type: string): Row {
  const kind = headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(kind)) {
    throw problem(415, `Content-Type '${kind}' is not supported.`, {}, [['Accept', 'application/json']]);
  }
  if (body.trim() === '') throw problem(400, 'Required request body is missing');
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    throw unreadable(complaint(body));
  }
  if (given === null) throw problem(400, 'Required request body is missing');
  if (isObject(given)) return given;
  throw unreadable(`Cannot deserialize value of type \`shop.pricing.${type}\` from ${tokenOf(given)}`);
}

/** The constraints of an amount that its member does not keep. */
function brokenAmount(field: string, value: number): readonly Broken[] {
  const of = { field, type: 'java.math.BigDecimal', rejected: value };
  const decimals = /\.(\d+)$/.exec(String(value))?.[1] ?? '';
  return [
    ...(value * 100 < lowest
      ? [{ ...of, code: 'DecimalMin', message: 'must be greater than or equal to 0.01' }]
      : []),
    ...(value * 100 > highest
      ? [{ ...of, code: 'DecimalMax', message: 'must be less than or equal to 99999.99' }]
      : []),
    ...(decimals.length > 2
      ? [{ ...of, code: 'Digits', message: 'numeric value out of bounds (<7 digits>.<2 digits> expected)' }]
      : []),
  ];
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const runs: ReportRun[] = Array.from({ length: 12 }, (_, index): ReportRun => {
    const name = `pageable run ${index}`;
    const ended = opened - (13 - index) * 43_200_000 - chance(name, 20_000_000);
    return {
      id: 2_041 + index,
      type: index < 11 ? oneOf(name, Object.keys(reportTypes)) : 'COMPETITION',
      parameters: {
        from: zulu(ended - 7 * 86_400_000).slice(0, 10),
        to: zulu(ended).slice(0, 10),
        marketplace: oneOf(`${name} marketplace`, [...marketplaces, null]),
      },
      created: index < 11 ? ended : opened - 20_000,
      fails: index === 4 || index === 8,
    };
  });

  const strategyOf = (id: string) => strategies.find((one) => one.id === id)!;

  const listed = (listing: Listing): Row => ({
    id: listing.id,
    sku: listing.sku,
    title: listing.title,
    marketplace: listing.marketplace,
    status: listing.state,
    condition: listing.condition,
    price: money(listing.price),
    minPrice: money(listing.min),
    maxPrice: money(listing.max),
    currency: listing.currency,
    quantity: listing.quantity,
    strategyId: listing.strategy,
    version: listing.version,
    createdDate: zulu(listing.created),
    lastModifiedDate: zulu(listing.modified),
  });

  /** A listing alone tells more than one in a list. */
  function detailed(listing: Listing): Row {
    const { id, name, type } = strategyOf(listing.strategy);
    const low = listing.lowest;
    return {
      ...listed(listing),
      strategy: { id, name, type },
      competition: {
        offerCount: listing.rivals,
        lowestPrice: listing.rivals === 0 ? null : money(low),
        buyBoxOwned: listing.rivals === 0 || listing.price <= low,
        checkedDate: zulu(listing.created + 86_400_000),
      },
      createdBy: 'import',
      lastModifiedBy: listing.modifiedBy,
    };
  }

  function strategyShown(strategy: Strategy): Row {
    const created = pastMoment(`pageable ${strategy.name}`) + 417;
    return {
      id: strategy.id,
      name: strategy.name,
      type: strategy.type,
      status: strategy.state,
      requiresPriceRange: strategy.needsRange,
      settings: strategy.settings,
      assignedListings: all.filter((listing) => listing.strategy === strategy.id).length,
      version: chance(strategy.name, 6),
      createdDate: zulu(created),
      lastModifiedDate: zulu(created + chance(`${strategy.name} modified`, 900_000) * 1_000),
    };
  }

  /** Where a run has come to: it waits for two seconds, and then takes its steps one after the other. */
  function runShown({ id, type, parameters, created, fails }: ReportRun): Row {
    const length = reportTypes[type]! * 1_000;
    const now = run.now();
    const started = created + 2_000;
    const ends = [0.3, 0.8, 1].map((share) => started + length * share);
    const names = ['readListings', 'collectFigures', 'writeFile'].slice(0, fails ? 2 : 3);
    const stepExecutions = names.flatMap((stepName, index) => {
      const [from, to] = [index === 0 ? started : ends[index - 1]!, ends[index]!];
      if (now < from) return [];
      const isOver = now >= to;
      const isFailed = isOver && fails && index === 1;
      // Written in chunks of ten; a step that fails does so half-way.
      const share = isFailed ? 0.5 : (now - from) / (to - from);
      const done = isOver && !isFailed ? wares : Math.floor((wares * share) / 10) * 10;
      return [
        {
          stepName,
          executionStatus: isFailed ? 'FAILED' : isOver ? 'COMPLETED' : 'STARTED',
          readCount: done,
          writeCount: done,
          skipCount: 0,
          startTime: offset(from),
          endTime: isOver ? offset(to) : null,
        },
      ];
    });
    const end = ends[names.length - 1]!;
    const status = now < started ? 'STARTING' : now < end ? 'STARTED' : fails ? 'FAILED' : 'COMPLETED';
    const isOver = now >= end;
    return {
      id,
      reportType: type,
      executionStatus: status,
      exitCode: isOver ? status : 'UNKNOWN',
      exitDescription: status === 'FAILED' ? 'Connection to the price archive timed out' : '',
      parameters,
      createTime: offset(created),
      startTime: now < started ? null : offset(started),
      endTime: isOver ? offset(end) : null,
      stepExecutions,
      downloadUrl: status === 'COMPLETED' ? `${run.origin}/v1/reports/${id}/file` : null,
    };
  }

  const listingList: Listed<Listing> = {
    type: 'Listing',
    all,
    show: listed,
    usual: [{ property: 'sku', sign: 1 }],
    sorts: {
      sku: ({ sku }) => sku,
      title: ({ title }) => title,
      price: ({ price }) => price,
      minPrice: ({ min }) => min,
      maxPrice: ({ max }) => max,
      quantity: ({ quantity }) => quantity,
      status: ({ state }) => state,
      marketplace: ({ marketplace }) => marketplace,
      createdDate: ({ created }) => created,
      lastModifiedDate: ({ modified }) => modified,
    },
    filters: {
      status: [['ListingStatus', listingStates], ({ state }, wanted: string) => state === wanted],
      marketplace: [['Marketplace', marketplaces], (one, wanted: string) => one.marketplace === wanted],
      strategyId: ['text', ({ strategy }, wanted: string) => strategy === wanted],
      title: ['text', ({ title }, wanted: string) => title.toLowerCase().includes(wanted.toLowerCase())],
      priceFrom: ['amount', ({ price }, wanted: number) => price >= wanted],
      priceTo: ['amount', ({ price }, wanted: number) => price <= wanted],
      hasPriceRange: ['flag', ({ min, max }, wanted: boolean) => (min !== null && max !== null) === wanted],
      modifiedSince: ['moment', ({ modified }, wanted: number) => modified >= wanted],
    },
  };
  const strategyList: Listed<Strategy> = {
    type: 'Strategy',
    all: strategies,
    show: strategyShown,
    usual: [],
    sorts: { name: ({ name }) => name, type: ({ type }) => type, status: ({ state }) => state },
    filters: {
      type: [['StrategyType', strategyTypes], ({ type }, wanted: string) => type === wanted],
      status: [['StrategyStatus', strategyStates], ({ state }, wanted: string) => state === wanted],
    },
  };
  const runList = (): Listed<ReportRun> => ({
    type: 'ReportRun',
    all: runs,
    show: runShown,
    usual: [{ property: 'createTime', sign: -1 }],
    sorts: { id: ({ id }) => id, reportType: ({ type }) => type, createTime: ({ created }) => created },
    filters: {
      reportType: [['ReportType', Object.keys(reportTypes)], ({ type }, wanted: string) => type === wanted],
      executionStatus: [
        ['ExecutionStatus', executionStates],
        (one, wanted: string) => runShown(one).executionStatus === wanted,
      ],
    },
  });

  function find(id: string): Listing {
    if (!isUuid(id)) throw unconverted('java.util.UUID', `Invalid UUID string: ${id}`);
    const found = all.find((listing) => listing.id === id.toLowerCase());
    if (found !== undefined) return found;
    throw problem(404, `Listing ${id} was not found`);
  }

  /** Refuses the change of a listing that has ended, or that another has changed in the meantime. */
  function guard({ id, state, version }: Listing, sent: number | null | undefined): void {
    if (sent !== undefined && sent !== null && sent !== version) {
      const detail = `Listing ${id} was changed in the meantime: expected version ${sent}, but it has version ${version}`;
      throw problem(409, detail, { currentVersion: version });
    }
    if (state === 'ENDED') {
      throw problem(409, `Listing ${id} has status ENDED and can no longer be changed`);
    }
  }

  /** Nothing is written, and the version stays, if a change leaves everything as it was. */
  function write(
    listing: Listing,
    change: Partial<Pick<Listing, 'min' | 'max' | 'price' | 'strategy'>>,
  ): Answered {
    const isChange = Object.entries(change).some(([name, value]) => listing[name as 'min'] !== value);
    if (isChange) {
      const version = listing.version + 1;
      Object.assign(listing, change, { version, modified: run.now(), modifiedBy: 'api' });
    }
    return json(200, detailed(listing));
  }

  function priced(request: Asked, listing: Listing): Answered {
    const object = 'priceUpdate';
    const sent = sentIn(request, 'PriceUpdate');
    const min = number(sent, 'minPrice', 'java.math.BigDecimal');
    const max = number(sent, 'maxPrice', 'java.math.BigDecimal');
    const version = number(sent, 'version', 'java.lang.Long');
    if (min === undefined && max === undefined) {
      const message = 'minPrice or maxPrice must be present';
      throw invalid(object, [{ code: 'AnyPresent', message }]);
    }
    const broken: readonly Broken[] = [
      ...(min === null
        ? [{ code: 'NotNull', field: 'minPrice', type: 'java.math.BigDecimal', message: 'must not be null' }]
        : min === undefined
          ? []
          : brokenAmount('minPrice', min)),
      ...(typeof max === 'number' ? brokenAmount('maxPrice', max) : []),
    ];
    if (broken.length > 0) throw invalid(object, broken);
    guard(listing, version);
    const lower = typeof min === 'number' ? Math.round(min * 100) : listing.min;
    const upper = max === undefined ? listing.max : max === null ? null : Math.round(max * 100);
    if (lower !== null && upper !== null && lower > upper) {
      const field = min === undefined ? 'maxPrice' : 'minPrice';
      const message =
        field === 'minPrice' ? 'must not be greater than maxPrice' : 'must not be less than minPrice';
      const rejected = field === 'minPrice' ? min : max;
      throw invalid(object, [{ code: 'PriceRange', field, type: 'java.math.BigDecimal', rejected, message }]);
    }
    const { name, needsRange } = strategyOf(listing.strategy);
    if (needsRange && (lower === null || upper === null)) {
      throw problem(422, `Strategy '${name}' requires minPrice and maxPrice on each of its listings`);
    }
    const price = Math.min(Math.max(listing.price, lower ?? lowest), upper ?? highest);
    return write(listing, { min: lower, max: upper, price });
  }

  function assigned(request: Asked, listing: Listing): Answered {
    const sent = sentIn(request, 'StrategyAssignment');
    const type = 'java.util.UUID';
    const why = () => 'UUID has to be represented by standard 36-char representation';
    const id = text(sent, 'strategyId', type, isUuid, why);
    const version = number(sent, 'version', 'java.lang.Long');
    if (id === undefined) {
      const broken = { code: 'NotNull', field: 'strategyId', type, message: 'must not be null' };
      throw invalid('strategyAssignment', [broken]);
    }
    guard(listing, version);
    const strategy = strategies.find((one) => one.id === id.toLowerCase());
    if (strategy === undefined) throw problem(404, `Strategy ${id} was not found`);
    if (strategy.state !== 'ACTIVE') {
      throw problem(422, `Strategy '${strategy.name}' has status ${strategy.state} and cannot be assigned`);
    }
    if (strategy.needsRange && (listing.min === null || listing.max === null)) {
      throw problem(
        422,
        `Strategy '${strategy.name}' requires minPrice and maxPrice on each of its listings`,
      );
    }
    return write(listing, { strategy: strategy.id });
  }

  function answer(request: Asked, { pathname, searchParams }: URL): Answered {
    const [, version, name = '', id, part, ...more] = pathname.split('/').map(decodeURIComponent);
    const routes: Readonly<Record<string, Readonly<Record<string, () => Answered>>>> = {
      listings: { GET: () => paged(searchParams, listingList) },
      strategies: { GET: () => paged(searchParams, strategyList) },
      reports: { GET: () => paged(searchParams, runList()) },
      'listings/*': { GET: () => json(200, detailed(find(id!))) },
      'listings/*/price': { PATCH: () => priced(request, find(id!)) },
      'listings/*/strategy': { PATCH: () => assigned(request, find(id!)) },
    };
    const pattern = [name, ...(id === undefined ? [] : ['*']), ...(part === undefined ? [] : [part])].join(
      '/',
    );
    const methods = version === 'v1' && more.length === 0 ? routes[pattern] : undefined;
    if (methods === undefined) throw problem(404, `No endpoint ${request.method} ${pathname}.`);
    const handle = methods[request.method];
    if (handle !== undefined) return handle();
    throw problem(405, `Method '${request.method}' is not supported.`, {}, [
      ['Allow', Object.keys(methods).join(', ')],
    ]);
  }

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === key) return;
    const [message, challenge] =
      sent === undefined
        ? ['Full authentication is required to access this resource', 'ApiKey realm="pricing"']
        : ['Bad credentials', 'ApiKey realm="pricing", error="invalid_key"'];
    throw new Refusal(401, 'error', message, {}, [['WWW-Authenticate', challenge]]);
  }

  let tokens = bucketSize;
  let filled = opened;
  let count = 0;

  /** Takes a token out of the bucket, which fills up evenly. */
  function takeToken(): void {
    const now = run.now();
    tokens = Math.min(bucketSize, tokens + ((now - filled) * tokensPerSecond) / 1_000);
    filled = now;
    if (tokens < 1) {
      const wait = Math.ceil((1 - tokens) / tokensPerSecond);
      throw new Refusal(429, 'error', 'You have exhausted your API request quota', {}, [
        ['X-Rate-Limit-Retry-After-Seconds', String(wait)],
      ]);
    }
    tokens -= 1;
  }

  function refused({ status, form, message, more, headers }: Refusal, path: string): Answered {
    const reason = reasons[status];
    if (form === 'error') {
      const timestamp = offset(run.now());
      return json(status, { timestamp, status, error: reason, message, ...more, path }, headers);
    }
    const body = { type: 'about:blank', title: reason, status, detail: message, instance: path, ...more };
    return json(status, body, headers, 'application/problem+json');
  }

  return function pageableContent(request) {
    count += 1;
    const url = new URL(request.target, run.origin);
    const own: Headers = [
      ['Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate'],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-Correlation-Id', uuid(`pageable request ${run.run} ${count}`)],
    ];
    let limits: Headers = [];
    let given: Answered;
    try {
      authenticate(request);
      try {
        takeToken();
      } finally {
        limits = [['X-Rate-Limit-Remaining', String(Math.floor(tokens))]];
      }
      given = answer(request, url);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      given = refused(error, url.pathname);
    }
    return { ...given, headers: [...given.headers, ...limits, ...own], body: plainMoney(given.body) };
  };
}

/** Asks for one page after the other until one says that it is the last. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path = '', query = ''] = target.split('?');
  const parameters = new URLSearchParams(query);
  const rows: Row[] = [];
  for (;;) {
    const asked = parameters.size === 0 ? path : `${path}?${parameters.toString().replaceAll('%2C', ',')}`;
    const page: Received = await api.ask('GET', asked);
    rows.push(...rowsAt(page, 'content'));
    if (at(page, 'last') !== false) return rows;
    parameters.set('page', String(Number(at(page, 'number')) + 1));
  }
}

const pathOf = (id: unknown) => `/v1/listings/${String(id)}`;
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', pathOf(id));
const list = (api: Api, query: string): Promise<Received> => api.ask('GET', `/v1/listings?${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `${pathOf(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `${pathOf(id)}/strategy`, { json: body });
/** The ids of listings, by what a program has to know of them before it writes. */
function sorted(rows: readonly Row[], chosen: readonly Row[]) {
  const needing = chosen.filter((row) => row.requiresPriceRange === true).map(({ id }) => id);
  const idsOf = (found: readonly Row[]) => found.map(({ id }) => id);
  const open = rows.filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED');
  const within = open.filter(({ minPrice, maxPrice }) => minPrice !== null && maxPrice !== null);
  return {
    ids: idsOf(rows),
    ended: idsOf(rows.filter(({ status }) => status === 'ENDED')),
    /** Open ones with both bounds, and open ones with none. */
    within: idsOf(within),
    needing: idsOf(within.filter(({ strategyId }) => needing.includes(strategyId))),
    without: idsOf(open.filter(({ minPrice }) => minPrice === null)),
  };
}

const idOf = (chosen: readonly Row[], type: string, status = 'ACTIVE'): unknown =>
  chosen.find((row) => row.type === type && row.status === status)?.id;

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const chosen = await walk(api, '/v1/strategies');
  const { ids, ended, within, needing, without } = sorted(rows, chosen);
  const [manual, lowestOf, margin] = ['MANUAL', 'MATCH_LOWEST', 'MARGIN_TARGET'].map((type) =>
    idOf(chosen, type),
  );
  await api.ask('GET', '/v1/strategies?status=ACTIVE&sort=name,asc');
  await walk(api, '/v1/strategies?size=4');
  await walk(api, '/v1/reports?size=5');
  await walk(api, '/v1/listings?size=30');
  await list(api, 'page=1&size=10');
  await walk(api, '/v1/listings?status=PAUSED');
  await list(api, 'status=ENDED&size=4');
  await walk(api, '/v1/listings?marketplace=NORTH');
  await list(api, 'priceFrom=40&priceTo=90.50');
  await list(api, 'priceTo=25&sort=price,asc');
  await list(api, 'sort=price,desc&size=12');
  await list(api, 'sort=title&size=8');
  await list(api, 'sort=status,asc&sort=quantity,desc&size=15');
  await list(api, 'hasPriceRange=false');
  await list(api, `strategyId=${String(manual)}&size=40`);
  await list(api, 'title=lamp');
  for (const index of [0, 3, 11, 24, 40, 56]) await read(api, ids[index]);

  const first = await price(api, within[0], { minPrice: 12.5, maxPrice: 340 });
  await read(api, within[0]);
  await price(api, within[0], { minPrice: 14, maxPrice: 320.25, version: at(first, 'version') });
  await price(api, within[0], { minPrice: 15, maxPrice: 300, version: at(first, 'version') });
  await read(api, within[0]);
  const next = await price(api, within[2], { minPrice: 210, maxPrice: 260.75 });
  await price(api, within[2], { minPrice: 210, maxPrice: 260.75, version: at(next, 'version') });
  await price(api, within[4], { minPrice: 2, maxPrice: 9.99 });
  await read(api, within[4]);
  await price(api, within[5], { minPrice: '1.50' });
  await price(api, within[6], { maxPrice: 880 });
  await assign(api, without[0], { strategyId: lowestOf });
  await price(api, without[0], { minPrice: 20, maxPrice: 150 });
  await assign(api, without[0], { strategyId: lowestOf });
  await read(api, without[0]);
  const given = await assign(api, within[7], { strategyId: manual });
  await assign(api, within[7], { strategyId: margin, version: at(given, 'version') });
  await assign(api, within[7], { strategyId: manual, version: at(given, 'version') });
  await price(api, within[7], { maxPrice: null });
  await read(api, within[7]);
  await list(api, 'sort=lastModifiedDate,desc&size=6');
  await api.ask('GET', '/v1/strategies?type=MATCH_LOWEST');

  const one = within[9];
  await price(api, one, { minPrice: 50, maxPrice: 40 });
  await price(api, one, { maxPrice: 0.02 });
  await price(api, one, { minPrice: 0, maxPrice: 400 });
  await price(api, one, { minPrice: -5, maxPrice: -1.5 });
  await price(api, one, { minPrice: 5.125, maxPrice: 400 });
  await price(api, one, { minPrice: 5, maxPrice: 250_000 });
  await price(api, one, { minPrice: null, maxPrice: 400 });
  await price(api, one, {});
  await price(api, one, { minPrice: 'cheap', maxPrice: 400 });
  await price(api, one, { minPrice: 5, maxPrice: true });
  await price(api, one, [5, 400]);
  await price(api, needing[3], { maxPrice: null });
  await price(api, ended[0], { minPrice: 5, maxPrice: 400 });
  await price(api, uuid('pageable nobody 1'), { minPrice: 5, maxPrice: 400 });
  await api.ask('PATCH', `${pathOf(one)}/price`, { text: '{"minPrice": 5, "maxPrice": ' });
  await api.ask('PATCH', `${pathOf(one)}/price`, {
    text: 'minPrice=5',
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, one, { strategyId: uuid('pageable nothing 1') });
  await assign(api, one, { strategyId: 'CHEAPEST' });
  await assign(api, one, { strategyId: 7 });
  await assign(api, one, {});
  await assign(api, one, { strategyId: idOf(chosen, 'MATCH_LOWEST', 'DRAFT') });
  await assign(api, ended[1], { strategyId: manual });
  await read(api, uuid('pageable nobody 2'));
  await read(api, 'kettle');
  for (const query of [
    'page=9',
    'size=500',
    'size=0',
    'page=-1',
    'page=two',
    'status=GONE',
    'priceFrom=cheap',
    'hasPriceRange=perhaps',
    'sort=colour,asc',
    'colour=red&size=3',
  ]) {
    await list(api, query);
  }
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', pathOf(one));
  await list(api, 'size=3');
  await api.ask('GET', '/v1/listings?size=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?size=2', { headers: { 'X-API-KEY': 'pk-wrong' } });

  api.wait(5_000);
  await api.ask('GET', '/v1/reports?executionStatus=STARTED');
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?executionStatus=FAILED');
  await api.ask('GET', '/v1/reports?reportType=STOCK_VALUE&size=4');
  let last: Received | undefined;
  for (let sent = 0; sent < 9; sent += 1) {
    last = await api.ask('GET', '/v1/strategies?size=1', { atOnce: true });
  }
  api.wait(1_000 * Number(header(last!, 'x-rate-limit-retry-after-seconds') ?? 1));
  await api.ask('GET', '/v1/strategies?size=1');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?size=25');
  const chosen = await walk(api, '/v1/strategies?size=6');
  const { ids, ended, within, needing, without } = sorted(rows, chosen);
  const [boxOf, margin] = ['BUY_BOX', 'MARGIN_TARGET'].map((type) => idOf(chosen, type));
  await api.ask('GET', '/v1/strategies?status=ARCHIVED');
  await walk(api, '/v1/reports?size=9');
  await list(api, 'page=2&size=15');
  await list(api, 'status=PAUSED&size=5');
  await list(api, 'marketplace=SOUTH&size=35');
  await list(api, 'priceFrom=55&priceTo=120');
  await list(api, 'sort=price,asc&size=9');
  await list(api, 'sort=quantity,desc&size=11');
  await list(api, `strategyId=${String(margin)}`);
  await list(api, 'title=rucksack&size=10');
  for (const index of [2, 9, 31, 50]) await read(api, ids[index]);

  const first = await price(api, within[1], { minPrice: 17.25, maxPrice: 290 });
  await read(api, within[1]);
  await price(api, within[1], { minPrice: 18, maxPrice: 280.5, version: at(first, 'version') });
  await price(api, within[1], { minPrice: 19, maxPrice: 270, version: at(first, 'version') });
  await price(api, within[3], { minPrice: 230, maxPrice: 275.4 });
  await read(api, within[3]);
  await price(api, within[8], { minPrice: 1.1 });
  await price(api, within[10], { maxPrice: 910 });
  await assign(api, without[1], { strategyId: boxOf });
  await price(api, without[1], { minPrice: 30, maxPrice: 140 });
  await assign(api, without[1], { strategyId: boxOf });
  await assign(api, within[11], { strategyId: margin });
  await read(api, within[11]);
  await list(api, 'sort=lastModifiedDate,desc&size=4');

  const one = within[12];
  await price(api, one, { minPrice: 71, maxPrice: 70.5 });
  await price(api, one, { minPrice: 0, maxPrice: 510 });
  await price(api, one, { minPrice: -3, maxPrice: -2 });
  await price(api, one, { minPrice: 6, maxPrice: 510.999 });
  await price(api, one, { minPrice: null });
  await price(api, one, { minPrice: 'low', maxPrice: 510 });
  await price(api, one, { minPrice: 6, maxPrice: false });
  await price(api, one, { minPrice: 6, version: 'newest' });
  await price(api, needing[4], { maxPrice: null });
  await price(api, ended[2], { minPrice: 6, maxPrice: 510 });
  await price(api, uuid('pageable nobody 11'), { minPrice: 6, maxPrice: 510 });
  await api.ask('PATCH', `${pathOf(one)}/price`, { text: '{"minPrice": 6, "maxPrice"' });
  await assign(api, one, { strategyId: uuid('pageable nothing 11') });
  await assign(api, one, { strategyId: 'FASTEST' });
  await assign(api, one, { strategyId: null });
  await assign(api, one, { strategyId: idOf(chosen, 'MARGIN_TARGET', 'ARCHIVED') });
  await read(api, uuid('pageable nobody 12'));
  await read(api, 'teapot-4');
  for (const query of [
    'page=12',
    'size=900',
    'size=-4',
    'page=last',
    'status=SOLD',
    'priceTo=dear',
    'sort=weight,desc',
    'shape=round&size=7',
  ]) {
    await list(api, query);
  }
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/listings?size=6', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?executionStatus=COMPLETED&size=3');
}

export const pageableContent: WalkedService = {
  name: 'pageable-content',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['size=3', 'size=7', 'size=50'],
  walk,
};
