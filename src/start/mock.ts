// The mode `mock` from its options: what `serve` starts in, and what the others can be changed to.
import type { Settings } from '../api/assumptions.ts';
import type { DataSet } from '../api/resources.ts';
import { simulateService } from '../app.ts';
import { Clock } from '../clock.ts';
import type { Limits } from '../filters/limiter.ts';
import type { MockValues } from '../options/mock-options.ts';
import type { WorldPlan } from '../world.ts';
import type { Worlds } from '../worlds.ts';
import type { Mode } from './modes.ts';
import { sleep } from './sleep.ts';

type Access = Pick<MockValues, 'key' | 'noAuth' | 'noLimits' | 'perSecond' | 'perMinute'>;

/** How the worlds begin under these options. */
export function planWorlds(
  values: Access & Pick<MockValues, 'fault' | 'latency' | 'seed' | 'clock'>,
  settings: Settings,
  data: DataSet,
): WorldPlan {
  const { clock, noLimits, seed, fault, latency } = values;
  const usual = limitsFor(values);
  const own = new Map(values.key.map(({ key, limits }) => [key, (noLimits ? undefined : limits) ?? usual]));
  return {
    settings,
    data,
    seed,
    latency,
    faults: fault,
    limitsOf: (account) => own.get(account) ?? usual,
    createClock: () =>
      clock === 'real' ? new Clock(Date.now()) : new Clock(clock.start, { frozen: clock.frozen }),
  };
}

function limitsFor({ noLimits, perSecond, perMinute }: Access): Limits {
  return noLimits ? { perSecond: Infinity, perMinute: Infinity } : { perSecond, perMinute };
}

/** The key that is meant where none is named: the first one given, or one that is always valid. */
export function usualKey({ key }: Pick<Access, 'key'>): string {
  return key[0]?.key ?? 'test_key';
}

export function mockMode(
  worlds: Worlds,
  { key, noAuth }: Pick<Access, 'key' | 'noAuth'>,
  settings: Settings,
  onFailure: (error: unknown) => void,
): Mode {
  const keys = new Set(key.map((given) => given.key));
  const handler = simulateService(worlds, { settings, keys, auth: !noAuth, sleep, onFailure });
  return { mode: 'mock', recording: null, upstream: null, handler };
}
