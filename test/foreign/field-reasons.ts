// The in-house API of a mid-size reseller, in Go with a JSON layer of the team's own: lists are `items` and an opaque
// `next_cursor` that the last page leaves out, whatever is empty is left out, amounts are whole cents, moments carry the zone of
// the office. A strange parameter or member is refused; faults are told by field with a reason, bodies that cannot be read in
// the words of the standard decoder. Each listing counts its revisions, which a write may name in `If-Match`.
import type { Answered, Api, Asked, Received, Run } from './contract.ts';
import { scrambled, targetOf } from './kit.ts';
import type { Headers } from './kit.ts';
import { chance, digest, hurry, isObject, oneOf, pastMoment, rowsAt, textIfAny, ware } from './materials.ts';
import type { Row, WalkedService } from './materials.ts';

const key = 'rk_live_c41f7e0d92b84a6f';
/** Tokens a second, and how many a bucket holds. */
const rate = 4;
const burst = 6;
const usualLimit = 20;
const largestLimit = 100;
const largestCents = 5_000_000;
const day = 86_400_000;
const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';

const states = ['live', 'paused', 'ended'];
const channels = ['harbor', 'plaza'];
const kinds = ['match', 'undercut', 'margin'];
const reportKinds = ['price_changes', 'stock_levels', 'margins'];
const reportStatuses = ['queued', 'running', 'done', 'failed'];

/** When the clocks of the office change, at one in the morning of a month's last Sunday. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * day;
}

/** To the second, in the time of the office. */
function moment(milliseconds: number): string {
  const year = new Date(milliseconds).getUTCFullYear();
  const isSummer = milliseconds >= lastSunday(year, 2) && milliseconds < lastSunday(year, 9);
  const hours = isSummer ? 2 : 1;
  return `${new Date(milliseconds + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
}

/** A text as the verb for quoted texts prints it. */
const quoted = (text: string): string => JSON.stringify(text);

const plans: readonly (readonly [name: string, kind: string, undercut: number, margin: number])[] = [
  ['Match lowest offer', 'match', 0, 0],
  ['Undercut by 10 cents', 'undercut', 10, 0],
  ['Undercut by 1 euro', 'undercut', 100, 0],
  ['Keep 18 percent', 'margin', 0, 18],
  ['Keep 30 percent', 'margin', 0, 30],
  ['Spring clearance', 'margin', 0, 4],
];
const strategies = plans.map(([name, kind, undercut, margin], index) => ({
  id: `stg_${scrambled(`reasons strategy ${index}`, 6, base36)}`,
  name,
  kind,
  undercut,
  margin,
  isArchived: index === 5,
  created: Date.UTC(2023, 7, 3 + 17 * index, 8, 14 + index, 20 + 3 * index),
}));
type Strategy = (typeof strategies)[number];

function listings() {
  return Array.from({ length: 28 }, (_, index) => {
    const seed = `reasons ${index}`;
    const { title, sku, price, stock } = ware(seed);
    const created = pastMoment(seed);
    const state = oneOf(`${seed} state`, ['live', 'live', 'live', 'live', 'paused', 'ended']);
    const updated = created + chance(`${seed} updated`, 70 * 86_400) * 1_000;
    const min = chance(`${seed} min`, 4) === 0 ? null : Math.round(price * 0.8);
    const isManaged = min !== null && state !== 'ended' && chance(`${seed} managed`, 5) < 2;
    return {
      id: `lst_${scrambled(`${seed} id`, 6, base36)}`,
      sku,
      title,
      channel: oneOf(`${seed} channel`, channels),
      state,
      condition: oneOf(`${seed} condition`, ['', '', 'open_box', 'refurbished']),
      price,
      quantity: state === 'ended' || chance(`${seed} none`, 6) === 0 ? 0 : stock,
      tags: ['bulky', 'gift', 'seasonal'].filter((tag) => chance(seed + tag, 4) === 0),
      isFeatured: state === 'live' && chance(`${seed} featured`, 3) === 0,
      created,
      ended: state === 'ended' ? updated : undefined,
      min,
      max: chance(`${seed} max`, 3) === 0 ? null : Math.round(price * 1.4),
      strategy: isManaged ? strategies[chance(`${seed} strategy`, 5)] : undefined,
      revision: 1 + chance(`${seed} revision`, 14),
      updated,
    };
  });
}

type Listing = ReturnType<typeof listings>[number];

interface Fault {
  readonly field: string;
  readonly reason: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly Fault[];
  readonly headers: Headers;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: readonly Fault[] = [],
    headers: Headers = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

const notFound = (what: string, id: string) =>
  new Refusal(404, 'not_found', `${what} ${quoted(id)} not found`);
const conflict = (code: string, message: string) => new Refusal(409, code, message);
const badBody = (message: string) => new Refusal(400, 'invalid_body', message);

function refuseBody(faults: readonly Fault[]): void {
  if (faults.length > 0) {
    throw new Refusal(422, 'validation_failed', 'request body has invalid fields', faults);
  }
}

/** Scans a JSON text as the standard decoder does; returns the members of an outermost object, as they are written. */
function scan(text: string): {
  readonly raw: string;
  readonly members: readonly (readonly [string, string])[];
} {
  const members: (readonly [string, string])[] = [];
  let index = 0;
  let depth = 0;

  function fail(message: string): never {
    throw badBody(message);
  }
  /** The sign that the text goes on with; it has to. */
  const sign = (): string => text[index] ?? fail('unexpected EOF');
  function refuse(where: string): never {
    const found = sign();
    const told = found === "'" ? "\\'" : found === '"' ? '"' : JSON.stringify(found).slice(1, -1);
    fail(`invalid character '${told}' ${where}`);
  }
  const need = (pattern: RegExp, where: string): void => {
    if (!pattern.test(sign())) refuse(where);
    index += 1;
  };
  const skip = (pattern: RegExp): void => {
    while (pattern.test(text[index] ?? '')) index += 1;
  };
  const next = (): string => {
    skip(/[ \t\r\n]/);
    return sign();
  };

  function string(): string {
    const from = index;
    index += 1;
    while (sign() !== '"') {
      const isEscape = sign() === '\\';
      need(/[^\0-\x1f]/, 'in string literal'); // eslint-disable-line no-control-regex
      if (!isEscape) continue;
      const isCode = sign() === 'u';
      need(/["\\/bfnrtu]/, 'in string escape code');
      for (let digits = 0; isCode && digits < 4; digits += 1) {
        need(/[0-9a-f]/i, 'in \\u hexadecimal character escape');
      }
    }
    index += 1;
    return text.slice(from, index);
  }

  function number(): void {
    if (sign() === '-') index += 1;
    const isZero = sign() === '0';
    need(/\d/, 'in numeric literal');
    if (!isZero) skip(/\d/);
    if (text[index] === '.') {
      index += 1;
      need(/\d/, 'after decimal point in numeric literal');
      skip(/\d/);
    }
    if (/e/i.test(text[index] ?? '')) {
      index += 1;
      if (/[+-]/.test(sign())) index += 1;
      need(/\d/, 'in exponent of numeric literal');
      skip(/\d/);
    }
  }

  /** The inside of an object or a list. */
  function inside(close: '}' | ']'): void {
    index += 1;
    for (let isFirst = true; next() !== close || !isFirst; isFirst = false) {
      let name = '';
      if (close === '}') {
        if (sign() !== '"') refuse('looking for beginning of object key string');
        name = JSON.parse(string()) as string;
        next();
        need(/:/, 'after object key');
      }
      const raw = value();
      if (depth === 1) members.push([name, raw]);
      if (next() === close) break;
      need(/,/, close === '}' ? 'after object key:value pair' : 'after array element');
    }
    index += 1;
  }

  function value(): string {
    const first = next();
    const from = index;
    depth += 1;
    if (first === '{') inside('}');
    else if (first === '[') inside(']');
    else if (first === '"') string();
    else if (/[-\d]/.test(first)) number();
    else {
      const word = ['true', 'false', 'null'].find((each) => each.startsWith(first));
      if (word === undefined) refuse('looking for beginning of value');
      for (const letter of word) need(new RegExp(letter), `in literal ${word} (expecting '${letter}')`);
    }
    depth -= 1;
    return text.slice(from, index);
  }

  if (text.trim() === '') fail('request body is empty');
  const raw = value();
  if (text.slice(index).trim() !== '') fail('request body must hold a single JSON object');
  return { raw, members };
}

/** What the decoder calls a JSON value. */
function kindOf(raw: string): string {
  const at = '"{[tfn'.indexOf(raw[0]!);
  return ['string', 'object', 'array', 'bool', 'bool', 'null'][at] ?? 'number';
}

type Type = 'int64' | 'string';

/** Reads a body into a struct of optional members: a value, null, or absent. */
function decoded<Name extends string>(
  { headers, body }: Asked,
  struct: string,
  types: Readonly<Record<Name, Type>>,
): Readonly<Partial<Record<Name, number | string | null>>> {
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw new Refusal(415, 'unsupported_media_type', 'Content-Type must be application/json');
  }
  const { raw: whole, members } = scan(body);
  const wholeKind = kindOf(whole);
  if (wholeKind !== 'object' && wholeKind !== 'null') {
    throw badBody(`json: cannot unmarshal ${wholeKind} into Go value of type api.${struct}`);
  }
  const read: Record<string, number | string | null> = {};
  let stranger: string | undefined;
  for (const [name, raw] of members) {
    // The decoder does not tell small letters from large ones.
    const field = name.toLowerCase();
    const type = (types as Readonly<Record<string, Type>>)[field];
    const kind = kindOf(raw);
    if (type === undefined) {
      stranger ??= name;
    } else if (kind === 'null') {
      read[field] = null;
    } else if (type === 'string' && kind === 'string') {
      read[field] = JSON.parse(raw) as string;
    } else if (type === 'int64' && /^-?\d{1,18}$/.test(raw)) {
      read[field] = Number(raw);
    } else {
      const told = type === 'int64' && kind === 'number' ? `number ${raw}` : kind;
      throw badBody(`json: cannot unmarshal ${told} into Go struct field ${struct}.${field} of type ${type}`);
    }
  }
  if (stranger !== undefined) throw badBody(`json: unknown field ${quoted(stranger)}`);
  return read as Partial<Record<Name, number | string | null>>;
}

/** Reads a query; tells all that is wrong with it at once. */
class Query {
  readonly #params: URLSearchParams;
  readonly #faults: Fault[] = [];
  readonly #known = new Set<string>();

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  text(name: string): string | undefined {
    this.#known.add(name);
    const text = this.#params.get(name);
    return text === null || text === '' ? undefined : text;
  }

  fault(field: string, reason: string): void {
    this.#faults.push({ field, reason });
  }

  #read<Value>(name: string, read: (text: string) => Value | undefined, reason: string): Value | undefined {
    const text = this.text(name);
    const value = text === undefined ? undefined : read(text);
    if (text !== undefined && value === undefined) this.fault(name, reason);
    return value;
  }

  whole(name: string, least: number, most: number, reason: string): number | undefined {
    const isWithin = (text: string) =>
      /^[+-]?\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
    return this.#read(name, (text) => (isWithin(text) ? Number(text) : undefined), reason);
  }

  /** Words parted by commas. */
  words(name: string, known: readonly string[]): readonly string[] | undefined {
    const read = (text: string) => {
      const words = text.split(',');
      return words.every((word) => known.includes(word)) ? words : undefined;
    };
    return this.#read(name, read, `must be one of ${known.join(', ')}`);
  }

  flag(name: string): boolean | undefined {
    const flags: Readonly<Record<string, boolean>> = { true: true, false: false };
    return this.#read(name, (text) => flags[text], 'must be true or false');
  }

  moment(name: string): number | undefined {
    const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
    const read = (text: string) => (pattern.test(text) ? Date.parse(text) : undefined);
    return this.#read(name, read, 'must be an RFC 3339 timestamp');
  }

  refuseFaults(): void {
    for (const name of new Set(this.#params.keys())) {
      if (!this.#known.has(name)) this.fault(name, 'unknown parameter');
    }
    if (this.#faults.length > 0) {
      throw new Refusal(400, 'invalid_query', 'query has invalid parameters', this.#faults);
    }
  }
}

type SortValue = string | number;

interface Cursor {
  readonly sort: string;
  readonly after: readonly SortValue[];
  readonly id: string;
}

const encoded = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function cursorOf(text: string): Cursor | undefined {
  try {
    const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    const isOne = isObject(read) && typeof read.sort === 'string' && Array.isArray(read.after);
    return isOne && typeof read.id === 'string' ? (read as unknown as Cursor) : undefined;
  } catch {
    return undefined;
  }
}

/** Without the members that are empty. */
function trimmed(row: Row): Row {
  const isEmpty = (value: unknown) =>
    typeof value === 'object' ? Object.keys(value ?? {}).length === 0 : !value;
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));
}

/** As the encoder of the standard library sends it. */
const sent = (status: number, body: Row, headers: Headers = []): Answered => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: `${JSON.stringify(body)}\n`,
});

/** A page of a list: reads what tells pages and order, refuses a faulty query, goes on after the cursor's record. */
function paged<One extends { readonly id: string }>(
  query: Query,
  found: readonly One[],
  keys: Readonly<Record<string, (one: One) => SortValue>>,
  usualSort: string,
  show: (one: One) => Row,
): Answered {
  const reason = `must be between 1 and ${largestLimit}`;
  const limit = query.whole('limit', 1, largestLimit, reason) ?? usualLimit;
  const sort = query.text('sort') ?? usualSort;
  const order = sort.split(',').map((word) => ({
    name: word.replace(/^-/, ''),
    sign: word.startsWith('-') ? -1 : 1,
  }));
  const strange = order.find(({ name }) => !Object.hasOwn(keys, name));
  if (strange !== undefined) query.fault('sort', `unknown sort key ${quoted(strange.name)}`);
  const text = query.text('cursor');
  const cursor = text === undefined ? undefined : cursorOf(text);
  if (text !== undefined && cursor === undefined) query.fault('cursor', 'is malformed');
  if (cursor !== undefined && cursor.sort !== sort) query.fault('cursor', 'does not belong to this sort');
  query.refuseFaults();

  const placeOf = (one: One): Cursor => {
    return { sort, after: order.map(({ name }) => keys[name]!(one)), id: one.id };
  };
  const compare = (one: Cursor, other: Cursor): number => {
    for (const [index, { sign }] of order.entries()) {
      const [first, second] = [one.after[index]!, other.after[index]!];
      if (first !== second) return first < second ? -sign : sign;
    }
    return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
  };
  const rest = [...found]
    .sort((one, other) => compare(placeOf(one), placeOf(other)))
    .filter((one) => cursor === undefined || compare(placeOf(one), cursor) > 0);
  const items = rest.slice(0, limit);
  const next_cursor = rest.length > limit ? encoded(placeOf(items.at(-1)!)) : undefined;
  return sent(200, { items: items.map(show), next_cursor });
}

function strategyShown({ id, name, kind, undercut, margin, isArchived, created }: Strategy): Row {
  const figures = { undercut_cents: undercut, margin_percent: margin, archived: isArchived };
  return trimmed({ id, name, kind, ...figures, created_at: moment(created) });
}

const listingShown = (one: Listing): Row =>
  trimmed({
    id: one.id,
    sku: one.sku,
    title: one.title,
    channel: one.channel,
    state: one.state,
    condition: one.condition,
    price_cents: one.price,
    currency: 'EUR',
    bounds: trimmed({ min_cents: one.min, max_cents: one.max }),
    strategy: one.strategy && { id: one.strategy.id, name: one.strategy.name },
    quantity: one.quantity,
    tags: one.tags,
    featured: one.isFeatured,
    revision: one.revision,
    created_at: moment(one.created),
    updated_at: moment(one.updated),
    ended_at: one.ended && moment(one.ended),
  });

function start(run: Run): (request: Asked) => Answered {
  const opened = run.now();
  const all = listings();
  const reports = Array.from({ length: 12 }, (_, index) => {
    const ago = 12 - index;
    const isNew = ago === 1;
    return {
      id: `run_${scrambled(`reasons report ${index}`, 6, base36)}`,
      kind: reportKinds[index % 3]!,
      requested: isNew ? opened - 3_400 : opened - ago * day - chance(`reasons report ${index}`, day / 2),
      seconds: isNew ? 60 : 40 + chance(`reasons seconds ${index}`, 400),
      fails: index === 3 || index === 8,
    };
  });
  type Report = (typeof reports)[number];
  let tokens = burst;
  let filled = opened;
  let count = 0;

  /** A second, a machine and a number that goes up, in 20 letters and digits. */
  function requestId(): string {
    count += 1;
    const second = Math.floor(run.now() / 1_000)
      .toString(16)
      .padStart(8, '0');
    const machine = digest(`reasons machine ${run.run}`).slice(0, 10);
    const first = 0x200_000 + chance(`reasons counter ${run.run}`, 0xc00_000);
    const bits = BigInt(`0x${second}${machine}${(first + count).toString(16).padStart(6, '0')}`) << 4n;
    return bits.toString(32).padStart(20, '0');
  }

  function statusOf({ requested, seconds, fails }: Report): string {
    const elapsed = (run.now() - requested) / 1_000;
    if (elapsed < 10) return 'queued';
    return elapsed < seconds ? 'running' : fails ? 'failed' : 'done';
  }

  function reportShown(one: Report): Row {
    const status = statusOf(one);
    const isDone = status === 'done';
    return trimmed({
      id: one.id,
      kind: one.kind,
      status,
      error: status === 'failed' && 'channel harbor did not answer in time',
      row_count: isDone && 20 + chance(`reasons rows ${one.id}`, 4_000),
      downloads: (isDone ? ['csv', 'xlsx'] : []).map((format) => ({
        format,
        url: `${run.origin}/v1/reports/${one.id}/download.${format}`,
      })),
      requested_at: moment(one.requested),
      finished_at: (isDone || status === 'failed') && moment(one.requested + one.seconds * 1_000),
    });
  }

  function listed(query: Query): Answered {
    const q = query.text('q')?.toLowerCase() ?? '';
    const state = query.words('state', states) ?? states;
    const channel = query.words('channel', channels) ?? channels;
    const strategy = query.text('strategy_id');
    const cents = 'must be a non-negative integer';
    const from = query.whole('price_from', 0, Infinity, cents) ?? 0;
    const to = query.whole('price_to', 0, Infinity, cents) ?? Infinity;
    const since = query.moment('updated_since') ?? -Infinity;
    if (from > to) query.fault('price_to', 'must not be less than price_from');
    const found = all.filter(
      (one) =>
        one.title.toLowerCase().includes(q) &&
        state.includes(one.state) &&
        channel.includes(one.channel) &&
        (strategy === undefined || one.strategy?.id === strategy) &&
        one.price >= from &&
        one.price <= to &&
        one.updated >= since,
    );
    const keys = {
      created_at: ({ created }: Listing) => created,
      updated_at: ({ updated }: Listing) => updated,
      price_cents: ({ price }: Listing) => price,
      sku: ({ sku }: Listing) => sku,
      title: ({ title }: Listing) => title,
    };
    return paged(query, found, keys, '-created_at', listingShown);
  }

  function listedStrategies(query: Query): Answered {
    const kind = query.words('kind', kinds) ?? kinds;
    const archived = query.flag('archived');
    const found = strategies.filter(
      (one) => kind.includes(one.kind) && (archived ?? one.isArchived) === one.isArchived,
    );
    const keys = { name: ({ name }: Strategy) => name, created_at: ({ created }: Strategy) => created };
    return paged(query, found, keys, 'name', strategyShown);
  }

  function listedReports(query: Query): Answered {
    const kind = query.words('kind', reportKinds) ?? reportKinds;
    const status = query.words('status', reportStatuses) ?? reportStatuses;
    const found = reports.filter((one) => kind.includes(one.kind) && status.includes(statusOf(one)));
    const keys = { requested_at: ({ requested }: Report) => requested };
    return paged(query, found, keys, '-requested_at', reportShown);
  }

  const shown = (one: Listing): Answered =>
    sent(200, listingShown(one), [['Etag', `"${String(one.revision)}"`]]);

  function listingOf(id: string): Listing {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw notFound('listing', id);
    return one;
  }

  /** A listing that may be written: it goes on, and is at the revision that the client has seen. */
  function writable(id: string, { headers }: Asked): Listing {
    const one = listingOf(id);
    const match = headers['if-match'];
    if (match !== undefined && match !== '*') {
      const [, revision] = /^"?(\d+)"?$/.exec(match) ?? [];
      if (revision === undefined) {
        throw new Refusal(400, 'invalid_header', 'If-Match must be the revision of a listing');
      }
      if (Number(revision) !== one.revision) {
        const message = `listing ${quoted(id)} is at revision ${one.revision}, not ${revision}`;
        throw new Refusal(412, 'revision_mismatch', message);
      }
    }
    if (one.state === 'ended') throw conflict('listing_ended', `listing ${quoted(id)} has ended`);
    return one;
  }

  function written(one: Listing): Answered {
    one.revision += 1;
    one.updated = run.now();
    return shown(one);
  }

  function priced(id: string, request: Asked): Answered {
    const body = decoded(request, 'boundsRequest', { min_cents: 'int64', max_cents: 'int64' });
    const given = Object.entries(body);
    if (given.length === 0) {
      throw new Refusal(422, 'validation_failed', 'at least one of min_cents, max_cents is required');
    }
    refuseBody(
      given.flatMap(([field, cents]): Fault[] => {
        if (typeof cents !== 'number') return [];
        if (cents <= 0) return [{ field, reason: 'must be a positive integer' }];
        return cents > largestCents ? [{ field, reason: `must not exceed ${largestCents}` }] : [];
      }),
    );
    const one = writable(id, request);
    const min = body.min_cents === undefined ? one.min : (body.min_cents as number | null);
    const max = body.max_cents === undefined ? one.max : (body.max_cents as number | null);
    if (min !== null && max !== null && min > max) {
      refuseBody([
        body.min_cents === undefined
          ? { field: 'max_cents', reason: `must not be less than min_cents (${min})` }
          : { field: 'min_cents', reason: `must not be greater than max_cents (${max})` },
      ]);
    }
    if (min === null && one.strategy !== undefined) {
      const message = `listing ${quoted(id)} has a strategy and cannot go without min_cents`;
      throw conflict('bounds_required', message);
    }
    [one.min, one.max] = [min, max];
    return written(one);
  }

  function assigned(id: string, request: Asked): Answered {
    const field = 'strategy_id';
    const wanted = decoded(request, 'strategyRequest', { [field]: 'string' })[field];
    if (wanted === undefined) refuseBody([{ field, reason: 'is required' }]);
    if (wanted === '') refuseBody([{ field, reason: 'must not be empty' }]);
    const one = writable(id, request);
    const strategy = strategies.find((each) => each.id === wanted);
    if (typeof wanted === 'string') {
      if (strategy === undefined) {
        refuseBody([{ field, reason: `strategy ${quoted(wanted)} does not exist` }]);
      } else if (strategy.isArchived) {
        throw conflict('strategy_archived', `strategy ${quoted(wanted)} is archived`);
      } else if (one.min === null) {
        const message = `listing ${quoted(id)} needs min_cents before it can have a strategy`;
        throw conflict('bounds_required', message);
      }
    }
    one.strategy = strategy;
    return written(one);
  }

  function answer(request: Asked): Answered {
    const { path, steps, query: params } = targetOf(request);
    const [version, kind = '', id, part, ...more] = steps;
    const isKnown =
      version === 'v1' &&
      more.length === 0 &&
      ['listings', 'strategies', 'reports'].includes(kind) &&
      (part === undefined || (kind === 'listings' && (part === 'price' || part === 'strategy')));
    if (!isKnown) throw new Refusal(404, 'not_found', `no route for ${quoted(path)}`);
    const method = part === undefined ? 'GET' : 'PATCH';
    if (request.method !== method) {
      const message = `method ${request.method} is not allowed here`;
      throw new Refusal(405, 'method_not_allowed', message, [], [['Allow', method]]);
    }
    const query = new Query(params);
    if (id === undefined) {
      if (kind === 'listings') return listed(query);
      return kind === 'strategies' ? listedStrategies(query) : listedReports(query);
    }
    query.refuseFaults();
    if (part === 'price') return priced(id, request);
    if (part === 'strategy') return assigned(id, request);
    if (kind === 'listings') return shown(listingOf(id));
    if (kind === 'strategies') {
      const strategy = strategies.find((one) => one.id === id);
      if (strategy === undefined) throw notFound('strategy', id);
      return sent(200, strategyShown(strategy));
    }
    const report = reports.find((one) => one.id === id);
    if (report === undefined) throw notFound('report', id);
    return sent(200, reportShown(report));
  }

  /** Takes a token out of the bucket of the key. */
  function admit({ headers }: Asked): Headers {
    const given = headers['x-api-key'];
    if (given === undefined) throw new Refusal(401, 'unauthorized', 'missing X-API-KEY header');
    if (given !== key) throw new Refusal(401, 'unauthorized', 'unknown API key');
    const now = run.now();
    tokens = Math.min(burst, tokens + ((now - filled) / 1_000) * rate);
    filled = now;
    const isFree = tokens >= 1;
    if (isFree) tokens -= 1;
    const told: Headers = [
      ['X-Ratelimit-Limit', String(burst)],
      ['X-Ratelimit-Remaining', String(Math.floor(tokens))],
      ['X-Ratelimit-Reset', String(Math.ceil((burst - tokens) / rate))],
    ];
    if (isFree) return told;
    const seconds = Math.ceil((1 - tokens) / rate);
    const message = `rate limit exceeded, retry in ${seconds}s`;
    throw new Refusal(429, 'rate_limited', message, [], [...told, ['Retry-After', String(seconds)]]);
  }

  return (request) => {
    const request_id = requestId();
    let told: Headers = [['X-Request-Id', request_id]];
    try {
      told = [...told, ...admit(request)];
      const { status, headers, body } = answer(request);
      return { status, headers: [...headers, ...told], body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message, fields, headers } = error;
      const shown = { code, message, request_id, ...(fields.length > 0 && { fields }) };
      return sent(status, { error: shown }, [...headers, ...told]);
    }
  };
}

/** Goes on by the cursor until there is none. */
async function walk(api: Api, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    const received: Received = await api.ask('GET', next);
    rows.push(...rowsAt(received, 'items'));
    const cursor = textIfAny(received, 'next_cursor');
    const joint = target.includes('?') ? '&' : '?';
    next = cursor === undefined ? undefined : `${target}${joint}cursor=${encodeURIComponent(cursor)}`;
  }
  return rows;
}

const callsOf = (api: Api) => ({
  get: (query: string) => api.ask('GET', `/v1/listings?${query}`),
  plans: (query: string) => api.ask('GET', `/v1/strategies?${query}`),
  runs: (query: string) => api.ask('GET', `/v1/reports?${query}`),
  read: (kind: string, id: unknown) => api.ask('GET', `/v1/${kind}/${String(id)}`),
  price: (id: unknown, json: unknown, match?: number) => {
    const headers = { 'If-Match': match === undefined ? null : `"${match}"` };
    return api.ask('PATCH', `/v1/listings/${String(id)}/price`, { json, headers });
  },
  priceText: (id: unknown, text: string) => api.ask('PATCH', `/v1/listings/${String(id)}/price`, { text }),
  assign: (id: unknown, json: unknown) => api.ask('PATCH', `/v1/listings/${String(id)}/strategy`, { json }),
});

/** Listings that go on: with a lower bound and no strategy, with a strategy, and without a lower bound; and ended ones. */
function idsOf(rows: readonly Row[]) {
  const ids = (some: readonly Row[]) => some.map(({ id }) => id);
  const on = rows.filter(({ state }) => state !== 'ended');
  const hasMin = ({ bounds }: Row) => isObject(bounds) && bounds.min_cents !== undefined;
  const numberOf = (wanted: unknown, name: string) => Number(rows.find(({ id }) => id === wanted)?.[name]);
  return {
    free: ids(on.filter((row) => hasMin(row) && row.strategy === undefined)),
    bound: ids(on.filter((row) => row.strategy !== undefined)),
    open: ids(on.filter((row) => !hasMin(row))),
    ended: ids(rows.filter(({ state }) => state === 'ended')),
    priceOf: (id: unknown) => numberOf(id, 'price_cents'),
    revisionOf: (id: unknown) => numberOf(id, 'revision'),
  };
}

/** Strategies that are in use, and those that are not any more. */
const plansOf = (rows: readonly Row[]) => ({
  used: rows.filter(({ archived }) => archived !== true).map(({ id }) => id),
  archived: rows.filter(({ archived }) => archived === true).map(({ id }) => id),
});

async function recorded(api: Api): Promise<void> {
  const { get, plans, runs, read, price, priceText, assign } = callsOf(api);
  const rows = await walk(api, '/v1/listings');
  const { free, bound, open, ended, priceOf, revisionOf } = idsOf(rows);
  const { used, archived } = plansOf(await walk(api, '/v1/strategies'));
  const reports = (await walk(api, '/v1/reports?limit=5')).map(({ id }) => id);
  await walk(api, '/v1/listings?limit=12&sort=price_cents');
  await get('state=paused');
  await get('state=live&limit=7');
  await get('price_from=5000&price_to=12000');
  await get('q=lamp');
  await get('channel=plaza&limit=6');
  await get(`strategy_id=${String(used[1])}`);
  await get('sort=-updated_at,sku&limit=6');
  await plans('archived=true');
  await runs('status=failed');
  await read('listings', free[0]);
  await read('listings', free[1]);
  await read('listings', bound[0]);
  await read('listings', open[0]);
  await read('listings', ended[0]);
  await read('strategies', used[0]);
  await read('strategies', archived[0]);
  await read('reports', reports[0]);
  await read('reports', reports[4]);

  const both = { min_cents: priceOf(free[0]) - 300, max_cents: priceOf(free[0]) + 1_500 };
  await price(free[0], both);
  await read('listings', free[0]);
  await price(bound[0], { min_cents: 450 });
  await price(open[0], { max_cents: 45_900 }, revisionOf(open[0]));
  await price(free[1], { max_cents: null });
  await read('listings', free[1]);
  await assign(free[0], { strategy_id: used[2] });
  await read('listings', free[0]);
  await assign(bound[1], { strategy_id: null });
  await assign(bound[0], { strategy_id: used[0] });
  await get('sort=-updated_at&limit=5');

  await read('listings', 'lst_000000');
  await read('listings', 'kettle');
  await read('strategies', 'stg_zzzzzz');
  await price(free[2], { min_cents: 9_900, max_cents: 4_900 });
  await price(free[2], { min_cents: -5 });
  await price(free[2], { min_cents: 0, max_cents: 6_000_000 });
  await price(free[2], { min_cents: '1990' });
  await price(free[2], { max_cents: 24.9 });
  await price(free[2], { min_cents: 990, note: 'sale' });
  await price(free[2], {});
  await price(ended[0], { min_cents: 990 });
  await price(free[0], { min_cents: 880 }, revisionOf(free[0]));
  await price(bound[2], { min_cents: null });
  await priceText(free[2], '{"min_cents": 990,}');
  await assign(free[2], { strategy_id: 'stg_zzzzzz' });
  await assign(free[2], { strategy_id: 12 });
  await assign(free[2], {});
  await assign(free[2], { strategy_id: archived[0] });
  await assign(open[0], { strategy_id: used[0] });
  await get('limit=0');
  await get('state=sold');
  await get('sort=colour');
  await get('price_from=cheap');
  await get('colour=red');
  await get('cursor=abc');
  await api.ask('GET', '/v1/listings?limit=3', { headers: { 'X-API-KEY': null } });
  await hurry(api, '/v1/strategies?limit=2', 9);
}

async function another(api: Api): Promise<void> {
  const { get, plans, runs, read, price, priceText, assign } = callsOf(api);
  const rows = await walk(api, '/v1/listings?limit=15');
  const { free, bound, open, ended, priceOf, revisionOf } = idsOf(rows);
  const { used, archived } = plansOf(await walk(api, '/v1/strategies?limit=4'));
  const reports = (await walk(api, '/v1/reports?limit=8')).map(({ id }) => id);
  await get('state=ended');
  await get('state=live,paused&limit=9');
  await get('price_from=8000&limit=4');
  await get('price_to=9500&sort=price_cents');
  await get('q=rug');
  await get('q=zeppelin');
  await get('channel=harbor&sort=sku&limit=5');
  await get(`strategy_id=${String(used[3])}`);
  await get('sort=-price_cents&limit=6');
  await get('updated_since=2025-03-01T00:00:00Z&limit=5');
  await plans('kind=undercut');
  await runs('kind=margins&limit=2');
  await read('listings', free[3]);
  await read('listings', bound[3]);
  await read('listings', open[1]);
  await read('strategies', used[3]);
  await read('reports', reports[2]);

  const both = { min_cents: priceOf(free[3]) - 180, max_cents: priceOf(free[3]) + 2_200 };
  await price(free[3], both);
  await read('listings', free[3]);
  await price(open[1], { min_cents: 275 }, revisionOf(open[1]));
  await price(bound[3], { max_cents: null });
  await assign(free[3], { strategy_id: used[1] });
  await read('listings', free[3]);
  await assign(bound[4], { strategy_id: null });
  await get('sort=-updated_at&limit=4');

  await read('listings', 'lst_999999');
  await read('strategies', 'stg_111111');
  await read('reports', 'run_222222');
  await price('lst_999999', { max_cents: 5_500 });
  await price(free[4], { min_cents: 31_000, max_cents: 7_700 });
  await price(free[4], { max_cents: -40 });
  await price(free[4], { min_cents: 7_500_000 });
  await price(free[4], { max_cents: true });
  await price(free[4], { min_cents: 12.75 });
  await price(free[4], { max_cents: 4_400, reason: 'stock' });
  await price(ended[1], { max_cents: 8_800 });
  await price(free[3], { max_cents: 61_000 }, revisionOf(free[3]));
  await priceText(free[4], '{"max_cents": }');
  await assign(free[4], { strategy_id: 'stg_111111' });
  await assign(free[4], { strategy_id: ['stg_111111'] });
  await assign(free[4], { strategy_id: archived[0] });
  await assign(ended[1], { strategy_id: used[0] });
  await get('limit=250');
  await get('state=gone&sort=weight');
  await get('shape=round&limit=4');
  await api.ask('GET', '/v1/reports?limit=3', { headers: { 'X-API-KEY': null } });
}

export const fieldReasons: WalkedService = {
  name: 'field-reasons',
  key,
  start,
  session: (api, which) => (which === 'recorded' ? recorded(api) : another(api)),
  sizes: ['limit=3', 'limit=7', 'limit=50'],
  walk,
};
