// A session of a program with a service, or with a mock of it, in this process. Time is the session's own.
import type { Clock } from '../../src/http/clock.ts';
import type { Answered, Api, Asked, Received, Sending } from './contract.ts';

/** A request and its answer. */
export interface Step {
  /** When the request came, in milliseconds since 1970. */
  readonly at: number;
  readonly request: Asked;
  readonly answer: Answered;
}

export interface WalkOptions {
  /** Where the service stands. */
  readonly origin: string;
  readonly key: string;
  readonly clock: Clock;
  readonly answer: (request: Asked) => Answered | Promise<Answered>;
  /** Told of each step before the program goes on. */
  readonly onStep?: (step: Step) => void;
}

/** How long a program pauses before a request, and waits for its answer, in milliseconds. */
const pause = 300;
export const answerTime = 20;

/** A program that asks more often is taken to walk in a circle. */
const mostRequests = 200;

/** The status of an answer that never came, because the program failed to ask the service or the service failed. */
export const noAnswer = 0;

export class Walk implements Api {
  readonly steps: Step[] = [];
  readonly #options: WalkOptions;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  async ask(method: string, target: string, sending: Sending = {}): Promise<Received> {
    if (this.steps.length >= mostRequests) throw new Error(`more than ${mostRequests} requests`);
    const { clock, onStep } = this.#options;
    if (sending.atOnce !== true) clock.advance(pause);
    const at = clock.now();
    const request = this.#request(method, target, sending);
    const answer = await this.#answer(request);
    clock.advance(answerTime);
    const step = { at, request, answer };
    this.steps.push(step);
    onStep?.(step);
    const headers = new Headers(answer.headers.map(([name, value]) => [name, value]));
    return { status: answer.status, headers, body: bodyOf(answer) };
  }

  wait(milliseconds: number): void {
    this.#options.clock.advance(milliseconds);
  }

  #request(method: string, target: string, { json, text, headers = {} }: Sending): Asked {
    const body = text ?? (json === undefined ? '' : JSON.stringify(json));
    const all: Record<string, string | null> = {
      'x-api-key': this.#options.key,
      accept: 'application/json',
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    };
    for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
    return { method, target: this.#target(target), headers: Object.fromEntries(sent), body };
  }

  /** The path and query of a URL at the service; a URL anywhere else stays whole. */
  #target(target: string): string {
    const { origin } = this.#options;
    const url = new URL(target, origin);
    return url.origin === origin ? url.pathname + url.search : url.href;
  }

  async #answer(request: Asked): Promise<Answered> {
    const nothing = (body: string): Answered => ({ status: noAnswer, headers: [], body });
    if (!request.target.startsWith('/')) return nothing(`the link leads away, to ${request.target}`);
    try {
      return await this.#options.answer(request);
    } catch (error) {
      return nothing(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
}

/** Parsed JSON, the text of another body, or null. */
export function bodyOf({ body }: Answered): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** The door of a mock as something that answers a walk. */
export function askDoor(
  answer: (request: Request) => Promise<Response>,
  origin: string,
): (request: Asked) => Promise<Answered> {
  return async ({ method, target, headers, body }) => {
    // Bytes, because Request would add a Content-Type to a text.
    const bytes = body === '' ? {} : { body: new TextEncoder().encode(body) };
    const response = await answer(new Request(origin + target, { method, headers, ...bytes }));
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  };
}
