// What was known of a recorded request when it was answered.
import { requestFacts as factsOf } from '../../dialect/known-facts.ts';
import type { Json } from '../../http/exact-json.ts';
import { onceHeader } from '../../http/http-semantics.ts';
import { storedOrigin } from '../../spec/mock-paths.ts';
import type { AskedRequest } from '../../dialect/objections.ts';
import { headerIn } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';

const usualHeaders =
  /^(date|content-(length|encoding|type)|connection|keep-alive|transfer-encoding|server|vary|cache-control|etag|last-modified|expires|pragma|age|set-cookie|strict-transport-security)$/;

export function requestFacts(by: Exchange): Map<string, Json> {
  const { method, path, recordId, sent, prefers, at } = by;
  const { query } = by.interaction.request;
  return factsOf({ method, path, recordId, sent, prefers, query, origin: storedOrigin, now: at });
}

/** What the headers of the answer say is known when the body is explained; everything else explains it better. */
export function addHeaderFacts(facts: Map<string, Json>, by: Exchange): Map<string, Json> {
  for (const [name, value] of by.headers) {
    const lower = name.toLowerCase();
    if (!usualHeaders.test(lower) && value !== '') facts.set(`header.${lower}`, value);
  }
  return facts;
}

/** A recorded request to an endpoint, as far as objections go. */
export const askedBy = (by: Exchange): AskedRequest => ({
  endpoint: by.endpoint!.name,
  query: by.query,
  recordId: by.recordId,
  contentType: headerIn(by.requestHeaders, 'content-type'),
  ifMatch: headerIn(by.requestHeaders, 'if-match'),
  onceKey: headerIn(by.requestHeaders, onceHeader.toLowerCase()),
  prefers: by.prefers,
  sentText: by.sentText,
  sent: by.sent,
});
