// What a miss came close to: the nearest recorded requests and where they differ, side by side. Browser-safe.
import { binaryOf, bytesOfBase64, exactTextOf } from '../../http/binary-text.ts';
import type { HeaderPair, Interaction } from '../format.ts';
import { partsOf } from '../multipart.ts';
import type { Part } from '../multipart.ts';
import { bodyType, conditionHeaders, requestKey } from '../request-key.ts';
import type { KeyedRequest } from '../request-key.ts';

/** One part in which two requests differ; an absent side has no such part. */
export interface Difference {
  readonly part: 'method' | 'path' | 'query' | 'header' | 'body';
  /** The path's segment (from 1), the parameter, the header or the JSON path; empty for the part as a whole. */
  readonly name: string;
  readonly asked?: string;
  readonly recorded?: string;
}

export interface Near {
  readonly interaction: Interaction;
  /** Empty when the requests are the same, but the answer is not to be had at this point. */
  readonly differences: readonly Difference[];
}

/** How many candidates, chosen by method and path, are compared in full. */
const candidateLimit = 300;
const leafLimit = 200;
const leafDepth = 20;
const printLimit = 60;

/**
 * The recorded requests nearest to one that was missed; ties go to the one recorded first.
 * @param asked redacted, as its parts are printed
 * @param recorded one interaction for each distinct request
 * @param options.decisive headers that are compared besides those of `conditionHeaders`
 */
export function nearest(
  asked: KeyedRequest,
  recorded: readonly Interaction[],
  { count = 3, decisive = [] }: { readonly count?: number; readonly decisive?: readonly string[] } = {},
): Near[] {
  const segments = asked.path.split('/');
  const byDistance = new Map<number, Interaction[]>();
  for (const interaction of recorded) {
    const { method, path } = interaction.request;
    const distance = Number(method !== asked.method) * 3 + pathDistance(segments, path);
    const equals = byDistance.get(distance);
    if (equals === undefined) byDistance.set(distance, [interaction]);
    else if (equals.length < candidateLimit) equals.push(interaction);
  }
  return [...byDistance]
    .sort(([a], [b]) => a - b)
    .flatMap(([distance, equals]) => equals.map((interaction) => ({ interaction, distance })))
    .slice(0, candidateLimit)
    .map(({ interaction, distance }) => {
      const differences = compareRequests(asked, interaction.request, decisive);
      const more = differences.filter(({ part }) => part !== 'method' && part !== 'path').length;
      return { near: { interaction, differences }, distance: distance + Math.min(more, 6) };
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ near }) => near);
}

/** Every part in which two requests differ. */
function compareRequests(
  asked: KeyedRequest,
  recorded: KeyedRequest,
  decisive: readonly string[] = [],
): Difference[] {
  const haveBodies = asked.body !== null && recorded.body !== null;
  const part = (request: KeyedRequest): Parts => ({
    method: new Map([['', request.method]]),
    path: numbered(request.path.split('/').slice(1)),
    query: parameters(request.query),
    header: new Map([...decidingHeaders(request, decisive), ...(haveBodies ? typeOf(request) : [])]),
    body: bodyLeaves(request),
  });
  const [left, right] = [part(asked), part(recorded)];
  const differences = (Object.keys(left) as (keyof Parts)[]).flatMap((name) =>
    compareMaps(name, left[name], right[name]),
  );
  if (differences.length > 0 || requestKey(asked) === requestKey(recorded)) return differences;
  // The difference lies in a body that is too long or too deep to be compared part by part.
  return [{ part: 'body', name: '', asked: '…', recorded: '…' }];
}

/** The nearest requests as lines of text. */
export function renderNearest(near: readonly Near[]): string {
  return near
    .map(({ interaction: { id, request }, differences }, at) => {
      const query = request.query === '' ? '' : `?${request.query}`;
      const head = `  ${at + 1}. ${id}: ${request.method} ${shorten(request.path + query)}`;
      return [head, ...renderDifferences(differences)].join('\n');
    })
    .join('\n');
}

type Parts = Record<Difference['part'], Map<string, string>>;

function pathDistance(asked: readonly string[], path: string): number {
  const recorded = path.split('/');
  let distance = Math.abs(asked.length - recorded.length) * 4;
  for (let at = 0; at < Math.min(asked.length, recorded.length); at += 1) {
    if (asked[at] === recorded[at]) continue;
    // Another id of the same kind of resource is nearer than another resource.
    distance += /\d/.test(asked[at]!) && /\d/.test(recorded[at]!) ? 2 : 4;
  }
  return distance;
}

function compareMaps(
  part: Difference['part'],
  asked: ReadonlyMap<string, string>,
  recorded: ReadonlyMap<string, string>,
): Difference[] {
  const names = new Set([...asked.keys(), ...recorded.keys()]);
  return [...names].flatMap((name) => {
    const [left, right] = [asked.get(name), recorded.get(name)];
    if (left === right) return [];
    return {
      part,
      name,
      ...(left !== undefined && { asked: left }),
      ...(right !== undefined && { recorded: right }),
    };
  });
}

function numbered(items: readonly string[]): Map<string, string> {
  return new Map(items.map((item, at) => [String(at + 1), item]));
}

function parameters(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return values;
}

function decidingHeaders({ headers }: KeyedRequest, decisive: readonly string[]): Map<string, string> {
  const named = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return new Map(named.filter(([name]) => conditionHeaders.has(name) || decisive.includes(name)));
}

function typeOf({ headers }: KeyedRequest): Map<string, string> {
  const type = bodyType(headers);
  return new Map(type === '' ? [] : [['content-type', type]]);
}

function bodyLeaves({ headers, body }: Pick<KeyedRequest, 'headers' | 'body'>): Map<string, string> {
  if (body === null) return new Map();
  if (body instanceof Uint8Array) return bytesLeaves(headers, body);
  if ('text' in body) return textLeaves(headers, body.text);
  if ('base64' in body) return bytesLeaves(headers, bytesOfBase64(body.base64));
  if ('omitted' in body) {
    const { bytes, hash } = body.omitted;
    const digits = hash === undefined ? 'never seen' : `SHA-256 ${hash.slice(0, 16)}…`;
    return new Map([['', `${bytes} bytes, ${digits}`]]);
  }
  return jsonLeaves(body.json);
}

function bytesLeaves(headers: readonly HeaderPair[], bytes: Uint8Array): Map<string, string> {
  const text = exactTextOf(bytes);
  if (text !== undefined) return textLeaves(headers, text);
  const binary = binaryOf(bytes);
  const parts = partsOf(headers, binary);
  if (parts !== undefined) return partLeaves(parts);
  return new Map([['', `${bytes.length} bytes, base64 ${btoa(binary.slice(0, printLimit))}`]]);
}

function textLeaves(headers: readonly HeaderPair[], text: string): Map<string, string> {
  if (text === '') return new Map();
  const parts = partsOf(headers, text);
  if (parts !== undefined) return partLeaves(parts);
  try {
    return jsonLeaves(JSON.parse(text));
  } catch {
    return new Map([['', JSON.stringify(text)]]);
  }
}

/** By their names in a form, or their numbers. */
function partLeaves(parts: readonly Part[]): Map<string, string> {
  return new Map(
    parts.map(({ headers, content }, at) => {
      const disposition = headers.find(([name]) => name === 'content-disposition')?.[1] ?? '';
      const name = /\bname="([^"]*)"/i.exec(disposition)?.[1] ?? String(at + 1);
      const shown = JSON.stringify(content.slice(0, printLimit));
      return [
        `part ${name}`,
        content.length <= printLimit ? shown : `${content.length} characters, ${shown}`,
      ];
    }),
  );
}

function jsonLeaves(json: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  collectLeaves(json, '', leaves, 0);
  return leaves;
}

function collectLeaves(value: unknown, path: string, leaves: Map<string, string>, depth: number): void {
  if (leaves.size >= leafLimit) return;
  if (typeof value !== 'object' || value === null) {
    leaves.set(path, shorten(JSON.stringify(value)));
    return;
  }
  const array = Array.isArray(value);
  // Printing a value that is nested deeper would overflow the stack.
  if (depth >= leafDepth) leaves.set(path, array ? '[…]' : '{…}');
  else if (Object.keys(value).length === 0) leaves.set(path, array ? '[]' : '{}');
  else {
    for (const [key, item] of Object.entries(value)) {
      const step = array ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      collectLeaves(item, step, leaves, depth + 1);
    }
  }
}

function renderDifferences(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return ['       the same request'];
  const rows = differences.slice(0, 5).map((difference) => {
    const { part, name, asked, recorded } = difference;
    const where = name === '' ? part : `${part} ${part === 'path' ? `segment ${name}` : name}`;
    const side = (value: string | undefined): string => (value === undefined ? '(none)' : shorten(value));
    return [where, `asked ${side(asked)}`, `recorded ${side(recorded)}`] as const;
  });
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  const lines = rows.map((row) => `       ${row[0].padEnd(first)}  ${row[1].padEnd(second)}  ${row[2]}`);
  const rest = differences.length - rows.length;
  return rest === 0 ? lines : [...lines, `       and ${rest} more`];
}

function shorten(text: string): string {
  return text.length <= printLimit ? text : `${text.slice(0, printLimit - 1)}…`;
}
