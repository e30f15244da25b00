// Requests that are ready within one turn of the event loop leave together. Each write to an upstream that sleeps wakes
// it, which takes longer than all else that the system does for the request; the second in a row finds it awake.
import type { ClientRequest } from 'node:http';

let waiting: ClientRequest[] = [];

/** Ends a request that has no body, at the end of this turn. */
export function depart(request: ClientRequest): void {
  if (waiting.length === 0) setImmediate(departAll);
  waiting.push(request);
}

function departAll(): void {
  const ready = waiting;
  waiting = [];
  for (const request of ready) {
    if (!request.destroyed) request.end();
  }
}
