// Paths of the mock's own, beside those of the service.
import type { Filter, Handler } from './message.ts';

/**
 * Sends paths below `/__mock/` to other handlers.
 * @param routes the first prefix that fits counts
 */
export function mount(routes: readonly (readonly [prefix: string, handler: Handler])[]): Filter {
  return (next) =>
    function mount(request) {
      if (!request.path.startsWith('/__mock/')) return next(request);
      const route = routes.find(([prefix]) => request.path.startsWith(prefix));
      return (route?.[1] ?? next)(request);
    };
}
