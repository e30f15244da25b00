// A marketplace for crafts and vintage goods, with an API of its own that has grown for many years: lists are a count beside
// results, by limit and offset; an amount is answered as a whole number with its divisor and currency, but sent as a plain number
// in major units, or as a text; moments are seconds since 1970, under an older and a newer name. `includes` adds what belongs to a
// listing. Every error is one sentence, of the first fault alone, and at times has a description beside it; null and the empty
// text both clear what is set, `has_` flags follow from other members, and headers tell the limits of a second and of a day.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'k7w2mzq4t9xv1rb8hd3ncy5p';
const perSecond = 5;
const perDay = 5_000;
const currency = 'EUR';
const [leastPrice, largestPrice] = [0.2, 50_000];
const largestOffset = 12_000;

const states = ['active', 'inactive', 'sold_out', 'expired', 'draft'];
const associations = ['Rule', 'Images', 'Shop'];
const sortFields = ['price', 'created', 'updated', 'title'];
const sortOrders = ['asc', 'desc', 'up', 'down'];
const ruleTypes = ['undercut', 'match', 'markdown', 'premium', 'smart'];
const reportTypes = ['price_changes', 'listing_stats', 'fees'];
const reportStates = ['pending', 'running', 'completed', 'failed'];

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

/** An amount as it is answered. */
const money = (amount: number | null): Row | null =>
  amount === null ? null : { amount, divisor: 100, currency_code: currency };

const inWords = (amount: number): string => `${(amount / 100).toFixed(2)} ${currency}`;

interface Rule {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly amount: number | null;
  readonly percentage: number | null;
  readonly isActive: boolean;
  readonly needsFloor: boolean;
  readonly plan: string;
}

const rule = (
  id: number,
  name: string,
  type: string,
  [amount, percentage]: readonly [number | null, number | null],
  { isActive = true, needsFloor = true, plan = 'standard' } = {},
): Rule => ({ id, name, type, amount, percentage, isActive, needsFloor, plan });

const rules: readonly Rule[] = [
  rule(4011, 'Just below similar items', 'undercut', [50, null]),
  rule(4012, 'Match similar items', 'match', [null, null]),
  rule(4017, 'Slow seller markdown', 'markdown', [null, 5]),
  rule(4023, 'Holiday premium', 'premium', [null, 12.5], { needsFloor: false }),
  rule(4031, 'Stall clearance', 'markdown', [null, 30], { isActive: false }),
  rule(4044, 'Smart pricing', 'smart', [null, null], { plan: 'plus' }),
];

interface Craft {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly state: string;
  readonly quantity: number;
  readonly price: number;
  readonly favorers: number;
  readonly tags: readonly string[];
  readonly materials: readonly string[];
  readonly skus: readonly string[];
  readonly section: number | null;
  readonly whoMade: string;
  readonly whenMade: string;
  readonly images: number;
  readonly created: number;
  floor: number | null;
  ceiling: number | null;
  rule: number | null;
  updated: number;
}

const decades = ['1930s', '1950s', '1960s', '1970s'];
const things = ['bowl', 'vase', 'tray', 'candle holder', 'jewelry box', 'lamp base', 'egg cup'];
const textiles = ['cushion', 'wall hanging', 'table runner', 'throw', 'tea cosy'];
const looks = ['speckled', 'boxed', 'indigo', 'large', 'pair', 'honey brown', 'signed'];
const words = ['boho', 'cottage', 'rustic', 'scandi', 'gift', 'kitchen', 'minimal', 'retro'];
const crafted: Readonly<Record<string, string>> = {
  stoneware: 'Hand thrown',
  oak: 'Hand carved',
  wool: 'Felted',
  linen: 'Block printed',
  brass: 'Hammered',
  glass: 'Hand blown',
};

function crafts(): Craft[] {
  const created = Array.from({ length: 38 }, (_, index) => pastMoment(`divided ${index}`)).sort(
    (one, other) => one - other,
  );
  return created.map((time, index): Craft => {
    const seed = `divided craft ${index}`;
    const isVintage = chance(`${seed} vintage`, 5) < 2;
    const decade = oneOf(`${seed} decade`, decades);
    const stuff = oneOf(`${seed} stuff`, Object.keys(crafted));
    const thing = oneOf(`${seed} thing`, ['wool', 'linen'].includes(stuff) ? textiles : things);
    const state = states[[0, 0, 0, 0, 0, 1, 2, 3, 4][chance(`${seed} state`, 9)]!]!;
    const price = 50 * (9 + chance(`${seed} price`, 280)) - oneOf(`${seed} odd`, [0, 0, 1, 10]);
    const floor = chance(`${seed} floor`, 4) === 0 ? null : Math.round(price * 0.8);
    const hasRule = chance(`${seed} has rule`, 5) < 2;
    return {
      id: 1_284_600_173 + index * 7_411_030 + chance(`${seed} id`, 6_000_000),
      title: `${isVintage ? `${decade} vintage` : crafted[stuff]!} ${stuff} ${thing}, ${oneOf(`${seed} look`, looks)}`,
      description: isVintage
        ? `A ${thing} of the ${decade} in good vintage condition.`
        : `Each ${thing} is made by hand in our small workshop.`,
      state,
      quantity: state === 'sold_out' ? 0 : isVintage ? 1 : 1 + chance(`${seed} quantity`, 24),
      price,
      favorers: chance(`${seed} favorers`, 420),
      tags: [
        ...(isVintage ? ['vintage'] : ['handmade']),
        ...words.filter((word) => chance(seed + word, 4) === 0),
      ],
      materials: chance(`${seed} materials`, 4) === 0 ? [] : [stuff],
      skus: Array.from(
        { length: isVintage ? chance(`${seed} sku`, 2) : chance(`${seed} sku`, 4) },
        (_, sku) => `${stuff.slice(0, 2).toUpperCase()}${100 + index}-${sku + 1}`,
      ),
      section: chance(`${seed} section`, 3) === 0 ? null : oneOf(`${seed} which`, [30411, 30412, 30415]),
      whoMade: isVintage ? 'someone_else' : oneOf(`${seed} who`, ['i_did', 'i_did', 'collective']),
      whenMade: isVintage ? decade : oneOf(`${seed} when`, ['made_to_order', '2020_2025']),
      images: state === 'draft' ? 0 : 1 + chance(`${seed} images`, 3),
      created: time,
      floor,
      ceiling: chance(`${seed} ceiling`, 3) === 0 ? null : Math.round(price * 1.4),
      rule:
        hasRule && floor !== null && state !== 'draft'
          ? oneOf(`${seed} rule`, [4011, 4011, 4012, 4017, 4023])
          : null,
      updated: time + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

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

const bad = (message: string, description?: string) => new Refusal(400, message, description);
const invalid = (name: string, words: string) => bad(`Invalid value for '${name}': ${words}`);
const nowhere = () => new Refusal(404, 'Resource not found');
const notFound = (what: string, name: string, id: number) =>
  new Refusal(404, `Could not find a ${what} with ${name} = ${id}`);

/** What the language of the service calls the type of a value. */
function typeName(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value === 'object' ? 'array' : typeof value;
}

const mistyped = (name: string, type: string, value: unknown) =>
  bad(`Expected ${type} value for '${name}' (got ${typeName(value)})`);

/** A whole number, which may be sent as a text. */
function intOf(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  throw mistyped(name, 'int', value);
}

function floatOf(name: string, value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  throw mistyped(name, 'float', value);
}

function idOf(name: string, value: unknown): number {
  const id = intOf(name, value);
  if (id < 1) throw invalid(name, 'must be at least 1');
  return id;
}

/** A bound of a price in cents; null for one that is to be cleared, undefined for one that is not sent. */
function boundOf(name: string, value: unknown): number | null | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === '') return null;
  const amount = floatOf(name, value);
  if (amount < leastPrice || amount > largestPrice) {
    throw invalid(name, `must be between ${leastPrice} and ${largestPrice}`);
  }
  const cents = Math.round(amount * 100);
  if (Math.abs(cents - amount * 100) > 1e-6) throw invalid(name, 'must not have more than 2 decimal places');
  return cents;
}

/** Parameters of a query: an empty one is as good as none. */
class Params {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    const value = this.#query.get(name);
    return value === null || value === '' ? undefined : value;
  }

  int(name: string, otherwise: number, [least, most]: readonly [number, number]): number {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const number = intOf(name, text);
    if (number < least || number > most) throw invalid(name, `must be between ${least} and ${most}`);
    return number;
  }

  id(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : idOf(name, text);
  }

  /** Major units. */
  price(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = floatOf(name, text);
    if (number < 0) throw invalid(name, 'must be at least 0');
    return number;
  }

  bool(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    if (!['true', 'false', '1', '0'].includes(text)) throw mistyped(name, 'bool', text);
    return text === 'true' || text === '1';
  }

  word(name: string, known: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !known.includes(text))
      throw invalid(name, `must be one of ${known.join(', ')}`);
    return text;
  }

  words(name: string, known: readonly string[]): readonly string[] {
    const all = (this.text(name) ?? '').split(',').filter((word) => word !== '');
    const odd = all.find((word) => !known.includes(word));
    if (odd !== undefined) throw invalid(name, `'${odd}' is not one of ${known.join(', ')}`);
    return all;
  }
}

/** The members that a body sends; it may also be a form. */
function sentIn(request: Asked): Row {
  const { body, headers } = request;
  if (body === '') return {};
  const [type] = (headers['content-type'] ?? '').split(';');
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') throw new Refusal(415, `Unsupported content type '${type ?? ''}'`);
  const sent = jsonOf(request);
  if (sent === 'bad') throw bad('Invalid JSON in request body', 'Syntax error');
  if (typeof sent.json !== 'object' || sent.json === null) {
    throw bad('Invalid JSON in request body', `Expected an object (got ${typeName(sent.json)})`);
  }
  return isObject(sent.json) ? sent.json : {};
}

interface Report {
  readonly id: number;
  readonly type: string;
  readonly created: number;
  readonly took: number;
  readonly fails: boolean;
}

const shop: Row = {
  shop_id: 18_402_217,
  shop_name: 'LarkAndLoom',
  user_id: 90_113_508,
  currency_code: currency,
  is_vacation: false,
  vacation_message: null,
  plan: 'standard',
  url: 'https://www.handmarket.example/shop/LarkAndLoom',
};

function imagesOf({ id, images }: Craft): readonly Row[] {
  return Array.from({ length: images }, (_, index) => {
    const image = 3_300_410_000 + chance(`divided image ${id} ${index}`, 400_000_000);
    const file = (size: string) => `https://img.handmarket.example/il/${size}/${image}.jpg`;
    return {
      listing_image_id: image,
      listing_id: id,
      rank: index + 1,
      url_75x75: file('75x75'),
      url_full: file('full'),
      alt_text: chance(`divided alt ${image}`, 2) === 0 ? null : `View ${index + 1}`,
    };
  });
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = crafts();
  const reports = Array.from({ length: 13 }, (_, index): Report => {
    const ago = 12 - index;
    return {
      id: 552_104 + index * 3 + chance(`divided report id ${index}`, 3),
      type: reportTypes[index % 3]!,
      created:
        ago < 2
          ? opened - 15_000 - ago * 24_000
          : opened - ago * 86_400_000 + chance(`divided report ${index}`, 30_000_000),
      took: 60_000 + chance(`divided took ${index}`, 120_000),
      fails: index === 3 || index === 8,
    };
  }).reverse();
  let window = { second: 0, count: 0 };
  let today = 0;
  let answers = 0;

  const ruleShown = ({ id, name, type, amount, percentage, isActive, needsFloor, plan }: Rule): Row => ({
    rule_id: id,
    name,
    type,
    amount: money(amount),
    percentage,
    is_active: isActive,
    requires_floor: needsFloor,
    plan,
    listing_count: all.filter((one) => one.rule === id).length,
  });

  function listingShown(one: Craft, includes: readonly string[] = []): Row {
    const assigned = rules.find(({ id }) => id === one.rule);
    const slug = one.title.toLowerCase().replace(/\W+/g, '-');
    return {
      listing_id: one.id,
      shop_id: shop.shop_id,
      user_id: shop.user_id,
      title: one.title,
      description: one.description,
      state: one.state,
      creation_tsz: seconds(one.created),
      created_timestamp: seconds(one.created),
      last_modified_tsz: seconds(one.updated),
      updated_timestamp: seconds(one.updated),
      quantity: one.quantity,
      shop_section_id: one.section,
      num_favorers: one.favorers,
      price: money(one.price),
      price_floor: money(one.floor),
      price_ceiling: money(one.ceiling),
      rule_id: one.rule,
      has_price_bounds: one.floor !== null && one.ceiling !== null,
      has_rule: one.rule !== null,
      has_variations: one.skus.length > 1,
      tags: one.tags,
      materials: one.materials,
      skus: one.skus,
      who_made: one.whoMade,
      when_made: one.whenMade,
      url: `https://www.handmarket.example/listing/${one.id}/${slug}`,
      ...(includes.includes('Rule') && { rule: assigned === undefined ? null : ruleShown(assigned) }),
      ...(includes.includes('Images') && { images: imagesOf(one) }),
      ...(includes.includes('Shop') && { shop }),
    };
  }

  function stateOf({ created, took, fails }: Report): string {
    const elapsed = run.now() - created;
    return elapsed < 30_000 ? 'pending' : elapsed < took ? 'running' : fails ? 'failed' : 'completed';
  }

  function reportShown(one: Report): Row {
    const { id, type, created, took } = one;
    const state = stateOf(one);
    const isOver = state === 'completed' || state === 'failed';
    const signature = scrambled(`divided ${run.run} ${id}`, 32, '0123456789abcdef');
    const file = (format: string) => ({
      format,
      file_url: `https://files.handmarket.example/reports/${id}/${type}.${format}?expires=${seconds(created + took) + 604_800}&signature=${signature}`,
    });
    const files = state !== 'completed' ? [] : type === 'fees' ? [file('csv'), file('pdf')] : [file('csv')];
    return {
      report_id: id,
      type,
      state,
      creation_tsz: seconds(created),
      created_timestamp: seconds(created),
      completed_timestamp: isOver ? seconds(created + took) : null,
      row_count: state === 'completed' ? 12 + chance(`divided rows ${id}`, 900) : null,
      has_files: files.length > 0,
      files,
      error_message: state === 'failed' ? 'The report could not be generated' : null,
    };
  }

  const paged = <Item>(items: readonly Item[], shown: (item: Item) => Row, params: Params): Answered => {
    const limit = params.int('limit', 25, [1, 100]);
    const offset = params.int('offset', 0, [0, largestOffset]);
    return json(200, { count: items.length, results: items.slice(offset, offset + limit).map(shown) });
  };

  function listed(params: Params): Answered {
    params.int('limit', 25, [1, 100]);
    params.int('offset', 0, [0, largestOffset]);
    const state = params.word('state', states);
    const sortOn = params.word('sort_on', sortFields) ?? 'created';
    const sortOrder = params.word('sort_order', sortOrders) ?? 'desc';
    const [least, most] = [params.price('min_price'), params.price('max_price')];
    if (least !== undefined && most !== undefined && least > most) {
      throw invalid('max_price', 'must not be less than min_price');
    }
    const keywords = (params.text('keywords') ?? '').toLowerCase().split(/\s+/);
    const ruleId = params.id('rule_id');
    const includes = params.words('includes', associations);
    const direction = sortOrder === 'asc' || sortOrder === 'up' ? 1 : -1;
    const valueOf = (one: Craft): string | number =>
      sortOn === 'price'
        ? one.price
        : sortOn === 'title'
          ? one.title.toLowerCase()
          : seconds(sortOn === 'updated' ? one.updated : one.created);
    const found = all
      .filter(
        (one) =>
          (state === undefined || one.state === state) &&
          (least === undefined || one.price >= least * 100) &&
          (most === undefined || one.price <= most * 100) &&
          (ruleId === undefined || one.rule === ruleId) &&
          keywords.every((word) =>
            [one.title.toLowerCase(), ...one.tags].some((text) => text.includes(word)),
          ),
      )
      .sort((one, other) => {
        const [left, right] = [valueOf(one), valueOf(other)];
        return direction * (left < right ? -1 : left > right ? 1 : one.id - other.id);
      });
    return paged(found, (one) => listingShown(one, includes), params);
  }

  function listedReports(params: Params): Answered {
    const type = params.word('type', reportTypes);
    const state = params.word('state', reportStates);
    const found = reports.filter(
      (one) => (type === undefined || one.type === type) && (state === undefined || stateOf(one) === state),
    );
    return paged(found, reportShown, params);
  }

  function listedRules(params: Params): Answered {
    const type = params.word('type', ruleTypes);
    const isActive = params.bool('is_active');
    const found = rules.filter(
      (one) =>
        (type === undefined || one.type === type) && (isActive === undefined || one.isActive === isActive),
    );
    return paged(found, ruleShown, params);
  }

  function craftOf(id: number): Craft {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notFound('Listing', 'listing_id', id);
    return one;
  }

  function ruleOf(id: number): Rule {
    const one = rules.find((each) => each.id === id);
    if (one === undefined) throw notFound('Rule', 'rule_id', id);
    return one;
  }

  /** A listing that may be changed. */
  function openCraft(id: number): Craft {
    const one = craftOf(id);
    if (one.state === 'sold_out') throw new Refusal(409, 'A sold out listing cannot be changed');
    return one;
  }

  function priced(id: number, sent: Row): Answered {
    if (sent.price_floor === undefined && sent.price_ceiling === undefined) {
      throw bad('Missing input parameter: [price_floor] or [price_ceiling]');
    }
    const [newFloor, newCeiling] = [
      boundOf('price_floor', sent.price_floor),
      boundOf('price_ceiling', sent.price_ceiling),
    ];
    const one = openCraft(id);
    const floor = newFloor === undefined ? one.floor : newFloor;
    const ceiling = newCeiling === undefined ? one.ceiling : newCeiling;
    if (floor !== null && ceiling !== null && floor > ceiling) {
      throw bad(
        'Invalid price bounds',
        `price_floor (${inWords(floor)}) must not be greater than price_ceiling (${inWords(ceiling)})`,
      );
    }
    const current = rules.find((each) => each.id === one.rule);
    if (floor === null && current?.needsFloor === true) {
      throw new Refusal(
        409,
        'The price floor cannot be removed',
        `Rule ${current.id} of this listing requires a price_floor`,
      );
    }
    [one.floor, one.ceiling, one.updated] = [floor, ceiling, run.now()];
    return json(200, listingShown(one));
  }

  function assigned(id: number, { rule_id: wanted }: Row): Answered {
    if (wanted === undefined) throw bad('Missing input parameter: [rule_id]');
    const ruleId = wanted === null || wanted === '' ? null : idOf('rule_id', wanted);
    const one = openCraft(id);
    if (ruleId !== null) {
      const { isActive, needsFloor, plan } = ruleOf(ruleId);
      if (plan !== shop.plan) {
        throw new Refusal(
          403,
          'Forbidden',
          `Rule ${ruleId} is not available on the ${String(shop.plan)} plan`,
        );
      }
      if (!isActive) throw new Refusal(409, `Rule ${ruleId} is not active`);
      if (needsFloor && one.floor === null) {
        throw new Refusal(
          409,
          'The rule cannot be assigned',
          `Rule ${ruleId} requires a price_floor on the listing`,
        );
      }
    }
    [one.rule, one.updated] = [ruleId, run.now()];
    return json(200, listingShown(one));
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const params = new Params(query);
    if (version !== 'v1' || more.length > 0) throw nowhere();
    if (part !== undefined) {
      if (kind !== 'listings' || method !== 'PATCH' || !['price', 'strategy'].includes(part)) throw nowhere();
      const listing = idOf('listing_id', id);
      const sent = sentIn(request);
      return part === 'price' ? priced(listing, sent) : assigned(listing, sent);
    }
    if (method !== 'GET') throw nowhere();
    if (kind === 'listings') {
      if (id === undefined) return listed(params);
      const listing = idOf('listing_id', id);
      const includes = params.words('includes', associations);
      return json(200, listingShown(craftOf(listing), includes));
    }
    if (kind === 'strategies') {
      return id === undefined ? listedRules(params) : json(200, ruleShown(ruleOf(idOf('rule_id', id))));
    }
    if (kind !== 'reports') throw nowhere();
    if (id === undefined) return listedReports(params);
    const number = idOf('report_id', id);
    const report = reports.find((each) => each.id === number);
    if (report === undefined) throw notFound('Report', 'report_id', number);
    return json(200, reportShown(report));
  }

  /** Counts the calls of each second of the clock, and those of the day. */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'Missing x-api-key header');
    if (given !== key) throw new Refusal(401, 'API key not found or not active');
    const second = seconds(run.now());
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    today += 1;
    const told: Headers = [
      ['X-Limit-Per-Second', String(perSecond)],
      ['X-Remaining-This-Second', String(Math.max(perSecond - window.count, 0))],
      ['X-Limit-Per-Day', String(perDay)],
      ['X-Remaining-Today', String(Math.max(perDay - today, 0))],
    ];
    if (window.count > perSecond) {
      throw new Refusal(429, 'Exceeded per second rate limit', undefined, [...told, ['Retry-After', '1']]);
    }
    return told;
  }

  return (request) => {
    answers += 1;
    const always: Headers = [['X-Request-UUID', uuid(`divided ${run.run} ${answers}`)]];
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, description, headers } = error;
      return json(
        status,
        { error: message, ...(description !== undefined && { error_description: description }) },
        [...told, ...headers, ...always],
      );
    }
  };
}

/** Goes on by the offset until it has as many as are counted. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const mark = target.includes('?') ? '&' : '?';
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const results = rowsAt(received, 'results');
    rows.push(...results);
    const hasMore = results.length > 0 && rows.length < Number(at(received, 'count') ?? 0);
    next = hasMore ? `${target}${mark}offset=${rows.length}` : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const send = (api: Api, id: unknown, part: string, sending: Sending): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, sending);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  send(api, id, 'price', { json: body });
const assign = (api: Api, id: unknown, ruleId: unknown): Promise<Received> =>
  send(api, id, 'strategy', { json: { rule_id: ruleId } });

interface Ids {
  /** Listings that are not sold out: with both bounds and no rule, with a rule, without a floor; and those sold out. */
  readonly free: readonly unknown[];
  readonly ruled: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const there = rows.filter(({ state }) => state !== 'sold_out');
  const ids = (some: readonly Row[]) => some.map(({ listing_id }) => listing_id);
  return {
    free: ids(there.filter((row) => row.has_price_bounds === true && row.has_rule === false)),
    ruled: ids(there.filter((row) => row.has_rule === true && row.rule_id !== 4023)),
    open: ids(there.filter((row) => row.price_floor === null)),
    gone: ids(rows.filter(({ state }) => state === 'sold_out')),
  };
}

const nobody = (seed: string): number =>
  1_900_000_000 + (Number.parseInt(digest(seed).slice(0, 6), 16) % 9_000_000);

async function recorded(api: Api): Promise<void> {
  const { free, ruled, open, gone } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ rule_id }) => rule_id);
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ report_id }) => report_id);
  await get('limit=10');
  await get('limit=10&offset=30');
  await get('limit=5&offset=200');
  await get('sort_on=price&sort_order=asc&limit=6');
  await get('sort_on=price&sort_order=desc&limit=8');
  await get('sort_on=updated&limit=4');
  await get('sort_on=title&sort_order=up&limit=12');
  await get('sort_on=created&sort_order=down&limit=5&offset=5');
  await get('state=active&limit=50');
  await get('state=sold_out');
  await get('state=draft&sort_on=title&sort_order=asc');
  await get('min_price=20&max_price=60&sort_on=price&sort_order=asc');
  await get('min_price=99.5&limit=7');
  await get('max_price=30');
  await get('keywords=vintage&limit=6');
  await get('keywords=wool');
  await get('keywords=hand+bowl&sort_on=price&sort_order=desc');
  await get('keywords=surfboard');
  await get(`rule_id=${String(plans[0])}`);
  await get(`rule_id=${String(plans[2])}&state=active`);
  await get('includes=Rule&limit=4');
  await get('includes=Rule,Images&limit=3&offset=6');
  await get('colour=blue&limit=3');
  await api.ask('GET', '/v1/strategies?is_active=true');
  await api.ask('GET', '/v1/strategies?type=markdown');
  await api.ask('GET', '/v1/reports');
  await api.ask('GET', '/v1/reports?state=completed&limit=3');
  await api.ask('GET', '/v1/reports?type=fees');
  for (const index of [0, 2, 5]) await read(api, 'listings', free[index]);
  for (const index of [0, 3]) await read(api, 'listings', ruled[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', gone[0]);
  await read(api, 'listings', `${String(free[1])}?includes=Images`);
  await read(api, 'listings', `${String(ruled[1])}?includes=Rule,Images`);
  await read(api, 'listings', `${String(ruled[2])}?includes=Shop`);
  for (const plan of plans) await read(api, 'strategies', plan);
  for (const index of [0, 3, 9]) await read(api, 'reports', runs[index]);

  await price(api, free[0], { price_floor: 18.5, price_ceiling: 240 });
  await read(api, 'listings', free[0]);
  await price(api, ruled[0], { price_floor: 12.25 });
  await read(api, 'listings', ruled[0]);
  await price(api, free[1], { price_ceiling: 310.9 });
  await price(api, free[2], { price_floor: null });
  await read(api, 'listings', free[2]);
  await price(api, free[2], { price_ceiling: '' });
  await price(api, open[0], { price_floor: '9.95', colour: 'blue' });
  await price(api, free[3], { price_floor: 45, price_ceiling: 45 });
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', `${String(free[0])}?includes=Rule`);
  await assign(api, ruled[0], null);
  await read(api, 'listings', ruled[0]);
  await assign(api, ruled[1], '');
  await assign(api, open[1], plans[3]);
  await read(api, 'strategies', plans[1]);
  await get('sort_on=updated&sort_order=desc&limit=5');
  await get(`rule_id=${String(plans[3])}`);
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?limit=2');

  await read(api, 'listings', nobody('one'));
  await read(api, 'listings', 'mug');
  await read(api, 'strategies', 77);
  await read(api, 'strategies', 'best');
  await read(api, 'reports', 1234);
  await price(api, nobody('two'), { price_floor: 5 });
  await assign(api, nobody('two'), plans[0]);
  await price(api, free[4], { price_floor: 60, price_ceiling: 40 });
  await price(api, free[4], { price_floor: 45_000 });
  await price(api, free[4], { price_floor: -3 });
  await price(api, free[4], { price_ceiling: 0 });
  await price(api, free[4], { price_floor: 10.999 });
  await price(api, free[4], { price_floor: 'cheap', price_ceiling: -1 });
  await price(api, free[4], { price_ceiling: true });
  await price(api, free[4], { colour: 'blue' });
  await price(api, free[4], {});
  await send(api, free[4], 'price', {});
  await send(api, free[4], 'price', { text: '{"price_floor": ' });
  await send(api, free[4], 'price', { text: 'price_floor=12', headers: { 'Content-Type': 'text/plain' } });
  await price(api, gone[0], { price_floor: 5 });
  await price(api, ruled[2], { price_floor: null });
  await assign(api, free[4], 9_999);
  await assign(api, free[4], 'best');
  await assign(api, free[4], plans[4]);
  await assign(api, free[4], plans[5]);
  await assign(api, open[2], plans[0]);
  await assign(api, gone[1], plans[1]);
  await send(api, free[4], 'strategy', { json: {} });
  await get('limit=0');
  await get('limit=many');
  await get('offset=-1');
  await get('state=gone');
  await get('sort_on=colour');
  await get('sort_order=sideways&limit=4');
  await get('min_price=cheap');
  await get('min_price=80&max_price=20');
  await get('rule_id=first');
  await get('includes=Rule,Reviews');
  await get('limit=500&state=gone');
  await api.ask('GET', '/v1/reports?state=done');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[4])}`);
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/reports?limit=1', 14);
}

async function another(api: Api): Promise<void> {
  const { free, ruled, open, gone } = idsOf(await walk(api, '/v1/listings?limit=15'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ rule_id }) => rule_id);
  const runs = (await walk(api, '/v1/reports?limit=9')).map(({ report_id }) => report_id);
  await get('limit=7&offset=14');
  await get('limit=20&offset=900');
  await get('sort_on=price&sort_order=up&limit=9');
  await get('sort_on=title&sort_order=desc&limit=5');
  await get('sort_on=updated&sort_order=asc&limit=6');
  await get('state=expired');
  await get('state=active&sort_on=price&sort_order=desc&limit=4');
  await get('min_price=35&max_price=85.5&limit=5');
  await get('max_price=22.5&sort_on=price&sort_order=asc');
  await get('keywords=glass');
  await get('keywords=handmade&limit=8');
  await get(`rule_id=${String(plans[1])}`);
  await get('includes=Images&limit=2');
  await get('size=large&limit=4');
  await api.ask('GET', '/v1/strategies?is_active=false');
  await api.ask('GET', '/v1/reports?type=listing_stats&limit=2');
  await api.ask('GET', '/v1/reports?state=failed');
  for (const index of [1, 6]) await read(api, 'listings', free[index]);
  await read(api, 'listings', open[3]);
  await read(api, 'listings', `${String(ruled[4])}?includes=Rule`);
  await read(api, 'listings', `${String(free[3])}?includes=Images,Rule`);
  await read(api, 'reports', runs[5]);

  await price(api, free[5], { price_floor: 7.75, price_ceiling: 199.9 });
  await read(api, 'listings', free[5]);
  await price(api, ruled[3], { price_floor: 6 });
  await price(api, free[6], { price_ceiling: null });
  await price(api, open[3], { price_floor: '14.5', size: 'large' });
  await read(api, 'listings', open[3]);
  await price(api, free[7], { price_floor: '' });
  await assign(api, free[5], plans[2]);
  await read(api, 'listings', free[5]);
  await assign(api, ruled[4], null);
  await assign(api, open[2], plans[3]);
  await get('sort_on=updated&sort_order=desc&limit=3');
  await read(api, 'strategies', plans[2]);

  await read(api, 'listings', nobody('three'));
  await read(api, 'listings', 'teapot');
  await read(api, 'strategies', 512);
  await read(api, 'reports', 9_876);
  await price(api, nobody('four'), { price_ceiling: 70 });
  await price(api, free[8], { price_floor: 88.8, price_ceiling: 33 });
  await price(api, free[8], { price_ceiling: -12 });
  await price(api, free[8], { price_floor: 0 });
  await price(api, free[8], { price_ceiling: 75.125 });
  await price(api, free[8], { price_ceiling: 'much' });
  await price(api, free[8], { price_floor: false });
  await price(api, free[8], { size: 'large' });
  await price(api, gone[1], { price_ceiling: 64 });
  await price(api, ruled[5], { price_floor: null });
  await send(api, free[8], 'price', { text: '{"price_ceiling": 12' });
  await assign(api, free[8], 6_000);
  await assign(api, free[8], 'cheapest');
  await assign(api, free[8], plans[4]);
  await assign(api, open[1], plans[1]);
  await assign(api, gone[0], plans[2]);
  await get('limit=250');
  await get('limit=ten');
  await get('offset=-20');
  await get('state=sold');
  await get('sort_on=size');
  await get('max_price=lots');
  await get('includes=Images,Videos');
  await api.ask('GET', '/v1/receipts');
  await api.ask('GET', '/v1/reports?limit=3', { headers: { 'X-API-KEY': null } });
}

export const dividedAmounts: WalkedService = {
  name: 'divided-amounts',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
