// The mode `mock` from its options: what `serve` starts in, and what the others can be changed to.
import { simulateService } from '../../service/service.ts';
import type { MockOptions } from '../../service/service.ts';
import type { MockValues } from '../options/mock-options.ts';
import type { Worlds } from '../../service/worlds/worlds.ts';
import type { Mode } from './modes.ts';
import { sleep } from '../../http/sleep.ts';

export function mockMode(
  worlds: Worlds,
  { key, noAuth }: Pick<MockValues, 'key' | 'noAuth'>,
  options: Pick<MockOptions, 'settings' | 'onFailure'> & MaybeSpoken,
): Mode {
  const { dialect, files, ...others } = options;
  const handler = simulateService(worlds, {
    ...others,
    ...{ keys: new Set(key.map((given) => given.key)), auth: !noAuth, sleep },
    ...(dialect !== undefined && { dialect }),
    ...(files !== undefined && { files }),
  });
  return { mode: 'mock', recording: null, upstream: null, handler };
}

/** How a recorded service speaks, where a profile says it, and the files that a recording holds. */
interface MaybeSpoken {
  readonly dialect?: MockOptions['dialect'] | undefined;
  readonly files?: MockOptions['files'] | undefined;
}
