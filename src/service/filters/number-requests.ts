// Numbers the requests of one simulator, so that what an answer makes up does not depend on others in the same process.
import type { Filter } from '../../http/message.ts';

/** From 1. */
export function numberRequests(): Filter {
  let count = 0;
  return (next) =>
    function numberRequests(request) {
      request.context.number = count += 1;
      return next(request);
    };
}
