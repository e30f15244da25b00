// What was known of a recorded request when it was answered.
import { leafTexts, requestFacts as factsOf } from '../../dialect/known-facts.ts';
import type { Json } from '../../http/exact-json.ts';
import { onceHeader } from '../../http/http-semantics.ts';
import { storedOrigin } from '../../spec/mock-paths.ts';
import type { Situation } from '../../dialect/dialect.ts';
import type { AskedRequest } from '../../dialect/objections.ts';
import { placeholdersIn } from '../../recording/placeholders.ts';
import { headerIn } from '../../recording/recordable-headers.ts';
import { toldBy } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';

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
  answer: by.id,
  limits: new Map(),
});

/** A recorded request to an endpoint, as far as objections go. */
export const askedBy = (by: Exchange): AskedRequest => ({
  ...situationOf(by),
  endpoint: by.endpoint!.name,
  query: by.query,
});
