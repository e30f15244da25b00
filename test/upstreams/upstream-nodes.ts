// An upstream of connections: collections are `nodes` under the collection's own name with an opaque cursor, single
// records stand in a wrapper, a PATCH answers 204, both bounds are required, money is an object, times have an offset.
import type { IncomingMessage } from 'node:http';
import { listen } from './listen.ts';
import type { Plants, Upstream, UpstreamOptions } from './listen.ts';

class Listing {
  readonly id: string;
  readonly number: number;
  readonly offer: number;
  readonly made: number;
  modified: number;
  minPrice: number | null;
  maxPrice: number | null;
  strategyId: string | null;

  constructor(number: number, random: () => number) {
    this.number = number;
    this.made = Date.UTC(2025, 5, 1) + number * 5_400_000;
    this.modified = this.made + Math.floor(random() * 1e9);
    this.id = uuid(random, '7', this.made);
    this.offer = 5 + Math.floor(random() * 20_000) / 100;
    const bounded = random() > 0.08;
    this.minPrice = bounded ? round(this.offer * 0.9) : null;
    this.maxPrice = bounded ? round(this.offer * 1.6) : null;
    this.strategyId = random() > 0.1 ? plans[Math.floor(random() * plans.length)]!.id : null;
  }
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, param: string | null, message: string, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }
}

export const plants: Plants = {
  'renamed-field': { request: 'GET /v1/reports', where: 'reportRuns.nodes[*].phase' },
  'number-as-string': { request: 'GET /v1/listings/{id}', where: 'listing.onHand' },
  'missing-field': { request: 'GET /v1/strategies', where: 'strategies.nodes[*].tactic' },
  'wrong-status': { request: 'PATCH /v1/listings/{id}/price', where: 'status' },
  'other-code': { request: 'PATCH /v1/listings/{id}/strategy', where: 'error.code' },
  null: { request: 'GET /v1/listings/{id}', where: 'listing.heading' },
  order: { request: 'GET /v1/strategies', where: 'strategies.nodes' },
  'extra-header': { request: 'GET /v1/strategies', where: 'header X-Region' },
};

const key = 'N0DE5-8842-aa71-c0de';
const grains = generator(4242);
const plans = ['Undercut', 'Follow', 'Premium', 'Liquidate', 'Parity', 'Manual'].map((label, at) => ({
  id: uuid(grains, '4'),
  label,
  tactic: ['BELOW', 'EQUAL', 'ABOVE', 'BELOW', 'EQUAL', 'NONE'][at]!,
  margin: at === 5 ? null : { kind: at % 2 === 0 ? 'RATIO' : 'AMOUNT', value: 0.015 * (at + 1) },
}));
const phases = ['SUCCEEDED', 'RUNNING', 'PENDING', 'FAILED', 'ABORTED', 'SUCCEEDED', 'PURGED'];

export function start({ now = Date.now, planted }: UpstreamOptions = {}): Promise<Upstream> {
  const random = generator(99);
  const listings = Array.from({ length: 57 }, (_, at) => new Listing(at, random));
  /** When requests came, refused ones too. */
  let log: number[] = [];
  let calls = 0;

  const node = (one: Listing, alone = false): object => ({
    id: one.id,
    merchantSku: `nd.${one.number.toString(36)}.${one.id.slice(-4)}`,
    heading:
      alone && planted === 'null' ? null : `Article ${one.number} – ${['S', 'M', 'L'][one.number % 3]!}`,
    market: ['MKT1_US', 'MKT1_DE', 'MKT2_US'][one.number % 3]!,
    lifecycle: one.number % 11 === 0 ? 'SUPPRESSED' : one.number % 5 === 0 ? 'DISABLED' : 'ENABLED',
    condition: one.number % 4 === 0 ? 'LIKE_NEW' : 'NEW',
    offer: money(one.offer),
    minPrice: one.minPrice,
    maxPrice: one.maxPrice,
    strategyId: one.strategyId,
    onHand: alone && planted === 'number-as-string' ? String(onHand(one)) : onHand(one),
    buyable: one.number % 7 !== 0,
    costs: {
      purchase: one.number % 6 === 0 ? null : money(round(one.offer * 0.6)),
      fees: [{ kind: 'REFERRAL', amount: money(round(one.offer * 0.15)) }],
    },
    signals: {
      views24h: Math.floor(now() / 700 + one.number * 37) % 500,
      rivalOffer: money(round(one.offer * (0.9 + ((now() / 500 + one.number) % 20) / 100))),
    },
    createdAt: stamp(one.made),
    modifiedAt: stamp(one.modified),
  });

  function connection(name: string, nodes: readonly object[], query: URLSearchParams): object {
    const size = Number(query.get('first') ?? 10);
    if (!Number.isInteger(size) || size < 1 || size > 30)
      throw new Refused(400, 'InvalidArgument', 'query.first', 'first is a whole number from 1 to 30');
    const after = query.get('after');
    const from = after === null ? 0 : Number(Buffer.from(after, 'base64url').toString().split(':')[1]);
    if (!Number.isInteger(from))
      throw new Refused(400, 'StaleCursor', 'query.after', 'this cursor is not ours');
    const next = from + size;
    const cursor = next < nodes.length ? Buffer.from(`${name}:${next}`).toString('base64url') : null;
    return { [name]: { nodes: nodes.slice(from, next), cursor, asOf: stamp(now()) } };
  }

  const run = (phase: string, at: number, self: string): object => {
    const done = phase === 'SUCCEEDED';
    const url = (format: string): string => {
      const path = `/d/${4000 + at}.${format}`;
      const until = Math.floor(now() / 1000) + 3600;
      return `${self}${path}?token=${seal(path, until)}`;
    };
    return {
      runId: `run-${(4000 + at).toString(16)}`,
      report: ['MARGINS', 'OFFERS', 'STOCK', 'CHANGES'][at % 4]!,
      [planted === 'renamed-field' ? 'state' : 'phase']: phase,
      progress: { percent: done ? 100 : phase === 'RUNNING' ? 40 : 0, rows: done ? 57 : null },
      links: done ? { csv: url('csv'), json: url('json') } : null,
      reason: phase === 'FAILED' ? { code: 'UpstreamTimeout', attempts: 3 } : null,
      window: { since: stamp(Date.UTC(2026, 0, 1 + at)), until: stamp(Date.UTC(2026, 0, 2 + at)) },
      requestedAt: stamp(Date.UTC(2026, 0, 2 + at, 6, 30)),
      endedAt: phase === 'PENDING' || phase === 'RUNNING' ? null : stamp(Date.UTC(2026, 0, 2 + at, 6, 34)),
    };
  };

  function download(path: string, token: string): readonly [number, string, string] {
    const until = Number.parseInt(token.split('.')[0]!, 36);
    if (token !== seal(path, until)) return [403, 'text/html', '<h1>Forbidden</h1>'];
    if (until * 1000 <= now()) return [403, 'text/html', '<h1>Forbidden</h1><p>Expired.</p>'];
    const rows = listings.map(({ id, offer, minPrice, maxPrice }) => ({ id, offer, minPrice, maxPrice }));
    if (path.endsWith('.json')) return [200, 'application/json', JSON.stringify(rows)];
    const lines = rows.map((row) => Object.values(row).join(','));
    return [200, 'text/csv', `${Object.keys(rows[0]!).join(',')}\n${lines.join('\n')}\n`];
  }

  function setBounds(one: Listing, body: Record<string, unknown>): void {
    for (const name of Object.keys(body))
      if (name !== 'minPrice' && name !== 'maxPrice')
        throw new Refused(400, 'UnexpectedArgument', `body.${name}`, `${name} is not expected`);
    const [low, high] = (['minPrice', 'maxPrice'] as const).map((name) => {
      const value = body[name];
      if (value === undefined)
        throw new Refused(400, 'MissingArgument', `body.${name}`, `${name} is missing`);
      if (value === null) return null;
      if (typeof value !== 'number')
        throw new Refused(400, 'InvalidArgument', `body.${name}`, `${name} is no number`);
      if (value < 0.1 || value > 20_000)
        throw new Refused(400, 'InvalidArgument', `body.${name}`, 'prices go from 0.1 to 20000');
      return round(value);
    }) as [number | null, number | null];
    if (low !== null && high !== null && low > high) {
      const status = planted === 'wrong-status' ? 409 : 400;
      throw new Refused(
        status,
        'BoundsCrossed',
        'body.minPrice,body.maxPrice',
        'the bounds cross each other',
      );
    }
    Object.assign(one, { minPrice: low, maxPrice: high, modified: now() });
  }

  function setPlan(one: Listing, body: Record<string, unknown>): void {
    for (const name of Object.keys(body))
      if (name !== 'strategyId')
        throw new Refused(400, 'UnexpectedArgument', `body.${name}`, `${name} is not expected`);
    const id = body.strategyId;
    if (id === undefined)
      throw new Refused(400, 'MissingArgument', 'body.strategyId', 'strategyId is missing');
    if (typeof id !== 'string')
      throw new Refused(400, 'InvalidArgument', 'body.strategyId', 'strategyId is no text');
    if (id !== '' && !plans.some((plan) => plan.id === id))
      throw new Refused(
        400,
        planted === 'other-code' ? 'InvalidArgument' : 'UnknownStrategy',
        'body.strategyId',
        'no such strategy is configured',
      );
    Object.assign(one, { strategyId: id === '' ? null : id, modified: now() });
  }

  function limit(): void {
    log = [...log.filter((at) => at > now() - 60_000), now()];
    const inSecond = log.filter((at) => at > now() - 1000).length;
    if (inSecond <= 5 && log.length <= 300) return;
    const wait = inSecond > 5 ? 1 : Math.ceil((log[0]! + 60_000 - now()) / 1000);
    throw new Refused(429, 'Throttled', null, 'slow down', { 'Retry-After': String(wait) });
  }

  function serve(request: IncomingMessage, text: string, self: string): object | undefined {
    const { pathname, searchParams: query } = new URL(request.url!, self);
    if (request.headers['x-api-key'] !== key) throw new Refused(401, 'Unauthenticated', null, 'unknown key');
    limit();
    const at = `${request.method!} ${pathname}`;
    if (at === 'GET /v1/listings') {
      const wanted = query.get('lifecycle');
      const sorted = [...listings].sort((a, b) => (a.id < b.id ? -1 : 1)).map((one) => node(one));
      const nodes = sorted.filter((one) => wanted === null || Object.values(one).includes(wanted));
      return connection('listings', nodes, query);
    }
    if (at === 'GET /v1/strategies') {
      const nodes = plans.map(({ tactic, ...plan }) => ({
        ...plan,
        ...(planted !== 'missing-field' && { tactic }),
        system: plan.margin === null,
      }));
      return connection('strategies', planted === 'order' ? nodes.reverse() : nodes, query);
    }
    if (at === 'GET /v1/reports') {
      const nodes = phases.map((phase, index) => run(phase, index, self));
      return connection('reportRuns', nodes, query);
    }
    const [, id, what] = /^(?:GET|PATCH) \/v1\/listings\/([^/]+)(\/price|\/strategy)?$/.exec(at) ?? [];
    if (id === undefined || at.startsWith('GET') !== (what === undefined))
      throw new Refused(404, 'NoSuchOperation', null, 'this is not offered');
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
      throw new Refused(400, 'InvalidId', 'path.id', 'an id is a UUID in small letters');
    const one = listings.find((candidate) => candidate.id === id);
    if (one === undefined) throw new Refused(404, 'NoSuchListing', 'path.id', 'there is no such listing');
    if (what === undefined) return { listing: node(one, true) };
    const body = readBody(request, text);
    (what === '/price' ? setBounds : setPlan)(one, body);
    return undefined;
  }

  return listen(key, (request, text, response, self) => {
    calls += 1;
    const trace = `${((now() * 31 + calls) % 4_294_967_296).toString(16)}.${calls}`;
    const common = { Date: new Date(now()).toUTCString(), 'X-Correlation-Id': trace };
    const url = new URL(request.url!, self);
    if (url.pathname.startsWith('/d/')) {
      const [status, type, body] = download(url.pathname, url.searchParams.get('token') ?? '');
      response.writeHead(status, { ...common, 'Content-Type': type }).end(body);
      return;
    }
    let status = 200;
    let headers: Readonly<Record<string, string>> = {};
    let answer: object | undefined;
    try {
      answer = serve(request, text, self);
      if (answer === undefined) status = 204;
      if (planted === 'extra-header' && request.url!.startsWith('/v1/strategies'))
        headers = { 'X-Region': 'eu-2' };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message, param } = error;
      ({ status, headers } = error);
      answer = {
        error: { code, param, message, doc_url: `https://nodes.example/help/v1/errors/${code}`, trace },
      };
    }
    const left = 300 - log.filter((at) => at > now() - 60_000).length;
    response.writeHead(status, {
      ...common,
      ...(answer !== undefined && { 'Content-Type': 'application/json' }),
      'X-Throttle-Remaining-Minute': String(Math.max(0, left)),
      'Cache-Control': 'no-store',
      ...headers,
    });
    response.end(answer === undefined ? undefined : JSON.stringify(answer));
  });
}

function readBody(request: IncomingMessage, text: string): Record<string, unknown> {
  const type = request.headers['content-type']?.split(';')[0];
  if (type !== 'application/json' || text.length > 4096)
    throw new Refused(400, 'UnreadableBody', null, 'send at most 4096 bytes of application/json');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refused(400, 'UnreadableBody', null, 'the body is no JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Refused(400, 'UnreadableBody', null, 'the body is no object');
}

function onHand({ number }: Listing): number {
  return number % 7 === 0 ? 0 : number * 3;
}

function money(value: number): object {
  return { amount: value.toFixed(2), currency: 'EUR' };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** An hour ahead of UTC, without milliseconds. */
function stamp(at: number): string {
  return `${new Date(at + 3_600_000).toISOString().slice(0, 19)}+01:00`;
}

function seal(path: string, until: number): string {
  let state = until;
  for (const letter of path) state = (state * 33 + letter.charCodeAt(0)) % 2_147_483_647;
  return `${until.toString(36)}.${state.toString(36)}`;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** @param at the time that a version 7 begins with */
function uuid(random: () => number, version: string, at?: number): string {
  let hex = at === undefined ? '' : at.toString(16).padStart(12, '0');
  while (hex.length < 32) hex += Math.floor(random() * 16).toString(16);
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20),
  ];
  return `${a}-${b}-${version}${c}-a${d}-${e}`;
}
