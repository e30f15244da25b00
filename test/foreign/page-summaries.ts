// A big online retailer's marketplace for other sellers, grown over the years on a dynamic language: its small web framework, a
// widespread library of schemas for it, and an error handler that puts all they say into one form. Pages as a summary beside the
// offers, rules or report runs; whole amounts in the major unit; states as a code with its description; stock for each warehouse;
// moments in UTC without saying so. Strangers are passed over in a query and refused in a body, all faults are told at once with
// the value that was sent, and a write says which fields it changed. Keys: 401 for none, 403 for an unknown one.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { json, jsonOf, scrambled, targetOf, uuid, hex } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'vmk_5d0a91c7e2b84f63a7d1';
const perSecond = 10;
const largestPageSize = 100;
const largestPrice = 100_000;

/** `2026-05-12 08:30:00`. */
const moment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

const statuses = {
  buyable: 'Buyable',
  not_buyable: 'Not buyable',
  disabled_by_seller: 'Disabled by seller',
  disabled_by_marketplace: 'Disabled by marketplace',
} as const;
type StatusCode = keyof typeof statuses;
const statusCodes = Object.keys(statuses) as StatusCode[];

const reportTypes = {
  sales: 'Sales report',
  stock_health: 'Stock health report',
  price_changes: 'Price changes report',
} as const;
const runStatuses = {
  queued: 'Queued',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
} as const;

/** A code beside what it means. */
const described = <Code extends string>(codes: Readonly<Record<Code, string>>, code: Code): Row => ({
  code,
  description: codes[code],
});

const ruleTypes = {
  beat_lowest: 'Beat the lowest price',
  match_lowest: 'Match the lowest price',
  markdown: 'Mark down over time',
  keep_margin: 'Keep a margin',
} as const;

interface Rule {
  readonly id: number;
  readonly name: string;
  readonly type: keyof typeof ruleTypes;
  readonly step: number | null;
  readonly needsMinimum: boolean;
  readonly isEnabled: boolean;
  readonly created: number;
}

const rules: readonly Rule[] = (
  [
    { name: 'Win the buy box', type: 'beat_lowest', step: 1, needsMinimum: true, isEnabled: true },
    { name: 'Match competitors', type: 'match_lowest', step: null, needsMinimum: true, isEnabled: true },
    { name: 'Slow movers', type: 'markdown', step: 10, needsMinimum: true, isEnabled: true },
    { name: 'Healthy margin', type: 'keep_margin', step: null, needsMinimum: false, isEnabled: true },
    { name: 'Festive season 2024', type: 'markdown', step: 25, needsMinimum: true, isEnabled: false },
    { name: 'Beat by twenty', type: 'beat_lowest', step: 20, needsMinimum: true, isEnabled: true },
  ] as const
).map((rule, index) => ({
  id: 2_107 + index * 14 + chance(`summaries rule ${index}`, 9),
  ...rule,
  created: Date.UTC(2024, 1 + index, 5 + index, 7, 11 + index * 8, 24),
}));

interface Stock {
  readonly warehouse: { readonly warehouse_id: number; readonly name: string };
  readonly quantity_available: number;
}

const fulfilment = [
  { warehouse_id: 1, name: 'Coast' },
  { warehouse_id: 3, name: 'Highveld' },
  { warehouse_id: 4, name: 'Bayside' },
];

interface Offer {
  readonly id: number;
  readonly catalogueId: number;
  readonly sku: string;
  readonly barcode: string | null;
  readonly title: string;
  readonly price: number;
  readonly rrp: number | null;
  readonly leadtime: number | null;
  readonly leadtimeStock: readonly Stock[];
  readonly stock: readonly Stock[];
  readonly status: StatusCode;
  readonly created: number;
  min: number | null;
  max: number | null;
  rule: Rule | null;
  updated: number;
}

function offers(): Offer[] {
  const created = Array.from({ length: 38 }, (_, index) => pastMoment(`summaries ${index}`));
  created.sort((one, other) => one - other);
  return created.map((time, index): Offer => {
    const seed = `summaries offer ${index}`;
    const { title, sku } = ware(seed);
    const price = 49 + 10 * chance(`${seed} price`, 260);
    const leadtime = chance(`${seed} leadtime`, 3) === 0 ? oneOf(`${seed} days`, [3, 5, 7, 10, 14]) : null;
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.8);
    const rule =
      chance(`${seed} has rule`, 5) < 2
        ? rules.filter((one) => one.isEnabled && (min !== null || !one.needsMinimum))
        : [];
    const status = oneOf(`${seed} status`, [
      ...Array.from({ length: 6 }, () => 'buyable' as const),
      ...statusCodes.slice(1),
    ]);
    return {
      id: 81_402_336 + index * 1_193 + chance(`${seed} id`, 1_000),
      catalogueId: 40_000_000 + chance(`${seed} catalogue`, 9_000_000),
      sku,
      barcode:
        chance(`${seed} barcode`, 5) === 0
          ? null
          : `600${String(chance(`${seed} digits`, 1e10)).padStart(10, '0')}`,
      title,
      price,
      rrp: chance(`${seed} rrp`, 3) === 0 ? null : price + 10 * (1 + chance(`${seed} more`, 40)),
      leadtime,
      leadtimeStock:
        leadtime === null
          ? []
          : [
              {
                warehouse: { warehouse_id: 61_205, name: 'Own warehouse' },
                quantity_available: 1 + chance(`${seed} own`, 60),
              },
            ],
      stock: fulfilment
        .filter(({ name }) => chance(seed + name, 5) < 3)
        .map((warehouse) => ({
          warehouse,
          quantity_available: chance(`${seed} at ${warehouse.name}`, 90),
        })),
      status,
      created: time,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      rule: rule.length === 0 ? null : oneOf(`${seed} rule`, rule),
      updated: time + chance(`${seed} updated`, 90 * 86_400) * 1_000,
    };
  });
}

interface Fault {
  readonly field: string;
  readonly message: string;
  readonly value: unknown;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[] | null;
  readonly headers: Headers;

  constructor(
    status: number,
    code: string,
    message: string,
    { faults = null, headers = [] }: { faults?: readonly Fault[] | null; headers?: Headers } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.headers = headers;
  }

  get shown(): Row {
    return {
      status_code: this.status,
      error_code: this.code,
      message: this.message,
      validation_errors: this.faults,
    };
  }
}

function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Refusal(400, 'validation_failed', 'Invalid input', { faults });
}

const noSuchUrl = () =>
  new Refusal(
    404,
    'not_found',
    'The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
  );

// The fields of a schema, and what they say of a value that they do not take.

type Read = { readonly value: unknown } | { readonly message: string };
interface Field {
  readonly read: (raw: unknown) => Read;
  readonly isRequired?: boolean;
  /** Whether null is a value. */
  readonly isNullable?: boolean;
}

const notValid = (what: string): Read => ({ message: `Not a valid ${what}.` });

function inRange(value: number, least: number, most: number | undefined): Read {
  if (value >= least && value <= (most ?? Infinity)) return { value };
  const upTo = most === undefined ? '' : ` and less than or equal to ${most}`;
  return { message: `Must be greater than or equal to ${least}${upTo}.` };
}

/** A whole number of a query, where all is text. */
const numberInText = (least: number, most?: number): Field => ({
  read: (raw) =>
    /^\s*[+-]?\d+\s*$/.test(String(raw)) ? inRange(Number(raw), least, most) : notValid('integer'),
});

/** A whole number of a body, where text is none. */
const wholeNumber = (raw: unknown, least: number, most?: number): Read =>
  typeof raw === 'number' && Number.isInteger(raw) ? inRange(raw, least, most) : notValid('integer');

const bound: Field = { read: (raw) => wholeNumber(raw, 1, largestPrice), isNullable: true };

const choice = (words: readonly string[]): Field => ({
  read: (raw) =>
    words.includes(raw as string) ? { value: raw } : { message: `Must be one of: ${words.join(', ')}.` },
});

const flag: Field = {
  read: (raw) => {
    const word = String(raw).toLowerCase();
    if (['true', 't', 'yes', 'y', 'on', '1'].includes(word)) return { value: true };
    return ['false', 'f', 'no', 'n', 'off', '0'].includes(word) ? { value: false } : notValid('boolean');
  },
};

const someText: Field = { read: (value) => ({ value }) };

const searchText: Field = {
  read: (raw) =>
    String(raw).length < 3 ? { message: 'Shorter than minimum length 3.' } : { value: String(raw) },
};

const numberList: Field = {
  read: (raw) => {
    const parts = String(raw).split(',');
    return parts.every((part) => /^\s*\d+\s*$/.test(part))
      ? { value: parts.map(Number) }
      : notValid('integer');
  },
};

type Schema<Name extends string> = Readonly<Record<Name, Field>>;
type Loaded<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** What a schema makes of data: all its faults at once, in the order of its fields, strangers last. */
function loaded<Name extends string>(
  schema: Schema<Name>,
  data: Row,
  strangers: 'refused' | 'dropped',
): Loaded<Name> {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, { read, isRequired, isNullable }] of Object.entries<Field>(schema)) {
    const value = data[field] ?? null;
    if (!Object.hasOwn(data, field)) {
      if (isRequired === true)
        faults.push({ field, message: 'Missing data for required field.', value: null });
      continue;
    }
    const found: Read =
      value !== null
        ? read(value)
        : isNullable === true
          ? { value: null }
          : { message: 'Field may not be null.' };
    if ('message' in found) faults.push({ field, message: found.message, value });
    else values[field] = found.value;
  }
  if (strangers === 'refused') {
    for (const [field, value] of Object.entries(data)) {
      if (!Object.hasOwn(schema, field)) faults.push({ field, message: 'Unknown field.', value });
    }
  }
  refuseFaults(faults);
  return values as Loaded<Name>;
}

function loadedQuery<Name extends string>(schema: Schema<Name>, query: URLSearchParams): Loaded<Name> {
  const first = [...new Set(query.keys())].map((name) => [name, query.get(name)] as const);
  return loaded(schema, Object.fromEntries(first), 'dropped');
}

function loadedBody<Name extends string>(schema: Schema<Name>, request: Asked): Loaded<Name> {
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(
      415,
      'unsupported_media_type',
      "Did not attempt to load JSON data because the request Content-Type was not 'application/json'.",
    );
  }
  const body = jsonOf(request);
  if (body === 'bad') {
    const message = 'The browser (or proxy) sent a request that this server could not understand.';
    throw new Refusal(400, 'bad_request', message);
  }
  if (!isObject(body.json)) {
    refuseFaults([{ field: '_schema', message: 'Invalid input type.', value: null }]);
  }
  return loaded(schema, body.json as Row, 'refused');
}

const paging = { page_number: numberInText(1), page_size: numberInText(1, largestPageSize) };

const offerQuery = {
  ...paging,
  status_code: choice(statusCodes),
  sku: someText,
  ids: numberList,
  min_price_gte: numberInText(0),
  has_rule: flag,
  search: searchText,
  sort_key: choice(['offer_id', 'title', 'price', 'stock', 'date_updated']),
  sort_dir: choice(['asc', 'desc']),
};
const ruleQuery = { ...paging, is_enabled: flag };
const reportQuery = {
  ...paging,
  report_type: choice(Object.keys(reportTypes)),
  status_code: choice(Object.keys(runStatuses)),
};
const priceBody = { minimum_price: bound, maximum_price: bound };
const ruleBody = {
  rule_id: { read: (raw: unknown) => wholeNumber(raw, 1), isRequired: true, isNullable: true },
};

function paged(name: string, rows: readonly Row[], asked: Loaded<keyof typeof paging>): Answered {
  const size = Number(asked.page_size ?? 20);
  const number = Number(asked.page_number ?? 1);
  return json(200, {
    page_summary: { total: rows.length, page_size: size, page_number: number },
    [name]: rows.slice((number - 1) * size, number * size),
  });
}

const ruleShown = (rule: Rule): Row => ({
  rule_id: rule.id,
  name: rule.name,
  type: described(ruleTypes, rule.type),
  step: rule.step,
  requires_minimum_price: rule.needsMinimum,
  is_enabled: rule.isEnabled,
  date_created: moment(rule.created),
});

const total = (stock: readonly Stock[]): number =>
  stock.reduce((sum, { quantity_available }) => sum + quantity_available, 0);

const offerShown = (offer: Offer): Row => ({
  offer_id: offer.id,
  catalogue_id: offer.catalogueId,
  sku: offer.sku,
  barcode: offer.barcode,
  title: offer.title,
  offer_url: `https://www.velmart.example/p/VMID${offer.catalogueId}`,
  status: described(statuses, offer.status),
  selling_price: offer.price,
  rrp: offer.rrp,
  minimum_price: offer.min,
  maximum_price: offer.max,
  rule: offer.rule === null ? null : { rule_id: offer.rule.id, name: offer.rule.name },
  leadtime_days: offer.leadtime,
  leadtime_stock: offer.leadtimeStock,
  stock_on_hand: offer.stock,
  total_stock_on_hand: total(offer.stock),
  date_created: moment(offer.created),
  date_updated: moment(offer.updated),
});

const sortValues: Readonly<Record<string, (offer: Offer) => number | string>> = {
  offer_id: ({ id }) => id,
  title: ({ title }) => title.toLowerCase(),
  price: ({ price }) => price,
  stock: ({ stock }) => total(stock),
  date_updated: ({ updated }) => updated,
};

function found(all: readonly Offer[], query: URLSearchParams): Answered {
  const asked = loadedQuery(offerQuery, query);
  const ids = asked.ids as readonly number[] | undefined;
  const least = asked.min_price_gte as number | undefined;
  const words = ((asked.search ?? '') as string).toLowerCase();
  const valueOf = sortValues[(asked.sort_key ?? 'offer_id') as string]!;
  const sign = asked.sort_dir === 'desc' ? -1 : 1;
  const rows = all
    .filter(
      (offer) =>
        (asked.status_code === undefined || offer.status === asked.status_code) &&
        (asked.sku === undefined || offer.sku === asked.sku) &&
        (ids === undefined || ids.includes(offer.id)) &&
        (least === undefined || (offer.min !== null && offer.min >= least)) &&
        (asked.has_rule === undefined || (offer.rule !== null) === asked.has_rule) &&
        offer.title.toLowerCase().includes(words),
    )
    .sort((one, other) => {
      const [left, right] = [valueOf(one), valueOf(other)];
      return left === right ? one.id - other.id : left < right ? -sign : sign;
    });
  return paged('offers', rows.map(offerShown), asked);
}

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = offers();
  const reports = Array.from({ length: 17 }, (_, index) => ({
    id: uuid(`summaries report ${index}`),
    type: (['sales', 'stock_health', 'price_changes'] as const)[chance(`summaries type ${index}`, 3)]!,
    requested:
      index < 2
        ? opened - 55_000 * index - 12_000
        : opened - index * 43_200_000 - chance(`summaries report ${index}`, 20_000) * 1_000,
    seconds: 80 + chance(`summaries seconds ${index}`, 140),
    rows: 12 + chance(`summaries rows ${index}`, 4_000),
    fails: index === 5 || index === 11,
  }));
  let window = { begun: -Infinity, count: 0 };
  let count = 0;

  const statusOf = ({ requested, seconds, fails }: (typeof reports)[number]): keyof typeof runStatuses => {
    const elapsed = (run.now() - requested) / 1_000;
    return elapsed < 30 ? 'queued' : elapsed < seconds ? 'processing' : fails ? 'failed' : 'completed';
  };

  function reportShown(report: (typeof reports)[number]): Row {
    const status = statusOf(report);
    const isOver = status === 'completed' || status === 'failed';
    const expires = Math.floor(run.now() / 1_000) + 3_600;
    const signature = scrambled(`summaries ${run.run} ${report.id} ${expires}`, 40, hex);
    return {
      report_run_id: report.id,
      report_type: described(reportTypes, report.type),
      status: described(runStatuses, status),
      failure_reason: status === 'failed' ? 'Timed out while collecting data' : null,
      row_count: status === 'completed' ? report.rows : null,
      download_url:
        status === 'completed'
          ? `https://files.velmart.example/report-runs/${report.id}.csv?expires=${expires}&signature=${signature}`
          : null,
      date_requested: moment(report.requested),
      date_completed: isOver ? moment(report.requested + report.seconds * 1_000) : null,
    };
  }

  function offerOf(id: number): Offer {
    const offer = all.find((one) => one.id === id);
    if (offer === undefined) throw new Refusal(404, 'offer_not_found', 'Offer not found');
    return offer;
  }

  function writable(id: number): Offer {
    const offer = offerOf(id);
    if (offer.status === 'disabled_by_marketplace') {
      const message = 'Offers that are disabled by the marketplace cannot be updated';
      throw new Refusal(403, 'offer_locked', message);
    }
    return offer;
  }

  function written(offer: Offer, updated: readonly string[]): Answered {
    // The column holds whole seconds.
    if (updated.length > 0) offer.updated = Math.floor(run.now() / 1_000) * 1_000;
    return json(200, { offer: offerShown(offer), updated_fields: updated, validation_errors: [] });
  }

  function priced(id: number, request: Asked): Answered {
    const sent = loadedBody(priceBody, request) as Readonly<Partial<Record<string, number | null>>>;
    const offer = writable(id);
    const min = sent.minimum_price === undefined ? offer.min : sent.minimum_price;
    const max = sent.maximum_price === undefined ? offer.max : sent.maximum_price;
    if (min !== null && max !== null && min >= max) {
      refuseFaults([
        typeof sent.minimum_price === 'number'
          ? {
              field: 'minimum_price',
              message: 'Minimum price must be lower than maximum price',
              value: min,
            }
          : {
              field: 'maximum_price',
              message: 'Maximum price must be higher than minimum price',
              value: max,
            },
      ]);
    }
    if (min === null && offer.rule?.needsMinimum === true) {
      const message = 'Minimum price is required by the pricing rule of the offer';
      refuseFaults([{ field: 'minimum_price', message, value: null }]);
    }
    const updated = [
      ...(min === offer.min ? [] : ['minimum_price']),
      ...(max === offer.max ? [] : ['maximum_price']),
    ];
    [offer.min, offer.max] = [min, max];
    return written(offer, updated);
  }

  function ruled(id: number, request: Asked): Answered {
    const { rule_id: value } = loadedBody(ruleBody, request);
    const offer = writable(id);
    const rule = rules.find((one) => one.id === value) ?? null;
    const refuse = (message: string) => {
      refuseFaults([{ field: 'rule_id', message, value }]);
    };
    if (rule === null && value !== null) refuse('Pricing rule does not exist');
    if (rule?.isEnabled === false) refuse('Pricing rule is disabled');
    if (rule?.needsMinimum === true && offer.min === null) refuse('Pricing rule requires a minimum price');
    const updated = rule === offer.rule ? [] : ['rule_id'];
    offer.rule = rule;
    return written(offer, updated);
  }

  function answer(request: Asked): Answered {
    const { steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isId = kind === 'reports' ? /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i : /^\d+$/;
    const isKnown =
      root === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (id === undefined || isId.test(id)) &&
      (part === undefined || (kind === 'listings' && ['price', 'strategy'].includes(part)));
    if (!isKnown) throw noSuchUrl();
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      const message = 'The method is not allowed for the requested URL.';
      const allowed = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'OPTIONS, PATCH';
      throw new Refusal(405, 'method_not_allowed', message, { headers: [['Allow', allowed]] });
    }
    if (part !== undefined)
      return part === 'price' ? priced(Number(id), request) : ruled(Number(id), request);
    if (kind === 'listings') {
      return id === undefined ? found(all, query) : json(200, offerShown(offerOf(Number(id))));
    }
    if (kind === 'strategies') {
      if (id === undefined) {
        const asked = loadedQuery(ruleQuery, query);
        const rows = rules.filter(
          ({ isEnabled }) => asked.is_enabled === undefined || isEnabled === asked.is_enabled,
        );
        return paged('rules', rows.map(ruleShown), asked);
      }
      const rule = rules.find((one) => one.id === Number(id));
      if (rule === undefined) throw new Refusal(404, 'rule_not_found', 'Pricing rule not found');
      return json(200, ruleShown(rule));
    }
    if (id === undefined) {
      const asked = loadedQuery(reportQuery, query);
      const rows = reports.filter(
        (report) =>
          (asked.report_type === undefined || report.type === asked.report_type) &&
          (asked.status_code === undefined || statusOf(report) === asked.status_code),
      );
      return paged('report_runs', rows.map(reportShown), asked);
    }
    const report = reports.find((one) => one.id === id.toLowerCase());
    if (report === undefined) throw new Refusal(404, 'report_run_not_found', 'Report run not found');
    return json(200, reportShown(report));
  }

  /** Knows the key and counts its requests; says what is left of the second that the first of them began. */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'unauthorized', 'API key is missing');
    if (given !== key) throw new Refusal(403, 'forbidden', 'API key is invalid or has been revoked');
    const now = run.now();
    if (now >= window.begun + 1_000) window = { begun: now, count: 0 };
    window.count += 1;
    return [
      ['X-RateLimit-Limit', String(perSecond)],
      ['X-RateLimit-Remaining', String(Math.max(perSecond - window.count, 0))],
      ['X-RateLimit-Reset', String(Math.floor(window.begun / 1_000) + 2)],
    ];
  }

  return (request) => {
    count += 1;
    const always: Headers = [['X-Request-ID', scrambled(`summaries ${run.run} ${count}`, 32, hex)]];
    let told: Headers = [];
    try {
      told = admit(request);
      if (window.count > perSecond) {
        const headers: Headers = [['Retry-After', '1']];
        throw new Refusal(429, 'too_many_requests', `${perSecond} per 1 second`, { headers });
      }
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told, ...always], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.shown, [...error.headers, ...told, ...always]);
    }
  };
}

/** Asks for the next page as long as the summary counts more than were shown. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...['offers', 'rules', 'report_runs'].flatMap((name) => rowsAt(received, name)));
    const summary = (name: string) => Number(at(received, 'page_summary', name) ?? 0);
    const page = summary('page_number');
    next =
      page * summary('page_size') < summary('total')
        ? `${target}${target.includes('?') ? '&' : '?'}page_number=${page + 1}`
        : undefined;
  }
  return rows;
}

/** What the sessions ask for, over and over. */
function callsOf(api: Api) {
  const write = (id: unknown, part: string, body: unknown) =>
    api.ask('PATCH', `/v1/listings/${String(id)}/${part}`, { json: body });
  return {
    get: (query: string) => api.ask('GET', `/v1/listings?${query}`),
    offer: (id: unknown) => api.ask('GET', `/v1/listings/${String(id)}`),
    rule: (id: unknown) => api.ask('GET', `/v1/strategies/${String(id)}`),
    report: (id: unknown) => api.ask('GET', `/v1/reports/${String(id)}`),
    price: (id: unknown, body: unknown) => write(id, 'price', body),
    assign: (id: unknown, body: unknown) => write(id, 'strategy', body),
  };
}

interface Known {
  /** Offers that can be written: with a minimum and no rule, with a rule that needs a minimum, with neither; and the locked ones. */
  readonly free: readonly unknown[];
  readonly ruled: readonly unknown[];
  readonly open: readonly unknown[];
  readonly locked: readonly unknown[];
  readonly skus: readonly string[];
}

function knownOf(rows: readonly Row[]): Known {
  const isLocked = (row: Row) => isObject(row.status) && row.status.code === 'disabled_by_marketplace';
  const on = rows.filter((row) => !isLocked(row));
  const ids = (some: readonly Row[]) => some.map(({ offer_id }) => offer_id);
  return {
    free: ids(on.filter((row) => row.minimum_price !== null && row.rule === null)),
    ruled: ids(on.filter((row) => row.minimum_price !== null && row.rule !== null)),
    open: ids(on.filter((row) => row.minimum_price === null && row.rule === null)),
    locked: ids(rows.filter(isLocked)),
    skus: rows.map(({ sku }) => String(sku)),
  };
}

async function recorded(api: Api): Promise<void> {
  const { get, offer, rule, report, price, assign } = callsOf(api);
  const { free, ruled, open, locked, skus } = knownOf(await walk(api, '/v1/listings'));
  const plans = (await walk(api, '/v1/strategies')).map(({ rule_id }) => rule_id);
  const runs = (await walk(api, '/v1/reports?page_size=7')).map(({ report_run_id }) => report_run_id);
  await get('page_size=8&page_number=2');
  await get('page_size=100');
  await get('page_number=9');
  await get('sort_key=price&sort_dir=desc&page_size=6');
  await get('sort_key=price&page_size=10&page_number=2');
  await get('sort_key=title&sort_dir=asc&page_size=5');
  await get('sort_key=date_updated&sort_dir=desc&page_size=4');
  await get('sort_key=stock&sort_dir=desc&page_size=9');
  await get('status_code=disabled_by_seller');
  await get('status_code=buyable&page_size=5');
  await get('status_code=not_buyable&sort_key=price&sort_dir=asc');
  await get(`sku=${skus[4]!}`);
  await get('sku=NOT-A-SKU');
  await get('min_price_gte=1000&page_size=6');
  await get('min_price_gte=400&sort_key=price&page_size=12');
  await get(`ids=${[free[0], ruled[1], open[0]].join(',')}`);
  await get(`ids=${String(free[3])},70000001`);
  await get('has_rule=true&page_size=30');
  await get('has_rule=false&page_size=4&sort_key=title');
  await get('search=kettle');
  await get('search=velmora&sort_key=price&sort_dir=desc');
  await get('colour=red&page_size=3');
  await api.ask('GET', '/v1/strategies?is_enabled=true&page_size=3');
  await api.ask('GET', '/v1/strategies?is_enabled=false');
  await api.ask('GET', '/v1/reports?status_code=failed');
  await api.ask('GET', '/v1/reports?report_type=sales&page_size=3');
  for (const id of [...free.slice(0, 3), ...ruled.slice(0, 3), open[0], locked[0]]) await offer(id);
  for (const id of plans) await rule(id);
  await report(runs[0]);
  await report(runs[5]);
  await report(runs[8]);

  await price(free[0], { minimum_price: 35, maximum_price: 4_100 });
  await offer(free[0]);
  await price(free[0], { minimum_price: 35, maximum_price: 4_100 });
  await price(ruled[0], { minimum_price: 29 });
  await offer(ruled[0]);
  await price(free[1], { maximum_price: 5_250 });
  await price(open[0], { minimum_price: 42, maximum_price: 3_999 });
  await price(free[2], { minimum_price: null });
  await price(free[2], { maximum_price: null });
  await offer(free[2]);
  await price(ruled[1], { minimum_price: null });
  await price(free[1], {});
  await assign(free[0], { rule_id: plans[1] });
  await offer(free[0]);
  await assign(ruled[0], { rule_id: null });
  await assign(free[3], { rule_id: plans[3] });
  await assign(free[3], { rule_id: plans[3] });
  await assign(open[1], { rule_id: plans[0] });
  await get('sort_key=date_updated&sort_dir=desc&page_size=5');
  await get('has_rule=true&sort_key=price&page_size=7');
  api.wait(60_000);
  await report(runs[0]);

  await offer(70_000_001);
  await offer('kettle');
  await rule(99);
  await rule('best');
  await report(uuid(`summaries nobody ${digest('one')}`));
  await price(70_000_001, { minimum_price: 20 });
  await price(free[4], { minimum_price: 300, maximum_price: 250 });
  await price(free[4], { minimum_price: 480, maximum_price: 480 });
  await price(free[4], { maximum_price: 3 });
  await price(free[4], { minimum_price: -5 });
  await price(free[4], { minimum_price: 0, maximum_price: 250_000 });
  await price(free[4], { minimum_price: 199.5 });
  await price(free[4], { minimum_price: 'cheap' });
  await price(free[4], { minimum_price: '150', maximum_price: false });
  await price(free[4], { maximum_price: 900, currency: 'ZAR' });
  await price(locked[0], { minimum_price: 60 });
  const path = `/v1/listings/${String(free[4])}/price`;
  await api.ask('PATCH', path, { text: '{"minimum_price": 12' });
  await api.ask('PATCH', path, { text: 'minimum_price=12', headers: { 'Content-Type': 'text/plain' } });
  await api.ask('PATCH', path);
  await assign(free[4], { rule_id: 99 });
  await assign(free[4], { rule_id: plans[4] });
  await assign(free[4], { rule_id: 'best' });
  await assign(free[4], {});
  await assign(locked[1], { rule_id: plans[1] });
  await get('page_size=101');
  await get('page_size=0&page_number=first');
  await get('sort_key=weight&sort_dir=up');
  await get('status_code=lost');
  await get('min_price_gte=much');
  await get(`ids=${String(free[1])},abc`);
  await get('has_rule=maybe');
  await get('search=te');
  await api.ask('GET', '/v1/reports?report_type=taxes');
  await api.ask('GET', '/v1/orders');
  await api.ask('POST', '/v1/listings', { json: { sku: 'NEW-1' } });
  await api.ask('GET', '/v1/listings?page_size=2', { headers: { 'X-API-KEY': null } });
  await api.ask('GET', '/v1/strategies', { headers: { 'X-API-KEY': 'wrong' } });
  api.wait(2_000);
  await hurry(api, '/v1/listings?page_size=1', 12);
}

async function another(api: Api): Promise<void> {
  const { get, offer, rule, report, price, assign } = callsOf(api);
  const { free, ruled, open, locked, skus } = knownOf(await walk(api, '/v1/listings?page_size=25'));
  const plans = (await walk(api, '/v1/strategies?page_size=4')).map(({ rule_id }) => rule_id);
  const runs = (await walk(api, '/v1/reports?page_size=10')).map(({ report_run_id }) => report_run_id);
  await get('page_size=11&page_number=3');
  await get('page_number=14&page_size=6');
  await get('sort_key=price&sort_dir=desc&page_size=7');
  await get('sort_key=title&sort_dir=desc&page_size=4');
  await get('sort_key=stock&page_size=5&page_number=2');
  await get('status_code=buyable&page_size=8&sort_key=price');
  await get('status_code=disabled_by_marketplace');
  await get(`sku=${skus[13]!}`);
  await get('min_price_gte=750&page_size=10');
  await get(`ids=${[free[5], open[2], ruled[2]].join(',')}`);
  await get('has_rule=true&sort_key=title&page_size=6');
  await get('search=rucksack');
  await get('search=halvik&sort_key=price&sort_dir=asc');
  await get('shape=round&page_size=4');
  await api.ask('GET', '/v1/strategies?is_enabled=true&page_size=2');
  await api.ask('GET', '/v1/reports?status_code=completed&page_size=4');
  await api.ask('GET', '/v1/reports?report_type=stock_health');
  for (const id of [free[5], free[6], ruled[3], open[2]]) await offer(id);
  await report(runs[3]);

  await price(free[5], { minimum_price: 31, maximum_price: 4_875 });
  await offer(free[5]);
  await price(free[5], { maximum_price: 4_875 });
  await price(ruled[2], { minimum_price: 27 });
  await price(open[2], { maximum_price: 3_640 });
  await price(free[6], { minimum_price: null });
  await offer(free[6]);
  await price(ruled[3], { minimum_price: null });
  await assign(free[5], { rule_id: plans[2] });
  await offer(free[5]);
  await assign(ruled[2], { rule_id: null });
  await assign(open[2], { rule_id: plans[5] });
  await get('sort_key=date_updated&sort_dir=desc&page_size=3');

  await offer(70_000_412);
  await offer('rucksack');
  await rule(77);
  await report(uuid(`summaries nobody ${digest('two')}`));
  await price(70_000_412, { maximum_price: 90 });
  await price(free[7], { minimum_price: 820, maximum_price: 610 });
  await price(free[7], { maximum_price: 2 });
  await price(free[7], { minimum_price: -12 });
  await price(free[7], { minimum_price: 130_000, maximum_price: 0 });
  await price(free[7], { maximum_price: 249.99 });
  await price(free[7], { maximum_price: 'lots' });
  await price(free[7], { minimum_price: 70, note: 'sale' });
  await price(locked[1], { maximum_price: 2_800 });
  await api.ask('PATCH', `/v1/listings/${String(free[7])}/price`, { text: '{"maximum_price": ' });
  await assign(free[7], { rule_id: 77 });
  await assign(free[7], { rule_id: plans[4] });
  await assign(free[7], { rule_id: 'cheapest' });
  await assign(locked[0], { rule_id: plans[3] });
  await get('page_size=500');
  await get('page_number=0');
  await get('sort_key=colour');
  await get('status_code=gone&has_rule=perhaps');
  await get('min_price_gte=lots');
  await api.ask('GET', '/v1/invoices');
  await api.ask('DELETE', `/v1/listings/${String(free[7])}`);
  await api.ask('GET', '/v1/reports?page_size=2', { headers: { 'X-API-KEY': null } });
}

export const pageSummaries: WalkedService = {
  name: 'page-summaries',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['page_size=3', 'page_size=7', 'page_size=50'],
  walk,
};
