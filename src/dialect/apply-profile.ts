// What a profile puts in force: the settings of the simulator, and the dialect where it says how a service speaks.
import type { Limits } from '../spec/endpoints.ts';
import { createSettings, SettingError } from '../spec/settings.ts';
import type { AnswerId, Overrides, Settings } from '../spec/settings.ts';
import { Dialect } from './dialect.ts';
import type { Profile } from './profile.ts';
import type { DialectForm } from './profile-form.ts';

export interface AppliedProfile {
  readonly settings: Settings;
  readonly dialect?: Dialect;
  /** Requests that each key may make; Infinity where as many as were made were accepted. */
  readonly limits?: Limits;
}

/** What the form of a service leaves open. All other assumptions are about our own form and rules. */
export const openAssumptions: ReadonlySet<AnswerId> = new Set<AnswerId>([
  ...(['trailing-slash', 'versions', 'max-body'] as const),
]);

/**
 * @param overrides answers that go before the profile's
 * @throws SettingError for an answer that is none, or one that the form of the profile's service decides
 */
export function applyProfile(profile: Profile, overrides: readonly Overrides[] = []): AppliedProfile {
  const { service, assumptions = {}, form } = profile;
  if (service !== undefined) return applyForm(service, [assumptions, ...overrides]);
  return { settings: createSettings({ assumptions, form }, ...overrides) };
}

/** The same for the "service" of a profile alone, as it was learned just now. */
export function applyForm(
  form: DialectForm,
  overrides: readonly Overrides[] = [],
): AppliedProfile & { readonly dialect: Dialect } {
  for (const id of overrides.flatMap(Object.keys)) {
    createSettings('default', ...overrides); // names that are none are told as such
    if (!openAssumptions.has(id as AnswerId))
      throw new SettingError(
        `'${id}' is decided by how the recorded service speaks: learn, and change the "service" of the profile`,
      );
  }
  const { second, minute, algorithm, countsRefused, files } = form.limits;
  const counting = { 'rate-algorithm': algorithm, 'rejected-counted': countsRefused ? 'yes' : 'no' };
  // The dialect writes all headers.
  const headers = { limits: 'none', requestId: 'off', challenge: 'off' } as const;
  const settings = createSettings({ form: { headers } }, ...overrides, counting);
  const { refill, per } = second;
  const limits = {
    perSecond: second.limit ?? Infinity,
    perMinute: minute.limit ?? Infinity,
    refill,
    per,
    files,
  };
  return { settings, dialect: new Dialect(form), limits };
}
