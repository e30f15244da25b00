// Clients that do not read what they have asked for. What waits for them takes memory, and the recorder's connection to
// the upstream, so they are cut off after a while. One that reads slowly is none, as long as something moves within that while.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import { resetSocket } from './cut-off.ts';
import type { Edge } from './server-context.ts';

export function cutOffStalled(server: Server, edge: Edge, stallMs: number): void {
  server.timeout = stallMs;
  // Node says this of a socket on which nothing has moved for so long, and also when an idle one has been kept for long
  // enough; with a listener, it leaves the rest to us.
  server.on('timeout', (socket: Socket) => {
    const connection = Connection.of(socket);
    if (socket.writableLength > 0) {
      edge.report(`a client that read nothing of its answer for ${stallMs / 1000} s was cut off`);
      resetSocket(socket); // a clean end would leave the kernel with what the client does not take
    } else if (connection.last !== undefined && !connection.busy) socket.destroy();
    // Else we are the ones who are waited for, or a first request is: that has a clock of its own.
  });
}
