// The simulator's answers in the service's form: one record, a page of a list, or an error.
import { textOf } from '../http/exact-json.ts';
import {
  inRecordedOrder,
  isCrossed,
  likeliest,
  linkedRequest,
  nameOf,
  parametersOf,
} from './answer-shapes.ts';
import { ApiError, errorResponse } from '../spec/errors.ts';
import type { ApiResponse } from '../http/message.ts';
import { coreFields, isList } from './core-fields.ts';
import type { Route } from './core-fields.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { dress } from './spoken-exchange.ts';
import type { Exchange, SpeakOptions } from './spoken-exchange.ts';
import { listValues } from './list-values.ts';
import { valueAt, withoutValueAt } from './pointer.ts';
import { problemOf } from './problem.ts';
import { recordedFormOf } from './recorded-form.ts';
import { speakError } from './render-error.ts';
import { leavesOf, RecordRenderer } from './render-record.ts';
import { cursorBehind, selectPage } from './select-page.ts';
import { fill } from './template.ts';
import type { AnswerWire, Wire } from './wire.ts';

export interface Answers {
  readonly answer: (exchange: Exchange, response: ApiResponse) => ApiResponse;
  /** Our id behind one that cannot be undone, if it has been shown. */
  readonly ourId: (id: string) => string | undefined;
}

export function createAnswers(wire: Wire, { settings, now }: SpeakOptions): Answers {
  const renderer = new RecordRenderer(wire);
  const ids = new Map<string, string>();
  /** The strategies that were shown, by the id that they were shown with. */
  const strategies = new Map<string, Json>();
  const listingForm = wire.records.listing?.idForm.form;
  const remembers = listingForm === 'integer' || listingForm === 'digits' || listingForm === 'text';

  const moment = () => ({ now: now(), linkSeconds: settings['link-ttl'] });

  function answer(exchange: Exchange, response: ApiResponse): ApiResponse {
    const { route } = exchange;
    if (response.error !== undefined) return answerError(exchange, response);
    if (route === undefined || response.status !== 200 || typeof response.body !== 'string') return response;
    const shape = wire.answers[route.endpoint] ?? likeliest(route, wire);
    const value = JSON.parse(response.body) as JsonObject;
    return isList(route.endpoint)
      ? answerList(exchange, route, response, shape, value.data as readonly JsonObject[])
      : answerRecord(exchange, route, response, shape, value);
  }

  function answerRecord(
    exchange: Exchange,
    route: Route,
    response: ApiResponse,
    shape: AnswerWire,
    ours: JsonObject,
  ): ApiResponse {
    const whole = show('listing', ours);
    const sent = exchange.sent()?.fields ?? {};
    const record = cut(whole, shape, route, sent);
    const { status } = shape;
    const body = isCrossed(ours) ? (shape.crossed ?? shape.body) : shape.body;
    const values = {
      record,
      ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [`sent:${name}`, value])),
    };
    const resolve = (name: string) => {
      if (name.startsWith('record:')) return valueAt(whole, name.slice(7));
      return name.startsWith('strategy:') ? ofStrategy(whole, name.slice(9)) : undefined;
    };
    const filled = body === null ? null : (general: typeof resolve) => fill(body, general);
    return dress(
      exchange,
      response,
      { status, body: filled, on: route.endpoint, values, resolve },
      wire,
      moment(),
    );
  }

  function answerList(
    exchange: Exchange,
    { endpoint, kind }: Route,
    response: ApiResponse,
    shape: AnswerWire,
    ours: readonly JsonObject[],
  ): ApiResponse {
    const { request } = exchange;
    const query = new URLSearchParams(request.query);
    const paging = shape.paging ?? {};
    const records = filtered(inRecordedOrder(ours), kind, shape, query);
    const entry = (record: JsonObject) => {
      const cursor = recordedFormOf(record)?.cursor;
      return { id: idIn(renderer.render(kind, record), kind), ...(cursor !== undefined && { cursor }) };
    };
    try {
      refuseUnknown(query, shape);
      const entries = paging.cursor === undefined ? records.map(() => ({ id: '' })) : records.map(entry);
      const page = selectPage(query, entries, paging);
      const cursorAt = (place: number) => cursorBehind(place, entries, paging);
      const shown = records.slice(page.from, page.to).map((record, at) => {
        const whole = cut(show(kind, record), shape);
        if (shape.item === undefined) return whole;
        const names: Record<string, Json | undefined> = {
          record: whole,
          itemCursor: cursorAt(page.from + at + 1),
        };
        names.itemId = idIn(whole, kind);
        return fill(shape.item, (name) => names[name]);
      });
      const values = {
        ...listValues(linkedRequest(request, shape), page, shown, paging),
        startCursor: shown.length === 0 ? undefined : cursorAt(page.from + 1),
        endCursor: shown.length === 0 ? undefined : cursorAt(page.to),
      };
      const body = (resolve: (name: string) => Json | undefined) => fill(shape.body, resolve);
      return dress(exchange, response, { status: shape.status, body, on: endpoint, values }, wire, moment());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = errorResponse(error, settings, request.origin);
      return answerError(exchange, { ...refused, headers: [...refused.headers, ...limitHeaders(response)] });
    }
  }

  function answerError(exchange: Exchange, response: ApiResponse): ApiResponse {
    const { request, route } = exchange;
    const sent = exchange.sent();
    const problem = problemOf(request, response, sent, route);
    const spoken = problem === undefined ? undefined : speakError(problem, wire.errors);
    if (problem === undefined || spoken === undefined) return response;
    const { param, about } = problem;
    const values = {
      ...sent?.fields,
      param: param === undefined ? undefined : nameOf(param, route, wire),
      unknown: sent?.unknown[0] ?? (problem.kind === 'parameter_unknown' ? param : undefined),
      about,
      value: param === undefined ? undefined : sent?.fields[param],
    };
    const { status, body } = spoken;
    const told = dress(exchange, response, { status, body, on: String(status), values }, wire, moment());
    return { ...told, ...(response.error && { error: response.error }) };
  }

  function refuseUnknown(query: URLSearchParams, shape: AnswerWire): void {
    if (settings['unknown-query'] === 'ignore') return;
    const known = parametersOf(shape);
    const unknown = [...query.keys()].find((name) => !known.includes(name));
    if (unknown === undefined) return;
    throw new ApiError('parameter_unknown', `There is no parameter '${unknown}'.`, { param: unknown });
  }

  function filtered(
    records: readonly JsonObject[],
    kind: Route['kind'],
    { filters = {} }: AnswerWire,
    query: URLSearchParams,
  ): readonly JsonObject[] {
    const asked = Object.entries(filters).filter(([name]) => query.has(name));
    if (asked.length === 0) return records.filter((record) => recordedFormOf(record)?.at !== -1);
    return records.filter((record) => {
      const shown = renderer.render(kind, record);
      return asked.every(([name, pointer]) => textOf(valueAt(shown, pointer)) === query.get(name));
    });
  }

  function show(kind: Route['kind'], ours: JsonObject): Json {
    const shown = renderer.render(kind, ours);
    if (kind === 'strategy') strategies.set(idIn(shown, kind), shown);
    if (kind === 'listing' && remembers) ids.set(idIn(shown, kind), ours.id as string);
    return shown;
  }

  /** What the strategy of a listing says, if it was shown; else some words. */
  function ofStrategy(listing: Json, pointer: string): Json {
    const leaf = leavesOf(wire.records.listing!).find(({ field }) => field.ours === 'strategyId');
    const id = leaf === undefined ? undefined : valueAt(listing, leaf.pointer);
    const strategy = strategies.get(textOf(id));
    return (strategy === undefined ? undefined : valueAt(strategy, pointer)) ?? 'strategy';
  }

  function idIn(record: Json, kind: Route['kind']): string {
    const id = valueAt(record, wire.records[kind]?.id ?? '/id');
    return textOf(id);
  }

  /** A record as one kind of answer shows it. */
  function cut(
    record: Json,
    { omits = [], sentOnly = false }: AnswerWire,
    route?: Route,
    sent: JsonObject = {},
  ): Json {
    const unsent =
      sentOnly && route !== undefined
        ? coreFields(route.endpoint).filter((name) => !Object.hasOwn(sent, name))
        : [];
    const places = leavesOf(
      wire.records.listing ?? { seen: 0, id: '/id', idForm: { form: 'uuid', prefix: '' }, fields: [] },
    )
      .filter(({ field }) => (unsent as readonly string[]).includes(field.ours ?? ''))
      .map(({ pointer }) => pointer);
    return [...omits, ...places].reduce(withoutValueAt, record);
  }

  return { answer, ourId: (id) => ids.get(id) };
}

function limitHeaders({ headers }: ApiResponse): string[] {
  return headers.filter((_, at) => headers[at - (at % 2)]!.toLowerCase().startsWith('ratelimit'));
}
