// Drift between two recordings of an upstream: none while only time goes by, and each planted change at its place.
import { describe, expect, test } from 'vitest';
import { findDrift, shapeOfRecording } from '../../src/fidelity/drift.ts';
import { placeOf, recordPlanted } from '../fidelity/planted.ts';
import type { Planted } from '../upstreams/listen.ts';
import { upstreamNames, upstreams, usualStart } from '../upstreams/sessions.ts';

const severities: Readonly<Record<Planted, string>> = {
  'renamed-field': 'breaking',
  'number-as-string': 'breaking',
  'missing-field': 'breaking',
  'wrong-status': 'breaking',
  'other-code': 'breaking',
  null: 'breaking',
  order: 'cosmetic',
  'extra-header': 'additive',
};

describe.each(upstreamNames)('%s', (name) => {
  test('recorded again a week later has not changed', async () => {
    const later = await recordPlanted(name, { startAt: usualStart + 7 * 86_400_000 });
    expect(findDrift(shapeOfRecording(await recordPlanted(name)), shapeOfRecording(later))).toEqual([]);
  });

  test.each(Object.keys(severities) as Planted[])('%s is one change at its place', async (planted) => {
    const changed = await recordPlanted(name, { planted });
    const found = findDrift(shapeOfRecording(await recordPlanted(name)), shapeOfRecording(changed));
    const { request, where } = upstreams[name].plants[planted];
    const told = found.map(({ severity, path, places }) => {
      return `${severity} ${places[0]!.endpoint} ${path.replace(/^header:.*/, (header) => header.toLowerCase())}`;
    });
    expect(told).toEqual([`${severities[planted]} ${request} ${placeOf(where)}`]);
  });
});
