// Generated report runs. Most ended before the reference time. Three start when the world opens, so that a user sees
// them change (A23).
import { reportRunModel } from '../models/report-run.ts';
import type { ReportRunDraw } from '../models/report-run.ts';
import type { ReportRun } from '../models/resources.ts';
import type { Faker } from '../models/faker.ts';
import { day, referenceTime } from '../models/moments.ts';

const second = 1000;

/** The time over which past runs are spread; it is short enough that `dateFrom` lies in the history, too. */
const pastSpan = 300 * day;

const types = ['inventory', 'pricing_activity', 'buy_box', 'sales', 'listings_without_min_price'];
const pastOutcomes = ['completed', 'completed', 'failed', 'completed', 'cancelled'] as const;

type Course = Omit<ReportRunDraw, 'faker' | 'createdAt'>;

const liveCourses: readonly Course[] = [
  { type: 'inventory', outcome: 'completed', queuedMs: 5 * second, runningMs: 15 * second },
  { type: 'pricing_activity', outcome: 'failed', queuedMs: 10 * second, runningMs: 30 * second },
  { type: 'sales', outcome: 'cancelled', queuedMs: 30 * second, runningMs: 0 },
];

/** The live runs first, then the past ones, newest first. */
export function drawReportRuns(faker: Faker, count: number): ReportRun[] {
  const live = liveCourses.map((course) => reportRunModel.make({ faker, createdAt: null, ...course }));
  const pastCount = count - live.length;
  const slice = Math.floor(pastSpan / pastCount);
  const past = Array.from({ length: pastCount }, (_, at) => {
    const outcome = pastOutcomes[at % pastOutcomes.length]!;
    return reportRunModel.make({
      faker,
      createdAt: referenceTime - at * slice - faker.number.int({ min: day, max: slice }),
      type: faker.helpers.arrayElement(types),
      outcome,
      queuedMs: faker.number.int({ min: 1, max: 60 }) * second,
      runningMs: outcome === 'cancelled' ? 0 : faker.number.int({ min: 5, max: 600 }) * second,
    });
  });
  return [...live, ...past];
}
