// A service for each number, composed at random: every way it has is drawn by itself, so that no rule can be made for it.
import type { Answered, Asked, ForeignService, Run } from './contract.ts';
import { hex, json, member, scrambled } from './kit.ts';
import type { Headers } from './kit.ts';
import { digest, isObject, parsed } from './materials.ts';
import type { Row } from './materials.ts';
import { findListings, findOthers, wishOf } from './composed-finds.ts';
import { limiterOf } from './composed-limits.ts';
import { page, placed, rowsPlace } from './composed-pages.ts';
import type { Found } from './composed-pages.ts';
import { recordsOf } from './composed-records.ts';
import type { Listing } from './composed-records.ts';
import { Refusal, refused, requestIdOf } from './composed-refusals.ts';
import type { Asking } from './composed-refusals.ts';
import { session } from './composed-session.ts';
import { drawStyle } from './composed-style.ts';
import type { Style } from './composed-style.ts';
import { viewsOf } from './composed-views.ts';
import { writesOf } from './composed-writes.ts';

export function composedService(seed: number): ForeignService {
  const style = drawStyle(seed);
  const key = `composed-${scrambled(`composed key ${seed}`, 20, hex)}`;
  return {
    name: `composed-${seed}`,
    key,
    start: (run) => start(style, key, run),
    recordsIn: (body) => {
      const rows = ['listings', 'strategies', 'reports']
        .map((kind) => member(body, ...placed(style, rowsPlace(style, kind))))
        .find(Array.isArray);
      return (rows as unknown[] | undefined) ?? [];
    },
    session: (api, which) => session(style, api, which),
  };
}

function start(style: Style, key: string, run: Run): (request: Asked) => Answered {
  const { strategies, listings, runs } = recordsOf(style, run.now());
  const { habits, name } = style;
  const views = viewsOf(style, run, (strategy) => listings.filter((one) => one.strategy === strategy).length);
  const limiter = limiterOf(style, run);
  const { write, changes } = writesOf({ style, run, views, strategies, one, tagsOf });
  let count = 0;

  function found(kind: string, query: URLSearchParams): Found {
    if (kind === 'strategies') {
      const rows = strategies.map((each) => ({
        id: each.id,
        shown: views.strategy(each),
        word: String(each.isOn),
      }));
      return findOthers(style, kind, rows, query);
    }
    if (kind === 'reports') {
      const rows = runs.map((each) => ({
        id: each.id,
        shown: views.reportRun(each),
        word: String(views.reportWord(each)),
      }));
      return findOthers(style, kind, rows, query);
    }
    return findListings(style, views, listings, query);
  }

  function one(shown: Row, tag: Headers = []): Answered {
    const body =
      style.one === 'data'
        ? { [name('data')]: shown }
        : style.one === 'kind'
          ? { [name('listing')]: shown }
          : shown;
    return json(200, body, tag);
  }

  function tagsOf(listing: Listing): Headers {
    if (style.tags === 'none') return [];
    return [['ETag', `"${digest(JSON.stringify(views.listing(listing, true))).slice(0, 20)}"`]];
  }

  const modifiedOf = ({ updated }: Listing): Headers =>
    habits.lastModified && style.extras.updated ? [['Last-Modified', new Date(updated).toUTCString()]] : [];

  /** Nothing where the client has the answer already. */
  function unlessKnown(request: Asked, answered: Answered): Answered {
    const tag = answered.headers.find(([header]) => header === 'ETag');
    return tag !== undefined && request.headers['if-none-match'] === tag[1]
      ? { status: 304, headers: [tag], body: '' }
      : answered;
  }

  /** What stands in each answer of the service, beside what it is about. */
  function dressed(answered: Answered, asking: Asking): Answered {
    const body = parsed(answered.body);
    if (!isObject(body)) return answered;
    const isGood = answered.status < 400;
    const first: Row =
      habits.success === 'flag'
        ? { [name('success')]: isGood }
        : habits.success === 'code'
          ? { [name('result code')]: isGood ? 0 : answered.status }
          : habits.success === 'word'
            ? { [name('result')]: isGood ? 'success' : 'failure' }
            : {};
    const isTraced = habits.traced === 'all' && (style.requestId === 'body' || style.requestId === 'both');
    const last: Row = {
      ...(isGood && isTraced && { [name('request id')]: requestIdOf(style, asking) }),
      ...(isGood &&
        habits.generated &&
        asking.request.method === 'GET' && { [name('generated at')]: views.time(run.now()) }),
    };
    return { ...answered, body: JSON.stringify({ ...first, ...body, ...last }) };
  }

  function answer(request: Asked, url: URL): Answered {
    const file = runs.find(({ id }) => url.pathname === `/files/${id}.csv`);
    if (file !== undefined) {
      const shown = listings.filter(({ isDeleted }) => !isDeleted);
      const lines = shown.map(({ sku, stock }) => `${sku},${stock}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `sku,stock\n${lines.join('\n')}\n`,
      };
    }
    const change = changes.get(url.pathname);
    if (change !== undefined && request.method === 'GET') return json(200, change());
    const [, kind, id, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (kind === undefined || (id !== undefined && kind !== 'listings')) return noRoute(request, url);
    const method = part === undefined ? 'GET' : habits.writeMethod;
    if (request.method !== method) return wrongMethod(request, url, method);
    if (habits.accept && !/json|\*/.test(request.headers.accept ?? '*')) {
      throw new Refusal(406, [{ kind: 'not acceptable', told: { value: request.headers.accept! } }]);
    }
    if (id === undefined) {
      const answered = page(style, run, url, found(kind, url.searchParams));
      if (style.tags !== 'all' || answered.body === '') return answered;
      const tag: Headers = [['ETag', `"${digest(answered.body).slice(0, 20)}"`]];
      return unlessKnown(request, { ...answered, headers: [...answered.headers, ...tag] });
    }
    const listing = listings.find((each) => String(each.id) === decodeURIComponent(id));
    if (listing === undefined || (listing.isDeleted && habits.deleted === 'hidden')) {
      if (style.status.badId === 400 && !hasForm(style, id)) {
        throw new Refusal(400, [{ kind: 'invalid id', told: { value: id } }]);
      }
      if (habits.missing === 'none') return { status: 404, headers: [], body: '' };
      const more = habits.missing === 'usual' ? {} : { [style.errorName('data')]: null };
      throw new Refusal(404, [{ kind: 'not found', told: { field: 'Listing', value: id } }], [], more);
    }
    if (listing.isDeleted && (habits.deleted === 'gone' || part !== undefined)) {
      throw new Refusal(habits.deleted === 'gone' ? 410 : 409, [{ kind: 'deleted', told: { value: id } }]);
    }
    if (part !== undefined) return write(request, listing, part);
    const shown = views.listing(listing, true, wishOf(style, url.searchParams));
    const headers: Headers = [...tagsOf(listing), ...modifiedOf(listing)];
    const since = request.headers['if-modified-since'];
    if (since !== undefined && modifiedOf(listing)[0]?.[1] === since)
      return { status: 304, headers, body: '' };
    return unlessKnown(request, one(shown, headers));
  }

  return (request) => {
    count += 1;
    const asking: Asking = { request, count, run };
    const url = new URL(request.target, run.origin);
    const headers: Headers[number][] = [];
    if (style.requestId === 'header' || style.requestId === 'both') {
      headers.push(['X-Request-Id', requestIdOf(style, asking)]);
    }
    const sent = (answered: Answered): Answered => {
      const whole = dressed(answered, asking);
      return { ...whole, headers: [...whole.headers, ...headers] };
    };
    try {
      if (url.pathname.startsWith('/v1/')) {
        const given = request.headers['x-api-key'];
        if (given !== key) return sent(unauthorized(given, asking));
        const state = limiter(request.method, url.pathname);
        headers.push(...state.headers);
        if (!state.isAdmitted) return sent(tooMany(asking, state.wait));
      }
      return sent(answer(request, url));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(refused(style, views, asking, error));
    }
  };

  function tooMany(asking: Asking, wait: number): Answered {
    const status = habits.limitStatus;
    if (style.limitBody === 'text') {
      return { status, headers: [['Content-Type', 'text/plain']], body: 'Too many requests\n' };
    }
    const more: Row =
      habits.limitWait === 'none'
        ? {}
        : habits.limitWait === 'seconds'
          ? { [style.errorName('retry after')]: Math.max(1, Math.ceil(wait / 1000)) }
          : { [style.errorName('retry after ms')]: wait };
    const faults = [{ kind: 'rate limit exceeded', told: { limit: style.limitSize } }];
    return refused(style, views, asking, new Refusal(status, faults, [], more));
  }

  function unauthorized(given: string | undefined, asking: Asking): Answered {
    const status = given === undefined ? 401 : style.status.wrongKey;
    const headers: Headers = style.challenge ? [['WWW-Authenticate', 'ApiKey realm="api"']] : [];
    if (style.authBody === 'none') return { status, headers, body: '' };
    const kind = given === undefined ? 'missing key' : 'wrong key';
    if (style.authBody === 'own') {
      return json(
        status,
        { [style.errorName('message')]: status === 403 ? 'Forbidden' : 'Unauthorized' },
        headers,
      );
    }
    return refused(style, views, asking, new Refusal(status, [{ kind }], headers));
  }

  function noRoute(request: Asked, url: URL): Answered {
    switch (habits.route) {
      case 'usual':
        throw new Refusal(404, [
          { kind: 'route not found', told: { field: request.method, value: url.pathname } },
        ]);
      case 'own':
        return json(404, { [style.errorName('message')]: `no Route matched ${url.pathname}` });
      case 'page':
        return {
          status: 404,
          headers: [['Content-Type', 'text/html']],
          body: '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n',
        };
      case 'none':
        return { status: 404, headers: [], body: '' };
    }
  }

  function wrongMethod(request: Asked, url: URL, allowed: string): Answered {
    if (habits.method === 'not found') return noRoute(request, url);
    const headers: Headers = [['Allow', allowed]];
    if (habits.method === 'own')
      return json(405, { [style.errorName('message')]: 'Method Not Allowed' }, headers);
    const told = { field: request.method, value: url.pathname };
    throw new Refusal(405, [{ kind: 'method not allowed', told }], headers);
  }
}

/** Whether an id has the form that the ids of the style have. */
function hasForm({ ids }: Style, id: string): boolean {
  switch (ids) {
    case 'uuid':
      return /^[0-9a-f-]{36}$/.test(id);
    case 'number':
    case 'number as text':
      return /^\d+$/.test(id);
    case 'check digit':
      return /^\d{13}$/.test(id);
    case 'urn':
      return /^urn:shop:listing:\d+$/.test(id);
    case 'ulid':
      return /^01J[0-9A-Z]{23}$/.test(id);
    case 'prefixed':
      return /^[a-z]{3}_\w{14}$/.test(id);
    case 'code':
      return /^[A-Z][0-9A-Z]{9}$/.test(id);
  }
}
