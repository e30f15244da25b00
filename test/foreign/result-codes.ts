// A marketplace's open platform: HTTP 200 for whatever comes out and a result code in the body, a request id in each answer,
// pages counted from one with a total and whether there is more, times in milliseconds, whole numbers as states, an empty
// text or 0 for what is not set, and a ban for a second as one more result code.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json } from './kit.ts';
import { at, chance, digest, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '50000201a13fWvKxhrPZ5c';
const callsPerSecond = 9;
const largestPage = 50;

interface Item {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly shelf: number;
  readonly price: number;
  readonly quantity: number;
  readonly created: number;
  floor: number;
  ceiling: number;
  rule: number;
  modified: number;
}

interface Task {
  readonly id: string;
  readonly kind: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** An amount as the platform writes it; nothing is written as an empty text. */
const amount = (cents: number): string => (cents === 0 ? '' : (cents / 100).toFixed(2));

/** What is wrong with a request. */
class Refusal extends Error {
  readonly type: 'ISV' | 'ISP' | 'SYSTEM';
  readonly code: string;
  readonly detail: readonly Row[];

  constructor(type: 'ISV' | 'ISP' | 'SYSTEM', code: string, message: string, detail: readonly Row[] = []) {
    super(message);
    this.type = type;
    this.code = code;
    this.detail = detail;
  }
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const rules = ['Lowest of all', 'Flash hour', 'Keep distance', 'Clear shelf', 'Campaign', 'Slow mover'].map(
    (name, index) => ({
      rule_id: 30_110 + index * 7,
      rule_name: name,
      mode: oneOf(`result ${name}`, ['FOLLOW', 'FIXED', 'TIMED']),
      step_rate: ((1 + chance(`result step ${name}`, 30)) / 100).toFixed(2),
      enabled: index === 3 ? 0 : 1,
      gmt_create: pastMoment(`result rule ${index}`),
    }),
  );
  const items = Array.from({ length: 53 }, (_, index): Item => {
    const name = `result ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created = pastMoment(name);
    return {
      id: 1_402_775_000 + index * 811 + chance(`${name} id`, 800),
      sku,
      name: title,
      brand: maker,
      shelf: oneOf(`${name} shelf`, [1, 1, 1, 2, 3]),
      price,
      quantity: stock,
      created,
      floor: bounded ? Math.round(price * 0.85) : 0,
      ceiling: bounded ? Math.round(price * 1.2) : 0,
      rule: bounded ? oneOf(`${name} rule`, rules).rule_id : 0,
      modified: created + chance(`${name} modified`, 60 * 86_400) * 1_000,
    };
  });
  const tasks = Array.from({ length: 8 }, (_, index): Task => {
    const created =
      index < 6 ? pastMoment('result tasks') + index * 86_400_000 : opened - 15_000 + (index - 6) * 10_000;
    return {
      id: `TK${digest(`result task ${index}`).slice(0, 10).toUpperCase()}`,
      kind: oneOf(`result task kind ${index}`, ['PRICE_LOG', 'STOCK', 'CAMPAIGN']),
      created,
      seconds: 50 + index * 12,
      fails: index === 2,
    };
  }).reverse();

  const itemView = (item: Item): Row => ({
    item_id: item.id,
    seller_sku: item.sku,
    item_name: item.name,
    brand: item.brand,
    shelf_state: item.shelf,
    currency: 'SGD',
    retail_price: amount(item.price),
    sale_floor: amount(item.floor),
    sale_ceiling: amount(item.ceiling),
    rule_id: item.rule,
    quantity: item.quantity,
    gmt_create: item.created,
    gmt_modified: item.modified,
  });
  const ruleView = (rule: (typeof rules)[number]): Row => ({
    ...rule,
    bound_items: items.filter((item) => item.rule === rule.rule_id).length,
  });
  const taskView = (task: Task): Row => {
    const elapsed = (run.now() - task.created) / 1_000;
    const ended = elapsed >= task.seconds;
    const state = elapsed < 10 ? 'WAITING' : !ended ? 'RUNNING' : task.fails ? 'FAILED' : 'DONE';
    return {
      task_id: task.id,
      task_type: task.kind,
      task_state: state,
      file_url: state === 'DONE' ? `${run.origin}/download/${task.id}.csv` : '',
      fail_reason: state === 'FAILED' ? 'DATA_SOURCE_BUSY' : '',
      gmt_create: task.created,
      gmt_finish: ended ? task.created + task.seconds * 1_000 : 0,
    };
  };

  let asked = 0;
  const requestId = (): string => `${digest(`result ${run.run} ${asked}`).slice(0, 8)}${run.now()}`;
  const done = (data: unknown): Answered => json(200, { code: '0', data, request_id: requestId() });
  const refused = ({ type, code, message, detail }: Refusal): Answered =>
    json(200, {
      type,
      code,
      message,
      ...(detail.length > 0 ? { detail } : {}),
      request_id: requestId(),
    });

  function numberOf(query: URLSearchParams, name: string, fallback: number, most: number): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > most) {
      throw new Refusal('ISV', 'E005', `E005: Invalid ${name}, ${name} must be between 1 and ${most}`);
    }
    return Number(text);
  }

  function listed(rows: readonly Row[], query: URLSearchParams): Answered {
    const number = numberOf(query, 'page_no', 1, 1_000);
    const size = numberOf(query, 'page_size', 20, largestPage);
    const shown = rows.slice((number - 1) * size, number * size);
    const page = {
      total_results: rows.length,
      page_no: number,
      page_size: size,
      has_more: number * size < rows.length,
    };
    return done({ ...page, records: shown });
  }

  function itemsListed(query: URLSearchParams): Answered {
    const shelf = query.get('shelf_state');
    if (shelf !== null && !/^[123]$/.test(shelf)) {
      throw new Refusal('ISV', 'E014', `E014: "${shelf}" Invalid shelf_state`);
    }
    return listed(
      items.filter((item) => shelf === null || item.shelf === Number(shelf)).map(itemView),
      query,
    );
  }

  /** An amount of a body in cents, or what is wrong with it. */
  function amountOf(body: Row, field: string): number | Row {
    const value = body[field];
    const wrong = (message: string): Row => ({ field, message });
    if (value === undefined || value === null || value === '') return wrong(`${field} is required`);
    if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return wrong(`${field} is not a price`);
    const cents = Math.round(Number(value) * 100);
    if (cents <= 0) return wrong(`${field} must be greater than 0`);
    return /\.\d{3}/.test(value) ? wrong(`${field} has more than 2 decimals`) : cents;
  }

  function priced(item: Item, body: Row): Answered {
    const [floor, ceiling] = [amountOf(body, 'sale_floor'), amountOf(body, 'sale_ceiling')];
    const wrong = [floor, ceiling].filter(isObject);
    if (wrong.length > 0) throw new Refusal('ISV', 'E302', 'E302: Invalid price', wrong);
    if (Number(floor) > Number(ceiling)) {
      throw new Refusal(
        'ISV',
        'E303',
        `E303: sale_floor ${amount(Number(floor))} is above sale_ceiling ${amount(Number(ceiling))}`,
      );
    }
    item.floor = Number(floor);
    item.ceiling = Number(ceiling);
    return changed(item);
  }

  function assigned(item: Item, body: Row): Answered {
    const { rule_id: id } = body;
    if (id === undefined) throw new Refusal('ISV', 'E001', 'E001: Parameter rule_id is mandatory');
    if (typeof id !== 'number') throw new Refusal('ISV', 'E002', 'E002: rule_id must be a number');
    if (id !== 0 && !rules.some((rule) => rule.rule_id === id)) {
      throw new Refusal('ISV', 'E401', `E401: Rule ${id} does not exist`);
    }
    item.rule = id;
    return changed(item);
  }

  function changed(item: Item): Answered {
    item.modified = run.now();
    return done({ item_id: item.id, gmt_modified: item.modified });
  }

  function answer(request: Asked, url: URL): Answered {
    const task = tasks.find(({ id }) => url.pathname === `/download/${id}.csv`);
    if (task !== undefined) {
      const lines = items.slice(0, 8).map(({ sku, quantity }) => `${sku};${quantity}`);
      const headers: [string, string][] = [['Content-Type', 'text/csv;charset=utf-8']];
      return { status: 200, headers, body: `sku;quantity\r\n${lines.join('\r\n')}\r\n` };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known) {
      throw new Refusal('ISP', 'InvalidApiPath', `The specified API path ${url.pathname} is invalid`);
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal('ISP', 'UnsupportedMethod', `The method ${request.method} is not supported`);
    }
    if (id === undefined) {
      if (name === 'listings') return itemsListed(url.searchParams);
      return listed(name === 'reports' ? tasks.map(taskView) : rules.map(ruleView), url.searchParams);
    }
    if (!/^\d+$/.test(id)) throw new Refusal('ISV', 'E003', `E003: "${id}" is not a valid item_id`);
    const item = items.find((candidate) => candidate.id === Number(id));
    if (item === undefined) throw new Refusal('ISV', 'E208', `E208: Item ${id} does not exist`);
    if (part === undefined) return done(itemView(item));
    const body = parsed(request.body);
    if (!isObject(body)) throw new Refusal('ISV', 'E1001', 'E1001: The parameters are not in JSON format');
    return part === 'price' ? priced(item, body) : assigned(item, body);
  }

  let calls: number[] = [];
  return (request) => {
    asked += 1;
    try {
      const given = request.headers['x-api-key'];
      if (given === undefined) throw new Refusal('ISP', 'MissingAccessToken', 'The access token is missing');
      if (given !== key) {
        throw new Refusal('ISP', 'IllegalAccessToken', 'The specified access token is invalid or expired');
      }
      calls = calls.filter((moment) => moment > run.now() - 1_000);
      if (calls.length >= callsPerSecond) {
        throw new Refusal(
          'SYSTEM',
          'ApiCallLimit',
          'The call frequency exceeds the limit, this ban will last 1 seconds more',
        );
      }
      calls.push(run.now());
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  };
}

/** Asks for page after page while there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let number = 1; ; number += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask('GET', number === 1 ? target : `${target}${joint}page_no=${number}`);
    rows.push(...rowsAt(received, 'data', 'records'));
    if (at(received, 'data', 'has_more') !== true) return rows;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, sale_floor: unknown, sale_ceiling?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { sale_floor, sale_ceiling } });
const assign = (api: Api, id: unknown, rule_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { rule_id } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.item_id);
  const rules = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?page_size=15');
  await walk(api, '/v1/listings?page_size=50');
  await walk(api, '/v1/strategies?page_size=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?page_size=3');
  await walk(api, '/v1/listings?shelf_state=2');
  await walk(api, '/v1/listings?shelf_state=1&page_size=12');
  for (const index of [0, 6, 17, 29, 52]) await read(api, ids[index]);
  await price(api, ids[0], '14.50', '29.90');
  await read(api, ids[0]);
  await price(api, ids[6], '8.00', '9.25');
  await read(api, ids[6]);
  await price(api, ids[17], '210.00', '380.5');
  await read(api, ids[17]);
  await price(api, ids[30], '0.99', '999');
  await price(api, ids[6], '7.50', '7.50');
  await api.ask('GET', '/v1/listings?page_size=40');
  await assign(api, ids[0], rules[1]!.rule_id);
  await read(api, ids[0]);
  await assign(api, ids[29], rules[4]!.rule_id);
  await read(api, ids[29]);
  await assign(api, ids[17], 0);
  await read(api, ids[17]);
  await api.ask('GET', '/v1/strategies');
  api.wait(25_000);
  await api.ask('GET', '/v1/reports');
  api.wait(70_000);
  await api.ask('GET', '/v1/reports?page_size=2');
  await read(api, 1);
  await read(api, 99_999_999);
  await read(api, 'lamp');
  await price(api, 1_402_774_001, '10.00', '20.00');
  await price(api, 'kettle', '10.00', '20.00');
  await price(api, ids[9], '30.00', '20.00');
  await price(api, ids[10], '8.40', '8.39');
  await price(api, ids[9], undefined, '20.00');
  await price(api, ids[9], '20.00');
  await price(api, ids[9], undefined);
  await price(api, ids[9], null, '20.00');
  await price(api, ids[9], 'cheap', '20.00');
  await price(api, ids[9], '4.00', true);
  await price(api, ids[9], 4, '12.00');
  await price(api, ids[9], 'low', 'high');
  await price(api, ids[9], '-4.00', '12.00');
  await price(api, ids[9], '4.00', '0');
  await price(api, ids[9], '4.005', '12.00');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"sale_floor": ' });
  await assign(api, ids[9], 30_111);
  await assign(api, ids[9], 17);
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, 1_402_774_002, rules[0]!.rule_id);
  await api.ask('GET', '/v1/listings?page_size=0');
  await api.ask('GET', '/v1/listings?page_size=51');
  await api.ask('GET', '/v1/listings?page_size=lots');
  await api.ask('GET', '/v1/strategies?page_size=500');
  await api.ask('GET', '/v1/listings?page_no=0');
  await api.ask('GET', '/v1/listings?page_no=4');
  await api.ask('GET', '/v1/reports?page_size=3&page_no=9');
  await api.ask('GET', '/v1/listings?shelf_state=7');
  await api.ask('GET', '/v1/listings?page_size=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?page_size=2', { headers: { 'X-API-KEY': '50000000000000' } });
  api.wait(3_000);
  for (let sent = 0; sent < 13; sent += 1)
    await api.ask('GET', '/v1/strategies?page_size=1', { atOnce: true });
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 7]) {
    const url = at(last, 'data', 'records', index, 'file_url');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?page_size=18')).map((row) => row.item_id);
  const rules = await walk(api, '/v1/strategies?page_size=5');
  await walk(api, '/v1/listings?page_size=35');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?page_size=5');
  await walk(api, '/v1/listings?shelf_state=3');
  await walk(api, '/v1/listings?shelf_state=1&page_size=20');
  for (const index of [3, 12, 44]) await read(api, ids[index]);
  await price(api, ids[3], '11.25', '63.00');
  await read(api, ids[3]);
  await price(api, ids[12], '500.00', '640.75');
  await read(api, ids[12]);
  await price(api, ids[44], '2.5', '3');
  await read(api, ids[44]);
  await api.ask('GET', '/v1/listings?page_size=45');
  await assign(api, ids[3], rules[3]!.rule_id);
  await read(api, ids[3]);
  await assign(api, ids[31], rules[2]!.rule_id);
  await api.ask('GET', '/v1/strategies?page_size=6');
  api.wait(120_000);
  await read(api, 8_125);
  await read(api, 'tin');
  await price(api, 1_402_774_077, '3.00', '4.00');
  await price(api, ids[20], '71.20', '70.00');
  await price(api, ids[21], undefined, '15.00');
  await price(api, ids[21], '7.00', null);
  await price(api, ids[21], '5.00', 'dear');
  await price(api, ids[21], false, '9.00');
  await price(api, ids[21], 'much', 'more');
  await price(api, ids[21], '-0.50', '15.00');
  await price(api, ids[21], '5.00', '9.999');
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"sale_ceiling": ' });
  await assign(api, ids[21], 44);
  await assign(api, ids[21], 'soft');
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?page_size=-3');
  await api.ask('GET', '/v1/reports?page_size=1000');
  await api.ask('GET', '/v1/reports?page_size=all');
  await api.ask('GET', '/v1/listings?page_no=-1');
  await api.ask('GET', '/v1/listings?page_size=10&page_no=8');
  await api.ask('GET', '/v1/listings?shelf_state=9');
  await api.ask('GET', '/v1/listings?page_size=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?page_size=4', { headers: { 'X-API-KEY': '50000111111111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await price(api, ids[23], { amount: 5 }, '15.00');
  await assign(api, ids[44], 0);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const resultCodes: WalkedService = {
  name: 'result-codes',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  isRefusal: ({ body }) => body.startsWith('{"type":'),
  sizes: ['page_size=3', 'page_size=7', 'page_size=50'],
  walk,
};
