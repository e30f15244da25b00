// Which shape an answer has, and what of a request and of records goes into it.
import type { ApiRequest } from '../http/message.ts';
import { isList } from './core-fields.ts';
import type { Route } from './core-fields.ts';
import type { JsonObject } from '../http/exact-json.ts';
import { recordedFormOf } from './recorded-form.ts';
import type { AnswerWire, Wire } from './wire.ts';

/** The shape of an answer that was never seen: that of the endpoint most like it. */
export function likeliest({ endpoint }: Route, { answers }: Wire): AnswerWire {
  const near = isList(endpoint)
    ? (answers.listListings ?? answers.listStrategies ?? answers.listReports)
    : (answers.getListing ?? answers.updatePrice ?? answers.updateStrategy);
  if (near === undefined) {
    const body = isList(endpoint) ? { data: '{records}', has_more: '{hasMore}' } : '{record}';
    return { seen: 0, status: 200, body };
  }
  return { seen: 0, status: 200, body: near.body, ...(near.paging && { paging: near.paging }) };
}

/** The parameters that mean something to a list. */
export function parametersOf({ paging = {}, filters = {} }: AnswerWire): readonly string[] {
  const { limit, page, offset, cursor } = paging;
  return [...Object.keys(filters), ...[limit, page, offset, cursor].flatMap((part) => part?.name ?? [])];
}

/** The request as links to other pages repeat it. */
export function linkedRequest(
  { origin, path, query }: ApiRequest,
  shape: AnswerWire,
): Pick<ApiRequest, 'origin' | 'path' | 'query'> {
  if (shape.paging?.keeps === true || query === '') return { origin, path, query };
  const known = parametersOf(shape);
  const kept = [...new URLSearchParams(query)].filter(([name]) => known.includes(name));
  return { origin, path, query: new URLSearchParams(kept).toString() };
}

export function inRecordedOrder(records: readonly JsonObject[]): readonly JsonObject[] {
  if (!records.some((record) => recordedFormOf(record) !== undefined)) return records;
  const place = (record: JsonObject) => recordedFormOf(record)?.at ?? -1;
  return [...records].sort((a, b) => place(a) - place(b));
}

/** The name that the service has for a parameter of ours. */
export function nameOf(param: string, route: Route | undefined, { requests, answers }: Wire): string {
  const pointer = (requests as Readonly<Record<string, unknown>>)[param];
  if (typeof pointer === 'string') return pointer.slice(1).replaceAll('/', '.');
  const paging = route === undefined ? undefined : answers[route.endpoint]?.paging;
  const own = (paging as Readonly<Record<string, { readonly name?: string }>> | undefined)?.[param];
  return own?.name ?? param;
}

export const isCrossed = ({ minPrice, maxPrice }: JsonObject) =>
  typeof minPrice === 'number' && typeof maxPrice === 'number' && minPrice > maxPrice;
