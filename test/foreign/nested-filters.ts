// A content platform with a shop: data beside a meta, two ids for a record, a number and 24 letters of which only the latter
// is a path; conditions, orders, chosen members and what is put in are nested parameters in brackets, with operators that
// begin with a dollar sign; pages by number and size or by start and limit, each with a pagination of its own, sizes quietly
// cut down; drafts only where they are asked for; amounts as numbers, moments in ISO with milliseconds; a write sends data and
// answers the record whole; a refusal is null as data and an error with a status, a name, a message and details that list what
// is wrong by its path.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, scrambled, targetOf } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '3f1ac97be0d24856b1f09a7d6c2e8815d4';
const perWindow = 10;
const window = 2_000;
const usualSize = 25;
const largestSize = 50;
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const documentId = (seed: string) => scrambled(`filters ${seed}`, 24, letters);
const within = (name: string) => chance(`${name} ms`, 1_000);

interface Listing {
  readonly id: number;
  readonly documentId: string;
  readonly title: string;
  readonly slug: string;
  readonly sku: string;
  readonly condition: string;
  readonly price: number;
  readonly compareAtPrice: number | null;
  readonly stockQuantity: number;
  readonly isFeatured: boolean;
  readonly isArchived: boolean;
  readonly dimensions: Row | null;
  readonly createdAt: number;
  readonly publishedAt: number | null;
  minPrice: number | null;
  maxPrice: number | null;
  strategy: string | null;
  updatedAt: number;
}

const strategies = [
  { name: 'Shadow the leader', kind: 'competitive', step: 0.5, isActive: true },
  { name: 'Keep the margin', kind: 'margin', step: 12, isActive: true },
  { name: 'Weekend dip', kind: 'calendar', step: 7.5, isActive: true },
  { name: 'Phase out', kind: 'calendar', step: 25, isActive: false },
  { name: 'Round to ninety', kind: 'margin', step: 0.9, isActive: true },
  { name: 'Test balloon', kind: 'competitive', step: 1, isActive: false },
].map((one, index) => {
  const created = pastMoment(`filters strategy ${index}`) + within(`filters strategy ${index}`);
  return {
    id: index * 2 + 3,
    documentId: documentId(`strategy ${index}`),
    ...one,
    createdAt: moment(created),
    updatedAt: moment(created + chance(`filters strategy ${index} updated`, 9_000_000)),
    publishedAt: moment(created + 40),
  };
});

function listings(): Listing[] {
  return Array.from({ length: 54 }, (_, index): Listing => {
    const name = `filters ${index}`;
    const { title, sku, price, stock } = ware(name);
    const createdAt = pastMoment(name) + within(name);
    const id = 12 + index * 2 + chance(`${name} odd`, 2);
    return {
      id,
      documentId: documentId(name),
      title,
      slug: `${title.toLowerCase().replaceAll(' ', '-')}-${id}`,
      sku,
      condition: oneOf(`${name} condition`, ['new', 'new', 'refurbished', 'used']),
      price: price / 100,
      compareAtPrice: chance(`${name} compare`, 3) === 0 ? Math.round(price * 1.25) / 100 : null,
      stockQuantity: stock,
      isFeatured: chance(`${name} featured`, 4) === 0,
      isArchived: index % 13 === 6,
      dimensions:
        chance(`${name} size`, 3) > 0
          ? {
              id: index + 1,
              width: chance(`${name} width`, 600) / 10,
              height: chance(`${name} height`, 400) / 10,
              unit: 'cm',
            }
          : null,
      createdAt,
      publishedAt:
        chance(`${name} published`, 5) > 0 ? createdAt + 1 + chance(`${name} publishes`, 90_000_000) : null,
      minPrice: chance(`${name} min`, 5) > 0 ? Math.round(price * 0.75) / 100 : null,
      maxPrice: chance(`${name} max`, 4) > 0 ? Math.round(price * 1.4) / 100 : null,
      strategy: chance(`${name} automated`, 3) > 0 ? strategies[oneOf(name, [0, 1, 2, 4])]!.documentId : null,
      updatedAt: createdAt + chance(`${name} updated`, 80 * 86_400_000),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly details: Row;

  constructor(status: number, name: string, message: string, details: Row = {}) {
    super(message);
    this.status = status;
    this.name = name;
    this.details = details;
  }
}

const invalid = (message: string, details: Row = {}) => new Refusal(400, 'ValidationError', message, details);
const badKey = (name: string, source: string, param?: string) =>
  invalid(`Invalid key ${name}`, {
    key: name,
    path: name,
    source,
    ...(param === undefined ? {} : { param }),
  });

/** Parameters in brackets as the tree that they are; a plain one as a text. */
interface Tree {
  [name: string]: string | Tree;
}

function treeOf(query: URLSearchParams): Tree {
  const root: Tree = {};
  for (const [name, value] of query) {
    const [first = '', ...inner] = name.split('[').map((part) => part.replace(/\]$/, ''));
    let level = root;
    const steps = [first, ...inner];
    for (const step of steps.slice(0, -1)) {
      const found = level[step];
      const next: Tree = typeof found === 'object' ? found : {};
      level[step] = next;
      level = next;
    }
    level[steps.at(-1)!] = value;
  }
  return root;
}

/** The texts of a parameter that is a list: `a,b`, or one for each index. */
function textsOf(value: string | Tree | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return value.split(',').filter(Boolean);
  return Object.values(value).filter((one) => typeof one === 'string');
}

const operators: Readonly<Record<string, (found: unknown, asked: readonly string[]) => boolean>> = {
  $eq: (found, [asked]) => same(found, asked!),
  $eqi: (found, [asked]) => String(found).toLowerCase() === asked!.toLowerCase(),
  $ne: (found, [asked]) => !same(found, asked!),
  $lt: (found, [asked]) => found !== null && compared(found, asked!) < 0,
  $lte: (found, [asked]) => found !== null && compared(found, asked!) <= 0,
  $gt: (found, [asked]) => found !== null && compared(found, asked!) > 0,
  $gte: (found, [asked]) => found !== null && compared(found, asked!) >= 0,
  $in: (found, asked) => asked.some((one) => same(found, one)),
  $notIn: (found, asked) => !asked.some((one) => same(found, one)),
  $between: (found, [least, most]) =>
    found !== null && compared(found, least!) >= 0 && compared(found, most ?? least!) <= 0,
  $contains: (found, [asked]) => String(found).includes(asked!),
  $containsi: (found, [asked]) => String(found).toLowerCase().includes(asked!.toLowerCase()),
  $startsWith: (found, [asked]) => String(found).startsWith(asked!),
  $null: (found, [asked]) => (found === null) === (asked === 'true'),
  $notNull: (found, [asked]) => (found !== null) === (asked === 'true'),
};

const same = (found: unknown, asked: string) =>
  typeof found === 'number' ? found === Number(asked) : String(found) === asked;

function compared(found: unknown, asked: string): number {
  const [one, other] =
    typeof found === 'number' ? [found, Number(asked)] : [Date.parse(String(found)), Date.parse(asked)];
  return one < other ? -1 : one > other ? 1 : 0;
}

type Meets = (record: Row) => boolean;

/** Whether a record meets the conditions of a tree. */
function conditionOf(
  tree: Tree,
  known: readonly string[],
  inner: Readonly<Record<string, readonly string[]>>,
): Meets {
  const all = Object.entries(tree).map(([name, wanted]): Meets => {
    if (name === '$or' || name === '$and') {
      const branches = Object.values(typeof wanted === 'object' ? wanted : {})
        .filter((one) => typeof one === 'object')
        .map((branch) => conditionOf(branch, known, inner));
      return name === '$or'
        ? (record) => branches.some((meets) => meets(record))
        : (record) => branches.every((meets) => meets(record));
    }
    const members = inner[name];
    if (members !== undefined && typeof wanted === 'object') {
      if (Object.keys(wanted).every((operator) => operator === '$null' || operator === '$notNull')) {
        return tested(name, wanted);
      }
      const meets = conditionOf(wanted, members, {});
      return (record) => isObject(record[name]) && meets(record[name]);
    }
    if (!known.includes(name)) throw badKey(name, 'query', 'filters');
    return tested(name, typeof wanted === 'string' ? { $eq: wanted } : wanted);
  });
  return (record) => all.every((meets) => meets(record));
}

function tested(name: string, wanted: Tree): Meets {
  const tests = Object.entries(wanted).map(([operator, value]): Meets => {
    if (!Object.hasOwn(operators, operator)) throw badKey(operator, 'query', 'filters');
    const asked = typeof value === 'string' ? [value] : textsOf(value);
    return (record) => operators[operator]!(record[name] ?? null, asked);
  });
  return (record) => tests.every((meets) => meets(record));
}

interface Collection {
  /** The members that a record shows by itself, those of each relation that may be put in. */
  readonly members: readonly string[];
  readonly relations: Readonly<Record<string, readonly string[]>>;
  /** All records with their relations. */
  readonly records: readonly Row[];
}

function sortedBy(records: readonly Row[], query: Tree, { members }: Collection): readonly Row[] {
  const orders = textsOf(query.sort).map((text) => {
    const [name = '', direction = 'asc'] = text.split(':');
    if (!members.includes(name)) throw badKey(name, 'query', 'sort');
    if (!['asc', 'desc'].includes(direction.toLowerCase())) {
      throw invalid('Invalid order. order can only be one of asc|desc|ASC|DESC');
    }
    return { name, sign: direction.toLowerCase() === 'asc' ? 1 : -1 };
  });
  return [...records].sort((one, other) => {
    for (const { name, sign } of orders) {
      const [first, second] = [one[name], other[name]];
      if (first === second) continue;
      // Null comes last, as in the database behind it.
      if (first === null || first === undefined) return sign;
      if (second === null || second === undefined) return -sign;
      return first < second ? -sign : sign;
    }
    return Number(one.id) - Number(other.id);
  });
}

/** The members and relations that a request wants to see. */
function viewOf(query: Tree, { members, relations }: Collection): (record: Row) => Row {
  const chosen = textsOf(query.fields).filter((name) => name !== '*');
  for (const name of chosen) if (!members.includes(name)) throw badKey(name, 'query', 'fields');
  const shown = chosen.length === 0 ? members : members.filter((name) => chosen.includes(name));
  const tree = query.populate;
  const inner: Tree = {};
  if (typeof tree === 'string') {
    for (const name of tree === '*' ? Object.keys(relations) : tree.split(',')) inner[name] = 'true';
  } else {
    for (const [name, value] of Object.entries(tree ?? {})) {
      if (/^\d+$/.test(name) && typeof value === 'string') inner[value] = 'true';
      else inner[name] = value;
    }
  }
  for (const name of Object.keys(inner)) {
    if (!Object.hasOwn(relations, name)) throw badKey(name, 'query', 'populate');
  }
  const relatedOf = (name: string, related: unknown): unknown => {
    const wanted = inner[name];
    if (!isObject(related) || typeof wanted !== 'object') return related;
    const named = textsOf(wanted.fields);
    for (const one of named) if (!relations[name]!.includes(one)) throw badKey(one, 'query', 'populate');
    return pick(related, named.length === 0 ? relations[name]! : named);
  };
  return (record) => ({
    ...pick(record, shown),
    ...Object.fromEntries(Object.keys(inner).map((name) => [name, relatedOf(name, record[name])])),
  });
}

const pick = (record: Row, names: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => name === 'id' || (name === 'documentId' && name in record) || names.includes(name),
    ),
  );

function paged(found: readonly Row[], query: Tree, show: (record: Row) => Row): Answered {
  const asked: Tree = typeof query.pagination === 'object' ? query.pagination : {};
  const count = (name: string, usual: number, least: number) => {
    const value = asked[name];
    const number = typeof value === 'string' ? Number.parseInt(value, 10) : Number.NaN;
    return Number.isNaN(number) ? usual : Math.max(least, number);
  };
  const isByStart = 'start' in asked || 'limit' in asked;
  if (isByStart && ('page' in asked || 'pageSize' in asked)) {
    throw invalid(
      'Invalid pagination attributes. The page parameters are incompatible with the offset parameters',
    );
  }
  const isCounted = asked.withCount !== 'false';
  if (isByStart) {
    const [from, limit] = [count('start', 0, 0), Math.min(count('limit', usualSize, 1), largestSize)];
    return json(200, {
      data: found.slice(from, from + limit).map(show),
      meta: { pagination: { start: from, limit, ...(isCounted && { total: found.length }) } },
    });
  }
  const [page, size] = [count('page', 1, 1), Math.min(count('pageSize', usualSize, 1), largestSize)];
  return json(200, {
    data: found.slice((page - 1) * size, page * size).map(show),
    meta: {
      pagination: {
        page,
        pageSize: size,
        ...(isCounted && { pageCount: Math.ceil(found.length / size), total: found.length }),
      },
    },
  });
}

const strategyMembers = Object.keys(strategies[0]!);
const listingMembers = [
  'id',
  'documentId',
  'title',
  'slug',
  'sku',
  'condition',
  'price',
  'compareAtPrice',
  'minPrice',
  'maxPrice',
  'currency',
  'stockQuantity',
  'isFeatured',
  'isArchived',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
];
const reportMembers = [
  'id',
  'documentId',
  'name',
  'state',
  'progress',
  'rowCount',
  'failureReason',
  'startedAt',
  'finishedAt',
  'createdAt',
  'updatedAt',
];

const listingShown = (listing: Listing): Row => ({
  ...listing,
  currency: 'EUR',
  createdAt: moment(listing.createdAt),
  updatedAt: moment(listing.updatedAt),
  publishedAt: listing.publishedAt === null ? null : moment(listing.publishedAt),
  locale: 'en',
  strategy: strategies.find((one) => one.documentId === listing.strategy) ?? null,
});

/** The members of an object in the order of the collection. */
const ordered = (record: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** What is wrong with a member of a write. */
interface Wrong {
  readonly path: string;
  readonly message: string;
  readonly value: unknown;
}

function refused(wrongs: readonly Wrong[]): Refusal {
  const [first] = wrongs;
  return invalid(wrongs.length === 1 ? first!.message : `${wrongs.length} errors occurred`, {
    errors: wrongs.map(({ path, message, value }) => ({
      path: [path],
      message,
      name: 'ValidationError',
      value,
    })),
  });
}

function dataOf(request: Asked, known: readonly string[]): Row {
  const body = parsed(request.body);
  if (body === undefined)
    throw new Refusal(400, 'BadRequestError', 'Invalid JSON in the body of the request');
  if (!isObject(body) || !isObject(body.data)) {
    throw invalid('Missing "data" payload in the request body');
  }
  const strange = Object.keys(body.data).find((name) => !known.includes(name));
  if (strange !== undefined) throw badKey(strange, 'body');
  return body.data;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const jobs = Array.from({ length: 8 }, (_, index) => ({
    index,
    id: index * 3 + 5,
    documentId: documentId(`report ${index}`),
    name: oneOf(`filters report ${index}`, ['Price history', 'Stock on hand', 'Strategy effect']),
    created:
      index < 6
        ? opened - (8 - index) * 70_000_000 - chance(`filters report ${index}`, 40_000_000)
        : opened - 18_000 + (index - 6) * 9_000,
    seconds: 45 + index * 18,
    fails: index === 1,
  }));
  const recent: number[] = [];

  function reportOf({ index, created, seconds, fails, ...rest }: (typeof jobs)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const state = elapsed < 12 ? 'pending' : !isOver ? 'running' : fails ? 'failed' : 'done';
    const isDone = state === 'done';
    return {
      ...rest,
      state,
      progress: isDone ? 100 : state === 'running' ? 50 : 0,
      rowCount: isDone ? 30 + chance(`filters rows ${index}`, 900) : null,
      failureReason: state === 'failed' ? 'The query was cancelled after 60 s' : null,
      startedAt: elapsed < 12 ? null : moment(created + 12_000),
      finishedAt: isOver ? moment(created + seconds * 1_000) : null,
      createdAt: moment(created),
      updatedAt: moment(isOver ? created + seconds * 1_000 : elapsed < 12 ? created : created + 12_000),
      file: isDone
        ? {
            id: index + 70,
            name: `${rest.name.toLowerCase().replaceAll(' ', '-')}.csv`,
            mime: 'text/csv',
            size: 10 + chance(`filters size ${index}`, 9_000) / 100,
            url: `/uploads/${documentId(`file ${index}`)}.csv`,
          }
        : null,
    };
  }

  const collections: Readonly<Record<string, () => Collection>> = {
    listings: () => ({
      members: listingMembers,
      relations: { strategy: strategyMembers, dimensions: ['id', 'width', 'height', 'unit'] },
      records: all.map((one) => {
        const shown = listingShown(one);
        return ordered(shown, [...listingMembers, 'strategy', 'dimensions']);
      }),
    }),
    strategies: () => ({ members: strategyMembers, relations: {}, records: strategies }),
    reports: () => ({
      members: reportMembers,
      relations: { file: ['id', 'name', 'mime', 'size', 'url'] },
      records: jobs.map(reportOf),
    }),
  };

  const notFound = new Refusal(404, 'NotFoundError', 'Not Found');

  /** What a request may see: drafts only where it asks for them. */
  function visible(kind: string, query: Tree, { records }: Collection): readonly Row[] {
    const state = query.publicationState ?? 'live';
    if (state !== 'live' && state !== 'preview') {
      throw invalid('publicationState must be one of: live, preview');
    }
    return kind === 'listings' && state === 'live'
      ? records.filter(({ publishedAt }) => publishedAt !== null)
      : records;
  }

  function listed(kind: string, query: Tree): Answered {
    const collection = collections[kind]!();
    const filters: Tree = typeof query.filters === 'object' ? query.filters : {};
    const meets = conditionOf(filters, collection.members, collection.relations);
    const show = viewOf(query, collection);
    const found = visible(kind, query, collection).filter(meets);
    return paged(sortedBy(found, query, collection), query, show);
  }

  function one(kind: string, id: string, query: Tree): Answered {
    const collection = collections[kind]!();
    const show = viewOf(query, collection);
    const found = visible(kind, query, collection).find((record) => record.documentId === id);
    if (found === undefined) throw notFound;
    return json(200, { data: show(found), meta: {} });
  }

  function changed(listing: Listing, query: Tree): Answered {
    listing.updatedAt = run.now();
    const { members, relations } = collections.listings!();
    const show = viewOf(query, { members, relations, records: [] });
    return json(200, {
      data: show(ordered(listingShown(listing), [...members, ...Object.keys(relations)])),
      meta: {},
    });
  }

  function priced(listing: Listing, request: Asked, query: Tree): Answered {
    const data = dataOf(request, ['minPrice', 'maxPrice']);
    const wrongs: Wrong[] = [];
    const amountOf = (path: 'minPrice' | 'maxPrice'): number | null => {
      const value = data[path];
      if (value === undefined) return listing[path];
      if (value === null) return null;
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || Number.isNaN(number)) {
        const shown = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
        wrongs.push({
          path,
          message: `${path} must be a \`number\` type, but the final value was: \`${shown}\`.`,
          value,
        });
        return null;
      }
      if (number < 0) wrongs.push({ path, message: `${path} must be greater than or equal to 0`, value });
      if (number > 100_000)
        wrongs.push({ path, message: `${path} must be less than or equal to 100000`, value });
      return number;
    };
    const [minPrice, maxPrice] = [amountOf('minPrice'), amountOf('maxPrice')];
    if (wrongs.length > 0) throw refused(wrongs);
    if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
      throw new Refusal(400, 'ApplicationError', 'The minimum price exceeds the maximum price', {
        minPrice,
        maxPrice,
      });
    }
    listing.minPrice = minPrice;
    listing.maxPrice = maxPrice;
    return changed(listing, query);
  }

  /** The one document that a relation is set to; undefined where what was sent is none. */
  function relatedIn(value: unknown): string | null | undefined {
    if (value === null || typeof value === 'string') return value;
    if (!isObject(value)) return undefined;
    const list = value.connect ?? value.set;
    if (Array.isArray(list))
      return typeof list[0] === 'string' ? list[0] : list.length === 0 ? null : undefined;
    return Array.isArray(value.disconnect) ? null : undefined;
  }

  function assigned(listing: Listing, request: Asked, query: Tree): Answered {
    const { strategy: value } = dataOf(request, ['strategy']);
    const id = relatedIn(value);
    const path = 'strategy';
    if (value === undefined) throw refused([{ path, message: 'strategy must be defined.', value: '' }]);
    if (id === undefined) throw refused([{ path, message: 'strategy is not a valid relation', value }]);
    if (id !== null) {
      const found = strategies.find((strategy) => strategy.documentId === id);
      if (found === undefined) {
        throw invalid(
          '1 relation(s) of type api::strategy.strategy associated with this entity do not exist',
        );
      }
      if (!found.isActive) {
        throw new Refusal(400, 'ApplicationError', `Strategy ${found.name} is switched off`, {
          strategy: found.documentId,
        });
      }
    }
    listing.strategy = id;
    return changed(listing, query);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    if (version !== 'v1' || !Object.hasOwn(collections, kind) || more.length > 0) throw notFound;
    const tree = treeOf(query);
    if (part === undefined && request.method !== 'GET') {
      throw new Refusal(405, 'MethodNotAllowedError', 'Method Not Allowed');
    }
    if (part === undefined) return id === undefined ? listed(kind, tree) : one(kind, id, tree);
    if (kind !== 'listings' || !['price', 'strategy'].includes(part)) throw notFound;
    if (request.method !== 'PATCH') throw new Refusal(405, 'MethodNotAllowedError', 'Method Not Allowed');
    const listing = all.find((each) => each.documentId === id);
    if (listing === undefined) throw notFound;
    if (listing.isArchived) {
      throw new Refusal(403, 'PolicyError', 'Archived listings are read-only', { policy: 'not-archived' });
    }
    return part === 'price' ? priced(listing, request, tree) : assigned(listing, request, tree);
  }

  function admit({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Refusal(403, 'ForbiddenError', 'Forbidden');
    if (sent !== key) throw new Refusal(401, 'UnauthorizedError', 'Missing or invalid credentials');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - window) recent.shift();
    if (recent.length >= perWindow) {
      throw new Refusal(429, 'RateLimitError', 'Too many requests, please try again later.');
    }
    recent.push(now);
  }

  return (request) => {
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, name, message, details } = error;
      const headers: Answered['headers'] =
        status === 429 ? [['Retry-After', String(Math.ceil((recent[0]! + window - run.now()) / 1_000))]] : [];
      return json(status, { data: null, error: { status, name, message, details } }, headers);
    }
  };
}

/** Asks for one page after the other, as many as the meta counts. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page < 40; page += 1) {
    const separator = target.includes('?') ? '&' : '?';
    const asked = page === 1 ? target : `${target}${separator}pagination[page]=${page}`;
    const received: Received = await api.ask('GET', asked);
    rows.push(...rowsAt(received, 'data'));
    if (page >= Number(at(received, 'meta', 'pagination', 'pageCount') ?? 0)) break;
  }
  return rows;
}

const list = (api: Api, query: string): Promise<Received> => api.ask('GET', `/v1/listings?${query}`);
const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, data?: unknown, query = ''): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price${query}`, { json: { data } });
const assign = (api: Api, id: unknown, strategy?: unknown, query = ''): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy${query}`, { json: { data: { strategy } } });

/** The ids of published listings, of drafts, and of what is archived. */
function sorted(rows: readonly Row[]) {
  const idsOf = (meets: (row: Row) => boolean) => rows.filter(meets).map(({ documentId: id }) => id);
  return {
    ids: idsOf(({ publishedAt, isArchived }) => publishedAt !== null && isArchived === false),
    drafts: idsOf(({ publishedAt, isArchived }) => publishedAt === null && isArchived === false),
    archived: idsOf(({ isArchived }) => isArchived === true),
  };
}

async function recorded(api: Api): Promise<void> {
  const { ids, drafts, archived } = sorted(
    await walk(api, '/v1/listings?publicationState=preview&pagination[pageSize]=20'),
  );
  const strategyIds = (await walk(api, '/v1/strategies')).map(({ documentId: id }) => id);
  const reportIds = (await walk(api, '/v1/reports?pagination[pageSize]=3')).map(({ documentId: id }) => id);
  await list(api, 'pagination[pageSize]=100');
  await list(api, 'pagination[page]=3&pagination[pageSize]=10');
  await list(api, 'pagination[page]=9&pagination[pageSize]=10');
  await list(api, 'pagination[start]=5&pagination[limit]=8');
  await list(api, 'pagination[withCount]=false&pagination[pageSize]=4');
  await list(api, 'filters[price][$gte]=100&filters[price][$lt]=150');
  await list(api, 'filters[price][$lte]=40&sort[0]=price:desc');
  await list(api, 'filters[condition][$eq]=used&pagination[pageSize]=5');
  await list(api, 'filters[condition][$in][0]=used&filters[condition][$in][1]=refurbished');
  await list(api, 'filters[title][$containsi]=lamp');
  await list(api, 'filters[title][$startsWith]=Velmora&fields[0]=title&fields[1]=sku');
  await list(api, 'filters[isFeatured][$eq]=true&fields=title,price');
  await list(api, 'filters[minPrice][$null]=true');
  await list(api, 'filters[stockQuantity][$between][0]=50&filters[stockQuantity][$between][1]=90');
  await list(api, 'filters[strategy][kind][$eq]=margin&populate=strategy&pagination[pageSize]=6');
  await list(api, `filters[strategy][documentId][$eq]=${String(strategyIds[0])}`);
  await list(api, 'filters[$or][0][price][$lt]=20&filters[$or][1][price][$gt]=180');
  await list(api, 'sort[0]=condition:asc&sort[1]=price:desc&pagination[pageSize]=12');
  await list(api, 'sort=title&pagination[pageSize]=8');
  await list(api, 'populate=*&pagination[pageSize]=6');
  await list(api, 'populate[strategy][fields][0]=name&pagination[pageSize]=5');
  await list(api, 'publicationState=preview&filters[publishedAt][$null]=true');
  await api.ask('GET', '/v1/strategies?filters[isActive][$eq]=false');
  await api.ask('GET', '/v1/strategies?filters[kind]=margin&sort=step:desc');
  await api.ask('GET', '/v1/reports?filters[state][$eq]=failed');
  await api.ask('GET', '/v1/reports?populate=file&sort[0]=createdAt:desc&pagination[pageSize]=5');
  for (const index of [0, 4, 9, 15]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', ids[1], '?populate=strategy');
  await read(api, 'listings', ids[2], '?fields[0]=title&fields[1]=price');
  await read(api, 'listings', drafts[0], '?publicationState=preview');
  await read(api, 'strategies', strategyIds[1]);
  await read(api, 'reports', reportIds[0]);
  await read(api, 'reports', reportIds[7], '?populate=file');

  await price(api, ids[0], { minPrice: 12.5, maxPrice: 249.99 });
  await read(api, 'listings', ids[0]);
  await price(api, ids[4], { minPrice: '8.00', maxPrice: 310 });
  await price(api, ids[9], { maxPrice: null });
  await read(api, 'listings', ids[9]);
  await price(api, drafts[0], { minPrice: 3.25 });
  await price(api, ids[15], { maxPrice: 777 }, '?fields[0]=maxPrice');
  await assign(api, ids[0], strategyIds[1], '?populate=strategy');
  await read(api, 'listings', ids[0], '?populate=strategy');
  await assign(api, ids[4], { connect: [strategyIds[2]] });
  await assign(api, ids[9], null, '?populate=strategy');
  await read(api, 'listings', ids[9], '?populate=strategy');
  await list(api, 'sort=updatedAt:desc&pagination[pageSize]=5');
  await list(api, `filters[strategy][documentId][$eq]=${String(strategyIds[1])}&populate=strategy`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?pagination[pageSize]=8&populate=file');

  await read(api, 'listings', 'abcdefghijklmnopqrstuvw1');
  await read(api, 'listings', '14');
  await read(api, 'listings', drafts[1]);
  await read(api, 'strategies', 'abcdefghijklmnopqrstuvw2');
  await read(api, 'reports', 'last');
  await price(api, 'abcdefghijklmnopqrstuvw3', { minPrice: 3 });
  await price(api, ids[10], { minPrice: 300, maxPrice: 200 });
  await price(api, ids[11], { minPrice: 99.99, maxPrice: 99.98 });
  await price(api, ids[10], { minPrice: 'cheap' });
  await price(api, ids[10], { minPrice: true, maxPrice: 'dear' });
  await price(api, ids[10], { minPrice: -2 });
  await price(api, ids[10], { maxPrice: 100_001 });
  await price(api, ids[10], { minPrice: -1, maxPrice: 200_000 });
  await price(api, ids[10], { colour: 'red' });
  await price(api, ids[10], {});
  await price(api, ids[10]);
  await api.ask('PATCH', `/v1/listings/${String(ids[10])}/price`, { json: { minPrice: 5 } });
  await api.ask('PATCH', `/v1/listings/${String(ids[10])}/price`, { text: '{"data": ' });
  await price(api, archived[0], { minPrice: 5 });
  await assign(api, ids[10], 'abcdefghijklmnopqrstuvw4');
  await assign(api, ids[10], strategyIds[3]);
  await assign(api, ids[10], 17);
  await assign(api, ids[10]);
  await assign(api, archived[1], strategyIds[0]);
  await assign(api, 'abcdefghijklmnopqrstuvw5', strategyIds[0]);
  await list(api, 'pagination[pageSize]=0');
  await list(api, 'pagination[page]=0&pagination[pageSize]=2');
  await list(api, 'pagination[pageSize]=many&fields=sku');
  await list(api, 'pagination[page]=1&pagination[limit]=4');
  await list(api, 'filters[colour][$eq]=red');
  await list(api, 'filters[price][$about]=20');
  await list(api, 'sort=colour');
  await list(api, 'sort[0]=price:up');
  await list(api, 'fields[0]=colour');
  await list(api, 'populate=supplier');
  await list(api, 'publicationState=all');
  await list(api, 'colour=red&pagination[pageSize]=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[10])}`);
  await api.ask('GET', '/v1/listings', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': '000000' } });
  api.wait(4_000);
  await hurry(api, '/v1/strategies?pagination[pageSize]=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?sort=id:desc&pagination[pageSize]=3');
  await read(api, 'reports', reportIds[7], '?populate=file');
}

async function another(api: Api): Promise<void> {
  const { ids, drafts, archived } = sorted(
    await walk(api, '/v1/listings?publicationState=preview&pagination[pageSize]=30'),
  );
  const strategyIds = (await walk(api, '/v1/strategies?pagination[pageSize]=4')).map(
    ({ documentId: id }) => id,
  );
  const reportIds = (await walk(api, '/v1/reports?pagination[pageSize]=5')).map(({ documentId: id }) => id);
  await list(api, 'pagination[pageSize]=75&pagination[page]=1');
  await list(api, 'pagination[page]=2&pagination[pageSize]=7');
  await list(api, 'pagination[start]=12&pagination[limit]=5');
  await list(api, 'filters[price][$gte]=60&filters[price][$lt]=75');
  await list(api, 'filters[price][$gt]=170&sort[0]=price:asc');
  await list(api, 'filters[condition][$eq]=refurbished&pagination[pageSize]=4');
  await list(api, 'filters[condition][$in][0]=new&filters[condition][$in][1]=used&pagination[pageSize]=6');
  await list(api, 'filters[title][$containsi]=KETTLE');
  await list(api, 'filters[title][$startsWith]=Tarnwick&fields[0]=slug&fields[1]=price');
  await list(api, 'filters[isFeatured][$eq]=false&pagination[pageSize]=5&fields=sku,stockQuantity');
  await list(api, 'filters[maxPrice][$null]=true');
  await list(api, 'filters[stockQuantity][$between][0]=120&filters[stockQuantity][$between][1]=170');
  await list(api, 'filters[strategy][kind][$eq]=calendar&populate=strategy');
  await list(api, `filters[strategy][documentId][$eq]=${String(strategyIds[4])}`);
  await list(api, 'filters[$or][0][price][$lt]=12&filters[$or][1][price][$gt]=190');
  await list(api, 'sort[0]=condition:desc&sort[1]=price:asc&pagination[pageSize]=9');
  await list(api, 'sort=sku:desc&pagination[pageSize]=6');
  await list(api, 'populate=*&pagination[pageSize]=4&pagination[page]=3');
  await list(api, 'populate[strategy][fields][0]=kind&pagination[pageSize]=4');
  await api.ask('GET', '/v1/strategies?filters[kind]=competitive&sort=step:asc');
  await api.ask('GET', '/v1/reports?filters[state][$eq]=done&pagination[pageSize]=3');
  for (const index of [3, 8, 13]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', ids[5], '?populate=strategy');
  await read(api, 'listings', ids[6], '?fields[0]=sku&fields[1]=minPrice');
  await read(api, 'listings', drafts[1], '?publicationState=preview');
  await read(api, 'strategies', strategyIds[2]);
  await read(api, 'reports', reportIds[2], '?populate=file');

  await price(api, ids[3], { minPrice: 7.2, maxPrice: 333.33 });
  await read(api, 'listings', ids[3]);
  await price(api, ids[8], { minPrice: null });
  await price(api, ids[13], { maxPrice: '640.50' });
  await assign(api, ids[3], strategyIds[2], '?populate=strategy');
  await assign(api, ids[8], { connect: [strategyIds[0]] });
  await read(api, 'listings', ids[8], '?populate=strategy');
  await assign(api, ids[13], null);
  await list(api, 'sort=updatedAt:desc&pagination[pageSize]=4');

  await read(api, 'listings', 'zyxwvutsrqponmlkjihgfed1');
  await read(api, 'listings', drafts[2]);
  await price(api, ids[7], { minPrice: 41, maxPrice: 40.5 });
  await price(api, ids[7], { maxPrice: 'lots' });
  await price(api, ids[7], { minPrice: -9.5, maxPrice: false });
  await price(api, ids[7], { size: 4 });
  await api.ask('PATCH', `/v1/listings/${String(ids[7])}/strategy`, { json: { strategy: strategyIds[0] } });
  await price(api, archived[1], { maxPrice: 800 });
  await assign(api, ids[7], 'zyxwvutsrqponmlkjihgfed2');
  await assign(api, ids[7], strategyIds[5]);
  await assign(api, ids[7], true);
  await list(api, 'filters[weight][$gt]=4');
  await list(api, 'filters[price][$near]=20');
  await list(api, 'sort=weight:desc');
  await list(api, 'fields[0]=title&fields[1]=weight');
  await list(api, 'populate=brand');
  await list(api, 'pagination[pageSize]=-3&fields=sku');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?pagination[pageSize]=2', { headers: { 'X-API-KEY': null } });
}

export const nestedFilters: WalkedService = {
  name: 'nested-filters',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pagination[pageSize]=3', 'pagination[pageSize]=7', 'pagination[pageSize]=50'],
  walk,
};
