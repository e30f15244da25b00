// The four doors to the mock, each behind the same few functions: a port, a function, and msw's two ways to ask.
import { getResponse } from 'msw';
import type { RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { startServer } from '../../src/index.ts';
import type { MockInput, World } from '../../src/index.ts';
import { createHandlers, createMock } from '../../src/msw.ts';

export const doorNames = ['port', 'function', 'msw setupServer', 'msw getResponse'] as const;
export type DoorName = (typeof doorNames)[number];

export interface Ask {
  /** Null: none; `test_a` unless given. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: RequestInit['body'];
  readonly signal?: AbortSignal;
  /** The client goes once it has the head of the answer. */
  readonly goesAtHead?: true;
}

/** An answer as its reader sees it; the base URL of the door is `<base>`. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  /** Without those of one connection, and without `Date`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the connection failed in the middle of the body. */
  readonly broken?: true;
}

/** What is seen of a connection that fails before there is an answer. */
export const connectionFailed = { failed: 'TypeError' } as const;
export type Outcome = Answer | { readonly failed: string };

export interface Door {
  readonly name: DoorName;
  /** As long at every door, so that lengths can be compared. */
  readonly base: string;
  readonly key: string;
  /** Everything that was answered so far. */
  readonly log: { readonly asked: string; readonly outcome: Outcome }[];
  world(key?: string): World;
  ask(method: string, target: string, ask?: Ask): Promise<Outcome>;
  /** Follows a link that an answer gave. */
  follow(link: string, ask?: Ask): Promise<Outcome>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Free ports have five digits. */
const baseLength = 'http://127.0.0.1:12345'.length;

/** @param prefix of the paths, which the port cannot have */
export function baseUrlOf(prefix = ''): string {
  const rest = `https://.test${prefix}`;
  return rest.replace('.test', `${'a'.repeat(baseLength - rest.length)}.test`);
}

/** Opens a door, and closes it behind whoever has passed. */
export async function through<T>(
  name: DoorName,
  input: MockInput,
  pass: (door: Door) => Promise<T>,
  prefix = '',
): Promise<T> {
  const given = { perSecond: 'off', ...input } as const;
  const base = baseUrlOf(prefix);
  if (name === 'port') {
    const server = await startServer(given);
    try {
      return await pass(doorOf(name, server.url, server, fetch));
    } finally {
      await server.closeNow(); // it does not wait for what a test has given up
      await server.close();
    }
  }
  const options = { ...given, baseUrl: base };
  if (name === 'function') {
    const mock = createMock(options);
    return pass(doorOf(name, base, mock, mock.fetch));
  }
  const handlers = createHandlers(options);
  if (name === 'msw getResponse') {
    return pass(doorOf(name, base, handlers, workerFetch(handlers)));
  }
  return whileServed(handlers, () => pass(doorOf(name, base, handlers, fetch)));
}

/** As msw's worker asks handlers. */
export function workerFetch(handlers: readonly RequestHandler[]): Fetch {
  return async (url, init) => {
    const response = await getResponse([...handlers], new Request(url, init));
    if (response === undefined) throw new Error(`msw left ${url} to others`);
    // The worker does the same with such an answer.
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  };
}

/** Has `fetch` answered by handlers for as long as something runs. */
export async function whileServed<T>(handlers: readonly RequestHandler[], run: () => Promise<T>): Promise<T> {
  const msw = setupServer(...handlers);
  msw.listen({ onUnhandledRequest: 'error' });
  try {
    return await run();
  } finally {
    msw.close();
  }
}

interface Kept {
  readonly key: string;
  world(key?: string): World;
}

/** A door around whatever answers like `fetch`. */
export function doorOf(name: DoorName, base: string, kept: Kept, fetch: Fetch): Door {
  const log: Door['log'] = [];
  const follow = async (method: string, url: string, ask: Ask): Promise<Outcome> => {
    const {
      key = 'test_a',
      headers = {},
      json,
      body = json === undefined ? null : JSON.stringify(json),
      goesAtHead,
    } = ask;
    const leaving = new AbortController();
    const signal = goesAtHead === undefined ? ask.signal : leaving.signal;
    const init: RequestInit = {
      method,
      headers: {
        ...(key !== null && { 'X-API-KEY': key }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== null && { body }),
      ...(body instanceof ReadableStream && ({ duplex: 'half' } as object)),
      ...(signal !== undefined && { signal }),
    };
    const outcome = await outcomeOf(async () => {
      const response = await fetch(url, init);
      leaving.abort();
      return response;
    }, base);
    log.push({ asked: `${method} ${url.replace(base, '')}`, outcome });
    return outcome;
  };
  return {
    name,
    base,
    log,
    key: kept.key,
    world: (key) => kept.world(key),
    ask: (method, target, ask = {}) => follow(method, `${base}${target}`, ask),
    follow: (link, ask = {}) => follow('GET', link, { key: null, ...ask }),
  };
}

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

async function outcomeOf(fetch: () => Promise<Response>, base: string): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch();
  } catch (error) {
    return { failed: (error as Error).name };
  }
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!hopByHop.includes(name)) headers[name] = value;
  });
  const { bytes, broken } = await bodyOf(response);
  const isText = /json|text|xml|csv/.test(headers['content-type'] ?? 'text');
  const body = isText ? new TextDecoder().decode(bytes).replaceAll(base, '<base>') : bytes.toString('base64');
  const { status, statusText: reason } = response;
  return { status, reason, headers, body, ...(broken && { broken }) };
}

/** All that arrives; reading it piece by piece keeps what came before the end. */
async function bodyOf(response: Response): Promise<{ bytes: Buffer; broken: boolean }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) pieces.push(piece);
    return { bytes: Buffer.concat(pieces), broken: false };
  } catch {
    return { bytes: Buffer.concat(pieces), broken: true };
  }
}
