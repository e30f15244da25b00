// The limits of §8 as a filter: 429 with the time to wait, and the headers that tell the limits (A19).
import type { Settings } from '../../spec/settings.ts';
import { ApiError } from '../../spec/errors.ts';
import { mapResponse, withHeaders } from '../../http/message.ts';
import type { Filter } from '../../http/message.ts';
import { worldOf } from '../worlds/open-world.ts';
import { countedWith, limitOf } from '../worlds/limiter.ts';
import type { Limiter, WindowName, WindowState } from '../worlds/limiter.ts';

/** Counts a request in its world, and refuses it where that has had too many. */
export function limitRate(settings: Settings): Filter {
  const form = settings.form.headers.limits;

  return (next) =>
    function limitRate(request) {
      const { limiter, clock } = worldOf(request);
      const now = clock.now();
      const scope = countedWith(limiter.limits.per, request.method, request.context.endpoint);
      const { refusedBy, wait } = limiter.take(now, scope);
      request.context.countedAt = now;
      const standing =
        form === 'none' || form === 'retry-after' ? [] : stateHeaders(form, limiter.states(now, scope), now);
      if (refusedBy !== null) {
        const headers = form === 'none' ? [] : ['Retry-After', retryAfter(wait, now, settings), ...standing];
        throw limitError(refusedBy, limiter, headers);
      }
      if (standing.length === 0) return next(request);
      return mapResponse(next(request), (response) => withHeaders(response, ...standing));
    };
}

function limitError(refusedBy: WindowName, limiter: Limiter, headers: readonly string[]): ApiError {
  const limit = limitOf(refusedBy, limiter.limits);
  const kind = refusedBy === 'second' ? 'rate_limit_per_second' : 'rate_limit_per_minute';
  return new ApiError(kind, `Too many requests: the limit is ${limit} per ${refusedBy} for an API key.`, {
    headers,
  });
}

/** Whole seconds, at least 1: clients read 0 as absent or as leave to retry at once. */
export function retryAfter(wait: number, now: number, settings: Settings): string {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return settings.form.headers.retryAfter === 'seconds'
    ? String(seconds)
    : new Date(now + seconds * 1000).toUTCString();
}

/** The limits in one of the forms in use; the tightest window stands for both where there is room for one. */
function stateHeaders(
  form: 'x-ratelimit' | 'draft-7' | 'draft-10',
  states: readonly WindowState[],
  now: number,
): string[] {
  const tightest = [...states].sort((a, b) => a.remaining - b.remaining || b.wait - a.wait)[0];
  if (tightest === undefined) return [];
  const { limit, remaining } = tightest;
  const reset = resetOf(tightest);
  switch (form) {
    case 'x-ratelimit':
      return [
        'X-RateLimit-Limit',
        String(limit),
        'X-RateLimit-Remaining',
        String(remaining),
        'X-RateLimit-Reset',
        String(Math.ceil(now / 1000) + reset),
      ];
    case 'draft-7':
      return [
        'RateLimit-Policy',
        states.map((state) => `${state.limit};w=${state.widthSeconds}`).join(', '),
        'RateLimit',
        `limit=${limit}, remaining=${remaining}, reset=${reset}`,
      ];
    case 'draft-10':
      return [
        'RateLimit-Policy',
        states.map(policy).join(', '),
        'RateLimit',
        states.map((state) => `"${state.name}";r=${state.remaining};t=${resetOf(state)}`).join(', '),
      ];
  }
}

/** In how many seconds more of a window is free again. */
const resetOf = ({ wait, widthSeconds }: WindowState) => (wait === 0 ? widthSeconds : Math.ceil(wait / 1000));

const policy = ({ name, limit, widthSeconds }: WindowState) => `"${name}";q=${limit};w=${widthSeconds}`;
