// A price data house's API for analysts: lists as the names of columns once and rows of values, of which a program may choose
// the columns; one record as an object under its kind; numbers as texts with their unit, moments in milliseconds, states and
// kinds as numbers with a table of their names beside; a change answered with a receipt (202) that is looked at later, and
// refused there if the bounds cross; faults with a number, a text and the argument that they are about.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, listAt } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'PDX.44017.q9Zt3LmW8vB2';
const callsPerSecond = 9;
const largestPage = 80;
const largestPrice = 2_500_000;
/** How long a change is at work, in milliseconds. */
const takes = 4_000;

interface Article {
  readonly number: number;
  readonly sku: string;
  readonly label: string;
  readonly state: number;
  readonly channel: string;
  readonly list: number;
  readonly grams: number;
  readonly pieces: number;
  readonly begun: number;
  lower: number | null;
  upper: number | null;
  plan: number | null;
  changed: number;
}

/** A change that was taken in. */
interface Receipt {
  readonly code: string;
  readonly article: Article;
  readonly taken: number;
  readonly change: Partial<Pick<Article, 'lower' | 'upper' | 'plan'>>;
  fault: Row | null;
  isDone: boolean;
}

interface Extract {
  readonly number: number;
  readonly subject: number;
  readonly asked: number;
  readonly seconds: number;
  readonly fails: boolean;
}

const articleStates: Readonly<Record<number, string>> = {
  1: 'on sale',
  2: 'paused',
  5: 'sold out',
  9: 'withdrawn',
};
const planKinds: Readonly<Record<number, string>> = { 1: 'follow', 2: 'undercut', 3: 'fixed distance' };
const extractSubjects: Readonly<Record<number, string>> = { 11: 'prices', 12: 'rivals', 13: 'margins' };
const workStates: Readonly<Record<number, string>> = {
  10: 'taken',
  20: 'at work',
  30: 'carried out',
  40: 'turned down',
};

class Fault extends Error {
  readonly status: number;
  readonly number: number;
  readonly argument: string | undefined;

  constructor(status: number, number: number, text: string, argument?: string) {
    super(text);
    this.status = status;
    this.number = number;
    this.argument = argument;
  }
}

const euros = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;
const eurosIfAny = (cents: number | null): string | null => (cents === null ? null : euros(cents));

const faultView = ({ number, message, argument }: Fault): Row => ({
  no: number,
  text: message,
  ...(argument === undefined ? {} : { argument }),
});

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const plans = ['Shadow', 'Cent below', 'Two per cent', 'Parity', 'Weekend', 'Clearance', 'Ladder'].map(
    (label, index) => ({
      number: 31 + index,
      label,
      kind: 1 + chance(`column kind ${label}`, 3),
      step: chance(`column step ${label}`, 60),
      enabled: index !== 4,
      begun: pastMoment(`column plan ${label}`) + chance(label, 1_000),
    }),
  );
  const articles = Array.from({ length: 56 }, (_, index): Article => {
    const name = `column ${index}`;
    const { title, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const begun = pastMoment(name) + chance(`${name} ms`, 1_000);
    return {
      number: 700_120 + index * 7 + chance(`${name} number`, 6),
      sku,
      label: title,
      state: oneOf(`${name} state`, [1, 1, 1, 2, 5, 9]),
      channel: oneOf(`${name} channel`, ['web', 'app', 'shelf']),
      list: price,
      grams: 40 + chance(`${name} grams`, 6_000),
      pieces: stock,
      begun,
      lower: bounded ? Math.round(price * 0.88) : null,
      upper: bounded ? Math.round(price * 1.2) : null,
      plan: bounded ? oneOf(`${name} plan`, plans).number : null,
      changed: begun + chance(`${name} changed`, 60 * 86_400_000),
    };
  });
  const extracts = Array.from({ length: 10 }, (_, index): Extract => ({
    number: 8_801 + index,
    subject: 11 + chance(`column extract ${index}`, 3),
    asked:
      index < 8
        ? pastMoment('column extracts') + index * 3 * 86_400_000
        : opened - 9_000 - (9 - index) * 9_000,
    seconds: 50 + index * 5,
    fails: index === 5,
  }));
  const receipts: Receipt[] = [];

  /** Carries out what is due. */
  function work(): void {
    for (const receipt of receipts) {
      const { article, change, taken } = receipt;
      if (receipt.isDone || run.now() < taken + takes) continue;
      receipt.isDone = true;
      const { lower, upper } = { ...article, ...change };
      if (lower !== null && upper !== null && lower > upper) {
        const text = `lower ${euros(lower)} is more than upper ${euros(upper)}`;
        receipt.fault = faultView(new Fault(409, 6_201, text, 'lower'));
      } else Object.assign(article, change, { changed: taken + takes });
    }
  }

  const articleRow = (article: Article): Row => ({
    listing: article.number,
    sku: article.sku,
    label: article.label,
    state: article.state,
    channel: article.channel,
    list_price: euros(article.list),
    lower: eurosIfAny(article.lower),
    upper: eurosIfAny(article.upper),
    plan: article.plan,
    weight: `${article.grams} g`,
    stock: `${article.pieces} pcs`,
    begun_ms: article.begun,
    changed_ms: article.changed,
  });
  const planRow = ({ number, label, kind, step, enabled, begun }: (typeof plans)[number]): Row => ({
    plan: number,
    label,
    kind,
    step: `${(step / 10).toFixed(1)} %`,
    enabled,
    begun_ms: begun,
  });
  const extractRow = ({ number, subject, asked, seconds, fails }: Extract): Row => {
    const elapsed = (run.now() - asked) / 1_000;
    const state = elapsed < 15 ? 10 : elapsed < seconds ? 20 : fails ? 40 : 30;
    return {
      report: number,
      subject,
      state,
      asked_ms: asked,
      ready_ms: state < 30 ? null : asked + seconds * 1_000,
      size: state === 30 ? `${file(number).length} B` : null,
      file: state === 30 ? `${run.origin}/extracts/${number}.tsv` : null,
    };
  };
  const receiptView = ({ code, article, taken, fault, isDone }: Receipt): Row => {
    const state = fault !== null ? 40 : isDone ? 30 : run.now() - taken < 1_000 ? 10 : 20;
    return {
      receipt: {
        code,
        listing: article.number,
        state,
        taken_ms: taken,
        ended_ms: isDone ? taken + takes : null,
        fault,
        look: `${run.origin}/receipts/${code}`,
      },
      legend: { state: workStates },
    };
  };
  const file = (number: number): string => {
    const lines = articles.slice(0, 3 + (number % 5)).map(({ sku, list }) => `${sku}\t${euros(list)}`);
    return `sku\tlist_price\n${lines.join('\n')}\n`;
  };

  /** A whole number of the query. */
  function whole(query: URLSearchParams, name: string, fallback: number, most = Infinity): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^-?\d+$/.test(text)) throw new Fault(400, 5_102, `"${text}" is not a whole number`, name);
    const value = Number(text);
    if (value < 1) throw new Fault(400, 5_103, `${name} must be at least 1`, name);
    if (value > most) throw new Fault(400, 5_103, `${name} must be at most ${most}`, name);
    return value;
  }

  interface Table {
    readonly names: readonly string[];
    readonly rows: readonly Row[];
    readonly legend: Row;
  }

  function table({ names, rows, legend }: Table, query: URLSearchParams, more: readonly string[]): Answered {
    const known = ['page', 'rows', 'columns', ...more];
    for (const name of query.keys()) {
      if (!known.includes(name)) throw new Fault(400, 5_104, `${name} is not an argument of this call`, name);
    }
    const number = whole(query, 'page', 1);
    const size = whole(query, 'rows', 20, largestPage);
    const all = Object.keys(rows[0] ?? {});
    const columns = query.get('columns')?.split(',') ?? names;
    const strange = columns.find((name) => !names.includes(name) && !all.includes(name));
    if (strange !== undefined) throw new Fault(400, 5_106, `There is no column ${strange}`, 'columns');
    const shown = rows.slice((number - 1) * size, number * size);
    return json(200, {
      columns,
      rows: shown.map((row) => columns.map((name) => row[name])),
      legend: Object.fromEntries(Object.entries(legend).filter(([name]) => columns.includes(name))),
      page: { no: number, of: Math.ceil(rows.length / size), rows_in_all: rows.length },
    });
  }

  const articleColumns = [
    'listing',
    'sku',
    'label',
    'state',
    'channel',
    'list_price',
    'lower',
    'upper',
    'plan',
    'changed_ms',
  ];

  function articlesTable(query: URLSearchParams): Answered {
    const state = query.get('state');
    if (state !== null && !Object.hasOwn(articleStates, state)) {
      throw new Fault(400, 5_107, `"${state}" is not a state, see legend`, 'state');
    }
    const [channel, after, order] = ['channel', 'changed_after', 'order'].map((name) => query.get(name));
    if (typeof after === 'string' && !/^\d+$/.test(after)) {
      throw new Fault(400, 5_102, `"${after}" is not a whole number`, 'changed_after');
    }
    const found = articles.filter(
      (article) =>
        (state === null || article.state === Number(state)) &&
        (typeof channel !== 'string' || article.channel === channel) &&
        (typeof after !== 'string' || article.changed > Number(after)),
    );
    if (typeof order === 'string') {
      const by: Readonly<Record<string, (article: Article) => number | string>> = {
        listing: ({ number }) => number,
        label: ({ label }) => label,
        list_price: ({ list }) => list,
        changed_ms: ({ changed }) => changed,
      };
      const [name = '', direction = 'up'] = order.split(':');
      const value = by[name];
      if (value === undefined) throw new Fault(400, 5_108, `Cannot order by ${name}`, 'order');
      if (direction !== 'up' && direction !== 'down') {
        throw new Fault(400, 5_108, `${direction} is neither up nor down`, 'order');
      }
      const sign = direction === 'up' ? 1 : -1;
      found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
    }
    const rows = found.map(articleRow);
    return table({ names: articleColumns, rows, legend: { state: articleStates } }, query, [
      'state',
      'channel',
      'changed_after',
      'order',
    ]);
  }

  /** The cents of a price with its unit. */
  function cents(name: string, value: unknown): number {
    if (typeof value !== 'string') throw new Fault(422, 6_101, `${name} must be a text with a unit`, name);
    const [, number, unit] = /^(-?\d+(?:\.\d{1,2})?)(?: ([A-Za-z%]+))?$/.exec(value) ?? [];
    if (number === undefined) throw new Fault(422, 6_102, `"${value}" is not a quantity`, name);
    if (unit === undefined) throw new Fault(422, 6_103, `"${value}" has no unit`, name);
    if (unit !== 'EUR') throw new Fault(422, 6_104, `${name} is in EUR, not in ${unit}`, name);
    const amount = Math.round(Number(number) * 100);
    if (amount <= 0) throw new Fault(422, 6_105, `${name} must be more than 0.00 EUR`, name);
    if (amount > largestPrice) {
      throw new Fault(422, 6_106, `${name} must not be more than ${euros(largestPrice)}`, name);
    }
    return amount;
  }

  function changeOf(body: Row, part: string): Receipt['change'] {
    const names = part === 'price' ? ['lower', 'upper'] : ['plan'];
    for (const name of Object.keys(body)) {
      if (!names.includes(name)) throw new Fault(400, 5_104, `${name} is not an argument of this call`, name);
    }
    for (const name of names) {
      if (body[name] === undefined) throw new Fault(400, 5_101, `${name} is missing`, name);
    }
    if (part === 'price') {
      return {
        lower: body.lower === null ? null : cents('lower', body.lower),
        upper: body.upper === null ? null : cents('upper', body.upper),
      };
    }
    const { plan } = body;
    if (plan === null) return { plan };
    if (typeof plan !== 'number' || !Number.isInteger(plan)) {
      throw new Fault(422, 6_110, 'plan must be a whole number', 'plan');
    }
    const found = plans.find(({ number }) => number === plan);
    if (found === undefined) throw new Fault(422, 6_111, `There is no plan ${plan}`, 'plan');
    if (!found.enabled) throw new Fault(422, 6_112, `Plan ${plan} is switched off`, 'plan');
    return { plan };
  }

  function taken(article: Article, body: unknown, part: string): Answered {
    if (!isObject(body)) throw new Fault(400, 5_100, 'The body is not a JSON object');
    const change = changeOf(body, part);
    if (receipts.some((one) => one.article === article && !one.isDone)) {
      throw new Fault(409, 6_200, `Listing ${article.number} is being changed`, 'listing');
    }
    const code = `R${String(20_417 + receipts.length).padStart(8, '0')}`;
    const receipt: Receipt = { code, article, taken: run.now(), change, fault: null, isDone: false };
    receipts.push(receipt);
    return json(202, receiptView(receipt), [['Location', `${run.origin}/receipts/${code}`]]);
  }

  function answer(request: Asked): Answered {
    const { pathname, searchParams } = new URL(request.target, run.origin);
    const extract = extracts.find(({ number }) => pathname === `/extracts/${number}.tsv`);
    if (extract !== undefined) {
      const headers: [string, string][] = [['Content-Type', 'text/tab-separated-values']];
      return { status: 200, headers, body: file(extract.number) };
    }
    const receipt = receipts.find(({ code }) => pathname === `/receipts/${code}`);
    if (receipt !== undefined) return json(200, receiptView(receipt));
    const [, name, id, part] = /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known) throw new Fault(404, 4_040, `There is no call ${pathname}`);
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Fault(405, 4_050, `The call ${pathname} does not take ${request.method}`);
    }
    if (name === 'strategies') {
      const rows = plans.map(planRow);
      return table({ names: Object.keys(rows[0]!), rows, legend: { kind: planKinds } }, searchParams, []);
    }
    if (name === 'reports') {
      const rows = extracts.map(extractRow);
      const legend = { subject: extractSubjects, state: workStates };
      return table({ names: Object.keys(rows[0]!), rows, legend }, searchParams, []);
    }
    if (id === undefined) return articlesTable(searchParams);
    if (!/^\d+$/.test(id)) throw new Fault(400, 5_102, `"${id}" is not a whole number`, 'listing');
    const article = articles.find(({ number }) => String(number) === id);
    if (article === undefined) throw new Fault(404, 4_041, `There is no listing ${id}`, 'listing');
    return part === undefined
      ? json(200, { listing: articleRow(article), legend: { state: articleStates } })
      : taken(article, parsed(request.body), part);
  }

  let second = 0;
  let calls = 0;
  return (request) => {
    work();
    try {
      const given = request.headers['x-api-key'];
      if (given === undefined) throw new Fault(401, 4_010, 'X-API-KEY is missing');
      if (given !== key) throw new Fault(401, 4_011, 'X-API-KEY is unknown');
      const now = Math.floor(run.now() / 1_000);
      if (now !== second) [second, calls] = [now, 0];
      calls += 1;
      if (calls > callsPerSecond) throw new Fault(429, 4_290, `Only ${callsPerSecond} calls in a second`);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const headers: [string, string][] = error.status === 429 ? [['Retry-After', '1']] : [];
      return json(error.status, { fault: faultView(error) }, headers);
    }
  };
}

/** The rows of a table as records by the names of its columns. */
function recordsOf({ body }: Received): readonly Row[] {
  const columns = listAt(body, 'columns').map(String);
  return listAt(body, 'rows').map((row) =>
    Object.fromEntries(
      columns.map((name, place) => [name, Array.isArray(row) ? (row[place] as unknown) : null]),
    ),
  );
}

/** Asks for page after page, as many as the first one says. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask('GET', page === 1 ? target : `${target}${joint}page=${page}`);
    rows.push(...recordsOf(received));
    const last = at(received, 'page', 'of');
    if (typeof last !== 'number' || page >= last) return rows;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, lower: unknown, upper?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { lower, upper } });
const assign = (api: Api, id: unknown, plan?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { plan } });

/** Looks at a receipt where its answer says. */
async function look(api: Api, taken: Received): Promise<void> {
  const target = at(taken, 'receipt', 'look');
  if (typeof target === 'string') await api.ask('GET', target);
}

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.listing);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.plan);
  await walk(api, '/v1/listings?rows=25');
  await walk(api, '/v1/listings?rows=80');
  await walk(api, '/v1/strategies?rows=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?rows=6');
  await walk(api, '/v1/listings?state=2');
  await walk(api, '/v1/listings?state=1&rows=15');
  await walk(api, '/v1/listings?channel=shelf&rows=40');
  await walk(api, '/v1/listings?channel=kiosk');
  await walk(api, '/v1/listings?order=label&rows=30');
  await walk(api, '/v1/listings?order=list_price:down&rows=60');
  await walk(api, '/v1/listings?columns=listing,list_price,stock&rows=32');
  await api.ask('GET', '/v1/listings?columns=sku,weight&rows=5&page=3');
  await walk(api, '/v1/listings?changed_after=1750000000000&rows=50');
  for (const index of [0, 7, 19, 33, 55]) await read(api, ids[index]);
  const first = await price(api, ids[0], '14.50 EUR', '299.00 EUR');
  await look(api, first);
  await read(api, ids[0]);
  await price(api, ids[0], '15.00 EUR', '299.00 EUR');
  api.wait(5_000);
  await look(api, first);
  await read(api, ids[0]);
  const second = await price(api, ids[7], '8.00 EUR', '980.50 EUR');
  api.wait(1_500);
  await look(api, second);
  api.wait(5_000);
  await read(api, ids[7]);
  await price(api, ids[19], null, null);
  await price(api, ids[33], '1 EUR', '450.5 EUR');
  api.wait(6_000);
  await read(api, ids[19]);
  await read(api, ids[33]);
  await api.ask('GET', '/v1/listings?rows=45');
  const crossed = await price(api, ids[7], '30.00 EUR', '20.00 EUR');
  const assigned = await assign(api, ids[0], rules[1]);
  await assign(api, ids[33], rules[5]);
  await read(api, ids[0]);
  api.wait(8_000);
  await look(api, crossed);
  await look(api, assigned);
  await read(api, ids[7]);
  await read(api, ids[0]);
  await read(api, ids[33]);
  await assign(api, ids[33], null);
  api.wait(8_000);
  await read(api, ids[33]);
  await api.ask('GET', '/v1/reports?rows=9&page=2');
  api.wait(90_000);
  const last = await api.ask('GET', '/v1/reports?rows=10');
  for (const report of recordsOf(last).slice(-2)) {
    if (typeof report.file === 'string') await api.ask('GET', report.file);
  }
  await read(api, 699_999);
  await read(api, 'lamp');
  await price(api, 699_998, '1.00 EUR', '2.00 EUR');
  await price(api, ids[9], undefined, '20.00 EUR');
  await price(api, ids[9], '20.00 EUR');
  await price(api, ids[9], 'cheap', '20.00 EUR');
  await price(api, ids[9], '4.00 EUR', 'dear');
  await price(api, ids[9], '12.50', '20.00 EUR');
  await price(api, ids[9], '12.50 EUR', '20.00 USD');
  await price(api, ids[9], 12.5, '20.00 EUR');
  await price(api, ids[9], '-4.00 EUR', '20.00 EUR');
  await price(api, ids[9], '4.00 EUR', '0.00 EUR');
  await price(api, ids[9], '4.00 EUR', '30000.00 EUR');
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, {
    json: { lower: '4.00 EUR', upper: '5.00 EUR', middle: '4.50 EUR' },
  });
  await api.ask('PATCH', `/v1/listings/${String(ids[9])}/price`, { text: '{"lower": ' });
  await assign(api, ids[9], 77);
  await assign(api, ids[9], 'bold');
  await assign(api, ids[9], rules[4]);
  await assign(api, ids[9]);
  await assign(api, 699_997, rules[0]);
  await api.ask('GET', '/v1/listings?page=9');
  await api.ask('GET', '/v1/reports?page=4&rows=5');
  await api.ask('GET', '/v1/listings?page=0');
  await api.ask('GET', '/v1/listings?rows=0');
  await api.ask('GET', '/v1/listings?rows=81');
  await api.ask('GET', '/v1/strategies?rows=lots');
  await api.ask('GET', '/v1/listings?state=7');
  await api.ask('GET', '/v1/listings?state=paused');
  await api.ask('GET', '/v1/listings?columns=listing,colour');
  await api.ask('GET', '/v1/listings?order=colour');
  await api.ask('GET', '/v1/listings?order=label:sideways');
  await api.ask('GET', '/v1/listings?colour=red&rows=3');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?rows=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?rows=2', { headers: { 'X-API-KEY': 'PDX.00000.none' } });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1) await api.ask('GET', '/v1/strategies?rows=1', { atOnce: true });
  api.wait(1_500_000);
  await api.ask('GET', '/v1/reports?rows=3&page=4');
}

async function another(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings?rows=22')).map((row) => row.listing);
  const rules = (await walk(api, '/v1/strategies?rows=5')).map((row) => row.plan);
  await walk(api, '/v1/reports?rows=7');
  await walk(api, '/v1/listings?state=5&rows=12');
  await walk(api, '/v1/listings?state=9');
  await walk(api, '/v1/listings?channel=web&rows=16');
  await walk(api, '/v1/listings?order=listing:down&rows=48');
  await walk(api, '/v1/listings?order=changed_ms&rows=70');
  await walk(api, '/v1/listings?columns=listing,label,upper&rows=42');
  for (const index of [3, 12, 47]) await read(api, ids[index]);
  const first = await price(api, ids[3], '11.25 EUR', '630.00 EUR');
  await read(api, ids[3]);
  await price(api, ids[3], '12.00 EUR', '630.00 EUR');
  api.wait(6_000);
  await look(api, first);
  await read(api, ids[3]);
  await price(api, ids[12], '2.5 EUR', null);
  await assign(api, ids[47], rules[3]);
  api.wait(7_000);
  await read(api, ids[12]);
  await read(api, ids[47]);
  await api.ask('GET', '/v1/listings?rows=52');
  const crossed = await price(api, ids[3], '71.20 EUR', '70.00 EUR');
  api.wait(9_000);
  await look(api, crossed);
  await read(api, ids[3]);
  await assign(api, ids[12], null);
  api.wait(120_000);
  await read(api, ids[12]);
  await read(api, 688_888);
  await read(api, 'tin');
  await price(api, 688_887, '3.00 EUR', '4.00 EUR');
  await price(api, ids[21], undefined, '15.00 EUR');
  await price(api, ids[21], '5.00 EUR', 'much');
  await price(api, ids[21], '7', '15.00 EUR');
  await price(api, ids[21], '7.00 EUR', '15.00 GBP');
  await price(api, ids[21], '7.00 EUR', 15);
  await price(api, ids[21], '-0.50 EUR', '15.00 EUR');
  await price(api, ids[21], '40000.00 EUR', '50000.00 EUR');
  await assign(api, ids[21], 91);
  await assign(api, ids[22], 'soft');
  await assign(api, ids[22]);
  await api.ask('GET', '/v1/listings?page=12');
  await api.ask('GET', '/v1/strategies?page=3&rows=6');
  await api.ask('GET', '/v1/reports?page=-1');
  await api.ask('GET', '/v1/reports?rows=1000');
  await api.ask('GET', '/v1/reports?rows=all');
  await api.ask('GET', '/v1/listings?state=lost');
  await api.ask('GET', '/v1/listings?columns=sku,size');
  await api.ask('GET', '/v1/listings?order=size:down');
  await api.ask('GET', '/v1/listings?size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?rows=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?rows=4', { headers: { 'X-API-KEY': 'PDX.11111.none' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await assign(api, ids[47], ['a']);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?rows=8');
}

export const columnRows: WalkedService = {
  name: 'column-rows',
  key,
  start,
  recordsIn: (body) => listAt(body, 'rows'),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['rows=3', 'rows=7', 'rows=80'],
  walk,
};
