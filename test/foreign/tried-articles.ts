// A trading card marketplace's stock API whose JSON was made from XML: a list or one thing alike under the singular of its kind,
// beside links with a relation and a method; all of the stock where no place in it is asked for, a part (206) with its place in
// Content-Range where one is, and no content (204) where nothing is found or left. Whole numbers as ids, names like idArticle,
// amounts as JSON numbers, moments with the offset of the office without a colon, null for what is not set, filters by the names
// of members, a least condition on a scale of letters, words that a name holds or is, flags as words or digits, no order;
// strangers passed over. A price guide stands beside an article that is read alone. A write sends an article and is answered by
// what was updated and what was not, with what was tried and one sentence, 200 either way; refusals have a sentence, the field
// and the status with its name, and a missing key no body at all. Headers count the requests of the day upwards.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, listAt, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'bXQ6d2l6YXJkLXRva2VuLTE3';
const perDay = 5_000;
const largestPart = 100;
const largestPrice = 100_000;

/** The Sunday on which the clocks change, at one o'clock UTC. */
const lastSunday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
};

function moment(milliseconds: number): string {
  const year = new Date(milliseconds).getUTCFullYear();
  const isSummer = milliseconds >= lastSunday(year, 2) && milliseconds < lastSunday(year, 9);
  const hours = isSummer ? 2 : 1;
  return `${new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}00`;
}

const amount = (cents: number | null) => (cents === null ? null : cents / 100);

const conditions = ['MT', 'NM', 'EX', 'GD', 'LP', 'PL', 'PO'] as const;
const languages = ['English', 'French', 'German', 'Spanish', 'Italian'] as const;
const rarities = ['Common', 'Uncommon', 'Rare', 'Mythic'] as const;
const expansions = ['Ashen Vale', 'Tides of Orrim', 'The Hollow Crown', 'Emberfall'] as const;
const exportKinds = ['stock', 'priceGuide', 'sales'] as const;
const exportStates = ['queued', 'running', 'finished', 'error'] as const;

interface Article {
  readonly id: number;
  readonly product: number;
  readonly name: string;
  readonly expansion: string;
  readonly nr: string | null;
  readonly rarity: string;
  readonly language: number;
  readonly condition: (typeof conditions)[number];
  readonly comments: string;
  readonly count: number;
  readonly isFoil: boolean;
  readonly isSigned: boolean;
  readonly isInCart: boolean;
  readonly trend: number;
  price: number;
  min: number | null;
  max: number | null;
  rule: number | null;
  edited: number;
}

const rules = [
  { name: 'Two percent below trend', basis: 'TREND', percent: -2, needsMin: true, isActive: true },
  { name: 'Match the lowest', basis: 'LOW', percent: 0, needsMin: true, isActive: true },
  { name: 'Average of thirty days', basis: 'AVG30', percent: 0, needsMin: false, isActive: true },
  { name: 'Foils above trend', basis: 'TREND', percent: 7.5, needsMin: false, isActive: true },
  { name: 'Prerelease weekend', basis: 'AVG1', percent: -10, needsMin: false, isActive: false },
].map((one, index) => ({ ...one, id: 4_101 + index * 7, created: pastMoment(`tried rule ${index}`) }));

function articles(): Article[] {
  const first = ['Ember', 'Moss', 'Gilded', 'Silent', 'Thorn', 'Drowned', 'Skyward', 'Iron'];
  const second = ['Warden', 'Familiar', 'Colossus', 'Oracle', 'Serpent', 'Duelist', 'Archivist'];
  return Array.from({ length: 61 }, (_, index): Article => {
    const seed = `tried ${index}`;
    const trend = 20 + chance(`${seed} trend`, 6_000);
    const price = Math.max(2, Math.round(trend * (0.8 + chance(`${seed} price`, 50) / 100)));
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      id: 371_420_000 + index * 613 + chance(seed, 600),
      product: 260_000 + chance(`${seed} product`, 40_000),
      name: `${oneOf(`${seed} first`, first)} ${oneOf(`${seed} second`, second)}`,
      expansion: oneOf(`${seed} expansion`, expansions),
      nr: chance(`${seed} token`, 9) === 0 ? null : String(1 + chance(`${seed} nr`, 280)),
      rarity: oneOf(`${seed} rarity`, rarities),
      language: 1 + chance(`${seed} language`, languages.length),
      condition: oneOf(`${seed} condition`, ['NM', 'NM', 'EX', ...conditions]),
      comments: oneOf(`${seed} comments`, [
        '',
        '',
        'Fresh from the pack',
        'Slight whitening',
        'Ships in a sleeve',
      ]),
      count: 1 + chance(`${seed} count`, 12),
      isFoil: chance(`${seed} foil`, 5) === 0,
      isSigned: chance(`${seed} signed`, 14) === 0,
      isInCart: chance(`${seed} cart`, 11) === 0,
      trend,
      price,
      min: hasMin ? Math.round(price * 0.75) : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.4) : null,
      rule: hasMin && chance(`${seed} rule`, 2) > 0 ? rules[chance(`${seed} which`, 4)]!.id : null,
      edited: pastMoment(`${seed} edited`),
    };
  });
}

const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
};

class Refusal extends Error {
  readonly status: number;
  readonly field: string;

  constructor(status: number, message: string, field = '') {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** Why an article was not updated. */
class NotUpdated extends Error {}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = articles();
  const exports = Array.from({ length: 12 }, (_, index) => ({
    id: scrambled(`tried export ${index}`, 16, hex),
    kind: exportKinds[index % 3]!,
    requested:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 61_000_000 - chance(`tried export ${index}`, 30_000) * 1_000,
    seconds: 90 + index * 20,
    fails: index === 4,
    rows: 30 + chance(`tried export rows ${index}`, 2_000),
  }));
  let count = 0;

  const link = (rel: string, href: string, method = 'GET') => ({ rel, href, method });

  const articleShown = (one: Article): Row => ({
    idArticle: one.id,
    idProduct: one.product,
    language: { idLanguage: one.language, languageName: languages[one.language - 1]! },
    comments: one.comments,
    price: amount(one.price),
    minPrice: amount(one.min),
    maxPrice: amount(one.max),
    idCurrency: 1,
    currencyCode: 'EUR',
    idPriceRule: one.rule,
    count: one.count,
    inShoppingCart: one.isInCart,
    product: { enName: one.name, expansion: one.expansion, nr: one.nr, rarity: one.rarity },
    lastEdited: moment(one.edited),
    condition: one.condition,
    isFoil: one.isFoil,
    isSigned: one.isSigned,
  });

  const articleAlone = (one: Article): Row => ({
    ...articleShown(one),
    priceGuide: {
      SELL: amount(Math.round(one.trend * 0.97)),
      LOW: amount(Math.max(2, Math.round(one.trend * 0.6))),
      AVG: amount(Math.round(one.trend * 1.12)),
      TREND: amount(one.trend),
    },
  });

  const ruleShown = ({
    id,
    name,
    basis,
    percent,
    needsMin,
    isActive,
    created,
  }: (typeof rules)[number]): Row => ({
    idPriceRule: id,
    name,
    basis,
    percent,
    needsMinPrice: needsMin,
    isActive,
    countArticles: all.filter(({ rule }) => rule === id).length,
    dateCreated: moment(created),
  });

  const stateOf = ({ requested, seconds, fails }: (typeof exports)[number]) => {
    const elapsed = (run.now() - requested) / 1_000;
    return elapsed < 30 ? 'queued' : elapsed < seconds ? 'running' : fails ? 'error' : 'finished';
  };

  function exportShown(one: (typeof exports)[number]): Row {
    const status = stateOf(one);
    const isOver = status === 'finished' || status === 'error';
    return {
      requestId: one.id,
      type: one.kind,
      status,
      requestDate: moment(one.requested),
      finishDate: isOver ? moment(one.requested + one.seconds * 1_000) : null,
      countRows: status === 'finished' ? one.rows : null,
      url:
        status === 'finished'
          ? `${run.origin}/exports/${one.id}.csv.gz?sig=${scrambled(`tried ${run.run} ${one.id}`, 32, hex)}`
          : null,
    };
  }

  function wholeNumber(query: URLSearchParams, name: string): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d+$/.test(text))
      throw new Refusal(400, `The parameter ${name} must be a non-negative integer.`, name);
    return Number(text);
  }

  function flag(query: URLSearchParams, name: string): boolean | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^(?:true|false|1|0)$/.test(text))
      throw new Refusal(400, `The parameter ${name} must be a boolean.`, name);
    return text === 'true' || text === '1';
  }

  /** A list, or the part of it that is asked for. */
  function listed<Each>(
    request: Asked,
    kind: string,
    found: readonly Each[],
    shown: (one: Each) => Row,
    usual: number,
  ): Answered {
    const { path, query } = targetOf(request);
    const [start, most] = [wholeNumber(query, 'start'), wholeNumber(query, 'maxResults')];
    if (most !== undefined && (most < 1 || most > largestPart)) {
      throw new Refusal(400, `The parameter maxResults must be between 1 and ${largestPart}.`, 'maxResults');
    }
    const from = start ?? 0;
    const isPart = start !== undefined || most !== undefined || found.length > usual;
    const part = isPart ? found.slice(from, from + (most ?? Math.min(usual, largestPart))) : found;
    if (part.length === 0) return { status: 204, headers: [], body: '' };
    const body = { [kind]: part.map(shown), links: [link('self', path)] };
    if (!isPart) return json(200, body);
    return json(part.length < found.length ? 206 : 200, body, [
      ['Content-Range', `${kind} ${from}-${from + part.length - 1}/${found.length}`],
    ]);
  }

  function articlesListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const language = wholeNumber(query, 'idLanguage');
    const rule = wholeNumber(query, 'idPriceRule');
    const [isFoil, isSigned] = [flag(query, 'isFoil'), flag(query, 'isSigned')];
    const isExact = flag(query, 'exact') ?? false;
    const least = query.get('minCondition');
    const rank = least === null ? conditions.length : conditions.indexOf(least as 'MT');
    if (rank < 0) {
      throw new Refusal(
        400,
        `Unknown condition ${least!}. Use one of ${conditions.join(', ')}.`,
        'minCondition',
      );
    }
    const words = (query.get('search') ?? '').toLowerCase();
    const found = all.filter(
      (one) =>
        (language === undefined || one.language === language) &&
        (rule === undefined || one.rule === rule) &&
        (isFoil === undefined || one.isFoil === isFoil) &&
        (isSigned === undefined || one.isSigned === isSigned) &&
        conditions.indexOf(one.condition) <= rank &&
        (isExact ? one.name.toLowerCase() === words : one.name.toLowerCase().includes(words)),
    );
    return listed(request, 'article', found, articleShown, 1_000);
  }

  function found<Each extends { readonly id: number | string }>(
    all: readonly Each[],
    what: string,
    name: string,
    id: string,
  ): Each {
    const one = all.find((each) => String(each.id) === id);
    if (one === undefined) {
      if (name !== 'requestId' && !/^\d+$/.test(id))
        throw new Refusal(400, `${name} must be an integer.`, name);
      throw new Refusal(404, `The requested ${what} (${name}: ${id}) was not found.`, name);
    }
    return one;
  }

  function amountIn(sent: Row, name: string, old: number | null): number | null {
    const value = sent[name];
    if (value === undefined) return old;
    if (value === null) return null;
    const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number') throw new NotUpdated(`The ${name} is not a valid price.`);
    if (number < 0.02) throw new NotUpdated(`The ${name} must be at least 0.02.`);
    if (number > largestPrice) throw new NotUpdated(`The ${name} must not be higher than ${largestPrice}.`);
    return Math.round(number * 100);
  }

  function priceSet(one: Article, sent: Row): void {
    if (sent.minPrice === undefined && sent.maxPrice === undefined) {
      throw new NotUpdated('There is nothing to update.');
    }
    const [min, max] = [amountIn(sent, 'minPrice', one.min), amountIn(sent, 'maxPrice', one.max)];
    if (min !== null && max !== null && min > max) {
      throw new NotUpdated(
        `The minPrice (${(min / 100).toFixed(2)}) is higher than the maxPrice (${(max / 100).toFixed(2)}).`,
      );
    }
    const needing = rules.find(({ id, needsMin }) => id === one.rule && needsMin);
    if (min === null && needing !== undefined) {
      throw new NotUpdated(`The price rule "${needing.name}" needs a minPrice.`);
    }
    [one.min, one.max] = [min, max];
    one.price = Math.min(Math.max(one.price, min ?? 0), max ?? Infinity);
  }

  function ruleSet(one: Article, sent: Row): void {
    const id = sent.idPriceRule;
    if (id === undefined) throw new NotUpdated('There is nothing to update.');
    if (id === null) {
      one.rule = null;
      return;
    }
    const text = typeof id === 'string' ? id : JSON.stringify(id);
    if (!/^\d+$/.test(text)) throw new NotUpdated('The idPriceRule is not an integer.');
    const rule = rules.find((each) => each.id === Number(text));
    if (rule === undefined) throw new NotUpdated(`There is no price rule ${text}.`);
    if (!rule.isActive) throw new NotUpdated(`The price rule "${rule.name}" is not active.`);
    if (rule.needsMin && one.min === null)
      throw new NotUpdated(`The price rule "${rule.name}" needs a minPrice.`);
    one.rule = rule.id;
  }

  function written(request: Asked, one: Article, set: (one: Article, sent: Row) => void): Answered {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'The body of the request is not well-formed.');
    const body = isObject(sent.json) ? sent.json.article : undefined;
    const article: unknown = Array.isArray(body) ? body[0] : body;
    if (!isObject(article)) throw new Refusal(400, 'The body of the request holds no article.', 'article');
    try {
      if (one.isInCart) throw new NotUpdated('The article is in a shopping cart.');
      set(one, article);
    } catch (error) {
      if (!(error instanceof NotUpdated)) throw error;
      const tried = { idArticle: one.id, ...article };
      return json(200, {
        updatedArticles: [],
        notUpdatedArticles: [{ success: false, tried, error: error.message }],
      });
    }
    one.edited = run.now();
    return json(200, { updatedArticles: [articleShown(one)], notUpdatedArticles: [] });
  }

  function answered(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind, id, part, ...more] = steps;
    const route =
      version === 'v1' && more.length === 0 ? `${kind ?? ''}${id === undefined ? '' : '/id'}` : '';
    const writes = part === 'price' ? priceSet : part === 'strategy' ? ruleSet : undefined;
    const known = part === undefined ? /^(?:listings|strategies|reports)(?:\/id)?$/ : /^listings\/id$/;
    if (!known.test(route) || (part !== undefined && writes === undefined)) {
      throw new Refusal(404, `The resource ${path} does not exist.`);
    }
    if (request.method !== (writes === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(405, `The method ${request.method} is not allowed for ${path}.`);
    }
    if (kind === 'listings') {
      if (id === undefined) return articlesListed(request);
      const one = found(all, 'article', 'idArticle', id);
      if (writes !== undefined) return written(request, one, writes);
      return json(200, {
        article: articleAlone(one),
        links: [
          link('self', path),
          link('price', `${path}/price`, 'PATCH'),
          ...(one.rule === null ? [] : [link('priceRule', `/v1/strategies/${one.rule}`)]),
        ],
      });
    }
    if (kind === 'strategies') {
      if (id !== undefined) {
        const one = found(rules, 'price rule', 'idPriceRule', id);
        return json(200, { priceRule: ruleShown(one), links: [link('self', path)] });
      }
      const isActive = flag(query, 'isActive');
      const wanted = rules.filter((one) => isActive === undefined || one.isActive === isActive);
      return listed(request, 'priceRule', wanted, ruleShown, 1_000);
    }
    if (id !== undefined) {
      const one = found(exports, 'export', 'requestId', id);
      return json(200, { stockExport: exportShown(one), links: [link('self', path)] });
    }
    const [status, type] = [query.get('status'), query.get('type')];
    if (status !== null && !exportStates.some((each) => each === status)) {
      throw new Refusal(400, `Unknown status ${status}. Use one of ${exportStates.join(', ')}.`, 'status');
    }
    const wanted = exports.filter(
      (one) => (status === null || stateOf(one) === status) && (type === null || one.kind === type),
    );
    return listed(request, 'stockExport', wanted, exportShown, 8);
  }

  return (request) => {
    const sent = request.headers['x-api-key'];
    if (sent !== key) {
      return { status: 401, headers: [['WWW-Authenticate', 'ApiKey realm="stock"']], body: '' };
    }
    count += 1;
    const used: Headers = [
      ['X-Request-Limit-Count', String(count)],
      ['X-Request-Limit-Max', String(perDay)],
    ];
    try {
      const answer = answered(request);
      return { ...answer, headers: [...answer.headers, ...used] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(
        error.status,
        {
          error_description: error.message,
          post_data_field: error.field,
          http_status_code: error.status,
          http_status_code_description: names[error.status]!,
        },
        used,
      );
    }
  };
}

const kinds = ['article', 'priceRule', 'stockExport'];

/** Goes on behind the part that was told, until the last place or nothing. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path, asked] = target.split('?') as [string, string?];
  for (let place = 0; ;) {
    const query = new URLSearchParams(asked);
    if (place > 0) query.set('start', String(place));
    const text = query.toString();
    const received = await api.ask('GET', text === '' ? path : `${path}?${text}`);
    for (const kind of kinds) rows.push(...rowsAt(received, kind));
    const [, last, total] = /(\d+)\/(\d+)$/.exec(received.headers.get('Content-Range') ?? '') ?? [];
    if (received.status !== 206 || last === undefined || Number(last) + 1 >= Number(total)) return rows;
    place = Number(last) + 1;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, article: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { article } });
const assign = (api: Api, id: unknown, rule: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { article: { idPriceRule: rule } } });

interface Ids {
  /** Of articles that can be changed, with and without a lower bound, and of those in a shopping cart. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly carted: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const free = rows.filter(({ inShoppingCart }) => inShoppingCart === false);
  const id = (row: Row) => row.idArticle;
  return {
    bounded: free.filter(({ minPrice }) => minPrice !== null).map(id),
    unbounded: free.filter(({ minPrice }) => minPrice === null).map(id),
    carted: rows.filter(({ inShoppingCart }) => inShoppingCart === true).map(id),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, carted } = idsOf(await walk(api, '/v1/listings?start=0&maxResults=20'));
  const plans = (await walk(api, '/v1/strategies')).map(({ idPriceRule }) => idPriceRule);
  const runs = (await walk(api, '/v1/reports')).map(({ requestId }) => requestId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await api.ask('GET', '/v1/listings');
  await get('start=30&maxResults=5');
  await get('maxResults=12');
  await get('start=55');
  await get('start=200&maxResults=10');
  await get('idLanguage=1&maxResults=30');
  await get('idLanguage=3');
  await get('minCondition=NM');
  await get('minCondition=MT&maxResults=5');
  await get('isFoil=true');
  await get('isFoil=0&idLanguage=2');
  await get('isSigned=true');
  await get('search=serpent');
  await get('search=Ember&maxResults=2');
  await get('search=nothinglikethis');
  await get('search=Iron+Oracle&exact=true');
  await get(`idPriceRule=${String(plans[0])}`);
  await get('colour=red&maxResults=3');
  await api.ask('GET', '/v1/strategies?isActive=true');
  await api.ask('GET', '/v1/reports?maxResults=5');
  await api.ask('GET', '/v1/reports?status=finished&maxResults=4');
  await api.ask('GET', '/v1/reports?type=stock');
  for (const index of [0, 4, 9, 17]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', carted[0]);
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[3]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, bounded[0], { minPrice: 0.5, maxPrice: 95 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[4], { maxPrice: 120.25 });
  await read(api, 'listings', bounded[4]);
  await price(api, bounded[9], { maxPrice: null });
  await read(api, 'listings', bounded[9]);
  await price(api, unbounded[0], { minPrice: '0.25' });
  await read(api, 'listings', unbounded[0]);
  await price(api, unbounded[2], [{ minPrice: 0.119 }]);
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[0], plans[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[4], plans[2]);
  await assign(api, bounded[17], null);
  await read(api, 'listings', bounded[17]);
  await get(`idPriceRule=${String(plans[1])}&maxResults=6`);
  await read(api, 'strategies', plans[1]);
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?maxResults=3');

  await read(api, 'listings', 371_000_001);
  await read(api, 'listings', 'serpent');
  await read(api, 'strategies', 9_999);
  await read(api, 'strategies', 'trend');
  await read(api, 'reports', '00000000000000aa');
  await price(api, 371_000_002, { minPrice: 3 });
  await price(api, bounded[2], { minPrice: 30, maxPrice: 20 });
  await price(api, bounded[3], { minPrice: 9.99, maxPrice: 9.98 });
  await price(api, bounded[2], { minPrice: 'cheap' });
  await price(api, bounded[2], { maxPrice: true });
  await price(api, bounded[2], { minPrice: -4 });
  await price(api, bounded[2], { minPrice: 0 });
  await price(api, bounded[2], { maxPrice: 2_000_000 });
  await price(api, bounded[2], {});
  await price(api, bounded[2], { colour: 'red' });
  await price(api, bounded[0], { minPrice: null });
  await price(api, carted[0], { minPrice: 1.5 });
  await price(api, bounded[2], undefined);
  await api.ask('PATCH', `/v1/listings/${String(bounded[2])}/price`, { json: [1] });
  await api.ask('PATCH', `/v1/listings/${String(bounded[2])}/price`, { text: '{"article": ' });
  await assign(api, bounded[2], 9_998);
  await assign(api, bounded[2], plans[4]);
  await assign(api, bounded[2], 'trend');
  await assign(api, unbounded[1], plans[0]);
  await assign(api, carted[0], plans[2]);
  await assign(api, 371_000_003, plans[0]);
  await get('start=two');
  await get('start=-1');
  await get('maxResults=0');
  await get('maxResults=500');
  await get('idLanguage=english');
  await get('minCondition=XX');
  await get('isFoil=maybe');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[2])}`);
  await api.ask('GET', '/v1/listings?maxResults=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'd3Jvbmc6d3Jvbmc' } });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?maxResults=6');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, carted } = idsOf(await walk(api, '/v1/listings?maxResults=27'));
  const plans = (await walk(api, '/v1/strategies?maxResults=2')).map(({ idPriceRule }) => idPriceRule);
  const runs = (await walk(api, '/v1/reports?maxResults=7')).map(({ requestId }) => requestId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('start=14&maxResults=7');
  await get('start=90');
  await get('idLanguage=4');
  await get('idLanguage=5&maxResults=3');
  await get('minCondition=EX&maxResults=15');
  await get('minCondition=GD&isFoil=true');
  await get('isFoil=1&idLanguage=1');
  await get('isSigned=false&maxResults=4');
  await get('search=WARDEN');
  await get('search=zzz&maxResults=5');
  await get('search=Moss+Duelist&exact=1');
  await get(`idPriceRule=${String(plans[2])}`);
  await get('shape=round&maxResults=2');
  await api.ask('GET', '/v1/strategies?isActive=false');
  await api.ask('GET', '/v1/reports?status=running');
  await api.ask('GET', '/v1/reports?type=sales&maxResults=2');
  for (const index of [1, 5, 12, 20]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[3]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[7]);

  await price(api, bounded[1], { minPrice: 0.35, maxPrice: 77.5 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { maxPrice: '140' });
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[3], [{ minPrice: 0.1, maxPrice: null }]);
  await read(api, 'listings', unbounded[3]);
  await assign(api, bounded[1], plans[3]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[12], null);
  await get(`idPriceRule=${String(plans[3])}&maxResults=9`);

  await read(api, 'listings', 402_000_117);
  await read(api, 'listings', 'colossus');
  await read(api, 'strategies', 77);
  await read(api, 'reports', 'last');
  await price(api, 402_000_118, { maxPrice: 30 });
  await price(api, bounded[7], { minPrice: 71.2, maxPrice: 70 });
  await price(api, bounded[7], { maxPrice: 'lots' });
  await price(api, bounded[7], { minPrice: false });
  await price(api, bounded[8], { maxPrice: -0.5 });
  await price(api, bounded[7], { maxPrice: 100_001 });
  await price(api, bounded[8], {});
  await price(api, carted[1], { maxPrice: 44 });
  await assign(api, bounded[7], 4_000);
  await assign(api, bounded[8], plans[4]);
  await assign(api, bounded[7], 'lowest');
  await assign(api, unbounded[4], plans[1]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[7])}/strategy`, { text: '{"article"' });
  await get('start=none');
  await get('maxResults=101');
  await get('idLanguage=german');
  await get('minCondition=good');
  await get('isSigned=perhaps');
  await api.ask('GET', '/v1/strategies?isActive=sometimes');
  await api.ask('GET', '/v1/reports?status=done');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?maxResults=2', { headers: { 'X-API-KEY': null } });
}

export const triedArticles: WalkedService = {
  name: 'tried-articles',
  key,
  start,
  isRefusal: (answer) => answer.status >= 400 || listAt(parsed(answer.body), 'notUpdatedArticles').length > 0,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['maxResults=3', 'start=0&maxResults=9', 'maxResults=100'],
  walk,
};
