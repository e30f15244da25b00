// Cuts off clients that do not read what they asked for. What waits for them holds memory, and a connection of the
// recorder to the upstream. A client that reads slowly is left alone as long as something moves within the time.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { resetSocket } from './cut-off.ts';
import type { ServerContext } from './server-context.ts';

export function cutOffStalled(server: Server, context: ServerContext, stallMs: number): void {
  server.timeout = stallMs;
  // Node raises this for a socket on which nothing has moved for so long, and for an idle one that was kept long enough.
  // With a listener, it leaves it to us to close the socket.
  server.on('timeout', (socket: Socket) => {
    const connection = Connection.of(socket);
    if (socket.writableLength > 0) {
      context.report(`a client that read nothing of its answer for ${stallMs / 1000} s was cut off`);
      resetSocket(socket); // a clean end would leave the kernel with what the client does not take
    } else if (connection.last !== undefined && !connection.busy) socket.destroy();
    // Otherwise the client waits for us, or its first request is still arriving, which has a time limit already.
  });
}
