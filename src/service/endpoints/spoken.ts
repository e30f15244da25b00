// The endpoints as a learned service answers them: a dialect reads the request and writes the answer, the world's store
// holds the records, raw as they were recorded.
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import type { ErrorName } from '../../spec/errors.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { readBytes } from '../../spec/read-body.ts';
import { jsonIn, nameIn } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt, withValueAt } from '../../http/pointer.ts';
import { mapMaybe } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../../http/message.ts';
import { amountIn } from '../../dialect/objections.ts';
import { sameValue } from '../../dialect/templates.ts';
import type { Cause } from '../../dialect/causes.ts';
import type { KnownRecords } from '../../dialect/objections.ts';
import type { Dialect, Kin, Situation, Undecided } from '../../dialect/dialect.ts';
import { listedKind } from '../../dialect/profile-form.ts';
import type { AmountForm, RecordKind } from '../../dialect/profile-form.ts';
import { generateRecord } from '../../dialect/generate-records.ts';
import { applyChange, recorded } from '../../dialect/recorded-record.ts';
import type { Carried } from '../../dialect/recorded-record.ts';
import type { Written } from '../../dialect/render.ts';
import type { Clock } from '../../http/clock.ts';
import { lastSegment, percentDecoded } from '../../http/parse-url.ts';
import type { Router } from '../../spec/router.ts';
import type { Account } from '../worlds/account.ts';
import type { Limiter } from '../worlds/limiter.ts';
import type { Listing } from '../models/resources.ts';
import { findWorld, worldOf } from '../worlds/open-world.ts';
import { noEndpoint } from './simulate.ts';

/** A record of the store with what it carries of the recorded service. */
interface Holding {
  readonly id: string;
  readonly [recorded]?: Carried;
}

/** When each account's records were first asked for: what becomes of them by itself counts from there. */
const began = new WeakMap<Account, number>();

class Records {
  readonly #account: Account;
  readonly #dialect: Dialect;
  readonly #now: number;

  constructor(account: Account, dialect: Dialect) {
    this.#account = account;
    this.#dialect = dialect;
    this.#now = account.clock.now();
    if (!began.has(account)) began.set(account, this.#now);
  }

  /** The records of a kind, in the order of the recorded list. */
  all(kind: RecordKind): Json[] {
    const { listings, strategies, reportRuns } = this.#account.store;
    const own: readonly Holding[] = { listing: listings, strategy: strategies, reportRun: reportRuns }[
      kind
    ].all();
    return [...own]
      .map((holding) => ({ holding, carried: this.#carried(kind, holding) }))
      .sort((a, b) => a.carried.place - b.carried.place)
      .map(({ holding, carried }) => this.#raw(holding, carried));
  }

  /** What a recording showed in place of a name. */
  object(place: string, name: Json): Json | undefined {
    const own: readonly Holding[] = this.#account.store.listings.all();
    for (const { [recorded]: carried } of own) {
      const object = carried?.objects?.[place];
      if (object !== undefined && sameValue(valueAt(carried!.record, place), name)) return object;
    }
    return undefined;
  }

  listing(id: string): Json | undefined {
    const found: Listing | undefined = this.#account.store.listings.get(id);
    return found === undefined ? undefined : this.#raw(found, this.#carried('listing', found));
  }

  put(id: string, record: Json, later: { seconds: number; record: (then: Json) => Json } | undefined): void {
    const { store } = this.#account;
    const known: (Listing & Holding) | undefined = store.listings.get(id);
    if (known === undefined) return;
    const carried = this.#carried('listing', known);
    const form = this.#dialect.form.records.listing;
    const bound = (at: AmountForm | undefined, before: number | null) =>
      at === undefined ? before : (amountIn(record, at) ?? null);
    const strategy = form?.strategy === undefined ? known.strategyId : nameIn(valueAt(record, form.strategy));
    const ours = {
      minPrice: bound(form?.min, known.minPrice),
      maxPrice: bound(form?.max, known.maxPrice),
      strategyId: strategy,
    };
    const due =
      later === undefined
        ? carried.due
        : [...carried.due, { at: this.#now + later.seconds * 1000, change: later.record }];
    const updated = {
      ...known,
      ...ours,
      [recorded]: { ...carried, record, due, ours, changes: this.#coming(carried) },
    };
    store.putListing(updated);
  }

  #coming({ changes }: Carried) {
    const past = this.#now - began.get(this.#account)!;
    return changes.filter(({ after }) => after > past);
  }

  /** The record as it stands now: with what became of it by itself, and what was written by other ways than requests. */
  #raw(holding: Holding, carried: Carried): Json {
    const past = this.#now - began.get(this.#account)!;
    let { record } = carried;
    for (const change of carried.changes) if (change.after <= past) record = applyChange(record, change);
    for (const { at, change } of carried.due) if (at <= this.#now) record = change(record);
    return this.#overwritten(record, holding, carried);
  }

  /** What a record carries; one that was added by other ways than the recording is made up, and stands behind the others. */
  #carried(kind: RecordKind, holding: Holding): Carried {
    const { id, ...own } = holding;
    return (
      holding[recorded] ?? {
        place: Number.MAX_SAFE_INTEGER,
        record: generateRecord(this.#dialect.form, kind, id, own),
        changes: [],
        due: [],
        ours: {},
      }
    );
  }

  #overwritten(record: Json, listing: Partial<Listing>, { ours }: Carried): Json {
    const form = this.#dialect.form.records.listing;
    let changed = record;
    for (const [name, at] of [
      ['minPrice', form?.min],
      ['maxPrice', form?.max],
    ] as const) {
      const value = listing[name];
      if (at === undefined || value === undefined || value === ours[name]) continue;
      changed = withValueAt(
        changed,
        at.at,
        value === null ? null : amountOf(value, at, form?.fields[at.at]?.decimals),
      );
    }
    if (
      form?.strategy !== undefined &&
      listing.strategyId !== undefined &&
      listing.strategyId !== ours.strategyId
    )
      changed = withValueAt(changed, form.strategy, listing.strategyId);
    return changed;
  }
}

/** @param decimals with which the service writes such amounts */
function amountOf(value: number, { as, scale }: AmountForm, decimals = 0): Json {
  const scaled = Number((value * scale).toPrecision(15));
  if (as !== 'text') return scaled;
  const own = String(scaled);
  return (own.split('.')[1]?.length ?? 0) < decimals ? scaled.toFixed(decimals) : own;
}

let answers = 0;

function situationOf(
  request: ApiRequest,
  sent: { text: string; json: Json | undefined } | undefined,
  now: number,
  limiter: Limiter | undefined,
): Situation {
  const { method, path, query, origin, context, headers } = request;
  const { id = '' } = context;
  return {
    ...{ method, path, query, origin, now },
    endpoint: context.endpoint as EndpointName | undefined,
    recordId: percentDecoded(id) ?? id,
    contentType: headers['content-type'],
    ifMatch: headers['if-match'],
    sentText: sent?.text,
    sent: sent?.json,
    answer: `${now}.${(answers += 1)}`,
    limits: limiter === undefined ? new Map() : limitFacts(limiter, now),
  };
}

export function limitFacts(limiter: Limiter, now: number, wait = 0): Map<string, number> {
  const facts = new Map<string, number>();
  for (const { name, limit, remaining, widthSeconds, wait: own } of limiter.states(now)) {
    facts.set(`limit.${name}`, limit);
    facts.set(`limit.${name}.left`, remaining);
    facts.set(`limit.${name}.used`, limit - remaining);
    facts.set(`limit.${name}.reset`, own === 0 ? widthSeconds : Math.ceil(own / 1000));
    if (own > 0) facts.set('limit.wait', Math.max(facts.get('limit.wait') ?? 1, Math.ceil(own / 1000)));
  }
  if (wait > 0) facts.set('limit.wait', Math.max(1, Math.ceil(wait / 1000)));
  return facts;
}

/** Answers as the service of a dialect does, from the records of the world that a request was let into. */
export function simulateSpoken(dialect: Dialect, router: Router, settings: Settings): Handler {
  return function simulateSpoken(request) {
    if (request.context.endpoint === undefined) throw noEndpoint(router, request);
    if (request.method === 'GET' || request.method === 'HEAD') return answer(dialect, request, undefined);
    return readBytes(request, settings['max-body'], (bytes) => answer(dialect, request, bytes));
  };
}

function answer(dialect: Dialect, request: ApiRequest, bytes: Uint8Array | undefined): ApiResponse {
  const { account, limiter } = worldOf(request);
  const records = new Records(account, dialect);
  const situation = situationOf(request, bytes && readSent(bytes), account.clock.now(), limiter);
  const strategies = records.all('strategy');
  const kin: Kin = { strategies, object: (place, name) => records.object(place, name) };
  const known: KnownRecords = {
    listing: (id) => records.listing(id),
    hasStrategy: (name) =>
      strategies.length === 0
        ? undefined
        : strategies.some((one) => [name, lastSegment(name)].includes(dialect.idOf('strategy', one))),
    strategy: (name) =>
      strategies.find((one) => [name, lastSegment(name)].includes(dialect.idOf('strategy', one))),
    all: (endpoint) => records.all(listedKind(endpoint) ?? 'listing'),
  };
  refuseUnseen(dialect, situation);
  const objections = dialect.objections(situation, known);
  const record = situation.recordId === '' ? undefined : records.listing(situation.recordId);
  if (objections.length > 0) return refusal(dialect, situation, objections, record, known);
  const endpoint = situation.endpoint!;
  const kind = listedKind(endpoint);
  if (kind !== undefined && dialect.form.lists[endpoint] === undefined)
    throw new ApiError('undecided', 'The recordings do not show how the service answers this list.', {
      status: 501,
    });
  if (kind !== undefined) return response(dialect.list(situation, kind, records.all(kind), kin));
  if (situation.sentText === undefined) return response(dialect.read(situation, record!, kin));
  const applied = dialect.apply(situation, record!, kin);
  records.put(situation.recordId, applied.record, applied.later);
  const { recordId: id } = situation;
  request.context.written = { kind: 'listing', id, before: record, after: applied.record };
  return response(dialect.written(situation, applied.record, record!, kin));
}

/** @throws ApiError for an endpoint that no recording shows: an answer of it would be made up */
function refuseUnseen({ form }: Dialect, { endpoint, method, path, sentText }: Situation): void {
  const name = endpoint!;
  const isKnown =
    listedKind(name) !== undefined ? form.lists[name] : sentText !== undefined ? form.writes[name] : true;
  if (isKnown !== undefined) return;
  throw new ApiError('undecided', `The recordings do not show how the service answers ${method} ${path}.`, {
    status: 501,
  });
}

function readSent(bytes: Uint8Array): { text: string; json: Json | undefined } {
  const text = new TextDecoder().decode(bytes);
  return { text, json: jsonIn(text) };
}

const response = ({ status, headers, body }: Written): ApiResponse => ({ status, headers, body });

/** The error for what no recording shows. */
function undecided({ cause, param, status }: Undecided): ApiError {
  const what = param === undefined ? cause : `${cause} (${param})`;
  return new ApiError('undecided', `The recordings do not show how the service answers this: ${what}.`, {
    status,
    ...(param !== undefined && { param }),
  });
}

function refusal(
  dialect: Dialect,
  situation: Situation,
  objections: readonly { readonly cause: Cause; readonly param?: string }[],
  record: Json | undefined,
  known: KnownRecords,
): ApiResponse {
  const refused = dialect.refuse(situation, objections, record, known);
  if ('undecided' in refused) {
    throw undecided(refused);
  }
  const { cause, param } = refused;
  return {
    ...response(refused),
    error: {
      code: cause,
      message: `refused: ${cause}${param === undefined ? '' : ` (${param})`}`,
      ...(param !== undefined && { param }),
    },
    errorKind: cause,
  };
}

const causeOf: Readonly<Partial<Record<ErrorName, Cause>>> = {
  api_key_missing: 'key-missing',
  api_key_invalid: 'key-wrong',
  rate_limit_per_second: 'rate',
  rate_limit_per_minute: 'rate',
  route_not_found: 'path-unknown',
  method_not_allowed: 'method-unknown',
  server_error: 'server',
};

/**
 * Errors that filters throw, in the service's words where the recordings hold them.
 * @param clock of requests that were let into no world
 */
export function speakErrors(dialect: Dialect, clock: Clock): Filter {
  return (next) =>
    function speakErrors(request) {
      const told = (error: unknown): ApiResponse => {
        const cause = error instanceof ApiError ? causeOf[error.kind] : undefined;
        if (!(error instanceof ApiError) || cause === undefined) throw error;
        const world = findWorld(request);
        const now = (world?.clock ?? clock).now();
        const situation = situationOf(request, undefined, now, world?.limiter);
        const value =
          cause === 'path-unknown' ? request.path : cause === 'method-unknown' ? request.method : undefined;
        const refused = dialect.refuse(
          situation,
          [{ cause, ...(value !== undefined && { value }) }],
          undefined,
        );
        if (cause === 'server' && refused.status !== error.status) throw error;
        if ('undecided' in refused) {
          // What the mock itself decides is told in its own words; of what the service would say, nothing is known.
          if (cause !== 'method-unknown' && cause !== 'path-unknown') throw error;
          throw undecided(refused);
        }
        return {
          ...response(refused),
          error: { code: cause, message: error.message },
          errorKind: error.kind,
        };
      };
      try {
        return mapMaybe(next(request), (answered) => answered, told);
      } catch (error) {
        return told(error);
      }
    };
}
