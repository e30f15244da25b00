// Turns option values into the options of `openService`. Browser-safe.
import type { Limits } from '../../spec/endpoints.ts';
import { standardLimits } from '../../spec/endpoints.ts';
import { Clock } from '../../http/clock.ts';
import type { Access, ServiceOptions } from '../../service/service.ts';
import { withFormValue } from '../../spec/form.ts';
import type { MockSettings, Settings } from '../../spec/settings.ts';
import type { MockValues } from './mock-options.ts';

/**
 * Who may ask, and how often.
 * @param learned the limits that a recording has shown, unless the user names others
 */
export function accessFrom(
  values: Pick<MockValues, 'key' | 'noAuth' | 'perSecond' | 'perMinute'> &
    Partial<Pick<MockValues, 'anyKey'>>,
  noLimits = false,
  learned: Partial<Limits> = {},
): Access {
  const { key, anyKey = false, noAuth, perSecond, perMinute } = values;
  const limits: Limits = noLimits
    ? { perSecond: Infinity, perMinute: Infinity }
    : {
        // A bucket that fills at its own pace is the learned one or none.
        ...(perSecond === undefined
          ? { ...learned, perSecond: learned.perSecond ?? standardLimits.perSecond }
          : { perSecond }),
        perMinute: perMinute ?? learned.perMinute ?? standardLimits.perMinute,
      };
  const limitsOf = (own: Limits | undefined) => (noLimits ? limits : (own ?? limits));
  return {
    limits,
    auth: !noAuth,
    anyKey,
    keys: new Map(key.map((given) => [given.key, limitsOf(given.limits)])),
  };
}

/** The settings with what options say of answers and of generated records. */
export function withOptions(
  settings: Settings,
  {
    docBase,
    extraFields,
    incomplete,
    archived,
    noRequestId = false,
  }: Partial<MockSettings> & {
    readonly noRequestId?: boolean;
  },
): Settings {
  const { mock, form } = settings;
  return {
    ...settings,
    form: noRequestId ? withFormValue(form, 'headers.requestId', 'off') : form,
    mock: {
      docBase: docBase ?? mock.docBase,
      extraFields: extraFields ?? mock.extraFields,
      incomplete: incomplete ?? mock.incomplete,
      archived: archived ?? mock.archived,
    },
  };
}

/** What goes wrong, and when it is. */
export function conditionsFrom({
  fault,
  latency,
  seed,
  faultsFirst,
  clock,
}: Pick<MockValues, 'fault' | 'latency' | 'seed' | 'faultsFirst' | 'clock'>): Pick<
  ServiceOptions,
  'faults' | 'latency' | 'seed' | 'faultsFirst' | 'createClock'
> {
  return {
    faults: fault,
    latency,
    seed,
    faultsFirst,
    createClock: () =>
      clock === 'real' ? new Clock(Date.now()) : new Clock(clock.start, { frozen: clock.frozen }),
  };
}
