// Reads a request's body from a socket. Node's own stream is not handed on, because it destroys the socket when it fails
// or is left early, and the client would never learn what was wrong.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../spec/errors.ts';
import { BodyTooLarge } from '../../http/message.ts';
import type { ByteStream, RequestBody } from '../../http/message.ts';
import { maxDrainBytes } from './port-limits.ts';

const nothing = new Uint8Array(0);

/** The body of every request that has none. */
export const emptyBody: RequestBody = {
  bytes: () => Promise.resolve(nothing),
  stream: async function* () {
    // no piece
  },
  isEmpty: true,
};

/** Whether a request announces a body (RFC 9112 §6.3). */
export function hasBody(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length'];
  return (length !== undefined && length !== '0') || incoming.headers['transfer-encoding'] !== undefined;
}

export class SocketBody implements RequestBody {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  /** The length announced; undefined for a chunked body. */
  readonly #declared: number | undefined;
  /** Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). */
  #awaited: boolean;
  #started = false;
  #whole: Uint8Array | Promise<Uint8Array> | undefined;
  #failure: ApiError | undefined;
  #wake: () => void = () => undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse, awaited: boolean) {
    const declared = incoming.headers['content-length'];
    this.#incoming = incoming;
    this.#response = response;
    this.#declared = declared === undefined ? undefined : Number(declared);
    this.#awaited = awaited;
  }

  /** Whether Node may throw the unread body away and keep the connection. */
  get skippable(): boolean {
    return !this.#started && !this.#awaited && (this.#declared ?? Infinity) <= maxDrainBytes;
  }

  /** Whether nothing of it is still to come. */
  get isHere(): boolean {
    return this.#whole instanceof Uint8Array || this.#incoming.complete;
  }

  /** Whether the body may be there a moment after its head, when Node has looked through the packet. */
  get mayComeAlong(): boolean {
    return this.#declared !== undefined && !this.#awaited;
  }

  bytes(limit: number): Uint8Array | Promise<Uint8Array> {
    if (this.#declared !== undefined && this.#declared > limit) return Promise.reject(new BodyTooLarge());
    if (this.#whole instanceof Promise) return this.#whole.then((bytes) => atMost(limit, bytes));
    this.#whole ??= this.#arrived() ?? this.#read(limit);
    return this.#whole;
  }

  async *stream(): ByteStream {
    if (this.#whole !== undefined) {
      yield await this.#whole;
      return;
    }
    this.#start();
    const incoming = this.#incoming;
    const wake = (): void => {
      this.#wake();
    };
    incoming.on('readable', wake).on('end', wake).on('close', wake);
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        const chunk = incoming.read() as Uint8Array | null;
        if (chunk !== null) yield chunk;
        else if (incoming.readableEnded) return;
        else if (this.#failure !== undefined) throw this.#failure;
        else if (incoming.destroyed) throw brokenOff();
        else await woken;
      }
    } finally {
      incoming.off('readable', wake).off('end', wake).off('close', wake);
    }
  }

  /** Ends the body with an error that the parser or a time limit has found; readers of the body then throw it. */
  fail(error: ApiError): void {
    this.#failure ??= error;
    this.#wake();
  }

  #start(): void {
    this.#started = true;
    if (this.#awaited) this.#response.writeContinue();
    this.#awaited = false;
  }

  /** The body, if all bytes of its declared length have arrived already; Node need not have seen its end yet. */
  #arrived(): Uint8Array | undefined {
    const incoming = this.#incoming;
    if (incoming.readableLength !== this.#declared) return undefined;
    this.#start();
    const bytes = incoming.read() as Uint8Array | null;
    if (bytes === null) return undefined;
    incoming.resume();
    return bytes;
  }

  #read(limit: number): Promise<Uint8Array> {
    this.#start();
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      const take = (chunk: Uint8Array): void => {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= limit) return;
        incoming.off('data', take).pause();
        reject(new BodyTooLarge());
      };
      const finish = (): void => {
        resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
      };
      const abort = (): void => {
        if (!incoming.readableEnded) reject(this.#failure ?? brokenOff());
      };
      this.#wake = abort;
      if (this.#failure !== undefined || incoming.destroyed) abort();
      else incoming.on('data', take).on('end', finish).on('close', abort);
    });
  }
}

function atMost(limit: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length > limit) throw new BodyTooLarge();
  return bytes;
}

function brokenOff(): ApiError {
  return new ApiError('invalid_http', 'The connection ended before the whole body had arrived.', {
    close: true,
  });
}
