// The interface for sellers of a large marketplace, here of one that trades in pounds. Results are bare; a listing is known by its
// SKU, and `includedData` chooses the sections it shows: summaries, attributes, offers, issues. Each attribute is a list of values
// for a marketplace. A page token goes with the filters it was given for, but that of the reports goes alone. A write sends patches of
// attributes and is told whether the submission was accepted; a value that is not valid is an issue of an answer with status
// 200, and only what cannot be read at all is an error. Errors are a list of code, message and details. Each operation
// has a bucket of its own, and a header tells how many requests a second flow into it.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'spk1.7Q0ZVd3mXa9LwTnE5uRb2Yc8HkJf6GsP';
const currency = 'GBP';
const marketplace = 'M7QX20LD4VKE9B';
const language = 'en_GB';
const usualSize = 10;
const largestAmount = 99_999_999;

const sections = [
  'summaries',
  'attributes',
  'issues',
  'offers',
  'fulfillmentAvailability',
  'productTypes',
] as const;
const statuses = ['BUYABLE', 'DISCOVERABLE'] as const;
const severities = ['ERROR', 'WARNING'] as const;
const sortFields = ['sku', 'createdDate', 'lastUpdatedDate'] as const;
const reportTypes = ['GET_OPEN_LISTINGS_DATA', 'GET_PRICE_ALERTS_DATA', 'GET_PRICING_RULES_DATA'] as const;
const reportStatuses = ['CANCELLED', 'DONE', 'FATAL', 'IN_PROGRESS', 'IN_QUEUE'] as const;
const operators = ['add', 'replace', 'merge', 'delete'] as const;

/** How many requests a second flow into the bucket of an operation, and how many it holds. */
const quotas = {
  searchListings: [5, 5],
  getListing: [5, 10],
  patchListing: [5, 5],
  getStrategies: [2, 10],
  getStrategy: [2, 10],
  getReports: [0.5, 10],
  getReport: [2, 15],
} as const;
type Operation = keyof typeof quotas;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
const secondOf = (milliseconds: number): string => `${moment(milliseconds).slice(0, 19)}+00:00`;
const money = (pence: number): Row => ({ currencyCode: currency, amount: pence / 100 });
const shown = (pence: number): string => `${(pence / 100).toFixed(2)} ${currency}`;

interface Listing {
  readonly sku: string;
  readonly catalogId: string;
  readonly productType: string;
  readonly name: string;
  readonly brand: string;
  readonly condition: string;
  readonly price: number | null;
  /** Null of what the marketplace keeps in its own storehouses. */
  readonly quantity: number | null;
  readonly image: string | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  rule: string | null;
  updated: number;
}

const strategies = [
  { name: 'Match the featured offer', type: 'COMPETITIVE_FEATURED_OFFER', isActive: true },
  { name: 'Beat the lowest by 10p', type: 'COMPETITIVE_LOWEST_PRICE', amount: 10, isActive: true },
  { name: 'Beat the lowest by 2 %', type: 'COMPETITIVE_LOWEST_PRICE', percentage: 2, isActive: true },
  { name: 'Follow other shops', type: 'COMPETITIVE_EXTERNAL_PRICE', isActive: true },
  { name: 'Clear slow stock', type: 'SALES_BASED', percentage: 7.5, isActive: true },
  { name: 'Winter markdown', type: 'SALES_BASED', amount: 250, isActive: false },
].map(({ amount, percentage, ...one }, index) => ({
  ...one,
  id: uuid(`attribute lists strategy ${index}`),
  created: pastMoment(`attribute lists strategy ${index}`),
  adjustment:
    amount !== undefined
      ? { direction: 'BELOW', amount: money(amount) }
      : percentage !== undefined
        ? { direction: 'BELOW', percentage }
        : undefined,
}));
const strategyStatuses = ['ACTIVE', 'PAUSED'] as const;
const statusOfStrategy = ({ isActive }: (typeof strategies)[number]) => (isActive ? 'ACTIVE' : 'PAUSED');

const reports = Array.from({ length: 12 }, (_, index) => {
  const seed = `attribute lists report ${index}`;
  const created = Date.UTC(2025, 9, 20, 6) - index * 47_000_000 - chance(seed, 20_000_000);
  const status = (
    { 0: 'IN_QUEUE', 1: 'IN_PROGRESS', 4: 'CANCELLED', 7: 'FATAL' } as Readonly<
      Record<number, (typeof reportStatuses)[number]>
    >
  )[index];
  return {
    id: String(50_740_020_381 - index * 1_009 - chance(`${seed} id`, 900)),
    type: reportTypes[chance(`${seed} type`, 3)]!,
    status: status ?? 'DONE',
    created,
    begun: created + 9_000 + chance(`${seed} begun`, 40_000),
    ended: created + 60_000 + chance(`${seed} ended`, 300_000),
  };
});
type Report = (typeof reports)[number];

function reportShown({ id, type, status, created, begun, ended }: Report): Row {
  const hasDocument = status === 'DONE' || status === 'FATAL';
  return {
    reportId: id,
    reportType: type,
    dataStartTime: secondOf(created - 86_400_000),
    dataEndTime: secondOf(created),
    marketplaceIds: [marketplace],
    createdTime: secondOf(created),
    processingStatus: status,
    ...(status !== 'IN_QUEUE' && { processingStartTime: secondOf(begun) }),
    ...(status !== 'IN_QUEUE' && status !== 'IN_PROGRESS' && { processingEndTime: secondOf(ended) }),
    ...(hasDocument && { reportDocumentId: `doc1.spdoc.1.3.${uuid(`document ${id}`)}` }),
  };
}

function listings(): Listing[] {
  return Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `attribute lists ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} ms`, 1_000);
    const min = chance(`${seed} min`, 5) === 0 ? null : Math.round(price * 0.8);
    return {
      sku: `${sku}-${oneOf(`${seed} variant`, ['BLK', 'GRN', '2PK', 'XL', 'R1'])}`,
      catalogId: `C0${digest(`${seed} catalog`).slice(0, 8).toUpperCase()}`,
      productType: title.split(' ').slice(2).join('_').toUpperCase(),
      name: title,
      brand: maker,
      condition: oneOf(`${seed} condition`, ['new_new', 'new_new', 'new_new', 'used_like_new', 'used_good']),
      price: chance(`${seed} unpriced`, 9) === 0 ? null : price,
      quantity: chance(`${seed} stored`, 4) === 0 ? null : chance(`${seed} sold out`, 7) === 0 ? 0 : stock,
      image:
        chance(`${seed} image`, 5) === 0
          ? null
          : `https://images.market-media.example/I/${scrambled(`${seed} image`, 11, base62)}.jpg`,
      created,
      min,
      max:
        chance(`${seed} max`, 5) === 0
          ? null
          : Math.round(price * (chance(`${seed} low`, 9) === 0 ? 0.95 : 1.4)),
      rule: min !== null && chance(`${seed} has`, 5) < 2 ? strategies[chance(`${seed} which`, 4)]!.id : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000 + chance(`${seed} later`, 1_000),
    };
  });
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly severity: (typeof severities)[number];
  readonly attributeNames: readonly string[];
  readonly categories: readonly string[];
  readonly enforcements?: Row;
}

const wrong = (
  code: string,
  message: string,
  attribute: string,
  category = 'INVALID_ATTRIBUTE',
  severity: Issue['severity'] = 'ERROR',
): Issue => ({ code, message, severity, attributeNames: [attribute], categories: [category] });
const missing = (name: string, attribute: string): Issue =>
  wrong('90220', `'${name}' is required but not supplied.`, attribute, 'MISSING_ATTRIBUTE');

const enforced = (action: string): Row => ({ actions: [{ action }], exemption: { status: 'NOT_EXEMPT' } });

const isOutside = ({ price, min, max }: Listing): boolean =>
  price !== null && ((min !== null && price < min) || (max !== null && price > max));

function issuesOf(one: Listing): readonly Issue[] {
  const issues: Issue[] = [];
  if (isOutside(one)) {
    issues.push({
      ...wrong(
        '20012',
        'The price of the item is outside of the minimum and maximum price you set.',
        'purchasable_offer',
        'INVALID_PRICE',
      ),
      enforcements: enforced('LISTING_SUPPRESSED'),
    });
  }
  if (one.price === null) issues.push(missing('our_price', 'purchasable_offer'));
  if (one.image === null) {
    issues.push({
      ...wrong(
        '18027',
        'The item has no main image. Items without a main image are not shown in search.',
        'main_product_image_locator',
        'INVALID_IMAGE',
        'WARNING',
      ),
      enforcements: enforced('SEARCH_SUPPRESSED'),
    });
  }
  return issues;
}

function statusOf(one: Listing): readonly string[] {
  const isBuyable = one.price !== null && one.quantity !== 0 && !isOutside(one);
  return statuses.filter((status) => (status === 'BUYABLE' ? isBuyable : one.image !== null));
}

function summaryOf(one: Listing): Row {
  return {
    marketplaceId: marketplace,
    catalogId: one.catalogId,
    productType: one.productType,
    conditionType: one.condition,
    status: statusOf(one),
    ...(one.quantity === null && { networkSku: `X00${one.catalogId.slice(-7)}` }),
    itemName: one.name,
    createdDate: moment(one.created),
    lastUpdatedDate: moment(one.updated),
    ...(one.image !== null && { mainImage: { link: one.image, height: 500, width: 500 } }),
  };
}

const schedule = (pence: number): readonly Row[] => [{ schedule: [{ value_with_tax: pence / 100 }] }];
const channelOf = ({ quantity }: Listing): string => (quantity === null ? 'NETWORK_EU' : 'DEFAULT');

function attributesOf(one: Listing): Row {
  return {
    item_name: [{ value: one.name, language_tag: language, marketplace_id: marketplace }],
    brand: [{ value: one.brand, language_tag: language, marketplace_id: marketplace }],
    condition_type: [{ value: one.condition, marketplace_id: marketplace }],
    purchasable_offer: [
      {
        marketplace_id: marketplace,
        currency,
        audience: 'ALL',
        ...(one.price !== null && { our_price: schedule(one.price) }),
        ...(one.min !== null && { minimum_seller_allowed_price: schedule(one.min) }),
        ...(one.max !== null && { maximum_seller_allowed_price: schedule(one.max) }),
      },
    ],
    ...(one.rule !== null && {
      automated_pricing_rule_plan: [{ rule_id: one.rule, marketplace_id: marketplace }],
    }),
    fulfillment_availability: [
      {
        fulfillment_channel_code: channelOf(one),
        ...(one.quantity !== null && { quantity: one.quantity }),
      },
    ],
    ...(one.image !== null && {
      main_product_image_locator: [{ media_location: one.image, marketplace_id: marketplace }],
    }),
  };
}

function offersOf({ price }: Listing): readonly Row[] {
  if (price === null) return [];
  return [{ marketplaceId: marketplace, offerType: 'B2C', price: money(price), audience: { value: 'ALL' } }];
}

const shownSections: Readonly<Record<(typeof sections)[number], (one: Listing) => unknown>> = {
  summaries: (one) => [summaryOf(one)],
  attributes: attributesOf,
  issues: issuesOf,
  offers: offersOf,
  fulfillmentAvailability: (one) => [
    {
      fulfillmentChannelCode: channelOf(one),
      ...(one.quantity !== null && { quantity: one.quantity }),
    },
  ],
  productTypes: ({ productType }) => [{ marketplaceId: marketplace, productType }],
};

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly details: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Fault[];
  readonly headers: Headers;

  constructor(status: number, errors: readonly Fault[], headers: Headers = []) {
    super(errors[0]?.message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

const fault = (code: string, message: string, details = ''): Fault => ({ code, message, details });
const invalid = (name: string, details: string): Fault =>
  fault('InvalidInput', `Invalid '${name}' provided.`, details);
const required = (name: string, details = ''): Fault =>
  fault('InvalidInput', `Missing required '${name}'.`, details);
const unreadable = (details: string) =>
  new Refusal(400, [
    fault('InvalidInput', 'Request has missing or invalid parameters and cannot be parsed.', details),
  ]);

/** Parameters of a query, and what is wrong with them. */
class Params {
  readonly faults: Fault[] = [];
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    return this.#query.get(name) ?? undefined;
  }

  values(name: string): readonly string[] | undefined {
    return this.#query.has(name) ? this.#query.getAll(name).flatMap((value) => value.split(',')) : undefined;
  }

  /** One or more of some words. */
  words(name: string, allowed: readonly string[]): readonly string[] | undefined {
    const values = this.values(name);
    const odd = values?.find((value) => !allowed.includes(value));
    if (odd !== undefined) {
      this.faults.push(invalid(name, `'${odd}' is not one of [${allowed.join(', ')}].`));
    }
    return values;
  }

  word(name: string, allowed: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !allowed.includes(value)) {
      this.faults.push(invalid(name, `'${value}' is not one of [${allowed.join(', ')}].`));
    }
    return value;
  }

  size(most: number): number {
    const text = this.text('pageSize');
    if (text === undefined) return usualSize;
    const size = /^-?\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isNaN(size)) this.faults.push(invalid('pageSize', `'${text}' is not an integer.`));
    else if (size < 1 || size > most) {
      this.faults.push(invalid('pageSize', `Value must be between 1 and ${most}.`));
    }
    return size;
  }

  /** The moments between two, both within. */
  range(from: string, to: string): (time: number) => boolean {
    const [first, last] = [this.#moment(from), this.#moment(to)];
    if (first !== undefined && last !== undefined && first > last) {
      this.faults.push(invalid(from, `'${from}' must be before '${to}'.`));
    }
    return (time) => time >= (first ?? -Infinity) && time <= (last ?? Infinity);
  }

  #moment(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
    const time = isMoment ? Date.parse(text) : NaN;
    if (Number.isNaN(time)) {
      this.faults.push(invalid(name, `'${text}' is not a date-time in ISO 8601 format.`));
    }
    return time;
  }

  /** Refuses the request where something is wrong. */
  settle(): void {
    if (this.faults.length > 0) throw new Refusal(400, this.faults);
  }
}

/** What a list has for a query. */
interface Found {
  readonly rows: readonly Row[];
  readonly size: number;
}

/** A place in a list, for the query it was asked with. */
interface Place {
  readonly asked: string;
  readonly offset: number;
}

interface Page {
  readonly found: Found;
  readonly rows: readonly Row[];
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

/** The query beside its token, in an order of its own. */
function withoutToken(query: URLSearchParams, token: string): URLSearchParams {
  const rest = new URLSearchParams([...query].filter(([name]) => name !== token));
  rest.sort();
  return rest;
}

function find<One>(all: readonly One[], isIt: (one: One) => boolean, lost: () => Refusal): One {
  const found = all.find(isIt);
  if (found === undefined) throw lost();
  return found;
}

const compared = (one: number | string, other: number | string): number =>
  one < other ? -1 : one > other ? 1 : 0;

interface Patch {
  readonly op: (typeof operators)[number];
  readonly value: readonly unknown[];
}

function patchIn(patch: unknown, index: number, attribute: string): Patch | Fault {
  const place = `patches[${index}]`;
  const path = `/attributes/${attribute}`;
  if (!isObject(patch)) return invalid(place, 'Patch operation must be an object.');
  const op = operators.find((one) => one === patch.op);
  if (patch.op === undefined) return required(`${place}.op`);
  if (op === undefined) return invalid(`${place}.op`, `Value must be one of [${operators.join(', ')}].`);
  if (patch.path === undefined) return required(`${place}.path`);
  if (patch.path !== path) return invalid(`${place}.path`, `Only '${path}' is supported here.`);
  if (patch.value === undefined) return op === 'delete' ? { op, value: [] } : required(`${place}.value`);
  return Array.isArray(patch.value)
    ? { op, value: patch.value as unknown[] }
    : invalid(`${place}.value`, 'Value must be an array of attribute values.');
}

/** The patches of a body for an attribute; a body that is no such thing is refused. */
function patchesIn({ headers, body }: Asked, attribute: string): readonly [string, readonly Patch[]] {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    throw new Refusal(415, [fault('UnsupportedMediaType', "The request's Content-Type header is invalid.")]);
  }
  const sent = parsed(body);
  if (!isObject(sent)) throw unreadable(body === '' ? 'Request body is empty.' : 'Malformed request body.');
  const { productType, patches } = sent;
  const faults: Fault[] = [];
  if (productType === undefined) faults.push(required('productType'));
  else if (typeof productType !== 'string') faults.push(invalid('productType', 'Value must be a string.'));
  if (patches === undefined) faults.push(required('patches'));
  else if (!Array.isArray(patches) || patches.length === 0) {
    faults.push(invalid('patches', 'Value must be an array with at least 1 patch operation.'));
  }
  const read = (Array.isArray(patches) ? (patches as unknown[]) : []).map((patch, index) =>
    patchIn(patch, index, attribute),
  );
  faults.push(...read.filter((one) => 'code' in one));
  if (faults.length > 0) throw new Refusal(400, faults);
  return [String(productType), read.filter((one) => 'op' in one)];
}

const offerName = 'purchasable_offer';
const planName = 'automated_pricing_rule_plan';

/** The amount of a schedule in pence; undefined of none, or what is wrong with it. */
function amountIn(offer: Row, name: string): number | undefined | Issue {
  const sent = offer[name];
  if (sent === undefined) return undefined;
  const first: unknown = Array.isArray(sent) ? sent[0] : undefined;
  const times: unknown = isObject(first) ? first.schedule : undefined;
  const time: unknown = Array.isArray(times) ? times[0] : undefined;
  if (!isObject(time)) {
    return wrong('90003', `'${name}' does not have the structure of a price schedule.`, offerName);
  }
  const value = time.value_with_tax;
  if (value === undefined) return missing(`${name}.schedule.value_with_tax`, offerName);
  if (typeof value !== 'number') {
    return wrong('90041', `The value of '${name}' must be a number.`, offerName);
  }
  if (value <= 0) return wrong('90117', `The value of '${name}' must be greater than 0.`, offerName);
  const pence = Math.round(value * 100);
  if (Math.abs(value * 100 - pence) > 1e-6) {
    return wrong('99016', `The value of '${name}' has more than 2 decimal places.`, offerName);
  }
  return pence > largestAmount
    ? wrong('90118', `The value of '${name}' must not exceed ${shown(largestAmount)}.`, offerName)
    : pence;
}

/** What is wrong with the marketplace of a value of an attribute. */
function misplaced(value: unknown, attribute: string): Issue | undefined {
  if (!isObject(value)) return wrong('90003', `'${attribute}' must be a list of objects.`, attribute);
  if (value.marketplace_id === undefined) return missing('marketplace_id', attribute);
  return value.marketplace_id === marketplace
    ? undefined
    : wrong(
        '90244',
        `${JSON.stringify(value.marketplace_id)} is not a valid value for 'marketplace_id'.`,
        attribute,
      );
}

/** Patches the bounds; gives what is wrong. */
function patchOffer(draft: Listing, { op, value }: Patch): readonly Issue[] {
  if (op === 'delete') {
    [draft.min, draft.max] = [null, null];
    return [];
  }
  const offer = value[0];
  if (offer === undefined) return [missing(offerName, offerName)];
  const odd = misplaced(offer, offerName);
  if (odd !== undefined || !isObject(offer)) return odd === undefined ? [] : [odd];
  if (offer.currency === undefined) return [missing('currency', offerName)];
  if (offer.currency !== currency) {
    return [
      wrong('90244', `${JSON.stringify(offer.currency)} is not a valid value for 'currency'.`, offerName),
    ];
  }
  const amounts = [
    amountIn(offer, 'minimum_seller_allowed_price'),
    amountIn(offer, 'maximum_seller_allowed_price'),
  ];
  if (amounts.every((amount) => amount === undefined)) {
    return [missing('minimum_seller_allowed_price', offerName)];
  }
  const issues = amounts.filter((amount) => typeof amount === 'object');
  const usual = op === 'merge' ? [draft.min, draft.max] : [null, null];
  const [min = null, max = null] = amounts.map((amount, at) =>
    typeof amount === 'number' ? amount : (usual[at] ?? null),
  );
  [draft.min, draft.max] = [min, max];
  return issues;
}

/** Patches the rule; gives what is wrong. */
function patchPlan(draft: Listing, { op, value }: Patch): readonly Issue[] {
  if (op === 'delete') {
    draft.rule = null;
    return [];
  }
  const plan = value[0];
  if (plan === undefined) return [missing(planName, planName)];
  const odd = misplaced(plan, planName);
  if (odd !== undefined || !isObject(plan)) return odd === undefined ? [] : [odd];
  const { rule_id: id } = plan;
  if (id === undefined) return [missing('rule_id', planName)];
  if (typeof id !== 'string') return [wrong('90041', "The value of 'rule_id' must be a string.", planName)];
  const strategy = strategies.find((one) => one.id === id);
  if (strategy === undefined) {
    return [wrong('100521', `The pricing rule '${id}' does not exist for this seller.`, planName)];
  }
  if (!strategy.isActive) {
    return [wrong('100522', `The pricing rule '${strategy.name}' is paused.`, planName)];
  }
  draft.rule = id;
  return [];
}

/** What is wrong with a listing as it would become. */
function disagreements({ min, max, rule }: Listing, attribute: string): readonly Issue[] {
  if (min !== null && max !== null && min > max) {
    return [
      wrong(
        '90228',
        `The minimum price ${shown(min)} must not be greater than the maximum price ${shown(max)}.`,
        attribute,
        'INVALID_PRICE',
      ),
    ];
  }
  if (rule === null || min !== null) return [];
  return [wrong('100523', 'A minimum price is required for items in an automated pricing rule.', attribute)];
}

const outsideWarning = wrong(
  '20013',
  'The current price is outside of the minimum and maximum price. The offer will be inactive.',
  offerName,
  'INVALID_PRICE',
  'WARNING',
);

function start(run: Run): (request: Asked) => Answered {
  const all = listings();
  const places = new Map<string, Place>();
  const buckets = new Map<Operation, { readonly left: number; readonly at: number }>();
  let count = 0;

  function strategyShown(one: (typeof strategies)[number]): Row {
    return {
      strategyId: one.id,
      strategyName: one.name,
      strategyType: one.type,
      status: statusOfStrategy(one),
      ...(one.adjustment !== undefined && { adjustment: one.adjustment }),
      marketplaceIds: [marketplace],
      skuCount: all.filter(({ rule }) => rule === one.id).length,
      createdDate: moment(one.created),
    };
  }

  function listingShown(one: Listing, included: readonly string[] = ['summaries']): Row {
    const chosen = sections.filter((section) => included.includes(section));
    return {
      sku: one.sku,
      ...Object.fromEntries(chosen.map((section) => [section, shownSections[section](one)])),
    };
  }

  /** The listings that a parameter names, by the kind of its identifiers. */
  function named(params: Params): (one: Listing) => boolean {
    const wanted = params.values('identifiers');
    const type = params.word('identifiersType', ['SKU', 'CATALOG_ID']);
    if (wanted === undefined) return () => true;
    if (wanted.length > 20) params.faults.push(invalid('identifiers', 'At most 20 identifiers are allowed.'));
    if (type === undefined) {
      params.faults.push(required('identifiersType', "It is required when 'identifiers' is provided."));
    }
    return ({ sku, catalogId }) => wanted.includes(type === 'SKU' ? sku : catalogId);
  }

  function findListings(query: URLSearchParams): Found {
    const params = new Params(query);
    params.words('marketplaceIds', [marketplace]);
    const included = params.words('includedData', sections);
    const isNamed = named(params);
    const having = params.words('withStatus', statuses);
    const lacking = params.words('withoutStatus', statuses);
    const severity = params.words('withIssueSeverity', severities);
    const isCreated = params.range('createdAfter', 'createdBefore');
    const isUpdated = params.range('lastUpdatedAfter', 'lastUpdatedBefore');
    const sort = params.word('sortBy', sortFields);
    const order = params.word('sortOrder', ['ASC', 'DESC']);
    const size = params.size(20);
    params.settle();
    const by = (one: Listing) =>
      sort === 'sku' ? one.sku : sort === 'createdDate' ? one.created : one.updated;
    const sign = order === 'ASC' ? 1 : -1;
    const rows = all
      .filter(
        (one) =>
          isNamed(one) &&
          having?.some((status) => statusOf(one).includes(status)) !== false &&
          lacking?.some((status) => statusOf(one).includes(status)) !== true &&
          severity?.some((word) => issuesOf(one).some((issue) => issue.severity === word)) !== false &&
          isCreated(one.created) &&
          isUpdated(one.updated),
      )
      .sort((one, other) => sign * compared(by(one), by(other)))
      .map((one) => listingShown(one, included));
    return { rows, size };
  }

  function findStrategies(query: URLSearchParams): Found {
    const params = new Params(query);
    const status = params.word('status', strategyStatuses);
    const size = params.size(20);
    params.settle();
    const some = strategies.filter((one) => status === undefined || statusOfStrategy(one) === status);
    return { rows: some.map(strategyShown), size };
  }

  function findReports(query: URLSearchParams): Found {
    const params = new Params(query);
    const types = params.words('reportTypes', reportTypes);
    const states = params.words('processingStatuses', reportStatuses);
    params.words('marketplaceIds', [marketplace]);
    const isCreated = params.range('createdSince', 'createdUntil');
    const size = params.size(100);
    params.settle();
    const some = reports.filter(
      ({ type, status, created }) =>
        types?.includes(type) !== false && states?.includes(status) !== false && isCreated(created),
    );
    return { rows: some.map(reportShown), size };
  }

  function tokenOf(asked: string, offset: number): string {
    const token = `${scrambled(`attribute lists ${run.run} ${asked} ${offset}`, 62, base62)}==`;
    places.set(token, { asked, offset });
    return token;
  }

  /** A page from a place; `query` is without a token. */
  function pageOf(
    list: string,
    query: URLSearchParams,
    offset: number,
    look: (query: URLSearchParams) => Found,
  ): Page {
    const found = look(query);
    const asked = `${list}?${query.toString()}`;
    const end = offset + found.size;
    return {
      found,
      rows: found.rows.slice(offset, end),
      next: end < found.rows.length ? tokenOf(asked, end) : undefined,
      previous: offset > 0 ? tokenOf(asked, Math.max(0, offset - found.size)) : undefined,
    };
  }

  /** A list whose token goes with the query that it was given for. */
  function searched(
    list: string,
    name: string,
    query: URLSearchParams,
    look: (query: URLSearchParams) => Found,
  ): Answered {
    const token = query.get('pageToken');
    const rest = withoutToken(query, 'pageToken');
    const place = token === null ? undefined : places.get(token);
    if (token !== null && place?.asked !== `${list}?${rest.toString()}`) {
      throw new Refusal(400, [
        invalid('pageToken', 'The token is not valid for the other parameters of the request.'),
      ]);
    }
    const { found, rows, next, previous } = pageOf(list, rest, place?.offset ?? 0, look);
    const pagination = {
      ...(next !== undefined && { nextToken: next }),
      ...(previous !== undefined && { previousToken: previous }),
    };
    return json(200, {
      numberOfResults: found.rows.length,
      ...(Object.keys(pagination).length > 0 && { pagination }),
      [name]: rows,
    });
  }

  /** The list of reports, whose token goes alone. */
  function reported(query: URLSearchParams): Answered {
    const token = query.get('nextToken');
    const rest = withoutToken(query, 'nextToken');
    if (token !== null && rest.size > 0) {
      throw new Refusal(400, [invalid('nextToken', "'nextToken' must be the only parameter.")]);
    }
    const place = token === null ? undefined : places.get(token);
    if (token !== null && place?.asked.startsWith('reports?') !== true) {
      throw new Refusal(400, [invalid('nextToken', 'The token is not valid.')]);
    }
    const asked = place === undefined ? rest : new URLSearchParams(place.asked.slice('reports?'.length));
    const { rows, next } = pageOf('reports', asked, place?.offset ?? 0, findReports);
    return json(200, { reports: rows, ...(next !== undefined && { nextToken: next }) });
  }

  function listingOf(sku: string): Listing {
    if (sku.length > 40) throw new Refusal(400, [invalid('sku', 'Value must be at most 40 characters.')]);
    return find(
      all,
      (one) => one.sku === sku,
      () => new Refusal(404, [fault('NOT_FOUND', `SKU '${sku}' not found in marketplace ${marketplace}.`)]),
    );
  }

  function listingAlone(sku: string, query: URLSearchParams): Answered {
    const params = new Params(query);
    params.words('marketplaceIds', [marketplace]);
    const included = params.words('includedData', sections);
    params.settle();
    return json(200, listingShown(listingOf(sku), included));
  }

  function strategyAlone(id: string): Answered {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
      throw new Refusal(400, [invalid('strategyId', `'${id}' is not a UUID.`)]);
    }
    const lost = () => new Refusal(404, [fault('NotFound', 'The pricing rule was not found.', id)]);
    return json(200, strategyShown(find(strategies, (one) => one.id === id, lost)));
  }

  function reportAlone(id: string): Answered {
    if (!/^\d+$/.test(id)) throw new Refusal(400, [invalid('reportId', `'${id}' is not a report id.`)]);
    const lost = () => new Refusal(404, [fault('NotFound', 'The report was not found.', id)]);
    return json(200, reportShown(find(reports, (one) => one.id === id, lost)));
  }

  /** Takes a submission: all of its patches, or none. */
  function submitted(request: Asked, sku: string, part: 'price' | 'strategy'): Answered {
    const params = new Params(targetOf(request).query);
    const mode = params.word('mode', ['VALIDATION_PREVIEW']);
    params.settle();
    const attribute = part === 'price' ? offerName : planName;
    const listing = listingOf(sku);
    const [productType, patches] = patchesIn(request, attribute);
    const draft = { ...listing };
    const issues = patches.flatMap((patch) =>
      part === 'price' ? patchOffer(draft, patch) : patchPlan(draft, patch),
    );
    if (productType !== listing.productType && productType !== 'PRODUCT') {
      issues.unshift(wrong('90004', `'${productType}' is not the product type of the item.`, 'product_type'));
    }
    if (issues.length === 0) issues.push(...disagreements(draft, attribute));
    const isValid = issues.length === 0;
    if (isValid && part === 'price' && isOutside(draft)) issues.push(outsideWarning);
    if (isValid && mode === undefined) Object.assign(listing, draft, { updated: run.now() });
    return json(200, {
      sku,
      status: isValid ? (mode === undefined ? 'ACCEPTED' : 'VALID') : 'INVALID',
      submissionId: uuid(`attribute lists submission ${run.run} ${count}`).replaceAll('-', ''),
      issues,
    });
  }

  /** The operation of a request; the gateway knows no other. */
  function operationOf({ method, target }: Asked): Operation {
    const { steps } = targetOf({ method, target, headers: {}, body: '' });
    const [version, list, id, part] = steps;
    const isPart = list === 'listings' && (part === 'price' || part === 'strategy');
    const many = { listings: 'searchListings', strategies: 'getStrategies', reports: 'getReports' } as const;
    const single = { listings: 'getListing', strategies: 'getStrategy', reports: 'getReport' } as const;
    const isKnown = list === 'listings' || list === 'strategies' || list === 'reports';
    if (version !== 'v1' || !isKnown || steps.length > 4 || (part !== undefined && !isPart)) {
      throw new Refusal(404, [fault('NotFound', 'The resource specified does not exist.')]);
    }
    const allowed = part === undefined ? 'GET' : 'PATCH';
    if (method !== allowed) {
      throw new Refusal(
        405,
        [fault('MethodNotAllowed', `The resource does not support the ${method} method.`)],
        [['Allow', allowed]],
      );
    }
    return part !== undefined ? 'patchListing' : id === undefined ? many[list] : single[list];
  }

  /** Takes a request from the bucket of its operation. */
  function admit(operation: Operation): void {
    const [rate, burst] = quotas[operation];
    const now = run.now();
    const { left: before, at } = buckets.get(operation) ?? { left: burst, at: now };
    const left = Math.min(burst, before + ((now - at) / 1_000) * rate);
    buckets.set(operation, { left: left < 1 ? left : left - 1, at: now });
    if (left < 1) {
      throw new Refusal(429, [fault('QuotaExceeded', 'You exceeded your quota for the requested resource.')]);
    }
  }

  function done(operation: Operation, request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [, , id = '', part] = steps;
    switch (operation) {
      case 'searchListings':
        return searched('listings', 'items', query, findListings);
      case 'getStrategies':
        return searched('strategies', 'strategies', query, findStrategies);
      case 'getReports':
        return reported(query);
      case 'getListing':
        return listingAlone(id, query);
      case 'getStrategy':
        return strategyAlone(id);
      case 'getReport':
        return reportAlone(id);
      case 'patchListing':
        return submitted(request, id, part === 'price' ? 'price' : 'strategy');
    }
  }

  function refused(error: unknown): Answered {
    if (!(error instanceof Refusal)) throw error;
    return json(error.status, { errors: error.errors }, error.headers);
  }

  /** Answers what the gateway let through; the limit of the operation stands in each answer. */
  function limited(operation: Operation, request: Asked): Answered {
    const limit: Headers = [['X-RateLimit-Limit', quotas[operation][0].toFixed(1)]];
    try {
      admit(operation);
      const answered = done(operation, request);
      return { ...answered, headers: [...answered.headers, ...limit] };
    } catch (error) {
      const answered = refused(error);
      return { ...answered, headers: [...answered.headers, ...limit] };
    }
  }

  function gate(request: Asked): Answered {
    const sent = request.headers['x-api-key'];
    try {
      if (sent !== key) {
        const details =
          sent === undefined
            ? 'The access key is missing in the request header.'
            : 'The access key you provided is revoked, malformed or invalid.';
        throw new Refusal(403, [fault('Unauthorized', 'Access to requested resource is denied.', details)]);
      }
      return limited(operationOf(request), request);
    } catch (error) {
      return refused(error);
    }
  }

  return (request) => {
    count += 1;
    const { status, headers, body } = gate(request);
    const id = uuid(`attribute lists request ${run.run} ${count}`);
    return { status, headers: [...headers, ['X-Request-Id', id]], body };
  };
}

/** Sends each token with the query it was given for; that of the reports alone. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [, list = ''] = /^\/v1\/(\w+)/.exec(target) ?? [];
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, list === 'listings' ? 'items' : list));
    const alone = textIfAny(received, 'nextToken');
    const token = textIfAny(received, 'pagination', 'nextToken');
    next =
      alone !== undefined
        ? `/v1/${list}?nextToken=${encodeURIComponent(alone)}`
        : token !== undefined
          ? `${target}${target.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(token)}`
          : undefined;
  }
  return rows;
}

/** What a program knows of a listing. */
interface Good {
  readonly sku: string;
  readonly productType: string;
  /** In pence; 2500 of one that has none. */
  readonly price: number;
}

interface Goods {
  /** With a price and both bounds and no rule, with a rule, and without a lower bound. */
  readonly free: readonly Good[];
  readonly ruled: readonly Good[];
  readonly open: readonly Good[];
}

const firstRow = (value: unknown): Row => {
  const found: unknown = Array.isArray(value) ? value[0] : undefined;
  return isObject(found) ? found : {};
};

/** Of listings with their attributes, offers and summaries. */
function goodsOf(rows: readonly Row[]): Goods {
  const known = rows.map(({ sku, attributes, offers, summaries }) => {
    const values = isObject(attributes) ? attributes : {};
    const { price } = firstRow(offers);
    const { productType } = firstRow(summaries);
    const offer = firstRow(values[offerName]);
    const amount = isObject(price) && typeof price.amount === 'number' ? price.amount : undefined;
    return {
      sku: typeof sku === 'string' ? sku : 'missing',
      productType: typeof productType === 'string' ? productType : 'missing',
      price: Math.round((amount ?? 25) * 100),
      hasPrice: amount !== undefined,
      hasMin: offer.minimum_seller_allowed_price !== undefined,
      hasMax: offer.maximum_seller_allowed_price !== undefined,
      hasRule: values[planName] !== undefined,
    };
  });
  return {
    free: known.filter(({ hasPrice, hasMin, hasMax, hasRule }) => hasPrice && hasMin && hasMax && !hasRule),
    ruled: known.filter(({ hasRule }) => hasRule),
    open: known.filter(({ hasMin }) => !hasMin),
  };
}

/** Bounds in pence, as an offer sends them. */
function offerOf({ min, max }: { readonly min?: number; readonly max?: number }): Row {
  return {
    marketplace_id: marketplace,
    currency,
    ...(min !== undefined && { minimum_seller_allowed_price: schedule(min) }),
    ...(max !== undefined && { maximum_seller_allowed_price: schedule(max) }),
  };
}

/** What a program does with listings. */
function hand(api: Api) {
  const send = (sku: string, part: string, body: unknown) =>
    api.ask('PATCH', `/v1/listings/${sku}/${part}`, { json: body });
  const patch = (op: string, attribute: string, value?: unknown) => ({
    op,
    path: `/attributes/${attribute}`,
    value,
  });
  return {
    get: (query: string) => api.ask('GET', `/v1/listings?${query}`),
    read: (sku: string, query = '') => api.ask('GET', `/v1/listings/${sku}${query}`),
    send,
    price: ({ sku, productType }: Good, op: string, offer?: unknown, query = '') =>
      send(sku, `price${query}`, {
        productType,
        patches: [patch(op, offerName, offer === undefined ? undefined : [offer])],
      }),
    assign: ({ sku, productType }: Good, rule: unknown) =>
      send(sku, 'strategy', {
        productType,
        patches: [patch('replace', planName, [{ marketplace_id: marketplace, rule_id: rule }])],
      }),
    release: ({ sku, productType }: Good) =>
      send(sku, 'strategy', {
        productType,
        patches: [patch('delete', planName, [{ marketplace_id: marketplace }])],
      }),
  };
}

const nobody: Good = { sku: 'NOB-00A7C-BLK', productType: 'PRODUCT', price: 1_900 };
const whole = 'includedData=summaries,attributes,offers,issues';
const idsOf = (rows: readonly Row[], name: string) => rows.map((row) => String(row[name]));

async function recorded(api: Api): Promise<void> {
  const { get, read, send, price, assign, release } = hand(api);
  const { free, ruled, open } = goodsOf(await walk(api, `/v1/listings?${whole}`));
  const plans = await walk(api, '/v1/strategies');
  const [first = 'missing', second = 'missing', third] = idsOf(
    plans.filter(({ status }) => status === 'ACTIVE'),
    'strategyId',
  );
  const [paused = 'missing'] = idsOf(
    plans.filter(({ status }) => status === 'PAUSED'),
    'strategyId',
  );
  const runs = idsOf(await walk(api, '/v1/reports'), 'reportId');
  await walk(api, '/v1/listings?pageSize=20');
  await get('withStatus=BUYABLE');
  await get('withStatus=BUYABLE,DISCOVERABLE&pageSize=4');
  await get('withoutStatus=BUYABLE&includedData=summaries,issues');
  await get('withIssueSeverity=ERROR&includedData=issues');
  await get('createdAfter=2025-01-01T00:00:00Z&createdBefore=2025-06-30T23:59:59Z');
  await get('lastUpdatedAfter=2025-03-01T00:00:00Z&pageSize=5');
  await get(`identifiers=${free[0]!.sku},${ruled[0]!.sku}&identifiersType=SKU`);
  await get('sortBy=sku&sortOrder=ASC&pageSize=5');
  await get('sortBy=createdDate&sortOrder=DESC&pageSize=6');
  const oldest = await get('sortBy=lastUpdatedDate&sortOrder=ASC&pageSize=3');
  const token = encodeURIComponent(textIfAny(oldest, 'pagination', 'nextToken') ?? 'missing');
  await get(`sortBy=lastUpdatedDate&sortOrder=ASC&pageSize=3&pageToken=${token}`);
  await api.ask('GET', '/v1/reports?processingStatuses=DONE&pageSize=3');
  await api.ask('GET', `/v1/reports?reportTypes=${reportTypes[0]}`);
  await api.ask('GET', '/v1/strategies?status=ACTIVE');
  await read(free[0]!.sku);
  await read(free[1]!.sku, '?includedData=offers');
  await read(ruled[0]!.sku, '?includedData=summaries,attributes');
  await read(open[0]!.sku, `?${whole}`);
  await read(free[2]!.sku, '?includedData=fulfillmentAvailability,productTypes');
  await read(ruled[1]!.sku);
  await api.ask('GET', `/v1/strategies/${first}`);
  await api.ask('GET', `/v1/strategies/${paused}`);
  await api.ask('GET', `/v1/reports/${runs[0]!}`);
  await api.ask('GET', `/v1/reports/${runs[3]!}`);

  const near = ({ price: now }: Good) => offerOf({ min: now - 210, max: now + 1_500 });
  await price(free[0]!, 'replace', near(free[0]!));
  await read(free[0]!.sku, '?includedData=summaries,attributes');
  await price(ruled[0]!, 'merge', offerOf({ min: ruled[0]!.price - 340 }));
  await read(ruled[0]!.sku, `?${whole}`);
  await price(free[1]!, 'merge', offerOf({ max: free[1]!.price - 100 }));
  await read(free[1]!.sku, `?${whole}`);
  await price(free[2]!, 'replace', near(free[2]!), '?mode=VALIDATION_PREVIEW');
  await price(open[0]!, 'merge', offerOf({ min: 450 }));
  await price(free[3]!, 'delete');
  await assign(free[0]!, second);
  await read(free[0]!.sku, '?includedData=attributes');
  await release(ruled[0]!);
  await read(ruled[0]!.sku, '?includedData=attributes');
  await assign(open[0]!, third);
  await api.ask('GET', `/v1/strategies/${second}`);
  await get('sortBy=lastUpdatedDate&sortOrder=DESC&pageSize=4');

  await read(nobody.sku);
  await read(free[0]!.sku, '?includedData=prices');
  await api.ask('GET', `/v1/strategies/${uuid('attribute lists nobody')}`);
  await api.ask('GET', '/v1/strategies/cheapest');
  await api.ask('GET', '/v1/reports/50000000001');
  await price(nobody, 'merge', offerOf({ min: 900 }));
  await price(free[4]!, 'replace', offerOf({ min: 9_000, max: 8_500 }));
  await price(free[4]!, 'merge', offerOf({ min: free[4]!.price * 3 }));
  await price(free[4]!, 'merge', { ...offerOf({}), minimum_seller_allowed_price: '19.90' });
  await price(free[4]!, 'merge', offerOf({ max: -500 }));
  await price(free[4]!, 'merge', { ...offerOf({ max: 8_000 }), currency: 'USD' });
  await price(free[4]!, 'change', offerOf({ max: 8_000 }));
  await send(free[4]!.sku, 'price', {});
  await api.ask('PATCH', `/v1/listings/${free[4]!.sku}/price`, { text: '{"productType": "LAMP", ' });
  await assign(free[4]!, uuid('attribute lists nobody two'));
  await assign(free[4]!, paused);
  await assign(free[4]!, 7);
  await assign(open[1]!, first);
  await get('pageSize=500');
  await get('withStatus=SOLD');
  await get(`sortBy=sku&pageToken=${token}`);
  await get(`identifiers=${free[0]!.sku}`);
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await hurryOnce(api, '/v1/listings?pageSize=1');
}

/** Asks until the quota is exceeded, waits until one more request has flowed in, and asks again. */
async function hurryOnce(api: Api, target: string): Promise<void> {
  api.wait(2_000);
  for (let sent = 0; sent < 9; sent += 1) {
    const { status, headers } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000 / Number(headers.get('X-RateLimit-Limit') ?? 1));
    break;
  }
  await api.ask('GET', target, { atOnce: true });
}

async function another(api: Api): Promise<void> {
  const { get, read, send, price, assign, release } = hand(api);
  const { free, ruled, open } = goodsOf(await walk(api, `/v1/listings?${whole}&pageSize=15`));
  const plans = await walk(api, '/v1/strategies?pageSize=5');
  const active = idsOf(
    plans.filter(({ status }) => status === 'ACTIVE'),
    'strategyId',
  );
  const [paused = 'missing'] = idsOf(
    plans.filter(({ status }) => status === 'PAUSED'),
    'strategyId',
  );
  const runs = idsOf(await walk(api, '/v1/reports?pageSize=7'), 'reportId');
  await get('withStatus=DISCOVERABLE&pageSize=6');
  await get('withStatus=BUYABLE&withIssueSeverity=WARNING&includedData=summaries,issues');
  await get('withoutStatus=DISCOVERABLE');
  await get('createdAfter=2024-03-01T00:00:00Z&createdBefore=2024-09-30T00:00:00Z&sortBy=createdDate');
  await get('lastUpdatedBefore=2024-10-01T00:00:00Z&includedData=offers');
  await get(`identifiers=${free[4]!.sku},${ruled[1]!.sku},${nobody.sku}&identifiersType=SKU`);
  const bySku = 'sortBy=sku&sortOrder=DESC&pageSize=4';
  const last = await get(bySku);
  const token = encodeURIComponent(textIfAny(last, 'pagination', 'nextToken') ?? 'missing');
  await get(`${bySku}&pageToken=${token}`);
  await get('sortBy=createdDate&sortOrder=ASC&pageSize=7');
  await get('createdAfter=2019-01-01T00:00:00Z&createdBefore=2020-01-01T00:00:00Z');
  await api.ask('GET', '/v1/reports?processingStatuses=FATAL,CANCELLED');
  await api.ask('GET', `/v1/reports?reportTypes=${reportTypes[1]}&pageSize=2`);
  await api.ask('GET', '/v1/strategies?status=PAUSED');
  await read(free[5]!.sku, '?includedData=summaries,offers');
  await read(ruled[2]!.sku, '?includedData=attributes,issues');
  await read(open[1]!.sku);
  await api.ask('GET', `/v1/strategies/${active[3]!}`);
  await api.ask('GET', `/v1/reports/${runs[5]!}`);

  await price(free[5]!, 'replace', offerOf({ min: free[5]!.price - 95, max: free[5]!.price + 2_200 }));
  await read(free[5]!.sku, '?includedData=summaries,attributes');
  await price(ruled[1]!, 'merge', offerOf({ max: 39_950 }));
  await read(ruled[1]!.sku, `?${whole}`);
  await price(open[1]!, 'merge', offerOf({ min: 385 }));
  await price(free[6]!, 'merge', offerOf({ min: free[6]!.price + 60 }));
  await read(free[6]!.sku, `?${whole}`);
  await price(free[4]!, 'merge', offerOf({ min: 410 }), '?mode=VALIDATION_PREVIEW');
  await assign(free[5]!, active[3]);
  await read(free[5]!.sku, '?includedData=attributes');
  await release(ruled[1]!);
  await assign(ruled[2]!, active[4]);
  await api.ask('GET', `/v1/strategies/${active[4]!}`);
  await get('sortBy=lastUpdatedDate&pageSize=5');

  await read('TAR-FFFFF-XL', `?${whole}`);
  await read(free[4]!.sku, '?includedData=summaries,stock');
  await api.ask('GET', '/v1/strategies/winter');
  await api.ask('GET', '/v1/reports/latest');
  await price(free[1]!, 'replace', offerOf({ min: 12_050, max: 11_000 }));
  await price(free[1]!, 'merge', offerOf({ max: 100 }));
  await price(free[1]!, 'merge', { ...offerOf({ min: 700 }), currency: 'EUR' });
  await price(free[1]!, 'merge', offerOf({ min: 0 }));
  await price(ruled[3]!, 'delete');
  await send(free[1]!.sku, 'price', { productType: free[1]!.productType, patches: [] });
  await assign(nobody, active[1]);
  await assign(free[1]!, uuid('attribute lists nobody three'));
  await assign(free[1]!, paused);
  await assign(free[1]!, true);
  await get(`sortBy=sku&sortOrder=ASC&pageSize=4&pageToken=${token}`);
  await get('pageSize=0');
  await get('withIssueSeverity=FATAL');
  await get('sortBy=price&sortOrder=UP');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

/** A submission that is not valid is told so by its status, in an answer with 200. */
function isRefusal({ status, body }: Answered): boolean {
  if (status >= 400) return status !== 429;
  const told = parsed(body);
  return isObject(told) && told.status === 'INVALID';
}

export const attributeLists: WalkedService = {
  name: 'attribute-lists',
  key,
  start,
  isRefusal,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=7', 'pageSize=20'],
  walk,
};
