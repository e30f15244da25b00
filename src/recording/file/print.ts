// A recording as text: the same recording always gives the same bytes, in an order that reads well in a diff.
// It comes in pieces, so that no one holds a large one in memory a second time.
import { stringEnd } from '../../http/json-leaves.ts';
import type { HeaderPair, Interaction, Recording, RecordedBody } from '../format.ts';

/** @param print prints one interaction; a caller can check each interaction in it before it is written */
export function* recordingPieces(
  recording: Recording,
  print: (interaction: Interaction) => string = printInteraction,
): Generator<string> {
  const { $schema, format, version, upstream, note, interactions } = recording;
  yield '{\n';
  if ($schema !== undefined) yield `  "$schema": ${JSON.stringify($schema)},\n`;
  yield `  "format": ${JSON.stringify(format)},\n  "version": ${version},\n`;
  yield `  "upstream": ${JSON.stringify(upstream)},\n`;
  if (note !== undefined) yield `  "note": ${JSON.stringify(note)},\n`;
  yield '  "interactions": [';
  let separator = '\n';
  for (const interaction of interactions) {
    yield separator;
    yield print(interaction);
    separator = ',\n';
  }
  yield interactions.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}

/** One interaction at its place in the file. */
export function printInteraction({ id, at, milliseconds, request, response }: Interaction): string {
  return `    {
      "id": ${JSON.stringify(id)},
      "at": ${JSON.stringify(at)},
      "milliseconds": ${milliseconds},
      "request": {
        "method": ${JSON.stringify(request.method)},
        "path": ${JSON.stringify(request.path)},
        "query": ${JSON.stringify(request.query)},
        "headers": ${printHeaders(request.headers)},${request.keyless === true ? '\n        "keyless": true,' : ''}
        "body": ${printBody(request.body)}
      },
      "response": {
        "status": ${response.status},
        "reason": ${JSON.stringify(response.reason)},
        "headers": ${printHeaders(response.headers)},
        "body": ${printBody(response.body)}
      }
    }`;
}

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [bracket, bracketEnd, brace, braceEnd] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * How many bytes a line of the write-ahead log takes at its place in the file, at most: as many as with each value on a
 * line of its own. They are counted and not printed, because the text is not needed yet.
 * @param json without spaces, as `JSON.stringify` prints it
 */
export function printedLength(json: string): number {
  let length = Buffer.byteLength(json);
  let depth = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = stringEnd(json, at) - 1;
    else if (code === colon) length += 1;
    else if (code === comma) length += 1 + 2 * depth;
    else if (code === brace || code === bracket) length += 1 + 2 * (depth += 1);
    else if (code === braceEnd || code === bracketEnd) length += 1 + 2 * (depth -= 1);
  }
  return length;
}

/** One header a line. */
function printHeaders(headers: readonly HeaderPair[]): string {
  if (headers.length === 0) return '[]';
  const lines = headers.map(
    ([name, value]) => `          [${JSON.stringify(name)}, ${JSON.stringify(value)}]`,
  );
  return `[\n${lines.join(',\n')}\n        ]`;
}

function printBody(body: RecordedBody): string {
  if (body === null) return 'null';
  return JSON.stringify(inOrder(body), null, 2).replaceAll('\n', '\n        ');
}

function inOrder(body: Exclude<RecordedBody, null>): object {
  if ('omitted' in body) {
    const { bytes, reason, hash } = body.omitted;
    return { omitted: { bytes, reason, ...(hash !== undefined && { hash }) } };
  }
  const readable =
    'json' in body ? { json: body.json } : 'text' in body ? { text: body.text } : { base64: body.base64 };
  return {
    ...readable,
    ...(body.hash === undefined ? {} : { hash: body.hash }),
    ...(body.wire === undefined ? {} : { wire: body.wire }),
  };
}
