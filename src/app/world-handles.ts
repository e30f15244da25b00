// The worlds of a service in the hand of a test, whether behind a port or behind a function.
import { WorldHandle } from '../service/handles/world-handle.ts';
import type { HandleHooks } from '../service/handles/world-handle.ts';
import type { Service } from '../service/service.ts';

export interface WorldHandles {
  /** The world that an API key opens; without one, that of the usual key. @throws RangeError for a key that is not valid */
  readonly world: (key?: string) => WorldHandle;
  /** The worlds that are open, the least recently used first. */
  readonly worlds: () => WorldHandle[];
}

/** @param hooksOf what the mode in force allows the world of a key */
export function handlesOf(
  service: Service,
  hooksOf: (key: string) => HandleHooks = () => ({}),
): WorldHandles {
  const handle = (key: string) => new WorldHandle(() => service.worlds.of(key), hooksOf(key));
  return {
    world(key = service.key) {
      if (service.isKey(key)) return handle(key);
      // The key may be a secret, so it is not repeated.
      throw new RangeError(
        'the key opens no world: it is neither test_<something> nor one that the option `key` names',
      );
    },
    worlds: () => service.worlds.all().map(({ key }) => handle(key)),
  };
}
