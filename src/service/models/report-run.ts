// The model of a report run. A record is the plan of a run; its status follows from the plan and the clock (A23).
import type { Faker } from './faker.ts';
import { day, isoTime, referenceTime } from './moments.ts';
import { flag, v } from '../../http/schema.ts';
import { count, group, identifier, oneOf, text, time } from './field-forms.ts';
import { model } from './model.ts';
import type { RecordOf } from './model.ts';

/** How a run ends. */
export type ReportOutcome = 'completed' | 'failed' | 'cancelled';

/** What a generated run is to be. */
export interface ReportRunDraw {
  readonly faker: Faker;
  readonly type: string;
  /** Milliseconds since 1970; null: the moment at which the world opens. */
  readonly createdAt: number | null;
  readonly queuedMs: number;
  readonly runningMs: number;
  readonly outcome: ReportOutcome;
}

/** How long a completed run's files can be downloaded, counted back from the reference time. */
const filesKept = 90 * day;

const errors = [
  { code: 'marketplace_timeout', message: 'The marketplace did not answer in time.' },
  { code: 'marketplace_unauthorized', message: "The marketplace refused the account's access." },
  { code: 'report_too_large', message: 'The report has more rows than a report may have.' },
];
const marketplaces = [null, 'amazon', 'walmart'];
const periods = [1, 7, 30, 90];

const lastMidnight = ({ createdAt }: ReportRunDraw) => {
  const moment = createdAt ?? referenceTime;
  return moment - (moment % day);
};

const downloadLink = v.object({
  format: text,
  url: v.pipe(text, v.url()),
  expiresAt: time,
  sizeBytes: count,
  compression: v.nullable(text),
});

export const reportRunModel = model<ReportRunDraw>('report run')
  .field('id', {
    schema: identifier,
    specified: true,
    make: ({ faker, createdAt }) => faker.string.uuid({ version: 7, refDate: createdAt ?? referenceTime }),
  })
  .field('type', {
    schema: text,
    fallback: () => 'inventory',
    make: ({ type }) => type,
    filter: true,
    sort: true,
  })
  .derive('status', { schema: text, specified: true })
  .field('createdAt', {
    schema: v.nullable(time),
    meaning: 'Null: the moment at which the world opens, so that the run is seen moving.',
    fallback: () => null,
    make: ({ createdAt }) => (createdAt === null ? null : isoTime(createdAt)),
    since: 'createdSince',
    sort: true,
  })
  .derive('startedAt', { schema: v.nullable(time) })
  .derive('completedAt', { schema: v.nullable(time) })
  // One of the two, by `report-links`.
  .derive('downloadUrl', { schema: v.nullable(text), specified: true })
  .derive('downloadLinks', { schema: v.array(downloadLink), specified: true })
  .field('queuedMs', {
    schema: count,
    meaning: 'Time spent queued; a cancelled run is cancelled at its end.',
    fallback: () => 5000,
    make: ({ queuedMs }) => queuedMs,
    shown: 'nowhere',
  })
  .field('runningMs', {
    schema: count,
    meaning: 'Time spent running; unused for a cancelled run.',
    fallback: (_, { outcome }) => (outcome === 'cancelled' ? 0 : 15_000),
    make: ({ runningMs }) => runningMs,
    shown: 'nowhere',
  })
  .field('outcome', {
    schema: oneOf('completed', 'failed', 'cancelled'),
    meaning: 'How the run ends; until then its status follows from the clock.',
    fallback: () => 'completed' as const,
    make: ({ outcome }) => outcome,
    shown: 'nowhere',
  })
  .field('error', {
    schema: v.nullable(group({ code: text, message: text })),
    meaning: 'Set exactly when the outcome is failed.',
    fallback: ({ outcome }) =>
      outcome === 'failed' ? { code: 'report_failed', message: 'The report could not be made.' } : null,
    make: ({ faker, outcome }) => (outcome === 'failed' ? { ...faker.helpers.arrayElement(errors) } : null),
  })
  .field('kept', {
    schema: flag,
    meaning: 'Whether a completed run’s files can still be downloaded.',
    fallback: ({ outcome }) => outcome === 'completed',
    make: ({ outcome, createdAt }) =>
      outcome === 'completed' && referenceTime - (createdAt ?? referenceTime) <= filesKept,
    shown: 'nowhere',
  })
  .field('marketplace', {
    schema: v.nullable(text),
    meaning: 'Null: all marketplaces.',
    fallback: () => null,
    make: ({ faker }) => faker.helpers.arrayElement(marketplaces),
    specified: true,
    shown: 'metadata',
  })
  .derive('rowCount', {
    schema: v.nullable(v.pipe(v.number(), v.integer())),
    meaning: 'How many listings the run reports on.',
    specified: true,
    shown: 'metadata',
  })
  .field('dateFrom', {
    schema: time,
    meaning: 'The first moment reported on.',
    fallback: ({ createdAt }, given) => isoTime(Date.parse(endOfPeriod(createdAt, given.dateTo)) - 30 * day),
    make: (draw) => isoTime(lastMidnight(draw) - draw.faker.helpers.arrayElement(periods) * day),
    specified: true,
    shown: 'metadata',
  })
  .field('dateTo', {
    schema: time,
    meaning: 'The last moment reported on.',
    fallback: ({ createdAt }) => endOfPeriod(createdAt, undefined),
    make: (draw) => isoTime(lastMidnight(draw)),
    specified: true,
    shown: 'metadata',
  })
  .field('requestedBy', {
    schema: text,
    fallback: () => 'dashboard',
    make: ({ faker }) => faker.helpers.arrayElement(['dashboard', 'schedule', 'api']),
    specified: true,
    shown: 'metadata',
  })
  .rule(({ dateFrom, dateTo }) =>
    dateFrom > dateTo ? { field: 'dateFrom', reason: `${dateFrom} is after dateTo, ${dateTo}` } : undefined,
  )
  .rule(({ dateTo, createdAt }) =>
    createdAt !== null && dateTo > createdAt
      ? { field: 'dateTo', reason: `${dateTo} is after createdAt, ${createdAt}` }
      : undefined,
  )
  .rule(({ error, outcome }) =>
    (error !== null) === (outcome === 'failed')
      ? undefined
      : { field: 'error', reason: 'a run has an error exactly when its outcome is failed' },
  );

/** A report run as planned. Times are ISO 8601 in UTC with milliseconds. */
export type ReportRun = RecordOf<typeof reportRunModel>;

function endOfPeriod(createdAt: string | null, dateTo: unknown): string {
  return typeof dateTo === 'string' ? dateTo : (createdAt ?? isoTime(referenceTime));
}
