// Recorded and simulated answers in one form, so that they can be compared.
import { bytesOfBase64 } from '../../http/binary-text.ts';
import { joinBytes } from '../../http/join-bytes.ts';
import type { HeaderPair, Interaction, RecordedResponse } from '../../recording/format.ts';
import type { ApiResponse } from '../../http/message.ts';
import { WrittenNumber } from './formats.ts';

export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** Undefined where the body is no JSON. */
  readonly json: unknown;
  /** Undefined where the body is not at hand; empty where there is none. */
  readonly text: string | undefined;
}

export function recordedAnswer({ status, headers, body }: RecordedResponse): Answer {
  if (body === null) return { status, headers, json: undefined, text: '' };
  if ('omitted' in body) return { status, headers, json: undefined, text: undefined };
  if ('json' in body) return { status, headers, json: body.json, text: JSON.stringify(body.json) };
  if ('text' in body) return { status, headers, json: parseWritten(body.text), text: body.text };
  return {
    status,
    headers,
    json: undefined,
    text: new TextDecoder('latin1').decode(bytesOfBase64(body.base64)),
  };
}

export async function simulatedAnswer(response: ApiResponse, method: string): Promise<Answer> {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < response.headers.length; at += 2) {
    pairs.push([response.headers[at]!, response.headers[at + 1]!]);
  }
  const { body } = response;
  const text = method === 'HEAD' || body === null ? '' : typeof body === 'string' ? body : await decode(body);
  return { status: response.status, headers: pairs, json: parseWritten(text), text };
}

async function decode(body: Exclude<ApiResponse['body'], string | null>): Promise<string> {
  if (body instanceof Uint8Array) return textOf(body);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
  }
  return textOf(joinBytes(pieces, length));
}

/** As a recording has it: what is no UTF-8 byte by byte. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The values of a header, joined; undefined where it is missing. `name` in lower case. */
export function headerOf(answer: Answer, name: string): string | undefined {
  const found = answer.headers.filter(([candidate]) => candidate.toLowerCase() === name);
  return found.length === 0 ? undefined : found.map(([, value]) => value).join(', ');
}

/**
 * The value of a JSON text in which numbers such as 19.90 keep their digits; undefined for what is no JSON. Only a
 * text that holds one pays for it.
 */
export function parseWritten(text: string): unknown {
  const trimmed = text.trimStart();
  if (!/^["[{\d\-tfn]/.test(trimmed)) return undefined;
  try {
    if (!/\d\.\d*0[\s,}\]]/.test(text)) return JSON.parse(text);
    JSON.parse(text);
    return untag(JSON.parse(tagged(text)));
  } catch {
    return undefined;
  }
}

/** Each text behind `s`, each number with a closing zero as a text behind `n`. */
function tagged(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return `"s${token.slice(1)}`;
    return /^-?\d+\.\d*0$/.test(token) ? `"n${token}"` : token;
  });
}

function untag(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith('n') ? new WrittenNumber(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(untag);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.slice(1), untag(item)]));
}

/** What was asked in an interaction and what came back, beside what the simulator says to it. */
export interface Exchange {
  readonly interaction: Interaction;
  readonly recorded: Answer;
  /** Undefined where the two are not compared. */
  readonly simulated: Answer | undefined;
  /** Why they are not, or what else is to be known about the pair. */
  readonly setAside?: string;
  /** Whether the recorded 429 is one that the simulator's limits, as they are counted, did not give. */
  readonly unlimited?: boolean;
}
