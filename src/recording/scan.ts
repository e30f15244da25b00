// Looks through a recording for secrets by name and shape, and for bodies that are not what they seem: for
// `recordings check`, on files that somebody else made or edited. It says where and what, never the secret itself.
import { isDecoded, readableBytes, sha256 } from './bodies.ts';
import { contentCodings } from './coding-names.ts';
import { decodeContent } from './content-coding.ts';
import { viewsOf } from './escape-views.ts';
import type { HeaderPair, RecordedBody, Recording } from './format.ts';
import type { JsonPath } from './json-location.ts';
import { isPlaceholder, withoutPlaceholders } from './known-secrets.ts';
import { formatPath } from './parse.ts';
import { jsonField } from './secret-places.ts';
import { isSecretField, isSecretHeader, secretParameters, secretShapes } from './secret-shapes.ts';

export interface Finding {
  /** Such as `interactions[3].response.body.json.token`. */
  readonly path: string;
  /** The same in steps, to find its line. */
  readonly steps: JsonPath;
  /** Such as `jwt`, `parameter X-Amz-Signature`, or `wire differs` for bytes that are not the readable copy. */
  readonly kind: string;
}

const noNames: ReadonlySet<string> = new Set();

export function scanRecording(recording: Recording): Finding[] {
  const findings: Finding[] = [];
  const scan = (path: JsonPath, kinds: Iterable<string>): void => {
    for (const kind of new Set(kinds)) findings.push({ path: shownPath(path), steps: path, kind });
  };
  if (recording.note !== undefined) scan(['note'], kindsInText(recording.note));
  for (const [at, { request, response }] of recording.interactions.entries()) {
    const requestAt = ['interactions', at, 'request'];
    const responseAt = ['interactions', at, 'response'];
    scan([...requestAt, 'path'], kindsInText(request.path));
    scan([...requestAt, 'query'], kindsInText(`?${request.query}`));
    scanMessage(request, requestAt, scan);
    scanMessage(response, responseAt, scan);
  }
  return findings;
}

/** A path may lead through a key that is a secret itself. */
function shownPath(path: JsonPath): string {
  const isSecret = (step: string | number) => typeof step === 'string' && !kindsInText(step).next().done;
  return formatPath(path.map((step) => (isSecret(step) ? '(secret)' : step)));
}

type Scan = (path: JsonPath, kinds: Iterable<string>) => void;

function scanMessage(
  { headers, body }: { readonly headers: readonly HeaderPair[]; readonly body: RecordedBody },
  path: JsonPath,
  scan: Scan,
): void {
  for (const [at, [name, value]] of headers.entries())
    scan([...path, 'headers', at], kindsInHeader(name, value));
  if (body === null || 'omitted' in body) return;
  const bodyAt = [...path, 'body'];
  if ('json' in body) scanJson(body.json, [...bodyAt, 'json'], scan);
  else if ('text' in body) scan([...bodyAt, 'text'], kindsInText(body.text));
  else scan([...bodyAt, 'base64'], kindsInText(Buffer.from(body.base64, 'base64').toString('latin1')));

  if (body.wire === undefined) return;
  // A reviewer reads the readable copy; clients get the wire, unless the copy was edited.
  const decoded = decodeContent(Buffer.from(body.wire, 'base64'), contentCodings(headers));
  const isUnedited = isDecoded(body) && body.hash === sha256(readableBytes(body));
  if (decoded === undefined || (isUnedited && sha256(decoded) !== body.hash))
    scan([...bodyAt, 'wire'], ['wire differs']);
  if (decoded !== undefined) scan([...bodyAt, 'wire'], kindsInText(Buffer.from(decoded).toString('latin1')));
}

function scanJson(value: unknown, path: JsonPath, scan: Scan): void {
  if (typeof value === 'string') {
    const name = path.findLast((step) => typeof step === 'string');
    if (name !== undefined && isSecretField(name, value) && !isPlaceholder(value))
      scan(path, [`field ${name}`]);
    scan(path, kindsInText(value));
  } else if (typeof value === 'object' && value !== null) {
    const children = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, child] of children) {
      if (typeof key === 'string') scan([...path, key], kindsInText(key));
      scanJson(child, [...path, key], scan);
    }
  }
}

function* kindsInHeader(name: string, value: string): Generator<string> {
  if (value === '' || isPlaceholder(value)) return;
  if (name.toLowerCase() === 'set-cookie') {
    const cookie = /^[^=;]*=([^;]*)/.exec(value)?.[1]?.trim() ?? '';
    if (cookie !== '' && cookie !== '""' && !isPlaceholder(cookie)) yield 'cookie';
  }
  if (isSecretHeader(name)) yield `header ${name}`;
  yield* kindsInText(value);
}

function* kindsInText(text: string): Generator<string> {
  for (const view of viewsOf(text)) {
    for (const { name, start, end } of secretParameters(view.text, noNames)) {
      if (!isPlaceholder(view.text.slice(start, end))) yield `parameter ${name}`;
    }
    for (const [, name, value] of view.text.matchAll(jsonField)) {
      if (isSecretField(name!, value!) && !isPlaceholder(value!)) yield `field ${name!}`;
    }
    const masked = withoutPlaceholders(view.text);
    for (const [kind, shape] of secretShapes) {
      if (masked.search(shape) !== -1) yield kind;
    }
  }
}
