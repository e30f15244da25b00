// In the style of JSON:API: records with a type, attributes and relationships, families of parameters in brackets, links
// that are null where they lead nowhere, what belongs to a record beside it, and errors that point at their source.
import type { Answered, Api, Asked, ForeignService, Received, Run, Sending } from './contract.ts';
import { json, jsonOf, listAt, member, productName, targetOf, textAt, uuid } from './kit.ts';
import type { Headers } from './kit.ts';

const key = 'ja_c41f9e7b20d85a63';

const mediaType = 'application/vnd.api+json';

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly brand: string;
  readonly listedOn: string;
  readonly notes?: string;
  offer: number;
  min: number;
  max: number;
  strategy: string | null;
  lock: number;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly goal: string;
  readonly isDefault: boolean;
}

interface ReportRun {
  readonly id: string;
  readonly kind: string;
  readonly requested: number;
  readonly takes: number;
  readonly rows: number;
  readonly problem?: string;
}

const allStrategies: readonly Strategy[] = [
  { id: '3', name: 'Win the basket', goal: 'basket', isDefault: true },
  { id: '5', name: 'Protect the margin', goal: 'margin', isDefault: false },
  { id: '8', name: 'Sell the season', goal: 'volume', isDefault: false },
  { id: '13', name: 'Follow the leader', goal: 'basket', isDefault: false },
  { id: '21', name: 'Weekend', goal: 'volume', isDefault: false },
];

function listings(): Listing[] {
  const brands = ['Ferrowood', 'Lumvarra', 'Pikkuset', 'Strandby'];
  return Array.from({ length: 38 }, (_, at) => {
    const offer = 5.5 + ((at * 29.3) % 320);
    return {
      id: String(1041 + at * 3),
      title: productName(at * 4 + 3),
      sku: `${brands[at % 4]!.slice(0, 3).toUpperCase()}${String(at * 119).padStart(5, '0')}`,
      brand: brands[at % 4]!,
      listedOn: new Date(Date.UTC(2025, 10, 2 + at * 4)).toISOString().slice(0, 10),
      ...(at % 9 === 2 && { notes: 'Check the box before shipping.' }),
      offer,
      min: offer * 0.9,
      max: offer * 1.25,
      strategy: at % 4 === 3 ? null : allStrategies[(at * 2) % 5]!.id,
      lock: at % 3,
      updated: Date.UTC(2026, 3, 3 + (at % 20), (at * 3) % 24, (at * 19) % 60, (at * 5) % 60),
    };
  });
}

const time = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}+00:00`;

interface Fault {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?:
    { readonly pointer: string } | { readonly parameter: string } | { readonly header: string };
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Headers;

  constructor(status: number, faults: readonly Fault[], headers: Headers = []) {
    super(faults[0]!.detail);
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

const badParameter = (parameter: string, title: string, detail: string, code: string) =>
  new Refusal(400, [{ code, title, detail, source: { parameter } }]);

interface ResourceType {
  readonly type: string;
  readonly path: string;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly includes: readonly string[];
}

interface Resource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string>>;
}

const perSecond = 5;

function start({ now, run, origin }: Run): (request: Asked) => Answered {
  const begun = now();
  const allListings = listings();
  const runs: readonly ReportRun[] = Array.from({ length: 6 }, (_, at) => ({
    id: String(7001 + at),
    kind: ['stock', 'prices', 'sales'][at % 3]!,
    requested: at < 4 ? Date.UTC(2026, 4, 8 + at, 5, at * 10, at) : begun - 50_000 + (at - 4) * 20_000,
    takes: at < 4 ? 61_000 + at * 7000 : 260_000 + (at - 4) * 800_000,
    rows: 4 + at,
    ...(at === 1 && { problem: 'The source was not reachable.' }),
  }));
  let window = { second: 0, asked: 0 };
  let count = 0;

  const listingType: ResourceType = {
    type: 'listings',
    path: '/v1/listings',
    includes: ['strategy'],
    filters: ['brand', 'repricing', 'sku'],
    sorts: ['title', 'sku', 'listed-on'],
  };
  const strategyType: ResourceType = {
    type: 'strategies',
    path: '/v1/strategies',
    includes: [],
    filters: ['goal'],
    sorts: ['name'],
  };
  const runType: ResourceType = {
    type: 'report-runs',
    path: '/v1/reports',
    includes: [],
    filters: ['state', 'kind'],
    sorts: [],
  };

  const listing = (one: Listing): Resource => ({
    id: one.id,
    attributes: {
      title: one.title,
      sku: one.sku,
      brand: one.brand,
      'listed-on': one.listedOn,
      'offer-price': one.offer.toFixed(2),
      'min-price': one.min.toFixed(2),
      'max-price': one.max.toFixed(2),
      currency: 'CHF',
      repricing: one.strategy === null ? 'manual' : 'automatic',
      'lock-version': one.lock,
      'updated-at': time(one.updated),
      ...(one.notes !== undefined && { notes: one.notes }),
    },
    relationships: {
      strategy: {
        links: { related: `${origin}/v1/listings/${one.id}?include=strategy` },
        data: one.strategy === null ? null : { type: 'strategies', id: one.strategy },
      },
    },
    links: { self: `${origin}/v1/listings/${one.id}` },
  });
  const strategy = ({ id, name, goal, isDefault }: Strategy): Resource => ({
    id,
    attributes: { name, goal, 'is-default': isDefault },
    links: { self: `${origin}/v1/strategies/${id}` },
  });
  const stateOf = ({ requested, takes, problem }: ReportRun) => {
    const passed = now() - requested;
    if (passed < takes) return passed < 60_000 ? 'pending' : 'processing';
    return problem === undefined ? 'done' : 'errored';
  };
  const reportRun = (one: ReportRun): Resource => {
    const state = stateOf(one);
    const isDone = state === 'done';
    return {
      id: one.id,
      attributes: {
        kind: one.kind,
        state,
        'requested-at': time(one.requested),
        'finished-at': isDone || state === 'errored' ? time(one.requested + one.takes) : null,
        'row-count': isDone ? one.rows : null,
        ...(state === 'errored' && { problem: one.problem }),
      },
      links: {
        self: `${origin}/v1/reports/${one.id}`,
        ...(isDone && { download: `${origin}/files/${one.kind}-${one.id}.csv` }),
      },
    };
  };

  const typed = (type: string, { id, ...rest }: Resource) => ({ id, type, ...rest });
  const document = (status: number, body: object) =>
    json(status, { ...body, jsonapi: { version: '1.0' } }, [], mediaType);
  const included = (resources: readonly (string | null)[]) =>
    allStrategies.filter(({ id }) => resources.includes(id)).map((one) => typed('strategies', strategy(one)));

  function counted(query: URLSearchParams, name: 'number' | 'size', usual: number): number {
    const text = query.get(`page[${name}]`);
    if (text === null) return usual;
    if (/^\d+$/.test(text) && Number(text) >= 1 && (name === 'number' || Number(text) <= 50))
      return Number(text);
    const detail =
      name === 'size' && Number(text) > 50
        ? 'size exceeds maximum page size of 50.'
        : `${text} is not a valid value for ${name} page parameter.`;
    throw badParameter(`page[${name}]`, 'Invalid page value', detail, '118');
  }

  function known(query: URLSearchParams, { type, filters, includes, sorts }: ResourceType): void {
    for (const [name, value] of query) {
      const [, filter] = /^filter\[([^\]]*)\]$/.exec(name) ?? [];
      if (filter !== undefined) {
        if (filters.includes(filter)) continue;
        throw badParameter(name, 'Filter not allowed', `${filter} is not allowed.`, '102');
      }
      if (!['page[number]', 'page[size]', 'sort', 'include'].includes(name)) {
        throw badParameter(name, 'Param not allowed', `${name} is not allowed.`, '105');
      }
      if (name === 'include' && !includes.includes(value)) {
        const detail = `${value} is not a valid association of ${type}`;
        throw badParameter('include', 'Invalid field', detail, '112');
      }
      if (name === 'sort' && !sorts.includes(value.replace(/^-/, ''))) {
        throw badParameter(
          'sort',
          'Invalid sort criteria',
          `${value} is not a valid sort criteria for ${type}`,
          '114',
        );
      }
    }
  }

  function list(query: URLSearchParams, of: ResourceType, resources: readonly Resource[]): Answered {
    known(query, of);
    const [number, size] = [counted(query, 'number', 1), counted(query, 'size', 10)];
    const found = resources.filter(({ attributes }) =>
      of.filters.every((name) => {
        const wanted = query.get(`filter[${name}]`);
        return wanted === null || wanted.split(',').includes(String(attributes[name]));
      }),
    );
    const sort = query.get('sort');
    if (sort !== null) {
      const by = sort.replace(/^-/, '');
      found.sort((a, b) => ((a.attributes[by] as string) < (b.attributes[by] as string) ? -1 : 1));
      if (sort.startsWith('-')) found.reverse();
    }
    const data = found.slice((number - 1) * size, number * size);
    const pages = Math.max(1, Math.ceil(found.length / size));
    const others = [...query].filter(([name]) => !name.startsWith('page['));
    const to = (page: number) => {
      const all = [...others, ['page[number]', `${page}`], ['page[size]', `${size}`]];
      return `${origin}${of.path}?${new URLSearchParams(all as [string, string][]).toString()}`;
    };
    const related = data.map(
      ({ relationships }) => member(relationships, 'strategy', 'data', 'id') as string,
    );
    return document(200, {
      data: data.map((one) => typed(of.type, one)),
      ...(query.get('include') !== null && { included: included(related) }),
      meta: { 'record-count': found.length, 'page-count': pages },
      links: {
        first: to(1),
        prev: number > 1 ? to(Math.min(number - 1, pages)) : null,
        next: number < pages ? to(number + 1) : null,
        last: to(pages),
      },
    });
  }

  function letIn({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent !== key) {
      const detail = sent === undefined ? 'Provide an API key.' : 'The API key provided is not valid.';
      const fault = { code: '401', title: 'Unauthorized', detail, source: { header: 'X-API-KEY' } };
      throw new Refusal(401, [fault]);
    }
    const second = Math.floor(now() / 1000);
    window = { second, asked: window.second === second ? window.asked + 1 : 1 };
    if (window.asked > perSecond) {
      const detail = `The limit of ${perSecond} requests per second is exceeded.`;
      throw new Refusal(429, [{ code: '429', title: 'Too many requests', detail }], [['Retry-After', '1']]);
    }
  }

  function find(id: string): Listing {
    if (!/^\d+$/.test(id)) {
      const detail = `${id} is not a valid value for id.`;
      throw new Refusal(400, [{ code: '104', title: 'Invalid field value', detail }]);
    }
    const found = allListings.find((one) => one.id === id);
    if (found !== undefined) return found;
    const detail = `The record identified by ${id} could not be found.`;
    throw new Refusal(404, [{ code: '404', title: 'Record not found', detail }]);
  }

  /** The data of a request's body. */
  function dataOf(request: Asked): unknown {
    const type = request.headers['content-type'];
    if (type !== mediaType) {
      const detail = `All requests that create or update must use the '${mediaType}' Content-Type. This request specified '${type ?? ''}'.`;
      throw new Refusal(415, [{ code: '415', title: 'Unsupported media type', detail }]);
    }
    const sent = jsonOf(request);
    if (sent === 'bad') {
      const detail = 'The request body is not valid JSON.';
      throw new Refusal(400, [{ code: '400', title: 'Bad Request', detail, source: { pointer: '' } }]);
    }
    const data = member(sent.json, 'data');
    if (data !== undefined) return data;
    const detail = 'The required parameter, data, is missing.';
    throw new Refusal(400, [{ code: '106', title: 'Missing Parameter', detail, source: { pointer: '' } }]);
  }

  function setPrice(request: Asked, one: Listing): Answered {
    const data = dataOf(request);
    if (member(data, 'type') !== 'listings') {
      const detail = `${String(member(data, 'type'))} is not a valid resource type for this operation.`;
      throw new Refusal(409, [
        { code: '101', title: 'Invalid resource', detail, source: { pointer: '/data/type' } },
      ]);
    }
    if (member(data, 'id') !== one.id) {
      const detail = 'The URL does not support the key ' + String(member(data, 'id'));
      throw new Refusal(409, [
        { code: '116', title: 'Key mismatch', detail, source: { pointer: '/data/id' } },
      ]);
    }
    const attributes = (member(data, 'attributes') ?? {}) as Readonly<Record<string, unknown>>;
    const faults = Object.entries(attributes).flatMap(([name, value]): Fault[] => {
      const fault = (title: string): Fault[] => [
        { code: '100', title, detail: `${name} - ${title}`, source: { pointer: `/data/attributes/${name}` } },
      ];
      if (name !== 'min-price' && name !== 'max-price') {
        const source = { pointer: `/data/attributes/${name}` };
        return [{ code: '105', title: 'Param not allowed', detail: `${name} is not allowed.`, source }];
      }
      if (value === null) return fault("can't be blank");
      if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value)) return fault('is not a number');
      if (Number(value) <= 0) return fault('must be greater than 0');
      if (Number(value) > 9999.99) return fault('must be less than or equal to 9999.99');
      return /\.\d{3}/.test(value) ? fault('must have at most 2 decimals') : [];
    });
    const min = Number(attributes['min-price'] ?? one.min.toFixed(2));
    const max = Number(attributes['max-price'] ?? one.max.toFixed(2));
    if (faults.length === 0 && min > max) {
      const detail = `min-price - must not be greater than max-price (${max.toFixed(2)})`;
      const title = `must not be greater than max-price (${max.toFixed(2)})`;
      faults.push({ code: '100', title, detail, source: { pointer: '/data/attributes/min-price' } });
    }
    if (faults.length > 0) throw new Refusal(422, faults);
    Object.assign(one, { min, max, lock: one.lock + 1, updated: now() });
    return document(200, { data: typed('listings', listing(one)) });
  }

  function setStrategy(request: Asked, one: Listing): Answered {
    const data = dataOf(request);
    const id = member(data, 'id');
    if (data !== null && (member(data, 'type') !== 'strategies' || typeof id !== 'string')) {
      const detail = 'The relationship takes an identifier of a strategy, or null.';
      const source = { pointer: '/data' };
      throw new Refusal(400, [{ code: '115', title: 'Invalid links object', detail, source }]);
    }
    if (data !== null && !allStrategies.some((other) => other.id === id)) {
      const detail = `The record identified by ${String(id)} could not be found.`;
      throw new Refusal(404, [
        { code: '404', title: 'Record not found', detail, source: { pointer: '/data/id' } },
      ]);
    }
    Object.assign(one, { strategy: data === null ? null : id, lock: one.lock + 1, updated: now() });
    return document(200, {
      data: typed('listings', listing(one)),
      ...(one.strategy !== null && { included: included([one.strategy]) }),
    });
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method } = request;
    const [first, second, third, fourth] = steps;
    letIn(request);
    if (method === 'GET' && first === 'files') {
      const found = runs.find(
        (one) => path === `/files/${one.kind}-${one.id}.csv` && stateOf(one) === 'done',
      );
      if (found !== undefined) {
        const rows = allListings
          .slice(0, found.rows)
          .map(({ id, sku, brand }) => `"${id}","${sku}","${brand}"`);
        const body = ['"id","sku","brand"', ...rows, ''].join('\n');
        return { status: 200, headers: [['Content-Type', 'text/csv']], body };
      }
    }
    if (first === 'v1' && second === 'listings' && third !== undefined) {
      if (method === 'GET' && fourth === undefined) {
        const one = find(third);
        known(query, { ...listingType, filters: [] });
        return document(200, {
          data: typed('listings', listing(one)),
          ...(query.get('include') !== null && { included: included([one.strategy]) }),
        });
      }
      if (method === 'PATCH' && fourth === 'price') return setPrice(request, find(third));
      if (method === 'PATCH' && fourth === 'strategy') return setStrategy(request, find(third));
    }
    if (method === 'GET') {
      if (path === listingType.path) return list(query, listingType, allListings.map(listing));
      if (path === strategyType.path) return list(query, strategyType, allStrategies.map(strategy));
      if (path === runType.path) return list(query, runType, runs.map(reportRun));
    }
    const detail = `No route matches ${method} ${path}`;
    throw new Refusal(404, [{ code: '404', title: 'Not found', detail }]);
  }

  return function jsonApi(request) {
    count += 1;
    const left = () => Math.max(0, perSecond - window.asked);
    const limits = (): Headers => [
      ['RateLimit-Limit', String(perSecond)],
      ['RateLimit-Remaining', String(left())],
      ['RateLimit-Reset', '1'],
    ];
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...limits()] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, faults, headers } = error;
      const errors = faults.map((fault, at) => ({
        id: uuid(`${run} ${count} ${at}`),
        ...fault,
        status: String(status),
      }));
      return json(status, { errors }, [...headers, ...limits()], mediaType);
    }
  };
}

/** All of a list, from link to link. */
async function everything(api: Api, target: string): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let next: unknown = target; typeof next === 'string';) {
    const { body } = await api.ask('GET', next);
    all.push(...listAt(body, 'data'));
    next = member(body, 'links', 'next');
  }
  return all;
}

const at = (id: string, rest = '') => `/v1/listings/${id}${rest}`;

const patch = (api: Api, target: string, sending: Sending): Promise<Received> =>
  api.ask('PATCH', target, { headers: { 'content-type': mediaType }, ...sending });

const setPrice = (api: Api, id: string, attributes: unknown) =>
  patch(api, at(id, '/price'), { json: { data: { type: 'listings', id, attributes } } });

const setStrategy = (api: Api, id: string, data: unknown) =>
  patch(api, at(id, '/strategy'), { json: { data } });

async function recorded(api: Api): Promise<void> {
  const all = await everything(api, '/v1/listings');
  const id = (number: number) => textAt(all[number], 'id');
  await everything(api, '/v1/strategies');
  await everything(api, '/v1/listings?page[size]=16');
  await everything(api, '/v1/strategies?page[size]=2');
  await everything(api, '/v1/reports');
  await everything(api, '/v1/reports?page[size]=4');
  for (const number of [0, 2, 3, 14, 37]) await api.ask('GET', textAt(all[number], 'links', 'self'));
  await api.ask('GET', `${at(id(6))}?include=strategy`);
  await api.ask('GET', `${at(id(7))}?include=strategy`);
  await everything(api, '/v1/listings?filter[brand]=Lumvarra');
  await everything(api, '/v1/listings?filter[brand]=Pikkuset,Strandby&page[size]=12');
  await everything(api, '/v1/listings?filter[repricing]=manual');
  await everything(api, '/v1/listings?filter[repricing]=automatic&page[size]=20');
  await everything(api, '/v1/listings?include=strategy&page[size]=25');
  await api.ask('GET', '/v1/listings?sort=title');
  await api.ask('GET', '/v1/listings?sort=-listed-on&page[size]=6');
  await api.ask('GET', '/v1/strategies?filter[goal]=basket');

  const prices = [
    [1, { 'min-price': '10.00', 'max-price': '99.95' }],
    [4, { 'min-price': '45.50', 'max-price': '45.50' }],
    [9, { 'max-price': '777.00' }],
    [10, { 'min-price': '1' }],
    [30, { 'min-price': '120.5', 'max-price': '1300' }],
  ] as const;
  for (const [number, attributes] of prices) {
    await setPrice(api, id(number), attributes);
    await api.ask('GET', at(id(number)));
    api.wait(18_000);
  }
  await setStrategy(api, id(3), { type: 'strategies', id: '8' });
  await api.ask('GET', at(id(3)));
  await setStrategy(api, id(5), { type: 'strategies', id: '21' });
  await setStrategy(api, id(6), null);
  await api.ask('GET', at(id(6)));
  await everything(api, '/v1/listings');

  const price = (attributes: unknown, number = 8) => setPrice(api, id(number), attributes);
  await price({ 'min-price': '30.00', 'max-price': '20.00' });
  await price({ 'min-price': 'cheap', 'max-price': '20.00' });
  await price({ 'min-price': 12.5, 'max-price': '20.00' });
  await price({ 'min-price': null, 'max-price': '20.00' });
  await price({ 'min-price': '0', 'max-price': '-4.00' });
  await price({ 'min-price': '1.00', 'max-price': '10000.00' });
  await price({ 'min-price': '1.005', 'max-price': '20.00' });
  await price({ 'min-price': '1.00', 'floor-price': '2.00' });
  await patch(api, at(id(8), '/price'), { json: { data: { type: 'offers', id: id(8), attributes: {} } } });
  await patch(api, at(id(8), '/price'), { json: { data: { type: 'listings', id: '1', attributes: {} } } });
  await patch(api, at(id(8), '/price'), { json: { 'min-price': '1.00' } });
  await patch(api, at(id(8), '/price'), { text: '{"data": {' });
  await api.ask('PATCH', at(id(8), '/price'), { json: { data: {} } });
  await setPrice(api, '99999', { 'min-price': '1.00' });
  await api.ask('GET', at('99999'));
  await api.ask('GET', at('twelve'));
  await setStrategy(api, id(8), { type: 'strategies', id: '404' });
  await setStrategy(api, id(8), { type: 'listings', id: '3' });
  await setStrategy(api, id(8), 'basket');
  for (const query of [
    'page[number]=90',
    'page[number]=0',
    'page[size]=0',
    'page[size]=500',
    'page[size]=many',
    'colour=red',
    'filter[colour]=red',
    'sort=colour',
    'include=reviews',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/inventory');
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/listings', { headers: { 'x-api-key': 'ja_wrongwrongwrong0' } });

  for (let poll = 0; poll < 4; poll += 1) {
    api.wait(290_000);
    await api.ask('GET', '/v1/reports?filter[state]=pending,processing');
  }
  const runs = await everything(api, '/v1/reports');
  await api.ask('GET', textAt(runs[0], 'links', 'download'));
  await api.ask('GET', textAt(runs[4], 'links', 'download'));
  api.wait(1000);
  for (let number = 0; number < 9; number += 1) await api.ask('GET', '/v1/strategies', { atOnce: true });
  api.wait(5000);
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const all = await everything(api, '/v1/listings?page[size]=13');
  const id = (number: number) => textAt(all[number], 'id');
  await everything(api, '/v1/strategies?page[size]=3');
  await everything(api, '/v1/reports?page[size]=5');
  for (const number of [1, 15, 22, 36]) await api.ask('GET', textAt(all[number], 'links', 'self'));
  await api.ask('GET', `${at(id(12))}?include=strategy`);
  await everything(api, '/v1/listings?filter[brand]=Ferrowood&page[size]=6');
  await everything(api, '/v1/listings?filter[repricing]=manual&page[size]=5');
  await api.ask('GET', '/v1/listings?sort=-title&page[size]=4');
  await api.ask('GET', '/v1/listings?include=strategy&page[size]=3');
  await api.ask('GET', '/v1/strategies?filter[goal]=volume');

  const prices = [
    [13, { 'min-price': '20.20', 'max-price': '202.00' }],
    [24, { 'min-price': '61.75', 'max-price': '61.75' }],
    [33, { 'max-price': '850' }],
  ] as const;
  for (const [number, attributes] of prices) {
    await setPrice(api, id(number), attributes);
    await api.ask('GET', at(id(number)));
    api.wait(33_000);
  }
  await setStrategy(api, id(19), { type: 'strategies', id: '13' });
  await api.ask('GET', at(id(19)));
  await setStrategy(api, id(16), null);
  await everything(api, '/v1/listings?page[size]=30');

  const price = (attributes: unknown) => setPrice(api, id(11), attributes);
  await price({ 'min-price': '81.10', 'max-price': '8.11' });
  await price({ 'min-price': '8.00', 'max-price': 'dear' });
  await price({ 'min-price': '8.00', 'max-price': null });
  await price({ 'min-price': '-3.00', 'max-price': '9.00' });
  await price({ 'min-price': '12000.00', 'max-price': '13000.00' });
  await price({ 'min-price': '8.00', 'max-price': '9.999' });
  await price({ 'max-price': '9.00', 'ceiling-price': '9.50' });
  await patch(api, at(id(17), '/price'), {
    json: { data: { type: 'strategies', id: id(17), attributes: {} } },
  });
  await patch(api, at(id(17), '/price'), { json: { 'max-price': '7.00' } });
  await patch(api, at(id(17), '/price'), { text: 'data' });
  await setPrice(api, '88888', { 'max-price': '2.00' });
  await api.ask('GET', at('88888'));
  await api.ask('GET', at('listing-7'));
  await setStrategy(api, id(17), { type: 'strategies', id: '55' });
  for (const query of [
    'page[number]=70',
    'page[size]=-2',
    'page[size]=51',
    'page[size]=ten',
    'shade=blue',
    'sort=price',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?filter[owner]=me');
  await api.ask('GET', '/v1/offers');
  await api.ask('GET', '/v1/reports?page[size]=2', { headers: { 'x-api-key': null } });
  await api.ask('GET', '/v1/reports?page[size]=3', { headers: { 'x-api-key': 'ja_badbadbadbadbad1' } });
  // Nothing of these was recorded.
  await price({ 'min-price': '0', 'max-price': null });
  await api.ask('GET', '/v1/strategies?sort=-name');

  api.wait(1_400_000);
  const runs = await everything(api, '/v1/reports?filter[state]=done');
  await api.ask('GET', textAt(runs.at(-1), 'links', 'download'));
}

export const jsonApi: ForeignService = {
  name: 'json-api',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
};
