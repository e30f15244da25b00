// Refuses writes, because one through the recorder changes a real price.
import { ApiError } from '../api/errors.ts';
import type { Filter } from '../http.ts';

/** Methods that change nothing (RFC 9110 §9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** @param upstream whose writes are guarded, for the message */
export function guardWrites(upstream: string): Filter {
  return (next) =>
    function guardWrites(request) {
      if (safeMethods.has(request.method)) return next(request);
      throw new ApiError(
        'writes_refused',
        `${request.method} was not passed on: it would change real data at ${upstream}. ` +
          'If that is meant, start the recorder with --allow-writes.',
      );
    };
}

/** Whether an upstream is on this machine, where a write changes nothing real; a name is not looked up. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
