// A mock on a port and its control API, as a client in any language meets them. The clock stands at the opening of the
// worlds, and no limit refuses a request.
import { onTestFinished } from 'vitest';
import { startServer } from '../../src/index.ts';
import type { ServerInput } from '../../src/index.ts';
import { opening } from '../support/app.ts';

export const token = 'the-token-of-the-tests';

interface CallOptions {
  readonly key?: string;
  /** Null: no token. */
  readonly token?: string | null;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly url: string;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Empty for a stream of events, which has no end; it is left. */
  readonly text: string;
  readonly json: unknown;
  header(name: string): string | undefined;
}

export type ControlledServer = Awaited<ReturnType<typeof startControlled>>;

/** Starts such a server, and closes it when the test is over. */
export async function startControlled(input: ServerInput = {}) {
  const server = await startServer({
    data: 'tiny',
    clock: `${new Date(opening).toISOString()},frozen`,
    perSecond: 'off',
    perMinute: 'off',
    controlToken: token,
    ...input,
  });
  onTestFinished(() => server.closeNow());

  /** What every request to the control API carries. */
  const request = (method: string, options: CallOptions): RequestInit => {
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    const headers = {
      ...(options.token !== null && { authorization: `Bearer ${options.token ?? token}` }),
      ...(options.key !== undefined && { 'x-api-key': options.key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    return { method, headers, ...(body !== undefined && { body }) };
  };

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const response = await fetch(server.url + path, request(method, options));
    const isEndless = response.headers.get('content-type') === 'text/event-stream';
    const text = isEndless ? '' : await response.text();
    if (isEndless) await response.body!.cancel();
    return {
      url: server.url,
      status: response.status,
      headers: [...response.headers].flat(),
      text,
      json: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : undefined,
      header: (name) => response.headers.get(name) ?? undefined,
    };
  }

  /** Asks the service itself, so that there is something in the journal. */
  async function ask(
    method: string,
    path: string,
    { key = 'test_key', json }: CallOptions = {},
  ): Promise<number> {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const headers = { 'x-api-key': key, ...(json !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(server.url + path, { method, headers, ...body });
    await response.arrayBuffer();
    return response.status;
  }

  return { server: server, call, ask };
}
