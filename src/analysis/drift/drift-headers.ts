// What changed in the headers of one kind of answer.
import type { Change, Severity } from './change.ts';
import type { AnswerShape, HeaderShape } from '../compare/shapes.ts';

export function* driftOfHeaders(before: AnswerShape, after: AnswerShape): Generator<Change> {
  const { endpoint } = after;
  const change = (name: string, severity: Severity, what: string, old: string, now: string): Change => {
    const path = `header:${name}`;
    return { severity, what, path, old, new: now, group: path.toLowerCase(), endpoint };
  };
  for (const [lower, header] of before.headers) {
    const now = after.headers.get(lower);
    const always = header.seen === before.count;
    if (now === undefined) {
      if (always) yield change(header.name, 'breaking', 'removed', 'there', '');
    } else if (header.constant !== undefined && now.constant !== undefined) {
      const [old, fresh] = [header.constant, now.constant];
      if (old !== fresh)
        yield change(header.name, severityOf(lower, old, fresh), 'value changed', old, fresh);
    } else yield* formatChange(header, now, change);
  }
  for (const [lower, header] of after.headers) {
    if (!before.headers.has(lower)) yield change(header.name, 'additive', 'added', '', 'there');
  }
}

function* formatChange(
  before: HeaderShape,
  after: HeaderShape,
  change: (name: string, severity: Severity, what: string, old: string, now: string) => Change,
): Generator<Change> {
  if (before.formats.size === 0 || after.formats.size === 0) return; // a profile tells constants alone
  if ([...after.formats].some((format) => before.formats.has(format))) return;
  const [old, now] = [[...before.formats].join(' or '), [...after.formats].join(' or ')];
  yield change(before.name, 'breaking', 'format changed', old, now);
}

/** A smaller number beside the word "limit" refuses requests that passed; another media type may not be read. */
function severityOf(name: string, old: string, now: string): Severity {
  if (name === 'content-type') return old.split(';', 1)[0] === now.split(';', 1)[0] ? 'cosmetic' : 'breaking';
  if (!name.includes('limit') || !/^\d+$/.test(old) || !/^\d+$/.test(now)) return 'cosmetic';
  return Number(now) < Number(old) ? 'breaking' : 'additive';
}
