// A payment gateway's catalog: every object says what entity it is, a list how many items it shows and nothing of how many there
// are; count and skip, from and to in seconds since 1970, whole amounts in the smallest unit, ids with a prefix, notes as an
// object that is an empty list when there are none, parameters and fields that "should not be sent", refusals of status 400 for
// nearly everything, what is unknown included, with a code, a sentence and "NA" for what does not apply, one at a time and with
// the field where a value is to blame; no order, no headers that count, and a limit of its own for each second.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { base62, hex, json, jsonOf, scrambled, targetOf } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'gw_live_8Qm2Tz5RxLk0Vb';
const perSecond = 8;
const earliest = 946_684_800;
const latest = 4_765_046_400;
const leastAmount = 100;
const largestAmount = 50_000_000;

const kinds = ['invoice', 'plan', 'link'] as const;
const reportTypes = ['items', 'settlements', 'pricing'] as const;
const reportStates = ['created', 'processing', 'processed', 'failed'] as const;

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);
const idOf = (prefix: string, seed: string) => `${prefix}_${scrambled(seed, 14, base62)}`;

interface Item {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly amount: number;
  readonly kind: (typeof kinds)[number];
  readonly sku: string;
  readonly notes: Row | readonly [];
  readonly created: number;
  min: number | null;
  max: number | null;
  plan: string | null;
}

const plans = [
  { name: 'Beat the market', kind: 'competitive', active: true, needsMin: true },
  { name: 'Match the lowest', kind: 'competitive', active: true, needsMin: true },
  { name: 'Margin 18', kind: 'margin', active: true, needsMin: false },
  { name: 'Diwali sale', kind: 'seasonal', active: false, needsMin: false },
  { name: 'Steady', kind: 'fixed', active: true, needsMin: false },
].map((one, index) => ({
  ...one,
  id: idOf('plan', `gateway plan ${index}`),
  created: pastMoment(`gateway plan ${index}`),
}));

const planShown = (one: (typeof plans)[number]): Row => ({
  id: one.id,
  entity: 'plan',
  name: one.name,
  kind: one.kind,
  active: one.active,
  min_amount_required: one.needsMin,
  notes: [],
  created_at: seconds(one.created),
});

function items(): Item[] {
  return Array.from({ length: 46 }, (_, index): Item => {
    const seed = `gateway ${index}`;
    const { maker, title, sku, price } = ware(seed);
    const hasMin = chance(`${seed} min`, 5) > 0;
    return {
      id: idOf('item', seed),
      name: title,
      description: chance(`${seed} description`, 3) === 0 ? `By ${maker}` : null,
      active: chance(`${seed} active`, 6) > 0,
      amount: price,
      kind: oneOf(`${seed} kind`, kinds),
      sku,
      notes:
        chance(`${seed} notes`, 3) === 0 ? [] : { brand: maker, shelf: `A${chance(`${seed} shelf`, 9)}` },
      created: pastMoment(seed),
      min: hasMin ? Math.round(price * 0.8) : null,
      max: chance(`${seed} max`, 4) > 0 ? Math.round(price * 1.3) : null,
      plan: hasMin && chance(`${seed} plan`, 3) > 0 ? plans[chance(seed, 3)]!.id : null,
    };
  }).sort((one, other) => other.created - one.created);
}

class Refusal extends Error {
  readonly status: number;
  readonly more: Row;

  constructor(status: number, description: string, more: Row = {}) {
    super(description);
    this.status = status;
    this.more = more;
  }
}

const notApplicable = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} };

const refused = (description: string, status = 400) => new Refusal(status, description, notApplicable);

/** What is wrong with a value. */
const invalid = (field: string, description: string) =>
  new Refusal(400, description, {
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    field,
  });

/** The name of a field in sentences. */
const words = (field: string) => field.replaceAll('_', ' ');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = items();
  const reports = Array.from({ length: 12 }, (_, index) => ({
    id: idOf('rep', `gateway report ${index}`),
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 18_000 * (index + 1)
        : opened - index * 36_000_000 - chance(`gateway report ${index}`, 20_000) * 1_000,
    seconds: 90 + index * 20,
    fails: index === 5,
    rows: 20 + chance(`gateway rows ${index}`, 700),
  }));
  const recent: number[] = [];

  const itemShown = (one: Item, expanded: readonly string[] = []): Row => ({
    id: one.id,
    entity: 'item',
    active: one.active,
    name: one.name,
    description: one.description,
    sku: one.sku,
    amount: one.amount,
    currency: 'INR',
    min_amount: one.min,
    max_amount: one.max,
    kind: one.kind,
    plan_id: one.plan,
    ...(expanded.includes('plan') && {
      plan: plans.filter(({ id }) => id === one.plan).map(planShown)[0] ?? null,
    }),
    notes: one.notes,
    created_at: seconds(one.created),
  });

  function reportShown({ id, type, created, seconds: needed, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const status =
      elapsed < 35 ? 'created' : elapsed < needed ? 'processing' : fails ? 'failed' : 'processed';
    return {
      id,
      entity: 'report',
      type,
      status,
      rows: status === 'processed' ? rows : 0,
      file_url:
        status === 'processed'
          ? `https://files.gateway.example/${id}.csv?sig=${scrambled(`gateway ${run.run} ${id}`, 32, hex)}`
          : null,
      failure_reason: status === 'failed' ? 'internal_error' : null,
      created_at: seconds(created),
      processed_at: elapsed >= needed ? seconds(created) + needed : null,
    };
  }

  /** Refuses the names that nobody asked for, all of them at once. */
  function onlyThese(names: readonly string[], known: readonly string[]): void {
    const strange = [...new Set(names)].filter((name) => !known.includes(name));
    if (strange.length > 0) {
      throw refused(`${strange.join(', ')} is/are not required and should not be sent`);
    }
  }

  function wholeIn(query: URLSearchParams, name: string, usual: number, least: number, most: number): number {
    const text = query.get(name);
    if (text === null || text === '') return usual;
    if (!/^-?\d+$/.test(text)) throw invalid(name, `The ${words(name)} must be an integer.`);
    if (Number(text) < least) throw invalid(name, `The ${words(name)} must be at least ${least}.`);
    if (Number(text) > most) throw invalid(name, `The ${words(name)} may not be greater than ${most}.`);
    return Number(text);
  }

  function momentIn(query: URLSearchParams, name: string): number | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d+$/.test(text) || Number(text) < earliest || Number(text) > latest) {
      throw invalid(name, `${name} must be between ${earliest} and ${latest}`);
    }
    return Number(text);
  }

  function chosenIn(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!values.includes(text)) throw invalid(name, `The selected ${words(name)} is invalid.`);
    return text;
  }

  function collected<Record extends { readonly created: number }>(
    query: URLSearchParams,
    records: readonly Record[],
    own: readonly string[],
    isWanted: (record: Record) => boolean,
    shown: (record: Record) => Row,
  ): Answered {
    onlyThese([...query.keys()], ['count', 'skip', 'from', 'to', ...own]);
    const count = wholeIn(query, 'count', 10, 1, 100);
    const skip = wholeIn(query, 'skip', 0, 0, 100_000);
    const [from, to] = [momentIn(query, 'from'), momentIn(query, 'to')];
    if (from !== undefined && to !== undefined && from > to) {
      throw invalid('from', 'from cannot be greater than to');
    }
    const found = records
      .filter(
        (record) =>
          (from === undefined || seconds(record.created) >= from) &&
          (to === undefined || seconds(record.created) <= to) &&
          isWanted(record),
      )
      .slice(skip, skip + count)
      .map(shown);
    return json(200, { entity: 'collection', count: found.length, items: found });
  }

  function expandedIn(query: URLSearchParams): readonly string[] {
    const names = query.getAll('expand[]');
    const strange = names.findIndex((name) => name !== 'plan');
    if (strange !== -1) throw invalid('expand', `The selected expand.${strange} is invalid.`);
    return names;
  }

  function listed(query: URLSearchParams): Answered {
    const active = chosenIn(query, 'active', ['0', '1']);
    const kind = chosenIn(query, 'kind', kinds);
    const expanded = expandedIn(query);
    const [sku, plan] = [query.get('sku'), query.get('plan_id')];
    if (plan !== null) checkId(plan, 'plan');
    return collected(
      query,
      all,
      ['active', 'kind', 'sku', 'plan_id', 'expand[]'],
      (one) =>
        (active === undefined || one.active === (active === '1')) &&
        (kind === undefined || one.kind === kind) &&
        (sku === null || one.sku === sku) &&
        (plan === null || one.plan === plan),
      (one) => itemShown(one, expanded),
    );
  }

  function checkId(id: string, prefix: string): void {
    if (!new RegExp(`^${prefix}_[0-9A-Za-z]{14}$`).test(id)) throw refused(`${id} is not a valid id`);
  }

  function named<Found extends { readonly id: string }>(
    records: readonly Found[],
    prefix: string,
    id: string,
  ) {
    checkId(id, prefix);
    const found = records.find((one) => one.id === id);
    if (found === undefined) throw refused('The id provided does not exist');
    return found;
  }

  function bodyIn(request: Asked, known: readonly string[]): Row {
    const sent = jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) throw refused('The request body is not a valid JSON object');
    onlyThese(Object.keys(sent.json), known);
    return sent.json;
  }

  function boundOf(body: Row, name: string, now: number | null): number | null {
    const value = body[name];
    if (value === undefined) return now;
    if (value === null) return null;
    const isWhole = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
    if (!isWhole || !Number.isInteger(Number(value))) {
      throw invalid(name, `The ${words(name)} must be an integer.`);
    }
    if (Number(value) < leastAmount) {
      throw invalid(name, `The ${words(name)} must be at least ${leastAmount}.`);
    }
    if (Number(value) > largestAmount) {
      throw invalid(name, `The ${words(name)} may not be greater than ${largestAmount}.`);
    }
    return Number(value);
  }

  function changeable(item: Item): void {
    if (!item.active) throw refused('An inactive item cannot be updated');
  }

  function priced(item: Item, request: Asked): Answered {
    const body = bodyIn(request, ['min_amount', 'max_amount']);
    changeable(item);
    if (Object.keys(body).length === 0) {
      throw invalid('min_amount', 'The min amount field is required when max amount is not present.');
    }
    const [min, max] = [boundOf(body, 'min_amount', item.min), boundOf(body, 'max_amount', item.max)];
    if (min !== null && max !== null && min > max) {
      throw invalid('min_amount', 'The min amount must be less than or equal to max amount.');
    }
    if (min === null && plans.some(({ id, needsMin }) => id === item.plan && needsMin)) {
      throw refused('The plan of the item requires a min amount');
    }
    item.min = min;
    item.max = max;
    return json(200, itemShown(item));
  }

  function assigned(item: Item, request: Asked): Answered {
    const { plan_id: id } = bodyIn(request, ['plan_id']);
    changeable(item);
    if (id === undefined) throw invalid('plan_id', 'The plan id field is required.');
    if (id !== null) {
      if (typeof id !== 'string') throw invalid('plan_id', 'The plan id must be a string.');
      const plan = named(plans, 'plan', id);
      if (!plan.active) throw refused('The plan is not active');
      if (plan.needsMin && item.min === null) throw refused('The plan requires a min amount');
    }
    item.plan = id;
    return json(200, itemShown(item));
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const nowhere = refused('The requested URL was not found on the server.', 404);
    if (version !== 'v1' || more.length > 0) throw nowhere;
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) throw nowhere;
    if (!['listings', 'strategies', 'reports'].includes(kind)) throw nowhere;
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) {
      throw refused('The http method is not allowed on the URL', 405);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(query);
      const item = named(all, 'item', id);
      if (part === 'price') return priced(item, request);
      if (part === 'strategy') return assigned(item, request);
      onlyThese([...query.keys()], ['expand[]']);
      return json(200, itemShown(item, expandedIn(query)));
    }
    if (kind === 'strategies') {
      if (id !== undefined) return json(200, planShown(named(plans, 'plan', id)));
      return collected(query, plans, [], () => true, planShown);
    }
    if (id !== undefined) return json(200, reportShown(named(reports, 'rep', id)));
    const status = chosenIn(query, 'status', reportStates);
    const type = chosenIn(query, 'type', reportTypes);
    return collected(
      query,
      reports,
      ['status', 'type'],
      (one) =>
        (status === undefined || reportShown(one).status === status) &&
        (type === undefined || one.type === type),
      reportShown,
    );
  }

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) {
      throw new Refusal(401, 'Please provide your api key for authentication purposes.');
    }
    if (given !== key) throw new Refusal(401, 'The api key provided is invalid');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) throw new Refusal(429, 'Request failed due to too many requests');
    recent.push(now);
  }

  return (request) => {
    try {
      admit(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message: description, more } = error;
      return json(error.status, { error: { code: 'BAD_REQUEST_ERROR', description, ...more } });
    }
  };
}

/** Goes on as long as a page is full. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const asked = Number(new URLSearchParams(target.split('?')[1] ?? '').get('count') ?? 10);
  const rows: Row[] = [];
  for (let shown = asked; shown === asked;) {
    const next: string = rows.length === 0 ? '' : `${target.includes('?') ? '&' : '?'}skip=${rows.length}`;
    const received: Received = await api.ask('GET', `${target}${next}`);
    rows.push(...rowsAt(received, 'items'));
    shown = Number(at(received, 'count') ?? 0);
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, plan: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { plan_id: plan } });

interface Ids {
  /** Of active items, with and without a lower bound, and of one that is inactive. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly inactive: unknown;
  readonly skus: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const active = rows.filter((row) => row.active === true);
  return {
    bounded: active.filter(({ min_amount: min }) => min !== null).map(({ id }) => id),
    unbounded: active.filter(({ min_amount: min }) => min === null).map(({ id }) => id),
    inactive: rows.find((row) => row.active === false)?.id,
    skus: active.map(({ sku }) => sku),
  };
}

async function recorded(api: Api): Promise<void> {
  const { bounded, unbounded, inactive, skus } = idsOf(await walk(api, '/v1/listings'));
  const planIds = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?count=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('count=20&skip=10');
  await get('count=5&skip=40');
  await get('count=100');
  await get('skip=300');
  await get('active=1&count=50');
  await get('active=0');
  await get('kind=invoice&count=25');
  await get('kind=link&active=1&count=4');
  await get(`plan_id=${String(planIds[0])}&count=30`);
  await get(`sku=${String(skus[3])}`);
  await get('sku=NOT-THERE');
  await get('from=1735689600&count=40');
  await get('from=1717200000&to=1735689600');
  await get('to=1710000000&count=15');
  await get('expand[]=plan&count=4');
  await api.ask('GET', '/v1/strategies?count=2&skip=1');
  await api.ask('GET', '/v1/reports?status=processed&count=3');
  await api.ask('GET', '/v1/reports?type=pricing');
  for (const index of [0, 3, 8, 14, 20]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', unbounded[0]);
  await read(api, 'listings', `${String(bounded[1])}?expand[]=plan`);
  await read(api, 'strategies', planIds[1]);
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[4]);

  await price(api, bounded[0], { min_amount: 1_990, max_amount: 24_900 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[3], { min_amount: '1250', max_amount: 31_000 });
  await read(api, 'listings', bounded[3]);
  await price(api, bounded[8], { max_amount: 42_015 });
  await price(api, bounded[14], { max_amount: null });
  await read(api, 'listings', bounded[14]);
  await price(api, unbounded[0], { min_amount: 205 });
  await assign(api, bounded[0], planIds[1]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], planIds[2]);
  await assign(api, bounded[8], null);
  await read(api, 'listings', bounded[8]);
  await get(`plan_id=${String(planIds[1])}&count=50`);
  api.wait(45_000);
  await api.ask('GET', '/v1/reports?count=3');

  await read(api, 'listings', 'item_00000000000000');
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 'plan_00000000000000');
  await read(api, 'reports', 'last');
  await price(api, 'item_00000000000001', { min_amount: 300 });
  await price(api, bounded[6], { min_amount: 3_000, max_amount: 2_000 });
  await price(api, bounded[7], { min_amount: 9_999, max_amount: 9_998 });
  await price(api, bounded[6], { min_amount: 'cheap' });
  await price(api, bounded[6], { min_amount: true });
  await price(api, bounded[6], { max_amount: 12.5 });
  await price(api, bounded[6], { min_amount: -400 });
  await price(api, bounded[6], { max_amount: 0 });
  await price(api, bounded[6], { max_amount: 90_000_000 });
  await price(api, bounded[6], {});
  await price(api, bounded[6], { colour: 'red' });
  await price(api, bounded[6], { min_amount: 500, colour: 'red', size: 4 });
  await price(api, bounded[6], [1]);
  await price(api, bounded[0], { min_amount: null });
  await price(api, inactive, { min_amount: 500 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/price`, { text: '{"min_amount": ' });
  await assign(api, bounded[6], 'plan_00000000000001');
  await assign(api, bounded[6], 'best');
  await assign(api, bounded[6], planIds[3]);
  await assign(api, bounded[6], 17);
  await assign(api, unbounded[1], planIds[0]);
  await assign(api, inactive, planIds[4]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[6])}/strategy`, { json: {} });
  await get('count=0');
  await get('count=101');
  await get('count=many');
  await get('skip=-1');
  await get('active=yes');
  await get('kind=voucher');
  await get('from=monday');
  await get('from=1735689600&to=1717200000');
  await get('colour=red');
  await get('expand[]=colour');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[6])}`);
  await api.ask('GET', '/v1/listings?count=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'gw_live_00000000000000' } });
  api.wait(3_000);
  await hurry(api, '/v1/strategies?count=1', 10);
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?count=4');
}

async function another(api: Api): Promise<void> {
  const { bounded, unbounded, inactive, skus } = idsOf(await walk(api, '/v1/listings?count=25'));
  const planIds = (await walk(api, '/v1/strategies?count=4')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?count=8')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('count=7&skip=14');
  await get('count=30&skip=30');
  await get('skip=500&count=5');
  await get('active=0&count=3');
  await get('kind=plan');
  await get('kind=invoice&active=0');
  await get(`plan_id=${String(planIds[2])}`);
  await get(`sku=${String(skus[9])}`);
  await get('sku=NOTHING-1');
  await get('from=1745000000&count=12');
  await get('from=1705000000&to=1715000000&count=8');
  await get('to=1725000000&count=6&skip=3');
  await get('expand[]=plan&count=3&skip=20');
  await api.ask('GET', '/v1/strategies?skip=3');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?status=processed&type=items&count=2');
  await api.ask('GET', '/v1/reports?type=settlements&count=2&skip=1');
  for (const index of [1, 5, 11, 17]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', `${String(bounded[4])}?expand[]=plan`);
  await read(api, 'strategies', planIds[4]);
  await read(api, 'reports', runs[6]);

  await price(api, bounded[1], { min_amount: 975, max_amount: 33_300 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { max_amount: '60120' });
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[2], { min_amount: 400, max_amount: null });
  await assign(api, bounded[1], planIds[4]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[11], null);
  await get(`plan_id=${String(planIds[4])}&count=5`);

  await read(api, 'listings', 'item_11111111111111');
  await read(api, 'strategies', 'plan');
  await read(api, 'reports', 'rep_11111111111111');
  await price(api, 'item_22222222222222', { max_amount: 3_000 });
  await price(api, bounded[9], { min_amount: 7_120, max_amount: 7_000 });
  await price(api, bounded[9], { max_amount: 'lots' });
  await price(api, bounded[9], { max_amount: -5 });
  await price(api, bounded[9], { min_amount: 60_000_000 });
  await price(api, bounded[9], { min_amount: 99.5 });
  await price(api, bounded[10], {});
  await price(api, bounded[10], { shape: 'round' });
  await price(api, inactive, { max_amount: 80_000 });
  await assign(api, bounded[9], 'plan_33333333333333');
  await assign(api, bounded[10], planIds[3]);
  await assign(api, bounded[9], 4.5);
  await assign(api, bounded[9], 'cheapest');
  await assign(api, unbounded[3], planIds[1]);
  await get('count=-3');
  await get('count=250');
  await get('skip=some');
  await get('active=maybe');
  await get('kind=gift');
  await get('to=soon');
  await get('from=1745000000&to=1715000000');
  await get('shape=round&hue=red');
  await api.ask('GET', '/v1/reports?type=all');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?count=2', { headers: { 'X-API-KEY': null } });
}

export const entityCollections: WalkedService = {
  name: 'entity-collections',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['count=3', 'count=7', 'count=100'],
  walk,
};
