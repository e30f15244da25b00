// Node's agent for an upstream without TLS, where every connection is as good as another. Node's own copies all options of
// a request twice before it sees that a connection is free, which takes longest of all that it does for the request.
import { Agent } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

const onlyName = 'the upstream';

/** What Node's agent has, and its types do not tell. */
interface Untyped {
  addRequest(request: ClientRequest, options: object): void;
}

export class PlainAgent extends Agent {
  override getName(): string {
    return onlyName;
  }

  /** Called by Node for each request. */
  addRequest(request: ClientRequest, options: object): void {
    const free = this.freeSockets[onlyName];
    const socket = free?.pop();
    if (socket === undefined || socket.destroyed || !socket.writable) {
      (Agent.prototype as unknown as Untyped).addRequest.call(this, request, options);
      return;
    }
    this.reuseSocket(socket, request);
    (this.sockets as Record<string, Socket[] | undefined>)[onlyName] ??= [];
    this.sockets[onlyName]!.push(socket);
    request.onSocket(socket);
  }
}
