// A service that changed in mid-session: the later version is learned from and served, and the moment is told.
import { describe, expect, test } from 'vitest';
import { learnProfile } from '../../src/analysis/learn/write-profile.ts';
import { latestVersion } from '../../src/analysis/learn/version-change.ts';
import { openRecordingData } from '../../src/analysis/open-recording-data.ts';
import { recorded } from '../../src/dialect/recorded-record.ts';
import type { Carried } from '../../src/dialect/recorded-record.ts';
import { recordSession } from '../foreign/record-session.ts';
import { services } from '../foreign/services.ts';
import { interaction, recordingOf } from '../support/recordings.ts';
import { first } from '../support/soak.ts';

const id = (number: number) => `${number}`.repeat(8) + '-0000-4000-8000-000000000000';
const listed = [1, 2, 3, 4].map((number) => ({ id: id(number), price: 10 + number, name: `Name ${number}` }));
const renamed = listed.map(({ price, ...rest }) => ({ ...rest, amount: String(price) }));
const asked = [1, 2, 3, 4];
const at = (minute: number) => `2026-02-01T12:${String(minute).padStart(2, '0')}:00.000Z`;

const changed = recordingOf(
  interaction('1-get-listings', { body: { items: listed }, at: at(1) }),
  ...asked.map((number) =>
    interaction(`${number + 1}-get-listing`, {
      path: `/v1/listings/${id(number)}`,
      body: listed[number - 1]!,
      at: at(number + 1),
    }),
  ),
  interaction('6-get-listings', { body: { items: renamed }, at: at(20) }),
  ...asked.map((number) =>
    interaction(`${number + 6}-get-listing`, {
      path: `/v1/listings/${id(number)}`,
      body: renamed[number - 1]!,
      at: at(number + 20),
    }),
  ),
);

test('a profile is learned from the later version, and says when the service changed', () => {
  const { about = [], service } = learnProfile([{ name: 'changed', recording: changed }]);
  const [told] = about.filter((line) => line.startsWith('Contradicted'));
  expect(told).toContain('2026-02-01T12:2');
  expect(told).toMatch(/\/price \(number\) went, \/amount \(string\) came/);
  const places = Object.keys(service!.records.listing!.fields);
  expect(places).toContain('/amount');
  expect(places).not.toContain('/price');
});

test('a mock of the recording serves records of the later version alone', () => {
  const { data, notes } = openRecordingData(changed, 'start');
  const shown = data.listings.map((listing) => (listing as { [recorded]?: Carried })[recorded]!.record);
  expect(shown).toEqual(renamed);
  expect(notes.join('\n')).toContain('the service changed in mid-session');
});

test('a parameter that asks for other members is no change of the service', () => {
  const one = (number: number, show: 'price' | 'name', shown: object) =>
    interaction(`${number}-${show}`, {
      path: `/v1/listings/${id(number)}`,
      query: `show=${show}`,
      body: { id: id(number), ...shown },
    });
  const asking = recordingOf(
    ...listed.map(({ price }, at) => one(at + 1, 'price', { price })),
    ...listed.map(({ name }, at) => one(at + 1, 'name', { name })),
  );
  expect(latestVersion([{ name: 'asking', recording: asking }]).change).toBeUndefined();
});

test('members that each request names anew are no change of the service', () => {
  const fields = ['id,sku,name', 'id,name', 'id,name,note', 'id,price', 'id,note,price', 'id,price,sku'];
  const asking = recordingOf(
    ...fields.map((query, at) =>
      interaction(`${at + 1}-get-listings`, {
        path: '/v1/listings',
        query: `fields=${query}`,
        body: {
          items: listed.map((one) =>
            Object.fromEntries(query.split(',').map((name) => [name, { sku: 'S', note: 'n', ...one }[name]])),
          ),
        },
      }),
    ),
  );
  expect(latestVersion([{ name: 'asking', recording: asking }]).change).toBeUndefined();
});

describe.each(first(1, services))('$name', (service) => {
  test('did not change, and is not said to have', async () => {
    const { recording } = await recordSession(service);
    expect(latestVersion([{ name: service.name, recording }]).change).toBeUndefined();
  });
});
