// The whole simulator without a socket: a clock that only the test moves, a sleep that only remembers, and a door
// that treats bodies as the real one does.
import { expect } from 'vitest';

import type { DataSet } from '../../src/service/models/resources.ts';
import { createSettings } from '../../src/spec/settings.ts';
import type { FormPatch } from '../../src/spec/form.ts';
import type { PresetName } from '../../src/spec/presets.ts';
import type { Answers, MockSettings, Settings } from '../../src/spec/settings.ts';
import { withOptions } from '../../src/app/options/service-options.ts';
import { openService } from '../../src/service/service.ts';
import type { Service, ServiceOptions } from '../../src/service/service.ts';
import { ownPages } from '../../src/app/control/own-pages.ts';
import { Clock } from '../../src/http/clock.ts';
import { parseFaultRule } from '../../src/service/worlds/faults.ts';
import type { Observation } from '../../src/http/observe.ts';
import { BodyTooLarge, headerValue } from '../../src/http/message.ts';
import type { ApiResponse, Handler, RequestBody } from '../../src/http/message.ts';
import type { DataSetName } from '../../src/service/data/data-sets.ts';
import { generate } from '../../src/service/data/generate.ts';
import type { OpenWorld } from '../../src/service/worlds/open-world.ts';
import type { ListingView, ListView, ReportView, StrategyView } from './views.ts';

export const origin = 'http://127.0.0.1:5300';
export const opening = Date.parse('2026-01-01T00:00:00.000Z');
export const unlimited = { perSecond: Infinity, perMinute: Infinity } as const;

/** The listings, strategies and runs of the set `tiny`. */
export const ids = {
  board: '11111111-1111-4111-8111-111111111111',
  lamp: '22222222-2222-4222-8222-222222222222',
  mug: '33333333-3333-4333-8333-333333333333',
  nowhere: '99999999-9999-4999-8999-999999999999',
  chaser: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  guard: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb',
  doneRun: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
  newRun: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd',
} as const;

export interface TestOptions extends Partial<
  Omit<ServiceOptions, 'data' | 'settings' | 'faults' | 'watcher'>
> {
  readonly data?: DataSetName | DataSet;
  readonly profile?: PresetName;
  /** Settings as a profile gives them, instead of those made from what follows. */
  readonly settings?: Settings;
  readonly assume?: Answers;
  /** The form of answers, instead of that of a profile. */
  readonly form?: FormPatch;
  /** What options say. */
  readonly mock?: Partial<MockSettings>;
  /** As on the command line, such as `status=500@0.1`. */
  readonly faults?: readonly string[];
}

export interface CallOptions {
  /** Null: no key; several: the header stands as often. */
  readonly key?: string | null | readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `body` is sent as it is. Either brings `Content-Type: application/json` unless headers name one. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  /** Null: a body without a media type. */
  readonly type?: string | null;
  /** Whether the body comes in pieces and without a declared length. */
  readonly chunked?: boolean;
  /** Called when somebody starts to read the body, before its end has arrived. */
  readonly onRead?: () => void;
}

export interface Answer {
  readonly status: number;
  /** By lower-case name; the first where one repeats. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly raw: Uint8Array;
  readonly text: string;
  readonly json: unknown;
  /** What `Content-Length` would say; for HEAD that of the body left out. */
  readonly length: number;
  readonly response: ApiResponse;
}

export interface TestApp {
  readonly service: Service;
  readonly handler: Handler;
  readonly clock: Clock;
  readonly sleeps: number[];
  readonly observations: Observation[];
  readonly dropped: OpenWorld[];
  readonly failures: unknown[];
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  get(target: string, options?: CallOptions): Promise<Answer>;
  patch(target: string, json: unknown, options?: CallOptions): Promise<Answer>;
  listing(id: string, options?: CallOptions): Promise<ListingView>;
  listings(query?: string, options?: CallOptions): Promise<ListView<ListingView>>;
  strategies(query?: string, options?: CallOptions): Promise<ListView<StrategyView>>;
  reports(query?: string, options?: CallOptions): Promise<ListView<ReportView>>;
}

/** Without limits unless a test names some, so that it may ask as often as it likes. */
export function createTestApp(overrides: TestOptions = {}): TestApp {
  const {
    settings: given,
    data = 'tiny',
    profile = 'default',
    assume = {},
    form,
    mock = {},
    faults = [],
    ...rest
  } = overrides;
  const clock = new Clock(opening, { frozen: true, source: () => 0 });
  const sleeps: number[] = [];
  const observations: Observation[] = [];
  const dropped: OpenWorld[] = [];
  const failures: unknown[] = [];
  const settings =
    given ?? withOptions(createSettings(form === undefined ? profile : { form }, assume), mock);
  const service = openService({
    settings,
    data: typeof data === 'string' ? generate({ seed: 1, set: data }) : data,
    keys: new Map([['test_key', rest.limits ?? unlimited]]),
    limits: unlimited,
    auth: true,
    faults: faults.map(parseFaultRule),
    createClock: () => clock,
    sleep: (milliseconds) => Promise.resolve(void sleeps.push(milliseconds)),
    watcher: {
      request: (observation) => void observations.push(observation),
      worldDropped: (world) => void dropped.push(world),
      failure: (error) => void failures.push(error),
    },
    ...rest,
  });
  const handler = service.serve(service.simulator, ownPages(settings));

  async function call(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
    const mark = target.indexOf('?');
    const bytes = bodyBytes(options);
    const rawHeaders = headersOf(options, bytes);
    const response = await handler({
      method,
      path: mark === -1 ? target : target.slice(0, mark),
      query: mark === -1 ? '' : target.slice(mark + 1),
      headers: joined(rawHeaders),
      rawHeaders,
      body: createBody(bytes ?? new Uint8Array(0), options),
      origin,
      context: {},
      onAbort: () => undefined,
    });
    return toAnswer(method, response);
  }

  const read = async (target: string, options?: CallOptions): Promise<unknown> => {
    const answer = await call('GET', target, options);
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return answer.json;
  };

  return {
    service,
    handler,
    clock,
    sleeps,
    observations,
    dropped,
    failures,
    call,
    get: (target, options) => call('GET', target, options),
    patch: (target, json, options) => call('PATCH', target, { json, ...options }),
    listing: async (id, options) => (await read(`/v1/listings/${id}`, options)) as ListingView,
    listings: async (query = '', options) =>
      (await read(`/v1/listings${query}`, options)) as ListView<ListingView>,
    strategies: async (query = '', options) =>
      (await read(`/v1/strategies${query}`, options)) as ListView<StrategyView>,
    reports: async (query = '', options) =>
      (await read(`/v1/reports${query}`, options)) as ListView<ReportView>,
  };
}

function bodyBytes({ json, body }: CallOptions): Uint8Array | undefined {
  const content = json === undefined ? body : JSON.stringify(json);
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function headersOf(options: CallOptions, body: Uint8Array | undefined): string[] {
  const { key = 'test_key', headers = {}, type = 'application/json', chunked = false } = options;
  const keys = key === null ? [] : typeof key === 'string' ? [key] : key;
  return [
    'Host',
    new URL(origin).host,
    ...keys.flatMap((value) => ['X-API-KEY', value]),
    ...(body === undefined || type === null ? [] : ['Content-Type', type]),
    ...(body === undefined ? [] : chunked ? ['Transfer-Encoding', 'chunked'] : []),
    ...(body === undefined || chunked ? [] : ['Content-Length', String(body.length)]),
    ...Object.entries(headers).flat(),
  ];
}

function joined(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

/** As at a socket: too long by its declared length without a byte read, otherwise in the piece that is too much. */
function createBody(bytes: Uint8Array, { chunked = false, onRead }: CallOptions): RequestBody {
  return {
    async bytes(limit) {
      if (!chunked && bytes.length > limit) throw new BodyTooLarge();
      onRead?.();
      await Promise.resolve();
      if (bytes.length > limit) throw new BodyTooLarge();
      return bytes;
    },
    stream: () => {
      throw new Error('the simulator reads bodies whole');
    },
  };
}

function toAnswer(method: string, response: ApiResponse): Answer {
  const { status, headers, body } = response;
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new Error('the simulator answers whole bodies');
  }
  const whole = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array(0));
  const raw = method === 'HEAD' ? new Uint8Array(0) : whole;
  const text = new TextDecoder().decode(raw);
  const isJson = headerValue(headers, 'content-type')?.startsWith('application/json') === true;
  return {
    status,
    headers: joined(headers),
    raw,
    text,
    json: isJson && text !== '' && response.breakage === undefined ? tryJson(text) : undefined,
    length: whole.length,
    response,
  };
}

/** Undefined for text that a fault has broken. */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
