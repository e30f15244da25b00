import { expect, test } from 'vitest';
import { nearest, renderNearest } from '../../src/recording/replay/nearest.ts';
import type { KeyedRequest } from '../../src/recording/request-key.ts';
import {
  interactionOf,
  listingA,
  listingB,
  patchPrice,
  readListing,
  readReports,
  recordingOf,
} from './timeline.support.ts';
import type { Said } from './timeline.support.ts';

const asked = (said: Said): KeyedRequest => interactionOf(said, 0).request;
const nearestOf = (said: Said, ...recorded: readonly Said[]) =>
  nearest(asked(said), recordingOf(...recorded).interactions);
const ids = (said: Said, ...recorded: readonly Said[]): string[] =>
  nearestOf(said, ...recorded).map(({ interaction }) => interaction.id);

test('the same write with another value is nearer than the same value elsewhere', () => {
  expect(
    ids(
      patchPrice(listingA, 12),
      readReports,
      patchPrice(listingB, 12),
      readListing(listingA),
      patchPrice(listingA, 11),
    ),
  ).toEqual(['4-patch', '2-patch', '3-get']);
});

test('another listing is nearer than another resource', () => {
  const report: Said = { path: `/v1/reports/${listingA}` };
  expect(ids(readListing(listingA), report, readReports, readListing(listingB))).toEqual([
    '3-get',
    '1-get',
    '2-get',
  ]);
});

test('ties go to what was recorded first', () => {
  const query = (limit: number): Said => ({ path: '/v1/listings', query: `limit=${limit}` });
  expect(ids(query(9), query(1), query(2), query(3), query(4))).toEqual(['1-get', '2-get', '3-get']);
});

test('each differing part is told with both sides', () => {
  const sent = { minPrice: 12, nested: { list: [1, 2] }, gone: true };
  const recorded = { minPrice: 11, nested: { list: [1, 3] }, empty: {} };
  const [near] = nearestOf(
    { method: 'PUT', path: '/v1/a', query: 'x=1&y=2&y=3', sent, requestHeaders: [['Range', 'bytes=0-1']] },
    {
      method: 'PATCH',
      path: '/v1/b/c',
      query: 'x=1&z=4',
      sent: recorded,
      requestHeaders: [['Accept', '*/*']],
    },
  );
  expect(near!.differences).toEqual([
    { part: 'method', name: '', asked: 'PUT', recorded: 'PATCH' },
    { part: 'path', name: '2', asked: 'a', recorded: 'b' },
    { part: 'path', name: '3', recorded: 'c' },
    { part: 'query', name: 'y', asked: '2, 3' },
    { part: 'query', name: 'z', recorded: '4' },
    { part: 'header', name: 'range', asked: 'bytes=0-1' },
    { part: 'body', name: 'minPrice', asked: '12', recorded: '11' },
    { part: 'body', name: 'nested.list[1]', asked: '2', recorded: '3' },
    { part: 'body', name: 'gone', asked: 'true' },
    { part: 'body', name: 'empty', recorded: '{}' },
  ]);
});

test('the text stands in columns and stays short', () => {
  const text = renderNearest(
    nearestOf(patchPrice(listingA, 12), {
      ...patchPrice(listingA, 11),
      sent: { minPrice: 11, note: 'x'.repeat(500) },
    }),
  );
  expect(text.split('\n')).toEqual([
    `  1. 1-patch: PATCH /v1/listings/${listingA}/price`,
    '       body minPrice  asked 12      recorded 11',
    '       body maxPrice  asked 30      recorded (none)',
    expect.stringMatching(/^ {7}body note {6}asked \(none\) {2}recorded "x{58}…$/),
  ]);
});

test('bodies that are no JSON differ as a whole, and live bytes compare with recorded forms', () => {
  const { interactions } = recordingOf({ method: 'POST', path: '/x', sent: { a: 1 } });
  const live = (text: string): KeyedRequest => ({
    ...interactions[0]!.request,
    body: new TextEncoder().encode(text),
  });
  expect(nearest(live('{ "a": 1 }'), interactions)[0]!.differences).toEqual([]);
  expect(nearest(live('a=1'), interactions)[0]!.differences).toEqual([
    { part: 'body', name: '', asked: '"a=1"' },
    { part: 'body', name: 'a', recorded: '1' },
  ]);
});

test('an empty recording has nothing near', () => {
  expect(nearestOf(readReports)).toEqual([]);
});
