// What a dialect knows of a request when it decides and writes.
import { withMasked } from '../../dialect/stated-names.ts';
import type { Situation } from '../../dialect/request-situation.ts';
import { jsonIn } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { onceHeader } from '../../http/http-semantics.ts';
import type { ApiRequest } from '../../http/message.ts';
import { namedParameters, percentDecoded } from '../../http/parse-url.ts';
import { firstChoices } from '../../http/preferences.ts';
import { keyHeader } from '../../spec/endpoints.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import { limitFacts } from '../worlds/limit-facts.ts';
import { countedWith } from '../worlds/limiter.ts';
import type { Limiter } from '../worlds/limiter.ts';

/** @param bytes of the body; undefined for a request that has none to read */
export function situationOf(
  request: ApiRequest,
  bytes: Uint8Array | undefined,
  now: number,
  limiter: Limiter | undefined,
): Situation {
  const sent = bytes && readSent(bytes);
  const { method, path, query, origin, context, headers } = request;
  const { id = '' } = context;
  return {
    method,
    path,
    query,
    origin,
    now,
    number: context.number ?? 0,
    endpoint: context.endpoint as EndpointName | undefined,
    recordId: percentDecoded(id) ?? id,
    contentType: headers['content-type'],
    ifMatch: headers['if-match'],
    onceKey: headers[onceHeader.toLowerCase()],
    ifNoneMatch: headers['if-none-match'],
    key: headers[keyHeader],
    prefers: firstChoices((name) => headers[name]),
    ifModifiedSince: headers['if-modified-since'],
    sentText: sent?.text,
    sent: withMasked(sent?.json, namedParameters(query)),
    answer: `${now}.${context.number}`,
    limits:
      limiter === undefined
        ? new Map()
        : limitFacts(limiter, now, countedWith(limiter.limits.per, method, context.endpoint)),
  };
}

function readSent(bytes: Uint8Array): { text: string; json: Json | undefined } {
  const text = new TextDecoder().decode(bytes);
  return { text, json: jsonIn(text) };
}
