// Answers OPTIONS with the methods of a path. It asks for no key, because a browser's preflight carries none (§5), and the
// limits do not count it.
import type { Settings } from './settings.ts';
import type { Router } from './router.ts';
import { ApiError } from './errors.ts';
import type { Filter } from '../http/message.ts';

export function answerOptions(find: Router, settings: Settings): Filter {
  // §7 lists no 204. Where only the statuses of §7 are used (A16), OPTIONS is refused like any unknown method.
  if (settings.form.errors.statuses === 'documented') return (next) => next;
  return (next) =>
    function answerOptions(request) {
      if (request.method !== 'OPTIONS') return next(request);
      const resource = find(request.path);
      if (resource === undefined) throw new ApiError('route_not_found', 'There is no such endpoint.');
      return { status: 204, headers: ['Allow', resource.allow], body: null };
    };
}
