// The open API of a marketplace for handmade goods, in its third version: a list is `count` and `results`, taken apart by `limit`
// and `offset`, without a link to anywhere. Ids are numbers, amounts have a divisor, moments are seconds and stand there twice,
// under their newer and their older names. A body sends amounts as plain floats; a number may also be sent as a text, as
// forms do. `includes` embeds more. An error is a sentence that tells the parameter and what was expected of it, and has a
// description only where it is one of the key or the syntax. Headers count down the calls of the second and of the day.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'k7m2qzt4vw9x1hd8c3ypb6sn';
const currency = 'EUR';
const perSecond = 5;
const perDay = 5_000;
const day = 86_400_000;
const usualLimit = 10;
const largestLimit = 100;
const largestOffset = 12_000;
const firstMoment = 946_684_800;
const smallestPrice = 20;
const largestPrice = 5_000_000;
const shopId = 48_120_377;
const userId = 902_664_518;

const states = ['active', 'inactive', 'sold_out', 'draft', 'expired'] as const;
const sortFields = ['created', 'price', 'updated', 'score'] as const;
const upWords = ['asc', 'ascending', 'up'];
const sortOrders = [...upWords, 'desc', 'descending', 'down'];
const associations = ['Shop', 'Images', 'Strategy'] as const;
const strategyStates = ['active', 'inactive'] as const;
const reportStates = ['queued', 'processing', 'completed', 'failed'] as const;
const reportTypes = ['price_changes', 'stock_levels', 'competitors'] as const;
const sections = [31_055_210, 31_055_247, 33_918_004];

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const money = (cents: number | null): Row | null =>
  cents === null ? null : { amount: cents, divisor: 100, currency_code: currency };

interface Strategy {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly state: (typeof strategyStates)[number];
  readonly adjustment: number | null;
  readonly percent: number | null;
  readonly created: number;
  readonly updated: number;
}

const strategies = [
  { title: 'Match the lowest', type: 'match_lowest', adjustment: null, percent: null },
  { title: 'A little below', type: 'undercut', adjustment: 25, percent: null },
  { title: 'Five percent below', type: 'undercut', adjustment: null, percent: 5 },
  { title: 'Studio margin', type: 'target_margin', adjustment: null, percent: 32.5 },
  { title: 'Winter fair', type: 'markdown', adjustment: 300, percent: null },
  { title: 'Clear the shelf', type: 'markdown', adjustment: null, percent: 17.5 },
  { title: 'Above the crowd', type: 'premium', adjustment: 150, percent: null },
].map((one, index): Strategy => {
  const created = seconds(pastMoment(`expected strategy ${index}`));
  return {
    ...one,
    id: 71_400_000 + index * 1_913 + chance(`expected strategy id ${index}`, 1_900),
    state: one.title === 'Winter fair' ? 'inactive' : 'active',
    created,
    updated: created + chance(`expected strategy later ${index}`, 3_000_000),
  };
});

const activeStrategies = strategies.filter(({ state }) => state === 'active');

interface Listing {
  readonly id: number;
  readonly title: string;
  readonly sku: string;
  readonly state: (typeof states)[number];
  readonly type: 'physical' | 'download';
  readonly price: number;
  readonly quantity: number;
  readonly section: number | null;
  readonly tags: readonly string[];
  readonly materials: readonly string[];
  readonly favorers: number;
  readonly views: number;
  readonly created: number;
  readonly turned: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
}

/** How often each state occurs among the listings: in turns of fourteen. */
const stateTurns = [0, 0, 1, 0, 3, 0, 2, 0, 0, 4, 0, 1, 0, 2];

const some = (seed: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => chance(seed + word, 3) === 0);

function listingAt(index: number): Listing {
  const seed = `expected ${index}`;
  const { maker, sku, price, stock } = ware(seed);
  const isDownload = chance(`${seed} type`, 7) === 0;
  const good = isDownload
    ? oneOf(`${seed} good`, ['Knitting Pattern', 'Wall Print'])
    : oneOf(`${seed} good`, ['Felt Slippers', 'Oak Spoon', 'Linen Apron', 'Potter&#39;s Mug', 'Silver Ring']);
  const state = states[stateTurns[index % stateTurns.length]!]!;
  const created = seconds(pastMoment(seed));
  const turned = created + chance(`${seed} turned`, 400_000);
  const min = chance(`${seed} min`, 5) === 0 ? null : Math.round(price * 0.75);
  const isPriced = min !== null && state !== 'expired';
  return {
    id: 1_600_000_000 + (created - 1_704_000_000) * 3 + chance(`${seed} id`, 3),
    title: `${maker} ${good}${oneOf(`${seed} for`, ['', ', Handmade Gift', ' for Her &amp; Him'])}`,
    sku,
    state,
    type: isDownload ? 'download' : 'physical',
    price,
    quantity: state === 'sold_out' ? 0 : isDownload ? 999 : 1 + (stock % 40),
    section: chance(`${seed} section`, 4) === 0 ? null : oneOf(`${seed} in`, sections),
    tags: some(seed, ['rustic', 'wedding', 'boho', 'eco', 'gift']),
    materials: isDownload ? [] : some(seed, ['wool', 'oak', 'linen', 'clay', 'silver']),
    favorers: chance(`${seed} favorers`, 340),
    views: chance(`${seed} views`, 6_000),
    created,
    turned,
    min,
    max: chance(`${seed} max`, 5) === 0 ? null : Math.round(price * 1.5),
    strategy: isPriced && chance(`${seed} has`, 5) < 2 ? oneOf(`${seed} which`, activeStrategies).id : null,
    updated: turned + chance(`${seed} updated`, 5_000_000),
  };
}

const slug = (title: string): string =>
  title
    .replaceAll(/&[^;]+;/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');

const listingShown = (one: Listing): Row => ({
  listing_id: one.id,
  user_id: userId,
  shop_id: shopId,
  title: one.title,
  state: one.state,
  creation_timestamp: one.created,
  created_timestamp: one.created,
  ending_timestamp: one.created + 10_540_800,
  original_creation_timestamp: one.created,
  last_modified_timestamp: one.updated,
  updated_timestamp: one.updated,
  state_timestamp: one.turned,
  quantity: one.quantity,
  shop_section_id: one.section,
  featured_rank: -1,
  url: `https://www.craftmarket.example/listing/${one.id}/${slug(one.title)}`,
  num_favorers: one.favorers,
  non_taxable: false,
  is_taxable: true,
  is_customizable: one.type === 'physical',
  is_personalizable: one.tags.includes('gift'),
  listing_type: one.type,
  tags: one.tags,
  materials: one.materials,
  shipping_profile_id: one.type === 'physical' ? 194_207_331_820 : null,
  processing_min: one.type === 'physical' ? 1 : null,
  processing_max: one.type === 'physical' ? 3 : null,
  who_made: 'i_did',
  when_made: one.type === 'physical' ? 'made_to_order' : '2020_2025',
  is_supply: false,
  item_weight: null,
  should_auto_renew: one.state === 'active',
  language: 'en',
  price: money(one.price),
  min_price: money(one.min),
  max_price: money(one.max),
  strategy_id: one.strategy,
  skus: [one.sku],
  views: one.views,
});

/** The pictures of a listing, one to three. */
function imagesOf({ id, created }: Listing): readonly Row[] {
  return Array.from({ length: 1 + chance(`expected images ${id}`, 3) }, (_, index) => {
    const seed = `expected image ${id} ${index}`;
    const image = 5_100_000_000 + chance(seed, 800_000_000);
    const url = (size: string) => `https://img.craftmarket.example/il_${size}.${image}.jpg`;
    return {
      listing_id: id,
      listing_image_id: image,
      hex_code: scrambled(seed, 6, hex).toUpperCase(),
      is_black_and_white: false,
      creation_tsz: created + index,
      created_timestamp: created + index,
      rank: index + 1,
      url_75x75: url('75x75'),
      url_fullxfull: url('fullxfull'),
      full_height: 1_500,
      full_width: 2_000,
      alt_text: index === 0 ? '' : null,
    };
  });
}

interface Report {
  readonly id: number;
  readonly type: (typeof reportTypes)[number];
  readonly state: (typeof reportStates)[number];
  readonly created: number;
  readonly took: number;
  readonly rows: number;
}

/** The runs of three weeks, the newest first: the last ones are still waiting or at work. */
const reports = [0, 1, 1, 2, 2, 3, 2, 2, 2, 3, 2].map((state, index): Report => {
  const created = 1_767_000_000 - index * 172_800 - chance(`expected report ${index}`, 90_000);
  return {
    id: 3_050_000_000 + (created - 1_704_000_000),
    type: reportTypes[index % reportTypes.length]!,
    state: reportStates[state]!,
    created,
    took: 20 + chance(`expected report took ${index}`, 400),
    rows: 8 + chance(`expected report rows ${index}`, 1_900),
  };
});

class Refusal extends Error {
  readonly status: number;
  readonly description: string | undefined;
  readonly headers: Headers;

  constructor(status: number, message: string, description?: string, headers: Headers = []) {
    super(message);
    this.status = status;
    this.description = description;
    this.headers = headers;
  }
}

/** How an error shows what it got. */
function got(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return `got '${value}'`;
  }
  return Array.isArray(value) ? 'got array' : value === null ? 'got null' : 'got object';
}

const expected = (type: string, name: string, value: unknown) =>
  new Refusal(400, `Expected ${type} value for '${name}' (${got(value)})`);
const outside = (name: string, bounds: string, value: unknown) =>
  new Refusal(400, `Expected value for '${name}' to be ${bounds} (${got(value)})`);
const missing = (name: string) => new Refusal(400, `Missing required parameter '${name}'`);
const conflict = (message: string) => new Refusal(409, message);
const notFound = (what: string, id: number) =>
  new Refusal(404, `Could not find a ${what} with ${what.toLowerCase()}_id = ${id}`);
const nowhere = () => new Refusal(404, 'Resource not found');

interface Bounds {
  readonly least: number;
  readonly most?: number;
}

function within(name: string, value: number, { least, most }: Bounds, sent: unknown): number {
  if (value >= least && value <= (most ?? Infinity)) return value;
  throw outside(name, most === undefined ? `at least ${least}` : `between ${least} and ${most}`, sent);
}

/** A whole number, or a text of one. */
function intOf(name: string, value: unknown, bounds: Bounds = { least: 1 }): number {
  const isText = typeof value === 'string' && /^-?\d+$/.test(value);
  if (!isText && !Number.isInteger(value)) throw expected('int', name, value);
  return within(name, Number(value), bounds, value);
}

/** Cents, of a number of the currency or of a text of one. */
function centsOf(name: string, value: unknown, { least, most }: Bounds): number {
  const isText = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  if (!isText && typeof value !== 'number') throw expected('float', name, value);
  const bounds = { least: least / 100, ...(most !== undefined && { most: most / 100 }) };
  return Math.round(within(name, Number(value), bounds, value) * 100);
}

function oneOfWords(name: string, value: string, words: readonly string[]): string {
  if (words.includes(value)) return value;
  throw outside(name, `one of [${words.join(', ')}]`, value);
}

/** The parameters of a request; of a name that stands there twice, the last one. */
type Query = Readonly<Record<string, string>>;

const wordIn = (query: Query, name: string, words: readonly string[]): string | undefined =>
  query[name] === undefined ? undefined : oneOfWords(name, query[name], words);
const intIn = (query: Query, name: string, bounds?: Bounds): number | undefined =>
  query[name] === undefined ? undefined : intOf(name, query[name], bounds);
const idsIn = (query: Query, name: string): readonly number[] | undefined =>
  query[name]?.split(',').map((id) => intOf(name, id));

function boolIn(query: Query, name: string): boolean | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (!['true', 'false', '1', '0'].includes(value)) throw expected('bool', name, value);
  return value === 'true' || value === '1';
}

/** From the least to the most that a pair of parameters lets through. */
type Range = readonly [least: number, most: number];

function rangeIn(query: Query, what: string, read: (name: string, value: string) => number): Range {
  const [low, high] = [query[`min_${what}`], query[`max_${what}`]];
  const least = low === undefined ? -Infinity : read(`min_${what}`, low);
  const most = high === undefined ? Infinity : read(`max_${what}`, high);
  if (least > most) throw outside(`min_${what}`, `at most 'max_${what}'`, low);
  return [least, most];
}

const priceRange = (query: Query): Range =>
  rangeIn(query, 'price', (name, value) => centsOf(name, value, { least: 0 }));
const momentRange = (query: Query, what: string): Range =>
  rangeIn(query, what, (name, value) => intOf(name, value, { least: firstMoment }));
const isIn = (value: number, [least, most]: Range): boolean => value >= least && value <= most;

function includesIn(query: Query): readonly string[] {
  return (query.includes?.split(',') ?? []).map((word) => oneOfWords('includes', word, associations));
}

/** Sorted by a number, then by id, up or down. */
function sorted<Found extends { readonly id: number }>(
  found: readonly Found[],
  by: (one: Found) => number,
  isUp: boolean,
): readonly Found[] {
  const sign = isUp ? 1 : -1;
  return [...found].sort((one, other) => sign * (by(one) - by(other) || one.id - other.id));
}

const sortValue = (one: Listing, field: string): number =>
  field === 'price'
    ? one.price
    : field === 'updated'
      ? one.updated
      : field === 'score'
        ? one.views + 10 * one.favorers
        : one.created;

const isUpIn = (query: Query): boolean => upWords.includes(wordIn(query, 'sort_order', sortOrders) ?? 'desc');

function hasWords({ title, tags }: Listing, keywords: string): boolean {
  const text = `${title} ${tags.join(' ')}`.toLowerCase();
  return keywords
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function bodyOf(request: Asked): Row {
  if (request.body === '') throw new Refusal(400, 'Missing request body');
  const sent = jsonOf(request);
  if (sent === 'bad') throw new Refusal(400, 'invalid_request', 'The request body is not valid JSON');
  if (!isObject(sent.json)) throw expected('object', 'body', sent.json);
  return sent.json;
}

/** A bound that a body sends: cents, null to remove it, undefined where it does not speak of it. */
function boundIn(body: Row, name: string): number | null | undefined {
  const sent = body[name];
  if (sent === undefined || sent === null) return sent;
  return centsOf(name, sent, { least: smallestPrice, most: largestPrice });
}

/** What a list found, each still to be shown. */
type Results = readonly (() => Row)[];

const results = <Found>(found: readonly Found[], shown: (one: Found) => Row): Results =>
  found.map((one) => () => shown(one));

function start(run: Run): (request: Asked) => Answered {
  const listings = Array.from({ length: 28 }, (_, index) => listingAt(index));
  let calls: readonly number[] = [];
  let count = 0;

  const isActive = ({ state }: Listing) => state === 'active';

  function strategyShown(one: Strategy): Row {
    const { id, title, type, state, adjustment, percent, created, updated } = one;
    return {
      strategy_id: id,
      shop_id: shopId,
      title,
      strategy_type: type,
      state,
      rank: strategies.indexOf(one) + 1,
      adjustment: money(adjustment),
      adjustment_percent: percent,
      active_listing_count: listings.filter((listing) => isActive(listing) && listing.strategy === id).length,
      creation_timestamp: created,
      created_timestamp: created,
      updated_timestamp: updated,
    };
  }

  const shopShown = (): Row => ({
    shop_id: shopId,
    user_id: userId,
    shop_name: 'NorthernHands',
    title: 'Made slowly, by two people',
    announcement: null,
    currency_code: currency,
    is_vacation: false,
    listing_active_count: listings.filter(isActive).length,
    create_date: 1_546_300_812,
    created_timestamp: 1_546_300_812,
    url: 'https://www.craftmarket.example/shop/NorthernHands',
  });

  function reportShown({ id, type, state, created, took, rows }: Report): Row {
    const isDone = state === 'completed';
    const signature = scrambled(`expected ${run.run} ${id}`, 40, hex);
    return {
      report_id: id,
      shop_id: shopId,
      report_type: type,
      state,
      row_count: isDone ? rows : null,
      download_url: isDone
        ? `https://files.craftmarket.example/reports/${id}.csv?signature=${signature}`
        : null,
      failure_message: state === 'failed' ? 'The report could not be generated.' : null,
      creation_timestamp: created,
      created_timestamp: created,
      completed_timestamp: isDone || state === 'failed' ? created + took : null,
    };
  }

  function listingWith(one: Listing, includes: readonly string[]): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      ...listingShown(one),
      ...(includes.includes('Shop') && { shop: shopShown() }),
      ...(includes.includes('Images') && { images: imagesOf(one) }),
      ...(includes.includes('Strategy') && {
        strategy: strategy === undefined ? null : strategyShown(strategy),
      }),
    };
  }

  function findListings(query: Query): Results {
    const state = wordIn(query, 'state', states);
    const field = wordIn(query, 'sort_on', sortFields) ?? 'created';
    const isUp = isUpIn(query);
    const ids = idsIn(query, 'listing_ids');
    const inSections = idsIn(query, 'shop_section_ids');
    const withStrategies = idsIn(query, 'strategy_ids');
    const hasStrategy = boolIn(query, 'has_strategy');
    const price = priceRange(query);
    const created = momentRange(query, 'created');
    const updated = momentRange(query, 'last_modified');
    const includes = includesIn(query);
    const found = listings.filter(
      (one) =>
        (state === undefined || one.state === state) &&
        (ids?.includes(one.id) ?? true) &&
        (inSections === undefined || (one.section !== null && inSections.includes(one.section))) &&
        (withStrategies === undefined || (one.strategy !== null && withStrategies.includes(one.strategy))) &&
        (hasStrategy === undefined || (one.strategy !== null) === hasStrategy) &&
        (query.keywords === undefined || hasWords(one, query.keywords)) &&
        isIn(one.price, price) &&
        isIn(one.created, created) &&
        isIn(one.updated, updated),
    );
    return results(
      sorted(found, (one) => sortValue(one, field), isUp),
      (one) => listingWith(one, includes),
    );
  }

  function findStrategies(query: Query): Results {
    const state = wordIn(query, 'state', strategyStates);
    return results(
      strategies.filter((one) => state === undefined || one.state === state),
      strategyShown,
    );
  }

  function findReports(query: Query): Results {
    const state = wordIn(query, 'state', reportStates);
    const type = wordIn(query, 'report_type', reportTypes);
    const isUp = isUpIn(query);
    const created = momentRange(query, 'created');
    const found = reports.filter(
      (one) =>
        (state === undefined || one.state === state) &&
        (type === undefined || one.type === type) &&
        isIn(one.created, created),
    );
    return results(
      sorted(found, (one) => one.created, isUp),
      reportShown,
    );
  }

  const finders = { listings: findListings, strategies: findStrategies, reports: findReports } as const;
  type List = keyof typeof finders;

  function listed(list: List, query: Query): Answered {
    const limit = intIn(query, 'limit', { least: 1, most: largestLimit }) ?? usualLimit;
    const offset = intIn(query, 'offset', { least: 0, most: largestOffset }) ?? 0;
    const found = finders[list](query);
    const page = found.slice(offset, offset + limit).map((show) => show());
    return json(200, { count: found.length, results: page });
  }

  function listingOf(text: string): Listing {
    const id = intOf('listing_id', text);
    const listing = listings.find((one) => one.id === id);
    if (listing === undefined) throw notFound('Listing', id);
    return listing;
  }

  function strategyOf(sent: unknown): Strategy {
    const id = intOf('strategy_id', sent);
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) throw notFound('Strategy', id);
    return strategy;
  }

  function reportOf(text: string): Report {
    const id = intOf('report_id', text);
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw notFound('Report', id);
    return report;
  }

  function single(list: List, id: string, query: Query): Row {
    if (list === 'strategies') return strategyShown(strategyOf(id));
    if (list === 'reports') return reportShown(reportOf(id));
    const includes = includesIn(query);
    return listingWith(listingOf(id), includes);
  }

  function changeable(id: string): Listing {
    const listing = listingOf(id);
    if (listing.state === 'expired') {
      throw conflict(`Listing ${listing.id} is expired and must be renewed before it can be edited`);
    }
    return listing;
  }

  function priced(id: string, body: Row): Answered {
    const { min_price: sentMin, max_price: sentMax } = body;
    if (sentMin === undefined && sentMax === undefined) {
      throw new Refusal(400, "Expected at least one of 'min_price', 'max_price'");
    }
    const [min, max] = [boundIn(body, 'min_price'), boundIn(body, 'max_price')];
    const listing = changeable(id);
    const low = min === undefined ? listing.min : min;
    const high = max === undefined ? listing.max : max;
    if (low !== null && high !== null && low > high) {
      throw sentMin === undefined
        ? outside('max_price', `at least the min_price of ${decimal(low)}`, sentMax)
        : outside('min_price', `at most the max_price of ${decimal(high)}`, sentMin);
    }
    if (low === null && listing.strategy !== null) {
      throw conflict(`Cannot remove 'min_price' from a listing with strategy_id ${listing.strategy}`);
    }
    [listing.min, listing.max, listing.updated] = [low, high, seconds(run.now())];
    return json(200, listingShown(listing));
  }

  function assigned(id: string, { strategy_id: sent }: Row): Answered {
    if (sent === undefined) throw missing('strategy_id');
    const strategy = sent === null ? null : strategyOf(sent);
    const listing = changeable(id);
    if (strategy?.state === 'inactive') {
      throw conflict(`Strategy ${strategy.id} is inactive and cannot be assigned`);
    }
    if (strategy !== null && listing.min === null) {
      throw conflict(`Listing ${listing.id} needs a 'min_price' before a strategy can be assigned`);
    }
    [listing.strategy, listing.updated] = [strategy?.id ?? null, seconds(run.now())];
    return json(200, listingShown(listing));
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, list = '', id, part, ...more] = steps;
    const isPart = list === 'listings' && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || more.length > 0 || !Object.hasOwn(finders, list)) throw nowhere();
    if (part !== undefined && !isPart) throw nowhere();
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, `Method ${request.method} not allowed`, undefined, [['Allow', method]]);
    }
    const asked: Query = Object.fromEntries(query);
    if (id === undefined) return listed(list as List, asked);
    if (part === undefined) return json(200, single(list as List, id, asked));
    intOf('listing_id', id);
    const body = bodyOf(request);
    return part === 'price' ? priced(id, body) : assigned(id, body);
  }

  function authorize({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Refusal(403, 'Missing x-api-key header or client_id');
    if (sent !== key) throw new Refusal(401, 'invalid_client', 'API key not found or not active');
  }

  const callsThisSecond = (): number => calls.filter((time) => seconds(time) === seconds(run.now())).length;

  /** Counts a call, unless there were too many in this second. */
  function admit(): void {
    const now = run.now();
    if (callsThisSecond() >= perSecond) {
      throw new Refusal(429, `Exceeded your quota of ${perSecond} requests per second`, undefined, [
        ['retry-after', '1'],
      ]);
    }
    calls = [...calls.filter((time) => time > now - day), now];
  }

  const quotas = (): Headers => [
    ['x-limit-per-second', String(perSecond)],
    ['x-remaining-this-second', String(perSecond - callsThisSecond())],
    ['x-limit-per-day', String(perDay)],
    ['x-remaining-today', String(perDay - calls.length)],
  ];

  function answered(work: () => Answered): Answered {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, description, headers } = error;
      const body = { error: message, ...(description !== undefined && { error_description: description }) };
      return json(status, body, headers);
    }
  }

  return (request) => {
    count += 1;
    let counted: Headers = [];
    const { status, headers, body } = answered(() => {
      authorize(request);
      const admitted = answered(() => {
        admit();
        return answer(request);
      });
      counted = quotas();
      return admitted;
    });
    const always: Headers = [['x-request-uuid', uuid(`expected request ${run.run} ${count}`)]];
    return { status, headers: [...headers, ...counted, ...always], body };
  };
}

/** Asks for the next offset until as many records are read as are counted. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const mark = target.includes('?') ? '&' : '?';
    const received: Received = await api.ask(
      'GET',
      rows.length === 0 ? target : `${target}${mark}offset=${rows.length}`,
    );
    const page = rowsAt(received, 'results');
    rows.push(...page);
    if (page.length === 0 || rows.length >= Number(at(received, 'count') ?? 0)) return rows;
  }
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Not expired: with both bounds and no strategy, with a strategy, and without a lower bound; and what is expired. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
  /** An amount of the currency that is this part of the price of a listing. */
  readonly part: (id: unknown, factor: number) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const live = rows.filter(({ state }) => state !== 'expired');
  const ids = (chosen: readonly Row[]) => chosen.map((row) => row.listing_id);
  return {
    free: ids(
      live.filter((row) => isObject(row.min_price) && isObject(row.max_price) && row.strategy_id === null),
    ),
    bound: ids(live.filter((row) => row.strategy_id !== null)),
    open: ids(live.filter((row) => row.min_price === null)),
    gone: ids(rows.filter(({ state }) => state === 'expired')),
    part: (id, factor) => {
      const found = rows.find((row) => row.listing_id === id)?.price;
      const amount = isObject(found) ? Number(found.amount) : 5_000;
      return Math.round(amount * factor) / 100;
    },
  };
}

/** The strategies and report runs of what was read: those in use, the one that is not, the runs by state. */
function othersOf(plans: readonly Row[], runs: readonly Row[]) {
  const plan = plans.filter(({ state }) => state === 'active').map((row) => row.strategy_id);
  const off = plans.find(({ state }) => state === 'inactive')?.strategy_id;
  const report = (state: string, index = 0) =>
    runs.filter((row) => row.state === state)[index]?.report_id ?? 'missing';
  return { plan, off, report };
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, gone, part } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies');
  const { plan, off, report } = othersOf(plans, await walk(api, '/v1/reports'));
  await get('limit=25');
  await get('limit=25&offset=25');
  await get('offset=100');
  await get('state=active');
  await get('state=sold_out');
  await get(`strategy_ids=${String(plan[0])}`);
  await get(`strategy_ids=${String(plan[1])},${String(plan[2])}`);
  await get(`shop_section_ids=${sections[0]!}&limit=5`);
  await get('has_strategy=true&limit=4');
  await get('min_price=40&max_price=120');
  await get('max_price=35.50');
  await get('min_created=1717200000&max_created=1735689600');
  await get('sort_on=price&sort_order=asc&limit=6');
  await get('sort_on=updated&limit=5');
  await get('sort_on=price&sort_order=desc&limit=3&offset=3');
  await get('keywords=mug');
  await get('includes=Images,Strategy&limit=2');
  await api.ask('GET', '/v1/strategies?state=active&limit=3');
  await api.ask('GET', '/v1/reports?state=completed&limit=4');
  await api.ask('GET', '/v1/reports?report_type=stock_levels');
  for (const id of [free[0], free[2], bound[0], open[0], gone[0]]) await read(api, 'listings', id);
  await read(api, 'listings', free[1], '?includes=Shop,Images');
  await read(api, 'strategies', plan[0]);
  await read(api, 'strategies', off);
  await read(api, 'reports', report('completed'));
  await read(api, 'reports', report('failed'));

  await price(api, free[0], { min_price: part(free[0], 0.7), max_price: part(free[0], 1.3) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: part(bound[0], 0.85) });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { min_price: 4.95 });
  await price(api, free[1], { min_price: null, max_price: 249 });
  await assign(api, free[0], plan[1]);
  await read(api, 'listings', free[0]);
  await read(api, 'strategies', plan[1]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, open[0], plan[3]);
  await get('sort_on=updated&sort_order=desc&limit=4');

  await read(api, 'listings', 1_111_222_333);
  await read(api, 'listings', 'felt-slippers');
  await read(api, 'strategies', 71_000_001);
  await read(api, 'reports', 'latest');
  await price(api, 1_111_222_334, { min_price: 9 });
  await price(api, free[3], { min_price: 90, max_price: 85 });
  await price(api, free[3], { min_price: part(free[3], 2) });
  await price(api, free[3], { min_price: 'cheap' });
  await price(api, free[3], { max_price: 0.1 });
  await price(api, free[3], { max_price: [80] });
  await price(api, free[3], {});
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": 12.' });
  await price(api, gone[0], { min_price: 12 });
  await assign(api, free[3], 71_000_002);
  await assign(api, free[3], off);
  await assign(api, free[3], 'lowest');
  await assign(api, open[1], plan[2]);
  await get('limit=500');
  await get('limit=x');
  await get('state=sold');
  await get('min_price=80&max_price=20');
  await get('sort_on=title');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/reports?limit=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, gone, part } = idsOf(await walk(api, '/v1/listings?limit=15'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = await walk(api, '/v1/strategies?limit=20');
  const { plan, off, report } = othersOf(plans, await walk(api, '/v1/reports?limit=8'));
  await get('limit=7&offset=14');
  await get('state=inactive');
  await get('state=active&limit=6&offset=6');
  await get(`strategy_ids=${String(plan[3])}`);
  await get(`strategy_ids=${String(plan[0])},${String(plan[4])}`);
  await get(`shop_section_ids=${sections[1]!}`);
  await get('has_strategy=false&limit=3');
  await get('min_price=60&max_price=150&limit=5');
  await get('min_price=99.90');
  await get('min_created=1735689600&max_created=1748736000');
  await get('sort_on=price&sort_order=desc&limit=5');
  await get('sort_on=created&sort_order=asc&limit=4');
  await get('state=active&sort_on=price&sort_order=asc&limit=4');
  await get('keywords=ring');
  await get('includes=Strategy&limit=3');
  await api.ask('GET', '/v1/strategies?state=inactive');
  await api.ask('GET', '/v1/reports?state=failed');
  await api.ask('GET', '/v1/reports?report_type=price_changes&limit=2');
  for (const id of [free[4], free[5], bound[1], open[1]]) await read(api, 'listings', id);
  await read(api, 'listings', bound[2], '?includes=Images');
  await read(api, 'strategies', plan[2]);
  await read(api, 'reports', report('completed', 2));

  await price(api, free[4], { min_price: part(free[4], 0.65), max_price: part(free[4], 1.25) });
  await read(api, 'listings', free[4]);
  await price(api, bound[1], { max_price: part(bound[1], 1.8) });
  await price(api, open[1], { min_price: 3.8 });
  await price(api, free[5], { max_price: null });
  await assign(api, free[4], plan[2]);
  await read(api, 'strategies', plan[2]);
  await assign(api, bound[1], null);
  await read(api, 'listings', bound[1]);
  await get('sort_on=updated&sort_order=desc&limit=3');

  await read(api, 'listings', 1_222_333_444);
  await read(api, 'listings', 'oak-spoon');
  await read(api, 'strategies', 'premium');
  await price(api, free[6], { min_price: 120.5, max_price: 110 });
  await price(api, free[6], { max_price: 'high' });
  await price(api, free[6], { min_price: -5 });
  await price(api, gone[1], { max_price: 77 });
  await assign(api, free[6], 71_000_009);
  await assign(api, free[5], off);
  await assign(api, free[6], true);
  await assign(api, open[2], plan[1]);
  await get('limit=0');
  await get('offset=many');
  await get('state=lost');
  await get('min_price=300&max_price=45');
}

export const expectedValues: WalkedService = {
  name: 'expected-values',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
