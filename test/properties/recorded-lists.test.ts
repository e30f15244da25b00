// Lists of a recorded service are kept from one request to the next. A mock that was asked for them at each step answers as
// one that was never asked before, whatever has happened meanwhile.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { openRecordingData } from '../../src/analysis/open-recording-data.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import type { Recording } from '../../src/recording/format.ts';
import { recordEverything, RecordedApp } from '../learning/recorded-app.ts';
import { createTestApp, ids } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { amount } from '../support/soak.ts';

const lists = ['/v1/listings', '/v1/listings?limit=2', '/v1/strategies', '/v1/reports'];
const assume = { 'bounds-effect': 'delayed:2s', 'list-envelope': 'page' } as const;
const learned = learnProfile([{ name: 'everything', recording: await recordEverything(assume) }]);
const { service } = parseProfile(JSON.parse(printProfile(learned)));
const { updatePrice } = service!.writes;
/** Each new bound is seen in a title two seconds later. */
const later = { seconds: 2, sets: { '/title': 'from {record/minPrice} to {record/maxPrice}' } };
const profile: Profile = {
  ...learned,
  service: { ...service!, writes: { ...service!.writes, updatePrice: { ...updatePrice!, later } } },
};
const recording = await recordChanges();
const { settings, dialect } = applyProfile(profile);

/** Listings and runs that become others by themselves, seconds after each other. */
async function recordChanges(): Promise<Recording> {
  const app = new RecordedApp(assume);
  for (const bounds of [{ maxPrice: 20 }, { maxPrice: 15 }, { maxPrice: null }]) {
    for (const list of lists) await app.ask('GET', list);
    await app.ask('PATCH', `/v1/listings/${ids.board}/price`, { json: bounds });
    app.advance(30_000);
  }
  for (const list of lists) await app.ask('GET', list);
  return app.recording();
}

function openMock(): TestApp {
  return createTestApp({
    data: openRecordingData(recording, 'start', profile.service).data,
    settings,
    dialect,
  });
}

async function askAll(app: TestApp): Promise<string[]> {
  const answers: string[] = [];
  for (const list of lists) answers.push((await app.get(list)).text);
  return answers;
}

/** Something that may make other records of those that a list has. */
type Step = (app: TestApp) => unknown;

const listing = fc.constantFrom(ids.board, ids.lamp, ids.mug);
const price = fc.integer({ min: 1, max: 9000 }).map((cents) => cents / 100);
const step: fc.Arbitrary<[name: string, run: Step]> = fc.oneof(
  fc
    .tuple(listing, fc.constantFrom('minPrice', 'maxPrice'), price)
    .map(([id, bound, value]): [string, Step] => [
      `a request sets ${bound} of ${id} to ${value}`,
      (app) => app.patch(`/v1/listings/${id}/price`, { [bound]: value }),
    ]),
  fc
    .tuple(listing, price)
    .map(([id, value]): [string, Step] => [
      `a test sets minPrice of ${id} to ${value}`,
      (app) => app.call('PATCH', `/__mock/state/listings/${id}`, { json: { minPrice: value } }),
    ]),
  listing.map((id): [string, Step] => [
    `a test removes ${id}`,
    (app) => app.call('DELETE', `/__mock/state/listings/${id}`),
  ]),
  fc.constant<[string, Step]>([
    'a test adds a strategy',
    (app) => app.call('POST', '/__mock/state/strategies', { json: { name: 'Steady' } }),
  ]),
  fc.integer({ min: 1, max: 8000 }).map((by): [string, Step] => [
    `the clock goes on by ${by} ms`,
    (app) => {
      app.clock.advance(by);
    },
  ]),
);

test('a list that was asked for at each step is the one that is asked for only at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const [asked, fresh] = [openMock(), openMock()];
      for (const app of [asked, fresh]) await app.get(`/v1/listings/${ids.board}`);
      for (const [, run] of steps) {
        await askAll(asked);
        await run(asked);
        await run(fresh);
      }
      expect(await askAll(asked)).toEqual(await askAll(fresh));
      expect([...asked.failures, ...fresh.failures]).toEqual([]);
    }),
    { numRuns: amount(40, 400) },
  );
});

test('a list that was asked for before a change is due shows the change by then', async () => {
  const app = openMock();
  const seen = new Set<string>();
  for (let second = 0; second < 120; second += 1) {
    const { text } = await app.get('/v1/reports');
    seen.add(text);
    app.clock.advance(1000);
  }
  expect(seen.size).toBeGreaterThan(1);
  await app.patch(`/v1/listings/${ids.board}/price`, { minPrice: 3 });
  expect((await app.get('/v1/listings')).text).not.toContain('"from 3 to');
  app.clock.advance(2000);
  expect((await app.get('/v1/listings')).text).toContain('"from 3 to');
});
