// A second-hand marketplace's API for sellers: lists under their own name behind a pagination with counts and an object of
// whole links, of which those that lead nowhere are left out, and the same links in the header `Link`; a page behind the last
// one is not found, sizes are quietly cut down, words for numbers and unknown orders are forgiven, states have blanks. Whole
// numbers as ids, each thing with its own address, amounts as JSON numbers beside a currency and once more as people read
// them, converted where a currency is asked for; moments of listings with the offset of the office, of report runs without
// any. A write is answered 204 without a body, a refusal is one sentence alone, the first that comes up; an export that has
// not changed since is told so (304); the requests of a moving minute are counted in headers, without a word on when to
// come back.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, targetOf } from './kit.ts';
import { chance, digest, isObject, oneOf, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'pUrLsQwXbTnMvKzRdHgYcJfSaEoLi';
const perMinute = 60;
const largestPage = 100;
const currency = 'USD';

/** What one US dollar is worth. */
const rates: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, GBP: 0.79, CAD: 1.36 };
const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$' };

const states = ['For Sale', 'For Sale', 'For Sale', 'Draft', 'Expired', 'Sold'] as const;
const conditions = [
  'Mint (M)',
  'Near Mint (NM or M-)',
  'Very Good Plus (VG+)',
  'Very Good (VG)',
  'Good Plus (G+)',
] as const;
const sleeves = [...conditions, 'Generic', 'Not Graded'] as const;
const formats = ['LP, Album', '12", Single', '7", Single', 'CD, Album', 'Cass, Album'] as const;
const artists = [
  'Juna Forell',
  'Kastor & The Vane',
  'Mirell',
  'Oda Quist',
  'The Palt Sisters',
  'Ravn Trio',
] as const;
const labels = ['Blåhall', 'Cinder Row', 'Northpost', 'Tide & Tin'] as const;
const words = ['Harbour', 'Lantern', 'Meridian', 'Orchard', 'Paper', 'Signal', 'Winter'] as const;
const shelves = ['A1', 'A2', 'B1', 'C4', 'Box 7'] as const;
const notes = ['', '', 'Small cut on the sleeve.', 'Plays well.', 'With the insert.'] as const;
const exportStates = ['pending', 'in progress', 'success', 'error'] as const;

const round = (value: number) => Math.round(value * 100) / 100;

/** With the offset of the office, which puts its clocks forward for the summer. */
function office(milliseconds: number): string {
  const month = new Date(milliseconds).getUTCMonth();
  const hours = month > 2 && month < 10 ? 7 : 8;
  return `${new Date(milliseconds - hours * 3_600_000).toISOString().slice(0, 19)}-0${hours}:00`;
}

const plainMoment = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19);

interface Listing {
  readonly id: number;
  readonly release: number;
  readonly artist: string;
  readonly title: string;
  readonly format: string;
  readonly label: string;
  readonly catalog: string;
  readonly year: number;
  readonly status: (typeof states)[number];
  readonly condition: string;
  readonly sleeve: string;
  readonly price: number;
  readonly allowsOffers: boolean;
  readonly comments: string;
  readonly location: string;
  readonly external: string;
  readonly weight: number;
  readonly posted: number;
  floor: number | null;
  ceiling: number | null;
  strategy: number | null;
}

const strategies = [
  { id: 311, name: 'Undercut by 1 %', kind: 'lowest', percent: -1, active: true, needsFloor: true },
  { id: 312, name: 'Match the median', kind: 'median', percent: 0, active: true, needsFloor: false },
  { id: 318, name: 'Rare pressings', kind: 'suggestion', percent: 12, active: true, needsFloor: false },
  { id: 325, name: 'Clear the crates', kind: 'lowest', percent: -8, active: true, needsFloor: true },
  { id: 331, name: 'Record fair', kind: 'fixed', percent: 0, active: false, needsFloor: false },
] as const;

function listings(): Listing[] {
  return Array.from({ length: 58 }, (_, index): Listing => {
    const seed = `urls ${index}`;
    const price = (300 + chance(`${seed} price`, 8_700)) / 100;
    const hasFloor = chance(`${seed} floor`, 5) > 1;
    return {
      id: 172_700_000 + index * 911 + chance(seed, 800),
      release: 1_000_000 + chance(`${seed} release`, 900_000),
      artist: oneOf(`${seed} artist`, artists),
      title: `${oneOf(`${seed} word`, words)} ${oneOf(`${seed} other`, words)}`,
      format: oneOf(`${seed} format`, formats),
      label: oneOf(`${seed} label`, labels),
      catalog: `${digest(seed).slice(0, 3).toUpperCase()} ${100 + chance(`${seed} number`, 900)}`,
      year: 1964 + chance(`${seed} year`, 58),
      status: oneOf(`${seed} status`, states),
      condition: oneOf(`${seed} condition`, conditions),
      sleeve: oneOf(`${seed} sleeve`, sleeves),
      price,
      allowsOffers: chance(`${seed} offers`, 3) === 0,
      comments: oneOf(`${seed} comments`, notes),
      location: oneOf(`${seed} shelf`, shelves),
      external: chance(`${seed} external`, 3) === 0 ? '' : `S-${1_000 + index}`,
      weight: 90 + 10 * chance(`${seed} weight`, 30),
      posted: pastMoment(seed),
      floor: hasFloor ? round(price * 0.75) : null,
      ceiling: chance(`${seed} ceiling`, 3) > 0 ? round(price * 1.4) : null,
      strategy: hasFloor && chance(`${seed} strategy`, 2) > 0 ? strategies[chance(seed, 4)]!.id : null,
    };
  }).sort((one, other) => other.posted - one.posted);
}

class Refusal extends Error {
  readonly status: number;
  readonly headers: Answered['headers'];

  constructor(status: number, message: string, headers: Answered['headers'] = []) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const nowhere = () => new Refusal(404, 'The requested resource was not found.');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const exports = Array.from({ length: 13 }, (_, index) => ({
    id: 599_640 - index * 3,
    created:
      index < 2
        ? opened - 20_000 * (index + 1)
        : opened - index * 86_400_000 - chance(`urls export ${index}`, 40_000) * 1_000,
    seconds: 90 + index * 7,
    fails: index === 4,
  }));
  const recent: number[] = [];

  const money = (value: number | null) => (value === null ? null : { currency, value });

  function listingShown(one: Listing, isWhole: boolean, abbreviation: string): Row {
    const value = round(one.price * rates[abbreviation]!);
    return {
      id: one.id,
      resource_url: `${run.origin}/v1/listings/${one.id}`,
      uri: `https://www.example.test/sell/item/${one.id}`,
      status: one.status,
      condition: one.condition,
      sleeve_condition: one.sleeve,
      price: { currency: abbreviation, value },
      original_price: {
        curr_abbr: currency,
        curr_id: 1,
        formatted: `${signs[currency]!}${one.price.toFixed(2)}`,
        value: one.price,
      },
      price_floor: money(one.floor),
      price_ceiling: money(one.ceiling),
      strategy_id: one.strategy,
      allow_offers: one.allowsOffers,
      comments: one.comments,
      posted: office(one.posted),
      ships_from: 'United States',
      location: one.location,
      external_id: one.external,
      weight: one.weight,
      audio: false,
      seller: {
        id: 48_120,
        username: 'crate_and_needle',
        resource_url: `${run.origin}/v1/users/crate_and_needle`,
        ...(isWhole ? { stats: { rating: '99.8', stars: 5, total: 1_204 } } : {}),
      },
      release: {
        id: one.release,
        artist: one.artist,
        title: one.title,
        description: `${one.artist} - ${one.title} (${one.format})`,
        format: one.format,
        label: one.label,
        catalog_number: one.catalog,
        year: one.year,
        resource_url: `${run.origin}/v1/releases/${one.release}`,
      },
    };
  }

  const strategyShown = (one: (typeof strategies)[number]): Row => ({
    id: one.id,
    resource_url: `${run.origin}/v1/strategies/${one.id}`,
    name: one.name,
    kind: one.kind,
    percent: one.percent,
    is_active: one.active,
    requires_floor: one.needsFloor,
    num_listings: all.filter(({ strategy }) => strategy === one.id).length,
  });

  function exportShown({ id, created, seconds, fails }: (typeof exports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const [pending, running, success, error] = exportStates;
    const status = elapsed < 45 ? pending : elapsed < seconds ? running : fails ? error : success;
    const isDone = status === success;
    return {
      id,
      status,
      created_ts: plainMoment(created),
      finished_ts: elapsed < seconds ? null : plainMoment(created + seconds * 1_000),
      url: `${run.origin}/v1/reports/${id}`,
      download_url: isDone ? `${run.origin}/v1/reports/${id}/download` : null,
      filename: isDone ? `crate_and_needle-inventory-${plainMoment(created).slice(0, 10)}-${id}.csv` : null,
    };
  }

  /** A word, or a number that counts nothing, is as good as no number. */
  function naturalIn(query: URLSearchParams, name: string, otherwise: number): number {
    const text = query.get(name) ?? '';
    return /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : otherwise;
  }

  function paged(path: string, query: URLSearchParams, name: string, records: readonly Row[]): Answered {
    const size = Math.min(naturalIn(query, 'per_page', 25), largestPage);
    const page = naturalIn(query, 'page', 1);
    const pages = Math.max(1, Math.ceil(records.length / size));
    if (page > pages) throw new Refusal(404, `Page ${page} is outside of valid range.`);
    const linkTo = (number: number) => {
      const rest = new URLSearchParams(query);
      rest.delete('page');
      rest.delete('per_page');
      const own = `page=${number}&per_page=${size}`;
      return `${run.origin}${path}?${rest.size > 0 ? `${rest.toString()}&` : ''}${own}`;
    };
    const urls = {
      ...(page > 1 ? { first: linkTo(1), prev: linkTo(page - 1) } : {}),
      ...(page < pages ? { next: linkTo(page + 1), last: linkTo(pages) } : {}),
    };
    const links = Object.entries(urls).map(([relation, url]) => `<${url}>; rel="${relation}"`);
    return json(
      200,
      {
        pagination: { page, pages, per_page: size, items: records.length, urls },
        [name]: records.slice((page - 1) * size, page * size),
      },
      links.length > 0 ? [['Link', links.join(', ')]] : [],
    );
  }

  const orders: Readonly<Record<string, (listing: Listing) => string | number>> = {
    listed: ({ posted }) => posted,
    price: ({ price }) => price,
    item: ({ title }) => title.toLowerCase(),
    artist: ({ artist }) => artist.toLowerCase(),
    label: ({ label }) => label.toLowerCase(),
    catno: ({ catalog }) => catalog,
    location: ({ location }) => location,
  };

  function currencyIn(query: URLSearchParams): string {
    const asked = query.get('curr_abbr') ?? currency;
    if (rates[asked] === undefined) throw new Refusal(422, `Invalid currency abbreviation: ${asked}.`);
    return asked;
  }

  function listed(path: string, query: URLSearchParams): Answered {
    const status = query.get('status') ?? 'All';
    if (status !== 'All' && !states.some((one) => one === status)) {
      throw new Refusal(
        422,
        `Invalid status: ${status}. Must be one of All, ${[...new Set(states)].join(', ')}.`,
      );
    }
    const abbreviation = currencyIn(query);
    const release = query.get('release_id');
    if (release !== null && !/^\d+$/.test(release))
      throw new Refusal(422, 'Invalid release_id: must be an integer.');
    const text = (query.get('q') ?? '').toLowerCase();
    const [label, format] = [query.get('label'), query.get('format')];
    const found = all.filter(
      (one) =>
        (status === 'All' || one.status === status) &&
        (release === null || one.release === Number(release)) &&
        (label === null || one.label === label) &&
        (format === null || one.format.includes(format)) &&
        `${one.artist} ${one.title} ${one.catalog}`.toLowerCase().includes(text),
    );
    const of = orders[query.get('sort') ?? ''] ?? orders.listed!;
    const isKnown = orders[query.get('sort') ?? ''] !== undefined;
    const descends = (query.get('sort_order') ?? (isKnown ? 'asc' : 'desc')) === 'desc';
    const sign = descends ? -1 : 1;
    found.sort((one, other) => (of(one) < of(other) ? -sign : of(one) > of(other) ? sign : 0));
    return paged(
      path,
      query,
      'listings',
      found.map((one) => listingShown(one, false, abbreviation)),
    );
  }

  function bodyIn(request: Asked): Row {
    const sent = jsonOf(request);
    if (sent === 'bad') throw new Refusal(400, 'The request body could not be parsed as JSON.');
    if (!isObject(sent.json)) throw new Refusal(400, 'The request body must be a JSON object.');
    return sent.json;
  }

  function editable(listing: Listing): void {
    if (listing.status === 'Sold') {
      throw new Refusal(403, 'You may not edit a listing that has been sold.');
    }
  }

  const nothing: Answered = { status: 204, headers: [], body: '' };

  function priced(listing: Listing, request: Asked): Answered {
    const body = bodyIn(request);
    editable(listing);
    if (body.price_floor === undefined && body.price_ceiling === undefined) {
      throw new Refusal(422, 'At least one of price_floor and price_ceiling is required.');
    }
    const boundOf = (name: 'price_floor' | 'price_ceiling', now: number | null): number | null => {
      const sent = body[name];
      if (sent === undefined) return now;
      if (sent === null) return null;
      const value = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent;
      if (typeof value !== 'number' || Number.isNaN(value)) {
        throw new Refusal(422, `Invalid ${name}: must be a number.`);
      }
      if (value < 0.25) throw new Refusal(422, `Invalid ${name}: must be at least 0.25.`);
      if (value > 10_000) throw new Refusal(422, `Invalid ${name}: must be at most 10000.`);
      return round(value);
    };
    const floor = boundOf('price_floor', listing.floor);
    const ceiling = boundOf('price_ceiling', listing.ceiling);
    if (floor !== null && ceiling !== null && floor > ceiling) {
      throw new Refusal(
        422,
        `price_floor (${floor.toFixed(2)}) must not exceed price_ceiling (${ceiling.toFixed(2)}).`,
      );
    }
    if (floor === null && strategies.find(({ id }) => id === listing.strategy)?.needsFloor === true) {
      throw new Refusal(422, 'The strategy of this listing requires a price_floor.');
    }
    listing.floor = floor;
    listing.ceiling = ceiling;
    return nothing;
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: id } = bodyIn(request);
    editable(listing);
    if (id === undefined) throw new Refusal(422, 'strategy_id is required.');
    if (id === null) {
      listing.strategy = null;
      return nothing;
    }
    if (typeof id !== 'number' || !Number.isInteger(id)) {
      throw new Refusal(422, 'Invalid strategy_id: must be an integer.');
    }
    const strategy = strategies.find((one) => one.id === id);
    if (strategy === undefined) throw new Refusal(422, `Invalid strategy_id: ${id} does not exist.`);
    if (!strategy.active) throw new Refusal(422, `The strategy "${strategy.name}" is not active.`);
    if (strategy.needsFloor && listing.floor === null) {
      throw new Refusal(422, `The strategy "${strategy.name}" requires a price_floor.`);
    }
    listing.strategy = strategy.id;
    return nothing;
  }

  function exported(id: string, { headers }: Asked): Answered {
    const found = exports.find((one) => String(one.id) === id);
    if (found === undefined) throw new Refusal(404, 'Export not found.');
    const shown = exportShown(found);
    if (shown.finished_ts === null) return json(200, shown);
    const changed = found.created + found.seconds * 1_000;
    const since = Date.parse(headers['if-modified-since'] ?? '');
    const told: Answered['headers'] = [['Last-Modified', new Date(changed).toUTCString()]];
    return Math.floor(changed / 1_000) * 1_000 <= since
      ? { status: 304, headers: told, body: '' }
      : json(200, shown, told);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    if (version !== 'v1' || more.length > 0) throw nowhere();
    if (!['listings', 'strategies', 'reports'].includes(kind)) throw nowhere();
    if (id !== undefined && !/^\d+$/.test(id)) throw nowhere();
    if (part !== undefined && (kind !== 'listings' || !['price', 'strategy'].includes(part))) throw nowhere();
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      throw new Refusal(405, 'The requested method is not allowed for this resource.', [['Allow', method]]);
    }
    if (kind === 'listings') {
      if (id === undefined) return listed(path, query);
      const listing = all.find((one) => String(one.id) === id);
      if (listing === undefined) throw new Refusal(404, 'Listing not found. It may have been deleted.');
      if (part === 'price') return priced(listing, request);
      if (part === 'strategy') return assigned(listing, request);
      return json(200, listingShown(listing, true, currencyIn(query)));
    }
    if (kind === 'strategies') {
      if (id === undefined) return paged(path, query, 'strategies', strategies.map(strategyShown));
      const strategy = strategies.find((one) => String(one.id) === id);
      if (strategy === undefined) throw new Refusal(404, 'Strategy not found.');
      return json(200, strategyShown(strategy));
    }
    return id === undefined ? paged(path, query, 'items', exports.map(exportShown)) : exported(id, request);
  }

  /** @returns the headers that count the requests of the last minute */
  function admit({ headers }: Asked): Answered['headers'] {
    const sent = headers['x-api-key'];
    if (sent === undefined) throw new Refusal(401, 'You must authenticate to access this resource.');
    if (sent !== key) throw new Refusal(401, 'Invalid API key. Please use a key of your account settings.');
    const now = run.now();
    while (recent.length > 0 && recent[0]! <= now - 60_000) recent.shift();
    const isOver = recent.length >= perMinute;
    if (!isOver) recent.push(now);
    const told: Answered['headers'] = [
      ['X-Ratelimit', String(perMinute)],
      ['X-Ratelimit-Used', String(recent.length)],
      ['X-Ratelimit-Remaining', String(perMinute - recent.length)],
    ];
    if (isOver) throw new Refusal(429, 'You are making requests too quickly.', told);
    return told;
  }

  return (request) => {
    let told: Answered['headers'] = [];
    try {
      told = admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { message: error.message }, [...error.headers, ...told]);
    }
  };
}

/** The same service for a program that waits for a minute when it was too quick, and asks again. */
function patient(api: Api): Api {
  return {
    ask: async (method, target, sending) => {
      const received = await api.ask(method, target, sending);
      if (received.status !== 429) return received;
      api.wait(60_000);
      return api.ask(method, target, sending);
    },
    wait: (milliseconds) => {
      api.wait(milliseconds);
    },
  };
}

/** Follows the links. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let next: string | undefined = target;
  while (next !== undefined) {
    const received: Received = await api.ask('GET', next);
    for (const name of ['listings', 'strategies', 'items']) rows.push(...rowsAt(received, name));
    next = textIfAny(received, 'pagination', 'urls', 'next');
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, strategy: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: { strategy_id: strategy } });

interface Ids {
  /** Of listings that can be changed, with and without a lower bound, and of one that is sold. */
  readonly bounded: readonly unknown[];
  readonly unbounded: readonly unknown[];
  readonly sold: unknown;
}

function idsOf(rows: readonly Row[]): Ids {
  const open = rows.filter(({ status }) => status !== 'Sold');
  return {
    bounded: open.filter(({ price_floor: floor }) => floor !== null).map(({ id }) => id),
    unbounded: open.filter(({ price_floor: floor }) => floor === null).map(({ id }) => id),
    sold: rows.find(({ status }) => status === 'Sold')?.id,
  };
}

async function recorded(quick: Api): Promise<void> {
  const api = patient(quick);
  const { bounded, unbounded, sold } = idsOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports?per_page=5')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=10&page=3');
  await get('per_page=200');
  await get('page=4&per_page=20');
  await get('status=For+Sale&per_page=40');
  await get('status=Draft');
  await get('status=Sold&sort=price&sort_order=desc');
  await get('status=All&per_page=3');
  await get('sort=price&per_page=12');
  await get('sort=price&sort_order=desc&per_page=12');
  await get('sort=artist&per_page=8');
  await get('sort=catno&sort_order=asc&per_page=6');
  await get('sort=listed&sort_order=asc&per_page=5');
  await get('sort=location&per_page=7&page=2');
  await get('sort=colour&per_page=4');
  await get('q=harbour');
  await get('q=Mirell&sort=item');
  await get('q=nothinglikethis');
  await get('label=Northpost&per_page=5');
  await get('label=Cinder+Row&status=For+Sale');
  await get('format=LP&per_page=10');
  await get('colour=red&per_page=2');
  await get('curr_abbr=EUR&per_page=6');
  await read(api, 'listings', bounded[0]);
  await read(api, 'listings', bounded[4]);
  await read(api, 'listings', unbounded[2]);
  await read(api, 'listings', sold);
  await read(api, 'listings', bounded[5], '?curr_abbr=GBP');
  await read(api, 'strategies', plans[0]);
  await read(api, 'strategies', plans[4]);
  await read(api, 'reports', runs[0]);
  const { headers } = await read(api, 'reports', runs[6]);
  await api.ask('GET', `/v1/reports/${String(runs[6])}`, {
    headers: { 'If-Modified-Since': headers.get('Last-Modified') },
  });
  await api.ask('GET', `/v1/reports/${String(runs[8])}`, {
    headers: { 'If-Modified-Since': 'Mon, 01 Jan 2024 00:00:00 GMT' },
  });

  await price(api, bounded[0], { price_floor: 4.5, price_ceiling: 140 });
  await read(api, 'listings', bounded[0]);
  await price(api, bounded[2], { price_ceiling: 155.25 });
  await read(api, 'listings', bounded[2]);
  await price(api, bounded[4], { price_ceiling: null });
  await read(api, 'listings', bounded[4]);
  await price(api, unbounded[0], { price_floor: '2.60' });
  await read(api, 'listings', unbounded[0]);
  await price(api, unbounded[2], { price_floor: 1.119 });
  await read(api, 'listings', unbounded[2]);
  await assign(api, bounded[0], plans[0]);
  await read(api, 'listings', bounded[0]);
  await assign(api, bounded[3], plans[2]);
  await assign(api, bounded[6], null);
  await read(api, 'listings', bounded[6]);
  await api.ask('GET', '/v1/strategies');
  await get('per_page=6');
  api.wait(60_000);
  await api.ask('GET', '/v1/reports?per_page=3');

  await read(api, 'listings', 99);
  await read(api, 'listings', 'lamp');
  await read(api, 'strategies', 7);
  await read(api, 'reports', 12);
  await read(api, 'listings', bounded[1], '?curr_abbr=XYZ');
  await price(api, 98, { price_floor: 3 });
  await price(api, bounded[7], { price_floor: 30, price_ceiling: 20 });
  await price(api, bounded[8], { price_floor: 99.99, price_ceiling: 99.9 });
  await price(api, bounded[7], { price_floor: 'cheap' });
  await price(api, bounded[7], { price_floor: true, price_ceiling: 'dear' });
  await price(api, bounded[7], { price_floor: -4 });
  await price(api, bounded[7], { price_ceiling: 0.1 });
  await price(api, bounded[7], { price_floor: 3, price_ceiling: 20_000 });
  await price(api, bounded[7], {});
  await price(api, bounded[7], { colour: 'red' });
  await price(api, bounded[7], [3]);
  await price(api, bounded[0], { price_floor: null });
  await price(api, sold, { price_floor: 5 });
  await api.ask('PATCH', `/v1/listings/${String(bounded[7])}/price`, { text: '{"price_floor": ' });
  await assign(api, bounded[7], 400);
  await assign(api, bounded[7], plans[4]);
  await assign(api, bounded[7], 'fast');
  await assign(api, unbounded[1], plans[3]);
  await assign(api, sold, plans[1]);
  await assign(api, 97, plans[1]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[7])}/strategy`, { json: {} });
  await get('page=9');
  await get('page=0&per_page=2');
  await get('page=two&per_page=2');
  await get('per_page=-1');
  await get('status=Gone');
  await get('release_id=none');
  await get('curr_abbr=QQQ');
  await api.ask('GET', '/v1/reports?page=8');
  await api.ask('GET', '/v1/orders');
  await api.ask('DELETE', `/v1/listings/${String(bounded[7])}`);
  await api.ask('GET', '/v1/listings?per_page=3', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'pUrLs' } });
  api.wait(600_000);
  await api.ask('GET', '/v1/reports?per_page=4');
  await read(api, 'reports', runs[0]);
}

async function another(quick: Api): Promise<void> {
  const api = patient(quick);
  const { bounded, unbounded, sold } = idsOf(await walk(api, '/v1/listings?per_page=30'));
  const plans = (await walk(api, '/v1/strategies?per_page=3')).map(({ id }) => id);
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('per_page=9&page=4');
  await get('per_page=14&page=30');
  await get('status=Expired');
  await get('status=For+Sale&per_page=6&page=2');
  await get('sort=label&sort_order=desc&per_page=6');
  await get('sort=item&per_page=9');
  await get('sort=price&status=Draft');
  await get('q=winter&sort=price');
  await get('q=oda+quist');
  await get('label=Tide+%26+Tin');
  await get('format=CD');
  await get('shape=round&per_page=3');
  await get('curr_abbr=CAD&per_page=4&sort=price');
  for (const index of [1, 5, 9]) await read(api, 'listings', bounded[index]);
  await read(api, 'listings', bounded[3], '?curr_abbr=EUR');
  await read(api, 'strategies', plans[2]);
  const { headers } = await read(api, 'reports', runs[9]);
  await api.ask('GET', `/v1/reports/${String(runs[9])}`, {
    headers: { 'If-Modified-Since': headers.get('Last-Modified') },
  });

  await price(api, bounded[1], { price_floor: 6.75, price_ceiling: 133 });
  await read(api, 'listings', bounded[1]);
  await price(api, bounded[5], { price_ceiling: 201.2 });
  await read(api, 'listings', bounded[5]);
  await price(api, unbounded[3], { price_floor: 4, price_ceiling: null });
  await read(api, 'listings', unbounded[3]);
  await assign(api, bounded[1], plans[3]);
  await read(api, 'listings', bounded[1]);
  await assign(api, bounded[9], null);
  await read(api, 'listings', bounded[9]);
  await api.ask('GET', '/v1/strategies?per_page=2');

  await read(api, 'listings', 172_000_001);
  await read(api, 'strategies', 'urls');
  await read(api, 'reports', 44);
  await price(api, 172_000_002, { price_ceiling: 30 });
  await price(api, bounded[10], { price_floor: 71.2, price_ceiling: 70 });
  await price(api, bounded[10], { price_ceiling: 'lots' });
  await price(api, bounded[10], { price_floor: 0.05, price_ceiling: false });
  await price(api, bounded[10], { price_ceiling: 10_001 });
  await price(api, bounded[11], {});
  await price(api, sold, { price_ceiling: 80 });
  await assign(api, bounded[10], 777);
  await assign(api, bounded[10], plans[4]);
  await assign(api, bounded[10], 4.5);
  await assign(api, unbounded[4], plans[0]);
  await api.ask('PATCH', `/v1/listings/${String(bounded[10])}/strategy`, { text: '{"strategy_id"' });
  await get('page=three&per_page=4');
  await get('status=Lost');
  await get('release_id=many');
  await get('curr_abbr=ABC');
  await api.ask('GET', '/v1/reports?page=5');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?per_page=2', { headers: { 'X-API-KEY': null } });
}

export const pageUrls: WalkedService = {
  name: 'page-urls',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['per_page=4', 'per_page=7', 'per_page=100'],
  walk,
};
