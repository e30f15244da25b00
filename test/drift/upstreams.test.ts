// Drift between two recordings of an upstream: none while only time goes by, and each planted change at its place.
import { describe, expect, test } from 'vitest';
import { findDrift, shapeOfRecording } from '../../src/analysis/drift/drift.ts';
import { type Drift } from '../../src/analysis/drift/change.ts';
import { shapesOfProfile } from '../../src/analysis/drift/profile-shapes.ts';
import { learn } from '../../src/analysis/learn/learn.ts';
import { parseProfile, printProfile } from '../../src/dialect/profile.ts';
import { placeOf, recordPlanted } from '../fidelity/planted.ts';
import type { UpstreamName } from '../upstreams/client.ts';
import type { Planted } from '../upstreams/listen.ts';
import { upstreamNames, upstreams, usualStart } from '../upstreams/sessions.ts';
import { first } from '../support/soak.ts';

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

describe.each(first(1, upstreamNames))('%s', (name) => {
  test('recorded again a week later has not changed', async () => {
    const later = await recordPlanted(name, { startAt: usualStart + 7 * 86_400_000 });
    expect(findDrift(shapeOfRecording(await recordPlanted(name)), shapeOfRecording(later))).toEqual([]);
  });

  test.each(Object.keys(severities) as Planted[])('%s is one change at its place', async (planted) => {
    const changed = await recordPlanted(name, { planted });
    const found = findDrift(shapeOfRecording(await recordPlanted(name)), shapeOfRecording(changed));
    const { request, where } = upstreams[name].plants[planted];
    expect(found.map(toldOf)).toEqual([`${severities[planted]} ${request} ${placeOf(where)}`]);
  });

  test('a profile knows what the recording knows that it was learned from', async () => {
    const found = findDrift(await profileOf(name), shapeOfRecording(await recordPlanted(name)));
    expect(found).toEqual([]);
  });

  // Which request had which answer, and in which order, only a recording tells.
  const shapes: Planted[] = ['renamed-field', 'number-as-string', 'missing-field', 'null', 'extra-header'];
  test.each(shapes)('%s is one change since a profile was learned', async (planted) => {
    const found = findDrift(await profileOf(name), shapeOfRecording(await recordPlanted(name, { planted })));
    const { request, where } = upstreams[name].plants[planted];
    expect(found.map(toldOf)).toEqual([`${severities[planted]} ${request} ${placeOf(where)}`]);
  });
});

async function profileOf(name: UpstreamName) {
  const recording = await recordPlanted(name);
  return shapesOfProfile(parseProfile(JSON.parse(printProfile(learn([{ name, recording }])))));
}

function toldOf({ severity, path, places }: Drift): string {
  const place = path.startsWith('header:') ? path.toLowerCase() : path;
  return `${severity} ${places[0]!.endpoint} ${place}`;
}
