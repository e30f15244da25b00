// One request to the upstream, from the moment http-proxy has made it to the last byte of the answer. It is handed to
// http-proxy as its option `buffer`, of which http-proxy calls only `pipe`: so we get the request before it is sent.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { types } from 'node:util';
import type { ByteStream } from '../http/message.ts';
import { AnswerBody } from './answer-body.ts';
import { BadAnswer, ClientGone, ForwardingLoop, UpstreamSilent } from './upstream-errors.ts';
import { InactivityTimer } from './inactivity-timer.ts';

export class UpstreamRequest {
  /** The upstream's head; rejects with the reason if none comes. */
  readonly answer: Promise<IncomingMessage>;
  readonly #body: ByteStream | undefined;
  readonly #mayLoop: boolean;
  readonly #timer: InactivityTimer;
  #settle!: { readonly resolve: (answer: IncomingMessage) => void; readonly reject: (error: Error) => void };
  #upstream: ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #failure: Error | undefined;

  /**
   * @param body of the request, if it has one
   * @param options.mayLoop whether the request looks like one that we sent ourselves
   */
  constructor(
    body: ByteStream | undefined,
    options: { readonly timeoutMs: number; readonly mayLoop: boolean },
  ) {
    this.#body = body;
    this.#mayLoop = options.mayLoop;
    this.answer = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.#timer = new InactivityTimer(options.timeoutMs, () => {
      this.fail(new UpstreamSilent());
    });
  }

  /** Called by http-proxy in place of piping the request's body. */
  pipe(upstream: ClientRequest): void {
    this.#upstream = upstream;
    upstream.maxHeadersCount = 0; // otherwise Node silently drops headers from the 1,001st on
    // A byte too many would start a second request on the connection. Of OutgoingMessage, but missing in the types.
    (upstream as ClientRequest & { strictContentLength: boolean }).strictContentLength = true;
    upstream.on('response', (answer) => {
      this.#timer.pause();
      this.#answer = answer;
      this.#settle.resolve(answer);
    });
    upstream.on('close', () => {
      // A change of protocol that nobody asked for raises no other event.
      if (this.#answer === undefined) this.fail(new BadAnswer('the connection closed without one'));
    });
    if (this.#mayLoop) {
      upstream.once('socket', (socket) => {
        this.#checkLoop(socket);
      });
    }
    this.#timer.start();
    if (this.#body === undefined) upstream.end();
    else void this.#send(this.#body, upstream);
  }

  /** Something went wrong on the way, on either side of the head. */
  fail(error: Error): void {
    // An upstream may answer early and close: what it sent whole is not lost because it did not read the request.
    if (this.#answer?.complete !== true) this.end(error);
  }

  /** Ends the request in any case. Only the first reason counts: Node reports what we destroy as a reset. */
  end(error: Error): void {
    this.#failure ??= error;
    this.#timer.end();
    this.#upstream?.destroy();
    this.#settle.reject(error);
  }

  /** The client has left, so the upstream must stop its work (guard e). */
  abandon(): void {
    this.end(new ClientGone());
  }

  /** Whether the request went out on a connection that an earlier one has used. */
  get onKeptConnection(): boolean {
    return this.#upstream?.reusedSocket === true;
  }

  /**
   * The body of an answer that has come as a whole with its head, as most do: it needs no waiting and no stream.
   * @param length as the head announces it; without one the body has to stay a stream, as it came
   */
  wholeBody(answer: IncomingMessage, length: string | undefined): Uint8Array | undefined {
    if (!answer.complete || answer.destroyed || this.#failure !== undefined) return undefined;
    if (answer.readableLength !== Number(length)) return undefined;
    this.#timer.end();
    return (answer.read() as Uint8Array | null) ?? new Uint8Array(0); // frees the connection, too
  }

  /** @param broken makes the error that ends the body if the upstream does not finish it */
  answerBody(answer: IncomingMessage, broken: (reason: Error | undefined) => Error): ByteStream {
    return new AnswerBody(answer, {
      timer: this.#timer,
      failure: () => this.#failure,
      broken: (reason) => broken(this.#failure ?? reason),
      abandon: () => {
        this.abandon();
      },
    });
  }

  /** Reads an answer that has no body to its end, which frees the connection. */
  finish(answer: IncomingMessage): void {
    this.#timer.end();
    answer.resume();
  }

  async #send(body: ByteStream, upstream: ClientRequest): Promise<void> {
    try {
      this.#timer.pause(); // as long as the client is the one we wait for
      for await (const chunk of body) {
        if (upstream.destroyed) return;
        if (upstream.write(chunk)) continue;
        this.#timer.start();
        await drained(upstream);
        this.#timer.pause();
      }
      upstream.end();
      if (this.#answer === undefined) this.#timer.start();
    } catch (error) {
      this.fail(types.isNativeError(error) ? error : new ClientGone());
    }
  }

  /**
   * No header marks what we send, because a recording must show what a direct request would get. A request that comes
   * back is known by its Host, which only we make the upstream's, on a connection that does not leave this machine.
   * A circle of several recorders ends with a timeout, once each has as many open requests as it may (`open-requests.ts`).
   */
  #checkLoop(socket: Socket): void {
    const check = (): void => {
      if (socket.remoteAddress === socket.localAddress) this.fail(new ForwardingLoop());
    };
    if (socket.connecting) socket.once('connect', check);
    else check();
  }
}

function drained(upstream: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      upstream.off('drain', done);
      upstream.off('close', done);
      resolve();
    };
    upstream.on('drain', done);
    upstream.on('close', done);
  });
}
