import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/recording/format.ts';
import { ReplayCursor } from '../../src/recording/replay/replay-cursor.ts';
import { pruneRecording } from '../../src/recording/replay/prune.ts';
import { isWrite, Timeline } from '../../src/recording/replay/timeline.ts';
import {
  keyOf,
  listingA,
  patchPrice,
  readList,
  readListing,
  readReports,
  recordingOf,
} from './timeline.support.ts';
import type { Said } from './timeline.support.ts';

const ids = (said: readonly Said[]): string[] =>
  pruneRecording(recordingOf(...said)).dropped.map(
    ({ interaction, reason }) => `${interaction.id} ${reason}`,
  );

test('the same answer once more at the end of an epoch goes, and a file that no answer links to', () => {
  const file: Said = { path: '/__mock/files/abc.csv', body: { text: 'SKU' } };
  const orphan: Said = { path: '/__mock/files/old.csv', body: { text: 'SKU' } };
  const read = readListing(listingA, 10);
  expect(ids([read, read, patchPrice(listingA, 11), read, read, readReports, file, orphan])).toEqual([
    '2-get repeat',
    '5-get repeat',
    '8-get file without a link',
  ]);
});

test('what a replay would miss stays: steps of a report, trouble, writes', () => {
  const report = (status: string): Said => ({ path: '/v1/reports', answer: { status } });
  const limited: Said = { path: '/v1/reports', status: 429, answer: {} };
  const write = patchPrice(listingA, 11);
  expect(ids([report('queued'), report('queued'), report('done'), limited, limited, write, write])).toEqual(
    [],
  );
});

test('a recording that needs all it has is given back as it is', () => {
  const recording = recordingOf(readListing(listingA, 10));
  expect(pruneRecording(recording).recording).toBe(recording);
});

const status = fc.constantFrom(200, 200, 200, 404, 429, 500);
const said: fc.Arbitrary<Said> = fc.oneof(
  fc
    .tuple(status, fc.integer({ min: 1, max: 2 }))
    .map(([code, price]) => ({ ...readListing(listingA, price), status: code })),
  fc.integer({ min: 1, max: 2 }).map((price) => readList(price)),
  fc
    .tuple(fc.constantFrom(200, 429), fc.integer({ min: 1, max: 2 }))
    .map(([code, price]) => patchPrice(listingA, price, code)),
);
const asked = fc.constantFrom<Said>(
  readListing(listingA),
  readList(),
  patchPrice(listingA, 1),
  patchPrice(listingA, 2),
);

test('property: whatever is asked, a pruned recording answers as before', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 20 }), fc.array(asked, { maxLength: 25 }), (script, requests) => {
      const recording = recordingOf(...script);
      const open = (interactions: readonly Interaction[]) => new ReplayCursor(new Timeline(interactions));
      const [before, after] = [
        open(recording.interactions),
        open(pruneRecording(recording).recording.interactions),
      ];
      const answer = (cursor: ReplayCursor, request: Said): unknown => {
        const found = isWrite(request.method ?? 'GET')
          ? cursor.write(keyOf(request))
          : cursor.read(keyOf(request));
        return 'missing' in found ? found.missing : { ...found.interaction.response, marks: found.marks };
      };
      for (const request of requests) expect(answer(after, request)).toEqual(answer(before, request));
    }),
  );
});
