// What fails a run, and the words that say so (`--fail-on audit:429=0,gave-up=off,coverage=80`): counts of the audit, and
// the share of the answers that clients must have met.
import { suggestion } from '../../http/nearest-name.ts';
import { factRows } from './facts.ts';
import type { AuditFact, FactId } from './facts.ts';

/** The highest count of each fact that passes; Infinity: any. */
export type Thresholds = Readonly<Record<FactId, number>>;

/** What fails a run; null: not looked at. */
export interface Gates {
  readonly audit: Thresholds | null;
  /** The least coverage that passes, in percent. */
  readonly coverage: number | null;
}

/** A fact that was found more often than it may be. */
export interface Failure {
  readonly id: FactId;
  readonly title: string;
  readonly count: number;
  readonly threshold: number;
}

/** The words of `--fail-on` are wrong. The message says what can be written. */
class FailOnError extends Error {
  override readonly name = 'FailOnError';
}

const failOnForms =
  'audit, audit:<fact>=<count>,... and coverage=<percent>, such as audit:429=0,gave-up=off,coverage=80';

export const defaultThresholds: Thresholds = fill(({ threshold }) => threshold);

/** Under which any count passes. */
export const noThresholds: Thresholds = fill(() => Infinity);

/**
 * Reads the words of `--fail-on`: gates and counts, separated by commas. A count belongs to the audit.
 * @throws FailOnError
 */
export function parseFailOn(words: string): Gates {
  return words.split(',').reduce<Gates>(
    (gates, entry) => {
      const { audit } = gates;
      const word = entry.trim();
      if (word === 'audit') return { ...gates, audit: audit ?? defaultThresholds };
      if (word.startsWith('coverage=')) return { ...gates, coverage: percentOf(word.slice(9)) };
      if (/^audit:./.test(word))
        return { ...gates, audit: changed(audit ?? defaultThresholds, word.slice(6)) };
      if (audit !== null) return { ...gates, audit: changed(audit, word) };
      return failWith(`'${word}' is no gate; it takes ${failOnForms}`);
    },
    { audit: null, coverage: null },
  );
}

function percentOf(words: string): number {
  const percent = /^\d{1,3}(\.\d)?$/.test(words) ? Number(words) : NaN;
  return percent <= 100 ? percent : failWith(`coverage takes a percentage from 0 to 100, not '${words}'`);
}

/** The thresholds with the one that `<fact>=<count>` sets. */
function changed(thresholds: Thresholds, entry: string): Thresholds {
  const [id = '', count, ...more] = entry.split('=').map((word) => word.trim());
  if (count === undefined || more.length > 0) failWith(`'${entry}' is not <fact>=<count>; ${factsInWords()}`);
  return change(thresholds, id, count === 'off' ? Infinity : /^\d{1,9}$/.test(count) ? Number(count) : NaN);
}

/** The facts of a report, or of several as one, that were found more often than they may be. */
export function judge(report: { readonly facts: readonly AuditFact[] }, thresholds: Thresholds): Failure[] {
  return report.facts
    .filter(({ id, count }) => count > thresholds[id])
    .map(({ id, title, count }) => ({ id, title, count, threshold: thresholds[id] }));
}

function change(thresholds: Thresholds, id: string, count: number): Thresholds {
  const isCount = count === Infinity || (Number.isSafeInteger(count) && count >= 0);
  if (id !== 'all' && !isFact(id))
    failWith(`there is no fact '${id}'; ${suggestion(id, ['all', ...factRows.map((row) => row.id)])}`);
  if (!isCount) failWith(`the count of '${id}' must be a whole number of at least 0, or off`);
  return id === 'all' ? fill(() => count) : { ...thresholds, [id]: count };
}

const isFact = (id: string): id is FactId => Object.hasOwn(defaultThresholds, id);

const factsInWords = () => `the facts are ${factRows.map(({ id }) => id).join(', ')}, and all for every one`;

function fill(threshold: (row: (typeof factRows)[number]) => number): Thresholds {
  return Object.fromEntries(factRows.map((row) => [row.id, threshold(row)])) as Thresholds;
}

function failWith(message: string): never {
  throw new FailOnError(message);
}
