// A European marketplace's API for sellers: media types of the vendor with a version, lists with limit, offset, count and
// totalCount, report runs by `page` alone until an empty one, money as {amount: "12.30", currency}, what a publication is
// about as an object of its own, filters named by the path to a member, changes that are taken in as processes (202) and seen
// a moment later, and errors with a code, a path, a message for users and metadata.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'sel.7c1e5b0f94d24a6aa3f8d2b61e90';
const mediaType = 'application/vnd.halvik.seller.v2+json';
const burst = 9;
const largestLimit = 60;
const runsOnPage = 5;
const currency = 'EUR';

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly externalId: string | null;
  readonly price: number;
  readonly available: number;
  readonly sold: number;
  readonly status: string;
  readonly started: number | null;
  readonly ended: number | null;
  readonly created: number;
  minimal: number | null;
  maximal: number | null;
  rule: string | null;
  updated: number;
}

interface ReportRun {
  readonly id: string;
  readonly type: string;
  readonly requested: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** A change that was taken in. */
interface Process {
  readonly id: string;
  readonly offer: Offer;
  readonly event: string;
  readonly description: string;
  readonly created: number;
  readonly changes: Partial<Offer>;
  done: boolean;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly path: string | null;
  readonly userMessage: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface MoreOfFault {
  readonly path?: string;
  readonly details?: string;
  readonly user?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const fault = (
  code: string,
  message: string,
  { path, details, user, metadata }: MoreOfFault = {},
): Fault => ({
  code,
  message,
  details: details ?? null,
  path: path ?? null,
  userMessage: user ?? message,
  metadata: metadata ?? {},
});

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Headers;

  constructor(status: number, faults: readonly Fault[], headers: Headers = []) {
    super(`refused with ${status}`);
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

const statuses = ['INACTIVE', 'ACTIVATING', 'ACTIVE', 'ENDED'];
const categories = ['257933', '11763', '86403', '300421'];

/** How long a change is under way, in milliseconds. */
const processing = 1_500;

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const time = (moment: number): string => new Date(moment).toISOString();
const timeIfAny = (moment: number | null): string | null => (moment === null ? null : time(moment));
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const money = (cents: number): Row => ({ amount: decimal(cents), currency });
const moneyIfAny = (cents: number | null): Row | null => (cents === null ? null : money(cents));

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const rules = [
    'Follow the lowest',
    'Stay in the middle',
    'Clear the shelf',
    'Evening offers',
    'Fixed margin',
  ].map((name, index) => ({
    id: uuid(`process rule ${index}`),
    name,
    type: oneOf(`process rule ${name}`, ['MATCH_LOWEST', 'MARGIN', 'SCHEDULE']),
    active: index !== 3,
    configuration: index % 2 === 0 ? { changeBy: money(5 + chance(`process step ${name}`, 200)) } : null,
    createdAt: time(pastMoment(`process rule ${name}`)),
  }));
  const offers = Array.from({ length: 57 }, (_, index): Offer => {
    const name = `process ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    const status = oneOf(`${name} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'ENDED']);
    const started = status === 'INACTIVE' ? null : created + chance(`${name} started`, 86_400) * 1_000;
    const bounded = chance(`${name} bounded`, 3) > 0;
    return {
      id: String(12_300_000_000 + chance(`${name} id`, 999_999_999)),
      name: title,
      category: oneOf(`${name} category`, categories),
      externalId: chance(`${name} external`, 5) > 0 ? sku : null,
      price,
      available: status === 'ENDED' ? 0 : stock,
      sold: chance(`${name} sold`, 60),
      status,
      started,
      ended: status === 'ENDED' ? started! + 30 * 86_400_000 : null,
      created,
      minimal: bounded ? Math.round(price * 0.85) : null,
      maximal: bounded ? Math.round(price * 1.3) : null,
      rule: bounded && chance(`${name} ruled`, 2) > 0 ? oneOf(`${name} rule`, rules).id : null,
      updated: created + chance(`${name} updated`, 40 * 86_400) * 1_000,
    };
  });
  const runs = Array.from({ length: 13 }, (_, index): ReportRun => ({
    id: uuid(`process run ${index}`),
    type: oneOf(`process run ${index}`, ['OFFERS', 'SALES', 'PRICE_HISTORY']),
    requested:
      index < 11
        ? pastMoment('process runs') + index * 3 * 86_400_000
        : opened - 25_000 + (index - 11) * 18_000,
    seconds: 50 + index * 7,
    fails: index === 4,
  })).reverse();

  const processes: Process[] = [];
  let number = 4_810_000 + run.run * 977;

  const summary = (offer: Offer): Row => ({
    id: offer.id,
    name: offer.name,
    category: { id: offer.category },
    external: offer.externalId === null ? null : { id: offer.externalId },
    sellingMode: { format: 'BUY_NOW', price: money(offer.price) },
    priceAutomation: {
      minPrice: moneyIfAny(offer.minimal),
      maxPrice: moneyIfAny(offer.maximal),
      rule: offer.rule === null ? null : { id: offer.rule },
    },
    stock: { available: offer.available, sold: offer.sold },
    publication: {
      status: offer.status,
      startedAt: timeIfAny(offer.started),
      endedAt: timeIfAny(offer.ended),
    },
  });
  const whole = (offer: Offer): Row => ({
    ...summary(offer),
    createdAt: time(offer.created),
    updatedAt: time(offer.updated),
  });
  const runView = (one: ReportRun): Row => {
    const elapsed = (run.now() - one.requested) / 1_000;
    const ended = elapsed >= one.seconds;
    const status = elapsed < 15 ? 'NEW' : !ended ? 'IN_PROGRESS' : one.fails ? 'FAILED' : 'FINISHED';
    return {
      id: one.id,
      type: one.type,
      status,
      requestedAt: time(one.requested),
      finishedAt: ended ? time(one.requested + one.seconds * 1_000) : null,
      file: status === 'FINISHED' ? { url: `${run.origin}/files/${one.id}.csv`, format: 'CSV' } : null,
    };
  };
  const processView = (process: Process): Row => ({
    processStatusId: process.id,
    entityId: process.offer.id,
    eventType: process.event,
    description: process.description,
    status: process.done ? 'SUCCESS' : 'PENDING',
    createTimestamp: time(process.created),
    links: [{ rel: 'self', href: `${run.origin}/v1/process-status/${process.id}`, method: 'GET' }],
  });

  /** A parameter that is a whole number. */
  function countOf(
    query: URLSearchParams,
    name: string,
    usual: number,
    least: number,
    most?: number,
  ): number {
    const text = query.get(name);
    if (text === null) return usual;
    if (!/^-?\d+$/.test(text)) {
      const message = `Parameter '${name}' has wrong type: '${text}' is not an integer`;
      throw new Refusal(400, [fault('ParameterTypeMismatch', message, { path: name })]);
    }
    const value = Number(text);
    if (value >= least && (most === undefined || value <= most)) return value;
    const message =
      most === undefined
        ? `must be greater than or equal to ${least}`
        : `must be between ${least} and ${most}`;
    throw new Refusal(400, [
      fault('ConstraintViolation', message, {
        path: name,
        user: `The value of ${name} is not allowed.`,
        metadata: { rejectedValue: text },
      }),
    ]);
  }

  function offersListed(query: URLSearchParams): Answered {
    const limit = countOf(query, 'limit', 20, 1, largestLimit);
    const offset = countOf(query, 'offset', 0, 0);
    const wanted = query.getAll('publication.status');
    const strange = wanted.find((status) => !statuses.includes(status));
    if (strange !== undefined) {
      const message = `Unknown value '${strange}', expected one of ${statuses.join(', ')}`;
      throw new Refusal(400, [fault('UnknownValue', message, { path: 'publication.status' })]);
    }
    const by: Readonly<Record<string, (offer: Offer) => string | number>> = {
      name: ({ name }) => name,
      'sellingMode.price.amount': ({ price }) => price,
      'stock.available': ({ available }) => available,
    };
    const sort = query.get('sort');
    const value = sort === null ? undefined : by[sort.replace(/^-/, '')];
    if (sort !== null && value === undefined) {
      const message = `Sorting by '${sort}' is not supported`;
      throw new Refusal(400, [fault('UnsupportedSort', message, { path: 'sort' })]);
    }
    const words = query.get('name')?.toLowerCase();
    const category = query.get('category.id');
    const external = query.getAll('external.id');
    const least = query.get('sellingMode.price.amount.gte');
    const most = query.get('sellingMode.price.amount.lte');
    const found = offers.filter(
      (offer) =>
        (wanted.length === 0 || wanted.includes(offer.status)) &&
        (words === undefined || offer.name.toLowerCase().includes(words)) &&
        (category === null || offer.category === category) &&
        (external.length === 0 || external.includes(offer.externalId ?? '')) &&
        (least === null || offer.price >= Number(least) * 100) &&
        (most === null || offer.price <= Number(most) * 100),
    );
    if (value !== undefined) {
      const sign = sort!.startsWith('-') ? -1 : 1;
      found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
    }
    const shown = found.slice(offset, offset + limit).map(summary);
    return json(200, { offers: shown, count: shown.length, totalCount: found.length }, [], mediaType);
  }

  function runsListed(query: URLSearchParams): Answered {
    const page = countOf(query, 'page', 1, 1);
    const shown = runs.slice((page - 1) * runsOnPage, page * runsOnPage);
    return json(200, { reports: shown.map(runView) }, [], mediaType);
  }

  /** The cents of a price in a body; null for one that is taken away or wrong, undefined for one that is not named. */
  function centsOf(body: Row, name: string, faults: Fault[]): number | null | undefined {
    const value = body[name];
    const wrong = (code: string, message: string, path: string, user?: string): null => {
      faults.push(fault(code, message, { path, ...(user === undefined ? {} : { user }) }));
      return null;
    };
    if (value === undefined || value === null) return value;
    if (!isObject(value)) return wrong('TypeMismatch', 'must be an object', name);
    if (value.amount === undefined || value.amount === null) {
      return wrong('NotNull', 'must not be null', `${name}.amount`, 'Enter an amount.');
    }
    if (value.currency === undefined || value.currency === null) {
      return wrong('NotNull', 'must not be null', `${name}.currency`, 'Choose a currency.');
    }
    const amount = typeof value.amount === 'number' ? String(value.amount) : value.amount;
    if (typeof amount !== 'string' || !/^-?\d+(?:\.\d{1,2})?$/.test(amount)) {
      const message = `'${told(value.amount)}' is not a valid amount`;
      return wrong(
        'InvalidAmount',
        message,
        `${name}.amount`,
        'Enter an amount with at most two decimal places.',
      );
    }
    if (value.currency !== currency) {
      const message = `Currency ${told(value.currency)} does not match the base marketplace currency ${currency}`;
      return wrong('InvalidCurrency', message, `${name}.currency`);
    }
    const cents = Math.round(Number(amount) * 100);
    if (cents >= 1 && cents <= 10_000_000) return cents;
    const message = `Amount ${amount} is not between 0.01 and 100000.00`;
    return wrong('AmountOutOfRange', message, `${name}.amount`);
  }

  function repriced(offer: Offer, body: Row): Answered {
    const faults: Fault[] = [];
    const [low, high] = [centsOf(body, 'minPrice', faults), centsOf(body, 'maxPrice', faults)];
    if (body.minPrice === undefined && body.maxPrice === undefined) {
      faults.push(fault('EmptyRequest', 'At least one of minPrice and maxPrice must be given'));
    }
    if (faults.length > 0) throw new Refusal(422, faults);
    const minimal = low === undefined ? offer.minimal : low;
    const maximal = high === undefined ? offer.maximal : high;
    if (minimal !== null && maximal !== null && minimal > maximal) {
      const message = `Minimum price ${decimal(minimal)} must not exceed maximum price ${decimal(maximal)}`;
      const metadata = { minPrice: decimal(minimal), maxPrice: decimal(maximal) };
      throw new Refusal(422, [
        fault('PriceRangeInvalid', message, {
          path: 'minPrice',
          user: 'The minimum price is higher than the maximum price.',
          metadata,
        }),
      ]);
    }
    return taken(offer, 'UPDATE_OFFER_PRICE', 'Update of the price limits', { minimal, maximal });
  }

  function assigned(offer: Offer, body: Row): Answered {
    const { strategyId } = body;
    if (strategyId === undefined) {
      throw new Refusal(422, [
        fault('NotNull', 'must not be null', { path: 'strategyId', user: 'Choose a rule.' }),
      ]);
    }
    if (strategyId !== null && typeof strategyId !== 'string') {
      throw new Refusal(422, [fault('TypeMismatch', 'must be a string', { path: 'strategyId' })]);
    }
    const rule = rules.find(({ id }) => id === strategyId);
    if (strategyId !== null && rule === undefined) {
      throw new Refusal(422, [
        fault('RuleNotFound', `Pricing rule ${strategyId} was not found`, {
          path: 'strategyId',
          metadata: { ruleId: strategyId },
        }),
      ]);
    }
    if (rule?.active === false) {
      throw new Refusal(422, [
        fault('RuleNotActive', `Pricing rule '${rule.name}' is not active`, {
          path: 'strategyId',
          metadata: { ruleId: rule.id },
        }),
      ]);
    }
    return taken(offer, 'ASSIGN_PRICING_RULE', 'Assignment of a pricing rule', { rule: strategyId });
  }

  function taken(offer: Offer, event: string, description: string, changes: Partial<Offer>): Answered {
    number += 1 + (number % 3);
    const process = {
      id: String(number),
      offer,
      event,
      description,
      created: run.now(),
      changes,
      done: false,
    };
    processes.push(process);
    return json(202, processView(process), [], mediaType);
  }

  /** Changes that have been under way for long enough are done. */
  function settle(): void {
    for (const process of processes) {
      if (process.done || run.now() < process.created + processing) continue;
      Object.assign(process.offer, process.changes, { updated: process.created + processing });
      process.done = true;
    }
  }

  function changed(request: Asked, id: string, part: string): Answered {
    const type = request.headers['content-type'];
    if (type !== mediaType) {
      const message = `Content type '${type ?? ''}' not supported`;
      throw new Refusal(415, [fault('UnsupportedMediaType', message, { details: `Use ${mediaType}` })]);
    }
    const sent = jsonOf(request);
    if (sent === 'bad')
      throw new Refusal(400, [fault('MalformedBody', 'The request body could not be read')]);
    if (!isObject(sent.json))
      throw new Refusal(400, [fault('MalformedBody', 'The request body must be an object')]);
    const offer = offerOf(id);
    if (offer.status === 'ENDED') {
      const message = `Offer ${id} has ended and cannot be changed`;
      throw new Refusal(409, [fault('OfferEnded', message, { user: 'The offer has ended.' })]);
    }
    return part === 'price' ? repriced(offer, sent.json) : assigned(offer, sent.json);
  }

  function offerOf(id: string): Offer {
    const found = offers.find((offer) => offer.id === id);
    if (found !== undefined) return found;
    const user = 'The offer does not exist or belongs to another seller.';
    throw new Refusal(404, [fault('OfferNotFound', `Offer '${id}' not found`, { user })]);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const { method, headers } = request;
    const file = runs.find(({ id }) => path === `/files/${id}.csv`);
    if (file !== undefined) {
      const lines = offers.slice(0, 6).map(({ id, price }) => `${id};${decimal(price)}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `offer;price\n${lines.join('\n')}\n`,
      };
    }
    if (headers.accept !== mediaType && headers.accept !== '*/*') {
      const message = `Acceptable representations: ${mediaType}`;
      throw new Refusal(406, [fault('NotAcceptable', message)]);
    }
    const [, first, id, part] = steps;
    const notAllowed = (): Refusal =>
      new Refusal(405, [fault('MethodNotAllowed', `Request method '${method}' is not supported`)]);
    if (first === 'listings' && steps.length <= 4) {
      if (part === 'price' || part === 'strategy') {
        if (method !== 'PATCH') throw notAllowed();
        return changed(request, id!, part);
      }
      if (part === undefined) {
        if (method !== 'GET') throw notAllowed();
        return id === undefined ? offersListed(query) : json(200, whole(offerOf(id)), [], mediaType);
      }
    }
    if (path === '/v1/strategies') return json(200, { pricingRules: rules }, [], mediaType);
    if (path === '/v1/reports') return runsListed(query);
    if (first === 'process-status' && steps.length === 3) {
      const process = processes.find((one) => one.id === id);
      if (process !== undefined) return json(200, processView(process), [], mediaType);
      throw new Refusal(404, [fault('ProcessNotFound', `Process status '${id!}' not found`)]);
    }
    throw new Refusal(404, [fault('ResourceNotFound', `No resource at ${path}`)]);
  }

  const recent: number[] = [];
  let count = 0;

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given !== key) {
      const message = given === undefined ? 'API key is missing' : 'API key is invalid or has expired';
      throw new Refusal(401, [fault('Unauthorized', message, { user: 'Please sign in again.' })]);
    }
    while (recent[0] !== undefined && recent[0] <= run.now() - 1_000) recent.shift();
    if (recent.length >= burst) {
      const message = 'Rate limit exceeded, try again later';
      throw new Refusal(429, [fault('TooManyRequests', message)], [['Retry-After', '1']]);
    }
    recent.push(run.now());
  }

  return (request) => {
    count += 1;
    settle();
    const trace: Headers = [['Trace-Reference', scrambled(`process ${run.run} ${count}`, 16, hex)]];
    try {
      admit(request);
      const answered = answer(request);
      return { ...answered, headers: [...answered.headers, ...trace] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { errors: error.faults }, [...error.headers, ...trace], mediaType);
    }
  };
}

const vendor = { Accept: mediaType };

const get = (
  api: Api,
  target: string,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Received> => api.ask('GET', target, { headers: { ...vendor, ...headers } });

const patch = (
  api: Api,
  id: unknown,
  part: string,
  body: unknown,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, {
    json: body,
    headers: { ...vendor, 'Content-Type': mediaType, ...headers },
  });

const read = (api: Api, id: unknown): Promise<Received> => get(api, `/v1/listings/${String(id)}`);
const price = (api: Api, id: unknown, minPrice?: unknown, maxPrice?: unknown): Promise<Received> =>
  patch(api, id, 'price', { minPrice, maxPrice });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  patch(api, id, 'strategy', { strategyId });

/** By offset up to the total; report runs page by page until an empty one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const and = target.includes('?') ? '&' : '?';
  if (target.startsWith('/v1/reports')) {
    for (let page = 1; ; page += 1) {
      const shown = rowsAt(await get(api, `${target}${and}page=${page}`), 'reports');
      if (shown.length === 0) return rows;
      rows.push(...shown);
    }
  }
  const name = target.startsWith('/v1/strategies') ? 'pricingRules' : 'offers';
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await get(api, next);
    const shown = rowsAt(received, name);
    rows.push(...shown);
    const total = Number(at(received, 'totalCount') ?? 0);
    next = shown.length > 0 && rows.length < total ? `${target}${and}offset=${rows.length}` : undefined;
  }
  return rows;
}

const euros = (amount: unknown): Row => ({ amount, currency });

/** Follows a change until it is done. */
async function follow(api: Api, change: Promise<Received>): Promise<void> {
  const link = textIfAny(await change, 'links', 0, 'href');
  if (link === undefined) return;
  await get(api, link);
  api.wait(2_000);
  await get(api, link);
}

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings');
  const open = all.filter(({ publication }) => isObject(publication) && publication.status !== 'ENDED');
  const ended = all.find(({ publication }) => isObject(publication) && publication.status === 'ENDED')?.id;
  const ids = open.map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/listings?limit=50');
  await get(api, '/v1/listings?limit=10&offset=15');
  await get(api, '/v1/listings?limit=5&offset=100');
  await walk(api, '/v1/listings?publication.status=ACTIVE&limit=40');
  await get(api, '/v1/listings?publication.status=INACTIVE');
  await get(api, '/v1/listings?publication.status=INACTIVE&publication.status=ENDED&limit=12');
  await get(api, '/v1/listings?category.id=11763');
  await get(api, '/v1/listings?name=kettle');
  await get(api, '/v1/listings?name=eco&limit=4');
  await get(api, `/v1/listings?external.id=${textOf(open[2], 'external', 'id')}`);
  await get(api, '/v1/listings?sort=name&limit=8');
  await get(api, '/v1/listings?sort=-sellingMode.price.amount&limit=6');
  await get(api, '/v1/listings?sellingMode.price.amount.gte=80&sellingMode.price.amount.lte=120');
  await get(api, '/v1/listings?sellingMode.price.amount.lte=40&limit=30');
  for (const index of [0, 3, 11, 20, 33]) await read(api, ids[index]);
  await read(api, ended);

  await price(api, ids[0], euros('12.50'), euros('49.90'));
  await read(api, ids[0]);
  api.wait(2_000);
  await read(api, ids[0]);
  await follow(api, price(api, ids[3], euros('20.00'), euros('310.00')));
  await read(api, ids[3]);
  await price(api, ids[11], undefined, euros('420.10'));
  api.wait(2_000);
  await read(api, ids[11]);
  await price(api, ids[20], null, null);
  api.wait(2_000);
  await read(api, ids[20]);
  await price(api, ids[33], euros(7.5), euros('250'));
  api.wait(2_000);
  await read(api, ids[33]);
  await follow(api, assign(api, ids[0], rules[1]));
  await read(api, ids[0]);
  await assign(api, ids[3], rules[4]);
  await assign(api, ids[11], null);
  api.wait(2_000);
  await read(api, ids[3]);
  await read(api, ids[11]);
  await get(api, '/v1/listings?limit=30');
  await get(api, '/v1/reports');
  api.wait(70_000);
  await get(api, '/v1/reports');

  await read(api, '99999999999');
  await read(api, 'lamp');
  await price(api, '99999999998', euros('1.00'), euros('2.00'));
  await price(api, ended, euros('1.00'), euros('2.00'));
  await price(api, ids[5], euros('30.00'), euros('20.00'));
  await price(api, ids[6], euros('99.99'), euros('99.98'));
  await price(api, ids[5]);
  await price(api, ids[5], 15, euros('20.00'));
  await price(api, ids[5], euros('cheap'), euros('20.00'));
  await price(api, ids[5], euros('low'), euros('high'));
  await price(api, ids[5], euros('-4.00'), euros('20.00'));
  await price(api, ids[5], euros('0.00'), euros('0'));
  await price(api, ids[5], euros('1.234'), euros('20.00'));
  await price(api, ids[5], { amount: '5.00', currency: 'PLN' }, euros('20.00'));
  await price(api, ids[5], { currency }, euros('20.00'));
  await price(api, ids[5], { amount: '5.00' });
  await patch(api, ids[5], 'price', [], {});
  await patch(api, ids[5], 'price', { minPrice: euros('5.00') }, { 'Content-Type': 'application/json' });
  await api.ask('PATCH', `/v1/listings/${String(ids[5])}/price`, {
    text: '{"minPrice": ',
    headers: { ...vendor, 'Content-Type': mediaType },
  });
  await assign(api, ids[5], uuid('no rule'));
  await assign(api, ids[5], rules[3]);
  await assign(api, ids[5], 17);
  await assign(api, ids[5]);
  await assign(api, '99999999997', rules[0]);
  await get(api, '/v1/listings?limit=0');
  await get(api, '/v1/listings?limit=61');
  await get(api, '/v1/listings?limit=lots');
  await get(api, '/v1/listings?offset=-1');
  await get(api, '/v1/listings?publication.status=SOLD');
  await get(api, '/v1/listings?sort=colour');
  await get(api, '/v1/listings?limit=2&colour=red');
  await get(api, '/v1/reports?page=0');
  await get(api, '/v1/orders');
  await get(api, '/v1/process-status/1');
  await get(api, '/v1/listings?limit=2', { Accept: 'application/json' });
  await get(api, '/v1/listings?limit=2', { 'X-API-KEY': null });
  await get(api, '/v1/strategies', { 'X-API-KEY': 'sel.0000' });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1) {
    await api.ask('GET', '/v1/strategies', { atOnce: true, headers: vendor });
  }
  api.wait(1_500_000);
  const last = await get(api, '/v1/reports');
  const url = textIfAny(last, 'reports', 0, 'file', 'url');
  if (url !== undefined) await get(api, url);
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=24');
  const open = all.filter(({ publication }) => isObject(publication) && publication.status !== 'ENDED');
  const ended = all.findLast(
    ({ publication }) => isObject(publication) && publication.status === 'ENDED',
  )?.id;
  const ids = open.map((row) => row.id);
  const rules = (await walk(api, '/v1/strategies?limit=10')).map((row) => row.id);
  await get(api, '/v1/reports?page=2');
  await get(api, '/v1/reports?page=4');
  await walk(api, '/v1/listings?publication.status=ENDED&limit=6');
  await get(api, '/v1/listings?publication.status=ACTIVE&publication.status=INACTIVE&limit=35');
  await get(api, '/v1/listings?category.id=86403&limit=8');
  await get(api, '/v1/listings?name=lamp');
  await get(api, `/v1/listings?external.id=${textOf(open[7], 'external', 'id')}`);
  await get(api, '/v1/listings?sort=-name&limit=7');
  await get(api, '/v1/listings?sort=sellingMode.price.amount&limit=9&offset=9');
  await get(api, '/v1/listings?sellingMode.price.amount.gte=150&limit=25');
  for (const index of [2, 9, 17, 30]) await read(api, ids[index]);
  await price(api, ids[2], euros('33.30'), euros('205.00'));
  await read(api, ids[2]);
  api.wait(2_000);
  await read(api, ids[2]);
  await follow(api, price(api, ids[9], undefined, euros('501.00')));
  await read(api, ids[9]);
  await price(api, ids[17], null);
  api.wait(2_000);
  await read(api, ids[17]);
  await follow(api, assign(api, ids[2], rules[2]));
  await assign(api, ids[30], null);
  api.wait(2_000);
  await read(api, ids[2]);
  await read(api, ids[30]);
  await get(api, '/v1/listings?limit=32');
  api.wait(90_000);
  await read(api, '88888888888');
  await read(api, 'tin');
  await price(api, '88888888887', euros('3.00'), euros('4.00'));
  await price(api, ended, euros('3.00'), euros('4.00'));
  await price(api, ids[14], euros('71.20'), euros('70.00'));
  await price(api, ids[14], undefined, 'dear');
  await price(api, ids[14], euros('5.00'), euros('dear'));
  await price(api, ids[14], euros('5.00'), euros('-1'));
  await price(api, ids[14], euros('8.00'), { amount: '9.00', currency: 'CZK' });
  await price(api, ids[14], euros('5.00'), { currency });
  await price(api, ids[14], euros('much'), euros('more'));
  await patch(api, ids[14], 'strategy', { strategyId: rules[0] }, { 'Content-Type': 'text/plain' });
  await assign(api, ids[14], uuid('no other rule'));
  await assign(api, ids[14], rules[3]);
  await assign(api, ids[14], true);
  await get(api, '/v1/listings?limit=-3');
  await get(api, '/v1/listings?limit=1000');
  await get(api, '/v1/listings?offset=far');
  await get(api, '/v1/listings?publication.status=GONE');
  await get(api, '/v1/listings?sort=-size');
  await get(api, '/v1/reports?page=-2');
  await get(api, '/v1/invoices');
  await get(api, '/v1/reports', { Accept: 'text/html' });
  await get(api, '/v1/strategies?limit=5', { 'X-API-KEY': null });
  await get(api, '/v1/listings?limit=3', { 'X-API-KEY': 'sel.1111' });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`, { headers: vendor });
  await get(api, '/v1/reports?page=two');
  api.wait(900_000);
  await get(api, '/v1/reports');
}

/** A text of a record, however deep. */
function textOf(row: Row | undefined, ...path: readonly string[]): string {
  const found = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row);
  return typeof found === 'string' ? found : 'none';
}

export const offerProcesses: WalkedService = {
  name: 'offer-processes',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=60'],
  walk,
};
