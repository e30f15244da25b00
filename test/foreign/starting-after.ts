// A seller's listings API by a team that admires how the best-known card payment service speaks to developers: each object says what
// it is (`object: "listing"`) and has an id with a prefix, lists go on after or before the id of a record, amounts are whole cents,
// moments are seconds since 1970, what an object refers to by its id is shown whole where `expand[]` asks so. An error has a type, a
// code, a param and links to its page and its log; writes may be repeated under an Idempotency-Key; a bucket of tokens for the rate.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'tide_live_51NkQ2eHk7vTq0Zr8mWc3xYb';
const docs = 'https://docs.tidemark.example';
const bucketSize = 5;
const tokensPerSecond = 5;
const usualLimit = 12;
const largestLimit = 100;
const smallestAmount = 50;
const largestAmount = 5_000_000;

/** An id with its prefix: some of its characters are of the moment, some of the account, the rest its own. */
const idOf = (prefix: string, seconds: number, seed: string): string => {
  let [time, rest] = ['', seconds];
  for (; time.length < 6; rest = Math.floor(rest / 62)) time = base62[rest % 62]! + time;
  return `${prefix}_${time}K3m9TzB7wV${scrambled(`after ${seed}`, 8, base62)}`;
};

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

const statuses = ['draft', 'active', 'paused', 'ended'];
const marketplaces = ['brightbay', 'altamarket'];
const reportTypes = ['sales.summary.1', 'repricing.itemized.2', 'inventory.snapshot.1'];

const strategies: readonly Row[] = [
  { name: 'Undercut by a dime', type: 'undercut', rule: { amount_off: 10, percent_off: null } },
  { name: 'Match the lowest', type: 'match', rule: { target: 'lowest', include_shipping: true } },
  { name: 'Match the featured offer', type: 'match', rule: { target: 'featured', include_shipping: false } },
  { name: 'Undercut by two percent', type: 'undercut', rule: { amount_off: null, percent_off: 2 } },
  { name: 'Weekly markdown', type: 'markdown', rule: { interval: 'week', percent_off: 5 } },
  { name: 'Spring clearance', type: 'markdown', rule: { interval: 'day', percent_off: 3 }, active: false },
].map(({ name, type, rule, active = true }, index) => {
  const created = seconds(Date.UTC(2024, index, 3 + 4 * index, 14, 7 * index, 21));
  return {
    id: idOf('strat', created, `strategy ${index}`),
    object: 'strategy',
    active,
    created,
    description: index % 2 === 0 ? null : `${name}, as agreed with the team`,
    livemode: true,
    [type]: rule,
    metadata: index === 1 ? { owner: 'repricing' } : {},
    name,
    type,
    updated: created + 86_400 * (index + 1),
  };
});

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  readonly amount: number;
  readonly available: number;
  readonly marketplace: string;
  readonly status: string;
  readonly metadata: Row;
  readonly created: number;
  readonly ended: number | null;
  floor: number | null;
  ceiling: number | null;
  strategy: string | null;
  updated: number;
}

function listings(): Listing[] {
  return Array.from({ length: 28 }, (_, index): Listing => {
    const seed = `after listing ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = seconds(pastMoment(seed));
    const status = oneOf(`${seed} state`, [
      'active',
      'active',
      'active',
      'active',
      'paused',
      'draft',
      'ended',
    ]);
    const floor =
      chance(`${seed} floor`, 4) === 0 ? null : Math.max(smallestAmount, Math.round(price * 0.82));
    const updated = created + 3_600 + chance(`${seed} updated`, 60 * 86_400);
    return {
      id: idOf('lst', created, seed),
      title,
      sku,
      amount: price,
      available: status === 'ended' ? 0 : stock,
      marketplace: oneOf(`${seed} marketplace`, marketplaces),
      status,
      metadata: chance(`${seed} metadata`, 3) === 0 ? { shelf: `B-${10 + chance(`${seed} shelf`, 80)}` } : {},
      created,
      ended: status === 'ended' ? updated : null,
      floor,
      ceiling: chance(`${seed} ceiling`, 3) === 0 ? null : Math.round(price * 1.35),
      strategy:
        floor !== null && status !== 'ended' && chance(`${seed} has`, 2) === 0
          ? String(strategies[chance(`${seed} strategy`, 5)]!.id)
          : null,
      updated,
    };
  });
}

interface Report {
  readonly id: string;
  readonly type: string;
  readonly month: number;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

function reportRuns(opened: number): readonly Report[] {
  return Array.from({ length: 9 }, (_, index): Report => {
    const month = seconds(Date.UTC(2025, 7 + index, 1));
    const created = index === 8 ? opened - 12 : month + 32 * 86_400 + 311 * index;
    return {
      id: idOf('rrun', month, `report ${index}`),
      type: reportTypes[index % 3]!,
      month,
      created,
      seconds: index === 8 ? 40 : 35 + chance(`after run ${index}`, 200),
      fails: index === 3,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly shown: Row;

  constructor(status: number, message: string, shown: Row = {}) {
    super(message);
    this.status = status;
    this.shown = shown;
  }
}

const invalid = (message: string, param?: string, code?: string, more: Row = {}) =>
  new Refusal(400, message, { code, param, ...more });
const noSuch = (status: number, what: string, id: string, param: string) =>
  new Refusal(status, `No such ${what}: '${id}'`, { code: 'resource_missing', param });
const badInteger = (text: string, param: string) =>
  invalid(`Invalid integer: ${text}`, param, 'parameter_invalid_integer');

const either = (words: readonly string[]) => `${words.slice(0, -1).join(', ')}, or ${words.at(-1)!}`;
const told = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function assertKnown(names: Iterable<string>, known: readonly string[]): void {
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`;
  throw invalid(message, unknown[0], 'parameter_unknown');
}

function emptyString(name: string): Refusal {
  const message =
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however ` +
    `'${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`;
  return invalid(message, name, 'parameter_invalid_empty');
}

function integerOf(text: string, name: string): number {
  if (text === '') throw emptyString(name);
  if (!/^-?\d{1,15}$/.test(text)) throw badInteger(text, name);
  return Number(text);
}

function chosen(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
  const text = query.get(name) ?? undefined;
  if (text === '') throw emptyString(name);
  if (text === undefined || values.includes(text)) return text;
  const listed = values.length === 2 ? values.join(' or ') : either(values);
  throw invalid(`Invalid ${name}: must be one of ${listed}`, name);
}

function booleanIn(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (text !== 'true' && text !== 'false') throw invalid(`Invalid boolean: ${text}`, name);
  return text === 'true';
}

/** The test of `created`, which is a moment or a range of them. */
function createdIn(query: URLSearchParams): (row: Row) => boolean {
  const compare: Readonly<Record<string, (one: number, other: number) => boolean>> = {
    created: (one, other) => one === other,
    'created[gt]': (one, other) => one > other,
    'created[gte]': (one, other) => one >= other,
    'created[lt]': (one, other) => one < other,
    'created[lte]': (one, other) => one <= other,
  };
  const tests = Object.entries(compare).flatMap(([name, holds]) => {
    const text = query.get(name);
    if (text === null) return [];
    const wanted = integerOf(text, name);
    return [(row: Row) => holds(Number(row.created), wanted)];
  });
  return (row) => tests.every((holds) => holds(row));
}

const listNames = ['limit', 'starting_after', 'ending_before', 'expand[]'];
const createdNames = ['created', 'created[gt]', 'created[gte]', 'created[lt]', 'created[lte]'];

/** Those of the expansions that name a property of the object, without what leads to the object. */
function expansions(
  asked: readonly string[],
  expandable: readonly string[],
  isList: boolean,
): readonly string[] {
  return asked.map((path) => {
    const name = isList && path.startsWith('data.') ? path.slice(5) : path;
    const isKnown = expandable.includes(name);
    if (isKnown && (!isList || path !== name)) return name;
    const hint = isKnown ? ` You may want to try expanding 'data.${name}' instead.` : '';
    throw invalid(`This property cannot be expanded (${path}).${hint}`, 'expand');
  });
}

interface Listed {
  readonly url: string;
  readonly what: string;
  readonly all: readonly Row[];
  readonly matches: (row: Row) => boolean;
  /** The member that gives the order, and its direction. */
  readonly by: string;
  readonly sign: 1 | -1;
}

function listed(query: URLSearchParams, { url, what, all, matches, by, sign }: Listed): Row {
  const limitText = query.get('limit');
  const limit = limitText === null ? usualLimit : integerOf(limitText, 'limit');
  const outside =
    limit < 1
      ? 'This value must be greater than or equal to 1.'
      : `This value must be less than or equal to ${largestLimit} (it currently is '${limit}').`;
  if (limit < 1 || limit > largestLimit) throw invalid(outside, 'limit', 'parameter_invalid_integer');
  const compare = (one: Row, other: Row) =>
    sign * (Number(one[by]) - Number(other[by])) || (String(one.id) < String(other.id) ? sign : -sign);
  const cursorOf = (name: string): Row | undefined => {
    const id = query.get(name);
    if (id === null) return undefined;
    if (id === '') throw emptyString(name);
    const found = all.find((row) => row.id === id);
    if (found === undefined) throw noSuch(400, what, id, name);
    return found;
  };
  const [after, before] = [cursorOf('starting_after'), cursorOf('ending_before')];
  if (after !== undefined && before !== undefined) {
    const message = 'You may only specify one of these parameters: ending_before, starting_after.';
    throw invalid(message, 'ending_before', 'parameters_exclusive');
  }
  const sorted = all.filter(matches).sort(compare);
  if (before !== undefined) {
    const earlier = sorted.filter((row) => row.id !== before.id && compare(row, before) < 0);
    return { object: 'list', url, has_more: earlier.length > limit, data: earlier.slice(-limit) };
  }
  const rest =
    after === undefined ? sorted : sorted.filter((row) => row.id !== after.id && compare(row, after) > 0);
  return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

/** JSON as it is sent, on lines of its own. */
const pretty = (status: number, body: Row): Answered => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: `${JSON.stringify(body, null, 2)}\n`,
});

const listingStrategyNames = ['strategy', 'expand'];
const boundNames = ['floor_amount', 'ceiling_amount'] as const;

function start(run: Run): (request: Asked) => Answered {
  const now = () => seconds(run.now());
  const all = listings();
  const reports = reportRuns(now());
  const kept = new Map<
    string,
    { readonly request: string; readonly id: string; readonly answer: Answered }
  >();
  const bucket = { tokens: bucketSize, filled: run.now() };
  let count = 0;

  const strategyOf = (id: unknown) => strategies.find((one) => one.id === id);

  function listingShown(one: Listing, expanded: readonly string[] = []): Row {
    return {
      id: one.id,
      object: 'listing',
      amount: one.amount,
      ceiling_amount: one.ceiling,
      created: one.created,
      currency: one.marketplace === 'brightbay' ? 'usd' : 'eur',
      ended_at: one.ended,
      floor_amount: one.floor,
      inventory: { available: one.available, tracked: one.marketplace === 'brightbay' },
      livemode: true,
      marketplace: one.marketplace,
      metadata: one.metadata,
      sku: one.sku,
      status: one.status,
      strategy: expanded.includes('strategy') ? (strategyOf(one.strategy) ?? null) : one.strategy,
      title: one.title,
      updated: one.updated,
    };
  }

  function reportShown(one: Report): Row {
    const end = one.created + one.seconds;
    const isOver = now() >= end;
    const hasResult = isOver && !one.fails;
    const name = `${one.type.replaceAll('.', '-')}-${new Date(one.month * 1_000).toISOString().slice(0, 7)}.csv`;
    const file = idOf('file', one.month, `file ${one.id}`);
    return {
      id: one.id,
      object: 'report_run',
      created: one.created,
      error: isOver && one.fails ? 'The report could not be generated. Please try again later.' : null,
      livemode: true,
      parameters: { interval_end: one.month + 30 * 86_400, interval_start: one.month },
      report_type: one.type,
      result: hasResult
        ? {
            id: file,
            object: 'file',
            created: end,
            expires_at: end + 90 * 86_400,
            filename: name,
            size: 2_048 + chance(`after size ${one.id}`, 400_000),
            type: 'csv',
            url: `https://files.tidemark.example/v1/files/${file}/contents`,
          }
        : null,
      status: !isOver ? 'pending' : one.fails ? 'failed' : 'succeeded',
      succeeded_at: hasResult ? end : null,
    };
  }

  function listListings(query: URLSearchParams): Answered {
    const filters = ['status', 'strategy', 'marketplace', 'sort', 'direction'];
    assertKnown(query.keys(), [...listNames, ...createdNames, ...filters]);
    const expanded = expansions(query.getAll('expand[]'), ['strategy'], true);
    const status = chosen(query, 'status', statuses);
    const marketplace = chosen(query, 'marketplace', marketplaces);
    const by = chosen(query, 'sort', ['created', 'updated', 'amount']) ?? 'created';
    const direction = chosen(query, 'direction', ['asc', 'desc']) ?? 'desc';
    const isCreated = createdIn(query);
    const strategy = query.get('strategy');
    if (strategy === '') throw emptyString('strategy');
    if (strategy !== null && strategyOf(strategy) === undefined) {
      throw noSuch(400, 'strategy', strategy, 'strategy');
    }
    const list = listed(query, {
      url: '/v1/listings',
      what: 'listing',
      all: all.map((one) => listingShown(one)),
      matches: (row) =>
        isCreated(row) &&
        (status === undefined || row.status === status) &&
        (marketplace === undefined || row.marketplace === marketplace) &&
        (strategy === null || row.strategy === strategy),
      by,
      sign: direction === 'asc' ? 1 : -1,
    });
    const data = (list.data as Row[]).map(({ id }) =>
      listingShown(
        all.find((one) => one.id === id)!,
        expanded,
      ),
    );
    return pretty(200, { ...list, data });
  }

  function listStrategies(query: URLSearchParams): Answered {
    assertKnown(query.keys(), [...listNames, ...createdNames, 'active', 'type']);
    expansions(query.getAll('expand[]'), [], true);
    const active = booleanIn(query, 'active');
    const type = chosen(query, 'type', ['undercut', 'match', 'markdown']);
    const isCreated = createdIn(query);
    const matches = (row: Row) =>
      isCreated(row) &&
      (active === undefined || row.active === active) &&
      (type === undefined || row.type === type);
    const list = { url: '/v1/strategies', what: 'strategy', all: strategies, matches };
    return pretty(200, listed(query, { ...list, by: 'created', sign: -1 }));
  }

  function listReports(query: URLSearchParams): Answered {
    assertKnown(query.keys(), [...listNames, ...createdNames, 'status', 'report_type']);
    expansions(query.getAll('expand[]'), [], true);
    const status = chosen(query, 'status', ['pending', 'succeeded', 'failed']);
    const type = chosen(query, 'report_type', reportTypes);
    const isCreated = createdIn(query);
    const matches = (row: Row) =>
      isCreated(row) &&
      (status === undefined || row.status === status) &&
      (type === undefined || row.report_type === type);
    const list = { url: '/v1/reports', what: 'report_run', all: reports.map(reportShown), matches };
    return pretty(200, listed(query, { ...list, by: 'created', sign: -1 }));
  }

  function retrieved(kind: string, id: string, query: URLSearchParams): Answered {
    assertKnown(query.keys(), ['expand[]']);
    const expanded = expansions(query.getAll('expand[]'), kind === 'listings' ? ['strategy'] : [], false);
    if (kind === 'listings') return pretty(200, listingShown(listingOf(id), expanded));
    if (kind === 'strategies') {
      const strategy = strategyOf(id);
      if (strategy === undefined) throw noSuch(404, 'strategy', id, 'id');
      return pretty(200, strategy);
    }
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw noSuch(404, 'report_run', id, 'id');
    return pretty(200, reportShown(report));
  }

  function listingOf(id: string): Listing {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw noSuch(404, 'listing', id, 'id');
    return found;
  }

  function bodyIn(request: Asked, known: readonly string[]): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      const message =
        'Invalid request (check that your PATCH body is a valid JSON object). If you have any questions, we can help at ' +
        'https://support.tidemark.example/.';
      throw invalid(message);
    }
    assertKnown(Object.keys(sent.json), known);
    return sent.json;
  }

  function expandIn({ expand = [] }: Row): readonly string[] {
    if (!Array.isArray(expand)) throw invalid('Invalid array', 'expand');
    return expansions((expand as unknown[]).map(told), ['strategy'], false);
  }

  function assertOpen(one: Listing, member: string): void {
    if (one.status !== 'ended') return;
    const message =
      `This listing's ${member} could not be updated because it has a status of ended. You may only update the ${member} of a ` +
      'listing with one of the following statuses: draft, active, paused.';
    throw invalid(message, undefined, 'listing_unexpected_state', { listing: listingShown(one) });
  }

  function amountIn(value: unknown, name: string, currency: string): number | null {
    if (value === null || value === '') return null;
    const amount = typeof value === 'number' ? value : Number(/^-?\d+$/.exec(told(value))?.[0] ?? NaN);
    if (!Number.isSafeInteger(amount)) throw badInteger(told(value), name);
    const sign = currency === 'usd' ? '$' : '€';
    if (amount < 0) {
      throw invalid('This value must be greater than or equal to 0.', name, 'parameter_invalid_integer');
    }
    if (amount < smallestAmount) {
      throw invalid(`Amount must be at least ${sign}0.50 ${currency}`, name, 'amount_too_small');
    }
    if (amount > largestAmount) {
      throw invalid(`Amount must be no more than ${sign}50,000.00`, name, 'amount_too_large');
    }
    return amount;
  }

  function priced(one: Listing, request: Asked): Answered {
    const body = bodyIn(request, [...boundNames, 'expand']);
    const expanded = expandIn(body);
    const currency = String(listingShown(one).currency);
    const bounds = { floor_amount: one.floor, ceiling_amount: one.ceiling };
    const given = boundNames.filter((name) => body[name] !== undefined);
    for (const name of given) bounds[name] = amountIn(body[name], name, currency);
    assertOpen(one, 'amounts');
    const { floor_amount: floor, ceiling_amount: ceiling } = bounds;
    if (floor !== null && ceiling !== null && floor > ceiling) {
      const message = `The \`floor_amount\` (${floor}) must be less than or equal to the \`ceiling_amount\` (${ceiling}).`;
      throw invalid(message, given[0], 'amount_range_invalid');
    }
    if (floor === null && one.strategy !== null) {
      const message = `You cannot unset \`floor_amount\` while the listing has a strategy (${one.strategy}).`;
      throw invalid(message, 'floor_amount', 'floor_in_use');
    }
    if (given.length > 0) one.updated = now();
    [one.floor, one.ceiling] = [floor, ceiling];
    return pretty(200, listingShown(one, expanded));
  }

  function assigned(one: Listing, request: Asked): Answered {
    const body = bodyIn(request, listingStrategyNames);
    const expanded = expandIn(body);
    const { strategy: id } = body;
    if (id === undefined) throw invalid('Missing required param: strategy.', 'strategy', 'parameter_missing');
    if (id !== null && typeof id !== 'string') throw invalid(`Invalid string: ${told(id)}`, 'strategy');
    assertOpen(one, 'strategy');
    const isUnset = id === null || id === '';
    const strategy = isUnset ? undefined : strategyOf(id);
    if (!isUnset && strategy === undefined) throw noSuch(400, 'strategy', id, 'strategy');
    // What is asked for is right, and yet cannot be done.
    const refuse = (code: string, message: string) =>
      new Refusal(402, message, { type: 'strategy_error', code, param: 'strategy', strategy });
    if (strategy?.active === false) {
      throw refuse(
        'strategy_inactive',
        'The strategy specified is inactive. This field only accepts active strategies.',
      );
    }
    if (strategy !== undefined && one.floor === null) {
      const message =
        'This listing cannot be repriced because it has no `floor_amount`. Set one and try again.';
      throw refuse('floor_required', message);
    }
    one.strategy = isUnset ? null : id;
    one.updated = now();
    return pretty(200, listingShown(one, expanded));
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const { method } = request;
    const isKind =
      version === 'v1' && ['listings', 'strategies', 'reports'].includes(kind) && more.length === 0;
    if (isKind && method === 'GET' && part === undefined) {
      if (id !== undefined) return retrieved(kind, id, query);
      if (kind === 'listings') return listListings(query);
      return kind === 'strategies' ? listStrategies(query) : listReports(query);
    }
    if (isKind && kind === 'listings' && method === 'PATCH' && id !== undefined) {
      if (part === 'price') return priced(listingOf(id), request);
      if (part === 'strategy') return assigned(listingOf(id), request);
    }
    const message = `Unrecognized request URL (${method}: ${path}). Please see ${docs} or we can help at https://support.tidemark.example/.`;
    throw new Refusal(404, message);
  }

  function assertKey({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined || sent === '') {
      const message =
        "You did not provide an API key. You need to provide your API key in the X-API-KEY header (e.g. 'X-API-KEY: " +
        `YOUR_SECRET_KEY'). See ${docs}/api#authentication for details, or we can help at https://support.tidemark.example/.`;
      throw new Refusal(401, message);
    }
    if (sent === key) return;
    const [prefix = ''] = /^\w+?_(?:live|test)_/.exec(sent) ?? [];
    const secret = sent.slice(prefix.length);
    const masked = prefix + '*'.repeat(Math.max(secret.length - 4, 0)) + secret.slice(-4);
    throw new Refusal(401, `Invalid API Key provided: ${masked}`);
  }

  /** Takes a token out of the bucket, which fills again all the time. */
  function assertRate(): void {
    const moment = run.now();
    bucket.tokens = Math.min(
      bucketSize,
      bucket.tokens + ((moment - bucket.filled) * tokensPerSecond) / 1_000,
    );
    bucket.filled = moment;
    if (bucket.tokens < 1) {
      const message = `Request rate limit exceeded. Learn more about rate limits here ${docs}/rate-limits.`;
      throw new Refusal(429, message, { code: 'rate_limit' });
    }
    bucket.tokens -= 1;
  }

  function errorShown({ status, message, shown: { type, code, param, ...more } }: Refusal, id: string): Row {
    return {
      error: {
        ...(code !== undefined && {
          code,
          doc_url: `${docs}/error-codes/${told(code).replaceAll('_', '-')}`,
        }),
        ...more,
        message,
        ...(param !== undefined && { param }),
        ...(status !== 401 && {
          request_log_url: `https://dashboard.tidemark.example/logs/${id}?t=${now()}`,
        }),
        type: type ?? 'invalid_request_error',
      },
    };
  }

  /** The answer to a write, or what was answered to it under the same key. */
  function once(request: Asked, id: string): readonly [Answered, Headers] {
    const name = request.headers['idempotency-key'];
    if (name === undefined || request.method !== 'PATCH') return [answered(request, id), []];
    const asked = `${request.method} ${request.target} ${request.body}`;
    const before = kept.get(name);
    if (before !== undefined && before.request !== asked) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other ' +
        `than '${name}' if you meant to execute a different request.`;
      return [pretty(400, errorShown(new Refusal(400, message, { type: 'idempotency_error' }), id)), []];
    }
    if (before !== undefined) {
      const headers: Headers = [
        ['Idempotent-Replayed', 'true'],
        ['Original-Request', before.id],
      ];
      return [before.answer, headers];
    }
    const fresh = answered(request, id);
    // A request that was not right may be sent again, put right.
    if (fresh.status === 200 || fresh.status === 402) kept.set(name, { request: asked, id, answer: fresh });
    return [fresh, [['Original-Request', id]]];
  }

  function answered(request: Asked, id: string): Answered {
    try {
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return pretty(error.status, errorShown(error, id));
    }
  }

  return (request) => {
    count += 1;
    const id = `req_${scrambled(`after request ${run.run} ${count}`, 14, base62)}`;
    const name = request.headers['idempotency-key'];
    const always: Headers = [
      ['Cache-Control', 'no-cache, no-store'],
      ['Request-Id', id],
      ['Tidemark-Version', '2026-02-25'],
      ...(name === undefined ? [] : [['Idempotency-Key', name] as const]),
    ];
    try {
      assertKey(request);
      assertRate();
      const [{ status, headers, body }, more] = once(request, id);
      return { status, headers: [...headers, ...always, ...more], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, headers, body } = pretty(error.status, errorShown(error, id));
      const retry: Headers = status === 429 ? [['Rate-Limited-Reason', 'account-rate']] : [];
      return { status, headers: [...headers, ...always, ...retry], body };
    }
  };
}

/** Goes on after the last record, as long as there are more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const data = rowsAt(received, 'data');
    rows.push(...data);
    const last =
      at(received, 'has_more') === true ? textIfAny(received, 'data', data.length - 1, 'id') : undefined;
    next =
      last === undefined ? undefined : `${target}${target.includes('?') ? '&' : '?'}starting_after=${last}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);

function patch(api: Api, part: string, id: unknown, body: unknown, name?: string): Promise<Received> {
  const headers = name === undefined ? {} : { headers: { 'Idempotency-Key': name } };
  return api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body, ...headers });
}

const price = (api: Api, id: unknown, body: unknown, name?: string) => patch(api, 'price', id, body, name);
const assign = (api: Api, id: unknown, body: unknown, name?: string) =>
  patch(api, 'strategy', id, body, name);

/** Asks at once until it is refused, waits a second, and asks once more. */
async function burst(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(1_000);
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

interface Ids {
  /** Listings that have not ended: with a floor and no strategy, with both, without a floor; and those that have ended. */
  readonly free: readonly Row[];
  readonly bound: readonly Row[];
  readonly open: readonly Row[];
  readonly ended: readonly Row[];
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'ended');
  return {
    free: on.filter((row) => row.floor_amount !== null && row.strategy === null),
    bound: on.filter((row) => row.strategy !== null),
    open: on.filter((row) => row.floor_amount === null),
    ended: rows.filter(({ status }) => status === 'ended'),
  };
}

const cents = (row: Row | undefined) => Number(row?.amount);

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, ended } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=20');
  await get(`limit=4&ending_before=${String(rows[9]?.id)}`);
  await get('status=active&limit=6');
  await get('status=paused');
  await get('marketplace=altamarket&limit=5');
  await get(`strategy=${String(bound[0]?.strategy)}`);
  await get('created[gte]=1735689600&limit=8');
  await get('sort=amount&direction=asc&limit=5');
  await get('limit=3&expand[]=data.strategy');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?status=succeeded&limit=3');
  await read(api, 'listings', free[0]?.id);
  await read(api, 'listings', bound[0]?.id);
  await read(api, 'listings', open[0]?.id);
  await read(api, 'listings', ended[0]?.id);
  await read(api, 'listings', bound[1]?.id, '?expand[]=strategy');
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  const bounds = { floor_amount: cents(free[0]) - 250, ceiling_amount: cents(free[0]) + 1_900 };
  await price(api, free[0]?.id, bounds, 'reprice-monday-1');
  await price(api, free[0]?.id, bounds, 'reprice-monday-1');
  await price(api, free[0]?.id, { floor_amount: 900 }, 'reprice-monday-1');
  await read(api, 'listings', free[0]?.id);
  await price(api, bound[0]?.id, { ceiling_amount: cents(bound[0]) + 3_050 });
  await price(api, open[0]?.id, { floor_amount: 475 });
  await read(api, 'listings', open[0]?.id);
  await price(api, bound[1]?.id, { ceiling_amount: null });
  await assign(api, free[0]?.id, { strategy: plans[2] });
  await read(api, 'listings', free[0]?.id);
  await assign(api, bound[0]?.id, { strategy: null });
  await assign(api, open[0]?.id, { strategy: plans[1], expand: ['strategy'] });
  await get('sort=updated&limit=4');
  api.wait(30_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 'lst_1NkQ2eK3m9TzB7wVx0aLp4Rd');
  await read(api, 'strategies', 'strat_1MhC8wK3m9TzB7wVq6Ynn2Jo');
  await read(api, 'reports', 'rrun_1TcE5gK3m9TzB7wV0sDk8uPm');
  await price(api, 'lst_1NkQ2eK3m9TzB7wVx0aLp4Rd', { floor_amount: 1_200 });
  await price(api, free[1]?.id, { floor_amount: 8_400, ceiling_amount: 6_150 });
  await price(api, free[1]?.id, { floor_amount: 'cheap' });
  await price(api, free[1]?.id, { ceiling_amount: 19.99 });
  await price(api, free[1]?.id, { floor_amount: 20 });
  await price(api, free[1]?.id, { ceiling_amount: 7_500_000 });
  await price(api, free[1]?.id, { colour: 'red' });
  await price(api, ended[0]?.id, { floor_amount: 1_500 });
  await api.ask('PATCH', `/v1/listings/${String(free[1]?.id)}/price`, { text: '{"floor_amount": 12' });
  await assign(api, free[1]?.id, { strategy: 'strat_1MhC8wK3m9TzB7wVq6Ynn2Jo' });
  await assign(api, free[1]?.id, { strategy: plans[0] });
  await assign(api, open[1]?.id, { strategy: plans[2] });
  await assign(api, free[1]?.id, {});
  await assign(api, free[1]?.id, { strategy: 17 });
  await get('limit=0');
  await get('limit=500');
  await get('limit=abc');
  await get('status=sold');
  await get('colour=red');
  await get('created[gte]=yesterday');
  await get('starting_after=lst_1NkQ2eK3m9TzB7wVx0aLp4Rd');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'tide_live_51NkWrongKeyWrongKey' } });
  api.wait(2_000);
  await burst(api, '/v1/strategies?limit=1', 9);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?limit=15');
  const { free, bound, open, ended } = idsOf(rows);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?limit=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await get(`limit=6&ending_before=${String(rows[17]?.id)}`);
  await get(`limit=5&starting_after=${String(rows.at(-1)?.id)}`);
  await get('status=draft');
  await get('status=active&marketplace=brightbay&limit=4');
  await get(`strategy=${String(bound[2]?.strategy)}&limit=5`);
  await get('created[gte]=1719792000&created[lt]=1743465600');
  await get('sort=amount&direction=desc&limit=4');
  await get('limit=5&status=paused&expand[]=data.strategy');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status=failed');
  await read(api, 'listings', free[2]?.id);
  await read(api, 'listings', bound[3]?.id, '?expand[]=strategy');
  await read(api, 'listings', open[2]?.id);
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[2]);

  const bounds = { floor_amount: cents(free[2]) - 120, ceiling_amount: cents(free[2]) + 2_640 };
  await price(api, free[2]?.id, bounds, 'reprice-friday-7');
  await price(api, free[2]?.id, bounds, 'reprice-friday-7');
  await read(api, 'listings', free[2]?.id);
  await price(api, bound[2]?.id, { ceiling_amount: cents(bound[2]) + 5_500 });
  await price(api, open[2]?.id, { floor_amount: 640 });
  await price(api, bound[3]?.id, { floor_amount: null });
  await assign(api, free[2]?.id, { strategy: plans[4] });
  await read(api, 'listings', free[2]?.id);
  await assign(api, bound[2]?.id, { strategy: null });
  await get('sort=updated&limit=5');

  await read(api, 'listings', 'lst_1PbR7tK3m9TzB7wVc5Hge9Wy');
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', 'rrun_1PbR7tK3m9TzB7wVm1Xoa3Zu');
  await price(api, 'lst_1PbR7tK3m9TzB7wVc5Hge9Wy', { ceiling_amount: 3_300 });
  await price(api, free[3]?.id, { floor_amount: 9_025, ceiling_amount: 7_700 });
  await price(api, free[3]?.id, { ceiling_amount: 'lots' });
  await price(api, free[3]?.id, { floor_amount: 34.5 });
  await price(api, free[3]?.id, { floor_amount: true });
  await price(api, free[3]?.id, { ceiling_amount: 31 });
  await price(api, free[3]?.id, { shape: 'round' });
  await price(api, ended[1]?.id, { ceiling_amount: 9_900 });
  await assign(api, free[3]?.id, { strategy: 'strat_1PbR7tK3m9TzB7wVd8Kuf4Ri' });
  await assign(api, free[3]?.id, { strategy: plans[0] });
  await assign(api, free[3]?.id, { strategy: false });
  await get('limit=250');
  await get('limit=some');
  await get('status=lost');
  await get('shape=round&limit=4');
  await get('created[lt]=monday');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const startingAfter: WalkedService = {
  name: 'starting-after',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
