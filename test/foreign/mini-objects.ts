// An outlet for outdoor gear whose API is made as those of the large clouds for files: every object says its type, has digits in a
// text as its id and counts its changes in `etag` and `sequence_id`. Lists show the mini form and single reads the standard one,
// unless `fields` chooses; pages go by offset beside a total and the order, or by a marker where the client wants one, report runs
// only by that. Moments are those of the Pacific coast. Errors tell each parameter in `context_info`, a missing key only a header.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { base62, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import {
  at,
  chance,
  digest,
  hurry,
  isObject,
  oneOf,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'tp_9Qm4ZtV2xLr8KcW1';
const perSecond = 6;
const largestLimit = 100;
const largestOffset = 10_000;
const largestPrice = 20_000;
const sorts = ['date', 'id', 'name', 'price'] as const;
const listingStatuses = ['active', 'paused', 'ended'] as const;
const runStatuses = ['pending', 'running', 'completed', 'failed'] as const;
const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** When the clocks of the Pacific coast change in a year: the second Sunday of March and the first of November, at 2. */
function summerOf(year: number): readonly [number, number] {
  const sunday = (month: number, from: number) => {
    const day = new Date(Date.UTC(year, month, from)).getUTCDay();
    return from + ((7 - day) % 7);
  };
  return [Date.UTC(year, 2, sunday(2, 8), 10), Date.UTC(year, 10, sunday(10, 1), 9)];
}

/** A moment to the second, in Pacific time. */
function moment(milliseconds: number): string {
  const [from, to] = summerOf(new Date(milliseconds).getUTCFullYear());
  const hours = milliseconds >= from && milliseconds < to ? 7 : 8;
  return `${new Date(milliseconds - hours * 3_600_000).toISOString().slice(0, 19)}-0${hours}:00`;
}

interface Mini extends Row {
  readonly type: string;
  readonly id: string;
}

const users: readonly Mini[] = [
  { type: 'user', id: '21870344', name: 'Marit Solberg', login: 'marit@trailpost.example' },
  { type: 'user', id: '21871902', name: 'Dana Whitlock', login: 'dana@trailpost.example' },
  {
    type: 'user',
    id: '22015577',
    name: 'Repricing Service',
    login: 'AutomationUser_88213@trailpost.example',
  },
];

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly percent: number;
  readonly needsMin: boolean;
  readonly isActive: boolean;
  /** How many listings may have it; null for any number. */
  readonly most: number | null;
  readonly created: number;
  readonly etag: number;
}

const strategies: readonly Strategy[] = [
  { name: 'Follow the lowest offer', kind: 'match', percent: 0, needsMin: true, isActive: true, most: null },
  { name: 'Keep the margin', kind: 'margin', percent: 22.5, needsMin: false, isActive: true, most: null },
  { name: 'Season clearance', kind: 'markdown', percent: 35, needsMin: false, isActive: false, most: null },
  { name: 'Undercut by two', kind: 'undercut', percent: 2, needsMin: true, isActive: true, most: null },
  { name: 'Window highlight', kind: 'markdown', percent: 12, needsMin: false, isActive: true, most: 1 },
].map((one, index) => ({
  ...one,
  id: String(40_118 + index * 97 + chance(`mini strategy ${index}`, 60)),
  created: pastMoment(`mini strategy ${index}`),
  etag: index % 3,
}));
const highlight = strategies[4]!;

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly description: string;
  readonly price: number;
  readonly quantity: number;
  readonly status: (typeof listingStatuses)[number];
  readonly tags: readonly string[];
  readonly created: number;
  readonly createdBy: Mini;
  min: number | null;
  max: number | null;
  strategy: Strategy | null;
  modified: number;
  modifiedBy: Mini;
  etag: number;
}

function listings(): Listing[] {
  const moments = Array.from({ length: 27 }, (_, index) => pastMoment(`mini listing ${index}`));
  return moments
    .sort((one, other) => one - other)
    .map((created, index): Listing => {
      const seed = `mini listing ${index}`;
      const { title, maker, sku, price: cents, stock } = ware(seed);
      const price = cents / 100;
      const min = chance(`${seed} min`, 3) === 0 ? null : Math.round(price * 0.8 * 100) / 100;
      const strategy =
        index === 12
          ? highlight
          : min !== null && chance(`${seed} has`, 2) === 0
            ? oneOf(
                `${seed} strategy`,
                [0, 1, 3].map((number) => strategies[number]!),
              )
            : null;
      return {
        id: String(1_184_020_000_000 + index * 3_411_907 + chance(`${seed} id`, 3_000_000)),
        name: title,
        sku,
        description: chance(`${seed} text`, 3) === 0 ? '' : `Returned ${maker} gear, checked and cleaned`,
        price,
        quantity: stock,
        status: index === 12 ? 'active' : listingStatuses[[0, 0, 0, 0, 1, 2][chance(`${seed} status`, 6)]!]!,
        tags: ['outlet', 'returned', 'winter'].filter((tag) => chance(`${seed} ${tag}`, 3) === 0),
        created,
        createdBy: users[chance(`${seed} by`, 2)]!,
        min,
        max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4 * 100) / 100,
        strategy,
        modified: created + chance(`${seed} modified`, 90 * 86_400) * 1_000,
        modifiedBy: users[chance(`${seed} last by`, 3)]!,
        etag: chance(`${seed} etag`, 6),
      };
    });
}

interface Fault {
  readonly reason: 'invalid_parameter' | 'missing_parameter';
  readonly name: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly context: Row | undefined;
  readonly headers: Headers;

  constructor(status: number, code: string, message: string, context?: Row, headers: Headers = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.context = context;
    this.headers = headers;
  }
}

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const invalid = (name: string, value: unknown, words: string): Fault => ({
  reason: 'invalid_parameter',
  name,
  message: `Invalid value '${told(value)}'. ${words}`,
});
const missing = (name: string): Fault => ({
  reason: 'missing_parameter',
  name,
  message: `'${name}' is required`,
});

function refuseFaults(errors: readonly Fault[]): void {
  if (errors.length > 0) throw new Refusal(400, 'bad_request', 'Bad Request', { errors });
}

const noRoute = () => new Refusal(404, 'not_found', 'Not Found');

/** An object that is not there, told with the letter of its type before its id. */
const notFound = (name: string, id: string) => {
  const value = `${name[0]}_${id}`;
  const fault = invalid(name, value, `'${name}' with value '${value}' not found`);
  return new Refusal(404, 'not_found', 'Not Found', { errors: [fault] });
};

const oneOfWords = (words: readonly string[]) =>
  `should be one of ${words.map((word) => `'${word}'`).join(', ')}`;

const strategyMini = ({ id, etag, name, kind }: Strategy): Mini => ({
  type: 'strategy',
  id,
  sequence_id: String(etag),
  etag: String(etag),
  name,
  kind,
});

const strategyStandard = (one: Strategy): Mini => ({
  ...strategyMini(one),
  percent: one.percent,
  requires_min_price: one.needsMin,
  is_active: one.isActive,
  max_listings: one.most,
  created_at: moment(one.created),
  created_by: users[0],
});

const listingMini = (one: Listing): Mini => ({
  type: 'listing',
  id: one.id,
  sequence_id: String(one.etag),
  etag: String(one.etag),
  sku: one.sku,
  name: one.name,
  price: one.price,
  status: one.status,
});

const listingStandard = (one: Listing): Mini => ({
  ...listingMini(one),
  description: one.description,
  currency: 'USD',
  min_price: one.min,
  max_price: one.max,
  strategy: one.strategy === null ? null : strategyMini(one.strategy),
  quantity: one.quantity,
  tags: one.tags,
  created_at: moment(one.created),
  modified_at: moment(one.modified),
  created_by: one.createdBy,
  modified_by: one.modifiedBy,
});

/** What `fields` chooses of an object, else its usual form; type, id and etag always stand, strangers are passed over. */
function shown(query: URLSearchParams, standard: Mini, usual: Mini = standard): Row {
  const fields = query.get('fields');
  if (fields === null || fields === '') return usual;
  const names = ['type', 'id', 'etag', ...fields.split(',').map((name) => name.trim())];
  return Object.fromEntries(Object.entries(standard).filter(([name]) => names.includes(name)));
}

/** The parameters of a page. Too large a limit is the largest one. */
function pageOf(query: URLSearchParams, usual: number, faults: Fault[]): { limit: number; offset: number } {
  const [limit, offset] = [query.get('limit') ?? String(usual), query.get('offset') ?? '0'];
  if (!/^\d+$/.test(limit) || Number(limit) < 1) {
    faults.push(invalid('limit', limit, "'limit' should be a positive integer"));
  }
  if (!/^\d+$/.test(offset)) {
    faults.push(invalid('offset', offset, "'offset' should be a non-negative integer"));
  } else if (Number(offset) > largestOffset) {
    faults.push(invalid('offset', offset, `'offset' should not be greater than ${largestOffset}`));
  }
  return { limit: Math.min(Number(limit), largestLimit), offset: Number(offset) };
}

const markerAfter = (id: string): string =>
  Buffer.from(JSON.stringify({ type: 'id', dir: 'next', tail: id })).toString('base64url');

/** The id after which a marker goes on; undefined without one. */
function tailOf(query: URLSearchParams, faults: Fault[]): string | undefined {
  const marker = query.get('marker');
  if (marker === null || marker === '') return undefined;
  const [, tail] = /^\{"type":"id","dir":"next","tail":"(\d+)"\}$/.exec(
    Buffer.from(marker, 'base64url').toString(),
  ) ?? [undefined, undefined];
  if (tail === undefined) faults.push(invalid('marker', marker, "'marker' is not a valid marker"));
  return tail;
}

/** A page that begins after a marker, of objects in the order of their ids, up or down. */
function markedPage<One extends { readonly id: string }>(
  rows: readonly One[],
  tail: string | undefined,
  limit: number,
  isAfter: (id: number, tail: number) => boolean,
): { readonly page: readonly One[]; readonly next: string } {
  const left = tail === undefined ? rows : rows.filter(({ id }) => isAfter(Number(id), Number(tail)));
  const page = left.slice(0, limit);
  return { page, next: left.length > limit ? markerAfter(page.at(-1)!.id) : '' };
}

function checkWord(query: URLSearchParams, name: string, words: readonly string[], faults: Fault[]): void {
  const word = query.get(name);
  if (word !== null && !words.includes(word))
    faults.push(invalid(name, word, `'${name}' ${oneOfWords(words)}`));
}

/** Two numbers with a comma between them, either of which may be left out. */
function rangeOf(query: URLSearchParams, name: string, faults: Fault[]): readonly [number, number] {
  const text = query.get(name);
  if (text === null) return [0, Infinity];
  const [, from, to] = /^(\d*(?:\.\d+)?),(\d*(?:\.\d+)?)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    faults.push(invalid(name, text, `'${name}' should be a lower and an upper number, separated by a comma`));
    return [0, Infinity];
  }
  const range = [from === '' ? 0 : Number(from), to === '' ? Infinity : Number(to)] as const;
  if (range[0] > range[1]) {
    faults.push(invalid(name, text, 'The lower number should not be greater than the upper number'));
  }
  return range;
}

interface ReportRun {
  readonly id: string;
  readonly report: string;
  readonly created: number;
  readonly seconds: number;
  readonly rows: number;
  readonly fails: boolean;
  readonly by: Mini;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  /** Newest first. */
  const reports = Array.from({ length: 11 }, (_, index): ReportRun => {
    const ago = index < 2 ? 22_000 + 48_000 * index : index * 43_200_000 + chance(`mini run ${index}`, 9e6);
    return {
      id: String(770_415_300 - index * 61_077 - chance(`mini run id ${index}`, 50_000)),
      report: ['price_changes', 'bounds_reached', 'inventory'][index % 3]!,
      created: opened - ago,
      seconds: 64 + index * 9,
      rows: 20 + chance(`mini rows ${index}`, 2_400),
      fails: index === 3 || index === 8,
      by: users[index % 2]!,
    };
  });
  let count = 0;
  let window = { second: 0, count: 0 };

  function statusOf({ created, seconds, fails }: ReportRun): (typeof runStatuses)[number] {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 30 ? 'pending' : elapsed < seconds ? 'running' : fails ? 'failed' : 'completed';
  }

  function runMini(one: ReportRun): Mini {
    const status = statusOf(one);
    const etag = String(status === 'pending' ? 0 : status === 'running' ? 1 : 2);
    return {
      type: 'report_run',
      id: one.id,
      sequence_id: etag,
      etag,
      report_name: one.report,
      status,
      created_at: moment(one.created),
    };
  }

  function runStandard(one: ReportRun): Mini {
    const mini = runMini(one);
    const isCompleted = mini.status === 'completed';
    const token = scrambled(`mini ${run.run} ${one.id}`, 48, base62);
    return {
      ...mini,
      started_at: mini.status === 'pending' ? null : moment(one.created + 30_000),
      completed_at: mini.etag === '2' ? moment(one.created + one.seconds * 1_000) : null,
      row_count: isCompleted ? one.rows : null,
      download_url: isCompleted ? `https://dl.trailpost.example/d/1/${token}/download` : null,
      created_by: one.by,
    };
  }

  function listed(query: URLSearchParams): Answered {
    const faults: Fault[] = [];
    const { limit, offset } = pageOf(query, 10, faults);
    checkWord(query, 'sort', sorts, faults);
    const direction = (query.get('direction') ?? 'ASC').toUpperCase();
    if (!['ASC', 'DESC'].includes(direction)) {
      faults.push(invalid('direction', query.get('direction'), `'direction' ${oneOfWords(['ASC', 'DESC'])}`));
    }
    checkWord(query, 'status', listingStatuses, faults);
    const [from, to] = rangeOf(query, 'price_range', faults);
    const isMarked = query.get('usemarker') === 'true';
    const tail = isMarked ? tailOf(query, faults) : undefined;
    refuseFaults(faults);
    const [status, strategy] = [query.get('status'), query.get('strategy_id')];
    const term = (query.get('filter_term') ?? '').toLowerCase();
    const found = all.filter(
      (one) =>
        (status === null || one.status === status) &&
        (strategy === null || one.strategy?.id === strategy) &&
        one.price >= from &&
        one.price <= to &&
        one.name.toLowerCase().startsWith(term),
    );
    const entry = (one: Listing) => shown(query, listingStandard(one), listingMini(one));
    if (isMarked) {
      const { page, next } = markedPage(found, tail, limit, (id, last) => id > last);
      return json(200, { entries: page.map(entry), limit, next_marker: next });
    }
    const sort = (query.get('sort') ?? 'name') as (typeof sorts)[number];
    const valueOf = (one: Listing) =>
      sort === 'date' ? one.modified : sort === 'id' ? Number(one.id) : one[sort];
    const sign = direction === 'ASC' ? 1 : -1;
    found.sort((one, other) => {
      const [left, right] = [valueOf(one), valueOf(other)];
      return left === right ? Number(one.id) - Number(other.id) : left < right ? -sign : sign;
    });
    return json(200, {
      total_count: found.length,
      entries: found.slice(offset, offset + limit).map(entry),
      limit,
      offset,
      order: [{ by: sort, direction }],
    });
  }

  function listedStrategies(query: URLSearchParams): Answered {
    const faults: Fault[] = [];
    const { limit, offset } = pageOf(query, 20, faults);
    refuseFaults(faults);
    const term = (query.get('filter_term') ?? '').toLowerCase();
    const found = strategies.filter(({ name }) => name.toLowerCase().startsWith(term));
    const page = found.slice(offset, offset + limit);
    return json(200, {
      total_count: found.length,
      entries: page.map((one) => shown(query, strategyStandard(one), strategyMini(one))),
      limit,
      offset,
    });
  }

  function listedRuns(query: URLSearchParams): Answered {
    const faults: Fault[] = [];
    const { limit } = pageOf(query, 20, faults);
    checkWord(query, 'status', runStatuses, faults);
    const tail = tailOf(query, faults);
    refuseFaults(faults);
    const status = query.get('status');
    const found = reports.filter((one) => status === null || statusOf(one) === status);
    const { page, next } = markedPage(found, tail, limit, (id, last) => id < last);
    return json(200, {
      entries: page.map((one) => shown(query, runStandard(one), runMini(one))),
      limit,
      next_marker: next,
    });
  }

  /** An object by the id of a path; what are no digits leads nowhere. */
  function byId<One extends { readonly id: string }>(rows: readonly One[], name: string, id: string): One {
    if (!/^\d+$/.test(id)) throw noRoute();
    const one = rows.find((each) => each.id === id);
    if (one === undefined) throw notFound(name, id);
    return one;
  }

  /** A single object, or only that it is still as the client has it. */
  function single({ headers }: Asked, query: URLSearchParams, one: Mini): Answered {
    if (headers['if-none-match'] === one.etag) return { status: 304, headers: [], body: '' };
    return json(200, shown(query, one));
  }

  function bodyOf(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent !== 'bad' && isObject(sent.json)) return sent.json;
    const words = 'Entity body should be a correctly nested resource attribute name/value pair';
    refuseFaults([invalid('entity-body', request.body, words)]);
    return {};
  }

  function forChange(id: string, { headers }: Asked): Listing {
    const one = byId(all, 'listing', id);
    const match = headers['if-match'];
    if (match !== undefined && match !== String(one.etag)) {
      const message = 'The resource has been modified. Please retrieve the resource again and retry';
      throw new Refusal(412, 'precondition_failed', message);
    }
    if (one.status === 'ended') {
      throw new Refusal(403, 'access_denied_listing_ended', 'Access denied - Listing has ended');
    }
    return one;
  }

  function changed(one: Listing, change: Partial<Pick<Listing, 'min' | 'max' | 'strategy'>>): void {
    const before = [one.min, one.max, one.strategy];
    Object.assign(one, change);
    if ([one.min, one.max, one.strategy].every((value, index) => value === before[index])) return;
    one.etag += 1;
    one.modified = run.now();
    one.modifiedBy = users[2]!;
  }

  function priced(one: Listing, body: Row): void {
    const faults: Fault[] = [];
    const boundOf = (name: string, current: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return current;
      if (value === null) return null;
      if (typeof value !== 'number') {
        faults.push(invalid(name, value, `'${name}' should be a number`));
      } else if (value < 0.01 || value > largestPrice) {
        faults.push(invalid(name, value, `'${name}' should be between 0.01 and ${largestPrice}`));
      } else if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) {
        faults.push(invalid(name, value, `'${name}' should have at most 2 decimal places`));
      } else {
        return value;
      }
      return current;
    };
    const [min, max] = [boundOf('min_price', one.min), boundOf('max_price', one.max)];
    refuseFaults(faults);
    if (min !== null && max !== null && min > max) {
      refuseFaults(
        typeof body.min_price === 'number'
          ? [invalid('min_price', min, "'min_price' should not be greater than 'max_price'")]
          : [invalid('max_price', max, "'max_price' should not be less than 'min_price'")],
      );
    }
    changed(one, { min, max });
  }

  function assigned(one: Listing, { strategy: sent }: Row): void {
    if (sent === undefined) refuseFaults([missing('strategy')]);
    if (sent === null) {
      changed(one, { strategy: null });
      return;
    }
    if (!isObject(sent)) refuseFaults([invalid('strategy', sent, "'strategy' should be an object")]);
    const { id } = sent as Row;
    if (id === undefined) refuseFaults([missing('strategy.id')]);
    const strategy = strategies.find((each) => each.id === id);
    if (strategy === undefined) throw notFound('strategy', told(id));
    if (!strategy.isActive) {
      const value = `s_${strategy.id}`;
      refuseFaults([invalid('strategy', value, `'strategy' with value '${value}' is not active`)]);
    }
    if (strategy.needsMin && one.min === null) refuseFaults([missing('min_price')]);
    const others = all.filter((each) => each !== one && each.strategy === strategy);
    if (strategy.most !== null && others.length >= strategy.most) {
      const conflicts = others.map(listingMini);
      throw new Refusal(409, 'strategy_in_use', 'Strategy is already in use by another listing', {
        conflicts,
      });
    }
    changed(one, { strategy });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw noRoute();
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, 'method_not_allowed', 'Method Not Allowed', undefined, [['Allow', method]]);
    }
    if (id !== undefined && part !== undefined) {
      const body = bodyOf(request);
      const one = forChange(id, request);
      if (part === 'price') priced(one, body);
      else assigned(one, body);
      return json(200, shown(query, listingStandard(one)));
    }
    if (kind === 'listings') {
      return id === undefined
        ? listed(query)
        : single(request, query, listingStandard(byId(all, 'listing', id)));
    }
    if (kind === 'strategies') {
      return id === undefined
        ? listedStrategies(query)
        : single(request, query, strategyStandard(byId(strategies, 'strategy', id)));
    }
    return id === undefined
      ? listedRuns(query)
      : single(request, query, runStandard(byId(reports, 'report_run', id)));
  }

  /** Counts the requests of each second. */
  function admit(): void {
    const second = Math.floor(run.now() / 1_000);
    if (second !== window.second) window = { second, count: 0 };
    window.count += 1;
    if (window.count > perSecond) {
      const message = 'Request rate limit exceeded, please try again later';
      throw new Refusal(429, 'rate_limit_exceeded', message, undefined, [['Retry-After', '1']]);
    }
  }

  return (request) => {
    count += 1;
    const id = scrambled(`mini request ${run.run} ${count}`, 16, lowerCase);
    const always: Headers = [
      ['Cache-Control', 'no-cache, no-store'],
      ['Strict-Transport-Security', 'max-age=31536000'],
      ['X-Request-Id', scrambled(`mini trace ${run.run} ${count}`, 27, lowerCase)],
    ];
    const given = request.headers['x-api-key'];
    if (given !== key) {
      const what =
        given === undefined
          ? 'ApiKey realm="Service"'
          : 'ApiKey realm="Service", error="invalid_key", error_description="The API key provided is invalid."';
      return { status: 401, headers: [['WWW-Authenticate', what], ...always], body: '' };
    }
    try {
      admit();
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, context, headers } = error;
      return json(
        status,
        {
          type: 'error',
          status,
          code,
          ...(context !== undefined && { context_info: context }),
          help_url: 'http://developers.trailpost.example/docs/#errors',
          message,
          request_id: id,
        },
        [...headers, ...always],
      );
    }
  };
}

/** Goes on by the marker, else as long as the total is not reached. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const on = (name: string, value: string | number) =>
    `${target}${target.includes('?') ? '&' : '?'}${name}=${value}`;
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const page = rowsAt(received, 'entries');
    rows.push(...page);
    const marker = textIfAny(received, 'next_marker') ?? '';
    const end = Number(at(received, 'offset') ?? 0) + page.length;
    const isMore = page.length > 0 && end < Number(at(received, 'total_count') ?? 0);
    next = marker !== '' ? on('marker', marker) : isMore ? on('offset', end) : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, sending: Sending = {}): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, sending);
const price = (api: Api, id: unknown, body: unknown, etag?: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, {
    json: body,
    ...(etag !== undefined && { headers: { 'If-Match': etag } }),
  });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy } });

interface Ids {
  /** Listings that have not ended: with a lower bound and no strategy, with a strategy, with neither; and those that have. */
  readonly free: readonly unknown[];
  readonly driven: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ended: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'ended');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(on.filter((row) => row.min_price !== null && row.strategy === null)),
    driven: ids(on.filter((row) => row.strategy !== null)),
    open: ids(on.filter((row) => row.min_price === null && row.strategy === null)),
    ended: ids(rows.filter(({ status }) => status === 'ended')),
  };
}

const nobody = (seed: string): string =>
  String(1_190_000_000_000 + chance(`mini nobody ${digest(seed)}`, 1e10));

/** The id of the strategy that has a name. */
const named = (rows: readonly Row[], name: string): unknown =>
  rows.find((row) => String(row.name).startsWith(name))?.id;

async function recorded(api: Api): Promise<void> {
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings');
  const plans = await walk(api, '/v1/strategies');
  const { free, driven, open, ended } = idsOf(
    await walk(api, '/v1/listings?usemarker=true&limit=15&fields=status,min_price,max_price,strategy'),
  );
  const runs = (await walk(api, '/v1/reports?limit=4')).map(({ id }) => id);
  for (const id of [free[0], free[1], driven[0], driven[2], open[0]]) await read(api, 'listings', id);
  await read(api, 'listings', `${String(driven[1])}?fields=price,strategy`);
  await read(api, 'strategies', plans[1]?.id);
  await read(api, 'strategies', plans[4]?.id);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);
  await get('sort=price&direction=DESC&limit=5');
  await get('sort=date&limit=6');
  await get('status=paused');
  await get('filter_term=tar');
  await get('price_range=60,140');
  await get('limit=8&offset=16');
  await get('fields=price,strategy&limit=3');
  await get('offset=90');
  await api.ask('GET', '/v1/reports?status=failed');

  const written = await price(api, free[0], { min_price: 24.5, max_price: 310 });
  await read(api, 'listings', free[0]);
  await price(api, free[0], { max_price: 289.99 }, textIfAny(written, 'etag'));
  await price(api, free[0], { max_price: 275 }, textIfAny(written, 'etag'));
  await price(api, driven[0], { max_price: null });
  await price(api, open[0], { min_price: 12 });
  await read(api, 'listings', open[0]);
  await assign(api, free[0], { id: named(plans, 'Keep') });
  const assigned = await read(api, 'listings', free[0]);
  await read(api, 'listings', free[0], {
    headers: { 'If-None-Match': textIfAny(assigned, 'etag') ?? 'missing' },
  });
  await assign(api, open[0], { id: named(plans, 'Undercut') });
  await assign(api, driven[2], null);
  await read(api, 'listings', driven[2]);
  await get('sort=date&direction=DESC&limit=4');
  api.wait(45_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', nobody('one'));
  await read(api, 'listings', 'tent');
  await read(api, 'strategies', '999');
  await read(api, 'reports', '12');
  await price(api, nobody('two'), { min_price: 9 });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { min_price: true, max_price: 'much' });
  await price(api, free[1], { min_price: 80, max_price: 60 });
  await price(api, free[1], { max_price: -5 });
  await price(api, free[1], { min_price: 10.999 });
  await price(api, ended[0], { min_price: 20 });
  await api.ask('PATCH', `/v1/listings/${String(free[1])}/price`, { text: '{"min_price": ' });
  await assign(api, free[1], { id: '77' });
  await assign(api, free[1], undefined);
  await assign(api, free[1], 'best');
  await assign(api, free[1], { id: named(plans, 'Season') });
  await assign(api, free[1], { id: named(plans, 'Window') });
  await assign(api, open[1], { id: named(plans, 'Follow') });
  await get('limit=many');
  await get('sort=weight');
  await get('status=sold');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hurry(api, '/v1/strategies?limit=1', 14);
}

async function another(api: Api): Promise<void> {
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?limit=14&sort=price');
  const plans = await walk(api, '/v1/strategies?limit=3');
  const { free, driven, open, ended } = idsOf(
    await walk(api, '/v1/listings?usemarker=true&limit=20&fields=strategy,status,min_price'),
  );
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ id }) => id);
  await read(api, 'listings', free[2]);
  await read(api, 'listings', driven[3]);
  await read(api, 'listings', `${String(free[3])}?fields=name,max_price`);
  await read(api, 'strategies', plans[2]?.id);
  await read(api, 'reports', runs[2]);
  await get('sort=price&direction=ASC&limit=7');
  await get('sort=name&direction=DESC&limit=4');
  await get('status=ended');
  await get('filter_term=osk');
  await get('price_range=100,');
  await get('limit=5&offset=10');
  await get('offset=45&limit=15');
  await get('colour=red&limit=4');
  await get(`strategy_id=${String(named(plans, 'Keep'))}`);
  await api.ask('GET', '/v1/reports?status=completed&limit=3');

  const written = await price(api, free[2], { min_price: 17.25, max_price: 402.5 });
  await read(api, 'listings', free[2]);
  await price(api, free[2], { min_price: 18 }, textIfAny(written, 'etag'));
  await price(api, free[2], { min_price: 19 }, textIfAny(written, 'etag'));
  await price(api, driven[1], { max_price: 640 });
  await price(api, driven[3], { max_price: null });
  await read(api, 'listings', driven[3]);
  await assign(api, free[2], { id: named(plans, 'Follow') });
  await read(api, 'listings', free[2]);
  await assign(api, driven[1], null);
  await get('sort=date&direction=DESC&limit=3');

  await read(api, 'listings', nobody('three'));
  await read(api, 'listings', 'stove');
  await read(api, 'strategies', '123');
  await price(api, nobody('four'), { max_price: 50 });
  await price(api, free[3], { max_price: 'lots' });
  await price(api, free[3], { min_price: 'low', max_price: [9] });
  await price(api, free[3], { min_price: 95.5, max_price: 30 });
  await price(api, free[3], { min_price: -1 });
  await price(api, ended[1], { max_price: 75 });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"max_price": 4' });
  await assign(api, free[3], { id: '5' });
  await assign(api, free[3], 12);
  await assign(api, free[3], { id: named(plans, 'Window') });
  await assign(api, open[2], { id: named(plans, 'Undercut') });
  await get('limit=all');
  await get('status=lost');
  await api.ask('DELETE', `/v1/listings/${String(free[3])}`);
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const miniObjects: WalkedService = {
  name: 'mini-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50', 'usemarker=true&limit=6'],
  walk,
};
