// Decides as a recorded service does: its dialect says what it objects to, which page a query asks for and what a write does,
// to the records of the world that a request was let into.
import type { Dialect } from '../../dialect/dialect.ts';
import type { Kin, Situation } from '../../dialect/request-situation.ts';
import type { KnownRecords } from '../../dialect/objections/objection.ts';
import { listedKind } from '../../dialect/profile-form.ts';
import type { DoneWrite } from '../../dialect/recorded-record.ts';
import type { Json } from '../../http/exact-json.ts';
import { ApiError } from '../../spec/errors.ts';
import { readBytes } from '../../spec/read-body.ts';
import type { Account } from '../worlds/account.ts';
import { worldOf } from '../worlds/open-world.ts';
import type { Call } from './call.ts';
import type { Decide, RecordedOutcome } from './outcome.ts';
import { RecordedRecords } from './recorded-records.ts';
import { situationOf } from './situation.ts';

/** The rules of a recorded service. */
export function recordedRules(dialect: Dialect): Decide<RecordedOutcome> {
  return function decide(call) {
    const { request, settings } = call;
    if (request.method === 'GET' || request.method === 'HEAD') return decideOn(dialect, call, undefined);
    return readBytes(request, settings['max-body'], (bytes) => decideOn(dialect, call, bytes));
  };
}

/** How many listings of an account name a strategy by now. */
export function listingsNaming(strategy: Json, dialect: Dialect, account: Account): number | undefined {
  const records = new RecordedRecords(account, dialect);
  return dialect.listingsOf(strategy, {
    strategies: records.all('strategy'),
    listings: () => records.all('listing', false),
  });
}

const mostDone = 10_000;

/** The writes that were done with keys of their own, by these. */
const doneIn = new WeakMap<Account, Map<string, DoneWrite>>();

function doneFor(account: Account, records: RecordedRecords): Map<string, DoneWrite> {
  let done = doneIn.get(account);
  if (done !== undefined) return done;
  done = new Map(records.done().map((write) => [write.key, write]));
  doneIn.set(account, done);
  return done;
}

function decideOn(
  dialect: Dialect,
  { request, account }: Call,
  bytes: Uint8Array | undefined,
): RecordedOutcome {
  const records = new RecordedRecords(account, dialect);
  const asFound = situationOf(request, bytes, account.clock.now(), worldOf(request).limiter);
  const strategies = records.all('strategy');
  const situation = {
    ...asFound,
    recordId: dialect.storedId(asFound.recordId, () => records.all('listing')),
    sent: dialect.storedSent(asFound, strategies),
    ...(dialect.countsWrites && { writes: records.writes() + (bytes === undefined ? 0 : 1) }),
  };
  let listings: readonly Json[] | undefined;
  const kin: Kin = {
    strategies,
    // Each strategy of a page may ask for them.
    listings: () => (listings ??= records.all('listing', false)),
    object: (kind, place, name) => records.object(kind, place, name),
  };
  const known: KnownRecords = {
    listing: (id) => records.listing(id),
    isHidden: (id) => records.isHidden(id),
    tag: (id) => {
      const listing = records.listing(id);
      return listing === undefined ? undefined : dialect.tagOf(listing);
    },
    strategy: (name) => dialect.strategyNamed(name, strategies),
    all: (kind) => records.all(kind),
    remember: (kind) => (conditions) => records.remembered(kind, conditions),
    done: (key) => doneFor(account, records).get(key)?.digest,
  };
  const asked = { situation, kin, known };
  const once = dialect.once(situation);
  const done = once && doneFor(account, records).get(once.key);
  if (done !== undefined && done.digest === once?.digest) {
    const { at: now, answer, writes } = done;
    const then = { ...situation, now, answer, ...(writes !== undefined && { writes }) };
    return {
      kind: 'written',
      asked: { ...asked, situation: then },
      record: done.record,
      before: done.before,
    };
  }
  const objections = dialect.objections(situation, known);
  const record = situation.recordId === '' ? undefined : records.listing(situation.recordId);
  if (objections.length > 0) return { kind: 'refused', asked, objections, record };
  refuseUnseen(dialect, situation);
  const kind = listedKind(situation.endpoint!);
  if (kind !== undefined) {
    return {
      kind: 'page',
      asked,
      of: kind,
      page: dialect.page(situation, records.all(kind, dialect.reveals(situation)), known.remember?.(kind)),
    };
  }
  if (record === undefined)
    throw new ApiError(
      'undecided',
      'The recordings do not show how the service answers for a listing that it does not have.',
      { status: 404 },
    );
  if (situation.sentText === undefined) return { kind: 'record', asked, record };
  const applied = dialect.apply(situation, record, kin);
  const written = { record: applied.record, before: record };
  if (dialect.isDryRun(situation)) return { kind: 'written', asked, ...written };
  const { recordId: id } = situation;
  records.put(id, applied.record, applied.later);
  request.context.written = { kind: 'listing', id, before: record, after: applied.record };
  if (once !== undefined) {
    const { now: at, answer, writes } = situation;
    const all = doneFor(account, records);
    all.set(once.key, { ...once, ...written, at, answer, ...(writes !== undefined && { writes }) });
    const [oldest] = all.keys();
    if (all.size > mostDone) all.delete(oldest!);
  }
  return { kind: 'written', asked, ...written };
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
