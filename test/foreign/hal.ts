// In the style of Java services: HAL with links for everything, pages that count from 0, whose parameters are forgiven,
// records with a version, and problem details (RFC 9457) with violations.
import type { Answered, Api, Asked, ForeignService, Run } from './contract.ts';
import { hex, json, jsonOf, listAt, member, productName, scrambled, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';

const key = '5b1e7c94-2d0f-4a6b-9c38-e1f2a7d6b045';

type Status = 'ACTIVE' | 'PAUSED' | 'SOLD_OUT';

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly brand: string;
  readonly colour?: string;
  readonly stock: number;
  current: number;
  floor: number;
  ceiling: number;
  strategy: string | undefined;
  version: number;
  modified: number;
}

interface Strategy {
  readonly code: string;
  readonly name: string;
  readonly step: number;
  readonly competitors: readonly string[];
}

interface ReportRun {
  readonly id: string;
  readonly kind: string;
  readonly started: number;
  /** After that many milliseconds it is done. */
  readonly takes: number;
  readonly fails?: string;
}

const allStrategies: readonly Strategy[] = [
  { code: 'UNDERCUT', name: 'Undercut the cheapest', step: 0.05, competitors: ['ALL'] },
  { code: 'MATCH_TOP', name: 'Match the top offer', step: 0, competitors: ['TOP'] },
  { code: 'HOLD', name: 'Hold the ceiling', step: 0, competitors: [] },
  { code: 'SLOW_DROP', name: 'Drop day by day', step: 0.25, competitors: [] },
  { code: 'NIGHT', name: 'Cheaper at night', step: 0.1, competitors: ['ALL', 'TOP'] },
];

const cents = (value: number) => Math.round(value * 100) / 100;

function listings(): Listing[] {
  const states: readonly Status[] = ['ACTIVE', 'ACTIVE', 'PAUSED', 'ACTIVE', 'SOLD_OUT'];
  const brands = ['Vellmar', 'Oakrunde', 'Tindrelle'];
  return Array.from({ length: 47 }, (_, at) => {
    const current = cents(7.5 + ((at * 13.37) % 140));
    return {
      id: uuid(`hal listing ${at}`),
      title: productName(at * 3 + 1),
      status: states[at % states.length]!,
      brand: brands[at % brands.length]!,
      ...(at % 4 === 1 && { colour: ['moss', 'sand', 'ink'][at % 3]! }),
      stock: (at * 7) % 23,
      current,
      floor: cents(current * 0.75),
      ceiling: cents(current * 1.4),
      strategy: at % 7 === 6 ? undefined : allStrategies[at % 5]!.code,
      version: at % 4,
      modified: Date.UTC(2026, 2, 1 + (at % 28), at % 24, (at * 7) % 60, (at * 11) % 60, (at * 37) % 1000),
    };
  });
}

/** Times are told in the zone of the company. */
const local = (time: number) => new Date(time + 7_200_000).toISOString().replace('Z', '+02:00');

interface Problem {
  readonly type?: string;
  readonly title: string;
  readonly detail: string;
  readonly violations?: readonly { readonly field: string; readonly message: string }[];
}

class Refusal extends Error {
  readonly status: number;
  readonly problem: Problem;
  readonly headers: Headers;

  constructor(status: number, problem: Problem, headers: Headers = []) {
    super(problem.detail);
    this.status = status;
    this.problem = problem;
    this.headers = headers;
  }
}

const problemBase = 'https://problems.brightaisle.example';

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const begun = now();
  const allListings = listings();
  const runs: readonly ReportRun[] = Array.from({ length: 7 }, (_, at) => ({
    id: uuid(`hal report ${at}`),
    kind: ['SALES', 'PRICE_CHANGES', 'BUY_BOX'][at % 3]!,
    started: at < 2 ? begun - 60_000 + at * 20_000 : Date.UTC(2026, 4, 11 - at, 4, at * 3, 17, at * 101),
    takes: 240_000 + at * 300_000,
    ...(at === 4 && { fails: 'Source data was not available.' }),
  }));
  let tokens = 10;
  let filled = now();
  let count = 0;

  const link = (path: string) => ({ href: origin + path });

  const summary = (one: Listing) => ({
    id: one.id,
    title: one.title,
    brand: one.brand,
    ...(one.colour !== undefined && { colour: one.colour }),
    status: one.status,
    stock: one.stock,
    price: { current: one.current, floor: one.floor, ceiling: one.ceiling, currency: 'EUR' },
    strategy: one.strategy ?? null,
    version: one.version,
    lastModified: local(one.modified),
  });
  const linksOf = (one: Listing) => ({
    self: link(`/v1/listings/${one.id}`),
    price: link(`/v1/listings/${one.id}/price`),
    ...(one.strategy !== undefined && { strategy: link(`/v1/strategies?code=${one.strategy}`) }),
  });
  const whole = (one: Listing) => ({
    ...summary(one),
    strategyName: allStrategies.find(({ code }) => code === one.strategy)?.name ?? null,
    _links: { ...linksOf(one), collection: link('/v1/listings') },
  });
  const stateOf = ({ started, takes, fails }: ReportRun) => {
    const passed = now() - started;
    if (passed < 90_000) return 'QUEUED';
    if (passed < takes) return 'RUNNING';
    return fails === undefined ? 'COMPLETED' : 'FAILED';
  };
  const shownRun = (one: ReportRun) => {
    const state = stateOf(one);
    const expires = Math.floor(now() / 1000) + 900;
    const signature = scrambled(`${run} ${one.id} ${expires}`, 40, hex);
    return {
      id: one.id,
      kind: one.kind,
      state,
      startedAt: local(one.started),
      finishedAt: state === 'COMPLETED' || state === 'FAILED' ? local(one.started + one.takes) : null,
      ...(state === 'FAILED' && { failure: one.fails }),
      _links: {
        self: link(`/v1/reports?id=${one.id}`),
        ...(state === 'COMPLETED' && {
          download: link(`/files/reports/${one.id}.csv?expires=${expires}&signature=${signature}`),
        }),
      },
    };
  };

  function letIn({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) {
      const detail = 'Full authentication is required to access this resource.';
      throw new Refusal(401, { title: 'Unauthorized', detail }, [['WWW-Authenticate', 'ApiKey realm="api"']]);
    }
    if (sent !== key) throw new Refusal(403, { title: 'Forbidden', detail: 'The API key is not active.' });
    tokens = Math.min(10, tokens + ((now() - filled) * 4) / 1000);
    filled = now();
    if (tokens < 1) {
      throw new Refusal(429, { title: 'Too Many Requests', detail: 'The request quota is exhausted.' }, [
        ['X-Rate-Limit-Retry-After-Seconds', '1'],
      ]);
    }
    tokens -= 1;
  }

  /** What cannot be read as a page or a size is taken for the default. */
  const forgiven = (text: string | null, least: number, usual: number) =>
    text !== null && /^-?\d+$/.test(text) && Number(text) >= least ? Number(text) : usual;

  function page<Item>(
    path: string,
    rel: string,
    query: URLSearchParams,
    all: readonly Item[],
    shown: (item: Item) => unknown,
  ): Answered {
    const size = Math.min(forgiven(query.get('size'), 1, 20), 100);
    const number = forgiven(query.get('page'), 0, 0);
    const totalPages = Math.ceil(all.length / size);
    const content = all.slice(number * size, (number + 1) * size);
    const others = [...query].filter(([name]) => name !== 'page' && name !== 'size');
    const to = (at: number) =>
      link(`${path}?${new URLSearchParams([...others, ['page', `${at}`], ['size', `${size}`]]).toString()}`);
    const last = Math.max(0, totalPages - 1);
    return hal(200, {
      ...(content.length > 0 && { _embedded: { [rel]: content.map(shown) } }),
      _links: {
        ...(totalPages > 1 && { first: to(0) }),
        ...(number > 0 && { prev: to(number - 1) }),
        self: to(number),
        ...(number < last && { next: to(number + 1) }),
        ...(totalPages > 1 && { last: to(last) }),
      },
      page: { size, totalElements: all.length, totalPages, number },
    });
  }

  const hal = (status: number, body: unknown, headers: Headers = []) =>
    json(status, body, headers, 'application/hal+json');

  function listListings(query: URLSearchParams): Answered {
    const status = query.get('status');
    if (status !== null && !['ACTIVE', 'PAUSED', 'SOLD_OUT'].includes(status)) {
      throw new Refusal(400, {
        title: 'Bad Request',
        detail: `Failed to convert 'status' with value: '${status}'`,
      });
    }
    const strategy = query.get('strategy');
    const found = allListings.filter(
      (one) => (status === null || one.status === status) && (strategy === null || one.strategy === strategy),
    );
    const [by, direction] = (query.get('sort') ?? '').split(',');
    if (by === 'title') found.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
    if (by === 'stock') found.sort((a, b) => a.stock - b.stock);
    if (direction === 'desc') found.reverse();
    return page('/v1/listings', 'listings', query, found, (one) => ({
      ...summary(one),
      _links: linksOf(one),
    }));
  }

  function find(id: string): Listing {
    if (!/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(id)) {
      throw new Refusal(400, { title: 'Bad Request', detail: `Failed to convert 'id' with value: '${id}'` });
    }
    const found = allListings.find((one) => one.id === id.toLowerCase());
    if (found !== undefined) return found;
    throw new Refusal(404, {
      type: `${problemBase}/listing-not-found`,
      title: 'Listing not found',
      detail: `There is no listing with the id ${id}.`,
    });
  }

  function fieldsOf(request: Asked): Readonly<Record<string, unknown>> {
    const type = request.headers['content-type'];
    if (type?.split(';')[0] !== 'application/json') {
      const detail = `Content-Type '${type ?? 'null'}' is not supported.`;
      throw new Refusal(415, { title: 'Unsupported Media Type', detail }, [['Accept', 'application/json']]);
    }
    const sent = jsonOf(request);
    if (sent === 'bad' || typeof sent.json !== 'object' || sent.json === null || Array.isArray(sent.json)) {
      throw new Refusal(400, { title: 'Bad Request', detail: 'Failed to read request' });
    }
    return sent.json as Readonly<Record<string, unknown>>;
  }

  function invalid(violations: readonly { readonly field: string; readonly message: string }[]): Refusal {
    return new Refusal(400, {
      type: `${problemBase}/constraint-violation`,
      title: 'Constraint Violation',
      detail: `Invalid request content: ${violations.length} violation(s).`,
      violations,
    });
  }

  function setPrice(request: Asked, listing: Listing): Answered {
    const sent = fieldsOf(request);
    const violations = ['ceiling', 'floor'].flatMap((field) => {
      const value = sent[field];
      if (value === undefined || value === null) return [{ field, message: 'must not be null' }];
      if (typeof value !== 'number') {
        throw new Refusal(400, { title: 'Bad Request', detail: 'Failed to read request' });
      }
      if (value <= 0) return [{ field, message: 'must be greater than 0' }];
      if (value > 50_000) return [{ field, message: 'must be less than or equal to 50000.00' }];
      if (cents(value) !== value) {
        return [{ field, message: 'numeric value out of bounds (<6 digits>.<2 digits> expected)' }];
      }
      return [];
    });
    if (violations.length > 0) throw invalid(violations);
    const { floor, ceiling } = sent as { readonly floor: number; readonly ceiling: number };
    if (floor > ceiling) {
      throw new Refusal(422, {
        type: `${problemBase}/crossed-bounds`,
        title: 'Crossed bounds',
        detail: `The floor ${floor.toFixed(2)} is above the ceiling ${ceiling.toFixed(2)}.`,
      });
    }
    return changed(listing, { floor, ceiling, current: Math.min(Math.max(listing.current, floor), ceiling) });
  }

  function setStrategy(request: Asked, listing: Listing): Answered {
    const { strategy } = fieldsOf(request);
    if (strategy === undefined || strategy === null || strategy === '') {
      throw invalid([{ field: 'strategy', message: 'must not be blank' }]);
    }
    if (typeof strategy !== 'string') {
      throw new Refusal(400, { title: 'Bad Request', detail: 'Failed to read request' });
    }
    if (!allStrategies.some(({ code }) => code === strategy)) {
      throw new Refusal(422, {
        type: `${problemBase}/unknown-strategy`,
        title: 'Unknown strategy',
        detail: `There is no strategy with the code ${strategy}.`,
      });
    }
    return changed(listing, { strategy });
  }

  function changed(listing: Listing, changes: Partial<Listing>): Answered {
    Object.assign(listing, changes, { version: listing.version + 1, modified: now() });
    return hal(200, whole(listing), [['ETag', `"${listing.version}"`]]);
  }

  function download(name: string, query: URLSearchParams): Answered {
    const id = name.replace(/\.csv$/, '');
    const found = runs.find((one) => one.id === id);
    const expires = Number(query.get('expires'));
    const isSigned = query.get('signature') === scrambled(`${run} ${id} ${expires}`, 40, hex);
    if (found === undefined || !isSigned || expires * 1000 < now()) {
      throw new Refusal(403, { title: 'Forbidden', detail: 'The link is not valid, or has expired.' });
    }
    const rows = allListings.slice(0, 6).map(({ id, title }, at) => `${id};${title};${at * 3}`);
    const body = ['id;title;units', ...rows, ''].join('\r\n');
    return {
      status: 200,
      headers: [
        ['Content-Type', 'text/csv;charset=UTF-8'],
        ['Content-Disposition', `attachment; filename="${name}"`],
      ],
      body,
    };
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [first, second, third, fourth] = steps;
    if (first === 'files' && second === 'reports' && method === 'GET') return download(third ?? '', query);
    letIn(request);
    if (path.startsWith('/v1/listings/') && third !== undefined) {
      if (fourth === undefined) {
        if (method !== 'GET') throw notAllowed(method, 'GET');
        return hal(200, whole(find(third)), [['ETag', `"${find(third).version}"`]]);
      }
      if (fourth === 'price' || fourth === 'strategy') {
        if (method !== 'PATCH') throw notAllowed(method, 'PATCH');
        return fourth === 'price' ? setPrice(request, find(third)) : setStrategy(request, find(third));
      }
    }
    const lists: Readonly<Record<string, () => Answered>> = {
      '/v1/listings': () => listListings(query),
      '/v1/strategies': () => {
        const code = query.get('code');
        const found = allStrategies.filter((one) => code === null || one.code === code);
        return page(path, 'strategies', query, found, (one) => ({
          ...one,
          _links: { self: link(`/v1/strategies?code=${one.code}`) },
        }));
      },
      '/v1/reports': () => {
        const [id, kind] = [query.get('id'), query.get('kind')];
        const found = runs.filter(
          (one) => (id === null || one.id === id) && (kind === null || one.kind === kind),
        );
        return page(path, 'reportRuns', query, found, shownRun);
      },
    };
    const list = lists[path];
    if (list === undefined) {
      throw new Refusal(404, { title: 'Not Found', detail: `No static resource ${path.slice(1)}.` });
    }
    if (method !== 'GET') throw notAllowed(method, 'GET');
    return list();
  }

  const notAllowed = (method: string, allowed: string) =>
    new Refusal(405, { title: 'Method Not Allowed', detail: `Method '${method}' is not supported.` }, [
      ['Allow', allowed],
    ]);

  return function hal(request) {
    count += 1;
    const common: Headers = [['X-Content-Type-Options', 'nosniff']];
    try {
      const given = answer(request);
      const left: Headers = [['X-Rate-Limit-Remaining', String(Math.floor(tokens))]];
      return { ...given, headers: [...given.headers, ...left, ...common] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { type = 'about:blank', title, detail, violations } = error.problem;
      const body = {
        type,
        title,
        status: error.status,
        detail,
        instance: targetOf(request).path,
        ...(violations !== undefined && { violations }),
        timestamp: local(now()),
        traceId: scrambled(`${run} ${count}`, 32, hex),
      };
      return json(error.status, body, [...error.headers, ...common], 'application/problem+json');
    }
  };
}

/** All of a list, from link to link. */
async function everything(api: Api, target: string, rel: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const { body } = await api.ask('GET', next);
    all.push(...listAt(body, '_embedded', rel));
    next = member(body, '_links', 'next', 'href');
  }
  return all;
}

const at = (id: string, rest = '') => `/v1/listings/${id}${rest}`;

async function recorded(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings', 'listings');
  const id = (number: number) => textAt(all[number], 'id');
  await everything(api, '/v1/strategies', 'strategies');
  await everything(api, '/v1/listings?page=0&size=12', 'listings');
  await everything(api, '/v1/strategies?size=2', 'strategies');
  await everything(api, '/v1/reports', 'reportRuns');
  await everything(api, '/v1/reports?size=5', 'reportRuns');
  for (const number of [0, 1, 5, 6, 18, 46])
    await api.ask('GET', textAt(all[number], '_links', 'self', 'href'));
  await api.ask('GET', textAt(all[1], '_links', 'strategy', 'href'));
  await api.ask('GET', textAt(all[2], '_links', 'strategy', 'href'));
  await everything(api, '/v1/listings?status=PAUSED', 'listings');
  await everything(api, '/v1/listings?status=ACTIVE', 'listings');
  await everything(api, '/v1/listings?strategy=HOLD&size=6', 'listings');
  await everything(api, '/v1/listings?strategy=NIGHT', 'listings');
  await api.ask('GET', '/v1/listings?sort=title,asc');
  await api.ask('GET', '/v1/listings?sort=stock,desc&size=10');

  const prices = [
    [3, 10, 99.9],
    [5, 12.5, 12.5],
    [9, 0.01, 5],
    [21, 200.25, 310],
    [40, 33.33, 44.44],
  ] as const;
  for (const [number, floor, ceiling] of prices) {
    await api.ask('PATCH', at(id(number), '/price'), { json: { floor, ceiling } });
    await api.ask('GET', at(id(number)));
    api.wait(15_000);
  }
  await api.ask('PATCH', at(id(5), '/price'), { json: { floor: 11, ceiling: 14.75 } });
  for (const [number, strategy] of [
    [6, 'HOLD'],
    [10, 'UNDERCUT'],
    [11, 'NIGHT'],
  ] as const) {
    await api.ask('PATCH', at(id(number), '/strategy'), { json: { strategy } });
    await api.ask('GET', at(id(number)));
  }
  await everything(api, '/v1/listings?size=30', 'listings');

  const price = (json: unknown, number = 12) => api.ask('PATCH', at(id(number), '/price'), { json });
  await price({ floor: 30, ceiling: 20 });
  await price({ floor: 30 });
  await price({ ceiling: 30 });
  await price({});
  await price({ floor: null, ceiling: 30 });
  await price({ floor: 'cheap', ceiling: 30 });
  await price({ floor: 0, ceiling: 30 });
  await price({ floor: -2, ceiling: -1 });
  await price({ floor: 1, ceiling: 50_001 });
  await price({ floor: 1.005, ceiling: 30 });
  await api.ask('PATCH', at(id(12), '/price'), { text: '{"floor": 1,' });
  await api.ask('PATCH', at(id(12), '/price'), {
    text: 'floor=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const nowhere = uuid('nowhere');
  await api.ask('PATCH', at(nowhere, '/price'), { json: { floor: 1, ceiling: 2 } });
  await api.ask('GET', at(nowhere));
  await api.ask('GET', at('12'));
  await api.ask('PATCH', at(id(12), '/strategy'), { json: { strategy: 'FASTEST' } });
  await api.ask('PATCH', at(id(12), '/strategy'), { json: { strategy: '' } });
  await api.ask('PATCH', at(id(12), '/strategy'), { json: { strategy: null } });
  await api.ask('PATCH', at(id(12), '/strategy'), { json: { strategy: 5 } });
  for (const query of [
    'page=99',
    'size=0',
    'size=500',
    'size=many',
    'page=-1',
    'colour=red',
    'status=LOST',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('DELETE', at(id(12)));
  await api.ask('GET', '/v1/inventory');
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': uuid('wrong') } });

  for (let poll = 0; poll < 4; poll += 1) {
    api.wait(120_000);
    await api.ask('GET', '/v1/reports');
  }
  const runs = await everything(api, '/v1/reports?kind=SALES', 'reportRuns');
  const done = runs.filter((one) => member(one, '_links', 'download') !== undefined);
  for (const one of done) await api.ask('GET', textAt(one, '_links', 'download', 'href'));
  for (let number = 0; number < 13; number += 1) await api.ask('GET', '/v1/strategies', { atOnce: true });
  api.wait(5000);
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const all = await everything(api, '/v1/listings?size=13', 'listings');
  const id = (number: number) => textAt(all[number], 'id');
  await everything(api, '/v1/strategies?page=0&size=3', 'strategies');
  await everything(api, '/v1/reports?size=4', 'reportRuns');
  for (const number of [2, 13, 27, 45]) await api.ask('GET', textAt(all[number], '_links', 'self', 'href'));
  await api.ask('GET', textAt(all[3], '_links', 'strategy', 'href'));
  await everything(api, '/v1/listings?status=SOLD_OUT', 'listings');
  await everything(api, '/v1/listings?strategy=UNDERCUT&size=6', 'listings');
  await api.ask('GET', '/v1/listings?sort=title,desc');

  const prices = [
    [4, 21, 84.5],
    [13, 7.77, 7.77],
    [33, 0.5, 9.95],
  ] as const;
  for (const [number, floor, ceiling] of prices) {
    await api.ask('PATCH', at(id(number), '/price'), { json: { floor, ceiling } });
    await api.ask('GET', at(id(number)));
    api.wait(30_000);
  }
  await api.ask('PATCH', at(id(34), '/strategy'), { json: { strategy: 'MATCH_TOP' } });
  await api.ask('GET', at(id(34)));
  await api.ask('PATCH', at(id(20), '/strategy'), { json: { strategy: 'SLOW_DROP' } });
  await everything(api, '/v1/listings?page=0&size=25', 'listings');

  const price = (json: unknown) => api.ask('PATCH', at(id(14), '/price'), { json });
  await price({ floor: 81.5, ceiling: 8.15 });
  await price({ ceiling: 18 });
  await price({ floor: 4 });
  await price({ floor: 3, ceiling: null });
  await price({ floor: 3, ceiling: true });
  await price({ floor: 4, ceiling: 0 });
  await price({ floor: 60_000, ceiling: 70_000 });
  await price({ floor: 2.001, ceiling: 3 });
  await api.ask('PATCH', at(id(15), '/price'), { text: 'floor 1' });
  await api.ask('PATCH', at(uuid('elsewhere'), '/price'), { json: { floor: 3, ceiling: 4 } });
  await api.ask('GET', at(uuid('elsewhere')));
  await api.ask('GET', at('listing-7'));
  await api.ask('PATCH', at(id(15), '/strategy'), { json: { strategy: 'CHEAPEST' } });
  await api.ask('PATCH', at(id(15), '/strategy'), { json: {} });
  for (const query of ['page=70', 'size=-5', 'size=101', 'size=ten', 'shade=blue', 'status=GONE']) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/reports?size=2', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/strategies?size=4', { headers: { 'x-api-key': uuid('bad') } });
  // Nothing of these was recorded.
  await price({ floor: 40_000.123, ceiling: 0 });
  await api.ask('PUT', at(id(15), '/price'), { json: { floor: 3, ceiling: 4 } });
  await api.ask('GET', '/v1/reports?kind=BUY_BOX&size=1');

  api.wait(1_200_000);
  const runs = await everything(api, '/v1/reports?kind=PRICE_CHANGES', 'reportRuns');
  await api.ask('GET', textAt(runs[0], '_links', 'download', 'href'));
}

export const hal: ForeignService = {
  name: 'hal',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
