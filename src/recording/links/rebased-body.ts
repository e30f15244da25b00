// Rewrites the links in a text while it passes. Each piece leaves as it arrives; only an end that may be the beginning of a
// link waits for the next piece. Browser-safe.
import type { ByteStream } from '../../http/message.ts';
import { binaryOf, bytesOf } from '../../http/binary-text.ts';
import type { ServiceLinks } from './rebase-links.ts';

/** Not an async generator: its `finally` would not run for a reader who stops before the first piece. */
export class RebasedBody implements ByteStream, AsyncIterator<Uint8Array, undefined> {
  readonly #source: AsyncIterator<Uint8Array, unknown>;
  readonly #links: ServiceLinks;
  readonly #to: string;
  /** The part that has arrived and not left yet, with each byte as one character. */
  #open = '';
  /** The last character that left: it tells whether a reference can begin behind it. */
  #before = '';
  #over = false;

  constructor(source: AsyncIterator<Uint8Array, unknown>, links: ServiceLinks, to: string) {
    this.#source = source;
    this.#links = links;
    this.#to = to;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (!this.#over) {
      const step = await this.#source.next();
      this.#over = step.done === true;
      const ready = this.#take(step.done === true ? '' : binaryOf(step.value));
      if (ready.length > 0) return { done: false, value: bytesOf(ready) };
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#over = true;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  #take(piece: string): string {
    const text = this.#before + this.#open + piece;
    const open = this.#over ? 0 : this.#links.openEnd(text);
    const cut = Math.max(this.#before.length, text.length - open);
    const rebased = this.#links.rebase(text, this.#to, this.#before.length, cut);
    const ready = rebased.slice(this.#before.length, rebased.length - (text.length - cut));
    this.#open = text.slice(cut);
    this.#before = text.charAt(cut - 1);
    return ready;
  }
}
