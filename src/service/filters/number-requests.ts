// Numbers the requests of one simulator, so that what an answer makes up does not depend on others in the same process.
import type { Filter } from '../../http/message.ts';

/** @param answered how many were answered before */
export function numberRequests(answered = 0): Filter {
  let count = answered;
  return (next) =>
    function numberRequests(request) {
      request.context.number = count += 1;
      return next(request);
    };
}
