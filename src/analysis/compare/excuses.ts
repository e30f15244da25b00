// What differs from answer to answer by its nature, and is no difference between two services.
import { formatOf } from './formats.ts';
import type { Path } from './json-path.ts';

/** What a body is that is no JSON: nothing, a table with its head, markup, or text. */
export function bodyKind(text: string, json: unknown): string {
  if (json !== undefined) return 'JSON';
  if (text === '') return 'nothing';
  if (/^\s*</.test(text)) return 'markup';
  const [head = ''] = text.split(/\r?\n/, 1);
  return /[,;\t]/.test(head) && head.length < 2000 ? head : 'text';
}

/** Links are given out anew with each answer: signed, and under other names. */
export function sameFormatUrl(recorded: unknown, simulated: unknown): boolean {
  return [recorded, simulated].every((value) => typeof value === 'string' && formatOf(value) === 'url');
}

/** Cursors, ids of requests and links to pages are made up anew. */
export function isToken(recorded: unknown, simulated: unknown): boolean {
  if (typeof recorded !== 'string' || typeof simulated !== 'string') return false;
  const [theirs, ours] = [formatOf(recorded), formatOf(simulated)];
  return (
    theirs === ours && ['id', 'uuid', 'url', 'time with milliseconds', 'time with seconds'].includes(theirs)
  );
}

/** The page of another code is no difference of its own (§7: `<doc_url>/errors/<code>`). */
export function isErrorDetail(_path: Path, recorded: unknown, simulated: unknown): boolean {
  if (typeof recorded !== 'string' || typeof simulated !== 'string') return false;
  // A code may have digits in it; what is longer is made up anew.
  if (formatOf(recorded) !== 'url') return recorded.length >= 16 && isToken(recorded, simulated);
  const base = (url: string) => url.replace(/\/errors\/[^/]*$/, '/errors');
  return base(recorded) === base(simulated);
}
