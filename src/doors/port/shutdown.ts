// Stops a server: it answers what was sent before, takes no new connection, closes idle ones at once, and gives the
// answers in flight a grace period.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import type { ServerContext } from './server-context.ts';
import { backlog } from './port-limits.ts';

export interface Shutdown {
  /** Finishes what is being answered, within `graceMs` (5,000 unless given), and settles when all is closed. */
  close(graceMs?: number): Promise<void>;
  /** Ends everything at once. */
  closeNow(): Promise<void>;
}

export function createShutdown(server: Server, context: ServerContext): Shutdown {
  const sockets = new Set<Socket>(); // as accepted, so that TLS handshakes are among them
  let accepted = 0;
  let over = false;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (over) socket.destroy();
  });
  const connections = new Set<Connection>();
  server.on(context.url.startsWith('https:') ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = new Connection(socket);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  // `server.close` calls this; Node's own would cut off an answer that a slow client has not read to its end.
  server.closeIdleConnections = () => {
    for (const socket of context.held) socket.destroy();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy(); // a TLS handshake that never began
    for (const connection of connections) closeWhenIdle(connection);
  };
  const destroyAll = (): void => {
    over = true;
    for (const socket of sockets) socket.destroy();
  };
  /**
   * Calls back when everything has been read that had arrived when the server was told to stop. One turn of the event
   * loop reads what came on open connections. Of the connections that wait to be accepted it takes one or all, which
   * depends on the version of Node. So this ends with a turn that accepted none, and at the latest after as many turns
   * as connections can wait.
   */
  const readAllThatCame = (turns: number, callback: () => void): void => {
    const before = accepted;
    setImmediate(() => {
      if (accepted === before || turns === 0) callback();
      else readAllThatCame(turns - 1, callback);
    });
  };
  let closed: Promise<void> | undefined;
  const close = (graceMs = 5_000): Promise<void> => {
    closed ??= new Promise((resolve) => {
      const timer = setTimeout(destroyAll, graceMs);
      // The current turn may have looked for data before the server was told to stop, so it does not count.
      setImmediate(readAllThatCame, backlog, () => {
        context.closing = true;
        server.close(() => {
          clearTimeout(timer);
          // A client in this process learns in the next turn that its connection is gone, and does not use it again.
          // Where sockets are being read, the current turn has still to end.
          setImmediate(setImmediate, resolve);
        });
      });
    });
    return closed;
  };
  const closeNow = (): Promise<void> => {
    const done = close();
    destroyAll();
    return done;
  };
  return { close, closeNow };
}

/** An answer that was on its way when the shutdown began may have promised to keep the connection. */
function closeWhenIdle(connection: Connection): void {
  if (connection.busy) {
    connection.whenIdle(() => {
      closeWhenIdle(connection);
    });
  } else connection.socket.destroySoon();
}
