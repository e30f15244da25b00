// A shipping platform's API: lists under their own name beside a total, the page, the number of pages and links as objects of an
// address, empty where they lead nowhere (strategies as a whole list without any of it); ids of two letters and a number, amounts
// as {currency, amount} with the currency in small letters, moments in UTC to the millisecond, null for what is not set; filters
// called after the members that they read, ranges as two parameters that end in _start and _end, `sort_by` and `sort_dir`, newest
// first; sizes that are refused beyond a limit, strangers passed over. A price is written as a whole and answered by the record
// with its warnings, a strategy by nothing (204). Refusals have the request's id and a list of all that is wrong, each with a
// source, a type, a code, a sentence and, where a field is to blame, its name and value.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'TEST_qv7Yd0rK2cXb9sLw';
const perSecond = 9;
const largestSize = 200;
const largestAmount = 250_000;
const source = 'platform';

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const money = (cents: number | null) => (cents === null ? null : { currency: 'usd', amount: cents / 100 });
const idOf = (seed: string) => `ls-${10_000_000 + chance(`sources ${seed}`, 80_000_000)}`;

const states = ['active', 'active', 'active', 'on_hold', 'retired'] as const;
const tags = ['fragile', 'oversized', 'returns', 'express'] as const;
const runKinds = ['price_changes', 'margins', 'stock'] as const;
const runStates = ['queued', 'processing', 'completed', 'completed_with_errors'] as const;
const orders = ['created_at', 'modified_at', 'price', 'name'] as const;

interface Listing {
  readonly id: string;
  readonly external: string | null;
  readonly sku: string;
  readonly name: string;
  readonly carrier: string;
  readonly status: (typeof states)[number];
  readonly tags: readonly string[];
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  modified: number;
}

const strategies = [
  { name: 'Under the cheapest', needsMin: true, disabled: false, step: 25 },
  { name: 'With the crowd', needsMin: true, disabled: false, step: 0 },
  { name: 'Weekend lift', needsMin: false, disabled: false, step: 150 },
  { name: 'Old clearance', needsMin: false, disabled: true, step: 500 },
  { name: 'Stand still', needsMin: false, disabled: false, step: 0 },
].map((one, index) => ({ ...one, id: idOf(`strategy ${index}`).replace('ls-', 'st-') }));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  strategy_id: one.id,
  name: one.name,
  requires_min_price: one.needsMin,
  step: money(one.step),
  primary: one.name === 'With the crowd',
  disabled: one.disabled,
});

function listings(): Listing[] {
  return Array.from({ length: 46 }, (_, index): Listing => {
    const seed = `sources ${index}`;
    const { title, maker, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const hasMin = chance(`${seed} min`, 5) > 0;
    const plan = strategies[[0, 1, 2, 4][chance(seed, 4)]!]!;
    return {
      id: idOf(seed),
      external: chance(`${seed} external`, 3) > 0 ? `ORD-${1_000 + chance(`${seed} own`, 9_000)}` : null,
      sku,
      name: title,
      carrier: maker.toLowerCase(),
      status: oneOf(`${seed} status`, states),
      tags: tags.filter((tag) => chance(`${seed} ${tag}`, 3) === 0),
      price,
      quantity: stock,
      created,
      min: hasMin ? Math.round(price * 0.75) : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.4) : null,
      strategy: (hasMin || !plan.needsMin) && chance(`${seed} strategy`, 3) > 0 ? plan.id : null,
      modified: created + chance(`${seed} modified`, 100 * 86_400) * 1_000,
    };
  }).sort((one, other) => other.created - one.created);
}

const listingShown = (one: Listing): Row => ({
  listing_id: one.id,
  external_listing_id: one.external,
  sku: one.sku,
  name: one.name,
  carrier_code: one.carrier,
  listing_status: one.status,
  created_at: moment(one.created),
  modified_at: moment(one.modified),
  price: money(one.price),
  min_price: money(one.min),
  max_price: money(one.max),
  quantity: one.quantity,
  strategy_id: one.strategy,
  tags: one.tags.map((name) => ({ name })),
});

interface Fault {
  readonly type: 'validation' | 'business_rules' | 'security' | 'system';
  readonly code: string;
  readonly message: string;
  readonly field?: { readonly name: string; readonly value: unknown };
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Headers;

  constructor(status: number, faults: readonly Fault[], headers: Headers = []) {
    super(faults[0]?.message);
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

const invalid = (name: string, value: unknown, message: string, code = 'invalid_field_value'): Fault => ({
  type: 'validation',
  code,
  message,
  field: { name, value },
});
const required = (name: string): Fault => invalid(name, null, `${name} is required.`, 'field_value_required');
const rule = (code: string, message: string) => new Refusal(409, [{ type: 'business_rules', code, message }]);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const runs = Array.from({ length: 12 }, (_, index) => ({
    id: idOf(`run ${index}`).replace('ls-', 'rn-'),
    kind: runKinds[index % 3]!,
    created:
      index < 2
        ? opened - 18_000 * (index + 1)
        : opened - index * 50_400_000 - chance(`sources run ${index}`, 20_000) * 1_000,
    seconds: 80 + index * 15,
    errors: index === 5 ? 3 : 0,
    rows: 25 + chance(`sources run rows ${index}`, 700),
  }));
  let second = 0;
  let inSecond = 0;
  let count = 0;

  function runShown({ id, kind, created, seconds, errors, rows }: (typeof runs)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status: (typeof runStates)[number] =
      elapsed < 35 ? 'queued' : !isOver ? 'processing' : errors > 0 ? 'completed_with_errors' : 'completed';
    return {
      report_id: id,
      report_type: kind,
      status,
      created_at: moment(created),
      processed_at: isOver ? moment(created + seconds * 1_000) : null,
      rows: isOver ? rows : 0,
      errors: isOver ? errors : 0,
      report_download: isOver
        ? {
            href: `${run.origin}/v1/downloads/${id}.csv?key=${scrambled(`sources ${run.run} ${id}`, 24, hex)}`,
          }
        : null,
    };
  }

  /** What is asked of a list, with all that is wrong with it. */
  function readerOf(query: URLSearchParams) {
    const faults: Fault[] = [];
    const read = <Value>(name: string, take: (text: string) => Value | undefined, words: string) => {
      const text = query.get(name);
      if (text === null || text === '') return undefined;
      const value = take(text);
      if (value === undefined) faults.push(invalid(name, text, `'${text}' is not a valid ${words}.`));
      return value;
    };
    const whole = (text: string) => (/^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
    const page = read('page', whole, 'page') ?? 1;
    const size = read('page_size', whole, 'page_size') ?? 15;
    if (size > largestSize) {
      faults.push(invalid('page_size', String(size), `page_size must be between 1 and ${largestSize}.`));
    }
    return {
      page,
      size,
      check: () => {
        if (faults.length > 0) throw new Refusal(400, faults);
      },
      one: <Value extends string>(name: string, values: readonly Value[]) =>
        read(
          name,
          (text) => values.find((value) => value === text),
          `${name}, which is one of ${[...new Set(values)].join(', ')}`,
        ),
      time: (name: string) =>
        read(
          name,
          (text) => (Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)),
          'ISO 8601 date and time',
        ),
    };
  }

  function paged(
    { query, path }: ReturnType<typeof targetOf>,
    name: string,
    records: readonly Row[],
    { page, size }: { readonly page: number; readonly size: number },
  ): Answered {
    const pages = Math.ceil(records.length / size);
    const link = (to: number) => {
      const others = [...query].filter(([other]) => other !== 'page' && other !== 'page_size');
      const told = new URLSearchParams([...others, ['page', String(to)], ['page_size', String(size)]]);
      return { href: `${run.origin}${path}?${told.toString()}` };
    };
    return json(200, {
      [name]: records.slice((page - 1) * size, page * size),
      total: records.length,
      page,
      pages,
      links: {
        first: link(1),
        last: link(Math.max(1, pages)),
        prev: page > 1 ? link(page - 1) : {},
        next: page < pages ? link(page + 1) : {},
      },
    });
  }

  function listed(target: ReturnType<typeof targetOf>): Answered {
    const { query } = target;
    const asked = readerOf(query);
    const status = asked.one('listing_status', states);
    const [from, to] = [asked.time('created_at_start'), asked.time('created_at_end')];
    const [since, until] = [asked.time('modified_at_start'), asked.time('modified_at_end')];
    const by = asked.one('sort_by', orders) ?? 'created_at';
    const isUp = asked.one('sort_dir', ['asc', 'desc']) === 'asc';
    asked.check();
    const is = (name: string, value: string | null) => query.get(name) === null || query.get(name) === value;
    const found = all.filter(
      (one) =>
        (status === undefined || one.status === status) &&
        (from === undefined || one.created >= from) &&
        (to === undefined || one.created <= to) &&
        (since === undefined || one.modified >= since) &&
        (until === undefined || one.modified <= until) &&
        is('sku', one.sku) &&
        is('carrier_code', one.carrier) &&
        is('external_listing_id', one.external) &&
        is('strategy_id', one.strategy) &&
        (query.get('tag') === null || one.tags.includes(query.get('tag')!)),
    );
    const rank = { created_at: 'created', modified_at: 'modified', price: 'price', name: 'name' } as const;
    const sign = isUp ? 1 : -1;
    found.sort((one, other) => {
      const [first, second] = [one[rank[by]], other[rank[by]]];
      return first < second ? -sign : first > second ? sign : 0;
    });
    return paged(target, 'listings', found.map(listingShown), asked);
  }

  function runsListed(target: ReturnType<typeof targetOf>): Answered {
    const asked = readerOf(target.query);
    const status = asked.one('status', runStates);
    const kind = asked.one('report_type', runKinds);
    asked.check();
    const found = runs
      .map(runShown)
      .filter(
        (one) =>
          (status === undefined || one.status === status) && (kind === undefined || one.report_type === kind),
      );
    return paged(target, 'reports', found, asked);
  }

  function find<Record extends { readonly id: string }>(
    name: string,
    prefix: string,
    id: string,
    records: readonly Record[],
  ): Record {
    if (!new RegExp(`^${prefix}-\\d+$`).test(id)) {
      const message = `'${id}' is not a valid ${name}_id.`;
      throw new Refusal(400, [invalid(`${name}_id`, id, message, 'invalid_identifier')]);
    }
    const found = records.find((one) => one.id === id);
    if (found === undefined) {
      throw new Refusal(404, [
        { type: 'business_rules', code: 'not_found', message: `No ${name} found with ${name}_id '${id}'.` },
      ]);
    }
    return found;
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      const message = 'The request body is not a valid JSON object.';
      throw new Refusal(400, [{ type: 'validation', code: 'request_body_invalid', message }]);
    }
    return sent.json;
  }

  function priced(listing: Listing, body: Row): Answered {
    const faults: Fault[] = [];
    const boundOf = (name: 'min_price' | 'max_price'): number | null => {
      const value = body[name];
      if (value === undefined) faults.push(required(name));
      if (value === undefined || value === null) return null;
      if (!isObject(value)) {
        faults.push(invalid(name, value, `${name} must be a monetary value.`));
        return null;
      }
      const { amount, currency } = value;
      if (amount === undefined) faults.push(required(`${name}.amount`));
      else if (typeof amount !== 'number') {
        faults.push(invalid(`${name}.amount`, amount, `${name}.amount must be a number.`));
      } else if (amount < 0 || amount > largestAmount) {
        faults.push(
          invalid(`${name}.amount`, amount, `${name}.amount must be between 0 and ${largestAmount}.`),
        );
      }
      if (currency === undefined) faults.push(required(`${name}.currency`));
      else if (currency !== 'usd') {
        faults.push(
          invalid(`${name}.currency`, currency, `${name}.currency must be usd.`, 'unsupported_currency'),
        );
      }
      return typeof amount === 'number' ? Math.round(amount * 100) : null;
    };
    const [min, max] = [boundOf('min_price'), boundOf('max_price')];
    if (faults.length > 0) throw new Refusal(400, faults);
    if (listing.status === 'retired') {
      throw rule('listing_status', `Listing ${listing.id} is retired and cannot be updated.`);
    }
    if (min !== null && max !== null && min > max) {
      throw new Refusal(400, [
        invalid(
          'min_price',
          body.min_price,
          'min_price must not be greater than max_price.',
          'invalid_range',
        ),
      ]);
    }
    const plan = strategies.find(({ id }) => id === listing.strategy);
    if (min === null && plan?.needsMin === true) {
      throw rule('min_price_required', `The strategy ${plan.name} requires a min_price.`);
    }
    [listing.min, listing.max, listing.modified] = [min, max, run.now()];
    const isNarrow = min !== null && max !== null && max - min < 500;
    const warnings = isNarrow ? ['The price has little room between min_price and max_price.'] : [];
    return json(200, { ...listingShown(listing), warnings });
  }

  function assigned(listing: Listing, { strategy_id: id }: Row): Answered {
    if (id === undefined) throw new Refusal(400, [required('strategy_id')]);
    if (id !== null && typeof id !== 'string') {
      throw new Refusal(400, [invalid('strategy_id', id, 'strategy_id must be a string.')]);
    }
    const plan = id === null ? undefined : find('strategy', 'st', id, strategies);
    if (listing.status === 'retired') {
      throw rule('listing_status', `Listing ${listing.id} is retired and cannot be updated.`);
    }
    if (plan?.disabled === true) throw rule('strategy_disabled', `The strategy ${plan.name} is disabled.`);
    if (plan?.needsMin === true && listing.min === null) {
      throw rule('min_price_required', `The strategy ${plan.name} requires a min_price.`);
    }
    [listing.strategy, listing.modified] = [id, run.now()];
    return { status: 204, headers: [], body: '' };
  }

  function answer(request: Asked): Answered {
    const target = targetOf(request);
    const [version, kind = '', id, part, ...more] = target.steps;
    if (
      version !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw new Refusal(404, [
        { type: 'validation', code: 'not_found', message: 'The requested resource does not exist.' },
      ]);
    }
    const method = part === undefined ? 'GET' : 'PUT';
    if (request.method !== method) {
      const message = `The resource does not support ${request.method}.`;
      throw new Refusal(
        405,
        [{ type: 'validation', code: 'method_not_allowed', message }],
        [['Allow', method]],
      );
    }
    if (kind === 'strategies') {
      return id === undefined
        ? json(200, { strategies: strategies.map(strategyShown) })
        : json(200, strategyShown(find('strategy', 'st', id, strategies)));
    }
    if (kind === 'reports') {
      return id === undefined ? runsListed(target) : json(200, runShown(find('report', 'rn', id, runs)));
    }
    if (id === undefined) return listed(target);
    const listing = find('listing', 'ls', id, all);
    if (part === undefined) return json(200, listingShown(listing));
    const body = bodyIn(request);
    return part === 'price' ? priced(listing, body) : assigned(listing, body);
  }

  function admit({ headers }: Asked): void {
    if (headers['x-api-key'] !== key) {
      const message =
        headers['x-api-key'] === undefined ? 'An API key is required.' : 'The API key is invalid.';
      throw new Refusal(401, [{ type: 'security', code: 'unauthorized', message }]);
    }
    const now = Math.floor(run.now() / 1_000);
    [second, inSecond] = [now, now === second ? inSecond + 1 : 1];
    if (inSecond > perSecond) {
      const message = `You have made more than ${perSecond} requests in a second.`;
      throw new Refusal(
        429,
        [{ type: 'system', code: 'rate_limit_exceeded', message }],
        [['Retry-After', '1']],
      );
    }
  }

  return (request) => {
    count += 1;
    const requestId = uuid(`sources ${run.run} ${count}`);
    const traced: Headers = [['X-Request-Id', requestId]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...traced], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const errors = error.faults.map(({ type, code, message, field }) => ({
        error_source: source,
        error_type: type,
        error_code: code,
        message,
        ...(field !== undefined && { field_name: field.name, field_value: field.value }),
      }));
      return json(error.status, { request_id: requestId, errors }, [...error.headers, ...traced]);
    }
  };
}

/** Follows the links. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    for (const name of ['listings', 'strategies', 'reports']) rows.push(...rowsAt(received, name));
    next = textIfAny(received, 'links', 'next', 'href');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const usd = (amount: unknown) => ({ currency: 'usd', amount });
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: body });

interface Ids {
  /** Of listings that can be changed: without a strategy but with a lower bound, with a strategy, without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly retired: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter((row) => row.listing_status !== 'retired');
  const ids = (chosen: readonly Row[]) => chosen.map((row) => row.listing_id);
  return {
    free: ids(kept.filter((row) => row.strategy_id === null && row.min_price !== null)),
    bound: ids(kept.filter((row) => row.strategy_id !== null && row.min_price !== null)),
    open: ids(kept.filter((row) => row.min_price === null && row.strategy_id === null)),
    retired: rows.find((row) => row.listing_status === 'retired')?.listing_id,
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, retired } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map((row) => row.strategy_id);
  const runs = (await walk(api, '/v1/reports?page_size=5')).map((row) => row.report_id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=2&page_size=10');
  await get('page=3&page_size=7');
  await get('page=40');
  await get('page_size=200');
  await get('listing_status=on_hold&page_size=50');
  await walk(api, '/v1/listings?listing_status=active&page_size=12');
  await get('carrier_code=velmora');
  await get('carrier_code=tarnwick&sort_by=price&sort_dir=asc');
  await get('tag=fragile&page_size=6');
  await get(`sku=${String(rows[5]?.sku)}`);
  await get(
    `external_listing_id=${String(rows.find((row) => row.external_listing_id !== null)?.external_listing_id)}`,
  );
  await get('external_listing_id=ORD-1');
  await get(`strategy_id=${String(plans[0])}`);
  await get('created_at_start=2025-02-01T00:00:00Z');
  await get('created_at_end=2024-06-30T12:00:00.000Z&page_size=20');
  await get('modified_at_start=2025-01-01T00:00:00Z&modified_at_end=2025-05-01T00:00:00Z');
  await get('sort_by=modified_at&page_size=8');
  await get('sort_by=price&page_size=9');
  await get('sort_by=name&sort_dir=asc&page_size=5');
  await get('sort_dir=asc&page_size=4');
  await get('colour=red&page_size=3');
  await api.ask('GET', '/v1/strategies?page_size=2');
  await api.ask('GET', '/v1/reports?status=completed&page_size=4');
  await api.ask('GET', '/v1/reports?report_type=margins');
  for (const index of [0, 3, 6]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { min_price: usd(24.9), max_price: usd(280) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: usd(19.99), max_price: usd(310.5), note: 'spring' });
  await price(api, bound[3], { min_price: usd(30), max_price: usd(33.5) });
  await price(api, free[1], { min_price: usd(8), max_price: null });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { min_price: null, max_price: usd(99.95) });
  await assign(api, free[0], { strategy_id: plans[1] });
  await read(api, 'listings', free[0]);
  await assign(api, open[1], { strategy_id: plans[4] });
  await assign(api, bound[0], { strategy_id: null });
  await read(api, 'listings', bound[0]);
  await get('sort_by=modified_at&page_size=6');
  await get(`strategy_id=${String(plans[1])}&page_size=5`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?page_size=2');

  await read(api, 'listings', 'ls-99999999');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'st-99999998');
  await read(api, 'reports', 'last');
  await price(api, 'ls-99999997', { min_price: usd(3), max_price: usd(4) });
  await price(api, free[3], { min_price: usd(60), max_price: usd(59.99) });
  await price(api, free[3], { min_price: usd('cheap'), max_price: usd(9) });
  await price(api, free[3], { min_price: 5, max_price: usd(true) });
  await price(api, free[3], { min_price: usd(-1), max_price: usd(9) });
  await price(api, free[3], { min_price: usd(4), max_price: usd(2_000_000) });
  await price(api, free[3], { min_price: { currency: 'eur', amount: 4 }, max_price: usd(9) });
  await price(api, free[3], { min_price: usd(4), max_price: { currency: 'usd' } });
  await price(api, free[3], { min_price: usd(4) });
  await price(api, free[3], {});
  await price(api, free[3], [1]);
  await price(api, free[0], { min_price: null, max_price: usd(90) });
  await price(api, retired, { min_price: usd(5), max_price: usd(50) });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": ' });
  await assign(api, free[3], { strategy_id: 'st-99999996' });
  await assign(api, free[3], { strategy_id: 'cheapest' });
  await assign(api, free[3], { strategy_id: plans[3] });
  await assign(api, free[3], { strategy_id: 17 });
  await assign(api, free[3], {});
  await assign(api, open[2], { strategy_id: plans[0] });
  await assign(api, retired, { strategy_id: plans[4] });
  await get('page=0');
  await get('page=two');
  await get('page_size=500');
  await get('page_size=-1');
  await get('listing_status=sold');
  await get('sort_by=colour');
  await get('sort_dir=up');
  await get('created_at_start=monday');
  await get('listing_status=gone&page_size=none');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[3])}`);
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'TEST_0000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/reports?page_size=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?page_size=3');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?page_size=30');
  const { free, bound, open, retired } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies?sort=name')).map((row) => row.strategy_id);
  const runs = (await walk(api, '/v1/reports?page_size=8')).map((row) => row.report_id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=4&page_size=11');
  await get('page=9&page_size=25');
  await get('listing_status=retired&page_size=4');
  await get('carrier_code=halvik&page_size=3');
  await get('tag=express&sort_by=name');
  await get(`strategy_id=${String(plans[2])}&sort_dir=asc`);
  await get('created_at_start=2024-09-01T00:00:00Z&created_at_end=2025-03-01T00:00:00Z&page_size=6');
  await get('modified_at_end=2024-12-24T18:00:00Z&page_size=5');
  await get('sort_by=price&sort_dir=asc&page_size=13');
  await get('sort_by=created_at&page_size=4&page=2');
  await get(`sku=${String(rows[17]?.sku)}`);
  await get('shape=round&page_size=2');
  await api.ask('GET', '/v1/reports?status=completed_with_errors');
  await api.ask('GET', '/v1/reports?report_type=stock&page_size=2');
  for (const index of [1, 4, 8]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', open[3]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[6]);

  await price(api, free[2], { min_price: usd(12.75), max_price: usd(340) });
  await read(api, 'listings', free[2]);
  await price(api, bound[1], { min_price: usd(44), max_price: usd(47.25) });
  await price(api, free[4], { min_price: usd(3.05), max_price: null });
  await read(api, 'listings', free[4]);
  await price(api, open[3], { min_price: usd(7), max_price: usd(445), note: 'autumn' });
  await assign(api, free[2], { strategy_id: plans[0] });
  await read(api, 'listings', free[2]);
  await assign(api, bound[4], { strategy_id: null });
  await read(api, 'listings', bound[4]);
  await get('sort_by=modified_at&page_size=4');
  await get(`strategy_id=${String(plans[0])}&page_size=3`);

  await read(api, 'listings', 'ls-88888888');
  await read(api, 'strategies', 'slow');
  await read(api, 'reports', 'rn-88888887');
  await price(api, 'kettle', { min_price: usd(3), max_price: usd(4) });
  await price(api, free[5], { min_price: usd(71.2), max_price: usd(70) });
  await price(api, free[5], { min_price: usd(2), max_price: usd('lots') });
  await price(api, free[5], { min_price: usd(-0.5), max_price: usd(300_000) });
  await price(api, free[5], { min_price: usd(1), max_price: { currency: 'gbp', amount: 9 } });
  await price(api, free[5], { max_price: usd(30) });
  await price(api, free[5], {});
  await price(api, retired, { min_price: usd(6), max_price: usd(800) });
  await assign(api, free[5], { strategy_id: 'st-88888886' });
  await assign(api, free[6], { strategy_id: plans[3] });
  await assign(api, free[5], { strategy_id: false });
  await assign(api, open[4], { strategy_id: plans[1] });
  await get('page=-3');
  await get('page_size=lots');
  await get('page_size=201');
  await get('listing_status=lost');
  await get('sort_by=size');
  await get('modified_at_start=soon');
  await get('sort_dir=down&page=none');
  await api.ask('GET', '/v1/reports?report_type=weather');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
}

export const errorSources: WalkedService = {
  name: 'error-sources',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=7', 'page_size=50'],
  walk,
};
