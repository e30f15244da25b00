// A marketplace operator's platform for its sellers: lists by `max` and `offset` with a total count, states that may be asked
// for several times, an order by name and direction, prices with discounts and volume prices, additional fields as a list of
// codes and values, strategies by their code, nothing after a strategy (204), and one message with a status, or a list of
// errors by field.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '5b1c7d0e-9a42-4f0b-8c3e-2d6f7a91e054';
const perSecond = 8;
const largestMax = 100;

const states = [
  { code: '11', label: 'New' },
  { code: '10', label: 'Refurbished' },
  { code: '2', label: 'Used - Very Good' },
] as const;
const categories = [
  { code: 'HOM-12', label: 'Home & Kitchen' },
  { code: 'GAR-40', label: 'Garden' },
  { code: 'SPO-07', label: 'Sports' },
] as const;
const logistics = [
  { code: 'S', label: 'Small parcel' },
  { code: 'L', label: 'Large parcel' },
] as const;

interface Discount {
  readonly price: number;
  readonly from: string | null;
  readonly to: string | null;
}

interface Offer {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly brand: string;
  readonly ean: string;
  readonly category: (typeof categories)[number];
  readonly state: (typeof states)[number];
  readonly logistic: (typeof logistics)[number];
  readonly quantity: number;
  readonly shipping: number;
  readonly warranty: string | null;
  readonly volume: number | null;
  readonly created: number;
  price: number;
  min: number;
  max: number;
  discount: Discount | null;
  strategy: string | null;
  updated: number;
}

interface Export {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly seconds: number;
  readonly failed: boolean;
  readonly lines: number;
}

interface Fault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const iso = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;
const cents = (amount: number) => Math.round(amount * 100) / 100;

const strategies = [
  { code: 'MATCH_LOWEST', label: 'Match the lowest offer', active: true, step: '0' },
  { code: 'BEAT_LOWEST', label: 'Beat the lowest offer', active: true, step: '0.05' },
  { code: 'FEATURED', label: 'Win the featured place', active: true, step: '0.1' },
  { code: 'KEEP_MARGIN', label: 'Keep the margin', active: true, step: null },
  { code: 'SEASON_END', label: 'End of season', active: false, step: '0.5' },
].map(({ step, ...each }) => ({
  ...each,
  parameters: step === null ? [] : [{ code: 'step', value: step }],
  date_created: iso(pastMoment(`offers strategy ${each.code}`)),
}));

function offers(): Offer[] {
  return Array.from({ length: 36 }, (_, index): Offer => {
    const name = `offers ${index}`;
    const { maker, title, sku, price, stock } = ware(name);
    const created = pastMoment(name);
    return {
      id: 20_417 + index * 3 + chance(`${name} id`, 3),
      sku,
      title,
      brand: maker,
      ean: `35${String(10_000_000_000 + chance(`${name} ean`, 80_000_000_000))}`,
      category: oneOf(`${name} category`, categories),
      state: chance(`${name} new`, 2) === 0 ? states[0] : oneOf(`${name} state`, states),
      logistic: oneOf(`${name} logistic`, logistics),
      quantity: chance(`${name} none`, 6) === 0 ? 0 : stock,
      shipping: [0, 2.9, 4.9, 9.5][chance(`${name} shipping`, 4)]!,
      warranty: chance(`${name} warranty`, 3) === 0 ? null : String(12 * (1 + chance(`${name} months`, 3))),
      volume: chance(`${name} volume`, 4) === 0 ? cents((price / 100) * 0.9) : null,
      created,
      price: price / 100,
      min: Math.round(price * 0.8) / 100,
      max: Math.round(price * 1.25) / 100,
      discount:
        chance(`${name} discount`, 4) === 0
          ? {
              price: Math.round(price * 0.9) / 100,
              from: iso(created + 86_400_000),
              to: chance(`${name} open`, 2) === 0 ? null : iso(created + 60 * 86_400_000),
            }
          : null,
      strategy: chance(`${name} strategy`, 4) === 0 ? null : strategies[chance(`${name} which`, 4)]!.code,
      updated: created + chance(`${name} updated`, 80 * 86_400) * 1_000,
    };
  }).sort((one, other) => one.id - other.id);
}

function shown(offer: Offer): Row {
  const { price, discount, volume } = offer;
  return {
    offer_id: offer.id,
    shop_sku: offer.sku,
    product_title: offer.title,
    product_brand: offer.brand,
    product_references: [{ reference_type: 'EAN', reference: offer.ean }],
    category_code: offer.category.code,
    category_label: offer.category.label,
    state_code: offer.state.code,
    active: offer.quantity > 0,
    inactivity_reasons: offer.quantity > 0 ? [] : ['ZERO_QUANTITY'],
    quantity: offer.quantity,
    currency_iso_code: 'EUR',
    price,
    min_shipping_price: offer.shipping,
    total_price: cents(price + offer.shipping),
    applicable_pricing: {
      channel_code: null,
      price,
      unit_origin_price: price,
      unit_discount_price: discount?.price ?? null,
      volume_prices: [
        { quantity_threshold: 1, unit_origin_price: price },
        ...(volume === null ? [] : [{ quantity_threshold: 5, unit_origin_price: volume }]),
      ],
    },
    discount:
      discount === null
        ? null
        : {
            discount_price: discount.price,
            origin_price: price,
            start_date: discount.from,
            end_date: discount.to,
          },
    price_limits: { min_price: offer.min, max_price: offer.max },
    strategy_code: offer.strategy,
    logistic_class: offer.logistic,
    additional_fields: [
      { code: 'origin', value: offer.state.label },
      ...(offer.warranty === null ? [] : [{ code: 'warranty-months', value: offer.warranty }]),
    ],
    date_created: iso(offer.created),
    last_updated: iso(offer.updated),
  };
}

const refused = (status: number, message: string, headers: Headers = []): Answered =>
  json(status, { message, status }, headers);

const invalid = (errors: readonly Fault[]): Answered =>
  json(400, { message: 'The request is invalid', status: 400, errors });

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = offers();
  const exports = Array.from({ length: 9 }, (_, index): Export => ({
    id: uuid(`offers export ${index}`),
    type: ['OFFERS_PRICES', 'OFFERS_STOCK', 'STRATEGY_RESULTS'][index % 3]!,
    created:
      index < 7
        ? opened - (9 - index) * 86_400_000 - chance(`offers export ${index}`, 40_000) * 1_000
        : opened - 20_000 + (index - 7) * 15_000,
    seconds: 45 + index * 15,
    failed: index === 2,
    lines: 4 + index,
  })).reverse();

  function exportShown({ id, type, created, seconds, failed, lines }: Export): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status = elapsed < 15 ? 'WAITING' : elapsed < seconds ? 'RUNNING' : failed ? 'FAILED' : 'COMPLETE';
    const isOver = elapsed >= seconds;
    return {
      report_id: id,
      type,
      status,
      date_created: iso(created),
      date_completed: isOver ? iso(created + seconds * 1_000) : null,
      lines_count: status === 'COMPLETE' ? lines : 0,
      download_url: status === 'COMPLETE' ? `${run.origin}/exports/${id}.csv` : null,
      error_message: status === 'FAILED' ? 'The export took too long' : null,
    };
  }

  function page(name: string, rows: readonly Row[], { pathname, searchParams: query }: URL): Answered {
    const numbers = { max: 10, offset: 0 };
    const faults: Fault[] = [];
    for (const field of ['max', 'offset'] as const) {
      const text = query.get(field);
      if (text === null) continue;
      const number = Number(text);
      const least = field === 'max' ? 1 : 0;
      if (!/^-?\d+$/.test(text)) {
        faults.push({ field, code: 'TYPE_MISMATCH', message: `'${text}' is not a valid integer` });
      } else if (number < least) {
        faults.push({ field, code: 'MIN', message: `must be greater than or equal to ${least}` });
      } else if (field === 'max' && number > largestMax) {
        faults.push({ field, code: 'MAX', message: `must be less than or equal to ${largestMax}` });
      }
      numbers[field] = number;
    }
    if (faults.length > 0) return invalid(faults);
    const { max, offset } = numbers;
    const link = (rel: string, to: number) => {
      const parameters = new URLSearchParams(query);
      parameters.set('max', String(max));
      parameters.set('offset', String(to));
      return `<${run.origin}${pathname}?${parameters.toString()}>; rel="${rel}"`;
    };
    const links = [
      ...(offset > 0 ? [link('previous', Math.max(0, offset - max))] : []),
      ...(offset + max < rows.length ? [link('next', offset + max)] : []),
    ];
    return json(
      200,
      { [name]: rows.slice(offset, offset + max), total_count: rows.length },
      links.length === 0 ? [] : [['Link', links.join(', ')]],
    );
  }

  function listed(url: URL): Answered {
    const query = url.searchParams;
    const codes = query.getAll('state_codes');
    const active = query.get('active');
    const since = query.get('updated_since');
    const sort = query.get('sort');
    const order = query.get('order') ?? 'asc';
    const faults: Fault[] = [];
    const known = states.map(({ code }): string => code);
    for (const code of codes) {
      if (!known.includes(code)) {
        const message = `'${code}' is not a known state`;
        faults.push({ field: 'state_codes', code: 'UNKNOWN_VALUE', message });
      }
    }
    if (active !== null && active !== 'true' && active !== 'false') {
      const message = `'${active}' is not a valid boolean`;
      faults.push({ field: 'active', code: 'TYPE_MISMATCH', message });
    }
    if (since !== null && Number.isNaN(Date.parse(since))) {
      const message = `'${since}' is not a valid date`;
      faults.push({ field: 'updated_since', code: 'TYPE_MISMATCH', message });
    }
    if (sort !== null && !['price', 'title', 'date_created'].includes(sort)) {
      const message = 'must be one of [price, title, date_created]';
      faults.push({ field: 'sort', code: 'UNKNOWN_VALUE', message });
    }
    if (order !== 'asc' && order !== 'desc') {
      faults.push({ field: 'order', code: 'UNKNOWN_VALUE', message: 'must be one of [asc, desc]' });
    }
    if (faults.length > 0) return invalid(faults);
    const found = all.filter(
      (offer) =>
        (codes.length === 0 || codes.includes(offer.state.code)) &&
        (active === null || offer.quantity > 0 === (active === 'true')) &&
        (since === null || Math.floor(offer.updated / 1_000) * 1_000 >= Date.parse(since)),
    );
    if (sort !== null) {
      const sign = order === 'desc' ? -1 : 1;
      const of = (offer: Offer) =>
        sort === 'price' ? offer.price : sort === 'title' ? offer.title : offer.created;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    return page('offers', found.map(shown), url);
  }

  function priced(offer: Offer, given: Row): Answered {
    const faults: Fault[] = [];
    for (const field of ['min_price', 'max_price']) {
      const value = given[field];
      if (value === undefined || value === null) {
        faults.push({ field, code: 'REQUIRED', message: 'must not be null' });
      } else if (typeof value !== 'number') {
        faults.push({ field, code: 'TYPE_MISMATCH', message: 'must be a number' });
      } else if (value < 0.01) {
        faults.push({ field, code: 'MIN', message: 'must be greater than or equal to 0.01' });
      } else if (cents(value) !== value) {
        faults.push({ field, code: 'DIGITS', message: 'must have at most 2 decimal places' });
      }
    }
    const { discount } = given;
    const reduced = isObject(discount) ? discount.price : undefined;
    if (isObject(discount) && typeof reduced !== 'number') {
      faults.push({ field: 'discount.price', code: 'REQUIRED', message: 'must not be null' });
    }
    if (faults.length > 0) return invalid(faults);
    const [min, max] = [given.min_price as number, given.max_price as number];
    if (min > max) {
      const message = `min_price (${min}) must be lower than or equal to max_price (${max})`;
      return invalid([{ field: 'min_price', code: 'INVALID_RANGE', message }]);
    }
    Object.assign(offer, {
      min,
      max,
      price: Math.min(Math.max(offer.price, min), max),
      updated: run.now(),
    });
    if (discount === null) offer.discount = null;
    if (isObject(discount)) {
      const text = (value: unknown) => (typeof value === 'string' ? value : null);
      offer.discount = {
        price: reduced as number,
        from: text(discount.start_date),
        to: text(discount.end_date),
      };
    }
    return json(200, shown(offer));
  }

  function assigned(offer: Offer, given: Row): Answered {
    const field = 'strategy_code';
    const code = given[field];
    if (code === undefined) return invalid([{ field, code: 'REQUIRED', message: 'must be present' }]);
    if (code !== null && typeof code !== 'string') {
      return invalid([{ field, code: 'TYPE_MISMATCH', message: 'must be a string' }]);
    }
    const strategy = strategies.find((each) => each.code === code);
    if (code !== null && strategy === undefined) {
      return invalid([{ field, code: 'UNKNOWN_VALUE', message: `Strategy with code '${code}' not found` }]);
    }
    if (strategy?.active === false) {
      return invalid([{ field, code: 'INACTIVE', message: `Strategy '${strategy.label}' is not active` }]);
    }
    Object.assign(offer, { strategy: code, updated: run.now() });
    return { status: 204, headers: [], body: '' };
  }

  function answer(request: Asked, url: URL): Answered {
    const [, first, second, third, part, ...more] = url.pathname.split('/');
    if (request.method === 'GET' && first === 'exports') {
      const found = exports.find(({ id }) => second === `${id}.csv`);
      if (found === undefined) return refused(404, 'File not found');
      const lines = all.slice(0, found.lines).map(({ id, sku, min, max }) => `${id};"${sku}";${min};${max}`);
      const body = `"offer-id";"sku";"min-price";"max-price"\n${lines.join('\n')}\n`;
      return { status: 200, headers: [['Content-Type', 'text/csv']], body };
    }
    if (first !== 'v1' || more.length > 0) return refused(404, 'Resource not found');
    if (third === undefined) {
      if (!['listings', 'strategies', 'reports'].includes(second!)) return refused(404, 'Resource not found');
      if (request.method !== 'GET') return refused(405, 'Method Not Allowed');
      if (second === 'listings') return listed(url);
      if (second === 'strategies') return page('strategies', strategies, url);
      const statuses = url.searchParams.getAll('status');
      const rows = exports
        .map(exportShown)
        .filter(({ status }) => statuses.length === 0 || statuses.includes(status as string));
      return page('reports', rows, url);
    }
    if (second !== 'listings' || ![undefined, 'price', 'strategy'].includes(part)) {
      return refused(404, 'Resource not found');
    }
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) return refused(405, 'Method Not Allowed');
    if (!/^\d+$/.test(third)) {
      return invalid([
        { field: 'offer_id', code: 'TYPE_MISMATCH', message: `'${third}' is not a valid integer` },
      ]);
    }
    const offer = all.find(({ id }) => String(id) === third);
    if (offer === undefined) return refused(404, `Offer with identifier '${third}' not found`);
    if (part === undefined) return json(200, shown(offer));
    const given = parsed(request.body);
    if (!isObject(given)) return refused(400, 'The request body is not valid JSON');
    return part === 'price' ? priced(offer, given) : assigned(offer, given);
  }

  let accepted: readonly number[] = [];
  return (request) => {
    if (request.headers['x-api-key'] !== key) return refused(401, 'Unauthorized');
    const now = run.now();
    accepted = accepted.filter((each) => each > now - 1_000);
    if (accepted.length >= perSecond) return refused(429, 'Too Many Requests', [['Retry-After', '1']]);
    accepted = [...accepted, now];
    return answer(request, new URL(request.target, run.origin));
  };
}

/** Asks on until it has as many records as there are. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const name = { listings: 'offers', strategies: 'strategies', reports: 'reports' }[
    target.split(/[/?]/)[2]!
  ]!;
  const rows: Row[] = [];
  for (;;) {
    const joint = target.includes('?') ? '&' : '?';
    const next = rows.length === 0 ? target : `${target}${joint}offset=${rows.length}`;
    const received: Received = await api.ask('GET', next);
    const found = rowsAt(received, name);
    rows.push(...found);
    if (found.length === 0 || rows.length >= Number(at(received, 'total_count'))) return rows;
  }
}

const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);
const price = (
  api: Api,
  id: unknown,
  min_price: unknown,
  max_price?: unknown,
  discount?: unknown,
): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: { min_price, max_price, discount } });
const assign = (api: Api, id: unknown, strategy_code?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_code } });

async function recorded(api: Api): Promise<void> {
  const ids = (await walk(api, '/v1/listings')).map((row) => row.offer_id);
  const codes = (await walk(api, '/v1/strategies')).map((row) => row.code);
  await walk(api, '/v1/listings?max=20');
  await walk(api, '/v1/strategies?max=3');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?max=4');
  for (const index of [0, 4, 11, 23, 35]) await read(api, ids[index]);
  await walk(api, '/v1/listings?state_codes=10');
  await walk(api, '/v1/listings?state_codes=11&max=15');
  await walk(api, '/v1/listings?state_codes=10&state_codes=2&max=25');
  await walk(api, '/v1/listings?active=false');
  await api.ask('GET', '/v1/listings?sort=price&order=desc');
  await api.ask('GET', '/v1/listings?sort=price&max=5');
  await api.ask('GET', '/v1/listings?sort=title&order=asc&max=12');
  await api.ask('GET', '/v1/listings?sort=date_created&order=desc&max=8');
  await walk(api, '/v1/listings?updated_since=2025-09-01T00:00:00Z');
  await walk(api, '/v1/listings?updated_since=2025-03-15T12:00:00Z&max=30');

  await price(api, ids[0], 12.5, 39.9);
  await read(api, ids[0]);
  await price(api, ids[4], 250, 300);
  await read(api, ids[4]);
  await price(api, ids[11], 1, 4.99);
  await price(api, ids[17], 20, 180, {
    price: 19.99,
    start_date: '2026-06-01T00:00:00Z',
    end_date: '2026-06-30T22:00:00Z',
  });
  await read(api, ids[17]);
  await price(api, ids[23], 35.5, 80, { price: 30 });
  await price(api, ids[17], 25, 175, null);
  await read(api, ids[17]);
  await assign(api, ids[0], codes[2]);
  await read(api, ids[0]);
  await assign(api, ids[8], codes[1]);
  await read(api, ids[8]);
  await assign(api, ids[23], null);
  await read(api, ids[23]);
  await walk(api, '/v1/listings?max=24');
  await api.ask('GET', '/v1/listings?updated_since=2026-05-12T08:00:00Z');

  await price(api, ids[30], 50, 40);
  await price(api, ids[31], 9.99, 9.98);
  await price(api, ids[30], undefined, 40);
  await price(api, ids[30], 20);
  await price(api, ids[30], undefined);
  await price(api, ids[30], null, 40);
  await price(api, ids[30], '20', 40);
  await price(api, ids[30], 20, true);
  await price(api, ids[30], 0, 40);
  await price(api, ids[30], -5, -1);
  await price(api, ids[30], 20.125, 40);
  await price(api, ids[30], 20, 40, {});
  await api.ask('PATCH', `/v1/listings/${String(ids[30])}/price`, { text: '{"min_price": 20,' });
  await price(api, 99_999, 20, 40);
  await price(api, 'first', 20, 40);
  await read(api, 99_998);
  await read(api, 'SKU-1');
  await assign(api, ids[30], 'CHEAPEST');
  await assign(api, ids[30], 'WHATEVER');
  await assign(api, ids[30], 'SEASON_END');
  await assign(api, ids[30], 12);
  await assign(api, ids[30]);
  await assign(api, 99_997, codes[0]);
  for (const query of [
    'max=0',
    'max=101',
    'max=all',
    'offset=-1',
    'offset=500',
    'state_codes=77',
    'active=maybe',
    'updated_since=yesterday',
    'sort=stock',
    'sort=price&order=up',
    'colour=red&max=2',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?max=200');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(ids[30])}`);
  await api.ask('GET', '/v1/listings?max=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?max=3', { headers: { 'X-API-KEY': 'not-the-key' } });
  await api.ask('GET', '/v1/reports?status=RUNNING&status=WAITING');
  api.wait(120_000);
  await api.ask('GET', '/v1/reports?status=RUNNING&status=WAITING');
  await api.ask('GET', '/v1/reports?status=FAILED');
  api.wait(600_000);
  const runs = await walk(api, '/v1/reports?status=COMPLETE');
  for (const index of [0, 3]) {
    const link = runs[index]?.download_url;
    if (typeof link === 'string') await api.ask('GET', link);
  }
  for (let sent = 0; sent < 11; sent += 1) await api.ask('GET', '/v1/strategies?max=2', { atOnce: true });
  api.wait(1_500);
  await api.ask('GET', '/v1/strategies?max=1');
}

async function another(api: Api): Promise<void> {
  await api.ask('GET', '/v1/listings');
  const ids = (await walk(api, '/v1/listings?max=16')).map((row) => row.offer_id);
  const codes = (await walk(api, '/v1/strategies?max=4')).map((row) => row.code);
  await walk(api, '/v1/reports?max=5');
  for (const index of [2, 9, 20]) await read(api, ids[index]);
  await walk(api, '/v1/listings?state_codes=2');
  await walk(api, '/v1/listings?state_codes=11&state_codes=2&max=18');
  await api.ask('GET', '/v1/listings?active=true&max=50');
  await api.ask('GET', '/v1/listings?sort=price&order=asc&max=7');
  await api.ask('GET', '/v1/listings?sort=title&order=desc&max=6');
  await walk(api, '/v1/listings?updated_since=2025-06-10T00:00:00Z');

  await price(api, ids[2], 15, 44.95);
  await read(api, ids[2]);
  await price(api, ids[9], 300, 410.5);
  await read(api, ids[9]);
  await price(api, ids[13], 18.5, 160, {
    price: 17.5,
    start_date: '2026-07-01T00:00:00Z',
    end_date: '2026-07-31T22:00:00Z',
  });
  await read(api, ids[13]);
  await price(api, ids[13], 20, 150, null);
  await assign(api, ids[20], codes[3]);
  const changed = await read(api, ids[20]);
  await assign(api, ids[2], codes[0]);
  await api.ask('GET', '/v1/listings?max=40');
  await api.ask('GET', `/v1/listings?updated_since=${textIfAny(changed, 'last_updated')!}`);

  await price(api, ids[28], 70, 65.5);
  await price(api, ids[28], undefined, 12);
  await price(api, ids[28], 15);
  await price(api, ids[28], 15, null);
  await price(api, ids[28], 'low', 60);
  await price(api, ids[28], 15, -2);
  await price(api, ids[28], 15, 60.999);
  await price(api, ids[28], 'low', 'high');
  await api.ask('PATCH', `/v1/listings/${String(ids[28])}/price`, { text: 'min_price=3' });
  await price(api, 88_888, 20, 40);
  await read(api, 88_887);
  await read(api, 'offer');
  await assign(api, ids[28], 'RANDOM');
  await assign(api, ids[28], true);
  await assign(api, 88_886, codes[0]);
  for (const query of [
    'max=-4',
    'max=250',
    'max=ten',
    'offset=-20',
    'offset=900',
    'state_codes=5',
    'sort=age',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/strategies?max=0');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/listings?max=4', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/reports?max=2', { headers: { 'X-API-KEY': 'wrong-again' } });
  // Of a kind that was not recorded.
  await api.ask('GET', '/v1/listings?max=0&offset=-1');
  await api.ask('GET', '/v1/listings?state_codes=11&sort=price&order=desc&max=9');
  api.wait(900_000);
  const last = await api.ask('GET', '/v1/reports?status=COMPLETE&max=20');
  const link = at(last, 'reports', 1, 'download_url');
  if (typeof link === 'string') await api.ask('GET', link);
}

export const sellerOffers: WalkedService = {
  name: 'seller-offers',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['max=3', 'max=7', 'max=100'],
  walk,
};
