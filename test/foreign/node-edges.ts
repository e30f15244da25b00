// An advertising network's graph API: nodes show nothing but their id unless fields are asked for, which may name what a node
// points at with fields of its own in braces; edges are data beside a paging with two cursors and whole links, and a summary
// where that is asked for; conditions as a list of field, operator and value in JSON, states and orders as lists in JSON too,
// parameters that nobody knows passed over; amounts as whole minor units in texts, moments with the offset of the account or
// in seconds where that is asked for, members left out where nothing is set; writes by POST answered with success and nothing
// else; refusals with a message that begins with the number of its kind, a type, a code, for what a person did wrong a subcode
// with a title and a message for people, and a trace; 400 for nearly all of them; how much of the quota is used as JSON in a
// header.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'EAABsbCS1iHgBAKZC8mQ2fXw7TnZLr';
const perSecond = 7;
const perHour = 400;
const currency = 'BRL';
const account = 'act_884120573';
const largestPrice = 50_000_000;
const usualSize = 25;
const largestSize = 100;

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
const effective = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_REVIEW', 'DISAPPROVED'] as const;
const reportStatuses = ['Job Not Started', 'Job Running', 'Job Completed', 'Job Failed'] as const;

/** In the time zone of the account, three hours behind UTC all the year. */
const moment = (milliseconds: number) =>
  `${new Date(milliseconds - 3 * 3_600_000).toISOString().slice(0, 19)}-0300`;

const numberOf = (seed: string, length: number) => `2${scrambled(seed, length - 1, '0123456789')}`;

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly brand: string;
  readonly status: (typeof statuses)[number];
  readonly effective: (typeof effective)[number];
  readonly price: number;
  readonly inventory: number;
  readonly labels: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

const strategies = [
  { name: 'Lowest cost', type: 'LOWEST_COST', needsMin: false, enabled: true },
  { name: 'Cost cap', type: 'CAP', needsMin: true, enabled: true },
  { name: 'Match competitors', type: 'MATCH', needsMin: true, enabled: true },
  { name: 'Black Friday', type: 'SCHEDULE', needsMin: false, enabled: false },
  { name: 'Target margin', type: 'TARGET', needsMin: false, enabled: true },
  { name: 'Sell out', type: 'SCHEDULE', needsMin: true, enabled: true },
].map((one, index) => ({
  ...one,
  id: numberOf(`node strategy ${index}`, 15),
  created: pastMoment(`node strategy ${index}`),
}));

function listings(): Listing[] {
  return Array.from({ length: 58 }, (_, index): Listing => {
    const seed = `node ${index}`;
    const { maker, title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const status = oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', ...statuses] as const);
    const min = chance(`${seed} min`, 3) > 0 ? Math.round(price * 0.75) : null;
    return {
      id: numberOf(seed, 17),
      name: title,
      sku,
      brand: maker,
      status,
      effective:
        status === 'ACTIVE'
          ? oneOf(`${seed} effective`, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'IN_REVIEW', 'DISAPPROVED'] as const)
          : status,
      price,
      inventory: stock,
      labels: ['season', 'clearance', 'hero'].filter((label) => chance(seed + label, 3) === 0),
      created,
      min,
      max: chance(`${seed} max`, 3) > 0 ? Math.round(price * 1.35) : null,
      strategy:
        min !== null && chance(`${seed} strategy`, 2) > 0
          ? strategies[[0, 1, 2, 4][chance(seed, 4)]!]!.id
          : null,
      updated: created + 1_000 * chance(`${seed} updated`, 90 * 86_400),
    };
  }).sort((one, other) => other.created - one.created);
}

class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly type: string;
  readonly more: Row;

  constructor(message: string, code: number, { status = 400, type = 'OAuthException', more = {} } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
    this.more = more;
  }
}

const wrongParameter = (message: string) => new Refusal(`(#100) ${message}`, 100);

/** What a person did wrong. */
const wrongOfUser = (subcode: number, title: string, message: string) =>
  new Refusal('Invalid parameter', 100, {
    more: { error_subcode: subcode, is_transient: false, error_user_title: title, error_user_msg: message },
  });

const noSuch = (method: string, id: string) =>
  new Refusal(
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    100,
    { type: 'GraphMethodException', more: { error_subcode: 33 } },
  );

/** Fields that are asked for, each with those of what it points at: `id,strategy{name}`. */
function fieldsIn(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(/([^,{}]+)(?:\{([^}]*)\})?(?:,|$)/g)];
  return new Map(found.map(([, name = '', inner = '']) => [name.trim(), inner]));
}

/** A node with the fields that are asked for, and always its id. */
function chosen(kind: string, whole: Readonly<Record<string, unknown>>, asked: string): Row {
  const shown: Record<string, unknown> = {};
  for (const [name, inner] of fieldsIn(asked)) {
    if (!Object.hasOwn(whole, name)) {
      throw wrongParameter(`Tried accessing nonexisting field (${name}) on node type (${kind})`);
    }
    const value = whole[name];
    if (value === null) continue;
    shown[name] = typeof value === 'function' ? (value as (fields: string) => Row | undefined)(inner) : value;
  }
  return { ...shown, id: whole.id };
}

const listIn = (text: string | null, name: string): readonly string[] => {
  if (text === null) return [];
  const list = parsed(text);
  if (!Array.isArray(list)) throw wrongParameter(`Param ${name} must be an array`);
  return list as readonly string[];
};

const operators: Readonly<Record<string, (one: string | number, other: string | number) => boolean>> = {
  EQUAL: (one, other) => one === other,
  NOT_EQUAL: (one, other) => one !== other,
  GREATER_THAN: (one, other) => one > other,
  LESS_THAN: (one, other) => one < other,
  CONTAIN: (one, other) => String(one).toLowerCase().includes(String(other).toLowerCase()),
};

const leaves: Readonly<Record<string, (one: Listing) => string | number>> = {
  name: ({ name }) => name,
  brand: ({ brand }) => brand,
  sku: ({ sku }) => sku,
  price: ({ price }) => price,
  inventory: ({ inventory }) => inventory,
  created_time: ({ created }) => created,
  updated_time: ({ updated }) => updated,
  strategy_id: ({ strategy }) => strategy ?? '',
};

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: numberOf(`node report ${index}`, 16),
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 43_200_000 - 1_000 * chance(`node report ${index}`, 9_000),
    seconds: 120 + index * 10,
    fails: index === 4,
    rows: 20 + chance(`node report rows ${index}`, 2_000),
  }));
  const recent: number[] = [];
  let [count, hour, used] = [0, opened, 0];

  const timeOf = (query: URLSearchParams) => (milliseconds: number) =>
    query.get('date_format') === 'U' ? Math.floor(milliseconds / 1_000) : moment(milliseconds);

  function strategyShown(one: (typeof strategies)[number], query: URLSearchParams, asked: string): Row {
    const time = timeOf(query);
    return chosen(
      'Strategy',
      {
        id: one.id,
        name: one.name,
        type: one.type,
        enabled: one.enabled,
        requires_min_price: one.needsMin,
        created_time: time(one.created),
      },
      asked,
    );
  }

  function listingShown(one: Listing, query: URLSearchParams): Row {
    const time = timeOf(query);
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return chosen(
      'Listing',
      {
        id: one.id,
        account_id: account.slice(4),
        name: one.name,
        sku: one.sku,
        brand: one.brand,
        status: one.status,
        effective_status: one.effective,
        price: String(one.price),
        min_price: one.min === null ? null : String(one.min),
        max_price: one.max === null ? null : String(one.max),
        currency,
        inventory: one.inventory,
        labels: one.labels.length === 0 ? null : one.labels,
        strategy_id: one.strategy,
        strategy: strategy === undefined ? null : (fields: string) => strategyShown(strategy, query, fields),
        created_time: time(one.created),
        updated_time: time(one.updated),
      },
      query.get('fields') ?? 'id',
    );
  }

  function reportShown({ id, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 30 ? 0 : !isOver ? 1 : fails ? 3 : 2;
    return {
      id,
      account_id: account.slice(4),
      async_status: reportStatuses[status],
      time_ref: Math.floor(created / 1_000),
      ...(isOver && { time_completed: Math.floor(created / 1_000) + seconds }),
      ...(status === 2 && {
        row_count: rows,
        url: `https://files.zembro-ads.example/export?report=${id}&sig=${scrambled(`node ${run.run} ${id}`, 24, base62)}`,
      }),
    };
  }

  const cursorOf = (id: string) => Buffer.from(id).toString('base64');

  /** An edge from a cursor on, or up to one. */
  function edge<Each extends { readonly id: string }>(
    request: Asked,
    found: readonly Each[],
    shownAs: (one: Each) => Row,
  ): Answered {
    const { path, query } = targetOf(request);
    const asked = query.get('limit') ?? String(usualSize);
    if (!/^\d+$/.test(asked) || asked === '0') {
      throw wrongParameter('Param limit must be an integer greater than or equal to 1');
    }
    const size = Math.min(Number(asked), largestSize);
    const placeOf = (name: string) => {
      const cursor = query.get(name);
      if (cursor === null) return undefined;
      const place = found.findIndex(({ id }) => cursorOf(id) === cursor);
      if (place === -1) throw wrongParameter('Invalid cursors values');
      return place;
    };
    const [after, before] = [placeOf('after'), placeOf('before')];
    const isBack = after === undefined && before !== undefined;
    const from = isBack ? Math.max(0, before - size) : (after ?? -1) + 1;
    const to = isBack ? before : from + size;
    const shown = found.slice(from, to);
    const [first, last] = [shown[0], shown.at(-1)];
    const link = (name: string, id: string) => {
      const own = new URLSearchParams(
        [...query].filter(([one]) => !['after', 'before', 'limit'].includes(one)),
      );
      own.set('limit', String(size));
      own.set(name, cursorOf(id));
      return `${run.origin}${path}?${own.toString()}`;
    };
    return json(200, {
      data: shown.map(shownAs),
      ...(first !== undefined &&
        last !== undefined && {
          paging: {
            cursors: { before: cursorOf(first.id), after: cursorOf(last.id) },
            ...(to < found.length && { next: link('after', last.id) }),
            ...(from > 0 && { previous: link('before', first.id) }),
          },
        }),
      ...(query.get('summary') === 'total_count' && { summary: { total_count: found.length } }),
    });
  }

  function conditionIn(condition: unknown): (one: Listing) => boolean {
    if (!isObject(condition)) throw wrongParameter('Param filtering must be an array of objects');
    const { field, operator, value } = condition;
    const leaf = leaves[String(field)];
    if (leaf === undefined)
      throw wrongParameter(
        `Filtering field '${String(field)}' with operation '${String(operator).toLowerCase()}' is not supported`,
      );
    const holds = operators[String(operator)];
    if (holds === undefined) {
      throw wrongParameter(
        `Param filtering[0][operator] must be one of {${Object.keys(operators).join(', ')}}`,
      );
    }
    return (one) => {
      const own = leaf(one);
      return holds(own, typeof own === 'number' ? Number(value) : String(value));
    };
  }

  function listed(request: Asked): Answered {
    const { query } = targetOf(request);
    const conditions = listIn(query.get('filtering'), 'filtering').map(conditionIn);
    const states = listIn(query.get('effective_status'), 'effective_status');
    const strange = states.find((state) => !(effective as readonly string[]).includes(state));
    if (strange !== undefined) {
      throw wrongParameter(
        `Param effective_status[${states.indexOf(strange)}] must be one of {${effective.join(', ')}} - got "${strange}"`,
      );
    }
    const since = query.get('updated_since');
    if (since !== null && !/^\d+$/.test(since))
      throw wrongParameter('Param updated_since must be a valid unix timestamp');
    const found = all.filter(
      (one) =>
        (query.get('effective_status') === null
          ? one.effective !== 'ARCHIVED'
          : states.includes(one.effective)) &&
        conditions.every((holds) => holds(one)) &&
        (since === null || one.updated >= Number(since) * 1_000),
    );
    for (const word of [...listIn(query.get('sort'), 'sort')].reverse()) {
      const [, name = '', way] = /^(\w+)_(ascending|descending)$/.exec(word) ?? [];
      const leaf = leaves[name];
      if (leaf === undefined) throw wrongParameter(`Invalid sort field: ${word}`);
      const sign = way === 'ascending' ? 1 : -1;
      found.sort((one, other) => (leaf(one) < leaf(other) ? -sign : leaf(one) > leaf(other) ? sign : 0));
    }
    return edge(request, found, (one) => listingShown(one, query));
  }

  function reportsListed(request: Asked): Answered {
    const state = targetOf(request).query.get('async_status');
    if (state !== null && !(reportStatuses as readonly string[]).includes(state)) {
      throw wrongParameter(
        `Param async_status must be one of {${reportStatuses.join(', ')}} - got "${state}"`,
      );
    }
    const found = reports.filter((one) => state === null || reportShown(one).async_status === state);
    return edge(request, found, reportShown);
  }

  function bodyIn(request: Asked): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent !== 'bad' && isObject(sent.json)) return sent.json;
    throw new Refusal('The request body is not a valid JSON object', 2500);
  }

  function refuseArchived({ status }: Listing): void {
    if (status !== 'ARCHIVED') return;
    throw wrongOfUser(1487866, 'Listing is archived', 'Archived listings can only change their name.');
  }

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    const boundIn = (name: string, now: number | null): number | null => {
      const value = body[name];
      if (value === undefined) return now;
      if (value === null || value === '') return null;
      if ((typeof value !== 'string' && typeof value !== 'number') || !/^-?\d+$/.test(String(value))) {
        throw wrongParameter(`Param ${name} must be an integer`);
      }
      if (Number(value) < 1) throw wrongParameter(`Param ${name} must be greater than or equal to 1`);
      if (Number(value) > largestPrice) {
        throw wrongOfUser(
          1885272,
          'Price too high',
          `The price of a listing cannot be more than ${largestPrice / 100} ${currency}.`,
        );
      }
      return Number(value);
    };
    if (body.min_price === undefined && body.max_price === undefined) {
      throw wrongParameter('The parameter min_price or max_price is required');
    }
    const [min, max] = [boundIn('min_price', listing.min), boundIn('max_price', listing.max)];
    refuseArchived(listing);
    if (min !== null && max !== null && min > max) {
      throw wrongOfUser(1885273, 'Bounds cross', 'The lowest price must not be above the highest price.');
    }
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    if (min === null && strategy?.needsMin === true) {
      throw wrongOfUser(
        1885274,
        'Lowest price missing',
        `The strategy ${strategy.name} needs a lowest price.`,
      );
    }
    [listing.min, listing.max, listing.updated] = [min, max, run.now()];
    return json(200, { success: true });
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: given } = bodyIn(request);
    if (given === undefined) throw wrongParameter('The parameter strategy_id is required');
    const text = typeof given === 'string' ? given : given === null ? '' : JSON.stringify(given);
    if (!/^\d*$/.test(text))
      throw wrongParameter('Param strategy_id must be a valid ID string (e.g., "123")');
    const id = text === '' ? null : text;
    const strategy = strategies.find((one) => one.id === id);
    if (id !== null && strategy === undefined) throw noSuch(request.method, id);
    refuseArchived(listing);
    if (strategy?.enabled === false) {
      throw wrongOfUser(
        1815857,
        'Strategy is off',
        `The strategy ${strategy.name} cannot be used while it is off.`,
      );
    }
    if (strategy?.needsMin === true && listing.min === null) {
      throw wrongOfUser(
        1885274,
        'Lowest price missing',
        `The strategy ${strategy.name} needs a lowest price.`,
      );
    }
    [listing.strategy, listing.updated] = [id, run.now()];
    return json(200, { success: true });
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    if (
      version !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw new Refusal(`Unknown path components: ${path.replace(/^\/v1/, '')}`, 2500);
    }
    if (request.method !== (isWrite ? 'POST' : 'GET')) {
      throw new Refusal(`Unsupported ${request.method.toLowerCase()} request`, 100, {
        type: 'GraphMethodException',
      });
    }
    const fields = query.get('fields') ?? 'id';
    if (kind === 'strategies') {
      if (id === undefined) return edge(request, strategies, (one) => strategyShown(one, query, fields));
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw noSuch('GET', id);
      return json(200, strategyShown(strategy, query, fields));
    }
    if (kind === 'reports') {
      if (id === undefined) return reportsListed(request);
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw noSuch('GET', id);
      return json(200, reportShown(report));
    }
    if (id === undefined) return listed(request);
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw noSuch(request.method, id);
    if (part === 'price') return priced(listing, request);
    if (part === 'strategy') return assigned(listing, request);
    return json(200, listingShown(listing, query));
  }

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) {
      throw new Refusal(
        'An active access token must be used to query information about the current user.',
        2500,
        { status: 401 },
      );
    }
    if (given !== key)
      throw new Refusal('Invalid OAuth access token - Cannot parse access token', 190, { status: 401 });
    const now = run.now();
    if (now >= hour + 3_600_000) [hour, used] = [now, 0];
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal('(#4) Application request limit reached', 4, {
        status: 429,
        more: { is_transient: true },
      });
    }
    recent.push(now);
    used += 1;
  }

  return (request) => {
    count += 1;
    const trace = `A${scrambled(`node ${run.run} ${count}`, 22, base62)}`;
    const usage = () =>
      [
        'X-App-Usage',
        JSON.stringify({ call_count: Math.floor((100 * used) / perHour), total_time: 2, total_cputime: 1 }),
      ] as const;
    const traced = ['X-Trace-Id', trace] as const;
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, usage(), traced], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, type, message, more } = error;
      return json(status, { error: { message, type, code, ...more, trace_id: trace } }, [usage(), traced]);
    }
  };
}

/** Follows the links. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    next = textIfAny(received, 'paging', 'next');
  }
  return rows;
}

const fields =
  'fields=name,sku,status,effective_status,price,min_price,max_price,currency,strategy_id,updated_time';
const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('POST', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('POST', `/v1/listings/${String(id)}/strategy`, { json: body });

const filtering = (field: string, operator: string, value: unknown) =>
  `filtering=${encodeURIComponent(JSON.stringify([{ field, operator, value }]))}`;
const listOf = (name: string, ...values: readonly string[]) =>
  `${name}=${encodeURIComponent(JSON.stringify(values))}`;

/** Asks without a pause until it is refused, and once more after a second. */
async function hurried(api: Api, target: string): Promise<void> {
  for (let sent = 0; sent < 10; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status === 429) break;
  }
  api.wait(1_000);
  await api.ask('GET', target, { atOnce: true });
}

interface Ids {
  /** Of listings with a lower bound, without a strategy and with one, of those without a lower bound, and of archived ones. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
}

async function idsOf(api: Api, rows: readonly Row[], query: string): Promise<Ids> {
  const archived = await walk(api, `/v1/listings?${listOf('effective_status', 'ARCHIVED')}&${query}`);
  const ids = (of: (row: Row) => boolean) => rows.filter(of).map(({ id }) => id);
  return {
    free: ids(({ min_price: min, strategy_id: strategy }) => min !== undefined && strategy === undefined),
    bound: ids(
      ({ strategy_id: strategy }) => strategy === strategies[1]!.id || strategy === strategies[2]!.id,
    ),
    open: ids(({ min_price: min }) => min === undefined),
    archived: archived.map(({ id }) => id),
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, `/v1/listings?${fields}`);
  const { free, bound, open, archived } = await idsOf(api, rows, fields);
  const plans = (
    await walk(api, '/v1/strategies?fields=name,type,enabled,requires_min_price,created_time')
  ).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, `/v1/listings?limit=20&fields=name,price`);
  const second = await get(`limit=6&${fields}`);
  const third = await api.ask('GET', textIfAny(second, 'paging', 'next') ?? '/v1/listings');
  await api.ask('GET', textIfAny(third, 'paging', 'previous') ?? '/v1/listings');
  await get('limit=4');
  await get(`limit=500&fields=sku`);
  await get(`fields=name,strategy&limit=5`);
  await get(`fields=name,strategy{name,type}&limit=5`);
  await get(`fields=id,name,labels,inventory,brand&limit=7`);
  await get(`summary=total_count&limit=3&fields=name`);
  await get(`${listOf('effective_status', 'PAUSED')}&${fields}`);
  await get(
    `${listOf('effective_status', 'ACTIVE', 'IN_REVIEW')}&fields=name,effective_status&limit=30&summary=total_count`,
  );
  await get(`${filtering('price', 'GREATER_THAN', 12_000)}&fields=name,price&limit=20`);
  await get(`${filtering('brand', 'EQUAL', 'Velmora')}&fields=name,brand`);
  await get(`${filtering('name', 'CONTAIN', 'lamp')}&fields=name`);
  await get(`${filtering('name', 'CONTAIN', 'nothinglikethis')}&fields=name`);
  await get(`${filtering('strategy_id', 'EQUAL', plans[1])}&fields=name,strategy_id`);
  await get(`updated_since=1740787200&fields=name,updated_time&limit=15`);
  await get(`${listOf('sort', 'price_descending')}&fields=name,price&limit=8`);
  await get(`${listOf('sort', 'name_ascending')}&fields=name&limit=9`);
  await get(`${listOf('sort', 'updated_time_descending')}&fields=updated_time&limit=5`);
  await get(`date_format=U&fields=created_time,updated_time&limit=4`);
  await get(`colour=red&limit=2&fields=name`);
  await api.ask('GET', '/v1/strategies?limit=4&fields=name');
  await api.ask('GET', '/v1/strategies');
  await api.ask('GET', `/v1/reports?async_status=${encodeURIComponent('Job Completed')}`);
  for (const index of [0, 5, 9]) await read(api, 'listings', rows[index]?.id, `?${fields}`);
  await read(api, 'listings', free[0], `?${fields}`);
  await read(api, 'listings', open[0], `?${fields}`);
  await read(api, 'listings', bound[0], '?fields=name,strategy{id,name,enabled}');
  await read(api, 'listings', bound[1], '?fields=price,created_time&date_format=U');
  await read(api, 'listings', free[2]);
  await read(api, 'strategies', plans[2], '?fields=name,type,requires_min_price');
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);
  await read(api, 'reports', runs[6]);

  await price(api, free[0], { min_price: 1950, max_price: 24_900 });
  await read(api, 'listings', free[0], `?${fields}`);
  await price(api, bound[0], { min_price: '2105', max_price: '18000' });
  await read(api, 'listings', bound[0], `?${fields}`);
  await price(api, free[1], { max_price: 39_900 });
  await read(api, 'listings', free[1], `?${fields}`);
  await price(api, free[2], { max_price: null });
  await read(api, 'listings', free[2], `?${fields}`);
  await price(api, open[0], { min_price: 700 });
  await assign(api, free[0], { strategy_id: plans[1] });
  await read(api, 'listings', free[0], `?${fields}`);
  await assign(api, open[1], { strategy_id: plans[0] });
  await assign(api, bound[0], { strategy_id: null });
  await read(api, 'listings', bound[0], `?${fields}`);
  await get(`${listOf('sort', 'updated_time_descending')}&${fields}&limit=6`);
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?limit=2');

  await read(api, 'listings', '29999999999999999', `?${fields}`);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', '299999999999999');
  await read(api, 'reports', '2999999999999999');
  await price(api, '29999999999999998', { min_price: 900 });
  await price(api, free[3], { min_price: 6000, max_price: 5999 });
  await price(api, free[3], { min_price: 'cheap' });
  await price(api, free[3], { min_price: 19.5, max_price: 9000 });
  await price(api, free[3], { max_price: true });
  await price(api, free[3], { min_price: 0 });
  await price(api, free[3], { max_price: -100 });
  await price(api, free[3], { max_price: 60_000_000 });
  await price(api, free[3], {});
  await price(api, free[3], { colour: 'red' });
  await api.ask('POST', `/v1/listings/${String(free[3])}/price`, { text: '{"min_price": ' });
  await price(api, archived[0], { min_price: 500 });
  await price(api, free[0], { min_price: null });
  await assign(api, free[3], { strategy_id: '288888888888888' });
  await assign(api, free[3], { strategy_id: plans[3] });
  await assign(api, free[3], { strategy_id: 'cheapest' });
  await assign(api, free[3], {});
  await assign(api, open[2], { strategy_id: plans[2] });
  await assign(api, archived[1], { strategy_id: plans[4] });
  await get('limit=0');
  await get('limit=many');
  await get('after=nowhere');
  await get('fields=name,colour');
  await get('fields=name,strategy{shape}&limit=3');
  await get(listOf('effective_status', 'SOLD'));
  await get('effective_status=ACTIVE');
  await get(listOf('sort', 'colour_ascending'));
  await get(filtering('colour', 'EQUAL', 'red'));
  await get(filtering('price', 'ABOUT', 5000));
  await get('updated_since=monday');
  await api.ask('GET', '/v1/reports?async_status=Lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('PUT', `/v1/listings/${String(free[3])}/price`, { json: { min_price: 800 } });
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'EAAB0000000000000000000000000' } });
  api.wait(3_000);
  await hurried(api, '/v1/strategies?limit=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=3');
  await read(api, 'reports', runs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, `/v1/listings?limit=30&${fields}`);
  const { free, bound, open, archived } = await idsOf(api, rows, `limit=40&${fields}`);
  const plans = (await walk(api, '/v1/strategies?limit=5&fields=name,enabled')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('limit=7&fields=sku,price,currency');
  await get('fields=status,strategy{name}&limit=6');
  await get('summary=total_count&limit=5');
  await get(`${listOf('effective_status', 'DISAPPROVED', 'PAUSED')}&fields=name&limit=20`);
  await get(`${filtering('price', 'LESS_THAN', 5000)}&fields=price&limit=10`);
  await get(`${filtering('brand', 'EQUAL', 'Halvik')}&fields=name,brand,price`);
  await get(`${filtering('name', 'CONTAIN', 'RUG')}&fields=name`);
  await get(`updated_since=1735689600&fields=updated_time&limit=9`);
  await get(`${listOf('sort', 'price_ascending')}&fields=price&limit=6`);
  await get(`${listOf('sort', 'name_descending')}&fields=name&limit=4`);
  await get(`${listOf('sort', 'inventory_descending')}&fields=inventory&limit=5`);
  await get('date_format=U&fields=updated_time&limit=3');
  await api.ask('GET', `/v1/reports?async_status=${encodeURIComponent('Job Failed')}`);
  for (const index of [1, 7]) await read(api, 'listings', rows[index]?.id, `?${fields}`);
  await read(api, 'listings', bound[2], '?fields=sku,strategy{id,name,type}');
  await read(api, 'listings', free[4], '?fields=status,price');
  await read(api, 'strategies', plans[4], '?fields=name,enabled');
  await read(api, 'reports', runs[5]);

  await price(api, free[4], { min_price: 2275, max_price: 31_000 });
  await read(api, 'listings', free[4], `?${fields}`);
  await price(api, bound[1], { max_price: '40125' });
  await read(api, 'listings', bound[1], `?${fields}`);
  await price(api, open[3], { min_price: 410, max_price: null });
  await read(api, 'listings', open[3], '?fields=min_price,max_price');
  await assign(api, free[4], { strategy_id: plans[4] });
  await read(api, 'listings', free[4], '?fields=name,strategy{id,name}');
  await assign(api, bound[2], { strategy_id: null });
  await read(api, 'listings', bound[2], `?${fields}`);

  await read(api, 'listings', '28888888888888888');
  await read(api, 'reports', 'latest');
  await price(api, '28888888888888887', { max_price: 3000 });
  await price(api, free[5], { min_price: 7120, max_price: 7000 });
  await price(api, free[5], { max_price: 'dear' });
  await price(api, free[5], { min_price: false });
  await price(api, free[5], { max_price: 0 });
  await price(api, free[5], { min_price: 70_000_000 });
  await price(api, free[5], { max_price: 12.25 });
  await price(api, free[5], { shape: 'round' });
  await price(api, archived[2], { max_price: 80_000 });
  await assign(api, free[5], { strategy_id: '277777777777777' });
  await assign(api, free[5], { strategy_id: plans[3] });
  await assign(api, free[5], { strategy_id: true });
  await assign(api, open[4], { strategy_id: plans[1] });
  await get('limit=-5');
  await get('before=nobody');
  await get('fields=shape&limit=4');
  await get(listOf('effective_status', 'GONE'));
  await get(listOf('sort', 'size_descending'));
  await get('updated_since=soon');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const nodeEdges: WalkedService = {
  name: 'node-edges',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
