// The request log of one world as events: one for each request when it is answered.
import type { Requests } from '../../service/handles/requests.ts';
import type { LoggedRequest } from '../../service/worlds/logged-request.ts';
import { eventText } from './event-stream.ts';
import type { EventSource } from './event-stream.ts';

/** The stream ends if more events wait for a client that reads slowly. */
const mostWaiting = 1000;

/** @param after begins after the request with this number; undefined: with the next request */
export function requestEvents(log: Requests, after: number | undefined): EventSource {
  let waiting: LoggedRequest[] = after === undefined ? [] : log.find().filter(({ number }) => number > after);
  return {
    open: (wake) =>
      log.subscribe((request) => {
        waiting.push(request);
        wake();
      }),
    take() {
      const taken = waiting;
      waiting = [];
      if (taken.length > mostWaiting) return undefined;
      return taken.map((request) => eventText('request', request, request.number)).join('');
    },
  };
}
