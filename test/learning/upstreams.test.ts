// What the whole is for: a service is recorded, its recording is learned from, and the client that was written for the
// service works against the mock without a change.
import { beforeAll, describe, expect, test } from 'vitest';
import { openService } from '../../src/service/service.ts';
import { ownPages } from '../../src/app/control/own-pages.ts';
import { Clock } from '../../src/http/clock.ts';
import { hydrate } from '../../src/analysis/hydrate/hydrate.ts';
import { learn } from '../../src/analysis/learn/learn.ts';
import { locate, recordsIn } from '../../src/analysis/learn/locate.ts';
import { observe } from '../../src/analysis/learn/observations.ts';
import { generate } from '../../src/service/data/generate.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import { listen } from '../../src/doors/port/listen.ts';
import type { Facts, UpstreamName } from '../upstreams/client.ts';
import { runClient } from '../upstreams/client.ts';
import { recordSession, upstreamNames, usualStart } from '../upstreams/sessions.ts';
import type { RecordedSession } from '../upstreams/sessions.ts';
import { first } from '../support/soak.ts';

describe.each(first(1, upstreamNames))('the upstream %s', (name) => {
  let session: RecordedSession;
  let profile: Profile;

  beforeAll(async () => {
    session = await recordSession(name);
    const learned = learn([{ name, recording: session.recording }]);
    profile = parseProfile(JSON.parse(printProfile(learned)));
  });

  test('its client works against the mock that serves the recording', async () => {
    const facts = await runAgainstMock(name, session, profile, 'recorded');
    expect(settled(facts)).toEqual(settled(session.facts));
  });

  test('its profile holds no text of a record, only the values of enumerations', () => {
    const printed = printProfile(profile);
    const enumerated = new Set(
      [...printed.matchAll(/"(?:values|on)": \[[^\]]*\]|"means": \{[^}]*\}/g)].flatMap(([list]) =>
        texts(list),
      ),
    );
    const observations = observe([{ name, recording: session.recording }]);
    const places = locate(observations);
    const records = observations.filter(({ ok }) => ok).flatMap((by) => recordsIn(by, places));
    const data = new Set(texts(JSON.stringify(records)));
    const held = new Set(texts(printed));
    const leaked = [...data].filter((text) => text.length > 3 && held.has(text) && !enumerated.has(text));
    // Names of fields are both.
    expect(leaked.filter((text) => !names(session.recording.interactions).has(text))).toEqual([]);
  });

  test('its client works against the mock with generated data', async () => {
    await runAgainstMock(name, session, profile, 'generated');
  });
});

/** The texts in a JSON text, names included. */
const texts = (json: string) => [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!);

/** The names in all bodies. */
function names(interactions: RecordedSession['recording']['interactions']): ReadonlySet<string> {
  const all =
    JSON.stringify(interactions) +
    interactions.map(({ response: { body } }) => (body !== null && 'text' in body ? body.text : '')).join('');
  return new Set([...all.matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, text]) => text!));
}

/** Facts without the times of change, which go with the service's own prices. */
function settled({ listings, steps, ...facts }: Facts) {
  const still = (seen: Facts['listings']) => seen.map((listing) => ({ ...listing, changed: 0 }));
  return { ...facts, listings: still(listings), steps: still(steps) };
}

async function runAgainstMock(
  name: UpstreamName,
  { recording, key }: RecordedSession,
  profile: Profile,
  source: 'recorded' | 'generated',
): Promise<Facts> {
  const clock = new Clock(usualStart, { frozen: true, source: () => 0 });
  const now = () => clock.now();
  const { settings, dialect, limits } = applyProfile(profile, [], now);
  const hydrated = hydrate(recording, { asOf: 'start', profile });
  const service = openService({
    settings,
    ...(dialect && { dialect }),
    ...(source === 'recorded' && { files: hydrated.files(now) }),
    data: source === 'recorded' ? hydrated.data : generate({ seed: 1, set: 'default' }),
    keys: new Map([[key, { perSecond: 5, perMinute: 300, ...limits }]]),
    limits: { perSecond: 5, perMinute: 300, ...limits },
    auth: true,
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
  const server = await listen(service.serve(service.simulator, ownPages(settings)), {
    host: '127.0.0.1',
    port: 0,
    settings,
    allowedHosts: [],
    onClientError: () => undefined,
    onRefusal: () => undefined,
    onDefect: (error) => {
      throw error;
    },
  });
  try {
    const wait = (milliseconds: number) => {
      clock.advance(milliseconds);
      return Promise.resolve();
    };
    return await runClient(name, { url: server.url, key, wait });
  } finally {
    await server.close();
  }
}
