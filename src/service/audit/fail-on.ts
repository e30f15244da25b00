// The counts at which the audit fails a run, and the words that set them (`--fail-on audit:429=0,gave-up=off`).
import { factRows } from './facts.ts';
import type { AuditFact, FactId } from './facts.ts';

/** The highest count of each fact that passes; Infinity: any. */
export type Thresholds = Readonly<Record<FactId, number>>;

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

const failOnForms = 'audit, or audit:<fact>=<count>,... such as audit:429=0,identical-patches=3,gave-up=off';

export const defaultThresholds: Thresholds = fill(({ threshold }) => threshold);

/**
 * Reads the words of `--fail-on`.
 * @throws FailOnError
 */
export function parseFailOn(words: string): Thresholds {
  const [, rest] =
    /^audit(?::(.+))?$/s.exec(words.trim()) ?? failWith(`'${words}' is no gate; it takes ${failOnForms}`);
  if (rest === undefined) return defaultThresholds;
  return rest.split(',').reduce((thresholds, entry) => {
    const [id = '', count, ...more] = entry.split('=').map((word) => word.trim());
    if (count === undefined || more.length > 0)
      failWith(`'${entry}' is not <fact>=<count>; ${factsInWords()}`);
    return change(thresholds, id, count === 'off' ? Infinity : /^\d{1,9}$/.test(count) ? Number(count) : NaN);
  }, defaultThresholds);
}

/** The facts of a report, or of several as one, that were found more often than they may be. */
export function judge(report: { readonly facts: readonly AuditFact[] }, thresholds: Thresholds): Failure[] {
  return report.facts
    .filter(({ id, count }) => count > thresholds[id])
    .map(({ id, title, count }) => ({ id, title, count, threshold: thresholds[id] }));
}

function change(thresholds: Thresholds, id: string, count: number): Thresholds {
  const isCount = count === Infinity || (Number.isSafeInteger(count) && count >= 0);
  if (id !== 'all' && !isFact(id)) failWith(`there is no fact '${id}'; ${factsInWords()}`);
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
