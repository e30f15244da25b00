// Drift between recordings of the foreign services: none where only runs, sessions and times differ, and each planted
// change at its place.
import { describe, expect, test } from 'vitest';
import { findDrift } from '../../src/analysis/fidelity/drift.ts';
import type { Drift } from '../../src/analysis/fidelity/drift.ts';
import { explainRecordings } from '../../src/analysis/learn/learn.ts';
import type { Recording } from '../../src/recording/format.ts';
import type { ForeignService } from '../foreign/contract.ts';
import { services } from '../foreign/services.ts';
import { recordForeign } from '../fidelity/foreign-recordings.ts';

const recordings = new Map<string, Promise<Recording>>();

function recorded(service: ForeignService): Promise<Recording> {
  const known = recordings.get(service.name) ?? recordForeign(service);
  recordings.set(service.name, known);
  return known;
}

const told = (changes: readonly Drift[]) =>
  changes.map(
    ({ severity, what, path, places, old, new: now }) =>
      `${severity} ${places[0]!.endpoint} ${path} ${what}: ${old} / ${now}`,
  );

describe.each(services)('$name has not changed', (service) => {
  test('in another run of the same session, a week later', async () => {
    const again = await recordForeign(service, { run: 1, later: 7 * 86_400_000 });
    expect(told(findDrift({ recording: await recorded(service) }, { recording: again }))).toEqual([]);
  });

  test('in another session', async () => {
    const other = await recordForeign(service, { run: 1, which: 'another' });
    expect(told(findDrift({ recording: await recorded(service) }, { recording: other }))).toEqual([]);
    expect(told(findDrift({ recording: other }, { recording: await recorded(service) }))).toEqual([]);
  });

  test('since it was learned from this very recording', async () => {
    const recording = await recorded(service);
    const { form } = explainRecordings([{ name: 'recorded', recording }]);
    expect(told(findDrift({ form: JSON.parse(JSON.stringify(form)) as typeof form }, { recording }))).toEqual(
      [],
    );
  });
});
