// A subscription billing suite's API: objects are queried by `filter[]` (a name, an operator in capitals after a dot and a value
// after a colon, `status.IN:[Active,Draft]` and `strategyId.EQ:null` included), `sort[]`, `fields[]` and `expand[]`, all of them
// in any case; members without a value are left out unless they are asked for; a cursor that is JSON in base64 beside the data and
// gone at the end, sizes refused outside 1 to 99; ids of 32 hexadecimal digits that grow with time beside a number for people
// that stands for them; amounts as numbers, moments in UTC. Report runs are of an older make: under their own name beside
// `success`, with pages by number, a whole link to the next one and moments of the office without an offset. Writes are answered
// by `success` and little else, and so are refusals of them, with 200; a refusal has a process id and a list of reasons whose
// numbers say the field and the kind; queries are refused with 400 and 404. Unknown members are passed over unless a parameter
// forbids them; a trace that a program sends comes back; headers count down the second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, jsonOf, member, scrambled, targetOf, uuid } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, hurry, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '2b81c0f7-live-6e1d94';
const perSecond = 8;
const largestSize = 99;
const largestReportSize = 40;
const largestPrice = 1_000_000;
const apiUser = '8ad08f1a7c51e00000f3b1d94e6a2c77';
const importUser = '8ad08f1a7a03d00000e811b7043f95d2';

/** Of the fields of a listing, as the numbers of reasons begin with them. */
const resources = { listing: 531000, minPrice: 531001, maxPrice: 531002, strategyId: 531003, none: 500000 };

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
/** As the office, seven hours behind, writes it. */
const officeMoment = (milliseconds: number) =>
  new Date(milliseconds - 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Ids grow with the moment at which a record was made. */
const idOf = (seed: string, made: number) =>
  `8ad0${made.toString(16).padStart(12, '0')}${scrambled(`reasons ${seed}`, 16, hex)}`;

const states = ['Active', 'Active', 'Active', 'Draft', 'Expired'] as const;
const categories = ['Base Products', 'Add On Services', 'Miscellaneous Products'] as const;
const runKinds = ['PriceChanges', 'Margins', 'Competitors'] as const;
const runStates = ['Pending', 'Processing', 'Completed', 'Failed'] as const;

interface Listing {
  readonly id: string;
  readonly number: string;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly status: (typeof states)[number];
  readonly category: (typeof categories)[number];
  readonly price: number;
  readonly quantity: number;
  readonly season: string | null;
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  version: number;
  updated: number;
  updatedBy: string;
}

const strategies = [
  {
    name: 'Undercut by 1',
    type: 'Competitive',
    needsMin: true,
    active: true,
    note: 'Never below the floor.',
  },
  { name: 'Match lowest', type: 'Competitive', needsMin: true, active: true, note: null },
  { name: 'Keep margin', type: 'CostPlus', needsMin: false, active: true, note: 'Cost and 18 percent.' },
  { name: 'Clearance', type: 'Scheduled', needsMin: false, active: false, note: 'End of season only.' },
  { name: 'Slow riser', type: 'Velocity', needsMin: false, active: true, note: null },
  { name: 'Freeze', type: 'Fixed', needsMin: false, active: true, note: null },
]
  .map((one, index) => ({ ...one, created: pastMoment(`reasons strategy ${index}`) }))
  .sort((one, other) => one.created - other.created)
  .map((one, index) => ({ ...one, id: idOf(one.name, one.created), number: `ST-${1001 + index}` }));

const strategyShown = (one: (typeof strategies)[number]): Row => ({
  id: one.id,
  createdById: importUser,
  createdDate: moment(one.created),
  updatedById: importUser,
  updatedDate: moment(one.created + 5_400_000),
  name: one.name,
  strategyNumber: one.number,
  type: one.type,
  active: one.active,
  minPriceRequired: one.needsMin,
  description: one.note,
});

function listings(): Listing[] {
  return Array.from({ length: 47 }, (_, index) => ({
    seed: `reasons ${index}`,
    created: pastMoment(`reasons ${index}`),
  }))
    .sort((one, other) => one.created - other.created)
    .map(({ seed, created }, index): Listing => {
      const { maker, title, sku, price, stock } = ware(seed);
      const hasMin = chance(`${seed} min`, 5) > 0;
      const plan = strategies.filter(({ active }) => active)[chance(seed, 5)]!;
      return {
        id: idOf(seed, created),
        number: `L-${String(index + 101).padStart(8, '0')}`,
        sku,
        name: title,
        brand: maker,
        status: oneOf(`${seed} status`, states),
        category: oneOf(`${seed} category`, categories),
        price: price / 100,
        quantity: stock,
        season: chance(`${seed} season`, 3) === 0 ? oneOf(seed, ['Spring', 'Autumn']) : null,
        created,
        min: hasMin ? Math.round(price * 0.8) / 100 : null,
        max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.3) / 100 : null,
        strategy: (hasMin || !plan.needsMin) && chance(`${seed} strategy`, 3) > 0 ? plan.id : null,
        version: 1 + chance(`${seed} version`, 4),
        updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
        updatedBy: importUser,
      };
    });
}

const listingShown = (one: Listing): Row => ({
  id: one.id,
  createdById: importUser,
  createdDate: moment(one.created),
  updatedById: one.updatedBy,
  updatedDate: moment(one.updated),
  name: one.name,
  listingNumber: one.number,
  sku: one.sku,
  brand: one.brand,
  category: one.category,
  status: one.status,
  currency: 'USD',
  price: one.price,
  minPrice: one.min,
  maxPrice: one.max,
  quantity: one.quantity,
  strategyId: one.strategy,
  version: one.version,
  Season__c: one.season,
});

interface Reason {
  readonly code: number;
  readonly message: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly reasons: readonly Reason[];
  readonly headers: Headers;

  constructor(status: number, reasons: readonly Reason[], headers: Headers = []) {
    super(reasons[0]?.message);
    this.status = status;
    this.reasons = reasons;
    this.headers = headers;
  }
}

/** The number of a reason: what it is about, and of which kind it is. */
const reason = (resource: number, kind: number, message: string): Reason => ({
  code: resource * 100 + kind,
  message,
});
const badQuery = (message: string) => new Refusal(400, [reason(resources.none, 20, message)]);

/** A record by the names of its members in lower case, in which queries may write them. */
const nameIn = (row: Row, written: string) =>
  Object.keys(row).find((name) => name.toLowerCase() === written.toLowerCase());

type Test = (row: Row) => boolean;

type Value = string | number | boolean | null;

const operators: Readonly<Record<string, (value: Value, asked: string) => boolean>> = {
  EQ: (value, asked) => (asked === 'null' ? value === null : String(value) === asked),
  NE: (value, asked) => (asked === 'null' ? value !== null : String(value) !== asked),
  LT: (value, asked) => compared(value, asked) < 0,
  GT: (value, asked) => compared(value, asked) > 0,
  LE: (value, asked) => compared(value, asked) <= 0,
  GE: (value, asked) => compared(value, asked) >= 0,
  SW: (value, asked) => typeof value === 'string' && value.toLowerCase().startsWith(asked.toLowerCase()),
  IN: (value, asked) =>
    asked
      .replace(/^\[|\]$/g, '')
      .split(',')
      .includes(String(value)),
};

/** Nothing is compared with what is not set. */
function compared(value: Value, asked: string): number {
  if (value === null) return Number.NaN;
  if (typeof value === 'number') return value - Number(asked);
  return String(value) < asked ? -1 : String(value) > asked ? 1 : 0;
}

interface Kind {
  readonly filterable: readonly string[];
  readonly sortable: readonly string[];
  readonly expandable: readonly string[];
  readonly example: Row;
}

const kinds: Readonly<Record<'listings' | 'strategies', Kind>> = {
  listings: {
    filterable: [
      'id',
      'listingNumber',
      'name',
      'sku',
      'brand',
      'category',
      'status',
      'price',
      'minPrice',
      'maxPrice',
      'quantity',
      'strategyId',
      'createdDate',
      'updatedDate',
      'Season__c',
    ],
    sortable: ['id', 'name', 'listingNumber', 'price', 'quantity', 'createdDate', 'updatedDate'],
    expandable: ['strategy'],
    example: listingShown(listings()[0]!),
  },
  strategies: {
    filterable: ['id', 'name', 'strategyNumber', 'type', 'active', 'updatedDate'],
    sortable: ['id', 'name', 'updatedDate'],
    expandable: [],
    example: strategyShown(strategies[0]!),
  },
};

const isNumeric = (row: Row, name: string) => typeof row[name] === 'number' || name.endsWith('Price');

function testOf({ filterable, example }: Kind, text: string): Test {
  const [, field = '', operator = '', asked = ''] = /^(\w+)\.(\w+):(.*)$/s.exec(text) ?? [];
  if (field === '') throw badQuery(`Invalid filter: ${text}`);
  const name = nameIn(example, field);
  if (name === undefined || !filterable.includes(name)) {
    throw badQuery(`Filtering is not supported on the field ${field}`);
  }
  const holds = operators[operator.toUpperCase()];
  if (holds === undefined) throw badQuery(`Invalid filter operator: ${operator}`);
  const isRange = /^(?:L|G)[TE]$/i.test(operator);
  const isWrong = isNumeric(example, name)
    ? asked !== 'null' && !/^IN$/i.test(operator) && !/^-?\d+(\.\d+)?$/.test(asked)
    : name.endsWith('Date') && (isRange || /^EQ$/i.test(operator)) && Number.isNaN(Date.parse(asked));
  if (isWrong) throw badQuery(`Invalid value for the field ${field}: ${asked}`);
  return (row) => holds(row[name] as Value, asked);
}

interface Order {
  readonly name: string;
  readonly isDown: boolean;
}

function orderOf({ sortable, example }: Kind, text: string | undefined): Order {
  if (text === undefined) return { name: 'id', isDown: false };
  const [field = '', direction = 'ASC', ...more] = text.split('.');
  if (!/^(?:ASC|DESC)$/i.test(direction) || more.length > 0) {
    throw badQuery(`Invalid sort direction: ${text}`);
  }
  const name = nameIn(example, field);
  if (name === undefined || !sortable.includes(name)) {
    throw badQuery(`Sorting is not supported on the field ${field}`);
  }
  return { name, isDown: direction.toUpperCase() === 'DESC' };
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const runs = Array.from({ length: 11 }, (_, index) => {
    const created =
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 64_800_000 - chance(`reasons run ${index}`, 20_000) * 1_000;
    return {
      id: idOf(`run ${index}`, created),
      kind: runKinds[(index + 1) % 3]!,
      created,
      seconds: 90 + index * 20,
      fails: index === 4,
      rows: 30 + chance(`reasons run rows ${index}`, 800),
    };
  });
  let second = 0;
  let inSecond = 0;
  let count = 0;

  function runShown({ id, kind, created, seconds, fails, rows }: (typeof runs)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status: (typeof runStates)[number] =
      elapsed < 30 ? 'Pending' : elapsed < seconds ? 'Processing' : fails ? 'Failed' : 'Completed';
    return {
      id,
      type: kind,
      status,
      createdOn: officeMoment(created),
      ...(elapsed >= seconds && { completedOn: officeMoment(created + seconds * 1_000) }),
      ...(status === 'Failed' && { failureReason: 'Query exceeded the time allowed.' }),
      ...(status === 'Completed' && {
        recordCount: rows,
        file: {
          fileRef: `${id.slice(0, 20)}f11e${id.slice(24)}`,
          url: `${run.origin}/v1/files/${id}?token=${scrambled(`reasons ${run.run} ${id}`, 32, hex)}`,
        },
      }),
    };
  }

  const expanded = (row: Row, expansions: readonly string[]): Row => {
    if (!expansions.includes('strategy')) return row;
    const plan = strategies.find(({ id }) => id === row.strategyId);
    return { ...row, strategy: plan === undefined ? null : strategyShown(plan) };
  };

  /** What a query wants to see of records, read before any of them is looked for. */
  function viewOf({ expandable }: Kind, query: URLSearchParams): (row: Row) => Row {
    const words = (name: string) =>
      query.getAll(name).flatMap((text) => text.split(',').filter((word) => word !== ''));
    const expansions = words('expand[]').map((word) => word.toLowerCase());
    const strange = expansions.find((word) => !expandable.includes(word));
    if (strange !== undefined) throw badQuery(`Invalid expand: ${strange}`);
    const fields = words('fields[]').map((word) => word.toLowerCase());
    const keepsNull = query.get('includeNullFields') === 'true';
    const dropped = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          value === null && !keepsNull ? [] : [[name, isObject(value) ? dropped(value) : value] as const],
        ),
      );
    const isChosen = (name: string) =>
      fields.length === 0 || fields.includes(name.toLowerCase()) || expansions.includes(name);
    return (row) =>
      dropped(
        Object.fromEntries(Object.entries(expanded(row, expansions)).filter(([name]) => isChosen(name))),
      );
  }

  function queried(kind: Kind, records: readonly Row[], query: URLSearchParams): Answered {
    const asked = query.get('pageSize') ?? '10';
    const size = /^\d+$/.test(asked) ? Number(asked) : 0;
    if (size < 1 || size > largestSize) throw badQuery(`pageSize must be between 1 and ${largestSize}`);
    const view = viewOf(kind, query);
    const tests = query.getAll('filter[]').map((text) => testOf(kind, text));
    const { name, isDown } = orderOf(kind, query.getAll('sort[]')[0]);
    const rank = (row: Row) => row[name] as string | number;
    const found = records
      .filter((row) => tests.every((holds) => holds(row)))
      .sort((one, other) => {
        const [first, second] = isDown ? [other, one] : [one, other];
        return rank(first) < rank(second) ? -1 : rank(first) > rank(second) ? 1 : 0;
      });
    const cursor = query.get('cursor');
    let from = 0;
    if (cursor !== null) {
      const sent = parsed(Buffer.from(cursor, 'base64').toString('utf8'));
      const last = found.findIndex(({ id }) => id === member(sent, 0, 'id'));
      if (last === -1) throw badQuery('Invalid cursor');
      from = last + 1;
    }
    const shown = found.slice(from, from + size);
    const place = [{ order: `${name}.${isDown ? 'DESC' : 'ASC'}`, id: shown.at(-1)?.id }];
    return json(200, {
      ...(found.length > from + size && {
        nextPage: Buffer.from(JSON.stringify(place)).toString('base64'),
      }),
      data: shown.map(view),
    });
  }

  /** Of the older make: pages by number, as many as asked for up to forty, and what is odd passed over. */
  function runsListed(query: URLSearchParams): Answered {
    const whole = (name: string, otherwise: number) => {
      const text = query.get(name) ?? '';
      if (text === '') return otherwise;
      if (!/^\d+$/.test(text) || text === '0') {
        throw new Refusal(200, [reason(resources.none, 20, `'${name}' should be a positive integer.`)]);
      }
      return Number(text);
    };
    const page = whole('page', 1);
    const size = Math.min(whole('pageSize', 20), largestReportSize);
    const [status, type] = [query.get('status'), query.get('type')];
    const wrong = (name: string, values: readonly string[]) =>
      new Refusal(200, [
        reason(resources.none, 20, `'${name}' value should be one of: ${values.join(', ')}`),
      ]);
    if (status !== null && !runStates.some((one) => one === status)) throw wrong('status', runStates);
    if (type !== null && !runKinds.some((one) => one === type)) throw wrong('type', runKinds);
    const found = runs
      .map(runShown)
      .filter((one) => (status === null || one.status === status) && (type === null || one.type === type));
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    return json(200, {
      reportRuns: found.slice((page - 1) * size, page * size),
      ...(found.length > page * size && { nextPage: `${run.origin}/v1/reports?${next.toString()}` }),
      success: true,
    });
  }

  function missing(what: string, id: string): Refusal {
    return new Refusal(404, [reason(resources.none, 40, `Cannot find entity by key: '${id}'. (${what})`)]);
  }

  function bodyIn(request: Asked, query: URLSearchParams, known: readonly string[]): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      throw new Refusal(400, [reason(resources.none, 20, 'Malformed JSON in the request body.')]);
    }
    const isStrict = query.get('rejectUnknownFields') === 'true';
    const strange = Object.keys(sent.json).filter((name) => !known.includes(name));
    if (isStrict && strange.length > 0) {
      throw new Refusal(400, [
        reason(resources.none, 21, `Error - unrecognised fields: ${strange.join(', ')}`),
      ]);
    }
    return sent.json;
  }

  function touched(listing: Listing): void {
    listing.version += 1;
    listing.updated = run.now();
    listing.updatedBy = apiUser;
  }

  /** A write is refused with 200. */
  const refused = (...reasons: readonly Reason[]) => new Refusal(200, reasons);

  function refuseExpired({ status, number }: Listing): void {
    if (status !== 'Expired') return;
    throw refused(reason(resources.listing, 30, `Listing ${number} has expired and can not be updated.`));
  }

  function priced(listing: Listing, body: Row): Answered {
    if (body.minPrice === undefined && body.maxPrice === undefined) {
      throw refused(reason(resources.listing, 22, "One of 'minPrice' and 'maxPrice' is required."));
    }
    const reasons: Reason[] = [];
    const boundOf = (name: 'minPrice' | 'maxPrice', now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null) return null;
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      const wrong = (message: string) => {
        reasons.push(reason(resources[name], 20, message));
        return now;
      };
      if (typeof number !== 'number' || Number.isNaN(number)) {
        return wrong(`'${name}' value should be a number.`);
      }
      if (number < 0) return wrong(`'${name}' value should not be negative.`);
      if (number > largestPrice) return wrong(`'${name}' value should be no more than ${largestPrice}.`);
      return number;
    };
    const [min, max] = [boundOf('minPrice', listing.min), boundOf('maxPrice', listing.max)];
    if (reasons.length > 0) throw refused(...reasons);
    refuseExpired(listing);
    if (min !== null && max !== null && min > max) {
      throw refused(
        reason(resources.minPrice, 30, `minPrice (${min}) can not be greater than maxPrice (${max}).`),
      );
    }
    const plan = strategies.find(({ id }) => id === listing.strategy);
    if (min === null && plan?.needsMin === true) {
      throw refused(reason(resources.minPrice, 30, `minPrice is required by strategy ${plan.number}.`));
    }
    [listing.min, listing.max] = [min, max];
    touched(listing);
    return json(200, { success: true, id: listing.id });
  }

  function assigned(listing: Listing, { strategyId }: Row): Answered {
    if (strategyId === undefined) {
      throw refused(reason(resources.strategyId, 22, "'strategyId' is required."));
    }
    if (strategyId !== null && typeof strategyId !== 'string') {
      throw refused(reason(resources.strategyId, 20, "'strategyId' value should be a string."));
    }
    refuseExpired(listing);
    const plan = strategies.find(({ id, number }) => id === strategyId || number === strategyId);
    if (strategyId !== null && plan === undefined) {
      throw refused(reason(resources.strategyId, 40, `Cannot find strategy by key: '${strategyId}'.`));
    }
    if (plan?.active === false) {
      throw refused(reason(resources.strategyId, 30, `Strategy ${plan.number} is not active.`));
    }
    if (plan?.needsMin === true && listing.min === null) {
      throw refused(reason(resources.strategyId, 30, `Strategy ${plan.number} requires a minPrice.`));
    }
    listing.strategy = plan?.id ?? null;
    touched(listing);
    return json(200, {
      success: true,
      id: listing.id,
      ...(plan !== undefined && { strategyId: plan.id }),
      version: listing.version,
    });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    if (
      version !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw new Refusal(404, [reason(resources.none, 40, 'HTTP 404 Not Found')]);
    }
    const method = part === undefined ? 'GET' : 'PUT';
    if (request.method !== method) {
      throw new Refusal(
        405,
        [reason(resources.none, 60, 'HTTP 405 Method Not Allowed')],
        [['Allow', `${method},OPTIONS`]],
      );
    }
    if (kind === 'reports') {
      if (id === undefined) return runsListed(query);
      const one = runs.find((other) => other.id === id);
      if (one === undefined) {
        throw new Refusal(200, [reason(resources.none, 40, `Report run ${id} does not exist.`)]);
      }
      return json(200, { success: true, ...runShown(one) });
    }
    if (kind === 'strategies') {
      if (id === undefined) return queried(kinds.strategies, strategies.map(strategyShown), query);
      const plan = strategies.find((one) => one.id === id || one.number === id);
      if (plan === undefined) throw missing('Strategy', id);
      return json(200, viewOf(kinds.strategies, query)(strategyShown(plan)));
    }
    if (id === undefined) return queried(kinds.listings, all.map(listingShown), query);
    const listing = all.find((one) => one.id === id || one.number === id);
    if (part === undefined) {
      if (listing === undefined) throw missing('Listing', id);
      return json(200, viewOf(kinds.listings, query)(listingShown(listing)));
    }
    const body = bodyIn(request, query, part === 'price' ? ['minPrice', 'maxPrice'] : ['strategyId']);
    if (listing === undefined) {
      throw refused(reason(resources.listing, 40, `Cannot find listing by key: '${id}'.`));
    }
    return part === 'price' ? priced(listing, body) : assigned(listing, body);
  }

  /** @returns the headers that tell of the limit */
  function admit({ headers }: Asked): Headers {
    if (headers['x-api-key'] !== key) {
      throw new Refusal(401, [
        headers['x-api-key'] === undefined
          ? { code: 90000010, message: 'This resource is protected, please sign in first.' }
          : { code: 90000011, message: 'Authentication error, the credentials are not valid.' },
      ]);
    }
    const now = Math.floor(run.now() / 1_000);
    [second, inSecond] = [now, now === second ? inSecond + 1 : 1];
    const told: Headers = [
      ['RateLimit-Limit', String(perSecond)],
      ['RateLimit-Remaining', String(Math.max(0, perSecond - inSecond))],
      ['RateLimit-Reset', '1'],
    ];
    if (inSecond > perSecond) {
      throw new Refusal(
        429,
        [reason(resources.none, 70, 'Request exceeded limit. Please submit requests more slowly.')],
        [...told, ['Retry-After', '1']],
      );
    }
    return told;
  }

  return (request) => {
    count += 1;
    const requestId = uuid(`reasons ${run.run} ${count}`);
    const track = request.headers['track-id'];
    const traced: Headers = [
      ['Request-Id', requestId],
      ...(track === undefined ? [] : [['Track-Id', track] as const]),
    ];
    const type = 'application/json;charset=utf-8';
    try {
      const told = admit(request);
      const { status, body } = answer(request);
      return { status, headers: [['Content-Type', type], ...told, ...traced], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const shown = {
        success: false,
        processId: scrambled(`process ${run.run} ${count}`, 16, '0123456789ABCDEF'),
        reasons: error.reasons,
        requestId,
      };
      return json(error.status, shown, [...error.headers, ...traced], type);
    }
  };
}

/** Goes on by the cursor, or follows the whole link of the older make. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'), ...rowsAt(received, 'reportRuns'));
    const told = textIfAny(received, 'nextPage');
    next =
      told === undefined || told.startsWith('http')
        ? told
        : `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(told)}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown, query = ''): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/price${query}`, { json: body });
const assign = (api: Api, id: unknown, strategyId?: unknown): Promise<Received> =>
  api.ask('PUT', `/v1/listings/${String(id)}/strategy`, { json: { strategyId } });

interface Ids {
  /** Of listings that can be changed: without a strategy but with a lower bound, with a strategy, without a lower bound. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly expired: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter(({ status }) => status !== 'Expired');
  const ids = (chosen: readonly Row[]) => chosen.map(({ id }) => id);
  return {
    free: ids(kept.filter((row) => row.strategyId === undefined && row.minPrice !== undefined)),
    bound: ids(kept.filter((row) => row.strategyId !== undefined && row.minPrice !== undefined)),
    open: ids(kept.filter((row) => row.minPrice === undefined && row.strategyId === undefined)),
    expired: rows.find(({ status }) => status === 'Expired')?.id,
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, expired } = idsOf(rows);
  const plans = await walk(api, '/v1/strategies');
  const plan = (name: string) => plans.find((row) => row.name === name)?.id;
  const runs = (await walk(api, '/v1/reports?pageSize=6')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?pageSize=30&fields[]=id,name,price');
  await get('filter[]=status.EQ:Draft&pageSize=40');
  await get('filter[]=status.IN:[Active,Draft]&pageSize=12');
  await walk(api, '/v1/listings?filter[]=category.EQ:Add On Services&pageSize=9'.replaceAll(' ', '%20'));
  await get('filter[]=brand.EQ:Velmora');
  await get('filter[]=brand.NE:Velmora&filter[]=status.EQ:Active&pageSize=8');
  await get('filter[]=price.GT:100&filter[]=price.LE:150.5&pageSize=30');
  await get('filter[]=price.LT:40&sort[]=price.ASC');
  await get('filter[]=quantity.GE:180');
  await get('filter[]=updatedDate.GT:2025-03-01T00:00:00Z&pageSize=15');
  await get('filter[]=createdDate.LT:2024-06-30&pageSize=25');
  await get(`filter[]=strategyId.EQ:${String(plan('Keep margin'))}`);
  await get('filter[]=strategyId.EQ:null&pageSize=20');
  await get('filter[]=minPrice.EQ:null');
  await get('filter[]=name.SW:Hal');
  await get('filter[]=name.SW:nothing');
  await get('filter[]=Season__c.EQ:Spring&pageSize=5');
  await get('sort[]=updatedDate.DESC&pageSize=6');
  await get('sort[]=price.DESC&pageSize=14');
  await get('sort[]=listingnumber.desc&pageSize=3');
  await get('fields[]=sku,quantity,colour&pageSize=4');
  await get('expand[]=strategy&pageSize=3');
  await get('includeNullFields=true&pageSize=5');
  await get(`filter[]=sku.EQ:${String(rows[5]?.sku)}`);
  await get('colour=red&pageSize=2');
  await api.ask('GET', '/v1/strategies?filter[]=active.EQ:false');
  await api.ask('GET', '/v1/strategies?filter[]=type.EQ:Competitive&includeNullFields=true');
  await api.ask('GET', '/v1/strategies?sort[]=name.DESC&pageSize=4');
  await api.ask('GET', '/v1/reports?status=Completed&pageSize=3');
  await api.ask('GET', '/v1/reports?type=Margins');
  await api.ask('GET', '/v1/reports?pageSize=100');
  await api.ask('GET', '/v1/reports?page=9');
  for (const index of [0, 4, 7]) await read(api, 'listings', bound[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', open[1], '?includeNullFields=true');
  await read(api, 'listings', bound[2], '?expand[]=strategy');
  await read(api, 'listings', free[1], '?fields[]=name,minPrice,maxPrice');
  await read(api, 'listings', rows[11]?.listingNumber);
  await read(api, 'listings', rows[30]?.listingNumber);
  await read(api, 'strategies', plans[2]?.id);
  await read(api, 'strategies', plans[4]?.strategyNumber);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[3]);

  await price(api, free[0], { minPrice: 24.9, maxPrice: 280 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { minPrice: '19.99', maxPrice: 310.5, currency: 'USD' });
  await price(api, free[1], { maxPrice: 388 });
  await read(api, 'listings', free[1]);
  await price(api, open[0], { minPrice: 7.25, maxPrice: null });
  await assign(api, free[0], plan('Match lowest'));
  await read(api, 'listings', free[0]);
  await assign(api, open[1], 'ST-1003');
  await assign(api, bound[0], null);
  await read(api, 'listings', bound[0]);
  await get('sort[]=updatedDate.DESC&pageSize=5');
  await get(`filter[]=strategyId.EQ:${String(plan('Match lowest'))}&expand[]=strategy`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'Track-Id': 'nightly-0412' } });

  await read(api, 'listings', '8ad0000000000000deadbeefdeadbe01');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '8ad0000000000000deadbeefdeadbe02');
  await read(api, 'reports', '8ad0000000000000deadbeefdeadbe03');
  await price(api, '8ad0000000000000deadbeefdeadbe04', { minPrice: 3 });
  await price(api, free[3], { minPrice: 360, maxPrice: 59.99 });
  await price(api, free[3], { minPrice: 'cheap' });
  await price(api, free[3], { minPrice: true, maxPrice: 'dear' });
  await price(api, free[3], { minPrice: -1 });
  await price(api, free[3], { minPrice: 4, maxPrice: 2_000_000 });
  await price(api, free[3], {});
  await price(api, free[3], { minPrice: 9, colour: 'red' }, '?rejectUnknownFields=true');
  await price(api, free[3], [1]);
  await price(api, free[0], { minPrice: null });
  await price(api, expired, { minPrice: 5 });
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { text: '{"minPrice": ' });
  await assign(api, free[3], '8ad0000000000000deadbeefdeadbe05');
  await assign(api, free[3], plan('Clearance'));
  await assign(api, free[3], 17);
  await assign(api, free[3]);
  await assign(api, open[2], plan('Undercut by 1'));
  await assign(api, expired, plan('Freeze'));
  await get('pageSize=0');
  await get('pageSize=100');
  await get('pageSize=many');
  await get('cursor=nowhere');
  await get('filter[]=colour.EQ:red');
  await get('filter[]=price.LIKE:4');
  await get('filter[]=price.GT:cheap');
  await get('filter[]=updatedDate.GT:monday');
  await get('filter[]=status');
  await get('sort[]=brand.ASC');
  await get('sort[]=price.up');
  await get('expand[]=vendor');
  await api.ask('GET', '/v1/reports?status=Lost');
  await api.ask('GET', '/v1/reports?page=two');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { minPrice: 8 } });
  await api.ask('GET', '/v1/listings?pageSize=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': '00000000-live-000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?pageSize=1', 12);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?pageSize=3');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const first = await api.ask('GET', '/v1/listings?pageSize=30', { headers: { 'Track-Id': 'weekly-77' } });
  const cursor = encodeURIComponent(textIfAny(first, 'nextPage') ?? '');
  const second = await api.ask('GET', `/v1/listings?pageSize=30&cursor=${cursor}`, {
    headers: { 'Track-Id': header(first, 'Track-Id') ?? null },
  });
  const rows = [...rowsAt(first, 'data'), ...rowsAt(second, 'data')];
  const { free, bound, open, expired } = idsOf(rows);
  const plans = await walk(api, '/v1/strategies?pageSize=4');
  const plan = (name: string) => plans.find((row) => row.name === name)?.id;
  const runs = (await walk(api, '/v1/reports?pageSize=7')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?filter[]=status.IN:[Draft,Expired]&pageSize=11');
  await get('filter[]=category.EQ:Base%20Products&pageSize=6');
  await get('filter[]=brand.EQ:Tarnwick&sort[]=price.DESC');
  await get('filter[]=price.GE:120.25&pageSize=18');
  await get('filter[]=price.LT:55&filter[]=quantity.GT:100');
  await get('filter[]=updatedDate.GE:2025-06-15T12:00:00Z&pageSize=4');
  await get(`filter[]=strategyId.EQ:${String(plan('Slow riser'))}`);
  await get('filter[]=maxPrice.EQ:null&fields[]=id,minPrice');
  await get('filter[]=name.SW:zem&pageSize=3');
  await get('filter[]=Season__c.NE:null');
  await get('sort[]=quantity.DESC&pageSize=9');
  await get('sort[]=createdDate.DESC&pageSize=4');
  await get('sort[]=name.DESC&fields[]=name,status&pageSize=13');
  await get('expand[]=strategy&filter[]=status.EQ:Expired&pageSize=2');
  await get('includeNullFields=true&pageSize=7&sort[]=price.ASC');
  await api.ask('GET', '/v1/strategies?filter[]=active.EQ:true&pageSize=3');
  await api.ask('GET', '/v1/strategies?filter[]=name.SW:ma');
  await api.ask('GET', '/v1/reports?status=Failed');
  await api.ask('GET', '/v1/reports?type=Competitors&pageSize=2');
  await read(api, 'listings', bound[1]);
  await read(api, 'listings', open[3], '?includeNullFields=true');
  await read(api, 'listings', bound[3], '?fields[]=sku,price,strategyId');
  await read(api, 'listings', free[4], '?expand[]=strategy');
  await read(api, 'listings', rows[20]?.listingNumber);
  await read(api, 'strategies', plans[5]?.strategyNumber);
  await read(api, 'reports', runs[6]);

  await price(api, free[2], { minPrice: 12.75, maxPrice: 340 });
  await read(api, 'listings', free[2]);
  await price(api, free[4], { minPrice: '3.05' });
  await read(api, 'listings', free[4]);
  await price(api, open[3], { maxPrice: 445, note: 'spring' });
  await assign(api, free[2], plan('Undercut by 1'));
  await read(api, 'listings', free[2], '?expand[]=strategy');
  await assign(api, bound[3], null);
  await assign(api, free[4], 'ST-1005');
  await get('sort[]=updatedDate.DESC&pageSize=4');

  await read(api, 'listings', '8ad0000000000000cafecafecafeca01');
  await read(api, 'reports', 'summary');
  await price(api, '8ad0000000000000cafecafecafeca02', { maxPrice: 30 });
  await price(api, free[5], { minPrice: 571.2, maxPrice: 70 });
  await price(api, free[5], { maxPrice: 'lots' });
  await price(api, free[5], { minPrice: -0.5, maxPrice: false });
  await price(api, free[5], { maxPrice: 1_000_000.5 });
  await price(api, free[0], {});
  await price(api, free[0], { shape: 'round', maxPrice: 9 }, '?rejectUnknownFields=true');
  await price(api, expired, { maxPrice: 800 });
  await assign(api, free[5], '8ad0000000000000cafecafecafeca03');
  await assign(api, free[0], plan('Clearance'));
  await assign(api, free[5], true);
  await assign(api, open[4], plan('Match lowest'));
  await get('pageSize=250');
  await get('filter[]=shape.NE:round');
  await get('filter[]=price.LT:dear');
  await get('filter[]=quantity.ABOUT:5');
  await get('sort[]=category.DESC');
  await get('expand[]=owner');
  await api.ask('GET', '/v1/reports?type=Weather');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?pageSize=2', { headers: { 'X-API-KEY': null } });
}

export const processReasons: WalkedService = {
  name: 'process-reasons',
  key,
  start,
  isRefusal: ({ status, body }) =>
    status !== 429 && (status >= 400 || member(parsed(body), 'success') === false),
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['pageSize=3', 'pageSize=8', 'pageSize=40'],
  walk,
};
