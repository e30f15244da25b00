// Learning is tested on a service whose answers to the ledger are known: this project's own mock.
import { expect, test } from 'vitest';
import type { AssumptionId, Settings } from '../../src/spec/assumptions.ts';
import { createSettings } from '../../src/spec/settings.ts';
import { measureFidelity } from '../../src/analysis/measure-fidelity.ts';
import { applyProfile } from '../../src/dialect/apply-profile.ts';
import { learn } from '../../src/analysis/learn/learn.ts';
import { recordEverything } from './recorded-app.ts';

const answers: readonly Partial<Settings>[] = [
  {},
  { 'single-envelope': 'data', 'list-envelope': 'stripe', 'time-format': 'iso-seconds' },
  { 'list-envelope': 'page', 'envelope-case': 'camel', pagination: 'page', 'list-key': 'items' },
  { 'list-envelope': 'array', pagination: 'link', 'price-form': 'string', 'both-bounds': 'required' },
  { 'price-form': 'fixed2', 'time-format': 'unix', 'error-codes': 'fine', 'param-when-none': 'null' },
  { 'price-form': 'cents', 'patch-response': 'partial', 'bounds-order': 'ignore', 'null-bound': 'clear' },
  {
    'patch-response': 'no-content',
    'empty-strategy': 'unassign',
    'unknown-strategy': '404',
    'malformed-id': '404',
  },
  {
    'equal-bounds': 'reject',
    'unknown-body-field': 'reject',
    'unknown-query': 'reject',
    'zero-price': 'accept',
  },
  { 'undocumented-statuses': 'documented', 'wrong-content-type': '400', 'param-when-none': 'empty' },
  { 'trailing-slash': 'ignore', versions: 'any', etag: 'on', 'request-id': 'off', 'www-authenticate': 'off' },
  { 'bounds-effect': 'none', 'noop-updates': 'raise', 'empty-patch': 'noop', 'report-states': 'upper' },
  { 'listing-fields': 'spec', 'strategy-fields': 'spec', 'report-fields': 'spec', 'report-links': 'single' },
  { 'doc-base': 'https://docs.example.com/api', 'wrong-content-type': 'lenient', sort: 'oldest' },
];

// What our records derive from a strategy (eligibility) nobody can learn from a few answers.
const withoutDerived = answers.filter((assume) => !('empty-strategy' in assume));

test.each(withoutDerived)(
  'a mock that has learned from one with %o agrees with its recording in every point',
  async (assume) => {
    const recording = await recordEverything(assume, { limits: { perSecond: 5, perMinute: 300 } });
    const profile = learn([{ name: 'own', recording }]);
    const report = await measureFidelity(recording, {
      name: 'own',
      profile,
      inForce: (over, now) => applyProfile(profile, [over], now),
      limits: { perSecond: 5, perMinute: 300 },
      ignored: [],
      tryAnswers: false,
      onFailure: (error) => {
        throw error;
      },
    });
    expect(
      report.differences.map(({ difference: { path, recorded, simulated, interactions } }) => [
        path,
        recorded,
        simulated,
        interactions.join(),
      ]),
    ).toEqual([]);
  },
);

async function learned(assume: Partial<Settings>) {
  const recording = await recordEverything(assume, { limits: { perSecond: 5, perMinute: 300 } });
  return learn([{ name: 'own', recording }]);
}

test.each(answers)('what is learned of a mock with %o is what it does', async (assume) => {
  const settings = createSettings('default', assume);
  const { evidence } = await learned(assume);
  const wrong = (Object.keys(evidence) as AssumptionId[]).flatMap((id) => {
    const { value, evidence: basis, seen } = evidence[id]!;
    return value === settings[id] && basis === 'observed'
      ? []
      : [{ id, is: settings[id], seen: seen.map((one) => [one.value, ...one.interactions]) }];
  });
  expect(wrong).toEqual([]);
  for (const id of Object.keys(assume) as AssumptionId[]) expect(Object.keys(evidence)).toContain(id);
});
