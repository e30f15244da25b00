// In the style of linked data with a hypermedia vocabulary: records with a context, an IRI and a type, relations as IRIs,
// collections that tell their total, the view of a page with its links, and a template of what can be searched for; money
// as whole cents; merge patches only, null taking a bound away; several violations of one request at once, each with the
// id of its rule; members without a value left out; and report runs with the file that they wrote.
import type { Answered, Api, Asked, ForeignService, Received, Run } from './contract.ts';
import { hex, json, jsonOf, listAt, member, productName, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';

const key = 'shop_5d0c27e1b94f4a7f8e36';
const mergePatch = 'application/merge-patch+json';
const linkedData = 'application/ld+json';
const perSecond = 6;
const usualSize = 20;
const largestSize = 30;
const highestPrice = 5_000_000;

type Row = Readonly<Record<string, unknown>>;

interface Listing {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly status: string;
  readonly product: number;
  readonly brand: string;
  readonly channel: string;
  readonly currency: string;
  readonly onHand: number;
  readonly onHold: number;
  readonly created: number;
  price: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

interface Strategy {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly status: 'active' | 'draft' | 'retired';
  readonly steps: readonly (readonly [type: string, amount: number, unit: string])[];
  readonly description?: string;
}

interface ReportRun {
  readonly id: number;
  readonly type: string;
  readonly format: string;
  readonly created: number;
  readonly takes: number;
  readonly rows: number;
  readonly content: string;
  readonly problem?: string;
}

interface Violation {
  readonly propertyPath: string;
  readonly message: string;
  readonly code: string;
}

const strategies: readonly Strategy[] = [
  { id: 4, code: 'match_lowest', name: 'Match the lowest', status: 'active', steps: [['match', 0, 'cent']] },
  {
    id: 7,
    code: 'undercut',
    name: 'Undercut by a little',
    status: 'active',
    steps: [
      ['undercut', 5, 'cent'],
      ['pause_below_stock', 3, 'piece'],
    ],
    description: 'Stays five cents below the lowest offer while there is enough stock.',
  },
  {
    id: 12,
    code: 'keep_margin',
    name: 'Keep the margin',
    status: 'active',
    steps: [['margin', 18, 'percent']],
  },
  { id: 15, code: 'spring', name: 'Spring trial', status: 'draft', steps: [] },
  {
    id: 18,
    code: 'clear_stock',
    name: 'Clear the stock',
    status: 'active',
    steps: [['lower_weekly', 2, 'percent']],
    description: 'For goods that should not see another winter.',
  },
  {
    id: 23,
    code: 'rules_2024',
    name: 'Rules of 2024',
    status: 'retired',
    steps: [['undercut', 1, 'percent']],
  },
  { id: 26, code: 'weekend', name: 'Weekend', status: 'active', steps: [['raise_weekend', 4, 'percent']] },
];

const brands = ['Fjellby', 'Aldermill', 'Tessaly', 'Oakhurst', 'Pellegra'];
const reportTypes = ['price_bounds', 'stock_levels', 'strategy_assignments'];
const formats = ['csv', 'json'];

function listings(): readonly Listing[] {
  const assigned = [4, 7, 12, 18];
  return Array.from({ length: 47 }, (_, at): Listing => {
    const price = 495 + ((at * 7_919) % 28_000);
    const isOpen = at % 8 === 5;
    const isHalfOpen = at % 8 === 6;
    const created = Date.UTC(2025, 8, 3 + at * 3, (at * 7) % 24, (at * 23) % 60, (at * 41) % 60);
    return {
      id: uuid(`linked listing ${at}`),
      sku: `${'KLRTDBNSW'[at % 9]!}${'FQNPHWA'[at % 7]!}-${String(2_000 + at * 173)}`,
      title: productName(at * 5 + 2),
      status: at % 11 === 4 ? 'archived' : at % 7 === 2 ? 'paused' : 'active',
      product: 310 + at * 2,
      brand: brands[(at * 3) % brands.length]!,
      channel: at % 3 === 1 ? 'web_south' : 'web_north',
      currency: at % 3 === 1 ? 'CHF' : 'EUR',
      onHand: (at * 31) % 140,
      onHold: at % 4,
      created,
      price,
      min: isOpen ? null : Math.round(price * 0.85),
      max: isOpen || isHalfOpen ? null : Math.round(price * 1.3),
      strategy: at % 4 === 3 || isOpen || isHalfOpen ? null : assigned[(at + Math.floor(at / 8)) % 4]!,
      updated: created + (5 + (at % 13)) * 86_400_000 + at * 61_000,
    };
  });
}

const time = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}+00:00`;

class Refusal extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly violations: readonly Violation[];

  constructor(
    status: number,
    description: string,
    headers: Headers = [],
    violations: readonly Violation[] = [],
  ) {
    super(description);
    this.status = status;
    this.headers = headers;
    this.violations = violations;
  }
}

const invalid = (violations: readonly Violation[]) =>
  new Refusal(
    422,
    violations.map(({ propertyPath, message }) => `${propertyPath}: ${message}`).join('\n'),
    [],
    violations,
  );

const rules = {
  notNull: 'ad32d13f-c3d4-423b-909a-857b961eb720',
  notBlank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  tooLow: '778b7ae0-84d3-481a-9dec-35fdb64b1d78',
  tooHigh: '30fbb013-d015-4232-8b3b-8f3be97a7e14',
  noChoice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
  notActive: '5a1c7c1e-60d2-4a5d-9b0f-2f7c0e8d9b34',
};

interface Filter {
  readonly kind: 'exact' | 'part' | 'range' | 'exists' | 'date' | 'strategy' | 'order';
  readonly property: string;
}

/** A text or a number of a record; undefined of what it does not have. */
function valueOf(row: Row, property: string): string | number | undefined {
  const value = member(row, ...property.split('.'));
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

const edges = ['between', 'gt', 'gte', 'lt', 'lte'];
const dates = ['before', 'strictly_before', 'after', 'strictly_after'];

/** The parameters that belong to a filter. */
function variablesOf({ kind, property }: Filter): readonly string[] {
  switch (kind) {
    case 'exact':
    case 'strategy':
      return [property, `${property}[]`];
    case 'part':
      return [property];
    case 'range':
      return edges.map((edge) => `${property}[${edge}]`);
    case 'date':
      return dates.map((edge) => `${property}[${edge}]`);
    default:
      return [`${kind}[${property}]`];
  }
}

function isWithin(edge: string, value: number, bound: string, isDate: boolean): boolean {
  if (edge === 'between') {
    const [, low, high] = /^(\d+)\.\.(\d+)$/.exec(bound) ?? [];
    return low === undefined || (value >= Number(low) && value <= Number(high));
  }
  const limit = isDate ? Date.parse(bound) : bound.trim() === '' ? NaN : Number(bound);
  // A bound that is no number, or no time, is passed over.
  if (Number.isNaN(limit)) return true;
  if (edge === 'gt' || edge === 'strictly_after') return value > limit;
  if (edge === 'gte' || edge === 'after') return value >= limit;
  return edge === 'lt' || edge === 'strictly_before' ? value < limit : value <= limit;
}

function isFound(row: Row, filter: Filter, query: URLSearchParams): boolean {
  const { kind, property } = filter;
  const value = valueOf(row, property);
  switch (kind) {
    case 'exact':
    case 'strategy': {
      const wanted = variablesOf(filter).flatMap((name) => query.getAll(name));
      const full = wanted.map((one) =>
        kind === 'strategy' && /^\d+$/.test(one) ? `/v1/strategies/${one}` : one,
      );
      return full.length === 0 || (value !== undefined && full.includes(String(value)));
    }
    case 'part': {
      const part = query.get(property);
      return part === null || String(value).toLowerCase().includes(part.toLowerCase());
    }
    case 'range':
    case 'date':
      return (kind === 'range' ? edges : dates).every((edge) => {
        const bound = query.get(`${property}[${edge}]`);
        const number = kind === 'range' ? Number(value) : Date.parse(String(value));
        return bound === null || (value !== undefined && isWithin(edge, number, bound, kind === 'date'));
      });
    case 'exists': {
      const wanted = query.get(`exists[${property}]`);
      if (wanted === 'true' || wanted === '1' || wanted === '') return value !== undefined;
      return (wanted !== 'false' && wanted !== '0') || value === undefined;
    }
    default:
      return true;
  }
}

/** What has no value comes before all that has one. */
function compared(one?: string | number, other?: string | number): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

interface Collection {
  readonly type: string;
  readonly path: string;
  readonly filters: readonly Filter[];
}

const listingCollection: Collection = {
  type: 'Listing',
  path: '/v1/listings',
  filters: [
    { kind: 'order', property: 'price' },
    { kind: 'order', property: 'title' },
    { kind: 'order', property: 'updatedAt' },
    { kind: 'exact', property: 'status' },
    { kind: 'exact', property: 'sku' },
    { kind: 'exact', property: 'product.brand' },
    { kind: 'strategy', property: 'strategy' },
    { kind: 'part', property: 'title' },
    { kind: 'range', property: 'price' },
    { kind: 'exists', property: 'strategy' },
    { kind: 'exists', property: 'maxPrice' },
    { kind: 'date', property: 'updatedAt' },
  ],
};
const strategyCollection: Collection = {
  type: 'Strategy',
  path: '/v1/strategies',
  filters: [
    { kind: 'order', property: 'name' },
    { kind: 'exact', property: 'status' },
  ],
};
const runCollection: Collection = {
  type: 'ReportRun',
  path: '/v1/reports',
  filters: [
    { kind: 'exact', property: 'status' },
    { kind: 'exact', property: 'type' },
    { kind: 'date', property: 'createdAt' },
  ],
};

const searchOf = ({ path, filters }: Collection): Row => {
  const variables = filters.flatMap((filter) =>
    variablesOf(filter).map((variable) => ({ variable, property: filter.property })),
  );
  return {
    '@type': 'hydra:IriTemplate',
    'hydra:template': `${path}{?${variables.map(({ variable }) => variable).join(',')}}`,
    'hydra:variableRepresentation': 'BasicRepresentation',
    'hydra:mapping': variables.map(({ variable, property }) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property,
      required: false,
    })),
  };
};

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The view of a page; a collection that is shown whole and was not searched has none. */
function viewOf(path: string, query: URLSearchParams, page: number, last: number): Row | undefined {
  const others = [...query].filter(([name]) => name !== 'page');
  if (others.length === 0 && last === 1) return undefined;
  const to = (number?: number) => {
    const all = number === undefined ? others : [...others, ['page', String(number)] as const];
    return `${path}?${all.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')}`;
  };
  const type = 'hydra:PartialCollectionView';
  if (last === 1) return { '@id': to(), '@type': type };
  return {
    '@id': to(page),
    '@type': type,
    'hydra:first': to(1),
    'hydra:last': to(last),
    ...(page > 1 && { 'hydra:previous': to(page - 1) }),
    ...(page < last && { 'hydra:next': to(page + 1) }),
  };
}

const strategyShown = ({ id, code, name, status, steps, description }: Strategy): Row => ({
  '@id': `/v1/strategies/${id}`,
  '@type': 'Strategy',
  id,
  code,
  name,
  ...(description !== undefined && { description }),
  status,
  steps: steps.map(([type, amount, unit]) => ({ '@type': 'StrategyStep', type, amount, unit })),
  createdAt: time(Date.UTC(2024, 10, id, 9, id, id * 2)),
});

const listingShown = (one: Listing): Row => ({
  '@id': `/v1/listings/${one.id}`,
  '@type': 'Listing',
  id: one.id,
  sku: one.sku,
  title: one.title,
  status: one.status,
  product: {
    '@id': `/v1/products/${one.product}`,
    '@type': 'Product',
    brand: one.brand,
    gtin: String(4_006_380_000_000 + one.product * 7_127),
  },
  channel: `/v1/channels/${one.channel}`,
  currencyCode: one.currency,
  price: one.price,
  ...(one.min !== null && { minPrice: one.min }),
  ...(one.max !== null && { maxPrice: one.max }),
  ...(one.strategy !== null && { strategy: `/v1/strategies/${one.strategy}` }),
  stock: { '@type': 'Stock', onHand: one.onHand, onHold: one.onHold, available: one.onHand > one.onHold },
  createdAt: time(one.created),
  updatedAt: time(one.updated),
});

/** What the type of a sent value is called. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'array';
}

type AttributeType = 'int or null' | 'IRI or null' | 'string';

/** The members of a request's body that it may have, each of its type. */
function documentOf(
  request: Asked,
  accepted: readonly string[],
  attributes: ReadonlyMap<string, AttributeType>,
): Row {
  const sentType = request.headers['content-type'];
  if (sentType === undefined) throw new Refusal(415, 'The "Content-Type" header must exist.');
  if (!accepted.includes(sentType.split(';')[0]!.trim())) {
    const supported = accepted.map((type) => `"${type}"`).join(', ');
    throw new Refusal(
      415,
      `The content-type "${sentType}" is not supported. Supported MIME types are ${supported}.`,
    );
  }
  const sent = jsonOf(request);
  if (sent === 'bad') throw new Refusal(400, 'Syntax error');
  if (typeof sent.json !== 'object' || sent.json === null) {
    throw new Refusal(400, 'The input data is misformatted.');
  }
  const extra: string[] = [];
  for (const [name, value] of Object.entries(sent.json)) {
    const expected = attributes.get(name);
    const given = typeName(value);
    if (expected === undefined) {
      if (!name.startsWith('@')) extra.push(`"${name}"`);
    } else if (expected === 'IRI or null') {
      if (given === 'string' || given === 'null') continue;
      const description = `The type of the "${name}" attribute must be "array" (nested document) or "string" (IRI), "${given}" given.`;
      throw new Refusal(400, description);
    } else if (given !== expected.split(' ')[0] && !(given === 'null' && expected !== 'string')) {
      throw new Refusal(
        400,
        `The type of the "${name}" attribute must be "${expected.split(' ')[0]!}", "${given}" given.`,
      );
    }
  }
  if (extra.length > 0) {
    const verb = extra.length === 1 ? 'is' : 'are';
    throw new Refusal(400, `Extra attributes are not allowed (${extra.join(', ')} ${verb} unknown).`);
  }
  return sent.json as Row;
}

/** A number of a query: what does not begin with one counts as 0. */
const numberIn = (query: URLSearchParams, name: string, usual: number) => {
  const text = query.get(name);
  return text === null ? usual : Number.parseInt(text, 10) || 0;
};

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const opened = now();
  const all = listings();
  const runs: ReportRun[] = [];
  let window = { begun: 0, asked: 0 };
  let count = 0;

  const ld = (status: number, body: Row, headers: Headers = []) =>
    json(status, body, headers, `${linkedData}; charset=utf-8`);
  const single = (status: number, type: string, row: Row, headers: Headers = []) =>
    ld(status, { '@context': `/v1/contexts/${type}`, ...row }, headers);

  /** Makes a run, with the listings as they are by then. */
  function makeRun(
    type: string,
    format: string,
    created: number,
    takes: number,
    problem?: string,
  ): ReportRun {
    const about = type === 'stock_levels' ? all.filter(({ onHand }) => onHand < 40) : all;
    const rows = about.map((one): Readonly<Record<string, string | number | null>> => {
      const { sku, currency, min, max, onHand, strategy } = one;
      if (type === 'price_bounds') return { sku, currencyCode: currency, minPrice: min, maxPrice: max };
      if (type === 'stock_levels') return { sku, onHand };
      return { sku, strategy: strategies.find(({ id }) => id === strategy)?.code ?? null };
    });
    const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((cells) =>
      cells.map((cell) => cell ?? '').join(','),
    );
    const made = {
      id: 431 + runs.length,
      type,
      format,
      created,
      takes,
      rows: rows.length,
      content: format === 'csv' ? `${lines.join('\n')}\n` : JSON.stringify(rows),
      ...(problem !== undefined && { problem }),
    };
    runs.unshift(made);
    return made;
  }
  for (let at = 0; at < 8; at += 1) {
    const created = Date.UTC(2026, 1, 9 + at * 2, 4 + at, at * 7, 13 + at);
    const problem = at === 3 ? 'The source of the data did not answer in time.' : undefined;
    makeRun(
      reportTypes[(at * 2) % 3]!,
      formats[at % 4 === 2 ? 1 : 0]!,
      created,
      40_000 + at * 9_000,
      problem,
    );
  }
  makeRun('stock_levels', 'csv', opened - 21_000, 150_000, 'The worker ran out of memory.');

  const statusOf = ({ created, takes, problem }: ReportRun) => {
    const elapsed = now() - created;
    if (elapsed < takes) return elapsed < 8_000 ? 'queued' : 'running';
    return problem === undefined ? 'succeeded' : 'failed';
  };
  const fileOf = ({ id, format }: ReportRun) =>
    `/v1/report_files/${id}.${format}?signature=${scrambled(`linked ${run} ${id}`, 40, hex)}`;

  const runShown = (one: ReportRun): Row => {
    const status = statusOf(one);
    const isOver = status === 'succeeded' || status === 'failed';
    return {
      '@id': `/v1/reports/${one.id}`,
      '@type': 'ReportRun',
      id: one.id,
      type: one.type,
      format: one.format,
      status,
      createdAt: time(one.created),
      ...(status !== 'queued' && { startedAt: time(one.created + 8_000) }),
      ...(isOver && { finishedAt: time(one.created + one.takes) }),
      ...(status === 'failed' && { failureReason: one.problem }),
      ...(status === 'succeeded' && {
        rowCount: one.rows,
        file: {
          '@type': 'ReportFile',
          contentUrl: fileOf(one),
          encodingFormat: one.format === 'csv' ? 'text/csv' : 'application/json',
          contentSize: one.content.length,
        },
      }),
    };
  };

  function listed(of: Collection, query: URLSearchParams, rows: readonly Row[]): Answered {
    const page = numberIn(query, 'page', 1);
    const size = Math.min(largestSize, numberIn(query, 'itemsPerPage', usualSize));
    if (page < 1) throw new Refusal(400, 'Page should not be less than 1');
    if (size < 0) throw new Refusal(400, 'Limit should not be less than 0');
    if (size === 0 && page > 1) {
      throw new Refusal(400, 'Page should not be greater than 1 if limit is equal to 0');
    }
    const found = rows.filter((row) => of.filters.every((filter) => isFound(row, filter, query)));
    const orders = [...query].flatMap(([name, given]) => {
      const [, property] = /^order\[(.+)\]$/.exec(name) ?? [];
      const sign = { asc: 1, desc: -1 }[given.toLowerCase()];
      const isKnown = of.filters.some((one) => one.kind === 'order' && one.property === property);
      return property !== undefined && sign !== undefined && isKnown ? [{ property, sign }] : [];
    });
    found.sort((one, other) => {
      for (const { property, sign } of orders) {
        const difference = compared(valueOf(one, property), valueOf(other, property));
        if (difference !== 0) return sign * difference;
      }
      return 0;
    });
    const last = size === 0 ? 1 : Math.max(1, Math.ceil(found.length / size));
    const view = viewOf(of.path, query, page, last);
    return single(200, of.type, {
      '@id': of.path,
      '@type': 'hydra:Collection',
      'hydra:totalItems': found.length,
      'hydra:member': found.slice((page - 1) * size, page * size),
      ...(view !== undefined && { 'hydra:view': view }),
      'hydra:search': searchOf(of),
    });
  }

  function letIn({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Refusal(401, 'API key not found');
    if (sent !== key) throw new Refusal(401, 'Invalid API key');
    if (now() >= window.begun + 1_000) window = { begun: now(), asked: 0 };
    window.asked += 1;
    if (window.asked > perSecond) throw new Refusal(429, 'Too Many Requests', [['Retry-After', '1']]);
  }

  function find(id: string): Listing {
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) {
      throw new Refusal(404, 'Invalid identifier value or configuration.');
    }
    const found = all.find((one) => one.id === id.toLowerCase());
    if (found === undefined) throw new Refusal(404, 'Not Found');
    return found;
  }

  type Change = Pick<Listing, 'min' | 'max' | 'strategy'>;

  function boundViolations({ min, max, strategy }: Change): readonly Violation[] {
    const bounds = [
      ['minPrice', min],
      ['maxPrice', max],
    ] as const;
    return bounds.flatMap(([propertyPath, cents]): readonly Violation[] => {
      if (cents === null) {
        if (strategy === null) return [];
        return [{ propertyPath, message: 'This value should not be null.', code: rules.notNull }];
      }
      const found: Violation[] = [];
      const atMost = (limit: number) => {
        const message = `This value should be less than or equal to ${limit}.`;
        if (cents > limit) found.push({ propertyPath, message, code: rules.tooHigh });
      };
      if (cents <= 0) {
        found.push({ propertyPath, message: 'This value should be positive.', code: rules.tooLow });
      }
      atMost(highestPrice);
      if (propertyPath === 'minPrice' && max !== null) atMost(max);
      return found;
    });
  }

  /** A write that changes nothing leaves the time of the last change as it is. */
  function store(one: Listing, { min, max, strategy }: Change): Answered {
    if (one.status === 'archived') {
      throw new Refusal(409, `The listing "${one.sku}" is archived and cannot be changed.`);
    }
    const isChanged = min !== one.min || max !== one.max || strategy !== one.strategy;
    // The price of a listing that a strategy works on stays between its bounds.
    const price =
      strategy === null ? one.price : Math.max(min ?? 0, Math.min(max ?? highestPrice, one.price));
    if (isChanged) Object.assign(one, { min, max, strategy, price, updated: now() });
    return single(200, 'Listing', listingShown(one));
  }

  function setPrice(request: Asked, one: Listing): Answered {
    const sent = documentOf(
      request,
      [mergePatch],
      new Map([
        ['minPrice', 'int or null'],
        ['maxPrice', 'int or null'],
      ]),
    );
    const { minPrice = one.min, maxPrice = one.max } = sent as {
      readonly minPrice?: number | null;
      readonly maxPrice?: number | null;
    };
    const change = { min: minPrice, max: maxPrice, strategy: one.strategy };
    const violations = boundViolations(change);
    if (violations.length > 0) throw invalid(violations);
    return store(one, change);
  }

  function setStrategy(request: Asked, one: Listing): Answered {
    const sent = documentOf(request, [mergePatch], new Map([['strategy', 'IRI or null']]));
    const { strategy: iri } = sent as { readonly strategy?: string | null };
    const { min, max } = one;
    if (iri === undefined) return store(one, one);
    if (iri === null) return store(one, { min, max, strategy: null });
    const [, id] = /^\/v1\/strategies\/(\d+)$/.exec(iri) ?? [];
    if (id === undefined) throw new Refusal(400, `Invalid IRI "${iri}".`);
    const found = strategies.find((other) => String(other.id) === id);
    if (found === undefined) throw new Refusal(400, `Item not found for "${iri}".`);
    const change = { min, max, strategy: found.id };
    const violations = [...boundViolations(change)];
    if (found.status !== 'active') {
      const message = `The strategy "${found.name}" is not active.`;
      violations.push({ propertyPath: 'strategy', message, code: rules.notActive });
    }
    if (violations.length > 0) throw invalid(violations);
    return store(one, change);
  }

  function answer(request: Asked): Answered {
    letIn(request);
    const { method } = request;
    const { path, steps, query } = targetOf(request);
    const [version, resource, id, part, ...more] = steps;
    const place = [resource, id === undefined ? '' : '/id', part === undefined ? '' : `/${part}`].join('');
    const routes: Readonly<Record<string, Readonly<Record<string, () => Answered>>>> = {
      listings: { GET: () => listed(listingCollection, query, all.map(listingShown)) },
      'listings/id': { GET: () => single(200, 'Listing', listingShown(find(id!))) },
      'listings/id/price': { PATCH: () => setPrice(request, find(id!)) },
      'listings/id/strategy': { PATCH: () => setStrategy(request, find(id!)) },
      strategies: { GET: () => listed(strategyCollection, query, strategies.map(strategyShown)) },
      reports: { GET: () => listed(runCollection, query, runs.map(runShown)) },
    };
    const route = version === 'v1' && more.length === 0 ? routes[place] : undefined;
    const missed = `No route found for "${method} ${origin}${path}"`;
    if (route === undefined) throw new Refusal(404, missed);
    const handle = route[method];
    if (handle === undefined) {
      const allowed = Object.keys(route).join(', ');
      throw new Refusal(405, `${missed}: Method Not Allowed (Allow: ${allowed})`, [['Allow', allowed]]);
    }
    return handle();
  }

  function refused({ status, message, headers, violations }: Refusal): Answered {
    if (status === 401) return json(401, { code: 401, message }, [['WWW-Authenticate', 'ApiKey']]);
    const told = { 'hydra:title': 'An error occurred', 'hydra:description': message };
    const name = violations.length > 0 ? 'ConstraintViolationList' : 'Error';
    return ld(
      status,
      {
        '@context': `/v1/contexts/${name}`,
        '@type': violations.length > 0 ? name : 'hydra:Error',
        ...told,
        ...(violations.length > 0 && { violations }),
        status,
      },
      headers,
    );
  }

  return function linkedDataService(request) {
    count += 1;
    let given: Answered;
    try {
      given = answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      given = refused(error);
    }
    const limits: Headers = [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(Math.max(0, perSecond - window.asked))],
      ['X-RateLimit-Reset', String(Math.ceil((window.begun + 1_000) / 1_000))],
    ];
    const usual: Headers = [
      ['Vary', 'Accept'],
      ['Link', `<${origin}/v1/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`],
      ['X-Request-Id', uuid(`linked ${run} ${count}`)],
    ];
    return { ...given, headers: [...given.headers, ...(given.status === 401 ? [] : limits), ...usual] };
  };
}

/** All of a collection, from link to link. */
async function everything(api: Api, target: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const { body }: Received = await api.ask('GET', next);
    found.push(...listAt(body, 'hydra:member'));
    next = member(body, 'hydra:view', 'hydra:next');
  }
  return found;
}

const iri = (row: unknown) => textAt(row, '@id');
const nowhere = (digit: number) => `/v1/listings/0b6f1d5e-90c4-4b7a-8f11-3c2a7d9e514${digit}`;

const patch = (api: Api, target: string, document: unknown) =>
  api.ask('PATCH', target, { json: document, headers: { 'content-type': mergePatch } });
const setPrice = (api: Api, at: string, document: unknown) => patch(api, `${at}/price`, document);
const setStrategy = (api: Api, at: string, strategy: unknown) => patch(api, `${at}/strategy`, { strategy });
/** The IRIs of the listings that a program can do different things to. */
function sorted(rows: readonly unknown[]) {
  const has = (name: string) => (row: unknown) => member(row, name) !== undefined;
  const open = rows.filter((row) => textAt(row, 'status') !== 'archived');
  const bounded = open.filter(has('minPrice')).filter(has('maxPrice'));
  return {
    steered: bounded.filter(has('strategy')).map(iri),
    free: bounded.filter((row) => !has('strategy')(row)).map(iri),
    boundless: open.filter((row) => !has('minPrice')(row)).map(iri),
    archived: rows.filter((row) => textAt(row, 'status') === 'archived').map(iri),
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await everything(api, '/v1/listings');
  const { steered, free, boundless, archived } = sorted(rows);
  const ways = await everything(api, '/v1/strategies');
  const active = ways.filter((way) => textAt(way, 'status') === 'active').map(iri);
  const resting = ways.filter((way) => textAt(way, 'status') !== 'active').map(iri);
  await everything(api, '/v1/strategies?itemsPerPage=4');
  await everything(api, '/v1/reports');
  await everything(api, '/v1/reports?itemsPerPage=5');
  for (const index of [0, 5, 6, 21, 40]) await api.ask('GET', iri(rows[index]));

  await everything(api, '/v1/listings?itemsPerPage=30');
  await everything(api, '/v1/listings?status=paused');
  await everything(api, '/v1/listings?status[]=paused&status[]=archived&itemsPerPage=6');
  await everything(api, '/v1/listings?price[gte]=15000');
  await everything(api, '/v1/listings?price[gt]=2000&price[lt]=9000&order[price]=asc');
  await everything(api, '/v1/listings?exists[strategy]=true&itemsPerPage=15');
  await everything(api, '/v1/listings?exists[strategy]=false&itemsPerPage=24');
  await api.ask('GET', '/v1/listings?order[price]=desc&itemsPerPage=8');
  await api.ask('GET', '/v1/listings?order[title]=asc&itemsPerPage=8');
  await api.ask('GET', '/v1/listings?title=kettle');
  await api.ask('GET', `/v1/listings?sku=${textAt(rows[9], 'sku')}`);
  await api.ask('GET', `/v1/listings?product.brand=${textAt(rows[3], 'product', 'brand')}`);
  await api.ask('GET', `/v1/listings?strategy=${active[2]!}`);
  await api.ask('GET', '/v1/strategies?status=active');

  const prices = [
    [steered[0]!, { minPrice: 1_250, maxPrice: 4_990 }],
    [steered[1]!, { minPrice: 900, maxPrice: 30_000 }],
    [free[0]!, { minPrice: 7_500, maxPrice: 7_500 }],
    [free[1]!, { maxPrice: 45_000 }],
    [boundless[0]!, { minPrice: 2_000, maxPrice: 60_000 }],
  ] as const;
  for (const [at, document] of prices) {
    await setPrice(api, at, document);
    await api.ask('GET', at);
    api.wait(14_000);
  }
  await setPrice(api, free[2]!, { minPrice: null });
  await setPrice(api, steered[2]!, {});
  await setStrategy(api, boundless[0]!, active[1]);
  await api.ask('GET', boundless[0]!);
  await setStrategy(api, steered[3]!, active[4]);
  await setStrategy(api, steered[4]!, null);
  await api.ask('GET', steered[4]!);
  await everything(api, '/v1/listings?order[updatedAt]=desc&itemsPerPage=25');

  const one = steered[5]!;
  await setPrice(api, one, { minPrice: 8_000, maxPrice: 6_000 });
  await setPrice(api, one, { minPrice: -500, maxPrice: 6_000_000 });
  await setPrice(api, one, { minPrice: 0 });
  await setPrice(api, one, { maxPrice: 5_000_001 });
  await setPrice(api, one, { minPrice: 'cheap', maxPrice: 6_000 });
  await setPrice(api, one, { minPrice: 1_000, maxPrice: 59.99 });
  await setPrice(api, one, { minPrice: null, maxPrice: null });
  await setPrice(api, one, { minPrice: 1_000, floor: 900 });
  await setPrice(api, one, [1_000, 2_000]);
  await setPrice(api, archived[0]!, { minPrice: 1_000, maxPrice: 90_000 });
  await setPrice(api, nowhere(1), { minPrice: 1_000, maxPrice: 2_000 });
  await api.ask('PATCH', `${one}/price`, { json: { minPrice: 1_000, maxPrice: 2_000 } });
  await api.ask('PATCH', `${one}/price`, {
    text: '{"minPrice": 1000,',
    headers: { 'content-type': mergePatch },
  });
  await setStrategy(api, one, '/v1/strategies/99');
  await setStrategy(api, one, 'cheapest');
  await setStrategy(api, one, 12);
  await setStrategy(api, one, resting[0]);
  await setStrategy(api, boundless[1]!, active[0]);
  await setStrategy(api, archived[0]!, active[0]);
  await setStrategy(api, nowhere(2), active[0]);
  await api.ask('GET', nowhere(3));
  await api.ask('GET', '/v1/listings/kettle');
  for (const query of [
    'page=0',
    'page=60',
    'page=last',
    'itemsPerPage=0',
    'itemsPerPage=400',
    'itemsPerPage=-3',
    'colour=red',
    'status=sold',
    'price[gte]=cheap&itemsPerPage=5',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', one);
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': 'shop_wrong' } });

  await api.ask('GET', '/v1/reports?status[]=queued&status[]=running');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?type=price_bounds');
  const last = '/v1/strategies?itemsPerPage=2';
  for (let sent = 0; sent < 8; sent += 1) await api.ask('GET', last, { atOnce: true });
  api.wait(3_000);
  await api.ask('GET', last);
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const rows = await everything(api, '/v1/listings?itemsPerPage=18');
  const { steered, free, boundless, archived } = sorted(rows);
  const ways = await everything(api, '/v1/strategies?itemsPerPage=3');
  const active = ways.filter((way) => textAt(way, 'status') === 'active').map(iri);
  const resting = ways.filter((way) => textAt(way, 'status') !== 'active').map(iri);
  await everything(api, '/v1/reports?itemsPerPage=6');
  for (const index of [2, 13, 30, 46]) await api.ask('GET', iri(rows[index]));

  await everything(api, '/v1/listings?status=active&itemsPerPage=22');
  await api.ask('GET', '/v1/listings?price[gte]=21000');
  await api.ask('GET', '/v1/listings?order[price]=asc&itemsPerPage=6');
  await api.ask('GET', '/v1/listings?exists[strategy]=false&itemsPerPage=12');
  await api.ask('GET', '/v1/listings?title=lamp');
  await api.ask('GET', `/v1/listings?sku=${textAt(rows[20], 'sku')}`);
  await api.ask('GET', `/v1/listings?strategy=${active[0]!}`);

  const prices = [
    [steered[7]!, { minPrice: 3_300, maxPrice: 5_150 }],
    [free[4]!, { minPrice: 640, maxPrice: 88_000 }],
    [boundless[2]!, { minPrice: 1_111, maxPrice: 71_000 }],
  ] as const;
  for (const [at, document] of prices) {
    await setPrice(api, at, document);
    await api.ask('GET', at);
    api.wait(25_000);
  }
  await setPrice(api, free[5]!, { maxPrice: null });
  await setStrategy(api, boundless[2]!, active[2]);
  await api.ask('GET', boundless[2]!);
  await setStrategy(api, steered[8]!, null);
  await everything(api, '/v1/listings?itemsPerPage=28');

  const one = steered[9]!;
  await setPrice(api, one, { minPrice: 9_100, maxPrice: 1_900 });
  await setPrice(api, one, { minPrice: 5_500_000, maxPrice: -70 });
  await setPrice(api, one, { maxPrice: 0 });
  await setPrice(api, one, { minPrice: 700, maxPrice: 'dear' });
  await setPrice(api, one, { minPrice: true });
  await setPrice(api, one, { minPrice: 12.75, maxPrice: 6_500 });
  await setPrice(api, one, { maxPrice: null });
  await setPrice(api, one, { maxPrice: 66_000, ceiling: 67_000 });
  await setPrice(api, archived[1]!, { minPrice: 820, maxPrice: 91_000 });
  await setPrice(api, nowhere(6), { minPrice: 1_400 });
  await api.ask('PATCH', `${one}/price`, { json: { maxPrice: 66_000 } });
  await api.ask('PATCH', `${one}/price`, { text: 'maxPrice=6', headers: { 'content-type': mergePatch } });
  await setStrategy(api, one, '/v1/strategies/404');
  await setStrategy(api, one, 'fastest');
  await setStrategy(api, one, false);
  await setStrategy(api, one, resting[1]);
  await setStrategy(api, boundless[3]!, active[3]);
  await api.ask('GET', nowhere(7));
  await api.ask('GET', '/v1/listings/lamp');
  for (const query of [
    'page=-2',
    'page=75',
    'itemsPerPage=300',
    'itemsPerPage=-8',
    'shade=blue',
    'status=gone',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/reports?itemsPerPage=2', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/strategies?itemsPerPage=2', { headers: { 'x-api-key': 'shop_other' } });
  // Of a kind that was not recorded.
  await setPrice(api, one, { minPrice: 'low', floor: 1 });
  await setStrategy(api, boundless[3]!, resting[1]);
}

export const linkedDataShop: ForeignService = {
  name: 'linked-data',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
