// What the reports on fidelity say of a difference, in whatever form they are printed.
import { assumptions } from '../../spec/assumptions.ts';
import { fewOfEach } from './few-of-each.ts';
import { absent } from './differences.ts';
import { WrittenNumber } from './formats.ts';
import type { ReportedDifference } from './score.ts';

/** The longest value that is shown whole. */
const longest = 70;

export function printValue(value: unknown): string {
  if (value === absent) return '(not there)';
  const text = JSON.stringify(value, (_key, item: unknown) => plainValue(item));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A value as JSON has it. */
export function plainValue(value: unknown): unknown {
  return value instanceof WrittenNumber ? value.value : value;
}

export function percent(score: number): string {
  return `${score === 100 ? '100' : score.toFixed(1)} %`;
}

const titles = {
  status: 'another status',
  limit: 'the limits refuse at another time',
  header: 'another header',
  envelope: 'another place',
  field: 'a field more or less',
  name: 'another name',
  type: 'another type',
  null: 'null or not',
  format: 'another format',
  value: 'another value',
  order: 'another order',
  records: 'other records',
  body: 'another body',
  wording: 'other words',
} as const;

export function titleOf({ difference: { aspect, recorded, simulated } }: ReportedDifference): string {
  if (aspect !== 'field' && aspect !== 'header') return titles[aspect];
  const what = aspect === 'field' ? 'field' : 'header';
  if (simulated === absent) return `the mock lacks this ${what}`;
  return recorded === absent ? `only the mock has this ${what}` : titles[aspect];
}

/** The differences that are told by name, and how many more there are of each kind. */
export const fewDifferences = (differences: readonly ReportedDifference[]) =>
  fewOfEach(differences, (each) => ({
    what: titleOf(each),
    endpoint: each.difference.places[0]!.endpoint,
  }));

/** The entries that decide, with their gap and section; a section of the specification as it is. */
export function decidersOf({ hint }: ReportedDifference): string[] {
  return hint.decidedBy.map((id) => {
    if (id.startsWith('§')) return id;
    const { gap, section } = assumptions[id as keyof typeof assumptions];
    return `${id} (${gap}, ${section})`;
  });
}

/** What would change it: what was tried and has helped, or else a profile. */
export function remedyOf({ hint, settledBy }: ReportedDifference, name: string): string {
  const tried = (settledBy ?? []).map(({ id, value }) => `--assume ${id}=${value}`);
  if (tried.length > 0) return `${tried.join(' or ')} (tried: settles it)`;
  if (hint.otherwise !== undefined) return hint.otherwise;
  return `a profile: pricing-mock learn ${name} -o profile.json, then --profile profile.json`;
}

/** `in 3 interactions (1-get-listings, ...)`. */
export function whereOf({ difference: { count, interactions } }: ReportedDifference): string {
  const more = count > interactions.length ? ', …' : '';
  return `${count} interaction${count === 1 ? '' : 's'} (${interactions.join(', ')}${more})`;
}
