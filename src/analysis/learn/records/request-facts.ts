// What was known of a recorded request, and of the record that an answer showed, when it was answered.
import {
  addChanged,
  addLeaves,
  addObjects,
  leafTexts,
  requestFacts as factsOf,
} from '../../../dialect/known-facts.ts';
import type { Json } from '../../../http/exact-json.ts';
import { onceHeader } from '../../../http/http-semantics.ts';
import { storedOrigin } from '../../../spec/mock-paths.ts';
import type { Dialect } from '../../../dialect/dialect.ts';
import type { RecordKind } from '../../../dialect/profile-form.ts';
import type { Situation } from '../../../dialect/request-situation.ts';
import type { AskedRequest } from '../../../dialect/objections/objection.ts';
import { placeholdersIn } from '../../../recording/placeholders.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import { besideRecords } from '../../explain/each-value-samples.ts';
import { toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { isUnchanged } from './sightings.ts';
import type { Write } from './sightings.ts';
import type { Entries } from './entries-beside.ts';

const usualHeaders =
  /^(date|content-(length|encoding|type)|connection|keep-alive|transfer-encoding|server|vary|cache-control|etag|last-modified|expires|pragma|age|set-cookie|strict-transport-security)$/;

export const requestFacts = (by: Exchange): Map<string, Json> => factsOf(situationOf(by));

/** What the headers of the answer say is known when the body is explained; everything else explains it better. */
export function addHeaderFacts(facts: Map<string, Json>, by: Exchange): Map<string, Json> {
  for (const [name, value] of by.headers) {
    const lower = name.toLowerCase();
    if (!usualHeaders.test(lower) && value !== '') facts.set(`header.${lower}`, value);
  }
  return facts;
}

/** The key of a request that was refused for it, as its answer tells it: recordings keep none. */
const keyTold = (by: Exchange): string | undefined =>
  by.status === 401 ? leafTexts(toldBy(by)).flatMap(placeholdersIn)[0] : undefined;

/** A recorded request, as the mock would get it then. */
export const situationOf = (by: Exchange): Situation => ({
  endpoint: by.endpoint?.name,
  method: by.method,
  path: by.path,
  query: by.interaction.request.query,
  recordId: by.recordId,
  contentType: headerIn(by.requestHeaders, 'content-type'),
  ifMatch: headerIn(by.requestHeaders, 'if-match'),
  onceKey: headerIn(by.requestHeaders, onceHeader.toLowerCase()),
  prefers: by.prefers,
  key: keyTold(by),
  sentText: by.sentText,
  sent: by.sent,
  origin: storedOrigin,
  now: by.at,
  number: by.number,
  answer: by.id,
  limits: new Map(),
});

/** A recorded request to an endpoint, as far as objections go. */
export const askedBy = (by: Exchange): AskedRequest => ({
  ...situationOf(by),
  endpoint: by.endpoint!.name,
  query: by.query,
  said: by.query,
});

/** A record as a recorded write left it. */
export const writtenBy = (
  { by, count }: Write,
  record: Json,
  dialect: Dialect,
  strategies: readonly Json[],
): Json => dialect.apply({ ...situationOf(by), writes: count }, record, { strategies }).record;

/** An answer that shows a record. */
interface Showing {
  readonly by: Exchange;
  /** The record as it stands then. */
  readonly record: Json | undefined;
  /** The write that it answers, with how many there were as far as that is known. */
  readonly write?: (Pick<Write, 'before'> & Partial<Pick<Write, 'count'>>) | undefined;
}

export function recordFacts(
  { by, record, write }: Showing,
  {
    strategyOf,
    entries,
  }: {
    readonly strategyOf: (record: Json) => Json | undefined;
    readonly entries?: Readonly<Record<RecordKind, Entries>>;
  },
): Map<string, Json> {
  const facts = requestFacts(by);
  if (write?.count !== undefined) facts.set('writes', write.count);
  if (write?.before !== undefined && record !== undefined) {
    facts.set('changed', !isUnchanged(write.before, record));
    addChanged(facts, write.before, record);
  }
  addLeaves(facts, 'record', record);
  addLeaves(facts, 'was', write?.before);
  addObjects(facts, 'record', record);
  addObjects(facts, 'was', write?.before);
  const strategy = record === undefined ? undefined : strategyOf(record);
  addLeaves(facts, 'strategy', strategy);
  if (strategy !== undefined) facts.set('strategy', strategy);
  if (entries !== undefined) facts.set(besideRecords, entries.listing);
  return facts;
}
