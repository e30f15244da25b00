// A booking platform's API for suppliers of tours and activities: every answer begins with the status of its request (whether it
// went well, the version, an error with a code and a sentence or a warning), beside it a list under its own name or one thing.
// Pages by limit and offset that tell neither a total nor whether there is more, sizes that are cut down with a warning; codes of
// letters and digits as ids of products, whole numbers as those of rates; options with a price for each kind of guest, amounts as
// JSON numbers, moments in UTC and at the place of the tour without an offset; what is not set is left out. One product alone
// tells its next session as well. Filters by members and ranges, an order by a word in capitals and a direction; strangers passed
// over. A price is answered by the whole product, a rate by the rate with all that it holds, or by the status alone where it is
// taken away. Refusals join all that is wrong with a body in one sentence; what a product's state forbids is 406, and so many
// requests are allowed in any one second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { chance, hurry, isObject, oneOf, pastMoment, rowsAt } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'a81c4e1f3f7b4c0bb2d95c6d7e0f9a35';
const perSecond = 10;
const largestPage = 50;
const largestPrice = 50_000;
const signs = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const local = (milliseconds: number, hours: number) =>
  new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const zones = [
  { timezone: 'Australia/Brisbane', hours: 10, city: 'Cairns', countryCode: 'AU' },
  { timezone: 'Asia/Singapore', hours: 8, city: 'Singapore', countryCode: 'SG' },
  { timezone: 'Pacific/Guadalcanal', hours: 11, city: 'Honiara', countryCode: 'SB' },
] as const;
const types = ['DAYTOUR', 'ACTIVITY', 'ATTRACTION', 'RENTAL'] as const;
const modes = ['INVENTORY', 'DATE_ENQUIRY', 'NO_DATE'] as const;
const reportTypes = ['MANIFEST', 'BOOKINGS', 'PRICES'] as const;
const reportStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;

interface Product {
  readonly code: string;
  readonly internal: string;
  readonly name: string;
  readonly short: string;
  readonly type: (typeof types)[number];
  readonly mode: (typeof modes)[number];
  readonly zone: (typeof zones)[number];
  readonly tags: readonly string[];
  readonly minutes: number;
  readonly notice: number;
  readonly most: number;
  readonly isArchived: boolean;
  readonly option: number;
  readonly created: number;
  /** In cents, of an adult; a child goes for less. */
  price: number;
  min: number | undefined;
  max: number | undefined;
  rate: number | undefined;
  updated: number;
}

const rates = [
  { name: 'Resellers 20 %', type: 'COMMISSION', percent: 20, needsMin: true, isActive: true },
  { name: 'Concierge desks', type: 'COMMISSION', percent: 12.5, needsMin: false, isActive: true },
  { name: 'Last minute', type: 'DYNAMIC', percent: undefined, needsMin: true, isActive: true },
  { name: 'Winter net rates', type: 'NET', percent: undefined, needsMin: false, isActive: false },
  { name: 'Partners', type: 'NET', percent: undefined, needsMin: false, isActive: true },
].map((one, index) => ({ ...one, id: 2_301 + index * 19, created: pastMoment(`status rate ${index}`) }));

function products(): Product[] {
  const what = [
    'Reef Snorkel',
    'Night Kayak',
    'Rainforest Walk',
    'Harbour Cruise',
    'Bike Hire',
    'Food Trail',
  ];
  const how = ['Sunrise', 'Private', 'Family', 'Half-Day', 'Guided', 'Discovery', 'Express'];
  return Array.from({ length: 58 }, (_, index): Product => {
    const seed = `status ${index}`;
    const price = 1_500 + chance(`${seed} price`, 340) * 50;
    const created = pastMoment(seed);
    const hasMin = chance(`${seed} min`, 3) > 0;
    return {
      code: `P${scrambled(seed, 5, signs)}`,
      internal: `T-${100 + index}`,
      name: `${oneOf(`${seed} how`, how)} ${oneOf(`${seed} what`, what)}`,
      short: `${oneOf(`${seed} how`, how)} with a small group.`,
      type: oneOf(`${seed} type`, types),
      mode: oneOf(`${seed} mode`, modes),
      zone: oneOf(`${seed} zone`, zones),
      tags: ['water', 'family', 'wheelchair', 'indoor'].filter((tag) => chance(`${seed} ${tag}`, 3) === 0),
      minutes: 60 + 30 * chance(`${seed} minutes`, 14),
      notice: oneOf(`${seed} notice`, [0, 60, 120, 1_440]),
      most: 4 + chance(`${seed} most`, 20),
      isArchived: chance(`${seed} archived`, 12) === 0,
      option: 88_000 + index * 4,
      created,
      price,
      min: hasMin ? Math.round(price * 0.8) : undefined,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.5) : undefined,
      rate: hasMin && chance(`${seed} rate`, 2) > 0 ? rates[[0, 1, 2, 4][chance(seed, 4)]!]!.id : undefined,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = String(code);
  }
}

const version = 'v1';

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = products();
  const reports = Array.from({ length: 14 }, (_, index) => ({
    id: `RP${scrambled(`status report ${index}`, 6, signs)}`,
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 22_000 * (index + 1)
        : opened - index * 54_000_000 - chance(`status report ${index}`, 40_000) * 1_000,
    seconds: 110 + index * 10,
    fails: index === 3 || index === 8,
    rows: 12 + chance(`status report rows ${index}`, 700),
  }));
  const recent: number[] = [];

  const well = (body: Row = {}, warning?: Row): Answered =>
    json(200, { requestStatus: { success: true, version, ...(warning && { warning }) }, ...body });

  const productShown = (one: Product): Row => ({
    productType: one.type,
    name: one.name,
    shortDescription: one.short,
    productCode: one.code,
    internalCode: one.internal,
    supplierId: 7_214,
    timezone: one.zone.timezone,
    advertisedPrice: one.price / 100,
    priceOptions: [
      { id: one.option, label: 'Adult', price: one.price / 100, seatsUsed: 1 },
      ...(one.type === 'RENTAL'
        ? []
        : [{ id: one.option + 1, label: 'Child', price: Math.round(one.price * 0.6) / 100, seatsUsed: 1 }]),
    ],
    currency: 'AUD',
    ...(one.min !== undefined && { minPrice: one.min / 100 }),
    ...(one.max !== undefined && { maxPrice: one.max / 100 }),
    ...(one.rate !== undefined && { rateId: one.rate }),
    quantityRequiredMin: 1,
    quantityRequiredMax: one.most,
    durationMinutes: one.minutes,
    minimumNoticeMinutes: one.notice,
    bookingMode: one.mode,
    archived: one.isArchived,
    tags: one.tags,
    dateCreated: moment(one.created),
    dateUpdated: moment(one.updated),
  });

  function productAlone(one: Product): Row {
    const { hours, city, countryCode } = one.zone;
    const begins = Math.ceil(opened / 86_400_000) * 86_400_000 + chance(one.code, 12) * 1_800_000;
    const ends = begins + one.minutes * 60_000;
    return {
      ...productShown(one),
      locationAddress: { city, countryCode },
      ...(one.mode === 'INVENTORY' && {
        nextSession: {
          id: one.option * 7,
          startTime: moment(begins),
          endTime: moment(ends),
          startTimeLocal: local(begins, hours),
          endTimeLocal: local(ends, hours),
          allDay: false,
          seats: one.most,
          seatsAvailable: chance(`${one.code} seats`, one.most + 1),
        },
      }),
    };
  }

  const rateShown = ({
    id,
    name,
    type,
    percent,
    needsMin,
    isActive,
    created,
  }: (typeof rates)[number]): Row => ({
    rateId: id,
    name,
    rateType: type,
    ...(percent !== undefined && { commissionPercent: percent }),
    minPriceRequired: needsMin,
    active: isActive,
    productRates: all.filter(({ rate }) => rate === id).map(({ code }) => ({ productCode: code })),
    dateCreated: moment(created),
  });

  const statusOf = ({ created, seconds, fails }: (typeof reports)[number]) => {
    const elapsed = (run.now() - created) / 1_000;
    return elapsed < 35 ? 'PENDING' : elapsed < seconds ? 'PROCESSING' : fails ? 'FAILED' : 'COMPLETED';
  };

  function reportShown(one: (typeof reports)[number]): Row {
    const status = statusOf(one);
    const finished = one.created + one.seconds * 1_000;
    const isOver = status === 'COMPLETED' || status === 'FAILED';
    return {
      reportId: one.id,
      reportType: one.type,
      status,
      dateCreated: moment(one.created),
      dateCreatedLocal: local(one.created, 10),
      ...(isOver && { dateCompleted: moment(finished) }),
      ...(status === 'FAILED' && { failure: 'The report could not be generated.' }),
      ...(status === 'COMPLETED' && {
        rows: one.rows,
        downloadUrl: `${run.origin}/downloads/${one.id}.csv?token=${scrambled(`status ${run.run} ${one.id}`, 24, hex)}`,
      }),
    };
  }

  const parameter = (query: URLSearchParams, name: string, form: RegExp): string | undefined => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!form.test(text)) throw new Refusal(400, 10, `Invalid value '${text}' for parameter '${name}'.`);
    return text;
  };
  const numberOf = (query: URLSearchParams, name: string, form = /^-?\d+$/): number | undefined => {
    const text = parameter(query, name, form);
    return text === undefined ? undefined : Number(text);
  };
  const momentOf = (query: URLSearchParams, name: string): number | undefined => {
    const text = parameter(query, name, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    return text === undefined ? undefined : Date.parse(text);
  };
  const wordOf = (query: URLSearchParams, name: string, words: readonly string[]) =>
    parameter(query, name, new RegExp(`^(?:${words.join('|')})$`));
  const flagOf = (query: URLSearchParams, name: string): boolean | undefined => {
    const text = parameter(query, name, /^(?:true|false)$/);
    return text === undefined ? undefined : text === 'true';
  };

  function paged<Each>(
    query: URLSearchParams,
    name: string,
    found: readonly Each[],
    shown: (one: Each) => Row,
  ): Answered {
    const [limit, offset] = [numberOf(query, 'limit') ?? 20, numberOf(query, 'offset') ?? 0];
    if (limit < 1) throw new Refusal(400, 10, "The parameter 'limit' must be positive.");
    if (offset < 0) throw new Refusal(400, 10, "The parameter 'offset' must not be negative.");
    const warning =
      limit > largestPage
        ? {
            warningCode: '21',
            warningMessage: `The limit ${limit} exceeds the maximum, ${largestPage} is used.`,
          }
        : undefined;
    const page = found.slice(offset, offset + Math.min(limit, largestPage));
    return well({ [name]: page.map(shown) }, warning);
  }

  const orders: Readonly<Record<string, (one: Product) => string | number>> = {
    NAME: ({ name }) => name,
    PRICE: ({ price }) => price,
    DATE_UPDATED: ({ updated }) => updated,
  };

  function productsListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const type = wordOf(query, 'productType', types);
    const rate = numberOf(query, 'rateId');
    const [low, high] = [
      numberOf(query, 'minPrice', /^\d+(\.\d+)?$/),
      numberOf(query, 'maxPrice', /^\d+(\.\d+)?$/),
    ];
    const since = momentOf(query, 'updatedSince');
    const isArchived = flagOf(query, 'archived');
    const tag = query.get('tag');
    const words = (query.get('search') ?? '').toLowerCase();
    const order = orders[wordOf(query, 'orderBy', Object.keys(orders)) ?? ''];
    const sign = flagOf(query, 'ascending') === false ? -1 : 1;
    const found = all
      .filter(
        (one) =>
          (type === undefined || one.type === type) &&
          (rate === undefined || one.rate === rate) &&
          (low === undefined || one.price >= low * 100) &&
          (high === undefined || one.price <= high * 100) &&
          (since === undefined || one.updated >= since) &&
          (isArchived === undefined || one.isArchived === isArchived) &&
          (tag === null || one.tags.includes(tag)) &&
          (one.name.toLowerCase().includes(words) || one.code.toLowerCase() === words),
      )
      .sort((one, other) => {
        const [left, right] = [order?.(one) ?? 0, order?.(other) ?? 0];
        return left === right ? 0 : left < right ? -sign : sign;
      });
    return paged(query, 'products', found, productShown);
  }

  function reportsListed(request: Asked): Answered {
    const { query } = targetOf(request);
    const [status, type] = [
      wordOf(query, 'status', reportStatuses),
      wordOf(query, 'reportType', reportTypes),
    ];
    const [from, to] = [momentOf(query, 'minDateCreated'), momentOf(query, 'maxDateCreated')];
    const found = reports.filter(
      (one) =>
        (status === undefined || statusOf(one) === status) &&
        (type === undefined || one.type === type) &&
        (from === undefined || one.created >= from) &&
        (to === undefined || one.created <= to),
    );
    return paged(query, 'reports', found, reportShown);
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 11, 'The request body could not be read: malformed JSON.');
    if (!isObject(sent.json))
      throw new Refusal(400, 11, 'The request body could not be read: an object is expected.');
    return sent.json;
  }

  /** What a body sends as a price: cents, null to take it away, undefined where it does not say. */
  function priceIn(body: Row, name: string, faults: string[]): number | null | undefined {
    const value = body[name];
    if (value === undefined || value === null) return value;
    const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number') {
      throw new Refusal(400, 11, `The request body could not be read: ${name} is not a decimal number.`);
    }
    if (number <= 0) faults.push(`${name} must be greater than 0`);
    else if (number > largestPrice) faults.push(`${name} must be less than or equal to ${largestPrice}`);
    else if (Math.abs(number * 100 - Math.round(number * 100)) > 1e-6) {
      faults.push(`${name} must have at most 2 decimals`);
    }
    return Math.round(number * 100);
  }

  function priced(one: Product, request: Asked): Answered {
    const body = bodyIn(request);
    const faults: string[] = [];
    const [min, max] = [priceIn(body, 'minPrice', faults), priceIn(body, 'maxPrice', faults)];
    if (min === undefined && max === undefined) faults.push('minPrice or maxPrice is required');
    if (faults.length > 0) throw new Refusal(400, 12, `${faults.join('; ')}.`);
    if (one.isArchived) throw new Refusal(406, 20, `Product ${one.code} is archived and cannot be changed.`);
    const low = min === undefined ? one.min : (min ?? undefined);
    const high = max === undefined ? one.max : (max ?? undefined);
    if (low !== undefined && high !== undefined && low > high) {
      throw new Refusal(406, 22, `The minimum price ${low / 100} exceeds the maximum price ${high / 100}.`);
    }
    const rate = rates.find(({ id, needsMin }) => id === one.rate && needsMin);
    if (low === undefined && rate !== undefined) {
      throw new Refusal(406, 23, `Rate ${rate.id} requires a minimum price.`);
    }
    [one.min, one.max] = [low, high];
    one.price = Math.min(Math.max(one.price, low ?? 0), high ?? Infinity);
    one.updated = run.now();
    return well({ product: productAlone(one) });
  }

  function rated(one: Product, request: Asked): Answered {
    const { rateId: id } = bodyIn(request);
    if (id === undefined) throw new Refusal(400, 12, 'rateId is required.');
    const text = typeof id === 'string' ? id : JSON.stringify(id);
    if (id !== null && !/^\d+$/.test(text)) {
      throw new Refusal(400, 11, 'The request body could not be read: rateId is not a whole number.');
    }
    if (one.isArchived) throw new Refusal(406, 20, `Product ${one.code} is archived and cannot be changed.`);
    const rate = id === null ? undefined : rates.find((each) => each.id === Number(text));
    if (id !== null && rate === undefined) throw new Refusal(404, 4, `Rate ${text} not found.`);
    if (rate?.isActive === false) throw new Refusal(406, 24, `Rate ${rate.id} is not active.`);
    if (rate?.needsMin === true && one.min === undefined) {
      throw new Refusal(406, 23, `Rate ${rate.id} requires a minimum price.`);
    }
    one.rate = rate?.id;
    one.updated = run.now();
    return rate === undefined ? well() : well({ rate: rateShown(rate) });
  }

  function answered(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [first, kind, id, part, ...more] = steps;
    const isKnown =
      first === 'v1' &&
      more.length === 0 &&
      (part === undefined
        ? ['listings', 'strategies', 'reports'].includes(kind ?? '')
        : kind === 'listings' && ['price', 'strategy'].includes(part));
    if (!isKnown) throw new Refusal(404, 5, `No service found for ${path}.`);
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, 6, `Request method '${request.method}' is not supported.`);
    }
    if (kind === 'listings') {
      if (id === undefined) return productsListed(request);
      const one = all.find(({ code }) => code === id);
      if (one === undefined) throw new Refusal(404, 3, `Product ${id} not found.`);
      if (part === undefined) return well({ product: productAlone(one) });
      return part === 'price' ? priced(one, request) : rated(one, request);
    }
    if (kind === 'strategies') {
      if (id !== undefined) {
        const one = rates.find((each) => String(each.id) === id);
        if (one === undefined) throw new Refusal(404, 4, `Rate ${id} not found.`);
        return well({ rate: rateShown(one) });
      }
      const active = flagOf(query, 'active');
      const found = rates.filter((one) => active === undefined || one.isActive === active);
      return paged(query, 'rates', found, rateShown);
    }
    if (id === undefined) return reportsListed(request);
    const one = reports.find((each) => each.id === id);
    if (one === undefined) throw new Refusal(404, 7, `Report ${id} not found.`);
    return well({ report: reportShown(one) });
  }

  return (request) => {
    try {
      const sent = request.headers['x-api-key'];
      if (sent === undefined) throw new Refusal(401, 1, 'An API key is required.');
      if (sent !== key) throw new Refusal(403, 2, 'The API key is invalid.');
      const now = run.now();
      while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
      if (recent.length >= perSecond) throw new Refusal(429, 9, 'The request rate limit is exceeded.');
      recent.push(now);
      return answered(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, {
        requestStatus: {
          success: false,
          error: { errorCode: error.code, errorMessage: error.message },
          version,
        },
      });
    }
  };
}

/** Goes on until a page is not full; the size is the one that was asked for, or that of the first page. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [path, asked] = target.split('?') as [string, string?];
  let size: number | undefined;
  for (;;) {
    const query = new URLSearchParams(asked);
    if (rows.length > 0) query.set('offset', String(rows.length));
    const text = query.toString();
    const received = await api.ask('GET', text === '' ? path : `${path}?${text}`);
    const page = ['products', 'rates', 'reports'].flatMap((name) => rowsAt(received, name));
    rows.push(...page);
    size ??= page.length;
    if (page.length === 0 || page.length < size) return rows;
  }
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, rateId: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { rateId } });

interface Ids {
  /** Of products that can be changed, with and without a lower bound, and of those that are archived. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly archived: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const open = rows.filter(({ archived }) => archived === false);
  const code = (row: Row) => row.productCode;
  return {
    bounded: open.filter(({ minPrice }) => minPrice !== undefined).map(code),
    unbounded: open.filter(({ minPrice }) => minPrice === undefined).map(code),
    archived: rows.filter(({ archived }) => archived === true).map(code),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, archived } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ rateId }) => rateId);
  const runs = (await walk(api, '/v1/reports?limit=6')).map(({ reportId }) => reportId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=10&offset=10');
  await get('limit=5&offset=55');
  await get('limit=200');
  await get('offset=300');
  await get('productType=DAYTOUR&limit=50');
  await get('productType=RENTAL');
  await get('archived=true');
  await get('archived=false&productType=ACTIVITY');
  await get(`rateId=${String(plans[0])}`);
  await get('minPrice=100&limit=30');
  await get('minPrice=40.50&maxPrice=80');
  await get('tag=water&limit=6');
  await get('search=kayak');
  await get(`search=${String(bounded[3])}`);
  await get('search=nothinglikethis');
  await get('updatedSince=2025-06-01T00:00:00Z');
  await get('orderBy=PRICE&limit=15');
  await get('orderBy=PRICE&ascending=false&limit=8');
  await get('orderBy=NAME&ascending=true&limit=5');
  await get('orderBy=DATE_UPDATED&ascending=false&limit=4');
  await get('colour=red&limit=3');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?status=COMPLETED&limit=4');
  await api.ask('GET', '/v1/reports?reportType=MANIFEST');
  for (const index of [0, 3, 8, 14]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', archived[0]);
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  await price(api, bounded[0], { minPrice: 12.5, maxPrice: 310 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { maxPrice: 420.15 });
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], { maxPrice: null });
  await read(api, 'listings', bounded[8]);
  await price(api, unbounded[0], { minPrice: '9.75' });
  await read(api, 'listings', unbounded[0]);
  await price(api, bounded[14], { minPrice: 240, maxPrice: 400 });
  await assign(api, bounded[0], plans[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], plans[2]);
  await read(api, 'strategies', plans[2]);
  await assign(api, bounded[8], null);
  await read(api, 'listings', bounded[8]);
  await get(`rateId=${String(plans[1])}`);
  await get('orderBy=DATE_UPDATED&ascending=false&limit=6');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?limit=3');

  await read(api, 'listings', 'PXXXX1');
  await read(api, 'listings', 'kayak');
  await read(api, 'strategies', 99);
  await read(api, 'reports', 'RPXXXXX1');
  await price(api, 'PXXXX2', { minPrice: 3 });
  await price(api, bounded[6], { minPrice: 30, maxPrice: 20 });
  await price(api, bounded[7], { minPrice: 99.99, maxPrice: 99.98 });
  await price(api, bounded[6], { minPrice: 'cheap' });
  await price(api, bounded[6], { maxPrice: true });
  await price(api, bounded[6], { minPrice: -4 });
  await price(api, bounded[6], { minPrice: 0, maxPrice: 2_000_000 });
  await price(api, bounded[6], { maxPrice: 12.345 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { colour: 'red' });
  await price(api, bounded[6], [1]);
  await price(api, bounded[3], { minPrice: null });
  await price(api, archived[0], { minPrice: 5 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"minPrice": ' });
  await assign(api, bounded[6], 9_998);
  await assign(api, bounded[6], plans[3]);
  await assign(api, bounded[6], 'best');
  await assign(api, unbounded[1], plans[0]);
  await assign(api, archived[0], plans[4]);
  await assign(api, 'PXXXX3', plans[0]);
  await assign(api, bounded[6], undefined);
  await get('limit=0');
  await get('limit=ten');
  await get('offset=-1');
  await get('productType=CRUISE');
  await get('orderBy=COLOUR');
  await get('minPrice=cheap');
  await get('updatedSince=monday');
  await get('archived=maybe');
  await get('rateId=best');
  await api.ask('GET', '/v1/reports?status=LOST');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': '00000000000000000000000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?limit=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=5');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, archived } = idsOf(await walk(api, '/v1/listings?limit=25'));
  const plans = (await walk(api, '/v1/strategies?limit=3')).map(({ rateId }) => rateId);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ reportId }) => reportId);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=7&offset=21');
  await get('limit=75&offset=20');
  await get('offset=120&limit=4');
  await get('productType=ATTRACTION');
  await get('productType=ACTIVITY&limit=3&offset=3');
  await get('archived=true&limit=2');
  await get(`rateId=${String(plans[2])}`);
  await get('maxPrice=55');
  await get('minPrice=120.25&orderBy=PRICE&limit=10');
  await get('tag=family');
  await get('search=CRUISE');
  await get('search=zzz');
  await get('updatedSince=2025-03-15T12:00:00Z&limit=12');
  await get('orderBy=NAME&ascending=false&limit=6');
  await get('orderBy=DATE_UPDATED&limit=4');
  await get('shape=round&limit=2');
  await api.ask('GET', '/v1/strategies?active=false');
  await api.ask('GET', '/v1/reports?status=FAILED');
  await api.ask('GET', '/v1/reports?reportType=PRICES&limit=2');
  for (const index of [1, 5, 11, 17]) await read(api, 'listings', bounded[index]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[8]);

  await price(api, bounded[1], { minPrice: 8.25, maxPrice: 333 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { maxPrice: '601.20' });
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[2], { minPrice: 14, maxPrice: null });
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[1], plans[4]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[11], null);
  await get(`rateId=${String(plans[4])}&limit=5`);

  await read(api, 'listings', 'PZZZZ7');
  await read(api, 'strategies', 41);
  await read(api, 'reports', 'last');
  await price(api, 'PZZZZ8', { maxPrice: 30 });
  await price(api, bounded[9], { minPrice: 71.2, maxPrice: 70 });
  await price(api, bounded[9], { maxPrice: 'lots' });
  await price(api, bounded[9], { minPrice: -0.5, maxPrice: 60_000 });
  await price(api, bounded[9], { maxPrice: 0 });
  await price(api, bounded[10], { minPrice: 1.001 });
  await price(api, bounded[10], {});
  await price(api, archived[1], { maxPrice: 800 });
  await assign(api, bounded[9], 4_000);
  await assign(api, bounded[10], plans[3]);
  await assign(api, bounded[9], 'partners');
  await assign(api, unbounded[3], plans[2]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[9])}/strategy`, { text: '{"rateId"' });
  await get('limit=-3');
  await get('offset=lots');
  await get('productType=tour');
  await get('orderBy=SIZE');
  await get('maxPrice=dear');
  await get('updatedSince=soon');
  await api.ask('GET', '/v1/strategies?active=perhaps');
  await api.ask('GET', '/v1/reports?limit=none');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const requestStatuses: WalkedService = {
  name: 'request-statuses',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7&offset=0', 'limit=50'],
  walk,
};
