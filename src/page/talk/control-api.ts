// Calls of the control API, as any other client makes them: with the token, and the id of the world that is meant.
import { dropToken, token } from './access.ts';

/** What the server refused; its message is meant for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Which world is meant; left out: the operation means the server. */
  readonly world?: string | undefined;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * @param path below `/__mock/`, such as `clock/freeze`
 * @throws Refusal, or TypeError when the server cannot be reached
 */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', world, json, headers } = options;
  const response = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${token.value}`,
      ...(world !== undefined && { 'X-Mock-World': world }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    cache: 'no-store',
    credentials: 'omit',
  });
  if (response.ok) return response;
  if (response.headers.get('WWW-Authenticate')?.startsWith('Bearer') === true) dropToken();
  throw new Refusal(response.status, await messageOf(response));
}

/** The JSON of the answer; undefined for one without a body. */
export async function call<T = void>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function messageOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error: { message: string } };
    return error.message;
  } catch {
    return `The server answered ${response.status}.`;
  }
}
