// OPTIONS tells what a path takes, without a key and without being counted: a browser's preflight carries no key (§5).
import type { Settings } from './assumptions.ts';
import type { Router } from './router.ts';
import { ApiError } from './errors.ts';
import type { Filter } from '../http/message.ts';

export function answerOptions(find: Router, settings: Settings): Filter {
  // §7 lists no 204: where only its statuses are used (A16), OPTIONS is a method like any other unknown one.
  if (settings['undocumented-statuses'] === 'documented') return (next) => next;
  return (next) =>
    function answerOptions(request) {
      if (request.method !== 'OPTIONS') return next(request);
      const resource = find(request.path);
      if (resource === undefined) throw new ApiError('route_not_found', 'There is no such endpoint.');
      return { status: 204, headers: ['Allow', resource.allow], body: null };
    };
}
