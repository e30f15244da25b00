// The header Date (RFC 9110 §6.6.1) by the clock of the world. Without it the door tells the machine's time, and a client that
// reckons from Date to Retry-After or to a moment in a body goes wrong as soon as a test moves the clock.
import { mapResponse, withHeaders } from '../../http/message.ts';
import type { Filter } from '../../http/message.ts';
import { findWorld } from '../worlds/open-world.ts';

/** Leaves it to the door while the world's clock goes with the machine's. */
export function tellDate(machine: () => number = Date.now): Filter {
  return (next) =>
    function tellDate(request) {
      return mapResponse(next(request), (response) => {
        const clock = findWorld(request)?.clock;
        if (clock === undefined || Math.abs(clock.now() - machine()) < 1000) return response;
        return withHeaders(response, 'Date', new Date(clock.now()).toUTCString());
      });
    };
}
