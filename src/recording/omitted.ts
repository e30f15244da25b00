// Bodies that are not in a recording: what a person is told of them.
import type { OmittedBody, OmittedReason } from './format.ts';

const reasons: Readonly<Record<OmittedReason, readonly [why: string, remedy: string]>> = {
  'too-long': ['it is longer than --max-body', 'Record it again with a larger --max-body.'],
  undecoded: [
    'it is compressed in a way that cannot be undone here, so it may hold a secret',
    'Record it from a client that sends Accept-Encoding: gzip.',
  ],
  secret: ['it is binary and holds a secret, which cannot be taken out without spoiling it', ''],
  'not-in-har': ['the HAR does not hold it', 'Export the HAR with its contents, or record the answer.'],
};

/** Why a body was left out, as the end of a sentence. */
export function whyOmitted({ reason }: OmittedBody): string {
  return reasons[reason][0];
}

/** What to do about it, as a sentence; empty where nothing helps. */
export function remedyOf({ reason }: OmittedBody): string {
  return reasons[reason][1];
}
