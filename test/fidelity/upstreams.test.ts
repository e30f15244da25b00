// Sessions with the upstreams, scored under a profile that was learned from an upstream with nothing planted: each
// planted difference is one more, at its place.
import { describe, expect, test } from 'vitest';
import type { FidelityReport } from '../../src/analysis/compare/score.ts';
import { learn } from '../../src/analysis/learn/learn.ts';
import { measureFidelity } from '../../src/analysis/measure-fidelity.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import type { Planted } from '../upstreams/listen.ts';
import type { UpstreamName } from '../upstreams/client.ts';
import { upstreamNames, upstreams } from '../upstreams/sessions.ts';
import { placeOf, recordPlanted } from './planted.ts';
import { first } from '../support/soak.ts';

// A mock that is filled from a recording keeps its order; `drift` tells when that has changed.
const plantedOnes: Planted[] = [
  'renamed-field',
  'number-as-string',
  'missing-field',
  'wrong-status',
  'other-code',
  'null',
  'extra-header',
];

/** How the new field is called that stands for the old one. */
const newNames: Readonly<Record<UpstreamName, string>> = {
  strings: 'title',
  cents: 'Name',
  nodes: 'state',
  offsets: 'headline',
};

const reports = new Map<string, Promise<FidelityReport>>();

function score(name: UpstreamName, planted?: Planted): Promise<FidelityReport> {
  const key = `${name} ${planted ?? ''}`;
  const report = reports.get(key) ?? measure(name, planted);
  reports.set(key, report);
  return report;
}

async function measure(name: UpstreamName, planted?: Planted): Promise<FidelityReport> {
  const profile = learn([{ name, recording: await recordPlanted(name) }]);
  const { perSecond = 5, perMinute = 300 } = applyProfile(profile).limits ?? {};
  return measureFidelity(await recordPlanted(name, planted === undefined ? {} : { planted }), {
    name,
    profile,
    inForce: (over, now) => applyProfile(profile, [over], now),
    limits: { perSecond, perMinute },
    ignored: [],
    tryAnswers: false,
    onFailure: (error) => {
      throw error;
    },
  });
}

/** Each place of each difference, but for values, which follow from others. */
const placesOf = ({ differences }: FidelityReport) =>
  differences.map(({ difference: { aspect, label, path, recorded } }) => {
    const place = path.startsWith('header:') ? path.toLowerCase() : path;
    return `${aspect} ${label.endpoint} ${place}${typeof recorded === 'string' ? ` ${recorded}` : ''}`;
  });

test.each(upstreamNames)(
  '%s: with its own profile the mock agrees with all that the recording shows',
  async (name) => {
    const { differences, differing, compared, interactions } = await score(name);
    expect(differences).toEqual([]);
    expect(differing).toBe(0);
    expect(compared).toBe(interactions);
  },
);

describe.each(first(1, upstreamNames))('%s', (name) => {
  test.each(plantedOnes)('%s is one difference at its place', async (planted) => {
    const before = placesOf(await score(name));
    const { request, where } = upstreams[name].plants[planted];
    const place = planted === 'renamed-field' ? where.replace(/\w+$/, newNames[name]) : where;
    const more = placesOf(await score(name, planted)).filter((each) => !before.includes(each));
    expect(more.map((each) => each.split(' ').slice(1, 4).join(' '))).toEqual([
      `${request} ${placeOf(place)}`,
    ]);
  });
});
