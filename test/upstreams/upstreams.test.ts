// The upstreams are what the tests of learning and scoring take for the real service, so they are tested themselves:
// each is what its client was written for, a recorder changes nothing, and a planted difference is the only one.
import { beforeAll, describe, expect, test } from 'vitest';
import { printRecording, temporaryDirectory } from '../support/recordings.ts';
import { runClient } from './client.ts';
import type { Facts, SeenAnswer, UpstreamName } from './client.ts';
import type { Planted } from './listen.ts';
import {
  SessionClock,
  directSession,
  recordSession,
  upstreamNames,
  upstreams,
  usualStart,
} from './sessions.ts';
import { differences, replayed, transcript } from './transcript.ts';
import type { Passed } from './transcript.ts';
import { first } from '../support/soak.ts';

const attempts: Readonly<Record<UpstreamName, Readonly<Record<string, SeenAnswer>>>> = {
  strings: {
    'a page far too large': { status: 200 },
    'an unknown parameter': { status: 400, code: 'UNKNOWN_PARAM', param: '/colour' },
    'a malformed id': { status: 404, code: 'MALFORMED_ID', param: '/id' },
    'no key': { status: 401, code: 'BAD_KEY', param: '' },
    'min above max': { status: 400, code: 'BOUNDS_CROSSED', param: '/min_price' },
    'one bound': { status: 200, bounds: [21.5, 30] },
    'no bound': { status: 200, bounds: [20.13, 30] },
    'an unknown field': { status: 400, code: 'UNKNOWN_PARAM', param: '/colour' },
    'another media type': { status: 400, code: 'UNSUPPORTED_BODY', param: '' },
    'broken JSON': { status: 400, code: 'MALFORMED_JSON', param: '' },
    'an unknown strategy': { status: 404, code: 'STRATEGY_NOT_FOUND', param: '/strategy_id' },
    'too many requests': { status: 429, code: 'TOO_FAST', param: '' },
    'a link of before': { status: 410 },
  },
  cents: {
    'a page far too large': { status: 400, code: 'query.size', param: 'size' },
    'an unknown parameter': { status: 200 },
    'a malformed id': { status: 404, code: 'listing.unknown', param: 'Id' },
    'no key': { status: 401, code: 'key.rejected' },
    'min above max': { status: 200, bounds: [40, 35] },
    'one bound': { status: 200, bounds: [21.5, 30] },
    'no bound': { status: 200, bounds: [0, 30] },
    'an unknown field': { status: 200, bounds: [20, 30] },
    'another media type': { status: 200, bounds: [20, 30] },
    'the mark of another state': { status: 412, code: 'listing.changed' },
    'broken JSON': { status: 400, code: 'body.json' },
    'an unknown strategy': { status: 400, code: 'strategy.unknown', param: 'StrategyId' },
    'too many requests': { status: 429, code: 'rate.exceeded' },
    'a link of before': { status: 404 },
  },
  nodes: {
    'a page far too large': { status: 400, code: 'InvalidArgument', param: 'query.first' },
    'an unknown parameter': { status: 200 },
    'a malformed id': { status: 400, code: 'InvalidId', param: 'path.id' },
    'no key': { status: 401, code: 'Unauthenticated', param: null },
    'min above max': { status: 400, code: 'BoundsCrossed', param: 'body.minPrice,body.maxPrice' },
    'one bound': { status: 400, code: 'MissingArgument', param: 'body.maxPrice' },
    'a null bound': { status: 204, bounds: [null, 30] },
    'no bound': { status: 400, code: 'MissingArgument', param: 'body.minPrice' },
    'an unknown field': { status: 400, code: 'UnexpectedArgument', param: 'body.colour' },
    'another media type': { status: 400, code: 'UnreadableBody', param: null },
    'broken JSON': { status: 400, code: 'UnreadableBody', param: null },
    'an unknown strategy': { status: 400, code: 'UnknownStrategy', param: 'body.strategyId' },
    'too many requests': { status: 429, code: 'Throttled', param: null },
    'a link of before': { status: 403 },
  },
  offsets: {
    'a page far too large': { status: 400, code: 'E1020', param: 'query.limit' },
    'an unknown parameter': { status: 200 },
    'a malformed id': { status: 404, code: 'E1001', param: 'path.id' },
    'no key': { status: 401, code: 'E2001', param: 'header.X-API-KEY' },
    'min above max': { status: 400, code: 'E1010', param: 'body.minPrice' },
    'one bound': { status: 200, bounds: [21.5, 30] },
    'no bound': { status: 400, code: 'E1009', param: 'body' },
    'an unknown field': { status: 200, bounds: [20, 30] },
    'a field twice': { status: 400, code: 'E1005', param: 'body' },
    'another media type': { status: 200, bounds: [20, 30] },
    'broken JSON': { status: 400, code: 'E1004', param: 'body' },
    'an unknown strategy': { status: 404, code: 'E1006', param: 'body.strategyId' },
    'too many requests': { status: 429, code: 'E2900' },
    'a link of before': { status: 401 },
  },
};

/** How many statuses of report runs there are, what bounds of 20 to 30 make of a higher price, at once and later. */
const habits = {
  strings: { pages: [20, 20, 17], states: 5, clamped: [false, false] },
  cents: { pages: [25, 25, 7], states: 6, clamped: [true, true] },
  nodes: { pages: [10, 10, 10, 10, 10, 7], states: 6, clamped: [false, false] },
  offsets: { pages: [15, 15, 15, 12], states: 5, clamped: [false, true] },
} satisfies Record<UpstreamName, object>;

/** The same facts at another time of day: without when a listing was changed. */
function timeless({ steps, ...facts }: Facts): object {
  return { ...facts, steps: steps.map((step) => ({ ...step, changed: 0 })) };
}

const newNames = { strings: 'title', cents: 'Name', nodes: 'state', offsets: 'headline' };

describe.each(first(1, upstreamNames))('the upstream %s', (name) => {
  const { pages, states, clamped } = habits[name];
  const plantedOnes = Object.keys(upstreams[name].plants) as Planted[];

  let facts: Facts;
  let plain: readonly Passed[];
  beforeAll(async () => {
    facts = await directSession(name);
    plain = await transcript(name);
  });

  /** A field has a new name where it lost the old one; the page that explains a code has the code in its address (§7). */
  function besides(planted: Planted, where: string): string[] {
    if (planted === 'renamed-field') return [where.replace(/\w+$/, newNames[name])];
    return planted === 'other-code' ? ['error.doc_url'] : [];
  }

  test('gives its client everything that there is', () => {
    expect(facts.pages).toEqual(pages);
    expect(new Set(facts.listings.map(({ id }) => id)).size).toBe(57);
    expect([facts.strategies.length, facts.runs.length]).toEqual([6, 7]);
    expect(new Set(facts.runs.map(({ status }) => status)).size).toBe(states);
    expect(facts.file.rows).toBe(57);
  });

  test('refuses and accepts in a way of its own', () => {
    expect(facts.answers).toMatchObject(attempts[name]);
    expect(Object.keys(facts.answers)).toEqual(expect.arrayContaining(Object.keys(attempts[name])));
  });

  test('keeps what was changed', () => {
    const { steps } = facts;
    const [before, priced, later, assigned, back] = steps;
    expect([priced, later]).toMatchObject([
      { min: 20, max: 30 },
      { min: 20, max: 30 },
    ]);
    expect(before!.price).toBeGreaterThan(30);
    expect([priced!.price, later!.price].map((price) => price === 30)).toEqual(clamped);
    expect(assigned!.strategy).not.toBe(before!.strategy);
    expect(back!.strategy).toBe(before!.strategy);
    expect(priced!.changed).toBeGreaterThan(before!.changed);
  });

  test('takes five requests in a second, and its pause is long enough', () => {
    const { bursts, retries } = facts;
    expect(bursts[0]).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(retries).toBe(1);
  });

  test('is the same through a recorder, whose file has no key and tells the time of the session', async () => {
    const path = `${await temporaryDirectory()}/${name}.json`;
    const { recording, facts: recorded, key } = await recordSession(name, { path });
    expect(recorded).toEqual(facts);
    const times = recording.interactions.map(({ at }) => Date.parse(at));
    expect(Math.min(...times)).toBe(usualStart + 250);
    expect(Math.max(...times) - usualStart).toBeGreaterThan(120_000);
    expect(printRecording(recording)).not.toContain(key);
  });

  test('is the same at another time, but for what moves', async () => {
    const startAt = usualStart + 86_400_000 * 3 + 4321;
    const other = await directSession(name, { startAt });
    expect({ ...timeless(other), bursts: [] }).toEqual({ ...timeless(facts), bursts: [] });
    const texts = (passed: readonly Passed[]): string[] => passed.map(({ text }) => text);
    expect(texts(await transcript(name, { startAt }))).not.toEqual(texts(plain));
  });

  test('does nothing otherwise when nothing is planted', async () => {
    expect(differences(plain, await replayed(name, plain))).toEqual([]);
  });

  test.each(plantedOnes)('with %s planted, it shows at its place alone', async (planted) => {
    const { request, where } = upstreams[name].plants[planted];
    const found = differences(plain, await replayed(name, plain, planted));
    expect(new Set(found.map((difference) => difference.request))).toEqual(new Set([request]));
    const places = [...new Set(found.map((difference) => difference.where))].sort();
    expect(places.map((place) => place.toLowerCase())).toEqual(
      [where, ...besides(planted, where)].sort().map((place) => place.toLowerCase()),
    );
  });
});

test.each(first(1, upstreamNames))('the client of %s gets along with no other upstream', async (name) => {
  for (const other of upstreamNames.filter((candidate) => candidate !== name)) {
    const clock = new SessionClock();
    await using upstream = await upstreams[other].start({ now: clock.now });
    const session = runClient(name, { url: upstream.url, key: upstream.key, wait: clock.wait });
    await expect(session).rejects.toThrow();
  }
});

test('no two upstreams answer an attempt with the same code', () => {
  const codes = Object.values(attempts).map(
    (answers) => new Set(Object.values(answers).flatMap(({ code }) => code ?? [])),
  );
  const all = codes.flatMap((each) => [...each]);
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain('invalid_request');
});
