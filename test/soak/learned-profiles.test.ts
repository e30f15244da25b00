// What the whole is for: a service is recorded, its recording is learned from, and the client that was written for the
// service works against the mock without a change.
import { beforeAll, describe, expect, test } from 'vitest';
import { Clock } from '../../src/http/clock.ts';
import { readRecordings } from '../../src/analysis/learn/read-recordings.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { textOf } from '../../src/http/exact-json.ts';
import { leavesOf } from '../../src/dialect/known-facts.ts';
import { grouped } from '../../src/analysis/groups.ts';
import type { Sighting } from '../../src/analysis/learn/records/sightings.ts';
import type { Recording } from '../../src/recording/format.ts';
import { recordSession as recordForeign } from '../foreign/judge.ts';
import { simulatorOf } from '../foreign/mock.ts';
import { services } from '../foreign/services.ts';
import { listen } from '../../src/doors/port/listen.ts';
import type { Facts, UpstreamName } from '../upstreams/client.ts';
import { runClient } from '../upstreams/client.ts';
import { recordSession, upstreamNames, usualStart } from '../upstreams/sessions.ts';
import type { RecordedSession } from '../upstreams/sessions.ts';

describe.each(upstreamNames)('the upstream %s', (name) => {
  let session: RecordedSession;
  let profile: Profile;

  beforeAll(async () => {
    session = await recordSession(name);
    profile = profileOf(name, session.recording);
  });

  test('its client works against the mock', async () => {
    const facts = await runAgainstMock(name, session, profile);
    expect(settled(facts)).toEqual(settled(session.facts));
  });

  test('its profile holds no text of a record, only the values of enumerations', () => {
    expect(leaked(profile, session.recording)).toEqual([]);
  });
});

describe.each(services)('what is learned from $name', (service) => {
  const learned = () => learnProfile([{ name: service.name, recording }]);
  let recording: Recording;
  let text: string;

  beforeAll(async () => {
    ({ recording } = await recordForeign(service));
    text = printProfile(learned());
  });

  test('holds no text of a record, only the values of enumerations', () => {
    expect(leaked(parseProfile(JSON.parse(text)), recording)).toEqual([]);
    expect(text).not.toContain(recording.upstream);
  });

  test('is the same when it is learned again, and after it was printed and read', () => {
    expect(printProfile(learned())).toBe(text);
    expect(printProfile(parseProfile(JSON.parse(text)))).toBe(text);
  });

  test('has lines that can be reviewed', () => {
    // Only a text of the service, or a sentence, may be longer.
    const long = text
      .split('\n')
      .filter((line) => line.length > 140 && !/^ *(?:"(?:[^"\\]|\\.)*": )?"(?:[^"\\]|\\.)*",?$/.test(line));
    expect(long).toEqual([]);
  });
});

const profileOf = (name: string, recording: Recording): Profile =>
  parseProfile(JSON.parse(printProfile(learnProfile([{ name, recording }]))));

/** The texts of records that stand in a profile, but for enumerations and what most records of a kind share. */
function leaked(profile: Profile, recording: Recording): string[] {
  const { exchanges, sightings } = readRecordings([{ name: 'it', recording }]);
  const shared = new Set<string>();
  for (const kind of ['listing', 'strategy', 'reportRun'] as const) {
    const records = new Map<string, Set<string>>();
    for (const { id, record } of sightings.filter((one) => one.kind === kind))
      records.set(id, new Set([...(records.get(id) ?? []), ...leaves(record)]));
    const told = [...records.values()];
    for (const text of told.flatMap((texts) => [...texts]))
      if (2 * told.filter((texts) => texts.has(text)).length > told.length) shared.add(text);
  }
  const fields = Object.values(profile.service!.records).flatMap((form) => Object.values(form.fields));
  const values = fields.flatMap(({ values: few = [] }) => few.map((value) => textOf(value)));
  const enumerated = new Set([...values, ...enumeratedIn(sightings)]);
  const data = new Set(sightings.flatMap(({ record }) => [...leaves(record)]));
  // Names of fields, and ways to them, are no data, nor are numbers that happen to stand elsewhere.
  const names = new Set(
    sightings.flatMap(({ record }) =>
      [...JSON.stringify(record).matchAll(/"([^"]*)":/g)].map(([, name]) => name!),
    ),
  );
  // What several refusals say is a word of the service, though a record has it, too.
  const refusals = exchanges.filter(({ ok }) => !ok).map(({ body }) => leaves(body ?? null));
  const isToldOften = (text: string) => refusals.filter((texts) => texts.has(text)).length > 2;
  const held = leaves(JSON.parse(printProfile(profile)) as Json);
  return [...held].filter(
    (text) =>
      text.length > 3 &&
      data.has(text) &&
      !enumerated.has(text) &&
      !shared.has(text) &&
      !text.split(/[./]/).every((step) => names.has(step)) &&
      !isToldOften(text),
  );
}

/** The texts at places, in lists too, that have few values in many records, whatever the profile says of them. */
function enumeratedIn(sightings: readonly Sighting[]): Set<string> {
  const told = sightings.flatMap(({ kind, id, record }) =>
    leavesOf(record).flatMap(([at, leaf]) =>
      [leaf]
        .flat()
        .flatMap((text) => (typeof text === 'string' ? [{ place: `${kind} ${at}`, id, leaf: text }] : [])),
    ),
  );
  return new Set(
    [...grouped(told, ({ place }) => place).values()].flatMap((own) => {
      const values = new Set(own.map(({ leaf }) => leaf));
      const records = new Set(own.map(({ id }) => id)).size;
      return values.size <= 8 && records >= 2 * values.size && records > 2 ? [...values] : [];
    }),
  );
}

/** The texts in a value. */
function leaves(value: Json): Set<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((item) => [...leaves(item)]));
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
