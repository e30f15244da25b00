// The interface of a very large marketplace to those who sell there, in its newer generation: no envelope around what is asked
// for, SKUs as ids, a record in sections of which only the named ones are shown (`includedData=summaries,offers`), most of them a
// list by marketplace, and tokens for the next and the previous page. A write is answered by a submission: accepted, perhaps
// with warnings, or invalid with its issues, and either with 200. What cannot be parsed or breaks the model is refused in a list
// of errors, in the words of the company's own generator of services. Each operation has a rate of its own, and a burst.
import type { Answered, Api, Asked, ForeignService, Received, Run } from './contract.ts';
import { base62, hex, json, jsonOf, member, scrambled, targetOf, uuid } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'sel.9d02b7c4e1f84a6fb35c.eu';
const marketplaceId = 'M1DE7Q4X9KTR2';
const currencyCode = 'EUR';
const longestSku = 40;
const upperAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const money = (cents: number): Row => ({ amount: cents / 100, currencyCode });

const sections = [
  'summaries',
  'attributes',
  'issues',
  'offers',
  'fulfillmentAvailability',
  'automatedPricing',
] as const;
const itemStatuses = ['BUYABLE', 'DISCOVERABLE'];
const severities = ['ERROR', 'WARNING', 'INFO'];
const sortable = ['sku', 'createdDate', 'lastUpdatedDate'];
const reportTypes = ['GET_LISTINGS_ALL_DATA', 'GET_PRICE_CHANGES_DATA', 'GET_PRICING_HEALTH_DATA'];
const processingStatuses = ['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL'];
const strategyStatuses = ['ACTIVE', 'PAUSED'];

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly severity: string;
  readonly attributeNames: readonly string[];
}

const strategies = (
  [
    ['Stay at the featured price', 'MATCH_FEATURED', 'ACTIVE', {}],
    ['A cent below the lowest', 'BEAT_LOWEST', 'ACTIVE', { beatByAmount: money(1) }],
    ['Two percent below', 'BEAT_LOWEST', 'ACTIVE', { beatByPercentage: 2 }],
    ['Sell off slowly', 'SALES_BASED', 'ACTIVE', { beatByAmount: money(50) }],
    ['Holiday peak', 'SALES_BASED', 'PAUSED', { beatByPercentage: 7.5 }],
  ] as const
).map(([name, type, status, beatBy], index) => ({
  id: `S${scrambled(`sections strategy ${index}`, 12, upperAlphabet)}`,
  name,
  type,
  status,
  beatBy,
  created: pastMoment(`sections strategy ${index}`),
}));
type Strategy = (typeof strategies)[number];

const goods = [
  ['KETTLE', 'Gooseneck Kettle'],
  ['DESK_LAMP', 'Desk Lamp'],
  ['BACKPACK', 'Roll-Top Backpack'],
  ['FRYING_PAN', 'Frying Pan 28 cm'],
  ['YOGA_MAT', 'Yoga Mat'],
  ['HEADLAMP', 'Head Torch'],
  ['WATER_BOTTLE', 'Steel Bottle 0.7 l'],
] as const;

const issue = (code: string, message: string, ...attributeNames: readonly string[]): Issue => {
  return { code, message, severity: 'ERROR', attributeNames };
};
const asWarning = (one: Issue): Issue => ({ ...one, severity: 'WARNING' });
const isRequired = (name: string) => issue('90220', `'${name}' is required but not supplied.`, name);

function issuesOf(seed: string, hasImage: boolean, hasOffer: boolean): readonly Issue[] {
  const noImage = 'The main image is missing. Listings without a main image are not shown in search.';
  const fewPoints = "Add at least 3 values for 'bullet_point' to help customers find your product.";
  return [
    ...(hasImage ? [] : [issue('18027', noImage, 'main_product_image_locator')]),
    ...(hasOffer ? [] : [isRequired('purchasable_offer')]),
    ...(chance(`${seed} bullet`, 4) > 0 ? [] : [asWarning(issue('100476', fewPoints, 'bullet_point'))]),
  ];
}

function inventory() {
  return Array.from({ length: 26 }, (_, index) => {
    const seed = `sections ${index}`;
    const brand = oneOf(`${seed} brand`, ['Velmora', 'Tarnwick', 'Halvik', 'Norrast', 'Zembro']);
    const [productType, good] = oneOf(`${seed} good`, goods);
    const color = oneOf(`${seed} color`, ['Black', 'Sand', 'Moss Green', 'Steel', 'Brick Red']);
    const hasOffer = chance(`${seed} offer`, 7) > 0;
    const hasImage = chance(`${seed} image`, 8) > 0;
    const price = 899 + chance(`${seed} price`, 9_600);
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.85);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const number = String(chance(`${seed} number`, 1_000)).padStart(3, '0');
    return {
      sku: `${brand.slice(0, 2).toUpperCase()}${number}-${productType.split('_').at(-1)!}-${color.slice(0, 3).toUpperCase()}`,
      productId: `P0${scrambled(`${seed} product`, 8, upperAlphabet)}`,
      productType,
      conditionType: chance(`${seed} used`, 6) === 0 ? 'used_like_new' : 'new_new',
      name: `${brand} ${good}, ${color}`,
      brand,
      color,
      grams: 120 + chance(`${seed} grams`, 1_900),
      image: hasImage ? `71${scrambled(`${seed} image`, 9, base62)}` : undefined,
      /** In cents; undefined of what has no offer. */
      price: hasOffer ? price : undefined,
      channel: chance(`${seed} channel`, 3) === 0 ? 'WAREHOUSE_EU' : 'DEFAULT',
      quantity: chance(`${seed} out`, 6) === 0 ? 0 : chance(`${seed} quantity`, 140),
      issues: issuesOf(seed, hasImage, hasOffer),
      created,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategy:
        min !== null && chance(`${seed} follows`, 2) === 0
          ? strategies[chance(`${seed} strategy`, 4)]!.id
          : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

type Item = ReturnType<typeof inventory>[number];

const statusOf = ({ price, quantity, image }: Item): readonly string[] => [
  ...(price !== undefined && quantity > 0 ? ['BUYABLE'] : []),
  ...(image !== undefined ? ['DISCOVERABLE'] : []),
];

/** A section of a record, as it is shown. */
const shownSection: Readonly<Record<(typeof sections)[number], (one: Item) => unknown>> = {
  summaries: (one) => [
    {
      marketplaceId,
      productId: one.productId,
      productType: one.productType,
      conditionType: one.conditionType,
      status: statusOf(one),
      itemName: one.name,
      createdDate: moment(one.created),
      lastUpdatedDate: moment(one.updated),
      ...(one.image !== undefined && {
        mainImage: {
          link: `https://media.seller-market.example/images/I/${one.image}.jpg`,
          height: 500,
          width: 500,
        },
      }),
    },
  ],
  attributes: (one) => ({
    item_name: [{ value: one.name, language_tag: 'de_DE', marketplace_id: marketplaceId }],
    brand: [{ value: one.brand, marketplace_id: marketplaceId }],
    color: [{ value: one.color, language_tag: 'de_DE', marketplace_id: marketplaceId }],
    item_weight: [{ value: one.grams, unit: 'grams', marketplace_id: marketplaceId }],
  }),
  issues: (one) => one.issues,
  offers: ({ price }) =>
    price === undefined ? [] : [{ marketplaceId, offerType: 'B2C', price: money(price) }],
  fulfillmentAvailability: ({ channel, quantity }) => [{ fulfillmentChannelCode: channel, quantity }],
  automatedPricing: ({ strategy, min, max }) => [
    {
      marketplaceId,
      ...(strategy !== null && { strategyId: strategy }),
      ...(min !== null && { minimumSellerAllowedPrice: money(min) }),
      ...(max !== null && { maximumSellerAllowedPrice: money(max) }),
    },
  ],
};

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const invalidInput = (message: string, details = '') => new Refusal(400, 'InvalidInput', message, details);
const notFound = (message: string) => new Refusal(404, 'NotFound', message);
const unparsable = (details: string) =>
  invalidInput('Request has missing or invalid parameters and cannot be parsed.', details);

/** Where a value stands, and what it fails to be. */
class Constraints {
  readonly #broken: string[] = [];

  check(isMet: boolean, value: string, place: string, constraint: string): void {
    if (!isMet) this.#broken.push(`Value ${value} at '${place}' failed to satisfy constraint: ${constraint}`);
  }

  refuse(): void {
    const count = this.#broken.length;
    if (count === 0) return;
    const detected = `${count} validation error${count === 1 ? '' : 's'} detected`;
    throw invalidInput(`${detected}: ${this.#broken.join('; ')}`);
  }
}

/** The parameters of a query. What the operation does not know is passed over. */
class Params {
  readonly #query: URLSearchParams;
  readonly constraints = new Constraints();

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    const text = this.#query.get(name);
    return text === null || text === '' ? undefined : text;
  }

  /** What stands between commas. */
  list(name: string, known?: readonly string[]): readonly string[] | undefined {
    const values = this.text(name)?.split(',');
    const constraint = `Member must satisfy constraint: [Member must satisfy enum value set: [${(known ?? []).join(', ')}]]`;
    const isMet = known === undefined || (values ?? []).every((value) => known.includes(value));
    this.constraints.check(isMet, `'[${(values ?? []).join(', ')}]'`, name, constraint);
    return values;
  }

  word(name: string, known: readonly string[]): string | undefined {
    const value = this.text(name);
    const constraint = `Member must satisfy enum value set: [${known.join(', ')}]`;
    this.constraints.check(value === undefined || known.includes(value), `'${value}'`, name, constraint);
    return value;
  }

  time(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(time)) throw invalidInput(`Invalid '${name}' provided.`);
    return time;
  }

  size(most: number): number {
    const text = this.text('pageSize') ?? '10';
    if (!/^-?\d+$/.test(text)) throw invalidInput("Invalid 'pageSize' provided.");
    const size = Number(text);
    const than = 'Member must have value';
    this.constraints.check(size >= 1, `'${size}'`, 'pageSize', `${than} greater than or equal to 1`);
    this.constraints.check(size <= most, `'${size}'`, 'pageSize', `${than} less than or equal to ${most}`);
    return size;
  }
}

const tokenOf = (from: number): string => Buffer.from(JSON.stringify({ from })).toString('base64');

/** A page of a list, and the tokens that lead on from it. */
function paged<Value>(all: readonly Value[], size: number, token: string | undefined) {
  const told =
    token === undefined ? 0 : member(parsed(Buffer.from(token, 'base64').toString('utf8')), 'from');
  if (typeof told !== 'number' || told < 0) throw invalidInput("Invalid 'pageToken' provided.");
  return {
    page: all.slice(told, told + size),
    pagination: {
      ...(told + size < all.length && { nextToken: tokenOf(told + size) }),
      ...(told > 0 && { previousToken: tokenOf(Math.max(told - size, 0)) }),
    },
  };
}

/** What the parser of bodies calls a value. */
function tokenName(value: unknown): string {
  if (typeof value === 'number') return 'NUMBER_VALUE';
  if (typeof value === 'boolean') return value ? 'TRUE_VALUE' : 'FALSE_VALUE';
  return 'STRING_VALUE';
}

function refuseType(value: unknown, wanted: string): never {
  if (Array.isArray(value)) throw unparsable('Start of list found where not expected.');
  if (isObject(value)) throw unparsable('Start of structure or map found where not expected.');
  if (wanted === 'structure') throw unparsable('Expected a structure but found a value.');
  throw unparsable(`${tokenName(value)} can not be converted to a ${wanted}`);
}

function bodyIn(request: Asked): Row {
  if (request.body === '') throw unparsable('The request body is missing.');
  const sent = jsonOf(request);
  if (sent === 'bad') throw unparsable('The request body is not valid JSON.');
  return isObject(sent.json) ? sent.json : refuseType(sent.json, 'structure');
}

interface Money {
  readonly amount: number;
  readonly currencyCode: string;
}

/** An amount of a body: null where it is to be taken away, undefined where nothing is said of it. */
function moneyIn(body: Row, name: string, constraints: Constraints): Money | null | undefined {
  const value = body[name];
  if (value === undefined || value === null) return value;
  if (!isObject(value)) return refuseType(value, 'structure');
  const { amount, currencyCode: currency } = value;
  if (amount !== undefined && amount !== null && typeof amount !== 'number') refuseType(amount, 'Double');
  if (currency !== undefined && currency !== null && typeof currency !== 'string')
    refuseType(currency, 'String');
  constraints.check(typeof amount === 'number', 'null', `${name}.amount`, 'Member must not be null');
  constraints.check(typeof currency === 'string', 'null', `${name}.currencyCode`, 'Member must not be null');
  return { amount: Number(amount), currencyCode: String(currency) };
}

const lower = 'minimumSellerAllowedPrice';
const upper = 'maximumSellerAllowedPrice';

/** What is wrong with an amount that has been sent. */
function faultOf(name: string, sent: Money | null | undefined): readonly Issue[] {
  if (sent === undefined || sent === null) return [];
  const { amount, currencyCode: currency } = sent;
  if (currency !== currencyCode) {
    const message = `The currency '${currency}' of '${name}' does not match the currency '${currencyCode}' of the marketplace.`;
    return [issue('90043', message, name)];
  }
  if (amount < 0.01) {
    const message = `The value '${amount}' for '${name}' is less than the required minimum '0.01'.`;
    return [issue('90117', message, name)];
  }
  if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6) {
    const message = `The value '${amount}' for '${name}' has more than the allowed number of '2' decimal places.`;
    return [issue('90118', message, name)];
  }
  return [];
}

/** How often an operation may be asked in a second, and how often at once. */
const plans = {
  searchListings: { rate: 5, burst: 10 },
  getListing: { rate: 5, burst: 10 },
  patchListing: { rate: 5, burst: 10 },
  getStrategies: { rate: 2, burst: 8 },
  getStrategy: { rate: 5, burst: 10 },
  getReports: { rate: 2, burst: 6 },
  getReport: { rate: 2, burst: 15 },
  createReport: { rate: 0.5, burst: 5 },
} as const;
type Operation = keyof typeof plans;

interface Report {
  readonly id: string;
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly created: number;
  readonly seconds: number;
  readonly end: 'DONE' | 'FATAL' | 'CANCELLED';
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = inventory();
  const day = 86_400_000;
  const midnight = Math.floor(opened / day) * day;
  const reports = Array.from({ length: 9 }, (_, index): Report => {
    const created =
      index === 0 ? opened - 30_500 : opened - index * 0.8 * day - chance(`sections run ${index}`, 9_000_000);
    return {
      id: String(50_034_020_316 - index * 17_000 - chance(`sections report ${index}`, 9_000)),
      type: reportTypes[index % 3]!,
      from: midnight - (index + 7) * day,
      to: midnight - index * day,
      created,
      seconds: 75 + chance(`sections seconds ${index}`, 240),
      end: index === 3 ? 'FATAL' : index === 6 ? 'CANCELLED' : 'DONE',
    };
  });
  const buckets = new Map<Operation, { at: number; left: number }>();
  let answers = 0;
  let submissions = 0;

  const itemShown = (one: Item, included: readonly string[]): Row => ({
    sku: one.sku,
    ...Object.fromEntries(
      sections.filter((name) => included.includes(name)).map((name) => [name, shownSection[name](one)]),
    ),
  });

  const strategyShown = ({ id, name, type, status, beatBy, created }: Strategy): Row => ({
    strategyId: id,
    name,
    strategyType: type,
    status,
    ...beatBy,
    numberOfListings: all.filter(({ strategy }) => strategy === id).length,
    createdDate: moment(created),
  });

  function progressOf({ created, seconds, end }: Report): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 20 ? 'IN_QUEUE' : elapsed < seconds ? 'IN_PROGRESS' : end;
  }

  function reportShown(one: Report): Row {
    const status = progressOf(one);
    const isOver = status === one.end;
    const hasBegun = status !== 'IN_QUEUE' && status !== 'CANCELLED';
    return {
      reportId: one.id,
      reportType: one.type,
      marketplaceIds: [marketplaceId],
      dataStartTime: moment(one.from),
      dataEndTime: moment(one.to),
      createdTime: moment(one.created),
      processingStatus: status,
      ...(hasBegun && { processingStartTime: moment(one.created + 20_000) }),
      ...(isOver && { processingEndTime: moment(one.created + one.seconds * 1_000) }),
      ...(status === 'DONE' && {
        reportDocumentId: `doc.1.4.eu.${uuid(`sections document ${one.id}`)}.T${scrambled(`sections document ${one.id}`, 13, upperAlphabet)}`,
      }),
    };
  }

  function searched(query: URLSearchParams): Answered {
    const params = new Params(query);
    const included = params.list('includedData', sections) ?? ['summaries'];
    const identifiers = params.list('identifiers');
    const type = params.word('identifiersType', ['SKU', 'PRODUCT_ID']);
    const withStatus = params.list('withStatus', itemStatuses) ?? [];
    const withoutStatus = params.list('withoutStatus', itemStatuses) ?? [];
    const withSeverity = params.list('withIssueSeverity', severities);
    const size = params.size(20);
    const sortBy = params.word('sortBy', sortable) ?? 'lastUpdatedDate';
    const direction = (params.word('sortOrder', ['ASC', 'DESC']) ?? 'DESC') === 'ASC' ? 1 : -1;
    const [after, before] = [params.time('createdAfter'), params.time('createdBefore')];
    const since = params.time('lastUpdatedAfter') ?? -Infinity;
    params.constraints.refuse();
    if (identifiers !== undefined && type === undefined) {
      throw invalidInput("'identifiersType' is required when 'identifiers' is provided.");
    }
    const valueOf = (one: Item) =>
      sortBy === 'sku' ? one.sku : sortBy === 'createdDate' ? one.created : one.updated;
    const found = all
      .filter((one) => {
        const status = statusOf(one);
        return (
          (identifiers?.includes(type === 'SKU' ? one.sku : one.productId) ?? true) &&
          withStatus.every((each) => status.includes(each)) &&
          !withoutStatus.some((each) => status.includes(each)) &&
          (withSeverity === undefined ||
            one.issues.some(({ severity }) => withSeverity.includes(severity))) &&
          one.created >= (after ?? -Infinity) &&
          one.created <= (before ?? Infinity) &&
          one.updated >= since
        );
      })
      .sort((one, other) => (valueOf(one) < valueOf(other) ? -direction : direction));
    const { page, pagination } = paged(found, size, params.text('pageToken'));
    return json(200, {
      numberOfResults: found.length,
      pagination,
      items: page.map((one) => itemShown(one, included)),
    });
  }

  function listedStrategies(query: URLSearchParams): Answered {
    const params = new Params(query);
    const status = params.word('status', strategyStatuses);
    const size = params.size(50);
    params.constraints.refuse();
    const found = strategies.filter((one) => status === undefined || one.status === status);
    const { page, pagination } = paged(found, size, params.text('pageToken'));
    return json(200, { numberOfResults: found.length, pagination, strategies: page.map(strategyShown) });
  }

  function listedReports(query: URLSearchParams): Answered {
    const params = new Params(query);
    const types = params.list('reportTypes', reportTypes);
    const statuses = params.list('processingStatuses', processingStatuses);
    const size = params.size(100);
    const since = params.time('createdSince') ?? -Infinity;
    params.constraints.refuse();
    const found = reports
      .filter(
        (one) =>
          (types?.includes(one.type) ?? true) &&
          (statuses?.includes(progressOf(one)) ?? true) &&
          one.created >= since,
      )
      .sort((one, other) => other.created - one.created);
    const { page, pagination } = paged(found, size, params.text('pageToken'));
    return json(200, { numberOfResults: found.length, pagination, reports: page.map(reportShown) });
  }

  function checkSku(sku: string): void {
    const constraints = new Constraints();
    const constraint = `Member must have length less than or equal to ${longestSku}`;
    constraints.check(sku.length <= longestSku, `'${sku}'`, 'sku', constraint);
    constraints.refuse();
  }

  function itemOf(sku: string): Item {
    const one = all.find((each) => each.sku === sku);
    if (one === undefined) throw notFound(`SKU '${sku}' not found in marketplace ${marketplaceId}`);
    return one;
  }

  function submitted({ sku }: Item, issues: readonly Issue[]): Answered {
    submissions += 1;
    const isInvalid = issues.some(({ severity }) => severity === 'ERROR');
    return json(200, {
      sku,
      status: isInvalid ? 'INVALID' : 'ACCEPTED',
      submissionId: scrambled(`sections submission ${run.run} ${submissions}`, 32, hex),
      issues,
    });
  }

  function priced(sku: string, request: Asked): Answered {
    checkSku(sku);
    const body = bodyIn(request);
    const constraints = new Constraints();
    const low = moneyIn(body, lower, constraints);
    const high = moneyIn(body, upper, constraints);
    constraints.refuse();
    if (low === undefined && high === undefined) {
      throw invalidInput(`At least one of '${lower}' and '${upper}' must be provided.`);
    }
    const one = itemOf(sku);
    const faults = [...faultOf(lower, low), ...faultOf(upper, high)];
    if (faults.length > 0) return submitted(one, faults);
    const cents = (sent: Money | null) => (sent === null ? null : Math.round(sent.amount * 100));
    const min = low === undefined ? one.min : cents(low);
    const max = high === undefined ? one.max : cents(high);
    if (min === null && one.strategy !== null) return submitted(one, [isRequired(lower)]);
    if (min !== null && max !== null && min > max) {
      const message = `The value '${min / 100}' for '${lower}' must not be greater than the value '${max / 100}' for '${upper}'.`;
      return submitted(one, [issue('90057', message, lower, upper)]);
    }
    [one.min, one.max, one.updated] = [min, max, run.now()];
    const { price } = one;
    const beyond =
      price !== undefined && min !== null && price < min
        ? ['lower', lower]
        : price !== undefined && max !== null && price > max
          ? ['higher', upper]
          : undefined;
    if (beyond === undefined) return submitted(one, []);
    const message = `The current price of the offer is ${beyond[0]!} than '${beyond[1]!}'. The offer may become inactive.`;
    return submitted(one, [asWarning(issue('90172', message, beyond[1]!))]);
  }

  function assigned(sku: string, request: Asked): Answered {
    checkSku(sku);
    const { strategyId: id } = bodyIn(request);
    if (id === undefined) throw invalidInput("'strategyId' must be provided.");
    if (id !== null && typeof id !== 'string') refuseType(id, 'String');
    const one = itemOf(sku);
    if (id !== null) {
      const strategy = strategies.find((each) => each.id === id);
      if (strategy === undefined) {
        const message = `The value '${id}' for 'strategyId' does not identify a pricing strategy of this account.`;
        return submitted(one, [issue('90244', message, 'strategyId')]);
      }
      if (strategy.status === 'PAUSED') {
        const message = `The pricing strategy '${strategy.name}' is paused and cannot be assigned.`;
        return submitted(one, [issue('90245', message, 'strategyId')]);
      }
      if (one.min === null) return submitted(one, [isRequired(lower)]);
    }
    [one.strategy, one.updated] = [id, run.now()];
    return submitted(one, []);
  }

  function ordered(request: Asked): Answered {
    const { reportType: type } = bodyIn(request);
    if (type !== undefined && type !== null && typeof type !== 'string') refuseType(type, 'String');
    const constraints = new Constraints();
    constraints.check(typeof type === 'string', 'null', 'reportType', 'Member must not be null');
    if (typeof type === 'string') {
      const known = `Member must satisfy enum value set: [${reportTypes.join(', ')}]`;
      constraints.check(reportTypes.includes(type), `'${type}'`, 'reportType', known);
    }
    constraints.refuse();
    const created = run.now();
    const id = String(50_034_100_000 + chance(`sections ${run.run} ${reports.length}`, 800_000));
    reports.push({
      id,
      type: String(type),
      from: created - 7 * day,
      to: created,
      created,
      seconds: 60,
      end: 'DONE',
    });
    return json(202, { reportId: id });
  }

  function itemRead(sku: string, query: URLSearchParams): Answered {
    checkSku(sku);
    const params = new Params(query);
    const included = params.list('includedData', sections) ?? ['summaries'];
    params.constraints.refuse();
    return json(200, itemShown(itemOf(sku), included));
  }

  function strategyRead(id: string): Answered {
    const one = strategies.find((each) => each.id === id);
    if (one === undefined) throw notFound(`Pricing strategy '${id}' not found`);
    return json(200, strategyShown(one));
  }

  function reportRead(id: string): Answered {
    const one = reports.find((each) => each.id === id);
    if (one === undefined) throw notFound(`Report '${id}' not found`);
    return json(200, reportShown(one));
  }

  function route(request: Asked): readonly [Operation, () => Answered] {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id = '', part, ...more] = steps;
    const way = [kind, ...(steps.length > 2 ? ['id'] : []), ...(part === undefined ? [] : [part])].join('/');
    const ways: Readonly<Record<string, readonly [Operation, () => Answered]>> = {
      'GET listings': ['searchListings', () => searched(query)],
      'GET listings/id': ['getListing', () => itemRead(id, query)],
      'PATCH listings/id/price': ['patchListing', () => priced(id, request)],
      'PATCH listings/id/strategy': ['patchListing', () => assigned(id, request)],
      'GET strategies': ['getStrategies', () => listedStrategies(query)],
      'GET strategies/id': ['getStrategy', () => strategyRead(id)],
      'GET reports': ['getReports', () => listedReports(query)],
      'POST reports': ['createReport', () => ordered(request)],
      'GET reports/id': ['getReport', () => reportRead(id)],
    };
    const found = ways[`${request.method} ${way}`];
    if (version !== 'v1' || more.length > 0 || found === undefined) {
      throw notFound('The requested resource does not exist.');
    }
    return found;
  }

  function authorize({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === key) return;
    const details =
      given === undefined
        ? 'API key is missing in the request header.'
        : 'The API key you provided is revoked, malformed or invalid.';
    throw new Refusal(403, 'Unauthorized', 'Access to requested resource is denied.', details);
  }

  /** Takes one from the bucket of an operation, which fills again with time. */
  function admit(operation: Operation): void {
    const { rate, burst } = plans[operation];
    const now = run.now();
    const before = buckets.get(operation) ?? { at: now, left: burst };
    const left = Math.min(burst, before.left + ((now - before.at) / 1_000) * rate);
    const isEmpty = left < 1;
    buckets.set(operation, { at: now, left: isEmpty ? left : left - 1 });
    if (isEmpty)
      throw new Refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
  }

  return (request) => {
    answers += 1;
    const told: (readonly [string, string])[] = [
      ['X-Request-Id', uuid(`sections request ${run.run} ${answers}`)],
    ];
    const sent = (one: Answered): Answered => ({ ...one, headers: [...one.headers, ...told] });
    try {
      authorize(request);
      const [operation, answer] = route(request);
      told.push(['X-RateLimit-Limit', plans[operation].rate.toFixed(1)]);
      admit(operation);
      return sent(answer());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, details } = error;
      return sent(json(status, { errors: [{ code, message, details }] }));
    }
  };
}

/** Follows the tokens of the next pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    for (const list of ['items', 'strategies', 'reports']) rows.push(...rowsAt(received, list));
    const token = textIfAny(received, 'pagination', 'nextToken');
    const on = `${target}${target.includes('?') ? '&' : '?'}pageToken=`;
    next = token === undefined ? undefined : on + encodeURIComponent(token);
  }
  return rows;
}

/** Asks until the quota is used up, waits as long as it takes to be given one request more, and asks again. */
async function burst(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 / Number(headers.get('X-RateLimit-Limit') ?? 1));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

const get = (api: Api, query: string) => api.ask('GET', `/v1/listings?${query}`);
const read = (api: Api, kind: string, id: unknown, included?: string) =>
  api.ask('GET', `/v1/${kind}/${String(id)}${included === undefined ? '' : `?includedData=${included}`}`);
const price = (api: Api, sku: unknown, body: unknown) =>
  api.ask('PATCH', `/v1/listings/${String(sku)}/price`, { json: body });
const assign = (api: Api, sku: unknown, strategyId: unknown) =>
  api.ask('PATCH', `/v1/listings/${String(sku)}/strategy`, { json: { strategyId } });
const order = (api: Api, body: unknown) => api.ask('POST', '/v1/reports', { json: body });
const euros = (amount: unknown) => ({ amount, currencyCode });

/** With a lower bound and an offer: without a strategy, with one; what has no lower bound; what an offer costs now. */
function skusOf(rows: readonly Row[]) {
  const has = (row: Row, name: string) => member(row, 'automatedPricing', 0, name) !== undefined;
  const skus = (isOne: (row: Row) => boolean) => rows.filter(isOne).map(({ sku }) => sku);
  const priceIn = (row: Row | undefined) => member(row, 'offers', 0, 'price', 'amount');
  return {
    free: skus((row) => has(row, lower) && !has(row, 'strategyId') && priceIn(row) !== undefined),
    bound: skus((row) => has(row, 'strategyId') && priceIn(row) !== undefined),
    open: skus((row) => !has(row, lower)),
    priceOf: (sku: unknown) => Number(priceIn(rows.find((row) => row.sku === sku)) ?? 20),
  };
}

const round = (amount: number) => Math.round(amount * 10) / 10;

async function recorded(api: Api): Promise<void> {
  const skus = (await walk(api, '/v1/listings')).map(({ sku }) => sku);
  const plan = (await walk(api, '/v1/strategies')).map(({ strategyId }) => strategyId);
  const runs = (await walk(api, '/v1/reports?pageSize=5')).map(({ reportId }) => reportId);
  const rows = await walk(api, '/v1/listings?includedData=summaries,offers,automatedPricing&pageSize=20');
  const { free, bound, open, priceOf } = skusOf(rows);
  await get(api, 'includedData=summaries,offers,attributes&pageSize=4');
  await get(api, 'withStatus=BUYABLE&pageSize=5');
  await get(api, 'withoutStatus=BUYABLE&pageSize=20');
  await get(api, 'withIssueSeverity=WARNING&includedData=issues');
  await get(api, 'createdAfter=2025-03-01T00:00:00Z&pageSize=6');
  await get(api, `identifiers=${String(skus[2])},${String(skus[11])}&identifiersType=SKU`);
  await get(api, 'sortBy=sku&sortOrder=ASC&pageSize=5');
  await get(api, 'sortBy=createdDate&sortOrder=DESC&pageSize=8');
  await api.ask('GET', '/v1/strategies?status=ACTIVE');
  await api.ask('GET', '/v1/reports?processingStatuses=DONE&pageSize=3');
  await read(api, 'listings', skus[0]);
  await read(api, 'listings', skus[14]);
  await read(api, 'listings', free[0], 'summaries,automatedPricing');
  await read(api, 'listings', bound[0], 'automatedPricing');
  await read(api, 'listings', skus[5], 'summaries,attributes,issues,offers,fulfillmentAvailability');
  await read(api, 'strategies', plan[0]);
  await read(api, 'strategies', plan[3]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  const now = priceOf(free[0]);
  await price(api, free[0], { [lower]: euros(round(now * 0.7)), [upper]: euros(round(now * 1.6)) });
  await read(api, 'listings', free[0], 'summaries,automatedPricing');
  await price(api, bound[0], { [upper]: euros(219.5) });
  await read(api, 'listings', bound[0], 'automatedPricing');
  await price(api, open[0], { [lower]: euros(4.99) });
  await price(api, free[1], { [lower]: null, [upper]: null });
  await read(api, 'listings', free[1], 'automatedPricing');
  await price(api, free[2], { [lower]: euros(round(priceOf(free[2]) + 6)), [upper]: euros(260) });
  await assign(api, free[0], plan[1]);
  await read(api, 'listings', free[0], 'automatedPricing');
  await assign(api, bound[1], null);
  await read(api, 'listings', bound[1], 'automatedPricing');
  await read(api, 'strategies', plan[1]);
  await get(api, 'includedData=summaries,automatedPricing&pageSize=3');
  const created = await order(api, { reportType: 'GET_PRICE_CHANGES_DATA' });
  await read(api, 'reports', at(created, 'reportId'));
  api.wait(90_000);
  await read(api, 'reports', at(created, 'reportId'));
  await api.ask('GET', '/v1/reports?pageSize=2');

  await read(api, 'listings', 'OLD-TOASTER-1');
  await read(api, 'listings', 'THIS-SKU-IS-LONGER-THAN-ANY-SKU-THAT-MAY-BE');
  await read(api, 'listings', skus[1], 'summaries,prices');
  await read(api, 'strategies', 'S00CHEAPEST');
  await read(api, 'reports', '50000000001');
  await price(api, 'OLD-TOASTER-1', { [lower]: euros(5) });
  await price(api, free[3], { [lower]: euros(60), [upper]: euros(45.5) });
  await price(api, free[3], { [lower]: euros(-3) });
  await price(api, free[3], { [upper]: euros(99.995) });
  await price(api, free[3], { [lower]: euros('cheap') });
  await price(api, free[3], { [lower]: { amount: 12 } });
  await price(api, free[3], { [upper]: { amount: 80, currencyCode: 'USD' } });
  await price(api, free[3], {});
  await price(api, bound[2], { [lower]: null });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: `{"${lower}": {` });
  await assign(api, free[3], 'S00CHEAPEST');
  await assign(api, free[3], 12);
  await assign(api, free[3], plan[4]);
  await assign(api, open[1], plan[0]);
  await get(api, 'pageSize=50');
  await get(api, 'pageSize=ten');
  await get(api, 'withStatus=SOLD');
  await get(api, 'sortBy=price');
  await get(api, 'pageToken=next');
  await get(api, 'colour=red&pageSize=2');
  await order(api, { reportType: 'GET_REFUNDS_DATA' });
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await burst(api, '/v1/reports?pageSize=1', 12);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?includedData=summaries,offers,automatedPricing&pageSize=15');
  const skus = rows.map(({ sku }) => sku);
  const { free, bound, open, priceOf } = skusOf(rows);
  const plan = (await walk(api, '/v1/strategies?pageSize=4')).map(({ strategyId }) => strategyId);
  const runs = (await walk(api, '/v1/reports?pageSize=6')).map(({ reportId }) => reportId);
  await get(api, 'includedData=offers,fulfillmentAvailability&pageSize=3');
  await get(api, 'withStatus=DISCOVERABLE&pageSize=7');
  await get(api, 'withIssueSeverity=ERROR&includedData=summaries,issues');
  await get(api, 'createdAfter=2024-11-15T00:00:00Z&pageSize=4');
  await get(api, `identifiers=${String(skus[7])},${String(skus[20])}&identifiersType=SKU`);
  await get(api, 'sortBy=sku&sortOrder=DESC&pageSize=3');
  await get(api, 'sortBy=createdDate&sortOrder=ASC&pageSize=6');
  await api.ask('GET', '/v1/strategies?status=PAUSED');
  await api.ask('GET', '/v1/reports?processingStatuses=FATAL,CANCELLED');
  await read(api, 'listings', skus[3]);
  await read(api, 'listings', skus[17], 'attributes,offers');
  await read(api, 'listings', free[4], 'summaries,automatedPricing');
  await read(api, 'listings', bound[3], 'automatedPricing');
  await read(api, 'strategies', plan[2]);
  await read(api, 'reports', runs[4]);

  const now = priceOf(free[4]);
  await price(api, free[4], { [lower]: euros(round(now * 0.9)), [upper]: euros(round(now * 1.2)) });
  await read(api, 'listings', free[4], 'summaries,automatedPricing');
  await price(api, bound[3], { [upper]: euros(187.25) });
  await read(api, 'listings', bound[3], 'automatedPricing');
  await price(api, free[0], { [upper]: null });
  await price(api, open[2], { [lower]: euros(6.5) });
  await assign(api, free[4], plan[2]);
  await read(api, 'listings', free[4], 'automatedPricing');
  await assign(api, bound[4], null);
  await get(api, 'includedData=automatedPricing&pageSize=4');
  const created = await order(api, { reportType: 'GET_LISTINGS_ALL_DATA' });
  await read(api, 'reports', at(created, 'reportId'));

  await read(api, 'listings', 'NO-SUCH-LAMP');
  await read(api, 'listings', 'A-SKU-THAT-SOMEBODY-HAS-PASTED-TWICE-A-SKU-THAT');
  await read(api, 'strategies', 'S77NOBODY');
  await read(api, 'reports', '49999999999');
  await assign(api, 'NO-SUCH-LAMP', plan[0]);
  await price(api, free[5], { [lower]: euros(72.5), [upper]: euros(31) });
  await price(api, free[5], { [upper]: euros(-12.5) });
  await price(api, free[5], { [lower]: euros(8.125) });
  await price(api, free[5], { [upper]: euros(true) });
  await price(api, free[5], { [upper]: { amount: 55 } });
  await price(api, bound[5], { [lower]: null });
  await assign(api, free[5], 'S77NOBODY');
  await assign(api, open[3], plan[3]);
  await get(api, 'pageSize=75');
  await get(api, 'pageSize=0');
  await get(api, 'withStatus=HIDDEN');
  await get(api, 'includedData=summaries,photos&pageSize=3');
  await get(api, 'shape=round&pageSize=3');
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': null } });
}

/** A submission that is invalid is answered with 200. */
const isRefusal: ForeignService['isRefusal'] = ({ status, body }) =>
  (status >= 400 && status !== 429) || member(parsed(body), 'status') === 'INVALID';

export const includedSections: WalkedService = {
  name: 'included-sections',
  key,
  start,
  isRefusal,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=20'],
  walk,
};
