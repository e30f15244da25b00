// A marketplace that keeps to the standards of HTTP: bare arrays whose next page stands as an opaque cursor in the header
// Link alone, changes as a merge patch (RFC 7396) of which null takes something away, an ETag that a write must name (428
// without it, 412 for a stale one) and a read may (304), no body for who prefers none, money as {amount: "12.30", currency},
// and problems (RFC 9457) that list all faults with a pointer or a parameter.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, hex, json, scrambled } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'thv_prod_6d1f0b7a93e24c58';
const letters = '23456789bcdfghjkmnpqrstvwxyz';
const burst = 8;
const largestLimit = 60;
const largestAmount = 1_000_000;
const currency = 'EUR';
const patchType = 'application/merge-patch+json';

interface Offer {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly state: string;
  readonly department: string;
  readonly labels: readonly string[];
  readonly price: number;
  readonly stock: number;
  readonly created: number;
  lower: number | null;
  upper: number | null;
  strategy: string | null;
  revision: number;
  updated: number;
}

interface Export {
  readonly id: string;
  readonly topic: string;
  readonly requested: number;
  readonly seconds: number;
  readonly fails: boolean;
}

/** What is wrong with one member of a body, or with one parameter. */
type Fault =
  | { readonly pointer: string; readonly detail: string }
  | { readonly parameter: string; readonly detail: string };

class Problem extends Error {
  readonly status: number;
  readonly kind: string;
  readonly faults: readonly Fault[];
  readonly headers: Headers;

  constructor(
    status: number,
    kind: string,
    detail: string,
    { faults = [], headers = [] }: { faults?: readonly Fault[]; headers?: Headers } = {},
  ) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.faults = faults;
    this.headers = headers;
  }
}

const states = ['active', 'paused', 'ended'];
const departments = ['home', 'garden', 'leisure', 'office'];

const time = (moment: number): string => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
const decimal = (cents: number): string => (cents / 100).toFixed(2);
const money = (cents: number): Row => ({ amount: decimal(cents), currency });
const moneyIfAny = (cents: number | null): Row | null => (cents === null ? null : money(cents));
const grouped = (text: string): string => `${text.slice(0, 4)}-${text.slice(4)}`;
const idOf = (prefix: string, seed: string): string => `${prefix}-${grouped(scrambled(seed, 8, letters))}`;
const tagOf = ({ id, revision }: Offer): string => `"${scrambled(`${id} ${revision}`, 20, hex)}"`;
const titleOf = (kind: string): string => kind[0]!.toUpperCase() + kind.slice(1).replaceAll('-', ' ');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const strategies = ['Shadow', 'Undercut', 'Hold the line', 'Evening sale', 'Clear the shelf', 'Follow'].map(
    (name, index) => ({
      id: idOf('str', `merge strategy ${index}`),
      name,
      step: 5 + chance(`merge step ${name}`, 250),
      percent: index % 2 === 0,
      retired: index === 3,
      created: pastMoment(`merge strategy ${name}`),
    }),
  );
  const offers = Array.from({ length: 52 }, (_, index): Offer => {
    const name = `merge ${index}`;
    const { title, sku, price, stock } = ware(name);
    const bounded = chance(`${name} bounded`, 3) > 0;
    const created = pastMoment('merge offers') + index * 9_000_000 + chance(`${name} created`, 8_000) * 1_000;
    return {
      id: idOf('ofr', name),
      sku,
      title,
      state: oneOf(`${name} state`, ['active', 'active', 'active', ...states]),
      department: oneOf(`${name} department`, departments),
      labels: ['fragile', 'new', 'bulky'].filter((label) => chance(`${name} ${label}`, 3) === 0),
      price,
      stock,
      created,
      lower: bounded ? Math.round(price * 0.9) : null,
      upper: bounded && chance(`${name} upper`, 4) > 0 ? Math.round(price * 1.25) : null,
      strategy: bounded ? oneOf(`${name} strategy`, strategies).id : null,
      revision: 1 + chance(`${name} revision`, 30),
      updated: created + chance(`${name} updated`, 50 * 86_400) * 1_000,
    };
  });
  const exports = Array.from({ length: 9 }, (_, index): Export => ({
    id: idOf('exp', `merge export ${index}`),
    topic: oneOf(`merge topic ${index}`, ['price_history', 'offer_list', 'competition']),
    requested:
      index < 7
        ? pastMoment('merge exports') + index * 4 * 86_400_000
        : opened - 20_000 + (index - 7) * 15_000,
    seconds: 45 + index * 6,
    fails: index === 2,
  })).reverse();

  const offerView = (offer: Offer): Row => ({
    id: offer.id,
    sku: offer.sku,
    title: offer.title,
    state: offer.state,
    department: offer.department,
    labels: offer.labels,
    list_price: money(offer.price),
    price_bounds: { lower: moneyIfAny(offer.lower), upper: moneyIfAny(offer.upper) },
    strategy:
      offer.strategy === null
        ? null
        : { id: offer.strategy, name: strategies.find(({ id }) => id === offer.strategy)!.name },
    units_in_stock: offer.stock,
    created_at: time(offer.created),
    updated_at: time(offer.updated),
  });
  const strategyView = ({ id, name, step, percent, retired, created }: (typeof strategies)[number]): Row => ({
    id,
    name,
    step: percent ? { percent: decimal(step) } : money(step),
    retired,
    created_at: time(created),
  });
  const exportView = ({ id, topic, requested, seconds, fails }: Export): Row => {
    const elapsed = (run.now() - requested) / 1_000;
    const ended = elapsed >= seconds;
    const state = elapsed < 8 ? 'queued' : !ended ? 'running' : fails ? 'failed' : 'ready';
    return {
      id,
      topic,
      state,
      requested_at: time(requested),
      finished_at: ended ? time(requested + seconds * 1_000) : null,
      file:
        state === 'ready'
          ? { href: `${run.origin}/downloads/${id}.csv`, media_type: 'text/csv', bytes: csv(id).length }
          : null,
      problem: state === 'failed' ? { title: 'No data', detail: 'The period holds no data.' } : null,
    };
  };
  const csv = (id: string): string => {
    const lines = offers
      .slice(0, 4 + (id.charCodeAt(5) % 5))
      .map(({ sku, price }) => `${sku},${decimal(price)}`);
    return `sku,list_price\n${lines.join('\n')}\n`;
  };

  /** What is wrong with the parameters that every list has, and with those that it does not have. */
  function faultsOf(query: URLSearchParams, known: readonly string[]): Fault[] {
    const faults: Fault[] = [];
    for (const [parameter, value] of query) {
      if (!['limit', 'cursor', ...known].includes(parameter)) {
        faults.push({ parameter, detail: 'is not a parameter of this resource' });
      } else if (parameter === 'limit' && !(/^\d+$/.test(value) && +value >= 1 && +value <= largestLimit)) {
        faults.push({ parameter, detail: `must be a whole number from 1 to ${largestLimit}` });
      }
    }
    return faults;
  }

  /** A page, with links to others in the header. */
  function page(url: URL, rows: readonly Row[], faults: readonly Fault[]): Answered {
    const query = url.searchParams;
    const cursor = query.get('cursor');
    const [, direction, id] =
      /^(after|before):(.+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? [];
    const place = rows.findIndex((row) => row.id === id);
    const all =
      cursor !== null && place === -1
        ? [...faults, { parameter: 'cursor', detail: 'is not a cursor of this list' }]
        : faults;
    if (all.length > 0) {
      throw new Problem(400, 'invalid-parameters', 'The query has parameters that cannot be used.', {
        faults: all,
      });
    }
    const limit = Number(query.get('limit') ?? '15');
    const from = direction === 'after' ? place + 1 : direction === 'before' ? Math.max(0, place - limit) : 0;
    const shown = rows.slice(from, from + limit);
    const link = (rel: string, to?: string): string => {
      const target = new URL(url);
      target.searchParams.delete('cursor');
      if (to !== undefined) target.searchParams.set('cursor', Buffer.from(to).toString('base64url'));
      return `<${target.href}>; rel="${rel}"`;
    };
    const links = [
      link('first'),
      ...(from > 0 ? [link('prev', `before:${String(rows[from]?.id)}`)] : []),
      ...(from + limit < rows.length ? [link('next', `after:${String(shown.at(-1)!.id)}`)] : []),
    ];
    return json(200, shown, [['Link', links.join(', ')]]);
  }

  function offersPage(url: URL): Answered {
    const query = url.searchParams;
    const faults = faultsOf(query, ['state', 'department', 'updated_since', 'sort']);
    const wanted = query.get('state')?.split(',');
    const strange = wanted?.find((state) => !states.includes(state));
    if (strange !== undefined) {
      faults.push({ parameter: 'state', detail: `"${strange}" is none of ${states.join(', ')}` });
    }
    const since = query.get('updated_since');
    if (since !== null && Number.isNaN(Date.parse(since))) {
      faults.push({ parameter: 'updated_since', detail: 'must be a date or a moment of RFC 3339' });
    }
    const order = query.get('sort');
    const by = {
      title: ({ title }: Offer) => title,
      list_price: ({ price }: Offer) => price,
      updated_at: ({ updated }: Offer) => updated,
    };
    const member = order?.replace(/^-/, '');
    const value = Object.hasOwn(by, member ?? '') ? by[member as keyof typeof by] : undefined;
    if (order !== null && value === undefined) {
      faults.push({ parameter: 'sort', detail: `cannot sort by "${member!}"` });
    }
    const department = query.get('department');
    const found = offers.filter(
      (offer) =>
        (wanted === undefined || wanted.includes(offer.state)) &&
        (department === null || offer.department === department) &&
        (since === null || offer.updated >= Date.parse(since)),
    );
    if (value !== undefined) {
      const sign = order!.startsWith('-') ? -1 : 1;
      found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
    }
    return page(url, found.map(offerView), faults);
  }

  /** The cents of a money in a patch, null for null; what is wrong goes to the faults. */
  function centsOf(pointer: string, value: unknown, faults: Fault[]): number | null {
    const wrong = (member: string, detail: string): null => {
      faults.push({ pointer: `${pointer}${member}`, detail });
      return null;
    };
    if (value === null) return null;
    if (!isObject(value)) return wrong('', 'must be an object or null');
    const { amount, currency: given } = value;
    if (given === undefined) wrong('/currency', 'is required');
    else if (given !== currency) wrong('/currency', `must be ${currency}`);
    if (amount === undefined) return wrong('/amount', 'is required');
    if (typeof amount !== 'string') return wrong('/amount', 'must be a string');
    if (!/^-?\d+\.\d\d$/.test(amount)) return wrong('/amount', 'must be a decimal with two places');
    const cents = Math.round(Number(amount) * 100);
    if (cents <= 0) return wrong('/amount', 'must be greater than 0.00');
    if (cents > largestAmount) return wrong('/amount', `must not be greater than ${decimal(largestAmount)}`);
    return cents;
  }

  const refuse = (faults: readonly Fault[]): Problem =>
    new Problem(422, 'validation-failed', `The request body has ${faults.length} fault(s).`, { faults });

  const strangers = (body: Row, known: readonly string[]): Fault[] =>
    Object.keys(body)
      .filter((name) => !known.includes(name))
      .map((name) => ({ pointer: `/${name}`, detail: 'is not known' }));

  function setBounds(offer: Offer, body: Row): void {
    const faults = strangers(body, ['lower', 'upper']);
    const lower = body.lower === undefined ? offer.lower : centsOf('/lower', body.lower, faults);
    const upper = body.upper === undefined ? offer.upper : centsOf('/upper', body.upper, faults);
    if (faults.length > 0) throw refuse(faults);
    if (lower !== null && upper !== null && lower > upper) {
      throw new Problem(
        422,
        'bounds-crossed',
        `The lower bound of ${decimal(lower)} is above the upper bound of ${decimal(upper)}.`,
      );
    }
    offer.lower = lower;
    offer.upper = upper;
  }

  function setStrategy(offer: Offer, body: Row): void {
    const faults = strangers(body, ['strategy_id']);
    const { strategy_id: id } = body;
    const wanted = strategies.find((strategy) => strategy.id === id);
    if (id !== undefined && id !== null) {
      if (typeof id !== 'string')
        faults.push({ pointer: '/strategy_id', detail: 'must be a string or null' });
      else if (wanted === undefined) faults.push({ pointer: '/strategy_id', detail: 'names no strategy' });
    }
    if (faults.length > 0) throw refuse(faults);
    if (wanted?.retired === true) {
      throw new Problem(409, 'strategy-retired', `The strategy ${wanted.id} is retired.`);
    }
    if (id !== undefined) offer.strategy = wanted?.id ?? null;
  }

  function patched(request: Asked, offer: Offer, part: string): Answered {
    const { headers } = request;
    if (headers['content-type'] !== patchType) {
      throw new Problem(415, 'unsupported-media-type', `A change is sent as ${patchType}.`, {
        headers: [['Accept-Patch', patchType]],
      });
    }
    const match = headers['if-match'];
    if (match === undefined) {
      throw new Problem(428, 'precondition-required', 'A change needs the header If-Match.');
    }
    if (match !== '*' && match !== tagOf(offer)) {
      throw new Problem(412, 'stale-version', 'The offer has changed since it was read.', {
        headers: [['ETag', tagOf(offer)]],
      });
    }
    const body = parsed(request.body);
    if (body === undefined) throw new Problem(400, 'malformed-body', 'The body is not JSON.');
    if (!isObject(body)) throw refuse([{ pointer: '', detail: 'must be an object' }]);
    if (offer.state === 'ended') throw new Problem(409, 'offer-ended', `The offer ${offer.id} has ended.`);
    if (part === 'price') setBounds(offer, body);
    else setStrategy(offer, body);
    offer.revision += 1;
    offer.updated = run.now();
    const tag: Headers = [['ETag', tagOf(offer)]];
    return headers.prefer === 'return=minimal'
      ? { status: 204, headers: [...tag, ['Preference-Applied', 'return=minimal']], body: '' }
      : json(200, offerView(offer), tag);
  }

  function answer(request: Asked): Answered {
    const url = new URL(request.target, run.origin);
    const file = exports.find(({ id }) => url.pathname === `/downloads/${id}.csv`);
    if (file !== undefined)
      return { status: 200, headers: [['Content-Type', 'text/csv']], body: csv(file.id) };
    const [, name, id, part] =
      /^\/v1\/([a-z]+)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    const known = name === 'listings' || (id === undefined && (name === 'strategies' || name === 'reports'));
    if (!known) throw new Problem(404, 'not-found', `Nothing is at ${url.pathname}.`);
    const allowed = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== allowed) {
      throw new Problem(405, 'method-not-allowed', `${request.method} is not possible here.`, {
        headers: [['Allow', allowed]],
      });
    }
    if (name === 'strategies') {
      return page(url, strategies.map(strategyView), faultsOf(url.searchParams, []));
    }
    if (name === 'reports') return page(url, exports.map(exportView), faultsOf(url.searchParams, []));
    if (id === undefined) return offersPage(url);
    const offer = offers.find((one) => one.id === id);
    if (offer === undefined) throw new Problem(404, 'offer-not-found', `There is no offer ${id}.`);
    if (part !== undefined) return patched(request, offer, part);
    const tag: Headers = [['ETag', tagOf(offer)]];
    if (request.headers['if-none-match'] === tagOf(offer)) return { status: 304, headers: tag, body: '' };
    return json(200, offerView(offer), tag);
  }

  const recent: number[] = [];
  let count = 0;

  function authorize({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given !== key) {
      const detail = given === undefined ? 'The header X-API-KEY is missing.' : 'The API key is not valid.';
      throw new Problem(401, 'unauthorized', detail, {
        headers: [['WWW-Authenticate', 'ApiKey realm="offers"']],
      });
    }
    while (recent[0] !== undefined && recent[0] <= run.now() - 1_000) recent.shift();
    if (recent.length >= burst) {
      throw new Problem(429, 'too-many-requests', `More than ${burst} requests came within a second.`, {
        headers: [['Retry-After', '1']],
      });
    }
    recent.push(run.now());
  }

  return (request) => {
    count += 1;
    try {
      authorize(request);
      return answer(request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, kind, message, faults, headers } = error;
      const body = {
        type: `https://tarnhaven.example/problems/${kind}`,
        title: titleOf(kind),
        status,
        detail: message,
        instance: `urn:tarnhaven:request:${scrambled(`merge ${run.run} ${count}`, 16, hex)}`,
        ...(faults.length === 0 ? {} : { errors: faults }),
      };
      return json(status, body, headers, 'application/problem+json');
    }
  };
}

/** Follows the links of the header until there is no next one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received));
    next = /<([^>]+)>; rel="next"/.exec(header(received, 'Link') ?? '')?.[1];
  }
  return rows;
}

type Sent = Readonly<Record<string, string | null>>;

const read = (api: Api, id: unknown, headers: Sent = {}): Promise<Received> =>
  api.ask('GET', `/v1/listings/${String(id)}`, { headers });

/** Writes to a record as it was last seen. */
const write = (
  api: Api,
  place: string,
  seen: Received,
  patch: unknown,
  headers: Sent = {},
): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${place}`, {
    json: patch,
    headers: { 'If-Match': header(seen, 'ETag') ?? null, 'Content-Type': patchType, ...headers },
  });
const price = (api: Api, id: unknown, seen: Received, patch: unknown, headers?: Sent): Promise<Received> =>
  write(api, `${String(id)}/price`, seen, patch, headers);
const assign = (api: Api, id: unknown, seen: Received, patch: unknown, headers?: Sent): Promise<Received> =>
  write(api, `${String(id)}/strategy`, seen, patch, headers);

const euros = (amount: unknown): Row => ({ amount, currency });
const minimal: Sent = { Prefer: 'return=minimal' };

async function recorded(api: Api): Promise<void> {
  const offers = await walk(api, '/v1/listings');
  const ids = offers.filter(({ state }) => state !== 'ended').map((row) => row.id);
  const ended = offers.find(({ state }) => state === 'ended')?.id;
  const rules = (await walk(api, '/v1/strategies')).map((row) => row.id);
  await walk(api, '/v1/listings?limit=24');
  await walk(api, '/v1/listings?limit=60');
  await walk(api, '/v1/strategies?limit=4');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?limit=5');
  await walk(api, '/v1/listings?state=paused');
  await walk(api, '/v1/listings?state=paused,ended&limit=10');
  await walk(api, '/v1/listings?department=garden&limit=40');
  await walk(api, '/v1/listings?department=toys');
  await walk(api, '/v1/listings?sort=title&limit=30');
  await walk(api, '/v1/listings?sort=-list_price&limit=55');
  await walk(api, '/v1/listings?updated_since=2025-06-01&limit=50');
  const first = await read(api, ids[0]);
  const second = await read(api, ids[5]);
  const third = await read(api, ids[14]);
  const fourth = await read(api, ids[22]);
  const fifth = await read(api, ids[35]);
  await read(api, ids[5], { 'If-None-Match': header(second, 'ETag') ?? null });
  const changed = await price(api, ids[0], first, { lower: euros('14.50'), upper: euros('299.00') });
  await read(api, ids[0]);
  await price(api, ids[0], first, { lower: euros('15.00') });
  await read(api, ids[0], { 'If-None-Match': header(first, 'ETag') ?? null });
  await read(api, ids[0], { 'If-None-Match': header(changed, 'ETag') ?? null });
  await price(api, ids[5], second, { upper: euros('980.00') });
  await read(api, ids[5]);
  await price(api, ids[14], third, { lower: null, upper: null });
  await read(api, ids[14]);
  await price(api, ids[22], fourth, { lower: euros('3.25'), upper: euros('450.75') }, minimal);
  const later = await read(api, ids[22]);
  await price(api, ids[35], fifth, { lower: euros('0.99'), upper: euros('0.99') }, { 'If-Match': '*' });
  await api.ask('GET', '/v1/listings?limit=36');
  await assign(api, ids[0], changed, { strategy_id: rules[1] });
  const assigned = await read(api, ids[0]);
  await assign(api, ids[22], later, { strategy_id: rules[4] }, minimal);
  await read(api, ids[22]);
  await assign(api, ids[0], assigned, { strategy_id: null });
  const seen = await read(api, ids[0]);
  api.wait(25_000);
  await api.ask('GET', '/v1/reports?limit=8');
  api.wait(90_000);
  const last = await api.ask('GET', '/v1/reports?limit=9');
  const href = at(last, 0, 'file', 'href');
  if (typeof href === 'string') await api.ask('GET', href);
  await read(api, 'ofr-2222-3333');
  await read(api, 'lamp');
  await price(api, 'ofr-2222-4444', seen, { lower: euros('1.00') });
  await price(api, ended, await read(api, ended), { lower: euros('1.00'), upper: euros('2.00') });
  await price(api, ids[0], seen, { lower: euros('30.00'), upper: euros('20.00') });
  await price(api, ids[0], seen, { upper: euros('14.49') });
  await price(api, ids[0], seen, { lower: euros('299.01') });
  await price(api, ids[0], seen, { lower: { currency } });
  await price(api, ids[0], seen, { lower: { amount: '5.00' } });
  await price(api, ids[0], seen, { lower: euros('cheap'), upper: euros('20.00') });
  await price(api, ids[0], seen, { lower: euros('low'), upper: euros('high') });
  await price(api, ids[0], seen, { upper: euros(20) });
  await price(api, ids[0], seen, { lower: 5, upper: '20.00' });
  await price(api, ids[0], seen, { lower: euros('-4.00'), upper: euros('0.00') });
  await price(api, ids[0], seen, { upper: euros('12000.00') });
  await price(api, ids[0], seen, { lower: { amount: '5.00', currency: 'USD' } });
  await price(api, ids[0], seen, { lower: euros('5.00'), middle: euros('7.00') });
  await price(api, ids[0], seen, []);
  await price(api, ids[0], seen, { lower: euros('16.00') }, { 'If-Match': null });
  await price(api, ids[0], seen, { lower: euros('16.00') }, { 'Content-Type': 'application/json' });
  await api.ask('PATCH', `/v1/listings/${String(ids[0])}/price`, {
    text: '{"lower": ',
    headers: { 'If-Match': header(seen, 'ETag') ?? null, 'Content-Type': patchType },
  });
  await assign(api, ids[0], seen, { strategy_id: 'str-2222-3333' });
  await assign(api, ids[0], seen, { strategy_id: 17 });
  await assign(api, ids[0], seen, { strategy_id: rules[3] });
  await assign(api, ids[0], first, { strategy_id: rules[2] });
  await assign(api, ids[0], seen, { strategy_id: rules[2] }, { 'If-Match': null });
  await assign(api, 'ofr-2222-5555', seen, { strategy_id: rules[0] });
  await api.ask('GET', '/v1/listings?limit=0');
  await api.ask('GET', '/v1/listings?limit=61');
  await api.ask('GET', '/v1/listings?limit=lots');
  await api.ask('GET', '/v1/strategies?limit=500');
  await api.ask('GET', '/v1/listings?cursor=bm93aGVyZQ');
  await api.ask('GET', '/v1/listings?state=sold');
  await api.ask('GET', '/v1/listings?sort=colour');
  await api.ask('GET', '/v1/listings?colour=red');
  await api.ask('GET', '/v1/listings?limit=none&colour=red');
  await api.ask('GET', '/v1/listings?updated_since=monday');
  await api.ask('GET', '/v1/orders');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies?limit=2', { headers: { 'X-API-KEY': 'thv_prod_none' } });
  api.wait(3_000);
  for (let sent = 0; sent < 11; sent += 1) await api.ask('GET', '/v1/strategies?limit=1', { atOnce: true });
  api.wait(1_500_000);
  await api.ask('GET', '/v1/reports?limit=3');
}

async function another(api: Api): Promise<void> {
  const offers = await walk(api, '/v1/listings?limit=20');
  const ids = offers.filter(({ state }) => state !== 'ended').map((row) => row.id);
  const ended = offers.findLast(({ state }) => state === 'ended')?.id;
  const rules = (await walk(api, '/v1/strategies?limit=5')).map((row) => row.id);
  await walk(api, '/v1/reports?limit=6');
  await walk(api, '/v1/listings?state=ended&limit=12');
  await walk(api, '/v1/listings?state=active,paused&limit=26');
  await walk(api, '/v1/listings?department=office&limit=50');
  await walk(api, '/v1/listings?sort=-title&limit=45');
  await walk(api, '/v1/listings?sort=list_price&department=home&limit=58');
  const first = await read(api, ids[2]);
  const second = await read(api, ids[11]);
  const third = await read(api, ids[31]);
  await read(api, ids[11], { 'If-None-Match': header(second, 'ETag') ?? null });
  const changed = await price(api, ids[2], first, { lower: euros('11.25'), upper: euros('630.00') });
  await read(api, ids[2]);
  await price(api, ids[2], first, { upper: euros('640.00') });
  await price(api, ids[11], second, { upper: euros('745.50') }, minimal);
  const later = await read(api, ids[11]);
  await price(api, ids[31], third, { lower: null });
  await read(api, ids[31]);
  await api.ask('GET', '/v1/listings?limit=42');
  await assign(api, ids[2], changed, { strategy_id: rules[2] });
  const seen = await read(api, ids[2]);
  await assign(api, ids[11], later, { strategy_id: null });
  await read(api, ids[11]);
  api.wait(120_000);
  await read(api, 'ofr-7777-3333');
  await read(api, 'tin');
  await price(api, 'ofr-7777-4444', seen, { upper: euros('3.00') });
  await price(api, ended, await read(api, ended), { upper: euros('8.00') });
  await price(api, ids[2], seen, { lower: euros('71.20'), upper: euros('70.00') });
  await price(api, ids[2], seen, { upper: euros('11.00') });
  await price(api, ids[2], seen, { upper: { currency } });
  await price(api, ids[2], seen, { lower: euros('7.00'), upper: euros('dear') });
  await price(api, ids[2], seen, { lower: euros('much'), upper: euros('more') });
  await price(api, ids[2], seen, { lower: euros(7) });
  await price(api, ids[2], seen, { lower: euros('-0.50') });
  await price(api, ids[2], seen, { lower: euros('20000.00') });
  await price(api, ids[2], seen, { upper: { amount: '9.00', currency: 'GBP' } });
  await price(api, ids[2], seen, { upper: euros('90.00') }, { 'If-Match': null });
  await assign(api, ids[2], seen, { strategy_id: 'str-7777-3333' });
  await assign(api, ids[2], seen, { strategy_id: 44 });
  await assign(api, ids[2], first, { strategy_id: rules[0] });
  await api.ask('GET', '/v1/listings?limit=-3');
  await api.ask('GET', '/v1/reports?limit=1000');
  await api.ask('GET', '/v1/reports?limit=all');
  await api.ask('GET', '/v1/reports?cursor=c29tZXdoZXJl');
  await api.ask('GET', '/v1/listings?state=lost');
  await api.ask('GET', '/v1/listings?sort=-size');
  await api.ask('GET', '/v1/listings?size=large');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?limit=4', { headers: { 'X-API-KEY': 'thv_prod_wrong' } });
  // Of a kind that was not recorded.
  await api.ask('DELETE', `/v1/listings/${String(ids[22])}`);
  await assign(api, ids[2], seen, { strategy_id: ['a'] });
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?limit=7');
}

export const mergePatches: WalkedService = {
  name: 'merge-patches',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=60'],
  walk,
};
