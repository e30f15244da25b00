// An open-source company planner: documents with an owner and a state, of which a list shows the names unless fields are
// asked for; conditions, fields and orders as JSON or words in one parameter each, no total and no word on a next page, all
// rows where none are counted; moments with microseconds that also tell a stale change, flags as 0 and 1, amounts as numbers,
// a table of rows within a document, and errors whose messages are JSON in a text in a list in a text.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, scrambled } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'f9a1c4d7e20b358:6d2e81bb04c7a5f';
const owners = ['mira@shop.example', 'jon@shop.example', 'Administrator'];

interface Item {
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly rate: number;
  readonly stock: number;
  readonly disabled: number;
  readonly owner: string;
  readonly created: number;
  lowest: number;
  highest: number;
  rule: string | null;
  changed: number;
}

class Refusal extends Error {
  readonly status: number;
  readonly kind: string;
  readonly title: string;

  constructor(status: number, kind: string, message: string, title = 'Message') {
    super(message);
    this.status = status;
    this.kind = kind;
    this.title = title;
  }
}

const print = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** With microseconds, of which a clock of milliseconds knows three. */
const moment = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 23).replace('T', ' ')}000`;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const rules: readonly Row[] = [
    'Match Lowest',
    'Keep Margin',
    'Weekend Deal',
    'Stock Clearance',
    'Top Shelf',
  ].map((title, index) => ({
    name: `PRULE-${String(7 + index * 6).padStart(4, '0')}`,
    title,
    apply_on: oneOf(`documents ${title}`, ['Item Code', 'Item Group', 'Brand']),
    margin_rate: (1 + chance(`documents margin ${title}`, 60)) / 4,
    priority: 1 + chance(`documents priority ${title}`, 9),
    disable: index === 3 ? 1 : 0,
    docstatus: 0,
  }));
  const items = Array.from({ length: 51 }, (_, index): Item => {
    const name = `documents ${index}`;
    const { title, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 5) > 1;
    const created = pastMoment(name);
    return {
      name: `ITEM-2024-${String(101 + index * 4 + chance(`${name} number`, 4)).padStart(5, '0')}`,
      title,
      group: oneOf(`${name} group`, ['Household', 'Garden', 'Workshop']),
      rate: price / 100,
      stock,
      disabled: chance(`${name} disabled`, 8) === 0 ? 1 : 0,
      owner: oneOf(`${name} owner`, owners),
      created,
      lowest: bounded ? Math.round(price * 0.8) / 100 : 0,
      highest: bounded ? Math.round(price * 1.4) / 100 : 0,
      rule: chance(`${name} ruled`, 3) > 0 ? String(oneOf(`${name} rule`, rules).name) : null,
      changed: created + chance(`${name} changed`, 60 * 86_400) * 1_000 + chance(`${name} part`, 1_000),
    };
  });
  const jobs = Array.from({ length: 7 }, (_, index) => ({
    name: scrambled(`documents job ${index}`, 10, hex),
    kind: oneOf(`documents job ${index}`, ['Price Export', 'Stock Balance', 'Rival Prices']),
    started:
      index < 5
        ? pastMoment('documents jobs') + index * 5 * 86_400_000
        : opened - 22_000 + (index - 5) * 14_000,
    seconds: 33 + index * 8,
    broken: index === 2,
  }));

  const base = (item: Item): Row => ({
    name: item.name,
    owner: item.owner,
    creation: moment(item.created),
    modified: moment(item.changed),
    docstatus: 0,
    idx: 0,
    item_name: item.title,
    item_group: item.group,
    disabled: item.disabled,
    standard_rate: item.rate,
    min_rate: item.lowest,
    max_rate: item.highest,
    pricing_rule: item.rule,
    actual_qty: item.stock,
  });
  const whole = (item: Item): Row => ({
    ...base(item),
    doctype: 'Item',
    barcodes: [
      {
        name: scrambled(`documents barcode ${item.name}`, 10, hex),
        idx: 1,
        barcode: `590${String(1_000_000_000 + chance(`${item.name} ean`, 8_000_000_000))}`,
        barcode_type: 'EAN',
        parent: item.name,
        parenttype: 'Item',
      },
    ],
  });
  const jobView = (job: (typeof jobs)[number]): Row => {
    const isOver = run.now() >= job.started + job.seconds * 1_000;
    return {
      name: job.name,
      report_name: job.kind,
      status: isOver ? (job.broken ? 'Error' : 'Completed') : 'Started',
      creation: moment(job.started),
      report_end_time: isOver ? moment(job.started + job.seconds * 1_000) : null,
      attachment: isOver && !job.broken ? `/private/files/${job.name}.csv` : null,
    };
  };

  /** A list that a parameter holds as JSON. */
  function listOf(query: URLSearchParams, name: string): readonly unknown[] | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    const value = parsed(text);
    if (!Array.isArray(value))
      throw new Refusal(417, 'ValidationError', `${name} must be a list, not ${text}`);
    return value as unknown[];
  }

  function counted(query: URLSearchParams, name: string, fallback: number): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^-?\d+$/.test(text))
      throw new Refusal(
        417,
        'ValueError',
        `invalid literal for int() with base 10: '${text}'`,
        'Value Error',
      );
    if (Number(text) < 0) throw new Refusal(417, 'ValidationError', `${name} must not be negative`);
    return Number(text);
  }

  function listed(doctype: string, rows: readonly Row[], query: URLSearchParams): Answered {
    const permitted = (field: string): string => {
      if (!Object.hasOwn(rows[0]!, field)) {
        throw new Refusal(417, 'DataError', `Field not permitted in query: ${field}`);
      }
      return field;
    };
    const compare: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
      '=': (one, other) => (one ?? '') === other,
      '!=': (one, other) => (one ?? '') !== other,
      '>': (one, other) => Number(one) > Number(other),
      '<=': (one, other) => Number(one) <= Number(other),
      like: (one, other) =>
        String(one).toLowerCase().includes(String(other).toLowerCase().replaceAll('%', '')),
      in: (one, other) => Array.isArray(other) && other.includes(one),
    };
    const conditions = (listOf(query, 'filters') ?? []).map((condition) => {
      const [field, operator, value] = Array.isArray(condition) ? (condition as unknown[]) : [];
      const holds = compare[String(operator)];
      if (holds === undefined) {
        const message = `Operator must be one of ${Object.keys(compare).join(', ')}`;
        throw new Refusal(417, 'ValidationError', message);
      }
      const name = permitted(String(field));
      return (row: Row): boolean => holds(row[name], value);
    });
    const found = rows.filter((row) => conditions.every((holds) => holds(row)));
    const order = query.get('order_by');
    if (order !== null) {
      const [field = '', direction = 'asc'] = order.split(' ');
      permitted(field);
      const sign = direction === 'desc' ? -1 : 1;
      found.sort((one, other) => {
        const [a, b] = [one[field] ?? '', other[field] ?? ''] as [string, string];
        return a === b ? 0 : sign * (a < b ? -1 : 1);
      });
    }
    const first = counted(query, 'limit_start', 0);
    const size = counted(query, 'limit_page_length', 20);
    const fields = (listOf(query, 'fields') ?? ['name']).map(String);
    const names = fields.flatMap((field) => (field === '*' ? Object.keys(rows[0]!) : [permitted(field)]));
    const shown = found.slice(first, size === 0 ? undefined : first + size);
    return json(200, {
      data: shown.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
    });
  }

  function checkFresh(item: Item, body: Row): void {
    if (body.modified !== undefined && body.modified !== moment(item.changed)) {
      const message = `Document has been modified after you have opened it (${print(body.modified)}, ${moment(item.changed)}). Please refresh to get the latest document.`;
      throw new Refusal(417, 'TimestampMismatchError', message);
    }
  }

  function priced(item: Item, body: Row): Answered {
    checkFresh(item, body);
    const labels = { min_rate: 'Minimum Rate', max_rate: 'Maximum Rate' };
    const read = (name: keyof typeof labels, before: number): number => {
      const value = body[name];
      if (value === undefined) return before;
      if (value === null) return 0;
      if (typeof value !== 'number') {
        throw new Refusal(
          417,
          'ValidationError',
          `<b>${labels[name]}</b> must be a number, not ${JSON.stringify(value)}`,
        );
      }
      if (value < 0)
        throw new Refusal(417, 'NonNegativeError', `Value for <b>${labels[name]}</b> cannot be negative`);
      return value;
    };
    const [lowest, highest] = [read('min_rate', item.lowest), read('max_rate', item.highest)];
    if (highest > 0 && lowest > highest) {
      const message = `<b>Minimum Rate</b> ${lowest.toFixed(2)} cannot be greater than <b>Maximum Rate</b> ${highest.toFixed(2)}`;
      throw new Refusal(417, 'ValidationError', message, 'Invalid Rates');
    }
    [item.lowest, item.highest, item.changed] = [lowest, highest, run.now()];
    return json(200, { data: whole(item) });
  }

  function ruled(item: Item, body: Row): Answered {
    checkFresh(item, body);
    const { pricing_rule: rule } = body;
    if (rule === undefined) {
      throw new Refusal(417, 'MandatoryError', `[Item, ${item.name}]: pricing_rule`, 'Missing Fields');
    }
    if (rule !== null && !rules.some(({ name }) => name === rule)) {
      throw new Refusal(417, 'LinkValidationError', `Could not find Pricing Rule: ${print(rule)}`);
    }
    item.rule = rule as string | null;
    item.changed = run.now();
    return json(200, { data: whole(item) });
  }

  function answer(request: Asked, url: URL): Answered {
    const given = request.headers['x-api-key'];
    if (given === undefined) throw new Refusal(403, 'PermissionError', 'Login to access', 'Not Permitted');
    if (given !== key) throw new Refusal(401, 'AuthenticationError', 'Invalid API Key');
    if (jobs.some(({ name }) => url.pathname === `/private/files/${name}.csv`)) {
      const lines = items.slice(0, 5).map(({ name, rate }) => `"${name}",${rate}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `"Item","Rate"\n${lines.join('\n')}\n`,
      };
    }
    const [, list = '', name, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (list === '' || (name !== undefined && list !== 'listings')) {
      throw new Refusal(404, 'PageDoesNotExistError', `${url.pathname} not found`, 'Not Found');
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(403, 'PermissionError', 'Not permitted', 'Not Permitted');
    }
    const query = url.searchParams;
    if (name === undefined) {
      if (list === 'listings') return listed('Item', items.map(base), query);
      return list === 'strategies'
        ? listed('Pricing Rule', rules, query)
        : listed('Prepared Report', jobs.map(jobView), query);
    }
    const item = items.find((one) => one.name === name);
    if (item === undefined)
      throw new Refusal(404, 'DoesNotExistError', `Item ${name} not found`, 'Not Found');
    if (part === undefined) return json(200, { data: whole(item) });
    const body = parsed(request.body);
    if (!isObject(body))
      throw new Refusal(417, 'ValidationError', 'Invalid request arguments', 'Invalid Request');
    return part === 'price' ? priced(item, body) : ruled(item, body);
  }

  return (request) => {
    try {
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, kind, message, title } = error;
      return json(status, {
        exception: `planner.exceptions.${kind}: ${message}`,
        exc_type: kind,
        _server_messages: JSON.stringify([
          JSON.stringify({ message, title, indicator: 'red', raise_exception: 1 }),
        ]),
      });
    }
  };
}

const filters = (...conditions: readonly (readonly unknown[])[]): string =>
  `filters=${encodeURIComponent(JSON.stringify(conditions))}`;
const fields = (...names: readonly string[]): string => `fields=${encodeURIComponent(JSON.stringify(names))}`;
const size = (rows: number | string, first?: number | string): string =>
  `limit_page_length=${String(rows)}${first === undefined ? '' : `&limit_start=${String(first)}`}`;

/** Asks for more, until less comes than a page holds. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const length = Number(/limit_page_length=(\d+)/.exec(target)?.[1] ?? 20);
  for (;;) {
    const joint = target.includes('?') ? '&' : '?';
    const next = rows.length === 0 ? target : `${target}${joint}limit_start=${rows.length}`;
    const shown = rowsAt(await api.ask('GET', next), 'data');
    rows.push(...shown);
    if (shown.length < length) return rows;
  }
}

const read = (api: Api, name: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(name)}`);
const price = (api: Api, name: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(name)}/price`, { json });
const both = (min_rate: unknown, max_rate: unknown, modified?: unknown): Row => ({
  min_rate,
  max_rate,
  modified,
});
const rule = (api: Api, name: unknown, pricing_rule?: unknown, modified?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(name)}/strategy`, { json: { pricing_rule, modified } });
const all = fields('*');

async function recorded(api: Api): Promise<void> {
  const names = (await walk(api, `/v1/listings?${all}`)).map((row) => row.name);
  const rules = (await walk(api, `/v1/strategies?${all}`)).map((row) => row.name);
  await walk(api, '/v1/listings');
  await walk(api, `/v1/listings?${all}&${size(30)}`);
  await api.ask('GET', `/v1/listings?${fields('name', 'standard_rate')}&${size(0)}`);
  await walk(api, '/v1/strategies');
  const jobs = await walk(api, `/v1/reports?${all}`);
  await walk(api, `/v1/reports?${all}&${size(3)}`);
  await walk(api, `/v1/reports?${fields('name', 'status')}`);
  await walk(api, `/v1/listings?${all}&${filters(['standard_rate', '>', 90])}`);
  await walk(
    api,
    `/v1/listings?${filters(['standard_rate', '>', 40], ['standard_rate', '<=', 95.5])}&${size(10)}`,
  );
  await walk(api, `/v1/listings?${filters(['item_group', '=', 'Garden'])}`);
  await walk(
    api,
    `/v1/listings?${filters(['item_name', 'like', '%kettle%'])}&${fields('name', 'item_name')}`,
  );
  await walk(api, `/v1/listings?${filters(['pricing_rule', '=', rules[0]])}`);
  await walk(api, `/v1/listings?${filters(['disabled', '!=', 0])}`);
  await walk(api, `/v1/listings?${filters(['item_group', 'in', ['Household', 'Workshop']])}&${size(40)}`);
  await api.ask('GET', `/v1/listings?order_by=standard_rate+desc&${size(12)}`);
  await api.ask(
    'GET',
    `/v1/listings?order_by=standard_rate+asc&${fields('name', 'standard_rate')}&${size(12)}`,
  );
  await api.ask('GET', `/v1/listings?order_by=item_name&${size(8)}`);
  for (const index of [0, 6, 15, 28, 35, 50]) await read(api, names[index]);
  await price(api, names[0], both(42.5, 61.9));
  const fresh = await read(api, names[0]);
  await price(api, names[0], both(43, 62.25, at(fresh, 'data', 'modified')));
  await price(api, names[0], both(44, 63, at(fresh, 'data', 'modified')));
  await read(api, names[0]);
  await price(api, names[6], both(199.99, 240));
  await price(api, names[15], { max_rate: 999 });
  await read(api, names[15]);
  await price(api, names[28], { min_rate: 0.5 });
  await price(api, names[35], both(null, null));
  await read(api, names[35]);
  await rule(api, names[0], rules[2]);
  await read(api, names[0]);
  await rule(api, names[28], rules[4]);
  await rule(api, names[6], null);
  await rule(api, names[6], rules[1], '2024-01-01 00:00:00.000000');
  await read(api, names[6]);
  await api.ask('GET', `/v1/listings?${all}&${size(25)}`);
  await api.ask('GET', `/v1/listings?${filters(['pricing_rule', '=', rules[2]])}`);
  api.wait(60_000);
  await api.ask('GET', `/v1/reports?${all}`);
  const file = jobs.find((row) => typeof row.attachment === 'string');
  if (file !== undefined) await api.ask('GET', String(file.attachment));
  await read(api, 'ITEM-2024-99999');
  await read(api, 'teapot');
  await price(api, 'ITEM-2024-99998', both(1, 2));
  await price(api, names[9], both(30, 20));
  await price(api, names[10], both(8.4, 8.39));
  await price(api, names[9], both('cheap', 20));
  await price(api, names[9], both(5, true));
  await price(api, names[9], both([1], 5));
  await price(api, names[9], both(-4, 20));
  await price(api, names[9], both(4, -20));
  await price(api, names[9], ['low']);
  await api.ask('PATCH', `/v1/listings/${String(names[9])}/price`, { text: '{"min_rate": ' });
  await rule(api, names[9], 'PRULE-9999');
  await rule(api, names[9], 'bold');
  await rule(api, names[9], 7);
  await rule(api, names[9]);
  await rule(api, names[11]);
  await rule(api, 'ITEM-2024-99997', rules[0]);
  for (const query of [
    size(-1),
    size('many'),
    size(20, -5),
    size(20, 200),
    size(5, 'start'),
    'filters=red',
    'fields=name',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', `/v1/listings?${filters(['colour', '=', 'red'])}`);
  await api.ask('GET', `/v1/listings?${fields('name', 'colour')}`);
  await api.ask('GET', `/v1/listings?${filters(['item_name', 'near', 'red'])}`);
  await api.ask('GET', '/v1/listings?order_by=colour+desc');
  await api.ask('GET', `/v1/listings?${filters(['item_name', 'like', '%zzz%'])}`);
  await api.ask('GET', '/v1/listings?limit_page_length=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(names[9])}`);
  await api.ask('GET', '/v1/listings?limit_page_length=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit_page_length=2', { headers: { 'X-API-KEY': 'f9:6d' } });
}

async function another(api: Api): Promise<void> {
  const names = (await walk(api, `/v1/listings?${all}&${size(14)}`)).map((row) => row.name);
  const rules = (await walk(api, `/v1/strategies?${all}&${size(3)}`)).map((row) => row.name);
  await walk(api, `/v1/listings?${size(35)}`);
  await walk(api, `/v1/reports?${all}&${size(4)}`);
  await walk(api, `/v1/listings?${filters(['standard_rate', '<=', 45])}`);
  await walk(
    api,
    `/v1/listings?${filters(['standard_rate', '>', 100], ['standard_rate', '<=', 150])}&${size(6)}`,
  );
  await walk(
    api,
    `/v1/listings?${filters(['item_group', '=', 'Household'])}&${fields('name', 'item_group')}`,
  );
  await walk(api, `/v1/listings?${filters(['item_name', 'like', '%lamp%'])}`);
  await walk(api, `/v1/listings?${filters(['pricing_rule', '=', rules[1]])}`);
  await walk(api, `/v1/listings?${filters(['item_group', 'in', ['Garden']])}`);
  await api.ask('GET', `/v1/listings?order_by=item_name+desc&${size(9)}`);
  await api.ask('GET', `/v1/listings?order_by=standard_rate+asc&${size(9, 9)}`);
  await api.ask('GET', `/v1/listings?${fields('name', 'actual_qty', 'min_rate')}&${size(5, 10)}`);
  for (const index of [2, 12, 41, 49]) await read(api, names[index]);
  await price(api, names[2], both(11.25, 63));
  const fresh = await read(api, names[2]);
  await price(api, names[2], both(12.75, 64, at(fresh, 'data', 'modified')));
  await price(api, names[2], both(13, 65, at(fresh, 'data', 'modified')));
  await price(api, names[12], both(88.8, 120.75));
  await read(api, names[12]);
  await price(api, names[41], { max_rate: 750 });
  await price(api, names[49], both(null, null));
  await read(api, names[49]);
  await rule(api, names[2], rules[3]);
  await rule(api, names[41], null);
  await read(api, names[41]);
  await api.ask('GET', `/v1/listings?${all}&${size(45)}`);
  await api.ask('GET', `/v1/listings?${filters(['pricing_rule', '=', rules[3]])}`);
  api.wait(120_000);
  await read(api, 'ITEM-2024-88888');
  await read(api, 'drill');
  await price(api, 'ITEM-2024-88887', both(3, 4));
  await price(api, names[20], both(71.2, 70));
  await price(api, names[21], both('dear', 15));
  await price(api, names[21], both(5, 'much'));
  await price(api, names[21], both(-0.5, 15));
  await price(api, names[21], ['high']);
  await api.ask('PATCH', `/v1/listings/${String(names[21])}/price`, { text: '{"min_rate" ' });
  await rule(api, names[21], 'PRULE-4444');
  await rule(api, names[21], 'soft');
  await rule(api, names[22]);
  for (const query of [size(-3), size('all'), size(10, -1), size(10, 300), 'filters=blue', 'fields=title']) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', `/v1/listings?${filters(['flavour', '=', 'mint'])}`);
  await api.ask('GET', `/v1/listings?${fields('name', 'flavour')}`);
  await api.ask('GET', '/v1/listings?order_by=flavour+asc');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit_page_length=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit_page_length=4', { headers: { 'X-API-KEY': 'f1:6a' } });
  await api.ask('DELETE', `/v1/listings/${String(names[22])}`);
  await price(api, names[23], both({ amount: 5 }, 15));
}

export const documents: WalkedService = {
  name: 'documents',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: [`${all}&${size(2)}`, size(7), size(45)],
  walk,
};
