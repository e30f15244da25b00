// Whatever a recording holds, learning from it ends in a profile that can be read, and a mock that has learned from it
// answers in JSON.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataOf, openRecordingData } from '../../src/analysis/open-recording-data.ts';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import type { Recording } from '../../src/recording/format.ts';
import { createTestApp } from '../support/app.ts';
import { interaction, recordingOf } from '../support/recordings.ts';
import { recordEverything } from './recorded-app.ts';
import { amount } from '../support/soak.ts';

const whole = await recordEverything({ 'list-envelope': 'page', pagination: 'page', 'price-form': 'fixed2' });
const odd = [
  null,
  '',
  '//',
  'http://',
  -1,
  1e300,
  true,
  [],
  {},
  [[{}]],
  JSON.parse('{"__proto__":{"a":1}}') as unknown,
  '{x}',
  '{{',
  '2026-13-45T00:00:00Z',
  '\u000112',
  { id: null },
];

/** The value with some of its parts replaced, as the numbers say. */
function changed(value: unknown, next: () => number, rarity: number): unknown {
  if (next() % rarity === 0) return odd[next() % odd.length];
  if (Array.isArray(value)) return value.map((item) => changed(item, next, rarity));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      next() % rarity === 0 ? [] : [[name, changed(item, next, rarity)]],
    ),
  );
}

function spoiled(recording: Recording, seed: number, rarity: number): Recording {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >>> 8;
  return {
    ...recording,
    interactions: recording.interactions.map(({ request, response, ...rest }) => ({
      ...rest,
      request: {
        ...request,
        body:
          request.body !== null && 'json' in request.body
            ? { json: changed(request.body.json, next, rarity) }
            : request.body,
      },
      response: {
        ...response,
        status: next() % rarity === 0 ? [200, 204, 400, 404, 429][next() % 5]! : response.status,
        body:
          response.body !== null && 'json' in response.body
            ? { json: changed(response.body.json, next, rarity) }
            : response.body,
      },
    })),
  };
}

test('a spoiled recording spoils nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(5, 30, 200), async (seed, rarity) => {
      const recording = spoiled(whole, seed, rarity);
      const profile = parseProfile(JSON.parse(printProfile(learnProfile([{ name: 'odd', recording }]))));
      const form = profile.service!;
      const { settings, dialect } = applyProfile(profile);
      const made = dataOf(
        { records: generateRecords(form, 1, { listing: 3, strategy: 2, reportRun: 2 }) },
        form,
      );
      for (const data of [openRecordingData(recording, 'end', form).data, made]) {
        const app = createTestApp({ data, settings, dialect });
        for (const { request } of recording.interactions) {
          const { text } = await app.call(request.method, `${request.path}?${request.query}`, {
            body: '{"minPrice":1}',
          });
          if (text !== '') JSON.parse(text);
        }
        expect(app.failures).toEqual([]);
      }
    }),
    { numRuns: amount(2, 40) },
  );
});

test('a parameter without a name is not learned, as no profile could name it', () => {
  const items = [1, 2, 3, 4, 5, 6].map((number) => ({ id: `id-${number}`, minPrice: number }));
  const list = (number: number, query: string, body: object) =>
    interaction(`${number}-get-listings`, { query, body });
  const recordings = [
    // It shortens the list, it stands beside the page, it is told again, and it leads to the next page.
    [list(1, '', { data: items }), list(2, '=1', { data: items.slice(0, 1) })],
    [list(1, 'limit=2', { data: items.slice(0, 2) }), list(2, '=2&limit=2', { data: items.slice(2, 4) })],
    ['', '=red', '=blue', '=green'].map((query, at) =>
      list(at + 1, query, { data: items, asked: query === '' ? null : query.slice(1) }),
    ),
    ['', '=2', '=3'].map((query, at) =>
      list(at + 1, query, {
        data: items.slice(at * 2, at * 2 + 2),
        next: at === 2 ? null : `/v1/listings?=${at + 2}`,
      }),
    ),
  ];
  for (const interactions of recordings) {
    const profile = learnProfile([{ name: 'nameless', recording: recordingOf(...interactions) }]);
    expect(() => parseProfile(JSON.parse(printProfile(profile)))).not.toThrow();
  }
});
