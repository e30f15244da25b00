// The worlds of a service for a test to look into, whether the service has a port or is a function.
import { World } from '../service/handles/world.ts';
import type { WorldHooks } from '../service/handles/world.ts';
import type { Service } from '../service/service.ts';

export interface WorldsByKey {
  /** The world that an API key opens; without a key, that of the usual one. @throws RangeError for a key that is not valid */
  readonly world: (key?: string) => World;
  /** The worlds that are open, the least recently used first. */
  readonly worlds: () => World[];
}

/** @param hooksOf what the current mode allows in the world of a key */
export function worldsByKey(
  service: Service,
  hooksOf: (key: string) => WorldHooks = () => ({}),
): WorldsByKey {
  const open = (key: string) => new World(() => service.worlds.of(key), hooksOf(key));
  return {
    world(key = service.key) {
      if (service.isKey(key)) return open(key);
      // The key may be a secret, so it is not repeated.
      throw new RangeError(
        'the key opens no world: it is neither test_<something> nor one that the option `key` names',
      );
    },
    worlds: () => service.worlds.all().map(({ key }) => open(key)),
  };
}
