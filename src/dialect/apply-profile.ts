// What a profile puts in force: the settings of the simulator, and the dialect around it where the profile knows how
// the service speaks.
import { createSettings, SettingError } from '../spec/settings.ts';
import type { Overrides } from '../spec/settings.ts';
import type { Settings } from '../spec/assumptions.ts';
import type { Filter } from '../http/message.ts';
import type { Profile } from './profile.ts';
import { speak } from './speak.ts';
import { namesIn } from './template.ts';
import type { Json } from '../http/exact-json.ts';
import type { LimitsWire, Wire } from './wire.ts';

export interface AppliedProfile {
  readonly settings: Settings;
  readonly dialect?: Filter;
  /** Those that the recording showed; §8 stands for the others. */
  readonly limits?: LimitsWire;
}

/** Our own wire, which the dialect reads and replaces: what these decide, the profile's `wire` says instead. */
const plainWire = {
  'single-envelope': 'bare',
  'patch-response': 'full',
  'list-envelope': 'data',
  'list-key': 'data',
  'envelope-case': 'snake',
  pagination: 'none',
  'page-default-limit': 0,
  'page-max-limit': 100_000,
  'limit-excess': 'cap',
  filters: 'off',
  'price-form': 'number',
  'unknown-strategy': '400',
  'malformed-id': '400',
  'error-codes': 'fine',
  'param-when-none': 'omit',
  'doc-base': 'self',
  'undocumented-statuses': 'keep',
  'rate-headers': 'retry-after',
  'retry-after-form': 'seconds',
  'listing-fields': 'full',
  'strategy-fields': 'full',
  'report-fields': 'full',
  'report-states': 'queued',
  'report-links': 'array',
  'extra-fields': 'off',
  'time-format': 'iso',
  'www-authenticate': 'off',
  'request-id': 'off',
} as const satisfies Partial<Settings>;

/**
 * @param overrides answers that go before the profile's
 * @param now the time that answers tell, in milliseconds since 1970
 * @throws SettingError for an answer that is none, or one that the profile's wire has decided already
 */
export function applyProfile(
  profile: Profile,
  overrides: readonly Overrides[] = [],
  now: () => number = Date.now,
): AppliedProfile {
  const { wire } = profile;
  if (wire === undefined) return { settings: createSettings('default', profile.assumptions, ...overrides) };
  const decided = overrides.flatMap(Object.keys).find((id) => Object.hasOwn(plainWire, id));
  if (decided !== undefined) {
    throw new SettingError(
      `'${decided}' is decided by the response format of the profile; change its "wire"`,
    );
  }
  const settings = createSettings('default', profile.assumptions, ...overrides, {
    ...plainWire,
    'wrong-content-type': profile.assumptions['wrong-content-type'] === 'lenient' ? 'lenient' : '415',
    ...(tellsLimits(wire) && { 'rate-headers': 'draft-10' }),
  });
  return { settings, dialect: speak(wire, { settings, now }), ...(wire.limits && { limits: wire.limits }) };
}

function tellsLimits({ headers, errors, answers }: Wire): boolean {
  const templates: Json[] = [
    ...headers.map(({ value }) => value),
    ...errors.map(({ body }) => body),
    ...Object.values(answers).map(({ body }) => body),
  ];
  return templates.flatMap(namesIn).some((name) => /^(limit|remaining|reset|resetAt):/.test(name));
}
