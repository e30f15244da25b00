// A project tracker's API: lists with startAt, maxResults, total, isLast and values and with links to themselves and to the
// next page (report runs under their own name, without either), ids that are texts of digits beside a key for people that
// stands for them everywhere, a link to itself in each record and in each person and strategy that it names, moments in
// milliseconds with the offset +0000 (of report runs as numbers), filters that are repeated for several values, members that
// are chosen or put in where they are asked for, sizes that are quietly cut down, writes answered 204 without a body that
// count the version, refusals as a list of messages beside an object of errors by field, and a limit that tells when to retry.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'trk-7f21c9a04be6';
const perSecond = 10;
const largestPage = 100;
const usualPage = 25;
const largestPrice = 999_999.99;

const moment = (milliseconds: number) => new Date(milliseconds).toISOString().replace('Z', '+0000');

const states = ['active', 'paused', 'draft', 'archived'] as const;
const kinds = ['COMPETITIVE', 'MARGIN', 'SCHEDULE'] as const;
const reportKinds = ['price-history', 'competitors', 'coverage'] as const;

const people = [
  { name: 'Mia Lindqvist', zone: 'Europe/Stockholm', isActive: true },
  { name: 'Jonas Adeyemi', zone: 'Europe/Berlin', isActive: true },
  { name: 'Carla Ferro', zone: 'Europe/Rome', isActive: false },
].map((one) => ({ ...one, id: `5b${scrambled(`collections ${one.name}`, 22, hex)}` }));

const strategies = [
  { name: 'Beat the lowest', kind: 0, needsMin: true, isActive: true, description: 'Stays one cent below.' },
  { name: 'Follow the median', kind: 0, needsMin: true, isActive: true, description: '' },
  {
    name: 'Twenty percent over cost',
    kind: 1,
    needsMin: false,
    isActive: true,
    description: 'Cost plus 20 %.',
  },
  { name: 'Black week', kind: 2, needsMin: false, isActive: false, description: 'Only in November.' },
  { name: 'Leave as it is', kind: 1, needsMin: false, isActive: true, description: '' },
].map((one, index) => ({ ...one, id: String(10_200 + 3 * index), owner: people[index % 2]! }));
type Strategy = (typeof strategies)[number];

interface Listing {
  readonly id: string;
  readonly key: string;
  readonly sku: string;
  readonly name: string;
  readonly status: (typeof states)[number];
  readonly owner: (typeof people)[number];
  readonly price: number;
  readonly stock: number;
  readonly labels: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: Strategy | null;
  updated: number;
  version: number;
}

function listings(): Listing[] {
  return Array.from({ length: 57 }, (_, index): Listing => {
    const seed = `collections ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed) + chance(`${seed} milliseconds`, 1_000);
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      id: String(10_011 + 4 * index + chance(`${seed} id`, 4)),
      key: `LST-${index + 1}`,
      sku,
      name: title,
      status: oneOf(`${seed} status`, ['active', 'active', 'active', 'paused', 'draft', 'archived']),
      owner: oneOf(`${seed} owner`, people),
      price: price / 100,
      stock,
      labels: ['clearance', 'fragile', 'seasonal'].filter((label) => chance(`${seed} ${label}`, 4) === 0),
      created,
      min: hasMin ? Math.round(price * 0.8) / 100 : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.3) / 100 : null,
      strategy: hasMin && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]! : null,
      updated: created + chance(`${seed} updated`, 100 * 86_400) * 1_000,
      version: 1 + chance(`${seed} version`, 8),
    };
  });
}

/** What is wrong: messages for the request, or errors for its fields. */
class ErrorCollection extends Error {
  readonly status: number;
  readonly messages: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  readonly headers: Answered['headers'];

  constructor(
    status: number,
    messages: readonly string[],
    errors: Readonly<Record<string, string>> = {},
    headers: Answered['headers'] = [],
  ) {
    super('refused');
    this.status = status;
    this.messages = messages;
    this.errors = errors;
    this.headers = headers;
  }
}

const bad = (...messages: readonly string[]) => new ErrorCollection(400, messages);
const notFound = (what: string) =>
  new ErrorCollection(404, [`${what} does not exist or you do not have permission to see it.`]);

/** The values of a parameter that may be repeated. */
const several = (query: URLSearchParams, name: string): readonly string[] =>
  query.getAll(name).filter((text) => text !== '');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 11 }, (_, index) => ({
    id: String(30_105 - 9 * index),
    kind: reportKinds[index % 3]!,
    by: people[index % 2]!,
    submitted:
      index < 2
        ? opened - 12_000 * (index + 1)
        : opened - index * 50_000_000 - chance(`collections report ${index}`, 900_000),
    seconds: 90 + index * 15,
    fails: index === 4,
  }));
  const recent: number[] = [];
  let count = 0;
  const link = (path: string) => `${run.origin}/v1/${path}`;

  const person = (one: (typeof people)[number], isWhole = false): Row => ({
    self: link(`users/${one.id}`),
    accountId: one.id,
    displayName: one.name,
    active: one.isActive,
    ...(isWhole && {
      emailAddress: `${one.name.toLowerCase().replace(' ', '.')}@tracker.example`,
      timeZone: one.zone,
    }),
  });

  const strategyShown = ({ id, name, kind, description, isActive, needsMin, owner }: Strategy): Row => ({
    self: link(`strategies/${id}`),
    id,
    name,
    type: kinds[kind]!,
    description,
    active: isActive,
    requiresMinPrice: needsMin,
    owner: person(owner),
  });

  function listingShown(listing: Listing, query: URLSearchParams): Row {
    const put = several(query, 'expand').flatMap((text) => text.split(','));
    const { id, strategy } = listing;
    const ids = { expand: 'owner,strategy', self: link(`listings/${id}`), id, key: listing.key };
    const rest: Row = {
      name: listing.name,
      sku: listing.sku,
      status: listing.status,
      owner: person(listing.owner, put.includes('owner')),
      price: listing.price,
      currency: 'EUR',
      minPrice: listing.min,
      maxPrice: listing.max,
      stock: listing.stock,
      labels: listing.labels,
      strategy:
        strategy === null
          ? null
          : put.includes('strategy')
            ? strategyShown(strategy)
            : { self: link(`strategies/${strategy.id}`), id: strategy.id, name: strategy.name },
      created: moment(listing.created),
      updated: moment(listing.updated),
      version: listing.version,
    };
    const fields = several(query, 'fields').flatMap((text) => text.split(','));
    const left = fields.filter((name) => name.startsWith('-')).map((name) => name.slice(1));
    const isChosen = (name: string) =>
      !left.includes(name) &&
      (fields.length === left.length || fields.includes('*all') || fields.includes(name));
    return { ...ids, ...Object.fromEntries(Object.entries(rest).filter(([name]) => isChosen(name))) };
  }

  function reportShown({ id, kind, by, submitted, seconds, fails }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - submitted) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 30 ? 'ENQUEUED' : !isOver ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETE';
    return {
      self: link(`reports/${id}`),
      id,
      type: kind,
      status,
      progress: status === 'ENQUEUED' ? 0 : isOver ? 100 : 50,
      submittedBy: person(by),
      submitted,
      ...(elapsed >= 30 && { started: submitted + 30_000 }),
      ...(isOver && { finished: submitted + seconds * 1_000 }),
      ...(status === 'FAILED' && { message: 'The report was cancelled after a timeout.' }),
      ...(status === 'COMPLETE' && { result: link(`reports/${id}/content`) }),
    };
  }

  function whole(query: URLSearchParams, name: string, usual: number): number {
    const text = query.get(name);
    if (text === null || text === '') return usual;
    if (!/^-?\d+$/.test(text))
      throw bad(`The value '${text}' for the parameter '${name}' is not a valid integer.`);
    if (Number(text) < 0) throw bad(`The parameter '${name}' must not be negative.`);
    return Number(text);
  }

  /** Where a page begins and how much it may hold. */
  const placeOf = (query: URLSearchParams) => ({
    startAt: whole(query, 'startAt', 0),
    maxResults: Math.min(whole(query, 'maxResults', usualPage), largestPage),
  });

  function page(kind: string, query: URLSearchParams, records: readonly Row[]): Answered {
    const { startAt, maxResults } = placeOf(query);
    const isLast = startAt + maxResults >= records.length;
    const url = (place: number) => {
      const others = new URLSearchParams(query);
      others.set('maxResults', String(maxResults));
      others.set('startAt', String(place));
      return `${link(kind)}?${others.toString()}`;
    };
    return json(200, {
      self: url(startAt),
      ...(!isLast && maxResults > 0 && { nextPage: url(startAt + maxResults) }),
      maxResults,
      startAt,
      total: records.length,
      isLast,
      values: records.slice(startAt, startAt + maxResults),
    });
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    key: ({ id }) => Number(id),
    name: ({ name }) => name,
    price: ({ price }) => price,
    stock: ({ stock }) => stock,
    created: ({ created }) => created,
    updated: ({ updated }) => updated,
  };

  function amountOf(query: URLSearchParams, name: string): number | undefined {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    if (!/^-?\d+(\.\d+)?$/.test(text)) {
      throw bad(`The value '${text}' for the parameter '${name}' is not a valid number.`);
    }
    return Number(text);
  }

  function sinceOf(query: URLSearchParams): number | undefined {
    const text = query.get('updatedSince');
    if (text === null || text === '') return undefined;
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(time)) {
      throw bad(
        `Date value '${text}' for field 'updatedSince' is invalid. Valid formats include: 'yyyy-MM-dd'.`,
      );
    }
    return time;
  }

  function listed(query: URLSearchParams): Answered {
    placeOf(query);
    const faults: string[] = [];
    const among = (name: string, known: readonly string[]) => {
      const asked = several(query, name);
      for (const text of asked) {
        if (!known.includes(text)) faults.push(`The value '${text}' does not exist for the field '${name}'.`);
      }
      return (value: string | undefined) =>
        asked.length === 0 || (value !== undefined && asked.includes(value));
    };
    const isState = among('status', states);
    const isStrategy = among(
      'strategy',
      strategies.map(({ id }) => id),
    );
    const isLabel = several(query, 'label');
    const isId = several(query, 'id');
    const isKey = several(query, 'key');
    if (faults.length > 0) throw bad(...faults);
    const [from, to] = [amountOf(query, 'priceFrom'), amountOf(query, 'priceTo')];
    const since = sinceOf(query);
    const owner = query.get('owner');
    const hasStrategy = query.get('hasStrategy');
    const text = (query.get('query') ?? '').toLowerCase();
    const orderBy = query.get('orderBy') ?? 'key';
    const of = orders[orderBy.replace(/^[-+ ]/, '')];
    if (of === undefined) throw bad(`The orderBy parameter has an invalid value: '${orderBy}'.`);
    const sign = orderBy.startsWith('-') ? -1 : 1;
    const found = all
      .filter(
        (one) =>
          isState(one.status) &&
          isStrategy(one.strategy?.id) &&
          (isLabel.length === 0 || isLabel.some((label) => one.labels.includes(label))) &&
          (isId.length === 0 || isId.includes(one.id)) &&
          (isKey.length === 0 || isKey.includes(one.key)) &&
          (from === undefined || one.price >= from) &&
          (to === undefined || one.price <= to) &&
          (since === undefined || one.updated >= since) &&
          (owner === null || one.owner.id === owner) &&
          (hasStrategy === null || (one.strategy !== null) === (hasStrategy === 'true')) &&
          `${one.name} ${one.sku} ${one.key}`.toLowerCase().includes(text),
      )
      .sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    return page(
      'listings',
      query,
      found.map((one) => listingShown(one, query)),
    );
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const types = several(query, 'type');
    const active = query.get('active');
    const found = strategies.filter(
      ({ kind, isActive }) =>
        (types.length === 0 || types.includes(kinds[kind]!)) &&
        (active === null || isActive === (active === 'true')),
    );
    return page('strategies', query, found.map(strategyShown));
  }

  function reportsListed(query: URLSearchParams): Answered {
    const { startAt, maxResults } = placeOf(query);
    const [asked, types] = [several(query, 'status'), several(query, 'type')];
    const found = reports
      .map(reportShown)
      .filter(
        ({ status, type }) =>
          (asked.length === 0 || asked.includes(String(status))) &&
          (types.length === 0 || types.includes(String(type))),
      );
    return json(200, {
      startAt,
      maxResults,
      total: found.length,
      reports: found.slice(startAt, startAt + maxResults),
    });
  }

  function bodyIn(request: Asked, known: readonly string[]): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      throw bad('There was an error parsing JSON. Check that your request body is valid.');
    }
    const strange = Object.keys(sent.json).filter((name) => !known.includes(name));
    if (strange.length > 0) {
      throw new ErrorCollection(
        400,
        [],
        Object.fromEntries(strange.map((name) => [name, `Field '${name}' cannot be set. It is unknown.`])),
      );
    }
    return sent.json;
  }

  function open(id: string): Listing {
    const listing = all.find((one) => one.id === id || one.key === id);
    if (listing === undefined) throw notFound('Listing');
    return listing;
  }

  /** Checks the state of a listing and, where it is named, the version that a program knows. */
  function check(listing: Listing, { version }: Row): void {
    if (listing.status === 'archived') {
      throw bad(`You cannot edit the listing ${listing.key}, it has been archived.`);
    }
    if (version === undefined || version === listing.version) return;
    if (!Number.isInteger(version)) {
      throw new ErrorCollection(400, [], { version: 'Operation value must be an integer' });
    }
    throw new ErrorCollection(409, [
      `Version must be ${listing.version}, but was ${JSON.stringify(version)}. Read the listing and try again.`,
    ]);
  }

  function changed(listing: Listing): Answered {
    listing.updated = run.now();
    listing.version += 1;
    return { status: 204, headers: [], body: '' };
  }

  function priced(listing: Listing, body: Row): Answered {
    if (body.minPrice === undefined && body.maxPrice === undefined) {
      throw bad("One of 'minPrice' or 'maxPrice' must be present.");
    }
    const errors: Record<string, string> = {};
    const bound = (name: string, what: string, now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      if (typeof value !== 'number') errors[name] = 'Operation value must be a number';
      else if (value <= 0) errors[name] = `The ${what} must be greater than 0.`;
      else if (value > largestPrice) errors[name] = `The ${what} must not exceed ${largestPrice}.`;
      else return Math.round(value * 100) / 100;
      return now;
    };
    const [min, max] = [
      bound('minPrice', 'minimum price', listing.min),
      bound('maxPrice', 'maximum price', listing.max),
    ];
    if (Object.keys(errors).length === 0 && min !== null && max !== null && min > max) {
      errors.minPrice = 'The minimum price must not be greater than the maximum price.';
    }
    if (Object.keys(errors).length === 0 && min === null && listing.strategy?.needsMin === true) {
      errors.minPrice = `The strategy '${listing.strategy.name}' requires a minimum price.`;
    }
    if (Object.keys(errors).length > 0) throw new ErrorCollection(400, [], errors);
    check(listing, body);
    listing.min = min;
    listing.max = max;
    return changed(listing);
  }

  function assigned(listing: Listing, body: Row): Answered {
    const { strategy: named } = body;
    const fault = (strategy: string) => new ErrorCollection(400, [], { strategy });
    if (named === undefined) throw fault('Strategy is required.');
    if (named === null) {
      check(listing, body);
      listing.strategy = null;
      return changed(listing);
    }
    if (!isObject(named)) throw fault('data was not an object');
    if (typeof named.id !== 'string') throw fault('expected a string for the member id');
    const strategy = strategies.find(({ id }) => id === named.id);
    if (strategy === undefined) throw fault(`Strategy id '${named.id}' is not valid.`);
    if (!strategy.isActive) throw fault(`The strategy '${strategy.name}' is not active.`);
    if (strategy.needsMin && listing.min === null) {
      throw fault(`The strategy '${strategy.name}' requires a minimum price.`);
    }
    check(listing, body);
    listing.strategy = strategy;
    return changed(listing);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isThere =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isThere) {
      return json(404, { message: `null for uri: ${run.origin}${path}`, 'status-code': 404 });
    }
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) return { status: 405, headers: [['Allow', method]], body: '' };
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const listing = open(id);
      if (part === 'price') return priced(listing, bodyIn(request, ['minPrice', 'maxPrice', 'version']));
      if (part === 'strategy') return assigned(listing, bodyIn(request, ['strategy', 'version']));
      return json(200, listingShown(listing, query));
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(query);
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound('Strategy');
      return json(200, strategyShown(strategy));
    }
    if (id === undefined) return reportsListed(query);
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw notFound('Report');
    return json(200, reportShown(report));
  }

  /** @returns the headers that tell of the limit, or the refusal of a program without a key */
  function admit({ headers }: Asked): Answered['headers'] | Answered {
    const given = headers['x-api-key'];
    if (given === undefined) {
      // What stands before the service answers in a form of its own.
      const message = 'Client must be authenticated to access this resource.';
      return json(401, { message, 'status-code': 401 }, [['WWW-Authenticate', 'Basic realm="tracker"']]);
    }
    if (given !== key) {
      throw new ErrorCollection(401, ['The API key is not valid. Create a new one in your account.']);
    }
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new ErrorCollection(429, ['Rate limit exceeded.'], {}, [
        ['Retry-After', '1'],
        ['X-RateLimit-Limit', String(perSecond)],
        ['X-RateLimit-Remaining', '0'],
      ]);
    }
    recent.push(now);
    return [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(perSecond - recent.length)],
    ];
  }

  return (request) => {
    count += 1;
    const call: Answered['headers'] = [
      ['X-Call-Ref', `${chance(`collections ${run.run}`, 1_440)}x${1_000 * run.run + count}x1`],
    ];
    const withCall = (answered: Answered, told: Answered['headers'] = []) => ({
      ...answered,
      headers: [...answered.headers, ...told, ...call],
    });
    try {
      const told = admit(request);
      return 'status' in told ? withCall(told) : withCall(answer(request), told);
    } catch (error) {
      if (!(error instanceof ErrorCollection)) throw error;
      const { status, messages, errors, headers } = error;
      return withCall(json(status, { errorMessages: messages, errors }, headers));
    }
  };
}

/** Follows the link to the next page; a list without one is counted through. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const shown = [...rowsAt(received, 'values'), ...rowsAt(received, 'reports')];
    rows.push(...shown);
    next = textIfAny(received, 'nextPage');
    const total = at(received, 'total');
    if (
      at(received, 'isLast') === undefined &&
      typeof total === 'number' &&
      rows.length < total &&
      shown.length > 0
    ) {
      next = `${target}${target.includes('?') ? '&' : '?'}startAt=${rows.length}`;
    }
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });

/** Listings that can be changed, with a lower bound and without, and one that is archived. */
const sorted = (rows: readonly Row[]) => {
  const open = rows.filter(({ status }) => status !== 'archived');
  return {
    bounded: open.filter(({ minPrice }) => minPrice !== null),
    unbounded: open.filter(({ minPrice }) => minPrice === null),
    archived: rows.filter(({ status }) => status === 'archived'),
  };
};

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, archived } = sorted(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?maxResults=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const one = (index: number) => bounded[index]?.id;
  await get('startAt=10&maxResults=10');
  await get('maxResults=4');
  await get('maxResults=500&startAt=50');
  await get('startAt=400');
  await get('status=active&maxResults=30');
  await get('status=paused&status=draft');
  await get('status=archived&orderBy=-price');
  await get(`strategy=${String(plans[0])}`);
  await get(`strategy=${String(plans[1])}&strategy=${String(plans[2])}&maxResults=6`);
  await get('label=fragile');
  await get(`id=${String(one(2))}&id=${String(one(5))}`);
  await get('key=LST-7&key=LST-19&key=LST-4');
  await get('query=lamp');
  await get('query=Velmora&orderBy=price');
  await get('query=nothinglikethis');
  await get('priceFrom=100&maxResults=20');
  await get('priceFrom=40.5&priceTo=80');
  await get('hasStrategy=false&maxResults=5');
  await get('updatedSince=2025-06-01');
  await get('orderBy=-price&maxResults=12');
  await get('orderBy=name&maxResults=6');
  await get('orderBy=-updated&maxResults=5');
  await get('fields=name,price&maxResults=5');
  await get('fields=sku&fields=status&maxResults=4&startAt=8');
  await get('expand=strategy&maxResults=7');
  await get('colour=red&maxResults=3');
  await api.ask('GET', '/v1/strategies?type=COMPETITIVE');
  await api.ask('GET', '/v1/strategies?active=true&maxResults=2');
  await api.ask('GET', '/v1/reports?status=COMPLETE&maxResults=4');
  await api.ask('GET', '/v1/reports?type=competitors');
  for (const index of [0, 4, 9, 14, 20]) await read(api, 'listings', one(index));
  await read(api, 'listings', bounded[6]?.key);
  await read(api, 'listings', bounded[11]?.key, '?expand=strategy,owner');
  await read(api, 'listings', one(4), '?fields=price,minPrice,maxPrice');
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, one(0), { minPrice: 19.9, maxPrice: 249 });
  await read(api, 'listings', one(0));
  await price(api, bounded[4]?.key, { minPrice: 12.25, maxPrice: 310.5 });
  await read(api, 'listings', one(4));
  await price(api, one(9), { maxPrice: 420.15, version: bounded[9]?.version });
  await read(api, 'listings', bounded[9]?.key);
  await price(api, one(14), { maxPrice: null });
  await read(api, 'listings', one(14));
  await price(api, unbounded[0]?.id, { minPrice: 2.05 });
  await assign(api, one(0), { strategy: { id: plans[1] } });
  await read(api, 'listings', one(0));
  await assign(api, one(4), { strategy: { id: plans[2] } });
  await assign(api, one(9), { strategy: null });
  await read(api, 'listings', one(9));
  await get('orderBy=-updated&maxResults=6');
  await get(`strategy=${String(plans[1])}&maxResults=40`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?maxResults=3');

  await read(api, 'listings', '99001');
  await read(api, 'listings', 'LST-900');
  await read(api, 'strategies', '99002');
  await read(api, 'reports', 'last');
  await price(api, '99003', { minPrice: 3 });
  await price(api, one(6), { minPrice: 30, maxPrice: 20 });
  await price(api, one(7), { minPrice: 99.99, maxPrice: 99.98 });
  await price(api, one(6), { minPrice: 'cheap' });
  await price(api, one(6), { minPrice: true, maxPrice: 'dear' });
  await price(api, one(6), { minPrice: -4 });
  await price(api, one(6), { maxPrice: 0 });
  await price(api, one(6), { maxPrice: 2_000_000 });
  await price(api, one(6), {});
  await price(api, one(6), { colour: 'red', minPrice: 4 });
  await price(api, one(6), { maxPrice: 900, version: 99 });
  await price(api, archived[0]?.id, { maxPrice: 800 });
  await api.ask('PATCH', `/v1/listings/${String(one(6))}/price`, { text: '{"minPrice": ' });
  await assign(api, one(6), { strategy: { id: '99004' } });
  await assign(api, one(6), { strategy: { id: plans[3] } });
  await assign(api, one(6), { strategy: plans[0] });
  await assign(api, one(6), {});
  await assign(api, unbounded[1]?.id, { strategy: { id: plans[0] } });
  await assign(api, archived[0]?.key, { strategy: { id: plans[4] } });
  await assign(api, '99005', { strategy: { id: plans[0] } });
  await get('startAt=-1');
  await get('startAt=two');
  await get('maxResults=lots');
  await get('status=gone');
  await get('status=gone&status=lost');
  await get('strategy=99006');
  await get('orderBy=colour');
  await get('priceFrom=cheap');
  await get('updatedSince=monday');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(one(6))}`);
  await api.ask('GET', '/v1/listings?maxResults=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'trk-000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/reports?maxResults=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?maxResults=6');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, archived } = sorted(await walk(api, '/v1/listings?maxResults=20'));
  const plans = (await walk(api, '/v1/strategies?maxResults=3')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?maxResults=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const one = (index: number) => bounded[index]?.id;
  await get('startAt=30&maxResults=6');
  await get('maxResults=150&startAt=45');
  await get('status=draft');
  await get('status=active&status=archived&maxResults=5&startAt=5');
  await get(`strategy=${String(plans[2])}`);
  await get('label=seasonal&label=clearance&maxResults=9');
  await get(`id=${String(one(3))}`);
  await get('key=LST-31&key=LST-2');
  await get('query=rug&orderBy=-name');
  await get('priceTo=45.25');
  await get('priceFrom=120&orderBy=price&maxResults=7');
  await get('hasStrategy=true&maxResults=4');
  await get('updatedSince=2025-09-15&maxResults=8');
  await get('orderBy=-stock&maxResults=5');
  await get('orderBy=created&maxResults=3');
  await get('fields=key,stock&maxResults=6');
  await get('expand=owner&maxResults=2');
  await get('shape=round&maxResults=2');
  await api.ask('GET', '/v1/strategies?type=MARGIN&type=SCHEDULE');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?type=coverage&maxResults=2');
  for (const index of [1, 7, 17]) await read(api, 'listings', one(index));
  await read(api, 'listings', bounded[13]?.key);
  await read(api, 'listings', one(18), '?fields=name,strategy');
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[8]);

  await price(api, one(1), { minPrice: 9.75, maxPrice: 333 });
  await read(api, 'listings', one(1));
  await price(api, bounded[7]?.key, { maxPrice: 601.2 });
  await read(api, 'listings', bounded[7]?.key);
  await assign(api, one(1), { strategy: { id: plans[2] } });
  await read(api, 'listings', one(1));
  await assign(api, one(17), { strategy: null });
  await get('orderBy=-updated&maxResults=4');

  await read(api, 'listings', '98001');
  await read(api, 'strategies', 'plain');
  await read(api, 'reports', '98002');
  await price(api, 'LST-812', { maxPrice: 30 });
  await price(api, one(10), { minPrice: 71.2, maxPrice: 70 });
  await price(api, one(10), { maxPrice: 'lots' });
  await price(api, one(10), { minPrice: -0.5, maxPrice: false });
  await price(api, one(10), { maxPrice: 1_000_001 });
  await price(api, one(10), { size: 4 });
  await price(api, one(10), { minPrice: 1.5, version: 77 });
  await price(api, archived[1]?.id, { maxPrice: 700 });
  await assign(api, one(10), { strategy: { id: '98003' } });
  await assign(api, one(10), { strategy: { id: plans[3] } });
  await assign(api, one(10), { strategy: 4.5 });
  await assign(api, unbounded[2]?.id, { strategy: { id: plans[1] } });
  await get('startAt=-20');
  await get('maxResults=many');
  await get('status=broken');
  await get('orderBy=-size');
  await get('priceTo=dear');
  await get('updatedSince=soon');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?maxResults=2', { headers: { 'X-API-KEY': null } });
}

export const errorCollections: WalkedService = {
  name: 'error-collections',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['maxResults=3', 'maxResults=7', 'maxResults=100'],
  walk,
};
