// Ends a connection in the middle of an answer, so that no client can take the part for the whole.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';

/** Runs when the answers before this one are out: pipelined answers queue up within Node. */
export function whenTurn(response: ServerResponse, action: () => void): void {
  if (response.socket === null) response.once('socket', action);
  else action();
}

/** Sends what has been written of the answer, then ends the connection. */
export function cutOff(connection: Connection, response: ServerResponse): void {
  connection.closing = true;
  whenTurn(response, () => {
    // Node hands a queued answer to the socket only after it has told us.
    setImmediate(() => {
      connection.socket.destroySoon();
    });
  });
}

/** Ends the connection as a crash does, for a client that would take a clean end for the end of the body. */
export function reset(connection: Connection, response: ServerResponse): void {
  connection.closing = true;
  whenTurn(response, () => {
    resetSocket(connection.socket);
  });
}

export function resetSocket(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy(); // TLS sockets cannot be reset
  }
}
