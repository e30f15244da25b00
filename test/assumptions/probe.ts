// What a probe of an assumption is, and the service that it looks at: the whole app behind a function, no socket.
import type { FormPatch, FormPlace } from '../../src/spec/form.ts';
import { createSettings } from '../../src/spec/settings.ts';
import type { AnswerId, MockSettings, Overrides } from '../../src/spec/settings.ts';
import { withOptions } from '../../src/app/options/service-options.ts';
import type { PresetName } from '../../src/spec/presets.ts';
import { openService } from '../../src/service/service.ts';
import { createData } from '../../src/app/data/create-data.ts';
import { ownPages } from '../../src/app/control/own-pages.ts';
import { Clock } from '../../src/http/clock.ts';
import { BodyTooLarge } from '../../src/http/message.ts';
import type { ApiRequest, ApiResponse } from '../../src/http/message.ts';
import type { DataSetName } from '../../src/service/data/data-sets.ts';

export const one = '11111111-1111-4111-8111-111111111111';
export const two = '22222222-2222-4222-8222-222222222222';
export const three = '33333333-3333-4333-8333-333333333333';
export const strategyA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
export const strategyB = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
export const nowhere = '99999999-9999-4999-8999-999999999999';
export const origin = 'http://mock.test';
/** When the clock of every probe starts, and stands still until it is moved. */
export const start = Date.UTC(2026, 0, 2);

/** Where and how a probe looks. */
export interface Setup {
  readonly data?: DataSetName;
  readonly perSecond?: number;
  readonly perMinute?: number;
  readonly profile?: PresetName;
  /** Answers that the probed one needs beside it. */
  readonly with?: Overrides;
  /** The form of answers, instead of that of a profile. */
  readonly form?: FormPatch;
  /** What options say. */
  readonly mock?: Partial<MockSettings>;
  readonly anyKey?: boolean;
  readonly faultsFirst?: boolean;
}

export interface Probe extends Setup {
  /** What a client sees; anything that can be compared. */
  readonly observe: (service: Service, set: Overrides, value: string) => Promise<unknown>;
  /** What it must be, by the value of the assumption, or by what stands at the place of the form: templates as JSON. */
  readonly expected: Readonly<Record<string, unknown>>;
}

export type Probes = Readonly<Partial<Record<AnswerId, Probe>>>;
export type FormProbes = Readonly<Partial<Record<FormPlace, Probe>>>;

export interface Sent {
  /** Null: none is sent. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** What a client parsed, to look into freely. */
export interface Loose {
  readonly [name: string]: Loose;
}

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; null for one that is empty, undefined for one that is no JSON. */
  readonly body: Loose;
  /** The same, to be taken for what it should be. */
  readonly value: unknown;
}

export interface Service {
  /** `send('PATCH /v1/listings/1/price', { body: {...} })`. */
  readonly send: (line: string, sent?: Sent) => Promise<Answer>;
  /** The answer's status alone. */
  readonly status: (line: string, sent?: Sent) => Promise<number>;
  readonly clock: Clock;
}

/** The whole service under some answers; the limits are off unless given. */
export async function openProbed(set: Overrides, setup: Setup = {}): Promise<Service> {
  const {
    profile = 'default',
    form,
    with: beside = {},
    mock = {},
    anyKey = false,
    faultsFirst = false,
  } = setup;
  const begun = createSettings(form === undefined ? profile : { form }, beside, set);
  const settings = withOptions(begun, mock);
  const clock = new Clock(start, { frozen: true });
  const data = await createData({ seed: 1, data: setup.data ?? 'tiny', listings: undefined }, settings, '.');
  const limits = { perSecond: setup.perSecond ?? Infinity, perMinute: setup.perMinute ?? Infinity };
  const failures: unknown[] = [];
  const service = openService({
    settings,
    data,
    limits,
    keys: new Map(),
    auth: true,
    anyKey,
    faultsFirst,
    createClock: () => clock,
    sleep: () => Promise.resolve(),
    watcher: {
      request: () => undefined,
      worldDropped: () => undefined,
      failure: (error) => failures.push(error),
    },
  });
  const handler = service.serve(service.simulator, ownPages(settings));
  const send = async (line: string, sent: Sent = {}): Promise<Answer> => {
    const answer = read(await handler(request(line, sent)));
    if (failures.length > 0) throw failures[0]; // the mock itself failed: no probe asks for that
    return answer;
  };
  return { send, status: async (line, sent) => (await send(line, sent)).status, clock };
}

export function request(line: string, { key = 'test_key', headers = {}, body }: Sent): ApiRequest {
  const [method = '', target = ''] = line.split(/ (.*)/);
  const [path = '', query = ''] = target.split(/\?(.*)/);
  const all: Record<string, string> = {
    ...(key !== null && { 'x-api-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  const bytes = body === undefined ? new Uint8Array() : new TextEncoder().encode(text);
  return {
    method,
    path,
    query,
    headers: all,
    rawHeaders: Object.entries(all).flat(),
    origin,
    context: {},
    onAbort: () => undefined,
    body: {
      bytes: (limit) => (bytes.length > limit ? Promise.reject(new BodyTooLarge()) : Promise.resolve(bytes)),
      stream: () => {
        throw new Error('the simulator reads no streams');
      },
    },
  };
}

function read({ status, headers, body }: ApiResponse): Answer {
  const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  if (new Set(names).size !== names.length) throw new Error(`a header stands twice: ${names.join(', ')}`);
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? decode(body) : '';
  return {
    status,
    headers: Object.fromEntries(names.map((name, at) => [name, headers[2 * at + 1]!])),
    text,
    body: parse(text) as Loose,
    value: parse(text),
  };
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Several requests one after the other. */
export async function each<T, R>(items: readonly T[], look: (item: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (const item of items) found.push(await look(item));
  return found;
}

/** The status, and for an error its parameter: `400 minPrice`. */
export function verdict({ status, value }: Answer): string {
  const { error } = (value ?? {}) as { error?: { param?: string | null } };
  return [status, error?.param].filter((part) => part !== undefined).join(' ');
}

/** The ids of a collection, in its order. */
export const ids = (answer: Answer, key = 'data'): string[] =>
  (answer.value as Record<string, { id: string }[]>)[key]!.map(({ id }) => id);
