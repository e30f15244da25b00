// From recordings to a profile: how a service speaks, explained by what was known at each answer.
import type { OnStep } from '../../http/on-step.ts';
import { rewritten } from '../../http/exact-json.ts';
import { leavesOf } from '../../dialect/known-facts.ts';
import { causes } from '../../dialect/causes.ts';
import { fractionsIn, fractionsWritten } from '../../dialect/time-forms.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Recording } from '../../recording/format.ts';
import type { NamedRecording } from '../exchanges.ts';
import { onceFor } from '../once-for.ts';
import { withIdleWrites } from './writes/learn-idle-writes.ts';
import { learnErrors } from './errors/learn-errors.ts';
import type { LearnedErrors } from './errors/learn-errors.ts';
import { withRetold } from './errors/retold-errors.ts';
import { learnTag } from './records/learn-tag.ts';
import { learnRecords } from './records/learn-records.ts';
import { learnReportFile } from './records/learn-report-file.ts';
import { learnLists } from './lists/learn-lists.ts';
import type { LearnedList } from './lists/learn-lists.ts';
import { amountsBeside } from './amounts-beside.ts';
import { withDrawn } from './drawn-alike.ts';
import { escapedIn, withEscapes } from './pages/page-links.ts';
import { readRecording, readRecordings } from './read-recordings.ts';
import type { ReadRecordings } from './read-recordings.ts';
import type { States } from './records/states.ts';
import { learnRead } from './writes/write-answers.ts';
import { learnWrite } from './writes/learn-writes.ts';
import type { LearnedWrite } from './writes/learn-writes.ts';
import { withBounds, storedAmounts, withFractions, acceptedAmounts } from './learn-amounts.ts';
import { withErrors, typesTold, longestAccepted } from './told-by-refusals.ts';

export interface Learned {
  readonly states: States;
  readonly form: DialectForm;
  readonly lists: readonly LearnedList[];
  readonly writes: readonly LearnedWrite[];
  readonly errors: LearnedErrors;
}

export function explainRecordings(recordings: readonly NamedRecording[], onStep?: OnStep): Learned {
  onStep?.('Learning: following the records');
  return explainStates(readRecordings(recordings), onStep);
}

/** How the service of one recording speaks. It is learned once, though a mode is switched, or a part of the recording is scored. */
export const formOfRecording = onceFor(
  (recording: Recording, onStep?: OnStep): DialectForm =>
    explainStates(readRecording(recording), onStep).form,
);

function explainStates(states: ReadRecordings, onStep: OnStep | undefined): Learned {
  const { exchanges, limits, strategyPlace } = states;
  onStep?.('Learning: the lists');
  const lists = learnLists(states);
  onStep?.('Learning: the writes');
  const found = learnWrite('updatePrice', states);
  const strategy = learnWrite('updateStrategy', states, found);
  const writes = withIdleWrites(
    [found, strategy].filter((one) => one !== undefined),
    states,
  );
  const price = writes.find(({ endpoint }) => endpoint === 'updatePrice');
  const single = learnRead(states);
  onStep?.('Learning: the records');
  const records = learnRecords('listing', states);
  const listing =
    records && withBounds({ ...records, strategy: strategyPlace, tag: learnTag(states) }, price);
  const strategies = learnRecords('strategy', states);
  const reportRun = learnRecords('reportRun', states);
  const stored = storedAmounts(listing, states);
  const form: DialectForm = {
    records: {
      ...(listing && { listing }),
      ...(strategies && { strategy: strategies }),
      ...(reportRun && { reportRun }),
    },
    lists: Object.fromEntries(lists.map(({ endpoint, form: own }) => [endpoint, own])),
    reads: single === undefined ? {} : { getListing: single.form },
    reportFile: learnReportFile(states),
    writes: Object.fromEntries(
      writes.map(({ endpoint, form: own }) => [endpoint, withFractions(own, stored)]),
    ),
    errors: [],
    accepted: [],
    order: causes,
    amounts: { ...acceptedAmounts(price, stored), ...(price && amountsBeside(price, states)) },
    longestBody: longestAccepted(exchanges),
    types: typesTold(exchanges),
    limits,
  };
  onStep?.('Learning: the errors');
  const told = learnErrors(states, form);
  const explained = withErrors(form, lists, told);
  const errors = withRetold(told, explained, states);
  const whole: DialectForm = { ...explained, errors: errors.errors };
  const shown = states.sightings.flatMap(({ record }) => leavesOf(record));
  const fractions = fractionsIn(shown);
  const timed =
    fractions === undefined ? whole : rewritten(whole, (json) => fractionsWritten(json, fractions));
  return {
    states,
    form: withDrawn(withEscapes(timed, escapedIn(exchanges)), exchanges),
    lists,
    writes,
    errors,
  };
}
