// An enterprise system's web service: names in capitals, ids and counters as digits of a fixed width, amounts with a comma,
// Y and N, an empty text or 0,00 for what is not set, times of fourteen digits, a header in each answer, pages counted from
// 0, filters in one text, report runs as a table of columns and rows, and messages with a class, a number and what they are
// about beside each result, as errors and as warnings. A page of HTML for who may not log on, and no limit.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, listAt } from './kit.ts';
import { at, chance, digest, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'ZAPI-0400-77A1C0E9D4';

interface Article {
  readonly id: string;
  readonly sku: string;
  readonly text: string;
  readonly brand: string;
  readonly status: string;
  readonly blocked: string;
  readonly price: number;
  readonly stock: number;
  readonly group: string;
  readonly created: number;
  min: number;
  max: number;
  strategy: string;
  changed: number;
  changes: number;
}

interface Job {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

interface Message {
  readonly type: 'S' | 'W' | 'E' | 'A';
  readonly number: string;
  readonly text: string;
  readonly about?: readonly string[];
  readonly field?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly messages: readonly Message[];

  constructor(status: number, ...messages: readonly Message[]) {
    super('refused');
    this.status = status;
    this.messages = messages;
  }
}

const amount = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');
const stamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/\D/g, '');
const wide = (number: number, digits: number): string => String(number).padStart(digits, '0');
const flag = (value: boolean): string => (value ? 'Y' : 'N');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['Standard', 'Market minus one', 'Season end', 'Key accounts', 'Spare parts'].map(
    (text, index) => ({
      STRATEGY_ID: `ST${wide(10 + index * 10, 3)}`,
      DESCRIPTION: text,
      METHOD: oneOf(`table ${text}`, ['01', '02', '05']),
      SURCHARGE: amount(chance(`table surcharge ${text}`, 700)),
      IS_DEFAULT: flag(index === 0),
    }),
  );
  const articles = Array.from({ length: 52 }, (_, index): Article => {
    const name = `table ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created = pastMoment(name);
    return {
      id: wide(104_700 + index * 13 + chance(`${name} id`, 12), 10),
      sku,
      text: title,
      brand: maker.toUpperCase(),
      status: oneOf(`${name} status`, ['A', 'A', 'A', 'P', 'X']),
      blocked: flag(chance(`${name} blocked`, 7) === 0),
      price,
      stock,
      group: oneOf(`${name} group`, ['00107', '00220', '00221']),
      created,
      min: bounded ? Math.round(price * 0.85) : 0,
      max: bounded ? Math.round(price * 1.25) : 0,
      strategy: bounded ? oneOf(`${name} strategy`, strategies).STRATEGY_ID : '',
      changed: created + chance(`${name} changed`, 40 * 86_400) * 1_000,
      changes: 1 + chance(`${name} changes`, 30),
    };
  });
  const jobs = Array.from({ length: 8 }, (_, index): Job => {
    const past = pastMoment('table jobs') + index * 7 * 86_400_000;
    return {
      id: wide(4_711 + index * 5, 8),
      name: oneOf(`table job ${index}`, ['ZPRICE_EXPORT', 'ZSTOCK_LIST', 'ZMARGIN_CHECK']),
      created: index < 6 ? past : opened - 14_000 + (index - 6) * 9_000,
      seconds: 42 + index * 11,
      fails: index === 3,
    };
  });

  const line = (article: Article): Row => ({
    LISTING_ID: article.id,
    SKU: article.sku,
    DESCRIPTION: article.text,
    BRAND: article.brand,
    STATUS: article.status,
    BLOCKED: article.blocked,
    LIST_PRICE: amount(article.price),
    MIN_PRICE: amount(article.min),
    MAX_PRICE: amount(article.max),
    CURRENCY: 'EUR',
    STRATEGY_ID: article.strategy,
    CHANGED_ON: stamp(article.changed),
  });
  const sheet = (article: Article): Row => ({
    ...line(article),
    MATERIAL_GROUP: article.group,
    STOCK: `${article.stock},000`,
    UNIT: 'PC',
    CREATED_ON: stamp(article.created),
    CHANGE_NO: wide(article.changes, 5),
  });
  const cells = (job: Job): readonly string[] => {
    const elapsed = (run.now() - job.created) / 1_000;
    const ended = elapsed >= job.seconds;
    const state = elapsed < 9 ? 'S' : !ended ? 'R' : job.fails ? 'A' : 'F';
    const link = state === 'F' ? `${run.origin}/spool/${job.id}.txt` : '';
    return [
      job.id,
      job.name,
      state,
      stamp(job.created),
      ended ? stamp(job.created + job.seconds * 1_000) : '',
      link,
    ];
  };
  const columns = ['RUN_ID', 'JOB_NAME', 'STATE', 'STARTED_ON', 'ENDED_ON', 'SPOOL_URL'].map((name) => ({
    NAME: name,
    TYPE: name.endsWith('_ON') ? 'DATS14' : 'CHAR',
  }));

  let asked = 0;
  const sent = (status: number, body: Row): Answered => {
    const transaction = digest(`table ${run.run} ${asked}`).slice(0, 32).toUpperCase();
    const header = { SYSTEM: 'P40', CLIENT: '400', TRANSACTION_ID: transaction, TIMESTAMP: stamp(run.now()) };
    return json(status, { HEADER: header, ...body });
  };
  const told = (messages: readonly Message[]): readonly Row[] =>
    messages.map(({ type, number, text, about = [], field = '' }) => ({
      TYPE: type,
      CLASS: 'ZPRC',
      NUMBER: number,
      TEXT: text,
      V1: about[0] ?? '',
      V2: about[1] ?? '',
      FIELD: field,
    }));

  const bad = (number: string, text: string, about: readonly string[], field: string): Refusal =>
    new Refusal(400, { type: 'E', number, text, about, field });

  function whole(
    query: URLSearchParams,
    name: string,
    fallback: number,
    least: number,
    most: number,
  ): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^-?\d+$/.test(text)) throw bad('001', `${name}: ${text} is not numeric`, [name, text], name);
    if (Number(text) < least || Number(text) > most) {
      throw bad('002', `${name}: ${text} is not within ${least} and ${most}`, [name, text], name);
    }
    return Number(text);
  }

  /** The rows that a page shows, and what is told of the page. */
  function page<Each>(
    all: readonly Each[],
    query: URLSearchParams,
  ): { readonly rows: readonly Each[]; readonly result: Row } {
    const [number, size] = [whole(query, 'PAGE', 0, 0, 9_999), whole(query, 'ROWS', 20, 1, 50)];
    const rows = all.slice(number * size, (number + 1) * size);
    const result = {
      PAGE: number,
      ROWS: rows.length,
      TOTAL_ROWS: all.length,
      MORE: flag((number + 1) * size < all.length),
    };
    return { rows, result };
  }

  const fields: Readonly<Record<string, (article: Article) => string | number>> = {
    STATUS: ({ status }) => status,
    BLOCKED: ({ blocked }) => blocked,
    LIST_PRICE: ({ price }) => price,
    LISTING_ID: ({ id }) => id,
  };

  function chosen(query: URLSearchParams): readonly Article[] {
    let found: readonly Article[] = articles;
    for (const condition of (query.get('FILTER') ?? '').split(';').filter((text) => text !== '')) {
      const [, name = '', operator, text = ''] = /^(\w+):(EQ|NE|GT|LT):(.+)$/.exec(condition) ?? [];
      const field = fields[name];
      if (operator === undefined)
        throw bad('010', `Condition ${condition} cannot be read`, [condition], 'FILTER');
      if (field === undefined) throw bad('011', `Field ${name} is unknown`, [name], 'FILTER');
      const value = name === 'LIST_PRICE' ? Math.round(Number(text.replace(',', '.')) * 100) : text;
      found = found.filter((article) => {
        const own = field(article);
        if (operator === 'EQ') return own === value;
        if (operator === 'NE') return own !== value;
        return operator === 'GT' ? own > value : own < value;
      });
    }
    const sort = query.get('SORT');
    if (sort === null) return found;
    const field = fields[sort.replace(/^-/, '')];
    if (field === undefined)
      throw bad('011', `Field ${sort.replace(/^-/, '')} is unknown`, [sort.replace(/^-/, '')], 'SORT');
    const sign = sort.startsWith('-') ? -1 : 1;
    return found.toSorted((a, b) => (field(a) < field(b) ? -sign : field(a) > field(b) ? sign : 0));
  }

  /** An amount of a body in cents, or what is wrong with it. */
  function amountOf(body: Row, field: string): number | Message {
    const value = body[field];
    const wrong = (number: string, text: string, about: readonly string[]): Message => ({
      type: 'E',
      number,
      text,
      about,
      field,
    });
    if (value === undefined || value === null || value === '')
      return wrong('030', `Enter a value for ${field}`, [field]);
    if (typeof value !== 'string' || !/^-?\d+(,\d+)?$/.test(value)) {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      return wrong('031', `${shown} is not an amount`, [shown]);
    }
    if (value.startsWith('-')) return wrong('032', `${field} must not be negative`, [field]);
    if (/,\d{3}/.test(value)) return wrong('033', `${value} has too many decimals for EUR`, [value, 'EUR']);
    return Math.round(Number(value.replace(',', '.')) * 100);
  }

  function priced(article: Article, body: Row): Answered {
    const [min, max] = [amountOf(body, 'MIN_PRICE'), amountOf(body, 'MAX_PRICE')];
    const wrong = [min, max].filter((value) => typeof value === 'object');
    if (wrong.length > 0) throw new Refusal(400, ...wrong);
    if (Number(min) > Number(max)) {
      const about = [amount(Number(min)), amount(Number(max))];
      throw bad('035', `Minimum ${about[0]!} exceeds maximum ${about[1]!}`, about, 'MIN_PRICE');
    }
    article.min = Number(min);
    article.max = Number(max);
    const warnings: Message[] =
      article.max > 3 * article.price
        ? [
            {
              type: 'W',
              number: '041',
              text: 'Maximum is more than three times the list price',
              about: [amount(article.price)],
              field: 'MAX_PRICE',
            },
          ]
        : [];
    return changed(
      article,
      ['MIN_PRICE', 'MAX_PRICE'],
      { number: '040', text: `Price limits of listing ${article.id} were saved` },
      warnings,
    );
  }

  function assigned(article: Article, body: Row): Answered {
    const { STRATEGY_ID: id } = body;
    if (id === undefined || id === null)
      throw bad('030', 'Enter a value for STRATEGY_ID', ['STRATEGY_ID'], 'STRATEGY_ID');
    const named = typeof id === 'string' ? id : JSON.stringify(id);
    if (named !== '' && !strategies.some((strategy) => strategy.STRATEGY_ID === named)) {
      throw bad('050', `Strategy ${named} does not exist`, [named], 'STRATEGY_ID');
    }
    article.strategy = named;
    const text =
      named === ''
        ? `Strategy of listing ${article.id} was removed`
        : `Strategy ${named} was assigned to listing ${article.id}`;
    return changed(article, ['STRATEGY_ID'], { number: named === '' ? '052' : '051', text });
  }

  function changed(
    article: Article,
    names: readonly string[],
    saved: Pick<Message, 'number' | 'text'>,
    warnings: readonly Message[] = [],
  ): Answered {
    article.changed = run.now();
    article.changes += 1;
    const shown = sheet(article);
    const kept = ['LISTING_ID', ...names, 'CHANGED_ON', 'CHANGE_NO'].map((name) => [name, shown[name]]);
    return sent(200, {
      LISTING: Object.fromEntries(kept) as Row,
      MESSAGES: told([{ type: 'S', about: [article.id], ...saved }, ...warnings]),
    });
  }

  function answer(request: Asked, url: URL): Answered {
    const file = jobs.find(({ id }) => url.pathname === `/spool/${id}.txt`);
    if (file !== undefined) {
      const lines = articles.slice(0, 6).map(({ id, stock }) => `|${id}|${String(stock).padStart(6)}|`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/plain; charset=utf-8']],
        body: `${lines.join('\r\n')}\r\n`,
      };
    }
    const [, name = '', id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (!['listings', 'strategies', 'reports'].includes(name) || (id !== undefined && name !== 'listings')) {
      throw new Refusal(404, {
        type: 'A',
        number: '900',
        text: `No service at ${url.pathname}`,
        about: [url.pathname],
      });
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, {
        type: 'A',
        number: '901',
        text: `Method ${request.method} is not implemented`,
        about: [request.method],
      });
    }
    const query = url.searchParams;
    if (id === undefined) {
      if (name === 'listings') {
        const { rows, result } = page(chosen(query), query);
        return sent(200, {
          RESULT: result,
          LISTINGS: rows.map(line),
          MESSAGES: told(rows.length === 0 ? [{ type: 'W', number: '005', text: 'No data was found' }] : []),
        });
      }
      if (name === 'strategies') return sent(200, { STRATEGIES: strategies, MESSAGES: [] });
      const { rows, result } = page(jobs, query);
      return sent(200, { RESULT: result, TABLE: { COLUMNS: columns, ROWS: rows.map(cells) } });
    }
    if (!/^\d{1,10}$/.test(id))
      throw bad('003', `LISTING_ID: ${id} is not numeric`, ['LISTING_ID', id], 'LISTING_ID');
    const article = articles.find((candidate) => candidate.id === id.padStart(10, '0'));
    if (article === undefined) {
      const number = id.padStart(10, '0');
      throw new Refusal(404, {
        type: 'E',
        number: '020',
        text: `Listing ${number} does not exist`,
        about: [number],
        field: 'LISTING_ID',
      });
    }
    if (part === undefined) return sent(200, { LISTING: sheet(article), MESSAGES: [] });
    const body = parsed(request.body);
    if (!isObject(body))
      throw new Refusal(400, { type: 'A', number: '902', text: 'The body cannot be read' });
    return part === 'price' ? priced(article, body) : assigned(article, body);
  }

  return (request) => {
    asked += 1;
    if (request.headers['x-api-key'] !== key) {
      const body =
        '<html><head><title>Logon failed</title></head><body><h1>401 Logon failed</h1></body></html>';
      return { status: 401, headers: [['Content-Type', 'text/html; charset=utf-8']], body };
    }
    try {
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (error instanceof Refusal) return sent(error.status, { MESSAGES: told(error.messages) });
      throw error;
    }
  };
}

/** The records of an answer; those of a table by the names of its columns. */
function rowsIn(received: Pick<Received, 'body'>): readonly Row[] {
  const names = listAt(received.body, 'TABLE', 'COLUMNS').map((column) =>
    isObject(column) ? String(column.NAME) : '',
  );
  const rows = listAt(received.body, 'TABLE', 'ROWS').filter((row): row is unknown[] => Array.isArray(row));
  const whole = received as Received;
  return [
    ...rowsAt(whole, 'LISTINGS'),
    ...rowsAt(whole, 'STRATEGIES'),
    ...rows.map((row) => Object.fromEntries(row.map((cell, index) => [names[index] ?? '', cell]))),
  ];
}

/** Asks for page after page while there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let number = 0; ; number += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask('GET', number === 0 ? target : `${target}${joint}PAGE=${number}`);
    rows.push(...rowsIn(received));
    if (at(received, 'RESULT', 'MORE') !== 'Y') return rows;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, MIN_PRICE: unknown, MAX_PRICE?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { MIN_PRICE, MAX_PRICE } });
const assign = (api: Api, id: unknown, STRATEGY_ID?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { STRATEGY_ID } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.LISTING_ID);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.STRATEGY_ID);
  await walk(api, '/v1/listings?ROWS=30');
  await walk(api, '/v1/listings?ROWS=50');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?ROWS=3');
  await walk(api, '/v1/listings?FILTER=STATUS:EQ:P');
  await walk(api, '/v1/listings?FILTER=STATUS:EQ:A;BLOCKED:EQ:N&ROWS=25');
  await walk(api, '/v1/listings?FILTER=LIST_PRICE:GT:120,00');
  await walk(api, '/v1/listings?FILTER=STATUS:NE:A');
  await walk(api, '/v1/listings?SORT=-LIST_PRICE&ROWS=50');
  await walk(api, '/v1/listings?SORT=LIST_PRICE&ROWS=10&FILTER=STATUS:EQ:X');
  for (const index of [0, 6, 17, 29, 51]) await read(api, ids[index]);
  await price(api, ids[0], '14,50', '29,90');
  await read(api, ids[0]);
  await price(api, ids[6], '8,00', '999,00');
  await read(api, ids[6]);
  await price(api, ids[17], '60,00', '80,5');
  await read(api, ids[17]);
  await price(api, ids[30], '0,99', '1500,00');
  await price(api, ids[6], '7,5', '7,5');
  await price(api, ids[29], '0', '0');
  await read(api, ids[29]);
  await api.ask('GET', '/v1/listings?ROWS=40');
  await assign(api, ids[0], rules[1]);
  await read(api, ids[0]);
  await assign(api, ids[29], rules[4]);
  await read(api, ids[29]);
  await assign(api, ids[17], '');
  await read(api, ids[17]);
  api.wait(20_000);
  await api.ask('GET', '/v1/reports');
  api.wait(80_000);
  const last = await api.ask('GET', '/v1/reports?ROWS=10');
  for (const row of rowsIn(last)) {
    if (typeof row.SPOOL_URL === 'string' && row.SPOOL_URL !== '') {
      await api.ask('GET', row.SPOOL_URL);
      break;
    }
  }
  await read(api, '0000000001');
  await read(api, '99999');
  await read(api, 'lamp');
  await price(api, '0000000002', '10,00', '20,00');
  await price(api, 'kettle', '10,00', '20,00');
  await price(api, ids[9], '30,00', '20,00');
  await price(api, ids[10], '8,40', '8,39');
  await price(api, ids[9], undefined, '20,00');
  await price(api, ids[9], '20,00');
  await price(api, ids[9], undefined);
  await price(api, ids[9], null, '20,00');
  await price(api, ids[9], 'cheap', '20,00');
  await price(api, ids[9], '4.00', '12,00');
  await price(api, ids[9], 4.5, '12,00');
  await price(api, ids[9], 'low', 'high');
  await price(api, ids[9], '-4,00', '12,00');
  await price(api, ids[9], '4,00', '-1,00');
  await price(api, ids[9], '4,005', '12,00');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"MIN_PRICE": ' });
  await assign(api, ids[9], 'ST999');
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], 17);
  await assign(api, ids[9], null);
  await assign(api, ids[9]);
  await assign(api, '0000000003', rules[0]);
  await api.ask('GET', '/v1/listings?ROWS=0');
  await api.ask('GET', '/v1/listings?ROWS=51');
  await api.ask('GET', '/v1/listings?ROWS=lots');
  await api.ask('GET', '/v1/reports?ROWS=500');
  await api.ask('GET', '/v1/listings?PAGE=-1');
  await api.ask('GET', '/v1/listings?PAGE=4');
  await api.ask('GET', '/v1/reports?PAGE=9&ROWS=3');
  await api.ask('GET', '/v1/listings?FILTER=STATUS:EQ:Q');
  await api.ask('GET', '/v1/listings?FILTER=COLOUR:EQ:RED');
  await api.ask('GET', '/v1/listings?FILTER=STATUS=A');
  await api.ask('GET', '/v1/listings?SORT=COLOUR');
  await api.ask('GET', '/v1/listings?ROWS=2&COLOUR=RED');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?ROWS=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'ZAPI-0400-00' } });
  api.wait(3_000);
  for (let sent = 0; sent < 9; sent += 1) await api.ask('GET', '/v1/reports?ROWS=1', { atOnce: true });
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?ROWS=18')).map((row) => row.LISTING_ID);
  const rules = (await walk(api, '/v1/strategies?ROWS=5')).map((row) => row.STRATEGY_ID);
  await walk(api, '/v1/reports?ROWS=5');
  await walk(api, '/v1/listings?FILTER=STATUS:EQ:X');
  await walk(api, '/v1/listings?FILTER=STATUS:EQ:A;BLOCKED:EQ:Y&ROWS=8');
  await walk(api, '/v1/listings?FILTER=LIST_PRICE:LT:40,00');
  await walk(api, '/v1/listings?FILTER=BLOCKED:NE:N');
  await walk(api, '/v1/listings?SORT=LIST_PRICE&ROWS=48');
  for (const index of [3, 12, 44]) await read(api, ids[index]);
  await price(api, ids[3], '11,25', '63,00');
  await read(api, ids[3]);
  await price(api, ids[12], '50,00', '2000,00');
  await read(api, ids[12]);
  await price(api, ids[44], '2,5', '3');
  await read(api, ids[44]);
  await api.ask('GET', '/v1/listings?ROWS=45');
  await assign(api, ids[3], rules[3]);
  await read(api, ids[3]);
  await assign(api, ids[31], rules[2]);
  await assign(api, ids[44], '');
  await read(api, ids[44]);
  await api.ask('GET', '/v1/strategies?PAGE=0');
  api.wait(120_000);
  await read(api, '0000008125');
  await read(api, 'tin');
  await price(api, '0000000077', '3,00', '4,00');
  await price(api, ids[20], '71,20', '70,00');
  await price(api, ids[21], undefined, '15,00');
  await price(api, ids[21], '7,00', null);
  await price(api, ids[21], '5,00', 'dear');
  await price(api, ids[21], false, '9,00');
  await price(api, ids[21], 'much', 'more');
  await price(api, ids[21], '-0,50', '15,00');
  await price(api, ids[21], '5,00', '9,999');
  await api.ask('PATCH', `/v1/listings/${String(ids[21])}/price`, { text: '{"MAX_PRICE": ' });
  await assign(api, ids[21], 'ST044');
  await assign(api, ids[21], 44);
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?ROWS=-3');
  await api.ask('GET', '/v1/reports?ROWS=1000');
  await api.ask('GET', '/v1/reports?ROWS=all');
  await api.ask('GET', '/v1/listings?ROWS=10&PAGE=8');
  await api.ask('GET', '/v1/listings?FILTER=STATUS:EQ:B');
  await api.ask('GET', '/v1/listings?FILTER=SIZE:EQ:L');
  await api.ask('GET', '/v1/listings?FILTER=SIZE');
  await api.ask('GET', '/v1/listings?SORT=-SIZE');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?ROWS=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?ROWS=4', { headers: { 'X-API-KEY': 'ZAPI-0400-11' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await price(api, ids[23], { amount: 5 }, '15,00');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?PAGE=0');
}

export const messageTables: WalkedService = {
  name: 'message-tables',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  recordsIn: (body) => rowsIn({ body }),
  sizes: ['ROWS=3', 'ROWS=7', 'ROWS=50'],
  walk,
};
