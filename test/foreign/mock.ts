// The mock as `serve --from <recording> --profile <profile>` opens it, in this process. This is the only file of the judge
// that knows how a service is learned and served.
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { openRecordingData } from '../../src/analysis/open-recording-data.ts';
import { ownPages } from '../../src/app/control/own-pages.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import { fetchService } from '../../src/doors/fetch/fetch-service.ts';
import type { Clock } from '../../src/http/clock.ts';
import type { Handler } from '../../src/http/message.ts';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import type { Recording } from '../../src/recording/format.ts';
import { openService } from '../../src/service/service.ts';
import type { Settings } from '../../src/spec/settings.ts';

/** The moment of the recorded session whose records the mock opens with. */
export type AsOf = 'start' | 'end';

interface SimulatorOptions {
  readonly asOf: AsOf;
  readonly clock: Clock;
  /** The API key that is valid. */
  readonly key: string;
}

export interface MockOptions extends SimulatorOptions {
  /** Where the mock stands, for the links in its answers. */
  readonly origin: string;
}

/** What is learned from a recording, after a way through its file. */
export function learnFrom(recording: Recording, name = 'recorded'): Profile {
  return parseProfile(JSON.parse(printProfile(learnProfile([{ name, recording }]))));
}

/** What answers as the recorded service does, with the settings that a profile gives it. */
export function simulatorOf(
  recording: Recording,
  profile: Profile,
  { asOf, clock, key }: SimulatorOptions,
): { readonly handler: Handler; readonly settings: Settings } {
  const { settings, dialect, limits } = applyProfile(profile);
  const { data, beside } = openRecordingData(recording, asOf, profile.service);
  const eachKey = { perSecond: 5, perMinute: 300, ...limits };
  const service = openService({
    settings,
    dialect,
    data,
    keys: new Map([[key, eachKey]]),
    limits: eachKey,
    auth: true,
    beside: beside(nodeBodies, () => clock.now()),
    createClock: () => clock,
    sleep: () => Promise.resolve(),
    watcher: {
      request: () => undefined,
      worldDropped: () => undefined,
      failure: (error) => {
        throw error;
      },
    },
  });
  return { handler: service.serve(service.simulator, ownPages(settings)), settings };
}

/** @returns what takes the place of `fetch` */
export function mockOf(
  recording: Recording,
  profile: Profile,
  options: MockOptions,
): (request: Request) => Promise<Response> {
  const { handler } = simulatorOf(recording, profile, options);
  return fetchService(handler, options.origin, () => Promise.resolve()).answer;
}
