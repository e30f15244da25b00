// A shop for the home whose listings a plugin of a blog system serves: lists are bare arrays, the counts and the pages stand in
// headers, with links to the next and the previous one. Ids are whole numbers, amounts texts (empty where there is none), each
// moment stands twice, as the shop's clock shows it and in Greenwich time. Parameters are checked against a schema before anything
// else, before the missing key as well, and all that are wrong are told at once: by name, and again with code and data.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, jsonOf, scrambled, targetOf, base62 } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'ck_7d1f0b94e63a52c8d7e0f4b1a9356c20e8d47b15';
const window = 1_000;
const perWindow = 5;

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Prague',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A moment by the shop's clock and in Greenwich time, without a zone; null twice for none. */
function moments(name: string, milliseconds: number | null): Row {
  const [local, gmt] =
    milliseconds === null
      ? [null, null]
      : [clock.format(milliseconds).replace(' ', 'T'), new Date(milliseconds).toISOString().slice(0, 19)];
  return { [name]: local, [`${name}_gmt`]: gmt };
}

const amount = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));
const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const categories = ['Kitchen', 'Living Room', 'Outdoor', 'Workshop'].map((name, index) => ({
  id: 17 + index * 2,
  name,
  slug: slugOf(name),
}));
const statuses = ['publish', 'publish', 'publish', 'publish', 'draft', 'private'];
const stockStatuses = ['instock', 'outofstock', 'onbackorder'] as const;

interface Listing {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly status: string;
  readonly category: (typeof categories)[number];
  readonly price: number;
  /** Null where the shop does not count. */
  readonly stock: number | null;
  readonly stockStatus: (typeof stockStatuses)[number];
  readonly meta: readonly Row[];
  readonly created: number;
  min: number | null;
  max: number | null;
  /** 0 for none. */
  strategy: number;
  modified: number;
}

const strategies = [
  { name: 'Match the lowest offer', type: 'match_lowest', value: 0, status: 'enabled' },
  { name: 'Ten cents below', type: 'undercut', value: 10, status: 'enabled' },
  { name: 'Hold the middle', type: 'average', value: 0, status: 'enabled' },
  { name: 'Clear the shelf', type: 'undercut', value: 250, status: 'enabled' },
  { name: 'Christmas 2024', type: 'average', value: 0, status: 'disabled' },
  { name: 'One euro above cost', type: 'cost_plus', value: 100, status: 'enabled' },
].map((one, index) => {
  const created = Date.UTC(2024, 0, 9 + index * 31, 10, 24, 11 + index);
  return { id: 3 + index + (index > 3 ? 2 : 0), ...one, created, modified: created + index * 7_205_000 };
});
type Strategy = (typeof strategies)[number];

function listings(): Listing[] {
  const created = Array.from({ length: 27 }, (_, index) => pastMoment(`rest params ${index}`)).sort(
    (one, other) => one - other,
  );
  let id = 1_204;
  let metaId = 20_871;
  const usable = strategies.filter(({ status }) => status === 'enabled');
  return created.map((time, index): Listing => {
    const seed = `rest params listing ${index}`;
    const { title: name, sku, price, stock } = ware(seed);
    id += 1 + chance(`${seed} id`, 14);
    const isCounted = chance(`${seed} counted`, 4) > 0;
    const inStock = isCounted && chance(`${seed} none`, 5) === 0 ? 0 : stock;
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.85);
    const values: readonly (readonly [string, string])[] = [
      ['_supplier_code', `S${10_000 + chance(`${seed} supplier`, 89_999)}`],
      ['_purchase_price', amount(Math.round(price * 0.6))],
    ];
    return {
      id,
      name,
      sku,
      status: oneOf(`${seed} status`, statuses),
      category: oneOf(`${seed} category`, categories),
      price,
      stock: isCounted ? inStock : null,
      stockStatus:
        inStock > 0 ? 'instock' : chance(`${seed} backorder`, 3) === 0 ? 'onbackorder' : 'outofstock',
      meta: values
        .slice(0, chance(`${seed} meta`, 3))
        .map(([name, value]) => ({ id: (metaId += 3), key: name, value })),
      created: time,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategy: min !== null && chance(`${seed} has`, 2) === 0 ? oneOf(`${seed} strategy`, usable).id : 0,
      modified: time + chance(`${seed} modified`, 90 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Row;

  constructor(status: number, code: string, message: string, data: Row = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = { status, ...data };
  }
}

const invalidId = (status = 404) => new Refusal(status, 'shop_rest_invalid_id', 'Invalid ID.');
const noRoute = () =>
  new Refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.');

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly data: Row | null;
}

const wrongType = (name: string, type: string): Fault => ({
  code: 'rest_invalid_type',
  message: `${name} is not of type ${type}.`,
  data: { param: name },
});

function invalid(faults: ReadonlyMap<string, Fault>): Refusal {
  return new Refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${[...faults.keys()].join(', ')}`, {
    params: Object.fromEntries([...faults].map(([name, { message }]) => [name, message])),
    details: Object.fromEntries(faults),
  });
}

/** Items as a sentence lists them. */
const listed = (values: readonly string[]): string =>
  values.length === 2
    ? values.join(' and ')
    : [...values.slice(0, -1), `and ${values.at(-1) ?? ''}`].join(', ');

type Rule =
  | { readonly type: 'integer'; readonly min?: number; readonly max?: number; readonly default?: number }
  | { readonly type: 'integers' | 'text' | 'moment' }
  | { readonly type: 'enum'; readonly values: readonly string[]; readonly default: string };
type Rules = Readonly<Record<string, Rule>>;

const isInteger = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
  Number.isInteger(Number(value));

const partsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((part) => part !== '');

/** What is wrong with a parameter of a query. */
function faultIn(name: string, text: string, rule: Rule): Fault | undefined {
  const bounds = (words: string): Fault => ({
    code: 'rest_out_of_bounds',
    message: `${name} must be ${words}`,
    data: null,
  });
  if (rule.type === 'integer') {
    if (!isInteger(text)) return wrongType(name, 'integer');
    const { min = -Infinity, max } = rule;
    const value = Number(text);
    if (max === undefined) return value < min ? bounds(`greater than or equal to ${min}`) : undefined;
    return value < min || value > max
      ? bounds(`between ${min} (inclusive) and ${max} (inclusive)`)
      : undefined;
  }
  if (rule.type === 'integers') {
    const index = partsOf(text).findIndex((part) => !isInteger(part));
    return index < 0 ? undefined : wrongType(`${name}[${index}]`, 'integer');
  }
  if (rule.type === 'moment') {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)
      ? undefined
      : { code: 'rest_invalid_date', message: 'Invalid date.', data: null };
  }
  if (rule.type !== 'enum' || rule.values.includes(text)) return undefined;
  return {
    code: 'rest_not_in_enum',
    message: `${name} is not one of ${listed(rule.values)}.`,
    data: null,
  };
}

/** The parameters of a query that the schema knows, those left out as it has them; strangers are passed over. */
class Params {
  readonly #texts = new Map<string, string>();

  constructor(query: URLSearchParams, rules: Rules) {
    for (const [name, text] of query) {
      const base = name.replace(/\[\d*\]$/, '');
      const before = base === name ? undefined : this.#texts.get(base);
      this.#texts.set(base, before === undefined ? text : `${before},${text}`);
    }
    const faults = new Map<string, Fault>();
    for (const [name, rule] of Object.entries(rules)) {
      const text = this.#texts.get(name);
      const fault = text === undefined ? undefined : faultIn(name, text, rule);
      if (fault !== undefined) faults.set(name, fault);
      if (text === undefined && 'default' in rule) this.#texts.set(name, String(rule.default));
    }
    if (faults.size > 0) throw invalid(faults);
  }

  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Number(text);
  }

  numbers(name: string): readonly number[] | undefined {
    const text = this.text(name);
    return text === undefined || text === '' ? undefined : partsOf(text).map(Number);
  }
}

const paged: Rules = {
  page: { type: 'integer', min: 1, default: 1 },
  per_page: { type: 'integer', min: 1, max: 100, default: 10 },
  search: { type: 'text' },
  after: { type: 'moment' },
  before: { type: 'moment' },
  exclude: { type: 'integers' },
  include: { type: 'integers' },
  offset: { type: 'integer' },
};
const orderOf = (usual: string): Rule => ({ type: 'enum', values: ['asc', 'desc'], default: usual });
const listingRules: Rules = {
  ...paged,
  order: orderOf('desc'),
  orderby: {
    type: 'enum',
    values: ['date', 'modified', 'id', 'include', 'title', 'price'],
    default: 'date',
  },
  status: { type: 'enum', values: ['any', 'draft', 'private', 'publish'], default: 'any' },
  sku: { type: 'text' },
  category: { type: 'integer' },
  strategy: { type: 'integer' },
  stock_status: { type: 'enum', values: stockStatuses, default: '' },
  min_price: { type: 'text' },
  max_price: { type: 'text' },
};
const strategyRules: Rules = {
  ...paged,
  order: orderOf('asc'),
  orderby: { type: 'enum', values: ['date', 'id', 'title'], default: 'id' },
  status: { type: 'enum', values: ['any', 'enabled', 'disabled'], default: 'any' },
};
const runStatuses = ['pending', 'in-progress', 'complete', 'failed'] as const;
const reportTypes = ['price_changes', 'stock', 'revenue'];
const reportRules: Rules = {
  ...paged,
  order: orderOf('desc'),
  orderby: { type: 'enum', values: ['date', 'id'], default: 'date' },
  status: { type: 'enum', values: ['any', ...runStatuses], default: 'any' },
  type: { type: 'enum', values: reportTypes, default: '' },
};

/** What a list is searched, filtered and sorted by. */
interface Kept {
  readonly id: number;
  readonly created: number;
  readonly modified?: number;
  readonly name?: string;
  readonly price?: number;
}

/** The records that the common parameters ask for, in order. */
function found<One extends Kept>(all: readonly One[], params: Params): readonly One[] {
  const word = (params.text('search') ?? '').toLowerCase();
  const [include, exclude] = [params.numbers('include'), params.numbers('exclude')];
  const local = ({ created }: Kept) => clock.format(created).replace(' ', 'T');
  const [after, before] = [params.text('after'), params.text('before')].map((text) => text?.slice(0, 19));
  const sign = params.text('order') === 'asc' ? 1 : -1;
  const orderBy = params.text('orderby');
  const valueOf = (one: Kept): number | string => {
    if (orderBy === 'title') return (one.name ?? '').toLowerCase();
    if (orderBy === 'price') return one.price ?? 0;
    if (orderBy === 'modified') return one.modified ?? one.created;
    return orderBy === 'id' ? one.id : one.created;
  };
  return all
    .filter(
      (one) =>
        (one.name ?? '').toLowerCase().includes(word) &&
        include?.includes(one.id) !== false &&
        exclude?.includes(one.id) !== true &&
        (after === undefined || local(one) > after) &&
        (before === undefined || local(one) < before),
    )
    .sort((one, other) => {
      if (orderBy === 'include' && include !== undefined) {
        return include.indexOf(one.id) - include.indexOf(other.id);
      }
      const [left, right] = [valueOf(one), valueOf(other)];
      return sign * (left < right ? -1 : left > right ? 1 : one.id - other.id);
    });
}

/** Only the members that `_fields` names, if it names any. */
function withFields(shown: Row, query: URLSearchParams): Row {
  const names = partsOf(query.get('_fields') ?? '');
  if (names.length === 0) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => names.includes(name)));
}

const boundNames = ['min_price', 'max_price'] as const;
const amountPattern = String.raw`^\d*(\.\d{1,2})?$`;

interface Bounds {
  /** In cents; null clears, undefined leaves as it is. */
  readonly min: number | null | undefined;
  readonly max: number | null | undefined;
}

function boundsIn(body: Row): Bounds {
  const faults = new Map<string, Fault>();
  const [min, max] = boundNames.map((name) => {
    const value = body[name];
    if (value === undefined) return undefined;
    if (value === null || value === '') return null;
    if (typeof value !== 'string') {
      faults.set(name, wrongType(name, 'string,null'));
    } else if (!new RegExp(amountPattern).test(value)) {
      const message = `${name} does not match pattern ${amountPattern}.`;
      faults.set(name, { code: 'rest_invalid_pattern', message, data: null });
    }
    return Math.round(Number(value) * 100);
  });
  if (faults.size > 0) throw invalid(faults);
  return { min, max };
}

/** A strategy has to be named: 0 is none, null is not there. */
function strategyIn({ strategy_id: id }: Row): number {
  if (id === undefined || id === null) {
    throw new Refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): strategy_id', {
      params: ['strategy_id'],
    });
  }
  if (!isInteger(id)) throw invalid(new Map([['strategy_id', wrongType('strategy_id', 'integer')]]));
  return Number(id);
}

function bodyIn(request: Asked): Row {
  if (request.body === '') return {};
  const sent = jsonOf(request);
  if (sent === 'bad') {
    throw new Refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
      json_error_code: 4,
      json_error_message: 'Syntax error',
    });
  }
  return isObject(sent.json) ? sent.json : {};
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => {
    const ago = 12 - index;
    return {
      id: 30_418 + index * 7 + chance(`rest params run ${index}`, 6),
      type: reportTypes[index % reportTypes.length]!,
      created:
        Math.floor(
          (ago < 2 ? opened - 25_000 * (ago + 1) : opened - ago * 43_200_000) / 1_000 -
            chance(`rest params run at ${index}`, ago < 2 ? 9 : 20_000),
        ) * 1_000,
      seconds: 55 + 6 * ago,
      rows: 20 + chance(`rest params rows ${index}`, 2_400),
      fails: index === 3 || index === 8,
    };
  });
  type Report = (typeof reports)[number];
  let begun = -Infinity;
  let asked = 0;

  const links = (kind: string, id: number): Row => ({
    self: [{ href: `${run.origin}/v1/${kind}/${id}` }],
    collection: [{ href: `${run.origin}/v1/${kind}` }],
  });

  const listingShown = (one: Listing): Row => ({
    id: one.id,
    name: one.name,
    slug: slugOf(one.name),
    permalink: `https://www.domov-shop.example/product/${slugOf(`${one.name} ${one.sku}`)}/`,
    ...moments('date_created', one.created),
    ...moments('date_modified', one.modified),
    status: one.status,
    sku: one.sku,
    price: amount(one.price),
    currency: 'EUR',
    min_price: amount(one.min),
    max_price: amount(one.max),
    strategy_id: one.strategy,
    manage_stock: one.stock !== null,
    stock_quantity: one.stock,
    stock_status: one.stockStatus,
    categories: [one.category],
    meta_data: one.meta,
    _links: links('listings', one.id),
  });

  const strategyShown = (one: Strategy): Row => ({
    id: one.id,
    name: one.name,
    slug: slugOf(one.name),
    type: one.type,
    amount: one.value === 0 ? '' : amount(one.value),
    status: one.status,
    ...moments('date_created', one.created),
    ...moments('date_modified', one.modified),
    meta_data: [],
    _links: links('strategies', one.id),
  });

  function statusOf({ created, seconds, fails }: Report): (typeof runStatuses)[number] {
    const elapsed = (run.now() - created) / 1_000;
    if (elapsed < 20) return 'pending';
    if (elapsed < seconds) return 'in-progress';
    return fails ? 'failed' : 'complete';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isOver = status === 'complete' || status === 'failed';
    const token = scrambled(`rest params ${run.run} ${one.id}`, 32, base62);
    return {
      id: one.id,
      type: one.type,
      status,
      ...moments('date_created', one.created),
      ...moments('date_completed', isOver ? one.created + one.seconds * 1_000 : null),
      row_count: status === 'complete' ? one.rows : null,
      download_url:
        status === 'complete'
          ? `https://www.domov-shop.example/?download_report=${one.id}&key=shop_report_${token}`
          : '',
      meta_data:
        status === 'failed'
          ? [{ id: one.id * 2 + 1, key: '_failure_reason', value: 'Maximum execution time exceeded' }]
          : [],
      _links: links('reports', one.id),
    };
  }

  function collection<One extends Kept>(
    rows: readonly One[],
    shown: (one: One) => Row,
    { path, query, params }: { path: string; query: URLSearchParams; params: Params },
  ): Answered {
    const ordered = found(rows, params);
    const [page, size] = [params.number('page') ?? 1, params.number('per_page') ?? 10];
    const from = Math.abs(params.number('offset') ?? (page - 1) * size);
    const pages = Math.ceil(ordered.length / size);
    const link = (to: number, relation: string) => {
      const other = new URLSearchParams(query);
      other.set('page', String(to));
      return `<${run.origin}${path}?${other.toString()}>; rel="${relation}"`;
    };
    const around = [
      ...(page > 1 && pages > 0 ? [link(Math.min(page - 1, pages), 'prev')] : []),
      ...(page < pages ? [link(page + 1, 'next')] : []),
    ];
    return json(
      200,
      ordered.slice(from, from + size).map((one) => withFields(shown(one), query)),
      [
        ['X-Total', String(ordered.length)],
        ['X-TotalPages', String(pages)],
        ...(around.length > 0 ? [['Link', around.join(', ')] as const] : []),
      ],
    );
  }

  function filteredListings(params: Params): readonly Listing[] {
    const asCents = (name: string) => {
      const text = params.text(name);
      return text === undefined ? undefined : (Number.parseFloat(text) || 0) * 100;
    };
    const [status, sku, stock] = [params.text('status'), params.text('sku'), params.text('stock_status')];
    const [category, strategy] = [params.number('category'), params.number('strategy')];
    const [low, high] = [asCents('min_price') ?? 0, asCents('max_price') ?? Infinity];
    return all.filter(
      (one) =>
        (status === 'any' || one.status === status) &&
        (sku === undefined || one.sku === sku) &&
        (stock === '' || one.stockStatus === stock) &&
        (category === undefined || one.category.id === category) &&
        (strategy === undefined || one.strategy === strategy) &&
        one.price >= low &&
        one.price <= high,
    );
  }

  function setBounds(one: Listing, { min, max }: Bounds): void {
    const [low, high] = [min === undefined ? one.min : min, max === undefined ? one.max : max];
    if (low !== null && high !== null && low > high) {
      throw new Refusal(
        400,
        'shop_rest_invalid_price_range',
        'The minimum price cannot be higher than the maximum price.',
      );
    }
    [one.min, one.max] = [low, high];
  }

  function setStrategy(one: Listing, id: number): void {
    const strategy = strategies.find((each) => each.id === id);
    if (id !== 0 && strategy === undefined) {
      throw new Refusal(400, 'shop_rest_invalid_strategy_id', 'Invalid strategy ID.');
    }
    if (strategy?.status === 'disabled') {
      throw new Refusal(
        400,
        'shop_rest_strategy_disabled',
        `The strategy "${strategy.name}" is disabled and cannot be assigned.`,
      );
    }
    if (strategy !== undefined && one.min === null) {
      throw new Refusal(
        400,
        'shop_rest_min_price_required',
        'A minimum price is required before a strategy can be assigned.',
      );
    }
    one.strategy = id;
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const given = request.headers['x-api-key'];
    if (given !== undefined && given !== key) {
      throw new Refusal(401, 'shop_rest_authentication_error', 'API key is invalid.');
    }
    if (version !== 'v1' || more.length > 0 || (id !== undefined && !/^\d+$/.test(id))) throw noRoute();
    /** Comes after the check of the parameters. */
    const permit = (verb: 'view' | 'edit', message: string) => {
      if (given === undefined) throw new Refusal(401, `shop_rest_cannot_${verb}`, message);
    };

    if (part !== undefined) {
      const isPrice = part === 'price';
      if (kind !== 'listings' || method !== 'PATCH' || !(isPrice || part === 'strategy')) throw noRoute();
      const body = bodyIn(request);
      const bounds = isPrice ? boundsIn(body) : undefined;
      const strategy = isPrice ? 0 : strategyIn(body);
      permit('edit', 'Sorry, you are not allowed to edit this resource.');
      const one = all.find((each) => each.id === Number(id));
      // Whoever writes to what is not there has sent a bad request; only who reads it does not find it.
      if (one === undefined) throw invalidId(400);
      if (bounds === undefined) setStrategy(one, strategy);
      else setBounds(one, bounds);
      one.modified = Math.floor(run.now() / 1_000) * 1_000;
      return json(200, withFields(listingShown(one), query));
    }
    if (method !== 'GET') throw noRoute();

    if (id !== undefined) {
      const isWanted = (one: Kept) => one.id === Number(id);
      const finders: Readonly<Record<string, () => Row | undefined>> = {
        listings: () => all.filter(isWanted).map(listingShown)[0],
        strategies: () => strategies.filter(isWanted).map(strategyShown)[0],
        reports: () => reports.filter(isWanted).map(reportShown)[0],
      };
      const find = finders[kind ?? ''];
      if (find === undefined) throw noRoute();
      permit('view', 'Sorry, you cannot view this resource.');
      const shown = find();
      if (shown === undefined) throw invalidId();
      return json(200, withFields(shown, query));
    }

    const paramsBy = (rules: Rules) => {
      const params = new Params(query, rules);
      permit('view', 'Sorry, you cannot list resources.');
      return { path, query, params };
    };
    if (kind === 'listings') {
      const how = paramsBy(listingRules);
      return collection(filteredListings(how.params), listingShown, how);
    }
    if (kind === 'strategies') {
      const how = paramsBy(strategyRules);
      const status = how.params.text('status');
      const rows = strategies.filter((one) => status === 'any' || one.status === status);
      return collection(rows, strategyShown, how);
    }
    if (kind !== 'reports') throw noRoute();
    const how = paramsBy(reportRules);
    const [status, type] = [how.params.text('status'), how.params.text('type')];
    const rows = reports.filter(
      (one) => (status === 'any' || statusOf(one) === status) && (type === '' || one.type === type),
    );
    return collection(rows, reportShown, how);
  }

  /** Counts the request in a window that begins with its first one. */
  function admit(): Headers {
    const now = run.now();
    if (now >= begun + window) [begun, asked] = [now, 0];
    asked += 1;
    const left = Math.ceil((begun + window - now) / 1_000);
    const told: Headers = [
      ['RateLimit-Limit', String(perWindow)],
      ['RateLimit-Remaining', String(Math.max(perWindow - asked, 0))],
      ['RateLimit-Reset', String(Math.ceil((begun + window) / 1_000))],
    ];
    return asked > perWindow ? [...told, ['Retry-After', String(left)]] : told;
  }

  return (request) => {
    const told = admit();
    const always: Headers = [
      ['X-Robots-Tag', 'noindex'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Access-Control-Expose-Headers', 'X-Total, X-TotalPages, Link'],
      ...told,
    ];
    const wait = told.find(([name]) => name === 'Retry-After')?.[1];
    const type = 'application/json; charset=UTF-8';
    try {
      if (wait !== undefined) {
        const message = `Too many requests. Please wait ${wait} seconds before trying again.`;
        throw new Refusal(429, 'rate_limit_exceeded', message);
      }
      const { status, headers, body } = answer(request);
      const own = headers.filter(([name]) => name !== 'Content-Type');
      return { status, headers: [['Content-Type', type], ...own, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, data } = error;
      return json(status, { code, message, data }, always, type);
    }
  };
}

/** Follows the link to the next page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received));
    next = /<([^>]+)>;\s*rel="next"/.exec(header(received, 'Link') ?? '')?.[1];
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

interface Ids {
  /** Listings with a lower bound and no strategy, with a strategy, and without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  /** An amount as a text: so many percent of a listing's price. */
  readonly share: (id: unknown, percent: number) => string;
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(rows.filter(({ min_price: min, strategy_id: strategy }) => min !== '' && strategy === 0)),
    bound: ids(rows.filter(({ strategy_id: strategy }) => strategy !== 0)),
    open: ids(rows.filter(({ min_price: min }) => min === '')),
    share: (id, percent) => {
      const row = rows.find((one) => one.id === id);
      return ((Number(row?.price ?? 50) * percent) / 100).toFixed(2);
    },
  };
}

/** The strategies that can be assigned, and those that cannot. */
const plansOf = (rows: readonly Row[]) =>
  [true, false].map((isOn) =>
    rows.filter(({ status }) => (status === 'enabled') === isOn).map(({ id }) => id),
  ) as [unknown[], unknown[]];

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, share } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const [plans, disabled] = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await walk(api, '/v1/listings?per_page=20&orderby=price&order=asc');
  await get('per_page=5&orderby=title&order=asc');
  await get('order=asc&per_page=4');
  await get('status=draft');
  await get('search=trail');
  await get(`include=${String(free[0])},${String(bound[1])}`);
  await get(`strategy=${String(plans[1])}`);
  await get('min_price=60&max_price=120&per_page=6');
  await get('stock_status=outofstock');
  await get('offset=12&per_page=4');
  await get('_fields=id,name,min_price,max_price&per_page=3');
  await get('page=9');
  await api.ask('GET', '/v1/reports?status=failed');
  for (const id of [free[0], free[2], bound[1], bound[3], open[0]]) await read(api, 'listings', id);
  for (const id of [plans[1], disabled[0]]) await read(api, 'strategies', id);
  for (const id of [runs[0], runs[5]]) await read(api, 'reports', id);

  await price(api, free[0], { min_price: share(free[0], 80), max_price: share(free[0], 150) });
  await read(api, 'listings', free[0]);
  await price(api, open[0], { min_price: '4.5' });
  await read(api, 'listings', open[0]);
  await price(api, free[2], { min_price: '3.20', max_price: null });
  await read(api, 'listings', free[2]);
  await price(api, bound[1], { max_price: '' });
  await assign(api, free[0], { strategy_id: plans[2] });
  await read(api, 'listings', free[0]);
  await assign(api, bound[3], { strategy_id: 0 });
  await read(api, 'listings', bound[3]);
  await get('orderby=modified&per_page=3');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?per_page=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 999_999);
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 404);
  await read(api, 'reports', 11);
  await price(api, 999_999, { min_price: '10.00' });
  await price(api, free[3], { min_price: '120.00', max_price: '95.50' });
  await price(api, free[0], { min_price: '9000.00' });
  await price(api, free[3], { min_price: 18.5 });
  await price(api, free[3], { max_price: 'cheap' });
  await price(api, free[3], { min_price: '-3', max_price: true });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": "12.00"' });
  await assign(api, free[3], { strategy_id: 812 });
  await assign(api, free[3], { strategy_id: 'lowest' });
  await assign(api, free[3], { strategy_id: null });
  await assign(api, free[3], { strategy_id: disabled[0] });
  await assign(api, open[2], { strategy_id: plans[0] });
  await get('per_page=500');
  await get('page=0&per_page=few');
  await get('orderby=colour');
  await get('include=first');
  await api.ask('GET', '/v1/listings?per_page=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'ck_wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?per_page=1', 10);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?per_page=12');
  const { free, bound, open, share } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const [plans, disabled] = plansOf(await walk(api, '/v1/strategies?per_page=4'));
  const runs = (await walk(api, '/v1/reports?per_page=8')).map(({ id }) => id);
  await get('orderby=price&order=desc&per_page=6');
  await get('orderby=title&order=desc&per_page=4&page=2');
  await get('status=private');
  await get('search=tea');
  await get(`include=${String(free[1])},${String(open[1])},${String(bound[0])}`);
  await get(`exclude=${String(free[1])},${String(open[1])}&per_page=4`);
  await get(`strategy=${String(plans[3])}&per_page=5`);
  await get('min_price=95.5&per_page=7');
  await get('stock_status=instock&per_page=3');
  await get('offset=7&per_page=6');
  await get('_fields=id,sku,price&per_page=4');
  await get('page=5&per_page=15');
  await get('colour=red&per_page=2');
  await api.ask('GET', '/v1/reports?status=complete&per_page=3');
  for (const id of [free[1], bound[2], open[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[3]);
  for (const id of [runs[1], runs[7]]) await read(api, 'reports', id);

  await price(api, free[1], { min_price: share(free[1], 70), max_price: share(free[1], 180) });
  await read(api, 'listings', free[1]);
  await price(api, open[1], { min_price: '2.75' });
  await price(api, bound[2], { max_price: null });
  await read(api, 'listings', bound[2]);
  await assign(api, free[1], { strategy_id: plans[4] });
  await read(api, 'listings', free[1]);
  await assign(api, bound[0], { strategy_id: 0 });
  await get('orderby=modified&per_page=2');

  await read(api, 'listings', 777_123);
  await read(api, 'listings', 'teapot');
  await read(api, 'strategies', 350);
  await price(api, 777_123, { max_price: '44.00' });
  await price(api, free[4], { min_price: '88.00', max_price: '12.25' });
  await price(api, free[4], { max_price: 240 });
  await price(api, free[4], { min_price: 'lots' });
  await api.ask('PATCH', `/v1/listings/${String(free[4])}/price`, { text: '{"max_price": ' });
  await assign(api, free[4], { strategy_id: 655 });
  await assign(api, free[4], { strategy_id: true });
  await assign(api, free[4], {});
  await assign(api, bound[4], { strategy_id: disabled[0] });
  await get('per_page=101');
  await get('offset=last');
  await get('order=up&status=sold');
  await api.ask('DELETE', `/v1/listings/${String(free[4])}`);
  await api.ask('GET', '/v1/reports?per_page=4', { headers: { 'X-API-KEY': null } });
}

export const restParams: WalkedService = {
  name: 'rest-params',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=50'],
  walk,
};
