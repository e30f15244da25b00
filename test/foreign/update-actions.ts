// A headless commerce platform: every write names the version it changes and a list of actions, a stale one is told the
// current version; lists with limit, offset, count, total and results, a predicate that filters and an order; names in
// languages, amounts in cents with their precision, references with a type, and errors with a status code in the body.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'ctp_7gQbYs1vZpKd0XeRmW4nTfLu';
const largestLimit = 500;

interface Product {
  readonly id: string;
  readonly key: string;
  readonly sku: string;
  readonly english: string;
  readonly german: string;
  readonly state: string;
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  floor: number | undefined;
  ceiling: number | undefined;
  strategy: string | undefined;
  version: number;
  modified: number;
}

interface Export {
  readonly id: string;
  readonly created: number;
  readonly seconds: number;
  readonly fails: boolean;
}

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Row[];

  constructor(status: number, ...errors: readonly Row[]) {
    super(`refused with ${status}`);
    this.status = status;
    this.errors = errors;
  }
}

const time = (moment: number): string => new Date(moment).toISOString();
const money = (centAmount: number): Row => ({
  type: 'centPrecision',
  currencyCode: 'EUR',
  centAmount,
  fractionDigits: 2,
});

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['follow-market', 'keep-margin', 'sell-off', 'weekend-plus', 'b2b-floor', 'paused'].map(
    (name, index) => ({
      id: uuid(`actions strategy ${index}`),
      version: 1 + chance(`actions strategy ${name}`, 9),
      key: name,
      name: { en: name.replace('-', ' '), de: `Regel ${index + 1}` },
      isActive: index !== 5,
      createdAt: time(pastMoment(`actions ${name}`)),
    }),
  );
  const products = Array.from({ length: 64 }, (_, index): Product => {
    const name = `actions ${index}`;
    const { title, maker, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 4) > 0;
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    return {
      id: uuid(name),
      key: sku.toLowerCase(),
      sku,
      english: title,
      german: `${title} von ${maker}`,
      state: oneOf(`${name} state`, ['published', 'published', 'published', 'draft']),
      price,
      stock,
      created,
      floor: bounded ? Math.round(price * 0.9) : undefined,
      ceiling: bounded ? Math.round(price * 1.3) : undefined,
      strategy: chance(`${name} automated`, 3) > 0 ? oneOf(`${name} strategy`, strategies).id : undefined,
      version: 1 + chance(`${name} version`, 20),
      modified: created + chance(`${name} modified`, 90 * 86_400) * 1_000,
    };
  });
  const exported = Array.from({ length: 7 }, (_, index): Export => ({
    id: uuid(`actions export ${index}`),
    created:
      index < 5
        ? pastMoment('actions exports') + index * 432_000_000
        : opened - 18_000 + (index - 5) * 12_000,
    seconds: 45 + index * 13,
    fails: index === 1,
  })).reverse();

  const view = (product: Product): Row => ({
    id: product.id,
    version: product.version,
    createdAt: time(product.created),
    lastModifiedAt: time(product.modified),
    key: product.key,
    sku: product.sku,
    name: { en: product.english, de: product.german },
    state: product.state,
    price: money(product.price),
    ...(product.floor === undefined ? {} : { priceFloor: money(product.floor) }),
    ...(product.ceiling === undefined ? {} : { priceCeiling: money(product.ceiling) }),
    ...(product.strategy === undefined ? {} : { strategy: { typeId: 'strategy', id: product.strategy } }),
    availability: { isOnStock: product.stock > 0, availableQuantity: product.stock },
  });
  const exportView = (one: Export): Row => {
    const elapsed = (run.now() - one.created) / 1_000;
    const ended = elapsed >= one.seconds;
    const state = elapsed < 10 ? 'Created' : !ended ? 'Processing' : one.fails ? 'Failed' : 'Succeeded';
    return {
      id: one.id,
      version: state === 'Created' ? 1 : ended ? 3 : 2,
      createdAt: time(one.created),
      state,
      resourceTypes: ['listing', 'price'],
      ...(ended ? { finishedAt: time(one.created + one.seconds * 1_000) } : {}),
      ...(state === 'Succeeded' ? { fileUrl: `${run.origin}/exports/${one.id}.jsonl` } : {}),
      ...(state === 'Failed' ? { errors: [{ code: 'General', message: 'The export was cancelled.' }] } : {}),
    };
  };

  const malformed = (name: string, what: string): Refusal =>
    new Refusal(400, { code: 'InvalidInput', message: `Malformed parameter: ${name}: ${what}` });

  function whole(query: URLSearchParams, name: string, fallback: number, [least, most]: [number, number]) {
    const text = query.get(name);
    if (text === null) return fallback;
    if (!/^-?\d+$/.test(text)) throw malformed(name, `'${text}' is not a valid integer`);
    const value = Number(text);
    if (value < least || value > most) {
      throw malformed(name, `${value} is not within the range of [${least}..${most}]`);
    }
    return value;
  }

  function listed(rows: readonly Row[], query: URLSearchParams): Answered {
    const limit = whole(query, 'limit', 20, [0, largestLimit]);
    const offset = whole(query, 'offset', 0, [0, 10_000]);
    const order = query.get('sort');
    const [, by, direction] = /^(sku|key|createdAt) (asc|desc)$/.exec(order ?? '') ?? [];
    if (order !== null && by === undefined) {
      throw malformed('sort', `The path '${order.split(' ')[0]}' cannot be sorted by`);
    }
    const sorted =
      by === undefined
        ? rows
        : rows.toSorted((one, other) => {
            const ascends = String(one[by]) < String(other[by]);
            return ascends === (direction === 'asc') ? -1 : 1;
          });
    const results = sorted.slice(offset, offset + limit);
    const total = query.get('withTotal') === 'false' ? {} : { total: rows.length };
    return json(200, { limit, offset, count: results.length, ...total, results });
  }

  function productsListed(query: URLSearchParams): Answered {
    const where = query.get('where');
    const [, field, wanted] = /^(state|sku) ?= ?"([^"]*)"$/.exec(where ?? '') ?? [];
    if (where !== null && field === undefined) {
      throw new Refusal(400, {
        code: 'InvalidInput',
        message: `Malformed parameter: where: Syntax error while parsing 'where'.`,
        detailedErrorMessage: `The predicate '${where}' is not known.`,
      });
    }
    const rows = products.map(view);
    return listed(field === undefined ? rows : rows.filter((row) => row[field] === wanted), query);
  }

  const required = (field: string): Refusal =>
    new Refusal(400, { code: 'RequiredField', message: `A value is required for field '${field}'.`, field });
  const mistyped = (field: string, expected: string): Refusal =>
    new Refusal(400, {
      code: 'InvalidJsonInput',
      message: 'Request body does not contain valid JSON.',
      detailedErrorMessage: `${field}: Value expected to be of type '${expected}'.`,
    });

  /** The cents of an action's amount; undefined where the action removes what was set. */
  function centsOf({ amount }: Row, at: string): number | undefined {
    if (amount === undefined || amount === null) return undefined;
    const field = `${at} -> amount`;
    if (!isObject(amount)) throw mistyped(field, 'Object');
    const { centAmount, currencyCode } = amount;
    if (centAmount === undefined || centAmount === null) throw required('centAmount');
    if (typeof centAmount !== 'number') throw mistyped(`${field} -> centAmount`, 'Long');
    if (centAmount <= 0 || !Number.isInteger(centAmount)) {
      throw new Refusal(400, {
        code: 'InvalidField',
        message: `The value '${centAmount}' is not valid for field 'centAmount'.`,
        field: 'centAmount',
        invalidValue: centAmount,
      });
    }
    if (currencyCode !== 'EUR') {
      throw new Refusal(400, {
        code: 'InvalidField',
        message: `The value '${String(currencyCode)}' is not valid for field 'currencyCode'. Allowed values are: 'EUR'.`,
        field: 'currencyCode',
        invalidValue: currencyCode ?? null,
        allowedValues: ['EUR'],
      });
    }
    return centAmount;
  }

  function strategyOf({ strategy }: Row, at: string): string | undefined {
    if (strategy === undefined || strategy === null) return undefined;
    if (!isObject(strategy)) throw mistyped(`${at} -> strategy`, 'Object');
    const found = strategies.find((one) => one.id === strategy.id || one.key === strategy.key);
    if (found !== undefined) return found.id;
    const named = typeof strategy.key === 'string' ? `key '${strategy.key}'` : `ID '${String(strategy.id)}'`;
    throw new Refusal(400, {
      code: 'ReferencedResourceNotFound',
      message: `The referenced object of type 'strategy' with ${named} was not found.`,
      typeId: 'strategy',
      ...(typeof strategy.key === 'string' ? { key: strategy.key } : { id: strategy.id }),
    });
  }

  function written(product: Product, part: string, request: Asked): Answered {
    const body = parsed(request.body);
    if (!isObject(body)) {
      throw new Refusal(400, {
        code: 'InvalidJsonInput',
        message: 'Request body does not contain valid JSON.',
        detailedErrorMessage: 'unexpected end of input',
      });
    }
    const { version, actions } = body;
    if (version === undefined || version === null) throw required('version');
    if (typeof version !== 'number') throw mistyped('version', 'Long');
    if (!Array.isArray(actions))
      throw actions === undefined ? required('actions') : mistyped('actions', 'Array');
    if (version !== product.version) {
      throw new Refusal(409, {
        code: 'ConcurrentModification',
        message: `Object ${product.id} has a different version than expected. Expected: ${version} - Actual: ${product.version}.`,
        currentVersion: product.version,
      });
    }
    let { floor, ceiling, strategy } = product;
    for (const [index, action] of (actions as unknown[]).entries()) {
      const at = `actions -> ${index}`;
      if (!isObject(action)) throw mistyped(at, 'Object');
      if (part === 'price' && action.action === 'setPriceFloor') floor = centsOf(action, at);
      else if (part === 'price' && action.action === 'setPriceCeiling') ceiling = centsOf(action, at);
      else if (part === 'strategy' && action.action === 'assignStrategy') strategy = strategyOf(action, at);
      else {
        throw new Refusal(400, {
          code: 'InvalidInput',
          message: `Invalid update action: '${String(action.action)}'.`,
          action: { index },
        });
      }
    }
    if (floor !== undefined && ceiling !== undefined && floor > ceiling) {
      throw new Refusal(400, {
        code: 'InvalidOperation',
        message: `The price floor of ${floor} cents is above the price ceiling of ${ceiling} cents.`,
      });
    }
    const changes = floor !== product.floor || ceiling !== product.ceiling || strategy !== product.strategy;
    Object.assign(product, { floor, ceiling, strategy });
    if (changes) {
      product.version += 1;
      product.modified = run.now();
    }
    return json(200, view(product));
  }

  function answer(request: Asked, url: URL): Answered {
    const one = exported.find(({ id }) => url.pathname === `/exports/${id}.jsonl`);
    if (one !== undefined) {
      const lines = products.slice(0, 6).map(({ key, version }) => JSON.stringify({ key, version }));
      const headers: [string, string][] = [['Content-Type', 'application/x-ndjson']];
      return { status: 200, headers, body: `${lines.join('\n')}\n` };
    }
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known || request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw new Refusal(404, {
        code: 'ResourceNotFound',
        message: `URI not found: ${request.method} ${url.pathname}`,
      });
    }
    if (id === undefined) {
      if (name === 'listings') return productsListed(url.searchParams);
      return listed(name === 'reports' ? exported.map(exportView) : strategies, url.searchParams);
    }
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) {
      throw malformed('id', `'${id}' is not a valid UUID`);
    }
    const product = products.find((candidate) => candidate.id === id);
    if (product === undefined) {
      throw new Refusal(404, {
        code: 'ResourceNotFound',
        message: `The Resource with ID '${id}' was not found.`,
      });
    }
    return part === undefined ? json(200, view(product)) : written(product, part, request);
  }

  let asked = 0;
  return (request) => {
    asked += 1;
    const common: [string, string][] = [['X-Correlation-ID', `shop-${uuid(`actions ${run.run} ${asked}`)}`]];
    const refused = ({ status, errors }: Refusal, more: Row = {}): Answered =>
      json(status, { statusCode: status, message: errors[0]!.message, errors, ...more }, common);
    const given = request.headers['x-api-key'];
    if (given !== key) {
      const [code, message] =
        given === undefined
          ? ['token_absent', 'No access token was provided.']
          : ['token_rejected', 'The access token is not valid.'];
      return refused(new Refusal(401, { code, message }), { error: code, error_description: message });
    }
    try {
      const answered = answer(request, new URL(request.target, run.origin));
      return { ...answered, headers: [...answered.headers, ...common] };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  };
}

/** Asks for page after page until as many were shown as there are. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const joint = target.includes('?') ? '&' : '?';
    const next = rows.length === 0 ? target : `${target}${joint}offset=${rows.length}`;
    const received = await api.ask('GET', next);
    const shown = rowsAt(received, 'results');
    rows.push(...shown);
    if (shown.length === 0 || rows.length >= Number(at(received, 'total'))) return rows;
  }
}

const euro = (centAmount: unknown): Row => ({ currencyCode: 'EUR', centAmount });
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const update = (api: Api, id: unknown, part: string, version: unknown, actions: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: { version, actions } });
const set = (what: string, amount: unknown): Row => ({ action: `setPrice${what}`, amount });
const where = (predicate: string, more = ''): string =>
  `/v1/listings?where=${encodeURIComponent(predicate)}${more}`;

/** What a program does with a listing that it has read. */
function shop(api: Api, all: readonly Row[]) {
  const versions = all.map(({ version }) => version);
  const kept = (index: number, received: Received): void => {
    if (received.status === 200) versions[index] = at(received, 'version');
  };
  const write = async (index: number, part: string, actions: unknown): Promise<void> => {
    kept(index, await update(api, all[index]!.id, part, versions[index], actions));
  };
  return {
    write,
    look: async (index: number): Promise<void> => {
      kept(index, await read(api, all[index]!.id));
    },
    price: (index: number, floor: unknown, ceiling: unknown): Promise<void> =>
      write(index, 'price', [set('Floor', euro(floor)), set('Ceiling', euro(ceiling))]),
    assign: (index: number, strategy?: unknown): Promise<void> =>
      write(index, 'strategy', [{ action: 'assignStrategy', strategy }]),
  };
}

const reference = (id: unknown): Row => ({ typeId: 'strategy', id });

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const { write, look, price, assign } = shop(api, all);
  const strategies = await walk(api, '/v1/strategies');
  await walk(api, '/v1/listings?limit=30');
  await walk(api, '/v1/listings?limit=100');
  await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=3');
  await walk(api, where('state="draft"'));
  await walk(api, where('state="published"', '&limit=25'));
  await api.ask('GET', where(`sku="${String(all[4]!.sku)}"`));
  await api.ask('GET', '/v1/listings?limit=5&withTotal=false');
  await walk(api, `/v1/listings?sort=${encodeURIComponent('sku asc')}&limit=40`);
  await api.ask('GET', `/v1/listings?sort=${encodeURIComponent('createdAt desc')}&limit=6`);
  for (const index of [0, 6, 17, 29, 63]) await look(index);
  await price(0, 1_450, 2_990);
  await look(0);
  await price(6, 800, 925);
  await look(6);
  await price(17, 21_000, 38_050);
  await look(17);
  await write(29, 'price', [set('Ceiling', euro(95_000))]);
  await look(29);
  await price(0, 1_500, 3_000);
  await price(0, 1_500, 3_000);
  await write(6, 'price', [{ action: 'setPriceFloor' }]);
  await look(6);
  await assign(0, reference(strategies[1]!.id));
  await look(0);
  await assign(29, { typeId: 'strategy', key: strategies[4]!.key });
  await look(29);
  await assign(17);
  await look(17);
  await api.ask('GET', '/v1/listings?limit=50');
  api.wait(20_000);
  await api.ask('GET', '/v1/reports');
  api.wait(70_000);
  await api.ask('GET', '/v1/reports?limit=2');
  await update(api, all[17]!.id, 'price', 1_000, [set('Floor', euro(100))]);
  await update(api, all[30]!.id, 'price', 999, [set('Floor', euro(100))]);
  await read(api, '00000000-0000-4000-8000-000000000001');
  await read(api, 'ffffffff-ffff-4fff-8fff-ffffffffffff');
  await read(api, 'lamp');
  await update(api, '00000000-0000-4000-8000-000000000002', 'price', 1, []);
  await update(api, 'kettle', 'price', 1, []);
  await price(9, 3_000, 2_000);
  await price(10, 840, 839);
  await price(9, 'cheap', 2_000);
  await price(9, 400, true);
  await price(9, -400, 1_200);
  await price(9, 400, 0);
  await price(9, undefined, 1_200);
  await write(9, 'price', [set('Floor', 400)]);
  await write(9, 'price', [set('Floor', { currencyCode: 'USD', centAmount: 400 })]);
  await write(9, 'price', [{ action: 'setName', name: 'Lamp' }]);
  await write(9, 'price', ['setPriceFloor']);
  await write(9, 'price', 'setPriceFloor');
  await write(9, 'price', undefined);
  await update(api, all[9]!.id, 'price', undefined, [set('Floor', euro(400))]);
  await update(api, all[9]!.id, 'price', '3', [set('Floor', euro(400))]);
  await api.ask('PATCH', `/v1/listings/${String(all[9]!.id)}/price`, { text: '{"version": ' });
  await assign(9, reference('00000000-0000-4000-8000-000000000003'));
  await assign(9, reference('aggressive'));
  await assign(9, { typeId: 'strategy', key: 'bold' });
  await assign(9, 'follow-market');
  await api.ask('GET', '/v1/listings?limit=-1');
  await api.ask('GET', '/v1/listings?limit=501');
  await api.ask('GET', '/v1/listings?limit=lots');
  await api.ask('GET', '/v1/strategies?limit=700');
  await api.ask('GET', '/v1/listings?offset=-5');
  await api.ask('GET', '/v1/listings?limit=10&offset=100');
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', where('colour is red'));
  await api.ask('GET', '/v1/listings?sort=colour');
  await api.ask('GET', '/v1/listings?limit=2&colour=red');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'ctp_000000000000' } });
  for (let sent = 0; sent < 6; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(1_500_000);
  const last = await api.ask('GET', '/v1/reports');
  for (const index of [0, 6]) {
    const url = at(last, 'results', index, 'fileUrl');
    if (typeof url === 'string') await api.ask('GET', url);
  }
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=22');
  const { write, look, price, assign } = shop(api, all);
  const strategies = await walk(api, '/v1/strategies?limit=5');
  await walk(api, '/v1/listings?limit=45');
  await api.ask('GET', '/v1/listings');
  await walk(api, '/v1/reports?limit=4');
  await walk(api, where('state="draft"', '&limit=8'));
  await api.ask('GET', where(`sku="${String(all[40]!.sku)}"`));
  await api.ask('GET', '/v1/listings?limit=7&withTotal=false');
  await api.ask('GET', `/v1/listings?sort=${encodeURIComponent('sku desc')}&limit=10`);
  for (const index of [3, 12, 44]) await look(index);
  await price(3, 1_125, 6_300);
  await look(3);
  await price(12, 50_000, 64_075);
  await look(12);
  await write(44, 'price', [set('Ceiling', euro(80_000))]);
  await look(44);
  await price(3, 1_125, 6_300);
  await assign(3, reference(strategies[3]!.id));
  await look(3);
  await assign(31, { typeId: 'strategy', key: strategies[2]!.key });
  await look(31);
  await api.ask('GET', '/v1/listings?limit=60');
  api.wait(120_000);
  await update(api, all[12]!.id, 'price', 2_000, [set('Floor', euro(100))]);
  await read(api, '00000000-0000-4000-8000-000000000004');
  await read(api, 'tin');
  await update(api, '00000000-0000-4000-8000-000000000005', 'price', 3, []);
  await price(20, 7_120, 7_000);
  await price(21, 500, 'dear');
  await price(21, false, 900);
  await price(21, -50, 1_500);
  await price(21, 500, null);
  await write(21, 'price', [set('Ceiling', '700')]);
  await write(21, 'price', [set('Ceiling', { currencyCode: 'GBP', centAmount: 700 })]);
  await write(21, 'price', [{ action: 'publish' }]);
  await update(api, all[21]!.id, 'price', undefined, [set('Ceiling', euro(700))]);
  await api.ask('PATCH', `/v1/listings/${String(all[21]!.id)}/price`, { text: '{"actions": ' });
  await assign(21, reference('00000000-0000-4000-8000-000000000006'));
  await assign(21, { typeId: 'strategy', key: 'soft' });
  await assign(21, 44);
  await api.ask('GET', '/v1/listings?limit=-3');
  await api.ask('GET', '/v1/reports?limit=1000');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/listings?offset=-1');
  await api.ask('GET', '/v1/listings?limit=12&offset=80');
  await api.ask('GET', where('size > 3'));
  await api.ask('GET', '/v1/listings?sort=weight');
  await api.ask('GET', '/v1/listings?limit=3&size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': 'ctp_111111111111' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(all[22]!.id)}`);
  await write(23, 'price', [set('Floor', euro(100)), { action: 'setPriceFloor' }]);
  await api.ask('GET', where('state="draft"', `&sort=${encodeURIComponent('key asc')}&limit=5`));
  api.wait(900_000);
  await api.ask('GET', '/v1/reports');
}

export const updateActions: WalkedService = {
  name: 'update-actions',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=200'],
  walk,
};
