// Stopping: no new connection, idle ones closed at once, answers in flight finished within a grace period.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import type { Edge } from './edge.ts';

export interface Shutdown {
  /** Finishes what is being answered, within `graceMs` (5,000 unless given), and settles when all is closed. */
  close(graceMs?: number): Promise<void>;
  /** Ends everything at once. */
  closeNow(): Promise<void>;
}

export function createShutdown(server: Server, edge: Edge): Shutdown {
  const sockets = new Set<Socket>(); // as accepted, so that TLS handshakes are among them
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const connections = new Set<Connection>();
  server.on(edge.url.startsWith('https:') ? 'secureConnection' : 'connection', (socket: Socket) => {
    const connection = new Connection(socket);
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
  });
  // `server.close` calls this; Node's own would cut off an answer that a slow client has not read to its end.
  server.closeIdleConnections = () => {
    for (const socket of edge.held) socket.destroy();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy(); // a TLS handshake that never began
    for (const connection of connections) closeWhenIdle(connection);
  };
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  let closed: Promise<void> | undefined;
  const close = (graceMs = 5_000): Promise<void> => {
    closed ??= new Promise((resolve) => {
      edge.closing = true;
      const timer = setTimeout(destroyAll, graceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
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
