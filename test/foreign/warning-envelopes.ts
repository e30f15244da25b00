// The seller API of a large shopping app of South-East Asia: a gateway before services in Go. Every answer of a service has status
// 200 and the same envelope, `error` and `message` empty where all is well and `warning` beside them; only the gateway (key, unknown
// path, too many calls) has other statuses and a shorter one. Goods go on by `offset`, report runs by `cursor`, strategies by
// `page_no`, each as its team made it. Ids are whole numbers of ten digits, moments whole seconds, 0 is nothing; a write tells what
// it did in `success_list` and what the rules of the trade forbade in `failure_list`, which is no error.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import {
  at,
  chance,
  digest,
  hurry,
  isObject,
  oneOf,
  parsed,
  pastMoment,
  rowsAt,
  textIfAny,
  ware,
} from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'sg7f41c09be2d8453aa6150e7b9d24c8f3';
const callsPerSecond = 5;
const largestPrice = 1_000_000;
const currency = 'SGD';

const itemStatuses = ['NORMAL', 'UNLIST', 'BANNED', 'REVIEWING'];
const sorts = ['create_time', 'update_time', 'price'];
const strategyStatuses = ['all', 'ongoing', 'upcoming', 'expired'];
const reportStatuses = ['PROCESSING', 'READY', 'FAILED'];
const reportTypes = ['PRICE_CHANGE', 'STOCK_LEVEL', 'STRATEGY_RESULT'];

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
const dollars = (cents: number): number => cents / 100;

interface Item {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly status: string;
  readonly category: number;
  /** Prices are in cents. */
  readonly original: number;
  readonly current: number;
  /** 0 of an item that is in none. */
  readonly promotion: number;
  readonly stock: number;
  readonly reserved: number;
  readonly weight: string;
  readonly created: number;
  /** In dollars; 0 is no bound. */
  min: number;
  max: number;
  /** 0 is no strategy. */
  strategy: number;
  updated: number;
}

const strategies = [
  { name: 'Match lowest in category', type: 'MATCH_LOWEST', value: 0, status: 'ongoing' },
  { name: 'Undercut by 0.50', type: 'UNDERCUT_AMOUNT', value: 0.5, status: 'ongoing' },
  { name: 'Undercut by 3%', type: 'UNDERCUT_PERCENT', value: 3, status: 'ongoing' },
  { name: 'Mega sale 11.11', type: 'UNDERCUT_PERCENT', value: 12, status: 'expired' },
  { name: 'Protect margin', type: 'FIXED_MARGIN', value: 22.5, status: 'ongoing' },
  { name: 'New year warm-up', type: 'UNDERCUT_PERCENT', value: 8, status: 'upcoming' },
].map(({ name, type, value, status }, index) => ({
  strategy_id: 1_704_218_350 + index * 3_917 + chance(`warnings strategy ${index}`, 3_000),
  strategy_name: name,
  strategy_type: type,
  adjust_value: value,
  status,
  create_time: seconds(Date.UTC(2024, index, 4 + index, 3, 20 + index, 11)),
}));
const ongoing = strategies.filter(({ status }) => status === 'ongoing');

function items(): Item[] {
  const moments = Array.from({ length: 28 }, (_, index) => seconds(pastMoment(`warnings ${index}`)));
  return moments
    .sort((one, other) => one - other)
    .map((created, index): Item => {
      const seed = `warnings item ${index}`;
      const { maker, title, sku, price, stock } = ware(seed);
      const isPromoted = index % 9 === 4;
      const status = ['NORMAL', 'NORMAL', 'NORMAL', 'NORMAL', 'NORMAL', 'UNLIST', 'BANNED', 'REVIEWING'];
      const min = chance(`${seed} min`, 4) === 0 ? 0 : Math.round(price * 0.82);
      const max = chance(`${seed} max`, 4) === 0 ? 0 : Math.round(price * 1.35);
      return {
        id: 2_500_000_000 + index * 41_300_000 + chance(`${seed} id`, 40_000_000),
        sku,
        name: title,
        brand: maker,
        status: isPromoted ? 'NORMAL' : oneOf(`${seed} status`, status),
        category: 100_010 + chance(`${seed} category`, 900),
        original: price,
        current: isPromoted ? Math.round(price * 0.88) : price,
        promotion: isPromoted ? 4_100_000_000 + chance(`${seed} promotion`, 90_000_000) : 0,
        stock,
        reserved: chance(`${seed} reserved`, 6),
        weight: (0.1 + chance(`${seed} weight`, 400) / 100).toFixed(2),
        created,
        min: dollars(min),
        max: dollars(max),
        strategy:
          min > 0 && chance(`${seed} has`, 2) === 0 ? oneOf(`${seed} strategy`, ongoing).strategy_id : 0,
        updated: created + chance(`${seed} updated`, 80 * 86_400),
      };
    });
}

/** What a service refuses. */
class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the gateway refuses; the answer of an unknown path is no more than its code. */
class Stopped extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const wrong = (detail: string) => new Refusal('error_param', `Wrong parameters, detail: ${detail}.`);
const unparsed = (text: string, type: string) =>
  wrong(`parameter type error, ${text} can not be parsed to ${type}`);
const noItem = () => new Refusal('product.error_item_not_found', 'Item_id is not found.');
const noStrategy = () => new Refusal('strategy.error_strategy_not_found', 'Strategy_id is not found.');
const noReport = () => new Refusal('report.error_report_not_found', 'Report_id is not found.');

/** A whole number of a path or query. */
function integerOf(text: string): number {
  if (!/^-?\d{1,18}$/.test(text)) throw unparsed(text, 'integer');
  return Number(text);
}

/** A whole number of a query; undefined where it is not asked for. */
function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null || text === '' ? undefined : integerOf(text);
}

function sizeIn(query: URLSearchParams, otherwise: number, largest: number): number {
  const size = integerIn(query, 'page_size') ?? otherwise;
  if (size < 1 || size > largest) throw wrong(`the page_size should be in [1,${largest}]`);
  return size;
}

/** The words of a parameter, each one of those that are known. */
function wordsIn(query: URLSearchParams, name: string, known: readonly string[]): readonly string[] {
  const words = query.getAll(name);
  if (!words.every((word) => known.includes(word))) {
    throw wrong(`the ${name} should be one of [${known.join(',')}]`);
  }
  return words;
}

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : isObject(value)
      ? 'object'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;

/** A body as Go's decoder reads it into a struct of optional numbers: null is as if it were not there. */
function decoded(
  request: Asked,
  struct: string,
  fields: Readonly<Record<string, 'float64' | 'uint64'>>,
): Readonly<Record<string, number | undefined>> {
  const refuse = (message: string): never => {
    throw new Refusal('product.error_param', message);
  };
  const sent = jsonOf(request);
  const text = request.body.trim();
  if (text === '') return refuse('EOF');
  if (sent === 'bad') {
    return refuse(
      /^[{["\d-]/.test(text)
        ? 'unexpected end of JSON input'
        : `invalid character '${text[0]!}' looking for beginning of value`,
    );
  }
  if (sent.json === null) return {};
  if (!isObject(sent.json)) {
    return refuse(`json: cannot unmarshal ${kindOf(sent.json)} into Go value of type model.${struct}`);
  }
  const read: Record<string, number | undefined> = {};
  for (const [name, value] of Object.entries(sent.json)) {
    const type = fields[name];
    if (type === undefined || value === null) continue;
    const into = `into Go struct field ${struct}.${name} of type ${type}`;
    if (typeof value !== 'number') return refuse(`json: cannot unmarshal ${kindOf(value)} ${into}`);
    if (type === 'uint64' && (value < 0 || !Number.isInteger(value))) {
      return refuse(`json: cannot unmarshal number ${value} ${into}`);
    }
    read[name] = value;
  }
  return read;
}

interface Said {
  readonly response: Row;
  readonly warning?: string;
}

const failed = (id: number, reason: string): Said => ({
  response: { success_list: [], failure_list: [{ item_id: id, failed_reason: reason }] },
});

const done = (success: Row, warning = ''): Said => ({
  response: { success_list: [success], failure_list: [] },
  warning,
});

const hasAtMostCents = (price: number): boolean => /^\d+(?:\.\d{1,2})?$/.test(String(price));

interface Report {
  readonly id: number;
  readonly type: string;
  readonly created: number;
  readonly takes: number;
  readonly rows: number;
  readonly fails: boolean;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = seconds(run.now());
  const all = items();
  const reports = Array.from({ length: 13 }, (_, index): Report => {
    const seed = `warnings report ${index}`;
    return {
      id: 3_318_400_000 - index * 610_000 - chance(seed, 600_000),
      type: reportTypes[index % 3]!,
      created:
        index < 2 ? opened - 25 * (index + 1) : opened - index * 43_200 - chance(`${seed} time`, 20_000),
      takes: 70 + chance(`${seed} takes`, 60),
      rows: 18 + chance(`${seed} rows`, 2_000),
      fails: index === 5 || index === 10,
    };
  });
  let calls: readonly number[] = [];
  let count = 0;

  const itemShown = (one: Item): Row => ({
    item_id: one.id,
    item_sku: one.sku,
    item_name: one.name,
    item_status: one.status,
    price_info: [{ currency, original_price: dollars(one.original), current_price: dollars(one.current) }],
    price_bound: { min_price: one.min, max_price: one.max },
    strategy_id: one.strategy,
    update_time: one.updated,
  });

  function itemAlone(one: Item): Row {
    const { update_time, ...shown } = itemShown(one);
    const strategy = strategies.find(({ strategy_id }) => strategy_id === one.strategy);
    const image = digest(`warnings image ${one.id}`).slice(0, 32);
    return {
      ...shown,
      ...(strategy !== undefined && {
        strategy_name: strategy.strategy_name,
        strategy_type: strategy.strategy_type,
      }),
      category_id: one.category,
      brand: { brand_id: 1_100_000 + chance(one.brand, 90_000), original_brand_name: one.brand },
      condition: 'NEW',
      image: {
        image_id_list: [`sg-${image}`],
        image_url_list: [`https://cf.pasarapp.example/file/sg-${image}`],
      },
      stock_info: {
        summary_info: { total_reserved_stock: one.reserved, total_available_stock: one.stock },
      },
      weight: one.weight,
      has_promotion: one.promotion > 0,
      promotion_id: one.promotion,
      create_time: one.created,
      update_time,
    };
  }

  const reportStatusOf = ({ created, takes, fails }: Report): string =>
    seconds(run.now()) < created + takes ? 'PROCESSING' : fails ? 'FAILED' : 'READY';

  function reportShown(one: Report): Row {
    const status = reportStatusOf(one);
    const finished = one.created + one.takes;
    const sign = scrambled(`warnings sign ${run.run} ${one.id}`, 40, hex);
    return {
      report_id: one.id,
      report_type: one.type,
      report_status: status,
      row_count: status === 'READY' ? one.rows : 0,
      file_url:
        status === 'READY'
          ? `https://cf.pasarapp.example/report/${one.id}.csv?expire=${finished + 604_800}&sign=${sign}`
          : '',
      failed_reason: status === 'FAILED' ? 'Generate report timeout, please retry.' : '',
      create_time: one.created,
      finish_time: status === 'PROCESSING' ? 0 : finished,
    };
  }

  function itemList(query: URLSearchParams): Said {
    const size = sizeIn(query, 10, 100);
    const next = query.get('next') ?? '';
    const isNext = /^\d+:\d+$/.test(Buffer.from(next, 'base64').toString());
    if (next !== '' && !isNext) throw wrong('the next is invalid');
    const offset = isNext
      ? Number(Buffer.from(next, 'base64').toString().split(':')[0])
      : (integerIn(query, 'offset') ?? 0);
    if (offset < 0) throw wrong('the offset should be larger than or equal to 0');
    const statuses = wordsIn(query, 'item_status', itemStatuses);
    const from = integerIn(query, 'update_time_from') ?? 0;
    const to = integerIn(query, 'update_time_to') ?? Infinity;
    if (from > to) throw wrong('the update_time_from should be smaller than update_time_to');
    const strategy = integerIn(query, 'strategy_id');
    const name = (query.get('item_name') ?? '').toLowerCase();
    const [sort = 'create_time'] = wordsIn(query, 'sort_by', sorts);
    const ascending = query.get('ascending') ?? 'false';
    if (!['true', 'false'].includes(ascending)) throw unparsed(ascending, 'bool');
    const valueOf = (one: Item) =>
      sort === 'price' ? one.current : sort === 'update_time' ? one.updated : one.created;
    const found = all
      .filter(
        (one) =>
          (statuses.length === 0 || statuses.includes(one.status)) &&
          (strategy === undefined || one.strategy === strategy) &&
          one.updated >= from &&
          one.updated <= to &&
          one.name.toLowerCase().includes(name),
      )
      .sort(
        (one, other) =>
          (ascending === 'true' ? 1 : -1) * (valueOf(one) - valueOf(other) || one.id - other.id),
      );
    const page = found.slice(offset, offset + size);
    const hasNext = offset + size < found.length;
    return {
      response: {
        item: page.map(itemShown),
        total_count: found.length,
        has_next_page: hasNext,
        next_offset: hasNext ? offset + size : 0,
        next: hasNext ? Buffer.from(`${offset + size}:${page.at(-1)!.id}`).toString('base64') : '',
      },
    };
  }

  function strategyList(query: URLSearchParams): Said {
    const size = sizeIn(query, 20, 100);
    const page = integerIn(query, 'page_no') ?? 1;
    if (page < 1) throw wrong('the page_no should be larger than 0');
    const [status = 'all'] = wordsIn(query, 'strategy_status', strategyStatuses);
    const found = strategies.filter((one) => status === 'all' || one.status === status);
    return {
      response: {
        strategy_list: found.slice((page - 1) * size, page * size),
        more: page * size < found.length,
      },
    };
  }

  function reportList(query: URLSearchParams): Said {
    const size = sizeIn(query, 10, 50);
    const cursor = query.get('cursor') ?? '';
    if (!/^\d*$/.test(cursor)) throw wrong('the cursor is invalid');
    const statuses = wordsIn(query, 'report_status', reportStatuses);
    const types = wordsIn(query, 'report_type', reportTypes);
    const found = reports.filter(
      (one) =>
        (statuses.length === 0 || statuses.includes(reportStatusOf(one))) &&
        (types.length === 0 || types.includes(one.type)),
    );
    const end = Number(cursor) + size;
    const more = end < found.length;
    return {
      response: {
        report_list: found.slice(Number(cursor), end).map(reportShown),
        more,
        next_cursor: more ? String(end) : '',
      },
    };
  }

  function itemOf(text: string): Item {
    const id = integerOf(text);
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw noItem();
    return one;
  }

  function priced(text: string, request: Asked): Said {
    const sent = decoded(request, 'UpdatePriceBoundRequest', { min_price: 'float64', max_price: 'float64' });
    for (const name of ['min_price', 'max_price']) {
      const price = sent[name];
      if (price !== undefined && (price < 0 || price > largestPrice)) {
        throw wrong(`the ${name} should be in [0,${largestPrice}]`);
      }
    }
    const { min_price: min, max_price: max } = sent;
    if (min === undefined && max === undefined) throw wrong('min_price or max_price is required');
    const one = itemOf(text);
    if (one.status === 'BANNED') return failed(one.id, 'The item is banned, it can not be edited.');
    if (one.promotion > 0) {
      return failed(one.id, 'The item is under promotion, its price can not be edited.');
    }
    if (![min ?? 0, max ?? 0].every(hasAtMostCents)) {
      return failed(one.id, 'The price should have at most 2 decimal places.');
    }
    const [low, high] = [min ?? one.min, max ?? one.max];
    if (low > 0 && high > 0 && low > high) {
      return failed(one.id, 'The min price should not be larger than the max price.');
    }
    if (low === 0 && one.strategy > 0) {
      return failed(one.id, 'The min price can not be removed while the item has a strategy.');
    }
    [one.min, one.max, one.updated] = [low, high, seconds(run.now())];
    const price = dollars(one.current);
    const isOut = price < low || (high > 0 && price > high);
    return done(
      { item_id: one.id, min_price: low, max_price: high },
      isOut ? 'The current price of the item is out of the price bound.' : '',
    );
  }

  function assigned(text: string, request: Asked): Said {
    const { strategy_id: id } = decoded(request, 'UpdateStrategyRequest', { strategy_id: 'uint64' });
    if (id === undefined) throw wrong('strategy_id is a required field');
    const one = itemOf(text);
    const strategy = strategies.find(({ strategy_id }) => strategy_id === id);
    if (strategy === undefined && id > 0) throw noStrategy();
    if (one.status === 'BANNED') return failed(one.id, 'The item is banned, it can not be edited.');
    if (strategy?.status === 'expired') return failed(one.id, 'The strategy is expired.');
    if (strategy !== undefined && one.min === 0) {
      return failed(one.id, 'The min price should be set before a strategy is assigned.');
    }
    [one.strategy, one.updated] = [id, seconds(run.now())];
    return done(
      { item_id: one.id, strategy_id: id },
      id > 0 && one.status === 'UNLIST' ? 'The strategy will take effect after the item is listed.' : '',
    );
  }

  function answer(request: Asked): Said {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const asked = [request.method, kind, ...(id === undefined ? [] : ['id']), part].join(' ').trim();
    if (version === 'v1' && more.length === 0) {
      switch (asked) {
        case 'GET listings':
          return itemList(query);
        case 'GET listings id':
          return { response: itemAlone(itemOf(id!)) };
        case 'PATCH listings id price':
          return priced(id!, request);
        case 'PATCH listings id strategy':
          return assigned(id!, request);
        case 'GET strategies':
          return strategyList(query);
        case 'GET strategies id': {
          const number = integerOf(id!);
          const strategy = strategies.find(({ strategy_id }) => strategy_id === number);
          if (strategy === undefined) throw noStrategy();
          return { response: strategy };
        }
        case 'GET reports':
          return reportList(query);
        case 'GET reports id': {
          const number = integerOf(id!);
          const report = reports.find((one) => one.id === number);
          if (report === undefined) throw noReport();
          return { response: reportShown(report) };
        }
      }
    }
    throw new Stopped(404, 'error_not_found');
  }

  /** The gateway: those who have no key are not counted. */
  function admit({ headers }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Stopped(403, 'error_auth', 'There is no X-API-KEY in header.');
    if (sent !== key) throw new Stopped(403, 'error_auth', 'Invalid X-API-KEY, please have a check.');
    const now = run.now();
    calls = calls.filter((call) => call > now - 1_000);
    if (calls.length >= callsPerSecond) {
      throw new Stopped(429, 'error_rate_limit', 'Your request is over the API limit.');
    }
    calls = [...calls, now];
  }

  /** The trace, its span and the span before it. */
  function requestId(): string {
    count += 1;
    const digits = scrambled(`warnings ${run.run} ${count}`, 46, hex);
    return `e3e3e7f3${digits.slice(0, 24)}:0100${digits.slice(24, 36)}:000000${digits.slice(36, 46)}`;
  }

  return (request) => {
    const request_id = requestId();
    try {
      admit(request);
      const { response, warning = '' } = answer(request);
      return json(200, { error: '', message: '', warning, request_id, response });
    } catch (error) {
      if (error instanceof Refusal) {
        const { code, message } = error;
        return json(200, { error: code, message, warning: '', request_id });
      }
      if (!(error instanceof Stopped)) throw error;
      const { status, code, message } = error;
      return json(status, message === '' ? { error: code } : { error: code, message, request_id });
    }
  };
}

/** Whether an answer names an error, or a failure of what it was asked to write. */
function isRefusal({ status, body }: Answered): boolean {
  const said = parsed(body);
  if (status === 429 || !isObject(said)) return false;
  const { response } = said;
  const failures = isObject(response) ? response.failure_list : undefined;
  return said.error !== '' || (Array.isArray(failures) && failures.length > 0);
}

/** Goes on by the offset, the cursor or the next page, as the answer has it. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const on = (name: string, value: string) =>
    `${target}${target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  let page = 1;
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    for (const list of ['item', 'strategy_list', 'report_list']) {
      rows.push(...rowsAt(received, 'response', list));
    }
    const cursor = textIfAny(received, 'response', 'next_cursor');
    const offset = textIfAny(received, 'response', 'next_offset');
    page += 1;
    next = undefined;
    if (at(received, 'response', 'has_next_page') === true && offset !== undefined) {
      next = on('offset', offset);
    } else if (at(received, 'response', 'more') === true) {
      next = cursor === undefined ? on('page_no', String(page)) : on('cursor', cursor);
    }
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const priceText = (api: Api, id: unknown, text: string): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { text });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Items that can be priced: with a lower bound and no strategy, with both, without a lower bound; and those that cannot. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly promoted: readonly unknown[];
  readonly banned: readonly unknown[];
  readonly unlisted: readonly unknown[];
  readonly priceOf: (id: unknown) => number;
}

function idsOf(rows: readonly Row[]): Ids {
  const pick = (holds: (row: Row) => boolean) => rows.filter(holds).map(({ item_id }) => item_id);
  const priceIn = ({ price_info: [info] }: Row & { readonly price_info: readonly Row[] }) => info ?? {};
  const infoOf = (row: Row): Row => priceIn(row as Row & { readonly price_info: readonly Row[] });
  const minOf = ({ price_bound: bound }: Row) => (isObject(bound) ? Number(bound.min_price) : 0);
  const isPromoted = (row: Row) => infoOf(row).current_price !== infoOf(row).original_price;
  const isOpen = (row: Row) => row.item_status === 'NORMAL' && !isPromoted(row);
  return {
    free: pick((row) => isOpen(row) && minOf(row) > 0 && row.strategy_id === 0),
    bound: pick((row) => isOpen(row) && minOf(row) > 0 && row.strategy_id !== 0),
    open: pick((row) => isOpen(row) && minOf(row) === 0),
    promoted: pick(isPromoted),
    banned: pick(({ item_status }) => item_status === 'BANNED'),
    unlisted: pick((row) => row.item_status === 'UNLIST' && minOf(row) > 0),
    priceOf: (id) => {
      const row = rows.find(({ item_id }) => item_id === id);
      return row === undefined ? 20 : Number(infoOf(row).current_price);
    },
  };
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100;

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, promoted, banned, unlisted, priceOf } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?page_size=4')).map(({ strategy_id }) => strategy_id);
  const runs = (await walk(api, '/v1/reports?page_size=6')).map(({ report_id }) => report_id);
  await get('offset=0&page_size=20');
  await get('item_status=NORMAL&page_size=5');
  await get('item_status=UNLIST&item_status=BANNED');
  await get('update_time_from=1719792000&update_time_to=1743465600&page_size=4');
  await get('item_name=kettle');
  await get(`strategy_id=${String(plans[1])}`);
  await get('sort_by=price&ascending=true&page_size=6');
  await get('sort_by=update_time&page_size=3');
  await get('offset=60&page_size=10');
  await api.ask('GET', '/v1/strategies?strategy_status=ongoing');
  await api.ask('GET', '/v1/reports?report_status=FAILED');
  for (const id of [free[0], bound[0], bound[1], open[0], promoted[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[0]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  const first = priceOf(free[0]);
  await price(api, free[0], { min_price: rounded(first * 0.9), max_price: rounded(first + 12.5) });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], {
    min_price: rounded(priceOf(bound[0]) + 2.4),
    max_price: rounded(priceOf(bound[0]) + 40),
  });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_price: 245.9 });
  await price(api, open[0], { min_price: 4.5 });
  await price(api, free[1], { min_price: 0 });
  await read(api, 'listings', free[1]);
  await price(api, bound[1], { min_price: null, max_price: 260 });
  await assign(api, free[0], plans[0]);
  await read(api, 'listings', free[0]);
  await assign(api, bound[0], 0);
  await assign(api, unlisted[0], plans[2]);
  await get('sort_by=update_time&page_size=4');
  api.wait(90_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 2_400_118_027);
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 1_650_000_001);
  await price(api, 2_400_118_027, { min_price: 9.9 });
  await price(api, free[2], { min_price: 80, max_price: 45.5 });
  await price(api, free[2], { min_price: -1 });
  await price(api, free[2], { min_price: '19.90' });
  await price(api, free[2], { max_price: true });
  await price(api, free[2], { max_price: 250.125 });
  await price(api, free[2], {});
  await price(api, banned[0], { max_price: 300 });
  await price(api, promoted[0], { min_price: 5 });
  await priceText(api, free[2], '{"min_price": 12.5, ');
  await assign(api, free[2], 1_650_000_001);
  await assign(api, free[2], 'lowest');
  await assign(api, free[2], plans[3]);
  await assign(api, open[1], plans[0]);
  await get('page_size=0');
  await get('page_size=many');
  await get('item_status=SOLD');
  await get('colour=red&page_size=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?page_size=1', 8);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, promoted, banned, priceOf } = idsOf(
    await walk(api, '/v1/listings?page_size=13'),
  );
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plans = (await walk(api, '/v1/strategies?page_size=5')).map(({ strategy_id }) => strategy_id);
  const runs = (await walk(api, '/v1/reports?page_size=8')).map(({ report_id }) => report_id);
  await get('offset=7&page_size=6');
  await get('item_status=UNLIST');
  await get('item_status=NORMAL&item_status=REVIEWING&page_size=4');
  await get('update_time_from=1735689600&update_time_to=1751328000&page_size=3');
  await get('item_name=lamp');
  await get(`strategy_id=${String(plans[2])}`);
  await get('sort_by=price&ascending=true&page_size=4');
  await get('sort_by=price&page_size=5');
  await get('offset=45&page_size=15');
  await api.ask('GET', '/v1/strategies?strategy_status=expired');
  await api.ask('GET', '/v1/reports?report_status=READY&page_size=3');
  for (const id of [free[3], bound[2], promoted[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[7]);

  const first = priceOf(free[3]);
  await price(api, free[3], { min_price: rounded(first * 0.85), max_price: rounded(first + 7.2) });
  await read(api, 'listings', free[3]);
  await price(api, bound[2], { max_price: 312.4 });
  await read(api, 'listings', bound[2]);
  await price(api, open[1], { min_price: 3.75 });
  await price(api, bound[2], { max_price: 0 });
  await price(api, free[2], {
    min_price: rounded(priceOf(free[2]) + 1.1),
    max_price: rounded(priceOf(free[2]) + 9),
  });
  await price(api, bound[3], { min_price: 2.5, max_price: null });
  await assign(api, free[3], plans[4]);
  await read(api, 'listings', free[3]);
  await assign(api, bound[2], 0);
  await get('sort_by=update_time&page_size=5');

  await read(api, 'listings', 2_311_907_455);
  await read(api, 'listings', 'desk-lamp');
  await price(api, 2_311_907_455, { max_price: 31 });
  await price(api, free[1], { min_price: 66.6, max_price: 52 });
  await price(api, free[1], { max_price: -20 });
  await price(api, free[1], { min_price: 'cheap' });
  await price(api, free[1], { min_price: 7.333 });
  await price(api, free[1], { min_price: null });
  await price(api, banned[1], { min_price: 4 });
  await price(api, promoted[1], { max_price: 410 });
  await priceText(api, free[1], '{"max_price": 9');
  await assign(api, free[1], 1_611_000_042);
  await assign(api, free[1], 'best');
  await assign(api, open[2], plans[1]);
  await get('page_size=250');
  await get('offset=ten');
  await get('shape=round&page_size=3');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
}

export const warningEnvelopes: WalkedService = {
  name: 'warning-envelopes',
  key,
  start,
  isRefusal,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=4', 'page_size=7', 'page_size=50'],
  walk,
};
