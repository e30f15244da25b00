// A client that has closed its half of the connection either waits for its answer or is gone (`nc -N`, or Ctrl-C), and
// both look the same until something is written: what is gone refuses it, though only from the second time on.
import type { ServerResponse } from 'node:http';
import type { Connection } from './connection.ts';

/** A client that is gone is found out within four beats. */
const beatMs = 250;
/** Beats without a sign of life after which a client whose answer has begun counts as gone. */
const patience = 3;
/** Beats between two questions to a client that has shown to be there; it may still go. */
const seldom = 20;

const asked = new WeakSet<ServerResponse>();

/** Finds out whether a half-closed client is there, and tells the connection if it is not. */
export function findOut(connection: Connection, response: ServerResponse): void {
  if (asked.has(response)) return;
  asked.add(response);
  const { socket } = connection;
  let written = socket.bytesWritten;
  let beats = 0;
  let taken = 0;
  let silent = 0;
  const timer = setInterval(() => {
    beats += 1;
    const isOver = connection.gone || response.writableFinished;
    if (isOver || taken === 2) clearInterval(timer);
    else if (!response.headersSent && response.req.httpVersionMinor > 0) {
      // An interim answer may be sent at any time and means nothing here (RFC 9110 §15.2).
      if (beats <= 2 || beats % seldom === 0) response.writeContinue();
    } else if (socket.bytesWritten > written) taken += 1;
    else if ((silent += 1) === patience) connection.lose();
    written = socket.bytesWritten;
  }, beatMs);
  timer.unref();
}
