// What the whole is for: a service is recorded, its recording is learned from, and the client that was written for the
// service works against the mock without a change. What is learned holds no data.
import { beforeAll, describe, expect, test } from 'vitest';
import { Clock } from '../../src/http/clock.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import type { Recording } from '../../src/recording/format.ts';
import { leakedRequestIds, leakedTexts } from '../foreign/leaked-texts.ts';
import { simulatorOf } from '../foreign/mock.ts';
import { listen } from '../../src/doors/port/listen.ts';
import type { Facts, UpstreamName } from '../upstreams/client.ts';
import { runClient } from '../upstreams/client.ts';
import { recordSession as recordUpstream, upstreamNames, usualStart } from '../upstreams/sessions.ts';
import type { RecordedSession } from '../upstreams/sessions.ts';

describe.each(upstreamNames)('the upstream %s', (name) => {
  let session: RecordedSession;
  let profile: Profile;

  beforeAll(async () => {
    session = await recordUpstream(name);
    profile = profileOf(name, session.recording);
  });

  test('its client works against the mock', async () => {
    const facts = await runAgainstMock(name, session, profile);
    expect(settled(facts)).toEqual(settled(session.facts));
  });

  test('its profile holds no text of a record, only the values of enumerations', () => {
    expect(leakedTexts(profile, session.recording)).toEqual([]);
    expect(leakedRequestIds(profile, session.recording)).toEqual([]);
  });
});

const profileOf = (name: string, recording: Recording): Profile =>
  parseProfile(JSON.parse(printProfile(learnProfile([{ name, recording }]))));

/** Facts without the times of change, which go with the service's own prices. */
function settled({ listings, steps, ...facts }: Facts) {
  const still = (seen: Facts['listings']) => seen.map((listing) => ({ ...listing, changed: 0 }));
  return { ...facts, listings: still(listings), steps: still(steps) };
}

async function runAgainstMock(
  name: UpstreamName,
  { recording, key }: RecordedSession,
  profile: Profile,
): Promise<Facts> {
  const clock = new Clock(usualStart, { frozen: true, source: () => 0 });
  const { handler, settings } = simulatorOf(recording, profile, { asOf: 'start', clock, key });
  const server = await listen(handler, {
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
