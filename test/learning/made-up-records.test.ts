// Records that are made up have what the recorded ones have.
import { expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { generateRecords } from '../../src/dialect/generate-records.ts';
import type { Json } from '../../src/http/exact-json.ts';
import { recordingOf } from './said.ts';

/** The values that plans are made up with in a member of theirs, where these were recorded. */
function madeUp(recorded: readonly object[]): ReadonlySet<string> {
  const plans = recorded.map((change, at) => ({ id: `p-${at}`, ...change }));
  const recording = recordingOf([
    { asked: 'GET /v1/listings', told: { goods: [1, 2, 3].map((at) => ({ id: `g-${at}`, low: 5 })) } },
    { asked: 'GET /v1/strategies', told: { plans } },
  ]);
  const { service } = learnProfile([{ name: 'goods', recording }]);
  const { strategy } = generateRecords(service!, 1, { listing: 1, strategy: 60, reportRun: 0 });
  return new Set(
    strategy.map(({ record }) => {
      const change = (record as { change?: Json }).change ?? null;
      return typeof change === 'object' && change !== null ? Object.keys(change).join() : 'none';
    }),
  );
}

test('an object with one member or another, and never without, is made up with one', () => {
  const plans = [
    { change: null },
    { change: { by: { cents: 5 } } },
    { change: { share: 0.5 } },
    { change: null },
  ];
  expect(madeUp(plans)).not.toContain('');
  expect(madeUp(plans)).toContain('none');
});

test('an object that was seen empty is made up empty, too', () => {
  expect(madeUp([{ change: {} }, { change: { by: 5 } }, { change: {} }, { change: { by: 6 } }])).toContain(
    '',
  );
});

test('a list that some records have alike, and others have not, is theirs', () => {
  const flags = [{ note: 'Check by hand' }];
  const goods = Array.from({ length: 8 }, (_, at) => ({
    id: `g-${at}`,
    low: 5,
    flags: at % 2 === 0 ? flags : null,
  }));
  const { service } = learnProfile([
    { name: 'goods', recording: recordingOf([{ asked: 'GET /v1/listings', told: { goods } }]) },
  ]);
  const { listing } = generateRecords(service!, 1, { listing: 40, strategy: 0, reportRun: 0 });
  expect(new Set(listing.map(({ record }) => JSON.stringify((record as { flags?: Json }).flags)))).toEqual(
    new Set(['null']),
  );
});
