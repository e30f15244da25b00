// Multipart bodies (RFC 2046 §5.1) as their parts: a client makes up another boundary for every request, so two bodies
// are the same when their parts are. Browser-safe.
import type { HeaderPair } from './format.ts';
import { headerValues } from './recordable-headers.ts';

export interface Part {
  /** Names in lower case, sorted by them. */
  readonly headers: readonly HeaderPair[];
  readonly content: string;
}

/**
 * The parts of a body; undefined for one that is not multipart, or not as its boundary says, which is then a body like
 * any other. What stands before the first boundary and behind the last means nothing.
 * @param headers of the request, or of the part that the body is
 * @param body as text; bytes with one character for each
 */
export function partsOf(headers: readonly HeaderPair[], body: string): readonly Part[] | undefined {
  const boundary = boundaryOf(headers);
  if (boundary === undefined) return undefined;
  const delimiter = `\r\n--${boundary}`;
  const parts: Part[] = [];
  // The first one may stand at the very start, where no line ends before it.
  let from = body.startsWith(delimiter.slice(2)) ? -2 : body.indexOf(delimiter);
  let start: number | undefined;
  while (from !== -1) {
    const end = from + delimiter.length;
    const [line, isLast] = lineEnd(body, end);
    if (line !== undefined) {
      if (start !== undefined) {
        const part = partOf(body.slice(start, Math.max(start, from)));
        if (part === undefined) return undefined;
        parts.push(part);
      }
      if (isLast) return parts;
      start = line;
    }
    // The end of one line is the start of the next delimiter, where a part is empty.
    from = body.indexOf(delimiter, line === undefined ? end : line - 2);
  }
  return undefined;
}

/** Where the line of a delimiter ends, and whether it is the last one; no place, if more stands there than padding. */
function lineEnd(body: string, from: number): readonly [number | undefined, boolean] {
  const isLast = body.startsWith('--', from);
  let at = isLast ? from + 2 : from;
  while (body[at] === ' ' || body[at] === '\t') at += 1;
  if (body.startsWith('\r\n', at)) return [at + 2, isLast];
  return [isLast && at === body.length ? at : undefined, isLast];
}

function partOf(text: string): Part | undefined {
  if (text.startsWith('\r\n')) return { headers: [], content: text.slice(2) };
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const headers: HeaderPair[] = [];
  for (const line of text.slice(0, end).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) return undefined;
    headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  headers.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { headers, content: text.slice(end + 4) };
}

/** Whether a body claims to be one of parts. */
export function isMultipart(headers: readonly HeaderPair[]): boolean {
  return boundaryOf(headers) !== undefined;
}

/** Of the `Content-Type`, where it is `multipart/*`. */
function boundaryOf(headers: readonly HeaderPair[]): string | undefined {
  const type = headerValues(headers, 'content-type').join();
  const [, quoted, token] =
    /^\s*multipart\/.*;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.){1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  return quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1');
}
