// An inventory suite's API: each answer says a code and a message beside what it is about, 0 and "success" where all is well;
// a list tells in a page context which page it is, whether there is more, by what it is sorted and what narrows it; conditions
// are the name of a column with a comparator behind it; ids are 19 digits, amounts numbers with a text to show beside each,
// moments are told twice, what is not set is an empty text; one record tells more than a list does; a write answers the whole
// record with a sentence of its own; refusals have numbers of their own, and the quota of a window is told by headers.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json, targetOf } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '1000.8cb99d4f0f21a6e3b7d5.e2f1';
const perWindow = 12;
const window = 3_000;
const usualPage = 20;
const largestPage = 200;
const zone = 3 * 3_600_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 19 digits, more than a number of JavaScript holds. */
const longId = (number: number) => String(4_815_000_000_000_000_000n + BigInt(number));
const two = (number: number) => String(number).padStart(2, '0');
const moment = (milliseconds: number) => `${new Date(milliseconds + zone).toISOString().slice(0, 19)}+0300`;

function momentShown(milliseconds: number): string {
  const local = new Date(milliseconds + zone);
  const hour = local.getUTCHours();
  const day = `${two(local.getUTCDate())} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
  return `${day} ${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(local.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

const grouped = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount and its text; two empty texts where there is none. */
const amounts = (name: string, amount: number | undefined): Row => ({
  [name]: amount ?? '',
  [`${name}_formatted`]: amount === undefined ? '' : `€${grouped(amount)}`,
});
const moments = (name: string, milliseconds: number | undefined): Row => ({
  [name]: milliseconds === undefined ? '' : moment(milliseconds),
  [`${name}_formatted`]: milliseconds === undefined ? '' : momentShown(milliseconds),
});
const titled = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

interface Item {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly brand: string;
  readonly unit: string;
  readonly isActive: boolean;
  readonly rate: number;
  readonly purchase: number;
  readonly stock: number;
  readonly shelf: string;
  readonly created: number;
  floor: number | undefined;
  ceiling: number | undefined;
  book: string;
  modified: number;
}

const books = [
  { name: 'Wholesale', type: 'fixed_percentage', percentage: 12.5, isIncrease: false, needsFloor: true },
  { name: 'Early birds', type: 'fixed_percentage', percentage: 5, isIncrease: false, needsFloor: false },
  { name: 'Match the lowest', type: 'per_item', percentage: 0, isIncrease: false, needsFloor: true },
  { name: 'Export', type: 'fixed_percentage', percentage: 8.25, isIncrease: true, needsFloor: false },
  { name: 'Old season', type: 'per_item', percentage: 0, isIncrease: false, needsFloor: false },
  { name: 'Staff', type: 'fixed_percentage', percentage: 20, isIncrease: false, needsFloor: false },
].map((one, index) => ({
  ...one,
  id: longId(90_017 + index * 2_004),
  isActive: index !== 4,
  created: pastMoment(`contexts book ${index}`),
}));
type Book = (typeof books)[number];

const bookShown = (book: Book, isWhole: boolean): Row => ({
  pricebook_id: book.id,
  name: book.name,
  status: book.isActive ? 'active' : 'inactive',
  status_formatted: book.isActive ? 'Active' : 'Inactive',
  pricebook_type: book.type,
  percentage: book.type === 'per_item' ? '' : book.percentage,
  percentage_formatted: book.type === 'per_item' ? '' : `${book.percentage.toFixed(2)}%`,
  is_increase: book.isIncrease,
  currency_code: 'EUR',
  ...moments('created_time', book.created),
  ...(isWhole && { description: '', rounding_type: 'no_rounding', needs_floor_rate: book.needsFloor }),
});

function items(): Item[] {
  let number = 44_208;
  return Array.from({ length: 57 }, (_, index): Item => {
    const name = `contexts ${index}`;
    const { title, sku, maker, price, stock } = ware(name);
    const created = pastMoment(name);
    const hasFloor = chance(`${name} floor`, 4) > 0;
    const usable = books.filter(({ isActive, needsFloor }) => isActive && (hasFloor || !needsFloor));
    number += 1 + chance(`${name} gap`, 2_900);
    return {
      id: longId(number),
      name: title,
      sku,
      brand: maker,
      unit: oneOf(`${name} unit`, ['pcs', 'pcs', 'box', 'set']),
      isActive: chance(`${name} active`, 7) > 0,
      rate: (price * (index % 8 === 3 ? 10 : 1)) / 100,
      purchase: Math.round(price * 0.55) / 100,
      stock,
      shelf: chance(`${name} shelf`, 3) > 0 ? `R${chance(`${name} row`, 30)}` : '',
      created,
      floor: hasFloor ? Math.round(price * 0.8) / 100 : undefined,
      ceiling: chance(`${name} ceiling`, 3) > 0 ? Math.round(price * 12.5) / 100 : undefined,
      book: chance(`${name} booked`, 5) > 1 ? oneOf(`${name} book`, usable).id : '',
      modified: created + chance(`${name} modified`, 90 * 86_400) * 1_000,
    };
  });
}

function itemShown(item: Item, isWhole: boolean): Row {
  const status = item.isActive ? 'active' : 'inactive';
  return {
    item_id: item.id,
    name: item.name,
    sku: item.sku,
    brand: item.brand,
    unit: item.unit,
    status,
    status_formatted: titled(status),
    ...amounts('rate', item.rate),
    ...amounts('floor_rate', item.floor),
    ...amounts('ceiling_rate', item.ceiling),
    pricebook_id: item.book,
    pricebook_name: books.find(({ id }) => id === item.book)?.name ?? '',
    stock_on_hand: item.stock,
    stock_on_hand_formatted: grouped(item.stock),
    has_attachment: false,
    ...moments('created_time', item.created),
    ...moments('last_modified_time', item.modified),
    ...(isWhole && {
      description: '',
      item_type: 'inventory',
      product_type: 'goods',
      ...amounts('purchase_rate', item.purchase),
      custom_fields:
        item.shelf === ''
          ? []
          : [
              {
                customfield_id: longId(3_001),
                label: 'Shelf',
                value: item.shelf,
                value_formatted: item.shelf,
              },
            ],
      tags: [],
      documents: [],
    }),
  };
}

class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const invalid = (name: string) => new Refusal(400, 2, `Invalid value passed for ${name}`);

type Value = string | number;
type Columns<Shown> = Readonly<Record<string, (record: Shown) => Value>>;

const comparators: Readonly<Record<string, (found: Value, asked: Value) => boolean>> = {
  '': (found, asked) => String(found).toLowerCase() === String(asked).toLowerCase(),
  _startswith: (found, asked) => String(found).toLowerCase().startsWith(String(asked).toLowerCase()),
  _contains: (found, asked) => String(found).toLowerCase().includes(String(asked).toLowerCase()),
  _less_than: (found, asked) => found < asked,
  _less_equals: (found, asked) => found <= asked,
  _greater_than: (found, asked) => found > asked,
  _greater_equals: (found, asked) => found >= asked,
};
const comparatorNames: Readonly<Record<string, string>> = { '': 'equals', _startswith: 'starts_with' };

interface Listing<Shown> {
  /** The name of the list in an answer. */
  readonly name: string;
  readonly title: string;
  readonly texts: Columns<Shown>;
  readonly numbers: Columns<Shown>;
  readonly orders: Columns<Shown>;
  readonly usual: readonly [column: string, order: 'A' | 'D'];
  readonly statuses: readonly string[];
  readonly statusOf: (record: Shown) => string;
  readonly searched: (record: Shown) => string;
  readonly show: (record: Shown) => Row;
}

function page<Record>(all: readonly Record[], query: URLSearchParams, listing: Listing<Record>): Answered {
  const count = (name: string, usual: number, most: number) => {
    const text = query.get(name);
    if (text === null) return usual;
    if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > most) throw invalid(name);
    return Number(text);
  };
  const number = count('page', 1, Number.MAX_SAFE_INTEGER);
  const size = count('per_page', usualPage, largestPage);
  const filter = query.get('filter_by') ?? 'Status.All';
  const [, status = ''] = /^Status\.([A-Z][a-z]+)$/.exec(filter) ?? [];
  if (status !== 'All' && !listing.statuses.includes(status.toLowerCase())) throw invalid('filter_by');
  const column = query.get('sort_column') ?? listing.usual[0];
  const order = query.get('sort_order') ?? (query.has('sort_column') ? 'A' : listing.usual[1]);
  if (!Object.hasOwn(listing.orders, column)) throw invalid('sort_column');
  if (order !== 'A' && order !== 'D') throw invalid('sort_order');
  const of = listing.orders[column]!;
  const sign = order === 'A' ? 1 : -1;

  const criteria: Row[] = [];
  let found = all.filter((one) => status === 'All' || listing.statusOf(one) === status.toLowerCase());
  for (const [name, text] of query) {
    const [, root = '', comparator = ''] =
      /^(.+?)(_startswith|_contains|_less_than|_less_equals|_greater_than|_greater_equals)?$/.exec(name) ??
      [];
    const isText =
      Object.hasOwn(listing.texts, root) && ['', '_startswith', '_contains'].includes(comparator);
    const isNumber = Object.hasOwn(listing.numbers, root) && /^(?:_less|_greater|$)/.test(comparator);
    if (!isText && !isNumber) continue;
    if (isNumber && !/^-?\d+(?:\.\d+)?$/.test(text)) throw invalid(name);
    const value = isNumber ? Number(text) : text;
    const member = isText ? listing.texts[root]! : listing.numbers[root]!;
    found = found.filter((one) => comparators[comparator]!(member(one), value));
    criteria.push({
      column_name: root,
      search_text: text,
      comparator: comparatorNames[comparator] ?? comparator.slice(1),
    });
  }
  const search = query.get('search_text');
  if (search !== null) {
    if (search.length > 100)
      throw new Refusal(400, 15, 'Please ensure that the search_text has less than 100 characters.');
    found = found.filter((one) => listing.searched(one).toLowerCase().includes(search.toLowerCase()));
  }
  const sorted = [...found].sort((one, other) =>
    of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0,
  );
  const option = query.get('response_option') ?? '0';
  if (!['0', '1', '2'].includes(option)) throw invalid('response_option');
  const context = {
    page: number,
    per_page: size,
    has_more_page: number * size < sorted.length,
    report_name: listing.title,
    applied_filter: filter,
    ...(search === null ? {} : { search_text: search }),
    ...(criteria.length > 0 && { search_criteria: criteria }),
    sort_column: column,
    sort_order: order,
    ...(option !== '0' && { total: sorted.length, total_pages: Math.ceil(sorted.length / size) }),
  };
  const shown = sorted.slice((number - 1) * size, number * size).map(listing.show);
  return json(200, {
    code: 0,
    message: 'success',
    ...(option !== '2' && { [listing.name]: shown }),
    page_context: context,
  });
}

const itemList: Listing<Item> = {
  name: 'items',
  title: 'Items',
  texts: {
    name: ({ name }) => name,
    sku: ({ sku }) => sku,
    brand: ({ brand }) => brand,
    pricebook_id: ({ book }) => book,
  },
  numbers: {
    rate: ({ rate }) => rate,
    stock_on_hand: ({ stock }) => stock,
  },
  orders: {
    name: ({ name }) => name,
    sku: ({ sku }) => sku,
    rate: ({ rate }) => rate,
    stock_on_hand: ({ stock }) => stock,
    created_time: ({ created }) => created,
    last_modified_time: ({ modified }) => modified,
  },
  usual: ['created_time', 'D'],
  statuses: ['active', 'inactive'],
  statusOf: ({ isActive }) => (isActive ? 'active' : 'inactive'),
  searched: ({ name, sku }) => `${name} ${sku}`,
  show: (item) => itemShown(item, false),
};

const bookList: Listing<Book> = {
  name: 'pricebooks',
  title: 'Price Lists',
  texts: { name: ({ name }) => name, pricebook_type: ({ type }) => type },
  numbers: { percentage: ({ percentage }) => percentage },
  orders: { name: ({ name }) => name, created_time: ({ created }) => created },
  usual: ['name', 'A'],
  statuses: ['active', 'inactive'],
  statusOf: ({ isActive }) => (isActive ? 'active' : 'inactive'),
  searched: ({ name }) => name,
  show: (book) => bookShown(book, false),
};

/** The members of a write; what is none of them is not looked at. */
function bodyOf(request: Asked): Row {
  const body = parsed(request.body);
  if (!isObject(body)) throw new Refusal(400, 4, 'Invalid value passed for JSONString');
  return body;
}

function rateOf(sent: Row, name: string, otherwise: number | undefined): number | undefined {
  const value = sent[name];
  if (value === undefined) return otherwise;
  if (value === '' || value === null) return undefined;
  const isAmount = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
  if (!isAmount) throw invalid(name);
  const amount = Math.round(Number(value) * 100) / 100;
  const label = titled(name.replace('_', ' '));
  if (amount < 0) throw new Refusal(400, 1038, `${label} cannot be negative.`);
  if (amount >= 1_000_000_000) {
    throw new Refusal(
      400,
      15,
      `Please ensure that the ${name} has less than 10 digits before the decimal point.`,
    );
  }
  return amount;
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = items();
  const runs = Array.from({ length: 9 }, (_, index) => ({
    id: longId(610_033 + index * 3_011),
    name: oneOf(`contexts run ${index}`, ['Inventory Valuation', 'Sales by Item', 'Price List Usage']),
    format: oneOf(`contexts format ${index}`, ['csv', 'xlsx', 'pdf']),
    created:
      index < 7
        ? opened - (9 - index) * 80_000_000 - chance(`contexts run ${index}`, 50_000) * 1_000
        : opened - 15_000 + (index - 7) * 12_000,
    seconds: 40 + index * 15,
    fails: index === 2,
  }));
  type Job = (typeof runs)[number];
  let began = Number.NEGATIVE_INFINITY;
  let used = 0;

  function statusOf({ created, seconds, fails }: Job): string {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 20 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'failed' : 'completed';
  }

  function runShown(job: Job): Row {
    const status = statusOf(job);
    const isOver = status === 'failed' || status === 'completed';
    const isThere = status === 'completed';
    const rows = 15 + chance(`contexts rows ${job.id}`, 2_400);
    return {
      report_run_id: job.id,
      report_name: job.name,
      file_format: job.format,
      status,
      status_formatted: titled(status),
      row_count: isThere ? rows : '',
      row_count_formatted: isThere ? rows.toLocaleString('en-US') : '',
      download_url: isThere ? `${run.origin}/files/${job.id}.${job.format}` : '',
      error_message: status === 'failed' ? 'The report exceeds the limit of rows.' : '',
      ...moments('requested_time', job.created),
      ...moments('completed_time', isOver ? job.created + job.seconds * 1_000 : undefined),
    };
  }

  const runList: Listing<Job> = {
    name: 'report_runs',
    title: 'Report Runs',
    texts: { report_name: ({ name }) => name, file_format: ({ format }) => format },
    numbers: {},
    orders: { requested_time: ({ created }) => created, report_name: ({ name }) => name },
    usual: ['requested_time', 'D'],
    statuses: ['queued', 'running', 'failed', 'completed'],
    statusOf,
    searched: ({ name }) => name,
    show: runShown,
  };

  function oneOfAll<Record extends { readonly id: string }>(
    records: readonly Record[],
    id: string,
    name: string,
    title: string,
  ): Record {
    if (!/^\d{1,19}$/.test(id)) throw invalid(name);
    const found = records.find((one) => one.id === id);
    if (found === undefined) throw new Refusal(404, 1002, `${title} does not exist.`);
    return found;
  }

  const itemOf = (id: string) => oneOfAll(all, id, 'item_id', 'Item');

  function changed(item: Item, message: string): Answered {
    item.modified = run.now();
    return json(200, { code: 0, message, item: itemShown(item, true) });
  }

  function editable(item: Item): void {
    if (!item.isActive)
      throw new Refusal(400, 2062, `The item "${item.name}" is inactive and cannot be edited.`);
  }

  function priced(item: Item, request: Asked): Answered {
    const sent = bodyOf(request);
    editable(item);
    if (sent.floor_rate === undefined && sent.ceiling_rate === undefined) {
      throw new Refusal(400, 1025, 'Please enter the floor_rate or the ceiling_rate.');
    }
    const floor = rateOf(sent, 'floor_rate', item.floor);
    const ceiling = rateOf(sent, 'ceiling_rate', item.ceiling);
    if (floor !== undefined && ceiling !== undefined && floor > ceiling) {
      throw new Refusal(
        400,
        2061,
        `The floor rate (€${grouped(floor)}) cannot be greater than the ceiling rate (€${grouped(ceiling)}).`,
      );
    }
    const book = books.find(({ id }) => id === item.book);
    if (floor === undefined && book?.needsFloor === true) {
      throw new Refusal(400, 2048, `The price list "${book.name}" needs a floor rate.`);
    }
    item.floor = floor;
    item.ceiling = ceiling;
    return changed(item, 'The item has been updated.');
  }

  function applied(item: Item, request: Asked): Answered {
    const { pricebook_id: id } = bodyOf(request);
    editable(item);
    if (id === undefined) throw new Refusal(400, 1025, 'Please enter the pricebook_id.');
    if (id === '' || id === null) {
      item.book = '';
      return changed(item, 'The price list has been removed from the item.');
    }
    if (typeof id !== 'string' || !/^\d{1,19}$/.test(id)) throw invalid('pricebook_id');
    const book = books.find((one) => one.id === id);
    if (book === undefined)
      throw new Refusal(400, 2046, 'The price list that you have chosen does not exist.');
    if (!book.isActive) throw new Refusal(400, 2047, `The price list "${book.name}" is inactive.`);
    if (book.needsFloor && item.floor === undefined) {
      throw new Refusal(400, 2048, `The price list "${book.name}" needs a floor rate.`);
    }
    item.book = book.id;
    return changed(item, 'The price list has been applied to the item.');
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = new Refusal(404, 5, 'Invalid URL Passed');
    if (version !== 'v1' || !['listings', 'strategies', 'reports'].includes(kind) || more.length > 0) {
      throw nowhere;
    }
    if (part !== undefined) {
      if (kind !== 'listings' || !['price', 'strategy'].includes(part)) throw nowhere;
      if (request.method !== 'PATCH')
        throw new Refusal(405, 37, 'The HTTP method is not allowed for the given URL');
      const item = itemOf(id!);
      return part === 'price' ? priced(item, request) : applied(item, request);
    }
    if (request.method !== 'GET')
      throw new Refusal(405, 37, 'The HTTP method is not allowed for the given URL');
    if (kind === 'listings') {
      if (id === undefined) return page(all, query, itemList);
      return json(200, { code: 0, message: 'success', item: itemShown(itemOf(id), true) });
    }
    if (kind === 'strategies') {
      if (id === undefined) return page(books, query, bookList);
      const book = oneOfAll(books, id, 'pricebook_id', 'Price list');
      return json(200, { code: 0, message: 'success', pricebook: bookShown(book, true) });
    }
    if (id === undefined) return page(runs, query, runList);
    const job = oneOfAll(runs, id, 'report_run_id', 'Report run');
    return json(200, { code: 0, message: 'success', report_run: runShown(job) });
  }

  return (request) => {
    const sent = request.headers['x-api-key'];
    if (sent === undefined) {
      return json(401, { code: 57, message: 'You are not authorized to perform this operation' });
    }
    if (sent !== key) return json(401, { code: 14, message: 'Invalid value passed for authtoken.' });
    const now = run.now();
    if (now >= began + window) [began, used] = [now, 0];
    used += 1;
    const headers: Answered['headers'] = [
      ['X-Rate-Limit-Limit', String(perWindow)],
      ['X-Rate-Limit-Remaining', String(Math.max(0, perWindow - used))],
      ['X-Rate-Limit-Reset', String(Math.ceil((began + window - now) / 1_000))],
    ];
    try {
      if (used > perWindow) {
        const message =
          'For security reasons you have been blocked for some time as you have exceeded the maximum number of requests.';
        throw new Refusal(429, 44, message);
      }
      const { status, headers: own, body } = answer(request);
      return { status, headers: [...own, ...headers], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { code: error.code, message: error.message }, headers);
    }
  };
}

const lists = { listings: 'items', strategies: 'pricebooks', reports: 'report_runs' };

/** Asks for the next page while there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const kind = (/^\/v1\/(\w+)/.exec(target)?.[1] ?? 'listings') as keyof typeof lists;
  for (let number = 1; number < 40; number += 1) {
    const asked = number === 1 ? target : `${target}${target.includes('?') ? '&' : '?'}page=${number}`;
    const received: Received = await api.ask('GET', asked);
    rows.push(...rowsAt(received, lists[kind]));
    if (at(received, 'page_context', 'has_more_page') !== true) break;
  }
  return rows;
}

async function hurry(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const received = await api.ask('GET', target, { atOnce: true });
    if (received.status !== 429) continue;
    api.wait(1_000 * Number(header(received, 'X-Rate-Limit-Reset') ?? 3));
    await api.ask('GET', target, { atOnce: true });
    return;
  }
}

const list = (api: Api, query: string): Promise<Received> => api.ask('GET', `/v1/listings?${query}`);
const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, json: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json });
const apply = (api: Api, id: unknown, pricebook_id?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { pricebook_id } });

/** The ids of what a program may change, with and without a floor, and of what it may not. */
function sorted(rows: readonly Row[]) {
  const ids = (isActive: boolean, hasFloor: boolean) =>
    rows
      .filter(
        ({ status, floor_rate: floor }) => (status === 'active') === isActive && (floor !== '') === hasFloor,
      )
      .map(({ item_id: id }) => id);
  return { ids: ids(true, true), bare: ids(true, false), idle: [...ids(false, true), ...ids(false, false)] };
}

async function recorded(api: Api): Promise<void> {
  const { ids, bare, idle } = sorted(await walk(api, '/v1/listings'));
  const bookIds = (await walk(api, '/v1/strategies')).map(({ pricebook_id: id }) => id);
  const runIds = (await walk(api, '/v1/reports?per_page=4')).map(({ report_run_id: id }) => id);
  await list(api, 'per_page=50');
  await list(api, 'per_page=10&page=4');
  await list(api, 'per_page=25&page=9');
  await list(api, 'filter_by=Status.Inactive');
  await list(api, 'filter_by=Status.Active&per_page=15&page=2');
  await list(api, 'name_contains=lamp');
  await list(api, 'name_startswith=Vel&per_page=5');
  await list(api, 'brand=Oskelby');
  await list(api, 'rate_less_than=40&sort_column=rate');
  await list(api, 'rate_greater_equals=100&rate_less_equals=150');
  await list(api, 'stock_on_hand_less_than=25&per_page=30');
  await list(api, 'search_text=kettle');
  await list(api, 'sort_column=name&sort_order=A&per_page=12');
  await list(api, 'sort_column=rate&sort_order=D&per_page=12&page=2');
  await list(api, 'sort_column=stock_on_hand&sort_order=A&per_page=8');
  await list(api, `pricebook_id=${String(bookIds[0])}`);
  await list(api, 'response_option=1&per_page=6');
  await list(api, 'response_option=2&filter_by=Status.Active');
  await api.ask('GET', '/v1/strategies?filter_by=Status.Active&per_page=3');
  await api.ask('GET', '/v1/strategies?pricebook_type=per_item');
  await api.ask('GET', '/v1/reports?filter_by=Status.Failed');
  await api.ask('GET', '/v1/reports?file_format=csv&sort_column=requested_time&sort_order=A');
  for (const index of [0, 3, 8, 13, 20]) await read(api, 'listings', ids[index]);
  await read(api, 'listings', bare[0]);
  await read(api, 'listings', idle[0]);
  for (const id of bookIds.slice(0, 3)) await read(api, 'strategies', id);
  for (const index of [0, 2, 6]) await read(api, 'reports', runIds[index]);

  await price(api, ids[0], { floor_rate: 10.5, ceiling_rate: 249.99 });
  await read(api, 'listings', ids[0]);
  await price(api, ids[3], { floor_rate: '12.00', ceiling_rate: 1_420 });
  await read(api, 'listings', ids[3]);
  await price(api, ids[8], { ceiling_rate: 2_300.456 });
  await read(api, 'listings', ids[8]);
  await price(api, ids[8], { ceiling_rate: '' });
  await price(api, bare[0], { floor_rate: 4, colour: 'red' });
  await read(api, 'listings', bare[0]);
  await apply(api, ids[0], bookIds[5]);
  await read(api, 'listings', ids[0]);
  await apply(api, ids[3], bookIds[1]);
  await apply(api, ids[3], '');
  await read(api, 'listings', ids[3]);
  await apply(api, ids[8], bookIds[4]);
  await list(api, 'sort_column=last_modified_time&sort_order=D&per_page=5');
  await list(api, `pricebook_id=${String(bookIds[5])}&per_page=40`);
  await list(api, 'filter_by=Status.Active&rate_greater_than=900');
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?per_page=5');

  await read(api, 'listings', '4815000000000000001');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '4815000000000000002');
  await read(api, 'reports', '4815000000000000003');
  await read(api, 'reports', 'last');
  await price(api, '4815000000000000004', { floor_rate: 3 });
  await price(api, ids[9], { floor_rate: 300, ceiling_rate: 200 });
  await price(api, ids[10], { floor_rate: 1_250.5, ceiling_rate: 1_250 });
  await price(api, ids[9], { floor_rate: 'cheap' });
  await price(api, ids[9], { ceiling_rate: true });
  await price(api, ids[9], { floor_rate: -2 });
  await price(api, ids[9], { ceiling_rate: -0.01, floor_rate: 3 });
  await price(api, ids[9], { ceiling_rate: 1_000_000_000 });
  await price(api, ids[9], {});
  await price(api, ids[9], { margin: 4 });
  await price(api, ids[9], [1]);
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"floor_rate": ' });
  await price(api, idle[0], { floor_rate: 5 });
  await price(api, ids[0], { floor_rate: '' });
  await apply(api, ids[9], '4815000000000000005');
  await apply(api, ids[9], 'wholesale');
  await apply(api, ids[9], bookIds[3]);
  await apply(api, bare[1], bookIds[2]);
  await apply(api, ids[9], 12);
  await apply(api, ids[9]);
  await apply(api, idle[1], bookIds[1]);
  await list(api, 'per_page=0');
  await list(api, 'per_page=201');
  await list(api, 'page=two');
  await api.ask('GET', '/v1/strategies?per_page=-4');
  await list(api, 'filter_by=Status.Gone');
  await list(api, 'sort_column=colour');
  await list(api, 'sort_column=rate&sort_order=up');
  await list(api, 'rate_less_than=much');
  await list(api, 'colour=red&per_page=2');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[9])}`);
  await api.ask('GET', '/v1/listings', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': '1000.0000' } });
  api.wait(5_000);
  await hurry(api, '/v1/strategies?per_page=1', 14);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?per_page=3');
  await read(api, 'reports', runIds[0]);
}

async function another(api: Api): Promise<void> {
  const { ids, bare, idle } = sorted(await walk(api, '/v1/listings?per_page=18'));
  const bookIds = (await walk(api, '/v1/strategies?per_page=4')).map(({ pricebook_id: id }) => id);
  const runIds = (await walk(api, '/v1/reports?per_page=5')).map(({ report_run_id: id }) => id);
  await list(api, 'per_page=16&page=2');
  await list(api, 'per_page=30&page=7');
  await list(api, 'filter_by=Status.Inactive&per_page=3');
  await list(api, 'name_contains=Rug&per_page=4');
  await list(api, 'name_startswith=hal');
  await list(api, 'brand=Tarnwick&per_page=30');
  await list(api, 'rate_less_than=66.5&per_page=9');
  await list(api, 'rate_greater_equals=50&rate_less_equals=90&sort_column=name');
  await list(api, 'stock_on_hand_greater_than=180&per_page=30');
  await list(api, 'search_text=trail');
  await list(api, 'sort_column=sku&sort_order=D&per_page=7');
  await list(api, 'sort_column=rate&sort_order=A&per_page=9');
  await list(api, `pricebook_id=${String(bookIds[1])}&per_page=6`);
  await list(api, 'response_option=1&filter_by=Status.Active&per_page=4');
  await api.ask('GET', '/v1/strategies?filter_by=Status.Inactive');
  await api.ask('GET', '/v1/strategies?pricebook_type=fixed_percentage');
  await api.ask('GET', '/v1/reports?filter_by=Status.Completed&per_page=4');
  await api.ask('GET', '/v1/reports?file_format=pdf');
  for (const index of [1, 5, 16]) await read(api, 'listings', ids[index]);
  await read(api, 'strategies', bookIds[3]);
  await read(api, 'reports', runIds[4]);

  await price(api, ids[1], { floor_rate: 7.25, ceiling_rate: 555.5 });
  await read(api, 'listings', ids[1]);
  await price(api, ids[5], { ceiling_rate: 3_141.59 });
  await price(api, ids[5], { floor_rate: '8.40' });
  await read(api, 'listings', ids[5]);
  await price(api, bare[1], { ceiling_rate: '' });
  await apply(api, ids[1], bookIds[4]);
  await apply(api, ids[16], bookIds[2]);
  await read(api, 'listings', ids[16]);
  await apply(api, ids[5], '');
  await list(api, 'sort_column=last_modified_time&sort_order=D&per_page=4');
  await list(api, `pricebook_id=${String(bookIds[4])}`);

  await read(api, 'listings', '4815000000000000771');
  await read(api, 'strategies', 'export');
  await price(api, ids[7], { floor_rate: 81.5, ceiling_rate: 70.25 });
  await price(api, ids[7], { ceiling_rate: 'lots' });
  await price(api, ids[7], { floor_rate: -17 });
  await price(api, ids[7], { floor_rate: 2_000_000_000 });
  await price(api, ids[7], { size: 'L' });
  await price(api, idle[1], { ceiling_rate: 90 });
  await api.ask('PATCH', `/v1/listings/${String(ids[7])}/strategy`, { text: '{"pricebook_id"' });
  await apply(api, ids[7], '4815000000000000772');
  await apply(api, ids[7], bookIds[3]);
  await apply(api, bare[2], bookIds[5]);
  await apply(api, ids[7], false);
  await list(api, 'per_page=500');
  await list(api, 'page=0');
  await api.ask('GET', '/v1/reports?per_page=some');
  await list(api, 'filter_by=Active');
  await list(api, 'sort_column=weight&per_page=4');
  await list(api, 'rate_greater_than=cheap');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/strategies?per_page=2', { headers: { 'X-API-KEY': null } });
}

export const pageContexts: WalkedService = {
  name: 'page-contexts',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=3', 'per_page=7', 'per_page=200'],
  walk,
};
