// An advertising platform's API for bids on promoted listings: data beside the request as it was understood, with the ids of
// the path and typed parameters (of a write its members), the same beside a list of errors; a cursor under `next_cursor`, null
// at the end, a total only where it is asked for, and not together with a cursor; short ids, amounts in millionths of the
// account's currency that go in whole cents, moments in UTC to the second; ids between commas, orders like `created_at-desc`,
// the deleted only where they are asked for; report jobs with a long number that stands there once more as a text; refusals
// that tell every wrong parameter with a code in capitals, and a limit for each kind of resource in a window that headers tell.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = '7pQfXv0c-adv-9Lw3Rk';
const account = '18ce54d4x5t';
const perWindow = 90;
const windowLength = 60_000;
const cent = 10_000;
const largestBid = 5_000_000_000;
const currency = 'USD';

const moment = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
const shortId = (seed: string) =>
  scrambled(`echoed ${seed}`, 5, 'abcdefghijklmnopqrstuvwxyz0123456789').replace(/^\d/, 'g');

const statuses = ['ACTIVE', 'PAUSED', 'DRAFT'] as const;
const objectives = ['ENGAGEMENTS', 'WEBSITE_CLICKS', 'REACH'] as const;
const placements = ['ALL', 'SEARCH', 'PROFILE', 'TIMELINE'] as const;
const jobStatuses = ['QUEUED', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
const jobEntities = ['LISTING', 'CAMPAIGN', 'KEYWORD'] as const;
const campaigns = Array.from({ length: 6 }, (_, index) => shortId(`campaign ${index}`));

interface Listing {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly campaign: string;
  readonly status: (typeof statuses)[number];
  readonly objective: (typeof objectives)[number];
  readonly placements: readonly string[];
  readonly bid: number | null;
  readonly created: number;
  readonly ends: number | null;
  readonly deleted: boolean;
  floor: number | null;
  ceiling: number | null;
  strategy: string | null;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly needsFloor: boolean;
  readonly status: string;
  readonly created: number;
  readonly deleted: boolean;
}

const strategies: readonly Strategy[] = (
  [
    ['Automatic bid', 'AUTO', false, 'ACTIVE', false],
    ['Maximum bid', 'MAX', true, 'ACTIVE', false],
    ['Target cost', 'TARGET', true, 'ACTIVE', false],
    ['Weekend boost', 'SCHEDULE', false, 'PAUSED', false],
    ['Return on spend', 'TARGET', true, 'ACTIVE', false],
    ['Holiday push', 'SCHEDULE', false, 'PAUSED', true],
    ['Steady pacing', 'AUTO', false, 'ACTIVE', false],
  ] as const
).map(([name, type, needsFloor, status, deleted], index) => ({
  id: shortId(`strategy ${index}`),
  name,
  type,
  needsFloor,
  status,
  deleted,
  created: pastMoment(`echoed strategy ${index}`),
}));

const strategyShown = (one: Strategy): Row => ({
  id: one.id,
  name: one.name,
  account_id: account,
  strategy_type: one.type,
  requires_bid_floor: one.needsFloor,
  entity_status: one.status,
  created_at: moment(one.created),
  updated_at: moment(one.created + 86_400_000),
  deleted: one.deleted,
});

function listings(): Listing[] {
  return Array.from({ length: 61 }, (_, index): Listing => {
    const seed = `echoed ${index}`;
    const { title, sku, price } = ware(seed);
    const created = pastMoment(seed);
    const bid = Math.max(4, Math.round(price / 40));
    const hasFloor = chance(`${seed} floor`, 4) > 0;
    const chosen = placements.slice(1).filter((name) => chance(`${seed} ${name}`, 2) === 0);
    return {
      id: shortId(seed),
      name: title,
      sku,
      campaign: oneOf(`${seed} campaign`, campaigns),
      status: oneOf(`${seed} status`, ['ACTIVE', 'ACTIVE', ...statuses]),
      objective: oneOf(`${seed} objective`, objectives),
      placements: chosen.length === 0 ? ['ALL'] : chosen,
      bid: chance(`${seed} bid`, 6) === 0 ? null : bid * cent,
      created,
      ends: chance(`${seed} ends`, 3) === 0 ? created + 250 * 86_400_000 : null,
      deleted: chance(`${seed} deleted`, 12) === 0,
      floor: hasFloor ? Math.round(bid * 0.5) * cent : null,
      ceiling: chance(`${seed} ceiling`, 3) > 0 ? Math.round(bid * 2.5) * cent : null,
      strategy: hasFloor && chance(`${seed} strategy`, 3) > 0 ? strategies[chance(seed, 3)]!.id : null,
      updated: created + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  }).sort((one, other) => other.created - one.created);
}

const reasonsOf = ({ status, bid, strategy }: Listing): string[] => [
  ...(status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
  ...(status === 'DRAFT' ? ['DRAFT'] : []),
  ...(bid === null && strategy === null ? ['NO_BID'] : []),
];

const listingShown = (one: Listing): Row => ({
  id: one.id,
  name: one.name,
  account_id: account,
  campaign_id: one.campaign,
  sku: one.sku,
  objective: one.objective,
  placements: one.placements,
  entity_status: one.status,
  servable: reasonsOf(one).length === 0,
  reasons_not_servable: reasonsOf(one),
  bid_amount_local_micro: one.bid,
  bid_floor_local_micro: one.floor,
  bid_ceiling_local_micro: one.ceiling,
  currency,
  bid_strategy_id: one.strategy,
  end_time: one.ends === null ? null : moment(one.ends),
  created_at: moment(one.created),
  updated_at: moment(one.updated),
  deleted: one.deleted,
});

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly parameter?: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Headers;

  constructor(status: number, faults: readonly Fault[], headers: Headers = []) {
    super(faults[0]?.message ?? 'refused');
    this.status = status;
    this.faults = faults;
    this.headers = headers;
  }
}

const invalid = (message: string, parameter: string): Fault => ({
  code: 'INVALID_PARAMETER',
  message,
  parameter,
});
const unexpected = (type: string, got: unknown, parameter: string): Fault =>
  invalid(`Expected ${type}, got ${JSON.stringify(got)} for ${parameter}`, parameter);
const notFound = (what: string, id: string, parameter: string) =>
  new Refusal(404, [{ code: 'NOT_FOUND', message: `${what} ${id} was not found`, parameter }]);

/** Reads the parameters of a list, keeps what was understood and what is wrong. */
class Parameters {
  readonly understood: Record<string, unknown> = {};
  readonly faults: Fault[] = [];
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  #take<Value>(name: string, read: (text: string) => Value | Fault): Value | undefined {
    const text = this.#query.get(name);
    if (text === null) return undefined;
    const value = read(text);
    if (isObject(value) && 'code' in value) {
      this.faults.push(value as unknown as Fault);
      return undefined;
    }
    this.understood[name] = value;
    return value as Value;
  }

  whole(name: string, most: number): number | undefined {
    return this.#take(name, (text) => {
      if (!/^-?\d+$/.test(text)) return unexpected('Integer', text, name);
      const value = Number(text);
      return value < 1 || value > most
        ? invalid(`${name} must be in the range 1 to ${most}, got ${value}`, name)
        : value;
    });
  }

  flag(name: string): boolean {
    const value = this.#take(name, (text) =>
      ['true', 'false'].includes(text) ? { is: text === 'true' } : unexpected('Boolean', text, name),
    );
    if (value === undefined) return false;
    const { is } = value;
    this.understood[name] = is;
    return is;
  }

  text(name: string): string | undefined {
    return this.#take(name, (text) => text);
  }

  list(name: string): readonly string[] | undefined {
    return this.#take(name, (text) => text.split(',').filter((word) => word !== ''));
  }

  words(name: string, values: readonly string[]): readonly string[] | undefined {
    return this.#take<readonly string[]>(name, (text) => {
      const words = text.split(',');
      const strange = words.find((word) => !values.includes(word));
      return strange === undefined ? words : unexpected(`one of ${values.join(', ')}`, strange, name);
    });
  }

  time(name: string): number | undefined {
    const value = this.#take(name, (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text))
        ? text
        : unexpected('ISO 8601 time', text, name),
    );
    return value === undefined ? undefined : Date.parse(value);
  }

  check(): void {
    if (this.faults.length > 0) throw new Refusal(400, this.faults);
  }
}

const sortMembers: Readonly<Record<string, (listing: Listing) => string | number>> = {
  created_at: ({ created }) => created,
  updated_at: ({ updated }) => updated,
  name: ({ name }) => name,
  bid_amount_local_micro: ({ bid }) => bid ?? 0,
};
const sorts = Object.keys(sortMembers).flatMap((name) => [`${name}-asc`, `${name}-desc`]);

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const jobs = Array.from({ length: 11 }, (_, index) => ({
    id: 1_000_000_000_000_000 + chance(`echoed job ${index}`, 800_000_000) * 9_000_000 + index,
    entity: jobEntities[index % 3]!,
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 36_000_000 - chance(`echoed job at ${index}`, 9_000) * 1_000,
    seconds: 110 + index * 20,
    fails: index === 4,
    count: 1 + chance(`echoed entities ${index}`, 3),
  })).map((job) => ({
    ...job,
    entities: Array.from({ length: job.count }, (_, at) => all[(at * 7 + job.count) % all.length]!.id),
  }));
  const windows = new Map<string, { until: number; left: number }>();
  let count = 0;

  function jobShown({ id, entity, created, seconds, fails, entities }: (typeof jobs)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status = elapsed < 35 ? 'QUEUED' : elapsed < seconds ? 'PROCESSING' : fails ? 'FAILED' : 'SUCCESS';
    const finished = created + seconds * 1_000;
    const updated = elapsed < 35 ? created : elapsed < seconds ? created + 35_000 : finished;
    return {
      id,
      id_str: String(id),
      account_id: account,
      status,
      entity,
      entity_ids: entities,
      granularity: entities.length > 1 ? 'DAY' : 'TOTAL',
      url:
        status === 'SUCCESS'
          ? `${run.origin}/exports/${digest(`echoed ${run.run} ${id}`).slice(0, 40)}.json.gz`
          : null,
      created_at: moment(created),
      updated_at: moment(updated),
      expires_at: status === 'SUCCESS' ? moment(finished + 2 * 86_400_000) : null,
    };
  }

  function paged(parameters: Parameters, records: readonly Row[], most: number): Answered {
    const size = parameters.whole('count', most);
    const cursor = parameters.text('cursor');
    const withTotal = parameters.flag('with_total_count');
    if (cursor !== undefined && withTotal) {
      parameters.faults.push({
        code: 'EXCLUSIVE_PARAMETERS',
        message: 'cursor and with_total_count are mutually exclusive parameters',
        parameter: 'with_total_count',
      });
    }
    const from =
      cursor === undefined
        ? 0
        : records.findIndex(({ id }) => digest(`echoed cursor ${String(id)}`).slice(0, 12) === cursor);
    if (from === -1) parameters.faults.push(invalid(`"${cursor ?? ''}" is not a valid cursor`, 'cursor'));
    parameters.check();
    const end = from + (size ?? 20);
    const following = records[end];
    return json(200, {
      request: { params: { account_id: account, ...parameters.understood } },
      next_cursor:
        following === undefined ? null : digest(`echoed cursor ${String(following.id)}`).slice(0, 12),
      ...(withTotal && { total_count: records.length }),
      data: records.slice(from, end),
    });
  }

  function listed(query: URLSearchParams): Answered {
    const parameters = new Parameters(query);
    const ids = parameters.list('listing_ids');
    const inCampaigns = parameters.list('campaign_ids');
    const plans = parameters.list('bid_strategy_ids');
    const wanted = parameters.words('entity_statuses', statuses);
    const objective = parameters.words('objectives', objectives);
    const text = parameters.text('q')?.toLowerCase() ?? '';
    const since = parameters.time('updated_after');
    const withDeleted = parameters.flag('with_deleted');
    const sort = parameters.words('sort_by', sorts)?.[0];
    const found = all.filter(
      (listing) =>
        (withDeleted || !listing.deleted) &&
        (ids === undefined || ids.includes(listing.id)) &&
        (inCampaigns === undefined || inCampaigns.includes(listing.campaign)) &&
        (plans === undefined || (listing.strategy !== null && plans.includes(listing.strategy))) &&
        (wanted === undefined || wanted.includes(listing.status)) &&
        (objective === undefined || objective.includes(listing.objective)) &&
        (since === undefined || listing.updated > since) &&
        listing.name.toLowerCase().startsWith(text),
    );
    if (sort !== undefined) {
      const of = sortMembers[sort.split('-')[0]!]!;
      const sign = sort.endsWith('-desc') ? -1 : 1;
      found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    }
    return paged(parameters, found.map(listingShown), 100);
  }

  function strategiesListed(query: URLSearchParams): Answered {
    const parameters = new Parameters(query);
    const wanted = parameters.words('entity_statuses', statuses);
    const withDeleted = parameters.flag('with_deleted');
    const found = strategies.filter(
      (one) => (withDeleted || !one.deleted) && (wanted === undefined || wanted.includes(one.status)),
    );
    return paged(parameters, found.map(strategyShown), 100);
  }

  function jobsListed(query: URLSearchParams): Answered {
    const parameters = new Parameters(query);
    const ids = parameters.list('job_ids');
    const wanted = parameters.words('statuses', jobStatuses);
    const entities = parameters.words('entities', jobEntities);
    const found = jobs
      .map(jobShown)
      .filter(
        (job) =>
          (ids === undefined || ids.includes(String(job.id))) &&
          (wanted === undefined || wanted.includes(String(job.status))) &&
          (entities === undefined || entities.includes(String(job.entity))),
      );
    return paged(parameters, found, 50);
  }

  const one = (params: Row, data: Row): Answered =>
    json(200, { request: { params: { account_id: account, ...params } }, data });

  function membersOf(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') {
      throw new Refusal(400, [{ code: 'INVALID_JSON', message: 'Request body could not be parsed as JSON' }]);
    }
    if (!isObject(sent.json)) {
      throw new Refusal(400, [{ code: 'INVALID_JSON', message: 'Request body must be a JSON object' }]);
    }
    return sent.json;
  }

  const refuseDeleted = ({ id, deleted }: Listing) => {
    if (deleted) {
      throw new Refusal(400, [
        {
          code: 'ENTITY_DELETED',
          message: `Listing ${id} is deleted and cannot be changed`,
          parameter: 'listing_id',
        },
      ]);
    }
  };

  function priced(listing: Listing, sent: Row): Answered {
    const faults: Fault[] = [];
    const names = ['bid_floor_local_micro', 'bid_ceiling_local_micro'] as const;
    const amounts = names.map((name) => {
      const value = sent[name];
      if (value === undefined || value === null) return value;
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        faults.push(unexpected('Long', value, name));
      } else if (value <= 0) {
        faults.push(invalid(`${name} must be greater than 0`, name));
      } else if (value > largestBid) {
        faults.push(invalid(`${name} must not exceed ${largestBid}`, name));
      } else if (value % cent !== 0) {
        faults.push(invalid(`${name} must be a multiple of the billable unit ${cent}`, name));
      } else return value;
      return undefined;
    });
    if (names.every((name) => sent[name] === undefined)) {
      throw new Refusal(400, [
        { code: 'MISSING_PARAMETER', message: `At least one of ${names.join(', ')} is required` },
      ]);
    }
    if (faults.length > 0) throw new Refusal(400, faults);
    refuseDeleted(listing);
    const [floor = listing.floor, ceiling = listing.ceiling] = amounts;
    if (floor !== null && ceiling !== null && floor > ceiling) {
      throw new Refusal(400, [
        {
          code: 'BID_FLOOR_ABOVE_CEILING',
          message: `bid_floor_local_micro ${floor} must not be above bid_ceiling_local_micro ${ceiling}`,
          parameter: 'bid_floor_local_micro',
        },
      ]);
    }
    if (floor === null && strategies.some(({ id, needsFloor }) => id === listing.strategy && needsFloor)) {
      throw new Refusal(400, [
        {
          code: 'BID_FLOOR_REQUIRED',
          message: `Bid strategy ${listing.strategy!} requires bid_floor_local_micro`,
          parameter: 'bid_floor_local_micro',
        },
      ]);
    }
    Object.assign(listing, { floor, ceiling, updated: run.now() });
    const understood = Object.fromEntries(
      names.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]),
    );
    return one({ listing_id: listing.id, ...understood }, listingShown(listing));
  }

  function assigned(listing: Listing, sent: Row): Answered {
    const id = sent.bid_strategy_id;
    const parameter = 'bid_strategy_id';
    if (id === undefined) {
      throw new Refusal(400, [
        { code: 'MISSING_PARAMETER', message: `"${parameter}" is a required parameter`, parameter },
      ]);
    }
    if (id !== null && typeof id !== 'string') throw new Refusal(400, [unexpected('String', id, parameter)]);
    refuseDeleted(listing);
    const strategy = strategies.find((each) => each.id === id && !each.deleted);
    if (id !== null && strategy === undefined) throw notFound('Bid strategy', id, parameter);
    if (strategy?.status === 'PAUSED') {
      throw new Refusal(400, [
        { code: 'BID_STRATEGY_PAUSED', message: `Bid strategy ${strategy.id} is paused`, parameter },
      ]);
    }
    if (strategy?.needsFloor === true && listing.floor === null) {
      throw new Refusal(400, [
        {
          code: 'BID_FLOOR_REQUIRED',
          message: `Bid strategy ${strategy.id} requires bid_floor_local_micro`,
          parameter: 'bid_floor_local_micro',
        },
      ]);
    }
    Object.assign(listing, { strategy: id, updated: run.now() });
    return one({ listing_id: listing.id, bid_strategy_id: id }, listingShown(listing));
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = kind === 'listings' && (part === 'price' || part === 'strategy') && more.length === 0;
    if (
      version !== 'v1' ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (part !== undefined && !isWrite)
    ) {
      throw new Refusal(404, [
        { code: 'ROUTE_NOT_FOUND', message: `The requested resource could not be found: ${path}` },
      ]);
    }
    if (request.method !== (isWrite ? 'PATCH' : 'GET')) {
      throw new Refusal(405, [
        { code: 'METHOD_NOT_ALLOWED', message: `${request.method} is not allowed for this resource` },
      ]);
    }
    if (id === undefined) {
      return kind === 'listings'
        ? listed(query)
        : kind === 'strategies'
          ? strategiesListed(query)
          : jobsListed(query);
    }
    const parameters = new Parameters(query);
    const withDeleted = parameters.flag('with_deleted');
    parameters.check();
    const { understood } = parameters;
    if (kind === 'strategies') {
      const strategy = strategies.find((each) => each.id === id && (withDeleted || !each.deleted));
      if (strategy === undefined) throw notFound('Bid strategy', id, 'bid_strategy_id');
      return one({ bid_strategy_id: id, ...understood }, strategyShown(strategy));
    }
    if (kind === 'reports') {
      const job = jobs.find((each) => String(each.id) === id);
      if (job === undefined) throw notFound('Job', id, 'job_id');
      return one({ job_id: id, ...understood }, jobShown(job));
    }
    const listing = all.find((each) => each.id === id && (isWrite || withDeleted || !each.deleted));
    if (listing === undefined) throw notFound('Listing', id, 'listing_id');
    if (part === 'price') return priced(listing, membersOf(request));
    if (part === 'strategy') return assigned(listing, membersOf(request));
    return one({ listing_id: id, ...understood }, listingShown(listing));
  }

  /** Each kind of resource has a window of its own. */
  function admit(request: Asked): Headers {
    if (request.headers['x-api-key'] !== key) {
      throw new Refusal(401, [
        { code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated' },
      ]);
    }
    const { steps } = targetOf(request);
    const name = `${request.method} ${steps[1] ?? ''}`;
    const now = run.now();
    let window = windows.get(name);
    if (window === undefined || window.until <= now) {
      window = { until: now + windowLength, left: name === 'GET strategies' ? 15 : perWindow };
      windows.set(name, window);
    }
    const limit = name === 'GET strategies' ? 15 : perWindow;
    const isOver = window.left === 0;
    if (!isOver) window.left -= 1;
    const told: Headers = [
      ['x-rate-limit-limit', String(limit)],
      ['x-rate-limit-remaining', String(window.left)],
      ['x-rate-limit-reset', String(Math.ceil(window.until / 1_000))],
    ];
    if (isOver) {
      throw new Refusal(
        429,
        [{ code: 'TOO_MANY_REQUESTS', message: 'Too Many Requests. Please slow down.' }],
        told,
      );
    }
    return told;
  }

  return (request) => {
    count += 1;
    const transaction: Headers = [['x-transaction-id', scrambled(`echoed ${run.run} ${count}`, 16, hex)]];
    let told: Headers = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...transaction], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(
        error.status,
        { errors: error.faults, request: { params: error.status === 401 ? {} : { account_id: account } } },
        [...told, ...error.headers, ...transaction],
      );
    }
  };
}

/** Goes on with the cursor, and with all that was asked for. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'data'));
    const cursor = textIfAny(received, 'next_cursor');
    next = cursor === undefined ? undefined : `${target}${target.includes('?') ? '&' : '?'}cursor=${cursor}`;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, floor?: unknown, ceiling?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, {
    json: { bid_floor_local_micro: floor, bid_ceiling_local_micro: ceiling },
  });
const assign = (api: Api, id: unknown, strategy?: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { bid_strategy_id: strategy } });

/** Asks until the window is used up, waits for the next one, and asks once more. */
async function useUp(api: Api, target: string, most: number): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const { status } = await api.ask('GET', target, { atOnce: true });
    if (status !== 429) continue;
    api.wait(windowLength);
    await api.ask('GET', target);
    return;
  }
}

interface Ids {
  /** With a strategy; without one, with and without a lower bound; and one that is deleted. */
  readonly led: readonly unknown[];
  readonly free: readonly unknown[];
  readonly open: readonly unknown[];
  readonly gone: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const kept = rows.filter(({ deleted }) => deleted === false);
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  return {
    led: ids(kept.filter((row) => row.bid_strategy_id !== null)),
    free: ids(kept.filter((row) => row.bid_strategy_id === null && row.bid_floor_local_micro !== null)),
    open: ids(kept.filter((row) => row.bid_floor_local_micro === null)),
    gone: ids(rows.filter(({ deleted }) => deleted === true)),
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?with_deleted=true&count=50');
  const { led, free, open, gone } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const jobs = (await walk(api, '/v1/reports?count=4')).map(({ id_str: id }) => id);
  const first = await walk(api, '/v1/listings');
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const inCampaign = String(first[0]?.campaign_id);
  await get('count=5&with_total_count=true');
  await get('with_total_count=true&entity_statuses=PAUSED');
  await get('count=7&sort_by=created_at-asc');
  await walk(api, '/v1/listings?entity_statuses=ACTIVE&count=15');
  await get('entity_statuses=PAUSED,DRAFT&count=40');
  await get(`campaign_ids=${inCampaign}`);
  await get(`campaign_ids=${inCampaign},${String(first[5]?.campaign_id)}&count=6`);
  await get(`listing_ids=${String(led[0])},${String(free[1])}`);
  await get(`listing_ids=${String(gone[0])}`);
  await get(`listing_ids=${String(gone[0])}&with_deleted=true`);
  await get(`bid_strategy_ids=${String(plans[0])}&count=10`);
  await get('objectives=REACH&with_total_count=true&count=3');
  await get('q=velmora');
  await get('q=nothing');
  await get('updated_after=2025-04-01T00:00:00Z');
  await get('sort_by=name-asc&count=8');
  await get('sort_by=updated_at-desc&count=5');
  await get('sort_by=bid_amount_local_micro-desc&count=6');
  await get('colour=red&count=2');
  await api.ask('GET', '/v1/strategies?with_deleted=true');
  await api.ask('GET', '/v1/strategies?entity_statuses=PAUSED');
  await api.ask('GET', '/v1/reports?statuses=SUCCESS&count=3');
  await api.ask('GET', '/v1/reports?entities=KEYWORD');
  await api.ask('GET', `/v1/reports?job_ids=${String(jobs[3])}`);
  for (const index of [0, 3, 6]) await read(api, 'listings', led[index]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', open[0]);
  await read(api, 'listings', gone[0]);
  await read(api, 'listings', gone[0], '?with_deleted=true');
  await read(api, 'strategies', plans[1]);
  await read(api, 'reports', jobs[0]);
  await read(api, 'reports', jobs[4]);

  await price(api, free[0], 350_000, 4_200_000);
  await read(api, 'listings', free[0]);
  await price(api, led[0], 120_000);
  await read(api, 'listings', led[0]);
  await price(api, led[3], undefined, 9_990_000);
  await price(api, open[0], 80_000, null);
  await read(api, 'listings', open[0]);
  await price(api, free[1], null, 3_000_000);
  await assign(api, free[0], plans[1]);
  await read(api, 'listings', free[0]);
  await assign(api, led[0], plans[4]);
  await assign(api, led[6], null);
  await read(api, 'listings', led[6]);
  await get('sort_by=updated_at-desc&count=7');
  await get(`bid_strategy_ids=${String(plans[4])},${String(plans[1])}&count=5`);
  await get('updated_after=2026-01-01T00:00:00Z');
  api.wait(40_000);
  await api.ask('GET', '/v1/reports?count=3');

  await read(api, 'listings', 'zzzz9');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'zzzz8');
  await read(api, 'reports', '1234567890123456');
  await price(api, 'zzzz7', 100_000);
  await price(api, free[3], 5_000_000, 4_990_000);
  await price(api, free[3], 'cheap');
  await price(api, free[3], true, 'dear');
  await price(api, free[3], 1_200_000.5);
  await price(api, free[3], 123_456);
  await price(api, free[3], -40_000, 0);
  await price(api, free[3], undefined, 6_000_000_000);
  await price(api, free[3]);
  await price(api, free[0], null);
  await price(api, gone[0], 200_000);
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: { colour: 'red' } });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { json: [1] });
  await api.ask('PATCH', `/v1/listings/${String(free[3])}/price`, { text: '{"bid_floor' });
  await assign(api, free[3], 'zzzz6');
  await assign(api, free[3], plans[3]);
  await assign(api, free[3], 17);
  await assign(api, free[3]);
  await assign(api, open[1], plans[2]);
  await assign(api, gone[0], plans[0]);
  await assign(api, 'zzzz5', plans[0]);
  await get('count=0');
  await get('count=500');
  await get('count=many');
  await get('cursor=nowhere');
  await get('with_deleted=maybe');
  await get('entity_statuses=GONE');
  await get('sort_by=colour-asc');
  await get('updated_after=monday');
  await get('count=x&sort_by=price&entity_statuses=sold');
  const second = textIfAny(await get('count=30'), 'next_cursor') ?? '';
  await get(`count=30&cursor=${second}&with_total_count=true`);
  await api.ask('GET', '/v1/reports?statuses=LOST');
  await api.ask('GET', '/v1/reports?count=51');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(free[3])}`);
  await api.ask('GET', '/v1/listings?count=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong-key' } });
  api.wait(61_000);
  await useUp(api, '/v1/strategies?count=1', 18);
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?count=5');
  await read(api, 'reports', jobs[0]);
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?count=35&with_deleted=true');
  const { led, free, open, gone } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies?count=4')).map(({ id }) => id);
  const jobs = (await walk(api, '/v1/reports?count=6')).map(({ id_str: id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('count=9');
  await get('count=4&with_total_count=true&objectives=ENGAGEMENTS');
  await get('entity_statuses=DRAFT&with_total_count=true');
  await get(`campaign_ids=${String(rows[9]?.campaign_id)}&count=4`);
  await get(`listing_ids=${String(led[2])},${String(open[1])},zzzz1`);
  await get(`bid_strategy_ids=${String(plans[2])}`);
  await get('q=tarn&count=5');
  await get('updated_after=2025-02-10T08:30:00Z&count=12');
  await get('sort_by=name-desc&count=6');
  await get('sort_by=bid_amount_local_micro-asc&count=10&entity_statuses=ACTIVE');
  await get('shape=round&count=3');
  await api.ask('GET', '/v1/strategies?entity_statuses=ACTIVE&count=3');
  await api.ask('GET', '/v1/reports?statuses=FAILED');
  await api.ask('GET', '/v1/reports?entities=LISTING,CAMPAIGN&count=4');
  await read(api, 'listings', led[1]);
  await read(api, 'listings', free[4]);
  await read(api, 'listings', open[2]);
  await read(api, 'listings', gone[1], '?with_deleted=true');
  await read(api, 'listings', gone[1]);
  await read(api, 'strategies', plans[2]);
  await read(api, 'reports', jobs[5]);

  await price(api, free[2], 240_000, 5_550_000);
  await read(api, 'listings', free[2]);
  await price(api, led[1], undefined, 7_070_000);
  await read(api, 'listings', led[1]);
  await price(api, open[2], 90_000);
  await price(api, free[4], 110_000, null);
  await read(api, 'listings', free[4]);
  await assign(api, free[2], plans[2]);
  await read(api, 'listings', free[2]);
  await assign(api, led[2], null);
  await get('sort_by=updated_at-desc&count=4');

  await read(api, 'listings', 'yyyy1');
  await read(api, 'strategies', 'auto');
  await read(api, 'reports', '9876543210987654');
  await price(api, 'yyyy2', undefined, 300_000);
  await price(api, free[5], 7_120_000, 7_000_000);
  await price(api, free[5], undefined, 'lots');
  await price(api, free[5], false);
  await price(api, free[5], 95_001);
  await price(api, free[5], undefined, -10_000);
  await price(api, free[5], 7_000_000_000);
  await price(api, free[5]);
  await price(api, gone[1], undefined, 800_000);
  await assign(api, free[5], 'yyyy3');
  await assign(api, free[5], plans[3]);
  await assign(api, free[5], 4.5);
  await assign(api, open[3], plans[1]);
  await get('count=-2');
  await get('count=101');
  await get('cursor=abc');
  await get('with_total_count=yes');
  await get('entity_statuses=ACTIVE,SOLD');
  await get('sort_by=size-desc');
  await get('updated_after=soon');
  await get('objectives=FAME&count=none');
  await api.ask('GET', '/v1/strategies?count=all');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?count=2', { headers: { 'X-API-KEY': null } });
}

export const echoedParams: WalkedService = {
  name: 'echoed-params',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['count=3', 'count=8', 'count=50'],
  walk,
};
