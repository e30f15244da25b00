// The open platform of a large marketplace in China, behind resource paths: each answer is wrapped in a member that is named
// after the operation, a list in a member of a member, which an empty list leaves out. Pages by number and size tell the total,
// or only whether there is a next one; `fields` names the members to show, and what is not set is left out. Amounts are texts in
// yuan, moments are wall-clock times eight hours ahead of UTC without a zone, ids whole numbers. Refusals come with status 200,
// a code and words of the gateway, and a second code and words (in Chinese) of the service behind it; only the limit has a 429.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, member, scrambled, targetOf } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, parsed, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '23415907-6f1d0c83be2a4975';
const callsPerSecond = 5;
const usualPageSize = 20;
const largestPageSize = 100;
/** In fen, as all amounts in here. */
const largestAmount = 10_000_000_000;
const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const eastward = 8 * 3_600_000;

const moment = (milliseconds: number): string =>
  new Date(milliseconds + eastward).toISOString().slice(0, 19).replace('T', ' ');

/** The time that a text tells; undefined where it tells none. */
function timeOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const time = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time) ? undefined : time - eastward;
}

const yuan = (amount: number): string => (amount / 100).toFixed(2);

interface Sku {
  readonly sku_id: number;
  readonly properties_name: string;
  readonly price: string;
  readonly quantity: number;
}

interface Listing {
  readonly id: number;
  readonly title: string;
  readonly outer: string;
  readonly category: number;
  readonly price: number;
  readonly stock: number;
  readonly status: 'onsale' | 'instock';
  readonly hasDiscount: boolean;
  readonly hasShowcase: boolean;
  readonly violation: boolean;
  readonly place: readonly [state: string, city: string];
  readonly skus: readonly Sku[];
  readonly created: number;
  readonly listed: number;
  min: number | null;
  max: number | null;
  strategy: number | null;
  modified: number;
}

interface Strategy {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly adjust?: number;
  readonly isEnabled: boolean;
}

const strategies: readonly Strategy[] = [
  { id: 20417, name: '跟随最低价', type: 'follow_lowest', isEnabled: true },
  { id: 20418, name: '低于竞品五角', type: 'undercut', adjust: 50, isEnabled: true },
  { id: 20533, name: '匹配均价', type: 'match_average', isEnabled: true },
  { id: 20871, name: '双十一清仓', type: 'markdown', adjust: 1_000, isEnabled: false },
  { id: 21106, name: '低于竞品两元', type: 'undercut', adjust: 200, isEnabled: true },
];

const strategyShown = ({ id, name, type, adjust, isEnabled }: Strategy): Row => {
  const created = pastMoment(`envelope strategy ${id}`);
  return {
    strategy_id: id,
    name,
    type,
    ...(adjust !== undefined && { adjust_amount: yuan(adjust) }),
    is_enabled: isEnabled,
    created: moment(created),
    modified: moment(created + chance(`envelope strategy modified ${id}`, 30 * 86_400) * 1_000),
  };
};

const styles = ['北欧风', '日式简约', '加厚', '便携', '复古', '家用'];
const goods = [
  ['陶瓷马克杯', 50_012_081],
  ['玻璃茶壶', 50_012_082],
  ['不锈钢保温杯', 50_012_081],
  ['棉麻桌布', 50_001_865],
  ['竹制茶盘', 50_012_082],
  ['护眼台灯', 50_008_699],
  ['羊毛地毯', 50_001_865],
] as const;
const places = [
  ['浙江', '杭州'],
  ['广东', '广州'],
  ['江苏', '苏州'],
  ['福建', '泉州'],
] as const;

function listings(): readonly Listing[] {
  const all = Array.from({ length: 27 }, (_, index): Listing => {
    const seed = `envelope listing ${index}`;
    const [good, category] = goods[index % goods.length]!;
    const price = 990 + 10 * chance(`${seed} price`, 2_900);
    const created = pastMoment(seed);
    const listed = created + chance(`${seed} listed`, 20 * 86_400) * 1_000;
    const colours = ['米白', '墨绿', '藏青'].slice(0, [0, 0, 2, 3][chance(`${seed} skus`, 4)]);
    const stock = chance(`${seed} stock`, 400);
    return {
      id: 560_000_000_000 + chance(`${seed} id`, 120_000_000_000),
      title: `${oneOf(`${seed} style`, styles)}${good} ${String.fromCharCode(65 + (index % 20))}${100 + chance(`${seed} model`, 900)}`,
      outer: `HK${digest(seed).slice(0, 6).toUpperCase()}`,
      category,
      price,
      stock,
      status: chance(`${seed} status`, 5) === 0 ? 'instock' : 'onsale',
      hasDiscount: chance(`${seed} discount`, 3) === 0,
      hasShowcase: chance(`${seed} showcase`, 3) === 0,
      violation: index % 13 === 5,
      place: oneOf(`${seed} place`, places),
      skus: colours.map((colour, at) => ({
        sku_id: 4_000_000_000_000 + chance(`${seed} sku ${at}`, 900_000_000_000),
        properties_name: `1627207:${28_320 + at}:颜色分类:${colour}`,
        price: yuan(price + 200 * at),
        quantity: chance(`${seed} quantity ${at}`, 90),
      })),
      created,
      listed,
      min: chance(`${seed} min`, 5) === 0 ? null : Math.round(price * 0.8),
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategy:
        chance(`${seed} strategy`, 3) === 0
          ? strategies[[0, 1, 2, 4][chance(`${seed} which`, 4)]!]!.id
          : null,
      modified: listed + chance(`${seed} modified`, 60 * 86_400) * 1_000,
    };
  });
  return all.sort((one, other) => other.listed - one.listed);
}

/** All members of a listing, of which a list shows the usual ones where it is not told which. */
const members =
  'num_iid title nick outer_id cid price num approve_status min_price max_price strategy_id has_discount has_showcase violation pic_url location skus created list_time delist_time modified'.split(
    ' ',
  );
const usualMembers =
  'num_iid title outer_id price num approve_status min_price max_price strategy_id has_discount violation list_time modified'.split(
    ' ',
  );

function listingShown(one: Listing, fields: readonly string[]): Row {
  const [state, city] = one.place;
  const whole: Row = {
    num_iid: one.id,
    title: one.title,
    nick: '和器家居旗舰店',
    outer_id: one.outer,
    cid: one.category,
    price: yuan(one.price),
    num: one.stock,
    approve_status: one.status,
    ...(one.min !== null && { min_price: yuan(one.min) }),
    ...(one.max !== null && { max_price: yuan(one.max) }),
    ...(one.strategy !== null && { strategy_id: one.strategy }),
    has_discount: one.hasDiscount,
    has_showcase: one.hasShowcase,
    violation: one.violation,
    pic_url: `https://img.heqi.example/bao/uploaded/i${(one.id % 4) + 1}/${digest(one.outer).slice(0, 16)}.jpg`,
    location: { city, state },
    ...(one.skus.length > 0 && { skus: { sku: one.skus } }),
    created: moment(one.created),
    list_time: moment(one.listed),
    delist_time: moment(one.listed + 7 * 86_400_000),
    modified: moment(one.modified),
  };
  return Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name)));
}

class Refusal extends Error {
  readonly code: number;
  readonly subCode: string | undefined;
  readonly subMessage: string | undefined;
  readonly status: number;

  constructor(code: number, message: string, subCode?: string, subMessage?: string, status = 200) {
    super(message);
    this.code = code;
    this.subCode = subCode;
    this.subMessage = subMessage;
    this.status = status;
  }
}

const invalid = (name: string, words = '参数无效，格式不对、非法值、越界等') =>
  new Refusal(41, `Invalid Arguments:${name}`, `isv.invalid-parameter:${name}`, words);
const lacking = (name: string) =>
  new Refusal(40, `Missing Required Arguments:${name}`, `isv.missing-parameter:${name}`, '缺少必要的参数');
const mismatch = (one: string, other: string, words: string) =>
  new Refusal(41, `Invalid Arguments:${one},${other}`, `isv.parameters-mismatch:${one}-and-${other}`, words);
const notThere = (name: string, subCode: string, what: string) =>
  new Refusal(41, `Invalid Arguments:${name}`, subCode, `根据${name}查询不到${what}数据`);
const remote = (subCode: string, words: string) =>
  new Refusal(15, 'Remote service error', `isv.${subCode}`, words);

/** The parameters of a query; one that is empty counts as none. */
class Parameters {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    const text = this.#query.get(name)?.trim();
    return text === '' ? undefined : text;
  }

  whole(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(text)) throw invalid(name);
    const number = Number(text);
    if (number < least || number > most) throw invalid(name, `${name}超出取值范围`);
    return number;
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (text !== 'true' && text !== 'false') throw invalid(name);
    return text === 'true';
  }

  choice(name: string, choices: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !choices.includes(text)) throw invalid(name);
    return text;
  }

  time(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const time = timeOf(text);
    if (time === undefined) throw invalid(name, '日期格式应为yyyy-MM-dd HH:mm:ss');
    return time;
  }

  /** Members to show; names that nobody knows are passed over, as long as there are others. */
  fields(usual: readonly string[]): readonly string[] {
    const text = this.text('fields');
    if (text === undefined) return usual;
    const known = text.split(',').filter((name) => members.includes(name.trim()));
    if (known.length === 0) throw invalid('fields');
    return known.map((name) => name.trim());
  }
}

/** A page of what was found: with the total, or with whether there is more. */
function pageOf(found: readonly Row[], parameters: Parameters, outer: string, inner: string): Row {
  const page = parameters.whole('page_no', 1, 1_000_000) ?? 1;
  const size = parameters.whole('page_size', 1, largestPageSize) ?? usualPageSize;
  const rows = found.slice((page - 1) * size, page * size);
  return {
    ...(rows.length > 0 && { [outer]: { [inner]: rows } }),
    ...(parameters.flag('use_has_next') === true
      ? { has_next: page * size < found.length }
      : { total_results: found.length }),
  };
}

/** An amount as it is sent, in fen. */
function amountOf(name: string, value: unknown): number {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw invalid(name, '价格格式不正确');
  if (!/^-?\d+(?:\.\d{1,2})?$/.test(text)) throw invalid(name, '价格最多精确到2位小数');
  const amount = Math.round(Number(text) * 100);
  if (amount <= 0 || amount > largestAmount) throw invalid(name, '价格取值范围为0.01-100000000.00');
  return amount;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 9 }, (_, index) => {
    const seed = `envelope report ${index}`;
    const ago = index === 0 ? 25_000 : index * 61_200_000 + chance(seed, 9_000) * 1_000;
    return {
      id: 81_730_452 - index * 1_217 - chance(`${seed} id`, 900),
      type: ['price_change', 'inventory', 'competitor'][index % 3]!,
      created: opened - ago,
      seconds: 80 + index * 15 + chance(`${seed} seconds`, 30),
      count: 30 + chance(`${seed} count`, 4_000),
      fails: index === 4,
    };
  });
  let window = { second: 0, count: 0 };
  let calls = 0;

  function reportShown({ id, type, created, seconds, count, fails }: (typeof reports)[number]): Row {
    const now = run.now();
    const finished = created + seconds * 1_000;
    const isOver = now >= finished;
    const status = isOver ? (fails ? 'fail' : 'done') : now - created < 30_000 ? 'new' : 'doing';
    const query = new URLSearchParams({
      Expires: String(Math.floor(now / 1_000) + 3_600),
      OSSAccessKeyId: 'heqiReportReader',
      Signature: `${scrambled(`${run.run} ${id} ${Math.floor(now / 1_000)}`, 27, base64)}=`,
    });
    return {
      task_id: id,
      type,
      status,
      created: moment(created),
      ...(isOver && { finished: moment(finished) }),
      ...(status === 'fail' && { fail_reason: '数据导出超时' }),
      ...(status === 'done' && {
        row_count: count,
        check_code: digest(`envelope report file ${id}`).slice(0, 32),
        download_url: `https://heqi-report.oss.example/task/${id}.zip?${query.toString()}`,
      }),
    };
  }

  function findListings(parameters: Parameters): Row {
    const fields = parameters.fields(usualMembers);
    const words = parameters.text('q');
    const status = parameters.choice('approve_status', ['onsale', 'instock']);
    const category = parameters.whole('cid', 0, 1e15);
    const strategy = parameters.whole('strategy_id', 1, 1e15);
    const hasDiscount = parameters.flag('has_discount');
    const [from, to] = [parameters.time('start_modified'), parameters.time('end_modified')];
    if (from !== undefined && to !== undefined && from > to) {
      throw mismatch('start_modified', 'end_modified', '起始时间不能晚于结束时间');
    }
    const columns = { list_time: 'listed', modified: 'modified', num: 'stock', price: 'price' } as const;
    const order = parameters.choice(
      'order_by',
      Object.keys(columns).flatMap((name) => [`${name}:asc`, `${name}:desc`]),
    );
    const [column = 'list_time', direction] = order?.split(':') ?? [];
    const by = columns[column as keyof typeof columns];
    const found = all
      .filter(
        (one) =>
          (words === undefined || one.title.includes(words)) &&
          (status === undefined || one.status === status) &&
          (category === undefined || one.category === category) &&
          (strategy === undefined || one.strategy === strategy) &&
          (hasDiscount === undefined || one.hasDiscount === hasDiscount) &&
          (from === undefined || one.modified >= from) &&
          (to === undefined || one.modified <= to),
      )
      .sort((one, other) => (direction === 'asc' ? one[by] - other[by] : other[by] - one[by]));
    return pageOf(
      found.map((one) => listingShown(one, fields)),
      parameters,
      'listings',
      'listing',
    );
  }

  function findStrategies(parameters: Parameters): Row {
    const isEnabled = parameters.flag('is_enabled');
    const type = parameters.choice(
      'type',
      strategies.map((one) => one.type),
    );
    const found = strategies.filter(
      (one) =>
        (isEnabled === undefined || one.isEnabled === isEnabled) && (type === undefined || one.type === type),
    );
    return pageOf(found.map(strategyShown), parameters, 'strategies', 'strategy');
  }

  function findReports(parameters: Parameters): Row {
    const status = parameters.choice('status', ['new', 'doing', 'done', 'fail']);
    const type = parameters.choice('type', ['price_change', 'inventory', 'competitor']);
    const found = reports
      .map(reportShown)
      .filter(
        (one) => (status === undefined || one.status === status) && (type === undefined || one.type === type),
      );
    return pageOf(found, parameters, 'report_runs', 'report_run');
  }

  function idOf(name: string, text: string): number {
    if (!/^\d{1,15}$/.test(text)) throw invalid(name);
    return Number(text);
  }

  function listingOf(text: string): Listing {
    const id = idOf('num_iid', text);
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notThere('num_iid', 'isv.item-not-exist:invalid-numIid', '商品');
    return one;
  }

  function strategyOf(text: string): Strategy {
    const id = idOf('strategy_id', text);
    const one = strategies.find((each) => each.id === id);
    if (one === undefined) {
      throw notThere('strategy_id', 'isv.strategy-not-exist:invalid-strategyId', '策略');
    }
    return one;
  }

  function reportOf(text: string): Row {
    const id = idOf('task_id', text);
    const one = reports.find((each) => each.id === id);
    if (one === undefined) throw notThere('task_id', 'isv.task-not-exist:invalid-taskId', '任务');
    return reportShown(one);
  }

  function bodyIn(request: Asked): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      throw new Refusal(43, 'Parameter Error', 'isv.invalid-parameter:body', '请求体不是合法的JSON对象');
    }
    return sent.json;
  }

  function changed(one: Listing): Row {
    one.modified = run.now();
    return { listing: { num_iid: one.id, modified: moment(one.modified) } };
  }

  function assertChangeable({ violation }: Listing): void {
    if (violation) throw remote('item-update-service-error:ITEM_VIOLATION', '违规商品不允许编辑');
  }

  function priced(one: Listing, body: Row): Row {
    if (body.min_price === undefined && body.max_price === undefined) throw lacking('min_price,max_price');
    const boundOf = (name: string, before: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return before;
      return value === null ? null : amountOf(name, value);
    };
    const [min, max] = [boundOf('min_price', one.min), boundOf('max_price', one.max)];
    if (min !== null && max !== null && min > max) {
      throw mismatch('min_price', 'max_price', '最低价不能高于最高价');
    }
    assertChangeable(one);
    [one.min, one.max] = [min, max];
    return changed(one);
  }

  function assigned(one: Listing, { strategy_id: value }: Row): Row {
    if (value === undefined) throw lacking('strategy_id');
    if (value !== null && typeof value !== 'number' && typeof value !== 'string')
      throw invalid('strategy_id');
    const strategy = value === null ? null : strategyOf(String(value));
    assertChangeable(one);
    if (strategy?.isEnabled === false) {
      throw remote('strategy-assign-service-error:STRATEGY_DISABLED', '策略已停用');
    }
    one.strategy = strategy?.id ?? null;
    return changed(one);
  }

  /** What an operation answers, by its name. */
  function operated(request: Asked): readonly [operation: string, answer: Row] {
    const { steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const { method } = request;
    const parameters = new Parameters(query);
    const isListing = kind === 'listings' && id !== undefined;
    const isKnown =
      part === undefined
        ? ['listings', 'strategies', 'reports'].includes(kind ?? '')
        : isListing && (part === 'price' || part === 'strategy');
    if (version !== 'v1' || more.length > 0 || !isKnown) {
      throw new Refusal(22, 'Invalid Method', 'isv.invalid-method', '不存在的方法名');
    }
    if (method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(9, 'Http Action Not Allowed', 'isv.http-action-not-allowed', 'HTTP方法被禁止');
    }
    if (isListing && part !== undefined) {
      const body = bodyIn(request);
      const one = listingOf(id);
      return part === 'price'
        ? ['listing_price_update', priced(one, body)]
        : ['listing_strategy_update', assigned(one, body)];
    }
    if (kind === 'listings') {
      if (id === undefined) return ['listings_get', findListings(parameters)];
      const fields = parameters.fields(members);
      return ['listing_get', { listing: listingShown(listingOf(id), fields) }];
    }
    if (kind === 'strategies') {
      return id === undefined
        ? ['strategies_get', findStrategies(parameters)]
        : ['strategy_get', { strategy: strategyShown(strategyOf(id)) }];
    }
    return id === undefined
      ? ['report_runs_get', findReports(parameters)]
      : ['report_run_get', { report_run: reportOf(id) }];
  }

  function admit({ headers }: Asked): void {
    const second = Math.floor(run.now() / 1_000);
    window = { second, count: second === window.second ? window.count + 1 : 1 };
    if (window.count > callsPerSecond) {
      const words = 'This ban will last for 1 more seconds';
      throw new Refusal(7, 'App Call Limited', 'accesscontrol.limited-by-api-access-count', words, 429);
    }
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(28, 'Missing App Key');
    if (given !== key) throw new Refusal(29, 'Invalid App Key', 'isv.appkey-not-exists', 'AppKey不存在');
  }

  return (request) => {
    calls += 1;
    const request_id = `1${scrambled(`envelope ${run.run} ${calls}`, 12, base36)}`;
    const sent = (status: number, name: string, shown: Row) =>
      json(
        status,
        { [name]: { ...shown, request_id } },
        [
          ['Server', 'Tengine'],
          ['Cache-Control', 'no-cache'],
        ],
        'application/json;charset=UTF-8',
      );
    try {
      admit(request);
      const [operation, shown] = operated(request);
      return sent(200, `${operation}_response`, shown);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, subCode, subMessage, status } = error;
      return sent(status, 'error_response', {
        code,
        msg: message,
        ...(subCode !== undefined && { sub_code: subCode }),
        ...(subMessage !== undefined && { sub_msg: subMessage }),
      });
    }
  };
}

/** Asks for the next page as long as there is said to be more, or the total is not reached. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const [operation, outer, inner] = target.startsWith('/v1/listings')
    ? ['listings_get_response', 'listings', 'listing']
    : target.startsWith('/v1/strategies')
      ? ['strategies_get_response', 'strategies', 'strategy']
      : ['report_runs_get_response', 'report_runs', 'report_run'];
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const more = page === 1 ? '' : `${target.includes('?') ? '&' : '?'}page_no=${page}`;
    const received: Received = await api.ask('GET', target + more);
    const found = rowsAt(received, operation, outer, inner);
    rows.push(...found);
    const isMore =
      at(received, operation, 'has_next') === true ||
      rows.length < Number(at(received, operation, 'total_results') ?? 0);
    if (found.length === 0 || !isMore) return rows;
  }
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy_id: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id } });

interface Ids {
  /** Listings that may be changed: with both bounds and no strategy, with a strategy, with neither bound or one; and those that may not. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly barred: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const good = rows.filter(({ violation }) => violation === false);
  const ids = (some: readonly Row[]) => some.map(({ num_iid }) => num_iid);
  const isWhole = (row: Row) => row.min_price !== undefined && row.max_price !== undefined;
  return {
    free: ids(good.filter((row) => isWhole(row) && row.strategy_id === undefined)),
    bound: ids(good.filter((row) => row.strategy_id !== undefined)),
    open: ids(good.filter((row) => !isWhole(row) && row.strategy_id === undefined)),
    barred: ids(rows.filter(({ violation }) => violation === true)),
  };
}

const idsOfPlans = (rows: readonly Row[], isEnabled: boolean): readonly unknown[] =>
  rows.filter(({ is_enabled }) => is_enabled === isEnabled).map(({ strategy_id }) => strategy_id);

const word = encodeURIComponent;

async function recorded(api: Api): Promise<void> {
  const { free, bound, open, barred } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const allPlans = await walk(api, '/v1/strategies');
  const [plans, [idle]] = [idsOfPlans(allPlans, true), idsOfPlans(allPlans, false)];
  const runs = (await walk(api, '/v1/reports?page_size=5')).map(({ task_id }) => task_id);
  await walk(api, '/v1/listings?use_has_next=true&page_size=10');
  await get('page_no=3&page_size=6');
  await get('order_by=modified:desc&page_size=5');
  await get('order_by=price:asc&page_size=8');
  await get('approve_status=instock');
  await get(`q=${word('茶')}`);
  await get('start_modified=2025-01-01%2000:00:00&end_modified=2025-06-30%2023:59:59');
  await get('fields=num_iid,title,price&page_size=4');
  await get(`strategy_id=${String(plans[1])}`);
  await get('page_no=5');
  await api.ask('GET', '/v1/strategies?is_enabled=true');
  await api.ask('GET', '/v1/reports?status=done&page_size=3');
  await read(api, 'listings', free[0]);
  await read(api, 'listings', free[2]);
  await read(api, 'listings', bound[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', barred[0]);
  await read(api, 'listings', free[1], '?fields=num_iid,title,price,num');
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[2]);

  await price(api, free[0], { min_price: '19.90', max_price: '399.00' });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_price: '8.50', max_price: '520' });
  await read(api, 'listings', bound[0]);
  await price(api, free[1], { max_price: '668.80' });
  await price(api, open[0], { min_price: 6.5 });
  await read(api, 'listings', open[0]);
  await price(api, free[2], { max_price: null });
  await assign(api, free[0], plans[0]);
  await read(api, 'listings', free[0]);
  await assign(api, free[1], plans[2]);
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('order_by=modified:desc&page_size=3');
  api.wait(90_000);
  await read(api, 'reports', runs[0]);

  await read(api, 'listings', 612_345_678_901);
  await read(api, 'listings', 'teapot');
  await read(api, 'strategies', 99_999);
  await read(api, 'strategies', 'cheapest');
  await read(api, 'reports', 70_000_001);
  await price(api, free[3], { min_price: '88.00', max_price: '66.00' });
  await price(api, free[3], { min_price: 'cheap' });
  await price(api, free[3], { max_price: '-5.00' });
  await price(api, free[3], { min_price: '12.345' });
  await price(api, free[3], {});
  await price(api, 612_345_678_901, { min_price: '9.90' });
  await price(api, barred[0], { min_price: '9.90', max_price: '900.00' });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": "9.9' });
  await assign(api, free[3], 30_001);
  await assign(api, free[3], idle);
  await assign(api, free[3], 'lowest');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/strategy`, { json: {} });
  await get('page_size=500');
  await get('page_no=first');
  await get('order_by=colour:desc');
  await get('start_modified=2025-01-01');
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  api.wait(2_000);
  await hurry(api, '/v1/strategies?page_size=1', 12);
}

async function another(api: Api): Promise<void> {
  const { free, bound, open, barred } = idsOf(await walk(api, '/v1/listings?page_size=12'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const allPlans = await walk(api, '/v1/strategies?page_size=10');
  const [plans, [idle]] = [idsOfPlans(allPlans, true), idsOfPlans(allPlans, false)];
  const runs = (await walk(api, '/v1/reports?page_size=6')).map(({ task_id }) => task_id);
  await get('use_has_next=true&page_size=7&page_no=2');
  await get('order_by=modified:desc&page_size=4');
  await get('order_by=price:desc&page_size=6');
  await get('approve_status=onsale&page_size=5');
  await get(`q=${word('杯')}&page_size=3`);
  await get('start_modified=2024-09-01%2008:00:00&order_by=modified:asc&page_size=5');
  await get('fields=num_iid,outer_id,num,modified&page_size=3');
  await get(`strategy_id=${String(plans[0])}`);
  await get('page_no=8&page_size=15');
  await get('colour=red&page_size=4');
  await get(`q=${word('自行车')}`);
  await api.ask('GET', '/v1/strategies?is_enabled=false');
  await api.ask('GET', '/v1/reports?status=fail');
  await read(api, 'listings', free[4]);
  await read(api, 'listings', bound[1]);
  await read(api, 'listings', open[1]);
  await read(api, 'listings', open[2], '?fields=num_iid,min_price,max_price');
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[3]);

  await price(api, free[4], { min_price: '25.60', max_price: '455.00' });
  await read(api, 'listings', free[4]);
  await price(api, bound[1], { max_price: '713.20' });
  await read(api, 'listings', bound[1]);
  await price(api, open[1], { min_price: '4.80', max_price: null });
  await read(api, 'listings', open[1]);
  await assign(api, free[4], plans[3]);
  await read(api, 'listings', free[4]);
  await assign(api, bound[1], null);
  await get('order_by=modified:desc&page_size=2');

  await read(api, 'listings', 598_765_432_109);
  await read(api, 'listings', 'carpet');
  await read(api, 'strategies', 12_345);
  await read(api, 'reports', 60_000_007);
  await price(api, free[5], { min_price: '140.50', max_price: '99.90' });
  await price(api, free[5], { max_price: 'lots' });
  await price(api, free[5], { min_price: true });
  await price(api, free[5], { min_price: '-0.50' });
  await price(api, barred[1], { max_price: '1200.00' });
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { text: '{"max_price": ' });
  await assign(api, free[5], 41_000);
  await assign(api, free[5], idle);
  await assign(api, free[5], 'average');
  await get('page_size=0');
  await get('order_by=weight:asc');
  await get('end_modified=yesterday');
  await api.ask('GET', '/v1/strategies?page_size=3', { headers: { 'X-API-KEY': null } });
}

export const operationEnvelopes: WalkedService = {
  name: 'operation-envelopes',
  key,
  start,
  isRefusal: ({ status, body }) => status !== 429 && member(parsed(body), 'error_response') !== undefined,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'use_has_next=true&page_size=7', 'page_size=50'],
  walk,
};
