// Report runs: most have ended before the reference time, three start when the world opens so that a user sees
// runs move (A23).
import type { ReportOutcome, ReportRun } from '../models/resources.ts';
import type { Dice } from './dice.ts';
import { uuidV7 } from './identifiers.ts';
import { day, isoTime, referenceTime } from './moments.ts';

const second = 1000;

/** Spread over the past runs; `dateFrom` then still lies in the history. */
const pastSpan = 300 * day;

/** How long a completed run's files can be downloaded, counted back from the reference time. */
const filesKept = 90 * day;

const types = ['inventory', 'pricing_activity', 'buy_box', 'sales', 'listings_without_min_price'] as const;
const pastOutcomes = ['completed', 'completed', 'failed', 'completed', 'cancelled'] as const;
const requesters = ['dashboard', 'schedule', 'api'] as const;
const marketplaces = [null, 'amazon', 'walmart'] as const;
const periods = [1, 7, 30, 90] as const;

const errors = [
  { code: 'marketplace_timeout', message: 'The marketplace did not answer in time.' },
  { code: 'marketplace_unauthorized', message: "The marketplace refused the account's access." },
  { code: 'report_too_large', message: 'The report has more rows than a report may have.' },
] as const;

interface Course {
  readonly type: string;
  readonly outcome: ReportOutcome;
  readonly queuedMs: number;
  readonly runningMs: number;
}

const liveCourses: readonly Course[] = [
  { type: 'inventory', outcome: 'completed', queuedMs: 5 * second, runningMs: 15 * second },
  { type: 'pricing_activity', outcome: 'failed', queuedMs: 10 * second, runningMs: 30 * second },
  { type: 'sales', outcome: 'cancelled', queuedMs: 30 * second, runningMs: 0 },
];

/** The live runs first, then the past ones, newest first. */
export function drawReportRuns(dice: Dice, count: number): ReportRun[] {
  const live = liveCourses.map((course) => drawRun(dice, course, null));
  const pastCount = count - live.length;
  const slice = Math.floor(pastSpan / pastCount);
  const past = Array.from({ length: pastCount }, (_, at) => {
    const createdAt = referenceTime - at * slice - dice.whole(day, slice);
    const outcome = pastOutcomes[at % pastOutcomes.length]!;
    const course = {
      type: dice.pick(types),
      outcome,
      queuedMs: dice.whole(1, 60) * second,
      runningMs: outcome === 'cancelled' ? 0 : dice.whole(5, 600) * second,
    };
    return drawRun(dice, course, createdAt);
  });
  return [...live, ...past];
}

function drawRun(dice: Dice, course: Course, createdAt: number | null): ReportRun {
  const { type, outcome, queuedMs, runningMs } = course;
  const moment = createdAt ?? referenceTime;
  const dateTo = moment - (moment % day);
  return {
    id: uuidV7(dice, moment),
    type,
    createdAt: createdAt === null ? null : isoTime(createdAt),
    queuedMs,
    runningMs,
    outcome,
    error: outcome === 'failed' ? { ...dice.pick(errors) } : null,
    kept: outcome === 'completed' && referenceTime - moment <= filesKept,
    marketplace: dice.pick(marketplaces),
    dateFrom: isoTime(dateTo - dice.pick(periods) * day),
    dateTo: isoTime(dateTo),
    requestedBy: dice.pick(requesters),
  };
}
