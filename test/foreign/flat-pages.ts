// A print-on-demand supplier's API for merchants, on a widespread PHP framework: a page's figures stand flat beside its data, with
// addresses that are a path of "/" and the page alone and a list of links with labels; products have an id of 24 hexadecimal
// digits, newest first, and show their options, their variants (a number, a cost and a price in whole cents) and their images;
// moments of products are told with a blank and an offset, of exports without any; strategies are a bare list with numbers as
// ids. A write answers the whole product, which is then locked for some seconds while its shop is brought up to date, and
// refuses writes as long; a refusal is a status, a number, a message and the first thing that is wrong as one sentence behind its
// member, but what the framework itself refuses is a message or an error alone; requests of a minute are counted in headers.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, member, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'eyPod0aXn5Kq8sVw2';
const perMinute = 60;
const usualLimit = 10;
const largestLimit = 50;
const largestPrice = 1_000_000;
const lockedFor = 4_000;
const shop = 7_714_302;

const stamp = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

const blanks = [
  { id: 6, title: 'Heavy Cotton Tee', tag: 'T-shirts', cost: 871, provider: 29, weight: 180 },
  { id: 77, title: 'Hooded Sweatshirt', tag: 'Hoodies', cost: 2_114, provider: 29, weight: 505 },
  { id: 68, title: 'Mug 11oz', tag: 'Mugs', cost: 496, provider: 1, weight: 430 },
  { id: 282, title: 'Matte Poster', tag: 'Posters', cost: 655, provider: 99, weight: 140 },
  { id: 553, title: 'Cotton Tote Bag', tag: 'Bags', cost: 903, provider: 34, weight: 210 },
] as const;
const motifs = ['Sunrise', 'Fox', 'Mountain', 'Octopus', 'Moth', 'Lighthouse', 'Cactus', 'Comet', 'Heron'];
const tones = ['Faded', 'Bold', 'Tiny', 'Retro', 'Inked'];
const states = ['published', 'published', 'unpublished'] as const;
const measures = [
  { id: 14, title: 'S' },
  { id: 15, title: 'M' },
  { id: 16, title: 'L' },
] as const;

interface Variant {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly cost: number;
  readonly price: number;
  readonly grams: number;
  readonly enabled: boolean;
  readonly available: boolean;
  readonly option: number;
}

interface Product {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly state: (typeof states)[number];
  readonly blank: (typeof blanks)[number];
  readonly variants: readonly Variant[];
  readonly created: number;
  /** Its shop never said that it is done with it. */
  readonly isStuck: boolean;
  min: number | null;
  max: number | null;
  strategy: number | null;
  updated: number;
  lockedUntil: number;
}

const strategies = [
  { id: 301, title: 'Hold 40 % margin', kind: 'margin', needsMin: false, active: true },
  { id: 302, title: 'Follow lookalikes', kind: 'competitive', needsMin: true, active: true },
  { id: 305, title: 'Clear the season', kind: 'schedule', needsMin: true, active: true },
  { id: 309, title: 'Holiday gifts', kind: 'schedule', needsMin: false, active: false },
  { id: 312, title: 'Round to .99', kind: 'rounding', needsMin: false, active: true },
] as const;

const strategyShown = ({ id, title, kind, needsMin, active }: (typeof strategies)[number]): Row => ({
  id,
  title,
  type: kind,
  is_active: active,
  requires_min_price: needsMin,
});

function products(): Product[] {
  return Array.from({ length: 52 }, (_, index): Product => {
    const seed = `print ${index}`;
    const blank = oneOf(`${seed} blank`, blanks);
    const created = pastMoment(seed);
    const count = 1 + chance(`${seed} variants`, 3);
    const price = Math.round((blank.cost * (160 + chance(`${seed} price`, 120))) / 100);
    const hasMin = chance(`${seed} min`, 4) > 0;
    return {
      id: `${Math.floor(created / 1_000).toString(16)}${digest(seed).slice(0, 16)}`,
      title: `${oneOf(`${seed} tone`, tones)} ${oneOf(`${seed} motif`, motifs)} ${blank.title}`,
      tags: [blank.tag, ...(chance(`${seed} gift`, 3) === 0 ? ['Gifts'] : []), 'Home & Living'],
      state: oneOf(`${seed} state`, states),
      blank,
      variants: measures.slice(0, count).map((size, each) => ({
        id: 17_000 + index * 10 + each,
        sku: String(1_000_000_000 + chance(`${seed} ${size.title}`, 8_999_999_999)),
        title: size.title,
        cost: blank.cost + each * 60,
        price: price + each * 100,
        grams: blank.weight + each * 15,
        enabled: chance(`${seed} enabled ${each}`, 5) > 0,
        available: chance(`${seed} available ${each}`, 8) > 0,
        option: size.id,
      })),
      created,
      isStuck: index % 17 === 9,
      min: hasMin ? Math.round(blank.cost * 1.3) : null,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.5) : null,
      strategy: hasMin && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      updated: created + chance(`${seed} updated`, 100 * 86_400) * 1_000,
      lockedUntil: 0,
    };
  }).sort((one, other) => other.created - one.created);
}

/** What is wrong with a request, in the supplier's own form. */
class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly reason: string;

  constructor(status: number, code: number, message: string, reason: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

/** What the framework refuses by itself. */
class Unserved extends Error {
  readonly status: number;
  readonly body: Row;
  readonly headers: Headers;

  constructor(status: number, body: Row, headers: Headers = []) {
    super('unserved');
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const invalid = (name: string, sentence: string) =>
  new Refusal(400, 8_150, 'Validation failed.', `${name}: ${sentence}`);
const spoken = (name: string) => name.replaceAll('_', ' ');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = products();
  const exports = Array.from({ length: 13 }, (_, index) => {
    const created = index < 2 ? opened - 14_000 * (index + 1) : opened - index * 50_400_000;
    return {
      id: `${Math.floor(created / 1_000).toString(16)}${digest(`print export ${index}`).slice(0, 16)}`,
      created,
      kind: (['prices', 'orders', 'stock'] as const)[index % 3]!,
      seconds: 75 + index * 8,
      fails: index === 6,
      rows: 30 + chance(`print export ${index}`, 700),
    };
  });
  let window = { ends: 0, asked: 0 };

  function productShown(one: Product): Row {
    return {
      id: one.id,
      title: one.title,
      description: `${one.title}, printed on demand.`,
      tags: one.tags,
      options: [
        {
          name: 'Sizes',
          type: 'size',
          values: measures.slice(0, one.variants.length).map(({ id, title }) => ({ id, title })),
        },
      ],
      variants: one.variants.map((variant, index) => ({
        id: variant.id,
        sku: variant.sku,
        cost: variant.cost,
        price: variant.price,
        title: variant.title,
        grams: variant.grams,
        is_enabled: variant.enabled,
        is_default: index === 0,
        is_available: variant.available,
        options: [variant.option],
        quantity: 1,
      })),
      images: [
        {
          src: `https://images.oskelby.example/mockup/${one.id}/${one.blank.id}/front.jpg`,
          variant_ids: one.variants.map(({ id }) => id),
          position: 'front',
          is_default: true,
        },
      ],
      created_at: `${stamp(one.created)}+00:00`,
      updated_at: `${stamp(one.updated)}+00:00`,
      status: one.state,
      visible: one.state === 'published',
      is_locked: one.isStuck || run.now() < one.lockedUntil,
      blueprint_id: one.blank.id,
      shop_id: shop,
      print_provider_id: one.blank.provider,
      min_price: one.min,
      max_price: one.max,
      strategy_id: one.strategy,
      ...(one.state === 'published' && {
        external: {
          id: String(5_000_000_000 + chance(one.id, 4_000_000_000)),
          handle: `https://shop.oskelby.example/p/${one.title.toLowerCase().replaceAll(' ', '-')}`,
        },
      }),
      sales_channel_properties: [],
    };
  }

  function exportShown({ id, created, kind, seconds, fails, rows }: (typeof exports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status = elapsed < seconds ? 'processing' : fails ? 'failed' : 'ready';
    const isReady = status === 'ready';
    return {
      id,
      file_name: `${kind}-${stamp(created).slice(0, 10)}.csv`,
      type: kind,
      status,
      rows: isReady ? rows : 0,
      size: isReady ? rows * 61 : 0,
      mime_type: 'text/csv',
      download_url: isReady
        ? `${run.origin}/exports/${id}?token=${scrambled(`print ${run.run} ${id}`, 40, hex)}`
        : null,
      upload_time: stamp(created),
    };
  }

  /** A whole number among the parameters. */
  function whole(query: URLSearchParams, name: string, usual: number, most?: number): number {
    const text = query.get(name);
    if (text === null || text === '') return usual;
    if (!/^-?\d+$/.test(text)) throw invalid(name, `The ${spoken(name)} must be an integer.`);
    const value = Number(text);
    if (value < 1) throw invalid(name, `The ${spoken(name)} must be at least 1.`);
    if (most !== undefined && value > most) {
      throw invalid(name, `The ${spoken(name)} may not be greater than ${most}.`);
    }
    return value;
  }

  function chosen(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    if (!values.includes(text)) throw invalid(name, `The selected ${spoken(name)} is invalid.`);
    return text;
  }

  function paged(query: URLSearchParams, rows: readonly Row[]): Answered {
    const page = whole(query, 'page', 1);
    const limit = whole(query, 'limit', usualLimit, largestLimit);
    const data = rows.slice((page - 1) * limit, page * limit);
    const last = Math.max(1, Math.ceil(rows.length / limit));
    const url = (number: number) => (number < 1 || number > last ? null : `/?page=${number}`);
    const from = data.length === 0 ? null : (page - 1) * limit + 1;
    return json(200, {
      current_page: page,
      data,
      first_page_url: '/?page=1',
      from,
      last_page: last,
      last_page_url: `/?page=${last}`,
      links: [
        { url: page > 1 ? `/?page=${page - 1}` : null, label: '&laquo; Previous', active: false },
        ...Array.from({ length: last }, (_, index) => ({
          url: `/?page=${index + 1}`,
          label: String(index + 1),
          active: index + 1 === page,
        })),
        { url: url(page + 1), label: 'Next &raquo;', active: false },
      ],
      next_page_url: url(page + 1),
      path: '/',
      per_page: limit,
      prev_page_url: page > 1 ? `/?page=${page - 1}` : null,
      to: from === null ? null : from + data.length - 1,
      total: rows.length,
    });
  }

  function listed(query: URLSearchParams): Answered {
    const status = chosen(query, 'status', states);
    const blueprint = whole(query, 'blueprint_id', 0);
    const provider = whole(query, 'print_provider_id', 0);
    const [sku, title, tag] = [query.get('sku'), query.get('title')?.toLowerCase(), query.get('tag')];
    const found = all.filter(
      (one) =>
        (status === undefined || one.state === status) &&
        (blueprint === 0 || one.blank.id === blueprint) &&
        (provider === 0 || one.blank.provider === provider) &&
        (sku === null || one.variants.some((variant) => variant.sku === sku)) &&
        (title === undefined || one.title.toLowerCase().includes(title)) &&
        (tag === null || one.tags.includes(tag)),
    );
    return paged(query, found.map(productShown));
  }

  function exportsListed(query: URLSearchParams): Answered {
    const status = chosen(query, 'status', ['processing', 'ready', 'failed']);
    const found = exports.map(exportShown).filter((one) => status === undefined || one.status === status);
    return paged(query, found);
  }

  /** What a write sends; a text that is no JSON counts as nothing sent, as does a list. */
  function sentIn(request: Asked): Row {
    const sent = jsonOf(request);
    return sent !== 'bad' && isObject(sent.json) ? sent.json : {};
  }

  function open(id: string): Product {
    if (!/^[0-9a-f]{24}$/.test(id)) throw invalid('product_id', 'The product id format is invalid.');
    const product = all.find((one) => one.id === id);
    if (product === undefined) throw new Refusal(404, 8_404, 'Not found.', `Product ${id} not found.`);
    return product;
  }

  const refused = (reason: string, code = 8_251) => new Refusal(400, code, 'Product edit failed.', reason);

  function changed(product: Product): Answered {
    product.updated = run.now();
    product.lockedUntil = product.state === 'published' ? run.now() + lockedFor : 0;
    return json(200, productShown(product));
  }

  function refuseLocked(product: Product): void {
    if (product.isStuck || run.now() < product.lockedUntil) {
      throw refused('Product is disabled for editing.', 8_252);
    }
  }

  function priced(product: Product, body: Row): Answered {
    const bound = (name: 'min_price' | 'max_price', now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      // The framework takes a text of digits for a number.
      const amount = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
      if (typeof amount !== 'number' || !Number.isInteger(amount)) {
        throw invalid(name, `The ${spoken(name)} must be an integer.`);
      }
      if (amount < 1) throw invalid(name, `The ${spoken(name)} must be at least 1.`);
      if (amount > largestPrice) {
        throw invalid(name, `The ${spoken(name)} may not be greater than ${largestPrice}.`);
      }
      return amount;
    };
    if (body.min_price === undefined && body.max_price === undefined) {
      throw invalid('min_price', 'The min price field is required when max price is not present.');
    }
    const [min, max] = [bound('min_price', product.min), bound('max_price', product.max)];
    if (min !== null && max !== null && max < min) {
      throw invalid('max_price', `The max price must be greater than or equal ${min}.`);
    }
    refuseLocked(product);
    const { id, cost } = product.variants.at(-1)!;
    if (min !== null && min < cost)
      throw refused(`Price ${min} of variant ${id} is below its cost of ${cost}.`);
    const strategy = strategies.find((one) => one.id === product.strategy);
    if (strategy?.needsMin === true && min === null) {
      throw refused(`Strategy "${strategy.title}" requires a minimum price.`);
    }
    [product.min, product.max] = [min, max];
    return changed(product);
  }

  function assigned(product: Product, body: Row): Answered {
    const { strategy_id: id } = body;
    if (id === undefined) throw invalid('strategy_id', 'The strategy id field is required.');
    const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
    if (number !== null && (typeof number !== 'number' || !Number.isInteger(number))) {
      throw invalid('strategy_id', 'The strategy id must be an integer.');
    }
    const strategy = strategies.find((one) => one.id === number);
    if (number !== null && strategy === undefined) {
      throw invalid('strategy_id', 'The selected strategy id is invalid.');
    }
    refuseLocked(product);
    if (strategy?.active === false) throw refused(`Strategy "${strategy.title}" is not active.`);
    if (strategy?.needsMin === true && product.min === null) {
      throw refused(`Strategy "${strategy.title}" requires a minimum price.`);
    }
    product.strategy = strategy?.id ?? null;
    return changed(product);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    if (
      version !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw new Unserved(404, { error: 'Not found' });
    }
    const allowed = isWrite ? 'PUT' : 'GET';
    if (request.method !== allowed) {
      const methods = isWrite ? 'PUT' : 'GET, HEAD';
      throw new Unserved(
        405,
        {
          message: `The ${request.method} method is not supported for this route. Supported methods: ${methods}.`,
        },
        [['Allow', methods]],
      );
    }
    if (kind === 'strategies') {
      if (id === undefined) return json(200, strategies.map(strategyShown));
      const strategy = strategies.find((one) => String(one.id) === id);
      if (strategy === undefined) throw new Refusal(404, 8_404, 'Not found.', `Strategy ${id} not found.`);
      return json(200, strategyShown(strategy));
    }
    if (kind === 'reports') {
      if (id === undefined) return exportsListed(query);
      const report = exports.find((one) => one.id === id);
      if (report === undefined) throw new Refusal(404, 8_404, 'Not found.', `Export ${id} not found.`);
      return json(200, exportShown(report));
    }
    if (id === undefined) return listed(query);
    const product = open(id);
    if (part === 'price') return priced(product, sentIn(request));
    if (part === 'strategy') return assigned(product, sentIn(request));
    return json(200, productShown(product));
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] !== key) throw new Unserved(401, { error: 'Unauthenticated.' });
    const now = run.now();
    if (now >= window.ends) window = { ends: now + 60_000, asked: 0 };
    window.asked += 1;
    const told: Headers = [
      ['X-RateLimit-Limit', String(perMinute)],
      ['X-RateLimit-Remaining', String(Math.max(0, perMinute - window.asked))],
    ];
    if (window.asked > perMinute) {
      throw new Unserved(429, { message: 'Too Many Attempts.' }, [
        ...told,
        ['Retry-After', String(Math.ceil((window.ends - now) / 1_000))],
        ['X-RateLimit-Reset', String(Math.floor(window.ends / 1_000))],
      ]);
    }
    return told;
  }

  return (request) => {
    const always: Headers = [['Cache-Control', 'no-cache, private']];
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...always, ...told], body };
    } catch (error) {
      if (error instanceof Unserved) {
        return json(error.status, error.body, [...always, ...error.headers, ...told]);
      }
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, reason } = error;
      const body = { status: 'error', code, message, errors: { reason, code } };
      return json(status, body, [...always, ...told]);
    }
  };
}

/** Asks on while the limit allows it, and waits a minute before it is exceeded. */
const patient = (api: Api): Api => {
  let remaining = perMinute;
  return {
    wait: (milliseconds) => {
      api.wait(milliseconds);
    },
    ask: async (method, target, sending) => {
      if (remaining === 0) api.wait(60_000);
      const received = await api.ask(method, target, sending);
      remaining = Number(received.headers.get('X-RateLimit-Remaining') ?? remaining);
      return received;
    },
  };
};

/** Goes to the page that the next address names, with everything else as it was asked for at first; a bare list is the whole. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...(Array.isArray(received.body) ? rowsAt(received) : rowsAt(received, 'data')));
    const page = /[?&]page=(\d+)/.exec(textIfAny(received, 'next_page_url') ?? '')?.[1];
    next = page === undefined ? undefined : `${target}${target.includes('?') ? '&' : '?'}page=${page}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy_id?: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id } });

interface Ids {
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly stuck: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const idsWhere = (holds: (row: Row) => boolean) => rows.filter(holds).map(({ id }) => id);
  return {
    free: idsWhere((row) => row.is_locked === false && row.strategy_id === null && row.min_price !== null),
    bound: idsWhere((row) => row.is_locked === false && row.strategy_id !== null),
    open: idsWhere((row) => row.is_locked === false && row.min_price === null),
    stuck: idsWhere((row) => row.is_locked === true),
  };
}

async function recorded(quick: Api): Promise<void> {
  const api = patient(quick);
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, stuck } = idsOf(rows);
  const plans = rowsAt(await api.ask('GET', '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=20');
  await get('limit=20&page=3');
  await get('limit=7&page=4');
  await get('page=12');
  await get('limit=50&page=2');
  await get('status=unpublished');
  await get('status=published&limit=15&page=2');
  await walk(api, '/v1/listings?blueprint_id=6&limit=4');
  await get('print_provider_id=29');
  await get(`sku=${String(member(rows[4], 'variants', 0, 'sku'))}`);
  await get('sku=0000000000');
  await get('title=fox');
  await get('title=nothinglikethis');
  await get('tag=Gifts&limit=5');
  await get('tag=Mugs&status=published');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/strategies?limit=2');
  await api.ask('GET', '/v1/reports?status=ready&limit=4');
  await api.ask('GET', '/v1/reports?status=processing');
  await api.ask('GET', '/v1/reports?page=2');
  for (const id of [bound[0], bound[4], free[0], free[3], open[0], stuck[0]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[1]);
  await read(api, 'strategies', plans[3]);
  for (const index of [0, 4, 6, 12]) await read(api, 'reports', runs[index]);

  await price(api, free[0], { min_price: 3_150, max_price: 6_500 });
  await read(api, 'listings', free[0]);
  await price(api, free[0], { max_price: 7_000 });
  api.wait(5_000);
  await read(api, 'listings', free[0]);
  await price(api, free[0], { max_price: 7_250 });
  await price(api, free[1], { min_price: 2_890 });
  await price(api, bound[0], { min_price: 2_600, max_price: null });
  await price(api, open[0], { min_price: '3300' });
  await price(api, open[1], { max_price: 9_900 });
  api.wait(6_000);
  await assign(api, open[0], plans[1]);
  await assign(api, free[1], plans[0]);
  await read(api, 'listings', free[1]);
  await assign(api, bound[1], null);
  await assign(api, bound[0], '305');
  await read(api, 'listings', bound[0]);
  await get('limit=10&page=2');
  api.wait(5_000);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', bound[1]);
  await api.ask('GET', '/v1/reports?limit=3');

  await read(api, 'listings', '65f0c0ffee00000000000001');
  await read(api, 'listings', 'mug');
  await read(api, 'strategies', 999);
  await read(api, 'reports', '65f0c0ffee00000000000002');
  await price(api, '65f0c0ffee00000000000003', { min_price: 2_000 });
  await price(api, free[4], { min_price: 'cheap' });
  await price(api, free[4], { min_price: 2_200.5 });
  await price(api, free[4], { min_price: 3_000, max_price: true });
  await price(api, free[4], { min_price: 0 });
  await price(api, free[4], { min_price: 2_500, max_price: -10 });
  await price(api, free[4], { max_price: 2_000_000 });
  await price(api, free[4], { min_price: 6_000, max_price: 4_500 });
  await price(api, free[4], { min_price: 100 });
  await price(api, free[4], {});
  await price(api, free[4], [1]);
  await price(api, bound[2], { min_price: null });
  await price(api, stuck[0], { min_price: 4_000, max_price: 8_000 });
  await api.ask('PUT', `/v1/listings/${String(free[4])}/price`, { text: '{"min_price": ' });
  await price(api, free[4], { min_price: 3_400, colour: 'red' });
  await assign(api, free[5], 404);
  await assign(api, free[5], 'lowest');
  await assign(api, free[5]);
  await assign(api, free[5], plans[3]);
  await assign(api, open[2], plans[2]);
  await assign(api, stuck[1], plans[4]);
  await get('limit=0');
  await get('limit=200');
  await get('limit=many');
  await get('page=0');
  await get('page=next');
  await get('status=sold');
  await get('blueprint_id=mugs');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[5])}/price`, { json: { min_price: 3_000 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'eyPod000' } });
  api.wait(120_000);
  await read(api, 'listings', free[0]);
  await api.ask('GET', '/v1/reports?limit=2');
  await read(api, 'reports', runs[0]);
}

async function another(quick: Api): Promise<void> {
  const api = patient(quick);
  const { free, bound, open, stuck } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const plans = rowsAt(await api.ask('GET', '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=12&page=2');
  await get('limit=9&page=6');
  await get('limit=30&page=7');
  await get('status=published&limit=8');
  await get('status=unpublished&limit=4&page=2');
  await get('blueprint_id=77');
  await get('blueprint_id=68&limit=3&page=2');
  await get('print_provider_id=99&limit=6');
  await get('title=MOTH');
  await get('tag=Posters');
  await get('tag=Gifts&status=unpublished');
  await get('shape=round&limit=4');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?limit=4&page=3');
  for (const id of [bound[3], free[2], open[3], stuck[1]]) await read(api, 'listings', id);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[3]);
  await read(api, 'reports', runs[9]);

  await price(api, free[2], { min_price: 2_950, max_price: 5_750 });
  await read(api, 'listings', free[2]);
  await price(api, free[2], { max_price: 6_100 });
  await price(api, bound[3], { min_price: 3_050 });
  await price(api, open[3], { min_price: 3_725, max_price: 8_850 });
  api.wait(5_000);
  await read(api, 'listings', free[2]);
  await assign(api, free[2], plans[2]);
  await assign(api, open[3], plans[0]);
  await read(api, 'listings', open[3]);
  await assign(api, bound[5], null);
  api.wait(5_000);
  await read(api, 'listings', bound[5]);

  await read(api, 'listings', '65f0c0ffee0000000000000a');
  await read(api, 'listings', 'poster');
  await read(api, 'strategies', 77);
  await price(api, '65f0c0ffee0000000000000b', { max_price: 4_000 });
  await price(api, free[6], { max_price: 'lots' });
  await price(api, free[6], { max_price: 0 });
  await price(api, free[6], { min_price: -4 });
  await price(api, free[6], { min_price: 3_000_000 });
  await price(api, free[6], { min_price: 5_200, max_price: 5_100 });
  await price(api, free[6], { min_price: 250 });
  await price(api, free[6], { shape: 'round' });
  await price(api, bound[6], { min_price: null });
  await price(api, stuck[1], { max_price: 9_000 });
  await assign(api, free[6], 555);
  await assign(api, free[6], true);
  await assign(api, free[7], plans[3]);
  await assign(api, open[4], plans[1]);
  await get('limit=-3');
  await get('limit=75');
  await get('page=last');
  await get('status=gone');
  await get('print_provider_id=all');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const flatPages: WalkedService = {
  name: 'flat-pages',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  recordsIn: (body) => (isObject(body) && Array.isArray(body.data) ? (body.data as unknown[]) : []),
  sizes: ['limit=3', 'limit=17', 'limit=50'],
  walk,
};
