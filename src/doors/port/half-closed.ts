// A client that has closed its half of the connection may still wait for the answer (`nc -N`), or may be gone (Ctrl-C).
// Both look the same until something is written to it. A client that is gone refuses what is written, but only from the
// second time on, so it is written to more than once.
import type { ServerResponse } from 'node:http';
import type { Connection } from './connection.ts';

/** Time between two looks at the client, in milliseconds. */
const beatMs = 250;
/** After so many looks without progress, a client whose answer has begun counts as gone. */
const mostSilentBeats = 3;
/** Once a client has answered, it is asked again only every so many looks: it may still leave. */
const beatsBetweenProbes = 20;

/** Answers whose client is being watched already. */
const probed = new WeakSet<ServerResponse>();

/** Finds out whether a half-closed client is there, and tells the connection if it is not. */
export function probeClient(connection: Connection, response: ServerResponse): void {
  if (probed.has(response)) return;
  probed.add(response);
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
      if (beats <= 2 || beats % beatsBetweenProbes === 0) response.writeContinue();
    } else if (socket.bytesWritten > written) taken += 1;
    else if ((silent += 1) === mostSilentBeats) connection.lose();
    written = socket.bytesWritten;
  }, beatMs);
  timer.unref();
}
