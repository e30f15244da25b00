// Refuses writes, because one through the recorder changes a real price.
import { ApiError } from '../../spec/errors.ts';
import type { Filter } from '../../http/message.ts';
import { isSafe } from '../../http/http-semantics.ts';

/** @param upstream whose writes are guarded, for the message */
export function guardWrites(upstream: string): Filter {
  return (next) =>
    function guardWrites(request) {
      if (isSafe(request.method)) return next(request);
      throw new ApiError(
        'writes_refused',
        `${request.method} was not passed on: it would change real data at ${upstream}. ` +
          'If that is meant, start the recorder with --allow-writes.',
      );
    };
}
