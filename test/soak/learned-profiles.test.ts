// What the whole is for: a service is recorded, its recording is learned from, and the client that was written for the
// service works against the mock without a change. What is learned holds no data, makes up records of the service's forms, and
// describes the service.
import { beforeAll, describe, expect, test } from 'vitest';
import { Clock } from '../../src/http/clock.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import type { Recording } from '../../src/recording/format.ts';
import { expectAlikeRecords } from '../foreign/expect-alike-records.ts';
import { leakedTexts } from '../foreign/leaked-texts.ts';
import { simulatorOf } from '../foreign/mock.ts';
import { recordSession } from '../foreign/record-session.ts';
import { services } from '../foreign/services.ts';
import { listen } from '../../src/doors/port/listen.ts';
import { expectDocument } from '../openapi/expect-document.ts';
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
  });
});

describe.each(services)('what is learned from $name', (service) => {
  const learned = () => printProfile(learnProfile([{ name: service.name, recording }]));
  let recording: Recording;
  let text: string;
  let profile: Profile;

  beforeAll(async () => {
    ({ recording } = await recordSession(service));
    text = learned();
    profile = parseProfile(JSON.parse(text));
  });

  test('holds no text of a record, only the values of enumerations', () => {
    expect(leakedTexts(profile, recording)).toEqual([]);
    expect(text).not.toContain(recording.upstream);
  });

  test('is the same when it is learned again, and after it was printed and read', () => {
    expect(learned()).toBe(text);
    expect(printProfile(profile)).toBe(text);
  });

  test('has lines that can be reviewed', () => {
    // Only a text of the service, or a sentence, may be longer.
    const long = text
      .split('\n')
      .filter((line) => line.length > 140 && !/^ *(?:"(?:[^"\\]|\\.)*": )?"(?:[^"\\]|\\.)*",?$/.test(line));
    expect(long).toEqual([]);
  });

  test('makes up records that look as those that the service showed', () => {
    expectAlikeRecords(profile.service!, recording);
  });

  test('is described in a document that its answers fit', async () => {
    await expectDocument(profile);
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
