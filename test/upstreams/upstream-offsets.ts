// An upstream of offsets: `count`, `next` and `results`, records in `data` beside what they refer to, ids with a prefix,
// prices with two places always, times without a zone, numbered error codes, no Retry-After, and a price that follows
// its bounds only after a while.
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from './listen.ts';
import type { Plants, Upstream, UpstreamOptions } from './listen.ts';

interface Entry {
  readonly id: string;
  readonly sku: string;
  readonly caption: string;
  readonly place: number;
  readonly units: number;
  readonly made: number;
  touched: number;
  price: number;
  /** When the price comes inside its bounds. */
  due: number;
  min: number;
  max: number;
  strategy: string;
}

type Answer = readonly [status: number, value: unknown, headers?: Readonly<Record<string, string>>];

export const plants: Plants = {
  'renamed-field': { request: 'GET /v1/listings/{id}', where: 'data.attributes.caption' },
  'number-as-string': { request: 'GET /v1/reports', where: 'results[*].attempt' },
  'missing-field': { request: 'GET /v1/listings/{id}', where: 'included' },
  'wrong-status': { request: 'GET /v1/listings/{id}', where: 'status' },
  'other-code': { request: 'PATCH /v1/listings/{id}/price', where: 'error.code' },
  null: { request: 'GET /v1/strategies', where: 'results[*].since' },
  order: { request: 'GET /v1/reports', where: 'results' },
  'extra-header': { request: 'GET /v1/strategies', where: 'header Deprecation' },
};

const key = 'off/set=0042_delta';
const places = ['alpha:us', 'alpha:uk', 'beta:us', 'beta:ca'];
const modes = ['lowest', 'second', 'average', 'shelf', 'night', 'off'];
const stages = ['done', 'new', 'working', 'error', 'done', 'dropped', 'done'];
const opened = Date.UTC(2025, 8, 14, 8);

const messages: Readonly<Record<string, string>> = {
  E1001: 'Not an id.',
  E1002: 'No listing has this id.',
  E1003: 'Nothing lives at this address.',
  E1004: 'The body is not readable as JSON.',
  E1005: 'The body says one thing twice.',
  E1006: 'No strategy has this id.',
  E1007: 'A value has the wrong type.',
  E1008: 'A price is outside of what is sold here.',
  E1009: 'Nothing to change.',
  E1010: 'The bounds leave no room.',
  E1310: 'The bounds leave no room.',
  E1011: 'The body is too large.',
  E1020: 'Not a page.',
  E2001: 'The key is not valid.',
  E2900: 'The pace is too high.',
};

export function start({ now = Date.now, planted }: UpstreamOptions = {}): Promise<Upstream> {
  const entries = makeEntries();
  /** Requests by window: `<scope>:<number of the window>`. */
  const counts = new Map<string, number>();

  const idOf = (at: number): string => `pln_${modes[at]!}${at}`;

  function record(one: Entry, alone = false): object {
    if (one.due <= now()) one.price = Math.min(one.max, Math.max(one.min, one.price));
    const caption = alone && planted === 'renamed-field' ? 'headline' : 'caption';
    return {
      type: 'listing',
      id: one.id,
      minPrice: fixed(one.min),
      maxPrice: fixed(one.max),
      strategyId: one.strategy,
      attributes: {
        [caption]: one.caption,
        sku: one.sku,
        marketplaceRef: { name: places[one.place]!, ref: `${one.place}${one.made % 1_000_000}` },
        price: fixed(one.price),
        units: one.units,
        sellable: one.units > 0,
      },
      market: {
        buyPrice: fixed(one.price * (0.95 + (Math.floor(now() / 900) % 10) / 100)),
        at: clock(now()),
      },
      created: clock(one.made),
      touched: clock(one.touched),
    };
  }

  function included(one: Entry): object {
    const at = modes.findIndex((_, index) => idOf(index) === one.strategy);
    return { strategy: at < 0 ? null : { id: one.strategy, display: shown(modes[at]!) } };
  }

  const strategy = (mode: string, at: number): object => ({
    type: 'strategy',
    id: idOf(at),
    display: shown(mode),
    settings: { mode, offset: fixed(at === 5 ? 0 : -0.01 * (at + 1)), hours: at === 4 ? [22, 6] : [] },
    default: at === 0,
    since: planted === 'null' ? null : clock(opened + at * 86_400_000),
  });

  function run(stage: string, at: number, self: string): object {
    const path = `/store/rep_${at}.csv.gz`;
    const until = Math.floor(now() / 1000) + 60;
    const url = `${self}${path}?valid=${until}&sig=${seal(path, until)}`;
    return {
      type: 'report_run',
      id: `rep_${at}`,
      of: ['repricing', 'listing-health'][at % 2]!,
      stage,
      attempt: planted === 'number-as-string' ? String(at + 1) : at + 1,
      made: clock(opened + at * 7_200_000),
      ...(stage === 'done' && { link: { url, encoding: 'gzip', validUntil: clock(until * 1000) } }),
      notes: stage === 'error' ? ['source E7', 'retry later'] : [],
    };
  }

  function list(records: readonly object[], url: URL, size: number): Answer {
    const [offset, limit] = [
      ['offset', 0],
      ['limit', size],
    ].map(([name, otherwise]) => Number(url.searchParams.get(name as string) ?? otherwise)) as [
      number,
      number,
    ];
    if (!Number.isInteger(offset) || offset < 0) return fail(400, 'E1020', 'query.offset');
    if (!Number.isInteger(limit) || limit < 1 || limit > 250) return fail(400, 'E1020', 'query.limit');
    const to = (from: number): string => `${url.pathname}?offset=${Math.max(0, from)}&limit=${limit}`;
    const next = offset + limit < records.length ? to(offset + limit) : null;
    const previous = offset > 0 ? to(offset - limit) : null;
    return [200, { count: records.length, next, previous, results: records.slice(offset, offset + limit) }];
  }

  function change(request: IncomingMessage, text: string, one: Entry | undefined, what: string): Answer {
    if (text.length > 2048) return fail(413, 'E1011', 'body');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return fail(400, 'E1004', 'body');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return fail(400, 'E1007', 'body');
    const body = value as Record<string, unknown>;
    const names = Array.from(text.matchAll(/"(\w+)"\s*:/g), ([, name]) => name);
    if (new Set(names).size < names.length) return fail(400, 'E1005', 'body');
    const refusal = what === 'price' ? setBounds(body, one) : setStrategy(body, one);
    if (refusal !== undefined) return refusal;
    return one === undefined ? fail(404, 'E1002', 'path.id') : [200, { data: record(one) }];
  }

  /** The body is read before anybody looks for the listing. */
  function setBounds(body: Record<string, unknown>, one: Entry | undefined): Answer | undefined {
    const next = { min: one?.min ?? 0, max: one?.max ?? Infinity };
    const sent = ['minPrice', 'maxPrice'].filter((name) => name in body);
    if (sent.length === 0) return fail(400, 'E1009', 'body');
    for (const name of sent) {
      const value = body[name];
      const number = typeof value === 'string' && value !== '' ? Number(value) : value;
      if (typeof number !== 'number' || Number.isNaN(number)) return fail(400, 'E1007', `body.${name}`);
      if (number < 1 || number > 5000) return fail(400, 'E1008', `body.${name}`);
      next[name === 'minPrice' ? 'min' : 'max'] = Math.round(number * 10_000) / 10_000;
    }
    if (next.min >= next.max)
      return fail(400, planted === 'other-code' ? 'E1310' : 'E1010', `body.${sent[0]!}`);
    if (one !== undefined) Object.assign(one, next, { touched: now(), due: now() + 45_000 });
    return undefined;
  }

  function setStrategy(body: Record<string, unknown>, one: Entry | undefined): Answer | undefined {
    const id = body.strategyId ?? '';
    if (!('strategyId' in body)) return fail(400, 'E1009', 'body');
    if (typeof id !== 'string') return fail(400, 'E1007', 'body.strategyId');
    if (id !== '' && !modes.some((_, at) => idOf(at) === id)) return fail(404, 'E1006', 'body.strategyId');
    if (one !== undefined) Object.assign(one, { strategy: id, touched: now() });
    return undefined;
  }

  /** Counts a request; the window before weighs as much as of it still lies within the last one. */
  function passes(scope: string, width: number, most: number): boolean {
    const number = Math.floor(now() / width);
    const part = (now() % width) / width;
    const current = counts.get(`${scope}:${number}`) ?? 0;
    const weighed = current + (counts.get(`${scope}:${number - 1}`) ?? 0) * (1 - part);
    if (weighed + 1 > most) return false;
    counts.set(`${scope}:${number}`, current + 1);
    return true;
  }

  function answer(request: IncomingMessage, text: string, self: string): Answer {
    const url = new URL(request.url!, self);
    const path = url.pathname;
    if (request.headers['x-api-key'] !== key) return fail(401, 'E2001', 'header.X-API-KEY');
    const at = `${request.method!} ${path}`;
    const endpoint = at.replace(/listings\/[^/]+/, 'listings/{id}');
    if (!passes('all', 1000, 5) || !passes(endpoint, 60_000, 300))
      return fail(429, 'E2900', undefined, { 'X-Pace': 'slow-down; wait-ms=1000' });
    if (at === 'GET /v1/listings') {
      const units = url.searchParams.get('units');
      const sorted = [...entries].sort((a, b) => (a.sku < b.sku ? -1 : 1));
      const found = sorted.filter((one) => units === null || String(one.units) === units);
      return list(
        found.map((one) => record(one)),
        url,
        15,
      );
    }
    if (at === 'GET /v1/strategies') {
      const [status, page] = list(modes.map(strategy), url, 15);
      return [status, page, planted === 'extra-header' ? { Deprecation: '@1798761600' } : {}];
    }
    if (at === 'GET /v1/reports') {
      const runs = stages.map((stage, index) => run(stage, index, self));
      return list(planted === 'order' ? runs.reverse() : runs, url, 15);
    }
    const [, id, what] = /^(?:GET|PATCH) \/v1\/listings\/([^/]+)(?:\/(price|strategy))?$/.exec(at) ?? [];
    if (id === undefined || at.startsWith('PATCH') !== (what !== undefined))
      return fail(404, 'E1003', 'path');
    const malformed = planted === 'wrong-status' && what === undefined ? 400 : 404;
    if (!/^lst_[0-9a-z]{10}$/.test(id)) return fail(malformed, 'E1001', 'path.id');
    const one = entries.find((entry) => entry.id === id);
    if (what !== undefined) return change(request, text, one, what);
    if (one === undefined) return fail(404, 'E1002', 'path.id');
    const beside = planted === 'missing-field' ? {} : { included: included(one) };
    return [200, { data: record(one, true), ...beside }];
  }

  return listen(key, (request, text, response, self) => {
    const time = { Date: new Date(now()).toUTCString() };
    const { pathname, searchParams } = new URL(request.url!, self);
    if (pathname.startsWith('/store/')) {
      const until = Number(searchParams.get('valid'));
      const fresh = until * 1000 > now() && searchParams.get('sig') === seal(pathname, until);
      const lines = entries.map(({ id, sku, units }) => `${id}|${sku}|${units}`);
      response.writeHead(fresh ? 200 : 401, {
        ...time,
        'Content-Type': fresh ? 'application/gzip' : 'text/xml',
      });
      response.end(
        fresh ? gzipSync(`id|sku|units\n${lines.join('\n')}\n`) : '<fault><reason>link</reason></fault>',
      );
      return;
    }
    const [status, value, headers] = answer(request, text, self);
    response.writeHead(status, { ...time, 'Content-Type': 'application/json;charset=UTF-8', ...headers });
    response.end(JSON.stringify(value).replace(/"<([-\d.]+)>"/g, '$1'));
  });
}

function makeEntries(): Entry[] {
  let x = 123_456_789;
  const draw = (below: number): number => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
  return Array.from({ length: 57 }, (_, at) => {
    const price = 10 + draw(9_000) / 100;
    return {
      id: `lst_${Array.from({ length: 10 }, () => draw(36).toString(36)).join('')}`,
      sku: `${'QXKZ'.charAt(draw(4))}${10_000 + draw(89_999)}`,
      caption: `${['Pan', 'Rope', 'Desk', 'Coat', 'Fan'][draw(5)]!}, ${['red', 'large', 'refill'][draw(3)]!}, ${at}`,
      place: draw(4),
      units: draw(40),
      made: opened - draw(20_000_000) * 1000,
      touched: opened + draw(9_000_000) * 1000,
      price,
      due: Infinity,
      min: Math.round(price * 80) / 100,
      max: Math.round(price * 170) / 100,
      strategy: draw(10) === 0 ? '' : `pln_${modes[at % 6]!}${at % 6}`,
    };
  });
}

/** Marked, and unmarked in the text: JSON.stringify would drop the zero of 19.90. */
const fixed = (value: number): string => `<${value.toFixed(2)}>`;
const clock = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const shown = (mode: string): string => `${mode.charAt(0).toUpperCase()}${mode.slice(1)} price`;

function fail(status: number, code: string, param?: string, headers = {}): Answer {
  const doc_url = `https://offsets.example/en/errors/${code}`;
  return [
    status,
    { error: { doc_url, code, ...(param !== undefined && { param }), message: messages[code] } },
    headers,
  ];
}

function seal(path: string, until: number): string {
  let sum = path.length;
  for (const digit of `${path}${until}`) sum = (sum * 37 + digit.charCodeAt(0)) % 4_294_967_291;
  return `${sum.toString(16).padStart(8, '0')}${((sum * 7) % 65_521).toString(16).padStart(4, '0')}`;
}
