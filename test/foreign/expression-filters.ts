// A reseller of board games on a small backend in one program over a database in one file, as people use it for side products:
// records of collections with ids of 15 characters, empty text and 0 for what is not set, moments with a blank before the hour.
// Lists are filtered by expressions (`(status='active' && min_price>=10)`), sorted by several members, cut to chosen fields, with
// related records expanded and the totals left out on demand; odd pages and sizes fall back silently. Refusals are a status, a
// sentence and the faulty members, each with a code and a message; the limit is a fixed window of three seconds, with no headers.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mbl_7Qd2xVn0sKc9TfRwY4hE';
const window = 3_000;
const perWindow = 12;
const usualPerPage = 30;
const largestPerPage = 200;
const largestPrice = 5_000;

const idOf = (seed: string): string =>
  scrambled(`expression ${seed}`, 15, 'abcdefghijklmnopqrstuvwxyz0123456789');

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('T', ' ');

/** A record as the program prints it: with its collection, and the members in the order of the alphabet. */
function recordOf(collection: string, members: Row): Row {
  const all = { ...members, collectionId: idOf(`collection ${collection}`), collectionName: collection };
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const strategies: readonly Row[] = [
  ['Undercut the cheapest', 'undercut', 0.25, true, 'Stays a quarter below the cheapest offer in stock.'],
  ['Match the market', 'match', 0, true, ''],
  ['Slow mover', 'markdown', 1.5, true, 'Goes down each week without a sale.'],
  ['Collectors', 'margin', 12, true, 'For titles that are out of print.'],
  ['Fair season', 'undercut', 2, false, 'Only for the weeks of the fair.'],
  ['Convention bundle', 'margin', 6.5, true, ''],
].map(([name, kind, step, active, description], index) => {
  const created = pastMoment(`expression strategy ${index}`) - 300 * 86_400_000 + 137 * (index + 1);
  return recordOf('strategies', {
    id: idOf(`strategy ${index}`),
    name,
    kind,
    step,
    active,
    description,
    created: moment(created),
    updated: moment(created + chance(`expression strategy ${index} updated`, 40_000_000_000)),
  });
});

const strategyOf = (id: unknown): Row | undefined => strategies.find((one) => one.id === id);

const publishers = ['Oskelby Games', 'Tarn & Wick', 'Zembro', 'Halvik Spiele', 'Norrast Forlag'];
const firsts = ['Harbour', 'Dragon', 'Copper', 'Winter', 'Railway', 'Orchard', 'Castle', 'Star'];
const seconds = ['Barons', 'Ledger', 'Council', 'Express', 'Keepers', 'Gambit', 'Trails'];

interface Game {
  readonly id: string;
  /** What never changes. */
  readonly members: Row;
  readonly isArchived: boolean;
  min_price: number;
  max_price: number;
  strategy: string;
  updated: number;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function games(): Game[] {
  const created = Array.from(
    { length: 40 },
    (_, index) => pastMoment(`expression ${index}`) + chance(`expression ms ${index}`, 1_000),
  ).sort((one, other) => one - other);
  return created.map((time, index): Game => {
    const seed = `expression game ${index}`;
    const price = cents(9 + chance(`${seed} price`, 11_000) / 100);
    const hasMin = chance(`${seed} has min`, 4) > 0;
    const players = 2 + chance(`${seed} players`, 3);
    const status = oneOf(`${seed} status`, ['active', 'active', 'active', 'active', 'paused', 'archived']);
    const soldAt = time + chance(`${seed} sold`, 90 * 86_400) * 1_000;
    return {
      id: idOf(seed),
      members: {
        id: idOf(seed),
        title: `${oneOf(`${seed} first`, firsts)} ${oneOf(`${seed} second`, seconds)}`,
        sku: `BG-${String(1_000 + index * 37 + chance(`${seed} sku`, 37))}`,
        publisher: oneOf(`${seed} publisher`, publishers),
        category: oneOf(`${seed} category`, ['family', 'euro', 'party', 'war', 'cooperative']),
        condition: oneOf(`${seed} condition`, ['sealed', 'sealed', 'opened', 'played']),
        marketplace: oneOf(`${seed} marketplace`, ['north', 'south']),
        status,
        price,
        stock: chance(`${seed} none`, 5) === 0 ? 0 : chance(`${seed} stock`, 60),
        players: `${players}-${players + 1 + chance(`${seed} more`, 3)}`,
        languages: ['de', 'en', 'sv'].filter((language) => chance(seed + language, 2) === 0),
        eligible: chance(`${seed} eligible`, 4) > 0,
        notes: chance(`${seed} notes`, 3) === 0 ? oneOf(seed, ['Dented box', 'Second print', 'Signed']) : '',
        last_sold: chance(`${seed} has sold`, 3) === 0 ? '' : moment(soldAt),
        created: moment(time),
      },
      isArchived: status === 'archived',
      min_price: hasMin ? cents(price * 0.85) : 0,
      max_price: chance(`${seed} has max`, 3) === 0 ? 0 : cents(price * 1.3),
      strategy:
        hasMin && chance(`${seed} has strategy`, 5) > 1
          ? (strategies[oneOf(`${seed} strategy`, [0, 1, 2, 3, 5])]!.id as string)
          : '',
      updated: soldAt + 1 + chance(`${seed} updated`, 20 * 86_400_000),
    };
  });
}

interface Fault {
  readonly code: string;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly data: Readonly<Record<string, Fault>>;

  constructor(status: number, message: string, data: Readonly<Record<string, Fault>> = {}) {
    super(message);
    this.status = status;
    this.data = data;
  }
}

const notFound = () => new Refusal(404, "The requested resource wasn't found.");
const wentWrong = () => new Refusal(400, 'Something went wrong while processing your request.');

const fault = (code: string, message: string): Fault => ({ code: `validation_${code}`, message });
const blank = fault('required', 'Cannot be blank.');
const notLess = (than: number) => fault('min_greater_equal_than_required', `Must be no less than ${than}.`);
const notMore = (than: number) => fault('max_less_equal_than_required', `Must be no greater than ${than}.`);

/** Refuses what has faults, told in the order of the alphabet. */
function refuseFaults(message: string, faults: readonly (readonly [name: string, fault: Fault])[]): void {
  if (faults.length === 0) return;
  const sorted = [...faults].sort(([one], [other]) => (one < other ? -1 : 1));
  throw new Refusal(400, message, Object.fromEntries(sorted));
}

type Value = string | number;
type Read = (row: Row) => Value;
type Test = (row: Row) => boolean;

/** Below, equal or above, as the database compares: a number with a text as numbers if the text is one. */
function compared(one: Value, other: Value): number {
  if (typeof one !== typeof other) {
    const [a, b] = [one, other].map((value) => (value === '' ? NaN : Number(value))) as [number, number];
    if (Number.isNaN(a) || Number.isNaN(b)) return typeof one === 'number' ? -1 : 1;
    return a - b;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

function isLike(value: Value, pattern: Value): boolean {
  const text = String(pattern).includes('%') ? String(pattern) : `%${pattern}%`;
  const parts = text.split('%').map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(String(value));
}

const operators: Readonly<Record<string, (one: Value, other: Value) => boolean>> = {
  '=': (one, other) => compared(one, other) === 0,
  '!=': (one, other) => compared(one, other) !== 0,
  '>': (one, other) => compared(one, other) > 0,
  '>=': (one, other) => compared(one, other) >= 0,
  '<': (one, other) => compared(one, other) < 0,
  '<=': (one, other) => compared(one, other) <= 0,
  '~': isLike,
  '!~': (one, other) => !isLike(one, other),
};

function valueOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return JSON.stringify(value ?? '');
}

/** How a member is read by its name, also one of the related strategy; unknown names are refused. */
function readerOf(name: string, known: Row): Read {
  const [base = '', inner, ...more] = name.split('.');
  if (!Object.hasOwn(known, base) || base.startsWith('collection') || more.length > 0) throw wentWrong();
  if (inner === undefined) return (row) => valueOf(row[base]);
  if (base !== 'strategy' || !Object.hasOwn(strategies[0]!, inner)) throw wentWrong();
  return (row) => valueOf(strategyOf(row.strategy)?.[inner]);
}

/** A filter such as `(status='active' && (price<20 || title~'dragon'))`. */
function filterOf(text: string, known: Row): Test {
  const token = /\s*(?:(&&|\|\||[()])|([!><]=|!~|[=><~])|'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?)|(@?[\w.]+))/y;
  const tokens: RegExpExecArray[] = [];
  for (const trimmed = text.trimEnd(); token.lastIndex < trimmed.length;) {
    const found = token.exec(trimmed);
    if (found === null) throw wentWrong();
    tokens.push(found);
  }
  let index = 0;
  const takes = (sign: string): boolean => {
    const isIt = tokens[index]?.[1] === sign;
    if (isIt) index += 1;
    return isIt;
  };

  function operand(): Read {
    const found = tokens[index];
    const [, sign, operator, single, double, number, word] = found ?? [];
    if (found === undefined || sign !== undefined || operator !== undefined) throw wentWrong();
    index += 1;
    if (number !== undefined) return () => Number(number);
    if (word === undefined) return () => single ?? double ?? '';
    if (word === 'true' || word === 'false') return () => Number(word === 'true');
    return word === 'null' ? () => '' : readerOf(word, known);
  }

  function one(): Test {
    if (takes('(')) {
      const inside = any();
      if (!takes(')')) throw wentWrong();
      return inside;
    }
    const left = operand();
    const compare = operators[tokens[index]?.[2] ?? ''];
    if (compare === undefined) throw wentWrong();
    index += 1;
    const right = operand();
    return (row) => compare(left(row), right(row));
  }

  function all(): Test {
    const tests = [one()];
    while (takes('&&')) tests.push(one());
    return (row) => tests.every((holds) => holds(row));
  }

  function any(): Test {
    const tests = [all()];
    while (takes('||')) tests.push(all());
    return (row) => tests.some((holds) => holds(row));
  }

  const found = any();
  if (index < tokens.length) throw wentWrong();
  return found;
}

/** In the order of a text such as `-created,price`; as they were stored where nothing tells records apart. */
function sorted(rows: readonly Row[], order: string, known: Row): readonly Row[] {
  const by = order
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({
      read: readerOf(part.replace(/^[-+]/, ''), known),
      sign: part.startsWith('-') ? -1 : 1,
    }));
  return [...rows].sort((one, other) => {
    for (const { read, sign } of by) {
      const found = compared(read(one), read(other));
      if (found !== 0) return sign * found;
    }
    return 0;
  });
}

/** The members that are named, as `id`, `expand.strategy.name` or `*`. */
function picked(row: Row, names: readonly string[]): Row {
  const isAll = names.includes('*');
  const kept = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (names.includes(name)) return [[name, value]];
    const inner = names
      .filter((each) => each.startsWith(`${name}.`))
      .map((each) => each.slice(name.length + 1));
    if (isObject(value) && inner.length > 0) return [[name, picked(value, inner)]];
    return isAll && name !== 'expand' ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** A record as a query wants it: with what it refers to, and only some members. */
function enriched(row: Row, query: URLSearchParams): Row {
  const names = (query.get('expand') ?? '').split(',').map((name) => name.trim());
  const strategy = names.includes('strategy') ? strategyOf(row.strategy) : undefined;
  const whole = strategy === undefined ? row : { ...row, expand: { strategy } };
  const fields = query.get('fields') ?? '';
  return fields === ''
    ? whole
    : picked(
        whole,
        fields.split(',').map((name) => name.trim()),
      );
}

function listed(rows: readonly Row[], query: URLSearchParams, order = ''): Answered {
  const whole = (name: string, otherwise: number): number => {
    const text = query.get(name) ?? '';
    const number = /^-?\d+$/.test(text) ? Number(text) : 0;
    return number > 0 ? number : otherwise;
  };
  const known = rows[0]!;
  const page = whole('page', 1);
  const perPage = Math.min(whole('perPage', usualPerPage), largestPerPage);
  const filter = query.get('filter') ?? '';
  const found = sorted(
    filter.trim() === '' ? rows : rows.filter(filterOf(filter, known)),
    query.get('sort') ?? order,
    known,
  );
  const isCounted = !['1', 't', 'true'].includes((query.get('skipTotal') ?? '').toLowerCase());
  return json(200, {
    page,
    perPage,
    totalItems: isCounted ? found.length : -1,
    totalPages: isCounted ? Math.ceil(found.length / perPage) : -1,
    items: found.slice((page - 1) * perPage, page * perPage).map((row) => enriched(row, query)),
  });
}

interface Report {
  readonly id: string;
  readonly type: string;
  readonly month: string;
  readonly by: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const reportTypes = ['sales', 'prices', 'stock'];

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = games();
  const reports = Array.from({ length: 14 }, (_, index): Report => {
    const ago = 13 - index;
    const seed = `report ${index}`;
    return {
      id: idOf(seed),
      type: reportTypes[index % 3]!,
      month: ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'][Math.floor(index / 3)]!,
      by: chance(`expression ${seed} by`, 3) === 0 ? 'dashboard' : 'schedule',
      created:
        opened - (ago < 2 ? 25_000 * (ago + 1) : ago * 86_400_000) - chance(`expression ${seed}`, 4_000),
      seconds: 55 + 10 * (ago % 4),
      fails: index === 5 || index === 10,
    };
  });
  let begun = -Infinity;
  let asked = 0;

  const gameShown = ({ members, min_price, max_price, strategy, updated }: Game): Row =>
    recordOf('listings', { ...members, min_price, max_price, strategy, updated: moment(updated) });

  function reportShown({ id, type, month, by, created, seconds, fails }: Report): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 20 ? 'queued' : !isOver ? 'running' : fails ? 'failed' : 'done';
    const finished = moment(created + seconds * 1_000);
    const file =
      status === 'done'
        ? `${type}_${month.replace('-', '_')}_${scrambled(`expression file ${id}`, 10, 'abcdefghijklmnopqrstuvwxyz0123456789')}.csv`
        : '';
    const token = scrambled(`expression ${run.run} ${id}`, 43, base62);
    return recordOf('reports', {
      id,
      type,
      month,
      status,
      requested_by: by,
      rows: status === 'done' ? 30 + chance(`expression rows ${type} ${month}`, 2_400) : 0,
      file,
      file_url: file === '' ? '' : `${run.origin}/files/reports/${id}/${file}?token=${token}`,
      error: status === 'failed' ? 'The export took too long.' : '',
      finished: isOver ? finished : '',
      created: moment(created),
      updated: isOver ? finished : moment(created + (status === 'queued' ? 0 : 20_000)),
    });
  }

  function bodyOf(request: Asked): Row {
    if (request.body === '') return {};
    const sent = jsonOf(request);
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    if (!isJson || sent === 'bad' || !isObject(sent.json)) {
      throw new Refusal(400, 'Failed to load the submitted data due to invalid formatting.');
    }
    return sent.json;
  }

  /** Checks a listing as it would be stored, and stores it. */
  function saved(game: Game, wanted: Partial<Game>, faults: [string, Fault][]): void {
    const next = { ...game, ...wanted };
    const isOdd = (name: string) => faults.some(([faulty]) => faulty === name);
    const check = (name: 'min_price' | 'max_price', least: number) => {
      const value = next[name];
      if (isOdd(name)) return;
      const isNeeded = name === 'min_price' && next.strategy !== '';
      if (value === 0) {
        if (isNeeded) faults.push([name, blank]);
      } else if (value < 0) faults.push([name, notLess(0)]);
      else if (value > largestPrice) faults.push([name, notMore(largestPrice)]);
      else if (cents(value) !== value) {
        faults.push([name, fault('decimals_constraint', 'Must have no more than 2 decimals.')]);
      } else if (value < least) faults.push([name, notLess(least)]);
    };
    check('min_price', 0);
    check('max_price', next.min_price);
    if (next.strategy !== game.strategy && next.strategy !== '') {
      const strategy = strategyOf(next.strategy);
      if (strategy === undefined) {
        const message = 'Failed to find all relation records with the provided ids.';
        faults.push(['strategy', fault('missing_rel_records', message)]);
      } else if (strategy.active === false) {
        faults.push(['strategy', fault('inactive_strategy', 'Must be an active strategy.')]);
      }
    }
    refuseFaults('Failed to update record.', faults);
    Object.assign(game, wanted, { updated: run.now() });
  }

  function priced(game: Game, body: Row): void {
    const faults: [string, Fault][] = [];
    const wanted: { min_price?: number; max_price?: number } = {};
    for (const name of ['min_price', 'max_price'] as const) {
      const value = body[name];
      if (value === undefined) continue;
      const isText = typeof value === 'string' || typeof value === 'number';
      const number = value === null ? 0 : isText ? Number(value) : NaN;
      if (Number.isNaN(number)) {
        faults.push([name, fault('not_a_number', 'The submitted number is not properly formatted.')]);
      } else wanted[name] = number;
    }
    saved(game, wanted, faults);
  }

  function assigned(game: Game, { strategy }: Row): void {
    const last: unknown = Array.isArray(strategy) ? strategy.at(-1) : strategy;
    const text = typeof last === 'string' ? last : (last ?? '') === '' ? '' : JSON.stringify(last);
    saved(game, strategy === undefined ? {} : { strategy: text }, []);
  }

  function ordered({ type, month }: Row): Report {
    const faults: [string, Fault][] = [];
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
    const isBlank = (value: unknown) => value === undefined || value === null || value === '';
    if (isBlank(month)) faults.push(['month', blank]);
    else if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text(month))) {
      faults.push(['month', fault('invalid_format', 'Invalid value format.')]);
    }
    if (isBlank(type)) faults.push(['type', blank]);
    else if (!reportTypes.includes(text(type))) {
      faults.push(['type', fault('invalid_value', `Invalid value ${text(type)}.`)]);
    }
    if (reports.some((one) => one.type === type && one.month === month)) {
      const taken = fault('not_unique', 'Value must be unique.');
      faults.push(['month', taken], ['type', taken]);
    }
    refuseFaults('Failed to create record.', faults);
    const report = {
      id: idOf(`report ${run.run} ${reports.length}`),
      type: text(type),
      month: text(month),
      by: 'api',
      created: run.now(),
      seconds: 45,
      fails: false,
    };
    reports.push(report);
    return report;
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, collection = '', id, part, ...more] = steps;
    const { method } = request;
    const isWrite =
      method === 'PATCH' && collection === 'listings' && ['price', 'strategy'].includes(part ?? '');
    const isOrder = method === 'POST' && collection === 'reports' && id === undefined;
    const isRead = method === 'GET' && part === undefined;
    const isKnown = ['listings', 'strategies', 'reports'].includes(collection);
    if (version !== 'v1' || more.length > 0 || !isKnown || !(isWrite || isOrder || isRead)) throw notFound();
    if (request.headers['x-api-key'] !== key) {
      throw new Refusal(401, 'Missing or invalid authentication.');
    }
    if (isWrite) {
      const game = all.find((one) => one.id === id);
      if (game === undefined) throw notFound();
      if (game.isArchived) throw new Refusal(403, 'You are not allowed to change archived listings.');
      (part === 'price' ? priced : assigned)(game, bodyOf(request));
      return json(200, enriched(gameShown(game), query));
    }
    if (isOrder) return json(200, enriched(reportShown(ordered(bodyOf(request))), query));
    const rows =
      collection === 'listings'
        ? all.map(gameShown)
        : collection === 'reports'
          ? reports.map(reportShown)
          : strategies;
    if (id === undefined) return listed(rows, query, collection === 'reports' ? '-created' : '');
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw notFound();
    return json(200, enriched(row, query));
  }

  function admit(): void {
    const now = run.now();
    if (now >= begun + window) [begun, asked] = [now, 0];
    asked += 1;
    if (asked > perWindow) throw new Refusal(429, 'Too Many Requests.');
  }

  const always: Headers = [
    ['Vary', 'Origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['X-Xss-Protection', '1; mode=block'],
  ];

  return (request) => {
    try {
      admit();
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, data } = error;
      return json(status, { status, message, data }, always);
    }
  };
}

/** Asks for the next page as long as there is one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    const page = Number(at(received, 'page') ?? 0);
    const hasMore = page < Number(at(received, 'totalPages') ?? 0);
    next = hasMore ? `${target}${target.includes('?') ? '&' : '?'}page=${page + 1}` : undefined;
  }
  return rows;
}

type Query = Readonly<Record<string, string | number>>;

const list = (api: Api, kind: string, query: Query): Promise<Received> =>
  api.ask(
    'GET',
    `/v1/${kind}?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
  );
const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown, query = ''): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price${query}`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown, query = ''): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy${query}`, { json: { strategy } });
const order = (api: Api, body: unknown): Promise<Received> => api.ask('POST', '/v1/reports', { json: body });

interface Ids {
  /** Listings that are not archived: with a lower bound and no strategy, with both, without a lower bound; and archived ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const on = rows.filter(({ status }) => status !== 'archived');
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    free: ids(on.filter((row) => row.min_price !== 0 && row.strategy === '')),
    bound: ids(on.filter((row) => row.strategy !== '')),
    open: ids(on.filter((row) => row.min_price === 0)),
    archived: ids(rows.filter(({ status }) => status === 'archived')),
    priceOf: (id) => Number(rows.find((row) => row.id === id)?.price ?? 0),
  };
}

/** Asks at once until told to wait, waits for the next window, and asks again. */
async function burst(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent <= perWindow; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status === 429) break;
  }
  api.wait(window);
  await api.ask('GET', target);
}

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, archived, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: Query) => list(api, 'listings', query);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?perPage=6')).map(({ id }) => id);
  await walk(api, '/v1/listings?perPage=15&sort=-created');
  await get({ perPage: 5, page: 3 });
  await get({ perPage: 12, page: 9 });
  await get({ sort: '-price', perPage: 6 });
  await get({ sort: 'publisher,-price', perPage: 10 });
  await get({ sort: 'title', perPage: 8, page: 2 });
  await get({ sort: '-updated', perPage: 4 });
  await get({ filter: "(status='active')", perPage: 10 });
  await get({ filter: "(status='archived')" });
  await get({ filter: "(status='active' && min_price>=40)" });
  await get({ filter: "(category='euro' && stock>0)", sort: 'price' });
  await get({ filter: "(category='war' && stock>5)", perPage: 4 });
  await get({ filter: '(price<25)', sort: '-price' });
  await get({ filter: '(price>=50 && price<=80)', perPage: 7 });
  await get({ filter: "(publisher='Zembro' || publisher='Tarn & Wick')", perPage: 5 });
  await get({ filter: "(title~'dragon')" });
  await get({ filter: "(title~'express')", sort: 'title' });
  await get({ filter: `(strategy='${String(plans[0])}')` });
  await get({ filter: `(strategy='${String(plans[3])}')`, sort: '-price', perPage: 5 });
  await get({ filter: "(strategy='')", perPage: 6, fields: 'id,title,strategy' });
  await get({ filter: "(strategy.kind='margin')", expand: 'strategy', perPage: 3 });
  await get({ filter: "(strategy.kind='match')", expand: 'strategy', sort: 'title' });
  await get({ filter: "(created>='2025-03-01 00:00:00.000Z')", perPage: 5 });
  await get({ filter: "(created>='2024-05-20 12:00:00.000Z')", sort: '-created', perPage: 8 });
  await get({ filter: '(eligible=false)' });
  await get({ filter: "(title~'zeppelin')" });
  await get({ fields: 'id,price', perPage: 4 });
  await get({ skipTotal: 1, perPage: 5 });
  await get({ skipTotal: 1, perPage: 20, page: 2, sort: 'price' });
  await get({ expand: 'strategy', perPage: 4 });
  await list(api, 'strategies', { filter: '(active=true)', sort: 'name' });
  await list(api, 'strategies', { filter: "(kind='undercut')" });
  await list(api, 'reports', { filter: "(status='done')", perPage: 3 });
  await list(api, 'reports', { filter: "(type='prices' && month>='2026-02')" });
  for (const index of [0, 2, 4]) await read(api, 'listings', bound[index]);
  for (const index of [0, 1]) await read(api, 'listings', free[index]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', archived[0]);
  await read(api, 'listings', bound[1], '?expand=strategy');
  await read(api, 'listings', open[1], '?fields=id,title,min_price,max_price');
  for (const id of plans) await read(api, 'strategies', id);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, free[0], { min_price: 18.5, max_price: 240 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: cents(priceOf(bound[0]) * 0.9) });
  await read(api, 'listings', bound[0]);
  await price(api, open[0], { max_price: 199.9 });
  await price(api, free[1], { min_price: 35, max_price: 35 });
  await price(api, bound[2], { max_price: null });
  await price(api, bound[4], { min_price: '22.75', max_price: 310, colour: 'red' });
  await price(api, free[2], {});
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`);
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', free[0], '?expand=strategy');
  await assign(api, bound[0], null);
  await assign(api, free[1], plans[3], '?expand=strategy');
  await get({ sort: '-updated', perPage: 3 });
  await order(api, { type: 'sales', month: '2026-05' });
  await list(api, 'reports', { perPage: 2 });

  await read(api, 'listings', 'k3v9q0x7d2m5w8z');
  await read(api, 'listings', 'dragon');
  await read(api, 'strategies', 'q1w2e3r4t5y6u7i');
  await read(api, 'reports', '42');
  await price(api, 'k3v9q0x7d2m5w8z', { min_price: 12 });
  await price(api, free[3], { min_price: 60, max_price: 45.5 });
  await price(api, free[3], { min_price: -1 });
  await price(api, free[3], { min_price: -4, max_price: 6_000 });
  await price(api, free[3], { min_price: 0, max_price: 12.345 });
  await price(api, free[3], { min_price: 'cheap' });
  await price(api, bound[1], { min_price: null });
  await price(api, archived[0], { min_price: 20 });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": ' });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, {
    text: 'min_price=20',
    headers: { 'Content-Type': 'text/plain' },
  });
  await assign(api, free[3], 'q1w2e3r4t5y6u7i');
  await assign(api, free[3], plans[4]);
  await assign(api, open[1], plans[0]);
  await assign(api, archived[1], plans[0]);
  await order(api, { type: 'sales', month: '2026-05' });
  await order(api, { type: 'refunds' });
  await get({ filter: "(status='active'", perPage: 5 });
  await get({ filter: '(weight>5)' });
  await get({ sort: 'weight' });
  await get({ perPage: 500, fields: 'id' });
  await get({ perPage: 'many', page: 'first', fields: 'id,sku' });
  await get({ page: 0, perPage: 3 });
  await get({ colour: 'red', perPage: 3 });
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[3])}`);
  await api.ask('GET', '/v1/listings?perPage=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(35_000);
  await read(api, 'reports', runs[0]);
  api.wait(window);
  await burst(api, '/v1/reports?perPage=1');
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, archived, priceOf } = idsOf(await walk(api, '/v1/listings?perPage=25'));
  const get = (query: Query) => list(api, 'listings', query);
  const plans = (await walk(api, '/v1/strategies?perPage=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?perPage=9')).map(({ id }) => id);
  await get({ perPage: 7, page: 2 });
  await get({ perPage: 10, page: 6 });
  await get({ sort: 'price', perPage: 5 });
  await get({ sort: 'category,-title', perPage: 9 });
  await get({ filter: "(status='paused')" });
  await get({ filter: "(status='active' && min_price>=70)", perPage: 4 });
  await get({ filter: "(category='party' && stock>10)", sort: '-price' });
  await get({ filter: '(price<40)', perPage: 6, sort: 'price' });
  await get({ filter: '(price>=30 && price<=60)', perPage: 4 });
  await get({ filter: "(publisher='Halvik Spiele' || publisher='Oskelby Games')", perPage: 6 });
  await get({ filter: "(title~'harbour')" });
  await get({ filter: `(strategy='${String(plans[2])}')` });
  await get({ filter: "(strategy.kind='undercut')", expand: 'strategy', perPage: 2 });
  await get({ filter: "(created>='2024-09-15 00:00:00.000Z')", perPage: 3 });
  await get({ fields: 'id,title,stock', perPage: 5 });
  await get({ skipTotal: 1, perPage: 8 });
  await list(api, 'strategies', { filter: '(active=false)' });
  await list(api, 'reports', { filter: "(status='failed')" });
  await list(api, 'reports', { filter: "(type='stock' && month>='2026-01')", perPage: 2 });
  await read(api, 'listings', bound[3]);
  await read(api, 'listings', free[4]);
  await read(api, 'listings', open[2]);
  await read(api, 'listings', bound[5], '?expand=strategy');
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[2]);

  await price(api, free[4], { min_price: 14.25, max_price: 175 });
  await read(api, 'listings', free[4]);
  await price(api, bound[3], { min_price: cents(priceOf(bound[3]) * 0.8) });
  await price(api, open[2], { max_price: 89.5 });
  await price(api, bound[5], { max_price: null });
  await price(api, bound[6], { min_price: '11.5', max_price: 260 });
  await read(api, 'listings', bound[6]);
  await price(api, open[3], {});
  await assign(api, free[4], plans[5]);
  await read(api, 'listings', free[4], '?expand=strategy');
  await assign(api, bound[3], null);
  await get({ sort: '-updated', perPage: 5 });
  await order(api, { type: 'prices', month: '2026-05' });

  await read(api, 'listings', 'z8y7x6w5v4u3t2s');
  await read(api, 'strategies', 'm4n5b6v7c8x9z0a');
  await read(api, 'reports', '17');
  await price(api, 'z8y7x6w5v4u3t2s', { max_price: 55 });
  await price(api, free[5], { min_price: 84, max_price: 71.25 });
  await price(api, free[5], { max_price: -3 });
  await price(api, free[5], { min_price: 7_500, max_price: -8 });
  await price(api, free[5], { min_price: 9.876 });
  await price(api, free[5], { max_price: 'lots' });
  await price(api, bound[6], { min_price: null });
  await price(api, archived[1], { max_price: 44 });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: '{"max_price": 9' });
  await assign(api, free[5], 'm4n5b6v7c8x9z0a');
  await assign(api, free[5], plans[4]);
  await assign(api, open[3], plans[2]);
  await assign(api, archived[0], plans[1]);
  await order(api, { type: 'prices', month: '2026-05' });
  await order(api, { type: 'taxes' });
  await get({ filter: "(status='paused' &&" });
  await get({ filter: '(colour>3)', perPage: 4 });
  await get({ sort: '-length' });
  await get({ perPage: 900, fields: 'id,price' });
  await get({ shape: 'round', perPage: 2 });
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?perPage=2', { headers: { 'X-API-KEY': null } });
}

export const expressionFilters: WalkedService = {
  name: 'expression-filters',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['perPage=3', 'perPage=7', 'perPage=50'],
  walk,
};
