// A site builder's store API: items beside a paging metadata with a count, cursors in an object that is empty at the end, and
// totals only where no cursor was sent; ids under `_id`, a revision as a text that a write must name and that grows, dates to
// the millisecond, parameters with dots (`paging.limit`, `sort.fieldName`), fields that are added where they are asked for,
// members left out while they are unset, amounts as decimal texts; writes of a wrapped record with a mask of paths, answered
// wrapped; refusals with a message and details of an application error (a code and data) or of violations of rules with
// their threshold, or without any where something could not be read; 428 for what a record's state forbids.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'IST.eyJraWQiOiJQb3pIX2FDMiJ9.site-store';
const perSecond = 10;
const urlSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const date = (milliseconds: number) => new Date(milliseconds).toISOString();

const statuses = ['ACTIVE', 'DRAFT', 'ARCHIVED'] as const;
const productTypes = ['PHYSICAL', 'DIGITAL'] as const;
const reportTypes = ['PRICE_CHANGES', 'COMPETITORS', 'INVENTORY'] as const;
const reportStatuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
const requestedFields = ['CURRENCY', 'PLAIN_DESCRIPTION', 'MEDIA'] as const;

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly maker: string;
  readonly status: (typeof statuses)[number];
  readonly visible: boolean;
  readonly productType: (typeof productTypes)[number];
  /** In cents, as the bounds. */
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  revision: number;
  min: number | undefined;
  max: number | undefined;
  strategy: string | undefined;
  updated: number;
}

const brandId = (maker: string) => uuid(`violations brand ${maker}`);

const strategies = [
  { name: 'Beat the cheapest', type: 'COMPETITIVE', active: true, needsMin: true, undercut: 1 },
  { name: 'Match the average', type: 'COMPETITIVE', active: true, needsMin: false, undercut: undefined },
  { name: 'Cost plus', type: 'MARGIN', active: true, needsMin: false, undercut: undefined },
  { name: 'Holiday sale', type: 'SCHEDULED', active: false, needsMin: false, undercut: 250 },
  { name: 'Slow movers', type: 'MARGIN', active: true, needsMin: true, undercut: 50 },
  { name: 'Keep the price', type: 'FIXED', active: true, needsMin: false, undercut: undefined },
].map((one, index) => ({
  ...one,
  id: uuid(`violations strategy ${index}`),
  created: pastMoment(`violations strategy ${index}`) + 211 * index,
  revision: 1 + chance(`violations strategy revision ${index}`, 9),
}));

const amount = (cents: number) => ({ amount: String(cents / 100) });

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  _id: one.id,
  revision: String(one.revision),
  createdDate: date(one.created),
  updatedDate: date(one.created + 86_400_000 * one.revision),
  name: one.name,
  type: one.type,
  active: one.active,
  minPriceRequired: one.needsMin,
  ...(one.undercut !== undefined && { undercut: amount(one.undercut) }),
});

function listings(): Listing[] {
  return Array.from({ length: 58 }, (_, index): Listing => {
    const seed = `violations ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    return {
      id: uuid(seed),
      name: title,
      slug: `${title.toLowerCase().replaceAll(' ', '-')}-${index + 1}`,
      sku,
      maker,
      status: oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'DRAFT', 'ARCHIVED']),
      visible: chance(`${seed} visible`, 5) > 0,
      productType: chance(`${seed} type`, 4) > 0 ? 'PHYSICAL' : 'DIGITAL',
      price,
      stock: chance(`${seed} none`, 6) === 0 ? 0 : stock,
      created,
      revision: 1 + chance(`${seed} revision`, 30),
      min: chance(`${seed} min`, 4) > 0 ? Math.round(price * 0.8) : undefined,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) : undefined,
      strategy: chance(`${seed} strategy`, 2) > 0 ? strategies[1 + chance(seed, 2)]!.id : undefined,
      updated: created + chance(`${seed} updated`, 100 * 86_400) * 1_000,
    };
  }).sort((one, other) => other.created - one.created);
}

interface Violation {
  readonly field: string;
  readonly description: string;
  readonly violatedRule: string;
  readonly data?: Row;
}

class Refusal extends Error {
  readonly status: number;
  readonly details: Row;

  constructor(status: number, message: string, details: Row = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

const applicationError = (status: number, code: string, description: string, data: Row = {}) =>
  new Refusal(status, description, { applicationError: { code, description, data } });

const violated = (violations: readonly Violation[]) =>
  new Refusal(400, violations.map(({ field, description }) => `"${field}" ${description}`).join(', '), {
    validationError: { fieldViolations: violations },
  });

const isGuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const notGuid = (field: string): Violation => ({
  field,
  description: 'is not a valid GUID',
  violatedRule: 'FORMAT',
  data: { type: 'GUID' },
});

const between = (field: string, value: number, least: number, most: number): readonly Violation[] =>
  value < least
    ? [
        {
          field,
          description: `has value ${value}, must be greater than or equal to ${least}`,
          violatedRule: 'MIN',
          data: { threshold: least },
        },
      ]
    : value > most
      ? [
          {
            field,
            description: `has value ${value}, must be less than or equal to ${most}`,
            violatedRule: 'MAX',
            data: { threshold: most },
          },
        ]
      : [];

function wrongDecimal(field: string, text: string): readonly Violation[] {
  const told = (description: string, violatedRule: string, data: Row): readonly Violation[] => [
    { field, description: `has value ${text}, ${description}`, violatedRule, data },
  ];
  if (!/^-?\d+(\.\d+)?$/.test(text)) {
    return told('expected a decimal value', 'FORMAT', { type: 'DECIMAL_VALUE' });
  }
  if (Number(text) < 0) return told('must be greater than or equal to 0', 'DECIMAL_GTE', { threshold: '0' });
  if (Number(text) > 1_000_000) {
    return told('must be less than or equal to 1000000', 'DECIMAL_LTE', { threshold: '1000000' });
  }
  if (/\.\d{3,}$/.test(text)) {
    return told('must have a scale of at most 2', 'DECIMAL_MAX_SCALE', { maxScale: 2 });
  }
  return [];
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: uuid(`violations report ${index}`),
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 18_000 * (index + 1) - 333
        : opened - index * 36_000_000 - chance(`violations report ${index}`, 5_000_000),
    seconds: 110 + index * 15,
    fails: index === 4,
    rows: 25 + chance(`violations rows ${index}`, 1_500),
  }));
  /** What a cursor stands for: where it goes on, and the parameters that it goes on with. */
  const cursors = new Map<string, { readonly from: number; readonly asked: string }>();
  let second = 0;
  let inSecond = 0;

  function listingShown(one: Listing, fields: readonly string[]): Row {
    const money = (cents: number | undefined) =>
      cents === undefined
        ? undefined
        : {
            ...amount(cents),
            ...(fields.includes('CURRENCY') && { formattedAmount: `€${(cents / 100).toFixed(2)}` }),
          };
    const [min, max] = [money(one.min), money(one.max)];
    return {
      _id: one.id,
      revision: String(one.revision),
      createdDate: date(one.created),
      updatedDate: date(one.updated),
      name: one.name,
      slug: one.slug,
      sku: one.sku,
      visible: one.visible,
      status: one.status,
      productType: one.productType,
      brand: { _id: brandId(one.maker), name: one.maker },
      price: money(one.price),
      ...(min !== undefined && { minPrice: min }),
      ...(max !== undefined && { maxPrice: max }),
      inventory: {
        availabilityStatus: one.stock > 0 ? 'IN_STOCK' : 'OUT_OF_STOCK',
        ...(one.productType === 'PHYSICAL' && { quantity: one.stock }),
      },
      ...(one.strategy !== undefined && { strategyId: one.strategy }),
      ...(fields.includes('CURRENCY') && { currency: 'EUR' }),
      ...(fields.includes('PLAIN_DESCRIPTION') && {
        plainDescription: `<p>${one.name} by ${one.maker}.</p>`,
      }),
      ...(fields.includes('MEDIA') && {
        media: { main: { _id: `${one.slug}.webp`, url: `https://static.example/media/${one.slug}.webp` } },
      }),
    };
  }

  function reportShown({ id, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 30 ? 'PENDING' : !isOver ? 'IN_PROGRESS' : fails ? 'FAILED' : 'COMPLETED';
    const finished = created + seconds * 1_000;
    return {
      _id: id,
      revision: elapsed < 30 ? '1' : isOver ? '3' : '2',
      createdDate: date(created),
      updatedDate: date(elapsed < 30 ? created : isOver ? finished : created + 30_000),
      type,
      status,
      ...(status === 'COMPLETED' && {
        rowCount: rows,
        downloadUrl: `${run.origin}/downloads/${id}.csv?token=${scrambled(`violations ${run.run} ${id}`, 43, urlSafe)}`,
      }),
      ...(status === 'FAILED' && {
        failure: { code: 'SOURCE_UNAVAILABLE', message: 'The source did not answer.' },
      }),
      ...(isOver && { completedDate: date(finished) }),
    };
  }

  /** The parameters of a list: what cannot be read is refused alone, what breaks a rule is told together. */
  function reader(query: URLSearchParams) {
    const violations: Violation[] = [];
    const unread = (name: string, text: string, what: string) =>
      new Refusal(400, `Failed to parse query parameter '${name}': '${text}' is not ${what}`);
    const text = (name: string) => query.get(name) ?? undefined;
    const read = <Value>(name: string, what: string, take: (text: string) => Value | undefined) => {
      const sent = text(name);
      if (sent === undefined) return undefined;
      const value = take(sent);
      if (value === undefined) throw unread(name, sent, what);
      return value;
    };
    return {
      violations,
      text,
      whole: (name: string, least: number, most: number) => {
        const value = read(name, 'an integer', (sent) => (/^-?\d+$/.test(sent) ? Number(sent) : undefined));
        if (value !== undefined) violations.push(...between(name, value, least, most));
        return value;
      },
      flag: (name: string) =>
        read(name, 'a boolean', (sent) =>
          sent === 'true' || sent === 'false' ? { is: sent === 'true' } : undefined,
        )?.is,
      one: (name: string, values: readonly string[], of: string) =>
        read(name, `a value of enum ${of}`, (sent) => (values.includes(sent) ? sent : undefined)),
      all: (name: string, values: readonly string[], of: string) => {
        const sent = query.getAll(name);
        const wrong = sent.find((each) => !values.includes(each));
        if (wrong !== undefined) throw unread(name, wrong, `a value of enum ${of}`);
        return sent;
      },
      timestamp: (name: string) =>
        read(name, 'a timestamp', (sent) =>
          /^\d{4}-\d\d-\d\dT/.test(sent) && !Number.isNaN(Date.parse(sent)) ? Date.parse(sent) : undefined,
        ),
      guid: (name: string) => {
        const sent = text(name);
        if (sent !== undefined && !isGuid(sent)) violations.push(notGuid(name));
        return sent;
      },
      cents: (name: string) => {
        const sent = text(name);
        if (sent === undefined) return undefined;
        violations.push(...wrongDecimal(name, sent));
        return Math.round(Number(sent) * 100);
      },
    };
  }

  type Reader = ReturnType<typeof reader>;

  /** A page of what is found by the parameters, which a cursor has with it. */
  function listed(
    query: URLSearchParams,
    kind: string,
    find: (reader: Reader) => () => readonly Row[],
  ): Answered {
    const own = reader(query);
    const limit = own.whole('paging.limit', 1, 100) ?? 25;
    const offset = own.whole('paging.offset', 0, 10_000) ?? 0;
    const cursor = own.text('paging.cursor');
    const known = cursor === undefined ? undefined : cursors.get(cursor);
    const asked = known === undefined ? query : new URLSearchParams(known.asked);
    const finder = known === undefined ? own : reader(asked);
    const found = find(finder);
    if (own.violations.length > 0) throw violated(own.violations);
    if (cursor !== undefined && known === undefined) {
      throw applicationError(400, 'INVALID_CURSOR', 'The cursor is invalid or has expired.');
    }
    const records = found();
    const from = known?.from ?? offset;
    const items = records.slice(from, from + limit);
    const hasNext = from + items.length < records.length;
    const paging: Record<string, unknown> = {
      count: items.length,
      ...(known === undefined && { offset, total: records.length }),
      cursors: {},
      hasNext,
    };
    if (hasNext) {
      const seed = `violations ${run.run} ${kind} ${from + items.length} ${asked.toString()}`;
      const next = `JWE.${scrambled(seed, 60, urlSafe)}`;
      cursors.set(next, { from: from + items.length, asked: asked.toString() });
      paging.cursors = { next };
    }
    return json(200, { items, pagingMetadata: paging });
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    name: ({ name }) => name,
    price: ({ price }) => price,
    createdDate: ({ created }) => created,
    updatedDate: ({ updated }) => updated,
    'inventory.quantity': ({ stock }) => stock,
  };

  const fieldsIn = ({ all: every }: Reader) => every('fields', requestedFields, 'RequestedFields');

  function listingsFound(read: Reader): () => readonly Row[] {
    const fields = fieldsIn(read);
    const status = read.one('status', statuses, 'ListingStatus');
    const type = read.one('productType', productTypes, 'ProductType');
    const visible = read.flag('visible');
    const inStock = read.flag('inStock');
    const [brand, strategy] = [read.guid('brandId'), read.guid('strategyId')];
    const [least, most] = [read.cents('minPrice'), read.cents('maxPrice')];
    const updated = read.timestamp('updatedAfter');
    const search = read.text('search');
    if (search !== undefined && search.length > 40) {
      read.violations.push({
        field: 'search',
        description: `has size ${search.length}, expected 40 or less`,
        violatedRule: 'MAX_LENGTH',
        data: { threshold: 40 },
      });
    }
    const order = read.one('sort.order', ['ASC', 'DESC'], 'SortOrder');
    const by = read.text('sort.fieldName');
    return () => {
      if (by !== undefined && !Object.hasOwn(orders, by)) {
        throw applicationError(400, 'INVALID_SORT_FIELD', `Field '${by}' is not sortable.`, {
          fieldName: by,
        });
      }
      const found = all.filter(
        (one) =>
          (status === undefined || one.status === status) &&
          (type === undefined || one.productType === type) &&
          (visible === undefined || one.visible === visible) &&
          (inStock === undefined || one.stock > 0 === inStock) &&
          (brand === undefined || brandId(one.maker) === brand) &&
          (strategy === undefined || one.strategy === strategy) &&
          (least === undefined || one.price >= least) &&
          (most === undefined || one.price <= most) &&
          (updated === undefined || one.updated > updated) &&
          (search === undefined || `${one.name} ${one.sku}`.toLowerCase().includes(search.toLowerCase())),
      );
      if (by !== undefined) {
        const of = orders[by]!;
        const sign = order === 'DESC' ? -1 : 1;
        found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
      }
      return found.map((one) => listingShown(one, fields));
    };
  }

  function strategiesFound(read: Reader): () => readonly Row[] {
    const active = read.flag('active');
    const type = read.one('type', ['COMPETITIVE', 'MARGIN', 'SCHEDULED', 'FIXED'], 'StrategyType');
    return () =>
      strategies
        .filter(
          (one) =>
            (active === undefined || one.active === active) && (type === undefined || one.type === type),
        )
        .map(strategyShown);
  }

  function reportsFound(read: Reader): () => readonly Row[] {
    const status = read.one('status', reportStatuses, 'ReportStatus');
    const type = read.one('type', reportTypes, 'ReportType');
    return () =>
      reports
        .map(reportShown)
        .filter(
          (one) =>
            (status === undefined || one.status === status) && (type === undefined || one.type === type),
        );
  }

  function named<Found extends { readonly id: string }>(
    found: readonly Found[],
    kind: 'listing' | 'strategy' | 'report',
    id: string,
  ): Found {
    const field = `${kind}Id`;
    if (!isGuid(id)) throw violated([notGuid(field)]);
    const one = found.find((each) => each.id === id);
    if (one === undefined) {
      const title = kind[0]!.toUpperCase() + kind.slice(1);
      throw applicationError(404, `${kind.toUpperCase()}_NOT_FOUND`, `${title} ${id} was not found.`, {
        [field]: id,
      });
    }
    return one;
  }

  interface Write {
    readonly sent: Row;
    readonly paths: readonly string[];
  }

  /** The wrapped record of a write, and which of the paths are changed: those of the mask, or those that were sent. */
  function writeIn(request: Asked, paths: readonly string[]): Write {
    const read = jsonOf(request);
    if (read === 'bad') throw new Refusal(400, 'Failed to parse JSON request body');
    const body = read.json;
    if (!isObject(body)) throw new Refusal(400, 'Expected the request body to be a JSON object');
    const { listing, mask } = body;
    if (listing === undefined || listing === null) {
      throw violated([
        { field: 'listing', description: 'must not be empty', violatedRule: 'REQUIRED_FIELD', data: {} },
      ]);
    }
    if (!isObject(listing))
      throw new Refusal(400, "Unexpected value for field 'listing': expected an object");
    const masked =
      isObject(mask) && Array.isArray(mask.paths) ? (mask.paths as readonly string[]) : undefined;
    const strange = masked?.find((path) => !paths.includes(path));
    if (strange !== undefined) {
      throw applicationError(400, 'INVALID_FIELD_MASK', `Path '${strange}' can not be updated.`, {
        path: strange,
      });
    }
    return {
      sent: listing,
      paths: masked ?? paths.filter((path) => listing[path] !== undefined && listing[path] !== null),
    };
  }

  function checkRevision({ sent }: Write): readonly Violation[] {
    const { revision } = sent;
    if (revision === undefined || revision === null) {
      return [
        {
          field: 'listing.revision',
          description: 'must not be empty',
          violatedRule: 'REQUIRED_FIELD',
          data: {},
        },
      ];
    }
    if (
      !/^\d+$/.test(
        typeof revision === 'number' ? String(revision) : typeof revision === 'string' ? revision : '',
      )
    ) {
      throw new Refusal(400, "Unexpected value for field 'listing.revision': expected an int64");
    }
    return [];
  }

  function checkState(listing: Listing, { sent: { revision } }: Write): void {
    if (String(revision) !== String(listing.revision)) {
      throw applicationError(
        409,
        'INVALID_REVISION',
        'The revision does not match the current revision of the listing.',
        { currentRevision: String(listing.revision) },
      );
    }
    if (listing.status === 'ARCHIVED') {
      throw applicationError(428, 'LISTING_ARCHIVED', 'Archived listings can not be updated.', {
        listingId: listing.id,
      });
    }
  }

  function changed(listing: Listing): Answered {
    listing.revision += 1;
    listing.updated = run.now();
    return json(200, { listing: listingShown(listing, []) });
  }

  function priced(id: string, request: Asked): Answered {
    const write = writeIn(request, ['minPrice', 'maxPrice']);
    if (!isGuid(id)) throw violated([notGuid('listingId')]);
    const violations = [...checkRevision(write)];
    const amountOf = (name: 'minPrice' | 'maxPrice') => {
      const money = write.sent[name];
      if (money === undefined || money === null) return undefined;
      if (!isObject(money)) {
        throw new Refusal(400, `Unexpected value for field 'listing.${name}': expected an object`);
      }
      const field = `listing.${name}.amount`;
      const sent = money.amount;
      if (sent === undefined || sent === null || sent === '') {
        violations.push({
          field,
          description: 'must not be empty',
          violatedRule: 'REQUIRED_FIELD',
          data: {},
        });
        return undefined;
      }
      if (typeof sent !== 'string' && typeof sent !== 'number') {
        throw new Refusal(400, `Unexpected value for field '${field}': expected a string`);
      }
      violations.push(...wrongDecimal(field, String(sent)));
      return Math.round(Number(sent) * 100);
    };
    const sent = { minPrice: amountOf('minPrice'), maxPrice: amountOf('maxPrice') };
    if (violations.length > 0) throw violated(violations);
    const listing = named(all, 'listing', id);
    checkState(listing, write);
    const min = write.paths.includes('minPrice') ? sent.minPrice : listing.min;
    const max = write.paths.includes('maxPrice') ? sent.maxPrice : listing.max;
    if (min !== undefined && max !== undefined && min > max) {
      throw applicationError(
        400,
        'MIN_PRICE_ABOVE_MAX_PRICE',
        'The minimum price must not be greater than the maximum price.',
        { minPrice: amount(min).amount, maxPrice: amount(max).amount },
      );
    }
    const strategy = strategies.find((one) => one.id === listing.strategy);
    if (min === undefined && strategy?.needsMin === true) throw minRequired(strategy.id);
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  const minRequired = (strategyId: string) =>
    applicationError(428, 'MIN_PRICE_REQUIRED', 'The strategy requires a minimum price.', { strategyId });

  function assigned(id: string, request: Asked): Answered {
    const write = writeIn(request, ['strategyId']);
    if (!isGuid(id)) throw violated([notGuid('listingId')]);
    const violations = [...checkRevision(write)];
    const { strategyId } = write.sent;
    if (strategyId !== undefined && strategyId !== null) {
      if (typeof strategyId !== 'string') {
        throw new Refusal(400, "Unexpected value for field 'listing.strategyId': expected a string");
      }
      if (!isGuid(strategyId)) violations.push(notGuid('listing.strategyId'));
    }
    if (violations.length > 0) throw violated(violations);
    const listing = named(all, 'listing', id);
    checkState(listing, write);
    if (write.paths.includes('strategyId')) {
      const strategy = typeof strategyId === 'string' ? named(strategies, 'strategy', strategyId) : undefined;
      if (strategy?.active === false) {
        throw applicationError(428, 'STRATEGY_NOT_ACTIVE', `Strategy '${strategy.name}' is not active.`, {
          strategyId: strategy.id,
        });
      }
      if (strategy?.needsMin === true && listing.min === undefined) throw minRequired(strategy.id);
      listing.strategy = strategy?.id;
    }
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const nowhere = new Refusal(404, 'Not Found');
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part === 'price') return priced(id, request);
      if (part === 'strategy') return assigned(id, request);
    }
    if (method !== 'GET' || part !== undefined) throw nowhere;
    if (kind === 'listings') {
      if (id === undefined) return listed(query, kind, listingsFound);
      const fields = fieldsIn(reader(query));
      return json(200, { listing: listingShown(named(all, 'listing', id), fields) });
    }
    if (kind === 'strategies') {
      return id === undefined
        ? listed(query, kind, strategiesFound)
        : json(200, { strategy: strategyShown(named(strategies, 'strategy', id)) });
    }
    if (kind !== 'reports') throw nowhere;
    return id === undefined
      ? listed(query, kind, reportsFound)
      : json(200, { report: reportShown(named(reports, 'report', id)) });
  }

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'Unauthenticated');
    if (given !== key) {
      throw applicationError(403, 'PERMISSION_DENIED', 'The caller does not have the required permissions.');
    }
    const now = Math.floor(run.now() / 1_000);
    if (now !== second) [second, inSecond] = [now, 0];
    inSecond += 1;
    if (inSecond > perSecond) {
      throw applicationError(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests.');
    }
  }

  return (request) => {
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { message: error.message, details: error.details });
    }
  };
}

/** Follows the cursor, with the limit that was asked for. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path = '', query = ''] = target.split('?');
  const limit = new URLSearchParams(query).get('paging.limit');
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    const cursor = textIfAny(received, 'pagingMetadata', 'cursors', 'next');
    next =
      cursor === undefined
        ? undefined
        : `${path}?${limit === null ? '' : `paging.limit=${limit}&`}paging.cursor=${cursor}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const patch = (api: Api, part: string, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json });

const money = (value: unknown) => ({ amount: value });

/** A program that changes listings, each by the revision that it has seen last. */
function editor(api: Api, rows: readonly Row[]) {
  const revisions = new Map<unknown, unknown>(rows.map(({ _id, revision }) => [_id, revision]));
  const seen = (id: unknown, received: Received) => {
    const revision = textIfAny(received, 'listing', 'revision');
    if (revision !== undefined) revisions.set(id, revision);
    return received;
  };
  return {
    price: async (id: unknown, bounds: Row, mask?: readonly string[]) =>
      seen(
        id,
        await patch(api, 'price', id, {
          listing: { revision: revisions.get(id), ...bounds },
          ...(mask && { mask: { paths: mask } }),
        }),
      ),
    assign: async (id: unknown, strategyId: unknown) =>
      seen(
        id,
        await patch(api, 'strategy', id, {
          listing: { revision: revisions.get(id), ...(strategyId !== null && { strategyId }) },
          ...(strategyId === null && { mask: { paths: ['strategyId'] } }),
        }),
      ),
    revision: (id: unknown) => revisions.get(id),
  };
}

function idsOf(rows: readonly Row[]) {
  const ids = (found: (row: Row) => boolean) => rows.filter(found).map(({ _id }) => _id);
  const isOpen = ({ status }: Row) => status !== 'ARCHIVED';
  return {
    bounded: ids((row) => isOpen(row) && isObject(row.minPrice)),
    unbounded: ids((row) => isOpen(row) && row.minPrice === undefined),
    archived: ids((row) => !isOpen(row))[0],
    brands: [...new Set(rows.map(({ brand }) => (isObject(brand) ? brand._id : undefined)))],
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { bounded, unbounded, archived, brands } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies?paging.limit=4')).map(({ _id }) => _id);
  const runs = (await walk(api, '/v1/reports?paging.limit=6')).map(({ _id }) => _id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { price, assign, revision } = editor(api, rows);
  await get('paging.limit=10&paging.offset=20');
  await get('paging.limit=5&paging.offset=55');
  await get('paging.limit=100');
  await get('paging.offset=300');
  await get('status=DRAFT');
  await get('status=ACTIVE&paging.limit=30&paging.offset=15');
  await get('productType=DIGITAL&visible=true');
  await get('visible=false&paging.limit=5');
  await get(`brandId=${String(brands[0])}`);
  await get(`strategyId=${String(plans[1])}&paging.limit=8`);
  await get('minPrice=100&paging.limit=12');
  await get('minPrice=50&maxPrice=80.5');
  await get('inStock=false');
  await get('search=lamp');
  await get('search=Velmora&sort.fieldName=price&sort.order=ASC');
  await get('search=nothinglikethis');
  await get('updatedAfter=2025-05-01T00:00:00Z');
  await get('sort.fieldName=price&sort.order=DESC&paging.limit=10');
  await get('sort.fieldName=name&paging.limit=7');
  await get('sort.fieldName=updatedDate&sort.order=DESC&paging.limit=5');
  await get('sort.fieldName=inventory.quantity&sort.order=ASC&paging.limit=6');
  await get('fields=CURRENCY&paging.limit=4');
  await get('fields=PLAIN_DESCRIPTION&fields=MEDIA&paging.limit=3');
  const drafts = await get('productType=PHYSICAL&paging.limit=6');
  await get(
    `paging.limit=6&paging.cursor=${textIfAny(drafts, 'pagingMetadata', 'cursors', 'next') ?? 'missing'}`,
  );
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/strategies?type=COMPETITIVE');
  await api.ask('GET', '/v1/reports?status=COMPLETED&paging.limit=5');
  await api.ask('GET', '/v1/reports?type=COMPETITORS');
  for (const index of [0, 3, 7, 12, 20]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', archived, '?fields=CURRENCY');
  await read(api, 'strategies', plans[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[6]);

  await price(bounded[0], { minPrice: money('19.90'), maxPrice: money('249') }, ['minPrice', 'maxPrice']);
  await read(api, 'listings', bounded[0]);
  await price(bounded[3], { minPrice: money('12.5'), maxPrice: money('310.25') });
  await read(api, 'listings', bounded[3]);
  await price(bounded[0], { maxPrice: money('260.75') }, ['maxPrice']);
  await price(bounded[7], {}, ['maxPrice']);
  await read(api, 'listings', bounded[7]);
  await price(unbounded[0], { minPrice: money(4.05) });
  await assign(bounded[0], plans[0]);
  await read(api, 'listings', bounded[0]);
  await assign(bounded[3], plans[2]);
  await assign(bounded[7], null);
  await read(api, 'listings', bounded[7]);
  await get('sort.fieldName=updatedDate&sort.order=DESC&paging.limit=4');
  await get(`strategyId=${String(plans[0])}`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?paging.limit=3');

  await read(api, 'listings', '3c2a9e14-7b5d-4f08-a6c1-5d0e8b7f2a90');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '3c2a9e14-7b5d-4f08-a6c1-5d0e8b7f2a91');
  await read(api, 'reports', 'last');
  const [one, other] = [bounded[5], bounded[6]];
  const at5 = revision(one);
  await patch(api, 'price', '3c2a9e14-7b5d-4f08-a6c1-5d0e8b7f2a92', {
    listing: { revision: '1', minPrice: money('3') },
  });
  await patch(api, 'price', bounded[0], { listing: { revision: '1', minPrice: money('3') } });
  await price(one, { minPrice: money('30'), maxPrice: money('20') });
  await price(other, { minPrice: money('99.99'), maxPrice: money('99.98') });
  await price(one, { minPrice: money('cheap') });
  await price(one, { minPrice: money('-4'), maxPrice: money('2000000') });
  await price(one, { maxPrice: money('12.345') });
  await price(one, { minPrice: money(true) });
  await price(one, { minPrice: 12 });
  await price(one, { minPrice: {} });
  await price(one, { minPrice: money('5') }, ['minPrice', 'colour']);
  await patch(api, 'price', one, { listing: { minPrice: money('8') } });
  await patch(api, 'price', one, { minPrice: money('8') });
  await api.ask('PATCH', `/v1/listings/${String(one)}/price`, { text: '{"listing": ' });
  await price(bounded[0], {}, ['minPrice']);
  await price(archived, { minPrice: money('5') });
  await assign(one, '3c2a9e14-7b5d-4f08-a6c1-5d0e8b7f2a93');
  await assign(one, plans[3]);
  await assign(one, 'cheapest');
  await assign(one, 17);
  await assign(unbounded[1], plans[0]);
  await patch(api, 'strategy', bounded[3], { listing: { revision: at5, strategyId: plans[1] } });
  await get('paging.limit=0');
  await get('paging.limit=101');
  await get('paging.limit=two');
  await get('paging.offset=-1');
  await get('status=GONE');
  await get('sort.fieldName=colour');
  await get('sort.fieldName=price&sort.order=up');
  await get('minPrice=cheap&paging.limit=500');
  await get('visible=maybe');
  await get('brandId=17');
  await get('updatedAfter=monday');
  await get('fields=EVERYTHING');
  await get('paging.cursor=abc');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?paging.limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?paging.limit=2', { headers: { 'X-API-KEY': 'IST.nobody' } });
  api.wait(3_000);
  await hurry(api, '/v1/reports?paging.limit=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?paging.limit=4');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?paging.limit=40');
  const { bounded, unbounded, archived, brands } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ _id }) => _id);
  const runs = (await walk(api, '/v1/reports?paging.limit=9')).map(({ _id }) => _id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const { price, assign } = editor(api, rows);
  await get('paging.limit=7&paging.offset=21');
  await get('paging.limit=12&paging.offset=90');
  await get('status=ARCHIVED');
  await get('productType=PHYSICAL&visible=false');
  await get(`brandId=${String(brands[2])}&paging.limit=4`);
  await get(`strategyId=${String(plans[2])}&sort.fieldName=name&sort.order=DESC`);
  await get('maxPrice=45');
  await get('minPrice=120.25&sort.fieldName=price&paging.limit=9');
  await get('inStock=true&status=DRAFT');
  await get('search=rug');
  await get('search=ZEM-');
  await get('updatedAfter=2025-08-15T12:00:00Z&paging.limit=5');
  await get('sort.fieldName=createdDate&sort.order=ASC&paging.limit=4');
  await get('fields=MEDIA&paging.limit=2&paging.offset=9');
  await get('fields=CURRENCY&search=kettle');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/strategies?type=MARGIN');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?type=INVENTORY&paging.limit=2');
  for (const index of [1, 4, 9, 15]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', bounded[2], '?fields=PLAIN_DESCRIPTION');
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[5]);

  await price(bounded[1], { minPrice: money('9.75'), maxPrice: money('333') }, ['minPrice', 'maxPrice']);
  await read(api, 'listings', bounded[1]);
  await price(bounded[4], { maxPrice: money('601.20') });
  await read(api, 'listings', bounded[4]);
  await price(bounded[1], {}, ['maxPrice']);
  await assign(bounded[1], plans[4]);
  await read(api, 'listings', bounded[1]);
  await assign(bounded[9], null);
  await get('sort.fieldName=updatedDate&sort.order=DESC&paging.limit=3');

  await read(api, 'listings', 'e4b1c7d0-2f63-4a9b-8d15-9c3e7a0f6b21');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', 'e4b1c7d0-2f63-4a9b-8d15-9c3e7a0f6b22');
  await patch(api, 'price', 'e4b1c7d0-2f63-4a9b-8d15-9c3e7a0f6b23', {
    listing: { revision: '2', maxPrice: money('30') },
  });
  const one = bounded[8];
  await patch(api, 'price', bounded[1], { listing: { revision: '0', maxPrice: money('700') } });
  await price(one, { minPrice: money('71.2'), maxPrice: money('70') });
  await price(one, { maxPrice: money('lots') });
  await price(one, { minPrice: money('-0.5'), maxPrice: money('1000001') });
  await price(one, { minPrice: money('1.001') });
  await price(one, { maxPrice: money(false) });
  await price(one, { maxPrice: money('5000') }, ['maxPrice', 'size']);
  await patch(api, 'price', one, { listing: { maxPrice: money('80') } });
  await price(archived, { maxPrice: money('800') });
  await assign(one, 'e4b1c7d0-2f63-4a9b-8d15-9c3e7a0f6b24');
  await assign(bounded[10], plans[3]);
  await assign(one, 'dear');
  await assign(unbounded[2], plans[4]);
  await patch(api, 'strategy', bounded[9], { listing: { revision: '0', strategyId: plans[1] } });
  await get('paging.limit=-5');
  await get('paging.limit=1000');
  await get('paging.offset=lots');
  await get('productType=SERVICE');
  await get('sort.fieldName=size');
  await get('maxPrice=dear');
  await get('updatedAfter=soon');
  await get('strategyId=4');
  await get('shape=round&paging.limit=2');
  await api.ask('GET', '/v1/reports?type=WEATHER');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?paging.limit=2', { headers: { 'X-API-KEY': null } });
}

export const fieldViolations: WalkedService = {
  name: 'field-violations',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['paging.limit=3', 'paging.limit=7', 'paging.limit=100'],
  walk,
};
