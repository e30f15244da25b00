// An audit as lines for people: a single line when nothing was found, else lines for each fact and its requests.
import type { RequestBehind } from './audited-request.ts';
import type { AuditFact } from './facts.ts';
import type { Failure } from './fail-on.ts';
import type { AuditSummary, WorldRemarks } from './summary.ts';
import { counted } from '../../http/plain-text.ts';

/** How many requests are named for a fact. */
const mostNamed = 3;

/** The lines that are printed at the end of a run, without line breaks. */
export function auditLines(summary: AuditSummary): string[] {
  const { worlds, requests, untimed, facts, remarked, more } = summary;
  if (requests === 0) return ['audit: no requests'];
  const scope = scopeOf(summary);
  const found = facts.filter(({ count }) => count > 0);
  const head = found.length === 0 ? `audit: nothing to remark (${scope})` : `audit: ${scope}`;
  const isMany = worlds > 1 || remarked.length > 1;
  const still =
    untimed === 0
      ? []
      : [`  ${untimed} of them while the clock stood still, which count for no rate, wait or interval`];
  return [
    head,
    ...(found.length === 0 ? [] : still),
    ...found.flatMap((fact) => factLines(fact, isMany)),
    ...(isMany ? remarked.map(worldLine) : []),
    ...(more > 0 ? [`  and ${counted(more, 'more world')} with something to remark`] : []),
  ];
}

/** How much was looked at. */
export function scopeOf({ worlds, requests }: AuditSummary): string {
  return worlds > 1 ? `${requests} requests in ${worlds} worlds` : counted(requests, 'request');
}

/** Why a run fails under `--fail-on audit`; no lines when it does not fail. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.map(
    ({ id, count, threshold, title }) => `audit failed: ${id}=${count}, at most ${threshold} (${title})`,
  );
}

function factLines(fact: AuditFact, namesWorlds: boolean): string[] {
  const { id, count, title } = fact;
  const figures = figuresOf(fact);
  return [
    `  ${id.padEnd(17)} ${String(count).padStart(5)}  ${title}${figures === '' ? '' : `: ${figures}`}`,
    `${' '.repeat(27)}${requestsOf(fact, mostNamed, namesWorlds).join(', ')}`,
  ];
}

/** The first requests behind a fact by name, and how many more there are. */
export function requestsOf({ count, requests }: AuditFact, most: number, namesWorlds: boolean): string[] {
  const named = requests.slice(0, most).map((request) => nameOf(request, namesWorlds));
  return count > named.length ? [...named, `${count - named.length} more`] : named;
}

function nameOf({ world, number, method, path, status }: RequestBehind, namesWorld: boolean): string {
  const shown = path.length > 80 ? `${path.slice(0, 80)}...` : path;
  return `${namesWorld && world !== null ? `${world} ` : ''}#${number} ${method} ${shown} ${status}`;
}

function worldLine({ world, requests, counts }: WorldRemarks): string {
  const found = counts.map(({ id, count }) => `${id} ${count}`).join(', ');
  return `  ${world ?? 'no world'} (${counted(requests, 'request')}): ${found}`;
}

/** The figures of a fact in words; an empty text where it has none. */
export function figuresOf({ id, limit, detail }: AuditFact): string {
  const figure = (name: string) => detail[name] ?? 0;
  switch (id) {
    case 'peak-second':
    case 'peak-minute':
      return `${figure('peak')} at most, ${limit ?? 'any'} allowed`;
    case '429':
      return reactions
        .filter(([name]) => figure(name) > 0)
        .map(([name, words]) => `${figure(name)} ${words}`)
        .join(', ');
    case 'retried-early':
      return `by up to ${duration(figure('mostEarlyMs'))}`;
    case 'carried-on':
      return `${figure('refused')} of them refused too`;
    case 'report-polls': {
      const mean = figure('intervalsMs') / Math.max(1, figure('intervals'));
      const shortest = `${duration(figure('shortestMs'))} at the shortest`;
      return `${figure('polls')} polls, ${duration(mean)} apart, ${shortest}, ${figure('unchanged')} unchanged`;
    }
    default:
      return '';
  }
}

/** What clients did after a 429. Each request that got one counts under exactly one of these names. */
const reactions = [
  ['waited', 'waited for'],
  ['retriedEarly', 'retried too early'],
  ['retriedAtOnce', 'retried at once'],
  ['gaveUp', 'given up'],
  ['untimed', 'retried, nobody knows when'],
  ['waiting', 'not due yet'],
] as const;

const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${Number((milliseconds / 1000).toFixed(1))} s`;
