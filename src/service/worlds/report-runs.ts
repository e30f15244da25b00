// The life of a report run as a pure function of its plan and the time: no timer moves it (A23).
import type { Form } from '../../spec/form.ts';
import type { DatedRun } from './store.ts';

/** The states as the mock keeps them; the form of answers names them. */
export type ReportStatus = keyof Form['states'];

/** Times in milliseconds since 1970. */
export interface ReportProgress {
  readonly status: ReportStatus;
  readonly startedAt: number | null;
  /** Set exactly when the status is final. */
  readonly completedAt: number | null;
}

/** Where a run stands at a moment, in milliseconds since 1970. */
export function progressAt(run: DatedRun, now: number): ReportProgress {
  const leavesQueue = Date.parse(run.createdAt) + run.queuedMs;
  if (now < leavesQueue) return { status: 'queued', startedAt: null, completedAt: null };
  if (run.outcome === 'cancelled') return { status: 'cancelled', startedAt: null, completedAt: leavesQueue };
  const ends = endOf(run);
  if (now < ends) return { status: 'running', startedAt: leavesQueue, completedAt: null };
  return { status: run.outcome, startedAt: leavesQueue, completedAt: ends };
}

/** When a run reaches its final status, in milliseconds since 1970. */
export function endOf(run: DatedRun): number {
  const running = run.outcome === 'cancelled' ? 0 : run.runningMs;
  return Date.parse(run.createdAt) + run.queuedMs + running;
}
