// The mode `mock` from its options: what `serve` starts in, and what the others can be changed to.
import type { Settings } from '../api/assumptions.ts';
import { simulateService } from '../app.ts';
import type { MockValues } from '../options/mock-options.ts';
import type { Worlds } from '../worlds.ts';
import type { Mode } from './modes.ts';
import { sleep } from './sleep.ts';

export function mockMode(
  worlds: Worlds,
  { key, noAuth }: Pick<MockValues, 'key' | 'noAuth'>,
  settings: Settings,
  onFailure: (error: unknown) => void,
): Mode {
  const keys = new Set(key.map((given) => given.key));
  const handler = simulateService(worlds, { settings, keys, auth: !noAuth, sleep, onFailure });
  return { mode: 'mock', recording: null, upstream: null, handler };
}
