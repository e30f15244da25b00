// The body of the upstream's answer, read piece by piece as the client takes it. A truncated body never ends as a whole one.
// http-proxy ends a truncated body cleanly or leaves it hanging (defects 4, 5 and 6).
import type { IncomingMessage } from 'node:http';
import type { InactivityTimer } from './inactivity-timer.ts';

interface Reading {
  readonly timer: InactivityTimer;
  /** Why the request has ended early, if it has. */
  readonly failure: () => Error | undefined;
  /** Makes the error for a body that did not arrive whole. */
  readonly broken: (reason: Error | undefined) => Error;
  /** Ends the request, because nobody reads on. */
  readonly abandon: () => void;
}

export class AnswerBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #answer: IncomingMessage;
  readonly #reading: Reading;
  #reason: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(answer: IncomingMessage, reading: Reading) {
    this.#answer = answer;
    this.#reading = reading;
    const wake = (): void => this.#wake?.();
    answer.on('readable', wake);
    answer.on('end', wake);
    answer.on('close', wake);
    answer.on('error', (error) => (this.#reason ??= error)); // `close` follows
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const answer = this.#answer;
    for (;;) {
      // Not an async generator: its `finally` would not run for a reader who stops before the first piece.
      if (answer.destroyed && !answer.readableEnded) throw this.#reading.broken(this.#reason);
      const chunk = answer.read() as Uint8Array | null;
      if (chunk !== null) return { done: false, value: chunk };
      if (answer.readableEnded) {
        this.#reading.timer.end();
        // Node drains what it destroys, so that an end alone does not mean that everything was read here.
        if (!answer.complete || this.#reading.failure() !== undefined)
          throw this.#reading.broken(this.#reason);
        return { done: true, value: undefined };
      }
      this.#reading.timer.start();
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#reading.timer.pause();
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#answer.readableEnded) this.#reading.abandon();
    return Promise.resolve({ done: true, value: undefined });
  }
}
