// An upstream that counts in cents: Pascal case, fields without a value left out, bare arrays paged by a Link header
// alone, times in milliseconds, full records around which a PATCH puts warnings, token buckets, Retry-After as a date.
import type { IncomingMessage } from 'node:http';
import { listen } from './listen.ts';
import type { Plants, Upstream, UpstreamOptions } from './listen.ts';

interface Row {
  Id: string;
  Sku: string;
  Title: string;
  Channel: { Code: string; Country: string };
  Status: string;
  Price: number;
  MinPrice?: number;
  MaxPrice?: number;
  StrategyId?: string;
  Quantity: number;
  Parcel?: { WeightGrams: number; Fragile: boolean };
  Created: number;
  Updated: number;
}

interface Result {
  status: number;
  value?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export const plants: Plants = {
  'renamed-field': { request: 'GET /v1/listings/{id}', where: 'Title' },
  'number-as-string': { request: 'GET /v1/strategies', where: '[*].Priority' },
  'missing-field': { request: 'GET /v1/listings/{id}', where: 'Channel' },
  'wrong-status': { request: 'GET /v1/listings/{id}', where: 'status' },
  'other-code': { request: 'PATCH /v1/listings/{id}/price', where: 'error.code' },
  null: { request: 'GET /v1/strategies', where: '[*].Label' },
  order: { request: 'GET /v1/reports', where: '' },
  'extra-header': { request: 'GET /v1/listings/{id}', where: 'header X-Cache-Tier' },
};

const key = 'cents.live.5b81aa09e3';
const born = Date.UTC(2025, 10, 3);
const kinds = ['CHASE', 'FLOOR', 'CEILING', 'SHADOW', 'ROTATE', 'REST'];

export function start({ now = Date.now, planted }: UpstreamOptions = {}): Promise<Upstream> {
  const rows = makeRows();
  const second = { tokens: 5, at: now() };
  const minute = { tokens: 300, at: now() };
  let requests = 100;

  const show = (row: Row): object => {
    const rank = 1 + ((Math.floor(now() / 1000) * 13 + row.Created / 1000) % 4000);
    return { ...row, Market: { Rank: Math.floor(rank), Sellers: (row.Quantity % 9) + 1 } };
  };

  function single(row: Row): Result {
    const record: Record<string, unknown> = { ...show(row) };
    if (planted === 'missing-field') delete record.Channel;
    if (planted === 'renamed-field') {
      record.Name = record.Title;
      delete record.Title;
    }
    const extra = planted === 'extra-header' ? { 'X-Cache-Tier': 'warm' } : {};
    return { status: 200, value: record, headers: { ETag: tag(row), ...extra } };
  }

  const strategies = (): object[] =>
    kinds.map((kind, at) => ({
      Id: `strat_${at + 1}${kind.slice(0, 2).toLowerCase()}`,
      Label: planted === 'null' ? null : `${kind.charAt(0)}${kind.slice(1).toLowerCase()} group`,
      Kind: kind,
      Priority: planted === 'number-as-string' ? String(at * 10) : at * 10,
      ...(at % 2 === 0 && { Rule: { Unit: 'CENTS', Offset: -at - 1, Floors: [100, 250 + at] } }),
      Active: at !== 5,
    }));

  function reports(self: string): object[] {
    const runs = [3, 2, 1, 0, 3, 4, 9].map((state, at) => {
      const formats = state === 3 ? (at === 0 ? ['CSV', 'TSV'] : ['CSV']) : [];
      return {
        Id: 7001 + at,
        Type: ['PRICES', 'INVENTORY', 'SALES'][at % 3]!,
        State: state,
        CreatedMs: born + at * 3_600_000,
        ...(state >= 3 && { FinishedMs: born + at * 3_600_000 + 42_000 }),
        ...(state === 3 && { Rows: rows.length }),
        ...(formats.length > 0 && { Files: formats.map((format) => link(self, 7001 + at, format)) }),
        ...(state === 9 && { Problem: { Number: 31, Text: 'The source took too long.' } }),
      };
    });
    return planted === 'order' ? runs.reverse() : runs;
  }

  function link(self: string, id: number, format: string): object {
    const path = `/blob/${id}/${format.toLowerCase()}`;
    const exp = Math.floor(now() / 1000) + 120;
    return {
      Format: format,
      Href: `${self}${path}?exp=${exp}&signature=${seal(path, exp)}`,
      Bytes: table(format).length,
    };
  }

  function table(format: string): string {
    const cut = format === 'CSV' ? ',' : '\t';
    const lines = rows.map(({ Sku, Price, Quantity }) => [Sku, Price, Quantity].join(cut));
    return `${['Sku', 'Price', 'Quantity'].join(cut)}\r\n${lines.join('\r\n')}\r\n`;
  }

  function blob({ pathname, searchParams }: URL): Result {
    const exp = Number(searchParams.get('exp'));
    const known = /^\/blob\/(7001|7005)\/(csv|tsv)$/.exec(pathname);
    const fresh = exp > now() / 1000;
    if (known === null || !fresh || searchParams.get('signature') !== seal(pathname, exp))
      return { status: 404, text: 'No such object.', headers: { 'Content-Type': 'text/plain' } };
    const text = table(known[2]!.toUpperCase());
    return {
      status: 200,
      text,
      headers: { 'Content-Type': `text/${known[2] === 'csv' ? 'csv' : 'tab-separated-values'}` },
    };
  }

  function pageOf(records: readonly object[], url: URL, size: number): Result {
    const query = url.searchParams;
    const page = Number(query.get('page') ?? '1');
    const per = Number(query.get('size') ?? size);
    if (!(page >= 1) || page % 1 !== 0) return refuse(400, 'query.page', 'page starts at 1', 'page');
    if (!(per >= 1 && per <= 200) || per % 1 !== 0)
      return refuse(400, 'query.size', 'size goes from 1 to 200', 'size');
    const last = Math.max(1, Math.ceil(records.length / per));
    const to = (target: number, rel: string): string =>
      `<${url.pathname}?page=${target}&size=${per}>; rel="${rel}"`;
    const links = [to(1, 'first'), to(last, 'last')];
    if (page < last) links.unshift(to(page + 1, 'next'));
    if (page > 1) links.unshift(to(page - 1, 'prev'));
    return {
      status: 200,
      value: records.slice((page - 1) * per, page * per),
      headers: { Link: links.join(', '), 'X-Total-Count': String(records.length) },
    };
  }

  function setPrice(row: Row, body: Record<string, unknown>): Result {
    const next = { MinPrice: row.MinPrice, MaxPrice: row.MaxPrice };
    for (const name of ['MinPrice', 'MaxPrice'] as const) {
      const sent = body[name];
      if (sent === undefined || sent === null) continue;
      const cents = typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : sent;
      const code = planted === 'other-code' ? 'price.malformed' : 'price.not_in_cents';
      if (typeof cents !== 'number' || !Number.isInteger(cents))
        return refuse(400, code, `${name} is a whole number of cents`, name);
      if (cents < 0 || cents > 5_000_000) return refuse(400, 'price.range', `${name} is out of range`, name);
      next[name] = cents;
    }
    const { MinPrice: low, MaxPrice: high } = next;
    const inverted = low !== undefined && high !== undefined && low > high;
    if (low !== row.MinPrice || high !== row.MaxPrice) row.Updated = now();
    if (low !== undefined) row.MinPrice = low;
    if (high !== undefined) row.MaxPrice = high;
    if (!inverted) row.Price = Math.min(high ?? Infinity, Math.max(low ?? 0, row.Price));
    const warnings = inverted ? [{ Number: 12, Text: 'The bounds exclude every price.' }] : [];
    return { status: 200, value: { Listing: show(row), Warnings: warnings }, headers: { ETag: tag(row) } };
  }

  function setStrategy(row: Row, { StrategyId: id }: Record<string, unknown>): Result {
    if (typeof id !== 'string' && id !== null)
      return refuse(400, 'strategy.missing', 'StrategyId is a text', 'StrategyId');
    if (id === null || id === '') delete row.StrategyId;
    else if (!strategies().some((strategy) => (strategy as { Id: string }).Id === id))
      return refuse(400, 'strategy.unknown', `no strategy is called ${id}`, 'StrategyId');
    else row.StrategyId = id;
    row.Updated = now();
    return { status: 200, value: { Listing: show(row), Warnings: [] }, headers: { ETag: tag(row) } };
  }

  /** @returns milliseconds to wait, 0 for none */
  function take(): number {
    for (const [bucket, size, perMs] of [
      [second, 5, 5 / 1000],
      [minute, 300, 300 / 60_000],
    ] as const) {
      bucket.tokens = Math.min(size, bucket.tokens + (now() - bucket.at) * perMs);
      bucket.at = now();
    }
    if (second.tokens < 1) return Math.ceil((1 - second.tokens) * 200);
    if (minute.tokens < 1) return Math.ceil((1 - minute.tokens) * 200);
    second.tokens -= 1;
    minute.tokens -= 1;
    return 0;
  }

  function handle(request: IncomingMessage, body: string, self: string): Result {
    const url = new URL(request.url!, self);
    if (url.pathname.startsWith('/blob/')) return blob(url);
    if (request.headers['x-api-key'] !== key) {
      const headers = { 'WWW-Authenticate': 'Key realm="cents"' };
      return { ...refuse(401, 'key.rejected', 'This key is not one of ours.'), headers };
    }
    const wait = take();
    if (wait > 0) {
      const again = new Date(Math.ceil((now() + wait) / 1000) * 1000).toUTCString();
      return { ...refuse(429, 'rate.exceeded', 'Too many requests.'), headers: { 'Retry-After': again } };
    }
    const path = url.pathname.replace(/^\/v\d+/, '');
    const method = request.method!;
    if (method === 'GET' && path === '/listings') {
      const order = (a: Row, b: Row): number => b.Updated - a.Updated || (a.Id < b.Id ? -1 : 1);
      return pageOf([...rows].sort(order).map(show), url, 25);
    }
    if (method === 'GET' && path === '/strategies') return pageOf(strategies(), url, 50);
    if (method === 'GET' && path === '/reports') return pageOf(reports(self), url, 50);
    const found = /^\/listings\/([^/]+)(\/price|\/strategy)?$/.exec(path);
    if (found === null) return refuse(404, 'route.unknown', 'Nothing is here.');
    if (method !== (found[2] === undefined ? 'GET' : 'PATCH'))
      return refuse(400, 'method.unsupported', `${method} is not done here.`);
    const row = rows.find(({ Id }) => Id === found[1]!.toUpperCase());
    const missing = planted === 'wrong-status' && method === 'GET' ? 410 : 404;
    if (row === undefined) return refuse(missing, 'listing.unknown', 'There is no such listing.', 'Id');
    if (method === 'GET') return single(row);
    if (body.length > 16_384) return refuse(400, 'body.long', 'The body is too long.');
    const guard = request.headers['if-match'];
    if (guard !== undefined && guard !== tag(row)) return refuse(412, 'listing.changed', 'Read it again.');
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return refuse(400, 'body.json', 'The body cannot be read.');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(400, 'body.object', 'The body has to be an object.');
    const change = found[2] === '/price' ? setPrice : setStrategy;
    return change(row, value as Record<string, unknown>);
  }

  return listen(key, (request, body, response, self) => {
    const { status, value, text, headers } = handle(request, body, self);
    requests += 1;
    response.writeHead(status, {
      Server: 'cents/4',
      Date: new Date(now()).toUTCString(),
      'Request-Id': `req_${(requests * 104_729 + now()).toString(36)}`,
      ...(text === undefined && { 'Content-Type': 'application/vnd.cents.v4+json' }),
      ...headers,
    });
    response.end(text ?? JSON.stringify(value));
  });
}

function makeRows(): Row[] {
  let seed = 77;
  const roll = (sides: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 4_294_967_296) * sides);
  };
  const hex = (length: number): string =>
    Array.from({ length }, () => roll(16).toString(16).toUpperCase()).join('');
  return Array.from({ length: 57 }, (_, at) => {
    const price = 1_250 + roll(7_000);
    return {
      Id: `${hex(8)}-${hex(4)}-4${hex(3)}-9${hex(3)}-${hex(12)}`,
      Sku: `${roll(900) + 100}/${at}+${hex(2)}`,
      Title: `${['Café', 'Garden', 'Office', 'Travel'][roll(4)]!} ${['set', 'pack', 'unit'][roll(3)]!} #${at}`,
      Channel: { Code: ['EAST', 'WEST'][roll(2)]!, Country: ['US', 'CA', 'MX'][roll(3)]! },
      Status: ['LIVE', 'LIVE', 'LIVE', 'HELD', 'SOLD_OUT'][roll(5)]!,
      Price: price,
      ...(roll(10) > 0 && { MinPrice: price - 200 - roll(300), MaxPrice: price + 300 + roll(900) }),
      ...(roll(8) > 0 && { StrategyId: `strat_${['1ch', '2fl', '3ce', '4sh', '5ro', '6re'][roll(6)]!}` }),
      Quantity: roll(80),
      ...(roll(3) > 0 && { Parcel: { WeightGrams: 50 + roll(4000), Fragile: roll(5) === 0 } }),
      Created: born - roll(30_000_000) * 100,
      Updated: born + roll(40_000_000) * 100,
    };
  });
}

const tag = ({ Id, Updated }: Row): string => `"${Id.slice(0, 6)}-${Updated.toString(36)}"`;

const refuse = (status: number, code: string, message: string, param?: string): Result => ({
  status,
  value: {
    error: {
      code,
      ...(param !== undefined && { param }),
      message,
      doc_url: `https://cents.example/docs/errors/${code}`,
    },
  },
});

function seal(path: string, exp: number): string {
  let sum = exp;
  for (const letter of path) sum = (sum * 131 + letter.charCodeAt(0)) % 68_719_476_731;
  return `c${sum.toString(36)}${(exp * 17).toString(36)}`;
}
