// A wholesaler's system whose XML became JSON: attributes and the text of an element as members of their own, each value a
// text, an element without content as an empty object, one element alone where there is no second one to make a list, and
// nothing where there is none; times as in mails, refusals with one fault or several, a limit for each second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'WHS-PORTAL-77120934-ZR';
const perSecond = 6;
const largestPage = 40;

interface Article {
  readonly no: number;
  readonly ean: string;
  readonly title: string;
  readonly group: string;
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  lower: number | undefined;
  upper: number | undefined;
  rule: string | undefined;
  changed: number;
}

interface Fault {
  readonly code: string;
  readonly element: string;
  readonly text: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];

  constructor(status: number, code: string, message: string, faults: readonly Fault[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = faults;
  }
}

/** What an element may hold: nothing, one alone, or several. */
const repeated = (name: string, all: readonly unknown[]): Row =>
  all.length === 0 ? {} : { [name]: all.length === 1 ? all[0] : all };

const print = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const mailTime = (milliseconds: number): string =>
  new Date(milliseconds).toUTCString().replace('GMT', '+0000');
const money = (cents: number): string => (cents / 100).toFixed(2);
const amount = (cents: number | undefined): Row =>
  cents === undefined ? {} : { '@attributes': { currency: 'EUR' }, '#text': money(cents) };

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  let calls = 0;
  const rules = ['Cheapest but one', 'List price', 'Season', 'Leftovers', 'Key accounts'].map(
    (name, index) => ({
      code: `R${10 + index * 5}`,
      name,
      active: index !== 2,
      step: 5 + chance(`elements ${name}`, 90),
    }),
  );
  const articles = Array.from({ length: 47 }, (_, index): Article => {
    const name = `elements ${index}`;
    const { title, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 5) > 1;
    const created = pastMoment(name);
    return {
      no: 700_100 + index * 13 + chance(`${name} no`, 12),
      ean: `872${String(1_000_000_000 + chance(`${name} ean`, 8_000_000_000))}`,
      title,
      group: oneOf(`${name} group`, ['HOUSE', 'OUTDOOR', 'OFFICE']),
      price,
      stock,
      created,
      lower: bounded ? Math.round(price * 0.75) : undefined,
      upper: bounded ? Math.round(price * 1.5) : undefined,
      rule: chance(`${name} ruled`, 3) > 0 ? oneOf(`${name} rule`, rules).code : undefined,
      changed: created + chance(`${name} changed`, 80 * 86_400) * 1_000,
    };
  });
  const jobs = Array.from({ length: 6 }, (_, index) => ({
    no: 5_500 + index * 7,
    kind: oneOf(`elements job ${index}`, ['PRICES', 'STOCK', 'MARKET']),
    started:
      index < 4
        ? pastMoment('elements jobs') + index * 3 * 86_400_000
        : opened - 20_000 + (index - 4) * 12_000,
    seconds: 30 + index * 9,
    broken: index === 1,
  }));

  const summary = (article: Article): Row => ({
    '@attributes': { no: String(article.no), blocked: article.stock === 0 ? 'true' : 'false' },
    Title: article.title,
    Ean: article.ean,
    Group: article.group,
    Price: amount(article.price),
    Lower: amount(article.lower),
    Upper: amount(article.upper),
    Rule: article.rule ?? {},
    Stock: { '@attributes': { unit: 'PCE' }, '#text': String(article.stock) },
    Changed: mailTime(article.changed),
  });
  const whole = (article: Article): Row => ({
    ...summary(article),
    Created: mailTime(article.created),
    Tax: article.group === 'OFFICE' ? '7' : '19',
    Remark: {},
  });
  const ruleView = ({ code, name, active, step }: (typeof rules)[number]): Row => ({
    '@attributes': { code, active: String(active) },
    Name: name,
    Step: amount(step),
    Used: String(articles.filter(({ rule }) => rule === code).length),
  });
  const jobView = (job: (typeof jobs)[number]): Row => {
    const isOver = run.now() >= job.started + job.seconds * 1_000;
    return {
      '@attributes': { no: String(job.no), state: isOver ? (job.broken ? 'FAILED' : 'DONE') : 'RUNNING' },
      Kind: job.kind,
      Started: mailTime(job.started),
      Ended: isOver ? mailTime(job.started + job.seconds * 1_000) : {},
      File: isOver && !job.broken ? { '@attributes': { href: `${run.origin}/files/${job.no}.txt` } } : {},
    };
  };

  const respond = (status: number, code: string, text: string, content: Row): Answered =>
    json(status, {
      Response: {
        '@attributes': { version: '2.4', transaction: uuid(`elements ${run.run} ${calls}`) },
        Status: { '@attributes': { code }, '#text': text },
        ...content,
      },
    });
  const done = (content: Row): Answered => respond(200, '0', 'OK', content);

  function counted(query: URLSearchParams, name: string, fallback: number, most = Infinity): number {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^[1-9]\d*$/.test(text))
      throw new Refusal(400, '1010', `${name} '${text}' is not a positive number`);
    if (Number(text) > most) throw new Refusal(400, '1011', `${name} ${text} exceeds ${most}`);
    return Number(text);
  }

  function listed(names: readonly [string, string], rows: readonly Row[], query: URLSearchParams): Answered {
    const [list, one] = names;
    const size = counted(query, 'PerPage', 15, largestPage);
    const page = counted(query, 'Page', 1);
    const shown = rows.slice((page - 1) * size, page * size);
    const more = page * size < rows.length ? 'true' : 'false';
    return done({
      [list]: {
        '@attributes': { page: String(page), count: String(shown.length), total: String(rows.length), more },
        ...repeated(one, shown),
      },
    });
  }

  function found(query: URLSearchParams): readonly Article[] {
    const bound = (name: string): number | undefined => {
      const text = query.get(name);
      if (text === null) return undefined;
      if (!/^\d+(\.\d+)?$/.test(text)) throw new Refusal(400, '1012', `${name} '${text}' is not an amount`);
      return Math.round(Number(text) * 100);
    };
    const [from, to] = [bound('PriceFrom'), bound('PriceTo')];
    const [group, rule, words] = [query.get('Group'), query.get('Rule'), query.get('Search')?.toLowerCase()];
    return articles.filter(
      (article) =>
        (from === undefined || article.price >= from) &&
        (to === undefined || article.price <= to) &&
        (group === null || article.group === group) &&
        (rule === null || article.rule === rule) &&
        (words === undefined || article.title.toLowerCase().includes(words)),
    );
  }

  function priced(article: Article, body: Row): Answered {
    const { PriceUpdate: update } = body;
    if (!isObject(update)) throw new Refusal(400, '1020', 'Element PriceUpdate is missing');
    if (update.Lower === undefined && update.Upper === undefined) {
      throw new Refusal(400, '1021', 'PriceUpdate has neither Lower nor Upper');
    }
    const faults: Fault[] = [];
    const read = (name: 'Lower' | 'Upper', before: number | undefined): number | undefined => {
      const value = update[name];
      if (value === undefined) return before;
      if (isObject(value) && Object.keys(value).length === 0) return undefined;
      if (typeof value !== 'string' || !/^\d+\.\d\d$/.test(value)) {
        const text = `'${print(value)}' is not an amount with two decimals`;
        faults.push({ code: '2001', element: `PriceUpdate/${name}`, text });
        return before;
      }
      return Math.round(Number(value) * 100);
    };
    const [lower, upper] = [read('Lower', article.lower), read('Upper', article.upper)];
    if (faults.length === 0 && lower !== undefined && upper !== undefined && lower > upper) {
      const text = `Lower ${money(lower)} is above Upper ${money(upper)}`;
      faults.push({ code: '2002', element: 'PriceUpdate/Lower', text });
    }
    if (faults.length > 0) throw new Refusal(422, '1022', 'The document is not valid', faults);
    [article.lower, article.upper, article.changed] = [lower, upper, run.now()];
    return done({
      Result: { '@attributes': { article: String(article.no), changed: mailTime(article.changed) } },
    });
  }

  function ruled(article: Article, body: Row): Answered {
    const { RuleAssignment: assignment } = body;
    if (!isObject(assignment)) throw new Refusal(400, '1020', 'Element RuleAssignment is missing');
    const { Rule: code } = assignment;
    if (code === undefined) throw new Refusal(400, '1023', 'RuleAssignment has no Rule');
    const isNone = isObject(code) && Object.keys(code).length === 0;
    if (!isNone && !rules.some((rule) => rule.code === code)) {
      const text = `Rule ${print(code)} does not exist`;
      throw new Refusal(422, '1022', 'The document is not valid', [
        { code: '2003', element: 'RuleAssignment/Rule', text },
      ]);
    }
    article.rule = isNone ? undefined : print(code);
    article.changed = run.now();
    return done({
      Result: { '@attributes': { article: String(article.no), changed: mailTime(article.changed) } },
    });
  }

  function answer(request: Asked, url: URL): Answered {
    if (jobs.some(({ no }) => url.pathname === `/files/${no}.txt`)) {
      const lines = articles.slice(0, 4).map(({ no, price }) => `${no}|${money(price)}`);
      return { status: 200, headers: [['Content-Type', 'text/plain']], body: `${lines.join('\n')}\n` };
    }
    const [, name = '', no, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (name === '' || (no !== undefined && name !== 'listings')) {
      throw new Refusal(404, '1001', `No service at ${url.pathname}`);
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, '1002', `Method ${request.method} is not supported`);
    }
    if (no === undefined) {
      const query = url.searchParams;
      if (name === 'listings') return listed(['Articles', 'Article'], found(query).map(summary), query);
      if (name === 'strategies') return listed(['Rules', 'Rule'], rules.map(ruleView), query);
      return listed(['Jobs', 'Job'], jobs.map(jobView), query);
    }
    const article = articles.find((one) => String(one.no) === no);
    if (article === undefined) throw new Refusal(404, '1030', `Article ${no} not found`);
    if (part === undefined) return done({ Article: whole(article) });
    const body = parsed(request.body);
    if (!isObject(body)) throw new Refusal(400, '1019', 'The document is not well-formed');
    return part === 'price' ? priced(article, body) : ruled(article, body);
  }

  let recent: number[] = [];
  return (request) => {
    calls += 1;
    try {
      const given = request.headers['x-api-key'];
      if (given === undefined) throw new Refusal(401, '1003', 'No credentials');
      if (given !== key) throw new Refusal(403, '1004', 'Credentials are not known');
      recent = recent.filter((moment) => moment > run.now() - 1_000);
      if (recent.length >= perSecond)
        throw new Refusal(429, '1005', `More than ${perSecond} calls in a second`);
      recent.push(run.now());
      return answer(request, new URL(request.target, run.origin));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, faults } = error;
      const told = faults.map((fault) => ({
        '@attributes': { code: fault.code, element: fault.element },
        '#text': fault.text,
      }));
      return respond(status, code, message, told.length === 0 ? {} : { Faults: repeated('Fault', told) });
    }
  };
}

/** The elements of an answer's list, in a list however many there are. */
function rowsIn(body: unknown): readonly Row[] {
  const lists = isObject(body) && isObject(body.Response) ? body.Response : {};
  const list = lists.Articles ?? lists.Rules ?? lists.Jobs;
  if (!isObject(list)) return [];
  const found = list.Article ?? list.Rule ?? list.Job ?? [];
  return (Array.isArray(found) ? found : [found]).filter(isObject);
}

/** Asks for page after page, as long as more are said to come. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask('GET', page === 1 ? target : `${target}${joint}Page=${page}`);
    rows.push(...rowsIn(received.body));
    const list = ['Articles', 'Rules', 'Jobs'].find((name) => isObject(at(received, 'Response', name)));
    if (textIfAny(received, 'Response', list ?? '', '@attributes', 'more') !== 'true') return rows;
  }
}

const attribute = (row: Row | undefined, name: string): string => {
  const attributes = row?.['@attributes'];
  return isObject(attributes) ? String(attributes[name]) : 'missing';
};
const read = (api: Api, no: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(no)}`);
const price = (api: Api, no: unknown, PriceUpdate?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(no)}/price`, { json: { PriceUpdate } });
const both = (Lower: unknown, Upper: unknown): Row => ({ Lower, Upper });
const rule = (api: Api, no: unknown, RuleAssignment?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(no)}/strategy`, { json: { RuleAssignment } });

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const no = rows.map((row) => attribute(row, 'no'));
  const rules = (await walk(api, '/v1/strategies')).map((row) => attribute(row, 'code'));
  await walk(api, '/v1/listings?PerPage=23');
  await walk(api, '/v1/listings?PerPage=40');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?PerPage=5');
  await walk(api, '/v1/strategies?PerPage=2');
  await walk(api, '/v1/listings?Group=OFFICE');
  await walk(api, `/v1/listings?Rule=${rules[1]!}`);
  await walk(api, '/v1/listings?PriceFrom=60');
  await walk(api, '/v1/listings?PriceFrom=40&PriceTo=90.5&PerPage=10');
  await walk(api, '/v1/listings?Search=kettle');
  await walk(api, `/v1/listings?Search=${encodeURIComponent(String(rows[6]?.Title))}`);
  for (const index of [0, 5, 12, 24, 31, 46]) await read(api, no[index]);
  await price(api, no[0], both('42.50', '61.90'));
  await read(api, no[0]);
  await price(api, no[5], both('199.99', '240.00'));
  await read(api, no[5]);
  await price(api, no[12], { Upper: '999.00' });
  await read(api, no[12]);
  await price(api, no[24], { Lower: '0.50' });
  await read(api, no[24]);
  await price(api, no[31], both({}, {}));
  await read(api, no[31]);
  await rule(api, no[0], { Rule: rules[3] });
  await read(api, no[0]);
  await rule(api, no[24], { Rule: rules[0] });
  await read(api, no[24]);
  await rule(api, no[12], { Rule: {} });
  await read(api, no[12]);
  await api.ask('GET', '/v1/listings?PerPage=20');
  await api.ask('GET', '/v1/strategies');
  await api.ask('GET', `/v1/listings?Rule=${rules[3]!}`);
  api.wait(60_000);
  const jobs = rowsIn((await api.ask('GET', '/v1/reports')).body);
  const file = jobs.find((job) => isObject(job.File) && isObject(job.File['@attributes']))?.File as
    Row | undefined;
  if (file !== undefined) await api.ask('GET', attribute(file, 'href'));
  await read(api, 799_999);
  await read(api, 12);
  await read(api, 'teapot');
  await price(api, 799_998, both('1.00', '2.00'));
  await price(api, no[8], both('30.00', '20.00'));
  await price(api, no[9], both('8.40', '8.39'));
  await price(api, no[8], both('cheap', '20.00'));
  await price(api, no[8], both('5.00', '20.5'));
  await price(api, no[8], both('4', '5'));
  await price(api, no[8], both(5, '20.00'));
  await price(api, no[8], both('-4.00', '20.00'));
  await price(api, no[8], both(null, '20.00'));
  await price(api, no[8], {});
  await price(api, no[8]);
  await price(api, no[8], 'low');
  await api.ask('PATCH', `/v1/listings/${no[8]!}/price`, { text: '{"PriceUpdate": ' });
  await rule(api, no[8], { Rule: 'R99' });
  await rule(api, no[8], { Rule: 10 });
  await rule(api, no[8], { Rule: 'bold' });
  await rule(api, no[8], {});
  await rule(api, no[8]);
  await rule(api, 799_997, { Rule: rules[0] });
  await api.ask('GET', '/v1/listings?PerPage=0');
  await api.ask('GET', '/v1/listings?PerPage=41');
  await api.ask('GET', '/v1/listings?PerPage=many');
  await api.ask('GET', '/v1/listings?Page=0');
  await api.ask('GET', '/v1/listings?Page=5');
  await api.ask('GET', '/v1/reports?Page=9');
  await api.ask('GET', '/v1/listings?PriceFrom=cheap');
  await api.ask('GET', '/v1/listings?Search=zzz');
  await api.ask('GET', '/v1/listings?PerPage=2&Colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${no[8]!}`);
  await api.ask('GET', '/v1/listings?PerPage=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?PerPage=2', { headers: { 'X-API-KEY': 'WHS-0' } });
  api.wait(3_000);
  for (let sent = 0; sent < 8; sent += 1) await api.ask('GET', '/v1/reports?PerPage=2', { atOnce: true });
  api.wait(3_000);
  await api.ask('GET', '/v1/strategies');
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?PerPage=12');
  const no = rows.map((row) => attribute(row, 'no'));
  const rules = (await walk(api, '/v1/strategies?PerPage=3')).map((row) => attribute(row, 'code'));
  await walk(api, '/v1/reports?PerPage=4');
  await walk(api, '/v1/listings?Group=OUTDOOR');
  await walk(api, `/v1/listings?Rule=${rules[2]!}`);
  await walk(api, '/v1/listings?PriceTo=45');
  await walk(api, '/v1/listings?PriceFrom=100&PriceTo=150.25&PerPage=5');
  await walk(api, '/v1/listings?Search=LAMP');
  await walk(api, `/v1/listings?Search=${encodeURIComponent(String(rows[17]?.Title))}`);
  for (const index of [2, 10, 36, 44]) await read(api, no[index]);
  await price(api, no[2], both('11.25', '63.00'));
  await read(api, no[2]);
  await price(api, no[10], both('88.80', '120.75'));
  await read(api, no[10]);
  await price(api, no[36], { Upper: '750.00' });
  await read(api, no[36]);
  await price(api, no[44], both({}, {}));
  await read(api, no[44]);
  await rule(api, no[2], { Rule: rules[4] });
  await read(api, no[2]);
  await rule(api, no[36], { Rule: {} });
  await read(api, no[36]);
  await api.ask('GET', '/v1/listings?PerPage=35');
  await api.ask('GET', `/v1/listings?Rule=${rules[4]!}`);
  api.wait(120_000);
  await read(api, 788_888);
  await read(api, 'drill');
  await price(api, 788_887, both('3.00', '4.00'));
  await price(api, no[20], both('71.20', '70.00'));
  await price(api, no[21], both('dear', '15.00'));
  await price(api, no[21], both('9', '15.5'));
  await price(api, no[21], both('5.00', null));
  await price(api, no[21], both('-0.50', '15.00'));
  await price(api, no[21], {});
  await price(api, no[21]);
  await api.ask('PATCH', `/v1/listings/${no[21]!}/price`, { text: '{"PriceUpdate" ' });
  await rule(api, no[21], { Rule: 'R44' });
  await rule(api, no[21], { Rule: 15 });
  await rule(api, no[22], {});
  await api.ask('GET', '/v1/listings?PerPage=-3');
  await api.ask('GET', '/v1/listings?PerPage=500');
  await api.ask('GET', '/v1/reports?PerPage=all');
  await api.ask('GET', '/v1/listings?Page=-1');
  await api.ask('GET', '/v1/listings?PerPage=10&Page=8');
  await api.ask('GET', '/v1/listings?PriceTo=much');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?PerPage=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?PerPage=4', { headers: { 'X-API-KEY': 'WHS-1' } });
  await api.ask('DELETE', `/v1/listings/${no[22]!}`);
  await price(api, no[23], both({ '#text': '5.00' }, '15.00'));
}

export const elements: WalkedService = {
  name: 'elements',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  recordsIn: rowsIn,
  sizes: ['PerPage=2', 'PerPage=6', 'PerPage=40'],
  walk,
};
