// A European marketplace for auctions and classified offers: a media type of the vendor that Accept and Content-Type must name
// (406, 415), lists under the name of their resource with limit and offset, count and totalCount, but rules without either;
// a list shows less of an offer than the offer alone; amounts as {amount: "12.99", currency} under what the offer is sold by,
// null where the format of sale has none. A write is a command that counts its tasks (202) and that fails later for an offer
// that has ended. Every fault of a request is told at once (422), each with a path, a sentence for users and metadata; what
// stands before the service refuses a key in another form.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'eyJhbGciOiJub25lIn0.b2ZmZXJz.3f9c01';
const mediaType = 'application/vnd.tarnwick-market.public.v1+json';
const perSecond = 9;
const currency = 'EUR';
const statuses = ['INACTIVE', 'ACTIVATING', 'ACTIVE', 'ENDED'];
const formats = ['BUY_NOW', 'AUCTION', 'ADVERTISEMENT'];
const cities = ['Gera', 'Linz', 'Plauen', 'Steyr'];

/** How long a command is under way, in milliseconds. */
const underWay = 2_500;

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly externalId: string | null;
  readonly format: string;
  readonly price: number;
  readonly available: number;
  readonly sold: number;
  readonly status: string;
  readonly started: number | null;
  readonly ended: number | null;
  readonly abroad: boolean;
  readonly created: number;
  least: number | null;
  most: number | null;
  rule: string | null;
  updated: number;
}

/** A change that was taken in. */
interface Command {
  readonly id: string;
  readonly offer: Offer;
  readonly created: number;
  readonly changes: Partial<Offer>;
  completed: number | null;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly path: string | null;
  readonly userMessage: string;
  readonly metadata: Readonly<Record<string, string | null>>;
}

const fault = (code: string, message: string, more: Partial<Fault> = {}): Fault => ({
  code,
  message,
  details: null,
  path: null,
  userMessage: message,
  metadata: {},
  ...more,
});

class Refusal extends Error {
  readonly status: number;
  readonly body: Row;
  readonly headers: Headers;

  constructor(status: number, body: Row | readonly Fault[], headers: Headers = []) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = Array.isArray(body) ? { errors: body } : (body as Row);
    this.headers = headers;
  }
}

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const time = (moment: number): string => new Date(moment).toISOString();
const timeIfAny = (moment: number | null): string | null => (moment === null ? null : time(moment));
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const money = (cents: number): Row => ({ amount: decimal(cents), currency });
const moneyIfAny = (cents: number | null): Row | null => (cents === null ? null : money(cents));

const rules = [
  { name: 'Cheapest on the market', type: 'FOLLOW_BY_MARKET_MIN_PRICE' },
  { name: 'A euro below the cheapest', type: 'FOLLOW_BY_MARKET_MIN_PRICE' },
  { name: 'Five percent above', type: 'FOLLOW_BY_TOP_OFFER_PRICE' },
  { name: 'Old spring rule', type: 'EXCHANGE_RATE' },
].map((one, index) => ({
  id: scrambled(`command rule ${index}`, 24, hex),
  type: one.type,
  name: one.name,
  default: index === 0,
  configuration:
    index === 1
      ? { changeByAmount: { operation: 'SUBTRACT', values: [money(100)] } }
      : index === 2
        ? { changeByPercentage: { operation: 'ADD', value: '5.00' } }
        : null,
  updatedAt: time(pastMoment(`command rule ${index}`)),
}));
const retired = rules[3]!.id;

function offersAtStart(): Offer[] {
  return Array.from({ length: 52 }, (_, index): Offer => {
    const name = `command ${index}`;
    const { title, sku, price, stock } = ware(name);
    const created = pastMoment(name) + chance(`${name} ms`, 1_000);
    const status = oneOf(`${name} status`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'ENDED']);
    const started = status === 'INACTIVE' ? null : created + chance(`${name} started`, 86_400) * 1_000;
    const format = oneOf(`${name} format`, ['BUY_NOW', 'BUY_NOW', 'BUY_NOW', 'AUCTION', 'ADVERTISEMENT']);
    const bounded = format === 'BUY_NOW' && chance(`${name} bounded`, 4) > 0;
    return {
      id: String(7_600_000_000 + chance(`${name} id`, 399_999_999)),
      name: title,
      category: oneOf(`${name} category`, ['257', '4029', '124', '67193']),
      externalId: chance(`${name} external`, 4) > 0 ? sku : null,
      format,
      price,
      available: status === 'ENDED' ? 0 : stock,
      sold: format === 'AUCTION' ? 0 : chance(`${name} sold`, 50),
      status,
      started,
      ended: status === 'ENDED' ? started! + 20 * 86_400_000 : null,
      abroad: chance(`${name} abroad`, 3) === 0,
      created,
      least: bounded ? Math.round(price * 0.8) : null,
      most: bounded && chance(`${name} most`, 5) > 0 ? Math.round(price * 1.4) : null,
      rule: bounded && chance(`${name} ruled`, 2) > 0 ? rules[chance(`${name} rule`, 3)]!.id : null,
      updated: created + chance(`${name} updated`, 50 * 86_400) * 1_000,
    };
  });
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const offers = offersAtStart();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: uuid(`command report ${index}`),
    type: oneOf(`command report ${index}`, ['PRICES', 'SALES', 'VISITS']),
    requested:
      index < 10
        ? pastMoment('command reports') + index * 2 * 86_400_000
        : opened - 30_000 + (index - 10) * 21_000,
    seconds: 45 + index * 6,
    fails: index === 6,
    size: 900 + chance(`command report size ${index}`, 90_000),
  })).reverse();
  const commands: Command[] = [];
  const recent: number[] = [];
  let count = 0;

  const summary = (offer: Offer): Row => ({
    id: offer.id,
    name: offer.name,
    category: { id: offer.category },
    primaryImage: { url: `https://images.example.test/original/${offer.id.slice(-6)}` },
    sellingMode: {
      format: offer.format,
      price: offer.format === 'AUCTION' ? null : money(offer.price),
      startingPrice: offer.format === 'AUCTION' ? money(100) : null,
      minimalPrice: null,
      priceAutomation: offer.rule === null ? null : { rule: { id: offer.rule } },
    },
    stock: { available: offer.available, sold: offer.sold },
    stats: { watchersCount: offer.sold * 2, visitsCount: offer.sold * 31 },
    publication: {
      status: offer.status,
      startedAt: timeIfAny(offer.started),
      endedAt: timeIfAny(offer.ended),
      marketplaces: {
        base: { id: 'tarnwick-de' },
        additional: offer.abroad ? [{ id: 'tarnwick-at' }] : [],
      },
    },
    external: offer.externalId === null ? null : { id: offer.externalId },
  });

  const whole = (offer: Offer): Row => {
    const short = summary(offer);
    return {
      ...short,
      sellingMode: {
        ...(short.sellingMode as Row),
        priceRange:
          offer.least === null && offer.most === null
            ? null
            : { minPrice: moneyIfAny(offer.least), maxPrice: moneyIfAny(offer.most) },
      },
      location: { countryCode: 'DE', city: oneOf(offer.id, cities), postCode: `0${offer.id.slice(-4)}` },
      language: 'de-DE',
      createdAt: time(offer.created),
      updatedAt: time(offer.updated),
    };
  };

  const reportShown = (one: (typeof reports)[number]): Row => {
    const elapsed = (run.now() - one.requested) / 1_000;
    const isOver = elapsed >= one.seconds;
    const status = elapsed < 12 ? 'NEW' : !isOver ? 'IN_PROGRESS' : one.fails ? 'FAILED' : 'FINISHED';
    return {
      id: one.id,
      type: one.type,
      status,
      createdAt: time(one.requested),
      finishedAt: isOver ? time(one.requested + one.seconds * 1_000) : null,
      files:
        status === 'FINISHED'
          ? [{ url: `${run.origin}/report-files/${one.id}.csv`, format: 'CSV', sizeInBytes: one.size }]
          : [],
    };
  };

  const commandShown = ({ id, created, completed, offer }: Command): Row => ({
    id,
    createdAt: time(created),
    completedAt: timeIfAny(completed),
    taskCount: {
      total: 1,
      success: completed !== null && offer.status !== 'ENDED' ? 1 : 0,
      failed: completed !== null && offer.status === 'ENDED' ? 1 : 0,
    },
  });

  /** Commands that have been under way for long enough are done, or have failed. */
  function settle(): void {
    for (const command of commands) {
      const { offer, created, changes } = command;
      if (command.completed !== null || run.now() < created + underWay) continue;
      command.completed = created + underWay;
      if (offer.status !== 'ENDED') Object.assign(offer, changes, { updated: command.completed });
    }
  }

  const ok = (body: Row): Answered => json(200, body, [], `${mediaType};charset=UTF-8`);

  /** The limit and the offset; all that is wrong with them at once. */
  function windowOf(query: URLSearchParams, usual: number, largest: number): [limit: number, offset: number] {
    const faults: Fault[] = [];
    const numberOf = (name: string, otherwise: number, least: number, most: number): number => {
      const text = query.get(name);
      if (text === null) return otherwise;
      if (!/^-?\d+$/.test(text)) {
        const message = `Failed to convert value '${text}' of '${name}' to type 'int'`;
        throw new Refusal(400, [
          fault('TypeMismatch', message, { path: name, userMessage: 'The request is not correct.' }),
        ]);
      }
      const value = Number(text);
      const isLow = value < least;
      if (isLow || value > most) {
        const message = `must be ${isLow ? 'greater' : 'less'} than or equal to ${isLow ? least : most}`;
        faults.push(
          fault(`ConstraintViolation.${isLow ? 'Min' : 'Max'}`, message, {
            path: name,
            metadata: { rejectedValue: text },
          }),
        );
      }
      return value;
    };
    const [limit, offset] = [
      numberOf('limit', usual, 1, largest),
      numberOf('offset', 0, 0, Number.MAX_SAFE_INTEGER),
    ];
    if (faults.length > 0) throw new Refusal(422, faults);
    return [limit, offset];
  }

  function offersListed(query: URLSearchParams): Answered {
    const [limit, offset] = windowOf(query, 20, 1_000);
    const faults: Fault[] = [];
    const among = (name: string, known: readonly string[]): readonly string[] => {
      const wanted = query.getAll(name);
      for (const value of wanted) {
        if (known.includes(value)) continue;
        const message = `'${value}' is not one of [${known.join(', ')}]`;
        faults.push(fault('UnknownEnumValue', message, { path: name, metadata: { rejectedValue: value } }));
      }
      return wanted;
    };
    const amount = (name: string): number | null => {
      const text = query.get(name);
      if (text === null) return null;
      if (!/^\d+(?:\.\d+)?$/.test(text)) {
        faults.push(
          fault('InvalidNumber', `'${text}' is not a number`, {
            path: name,
            metadata: { rejectedValue: text },
          }),
        );
      }
      return Number(text) * 100;
    };
    const [wanted, sold] = [among('publication.status', statuses), among('sellingMode.format', formats)];
    const [least, most] = [amount('sellingMode.price.amount.gte'), amount('sellingMode.price.amount.lte')];
    const by: Readonly<Record<string, (offer: Offer) => number>> = {
      'sellingMode.price.amount': ({ format, price }) => (format === 'AUCTION' ? 0 : price),
      'stock.sold': (offer) => offer.sold,
      'stock.available': ({ available }) => available,
    };
    const sort = query.get('sort');
    const value = sort === null ? undefined : by[sort.replace(/^-/, '')];
    if (sort !== null && value === undefined) {
      faults.push(fault('UnsupportedSort', `Sorting by '${sort}' is not supported`, { path: 'sort' }));
    }
    if (faults.length > 0) throw new Refusal(422, faults);
    const words = query.get('name')?.toLowerCase();
    const [category, external] = [query.get('category.id'), query.getAll('external.id')];
    const market = query.get('publication.marketplace');
    const found = offers.filter(
      (offer) =>
        (wanted.length === 0 || wanted.includes(offer.status)) &&
        (sold.length === 0 || sold.includes(offer.format)) &&
        (words === undefined || offer.name.toLowerCase().includes(words)) &&
        (category === null || offer.category === category) &&
        (external.length === 0 || external.includes(offer.externalId ?? '')) &&
        (market === null || market === 'tarnwick-de' || (market === 'tarnwick-at' && offer.abroad)) &&
        (least === null || (offer.format !== 'AUCTION' && offer.price >= least)) &&
        (most === null || (offer.format !== 'AUCTION' && offer.price <= most)),
    );
    if (value !== undefined) {
      const sign = sort!.startsWith('-') ? -1 : 1;
      found.sort((a, b) => sign * (value(a) - value(b)));
    }
    const shown = found.slice(offset, offset + limit).map(summary);
    return ok({ offers: shown, count: shown.length, totalCount: found.length });
  }

  function reportsListed(query: URLSearchParams): Answered {
    const [limit, offset] = windowOf(query, 10, 100);
    const shown = reports.slice(offset, offset + limit).map(reportShown);
    return ok({ reports: shown, count: shown.length, totalCount: reports.length });
  }

  function offerOf(id: string): Offer {
    if (!/^\d+$/.test(id)) {
      throw new Refusal(400, [
        fault('InvalidIdentifier', `'${id}' is not a valid offer id`, {
          path: 'offerId',
          userMessage: 'The request is not correct.',
        }),
      ]);
    }
    const found = offers.find((offer) => offer.id === id);
    if (found !== undefined) return found;
    throw new Refusal(404, [
      fault('OfferNotFound', 'Offer not found', {
        userMessage: `The offer ${id} does not exist.`,
        metadata: { offerId: id },
      }),
    ]);
  }

  function sentIn(request: Asked): Row {
    const type = request.headers['content-type'];
    if (type?.split(';')[0] !== mediaType) {
      throw new Refusal(415, [
        fault('HttpMediaTypeNotSupportedException', `Content type '${type ?? ''}' not supported`, {
          details: `Supported: ${mediaType}`,
          userMessage: 'The request is not correct.',
        }),
      ]);
    }
    const sent = jsonOf(request);
    const unreadable = (details: string) =>
      new Refusal(400, [
        fault('MessageNotReadable', 'The body of the request cannot be read', {
          details,
          userMessage: 'The request is not correct.',
        }),
      ]);
    if (sent === 'bad') throw unreadable('Unexpected end of input');
    if (!isObject(sent.json)) throw unreadable('An object was expected');
    return sent.json;
  }

  function taken(offer: Offer, changes: Partial<Offer>): Answered {
    const id = uuid(`command ${run.run} ${commands.length}`);
    const command = { id, offer, created: run.now(), changes, completed: null };
    commands.push(command);
    const headers: Headers = [['Location', `${run.origin}/v1/offer-commands/${id}`]];
    return json(202, commandShown(command), headers, `${mediaType};charset=UTF-8`);
  }

  function repriced(offer: Offer, request: Asked): Answered {
    const body = sentIn(request);
    const faults: Fault[] = [];
    const mode = body.sellingMode;
    if (!isObject(mode)) {
      throw new Refusal(422, [
        fault('ConstraintViolation.NotNull', 'must not be null', {
          path: 'sellingMode',
          metadata: { offerId: offer.id },
        }),
      ]);
    }
    const wrong = (code: string, message: string, path: string, user: string, value?: unknown): void => {
      faults.push(
        fault(code, message, {
          path: `sellingMode.${path}`,
          userMessage: user,
          metadata: { offerId: offer.id, ...(value !== undefined && { rejectedValue: told(value) }) },
        }),
      );
    };
    const centsOf = (name: string, otherwise: number | null): number | null => {
      const value = mode[name];
      if (value === undefined) return otherwise;
      if (value === null) return null;
      if (!isObject(value)) {
        wrong(
          'ConstraintViolation.Object',
          'must be an object',
          name,
          'Give an amount and a currency.',
          value,
        );
        return null;
      }
      const { amount } = value;
      if (amount === undefined || amount === null) {
        wrong('ConstraintViolation.NotNull', 'must not be null', `${name}.amount`, 'The amount is missing.');
      } else if (!/^-?\d+(?:\.\d{1,2})?$/.test(told(amount))) {
        const user = 'The amount may have two decimals.';
        wrong('InvalidAmount', `'${told(amount)}' is not an amount`, `${name}.amount`, user, amount);
      } else if (Number(amount) < 0.01) {
        const message = 'must be greater than or equal to 0.01';
        wrong(
          'ConstraintViolation.Min',
          message,
          `${name}.amount`,
          'The amount must be at least 0.01.',
          amount,
        );
      }
      if (value.currency === undefined || value.currency === null) {
        const user = 'The currency is missing.';
        wrong('ConstraintViolation.NotNull', 'must not be null', `${name}.currency`, user);
      } else if (value.currency !== currency) {
        const message = `Currency must be ${currency}`;
        wrong(
          'CurrencyMismatch',
          message,
          `${name}.currency`,
          'Another currency is used here.',
          value.currency,
        );
      }
      return Math.round(Number(amount) * 100);
    };
    const [least, most] = [centsOf('minPrice', offer.least), centsOf('maxPrice', offer.most)];
    if (faults.length === 0 && offer.format !== 'BUY_NOW') {
      const message = `Price range is not allowed for format ${offer.format}`;
      wrong('FormatNotSupported', message, 'format', 'Only offers with a fixed price have a price range.');
    }
    if (faults.length === 0 && least !== null && most !== null && least > most) {
      const message = `Minimum ${decimal(least)} is greater than maximum ${decimal(most)}`;
      wrong('PriceRangeInvalid', message, 'minPrice.amount', 'The lowest price is above the highest.');
    }
    if (faults.length > 0) throw new Refusal(422, faults);
    return taken(offer, { least, most });
  }

  function ruled(offer: Offer, request: Asked): Answered {
    const body = sentIn(request);
    const refuse = (code: string, message: string, path: string, value?: string): Refusal =>
      new Refusal(422, [
        fault(code, message, {
          path,
          metadata: { offerId: offer.id, ...(value !== undefined && { ruleId: value }) },
        }),
      ]);
    const { rule } = body;
    if (rule === undefined) throw refuse('ConstraintViolation.NotNull', 'must not be null', 'rule');
    if (rule === null) return taken(offer, { rule: null });
    const id = isObject(rule) ? rule.id : undefined;
    if (typeof id !== 'string') throw refuse('ConstraintViolation.NotNull', 'must not be null', 'rule.id');
    if (!rules.some((one) => one.id === id)) {
      throw refuse('RuleNotFound', `Rule ${id} does not exist`, 'rule.id', id);
    }
    if (id === retired) throw refuse('RuleNotActive', `Rule ${id} is not active any more`, 'rule.id', id);
    if (offer.format !== 'BUY_NOW') {
      throw refuse('FormatNotSupported', `Rules are not allowed for format ${offer.format}`, 'rule');
    }
    return taken(offer, { rule: id });
  }

  function admit({ headers, method, target }: Asked): void {
    const sent = headers['x-api-key'];
    if (sent === undefined) {
      const body = { error: 'unauthorized', error_description: 'Full authentication is required' };
      throw new Refusal(401, body, [['WWW-Authenticate', 'Bearer']]);
    }
    if (sent !== key) {
      const body = { error: 'token_not_readable', error_description: 'Cannot convert access token' };
      throw new Refusal(401, body, [['WWW-Authenticate', 'Bearer error="token_not_readable"']]);
    }
    while (recent.length > 0 && recent[0]! <= run.now() - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      const one = fault('TOO_MANY_REQUESTS', 'The limit of requests is exceeded', {
        userMessage: 'Try again in a moment.',
      });
      throw new Refusal(429, [one], [['Retry-After', '1']]);
    }
    recent.push(run.now());
    const { accept = '*/*' } = headers;
    if (![mediaType, '*/*'].includes(accept)) {
      throw new Refusal(406, [
        fault('HttpMediaTypeNotAcceptableException', 'Not acceptable representation requested', {
          details: `${method} ${target.split('?')[0]!} offers ${mediaType}`,
          userMessage: 'The request is not correct.',
        }),
      ]);
    }
  }

  function answer(request: Asked): Answered {
    settle();
    const { steps, path, query } = targetOf(request);
    const [root, kind, id, part, ...more] = steps;
    const { method } = request;
    if (root === 'v1' && more.length === 0) {
      if (method === 'GET' && id === undefined) {
        if (kind === 'listings') return offersListed(query);
        if (kind === 'strategies') return ok({ rules });
        if (kind === 'reports') return reportsListed(query);
      }
      if (method === 'GET' && kind === 'listings' && part === undefined) return ok(whole(offerOf(id!)));
      if (method === 'GET' && kind === 'offer-commands' && part === undefined) {
        const command = commands.find((one) => one.id === id);
        if (command !== undefined) return ok(commandShown(command));
        const more = { metadata: { commandId: id ?? null } };
        throw new Refusal(404, [fault('CommandNotFound', 'Command not found', more)]);
      }
      if (method === 'PATCH' && kind === 'listings' && part === 'price') {
        return repriced(offerOf(id!), request);
      }
      if (method === 'PATCH' && kind === 'listings' && part === 'strategy') {
        return ruled(offerOf(id!), request);
      }
      if (kind === 'listings' || kind === 'strategies' || kind === 'reports') {
        const message = `Request method '${method}' is not supported`;
        throw new Refusal(405, [
          fault('MethodNotSupported', message, { userMessage: 'The request is not correct.' }),
        ]);
      }
    }
    throw new Refusal(404, [
      fault('ResourceNotFound', `No endpoint ${method} ${path}`, {
        userMessage: 'The request is not correct.',
      }),
    ]);
  }

  return (request) => {
    count += 1;
    const trace: Headers = [['Trace-Id', uuid(`command trace ${run.run} ${count}`)]];
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...trace], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const type = 'error' in error.body ? 'application/json' : `${mediaType};charset=UTF-8`;
      return json(error.status, error.body, [...error.headers, ...trace], type);
    }
  };
}

const vendor = { Accept: mediaType };
const get = (api: Api, target: string, headers: Readonly<Record<string, string | null>> = {}) =>
  api.ask('GET', target, { headers: { ...vendor, ...headers } });
const read = (api: Api, id: unknown): Promise<Received> => get(api, `/v1/listings/${String(id)}`);
const write = (api: Api, id: unknown, part: string, body: unknown, type = mediaType): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, {
    json: body,
    headers: { ...vendor, 'Content-Type': type },
  });
const price = (api: Api, id: unknown, sellingMode: unknown): Promise<Received> =>
  write(api, id, 'price', { sellingMode });
const assign = (api: Api, id: unknown, rule: unknown): Promise<Received> =>
  write(api, id, 'strategy', { rule: rule === null ? null : { id: rule } });
const euros = (amount: unknown): Row => ({ amount, currency });

/** Goes on by the offset until all that are counted are seen; rules have no pages. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const name = target.startsWith('/v1/strategies')
    ? 'rules'
    : target.startsWith('/v1/reports')
      ? 'reports'
      : 'offers';
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await get(api, next);
    const shown = rowsAt(received, name);
    rows.push(...shown);
    const total = Number(at(received, 'totalCount') ?? 0);
    const joint = target.includes('?') ? '&' : '?';
    next = shown.length > 0 && rows.length < total ? `${target}${joint}offset=${rows.length}` : undefined;
  }
  return rows;
}

/** Follows a command until it is done. */
async function follow(api: Api, sent: Promise<Received>): Promise<void> {
  const link = (await sent).headers.get('Location');
  if (link === null) return;
  await get(api, link);
  api.wait(3_000);
  await get(api, link);
}

/** The ids of offers that are sold in one way and stand so. */
const idsOf = (rows: readonly Row[], format: string, isEnded: boolean): readonly unknown[] =>
  rows
    .filter(
      ({ sellingMode, publication }) =>
        isObject(sellingMode) &&
        sellingMode.format === format &&
        isObject(publication) &&
        (publication.status === 'ENDED') === isEnded,
    )
    .map(({ id }) => id);

async function recorded(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=15');
  const ids = idsOf(all, 'BUY_NOW', false);
  const [ended] = idsOf(all, 'BUY_NOW', true);
  const [auction] = idsOf(all, 'AUCTION', false);
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=5');
  await get(api, '/v1/listings');
  await get(api, '/v1/listings?limit=6&offset=18');
  await get(api, '/v1/listings?limit=5&offset=90');
  await get(api, '/v1/listings?publication.status=ACTIVE&limit=40');
  await get(api, '/v1/listings?publication.status=INACTIVE&publication.status=ENDED');
  await get(api, '/v1/listings?sellingMode.format=AUCTION');
  await get(api, '/v1/listings?sellingMode.format=BUY_NOW&limit=8&offset=8');
  await get(api, '/v1/listings?category.id=4029');
  await get(api, '/v1/listings?name=lamp');
  await get(api, '/v1/listings?publication.marketplace=tarnwick-at&limit=30');
  await get(api, '/v1/listings?sort=-sellingMode.price.amount&limit=7');
  await get(api, '/v1/listings?sort=stock.sold&limit=6');
  await get(api, '/v1/listings?sellingMode.price.amount.gte=60&sellingMode.price.amount.lte=110');
  await get(api, '/v1/listings?sellingMode.price.amount.lte=35&limit=30');
  for (const index of [0, 4, 9, 15]) await read(api, ids[index]);
  await read(api, auction);
  await read(api, ended);

  await follow(api, price(api, ids[0], { minPrice: euros('11.50'), maxPrice: euros('59.90') }));
  await read(api, ids[0]);
  await price(api, ids[4], { minPrice: euros('20.00'), maxPrice: euros('310.00') });
  await read(api, ids[4]);
  api.wait(3_000);
  await read(api, ids[4]);
  await price(api, ids[9], { maxPrice: euros('420.10') });
  api.wait(3_000);
  await read(api, ids[9]);
  await price(api, ids[15], { minPrice: null, maxPrice: null });
  api.wait(3_000);
  await read(api, ids[15]);
  await price(api, ids[2], { minPrice: euros(7.5), maxPrice: euros('250') });
  api.wait(3_000);
  await read(api, ids[2]);
  await follow(api, assign(api, ids[0], rules[1]));
  await read(api, ids[0]);
  await assign(api, ids[4], null);
  await assign(api, ids[9], rules[2]);
  api.wait(3_000);
  await read(api, ids[4]);
  await read(api, ids[9]);
  await follow(api, price(api, ended, { minPrice: euros('3.00') }));
  await get(api, '/v1/listings?limit=25');
  api.wait(60_000);
  await get(api, '/v1/reports?limit=4');

  await read(api, '7999999999');
  await read(api, 'lamp');
  await price(api, '7999999998', { minPrice: euros('1.00') });
  await price(api, auction, { minPrice: euros('1.00'), maxPrice: euros('2.00') });
  await price(api, ids[5], { minPrice: euros('30.00'), maxPrice: euros('20.00') });
  await price(api, ids[6], { minPrice: euros('99.99'), maxPrice: euros('99.98') });
  await price(api, ids[5], undefined);
  await price(api, ids[5], { minPrice: 15 });
  await price(api, ids[5], { minPrice: euros('cheap'), maxPrice: euros('20.00') });
  await price(api, ids[5], { minPrice: euros('low'), maxPrice: euros('-3') });
  await price(api, ids[5], { minPrice: euros('-4.00'), maxPrice: euros('20.00') });
  await price(api, ids[5], { minPrice: euros('0.00'), maxPrice: euros('0') });
  await price(api, ids[5], { minPrice: { amount: '5.00', currency: 'PLN' }, maxPrice: { currency } });
  await price(api, ids[5], { maxPrice: { amount: '5.00' } });
  await write(api, ids[5], 'price', [], mediaType);
  await write(api, ids[5], 'price', { sellingMode: { minPrice: euros('5.00') } }, 'application/json');
  await api.ask('PATCH', `/v1/listings/${String(ids[5])}/price`, {
    text: '{"sellingMode": ',
    headers: { ...vendor, 'Content-Type': mediaType },
  });
  await assign(api, ids[5], scrambled('no rule', 24, hex));
  await assign(api, ids[5], rules[3]);
  await assign(api, ids[5], 17);
  await assign(api, auction, rules[0]);
  await write(api, ids[5], 'strategy', {});
  await assign(api, '7999999997', rules[0]);
  await get(api, '/v1/listings?limit=0');
  await get(api, '/v1/listings?limit=1001');
  await get(api, '/v1/listings?limit=lots');
  await get(api, '/v1/listings?offset=-1');
  await get(api, '/v1/reports?limit=500&offset=-4');
  await get(api, '/v1/listings?publication.status=SOLD');
  await get(api, '/v1/listings?sellingMode.price.amount.gte=much');
  await get(api, '/v1/listings?sort=colour');
  await get(api, '/v1/listings?limit=2&colour=red');
  await get(api, '/v1/orders');
  await get(api, `/v1/offer-commands/${uuid('no command')}`);
  await api.ask('DELETE', `/v1/listings/${String(ids[5])}`, { headers: vendor });
  await get(api, '/v1/listings?limit=2', { Accept: 'application/json' });
  await get(api, '/v1/listings?limit=2', { 'X-API-KEY': null });
  await get(api, '/v1/strategies', { 'X-API-KEY': 'eyJhbGciOiJub25lIn0.bm8.00' });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1) {
    await api.ask('GET', '/v1/reports?limit=1', { atOnce: true, headers: vendor });
  }
  api.wait(1_200_000);
  await get(api, '/v1/reports?limit=20');
}

async function another(api: Api): Promise<void> {
  const all = await walk(api, '/v1/listings?limit=22');
  const ids = idsOf(all, 'BUY_NOW', false);
  const ended = idsOf(all, 'BUY_NOW', true)[1];
  const auction = idsOf(all, 'ADVERTISEMENT', false)[0];
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/reports?limit=7');
  await get(api, '/v1/listings?limit=9&offset=31');
  await get(api, '/v1/listings?publication.status=ENDED&limit=6');
  await get(api, '/v1/listings?publication.status=ACTIVE&publication.status=INACTIVE&limit=35');
  await get(api, '/v1/listings?sellingMode.format=ADVERTISEMENT&sellingMode.format=AUCTION');
  await get(api, '/v1/listings?category.id=124&limit=8');
  await get(api, '/v1/listings?name=rug');
  await get(api, '/v1/listings?sort=sellingMode.price.amount&limit=9&offset=9');
  await get(api, '/v1/listings?sort=-stock.available&limit=5');
  await get(api, '/v1/listings?sellingMode.price.amount.gte=150&limit=25');
  for (const index of [1, 7, 12]) await read(api, ids[index]);
  await read(api, auction);

  await follow(api, price(api, ids[1], { minPrice: euros('33.30'), maxPrice: euros('205.00') }));
  await read(api, ids[1]);
  await price(api, ids[7], { maxPrice: euros('501.00') });
  await read(api, ids[7]);
  api.wait(3_000);
  await read(api, ids[7]);
  await price(api, ids[12], { minPrice: null });
  api.wait(3_000);
  await read(api, ids[12]);
  await follow(api, assign(api, ids[1], rules[0]));
  await read(api, ids[1]);
  await assign(api, ids[12], null);
  api.wait(3_000);
  await read(api, ids[12]);
  await follow(api, price(api, ended, { maxPrice: euros('44.00') }));
  await get(api, '/v1/listings?limit=33');
  api.wait(80_000);
  await get(api, '/v1/reports?limit=3');

  await read(api, '7888888888');
  await read(api, 'tin');
  await price(api, '7888888887', { maxPrice: euros('4.00') });
  await price(api, auction, { minPrice: euros('6.00') });
  await price(api, ids[10], { minPrice: euros('71.20'), maxPrice: euros('70.00') });
  await price(api, ids[10], { maxPrice: 'dear' });
  await price(api, ids[10], { minPrice: euros('5.00'), maxPrice: euros('dear') });
  await price(api, ids[10], { minPrice: euros('-1'), maxPrice: euros('8.00') });
  await price(api, ids[10], { minPrice: euros('8.00'), maxPrice: { amount: '9.00', currency: 'CZK' } });
  await price(api, ids[10], { minPrice: { currency } });
  await price(api, ids[10], { minPrice: euros('much'), maxPrice: euros('more') });
  await write(api, ids[10], 'strategy', { rule: { id: rules[0] } }, 'text/plain');
  await assign(api, ids[10], scrambled('no other rule', 24, hex));
  await assign(api, ids[11], rules[3]);
  await assign(api, auction, rules[1]);
  await get(api, '/v1/listings?limit=-3');
  await get(api, '/v1/listings?limit=5000');
  await get(api, '/v1/reports?offset=far');
  await get(api, '/v1/listings?publication.status=GONE');
  await get(api, '/v1/listings?sort=-size');
  await get(api, '/v1/invoices');
  await get(api, '/v1/reports', { Accept: 'text/html' });
  await get(api, '/v1/strategies?limit=5', { 'X-API-KEY': null });
  await get(api, '/v1/listings?limit=3', { 'X-API-KEY': 'eyJhbGciOiJub25lIn0.bm8.11' });
}

export const offerCommands: WalkedService = {
  name: 'offer-commands',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=100'],
  walk,
};
