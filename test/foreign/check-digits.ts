// A payment terminal maker's catalog: ids with a prefix and a check digit, amounts in the smallest unit with the currency's
// exponent, moments in milliseconds, states as whole numbers, pages from 0 that only say whether there is a next one, bounds
// and orders of one parameter each that may be repeated, related records put in where they are asked for, what may be done
// with a record by its state, changes that need the ETag and are accepted (202) before they are seen, archived records that
// are gone (410), and problems (RFC 9457) that point into the body, in the language that is asked for.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { header, json } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'tk_live_9fJw2Lr7Qd0sVb5X';
const workedOffAfter = 2_500;
const exponents: Readonly<Record<string, number>> = { EUR: 2, JPY: 0 };

interface Item {
  readonly id: string;
  readonly title: string;
  readonly currency: string;
  readonly price: number;
  readonly kind: number;
  readonly isArchived: boolean;
  readonly created: number;
  floor: number | null;
  ceiling: number | null;
  plan: string | null;
  version: number;
  changed: number;
}

interface Pointed {
  readonly pointer: string;
  readonly code: keyof typeof texts;
}

/** In English and in German. */
const texts = {
  not_whole: [
    'must be a whole number of the smallest unit',
    'muss eine ganze Zahl der kleinsten Einheit sein',
  ],
  negative: ['must not be negative', 'darf nicht negativ sein'],
  other_currency: ['is not the currency of the listing', 'ist nicht die Währung des Angebots'],
  not_an_amount: ['must be an amount or null', 'muss ein Betrag oder null sein'],
  above_ceiling: ['must not be above the ceiling', 'darf nicht über der Obergrenze liegen'],
  unknown_plan: ['is not a plan of yours', 'ist keiner Ihrer Pläne'],
  required: ['is required', 'fehlt'],
} as const;

const titles = {
  validation: ['The request is not valid', 'Die Anfrage ist ungültig'],
  'malformed-id': ['The id is malformed', 'Die Kennung ist fehlerhaft'],
  'not-found': ['No such record', 'Kein solcher Eintrag'],
  gone: ['The record was archived', 'Der Eintrag wurde archiviert'],
  'precondition-required': ['If-Match is required', 'If-Match wird benötigt'],
  'precondition-failed': ['The record has changed', 'Der Eintrag hat sich geändert'],
  'bad-query': ['A parameter is not valid', 'Ein Parameter ist ungültig'],
  'bad-json': ['The body is not JSON', 'Der Inhalt ist kein JSON'],
  'no-key': ['A key is required', 'Ein Schlüssel wird benötigt'],
  'bad-key': ['The key is not valid', 'Der Schlüssel ist ungültig'],
  'not-allowed': ['The method is not allowed', 'Die Methode ist nicht erlaubt'],
} as const;

class Refusal extends Error {
  readonly status: number;
  readonly kind: keyof typeof titles;
  readonly more: Row;
  readonly pointed: readonly Pointed[];

  constructor(status: number, kind: keyof typeof titles, more: Row = {}, pointed: readonly Pointed[] = []) {
    super(kind);
    this.status = status;
    this.kind = kind;
    this.more = more;
    this.pointed = pointed;
  }
}

/** The digit that makes the weighted sum of all digits a multiple of ten. */
function checkDigit(digits: string): number {
  const sum = digits
    .split('')
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
const idOf = (number: number): string => `LX-${number}-${checkDigit(String(number))}`;

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const plans = ['Follow the lowest', 'Stay above cost', 'Evenings', 'Outlet', 'Launch'].map(
    (name, index) => ({
      id: `PL-${31 + index * 4}`,
      name,
      mode: 1 + (index % 3),
      stepBps: 25 * (1 + chance(`digits ${name}`, 20)),
      enabled: index !== 1,
    }),
  );
  const items = Array.from({ length: 49 }, (_, index): Item => {
    const name = `digits ${index}`;
    const { title, price } = ware(name);
    const currency = chance(`${name} currency`, 5) === 0 ? 'JPY' : 'EUR';
    const bounded = chance(`${name} bounded`, 5) > 1;
    const created = pastMoment(name);
    return {
      id: idOf(400_100 + index * 211 + chance(`${name} id`, 200)),
      title,
      currency,
      price,
      kind: 1 + chance(`${name} kind`, 4),
      isArchived: index % 12 === 7,
      created,
      floor: bounded ? Math.round(price * 0.8) : null,
      ceiling: bounded ? Math.round(price * 1.3) : null,
      plan: chance(`${name} planned`, 3) > 0 ? oneOf(`${name} plan`, plans).id : null,
      version: 1 + chance(`${name} version`, 6),
      changed: created + chance(`${name} changed`, 70 * 86_400) * 1_000,
    };
  });
  const runs = Array.from({ length: 7 }, (_, index) => ({
    id: `RN-${8_100 + index * 3}`,
    kind: 1 + chance(`digits run ${index}`, 3),
    started:
      index < 5 ? pastMoment('digits runs') + index * 6 * 86_400_000 : opened - 18_000 + (index - 5) * 11_000,
    seconds: 28 + index * 7,
    broken: index === 3,
  }));
  let waiting: { readonly due: number; readonly apply: () => void }[] = [];

  const money = (minor: number | null, currency: string): Row | null =>
    minor === null ? null : { minor, currency, exponent: exponents[currency] };
  const planView = ({ enabled, ...plan }: (typeof plans)[number]): Row => ({
    ...plan,
    state: enabled ? 1 : 0,
  });
  const view = (item: Item, query: URLSearchParams): Row => {
    const href = `/v1/listings/${item.id}`;
    const plan = plans.find(({ id }) => id === item.plan);
    const isExpanded = query.get('expand') === 'plan';
    return {
      id: item.id,
      title: item.title,
      kind: item.kind,
      price: money(item.price, item.currency),
      floor: money(item.floor, item.currency),
      ceiling: money(item.ceiling, item.currency),
      plan: plan === undefined ? null : isExpanded ? planView(plan) : plan.id,
      createdAt: item.created,
      changedAt: item.changed,
      // An archived record says so; of others nothing is said.
      ...(item.isArchived ? { archivedAt: item.changed } : {}),
      actions: item.isArchived
        ? []
        : [
            { name: 'reprice', method: 'PATCH', href: `${href}/price` },
            { name: plan === undefined ? 'assign' : 'reassign', method: 'PATCH', href: `${href}/strategy` },
          ],
    };
  };
  const runView = (one: (typeof runs)[number]): Row => {
    const isOver = run.now() >= one.started + one.seconds * 1_000;
    return {
      id: one.id,
      kind: one.kind,
      state: isOver ? (one.broken ? 9 : 3) : 2,
      startedAt: one.started,
      endedAt: isOver ? one.started + one.seconds * 1_000 : null,
      ...(isOver && !one.broken ? { download: { href: `${run.origin}/downloads/${one.id}.csv` } } : {}),
    };
  };

  function badQuery(parameter: string, value: string): never {
    throw new Refusal(400, 'bad-query', { parameter, value });
  }

  function listed(
    rows: readonly Row[],
    sorts: Readonly<Record<string, (row: Row) => number | string>>,
    query: URLSearchParams,
  ): Answered {
    const counted = (name: string, fallback: number, least: number, most: number): number => {
      const text = query.get(name);
      if (text === null) return fallback;
      if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most) badQuery(name, text);
      return Number(text);
    };
    const size = counted('size', 18, 1, 45);
    const page = counted('page', 0, 0, 9_999);
    const sorted = [...rows];
    for (const text of query.getAll('sort').reverse()) {
      const [name = '', direction = 'asc'] = text.split(',');
      const read = sorts[name];
      if (read === undefined || !['asc', 'desc'].includes(direction)) badQuery('sort', text);
      const sign = direction === 'desc' ? -1 : 1;
      sorted.sort((one, other) =>
        read(one) === read(other) ? 0 : sign * (read(one) < read(other) ? -1 : 1),
      );
    }
    const content = sorted.slice(page * size, (page + 1) * size);
    return json(200, { content, page, size: content.length, hasNext: (page + 1) * size < rows.length });
  }

  function found(query: URLSearchParams): readonly Item[] {
    const bounds = query.getAll('price').map((text) => {
      const [, operator, minor] = /^(gte|lt):(\d+)$/.exec(text) ?? [];
      return operator === undefined ? badQuery('price', text) : { operator, minor: Number(minor) };
    });
    const [kinds, plan, words] = [query.getAll('kind'), query.get('plan'), query.get('q')?.toLowerCase()];
    for (const kind of kinds) if (!/^[1-4]$/.test(kind)) badQuery('kind', kind);
    return items.filter(
      (item) =>
        (!item.isArchived || query.get('archived') === 'true') &&
        bounds.every(({ operator, minor }) =>
          operator === 'gte' ? item.price >= minor : item.price < minor,
        ) &&
        (kinds.length === 0 || kinds.includes(String(item.kind))) &&
        (plan === null || item.plan === plan) &&
        (words === undefined || item.title.toLowerCase().includes(words)),
    );
  }

  function priced(item: Item, body: Row): Answered {
    const pointed: Pointed[] = [];
    const read = (name: 'floor' | 'ceiling'): number | null => {
      const value = body[name];
      if (value === undefined) return item[name];
      if (value === null) return null;
      if (!isObject(value)) {
        pointed.push({ pointer: `/${name}`, code: 'not_an_amount' });
        return null;
      }
      const { minor, currency } = value;
      if (minor === undefined) pointed.push({ pointer: `/${name}/minor`, code: 'required' });
      else if (typeof minor !== 'number' || !Number.isInteger(minor)) {
        pointed.push({ pointer: `/${name}/minor`, code: 'not_whole' });
      } else if (minor < 0) pointed.push({ pointer: `/${name}/minor`, code: 'negative' });
      if (currency !== item.currency)
        pointed.push({
          pointer: `/${name}/currency`,
          code: currency === undefined ? 'required' : 'other_currency',
        });
      return typeof minor === 'number' ? minor : null;
    };
    const [floor, ceiling] = [read('floor'), read('ceiling')];
    if (pointed.length === 0 && floor !== null && ceiling !== null && floor > ceiling) {
      pointed.push({ pointer: '/floor/minor', code: 'above_ceiling' });
    }
    if (pointed.length > 0) throw new Refusal(400, 'validation', {}, pointed);
    const due = run.now() + workedOffAfter;
    waiting.push({
      due,
      apply: () => {
        [item.floor, item.ceiling, item.changed] = [floor, ceiling, due];
        item.version += 1;
      },
    });
    const headers: Headers = [
      ['Location', `/v1/listings/${item.id}`],
      ['Retry-After', '3'],
    ];
    return json(202, { accepted: true, listing: item.id, effectiveAt: due }, headers);
  }

  function planned(item: Item, body: Row): Answered {
    const { plan } = body;
    if (plan === undefined)
      throw new Refusal(400, 'validation', {}, [{ pointer: '/plan', code: 'required' }]);
    if (plan !== null && !plans.some(({ id }) => id === plan)) {
      throw new Refusal(400, 'validation', {}, [{ pointer: '/plan', code: 'unknown_plan' }]);
    }
    item.plan = plan as string | null;
    item.version += 1;
    item.changed = run.now();
    return json(200, view(item, new URLSearchParams()), [['ETag', `"v${item.version}"`]]);
  }

  function answer(request: Asked, url: URL): Answered {
    if (runs.some(({ id }) => url.pathname === `/downloads/${id}.csv`)) {
      const lines = items.slice(0, 5).map(({ id, price }) => `${id},${price}`);
      return {
        status: 200,
        headers: [['Content-Type', 'text/csv']],
        body: `id,minor\n${lines.join('\n')}\n`,
      };
    }
    const given = request.headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'no-key');
    if (given !== key) throw new Refusal(401, 'bad-key');
    const [, name = '', id, part] =
      /^\/v1\/(listings|strategies|reports)(?:\/([^/]+)(?:\/(price|strategy))?)?$/.exec(url.pathname) ?? [];
    if (name === '' || (id !== undefined && name !== 'listings')) throw new Refusal(404, 'not-found');
    if (request.method !== (part === undefined ? 'GET' : 'PATCH')) throw new Refusal(405, 'not-allowed');
    const query = url.searchParams;
    if (id === undefined) {
      if (name === 'listings') {
        const sorts = {
          price: ({ price }: Row) => Number((price as Row).minor),
          title: ({ title }: Row) => String(title),
        };
        return listed(
          found(query).map((item) => view(item, query)),
          sorts,
          query,
        );
      }
      return listed(name === 'strategies' ? plans.map(planView) : runs.map(runView), {}, query);
    }
    const [, digits, last] = /^LX-(\d{6})-(\d)$/.exec(id) ?? [];
    if (digits === undefined || checkDigit(digits) !== Number(last))
      throw new Refusal(400, 'malformed-id', { value: id });
    const item = items.find((one) => one.id === id);
    if (item === undefined) throw new Refusal(404, 'not-found', { value: id });
    if (item.isArchived) throw new Refusal(410, 'gone', { value: id, archivedAt: item.changed });
    if (part === undefined) return json(200, view(item, query), [['ETag', `"v${item.version}"`]]);
    const match = request.headers['if-match'];
    if (match === undefined) throw new Refusal(428, 'precondition-required');
    if (match !== `"v${item.version}"`)
      throw new Refusal(412, 'precondition-failed', { current: `v${item.version}` });
    const body = parsed(request.body);
    if (!isObject(body)) throw new Refusal(400, 'bad-json');
    return part === 'price' ? priced(item, body) : planned(item, body);
  }

  return (request) => {
    for (const { due, apply } of waiting) if (due <= run.now()) apply();
    waiting = waiting.filter(({ due }) => due > run.now());
    const url = new URL(request.target, run.origin);
    try {
      return answer(request, url);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, kind, more, pointed } = error;
      const language = request.headers['accept-language']?.startsWith('de') === true ? 1 : 0;
      const problem = {
        type: `https://docs.the-till.example/problems/${kind}`,
        title: titles[kind][language],
        status,
        instance: url.pathname,
        ...more,
        ...(pointed.length === 0
          ? {}
          : {
              errors: pointed.map(({ pointer, code }) => ({ pointer, code, detail: texts[code][language] })),
            }),
      };
      const headers: Headers = [['Content-Language', language === 1 ? 'de' : 'en']];
      return json(status, problem, headers, 'application/problem+json');
    }
  };
}

/** Asks for page after page, as long as there is said to be a next one. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 0; ; page += 1) {
    const joint = target.includes('?') ? '&' : '?';
    const received = await api.ask('GET', page === 0 ? target : `${target}${joint}page=${page}`);
    rows.push(...rowsAt(received, 'content'));
    if (at(received, 'hasNext') !== true) return rows;
  }
}

const german = { 'Accept-Language': 'de-DE' };
const read = (api: Api, id: unknown): Promise<Received> => api.ask('GET', `/v1/listings/${String(id)}`);

/** Reads a record for its ETag, then changes it. */
async function change(
  api: Api,
  id: unknown,
  part: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Received> {
  const tag = header(await read(api, id), 'etag') ?? '"none"';
  return api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, {
    json: body,
    headers: { 'If-Match': tag, ...headers },
  });
}

/** In the record's own currency. */
const amount = (row: Row | undefined, minor: unknown): Row => ({
  minor,
  currency: isObject(row?.price) ? row.price.currency : '',
});

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const id = (index: number): string => String(rows[index]?.id);
  const both = (index: number, floor: unknown, ceiling: unknown): Row => ({
    floor: amount(rows[index], floor),
    ceiling: amount(rows[index], ceiling),
  });
  const plans = (await walk(api, '/v1/strategies')).map((row) => row.id);
  const all = await walk(api, '/v1/listings?archived=true&size=30');
  const archived = all.filter((row) => row.archivedAt !== undefined).map((row) => row.id);
  await walk(api, '/v1/listings?size=45');
  await walk(api, '/v1/reports');
  await walk(api, '/v1/reports?size=3');
  await walk(api, '/v1/listings?price=gte:9000');
  await walk(api, '/v1/listings?price=gte:4000&price=lt:9000&size=10');
  await walk(api, '/v1/listings?kind=2');
  await walk(api, '/v1/listings?kind=1&kind=3');
  await walk(api, `/v1/listings?plan=${String(plans[1])}`);
  await walk(api, '/v1/listings?q=kettle');
  await api.ask('GET', '/v1/listings?sort=price,desc&size=12');
  await api.ask('GET', '/v1/listings?sort=price&size=12');
  await api.ask('GET', '/v1/listings?sort=title,asc&size=9');
  await api.ask('GET', '/v1/listings?expand=plan&size=8');
  for (const index of [3, 9, 17, 29, 33]) await read(api, id(index));
  await api.ask('GET', `/v1/listings/${id(3)}?expand=plan`);
  await change(api, id(0), 'price', both(0, 4_250, 6_190));
  await read(api, id(0));
  api.wait(3_000);
  await read(api, id(0));
  await change(api, id(5), 'price', both(5, 19_999, 24_000));
  api.wait(3_000);
  await read(api, id(5));
  await change(api, id(14), 'price', { ceiling: amount(rows[14], 99_900) });
  api.wait(3_000);
  await read(api, id(14));
  await change(api, id(26), 'price', { floor: null, ceiling: null });
  api.wait(3_000);
  await read(api, id(26));
  await change(api, id(0), 'strategy', { plan: plans[2] });
  await read(api, id(0));
  await change(api, id(14), 'strategy', { plan: plans[4] });
  await change(api, id(5), 'strategy', { plan: null });
  await read(api, id(5));
  await api.ask('GET', '/v1/listings?size=25');
  api.wait(60_000);
  const over = rowsAt(await api.ask('GET', '/v1/reports'), 'content').find((row) => isObject(row.download));
  if (isObject(over?.download)) await api.ask('GET', String(over.download.href));
  await read(api, idOf(999_999));
  await read(api, 'LX-400100-0');
  await read(api, 'teapot');
  await read(api, archived[0]);
  await read(api, archived[1]);
  const price = async (body: unknown, headers?: Record<string, string>): Promise<void> => {
    await api.ask('PATCH', `/v1/listings/${id(5)}/price`, {
      json: body,
      ...(headers === undefined ? {} : { headers }),
    });
  };
  await price(both(5, 100, 200));
  await price(both(5, 100, 200), { 'If-Match': '"v99"' });
  const tag = { 'If-Match': header(await read(api, id(5)), 'etag') ?? '' };
  await price(both(5, 3_000, 2_000), tag);
  await price(both(5, 840, 839), { ...tag, ...german });
  await price(both(5, 'cheap', 2_000), tag);
  await price(both(5, 12.5, 2_000), { ...tag, ...german });
  await price(both(5, 100, -5), tag);
  await price(both(5, -1, true), tag);
  await price({ floor: { minor: 5, currency: 'USD' } }, tag);
  await price({ floor: { currency: 'EUR' } }, tag);
  await price({ ceiling: 15 }, tag);
  await price(['low'], tag);
  await api.ask('PATCH', `/v1/listings/${id(5)}/price`, { text: '{"floor": ', headers: tag });
  const plan = async (body: unknown, headers: Record<string, string> = tag): Promise<void> => {
    await api.ask('PATCH', `/v1/listings/${id(5)}/strategy`, { json: body, headers });
  };
  await plan({ plan: 'PL-99' });
  await plan({ plan: 'bold' }, { ...tag, ...german });
  await plan({ plan: 31 });
  await plan({});
  await plan({ plan: plans[0] }, { 'If-Match': '"v0"' });
  await api.ask('PATCH', `/v1/listings/${String(archived[0])}/strategy`, {
    json: { plan: plans[0] },
    headers: tag,
  });
  await api.ask('PATCH', `/v1/listings/${idOf(999_998)}/price`, { json: {}, headers: tag });
  for (const query of [
    'size=0',
    'size=46',
    'size=many',
    'page=-1',
    'page=3',
    'sort=colour,asc',
    'sort=price,up',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  for (const query of ['price=cheap', 'kind=9', 'q=zzz', 'size=2&colour=red'])
    await api.ask('GET', `/v1/listings?${query}`);
  await api.ask('GET', '/v1/reports?page=7');
  await api.ask('GET', '/v1/listings?size=none', { headers: german });
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${id(5)}`);
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?size=2', { headers: { 'X-API-KEY': 'tk_0' } });
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?size=13');
  const id = (index: number): string => String(rows[index]?.id);
  const both = (index: number, floor: unknown, ceiling: unknown): Row => ({
    floor: amount(rows[index], floor),
    ceiling: amount(rows[index], ceiling),
  });
  const plans = (await walk(api, '/v1/strategies?size=4')).map((row) => row.id);
  await walk(api, '/v1/reports?size=5');
  await walk(api, '/v1/listings?price=lt:4500');
  await walk(api, '/v1/listings?price=gte:10000&price=lt:15000&size=6');
  await walk(api, '/v1/listings?kind=4');
  await walk(api, '/v1/listings?kind=2&kind=4&size=40');
  await walk(api, `/v1/listings?plan=${String(plans[2])}`);
  await walk(api, '/v1/listings?q=LAMP');
  await api.ask('GET', '/v1/listings?sort=title,desc&size=7');
  await api.ask('GET', '/v1/listings?sort=price,asc&size=9&page=1');
  await api.ask('GET', '/v1/listings?expand=plan&size=5&page=2');
  for (const index of [2, 11, 40]) await read(api, id(index));
  await change(api, id(2), 'price', both(2, 1_125, 6_300));
  await read(api, id(2));
  api.wait(4_000);
  await read(api, id(2));
  await change(api, id(11), 'price', { floor: null });
  api.wait(4_000);
  await read(api, id(11));
  await change(api, id(38), 'strategy', { plan: plans[3] });
  await change(api, id(2), 'strategy', { plan: null });
  await api.ask('GET', '/v1/listings?size=35');
  await read(api, idOf(888_888));
  await read(api, 'LX-400101-9');
  await read(api, 'drill');
  const tag = { 'If-Match': header(await read(api, id(20)), 'etag') ?? '' };
  const price = async (body: unknown, headers: Record<string, string> = tag): Promise<void> => {
    await api.ask('PATCH', `/v1/listings/${id(20)}/price`, { json: body, headers });
  };
  await price(both(20, 7_120, 7_000));
  await price(both(20, 'dear', 1_500), { ...tag, ...german });
  await price(both(20, 500, 9.5));
  await price(both(20, -50, 1_500));
  await price({ ceiling: { minor: 100, currency: 'CHF' } });
  await price({ floor: 'low' });
  await price(both(20, 1, 2), { 'If-Match': '"v77"' });
  await price(both(20, 1, 2), {});
  await api.ask('PATCH', `/v1/listings/${id(20)}/price`, { text: '{"floor" ', headers: tag });
  for (const plan of ['PL-44', 'soft']) {
    await api.ask('PATCH', `/v1/listings/${id(20)}/strategy`, { json: { plan }, headers: tag });
  }
  for (const query of [
    'size=-3',
    'size=500',
    'page=-2',
    'size=10&page=8',
    'sort=flavour',
    'price=lt:much',
    'kind=7',
  ]) {
    await api.ask('GET', `/v1/listings?${query}`);
  }
  await api.ask('GET', '/v1/reports?size=all');
  await api.ask('GET', '/v1/listings?page=no', { headers: german });
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/listings?size=4', { headers: { 'X-API-KEY': 'tk_1' } });
  await api.ask('DELETE', `/v1/listings/${id(21)}`);
}

export const checkDigits: WalkedService = {
  name: 'check-digits',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['size=2', 'size=7', 'size=45'],
  walk,
};
