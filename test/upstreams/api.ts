// What the clients of all upstreams do alike: send the key, keep below the limit, take what comes as it is.

export interface ApiOptions {
  readonly url: string;
  readonly key: string;
  /** How the client lets time pass, in milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** `globalThis.fetch` unless given. */
  readonly fetch?: typeof fetch;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** As JSON, or undefined when it is none. */
  readonly body: unknown;
}

export interface Sent {
  readonly body?: unknown;
  /** A body that is no JSON, or not well made. */
  readonly text?: string;
  readonly type?: string;
  /** Another key; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Between two requests: four in a second, below the limit by every way of counting. */
const gap = 250;

export class Api {
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /** One request at the client's own pace. */
  async ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    await this.wait(gap);
    return this.now(method, path, sent);
  }

  /** One request at once. */
  async now(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const key = sent.key === undefined ? this.#options.key : sent.key;
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const response = await this.#fetch(new URL(path, this.#options.url), {
      method,
      headers: {
        ...(key !== null && { 'X-API-KEY': key }),
        ...(text !== undefined && { 'Content-Type': sent.type ?? 'application/json' }),
        ...sent.headers,
      },
      ...(text !== undefined && { body: text }),
    });
    return { status: response.status, headers: response.headers, body: jsonOf(await response.text()) };
  }

  /** A read that has to succeed. */
  async read(path: string): Promise<Answer> {
    const answer = await this.ask('GET', path);
    if (answer.status !== 200)
      throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** A file behind a link, without the key. */
  async file(link: string): Promise<{ readonly status: number; readonly bytes: Buffer }> {
    const response = await this.#fetch(new URL(link), {});
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  wait(milliseconds: number): Promise<void> {
    return this.#options.wait(milliseconds);
  }

  #fetch(url: URL, init: RequestInit): Promise<Response> {
    return (this.#options.fetch ?? fetch)(url, init);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
