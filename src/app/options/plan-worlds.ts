// From the options to how the worlds of a mock begin. Browser-safe.
import type { Settings } from '../../spec/assumptions.ts';
import type { DataSet } from '../../service/models/resources.ts';
import { Clock } from '../../http/clock.ts';
import { anonymous, isValidKey } from '../../spec/authenticate.ts';
import type { Limits } from '../../service/filters/limiter.ts';
import type { MockValues } from './mock-options.ts';
import type { WorldPlan } from '../../service/worlds/world.ts';

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

/** The key that is meant where none is named: the first one given, or none where none is asked for, or one that is valid. */
export function usualKey({ key, noAuth }: Pick<Access, 'key' | 'noAuth'>): string {
  return key[0]?.key ?? (noAuth ? anonymous : 'test_key');
}

/** Said of a key that opens no world; it may be a secret, so it is not repeated. */
export const noSuchKey =
  'the key opens no world: it is neither test_<something> nor one that the option `key` names';

/** Whether a key opens a world: `test_<something>`, one that was given, or any where no key is asked for. */
export function keyCheck(
  { key, noAuth }: Pick<Access, 'key' | 'noAuth'>,
  settings: Settings,
): (key: string) => boolean {
  const rules = { keys: new Set(key.map((given) => given.key)), required: !noAuth };
  return (asked) => isValidKey(asked, rules, settings);
}
