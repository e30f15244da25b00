// The body of an answer on its way to the client: passed on as it arrives, except for its end. A client must never hold a
// whole answer that is not on the disk. So the last piece of a body with an announced length waits until the answer is
// stored; without a length, the end itself waits.
import type { ByteStream } from '../../http/message.ts';

export type ByteIterator = AsyncIterator<Uint8Array, unknown>;

/** The part of a body that has been read, and the rest that is still to come. */
export interface Begun {
  readonly pieces: readonly Uint8Array[];
  /** Whether the pieces are the whole body. */
  readonly ended: boolean;
  /** The next step, which has been asked for already. */
  readonly pending: Promise<IteratorResult<Uint8Array, unknown>> | undefined;
}

/** How many bytes are read ahead of the client at most. */
const mostAhead = 256 * 1024;

/**
 * Reads what is there without waiting: most answers arrive in one packet with their head and can leave in one.
 * A failure is kept as the next step.
 */
export function readReady(source: ByteIterator): Promise<Begun> {
  return readUpTo(source, mostAhead, (pending) => Promise.race([pending, oneTurn()]));
}

/** A body of which nothing has been read. */
export const nothingYet: Begun = { pieces: [], ended: false, pending: undefined };

/** Reads a body to its end, or until it is longer than the limit. A failure is kept as the next step. */
export function readAll(source: ByteIterator, limit: number): Promise<Begun> {
  return readUpTo(source, limit + 1, (pending) => pending);
}

type Step = IteratorResult<Uint8Array, unknown>;

/** Reads until it has so many bytes, or until a step that is waited for fails or does not come. */
async function readUpTo(
  source: ByteIterator,
  enough: number,
  wait: (pending: Promise<Step>) => Promise<Step | undefined>,
): Promise<Begun> {
  const pieces: Uint8Array[] = [];
  for (let size = 0; size < enough;) {
    const pending = source.next();
    const step = await wait(pending).catch(() => undefined);
    if (step === undefined) return { pieces, ended: false, pending };
    if (step.done === true) return { pieces, ended: true, pending: undefined };
    pieces.push(step.value);
    size += step.value.length;
  }
  return { pieces, ended: false, pending: undefined };
}

/** A body of which some has been read, from its beginning. */
export function resumed(source: ByteIterator, begun: Begun): ByteStream & ByteIterator {
  const ready = [...begun.pieces];
  let { pending } = begun;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const piece = ready.shift();
      if (piece !== undefined) return Promise.resolve({ done: false, value: piece });
      const step =
        pending ?? (begun.ended ? Promise.resolve({ done: true, value: undefined }) : source.next());
      pending = undefined;
      return step;
    },
    return: () => source.return?.() ?? Promise.resolve({ done: true, value: undefined }),
  };
}

export function joined({ pieces }: Begun): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

/** A stream of what is there already. */
// eslint-disable-next-line @typescript-eslint/require-await
export async function* once(bytes: string | Uint8Array): ByteStream {
  yield typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

interface Passage {
  /** The length that the answer's head announced. */
  readonly length: number | undefined;
  readonly onPiece: (piece: Uint8Array) => void;
  /** Called when the whole body has arrived. The client gets the end of the body when the returned promise resolves. */
  readonly onEnd: () => Promise<unknown>;
  /** Called when the body breaks off: the upstream ended it too soon, or the client has left. */
  readonly onBreak: (by: 'upstream' | 'client') => void;
}

/** Not an async generator: its `finally` would not run for a reader who stops before the first piece. */
export class PassingBody implements ByteStream, AsyncIterator<Uint8Array, undefined> {
  readonly #source: ByteIterator;
  readonly #passage: Passage;
  readonly #ready: Uint8Array[];
  #pending: Begun['pending'];
  #ended: boolean;
  #passed = 0;
  #over = false;

  constructor(source: ByteIterator, begun: Begun, passage: Passage) {
    this.#source = source;
    this.#passage = passage;
    this.#ready = [...begun.pieces];
    this.#ended = begun.ended;
    this.#pending = begun.pending;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#over) return { done: true, value: undefined };
    const piece = await this.#read();
    this.#passed += piece?.length ?? 0;
    if (piece !== undefined && this.#passed !== this.#passage.length) return { done: false, value: piece };
    // All announced bytes are here. One more read tells of a failure before the answer is stored.
    if (piece !== undefined) await this.#read();
    await this.#end();
    return piece === undefined ? { done: true, value: undefined } : { done: false, value: piece };
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#over) {
      this.#break('client');
      this.#source.return?.().catch(() => undefined);
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  async #read(): Promise<Uint8Array | undefined> {
    const piece = this.#ready.shift() ?? (await this.#fetch());
    if (piece !== undefined) this.#passage.onPiece(piece);
    return piece;
  }

  async #fetch(): Promise<Uint8Array | undefined> {
    if (this.#ended) return undefined;
    try {
      const step = await (this.#pending ?? this.#source.next());
      this.#pending = undefined;
      this.#ended = step.done === true;
      return step.done === true ? undefined : step.value;
    } catch (error) {
      if (!this.#over) this.#break('upstream');
      throw error;
    }
  }

  /** Where the client left while the last piece was on its way, the body has broken off and stays so. */
  async #end(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    await this.#passage.onEnd();
  }

  #break(by: 'upstream' | 'client'): void {
    this.#over = true;
    this.#passage.onBreak(by);
  }
}

function oneTurn(): Promise<undefined> {
  return new Promise((resolve) => {
    setImmediate(resolve, undefined);
  });
}
