// A ticket seller's API for organizers: a list under the name of what it holds behind a pagination that counts objects and
// pages and goes on by page or by a continuation token (of report runs in pages of one size, neither counted nor numbered);
// every record with its own address and an id of digits, texts as text and html, amounts told four times (currency, minor
// units, decimal text, as people read them), moments at the event told three times (time zone, local, UTC), null for what
// is not set; several values between commas, ranges named by the path to a member, orders of a name with _asc or _desc,
// what belongs to a record where it is expanded; writes by POST of a wrapped record whose amounts are texts like USD,1999,
// answered by the whole record or by one flag; refusals with a code in capitals, a sentence and the status, and where
// arguments are to blame all of them at once, by name, in the sentence and beside it; a quota of the hour in one header.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf } from './kit.ts';
import { at, chance, isObject, oneOf, parsed, pastMoment, rowsAt, textIfAny } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'PZ4HQX2NWV7TKD5MRB3C';
const perSecond = 6;
const perHour = 2_000;
const largestPrice = 10_000_000;
const largestPage = 50;
const reportsPerPage = 5;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const statuses = ['draft', 'live', 'ended', 'canceled'] as const;
const reportTypes = ['sales', 'attendees', 'pricing'] as const;
const reportStatuses = ['queued', 'running', 'finished', 'failed'] as const;
const signs: Readonly<Record<string, string>> = { USD: '$', GBP: '£', EUR: '€' };

/** To the second, in UTC. */
const moment = (milliseconds: number) =>
  new Date(milliseconds)
    .toISOString()
    .replace('.000Z', 'Z')
    .replace(/\.\d+Z$/, 'Z');

function zoned(milliseconds: number, timezone: string): Row {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(milliseconds);
  return { timezone, local: local.replace(' ', 'T'), utc: moment(milliseconds) };
}

function money(currency: string, value: number | null): Row | null {
  if (value === null) return null;
  const major = (value / 100).toFixed(2);
  return {
    currency,
    value,
    major_value: major,
    display: `${signs[currency]!}${major.replace(/\d(?=(?:\d{3})+\.)/g, '$&,')}`,
  };
}

const textOf = (text: string): Row => ({
  text,
  html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
});

const digits = (seed: string, length: number, first: string) =>
  first + scrambled(seed, length - 1, '0123456789');

const events = [
  { name: 'Harbour Lights Festival', currency: 'USD', timezone: 'America/New_York' },
  { name: 'Pruvento Strings & Brass', currency: 'GBP', timezone: 'Europe/London' },
  { name: 'Quillan Comedy Nights', currency: 'USD', timezone: 'America/Chicago' },
  { name: 'Norrast Winter Games', currency: 'EUR', timezone: 'Europe/Dublin' },
  { name: 'Tarnwick Food Fair', currency: 'GBP', timezone: 'Europe/London' },
  { name: 'Oskelby Open Air', currency: 'USD', timezone: 'America/New_York' },
].map((one, index) => {
  const begins = Date.UTC(2026, 5 + index, 4 + 3 * index, 18, 30);
  return { ...one, begins, ends: begins + 3 * 3_600_000, id: digits(`ticket event ${index}`, 12, '7') };
});

interface Listing {
  readonly id: string;
  readonly event: (typeof events)[number];
  readonly name: string;
  readonly description: string | null;
  readonly sku: string;
  readonly status: (typeof statuses)[number];
  readonly hidden: boolean;
  /** In minor units; null for a free ticket. */
  readonly cost: number | null;
  readonly total: number;
  readonly sold: number;
  readonly most: number | null;
  readonly opens: number | null;
  readonly methods: readonly string[];
  readonly created: number;
  min: number | null;
  max: number | null;
  strategy: string | null;
  changed: number;
}

const strategies = [
  { name: 'Early bird', kind: 'schedule', needsMin: false, enabled: true },
  { name: 'Follow demand', kind: 'demand', needsMin: true, enabled: true },
  { name: 'Match the lowest', kind: 'competition', needsMin: true, enabled: true },
  { name: 'Last week', kind: 'schedule', needsMin: false, enabled: false },
  { name: 'Fill the house', kind: 'demand', needsMin: true, enabled: true },
  { name: 'Steps & tiers', kind: 'tiers', needsMin: false, enabled: true },
  { name: 'Fixed', kind: 'manual', needsMin: false, enabled: true },
].map((one, index) => ({ ...one, id: String(101 + index), created: pastMoment(`ticket strategy ${index}`) }));

function listings(): Listing[] {
  const tiers = ['General Admission', 'Balcony', 'Front Row', 'VIP Lounge', 'Student', 'Family & Friends'];
  const days = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Weekend'];
  const moments = Array.from({ length: 63 }, (_, index) => pastMoment(`ticket ${index}`)).sort(
    (a, b) => a - b,
  );
  return moments.map((created, index): Listing => {
    const seed = `ticket ${index}`;
    const event = oneOf(`${seed} event`, events);
    const tier = oneOf(`${seed} tier`, tiers);
    const cost = chance(`${seed} free`, 9) === 0 ? null : 1_000 + 25 * chance(`${seed} cost`, 600);
    const total = 20 + 10 * chance(`${seed} total`, 40);
    const min = cost !== null && chance(`${seed} min`, 4) > 0 ? Math.round(cost * 0.7) : null;
    return {
      id: String(1_284_000_117 + 9_173 * index + chance(seed, 9_000)),
      event,
      name: `${oneOf(`${seed} day`, days)} ${tier}`,
      description: chance(`${seed} described`, 3) === 0 ? `${tier} at ${event.name}` : null,
      sku: `${event.name.slice(0, 3).toUpperCase()}-${scrambled(seed, 5, capitals)}`,
      status: oneOf(`${seed} status`, ['live', 'live', 'live', ...statuses]),
      hidden: chance(`${seed} hidden`, 5) === 0,
      cost,
      total,
      sold: chance(`${seed} sold out`, 6) === 0 ? total : chance(`${seed} sold`, total),
      most: chance(`${seed} most`, 3) === 0 ? null : 2 + chance(`${seed} most`, 9),
      opens: chance(`${seed} opens`, 4) === 0 ? null : created + 3_600_000 * chance(`${seed} opens`, 2_000),
      methods: ['electronic', 'will_call', 'standard'].filter((method) => chance(seed + method, 2) === 0),
      created,
      min,
      max: cost !== null && chance(`${seed} max`, 3) > 0 ? Math.round(cost * 1.4) : null,
      strategy:
        min !== null && chance(`${seed} strategy`, 3) > 0 ? oneOf(seed, ['101', '102', '103', '106']) : null,
      changed: created + 1_000 * chance(`${seed} changed`, 120 * 86_400),
    };
  });
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(status: number, code: string, sentence: string, detail?: Refusal['detail']) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

const notFound = (sentence: string) => new Refusal(404, 'NOT_FOUND', sentence);

/** What is wrong with the arguments of a request, all of it. */
class Faults {
  readonly #detail: Record<string, string[]> = {};

  add(name: string, fault: string): void {
    (this.#detail[name] ??= []).push(fault);
  }

  throwIfAny(): void {
    const told = Object.entries(this.#detail).map(([name, faults]) => `${name} - ${faults.join(', ')}`);
    if (told.length === 0) return;
    const sentence = `There are errors with your arguments: ${told.join(', ')}`;
    throw new Refusal(400, 'ARGUMENTS_ERROR', sentence, this.#detail);
  }
}

const tokenOf = (place: Row) => Buffer.from(JSON.stringify(place).replace(':', ': ')).toString('base64url');

function placeOf(token: string): Row {
  const place = parsed(Buffer.from(token, 'base64url').toString('utf8'));
  if (isObject(place)) return place;
  throw new Refusal(400, 'BAD_CONTINUATION_TOKEN', 'The continuation token you gave is not valid.');
}

const wordsOf = (text: string | null) => (text ?? '').split(',').filter((word) => word !== '');

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 13 }, (_, index) => ({
    id: String(88_410 - 7 * index),
    type: reportTypes[index % 3]!,
    created:
      index < 2
        ? opened - 25_000 * (index + 1)
        : opened - index * 44_640_000 - 1_000 * chance(`ticket report ${index}`, 30_000),
    seconds: 90 + index * 20,
    fails: index === 3 || index === 8,
    rows: 40 + chance(`ticket report rows ${index}`, 3_000),
  }));
  const recent: number[] = [];
  let [hour, used] = [opened, 0];

  function strategyShown({ id, name, kind, needsMin, enabled, created }: (typeof strategies)[number]): Row {
    return {
      resource_uri: `${run.origin}/v1/strategies/${id}`,
      id,
      name: textOf(name),
      kind,
      enabled,
      needs_minimum_price: needsMin,
      created: moment(created),
    };
  }

  const eventShown = ({ id, name, currency, timezone, begins, ends }: (typeof events)[number]): Row => ({
    id,
    name: textOf(name),
    url: `https://www.oskelby-tickets.example/e/${id}`,
    start: zoned(begins, timezone),
    end: zoned(ends, timezone),
    currency,
  });

  function listingShown(one: Listing, expanded: readonly string[] = []): Row {
    const { event, cost } = one;
    const strategy = strategies.find(({ id }) => id === one.strategy);
    return {
      resource_uri: `${run.origin}/v1/listings/${one.id}`,
      id: one.id,
      event_id: event.id,
      name: one.name,
      description: one.description === null ? null : textOf(one.description),
      sku: one.sku,
      status: one.status,
      on_sale_status: one.status !== 'live' ? 'UNAVAILABLE' : one.sold < one.total ? 'AVAILABLE' : 'SOLD_OUT',
      free: cost === null,
      hidden: one.hidden,
      cost: money(event.currency, cost),
      fee: money(event.currency, cost === null ? null : Math.round(cost * 0.037) + 179),
      minimum_price: money(event.currency, one.min),
      maximum_price: money(event.currency, one.max),
      quantity_total: one.total,
      quantity_sold: one.sold,
      maximum_quantity: one.most,
      sales_start: one.opens === null ? null : zoned(one.opens, event.timezone),
      delivery_methods: one.methods,
      strategy_id: one.strategy,
      created: moment(one.created),
      changed: moment(one.changed),
      ...(expanded.includes('event') && { event: eventShown(event) }),
      ...(expanded.includes('strategy') && {
        strategy: strategy === undefined ? null : strategyShown(strategy),
      }),
    };
  }

  function reportShown({ id, type, created, seconds, fails, rows }: (typeof reports)[number]): Row {
    const elapsed = (run.now() - created) / 1_000;
    const isOver = elapsed >= seconds;
    const status = elapsed < 40 ? 'queued' : !isOver ? 'running' : fails ? 'failed' : 'finished';
    const signature = scrambled(`ticket ${run.run} ${id}`, 26, capitals);
    return {
      resource_uri: `${run.origin}/v1/reports/${id}`,
      id,
      type,
      status,
      row_count: status === 'finished' ? rows : null,
      download_url:
        status === 'finished'
          ? `https://files.oskelby-tickets.example/reports/${id}.csv?signature=${signature}`
          : null,
      created: moment(created),
      finished: isOver ? moment(created + seconds * 1_000) : null,
    };
  }

  /** A page by its number or by the token that the page before gave, and what is told of it. */
  function paged<Each>(
    query: URLSearchParams,
    found: readonly Each[],
  ): { pagination: Row; shown: readonly Each[] } {
    const size = Math.min(Number(query.get('page_size') ?? largestPage), largestPage);
    const token = query.get('continuation');
    const asked = token === null ? (query.get('page') ?? '1') : String(placeOf(token).page);
    const page = /^\d+$/.test(asked) ? Number(asked) : 0;
    const pages = Math.max(1, Math.ceil(found.length / size));
    if (page < 1 || page > pages) {
      throw new Refusal(400, 'BAD_PAGE', 'The page number you gave does not exist or makes no sense.');
    }
    return {
      pagination: {
        object_count: found.length,
        page_number: page,
        page_size: size,
        page_count: pages,
        ...(page < pages && { continuation: tokenOf({ page: page + 1 }) }),
        has_more_items: page < pages,
      },
      shown: found.slice((page - 1) * size, page * size),
    };
  }

  /** Finds faults in the parameters by their kind. */
  function faultsOf(
    query: URLSearchParams,
    kinds: Readonly<Record<string, (text: string) => boolean>>,
  ): Faults {
    const faults = new Faults();
    for (const [name, text] of query) {
      const isFine = kinds[name];
      if (isFine === undefined) faults.add(name, 'Unknown parameter');
      else if (!isFine(text)) faults.add(name, 'INVALID');
    }
    return faults;
  }

  const isAny = () => true;
  const isFlag = (text: string) => text === 'true' || text === 'false';
  const isSize = (text: string) => /^[1-9]\d*$/.test(text);
  const isMoment = (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text));
  const areOf = (known: readonly string[]) => (text: string) =>
    wordsOf(text).every((word) => known.includes(word));
  const orders: Readonly<Record<string, (one: Listing) => string | number>> = {
    created: ({ created }) => created,
    changed: ({ changed }) => changed,
    name: ({ name }) => name,
    cost: ({ cost }) => cost ?? 0,
    sold: ({ sold }) => sold,
  };
  const listingParameters = {
    page: isAny,
    page_size: isSize,
    continuation: isAny,
    expand: isAny,
    status: areOf([...statuses, 'all']),
    event_id: isAny,
    strategy_id: isAny,
    sku: isAny,
    q: isAny,
    currency: areOf(Object.keys(signs)),
    cost: (text: string) => text === 'free' || text === 'paid',
    hidden: isFlag,
    changed_since: isMoment,
    'sales_start.range_start': isMoment,
    'sales_start.range_end': isMoment,
    order_by: areOf(Object.keys(orders).flatMap((name) => [`${name}_asc`, `${name}_desc`])),
  };

  function listed(query: URLSearchParams): Answered {
    faultsOf(query, listingParameters).throwIfAny();
    const allows = (name: string, value: string | null) => {
      const words = wordsOf(query.get(name));
      return words.length === 0 || words.includes('all') || words.includes(value ?? '');
    };
    const time = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') || otherwise;
    const [from, to] = [time('sales_start.range_start', -Infinity), time('sales_start.range_end', Infinity)];
    const isRanged = from > -Infinity || to < Infinity;
    const words = (query.get('q') ?? '').toLowerCase();
    const found = all.filter(
      (one) =>
        allows('status', one.status) &&
        allows('event_id', one.event.id) &&
        allows('strategy_id', one.strategy) &&
        allows('sku', one.sku) &&
        allows('currency', one.event.currency) &&
        allows('cost', one.cost === null ? 'free' : 'paid') &&
        allows('hidden', String(one.hidden)) &&
        one.changed >= time('changed_since', -Infinity) &&
        (!isRanged || (one.opens !== null && one.opens >= from && one.opens <= to)) &&
        `${one.name} ${one.sku}`.toLowerCase().includes(words),
    );
    for (const word of wordsOf(query.get('order_by')).reverse()) {
      const [name = '', way] = word.split('_');
      const of = orders[name]!;
      found.sort((one, other) => {
        const [left, right] = way === 'desc' ? [of(other), of(one)] : [of(one), of(other)];
        return left < right ? -1 : left > right ? 1 : 0;
      });
    }
    const { pagination, shown } = paged(query, found);
    const expanded = wordsOf(query.get('expand'));
    return json(200, { pagination, listings: shown.map((one) => listingShown(one, expanded)) });
  }

  /** Takes any parameter. */
  function strategiesListed(query: URLSearchParams): Answered {
    const faults = new Faults();
    if (!isSize(query.get('page_size') ?? '1')) faults.add('page_size', 'INVALID');
    if (!isFlag(query.get('enabled') ?? 'true')) faults.add('enabled', 'INVALID');
    faults.throwIfAny();
    const found = strategies.filter(
      ({ enabled }) => String(enabled) === (query.get('enabled') ?? String(enabled)),
    );
    const { pagination, shown } = paged(query, found);
    return json(200, { pagination, strategies: shown.map(strategyShown) });
  }

  function reportsListed(query: URLSearchParams): Answered {
    faultsOf(query, {
      continuation: isAny,
      // Is passed over: the size is always the same.
      page_size: isAny,
      status: areOf(reportStatuses),
      type: areOf(reportTypes),
      'created.range_start': isMoment,
    }).throwIfAny();
    const allows = (name: string, value: unknown) => {
      const words: readonly unknown[] = wordsOf(query.get(name));
      return words.length === 0 || words.includes(value);
    };
    const since = Date.parse(query.get('created.range_start') ?? '') || -Infinity;
    const token = query.get('continuation');
    const after = token === null ? undefined : placeOf(token).after;
    const found = reports.filter(
      (one) => allows('status', reportShown(one).status) && allows('type', one.type) && one.created >= since,
    );
    const first = found.findIndex(({ id }) => id === after) + 1;
    const shown = found.slice(first, first + reportsPerPage);
    const isMore = first + reportsPerPage < found.length;
    return json(200, {
      pagination: {
        page_size: reportsPerPage,
        ...(isMore && { continuation: tokenOf({ after: shown.at(-1)!.id }) }),
        has_more_items: isMore,
      },
      reports: shown.map(reportShown),
    });
  }

  /** The members that are written, under the name of what is written to. */
  function writtenIn(request: Asked, known: readonly string[]): Row {
    const sent = request.body === '' ? { json: {} } : jsonOf(request);
    if (sent === 'bad' || !isObject(sent.json)) {
      throw new Refusal(400, 'INVALID_BODY', 'The body of the request must be a JSON object.');
    }
    const faults = new Faults();
    const { listing } = sent.json;
    for (const name of Object.keys(sent.json)) if (name !== 'listing') faults.add(name, 'Unknown parameter');
    if (listing === undefined) faults.add('listing', 'MISSING');
    else if (!isObject(listing)) faults.add('listing', 'INVALID');
    faults.throwIfAny();
    const written = listing as Row;
    for (const name of Object.keys(written)) {
      if (!known.includes(name)) faults.add(`listing.${name}`, 'Unknown parameter');
    }
    faults.throwIfAny();
    return written;
  }

  function refuseClosed({ status }: Listing): void {
    if (status !== 'ended' && status !== 'canceled') return;
    throw new Refusal(400, 'LISTING_CLOSED', `You cannot change a listing that is ${status}.`);
  }

  const strategyNeeds = ({ name }: (typeof strategies)[number]) =>
    new Refusal(400, 'MINIMUM_PRICE_NEEDED', `The strategy "${name}" needs a minimum price.`);

  function priced(listing: Listing, request: Asked): Answered {
    const { currency } = listing.event;
    const names = ['minimum_price', 'maximum_price'];
    const written = writtenIn(request, names);
    const faults = new Faults();
    const currencies = new Set<string>();
    const boundIn = (name: string, now: number | null): number | null => {
      const value = written[name];
      if (value === undefined) return now;
      if (value === null || value === '') return null;
      const [, code, minor] = /^([A-Z]{3}),(\d+)$/.exec(typeof value === 'string' ? value : '') ?? [];
      if (code === undefined || Number(minor) === 0) faults.add(`listing.${name}`, 'INVALID');
      else if (Number(minor) > largestPrice) faults.add(`listing.${name}`, 'TOO_HIGH');
      else currencies.add(code);
      return Number(minor);
    };
    const [min, max] = [boundIn('minimum_price', listing.min), boundIn('maximum_price', listing.max)];
    if (names.every((name) => written[name] === undefined)) faults.add('listing.minimum_price', 'MISSING');
    faults.throwIfAny();
    refuseClosed(listing);
    if (listing.cost === null)
      throw new Refusal(400, 'FREE_LISTING', 'A free listing cannot have price bounds.');
    if ([...currencies].some((code) => code !== currency)) {
      throw new Refusal(
        400,
        'CURRENCY_MISMATCH',
        `The event is sold in ${currency}, not in another currency.`,
      );
    }
    if (min !== null && max !== null && min > max) {
      throw new Refusal(400, 'PRICE_RANGE', 'The minimum price cannot be higher than the maximum price.');
    }
    const strategy = strategies.find(({ id }) => id === listing.strategy);
    if (min === null && strategy?.needsMin === true) throw strategyNeeds(strategy);
    [listing.min, listing.max, listing.changed] = [min, max, run.now()];
    return json(200, listingShown(listing));
  }

  function assigned(listing: Listing, request: Asked): Answered {
    const { strategy_id: given } = writtenIn(request, ['strategy_id']);
    const faults = new Faults();
    const id = typeof given === 'number' ? String(given) : given;
    const strategy = strategies.find((one) => one.id === id);
    const name = 'listing.strategy_id';
    if (id === undefined) faults.add(name, 'MISSING');
    else if (id !== null && typeof id !== 'string') faults.add(name, 'INVALID');
    else if (id !== null && strategy === undefined) faults.add(name, 'DOES_NOT_EXIST');
    faults.throwIfAny();
    refuseClosed(listing);
    if (strategy?.enabled === false) {
      throw new Refusal(400, 'STRATEGY_DISABLED', `The strategy "${strategy.name}" is disabled.`);
    }
    if (strategy?.needsMin === true && listing.min === null) throw strategyNeeds(strategy);
    [listing.strategy, listing.changed] = [strategy?.id ?? null, run.now()];
    return json(200, { assigned: strategy !== undefined });
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isWrite = part !== undefined;
    if (
      version !== 'v1' ||
      more.length > 0 ||
      !['listings', 'strategies', 'reports'].includes(kind) ||
      (isWrite && (kind !== 'listings' || !['price', 'strategy'].includes(part)))
    ) {
      throw notFound('The path you requested does not exist.');
    }
    if (request.method !== (isWrite ? 'POST' : 'GET')) {
      throw new Refusal(
        405,
        'METHOD_NOT_ALLOWED',
        `The method ${request.method} is not allowed for this path.`,
      );
    }
    if (kind === 'strategies') {
      if (id === undefined) return strategiesListed(query);
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound('The strategy you requested does not exist.');
      return json(200, strategyShown(strategy));
    }
    if (kind === 'reports') {
      if (id === undefined) return reportsListed(query);
      const report = reports.find((one) => one.id === id);
      if (report === undefined) throw notFound('The report you requested does not exist.');
      return json(200, reportShown(report));
    }
    if (id === undefined) return listed(query);
    const listing = all.find((one) => one.id === id);
    if (listing === undefined) throw notFound('The listing you requested does not exist.');
    if (part === 'price') return priced(listing, request);
    if (part === 'strategy') return assigned(listing, request);
    return json(200, listingShown(listing, wordsOf(query.get('expand'))));
  }

  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'NO_AUTH', 'A key is needed for all requests.');
    if (given !== key) throw new Refusal(401, 'INVALID_AUTH', 'The key you provided is not valid.');
    const now = run.now();
    if (now >= hour + 3_600_000) [hour, used] = [now, 0];
    while (recent.length > 0 && recent[0]! <= now - 1_000) recent.shift();
    if (recent.length >= perSecond) {
      throw new Refusal(
        429,
        'HIT_RATE_LIMIT',
        `Hold on, you have hit the limit of ${perSecond} requests a second.`,
      );
    }
    recent.push(now);
    used += 1;
  }

  const quota = () => {
    const seconds = Math.ceil((hour + 3_600_000 - run.now()) / 1_000);
    return ['X-Rate-Limit', `key:${key.slice(0, 6)} ${used}/${perHour} reset=${seconds}s`] as const;
  };

  return (request) => {
    const told = [
      ['Content-Language', 'en-us'],
      ['Vary', 'Accept'],
    ] as const;
    try {
      admit(request);
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, quota()], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, detail } = error;
      const shown = {
        status_code: status,
        ...(detail !== undefined && { error_detail: { [code]: detail } }),
        error_description: message,
        error: code,
      };
      return json(status, shown, status === 401 ? told : [...told, quota()]);
    }
  };
}

/** Follows the continuation tokens. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const [, kind = ''] = /^\/v1\/(\w+)/.exec(target) ?? [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, kind));
    const token = textIfAny(received, 'pagination', 'continuation');
    const isMore = at(received, 'pagination', 'has_more_items') === true && token !== undefined;
    next = isMore ? `${target}${target.includes('?') ? '&' : '?'}continuation=${token}` : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('POST', `/v1/listings/${String(id)}/price`, { json: { listing } });
const assign = (api: Api, id: unknown, listing: unknown): Promise<Received> =>
  api.ask('POST', `/v1/listings/${String(id)}/strategy`, { json: { listing } });

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
  /** Of listings that are sold in dollars or in pounds and have a minimum, with a strategy or without one. */
  readonly dollars: readonly unknown[];
  readonly pounds: readonly unknown[];
  readonly assigned: readonly unknown[];
  /** Without a minimum, free of charge, and closed. */
  readonly open: readonly unknown[];
  readonly free: readonly unknown[];
  readonly closed: readonly unknown[];
  readonly addresses: readonly unknown[];
  readonly events: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const isKept = ({ status }: Row) => status === 'live' || status === 'draft';
  const ids = (found: readonly Row[]) => found.map(({ id }) => id);
  const kept = rows.filter((row) => isKept(row) && row.free === false);
  const sold = (currency: string) =>
    kept.filter(
      ({ cost, minimum_price: min, strategy_id: strategy }) =>
        isObject(cost) && cost.currency === currency && min !== null && strategy === null,
    );
  return {
    dollars: ids(sold('USD')),
    pounds: ids(sold('GBP')),
    assigned: ids(kept.filter(({ strategy_id: strategy }) => strategy === '102' || strategy === '103')),
    open: ids(
      kept.filter(
        ({ minimum_price: min, cost }) => min === null && isObject(cost) && cost.currency === 'USD',
      ),
    ),
    free: ids(rows.filter((row) => isKept(row) && row.free === true)),
    closed: ids(rows.filter((row) => !isKept(row))),
    addresses: rows.map(({ resource_uri: address }) => address),
    events: [...new Set(rows.map(({ event_id: event }) => event))],
  };
}

async function recorded(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings');
  const { dollars, pounds, assigned, open, free, closed, addresses, events: shows } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies')).map(({ id }) => id);
  const runs = await walk(api, '/v1/reports');
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await walk(api, '/v1/listings?page_size=20&status=live,draft');
  await get('page=3&page_size=10');
  await get('page=2&page_size=25&order_by=name_asc');
  await get('page_size=500');
  await get('status=ended');
  await get(`event_id=${String(shows[1])}&page_size=6`);
  await get(`event_id=${String(shows[0])},${String(shows[3])}&page_size=30`);
  await get('strategy_id=102');
  await get('currency=GBP&page_size=12');
  await get('cost=free');
  await get('hidden=true&page_size=8');
  await get('changed_since=2025-06-01T00:00:00Z&order_by=changed_desc&page_size=15');
  await get('sales_start.range_start=2025-01-01T00:00:00Z&page_size=9');
  await get('sales_start.range_start=2024-06-01T00:00:00Z&sales_start.range_end=2024-12-31T23:59:59Z');
  await get('q=balcony');
  await get('q=nothinglikethis');
  await get(`sku=${String(rows[7]?.sku)}`);
  await get('order_by=cost_desc&page_size=7');
  await get('order_by=sold_asc,name_desc&page_size=5');
  await get('expand=event&page_size=3');
  await get('expand=strategy,event,venue&page_size=2&page=4');
  await api.ask('GET', '/v1/strategies?enabled=true&page_size=3');
  await api.ask('GET', '/v1/strategies?page=2&page_size=4&colour=red');
  await api.ask('GET', '/v1/reports?status=finished');
  await api.ask('GET', '/v1/reports?type=sales,pricing');
  await api.ask('GET', '/v1/reports?created.range_start=2026-05-09T00:00:00Z');
  for (const index of [2, 11, 29]) await api.ask('GET', String(addresses[index]));
  await read(api, 'listings', dollars[0]);
  await read(api, 'listings', free[0]);
  await read(api, 'listings', assigned[0], '?expand=strategy');
  await read(api, 'listings', dollars[1], '?expand=event,strategy');
  await read(api, 'strategies', plans[1]);
  await read(api, 'strategies', plans[5]);
  await api.ask('GET', String(runs[0]?.resource_uri));
  await read(api, 'reports', runs[3]?.id);
  await read(api, 'reports', runs[6]?.id);

  await price(api, dollars[0], { minimum_price: 'USD,1950', maximum_price: 'USD,123450' });
  await read(api, 'listings', dollars[0]);
  await price(api, pounds[0], { minimum_price: 'GBP,1005' });
  await read(api, 'listings', pounds[0]);
  await price(api, dollars[1], { maximum_price: 'USD,88000' });
  await price(api, assigned[1], { maximum_price: null });
  await price(api, open[0], { minimum_price: 'USD,700', maximum_price: '' });
  await read(api, 'listings', open[0]);
  await assign(api, dollars[0], { strategy_id: plans[1] });
  await read(api, 'listings', dollars[0]);
  await assign(api, pounds[0], { strategy_id: 106 });
  await assign(api, open[1], { strategy_id: plans[0] });
  await assign(api, assigned[0], { strategy_id: null });
  await read(api, 'listings', assigned[0]);
  await get('order_by=changed_desc&page_size=7');
  await get('strategy_id=106&expand=strategy');
  api.wait(30_000);
  await api.ask('GET', '/v1/reports?status=running,finished');

  await read(api, 'listings', '1999999999');
  await read(api, 'listings', 'balcony');
  await read(api, 'strategies', '999');
  await read(api, 'reports', '11111');
  await price(api, '1999999998', { minimum_price: 'USD,900' });
  await price(api, dollars[2], { minimum_price: 'USD,6000', maximum_price: 'USD,5999' });
  await price(api, dollars[2], { minimum_price: '19.50' });
  await price(api, dollars[2], { minimum_price: 12, maximum_price: 'USD,lots' });
  await price(api, dollars[2], { maximum_price: 'USD,0' });
  await price(api, dollars[2], { minimum_price: 'USD,10000001' });
  await price(api, dollars[2], { minimum_price: 'GBP,1900' });
  await price(api, pounds[1], { minimum_price: 'EUR,1900', maximum_price: 'GBP,90000' });
  await price(api, dollars[2], {});
  await price(api, dollars[2], { minimum_price: 'USD,900', colour: 'red' });
  await price(api, dollars[2], 'USD,900');
  await api.ask('POST', `/v1/listings/${String(dollars[2])}/price`, { json: { minimum_price: 'USD,900' } });
  await api.ask('POST', `/v1/listings/${String(dollars[2])}/price`, { text: '{"listing": ' });
  await price(api, free[1], { minimum_price: 'USD,500' });
  await price(api, closed[0], { maximum_price: 'USD,90000' });
  await price(api, dollars[0], { minimum_price: null });
  await assign(api, dollars[2], { strategy_id: '998' });
  await assign(api, dollars[2], { strategy_id: plans[3] });
  await assign(api, dollars[2], { strategy_id: true });
  await assign(api, dollars[2], {});
  await assign(api, open[2], { strategy_id: plans[2] });
  await assign(api, closed[1], { strategy_id: plans[6] });
  await get('page=40');
  await get('page=first');
  await get('page_size=0');
  await get('page_size=many&status=sold');
  await get('continuation=nowhere');
  await get('order_by=colour_asc');
  await get('currency=CHF');
  await get('changed_since=monday');
  await get('hidden=maybe&colour=red');
  await api.ask('GET', '/v1/reports?status=lost');
  await api.ask('GET', '/v1/reports?page_size=3');
  await api.ask('GET', '/v1/strategies?enabled=perhaps');
  await api.ask('GET', '/v1/orders');
  await api.ask('PATCH', `/v1/listings/${String(dollars[2])}/price`, { json: { listing: {} } });
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'AAAAAAAAAAAAAAAAAAAA' } });
  api.wait(3_000);
  await hurried(api, '/v1/strategies?page_size=1');
  api.wait(900_000);
  await api.ask('GET', '/v1/reports?type=attendees');
  await api.ask('GET', String(runs[0]?.resource_uri));
}

async function another(api: Api): Promise<void> {
  const rows = await walk(api, '/v1/listings?page_size=24');
  const { dollars, pounds, assigned, open, free, closed, addresses, events: shows } = idsOf(rows);
  const plans = (await walk(api, '/v1/strategies?page_size=5')).map(({ id }) => id);
  const runs = await walk(api, '/v1/reports?type=sales,attendees');
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  await get('page=5&page_size=12');
  await get('status=draft,canceled&page_size=4');
  await get(`event_id=${String(shows[2])}&page_size=5&order_by=name_desc`);
  await get('strategy_id=101,103&page_size=10');
  await get('currency=EUR');
  await get('currency=USD,GBP&cost=free');
  await get('hidden=false&page_size=6&page=2');
  await get('changed_since=2025-03-15T12:00:00Z&page_size=11');
  await get('sales_start.range_end=2024-09-01T00:00:00Z&page_size=8');
  await get('q=HAR-');
  await get('q=student&order_by=cost_asc');
  await get('order_by=sold_desc&page_size=4');
  await get('order_by=created_desc&page_size=6');
  await get('expand=strategy&page_size=5');
  await api.ask('GET', '/v1/strategies?enabled=false');
  await api.ask('GET', '/v1/reports?status=failed');
  await api.ask('GET', '/v1/reports?type=pricing&status=finished');
  for (const index of [5, 33]) await api.ask('GET', String(addresses[index]));
  await read(api, 'listings', pounds[1], '?expand=event');
  await read(api, 'listings', assigned[2], '?expand=strategy,event');
  await read(api, 'strategies', plans[4]);
  await api.ask('GET', String(runs[2]?.resource_uri));

  await price(api, dollars[3], { minimum_price: 'USD,2275', maximum_price: 'USD,64000' });
  await read(api, 'listings', dollars[3]);
  await price(api, pounds[2], { maximum_price: 'GBP,77125' });
  await read(api, 'listings', pounds[2]);
  await price(api, open[3], { minimum_price: 'USD,410' });
  await assign(api, dollars[3], { strategy_id: plans[4] });
  await read(api, 'listings', dollars[3], '?expand=strategy');
  await assign(api, assigned[3], { strategy_id: null });
  await read(api, 'listings', assigned[3]);
  await get('order_by=changed_desc&page_size=3');

  await read(api, 'listings', '1888888888');
  await read(api, 'reports', 'latest');
  await price(api, '1888888887', { maximum_price: 'USD,3000' });
  await price(api, dollars[4], { minimum_price: 'USD,7120', maximum_price: 'USD,7000' });
  await price(api, dollars[4], { maximum_price: 'dear' });
  await price(api, dollars[4], { minimum_price: false, maximum_price: 44.5 });
  await price(api, dollars[4], { maximum_price: 'USD,20000000' });
  await price(api, pounds[2], { minimum_price: 'USD,2000' });
  await price(api, dollars[4], { shape: 'round', maximum_price: 'USD,9000' });
  await price(api, dollars[4], {});
  await price(api, free[2], { maximum_price: 'USD,1500' });
  await price(api, closed[2], { minimum_price: 'USD,800' });
  await assign(api, dollars[4], { strategy_id: '997' });
  await assign(api, dollars[4], { strategy_id: plans[3] });
  await assign(api, dollars[4], { strategy_id: ['101'] });
  await assign(api, closed[3], { strategy_id: plans[0] });
  await get('page=77');
  await get('page=-2');
  await get('page_size=lots');
  await get('status=gone&currency=JPY');
  await get('shape=round');
  await get('sales_start.range_start=soon');
  await api.ask('GET', '/v1/reports?type=weather');
  await api.ask('GET', '/v1/invoices');
  await api.ask('GET', '/v1/reports?type=sales', { headers: { 'X-API-KEY': null } });
}

export const ticketClasses: WalkedService = {
  name: 'ticket-classes',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=7', 'page_size=50'],
  walk,
};
