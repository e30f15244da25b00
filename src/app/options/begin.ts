// Turns option values into the options of `openService`. Browser-safe.
import { Clock } from '../../http/clock.ts';
import type { Limits } from '../../service/worlds/limiter.ts';
import type { Access, ServiceOptions } from '../../service/service.ts';
import type { MockValues } from './mock-options.ts';

/** Who may ask, and how often. */
export function accessFrom(
  values: Pick<MockValues, 'key' | 'noAuth' | 'perSecond' | 'perMinute'>,
  noLimits = false,
): Access {
  const { key, noAuth, perSecond, perMinute } = values;
  const limits: Limits = noLimits ? { perSecond: Infinity, perMinute: Infinity } : { perSecond, perMinute };
  const limitsOf = (own: Limits | undefined) => (noLimits ? limits : (own ?? limits));
  return { limits, auth: !noAuth, keys: new Map(key.map((given) => [given.key, limitsOf(given.limits)])) };
}

/** What goes wrong, and when it is. */
export function conditionsFrom({
  fault,
  latency,
  seed,
  clock,
}: Pick<MockValues, 'fault' | 'latency' | 'seed' | 'clock'>): Pick<
  ServiceOptions,
  'faults' | 'latency' | 'seed' | 'createClock'
> {
  return {
    ...{ faults: fault, latency, seed },
    createClock: () =>
      clock === 'real' ? new Clock(Date.now()) : new Clock(clock.start, { frozen: clock.frozen }),
  };
}
