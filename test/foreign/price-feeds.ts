// A big retailer's marketplace for sellers: a seller's own SKU, with its slashes and spaces, names a record; the first page
// is asked for with a cursor of one star, and each page gives the next; prices as a list of kinds with an amount and a time
// from which they hold; a change that is answered by a result for each price, with 200 whatever comes out, and that leaves
// a feed among the report runs, which is taken in a while later with a count of what went well; strategies by their code;
// and errors in a list within an object, each with a field, a severity and a category.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, member, scrambled, uuid } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mk_9f27Hs0QbLr5TzXw3uVe';
const perSecond = 8;
const largestPage = 40;
const states = ['PUBLISHED', 'UNPUBLISHED', 'SYSTEM_PROBLEM'];
const shelves = ['Home/Kitchen', 'Outdoor/Camping', 'Toys/Games', 'Office/Lighting'];

interface Bound {
  readonly cents: number;
  /** In milliseconds since 1970. */
  readonly from: number;
}

interface Listing {
  readonly sku: string;
  readonly itemId: string;
  readonly gtin: string;
  readonly title: string;
  readonly shelf: readonly string[];
  readonly state: string;
  readonly problem: string | undefined;
  readonly price: number;
  min: Bound;
  max: Bound;
  strategy: string | undefined;
}

interface Feed {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly received: number;
  readonly failed: number;
  readonly file: boolean;
}

interface Fault {
  readonly code: string;
  readonly field?: string;
  readonly description: string;
  readonly category?: string;
}

const usd = (cents: number) => ({ currency: 'USD', amount: cents / 100 });
const zulu = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

const strategies = [
  ['UNDERCUT_1', 'Undercut by one percent', 'COMPETITIVE', true],
  ['BUYBOX', 'Win the buy box', 'COMPETITIVE', true],
  ['MARGIN_15', 'Keep fifteen percent', 'MARGIN', true],
  ['SELL OFF', 'Sell off old stock', 'AGE', true],
  ['LEGACY/2024', 'Rules of 2024', 'MARGIN', false],
] as const;

const strategyShown = ([code, name, type, active]: (typeof strategies)[number], index: number): Row => ({
  strategyCode: code,
  strategyName: name,
  strategyType: type,
  active,
  assignedItems: 3 + index * 4,
  lastUpdated: zulu(pastMoment(`feeds strategy ${index}`)),
});

function listings(): Listing[] {
  return Array.from({ length: 36 }, (_, index): Listing => {
    const name = `feeds ${index}`;
    const { title, sku, price } = ware(name);
    const state = index % 7 === 3 ? states[1]! : index % 11 === 5 ? states[2]! : states[0]!;
    const form = index % 3;
    const moment = pastMoment(`${name} price`);
    return {
      sku:
        form === 0
          ? sku
          : form === 1
            ? `${sku.replace('-', '/')}/${oneOf(`${name} size`, ['S', 'M', 'XL'])}`
            : `${sku.slice(0, 3)} ${sku.slice(4)} ${oneOf(`${name} colour`, ['BLUE', 'RED', 'SAND'])}`,
      itemId: scrambled(name, 12, '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'),
      gtin: `00${String(812_345_000_000 + index * 7_919)}`,
      title,
      shelf: oneOf(`${name} shelf`, shelves).split('/'),
      state,
      problem:
        state === states[2] ? 'Image is missing' : state === states[1] ? 'Ended by the seller' : undefined,
      price,
      min: { cents: Math.round(price * 0.88), from: moment },
      max: { cents: Math.round(price * 1.3), from: moment },
      strategy: chance(`${name} strategy`, 4) === 0 ? undefined : strategies[chance(`${name} which`, 4)]![0],
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, faults: readonly Fault[]) {
    super(faults.map(({ code }) => code).join());
    this.status = status;
    this.faults = faults;
  }
}

const refusal = (status: number, code: string, description: string, field?: string) =>
  new Refusal(status, [{ code, description, ...(field !== undefined && { field }) }]);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const feeds: Feed[] = Array.from({ length: 9 }, (_, index) => ({
    id: `${uuid(`feeds ${index}`).replaceAll('-', '').toUpperCase()}@A${index}`,
    type: ['ITEM_REPORT', 'PRICE', 'BUYBOX_REPORT'][index % 3]!,
    created:
      index < 7
        ? opened - (9 - index) * 86_400_000 + chance(`feeds run ${index}`, 60_000) * 1_000
        : opened - 40_000 + (index - 7) * 25_000,
    seconds: 100 + index * 25,
    received: 6 + index,
    failed: index === 1 ? 6 + index : index === 4 ? 2 : 0,
    file: index % 3 !== 1,
  })).reverse();
  const recent: number[] = [];
  let count = 0;

  const shown = (listing: Listing): Row => ({
    mart: 'NORTH_US',
    sku: listing.sku,
    itemId: listing.itemId,
    gtin: listing.gtin,
    productName: listing.title,
    shelf: JSON.stringify(listing.shelf),
    price: usd(listing.price),
    prices: (['MINIMUM', 'MAXIMUM'] as const).map((kind) => {
      const { cents, from } = kind === 'MINIMUM' ? listing.min : listing.max;
      return { kind, current: usd(cents), schedule: [{ from: zulu(from), to: null }] };
    }),
    publishedStatus: listing.state,
    lifecycleStatus: listing.state === 'UNPUBLISHED' ? 'RETIRED' : 'ACTIVE',
    ...(listing.problem !== undefined && { unpublishedReasons: { reason: [listing.problem] } }),
    ...(listing.strategy !== undefined && { repricer: { strategyCode: listing.strategy, enrolled: true } }),
  });

  function feedShown(feed: Feed): Row {
    const elapsed = (run.now() - feed.created) / 1_000;
    const isOver = elapsed >= feed.seconds;
    const isReport = feed.type !== 'PRICE';
    const status = !isOver
      ? elapsed < 15
        ? 'RECEIVED'
        : 'INPROGRESS'
      : feed.failed === feed.received
        ? 'ERROR'
        : 'PROCESSED';
    return {
      feedId: feed.id,
      feedType: feed.type,
      feedDate: zulu(feed.created),
      feedStatus: status,
      itemsReceived: feed.received,
      itemsSucceeded: isOver ? feed.received - feed.failed : 0,
      itemsFailed: isOver ? feed.failed : 0,
      itemsProcessing: isOver ? 0 : feed.received,
      ...(isOver && { modifiedDtm: zulu(feed.created + feed.seconds * 1_000) }),
      ...(isOver &&
        isReport &&
        feed.file && { downloadURL: `${run.origin}/feed-files/${encodeURIComponent(feed.id)}` }),
    };
  }

  function limitOf(query: URLSearchParams, otherwise: number): number {
    const text = query.get('limit');
    if (text === null) return otherwise;
    if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > largestPage) {
      throw refusal(
        400,
        'INVALID_REQUEST_PARAM.LIMIT',
        `limit must be a whole number from 1 to ${largestPage}, but is ${text}`,
        'limit',
      );
    }
    return Number(text);
  }

  /** The mark of a page tells in secret how many records come before it. */
  const markOf = (at: number) =>
    `${scrambled(`feeds mark ${at}`, 11, base62)}${at.toString(36).padStart(3, '0')}==`;

  function fromOf(query: URLSearchParams): number {
    const mark = query.get('nextCursor');
    if (mark === null || mark === '*') return 0;
    const at = Number.parseInt(/(...)==$/.exec(mark)?.[1] ?? '', 36);
    if (Number.isNaN(at) || markOf(at) !== mark) {
      throw refusal(
        400,
        'INVALID_REQUEST_PARAM.CURSOR',
        'nextCursor is not valid or has expired',
        'nextCursor',
      );
    }
    return at;
  }

  function listed(query: URLSearchParams): Answered {
    const limit = limitOf(query, 12);
    const from = fromOf(query);
    const [state, cycle, sku] = ['publishedStatus', 'lifecycleStatus', 'sku'].map((name) => query.get(name));
    if (state !== null && !states.includes(state!)) {
      throw refusal(
        400,
        'INVALID_REQUEST_PARAM.STATUS',
        `publishedStatus must be one of ${states.join(', ')}`,
        'publishedStatus',
      );
    }
    const found = all
      .map(shown)
      .filter(
        (one) =>
          (state === null || one.publishedStatus === state) &&
          (cycle === null || one.lifecycleStatus === cycle) &&
          (sku === null || one.sku === sku),
      );
    if (found.length === 0) {
      throw refusal(404, 'CONTENT_NOT_FOUND.ITEMS', 'No items were found for this request');
    }
    return json(200, {
      ItemResponse: found.slice(from, from + limit),
      totalItems: found.length,
      ...(from + limit < found.length && { nextCursor: markOf(from + limit) }),
    });
  }

  function feedsListed(query: URLSearchParams): Answered {
    const limit = limitOf(query, 10);
    const offset = Number(query.get('offset') ?? 0);
    if (!Number.isInteger(offset) || offset < 0) {
      throw refusal(400, 'INVALID_REQUEST_PARAM.OFFSET', 'offset must not be negative', 'offset');
    }
    const [type, status] = [query.get('feedType'), query.get('feedStatus')];
    const found = feeds
      .map(feedShown)
      .filter(
        (one) => (type === null || one.feedType === type) && (status === null || one.feedStatus === status),
      );
    return json(200, {
      totalResults: found.length,
      offset,
      limit,
      results: { feed: found.slice(offset, offset + limit) },
    });
  }

  function find(sku: string): Listing {
    const found = all.find((one) => one.sku === sku);
    if (found !== undefined) return found;
    throw refusal(404, 'CONTENT_NOT_FOUND.SKU', `Item with sku ${sku} does not exist for this seller`, 'sku');
  }

  function sentIn(request: Asked): Row {
    const given = parsed(request.body);
    if (isObject(given)) return given;
    throw refusal(400, 'INVALID_REQUEST_CONTENT.JSON', 'The request body is not valid JSON');
  }

  function priced(request: Asked, listing: Listing): Answered {
    const { prices } = sentIn(request);
    if (!Array.isArray(prices) || prices.length === 0) {
      throw refusal(400, 'REQUIRED_FIELD.PRICES', 'prices must hold at least one price', 'prices');
    }
    const next = { MINIMUM: listing.min, MAXIMUM: listing.max };
    const results = prices.map((sent: unknown, index) => {
      const kind = member(sent, 'kind');
      const amount = member(sent, 'amount', 'amount');
      const currency = member(sent, 'amount', 'currency');
      const from = member(sent, 'from');
      const failed = (code: string, field: string, description: string) => ({
        index,
        kind: typeof kind === 'string' ? kind : null,
        ingestionStatus: 'DATA_ERROR',
        ingestionErrors: { ingestionError: [{ type: 'DATA_ERROR', code, field, description }] },
      });
      if (kind !== 'MINIMUM' && kind !== 'MAXIMUM') {
        return failed('PRICE_0001', 'kind', 'kind must be MINIMUM or MAXIMUM');
      }
      if (typeof amount !== 'number') {
        return failed('PRICE_0002', 'amount', `The amount of ${kind} is missing or is not a number`);
      }
      if (currency !== 'USD') {
        return failed('PRICE_0003', 'currency', `The currency of ${kind} must be USD`);
      }
      if (amount <= 0)
        return failed('PRICE_0004', 'amount', `The amount of ${kind} must be above 0, but is ${amount}`);
      if (from !== undefined && (typeof from !== 'string' || Number.isNaN(Date.parse(from)))) {
        return failed('PRICE_0005', 'from', `The time from which ${kind} holds is not a time`);
      }
      const cents = Math.round(amount * 100);
      const other = kind === 'MINIMUM' ? next.MAXIMUM.cents : next.MINIMUM.cents;
      const isAlone = prices.length === 1;
      if (isAlone && (kind === 'MINIMUM' ? cents > other : cents < other)) {
        return failed('PRICE_0010', 'amount', 'MINIMUM must not be above MAXIMUM');
      }
      next[kind] = {
        cents,
        from: typeof from === 'string' ? Date.parse(from) : Math.floor(run.now() / 1_000) * 1_000,
      };
      return { index, kind, ingestionStatus: 'SUCCESS', ingestionErrors: null };
    });
    const crossed = next.MINIMUM.cents > next.MAXIMUM.cents;
    const told = crossed
      ? results.map(({ index, kind }) => ({
          index,
          kind,
          ingestionStatus: 'DATA_ERROR',
          ingestionErrors: {
            ingestionError: [
              {
                type: 'DATA_ERROR',
                code: 'PRICE_0010',
                field: 'amount',
                description: 'MINIMUM must not be above MAXIMUM',
              },
            ],
          },
        }))
      : results;
    if (!crossed) Object.assign(listing, { min: next.MINIMUM, max: next.MAXIMUM });
    const failures = told.filter(({ ingestionStatus }) => ingestionStatus !== 'SUCCESS').length;
    const id = `${uuid(`feeds made ${run.run} ${count}`).replaceAll('-', '').toUpperCase()}@AQ`;
    feeds.unshift({
      id,
      type: 'PRICE',
      created: run.now(),
      seconds: 45,
      received: told.length,
      failed: failures,
      file: false,
    });
    return json(200, {
      feedId: id,
      sku: listing.sku,
      mart: 'NORTH_US',
      itemsReceived: told.length,
      itemsSucceeded: told.length - failures,
      itemsFailed: failures,
      itemDetails: told,
    });
  }

  function assigned(request: Asked, listing: Listing): Answered {
    const sent = sentIn(request);
    const code = sent.strategyCode;
    const field = 'strategyCode';
    if (code === undefined || code === '') {
      throw refusal(
        400,
        'REQUIRED_FIELD.STRATEGY',
        'strategyCode is required; send null to leave the repricer',
        field,
      );
    }
    if (code !== null && typeof code !== 'string') {
      throw refusal(400, 'INVALID_REQUEST_CONTENT.STRATEGY', 'strategyCode must be a text', field);
    }
    const strategy = strategies.find(([one]) => one === code);
    if (code !== null && strategy === undefined) {
      throw refusal(404, 'CONTENT_NOT_FOUND.STRATEGY', `Strategy ${code} does not exist`, field);
    }
    if (strategy?.[3] === false) {
      throw refusal(409, 'CONFLICT.STRATEGY', `Strategy ${strategy[0]} is no longer active`, field);
    }
    if (listing.state === 'UNPUBLISHED' && code !== null) {
      throw refusal(409, 'CONFLICT.ITEM', `Item ${listing.sku} is unpublished and cannot be enrolled`, 'sku');
    }
    Object.assign(listing, { strategy: code ?? undefined });
    return json(200, {
      sku: listing.sku,
      status: code === null ? 'UNENROLLED' : 'ENROLLED',
      ...(strategy !== undefined && { strategyCode: strategy[0], strategyName: strategy[1] }),
    });
  }

  function authenticate({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) {
      throw refusal(401, 'UNAUTHORIZED.GATEWAY', 'The header X-API-KEY is missing', 'X-API-KEY');
    }
    if (sent !== key)
      throw refusal(401, 'UNAUTHORIZED.GATEWAY', 'The key is not known or has expired', 'X-API-KEY');
    while (recent[0] !== undefined && recent[0] <= run.now() - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(429, [
        {
          code: 'REQUEST_THRESHOLD_VIOLATED.GATEWAY',
          description: 'The threshold of calls for this resource is reached. Wait and try again.',
          category: 'THROTTLING',
        },
      ]);
    }
    recent.push(run.now());
  }

  function answer(request: Asked): Answered {
    authenticate(request);
    const url = new URL(request.target, run.origin);
    const { method } = request;
    const [, first, second, third, fourth, ...more] = url.pathname.split('/');
    if (method === 'GET' && first === 'feed-files' && second !== undefined) {
      const found = feeds.find(({ id }) => id === decodeURIComponent(second));
      if (found?.file === true) {
        const lines = all
          .slice(4, 4 + found.received)
          .map(({ sku, price }) => `"${sku}",${(price / 100).toFixed(2)}`);
        return {
          status: 200,
          headers: [['Content-Type', 'text/csv']],
          body: `SKU,PRICE\n${lines.join('\n')}\n`,
        };
      }
    }
    if (first === 'v1' && more.length === 0) {
      if (method === 'GET' && third === undefined) {
        if (second === 'listings') return listed(url.searchParams);
        if (second === 'reports') return feedsListed(url.searchParams);
        if (second === 'strategies') {
          const type = url.searchParams.get('strategyType');
          const found = strategies
            .map(strategyShown)
            .filter((one) => type === null || one.strategyType === type);
          return json(200, { totalStrategies: found.length, strategies: found });
        }
      }
      if (second === 'listings' && third !== undefined) {
        const sku = decodeURIComponent(third);
        if (method === 'GET' && fourth === undefined) return json(200, shown(find(sku)));
        if (method === 'PATCH' && fourth === 'price') return priced(request, find(sku));
        if (method === 'PATCH' && fourth === 'strategy') return assigned(request, find(sku));
      }
    }
    throw refusal(404, 'RESOURCE_NOT_FOUND.GATEWAY', `No route matches ${method} ${url.pathname}`);
  }

  return function priceFeeds(request) {
    count += 1;
    const headers = [
      ['X-Correlation-Id', uuid(`feeds correlation ${run.run} ${count}`)],
      ['X-Current-Token-Count', String(Math.max(0, perSecond - recent.length - 1))],
    ] as const;
    try {
      const given = answer(request);
      return { ...given, headers: [...given.headers, ...headers] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const told = error.faults.map(({ code, field, description, category = 'DATA' }) => ({
        code,
        field: field ?? '',
        description,
        info: '',
        severity: 'ERROR',
        category,
        causes: [],
        errorIdentifiers: {},
      }));
      return json(error.status, { errors: { error: told } }, headers);
    }
  };
}

/** The list in which an answer shows its records. */
const rowsOf = (page: Received): readonly Row[] =>
  [['ItemResponse'], ['strategies'], ['results', 'feed']]
    .map((path) => rowsAt(page, ...path))
    .find(({ length }) => length > 0) ?? [];

async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [path = '', query = ''] = target.split('?');
  const parameters = new URLSearchParams(query);
  if (path === '/v1/listings') parameters.set('nextCursor', '*');
  const all: Row[] = [];
  for (;;) {
    const page: Received = await api.ask(
      'GET',
      parameters.size === 0 ? path : `${path}?${parameters.toString()}`,
    );
    const rows = rowsOf(page);
    all.push(...rows);
    if (path === '/v1/listings') {
      const next = textIfAny(page, 'nextCursor');
      if (next === undefined || rows.length === 0) return all;
      parameters.set('nextCursor', next);
    } else {
      const total = Number(textIfAny(page, 'totalResults') ?? 0);
      if (rows.length === 0 || all.length >= total) return all;
      parameters.set('offset', String(all.length));
    }
  }
}

const pathOf = (sku: unknown) => `/v1/listings/${encodeURIComponent(String(sku))}`;
const read = (api: Api, sku: unknown) => api.ask('GET', pathOf(sku));
const bound = (kind: string, amount: unknown, more: Row = {}) => ({
  kind,
  amount: { currency: 'USD', amount },
  ...more,
});
const price = (api: Api, sku: unknown, ...prices: readonly unknown[]) =>
  api.ask('PATCH', `${pathOf(sku)}/price`, { json: { prices } });
const assign = (api: Api, sku: unknown, strategyCode?: unknown) =>
  api.ask('PATCH', `${pathOf(sku)}/strategy`, { json: { strategyCode } });

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const skus = rows.map(({ sku }) => sku);
  const open = rows.filter(({ publishedStatus }) => publishedStatus === 'PUBLISHED').map(({ sku }) => sku);
  const closed = rows.find(({ publishedStatus }) => publishedStatus === 'UNPUBLISHED')?.sku;
  await walk(api, '/v1/strategies');
  await api.ask('GET', '/v1/strategies?strategyType=MARGIN');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=4');
  await walk(api, '/v1/reports?feedType=ITEM_REPORT');
  await walk(api, '/v1/listings?limit=20');
  await walk(api, '/v1/listings?publishedStatus=PUBLISHED');
  await walk(api, '/v1/listings?publishedStatus=SYSTEM_PROBLEM');
  await walk(api, '/v1/listings?lifecycleStatus=RETIRED&limit=5');
  await api.ask('GET', `/v1/listings?sku=${encodeURIComponent(String(skus[4]))}`);
  for (const index of [0, 1, 2, 13, 20, 33]) await read(api, skus[index]);

  const bounds = [
    [1, 12.5, 40],
    [4, 99.99, 180],
    [6, 7, 7],
    [9, 21.4, 60.5],
  ] as const;
  for (const [index, minimum, maximum] of bounds) {
    await price(api, open[index], bound('MINIMUM', minimum), bound('MAXIMUM', maximum));
    await read(api, open[index]);
    api.wait(20_000);
  }
  await price(api, open[10], bound('MAXIMUM', 500));
  await price(
    api,
    open[11],
    bound('MINIMUM', 15, { from: '2026-06-01T00:00:00Z' }),
    bound('MAXIMUM', 90, { from: '2026-06-01T00:00:00Z' }),
  );
  await read(api, open[11]);
  await walk(api, '/v1/reports?feedType=PRICE');
  await assign(api, open[12], 'BUYBOX');
  await read(api, open[12]);
  await assign(api, open[13], 'SELL OFF');
  await assign(api, open[14], null);
  await read(api, open[14]);
  await walk(api, '/v1/listings?limit=30');

  const one = open[16];
  await price(api, one, bound('MINIMUM', 50), bound('MAXIMUM', 40.5));
  await price(api, one, bound('MINIMUM', 9_000));
  await price(api, one, bound('LOWEST', 10), bound('MAXIMUM', 700));
  await price(api, one, bound('MINIMUM', 'cheap'), bound('MAXIMUM', 700));
  await price(api, one, bound('MINIMUM', 0), bound('MAXIMUM', 700));
  await price(api, one, bound('MINIMUM', 5), bound('MAXIMUM', -1));
  await price(api, one, bound('MINIMUM', 5), { kind: 'MAXIMUM', amount: { currency: 'EUR', amount: 700 } });
  await price(api, one, bound('MINIMUM', 5, { from: 'soon' }), bound('MAXIMUM', 700));
  await price(api, one);
  await api.ask('PATCH', `${pathOf(one)}/price`, { json: {} });
  await api.ask('PATCH', `${pathOf(one)}/price`, { text: '{"prices": [' });
  await price(api, 'NONE/1', bound('MINIMUM', 5), bound('MAXIMUM', 7));
  await assign(api, one, 'CHEAPEST');
  await assign(api, one, 'LEGACY/2024');
  await assign(api, one, 7);
  await assign(api, one);
  await assign(api, closed, 'BUYBOX');
  await assign(api, 'NONE 2', 'BUYBOX');
  await read(api, 'NONE/3');
  await read(api, 'lamp');
  for (const query of [
    'limit=0',
    'limit=41',
    'limit=all',
    'nextCursor=abc',
    'publishedStatus=GONE',
    'sku=NONE',
    'colour=red&limit=2',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?offset=-1');
  await api.ask('GET', '/v1/reports?offset=60');
  await api.ask('GET', '/v1/reports?limit=100');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', pathOf(one));
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': 'mk_wrong' } });
  await api.ask('GET', '/v1/reports?feedStatus=INPROGRESS');
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?feedStatus=INPROGRESS');
  api.wait(600_000);
  const done = await walk(api, '/v1/reports?feedStatus=PROCESSED&limit=8');
  const links = done.flatMap(({ downloadURL }) => (typeof downloadURL === 'string' ? [downloadURL] : []));
  for (const link of links.slice(0, 2)) await api.ask('GET', link);
  for (let sent = 0; sent < 10; sent += 1) {
    await api.ask('GET', '/v1/strategies?strategyType=AGE', { atOnce: true });
  }
  api.wait(2_000);
  await api.ask('GET', '/v1/strategies?strategyType=COMPETITIVE');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?limit=15');
  const skus = rows.map(({ sku }) => sku);
  const open = rows.filter(({ publishedStatus }) => publishedStatus === 'PUBLISHED').map(({ sku }) => sku);
  const closed = rows.filter(({ publishedStatus }) => publishedStatus === 'UNPUBLISHED')[1]?.sku;
  await api.ask('GET', '/v1/strategies?limit=3');
  await walk(api, '/v1/reports?limit=6');
  await walk(api, '/v1/reports?feedType=BUYBOX_REPORT');
  await walk(api, '/v1/listings?publishedStatus=UNPUBLISHED');
  await walk(api, '/v1/listings?publishedStatus=PUBLISHED&limit=18');
  await walk(api, '/v1/listings?lifecycleStatus=ACTIVE&limit=25');
  await api.ask('GET', `/v1/listings?sku=${encodeURIComponent(String(skus[7]))}`);
  for (const index of [3, 4, 5, 22, 31]) await read(api, skus[index]);

  const bounds = [
    [2, 18.25, 33],
    [5, 101, 230.5],
    [8, 5, 9.9],
  ] as const;
  for (const [index, minimum, maximum] of bounds) {
    await price(api, open[index], bound('MINIMUM', minimum), bound('MAXIMUM', maximum));
    await read(api, open[index]);
    api.wait(30_000);
  }
  await price(api, open[15], bound('MAXIMUM', 650));
  await price(
    api,
    open[17],
    bound('MINIMUM', 11, { from: '2026-07-15T06:00:00Z' }),
    bound('MAXIMUM', 77, { from: '2026-07-15T06:00:00Z' }),
  );
  await read(api, open[17]);
  await walk(api, '/v1/reports?feedType=PRICE&limit=5');
  await assign(api, open[18], 'MARGIN_15');
  await read(api, open[18]);
  await assign(api, open[19], null);
  await walk(api, '/v1/listings?limit=35');

  const one = open[20];
  await price(api, one, bound('MINIMUM', 71), bound('MAXIMUM', 70));
  await price(api, one, bound('HIGHEST', 10), bound('MAXIMUM', 800));
  await price(api, one, bound('MINIMUM', 6), bound('MAXIMUM', 'dear'));
  await price(api, one, bound('MINIMUM', -4), bound('MAXIMUM', 800));
  await price(api, one, { kind: 'MINIMUM', amount: { currency: 'GBP', amount: 6 } }, bound('MAXIMUM', 800));
  await api.ask('PATCH', `${pathOf(one)}/price`, { json: { prices: 'none' } });
  await api.ask('PATCH', `${pathOf(one)}/price`, { text: 'prices=4' });
  await price(api, 'NONE/11', bound('MINIMUM', 6), bound('MAXIMUM', 8));
  await assign(api, one, 'FASTEST');
  await assign(api, one, true);
  await assign(api, closed, 'MARGIN_15');
  await read(api, 'NONE 12');
  for (const query of ['limit=-2', 'limit=100', 'limit=ten', 'nextCursor=xyz', 'publishedStatus=SOLD']) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?limit=0');
  await api.ask('GET', '/v1/returns');
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': 'mk_other' } });
  // Of a kind that was not recorded.
  await price(api, one, bound('MINIMUM', 'low'), bound('MAXIMUM', 'high'));
  await api.ask('GET', '/v1/listings?publishedStatus=UNPUBLISHED&lifecycleStatus=ACTIVE');
  api.wait(900_000);
  const done = await walk(api, '/v1/reports?feedStatus=PROCESSED');
  const links = done.flatMap(({ downloadURL }) => (typeof downloadURL === 'string' ? [downloadURL] : []));
  if (links[2] !== undefined) await api.ask('GET', links[2]);
}

export const priceFeeds: WalkedService = {
  name: 'price-feeds',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=40'],
  walk,
};
