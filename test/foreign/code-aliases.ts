// A recurring billing platform for hosting and software: every object says what it is, a list whether there is more and the
// path of what comes next with all its parameters in the order of the alphabet (null at the end); ids are thirteen signs, for
// which `code-` and the merchant's own code stands; what a record refers to is a small form of it; amounts are JSON numbers by
// currency in a list, null for plans that are priced in steps, moments in UTC to the second. Lists are filtered by ids, state and
// a span of time of the member that they are sorted by, newest first; a HEAD tells the number of records in a header, reads may
// be conditional (304). Unknown parameters are refused. A write sends what changes and is answered by the whole record; a refusal
// has a type, a sentence that holds all that is wrong and a list of it by parameter. Only reads count towards the limit.
import { createHash } from 'node:crypto';
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'b1a7c3e95f0d4826a94be7d05c13f862';
const vendor = 'application/vnd.oskelby.';
const version = 'v2024-03-18';
const window = 5_000;
const readsInWindow = 20;
const largestLimit = 200;
const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const currency = 'EUR';

const moment = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const amount = (cents: number | null): number | null => (cents === null ? null : cents / 100);

interface Plan {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly state: 'active' | 'inactive';
  readonly unit: 'months' | 'days';
  readonly length: number;
  readonly trial: number;
  readonly cycles: number | null;
  readonly price: number;
  readonly fee: number;
  readonly isRamp: boolean;
  readonly dollars: boolean;
  readonly taxCode: string | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

const strategies = [
  ['undercut-market', 'Undercut the market', 'competitive', 'active'],
  ['match-lowest', 'Match the lowest', 'competitive', 'active'],
  ['cost-plus', 'Cost plus margin', 'cost', 'active'],
  ['usage-based', 'By usage of the last cycle', 'usage', 'active'],
  ['launch-2024', 'Launch offer 2024', 'campaign', 'inactive'],
].map(([code = '', name = '', basis = '', state = ''], index) => ({
  code,
  name,
  basis,
  state,
  id: scrambled(`aliases strategy ${index}`, 13, base36),
  created: pastMoment(`aliases strategy ${index}`),
}));
type Strategy = (typeof strategies)[number];

function plans(): Plan[] {
  return Array.from({ length: 47 }, (_, index): Plan => {
    const seed = `aliases ${index}`;
    const what = oneOf(`${seed} what`, [
      'VPS',
      'Mailbox',
      'Object Storage',
      'Web Hosting',
      'Managed Database',
      'Backup',
    ]);
    const size = oneOf(`${seed} size`, ['Starter', 'Basic', 'Plus', 'Business', 'Scale']);
    const yearly = chance(`${seed} yearly`, 3) === 0;
    const price = 390 + chance(`${seed} price`, 180) * 50;
    const isRamp = chance(`${seed} ramp`, 8) === 0;
    const created = pastMoment(seed);
    const min = isRamp || chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.75);
    return {
      id: scrambled(seed, 13, base36),
      code: `${size}-${what}-${index + 1}`.toLowerCase().replace(/ /g, '-'),
      name: `${what} ${size}${yearly ? ' (yearly)' : ''}`,
      description: chance(`${seed} text`, 3) > 0 ? null : `${what} in the ${size.toLowerCase()} size`,
      state: chance(`${seed} state`, 6) === 0 ? 'inactive' : 'active',
      unit: chance(`${seed} unit`, 7) === 0 ? 'days' : 'months',
      length: yearly ? 12 : 1,
      trial: [0, 0, 14, 30][chance(`${seed} trial`, 4)]!,
      cycles: chance(`${seed} cycles`, 5) === 0 ? 24 : null,
      price: yearly ? price * 10 : price,
      fee: chance(`${seed} fee`, 4) === 0 ? 1_500 : 0,
      isRamp,
      dollars: chance(`${seed} dollars`, 3) === 0,
      taxCode: chance(`${seed} tax`, 3) === 0 ? null : 'digital',
      created,
      min,
      max: isRamp || chance(`${seed} max`, 3) === 0 ? null : Math.round(price * (yearly ? 14 : 1.4)),
      strategy:
        min !== null && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(`${seed} which`, 4)]!.id : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

interface Wrong {
  readonly param: string;
  readonly message?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly params: readonly Wrong[];
  readonly more: Row;

  constructor(status: number, type: string, message: string, params: readonly Wrong[] = [], more: Row = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.params = params;
    this.more = more;
  }
}

/** `min_amount` as people read it. */
const spoken = (name: string): string => {
  const words = name.replace(/_id$/, '').replace(/_/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
};
const invalid = (wrong: readonly Required<Wrong>[]) =>
  new Refusal(
    422,
    'validation',
    wrong
      .map(({ param, message }) => (param === 'base' ? message : `${spoken(param)} ${message}`))
      .join(', '),
    wrong,
  );
const badRequest = (param: string, message: string) =>
  new Refusal(400, 'bad_request', `Parameter '${param}' ${message}`, [{ param, message }]);
const missing = (what: string, id: string, param: string) => {
  const by = id.startsWith('code-') ? `code = ${id.slice(5)}` : `id = ${id}`;
  return new Refusal(404, 'not_found', `Couldn't find ${what} with ${by}`, [{ param }]);
};

interface Dated {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = plans();
  const reports = Array.from({ length: 12 }, (_, index) => {
    const created =
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 43_200_000 - chance(`aliases report ${index}`, 20_000_000);
    return {
      id: scrambled(`aliases report ${index}`, 13, base36),
      type: ['plan_changes', 'revenue', 'churn'][index % 3]!,
      created,
      updated: created,
      seconds: 80 + index * 15,
      fails: index === 5 || index === 9,
      records: 20 + chance(`aliases records ${index}`, 5_000),
    };
  });
  let reads = { opened: 0, count: 0 };
  let count = 0;

  const strategyShown = ({ id, code, name, basis, state, created }: Strategy): Row => ({
    id,
    object: 'pricing_strategy',
    code,
    state,
    name,
    basis,
    created_at: moment(created),
    updated_at: moment(created),
  });

  function planShown(one: Plan): Row {
    const strategy = strategies.find(({ id }) => id === one.strategy);
    const prices = [[currency, 1], ...(one.dollars ? ([['USD', 1.1]] as const) : [])] as readonly (readonly [
      string,
      number,
    ])[];
    return {
      id: one.id,
      object: 'plan',
      code: one.code,
      state: one.state,
      name: one.name,
      description: one.description,
      interval_unit: one.unit,
      interval_length: one.length,
      trial_unit: one.trial === 30 ? 'months' : 'days',
      trial_length: one.trial === 30 ? 1 : one.trial,
      trial_requires_billing_info: true,
      total_billing_cycles: one.cycles,
      auto_renew: one.cycles === null,
      pricing_model: one.isRamp ? 'ramp' : 'fixed',
      ramp_intervals: one.isRamp
        ? [1, 7].map((cycle, index) => ({
            starting_billing_cycle: cycle,
            currencies: prices.map(([unit, rate]) => ({
              currency: unit,
              unit_amount: amount(Math.round(one.price * rate * (index === 0 ? 0.5 : 1))),
            })),
          }))
        : [],
      currencies: prices.map(([unit, rate]) => ({
        currency: unit,
        unit_amount: one.isRamp ? null : amount(Math.round(one.price * rate)),
        setup_fee: amount(one.fee),
        tax_inclusive: false,
      })),
      price_bounds: { currency, min_amount: amount(one.min), max_amount: amount(one.max) },
      pricing_strategy:
        strategy === undefined
          ? null
          : { id: strategy.id, object: 'pricing_strategy_mini', code: strategy.code, name: strategy.name },
      tax_code: one.taxCode,
      tax_exempt: one.taxCode === null,
      custom_fields: [],
      created_at: moment(one.created),
      updated_at: moment(one.updated),
      deleted_at: one.state === 'inactive' ? moment(one.updated) : null,
    };
  }

  const stateOf = ({ created, seconds, fails }: (typeof reports)[number]): string => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 30 ? 'queued' : elapsed < seconds ? 'processing' : fails ? 'failed' : 'complete';
  };

  function reportShown(one: (typeof reports)[number], alone = false): Row {
    const state = stateOf(one);
    const isOver = state === 'complete' || state === 'failed';
    return {
      id: one.id,
      object: 'export',
      type: one.type,
      state,
      records: state === 'complete' ? one.records : null,
      created_at: moment(one.created),
      completed_at: isOver ? moment(one.created + one.seconds * 1_000) : null,
      ...(alone && {
        files:
          state === 'complete'
            ? [
                {
                  name: `${one.type}_${one.id}.csv.gz`,
                  href: `https://exports.oskelby.example/${one.id}?signature=${digest(`aliases ${run.run} ${one.id}`).slice(0, 40)}`,
                  md5sum: digest(one.id).slice(0, 32),
                },
              ]
            : [],
      }),
    };
  }

  const timeOf = (query: URLSearchParams, name: string, otherwise: number): number => {
    const text = query.get(name);
    if (text === null) return otherwise;
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(time)) throw badRequest(name, 'must be an ISO 8601 date-time');
    return time;
  };

  function wordOf<Word extends string>(
    query: URLSearchParams,
    name: string,
    words: readonly Word[],
  ): Word | null {
    const text = query.get(name);
    if (text === null) return null;
    const word = words.find((one) => one === text);
    if (word === undefined) throw badRequest(name, `must be one of: ${words.join(', ')}`);
    return word;
  }

  const cursorOf = (one: Dated, sort: 'created_at' | 'updated_at'): string => {
    const time = (sort === 'created_at' ? one.created : one.updated) / 1_000;
    return `${one.id}:${Number.isInteger(time) ? `${time}.0` : time}`;
  };

  /** A list as it is asked for; of a HEAD only the number of its records. */
  function listed<One extends Dated>(
    request: Asked,
    from: readonly One[],
    states: readonly string[],
    stateIn: (one: One) => string,
    shown: (one: One) => Row,
  ): Answered {
    const { path, query } = targetOf(request);
    const known = ['ids', 'limit', 'order', 'sort', 'begin_time', 'end_time', 'state', 'cursor'];
    const strange = [...query.keys()].find((name) => !known.includes(name));
    if (strange !== undefined) throw badRequest(strange, 'is not permitted');
    const text = query.get('limit') ?? '20';
    if (!/^-?\d{1,8}$/.test(text)) throw badRequest('limit', 'must be an integer');
    const limit = Number(text);
    if (limit < 1 || limit > largestLimit) throw badRequest('limit', `must be between 1 and ${largestLimit}`);
    const order = wordOf(query, 'order', ['asc', 'desc']) ?? 'desc';
    const sort = wordOf(query, 'sort', ['created_at', 'updated_at']) ?? 'created_at';
    const state = wordOf(query, 'state', states);
    const [begin, end] = [timeOf(query, 'begin_time', -Infinity), timeOf(query, 'end_time', Infinity)];
    const ids = query
      .get('ids')
      ?.split(',')
      .filter((id) => id !== '');
    const time = (one: Dated) => (sort === 'created_at' ? one.created : one.updated);
    const found = from
      .filter(
        (one) =>
          (state === null || stateIn(one) === state) &&
          (ids === undefined || ids.includes(one.id)) &&
          time(one) >= begin &&
          time(one) <= end,
      )
      .sort((one, other) => (order === 'asc' ? time(one) - time(other) : time(other) - time(one)));
    if (request.method === 'HEAD') {
      return { status: 200, headers: [['X-Total-Records', String(found.length)]], body: '' };
    }
    const cursor = query.get('cursor');
    const last = cursor === null ? -1 : found.findIndex((one) => cursorOf(one, sort) === cursor);
    if (cursor !== null && last < 0) throw badRequest('cursor', 'is invalid');
    const page = found.slice(last + 1, last + 1 + limit);
    const hasMore = last + 1 + limit < found.length;
    const asked = new URLSearchParams(query);
    asked.set('limit', String(limit));
    asked.set('order', order);
    asked.set('sort', sort);
    if (hasMore) asked.set('cursor', cursorOf(page.at(-1)!, sort));
    asked.sort();
    return json(200, {
      object: 'list',
      has_more: hasMore,
      next: hasMore ? `${path}?${asked.toString()}` : null,
      data: page.map(shown),
    });
  }

  function bodyIn(request: Asked, known: readonly string[]): Row {
    const type = request.headers['content-type'] ?? '';
    if (request.body !== '' && !type.startsWith('application/json')) {
      throw new Refusal(415, 'invalid_content_type', 'Content-Type must be application/json');
    }
    const sent = jsonOf(request);
    if (sent === 'bad')
      throw new Refusal(400, 'bad_request', 'There was a problem parsing the request body as JSON');
    if (!isObject(sent.json)) throw new Refusal(400, 'bad_request', 'The request body must be a JSON object');
    const strange = Object.keys(sent.json).filter((name) => !known.includes(name));
    if (strange.length > 0) {
      const params = strange.map((param) => ({ param, message: 'is not permitted' }));
      throw new Refusal(400, 'bad_request', `Unpermitted parameters: ${strange.join(', ')}`, params);
    }
    return sent.json;
  }

  /** @returns cents; undefined of what was not sent or is wrong */
  function centsIn(body: Row, name: string, wrong: Required<Wrong>[]): number | null | undefined {
    const value = body[name];
    if (value === undefined || value === null) return value;
    const isNumber =
      typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
    const sent = Number(value);
    const fault = !isNumber
      ? 'is not a number'
      : sent <= 0
        ? 'must be greater than 0'
        : sent > 1_000_000
          ? 'must be less than or equal to 1000000.0'
          : Math.abs(sent * 100 - Math.round(sent * 100)) > 1e-6
            ? 'can have at most 2 decimal places'
            : undefined;
    if (fault === undefined) return Math.round(sent * 100);
    wrong.push({ param: name, message: fault });
    return undefined;
  }

  function refuseClosed(plan: Plan): void {
    if (plan.state === 'inactive')
      throw invalid([{ param: 'base', message: 'Plan is inactive and cannot be changed' }]);
  }

  function priced(plan: Plan, request: Asked): Answered {
    const body = bodyIn(request, ['currency', 'min_amount', 'max_amount']);
    const wrong: Required<Wrong>[] = [];
    const [min, max] = [centsIn(body, 'min_amount', wrong), centsIn(body, 'max_amount', wrong)];
    if (body.currency !== undefined && body.currency !== currency) {
      wrong.push({ param: 'currency', message: 'is not enabled for price bounds' });
    }
    if (Object.keys(body).every((name) => name === 'currency')) {
      wrong.push(
        { param: 'min_amount', message: "can't be blank" },
        { param: 'max_amount', message: "can't be blank" },
      );
    }
    const low = min === undefined ? plan.min : min;
    const high = max === undefined ? plan.max : max;
    if (wrong.length === 0 && low !== null && high !== null && low > high) {
      wrong.push({ param: 'min_amount', message: 'must be less than or equal to max amount' });
    }
    if (wrong.length > 0) throw invalid(wrong);
    refuseClosed(plan);
    if (plan.isRamp)
      throw invalid([{ param: 'base', message: 'Price bounds are not allowed for ramp pricing' }]);
    [plan.min, plan.max, plan.updated] = [low, high, run.now()];
    return json(200, planShown(plan));
  }

  function assigned(plan: Plan, request: Asked): Answered {
    const name = 'pricing_strategy_id';
    const value = bodyIn(request, [name])[name];
    if (value === undefined || value === '') throw invalid([{ param: name, message: "can't be blank" }]);
    if (value !== null && typeof value !== 'string')
      throw invalid([{ param: name, message: 'is not a string' }]);
    const strategy = value === null ? undefined : foundIn(strategies, value, 'Pricing Strategy', name);
    refuseClosed(plan);
    if (strategy?.state === 'inactive') throw invalid([{ param: name, message: 'is inactive' }]);
    if (strategy?.basis === 'competitive' && plan.min === null) {
      throw invalid([{ param: 'min_amount', message: "can't be blank for a competitive strategy" }]);
    }
    [plan.strategy, plan.updated] = [strategy?.id ?? null, run.now()];
    return json(200, planShown(plan));
  }

  /** What an id stands for, or, behind `code-`, a code. */
  function foundIn<One extends { readonly id: string; readonly code?: string }>(
    from: readonly One[],
    id: string,
    what: string,
    param: string,
  ): One {
    const one = from.find(
      (each) => each.id === id || (each.code !== undefined && `code-${each.code}` === id),
    );
    if (one === undefined) throw missing(what, id, param);
    return one;
  }

  function answer(request: Asked): Answered {
    const { path, steps } = targetOf(request);
    const [first, kind = '', id, part, ...more] = steps;
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const isWrite = part !== undefined;
    if (
      first !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite ? kind !== 'listings' || !['price', 'strategy'].includes(part) || method !== 'PUT' : !isRead)
    ) {
      throw new Refusal(404, 'not_found', `No route matches ${method} ${path}`);
    }
    if (id === undefined) {
      if (kind === 'strategies') {
        const dated = strategies.map((one) => ({ ...one, updated: one.created }));
        return listed(request, dated, ['active', 'inactive'], ({ state }) => state, strategyShown);
      }
      return kind === 'reports'
        ? listed(request, reports, ['queued', 'processing', 'complete', 'failed'], stateOf, (one) =>
            reportShown(one),
          )
        : listed(request, all, ['active', 'inactive'], ({ state }) => state, planShown);
    }
    if (kind === 'strategies')
      return json(200, strategyShown(foundIn(strategies, id, 'Pricing Strategy', 'pricing_strategy_id')));
    if (kind === 'reports') return json(200, reportShown(foundIn(reports, id, 'Export', 'export_id'), true));
    const plan = foundIn(all, id, 'Plan', 'plan_id');
    if (part === 'price') return priced(plan, request);
    if (part === 'strategy') return assigned(plan, request);
    return json(200, planShown(plan));
  }

  function admit({ headers, method }: Asked): Headers {
    const accept = headers.accept ?? '';
    const named = accept.startsWith(vendor) ? accept.slice(vendor.length).replace(/\+json$/, '') : version;
    if (named !== version && named !== 'latest') {
      const offered = [`${vendor}v2023-06-02`, `${vendor}${version}`];
      throw new Refusal(
        406,
        'unknown_api_version',
        'That API version is unknown. Try one of these instead:',
        [],
        { acceptable_accept_headers: offered },
      );
    }
    if (headers['x-api-key'] !== key) {
      throw headers['x-api-key'] === undefined
        ? new Refusal(401, 'unauthorized', 'No API key was provided')
        : new Refusal(401, 'invalid_api_key', 'The API key is invalid');
    }
    const now = run.now();
    const begun = now - (now % window);
    if (reads.opened !== begun) reads = { opened: begun, count: 0 };
    const counts = method === 'GET' || method === 'HEAD';
    const isOver = counts && reads.count >= readsInWindow;
    if (counts && !isOver) reads.count += 1;
    const told: Headers = [
      ['X-RateLimit-Limit', String(readsInWindow)],
      ['X-RateLimit-Remaining', String(readsInWindow - reads.count)],
      ['X-RateLimit-Reset', String((begun + window) / 1_000)],
    ];
    if (isOver) {
      throw Object.assign(new Refusal(429, 'rate_limited', 'You have made too many API requests'), { told });
    }
    return told;
  }

  return (request) => {
    count += 1;
    const always: Headers = [
      ['API-Version', `oskelby.${version}`],
      ['X-Request-Id', uuid(`aliases ${run.run} ${count}`)],
    ];
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      if (request.method !== 'GET') return { status, headers: [...headers, ...told, ...always], body };
      const tag = `W/"${createHash('md5').update(body).digest('hex')}"`;
      const cached: Headers = [
        ['ETag', tag],
        ['Cache-Control', 'max-age=0, private, must-revalidate'],
      ];
      if (request.headers['if-none-match'] === tag) {
        return { status: 304, headers: [...cached, ...told, ...always], body: '' };
      }
      return { status, headers: [...headers, ...cached, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, type, message, params, more } = error;
      const limits = (error as { readonly told?: Headers }).told ?? told;
      const answered = json(status, { error: { type, message, params, ...more } }, [...limits, ...always]);
      return request.method === 'HEAD' ? { ...answered, body: '' } : answered;
    }
  };
}

/** Goes on as long as there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = at(received, 'has_more') === true ? textIfAny(received, 'next') : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, tag?: string): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, pricing_strategy_id?: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { pricing_strategy_id } });

interface Ids {
  /** Plans that are active and priced alike in each cycle: with a lower bound (and a strategy or none), and without. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly ramp: readonly unknown[];
  readonly inactive: readonly unknown[];
  readonly codes: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const active = rows.filter(({ state }) => state === 'active');
  const fixed = active.filter((row) => row.pricing_model === 'fixed');
  const hasMin = ({ price_bounds: bounds }: Row) => isObject(bounds) && bounds.min_amount !== null;
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(fixed.filter((row) => hasMin(row) && row.pricing_strategy === null)),
    bound: ids(fixed.filter((row) => hasMin(row) && row.pricing_strategy !== null)),
    open: ids(fixed.filter((row) => !hasMin(row))),
    ramp: ids(active.filter((row) => row.pricing_model === 'ramp')),
    inactive: ids(rows.filter(({ state }) => state === 'inactive')),
    codes: active.map(({ code }) => code),
  };
}

/** Asks until it is told to wait, waits until the window is over, and asks once more. */
async function hasten(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 21; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status === 429) break;
  }
  api.wait(5_000);
  await api.ask('GET', target, { atOnce: true });
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, ramp, inactive, codes } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=17&sort=updated_at&order=asc');
  await get('limit=4&order=asc');
  await get('limit=200&state=inactive');
  await get('state=active&limit=6');
  await get('sort=updated_at&limit=3');
  await get(`ids=${String(free[0])},${String(bound[1])}`);
  await get(`ids=${String(bound[3])}&state=inactive`);
  await get('begin_time=2025-03-01T00:00:00Z&limit=10');
  await get('end_time=2024-04-30&order=asc&limit=8');
  await get('begin_time=2024-06-01&end_time=2024-09-01T12:00:00Z&sort=updated_at');
  await api.ask('HEAD', '/v1/listings');
  await api.ask('HEAD', '/v1/listings?state=active');
  await api.ask('GET', '/v1/strategies?state=inactive');
  await api.ask('GET', '/v1/strategies?limit=2&order=asc');
  await api.ask('GET', '/v1/reports?state=complete&limit=4');
  await api.ask('GET', '/v1/reports?state=failed');
  await api.ask('GET', '/v1/reports?limit=3&order=asc');
  api.wait(5_000);
  for (const index of [0, 3, 5]) await read(api, 'listings', bound[index]);
  const alone = await read(api, 'listings', free[1]);
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await read(api, 'listings', free[1], 'W/"0123456789abcdef0123456789abcdef"');
  await read(api, 'listings', open[0]);
  await read(api, 'listings', ramp[0]);
  await read(api, 'listings', inactive[0]);
  await read(api, 'listings', `code-${String(codes[4])}`);
  await read(api, 'listings', `code-${String(codes[9])}`);
  await read(api, 'strategies', own[1]);
  await read(api, 'strategies', 'code-cost-plus');
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[5]);
  await api.ask('GET', '/v1/listings?limit=1', { headers: { Accept: `${vendor}${version}` } });

  await price(api, free[0], { min_amount: 12.4, max_amount: 288 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_amount: 3.99, max_amount: 1204.5, currency });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_amount: 920.75 });
  await read(api, 'listings', free[1], header(alone, 'ETag'));
  await price(api, open[0], { min_amount: '2.50' });
  await price(api, bound[4], { max_amount: null });
  await read(api, 'listings', bound[4]);
  await price(api, `code-${String(codes[4])}`, { min_amount: 1, max_amount: 1500 });
  await assign(api, free[0], 'code-match-lowest');
  await read(api, 'listings', free[0]);
  await assign(api, free[1], 'code-cost-plus');
  await assign(api, open[1], 'code-usage-based');
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await assign(api, free[2], own[0]);
  await get('sort=updated_at&limit=5');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', '0000000000000');
  await read(api, 'listings', 'code-lamp');
  await read(api, 'strategies', 'zzzzzzzzzzzzz');
  await read(api, 'reports', 'summary');
  await price(api, 'xxxxxxxxxxxxx', { min_amount: 3 });
  await price(api, 'code-rug', { min_amount: -3 });
  await assign(api, 'yyyyyyyyyyyyy', own[0]);
  await price(api, free[3], { min_amount: 60, max_amount: 59.99 });
  await price(api, bound[5], { min_amount: 50_000 });
  await price(api, free[3], { min_amount: 'cheap' });
  await price(api, free[3], { min_amount: 4, max_amount: true });
  await price(api, free[3], { min_amount: -1 });
  await price(api, free[3], { min_amount: 0, max_amount: 1_000_001 });
  await price(api, free[3], { min_amount: 9.999 });
  await price(api, free[3], { min_amount: 9, currency: 'GBP' });
  await price(api, free[3], {});
  await price(api, free[3], { min_amount: 9, colour: 'red' });
  await price(api, free[3], [1]);
  await price(api, ramp[0], { min_amount: 5 });
  await price(api, inactive[0], { min_amount: 5 });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { text: '{"min_amount": ' });
  await assign(api, free[3], 'code-never');
  await assign(api, free[3], 'code-launch-2024');
  await assign(api, free[3], 17);
  await assign(api, free[3]);
  await assign(api, open[2], 'code-undercut-market');
  await assign(api, inactive[1], 'code-cost-plus');
  await get('limit=0');
  await get('limit=201');
  await get('limit=many');
  await get('order=up');
  await get('sort=name');
  await get('state=sold');
  await get('begin_time=monday');
  await get('cursor=nowhere');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/reports?state=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { min_amount: 8 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { Accept: `${vendor}v2016-01-01` } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  await hasten(api, '/v1/strategies?limit=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=3');
  await read(api, 'reports', runs[1]);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, ramp, inactive, codes } = idsOf(await walk(api, '/v1/listings?limit=30'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const own = (await walk(api, '/v1/strategies?limit=3')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  await walk(api, '/v1/listings?order=asc&limit=18&state=active');
  await get('sort=updated_at&order=desc&limit=7');
  await get(`ids=${String(free[2])},${String(ramp[0])},${String(open[1])}&limit=2`);
  await get('begin_time=2025-01-15&end_time=2025-05-15T00:00:00Z&limit=5');
  await get('end_time=2024-07-01T08:30:00Z&sort=updated_at');
  await api.ask('HEAD', '/v1/listings?state=inactive');
  await api.ask('GET', '/v1/reports?state=complete&order=asc&limit=2');
  await api.ask('GET', '/v1/strategies?state=active&limit=10');
  const alone = await read(api, 'listings', bound[2]);
  await read(api, 'listings', bound[2], header(alone, 'ETag'));
  await read(api, 'listings', open[2]);
  await read(api, 'listings', `code-${String(codes[7])}`);
  await read(api, 'strategies', 'code-usage-based');
  await read(api, 'reports', runs[6]);
  await read(api, 'reports', runs[3]);

  await price(api, free[2], { min_amount: 7.15, max_amount: 393.5 });
  await read(api, 'listings', free[2]);
  await price(api, bound[2], { max_amount: 1611.2 });
  await read(api, 'listings', bound[2], header(alone, 'ETag'));
  await price(api, open[2], { min_amount: 4.25, max_amount: null });
  await price(api, bound[3], { min_amount: '6', currency });
  await read(api, 'listings', bound[3]);
  await assign(api, free[2], 'code-undercut-market');
  await read(api, 'listings', free[2]);
  await assign(api, bound[3], null);
  await assign(api, open[3], 'code-cost-plus');
  await get('sort=updated_at&limit=4');

  await read(api, 'listings', '9999999999999');
  await read(api, 'listings', 'code-sofa');
  await read(api, 'reports', 'aaaaaaaaaaaaa');
  await assign(api, bound[4], own[2]);
  await price(api, 'code-sofa', { max_amount: 31 });
  await assign(api, 'bbbbbbbbbbbbb', 'code-cost-plus');
  await price(api, free[4], { min_amount: 71.2, max_amount: 70 });
  await price(api, free[4], { max_amount: 'lots' });
  await price(api, free[4], { min_amount: 'few', max_amount: -2 });
  await price(api, free[4], { max_amount: 20.125 });
  await price(api, free[4], { min_amount: 2_000_000 });
  await price(api, free[4], { max_amount: 20, currency: 'USD' });
  await price(api, free[4], {});
  await price(api, free[4], { shape: 'round', max_amount: 9 });
  await price(api, ramp[1], { max_amount: 90 });
  await price(api, inactive[2], { max_amount: 90 });
  await assign(api, free[4], 'code-gone');
  await assign(api, free[4], 'code-launch-2024');
  await assign(api, free[4], true);
  await assign(api, open[4], 'code-match-lowest');
  await assign(api, inactive[0], 'code-usage-based');
  await get('limit=-5');
  await get('limit=500');
  await get('order=random');
  await get('sort=price');
  await get('state=gone');
  await get('end_time=soon');
  await get('shape=round');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const codeAliases: WalkedService = {
  name: 'code-aliases',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
