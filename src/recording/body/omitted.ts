// What a user is told about bodies that are not in a recording, or not as they were sent.
import { contentCodings } from './coding-names.ts';
import type { HeaderPair, Interaction, OmittedBody, OmittedReason, RecordedBody } from '../format.ts';

const reasons: Readonly<Record<OmittedReason, readonly [why: string, remedy: string]>> = {
  'too-long': ['it is longer than --max-body', 'Record it again with a larger --max-body.'],
  undecoded: [
    'it is compressed in a way that cannot be undone here, so it may hold a secret',
    'Record it from a client that sends Accept-Encoding: gzip, or with --keep-undecoded if no secret can be in it.',
  ],
  secret: ['it is binary and holds a secret, which cannot be taken out without spoiling it', ''],
  'not-in-har': ['the HAR does not hold it', 'Export the HAR with its contents, or record the answer.'],
};

/** Why a body was left out, as the end of a sentence. */
export function whyOmitted({ reason }: Pick<OmittedBody, 'reason'>): string {
  return reasons[reason][0];
}

/** What to do about it, as a sentence; empty where nothing helps. */
export function remedyOf({ reason }: Pick<OmittedBody, 'reason'>): string {
  return reasons[reason][1];
}

/** Which bodies of an exchange are left out, and why. */
export interface Omissions {
  readonly request?: OmittedReason;
  readonly response?: OmittedReason;
}

/** Undefined where both bodies are there. */
export function omissionsOf({
  request,
  response,
}: Pick<Interaction, 'request' | 'response'>): Omissions | undefined {
  const ofRequest = reasonOf(request.body);
  const ofResponse = reasonOf(response.body);
  if (ofRequest === undefined && ofResponse === undefined) return undefined;
  return {
    ...(ofRequest !== undefined && { request: ofRequest }),
    ...(ofResponse !== undefined && { response: ofResponse }),
  };
}

/** For the line of an exchange, such as `body left out: it is longer than --max-body`. */
export function describeOmissions({ request, response }: Omissions): string {
  return [
    ...(request === undefined ? [] : [`request body left out: ${whyOmitted({ reason: request })}`]),
    ...(response === undefined ? [] : [`body left out: ${whyOmitted({ reason: response })}`]),
  ].join('; ');
}

/** How many bodies are left out for each reason, of those that leave out any. */
export function countOmissions(
  each: Iterable<Omissions | undefined>,
): Partial<Record<OmittedReason, number>> {
  const counts: Partial<Record<OmittedReason, number>> = {};
  for (const { request, response } of definedOf(each)) {
    if (request !== undefined) counts[request] = (counts[request] ?? 0) + 1;
    if (response !== undefined) counts[response] = (counts[response] ?? 0) + 1;
  }
  return counts;
}

/** One line for each reason, with what to do: for the end of a recording or an import. */
export function adviseOn(counts: Partial<Record<OmittedReason, number>>): string[] {
  return (Object.entries(counts) as [OmittedReason, number][]).map(([reason, number]) => {
    const what = number === 1 ? 'One body is' : `${number} bodies are`;
    return `${what} left out (${reason}): ${whyOmitted({ reason })}. ${remedyOf({ reason })}`.trimEnd();
  });
}

/**
 * Whether a body was edited under its encoding, as by taking out a secret: the bytes that were sent are no longer there, so
 * a replay encodes the readable copy anew.
 */
export function isEncodedAnew({
  headers,
  body,
}: {
  readonly headers: readonly HeaderPair[];
  readonly body: RecordedBody;
}): boolean {
  if (body === null || 'omitted' in body || body.wire !== undefined || body.hash === undefined) return false;
  return contentCodings(headers).length > 0;
}

function reasonOf(body: RecordedBody): OmittedReason | undefined {
  return body !== null && 'omitted' in body ? body.omitted.reason : undefined;
}

function* definedOf<T>(each: Iterable<T | undefined>): Generator<T> {
  for (const one of each) if (one !== undefined) yield one;
}
