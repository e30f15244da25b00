import { expect, test } from 'vitest';

import type { ReportRun } from '../../src/service/models/resources.ts';
import { Clock } from '../../src/http/clock.ts';
import { createTestApp, ids, opening } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { expectError } from '../support/expect-error.ts';
import type { ReportView } from '../support/views.ts';

const fields = 'completedAt createdAt downloadLinks error id metadata startedAt status type'.split(' ');

const plan: ReportRun = {
  id: 'run',
  type: 'inventory',
  createdAt: null,
  queuedMs: 5000,
  runningMs: 10_000,
  outcome: 'completed',
  error: null,
  kept: true,
  marketplace: null,
  dateFrom: '2025-12-01T00:00:00.000Z',
  dateTo: '2026-01-01T00:00:00.000Z',
  requestedBy: 'dashboard',
};
const failure = { code: 'report_failed', message: 'No.' };

function appWith(...runs: readonly Partial<ReportRun>[]): TestApp {
  const reportRuns = runs.map((run, at) => ({ ...plan, id: `run-${at}`, ...run }));
  return createTestApp({ data: { listings: [], strategies: [], reportRuns } });
}

const run = async (app: TestApp, id: string): Promise<ReportView> =>
  (await app.reports()).data.find((candidate) => candidate.id === id)!;

test('§2 a report run carries status, download links and metadata, and the assumed fields (A23)', async () => {
  const { data } = await createTestApp().reports();
  for (const report of data) {
    expect(Object.keys(report).sort()).toEqual(fields);
    expect(Object.keys(report.metadata)).toEqual([
      'marketplace',
      'rowCount',
      'dateFrom',
      'dateTo',
      'requestedBy',
    ]);
  }
});

test('§4 GET /v1/reports lists the runs, newest first', async () => {
  const { data, has_more } = await createTestApp().reports();
  expect(data.map(({ id }) => id)).toEqual([ids.newRun, ids.doneRun]);
  expect(has_more).toBe(false);
});

const [queued, running, completed] = [0, 5000, 15_000];

// Each moment is checked to the millisecond: a state begins exactly when its time has come.
test.each([
  ['completed', 'queued', queued, null, null],
  ['completed', 'queued', running - 1, null, null],
  ['completed', 'running', running, running, null],
  ['completed', 'running', completed - 1, running, null],
  ['completed', 'completed', completed, running, completed],
  ['completed', 'completed', completed + 1e9, running, completed],
  ['failed', 'queued', running - 1, null, null],
  ['failed', 'running', completed - 1, running, null],
  ['failed', 'failed', completed, running, completed],
  ['cancelled', 'queued', running - 1, null, null],
  ['cancelled', 'cancelled', running, null, running],
  ['cancelled', 'cancelled', completed + 1e9, null, running],
] as const)(
  '§3 a run that ends %s is %s after %i ms',
  async (outcome, status, elapsed, startedAt, completedAt) => {
    const app = appWith({ outcome, error: outcome === 'failed' ? failure : null });
    await app.reports(); // opens the world, where the run begins
    app.clock.advance(elapsed);
    const at = (time: number | null) => (time === null ? null : new Date(opening + time).toISOString());
    expect(await run(app, 'run-0')).toMatchObject({
      status,
      createdAt: at(0),
      startedAt: at(startedAt),
      completedAt: at(completedAt),
      error: status === 'failed' ? failure : null,
    });
  },
);

test('§3 a status is a function of the clock alone: asking in between changes nothing', async () => {
  const [asked, unasked] = [createTestApp({ data: 'default' }), createTestApp({ data: 'default' })];
  await unasked.reports();
  for (let step = 0; step < 60; step += 1) {
    await asked.reports();
    asked.clock.advance(1000);
  }
  unasked.clock.advance(60_000);
  expect(await asked.reports()).toEqual(await unasked.reports());
});

test('§3 a run only moves forward: queued, running, then one final state that stays', async () => {
  const app = createTestApp({ data: 'default' });
  const order = ['queued', 'running', 'completed', 'failed', 'cancelled'];
  const last = new Map<string, string>();
  for (let step = 0; step < 120; step += 1) {
    for (const { id, status } of (await app.reports()).data) {
      const before = last.get(id) ?? 'queued';
      expect(order).toContain(status);
      if (order.indexOf(before) >= 2) expect(status).toBe(before);
      else expect(order.indexOf(status)).toBeGreaterThanOrEqual(order.indexOf(before));
      last.set(id, status);
    }
    app.clock.advance(1000);
  }
  expect([...last.values()]).not.toContain('queued');
});

test('§2 links are there exactly while a run is completed and its files are kept', async () => {
  const app = appWith(
    { outcome: 'completed' },
    { outcome: 'completed', kept: false },
    { outcome: 'failed', error: failure },
    { outcome: 'cancelled' },
  );
  const linked = async () =>
    (await app.reports()).data.filter(({ downloadLinks }) => downloadLinks.length > 0).map(({ id }) => id);
  const counted = async () =>
    (await app.reports()).data.filter(({ metadata }) => metadata.rowCount !== null).map(({ id }) => id);
  for (const elapsed of [0, 5000, 9999]) {
    app.clock.advance(elapsed === 0 ? 0 : elapsed === 5000 ? 5000 : 4999);
    expect(await linked()).toEqual([]);
    expect(await counted()).toEqual([]);
  }
  app.clock.advance(5001);
  expect(await linked()).toEqual(['run-0']);
  expect(await counted()).toEqual(['run-0', 'run-1']);
});

test('domain 13: links, row count and status agree even when the clock runs on during the request', async () => {
  let time = 0;
  const clock = new Clock(opening, { source: () => (time += 1) });
  const app = createTestApp({
    data: { listings: [], strategies: [], reportRuns: [{ ...plan, queuedMs: 20, runningMs: 20 }] },
    createClock: () => clock,
  });
  for (let request = 0; request < 60; request += 1) {
    for (const { status, downloadLinks, metadata } of (await app.reports()).data) {
      expect(downloadLinks.length > 0).toBe(status === 'completed');
      expect(metadata.rowCount !== null).toBe(status === 'completed');
    }
  }
  expect((await app.reports()).data[0]!.status).toBe('completed');
});

test.each([
  ['status=completed', [ids.doneRun]],
  ['status=queued', [ids.newRun]],
  ['type=inventory', [ids.newRun]],
  ['type=nothing', []],
  ['createdSince=2026-01-01', [ids.newRun]],
  ['createdSince=2025-12-31T06:00:00Z', [ids.newRun, ids.doneRun]],
  ['sort=createdAt', [ids.doneRun, ids.newRun]],
  ['limit=1', [ids.newRun]],
])('A5 GET /v1/reports?%s', async (query, expected) => {
  const { data } = await createTestApp().reports(`?${query}`);
  expect(data.map(({ id }) => id)).toEqual(expected);
});

test('A26 the API lists report runs and has nothing that starts or reads one', async () => {
  const app = createTestApp();
  expectError(await app.call('POST', '/v1/reports', { json: { type: 'inventory' } }), 405);
  expectError(await app.get(`/v1/reports/${ids.doneRun}`), 404);
});
