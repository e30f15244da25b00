// What is remembered of a connection from one request to the next: the order of answers, and whether the client is there.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { lingerMs, maxDrainBytes } from './port-limits.ts';
import type { SocketBody } from './socket-body.ts';

const connectionKey = Symbol('connection');

export class Connection {
  readonly socket: Socket;
  /** The answer to the newest request, sent or not. */
  last: ServerResponse | undefined;
  /** That request's body, where it has one. */
  body: SocketBody | undefined;
  /** How many pipelined requests wait for their turn. */
  waiting = 0;
  /** Whether further requests are ignored, because what follows on the wire cannot be trusted or is too much. */
  ignoresInput = false;
  /** Whether the newest request broke off: its answer is the last one. */
  broken = false;
  /** Whether an answer has been given that closes the connection: requests behind it are never handled. */
  closing = false;
  /** Whether the client has sent its last byte: it has half-closed the connection, or is gone. */
  left = false;
  /** Whether the client is not there any more. */
  gone = false;
  /** Whether the last answer is out as a whole, and only closing is delayed. */
  lingering = false;
  readonly #watchers = new Set<() => void>();
  readonly #goneListeners = new Set<() => void>();

  constructor(socket: Socket) {
    this.socket = socket;
    (socket as { [connectionKey]?: Connection })[connectionKey] = this;
    const leave = (): void => {
      this.left = true;
      for (const watcher of this.#watchers) watcher();
      this.#watchers.clear();
    };
    socket.once('end', leave);
    socket.once('close', () => {
      leave();
      this.lose();
    });
    socket.on('error', ignore); // a reset is the client's right and ends in 'close'
  }

  static of(socket: Socket): Connection {
    return (socket as { [connectionKey]?: Connection })[connectionKey] ?? new Connection(socket);
  }

  /** Whether an answer is still owed or on its way. */
  get busy(): boolean {
    return this.last !== undefined && !this.last.closed;
  }

  /** Calls back once when the client leaves; the function that is returned cancels that. */
  onLeave(watcher: () => void): () => void {
    if (this.left) queueMicrotask(watcher);
    else this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Calls back once when the client is gone; the function that is returned cancels that. */
  onGone(watcher: () => void): () => void {
    if (this.gone) queueMicrotask(watcher);
    else this.#goneListeners.add(watcher);
    return () => this.#goneListeners.delete(watcher);
  }

  /** The client is gone: its connection has closed, or it does not answer any more. */
  lose(): void {
    this.gone = true;
    for (const watcher of this.#goneListeners) watcher();
    this.#goneListeners.clear();
  }

  /** Calls back when every answer owed has been sent, unless the connection ends before. */
  whenIdle(callback: () => void): void {
    const last = this.last;
    if (last === undefined || last.closed) callback();
    else last.once('close', callback);
  }

  /**
   * Closes in two steps: first our half, then, when the client leaves or after 64 KB or half a second, the rest.
   * Closed at once, unread bytes would reset the connection, and a reset may take the answer along (RFC 9112 §9.6).
   */
  linger(): void {
    const { socket } = this;
    let drained = 0;
    const giveUp = (): void => {
      socket.destroy();
    };
    this.lingering = true;
    socket.end();
    const timer = setTimeout(giveUp, lingerMs);
    this.onLeave(() => {
      clearTimeout(timer);
      socket.destroySoon();
    });
    socket.on('data', (chunk: Uint8Array) => {
      drained += chunk.length;
      if (drained >= maxDrainBytes) giveUp();
    });
    socket.resume();
  }
}

function ignore(): void {
  // nothing to do
}
