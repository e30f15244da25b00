// The life of a report run as a pure function of its plan and the time: no timer moves it (A23).
import type { DatedRun } from './store.ts';

export type ReportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

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

/** The names of the states, one column a set of names (A23). */
// prettier-ignore
export const stateNames = {
  queued:     { queued: 'queued',   running: 'running',     completed: 'completed', failed: 'failed', cancelled: 'cancelled' },
  'in-queue': { queued: 'IN_QUEUE', running: 'IN_PROGRESS', completed: 'DONE',      failed: 'FATAL',  cancelled: 'CANCELLED' },
  received:   { queued: 'RECEIVED', running: 'INPROGRESS',  completed: 'READY',     failed: 'ERROR',  cancelled: 'CANCELLED' },
  upper:      { queued: 'QUEUED',   running: 'RUNNING',     completed: 'COMPLETED', failed: 'FAILED', cancelled: 'CANCELLED' },
} as const;
