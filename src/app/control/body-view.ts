// Bodies as the control API shows them: JSON as such, other text as text. Bytes that are neither, or that are encoded, are only
// counted.
import { exactTextOf } from '../../http/binary-text.ts';
import { jsonIn } from '../../http/exact-json.ts';
import type { RecordedBody } from '../../recording/format.ts';

/** Longer ones are not shown, in bytes or characters. */
const longest = 65_536;

export interface BodyView {
  /** `none`: there is none; `cut`: it is longer than 64 KB; `binary`: it is no text, or encoded. */
  readonly state: 'shown' | 'none' | 'cut' | 'binary';
  readonly body: unknown;
  /** Its length in bytes, or of a text in characters; null where it is not known. */
  readonly length: number | null;
}

const nothing: BodyView = { state: 'none', body: null, length: 0 };

/** @param encoding the Content-Encoding with which it was sent */
export function bodyView(body: string | Uint8Array, encoding: string | undefined): BodyView {
  const { length } = body;
  if (length === 0) return nothing;
  if (length > longest) return { state: 'cut', body: null, length };
  const isEncoded = encoding !== undefined && encoding !== 'identity';
  const text = typeof body === 'string' ? body : isEncoded ? undefined : exactTextOf(body);
  if (text === undefined) return { state: 'binary', body: null, length };
  const json = jsonIn(text);
  return { state: 'shown', body: json === undefined ? text : json, length };
}

/** The same for a body in a recording. */
export function recordedBodyView(body: RecordedBody): BodyView {
  if (body === null) return nothing;
  if ('omitted' in body) return { state: 'cut', body: null, length: body.omitted.bytes };
  if ('base64' in body) {
    const { length } = body.base64.replace(/=+$/, '');
    return { state: 'binary', body: null, length: Math.floor((length * 3) / 4) };
  }
  if ('text' in body) return bodyView(body.text, undefined);
  const { length } = JSON.stringify(body.json);
  return length > longest
    ? { state: 'cut', body: null, length }
    : { state: 'shown', body: body.json, length };
}
