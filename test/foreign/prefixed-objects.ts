// A repricer in the manner of a widespread payments API, of a newer version of it: each object tells its kind beside an id with
// a prefix, times are seconds since 1970, amounts whole cents beside a currency in lower case, members in the order of the
// alphabet. Lists come newest first and go on after, or end before, an id; there are no sorts. A reference is an id until it is
// asked to be expanded. What is not set is null, and null or an empty text unsets it. Unknown parameters are refused, in queries
// and bodies alike, and what is written may be sent again under the same key without being done twice.
import type { Answered, Api, Asked, Received, Run, Sending } from './contract.ts';
import { base62, hex, jsonOf, scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { at, chance, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'mk_live_51Hq8ZtKd8WqTzN4v7xRbYpLm2eGcUs';
const docs = 'https://docs.merrow.example';
const support = 'https://support.merrow.example/';
const version = '2026-02-25.alder';

/** Requests that may come at once, and how many more each second. */
const burst = 6;
const perSecond = 5;

const largestAmount = 99_999_999;
const currencies = ['eur', 'gbp'] as const;
const symbols = { eur: '€', gbp: '£' };
const statuses = ['active', 'paused', 'archived'] as const;
const marketplaces = ['brightcart', 'harbor'] as const;
const reportTypes = ['listings.summary.1', 'price_changes.itemized.2', 'sales.itemized.1'] as const;

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

/** An id of an account's object: it holds when it was made, for whom, and by chance. */
const objectId = (prefix: string, seed: string): string =>
  `${prefix}_1${scrambled(`${seed} when`, 5, base62)}Kd8WqTzN4v${scrambled(`${seed} rest`, 8, base62)}`;

type Currency = (typeof currencies)[number];

interface Listing {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly sku: string;
  readonly currency: Currency;
  readonly marketplace: string;
  readonly status: (typeof statuses)[number];
  readonly amount: number;
  readonly quantity: number;
  readonly competition: Row | null;
  metadata: Readonly<Record<string, string>>;
  min: number | null;
  max: number | null;
  strategy: string | null;
  updated: number;
}

interface Strategy {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly name: string;
  readonly type: 'margin' | 'match' | 'undercut';
  readonly details: Row;
  readonly currency?: Currency;
}

const undercut = (amount: number, currency: Currency) =>
  ({ type: 'undercut', details: { amount, currency }, currency }) as const;
const margin = (percent: number) => ({ type: 'margin', details: { percent } }) as const;
const match = (target: string) => ({ type: 'match', details: { target } }) as const;

const strategies: readonly Strategy[] = [
  { name: 'Featured offer', active: true, ...match('featured_offer') },
  { name: 'End of line', active: false, ...margin(4) },
  { name: 'Healthy margin', active: true, ...margin(22.5) },
  { name: 'Undercut (UK)', active: true, ...undercut(20, 'gbp') },
  { name: 'Undercut', active: true, ...undercut(25, 'eur') },
  { name: 'Meet the lowest', active: true, ...match('lowest_offer') },
].map((strategy, index) => ({
  id: `strat_${scrambled(`prefixed strategy ${index}`, 14, base62)}`,
  created: 1_731_400_000 - index * 1_903_211,
  ...strategy,
}));

function listings(): readonly Listing[] {
  return Array.from({ length: 30 }, (_, index): Listing => {
    const seed = `prefixed good ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = seconds(pastMoment(seed));
    const currency = chance(`${seed} currency`, 4) === 0 ? 'gbp' : 'eur';
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.75);
    const usable = strategies.filter(
      (one) =>
        one.active && (one.currency ?? currency) === currency && (min !== null || one.type === 'margin'),
    );
    const warehouse = oneOf(`${seed} place`, ['north', 'south', 'quay']);
    const rivals = {
      featured: chance(`${seed} featured`, 2) === 0,
      lowest_amount: price - 150 + chance(`${seed} lowest`, 700),
      offers: 1 + chance(`${seed} offers`, 14),
    };
    return {
      id: objectId('lst', seed),
      created,
      name: title,
      sku,
      currency,
      marketplace: oneOf(`${seed} market`, marketplaces),
      status: statuses[[0, 0, 0, 0, 0, 1, 2][chance(`${seed} status`, 7)]!]!,
      amount: price,
      quantity: chance(`${seed} sold out`, 6) === 0 ? 0 : stock,
      competition: chance(`${seed} rivals`, 4) === 0 ? null : rivals,
      metadata: chance(`${seed} noted`, 3) === 0 ? { warehouse } : {},
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategy: chance(`${seed} strategy`, 2) === 0 ? oneOf(`${seed} which`, usable).id : null,
      updated: created + chance(`${seed} updated`, 50 * 86_400),
    };
  }).sort((one, other) => other.created - one.created);
}

interface Fault {
  readonly code?: string;
  readonly param?: string;
  readonly type?: string;
  /** Whether the request stands in the user's log. */
  readonly isLogged?: boolean;
  readonly headers?: Headers;
}

class Refusal extends Error {
  readonly status: number;
  readonly fault: Fault;

  constructor(status: number, message: string, fault: Fault = {}) {
    super(message);
    this.status = status;
    this.fault = fault;
  }

  /** Without what is not set. */
  shown(request: string, now: number): Row {
    const { code, param, type = 'invalid_request_error', isLogged = true } = this.fault;
    return {
      error: {
        ...(code !== undefined && { code, doc_url: `${docs}/error-codes/${code.replaceAll('_', '-')}` }),
        message: this.message,
        ...(param !== undefined && { param }),
        ...(isLogged && { request_log_url: `https://dashboard.merrow.example/logs/${request}?t=${now}` }),
        type,
      },
    };
  }
}

const invalid = (message: string, param?: string, code?: string) =>
  new Refusal(400, message, { ...(param !== undefined && { param }), ...(code !== undefined && { code }) });

/** @param status is another one for an id in a path than for one in a parameter */
function found<One extends { readonly id: string }>(
  status: 400 | 404,
  what: string,
  all: readonly One[],
  id: string,
  param: string,
): One {
  const one = all.find((each) => each.id === id);
  if (one !== undefined) return one;
  throw new Refusal(status, `No such ${what}: '${id}'`, { code: 'resource_missing', param });
}

const invalidInteger = (message: string, param: string) =>
  invalid(message, param, 'parameter_invalid_integer');

const required = (param: string) => invalid(`Missing required param: ${param}.`, param, 'parameter_missing');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether one word is the other but for so many letters. */
function isNear(one: string, other: string, typos: number): boolean {
  if (typos < 0 || one === '' || other === '') return one.length + other.length <= typos;
  const [rest, otherRest] = [one.slice(1), other.slice(1)];
  if (one.startsWith(other.charAt(0))) return isNear(rest, otherRest, typos);
  const pairs = [[rest, otherRest] as const, [rest, other] as const, [one, otherRest] as const];
  return pairs.some(([left, right]) => isNear(left, right, typos - 1));
}

function refuseUnknown(sent: Row, known: readonly string[]): void {
  const strangers = Object.keys(sent).filter((name) => !known.includes(name));
  const [first, ...more] = strangers;
  if (first === undefined) return;
  const alike = known.find((name) => isNear(name, first, 2));
  const message =
    more.length > 0
      ? `Received unknown parameters: ${strangers.join(', ')}`
      : `Received unknown parameter: ${first}${alike === undefined ? '' : `. Did you mean ${alike}?`}`;
  throw invalid(message, first, 'parameter_unknown');
}

/** A query with what nests in it: `created[gte]=1` is an object, `expand[]=a` and `expand[0]=a` are lists. */
function nested(query: URLSearchParams): Row {
  const all: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const [, base = name, inner] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? [];
    const before = all[base];
    const list = Array.isArray(before) ? (before as unknown[]) : [];
    if (inner === undefined) all[base] = text;
    else if (/^\d*$/.test(inner)) all[base] = [...list, text];
    else all[base] = { ...(isObject(before) ? before : {}), [inner]: text };
  }
  return all;
}

const isUnset = (value: unknown) => value === null || value === '';

function refuseEmpty(value: unknown, param: string): void {
  if (!isUnset(value)) return;
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
  throw invalid(message, param, 'parameter_invalid_empty');
}

/** A whole number, or the text of one. */
function integer(value: unknown, param: string): number {
  refuseEmpty(value, param);
  const isWhole =
    (typeof value === 'number' && Number.isInteger(value)) ||
    (typeof value === 'string' && /^[+-]?\d+$/.test(value));
  if (isWhole) return Number(value);
  throw invalidInteger(`Invalid integer: ${textOf(value)}`, param);
}

function atLeast(number: number, least: number, param: string): number {
  if (number >= least) return number;
  throw invalidInteger(`This value must be greater than or equal to ${least}.`, param);
}

function string(value: unknown, param: string): string {
  refuseEmpty(value, param);
  if (typeof value === 'string') return value;
  throw invalid(`Invalid string: ${textOf(value)}`, param);
}

function boolean(value: unknown, param: string): boolean {
  refuseEmpty(value, param);
  if (['true', 'false'].includes(textOf(value))) return textOf(value) === 'true';
  throw invalid(`Invalid boolean: ${textOf(value)}`, param);
}

function statusOf(value: unknown): string {
  const text = string(value, 'status');
  if (statuses.some((one) => one === text)) return text;
  throw invalid('Invalid status: must be one of active, paused, or archived', 'status');
}

function currencyOf(value: unknown): string {
  const text = string(value, 'currency').toLowerCase();
  if (currencies.some((one) => one === text)) return text;
  const known = currencies.join(', ');
  throw invalid(
    `Invalid currency: ${text}. Merrow currently supports these currencies: ${known}`,
    'currency',
  );
}

function list(value: unknown, param: string): readonly string[] {
  if (Array.isArray(value)) return value.map((each, index) => string(each, `${param}[${index}]`));
  throw invalid('Invalid array', param);
}

/** The fields that are to be told whole. */
function expanded(value: unknown, fields: readonly string[], isList = false): readonly string[] {
  if (value === undefined) return [];
  return list(value, 'expand').map((path) => {
    const field = isList ? path.replace(/^data\.?/, '') : path;
    if (isList && !/^data(?:\.|$)/.test(path)) {
      const [first] = path.split('.');
      const hint = `You may want to try expanding 'data.${first!}' instead.`;
      throw invalid(`This property cannot be expanded (${first!}). ${hint}`);
    }
    if (!fields.includes(field) && field !== '') throw invalid(`This property cannot be expanded (${path}).`);
    return field;
  });
}

const spans: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

/** Whether a moment is the one that is asked for, or lies between those. */
function within(value: unknown): (created: number) => boolean {
  if (value === undefined) return () => true;
  if (!isObject(value)) {
    const moment = integer(value, 'created');
    return (created) => created === moment;
  }
  const tests = Object.entries(value).map(([name, text]) => {
    const span = spans[name];
    const param = `created[${name}]`;
    if (span === undefined) throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
    const bound = integer(text, param);
    return (created: number) => span(created, bound);
  });
  return (created) => tests.every((holds) => holds(created));
}

const listParams = ['created', 'ending_before', 'expand', 'limit', 'starting_after'];

interface Kept {
  readonly id: string;
  readonly created: number;
}

/** A page of what is left of all after a filter: after an object, or before one, whether the filter lets that through or not. */
function paged<One extends Kept>(
  what: string,
  url: string,
  query: Row,
  all: readonly One[],
  passes: (one: One) => boolean,
  shown: (one: One) => Row,
): Row {
  const limit = query.limit === undefined ? 10 : atLeast(integer(query.limit, 'limit'), 1, 'limit');
  if (limit > 100) {
    throw invalidInteger(
      `This value must be less than or equal to 100 (it currently is '${limit}').`,
      'limit',
    );
  }
  const { starting_after: after, ending_before: before } = query;
  if (after !== undefined && before !== undefined) {
    const both = 'ending_before, starting_after';
    throw invalid(`You may only specify one of these parameters: ${both}.`, 'ending_before');
  }
  const isBetween = within(query.created);
  const place = (value: unknown, param: string) => {
    return all.indexOf(found(400, what, all, string(value, param), param));
  };
  const from = after === undefined ? -1 : place(after, 'starting_after');
  const to = before === undefined ? all.length : place(before, 'ending_before');
  const left = all.slice(from + 1, to).filter((one) => isBetween(one.created) && passes(one));
  const page = before === undefined ? left.slice(0, limit) : left.slice(-limit);
  return { object: 'list', data: page.map(shown), has_more: left.length > page.length, url };
}

const strategyShown = ({ id, created, active, name, type, details }: Strategy): Row => ({
  id,
  object: 'strategy',
  active,
  created,
  livemode: true,
  ...(type === 'margin' && { margin: details }),
  ...(type === 'match' && { match: details }),
  metadata: {},
  name,
  type,
  ...(type === 'undercut' && { undercut: details }),
});

const listingShown = (one: Listing, fields: readonly string[]): Row => ({
  id: one.id,
  object: 'listing',
  available_quantity: one.quantity,
  competition: one.competition,
  created: one.created,
  currency: one.currency,
  livemode: true,
  marketplace: one.marketplace,
  max_amount: one.max,
  metadata: one.metadata,
  min_amount: one.min,
  name: one.name,
  sku: one.sku,
  status: one.status,
  strategy: fields.includes('strategy')
    ? (strategies.filter(({ id }) => id === one.strategy).map(strategyShown)[0] ?? null)
    : one.strategy,
  unit_amount: one.amount,
  updated: one.updated,
});

interface ReportRun extends Kept {
  readonly type: string;
  readonly from: number;
  readonly to: number;
  readonly takes: number;
  readonly fails: boolean;
}

/** What the metadata become: single ones are set or, when empty, dropped, the rest stays. */
function merged(before: Readonly<Record<string, string>>, value: unknown): Readonly<Record<string, string>> {
  if (isUnset(value)) return {};
  if (!isObject(value)) throw invalid('Invalid object', 'metadata');
  const after = new Map(Object.entries(before));
  for (const [name, each] of Object.entries(value)) {
    if (typeof each === 'object' && each !== null) throw invalid('Invalid string', `metadata[${name}]`);
    if (isUnset(each)) after.delete(name);
    else after.set(name, textOf(each));
  }
  return Object.fromEntries(after);
}

function bodyOf(request: Asked): Row {
  if (request.body === '') return {};
  const read = jsonOf(request);
  if (read === 'bad') {
    const help = `If you have any questions, we can help at ${support}.`;
    throw invalid(`We could not parse the JSON body of your request. ${help}`);
  }
  if (!isObject(read.json)) throw invalid('Invalid object');
  return read.json;
}

function start(run: Run): (request: Asked) => Answered {
  const all = listings();
  const now = () => seconds(run.now());
  const opened = now();
  const reports = Array.from({ length: 12 }, (_, index): ReportRun => {
    const seed = `prefixed report ${index}`;
    return {
      id: objectId('rrun', seed),
      created: opened - (index === 0 ? 25 : index * 86_400 + chance(seed, 40_000)),
      type: reportTypes[index % 3]!,
      from: Date.UTC(2026, 3 - index) / 1_000,
      to: Date.UTC(2026, 4 - index) / 1_000,
      takes: 60 + index,
      fails: index === 5,
    };
  });
  const done = new Map<string, { readonly asked: string; readonly request: string; readonly body: string }>();
  let tokens = burst;
  let refilled = run.now();
  let count = 0;

  function reportShown(one: ReportRun): Row {
    const finished = one.created + one.takes;
    const status = now() < finished ? 'pending' : one.fails ? 'failed' : 'succeeded';
    const file = `file_${objectId('f', `${one.id} file`).slice(2)}`;
    const result = {
      id: file,
      object: 'file',
      created: finished,
      expires_at: finished + 365 * 86_400,
      filename: `${one.id}.csv`,
      purpose: 'report_run',
      size: 2_000 + chance(`${one.id} size`, 90_000),
      title: `Report run ${one.id}`,
      type: 'csv',
      url: `https://files.merrow.example/v1/files/${file}/contents`,
    };
    return {
      id: one.id,
      object: 'reporting.report_run',
      created: one.created,
      error: status === 'failed' ? 'An internal error occurred while generating the report.' : null,
      livemode: true,
      parameters: { interval_end: one.to, interval_start: one.from },
      report_type: one.type,
      result: status === 'succeeded' ? result : null,
      status,
      succeeded_at: status === 'succeeded' ? finished : null,
    };
  }

  function listed(kind: string, query: Row): Row {
    if (kind === 'strategies') {
      refuseUnknown(query, ['active', ...listParams]);
      expanded(query.expand, [], true);
      const active = query.active === undefined ? undefined : boolean(query.active, 'active');
      const passes = (one: Strategy) => active === undefined || one.active === active;
      return paged('strategy', '/v1/strategies', query, strategies, passes, strategyShown);
    }
    if (kind === 'reports') {
      refuseUnknown(query, [...listParams, 'report_type']);
      expanded(query.expand, [], true);
      const type = query.report_type === undefined ? undefined : string(query.report_type, 'report_type');
      const passes = (one: ReportRun) => type === undefined || one.type === type;
      return paged('reporting.report_run', '/v1/reports', query, reports, passes, reportShown);
    }
    refuseUnknown(query, [...listParams, 'currency', 'status', 'strategy']);
    const fields = expanded(query.expand, ['strategy'], true);
    const currency = query.currency === undefined ? undefined : currencyOf(query.currency);
    const status = query.status === undefined ? undefined : statusOf(query.status);
    const strategy = query.strategy === undefined ? undefined : strategyOf(query.strategy).id;
    return paged(
      'listing',
      '/v1/listings',
      query,
      all,
      (one) =>
        (currency === undefined || one.currency === currency) &&
        (status === undefined || one.status === status) &&
        (strategy === undefined || one.strategy === strategy),
      (one) => listingShown(one, fields),
    );
  }

  const strategyOf = (value: unknown) =>
    found(400, 'strategy', strategies, string(value, 'strategy'), 'strategy');
  const listingOf = (id: string) => found(404, 'listing', all, id, 'listing');

  function retrieved(kind: string, id: string, query: Row): Row {
    refuseUnknown(query, ['expand']);
    const fields = expanded(query.expand, kind === 'listings' ? ['strategy'] : []);
    if (kind === 'listings') return listingShown(listingOf(id), fields);
    if (kind === 'strategies') return strategyShown(found(404, 'strategy', strategies, id, 'strategy'));
    return reportShown(found(404, 'reporting.report_run', reports, id, 'report_run'));
  }

  function refuseArchived({ status }: Listing, what: string): void {
    if (status !== 'archived') return;
    const message = `This Listing's ${what} could not be updated because it has a status of archived. You may only update the ${what} of a Listing with one of the following statuses: active, paused.`;
    throw invalid(message, undefined, 'listing_unexpected_state');
  }

  function priced(id: string, body: Row): Row {
    refuseUnknown(body, ['expand', 'max_amount', 'metadata', 'min_amount']);
    const fields = expanded(body.expand, ['strategy']);
    const [max, min] = ['max_amount', 'min_amount'].map((name) => {
      const value = body[name];
      if (value === undefined || isUnset(value)) return value === undefined ? undefined : null;
      return atLeast(integer(value, name), 1, name);
    });
    const one = listingOf(id);
    const metadata = body.metadata === undefined ? one.metadata : merged(one.metadata, body.metadata);
    refuseArchived(one, 'price bounds');
    for (const [name, amount] of Object.entries({ max_amount: max, min_amount: min })) {
      if ((amount ?? 0) <= largestAmount) continue;
      const most = `${symbols[one.currency]}999,999.99`;
      throw invalid(`Amount must be no more than ${most}`, name, 'amount_too_large');
    }
    const [low, high] = [min === undefined ? one.min : min, max === undefined ? one.max : max];
    if (low !== null && high !== null && low > high) {
      const param = typeof min === 'number' ? 'min_amount' : 'max_amount';
      throw invalid('`min_amount` must be less than or equal to `max_amount`.', param);
    }
    const type = strategies.find((each) => each.id === one.strategy)?.type;
    if (low === null && type !== undefined && type !== 'margin') {
      const message = `You cannot unset \`min_amount\` while the listing has a strategy with \`type=${type}\`.`;
      throw invalid(message, 'min_amount');
    }
    [one.min, one.max, one.metadata, one.updated] = [low, high, metadata, now()];
    return listingShown(one, fields);
  }

  function assigned(id: string, body: Row): Row {
    refuseUnknown(body, ['expand', 'metadata', 'strategy']);
    const fields = expanded(body.expand, ['strategy']);
    if (body.strategy === undefined) throw required('strategy');
    if (!isUnset(body.strategy)) string(body.strategy, 'strategy');
    const one = listingOf(id);
    const metadata = body.metadata === undefined ? one.metadata : merged(one.metadata, body.metadata);
    refuseArchived(one, 'strategy');
    const strategy = isUnset(body.strategy) ? undefined : strategyOf(body.strategy);
    const { type, currency = one.currency, active = true } = strategy ?? {};
    const fault = !active
      ? 'The strategy specified is inactive. This field only accepts active strategies.'
      : currency !== one.currency
        ? `The strategy specified only supports \`${currency}\`. This doesn't match the expected currency: \`${one.currency}\`.`
        : type !== undefined && type !== 'margin' && one.min === null
          ? `You must set \`min_amount\` on the listing to use a strategy with \`type=${type}\`.`
          : undefined;
    if (fault !== undefined) throw invalid(fault, 'strategy');
    [one.strategy, one.metadata, one.updated] = [strategy?.id ?? null, metadata, now()];
    return listingShown(one, fields);
  }

  function ordered(body: Row): Row {
    refuseUnknown(body, ['expand', 'parameters', 'report_type']);
    expanded(body.expand, []);
    if (body.report_type === undefined) throw required('report_type');
    const type = string(body.report_type, 'report_type');
    const parameters = body.parameters ?? {};
    if (!isObject(parameters)) throw invalid('Invalid object', 'parameters');
    const types = reportTypes.map((id) => ({ id }));
    found(400, 'reporting.report_type', types, type, 'report_type');
    const [from, to] = ['interval_start', 'interval_end'].map((name) => {
      const param = `parameters[${name}]`;
      if (parameters[name] === undefined) throw required(param);
      return integer(parameters[name], param);
    }) as [number, number];
    if (from >= to) {
      const message = '`interval_end` must be later than `interval_start`.';
      throw invalid(message, 'parameters[interval_end]');
    }
    const id = objectId('rrun', `prefixed run ${run.run} ${reports.length}`);
    const report = { id, created: now(), type, from, to, takes: 45, fails: false };
    reports.unshift(report);
    return reportShown(report);
  }

  function answer(request: Asked): Row {
    const { method } = request;
    const { path, steps, query } = targetOf(request);
    const [root, kind = '', id, part, ...more] = steps;
    const isKnown =
      root === 'v1' && ['listings', 'reports', 'strategies'].includes(kind) && more.length === 0;
    if (isKnown && method === 'GET' && part === undefined) {
      return id === undefined ? listed(kind, nested(query)) : retrieved(kind, id, nested(query));
    }
    if (path === '/v1/reports' && method === 'POST') return ordered(bodyOf(request));
    if (isKnown && method === 'PATCH' && kind === 'listings' && id !== undefined) {
      if (part === 'price') return priced(id, bodyOf(request));
      if (part === 'strategy') return assigned(id, bodyOf(request));
    }
    const message = `Unrecognized request URL (${method}: ${path}). Please see ${docs} or we can help at ${support}.`;
    throw new Refusal(404, message, { isLogged: false });
  }

  /** Takes one of the tokens that come back with time. */
  function admit({ headers }: Asked): void {
    const given = headers['x-api-key'];
    if (given === undefined || given === '') {
      throw new Refusal(
        401,
        `You did not provide an API key. You need to provide your API key in the X-API-KEY header (e.g. 'X-API-KEY: YOUR_SECRET_KEY'). See ${docs}/api#authentication for details, or we can help at ${support}.`,
        { isLogged: false },
      );
    }
    if (given !== key) {
      const masked = '*'.repeat(Math.max(given.length - 4, 0)) + given.slice(-4);
      throw new Refusal(401, `Invalid API Key provided: ${masked}`, { isLogged: false });
    }
    tokens = Math.min(burst, tokens + ((run.now() - refilled) * perSecond) / 1_000);
    refilled = run.now();
    if (tokens < 1) {
      throw new Refusal(
        429,
        `Request rate limit exceeded. You can learn more about rate limits here ${docs}/rate-limits.`,
        { code: 'rate_limit', isLogged: false, headers: [['Merrow-Rate-Limited-Reason', 'global-rate']] },
      );
    }
    tokens -= 1;
  }

  return (request) => {
    count += 1;
    const id = `req_${scrambled(`prefixed ${run.run} ${count}`, 14, base62)}`;
    const { method, target, headers, body } = request;
    const idempotency = method === 'GET' ? undefined : headers['idempotency-key'];
    const asked = `${method} ${target} ${body}`;
    const sent = (status: number, text: string, more: Headers = []): Answered => ({
      status,
      headers: [
        ['Cache-Control', 'no-cache, no-store'],
        ['Content-Type', 'application/json'],
        ...(idempotency === undefined ? [] : [['Idempotency-Key', idempotency] as const]),
        ...more,
        ['Request-Id', id],
        ['Merrow-Version', version],
      ],
      body: text,
    });
    const print = (value: Row) => `${JSON.stringify(value, null, 2)}\n`;
    try {
      admit(request);
      const before = idempotency === undefined ? undefined : done.get(idempotency);
      if (before !== undefined) {
        if (before.asked !== asked) {
          const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotency!}' if you meant to execute a different request.`;
          throw new Refusal(400, message, { type: 'idempotency_error' });
        }
        return sent(200, before.body, [
          ['Idempotent-Replayed', 'true'],
          ['Original-Request', before.request],
        ]);
      }
      const text = print(answer(request));
      if (idempotency === undefined) return sent(200, text);
      done.set(idempotency, { asked, request: id, body: text });
      return sent(200, text, [['Original-Request', id]]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sent(error.status, print(error.shown(id, now())), error.fault.headers);
    }
  };
}

/** Goes on after the last object as long as there is more. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    const page = rowsAt(received, 'data');
    rows.push(...page);
    const last = textIfAny(received, 'data', page.length - 1, 'id');
    next =
      at(received, 'has_more') === true && last !== undefined
        ? `${target}${target.includes('?') ? '&' : '?'}starting_after=${last}`
        : undefined;
  }
  return rows;
}

const read = (api: Api, kind: string, id: unknown, query = ''): Promise<Received> =>
  api.ask('GET', `/v1/${kind}/${String(id)}${query}`);
const price = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json: body });
const assign = (api: Api, id: unknown, body: unknown): Promise<Received> =>
  api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json: body });
const order = (api: Api, body: unknown, once?: string): Promise<Received> => {
  const sending: Sending = {
    json: body,
    ...(once !== undefined && { headers: { 'Idempotency-Key': once } }),
  };
  return api.ask('POST', '/v1/reports', sending);
};

interface Ids {
  readonly all: readonly unknown[];
  /** Listings in euros that are not archived: with both bounds and no strategy, with a strategy, without both a lower bound and one. */
  readonly free: readonly unknown[];
  readonly bound: readonly unknown[];
  readonly open: readonly unknown[];
  readonly archived: readonly unknown[];
}

function idsOf(rows: readonly Row[]): Ids {
  const ids = (passes: (row: Row) => boolean) => rows.filter(passes).map(({ id }) => id);
  const kept = (row: Row) => row.status !== 'archived' && row.currency === 'eur';
  return {
    all: ids(() => true),
    free: ids(
      (row) => kept(row) && row.min_amount !== null && row.max_amount !== null && row.strategy === null,
    ),
    bound: ids((row) => kept(row) && row.min_amount !== null && row.strategy !== null),
    open: ids((row) => kept(row) && row.min_amount === null && row.strategy === null),
    archived: ids((row) => row.status === 'archived'),
  };
}

/** The strategies that a user knows by their names. */
function plansOf(rows: readonly Row[]): (name: string) => unknown {
  return (name) => rows.find((row) => row.name === name)?.id;
}

/** An id that no object has. */
const nobody = (prefix: string, word: string) => `${prefix}_1Nb${scrambled(word, 21, hex)}`;

async function recorded(api: Api): Promise<void> {
  const { all, free, bound, open, archived } = idsOf(await walk(api, '/v1/listings'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plan = plansOf(await walk(api, '/v1/strategies'));
  const runs = (await walk(api, '/v1/reports')).map(({ id }) => id);
  await get('limit=25');
  await get(`limit=5&starting_after=${String(all[9])}`);
  await get(`limit=4&ending_before=${String(all[20])}`);
  await get('status=archived');
  await get('currency=gbp&limit=5');
  await get('created[gte]=1735689600&limit=6');
  await get(`strategy=${String(plan('Healthy margin'))}`);
  await get('expand[]=data.strategy&limit=3');
  await api.ask('GET', '/v1/strategies?active=true');
  await api.ask('GET', '/v1/reports?limit=3');
  for (const id of [free[0], bound[0], open[0], archived[0]]) await read(api, 'listings', id);
  await read(api, 'listings', bound[1], '?expand[]=strategy');
  await read(api, 'strategies', plan('Meet the lowest'));
  await read(api, 'strategies', plan('Undercut'));
  await read(api, 'reports', runs[0]);
  await read(api, 'reports', runs[5]);

  await price(api, free[0], { min_amount: 1_250, max_amount: 31_900 });
  await read(api, 'listings', free[0]);
  await price(api, bound[0], { min_amount: 480 });
  await price(api, free[1], { max_amount: null });
  await read(api, 'listings', free[1]);
  await price(api, bound[1], { max_amount: 42_500, metadata: { buyer: 'jonas' } });
  await assign(api, free[0], { strategy: plan('Undercut') });
  await read(api, 'listings', free[0], '?expand[]=strategy');
  await assign(api, bound[0], { strategy: null });
  await read(api, 'listings', bound[0]);
  await assign(api, open[0], { strategy: plan('Healthy margin') });
  const march = {
    report_type: 'sales.itemized.1',
    parameters: { interval_start: 1_772_323_200, interval_end: 1_775_001_600 },
  };
  const ordered = textIfAny(await order(api, march, 'sales-2026-03'), 'id');
  await order(api, march, 'sales-2026-03');
  await order(api, { ...march, report_type: 'listings.summary.1' }, 'sales-2026-03');
  api.wait(60_000);
  await read(api, 'reports', ordered);
  await api.ask('GET', '/v1/reports?limit=2');

  await read(api, 'listings', nobody('lst', 'one'));
  await read(api, 'listings', 'kettle');
  await read(api, 'strategies', 'strat_cheapest');
  await read(api, 'reports', nobody('rrun', 'two'));
  await price(api, nobody('lst', 'three'), { min_amount: 900 });
  await price(api, free[2], { min_amount: 5_200, max_amount: 4_100 });
  await price(api, free[2], { min_amount: -50 });
  await price(api, free[2], { min_amount: 'cheap' });
  await price(api, free[2], { max_amount: 1_999.5 });
  await price(api, free[2], { minamount: 1_200 });
  await price(api, archived[0], { min_amount: 900 });
  await api.ask('PATCH', `/v1/listings/${String(free[2])}/price`, { text: '{"min_amount": ' });
  await assign(api, free[2], { strategy: nobody('strat', 'four') });
  await assign(api, free[2], { strategy: plan('End of line') });
  await assign(api, free[2], { strategy: plan('Undercut (UK)') });
  await assign(api, open[1], { strategy: plan('Undercut') });
  await assign(api, free[2], {});
  await order(api, { ...march, report_type: 'refunds.itemized.1' });
  await get('limit=200');
  await get('limit=abc');
  await get('sort=unit_amount');
  await get('status=sold');
  await get(`starting_after=${nobody('lst', 'five')}`);
  await get('expand[]=strategy&limit=3');
  await api.ask('GET', '/v1/listings?limit=2', { headers: { 'X-API-KEY': null } });
  await hurry(api, '/v1/strategies?limit=1', 12);
}

async function another(api: Api): Promise<void> {
  const { all, free, bound, open, archived } = idsOf(await walk(api, '/v1/listings?limit=12'));
  const get = (query: string) => api.ask('GET', `/v1/listings?${query}`);
  const plan = plansOf(await walk(api, '/v1/strategies?limit=20'));
  const runs = (await walk(api, '/v1/reports?limit=7')).map(({ id }) => id);
  await get(`limit=6&starting_after=${String(all[3])}`);
  await get(`limit=3&ending_before=${String(all[15])}`);
  await get(`starting_after=${String(all.at(-1))}`);
  await get('status=paused');
  await get('currency=eur&limit=4');
  await get('created[lt]=1720000000');
  await get(`strategy=${String(plan('Meet the lowest'))}&limit=5`);
  await get('expand[]=data.strategy&limit=2&status=active');
  await api.ask('GET', '/v1/strategies?active=false');
  for (const id of [free[3], bound[2], open[1]]) await read(api, 'listings', id);
  await read(api, 'listings', bound[3], '?expand[]=strategy');
  await read(api, 'strategies', plan('Featured offer'));
  await read(api, 'reports', runs[3]);

  await price(api, free[3], { min_amount: 777, max_amount: 28_450 });
  await read(api, 'listings', free[3]);
  await price(api, bound[2], { max_amount: 55_000 });
  await price(api, free[4], { min_amount: null });
  await assign(api, free[3], { strategy: plan('Featured offer') });
  await read(api, 'listings', free[3], '?expand[]=strategy');
  await assign(api, bound[3], { strategy: null });
  await assign(api, open[1], { strategy: plan('Healthy margin') });
  const april = {
    report_type: 'price_changes.itemized.2',
    parameters: { interval_start: 1_775_001_600, interval_end: 1_777_593_600 },
  };
  await order(api, april, 'prices-2026-04');
  await order(api, april, 'prices-2026-04');

  await read(api, 'listings', nobody('lst', 'six'));
  await read(api, 'listings', 'teapot');
  await read(api, 'strategies', nobody('strat', 'seven'));
  await price(api, nobody('lst', 'eight'), { max_amount: 8_000 });
  await price(api, free[5], { min_amount: 9_900, max_amount: 9_899 });
  await price(api, free[5], { max_amount: -3 });
  await price(api, free[5], { max_amount: 'much' });
  await price(api, free[5], { min_amount: true });
  await price(api, free[5], { min_amount: 120_000_000, max_amount: null });
  await price(api, free[5], { max_price: 7_000 });
  await price(api, archived[1], { max_amount: 12_000 });
  await assign(api, free[5], { strategy: nobody('strat', 'nine') });
  await assign(api, free[5], { strategy: plan('End of line') });
  await assign(api, free[5], { strategy: 17 });
  await assign(api, open[2], { strategy: plan('Meet the lowest') });
  await get('limit=500');
  await get('limit=ten');
  await get('colour=red&limit=3');
  await get('status=lost');
  await get('currency=xyz');
  await api.ask('GET', '/v1/reports?limit=2', { headers: { 'X-API-KEY': null } });
}

export const prefixedObjects: WalkedService = {
  name: 'prefixed-objects',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
