// Plays recorded requests, writes included, against a mock in this process, in the order and at the times in which they
// came. The clock of the mock follows the recorded times, and links lead to where the mock stands.
import type { Limits } from '../../spec/endpoints.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { Clock } from '../../http/clock.ts';
import { jsonIn } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { BodyTooLarge, isStream } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import { percentEncoded, queryDecoded } from '../../http/parse-url.ts';
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import type { HeaderPair, RecordedBody } from '../../recording/format.ts';
import type { KeyedRequest } from '../../recording/request-key.ts';
import type { DataSet } from '../../service/models/resources.ts';
import { openService } from '../../service/service.ts';
import type { AnswersBeside } from '../../service/service.ts';
import type { Settings } from '../../spec/settings.ts';
import { keyHeader, standardLimits } from '../../spec/endpoints.ts';
import { ApiError } from '../../spec/errors.ts';
import { ownPath, storedOrigin } from '../../spec/mock-paths.ts';
import type { Exchange } from '../exchanges.ts';

/** A mock that is opened with records of a recording. */
export interface MockParts {
  readonly settings: Settings;
  /** How the recorded service speaks; undefined for a preset. */
  readonly dialect: Dialect | undefined;
  readonly data: DataSet;
  readonly limits: Limits;
  /** What answers besides the endpoints. @param now the mock's time, in milliseconds since 1970 */
  readonly beside: (now: () => number) => AnswersBeside;
}

/** What the mock answered. Links to the mock lead to `storedOrigin`, as those to the service do in what was recorded. */
export interface Given {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** The JSON value of the body; undefined where it is none. */
  readonly body: Json | undefined;
  readonly text: string;
  /** Whether the mock speaks in its own words, because no recording shows how the service answers this. */
  readonly isOwn: boolean;
}

export interface Played {
  readonly exchange: Exchange;
  /** Undefined where the request was not played. */
  readonly given: Given | undefined;
  /** Why the request was not played, or what has to be known of how it was. */
  readonly aside?: Aside;
  /** By how many milliseconds the mock's clock is before the recorded one: a recording may hold several sessions. */
  readonly shift: number;
}

/** `trouble`: the service itself failed; `unsent`: the request is not in the recording as a whole. */
export type Aside = 'trouble' | 'unsent' | 'limits';

interface PlayOptions {
  /** What was recorded: links to there in requests lead to the mock. */
  readonly upstream: string;
  /** What went before: it counts towards the limits. */
  readonly before?: readonly Exchange[];
  /** Tells what the mock calls a value that the service gave, for a client that sends it back in a request. */
  readonly translate: (text: string, by: Exchange) => string;
  /** Whether an answer is the recorded one, for a request of which the recording does not tell with which key it came. */
  readonly agrees: (played: Played) => boolean;
  /** Told of each answer before the next request is played. */
  readonly onPlayed: (played: Played) => void;
}

/** Where the mock stands. */
const mockOrigin = 'http://mock.invalid';
/** Stands in an answer for a link that would lead a client of the mock away from it. */
const elsewhere = 'http://leads-away.invalid';

const key = 'test_recorded';
const wrongKey = 'a key that nobody has';
/** A world of its own, whose limits are used up. */
const refusedKey = 'test_refused';
const minute = 60_000;

export async function play(
  exchanges: readonly Exchange[],
  parts: MockParts,
  options: PlayOptions,
): Promise<void> {
  const times = playTimes(exchanges);
  // A recording has the order in which answers were complete; limits count requests as they came.
  const order = [...exchanges.keys()].sort((a, b) => times[a]!.at - times[b]!.at || a - b);
  const mock = openMock(parts, times[order[0]!]?.at ?? 0);
  for (const { at, status } of options.before ?? []) if (status !== 401 && status !== 429) mock.count(at);
  const passed: number[] = [];
  for (const index of order) {
    const exchange = exchanges[index]!;
    const { at, shift } = times[index]!;
    mock.moveTo(at);
    const played = await playOne(exchange, at, shift, { mock, options, passed, limits: parts.limits });
    if (exchange.status !== 401 && exchange.status !== 429) passed.push(at);
    options.onPlayed(played);
  }
}

/**
 * Requests that were under way together may stand in another order than they began, so that times may run back; what is
 * older than that was recorded in another session, which is played a minute later, so that no limit counts across both.
 */
function playTimes(exchanges: readonly Exchange[]): { at: number; shift: number }[] {
  let [shift, latest] = [0, -Infinity];
  return exchanges.map(({ at }) => {
    if (at + shift < latest - minute) shift = latest + minute - at;
    latest = Math.max(latest, at + shift);
    return { at: at + shift, shift };
  });
}

interface Playing {
  readonly mock: Mock;
  readonly options: PlayOptions;
  readonly limits: Limits;
  /** When requests were answered, by the mock's clock. */
  readonly passed: readonly number[];
}

async function playOne(exchange: Exchange, at: number, shift: number, playing: Playing): Promise<Played> {
  const { mock, options } = playing;
  const { status, interaction } = exchange;
  if (status >= 500) return { exchange, given: undefined, aside: 'trouble', shift };
  const sent = requestOf(exchange, (text) =>
    options.translate(text.replaceAll(options.upstream, mockOrigin), exchange),
  );
  if (sent === undefined) return { exchange, given: undefined, aside: 'unsent', shift };
  const ask = async (as: string | undefined): Promise<Played> => ({
    exchange,
    given: await mock.ask(sent, as),
    shift,
  });
  if (interaction.request.keyless === true && !exchange.ok) return ask(undefined);
  if (status === 401) {
    const refused = await ask(wrongKey);
    if (options.agrees(refused)) return refused;
    // A recording that was imported does not say whether there was a key.
    const keyless = await ask(undefined);
    return options.agrees(keyless) ? keyless : refused;
  }
  if (status === 403) {
    // A wrong key may be told so; such a request changes nothing, so it is tried first.
    const refused = await ask(wrongKey);
    if (options.agrees(refused)) return refused;
  }
  const answer = await ask(key);
  if (!exchange.ok && exchange.method === 'GET' && status !== 429 && !options.agrees(answer)) {
    // That a key is wrong may be told with any status: where the right one is answered otherwise, it may have been that.
    const refused = await ask(wrongKey);
    if (options.agrees(refused)) return refused;
  }
  if (status !== 429 && answer.given?.status === 429) {
    // It may have reached the service at any moment until its answer was there.
    mock.moveTo(at + interaction.milliseconds);
    return ask(key);
  }
  if (status !== 429 || answer.given?.status === 429 || isExplained(at, playing)) return answer;
  // Other requests with this key, which were not recorded, have used up the limit. Only the form can be compared.
  const refused = await mock.askRefused(sent);
  return { exchange, given: refused, aside: 'limits', shift };
}

/** Requests may bunch up on their way. */
const margin = 100;

/** Whether so many recorded requests went before as a limit of the mock allows. */
function isExplained(at: number, { passed, limits }: Playing): boolean {
  const within = (width: number) => {
    let count = 0;
    for (let index = passed.length - 1; index >= 0 && passed[index]! > at - width - margin; index -= 1)
      count += 1;
    return count;
  };
  return within(1000) >= limits.perSecond || within(minute) >= limits.perMinute;
}

interface Sent extends KeyedRequest {
  readonly body: Uint8Array;
}

/** The recorded request as a client of the mock sends it; undefined where its body is not in the recording. */
function requestOf(
  { interaction, sentText }: Exchange,
  translate: (text: string) => string,
): Sent | undefined {
  const { method, path, query, headers, body } = interaction.request;
  if (body !== null && 'omitted' in body) return undefined;
  return {
    method,
    path: path
      .split('/')
      .map((segment) => retold(segment, translate))
      .join('/'),
    query: query
      .split('&')
      .map((parameter) => {
        const [name, value] = parameter.split(/=(.*)/s) as [string, string | undefined];
        return value === undefined ? parameter : `${name}=${retold(value, translate)}`;
      })
      .join('&'),
    headers: headers
      .filter(([name]) => !/^(content-length|content-encoding|transfer-encoding|host)$/i.test(name))
      .map(([name, value]) => [name, translate(value)]),
    body: bytesOf(sentText === undefined ? undefined : translate(sentText), body),
  };
}

function bytesOf(
  text: string | undefined,
  body: Exclude<RecordedBody, { readonly omitted: unknown }>,
): Uint8Array {
  if (text !== undefined) return new TextEncoder().encode(text);
  return body === null ? new Uint8Array() : nodeBodies.readableBytes(body);
}

/** A part of a target, encoded as it was unless something else takes its place. */
function retold(encoded: string, translate: (text: string) => string): string {
  const text = queryDecoded(encoded);
  const told = translate(text);
  return told === text ? encoded : percentEncoded(told);
}

interface Mock {
  /** Moves its clock forward to this time, in milliseconds since 1970. */
  readonly moveTo: (time: number) => void;
  /** Counts a request of the account that was answered at a time. */
  readonly count: (at: number) => void;
  readonly ask: (sent: Sent, as: string | undefined) => Promise<Given>;
  /** What it answers to a request that its limits refuse. */
  readonly askRefused: (sent: Sent) => Promise<Given>;
}

const nothing = () => undefined;

function openMock({ settings, dialect, data, limits, beside }: MockParts, start: number): Mock {
  const clock = new Clock(start, { frozen: true, source: () => 0 });
  const refusing = {
    perSecond: limits.perSecond === Infinity ? standardLimits.perSecond : limits.perSecond,
    perMinute: limits.perMinute,
  };
  const service = openService({
    settings,
    dialect,
    data,
    beside: beside(() => clock.now()),
    limits,
    keys: new Map([[refusedKey, refusing]]),
    auth: true,
    createClock: () => clock,
    sleep: () => Promise.resolve(),
    // What fails is answered with 500, which is then a difference like any other.
    watcher: { request: nothing, worldDropped: nothing, failure: nothing },
  });
  const handler = service.serve(service.simulator, () => {
    throw new ApiError('route_not_found', 'The recording holds no such page.');
  });
  const ask = async (sent: Sent, as: string | undefined) =>
    givenOf(await handler(toRequest(sent, as)), dialect !== undefined);
  return {
    ask,
    moveTo(time) {
      if (time > clock.now()) clock.advance(time - clock.now());
    },
    count(at) {
      service.worlds.of(key).limiter.take(at);
    },
    async askRefused(sent) {
      const { limiter } = service.worlds.of(refusedKey);
      const most = Math.min(refusing.perSecond, refusing.perMinute);
      for (let count = 0; count < most; count += 1) limiter.take(clock.now());
      return ask(sent, refusedKey);
    },
  };
}

function toRequest({ method, path, query, headers: pairs, body }: Sent, as: string | undefined): ApiRequest {
  const length: HeaderPair[] = body.length === 0 ? [] : [['Content-Length', String(body.length)]];
  const all: readonly HeaderPair[] = [
    ...pairs,
    ...(as === undefined ? [] : ([['X-API-KEY', as]] as const)),
    ...length,
  ];
  const headers: Record<string, string> = {};
  for (const [name, value] of all) {
    const lower = name.toLowerCase();
    headers[lower] =
      Object.hasOwn(headers, lower) && lower !== keyHeader ? `${headers[lower]!}, ${value}` : value;
  }
  return {
    method,
    path,
    query,
    headers,
    rawHeaders: all.flat(),
    origin: mockOrigin,
    context: {},
    body: {
      bytes: (limit) => (body.length > limit ? Promise.reject(new BodyTooLarge()) : body),
      stream: () => {
        throw new Error('the mock reads bodies whole');
      },
    },
    onAbort: () => undefined,
  };
}

/** Where our own errors lead for an explanation. */
const errorPages = `${storedOrigin}${ownPath}errors/`;

async function givenOf({ status, headers, body, error }: ApiResponse, isDialect: boolean): Promise<Given> {
  const text = ownLinks(await textIn(body));
  const pairs: HeaderPair[] = [];
  const isOwn = isDialect && error !== undefined && text.includes(errorPages);
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at]!, ownLinks(headers[at + 1]!)]);
  return { status, headers: pairs, body: jsonIn(text), text, isOwn };
}

async function textIn(body: ApiResponse['body']): Promise<string> {
  if (typeof body === 'string' || body === null) return body ?? '';
  if (!isStream(body)) return new TextDecoder().decode(body);
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

const ownLinks = (text: string) =>
  text.replaceAll(storedOrigin, elsewhere).replaceAll(mockOrigin, storedOrigin);
