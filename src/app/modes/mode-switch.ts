// The mode that a server is in, and how it is changed while it runs.
import type { ApiRequest, ApiResponse, Handler } from '../../http/message.ts';
import type { Recording } from '../../recording/format.ts';
import type { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { backgroundSleep } from '../../http/sleep.ts';

export const modeNames = ['mock', 'replay', 'record'] as const;
/** Who answers: the simulator, a recording, or the real service while it is recorded. */
export type ModeName = (typeof modeNames)[number];

/** The mode that a server is in. */
export interface ModeState {
  readonly mode: ModeName;
  /** The recording's name; null in the mode `mock`. */
  readonly recording: string | null;
  /** The origin that is recorded; null in other modes. */
  readonly upstream: string | null;
}

export interface Mode extends ModeState {
  readonly handler: Handler;
  /** Whether the limits refuse requests (§8). */
  readonly limits: boolean;
  /** The recording as it is now, where the mode works on one. */
  readonly recorded?: () => Recording | Promise<Recording>;
  /** Where each client of a replay stands in it. */
  readonly positions?: ReplayWorlds;
  /** Takes the world of a key back to where it began. */
  readonly reset?: (key: string) => void;
  /** Closes files and connections. It is called when no request is in the mode any more. */
  readonly close?: () => Promise<void> | void;
}

/** The mode to change to. A recording is named, never given by its path. */
export type ModeRequest =
  | { readonly mode: 'mock' }
  | {
      readonly mode: 'replay';
      readonly recording: string;
      /** Begin at the state after a recorded write, as `--at` names it. */
      readonly at?: number | string | undefined;
    }
  | { readonly mode: 'record'; readonly recording: string };

/** Where a replay that is asked for begins, in the words of `--at`. */
export function startOf({ at }: { readonly at?: number | string | undefined }): string | undefined {
  return at === undefined ? undefined : String(at);
}

/** The mode of a server, for a test to read and change. */
export interface ServerMode {
  current(): ModeState;
  /** @throws ModeError or CommandError for a mode that cannot be; nothing has changed then */
  change(to: ModeRequest): Promise<void>;
}

/** A mode that is not possible, or something that the current mode does not have. */
export class ModeError extends Error {
  override readonly name = 'ModeError';
}

export function nothingToRecord(): ModeError {
  return new ModeError('this server was not started with `record`, so there is nothing that it may record');
}

/** How long a change waits for requests in flight, in milliseconds. */
const grace = 5000;

/** A mode with the requests that are in it. */
class Running {
  readonly mode: Mode;
  requests = 0;
  onIdle: () => void = () => undefined;

  constructor(mode: Mode) {
    this.mode = mode;
  }

  /** Takes the answer of a request that was in the mode. */
  readonly answered = (response: ApiResponse): ApiResponse => {
    this.#end();
    return response;
  };

  /** Takes what a request that was in the mode failed with. */
  readonly failed = (error: unknown): never => {
    this.#end();
    throw error;
  };

  #end(): void {
    this.requests -= 1;
    if (this.requests === 0) this.onIdle();
  }
}

export class ModeSwitch {
  readonly #open: (to: ModeRequest) => Promise<Mode>;
  #running: Running;
  #closed = false;
  /** Resolves when the mode has changed; undefined unless requests must wait for a change. */
  #gate: Promise<void> | undefined;
  /** Changes come one after the other. */
  #changed: Promise<void> = Promise.resolve();

  /** @param open opens a mode, or throws what is wrong with it */
  constructor(first: Mode, open: (to: ModeRequest) => Promise<Mode>) {
    this.#running = new Running(first);
    this.#open = open;
  }

  /** Answers a request in the mode that is current when it arrives. */
  readonly handler: Handler = (request) =>
    this.#gate === undefined ? this.#answer(request) : this.#gate.then(() => this.handler(request));

  #answer(request: ApiRequest): ReturnType<Handler> {
    const running = this.#running;
    running.requests += 1;
    let answer: ReturnType<Handler>;
    try {
      answer = running.mode.handler(request);
    } catch (error) {
      return running.failed(error);
    }
    return answer instanceof Promise
      ? answer.then(running.answered, running.failed)
      : running.answered(answer);
  }

  current(): ModeState {
    const { mode, recording, upstream } = this.#running.mode;
    return { mode, recording, upstream };
  }

  /** The mode that is current. */
  get mode(): Mode {
    return this.#running.mode;
  }

  /**
   * Opens another mode and then answers in it. Requests in flight are finished in the mode before.
   * @throws Error that says what is wrong with the mode; the mode has not changed then
   */
  change(to: ModeRequest): Promise<void> {
    if (this.#closed) return Promise.reject(new ModeError('the server is closed'));
    const changing = this.#changed.then(() =>
      this.#running.mode.mode === 'record' ? this.#closeThenOpen(to) : this.#openThenClose(to),
    );
    this.#changed = changing.catch(() => undefined);
    return changing;
  }

  async #openThenClose(to: ModeRequest): Promise<void> {
    const next = new Running(await this.#open(to));
    const before = this.#running;
    this.#running = next;
    await leave(before);
  }

  /** A recorder must close its recording before another mode can open it, so requests wait meanwhile. */
  async #closeThenOpen(to: ModeRequest): Promise<void> {
    const before = this.#running;
    let open = (): void => undefined;
    this.#gate = new Promise((resolve) => {
      open = resolve;
    });
    try {
      await leave(before);
      try {
        this.#running = new Running(await this.#open(to));
      } catch (error) {
        const again = { mode: 'record', recording: before.mode.recording ?? '' } as const;
        this.#running = new Running(await this.#open(again));
        throw error;
      }
    } finally {
      this.#gate = undefined;
      open();
    }
  }

  /** Takes the world of a key back to where it began, as far as the mode remembers it. */
  reset(key: string): void {
    this.#running.mode.reset?.(key);
  }

  /** Closes the current mode. The caller must let no request in any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#changed;
    await this.#running.mode.close?.();
  }
}

/** Waits for the requests in a mode, then closes it. */
async function leave(running: Running): Promise<void> {
  if (running.requests > 0) await Promise.race([idle(running), backgroundSleep(grace)]);
  await running.mode.close?.();
}

const idle = (running: Running) => new Promise<void>((resolve) => (running.onIdle = resolve));
