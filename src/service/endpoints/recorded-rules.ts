// Decides as a recorded service does: its dialect says what it objects to, which page a query asks for and what a write does,
// to the records of the world that a request was let into.
import type { Dialect, Kin, Situation } from '../../dialect/dialect.ts';
import type { KnownRecords } from '../../dialect/objections.ts';
import { listedKind } from '../../dialect/profile-form.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { ApiError } from '../../spec/errors.ts';
import { readBytes } from '../../spec/read-body.ts';
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

function decideOn(
  dialect: Dialect,
  { request, account }: Call,
  bytes: Uint8Array | undefined,
): RecordedOutcome {
  const records = new RecordedRecords(account, dialect);
  const situation = situationOf(request, bytes, account.clock.now(), worldOf(request).limiter);
  const strategies = records.all('strategy');
  const kin: Kin = { strategies, object: (place, name) => records.object(place, name) };
  const strategyNamed = (name: string) =>
    strategies.find((one) => [name, lastSegment(name)].includes(dialect.idOf('strategy', one)));
  const known: KnownRecords = {
    listing: (id) => records.listing(id),
    hasStrategy: (name) => (strategies.length === 0 ? undefined : strategyNamed(name) !== undefined),
    strategy: strategyNamed,
    all: (endpoint) => records.all(listedKind(endpoint) ?? 'listing'),
  };
  const asked = { situation, kin, known };
  refuseUnseen(dialect, situation);
  const objections = dialect.objections(situation, known);
  const record = situation.recordId === '' ? undefined : records.listing(situation.recordId);
  if (objections.length > 0) return { kind: 'refused', asked, objections, record };
  const kind = listedKind(situation.endpoint!);
  if (kind !== undefined) {
    return { kind: 'page', asked, of: kind, page: dialect.page(situation, records.all(kind)) };
  }
  if (situation.sentText === undefined) return { kind: 'record', asked, record: record! };
  const applied = dialect.apply(situation, record!, kin);
  const { recordId: id } = situation;
  records.put(id, applied.record, applied.later);
  request.context.written = { kind: 'listing', id, before: record, after: applied.record };
  return { kind: 'written', asked, record: applied.record, before: record! };
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
